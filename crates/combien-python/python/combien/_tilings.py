"""Pieces that ship, placed pieces, and several pictures in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, overload

from . import _combien
from ._combien import Board, Piece
from ._errors import Error, UnknownName

__all__ = ["Gallery", "PieceSet", "Placement", "gallery", "pieces"]


class Placement(NamedTuple):
    """One piece, turned and shifted to a place on the board."""

    piece: str
    """The name of the piece; ``#2`` for the second one, if it has none."""
    number: int
    """The index of the piece in ``Tiling.pieces``, from 0."""
    isometry: str | None
    """How it was turned, if that has a name; in space most turns have none."""
    cells: tuple[tuple[int, ...], ...]
    """The cells that it covers, by layer, row and column."""


class PieceSet(Sequence[Piece]):
    """A set of pieces that ships: a list of them, each found by its name too.

    The pieces are used once each, or as often as the puzzle has them, and may be turned as usual.
    """

    def __init__(
        self, name: str, about: str, source: str, grid: str, pieces: Iterable[Piece], board: Board | None
    ) -> None:
        self.name = name
        self.about = about
        self.source = source
        self.grid = grid
        self.board = board
        self._pieces = tuple(pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces)

    @overload
    def __getitem__(self, place: int | str) -> Piece: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, place: int | str | slice) -> Piece | tuple[Piece, ...]:
        if not isinstance(place, str):
            return self._pieces[place]
        for piece in self._pieces:
            # The pieces of a puzzle have its name before theirs.
            if piece.name in (place, f"{self.name}_{place}"):
                return piece
        names = ", ".join(str(piece.name) for piece in self._pieces)
        raise UnknownName(f"{self.name} have no piece {place!r}; they are {names}")

    def __repr__(self) -> str:
        return f"<combien.PieceSet {self.name}: {self.about}>"

    def _repr_svg_(self) -> str:
        return gallery(self, columns=8)._repr_svg_()


def pieces(name: str | None = None) -> Any:
    """The set of pieces of that name, or, without one, all names of sets, each with a line about it.

    Raises ``UnknownName`` with a similar name, if there is one.
    """
    if name is None:
        return dict(_combien._sets())
    return PieceSet(*_combien._set(name))


class Gallery:
    """Several pictures in one: as a sheet, which notebooks show, and as a page for a browser."""

    def __init__(self, pictures: Sequence[tuple[str, str]], columns: int, title: str) -> None:
        self._pictures = list(pictures)
        self._columns = columns
        self._title = title

    def to_svg(self) -> str:
        """All pictures on one sheet, as an SVG document."""
        return _combien._sheet(self._pictures, self._columns)

    def to_png(self, *, scale: float = 2.0) -> bytes:
        """The sheet as the bytes of a PNG file, of ``scale`` pixels for each unit of the SVG document."""
        return _combien._png(self.to_svg(), scale)

    def to_html(self) -> str:
        """A page for a browser, in one file. It shows as many pictures beside each other as there is room for."""
        return _combien._page(self._title, self._pictures)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __len__(self) -> int:
        return len(self._pictures)

    def __repr__(self) -> str:
        return f"<combien.Gallery: {len(self)} pictures>"


def gallery(
    shown: Iterable[Any],
    *,
    columns: int = 4,
    titles: Iterable[object] | None = None,
    title: str = "Solutions",
    **options: Any,
) -> Gallery:
    """Solutions, boards, pieces or tilings as one picture with ``columns`` columns.

    ``titles`` are shown below the pictures, one each. By default, pieces have their names and other pictures a
    number. ``options`` are those of ``to_svg``. ``title`` is the heading of a page.
    """
    if columns < 1:
        raise Error(f"columns is {columns}, not a number from 1 on")
    listed = list(shown)
    words = [_title(number, one) for number, one in enumerate(listed, 1)] if titles is None else [str(t) for t in titles]
    if len(words) != len(listed):
        raise Error(f"there are {len(listed)} pictures and {len(words)} titles")
    if options:
        return Gallery([(one.to_svg(**options), word) for one, word in zip(listed, words)], columns, title)
    return Gallery([(one._repr_svg_(), word) for one, word in zip(listed, words)], columns, title)


def _title(number: int, shown: object) -> str:
    name = shown.name if isinstance(shown, Piece) else None
    return name or str(number)
