"""The functions of the package ``exact_cover`` of the Python Package Index, as its version 1.5 has them.

A matrix has an item in each column, and an option in each row: what is not zero belongs to the option. A cover is the numbers of
its rows, from 0, here in ascending order. The first cover, and which ones ``max_count`` leaves, may be others than those of that package.
Where a cover has every row of the matrix, that package gives an empty tuple in its place, and this one gives the cover. Needs numpy.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from .. import Problem

__all__ = ["ExactCoverError", "NoSolution", "get_all_solutions", "get_exact_cover", "get_solution_count"]


class ExactCoverError(Exception):
    """The errors of that package."""


class NoSolution(ExactCoverError):
    """There is no exact cover, or only that without rows."""


def get_exact_cover(matrix: Any) -> np.ndarray[Any, np.dtype[np.int32]]:
    """The rows of an exact cover. Raises ``NoSolution`` if there is none."""
    first = _problem(matrix).first()
    if not (first and len(first)):
        raise NoSolution("there is no exact cover")
    return np.array(first.rows, dtype=np.int32)


def get_all_solutions(matrix: Any, max_count: int | None = None) -> set[tuple[np.int32, ...]]:
    """The rows of each exact cover; of ``max_count`` of them at most. Raises ``NoSolution`` if there is none.

    All of them are in memory at once: ``Problem.from_matrix(matrix).solutions()`` is lazy.
    """
    with _problem(matrix).solutions() as solutions:
        covers = {tuple(np.array(cover.rows, dtype=np.int32)) for cover in itertools.islice(solutions, max_count) if len(cover)}
    if not covers:
        raise NoSolution("there is no exact cover")
    return covers


def get_solution_count(matrix: Any) -> int:
    """The number of exact covers. They are counted, not listed."""
    return _problem(matrix).count()


def _problem(matrix: Any) -> Problem[Any]:
    return Problem.from_matrix(np.require(matrix, dtype=np.bool_, requirements=["C_CONTIGUOUS"]))
