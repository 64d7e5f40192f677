//! Whether a motion takes a solution to itself.

use std::collections::{HashMap, HashSet};

use crate::tiling::automorphisms::{Motion, PieceClasses};
use crate::tiling::grid::Grid;
use crate::tiling::placing::Footprint;
use crate::tiling::{Cell, Isometry, Placement, Tiling};

/// No piece covers the cell.
pub(super) const GAP: usize = usize::MAX;

/// Motions have tables of the images of cells if these have at most this many entries in all: 32 MB. Only
/// boards that close on themselves and have hundreds of cells have more.
const MOST_ENTRIES: usize = 1 << 23;

/// The motions of a tiling, whatever its clues are.
pub(super) struct Motions {
    tiling: Tiling,
    /// The isometries that map pieces to pieces, each with the image of each piece.
    isometries: Vec<(Isometry, Vec<usize>)>,
    /// For each cell of the board: may it stay empty, and the mark that matters to some piece.
    kinds: Vec<(bool, Option<char>)>,
    tables: Option<Vec<Table>>,
}

/// A motion that maps the board to itself and moves some cell.
struct Table {
    motion: Motion,
    /// The number of its isometry.
    isometry: usize,
    /// The index of the image of each cell.
    images: Vec<u32>,
}

impl Motions {
    pub(super) fn of(tiling: &Tiling) -> Motions {
        let (board, classes) = (tiling.board(), PieceClasses::new(tiling));
        let all = tiling.lattice().isometries();
        let isometries = all.elements().iter().filter(|&&isometry| board.wrap().is_kept_by(isometry));
        let isometries =
            isometries.filter_map(|&isometry| Some((isometry, classes.images(tiling, isometry)?)));
        let marks = tiling.pieces().iter().map(|piece| &piece.labels);
        let marks = marks.flat_map(|labels| labels.marks().chain(labels.back().unwrap_or_default()));
        let matter: HashSet<char> = marks.map(|(_, mark)| mark).collect();
        let marked: HashMap<Cell, char> = board.marks().iter().copied().collect();
        let kind = |cell: &Cell| {
            let mark = marked.get(cell).copied().filter(|mark| matter.contains(mark));
            (board.optional().contains(*cell), mark)
        };
        let kinds = board.cells().cells().iter().map(kind).collect();
        let isometries = isometries.collect();
        let mut motions = Motions { tiling: tiling.clone(), isometries, kinds, tables: None };
        motions.tables = motions.tables();
        motions
    }

    /// The motions with their tables, if these are not too large.
    fn tables(&self) -> Option<Vec<Table>> {
        let cells = self.tiling.board().cells().cells();
        let wrap = self.tiling.board().wrap();
        let targets = if wrap.is_none() { 1 } else { cells.len() * wrap.turns().count() };
        let entries = cells.len().checked_mul(targets)?.checked_mul(self.isometries.len())?;
        if entries > MOST_ENTRIES {
            return None;
        }
        let grid = Grid::new(self.tiling.board());
        let mut tables = vec![];
        for (isometry, &(element, _)) in self.isometries.iter().enumerate() {
            for motion in self.tiling.candidates(element).filter(|&motion| self.is_one(&grid, motion)) {
                let image = |&cell: &Cell| grid.place(motion.apply(cell)).unwrap_or_default() as u32;
                tables.push(Table { motion, isometry, images: cells.iter().map(image).collect() });
            }
        }
        Some(tables)
    }

    /// Does it map the board to itself, and move some cell?
    fn is_one(&self, grid: &Grid, motion: Motion) -> bool {
        let mut cells = self.tiling.board().cells().cells().iter().zip(0..);
        self.tiling.maps_board(grid, &self.kinds, motion)
            && cells.any(|(&cell, place)| grid.place(motion.apply(cell)) != Some(place))
    }

    /// Does one of them keep these placements? `owner` has the placement that covers each cell, or `GAP`.
    /// Most motions fail after a few cells. Returns `None` if these steps, each a cell that is looked at,
    /// were not enough to know.
    pub(super) fn keep(&self, owner: &[usize], placements: &[Placement], most_steps: u64) -> Option<bool> {
        let mut trial =
            Trial { owner, placements, images: vec![GAP; placements.len()], met: vec![], steps: most_steps };
        if let Some(tables) = &self.tables {
            for Table { motion, isometry, images: places } in tables {
                let pieces = &self.isometries[*isometry].1;
                let image = |place: usize| Some(places[place] as usize);
                if trial.is_kept(pieces, image)? && self.keeps_labels(*motion, &trial) {
                    return Some(true);
                }
            }
            return Some(false);
        }
        let (grid, cells) = (Grid::new(self.tiling.board()), self.tiling.board().cells().cells());
        for (isometry, pieces) in &self.isometries {
            for motion in self.tiling.candidates(*isometry) {
                let image = |place: usize| grid.place(motion.apply(cells[place]));
                if trial.is_kept(pieces, image)? {
                    trial.steps = trial.steps.checked_sub(cells.len() as u64)?;
                    if self.is_one(&grid, motion) && self.keeps_labels(motion, &trial) {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }

    /// Do the marks and colors of each placement go to those of its image?
    fn keeps_labels(&self, motion: Motion, trial: &Trial<'_>) -> bool {
        let Trial { owner, placements, ref images, .. } = *trial;
        let labels: Vec<_> = placements.iter().map(|&placement| self.tiling.labels(placement)).collect();
        if labels.iter().all(Vec::is_empty) {
            return true;
        }
        let grid = Grid::new(self.tiling.board());
        let mut cells: Vec<Vec<Cell>> = vec![vec![]; placements.len()];
        for (&owner, &cell) in owner.iter().zip(self.tiling.board().cells().cells()) {
            if owner != GAP {
                cells[owner].push(cell);
            }
        }
        let unmoved = |cell: Cell| cell;
        (0..placements.len()).all(|one| {
            let (moved, turned) = (|cell| motion.apply(cell), |step| motion.isometry.turn(step));
            let image = images[one];
            Footprint::on(&grid, None, &cells[one], &labels[one], moved, turned)
                == Footprint::on(&grid, None, &cells[image], &labels[image], unmoved, unmoved)
        })
    }
}

/// A solution that is compared with its images.
struct Trial<'a> {
    owner: &'a [usize],
    placements: &'a [Placement],
    /// The image of each placement whose cells were met, and which these are.
    images: Vec<usize>,
    met: Vec<usize>,
    /// How many cells may still be looked at.
    steps: u64,
}

impl Trial<'_> {
    /// Are the cells of each placement mapped to those of one placement, of the piece that is the image of
    /// its piece? Then `images` has it. Returns `None` if the steps are used up.
    fn is_kept(&mut self, pieces: &[usize], image: impl Fn(usize) -> Option<usize>) -> Option<bool> {
        for one in self.met.drain(..) {
            self.images[one] = GAP;
        }
        for (place, &one) in self.owner.iter().enumerate() {
            self.steps = self.steps.checked_sub(1)?;
            let Some(other) = image(place).map(|place| self.owner[place]) else { return Some(false) };
            let goes_well = if one == GAP || other == GAP {
                one == other
            } else if self.images[one] == GAP {
                self.images[one] = other;
                self.met.push(one);
                self.placements[other].piece == pieces[self.placements[one].piece]
            } else {
                self.images[one] == other
            };
            if !goes_well {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Lattice, Pattern, Piece, Quantity, Size, Wrap};
    use combien::solve::Enumerate;

    /// Large boards that close on themselves have no tables.
    #[test]
    fn the_same_without_tables() {
        let board = Board::of(&Pattern::from_drawing("****$****$****").unwrap());
        let wrap =
            Wrap::over(Lattice::square(), &Wrap::around(Lattice::square(), Size::plane(4, 3))).unwrap();
        let domino = Piece::new(
            Pattern::from_drawing("**").unwrap().shape(),
            Quantity::ANY,
            Lattice::square().isometries(),
        );
        for board in [board.clone(), board.wrapped(wrap).unwrap()] {
            let tiling = Tiling::new(board, vec![domino.clone()]).unwrap();
            let encoding = tiling.encode().unwrap();
            let motions = Motions::of(&tiling);
            assert!(motions.tables.is_some());
            let without = Motions { tables: None, ..Motions::of(&tiling) };
            let cells = tiling.board().cells().cells();
            let mut symmetric = 0;
            for solution in Enumerate::of(&encoding.problem).run().unwrap() {
                let mut owner = vec![GAP; cells.len()];
                let placed = encoding.placed(&solution);
                for (number, (_, shape)) in placed.iter().enumerate() {
                    for cell in shape.cells() {
                        owner[cells.binary_search(cell).unwrap()] = number;
                    }
                }
                let placements: Vec<Placement> = placed.iter().map(|&(placement, _)| placement).collect();
                let is_symmetric = motions.keep(&owner, &placements, 1000);
                assert_eq!(is_symmetric, without.keep(&owner, &placements, 1000));
                assert_eq!(motions.keep(&owner, &placements, 5), None);
                symmetric += usize::from(is_symmetric.unwrap());
            }
            assert!(symmetric > 0, "{}", tiling.board().cells().cells().len());
        }
    }
}
