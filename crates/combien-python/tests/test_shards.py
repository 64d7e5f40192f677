"""A count that is split in advance."""

from __future__ import annotations

import os
import pathlib
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from combien import Error, Problem, Stopped
from combien.cluster import Shard, merge, split
from conftest import make_queens

#: Solutions of n queens: OEIS A000170.
QUEENS = {6: 4, 8: 92, 10: 724}


@pytest.mark.parametrize("n", QUEENS)
@pytest.mark.parametrize("shards", [1, 3, 20])
def test_the_parts_are_the_whole(n: int, shards: int) -> None:
    parts = split(make_queens(n), shards)
    assert [(part.number, part.of) for part in parts] == [(number, shards) for number in range(1, shards + 1)]
    with ThreadPoolExecutor(2) as executor:
        done = list(executor.map(lambda part: part.run(threads=1), parts))
    assert all(part.is_done and part.fraction == 1.0 for part in done)
    assert merge(done) == merge(done[::-1]) == sum(part.found for part in done) == QUEENS[n]
    assert [part.to_text() for part in split(make_queens(n), shards)] == [part.to_text() for part in parts]


def test_a_shard_stops_and_goes_on() -> None:
    parts = split(make_queens(10), 2)
    again = 0
    while not all(part.is_done for part in parts):
        with pytest.raises(Stopped, match="of 2 shards are not done: ") as stopped:
            merge(parts)
        assert 0 <= stopped.value.certain <= QUEENS[10]
        # As another process would read it.
        parts = [pickle.loads(pickle.dumps(part)).run(nodes=500) for part in parts]
        again += 1
    assert merge(parts) == QUEENS[10] and again > 1
    assert parts[0].run().found == parts[0].found
    assert "1 of 2, 100.0 % done" in repr(parts[0])


def test_the_command_reads_and_writes_shards(tmp_path: pathlib.Path) -> None:
    parts = split(make_queens(8), 3)
    files = [tmp_path / f"{part.number}.shard" for part in parts]
    for file, part in zip(files, parts):
        file.write_text(part.to_text(), encoding="utf-8")

    def command(*words: object) -> str:
        run = subprocess.run([sys.executable, "-m", "combien", *map(str, words)], capture_output=True, text=True, check=True)
        return run.stdout

    assert sum(int(command("count", "-q", file)) for file in files) == QUEENS[8]
    assert command("merge", tmp_path).split() == [str(QUEENS[8])]
    assert merge([Shard(file.read_text(encoding="utf-8")) for file in files]) == QUEENS[8]
    # What the command splits, Python merges.
    problem = Problem.from_sets([[n, m] for n in range(8) for m in range(n)])
    problem.write(tmp_path / "pairs.dlx")
    command("split", tmp_path / "pairs.dlx", "-n", 2, "--out", tmp_path / "pairs")
    read = [Shard((tmp_path / "pairs" / name).read_text(encoding="utf-8")) for name in os.listdir(tmp_path / "pairs")]
    # Seven times five times three perfect matchings.
    assert merge([part.run() for part in read]) == 105


def test_what_is_wrong_is_said() -> None:
    one, two = split(make_queens(6), 2)
    (other, *_) = split(make_queens(6), 3)
    for parts, message in [
        ([], "there is no shard"),
        ([one], "1 of 2 shard missing: 2"),
        ([one, two, one], r"shard 1 is there twice: `shards\[0\]` and `shards\[2\]`"),
        ([one, other], r"`shards\[0\]` and `shards\[1\]` are of different splits"),
    ]:
        with pytest.raises(Error, match=message):
            merge(parts)
    for text in ["", "x", one.to_text()[:-9]]:
        with pytest.raises(Error):
            Shard(text)
    for number in (0, 100_001):
        with pytest.raises(Error, match=f"shards is {number}, not a number from 1 to 100000"):
            split(make_queens(6), number)
    with pytest.raises(Error):
        split(Problem(), 2)
    with pytest.raises(TypeError, match="has no use for `engine`"):
        one.run(engine="memo")  # type: ignore[call-arg]
