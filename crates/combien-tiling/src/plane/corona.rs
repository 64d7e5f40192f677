//! Coronas: k rings of copies around a piece, as one exact cover problem.
//!
//! Copies have the number of their corona, from 1 to k. Items are cells; those around the piece must be
//! covered. Whether another cell must be covered depends on the copies: each cell around a copy of corona
//! j < k must be, and by a copy of corona j + 1 at most. So such a cell may stay free by an option of its
//! own, the *gap*, and it has an item for each number t from 2 to k: "a copy of corona t at most covers it".
//! A gap denies all of these, a copy of corona j on the cell denies those below j, and a copy of corona j
//! around the cell affirms that of j + 1. To affirm and to deny are the two colors of the item.
//!
//! So the copies of the first corona are chosen together with what surrounds them. (To list the first coronas
//! and to try to surround each was refused: there may be millions.)
//!
//! A solution may have holes, which are cells that no cell around the corona leads to. Then the copies
//! around the hole must not be chosen together any more, and another solution is asked for.

use std::collections::hash_map::Entry::Vacant;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use combien::budget::{Budget, Reason};
use combien::problem::{Bounds, BuildError, Builder, Color, Entry, ItemId, Problem, Solution};
use combien::solve::Engine;

use super::grid::Grid;
use super::motions::{Motion, REST};
use super::pairs::{Meeting, Pairs};
use super::{Asker, Heesch, Patch, PlaneError, Stop, Torus, isohedral};
use crate::tiling::{Cell, Isometry, Lattice, Piece, Placement, Shape};

/// The coronas around a piece that were found so far.
pub(super) struct Coronas<'a> {
    lattice: &'a Lattice,
    grid: &'a Grid,
    pub(super) pairs: Pairs<'a>,
    /// The greatest number of coronas without holes that was found.
    patch: Patch,
}

impl<'a> Coronas<'a> {
    pub(super) fn new(piece: &Piece, lattice: &'a Lattice, grid: &'a Grid) -> Coronas<'a> {
        let pairs = Pairs::new(piece, lattice, grid);
        let mut patch = Patch { lattice: lattice.clone(), piece: piece.clone(), coronas: 0, copies: vec![] };
        let middle = Placement { piece: 0, isometry: pairs.motions.isometry(REST), shift: Cell::default() };
        patch.add(0, middle, pairs.motions.image(0).cells());
        Coronas { lattice, grid, pairs, patch }
    }

    pub(super) fn lattice(&self) -> &'a Lattice {
        self.lattice
    }

    pub(super) fn patch(&self) -> Patch {
        self.patch.clone()
    }

    /// An isohedral tiling with these isometries, in which copies touch as they may at this level.
    pub(super) fn isohedral(
        &mut self,
        piece: &Piece,
        level: usize,
        may_use: &dyn Fn(Isometry) -> bool,
        asker: &mut Asker<'_>,
    ) -> Result<Option<Torus>, Stop> {
        let level = self.pairs.level(level, asker)?.to_vec();
        isohedral::search(piece, self.lattice, &self.pairs, &level, may_use, asker)
    }

    /// Looks for one corona more than there are. If there is none, the Heesch number is known.
    pub(super) fn next(&mut self, asker: &mut Asker<'_>) -> Result<Option<Heesch>, Stop> {
        let number = self.patch.coronas + 1;
        let mut levels = vec![];
        for corona in 1..=number {
            levels.push(self.pairs.level(number - corona, asker)?.to_vec());
        }
        let first = if number > 1 { self.pairs.supported(&levels[0], asker)? } else { levels[0].clone() };
        let candidates = Candidates::new(self, &first, &levels, asker.budget)?;
        let (mut apart, mut holed): (Vec<Vec<usize>>, Option<Patch>) = (candidates.clashes(&levels), None);
        // From the second corona on, most copies clash far from where they were chosen: an engine that learns
        // ends where the others do not (polyhexes of 7 cells: 20 s, not hours). One corona is a small problem.
        let engine = if number > 1 { Engine::Sat } else { Engine::Auto };
        let refused = loop {
            let problem = candidates.problem(&apart).map_err(PlaneError::from)?;
            let Some(solution) = asker.first(&problem, engine)? else { break problem };
            let patch = candidates.patch(&solution, &self.patch);
            let holes = candidates.holes(&patch);
            if holes.is_empty() {
                self.patch = patch;
                return Ok(None);
            }
            // Holes within are no holes of the last corona, and forbid the patch.
            if holed.is_none() && holes.iter().all(|&(corona, _)| corona == number) {
                holed = Some(patch);
            }
            // Until a patch with holes in the last corona only is found, those do not forbid any: another
            // patch may have them and no holes within.
            let only_within = holed.is_none();
            let forbidden = holes.into_iter().filter(|&(corona, _)| !only_within || corona < number);
            apart.extend(forbidden.map(|(_, copies)| copies));
        };
        let with_holes = self.patch.coronas + usize::from(holed.is_some());
        Ok(Some(Heesch {
            number: self.patch.coronas,
            with_holes,
            uncovered: if with_holes == 0 { candidates.uncovered() } else { None },
            patch: holed.unwrap_or_else(|| self.patch()),
            refused,
        }))
    }
}

/// A copy that may belong to this corona.
struct Candidate {
    corona: usize,
    copy: Motion,
    cells: Shape,
    /// The cells around it.
    around: Shape,
}

/// All copies that may belong to the coronas up to a number.
struct Candidates<'a> {
    of: &'a Coronas<'a>,
    number: usize,
    /// For each other cell that may have to be covered, the numbers of its items besides the cell itself.
    asked: BTreeMap<Cell, BTreeSet<usize>>,
    copies: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    /// The copies that may belong to each corona: in the first one some of those that touch the piece, and
    /// then those that touch a copy of the corona before as they may at the level of this one.
    fn new(
        of: &'a Coronas<'a>,
        first: &[bool],
        levels: &[Vec<bool>],
        budget: &Budget,
    ) -> Result<Candidates<'a>, Stop> {
        let (pairs, number) = (&of.pairs, levels.len());
        let mut all = Candidates { of, number, asked: BTreeMap::new(), copies: vec![] };
        let (mut bytes, mut inner) = (0, vec![REST]);
        for (corona, level) in (1..).zip(levels) {
            let level = if corona == 1 { first } else { level };
            let touching =
                || pairs.touching.iter().zip(level).filter(|&(_, &may)| may).map(|(&copy, _)| copy);
            let beside = |&copy: &Motion| {
                touching().map(move |next| pairs.motions.copy(pairs.motions.then(copy, next)))
            };
            let copies: BTreeSet<Motion> = inner.iter().flat_map(beside).collect();
            let is_free = |&copy: &Motion| match pairs.seen(copy) {
                Meeting::Touch(_) => corona == 1,
                meeting => meeting == Meeting::Apart,
            };
            inner = copies.into_iter().filter(is_free).collect();
            for (place, &copy) in inner.iter().enumerate() {
                if place % 256 == 0 {
                    budget.check().map_err(Stop::Reason)?;
                }
                let cells = pairs.motions.cells(copy);
                let around = of.grid.around(&cells);
                // The problem has some copies of each cell.
                bytes += (cells.len() + around.len()) * 4 * size_of::<Cell>();
                if bytes as u64 > budget.memory() {
                    return Err(Stop::Reason(Reason::Memory(budget.memory())));
                }
                if corona < number {
                    let is_beyond = |&&cell: &&Cell| {
                        !pairs.around.contains(cell) && !pairs.motions.image(0).contains(cell)
                    };
                    for &cell in around.cells().iter().filter(is_beyond) {
                        all.asked.entry(cell).or_default().insert(corona + 1);
                    }
                }
                all.copies.push(Candidate { corona, copy, cells, around });
            }
        }
        Ok(all)
    }

    /// The pairs of copies that touch each other, and cannot both be surrounded as often as they would be.
    fn clashes(&self, levels: &[Vec<bool>]) -> Vec<Vec<usize>> {
        let pairs = &self.of.pairs;
        let inner = self.copies.partition_point(|candidate| candidate.corona < self.number);
        let clash = |one: &Candidate, other: &Candidate| {
            let level = &levels[one.corona.max(other.corona) - 1];
            matches!(pairs.meeting(one.copy, other.copy), Meeting::Touch(copy) if !level[usize::from(copy)])
        };
        let before =
            |place: usize| (0..place).filter(move |&other| clash(&self.copies[other], &self.copies[place]));
        (0..inner).flat_map(|place| before(place).map(move |other| vec![other, place])).collect()
    }

    /// The first cell around the piece that no candidate covers.
    fn uncovered(&self) -> Option<Cell> {
        let covered: BTreeSet<Cell> =
            self.copies.iter().flat_map(|candidate| candidate.cells.cells()).copied().collect();
        self.of.pairs.around.cells().iter().copied().find(|cell| !covered.contains(cell))
    }

    /// The problem, without solutions that have all candidates of one of these sets.
    fn problem(&self, apart: &[Vec<usize>]) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let mut cells: HashMap<Cell, ItemId> = HashMap::new();
        let name = |cell: Cell| self.of.lattice.cell_name(cell);
        for &cell in self.of.pairs.around.cells().iter().chain(self.asked.keys()) {
            cells.insert(cell, builder.primary(&name(cell))?);
        }
        let mut together: Vec<ItemId> = vec![];
        for (number, set) in apart.iter().enumerate().filter(|(_, set)| set.len() > 2) {
            let bounds = Bounds { lo: 0, hi: set.len() as u32 - 1 };
            together.push(builder.bounded(&format!("apart{}", number + 1), bounds)?);
        }
        for candidate in &self.copies {
            for &cell in candidate.cells.cells() {
                if let Vacant(free) = cells.entry(cell) {
                    free.insert(builder.secondary(&name(cell))?);
                }
            }
        }
        let mut by = HashMap::new();
        for (&cell, numbers) in &self.asked {
            for &number in numbers {
                by.insert((cell, number), builder.secondary(&format!("{}@{number}", name(cell)))?);
            }
        }
        for number in (0..apart.len()).filter(|&number| apart[number].len() == 2) {
            together.push(builder.secondary(&format!("apart{}", number + 1))?);
        }
        // The items of the sets, those of more than two first.
        let mut sets: Vec<&Vec<usize>> = apart.iter().collect();
        sets.sort_by_key(|set| set.len() == 2);
        let mut more: HashMap<usize, Vec<ItemId>> = HashMap::new();
        for (set, &item) in sets.into_iter().zip(&together) {
            for &candidate in set {
                more.entry(candidate).or_default().push(item);
            }
        }
        let colors = [builder.color("no"), builder.color("yes")];
        for (number, candidate) in self.copies.iter().enumerate() {
            let more = more.get(&number).into_iter().flatten().map(|&item| Entry::from(item));
            builder.option(self.entries(candidate, &cells, &by, colors).chain(more))?;
        }
        for (cell, numbers) in &self.asked {
            let denied = numbers.iter().map(|&number| by[&(*cell, number)].colored(colors[0]));
            builder.option(std::iter::once(Entry::from(cells[cell])).chain(denied))?;
        }
        Ok(builder.build())
    }

    /// What a candidate covers, denies and affirms.
    fn entries<'b>(
        &'b self,
        candidate: &'b Candidate,
        cells: &'b HashMap<Cell, ItemId>,
        by: &'b HashMap<(Cell, usize), ItemId>,
        [no, yes]: [Color; 2],
    ) -> impl Iterator<Item = Entry> + 'b {
        let covered = candidate.cells.cells().iter().map(|cell| Entry::from(cells[cell]));
        let denied =
            candidate.cells.cells().iter().flat_map(move |&cell| {
                (2..candidate.corona).filter_map(move |number| by.get(&(cell, number)))
            });
        let around = candidate.around.cells().iter();
        let affirmed = around.filter_map(move |&cell| by.get(&(cell, candidate.corona + 1)));
        let affirmed = affirmed.filter(move |_| candidate.corona < self.number);
        covered
            .chain(denied.map(move |item| item.colored(no)))
            .chain(affirmed.map(move |item| item.colored(yes)))
    }

    /// The coronas of a solution. Copies that touch nothing within are left out: nobody asked for them.
    fn patch(&self, solution: &Solution, inner: &Patch) -> Patch {
        let mut patch = Patch { coronas: 0, copies: inner.copies[..1].to_vec(), ..inner.clone() };
        let chosen: Vec<&Candidate> =
            solution.options().iter().filter_map(|option| self.copies.get(option.index())).collect();
        for corona in 1..=self.number {
            let surrounded = self.of.grid.around(&patch.within(corona - 1));
            for candidate in chosen.iter().filter(|candidate| candidate.corona == corona) {
                if candidate.cells.cells().iter().any(|&cell| surrounded.contains(cell)) {
                    let isometry = self.of.pairs.motions.isometry(candidate.copy);
                    let placement = Placement { piece: 0, isometry, shift: candidate.copy.1 };
                    patch.add(corona, placement, candidate.cells.cells());
                }
            }
        }
        patch
    }

    /// The holes of each corona: its number, and the candidates around the hole.
    fn holes(&self, patch: &Patch) -> Vec<(usize, Vec<usize>)> {
        let mut found = vec![];
        for corona in 1..=self.number {
            let whole = patch.within(corona);
            for hole in self.of.grid.holes(&whole) {
                let near = self.of.grid.around(&hole);
                let may_be_filled = hole.len().is_multiple_of(self.of.pairs.motions.image(0).len());
                let is_closed = near.cells().iter().all(|&cell| whole.contains(cell));
                // A hole that copies might fill is one because of the copies at its corners, too.
                let keeps = |cells: &Shape| match (may_be_filled, is_closed) {
                    (false, _) => self.of.grid.share_a_side(hole.cells(), cells),
                    (true, true) => cells.cells().iter().any(|&cell| near.contains(cell)),
                    (true, false) => true,
                };
                let around = patch.copies.iter().filter(|(of, _, cells)| *of <= corona && keeps(cells));
                let number = |(corona, placement, cells): &(usize, Placement, Shape)| {
                    self.copies.iter().position(|candidate| {
                        candidate.corona == *corona
                            && candidate.copy.1 == placement.shift
                            && candidate.cells == *cells
                    })
                };
                found.push((corona, around.filter_map(number).collect()));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use combien::budget::StopFlag;

    use super::*;
    use crate::tiling::{Pattern, Quantity};

    #[test]
    fn limits_stop_the_making_of_candidates() {
        let square = Lattice::square();
        let shape = Pattern::from_drawing("**$*.").unwrap().shape();
        let piece = Piece::new(shape, Quantity::ANY, square.isometries());
        let grid = Grid::new(square);
        let coronas = Coronas::new(&piece, square, &grid);
        let levels = vec![vec![true; coronas.pairs.touching.len()]; 2];
        let made = |budget: &Budget| match Candidates::new(&coronas, &levels[0], &levels, budget) {
            Ok(candidates) => Ok(candidates.copies.len()),
            Err(Stop::Reason(reason)) => Err(reason),
            Err(Stop::Error(error)) => panic!("{error}"),
        };
        assert!(made(&Budget::UNLIMITED).is_ok_and(|copies| copies > 100));
        assert_eq!(made(&Budget::of_memory(1000)), Err(Reason::Memory(1000)));
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(made(&Budget::until(stop)), Err(Reason::Asked));
    }
}
