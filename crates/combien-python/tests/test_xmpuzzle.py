"""Puzzles of BurrTools."""

from __future__ import annotations

import gzip
import itertools
import pathlib

import pytest

from combien import Board, Error, Piece, Tiling

# A wall of three by two bricks, dominoes of it in any number; and the same with one brick more.
TEXT = """<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="3" y="2" z="1" name="wall" type="0">######</voxel>
<voxel x="2" y="1" z="1" name="domino" type="0">##</voxel>
<voxel x="1" y="1" z="1" name="brick" type="0">#</voxel>
</shapes><problems>
<problem name="dominoes" state="0"><shapes><shape id="1" count="3"/></shapes><result id="0"/><bitmap/></problem>
<problem name="mixed" state="0"><shapes><shape id="1" count="2"/><shape id="2" count="2"/></shapes><result id="0"/><bitmap/></problem>
</problems><comment/></puzzle>
"""


def test_problems_are_read_by_name_and_number(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "wall.xmpuzzle"
    path.write_bytes(gzip.compress(TEXT.encode()))
    assert Tiling.from_xmpuzzle(path, problem="dominoes").count() == 3
    assert Tiling.from_xmpuzzle(str(path), problem="1").count() == 3
    # Two dominoes on two rows of three: eleven ways to place them, and the bricks fill the rest.
    assert Tiling.from_xmpuzzle(TEXT.encode(), problem="mixed").count() == 11
    with pytest.raises(Error, match="the puzzle has 2 problems") as raised:
        Tiling.from_xmpuzzle(path)
    assert raised.value.hint == "name one of: dominoes, mixed"
    with pytest.raises(Error, match="the puzzle has no problem `domino`"):
        Tiling.from_xmpuzzle(path, problem="domino")


def test_what_is_written_is_read_again() -> None:
    slab = Piece([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], times=6, turn="sym")
    unit = Piece([(0, 0, 0)], times=3, turn="sym")
    cube = Tiling(Board(list(itertools.product(range(3), repeat=3))), [slab, unit])
    again = Tiling.from_xmpuzzle(cube.to_xmpuzzle(name="slabs"))
    # The puzzle of Slothouber and Graatsma.
    assert cube.count(up_to="symmetry") == again.count(up_to="symmetry") == 1
    assert cube.to_xmpuzzle() == cube.to_xmpuzzle()


def test_what_is_lost_is_said_and_what_is_wrong_is_refused() -> None:
    wall = Tiling(Board("###\n###"), [Piece("##", times=(0, None), turn="sym", color="red")])
    with pytest.warns(UserWarning, match="the colors of 1 piece are left out"):
        wall.to_xmpuzzle()
    with pytest.raises(Error, match="BurrTools has no grid of hexagon"):
        Tiling(Board("##", grid="hexagon"), [Piece("##", grid="hexagon")]).to_xmpuzzle()
    with pytest.raises(Error, match="has no `where`"):
        Tiling(Board("###\n###"), [Piece("##", times=(0, None), turn="sym")], where="fault").to_xmpuzzle()
    crowded = TEXT.replace("<colors/>", "<colors " + " ".join(f'a{n}="1"' for n in range(100_000)) + "/>")
    with pytest.raises(Error, match="more than 64 attributes"):
        Tiling.from_xmpuzzle(crowded.encode())
    packed = gzip.compress(TEXT.encode())
    for damaged, message in [(packed[:-20], "it ends too early"), (b"a b", "neither XML nor packed"), (TEXT[:-12].encode(), "xmpuzzle|XML|root")]:
        with pytest.raises(Error, match=message):
            Tiling.from_xmpuzzle(damaged, problem="1")
    with pytest.raises(FileNotFoundError):
        Tiling.from_xmpuzzle("no-such-file.xmpuzzle")
    with pytest.raises(TypeError):
        Tiling.from_xmpuzzle(7)  # type: ignore[arg-type]
