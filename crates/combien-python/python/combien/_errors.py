"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["Error", "Stopped", "UnknownName", "WrongType"]


class Error(ValueError):
    """What was given cannot be used: the message says where it is wrong.

    ``place`` is where in a text, as ``file:line:column``, and ``hint`` is what would mend it; both are ``None`` where there
    is nothing to say.
    """

    place: str | None = None
    hint: str | None = None


class UnknownName(Error, KeyError):
    """An item or an option is named that the problem does not have."""

    def __str__(self) -> str:
        # A KeyError shows the repr of what it holds.
        return ValueError.__str__(self)


class WrongType(Error, TypeError):
    """What was given is of a type that cannot be used there, such as an item that cannot be hashed."""


class Stopped(Exception):
    """A question was stopped at one of its limits before its answer was known. It is no error in what was asked.

    ``certain`` is what is known nevertheless: for a count a lower bound, for a list of solutions
    how many of them were handed out, otherwise ``None``. ``reason`` is the name of the limit: ``"time"``, ``"nodes"`` or
    ``"memory"``.
    """

    def __init__(self, message: str, certain: int | None, reason: str) -> None:
        super().__init__(message, certain, reason)
        self.certain = certain
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])
