"""The questions, their limits, threads and signals."""

from __future__ import annotations

import gc
import inspect
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import combien
from combien import Error, Problem, Progress, Stopped
from conftest import make_queens

HERE = os.path.dirname(__file__)

#: OEIS A000170: the ways to place n queens.
QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680}


def dominoes(height: int, width: int) -> Problem:
    """A board, to be covered by dominoes."""
    board = [(row, column) for row in range(height) for column in range(width)]
    problem = Problem(primary=board)
    for row, column in board:
        for other in [(row, column + 1), (row + 1, column)]:
            if other in board:
                problem.option(((row, column), other), [(row, column), other])
    return problem


@pytest.mark.parametrize("n", QUEENS)
def test_queens(n: int) -> None:
    problem = make_queens(n)
    assert problem.count() == QUEENS[n]
    solutions = list(problem.solutions())
    assert len(set(solutions)) == QUEENS[n]
    assert all(len(solution) == n and problem.check(solution) for solution in solutions)
    assert [s.rows for s in problem.solutions(threads=1)] == [s.rows for s in solutions]
    assert problem.first() in solutions and problem.has_solution()


def test_counts_are_exact_at_any_size() -> None:
    # Kasteleyn's formula gives 258584046368 for the square of side 10 (OEIS A004003), and 2^k for k squares of side 2.
    assert dominoes(8, 8).count() == 12988816
    assert dominoes(10, 10).count() == 258584046368
    squares = Problem(primary=[(square, cell) for square in range(200) for cell in range(4)])
    for square in range(200):
        for pair in [(0, 1), (2, 3), (0, 2), (1, 3)]:
            squares.option((square, pair), [(square, cell) for cell in pair])
    assert squares.count() == 2**200


def test_a_count_larger_than_memory_goes_to_a_folder(tmp_path: Path) -> None:
    problem = dominoes(14, 14)
    with pytest.raises(Stopped, match="memory"):
        problem.count(engine="frontier", memory=200_000)
    folder = tmp_path / "new"
    # OEIS A004003.
    known = 112202208776036178000000
    assert problem.count(scratch=folder, memory=200_000) == known
    assert problem.count(scratch=str(folder), disk=10**9, memory=200_000, engine="frontier", threads=2) == known
    with pytest.raises(Stopped, match="scratch space"):
        problem.count(scratch=folder, disk=20_000, memory=200_000)
    with pytest.raises(Stopped) as stopped:
        problem.count(scratch=folder, nodes=10)
    assert stopped.value.reason == "nodes"
    board = combien.Tiling(combien.Board.rectangle(14, 14), [combien.Piece("##", turn="sym")])
    assert board.count(scratch=folder, memory=200_000) == known
    # Nothing is left there.
    assert folder.is_dir() and not list(folder.iterdir())
    wrong = [
        (lambda: problem.count(disk=10), "disk needs scratch"),
        (lambda: problem.count(scratch=7), "scratch is 7, not the name of a folder"),  # type: ignore[arg-type]
        (lambda: problem.count(scratch=folder, disk=-1), "disk is -1, not a number of bytes"),
        (lambda: problem.count(scratch=folder, up_to="symmetry"), "scratch cannot be combined with up_to"),
        (lambda: problem.count(scratch=folder, within=3), "scratch cannot be combined with within"),
        (lambda: problem.count(scratch=folder, engine="memo"), "memo"),
        (lambda: board.count(scratch=folder, up_to="symmetry"), "scratch cannot be combined with up_to"),
    ]
    for question, message in wrong:
        with pytest.raises(Error, match=message):
            question()
    with pytest.raises(TypeError, match="has no keyword `scratch`"):
        problem.first(scratch=folder)  # type: ignore[call-arg]
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        problem.count(scratch=tmp_path / "file")



@pytest.mark.parametrize("engine", ["auto", "fast", "links", "frontier", "memo", "zdd", "intersect", "pfaffian", "sat", "naive"])
def test_engines_agree(engine: str) -> None:
    assert dominoes(4, 4).count(engine=engine) == 36
    if engine not in ("frontier", "pfaffian"):
        assert len(set(dominoes(4, 4).solutions(engine=engine))) == 36


def test_no_solution_is_an_answer() -> None:
    problem = make_queens(3)
    assert problem.count() == 0 and problem.first() is None and not problem.has_solution()
    assert list(problem.solutions()) == [] and problem.sample(5) == []


def test_samples_are_equally_likely() -> None:
    problem = dominoes(4, 4)
    drawn = problem.sample(3600, seed=7)
    assert drawn == problem.sample(3600, seed=7) != problem.sample(3600, seed=8)
    counts = Counter(drawn)
    assert len(counts) == 36
    # Chi squared with 35 degrees of freedom: beyond 80 in one of 40,000 cases.
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 80
    assert problem.sample(0) == []


def test_checks_need_no_engine(letters: Problem) -> None:
    assert letters.check(["B", "D", "F"]) and letters.check(iter("FDB"))
    assert letters.violations("BD") == ["no option covers item `7`", "no option covers item `2`"]
    assert letters.violations("ABDF")[0].startswith("options 1 and 2 clash on item")
    other = Problem.from_sets({"F": [2, 7], "B": [1, 4], "D": [3, 5, 6]})
    first = other.first()
    assert first is not None and letters.check(first)
    with pytest.raises(KeyError, match="no option with the name 'Q'"):
        letters.check("Q")


def test_estimates() -> None:
    estimate = make_queens(11).estimate(probes=2000, seed=3)
    assert estimate.solutions.low <= 2680 <= estimate.solutions.high
    assert estimate.probes >= 2000 and estimate.hits > 0 and estimate.nodes.mean > estimate.solutions.mean
    assert estimate == make_queens(11).estimate(probes=2000, seed=3)
    with pytest.raises(Error, match="the engine sat cannot estimate"):
        make_queens(4).estimate(engine="sat")
    with pytest.raises(TypeError, match="progress"):
        make_queens(4).estimate(progress=print)


def test_a_stopped_question_has_no_answer() -> None:
    problem = make_queens(14)  # 365596 solutions
    with pytest.raises(Stopped) as stopped:
        problem.count(nodes=20_000, engine="links")
    assert stopped.value.reason == "nodes" and 0 < stopped.value.certain < 365596
    assert str(stopped.value) == "stopped at the limit of 20000 nodes"
    with pytest.raises(Stopped) as stopped:
        make_queens(16).count(time=0.2)
    assert stopped.value.reason == "time"
    with pytest.raises(Stopped) as stopped:
        problem.count(memory=1000, engine="zdd")
    assert stopped.value.reason == "memory"
    for question in [problem.first, problem.has_solution]:
        with pytest.raises(Stopped) as stopped:
            question(nodes=1)
        assert stopped.value.certain is None and stopped.value.reason == "nodes"
    with pytest.raises(Stopped):
        problem.sample(1, time=0)
    with pytest.raises(Stopped):
        problem.estimate(nodes=10)
    found = []
    with pytest.raises(Stopped) as stopped:
        for solution in problem.solutions(nodes=20_000):
            found.append(solution)
    assert stopped.value.certain == len(found) > 0 and stopped.value.reason == "nodes"
    assert not isinstance(stopped.value, Error)


def test_the_time_limit_is_kept() -> None:
    began = time.monotonic()
    with pytest.raises(Stopped):
        for _ in make_queens(18).solutions(time=0.3):
            pass
    assert 0.3 <= time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("keywords", "kind", "message"),
    [
        ({"engine": "fsat"}, ValueError, "no engine `fsat`; did you mean `fast`"),
        ({"engine": 3}, ValueError, "engine is 3, not the name of an engine"),
        ({"time": -1}, ValueError, "time is -1, not a number of seconds from 0 on"),
        ({"time": float("nan")}, ValueError, "time is nan"),
        ({"nodes": -1}, ValueError, "nodes is -1"),
        ({"memory": "2G"}, ValueError, "memory is '2G', not a number of bytes"),
        ({"threads": 0}, ValueError, "threads is 0, not a number of threads from 1 on"),
        ({"progress": 5}, ValueError, "progress is 5, not True or a function"),
        ({"limit": 5}, TypeError, "no keyword `limit`"),
        ({"limit": None}, TypeError, "no keyword `limit`"),
    ],
)
def test_wrong_keywords(keywords: dict[str, object], kind: type[Exception], message: str, letters: Problem) -> None:
    for question in [letters.count, letters.first, letters.solutions, letters.estimate]:
        with pytest.raises(kind, match=message):
            question(**keywords)  # type: ignore[operator]


def test_engines_refuse_what_they_cannot_answer(letters: Problem) -> None:
    with pytest.raises(Error, match="the engine frontier cannot list solutions"):
        letters.solutions(engine="frontier")
    bounded = Problem(["a"], bounds={"a": 2})
    with pytest.raises(Error, match="the engine memo cannot keep to bounds"):
        bounded.count(engine="memo")
    assert letters.count(time=1e300, nodes=2**64 - 1, memory=2**64 - 1, threads=1, engine=None, progress=None) == 1


def test_progress_is_told_and_may_stop_the_search() -> None:
    told: list[Progress] = []
    with pytest.raises(Stopped):
        make_queens(18).count(time=1.5, engine="links", progress=told.append)
    assert told and told == sorted(told, key=lambda progress: progress.nodes)
    assert all(0 <= progress.fraction <= 1 and progress.nodes > 0 for progress in told)

    def enough(progress: Progress) -> None:
        raise LookupError("enough")

    for question in [lambda p: p.count(engine="links", progress=enough), lambda p: list(p.solutions(progress=enough))]:
        began = time.monotonic()
        with pytest.raises(LookupError, match="enough"):
            question(make_queens(18))
        assert time.monotonic() - began < 5


def test_a_bar_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Stopped):
        make_queens(18).count(time=1, engine="links", progress=True)
    assert "%" in capsys.readouterr().err


def test_other_threads_run_meanwhile() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    clock = threading.Thread(target=tick)
    clock.start()
    try:
        for question in [lambda p: p.count(time=0.6), lambda p: list(p.solutions(time=0.6))]:
            before = len(ticks)
            with pytest.raises(Stopped):
                question(make_queens(18))
            assert len(ticks) - before > 20
    finally:
        done.set()
        clock.join()


def test_many_threads_ask_one_problem() -> None:
    problem = make_queens(8)
    answers: list[int] = []

    def ask() -> None:
        for _ in range(5):
            answers.append(problem.count())
            answers.append(len(list(problem.solutions())))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    # It may grow while it is asked: each question is of the problem as it was.
    problem.option("none", [])
    for thread in threads:
        thread.join()
    assert answers == [92] * 80


def test_an_iterator_that_is_shared_is_no_trouble() -> None:
    solutions = make_queens(10).solutions()
    found: list[object] = []
    refused: list[Error] = []

    def read() -> None:
        while True:
            try:
                found.append(next(solutions))
            except StopIteration:
                return
            except Error as error:
                refused.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == len(found) == 724


def run(program: str, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs a program in an interpreter of its own."""
    program = f"import sys; sys.path.insert(0, {HERE!r})\nfrom conftest import make_queens\n" + textwrap.dedent(program)
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


QUESTIONS = {
    "count": "p.count()",
    "links": "p.count(engine='links')",
    "one thread": "p.count(threads=1, engine='fast')",
    "memo": "p.count(engine='memo')",
    "zdd": "p.count(engine='zdd')",
    "sat": "p.count(engine='sat')",
    "sample": "p.sample(3)",
    "diagram": "p.diagram()",
    "estimate": "p.estimate(probes=10**7)",
    "solutions": "list(p.solutions())",
    "solutions of one thread": "list(p.solutions(threads=1))",
    "solutions of links": "list(p.solutions(engine='links'))",
    "up to symmetry": "p.count(up_to='symmetry')",
    "solutions up to symmetry": "list(p.solutions(up_to='symmetry'))",
    "report": "p.report()",
    "Sudoku": "sudoku.count([[0] * 9] * 9)",
    "Sudoku puzzles": "sudoku.generate(rating=(0.1, 0.2))",
    "with progress": "p.count(engine='links', progress=lambda progress: None)",
}


def interrupted(question: str) -> tuple[float, int]:
    """Asks a question of 18 queens three times, and sends Ctrl-C each time while it is searched: the least time in seconds until
    ``KeyboardInterrupt`` was raised, and how often it was. The best of three counts, because the machine may be busy
    with something else."""
    program = f"""
        import os, signal, threading, time
        from combien import sudoku
        p = make_queens(18)
        took = []
        for _ in range(3):
            sent = []
            asked = threading.Event()
            def send():
                asked.wait()
                time.sleep(0.5)
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)
            threading.Thread(target=send).start()
            try:
                asked.set()
                {question}
            except KeyboardInterrupt:
                took.append(time.monotonic() - sent[0])
        print(min(took), len(took))
    """
    done = run(program)
    assert done.returncode == 0, done.stderr
    took, tries = done.stdout.split()
    return float(took), int(tries)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c_is_seen_at_once(question: str) -> None:
    took, tries = interrupted(QUESTIONS[question])
    assert took < 0.1 and tries == 3


@pytest.mark.skipif(os.name != "posix", reason="there is no fork elsewhere")
def test_a_fork_while_threads_run() -> None:
    done = run(
        """
        import os, threading, time
        p = make_queens(16)
        thread = threading.Thread(target=lambda: list(p.solutions(time=1)))
        threading.excepthook = lambda arguments: None
        thread.start()
        time.sleep(0.2)
        child = os.fork()
        if child == 0:
            os._exit(0 if make_queens(8).count() == 92 and len(list(make_queens(8).solutions())) == 92 else 1)
        _, status = os.waitpid(child, 0)
        thread.join()
        print(os.waitstatus_to_exitcode(status))
        """
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


@pytest.mark.parametrize("thread", ["False", "True"])
def test_the_interpreter_may_end_in_the_middle(thread: str) -> None:
    began = time.monotonic()
    done = run(
        f"""
        import threading, time
        p = make_queens(18)
        solutions = p.solutions()
        next(solutions)
        if {thread}:
            threading.Thread(target=lambda: list(solutions), daemon=True).start()
            threading.Thread(target=p.count, daemon=True).start()
            time.sleep(0.3)
        print("end")
        """,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr
    assert time.monotonic() - began < 15


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak of memory is read as on Linux")
def test_a_thousand_questions_leave_nothing_behind() -> None:
    problem = make_queens(6)

    def ask(times: int) -> int:
        for _ in range(times):
            problem.count()
            problem.first()
            next(problem.solutions())
            problem.sample(1)
            Problem.from_matrix([[1, 0], [0, 1]]).solutions()
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = ask(100)
    after = ask(1000)
    assert after - before < 20_000, "kilobytes"
    assert not [thread for thread in os.listdir("/proc/self/task")][50:]


def test_names_are_public() -> None:
    # Modules become attributes once they are imported.
    public = {name for name in dir(combien) if name[0] != "_" and not inspect.ismodule(getattr(combien, name))}
    assert set(combien.__all__) == public | {"__version__"}


def test_signals_are_left_as_they_were(letters: Problem) -> None:
    before = signal.getsignal(signal.SIGINT)
    letters.count()
    assert signal.getsignal(signal.SIGINT) is before


def test_is_there_exactly_one() -> None:
    pairs = combien.Problem.from_sets([("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")])
    assert pairs.is_unique() is False
    assert combien.Problem.from_sets([("a", "b"), ("c", "d"), ("a", "c")]).is_unique() is True
    assert combien.Problem.from_sets([("a", "b"), ("b", "c")]).is_unique() is False
    assert combien.Tiling("**", [combien.Piece("**")]).is_unique() is True
    assert combien.Tiling("**\n**", [combien.Piece("**", turn="sym", times=(0, None))]).is_unique() is False
    with pytest.raises(combien.Stopped):
        pairs.is_unique(nodes=1, engine="links")
