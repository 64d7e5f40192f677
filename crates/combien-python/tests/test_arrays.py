"""Many solutions as one array of numpy."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

from combien import Board, Error, Piece, Problem, Stopped, Tiling, pieces
from test_diagram import brute_force, random_sets


def test_solutions_of_a_problem_are_rows_of_truths() -> None:
    some = random.Random(11)
    for _ in range(30):
        sets = random_sets(some)
        covers = [set(cover) for cover in brute_force(sets)]
        array = Problem.from_sets(sets).solutions().to_array()
        assert array.dtype == bool and array.shape == (len(covers), len(sets)) and array.flags.writeable
        assert {tuple(row) for row in array.tolist()} == {tuple(n in cover for n in range(len(sets))) for cover in covers}
    problem = Problem.from_sets([[1], [1], [2], [2]])
    expected = [[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1]]
    solutions = problem.solutions()
    first = next(solutions)
    assert np.flatnonzero(solutions.to_array(2)[0]).tolist() != list(first.rows)
    assert solutions.to_array().shape == (1, 4) and solutions.to_array().shape == (0, 4)
    assert sorted(problem.solutions().to_array(most=9).astype(int).tolist(), reverse=True) == expected
    assert problem.solutions().to_array(0).shape == (0, 4)
    # The empty solution, of a problem without options.
    assert Problem().solutions().to_array().shape == (1, 0) and Problem([1]).solutions().to_array().shape == (0, 0)


def domino_arrays(width: int, height: int) -> set[tuple[tuple[int, ...], ...]]:
    """All ways to place dominoes, of pieces 0 (lying) and 1 (standing), on a board whose cells may stay empty."""
    cells = [(row, column) for row in range(height) for column in range(width)]

    def placed(place: int, board: dict[tuple[int, int], int]) -> Any:
        if place == len(cells):
            yield tuple(tuple(board.get((row, column), -1) for column in range(width)) for row in range(height))
            return
        row, column = cells[place]
        yield from placed(place + 1, board)
        if (row, column) in board:
            return
        for piece, other in [(0, (row, column + 1)), (1, (row + 1, column))]:
            if other in cells and other not in board:
                yield from placed(place + 1, {**board, (row, column): piece, other: piece})

    return set(placed(0, {}))


def test_solutions_of_a_tiling_are_boards() -> None:
    bars = [Piece("##", name="lying"), Piece("#\n#", name="standing")]
    array = Tiling(Board.rectangle(3, 4, gaps=True), bars).solutions().to_array()
    assert array.dtype == np.int32 and array.shape[1:] == (4, 3)
    assert {tuple(map(tuple, board)) for board in array.tolist()} == domino_arrays(3, 4) and len(array) == len(domino_arrays(3, 4))


def test_one_array_is_all_arrays() -> None:
    soma = pieces("soma")
    hole = Board("###\n#.#\n##?")
    for tiling, keywords in [
        (Tiling(hole, [Piece("##", turn="sym"), Piece("#")]), {}),
        (Tiling(hole, [Piece("##", turn="sym"), Piece("#")]), {"up_to": "symmetry"}),
        (Tiling(Board.rectangle(6, 4), [Piece("##", turn="sym")], where="symmetric"), {}),
        (Tiling(Board.rectangle(6, 4), [Piece("##", turn="sym")], where="symmetric"), {"up_to": "symmetry"}),
        (Tiling(soma.board, soma), {"up_to": "symmetry"}),
        (Tiling(Board.rectangle(4, 3, wrap="torus", grid="hexagon"), [Piece("##", grid="hexagon", turn="sym")]), {}),
    ]:
        listed = [solution.array for solution in tiling.solutions(**keywords)]
        array = tiling.solutions(**keywords).to_array()
        assert len(array) == len(listed) > 1 and np.array_equal(array, np.stack(listed))
        assert np.array_equal(tiling.solutions(**keywords).to_array(1), array[:1])
    assert len(Tiling(soma.board, soma).solutions(up_to="symmetry").to_array()) == 240
    assert Tiling("###", [Piece("##", turn="sym")]).solutions().to_array().shape == (0, 1, 3)


def test_what_was_found_before_a_limit_is_certain() -> None:
    tiling = Tiling(Board.rectangle(8, 8), [Piece("##", turn="sym")])
    with pytest.raises(Stopped) as stopped:
        tiling.solutions(nodes=5000, engine="links").to_array()
    assert stopped.value.reason == "nodes" and stopped.value.certain.shape[1:] == (8, 8) and len(stopped.value.certain) > 100
    with pytest.raises(Stopped) as stopped:
        tiling.problem.solutions(nodes=5000, engine="links").to_array()
    assert set(stopped.value.certain.sum(axis=1)) == {32}
    # Some 4,000 boards of 256 bytes and 32 options of four bytes: the search itself takes little.
    for asked in (tiling, tiling.problem):
        listed = asked.solutions(memory=2_000_000, engine="links")
        with pytest.raises(Stopped) as stopped:
            listed.to_array()
        assert stopped.value.reason == "memory" and 100 < stopped.value.certain.nbytes < 2_000_000
        # What was not in it is still there.
        assert len(listed.to_array(1)) == 1
    with pytest.raises(Error, match="-1 is not a whole number from 0 on"):
        tiling.solutions().to_array(-1)
    with pytest.raises(TypeError, match="'a' is not a whole number"):
        tiling.solutions().to_array("a")  # type: ignore[arg-type]


def test_without_numpy_a_hint_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    solutions = Problem.from_sets([[1], [1]]).solutions()
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "numpy", None)
        with pytest.raises(ImportError, match="pip install numpy"):
            solutions.to_array()
        with pytest.raises(ImportError, match="pip install numpy"):
            next(Tiling("##", [Piece("##")]).solutions()).array  # noqa: B018
    assert len(solutions.to_array()) == 2
