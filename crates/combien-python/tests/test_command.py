"""The command that comes with the package, through the script that is installed."""

from __future__ import annotations

import os
import pathlib
import select
import signal
import subprocess
import sys
import sysconfig
import time
from typing import Any

import pytest

import combien

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])
COMMAND = os.path.join(sysconfig.get_path("scripts"), "combien")
UNIX = pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")

#: A search that takes longer than a lifetime.
LONG = ["count", "--engine", "links", "puzzle:queens 22"]


def said(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *words], capture_output=True, text=True, encoding="utf-8", cwd=ROOT, timeout=60, **options
    )


def begun(*words: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([COMMAND, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def test_answers_and_exit_codes(tmp_path: pathlib.Path) -> None:
    version = said("--version")
    assert (version.returncode, version.stdout) == (0, f"combien {combien.__version__}\n")
    assert "Usage: combien [OPTIONS] <COMMAND>" in said("--help").stdout
    counted = said("count", "examples/toy.dlx")
    assert (counted.returncode, counted.stdout, counted.stderr) == (0, "1\n", "")
    none = tmp_path / "none.dlx"
    none.write_text("a b\na\n")
    assert said("solve", str(none)).returncode == 1
    wrong = said("count", "examples/nowhere.dlx")
    assert wrong.returncode == 2 and "`examples/nowhere.dlx` cannot be read" in wrong.stderr
    stopped = said("count", "--engine", "links", "--nodes", "50", "examples/queens8.dlx")
    assert stopped.returncode == 3 and stopped.stdout.startswith(">= ")


def test_mistakes_on_the_command_line_name_the_command() -> None:
    wrong = said("count", "--engin", "links", "examples/toy.dlx")
    assert wrong.returncode == 2 and wrong.stdout == ""
    assert "unexpected argument '--engin'" in wrong.stderr and "Usage: combien count" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    alone = said()
    assert alone.returncode == 2 and "Usage: combien [OPTIONS] <COMMAND>" in alone.stderr


def test_it_is_a_module_too() -> None:
    words = [sys.executable, "-m", "combien", "count", "examples/toy.dlx"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True)
    assert (done.stdout, done.stderr) == ("1\n", "")
    wrong = subprocess.run([sys.executable, "-m", "combien", "frob"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "Usage: combien" in wrong.stderr


def test_standard_input_and_long_output() -> None:
    solved = said("solve", "--all", "--json", "examples/queens8.dlx")
    # One more line says that these are all.
    assert len(solved.stdout.splitlines()) == 93
    checked = said("check", "examples/queens8.dlx", "-", input=solved.stdout)
    assert checked.returncode == 0 and checked.stdout.splitlines()[-1] == "solution 92: right"


@UNIX
def test_names_that_are_not_text() -> None:
    done = subprocess.run([os.fsencode(COMMAND), b"count", b"no\xffwhere.dlx"], capture_output=True)
    assert done.returncode == 2 and b"invalid UTF-8" in done.stderr and b"Traceback" not in done.stderr


@UNIX
def test_a_reader_may_close_the_pipe_early() -> None:
    solver = begun("solve", "--all", "puzzle:queens 12")
    assert solver.stdout is not None and solver.stderr is not None
    assert solver.stdout.readline() == b"solution 1\n"
    solver.stdout.close()
    assert solver.wait(timeout=30) == 0
    assert solver.stderr.read() == b""


@UNIX
def test_an_interrupt_before_the_search_ends_it_as_it_ends_any_program() -> None:
    reader = begun("count", "-", "--format", "dlx", stdin=subprocess.PIPE)
    time.sleep(1.0)
    reader.send_signal(signal.SIGINT)
    began = time.monotonic()
    # A shell says 130.
    assert reader.wait(timeout=10) == -signal.SIGINT
    assert time.monotonic() - began < 0.5
    assert reader.stderr is not None and reader.stderr.read() == b""


@UNIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_of_a_search_tells_what_is_certain(number: signal.Signals) -> None:
    search = begun(*LONG)
    time.sleep(1.5)
    search.send_signal(number)
    began = time.monotonic()
    out, err = search.communicate(timeout=30)
    assert time.monotonic() - began < 2
    assert search.returncode == 3 and out.startswith(b">= ")
    assert b"interrupted" in err and b"Traceback" not in err


@UNIX
def test_a_second_interrupt_ends_it_at_once() -> None:
    # After the first interrupt, it waits until its output is read.
    search = begun("solve", "--all", "puzzle:queens 14")
    assert search.stdout is not None
    select.select([search.stdout], [], [], 30)
    time.sleep(0.5)
    search.send_signal(signal.SIGINT)
    time.sleep(0.1)
    search.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert search.wait(timeout=10) == 130
    assert time.monotonic() - began < 0.4


def test_the_command_writes_files(tmp_path: pathlib.Path) -> None:
    picture = tmp_path / "a.svg"
    done = said("solve", "examples/box.cmb", "--svg", str(picture))
    assert done.returncode == 0 and picture.read_text().startswith("<svg")
