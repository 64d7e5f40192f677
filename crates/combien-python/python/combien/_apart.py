"""Taking solutions of solid puzzles apart."""

from __future__ import annotations

from typing import NamedTuple

from . import _combien
from ._combien import TilingSolution

__all__ = ["Disassembly", "take_apart"]


class Disassembly(NamedTuple):
    """How a solution comes apart by shifting its pieces. ``str`` lists the moves."""

    level: str
    """The number of moves of each separation: ``"5.2"`` if the first takes five moves, and the next two. Parts that come apart by one
    move for each piece are left out of it."""
    separations: list[list[tuple[list[int], tuple[int, int, int], int | None]]]
    """The moves of each separation: the pieces that are shifted, as numbers in the ``placements`` of the solution; the direction; and how
    far, ``None`` if they are shifted away."""
    sentences: list[str]
    """Each move in words."""
    svgs: list[str]
    """A picture before the first move of each separation, and one after each move."""

    def __str__(self) -> str:
        lines = (f"{number:>3}. {sentence}" for number, sentence in enumerate(self.sentences, start=1))
        moves = "1 move" if len(self.sentences) == 1 else f"{len(self.sentences)} moves"
        return "\n".join([f"level {self.level}, {moves}", *lines])


def take_apart(
    solution: TilingSolution,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> Disassembly | None:
    """How the pieces of a solution of a puzzle of cubes or triangular prisms come apart, or ``None`` if they do not.

    A move shifts some pieces together along an axis, any distance, while the others stay. Each separation takes as few moves as possible.
    Pieces in one group of a puzzle of BurrTools may stay together. ``nodes`` bounds the positions that are looked at.

    Raises ``Error`` if the pieces are made of other cells, or if there are more than 64, and ``Stopped`` if a limit is reached.
    """
    found = _combien._apart(solution, {"time": time, "nodes": nodes, "memory": memory})
    return None if found is None else Disassembly(*found)
