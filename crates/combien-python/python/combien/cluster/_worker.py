"""What a worker does: one task, which is a function of what it is given.

A task may be done twice, or half and once more by another worker: nothing is changed but a file that is put in its place as a
whole, under a name that tells its content.
"""

from __future__ import annotations

import hashlib
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
from .._errors import Error

#: The most problems that a worker keeps, the latest ones.
MOST_PROBLEMS = 4


class Header(NamedTuple):
    """What all tasks of a run have in common."""

    run: str
    """The name of the run, as no other has it."""
    version: str
    """The version of the package that the driver has."""
    fingerprint: str
    """The fingerprint of the problem."""
    packed: bytes | None
    """The problem, if it is not known whether the worker has it."""


class File(NamedTuple):
    """A file with some of the solutions, a line each."""

    name: str
    size: int
    sha256: str


class Branch(NamedTuple):
    """What came of a branch that was searched."""

    found: int
    nodes: int
    seconds: float
    rest: bytes | None
    """What is left, if anything is: a state, compressed."""
    shares: list[float]
    """The share of each piece of what is left in the whole search."""
    file: File | None
    """The solutions, if they were asked for and there are any."""


class Probes(NamedTuple):
    """What came of some probes."""

    number: int
    said: tuple[int, int, int, float, float]


class NeedsProblem(NamedTuple):
    """The worker has not got the problem."""


_lock = threading.Lock()
_problems: OrderedDict[str, Problem] = OrderedDict()
_stops: OrderedDict[str, _combien._Stop] = OrderedDict()
#: The most runs whose flags are kept.
_MOST_STOPS = 64


def pack(problem: Problem) -> bytes:
    """The problem without the user's objects, as small as it goes."""
    return zlib.compress(pickle.dumps(_combien._plain(problem), protocol=5), 6)


def stop(run: str) -> None:
    """Ends the tasks of a run that are at work in this process. Those elsewhere come to their end."""
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


def _problem(header: Header) -> Problem | None:
    """The problem of a run: that which was sent, or the one that is there."""
    from .. import __version__

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
    # They say how far it is, and a few digits will do.
    shares = [float(f"{share:.4g}") for share in shares]
    return Branch(found, done, time.perf_counter() - began, packed, shares, file)


def _keep(folder: str, state: bytes, rows: bytes) -> File:
    """Puts solutions into a file. One with the same name has the same content."""
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


