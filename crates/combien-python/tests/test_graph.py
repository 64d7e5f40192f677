"""Perfect matchings of graphs of networkx."""

from __future__ import annotations

import math

import pytest

from combien import Error, Problem, WrongType

nx = pytest.importorskip("networkx", reason="networkx is not installed")


@pytest.mark.parametrize("n", [2, 4, 6, 8, 10])
def test_complete_graphs(n: int) -> None:
    # (n - 1)!!, the double factorial.
    assert Problem.from_graph(nx.complete_graph(n)).count() == math.prod(range(n - 1, 0, -2))
    assert Problem.from_graph(nx.complete_graph(n + 1)).count() == 0
    # A complete bipartite graph has a matching for each permutation.
    assert Problem.from_graph(nx.complete_bipartite_graph(n, n)).count() == math.factorial(n)


def test_known_graphs() -> None:
    petersen = Problem.from_graph(nx.petersen_graph())
    assert (petersen.count(), petersen.item_count, petersen.option_count) == (6, 10, 15)
    assert petersen.symmetries().order == 120
    # Tilings of squares by dominoes (OEIS A004003).
    for side, count in [(2, 2), (4, 36), (6, 6728), (8, 12988816)]:
        assert Problem.from_graph(nx.grid_2d_graph(side, side)).count() == count
    assert Problem.from_graph(nx.cycle_graph(20)).count() == 2
    assert Problem.from_graph(nx.Graph()).count() == 1
    # The cube of four dimensions (OEIS A005271).
    assert Problem.from_graph(nx.hypercube_graph(4)).count() == 272


def test_solutions_are_matchings_of_networkx() -> None:
    for seed in range(10):
        graph = nx.gnp_random_graph(10, 0.5, seed=seed)
        problem = Problem.from_graph(graph)
        for matching in problem.solutions():
            assert nx.is_perfect_matching(graph, set(matching.names))
        best = nx.max_weight_matching(graph, maxcardinality=True)
        assert problem.has_solution() == (len(best) == 5)


def test_multigraphs_and_names() -> None:
    graph = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "d")])
    problem = Problem.from_graph(graph)
    assert {frozenset(matching.names) for matching in problem.solutions()} == {
        frozenset([("a", "b", 0), ("c", "d", 0)]),
        frozenset([("a", "b", 1), ("c", "d", 0)]),
    }
    assert problem[("b", "c", 0)] == ("b", "c") and problem.primary == ["a", "b", "c", "d"]


def test_wrong_graphs() -> None:
    with pytest.raises(Error, match=r"edge \(1, 1\) goes from a vertex to itself"):
        Problem.from_graph(nx.Graph([(0, 1), (1, 1)]))
    with pytest.raises(Error, match=r"edge \(1, 1, 'x'\) goes from a vertex to itself"):
        Problem.from_graph(nx.MultiGraph([(1, 1, "x")]))
    with pytest.raises(Error, match="directed"):
        Problem.from_graph(nx.DiGraph([(0, 1)]))
    with pytest.raises(WrongType, match="is not a graph of networkx"):
        Problem.from_graph([(0, 1)])
