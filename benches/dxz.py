"""The engine `memo` beside the package `dxz`, an implementation of Algorithm DXZ (Nishino et al., AAAI 2017), which counts all covers by
building a decision diagram of them.

    cargo build --release --bin combien
    python -m venv /tmp/peers && /tmp/peers/bin/pip install dxz
    python benches/dxz.py /tmp/peers/bin/python [FILE...]

Prints a Markdown table: processor seconds and megabytes of whole processes, one thread, the least of three rounds. `memo` counts, or
builds its diagram; `dxz` builds its diagram and lists all covers, because it has no function that only counts. The numbers of covers are
compared. Files have primary items only. A dash: no answer in LIMIT seconds, or an error.
"""

from __future__ import annotations

import pathlib
import sys

from ladder import COMBIEN, CORPUS
from peers import Run, run

BENCH = "domino6x6 domino8x8 langford8 langford11 latin4 pent10x6 pent15x4 pent20x3 scott soma setpart10_10 setpart12_3 sts7 sts9 matching12"
# Reads a problem in Knuth's text format, and prints how many covers there are.
SOLVE = """
import sys, dxz
lines = [line.split() for line in sys.stdin if line.strip() and not line.startswith("|")]
places = {item: place for place, item in enumerate(lines[0])}
matrix = []
for option in lines[1:]:
    row = [0] * len(places)
    for item in option:
        row[places[item]] = 1
    matrix += row
print(len(dxz.solve(len(lines) - 1, len(places), matrix)))
"""


def cell(done: Run | None, count: str | None = None) -> str:
    """Seconds and megabytes; a dash if there was no answer, and what was said instead of the right one."""
    said = done.said.split() if done else []
    if done is None or not said or not said[-1].isdigit():
        return "—"
    wrong = f" (**{said[-1]}**)" if count is not None and said[-1] != count else ""
    return f"{done.seconds:.2f} s, {done.megabytes:.0f} MB{wrong}"


def main() -> None:
    if not COMBIEN.exists():
        sys.exit("build it first: cargo build --release --bin combien")
    if len(sys.argv) < 2:
        sys.exit("name a Python that has the package dxz: python benches/dxz.py /tmp/peers/bin/python")
    python = sys.argv[1]
    files = [pathlib.Path(file) for file in sys.argv[2:]] or [CORPUS / f"bench/{name}.dlx" for name in BENCH.split()]
    print("| problem | covers | `memo` counts | `memo` builds a diagram | `dxz` |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for file in files:
        problem = ["-"]
        counted = run([str(COMBIEN), "count", "--engine", "memo", "--jobs", "1", *problem], file)
        built = run([str(COMBIEN), "zdd", "--engine", "memo", "--json", *problem], file)
        if built is not None:
            nodes = built.said.partition('"nodes":')[2].partition(",")[0]
            built = built._replace(said=nodes)
        count = counted.said.strip() if counted else None
        peer = run([python, "-c", SOLVE], file)
        print(f"| {file.stem} | {count or '—'} | {cell(counted)} | {cell(built)} | {cell(peer, count)} |", flush=True)


if __name__ == "__main__":
    main()
