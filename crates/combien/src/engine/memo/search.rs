//! The search itself, with a stack of its own.

use super::cache::Cache;
use super::diagram::Diagram;
use super::keys::Keys;
use super::ledger::Ledger;
use super::matrix::Matrix;
use super::recorder::Recorder;
use super::residual::{Dead, Residual, Taking};
use super::{Pause, Tally, Work};
use crate::budget::{Effort, Reason};
use crate::count::Count;
use crate::engine::words::Words;

/// A search for any size of keys.
pub(super) trait Searching {
    fn run(&mut self, nodes: u64) -> Pause;
    fn fraction_done(&self) -> f64;
    fn work(&self) -> Work;
    fn tally(&self) -> Tally;
}

/// One that counts.
pub(super) trait Counting: Searching {
    fn count(&self) -> Option<Count>;
    fn certain(&self) -> Count;
}

/// One that records a diagram.
pub(super) trait Compiling: Searching {
    fn finish(self: Box<Self>) -> Option<Diagram>;
}

/// A residual problem that is being solved.
struct Frame<const K: usize, L: Ledger<K>> {
    key: Words<K>,
    scope: Words<K>,
    /// The level of its residual problem.
    level: usize,
    /// Its partial result: a sum or a product.
    draft: L::Draft,
    rest: Rest<K>,
}

/// What is left to be solved.
enum Rest<const K: usize> {
    /// The options of an item, of which this many have been taken: they are added.
    Sum { options: Vec<u32>, taken: usize },
    /// Independent parts: they are multiplied.
    Product { parts: Vec<Words<K>> },
}

/// What to do next.
enum Step<const K: usize, L: Ledger<K>> {
    /// Solve the residual problem of the level within the scope.
    Enter { scope: Words<K>, level: usize },
    /// Hand an entry to the frame below.
    Leave(L::Entry),
    /// Go on with the last frame.
    Next,
    /// Nothing: the whole problem has been solved.
    Halt(L::Entry),
    /// Nothing: the ledger is full, and may not drop entries.
    Full,
}

/// A search with keys of `K` words, and a ledger to remember by.
///
/// **Invariants.** `levels[frame.level]` is the residual problem of a frame, within its scope. A sum takes each option
/// in the level above its own, which is not otherwise in use at that time.
pub(super) struct Search<const K: usize, L: Ledger<K>> {
    matrix: Matrix,
    levels: Vec<Residual>,
    /// The options that were forced from the start.
    from_start: Vec<u32>,
    taking: Taking,
    keys: Keys<K>,
    ledger: L,
    frames: Vec<Frame<K, L>>,
    step: Step<K, L>,
    nodes: u64,
    tally: Tally,
}

impl<const K: usize, L: Ledger<K>> Search<K, L> {
    pub(super) fn new(matrix: Matrix, ledger: L, effort: &mut Effort<'_>) -> Result<Search<K, L>, Reason> {
        let mut taking = Taking::default();
        let keys = Keys::new(&matrix, effort)?;
        let mut whole = Residual::new(&matrix, effort)?;
        let step = match whole.take_forced_from_start(&matrix, &mut taking) {
            Ok(()) => Step::Enter { scope: keys.all_items, level: 0 },
            Err(Dead) => Step::Halt(L::NONE),
        };
        let (levels, from_start) = (vec![whole], taking.taken.clone());
        let frames = vec![];
        Ok(Search {
            matrix,
            levels,
            from_start,
            taking,
            keys,
            ledger,
            frames,
            step,
            nodes: 0,
            tally: Tally::default(),
        })
    }

    /// Leaves a residual problem at once, if nothing is left of it or it is known; opens a frame for it otherwise.
    fn enter(&mut self, scope: &Words<K>, level: usize) -> Step<K, L> {
        let residual = &self.levels[level];
        let Some(survey) = self.keys.survey(residual, &self.matrix, scope) else {
            return Step::Leave(L::ONE);
        };
        if let Some(entry) = self.ledger.recall(&survey.key) {
            self.tally.hits += 1;
            return Step::Leave(entry);
        }
        let parts = self.keys.components(residual, &self.matrix, &survey.scope);
        let (draft, rest) = if parts.is_empty() {
            let options = residual.options(survey.smallest, &self.matrix).collect();
            (L::sum(), Rest::Sum { options, taken: 0 })
        } else {
            self.tally.splits += 1;
            (L::product(), Rest::Product { parts })
        };
        self.frames.push(Frame { key: survey.key, scope: survey.scope, level, draft, rest });
        Step::Next
    }

    /// Takes the next option of a sum, or the next part of a product. When there is none, the draft is complete.
    fn next(&mut self) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else {
            unreachable!("without frames there is nothing next")
        };
        match &mut frame.rest {
            Rest::Sum { options, taken } => {
                let Some(&option) = options.get(*taken) else { return self.close() };
                *taken += 1;
                let (scope, level) = (frame.scope, frame.level + 1);
                match self.take_in(level, option) {
                    Ok(()) => Step::Enter { scope, level },
                    Err(Dead) => Step::Next,
                }
            }
            Rest::Product { parts } => match parts.pop() {
                Some(part) => Step::Enter { scope: part, level: frame.level },
                None => self.close(),
            },
        }
    }

    /// Takes an option of the last frame, one level above it in a copy of its residual problem.
    fn take_in(&mut self, level: usize, option: u32) -> Result<(), Dead> {
        if level == self.levels.len() {
            self.levels.push(self.levels[level - 1].clone());
        }
        let (below, above) = self.levels.split_at_mut(level);
        above[0].copy_from(&below[level - 1]);
        above[0].take(option, &self.matrix, &mut self.taking)?;
        if let Some(frame) = self.frames.last_mut() {
            L::branch(&mut frame.draft, &self.taking.taken);
        }
        Ok(())
    }

    /// Closes the last frame and remembers its result.
    fn close(&mut self) -> Step<K, L> {
        let Some(Frame { key, draft, .. }) = self.frames.pop() else { unreachable!("next had a frame") };
        self.ledger.close(key, draft).map_or(Step::Full, Step::Leave)
    }

    /// Hands an entry to the last frame.
    fn leave(&mut self, entry: L::Entry) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else { return Step::Halt(entry) };
        match &mut frame.rest {
            Rest::Sum { .. } => L::add(&mut frame.draft, &entry),
            Rest::Product { parts } => {
                if !L::multiply(&mut frame.draft, &entry) {
                    parts.clear();
                }
            }
        }
        Step::Next
    }
}

impl<const K: usize, L: Ledger<K>> Searching for Search<K, L> {
    fn run(&mut self, nodes: u64) -> Pause {
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
                Step::Next => self.next(),
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

    fn fraction_done(&self) -> f64 {
        if let Step::Halt(_) = self.step {
            return 1.0;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for frame in &self.frames {
            let Rest::Sum { options, taken } = &frame.rest else { break };
            share /= options.len() as f64;
            done += taken.saturating_sub(1) as f64 * share;
        }
        done
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.taking.updates }
    }

    fn tally(&self) -> Tally {
        Tally { forgotten: self.ledger.forgotten(), ..self.tally }
    }
}

impl<const K: usize> Counting for Search<K, Cache<K>> {
    fn count(&self) -> Option<Count> {
        match &self.step {
            Step::Halt(count) => Some(count.clone()),
            _ => None,
        }
    }

    /// A sum counts whole solutions of the problem as long as only sums are below it.
    fn certain(&self) -> Count {
        let sums = self.frames.iter().take_while(|frame| matches!(frame.rest, Rest::Sum { .. }));
        self.count().unwrap_or_else(|| sums.map(|frame| frame.draft.clone()).sum())
    }
}

impl<const K: usize> Compiling for Search<K, Recorder<K>> {
    fn finish(self: Box<Self>) -> Option<Diagram> {
        let Step::Halt(root) = self.step else { return None };
        Some(self.ledger.finish(root, &self.from_start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::{Problem, dlx::parse};

    const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                          t x:B z:C\nt y\nr\nq x:A\n";

    fn search(text: &str) -> Search<2, Cache<2>> {
        of(&parse("t", text).unwrap().problem)
    }

    fn of(problem: &Problem) -> Search<2, Cache<2>> {
        let order = Order::best(problem);
        let matrix = at_once(|effort| Matrix::new(problem, &order, effort)).unwrap();
        at_once(|effort| Search::new(matrix, Cache::new(1 << 20), effort)).unwrap()
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
            assert!(paused.certain() >= certain && paused.fraction_done() >= fraction, "at node {nodes}");
            (certain, fraction) = (paused.certain(), paused.fraction_done());
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
