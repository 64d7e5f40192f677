"""Tasks of an executor, which is any object with the interface of ``concurrent.futures``.

A task that fails is sent again, a few times. A worker that is killed looks different to each engine: Dask sends the task to
another worker by itself; a pool of processes is then broken, and is replaced if a function to make executors was given.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import time
import uuid
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass, field
from typing import Any

from .. import _combien
from .._combien import Problem
from .._errors import Error, Stopped, WrongType
from . import _worker
from ._worker import Header, NeedsProblem

#: A problem of at most this number of bytes is sent with every task. A larger one is sent with the first tasks, and to workers that
#: report that they do not have it.
SMALL = 1 << 12
#: Each worker has one running task and one waiting task, so that the worker does not wait.
FOR_EACH_WORKER = 2
#: The time between two queries of the number of workers in Dask, in seconds.
ASK = 5.0


class TaskFailed(RuntimeError):
    """A task failed again and again, or the executor is broken. The journal, if there is one, keeps everything that is done."""


@dataclass(eq=False)
class Task:
    """A function that a worker calls with a header and with these arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    #: The sender's key for it.
    of: Any
    number: int = 0
    failures: int = 0
    future: Future[Any] | None = field(default=None, repr=False)


def _dask(executor: Any) -> Any:
    """The Dask client behind an executor, if there is one."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    if isinstance(executor, distributed.Client):
        return executor
    kind = getattr(sys.modules.get("distributed.cfexecutor"), "ClientExecutor", None)
    return getattr(executor, "_client", None) if kind is not None and isinstance(executor, kind) else None


class Pool:
    """An executor, or a function that makes executors, with its current tasks."""

    def __init__(
        self,
        problem: Problem[Any],
        executor: Any,
        *,
        question: str,
        in_flight: int | None,
        retries: int,
    ) -> None:
        if in_flight is not None and in_flight < 1:
            raise Error(f"in_flight is {in_flight}, not a number of tasks from 1 on")
        if retries < 0:
            raise Error(f"retries is {retries}, not a number from 0 on")
        self._make: Callable[[], Any] | None = None
        if isinstance(executor, type) or not hasattr(executor, "submit"):
            if not callable(executor):
                raise WrongType(f"{executor!r} is not an executor: it has no `submit`")
            self._make = executor
        self._given = executor
        self._question = question
        self._in_flight = in_flight
        self._retries = retries
        self._problem = problem
        self.fingerprint = _combien._fingerprint(problem)
        self._packed = _worker.pack(problem)
        self._run = uuid.uuid4().hex[:8]
        self._submitted = 0
        #: The number of further tasks that include the problem.
        self._to_be_told = 0
        self._ended: queue.SimpleQueue[tuple[Task, Future[Any]]] = queue.SimpleQueue()
        self._out: set[Task] = set()
        self._executor: Any
        self._workers, self._ask_again = 1, 0.0
        self._begin()

    def _begin(self) -> None:
        executor = self._make() if self._make is not None else self._given
        self._client = _dask(executor)
        # A Dask client has its own kind of futures; those of its executor have the common interface.
        is_client = self._client is executor
        self._executor = executor.get_executor() if is_client else executor
        self._to_be_told = self.width()

    def width(self) -> int:
        """The maximum number of tasks at a time."""
        if self._in_flight is not None:
            return self._in_flight
        if self._client is not None:
            if time.monotonic() >= self._ask_again:
                # Workers come and go. To ask the scheduler takes some milliseconds.
                self._workers = sum(self._client.nthreads().values())
                self._ask_again = time.monotonic() + ASK
            workers = self._workers
        else:
            # The interface has no number of workers, but executors that know it use these names.
            told = [getattr(self._executor, name, None) for name in ("num_workers", "_max_workers")]
            workers = next((number for number in told if isinstance(number, int)), os.cpu_count() or 1)
        return FOR_EACH_WORKER * max(workers, 1)

    def out(self) -> int:
        """The number of current tasks."""
        return len(self._out)

    def tasks(self) -> list[Task]:
        """The current tasks."""
        return list(self._out)

    def submit(self, function: Callable[..., Any], *arguments: Any, of: Any) -> None:
        """Sends a task."""
        self._submitted += 1
        self._send(Task(function, arguments, of, self._submitted))

    def _send(self, task: Task, with_problem: bool = False) -> None:
        from .. import __version__

        if len(self._packed) <= SMALL or self._to_be_told > 0:
            with_problem = True
            self._to_be_told -= 1
        packed = self._packed if with_problem else None
        header = Header(self._run, __version__, self.fingerprint, packed)
        named: dict[str, Any] = {}
        if self._client is not None:
            # What Dask shows of a task is its key, without the last parts. Each attempt has its own.
            named["key"] = f"combien-{self._question}-{self._run}-{task.number}-{uuid.uuid4().hex[:8]}"
        self._out.add(task)
        try:
            future = self._executor.submit(task.function, header, *task.arguments, **named)
        except BrokenExecutor as broken:
            self._renew(broken, task)
            return
        task.future = future
        future.add_done_callback(lambda future, task=task: self._ended.put((task, future)))

    def next(self, until: float | None) -> tuple[Task, Any] | None:
        """A finished task and its result; ``None`` if none is finished by that time of the monotonic clock."""
        while True:
            # On some systems, a wait without a timeout does not notice Ctrl-C.
            pause = 1.0 if until is None else min(1.0, until - time.monotonic())
            try:
                task, future = self._ended.get(timeout=max(pause, 0.0))
            except queue.Empty:
                if until is not None and time.monotonic() >= until:
                    return None
                continue
            # A task that was sent again or is done has another future or none.
            if task.future is not future or task not in self._out:
                continue
            result = self._settle(task, future)
            if result is not None:
                self._out.discard(task)
                task.future = None
                return task, result

    def _settle(self, task: Task, future: Future[Any]) -> Any:
        """The result of a task; ``None`` if it is sent again."""
        try:
            result = future.result(timeout=0)
        except (Error, Stopped):
            # The result would be the same each time.
            raise
        except BrokenExecutor as broken:
            return self._renew(broken, task)
        except CancelledError as cancelled:
            return self._again(task, cancelled, "was cancelled")
        except Exception as failed:
            return self._again(task, failed, f"failed: {type(failed).__name__}: {failed}")
        if isinstance(result, NeedsProblem):
            return self._send(task, with_problem=True)
        return result

    def _again(self, task: Task, failed: BaseException, how: str) -> None:
        task.failures += 1
        if task.failures > self._retries:
            times = "once" if task.failures == 1 else f"{task.failures} times"
            message = f"task {task.number} was tried {times}, and {how}"
            raise TaskFailed(message) from failed
        # Whatever was there may be gone.
        self._send(task, with_problem=True)

    def _renew(self, broken: BrokenExecutor, task: Task) -> None:
        """Replaces a broken executor by a new one with the same tasks."""
        if self._make is None:
            message = (
                "the executor is broken, as a pool of processes is when one of them is killed; "
                "run it again with the same journal, or give a function that makes executors"
            )
            raise TaskFailed(message) from broken
        self._executor.shutdown(wait=False)
        self._begin()
        tasks = sorted(self._out, key=lambda task: task.number)
        for each in tasks:
            each.future = None
        for each in tasks:
            # Nobody knows which of them it was.
            if each.future is None:
                self._again(each, broken, f"its executor was broken: {broken}")

    def close(self) -> None:
        """Cancels all current tasks, and closes the executor if it was made here."""
        is_over = not self._out
        if not is_over:
            _worker.stop(self._run)
        for task in self._out:
            future, task.future = task.future, None
            if future is not None:
                # Parsl cannot cancel, and raises.
                with contextlib.suppress(NotImplementedError):
                    future.cancel()
        self._out.clear()
        # Dask drops futures without references too.
        self._ended = queue.SimpleQueue()
        if is_over:
            _worker.forget(self._run)
        if self._make is not None:
            # A pool of processes may wait forever for a process that was killed while idle, so do not wait here.
            self._executor.shutdown(wait=False)
