"""Diagrams: all solutions at once, and the algebra of families."""

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys
from collections import Counter

import pytest

from combien import Diagram, Error, Problem, Solution, Stopped
from conftest import make_queens


def brute_force(sets: list[set[int]]) -> set[frozenset[int]]:
    """The exact covers of all numbers that appear, by their places."""
    items = sorted(set().union(*sets)) if sets else []
    covers = set()
    for size in range(len(sets) + 1):
        for chosen in itertools.combinations(range(len(sets)), size):
            if sorted(itertools.chain(*(sets[place] for place in chosen))) == items:
                covers.add(frozenset(chosen))
    return covers


def random_sets(some: random.Random) -> list[set[int]]:
    return [set(some.sample(range(5), some.randint(1, 3))) for _ in range(some.randint(6, 11))]


def rows(diagram: Diagram) -> set[frozenset[int]]:
    listed = [frozenset(solution.rows) for solution in diagram]
    assert len(set(listed)) == len(listed)
    return set(listed)


def test_the_algebra_is_that_of_sets() -> None:
    """Diagrams of random problems, cut in two by an option, against sets of Python."""
    some = random.Random(5)
    seen = 0
    for _ in range(60):
        sets = random_sets(some)
        problem = Problem.from_sets(sets)
        expected = brute_force(sets)
        whole = problem.diagram()
        assert rows(whole) == expected and whole.count() == len(whole) == len(expected)
        assert bool(whole) == bool(expected)
        one, other = some.randrange(len(sets)), some.randrange(len(sets))
        # By another engine the diagram has another order.
        left = problem.diagram(engine=some.choice(["zdd", "intersect"])).including(one)
        right = problem.diagram(engine=some.choice(["zdd", "intersect"])).excluding(other)
        a, b = {cover for cover in expected if one in cover}, {cover for cover in expected if other not in cover}
        assert (rows(left), rows(right)) == (a, b)
        assert rows(left | right) == a | b
        assert rows(left & right) == a & b
        assert rows(left - right) == a - b
        assert rows(left ^ right) == a ^ b
        assert (left == right) == (a == b) and (left != right) == (a != b)
        assert (left <= right) == (a <= b) and (left < right) == (a < b)
        assert (left >= right) == (a >= b) and (left > right) == (a > b)
        assert left.isdisjoint(right) == a.isdisjoint(b)
        assert (left | right) - right == left - right and left & whole == left
        for cover in expected:
            assert cover in whole and (cover in left) == (cover in a)
        sizes = Counter(map(len, expected))
        assert whole.count_by_size() == [sizes[size] for size in range(max(sizes, default=-1) + 1)]
        seen += len(expected)
    assert seen > 100


def test_what_is_in_it() -> None:
    problem = make_queens(6)
    diagram = problem.diagram()
    solutions = list(problem.solutions())
    assert set(diagram) == set(solutions) and all(solution in diagram for solution in solutions)
    assert solutions[0].names in diagram and iter(solutions[0].names) in diagram
    assert solutions[0].names[:-1] not in diagram and [] not in diagram
    assert ["no such option"] not in diagram
    # A solution of another problem is known by its names.
    again = make_queens(6)
    assert next(again.solutions()) in diagram and next(make_queens(5).solutions()) not in diagram
    with pytest.raises(TypeError, match="cannot be a name"):
        [[1]] in diagram  # noqa: B015
    with pytest.raises(TypeError, match="a solution must be a list"):
        5 in diagram  # type: ignore[operator]  # noqa: B015


def test_iteration_is_lazy_and_solutions_are_those_of_the_problem() -> None:
    squares = Problem(primary=[(square, cell) for square in range(200) for cell in range(4)])
    for square in range(200):
        for pair in [(0, 1), (2, 3), (0, 2), (1, 3)]:
            squares.option((square, pair), [(square, cell) for cell in pair])
    diagram = squares.diagram()
    assert diagram.count() == 2**200
    with pytest.raises(OverflowError, match="ask count"):
        len(diagram)
    few = list(itertools.islice(diagram, 5))
    assert len(set(few)) == 5 and all(isinstance(one, Solution) and squares.check(one) for one in few)
    assert bool(diagram) and diagram.node_count < 2000
    assert diagram.count_by_size() == [0] * 400 + [2**200]
    assert repr(diagram).startswith("<combien.Diagram: 16069380442589902755419620923411626025222029937827")


def test_samples_are_equally_likely() -> None:
    problem = Problem.from_rows(
        [[row * 4 + column, row * 4 + column + 1] for row in range(4) for column in range(3)]
        + [[row * 4 + column, row * 4 + column + 4] for row in range(3) for column in range(4)]
    )
    diagram = problem.diagram()
    assert len(diagram) == 36
    drawn = diagram.sample(3600, seed=7)
    assert drawn == diagram.sample(3600, seed=7) != diagram.sample(3600, seed=8)
    assert drawn == problem.sample(3600, seed=7, engine="zdd")
    # Dominoes are drawn without a diagram by default.
    for drawn in (drawn, problem.sample(3600, seed=7)):
        counts = Counter(drawn)
        assert len(counts) == 36
        # Chi squared with 35 degrees of freedom: beyond 80 in one of 40,000 cases.
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 80
    half = diagram.including(0)
    assert set(half.sample(400)) == set(half) and diagram.sample(0) == []
    assert (diagram - diagram).sample(3) == []


def test_a_problem_may_grow() -> None:
    problem = Problem.from_sets({"a": [1], "b": [2]})
    before = problem.diagram()
    problem.option("c", [1, 2])
    after = problem.diagram()
    assert before < after and (after - before).universe and [s.names for s in after - before] == [("c",)]
    assert (before | after) == after and before == after.excluding("c")


def test_diagrams_of_two_problems_are_not_combined() -> None:
    one, other = Problem.from_sets([[1], [2]]).diagram(), Problem.from_sets([[1], [3]]).diagram()
    assert one != other and one != 5 and not one == "a"
    for operation in [lambda: one | other, lambda: one <= other, lambda: one.isdisjoint(other)]:
        with pytest.raises(Error, match="of two problems"):
            operation()
    with pytest.raises(TypeError):
        one | {1}  # type: ignore[operator]
    assert one == Problem.from_sets([[1], [2]]).diagram()
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    with pytest.raises(KeyError, match="no option with the name 9"):
        one.including(9)


def test_texts_and_pickles() -> None:
    problem = Problem.from_sets({"both": [1, 2], "one": [1], "two": [2]})
    diagram = problem.diagram()
    assert pickle.loads(pickle.dumps(diagram)) == diagram
    assert sorted(diagram.universe) == ["both", "one", "two"]
    assert diagram.to_text().startswith("zdd 1\n") and diagram.to_text().splitlines()[-1].startswith("root ")
    dot = diagram.to_dot()
    assert dot.startswith("digraph") and '"both"' in dot and dot.count("rank=same") == 3
    for family in [diagram, diagram - diagram, diagram.excluding("both")]:
        assert from_graphillion(family) == {frozenset(solution.names) for solution in family}
    for wrong in [(problem, [0, 9], "zdd 1\nroot 0\n"), (problem, [0], "zdd 1\n2 4 0 1\nroot 2\n"), (problem, [0], "x")]:
        with pytest.raises(Error, match="this pickle of a diagram is broken"):
            diagram.__reduce__()[0](*wrong)
    # A pickle that was changed by hand is detected before any solution is returned.
    wrong = diagram.__reduce__()[0](problem, [1], "zdd 1\n2 0 0 1\nroot 2\n")
    for question in [lambda: next(iter(wrong)), lambda: wrong.sample(1)]:
        with pytest.raises(RuntimeError, match="wrong solution"):
            question()


def from_graphillion(diagram: Diagram) -> set[frozenset[object]]:
    """What the text means by the description of the format: one line for each node, `id element lo hi`, the root last,
    then a dot."""
    *lines, end = diagram.to_graphillion().splitlines()
    assert end == "."
    families: dict[str, set[frozenset[object]]] = {"B": set(), "T": {frozenset()}}
    root = "B"
    for line in lines:
        words = line.split()
        root = words[0]
        if len(words) == 4:
            element = frozenset([diagram.universe[int(words[1]) - 1]])
            families[root] = families[words[2]] | {element | member for member in families[words[3]]}
    return families[root]


def test_graphillion_reads_it() -> None:
    graphillion = pytest.importorskip("graphillion", reason="graphillion is not installed")
    setset = graphillion.setset
    problem = make_queens(6)
    diagram = problem.diagram()
    setset.set_universe(diagram.universe)
    family = setset.loads(diagram.to_graphillion())
    assert {frozenset(one) for one in family} == {frozenset(s.names) for s in diagram}


def test_the_best_solutions() -> None:
    some = random.Random(8)
    seen = 0
    for _ in range(40):
        sets = random_sets(some)
        diagram = Problem.from_sets(sets).diagram()
        weights = {name: some.randint(-5, 9) for name in range(len(sets)) if some.random() < 0.8}
        expected = sorted(sum(weights.get(name, 0) for name in cover) for cover in brute_force(sets))
        for found, order in [(diagram.lightest(weights, 99), expected), (diagram.heaviest(weights, 99), expected[::-1])]:
            assert [weight for weight, _ in found] == order
            assert all(weight == sum(weights.get(name, 0) for name in solution) for weight, solution in found)
            assert len({solution for _, solution in found}) == len(order)
        assert diagram.lightest(weights) == diagram.lightest(weights, 1)
        assert len(diagram.heaviest(weights, 2)) == min(2, len(expected))
        seen += len(expected)
    assert seen > 50
    large = Problem.from_sets([[1], [2]]).diagram().heaviest({0: 2**63 - 1, 1: 2**63 - 1})
    assert [weight for weight, _ in large] == [2**64 - 2]
    for weights, message in [({0: 0.5}, "the weight of 0 is 0.5, not a whole number"), ({9: 1}, "no option with the name 9")]:
        with pytest.raises(Error, match=message):
            diagram.lightest(weights)  # type: ignore[arg-type]


def test_limits() -> None:
    with pytest.raises(Stopped) as stopped:
        make_queens(12).diagram(memory=10_000)
    assert stopped.value.reason == "memory" and stopped.value.certain is None
    with pytest.raises(Stopped) as stopped:
        make_queens(16).diagram(time=0.2)
    assert stopped.value.reason == "time"
    with pytest.raises(Error, match="cannot build a diagram"):
        make_queens(4).diagram(engine="links")
    with pytest.raises(Error, match="the engine memo makes product nodes"):
        make_queens(4).diagram(engine="memo")
    with pytest.raises(TypeError, match="no keyword `limit`"):
        make_queens(4).diagram(limit=3)  # type: ignore[call-arg]


def test_an_iterator_may_be_shared_and_left() -> None:
    program = """
import threading
from combien import Problem
p = Problem.from_rows([[i] for i in range(40)] + [[i, i + 1] for i in range(39)])
d = p.diagram()
it = iter(d)
threads = [threading.Thread(target=lambda: [next(it) for _ in range(500)]) for _ in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
print(len(d))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    # The tilings of a strip of 40 cells by pieces of one and two: Fibonacci numbers.
    assert (done.returncode, done.stdout) == (0, "165580141\n"), done.stderr
