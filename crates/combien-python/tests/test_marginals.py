"""In how many solutions each option is, and how many solutions have which weights."""

from __future__ import annotations

import math
import pickle
import random
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from combien import Board, Error, Piece, Problem, Stopped, Tiling, UnknownName
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


def dominoes(width: int, height: int) -> Tiling:
    return Tiling(Board.rectangle(width, height), [Piece("##", name="D", turn="sym")])


def test_entropy_is_that_of_all_solutions() -> None:
    some = random.Random(5)
    for _ in range(20):
        sets = random_sets(some)
        covers = [set(cover) for cover in brute_force(sets)]
        problem = Problem.from_sets(sets)
        found = problem.marginals()
        assert found.solutions == len(covers)
        for other in [problem.diagram().marginals(), problem.compile().marginals()]:
            assert (other, other.solutions, other.entropy) == (found, found.solutions, found.entropy)
        for item, bits in found.entropy.items():
            by = Counter(next(name for name in cover if item in sets[name]) for cover in covers)
            parts = [number / len(covers) for number in by.values()]
            if not covers:
                assert bits is None
            else:
                assert bits == pytest.approx(sum(part * math.log2(1 / part) for part in parts))


def test_a_notebook_shows_where_solutions_agree() -> None:
    problem = Problem(["<b>", "b"])
    problem.option((0, 0), ["<b>", "b"])
    problem.option((0, 2), ["<b>"])
    problem.option((1, 1), ["b"])
    problem.option((1, 2), ["b"])
    found = problem.marginals()
    assert [found.share(name) for name in problem] == pytest.approx([1 / 3, 2 / 3, 1 / 3, 1 / 3])
    shown = found._repr_html_()
    ElementTree.fromstring(f"<div>{shown}</div>")
    assert "options in all: 0, in none: 0" in shown and shown.count(">33.3 %<") == 3 and shown.count(">66.7 %<") == 1
    assert "<b>" not in shown and "&lt;b&gt;" in shown and ">0.918<" in shown
    many = Problem.from_sets({"x" * 1000 + str(n): [n // 2] for n in range(2000)}).marginals()
    assert len(many._repr_html_()) < 50_000 and "and 1950 more" in many._repr_html_()
    assert Problem([1]).marginals()._repr_html_() == "<p>no solution</p>"
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.entropy == found.entropy and again._repr_html_() == shown


def test_a_tiling_has_a_heat_map() -> None:
    # 36 tilings of the square of side 4 (OEIS A004003).
    found = dominoes(4, 4).marginals()
    assert found.solutions == 36 and found.entropy[0, 0] == 1.0
    all_of_them = Counter(placement for solution in dominoes(4, 4).solutions() for placement in solution)
    assert found == all_of_them
    for shown in [found._repr_html_(), pickle.loads(pickle.dumps(found))._repr_html_()]:
        ElementTree.fromstring(f"<div>{shown}</div>")
        assert "<svg" in shown and "bits" in shown
    assert "D: 100.0 to 100.0 %" in found.to_svg(piece="D")
    with pytest.raises(UnknownName, match="no piece"):
        found.to_svg(piece="d")
    with pytest.raises(Error, match="only the marginals of a Tiling"):
        Problem([1]).marginals().to_svg()
    with pytest.raises(Error, match="cannot obey `where`"):
        Tiling("##", [Piece("##", turn="sym")], where="symmetric").marginals()
    with pytest.raises(Stopped):
        dominoes(20, 20).marginals(memory=1 << 16)
