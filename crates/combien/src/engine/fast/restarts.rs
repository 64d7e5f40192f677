//! Restarts: for a first solution, where the systematic search may begin in the wrong place and stay there for ever.
//!
//! How long a search takes to its first solution differs wildly with the order in which equally good items and options
//! are tried: on 35 hexominoes most orders take milliseconds, and one in eight hours. So an attempt that does not succeed
//! soon is given up, and another one is made in another order (Gomes, Selman, Kautz: Boosting combinatorial search
//! through randomization, 1998). An attempt is the usual search over masks of a problem renumbered at random; those
//! items come first, and so branch first among equals, that have most often been left without an option (the weights of
//! Boussemart et al., Boosting systematic search by weighting constraints, 2004). Attempts grow longer, so that one of
//! them comes to the end where there is no solution.

use super::encode::{Bits, ones};
use super::kernel::Processor;
use super::masks::Masks;
use super::{Budget, Pause, Step};
use crate::engine::Work;
use crate::problem::{Problem, Solution};
use crate::random::SplitMix64;

/// The nodes of the first attempt.
const FIRST: u64 = 1 << 12;

/// A search for one solution, by attempts.
#[derive(Clone, Debug)]
pub struct Restarts {
    bits: Bits,
    processor: Processor,
    random: SplitMix64,
    attempt: Masks,
    attempts: u64,
    /// Nodes in all at which the attempt is given up.
    end: u64,
    /// How often each item, by its bit, has been left without options.
    weights: Vec<u64>,
    budget: Budget,
}

impl Restarts {
    /// Attempts with this seed; none if the problem is too large for masks.
    pub fn new(problem: &Problem, seed: u64) -> Option<Restarts> {
        let bits = Bits::of(problem, problem.searched_options().collect(), |_| true)?;
        let mut restarts = Restarts {
            attempt: Masks::new(&bits),
            weights: vec![0; 64 * bits.width],
            bits,
            processor: Processor::best(),
            random: SplitMix64::new(seed),
            attempts: 0,
            end: 0,
            budget: Budget { halt: true, ..Budget::default() },
        };
        restarts.begin();
        Some(restarts)
    }

    /// Begins the next attempt.
    fn begin(&mut self) {
        self.attempts += 1;
        self.end += FIRST * luby(self.attempts);
        let primary = self.bits.colors..self.bits.colors + ones(&self.bits.need).count();
        let mut items: Vec<(u64, u64, usize)> =
            primary.map(|bit| (u64::MAX - self.weights[bit], self.random.word(), bit)).collect();
        items.sort_unstable();
        let items: Vec<usize> = items.into_iter().map(|(_, _, bit)| bit).collect();
        let mut options: Vec<(u64, usize)> =
            (0..self.bits.options.len()).map(|place| (self.random.word(), place)).collect();
        options.sort_unstable();
        let options: Vec<usize> = options.into_iter().map(|(_, place)| place).collect();
        self.attempt = Masks::new(&self.bits.renumbered(&items, &options));
    }

    /// Runs to a solution, to the end of an attempt that had time enough, or until so many nodes in all have been
    /// entered. After a solution it goes on, and may come upon it again.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let mut budget = Budget { most: nodes.min(self.end), ..self.budget };
            let step = self.attempt.run(self.processor, &mut budget);
            self.budget = budget;
            match step {
                Step::Solution => return Pause::Solution,
                Step::End => return Pause::End,
                Step::Nodes if self.budget.nodes >= nodes => return Pause::Nodes,
                Step::Nodes | Step::Width | Step::Delegated => self.begin(),
            }
        }
    }

    /// At [`Pause::Solution`], the solution.
    pub fn solution(&mut self) -> Solution {
        let chosen = self.attempt.chosen();
        chosen.into_iter().map(|place| self.attempt.option(place)).collect()
    }

    /// How many attempts have begun.
    pub fn attempts(&self) -> u64 {
        self.attempts
    }

    /// The work of all attempts.
    pub fn work(&self) -> Work {
        Work { nodes: self.budget.nodes, updates: self.budget.scanned }
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from 1: without knowing how long attempts should be, none is better
/// by more than a logarithm (Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993).
fn luby(place: u64) -> u64 {
    let mut place = place;
    loop {
        let whole = (place + 1).next_power_of_two();
        if place + 1 == whole {
            return whole / 2;
        }
        place -= whole / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
