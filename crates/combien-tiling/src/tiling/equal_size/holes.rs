//! Holes: connected sets of undecided cells, and whether pieces can fill them.

use super::{Choice, Uses};
use crate::tiling::grid::Grid;
use crate::tiling::{Cell, Piece, Tiling};

/// How cells are connected, and what pieces can fill.
#[derive(Clone, Debug)]
pub(super) struct Holes {
    /// For each place, the places that one piece may cover together with it, side by side.
    beside: Vec<Vec<usize>>,
    optional: Vec<bool>,
    /// For each number, the least sum of sizes of pieces that is at least as large; `None` if there is none.
    pub(super) fillings: Vec<Option<usize>>,
    /// The walk that came to a place last.
    walked: Vec<u64>,
    walk: u64,
    stack: Vec<usize>,
}

impl Holes {
    pub(super) fn new(tiling: &Tiling, cells: &[Cell], choices: &[Vec<Choice>], pieces: &[Uses]) -> Holes {
        let board = tiling.board();
        let grid = Grid::new(board);
        let mut place_at = vec![0; cells.len()];
        for (place, &cell) in cells.iter().enumerate() {
            if let Some(index) = grid.place(cell) {
                place_at[index] = place;
            }
        }
        let mut beside: Vec<Vec<usize>> = cells
            .iter()
            .map(|&cell| {
                let neighbours = tiling.lattice().neighbours(cell).into_iter();
                neighbours.filter_map(|cell| grid.place(cell)).map(|index| place_at[index]).collect()
            })
            .collect();
        // A piece in several parts may fill several holes, which then count as one hole, whether its parts
        // touch or not.
        let whole = |piece: &Piece| piece.shape.is_connected(tiling.lattice());
        let whole: Vec<bool> = tiling.pieces().iter().map(whole).collect();
        for choice in choices.iter().flatten() {
            if let Choice::Cover { piece, places, .. } = choice
                && !whole[*piece]
            {
                for pair in places.windows(2) {
                    beside[pair[0]].push(pair[1]);
                    beside[pair[1]].push(pair[0]);
                }
            }
        }
        for places in &mut beside {
            places.sort_unstable();
            places.dedup();
        }
        Holes {
            beside,
            optional: cells.iter().map(|&cell| board.optional().contains(cell)).collect(),
            fillings: fillings(pieces, cells.len()),
            walked: vec![0; cells.len()],
            walk: 0,
            stack: vec![],
        }
    }

    pub(super) fn all_fill(&mut self, taken: &[bool]) -> bool {
        self.walk += 1;
        (0..taken.len()).all(|place| self.fills(place, taken))
    }

    pub(super) fn fill_beside(&mut self, covered: &[usize], taken: &[bool]) -> bool {
        self.walk += 1;
        covered.iter().all(|&place| {
            (0..self.beside[place].len()).all(|side| self.fills(self.beside[place][side], taken))
        })
    }

    /// Can the hole at this place be filled? True also if there is no hole, or if this walk has visited it.
    fn fills(&mut self, place: usize, taken: &[bool]) -> bool {
        if taken[place] || self.walked[place] == self.walk {
            return true;
        }
        let (mut all, mut optional) = (0, 0);
        self.walked[place] = self.walk;
        self.stack.push(place);
        while let Some(place) = self.stack.pop() {
            all += 1;
            optional += usize::from(self.optional[place]);
            for &next in &self.beside[place] {
                if !taken[next] && self.walked[next] != self.walk {
                    self.walked[next] = self.walk;
                    self.stack.push(next);
                }
            }
        }
        self.fillings[all - optional].is_some_and(|filling| filling <= all)
    }
}

/// For each number up to `most`, the least sum of sizes that is at least as large. No piece counts more often
/// than it may be used.
fn fillings(pieces: &[Uses], most: usize) -> Vec<Option<usize>> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    for &Uses { hi, size, .. } in pieces {
        // The least number of this piece in a sum; 0 is handled already.
        let mut needs = vec![u32::MAX; most + 1];
        for sum in 0..=most {
            if sums[sum] {
                needs[sum] = 0;
            } else if sum >= size && needs[sum - size] < hi.unwrap_or(u32::MAX) {
                needs[sum] = needs[sum - size] + 1;
                sums[sum] = true;
            }
        }
    }
    let mut least = None;
    let mut fillings: Vec<Option<usize>> = (0..=most)
        .rev()
        .map(|sum| {
            least = if sums[sum] { Some(sum) } else { least };
            least
        })
        .collect();
    fillings.reverse();
    fillings
}
