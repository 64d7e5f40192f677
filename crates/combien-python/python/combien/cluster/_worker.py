"""The code of a worker: one task, which depends only on its arguments.

A task may be done twice, or partly and again by another worker. It only writes a file, which appears when it is complete,
under a name that depends on its content.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
import threading
import time
import uuid
import zlib
from collections import OrderedDict
from typing import Any, NamedTuple

from .. import _combien
from .._combien import Problem
from .._errors import Error, Stopped

#: The maximum number of problems that a worker keeps, the latest ones.
MOST_PROBLEMS = 4


class Header(NamedTuple):
    """What all tasks of a run have in common."""

    run: str
    """The unique name of the run."""
    version: str
    """The version of the package that the driver has."""
    fingerprint: str
    """The fingerprint of the problem."""
    packed: bytes | None
    """The problem, if it is not known whether the worker has it."""


class File(NamedTuple):
    """A file with some of the solutions, one on each line."""

    name: str
    size: int
    sha256: str


class Branch(NamedTuple):
    """The result of searching branches."""

    found: int
    nodes: int
    seconds: float
    rest: bytes | None
    """The remaining search, if any: a compressed state."""
    shares: list[float]
    """The share of each remaining piece in the whole search."""
    file: File | None
    """The solutions, if they were requested and there are any."""


class Probes(NamedTuple):
    """The result of some probes."""

    number: int
    said: tuple[int, int, int, float, float]


class Part(NamedTuple):
    """What is known of a part of a problem."""

    found: Any
    """The answer: a number, numbers of options, or a list of these."""
    is_all: bool
    """Otherwise a limit was reached."""


class NeedsProblem(NamedTuple):
    """The worker does not have the problem."""


_lock = threading.Lock()
_problems: OrderedDict[str, Problem[Any]] = OrderedDict()
_stops: OrderedDict[str, _combien._Stop] = OrderedDict()
#: The maximum number of runs whose flags are kept.
_MOST_STOPS = 64
#: The processes in which a thread waits for the end of the one that started them.
_ending: set[int] = set()


def pack(problem: Problem[Any]) -> bytes:
    """The problem without the user's objects, as small as possible."""
    return zlib.compress(pickle.dumps(_combien._plain(problem), protocol=5), 6)


def stop(run: str) -> None:
    """Stops the tasks of a run in this process. Tasks in other processes run to their end."""
    _stop_of(run).set()


def forget(run: str) -> None:
    """The run is over."""
    with _lock:
        _stops.pop(run, None)


def _stop_of(run: str) -> _combien._Stop:
    with _lock:
        flag = _stops.setdefault(run, _combien._Stop())
        while len(_stops) > _MOST_STOPS:
            _stops.popitem(last=False)
        return flag


def _limits(header: Header, seconds: float) -> dict[str, Any]:
    """The keywords of a question: its time, one thread, and the end when the run is stopped."""
    flag = _stop_of(header.run)

    def look(_progress: object) -> None:
        if flag.is_set():
            raise Stopped("the run was stopped", None, "asked")

    return {"time": seconds, "threads": 1, "progress": look}


def _end_with_parent() -> None:
    """Ends this process when the one that started it ends: pools of processes wait forever for a driver that is killed."""
    parent = multiprocessing.parent_process()
    # A fork has the set of the process that it comes from, and no thread that waits.
    if parent is None or os.getpid() in _ending:
        return
    _ending.add(os.getpid())

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="combien-parent", daemon=True).start()


def _problem(header: Header) -> Problem[Any] | None:
    """The problem of a run: the one that was sent, or the stored one."""
    from .. import __version__

    _end_with_parent()
    if header.version != __version__:
        raise Error(f"a worker has combien {__version__}, and the driver {header.version}: they must be the same")
    with _lock:
        known = _problems.get(header.fingerprint)
        if known is not None:
            _problems.move_to_end(header.fingerprint)
            return known
    if header.packed is None:
        return None
    problem = _combien._restore(*pickle.loads(zlib.decompress(header.packed)))
    if _combien._fingerprint(problem) != header.fingerprint:
        raise Error("the problem that a worker was sent is not the one that it was said to be")
    with _lock:
        _problems[header.fingerprint] = problem
        while len(_problems) > MOST_PROBLEMS:
            _problems.popitem(last=False)
    return problem


def count_branch(header: Header, state: bytes, nodes: int, seconds: float) -> Branch | NeedsProblem:
    """Counts the solutions of some pieces of a search, within limits on nodes and seconds."""
    return _search("count", header, state, nodes, seconds, None)


def list_branch(header: Header, state: bytes, nodes: int, seconds: float, folder: str) -> Branch | NeedsProblem:
    """Lists the solutions of some pieces of a search into a file, within limits on nodes and seconds."""
    return _search("solutions", header, state, nodes, seconds, folder)


def _search(
    question: str, header: Header, state: bytes, nodes: int, seconds: float, folder: str | None
) -> Branch | NeedsProblem:
    began = time.perf_counter()
    problem = _problem(header)
    if problem is None:
        return NeedsProblem()
    found, done, rest, shares, rows = _combien._search(
        problem,
        question,
        zlib.decompress(state),
        stop=_stop_of(header.run),
        nodes=nodes,
        time=seconds,
    )
    file = _keep(folder, state, rows) if folder is not None and rows else None
    packed = None if rest is None else zlib.compress(rest, 6)
    # They are only for the progress, so a few digits are enough.
    shares = [float(f"{share:.4g}") for share in shares]
    return Branch(found, done, time.perf_counter() - began, packed, shares, file)


def _keep(folder: str, state: bytes, rows: bytes) -> File:
    """Writes solutions to a file. A file with the same name has the same content."""
    digest = hashlib.sha256(rows).hexdigest()
    name = f"{hashlib.sha256(state).hexdigest()[:16]}-{digest[:16]}.jsonl"
    temporary = os.path.join(folder, f"{name}.{uuid.uuid4().hex[:8]}.new")
    with open(temporary, "xb") as file:
        file.write(rows)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, os.path.join(folder, name))
    return File(name, len(rows), digest)


def probe_search(
    header: Header, number: int, engine: str, probes: int, seed: int, seconds: float | None
) -> Probes | NeedsProblem:
    """Makes random probes of a search."""
    problem = _problem(header)
    if problem is None:
        return NeedsProblem()
    limits: dict[str, Any] = {} if seconds is None else {"time": seconds}
    said = _combien._probe(problem, engine, probes, seed, stop=_stop_of(header.run), **limits)
    return Probes(number, said)


def count_whole(header: Header, seconds: float) -> Part | NeedsProblem:
    """Counts the solutions with all engines, if they need no more than this time and the memory of a question."""
    problem = _problem(header)
    if problem is None:
        return NeedsProblem()
    try:
        return Part(problem.count(**_limits(header, seconds)), True)
    except Stopped:
        return Part(None, False)


def ask_part(header: Header, question: str, rows: tuple[int, ...], argument: Any, seconds: float) -> Part | NeedsProblem:
    """Asks the part of the problem that has these options. Its solutions are numbers of options of the whole."""
    problem = _problem(header)
    if problem is None:
        return NeedsProblem()
    part, limits = problem.restricted(rows), _limits(header, seconds)
    # Options of a problem without the user's objects have their numbers in the whole as names.
    numbers = lambda solution: tuple(sorted(solution.names))  # noqa: E731
    try:
        if question == "first":
            first = part.first(**limits)
            return Part(None if first is None else numbers(first), True)
        if question == "count":
            return Part(part.count(**limits), True)
        if question == "sample":
            count, seed = argument
            return Part([numbers(solution) for solution in part.sample(count, seed=seed, **limits)], True)
        k, maximize, within = argument
        return Part([numbers(solution) for solution in part.best(k, maximize=maximize, within=within, **limits)], True)
    except Stopped as stopped:
        if stopped.reason != "time":
            raise
        found = [numbers(solution) for solution in stopped.certain or []] if question == "best" else None
        return Part(found, False)
