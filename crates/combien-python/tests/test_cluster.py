"""Searches on a cluster: the answer is that of one machine, whichever process dies."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import combien
from chaos import Chaos
from combien import Board, Error, Piece, Problem, Stopped, Tiling, _combien, cluster
from combien.cluster import _driver, _pool, _worker
from combien.cluster._agenda import Agenda
from conftest import make_queens

HERE = os.path.dirname(__file__)

#: OEIS A000170: the ways to place n queens.
QUEENS = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first task is short too, and no worker counts the whole: a small problem makes many tasks."""
    monkeypatch.setattr(_driver, "FIRST", 20)
    monkeypatch.setattr(_driver, "WHOLE", None)


def make_random(seed: int) -> Problem:
    """A random problem with colors and bounds, and up to some hundred solutions."""
    chosen = random.Random(seed)
    items = [f"i{number}" for number in range(9)]
    problem = Problem(primary=items, secondary=["x", "y"], bounds={"i0": (1, 2)} if seed % 2 else None)
    for _ in range(28):
        entries: list[Any] = chosen.sample(items, chosen.choice([1, 2, 3]))
        if chosen.random() < 0.3:
            entries.append((chosen.choice("xy"), chosen.choice(["red", "blue"])))
        problem.option(None, entries)
    return problem


# --- The states that travel ---


def test_a_state_is_searched_in_parts() -> None:
    problem = make_queens(9)
    for question in ["count", "solutions"]:
        waiting, found, nodes, rows, parts = [_combien._begin(problem, question, "auto")], 0, 0, b"", 0
        while waiting:
            state = waiting.pop()
            more, entered, rest, shares, listed = _combien._search(problem, question, state, nodes=50)
            found, nodes, parts = found + more, nodes + entered, parts + 1
            rows += listed or b""
            if rest is not None:
                assert shares and all(0 <= share <= 1 for share in shares) and sum(shares) <= 1 + 1e-9
                middle = len(shares) // 2
                halves = [(0, middle), (middle, len(shares))]
                waiting += [_combien._select(rest, *half) for half in reversed(halves) if half[0] < half[1]]
        assert found == 352 and parts > 10
        if question == "solutions":
            assert [tuple(json.loads(row)) for row in rows.splitlines()] == [s.rows for s in problem.solutions()]


def test_a_state_is_of_its_problem_and_question() -> None:
    problem = make_queens(6)
    state = _combien._begin(problem, "count", "auto")
    with pytest.raises(Error, match="a checkpoint of another problem, which has 34 items and 36 options"):
        _combien._search(make_queens(7), "count", state)
    with pytest.raises(Error, match="a checkpoint of a count, not of a search for each solution"):
        _combien._search(problem, "solutions", state)
    for damaged in [state[:-20], state.replace(b"count", b"each "), b"", b"\xff\xfe"]:
        with pytest.raises(Error, match="checkpoint"):
            _combien._search(problem, "count", damaged)
    with pytest.raises(Error, match="no pieces from 0 to 2"):
        _combien._select(state, 0, 2)
    with pytest.raises(Error, match="the engine zdd cannot go on where a search stopped"):
        _combien._begin(problem, "count", "zdd")
    with pytest.raises(Error, match="`most` is not a question"):
        _combien._begin(problem, "most", "auto")


def test_a_problem_travels_without_the_objects_of_the_user() -> None:
    class Own:
        """Cannot be pickled: its class is local."""

    problems = [make_queens(5), make_random(1), make_random(2), Problem.from_matrix([[1, 0], [0, 1]])]
    own = Problem(primary=[Own(), Own(), 1, "1"])
    own.option("all", own.primary)
    for problem in [*problems, own]:
        header = _worker.Header("run", _combien.__version__, _combien._fingerprint(problem), _worker.pack(problem))
        sent = _worker._problem(header)
        assert sent is not None and sent.count() == problem.count()
        assert [s.rows for s in sent.solutions()] == [s.rows for s in problem.solutions()]
        assert _worker._problem(header._replace(packed=None)) is sent


# --- The answer ---


@pytest.mark.parametrize("n", QUEENS)
def test_threads_count_and_list(n: int, tmp_path: Path) -> None:
    problem = make_queens(n)
    with ThreadPoolExecutor(2) as executor:
        assert cluster.count(problem, executor, seconds=0.02) == QUEENS[n]
        listing = cluster.solutions(problem, executor, into=tmp_path / "here", seconds=0.02)
        assert len(listing) == QUEENS[n]
        assert list(listing) == list(problem.solutions())
        assert sorted(os.listdir(tmp_path / "here")) == ["journal.jsonl", "solutions.jsonl"]


def test_a_count_that_no_search_ends(tmp_path: Path) -> None:
    """The domino tilings of a square of side 16 (OEIS A004003): a search would take ages, and a sweep takes milliseconds."""
    dominoes = Tiling(Board.rectangle(16, 16), [Piece("##", turn="sym")]).problem
    expected, journal = 2444888770250892795802079170816, tmp_path / "run.jsonl"
    for make in [lambda: ThreadPoolExecutor(2), lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn"))]:
        with make() as executor:
            assert cluster.count(dominoes, executor, journal=journal) == expected
        assert json.loads(journal.read_text().splitlines()[-1])["record"]["whole"] == str(expected)
        # The journal has it: the executor is not used.
        with Chaos(1) as executor:
            assert cluster.count(dominoes, executor, journal=journal) == expected and executor.calls == 0
        journal.unlink()


def test_the_whole_is_counted_again_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that takes too long begins again, when it takes a small part of the run; what stops it is no error."""
    for name, value in [("WHOLE", 1e-4), ("PART_OF_RUN", 100.0)]:
        monkeypatch.setattr(_driver, name, value)
    asked: list[float] = []

    class Counts(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if fn is _worker.count_whole:
                asked.append(args[1])
            return super().submit(fn, *args, **kwargs)

    with Counts(2) as executor:
        assert cluster.count(make_queens(12), executor, seconds=0.02) == 14200
        assert len(asked) > 1 and all(later == 4 * earlier for earlier, later in zip(asked, asked[1:], strict=False))
        asked.clear()
        assert cluster.count(make_queens(8), executor, engine="links") == 92 and not asked


def test_threads_that_count_the_whole_are_stopped() -> None:
    """The search ends first: nobody waits for a worker that has a minute."""
    problem = make_queens(18)
    header = _worker.Header("stopped", _combien.__version__, _combien._fingerprint(problem), _worker.pack(problem))
    with ThreadPoolExecutor(1) as executor:
        began, counting = time.monotonic(), executor.submit(_worker.count_whole, header, 60.0)
        _worker.stop("stopped")
        assert counting.result() == _worker.Part(None, False)
    assert time.monotonic() - began < 20


def test_processes_count_and_list(tmp_path: Path) -> None:
    problem = make_queens(11)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert cluster.count(problem, executor, seconds=0.02, engine="links") == 2680
        listing = cluster.solutions(problem, executor, into=tmp_path, seconds=0.02)
        assert list(listing.rows()) == [solution.rows for solution in problem.solutions()]


def test_loky_counts() -> None:
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(max_workers=2)
    assert cluster.count(make_queens(11), executor, seconds=0.02, engine="links") == 2680
    executor.shutdown()


def test_shards_are_counted_by_a_pool_without_futures() -> None:
    shards = cluster.split(make_queens(10), 5)
    with get_context("spawn").Pool(2) as pool:
        assert cluster.merge(pool.map(cluster.Shard.run, shards)) == 724


def test_problems_without_a_search() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert cluster.count(Problem(), executor) == 1
        assert cluster.count(Problem(primary=["a"]), executor) == 0
        assert cluster.count(make_queens(3), executor) == 0


def test_estimates() -> None:
    problem = make_queens(11)
    with ThreadPoolExecutor(2) as executor:
        estimate = cluster.estimate(problem, executor, probes=8000, seed=3)
        assert estimate.probes >= 8000 and estimate.hits > 0
        assert estimate.solutions.low <= 2680 <= estimate.solutions.high
        assert estimate == cluster.estimate(problem, executor, probes=8000, seed=3, in_flight=1)
        assert estimate != cluster.estimate(problem, executor, probes=8000, seed=4)
        with pytest.raises(Stopped) as stopped:
            cluster.estimate(problem, executor, probes=10**9, time=0.2)
        assert stopped.value.reason == "time"
        with pytest.raises(Error, match="probes is 0"):
            cluster.estimate(problem, executor, probes=0)


def test_the_true_count_is_mostly_in_the_range() -> None:
    """Estimates made in separate parts are as good as those made together: right in nineteen cases of twenty."""
    inside = 0
    for base in range(8):
        parts = [_combien._probe(make_queens(10), "auto", 64, 1000 * base + part) for part in range(64)]
        solutions = _combien._pool(parts, base).solutions
        inside += solutions.low <= 724 <= solutions.high
    assert inside >= 7


# --- Failures ---


@pytest.mark.parametrize("seed", range(30))
def test_chaos(seed: int, tmp_path: Path, small_tasks: None) -> None:
    """Tasks fail, are done twice, in any order; executors break; the driver is interrupted, and its last line may be torn."""
    chosen = random.Random(seed)
    problem = make_random(seed) if seed % 3 else make_queens(8)
    expected = [solution.rows for solution in problem.solutions()]
    journal = tmp_path / "run.jsonl"
    lists = seed % 2 == 0
    interrupts = chosen.randrange(4)
    for attempt in range(interrupts + 1):

        def make(attempt: int = attempt) -> Chaos:
            at = chosen.randrange(1, 40) if attempt < interrupts else None
            return Chaos(chosen.random(), fails=0.1, doubles=0.2, cancels=0.1, breaks=0.02, interrupts_at=at)

        settings: dict[str, Any] = {"seconds": 1e-4, "retries": 50, "in_flight": chosen.randrange(1, 9)}
        try:
            if lists:
                listing = cluster.solutions(problem, make, into=tmp_path / "into", **settings)
                assert list(listing.rows()) == expected and len(listing) == len(expected)
            else:
                assert cluster.count(problem, make, journal=journal, **settings) == len(expected)
        except KeyboardInterrupt:
            assert attempt < interrupts
            path = tmp_path / "into" / "journal.jsonl" if lists else journal
            if chosen.random() < 0.5:
                lines = path.read_bytes().splitlines(keepends=True)
                lines[-1] = lines[-1][: chosen.randrange(len(lines[-1]))]
                path.write_bytes(b"".join(lines))


def test_a_task_that_always_fails_ends_the_run(small_tasks: None) -> None:
    with Chaos(1, fails=1.0) as executor:
        with pytest.raises(cluster.TaskFailed, match=r"task 1 was tried 3 times, and failed: OSError: .*network") as failed:
            cluster.count(make_queens(8), executor, retries=2)
        assert isinstance(failed.value.__cause__, OSError) and executor.calls == 3


def test_a_broken_executor_says_how_to_resume(tmp_path: Path, small_tasks: None) -> None:
    journal = tmp_path / "run.jsonl"
    with pytest.raises(cluster.TaskFailed, match="the executor is broken.*journal.*a function that makes executors"):
        cluster.count(make_queens(8), Chaos(1, breaks=0.2), journal=journal, seconds=1e-5)
    assert cluster.count(make_queens(8), Chaos(1), journal=journal, seconds=1e-5) == 92
    # It breaks each time.
    with pytest.raises(cluster.TaskFailed, match="its executor was broken"):
        cluster.count(make_queens(8), lambda: Chaos(1, breaks=1.0), retries=4)


def test_a_process_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool of processes is broken when one of them is killed: another one is made."""
    made: list[ProcessPoolExecutor] = []
    killed: list[int] = []

    def make() -> ProcessPoolExecutor:
        made.append(ProcessPoolExecutor(2, mp_context=get_context("spawn")))
        return made[-1]

    def kill(progress: cluster.Progress) -> None:
        if not killed and progress.tasks > 3 and progress.fraction < 1:
            killed.append(next(iter(made[0]._processes)))
            os.kill(killed[0], signal.SIGKILL)

    problem = make_queens(12)
    monkeypatch.setattr(_driver, "TELL", 0.0)
    assert cluster.count(problem, make, seconds=0.02, engine="links", progress=kill) == 14200
    assert len(killed) == 1 and len(made) == 2


# --- The journal ---


def begun(problem: Problem, journal: Path, tasks: int = 12) -> list[bytes]:
    """The lines of the journal of a count that was interrupted after this many tasks."""
    with Chaos(1, interrupts_at=tasks) as executor, pytest.raises(KeyboardInterrupt):
        cluster.count(problem, executor, journal=journal, seconds=1e-5, in_flight=1)
    return journal.read_bytes().splitlines(keepends=True)


def test_a_journal_is_resumed(tmp_path: Path, small_tasks: None) -> None:
    problem, journal = make_queens(8), tmp_path / "run.jsonl"
    lines = begun(problem, journal)
    head = json.loads(lines[0])["record"]
    assert head["problem"] == _combien._fingerprint(problem) and head["question"] == "count"
    assert head["version"] == _combien.__version__ and len(lines) == 12
    with Chaos(2) as executor:
        assert cluster.count(problem, executor, journal=journal, seconds=1e-5) == 92
        calls = executor.calls
        # All tasks are done: the executor is not used.
        assert cluster.count(problem, executor, journal=journal) == 92
        assert executor.calls == calls


def test_only_a_torn_last_line_is_forgiven(tmp_path: Path, small_tasks: None) -> None:
    problem, journal = make_queens(8), tmp_path / "run.jsonl"
    lines = begun(problem, journal)
    with Chaos(2) as executor:

        def go_on(content: bytes) -> int:
            journal.write_bytes(content)
            return cluster.count(problem, executor, journal=journal, seconds=1e-4)

        whole = b"".join(lines)
        for end in [0, 1, len(lines[0]) - 1, len(lines[0]), len(whole) - len(lines[-1]) // 2, len(whole) - 1]:
            assert go_on(whole[:end]) == 92
        for number in [2, 5, len(lines) - 1]:
            wrong = [
                [*lines[: number - 1], lines[number - 1].replace(b'"nodes":', b'"nodes":1'), *lines[number:]],
                [*lines[: number - 1], *lines[number:]],
                [*lines[:number], *lines[number - 1 :]],
                [*lines[: number - 1], lines[number - 1][:-9], *lines[number:]],
                [*lines[: number - 1], b"\n", *lines[number:]],
            ]
            for content in wrong:
                with pytest.raises(Error, match=r"is damaged: line \d+ is not") as damaged:
                    go_on(b"".join(content))
                place = int(str(damaged.value.place).rsplit(":", 1)[1])
                assert place in (number, number + 1) and journal.read_bytes() == b"".join(content)
        with pytest.raises(Error, match="damaged: line 1 "):
            go_on(whole.replace(b'"items"', b'"Items"', 1))


def test_a_journal_is_of_its_problem_and_question(tmp_path: Path, small_tasks: None) -> None:
    journal = tmp_path / "run.jsonl"
    lines = begun(make_queens(8), journal)
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(Error, match="is of another problem"):
            cluster.count(make_queens(9), executor, journal=journal)
        with pytest.raises(Error, match="is of another engine"):
            cluster.count(make_queens(8), executor, journal=journal, engine="links")
        os.rename(journal, tmp_path / "journal.jsonl")
        with pytest.raises(Error, match="is of another question"):
            cluster.solutions(make_queens(8), executor, into=tmp_path)
        journal.write_text("my diary\n")
        with pytest.raises(Error, match="is not a journal, and is left as it is"):
            cluster.count(make_queens(8), executor, journal=journal)
        assert journal.read_text() == "my diary\n"
        journal.write_bytes(b"".join(lines))
        used = threading.Event()

        class Waits(Executor):
            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
                used.set()
                return Future()

        other = threading.Thread(target=lambda: pytest.raises(Stopped, cluster.count, make_queens(8), Waits(), journal=journal, time=1))
        other.start()
        assert used.wait(10)
        with pytest.raises(Error, match="in use by another driver"):
            cluster.count(make_queens(8), executor, journal=journal)
        other.join()


def test_another_version_may_resume_a_count_but_not_a_list(
    tmp_path: Path, small_tasks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(make_queens(8), tmp_path / "run.jsonl")
    with Chaos(1, interrupts_at=30) as executor, pytest.raises(KeyboardInterrupt):
        cluster.solutions(make_queens(8), executor, into=tmp_path, seconds=1e-5)
    monkeypatch.setattr(_combien, "__version__", "99.0")
    monkeypatch.setattr(combien, "__version__", "99.0")
    with ThreadPoolExecutor(1) as threads:
        assert cluster.count(make_queens(8), threads, journal=tmp_path / "run.jsonl") == 92
        with pytest.raises(Error, match="was begun by combien .* another order"):
            cluster.solutions(make_queens(8), threads, into=tmp_path)


def test_solutions_that_were_changed_are_not_merged(tmp_path: Path, small_tasks: None) -> None:
    with Chaos(1, interrupts_at=30) as executor, pytest.raises(KeyboardInterrupt):
        cluster.solutions(make_queens(8), executor, into=tmp_path, seconds=1e-5, in_flight=1)
    part = next((tmp_path / "parts").iterdir())
    content = part.read_bytes()
    part.write_bytes(content.replace(b"1", b"2"))
    with Chaos(2) as executor, pytest.raises(Error, match="was changed"):
        cluster.solutions(make_queens(8), executor, into=tmp_path, seconds=1e-5)
    part.write_bytes(content)
    with Chaos(3) as executor:
        assert len(cluster.solutions(make_queens(8), executor, into=tmp_path, seconds=1e-5)) == 92
        (tmp_path / "solutions.jsonl").write_text("")
        with pytest.raises(Error, match="is not what was written there"):
            cluster.solutions(make_queens(8), executor, into=tmp_path)


# --- Limits, progress and settings ---


def test_the_time_limit_gives_a_lower_bound(tmp_path: Path) -> None:
    problem, journal = make_queens(15), tmp_path / "run.jsonl"
    with ThreadPoolExecutor(2) as executor:
        began = time.monotonic()
        with pytest.raises(Stopped, match="stopped at the deadline") as stopped:
            cluster.count(problem, executor, journal=journal, time=1.0, seconds=10, engine="links")
    assert stopped.value.reason == "time" and 0 <= stopped.value.certain < 2279184
    # The running tasks, of ten seconds each, do not continue.
    assert time.monotonic() - began < 8
    done = sum(int(json.loads(line)["record"].get("found", 0)) for line in journal.read_text().splitlines())
    assert done == stopped.value.certain


def test_progress_rises(tmp_path: Path) -> None:
    told: list[cluster.Progress] = []
    with ThreadPoolExecutor(2) as executor:
        cluster.count(make_queens(12), executor, seconds=0.02, engine="links", progress=told.append)
        assert [one.fraction for one in told] == sorted(one.fraction for one in told)
        assert told[-1].fraction == 1 and told[-1].seconds_left == 0 and told[-1].solutions == 14200
        assert any(one.seconds_left is not None and 0 < one.fraction < 1 for one in told)
        with pytest.raises(Error, match="progress is 7, not True or a function"):
            cluster.count(make_queens(8), executor, progress=7)  # type: ignore[arg-type]


def test_wrong_settings() -> None:
    problem = make_queens(5)
    with pytest.raises(TypeError, match="'threads' is not an executor: it has no `submit`"):
        cluster.count(problem, "threads")
    with ThreadPoolExecutor(1) as executor:
        for wrong in [{"in_flight": 0}, {"retries": -1}, {"seconds": 0}, {"seconds": float("nan")}, {"time": -1}]:
            with pytest.raises(Error, match=f"{next(iter(wrong))} is"):
                cluster.count(problem, executor, **wrong)  # type: ignore[arg-type]
        with pytest.raises(Error, match="memo cannot go on"):
            cluster.count(problem, executor, engine="memo")
        with pytest.raises(Error, match="no engine|unknown engine|is not an engine"):
            cluster.count(problem, executor, engine="steam")


def test_versions_must_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    header = _worker.Header("run", "0.0.0", "", None)
    with pytest.raises(Error, match=r"a worker has combien .*, and the driver 0\.0\.0: they must be the same"):
        _worker.count_branch(header, b"", 1, 1.0)


def test_a_large_problem_is_sent_once_to_each_worker(monkeypatch: pytest.MonkeyPatch, small_tasks: None) -> None:
    """Each task is a small message; a worker that does not have the problem asks for it."""
    monkeypatch.setattr(_pool, "SMALL", 0)
    sent: list[bool] = []

    class Counts(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            sent.append(args[0].packed is not None)
            if len(sent) == 20:
                # As if another worker had come.
                _worker._problems.clear()
            return super().submit(fn, *args, **kwargs)

    with Counts(1) as executor:
        assert cluster.count(make_queens(8), executor, seconds=1e-5) == 92
    assert len(sent) > 40 and sum(sent[:20]) == 2 and 1 <= sum(sent[20:]) <= 2


def test_few_tasks_are_in_flight(small_tasks: None) -> None:
    most = 0

    class Counts(Chaos):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal most
            most = max(most, len(self._waiting) + 1)
            return super().submit(fn, *args, **kwargs)

    with Counts(1) as executor:
        cluster.count(make_queens(8), executor, seconds=1e-5, in_flight=3)
    assert 1 < most <= 3


def test_pieces_are_shared_out_in_order() -> None:
    agenda = Agenda(b"whole")
    node, _ = agenda.take(1) or pytest.fail("there is one")
    agenda.finish(node, _worker.Branch(0, 1, 1.0, b"rest", [0.5, 0.1, 0.1, 0.1, 0.1, 0.1], None))
    taken = []
    while (next_one := agenda.take(3 if not taken else 1)) is not None:
        node, state = next_one
        taken.append((node.start, node.end))
        assert state == b"rest"
        agenda.finish(node, _worker.Branch(1, 1, 1.0, None, [], None))
    assert taken == [(0, 1), (1, 5), (5, 6)] and agenda.is_done() and agenda.found == 3


@pytest.mark.parametrize(
    ("kind", "seconds", "tasks"), [("ThreadPoolExecutor(2)", 60, 1), ("ProcessPoolExecutor(2)", 0.1, 5)]
)
def test_ctrl_c_ends_the_driver_at_once(kind: str, seconds: float, tasks: int, tmp_path: Path) -> None:
    """Threads stop in the middle of a task of a minute. At exit, a pool of processes waits for its running tasks."""
    program = f"""
        import sys, time
        sys.path.insert(0, {HERE!r})
        from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
        from combien import cluster
        from conftest import make_queens
        executor = {kind}
        try:
            cluster.count(
                make_queens(17), executor, journal="run.jsonl", seconds={seconds}, engine="links",
                progress=lambda p: print(p.tasks, flush=True),
            )
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    while int(process.stdout.readline()) < tasks:
        pass
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    said = process.communicate(timeout=60)[0]
    assert "interrupted" in said and process.returncode == 0
    assert time.monotonic() - began < 10
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) > tasks


def test_a_driver_that_is_killed_goes_on(tmp_path: Path) -> None:
    program = f"""
        import sys
        sys.path.insert(0, {HERE!r})
        from concurrent.futures import ThreadPoolExecutor
        from combien import cluster
        from conftest import kill_after, make_queens
        with ThreadPoolExecutor(2) as executor:
            cluster.solutions(
                make_queens(13), executor, into="into", seconds=0.02, engine="links", progress=kill_after(3)
            )
    """
    for _ in range(2):
        driver = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path, timeout=120)
        assert driver.returncode == -signal.SIGKILL
        # It did not reach the end before that.
        assert not (tmp_path / "into" / "solutions.jsonl").exists()
    with ThreadPoolExecutor(2) as executor:
        listing = cluster.solutions(make_queens(13), executor, into=tmp_path / "into", seconds=0.02, engine="links")
    assert len(listing) == 73712
    rows = [tuple(json.loads(line)) for line in open(tmp_path / "into" / "solutions.jsonl", encoding="ascii")]
    assert rows == [solution.rows for solution in make_queens(13).solutions(engine="links")]


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_processes_end_with_a_driver_that_is_killed(start: str, tmp_path: Path) -> None:
    program = f"""
        import sys
        sys.path.insert(0, {HERE!r})
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context
        from combien import cluster
        from conftest import kill_after, make_queens
        if __name__ == "__main__":
            executor = ProcessPoolExecutor(2, mp_context=get_context({start!r}))
            cluster.count(make_queens(16), executor, seconds=0.1, engine="links", progress=kill_after(3))
    """
    script = tmp_path / "driver.py"
    script.write_text(textwrap.dedent(program), encoding="utf-8")
    # The output ends when the last process does that inherited it.
    driver = subprocess.run([sys.executable, script], cwd=tmp_path, stdout=subprocess.PIPE, timeout=60)
    assert driver.returncode == -signal.SIGKILL


def test_exceptions_of_executors_are_known() -> None:
    # The driver relies on this.
    from concurrent.futures.process import BrokenProcessPool
    from concurrent.futures.thread import BrokenThreadPool

    assert issubclass(BrokenProcessPool, BrokenExecutor) and issubclass(BrokenThreadPool, BrokenExecutor)
