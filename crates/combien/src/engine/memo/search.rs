//! The search itself, with a stack of its own.

use super::cache::Cache;
use super::keys::Keys;
use super::matrix::Matrix;
use super::residual::{Dead, Residual, Taking};
use super::{Pause, Work};
use crate::count::Count;
use crate::engine::words::Words;

/// A search whatever the size of its keys.
pub(super) trait Counting {
    fn run(&mut self, nodes: u64) -> Pause;
    fn count(&self) -> Option<Count>;
    fn certain(&self) -> Count;
    fn fraction_done(&self) -> f64;
    fn work(&self) -> Work;
}

/// A residual problem that is being counted.
struct Frame<const K: usize> {
    key: Words<K>,
    scope: Words<K>,
    /// The level of its residual problem.
    level: usize,
    /// What has been counted so far: a sum or a product.
    count: Count,
    rest: Rest<K>,
}

/// What is left to be counted.
enum Rest<const K: usize> {
    /// The options of an item, of which so many have been taken: their counts are added.
    Sum { options: Vec<u32>, taken: usize },
    /// Parts that have nothing to do with each other: their counts are multiplied.
    Product { parts: Vec<Words<K>> },
}

/// What to do next.
enum Step<const K: usize> {
    /// Count the residual problem of the level within the scope.
    Enter { scope: Words<K>, level: usize },
    /// Hand a count to the frame below.
    Leave(Count),
    /// Go on with the last frame.
    Next,
    /// Nothing: the whole problem has been counted.
    Halt(Count),
}

/// A search with keys of `K` words.
///
/// **Invariants.** `levels[frame.level]` is the residual problem of a frame, within its scope. A sum takes each option in
/// the level above its own; nobody else needs that at the time.
pub(super) struct Search<const K: usize> {
    matrix: Matrix,
    levels: Vec<Residual>,
    taking: Taking,
    keys: Keys<K>,
    cache: Cache<K>,
    frames: Vec<Frame<K>>,
    step: Step<K>,
    work: Work,
}

impl<const K: usize> Search<K> {
    pub(super) fn new(matrix: Matrix, memory: usize) -> Search<K> {
        let mut taking = Taking::default();
        let keys = Keys::new(&matrix);
        let mut whole = Residual::new(&matrix);
        let step = match whole.take_forced_from_start(&matrix, &mut taking) {
            Ok(()) => Step::Enter { scope: keys.all_items, level: 0 },
            Err(Dead) => Step::Halt(Count::ZERO),
        };
        let (levels, cache) = (vec![whole], Cache::new(memory));
        Search { matrix, levels, taking, keys, cache, frames: vec![], step, work: Work::default() }
    }

    /// Counts a residual problem at once, if it is solved or known; opens a frame for it otherwise.
    fn enter(&mut self, scope: &Words<K>, level: usize) -> Step<K> {
        let residual = &self.levels[level];
        let Some(survey) = self.keys.survey(residual, &self.matrix, scope) else {
            return Step::Leave(Count::ONE);
        };
        if let Some(count) = self.cache.get(&survey.key) {
            self.work.hits += 1;
            return Step::Leave(count);
        }
        let parts = self.keys.components(residual, &self.matrix, &survey.scope);
        let (count, rest) = if parts.is_empty() {
            let options = residual.options(survey.smallest, &self.matrix).collect();
            (Count::ZERO, Rest::Sum { options, taken: 0 })
        } else {
            self.work.splits += 1;
            (Count::ONE, Rest::Product { parts })
        };
        self.frames.push(Frame { key: survey.key, scope: survey.scope, level, count, rest });
        Step::Next
    }

    /// Takes the next option of a sum, or the next part of a product. When there is none, the count is complete.
    fn next(&mut self) -> Step<K> {
        let Some(frame) = self.frames.last_mut() else { unreachable!("without frames there is a count") };
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

    /// Takes an option of the residual problem one level below, in a copy of it.
    fn take_in(&mut self, level: usize, option: u32) -> Result<(), Dead> {
        if level == self.levels.len() {
            self.levels.push(self.levels[level - 1].clone());
        }
        let (below, above) = self.levels.split_at_mut(level);
        above[0].copy_from(&below[level - 1]);
        above[0].take(option, &self.matrix, &mut self.taking)
    }

    /// Closes the last frame and remembers its count.
    fn close(&mut self) -> Step<K> {
        let Some(Frame { key, count, .. }) = self.frames.pop() else { unreachable!("next had a frame") };
        self.cache.insert(key, count.clone());
        Step::Leave(count)
    }

    /// Hands a count to the last frame.
    fn leave(&mut self, count: Count) -> Step<K> {
        let Some(frame) = self.frames.last_mut() else { return Step::Halt(count) };
        match &mut frame.rest {
            Rest::Sum { .. } => frame.count += &count,
            Rest::Product { parts } => {
                if count.is_zero() {
                    parts.clear();
                }
                frame.count = &frame.count * &count;
            }
        }
        Step::Next
    }
}

impl<const K: usize> Counting for Search<K> {
    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            self.step = match std::mem::replace(&mut self.step, Step::Next) {
                enter @ Step::Enter { .. } if self.work.nodes >= nodes => {
                    self.step = enter;
                    return Pause::Nodes;
                }
                Step::Enter { scope, level } => {
                    self.work.nodes += 1;
                    self.enter(&scope, level)
                }
                Step::Leave(count) => self.leave(count),
                Step::Next => self.next(),
                Step::Halt(count) => {
                    self.step = Step::Halt(count);
                    return Pause::End;
                }
            }
        }
    }

    fn count(&self) -> Option<Count> {
        match &self.step {
            Step::Halt(count) => Some(count.clone()),
            _ => None,
        }
    }

    /// A sum counts whole solutions of the problem as long as only sums are below it.
    fn certain(&self) -> Count {
        let sums = self.frames.iter().take_while(|frame| matches!(frame.rest, Rest::Sum { .. }));
        self.count().unwrap_or_else(|| sums.map(|frame| frame.count.clone()).sum())
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
        Work { updates: self.taking.updates, forgotten: self.cache.forgotten(), ..self.work }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::order::Order;
    use crate::problem::{Problem, dlx::parse};

    const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                          t x:B z:C\nt y\nr\nq x:A\n";

    fn search(text: &str) -> Search<2> {
        of(&parse("t", text).unwrap().problem)
    }

    fn of(problem: &Problem) -> Search<2> {
        Search::new(Matrix::new(problem, &Order::best(problem)), 1 << 20)
    }

    #[test]
    fn the_empty_problem_has_one_solution_and_a_bare_item_none() {
        let mut empty = of(&Problem::default());
        assert_eq!((empty.run(0), empty.run(1), empty.count()), (Pause::Nodes, Pause::End, Some(Count::ONE)));
        let mut bare = search("a b\na\n");
        assert_eq!((bare.run(0), bare.count()), (Pause::End, Some(Count::ZERO)));
    }

    #[test]
    fn a_pause_changes_nothing_and_what_is_certain_never_falls() {
        let (mut whole, mut paused) = (search(COLORS), search(COLORS));
        assert_eq!(whole.run(u64::MAX), Pause::End);
        let (mut certain, mut fraction) = (Count::ZERO, 0.0);
        for nodes in 0..whole.work().nodes {
            assert_eq!((paused.run(nodes), paused.count()), (Pause::Nodes, None));
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
