"""How hard puzzles are for a person."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest


from combien import Board, Error, Piece, Stopped, Tiling, pieces
from conftest import make_queens


def test_the_steps_lead_to_the_solution() -> None:
    problem = make_queens(8)
    for puzzle in itertools.islice(problem.puzzles(seed=5), 10):
        rating = problem.rate(puzzle.clues)
        removed = {name for step in rating.steps if not step.places for name in step.options}
        placed = {name for step in rating.steps if step.places for name in step.options}
        assert not removed & set(puzzle.solution.names)
        assert placed <= set(puzzle.solution.names) - set(puzzle.clues)
        if rating.rating is None:
            assert str(rating).startswith("beyond")
            continue
        assert placed | set(puzzle.clues) == set(puzzle.solution.names)
        assert rating.rating == max(step.rating for step in rating.steps)
        assert rating.effort == sum(step.rating for step in rating.steps)
        assert rating.technique in {step.technique for step in rating.steps}
        assert str(rating).splitlines()[0] == f"{rating.rating} {rating.technique}; effort {rating.effort}"
        assert len(str(rating).splitlines()) == 1 + len(rating.steps)


def test_puzzles_have_the_rating_that_was_asked_for() -> None:
    problem = make_queens(8)
    for puzzle in itertools.islice(problem.puzzles(rating=1), 5):
        assert puzzle.rating == 1 == problem.rate(puzzle.clues).rating
    for puzzle in itertools.islice(problem.puzzles(rating=(1.2, None)), 5):
        assert puzzle.rating is not None and puzzle.rating >= Decimal("1.2")
    assert problem.generate().rating is None  # type: ignore[union-attr]
    with pytest.raises(Error, match="rating is 'hard', not a number or a pair"):
        problem.puzzles(rating="hard")  # type: ignore[arg-type]
    with pytest.raises(Error, match="the first number is greater"):
        problem.puzzles(rating=(3, 2))


def test_a_tiling_is_rated_as_by_the_command(tmp_path: Path) -> None:
    tiling = Tiling(Board.rectangle(5, 3), [piece.replace(times=(0, 1)) for piece in pieces("pentominoes")], take="X at 0x0")
    with pytest.raises(Error, match="no rating: there is no solution"):
        tiling.rate()
    bar, corner = Piece("###", name="bar", turn="sym", times=1), Piece("##\n#.", name="corner", turn="sym", times=1)
    tiling = Tiling(Board.rectangle(3, 2), [bar, corner, Piece("#", name="dot", times=0)])
    with pytest.raises(Error, match="no rating"):
        tiling.rate()
    text = 'problem p = {****$***.} [{*.$**} ~named "L" ~sym ~one, {**} ~named "I" ~sym ~times 2]\n  fix "L" at 0x0 as HorizRefl\n'
    script = tmp_path / "p.cmb"
    script.write_text(text)
    tiling = Tiling(
        Board("####\n###."),
        [Piece("#.\n##", name="L", turn="sym", times=1), Piece("##", name="I", turn="sym", times=2)],
        take="L at 0x0 as HorizRefl",
    )
    told = subprocess.run([sys.executable, "-m", "combien", "rate", "--steps", "--json", script], capture_output=True, text=True, check=False)
    expected = json.loads(told.stdout)
    assert tiling.count() == 1 and expected["unique"] is True
    rating = tiling.rate()
    assert str(rating.rating) == expected["rating"]
    assert [step.text for step in rating.steps] == [step["text"] for step in expected["steps"]]
    assert {placement.piece for step in rating.steps if step.places for placement in step.options} == {"I"}


def test_questions_without_an_answer() -> None:
    problem = make_queens(8)
    with pytest.raises(Error, match="no rating: there is more than one solution"):
        problem.rate()
    with pytest.raises(Error, match="no rating: there is no solution"):
        problem.rate([(0, 0), (1, 1)])
    with pytest.raises(Error):
        problem.rate([(9, 9)])
    with pytest.raises(Stopped):
        make_queens(14).rate(time=0)
