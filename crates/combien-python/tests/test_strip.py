"""Boards of every length: a family is a function of the length."""

from __future__ import annotations

from decimal import Decimal

import pytest

from combien import Board, Error, Piece, Stopped, Tiling, strip

DOMINO = Piece("##", turn="sym", times=(0, None))


def rows(height: int, width: int) -> Tiling:
    return Tiling(Board.rectangle(width, height), [DOMINO])


def test_the_published_quotient_is_found() -> None:
    # (1 - x)/(1 - 4x + x^2) for two columns at a time: Klarner and Pollack 1980.
    found = strip(lambda n: rows(3, 2 * n))
    assert (found.numerator, found.denominator) == ((1, -1), (1, -4, 1))
    assert (str(found), found.recurrence) == ("(1 - x)/(1 - 4*x + x^2)", "4*a(n-1) - a(n-2)")
    assert found.terms(6) == [1, 3, 11, 41, 153, 571]
    assert found.order == 2 and found.states >= 2 and found.compared >= 13
    low, high = found.growth or (Decimal(0), Decimal(0))
    assert low <= 2 + Decimal(3).sqrt() <= high and high - low < Decimal("1e-14")


def test_terms_may_be_far_away() -> None:
    found = strip(lambda n: rows(2, n))
    a, b = 1, 1
    for _ in range(1000):
        a, b = b, a + b
    assert found.term(1000) == a
    assert found.term(1000, 10**18) == a % 10**18
    # Fibonacci's numbers repeat modulo 10 after 60.
    assert found.term(10**18, 10) == found.term(10**18 % 60) % 10


def test_primitive_tilings_are_counted_alone() -> None:
    found = strip(lambda n: rows(2, n), primitive=True)
    assert found.terms(5) == [0, 1, 1, 0, 0] and found.growth is None


def test_tilings_are_counted_up_to_symmetry() -> None:
    # A001224, where the board of 2 by 2 has only the motions of a rectangle.
    found = strip(lambda n: rows(2, n), up_to="symmetry")
    assert found.terms(12) == [1, 1, 2, 2, 4, 5, 9, 12, 21, 30, 51, 76]
    with pytest.raises(Error, match="not None or 'symmetry'"):
        strip(lambda n: rows(2, n), up_to="automorphism")
    with pytest.raises(Error, match="not counted up to symmetry"):
        strip(lambda n: rows(2, n), up_to="symmetry", primitive=True)
    with pytest.raises(Error, match="put together from equal slices"):
        strip(lambda n: rows(2, n + 1), up_to="symmetry")


def test_tilings_are_counted_by_copies() -> None:
    # A123519: dominoes on 2n x 3 by pairs of those that stand upright.
    lying = Piece("##", times=(0, None))
    upright = Piece("#\n#", name="upright", times=(0, None))
    found = strip(lambda n: Tiling(Board.rectangle(2 * n, 3), [lying, upright]), by="upright")
    assert (found.numerator, found.denominator) == ([[1], [-1]], [[1], [-2, 0, -2], [1]])
    assert (str(found), found.recurrence) == ("(1 - x)/(1 - 2*x - 2*x*y^2 + x^2)", "(2 + 2*y^2)*a(n-1) - a(n-2)")
    assert found.terms(3) == [[1], [1, 0, 2], [1, 0, 6, 0, 4]]
    assert (found.order, found.total.terms(4)) == (2, [1, 3, 11, 41])
    assert repr(found) == "<combien.StripByCopies: order 2>"
    # An upright domino, or two that lie.
    primitive = strip(lambda n: Tiling(Board.rectangle(n, 2), [lying, upright]), by="#1", primitive=True)
    assert primitive.terms(4) == [[], [1], [0, 0, 1], []]
    with pytest.raises(Error, match="there is no piece `bar`, only #1, upright"):
        strip(lambda n: Tiling(Board.rectangle(n, 2), [lying, upright]), by="bar")
    with pytest.raises(Stopped):
        found.terms(100_000, memory=1_000_000)
    with pytest.raises(Stopped):
        found.total.terms(100_000, memory=1_000_000)


def test_what_has_no_answer_says_why() -> None:
    with pytest.raises(Error, match="does not grow by equal slices: from n = 2 to 3 it gains 5 cells"):
        strip(lambda n: rows(n, n))
    with pytest.raises(Error, match="a piece with a number of copies"):
        strip(lambda n: Tiling(Board.rectangle(n, 2), [Piece("##", times=2)]))
    with pytest.raises(Error, match="more than 3 states"):
        strip(lambda n: rows(4, n), states=3)
    with pytest.raises(ZeroDivisionError):
        strip(lambda n: rows(2, 1 // 0))
    with pytest.raises(Error, match="the first number is 1 or more"):
        strip(lambda n: rows(2, n), first=0)
    with pytest.raises(Error, match="the modulus is 0"):
        strip(lambda n: rows(2, n)).term(3, 0)
    with pytest.raises(Stopped):
        strip(lambda n: rows(4, n), time=0)
