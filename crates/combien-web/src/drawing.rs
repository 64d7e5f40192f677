//! A board and its pieces as rows of marks: the drawing on the page, and in a text.

use combien_tiling::{Cell, Group, Lattice, Pattern, Piece, Shape, Tiling, Turning};
use serde::{Deserialize, Serialize};

/// A puzzle, drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The grid that cells belong to, such as `square` or `kite`.
    pub grid: String,
    /// The board: layers, the lowest first, of rows, the top one first, of marks: `*`, `.` or `?`.
    pub board: Vec<Vec<String>>,
    /// How the board closes on itself: `torus`, `cylinder`, or nothing.
    #[serde(default)]
    pub closed: Option<String>,
    /// The pieces.
    pub pieces: Vec<DrawnPiece>,
}

/// A piece, drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnPiece {
    /// Its name, if it has one.
    #[serde(default)]
    pub name: Option<String>,
    /// Layers of rows of marks, as of the board.
    pub rows: Vec<Vec<String>>,
    /// How it may be turned.
    pub turning: Turned,
    /// May it be mirrored?
    pub mirrored: bool,
    /// At least so often.
    pub least: u32,
    /// The greatest number of times; `None` means any number.
    pub most: Option<u32>,
    /// Its color, if one was asked for.
    #[serde(default)]
    pub color: Option<String>,
}

/// How a piece may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turned {
    /// Not at all.
    Not,
    /// By half a turn.
    Half,
    /// By all rotations.
    All,
    /// By isometries that no option of the language expresses. They are kept, but cannot be chosen.
    Other,
}

impl Drawing {
    /// The drawing of a tiling, without the name of how its board closes.
    pub fn of(tiling: &Tiling, closed: Option<String>) -> Drawing {
        let (lattice, board) = (tiling.lattice(), tiling.board());
        Drawing {
            grid: lattice.name().to_owned(),
            board: rows(lattice, board.cells(), board.optional()),
            closed,
            pieces: tiling.pieces().iter().map(|piece| DrawnPiece::of(piece, lattice)).collect(),
        }
    }
}

impl DrawnPiece {
    /// The drawing of a piece.
    pub fn of(piece: &Piece, lattice: &Lattice) -> DrawnPiece {
        let (turning, mirrored) = turned(&piece.isometries, lattice);
        DrawnPiece {
            name: piece.name.clone(),
            rows: rows(lattice, &piece.shape, &Shape::default()),
            turning,
            mirrored,
            least: piece.quantity.lo,
            most: piece.quantity.hi,
            color: piece.color.clone(),
        }
    }
}

/// How the isometries of a piece are said.
fn turned(group: &Group, lattice: &Lattice) -> (Turned, bool) {
    let said =
        [(Turned::Not, Turning::Not), (Turned::Half, Turning::Half), (Turned::All, Turning::Rotations)];
    let ways =
        said.into_iter().flat_map(|(turned, turning)| [(turned, turning, false), (turned, turning, true)]);
    let mut fitting = ways.filter(|&(_, turning, mirrored)| turning.isometries(lattice, mirrored) == *group);
    fitting.next().map_or((Turned::Other, false), |(turned, _, mirrored)| (turned, mirrored))
}

/// Layers of rows of marks around some cells.
fn rows(lattice: &Lattice, cells: &Shape, optional: &Shape) -> Vec<Vec<String>> {
    let Ok(pattern) = Pattern::around(lattice, cells, optional) else { return vec![] };
    let size = pattern.size();
    let row = |y: u32, z: u32| {
        (0..size.width)
            .map(|x| pattern.mark(Cell::space(x as i32, y as i32, z as i32)).to_char())
            .collect::<String>()
    };
    (0..size.depth).map(|z| (0..size.height).rev().map(|y| row(y, z)).collect()).collect()
}

/// The position of the lower left corner of the drawing of some cells, as [`Pattern::around`] has it:
/// triangles point the same way in the drawing.
pub(crate) fn corner(lattice: &Lattice, cells: &Shape) -> Cell {
    let positions: Shape = cells.cells().iter().map(|&cell| lattice.position(cell)).collect();
    let (low, _) = positions.bounds().unwrap_or_default();
    lattice.frame_corner(low)
}
