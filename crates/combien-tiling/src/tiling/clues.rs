//! Clues: placements that a tiling must have, or must not have, and cells that pieces do not part or do not
//! join.
//!
//! A tiling with clues is a tiling: its board and pieces, and rules that leave placements out. So whatever is
//! asked of a tiling obeys its clues, symmetries included: they are those that keep the clues.
//!
//! ```
//! use combien::solve;
//! use combien_tiling::{Board, Cell, Clue, Pattern, Piece, Quantity, Spot, Tiling};
//!
//! let board = Board::of(&Pattern::from_drawing("****$****")?);
//! let domino = Pattern::from_drawing("**")?.shape();
//! let all = board.lattice().isometries();
//! let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all)])?;
//! let corner = Spot { over: vec![Cell::plane(0, 0), Cell::plane(0, 1)], ..Spot::default() };
//! let count = |clue| Ok::<_, Box<dyn std::error::Error>>(
//!     solve::count(&tiling.clone().with_clues(&[clue])?.encode()?.problem)?.to_string(),
//! );
//! assert_eq!(count(Clue::Fix(corner.clone()))?, "3");
//! assert_eq!(count(Clue::Forbid(corner))?, "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use super::grid::Grid;
use super::placing::{Footprint, Placing};
use super::{Cell, Encoding, Isometry, Motion, Placement, Quantity, Shape, Tiling};
use combien::problem::{Decimal, OptionId};

/// Something that is known of a tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A solution has such a placement.
    Fix(Spot),
    /// A solution has no such placement.
    Forbid(Spot),
    /// No piece covers some of these cells without the others.
    Together(Shape),
    /// No piece covers two of these cells.
    Apart(Shape),
    /// The number of placements of these pieces, by their indices, or of any, that cover some of these cells
    /// is between these bounds.
    Number(Quantity, Option<Vec<usize>>, Shape),
    /// Such a placement costs this more. A placement that several clues are about costs their sum.
    Cost(Decimal, Spot),
}

/// Some placements: those that satisfy all that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Of one of these pieces, by their indices.
    pub pieces: Option<Vec<usize>>,
    /// The least column, row and layer of its cells are these.
    pub at: Option<Cell>,
    /// It covers these cells, and perhaps others.
    pub over: Vec<Cell>,
    /// It covers exactly these cells.
    pub exactly: Option<Shape>,
    /// It lies as this isometry makes its drawing lie.
    pub isometry: Option<Isometry>,
}

/// A clue that cannot be taken, by its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueError {
    /// Which clue.
    pub clue: usize,
    /// What is wrong with it.
    pub fault: ClueFault,
}

/// What is wrong with a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClueFault {
    /// There is no such placement. The nearest ones of the same pieces, at most three.
    Nowhere(Vec<Placement>),
    /// There is such a placement, but none that agrees with the clues before it.
    Contradiction,
    /// Several placements are possible that share no cell, of a piece that may be used several times.
    Vague,
    /// A cell that is not on the board.
    BesideBoard(Cell),
    /// The sum of costs is beyond 64 bits.
    CostTooLarge,
}

/// At most this number of placements are suggested.
const MOST_SUGGESTED: usize = 3;

impl fmt::Display for ClueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.clue + 1;
        match &self.fault {
            ClueFault::Nowhere(_) => write!(f, "clue {number}: no piece can be placed like this"),
            ClueFault::Contradiction => write!(f, "clue {number} contradicts the clues before it"),
            ClueFault::Vague => {
                write!(
                    f,
                    "clue {number} does not say enough: the piece may be used more than once, and no cell is in all of its places"
                )
            }
            ClueFault::BesideBoard(Cell { x, y, z }) => {
                write!(f, "clue {number} names the cell {x},{y},{z}, which is not on the board")
            }
            ClueFault::CostTooLarge => write!(f, "clue {number}: the cost does not fit into 64 bits"),
        }
    }
}

impl Error for ClueError {}

/// What clues leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    only: Vec<Only>,
    forbidden: HashSet<Footprint>,
    together: Vec<HashSet<usize>>,
    apart: Vec<HashSet<usize>>,
    /// Cells that no piece covers.
    bare: HashSet<usize>,
    /// Each with bounds on the number of placements that cover some of its cells.
    pub(super) regions: Vec<Region>,
    /// What placements cost beside their pieces.
    costs: HashMap<Footprint, Decimal>,
}

/// Some cells and pieces, and how many placements of these pieces may cover some of the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Region {
    /// Neither all numbers nor zero alone. It stands first, for it is compared first.
    pub(super) bounds: Quantity,
    /// The indices of its pieces, ascending; `None` if every piece counts.
    pub(super) pieces: Option<Vec<usize>>,
    /// The indices of its cells, ascending.
    pub(super) places: Vec<usize>,
}

/// How often some pieces may be used together: the bounds, and the indices of the pieces, or `None` for all
/// of them.
#[doc(hidden)]
pub type PieceGroup<'a> = (Quantity, Option<&'a [usize]>);

/// At these cells, and of this piece, only some placements are left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Only {
    cells: HashSet<usize>,
    piece: Option<usize>,
    among: HashSet<Footprint>,
}

impl Rules {
    pub(super) fn is_empty(&self) -> bool {
        *self == Rules::default()
    }

    /// May a piece be placed so?
    pub(super) fn allow(&self, footprint: &Footprint) -> bool {
        let (piece, places) = (footprint.piece, &footprint.places);
        let number_in = |cells: &HashSet<usize>| places.iter().filter(|&place| cells.contains(place)).count();
        if self.together.iter().any(|cells| ![0, cells.len()].contains(&number_in(cells)))
            || self.apart.iter().any(|cells| number_in(cells) > 1)
            || number_in(&self.bare) > 0
        {
            return false;
        }
        if self.only.is_empty() && self.forbidden.is_empty() {
            return true;
        }
        let is_left_out = |only: &Only| {
            (only.piece.is_some() && only.piece == piece || number_in(&only.cells) > 0)
                && !only.among.contains(footprint)
        };
        !self.forbidden.contains(footprint) && !self.only.iter().any(is_left_out)
    }

    /// What such a placement costs beside its piece.
    pub(super) fn cost(&self, footprint: &Footprint) -> Option<Decimal> {
        if self.costs.is_empty() { None } else { self.costs.get(footprint).copied() }
    }
}

/// A placement with its footprint.
type Placed = (Placement, Footprint);

impl Tiling {
    /// The tiling with clues, each of which must fit; of those already taken all stay. A clue makes the cells
    /// that it says to be covered cells that must be covered, and the piece that it says to be used a
    /// piece that must be.
    ///
    /// Takes time linear in the placements of the pieces for each clue.
    pub fn with_clues(mut self, clues: &[Clue]) -> Result<Tiling, ClueError> {
        for (number, clue) in clues.iter().enumerate() {
            self.take_clue(clue).map_err(|fault| ClueError { clue: number, fault })?;
        }
        Ok(self)
    }

    /// The tiling without these placements: pieces, by their indices, on exactly these cells, whatever marks
    /// and colors they show there. Takes time linear in the cells that are named and those of the board;
    /// of pieces with labels, in all of their placements. The error is a cell that is not on the board.
    #[doc(hidden)]
    pub fn without(mut self, placements: &[(usize, Shape)]) -> Result<Tiling, Cell> {
        let grid = Grid::new(&self.board);
        let mut forbidden: HashSet<Footprint> = HashSet::new();
        for (piece, shape) in placements {
            let places = shape.cells().iter().map(|&cell| grid.place(cell).ok_or(cell));
            let mut places: Vec<usize> = places.collect::<Result<_, Cell>>()?;
            places.sort_unstable();
            forbidden.insert(Footprint { piece: Some(*piece), places, labels: vec![] });
        }
        let has_labels = |piece: usize| !self.pieces[piece].labels.is_empty();
        if placements.iter().any(|&(piece, _)| has_labels(piece)) {
            let mut labelled = vec![];
            Placing::of(&self, has_labels).each_unbounded(|_, footprint| {
                if forbidden.contains(&Footprint { labels: vec![], ..footprint.clone() }) {
                    labelled.push(footprint.clone());
                }
            });
            forbidden.extend(labelled);
        }
        self.rules.forbidden.extend(forbidden);
        Ok(self)
    }

    /// Does a clue bound the number of pieces that cover some cells? Then its problem has items that are
    /// neither cells nor pieces.
    #[doc(hidden)]
    pub fn has_regions(&self) -> bool {
        !self.rules.regions.is_empty()
    }

    /// The regions of clues: the bounds, whether all pieces count, and the cells.
    pub(crate) fn regions(&self) -> impl Iterator<Item = (Quantity, bool, Vec<Cell>)> {
        let cells = self.board.cells().cells();
        self.rules.regions.iter().map(|Region { bounds, pieces, places }| {
            (*bounds, pieces.is_none(), places.iter().map(|&place| cells[place]).collect())
        })
    }

    /// The groups of pieces that clues bound. `None` if a clue says anything else.
    #[doc(hidden)]
    pub fn groups(&self) -> Option<Vec<PieceGroup<'_>>> {
        let Rules { only, forbidden, together, apart, bare, regions, costs } = &self.rules;
        let others = only.len() + forbidden.len() + together.len() + apart.len() + bare.len() + costs.len();
        let is_whole = |region: &Region| region.places.len() == self.board.cells().len();
        (others == 0 && regions.iter().all(is_whole))
            .then(|| regions.iter().map(|region| (region.bounds, region.pieces.as_deref())).collect())
    }

    /// The options that clues place: each is the only placement that its clue leaves.
    ///
    /// Takes time linear in the options for each clue.
    #[doc(hidden)]
    pub fn given(&self, encoding: &Encoding) -> Vec<OptionId> {
        let grid = Grid::new(&self.board);
        let mut given = vec![];
        for only in self.rules.only.iter().filter(|only| only.among.len() == 1) {
            let is_given =
                |&option: &OptionId| only.among.contains(&Footprint::of(self, encoding, &grid, option));
            given.extend(encoding.problem.options().find(is_given));
        }
        given.sort_unstable();
        given.dedup();
        given
    }

    /// Has it clues?
    #[doc(hidden)]
    pub fn has_clues(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The placements that a spot means, at least one, without those that clues leave out.
    #[doc(hidden)]
    pub fn spotted(&self, spot: &Spot) -> Result<Vec<Placement>, ClueFault> {
        Ok(self.found(spot)?.into_iter().map(|(placement, _)| placement).collect())
    }

    /// Takes one more clue, as [`with_clues`](Tiling::with_clues) does. Returns an error if it does not fit;
    /// the tiling then has all clues that it had before, and perhaps a part of this one's costs.
    #[doc(hidden)]
    pub fn take_clue(&mut self, clue: &Clue) -> Result<(), ClueFault> {
        match clue {
            Clue::Fix(spot) => {
                let found = self.found(spot)?;
                self.fix(found)
            }
            Clue::Forbid(spot) => {
                let found = self.found(spot)?;
                self.rules.forbidden.extend(found.into_iter().map(|(_, footprint)| footprint));
                Ok(())
            }
            Clue::Together(cells) => {
                let cells = self.places(cells.cells())?;
                self.rules.together.push(cells.into_iter().collect());
                Ok(())
            }
            Clue::Apart(cells) => {
                let cells = self.places(cells.cells())?;
                self.rules.apart.push(cells.into_iter().collect());
                Ok(())
            }
            Clue::Number(bounds, pieces, cells) => {
                let mut places = self.places(cells.cells())?;
                places.sort_unstable();
                places.dedup();
                self.bound(Region { places, pieces: pieces.clone(), bounds: *bounds });
                Ok(())
            }
            Clue::Cost(cost, spot) => {
                // Also of those that other clues leave out, so that the order of clues means nothing.
                let free = self.without_rules();
                for (_, footprint) in free.found(spot)? {
                    let sum = self.rules.costs.entry(footprint).or_default();
                    *sum = sum.checked_add(*cost).ok_or(ClueFault::CostTooLarge)?;
                }
                self.rules.costs.retain(|_, cost| cost.units() != 0);
                Ok(())
            }
        }
    }

    /// Bounds the number of placements.
    fn bound(&mut self, mut region: Region) {
        if let Some(pieces) = &mut region.pieces {
            pieces.sort_unstable();
            pieces.dedup();
            if pieces.len() == self.pieces.len() {
                region.pieces = None;
            }
        }
        match region {
            Region { bounds: Quantity { lo: 0, hi: None }, .. } => {}
            Region { bounds: Quantity { lo: 0, hi: Some(0) }, pieces: None, places } => {
                self.rules.bare.extend(places);
            }
            Region { bounds: Quantity { lo: 0, hi: Some(0) }, pieces: Some(pieces), places } => {
                let mut none: HashSet<Footprint> = HashSet::new();
                let is_meant = |piece: usize| pieces.contains(&piece);
                Placing::of(self, is_meant).each_unbounded(|_, footprint| {
                    if footprint.places.iter().any(|place| places.binary_search(place).is_ok()) {
                        none.insert(footprint.clone());
                    }
                });
                self.rules.forbidden.extend(none);
            }
            region if self.rules.regions.contains(&region) => {}
            region => self.rules.regions.push(region),
        }
    }

    /// One of these placements is in each solution.
    fn fix(&mut self, found: Vec<Placed>) -> Result<(), ClueFault> {
        let mut cells: HashSet<usize> = found[0].1.places.iter().copied().collect();
        for (_, footprint) in &found[1..] {
            cells.retain(|place| footprint.places.binary_search(place).is_ok());
        }
        let piece = found[0].0.piece;
        let is_one_piece = found.iter().all(|(placement, _)| placement.piece == piece);
        let is_used_once = is_one_piece && self.pieces[piece].quantity.hi == Some(1);
        if cells.is_empty() && !is_used_once {
            return Err(ClueFault::Vague);
        }
        let board = self.board.cells().cells();
        let covered: Shape = cells.iter().map(|&place| board[place]).collect();
        let optional = self.board.optional().cells().iter().copied().filter(|&cell| !covered.contains(cell));
        let optional: Shape = optional.collect();
        // The cells that may stay empty are fewer, and still on the board.
        self.board =
            self.board.clone().with_optional(optional).unwrap_or_else(|error| unreachable!("{error}"));
        if is_used_once {
            self.pieces[piece].quantity = Quantity::ONE;
        }
        let among = found.into_iter().map(|(_, footprint)| footprint).collect();
        self.rules.only.push(Only { cells, piece: is_used_once.then_some(piece), among });
        Ok(())
    }

    /// The placements that a clue means, at least one.
    fn found(&self, spot: &Spot) -> Result<Vec<Placed>, ClueFault> {
        let search =
            Search { tiling: self, spot, over: self.places(&spot.over)?, exactly: self.exactly(spot)? };
        let found = search.all(self);
        if !found.is_empty() {
            return Ok(found);
        }
        let free = self.without_rules();
        if search.all(&free).is_empty() {
            Err(ClueFault::Nowhere(search.near(&free)))
        } else {
            Err(ClueFault::Contradiction)
        }
    }

    fn without_rules(&self) -> Tiling {
        let (board, pieces) = (self.board.clone(), self.pieces.clone());
        Tiling { board, pieces, rules: Rules::default(), predicate: None }
    }

    fn exactly(&self, spot: &Spot) -> Result<Option<Vec<usize>>, ClueFault> {
        let places = spot.exactly.as_ref().map(|shape| self.places(shape.cells())).transpose()?;
        Ok(places.map(|mut places| {
            places.sort_unstable();
            places
        }))
    }

    /// The indices of cells of the board.
    fn places(&self, cells: &[Cell]) -> Result<Vec<usize>, ClueFault> {
        let grid = Grid::new(&self.board);
        cells.iter().map(|&cell| grid.place(cell).ok_or(ClueFault::BesideBoard(cell))).collect()
    }

    /// The least column, row and layer of the cells of a placement, as in a drawing of the board. Where the
    /// board closes on itself, they may lie beyond its frame.
    pub fn corner(&self, placement: Placement) -> Cell {
        let lattice = self.lattice();
        let image = self.pieces[placement.piece].shape.image(placement.isometry, lattice);
        let cells = image.cells().iter().map(|&cell| lattice.position(cell + placement.shift));
        cells.reduce(Cell::min_corner).unwrap_or_default()
    }
}

/// A spot, looked for on the board of a tiling.
struct Search<'a> {
    tiling: &'a Tiling,
    spot: &'a Spot,
    over: Vec<usize>,
    exactly: Option<Vec<usize>>,
}

impl Search<'_> {
    fn all(&self, tiling: &Tiling) -> Vec<Placed> {
        let mut found = vec![];
        self.each(tiling, |placement, footprint| {
            // Where the board turns over, it may lie in several ways at once.
            let Placement { isometry, shift, .. } = placement;
            let mut ways = self.tiling.board.wrap().turns().map(|turn| {
                let Motion { isometry, shift } = Motion { isometry, shift }.then(turn);
                Placement { isometry, shift, ..placement }
            });
            if ways.any(|way| self.lies_so(way) && self.is_there(way, &footprint.places)) {
                found.push((placement, footprint.clone()));
            }
        });
        found
    }

    fn each(&self, tiling: &Tiling, deliver: impl FnMut(Placement, &Footprint)) {
        let is_meant = |piece: usize| self.spot.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece));
        Placing::of(tiling, is_meant).each_unbounded(deliver);
    }

    fn lies_so(&self, placement: Placement) -> bool {
        let (piece, lattice) = (&self.tiling.pieces[placement.piece], self.tiling.lattice());
        self.spot.isometry.is_none_or(|isometry| {
            isometry == placement.isometry
                || piece.image(isometry, lattice) == piece.image(placement.isometry, lattice)
        })
    }

    fn is_there(&self, placement: Placement, places: &[usize]) -> bool {
        let (lattice, wrap) = (self.tiling.lattice(), self.tiling.board.wrap());
        let of_position = |position: Cell| wrap.nearest(lattice.at(position));
        self.over.iter().all(|place| places.binary_search(place).is_ok())
            && self.exactly.as_ref().is_none_or(|exactly| exactly == places)
            && self.spot.at.is_none_or(|at| of_position(at) == of_position(self.tiling.corner(placement)))
    }

    /// Placements of the same pieces that lie in the same way, or else in any way: those nearest to the spot.
    fn near(&self, tiling: &Tiling) -> Vec<Placement> {
        let lattice = self.tiling.lattice();
        let asked = self.spot.over.iter().map(|&cell| lattice.position(cell));
        let drawn = self
            .spot
            .exactly
            .iter()
            .flat_map(|shape| shape.cells().iter().map(|&cell| lattice.position(cell)));
        let from = self.spot.at.or_else(|| asked.chain(drawn).reduce(Cell::min_corner));
        let mut candidates = vec![];
        self.each(tiling, |placement, _| {
            let Cell { x, y, z } = self.tiling.corner(placement) - from.unwrap_or_default();
            let far = u64::from(x.unsigned_abs()) + u64::from(y.unsigned_abs()) + u64::from(z.unsigned_abs());
            candidates.push((!self.lies_so(placement), far, candidates.len(), placement));
        });
        candidates.sort_by_key(|&(lies_otherwise, far, number, _)| (lies_otherwise, far, number));
        let best = candidates.first().is_some_and(|&(lies_otherwise, ..)| lies_otherwise);
        let alike = candidates.into_iter().filter(|&(lies_otherwise, ..)| lies_otherwise == best);
        alike.take(MOST_SUGGESTED).map(|(.., placement)| placement).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Group, Lattice, Outline, Pattern, Piece, Wrap};
    use combien::random::SplitMix64;
    use combien::solve::Enumerate;

    fn shape(lattice: &Lattice, drawing: &str) -> Shape {
        Pattern::drawn(lattice, drawing).unwrap().shape()
    }

    /// Small tilings of all kinds: gaps, quantities, a torus, hexagons, triangles, cubes.
    fn tilings() -> Vec<Tiling> {
        let square = |drawing: &str| Board::of(&Pattern::from_drawing(drawing).unwrap());
        let piece = |lattice: &Lattice, drawing: &str, lo, hi| {
            Piece::new(shape(lattice, drawing), Quantity { lo, hi }, lattice.isometries())
        };
        let (squares, hexes, triangles) = (Lattice::square(), Lattice::hexagon(), Lattice::triangle());
        let wrap = Wrap::new(squares, &[Cell::plane(3, 0), Cell::plane(0, 4)]).unwrap();
        let cubes = Outline::Pyramid(2).pattern(Lattice::cube()).unwrap();
        let cube = |cells: &[(i32, i32, i32)]| cells.iter().map(|&(x, y, z)| Cell::space(x, y, z)).collect();
        vec![
            Tiling::new(
                square("***$***$***"),
                vec![
                    piece(squares, "**$*.", 0, None),
                    piece(squares, "**", 0, Some(1)),
                    piece(squares, "*", 0, Some(2)),
                ],
            ),
            Tiling::new(
                square("**?$*??$**?"),
                vec![
                    piece(squares, "**", 1, Some(2)),
                    piece(squares, "*", 0, Some(1)),
                    piece(squares, "*.$**", 0, None),
                ],
            ),
            Tiling::new(
                square("***$***$***$***").wrapped(wrap).unwrap(),
                vec![piece(squares, "**$*.", 1, Some(2)), piece(squares, "***", 0, None)],
            ),
            Tiling::new(
                Board::of(&Outline::Hexagon([2, 2, 2]).pattern(hexes).unwrap()),
                vec![
                    piece(hexes, "**$*.", 0, None),
                    piece(hexes, "**", 0, None),
                    piece(hexes, "*", 1, Some(1)),
                ],
            ),
            Tiling::new(
                Board::of(&Outline::Hexagon([1, 1, 2]).pattern(triangles).unwrap()).with_gaps(),
                vec![piece(triangles, "**", 0, None), piece(triangles, "***", 0, Some(1))],
            ),
            Tiling::new(
                Board::of(&cubes),
                vec![
                    Piece::new(
                        cube(&[(0, 0, 0), (1, 0, 0)]),
                        Quantity::ANY,
                        Lattice::cube().isometries().rotations(),
                    ),
                    Piece::new(
                        cube(&[(0, 0, 0), (1, 0, 0), (0, 1, 0)]),
                        Quantity { lo: 1, hi: Some(2) },
                        Group::trivial(),
                    ),
                    Piece::new(cube(&[(0, 0, 0)]), Quantity::ONE, Group::trivial()),
                ],
            ),
        ]
        .into_iter()
        .map(Result::unwrap)
        .collect()
    }

    /// A solution by its pieces and the cells of each.
    type Solved = Vec<(usize, Shape, Isometry)>;

    fn solutions(tiling: &Tiling) -> Vec<Solved> {
        let encoding = tiling.encode().unwrap();
        let all = Enumerate::of(&encoding.problem).run().unwrap();
        let solved = |solution: combien::problem::Solution| {
            let placed = encoding.placed(&solution).into_iter();
            let mut placed: Solved =
                placed.map(|(placement, cells)| (placement.piece, cells, placement.isometry)).collect();
            placed.sort();
            placed
        };
        let mut all: Vec<Solved> = all.map(solved).collect();
        all.sort();
        all
    }

    /// The solutions with clues are those of the tiling without them that the clues describe, by a reading of
    /// the clues that shares no code with the rules.
    #[test]
    fn clues_leave_the_solutions_that_they_describe() {
        let mut random = SplitMix64::new(5);
        let (mut kept, mut refused, mut dear) = (0, 0, 0);
        for tiling in tilings() {
            let all = solutions(&tiling);
            assert!(!all.is_empty());
            let (lattice, cells) = (tiling.lattice(), tiling.board().cells().cells().to_vec());
            for _ in 0..150 {
                let clues: Vec<Clue> =
                    (0..=random.place(2)).map(|_| some_clue(&tiling, &cells, &mut random)).collect();
                let corner = |cells: &Shape| {
                    let positions = cells.cells().iter().map(|&cell| lattice.position(cell));
                    positions.reduce(Cell::min_corner).unwrap()
                };
                let is_meant = |spot: &Spot, (piece, covered, isometry): &(usize, Shape, Isometry)| {
                    let image = |isometry| tiling.pieces()[*piece].shape.image(isometry, lattice);
                    spot.pieces.as_ref().is_none_or(|pieces| pieces.contains(piece))
                        && spot.at.is_none_or(|at| at == corner(covered))
                        && spot.over.iter().all(|&cell| covered.contains(cell))
                        && spot.isometry.is_none_or(|wanted| image(wanted) == image(*isometry))
                };
                let number = |covered: &Shape, of: &Shape| {
                    of.cells().iter().filter(|&&cell| covered.contains(cell)).count()
                };
                let holds = |solution: &Solved, clue: &Clue| match clue {
                    Clue::Fix(spot) => solution.iter().any(|placed| is_meant(spot, placed)),
                    Clue::Forbid(spot) => !solution.iter().any(|placed| is_meant(spot, placed)),
                    Clue::Apart(of) => solution.iter().all(|(_, covered, _)| number(covered, of) < 2),
                    Clue::Cost(..) => true,
                    Clue::Number(bounds, pieces, of) => {
                        let counts =
                            |piece: &usize| pieces.as_ref().is_none_or(|pieces| pieces.contains(piece));
                        let touching = solution
                            .iter()
                            .filter(|(piece, covered, _)| counts(piece) && number(covered, of) > 0)
                            .count();
                        touching >= bounds.lo as usize && bounds.hi.is_none_or(|hi| touching <= hi as usize)
                    }
                    Clue::Together(of) => {
                        solution.iter().all(|(_, covered, _)| [0, of.len()].contains(&number(covered, of)))
                    }
                };
                let expected: Vec<Solved> = all
                    .iter()
                    .filter(|solution| clues.iter().all(|clue| holds(solution, clue)))
                    .cloned()
                    .collect();
                match tiling.clone().with_clues(&clues) {
                    Ok(narrowed) => {
                        kept += expected.len();
                        assert_eq!(solutions(&narrowed), expected, "{clues:?}");
                        let cost_of = |solution: &Solved| -> i64 {
                            let costs = clues.iter().map(|clue| match clue {
                                Clue::Cost(cost, spot) => {
                                    let number = solution.iter().filter(|placed| is_meant(spot, placed));
                                    cost.units() as i64 * number.count() as i64
                                }
                                _ => 0,
                            });
                            costs.sum()
                        };
                        let encoding = narrowed.encode().unwrap();
                        let mut costs: Vec<i64> = expected.iter().map(cost_of).collect();
                        let found = Enumerate::of(&encoding.problem).run().unwrap();
                        let mut found: Vec<i64> = found
                            .map(|solution| encoding.problem.cost_of(solution.options()).try_into().unwrap())
                            .collect();
                        costs.sort_unstable();
                        found.sort_unstable();
                        assert_eq!(found, costs, "{clues:?}");
                        dear += usize::from(costs.last() > costs.first());
                        // Symmetries keep the clues: each maps solutions to solutions.
                        assert!(narrowed.automorphisms(&encoding).len() < 100);
                    }
                    Err(ClueError { fault: ClueFault::Nowhere(_) | ClueFault::Contradiction, clue }) => {
                        refused += 1;
                        let is_fix = clues.iter().any(|clue| matches!(clue, Clue::Fix(_)));
                        assert!(
                            !is_fix
                                || matches!(clues[clue], Clue::Cost(..))
                                || expected.is_empty()
                                || clues.iter().any(|clue| matches!(clue, Clue::Forbid(_)))
                        );
                    }
                    Err(ClueError { fault: ClueFault::Vague, clue }) => {
                        assert!(matches!(&clues[clue], Clue::Fix(_)));
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
        assert!(kept > 1000 && refused > 50 && dear > 20, "{kept} {refused} {dear}");
    }

    fn some_clue(tiling: &Tiling, cells: &[Cell], random: &mut SplitMix64) -> Clue {
        let cell = |random: &mut SplitMix64| cells[random.place(cells.len())];
        if random.place(4) == 0 {
            let group: Shape = (0..2 + random.place(2)).map(|_| cell(random)).collect();
            if random.place(2) == 0 {
                let lo = random.place(3) as u32;
                let hi = (random.place(3) > 0).then(|| lo + random.place(3) as u32);
                let some = || (0..2).map(|_| random.place(tiling.pieces().len())).collect();
                let pieces = (lo < 2).then(some);
                let group = if random.place(3) == 0 { tiling.board().cells().clone() } else { group };
                return Clue::Number(Quantity { lo, hi }, pieces, group);
            }
            return if random.place(2) == 0 { Clue::Apart(group) } else { Clue::Together(group) };
        }
        let is_wrapped = !tiling.board().wrap().is_none();
        let at = (random.place(4) == 0 && !is_wrapped).then(|| tiling.lattice().position(cell(random)));
        let all = tiling.lattice().isometries();
        // On a torus a placement may lie in two ways.
        let isometry =
            (random.place(4) == 0 && !is_wrapped).then(|| all.elements()[random.place(all.order())]);
        let spot = Spot {
            pieces: (random.place(2) == 0).then(|| vec![random.place(tiling.pieces().len())]),
            at,
            over: (0..random.place(3)).map(|_| cell(random)).collect(),
            exactly: None,
            isometry,
        };
        match random.place(4) {
            0 => Clue::Forbid(spot),
            1 => Clue::Cost(Decimal::from(random.place(9) as i64 - 3), spot),
            _ => Clue::Fix(spot),
        }
    }

    /// The square without its lower left domino has one symmetry of the eight.
    #[test]
    fn symmetries_keep_the_clues() {
        let board = Board::of(&Pattern::from_drawing("****$****$****$****").unwrap());
        let domino =
            Piece::new(shape(Lattice::square(), "**"), Quantity::ANY, Lattice::square().isometries());
        let tiling = Tiling::new(board, vec![domino]).unwrap();
        let spot = |x, y| Spot {
            over: vec![Cell::plane(x, y)],
            at: Some(Cell::plane(x, y)),
            isometry: Some(Isometry::IDENTITY),
            ..Spot::default()
        };
        let motions = |clue| tiling.clone().with_clues(&[clue]).unwrap().motions().len();
        assert_eq!(tiling.motions().len(), 8);
        assert_eq!(motions(Clue::Fix(spot(0, 0))), 1);
        // Left and right can be exchanged.
        assert_eq!(motions(Clue::Fix(spot(1, 0))), 2);
        assert_eq!(motions(Clue::Forbid(spot(1, 0))), 2);
        let center = [(1, 1), (2, 1), (1, 2), (2, 2)].map(|(x, y)| Cell::plane(x, y));
        assert_eq!(motions(Clue::Apart(center.into_iter().collect())), 8);
    }

    #[test]
    fn a_clue_that_fits_nowhere_says_where_it_would() {
        let board = Board::of(&Pattern::from_drawing("****$****").unwrap());
        let piece = |drawing| {
            Piece::new(shape(Lattice::square(), drawing), Quantity::ANY, Lattice::square().isometries())
        };
        let tiling = Tiling::new(board, vec![piece("***"), piece("*")]).unwrap();
        let fault = |spot: Spot| tiling.clone().with_clues(&[Clue::Fix(spot)]).unwrap_err().fault;
        let corners = |fault: ClueFault| match fault {
            ClueFault::Nowhere(near) => {
                near.into_iter().map(|placement| tiling.corner(placement)).collect::<Vec<_>>()
            }
            fault => panic!("{fault:?}"),
        };
        let long = Spot { pieces: Some(vec![0]), at: Some(Cell::plane(3, 1)), ..Spot::default() };
        let near = [(1, 1), (1, 0), (0, 1)].map(|(x, y)| Cell::plane(x, y));
        assert_eq!(corners(fault(long.clone()))[0], near[0]);
        assert_eq!(
            corners(fault(long))[1..].iter().copied().collect::<HashSet<_>>(),
            near[1..].iter().copied().collect()
        );
        let upright = Spot { pieces: Some(vec![0]), isometry: Some(Isometry::ROT90), ..Spot::default() };
        assert_eq!(corners(fault(upright)).len(), 3);
        let beside = Spot { over: vec![Cell::plane(4, 0)], ..Spot::default() };
        assert_eq!(fault(beside), ClueFault::BesideBoard(Cell::plane(4, 0)));
        assert_eq!(fault(Spot { pieces: Some(vec![1]), ..Spot::default() }), ClueFault::Vague);
        let long =
            |x, y| Clue::Fix(Spot { pieces: Some(vec![0]), at: Some(Cell::plane(x, y)), ..Spot::default() });
        let error = tiling.clone().with_clues(&[long(0, 0), long(1, 0)]).unwrap_err();
        assert_eq!(error, ClueError { clue: 1, fault: ClueFault::Contradiction });
        assert_eq!(error.to_string(), "clue 2 contradicts the clues before it");
    }
}
