"""Exact covers and tilings: how many, which ones, drawn and checked.

An exact cover problem has items, and options, which are sets of items. A solution is a set of options that covers each
primary item exactly once.

>>> from combien import Problem
>>> p = Problem.from_sets({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]})
>>> p.count()
1
>>> p.first().names
('B', 'D', 'F')
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from ._combien import (
    Board,
    Diagram,
    Lattice,
    Piece,
    Problem,
    ProductDiagram,
    Solution,
    Solutions,
    Symmetries,
    Tiling,
    TilingSolution,
    TilingSolutions,
    __version__,
)
from ._apart import Disassembly, take_apart
from ._design import FoundBoard, FoundSet, boards, booklet, piece_sets
from ._errors import Error, Stopped, UnknownName, WrongType
from ._plane import Grown, Plane, Together, plane, plane_growth, plane_together
from ._script import Family, Member, ScriptError, ScriptResult, family, run
from ._strip import Strip, StripByCopies, strip
from ._tilings import Gallery, PieceSet, Placement, gallery, pieces
from ._types import Almost, Colored, Estimate, Marginals, Progress, Puzzle, Ranking, Rating, RatingStep, Report, Size, Why

__all__ = [
    "Almost",
    "Board",
    "Colored",
    "Diagram",
    "Disassembly",
    "Error",
    "Estimate",
    "Family",
    "FoundBoard",
    "FoundSet",
    "Gallery",
    "Grown",
    "Lattice",
    "Marginals",
    "Member",
    "Piece",
    "PieceSet",
    "Placement",
    "Plane",
    "Problem",
    "ProductDiagram",
    "Progress",
    "Puzzle",
    "Ranking",
    "Rating",
    "RatingStep",
    "Report",
    "ScriptError",
    "ScriptResult",
    "Size",
    "Solution",
    "Solutions",
    "Stopped",
    "Strip",
    "StripByCopies",
    "Symmetries",
    "Tiling",
    "TilingSolution",
    "TilingSolutions",
    "Together",
    "UnknownName",
    "Why",
    "WrongType",
    "__version__",
    "boards",
    "booklet",
    "family",
    "gallery",
    "load_ipython_extension",
    "piece_sets",
    "pieces",
    "plane",
    "plane_growth",
    "plane_together",
    "run",
    "strip",
    "take_apart",
]

# Classes and functions show the name of the package, from which people import them.
_errors = (Error, ScriptError, Stopped, UnknownName, WrongType)
_types = (Almost, Colored, Estimate, Marginals, Progress, Puzzle, Ranking, Rating, RatingStep, Report, Size, Why)
_values = (*_types, Disassembly, Family, FoundBoard, FoundSet, Gallery, Grown, Member, PieceSet, Placement, Plane, ScriptResult, Strip, StripByCopies, Together)
_functions = (boards, booklet, family, gallery, piece_sets, pieces, plane, plane_growth, plane_together, run, strip, take_apart)
for _public in (*_errors, *_values, *_functions):
    _public.__module__ = "combien"
del _errors, _functions, _public, _types, _values


if _TYPE_CHECKING:
    from . import cluster as cluster
    from . import compat as compat
    from . import sudoku as sudoku
else:

    def __getattr__(name: str) -> object:
        """The modules of the package, which are imported when they are first named."""
        if name not in ("cluster", "compat", "sudoku"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return import_module(f"{__name__}.{name}")


def load_ipython_extension(ipython: object) -> None:
    """Adds the magic ``%%combien`` to IPython: ``%load_ext combien``."""
    from ._magic import load_ipython_extension

    load_ipython_extension(ipython)
