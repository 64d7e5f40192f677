"""The questions of a designer: sets of pieces, boards, and puzzles for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from . import _combien
from ._combien import Board, Tiling
from ._errors import Error, Stopped
from ._types import Progress

__all__ = ["FoundBoard", "FoundSet", "boards", "booklet", "piece_sets"]

_Range = int | tuple[int | None, int | None]


class FoundSet(NamedTuple):
    """A set of pieces that tiles a board."""

    pieces: dict[str, int]
    """How often it has each piece, by name."""
    solutions: int
    """The number of its tilings; if there are more than asked for, one more than that."""
    tiling: Tiling
    """The board with these pieces."""


class FoundBoard(NamedTuple):
    """A board that pieces tile."""

    solutions: int
    """The number of its tilings."""
    symmetries: int
    """The number of its symmetries that the pieces have too, the identity among them."""
    tiling: Tiling
    """The board with the pieces."""


def _ends(given: _Range | None, what: str) -> tuple[int, int | None]:
    if given is None:
        return 0, None
    try:
        low, high = (given, given) if isinstance(given, int) else given
        ends = [end for end in (low, high) if end is not None]
        if all(0 <= end < 2**63 for end in ends):
            return low or 0, high
    except (TypeError, ValueError):
        pass
    raise Error(f"{what} is {given!r}, not a number or a pair such as (1, 5)")


def _check(up_to: str | None) -> None:
    if up_to not in (None, "symmetry"):
        raise Error(f"up_to is {up_to!r}, not None or 'symmetry'")


def piece_sets(
    board: Any,
    pieces: Any,
    *,
    size: _Range | None = None,
    having: Iterable[str] = (),
    solutions: _Range = (1, None),
    up_to: str | None = None,
    seed: int | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | bool | None = None,
) -> Iterator[FoundSet]:
    """The sets of pieces out of a list that tile a board, one after the other.

    ``pieces`` is the list; a piece may be in a set as often as its ``times`` allows at most. ``size`` is the number of pieces of a set, and
    ``solutions`` the number of its tilings: a number, or a pair of the least and the greatest number, of which either may be ``None``. ``having``
    names pieces that each set must have. With ``up_to="symmetry"``, tilings that a symmetry of the board maps to each other count once. With a
    ``seed``, the sets come in a random order.

    ``progress`` is called now and then with a ``combien.Progress``: its ``nodes`` are the sets that were tried, and its ``solutions`` those that were
    found. Raises ``Stopped`` if the time is over; what came before is certain.
    """
    _check(up_to)
    tiling = Tiling(board, pieces)
    names = [piece.name or f"#{number}" for number, piece in enumerate(tiling.pieces, 1)]
    wanted = []
    for name in having:
        if name not in names:
            raise Error(f"there is no piece {name!r}: the pieces are {', '.join(names)}")
        wanted.append(names.index(name))
    settings = {"time": time, "memory": memory, "threads": threads, "progress": progress}
    found = _combien._SetsOfPieces(
        tiling, _ends(size, "size"), wanted, (*_ends(solutions, "solutions"), up_to is not None), seed, settings
    )
    return _each(found, tiling, names)


def _each(found: _combien._SetsOfPieces, tiling: Tiling, names: list[str]) -> Iterator[FoundSet]:
    place, handed_out = 0, 0
    while True:
        try:
            following = found.after(place)
        except Stopped as stopped:
            stopped.certain = handed_out
            raise
        if following is None:
            return
        times, count, place = following
        chosen = [piece.replace(times=number) for piece, number in zip(tiling.pieces, times, strict=True) if number]
        have = {name: number for name, number in zip(names, times, strict=True) if number}
        handed_out += 1
        yield FoundSet(have, count, Tiling(tiling.board, chosen))


def boards(
    pieces: Any,
    *,
    inside: tuple[int, ...] | None = None,
    symmetric: bool = False,
    holes: bool = True,
    solutions: _Range = (1, None),
    up_to: str | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | bool | None = None,
) -> list[FoundBoard]:
    """The connected boards that some pieces tile, each used a fixed number of times; those with the shortest outline first.

    ``inside`` are the sides of a box that the board must fit into, however it is turned. ``symmetric=True`` keeps only boards with a symmetry,
    ``holes=False`` only those without holes, and ``solutions`` those with this number of tilings, as in ``piece_sets``. The number of assemblies
    grows by a factor of several hundred with each piece. ``progress`` is called now and then with a ``combien.Progress``: its ``nodes`` are the
    assemblies, its ``solutions`` the boards.
    """
    _check(up_to)
    listed = _pieces(pieces)
    if not listed:
        raise Error("there are no pieces to put together")
    grid = listed[0].grid
    for piece in listed:
        if piece.times[0] != piece.times[1]:
            raise Error(f"{piece!r} must be used a fixed number of times: times=1")
    # Any board will do: only the pieces are used.
    one = Board([(0, 0, 0)] if grid == "cube" else [(0, 0)], grid=grid)
    dimension = 3 if grid == "cube" else 2
    if inside is not None and (
        not isinstance(inside, tuple) or len(inside) != dimension or not all(isinstance(side, int) and 1 <= side < 2**31 for side in inside)
    ):
        raise Error(f"inside is {inside!r}, not the {dimension} sides of a box")
    box = None if inside is None else (*inside, 1)[:3]
    settings = {"time": time, "memory": memory, "threads": threads, "progress": progress}
    found = _combien._boards_of_pieces(
        Tiling(one, listed), box, symmetric, not holes, (*_ends(solutions, "solutions"), up_to is not None), settings
    )
    return [FoundBoard(count, symmetries, Tiling(board, listed)) for board, count, symmetries in found]


def _pieces(given: Any) -> list[Any]:
    """A list of pieces, as for a tiling."""
    if isinstance(given, _combien.Piece):
        return [given]
    if isinstance(given, str):
        return list(_combien._set(given)[4])
    return [piece for some in given for piece in _pieces(some)]


def booklet(
    puzzles: Mapping[str, Tiling] | Iterable[Tiling],
    *,
    title: str = "Puzzles",
    columns: int = 2,
    solutions: bool = True,
    cut: float | None = None,
    time: float | None = None,
) -> str:
    """A page of HTML with puzzles for paper: each tiling's board, with what ``take`` and clues place, and the pieces that are left; the solutions
    are at the back.

    ``puzzles`` is a dictionary from names to tilings, or tilings, which are numbered. ``columns`` puzzles stand side by side, from 1 to 4.
    ``solutions=False`` leaves the solutions out. ``cut`` is the side of a cell in millimetres: sheets with the pieces to cut out follow. Raises
    ``combien.Error`` if a puzzle has no solution. ``time`` is a limit for each puzzle.
    """
    if not isinstance(puzzles, Mapping):
        puzzles = {f"Puzzle {number}": tiling for number, tiling in enumerate(puzzles, 1)}
    return _combien._booklet(list(puzzles.items()), title, columns, solutions, cut, time)
