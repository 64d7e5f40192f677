//! Whether a motion takes a solution to itself.

use std::collections::{HashMap, HashSet};

use crate::tiling::automorphisms::{Motion, PieceClasses};
use crate::tiling::grid::Grid;
use crate::tiling::placing::Footprint;
use crate::tiling::{Cell, Isometry, Placement, Tiling};

/// The motions of a tiling, as far as they do not depend on the place.
pub(super) struct Motions {
    tiling: Tiling,
    /// The isometries that map pieces to pieces, each with the image of each piece.
    isometries: Vec<(Isometry, Vec<usize>)>,
    /// For each cell of the board: may it stay empty, and the mark that matters to some piece.
    kinds: Vec<(bool, Option<char>)>,
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
        Motions { tiling: tiling.clone(), isometries: isometries.collect(), kinds }
    }

    /// Does one of them that moves some cell keep these placements, each with the cells of the board that it covers, ascending? Most are
    /// given up at the first placement, so it mostly takes time linear in the cells; for each cell, if the board closes on itself.
    pub(super) fn keep(&self, placed: &[(Placement, Vec<Cell>)]) -> bool {
        let grid = Grid::new(self.tiling.board());
        let labels: Vec<_> = placed.iter().map(|(placement, _)| self.tiling.labels(*placement)).collect();
        let image = |number: usize, motion: Motion, images: Option<&[usize]>| {
            let (placement, cells) = &placed[number];
            let piece = images.map_or(placement.piece, |images| images[placement.piece]);
            let (moved, turned) = (|cell| motion.apply(cell), |step| motion.isometry.turn(step));
            Footprint::on(&grid, Some(piece), cells, &labels[number], moved, turned)
        };
        let unmoved = Motion { isometry: Isometry::IDENTITY, shift: Cell::default() };
        let all: HashSet<Footprint> = (0..placed.len()).map(|number| image(number, unmoved, None)).collect();
        let keeps = |motion: Motion, images: &[usize]| {
            (0..placed.len()).all(|number| all.contains(&image(number, motion, Some(images))))
                && self.tiling.maps_board(&grid, &self.kinds, motion)
                && self.moves(&grid, motion)
        };
        self.isometries
            .iter()
            .any(|(isometry, images)| self.tiling.candidates(*isometry).any(|motion| keeps(motion, images)))
    }

    /// Does it move some cell of the board?
    fn moves(&self, grid: &Grid, motion: Motion) -> bool {
        let cells = self.tiling.board().cells().cells().iter();
        cells.zip(0..).any(|(&cell, place)| grid.place(motion.apply(cell)) != Some(place))
    }
}
