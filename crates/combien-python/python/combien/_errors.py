"""The exceptions of the package."""

from __future__ import annotations

from typing import Any

__all__ = ["Error", "Stopped", "UnknownName", "WrongType"]


class Error(ValueError):
    """The input is wrong; the message says where.

    ``place`` is the place in a text, as ``file:line:column``, and ``hint`` says how to correct it; both are ``None`` if not
    known.
    """

    place: str | None = None
    hint: str | None = None


class UnknownName(Error, KeyError):
    """The problem has no item or option of that name."""

    def __str__(self) -> str:
        # A KeyError shows the repr of its argument.
        return ValueError.__str__(self)


class WrongType(Error, TypeError):
    """An object of the wrong type, such as an item that cannot be hashed."""


class Stopped(Exception):
    """A question reached one of its limits before its answer was known. This is not an error in the question.

    ``certain`` is what is known nevertheless: for a count a lower bound, for a list of solutions
    the number that was returned, for the best solutions a ``Ranking`` of those found, otherwise ``None``. ``reason`` is the name of the limit: ``"time"``, ``"nodes"`` or
    ``"memory"``; of ``cluster.merge`` it is ``"shards"``.
    """

    def __init__(self, message: str, certain: Any, reason: str) -> None:
        super().__init__(message, certain, reason)
        self.certain = certain
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])
