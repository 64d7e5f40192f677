"""Questions that are asked of parts of a problem, each with some options taken.

An item that must be covered once cuts a problem: each solution has exactly one of its options. A part that takes longer than a task
should is cut again. Within a part, the library chooses among all its engines.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any

from .. import _combien
from .._combien import Problem, Solution
from .._errors import Error, Stopped
from .._types import Ranking
from . import _worker
from ._driver import until
from ._pool import Pool

#: A part is cut into about this number of parts, and at first there are as many for each task that can be out.
PIECES = 4
#: The seconds that a task may take.
SECONDS = 5.0

_Rows = tuple[int, ...]


def cut(problem: Problem[Any], rows: _Rows) -> list[_Rows]:
    """Parts of the part with these options, whose solutions are together those of the part, each once; itself if no item cuts it.

    ``problem`` has no names of options, so they are numbers.
    """
    covered = {item for row in rows for item in problem[row]}
    left = [row for row in problem.restricted(rows).names if row not in rows]
    bounded = problem.bounds
    open_items = [item for item in problem.primary if item not in covered and item not in bounded]
    if not open_items:
        return [rows]
    options = Counter(item for row in left for item in problem[row])
    least = min(open_items, key=lambda item: options[item])
    return [(*rows, row) for row in left if least in problem[row]]


class Asking:
    """A question of the parts of a problem, asked by the workers of an executor."""

    def __init__(self, problem: Problem[Any], executor: Any, question: str, in_flight: int | None, retries: int, limit: float | None) -> None:
        self._end = until(limit)
        self._problem = _combien._restore(*_combien._plain(problem))
        self._question = question
        self._pool = Pool(problem, executor, question=question, in_flight=in_flight, retries=retries)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def run(
        self,
        settle: Callable[[_Rows, Any, bool], bool],
        argument: Callable[[_Rows], Any],
        certain: Callable[[], Any] = lambda: None,
        parts: Iterable[_Rows] | None = None,
    ) -> None:
        """Asks all parts. ``settle`` takes the part, what was found, and whether that is all; it returns whether to go on."""
        waiting = deque(parts) if parts is not None else self._first_parts()
        seconds = dict.fromkeys(waiting, SECONDS)
        while waiting or self._pool.out():
            while waiting and self._pool.out() < self._pool.width():
                rows = waiting.popleft()
                self._pool.submit(_worker.ask_part, self._question, rows, argument(rows), seconds.get(rows, SECONDS), of=rows)
            settled = self._pool.next(self._end)
            if settled is None:
                raise Stopped("stopped at the deadline", certain(), "time")
            task, result = settled
            if not settle(task.of, result.found, result.is_all):
                return
            if not result.is_all:
                further = cut(self._problem, task.of) if parts is None else [task.of]
                waiting.extend(further)
                if further == [task.of]:
                    seconds[task.of] = 4 * seconds.get(task.of, SECONDS)

    def _first_parts(self) -> deque[_Rows]:
        parts: deque[_Rows] = deque([()])
        for _ in range(PIECES * self._pool.width()):
            if not parts or len(parts) >= PIECES * self._pool.width():
                break
            parts.extend(cut(self._problem, parts.popleft()))
        return parts


def first(problem: Problem[Any], executor: Any, *, time: float | None = None, in_flight: int | None = None, retries: int = 3) -> Solution | None:
    """A solution, or ``None`` if there is none. Which one depends on the workers.

    Exponential in the worst case, as ``problem.first``.
    """
    found: list[_Rows] = []

    def settle(_part: _Rows, rows: _Rows | None, _is_all: bool) -> bool:
        found.extend([rows] if rows is not None else [])
        return not found

    with Asking(problem, executor, "first", in_flight, retries, time) as asking:
        asking.run(settle, lambda _part: None)
    return Solution(problem, found[0]) if found else None


def best(
    problem: Problem[Any],
    executor: Any,
    k: int = 1,
    *,
    maximize: bool = False,
    time: float | None = None,
    in_flight: int | None = None,
    retries: int = 3,
) -> Ranking:
    """The ``k`` solutions of least cost, the cheapest first; or of greatest cost, with ``maximize=True``. See ``problem.best``.

    What one worker has found bounds the search of all others from then on. ``Stopped.certain`` is the ranking of the best solutions
    found before, without a bound.
    """
    if k < 1:
        raise Error(f"k is {k}, not a number of solutions from 1 on")
    found: set[_Rows] = set()

    def ranked() -> list[Solution]:
        sign = -1 if maximize else 1
        solutions = sorted((Solution(problem, rows) for rows in found), key=lambda solution: (sign * solution.cost, solution.rows))
        return solutions[:k]

    def settle(_part: _Rows, rankings: list[_Rows], _is_all: bool) -> bool:
        found.update(rankings)
        kept = ranked()
        found.clear()
        found.update(solution.rows for solution in kept)
        return True

    def argument(_part: _Rows) -> tuple[int, bool, Any]:
        kept = ranked()
        return k, maximize, kept[-1].cost if len(kept) == k else None

    with Asking(problem, executor, "best", in_flight, retries, time) as asking:
        asking.run(settle, argument, lambda: Ranking(ranked()))
    solutions = ranked()
    return Ranking(solutions, solutions[0].cost if solutions else None)


def sample(
    problem: Problem[Any],
    executor: Any,
    n: int,
    *,
    seed: int | None = 1,
    time: float | None = None,
    in_flight: int | None = None,
    retries: int = 3,
) -> list[Solution]:
    """``n`` random solutions, drawn independently, each equally likely; none if there is no solution. See ``problem.sample``.

    The same seed draws the same solutions
    if the parts are the same: with as many workers, and with no part that takes longer than a few seconds.
    """
    if n < 0:
        raise Error(f"n is {n}, not a number from 0 on")
    counts: dict[_Rows, int] = {}

    def keep(part: _Rows, count: int, is_all: bool) -> bool:
        if is_all and count:
            counts[part] = count
        return True

    with Asking(problem, executor, "count", in_flight, retries, time) as asking:
        asking.run(keep, lambda _part: None)
    if not counts:
        return []
    some = random.Random(seed)
    parts = sorted(counts)
    # Counts may be larger than any float, so they are added as whole numbers.
    ends = [sum(counts[part] for part in parts[: place + 1]) for place in range(len(parts))]
    places = [some.randrange(ends[-1]) for _ in range(n)]
    of_places = [next(part for part, end in zip(parts, ends) if place < end) for place in places]
    wanted = Counter(of_places)
    drawn: dict[_Rows, list[_Rows]] = {}

    def take(part: _Rows, rows: list[_Rows], is_all: bool) -> bool:
        if is_all:
            drawn[part] = rows
        return True

    def numbers(part: _Rows) -> tuple[int, int]:
        return wanted[part], zlib.crc32(repr((seed, part)).encode()) if seed is not None else random.getrandbits(63)

    with Asking(problem, executor, "sample", in_flight, retries, time) as asking:
        asking.run(take, numbers, parts=list(wanted))
    # In the order in which the parts were drawn.
    return [Solution(problem, drawn[part].pop()) for part in of_places]
