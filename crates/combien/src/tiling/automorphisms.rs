//! The symmetries of a tiling: the motions that map the board to itself and the pieces to pieces.

use std::collections::HashMap;

use super::grid::Grid;
use super::{Cell, Encoding, Isometry, Meaning, Piece, Quantity, Shape, Tiling};
use crate::problem::{Automorphism, ItemId, OptionId};

/// A motion of the whole lattice: an isometry about the origin, then a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// How everything is turned.
    pub isometry: Isometry,
    /// How it is shifted then.
    pub shift: Cell,
}

impl Motion {
    /// Where a cell goes.
    pub fn apply(self, cell: Cell) -> Cell {
        self.isometry.apply(cell) + self.shift
    }
}

impl Tiling {
    /// The motions that map the board to itself, cells that may stay empty to such, and each piece to a piece that is used
    /// as often: to itself, if it may be placed so, or to another one, as to its mirror image. On a board that closes upon
    /// itself, the shifts along it too, each once.
    ///
    /// Takes time linear in the cells for each isometry of the lattice; on a board that closes, for each of its cells too.
    pub fn motions(&self) -> Vec<Motion> {
        let classes = PieceClasses::new(self);
        let mut motions = vec![];
        for &isometry in self.lattice().isometries().elements() {
            if classes.images(self, isometry).is_some() && self.board().wrap().is_kept_by(isometry) {
                motions.extend(self.shifts(isometry).into_iter().map(|shift| Motion { isometry, shift }));
            }
        }
        // The one that moves nothing first.
        motions
            .sort_by_key(|motion| *motion != Motion { isometry: Isometry::IDENTITY, shift: Cell::default() });
        motions
    }

    /// The steps after which the turned board is the board again.
    fn shifts(&self, isometry: Isometry) -> Vec<Cell> {
        let (board, lattice) = (self.board(), self.lattice());
        let turned: Shape = board.cells().cells().iter().map(|&cell| isometry.apply(cell)).collect();
        let Some(&least) = turned.cells().first() else { return vec![Cell::default()] };
        // Where the turned board's least cell may go: only to the board's, unless the board closes upon itself.
        let cells = board.cells().cells();
        let targets = if board.wrap().is_none() { &cells[..1] } else { cells };
        let grid = Grid::new(board);
        let optional: Vec<bool> = cells.iter().map(|&cell| board.optional().contains(cell)).collect();
        let fits = |&shift: &Cell| {
            let goes_well = |&cell: &Cell| {
                let from = grid.place(cell).map(|place| optional[place]);
                let to = grid.place(isometry.apply(cell) + shift).map(|place| optional[place]);
                from == to
            };
            lattice.is_translation(shift) && cells.iter().all(goes_well)
        };
        targets.iter().map(|&target| target - least).filter(fits).collect()
    }

    /// The automorphisms of the problem that the motions make, one after the other: a large torus has so many that nobody
    /// wants to hold them all. Two motions may move all placements alike.
    pub fn automorphisms<'a>(&'a self, encoding: &'a Encoding) -> impl Iterator<Item = Automorphism> + 'a {
        let acting = Acting::new(self, encoding);
        self.motions().into_iter().map(move |motion| acting.automorphism(motion))
    }
}

/// The pieces in classes: those of a class have the same orientations and the same quantity, and can stand in for each
/// other.
struct PieceClasses {
    /// By orientations and quantity, the pieces, ascending.
    members: HashMap<(Vec<Shape>, Quantity), Vec<usize>>,
}

impl PieceClasses {
    fn new(tiling: &Tiling) -> PieceClasses {
        let mut members: HashMap<_, Vec<usize>> = HashMap::new();
        for (place, piece) in tiling.pieces().iter().enumerate() {
            members.entry(Self::key(tiling, piece, Isometry::IDENTITY)).or_default().push(place);
        }
        PieceClasses { members }
    }

    /// What an isometry makes of the orientations of a piece.
    fn key(tiling: &Tiling, piece: &Piece, isometry: Isometry) -> (Vec<Shape>, Quantity) {
        let lattice = tiling.lattice();
        let orientations = piece.orientations(lattice).into_iter();
        let mut images: Vec<Shape> = orientations.map(|(_, shape)| shape.image(isometry, lattice)).collect();
        images.sort_unstable();
        (images, piece.quantity)
    }

    /// The piece that each piece becomes: of a class of several, the first becomes the first. None if one becomes no piece
    /// at all.
    fn images(&self, tiling: &Tiling, isometry: Isometry) -> Option<Vec<usize>> {
        let image = |(place, piece): (usize, &Piece)| {
            let rank = self.members[&Self::key(tiling, piece, Isometry::IDENTITY)]
                .iter()
                .position(|&m| m == place)?;
            self.members.get(&Self::key(tiling, piece, isometry))?.get(rank).copied()
        };
        tiling.pieces().iter().enumerate().map(image).collect()
    }
}

/// What motions do to the options and items of an encoding.
struct Acting<'a> {
    tiling: &'a Tiling,
    encoding: &'a Encoding,
    grid: Grid<'a>,
    classes: PieceClasses,
    /// The option that covers these places of the board, with this piece; none is a gap.
    options: HashMap<(Option<usize>, Vec<usize>), OptionId>,
    items: HashMap<Meaning, ItemId>,
}

impl Acting<'_> {
    fn new<'a>(tiling: &'a Tiling, encoding: &'a Encoding) -> Acting<'a> {
        let grid = Grid::new(tiling.board());
        let keyed = encoding.problem.options().map(|option| {
            let piece = encoding.placement(option).map(|placement| placement.piece);
            ((piece, places(&grid, encoding.cells(option).cells())), option)
        });
        let options = keyed.collect();
        let items = encoding.problem.items().map(|item| (encoding.meaning(item), item)).collect();
        Acting { tiling, encoding, grid, classes: PieceClasses::new(tiling), options, items }
    }

    fn automorphism(&self, motion: Motion) -> Automorphism {
        let pieces = self.classes.images(self.tiling, motion.isometry);
        let pieces = pieces.unwrap_or_else(|| unreachable!("a motion maps pieces to pieces"));
        let problem = &self.encoding.problem;
        let option = |option: OptionId| {
            let cells: Vec<Cell> =
                self.encoding.cells(option).cells().iter().map(|&cell| motion.apply(cell)).collect();
            let piece = self.encoding.placement(option).map(|placement| pieces[placement.piece]);
            self.options[&(piece, places(&self.grid, &cells))]
        };
        let board = self.tiling.board().cells().cells();
        let item = |item: ItemId| match self.encoding.meaning(item) {
            Meaning::Cell(cell) => {
                let place = self.grid.place(motion.apply(cell));
                let place = place.unwrap_or_else(|| unreachable!("a motion maps the board to itself"));
                self.items[&Meaning::Cell(board[place])]
            }
            Meaning::Piece(piece) => self.items[&Meaning::Piece(pieces[piece])],
        };
        let (options, items) = (problem.options().map(option).collect(), problem.items().map(item).collect());
        Automorphism::new(problem, options, items)
            .unwrap_or_else(|error| unreachable!("a motion keeps who covers what: {error}"))
    }
}

fn places(grid: &Grid, cells: &[Cell]) -> Vec<usize> {
    let mut places: Vec<usize> = cells.iter().filter_map(|&cell| grid.place(cell)).collect();
    places.sort_unstable();
    places
}
