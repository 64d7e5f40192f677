//! Draws tilings as text and as SVG. Pure: the same picture gives the same bytes.

mod colors;
mod outline;
mod svg;
mod text;

use std::collections::{BTreeMap, BTreeSet};

pub use svg::svg;
pub use text::{Style, text};

use crate::tiling::{Cell, Lattice, Placement, Shape, Tiling};

/// A board parted into regions, one a placed piece.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows, in a few words.
    pub title: String,
    lattice: Lattice,
    /// The box around the board.
    low: Cell,
    high: Cell,
    regions: Vec<Region>,
    region_of: BTreeMap<Cell, usize>,
    pieces: Vec<LegendEntry>,
}

/// The cells of one placed piece.
#[derive(Clone, Debug)]
struct Region {
    piece: usize,
    cells: Shape,
}

/// What the legend says of a piece.
#[derive(Clone, Debug)]
struct LegendEntry {
    name: String,
    shape: Shape,
}

impl Picture {
    /// A picture of placed pieces on the board of their tiling. Cells of the board that no piece covers stay blank.
    pub fn new(title: impl Into<String>, tiling: &Tiling, placed: &[(Placement, Shape)]) -> Picture {
        let (low, high) = tiling.board().cells().bounds().unwrap_or_default();
        let region =
            |(placement, cells): &(Placement, Shape)| Region { piece: placement.piece, cells: cells.clone() };
        let regions: Vec<Region> = placed.iter().map(region).collect();
        let numbered = regions.iter().enumerate();
        let region_of = numbered
            .flat_map(|(number, region)| region.cells.cells().iter().map(move |&cell| (cell, number)));
        let legend = |piece: usize| {
            let shape = tiling.pieces()[piece].shape.at_origin(tiling.lattice());
            LegendEntry { name: tiling.piece_name(piece), shape }
        };
        Picture {
            title: title.into(),
            lattice: tiling.lattice(),
            low,
            high,
            region_of: region_of.collect(),
            regions,
            pieces: (0..tiling.pieces().len()).map(legend).collect(),
        }
    }

    /// The layers of the board, by z.
    fn layers(&self) -> std::ops::RangeInclusive<i32> {
        self.low.z..=self.high.z
    }

    fn region(&self, x: i32, y: i32, z: i32) -> Option<usize> {
        self.region_of.get(&Cell::space(x, y, z)).copied()
    }

    /// For each region the regions that share an edge of a layer with it.
    fn neighbours(&self) -> Vec<BTreeSet<usize>> {
        let mut sides: BTreeMap<_, usize> = BTreeMap::new();
        let mut neighbours = vec![BTreeSet::new(); self.regions.len()];
        for (&cell, &region) in &self.region_of {
            for (from, to) in outline::edges(self.lattice, cell) {
                if let Some(&other) = sides.get(&(cell.z, to, from))
                    && other != region
                {
                    neighbours[region].insert(other);
                    neighbours[other].insert(region);
                }
                sides.insert((cell.z, from, to), region);
            }
        }
        neighbours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use crate::tiling::{Board, Pattern, Piece, Quantity};

    /// The first tiling of a board by dominoes.
    pub(super) fn dominoes(board: &str) -> Picture {
        let shape = |drawing| Pattern::from_drawing(drawing).unwrap().shape();
        let domino = Piece::new(shape("**"), Quantity::ANY, Lattice::Square.isometries()).named("domino");
        let tiling = Tiling::new(Board::new(Lattice::Square, shape(board)).unwrap(), vec![domino]).unwrap();
        let encoding = tiling.encode().unwrap();
        let solution = solve::first(&encoding.problem).unwrap().unwrap();
        Picture::new("dominoes", &tiling, &encoding.placed(&solution))
    }

    #[test]
    fn neighbours_share_an_edge_and_no_corner() {
        let picture = dominoes("**..$..**");
        assert_eq!(picture.neighbours(), [BTreeSet::new(), BTreeSet::new()]);
        let picture = dominoes("****");
        assert_eq!(picture.neighbours(), [BTreeSet::from([1]), BTreeSet::from([0])]);
    }
}
