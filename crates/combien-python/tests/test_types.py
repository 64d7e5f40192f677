"""What a type checker knows of the items of a problem."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from combien import Problem

SNIPPET = """
from typing_extensions import assert_type
from combien import Problem

named = Problem(primary=["a", "b"], secondary=["c"])
assert_type(named, Problem[str])
assert_type(named.primary, list[str])
of_sets: Problem[int] = Problem.from_sets({"A": [1, 2], "B": [3]})
assert_type(of_sets.uncoverable, list[int])
assert_type(Problem.from_rows([[0, 1]]).bounds, dict[int, tuple[int, int | None]])
assert_type(Problem.classic("queens", 6).restricted([]).primary, list[str])

def bare(problem: Problem) -> int:
    problem.option("new", ["a", ("c", "red")])
    return problem.count()

bare(named)
named.primary.append(1)
"""


def test_items_have_a_type(tmp_path: pathlib.Path) -> None:
    assert Problem[str].__origin__ is Problem  # type: ignore[attr-defined]
    api = pytest.importorskip("mypy.api")
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET, encoding="utf-8")
    out, _, status = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    # Only the last line is wrong.
    assert status == 1 and out.splitlines()[0].split(":")[1] == str(len(SNIPPET.splitlines())), out
    assert "Found 1 error" in out


def test_every_public_name_has_a_type(tmp_path: pathlib.Path) -> None:
    """As pyright sees the package that is installed, which may infer less than it could."""
    pytest.importorskip("pyright")
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node.js")
    words = ["-m", "pyright", "--verifytypes", "combien", "--ignoreexternal", "--outputjson"]
    # It looks for packages where the first `python` of the path has them.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    try:
        # At first it fetches what it needs.
        told = subprocess.run([sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip("pyright cannot be fetched in two minutes")
    if "{" not in told.stdout:
        pytest.skip(f"pyright cannot be had: {told.stderr[-200:]}")
    types = json.loads(told.stdout[told.stdout.index("{") :])["typeCompleteness"]
    wrong = [symbol["name"] for symbol in types["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    assert wrong == [] and types["completenessScore"] == 1 and len(types["symbols"]) > 100
