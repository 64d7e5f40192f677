"""Taking solutions apart."""

from __future__ import annotations

import pytest

from combien import Board, Error, Piece, Stopped, Tiling, take_apart

BAR = [(1, 1, z) for z in range(-1, 2)]
RING = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]


def test_a_bar_goes_out_of_a_ring() -> None:
    solution = Tiling(Board(BAR + RING), [Piece(BAR, name="bar"), Piece(RING, name="ring")]).first()
    assert solution is not None
    found = take_apart(solution)
    assert found is not None and found.level == "1"
    (pieces, direction, distance), = found.separations[0]
    assert (abs(direction[2]), distance, len(pieces)) == (1, None, 1)
    assert str(found).splitlines()[0] == "level 1, 1 move" and len(found.svgs) == 2
    with pytest.raises(Stopped):
        take_apart(solution, nodes=0)


def test_linked_rings_stay_together() -> None:
    other = [(1, y, z) for y in range(1, 4) for z in range(-1, 2) if (y, z) != (2, 0)]
    solution = Tiling(Board(RING + other), [Piece(RING, name="a"), Piece(other, name="b")]).first()
    assert solution is not None and take_apart(solution) is None


def test_only_cubes_are_taken_apart() -> None:
    solution = Tiling(Board("##"), [Piece("#", times=2)]).first()
    assert solution is not None
    with pytest.raises(Error, match="only solid pieces of cubes"):
        take_apart(solution)
