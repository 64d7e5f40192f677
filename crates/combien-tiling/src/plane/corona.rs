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
use combien::problem::{Bounds, BuildError, Builder, Color, Entry, ItemId, Kind, Problem, Solution};

use super::grid::Grid;
use super::{Asker, Heesch, Patch, PlaneError, Stop};
use crate::tiling::{Cell, Isometry, Lattice, Piece, Placement, Shape};

/// A copy of the piece: its orientation, and the step from the oriented shape at the origin.
type Copy = (usize, Cell);

/// The coronas around a piece that were found so far.
pub(super) struct Coronas<'a> {
    lattice: &'a Lattice,
    grid: &'a Grid,
    orientations: Vec<(Isometry, Shape)>,
    /// The greatest number of coronas without holes that was found.
    patch: Patch,
    /// From the second corona on: the copies that can be surrounded together with the piece.
    pairs: Option<Pairs>,
}

/// Copies that touch the piece, by their cells, so that both can be surrounded.
#[derive(Default)]
struct Pairs {
    /// In any way. So two copies of the first corona that touch each other lie like the piece and one of
    /// these.
    loose: BTreeSet<Shape>,
    /// So that all copies that touch the piece are of this set.
    strict: BTreeSet<Shape>,
}

impl<'a> Coronas<'a> {
    pub(super) fn new(piece: &Piece, lattice: &'a Lattice, grid: &'a Grid) -> Coronas<'a> {
        let orientations = piece.orientations(lattice);
        let mut patch = Patch { lattice: lattice.clone(), piece: piece.clone(), coronas: 0, copies: vec![] };
        let (isometry, shape) = &orientations[0];
        let middle = Placement { piece: 0, isometry: *isometry, shift: Cell::default() };
        patch.add(0, middle, shape.cells());
        Coronas { lattice, grid, orientations, patch, pairs: None }
    }

    pub(super) fn lattice(&self) -> &'a Lattice {
        self.lattice
    }

    pub(super) fn patch(&self) -> Patch {
        self.patch.clone()
    }

    /// Looks for one corona more than there are. If there is none, the Heesch number is known.
    pub(super) fn next(&mut self, asker: &mut Asker<'_>) -> Result<Option<Heesch>, Stop> {
        let number = self.patch.coronas + 1;
        if number == 2 {
            self.pairs = Some(self.pairs(asker)?);
        }
        let candidates = Candidates::new(self, number, asker.budget)?;
        let (mut apart, mut holed): (Vec<Vec<usize>>, Option<Patch>) = (candidates.clashes(), None);
        let refused = loop {
            let problem = candidates.problem(&apart).map_err(PlaneError::from)?;
            let Some(solution) = asker.first(&problem)? else { break problem };
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

    /// The copies that can be surrounded together with the piece. If there is a second corona, they make the
    /// first one. They are few of those that touch the piece, so the search for coronas becomes small.
    fn pairs(&self, asker: &mut Asker<'_>) -> Result<Pairs, Stop> {
        let all = Candidates::new(self, 1, asker.budget)?;
        let mut kept: BTreeSet<Shape> = BTreeSet::new();
        for candidate in &all.copies {
            if self.surrounds(candidate, None, asker)? {
                kept.insert(candidate.cells.clone());
            }
        }
        let (loose, mut before) = (kept.clone(), usize::MAX);
        while kept.len() < before {
            before = kept.len();
            for candidate in &all.copies {
                if kept.contains(&candidate.cells) && !self.surrounds(candidate, Some(&kept), asker)? {
                    kept.remove(&candidate.cells);
                }
            }
        }
        Ok(Pairs { loose, strict: kept })
    }

    /// Can the piece and this copy be surrounded, if the copies that touch the piece are some of these?
    fn surrounds(
        &self,
        candidate: &Candidate,
        some: Option<&BTreeSet<Shape>>,
        asker: &mut Asker<'_>,
    ) -> Result<bool, Stop> {
        let middle: Shape =
            self.orientations[0].1.cells().iter().chain(candidate.cells.cells()).copied().collect();
        let around = self.grid.around(&middle);
        let first = self.grid.around(&self.orientations[0].1);
        let copies: BTreeSet<Copy> = around.cells().iter().flat_map(|&cell| self.covering(cell)).collect();
        let is_meant = |cells: &Shape| {
            let touches = || cells.cells().iter().any(|&cell| first.contains(cell));
            !cells.cells().iter().any(|&cell| middle.contains(cell))
                && some.is_none_or(|some| some.contains(cells) || !touches())
        };
        let cells: Vec<Shape> =
            copies.into_iter().map(|copy| self.cells(copy)).filter(|cells| is_meant(cells)).collect();
        let problem = problem_of(&around, &cells).map_err(PlaneError::from)?;
        Ok(asker.first(&problem)?.is_some())
    }

    /// The cells of one copy, after the motion that leads another one to the piece.
    fn seen_from(&self, (orientation, step): Copy, other: &Shape) -> Shape {
        let (isometry, shape) = &self.orientations[orientation];
        let inverse = isometry.inverse();
        let turned = |cells: &Shape| cells.cells().iter().map(|&cell| inverse.apply(cell)).collect::<Shape>();
        let (own, other) = (turned(&shape.shifted(step)), turned(other));
        match (self.orientations[0].1.cells().first(), own.cells().first()) {
            (Some(&to), Some(&from)) => other.shifted(to - from),
            _ => other,
        }
    }

    /// All copies that cover this cell.
    fn covering(&self, cell: Cell) -> impl Iterator<Item = Copy> {
        let oriented = self.orientations.iter().enumerate();
        oriented.flat_map(move |(number, (_, shape))| {
            let steps = shape.cells().iter().map(move |&of| cell - of);
            steps.filter(|&step| self.lattice.is_translation(step)).map(move |step| (number, step))
        })
    }

    fn cells(&self, (orientation, step): Copy) -> Shape {
        self.orientations[orientation].1.shifted(step)
    }
}

/// A copy that may belong to this corona.
struct Candidate {
    corona: usize,
    copy: Copy,
    cells: Shape,
    /// The cells around it.
    around: Shape,
}

/// All copies that may belong to the coronas up to a number.
struct Candidates<'a> {
    of: &'a Coronas<'a>,
    number: usize,
    /// The cells around the piece.
    first: Shape,
    /// For each other cell that may have to be covered, the numbers of its items besides the cell itself.
    asked: BTreeMap<Cell, BTreeSet<usize>>,
    copies: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    fn new(of: &'a Coronas<'a>, number: usize, budget: &Budget) -> Result<Candidates<'a>, Stop> {
        let middle = &of.orientations[0].1;
        let first = of.grid.around(middle);
        let mut all = Candidates { of, number, first, asked: BTreeMap::new(), copies: vec![] };
        let mut bytes = 0;
        let mut front: BTreeSet<Cell> = all.first.cells().iter().copied().collect();
        for corona in 1..=number {
            let copies: BTreeSet<Copy> = front.iter().flat_map(|&cell| of.covering(cell)).collect();
            let mut next = BTreeSet::new();
            for (place, copy) in copies.into_iter().enumerate() {
                if place % 256 == 0 {
                    budget.check().map_err(Stop::Reason)?;
                }
                let cells = of.cells(copy);
                let is_free =
                    |&cell: &Cell| !middle.contains(cell) && (corona == 1 || !all.first.contains(cell));
                let strict =
                    of.pairs.as_ref().filter(|_| corona == 1 && number > 1).map(|pairs| &pairs.strict);
                if !cells.cells().iter().all(is_free) || strict.is_some_and(|strict| !strict.contains(&cells))
                {
                    continue;
                }
                let around = of.grid.around(&cells);
                // The problem has some copies of each cell.
                bytes += (cells.len() + around.len()) * 4 * size_of::<Cell>();
                if bytes as u64 > budget.memory() {
                    return Err(Stop::Reason(Reason::Memory(budget.memory())));
                }
                if corona < number {
                    next.extend(
                        around
                            .cells()
                            .iter()
                            .copied()
                            .filter(|&cell| !middle.contains(cell) && !all.first.contains(cell)),
                    );
                }
                all.copies.push(Candidate { corona, copy, cells, around });
            }
            for &cell in &next {
                all.asked.entry(cell).or_default().insert(corona + 1);
            }
            front = next;
        }
        Ok(all)
    }

    /// The pairs of copies of the first corona that touch each other, and cannot both be surrounded.
    fn clashes(&self) -> Vec<Vec<usize>> {
        let Some(pairs) = self.of.pairs.as_ref().filter(|_| self.number > 1) else { return vec![] };
        let first = self.copies.iter().take_while(|candidate| candidate.corona == 1).enumerate();
        let clash = |one: &Candidate, other: &Candidate| {
            let mut cells = other.cells.cells().iter();
            cells.clone().any(|&cell| one.around.contains(cell))
                && !cells.any(|&cell| one.cells.contains(cell))
                && !pairs.loose.contains(&self.of.seen_from(one.copy, &other.cells))
        };
        let before = |place: usize| self.copies[..place].iter().enumerate();
        first
            .flat_map(|(place, one)| {
                before(place).filter(|(_, other)| clash(one, other)).map(move |(other, _)| vec![other, place])
            })
            .collect()
    }

    /// The first cell around the piece that no candidate covers.
    fn uncovered(&self) -> Option<Cell> {
        let covered: BTreeSet<Cell> =
            self.copies.iter().flat_map(|candidate| candidate.cells.cells()).copied().collect();
        self.first.cells().iter().copied().find(|cell| !covered.contains(cell))
    }

    /// The problem, without solutions that have all candidates of one of these sets.
    fn problem(&self, apart: &[Vec<usize>]) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let mut cells: HashMap<Cell, ItemId> = HashMap::new();
        let name = |cell: Cell| self.of.lattice.cell_name(cell);
        for &cell in self.first.cells().iter().chain(self.asked.keys()) {
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
                    let (orientation, shift) = candidate.copy;
                    let isometry = self.of.orientations[orientation].0;
                    patch.add(corona, Placement { piece: 0, isometry, shift }, candidate.cells.cells());
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
                let may_be_filled = hole.len().is_multiple_of(self.of.orientations[0].1.len());
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

/// The exact cover problem of these cells by copies with these cells. Copies may cover other cells, too.
fn problem_of(must: &Shape, copies: &[Shape]) -> Result<Problem, BuildError> {
    let mut builder = Builder::new();
    let mut items: HashMap<Cell, ItemId> = HashMap::new();
    for (kind, cells) in [(Kind::Primary, std::slice::from_ref(must)), (Kind::Secondary, copies)] {
        for &cell in cells.iter().flat_map(Shape::cells) {
            if let Vacant(free) = items.entry(cell) {
                free.insert(builder.item(&format!("{},{}", cell.x, cell.y), kind)?);
            }
        }
    }
    for copy in copies {
        builder.option(copy.cells().iter().map(|cell| Entry::from(items[cell])))?;
    }
    Ok(builder.build())
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
        let made = |budget: &Budget| match Candidates::new(&coronas, 2, budget) {
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
