"""Two checkers of certificates, examples/verify.py and one that was written from docs/certificates.md alone: both accept what
the command proves, and nothing else."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from types import ModuleType

import pytest

import from_the_page

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])
COMMAND = os.path.join(sysconfig.get_path("scripts"), "combien")


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify", ROOT / "examples" / "verify.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = loaded()


def verdict(problem: str, certificate: bytes) -> str:
    """What the checkers say, which must be the same: `refused`, or `verified`, the number of covers, and options given."""
    said = []
    for check, refusal, first in [(verify.check, verify.Wrong, 1), (from_the_page.check, from_the_page.Refused, 0)]:
        try:
            count, given = check(problem, certificate)
            said.append(" ".join(["verified", str(count), *(str(option + first) for option in given)]))
        except refusal:
            said.append("refused")
    assert said[0] == said[1], f"{problem}\n{certificate.decode('ascii', 'replace')}"
    return said[0]


def sealed(text: bytes) -> bytes:
    return text + b"end %016x\n" % verify.fnv(text)


def proved(problem: str, folder: pathlib.Path, *question: str) -> bytes | None:
    """The certificate that the command writes, if it writes one."""
    (folder / "t.dlx").write_text(problem)
    (folder / "t.proof").unlink(missing_ok=True)
    words = [COMMAND, *(question or ["count"]), "--quiet", "--proof", "t.proof", "t.dlx"]
    code = subprocess.run(words, cwd=folder, check=False, capture_output=True, timeout=60).returncode
    assert code in (0, 1)
    return (folder / "t.proof").read_bytes() if (folder / "t.proof").exists() else None


def covers(text: str, taken: Iterable[int] = ()) -> int:
    """How many sets of options are covers and have these, which are numbered from 1, by trying all."""
    problem = verify.Problem(text)
    used = [(n, o) for n, o in enumerate(problem.options, 1) if any(problem.items[i].primary for i in o)]
    count = 0
    for size in range(len(used) + 1):
        for chosen in itertools.combinations(used, size):
            values = [[o[i] for _, o in chosen if i in o] for i in range(len(problem.items))]
            count += set(taken).issubset(n for n, _ in chosen) and all(
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


def forged(certificate: bytes, numbers: random.Random) -> bytes:
    """The certificate with some changes of lines, words and bytes, and the sum that belongs to them."""
    lines = certificate.decode().split("\n")[:-2]
    for _ in range(numbers.choice([1, 1, 2])):
        at, way = numbers.randrange(1, len(lines)), numbers.randrange(5)
        if way == 0 and len(lines) > 2:
            del lines[at]
        elif way == 1:
            lines.insert(at, numbers.choice(lines))
        elif way == 2:
            byte = numbers.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:byte] + numbers.choice(" .+!*,0123456789-x") + lines[at][byte + numbers.randrange(2) :]
        else:
            words = lines[at].split(" ")
            new = [".", "+", "*", "!1", "1,.", "2,+", "taken", "-1", str(numbers.randrange(12)), numbers.choice(words)]
            word = numbers.randrange(len(words))
            words[word : word + (way == 3)] = [numbers.choice(new)]
            lines[at] = " ".join(words)
    return sealed("".join(f"{line}\n" for line in lines).encode())


def test_random_problems_are_verified_and_changes_refused(tmp_path: pathlib.Path) -> None:
    numbers, seen = random.Random(7), {"count": 0, "unique": 0, "why": 0}
    for _ in range(100):
        problem = random_problem(numbers)
        options = [number for number, line in enumerate(problem.splitlines()) if number and "p" in line]
        taken = sorted(numbers.sample(options, min(len(options), numbers.randint(1, 2))))
        take = ["--take", ",".join(map(str, taken))] if taken else []
        for words, given in [(["count"], []), (["unique", *take], taken), (["why"], [])]:
            # There is none if options clash, and no reason if there is a cover.
            certificate = proved(problem, tmp_path, *words)
            if certificate is None:
                continue
            seen[words[0]] += 1
            assert verdict(problem, certificate) == " ".join(map(str, ["verified", covers(problem, given), *given]))
            for _ in range(30):
                told = [int(word) for word in verdict(problem, forged(certificate, numbers)).split()[1:]]
                assert not told or told[0] == covers(problem, told[1:]), problem
    assert seen["count"] == 100 and min(seen.values()) > 25, seen


def test_certificates_are_judged_as_the_page_says() -> None:
    blocks = (ROOT / "tests/corpus/certificates.txt").read_text().split("\n--\n")[1:]
    judged = 0
    for problem, *parts in (block.split("\n:") for block in blocks):
        read = verify.Problem(problem)
        sizes = read.primary, len(read.items) - read.primary, len(read.options)
        for part in parts:
            body, _, expected = part.rstrip("\n").partition("\n")[2].rpartition("\n")
            head = "combien certificate 1\nproblem {} {} {}\n".format(*sizes)
            assert verdict(problem, sealed(f"{head}{body}\n".encode())) == expected, part
            judged += 1
    assert judged > 40


def test_what_is_damaged_is_refused() -> None:
    good = sealed(b"combien certificate 1\nproblem 2 0 3\nstates +\n1 1 . 2,.\ncovers 2\n")
    problem = "a b\na b\na\nb\n"
    assert verdict(problem, good) == "verified 2"
    bad = [good[:at] for at in range(len(good))] + [good + b"x", good + b"\n", good.replace(b"2,.", b"2,\xff")]
    bad += [sealed(good[:at]) for at in range(good.index(b"end"))]
    bad += [sealed(good[: good.index(b"end")].replace(b"\n", b"\r\n")), good.replace(b"end ", b"end  ")]
    assert {verdict(problem, certificate) for certificate in bad} == {"refused"}


def test_costs_and_json_are_read_by_the_page(tmp_path: pathlib.Path) -> None:
    """What a problem is, in both formats: costs are skipped, and so are names."""
    numbers = random.Random(11)
    for _ in range(20):
        problem = random_problem(numbers)
        certificate = proved(problem, tmp_path)
        assert certificate is not None
        items, *options = problem.splitlines()
        priced = "\n".join([items, *(f"{option} |{numbers.randint(-9, 9)}" for option in options)])
        words = [COMMAND, "convert", "t.dlx", "--to", "json"]
        run = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
        assert json.loads(run.stdout)["schema"] == 1
        expected = (covers(problem), [])
        assert [from_the_page.check(text, certificate) for text in (problem, priced, run.stdout)] == [expected] * 3
        assert verify.check(priced, certificate) == expected


def test_the_verdict_names_what_was_given(tmp_path: pathlib.Path) -> None:
    problem = "a b\na b\na\nb\n"
    (tmp_path / "t.dlx").write_text(problem)
    items = [{"name": "a"}, {"name": "b"}]
    options = [{"items": names} for names in (["a", "b"], ["a"], ["b"])]
    (tmp_path / "t.json").write_text(json.dumps({"schema": 1, "items": items, "options": options}))
    for question, said in [
        (["count"], "verified: 2 covers\n"),
        (["unique", "--take", "2"], "verified: 1 cover, with option 2\n"),
        (["unique", "--take", "3,2"], "verified: 1 cover, with option 2, with option 3\n"),
    ]:
        assert proved(problem, tmp_path, *question) is not None
        for file in ["t.dlx", "t.json"]:
            words = [sys.executable, str(ROOT / "examples" / "verify.py"), file, "t.proof"]
            run = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
            assert run.stdout == said


@pytest.mark.parametrize(
    ("file", "count"), [("examples/queens8.dlx", 92), ("tests/corpus/bench/domino8x8.dlx", 12988816)]
)
def test_known_counts(file: str, count: int, tmp_path: pathlib.Path) -> None:
    problem = (ROOT / file).read_text()
    certificate = proved(problem, tmp_path)
    assert certificate is not None and verify.check(problem, certificate) == (count, [])
