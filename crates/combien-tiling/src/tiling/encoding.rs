//! A tiling as an exact cover problem: what items and options mean.

use super::{Cell, Isometry, Quantity, Shape};
use combien::problem::{Entry, ItemId, Kind, OptionId, Problem, Solution};

/// One piece, turned and shifted to a place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The piece, by its index among the pieces of the tiling.
    pub piece: usize,
    /// Its rotation or reflection.
    pub isometry: Isometry,
    /// The step from its turned shape [at the origin](Shape::at_origin) to its place on the board.
    pub shift: Cell,
}

/// The meaning of an item of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub enum Meaning {
    /// A cell of the board.
    Cell(Cell),
    /// A piece, by its index among the pieces of the tiling.
    Piece(usize),
    /// A region of the board, by its index: a [clue](super::Clue::Number) bounds how many placements, perhaps
    /// of some pieces, cover some of its cells.
    Region(usize),
    /// The side between a cell of the board and the cell across, which comes after it in the order of cells;
    /// where the board closes on itself, it may lie beyond the frame. Only if some piece has colored
    /// sides. Its color is the one that the first cell shows. If a color fits several others, there is such an
    /// item for each pair that does not fit, and its color is the one of the two that is shown.
    Side(Cell, Cell, Option<(char, char)>),
    /// A corner where four [sticks](super::Lattice::stick) of the board meet. A piece that goes straight on
    /// there covers it, so that no two pieces cross.
    Crossing(Cell),
}

/// A tiling as a problem, and back.
///
/// The items are, first the primary ones: the cells that must be covered, ascending, then the pieces whose
/// number matters; then, secondary, the cells that may stay empty and the pieces to be used at most once;
/// then regions; then, if some piece has colored sides, secondary, the sides between cells, which options
/// color; and, of sticks, secondary, the corners where pieces could cross. The options are all
/// placements, ordered by their least cell, then by piece, then by orientation. On a board that closes on
/// itself, two placements of a piece that cover the same cells with the same marks and colors are one.
///
/// A placement without a primary item would be in no solution: of a piece whose number does not matter, on
/// cells that may all stay empty. So the cells of such a placement are primary, and each has one more option,
/// the *gap*, which leaves it empty. Tilings and solutions stay one to one. Gaps come after the placements.
/// (One cell of each would be enough, but choosing one would break the symmetry, and symmetries of the board
/// should be symmetries of the problem.)
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The problem.
    pub problem: Problem,
    pub(super) meanings: Vec<Meaning>,
    pub(super) placements: Vec<Placement>,
}

impl Encoding {
    /// The meaning of an option of the problem; `None` is a gap.
    pub fn placement(&self, option: OptionId) -> Option<Placement> {
        self.placements.get(option.index()).copied()
    }

    /// The cells of the board that an option covers, in ascending order.
    pub fn cells(&self, option: OptionId) -> Shape {
        let cell = |entry: &Entry| match self.meaning(entry.item) {
            Meaning::Cell(cell) => Some(cell),
            _ => None,
        };
        self.problem.option(option).iter().filter_map(cell).collect()
    }

    /// The meaning of an item of the problem.
    #[doc(hidden)]
    pub fn meaning(&self, item: ItemId) -> Meaning {
        self.meanings[item.index()]
    }

    /// The placed pieces of a solution with the cells they cover, in the order of its options.
    pub fn placed(&self, solution: &Solution) -> Vec<(Placement, Shape)> {
        let placed = |&option: &OptionId| Some((self.placement(option)?, self.cells(option)));
        solution.options().iter().filter_map(placed).collect()
    }
}

/// The kind of the item that a piece of this quantity needs, if it needs one.
pub(super) fn item_of(quantity: Quantity) -> Option<Kind> {
    match quantity {
        Quantity::ANY | Quantity { hi: Some(0), .. } => None,
        Quantity::AT_MOST_ONE => Some(Kind::Secondary),
        _ => Some(Kind::Primary),
    }
}
