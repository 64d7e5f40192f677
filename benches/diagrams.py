"""The engine `memo` beside other programs that count all covers: DXZ, d4 and ganak.

    cargo build --release --bin combien
    python -m venv target/peers && target/peers/bin/pip install dxz d4Solver pyganak
    python benches/diagrams.py target/peers/bin/python [FILE...]

`dxz` builds a decision diagram (Nishino, Yasuda, Minato, Nagata: Dancing with decision diagrams, AAAI 2017) and counts. The model counters d4 (Lagniez and Marquis, IJCAI 2017) and ganak (Sharma, Roy, Soos, Meel, IJCAI
2019) get clauses: for each item that one of its options is taken, and for each two options that do not fit that one of them is not. d4
counts, or compiles a decision-DNNF as `memo` does.

Prints a Markdown table: processor seconds and megabytes of whole processes, the start of Python included (0.02 s), one thread, the least of
three rounds. 11 MB mean 11 or less, because each process begins as a copy of this one. All counts must be the same; one that is not is in the table. A dash: no answer in LIMIT processor seconds, or within MEMORY.
`dxz` takes no secondary items, so each gets an option of its own; it cannot take colors.
"""

from __future__ import annotations

import os
import pathlib
import re
import resource
import subprocess
import sys

from ladder import COMBIEN, CORPUS, LONG, ROUNDS
from peers import Run

INSTANCES = (
    "bench/domino8x8 bench/domino12x12 bench/queens8 bench/queens10 bench/langford8 bench/langford11 bench/latin4 bench/latin5 bench/sts9 "
    "bench/scott bench/pent20x3 bench/pent10x6 hard/t_200_5"
).split()
LIMIT = 20
#: Bytes of addresses: d4 takes 4 GB of them at the start, and does not use them.
MEMORY = 10 << 30
#: Reads a problem in Knuth's text format: its primary and secondary items, and for each option its items with their colors.
READ = """
import sys
lines = [line.split() for line in sys.stdin if line.strip() and not line.startswith("|")]
bar = lines[0].index("|") if "|" in lines[0] else len(lines[0])
primary, secondary = lines[0][:bar], lines[0][bar + 1 :]
options = [[tuple((entry + ":").split(":")[:2]) for entry in line] for line in lines[1:]]
"""
CLAUSES = (
    READ
    + """
have = {item: [] for item in primary + secondary}
for number, option in enumerate(options, 1):
    for item, color in option:
        have[item].append((number, color))
clauses = [[number for number, _ in have[item]] for item in primary]
apart = {
    (one, other) for all in have.values() for place, (other, color) in enumerate(all) for one, given in all[:place]
    if not color or color != given
}
clauses += [[-one, -other] for one, other in sorted(apart)]
clauses += [[-number] for number, option in enumerate(options, 1) if not {item for item, _ in option} & set(primary)]
"""
)
PEERS = {
    "DXZ": READ
    + """
import dxz
if any(color for option in options for _, color in option):
    sys.exit("colors")
rows = [[item for item, _ in option] for option in options] + [[item] for item in secondary]
place = {item: at for at, item in enumerate(primary + secondary)}
matrix = [0] * (len(rows) * len(place))
for at, row in enumerate(rows):
    for item in row:
        matrix[at * len(place) + place[item]] = 1
print(dxz.dxz_count(len(rows), len(place), matrix))
""",
    "d4 counts": CLAUSES
    + """
import py_d4
print(py_d4.Solver(clauses, len(options)).count().getResult())
""",
    "d4 compiles": CLAUSES
    + """
import py_d4
print(py_d4.Solver(clauses, len(options)).compile().count([]))
""",
    "ganak counts": CLAUSES
    + """
import pyganak
counter = pyganak.Counter()
counter.new_vars(len(options))
counter.add_clauses(clauses)
print(counter.count())
""",
}


def limited() -> None:
    """The limits of a process: of processor time, because the table is to be the same on a machine with other work."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command: list[str], file: pathlib.Path) -> Run | None:
    """The least of some rounds; `None` if a limit ends it."""
    best = None
    for _ in range(ROUNDS):
        with open(file, "rb") as problem:
            process = subprocess.Popen(
                command, stdin=problem, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limited
            )
        assert process.stdout is not None
        said = process.stdout.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            return None
        now = Run(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, said)
        best = now if best is None or now.seconds < best.seconds else best
        if now.seconds > LONG:
            break
    return best


def cell(done: Run | None, count: str | None = None) -> str:
    """Seconds and megabytes; a dash if there was no answer, and what was said if it is not the right one."""
    said = re.search(r"(\d+)\s*$", done.said) if done else None
    if done is None or said is None:
        return "—"
    wrong = f" (**{said[1]}**)" if count is not None and said[1] != count else ""
    return f"{done.seconds:.2f} s, {done.megabytes:.0f} MB{wrong}"


def main() -> None:
    if not COMBIEN.exists():
        sys.exit("build it first: cargo build --release --bin combien")
    if len(sys.argv) < 2:
        sys.exit("name a Python that has the packages: python benches/diagrams.py target/peers/bin/python")
    python = sys.argv[1]
    files = [pathlib.Path(file) for file in sys.argv[2:]] or [CORPUS / f"{name}.dlx" for name in INSTANCES]
    heads = ["covers", "`memo` counts", "`memo` compiles", *PEERS]
    print("| problem |", " | ".join(heads), "|")
    print("| --- |", " | ".join("---:" for _ in heads), "|")
    for file in files:
        counted = run([str(COMBIEN), "count", "--quiet", "--engine", "memo", "--jobs", "1", "-"], file)
        built = run([str(COMBIEN), "zdd", "--quiet", "--engine", "memo", "--json", "-"], file)
        if built is not None:
            # The number of covers is in the document.
            built = built._replace(said="".join(re.findall(r'"nodes":\d+,"solutions":"(\d+)"', built.said)))
        count = counted.said.strip() if counted else None
        others = [run([python, "-c", program], file) for program in PEERS.values()]
        cells = [cell(counted), cell(built, count), *(cell(done, count) for done in others)]
        print(f"| {file.stem} | {count or '—'} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
