"""Searches on Dask: two worker processes, one of which is killed, and a driver that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combien import cluster
from combien.cluster import _driver
from conftest import make_queens

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

HERE = os.path.dirname(__file__)


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """Two worker processes. Everything listens on this machine only."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, worker_dashboard_address=None
    ) as local:
        with distributed.Client(local) as client:
            yield client


def workers(client: Any) -> dict[str, int]:
    """The process of each worker."""
    return dict(client.run(os.getpid))


def test_a_worker_that_is_killed_costs_its_task(
    dask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_driver, "TELL", 0.0)
    dask.wait_for_workers(2, timeout=30)
    problem = make_queens(13)
    expected = [solution.rows for solution in problem.solutions(engine="links")]
    killed: list[int] = []

    def kill(progress: cluster.Progress) -> None:
        if not killed and progress.tasks > 5 and progress.running >= 2:
            # The worker that is killed is running at least one of these tasks.
            killed.append(next(iter(workers(dask).values())))
            os.kill(killed[0], signal.SIGKILL)

    settings: dict[str, Any] = {"seconds": 0.05, "engine": "links", "progress": kill}
    assert cluster.count(problem, dask.get_executor(), journal=tmp_path / "run.jsonl", **settings) == 73712
    assert len(killed) == 1
    killed.clear()
    dask.wait_for_workers(2, timeout=30)
    listing = cluster.solutions(problem, dask, into=tmp_path / "into", **settings)
    assert list(listing.rows()) == expected and len(killed) == 1


def test_a_driver_that_is_killed_goes_on(dask: Any, tmp_path: Path) -> None:
    program = f"""
        import sys
        sys.path.insert(0, {HERE!r})
        from combien import cluster
        from conftest import kill_after, make_queens
        from distributed import Client
        with Client({dask.scheduler.address!r}) as client:
            cluster.count(
                make_queens(13), client, journal="run.jsonl", seconds=0.05, engine="links", progress=kill_after(3)
            )
    """
    arguments: Any = [sys.executable, "-c", textwrap.dedent(program)]
    for _ in range(2):
        assert subprocess.run(arguments, cwd=tmp_path, timeout=120).returncode == -signal.SIGKILL
    done = len((tmp_path / "run.jsonl").read_text().splitlines())
    told: list[cluster.Progress] = []
    settings: dict[str, Any] = {"seconds": 0.05, "engine": "links", "progress": told.append}
    assert cluster.count(make_queens(13), dask, journal=tmp_path / "run.jsonl", **settings) == 73712
    assert told[0].tasks >= done - 2


def test_what_the_scheduler_shows(dask: Any) -> None:
    seen: set[str] = set()
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            seen.update(dask.run_on_scheduler(lambda dask_scheduler: {task.prefix.name for task in dask_scheduler.tasks.values()}))
            time.sleep(0.02)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        assert cluster.count(make_queens(11), dask, seconds=0.05, engine="links") == 2680
        estimate = cluster.estimate(make_queens(11), dask, probes=5000)
    finally:
        is_over.set()
        watcher.join()
    assert estimate.solutions.low <= 2680 <= estimate.solutions.high
    assert "combien-count" in seen and seen <= {"combien-count", "combien-probes"}


def test_unneeded_tasks_are_released(dask: Any) -> None:
    def interrupt(progress: cluster.Progress) -> None:
        if progress.tasks > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.count(make_queens(15), dask, seconds=0.2, in_flight=10, engine="links", progress=interrupt)
    end = time.monotonic() + 10
    while dask.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
        assert time.monotonic() < end
        time.sleep(0.1)
