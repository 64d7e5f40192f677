//! Placements: pieces at places of the board where their marks and colors fit.

use std::collections::{BTreeSet, HashSet};

use super::encoding::item_of;
use super::grid::{Grid, Side};
use super::{Cell, Encoding, Isometry, Label, Placement, Shape, Tiling, TilingError};
use combien::budget::Budget;
use combien::problem::{Kind, OptionId};

/// What tells placements of a tiling apart: two with the same footprint are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Footprint {
    /// The piece, by its index; of a gap `None`.
    pub(super) piece: Option<usize>,
    /// The indices of the cells that it covers, ascending.
    pub(super) places: Vec<usize>,
    /// Its marks and colors, ascending: the index of the cell, the step to the cell across a side or zero,
    /// and the mark or color.
    pub(super) labels: Vec<(usize, Cell, char)>,
}

impl Footprint {
    /// The footprint of an option.
    pub(super) fn of(tiling: &Tiling, encoding: &Encoding, grid: &Grid, option: OptionId) -> Footprint {
        let placement = encoding.placement(option);
        let labels = placement.map_or_else(Vec::new, |placement| tiling.labels(placement));
        let unmoved = |cell: Cell| cell;
        let piece = placement.map(|placement| placement.piece);
        Footprint::on(grid, piece, encoding.cells(option).cells(), &labels, unmoved, unmoved)
    }

    /// The footprint of these cells and labels after a motion: of cells, and of steps between them.
    pub(super) fn on(
        grid: &Grid,
        piece: Option<usize>,
        cells: &[Cell],
        labels: &[Label],
        moved: impl Fn(Cell) -> Cell,
        turned: impl Fn(Cell) -> Cell,
    ) -> Footprint {
        let mut places: Vec<usize> = cells.iter().filter_map(|&cell| grid.place(moved(cell))).collect();
        places.sort_unstable();
        let label = |label: &Label| {
            let (place, towards) = grid.step(moved(label.cell), turned(label.towards))?;
            Some((place, towards, label.sign))
        };
        let mut labels: Vec<(usize, Cell, char)> = labels.iter().filter_map(label).collect();
        labels.sort_unstable();
        Footprint { piece, places, labels }
    }
}

#[doc(hidden)]
impl Tiling {
    /// The labels of a placed piece, on the cells of the board and beyond its frame where it closes.
    pub fn labels(&self, placement: Placement) -> Vec<Label> {
        let piece = &self.pieces()[placement.piece];
        if piece.labels.is_empty() {
            return vec![];
        }
        let (_, labels) = piece.image(placement.isometry, self.lattice());
        let shifted = |label: &Label| Label { cell: label.cell + placement.shift, ..*label };
        labels.all().iter().map(shifted).collect()
    }
}

/// An orientation of a piece, prepared for trying it at every cell.
struct Orientation {
    piece: usize,
    isometry: Isometry,
    /// Its least cell, with the piece at the origin.
    least: Cell,
    /// The steps from its least cell to each of its cells.
    steps: Vec<Cell>,
    /// Its labels, ascending: which of its cells, the step to the cell across or zero, and the mark or
    /// color.
    labels: Vec<(usize, Cell, char)>,
}

/// What an item about a side is for: a side, and a pair of colors that must not meet there. There is no pair
/// if each color has one mate: then the item has the color that the first of the two cells shows.
pub(super) type Meeting = (Side, Option<(char, char)>);

/// All placements of the pieces.
pub(super) struct Placing<'a> {
    pub(super) tiling: &'a Tiling,
    grid: Grid<'a>,
    orientations: Vec<Orientation>,
    /// The mark of each cell of the board, if some piece has labels.
    marks: Vec<Option<char>>,
    /// The pairs of colors that do not fit, unless each color has one mate.
    conflicts: Option<Vec<(char, char)>>,
}

impl Placing<'_> {
    pub(super) fn new(tiling: &Tiling) -> Placing<'_> {
        Placing::of(tiling, |_| true)
    }

    /// The placements of some of the pieces.
    pub(super) fn of(tiling: &Tiling, is_meant: impl Fn(usize) -> bool) -> Placing<'_> {
        let used = (0..tiling.pieces().len()).filter(|&p| tiling.pieces()[p].quantity.hi != Some(0));
        let used = used.filter(|&piece| is_meant(piece));
        let orientations: Vec<Orientation> = used.flat_map(|piece| orientations(tiling, piece)).collect();
        let board = tiling.board();
        let mut marks = vec![];
        if orientations.iter().any(|orientation| !orientation.labels.is_empty()) {
            let cells = board.cells().cells();
            let mark = |cell| board.marks().binary_search_by_key(cell, |&(marked, _)| marked).ok();
            marks = cells.iter().map(|cell| mark(cell).map(|at| board.marks()[at].1)).collect();
        }
        let labels = orientations.iter().flat_map(|orientation| &orientation.labels);
        let colors = labels.filter(|(_, towards, _)| *towards != Cell::default()).map(|&(.., color)| color);
        let colors: Vec<char> = colors.collect::<BTreeSet<char>>().into_iter().collect();
        let conflicts = board.fits().conflicts(&colors);
        Placing { tiling, grid: Grid::new(board), orientations, marks, conflicts }
    }

    /// Does each mark equal that of the board, and does each color fit the border of the board and, where the
    /// board closes so that the piece meets itself, the color across?
    fn fits(&self, footprint: &Footprint) -> bool {
        let fits_alone = |&(place, towards, sign): &(usize, Cell, char)| {
            if towards == Cell::default() {
                return self.marks[place] == Some(sign);
            }
            let is_inside = self.side(place, towards).is_some();
            let board = self.tiling.board();
            let edge = || board.edge(board.cells().cells()[place], towards);
            is_inside || edge().is_none_or(|border| board.fits().fit(border, sign))
        };
        let fits = |pair: &[(Side, bool, char)]| {
            pair[0].0 != pair[1].0 || self.tiling.board().fits().fit(pair[0].2, pair[1].2)
        };
        footprint.labels.iter().all(fits_alone)
            && (self.tiling.board().wrap().is_none() || self.shown(footprint).windows(2).all(fits))
    }

    /// The side of a cell towards the cell across, and whether that one is the first of the two. Returns
    /// `None` on the border of the board.
    fn side(&self, place: usize, towards: Cell) -> Option<(Side, bool)> {
        let cell = self.tiling.board().cells().cells()[place];
        self.grid.side(cell, cell + towards)
    }

    /// The sides between cells that a placement colors, ascending: from the second of the two cells or not,
    /// and in which color.
    fn shown(&self, footprint: &Footprint) -> Vec<(Side, bool, char)> {
        let colors = footprint.labels.iter().filter(|&&(_, towards, _)| towards != Cell::default());
        let color = |&(place, towards, sign): &(usize, Cell, char)| {
            let (side, is_second) = self.side(place, towards)?;
            Some((side, is_second, sign))
        };
        let mut shown: Vec<(Side, bool, char)> = colors.filter_map(color).collect();
        shown.sort_unstable();
        shown
    }

    /// The items about sides that a placement has, ascending, each with its color. Two placements may meet
    /// unless they show the two colors of a pair that does not fit: then they color its item differently, or,
    /// if it is one color, both cover it.
    pub(super) fn colored(&self, footprint: &Footprint) -> Vec<(Meeting, Option<char>)> {
        let fits = self.tiling.board().fits();
        let mut colored = vec![];
        for (side, is_second, sign) in self.shown(footprint) {
            let Some(pairs) = &self.conflicts else {
                colored.push(((side, None), Some(if is_second { fits.known_mate(sign) } else { sign })));
                continue;
            };
            let pairs = pairs.iter().filter(|(one, other)| [one, other].contains(&&sign));
            colored.extend(
                pairs.map(|&(one, other)| ((side, Some((one, other))), (one != other).then_some(sign))),
            );
        }
        colored.sort_unstable();
        colored.dedup();
        colored
    }

    /// What all items about sides are for.
    pub(super) fn meetings(&self) -> Vec<Meeting> {
        let sides = self.sides().into_iter();
        match &self.conflicts {
            None => sides.map(|side| (side, None)).collect(),
            Some(pairs) => sides.flat_map(|side| pairs.iter().map(move |&pair| (side, Some(pair)))).collect(),
        }
    }

    /// All sides between cells of the board, if some piece has colored sides.
    fn sides(&self) -> Vec<Side> {
        let is_colored = |orientation: &Orientation| {
            orientation.labels.iter().any(|&(_, towards, _)| towards != Cell::default())
        };
        if !self.orientations.iter().any(is_colored) {
            return vec![];
        }
        let (cells, lattice) = (self.tiling.board().cells().cells(), self.tiling.lattice());
        let sides = |(place, &cell): (usize, &Cell)| {
            let steps = lattice.neighbours(cell).into_iter().map(move |other| other - cell);
            steps.filter_map(move |towards| Some(self.side(place, towards)?.0))
        };
        let mut sides: Vec<Side> = cells.iter().enumerate().flat_map(sides).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The corners, ascending, through which the piece goes straight on.
    pub(super) fn crossed(&self, footprint: &Footprint) -> Vec<Cell> {
        let (board, lattice) = (self.tiling.board(), self.tiling.lattice());
        if !lattice.is_of_lines() {
            return vec![];
        }
        let through =
            footprint.places.iter().flat_map(|&place| lattice.straight_on(board.cells().cells()[place]));
        let has = |stick: Cell| {
            self.grid.place(stick).is_some_and(|place| footprint.places.binary_search(&place).is_ok())
        };
        let through = through.filter(|&(_, stick)| has(stick));
        let mut corners: Vec<Cell> = through.map(|(corner, _)| board.wrap().representative(corner)).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// The corners, ascending, where sticks of the board meet from all four sides.
    pub(super) fn crossings(&self) -> Vec<Cell> {
        let (board, lattice) = (self.tiling.board(), self.tiling.lattice());
        let ends = board.cells().cells().iter().flat_map(|&cell| lattice.straight_on(cell));
        let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| Cell::plane(x, y));
        let is_inner = |corner: &Cell| steps.iter().all(|&step| self.grid.place(*corner + step).is_some());
        let corners = ends.map(|(corner, _)| corner).filter(is_inner);
        let mut corners: Vec<Cell> = corners.map(|corner| board.wrap().representative(corner)).collect();
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// Calls a function with each placement and its footprint.
    pub(super) fn each(
        &self,
        budget: &Budget,
        mut deliver: impl FnMut(Placement, &Footprint) -> Result<(), TilingError>,
    ) -> Result<(), TilingError> {
        let (tiling, lattice) = (self.tiling, self.tiling.lattice());
        let wraps = !self.tiling.board().wrap().is_none();
        let mut footprint = Footprint { piece: None, places: vec![], labels: vec![] };
        let mut seen = HashSet::new();
        // A shift moves cells to cells if it moves one to a cell of the same kind.
        let kinds: Vec<_> =
            self.orientations.iter().map(|orientation| lattice.kind(orientation.least)).collect();
        // A piece that is turned over where the board closes begins beyond its frame.
        let turns = tiling.board().wrap().turns();
        let starts =
            turns.flat_map(|turn| tiling.board().cells().cells().iter().map(move |&cell| turn.apply(cell)));
        for cell in starts {
            budget.check().map_err(TilingError::Stopped)?;
            let kind = lattice.kind(cell);
            let orientations = self.orientations.iter().zip(&kinds).filter(|(_, other)| **other == kind);
            for (&Orientation { piece, isometry, least, ref steps, ref labels }, _) in orientations {
                let shift = cell - least;
                let Footprint { places, labels: placed, .. } = &mut footprint;
                places.clear();
                places.extend(steps.iter().map_while(|&step| self.grid.place(cell + step)));
                if places.len() < steps.len() {
                    continue;
                }
                placed.clear();
                placed.extend(labels.iter().filter_map(|&(index, towards, sign)| {
                    let (place, towards) = self.grid.step(cell + steps[index], towards)?;
                    Some((place, towards, sign))
                }));
                if wraps {
                    places.sort_unstable();
                    placed.sort_unstable();
                    if places.windows(2).any(|pair| pair[0] == pair[1]) {
                        continue;
                    }
                }
                footprint.piece = Some(piece);
                if !labels.is_empty() && !self.fits(&footprint) || wraps && !seen.insert(footprint.clone()) {
                    continue;
                }
                if tiling.rules.allow(&footprint) {
                    deliver(Placement { piece, isometry, shift }, &footprint)?;
                }
            }
        }
        Ok(())
    }

    /// Calls a function that never fails with each placement and its footprint, without a budget.
    pub(super) fn each_unbounded(&self, mut deliver: impl FnMut(Placement, &Footprint)) {
        let all = self.each(&Budget::UNLIMITED, |placement, footprint| {
            deliver(placement, footprint);
            Ok(())
        });
        all.unwrap_or_else(|error| unreachable!("there is no limit: {error}"));
    }

    /// The indices of the cells that need a gap: those of placements that would have no primary item.
    pub(super) fn gaps(&self, budget: &Budget) -> Result<BTreeSet<usize>, TilingError> {
        let board = self.tiling.board();
        let mut gaps = BTreeSet::new();
        if !board.optional().is_empty() {
            let optional: Vec<bool> =
                board.cells().cells().iter().map(|&cell| board.optional().contains(cell)).collect();
            self.each(budget, |placement, Footprint { places, .. }| {
                let quantity = self.tiling.pieces()[placement.piece].quantity;
                if item_of(quantity) != Some(Kind::Primary) && places.iter().all(|&place| optional[place]) {
                    gaps.extend(places);
                }
                Ok(())
            })?;
        }
        Ok(gaps)
    }
}

fn orientations(tiling: &Tiling, piece: usize) -> Vec<Orientation> {
    let orient = |(isometry, shape): (Isometry, Shape)| {
        let least = shape.cells()[0];
        let steps = shape.cells().iter().map(|&cell| cell - least).collect();
        let placement = Placement { piece, isometry, shift: Cell::default() };
        let index = |cell| shape.cells().binary_search(&cell).unwrap_or_default();
        let labels = tiling.labels(placement).into_iter();
        let labels = labels.map(|label| (index(label.cell), label.towards, label.sign)).collect();
        Orientation { piece, isometry, least, steps, labels }
    };
    tiling.pieces()[piece].orientations(tiling.lattice()).into_iter().map(orient).collect()
}
