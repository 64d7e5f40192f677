"""What other packages offer, by their documented behaviour, against brute force."""

from __future__ import annotations

import importlib
import importlib.metadata
import random

import numpy as np
import pytest

from combien import Error
from combien.compat.exact_cover import NoSolution, get_all_solutions, get_exact_cover, get_solution_count
from combien.compat.sage import AllExactCovers, OneExactCover, dlx_solver
from test_matrix import brute_force


def some_matrices() -> list[list[list[int]]]:
    some = random.Random(23)
    sizes = [(some.randint(1, 8), some.randint(1, 6)) for _ in range(60)]
    return [[[int(some.random() < 0.4) for _ in range(width)] for _ in range(height)] for height, width in sizes]


def test_exact_cover() -> None:
    for rows in some_matrices():
        expected = brute_force(rows, len(rows[0]))
        for matrix in [rows, np.array(rows), np.array(rows, dtype=bool, order="F"), 2.5 * np.array(rows)]:
            assert get_solution_count(matrix) == len(expected)
            if not expected:
                with pytest.raises(NoSolution):
                    get_all_solutions(matrix)
                with pytest.raises(NoSolution):
                    get_exact_cover(matrix)
                continue
            assert get_all_solutions(matrix) == expected
            assert len(get_all_solutions(matrix, max_count=1)) == 1
            one = get_exact_cover(matrix)
            assert isinstance(one, np.ndarray) and one.dtype == np.int32 and tuple(one.tolist()) in expected
    with pytest.raises(ValueError, match="two dimensions"):
        get_exact_cover(np.array([1, 0]))


def test_exact_cover_is_as_installed() -> None:
    """The package itself, version 1.5, if it is there."""
    package = pytest.importorskip("exact_cover")
    if not importlib.metadata.version("exact_cover").startswith("1.5"):
        pytest.skip("another version of exact_cover is installed")
    none = importlib.import_module("exact_cover.error").NoSolution
    odd = [np.zeros((0, 0)), np.zeros((0, 3)), np.zeros((2, 2)), [[1, 1], [0, 0]], [[1, 2], [0, 0]], [["a", ""], ["", "b"], ["", ""]]]
    for matrix in [*some_matrices(), *odd]:
        assert get_solution_count(matrix) == package.get_solution_count(matrix)
        try:
            theirs = package.get_all_solutions(matrix)
        except none:
            with pytest.raises(NoSolution):
                get_all_solutions(matrix)
            with pytest.raises(NoSolution):
                get_exact_cover(matrix)
            continue
        whole = tuple(range(len(matrix)))
        # Its rows come as it finds them, and of a cover with every row it gives an empty tuple.
        assert get_all_solutions(matrix) == {tuple(sorted(cover)) or whole for cover in theirs}
        cover, other = get_exact_cover(matrix), package.get_exact_cover(matrix)
        assert type(cover) is type(other) and cover.dtype == other.dtype and tuple(sorted(other)) in get_all_solutions(matrix)
        assert {type(row) for row in next(iter(get_all_solutions(matrix)))} == {np.int32}


class Matrix:
    """The documented part of a SageMath matrix: its rows, and its entries through them."""

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def rows(self) -> list[tuple[int, ...]]:
        return [tuple(row) for row in self._rows]


def test_sage_covers() -> None:
    for rows in some_matrices():
        expected = {tuple(tuple(rows[number]) for number in cover) for cover in brute_force(rows, len(rows[0]))}
        for matrix in [rows, np.array(rows), Matrix(rows)]:
            assert {tuple(cover) for cover in AllExactCovers(matrix)} == expected
            one = OneExactCover(matrix)
            assert tuple(one) in expected if one is not None else not expected


def test_sage_solver() -> None:
    for matrix in some_matrices():
        rows = [[column for column, entry in enumerate(row) if entry] for row in matrix]
        width = 1 + max((column for row in rows for column in row), default=-1)
        expected = brute_force([row[:width] for row in matrix], width)
        solver = dlx_solver(rows)
        assert (solver.nrows(), solver.ncols(), solver.rows()) == (len(rows), width, rows)
        assert {tuple(cover) for cover in solver.solutions_iterator()} == expected
        assert {tuple(cover) for cover in solver.all_solutions(ncpus=2)} == expected
        assert solver.number_of_solutions() == len(expected) and solver.has_solution() == bool(expected)
        one = solver.one_solution()
        assert tuple(one) in expected if one is not None else not expected
        for _ in range(2):
            found = set()
            while solver.search() == 1:
                found.add(tuple(solver.get_solution()))
            assert found == expected and solver.search() == 0
            solver.reinitialize()
        for column in range(width):
            parts = solver.split(column)
            assert sorted(cover for part in parts.values() for cover in map(tuple, part.all_solutions())) == sorted(expected)
            assert all(row in cover for row, part in parts.items() for cover in part.all_solutions())


def test_sage_solver_refuses() -> None:
    solver = dlx_solver([[0, 1, 2], [0], [1, 2]])
    assert repr(solver) == "Dancing links solver for 3 columns and 3 rows"
    assert solver.restrict([1]).all_solutions() == [[1, 2]] and solver.restrict([0, 1]).all_solutions() == []
    with pytest.raises(Error, match="no row 3"):
        solver.restrict([3])
    with pytest.raises(Error, match="no column -1"):
        solver.split(-1)
    with pytest.raises(Error, match="row 0 has -1"):
        dlx_solver([[-1]])
