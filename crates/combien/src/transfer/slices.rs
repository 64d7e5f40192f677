//! What grows by slices, and the automaton that fills one slice after the other.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexSet;

use super::{Stage, Tell, TransferError};
use crate::budget::Budget;

/// A region that grows by slices, and the placements that may cover its cells.
///
/// The slices form a period, which is repeated forever. A head may stand before it, which is filled once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slices {
    /// The number of slices of the head. If there are none, no slice at all is a region, too: the empty one.
    pub head: usize,
    /// The number of cells of each slice: of the head, then of a period.
    pub sizes: Vec<usize>,
    /// For each of these slices the placements whose first slice it is. A placement is a list of cells: how
    /// many slices after the first one, and which cell there; ascending, each once. Equal placements
    /// count as often as they stand there.
    pub placements: Vec<Vec<Vec<(usize, usize)>>>,
    /// The number of vertices of each slice; empty if there are none. They are numbered after its cells. A
    /// placement lists them too, and any number of placements may have one, but at least one must.
    #[doc(hidden)]
    pub vertices: Vec<usize>,
    /// For each placement, in the same order: is it a copy that [`ByCopies`](super::ByCopies) counts? Empty
    /// if none is.
    #[doc(hidden)]
    pub counted: Vec<Vec<bool>>,
}

impl Slices {
    /// The number of cells and vertices of a slice.
    fn width(&self, slice: usize) -> usize {
        self.sizes[slice] + self.vertices.get(slice).copied().unwrap_or(0)
    }

    /// The slice that follows a slice.
    fn after(&self, slice: usize) -> usize {
        if slice + 1 < self.sizes.len() { slice + 1 } else { self.head }
    }
}

/// The words of a set of cells.
const WORDS: usize = 4;

/// The number of cells that a slice and those that placements reach from it may have together.
pub const MOST_AHEAD: usize = 64 * WORDS;
/// While a slice is filled, there may be this many times as many sets as states at the end.
const TIMES_ON_THE_WAY: usize = 16;
/// States between two checks of the budget.
const BETWEEN_LOOKS: usize = 1 << 10;

/// Cells that are covered, numbered from the first cell of the next slice.
type Set = [u64; WORDS];

/// The set without its first numbers, so that the cell after them has the number 0.
fn shifted(set: Set, by: usize) -> Set {
    let (words, bits) = (by / 64, by % 64);
    std::array::from_fn(|place| {
        let word = |place: usize| set.get(place).copied().unwrap_or(0);
        let high = word(place + words + 1).checked_shl(64 - bits as u32).unwrap_or(0);
        word(place + words) >> bits | high
    })
}

/// A weighted automaton: its walks of length n from the first state to an accepting one are the ways to cover
/// the first n slices.
///
/// A state is the next slice with the cells in it and behind it that are covered; a transition is a way to
/// cover the rest of the slice. States from which no accepting state can be reached are left out. States are
/// merged as long as they have equal numbers of transitions to each merged state (a bisimulation), so that
/// walks keep their numbers.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// How many states there were before any were left out or merged.
    pub met: usize,
    pub(super) start: usize,
    pub(super) accepting: Vec<bool>,
    /// For each state the transitions that lead away.
    pub(super) moves: Vec<Vec<Move>>,
    /// A transition with k counted copies weighs 2 to the power k times this: see
    /// [`ByCopies`](super::ByCopies).
    pub(super) shift: u64,
}

/// Transitions to one state that place equally many counted copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move {
    pub(super) to: usize,
    pub(super) copies: u32,
    /// How many transitions.
    pub(super) ways: u64,
}

impl Automaton {
    /// The automaton of a region, if it has at most this number of states.
    pub fn new(slices: &Slices, most: usize, budget: &Budget) -> Result<Automaton, TransferError> {
        Automaton::telling(slices, most, budget, &|_| {})
    }

    /// As [`Automaton::new`], and tells how many states there are.
    #[doc(hidden)]
    pub fn telling(
        slices: &Slices,
        most: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Automaton, TransferError> {
        let windows =
            (0..slices.sizes.len()).map(|slice| Window::new(slices, slice)).collect::<Result<Vec<_>, _>>()?;
        let mut states = IndexSet::from([(0, [0; WORDS])]);
        let mut moves = vec![];
        while let Some(&(slice, covered)) = states.get_index(moves.len()) {
            budget.check()?;
            tell(Stage::States(moves.len(), states.len()));
            let next = slices.after(slice);
            let ways = windows[slice].fillings(covered, most, budget)?;
            moves.push(
                ways.into_iter()
                    .map(|((set, copies), ways)| {
                        let reached = (next, shifted(set, slices.width(slice)));
                        Move { to: states.insert_full(reached).0, copies, ways }
                    })
                    .collect(),
            );
            if states.len() > most {
                return Err(TransferError::TooManyStates(most));
            }
        }
        let is_board = |&(slice, set): &(usize, Set)| {
            set.iter().zip(windows[slice].shared).all(|(set, shared)| set & !shared == 0)
                && (slices.head == 0 || slice > 0)
        };
        let accepting = states.iter().map(is_board).collect();
        Automaton { met: states.len(), start: 0, accepting, moves, shift: 0 }.trimmed().merged(budget)
    }

    /// How many states.
    pub fn states(&self) -> usize {
        self.moves.len()
    }

    /// How many pairs of states have transitions from one to the other; pairs count again for each number of
    /// counted copies.
    pub fn transitions(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// The most counted copies that one transition places.
    pub(super) fn most_copies(&self) -> u32 {
        self.moves.iter().flatten().map(|step| step.copies).max().unwrap_or(0)
    }

    /// Without the states from which no accepting state can be reached; the first one stays.
    fn trimmed(self) -> Automaton {
        let mut before = vec![vec![]; self.moves.len()];
        for (state, moves) in self.moves.iter().enumerate() {
            for step in moves {
                before[step.to].push(state);
            }
        }
        let mut is_kept = self.accepting.clone();
        let mut left: Vec<usize> = (0..is_kept.len()).filter(|&state| is_kept[state]).collect();
        while let Some(state) = left.pop() {
            for &state in &before[state] {
                if !std::mem::replace(&mut is_kept[state], true) {
                    left.push(state);
                }
            }
        }
        is_kept[self.start] = true;
        let kept: Vec<usize> = (0..is_kept.len()).filter(|&state| is_kept[state]).collect();
        let mut numbers = vec![None; is_kept.len()];
        kept.iter().enumerate().for_each(|(number, &state)| numbers[state] = Some(number));
        let moves_of = |&state: &usize| {
            let kept = |&step: &Move| Some(Move { to: numbers[step.to]?, ..step });
            self.moves[state].iter().filter_map(kept).collect()
        };
        Automaton {
            met: self.met,
            start: numbers[self.start].unwrap_or_default(),
            accepting: kept.iter().map(|&state| self.accepting[state]).collect(),
            moves: kept.iter().map(moves_of).collect(),
            shift: self.shift,
        }
    }

    /// With equivalent states merged: the coarsest partition in which the states of a class have equal
    /// numbers of transitions to each class, for each number of counted copies.
    fn merged(self, budget: &Budget) -> Result<Automaton, TransferError> {
        let mut class: Vec<usize> =
            self.accepting.iter().map(|&is_accepting| usize::from(is_accepting)).collect();
        let mut number = 0;
        loop {
            let mut classes = HashMap::new();
            let mut firsts = vec![];
            let mut refined = vec![];
            for state in 0..class.len() {
                if state % BETWEEN_LOOKS == 0 {
                    budget.check()?;
                }
                let mut sums: BTreeMap<(usize, u32), u64> = BTreeMap::new();
                for step in &self.moves[state] {
                    let ways = sums.entry((class[step.to], step.copies)).or_default();
                    *ways = ways.checked_add(step.ways).ok_or(TransferError::TooManyFillings)?;
                }
                let step = |((to, copies), ways)| Move { to, copies, ways };
                let moves: Vec<Move> = sums.into_iter().map(step).collect();
                refined.push(*classes.entry((class[state], moves.clone())).or_insert_with(|| {
                    firsts.push((self.accepting[state], moves));
                    firsts.len() - 1
                }));
            }
            // The classes of an unchanged partition have the numbers that their transitions name, for both
            // are given in the order of the states.
            let is_done = firsts.len() == number && refined == class;
            number = firsts.len();
            class = refined;
            if is_done {
                let (accepting, moves) = firsts.into_iter().unzip();
                return Ok(Automaton { start: class[self.start], accepting, moves, ..self });
            }
        }
    }
}

/// A slice and those that placements reach from it, as sets.
struct Window {
    /// For each cell of the slice the placements whose first cell it is, and the copies that each counts for.
    placements: Vec<Vec<(Set, u32)>>,
    /// The vertices, which placements may share.
    shared: Set,
    /// Those of the slice itself.
    due: Set,
}

impl Window {
    fn new(slices: &Slices, slice: usize) -> Result<Window, TransferError> {
        let put = |set: &mut Set, number: usize| -> Result<(), TransferError> {
            *set.get_mut(number / 64).ok_or(TransferError::TooWide)? |= 1 << (number % 64);
            Ok(())
        };
        let mut window =
            Window { placements: vec![vec![]; slices.sizes[slice]], shared: [0; WORDS], due: [0; WORDS] };
        for (number, placement) in slices.placements[slice].iter().enumerate() {
            let is_counted = slices.counted.get(slice).is_some_and(|counted| counted[number]);
            let mut set: Set = [0; WORDS];
            let (mut at, mut base, mut passed) = (slice, 0, 0);
            for &(ahead, cell) in placement {
                while passed < ahead {
                    base += slices.width(at);
                    at = slices.after(at);
                    passed += 1;
                }
                put(&mut set, base + cell)?;
            }
            if let Some(&(_, first)) = placement.first() {
                window.placements[first].push((set, is_counted.into()));
            }
        }
        if slices.width(slice) > MOST_AHEAD {
            return Err(TransferError::TooWide);
        }
        let (mut at, mut base) = (slice, 0);
        while base < MOST_AHEAD && slices.vertices.iter().any(|&number| number > 0) {
            for number in base + slices.sizes[at]..(base + slices.width(at)).min(MOST_AHEAD) {
                put(&mut window.shared, number)?;
                if base == 0 {
                    put(&mut window.due, number)?;
                }
            }
            base += slices.width(at);
            at = slices.after(at);
        }
        Ok(window)
    }

    /// The sets that cover all cells of the slice, made of a set and placements, with the number of counted
    /// copies, and in how many ways. Each set is a state; so are mostly those on the way, and an error is
    /// returned if these are many times the limit.
    fn fillings(
        &self,
        covered: Set,
        most: usize,
        budget: &Budget,
    ) -> Result<BTreeMap<(Set, u32), u64>, TransferError> {
        let mut front = BTreeMap::from([((covered, 0), 1u64)]);
        for (cell, placements) in self.placements.iter().enumerate() {
            budget.check()?;
            if front.len() > most.saturating_mul(TIMES_ON_THE_WAY) {
                return Err(TransferError::TooManyStates(most));
            }
            let mut next = BTreeMap::new();
            let mut add = |reached: (Set, u32), more: u64| {
                let times: &mut u64 = next.entry(reached).or_default();
                *times = times.checked_add(more).ok_or(TransferError::TooManyFillings)?;
                Ok::<(), TransferError>(())
            };
            for ((set, copies), times) in front {
                if set[cell / 64] >> (cell % 64) & 1 == 1 {
                    add((set, copies), times)?;
                    continue;
                }
                for (mask, more) in placements {
                    if (0..WORDS).all(|word| set[word] & mask[word] & !self.shared[word] == 0) {
                        add((std::array::from_fn(|word| set[word] | mask[word]), copies + more), times)?;
                    }
                }
            }
            front = next;
        }
        front.retain(|(set, _), _| (0..WORDS).all(|word| self.due[word] & !set[word] == 0));
        Ok(front)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_shifted_over_words() {
        let set = [1 << 63 | 1, 5, 0, 1 << 62];
        assert_eq!(shifted(set, 0), set);
        assert_eq!(shifted(set, 63), [1 | 5 << 1, 0, 1 << 63, 0]);
        assert_eq!(shifted(set, 64), [5, 0, 1 << 62, 0]);
        assert_eq!(shifted(set, 254), [1, 0, 0, 0]);
        assert_eq!(shifted(set, 256), [0; WORDS]);
    }

    /// Dominoes on 60 rows: the first slice alone can be filled in F(61) ways that reach different states.
    #[test]
    fn one_slice_may_reach_too_many_states() {
        let across = (0..60).map(|cell| vec![(0, cell), (1, cell)]);
        let along = (0..59).map(|cell| vec![(0, cell), (0, cell + 1)]);
        let placements = vec![across.chain(along).collect()];
        let slices = Slices { sizes: vec![60], placements, ..Slices::default() };
        let refused = Automaton::new(&slices, 1000, &Budget::UNLIMITED);
        assert_eq!(refused.err(), Some(TransferError::TooManyStates(1000)));
    }
}
