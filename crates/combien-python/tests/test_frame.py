"""Data frames keep their labels."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from combien import Error, Problem

WIDE = {"shift": ["early", "late", "all"], "mon": [1, 0, 1], "tue": [0, 1, 1], "pay": [0.1, 0.2, 0.4]}
LONG = {"shift": ["early", "late", "all", "all"], "day": ["mon", "tue", "mon", "tue"], "pay": [0.1, 0.2, 0.4, 0.4]}


def frames(columns: dict[str, list[Any]]) -> list[Any]:
    """The same table in each package that is there."""
    made = []
    for package, make in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")):
        try:
            made.append(getattr(__import__(package), make)(columns))
        except ImportError:
            pass
    if not made:
        pytest.skip("neither pandas nor polars nor pyarrow is installed")
    return made


def test_labels_and_costs_are_kept() -> None:
    wide = [Problem.from_frame(frame, names="shift", costs="pay") for frame in frames(WIDE)]
    long = [Problem.from_frame(frame, names="shift", items="day", costs="pay") for frame in frames(LONG)]
    for problem in [*wide, *long]:
        assert problem.names == ["early", "late", "all"] and problem.primary == ["mon", "tue"]
        # Floats would give 0.30000000000000004.
        best = problem.best()
        assert best[0].names == ("early", "late") and best[0].cost == Decimal("0.3")


def test_the_index_of_pandas_names_rows() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, None, 1], "b": [True, True, False]}, index=["x", "y", "z"])
    problem = Problem.from_frame(frame, secondary=["b"])
    assert problem["x"] == ("a", "b") and problem["z"] == ("a",) and problem.secondary == ["b"]
    solution = problem.first()
    assert solution is not None and list(frame.loc[list(solution)].index) == list(solution)
    assert Problem.from_frame(frame.reset_index(drop=True)).names == [0, 1, 2]


def test_what_is_wrong_is_named() -> None:
    for same in frames({"name": ["x", "x"], "a": [1, 1]}):
        with pytest.raises(Error, match="there are two rows with the name 'x'"):
            Problem.from_frame(same, names="name")
    for frame in frames({"name": ["x", "y"], "a": [1, 2]}):
        with pytest.raises(Error, match="row 1 has 2 in column 'a', which is neither 0 nor 1"):
            Problem.from_frame(frame.drop(columns=["name"]) if hasattr(frame, "loc") else frame.select(["a"]))
        with pytest.raises(Error, match="the frame has no column 'cost'"):
            Problem.from_frame(frame, costs="cost")
    for frame in frames({"name": ["x", "x"], "item": [1, 2], "cost": [1, 2]}):
        with pytest.raises(Error, match="option 'x' has two costs, 1 and 2"):
            Problem.from_frame(frame, names="name", items="item", costs="cost")

