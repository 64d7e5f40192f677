"""Questions leave nothing behind."""

from __future__ import annotations

import gc
import itertools
import resource
import sys

import pytest

from combien import Problem, sudoku
from conftest import make_queens

#: Texts with different numbers are different rules.
NUMBERS = itertools.count()


def ask(problem: Problem) -> None:
    whole = problem.diagram()
    part = whole.including(problem.names[1]) | whole.excluding(problem.names[1])
    assert part == whole and next(iter(part)) in whole
    whole.sample(1)
    problem.symmetries()
    problem.count(up_to="symmetry")
    # This one is left in the middle.
    next(problem.solutions(up_to="symmetry"))
    problem.report()
    puzzle = problem.generate()
    assert puzzle is not None
    problem.restricted(puzzle.clues).has_solution()
    problem.to_text(format="lp")
    Problem.parse(problem.to_text(format="json"), format="json")
    sudoku.solve("1...............")
    next(sudoku.puzzles(box=(2, 2)))
    next(sudoku.puzzles(box=(3, 3), rules=f"cage 3 R1C1 R1C2 # {next(NUMBERS)}"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak of memory is read as on Linux")
def test_thousands_of_questions_leave_nothing_behind() -> None:
    problem = make_queens(6)

    def peak(times: int) -> int:
        for _ in itertools.repeat(None, times):
            ask(problem)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = peak(50)
    after = peak(250)
    assert after - before < 10_000, "kilobytes"
