"""Whether a piece tiles the plane."""

from __future__ import annotations

from typing import NamedTuple

from . import _combien
from ._combien import Piece

__all__ = ["Plane", "plane"]


class Plane(NamedTuple):
    """Whether a piece tiles the plane, with the copies that show it. ``str`` says it in a sentence."""

    kind: str
    """How it tiles: ``"translations"``, ``"half turns"``, ``"isohedral"`` or ``"periodic"``; ``"fails"`` if it does not, or ``"unknown"``."""
    group: str | None
    """The group that leads each copy to each other one, such as ``"p4"``; ``None`` if the tiling has several classes of copies."""
    classes: int | None
    """The number of classes of copies in the tiling."""
    sentence: str
    """The answer in words."""
    heesch: int | None
    """The Heesch number: the greatest number of coronas without holes, if the piece does not tile."""
    with_holes: int | None
    """The greatest number of coronas if the last one may have holes."""
    steps: tuple[tuple[int, int], tuple[int, int]] | None
    """The steps after which the tiling repeats, in columns and rows."""
    copies: list[tuple[int, tuple[tuple[int, int], ...]]]
    """The copies that repeat, or those of the coronas: the number of its corona, 0 for the piece itself, and its cells."""
    svg: str
    """A picture of a part of the tiling, or of the coronas."""

    @property
    def tiles(self) -> bool | None:
        """Does it tile the plane? ``None`` if that is not known."""
        return None if self.kind == "unknown" else self.kind != "fails"

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.sentence


def plane(
    piece: Piece,
    *,
    copies: int = 12,
    coronas: int = 4,
    window: int = 8,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> Plane:
    """Does a piece tile the plane, moved as its ``turn`` allows?

    "Yes" is a periodic tiling, a cover of a torus by up to ``copies`` copies. "No" is the Heesch number: the greatest number of rings of
    copies, coronas, that can be laid around the piece. A piece for which no torus is found and that can be surrounded ``coronas`` times is not
    known. ``window`` is the side of the picture, in units of the lattice.

    Raises ``Error`` if the piece has a hole or is in several parts, and ``Stopped`` if a limit is reached.
    """
    settings = {"time": time, "nodes": nodes, "memory": memory}
    kind, group, classes, sentence, numbers, steps, found, svg = _combien._plane(piece, copies, coronas, window, settings)
    heesch, with_holes = numbers or (None, None)
    return Plane(kind, group, classes, sentence, heesch, with_holes, steps, found, svg)
