"""Sudoku from Python."""

from __future__ import annotations

import doctest
import itertools
import os
import pathlib
import pickle
import re
import threading
import time
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from combien import Error, Stopped, WrongType, sudoku

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])

#: The puzzle and the solution that the encyclopedia shows.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [[int(c) if c != "." else 0 for c in PUZZLE[row : row + 9]] for row in range(0, 81, 9)]
SOLVED = [[int(c) for c in SOLUTION[row : row + 9]] for row in range(0, 81, 9)]


def is_right(solution: list[list[int]], box: tuple[int, int]) -> bool:
    """Does each row, each column and each box have each digit once?"""
    side = box[0] * box[1]
    digits = set(range(1, side + 1))
    boxes = [
        [solution[row + r][column + c] for r in range(box[0]) for c in range(box[1])]
        for row in range(0, side, box[0])
        for column in range(0, side, box[1])
    ]
    return all(set(house) == digits for house in [*solution, *zip(*solution), *boxes])


def test_texts() -> None:
    drawing = sudoku.draw(PUZZLE)
    assert drawing.startswith("+-------+-------+-------+\n| 5 3 . | . 7 . | . . . |\n")
    spaced = "\n".join(PUZZLE[row : row + 9] for row in range(0, 81, 9))
    for text in [PUZZLE, PUZZLE.replace(".", "0"), drawing, spaced, f"# a comment\n{PUZZLE} # and one more\n"]:
        assert sudoku.solve(text) == SOLUTION
        assert sudoku.to_line(text) == PUZZLE and sudoku.to_list(text) == ROWS


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", "f4", "f8"])
def test_arrays(dtype: str) -> None:
    for array in [np.array(ROWS, dtype=dtype), np.array(ROWS, dtype=dtype, order="F"), np.array(ROWS, dtype=dtype)[:, :]]:
        solution = sudoku.solve(array)
        assert isinstance(solution, np.ndarray) and solution.dtype == array.dtype
        assert solution.tolist() == SOLVED and array.tolist() == ROWS
    assert sudoku.solve(np.array(ROWS, dtype=object)).tolist() == SOLVED
    assert sudoku.to_array(PUZZLE).dtype == np.int8 and sudoku.to_array(PUZZLE).tolist() == ROWS


def test_lists() -> None:
    assert sudoku.solve(ROWS) == SOLVED == sudoku.solve(tuple(map(tuple, ROWS)))
    assert sudoku.solve([[cell or None for cell in row] for row in ROWS]) == SOLVED
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert sudoku.solve(pandas.DataFrame(ROWS)).tolist() == SOLVED


def test_other_sizes() -> None:
    # OEIS A107739: 1 and 288 grids of side 1 and 4; 576 Latin squares of side 4 (A002860).
    assert sudoku.count([[0]]) == 1
    assert sudoku.count("................") == 288
    assert sudoku.count([[0] * 4] * 4, limit=100) == 100
    assert sudoku.solve([[0] * 16] * 16) is not None
    assert sudoku.count([[0] * 4] * 4, box=(1, 4)) == 576
    for box in [(2, 3), (3, 2), (2, 4), (3, 4), (1, 7)]:
        puzzle = sudoku.generate(box=box, seed=4)
        assert sudoku.unique(puzzle, box=box)
        solution = sudoku.solve(sudoku.to_list(puzzle, box=box), box=box)
        assert is_right(solution, box)
        assert all(cell in (0, known) for row, solved in zip(sudoku.to_list(puzzle, box=box), solution) for cell, known in zip(row, solved))
    assert sudoku.solve(sudoku.generate(box="2x3"), box="2X3") == sudoku.solve(sudoku.generate(box=(2, 3)))


def test_none_one_and_several() -> None:
    none = [[1, 1, 0, 0], *[[0] * 4] * 3]
    assert sudoku.solve(none) is None and sudoku.count(none) == 0 and not sudoku.unique(none)
    assert sudoku.unique(PUZZLE) and not sudoku.unique([[0] * 9] * 9)
    several = sudoku.solve([[0] * 9] * 9)
    assert is_right(several, (3, 3)) and several == sudoku.solve([[0] * 9] * 9)
    assert sudoku.count(PUZZLE, limit=0) == 0 and sudoku.count(PUZZLE, limit=1) == 1


def test_check() -> None:
    found = sudoku.check(PUZZLE)
    assert found.is_unique and found.is_all and found.solutions == (SOLUTION,) and found.clue_count == 30
    assert found.redundant is not None and found.is_minimal == (not found.redundant)
    for row, column in found.redundant:
        fewer = [list(cells) for cells in ROWS]
        fewer[row][column] = 0
        assert sudoku.unique(fewer)
    kept = {(r, c) for r in range(9) for c in range(9) if ROWS[r][c]} - set(found.redundant)
    for row, column in kept:
        fewer = [list(cells) for cells in ROWS]
        fewer[row][column] = 0
        assert not sudoku.unique(fewer)
    several = sudoku.check([[0] * 4] * 4, limit=50)
    assert (several.count, several.is_all, several.redundant, len(several.solutions)) == (50, False, None, 2)
    assert sudoku.check([[0] * 4] * 4).count == 288 and sudoku.check([[0] * 4] * 4).is_all
    minimal = sudoku.minimise(PUZZLE, seed=3)
    assert sudoku.check(minimal).is_minimal and sudoku.solve(minimal) == SOLUTION
    assert all(cell in (".", known) for cell, known in zip(minimal, PUZZLE))


def test_generated_puzzles() -> None:
    made = list(itertools.islice(sudoku.puzzles(seed=7), 5))
    assert made[0] == sudoku.generate(seed=7) and len(set(made)) == 5
    assert all(sudoku.check(puzzle).is_minimal for puzzle in made)
    for motion, image in [(True, lambda r, c: (8 - r, 8 - c)), ("diagonal", lambda r, c: (c, r))]:
        puzzle = sudoku.to_list(sudoku.generate(symmetric=motion, seed=2))
        cells = {(r, c) for r in range(9) for c in range(9) if puzzle[r][c]}
        assert {image(*cell) for cell in cells} == cells and sudoku.unique(puzzle)
    easy = sudoku.generate(rating=(1.0, 1.5), seed=3)
    assert 1.0 <= (sudoku.rate(easy).rating or 9) <= 1.5


def test_ratings_and_hints_lead_to_the_solution() -> None:
    rating = sudoku.rate(PUZZLE)
    assert rating.rating is not None
    grid = [list(row) for row in ROWS]
    assert sudoku.hint(PUZZLE) == rating.steps[0] == sudoku.hint(ROWS)
    for step in rating.steps:
        assert step.rating <= (rating.rating or 0) and step.technique and step.text
        if step.puts:
            row, column, digit = step.puts
            assert grid[row][column] == 0 and f"R{row + 1}C{column + 1}" in step.text
            grid[row][column] = digit
        assert all(SOLVED[row][column] != digit for row, column, digit in step.removes)
    assert grid == SOLVED
    assert sudoku.hint(SOLUTION) is None and sudoku.rate(SOLUTION) == (0.0, None, ())
    # Known as very hard: the techniques do not suffice, or the hardest are needed.
    hard = sudoku.rate("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    assert hard.rating is None or hard.rating >= 7
    for puzzle, message in [("." * 81, "this puzzle has several solutions, and so no"), ("11" + "." * 79, "has no solution")]:
        for question in [sudoku.rate, sudoku.hint, sudoku.minimise]:
            with pytest.raises(Error, match=message):
                question(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "keywords", "kind", "message"),
    [
        (PUZZLE[:-1], {}, Error, "<text>:1:1: this puzzle has 80 cells, not 81"),
        (PUZZLE[:-1] + "x", {}, Error, "<text>:1:81: `x` is no digit of a Sudoku of side 9"),
        (f"{PUZZLE}\n{PUZZLE}", {}, Error, "<text>:2:1: a second puzzle"),
        ("", {}, Error, "there is no puzzle"),
        ([[0] * 9] * 8, {}, Error, "row 0 of the grid has 9 cells, not 8"),
        ([[0] * 9] * 8 + [[0] * 10], {}, Error, "row 8 of the grid has 10 cells, not 9"),
        ([[0] * 9] * 8 + [[0] * 8 + [10]], {}, Error, r"entry \[8, 8\] of the grid is 10, not a digit from 1 to 9, or 0"),
        ([[0, -1, 0, 0]] + [[0] * 4] * 3, {}, Error, r"entry \[0, 1\] of the grid is -1"),
        ([[0, "1", 0, 0]] + [[0] * 4] * 3, {}, Error, r"entry \[0, 1\] of the grid is '1'"),
        ([[0, True, 0, 0]] + [[0] * 4] * 3, {}, Error, r"entry \[0, 1\] of the grid is True"),
        (np.array([[0, 0.5, 0, 0]] + [[0] * 4] * 3), {}, Error, r"entry \[0, 1\] of the grid is 0.5"),
        (np.array([[0, np.nan, 0, 0]] + [[0] * 4] * 3), {}, Error, r"entry \[0, 1\] of the grid is nan"),
        (np.zeros((4, 4, 4), int), {}, Error, r"entry \[0, 0\] of the grid is \[0, 0, 0, 0\]"),
        (np.zeros(81, int), {}, WrongType, "is not a grid"),
        ([["1234", "...."]], {}, Error, "row 0 of the grid has 2 cells, not 1"),
        (["1234"] * 4, {}, WrongType, "row 0 of the grid is '1234', not a list of numbers"),
        (7, {}, WrongType, "7 is not a grid"),
        ([], {}, Error, "this grid has no rows"),
        ([[0] * 37] * 37, {}, Error, "the side would be 37"),
        (ROWS, {"box": (2, 3)}, Error, "this grid has 9 rows, and boxes of 2 by 3 make a side of 6"),
        (ROWS, {"box": "3"}, Error, "box is .*, not the rows and columns of a box"),
        (ROWS, {"box": (0, 3)}, Error, "a box needs a cell"),
        (PUZZLE, {"box": (10, 10)}, Error, "the side would be 100"),
        (ROWS, {"time": -1}, Error, "time is -1"),
    ],
)
def test_wrong_grids(puzzle: object, keywords: dict[str, object], kind: type[Exception], message: str) -> None:
    for question in [sudoku.solve, sudoku.count, sudoku.check]:
        with pytest.raises(kind, match=message):
            question(puzzle, **keywords)  # type: ignore[operator]


def test_wrong_settings() -> None:
    for keywords, message in [
        ({"symmetric": "spiral"}, "there is no motion 'spiral': it is one of half-turn, quarter-turn"),
        ({"rating": (5, 3)}, "the first must be the smaller"),
        ({"rating": 5}, "rating is 5, not a pair"),
        ({"box": "big"}, "box is .*, not the rows"),
    ]:
        with pytest.raises(Error, match=message):
            sudoku.generate(**keywords)  # type: ignore[arg-type]
    for question in [sudoku.count, sudoku.check]:
        with pytest.raises(Error, match="limit is -1"):
            question(PUZZLE, limit=-1)  # type: ignore[operator]


def test_limits() -> None:
    began = time.monotonic()
    with pytest.raises(Stopped) as stopped:
        sudoku.count([[0] * 9] * 9, time=0.2)
    assert stopped.value.reason == "time" and stopped.value.certain > 0
    with pytest.raises(Stopped):
        sudoku.generate(rating=(0.1, 0.2), time=0.2)
    assert time.monotonic() - began < 5


def test_many_puzzles_and_threads() -> None:
    text = (ROOT / "examples" / "sudoku.txt").read_text(encoding="utf-8")
    puzzles = re.findall(r"^[.0-9]{81}", text, re.MULTILINE)
    assert puzzles
    many = [*puzzles, *[PUZZLE] * 1200, "................", ROWS, "11.............."]
    solutions = list(sudoku.solve_all(many))
    assert len(solutions) == len(many) and solutions[-2] == SOLVED and solutions[-1] is None
    assert solutions[0] == sudoku.solve(puzzles[0]) and list(sudoku.solve_all([])) == []
    answers = []
    threads = [threading.Thread(target=lambda: answers.extend(sudoku.solve(PUZZLE) for _ in range(50))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [SOLUTION] * 400


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(sudoku).failed == 0


#: The solution that the encyclopedia shows for its killer Sudoku.
KILLED = "215647398368952174794381652586274931142593867973816425821739546659428713437165289"


def test_further_rules() -> None:
    killer = (ROOT / "examples/puzzles/killer.txt").read_text()
    empty = "." * 81
    assert sudoku.solve(empty, rules=killer) == KILLED and sudoku.unique(empty, rules=killer)
    assert list(sudoku.solve_all([empty, PUZZLE], rules=killer)) == [KILLED, None]
    assert sudoku.count(empty, limit=5) == 5
    miracle = (ROOT / "examples/puzzles/miracle.txt").read_text()
    clues = (ROOT / "examples/puzzles/miracle_clues.txt").read_text()
    checked = sudoku.check(clues, rules=miracle)
    assert checked.is_unique and checked.is_minimal and checked.clue_count == 2
    assert sudoku.minimise(checked.solutions[0], rules=miracle, seed=1).count(".") > 70
    with pytest.raises(Error, match="several solutions"):
        sudoku.hint(clues)
    small = "1....2.........."
    step = sudoku.hint(sudoku.generate(box=(2, 3), rules="diagonals", seed=2), box=(2, 3), rules="diagonals")
    assert step is not None and sudoku.count(small, rules="diagonals") < sudoku.count(small)


def test_generated_puzzles_obey_further_rules() -> None:
    for made in itertools.islice(sudoku.puzzles(box=(2, 3), rules="diagonals", seed=3), 4):
        solution = sudoku.to_list(sudoku.solve(made, box=(2, 3), rules="diagonals"), box=(2, 3))
        assert is_right(solution, (2, 3))
        assert len({solution[i][i] for i in range(6)}) == len({solution[i][5 - i] for i in range(6)}) == 6
        checked = sudoku.check(made, box=(2, 3), rules="diagonals")
        assert checked.is_unique and checked.is_minimal
        assert sudoku.rate(made, box=(2, 3), rules="diagonals").steps
    with pytest.raises(TypeError, match="rules"):
        sudoku.solve(PUZZLE, rules=123)  # type: ignore[arg-type]
    with pytest.raises(Error, match="no grid obeys these rules"):
        sudoku.generate(box=(2, 2), rules="anti-knight\nanti-king\nnonconsecutive")
    for rules, message in [("diagonal", "diagonal"), ("cage 1 R1C1 R1C2", "1"), ("cage 3 R1C1 R0C2", "R0C2")]:
        with pytest.raises(Error, match=message) as caught:
            sudoku.solve(PUZZLE, rules=rules)
        assert str(caught.value)


@pytest.mark.parametrize("rules", [None, "diagonals", "cage 5 R1C1 R2C2"])
def test_true_candidates(rules: str | None) -> None:
    puzzle = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]]
    found = sudoku.candidates(puzzle, rules=rules)
    for row, column in itertools.product(range(4), repeat=2):
        digits = []
        for digit in range(1, 5):
            tried = [list(cells) for cells in puzzle]
            if tried[row][column] in (0, digit):
                tried[row][column] = digit
                digits += [digit] * (sudoku.count(tried, rules=rules, limit=2) > 0)
        assert found[row][column] == tuple(digits)


def test_a_notebook_tells_clues_and_found_digits_apart() -> None:
    shown = sudoku.draw(PUZZLE, solution=sudoku.solve(PUZZLE))
    assert shown == sudoku.draw(SOLUTION) and isinstance(shown, str)
    for puzzle, solution, box in [
        (PUZZLE, SOLUTION, (3, 3)),
        (ROWS, np.array(SOLVED), (3, 3)),
        ("1" + 35 * ".", sudoku.solve("1" + 35 * ".", box=(3, 2)), (3, 2)),
        (sudoku.generate(box=(4, 4), seed=2), None, (4, 4)),
    ]:
        drawing = sudoku.draw(puzzle, solution=solution, box=box)
        clues, digits = sudoku.to_line(puzzle, box=box), sudoku.to_line(puzzle if solution is None else solution, box=box)
        rows = ElementTree.fromstring(drawing._repr_html_())
        cells = [cell for row in rows for cell in row]
        assert "".join("".join(cell.itertext()) or "." for cell in cells) == digits
        assert [any("bold" in digit.attrib["style"] for digit in cell) for cell in cells] == [clue != "." for clue in clues]
        heavy = [["top:2px" in cell.attrib["style"], "left:2px" in cell.attrib["style"]] for cell in cells]
        side = box[0] * box[1]
        assert heavy == [[row % box[0] == 0, column % box[1] == 0] for row in range(side) for column in range(side)]
        assert pickle.loads(pickle.dumps(drawing))._repr_html_() == drawing._repr_html_()
    with pytest.raises(Error, match="the puzzle has 5 in R1C1, and the solution has nothing"):
        sudoku.draw(PUZZLE, solution="." * 81)
    with pytest.raises(Error, match="16 cells, not 81"):
        sudoku.draw(PUZZLE, solution="1" * 16)


def test_a_notebook_shows_a_check_and_a_rating() -> None:
    checked = sudoku.check(PUZZLE)
    assert checked.drawing == sudoku.draw(SOLUTION)
    assert "solutions: 1; clues: 30; redundant clues: " in checked._repr_html_() and checked._repr_html_().count("bold") == 30
    open_one = sudoku.check("." * 81)._repr_html_()
    assert "solutions: 1000 or more; clues: 0</p>" in open_one and "bold" not in open_one
    rated = sudoku.rate(PUZZLE)._repr_html_()
    ElementTree.fromstring(rated)
    assert rated.count("<tr>") == 1 + len(sudoku.rate(PUZZLE).steps)
