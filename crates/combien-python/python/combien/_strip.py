"""Boards of every length: generating functions and recurrences."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import overload

from . import _combien
from ._combien import Tiling
from ._errors import Error

__all__ = ["Strip", "StripByCopies", "strip"]


class Strip:
    """The numbers of tilings a(n) of boards of every length n, as the coefficients of a quotient of polynomials.

    ``str`` shows the quotient, as PARI/GP and sympy read it.
    """

    numerator: tuple[int, ...]
    """The coefficients of the numerator, that of 1 first."""
    denominator: tuple[int, ...]
    """The coefficients of the denominator, that of 1 first, which is 1. It has the least possible degree."""
    order: int
    """The recurrence holds for this n and all greater ones."""
    recurrence: str
    """The recurrence, as a sum: ``"4*a(n-1) - a(n-2)"``."""
    states: int
    """The states of the automaton that proves it, after merging."""
    compared: int
    """The boards were compared up to this n."""

    def __init__(self, series: _combien._Series) -> None:
        self._series = series
        numerator, denominator = series.quotient()
        self.numerator, self.denominator = tuple(numerator), tuple(denominator)
        self.order, self.recurrence, self._text = series.shown()
        self.states, self.compared = series.states, series.compared

    def terms(self, number: int, *, time: float | None = None, memory: int | None = None) -> list[int]:
        """The first numbers, from a(0) on."""
        return self._series.terms(number, {"time": time, "memory": memory})

    def term(self, n: int, modulo: int | None = None, *, time: float | None = None, memory: int | None = None) -> int:
        """The number a(n), or its remainder modulo a number below 2**64; ``n`` is below 2**64, too."""
        return self._series.term(n, modulo, {"time": time, "memory": memory})

    @property
    def growth(self) -> tuple[Decimal, Decimal] | None:
        """A lower and an upper bound of the growth rate, the limit superior of the n-th root of a(n); ``None`` if the numbers are 0 from
        some n on."""
        found = self._series.growth()
        return None if found is None else (Decimal(found[0]), Decimal(found[1]))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<combien.Strip: order {self.order}>"


class StripByCopies:
    """The numbers of tilings of boards of every length n by the copies of a piece: polynomials a(n) in y, whose coefficient of y**k counts the
    tilings with k copies. Their generating function is a quotient of polynomials in x and y.

    ``str`` shows the quotient, as PARI/GP and sympy read it.
    """

    total: Strip
    """The numbers of all tilings: the same for y = 1."""
    numerator: list[list[int]]
    """The coefficients of the numerator, that of x**0 first. Each is a polynomial in y, by its coefficients, that of y**0 first."""
    denominator: list[list[int]]
    """The coefficients of the denominator, that of x**0 first, which is 1. It has the least possible degree in x."""
    order: int
    """The recurrence of the polynomials holds for this n and all greater ones."""
    recurrence: str
    """The recurrence of the polynomials, as a sum: ``"(1 + y)*a(n-1) - y^2*a(n-2)"``."""

    def __init__(self, series: _combien._Series) -> None:
        self._series = series
        self.total = Strip(series)
        found = series.copies()
        assert found is not None
        self.numerator, self.denominator, (self.order, self.recurrence, self._text) = found

    def terms(self, number: int, *, time: float | None = None, memory: int | None = None) -> list[list[int]]:
        """The first polynomials, from a(0) on: for each n the numbers of tilings with no copy, one, two and so on."""
        return self._series.rows(number, {"time": time, "memory": memory})

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<combien.StripByCopies: order {self.order}>"


@overload
def strip(
    family: Callable[[int], Tiling],
    *,
    by: None = None,
    first: int = 1,
    primitive: bool = False,
    up_to: str | None = None,
    states: int = 50_000,
    time: float | None = None,
    memory: int | None = None,
) -> Strip: ...
@overload
def strip(
    family: Callable[[int], Tiling],
    *,
    by: str,
    first: int = 1,
    primitive: bool = False,
    up_to: None = None,
    states: int = 50_000,
    time: float | None = None,
    memory: int | None = None,
) -> StripByCopies: ...
def strip(
    family: Callable[[int], Tiling],
    *,
    by: str | None = None,
    first: int = 1,
    primitive: bool = False,
    up_to: str | None = None,
    states: int = 50_000,
    time: float | None = None,
    memory: int | None = None,
) -> Strip | StripByCopies:
    """Counts the tilings of boards of every length: generating function, recurrence, any term.

    ``family`` makes the tiling of a number, from ``first`` on. It is called thirteen times or more, and the boards are compared: they
    must grow by equal slices. The pieces may be used any number of times, and there must be no other rules. If the first board is a slice
    like the others, a(0) = 1 is the number of tilings of the board without cells. With ``primitive``, only tilings count that no cut
    between two slices divides into two tilings. With ``up_to="symmetry"``, tilings count as one if a motion of the strip maps them to each
    other. The motions are those of every board: for a rectangle four, even if one of the boards is a square.

    With ``by``, the tilings are counted by the copies of a piece, too: of the one of this name, such as ``"#2"`` for the second if it has
    none, or of all pieces if the name is ``"piece"``. The result is a `StripByCopies` then.

    The recurrence is proved, and is the shortest one. ``states`` is the greatest number of states of the automaton.
    Raises ``Error`` if the boards grow otherwise, and ``Stopped`` if a limit is reached.
    """
    if up_to not in (None, "symmetry"):
        raise Error(f"up_to is {up_to!r}, not None or 'symmetry'")
    if up_to is not None and primitive:
        raise Error("primitive tilings are not counted up to symmetry")
    if up_to is not None and by is not None:
        raise Error("copies are not counted up to symmetry")
    asked = (primitive, up_to is not None, by)
    series = _combien._series(family, first, asked, states, {"time": time, "memory": memory})
    return Strip(series) if by is None else StripByCopies(series)
