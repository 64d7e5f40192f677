"""Symmetries, and questions up to them."""

from __future__ import annotations

import gc
import itertools
import math
import threading
import time

import pytest

from combien import Error, Problem, Solution, Stopped
from conftest import make_queens
from test_questions import run

#: OEIS A002562: the ways to place n queens, up to rotations and reflections of the board.
QUEENS_UP_TO_SYMMETRY = {4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46, 10: 92}


def dominoes(height: int, width: int) -> Problem:
    board = [(row, column) for row in range(height) for column in range(width)]
    problem = Problem(primary=board)
    for row, column in board:
        for other in [(row, column + 1), (row + 1, column)]:
            if other in board:
                problem.option(((row, column), other), [(row, column), other])
    return problem


def matchings(points: int) -> Problem:
    problem = Problem(range(points))
    problem.options((pair, pair) for pair in itertools.combinations(range(points), 2))
    return problem


@pytest.mark.parametrize("n", QUEENS_UP_TO_SYMMETRY)
def test_queens(n: int) -> None:
    problem = make_queens(n)
    group = problem.symmetries()
    assert group.order == 8
    assert problem.count(up_to="symmetry") == problem.count(up_to=group) == QUEENS_UP_TO_SYMMETRY[n]
    listed = list(problem.solutions(up_to="automorphism"))
    assert len(listed) == QUEENS_UP_TO_SYMMETRY[n] and all(problem.check(solution) for solution in listed)
    # The orbits of those that are listed are all solutions, each once.
    orbits = [solution for one in listed for solution in group.orbit(one)]
    assert len(orbits) == len(set(orbits)) and set(orbits) == set(problem.solutions())
    assert listed == list(problem.solutions(up_to=group))


def test_kinds() -> None:
    problem = make_queens(8)
    # One of the twelve has half a turn of its own.
    assert problem.count(up_to="symmetry", where="symmetric") == 1
    assert problem.count(up_to="symmetry", where="asymmetric") == 11
    group = problem.symmetries()
    (symmetric,) = problem.solutions(up_to=group, where="symmetric")
    assert len(group.orbit(symmetric)) == 4
    assert {len(group.orbit(one)) for one in problem.solutions(up_to=group, where="asymmetric")} == {8}


def test_groups() -> None:
    # All permutations of the points of a complete graph: 8! = 40320, under which all 105 matchings are equivalent.
    problem = matchings(8)
    group = problem.symmetries()
    assert group.order == 40320 and len(group.orbits) == len(group.item_orbits) == 1
    assert sorted(group.orbits[0]) == problem.names and sorted(group.item_orbits[0]) == problem.primary
    assert problem.count() == 105 and problem.count(up_to="symmetry") == 1
    assert repr(group).startswith("<combien.Symmetries: 40320 symmetries, ")
    (one,) = problem.solutions(up_to="symmetry")
    assert len(group.orbit(one)) == 105
    # 36 tilings of the square of side 4 by dominoes: 9 up to symmetry (OEIS A068928 has 1, 2, 9).
    assert dominoes(4, 4).count(up_to="symmetry") == 9
    plain = Problem.from_sets({"a": [1], "b": [1, 2], "c": [2, 3], "d": [3]})
    trivial = Problem.from_sets({"a": [1], "b": [2, 3]}).symmetries()
    assert trivial.order == 1 and trivial.generators == [] and trivial.orbits == [["a"], ["b"]]
    assert plain.symmetries().order == 2
    assert plain.symmetries().generators == [(("a", "d"), ("b", "c"))]
    assert plain.symmetries().problem is plain


def test_generators_that_are_given() -> None:
    problem = make_queens(8)

    def turned(name: tuple[int, int]) -> tuple[int, int]:
        return name[1], 7 - name[0]

    turns = problem.symmetries(generators=[{name: turned(name) for name in problem.names}])
    assert turns.order == 4
    half = problem.symmetries(generators=[[[name, turned(turned(name))] for name in problem.names if name < turned(turned(name))]])
    assert half.order == 2
    # By Burnside's lemma, and 4 of the 92 have half a turn and none a quarter (OEIS A033148): (92 + 4) / 2, (92 + 4) / 4.
    assert problem.count(up_to=half) == 48 and problem.count(up_to=turns) == 24
    assert problem.symmetries(generators=[]).order == 1
    for generators, message in [
        ([{(0, 0): (0, 1), (0, 1): (0, 0)}], "generator 0 is no symmetry"),
        ([[], {(0, 0): (0, 1)}], "generator 1 is no symmetry: two options go to one"),
        ([[[(0, 0), (0, 1)], [(0, 1), (0, 2)]]], "generator 0 moves option .* twice"),
        ([{"x": (0, 0)}], "no option with the name 'x'"),
        (5, "the generators must be a list"),
        ([5], "a generator must be a list"),
    ]:
        with pytest.raises(Error, match=message):
            problem.symmetries(generators=generators)  # type: ignore[arg-type]


def test_sets_of_items_that_are_kept() -> None:
    """Latin squares up to isotopy and up to main classes: 2 and 2 of orders 4 and 5 (OEIS A040082, A003090)."""
    for n in (4, 5):
        cells, rows, columns = ([(kind, a, b) for a in range(n) for b in range(n)] for kind in ("cell", "row", "column"))
        problem = Problem(cells + rows + columns)
        for r, c, s in itertools.product(range(n), repeat=3):
            problem.option((r, c, s), [("cell", r, c), ("row", r, s), ("column", c, s)])
        isotopies = problem.symmetries(keeping=[cells, rows])
        assert isotopies.order == math.factorial(n) ** 3 and problem.symmetries().order == 6 * isotopies.order
        assert problem.count(up_to=isotopies) == problem.count(up_to="symmetry") == 2
    assert problem.symmetries(keeping=[]).order == 6 * isotopies.order
    for keeping, message in [
        ([["x"]], "keeping names 'x', which is not an item"),
        (5, "keeping must be a list"),
        ([5], "a set of items must be a list"),
    ]:
        with pytest.raises(Error, match=message):
            problem.symmetries(keeping=keeping)  # type: ignore[arg-type]
    with pytest.raises(Error, match="cannot be combined"):
        problem.symmetries(generators=[], keeping=[])


@pytest.mark.parametrize(("n", "halves", "quarters"), [(4, 2, 2), (5, 2, 2), (8, 4, 0), (12, 80, 8)])
def test_solutions_that_symmetries_keep(n: int, halves: int, quarters: int) -> None:
    """Those of half a turn are OEIS A032522, those of quarters A033148; small boards also by brute force."""
    problem = make_queens(n)
    turn = {(row, column): (column, n - 1 - row) for row, column in problem.names}
    half = {name: turn[turn[name]] for name in problem.names}
    for move, count in [(turn, quarters), (half, halves)]:
        group = problem.symmetries(generators=[move])
        listed = list(problem.solutions(kept_by=group))
        assert problem.count(kept_by=group) == problem.report(kept_by=group).answer == len(listed) == count
        for solution in listed:
            assert problem.check(solution) and {move[name] for name in solution.names} == set(solution.names)
        if n <= 8:
            kept = {s for s in problem.solutions() if {move[name] for name in s.names} == set(s.names)}
            assert set(listed) == kept


def test_wrong_questions() -> None:
    problem = make_queens(6)
    with pytest.raises(Error, match="kept_by and up_to cannot be combined"):
        problem.count(kept_by=problem.symmetries(), up_to="symmetry")
    with pytest.raises(TypeError):
        problem.count(kept_by="symmetry")  # type: ignore[arg-type]
    with pytest.raises(Error, match="up_to is 'symmetries', not 'symmetry'"):
        problem.count(up_to="symmetries")
    with pytest.raises(Error, match="where is 'odd', not 'symmetric' or 'asymmetric'"):
        problem.count(up_to="symmetry", where="odd")
    with pytest.raises(Error, match="where needs up_to"):
        problem.solutions(where="symmetric")
    with pytest.raises(TypeError, match="no use for `engine`"):
        problem.count(up_to="symmetry", engine="links")
    with pytest.raises(TypeError, match="no use for `threads`"):
        problem.symmetries(threads=2)  # type: ignore[call-arg]
    with pytest.raises(Error, match="of another problem"):
        problem.count(up_to=make_queens(6).symmetries())
    group = problem.symmetries()
    with pytest.raises(Error, match="of another problem"):
        group.orbit(next(make_queens(6).solutions()))
    problem.option("new", [])
    with pytest.raises(Error, match="before it grew"):
        problem.count(up_to=group)


def test_a_group_that_is_too_large_to_look_at_each_element() -> None:
    """All permutations of twelve points: they take each pairing to each other one."""
    assert matchings(12).symmetries().order == math.factorial(12)
    assert matchings(12).count(up_to="symmetry") == 1


def test_limits() -> None:
    with pytest.raises(Stopped) as stopped:
        make_queens(18).count(up_to="symmetry", time=0.3)
    assert stopped.value.reason == "time"
    found = []
    with pytest.raises(Stopped) as stopped:
        for solution in make_queens(18).solutions(up_to="symmetry", nodes=100_000):
            found.append(solution)
    assert stopped.value.reason == "nodes" and stopped.value.certain == len(found) > 0
    with pytest.raises(Stopped):
        make_queens(30).symmetries(time=0)


def test_a_listing_that_is_left_ends() -> None:
    before = threading.active_count()
    for _ in range(20):
        solutions = make_queens(18).solutions(up_to="symmetry")
        assert isinstance(next(solutions), Solution)
        del solutions
    gc.collect()
    assert threading.active_count() == before
    lists = make_queens(6).solutions(up_to="symmetry")
    assert len(list(lists)) == 1 and next(lists, None) is None


def test_progress() -> None:
    told = []
    assert make_queens(12).count(up_to="symmetry", progress=told.append) == 1787  # OEIS A002562
    assert told and all(0 <= progress.fraction <= 1 for progress in told)


def test_the_interpreter_may_end_and_fork_in_the_middle() -> None:
    began = time.monotonic()
    done = run(
        """
        import os
        p = make_queens(18)
        solutions = p.solutions(up_to="symmetry")
        next(solutions)
        child = os.fork()
        if child == 0:
            try:
                # Solutions fetched already are returned; then an error says that the search is in another process.
                for _ in range(100_000):
                    next(solutions)
            except Exception as error:
                os._exit(0 if "process that began it" in str(error) else 1)
            os._exit(2)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
    assert time.monotonic() - began < 20
