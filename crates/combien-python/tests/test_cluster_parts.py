"""First, best and random solutions on a cluster, against one machine."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from combien import Error, Problem, Stopped, _combien, cluster
from combien.cluster import _parts
from conftest import make_queens


def priced(seed: int) -> Problem:
    """A random problem with costs, colors and an item with bounds."""
    chosen = random.Random(seed)
    items = [f"i{number}" for number in range(8)]
    problem = Problem(primary=items, secondary=["x"], bounds={"i0": (1, 2)} if seed % 2 else None)
    for number in range(40):
        entries: list[object] = chosen.sample(items, chosen.choice([1, 2, 3]))
        if chosen.random() < 0.2:
            entries.append(("x", chosen.choice(["red", "blue"])))
        problem.option(f"o{number}", entries, cost=chosen.randint(-3, 9))
    return problem


def test_parts_have_each_solution_once() -> None:
    for problem in [make_queens(6), priced(1), priced(2)]:
        plain = _combien._restore(*_combien._plain(problem))
        parts = [()]
        for _ in range(4):
            parts.extend(_parts.cut(plain, parts.pop(0)))
        found = Counter(tuple(sorted(s.names)) for part in parts for s in plain.restricted(part).solutions())
        assert found == Counter(solution.rows for solution in problem.solutions())


@pytest.mark.parametrize("seed", range(4))
def test_the_answers_are_those_of_one_machine(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = priced(seed)
    if seed == 3:
        # Every task is too long at first.
        monkeypatch.setattr(_parts, "SECONDS", 1e-4)
    with ThreadPoolExecutor(2) as executor:
        first = cluster.first(problem, executor)
        assert (first is not None and problem.check(first)) == problem.has_solution()
        for maximize in (False, True):
            ours, theirs = cluster.best(problem, executor, 3, maximize=maximize), problem.best(3, maximize=maximize)
            assert [s.cost for s in ours] == [s.cost for s in theirs] and ours.bound == theirs.bound
            assert all(problem.check(solution) for solution in ours)
        drawn = cluster.sample(problem, executor, 30, seed=5)
        assert len(drawn) == (30 if first is not None else 0) and all(problem.check(solution) for solution in drawn)


def test_random_solutions_are_equally_likely() -> None:
    """Four solutions of queens on a board of side 6: a chi-squared of 3 degrees is below 16.3 in 999 of 1000 cases."""
    problem = make_queens(6)
    with ThreadPoolExecutor(2) as executor:
        drawn = cluster.sample(problem, executor, 400, seed=2)
        assert [s.rows for s in drawn[:9]] == [s.rows for s in cluster.sample(problem, executor, 400, seed=2)[:9]]
    times = Counter(solution.rows for solution in drawn)
    assert len(times) == 4 and sum((count - 100) ** 2 / 100 for count in times.values()) < 16.3


def test_none_and_limits() -> None:
    none = make_queens(3)
    with ThreadPoolExecutor(2) as executor:
        assert cluster.first(none, executor) is None and cluster.best(none, executor) == []
        assert cluster.best(none, executor).bound is None and cluster.sample(none, executor, 3) == []
        with pytest.raises(Error, match="k is 0"):
            cluster.best(none, executor, 0)
        with pytest.raises(Stopped) as stopped:
            cluster.sample(Problem.classic("queens", 40), executor, 1, time=0.5)
        assert stopped.value.reason == "time"


def test_processes_answer() -> None:
    problem = priced(0)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert [s.cost for s in cluster.best(problem, executor)] == [s.cost for s in problem.best()]
