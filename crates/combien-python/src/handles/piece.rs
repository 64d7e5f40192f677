//! The handle `Piece`.

use combien_tiling::{self as tiling, Lattice};
use pyo3::prelude::*;

/// A piece: its cells, how often it is used, and how it may be turned.
///
/// ``cells`` is a drawing, an array or a list of cells, and ``grid`` their grid, as for a ``Board``; where they are does not
/// matter. ``times`` is how often it is used: a number, a pair of the least and the greatest number, of which the second may be
/// ``None``, or ``None`` for as often as one likes.
///
/// ``turn`` is ``None`` if it lies as it is drawn, ``"half"`` if it may be turned by half a turn, ``"rot"`` by all rotations,
/// and ``"sym"`` if it may also be mirrored; in space ``"sym"`` is all rotations, for a wooden piece does not mirror.
/// ``mirror=True`` adds the reflection from left to right, and all that follows from it.
///
/// ``color`` is what it is drawn in: a name of CSS, or ``"#cc3311"``.
///
/// ``marks`` are letters or digits on its cells, as a drawing in the frame of ``cells`` or as a dictionary such as ``{(0, 0): "B"}``: a cell
/// with a mark covers only cells of the board with the same mark. ``back`` is a drawing of the other face, with its marks, as it is seen if the
/// piece is turned over from left to right; without it, a piece that is mirrored shows the mirror image of its marks. ``sides`` are the colors of its sides, a character for each or one for all,
/// counter-clockwise from the lower left corner of the leftmost cell of the lowest row, so that those of a square are the lower, the right,
/// the upper and the left one. Where two pieces meet, the colors must fit: each fits itself, but ``(`` and ``)``, ``[`` and ``]``, ``{`` and
/// ``}``, ``<`` and ``>``, ``/`` and ``\\``, ``+`` and ``-`` fit each other, and ``.`` fits any.
#[pyclass(module = "combien", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) piece: tiling::Piece,
    pub(crate) lattice: Lattice,
}
