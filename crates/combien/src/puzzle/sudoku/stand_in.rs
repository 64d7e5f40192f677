//! Stands in for the enumeration engine until that is there: the same functions, by `links` on a rebuilt subproblem.

use crate::engine::Work;
use crate::engine::links::Links;
pub(super) use crate::engine::links::Pause;
use crate::problem::{Builder, OptionId, Problem, Solution};

/// A search over the subproblems of a problem whose items are all primary.
#[derive(Clone, Debug)]
pub(super) struct Fast {
    problem: Problem,
    taken: Vec<OptionId>,
    /// The options of the subproblem, by their number in the problem.
    left: Vec<OptionId>,
    /// None if two of the options taken clash.
    search: Option<Links>,
}

impl Fast {
    pub(super) fn new(problem: &Problem) -> Fast {
        let mut fast = Fast { problem: problem.clone(), taken: vec![], left: vec![], search: None };
        fast.restart(&[]);
        fast
    }

    /// Starts again on the subproblem in which these options are taken.
    pub(super) fn restart(&mut self, taken: &[OptionId]) {
        self.taken = taken.to_vec();
        self.search =
            self.subproblem().map(|problem| Links::new(&problem).expect("it is no larger than the whole"));
    }

    /// What is left to cover, and with what; none if two of the options taken clash.
    fn subproblem(&mut self) -> Option<Problem> {
        let mut covered = vec![false; self.problem.item_count()];
        for entry in self.taken.iter().flat_map(|&option| self.problem.option(option)) {
            if std::mem::replace(&mut covered[entry.item.index()], true) {
                return None;
            }
        }
        let mut builder = Builder::new();
        let mut items = vec![None; covered.len()];
        for item in self.problem.items().filter(|item| !covered[item.index()]) {
            items[item.index()] = builder.primary(self.problem.item_name(item)).ok();
        }
        self.left.clear();
        for option in self.problem.options() {
            let entries: Option<Vec<_>> =
                self.problem.option(option).iter().map(|entry| items[entry.item.index()]).collect();
            if entries.is_some_and(|entries| builder.option(entries).is_ok()) {
                self.left.push(option);
            }
        }
        Some(builder.build())
    }

    /// Runs to the next solution, to the end, or until so many nodes in all since the restart.
    pub(super) fn run(&mut self, nodes: u64) -> Pause {
        self.search.as_mut().map_or(Pause::End, |search| search.run(nodes))
    }

    /// The options taken, ascending, those of the restart included.
    pub(super) fn solution(&self) -> Solution {
        let found = self.search.iter().flat_map(|search| search.solution().options().to_vec());
        found.map(|option| self.left[option.index()]).chain(self.taken.iter().copied()).collect()
    }

    /// The work since the restart.
    pub(super) fn work(&self) -> Work {
        self.search.as_ref().map_or_else(Work::default, Links::work)
    }
}
