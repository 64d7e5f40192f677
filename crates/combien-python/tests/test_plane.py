"""Pieces that tile the plane, and those that do not."""

from __future__ import annotations

import pytest

from combien import Error, Piece, Stopped, plane


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
