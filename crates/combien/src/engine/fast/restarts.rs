//! Restarts: for a first solution, where the systematic search may begin in the wrong place and stay there for ever.
//!
//! How long a search takes to its first solution differs wildly with the order in which equally good items and options
//! are tried: on 35 hexominoes most orders take milliseconds, and one in eight hours. So an attempt that does not succeed
//! soon is given up, and another one is made in another order (Gomes, Selman, Kautz: Boosting combinatorial search
//! through randomization, 1998). An attempt is the usual search over masks, of the problem with its items and options
//! renumbered at random: so which of equally good items branches is left to chance, and the order of its options too.
//! Attempts grow longer, so that one of them comes to the end where there is no solution.
//!
//! Lost: to let those items branch first among equals that have most often been left without an option (as the weights
//! of Boussemart et al., 2004, would have it). Over 150 runs on the hexominoes the median went from 21,240 nodes to
//! 22,558; on six Latin squares of order 28 with 335 holes it was worse on four.

use std::ops::Range;

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
///
/// ```
/// use combien::engine::fast::{Pause, Restarts};
/// use combien::problem::dlx;
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let mut search = Restarts::new(&problem, 7).expect("it fits into masks");
/// assert_eq!(search.run(u64::MAX), Pause::Solution);
/// assert_eq!(combien::check::check(&problem, search.solution().options()), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Restarts {
    bits: Bits,
    processor: Processor,
    random: SplitMix64,
    attempt: Masks,
    attempts: u64,
    /// Nodes in all at which the attempt is given up.
    end: u64,
    budget: Budget,
}

impl Restarts {
    /// Attempts with this seed; none if the problem is too large for masks.
    pub fn new(problem: &Problem, seed: u64) -> Option<Restarts> {
        let bits = Bits::of(problem, problem.searched_options().collect(), |_| true)?;
        let mut restarts = Restarts {
            attempt: Masks::new(&bits),
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
        let first = self.bits.colors;
        let items = self.shuffled(first..first + ones(&self.bits.need).count());
        let options = self.shuffled(0..self.bits.options.len());
        self.attempt = Masks::new(&self.bits.renumbered(&items, &options));
    }

    /// A range in a random order.
    fn shuffled(&mut self, range: Range<usize>) -> Vec<usize> {
        let mut keyed: Vec<(u64, usize)> = range.map(|number| (self.random.word(), number)).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, number)| number).collect()
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

    fn problem(text: &str) -> Problem {
        crate::problem::dlx::parse("t.dlx", text).unwrap().problem
    }

    /// Matchings of the complete graph on points 0 to n - 1: none if n is odd.
    fn matchings(points: usize) -> Problem {
        let names: Vec<String> = (0..points).map(|point| point.to_string()).collect();
        let pairs = (0..points).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n")));
        problem(&format!("{}\n{}", names.join(" "), pairs.collect::<String>()))
    }

    #[test]
    fn a_solution_is_found_and_depends_on_the_seed() {
        let problem = matchings(8);
        let found = |seed| {
            let mut search = Restarts::new(&problem, seed).unwrap();
            assert_eq!(search.run(u64::MAX), Pause::Solution);
            let solution = search.solution();
            crate::check::check(&problem, solution.options()).unwrap();
            solution
        };
        let solutions: std::collections::BTreeSet<Solution> = (0..64).map(found).collect();
        assert!(solutions.len() > 8, "{} of 105", solutions.len());
        assert_eq!(found(3), found(3));
    }

    /// 13 points: some 150,000 nodes, so that many attempts are given up before one is long enough.
    #[test]
    fn that_there_is_none_is_found_too() {
        let mut search = Restarts::new(&matchings(13), 1).unwrap();
        for nodes in (0..).step_by(1000) {
            match search.run(nodes) {
                Pause::Nodes => assert_eq!(search.work().nodes, nodes),
                Pause::End => break,
                Pause::Solution => panic!("an odd number of points has no matching"),
            }
        }
        assert!(search.attempts() > 10, "{}", search.attempts());
    }

    #[test]
    fn lubys_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
