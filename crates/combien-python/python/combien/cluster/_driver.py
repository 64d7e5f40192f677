"""The driver of a search on a cluster: sends branches to workers, and combines the results."""

from __future__ import annotations

import base64
import math
import os
import time
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from .. import _combien
from .._combien import Problem
from .._errors import Error, Stopped
from .._progress import Bar
from . import _worker
from ._agenda import Agenda, Node
from ._journal import Journal
from ._pool import Pool, Task
from ._worker import Branch, File, Part

#: The nodes of the first task: some milliseconds. The rest is split.
FIRST = 10_000
#: While the others search, a worker counts the whole with all engines, because those that remember need seconds where a search needs
#: years. It starts with this number of seconds. Such a count cannot go on where it stopped, so it begins again with this multiple of the
#: time, when that is at most this part of the time of the run: a worker that cannot be stopped then ends soon after the run.
WHOLE: float | None = 3.0
LONGER, PART_OF_RUN = 4.0, 0.25
#: The seconds that a task should take,
SECONDS = 3.0
#: and the least, however little is left to split,
LEAST = 0.1
#: and at most this part of the time of the run so far.
PART = 0.2
#: The maximum number of results per second for one driver.
RESULTS = 50.0
#: In a long run, a task takes this part of the time so far, so that the journal of a week is not a
#: hundred times that of an hour.
PART_OF_LONG = 1e-3
#: The rate of nodes is an average over the last tasks, with this weight for each.
WEIGHT = 0.3
#: A task returns its remaining pieces after this multiple of its intended time, or after this number of seconds if that is more, because
#: setting up a search takes time too.
PATIENCE, LEAST_PATIENCE = 4.0, 30.0
#: The time between two calls of the progress function, in seconds.
TELL = 0.2


class Progress(NamedTuple):
    """The progress of a search on a cluster. The first three fields are those of ``combien.Progress``."""

    nodes: int
    """Nodes of the search tree entered."""
    solutions: int
    """Solutions found."""
    fraction: float
    """The finished part of the search, from 0 to 1, if the branches of each node were equally large."""
    seconds_left: float | None
    """The remaining time at the pace of this run, if known."""
    tasks: int
    """The number of finished tasks."""
    running: int
    """The number of tasks that the executor has."""


class Teller:
    """Calls the progress function."""

    def __init__(self, progress: bool | Callable[[Any], object] | None) -> None:
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise Error(f"progress is {progress!r}, not True or a function")
        self._call: Any = Bar() if progress is True else progress or None
        self._next = 0.0

    def tell(self, now: float, what: Callable[[], Progress], *, is_last: bool = False) -> None:
        """Calls it, if it is time."""
        if self._call is not None and (is_last or now >= self._next):
            self._next = now + TELL
            self._call(what())

    def close(self) -> None:
        """Closes a bar."""
        close = getattr(self._call, "close", None)
        if close is not None:
            close()


def until(seconds: float | None) -> float | None:
    """The end of the time that a question may take, by the monotonic clock."""
    if seconds is None:
        return None
    if not seconds >= 0:
        raise Error(f"time is {seconds}, not a number of seconds from 0 on")
    return time.monotonic() + seconds


class Search:
    """A search on a cluster: for the number of solutions, or for all of them."""

    def __init__(
        self,
        problem: Problem[Any],
        executor: Any,
        *,
        question: str,
        engine: str,
        journal: str | os.PathLike[str] | None,
        folder: str | None,
        limit: float | None,
        progress: bool | Callable[[Any], object] | None,
        seconds: float | None,
        in_flight: int | None,
        retries: int,
    ) -> None:
        if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
            raise Error(f"seconds is {seconds}, not a number of seconds above 0")
        self._question = question
        self._folder = folder
        self._seconds = seconds
        self._until = until(limit)
        self._teller = Teller(progress)
        whole = _combien._begin(problem, question, engine)
        self.agenda = Agenda(zlib.compress(whole, 6))
        self._journal: Journal | None = None
        self._rate: float | None = None
        self._fraction = 0.0
        #: The seconds of the next count of the whole, if it may be counted so.
        self._whole = WHOLE if question == "count" and engine == "auto" else None
        self._counts_whole = False
        self._counted: int | None = None
        self.merged: File | None = None
        if journal is not None:
            head = {
                "version": _combien.__version__,
                "problem": _combien._fingerprint(problem),
                "items": problem.item_count,
                "options": problem.option_count,
                "question": question,
                "engine": engine,
            }
            self._journal = Journal(journal, head)
        try:
            if self._journal is not None:
                self._replay(self._journal)
            self._began = time.monotonic()
            self._left_at_first = self.agenda.left()
            self._pool = Pool(problem, executor, question=question, in_flight=in_flight, retries=retries)
        except BaseException:
            self.close()
            raise

    def _replay(self, journal: Journal) -> None:
        """Repeats the tasks in the journal."""
        for number, record in enumerate(journal.records, 2):
            try:
                if "merged" in record:
                    self.merged = File(*record["merged"])
                    continue
                if "whole" in record:
                    self._counted = int(record["whole"])
                    continue
                rest = record.get("rest")
                file = record.get("file")
                branch = Branch(
                    int(record["found"]),
                    record["nodes"],
                    record["seconds"],
                    None if rest is None else base64.b64decode(rest, validate=True),
                    record.get("shares", []),
                    None if file is None else File(*file),
                )
                source, start, end = record["of"]
                self.agenda.replay(source, start, end, branch)
            except (KeyError, TypeError, ValueError) as wrong:
                raise Error(f"the journal `{journal.path}` says in line {number} what cannot be") from wrong
            self._learn(branch)
        journal.records.clear()
        if self._folder is not None and self.merged is None:
            for part in self.agenda.files():
                self._look_for(part)

    def run(self) -> int:
        """Searches everything that is left. Returns the number of solutions."""
        agenda, pool = self.agenda, self._pool
        try:
            while not self._is_done():
                self._send_all()
                now = time.monotonic()
                ends = [now + 1.0, *([] if self._until is None else [self._until])]
                settled = pool.next(min(ends))
                if settled is not None and isinstance(settled[1], Part):
                    self._record_whole(settled[1])
                elif settled is not None:
                    self._record(*settled)
                self._teller.tell(time.monotonic(), self._progress)
                if self._until is not None and time.monotonic() >= self._until and not self._is_done():
                    raise Stopped("stopped at the deadline", agenda.found, "time")
            self._teller.tell(time.monotonic(), self._progress, is_last=True)
        except Stopped as stopped:
            raise Stopped(str(stopped), agenda.found, stopped.reason) from None
        finally:
            pool.close()
            self._teller.close()
        return self._found()

    def _is_done(self) -> bool:
        return self._counted is not None or self.agenda.is_done()

    def _found(self) -> int:
        return self.agenda.found if self._counted is None else self._counted

    def close(self) -> None:
        """Closes the journal, if there is one."""
        if self._journal is not None:
            self._journal.close()

    def write(self, record: dict[str, Any]) -> None:
        """Adds to the journal, if there is one."""
        if self._journal is not None:
            self._journal.write(record)

    def _send_all(self) -> None:
        """Keeps the executor busy."""
        agenda, pool = self.agenda, self._pool
        self._count_whole()
        width = pool.width()
        while pool.out() < width:
            few = width - pool.out() - agenda.stretches()
            taken = agenda.take(1 + max(few, 0))
            if taken is None:
                return
            node, state = taken
            nodes, seconds = self._budget(width)
            # A state lacks the pieces that other tasks have, and is as short as possible.
            part = zlib.compress(_combien._select(zlib.decompress(state), node.start, node.end), 6)
            if self._folder is None:
                pool.submit(_worker.count_branch, part, nodes, seconds, of=node)
            else:
                pool.submit(_worker.list_branch, part, nodes, seconds, self._folder, of=node)

    def _count_whole(self) -> None:
        """Lets a worker count the whole, if it is time."""
        if self._whole is None or self._counts_whole:
            return
        now = time.monotonic()
        if self._whole == WHOLE or self._whole <= PART_OF_RUN * (now - self._began):
            self._counts_whole = True
            left = self._whole if self._until is None else max(self._until - now, 0.0)
            self._pool.submit(_worker.count_whole, min(self._whole, left), of=None)

    def _budget(self, width: int) -> tuple[int, float]:
        """The nodes that a task may enter, and the seconds that it may take at most."""
        if self._rate is None:
            return FIRST, LEAST_PATIENCE
        seconds = self._seconds
        if seconds is None:
            elapsed = time.monotonic() - self._began
            seconds = max(SECONDS, width / RESULTS, PART_OF_LONG * elapsed)
            # At first, and if few pieces are left, tasks return their rest soon.
            seconds = min(seconds, max(LEAST, PART * elapsed))
            if self.agenda.waiting < width:
                seconds = max(LEAST, seconds / 10)
        return max(1, round(self._rate * seconds)), max(LEAST_PATIENCE, PATIENCE * seconds)

    def _learn(self, branch: Branch) -> None:
        """The number of nodes per second of a worker."""
        if branch.nodes == 0 or branch.seconds <= 0:
            return
        rate = branch.nodes / branch.seconds
        if self._rate is None:
            self._rate = rate
        elif branch.rest is not None:
            # Short tasks say little, because most of their time was set-up.
            self._rate = math.exp((1 - WEIGHT) * math.log(self._rate) + WEIGHT * math.log(rate))

    def _record_whole(self, part: Part) -> None:
        """A count of the whole is done, or was too long."""
        assert self._whole is not None
        self._counts_whole, self._whole = False, self._whole * LONGER
        if part.is_all:
            self._counted = part.found
            self.write({"whole": str(part.found)})

    def _record(self, task: Task, branch: Branch) -> None:
        """A task is done."""
        node: Node = task.of
        if branch.file is not None:
            self._look_for(branch.file)
        self._learn(branch)
        number = self.agenda.finish(node, branch)
        record: dict[str, Any] = {
            "task": number,
            "of": [node.source, node.start, node.end],
            "found": str(branch.found),
            "nodes": branch.nodes,
            "seconds": round(branch.seconds, 6),
        }
        if branch.rest is not None:
            record["rest"] = base64.b64encode(branch.rest).decode("ascii")
            record["shares"] = branch.shares
        if branch.file is not None:
            record["file"] = list(branch.file)
        self.write(record)

    def _look_for(self, file: File) -> None:
        """Is the file visible here? A shared folder may take some seconds to show it."""
        assert self._folder is not None
        path = os.path.join(self._folder, file.name)
        for _ in range(100):
            if os.path.exists(path) and os.path.getsize(path) == file.size:
                return
            time.sleep(0.1)
        raise Error(
            f"a worker has written `{path}`, and here it is not to be seen: the driver and all workers must share the folder"
        )

    def _progress(self) -> Progress:
        agenda = self.agenda
        left = agenda.left() if not self._is_done() else 0.0
        done_here = self._left_at_first - left
        elapsed = time.monotonic() - self._began
        seconds_left = elapsed * left / done_here if done_here > 0 else None
        # Shares are rounded, but the fraction must not fall.
        self._fraction = min(max(1.0 - left, self._fraction), 1.0)
        return Progress(agenda.nodes, self._found(), self._fraction, seconds_left, agenda.tasks, self._pool.out())
