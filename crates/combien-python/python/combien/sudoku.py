"""Sudoku: solve, check, generate, rate, hint.

A grid is a text, an array of numpy or a list of lists of numbers, with 0 for an empty cell; results are of the same kind,
a text as one line. A text is one line of cells or a drawing: ``.``, ``0``, ``*`` and ``_`` are empty cells, spaces and the lines of
a drawing separate, and digits after 9 are letters. The boxes are as square as possible, wider rather than higher, unless ``box``
gives their size, rows before columns. Rows and columns count from 0, digits from 1. ``time`` is in seconds.

``rules`` is a text of further rules, one on each line, as a file for the command has them: ``"anti-knight"``, ``"cage 10 R1C1 R1C2 R2C1"``,
``"thermometer R1C1-R1C5"``; docs/how-to/setters.md has all.

>>> from combien import sudoku
>>> sudoku.solve("53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79")
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple

from . import _combien
from ._errors import Error, WrongType
from ._types import html_table

__all__ = [
    "Check",
    "Drawing",
    "Rating",
    "Step",
    "candidates",
    "check",
    "count",
    "draw",
    "generate",
    "hint",
    "minimise",
    "puzzles",
    "rate",
    "solve",
    "solve_all",
    "to_array",
    "to_line",
    "to_list",
    "unique",
]

_Box = tuple[int, int]

#: The number of puzzles in a batch: each thread solves several of them.
_BATCH = 1000
#: Is there one solution, or more?
_TELLING = 2


class Step(NamedTuple):
    """One use of a human technique."""

    technique: str
    """The name of the technique."""
    rating: float
    """Its rating; docs/explanation/sudoku.md has the list."""
    text: str
    """The reason and the result, in a sentence or two. Rows and columns count from 1 here: ``R1C1`` is the first cell."""
    puts: tuple[int, int, int] | None
    """The row, the column and the digit that is placed, if any."""
    removes: tuple[tuple[int, int, int], ...]
    """The candidates that are removed, in the same form."""
    rests_on: tuple[tuple[int, int, int], ...]
    """The candidates that show it."""


class Rating(NamedTuple):
    """How hard a puzzle is for people."""

    rating: float | None
    """The rating of the hardest technique needed; ``None`` if the techniques are not enough."""
    hardest: str | None
    """That technique, or the hardest that was used; ``None`` if no step was found."""
    steps: tuple[Step, ...]
    """All steps, in order, each by the easiest technique that finds one."""

    def _repr_html_(self) -> str:
        head = "beyond the techniques" if self.rating is None else f"{self.rating} {self.hardest or ''}"
        return html_table(("rating", "technique", "step"), ((step.rating, step.technique, step.text) for step in self.steps), head)


class Drawing(str):
    """A grid as a text. A notebook shows a table: clues in bold, other digits in blue."""

    _table = ""

    def _repr_html_(self) -> str:
        return self._table


@dataclass(frozen=True)
class Check:
    """Whether a puzzle is proper: exactly one solution, and no redundant clue."""

    count: int
    """How many solutions were found."""
    is_all: bool
    """Whether these are all; if not, the search ended at its limit."""
    clue_count: int
    """How many cells have a digit."""
    redundant: tuple[tuple[int, int], ...] | None
    """The cells with redundant clues; ``None`` unless there is one solution."""
    solutions: tuple[Any, ...]
    """The first two solutions, in the form of the puzzle."""
    drawing: Drawing
    """The puzzle, with its solution if there is only one."""

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count == 1

    @property
    def is_minimal(self) -> bool:
        """Whether there is exactly one solution, and several without any one of the clues."""
        return self.redundant == ()

    def _repr_html_(self) -> str:
        told = f"solutions: {self.count}{'' if self.is_all else ' or more'}; clues: {self.clue_count}"
        redundant = "" if self.redundant is None else f"; redundant clues: {len(self.redundant)}"
        return f"<p>{told}{redundant}</p>{self.drawing._repr_html_()}"


@dataclass(frozen=True)
class _Grid:
    """A grid in the form of the library, and the form in which it came."""

    digits: bytes
    box: _Box
    like: Any

    @property
    def side(self) -> int:
        return self.box[0] * self.box[1]

    def posed(self, rules: str | None) -> tuple[bytes, _Box, str | None]:
        """As the library takes it, with further rules."""
        return self.digits, self.box, rules

    def in_form(self, digits: bytes) -> Any:
        """Other digits in the form in which this grid came."""
        if isinstance(self.like, str):
            return _combien._sudoku_show(digits, self.box, False)
        listed = [list(digits[row * self.side : (row + 1) * self.side]) for row in range(self.side)]
        if hasattr(self.like, "dtype"):
            import numpy

            is_number = self.like.dtype.kind in "iuf"
            return numpy.array(listed, dtype=self.like.dtype if is_number else numpy.int64)
        return listed


def _box_of(box: Any) -> _Box:
    """A box as it was given."""
    if isinstance(box, str):
        box = box.lower().split("x")
    try:
        rows, columns = map(int, box)
    except (TypeError, ValueError):
        raise Error(f"box is {box!r}, not the rows and columns of a box, such as (2, 3)") from None
    if rows < 1 or columns < 1:
        raise Error(f"box is {box!r}, and a box needs a cell")
    return rows, columns


def _read(puzzle: Any, box: Any = None) -> _Grid:
    """A grid as it was given."""
    if isinstance(puzzle, _Grid):
        return puzzle
    given = None if box is None else _box_of(box)
    if isinstance(puzzle, str):
        box = given or _combien._sudoku_box(_side_of_text(puzzle))
        return _Grid(_combien._sudoku_read(puzzle, box), box, puzzle)
    like = puzzle.to_numpy() if hasattr(puzzle, "to_numpy") else puzzle
    listed = like.tolist() if hasattr(like, "tolist") else like
    try:
        rows = [row if isinstance(row, str) else list(row) for row in listed]
    except TypeError:
        raise WrongType(f"{puzzle!r:.80} is not a grid: a text, an array or a list of rows") from None
    side = len(rows)
    if side == 0:
        raise Error("this grid has no rows")
    box = given or _combien._sudoku_box(side)
    if box[0] * box[1] != side:
        raise Error(f"this grid has {side} rows, and boxes of {box[0]} by {box[1]} make a side of {box[0] * box[1]}")
    digits = bytearray()
    for number, row in enumerate(rows):
        if isinstance(row, str):
            raise WrongType(f"row {number} of the grid is {row!r}, not a list of numbers")
        if len(row) != side:
            raise Error(f"row {number} of the grid has {len(row)} cells, not {side}")
        digits.extend(_digit(entry, number, column, side) for column, entry in enumerate(row))
    return _Grid(bytes(digits), box, like)


def _side_of_text(text: str) -> int:
    """The side of the puzzle in a text, from its number of cells; 9 if no side fits, and then the reader reports the error."""
    cells = sum(len([c for c in line.split("#")[0] if not c.isspace() and c not in "|-+"]) for line in text.splitlines())
    side = math.isqrt(cells)
    return side if 0 < side <= 36 and side * side == cells else 9


def _digit(entry: Any, row: int, column: int, side: int) -> int:
    if entry is None:
        return 0
    if isinstance(entry, (int, float)) and not isinstance(entry, bool) and 0 <= entry <= side and entry == int(entry):
        return int(entry)
    raise Error(f"entry [{row}, {column}] of the grid is {entry!r}, not a digit from 1 to {side}, or 0 for an empty cell")


def _found(grid: _Grid, rules: str | None, limit: int, time: float | None) -> tuple[int, bool, list[bytes]]:
    return _combien._sudoku_solve([grid.digits], grid.box, rules, limit, time)[0]


def solve(puzzle: Any, *, box: Any = None, rules: str | None = None, time: float | None = None) -> Any:
    """A solution; ``None`` if there is none. If there are several, ``unique`` says so, and it is always the same one."""
    grid = _read(puzzle, box)
    _, _, solutions = _found(grid, rules, _TELLING, time)
    return grid.in_form(solutions[0]) if solutions else None


def solve_all(puzzles: Iterable[Any], *, box: Any = None, rules: str | None = None) -> Iterator[Any]:
    """What ``solve`` gives for each puzzle, in order. Many at once are faster than one by one."""
    source = iter(puzzles)
    while batch := [_read(puzzle, box) for puzzle in itertools.islice(source, _BATCH)]:
        for shape, group in itertools.groupby(batch, key=lambda grid: grid.box):
            grids = list(group)
            found = _combien._sudoku_solve([grid.digits for grid in grids], shape, rules, _TELLING, None)
            for grid, (_, _, solutions) in zip(grids, found):
                yield grid.in_form(solutions[0]) if solutions else None


def count(puzzle: Any, *, limit: int | None = None, box: Any = None, rules: str | None = None, time: float | None = None) -> int:
    """The number of solutions; with ``limit``, at most that number, even if there are more."""
    if limit is not None and limit < 0:
        raise Error(f"limit is {limit}, not a number of solutions")
    most = 2**64 - 1 if limit is None else limit
    found, _, _ = _found(_read(puzzle, box), rules, min(max(most, _TELLING), 2**64 - 1), time)
    return min(found, most)


def unique(puzzle: Any, *, box: Any = None, rules: str | None = None, time: float | None = None) -> bool:
    """Whether there is exactly one solution."""
    return count(puzzle, limit=_TELLING, box=box, rules=rules, time=time) == 1


def _left(time: float | None, began: float) -> float | None:
    """What is left of the time of a question that asks twice."""
    return None if time is None else max(time - (monotonic() - began), 0.0)


def check(puzzle: Any, *, limit: int = 1000, box: Any = None, rules: str | None = None, time: float | None = None) -> Check:
    """Whether a puzzle is proper. At most ``limit`` solutions are looked for, and at least two."""
    grid = _read(puzzle, box)
    if limit < 0:
        raise Error(f"limit is {limit}, not a number of solutions")
    began = monotonic()
    found, is_all, solutions = _found(grid, rules, limit, time)
    left = _left(time, began)
    redundant = tuple(_combien._sudoku_redundant(grid.posed(rules), left)) if found == 1 else None
    clues = sum(digit > 0 for digit in grid.digits)
    drawing = draw(grid, solution=_Grid(solutions[0], grid.box, None) if found == 1 else None)
    return Check(found, is_all, clues, redundant, tuple(map(grid.in_form, solutions)), drawing)


def candidates(
    puzzle: Any, *, box: Any = None, rules: str | None = None, time: float | None = None
) -> list[list[tuple[int, ...]]]:
    """The true candidates: for each row the digits that each cell has in some solution; none, if the puzzle has no solution.

    Finds at most one solution for each of them, and one search without a solution for each digit that is none.
    """
    grid = _read(puzzle, box)
    found = list(map(tuple, _combien._sudoku_candidates(grid.posed(rules), time)))
    return [found[row * grid.side : (row + 1) * grid.side] for row in range(grid.side)]


def _must_be_unique(grid: _Grid, rules: str | None, what: str, time: float | None) -> None:
    found, _, _ = _found(grid, rules, _TELLING, time)
    if found != 1:
        raise Error(f"this puzzle has {'several solutions' if found else 'no solution'}, and so no {what}")


def _step(told: Any) -> Step:
    technique, tenths, text, puts, removes, rests_on = told
    return Step(technique, tenths / 10, text, puts, tuple(removes), tuple(rests_on))


def rate(puzzle: Any, *, box: Any = None, rules: str | None = None, time: float | None = None) -> Rating:
    """How hard a puzzle is for people, and by which steps it is solved. Raises ``Error`` unless it has exactly one solution."""
    grid = _read(puzzle, box)
    began = monotonic()
    _must_be_unique(grid, rules, "rating", time)
    told, tenths = _combien._sudoku_steps(grid.posed(rules), False, _left(time, began))
    steps = tuple(map(_step, told))
    hardest = max(steps, key=lambda step: step.rating, default=None)
    return Rating(None if tenths is None else tenths / 10, hardest and hardest.technique, steps)


def hint(puzzle: Any, *, box: Any = None, rules: str | None = None, time: float | None = None) -> Step | None:
    """The next step, by the easiest technique that finds one; ``None`` if the grid is full or no technique finds one.

    Raises ``Error`` unless the puzzle has exactly one solution.
    """
    grid = _read(puzzle, box)
    began = monotonic()
    _must_be_unique(grid, rules, "next step", time)
    told, _ = _combien._sudoku_steps(grid.posed(rules), True, _left(time, began))
    return _step(told[0]) if told else None


def minimise(puzzle: Any, *, seed: int = 1, box: Any = None, rules: str | None = None, time: float | None = None) -> Any:
    """The puzzle without redundant clues, removed in an order that the seed decides: the result is minimal.

    Raises ``Error`` unless it has exactly one solution.
    """
    grid = _read(puzzle, box)
    began = monotonic()
    minimal = _combien._sudoku_minimise(grid.posed(rules), seed, time)
    if minimal is None:
        _must_be_unique(grid, rules, "minimal clues", _left(time, began))
        raise AssertionError("a puzzle with one solution has minimal clues")
    return grid.in_form(minimal)


def generate(
    *,
    seed: int = 1,
    box: Any = (3, 3),
    rules: str | None = None,
    symmetric: bool | str = False,
    rating: tuple[float, float] | None = None,
    time: float | None = None,
) -> str:
    """A minimal puzzle with one solution, as a line. The same seed makes the same puzzle on every machine.

    ``symmetric`` is ``True`` if half a turn maps the cells with clues to themselves, or a motion: ``"half-turn"``, ``"quarter-turn"``,
    ``"mirror"``, ``"flip"``, ``"diagonal"``, ``"antidiagonal"``, ``"mirrors"``, ``"diagonals"``, ``"full"``. ``rating`` is the least
    and the greatest rating, as ``rate`` gives it. Puzzles are made until one fits, so set a ``time``.
    """
    return next(puzzles(seed=seed, box=box, rules=rules, symmetric=symmetric, rating=rating, time=time))


def puzzles(
    *,
    seed: int = 1,
    box: Any = (3, 3),
    rules: str | None = None,
    symmetric: bool | str = False,
    rating: tuple[float, float] | None = None,
    time: float | None = None,
) -> Iterator[str]:
    """An endless sequence of puzzles; the first is that of ``generate``."""
    shape = _box_of(box)
    band = None
    if rating is not None:
        try:
            least, most = (round(10 * float(end)) for end in rating)
        except (TypeError, ValueError):
            raise Error(f"rating is {rating!r}, not a pair such as (3.0, 4.6)") from None
        if not 0 <= least <= most:
            raise Error(f"rating is {rating!r}, and the first must be the smaller")
        band = (least, most)
    motion = "half-turn" if symmetric is True else symmetric or None
    maker = _combien._SudokuMaker(shape, rules, seed, motion, band, time)
    return _made(maker, shape)


def _made(maker: Any, shape: _Box) -> Iterator[str]:
    while (made := maker.next()) is not None:
        yield _combien._sudoku_show(made[0], shape, False)


def draw(puzzle: Any, *, solution: Any = None, box: Any = None) -> Drawing:
    """The grid as a text for people, with lines around its boxes, filled in from ``solution`` if it is given.

    Raises ``Error`` if the solution has another digit in place of a clue.
    """
    grid = _read(puzzle, box)
    filled = grid if solution is None else _read(solution, grid.box)
    if filled.box != grid.box:
        raise Error("the puzzle and the solution are of two sizes")
    for place, (clue, digit) in enumerate(zip(grid.digits, filled.digits)):
        if clue and clue != digit:
            row, column = divmod(place, grid.side)
            raise Error(f"the puzzle has {clue} in R{row + 1}C{column + 1}, and the solution has {digit or 'nothing'}")
    drawing = Drawing(_combien._sudoku_show(filled.digits, grid.box, True))
    drawing._table = _table(grid, _combien._sudoku_show(filled.digits, grid.box, False))
    return drawing


def _table(clues: _Grid, line: str) -> str:
    """A grid for notebooks, with the digits of this line. Its lines have the color of the text, so that they are seen on any ground."""

    def cell(row: int, column: int) -> str:
        inner = {"top": row % clues.box[0], "left": column % clues.box[1]}
        edges = "".join(f"border-{edge}:{'1px solid #8888' if is_inner else '2px solid'};" for edge, is_inner in inner.items())
        place = row * clues.side + column
        digit, look = line[place].strip("."), "font-weight:bold" if clues.digits[place] else "color:#3b82f6"
        # The color of a cell would be that of its lines, too.
        shown = f'<span style="{look}">{digit}</span>' if digit else ""
        return f'<td style="{edges}width:2em;height:2em;padding:0;text-align:center">{shown}</td>'

    rows = ("".join(cell(row, column) for column in range(clues.side)) for row in range(clues.side))
    start = '<table style="border-collapse:collapse;border:2px solid">'
    return start + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def to_line(puzzle: Any, *, box: Any = None) -> str:
    """The grid as one line of cells."""
    grid = _read(puzzle, box)
    return _combien._sudoku_show(grid.digits, grid.box, False)


def to_list(puzzle: Any, *, box: Any = None) -> list[list[int]]:
    """The grid as a list of rows of numbers, with 0 for an empty cell."""
    grid = _read(puzzle, box)
    return [list(grid.digits[row * grid.side : (row + 1) * grid.side]) for row in range(grid.side)]


def to_array(puzzle: Any, *, box: Any = None) -> Any:
    """The grid as an array of numpy, of 8-bit numbers, with 0 for an empty cell."""
    import numpy

    return numpy.array(to_list(puzzle, box=box), dtype=numpy.int8)
