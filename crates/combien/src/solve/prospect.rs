//! How long an enumeration will take, to decide whether to wait for it: cohorts of random nodes go down its
//! tree from the root (see [`Cohort`]).
//!
//! Unlike the [forecast](super::crew) that users see, this estimate depends only on the problem and the work
//! done so far: not on threads, and not on a meter. So the choice of an engine does not depend on those
//! either.

use super::engine::Engine;
use super::estimate::Magnitude;
use super::estimate::cohort::Cohort;
use super::search::Search;
use crate::engine::Branch;
use crate::problem::{Problem, Subproblem};
use crate::random::SplitMix64;

/// The maximum cost of cohorts, as a share of the cost of the enumeration.
const PART: u64 = 2;
const WIDTH: usize = 8;
/// Fewer cohorts give no estimate.
const FEW: usize = 4;
/// The maximum number of cohorts.
const ENOUGH: usize = 8;
/// Cohorts that differ by more than this part of their mean give none either.
const MOST_ERROR: f64 = 0.5;
/// Taking an option when a branch is begun costs about as much as this part of all options, measured on
/// queens and on dominoes.
const PART_OF_OPTIONS: u64 = 32;
/// To make a search costs about as much for each entry of the problem, measured on a Sudoku of side 25.
const ENTRY: u64 = 4;
/// There is no estimate for trees with more nodes than this: they are too large to wait for.
const MOST_NODES: f64 = 1e11;
/// A cohort that holds more options than this is abandoned: 4 MB.
const ROOM: usize = 1 << 20;
/// Any seed does.
const SEED: u64 = 1;

/// The tree of an enumeration, as far as cohorts have seen it.
pub(super) struct Prospect {
    engine: Engine,
    problem: Problem,
    /// The search that goes down the tree, as soon as it pays to make it.
    search: Option<Search>,
    /// The cost of making it, then of beginning a branch; and of taking an option then.
    start: u64,
    take: u64,
    random: SplitMix64,
    cohort: Option<Cohort>,
    /// The nodes of the tree, as each cohort estimates them.
    said: Vec<f64>,
    spent: u64,
    /// The most that one step has spent: the next may need as much.
    largest: u64,
    is_given_up: bool,
}

impl Prospect {
    /// The prospect of a search by an engine that can be cut.
    pub(super) fn new(engine: Engine, problem: &Problem) -> Prospect {
        Prospect {
            engine,
            problem: problem.clone(),
            search: None,
            start: ENTRY * problem.entry_count() as u64,
            take: 1 + problem.option_count() as u64 / PART_OF_OPTIONS,
            random: SplitMix64::new(SEED),
            cohort: None,
            said: vec![],
            spent: 0,
            largest: 0,
            is_given_up: false,
        }
    }

    /// Continues the cohorts when the enumeration has spent this amount, or may spend it at once, in the
    /// units of its engine.
    pub(super) fn look(&mut self, spent: u64) {
        while self.is_wanted() && self.spent + self.start + self.largest <= spent / PART {
            let Some(search) = &mut self.search else {
                self.search = Search::by(self.engine, &self.problem).ok();
                self.is_given_up = self.search.is_none();
                self.spent += self.start;
                self.start = self.search.as_ref().map_or(0, |search| search.start_cost());
                continue;
            };
            let whole = || [(Branch::whole(Subproblem::whole()), Magnitude::from(1.0))];
            let cohort = self.cohort.get_or_insert_with(|| Cohort::new(WIDTH, whole()));
            let (before, taken) = (cohort.work, cohort.taken);
            let is_on_its_way = cohort.step(search, u64::MAX, &mut self.random);
            let begun = self.start + self.take * (cohort.taken - taken);
            let step = begun + search.cost(cohort.work - before);
            self.largest = self.largest.max(step);
            self.spent += step;
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

    /// A careful estimate of the nodes of the tree, rather too many than too few, if the cohorts agree.
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
        let mut prospect = Prospect::new(Engine::Fast, &problem);
        prospect.look(spent);
        assert!(prospect.spent <= spent / PART);
        prospect.look(100 * spent);
        let said = prospect.nodes().unwrap();
        assert!((0.8..1.5).contains(&(said / nodes)), "{said} of {nodes}");
    }

    #[test]
    fn without_probes_there_is_no_estimate() {
        let problem = parse("t", "a b\na\nb\na b\n").unwrap().problem;
        let mut prospect = Prospect::new(Engine::Cells, &problem);
        assert_eq!(prospect.nodes(), None);
        prospect.look(0);
        assert_eq!((prospect.nodes(), prospect.spent), (None, 0));
        prospect.look(1 << 20);
        assert!(prospect.nodes().is_some_and(|nodes| (nodes - 3.0).abs() < 1e-9));
    }
}
