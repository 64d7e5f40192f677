"""What people expect of objects of Python: they are iterated, closed, awaited, shown, pickled, and take seeds of any kind."""

from __future__ import annotations

import asyncio
import copy
import io
import pickle
import random
import threading
import time
import xml.etree.ElementTree as ElementTree
import zipfile
from decimal import Decimal

import numpy as np
import pytest

from combien import Board, Error, Piece, Problem, Solution, Tiling
from conftest import LETTERS, make_queens


def test_a_problem_is_a_collection_of_its_options(letters: Problem) -> None:
    assert list(letters) == letters.names == list(LETTERS) and len(letters) == 6
    assert "A" in letters and "Z" not in letters and 0 not in letters
    assert {name: list(letters[name]) for name in letters} == LETTERS
    matrix = Problem.from_matrix([[1, 0], [0, 1]])
    assert list(matrix) == [0, 1] and 1 in matrix and 2 not in matrix and "0" not in matrix
    assert bool(Problem()) and len(Problem()) == 0 and list(Problem()) == []
    with pytest.raises(TypeError):
        [] in letters  # noqa: B015


def test_seeds_are_numbers_generators_or_fresh() -> None:
    problem = make_queens(6)

    def rows(seed: object) -> list[tuple[int, ...]]:
        return [solution.rows for solution in problem.sample(20, seed=seed)]  # type: ignore[arg-type]

    assert rows(7) == rows(np.int64(7)) != rows(8)
    for make in (np.random.default_rng, np.random.RandomState, random.Random):
        generator = make(5)
        first, second = rows(generator), rows(generator)
        again = make(5)
        assert first == rows(again) and second == rows(again) and first != second
    assert len({tuple(rows(None)) for _ in range(5)}) > 1
    assert problem.estimate(seed=None).probes >= 4096
    made = problem.generate(seed=random.Random(3))
    assert made is not None and made.clues == problem.generate(seed=random.Random(3)).clues  # type: ignore[union-attr]
    assert problem.diagram().sample(3, seed=np.random.default_rng(1))
    for wrong in (-1, 2**64):
        with pytest.raises(Error, match=f"{wrong} is not a whole number from 0 on"):
            problem.sample(1, seed=wrong)
    with pytest.raises(TypeError, match="'x' is not a whole number"):
        problem.sample(1, seed="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [lambda p: p.sample(-1), lambda p: p.best(-1), lambda p: p.estimate(probes=-1), lambda p: p.puzzles(series=-1)])
def test_negative_numbers_are_errors_in_words(ask: object) -> None:
    with pytest.raises(Error, match="-1 is not a whole number from 0 on"):
        ask(make_queens(5))  # type: ignore[operator]


def test_an_estimate_has_a_range() -> None:
    size = Problem.classic("queens", 12).estimate().solutions
    # OEIS A000170.
    assert 0 < size.low < 14200 < size.high < 20000


def test_solutions_are_closed() -> None:
    problem = Problem.classic("queens", 20)
    with problem.solutions() as solutions:
        assert next(solutions) is not None
    assert list(solutions) == []
    solutions.close()
    with Tiling("######\n" * 6, [Piece("##", times=(0, None))]).solutions() as tilings:
        assert next(tilings) is not None
    assert next(tilings, None) is None
    with pytest.raises(KeyError), problem.solutions():
        raise KeyError


def test_closing_ends_a_search_of_another_thread() -> None:
    # There are none for 4k + 1 and 4k + 2 (C. D. Langford's problem; R. O. Davies, 1959), and the search takes hours.
    solutions = Problem.classic("langford", 17).solutions(engine="links")
    ended: list[object] = []
    waiting = threading.Thread(target=lambda: ended.append(next(solutions, None)))
    waiting.start()
    time.sleep(0.2)
    began = time.perf_counter()
    solutions.close()
    waiting.join(10)
    assert not waiting.is_alive() and time.perf_counter() - began < 5 and ended == [None]


def test_solutions_are_awaited() -> None:
    problem = make_queens(6)

    async def listed() -> list[tuple[int, ...]]:
        return [solution.rows async for solution in problem.solutions()]

    assert asyncio.run(listed()) == [solution.rows for solution in problem.solutions()]

    async def cancelled() -> float:
        solutions = Problem.classic("langford", 17).solutions(engine="links")
        began = time.perf_counter()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(anext(solutions), 0.2)
        return time.perf_counter() - began

    assert asyncio.run(cancelled()) < 10


def test_a_pickled_solution_is_as_large_as_itself() -> None:
    large = Problem.classic("sudoku", "3x3")
    first = large.first()
    assert first is not None
    packed = pickle.dumps(first)
    assert len(packed) < len(pickle.dumps(large)) / 3
    again: Solution = pickle.loads(packed)
    assert (again, again.rows, again.names, again.items, hash(again)) == (first, first.rows, first.names, first.items, hash(first))
    assert pickle.loads(pickle.dumps(again)) == again and large.check(again)
    assert copy.copy(first) is first and copy.deepcopy(first) is first
    costs = Problem.from_sets([[1], [2], [1, 2]], costs=["1.5", 2, 3])
    priced = pickle.loads(pickle.dumps(Solution(costs, [0, 1])))
    assert priced.cost == Decimal("3.5") and priced.rows == (0, 1) and costs.check(priced)
    colored = Problem(primary=["p", "q"], secondary=["x"])
    colored.option("one", ["p", ("x", "red")])
    colored.option(None, ["q", ("x", "red")])
    both = colored.first()
    assert both is not None and pickle.loads(pickle.dumps(both)) == both


def test_notebooks_show_tables_and_boards(letters: Problem) -> None:
    first = letters.first()
    assert first is not None
    shown = [letters.estimate(), letters.generate(), letters.rate(["B", "D", "F"]), letters.best(), letters.report(), first]
    shown.append(Problem.from_sets([[1], [1, 2]], primary=[1, 2, 3]).why())
    for one in shown:
        root = ElementTree.fromstring(f"<div>{one._repr_html_()}</div>")  # type: ignore[union-attr]
        assert "".join(root.itertext()).strip(), one
    odd = Problem.from_sets({"<b>": [1]}).first()
    assert odd is not None and "<b>" not in odd._repr_html_() and "&lt;b&gt;" in odd._repr_html_()
    queens = Problem.classic("queens", 6)
    board = queens.first()
    assert board is not None and str(board).count("Q") == 6 == board._repr_html_().count(">Q<")
    assert board._repr_html_().startswith("<svg")
    queens.option("more", [])
    assert not board._repr_html_().startswith("<svg")


def _volume(corners: list[tuple[float, ...]], triangles: list[tuple[int, ...]]) -> float:
    """Of a closed surface, by the divergence theorem."""
    return sum(float(np.linalg.det(np.array([corners[place] for place in triangle]))) for triangle in triangles) / 6


def test_pieces_lie_on_one_plate() -> None:
    """The Soma cube: four pieces of one layer, three of two (P. Hein)."""
    soma = Tiling(Board.box(3, 3, 3), "soma").first()
    assert soma is not None
    archive = zipfile.ZipFile(io.BytesIO(soma.to_3mf(side=10, gap=0)))
    assert archive.testzip() is None and archive.namelist()[0] == "[Content_Types].xml"
    root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    space = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    heights, frames = [], []
    for thing in root.iter(f"{space}object"):
        corners = [tuple(float(v.get(axis, "")) for axis in "xyz") for v in thing.iter(f"{space}vertex")]
        triangles = [tuple(int(t.get(name, "")) for name in ("v1", "v2", "v3")) for t in thing.iter(f"{space}triangle")]
        sides = [(t[a], t[b]) for t in triangles for a, b in ((0, 1), (1, 2), (2, 0))]
        assert len(set(sides)) == len(sides) and all((b, a) in sides for a, b in sides), "the surface is closed"
        low, high = np.min(corners, axis=0), np.max(corners, axis=0)
        assert low[2] == 0 and round(_volume(corners, triangles)) in (3000, 4000)
        heights.append(round(high[2]))
        frames.append((low, high))
    assert sorted(heights) == [10, 10, 10, 10, 20, 20, 20] and len(list(root.iter(f"{space}item"))) == 7
    for place, (low, high) in enumerate(frames):
        for other_low, other_high in frames[:place]:
            assert any(high[axis] < other_low[axis] or other_high[axis] < low[axis] for axis in (0, 1)), "pieces overlap"
