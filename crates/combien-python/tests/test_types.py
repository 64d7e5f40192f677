"""What a type checker knows of the items of a problem."""

from __future__ import annotations

import pathlib

import pytest

from combien import Problem

SNIPPET = """
from typing_extensions import assert_type
from combien import Problem

named = Problem(primary=["a", "b"], secondary=["c"])
assert_type(named, Problem[str])
assert_type(named.primary, list[str])
of_sets: Problem[int] = Problem.from_sets({"A": [1, 2], "B": [3]})
assert_type(of_sets.uncoverable, list[int])
assert_type(Problem.from_rows([[0, 1]]).bounds, dict[int, tuple[int, int | None]])
assert_type(Problem.classic("queens", 6).restricted([]).primary, list[str])

def bare(problem: Problem) -> int:
    problem.option("new", ["a", ("c", "red")])
    return problem.count()

bare(named)
named.primary.append(1)
"""


def test_items_have_a_type(tmp_path: pathlib.Path) -> None:
    assert Problem[str].__origin__ is Problem  # type: ignore[attr-defined]
    api = pytest.importorskip("mypy.api")
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET, encoding="utf-8")
    out, _, status = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    # Only the last line is wrong.
    assert status == 1 and out.splitlines()[0].split(":")[1] == str(len(SNIPPET.splitlines())), out
    assert "Found 1 error" in out
