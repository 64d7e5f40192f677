"""Covers of least cost: `combien solve --min` beside the solver HiGHS and Knuth's DLX5.

    cargo build --release --bin combien
    python -m venv target/peers && target/peers/bin/pip install highspy
    python benches/costs.py target/peers/bin/python [--dlx5 PROGRAM] [INSTANCE...]
    python benches/costs.py target/peers/bin/python --agree 200
    python benches/costs.py --write FOLDER

The first prints a Markdown table: processor seconds of one thread, the least of three rounds, and how many times longer than `combien` the
others take. The column `cells` is branch and bound alone, `--engine cells`, and `zdd` are sweeps within a cost. The seconds of `combien` and DLX5 are those of the whole process. Those of HiGHS are of its `run` alone, without the start of Python and
the reading of the file that `combien convert --to lp` writes; its relative gap is 0. A dash: no answer in LIMIT processor seconds.
All optima must be the same, or the script fails.

`--agree N` compares the optima of N random partitionings of 50 items with HiGHS. `--write` writes the problems as files.

HiGHS: Huangfu and Hall, Parallelizing the dual revised simplex method, Mathematical Programming Computation 10, 2018. DLX5: Algorithm C$ of
The Art of Computer Programming, 7.2.2.1; cs.stanford.edu/~knuth/programs.html has the source.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ladder import COMBIEN, CORPUS, LONG, ROUNDS

LIMIT = 20
#: The engines that have a column each.
ENGINES = ("cells", "zdd")
#: Of a pairing: the minutes between two of its flights, and the number of flights.
REST = (30, 14 * 60)
PORTS, DAYS, MOST_FLIGHTS = 6, 5, 6


def problem(items: Iterable[str], options: Iterable[tuple[Iterable[str], int]]) -> str:
    """A problem in Knuth's text format."""
    lines = [" ".join(items), *(f"{' '.join(names)} |{cost}" for names, cost in options)]
    return "\n".join(lines) + "\n"


def assignment(n: int, seed: int, most: int = 10_000) -> str:
    """n persons for n tasks, and a random cost for each pair."""
    some = random.Random(seed)
    pairs = [((f"r{row}", f"c{column}"), some.randint(1, most)) for row in range(n) for column in range(n)]
    return problem([f"{kind}{line}" for line in range(n) for kind in "rc"], pairs)


def partitioning(items: int, options: int, seed: int, most: int = 100) -> str:
    """Random sets of random cost; some of them were made by cutting a random order into pieces, so there is a cover."""
    some = random.Random(seed)
    order, sets = some.sample(range(items), items), []
    while order:
        size = some.randint(2, 6)
        sets.append(sorted(order[:size]))
        order = order[size:]
    while len(sets) < options:
        sets.append(sorted(some.sample(range(items), some.randint(1, 6))))
    some.shuffle(sets)
    return problem(
        (f"i{item}" for item in range(items)),
        (([f"i{item}" for item in chosen], some.randint(1, most)) for chosen in sets),
    )


def crews(flights: int, options: int, seed: int) -> str:
    """Pairings of an airline: each is a sequence of flights that one crew can fly, each from the place where the one before it ended,
    after a rest. It costs its length, and more if it does not end where it began; a flight alone is dear."""
    some = random.Random(seed)
    table = []
    for _ in range(flights):
        start, end = some.sample(range(PORTS), 2)
        leaves = some.randrange(0, DAYS * 24 * 60, 5)
        table.append((leaves, leaves + 60 + 20 * abs(start - end) + some.randrange(30), start, end))
    table.sort()

    def follow(flight: int) -> list[int]:
        _, lands, _, place = table[flight]
        later = range(flight + 1, flights)
        return [one for one in later if table[one][2] == place and REST[0] <= table[one][0] - lands <= REST[1]][:8]

    after = [follow(flight) for flight in range(flights)]
    pairings = {(flight,): 900 + some.randrange(50) for flight in range(flights)}
    # There may be fewer pairings than are wanted.
    for _ in range(50 * options):
        if len(pairings) >= options:
            break
        path = [some.randrange(flights)]
        for _ in range(some.randint(1, MOST_FLIGHTS - 1)):
            if not after[path[-1]]:
                break
            path.append(some.choice(after[path[-1]]))
        if len(path) > 1:
            (leaves, _, start, _), (_, lands, _, end) = table[path[0]], table[path[-1]]
            pairings[tuple(path)] = 200 + (lands - leaves) // 4 + (0 if start == end else 180)
    listed = sorted(pairings.items())
    some.shuffle(listed)
    return problem(
        (f"f{flight}" for flight in range(flights)), (([f"f{one}" for one in path], cost) for path, cost in listed)
    )


def weighted(name: str, seed: int, most: int = 100) -> str:
    """A problem of the corpus, and a random cost for each option."""
    some = random.Random(seed)
    lines = (CORPUS / f"{name}.dlx").read_text().splitlines()
    first, *options = (line for line in lines if line.strip() and not line.lstrip().startswith("|"))
    return "\n".join([first, *(f"{line} |{some.randint(0, most)}" for line in options)]) + "\n"


#: The cells of the trominoes: two straight ones, four bent ones.
TROMINOES = (
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 1), (1, 0), (1, 1)),
)


def trominoes(side: int, seed: int, most: int = 99) -> str:
    """The tilings of a square by trominoes, and a random cost for each placement."""
    some = random.Random(seed)
    cells = [(row, column) for row in range(side) for column in range(side)]
    placed = ([(row + down, column + right) for down, right in piece] for row, column in cells for piece in TROMINOES)
    inside = (cells for cells in placed if all(max(cell) < side for cell in cells))
    return problem(
        (f"{row},{column}" for row, column in cells),
        (([f"{row},{column}" for row, column in cells], some.randint(0, most)) for cells in inside),
    )


INSTANCES: dict[str, Callable[[], str]] = {
    "assignment 30": lambda: assignment(30, 1),
    "assignment 100": lambda: assignment(100, 2),
    "assignment 200": lambda: assignment(200, 3),
    "partitioning 50/500 a": lambda: partitioning(50, 500, 1),
    "partitioning 50/500 b": lambda: partitioning(50, 500, 2),
    "partitioning 50/500 c": lambda: partitioning(50, 500, 3),
    "partitioning 50/2000": lambda: partitioning(50, 2000, 4),
    "crews 100/5000": lambda: crews(100, 5_000, 1),
    "crews 200/20000 a": lambda: crews(200, 20_000, 2),
    "crews 200/20000 b": lambda: crews(200, 20_000, 3),
    "pentominoes 10x6": lambda: weighted("bench/pent10x6", 1),
    "trominoes 9x9": lambda: trominoes(9, 1),
    "trominoes 12x12": lambda: trominoes(12, 2),
    "trominoes 15x15": lambda: trominoes(15, 3),
}


class Found(NamedTuple):
    """The optimum, and the processor seconds that it took."""

    cost: int
    seconds: float


HIGHS = """
import sys, time, highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.setOptionValue("threads", 1)
solver.setOptionValue("mip_rel_gap", 0.0)
solver.setOptionValue("mip_abs_gap", 0.5)
solver.readModel(sys.argv[1])
begin = time.process_time()
solver.run()
seconds = time.process_time() - begin
if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
    sys.exit(3)
print(round(solver.getInfo().objective_function_value), seconds)
"""


def timed(command: list[str], file: pathlib.Path | None = None) -> tuple[str, float] | None:
    """What a program says on both outputs, and its processor seconds; `None` if it takes too long."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))

    with open(file or os.devnull, "rb") as given:
        process = subprocess.Popen(
            command, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limited
        )
    assert process.stdout is not None
    said = process.stdout.read().decode(errors="replace")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        return None
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}: {said[-500:]}")
    return said, used.ru_utime + used.ru_stime


def by_combien(file: pathlib.Path, engine: str = "auto") -> Found | None:
    done = timed([str(COMBIEN), "solve", "--min", "--json", "--engine", engine, str(file)])
    if done is None:
        return None
    last = json.loads(done[0].splitlines()[-1])
    return Found(int(last["best"]), done[1])


def by_highs(python: str, file: pathlib.Path) -> Found | None:
    program = file.with_suffix(".lp")
    if not program.exists():
        subprocess.run([str(COMBIEN), "convert", str(file), "--to", "lp", "-o", str(program)], check=True)
    done = timed([python, "-c", HIGHS, str(program)])
    if done is None:
        return None
    cost, seconds = done[0].split()[-2:]
    return Found(int(cost), float(seconds))


def by_dlx5(dlx5: str, file: pathlib.Path) -> Found | None:
    done = timed([dlx5], file)
    said = re.search(r"optimum cost is \$(\d+)", done[0]) if done else None
    return Found(int(said[1]), done[1]) if done and said else None


def least(ask: Callable[[], Found | None]) -> Found | None:
    """The fastest of some rounds."""
    best: Found | None = None
    for _ in range(ROUNDS):
        found = ask()
        if found is None:
            return None
        best = found if best is None or found.seconds < best.seconds else best
        if found.seconds > LONG:
            break
    return best


def row(name: str, found: dict[str, Found | None]) -> tuple[str, bool]:
    """A row of the table, and whether all optima are the same."""
    costs = {one.cost for one in found.values() if one}
    ours = found["combien"]
    cells = [f"{one.seconds:.3f}" if one else "—" for one in found.values()]
    for other in [name for name in found if name not in ("combien", *ENGINES)]:
        theirs = found[other]
        if ours and theirs:
            cells.append(f"{theirs.seconds / ours.seconds:.1f}")
        elif ours:
            cells.append(f"over {LIMIT / ours.seconds:.0f}")
        else:
            cells.append(f"under {theirs.seconds / LIMIT:.1f}" if theirs else "—")
    return f"| {name} | {' or '.join(map(str, sorted(costs))) or '—'} | {' | '.join(cells)} |", len(costs) <= 1


def table(python: str, dlx5: str | None, names: list[str], folder: pathlib.Path) -> bool:
    others = ["HiGHS", *(["DLX5"] if dlx5 else [])]
    ours = ["combien", *ENGINES]
    print("| instance | optimum |", " | ".join([f"`{name}`" for name in ours] + others + [f"{other} / `combien`" for other in others]), "|")
    print("| --- |", " | ".join("---:" for _ in range(1 + len(ours) + 2 * len(others))), "|")
    agree = True
    for name in names:
        file = written(name, folder)
        found = {"combien": least(lambda: by_combien(file))}
        for engine in ENGINES:
            found[engine] = least(lambda: by_combien(file, engine))
        found["HiGHS"] = least(lambda: by_highs(python, file))
        if dlx5:
            found["DLX5"] = least(lambda: by_dlx5(dlx5, file))
        line, same = row(name, found)
        print(line, flush=True)
        agree = agree and same
    return agree


def written(name: str, folder: pathlib.Path) -> pathlib.Path:
    file = folder / f"{re.sub(r'[^a-z0-9]+', '_', name)}.dlx"
    file.write_text(INSTANCES[name]())
    return file


def compared(python: str, number: int, folder: pathlib.Path) -> bool:
    """Are the optima of random partitionings those of HiGHS?"""
    differ, ours, theirs = [], 0.0, 0.0
    for seed in range(1, number + 1):
        file = folder / f"{seed}.dlx"
        file.write_text(partitioning(50, 500, 1000 + seed))
        one, other = by_combien(file), by_highs(python, file)
        if one is None or other is None or one.cost != other.cost:
            differ.append(seed)
            print(f"seed {seed}: combien {one}, HiGHS {other}", flush=True)
        ours, theirs = ours + (one.seconds if one else LIMIT), theirs + (other.seconds if other else LIMIT)
        print(f"\r{seed - len(differ)} of {seed} agree: combien {ours:.1f} s, HiGHS {theirs:.1f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{number - len(differ)} of {number} optima agree; combien took {ours:.1f} s, HiGHS {theirs:.1f} s")
    return not differ


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", nargs="?", help="a Python that has highspy")
    parser.add_argument("instances", nargs="*", metavar="INSTANCE", help=f"some of: {', '.join(INSTANCES)}")
    parser.add_argument("--dlx5", metavar="PROGRAM", help="Knuth's program")
    parser.add_argument("--agree", type=int, metavar="N", help="compare the optima of N random partitionings")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER", help="write the problems as files, and end")
    given = parser.parse_intermixed_args()
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
        for name in INSTANCES:
            print(written(name, given.write))
        return
    if not given.python:
        parser.error("name a Python that has highspy: python benches/costs.py target/peers/bin/python")
    if unknown := [name for name in given.instances if name not in INSTANCES]:
        parser.error(f"there is no instance {unknown[0]!r}; there are: {', '.join(INSTANCES)}")
    if not COMBIEN.exists():
        sys.exit("build it first: cargo build --release --bin combien")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if given.agree:
            agree = compared(given.python, given.agree, folder)
        else:
            agree = table(given.python, given.dlx5, given.instances or list(INSTANCES), folder)
    sys.exit(0 if agree else "the optima are not the same")


if __name__ == "__main__":
    main()
