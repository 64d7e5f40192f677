//! Polyforms that fit on a board, found on the board itself: there are millions of polyominoes of eighteen
//! cells, and few of them fit into a square of six.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::{Cell, Group, Lattice, Shape, polyforms};

/// A board has at most this number of cells: a set of them is a word.
pub(crate) const MOST_ON_BOARD: usize = u128::BITS as usize;

/// The maximum number of sets of cells that are looked at. That takes some seconds.
const MOST_STEPS: u32 = 1 << 23;

/// The maximum number of places of polyforms on the board.
const MOST_PLACES: usize = 1 << 19;

/// The canonical polyforms of these numbers of cells that fit on a board, under a group. If `alone` has the
/// sizes of all pieces, those are left out that no other pieces can complete: where the rest of the board falls
/// into parts one of which has a number of cells that is no sum of sizes. `None` if there are too many, or the
/// board is too large.
pub(crate) fn on_board(
    lattice: &Lattice,
    board: &Shape,
    sizes: RangeInclusive<usize>,
    alone: Option<RangeInclusive<usize>>,
    group: &Group,
) -> Option<BTreeSet<Shape>> {
    let cells = board.cells();
    if cells.len() > MOST_ON_BOARD {
        return None;
    }
    let mut search = Search::new(lattice, cells, sizes, alone);
    for root in 0..cells.len() {
        // The root is the first of the cells, so each set is found once.
        search.grow(1 << root, (1 << root) - 1)?;
    }
    let shape = |set: &u128| places(*set).map(|place| cells[place]).collect::<Shape>();
    Some(search.found.iter().map(|set| polyforms::canonical(&shape(set), lattice, group)).collect())
}

/// The bits of a set, ascending.
fn places(set: u128) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

/// The search for connected sets of cells, after D. H. Redelmeier (Discrete Mathematics 36, 1981): a set grows
/// by a cell beside it, and cells that were tried before are left out for good.
struct Search {
    board: u128,
    beside: Vec<u128>,
    sizes: RangeInclusive<usize>,
    /// The sizes of all pieces, if the rest of the board is to be covered by such pieces alone.
    alone: Option<RangeInclusive<usize>>,
    found: Vec<u128>,
    steps: u32,
}

impl Search {
    fn new(
        lattice: &Lattice,
        cells: &[Cell],
        sizes: RangeInclusive<usize>,
        alone: Option<RangeInclusive<usize>>,
    ) -> Search {
        let bit = |cell: &Cell| cells.binary_search(cell).map_or(0, |place| 1u128 << place);
        let beside = cells.iter().map(|&cell| lattice.neighbours(cell).iter().map(bit).fold(0, |a, b| a | b));
        let board = (0..cells.len()).fold(0, |board, place| board | 1 << place);
        Search { board, beside: beside.collect(), sizes, alone, found: vec![], steps: 0 }
    }

    /// All sets that have these cells and not the ones that are out. `None` if there are too many.
    fn grow(&mut self, inside: u128, mut out: u128) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > MOST_PLACES {
            return None;
        }
        let size = inside.count_ones() as usize;
        if self.sizes.contains(&size) && self.leaves_room(inside) {
            self.found.push(inside);
        }
        if size >= *self.sizes.end() {
            return Some(());
        }
        let around = places(inside).fold(0, |around, place| around | self.beside[place]);
        for place in places(around & !inside & !out) {
            let with = inside | 1 << place;
            if self.is_promising(with, out) {
                self.grow(with, out)?;
            }
            out |= 1 << place;
            if !self.is_promising(inside, out) {
                break;
            }
        }
        Some(())
    }

    /// The parts into which a set of cells falls.
    fn parts(&self, mut set: u128) -> impl Iterator<Item = u128> {
        std::iter::from_fn(move || {
            let part = self.part(set, set & set.wrapping_neg());
            set &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The cells of a set that are connected to a start.
    fn part(&self, within: u128, start: u128) -> u128 {
        let (mut part, mut edge) = (start & within, start & within);
        while edge != 0 {
            let next = places(edge).fold(0, |next, place| next | self.beside[place]);
            edge = next & within & !part;
            part |= edge;
        }
        part
    }

    /// Can pieces of the sizes cover each part of the rest of the board, as far as the numbers of cells say?
    fn leaves_room(&self, inside: u128) -> bool {
        let Some(alone) = &self.alone else { return true };
        let mut sizes = self.parts(self.board & !inside).map(|part| part.count_ones() as usize);
        // The fewest pieces that are large enough together must not be too large.
        sizes.all(|size| size.div_ceil(*alone.end()) * alone.start() <= size)
    }

    /// Can the set still become a polyform that leaves room? Only what is certain is said no to: a cell that is
    /// out stays in the rest, and the part of the rest that it is in can only shrink or fall apart.
    fn is_promising(&self, inside: u128, out: u128) -> bool {
        let (least, most) = (*self.sizes.start(), *self.sizes.end());
        if (self.part(self.board & !out, inside).count_ones() as usize) < least {
            return false;
        }
        let Some(alone) = &self.alone else { return true };
        let (mut needed, mut absorbed) = (0, inside.count_ones() as usize);
        for part in self.parts(self.board & !inside) {
            let size = part.count_ones() as usize;
            if part & out != 0 {
                if size < *alone.start() {
                    return false;
                }
                needed += alone.start();
            } else if size < *alone.start() {
                // Too small for a piece, so all of it joins the set.
                absorbed += size;
            }
        }
        absorbed <= most && needed + absorbed.max(least) <= self.board.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(width: i32, height: i32) -> Shape {
        (0..width).flat_map(|x| (0..height).map(move |y| Cell::plane(x, y))).collect()
    }

    /// Connected induced subgraphs of grid graphs: OEIS A059525 for squares, and those of n cells in A272435.
    #[test]
    fn sets_are_as_many_as_published() {
        let number = |side: i32, sizes: RangeInclusive<usize>| {
            let group = Group::trivial();
            let board = rectangle(side, side);
            let cells = board.cells().to_vec();
            let mut search = Search::new(Lattice::square(), &cells, sizes.clone(), None);
            (0..cells.len()).for_each(|root| search.grow(1 << root, (1 << root) - 1).unwrap());
            let shapes = on_board(Lattice::square(), &board, sizes, None, &group).unwrap();
            assert!(shapes.len() <= search.found.len());
            search.found.len()
        };
        assert_eq!([number(2, 1..=4), number(3, 1..=9), number(4, 1..=16)], [13, 218, 11506]);
        assert_eq!([number(3, 3..=3), number(4, 4..=4), number(5, 5..=5)], [22, 113, 571]);
    }

    /// What is left out is exactly what leaves a part that no pieces cover. Here all polyforms are tried.
    #[test]
    fn only_hopeless_polyforms_are_left_out() {
        let all = Lattice::square().isometries();
        for (width, height, sizes) in
            [(4, 4, 8..=8), (4, 3, 4..=6), (5, 3, 5..=5), (4, 4, 3..=5), (3, 4, 6..=6)]
        {
            let board = rectangle(width, height);
            let on = |alone| on_board(Lattice::square(), &board, sizes.clone(), alone, &all).unwrap();
            let (every, kept) = (on(None), on(Some(sizes.clone())));
            assert!(kept.is_subset(&every) && kept.len() < every.len(), "{width} {height}");
            for shape in &every {
                assert_eq!(kept.contains(shape), has_place(shape, &board, &sizes), "{shape:?}");
            }
        }
    }

    /// Is there a place for the shape such that the parts of the rest have sizes that are sums? Parts are
    /// found cell by cell.
    fn has_place(shape: &Shape, board: &Shape, sizes: &RangeInclusive<usize>) -> bool {
        let lattice = Lattice::square();
        let is_sum = |size: usize| (1..=size).any(|n| n * sizes.start() <= size && size <= n * sizes.end());
        lattice.isometries().orbit(shape, lattice).iter().any(|(_, image)| {
            (0..25).any(|step| {
                let cells: Vec<Cell> =
                    image.cells().iter().map(|&cell| cell + Cell::plane(step % 5, step / 5)).collect();
                let mut rest: BTreeSet<Cell> = board.cells().iter().copied().collect();
                if !cells.iter().all(|cell| rest.remove(cell)) {
                    return false;
                }
                while let Some(first) = rest.pop_first() {
                    let (mut stack, mut size) = (vec![first], 1);
                    while let Some(cell) = stack.pop() {
                        for next in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                            let next = cell + Cell::plane(next.0, next.1);
                            if rest.remove(&next) {
                                size += 1;
                                stack.push(next);
                            }
                        }
                    }
                    if !is_sum(size) {
                        return false;
                    }
                }
                true
            })
        })
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let all = Lattice::square().isometries();
        assert_eq!(on_board(Lattice::square(), &rectangle(12, 11), 1..=3, None, &all), None);
    }
}
