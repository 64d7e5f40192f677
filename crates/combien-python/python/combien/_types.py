"""Small types, and what is easier to say in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

__all__ = ["Colored", "Estimate", "Progress", "Size"]


class Colored(NamedTuple):
    """A secondary item in a color, as an entry of an option."""

    item: Hashable
    color: Hashable


class Progress(NamedTuple):
    """How far a search has come."""

    nodes: int
    """Nodes of the search tree entered."""
    solutions: int
    """Solutions found."""
    fraction: float
    """The part of the search that lies behind, from 0 to 1, as the engine estimates it."""


class Size(NamedTuple):
    """An estimate with its range. Numbers beyond 1e308 are infinite."""

    mean: float
    """The mean of the probes: right on average."""
    error: float
    """The standard error of the mean."""
    low: float
    """The truth lies from here on,"""
    high: float
    """and up to here, in nineteen cases of twenty, if the probes have met all that is rare and large."""


class Estimate(NamedTuple):
    """How large a search is, as random probes tell."""

    probes: int
    """The probes that came to an end."""
    hits: int
    """The solutions that they met."""
    nodes: Size
    """The nodes of the search tree."""
    solutions: Size
    """The solutions; this says nothing if there are no hits."""


def in_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, sorted, so that no result depends on hashes."""
    listed = list(items)
    # Sets are compared by inclusion, which is no order.
    if not any(isinstance(item, (set, frozenset)) for item in listed):
        try:
            return sorted(listed)
        except TypeError:
            pass
    return sorted(listed, key=_key)


def _key(item: Any) -> tuple[str, str]:
    """What tells items of different types apart in some order."""
    if isinstance(item, (set, frozenset)):
        return type(item).__name__, repr(in_order(item))
    return type(item).__name__, repr(item)


def appearing(sets: Iterable[Iterable[Any]], secondary: Iterable[Any]) -> list[Any]:
    """The items of sets in the order in which they appear, without secondary ones and those in a color."""
    others = set(secondary)
    items: dict[Any, None] = {}
    for entries in sets:
        for entry in entries:
            is_colored = isinstance(entry, Colored)
            if not is_colored and entry in others:
                continue
            if is_colored or (type(entry) is tuple and len(entry) == 2 and entry[0] in others):
                continue
            items[entry] = None
    return list(items)
