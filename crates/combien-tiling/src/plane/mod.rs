//! Does a piece tile the plane?
//!
//! "Yes" is a periodic tiling: a cover of a small torus, which repeats in two directions. "No" is the Heesch
//! number: the greatest number of rings of copies, *coronas*, that can be laid around the piece, one around
//! the other; that there is not one more is an exact cover problem without a solution. Both are looked for by
//! turns, tori with more copies and one corona more, until one of them is found or the [limits](Limits) are
//! reached: nobody knows a method that always ends.
//!
//! A corona covers all cells that have a side or a corner in common with what it surrounds, and each of its
//! copies touches this. What is surrounded has no holes. C. S. Kaplan, *Heesch numbers of unmarked polyforms*
//! (2021), has two numbers: in the first, the last corona leaves no hole either; in the second it may.
//!
//! ```
//! use combien::budget::Budget;
//! use combien_tiling::plane::{Answer, Limits, plane};
//! use combien_tiling::{Lattice, Pattern, Piece, Quantity};
//!
//! let square = Lattice::square();
//! let ask = |drawing: &str| -> Result<Answer, Box<dyn std::error::Error>> {
//!     let shape = Pattern::from_drawing(drawing)?.shape();
//!     let piece = Piece::new(shape, Quantity::ANY, square.isometries());
//!     let outcome = plane(&piece, square, Limits::default(), &Budget::UNLIMITED, &mut |_| {})?;
//!     Ok(outcome.certain().clone())
//! };
//! let Answer::Tiles(torus) = ask(".**$**.$.*.")? else { panic!("F tiles the plane") };
//! assert_eq!(torus.copies(), 2);
//! let Answer::Fails(heesch) = ask(".*..$.*..$****$.*..")? else { panic!("this heptomino does not") };
//! assert_eq!((heesch.number, heesch.with_holes), (0, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod corona;
mod grid;
mod growth;
mod isohedral;
mod motions;
mod pairs;
mod patch;
mod sets;
mod symmetry;
mod torus;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use combien::budget::{Budget, Outcome, Reason};
use combien::problem::{BuildError, Problem, Solution};
use combien::solve::{self, Engine, Enumerate};

use crate::strip::StripError;
use crate::tiling::{Board, Cell, Isometry, Lattice, Piece, Placement, Shape, Tiling, TilingError};
use corona::Coronas;
use grid::Grid;
pub use growth::{Cylinder, Grown, MOST_GROWTH, growth};
pub use patch::Patch;
pub use sets::{MOST_TOGETHER, Together, together};
pub use words::copies;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest number of copies that cover a torus.
    pub copies: usize,
    /// The greatest number of coronas. A piece that has that many is not known to fail.
    pub coronas: usize,
}

impl Default for Limits {
    /// Tori of up to 12 copies, and up to 4 coronas. A polyiamond of 11 cells tiles with 12, and with no fewer.
    fn default() -> Limits {
        Limits { copies: 12, coronas: 4 }
    }
}

/// What is known of a piece.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It tiles the plane: a torus that copies cover.
    Tiles(Box<Torus>),
    /// It does not tile the plane.
    Fails(Heesch),
    /// Not known: no torus of up to `tori` copies has a cover, and there are as many coronas as the patch
    /// shows.
    Unknown {
        /// The greatest number of copies for which all tori were tried.
        tori: usize,
        /// The coronas that were found.
        patch: Patch,
    },
}

/// How a tiling of the plane repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// One copy, shifted.
    Translations,
    /// Two copies, half turns of each other, shifted.
    HalfTurns,
    /// A number of copies, shifted; a symmetry of the tiling leads each copy to each other one.
    Isohedral,
    /// A number of copies, shifted.
    Periodic,
}

/// A tiling of the plane, as a cover of a torus.
#[derive(Clone, Debug)]
pub struct Torus {
    /// The torus as a board that closes on itself, and the piece.
    pub tiling: Tiling,
    /// The copies that cover it.
    pub placed: Vec<(Placement, Shape)>,
    periods: [Cell; 2],
    /// How it repeats.
    pub manner: Manner,
}

impl Torus {
    /// The number of copies that cover it. If it is [periodic](Manner::Periodic) only, a torus of fewer copies
    /// has no cover.
    pub fn copies(&self) -> usize {
        self.placed.len()
    }

    fn is_within(&self, limits: Limits) -> bool {
        self.copies() <= limits.copies
    }

    /// The steps after which the tiling repeats, in columns and rows of a frame.
    pub fn steps(&self) -> [Cell; 2] {
        let lattice = self.tiling.lattice();
        let origin = lattice.at(Cell::default());
        self.periods.map(|period| lattice.position(origin + period))
    }

    /// The cells of each copy in one part, which may lie beyond the edge of the board.
    pub fn whole(&self) -> Vec<Shape> {
        let whole = |(placement, _): &(Placement, Shape)| {
            self.tiling.pieces()[placement.piece]
                .shape
                .image(placement.isometry, self.tiling.lattice())
                .shifted(placement.shift)
        };
        self.placed.iter().map(whole).collect()
    }

    /// The copies that cover a rhombus or square of this many units, as a tiling that does not close on
    /// itself, and their placements. There are at most [`MOST_WINDOW`] units.
    pub fn window(&self, units: u32) -> Result<(Tiling, Vec<(Placement, Shape)>), TilingError> {
        let (lattice, wrap) = (self.tiling.lattice(), self.tiling.board().wrap());
        let (kinds, pitch) = (lattice.kinds(), lattice.pitch());
        let whole = self.whole();
        // The copy that covers each cell of the torus, and which of its cells does.
        let cover: BTreeMap<Cell, (usize, Cell)> = whole
            .iter()
            .enumerate()
            .flat_map(|(copy, shape)| shape.cells().iter().map(move |&cell| (copy, cell)))
            .map(|(copy, cell)| (wrap.representative(cell), (copy, cell)))
            .collect();
        let side = units.min(MOST_WINDOW) as i32;
        let corners = (0..side).flat_map(|y| (0..side).map(move |x| Cell::plane(x * pitch, y * pitch)));
        let cells = corners.flat_map(|corner| kinds.iter().map(move |&cell| cell + corner));
        let shifted: BTreeSet<(usize, Cell)> = cells
            .filter_map(|cell| {
                let &(copy, of) = cover.get(&wrap.representative(cell))?;
                Some((copy, cell - of))
            })
            .collect();
        let placed: Vec<(Placement, Shape)> = shifted
            .into_iter()
            .map(|(copy, step)| {
                let placement = self.placed[copy].0;
                (Placement { shift: placement.shift + step, ..placement }, whole[copy].shifted(step))
            })
            .collect();
        let cells: Shape = placed.iter().flat_map(|(_, shape)| shape.cells()).copied().collect();
        Ok((Tiling::new(Board::new(lattice, cells)?, self.tiling.pieces().to_vec())?, placed))
    }
}

/// The greatest side of a window.
pub const MOST_WINDOW: u32 = 200;

/// How often a piece that does not tile the plane can be surrounded.
#[derive(Clone, Debug)]
pub struct Heesch {
    /// The greatest number of coronas without holes.
    pub number: usize,
    /// The greatest number of coronas if the last one may have holes: the same, or one more.
    pub with_holes: usize,
    /// As many coronas as there can be: without holes, if that is no less.
    pub patch: Patch,
    /// If it cannot be surrounded: a cell beside it that no copy can cover, if there is one.
    pub uncovered: Option<Cell>,
    /// The problem without a solution: one more corona without holes. Copies that would leave a hole are
    /// excluded in it by items of their own.
    pub refused: Problem,
}

/// Why the question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaneError {
    /// The piece has no cells.
    Empty,
    /// The cells of the piece are not connected.
    Apart,
    /// The piece has a hole: its first cell.
    Hole(Lattice, Cell),
    /// The lattice is not one of cells that lie side to side in the plane.
    NoPlane(Lattice),
    /// The piece has marks or colored sides.
    Labels,
    /// A limit is zero or too large.
    Limit,
    /// There are no pieces.
    NoPieces,
    /// A number of cells is zero or too large.
    Cells,
    /// A number of units is zero or too large.
    Growth,
    /// The pieces have marks, and the board does not repeat.
    Marks,
    /// A torus is too large.
    TooLarge,
    /// Cylinders do not grow by equal slices.
    Strip(StripError),
    /// A torus cannot be encoded.
    Tiling(TilingError),
    /// Coronas cannot be encoded.
    Build(BuildError),
    /// An engine cannot take it.
    Solve(solve::Error),
}

/// The greatest limits.
const MOST: Limits = Limits { copies: 200, coronas: 8 };

combien::errors!(PlaneError {
    Empty => "the piece has no cells";
    Apart => "the piece is in more than one part: its cells are not connected by sides";
    Hole(lattice, cell) =>
        "the piece has a hole at {}, which no copy of it can fill, so it does not tile the plane",
        lattice.cell_name(*cell);
    NoPlane(lattice) => "a piece of {lattice} cells does not tile the plane side to side";
    Labels => "marks of cells and colors of sides are not obeyed here";
    Limit => "there are 1 to {} copies and 0 to {} coronas", MOST.copies, MOST.coronas;
    NoPieces => "there are no pieces";
    Cells => "tori have 1 to {MOST_TOGETHER} cells";
    Growth => "growth is asked for 1 to {MOST_GROWTH} units";
    Marks => "the pieces have marks, so the board must be a torus, whose marks are repeated";
    TooLarge => "the torus would be too large";
    Strip(error) => "{error}";
    Tiling(error) source error from TilingError => "{error}";
    Build(error) source error from BuildError => "{error}";
    Solve(error) source error from solve::Error => "{error}";
});

/// Why a search ends without an answer.
enum Stop {
    Error(PlaneError),
    Reason(Reason),
}

impl<E: Into<PlaneError>> From<E> for Stop {
    fn from(error: E) -> Stop {
        match error.into() {
            PlaneError::Tiling(TilingError::Stopped(reason)) => Stop::Reason(reason),
            error => Stop::Error(error),
        }
    }
}

/// Asks for solutions within the budget of the whole question.
struct Asker<'b> {
    budget: &'b Budget,
    nodes: u64,
}

impl Asker<'_> {
    /// Counts nodes of a search without a problem.
    fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        self.budget.check().map_err(Stop::Reason)?;
        match self.budget.nodes {
            Some(most) if self.nodes > most => Err(Stop::Reason(Reason::Nodes(most))),
            _ => Ok(()),
        }
    }

    /// What is left of the budget.
    fn left(&self) -> Result<Budget, Stop> {
        self.budget.check().map_err(Stop::Reason)?;
        let left = self.budget.nodes.map(|most| most.saturating_sub(self.nodes));
        Ok(Budget { nodes: left, ..self.budget.clone() })
    }

    /// The answer to a question that took this number of nodes.
    fn took<T>(&mut self, nodes: u64, outcome: Outcome<T>) -> Result<T, Stop> {
        self.nodes += nodes;
        match outcome {
            Outcome::Answer(answer) => Ok(answer),
            Outcome::Stopped { reason, .. } => Err(Stop::Reason(self.budget.blame(reason))),
        }
    }

    fn first(&mut self, problem: &Problem, engine: Engine) -> Result<Option<Solution>, Stop> {
        let asked = Enumerate::of(problem).by(engine).budget(self.left()?);
        let report = asked.first().map_err(PlaneError::from)?;
        self.took(report.work.nodes, report.outcome)
    }
}

/// What is being tried: told before each step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Isohedral tilings.
    Isohedral,
    /// Tori of this number of copies.
    Tori(usize),
    /// This corona.
    Corona(usize),
    /// Tori of this number of cells.
    Cells(usize),
}

/// Does this piece tile the plane, in the orientations that its isometries allow? Its quantity does not
/// matter.
///
/// The tori of up to n copies are few thousands for n = 10, and a piece that fails is mostly told from one
/// that tiles by two coronas. The time for a further corona multiplies by hundreds.
pub fn plane(
    piece: &Piece,
    lattice: &Lattice,
    limits: Limits,
    budget: &Budget,
    told: &mut dyn FnMut(Step),
) -> Result<Outcome<Answer>, PlaneError> {
    let grid = checked(piece, lattice, limits)?;
    let mut coronas = Coronas::new(piece, lattice, &grid);
    let mut tori = 0;
    match search(piece, &mut coronas, &mut tori, limits, &mut Asker { budget, nodes: 0 }, told) {
        Ok(Some(answer)) => Ok(Outcome::Answer(answer)),
        Ok(None) => Ok(Outcome::Answer(Answer::Unknown { tori, patch: coronas.patch() })),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Reason(reason)) => {
            Ok(Outcome::Stopped { certain: Answer::Unknown { tori, patch: coronas.patch() }, reason })
        }
    }
}

/// Isohedral tilings, a few tori, a corona, and so on: most pieces tile by shifts and half turns or cannot be
/// surrounded, and of the others most tile isohedrally or fail at the second corona. Tori are not tried for a
/// piece that cannot be surrounded again and again.
fn search(
    piece: &Piece,
    coronas: &mut Coronas<'_>,
    tori: &mut usize,
    limits: Limits,
    asker: &mut Asker<'_>,
    told: &mut dyn FnMut(Step),
) -> Result<Option<Answer>, Stop> {
    told(Step::Isohedral);
    let half_turns = coronas.lattice().half_turns();
    let simple: [&dyn Fn(Isometry) -> bool; 2] =
        [&|isometry| isometry == Isometry::IDENTITY, &|isometry| half_turns.contains(isometry)];
    for may_use in simple {
        if let Some(torus) =
            coronas.isohedral(piece, 0, may_use, asker)?.filter(|torus| torus.is_within(limits))
        {
            return Ok(Some(Answer::Tiles(Box::new(torus))));
        }
    }
    let mut may_tile = true;
    for corona in 1.. {
        if corona == 2 {
            may_tile = coronas.pairs.may_tile(asker)?;
        }
        if corona == 2 && may_tile {
            told(Step::Isohedral);
            let found = coronas.isohedral(piece, MOST.coronas, &|_| true, asker)?;
            if let Some(torus) = found.filter(|torus| torus.is_within(limits)) {
                return Ok(Some(Answer::Tiles(Box::new(torus))));
            }
        }
        let most = if corona > limits.coronas { limits.copies } else { limits.copies.min(2 * corona) };
        while may_tile && (corona > 1 || corona > limits.coronas) && *tori < most {
            told(Step::Tori(*tori + 1));
            if let Some(torus) = torus::search(piece, coronas.lattice(), *tori + 1, asker)? {
                return Ok(Some(Answer::Tiles(Box::new(torus))));
            }
            *tori += 1;
        }
        if corona > limits.coronas {
            break;
        }
        told(Step::Corona(corona));
        if let Some(heesch) = coronas.next(asker)? {
            return Ok(Some(Answer::Fails(heesch)));
        }
    }
    Ok(None)
}

fn checked(piece: &Piece, lattice: &Lattice, limits: Limits) -> Result<Grid, PlaneError> {
    if !lattice.is_tiled() {
        return Err(PlaneError::NoPlane(lattice.clone()));
    }
    if limits.copies == 0 || limits.copies > MOST.copies || limits.coronas > MOST.coronas {
        return Err(PlaneError::Limit);
    }
    if piece.shape.is_empty() {
        return Err(PlaneError::Empty);
    }
    if !piece.labels.is_empty() {
        return Err(PlaneError::Labels);
    }
    if !piece.shape.is_connected(lattice) {
        return Err(PlaneError::Apart);
    }
    let grid = Grid::new(lattice);
    match grid.holes(&piece.shape).first().and_then(|hole| hole.cells().first().copied()) {
        Some(cell) => Err(PlaneError::Hole(lattice.clone(), cell)),
        None => Ok(grid),
    }
}
