"""Problems that several tests ask of."""

from __future__ import annotations

import pytest

from combien import Problem

#: The matrix of the encyclopedia: its one exact cover is B, D, F.
LETTERS = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}


def make_queens(n: int) -> Problem:
    """n queens on an n by n board: rows and columns are covered, diagonals may be."""
    problem = Problem(
        primary=[(kind, line) for kind in "rc" for line in range(n)],
        secondary=[(kind, line) for kind in "ab" for line in range(2 * n - 1)],
    )
    for row in range(n):
        for column in range(n):
            items = [("r", row), ("c", column), ("a", row + column), ("b", row - column + n - 1)]
            problem.option((row, column), items)
    return problem


@pytest.fixture
def letters() -> Problem:
    return Problem.from_sets(LETTERS)
