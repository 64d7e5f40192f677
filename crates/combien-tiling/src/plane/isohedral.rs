//! Isohedral tilings: a group of motions leads each copy to each other one.
//!
//! If no motion but the identity keeps the piece, the group is known from those of its motions that lead to
//! the copies around the piece. These copies cover all cells around it; with a motion its inverse is among
//! them; and if two of the copies touch, the motion that leads from one to the other is. A set of motions
//! with these three properties is looked for: each choice forces others, so few choices remain. The motions
//! that they generate lay the same copies around each copy, so they tile the plane; that they do is checked
//! on the torus, nevertheless.
//!
//! Only groups without mirrors are looked for: p1, p2, p3, p4, p6, pg and pgg. Every piece without holes that
//! tiles isohedrally does so with one of them: its sides on a mirror are straight, and half turns about
//! their middles do as well (Heesch and Kienzle's 28 types of asymmetric tiles, 1963).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::motions::{Motion, Motions, REST};
use super::pairs::{Meeting, Pairs};
use super::{Asker, Manner, PlaneError, Stop, Torus, torus};
use crate::tiling::{Cell, Isometry, Lattice, Piece, Placement, Shape, Wrap};

/// More motions of a group are not made to find its periods. A few dozen are enough.
const MOST_WORDS: usize = 5_000;

/// Looks for an isohedral tiling, with these isometries and with copies that touch as they may at this level.
pub(super) fn search(
    piece: &Piece,
    lattice: &Lattice,
    pairs: &Pairs<'_>,
    level: &[bool],
    may_use: &dyn Fn(Isometry) -> bool,
    asker: &mut Asker<'_>,
) -> Result<Option<Torus>, Stop> {
    if pairs.around.len() > u128::BITS as usize {
        return Ok(None);
    }
    let motions = &pairs.motions;
    let numbers = (0..motions.isometries().len()).filter(|&number| may_use(motions.isometries()[number]));
    let is_mirror =
        |motion: Motion| !motions.isometry(motion).is_rotation() && motions.then(motion, motion) == REST;
    let mut found: Vec<(Motion, u128)> = vec![];
    for number in numbers {
        for (&(image, step), _) in pairs.touching.iter().zip(level).filter(|&(_, &is_at_level)| is_at_level) {
            if motions.copy((number, step)).0 == image && !is_mirror((number, step)) {
                let cells = motions.image(number).cells().iter();
                let places =
                    cells.filter_map(|&cell| pairs.around.cells().binary_search(&(cell + step)).ok());
                found.push(((number, step), places.fold(0, |mask, place| mask | 1 << place)));
            }
        }
    }
    let number = found.iter().enumerate().map(|(number, &(motion, _))| (motion, number)).collect();
    let mut search = Search { piece, lattice, pairs, motions: found, number, nodes: 0 };
    let open = u128::MAX >> (u128::BITS as usize - pairs.around.len());
    let start = Choice { open, chosen: vec![], is_open: vec![true; search.motions.len()] };
    let found = search.extend(&start);
    asker.spend(search.nodes)?;
    Ok(found?)
}

struct Search<'p, 'a> {
    piece: &'p Piece,
    lattice: &'p Lattice,
    pairs: &'p Pairs<'a>,
    /// The motions to copies around the piece, with the cells around that these cover.
    motions: Vec<(Motion, u128)>,
    number: HashMap<Motion, usize>,
    nodes: u64,
}

/// Motions that were chosen. With each, its inverse is; with two to copies that touch, what leads from one to
/// the other is.
#[derive(Clone)]
struct Choice {
    /// The cells around that are not covered.
    open: u128,
    chosen: Vec<usize>,
    /// Which motions lead to a copy that overlaps none that was chosen.
    is_open: Vec<bool>,
}

impl Search<'_, '_> {
    fn extend(&mut self, choice: &Choice) -> Result<Option<Torus>, PlaneError> {
        self.nodes += 1;
        if choice.open == 0 {
            return self.torus(&choice.chosen);
        }
        let covering = |cell: u32| {
            let open = self.motions.iter().enumerate().filter(|&(number, _)| choice.is_open[number]);
            open.filter(move |(_, (_, mask))| mask >> cell & 1 == 1).map(|(number, _)| number)
        };
        let cells = (0..u128::BITS).filter(|&cell| choice.open >> cell & 1 == 1);
        let Some(cell) = cells.min_by_key(|&cell| covering(cell).count()) else { return Ok(None) };
        for number in covering(cell).collect::<Vec<_>>() {
            if let Some(next) = self.with(choice, number)
                && let Some(torus) = self.extend(&next)?
            {
                return Ok(Some(torus));
            }
        }
        Ok(None)
    }

    /// The choice with one more motion, and with all that it forces; `None` if one of them is not open.
    fn with(&self, choice: &Choice, number: usize) -> Option<Choice> {
        let (mut next, mut forced) = (choice.clone(), vec![number]);
        while let Some(number) = forced.pop() {
            if next.chosen.contains(&number) {
                continue;
            }
            if !next.is_open[number] {
                return None;
            }
            let (motion, mask) = self.motions[number];
            forced.push(*self.number.get(&self.pairs.motions.inverse(motion))?);
            for &other in &next.chosen {
                let (other, _) = self.motions[other];
                for between in
                    [(motion, other), (other, motion)].map(|(from, to)| self.pairs.motions.between(from, to))
                {
                    if self.pairs.seen(between) != Meeting::Apart {
                        forced.push(*self.number.get(&between)?);
                    }
                }
            }
            for (place, &(other, _)) in self.motions.iter().enumerate() {
                next.is_open[place] &= self.pairs.meeting(motion, other) != Meeting::Overlap;
            }
            next.chosen.push(number);
            next.open &= !mask;
        }
        Some(next)
    }

    /// The torus of the group that these motions generate, if the copies cover it once: one copy for each
    /// isometry of the group, since shifts are periods.
    fn torus(&self, chosen: &[usize]) -> Result<Option<Torus>, PlaneError> {
        let motions = &self.pairs.motions;
        let mut periods: Vec<Cell> = vec![];
        let mut copies: BTreeMap<usize, Cell> = [REST].into_iter().collect();
        let (mut words, mut seen) = (vec![REST], HashSet::from([REST]));
        let mut next = 0;
        while next < words.len() && words.len() < MOST_WORDS {
            let word = words[next];
            next += 1;
            for &number in chosen {
                let product = motions.then(word, self.motions[number].0);
                if !seen.insert(product) {
                    continue;
                }
                words.push(product);
                let (isometry, step) = product;
                let period = step - *copies.entry(isometry).or_insert(step);
                let Ok(wrap) = Wrap::new(self.lattice, &[&periods[..], &[period]].concat()) else { continue };
                periods = wrap.steps().collect();
            }
            if let [up, across] = periods[..] {
                // As the other tori are written: the second period leans by less than the first.
                let up = Cell { x: up.x.rem_euclid(across.x), ..up };
                let pitch = self.lattice.pitch();
                let units = (across.x / pitch) as usize * (up.y / pitch) as usize;
                if units * self.lattice.kinds().len() == copies.len() * self.piece.shape.len() {
                    return self.covered([across, up], &copies);
                }
            }
        }
        Ok(None)
    }

    /// The torus with these periods, if these copies cover it once.
    fn covered(
        &self,
        [across, up]: [Cell; 2],
        copies: &BTreeMap<usize, Cell>,
    ) -> Result<Option<Torus>, PlaneError> {
        let board = torus::board(self.lattice, [across, up])?;
        let tiling = torus::tiling(board, std::slice::from_ref(self.piece))?;
        let motions: &Motions = &self.pairs.motions;
        let wrap = tiling.board().wrap();
        let on_board: HashMap<Cell, Cell> =
            tiling.board().cells().cells().iter().map(|&cell| (wrap.representative(cell), cell)).collect();
        let placed: Vec<(Placement, Shape)> = copies
            .iter()
            .map(|(&isometry, &shift)| {
                let cells = motions.cells((isometry, shift));
                let places = cells.cells().iter().map(|&cell| wrap.representative(cell));
                let cells = places.filter_map(|place| on_board.get(&place)).copied().collect();
                let isometry = motions.isometries()[isometry];
                (Placement { piece: 0, isometry, shift }, cells)
            })
            .collect();
        let cells: Shape = placed.iter().flat_map(|(_, cells)| cells.cells()).copied().collect();
        let is_cover =
            cells.len() == placed.len() * self.piece.shape.len() && cells == *tiling.board().cells();
        let manner = match &placed[..] {
            [_] => Manner::Translations,
            [_, (other, _)] if self.lattice.half_turns().contains(other.isometry) => Manner::HalfTurns,
            _ => Manner::Isohedral,
        };
        Ok(is_cover.then(|| Torus { tiling, placed, periods: [across, up], manner }))
    }
}
