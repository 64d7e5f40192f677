"""Searches on Dask, with workers on this machine. Needs the Python package, and `pip install distributed`.

    python benches/cluster.py speed      one worker against two on 16 queens, about a minute; the work that is lost to splitting
    python benches/cluster.py killed     known counts, while a worker is killed: 1696 and 365596

Seconds are those of this machine, so only ratios are told.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from typing import Any

from combien import Problem, _combien, cluster
from distributed import Client, LocalCluster

#: OEIS A000170.
QUEENS = {14: 365596, 15: 2279184, 16: 14772512}


def make_queens(n: int) -> Problem:
    """n queens: rows and columns are covered, diagonals may be."""
    problem = Problem(
        primary=[(kind, line) for kind in "rc" for line in range(n)],
        secondary=[(kind, line) for kind in "ab" for line in range(2 * n - 1)],
    )
    for row in range(n):
        for column in range(n):
            problem.option((row, column), [("r", row), ("c", column), ("a", row + column), ("b", row - column + n - 1)])
    return problem


def make_y_pentominoes(side: int) -> Problem:
    """A square tiled by Y-pentominoes, turned and mirrored at will."""
    piece = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 2)]
    shapes = set()
    for _ in range(4):
        piece = [(column, -row) for row, column in piece]
        for cells in (piece, [(row, -column) for row, column in piece]):
            top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
            shapes.add(tuple(sorted((row - top, column - left) for row, column in cells)))
    assert len(shapes) == 8
    board = {(row, column) for row in range(side) for column in range(side)}
    problem = Problem(primary=sorted(board))
    for row, column in sorted(board):
        for shape in sorted(shapes):
            cells = [(row + down, column + right) for down, right in shape]
            if board.issuperset(cells):
                problem.option(None, cells)
    return problem


def local(workers: int) -> LocalCluster:
    """Workers of one thread each, that other machines cannot reach."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        worker_dashboard_address=None,
    )


def speed(n: int) -> None:
    """One worker against two."""
    problem = make_queens(n)
    began = time.perf_counter()
    found, nodes, *_ = _combien._search(problem, "count", _combien._begin(problem, "count", "auto"))
    alone = time.perf_counter() - began
    assert found == QUEENS[n]
    took, last = {}, None
    for workers in (1, 2):
        with local(workers) as here, Client(here) as client:
            told: list[cluster.Progress] = []
            began = time.perf_counter()
            assert cluster.count(problem, client, progress=told.append) == QUEENS[n]
            took[workers], last = time.perf_counter() - began, told[-1]
        lost = last.nodes / nodes - 1
        print(f"{workers} worker{'s' * (workers > 1)}: {last.tasks} tasks, {took[workers] / alone:.2f} of the time of one search, {lost:.2%} more nodes")
        assert lost < 0.05, "splitting costs too much"
    print(f"two workers are {took[1] / took[2]:.2f} times as fast as one")


def killed() -> None:
    """Known counts, while a worker is killed."""
    cases = [("Y-pentominoes on 15 x 15", make_y_pentominoes(15), 1696), ("14 queens", make_queens(14), QUEENS[14])]
    with local(2) as here, Client(here) as client:
        for name, problem, count in cases:
            client.wait_for_workers(2)
            victims: list[int] = []

            def kill(progress: Any, victims: list[int] = victims) -> None:
                if not victims and progress.tasks > 5 and progress.running > 1:
                    victims.append(next(iter(client.run(os.getpid).values())))
                    os.kill(victims[0], signal.SIGKILL)

            found = cluster.count(problem, client, progress=kill, seconds=0.2)
            assert victims, "no worker was killed"
            print(f"{name}: {found}, and a worker was killed")
            assert found == count


def main() -> None:
    """Runs the measurement that is named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "killed"])
    parser.add_argument("--queens", type=int, default=16, choices=sorted(QUEENS), help="the size of the board for `speed`")
    given = parser.parse_args()
    if given.what == "speed":
        speed(given.queens)
    else:
        killed()


if __name__ == "__main__":
    main()
