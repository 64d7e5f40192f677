"""Problems that several tests use."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from combien import Problem
from combien.cluster import Progress, _driver

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


def kill_after(tasks: int) -> Callable[[Progress], None]:
    """A progress function by which a driver kills its own process after this number of tasks.

    It is called after each task, so even on a fast machine the driver does not reach its end first.
    """
    _driver.TELL = 0.0
    first: list[int] = []

    def look(progress: Progress) -> None:
        first.append(progress.tasks)
        if progress.tasks >= first[0] + tasks:
            os.kill(os.getpid(), signal.SIGKILL)

    return look


@pytest.fixture
def letters() -> Problem:
    return Problem.from_sets(LETTERS)
