"""Pieces that tile the plane, and those that do not."""

from __future__ import annotations

import math

import pytest

from combien import Board, Error, Piece, Stopped, Tiling, plane, plane_growth, plane_together


def test_a_piece_tiles() -> None:
    found = plane(Piece(".##\n##.\n.#.", turn="sym"))
    assert found.tiles and (found.kind, found.group, found.classes) == ("half turns", "p2", 1)
    assert found.heesch is None and found.steps is not None
    (a, b), (c, d) = found.steps
    # The copies cover the torus once.
    assert abs(a * d - b * c) == 5 * len(found.copies)
    assert str(found).startswith("tiles the plane") and found._repr_svg_().startswith("<svg")


def test_a_piece_does_not_tile() -> None:
    # Only shifted, a U cannot fill another U.
    found = plane(Piece("#.#\n###"))
    assert found.tiles is False and (found.heesch, found.with_holes) == (0, 0)
    assert found.copies[0][0] == 0 and len(found.copies[0][1]) == 5


def test_what_has_no_answer_says_why() -> None:
    with pytest.raises(Error, match="more than one part"):
        plane(Piece("#.#"))
    with pytest.raises(Error, match="has a hole"):
        plane(Piece("###\n#.#\n###"))
    with pytest.raises(Error, match="copies"):
        plane(Piece("#"), copies=0)
    with pytest.raises(Stopped):
        plane(Piece("##"), time=0)


def test_pieces_tile_together() -> None:
    tiling = Tiling(Board("#"), [Piece("###\n#.#\n###", name="ring"), Piece("#", name="one")])
    found = plane_together(tiling)
    assert found.tiles and found.steps is not None and found.svg is not None
    (a, b), (c, d) = found.steps
    ring, one = found.shares
    # The hole of each ring is filled by the other piece.
    assert ring[0] == "ring" and one[1] >= ring[1] >= 1 and abs(a * d - b * c) == ring[2] + one[2]
    assert sorted(len(cells) for _, cells in found.copies) == [1] * one[1] + [8] * ring[1]
    nothing = plane_together(tiling, cells=8)
    assert (nothing.tiles, nothing.tried, nothing.copies, nothing.svg) == (None, 8, [], None)
    with pytest.raises(Error, match="cells"):
        plane_together(tiling, cells=0)
    with pytest.raises(Stopped):
        plane_together(tiling, time=0)


def test_tilings_of_tori_are_counted() -> None:
    # Dominoes on the torus of 4 x 4: 272 (P. W. Kasteleyn, 1961).
    rows = plane_growth(Piece("##", turn="sym"), 4)
    assert [row.tilings for row in rows][2:] == [0, 272]
    # By the same formula the cylinder of circumference 4 has a factor of 2 + sqrt(3) for each row.
    low, high = rows[3].cylinder or (0.0, 0.0)
    assert low <= math.log(2 + math.sqrt(3)) / 4 <= high < low + 1e-9
    with pytest.raises(Error, match="units"):
        plane_growth(Piece("##"), 0)
