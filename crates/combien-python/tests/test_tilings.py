"""Boards, pieces and tilings; every number is from the literature, or counted by brute force here."""

from __future__ import annotations

import gc
import itertools
import math
import os
import pickle
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import combien
from combien import Board, Error, Piece, Placement, Problem, Stopped, Tiling, UnknownName, WrongType, pieces

DOMINO = Piece("##", turn="sym")
SCOTT = "\n".join(["########"] * 3 + ["###..###"] * 2 + ["########"] * 3)


def hexagon(side: int) -> str:
    """A hexagon of triangles, drawn."""
    rows = []
    for row in range(2 * side):
        inset = abs(2 * row + 1 - 2 * side) // 2
        # The leftmost triangle of the lowest row points down, so its column is odd.
        rows.append("." * (inset + side % 2) + "#" * (4 * side - 1 - 2 * inset))
    return "\n".join(rows)


# Counts of the literature.


@pytest.mark.parametrize(("width", "height", "expected"), [(10, 6, 2339), (12, 5, 1010), (15, 4, 368), (20, 3, 2)])
def test_rectangles_of_pentominoes(width: int, height: int, expected: int) -> None:
    # C. B. Haselgrove and J. Haselgrove, A computer program for pentominoes, Eureka 23, 1960; OEIS A349427.
    t = Tiling(Board.rectangle(width, height), pieces("pentominoes"))
    assert t.count(up_to="symmetry") == expected
    assert t.count() == 4 * expected


def test_puzzle_of_scott() -> None:
    # D. S. Scott, Programming a combinatorial puzzle, 1958.
    t = Tiling(SCOTT, "pentominoes")
    assert (t.count(), t.count(up_to="symmetry")) == (520, 65)
    listed = list(t.solutions(up_to="symmetry"))
    assert len(set(listed)) == 65
    assert sum(s.alike for s in listed if s.alike is not None) == 520
    assert {s.rows for s in listed} <= {s.rows for s in t.solutions()}


def test_soma() -> None:
    # E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways: 240 up to rotation and reflection.
    soma = pieces("soma")
    assert soma.board == Board.box(3, 3, 3)
    t = Tiling(soma.board, soma)
    assert t.count(up_to="symmetry") == 240
    assert t.count() == 240 * 48


def test_dominoes() -> None:
    # P. W. Kasteleyn, The statistics of dimers on a lattice, 1961.
    assert Tiling(Board.rectangle(8, 8), [DOMINO]).count() == 12988816
    big = Tiling(Board.rectangle(16, 16), [DOMINO]).count()
    # On a square of side 2n the number is 2^n times the square of an odd number (L. Pachter, 1997).
    odd, rest = divmod(big, 2**8)
    root = math.isqrt(odd)
    assert big > 2**64 and rest == 0 and root * root == odd and root % 2 == 1
    assert Tiling(Board.rectangle(4, 4, wrap="torus"), [DOMINO]).count() == 272
    assert Tiling(Board.rectangle(4, 4, wrap=[(4, 0), (0, 4)]), [DOMINO]).count() == 272
    assert Tiling(Board.rectangle(4, 4, wrap="cylinder"), [DOMINO]).count() == 121


@pytest.mark.parametrize(("width", "expected"), [(2, 11), (3, 37), (4, 71), (5, 252), (6, 539)])
def test_dominoes_on_a_moebius_strip(width: int, expected: int) -> None:
    # OEIS A263201: the strip is four wide.
    for wrap in ("moebius", ["moebius", (width, 3)]):
        board = Board.rectangle(width, 4, wrap=wrap)
        assert board.wrap == ("moebius", (width, 3)) and "moebius" in repr(board)
        again = pickle.loads(pickle.dumps(board))
        assert again == board and again.wrap == board.wrap
        assert Tiling(again, [DOMINO]).count() == expected
    for wrap in ("moebious", ["klein", (3, 3)]):
        with pytest.raises(ValueError, match="wrap"):
            Board.rectangle(width, 4, wrap=wrap)


@pytest.mark.parametrize(("side", "expected"), [(1, 2), (2, 20), (3, 980)])
def test_lozenges(side: int, expected: int) -> None:
    # Plane partitions in a box: P. A. MacMahon, Combinatory Analysis, 1916.
    lozenge = Piece("##", grid="triangle", turn="sym")
    assert Tiling(Board(hexagon(side), grid="triangle"), [lozenge]).count() == expected


def test_cubes() -> None:
    # The perfect matchings of a cube.
    domino = Piece("##", grid="cube", turn="rot")
    assert Tiling(Board.box(2, 2, 2), [domino]).count() == 9
    # J. Slothouber and W. Graatsma: one way to pack the box.
    slabs = pieces("slothouber_graatsma")
    assert Tiling(slabs.board, slabs).count(up_to="symmetry") == 1


def test_cells_that_may_stay_empty() -> None:
    # The matchings of a cycle of four: 1 + 4 + 2.
    square = Board.rectangle(2, 2, gaps=True)
    assert Tiling(square, [DOMINO]).count() == 7
    assert Tiling(square, [DOMINO.replace(times=(0, 1))]).count() == 5
    assert Tiling(square, [DOMINO.replace(times=1)]).count() == 4
    assert Tiling("#?\n##", [DOMINO]).count() == 2
    assert Tiling(Board("##\n##", optional=[(1, 0), (0, 0)]), [DOMINO]).count() == 3


# Brute force.


def images(cells: Iterable[tuple[int, ...]], turn: str | None, mirror: bool) -> set[frozenset[tuple[int, int]]]:
    """The orientations of a piece of squares, each near the origin."""
    turns = {None: [0], "half": [0, 2], "rot": range(4), "sym": range(4)}[turn]
    found = set()
    for flip, quarter in itertools.product([False, True] if mirror or turn == "sym" else [False], turns):
        image: list[tuple[int, int]] = [(-x, y) if flip else (x, y) for x, y in cells]
        for _ in range(quarter):
            image = [(-y, x) for x, y in image]
        low = min(x for x, _ in image), min(y for _, y in image)
        found.add(frozenset((x - low[0], y - low[1]) for x, y in image))
    return found


def brute(board: Iterable[tuple[int, ...]], shapes: Sequence[tuple[Any, int, int | None]]) -> int:
    """How many ways there are to cover a board, cell by cell."""
    cells = frozenset(board)
    most = len(cells)
    used = [0] * len(shapes)

    def covered(left: frozenset[tuple[int, ...]]) -> int:
        if not left:
            return all(count >= lo for count, (_, lo, _) in zip(used, shapes))
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        found = 0
        for number, (orientations, _, hi) in enumerate(shapes):
            if used[number] == (most if hi is None else hi):
                continue
            for orientation in orientations:
                for dx, dy in orientation:
                    image = frozenset((x - dx + a, y - dy + b) for a, b in orientation)
                    if image <= left:
                        used[number] += 1
                        found += covered(left - image)
                        used[number] -= 1
        return found

    return covered(cells)


def test_random_puzzles_are_counted_as_by_brute_force() -> None:
    chance = random.Random(17)
    all_shapes = [p for name in ("monominoes", "dominoes", "trominoes", "tetrominoes") for p in pieces(name)]
    counts = []
    for _ in range(60):
        width, height = chance.choice([(3, 3), (4, 3), (4, 4), (5, 3)])
        cells = {(x, y) for x in range(width) for y in range(height) if chance.random() < 0.9}
        if not cells:
            continue
        listed, shapes = [], []
        for piece in chance.sample(all_shapes, 3):
            turn = chance.choice([None, "half", "rot", "sym"])
            mirror = chance.random() < 0.3
            lo = chance.choice([0, 0, 1])
            hi = chance.choice([None, lo + 1, lo + 3])
            listed.append(piece.replace(turn=turn, mirror=mirror, times=(lo, hi)))
            shapes.append((images(piece.cells, turn, mirror), lo, hi))
            assert len(listed[-1].orientations) == len(shapes[-1][0])
        t = Tiling(cells, listed)
        expected = brute(cells, shapes)
        counts.append(expected)
        assert t.count() == expected
        assert sum(1 for _ in t.solutions()) == expected
        # The solutions listed up to symmetry represent all of them.
        assert sum(s.alike for s in t.solutions(up_to="symmetry") if s.alike is not None) == expected
    assert sum(count > 0 for count in counts) > 20


def test_clues_are_taken_and_forbidden() -> None:
    pentominoes = pieces("pentominoes")
    board = Board("########\n" * 3 + "###..###\n" * 2 + "########\n" * 3)
    # F in one orientation leaves one tiling of each eight (Scott, 1958). The X has 19, 20 and 26 tilings in the three places that differ;
    # on the diagonal each comes twice (Knuth, Dancing links, 2000).
    assert Tiling(board, pentominoes, take="F as Id").count() == 65
    for x, y, expected in [(1, 0, 19), (2, 0, 20), (1, 1, 52)]:
        t = Tiling(board, pentominoes, take=[f"X at {x}x{y}"])
        assert t.count() == expected
        assert pickle.loads(pickle.dumps(t)) == t
    assert t.count(up_to="symmetry") == 26
    s = Tiling(board, pentominoes).first()
    assert s is not None
    same = Tiling(board, pentominoes, take=s.placements)
    assert [one.placements for one in same.solutions()] == [s.placements]
    others = Tiling(board, pentominoes, forbid=s.placements[0])
    assert Tiling(board, pentominoes, take=s.placements[0]).count() + others.count() == 520
    # No point where four pieces meet: 563 of the 2339 tilings of 6 by 10, each in four places.
    tatami = Tiling(Board("#" * 10 + 5 * ("\n" + "#" * 10)), pentominoes, clues="also 0..3 at every vertex")
    assert tatami.count(up_to="symmetry") == 563
    assert pickle.loads(pickle.dumps(tatami)) == tatami
    # A strip of five cells by squares, dominoes and trominoes: four pieces in C(4, 3) ways (compositions of 5).
    strip = [Piece(cells * "#", times=(0, 9)) for cells in (1, 2, 3)]
    assert Tiling("#####", strip, clues=["also 4 of every piece"]).count() == 4
    dear = Tiling("#####", strip, clues=["cost 2.5 for over 0x0", 'cost 1 for "#1" over 0x0'])
    assert dear.problem.best(1)[0].cost == Decimal("2.5") and dear.count() == 13
    with pytest.raises(Error, match="has no piece `q`"):
        Tiling("#####", strip, clues="also 2 of q")
    script = combien.run("problem p = {****$****} [{**} ~sym ~named \"d\"] fix d at 0x0 as Id count p")
    with pytest.raises(WrongType, match="cannot be pickled"):
        pickle.dumps(script.problems["p"])


def test_predicates_of_the_pentominoes() -> None:
    # Published for the 2339 tilings of the 6x10 rectangle; none is symmetric.
    board = Board.rectangle(10, 6)
    for where, expected in [("crossroads 0", 563), ("crossroads 4", 9), ("colorable 3", 1022), ("fault", 16), ("border", 2)]:
        assert Tiling(board, "pentominoes", where=where).count(up_to="symmetry") == expected
    t = Tiling(board, "pentominoes", where="border")
    assert t.count() == 8
    assert len({s for s in t.solutions()}) == 8
    assert len(list(t.solutions(up_to="symmetry"))) == 2
    assert pickle.loads(pickle.dumps(t)).count() == 8
    first = t.first()
    assert first is not None and t.read(first) == first


def test_puzzles_of_a_tiling() -> None:
    room = Tiling(Board.rectangle(4, 3), [DOMINO])
    made = list(itertools.islice(room.puzzles(seed=2, clues=(1, 3)), 6))
    assert room.count() == 11 and len(made) == 6
    for number, puzzle in enumerate(made):
        assert puzzle.count() == 1 and puzzle not in made[:number] and puzzle.board == room.board
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        placements = puzzle.__reduce__()[1][2]
        assert 1 <= len(placements) <= 3
        # None of the clues could be left out.
        for left_out in placements:
            fewer = [placement for placement in placements if placement != left_out]
            assert Tiling(Board.rectangle(4, 3), [DOMINO], take=fewer).count() > 1
    rated = next(room.puzzles(rating=(None, 7.0)))
    assert rated.rate().rating is not None
    assert list(Tiling(Board.rectangle(3, 3), [DOMINO]).puzzles()) == []
    # Cells that stay empty are clues too, if nothing else is left.
    gaps = Tiling("???", [Piece("##", times=(0, 1))])
    found = list(gaps.puzzles(seed=3))
    assert gaps.count() == 3 and found and all(puzzle.count() == 1 for puzzle in found)
    assert all(pickle.loads(pickle.dumps(puzzle)) == puzzle for puzzle in found)
    # Four placements on the same cell.
    colored = Tiling(Board.rectangle(1, 1), [Piece("#", sides="abcd", turn="rot")])
    assert colored.count() == 4 and {puzzle.count() for puzzle in colored.puzzles()} == {1}


def test_puzzles_obey_where() -> None:
    board = Board.rectangle(4, 4)
    symmetric = Tiling(board, [DOMINO], where="symmetric")
    for puzzle in itertools.islice(symmetric.puzzles(seed=1), 3):
        placements = puzzle.__reduce__()[1][2]
        assert puzzle.is_unique() and pickle.loads(pickle.dumps(puzzle)) == puzzle
        assert Tiling(board, [DOMINO], take=placements).count() > 1
    with pytest.raises(Error, match="rating cannot obey `where`"):
        symmetric.puzzles(rating=(1, 2))
    with pytest.raises(Error, match="series cannot obey `where`"):
        symmetric.puzzles(series=3)


def test_questions_obey_where() -> None:
    crossing = Tiling(Board.rectangle(4, 2), [DOMINO], where="not not crossroads 1")
    assert crossing.count() == 1 and crossing.has_solution() and crossing.is_unique()
    assert crossing.sample(3) == [crossing.first()] * 3
    with pytest.raises(Stopped) as caught:
        Tiling(Board.rectangle(8, 8), [DOMINO], where="colorable 4").count(nodes=3000, engine="links")
    assert caught.value.certain > 0
    kinds = [Tiling(Board.rectangle(6, 4), [DOMINO], where=where) for where in ("symmetric", "asymmetric")]
    assert sum(kind.count() for kind in kinds) == Tiling(Board.rectangle(6, 4), [DOMINO]).count() == 281
    assert kinds[1].count() == 4 * kinds[1].count(up_to="symmetry")
    none = Tiling(Board.rectangle(4, 2), [DOMINO], where="apart")
    assert none.count() == 0 and none.first() is None and not none.is_unique()
    questions: list[Any] = [lambda: none.problem, lambda: none.why(), lambda: none.estimate()]
    for question in questions:
        with pytest.raises(Error, match="cannot obey `where`"):
            question()
    with pytest.raises(Error, match="do not agree with `where`"):
        none.sample(1)
    only = crossing.first()
    assert only is not None
    rows = [s.rows for s in Tiling(Board.rectangle(4, 2), [DOMINO]).solutions() if s.rows != only.rows]
    assert len(rows) == 4
    for other in rows:
        with pytest.raises(Error, match="does not agree"):
            crossing.read(other)
    script = combien.run("problem p = {****$****} [{**} ~sym] where border and fault count p")
    assert script.problems["p"].count() == 5


# What boards and pieces are made of.


def test_drawings_cells_and_arrays_are_the_same() -> None:
    cells = [(0, 0), (1, 0), (1, 1)]
    array = np.array([[0, 1], [1, 1]])
    drawn = Board(".#\n##")
    strided = np.zeros((4, 6), int)
    strided[::2, ::3] = array
    for given in [
        ".#$##",
        "\n  . #\n  # #\n",
        ".*\n**",
        cells,
        set(cells),
        (tuple(cell) for cell in cells),
        np.array(cells).tolist(),
        array,
        array.astype(bool),
        array.astype(np.int8),
        array.astype(float),
        np.asfortranarray(array),
        strided[::2, ::3],
    ]:
        assert Board(given) == drawn
    assert str(drawn) == ".*\n**"
    assert Board(str(drawn)) == drawn
    assert drawn.cells == ((0, 0), (1, 0), (1, 1))
    assert (1, 1) in drawn and (0, 1) not in drawn and "x" not in drawn and (0, 0, 0) not in drawn


def test_arrays_of_three_dimensions_are_cubes() -> None:
    array = np.zeros((2, 2, 3), bool)
    array[0] = True
    array[1, 1, 0] = True
    solid = Board(array)
    assert solid.grid == "cube" and solid.shape == (2, 2, 3) and len(solid) == 7
    assert (0, 0, 1) in solid
    assert Board("###\n###\n\n...\n#..") == solid
    assert Board(solid.cells) == solid
    assert str(solid) == "***\n***\n\n...\n*.."


def test_grids() -> None:
    # Three cells of hexagons at one corner, and the three triangles around a fourth.
    assert len(Piece("#.\n##", grid="hexagon", turn="sym").orientations) == 2
    assert len(Piece(".#.\n###", grid="triangle", turn="sym").orientations) == 2
    assert Board("##", grid="hex").grid == "hexagon"
    assert Board("##", grid="tri").grid == "triangle"
    assert Board.rectangle(3, 2, grid="hexagon").shape == (2, 3)
    # A flat piece of cubes can be turned over, so both of a pair of mirror images are the same.
    assert len(Piece("##.\n.##", grid="cube", turn="rot").orientations) == 12


def test_turns() -> None:
    f = pieces("pentominoes")["F"]
    assert (f.turn, f.mirror, f.times) == ("sym", False, (1, 1))
    for turn, mirror, expected in [
        (None, False, 1),
        (None, True, 2),
        ("half", False, 2),
        ("half", True, 4),
        ("rot", False, 4),
        ("rot", True, 8),
        ("sym", False, 8),
    ]:
        turned = f.replace(turn=turn, mirror=mirror)
        assert len(turned.orientations) == expected
        again = turned.replace(name="G").replace(name="F")
        assert again == turned and hash(again) == hash(turned)
    screw = Piece("##\n#.\n\n.#\n..", turn="sym")
    assert len(screw.orientations) == 12
    assert len(screw.replace(mirror=True).orientations) == 24


def test_sets_of_pieces() -> None:
    names = pieces()
    # As many as the page of the pieces has in its tables: 32 sets of polyforms, and 13 of puzzles.
    assert len(names) == 32 + 13 and names["soma"].startswith("Piet Hein")
    # Twelve pieces each, of which the second set has two twice, as large as the boards, 11 x 5 and 56 x 56.
    for name, kinds, area in (("kanoodle", 12, 11 * 5), ("calibron", 10, 56 * 56)):
        copies = [p.times for p in pieces(name)]
        assert (len(copies), sum(low for low, _ in copies)) == (kinds, 12)
        assert sum(len(p.cells) * p.times[0] for p in pieces(name)) == area
    assert len(pieces("pentominoes")) == 12 and len(pieces("hexominoes")) == 35
    assert [p.name for p in pieces("one_sided_tetrominoes")] == ["I4", "L4", "J4", "O4", "S4", "Z4", "T4"]
    assert pieces("soma")["V"].name == "soma_V"
    with pytest.raises(UnknownName, match="did you mean `pentominoes`"):
        pieces("pentomino")
    with pytest.raises(UnknownName, match="they are F, I, L"):
        pieces("pentominoes")["Q"]
    t = Tiling(Board.rectangle(3, 3), ["trominoes", Piece("#", name="1", times=(0, 3))])
    assert [p.name for p in t.pieces] == ["I3", "L3", "1"]
    assert t.count() == brute(
        Board.rectangle(3, 3).cells,
        [(images(pieces("trominoes")[i].cells, "sym", False), 1, 1) for i in (0, 1)] + [({frozenset({(0, 0)})}, 0, 3)],
    )


# Solutions.


def test_a_solution_as_arrays_lists_and_placements() -> None:
    t = Tiling(SCOTT, "pentominoes")
    s = t.first()
    assert s is not None
    assert s.array.shape == (8, 8) and s.array.dtype == np.int32
    assert s.lists == s.array.tolist()
    assert (s.array[3:5, 3:5] == -2).all() and (s.array == -2).sum() == 4
    assert [(s.array == number).sum() for number in range(12)] == [5] * 12
    assert s.array.flags.writeable
    for number, placement in enumerate(s.placements):
        assert isinstance(placement, Placement)
        assert t.pieces[placement.number].name == placement.piece
        for x, y in placement.cells:
            # Columns count to the right and rows up; arrays are read as they are printed.
            assert s.array[7 - y, x] == placement.number and s.regions[7 - y, x] == number
    assert list(s) == list(s.placements) and len(s) == 12 and s


def test_the_frame_of_a_board_is_kept() -> None:
    array = np.zeros((4, 5), bool)
    array[1:3, 1:4] = True
    s = Tiling(array, [DOMINO]).first()
    assert s is not None and s.array.shape == (4, 5)
    assert ((s.array == 0) == array).all()
    far = Tiling([(-3, 7), (-2, 7)], [DOMINO]).first()
    assert far is not None and far.array.tolist() == [[0, 0]]
    assert far.placements[0].cells == ((-3, 7), (-2, 7))


def test_gaps_are_told_from_places_outside() -> None:
    s = Tiling("?#\n.#", [DOMINO]).first()
    assert s is not None and s.lists == [[-1, 0], [-2, 0]]


def test_solids_have_layers() -> None:
    t = Tiling(Board.box(2, 1, 2), [Piece("#", grid="cube", name="a"), Piece("##", grid="cube", name="b", times=1)])
    shown = {str(s): s.lists for s in t.solutions()}
    assert sorted(shown.values()) == [[[[0, 0]], [[1, 1]]], [[[1, 1]], [[0, 0]]]]


def test_a_solution_is_drawn() -> None:
    s = Tiling("###\n###", [Piece("##\n#.", turn="sym")]).first()
    assert s is not None
    assert str(s) in ("┌───┬─┐\n│ ┌─┘ │\n└─┴───┘", "┌─┬───┐\n│ └─┐ │\n└───┴─┘")
    assert set(s.to_text(ascii=True)) <= set("+-| \n")
    assert repr(s) == "<combien.TilingSolution: #1 #1>"


def test_sample_first_and_estimate() -> None:
    t = Tiling(Board.rectangle(6, 6), [DOMINO])
    drawn = t.sample(3, seed=5)
    assert drawn == t.sample(3, seed=5) and len(drawn) == 3
    assert all(t.read(s.rows) == s for s in drawn)
    assert t.has_solution()
    assert t.estimate(probes=50).solutions.mean > 1
    none = Tiling(Board.rectangle(3, 3), [DOMINO])
    assert none.first() is None and not none.has_solution() and none.count() == 0 and none.sample(2) == []
    assert list(none.solutions()) == [] == list(none.solutions(up_to="symmetry"))


def test_the_problem_of_a_tiling() -> None:
    t = Tiling(Board.rectangle(10, 6), "pentominoes")
    p = t.problem
    assert isinstance(p, Problem) and p.option_count == 2056
    assert set(p.primary) == {(x, y) for x in range(10) for y in range(6)} | set("FILNPTUVWXYZ")
    for name in p.names[:50]:
        assert p[name] == (*name.cells, name.piece)
    s = p.first()
    assert s is not None and t.read(s).placements == s.names
    # The caller may change it.
    p.option("new", [(0, 0)])
    assert t.problem.option_count == 2056
    with pytest.raises(Error, match="this is no solution"):
        t.read([0, 1])
    with pytest.raises(Error, match="there is no option 99999"):
        t.read([99999])
    gaps = Tiling(Board("##", gaps=True), [DOMINO]).problem
    assert ("gap", (0, 0)) in gaps.names
    alike = Tiling("##", [Piece("#", name="a", times=1), Piece("#", name="a", times=1)])
    assert len(set(alike.problem.primary)) == 4 and alike.count() == 2


def test_pickles_and_equality() -> None:
    boards = [
        Board("#?\n.#"),
        Board([(-4, 2), (-3, 2)]),
        Board.rectangle(4, 3, wrap=[(4, 0), (1, 3)]),
        Board.box(2, 2, 1, gaps=True),
        Board(hexagon(2), grid="triangle"),
    ]
    for board in boards:
        again = pickle.loads(pickle.dumps(board))
        assert again == board and hash(again) == hash(board) and again.shape == board.shape
        assert repr(again) == repr(board)
    assert len(set(boards)) == 5
    piece = Piece("##\n#.", name="V", color="gold", times=(1, None), turn="half", mirror=True)
    assert pickle.loads(pickle.dumps(piece)) == piece
    t = Tiling(boards[2], [DOMINO])
    s = t.first()
    assert pickle.loads(pickle.dumps(t)) == t and t.count() == pickle.loads(pickle.dumps(t)).count()
    assert pickle.loads(pickle.dumps(s)) == s
    assert t != Tiling(boards[0], [DOMINO]) and t != 3


# Limits, progress and interrupts.


def hard() -> Tiling:
    return Tiling(Board.rectangle(15, 15), [Piece("####\n.#..", turn="sym")])


def test_limits() -> None:
    t = Tiling(SCOTT, "pentominoes")
    with pytest.raises(Stopped) as stopped:
        t.count(nodes=50, engine="links")
    assert stopped.value.reason == "nodes" and stopped.value.certain is not None and stopped.value.certain < 520
    with pytest.raises(Stopped) as stopped:
        list(t.solutions(nodes=2000, engine="links"))
    assert stopped.value.reason == "nodes"
    with pytest.raises(Stopped) as stopped:
        list(t.solutions(up_to="symmetry", nodes=200))
    assert stopped.value.reason == "nodes" and stopped.value.certain is not None and stopped.value.certain < 65
    for question in (
        lambda: hard().count(time=0.3, engine="links"),
        lambda: hard().count(time=0.3, up_to="symmetry"),
        lambda: list(hard().solutions(time=0.3, up_to="symmetry")),
        lambda: hard().first(time=0.0),
        # Their problem has more than a million options.
        lambda: Tiling(Board.rectangle(200, 100), "pentominoes").rate(time=0.1),
        lambda: next(Tiling(Board.rectangle(200, 100), "pentominoes").puzzles(time=0.1)),
    ):
        began = time.monotonic()
        with pytest.raises(Stopped) as stopped:
            question()
        assert stopped.value.reason == "time" and time.monotonic() - began < 5
    with pytest.raises(Error, match="engine and up_to cannot go together"):
        t.count(up_to="symmetry", engine="links")
    with pytest.raises(Error, match="up_to is 'rotation'|up_to is \"rotation\""):
        t.count(up_to="rotation")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="has no keyword `node`"):
        t.count(node=1)  # type: ignore[call-arg]


def test_progress_is_told() -> None:
    told: list[Any] = []
    with pytest.raises(Stopped):
        list(hard().solutions(time=1.0, up_to="symmetry", progress=told.append))
    assert told and all(0 <= progress.fraction <= 1 for progress in told)


def test_lists_up_to_symmetry_are_lazy_and_end_when_they_are_dropped() -> None:
    t = Tiling(Board.rectangle(8, 8), [DOMINO])
    before = threading.active_count()
    began = time.monotonic()
    for _ in range(20):
        solutions = t.solutions(up_to="symmetry")
        assert next(solutions).alike in (1, 2, 4, 8)
        del solutions
    gc.collect()
    assert time.monotonic() - began < 20
    assert threading.active_count() == before


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
@pytest.mark.parametrize("question", ["t.count(up_to='symmetry')", "list(t.solutions(up_to='symmetry'))", "t.first()"])
def test_an_interrupt_is_seen_at_once(question: str) -> None:
    board, piece = ("15, 15", "####\\n.#..") if "first" not in question else ("31, 31", "##\\n##\\n#.")
    program = f"""
import combien, os, signal, threading, time
t = combien.Tiling(combien.Board.rectangle({board}), [combien.Piece("{piece}", turn="sym")])
t.problem
threading.Timer(0.5, lambda: (times.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
times = []
try:
    {question}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - times[0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    word, seconds = done.stdout.split()
    assert word == "interrupted" and float(seconds) < 0.5, done


def test_an_interpreter_may_exit_in_the_middle_of_a_list() -> None:
    program = """
import combien, threading, time
dominoes = combien.Tiling(combien.Board.rectangle(8, 8), [combien.Piece("##", turn="sym")])
waiting, listed = dominoes.solutions(up_to="symmetry"), dominoes.solutions()
print(next(waiting) is not None, next(listed) is not None)
hard = combien.Tiling(combien.Board.rectangle(15, 15), [combien.Piece("####\\n.#..", turn="sym")])
searching = hard.solutions(up_to="symmetry")
threading.Thread(target=lambda: next(searching), daemon=True).start()
time.sleep(0.2)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True True\n", "")


# Wrong input.


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Board("##\n#x"), "has 'x' in line 2, column 2"),
        (lambda: Board(""), "the board has no cells"),
        (lambda: Board("..."), "the board has no cells"),
        (lambda: Board([]), "the board has no cells"),
        (lambda: Board(np.array([[0, 1], [2, 1]])), r"entry \[1, 0\] of the array of the board is 2"),
        (lambda: Board(np.array([[0, np.nan]])), r"entry \[0, 1\] of the array of the board is nan"),
        (lambda: Board(np.zeros((1, 0), bool)), "the board"),
        (lambda: Board(np.ones(3, bool)), "an array of 1 dimensions"),
        (lambda: Board(np.ones((1, 1, 2), bool), grid="hexagon"), "three dimensions"),
        (lambda: Board([(0, 0), (1, 0), (0, 0)]), r"has the cell \(0, 0\) twice"),
        (lambda: Board([(0, 0), (1, 0, 0)]), "of two and of three coordinates"),
        (lambda: Board([(0, 10**9)]), "no coordinate may be beyond"),
        (lambda: Board("##\n\n##", grid="square"), "has 2 layers"),
        (lambda: Board("##", grid="octagon"), "there is no grid `octagon`"),
        (lambda: Board("##", wrap="ring"), "wrap is 'ring'"),  # type: ignore[arg-type]
        (lambda: Board("##", wrap=[(0, 0)]), "wrap leads nowhere"),
        (lambda: Board("###", wrap=[(2, 0)]), "the cells 0,0 and 2,0 of the board are one and the same"),
        (lambda: Board("##", optional=[(0, 3)]), "the cell 0,3 may stay empty, and is not on the board"),
        (lambda: Board.rectangle(10**6, 10**6), "too large"),
        (lambda: Board.rectangle(2, 2, grid="cube"), "Board.box"),
        (lambda: Board("#?", wrap=3), "wrap is 3"),  # type: ignore[arg-type]
        (lambda: Piece("...", name="Q"), "piece Q has no cells"),
        (lambda: Piece("#?"), "is for boards"),
        (lambda: Piece("#", turn="left"), "turn is"),  # type: ignore[arg-type]
        (lambda: Piece("#", times=(3, 1)), "the first number is greater"),
        (lambda: Piece("#", times="once"), "times is 'once'"),  # type: ignore[arg-type]
        (lambda: Piece("#", times=-1), "times is -1"),
        (lambda: Piece("#", color="crimsn"), "did you mean"),
        (lambda: Tiling("##", [Piece("#\n\n#")]), "piece 1 is of cubes and the board of squares"),
        (lambda: Tiling("##", [DOMINO]).count(memory=-1), "memory is -1"),
        (lambda: Tiling("###", [DOMINO, "monominoes"], take='"#1" at 2x0'), "it would fit: `\"#1\" at 1x0 as Id`"),
        (lambda: Tiling("##", [DOMINO], take="d at"), "a position such as `2x0` is expected"),
        (lambda: Tiling("##", [DOMINO], where="borders"), "there is no predicate `borders`"),
        (lambda: Tiling("##", [DOMINO], where="connected Q"), "the problem has no piece `Q`"),
        (lambda: combien.gallery([], columns=0), "columns is 0"),
        (lambda: combien.gallery([DOMINO], titles=["a", "b"]), "1 pictures and 2 titles"),
        (lambda: DOMINO.to_svg(cell=-3), "cell is -3"),
        (lambda: DOMINO.to_svg(view="above"), "view is 'above'"),  # type: ignore[arg-type]
    ],
)
def test_wrong_values_are_named(make: Any, said: str) -> None:
    with pytest.raises(Error, match=said):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Board(3),
        lambda: Board([(0, 0), "xy"]),
        lambda: Board([(0.5, 0)]),
        lambda: Board([(0,)]),
        lambda: Tiling("##", [3]),  # type: ignore[list-item]
        lambda: Tiling("##", {"a": DOMINO}),
        lambda: Tiling("##", np.ones((2, 2))),
        lambda: Tiling("##", [DOMINO], take=3),  # type: ignore[arg-type]
        lambda: Tiling("##", [DOMINO], forbid=[3]),  # type: ignore[list-item]
        lambda: Tiling("##", [DOMINO], clues=3),  # type: ignore[arg-type]
        lambda: Tiling("##", [DOMINO], clues=[3]),  # type: ignore[list-item]
        lambda: Tiling("##", [DOMINO]).read(3),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_named(make: Any) -> None:
    with pytest.raises(WrongType):
        make()


def test_a_coordinate_far_away_costs_nothing_until_it_is_drawn() -> None:
    t = Tiling([(0, 0), (1, 0), (10**6, 10**6), (10**6 + 1, 10**6)], [DOMINO])
    s = t.first()
    assert t.count() == 1 and s is not None
    with pytest.raises(Error, match="too large"):
        s.array


def test_balls_half_squares_kites_and_sticks() -> None:
    # A pyramid of five balls: the one on top is alone in two ways, each other one in two.
    pyramid = Board.outline("pyramid", 2, grid="sphere")
    assert pyramid == Board("##\n##\n\n..\n#.", grid="sphere") and pyramid.grid == "sphere"
    bar = Piece("##", grid="sphere", turn="sym")
    ball = Piece("#", grid="sphere", times=1)
    assert Tiling(pyramid, [bar, ball]).count() == 10

    # The square of the tangram in one way, up to the eight symmetries.
    drawings = {"L.\n*L": 2, "JL": 1, "L": 2, "*": 1, "JF": 1}
    tans = [Piece(drawing, grid="tan", turn="sym", times=use) for drawing, use in drawings.items()]
    square = Tiling(Board(".JL.\nJ**L\n7**F\n.7F.", grid="tan"), tans)
    assert square.count() == 8 and square.count(up_to="symmetry") == 1

    # Six kites around a point, in three pairs.
    kites = Tiling(Board.rectangle(1, 1, grid="kite"), [Piece(".##", grid="kite", turn="sym")])
    assert kites.count() == 2 and len(Board.outline("hexagon", 2, grid="kite").cells) == 42

    # Two paths of two sticks around a square; a cross of two bars would cross.
    corner = Piece("++\n+.", grid="stick", turn="sym")
    assert Tiling(Board.rectangle(1, 1, grid="stick"), [corner]).count() == 2
    straight = Piece("---", grid="stick", turn="sym")
    crossed = Tiling(Board(".+.\n+++\n.+.", grid="stick"), [straight])
    assert crossed.count() == 0 and crossed.first() is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Board("LQ", grid="tan"), "'Q' in line 1, column 2"),
        (lambda: Board("#", grid="hat"), '"quarter"'),
        (lambda: Board.outline("pyramid", 2, 3), "2 lengths"),
        (lambda: Board.outline("diamond", 2, grid="kite"), "no diamond of kites"),
        (lambda: Board.rectangle(2, 2, grid="sphere"), "Board.outline"),
        (lambda: Piece("++", grid="stick", sides="a"), "sticks have no sides"),
        (lambda: Board("##\n\n##", grid="kite"), "only cubes and spheres"),
    ],
)
def test_wrong_grids_are_told(make: Callable[[], object], words: str) -> None:
    with pytest.raises(Error, match=re.escape(words)):
        make()


OCTAGON = [(-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2)]
OCTAGONS = [OCTAGON, [(5, 2), (8, 5), (5, 8), (2, 5)]]


def test_lattices_of_ones_own():
    octagon = combien.Lattice(OCTAGONS, pitch=10, name="octagon")
    assert (octagon.name, octagon.axes, octagon.pitch, octagon.block) == ("octagon", "square", 10, (2, 1))
    assert octagon.cells[1] == ((5, 2), (8, 5), (5, 8), (2, 5)) and len(octagon.motions) == 8
    assert repr(octagon) == "<combien.Lattice octagon: 2 cells in a unit>"
    board = Board.rectangle(2, 1, grid=octagon)
    assert board.grid == octagon and len(board) == 4
    pair = Piece("##", grid=octagon, turn="sym")
    tiling = Tiling(board, [pair])
    assert tiling.count() == 1
    assert "<svg" in tiling.first().to_svg()
    for value in (octagon, board, pair, tiling):
        assert pickle.loads(pickle.dumps(value)) == value
    # The same again is the same, and a restricted one another.
    assert combien.Lattice(OCTAGONS, pitch=10, name="octagon") == octagon
    turned = combien.Lattice(OCTAGONS, pitch=10, name="octagon", motions=["Rot90"])
    assert turned != octagon and turned.motions == ("Id", "Rot90", "Rot180", "Rot270")
    assert len({octagon, turned, combien.Lattice(OCTAGONS, pitch=10, name="octagon")}) == 2


def test_pairs_of_rhombi_are_the_dimers_of_the_kagome_lattice():
    """V. Elser, Physical Review Letters 62 (1989): 2^(mn + 1) on a torus of m by n units."""
    rhombi = [[(0, 0), (2, -1), (3, 0), (1, 1)], [(0, 0), (1, 1), (0, 3), (-1, 2)], [(0, 0), (-1, 2), (-3, 3), (-2, 1)]]
    rhombus = combien.Lattice(rhombi, axes="hexagon", pitch=3, name="rhombus")
    for m, n in [(2, 2), (2, 3), (4, 3)]:
        board = Board.rectangle(m, n, grid=rhombus, wrap="torus")
        assert Tiling(board, [Piece("##", grid=rhombus, turn="sym")]).count() == 2 ** (m * n + 1)
    house = [[(0, 0), (6, -6), (7, -5), (5, -1), (1, 1)], [(0, 0), (-1, -1), (1, -5), (5, -7), (6, -6)]]
    assert combien.Lattice(house, axes=("rhombus", 1, 3), pitch=6).axes == ("rhombus", 1, 3)


def test_wrong_lattices():
    for arguments, message in [
        (dict(cells=[[(0, 0), (2, 0), (2, 2), (0, 2)]], pitch=3), "cell 0: no single cell lies across"),
        (dict(cells=[], pitch=1), "at least one cell"),
        (dict(cells=OCTAGONS, pitch=10, axes="round"), "axes is 'round'"),
        (dict(cells=OCTAGONS, pitch=10, motions=["Rot60"]), "no isometry of these axes"),
        (dict(cells=OCTAGONS, pitch=10, block=(3, 1)), "3 columns and 1 rows"),
    ]:
        with pytest.raises(combien.Error, match=message):
            combien.Lattice(**arguments)
    with pytest.raises(TypeError, match="grid"):
        Board("##", grid=3)
    with pytest.raises(combien.Error, match="no coordinate may be beyond"):
        Board([(2_000_000_000, 0)], grid="kite")
    coarse = [[(100 * x, 100 * y) for x, y in outline] for outline in OCTAGONS]
    with pytest.raises(combien.Error, match="too far"):
        Board([(1_000_000, 0)], grid=combien.Lattice(coarse, pitch=1000))
    octagon = combien.Lattice(OCTAGONS, pitch=10)
    with pytest.raises(combien.Error, match="draw both on one grid"):
        Tiling(Board("##", grid=octagon), [Piece("##")])
