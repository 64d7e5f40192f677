"""The default beside other programs that read Knuth's text format, such as his own DLX1, SSXCC and SSMCC.

    cargo build --release --bin combien
    python benches/peers.py 'DLX1=./dlx1' 'SSXCC=./ssxcc' 'SSMCC=./ssmcc' [FILE...]
    python benches/peers.py --first 'DLX1=./dlx1 t1' 'SSXCC=./ssxcc t1' [FILE...]

Each program is a name and a command, which reads a problem from its standard input and prints `Altogether N solutions`, as Knuth's
programs do (https://www-cs-faculty.stanford.edu/~knuth/programs.html; to compare search and not bookkeeping, build them with their memory
counters defined as 0). Prints a Markdown table of processor seconds of whole processes, one thread, the least of three rounds, and how many
times as long the best of the others takes as the default. With `--first`, each searches for one solution, and the table has the memory
too. Without files it takes instances of the corpus for counts; `--first` needs files. A dash: no answer in LIMIT seconds, or the program cannot take the problem.
"""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import subprocess
import sys
from typing import NamedTuple

from ladder import COMBIEN, CORPUS, INSTANCES, LONG, ROUNDS, mean

LIMIT = 30
MORE = "bench/quantities5x9 bench/quantities6x10".split()


class Run(NamedTuple):
    """Processor seconds, megabytes, and what was printed."""

    seconds: float
    megabytes: float
    said: str


def run(command: list[str], file: pathlib.Path) -> Run | None:
    """The least of some rounds; `None` if it does not end in time."""
    best = None
    for _ in range(ROUNDS):
        with open(file, "rb") as problem:
            process = subprocess.Popen(
                ["timeout", str(LIMIT), *command], stdin=problem, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
        assert process.stdout is not None
        said = process.stdout.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # The exit codes of Knuth's programs mean nothing; 124 is that of `timeout`.
        if process.returncode == 124:
            return None
        now = Run(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, said)
        best = now if best is None or now.seconds < best.seconds else best
        if now.seconds > LONG:
            break
    return best


def others(programs: dict[str, list[str]], file: pathlib.Path, count: str | None) -> dict[str, Run | None]:
    """What the programs take; their counts are compared with this one; `None` for one that cannot take the problem."""
    taken: dict[str, Run | None] = {}
    for name, command in programs.items():
        done = run(command, file)
        found = re.search(r"Altogether (\d+) ", done.said) if done else None
        if found and count is not None and found[1] != count:
            sys.exit(f"{file}: {count} by default, and {found[1]} by {name}")
        taken[name] = done if found else None
    return taken


def main() -> None:
    if not COMBIEN.exists():
        sys.exit("build it first: cargo build --release --bin combien")
    arguments = sys.argv[1:]
    is_first = "--first" in arguments
    pairs = [argument.partition("=") for argument in arguments if "=" in argument]
    programs = {name: shlex.split(command) for name, _, command in pairs}
    if not programs:
        sys.exit("name at least one program: SSXCC=./ssxcc")
    files = [pathlib.Path(name) for name in arguments if "=" not in name and name != "--first"]
    if is_first and not files:
        sys.exit("name the files whose first solutions are compared")
    files = files or [CORPUS / f"{name}.dlx" for name in INSTANCES + MORE]
    question = ["solve"] if is_first else ["count"]
    print("| instance |", "" if is_first else "count |", "default |", " | ".join(programs), "| best / default |")
    print("| --- |", "" if is_first else "---: |", "---: |", " | ".join("---:" for _ in programs), "| ---: |")
    ratios = []
    for file in files:
        own = run([str(COMBIEN), *question, "--quiet", "--jobs", "1", "-"], file)
        if own is None:
            sys.exit(f"{file}: no answer by default in {LIMIT} s")
        count = None if is_first else own.said.strip()
        rest = others(programs, file, count)
        cells = [shown(one, is_first) for one in [own, *rest.values()]]
        times = [one.seconds for one in rest.values() if one]
        ratio = f"{min(times) / own.seconds:.2f}" if times else f"over {LIMIT / own.seconds:.0f}"
        if times:
            ratios.append(min(times) / own.seconds)
        print(f"| {file.stem} |", "" if is_first else f"{count} |", " | ".join(cells), f"| {ratio} |", flush=True)
    if ratios:
        print(f"\nbest / default: mean {mean(ratios):.1f}, least {min(ratios):.2f}")


def shown(one: Run | None, with_memory: bool) -> str:
    """A cell of the table."""
    if one is None:
        return "-"
    return f"{one.seconds:.3f}, {one.megabytes:.0f} MB" if with_memory else f"{one.seconds:.3f}"


if __name__ == "__main__":
    main()
