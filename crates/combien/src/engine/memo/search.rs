//! The search itself, with a stack of its own.
//!
//! Several searches may share a ledger ([`Team`](super::team)). Each residual problem is then solved by the
//! search that came to it first; another one that comes to it goes on with something else, and later helps
//! (`help.rs`).

use std::sync::Arc;

use super::Tally;
use super::cache::Found;
use super::keys::{Keys, Survey};
use super::ledger::{Counts, Drafting, Ledger};
use super::matrix::Matrix;
use super::recorder::Recorder;
use super::residual::{Dead, Residual, Taking};
use crate::budget::{Effort, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::task::walked;
use crate::engine::words::Words;
use crate::engine::{Compiled, Compiling, Counting, Task, pace};

/// The updates between two checks of the budget.
pub(super) const UPDATES_BETWEEN_LOOKS: u64 = 1 << 18;

/// The branches that a run may try for each node that it may enter: most of those that are dead are no nodes.
const BRANCHES_A_NODE: u64 = 8;

/// What a search is given, and never changes.
#[derive(Clone, Debug)]
pub(super) struct Plan<const K: usize> {
    pub(super) matrix: Matrix,
    pub(super) keys: Keys<K>,
    /// The whole problem after the options that are forced from the start; they may leave an item without
    /// options.
    pub(super) whole: Result<Residual, Dead>,
    from_start: Vec<u32>,
    /// The updates that the forced options took.
    updates: u64,
}

impl<const K: usize> Plan<K> {
    pub(super) fn new(matrix: Matrix, effort: &mut Effort<'_>) -> Result<Plan<K>, Reason> {
        let mut taking = Taking::default();
        let keys = Keys::new(&matrix, effort)?;
        let mut whole = Residual::new(&matrix, effort)?;
        let whole = whole.take_forced_from_start(&matrix, &mut taking).map(|()| whole);
        Ok(Plan { matrix, keys, whole, from_start: taking.taken, updates: taking.updates })
    }

    /// What a node may walk over: all entries, each with a key.
    pub(super) fn size(&self) -> usize {
        self.matrix.entries() * (1 + K / 16)
    }
}

/// A residual problem that is being solved, or toured.
pub(super) struct Frame<const K: usize, L: Ledger<K>> {
    pub(super) key: Words<K>,
    pub(super) scope: Words<K>,
    /// The level of its residual problem.
    pub(super) level: usize,
    /// Another search solves it, and this one helps.
    pub(super) is_toured: bool,
    /// Its partial result: a sum or a product.
    pub(super) draft: L::Draft,
    pub(super) rest: Rest<K>,
    /// Branches or parts that other searches are solving.
    pub(super) awaited: Vec<Awaited<K>>,
}

/// What is left to be solved.
pub(super) enum Rest<const K: usize> {
    /// The options of an item, of which this many have been taken: they are added.
    Sum { options: Vec<u32>, taken: usize },
    /// Independent parts: they are multiplied.
    Product { parts: Vec<Words<K>> },
}

/// A branch or part that another search is solving.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited<const K: usize> {
    pub(super) key: Words<K>,
    pub(super) scope: Words<K>,
    /// The option of a branch; none for a part.
    pub(super) option: Option<u32>,
}

/// How a search helps others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Helping {
    /// The place of the search among the searches: another one begins a tour at another option.
    pub(super) place: usize,
    /// The number of searches.
    pub(super) of: usize,
    /// Residual problems that it has begun to solve in tours.
    pub(super) begun: u64,
    /// What that was when the last tour from a frame of its own was at its end.
    pub(super) begun_before: u64,
}

/// What to do next.
pub(super) enum Step<const K: usize, L: Ledger<K>> {
    /// Solve the residual problem of the level within the scope.
    Enter { scope: Words<K>, level: usize },
    /// Hand an entry to the frame below.
    Leave(L::Entry),
    /// Go on with the last frame.
    Next,
    /// Wait: others solve all that is needed, and there is nothing to help with.
    Idle,
    /// Nothing: the whole problem has been solved.
    Halt(L::Entry),
    /// Nothing: the ledger is full, and may not drop entries.
    Full,
}

/// A search with keys of `K` words, and a ledger to remember by.
///
/// **Invariants.** `levels[frame.level]` is the residual problem of a frame, within its scope. A sum takes
/// each option in the level above its own, which is not otherwise in use at that time. A frame is a smaller
/// residual problem than the one below it, or, for the first frame of a tour, one that the frame below
/// awaits.
pub(super) struct Search<const K: usize, L: Ledger<K>> {
    pub(super) plan: Arc<Plan<K>>,
    pub(super) levels: Vec<Residual>,
    pub(super) taking: Taking,
    pub(super) ledger: L,
    pub(super) frames: Vec<Frame<K, L>>,
    pub(super) step: Step<K, L>,
    nodes: u64,
    tally: Tally,
    /// How it helps; unused by a search alone.
    pub(super) helping: Helping,
}

impl<const K: usize, L: Ledger<K>> Search<K, L> {
    /// A search at its start.
    pub(super) fn new(plan: Arc<Plan<K>>, ledger: L) -> Search<K, L> {
        let (step, levels) = match &plan.whole {
            Ok(whole) => (Step::Enter { scope: plan.keys.all_items, level: 0 }, vec![whole.clone()]),
            Err(Dead) => (Step::Halt(L::Draft::NONE), vec![]),
        };
        let mut taking = Taking::default();
        taking.updates = plan.updates;
        let (frames, nodes, tally, helping) = (vec![], 0, Tally::default(), Helping::default());
        Search { plan, levels, taking, ledger, frames, step, nodes, tally, helping }
    }

    /// What it has met so far.
    pub(super) fn tally(&self) -> Tally {
        let hits = self.tally.hits.wrapping_sub(self.helping.begun);
        Tally { hits, forgotten: self.ledger.forgotten(), ..self.tally }
    }

    /// Leaves a residual problem at once, if nothing is left of it or it is known; opens a frame for it
    /// otherwise.
    fn enter(&mut self, scope: &Words<K>, level: usize) -> Step<K, L> {
        let Plan { matrix, keys, .. } = &*self.plan;
        let Some(survey) = keys.survey(&self.levels[level], matrix, scope) else {
            return Step::Leave(L::Draft::ONE);
        };
        match self.ledger.recall(&survey.key) {
            Found::Known(entry) => {
                self.tally.hits += 1;
                Step::Leave(entry)
            }
            Found::Open => {
                self.tally.hits += 1;
                self.await_entry(survey.key, *scope)
            }
            Found::New => self.open(survey, level, false),
        }
    }

    /// Opens a frame: a product if the residual problem falls into parts, and a sum otherwise.
    pub(super) fn open(&mut self, survey: Survey<K>, level: usize, is_toured: bool) -> Step<K, L> {
        let Survey { key, scope, chosen } = survey;
        let (residual, Plan { matrix, keys, .. }) = (&self.levels[level], &*self.plan);
        let parts = keys.components(residual, matrix, &scope);
        let (draft, rest) = if parts.is_empty() {
            let options = residual.options(chosen, matrix).collect();
            (L::Draft::sum(), Rest::Sum { options, taken: 0 })
        } else {
            self.tally.splits += u64::from(!is_toured);
            (L::Draft::product(), Rest::Product { parts })
        };
        self.frames.push(Frame { key, scope, level, is_toured, draft, rest, awaited: vec![] });
        Step::Next
    }

    /// Takes the next option of a sum, or the next part of a product. When there is none, the draft is
    /// complete, except for what is awaited. The next part is only taken when the one before is known: if
    /// that has no solution, the others are not to be solved.
    fn next(&mut self) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else {
            return self.tour_whole();
        };
        if frame.is_toured {
            return self.tour();
        }
        match &mut frame.rest {
            Rest::Sum { options, taken } => {
                let Some(&option) = options.get(*taken) else {
                    return self.complete();
                };
                *taken += 1;
                let (scope, level) = (frame.scope, frame.level + 1);
                match self.take_in(level, option) {
                    Ok(()) => {
                        self.begin_branch();
                        Step::Enter { scope, level }
                    }
                    Err(Dead) => Step::Next,
                }
            }
            Rest::Product { .. } if !frame.awaited.is_empty() => self.complete(),
            Rest::Product { parts } => match parts.pop() {
                Some(part) => Step::Enter { scope: part, level: frame.level },
                None => self.close(),
            },
        }
    }

    /// Takes an option, one level above the last frame in a copy of its residual problem.
    pub(super) fn take_in(&mut self, level: usize, option: u32) -> Result<(), Dead> {
        if level == self.levels.len() {
            self.levels.push(self.levels[level - 1].clone());
        }
        let (below, above) = self.levels.split_at_mut(level);
        above[0].copy_from(&below[level - 1]);
        above[0].take(option, &self.plan.matrix, &mut self.taking)
    }

    /// Begins the branch of the options that were just taken.
    fn begin_branch(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.draft.branch(&self.taking.taken);
        }
    }

    /// Closes the last frame and remembers its result.
    pub(super) fn close(&mut self) -> Step<K, L> {
        let Some(Frame { key, draft, .. }) = self.frames.pop() else { unreachable!("next had a frame") };
        self.ledger.close(key, draft).map_or(Step::Full, Step::Leave)
    }

    /// Hands an entry to the last frame.
    fn leave(&mut self, entry: L::Entry) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else { return Step::Halt(entry) };
        match &mut frame.rest {
            Rest::Sum { .. } => frame.draft.add(&entry),
            Rest::Product { parts } => {
                if !frame.draft.multiply(&entry) {
                    parts.clear();
                }
            }
        }
        Step::Next
    }
}

impl<const K: usize, L: Ledger<K>> Task for Search<K, L> {
    /// A search that shares its ledger also returns when it is idle: at a bound, with fewer nodes.
    fn run(&mut self, nodes: u64) -> Pause {
        let mut branches = nodes.saturating_sub(self.nodes).saturating_mul(BRANCHES_A_NODE);
        loop {
            self.step = match std::mem::replace(&mut self.step, Step::Next) {
                enter @ Step::Enter { .. } if self.nodes >= nodes => {
                    self.step = enter;
                    return Pause::Bound;
                }
                Step::Enter { scope, level } => {
                    self.nodes += 1;
                    self.enter(&scope, level)
                }
                Step::Leave(entry) => self.leave(entry),
                // At the last node it goes on: it may be at its end without another one.
                Step::Next if branches == 0 && self.nodes < nodes => return Pause::Bound,
                Step::Next => {
                    branches = branches.saturating_sub(1);
                    self.next()
                }
                Step::Idle => return Pause::Bound,
                Step::Halt(entry) => {
                    self.step = Step::Halt(entry);
                    return Pause::End;
                }
                Step::Full => {
                    self.step = Step::Full;
                    return Pause::Memory;
                }
            }
        }
    }

    /// If the branches of each node are equally large: often far from proportional to time.
    fn fraction(&self) -> f64 {
        if let Step::Halt(_) = self.step {
            return 1.0;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for frame in self.frames.iter().take_while(|frame| !frame.is_toured) {
            let Rest::Sum { options, taken } = &frame.rest else { break };
            share /= options.len() as f64;
            done += taken.saturating_sub(1 + frame.awaited.len()) as f64 * share;
        }
        done
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.taking.updates }
    }

    fn pace(&self) -> u64 {
        pace(self.work(), UPDATES_BETWEEN_LOOKS).min(walked(self.plan.size()))
    }

    /// A sum counts whole solutions of the problem as long as only sums are below it.
    fn certain(&self) -> Count {
        if let Step::Halt(entry) = &self.step {
            return L::Draft::number(entry);
        }
        let is_sum = |frame: &&Frame<K, L>| !frame.is_toured && matches!(frame.rest, Rest::Sum { .. });
        self.frames.iter().take_while(is_sum).map(|frame| frame.draft.sum_so_far()).sum()
    }
}

impl<const K: usize> Counting for Search<K, Counts<K>> {
    fn count(&self) -> Option<Count> {
        matches!(self.step, Step::Halt(_)).then(|| self.certain())
    }
    fn has_forgotten(&self) -> bool {
        self.tally().forgotten > 0
    }
}

impl<const K: usize> Compiling for Search<K, Recorder<K>> {
    fn finish(self: Box<Self>) -> Option<Compiled> {
        let Step::Halt(root) = self.step else { return None };
        Some(Compiled::Products(self.ledger.finish(root, &self.plan.from_start).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::cache::Cache;
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::{Problem, dlx::parse};

    const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                          t x:B z:C\nt y\nr\nq x:A\n";

    fn search(text: &str) -> Search<2, Counts<2>> {
        of(&parse("t", text).unwrap().problem)
    }

    fn of(problem: &Problem) -> Search<2, Counts<2>> {
        let order = Order::best(problem);
        let matrix = at_once(|effort| Matrix::new(problem, order.items(), effort)).unwrap();
        let plan = at_once(|effort| Plan::new(matrix, effort)).unwrap();
        Search::new(plan.into(), Counts::Own(Cache::new(1 << 20)))
    }

    #[test]
    fn the_empty_problem_has_one_solution_and_a_bare_item_none() {
        let mut empty = of(&Problem::default());
        assert_eq!((empty.run(0), empty.run(1), empty.count()), (Pause::Bound, Pause::End, Some(Count::ONE)));
        let mut bare = search("a b\na\n");
        assert_eq!((bare.run(0), bare.count()), (Pause::End, Some(Count::ZERO)));
    }

    #[test]
    fn a_pause_changes_nothing_and_the_lower_bound_never_falls() {
        let (mut whole, mut paused) = (search(COLORS), search(COLORS));
        assert_eq!(whole.run(u64::MAX), Pause::End);
        let (mut certain, mut fraction) = (Count::ZERO, 0.0);
        for nodes in 0..whole.work().nodes {
            assert_eq!((paused.run(nodes), paused.count()), (Pause::Bound, None));
            assert_eq!(paused.work().nodes, nodes);
            assert!(paused.certain() >= certain && paused.fraction() >= fraction, "at node {nodes}");
            (certain, fraction) = (paused.certain(), paused.fraction());
        }
        assert_eq!(paused.run(u64::MAX), Pause::End);
        assert_eq!((paused.count(), paused.work()), (whole.count(), whole.work()));
        assert!(paused.certain() == paused.count().unwrap() && certain <= paused.certain());
    }

    #[test]
    fn a_dead_part_ends_a_product() {
        // A square of four cells, and a triangle that dominoes cannot cover.
        let mut squares = search("a b c d e f g\na b\nc d\na c\nb d\ne f\nf g\ne g\n");
        assert_eq!((squares.run(u64::MAX), squares.count()), (Pause::End, Some(Count::ZERO)));
    }
}
