//! Restarts, for a first solution: the systematic search may begin in the wrong place and stay there forever.
//!
//! How long a search takes to its first solution differs wildly with the order in which equally good items and options
//! are tried: on 35 hexominoes most orders take milliseconds, and one in eight hours. So an attempt that does not
//! succeed soon is abandoned, and another one is made in another order (Gomes, Selman, Kautz: Boosting combinatorial
//! search through randomization, 1998). An attempt is the usual search over masks, of the problem with its items and
//! options renumbered at random: so chance decides which of equally good items branches, and in which order its options
//! are tried. Attempts grow longer, so that one of them reaches the end if there is no solution. They are independent
//! of each other: several can run at once, in several threads.
//!
//! Tried without success: among equals, branching first on the items that have most often been left without an option
//! (as with the weights of Boussemart et al., 2004). Over 150 runs on the hexominoes the median went from 21,240 nodes
//! to 22,558; on six Latin squares of order 28 with 335 holes it was worse on four.

use std::ops::Range;

use combien_kernels::{Budget, Masks, Processor, Step, ones};

use super::Pause;
use super::encode::Encoded;
use crate::engine::Work;
use crate::problem::{OptionId, Problem, Solution};
use crate::random::SplitMix64;

/// The nodes of the first attempt.
const FIRST: u64 = 1 << 12;

/// The data from which attempts are made. Each depends only on the seed and its number, so they can be made in any
/// order and in any thread.
#[derive(Clone, Debug)]
pub(crate) struct Attempts {
    encoded: Encoded,
    processor: Processor,
    seed: u64,
}

impl Attempts {
    /// Returns `None` if the problem does not fit into masks.
    pub(crate) fn new(problem: &Problem, seed: u64) -> Option<Attempts> {
        let encoded = Encoded::of(problem, problem.searched_options().collect(), |_| true)?;
        Some(Attempts { encoded, processor: Processor::best(), seed })
    }

    /// The attempt of this number, from 1, at its start.
    pub(crate) fn begin(&self, number: u64) -> Attempt {
        self.begin_while(number, || true).expect("nobody interrupts")
    }

    /// The same, unless it is no longer needed: making an attempt may take as long as searching in it.
    pub(crate) fn begin_while(&self, number: u64, is_wanted: impl Fn() -> bool) -> Option<Attempt> {
        // Mixed twice: neither neighboring seeds nor neighboring attempts have orders in common.
        let seed = SplitMix64::new(SplitMix64::new(self.seed).word() ^ number).word();
        let mut random = SplitMix64::new(seed);
        let Encoded { bits, options } = &self.encoded;
        let first = bits.colors + bits.rooms.len();
        let items = shuffled(&mut random, first..first + ones(&bits.need).count());
        let places = Some(0..options.len()).filter(|_| is_wanted());
        let places = shuffled(&mut random, places?);
        let bits = is_wanted().then(|| bits.renumbered(&items, &places))?;
        is_wanted().then(|| Attempt {
            search: Masks::new(&bits),
            options: places.into_iter().map(|place| options[place]).collect(),
            processor: self.processor,
            budget: Budget { halt: true, ..Budget::default() },
        })
    }

    /// The bytes of the data from which attempts are made. An attempt takes the same amount at its start.
    pub(crate) fn bytes(&self) -> usize {
        self.encoded.bytes()
    }

    /// The nodes after which the attempt of this number is abandoned.
    pub(crate) fn length(number: u64) -> u64 {
        FIRST * luby(number)
    }
}

/// A range in a random order.
fn shuffled(random: &mut SplitMix64, range: Range<usize>) -> Vec<usize> {
    let mut keyed: Vec<(u64, usize)> = range.map(|number| (random.word(), number)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, number)| number).collect()
}

/// A search in one random order.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    search: Masks,
    /// The options in this order.
    options: Vec<OptionId>,
    processor: Processor,
    budget: Budget,
}

impl Attempt {
    /// Runs to the next solution, to the end, or until this many nodes of its own have been entered.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        self.budget.most = nodes;
        match self.search.run(self.processor, &mut self.budget) {
            Step::Solution => Pause::Solution,
            Step::End => Pause::End,
            Step::Nodes | Step::Width | Step::Delegated => Pause::Bound,
        }
    }

    /// At [`Pause::Solution`], the solution.
    pub(crate) fn solution(&mut self) -> Solution {
        let chosen = self.search.chosen();
        chosen.into_iter().map(|place| self.options[place]).collect()
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.search.bytes()
    }

    /// The maximum number of bytes that a node may add.
    pub(crate) fn growth(&self) -> usize {
        self.search.growth()
    }

    pub(crate) fn work(&self) -> Work {
        Work { nodes: self.budget.nodes, updates: self.budget.scanned }
    }
}

/// A search for one solution, by attempts.
///
/// ```
/// use combien::engine::{Pause, fast::Restarts};
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
    all: Attempts,
    attempt: Attempt,
    number: u64,
    /// The work of the attempts before.
    before: Work,
}

impl Restarts {
    /// Attempts with this seed; `None` if the problem does not fit into masks.
    pub fn new(problem: &Problem, seed: u64) -> Option<Restarts> {
        let all = Attempts::new(problem, seed)?;
        Some(Restarts { attempt: all.begin(1), all, number: 1, before: Work::default() })
    }

    /// Runs to a solution, to the end of an attempt that searched its whole tree, or until this many nodes in all have
    /// been entered. After a solution it continues, and may find the same one again.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let left = nodes.saturating_sub(self.before.nodes);
            let pause = self.attempt.run(left.min(Attempts::length(self.number)));
            if pause != Pause::Bound || self.work().nodes >= nodes {
                return pause;
            }
            self.before = self.work();
            self.number += 1;
            self.attempt = self.all.begin(self.number);
        }
    }

    /// At [`Pause::Solution`], the solution.
    pub fn solution(&mut self) -> Solution {
        self.attempt.solution()
    }

    /// How many attempts have begun.
    pub fn attempts(&self) -> u64 {
        self.number
    }

    /// The work of all attempts.
    pub fn work(&self) -> Work {
        let Work { nodes, updates } = self.attempt.work();
        Work { nodes: self.before.nodes + nodes, updates: self.before.updates + updates }
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

    /// 13 points: some 150,000 nodes, so that many attempts are abandoned before one is long enough.
    #[test]
    fn that_there_is_none_is_found_too() {
        let mut search = Restarts::new(&matchings(13), 1).unwrap();
        for nodes in (0..).step_by(1000) {
            match search.run(nodes) {
                Pause::Bound => assert_eq!(search.work().nodes, nodes),
                Pause::End => break,
                Pause::Solution | Pause::Memory => panic!("an odd number of points has no matching"),
            }
        }
        assert!(search.attempts() > 10, "{}", search.attempts());
    }

    /// An attempt is the same in every thread and after any other attempts; and no two attempts are alike.
    #[test]
    fn attempts_are_independent() {
        let problem = matchings(10);
        let found = |seed, number| {
            let mut attempt = Attempts::new(&problem, seed).unwrap().begin(number);
            assert_eq!(attempt.run(u64::MAX), Pause::Solution);
            attempt.solution()
        };
        let solutions: std::collections::BTreeSet<Solution> =
            (0..64).map(|number| found(5, number)).collect();
        // 64 draws from 945 have some 62 different ones.
        assert!(solutions.len() > 48, "{}", solutions.len());
        assert_eq!(found(5, 3), found(5, 3));
        let of_neighbors = (0..64).filter(|&number| found(6, number) == found(5, number + 1)).count();
        assert!(of_neighbors < 8, "{of_neighbors}");
    }

    #[test]
    fn lubys_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
