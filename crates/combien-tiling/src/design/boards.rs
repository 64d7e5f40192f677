//! Which boards given pieces tile, and in how many ways.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::sets::{SetsError, Wanted, tilings};
use crate::tiling::{Board, Cell, Group, Isometry, Lattice, Piece, Shape, Tiling, polyforms};
use combien::budget::{Budget, Reason};
use combien::count::Count;
use combien::solve::Outcome;

/// Which boards are looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The sides of a box that the board must fit into, in any order. In the plane, one of them is 1.
    pub inside: Option<[u32; 3]>,
    /// Only boards that a symmetry besides the identity maps to themselves.
    pub symmetric: bool,
    /// Only boards without holes.
    pub without_holes: bool,
}

/// Pieces that are put together in all ways, each as often as it must be used, so that the region they cover
/// is connected.
///
/// Every assembly is met once: it is only built from the one without its last piece, where the last is the
/// greatest that can be taken away so that the rest stays connected (canonical deletion: Brendan `McKay`,
/// *Isomorph-free exhaustive generation*, 1998). So only the boards need memory.
#[derive(Clone, Debug)]
pub struct Boards {
    lattice: Lattice,
    used: Vec<Piece>,
    /// The orientations of each piece, at the origin, and how often it is used.
    pieces: Vec<(Vec<Shape>, u32)>,
    /// The isometries that map the orientations of each piece to one another.
    group: Group,
    limits: Limits,
    most: usize,
}

/// The maximum number of cells of the pieces together. The number of assemblies is out of reach long before.
pub(crate) const MOST_TOGETHER: usize = 500;

/// Why boards were not found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardsError {
    /// The tiling has clues, `where`, or a board that closes on itself, which say nothing about other boards.
    Bound,
    /// There is no piece to put together.
    NoPieces,
    /// This piece may be used more often or less.
    Loose(String),
    /// A piece has marks or colored sides, which boards of all outlines do not have.
    Labels,
    /// The pieces have this number of cells together, and 500 is the maximum.
    TooLarge(usize),
    /// There are more boards than this, the number that the memory holds.
    TooMany(usize),
    /// The tilings of a board cannot be counted by an engine.
    Count(SetsError),
}

impl BoardsError {
    /// What helps: one sentence, if there is an answer.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            BoardsError::Bound => Some("leave its clues and `where` out, and take a flat board"),
            BoardsError::NoPieces => Some("name a problem that uses some"),
            BoardsError::Loose(_) => {
                Some("every piece must be used a fixed number of times: `~one`, or `~times 2`")
            }
            BoardsError::Labels => Some("leave the marks and `~sides` of the pieces out"),
            BoardsError::TooLarge(_) => Some("take fewer pieces"),
            BoardsError::TooMany(_) => Some(
                "with a larger limit on memory there can be more; a smaller box or symmetric boards need less",
            ),
            BoardsError::Count(_) => None,
        }
    }
}

combien::errors!(BoardsError {
    Bound =>
        "boards are not searched for a problem with clues or `where`, or with a board that closes on itself";
    NoPieces => "there are no pieces to put together";
    Loose(piece) => "the piece {piece} may be used any number of times";
    Labels => "a piece has marks or colored sides, and the boards to be found have none";
    TooLarge(cells) => "the pieces have {cells} cells together, and {MOST_TOGETHER} are the maximum";
    TooMany(boards) => "there are more than the {boards} boards that the memory holds";
    Count(error) => "{error}";
});

/// A board, and its number of tilings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its cells, as one of the shapes that symmetries of the pieces map to one another.
    pub cells: Shape,
    /// The number of its tilings. Copies of a piece are alike.
    pub tilings: u64,
    /// The number of symmetries of the board that the pieces have too, with the identity.
    pub symmetries: usize,
}

/// A piece that lies somewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    piece: usize,
    cells: Shape,
}

/// How a search ended that did not go to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Stopped(Reason),
    TooMany,
}

impl Boards {
    /// Boards of the pieces of a tiling, of which each is used a fixed number of times. The board of the
    /// tiling does not matter. Boards need about 24 bytes for each cell.
    ///
    /// # Errors
    ///
    /// If a piece may be used more often or less, if the pieces are too large or have marks or colored sides,
    /// and if the tiling says more than boards can obey.
    pub fn of(tiling: &Tiling, limits: Limits, budget: &Budget) -> Result<Boards, BoardsError> {
        let lattice = tiling.lattice();
        if tiling.has_clues() || tiling.predicate().is_some() || !tiling.board().wrap().is_none() {
            return Err(BoardsError::Bound);
        }
        let is_loose = |piece: &Piece| piece.quantity.hi != Some(piece.quantity.lo);
        if let Some(piece) = tiling.pieces().iter().position(is_loose) {
            return Err(BoardsError::Loose(tiling.piece_name(piece)));
        }
        let used: Vec<Piece> =
            tiling.pieces().iter().filter(|piece| piece.quantity.lo > 0).cloned().collect();
        if used.is_empty() {
            return Err(BoardsError::NoPieces);
        }
        if used.iter().any(|piece| !piece.labels.is_empty()) {
            return Err(BoardsError::Labels);
        }
        let pieces: Vec<(Vec<Shape>, u32)> = used
            .iter()
            .map(|piece| {
                let mut shapes: Vec<Shape> =
                    piece.orientations(lattice).into_iter().map(|(_, shape)| shape).collect();
                shapes.sort_unstable();
                (shapes, piece.quantity.lo)
            })
            .collect();
        let keeps = |isometry: Isometry| {
            let maps = |shapes: &[Shape]| {
                shapes.iter().all(|shape| shapes.binary_search(&shape.image(isometry, lattice)).is_ok())
            };
            pieces.iter().all(|(shapes, _)| maps(shapes))
        };
        let mut kept = lattice.isometries().elements().to_vec();
        kept.retain(|&isometry| keeps(isometry));
        let group = Group::generated_by(&kept);
        let area: usize = pieces.iter().map(|(shapes, times)| shapes[0].len() * *times as usize).sum();
        if area > MOST_TOGETHER {
            return Err(BoardsError::TooLarge(area));
        }
        let most = usize::try_from(budget.memory()).unwrap_or(usize::MAX) / (24 * area + 100);
        Ok(Boards { lattice: lattice.clone(), used, pieces, group, limits, most })
    }

    /// The boards with a number of tilings that is wanted, in the order of [`Boards::search`]: each with the
    /// tiling of it, and with its number of tilings as an engine counts them. Returns the limit that
    /// stopped the work, if one did.
    ///
    /// # Errors
    ///
    /// If there are more boards than the memory of the budget holds, or if an engine cannot count.
    ///
    /// # Panics
    ///
    /// If the engine finds another number of tilings than the assemblies of a board, which is a bug.
    pub fn each(
        &self,
        wanted: &Wanted,
        budget: &Budget,
        pulse: &mut dyn FnMut(u64, usize),
        deliver: &mut dyn FnMut(&Found, Tiling, Count) -> ControlFlow<()>,
    ) -> Result<Option<Reason>, BoardsError> {
        // A solution up to symmetry stands for at most as many as there are isometries.
        let isometries = if wanted.up_to_symmetry { self.lattice.isometries().order() as u64 } else { 1 };
        let found = match self.search(wanted.solutions.end().saturating_mul(isometries), budget, pulse)? {
            Ok(found) => found,
            Err(reason) => return Ok(Some(reason)),
        };
        for found in found {
            let of_board = Board::new(&self.lattice, found.cells.clone())
                .and_then(|board| Tiling::new(board, self.used.clone()));
            let tiling = of_board.map_err(|error| BoardsError::Count(SetsError::Tiling(error)))?;
            let count = match tilings(&tiling, wanted, budget).map_err(BoardsError::Count)? {
                Outcome::Answer(count) => count,
                Outcome::Stopped { reason, .. } => return Ok(Some(reason)),
            };
            assert!(
                wanted.up_to_symmetry || count == Count::from(found.tilings),
                "an engine finds {count} tilings, not {}: {:?}",
                found.tilings,
                found.cells
            );
            if wanted.has_count(&count) && deliver(&found, tiling, count).is_break() {
                break;
            }
        }
        Ok(None)
    }

    /// The boards with at most this number of tilings, in the order of their outlines: the shortest first,
    /// then by their cells. `pulse` gets the number of assemblies and of boards so far.
    ///
    /// The number of assemblies grows by a factor of several hundred with each piece.
    ///
    /// # Errors
    ///
    /// If there are more boards than the memory of the budget holds.
    pub fn search(
        &self,
        most_tilings: u64,
        budget: &Budget,
        pulse: &mut dyn FnMut(u64, usize),
    ) -> Result<Result<Vec<Found>, Reason>, BoardsError> {
        let mut search =
            Search { boards: self, budget, found: HashMap::new(), met: 0, pulse, placed: vec![] };
        let left: Vec<u32> = self.pieces.iter().map(|&(_, times)| times).collect();
        match search.begin(left) {
            Err(Halt::Stopped(reason)) => return Ok(Err(reason)),
            Err(Halt::TooMany) => return Err(BoardsError::TooMany(self.most)),
            Ok(()) => {}
        }
        let found = search.found.into_iter().filter(|&(_, (tilings, _))| tilings <= most_tilings);
        let mut found: Vec<(usize, Found)> = found
            .map(|(cells, (tilings, symmetries))| {
                (self.outline(&cells), Found { cells, tilings, symmetries })
            })
            .collect();
        found.sort_by(|(length, one), (other_length, other)| {
            (length, &one.cells).cmp(&(other_length, &other.cells))
        });
        Ok(Ok(found.into_iter().map(|(_, found)| found).collect()))
    }

    /// The number of sides between a cell of the shape and one that is not.
    fn outline(&self, cells: &Shape) -> usize {
        let beside = |&cell: &Cell| {
            self.lattice.neighbours(cell).into_iter().filter(|&next| !cells.contains(next)).count()
        };
        cells.cells().iter().map(beside).sum()
    }

    /// Does it fit into the box, however it is turned?
    fn fits(&self, low: Cell, high: Cell) -> bool {
        let Some(mut sides) = self.limits.inside else { return true };
        let pitch = self.lattice.pitch();
        let side = |low: i32, high: i32, pitch: i32| ((high - low) / pitch + 1) as u32;
        let mut has = [side(low.x, high.x, pitch), side(low.y, high.y, pitch), side(low.z, high.z, 1)];
        has.sort_unstable();
        sides.sort_unstable();
        has.iter().zip(sides).all(|(&has, side)| has <= side)
    }

    /// Is there a cell outside from which no way leads out of the box around the shape?
    fn has_holes(&self, cells: &Shape) -> bool {
        let positions = || cells.cells().iter().map(|&cell| self.lattice.position(cell));
        let (Some(low), Some(high)) =
            (positions().reduce(Cell::min_corner), positions().reduce(Cell::max_corner))
        else {
            return false;
        };
        let is_outside = |position: Cell| {
            let is_in_box = low.min_corner(position) == low && high.max_corner(position) == high;
            !is_in_box
        };
        let (columns, rows, layers) = (low.x..=high.x, low.y..=high.y, low.z..=high.z);
        let plane = move |z| {
            rows.clone().flat_map({
                let columns = columns.clone();
                move |y| columns.clone().map(move |x| Cell { z, y, x })
            })
        };
        let empty: Vec<Cell> = layers
            .flat_map(plane)
            .map(|position| self.lattice.at(position))
            .filter(|&cell| !cells.contains(cell))
            .collect();
        let mut closed: HashSet<Cell> = empty.iter().copied().collect();
        let leads_out = |&cell: &Cell| {
            self.lattice.neighbours(cell).into_iter().any(|next| is_outside(self.lattice.position(next)))
        };
        let mut open: Vec<Cell> = empty.into_iter().filter(leads_out).collect();
        for cell in &open {
            closed.remove(cell);
        }
        while let Some(cell) = open.pop() {
            open.extend(self.lattice.neighbours(cell).into_iter().filter(|next| closed.remove(next)));
        }
        !closed.is_empty()
    }
}

struct Search<'a> {
    boards: &'a Boards,
    budget: &'a Budget,
    /// Each board with its tilings and symmetries.
    found: HashMap<Shape, (u64, usize)>,
    met: u64,
    pulse: &'a mut dyn FnMut(u64, usize),
    placed: Vec<Placed>,
}

impl Search<'_> {
    /// A first piece, in each orientation.
    fn begin(&mut self, mut left: Vec<u32>) -> Result<(), Halt> {
        let boards = self.boards;
        for (piece, (shapes, _)) in boards.pieces.iter().enumerate() {
            left[piece] -= 1;
            let fits = |shape: &&Shape| shape.bounds().is_some_and(|(low, high)| boards.fits(low, high));
            for shape in shapes.iter().filter(fits) {
                self.placed.push(Placed { piece, cells: shape.clone() });
                self.extend(&mut left)?;
                self.placed.pop();
            }
            left[piece] += 1;
        }
        Ok(())
    }

    /// One more piece, in all ways in which it is the last.
    fn extend(&mut self, left: &mut Vec<u32>) -> Result<(), Halt> {
        self.budget.check().map_err(Halt::Stopped)?;
        let union: Shape =
            self.placed.iter().flat_map(|placed| placed.cells.cells().iter().copied()).collect();
        if left.iter().all(|&times| times == 0) {
            return self.meet(&union);
        }
        let boards = self.boards;
        let lattice = &boards.lattice;
        let beside = union.cells().iter().flat_map(|&cell| lattice.neighbours(cell));
        let beside: Shape = beside.filter(|&cell| !union.contains(cell)).collect();
        let (low, high) = union.bounds().unwrap_or_default();
        for (piece, (shapes, _)) in boards.pieces.iter().enumerate() {
            if left[piece] == 0 {
                continue;
            }
            left[piece] -= 1;
            for shape in shapes {
                // Each cell of the piece on each cell beside the others; the same step may come up several
                // times.
                let steps =
                    beside.cells().iter().flat_map(|&cell| shape.cells().iter().map(move |&own| cell - own));
                let steps: Shape = steps.filter(|&step| lattice.is_translation(step)).collect();
                for &step in steps.cells() {
                    let cells = shape.shifted(step);
                    if cells.cells().iter().any(|&cell| union.contains(cell)) {
                        continue;
                    }
                    let Some((own_low, own_high)) = cells.bounds() else { continue };
                    if !boards.fits(low.min_corner(own_low), high.max_corner(own_high)) {
                        continue;
                    }
                    self.placed.push(Placed { piece, cells });
                    if self.ends_with_the_last() {
                        self.extend(left)?;
                    }
                    self.placed.pop();
                }
            }
            left[piece] += 1;
        }
        Ok(())
    }

    /// Is no greater piece one without which the others are connected?
    fn ends_with_the_last(&self) -> bool {
        let Some((last, others)) = self.placed.split_last() else { return true };
        others.iter().filter(|other| *other > last).all(|other| {
            let rest = self.placed.iter().filter(|placed| *placed != other);
            let rest: Shape = rest.flat_map(|placed| placed.cells.cells().iter().copied()).collect();
            !rest.is_connected(&self.boards.lattice)
        })
    }

    /// Counts a tiling of a board, if it lies as the board that stands for its images does.
    fn meet(&mut self, union: &Shape) -> Result<(), Halt> {
        let (boards, lattice) = (self.boards, &self.boards.lattice);
        self.met += 1;
        if self.met.is_multiple_of(1 << 10) {
            (self.pulse)(self.met, self.found.len());
        }
        let shape = union.at_origin(lattice);
        if let Some((tilings, _)) = self.found.get_mut(&shape) {
            *tilings += 1;
            return Ok(());
        }
        if shape != polyforms::canonical(&shape, lattice, &boards.group) {
            return Ok(());
        }
        let keeps = |isometry: &&Isometry| shape.image(**isometry, lattice) == shape;
        let symmetries = boards.group.elements().iter().filter(keeps).count();
        let limits = &boards.limits;
        if limits.symmetric && symmetries < 2 || limits.without_holes && boards.has_holes(&shape) {
            return Ok(());
        }
        if self.found.len() >= boards.most {
            return Err(Halt::TooMany);
        }
        self.found.insert(shape, (1, symmetries));
        Ok(())
    }
}
