"""Reports: all that is known of a question."""

from __future__ import annotations

import dataclasses
import json

import pytest

from combien import Error, Problem, Report, Solution, Stopped
from conftest import make_queens


def test_answers() -> None:
    report = make_queens(8).report()
    assert isinstance(report, Report) and report.is_answer
    assert report.answer == report.certain == 92 and report.question == "count"
    assert report.engine not in (None, "auto") and report.why and report.nodes and report.seconds > 0
    assert report.reason is None and report.message is None and report.fraction == 1.0
    assert str(report).startswith("count: 92\nby ")
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.certain = 93  # type: ignore[misc]
    json.dumps(report.as_dict())
    assert report.as_dict()["certain"] == 92
    named = make_queens(8).report(engine="links", threads=1)
    # The nodes are those of Knuth's DLX1, and the same each time.
    assert named.engine == "links" and named.nodes == make_queens(8).report(engine="links").nodes
    first = make_queens(8).report("first")
    assert isinstance(first.answer, Solution) and len(first.as_dict()["certain"]) == 8
    assert make_queens(3).report("first").answer is None and make_queens(3).report().answer == 0


def test_limits_raise_nothing() -> None:
    problem = make_queens(16)
    report = problem.report(time=0.2)
    assert not report.is_answer and report.reason == "time" and report.certain < 14772512
    assert report.message == "stopped at the deadline" and "at least" in str(report)
    with pytest.raises(Stopped) as stopped:
        report.answer
    assert stopped.value.certain == report.certain and stopped.value.reason == "time"
    nodes = problem.report(nodes=1000, engine="links", threads=1)
    assert nodes.reason == "nodes" and nodes.nodes == 1000 and 0 <= nodes.fraction < 1
    memory = problem.report(memory=1000, engine="zdd")
    assert memory.reason == "memory" and memory.certain == 0
    first = problem.report("first", nodes=1)
    assert first.reason == "nodes" and first.certain is None and "not known" in str(first)
    up_to = make_queens(18).report(up_to="symmetry", time=0.3)
    assert up_to.reason == "time"
    json.dumps(up_to.as_dict())


def test_up_to_symmetry() -> None:
    report = make_queens(8).report(up_to="symmetry")
    assert (report.answer, report.symmetries, report.engine) == (12, 8, None)
    assert "up to 8 symmetries" in str(report)
    assert make_queens(8).report(up_to="symmetry", where="symmetric").answer == 1


def test_items_that_no_option_has() -> None:
    problem = Problem(["a", "b", ("c", 1)], secondary=["s"], bounds={"b": (0, 2)})
    problem.option("only", ["a"])
    # `b` does not have to be covered, and `s` never has to.
    assert problem.uncoverable == [("c", 1)]
    report = problem.report()
    assert report.answer == 0 and report.uncoverable == (("c", 1),)
    assert "no option has ('c', 1)" in str(report)
    assert repr(problem) == "<combien.Problem: 3 primary items, 1 secondary item, 1 option; no option has ('c', 1)>"
    assert repr(Problem("xyz")).endswith("0 options; no option has 'x', nor 2 other items>")
    problem.option("both", [("c", 1)])
    assert problem.uncoverable == [] and repr(problem).endswith("2 options>") and problem.count() == 1


def test_wrong_questions(letters: Problem) -> None:
    for arguments, keywords, message in [
        (("how many",), {}, "question is 'how many', not 'count' or 'first'"),
        (("first",), {"up_to": "symmetry"}, "symmetries are for a count"),
        ((), {"engine": "fsat"}, "no engine `fsat`"),
        ((), {"time": -1}, "time is -1"),
    ]:
        with pytest.raises(Error, match=message):
            letters.report(*arguments, **keywords)  # type: ignore[arg-type]
