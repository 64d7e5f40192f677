//! Masks or dancing cells?
//!
//! Both walk the same tree in the same order, so the question is what a node costs. A pass over masks looks
//! at all options that are left, once more for each round of forced items; dancing cells touch what changes,
//! and each change costs more. So masks are ahead where a node changes much, as in packings, and cells where
//! it changes little, or where one choice forces many others: there by factors.
//!
//! When a search over masks has cost some milliseconds, dancing cells search the same nodes. If they cost
//! far less, they are where the masks are, and go on from there; if not, they stop soon.
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
/// The pilot must be ahead at this number of the last of these points.
const POINTS: usize = 8;
/// The nodes after which it is asked what it has cost.
const STRIDE: u64 = 16;
/// With more entries, dancing cells take too long to begin. If more was looked at between two questions, nodes are so
/// large that a pilot could not be stopped within a tenth of a second or so.
const MOST_ENTRIES: usize = 1 << 17;
const MOST_LOOKS: u64 = 1 << 24;

/// When the pilot is sent, and when it stays.
#[derive(Clone, Copy, Debug)]
struct Temper {
    /// What masks have cost is written down after this many nodes, and whenever they have doubled.
    first_nodes: u64,
    /// What masks must have cost when the pilot is sent, in instructions;
    cost: u64,
    /// and for each entry of the problem, because dancing cells need an eighth of that to begin.
    entry: u64,
    /// Dancing cells must be cheaper by this factor, because the prices are rough.
    advantage: u64,
}

const USUAL: Temper = Temper { first_nodes: 64, cost: 1 << 23, entry: 1024, advantage: 2 };

/// When the pilot is sent.
#[derive(Clone, Debug)]
pub(super) struct Pilot {
    /// The nodes after which it may be sent; `u64::MAX` if it will not be.
    pub(super) at: u64,
    may_go: bool,
    temper: Temper,
    by_masks: Vec<Work>,
}

impl Pilot {
    pub(super) fn new(problem: &Problem, may_go: bool) -> Pilot {
        let may_go = may_go && problem.entry_count() <= MOST_ENTRIES && !problem.has_bounds();
        let mut pilot = Pilot { at: 0, may_go, temper: USUAL, by_masks: vec![] };
        pilot.begin();
        pilot
    }

    /// A pilot that is sent after this number of nodes and always goes on, so that tiny problems exercise it.
    #[cfg(test)]
    fn eager(problem: &Problem, first_nodes: u64) -> Pilot {
        let temper = Temper { first_nodes, cost: 0, entry: 0, advantage: 0 };
        Pilot { at: first_nodes, temper, ..Pilot::new(problem, true) }
    }

    /// At the start of a search.
    pub(super) fn begin(&mut self) {
        self.by_masks.clear();
        self.at = if self.may_go { self.temper.first_nodes } else { u64::MAX };
    }

    /// Not in this search.
    pub(super) fn stay(&mut self) {
        self.at = u64::MAX;
    }

    /// The search of this part by dancing cells, if it should go on in the place of the masks, whose work and
    /// covers these are. It is where they are. What is above the masks is given, if anything is, and their width in words.
    pub(super) fn fly(
        &mut self,
        part: (&Problem, &Subproblem),
        (above, words): (Option<&Trunk>, usize),
        work: Work,
        found: u64,
    ) -> Option<Trunk> {
        self.by_masks.push(work);
        self.at = 2 * work.nodes;
        let look = LOOK + WORD * words as u64;
        if look * work.updates < self.temper.cost.max(self.temper.entry * part.0.entry_count() as u64) {
            return None;
        }
        self.stay();
        if work.updates > MOST_LOOKS {
            return None;
        }
        // A copy is made much sooner than all that it has.
        let mut trunk = above.map_or_else(|| Trunk::new(part.0, false).ok(), |above| Some(above.alone()))?;
        trunk.begin(part.1);
        let (mut covers, mut before) = (0, (0, 0));
        for point in &self.by_masks[self.by_masks.len().saturating_sub(POINTS)..] {
            let by_masks = look * point.updates;
            let by_cells = loop {
                let next = (trunk.cells.work().nodes + STRIDE).min(point.nodes);
                let pause = trunk.cells.run(next);
                let Work { nodes, updates } = trunk.cells.work();
                let cost = UPDATE * updates + CELLS_NODE * nodes;
                if self.temper.advantage * cost > by_masks {
                    return None;
                }
                match pause {
                    Pause::Solution => covers += 1,
                    Pause::Bound if nodes == point.nodes => break cost,
                    Pause::Bound => {}
                    // What is left of the masks is nothing, too.
                    Pause::End | Pause::Memory => return None,
                }
            };
            // The first nodes are large, and cost the masks most; what comes will be like the last ones.
            if self.temper.advantage * (by_cells - before.1) > by_masks - before.0 {
                return None;
            }
            before = (by_masks, by_cells);
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
    use crate::random::SplitMix64;

    /// `count` options of `size` of the items.
    fn random(items: usize, count: usize, size: usize, seed: u64) -> Problem {
        let mut names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
        let (mut random, mut text) = (SplitMix64::new(seed), names.join(" "));
        for _ in 0..count {
            random.shuffle(&mut names);
            text += "\n";
            text += &names[..size].join(" ");
        }
        parse("t.dlx", &text).unwrap().problem
    }

    fn by_masks(problem: &Problem) -> Fast {
        let kernel = Kernel { method: Method::Masks, backend: Backend::Portable };
        Fast::with_kernel(problem, kernel).unwrap().unwrap()
    }

    fn all(search: &mut Fast) -> Vec<Solution> {
        let mut found = vec![];
        while search.run(u64::MAX) == Pause::Solution {
            found.push(search.solution());
        }
        found
    }

    #[test]
    fn cells_go_on_where_the_masks_are() {
        let (mut flown, mut covers) = (0, 0);
        for seed in 0..40 {
            let problem = random(12, 60, 3, seed);
            let mut masks = by_masks(&problem);
            let expected = all(&mut masks);
            for first_nodes in 1..6 {
                let mut search = Fast::new(&problem).unwrap();
                search.pilot = Pilot::eager(&problem, first_nodes);
                for again in 0..2 {
                    assert_eq!(all(&mut search), expected, "seed {seed}, {first_nodes} nodes, {again}");
                    assert_eq!(search.work().nodes, masks.work().nodes);
                    flown += usize::from(search.parked.is_some());
                    search.restart(&[]);
                    assert!(search.parked.is_none() && search.work() == Work::default());
                }
            }
            covers += expected.len();
        }
        assert!(flown > 300 && covers > 100, "{flown} times, {covers} covers");
    }

    /// Random triples force each other. Of 24 items, each removes nearly half of the others.
    #[test]
    fn the_cheaper_way_goes_on() {
        let mut search = Fast::new(&random(339, 1400, 3, 1)).unwrap();
        search.count(1 << 13);
        assert!(search.parked.is_some(), "{:?}", search.work());
        let mut search = Fast::new(&random(24, 600, 3, 1)).unwrap();
        search.count(1 << 16);
        assert!(search.parked.is_none() && LOOK * search.work().updates > USUAL.cost, "{:?}", search.work());
    }
}
