"""Whether a piece tiles the plane, alone or together with others, and in how many ways."""

from __future__ import annotations

from typing import NamedTuple

from . import _combien
from ._combien import Piece, Tiling

__all__ = ["Grown", "Plane", "Together", "plane", "plane_growth", "plane_together"]


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


class Together(NamedTuple):
    """Whether several pieces tile the plane together. ``str`` says it in words."""

    tiles: bool | None
    """``True`` if a torus is covered by copies of all pieces, and ``None`` if that is not known."""
    sentence: str
    """The answer in words."""
    tried: int
    """All tori of up to this number of cells were tried before the one that was found."""
    shares: list[tuple[str, int, int]]
    """For each piece its name, the number of copies that repeat, and how many cells they cover."""
    steps: tuple[tuple[int, int], tuple[int, int]] | None
    """The steps after which the tiling repeats, in columns and rows."""
    copies: list[tuple[str, tuple[tuple[int, int], ...]]]
    """The copies that repeat: the name of the piece, and its cells."""
    svg: str | None
    """A picture of a part of the tiling."""

    def _repr_svg_(self) -> str | None:
        return self.svg

    def __str__(self) -> str:
        return self.sentence


def plane_together(
    tiling: Tiling,
    *,
    cells: int = 24,
    window: int = 8,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> Together:
    """Do the pieces of a tiling tile the plane together, if each of them must appear?

    All tori of up to ``cells`` cells are tried. Sides fit as they do on the board. If pieces have marks, the board is a torus, and its marks
    repeat as it does. Quantities do not matter. ``window`` is the side of the picture, in units of the lattice. The time grows
    exponentially with the number of cells.

    Raises ``Error`` if there is no such question, and ``Stopped`` if a limit is reached.
    """
    settings = {"time": time, "nodes": nodes, "memory": memory}
    tiles, sentence, tried, shares, steps, found, svg = _combien._together(tiling, cells, window, settings)
    return Together(tiles or None, sentence, tried, shares, steps, found, svg)


class Grown(NamedTuple):
    """The tilings of the torus of n x n units, and of cylinders with a circumference of n units."""

    n: int
    """The number of units."""
    cells: int
    """The number of cells of the torus."""
    tilings: int
    """The number of tilings of the torus. Copies that cover the same cells of it are the same."""
    per_cell: float | None
    """The natural logarithm of that number, divided by the number of cells; ``None`` if there is no tiling."""
    cylinder: tuple[float, float] | None
    """Bounds of the same for long cylinders with straight ends; ``None`` if these have no tiling, or it is too large."""
    is_too_large: bool
    """Whether the automaton of the cylinder would be too large."""


def plane_growth(piece: Piece, n: int, *, time: float | None = None, nodes: int | None = None, memory: int | None = None) -> list[Grown]:
    """How many tilings there are: those of the tori of 1 x 1 to ``n`` x ``n`` units, and how fast those of cylinders grow.

    The rate of the cylinder of greatest circumference estimates the entropy of the plane for each cell; it is no bound of it. The time grows
    exponentially with ``n``.

    Raises ``Error`` if ``n`` is zero or too large, and ``Stopped`` if a limit is reached.
    """
    settings = {"time": time, "nodes": nodes, "memory": memory}
    return [Grown(*row) for row in _combien._growth(piece, n, settings)]
