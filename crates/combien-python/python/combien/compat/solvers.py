"""Problems as models of other solvers.

Both are made from ``Problem.to_text(format="opb")``: sums of variables that are 0 or 1, compared with numbers. If options give
colors, there are more variables than options. These are determined by the others, so the solutions are the same. If options have
costs, the objective is to make their sum as small as possible.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from .. import Problem

__all__ = ["to_ortools", "to_pulp"]


class _Row(NamedTuple):
    """A sum compared with a number: ``>=`` or ``=``."""

    terms: list[tuple[int, int]]
    """Coefficients, and variables from 1."""
    is_equal: bool
    right: int


def _rows(text: str) -> Iterator[_Row]:
    for line in text.splitlines():
        words = line.split()
        # The objective is made from the costs as they were given, which may have decimals.
        if not words or words[0].startswith("*") or words[0] == "min:":
            continue
        *sums, relation, right, _ = words
        terms = [(int(number), int(name[1:])) for number, name in zip(sums[::2], sums[1::2])]
        yield _Row(terms, relation == "=", int(right))


def _costs(problem: Problem[Any]) -> tuple[list[int], int]:
    """The cost of each option, in units of a power of ten; and the number of decimal places of such a unit."""
    costs = [Decimal(problem.cost(name)) for name in problem.names]
    places = max((-int(cost.as_tuple().exponent) for cost in costs), default=0)
    return [int(cost.scaleb(places)) for cost in costs], places


def _imported(module: str, package: str, name: str, command: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        raise ImportError(f"{name} needs the package {package}: pip install {command}") from missing


def to_ortools(problem: Problem[Any]) -> tuple[Any, dict[Any, Any]]:
    """A ``CpModel`` of OR-tools, and the variable of each option by its name. If options have costs, their sum is minimized.

    Linear in the size of the problem. Raises ``ImportError`` if OR-tools is not installed.
    """
    cp_model = _imported("ortools.sat.python.cp_model", "ortools", "to_ortools", "ortools")
    model = cp_model.CpModel()
    names = problem.names
    rows = list(_rows(problem.to_text(format="opb")))
    variables = [model.new_bool_var(str(name)) for name in names]
    for number in range(len(names) + 1, _last(rows) + 1):
        variables.append(model.new_bool_var(f"x{number}"))
    for row in rows:
        total = sum(number * variables[place - 1] for number, place in row.terms)
        model.add(total == row.right if row.is_equal else total >= row.right)
    costs, places = _costs(problem)
    if any(costs):
        model.minimize(sum(cost * variable for cost, variable in zip(costs, variables)))
        # The solver counts in whole numbers, and tells costs in the unit in which they were given.
        model.proto.objective.scaling_factor = 10.0**-places
    return model, dict(zip(names, variables))


def to_pulp(problem: Problem[Any]) -> tuple[Any, dict[Any, Any]]:
    """An ``LpProblem`` of PuLP, and the variable of each option by its name. The objective is the sum of the costs of the options
    chosen, to be minimized; without costs it is empty.

    Variable ``x1`` is the first option. Linear in the size of the problem. Raises ``ImportError`` if PuLP is not installed.
    """
    pulp = _imported("pulp", "PuLP", "to_pulp", "pulp")
    program = pulp.LpProblem("combien", pulp.LpMinimize)
    names = problem.names
    rows = list(_rows(problem.to_text(format="opb")))
    most = max(len(names), _last(rows))
    # Before version 3.3 of PuLP a variable belongs to no program.
    variable = getattr(program, "add_variable", pulp.LpVariable)
    variables = [variable(f"x{number}", cat="Binary") for number in range(1, most + 1)]
    costs, places = _costs(problem)
    program += pulp.LpAffineExpression([(x, cost / 10**places) for x, cost in zip(variables, costs) if cost])
    for row in rows:
        total = pulp.LpAffineExpression([(variables[place - 1], number) for number, place in row.terms])
        program += total == row.right if row.is_equal else total >= row.right
    return program, dict(zip(names, variables))


def _last(rows: list[_Row]) -> int:
    """The last variable that a row has."""
    return max((place for row in rows for _, place in row.terms), default=0)
