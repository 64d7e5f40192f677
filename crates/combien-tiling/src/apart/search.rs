//! The search for the fewest moves that separate some pieces.

use combien::budget::{Budget, Reason};

use super::gaps::{FREE, Gaps};
use super::states::{Reached, Shift, States};
use super::{Answer, Move, Separation, Workbench};
use crate::tiling::{Cell, Shape};

/// Positions between two looks at the budget: some milliseconds.
const BETWEEN_LOOKS: u64 = 64;

pub(super) fn take_apart(
    bench: &mut Workbench,
    pieces: &[Shape],
    budget: &Budget,
    told: &mut dyn FnMut(u64),
) -> Result<Answer, Reason> {
    if pieces.len() < 2 {
        let start = vec![Cell::default(); pieces.len()];
        let pieces = (0..pieces.len()).collect();
        return Ok(Answer::Apart(Separation { pieces, start, moves: vec![], left: None, removed: None }));
    }
    let numbered: Vec<(usize, Cell)> = pieces.iter().map(|shape| bench.gaps.number(shape)).collect();
    let mut search = Search { bench, numbered, budget, told, stuck: vec![], looked: 0 };
    let all: Vec<usize> = (0..pieces.len()).collect();
    let start = vec![Cell::default(); all.len()];
    let parted = search.part(all, start)?;
    let Search { stuck, bench, .. } = search;
    Ok(match parted {
        Some(whole) if bench.groups.hold(&stuck) => Answer::Apart(whole),
        None if stuck.is_empty() => Answer::Stuck(vec![]),
        _ => Answer::Stuck(stuck.into_iter().last().unwrap_or_default()),
    })
}

/// One assembly, while it is taken apart.
struct Search<'a> {
    bench: &'a mut Workbench,
    /// The number of the shape of each piece, and its place in the assembly.
    numbered: Vec<(usize, Cell)>,
    budget: &'a Budget,
    told: &'a mut dyn FnMut(u64),
    /// The sets of pieces that stay together.
    stuck: Vec<Vec<usize>>,
    looked: u64,
}

/// How far each of some pieces can go along an axis, and back, until it meets each of the others.
struct Blocks {
    pieces: usize,
    /// By axis and way, then by the piece that goes, then by the one that is met.
    gaps: Vec<u32>,
}

impl Blocks {
    fn row(&self, (axis, is_back): (usize, bool), piece: usize) -> &[u32] {
        let table = 2 * axis + usize::from(is_back);
        &self.gaps[(table * self.pieces + piece) * self.pieces..][..self.pieces]
    }

    /// The pieces that this one takes along if it goes so far, itself included; `None` if these are more than
    /// half of all. Then the others, fewer, go the other way: the same positions relative to each other.
    fn along(&self, way: (usize, bool), piece: usize, steps: u32) -> Option<u64> {
        let (mut set, mut waiting) = (1u64 << piece, vec![piece]);
        while let Some(next) = waiting.pop() {
            for (other, &gap) in self.row(way, next).iter().enumerate() {
                if gap < steps && set >> other & 1 == 0 {
                    set |= 1 << other;
                    if 2 * set.count_ones() as usize > self.pieces {
                        return None;
                    }
                    waiting.push(other);
                }
            }
        }
        Some(set)
    }
}

impl Search<'_> {
    /// Takes these pieces apart, which are that far from their places in the assembly. `None` if they, or a
    /// part of them, are stuck.
    fn part(&mut self, pieces: Vec<usize>, start: Vec<Cell>) -> Result<Option<Separation>, Reason> {
        let first = start.first().copied().unwrap_or_default();
        let relative: Vec<Cell> = start.iter().map(|&place| place - first).collect();
        let mut states = States::new(&relative);
        let mut number = 0;
        while number < states.len() {
            self.look(&states)?;
            let places = states.places(number).to_vec();
            let blocks = self.blocks(&pieces, &places);
            if let Some(shift) = free(&blocks, self.bench.gaps.axes.len()) {
                let moves = self.moves(&pieces, &states, number, shift);
                return self.parts((pieces, start), &places, moves, shift.set);
            }
            self.shifts(&blocks, &places, &mut states, number);
            number += 1;
        }
        self.stuck.push(pieces);
        Ok(None)
    }

    /// Takes both parts apart after a separation. `places` are relative to the first piece.
    fn parts(
        &mut self,
        (pieces, start): (Vec<usize>, Vec<Cell>),
        places: &[Cell],
        moves: Vec<Move>,
        gone: u64,
    ) -> Result<Option<Separation>, Reason> {
        let mut whole = Separation { pieces, start, moves, left: None, removed: None };
        for is_gone in [true, false] {
            let belongs = |place: &usize| (gone >> place & 1 == 1) == is_gone;
            let part: Vec<usize> = (0..whole.pieces.len()).filter(belongs).collect();
            let names: Vec<usize> = part.iter().map(|&place| whole.pieces[place]).collect();
            if names.len() == 1 {
                continue;
            }
            if self.bench.groups.is_one(&names) {
                self.stuck.push(names.clone());
                if self.bench.groups.hold(&self.stuck) {
                    continue;
                }
                // The group has no place for all of these copies, so some of them have to come apart.
                self.stuck.pop();
            }
            // Where the pieces really are: the moves say how far each has gone.
            let now = whole.positions().pop().unwrap_or_default();
            debug_assert!(now.iter().zip(places).all(|(&at, &place)| at - now[0] == place));
            let below = self.part(names, part.iter().map(|&place| now[place]).collect())?;
            if below.is_none() && !self.bench.groups.hold(&self.stuck) {
                return Ok(None);
            }
            let below = below.map(Box::new);
            if is_gone { whole.removed = below } else { whole.left = below }
        }
        Ok(Some(whole))
    }

    fn look(&mut self, states: &States) -> Result<(), Reason> {
        self.looked += 1;
        self.bench.states += 1;
        if self.looked % BETWEEN_LOOKS == 1 {
            self.budget.check()?;
            (self.told)(self.bench.states);
        }
        match self.budget.nodes {
            Some(most) if self.bench.states > most => Err(Reason::Nodes(most)),
            _ => states.check(self.budget.memory()),
        }
    }

    fn blocks(&mut self, pieces: &[usize], places: &[Cell]) -> Blocks {
        let (count, axes) = (pieces.len(), self.bench.gaps.axes.len());
        let mut gaps = vec![FREE; 2 * axes * count * count];
        let gaps_of: &mut Gaps = &mut self.bench.gaps;
        for i in 0..count {
            for j in i + 1..count {
                let ((one, from), (other, to)) = (self.numbered[pieces[i]], self.numbered[pieces[j]]);
                let apart = to + places[j] - (from + places[i]);
                for (axis, &[on, back]) in gaps_of.between(one, other, apart).iter().enumerate() {
                    let mut put = |way: usize, from: usize, to: usize, gap: u32| {
                        gaps[((2 * axis + way) * count + from) * count + to] = gap;
                    };
                    put(0, i, j, on);
                    put(1, j, i, on);
                    put(1, i, j, back);
                    put(0, j, i, back);
                }
            }
        }
        Blocks { pieces: count, gaps }
    }

    /// Adds every position that one move leads to. A set of pieces can be shifted if it has all that its
    /// pieces take along: then it is a union of what single pieces take along, or its complement is one.
    fn shifts(&self, blocks: &Blocks, places: &[Cell], states: &mut States, from: usize) {
        let all = u64::MAX >> (64 - places.len());
        for (axis, is_back) in ways(self.bench.gaps.axes.len()) {
            // For each distance the sets that are known to be shifted so far: closed under unions.
            let mut known: Vec<Vec<u64>> = vec![];
            for piece in 0..places.len() {
                for steps in 1.. {
                    let Some(set) = blocks.along((axis, is_back), piece, steps) else { break };
                    if known.len() < steps as usize {
                        known.push(vec![]);
                    }
                    let sets = &mut known[steps as usize - 1];
                    if sets.contains(&set) {
                        continue;
                    }
                    let before = sets.len();
                    sets.push(set);
                    for other in 0..before {
                        let union = sets[other] | set;
                        if union != all && !sets.contains(&union) {
                            sets.push(union);
                        }
                    }
                    for &set in &sets[before..] {
                        let shift = Shift { set, axis, is_back, steps };
                        states.add(&self.shifted(places, shift), Reached { from, shift });
                    }
                }
            }
        }
    }

    /// The places after a shift, relative to the first piece.
    fn shifted(&self, places: &[Cell], shift: Shift) -> Vec<Cell> {
        let step = self.step(shift);
        let far = Cell {
            x: step.x * shift.steps as i32,
            y: step.y * shift.steps as i32,
            z: step.z * shift.steps as i32,
        };
        let moved = |(piece, &place): (usize, &Cell)| {
            if shift.set >> piece & 1 == 1 { place + far } else { place }
        };
        let mut after: Vec<Cell> = places.iter().enumerate().map(moved).collect();
        let first = after[0];
        for place in &mut after {
            *place = *place - first;
        }
        after
    }

    fn step(&self, shift: Shift) -> Cell {
        let step = self.bench.gaps.axes[shift.axis].step;
        if shift.is_back { -step } else { step }
    }

    /// The moves that lead to a position, and the last one.
    fn moves(&self, pieces: &[usize], states: &States, mut number: usize, last: Shift) -> Vec<Move> {
        let mut shifts = vec![last];
        while number > 0 {
            let Reached { from, shift } = states.reached[number];
            shifts.push(shift);
            number = from;
        }
        let as_move = |shift: Shift| {
            let moved = pieces.iter().enumerate().filter(|(place, _)| shift.set >> place & 1 == 1);
            let distance = (shift.steps != FREE).then_some(shift.steps);
            Move { pieces: moved.map(|(_, &piece)| piece).collect(), step: self.step(shift), distance }
        };
        shifts.into_iter().rev().map(as_move).collect()
    }
}

/// All directions: along each axis, and back.
fn ways(axes: usize) -> impl Iterator<Item = (usize, bool)> {
    (0..axes).flat_map(|axis| [(axis, false), (axis, true)])
}

/// Pieces that can be shifted away: a single one if any can.
fn free(blocks: &Blocks, axes: usize) -> Option<Shift> {
    let shift = |single: bool| {
        ways(axes).find_map(|(axis, is_back)| {
            let sets = (0..blocks.pieces).filter_map(|piece| blocks.along((axis, is_back), piece, FREE));
            let set = sets.into_iter().find(|set| !single || set.is_power_of_two())?;
            Some(Shift { set, axis, is_back, steps: FREE })
        })
    };
    shift(true).or_else(|| shift(false))
}
