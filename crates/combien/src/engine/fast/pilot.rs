//! Masks or dancing cells?
//!
//! Both walk the same tree in the same order, so the question is what a node costs. A pass over masks looks
//! at all options that are left, once more for each round of forced items; dancing cells touch what changes,
//! and each change costs more. So masks are ahead where a node changes much, as in packings, and cells where
//! it changes little, or where one choice forces many others: there by factors.
//!
//! When a search over masks has cost some ten milliseconds, dancing cells search the same nodes. If they cost
//! far less, they are where the masks are, and go on from there; if not, they stop at an eighth of the way.
//! Costs are counted, never timed, so this is the same on every machine.

use super::trunk::Trunk;
use crate::budget::{Pause, Work};
use crate::problem::{Problem, Subproblem};

/// What a count stands for, in instructions, measured on nineteen problems of many kinds with 8 to 2,500 items
/// (notes/fast.md): a look of a pass at an option, and at each word of its mask; an update of dancing cells, and
/// a node of theirs. Each is right within a factor of two.
const LOOK: u64 = 12;
const WORD: u64 = 8;
const UPDATE: u64 = 50;
const CELLS_NODE: u64 = 1000;
/// Dancing cells must cost less than half, because the prices are rough.
const ADVANTAGE: u64 = 2;
/// The looks after which the pilot is sent.
const LOOKS: u64 = 1 << 20;
/// What masks have cost is written down after this many nodes, and whenever they have doubled.
const FIRST_NODES: u64 = 64;
/// The pilot must be ahead at so many of the last of these points.
const POINTS: usize = 4;
/// With more entries, dancing cells take too long to begin.
const MOST_ENTRIES: usize = 1 << 17;

/// When the pilot is sent, and its search, which is used again.
#[derive(Clone, Debug)]
pub(super) struct Pilot {
    /// The nodes after which it may be sent; `u64::MAX` if it will not be.
    pub(super) at: u64,
    may_go: bool,
    by_masks: Vec<Work>,
    trunk: Option<Trunk>,
}

impl Pilot {
    pub(super) fn new(problem: &Problem, may_go: bool) -> Pilot {
        let may_go = may_go && problem.entry_count() <= MOST_ENTRIES && !problem.has_bounds();
        let mut pilot = Pilot { at: 0, may_go, by_masks: vec![], trunk: None };
        pilot.begin(None);
        pilot
    }

    /// At the start of a search; with the dancing cells of the last one, if they had taken over.
    pub(super) fn begin(&mut self, trunk: Option<Trunk>) {
        self.trunk = trunk.or(self.trunk.take());
        self.by_masks.clear();
        self.at = if self.may_go { FIRST_NODES } else { u64::MAX };
    }

    /// Not in this search.
    pub(super) fn stay(&mut self) {
        self.at = u64::MAX;
    }

    /// The search of this part by dancing cells, if it should go on in the place of the masks, whose work and
    /// covers these are. It is where they are.
    pub(super) fn fly(
        &mut self,
        part: (&Problem, &Subproblem),
        words: usize,
        work: Work,
        found: u64,
    ) -> Option<Trunk> {
        self.by_masks.push(work);
        self.at = 2 * work.nodes;
        if work.updates < LOOKS {
            return None;
        }
        self.stay();
        let mut trunk = match self.trunk.take() {
            Some(trunk) => trunk,
            None => Trunk::new(part.0, false).ok()?,
        };
        trunk.begin(part.1);
        let look = LOOK + WORD * words as u64;
        let mut covers = 0;
        for point in &self.by_masks[self.by_masks.len().saturating_sub(POINTS)..] {
            loop {
                match trunk.cells.run(point.nodes) {
                    Pause::Solution => covers += 1,
                    Pause::Bound => break,
                    // What is left of the masks is nothing, too.
                    Pause::End | Pause::Memory => return None,
                }
            }
            let Work { nodes, updates } = trunk.cells.work();
            if ADVANTAGE * (UPDATE * updates + CELLS_NODE * nodes) > look * point.updates {
                self.trunk = Some(trunk);
                return None;
            }
        }
        debug_assert_eq!(covers, found, "both walk the same tree");
        Some(trunk).filter(|_| covers == found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fast::{Backend, Fast, Kernel, Method};
    use crate::problem::Solution;
    use crate::problem::dlx::parse;

    /// `count` options of some of `items` items, which stand in a circle.
    fn circle(items: usize, count: usize, option: impl Fn(usize) -> Vec<usize>) -> Problem {
        let name = |item: usize| format!("i{}", item % items);
        let mut text = (0..items).map(name).collect::<Vec<_>>().join(" ");
        for number in 0..count {
            text += &format!("\n{}", option(number).into_iter().map(name).collect::<Vec<_>>().join(" "));
        }
        parse("t.dlx", &text).unwrap().problem
    }

    /// Edges to the next and the third place: one of them forces many others.
    fn chords() -> Problem {
        circle(340, 680, |number| vec![number / 2, number / 2 + 1 + number % 2 * 2])
    }

    fn first(search: &mut Fast, count: usize) -> Vec<Solution> {
        let mut found = vec![];
        while found.len() < count && search.run(u64::MAX) == Pause::Solution {
            found.push(search.solution());
        }
        found
    }

    #[test]
    fn dancing_cells_take_over_where_choices_force_others() {
        let problem = chords();
        let mut auto = Fast::new(&problem).unwrap();
        let masks = Kernel { method: Method::Masks, backend: Backend::Portable };
        let mut by_masks = Fast::with_kernel(&problem, masks).unwrap().unwrap();
        let expected = first(&mut by_masks, 1000);
        assert_eq!(first(&mut auto, 1000), expected);
        assert!(auto.parked.is_some() && by_masks.parked.is_none());
        assert_eq!((auto.work().nodes, auto.found()), (by_masks.work().nodes, by_masks.found()));
        // Again, from the start.
        auto.restart(&[]);
        assert!(auto.parked.is_none() && auto.work() == Work::default());
        assert_eq!(first(&mut auto, 1000), expected);
        assert!(auto.parked.is_some());
    }

    /// Triples of 24 items: each removes nearly half of the others.
    #[test]
    fn masks_go_on_where_a_choice_removes_much() {
        let triple =
            |number: usize| vec![number % 24, number + 1 + number / 24 % 7, number + 12 + number / 168];
        let mut search = Fast::new(&circle(24, 600, triple)).unwrap();
        search.count(1 << 16);
        assert!(search.work().updates > LOOKS && search.parked.is_none());
    }
}
