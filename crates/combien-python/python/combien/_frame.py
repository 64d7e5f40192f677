"""Problems of data frames, with their labels: pandas, polars, and tables of Arrow."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any

from ._combien import Problem
from ._errors import Error


def from_frame(
    frame: Any,
    *,
    items: Hashable | None = None,
    names: Hashable | None = None,
    costs: Hashable | None = None,
    secondary: Iterable[Hashable] = (),
) -> Problem[Any]:
    """See ``Problem.from_frame``."""
    labels = list(frame.column_names if hasattr(frame, "column_names") else frame.columns)
    for label in (items, names, costs):
        if label is not None and label not in labels:
            raise Error(f"the frame has no column {label!r}")
    named = _named(frame, names)
    prices = [None] * len(named) if costs is None else [_price(cost) for cost in _column(frame, costs)]
    if items is not None:
        return _long(named, _column(frame, items), prices, secondary)
    others = set(secondary)
    kept = [label for label in labels if label != names and label != costs]
    columns = [_column(frame, label) for label in kept]
    sets: dict[Any, list[Any]] = {}
    for place, name in enumerate(named):
        if name in sets:
            raise Error(f"there are two rows with the name {name!r}")
        sets[name] = [label for label, column in zip(kept, columns) if _is_one(column[place], name, label)]
    primary = [label for label in kept if label not in others]
    listed = None if costs is None else {name: price for name, price in zip(named, prices)}
    return Problem.from_sets(sets, primary=primary, secondary=[label for label in kept if label in others], costs=listed)


def _column(frame: Any, label: Hashable) -> list[Any]:
    column = frame[label]
    listed: list[Any] = column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
    return listed


def _named(frame: Any, names: Hashable | None) -> list[Any]:
    """The names of rows: a column, the index of pandas if it is not just numbers from 0, or these numbers."""
    if names is not None:
        return _column(frame, names)
    if hasattr(frame, "index") and not callable(frame.index):
        return list(frame.index.tolist())
    return list(range(len(frame)))


def _is_one(entry: Any, name: object, label: object) -> bool:
    # What is missing is NaN in pandas, and None elsewhere.
    if entry is None or entry != entry or entry == 0 or entry == "":
        return False
    if entry == 1:
        return True
    raise Error(f"row {name!r} has {entry!r} in column {label!r}, which is neither 0 nor 1")


def _price(cost: Any) -> Any:
    """A float is the decimal number that Python shows for it: 0.1 is a tenth."""
    return Decimal(repr(cost)) if isinstance(cost, float) else cost


def _long(named: list[Any], listed: list[Any], prices: list[Any], secondary: Iterable[Hashable]) -> Problem[Any]:
    """A row for each item of an option."""
    sets: dict[Any, list[Any]] = {}
    costs: dict[Any, Any] = {}
    for name, item, price in zip(named, listed, prices):
        sets.setdefault(name, []).append(item)
        if price is not None and costs.setdefault(name, price) != price:
            raise Error(f"option {name!r} has two costs, {costs[name]} and {price}")
    return Problem.from_sets(sets, secondary=list(secondary), costs=costs or None)
