"""Costs of options, and the solutions of least or greatest cost."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import signal
import threading
import time
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combien import Error, Problem, Ranking, Stopped, UnknownName, WrongType
from combien._combien import _fingerprint, _plain, _restore

ENGINES = ["auto", "cells", "zdd", "intersect", "memo"]


def covers(sets: list[set[int]]) -> list[tuple[int, ...]]:
    """All exact covers, by trying all sets of sets."""
    items = set().union(*sets)
    chosen = itertools.chain.from_iterable(itertools.combinations(range(len(sets)), n) for n in range(len(sets) + 1))
    sizes = [len(one) for one in sets]
    return [
        rows
        for rows in chosen
        if sum(sizes[row] for row in rows) == len(items) and set().union(*(sets[row] for row in rows)) == items
    ]


def some_sets(some: random.Random) -> list[set[int]]:
    return [set(some.sample(range(5), some.randint(1, 3))) for _ in range(some.randint(5, 10))]


def costs_of(solutions: Iterable[Any]) -> list[Any]:
    return [solution.cost for solution in solutions]


def assignment(n: int = 8) -> Problem:
    """Each row to a column, with the cost (7ij + 3i + 5j) mod 17."""
    problem = Problem([(kind, line) for kind in "rc" for line in range(n)])
    for i in range(n):
        for j in range(n):
            problem.option((i, j), [("r", i), ("c", j)], cost=(7 * i * j + 3 * i + 5 * j) % 17)
    return problem


@pytest.mark.parametrize("engine", ENGINES)
def test_the_best_solutions_are_those_of_brute_force(engine: str) -> None:
    some = random.Random(5)
    for number in range(60):
        sets, places = some_sets(some), number % 3
        units = [some.randint(-20, 40) for _ in sets]
        costs = [Decimal(cost).scaleb(-places) for cost in units]
        problem = Problem.from_sets(sets, costs=costs)
        weighed = sorted((sum(costs[row] for row in rows), rows) for rows in covers(sets))
        expected = [cost for cost, _ in weighed]
        for k in [1, 2, 5, None]:
            found = problem.best(k, engine=engine)
            assert isinstance(found, Ranking)
            assert costs_of(found) == expected[:k]
            assert costs_of(problem.best(k, maximize=True, engine=engine)) == expected[::-1][:k]
            assert len({solution.rows for solution in found}) == len(found)
            assert all((solution.cost, tuple(sorted(solution.rows))) in weighed for solution in found)
            assert found.bound == (expected[0] if expected else None)
            assert found.gap == (0 if expected else None)
        limit = Decimal(some.randint(-30, 60)).scaleb(-places - some.randint(0, 1))
        assert costs_of(problem.best(None, within=limit, engine=engine)) == [c for c in expected if c <= limit]
        assert problem.count(within=limit, engine=engine) == sum(cost <= limit for cost in expected)
        over = problem.best(None, within=limit, maximize=True, engine=engine)
        assert costs_of(over) == [cost for cost in expected[::-1] if cost >= limit]
        assert problem.count(within=limit, maximize=True, engine=engine) == len(over)
        assert costs_of(problem.best(1, within=limit, engine=engine)) == [c for c in expected[:1] if c <= limit]


@pytest.mark.parametrize("engine", ["auto", "zdd", "intersect", "memo"])
def test_the_front_is_that_of_brute_force(engine: str) -> None:
    some = random.Random(6)
    for _ in range(40):
        sets = some_sets(some)
        costs = [Decimal(some.randint(-20, 40)) / 10 for _ in sets]
        numbers = [some.randint(-3, 3) for _ in sets]
        problem = Problem.from_sets(sets, costs=costs)
        pairs = {(sum(costs[row] for row in rows), sum(numbers[row] for row in rows)) for rows in covers(sets)}
        better = {(c, n) for c, n in pairs if not any((a, b) != (c, n) and a <= c and b <= n for a, b in pairs)}
        found = problem.front(numbers, engine=engine)
        assert [(cost, number) for cost, number, _ in found] == sorted(better)
        for cost, number, solution in found:
            assert solution.cost == cost and sum(numbers[row] for row in solution.rows) == number
    named = Problem("ab")
    named.option("both", "ab", cost=5)
    named.option("a", "a", cost=1)
    named.option("b", "b", cost=2)
    assert [point[:2] for point in named.front({"a": 1, "b": 1}, engine=engine)] == [(3, 2), (5, 0)]
    with pytest.raises(Error, match="there are 2 numbers and 3 options"):
        named.front([1, 2], engine=engine)
    with pytest.raises(Error, match="no whole number"):
        named.front([1, 2, 0.5], engine=engine)  # type: ignore[list-item]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_assignment_of_eight_rows(engine: str) -> None:
    """The minimum, and how many solutions the three best costs have, are known from all 8! of them."""
    costs = [sum((7 * i * j + 3 * i + 5 * j) % 17 for i, j in enumerate(order)) for order in itertools.permutations(range(8))]
    assert [costs.count(cost) for cost in (21, 22, 23)] == [1, 1, 3] and min(costs) == 21
    problem = assignment()
    assert costs_of(problem.best(engine=engine)) == [21]
    assert costs_of(problem.best(6, engine=engine)) == sorted(costs)[:6]
    assert costs_of(problem.best(None, within=23, engine=engine)) == [21, 22, 23, 23, 23]
    assert problem.count(within=23, engine=engine) == 5
    assert costs_of(problem.best(maximize=True, engine=engine)) == [max(costs)]


def test_costs_are_whole_numbers_or_decimals() -> None:
    problem = Problem(["a"])
    for number, (given, cost) in enumerate(
        [
            (3, 3),
            (-4, -4),
            (Decimal("5.00"), 5),
            (Fraction(12, 2), 6),
            (7.0, 7),
            ("8", 8),
            (Decimal("0E-999999"), 0),
            (Decimal("1E+3"), 1000),
            (True, 1),
            ((1 << 63) - 1, (1 << 63) - 1),
        ]
    ):
        problem.option(None, ["a"], cost=given)
        assert problem.cost(number) == cost and type(problem.cost(number)) is int
    problem.set_cost(9, 0)
    for given, exact in [(Fraction(-1, 8), "-0.125"), (Decimal("2.50"), "2.5"), ("+0.001", "0.001"), (Fraction(3, 10), "0.3")]:
        problem.option(exact, ["a"], cost=given)
        assert str(problem.cost(exact)) == exact
    assert type(problem.cost(0)) is Decimal and problem.cost(0) == 3
    assert costs_of(problem.best(2)) == [-4, Decimal("-0.125")]
    assert problem.first() is not None


@pytest.mark.parametrize(
    "cost",
    [0.1, float("nan"), float("inf"), 1e300, Decimal("NaN"), Decimal("1E+40"), Decimal("1E-19"), Decimal("1E-999999999")]
    + [Fraction(1, 3), Fraction(1, 10**19), 1 << 63, 1 << 20000, "1e3", "", "3,5", "0." + "0" * 18 + "1"]
    + [Fraction(1, 1 << 20000)],
    ids=lambda cost: type(cost).__name__,
)
def test_a_cost_that_is_not_exact_or_does_not_fit_is_refused(cost: Any) -> None:
    problem = Problem(["a"])
    problem.option("x", ["a"], cost=2)
    with pytest.raises(Error):
        problem.option("y", ["a"], cost=cost)
    with pytest.raises(Error):
        problem.set_cost("x", cost)
    assert problem.names == ["x"] and problem.cost("x") == 2


def test_errors_say_what_to_pass() -> None:
    problem = Problem(["a"])
    with pytest.raises(Error, match=r"pass a Decimal or a text, such as '0\.1'"):
        problem.option("x", ["a"], cost=0.1)
    with pytest.raises(WrongType, match="pass a whole number, a Decimal or a text"):
        problem.option("x", ["a"], cost=[1])  # type: ignore[arg-type]
    problem.option("x", ["a"], cost=(1 << 62))
    with pytest.raises(Error, match="cost of option 2 is too large"):
        problem.option("y", ["a"], cost="0.5")
    assert problem.names == ["x"], "what is refused is not added"
    with pytest.raises(Error, match="2 costs and 1 options"):
        problem.options({"z": ["a"]}, costs=[1, 2])
    with pytest.raises(UnknownName):
        problem.set_cost("nobody", 1)
    with pytest.raises(UnknownName):
        problem.cost("nobody")
    with pytest.raises(Error, match="k is 0"):
        problem.best(0)
    with pytest.raises(Error, match="maximize needs within"):
        problem.count(maximize=True)
    with pytest.raises(Error, match="within cannot be combined"):
        problem.count(within=3, up_to="symmetry")
    with pytest.raises(Error, match="engine"):
        problem.best(engine="pfaffian")


def test_every_way_to_add_options_takes_costs() -> None:
    sets = {"A": [1, 2], "B": [1], "C": [2]}
    by_name = Problem.from_sets(sets, costs={"A": 5, "C": 1})
    assert [by_name.cost(name) for name in "ABC"] == [5, 0, 1]
    assert [solution.names for solution in by_name.best(None)] == [("B", "C"), ("A",)]
    later = Problem([1, 2])
    later.options({"A": [1, 2]}, costs=[5])
    later.options([("B", [1]), ("C", [2])], costs={"C": 1})
    assert later == by_name
    later.set_cost("C", 2)
    assert later != by_name
    for rows in [Problem.from_matrix([[1, 1], [1, 0], [0, 1]], costs=[5, 0, 1]), Problem.from_rows([[0, 1], [0], [1]], costs={0: 5, 2: 1})]:
        assert costs_of(rows.best(None)) == [1, 5]
    assert Problem.from_sets(sets).best(None)[0].cost == 0, "without costs, all are 0"
    secondary = Problem(["a"], ["x"])
    secondary.option("red", ["a", ("x", "red")], cost="1.5")
    assert secondary.best()[0].cost == Decimal("1.5")
    bounded = Problem(["a"], bounds={"a": (1, 2)})
    bounded.options({"p": ["a"], "q": ["a"]}, costs=[3, -1])
    assert costs_of(bounded.best(None)) == [-1, 2, 3]


def test_copies_files_and_pickles_keep_costs(tmp_path: Path) -> None:
    problem = Problem.from_sets({"A": ["x", "y"], "B": ["x"], "C": ["y"]}, costs={"A": "2.25", "B": -1})
    for again in [pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)]:
        assert again == problem and _fingerprint(again) == _fingerprint(problem)
        assert again.cost("A") == Decimal("2.25")
    assert _fingerprint(_restore(*_plain(problem))) == _fingerprint(problem)
    for name in ["t.dlx", "t.json"]:
        problem.write(tmp_path / name)
        assert costs_of(Problem.read(tmp_path / name).best(None)) == [-1, Decimal("2.25")]
    assert Problem.parse("x y\nx y |2.25\nx |-1\ny\n").to_text() == "x y\nx y |2.25\nx |-1\ny\n"
    assert problem.restricted(["B"]).best()[0].cost == -1
    best = problem.best()
    for also in [pickle.loads(pickle.dumps(best)), copy.copy(best)]:
        assert isinstance(also, Ranking) and also == best and (also.bound, also.gap) == (-1, 0)
    other = Problem.from_sets({"A": ["x", "y"], "B": ["x"], "C": ["y"]})
    assert problem != other and _fingerprint(problem) != _fingerprint(other)
    assert len(pickle.dumps(other)) < len(pickle.dumps(problem)), "a pickle without costs is as in older versions"


def hard() -> Problem:
    """A problem that takes longer than any test: triples with random costs."""
    some = random.Random(3)
    sets = [sorted(some.sample(range(120), 3)) for _ in range(4000)] + [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(40)]
    return Problem.from_rows(sets, costs=[some.randint(1, 10**6) for _ in sets])


def test_a_limit_leaves_the_best_that_was_found() -> None:
    problem = assignment(8)
    with pytest.raises(Stopped) as stopped:
        problem.best(3, nodes=1)
    assert stopped.value.reason == "nodes" and isinstance(stopped.value.certain, Ranking)
    with pytest.raises(Stopped) as stopped:
        hard().best(None, within=20_000_000, time=0.5)
    ranking = stopped.value.certain
    assert stopped.value.reason == "time" and isinstance(ranking, Ranking)
    assert ranking.bound is None or all(ranking.bound <= solution.cost for solution in ranking)
    assert costs_of(ranking) == sorted(costs_of(ranking))
    with pytest.raises(Stopped) as stopped:
        hard().count(within=20_000_000, time=0.3)
    assert isinstance(stopped.value.certain, int)


def test_ctrl_c_stops_at_once() -> None:
    problem = hard()
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    began = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        problem.best(None, within=20_000_000)
    assert time.monotonic() - began < 5


def test_answers_are_the_same_for_any_number_of_threads() -> None:
    problem = assignment(8)
    one = [solution.rows for solution in problem.best(40, threads=1)]
    assert one == [solution.rows for solution in problem.best(40, threads=3)]
    told: list[Any] = []
    assert len(problem.best(progress=told.append)) == 1
