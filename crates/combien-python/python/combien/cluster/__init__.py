"""A search that is too long for one machine, on a cluster that is there already.

Everything with the interface of ``concurrent.futures`` will do: Dask, Parsl, ``mpi4py.futures``, or the pools of Python itself.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from combien import Problem, cluster
>>> p = Problem.from_sets({"A": [1, 2], "B": [1], "C": [2], "D": [3]})
>>> with ThreadPoolExecutor() as executor:
...     cluster.count(p, executor)
2

The answer is always the same as on one machine. A killed worker costs only its task.

All functions here take these keywords. ``time`` is in seconds; then ``combien.Stopped`` is raised. ``in_flight`` is the maximum
number of tasks that the executor has at a time: by default two for each worker, if their number is known. ``retries`` is the number of times that a task
is sent again after it failed; then ``cluster.TaskFailed`` is raised. ``executor`` may be a Dask client, or a function without
arguments that makes an executor: it is called again when the executor is broken.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import Any

from .. import _combien
from .._combien import Problem, Shard, merge, split
from .._errors import Error, Stopped
from .._types import Estimate
from . import _listing, _worker
from ._driver import Progress, Search, until
from ._listing import MERGED, Listing
from ._parts import best, first, sample
from ._pool import Pool, TaskFailed

__all__ = ["Listing", "Progress", "Shard", "TaskFailed", "best", "count", "estimate", "first", "merge", "sample", "solutions", "split"]

_Progress = bool | Callable[[Progress], object] | None
_Path = str | os.PathLike[str]

#: The number of parts of an estimate, whatever the executor is, so that it is the same everywhere.
_PARTS = 64


def count(
    problem: Problem[Any],
    executor: Any,
    *,
    journal: _Path | None = None,
    time: float | None = None,
    progress: _Progress = None,
    engine: str = "auto",
    seconds: float | None = None,
    in_flight: int | None = None,
    retries: int = 3,
) -> int:
    """The number of solutions, exact at any size, by the workers of an executor.

    ``journal`` is the path of a file that records what is done. If it exists, the count continues from it, however the earlier
    driver ended; it must be of the same problem and question. ``engine`` is ``"fast"``, ``"cells"`` or ``"links"``: only these can be
    cut into branches. By default a worker also counts the whole with all engines, for a few seconds at first, and the first answer is taken. ``seconds`` is how long a task should take; by default a few seconds, less at first and at the end.
    ``progress`` is ``True`` or a function that is called with a ``cluster.Progress`` a few times a second.

    ``Stopped.certain`` is a lower bound. Ctrl-C ends it at once, and the journal keeps everything that is done.
    """
    search = Search(
        problem,
        executor,
        question="count",
        engine=engine,
        journal=journal,
        folder=None,
        limit=time,
        progress=progress,
        seconds=seconds,
        in_flight=in_flight,
        retries=retries,
    )
    try:
        return search.run()
    finally:
        search.close()


def solutions(
    problem: Problem[Any],
    executor: Any,
    *,
    into: _Path,
    time: float | None = None,
    progress: _Progress = None,
    engine: str = "auto",
    seconds: float | None = None,
    in_flight: int | None = None,
    retries: int = 3,
) -> Listing:
    """All solutions, in the order of ``problem.solutions()``, in a file in the folder ``into``.

    The folder is made if needed; the driver and all workers must share it. At the end, ``solutions.jsonl`` there has them. Called
    again with the same folder, it continues, or returns what is there. The other keywords are those of ``count``.

    ``Stopped.certain`` is the number of solutions that were found.
    """
    into = os.path.abspath(os.fspath(into))
    parts = os.path.join(into, "parts")
    os.makedirs(parts, exist_ok=True)
    search = Search(
        problem,
        executor,
        question="solutions",
        engine=engine,
        journal=os.path.join(into, "journal.jsonl"),
        folder=parts,
        limit=time,
        progress=progress,
        seconds=seconds,
        in_flight=in_flight,
        retries=retries,
    )
    path = os.path.join(into, MERGED)
    try:
        found = search.run()
        if search.merged is None:
            merged = _listing.merge(parts, search.agenda.files(), path)
            search.write({"merged": list(merged)})
        elif not os.path.exists(path) or os.path.getsize(path) != search.merged.size:
            raise Error(f"`{path}` is not what was written there: begin anew in another folder")
        # Only now are the parts not needed any more.
        shutil.rmtree(parts, ignore_errors=True)
        return Listing(problem, path, found)
    finally:
        search.close()


def estimate(
    problem: Problem[Any],
    executor: Any,
    *,
    probes: int = 100_000,
    seed: int = 1,
    time: float | None = None,
    engine: str = "auto",
    in_flight: int | None = None,
    retries: int = 3,
) -> Estimate:
    """The size of the search, by random probes: like ``problem.estimate``, with more probes.

    The probes are made in 64 parts, each with a seed of its own, so the same seed gives the same estimate with every executor. At
    least ``probes`` probes are made.
    """
    if probes < 1:
        raise Error(f"probes is {probes}, not a number from 1 on")
    end = until(time)
    pool = Pool(problem, executor, question="probes", in_flight=in_flight, retries=retries)
    said: dict[int, tuple[int, int, int, float, float]] = {}
    try:
        waiting = list(range(_PARTS))
        while len(said) < _PARTS:
            while waiting and pool.out() < pool.width():
                number = waiting.pop(0)
                each = -(-probes // _PARTS)
                pool.submit(_worker.probe_search, number, engine, each, seed + number, time, of=number)
            settled = pool.next(end)
            if settled is None:
                raise Stopped("stopped at the deadline", None, "time")
            task, result = settled
            said[task.of] = result.said
        return _combien._pool([said[number] for number in range(_PARTS)], seed)
    finally:
        pool.close()
