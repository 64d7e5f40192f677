"""The default against each engine that counts, and against Knuth's dancing links as our reference engine has them.

    cargo build --release --bin combien
    python benches/ladder.py [FILE...]

Prints a Markdown table of processor seconds of whole processes, one thread: the default, then each engine alone, then how many times as
long the default takes as the best of them, and how many times as long `links` takes as the default. Without files it takes instances of
the corpus. A dash: no answer in LIMIT seconds, or the engine cannot take the problem. The last line has the geometric means. What takes a
few milliseconds is mostly the start of the process, so it is left out of the means.
"""

from __future__ import annotations

import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMBIEN = ROOT / "target" / "release" / "combien"
CORPUS = ROOT / "tests" / "corpus"
INSTANCES = (
    "bench/pent10x6 bench/pent15x4 bench/pent20x3 bench/pent3d_2x5x6 bench/scott bench/soma bench/queens12 bench/queens13 bench/queens14 "
    "bench/langford11 bench/langford12 bench/latin5 bench/tetro8x5 bench/setpart10_10 bench/setpart12_3 bench/matching16 "
    "bench/domino8x8 bench/modotri8x8 bench/sudoku_multi hard/s25_310 hard/s16_140 hard/t_600_6 hard/t_200_5 hard/redrect45 hard/qdom74"
).split()
ENGINES = ["fast", "cells", "frontier", "memo", "pfaffian", "links"]
LIMIT = 30
ROUNDS = 3
#: Runs that take this many seconds are not repeated.
LONG = 2
#: Shorter runs are left out of the means.
SHORT = 0.008


def cpu_time(engine: str, file: pathlib.Path) -> tuple[float, str] | None:
    """The least processor time of some rounds, and the count; `None` if there is no answer."""
    best = None
    for _ in range(ROUNDS):
        command = [COMBIEN, "count", "--quiet", "--jobs", "1", "--time", f"{LIMIT}s", "--engine", engine, file]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        count = process.stdout.read().decode().strip()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # 0: answered; 1: there is no solution, which is an answer too.
        if process.returncode not in (0, 1):
            return None
        spent = used.ru_utime + used.ru_stime
        best = spent if best is None else min(best, spent)
        if spent > LONG:
            break
    return best, count


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main() -> None:
    if not COMBIEN.exists():
        sys.exit("build it first: cargo build --release --bin combien")
    files = [pathlib.Path(name) for name in sys.argv[1:]] or [CORPUS / f"{name}.dlx" for name in INSTANCES]
    print("| instance | count | default |", " | ".join(ENGINES), "| default / best | links / default |")
    print("| --- | ---: | ---: |", " | ".join("---:" for _ in ENGINES), "| ---: | ---: |")
    to_best, to_links = [], []
    for file in files:
        default = cpu_time("auto", file)
        if default is None:
            sys.exit(f"{file}: no answer by default in {LIMIT} s")
        alone = {engine: cpu_time(engine, file) for engine in ENGINES}
        for engine, one in alone.items():
            if one is not None and one[1] != default[1]:
                sys.exit(f"{file}: {default[1]} by default, and {one[1]} by {engine}")
        best = min(one[0] for one in alone.values() if one is not None)
        links = alone["links"]
        cells = [f"{one[0]:.3f}" if one else "-" for one in alone.values()]
        ratio = f"{links[0] / default[0]:.1f}" if links else f"over {LIMIT / default[0]:.0f}"
        print(f"| {file.stem} | {default[1]} | {default[0]:.3f} |", " | ".join(cells), f"| {default[0] / best:.2f} | {ratio} |", flush=True)
        if default[0] >= SHORT:
            to_best.append(default[0] / best)
            if links:
                to_links.append(links[0] / default[0])
    if to_best and to_links:
        print(f"\ndefault / best: mean {mean(to_best):.2f}, worst {max(to_best):.2f}; links / default: mean {mean(to_links):.1f}, least {min(to_links):.1f}")


if __name__ == "__main__":
    main()
