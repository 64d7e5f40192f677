"""The second checker, examples/verify.py: it accepts what the command proves, and nothing else."""

from __future__ import annotations

import importlib.util
import itertools
import os
import pathlib
import random
import subprocess
import sysconfig
from types import ModuleType

import pytest

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])
COMMAND = os.path.join(sysconfig.get_path("scripts"), "combien")


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify", ROOT / "examples" / "verify.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = loaded()


def proved(problem: str, folder: pathlib.Path) -> bytes:
    (folder / "t.dlx").write_text(problem)
    words = [COMMAND, "count", "--quiet", "--proof", "t.proof", "t.dlx"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=60)
    return (folder / "t.proof").read_bytes()


def covers(text: str) -> int:
    """How many sets of options are covers, by trying all."""
    problem = verify.Problem(text)
    used = [o for o in problem.options if any(problem.items[i].primary for i in o)]
    count = 0
    for size in range(len(used) + 1):
        for chosen in itertools.combinations(used, size):
            values = [[o[i] for o in chosen if i in o] for i in range(len(problem.items))]
            count += all(
                item.lo <= len(given) <= item.hi
                if item.primary
                else len(given) <= 1 or (None not in given and len(set(given)) == 1)
                for item, given in zip(problem.items, values)
            )
    return count


def random_problem(numbers: random.Random) -> str:
    primary = [f"{numbers.choice(['', '', '0:2|', '2|', '1:9|', '1:2|'])}p{i}" for i in range(numbers.randint(1, 5))]
    secondary = [f"x{i}" for i in range(numbers.randint(0, 2))]
    lines = [" ".join(primary) + " | " + " ".join(secondary)]
    for _ in range(numbers.randint(1, 10)):
        option = [f"p{i}" for i in range(len(primary)) if numbers.random() < 0.4]
        option += [x + numbers.choice(["", ":A", ":B"]) for x in secondary if numbers.random() < 0.4]
        if option:
            lines.append(" ".join(option))
    return "\n".join(lines) + "\n"


def test_random_problems_are_verified_and_changes_refused(tmp_path: pathlib.Path) -> None:
    numbers = random.Random(7)
    for _ in range(100):
        problem = random_problem(numbers)
        certificate = proved(problem, tmp_path)
        assert verify.check(problem, certificate) == covers(problem), problem
        for _ in range(20):
            changed = bytearray(certificate)
            at = numbers.randrange(len(changed))
            changed[at] = numbers.choice(b" \n.+!*,0123456789")
            if bytes(changed) != certificate:
                # The checksum is corrected where possible, so that the lines themselves are wrong.
                end = changed.rfind(b"end ")
                if end > 0 and at < end:
                    changed[end:] = b"end %016x\n" % verify.fnv(changed[:end])
                try:
                    count = verify.check(problem, bytes(changed))
                except (verify.Wrong, ValueError, IndexError):
                    continue
                assert count == covers(problem), problem


@pytest.mark.parametrize(
    ("file", "count"), [("examples/queens8.dlx", 92), ("tests/corpus/bench/domino8x8.dlx", 12988816)]
)
def test_known_counts(file: str, count: int, tmp_path: pathlib.Path) -> None:
    problem = (ROOT / file).read_text()
    assert verify.check(problem, proved(problem, tmp_path)) == count
