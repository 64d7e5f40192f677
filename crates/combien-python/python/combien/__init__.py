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

from ._combien import (
    Board,
    Piece,
    Problem,
    Solution,
    Solutions,
    Tiling,
    TilingSolution,
    TilingSolutions,
    __version__,
)
from ._errors import Error, Stopped, UnknownName, WrongType
from ._tilings import Gallery, PieceSet, Placement, gallery, pieces
from ._types import Colored, Estimate, Progress, Size

__all__ = [
    "Board",
    "Colored",
    "Error",
    "Estimate",
    "Gallery",
    "Piece",
    "PieceSet",
    "Placement",
    "Problem",
    "Progress",
    "Size",
    "Solution",
    "Solutions",
    "Stopped",
    "Tiling",
    "TilingSolution",
    "TilingSolutions",
    "UnknownName",
    "WrongType",
    "__version__",
    "gallery",
    "pieces",
]

# Classes are known by the package, where people find them.
for _class in (Colored, Error, Estimate, Gallery, PieceSet, Placement, Progress, Size, Stopped, UnknownName, WrongType):
    _class.__module__ = "combien"
del _class
