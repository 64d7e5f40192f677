"""The functions of the package ``exact_cover`` of the Python Package Index.

A matrix of zeros and ones has an item in each column, and an option in each row. A cover is an array of the numbers of rows, from
0, in ascending order; the first cover and the order of covers may differ from those of the other package. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import Problem, Solution

__all__ = ["get_all_solutions", "get_exact_cover", "get_solution_count"]


def get_exact_cover(matrix: Any) -> np.ndarray[Any, np.dtype[np.intp]]:
    """The rows of an exact cover; an empty array if there is none."""
    first = Problem.from_matrix(matrix).first()
    return np.array([], dtype=np.intp) if first is None else _rows(first)


def get_all_solutions(matrix: Any) -> Iterator[np.ndarray[Any, np.dtype[np.intp]]]:
    """The rows of each exact cover, lazily."""
    return map(_rows, Problem.from_matrix(matrix).solutions())


def get_solution_count(matrix: Any) -> int:
    """The number of exact covers. They are counted, not listed."""
    return Problem.from_matrix(matrix).count()


def _rows(solution: Solution) -> np.ndarray[Any, np.dtype[np.intp]]:
    return np.array(solution.rows, dtype=np.intp)
