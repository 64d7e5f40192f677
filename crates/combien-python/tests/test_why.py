"""Why there is no solution."""

from __future__ import annotations

from fractions import Fraction

import pytest
from test_certificates import verdict

import combien

CHESSBOARD = ".*******\n" + "********\n" * 6 + "*******."


def is_proved(problem: combien.Problem, certificate: bytes) -> bool:
    """Is this a certificate that there is no cover? The checkers in Python are asked."""
    return verdict(problem.to_text(), certificate) == "verified 0"


def test_a_chessboard_without_opposite_corners() -> None:
    tiling = combien.Tiling(CHESSBOARD, [combien.Piece("**", name="domino", turn="sym", times=(0, None))])
    why = tiling.why()
    assert why is not None
    assert str(why) == "32 dark and 30 light cells; each domino covers one of each"
    assert why.kind == "coloring"
    assert why.weights[(1, 0)] == -why.weights[(2, 0)] != 0
    assert sum(why.weights.values()) != 0
    assert is_proved(tiling.problem, why.certificate)
    assert why.drawing is not None and why.drawing.count("#") + why.drawing.count("o") == 62 + 2


def test_pigeons_in_the_users_own_objects() -> None:
    pigeons, holes = [("pigeon", n) for n in range(5)], [("hole", n) for n in range(4)]
    problem = combien.Problem.from_sets([(pigeon, hole) for pigeon in pigeons for hole in holes], secondary=holes)
    why = problem.why()
    assert why is not None and why.kind == "counting"
    assert why.weights == {**dict.fromkeys(pigeons, Fraction(-1)), **dict.fromkeys(holes, Fraction(1))}
    # The other checker reads Knuth's format, which cannot write these names.
    sets = [(f"pigeon{pigeon}", f"hole{hole}") for _, pigeon in pigeons for _, hole in holes]
    names = combien.Problem.from_sets(sets, secondary=[f"hole{hole}" for _, hole in holes])
    assert is_proved(names, why.certificate)
    assert set(why.items) == {*pigeons, *holes}


def test_an_item_that_nothing_covers() -> None:
    problem = combien.Problem.from_sets([("a", "b"), ("b", "c")])
    why = problem.why()
    assert why is not None and why.kind == "dead" and not why.weights
    assert is_proved(problem, why.certificate)
    assert why.items == ("c",)


def test_a_problem_with_a_solution_has_no_reason() -> None:
    assert combien.Problem.from_sets([("a",), ("b",)]).why() is None
    assert combien.Tiling("**", [combien.Piece("**")]).why() is None


def test_almost_a_solution() -> None:
    tiling = combien.Tiling(CHESSBOARD, [combien.Piece("**", name="domino", turn="sym", times=(0, None))])
    almost = tiling.why(almost=True)
    assert almost is not None and almost.complete
    # One color has 32 cells and the other 30; a T covers three of the one and one of the other.
    assert (almost.holes, almost.at_least, sum(almost.left.values())) == (2, 2, 2)
    assert almost.left_over == {} and almost.mends == ("with one T4 added",)
    covered = [cell for items in almost.cover.items for cell in items]
    assert len(covered) == len(set(covered)) == 60 and not set(covered) & set(almost.left)
    # A path of five items by pairs: one is left.
    problem = combien.Problem.from_sets([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")])
    almost = problem.why(almost=True)
    assert almost is not None and (almost.holes, almost.at_least, len(almost.cover)) == (1, 1, 2)
    assert almost.mends == () and str(almost) == "1 missing"
    assert combien.Problem.from_sets([("a",)]).why(almost=True) is None
    stopped = tiling.why(almost=True, time=0)
    assert stopped is not None and not stopped.complete


def test_limits_and_settings() -> None:
    pairs = [(set_ * 21 + a, set_ * 21 + b) for set_ in range(3) for a in range(21) for b in range(a)]
    problem = combien.Problem.from_sets(pairs + [(set_ * 21, 63) for set_ in range(3)])
    with pytest.raises(combien.Stopped):
        problem.why(time=0.5)
    with pytest.raises(TypeError, match="engine"):
        problem.why(engine="links")
