"""Diagrams with products: counted, listed, drawn from, restricted, weighed, written and read."""

from __future__ import annotations

import itertools
import pathlib
import pickle
import random

import pytest

from combien import Error, Problem, ProductDiagram, Stopped
from conftest import make_queens
from test_diagram import brute_force, random_sets

#: The exact covers of examples/lesson.dlx, compiled by d4.
D4 = pathlib.Path("crates/combien/tests/nnf/lesson.d4.nnf")


def rows(diagram: ProductDiagram) -> set[frozenset[int]]:
    listed = [frozenset(solution.rows) for solution in diagram]
    assert len(set(listed)) == len(listed) == diagram.count() == len(diagram)
    return set(listed)


def test_a_diagram_holds_the_solutions() -> None:
    """Diagrams of random problems against brute force."""
    some = random.Random(8)
    for _ in range(60):
        sets = random_sets(some)
        problem = Problem.from_sets(sets)
        expected = brute_force(sets)
        whole = problem.compile(engine=some.choice([None, "auto", "memo"]))
        assert rows(whole) == expected and bool(whole) == bool(expected)
        assert whole.problem is problem and whole.node_count >= whole.product_count
        assert whole.count_by_size() == [
            sum(len(cover) == size for cover in expected)
            for size in range(max(map(len, expected), default=-1) + 1)
        ]
        one, other = some.randrange(len(sets)), some.randrange(len(sets))
        assert rows(whole.including(one, other)) == {cover for cover in expected if {one, other} <= cover}
        assert rows(whole.excluding(one, other)) == {cover for cover in expected if not {one, other} & cover}
        for size in range(3):
            for names in itertools.combinations(range(len(sets)), size):
                assert (names in whole) == (frozenset(names) in expected)
        assert ["unknown"] not in whole
        weights = {name: some.randint(-9, 9) for name in range(0, len(sets), 2)}
        weighed = {cover: sum(weights.get(name, 0) for name in cover) for cover in expected}
        for best, extreme in [(whole.lightest(weights), min), (whole.heaviest(weights), max)]:
            if not expected:
                assert best is None
            else:
                assert best is not None
                assert best[0] == extreme(weighed.values()) == weighed[frozenset(best[1].rows)]
        if expected:
            drawn = whole.sample(20, seed=3)
            assert all(solution in whole for solution in drawn) and drawn == whole.sample(20, seed=3)
            assert whole.count() == problem.diagram().count()
        else:
            assert whole.sample(5) == []
        for again in [
            pickle.loads(pickle.dumps(whole)),
            problem.parse_diagram(whole.to_text()),
            problem.parse_diagram(whole.to_text(format="nnf")),
        ]:
            assert rows(again) == expected


def test_diagrams_are_files(tmp_path: pathlib.Path) -> None:
    queens = make_queens(8)
    diagram = queens.compile()
    assert repr(diagram) == f"<combien.ProductDiagram: 92 solutions, {diagram.node_count} nodes>"
    for name, format, head in [
        ("a.zdnnf", None, "zdnnf 1 64"),
        ("a.nnf", None, "nnf "),
        ("b.txt", None, "zdnnf 1 64"),
        ("c.txt", "nnf", "nnf "),
    ]:
        diagram.write(tmp_path / name, format=format)  # type: ignore[arg-type]
        assert (tmp_path / name).read_text().startswith(head)
        assert rows(queens.read_diagram(tmp_path / name)) == rows(diagram)
    with pytest.raises(Error, match="no format 'dot'"):
        diagram.write(tmp_path / "d", format="dot")  # type: ignore[arg-type]
    assert not (tmp_path / "d").exists()
    with pytest.raises(FileNotFoundError):
        queens.read_diagram(tmp_path / "none")
    with pytest.raises(Error, match="this one has 25"):
        make_queens(5).read_diagram(tmp_path / "a.nnf")
    with pytest.raises(Error, match=r"line 1: .* neither"):
        queens.parse_diagram("hello\n")
    with pytest.raises(Error, match="more than 1000 bytes"):
        queens.read_diagram(tmp_path / "a.nnf", memory=1000)
    with pytest.raises(Stopped) as stopped:
        queens.read_diagram(tmp_path / "a.nnf", time=0)
    assert stopped.value.reason == "time"
    with pytest.raises(TypeError, match="no use for `nodes`"):
        queens.read_diagram(tmp_path / "a.nnf", nodes=5)  # type: ignore[call-arg]
    # The sets of another problem.
    other = Problem.from_sets([{1}, {2}])
    with pytest.raises(Error, match="of another problem"):
        other.parse_diagram("zdnnf 1 2\n2 choice 1 >1\nroot 2\n")


def test_a_diagram_of_another_tool_is_read() -> None:
    import os

    root = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])
    lesson = Problem.read(root / "examples" / "lesson.dlx")
    diagram = lesson.read_diagram(root / D4)
    assert rows(diagram) == {frozenset(cover) for cover in [(0, 1, 3), (1, 5), (2, 4), (3, 6, 7)]}
    assert rows(pickle.loads(pickle.dumps(diagram))) == rows(diagram)


def test_what_compile_cannot_do() -> None:
    problem = make_queens(6)
    with pytest.raises(Error, match="the engine zdd makes no product nodes"):
        problem.compile(engine="zdd")
    with pytest.raises(Stopped) as stopped:
        make_queens(12).compile(nodes=100)
    assert stopped.value.reason == "nodes"
    bounded = Problem([1], bounds={1: (1, 2)})
    bounded.options([(None, [1]), (None, [1])])
    with pytest.raises(Error):
        bounded.compile()
    with pytest.raises(Error, match="bounds"):
        bounded.parse_diagram("zdnnf 1 2\nroot 0\n")
    with pytest.raises(Error, match="64 bits"):
        problem.compile().lightest({next(iter(problem.solutions())).names[0]: 1 << 64})
