"""Perfect matchings of graphs of networkx."""

from __future__ import annotations

from typing import Any

from ._combien import Problem
from ._errors import Error, WrongType

__all__: list[str] = []


def from_graph(graph: Any) -> Problem[Any]:
    """A problem whose solutions are the perfect matchings: see ``Problem.from_graph``."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "is_multigraph")):
        raise WrongType(f"{graph!r} is not a graph of networkx")
    if graph.is_directed():
        raise Error("this graph is directed, and a matching is not: take graph.to_undirected()")
    edges = list(graph.edges(keys=True)) if graph.is_multigraph() else list(graph.edges())
    for edge in edges:
        if edge[0] == edge[1]:
            raise Error(f"edge {edge!r} goes from a vertex to itself, and no matching can have it")
    problem = Problem(graph.nodes())
    problem.options((edge, edge[:2]) for edge in edges)
    return problem
