//! How long an enumeration will take, for whoever must decide whether to wait for it: cohorts of random nodes that go
//! down its tree from the root (see [`Cohort`]).
//!
//! Unlike the [forecast](super::crew) that people are shown, what is said here depends on nothing but the problem and the
//! work done so far: not on threads, and not on who watches. So the choice of an engine does not either.

use super::crew::Search;
use super::estimate::Magnitude;
use super::estimate::cohort::Cohort;
use super::{Engine, Error};
use crate::engine::{Branch, Work};
use crate::problem::{Problem, Subproblem};
use crate::random::SplitMix64;

/// Cohorts may cost this part of what the enumeration has.
const PART: u64 = 8;
const WIDTH: usize = 8;
/// Fewer cohorts say nothing.
const FEW: usize = 4;
/// More are not sent out.
const ENOUGH: usize = 8;
/// Nor do those that differ by more than this part of their mean.
const MOST_ERROR: f64 = 0.5;
/// To take an option when a branch is begun costs about so much.
const TAKE: u64 = 1 << 9;
/// Of trees with more nodes than this nothing is said: nobody waits for them.
const MOST_NODES: f64 = 1e11;
/// A cohort that holds more options than this is given up: 4 MB.
const ROOM: usize = 1 << 20;
/// Any seed does.
const SEED: u64 = 1;

/// The tree of an enumeration, as far as cohorts have seen it.
pub(super) struct Prospect {
    search: Search,
    random: SplitMix64,
    cohort: Option<Cohort>,
    /// The nodes of the tree, as each cohort says.
    said: Vec<f64>,
    spent: u64,
    is_given_up: bool,
}

impl Prospect {
    /// Of the search by an engine that can be cut. Linear in the size of the problem.
    pub(super) fn new(engine: Engine, problem: &Problem) -> Result<Prospect, Error> {
        let search = Search::by(engine, problem)?;
        let random = SplitMix64::new(SEED);
        Ok(Prospect { search, random, cohort: None, said: vec![], spent: 0, is_given_up: false })
    }

    /// Lets cohorts go on when the enumeration has spent so much, or may do so at once; in the units of its engine.
    pub(super) fn look(&mut self, spent: u64) {
        while self.is_wanted() && self.spent + self.search.start_cost() <= spent / PART {
            let whole = || [(Branch::whole(Subproblem::whole()), Magnitude::from(1.0))];
            let cohort = self.cohort.get_or_insert_with(|| Cohort::new(WIDTH, whole()));
            let (before, taken) = (cohort.work, cohort.taken);
            let is_on_its_way = cohort.step(&mut self.search, u64::MAX, &mut self.random);
            let Work { nodes, updates } = cohort.work;
            let work = Work { nodes: nodes - before.nodes, updates: updates - before.updates };
            let begun = self.search.start_cost() + TAKE * (cohort.taken - taken);
            self.spent += begun + self.search.cost(work);
            self.is_given_up = cohort.held() > ROOM || cohort.nodes.to_f64() > MOST_NODES;
            if !is_on_its_way {
                self.said.push(cohort.nodes.to_f64());
                self.cohort = None;
            }
        }
    }

    fn is_wanted(&self) -> bool {
        !self.is_given_up && self.said.len() < ENOUGH
    }

    /// The nodes of the tree, rather too many than too few, if cohorts agree about them.
    pub(super) fn nodes(&self) -> Option<f64> {
        let count = self.said.len() as f64;
        let mean = self.said.iter().sum::<f64>() / count;
        let variance = self.said.iter().map(|nodes| (nodes - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = (variance / count).sqrt();
        (self.said.len() >= FEW && error <= MOST_ERROR * mean).then_some(mean + error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn queens(n: usize) -> Problem {
        let names = |letter: char, count: usize| (0..count).map(move |k| format!("{letter}{k}"));
        let primary: Vec<String> = names('r', n).chain(names('c', n)).collect();
        let secondary: Vec<String> = names('a', 2 * n).chain(names('b', 2 * n)).collect();
        let cells = (0..n * n).map(|cell| (cell / n, cell % n));
        let options = cells.map(|(r, c)| format!("r{r} c{c} a{} b{}\n", r + c, n + r - c));
        let items = format!("{} | {}\n", primary.join(" "), secondary.join(" "));
        parse("queens", &(items + &options.collect::<String>())).unwrap().problem
    }

    #[test]
    fn the_tree_is_known_within_its_error_after_a_part_of_its_cost() {
        let problem = queens(10);
        let mut all = Search::by(Engine::Fast, &problem).unwrap();
        all.tally(u64::MAX);
        let (nodes, spent) = (all.work().nodes as f64, all.cost(all.work()));
        let mut prospect = Prospect::new(Engine::Fast, &problem).unwrap();
        prospect.look(spent);
        assert!(prospect.spent <= spent / PART);
        prospect.look(100 * spent);
        let said = prospect.nodes().unwrap();
        assert!((0.8..1.5).contains(&(said / nodes)), "{said} of {nodes}");
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        let problem = parse("t", "a b\na\nb\na b\n").unwrap().problem;
        let mut prospect = Prospect::new(Engine::Cells, &problem).unwrap();
        assert_eq!(prospect.nodes(), None);
        prospect.look(0);
        assert_eq!((prospect.nodes(), prospect.spent), (None, 0));
        prospect.look(1 << 20);
        assert!(prospect.nodes().is_some_and(|nodes| (nodes - 3.0).abs() < 1e-9));
    }
}
