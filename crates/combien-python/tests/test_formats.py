"""Problems as files and texts, and for other solvers."""

from __future__ import annotations

import itertools
import os
import pathlib
import random
import warnings
from decimal import Decimal

import pytest

from combien import Error, Problem
from combien.compat import to_ortools, to_pulp
from conftest import make_queens
from test_diagram import brute_force, random_sets


ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])


def colored() -> Problem:
    """Bounds, colors, and an item that may stay uncovered."""
    problem = Problem(primary=["a", "b", "c"], secondary=["x"], bounds={"b": (1, 2), "c": (0, None)})
    for number, color in enumerate(["red", "green", "red", None]):
        problem.option(f"a{number}", ["a", ("x", color)] if color else ["a", "x"])
        problem.option(f"b{number}", ["b", ("x", color)] if color else ["b"])
    problem.option("c", ["c", ("x", "red")])
    problem.option("bc", ["b", "c"])
    return problem


@pytest.mark.parametrize("format", ["dlx", "json"])
def test_texts_are_read_again(format: str, tmp_path: pathlib.Path) -> None:
    for problem in [colored(), make_queens(5), Problem.from_sets({"A": ["1"], "B": ["2", "3"]})]:
        if format == "dlx" and problem.item_count == 28:
            with pytest.raises(Error, match="the format 'json' can hold any problem"):
                problem.to_text()
            continue
        text = problem.to_text(format=format)
        again = Problem.parse(text, format=format)
        assert again.count() == problem.count() and again.to_text(format=format) == text
        path = tmp_path / f"problem.{format.upper()}"
        problem.write(path)
        assert path.read_text() == text and Problem.read(path) == again
        other = tmp_path / "problem.txt"
        problem.write(other, format=format)
        assert other.read_text() == text and Problem.read(str(other), format=format) == again


def test_texts_for_other_solvers(tmp_path: pathlib.Path) -> None:
    problem = colored()
    heads = {"cnf": "p cnf ", "opb": "* #variable=", "lp": "Minimize", "mzn": "solve satisfy;", "fzn": "int_lin_eq"}
    for format, head in heads.items():
        text = problem.to_text(format=format)
        assert head in text
        path = tmp_path / f"problem.{format}"
        problem.write(path)
        assert path.read_text() == text
        with pytest.raises(Error, match="it is written and not read"):
            Problem.read(path)
        with pytest.raises(Error, match="it is written and not read"):
            Problem.parse(text, format=format)


def test_tables_and_integer_programs_are_read_again(tmp_path: pathlib.Path) -> None:
    plain = Problem(primary=["a", "b"], secondary=["x"], bounds={"b": (1, 2)})
    plain.option("one", ["a", "x"], cost=3)
    plain.option("two", ["b"], cost=-1)
    plain.option("both", ["a", "b"])
    for format in ["csv", "mps"]:
        path = tmp_path / f"problem.{format}"
        plain.write(path)
        assert Problem.read(path) == plain and Problem.parse(plain.to_text(format=format), format=format) == plain
    rows = Problem(primary=["a", "b"], secondary=["x"])
    for name, items in {"one": ["a", "x"], "two": ["b"], "both": ["a", "b"]}.items():
        rows.option(name, items)
    assert rows.to_text(format="sage") == "[[0, 2],\n [1],\n [0, 1],\n [2]]\n"
    lists = Problem.parse(rows.to_text(format="sage"), format="sage")
    assert lists.count() == rows.count() == 2
    assert Problem.parse('[["one", ["a", 3]], ["two", ["b"]]]', format="json").first() is not None
    with pytest.raises(Error, match="lists for Sage have none"):
        colored().to_text(format="sage")
    again = Problem.parse(colored().to_text(format="csv"), format="csv")
    assert again.count() == colored().count() == sum(1 for _ in again.solutions())
    for format, text, line in [("csv", "a,b\n1,2\n", 2), ("mps", "ROWS\n X a\nENDATA\n", 2)]:
        with pytest.raises(Error) as raised:
            Problem.parse(text, format=format)
        assert raised.value.place is not None and f":{line}:" in str(raised.value)


def models(clauses: str) -> list[str]:
    """All models of a formula, tried one by one, as solvers print them."""
    lines = [line.split() for line in clauses.splitlines() if line and line[0] not in "cp"]
    listed = [[int(word) for word in line[:-1]] for line in lines]
    (head,) = [line.split() for line in clauses.splitlines() if line.startswith("p ")]
    found = []
    for bits in itertools.product([False, True], repeat=int(head[2])):
        if all(any(bits[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in listed):
            literals = " ".join(str(place if bit else -place) for place, bit in enumerate(bits, 1))
            found.append(f"c a comment\ns SATISFIABLE\nv {literals} 0\n")
    return found


def test_models_of_other_solvers_are_read() -> None:
    some = random.Random(3)
    seen = 0
    for _ in range(20):
        sets = random_sets(some)[:7]
        problem = Problem.from_sets(sets)
        found = [problem.read_model(model) for model in models(problem.to_text(format="cnf"))]
        # Models and solutions are one to one.
        assert len(found) == problem.count() and None not in found
        assert {frozenset(solution.rows) for solution in found if solution} == brute_force(sets)
        seen += len(found)
    assert seen > 10
    problem = Problem.from_sets([[1], [2]])
    assert problem.read_model("s UNSATISFIABLE\n") is None
    for text, message in [
        ("s UNKNOWN\n", "the solver gave up"),
        ("v 1 2 0\n", "no line says"),
        ("SAT\n1 two 0\n", "line 2: `two` is not a literal"),
        ("SAT\n1 -2 0\n", "the model is no solution: no option covers item `2`"),
    ]:
        with pytest.raises(Error, match=message):
            problem.read_model(text)


def test_likely_mistakes_cause_warnings(tmp_path: pathlib.Path) -> None:
    with pytest.warns(UserWarning, match=r"<text>:1:3: no option has item `b`, so there is no solution"):
        problem = Problem.parse("a b\na\n")
    assert problem.uncoverable == ["b"] and problem.count() == 0
    path = tmp_path / "slip.json"
    path.write_text('{"schema": 1, "items": [{"name": "a"}, {"name": "b"}], "options": [{"items": ["a"]}]}')
    with pytest.warns(UserWarning, match=r"slip.json:1:.* no option has item `b`"):
        Problem.read(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Problem.parse("a b\na\nb\n")
        with pytest.raises(UserWarning):
            Problem.parse("a b\na\n")


def test_faults_have_a_place() -> None:
    with pytest.raises(Error) as raised:
        Problem.parse("a b\na c\n")
    assert raised.value.place == "<text>:2:3" and "`c`" in str(raised.value)
    with pytest.raises(Error, match="there is no format 'xml': it is one of 'dlx', 'json', 'cnf', 'opb', 'lp'"):
        Problem.parse("", format="xml")
    for question in [lambda p: p.to_text(format="XML"), lambda p: p.write("/nowhere/at.all", format="yaml")]:
        with pytest.raises(Error, match="there is no format"):
            question(make_queens(4))
    with pytest.raises(OSError):
        make_queens(4).write("/nowhere/at.json")
    with pytest.raises(FileNotFoundError):
        Problem.read("/nowhere/at.all")


def all_problems() -> list[Problem]:
    some = random.Random(11)
    plain = [Problem.from_sets(random_sets(some)) for _ in range(10)]
    return [*plain, colored(), make_queens(5), make_queens(3), Problem(), Problem(["a"])]


def test_ortools_counts_the_same() -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed")

    class Seen(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
        def __init__(self, chosen: dict[object, object]) -> None:
            super().__init__()
            self.chosen, self.found = chosen, set()

        def on_solution_callback(self) -> None:
            self.found.add(frozenset(name for name, variable in self.chosen.items() if self.value(variable)))

    for problem in all_problems():
        model, chosen = to_ortools(problem)
        assert list(chosen) == problem.names
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        seen = Seen(chosen)
        solver.solve(model, seen)
        assert seen.found == {frozenset(solution.names) for solution in problem.solutions()}


def test_pulp_finds_one() -> None:
    pulp = pytest.importorskip("pulp", reason="pulp is not installed")
    for problem in all_problems():
        program, chosen = to_pulp(problem)
        assert list(chosen) == problem.names
        status = program.solve(pulp.PULP_CBC_CMD(msg=False))
        if problem.has_solution():
            assert pulp.LpStatus[status] == "Optimal"
            assert problem.check([name for name, variable in chosen.items() if variable.value() > 0.5])
        else:
            assert pulp.LpStatus[status] == "Infeasible"


def priced() -> list[Problem]:
    """Problems with costs: whole numbers and decimals, positive and negative, of some options or of all."""
    some = random.Random(29)
    sets = [random_sets(some) for _ in range(12)]
    units = ["1", "0.25", "-1", "-0.5"]
    problems = [
        Problem.from_sets(each, costs=[some.randint(0, 9) * Decimal(units[at % 4]) for _ in each])
        for at, each in enumerate(sets)
    ]
    for problem in [colored(), make_queens(6)]:
        for number, name in enumerate(problem.names):
            problem.set_cost(name, Decimal((7 * number) % 11 - 3) / 4)
        problems.append(problem)
    return problems


def cheapest(problem: Problem) -> Decimal | int | None:
    """The least cost, by listing all solutions."""
    return min((solution.cost for solution in problem.solutions()), default=None)


def test_costs_are_the_objective_of_ortools() -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed")
    for problem in priced():
        model, chosen = to_ortools(problem)
        solver, least = cp_model.CpSolver(), cheapest(problem)
        status = solver.solve(model)
        assert status == (cp_model.INFEASIBLE if least is None else cp_model.OPTIMAL)
        if least is not None:
            names = [name for name, variable in chosen.items() if solver.value(variable)]
            assert problem.check(names) and sum(problem.cost(name) for name in names) == least
            assert problem.best(1)[0].cost == least and solver.objective_value == pytest.approx(float(least))


def test_costs_are_the_objective_of_pulp() -> None:
    pulp = pytest.importorskip("pulp", reason="pulp is not installed")
    for problem in priced():
        program, chosen = to_pulp(problem)
        least = cheapest(problem)
        status = pulp.LpStatus[program.solve(pulp.PULP_CBC_CMD(msg=False))]
        assert status == ("Infeasible" if least is None else "Optimal")
        if least is not None:
            names = [name for name, variable in chosen.items() if variable.value() > 0.5]
            assert problem.check(names) and sum(problem.cost(name) for name in names) == least
            assert pulp.value(program.objective) == pytest.approx(float(least))


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ["ortools.sat.python.cp_model", "pulp"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="to_ortools needs the package ortools: pip install ortools"):
        to_ortools(make_queens(4))
    with pytest.raises(ImportError, match="to_pulp needs the package PuLP: pip install pulp"):
        to_pulp(make_queens(4))


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("queens", 8), 92),  # OEIS A000170
        (("torus-queens", 7), 28),  # A007705
        (("langford", 7), 52),  # A014552 has 26, and each may be read backwards
        (("latin", 4), 576),  # A002860
        (("steiner", 9), 840),  # A030128
        (("matchings", 4), 105),  # (2n - 1)!!
        (("partitions", 6), 203),  # A000110
        (("sudoku", "2x2"), 288),  # A107739
        (("coloring", "3", str(ROOT / "examples/puzzles/petersen.txt")), 120),  # its chromatic polynomial at 3
        (("factor", str(ROOT / "examples/puzzles/petersen.txt"), "path2"), 6),  # each edge is in two of them
    ],
)
def test_classic_puzzles(arguments: tuple[object, ...], count: int) -> None:
    assert Problem.classic(*arguments).count() == count  # type: ignore[arg-type]


def test_wrong_puzzles() -> None:
    for arguments, message in [
        (("quens", 8), "`quens`.*did you mean `queens`?"),
        (("queens",), "write: queens N"),
        (("queens", "many"), "a number"),
        (("factor", str(ROOT / "examples/puzzles/petersen.txt"), "cicle5"), "PIECES:1:1: there is no piece `cicle5`"),
        (("queens", 10**6), "N is from 1 to 500, not 1000000"),
    ]:
        with pytest.raises(Error, match=message):
            Problem.classic(*arguments)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        Problem.classic("coloring", 3, "/nowhere/at.all")
