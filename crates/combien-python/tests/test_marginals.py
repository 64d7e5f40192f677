"""In how many solutions each option is, and how many solutions have which weights."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from combien import Error, Problem, Stopped
from test_diagram import brute_force, random_sets


def test_marginals_and_distributions_are_counted_over_all_solutions() -> None:
    some = random.Random(23)
    for _ in range(40):
        sets = random_sets(some)
        problem = Problem.from_sets(sets)
        covers = brute_force(sets)
        expected = {name: sum(name in cover for cover in covers) for name in range(len(sets))}
        one = {name: some.randint(-3, 3) for name in range(len(sets))}
        other = {name: some.randint(-3, 3) for name in range(0, len(sets), 2)}
        sums = Counter(sum(one[name] for name in cover) for cover in covers)
        pairs = Counter(
            (sum(one[name] for name in cover), sum(other.get(name, 0) for name in cover)) for cover in covers
        )
        for diagram in [problem.diagram(), problem.compile()]:
            assert diagram.marginals() == expected
            assert diagram.distribution(one) == sums
            assert list(diagram.distribution(one)) == sorted(sums)
            assert diagram.distribution(one, other) == pairs
        assert problem.marginals() == problem.marginals(engine="memo") == expected


def test_names_are_those_of_the_problem() -> None:
    problem = Problem(["a", "b"])
    problem.option("left", ["a"])
    problem.option("right", ["b"])
    problem.option(("both", 1), ["a", "b"])
    assert problem.marginals() == {"left": 1, "right": 1, ("both", 1): 1}
    assert problem.diagram().distribution({"left": 2, ("both", 1): 5}) == {2: 1, 5: 1}


def test_wrong_use_is_explained() -> None:
    problem = Problem.from_sets([{1}, {1}])
    with pytest.raises(Error, match="a distribution needs weights"):
        problem.diagram().distribution()
    with pytest.raises(TypeError):
        problem.diagram().distribution([1, 2])  # type: ignore[arg-type]
    with pytest.raises(Error, match="not a whole number"):
        problem.compile().distribution({0: 1 << 64})
    with pytest.raises(Stopped):
        Problem.from_sets([{i, (i + 1) % 40} for i in range(40)]).marginals(nodes=1)
