"""SAT solvers on the problems of the paper `combine`: one solution each, beside a search and a diagram.

    cargo build --release --bin combien
    python benches/sat.py [INSTANCE...]

Prints a table: processor seconds of `fast` to a first solution, and how many times as long the others take. The solvers are those that
are there, of minisat, cadical and kissat; Debian has packages of them. `plain` is the formula of the problem, `reduced` that of what
`--reduce` leaves. Writing the formula is not counted. Each answer is checked by `combien check`. A dash: no answer in LIMIT seconds.
"""

from __future__ import annotations

import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMBIEN = ROOT / "target" / "release" / "combien"
#: The problems that the paper has numbers for, and one without structure that a solver could learn from.
INSTANCES = [
    "camel_small", "camel_big", "queens8", "queens10", "queens12", "scott", "pent10x6", "pent20x3", "tetro8x5", "sudoku_inkala",
]
SOLVERS = [name for name in ("minisat", "cadical", "kissat") if shutil.which(name)]
LIMIT = 20
ROUNDS = 3
#: Runs that take this many seconds are not repeated.
LONG = 2


def cpu_time(command: list[str], codes: tuple[int, ...]) -> tuple[float, str] | None:
    """The processor time of a program and what it printed; `None` if it reaches the limit."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode < 0 or spent >= LIMIT - 1:
        return None
    assert done.returncode in codes, (command, done.returncode, done.stderr)
    return spent, done.stdout


def least(command: list[str], codes: tuple[int, ...] = (0,)) -> tuple[float, str] | None:
    """The least of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        one = cpu_time(command, codes)
        if one is None:
            return None
        rounds.append(one)
        if one[0] > LONG:
            break
    return min(rounds)


def check(problem: pathlib.Path, table: pathlib.Path, model: str) -> None:
    """Is the model a solution of the problem? Table: variable, option, what it covers."""
    true = {int(word) for word in model.replace("v", " ").split() if word.lstrip("-").isdigit() and int(word) > 0}
    rows = [line.split("\t") for line in table.read_text().splitlines()[1:]]
    chosen = "\n".join(row[2] for row in rows if int(row[0]) in true)
    judged = subprocess.run([COMBIEN, "check", problem, "-"], input=chosen + "\n", capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout


def solver_time(name: str, formula: pathlib.Path, folder: pathlib.Path) -> tuple[float, str] | None:
    """The time of a solver, and its model."""
    if name == "minisat":
        answer = folder / "answer.txt"
        taken = least([name, "-verb=0", str(formula), str(answer)], (10,))
        return taken and (taken[0], answer.read_text())
    quiet = ["-q"] if name == "cadical" else ["-q", "--relaxed"]
    taken = least([name, *quiet, str(formula)], (10,))
    return taken and (taken[0], "\n".join(line for line in taken[1].splitlines() if line.startswith("v")))


def main() -> None:
    asked = sys.argv[1:] or INSTANCES
    columns = ["sat", *(f"{solver}, {encoding}" for solver in SOLVERS for encoding in ("plain", "reduced")), "diagram"]
    print("| instance | fast, s | " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * (1 + len(columns)))
    for name in asked:
        problem = ROOT / "tests" / "corpus" / "bench" / f"{name}.dlx"
        with tempfile.TemporaryDirectory() as made:
            folder = pathlib.Path(made)
            search = [str(COMBIEN), "solve", "--quiet", "--jobs", "1", str(problem), "--engine"]
            fast = least([*search, "fast"])
            assert fast
            times = [least([*search, "sat"])]
            for solver in SOLVERS:
                for encoding in ("plain", "reduced"):
                    formula, table = folder / f"{encoding}.cnf", folder / f"{encoding}.tsv"
                    convert = [COMBIEN, "convert", problem, "--to", "cnf", "--table", table, "-o", formula]
                    subprocess.run(convert + (["--reduce"] if encoding == "reduced" else []), check=True)
                    taken = solver_time(solver, formula, folder)
                    if taken:
                        check(problem, table, taken[1])
                    times.append(taken)
            times.append(least([str(COMBIEN), "zdd", "--quiet", str(problem)]))
        ratios = [f"{taken[0] / fast[0]:.1f}" if taken else "-" for taken in times]
        print(f"| {name} | {fast[0]:.4f} | " + " | ".join(ratios) + " |", flush=True)


if __name__ == "__main__":
    main()
