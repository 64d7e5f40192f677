"""Texts of the tiling language, run from Python and in cells of notebooks."""

from __future__ import annotations

import os
import pathlib
import pickle
import subprocess
import sys
import time
from typing import Any

import pytest

import combien
from combien import Error, ScriptError, Stopped, Tiling, run

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])

BOX = """
pattern P = {
  **
  **
  *.
}
problem box = constant 5x4 true [P ~sym]
"""


def test_counts_solutions_and_assertions_are_objects() -> None:
    said = run(BOX + "count box\ncount box up to symmetry\nsolve box\nassert count box = 6\nprint P\n")
    box = said.problems["box"]
    assert isinstance(box, Tiling)
    # The solutions as parts of the board, and the orbits under its four symmetries.
    parts = {frozenset(frozenset(placement.cells) for placement in s) for s in box.solutions()}
    flips = [(False, False), (True, False), (False, True), (True, True)]

    def image(part: frozenset[frozenset[tuple[int, ...]]], over: bool, up: bool) -> frozenset[frozenset[tuple[int, ...]]]:
        return frozenset(frozenset((4 - x if over else x, 3 - y if up else y) for x, y in cells) for cells in part)

    orbits = {frozenset(image(part, over, up) for over, up in flips) for part in parts}
    assert said.counts == [len(parts), len(orbits)] == [6, 3]
    (solution,) = said.solutions
    assert solution == box.first() == box.read(solution.rows)
    (assertion,) = said.assertions
    assert assertion.holds and assertion.assertion == "assert count box = 6" and assertion.message == ""
    assert assertion.place == "<text>:11:1"
    assert said.text.startswith("box : (FAST) 6 solutions\nbox : (BURNSIDE) 3 solutions up to symmetry\n┌")
    assert str(solution) in said.text
    assert said.text.endswith('pattern "P" 2x3\n**\n**\n*.\n\n')
    kinds = [type(result).__name__ for result in said]
    assert kinds == ["Counted", "Printed", "Counted", "Printed", "Shown", "Asserted", "Printed"]
    assert said.stopped is None and said.warnings == () and said.notes == () and said.files == []


def test_the_output_is_that_of_the_command() -> None:
    path = ROOT / "examples" / "heart.cmb"
    command = pathlib.Path(sys.executable).parent / "combien"
    printed = subprocess.run([command, "run", path], capture_output=True, text=True, check=True, encoding="utf-8")
    assert run(path=path).text == printed.stdout


@pytest.mark.parametrize("name", ["box", "heart", "soma", "torus", "gaps", "lozenges", "tetrahexes", "camel"])
def test_examples_hold_their_counts(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(path=ROOT / "examples" / f"{name}.cmb", allow_write=True)
    assert said.assertions and all(assertion.holds for assertion in said.assertions)


def test_all_solutions_up_to_symmetry_and_samples() -> None:
    said = run(BOX + "all box up to symmetry\nall box json\nsample box 3 seed 7\n")
    assert len(said.solutions) == 3 + 6 + 3
    shown = [result for result in said if type(result).__name__ == "Shown"]
    assert [result.drawing is None for result in shown] == [False] * 3 + [True] * 6 + [False] * 3  # type: ignore[union-attr]


def test_members_of_families_have_their_names() -> None:
    said = run("problem strip<n> = constant (n, 2) true [{**} ~sym]\ncount strip<1..5>\n")
    # Fibonacci's numbers.
    assert said.counts == [1, 2, 3, 5, 8]
    assert list(said.problems) == [f"strip<{n}>" for n in range(1, 6)]
    assert [t.count() for t in said.problems.values()] == [1, 2, 3, 5, 8]


def test_every_grid_comes_back_as_a_tiling() -> None:
    text = """
    include <soma>
    problem3 solid = soma_board soma
    problem hexes = hex {****$****$****} [hex {**$*.} ~sym]
    problem torus4 = torus constant 4x4 true [{**} ~sym]
    problem loose = constant 5x4 true ~gaps [{.*.$***$.*.} ~one, {*.*$***} ~one ~sym]
    count solid up to symmetry
    count hexes
    count torus4
    count loose
    """
    said = run(text)
    assert said.counts[0] == 240 and said.counts[2] == 272
    assert [
        said.problems["solid"].count(up_to="symmetry"),
        *(said.problems[name].count() for name in ("hexes", "torus4", "loose")),
    ] == said.counts
    again = pickle.loads(pickle.dumps(said.problems["torus4"]))
    assert again == said.problems["torus4"] and again.count() == 272


# What is wrong.


def test_mistakes_are_shown_as_the_command_shows_them() -> None:
    text = "pattern bar = {**}\nproblem p = {****$****} [bra ~sym, {*} ~on]\ncount p\n"
    with pytest.raises(ScriptError) as raised:
        run(text)
    error = raised.value
    assert isinstance(error, Error) and isinstance(error, ValueError)
    assert (error.place, error.hint) == ("<text>:2:26", "did you mean `bar`?")
    assert [message.code for message in error.messages] == ["unknown-pattern", "unknown-option"]
    # As docs/reference/language.md shows it.
    assert str(error).startswith(
        "error[unknown-pattern]: pattern `bra` is not defined\n"
        " --> <text>:2:26\n"
        "  |\n"
        "2 | problem p = {****$****} [bra ~sym, {*} ~on]\n"
        "  |                          ^^^\n"
        "  |\n"
        "  = help: did you mean `bar`?"
    )
    assert "\x1b" not in str(error)
    assert pickle.loads(pickle.dumps(error)).messages == error.messages
    with pytest.raises(TypeError):
        run()


def test_warnings_do_no_harm() -> None:
    said = run("problem p = {**} [{*} ~one, {*} ~one]\ncount p\n")
    assert said.counts == [2]
    (warning,) = said.warnings
    assert warning.severity == "warning" and warning.code == "same-shape" and "~times 2" in (warning.hint or "")


def test_assertions_that_do_not_hold() -> None:
    text = BOX + "assert count box = 7\nassert solvable box\ncount box\n"
    with pytest.raises(ScriptError, match="problem `box` has 6 solutions, not 7") as raised:
        run(text)
    assert raised.value.place == "<text>:8:1" and raised.value.messages[0].code == "assert"
    said = run(text, check=False)
    assert [assertion.holds for assertion in said.assertions] == [False, True]
    assert "has 6 solutions, not 7" in said.assertions[0].message
    assert said.counts == [6]


def test_questions_that_are_stopped() -> None:
    text = BOX + "count links box\nassert count links box = 6\nassert solvable box\n"
    with pytest.raises(Stopped) as stopped:
        run(text, nodes=3)
    assert stopped.value.reason == "nodes"
    said = run(text, nodes=3, check=False)
    assert said.counts == [None] and said.stopped == "nodes"
    assert said.assertions[0].holds is None
    assert "at least" in said.text
    long = "problem y = constant 15x15 true [{****$.*..} ~sym]\ncount links y\n"
    began = time.monotonic()
    with pytest.raises(Stopped) as stopped:
        run(long, time=0.3)
    assert stopped.value.reason == "time" and time.monotonic() - began < 5
    with pytest.raises(TypeError):
        run(text, engine="links")  # type: ignore[call-arg]


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_an_interrupt_ends_a_text_at_once() -> None:
    program = """
import combien, os, signal, threading, time
threading.Timer(0.5, lambda: (times.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
times = []
try:
    combien.run("problem y = constant 15x15 true [{****$.*..} ~sym] count links y count memo y")
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - times[0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    word, seconds = done.stdout.split()
    assert word == "interrupted" and float(seconds) < 0.5, done


# What a text may do.


def test_files_are_written_only_where_they_may_be(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    text = BOX + 'solve box svg "a.svg"\n'
    with pytest.raises(ScriptError, match="may not write `a.svg`") as raised:
        run(text)
    assert raised.value.hint == '`allow_write="."` permits it'
    assert not list(folder.iterdir())
    said = run(text, allow_write=True)
    assert said.files == ["a.svg"] and (folder / "a.svg").read_text().startswith("<svg")
    run(text, allow_write=True)
    (folder / "a.svg").write_text("not a picture of ours")
    with pytest.raises(ScriptError, match="which Combien did not write") as raised:
        run(text, allow_write=True)
    assert raised.value.hint == "`overwrite=True` permits it"
    assert (folder / "a.svg").read_text() == "not a picture of ours"
    run(text, allow_write=True, overwrite=True)
    (folder / "link").symlink_to(tmp_path)
    for path in ["../b.svg", "link/b.svg", str(tmp_path / "b.svg")]:
        with pytest.raises(ScriptError, match="may not write"):
            run(text.replace("a.svg", path), allow_write=".")
    run(text.replace("a.svg", "../b.svg"), allow_write=[folder, tmp_path])
    assert (tmp_path / "b.svg").exists()


def test_no_programs_are_run(tmp_path: pathlib.Path) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(ScriptError, match="may not run"):
        run(BOX + f'solve sat "touch {mark};" box\n', allow_write=tmp_path)
    assert not mark.exists()


def test_nothing_is_counted_before_a_closed_gate() -> None:
    long = "problem y = constant 15x15 true [{****$.*..} ~sym]\ncount links y\n" + BOX + 'solve box svg "a.svg"\n'
    began = time.monotonic()
    with pytest.raises(ScriptError, match="may not write"):
        run(long, time=30)
    assert time.monotonic() - began < 5


def test_files_are_included_beside_the_text(tmp_path: pathlib.Path) -> None:
    (tmp_path / "bar.cmb").write_text("pattern bar = {**}\n")
    (tmp_path / "main.cmb").write_text('include "bar.cmb"\nproblem p = {****} [bar]\ncount p\n')
    assert run(path=tmp_path / "main.cmb").counts == [1]
    assert run('include "bar.cmb"\nproblem p = {**} [bar]\ncount p\n', tmp_path / "unsaved.cmb").counts == [1]
    with pytest.raises(ScriptError, match="cannot be included"):
        run('include "nowhere.cmb"\n')
    (tmp_path / "below").mkdir()
    with pytest.raises(ScriptError, match="not below the folder of"):
        run('include "../bar.cmb"\n', tmp_path / "below" / "unsaved.cmb")
    (tmp_path / "loop.cmb").write_text('include "loop.cmb"\n')
    with pytest.raises(ScriptError, match="a file includes itself"):
        run(path=tmp_path / "loop.cmb")
    with pytest.raises(OSError):
        run(path=tmp_path / "nowhere.cmb")


# Cells of notebooks.


@pytest.fixture
def shell() -> Any:
    testing = pytest.importorskip("IPython.testing.globalipapp", reason="needs IPython")
    shell = testing.start_ipython() or testing.get_ipython()
    shell.run_line_magic("load_ext", "combien")
    return shell


def test_a_cell_is_run(shell: Any) -> None:
    said = shell.run_cell_magic("combien", "box", BOX + "count box\nsolve box\n")
    assert said.counts == [6]
    assert shell.user_ns["box"] is said
    shown = said._repr_html_()
    assert shown.count("<svg") == 1 and "box : (FAST) 6 solutions" in shown and "┌" not in shown
    said = shell.run_cell_magic("combien", "--no-check", BOX + "assert count box = 7\n")
    assert "✗" in said._repr_html_()


def test_a_mistake_in_a_cell_is_shown_without_lines_of_python(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    result = shell.run_cell("%%combien\nproblem p = {**} [bar]\n")
    assert isinstance(result.error_in_exec, ScriptError)
    shown = capsys.readouterr()
    assert "pattern `bar` is not defined" in shown.out + shown.err
    assert "_script.py" not in shown.out + shown.err
    with pytest.raises(ValueError, match="unrecognized arguments: --colour"):
        shell.run_cell_magic("combien", "--colour", BOX)


def test_the_package_is_light() -> None:
    program = "import sys, combien; print([m for m in ('numpy', 'IPython', 'argparse', 'tqdm') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert combien.load_ipython_extension.__doc__


ROOMS = "problem room<m, n> = constant (m, n) true [{**} ~sym]"


def test_members_of_families_are_counted_one_after_the_other() -> None:
    rooms = combien.family("room<2, 1..40>", ROOMS)
    assert (rooms.parameters, rooms.members, repr(rooms)) == (("m", "n"), 40, "<combien.Family: 40 members>")
    first = next(rooms)
    assert first == ("room<2, 1>", {"m": 2, "n": 1}, 1, 1)
    counts = [member.solutions for member in rooms]
    # The Fibonacci numbers.
    assert counts[:5] == [2, 3, 5, 8, 13] and all(c == a + b for a, b, c in zip(counts, counts[1:], counts[2:]))  # type: ignore[operator]
    assert list(rooms) == []


def test_members_are_the_same_for_any_number_of_threads() -> None:
    calendar = ROOT / "examples" / "calendar.cmb"
    one, three = (list(combien.family("day<1..2, 1..31>", path=calendar, threads=threads)) for threads in (1, 3))
    assert one == three and len(one) == 62


def test_members_are_counted_up_to_symmetry_and_filtered() -> None:
    up_to = [member.solutions for member in combien.family("room<4, 1..4>", ROOMS, up_to="symmetry")]
    said = run(ROOMS + " count room<4, 1..4> up to symmetry")
    assert up_to == said.counts
    # Graham, 1981.
    assert [member.solutions for member in combien.family("room<5..6, 6>", ROOMS, where="not fault")] == [6, 0]


def test_mistakes_in_families_are_raised_where_they_are_met() -> None:
    for problem, hint in [("roam<1..2, 3>", "did you mean `room`?"), ("room<1..2>", None), ("room<3..1, 2>", "did you mean `1..3`?")]:
        with pytest.raises(ScriptError) as raised:
            combien.family(problem, ROOMS)
        assert hint is None or raised.value.hint == hint
    shrinking = combien.family("p<1..9>", "problem p<n> = constant (3 - n, 2) true [{**} ~sym]")
    assert [next(shrinking).solutions, next(shrinking).solutions] == [2, 1]
    with pytest.raises(ScriptError):
        next(shrinking)
    assert list(shrinking) == []
    with pytest.raises(Error):
        combien.family("room<1..2, 3>", ROOMS, up_to="rotation")
    with pytest.raises(TypeError):
        combien.family("room<1..2, 3>")


def test_limits_of_families() -> None:
    bounded = list(combien.family("room<7..8, 8>", ROOMS, nodes=5, engine="links"))
    assert [member.solutions for member in bounded] == [None, None] and bounded[0].certain >= 0
    with pytest.raises(Stopped) as raised:
        list(combien.family("room<1..8, 1..9999>", ROOMS, time=0.2))
    assert raised.value.reason == "time"
