"""Puzzles of any problem, and the problems that clues leave."""

from __future__ import annotations

import hashlib
import itertools
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import Board, Error, Problem, Puzzle, Stopped, Tiling
from conftest import make_queens


def having(problem: Problem, clues: tuple[object, ...]) -> int:
    """How many solutions have these options, from the list of all."""
    return sum(set(clues) <= set(solution.names) for solution in problem.solutions())


@pytest.mark.parametrize("seed", range(8))
def test_puzzles_are_minimal_and_have_one_solution(seed: int) -> None:
    problem = make_queens(8)
    puzzle = problem.generate(seed=seed)
    assert isinstance(puzzle, Puzzle) and puzzle == problem.generate(seed=seed)
    assert problem.check(puzzle.solution) and set(puzzle.clues) <= set(puzzle.solution.names)
    assert having(problem, puzzle.clues) == 1
    for clue in puzzle.clues:
        fewer = tuple(other for other in puzzle.clues if other != clue)
        assert having(problem, fewer) > 1
    assert puzzle.searches > 0 and puzzle.nodes > 0
    left = problem.restricted(puzzle.clues)
    assert [solution.names for solution in left.solutions()] == [puzzle.solution.names]


def test_one_after_the_other() -> None:
    problem = make_queens(8)
    some = list(itertools.islice(problem.puzzles(seed=3), 20))
    assert some[0] == problem.generate(seed=3) and len({puzzle.clues for puzzle in some}) == 20
    # One queen in the right place is enough for some, and five are too many for any.
    for clues, sizes in [(1, {1}), ((2, 3), {2, 3}), ((None, 1), {1}), ((3, None), {3})]:
        found = itertools.islice(problem.puzzles(clues=clues), 4)
        assert {len(puzzle.clues) for puzzle in found} <= sizes
    assert list(problem.puzzles(clues=(9, None))) == []
    spared = problem.generate(seed=3, spare=problem.names[:32])
    assert spared is not None and having(problem, spared.clues) == 1


def test_no_puzzles_and_one() -> None:
    assert make_queens(3).generate() is None and list(make_queens(3).puzzles()) == []
    one = Problem.from_sets({"a": [1], "b": [2]})
    (puzzle,) = one.puzzles()
    assert puzzle.clues == () and puzzle.solution.names == ("a", "b")
    # Four corners of a square: two solutions, and each of the four sides is a clue.
    square = Problem.from_sets({"n": "ab", "e": "bc", "s": "cd", "w": "da"})
    assert {puzzle.clues for puzzle in square.puzzles()} == {("n",), ("e",), ("s",), ("w",)}


def test_what_clues_leave() -> None:
    colored = Problem(primary=["p", 2], secondary=["x"], bounds={2: (1, 2)})
    colored.option(("first",), ["p", ("x", None)])
    colored.option(None, [2, ("x", None)])
    colored.option("third", [2, ("x", 7)])
    colored.option("fourth", [2])
    assert colored.count() == 3
    left = colored.restricted([1])
    assert [set(solution.names) for solution in left.solutions()] == [
        set(solution.names) for solution in colored.solutions() if 1 in solution.names
    ]
    assert left[("first",)] == ("p", ("x", None)) and set(left[1]) >= {2, ("x", None)}
    assert "third" not in left.names and left.bounds == colored.bounds
    assert colored.restricted([]).count() == 3
    # Clues that do not agree leave nothing.
    assert colored.restricted([("first",), "third"]).count() == 0
    with pytest.raises(KeyError, match="no option with the name 'fifth'"):
        colored.restricted(["fifth"])


def test_wrong_questions_and_limits() -> None:
    problem = make_queens(8)
    for keywords, message in [
        ({"clues": "few"}, "clues is 'few', not a number or a pair"),
        ({"clues": -1}, "clues is -1"),
        ({"clues": (5, 3)}, r"clues is \(5, 3\): the first number is greater than the second"),
        ({"time": -1}, "time is -1"),
        ({"spare": ["x"]}, "no option with the name 'x'"),
    ]:
        with pytest.raises(Error, match=message):
            problem.puzzles(**keywords)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        problem.generate(nodes=5)  # type: ignore[call-arg]
    with pytest.raises(Stopped) as stopped:
        problem.generate(time=0)
    assert stopped.value.reason == "time" and stopped.value.certain == 0
    made = []
    with pytest.raises(Stopped) as stopped:
        for puzzle in make_queens(16).puzzles(time=0.5):
            made.append(puzzle)
    assert stopped.value.certain == len(made)


def test_an_iterator_that_is_shared() -> None:
    puzzles = make_queens(8).puzzles()
    found, refused = [], []

    def take() -> None:
        while len(found) < 40:
            try:
                found.append(next(puzzles).clues)
            except Error as error:
                refused.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == len(found) >= 40


def pentominoes(columns: int) -> Tiling:
    pieces = [piece.replace(times=(0, 1)) for piece in combien.pieces("pentominoes")]
    return Tiling(Board.rectangle(columns, 5), pieces)


@pytest.mark.parametrize("wanted", [{}, {"clues": (2, None)}, {"rating": (None, 4)}, {"series": 6}, {"series": 6, "rating": (1, 3)}])
def test_puzzles_go_on_from_a_state(wanted: dict[str, Any]) -> None:
    problem = make_queens(8)
    whole = list(itertools.islice(problem.puzzles(seed=5, **wanted), 6))
    parts: list[Puzzle] = []
    state = None
    # Each part in an iterator of its own, as in another process.
    for number in (1, 2, 0, 3):
        going = problem.puzzles(seed=None if state else 5, resume=state, **wanted)
        parts += itertools.islice(going, number)
        state = going.state
        assert state is not None
    assert parts == whole and len(whole) == 6


def test_a_series_rises() -> None:
    made = list(make_queens(8).puzzles(seed=2, series=5))
    ratings = [puzzle.rating for puzzle in made]
    assert len(made) == 5 and ratings == sorted(ratings) and len({puzzle.clues for puzzle in made}) == 5
    tiling = pentominoes(6)
    puzzles = list(tiling.puzzles(seed=2, series=3))
    ratings = [puzzle.rate().rating for puzzle in puzzles]
    assert len(puzzles) == 3 and ratings == sorted(ratings)
    first = tiling.puzzles(seed=2, series=3)
    assert [next(first)] + list(tiling.puzzles(series=3, resume=first.state)) == puzzles


def test_the_command_and_python_go_on_from_each_other(tmp_path: Path) -> None:
    problem, file, state = make_queens(6), tmp_path / "six.json", tmp_path / "state"
    problem.write(file)
    command = [sys.executable, "-m", "combien", "generate", str(file), "--seed", "7", "-q", "--checkpoint", str(state)]
    subprocess.run([*command, "-n", "2"], check=True, capture_output=True)
    made = list(itertools.islice(problem.puzzles(seed=7), 4))
    going = problem.puzzles(resume=state.read_text())
    assert list(itertools.islice(going, 1)) == made[2:3]
    state.write_text(going.state or "")
    subprocess.run([*command, "-n", "4"], check=True, capture_output=True)
    going = problem.puzzles(resume=state.read_text())
    assert next(going) == next(itertools.islice(problem.puzzles(seed=7), 4, None))


def sealed(state: str) -> str:
    """With the checksum that its first line should have, as in any checkpoint."""
    content = state.splitlines(keepends=True)[0]
    return f'{content}{{"sha256":"{hashlib.sha256(content.encode()).hexdigest()}"}}\n'


def test_other_states_are_refused() -> None:
    problem = make_queens(6)
    going = problem.puzzles(seed=7)
    next(going)
    state = going.state
    assert state is not None and sealed(state) == state
    for wrong, keywords, said in [
        ("{}", {}, "does not say which puzzles were made"),
        (state[:40], {}, "does not say which puzzles were made"),
        (state.replace("[[", "[[0,"), {}, "its checksum is wrong"),
        (state.replace('sha256":"', 'sha256":"0'), {}, "its checksum is wrong"),
        (sealed(state.replace("[[", "[[0,")), {}, "an option has no such number"),
        (state, {"clues": 3}, "another request"),
        (state, {"series": 3}, "another request"),
        (state, {"seed": 8}, "another seed"),
    ]:
        with pytest.raises(Error, match=said):
            problem.puzzles(resume=wrong, **keywords)
    with pytest.raises(Error, match="another problem"):
        make_queens(7).puzzles(resume=state)
    with pytest.raises(Error, match="leave clues out"):
        problem.puzzles(clues=2, series=3)
