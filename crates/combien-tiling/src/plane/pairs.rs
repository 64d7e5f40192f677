//! Which two copies may lie side by side, if both are surrounded, and what surrounds them, and so on.
//!
//! A copy that touches the piece is at *level* 0. It is at level m if the piece and the copy can be surrounded
//! together so that any two that touch each other, of them and of what surrounds them, lie like the piece and
//! a copy at level m - 1.
//!
//! In k coronas, a copy of corona i and one of corona j that touch are at level k - max(i, j): for level 0
//! there is nothing to show, and what touches the two is in the next corona at most, so any two of it are at
//! the level below. So few copies remain to make coronas of, and if those at level k - 1 do not surround the
//! piece there are no k coronas. A level that is that before stays the same for ever.
//!
//! To surround is an exact cover problem: cells around must be covered, others may be. There are hundreds of
//! them for a piece, with few nodes each. Their tables would take most of the time, so they are searched
//! without: copies that fit to all that were chosen, and masks of cells around.

use super::grid::Grid;
use super::motions::{Motion, Motions, REST};
use super::{Asker, MOST, Stop};
use crate::tiling::{Cell, Lattice, Piece, Shape};

/// More cells around a pair are not looked at: then it is taken for one that can be surrounded.
const MOST_AROUND: usize = u128::BITS as usize;
/// So it is if the search takes more nodes. Most take less than a hundred.
const MOST_NODES: u64 = 20_000;

/// How two copies lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// They have no corner in common.
    Apart,
    /// They have a cell in common.
    Overlap,
    /// They touch: the second one is this copy, seen from the first one.
    Touch(u16),
}

/// The copies that touch a piece, and their levels.
pub(super) struct Pairs<'a> {
    grid: &'a Grid,
    pub(super) motions: Motions,
    /// The cells around the piece.
    pub(super) around: Shape,
    /// How the piece and a copy lie, for each orientation and step within a box; the others are apart.
    table: Vec<Meeting>,
    low: Cell,
    width: i32,
    height: i32,
    pitch: i32,
    /// The copies that touch the piece.
    pub(super) touching: Vec<Motion>,
    /// Their levels so far: for each level, which copies are at that level.
    levels: Vec<Vec<bool>>,
}

/// What is to be covered, with what.
struct Ring<'p, 'a> {
    pairs: &'p Pairs<'a>,
    /// Which of the copies that touch each other are at the level.
    level: &'p [bool],
    nodes: u64,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(piece: &Piece, lattice: &Lattice, grid: &'a Grid) -> Pairs<'a> {
        let motions = Motions::new(piece, lattice);
        let piece = motions.image(0).clone();
        let around = grid.around(&piece);
        let pitch = lattice.pitch();
        let steps = |to: &Shape, isometry: usize| {
            let ends = to.cells().to_vec().into_iter();
            let from = motions.image(isometry).cells().to_vec();
            let all = ends.flat_map(move |end| from.clone().into_iter().map(move |start| end - start));
            all.filter(|&step| lattice.is_translation(step)).collect::<Vec<Cell>>()
        };
        let near: Vec<(usize, Vec<Cell>, Vec<Cell>)> =
            motions.orientations().map(|one| (one, steps(&around, one), steps(&piece, one))).collect();
        let all = || near.iter().flat_map(|(_, near, over)| near.iter().chain(over)).copied();
        let low = all().reduce(Cell::min_corner).unwrap_or_default();
        let high = all().reduce(Cell::max_corner).unwrap_or_default();
        let [width, height] = [high.x - low.x, high.y - low.y].map(|length| length / pitch + 1);
        let places = motions.isometries().len() * (width * height) as usize;
        let table = vec![Meeting::Apart; places];
        let mut pairs = Pairs {
            grid,
            motions,
            around,
            table,
            low,
            width,
            height,
            pitch,
            touching: vec![],
            levels: vec![],
        };
        for (isometry, near, over) in near {
            for step in over {
                pairs.set((isometry, step), Meeting::Overlap);
            }
            for step in near {
                if pairs.seen((isometry, step)) == Meeting::Apart {
                    pairs.set((isometry, step), Meeting::Touch(pairs.touching.len() as u16));
                    pairs.touching.push((isometry, step));
                }
            }
        }
        pairs.levels.push(vec![true; pairs.touching.len()]);
        pairs
    }

    fn place(&self, (isometry, step): Motion) -> Option<usize> {
        let (x, y) = ((step.x - self.low.x) / self.pitch, (step.y - self.low.y) / self.pitch);
        let is_inside = step.x >= self.low.x && step.y >= self.low.y && x < self.width && y < self.height;
        is_inside.then(|| ((isometry as i32 * self.height + y) * self.width + x) as usize)
    }

    fn set(&mut self, motion: Motion, meeting: Meeting) {
        if let Some(place) = self.place(motion) {
            self.table[place] = meeting;
        }
    }

    /// How the piece and this copy lie.
    pub(super) fn seen(&self, motion: Motion) -> Meeting {
        self.place(self.motions.copy(motion)).map_or(Meeting::Apart, |place| self.table[place])
    }

    /// How two copies lie.
    pub(super) fn meeting(&self, one: Motion, other: Motion) -> Meeting {
        self.seen(self.motions.between(one, other))
    }

    /// May these two be chosen together, if copies that touch must be at this level?
    pub(super) fn fit(&self, one: Motion, other: Motion, level: &[bool]) -> bool {
        match self.meeting(one, other) {
            Meeting::Apart => true,
            Meeting::Overlap => false,
            Meeting::Touch(copy) => level[usize::from(copy)],
        }
    }

    /// Which of the copies that touch the piece are at this level.
    pub(super) fn level(&mut self, number: usize, asker: &mut Asker<'_>) -> Result<&[bool], Stop> {
        while self.levels.len() <= number && !self.is_settled() {
            let next = self.next_level(asker)?;
            self.levels.push(next);
        }
        Ok(&self.levels[number.min(self.levels.len() - 1)])
    }

    /// Is the last level like that before?
    pub(super) fn is_settled(&self) -> bool {
        matches!(&self.levels[..], [.., one, other] if one == other)
    }

    /// The copies that touch the piece in some surrounding in which all that touch are at a level.
    pub(super) fn supported(&self, level: &[bool], asker: &mut Asker<'_>) -> Result<Vec<bool>, Stop> {
        let mut kept = vec![false; level.len()];
        let candidates = self.candidates(&self.around, level, &[REST]);
        for (place, &copy) in self.touching.iter().enumerate().filter(|&(place, _)| level[place]) {
            kept[place] = self.surrounds(&self.around, &candidates, Some(copy), level, asker)?;
        }
        Ok(kept)
    }

    /// Can the piece be surrounded by copies that touch as they may at the highest level? Otherwise it does
    /// not tile the plane.
    pub(super) fn may_tile(&mut self, asker: &mut Asker<'_>) -> Result<bool, Stop> {
        let level = self.level(MOST.coronas, asker)?.to_vec();
        let candidates = self.candidates(&self.around, &level, &[REST]);
        self.surrounds(&self.around, &candidates, None, &level, asker)
    }

    fn next_level(&self, asker: &mut Asker<'_>) -> Result<Vec<bool>, Stop> {
        let Some(last) = self.levels.last() else { return Ok(vec![]) };
        let mut next = vec![false; last.len()];
        for (place, &copy) in self.touching.iter().enumerate().filter(|&(place, _)| last[place]) {
            // The piece seen from the copy lies like the copy seen from the piece.
            let opposite = match self.seen(self.motions.inverse(copy)) {
                Meeting::Touch(opposite) => usize::from(opposite),
                _ => place,
            };
            next[place] = if opposite < place {
                next[opposite]
            } else {
                let both: Shape = self
                    .motions
                    .image(0)
                    .cells()
                    .iter()
                    .chain(self.motions.cells(copy).cells())
                    .copied()
                    .collect();
                let around = self.grid.around(&both);
                let candidates = self.candidates(&around, last, &[REST, copy]);
                self.surrounds(&around, &candidates, None, last, asker)?
            };
        }
        Ok(next)
    }

    /// The copies that fit to these ones, and touch one of them; with the cells around that they cover.
    fn candidates(&self, around: &Shape, level: &[bool], inner: &[Motion]) -> Vec<(Motion, u128)> {
        let mut found: Vec<(Motion, u128)> = vec![];
        if around.len() > MOST_AROUND {
            return found;
        }
        for (number, &one) in inner.iter().enumerate() {
            for (&next, _) in self.touching.iter().zip(level).filter(|&(_, &is_at_level)| is_at_level) {
                let copy = self.motions.copy(self.motions.then(one, next));
                let is_new = inner[..number].iter().all(|&other| self.meeting(other, copy) == Meeting::Apart);
                if is_new && inner[number + 1..].iter().all(|&other| self.fit(other, copy, level)) {
                    let (isometry, step) = copy;
                    let cells = self.motions.image(isometry).cells().iter();
                    let places = cells.filter_map(|&cell| around.cells().binary_search(&(cell + step)).ok());
                    found.push((copy, places.fold(0, |mask, place| mask | 1 << place)));
                }
            }
        }
        found
    }

    /// Can all cells around be covered, by this copy among others?
    fn surrounds(
        &self,
        around: &Shape,
        candidates: &[(Motion, u128)],
        first: Option<Motion>,
        level: &[bool],
        asker: &mut Asker<'_>,
    ) -> Result<bool, Stop> {
        if around.len() > MOST_AROUND {
            return Ok(true);
        }
        let mut ring = Ring { pairs: self, level, nodes: 0 };
        let open = u128::MAX >> (MOST_AROUND - around.len());
        let chosen = first.and_then(|first| candidates.iter().find(|(copy, _)| *copy == first));
        let found = match chosen {
            Some(&(copy, mask)) => ring.cover(open & !mask, &ring.fitting(copy, candidates)),
            None => ring.cover(open, candidates),
        };
        asker.spend(ring.nodes)?;
        Ok(found)
    }
}

impl Ring<'_, '_> {
    fn fitting(&self, copy: Motion, others: &[(Motion, u128)]) -> Vec<(Motion, u128)> {
        others.iter().copied().filter(|&(other, _)| self.pairs.fit(copy, other, self.level)).collect()
    }

    /// Can all open cells be covered by copies that fit to each other? The cell with the fewest ways comes
    /// first.
    fn cover(&mut self, open: u128, copies: &[(Motion, u128)]) -> bool {
        self.nodes += 1;
        if open == 0 || self.nodes > MOST_NODES {
            return true;
        }
        let mut ways = [0_u16; MOST_AROUND];
        for &(_, mask) in copies {
            let mut mask = mask & open;
            while mask != 0 {
                ways[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
        let cells = (0..MOST_AROUND).filter(|&cell| open >> cell & 1 == 1);
        let Some(cell) = cells.min_by_key(|&cell| ways[cell]) else { return true };
        let (covering, left): (Vec<_>, Vec<_>) = copies.iter().partition(|(_, mask)| mask >> cell & 1 == 1);
        covering.into_iter().any(|(copy, mask)| {
            let fitting = self.fitting(copy, &left);
            self.cover(open & !mask, &fitting)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use combien::budget::Budget;
    use combien::problem::Builder;
    use combien::solve;

    use super::*;
    use crate::tiling::{Pattern, Quantity};

    /// The exact cover problem of these cells by copies that overlap none of the cells within.
    fn can_be_surrounded(piece: &Piece, lattice: &Lattice, inner: &Shape, around: &Shape) -> bool {
        let orientations = piece.orientations(lattice);
        let copies: BTreeSet<Shape> = around
            .cells()
            .iter()
            .flat_map(|&cell| {
                let shapes = orientations.iter().map(|(_, shape)| shape);
                shapes.flat_map(move |shape| shape.cells().iter().map(move |&of| (shape, cell - of)))
            })
            .filter(|&(_, step)| lattice.is_translation(step))
            .map(|(shape, step)| shape.shifted(step))
            .filter(|copy| !copy.cells().iter().any(|&cell| inner.contains(cell)))
            .collect();
        let mut builder = Builder::new();
        let name = |cell: Cell| format!("{},{}", cell.x, cell.y);
        let mut items: std::collections::BTreeMap<Cell, _> =
            around.cells().iter().map(|&cell| (cell, builder.primary(&name(cell)).unwrap())).collect();
        let others: BTreeSet<Cell> = copies.iter().flat_map(Shape::cells).copied().collect();
        for cell in others {
            items.entry(cell).or_insert_with(|| builder.secondary(&name(cell)).unwrap());
        }
        for copy in &copies {
            let cells = copy.cells().iter().map(|cell| combien::problem::Entry::from(items[cell]));
            builder.option(cells).unwrap();
        }
        solve::first(&builder.build()).unwrap().is_some()
    }

    /// Level 1 is what an exact cover problem of each pair says, and what touches is what touches.
    #[test]
    fn levels_are_those_of_exact_cover_problems() {
        for (lattice, drawing) in [
            (Lattice::square(), ".*..$.*..$****$.*.."),
            (Lattice::square(), "*...*$*****"),
            (Lattice::hexagon(), "**..$..**$...*"),
            (Lattice::triangle(), "****.$..**"),
            (Lattice::kite(), "..**..$****..$....**$......"),
        ] {
            let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
            let piece = Piece::new(shape, Quantity::ANY, lattice.isometries());
            let grid = Grid::new(lattice);
            let mut pairs = Pairs::new(&piece, lattice, &grid);
            let mut asker = Asker { budget: &Budget::UNLIMITED, nodes: 0 };
            let Ok(level) = pairs.level(1, &mut asker).map(<[bool]>::to_vec) else { panic!("no limits") };
            let middle = pairs.motions.image(0).clone();
            for (&copy, is_at_level) in pairs.touching.iter().zip(level) {
                let cells = pairs.motions.cells(copy);
                assert!(cells.cells().iter().any(|&cell| pairs.around.contains(cell)));
                assert!(!cells.cells().iter().any(|&cell| middle.contains(cell)));
                let both: Shape = middle.cells().iter().chain(cells.cells()).copied().collect();
                let around = grid.around(&both);
                let expected = can_be_surrounded(&piece, lattice, &both, &around);
                assert_eq!(is_at_level, expected, "{drawing}: {copy:?}");
            }
        }
    }
}
