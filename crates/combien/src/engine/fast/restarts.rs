//! Restarts, for a first solution: the systematic search may begin in the wrong place and stay there forever.
//!
//! How long a search takes to its first solution differs wildly with the order in which equally good items
//! and options are tried: on 35 hexominoes most orders take milliseconds, and one in eight hours. So an
//! attempt that does not succeed soon is abandoned, and another one is made in another order (Gomes, Selman,
//! Kautz: Boosting combinatorial search through randomization, 1998). An attempt is the usual search over
//! masks, of the problem with its items and options renumbered at random: so chance decides which of equally
//! good items branches, and in which order its options are tried. Attempts grow longer, so that one of them
//! reaches the end if there is no solution. They are independent of each other: several can run at once, in
//! several threads. If the problem is a packing of [pieces](super::pieces), every other attempt from the
//! eighth on takes them in an order of its own.
//!
//! Tried without success: among equals, branching first on the items that have most often been left without
//! an option (as with the weights of Boussemart et al., 2004). Over 150 runs on the hexominoes the median
//! went from 21,240 nodes to 22,558; on six Latin squares of order 28 with 335 holes it was worse on four.

use std::ops::Range;
use std::sync::OnceLock;

use combien_kernels::{Budget, Masks, Processor, Step, ones};

use super::encode::Encoded;
use super::long::Long;
use super::pieces::Pieces;
use super::{Fast, Pause, limits};
use crate::budget::Work;
use crate::engine::cells::Cells;
use crate::engine::{Listing as _, Search as _, Task as _};
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::random::SplitMix64;

/// Every other attempt from this one on takes the pieces of a packing: most packings are found before.
const FIRST_OF_PIECES: u64 = 8;
/// The nodes of the first attempt, unless there are more items.
const FIRST: u64 = 1 << 12;
/// The maximum number of entries of a problem that is too large for masks: sets are made anew for each
/// attempt.
const MOST_ENTRIES: usize = 1 << 22;

/// The data from which attempts are made. Each depends only on the seed and its number, so they can be made
/// in any order and in any thread.
#[derive(Clone, Debug)]
pub(crate) struct Attempts {
    /// The problem, and its masks if these are small.
    problem: Problem,
    encoded: Option<Encoded>,
    /// The problem as a packing, if it is one: looked at when the first attempt needs it.
    pieces: OnceLock<Option<Pieces>>,
    processor: Processor,
    seed: u64,
}

impl Attempts {
    /// Returns `None` if the problem is too large.
    pub(crate) fn new(problem: &Problem, seed: u64) -> Option<Attempts> {
        let options = problem.searched_options().collect();
        let encoded = Encoded::of(problem, options, |_| true, limits(problem));
        let is_too_large = encoded.is_none() && problem.entry_count() > MOST_ENTRIES;
        (!is_too_large).then(|| Attempts {
            problem: problem.clone(),
            encoded,
            pieces: OnceLock::new(),
            processor: Processor::best(),
            seed,
        })
    }

    /// The attempt of this number, from 1, at its start, in the memory of an attempt that was abandoned.
    pub(crate) fn begin(&self, number: u64, arena: Vec<u64>) -> Attempt {
        self.begin_while(number, arena, || true).expect("nobody interrupts")
    }

    /// The attempt of this number, from 1, at its start, unless it is no longer needed: making an attempt may
    /// take as long as searching in it.
    pub(crate) fn begin_while(
        &self,
        number: u64,
        arena: Vec<u64>,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Attempt> {
        // Mixed twice: neither neighboring seeds nor neighboring attempts have orders in common.
        let seed = SplitMix64::new(SplitMix64::new(self.seed).word() ^ number).word();
        let mut random = SplitMix64::new(seed);
        if number >= FIRST_OF_PIECES
            && number.is_multiple_of(2)
            && let Some(pieces) = self.pieces.get_or_init(|| Pieces::new(&self.problem))
        {
            let shift = if self.encoded.is_none() { pieces.advantage() } else { 0 };
            let search = Search::Pieces { search: Box::new(pieces.begin(&mut random)), shift, arena };
            return Some(Attempt { search, options: vec![] });
        }
        let Some(Encoded { bits, options }) = &self.encoded else {
            return self.begin_wide(&mut random, arena, is_wanted);
        };
        let first = bits.colors + bits.rooms.len();
        let items = shuffled(&mut random, first..first + ones(&bits.need).count());
        let places = Some(0..options.len()).filter(|_| is_wanted());
        let places = shuffled(&mut random, places?);
        let bits = is_wanted().then(|| bits.renumbered(&items, &places))?;
        is_wanted().then(|| Attempt {
            search: Search::Masks {
                search: Box::new(Masks::with_arena(&bits, arena)),
                processor: self.processor,
                budget: Budget { halt: true, ..Budget::default() },
            },
            options: places.into_iter().map(|place| options[place]).collect(),
        })
    }

    /// An attempt at its start if masks are too large: dancing cells, and masks below.
    fn begin_wide(
        &self,
        random: &mut SplitMix64,
        arena: Vec<u64>,
        is_wanted: impl Fn() -> bool,
    ) -> Option<Attempt> {
        let items = shuffled(random, 0..self.problem.item_count());
        let items: Vec<ItemId> = items.into_iter().map(ItemId::from_index).collect();
        let places = shuffled(random, Some(0..self.problem.option_count()).filter(|_| is_wanted())?);
        let options = places.into_iter().map(OptionId::from_index);
        let options: Vec<OptionId> = options.filter(|&option| !self.problem.is_kept_out(option)).collect();
        let problem = is_wanted().then(|| self.problem.reordered(&items, &options))?;
        let search = is_wanted().then(|| Fast::new(&problem))?;
        let mut search = search.expect("the problem in another order is supported too");
        search.arena = arena;
        Some(Attempt { search: Search::Wide(Box::new(search)), options })
    }

    /// The bytes of the data from which attempts are made. An attempt takes about the same amount at its
    /// start.
    pub(crate) fn bytes(&self) -> usize {
        let of_pieces = self.pieces.get().and_then(Option::as_ref).map_or(0, Pieces::bytes);
        of_pieces + self.encoded.as_ref().map_or_else(|| Cells::fixed_bytes(&self.problem), Encoded::bytes)
    }

    /// How often the length of each attempt is doubled: the first has a node for each primary item. A
    /// solution may take as many, and to make an attempt takes as long as these nodes. So shorter ones
    /// would find nothing, and of a search that never errs they would make a quadratic one.
    pub(crate) fn doublings(problem: &Problem) -> u32 {
        (problem.primary_count() as u64).div_ceil(FIRST).max(1).next_power_of_two().ilog2()
    }

    /// The nodes after which the attempt of this number is abandoned.
    pub(crate) fn length(number: u64, doublings: u32) -> u64 {
        (FIRST << doublings) * luby(number)
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
    search: Search,
    /// The options in this order; none are needed of a packing.
    options: Vec<OptionId>,
}

/// The search of an attempt.
#[derive(Clone, Debug)]
enum Search {
    /// Of a problem whose masks are small.
    Masks { search: Box<Masks>, processor: Processor, budget: Budget },
    /// Of another.
    Wide(Box<Fast>),
    /// Of a packing, and the memory that it keeps for the next attempt. It counts this power of two of its
    /// nodes as one, because they cost less than those of dancing cells.
    Pieces { search: Box<Long>, shift: u32, arena: Vec<u64> },
}

impl Attempt {
    /// Runs to the next solution, to the end, or until this many nodes of its own have been entered.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        let (search, processor, budget) = match &mut self.search {
            Search::Masks { search, processor, budget } => (search, *processor, budget),
            Search::Wide(search) => return search.run(nodes),
            Search::Pieces { search, shift, .. } => {
                let most = nodes.min(u64::MAX >> *shift) << *shift;
                return search.run(most);
            }
        };
        budget.most = nodes;
        match search.run(processor, budget) {
            Step::Solution => Pause::Solution,
            Step::End => Pause::End,
            Step::Nodes | Step::Width | Step::Delegated => Pause::Bound,
        }
    }

    /// At [`Pause::Solution`], the solution.
    pub(crate) fn solution(&mut self) -> Solution {
        let chosen = match &mut self.search {
            Search::Masks { search, .. } => search.chosen(),
            Search::Wide(search) => search.solution().options().iter().map(|option| option.index()).collect(),
            Search::Pieces { search, .. } => return search.solution(),
        };
        chosen.into_iter().map(|place| self.options[place]).collect()
    }

    /// Gives its memory back when it is abandoned, for the next attempt: freed and allocated again by several
    /// threads, it would leave holes.
    pub(crate) fn take_arena(&mut self) -> Vec<u64> {
        match &mut self.search {
            Search::Masks { search, .. } => search.take_arena(),
            Search::Wide(search) => search.take_arena(),
            Search::Pieces { arena, .. } => std::mem::take(arena),
        }
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        match &self.search {
            Search::Masks { search, .. } => search.bytes(),
            Search::Wide(search) => search.bytes() + Cells::fixed_bytes(&search.problem),
            Search::Pieces { search, arena, .. } => {
                search.bytes() + search.bytes_of_order() + arena.len() * size_of::<u64>()
            }
        }
    }

    /// The maximum number of bytes that a node may add.
    pub(crate) fn growth(&self) -> usize {
        match &self.search {
            Search::Masks { search, .. } => search.growth(),
            Search::Wide(search) => search.growth(),
            Search::Pieces { search, shift, .. } => search.growth(1 << shift),
        }
    }

    pub(crate) fn work(&self) -> Work {
        match &self.search {
            Search::Masks { budget, .. } => Work { nodes: budget.nodes, updates: budget.scanned },
            Search::Wide(search) => search.work(),
            Search::Pieces { search, shift, .. } => {
                let Work { nodes, updates } = search.work();
                Work { nodes: nodes >> shift, updates }
            }
        }
    }
}

/// A search for one solution, by attempts.
///
/// ```
/// use combien::engine::{Pause, fast::Restarts};
/// use combien::problem::dlx;
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let mut search = Restarts::new(&problem, 7).expect("it is small");
/// assert_eq!(search.run(u64::MAX), Pause::Solution);
/// assert_eq!(combien::check::check(&problem, search.solution().options()), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Restarts {
    all: Attempts,
    attempt: Attempt,
    number: u64,
    doublings: u32,
    /// The work of the attempts before.
    before: Work,
}

impl Restarts {
    /// Attempts with this seed; `None` if the problem is too large: more than four million entries, and masks
    /// of more than a megabyte.
    pub fn new(problem: &Problem, seed: u64) -> Option<Restarts> {
        let all = Attempts::new(problem, seed)?;
        let (attempt, doublings) = (all.begin(1, vec![]), Attempts::doublings(problem));
        Some(Restarts { all, attempt, number: 1, doublings, before: Work::default() })
    }

    /// Runs to a solution, to the end of an attempt that searched its whole tree, or until this many nodes in
    /// all have been entered. After a solution it continues, and may find the same one again.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let left = nodes.saturating_sub(self.before.nodes);
            let pause = self.attempt.run(left.min(Attempts::length(self.number, self.doublings)));
            if pause != Pause::Bound || self.work().nodes >= nodes {
                return pause;
            }
            self.before = self.work();
            self.number += 1;
            let arena = self.attempt.take_arena();
            self.attempt = self.all.begin(self.number, arena);
        }
    }

    /// At [`Pause::Solution`], the solution.
    pub fn solution(&mut self) -> Solution {
        self.attempt.solution()
    }

    /// The work of all attempts.
    pub fn work(&self) -> Work {
        let Work { nodes, updates } = self.attempt.work();
        Work { nodes: self.before.nodes + nodes, updates: self.before.updates + updates }
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from 1: without knowing how long attempts should be, none
/// is better by more than a logarithm (Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms,
/// 1993).
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
    fn the_absence_of_solutions_is_found_too() {
        let mut search = Restarts::new(&matchings(13), 1).unwrap();
        for nodes in (0..).step_by(1000) {
            match search.run(nodes) {
                Pause::Bound => assert_eq!(search.work().nodes, nodes),
                Pause::End => break,
                Pause::Solution | Pause::Memory => panic!("an odd number of points has no matching"),
            }
        }
        assert!(search.number > 10, "{}", search.number);
    }

    /// An attempt is the same in every thread and after any other attempts; and no two attempts are alike.
    #[test]
    fn attempts_are_independent() {
        let problem = matchings(10);
        let found = |seed, number| {
            let mut attempt = Attempts::new(&problem, seed).unwrap().begin(number, vec![]);
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

    /// Queens on a board of this side. With more than 77 of them there are more than 384 items.
    fn queens(side: usize) -> Problem {
        let lines = |name: &'static str, count: usize| (0..count).map(move |line| format!("{name}{line}"));
        let once: Vec<String> = lines("r", side).chain(lines("c", side)).collect();
        let at_most_once: Vec<String> = lines("u", 2 * side - 1).chain(lines("d", 2 * side - 1)).collect();
        let squares = (0..side * side).map(|square| (square / side, square % side));
        let options = squares.map(|(r, c)| format!("r{r} c{c} u{} d{}\n", r + c, r + side - 1 - c));
        let options: Vec<String> = options.collect();
        problem(&format!("{} | {}\n{}", once.join(" "), at_most_once.join(" "), options.concat()))
    }

    /// Where masks are too large, attempts search by dancing cells. They need a node for each queen that
    /// was not forced, or hardly more.
    #[test]
    fn attempts_of_a_wide_problem() {
        let problem = queens(100);
        let attempts = Attempts::new(&problem, 5).unwrap();
        assert!(attempts.encoded.is_none());
        let mut found = std::collections::BTreeSet::new();
        for number in 1..=8 {
            let mut attempt = attempts.begin(number, vec![]);
            if attempt.run(Attempts::length(number, 0)) != Pause::Solution {
                continue;
            }
            let solution = attempt.solution();
            crate::check::check(&problem, solution.options()).unwrap();
            assert!((40..400).contains(&attempt.work().nodes), "{}", attempt.work().nodes);
            assert!(attempt.bytes() < 32 << 20, "{}", attempt.bytes());
            found.insert(solution);
        }
        assert!(found.len() >= 6, "{} of 8", found.len());
        let mut again = attempts.begin(1, vec![]);
        again.run(u64::MAX);
        assert!(found.contains(&again.solution()));
    }

    /// 401 points in one matching of a path, which has none; and options without primary items, which are
    /// left out.
    #[test]
    fn a_wide_problem_may_have_no_solution() {
        let names: Vec<String> = (0..401).map(|point| point.to_string()).collect();
        let pairs: Vec<String> = (1..401).map(|point| format!("x\n{} {point}\n", point - 1)).collect();
        let problem = problem(&format!("{} | x\n{}", names.join(" "), pairs.concat()));
        assert_eq!(Restarts::new(&problem, 1).unwrap().run(u64::MAX), Pause::End);
    }

    #[test]
    fn lubys_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
