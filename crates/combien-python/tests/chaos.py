"""An executor on which everything goes wrong: tasks fail, run twice or in any order, and the executor breaks."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any


class Chaos(Executor):
    """Its workers are threads that share only what is pickled. What happens depends on the seed and on timing."""

    def __init__(
        self,
        seed: int,
        *,
        fails: float = 0.0,
        doubles: float = 0.0,
        cancels: float = 0.0,
        breaks: float = 0.0,
        interrupts_at: int | None = None,
        workers: int = 2,
    ) -> None:
        self.num_workers = workers
        self.calls = 0
        self._random = random.Random(seed)
        self._chances = (fails, doubles, cancels, breaks)
        self._interrupts_at = interrupts_at
        self._bell = threading.Condition()
        self._waiting: list[tuple[Future[Any], bytes]] = []
        self._is_broken = self._is_over = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self._bell:
            if self._is_broken:
                raise BrokenExecutor("it broke before")
            self.calls += 1
            if self.calls == self._interrupts_at:
                raise KeyboardInterrupt
            future: Future[Any] = Future()
            self._waiting.append((future, pickle.dumps((fn, args, kwargs))))
            self._bell.notify()
        return future

    def _work(self) -> None:
        fails, doubles, cancels, breaks = self._chances
        while True:
            with self._bell:
                while not self._waiting and not self._is_over:
                    self._bell.wait()
                if self._is_over:
                    return
                # Any task, not only the first.
                future, call = self._waiting.pop(self._random.randrange(len(self._waiting)))
                chance = [self._random.random() for _ in range(4)]
            if chance[3] < breaks:
                return self._break(future)
            if chance[2] < cancels:
                future.cancel()
                future.set_running_or_notify_cancel()
                continue
            if not future.set_running_or_notify_cancel():
                continue
            try:
                function, arguments, named = pickle.loads(call)
                result = function(*arguments, **named)
                if chance[1] < doubles:
                    result = function(*arguments, **named)
                if chance[0] < fails:
                    raise OSError("the worker has lost its network")
                future.set_result(pickle.loads(pickle.dumps(result)))
            except BaseException as raised:
                future.set_exception(raised)

    def _break(self, future: Future[Any]) -> None:
        with self._bell:
            self._is_broken = self._is_over = True
            lost = [future, *(waiting for waiting, _ in self._waiting)]
            self._waiting.clear()
            self._bell.notify_all()
        for each in lost:
            if each.set_running_or_notify_cancel():
                each.set_exception(BrokenExecutor("a worker was killed"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._bell:
            self._is_over = True
            self._bell.notify_all()
        if wait:
            for thread in self._threads:
                thread.join()
