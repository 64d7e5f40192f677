"""The interface of SageMath in ``sage.combinat.matrices.dlxcpp`` and ``sage.combinat.matrices.dancing_links``.

The order of solutions is not SageMath's. Numbers of rows and columns are from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import Error, Problem

__all__ = ["AllExactCovers", "OneExactCover", "dlx_solver"]


def AllExactCovers(M: Any) -> Iterator[list[Any]]:
    """Each exact cover of a matrix of zeros and ones, as a list of its rows."""
    rows = _rows_of(M)
    for solution in Problem.from_matrix(rows).solutions():
        yield [rows[number] for number in solution.rows]


def OneExactCover(M: Any) -> list[Any] | None:
    """An exact cover of a matrix of zeros and ones, as a list of its rows; ``None`` if there is none."""
    rows = _rows_of(M)
    first = Problem.from_matrix(rows).first()
    return None if first is None else [rows[number] for number in first.rows]


def _rows_of(matrix: Any) -> list[Any]:
    """The rows: those of a matrix of SageMath as they are, those of anything else as tuples."""
    if callable(getattr(matrix, "rows", None)):
        return list(matrix.rows())
    listed = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    return [tuple(row) for row in listed]


class dlx_solver:
    """Exact covers of rows, each a list of the numbers of its columns."""

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        self._rows = [sorted(int(column) for column in row) for row in rows]
        self._problem = Problem.from_rows(self._rows)
        self.reinitialize()

    def __repr__(self) -> str:
        return f"Dancing links solver for {self.ncols()} columns and {self.nrows()} rows"

    def nrows(self) -> int:
        """The number of rows."""
        return self._problem.option_count

    def ncols(self) -> int:
        """The number of columns."""
        return self._problem.item_count

    def rows(self) -> list[list[int]]:
        """The rows, each sorted."""
        return [list(row) for row in self._rows]

    def reinitialize(self) -> None:
        """Lets ``search`` begin again with the first solution."""
        self._search = self._problem.solutions()
        self._solution: list[int] = []

    def search(self) -> int:
        """Goes to the next solution: 1 if there is one, otherwise 0."""
        found = next(self._search, None)
        self._solution = [] if found is None else list(found.rows)
        return int(found is not None)

    def get_solution(self) -> list[int]:
        """The rows of the solution that ``search`` has found."""
        return list(self._solution)

    def has_solution(self, ncpus: int | None = None) -> bool:
        """Is there a solution?"""
        return self._problem.has_solution(threads=ncpus)

    def one_solution(self, ncpus: int | None = None) -> list[int] | None:
        """The rows of a solution; ``None`` if there is none."""
        first = self._problem.first(threads=ncpus)
        return None if first is None else list(first.rows)

    def solutions_iterator(self) -> Iterator[list[int]]:
        """The rows of each solution, lazily."""
        for solution in self._problem.solutions():
            yield list(solution.rows)

    def all_solutions(self, ncpus: int | None = None) -> list[list[int]]:
        """The rows of each solution, in a list."""
        return [list(solution.rows) for solution in self._problem.solutions(threads=ncpus)]

    def number_of_solutions(self, ncpus: int | None = None) -> int:
        """The number of solutions. They are counted, not listed."""
        return self._problem.count(threads=ncpus)

    def restrict(self, indices: Iterable[int]) -> dlx_solver:
        """A solver for the solutions that have all of these rows: a column is added for each of them."""
        columns = self.ncols()
        rows = self.rows()
        for number in dict.fromkeys(indices):
            if not 0 <= number < len(rows):
                raise Error(f"there is no row {number}: there are {len(rows)}, and the first is 0")
            rows[number].append(columns)
            columns += 1
        return dlx_solver(rows)

    def split(self, column: int) -> dict[int, dlx_solver]:
        """For each row that has this column, a solver for the solutions with that row. Each solution is one of exactly one."""
        if not 0 <= column < self.ncols():
            raise Error(f"there is no column {column}: there are {self.ncols()}, and the first is 0")
        having: Sequence[int] = [number for number, row in enumerate(self._rows) if column in row]
        return {number: self.restrict([number]) for number in having}
