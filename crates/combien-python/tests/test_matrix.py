"""One matrix in all forms gives the same covers as brute force."""

from __future__ import annotations

import array
import itertools
import random
import resource
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from combien import Error, Problem

SPARSE = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


def brute_force(rows: list[list[int]], primary: int) -> set[tuple[int, ...]]:
    """All sets of rows that cover the first columns once and the others at most once. Rows that cover no primary column are
    in no solution."""
    searched = [number for number, row in enumerate(rows) if any(row[:primary])]
    covers = set()
    for size in range(len(searched) + 1):
        for chosen in itertools.combinations(searched, size):
            sums = [sum(rows[number][column] for number in chosen) for column in range(len(rows[0]))]
            if all(s == 1 for s in sums[:primary]) and all(s <= 1 for s in sums[primary:]):
                covers.add(chosen)
    return covers


def forms(rows: list[list[int]]) -> Iterator[tuple[str, Any]]:
    """The matrix in every form."""
    yield "lists", rows
    yield "tuples of Booleans", tuple(tuple(map(bool, row)) for row in rows)
    yield "lists of floats", [[float(entry) for entry in row] for row in rows]
    yield "a generator", (iter(row) for row in rows)
    base = np.array(rows)
    for kind in ["bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">i4", ">f8", "g", "O"]:
        dense = base.astype(kind)
        for order in "CF":
            yield f"{kind} {order}", np.array(dense, order=order)
        strided = np.full((2 * len(rows), 3 * len(rows[0])), 7).astype(kind)
        strided[::2, ::3] = dense
        yield f"{kind} strided", strided[::2, ::3]
        yield f"{kind} reversed", np.array(dense[::-1, ::-1])[::-1, ::-1]
        yield f"{kind} rows", list(dense)
    yield "negative zeros", np.where(base == 0, -0.0, 1.0)
    yield "matrix", np.asmatrix(base)
    yield "memoryview", memoryview(np.array(base, dtype="i4"))
    read_only = base.copy()
    read_only.flags.writeable = False
    yield "read-only", read_only
    for name in SPARSE:
        for kind in ["bool", "i1", "i8", "f8"]:
            yield f"{name}_matrix {kind}", getattr(scipy.sparse, f"{name}_matrix")(base.astype(kind))
            yield f"{name}_array {kind}", getattr(scipy.sparse, f"{name}_array")(base.astype(kind))
    stored = scipy.sparse.csr_matrix(base)
    zeros = scipy.sparse.csr_matrix((np.zeros(base.size), np.indices(base.shape).reshape(2, -1)), shape=base.shape)
    zeros.data[:] = base.ravel()
    yield "stored zeros", zeros
    unsorted = stored.copy()
    for start, end in zip(unsorted.indptr, unsorted.indptr[1:]):
        unsorted.indices[start:end] = unsorted.indices[start:end][::-1]
    unsorted.has_sorted_indices = False
    yield "unsorted", unsorted
    yield "rows of columns", [[column for column, entry in enumerate(row) if entry] for row in rows]


def test_200_random_matrices_in_all_forms() -> None:
    some = random.Random(17)
    found = 0
    for _ in range(200):
        height, width = some.randint(1, 9), some.randint(1, 7)
        density = some.uniform(0.15, 0.6)
        rows = [[int(some.random() < density) for _ in range(width)] for _ in range(height)]
        primary = some.choice([width, width, some.randint(0, width)])
        expected = brute_force(rows, primary)
        found += len(expected)
        plain = Problem.from_matrix(rows, primary=primary)
        for name, form in forms(rows):
            if name == "rows of columns":
                problem = Problem.from_rows(form, columns=width, primary=primary)
            else:
                problem = Problem.from_matrix(form, primary=primary)
            assert problem == plain, name
        assert {solution.rows for solution in plain.solutions()} == expected
        assert plain.count() == len(expected)
        if primary == width:
            sets = [[column for column in range(width) if row[column]] for row in rows]
            named = Problem.from_sets(sets, primary=range(width))
            assert {solution.names for solution in named.solutions()} == expected
    assert found > 200


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (2, 0)])
def test_empty_matrices(shape: tuple[int, int]) -> None:
    for form in [np.zeros(shape), np.zeros(shape, order="F"), scipy.sparse.csr_matrix(shape), scipy.sparse.coo_array(shape)]:
        problem = Problem.from_matrix(form)
        assert (problem.option_count, problem.item_count) == shape
        assert problem.count() == (0 if shape[1] else 1)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 0], [0, 2]], r"entry \[1, 1\] of the matrix is 2, not 0 or 1"),
        ([[1, 0], [-1, 0]], r"entry \[1, 0\] of the matrix is -1"),
        ([[1, 0.5]], r"entry \[0, 1\] of the matrix is 0.5"),
        ([[1, float("nan")]], r"entry \[0, 1\] of the matrix is nan"),
        ([[1, "1"]], r"entry \[0, 1\] of the matrix is '1'"),
        ([[1, None]], r"entry \[0, 1\] of the matrix is None"),
        (["01"], r"entry \[0, 0\] of the matrix is '0'"),
        ([[1, 0], [1]], "row 1 of the matrix has 1 columns, row 0 has 2"),
        ([[1, 0], 1], "row 1 of the matrix is 1, which is not a list"),
        (7, "7 is not a matrix"),
        (np.array([[1, np.nan]]), r"entry \[0, 1\] of the matrix is nan"),
        (np.array([[1, 0], [0, 256]]), r"entry \[1, 1\] of the matrix is 256"),
        (np.array([[1, 0], [0, 0.25]], order="F"), r"entry \[1, 1\] of the matrix is 0.25"),
        (np.array([[1, 2]], dtype=">i8"), r"entry \[0, 1\] of the matrix is another number"),
        (np.array([[1, 2]], dtype=object), r"entry \[0, 1\] of the matrix is 2"),
        (np.array([[1j, 0]]), r"entry \[0, 0\] of the matrix is 1j"),
        (np.zeros(3), "a matrix has two dimensions, and this has 1"),
        (np.zeros((2, 2, 2)), "a matrix has two dimensions, and this has 3"),
        (array.array("i", [1, 0]), "a matrix has two dimensions, and this has 1"),
        (np.ma.masked_array([[1, 0]], mask=[[True, False]]), "masked"),
        (scipy.sparse.coo_matrix(([1, 1], ([0, 0], [1, 1])), shape=(1, 2)), r"entry \[0, 1\] of the matrix is .*2"),
        (scipy.sparse.csr_matrix([[1, np.nan]]), r"entry \[0, 1\] of the matrix is .*nan"),
        (scipy.sparse.dok_array([[0, 3]]), r"entry \[0, 1\] of the matrix is .*3"),
        (scipy.sparse.csr_matrix((3, 10**9)), "1000000000 columns are too many"),
    ],
)
def test_wrong_matrices(matrix: Any, message: str) -> None:
    with pytest.raises(Error, match=message):
        Problem.from_matrix(matrix)


@pytest.mark.parametrize(
    ("rows", "arguments", "message"),
    [
        ([[0, 1], [-1]], {}, "row 1 has -1, which is not the number of a column"),
        ([[0, "a"]], {}, "row 0 has 'a'"),
        ([[0.5]], {}, "row 0 has 0.5"),
        ([[0, 5]], {"columns": 3}, "row 0 has column 5, and there are 3"),
        ([[0, 0]], {}, "option 1 has item `0` twice"),
        ([[10**9]], {}, "1000000001 columns are too many"),
        ([[10**30]], {}, "which is not the number of a column"),
        ([[0]], {"columns": 10**9}, "1000000000 columns are too many"),
        ([[0]], {"primary": 2}, "2 columns cannot be primary"),
        ([0], {}, "a row must be a list"),
    ],
)
def test_wrong_rows(rows: Any, arguments: dict[str, int], message: str) -> None:
    with pytest.raises(Error, match=message):
        Problem.from_rows(rows, **arguments)


def test_a_matrix_without_numpy_is_left_as_it_was() -> None:
    unsummed = scipy.sparse.csr_matrix((np.array([1, 0]), np.array([0, 0]), np.array([0, 2])), shape=(1, 1))
    assert Problem.from_matrix(unsummed).count() == 1
    assert unsummed.nnz == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak of memory is read as on Linux")
@pytest.mark.parametrize("columns", [3000, 900_000])
def test_a_million_options(columns: int) -> None:
    """A million options of three items take less than 200 MB above the input, and about a second; a loaded machine is given
    five."""
    some = np.random.default_rng(5)
    third = columns // 3
    places = np.sort(some.integers(0, third, (10**6, 3)), axis=1) + np.array([0, third, 2 * third])
    ones = np.ones(3 * 10**6, dtype=np.int8)
    matrix = scipy.sparse.csr_matrix((ones, places.ravel(), np.arange(0, 3 * 10**6 + 1, 3)), shape=(10**6, columns))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    problem = Problem.from_matrix(matrix)
    took = time.monotonic() - began
    above = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert problem.option_count == 10**6
    assert took < 5 and above < 200, (took, above)
