"""Sets of pieces, boards, and puzzles for paper."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from combien import Board, Error, Piece, Progress, Stopped, Tiling, boards, booklet, piece_sets, pieces


def test_sets_of_pieces_are_those_of_a_count_of_each() -> None:
    five = pieces("pentominoes")
    found = list(piece_sets(Board.rectangle(5, 3), five))
    expected = {}
    for chosen in itertools.combinations(five, 3):
        count = Tiling(Board.rectangle(5, 3), chosen).count()
        if count:
            expected[tuple(piece.name for piece in chosen)] = count
    assert {tuple(some.pieces): some.solutions for some in found} == expected
    assert all(some.tiling.count() == some.solutions for some in found)
    assert {tuple(some.pieces) for some in piece_sets(Board.rectangle(5, 3), five, having=["U"])} == {
        names for names in expected if "U" in names
    }
    unique = list(piece_sets(Board.rectangle(5, 3), five, solutions=1, up_to="symmetry"))
    assert {tuple(some.pieces) for some in unique} <= set(expected) and all(some.solutions == 1 for some in unique)
    shuffled = list(piece_sets(Board.rectangle(5, 3), five, seed=4))
    assert shuffled != found and {tuple(some.pieces) for some in shuffled} == set(expected)
    assert len(list(piece_sets(Board.rectangle(5, 3), five, size=2))) == 0


def test_boards_are_those_of_the_command(tmp_path: Path) -> None:
    two = [Piece("##\n#.", name="L", turn="sym", times=1), Piece("###", name="I", turn="sym", times=1)]
    found = boards(two)
    script = tmp_path / "p.cmb"
    script.write_text('problem p = {*} [{*.$**} ~named "L" ~sym ~one, {***} ~named "I" ~sym ~one]\n')
    told = subprocess.run([sys.executable, "-m", "combien", "design", "boards", "--json", script], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(found) == sum(line["type"] == "board" for line in lines) > 5
    for some in found:
        assert some.tiling.count() == some.solutions > 0 and len(some.tiling.board) == 6
    pair = [two[0].replace(times=2)]
    inside = boards(pair, inside=(3, 2))
    assert [some.solutions for some in inside] == [Tiling(Board.rectangle(3, 2), pair).count()] == [2]
    assert {some.symmetries for some in boards(two, symmetric=True)} <= {2, 4, 8}
    assert len(boards(two, solutions=(2, None))) < len(found)


def test_a_booklet_has_puzzles_and_solutions() -> None:
    given = Tiling(Board.rectangle(3, 2), [Piece("##\n#.", name="L", turn="sym", times=2)], take="L over 0x0 1x0")
    page = booklet({"A <b>": given, "Second": given}, title="Two", columns=1)
    assert page.startswith("<!") and "<title>Two</title>" in page
    assert page.count("<article") == 2 and "A &lt;b&gt;" in page
    assert len(booklet([given], solutions=False)) < len(booklet([given])) < len(booklet([given], cut=12.0))


def test_mistakes_are_explained() -> None:
    with pytest.raises(Error, match="there is no piece 'Q': the pieces are F, I"):
        piece_sets(Board.rectangle(5, 3), "pentominoes", having="Q")
    with pytest.raises(Error, match="must be used a fixed number of times"):
        boards([Piece("##")])
    with pytest.raises(Error, match="there are no pieces"):
        boards([])
    with pytest.raises(Error, match="marks or colored sides"):
        boards([Piece("##", times=1, sides="a")])
    with pytest.raises(Error, match="the first number is greater"):
        piece_sets(Board.rectangle(5, 3), "pentominoes", solutions=(3, 2))
    for wrong in ("many", (1, 2, 3), (-1, None), -4, 2**64, (None, "x")):
        with pytest.raises(Error, match="is .*, not a number or a pair"):
            piece_sets(Board.rectangle(5, 3), "pentominoes", solutions=wrong)  # type: ignore[arg-type]
    for inside in (5, (5,), (5, 3, 1), (0, 4), (2.5, 3)):
        with pytest.raises(Error, match="not the 2 sides of a box"):
            boards([Piece("##", times=1)], inside=inside)  # type: ignore[arg-type]
    assert boards([Piece("##", times=1)], inside=(1, 1)) == []
    assert len(boards([Piece("##", times=1)], inside=(1, 2))) == 1
    with pytest.raises(Error, match="up_to is 'colors'"):
        boards([Piece("##", times=1)], up_to="colors")
    with pytest.raises(Error, match="puzzle 1 has no solution"):
        booklet([Tiling(Board.rectangle(3, 1), [Piece("##", times=1)])])
    with pytest.raises(Error):
        booklet([Tiling(Board.rectangle(2, 1), [Piece("##", times=1)])], cut=-3.0)
    with pytest.raises(Stopped) as stopped:
        list(piece_sets(Board.rectangle(10, 6), "pentominoes", time=0))
    assert stopped.value.certain == 0
    with pytest.raises(Stopped):
        booklet([Tiling(Board.rectangle(200, 100), "pentominoes")], time=0.1)


def test_progress_is_told() -> None:
    told: list[Progress] = []
    found = list(piece_sets(Board.rectangle(5, 4), "pentominoes", progress=told.append))
    # All sets of four of the twelve were tried.
    assert told[-1] == (495, len(found), 1.0)
    told.clear()
    pair = [piece.replace(times=1) for piece in pieces("pentominoes") if piece.name in ("L", "Y")]
    together = boards(pair, progress=told.append)
    assert told and told[-1].solutions >= len(together) > 0 and told[-1].nodes >= len(together)
