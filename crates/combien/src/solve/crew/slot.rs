//! A search at work on one branch after the other.

use std::sync::Arc;

use super::agenda::Harvest;
use crate::budget::{Pause, Work};
use crate::check::Checker;
use crate::engine::Branch;
use crate::problem::Problem;
use crate::solve::covers::must_cover;
use crate::solve::error::Question;
use crate::solve::search::Search;

/// If solutions are needed, a branch is cut when those found have this number of options in all, because they
/// may have to wait. The pieces cut off are mostly small branches, so cuts should not be too frequent.
const MOST_OPTIONS: usize = 1 << 19;

/// A search, with the branch that it has in hand.
pub(super) struct Slot {
    problem: Problem,
    pub(super) search: Search,
    checker: Checker,
    question: Question,
    /// A branch is cut after this amount of work.
    most: u64,
    /// The memory that all searches may take.
    memory: u64,
    pub(super) unit: Option<Unit>,
}

/// A branch in hand.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) ticket: u64,
    pub(super) branch: Branch,
    /// The number of nodes at which it is next inspected.
    bound: u64,
    pub(super) harvest: Harvest,
    /// The options of the solutions found.
    options: usize,
    /// How it will continue, once a copy has looked ahead.
    pub(super) foreseen: Option<Arc<Foreseen>>,
}

/// How the search of a branch will continue.
#[derive(Debug)]
pub(super) struct Foreseen {
    pub(super) is_scouting: bool,
    /// If it will take a fixed order: after how many nodes, and what is left there.
    pub(super) switch: Option<(u64, Vec<Branch>)>,
    /// What is left where it is given back.
    pub(super) cut: Vec<Branch>,
}

/// The state in which a slot pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It has been inspected, and continues.
    On,
    /// At a solution, which is in the harvest.
    Solution,
    /// At its limit on nodes.
    Halted,
    /// The branch is done, or has been cut.
    Over,
}

impl Slot {
    pub(super) fn new(problem: &Problem, search: Search, question: Question, most: u64, memory: u64) -> Slot {
        let checker = Checker::new(problem);
        Slot { problem: problem.clone(), search, checker, question, most, memory, unit: None }
    }

    /// Another one like it, with nothing in hand.
    pub(super) fn twin(&self) -> Slot {
        Slot::new(&self.problem, self.search.clone(), self.question, self.most, self.memory)
    }

    /// A slot like it, whose solutions are checked against another problem.
    #[cfg(test)]
    pub(super) fn judged_by(&self, problem: &Problem) -> Slot {
        Slot { checker: Checker::new(problem), problem: problem.clone(), ..self.twin() }
    }

    /// Takes a branch in hand.
    pub(super) fn begin(&mut self, ticket: u64, branch: Branch) {
        self.search.begin(&branch);
        self.hold(ticket, branch);
    }

    /// Takes a branch at which the search has already been positioned.
    pub(super) fn hold(&mut self, ticket: u64, branch: Branch) {
        self.unit =
            Some(Unit { ticket, branch, bound: 1, harvest: Harvest::default(), options: 0, foreseen: None });
    }

    /// The work on the branch in hand.
    pub(super) fn work(&self) -> Work {
        if self.unit.is_some() { self.search.work() } else { Work::default() }
    }

    /// Continues to the next inspection, or to a solution if solutions are needed, or to this number of nodes
    /// of the branch.
    ///
    /// Where a branch is inspected, and so where it is cut, depends only on its own work.
    ///
    /// # Panics
    ///
    /// If a solution does not cover: that is a bug in the engine.
    pub(super) fn step(&mut self, most: u64) -> Step {
        let Some(unit) = &mut self.unit else { return Step::Over };
        let bound = unit.bound.min(most);
        let pause = match self.question {
            Question::Each => self.search.run(bound),
            Question::Count => {
                let (pause, found) = self.search.tally(bound);
                unit.harvest.found += found;
                pause
            }
        };
        unit.harvest.work = self.search.work();
        match pause {
            Pause::End => Step::Over,
            Pause::Bound if bound < unit.bound => Step::Halted,
            Pause::Bound if self.search.cost(unit.harvest.work) >= self.most => Step::Over,
            Pause::Bound | Pause::Memory => {
                unit.bound += self.search.pace_within(self.memory);
                Step::On
            }
            Pause::Solution => {
                let solution = self.search.solution();
                must_cover(&mut self.checker, &self.problem, &solution, self.search.engine());
                unit.harvest.found += 1;
                unit.options += solution.options().len();
                unit.harvest.solutions.push_back((unit.harvest.work, solution));
                if unit.options >= MOST_OPTIONS { Step::Over } else { Step::Solution }
            }
        }
    }

    /// Gives the branch back: its ticket, its result, and what it has left.
    pub(super) fn finish(&mut self) -> Option<(u64, Harvest, Vec<Branch>)> {
        let unit = self.unit.take()?;
        Some((unit.ticket, unit.harvest, self.search.rest()))
    }

    /// A copy that continues where this slot is, without its solutions.
    pub(super) fn ahead(&self) -> Slot {
        let unit = self.unit.as_ref().map(|unit| Unit {
            branch: unit.branch.clone(),
            harvest: Harvest::default(),
            foreseen: None,
            ..*unit
        });
        Slot { unit, ..self.twin() }
    }

    /// Forgets the solutions of the branch in hand.
    pub(super) fn forget_solutions(&mut self) {
        if let Some(unit) = &mut self.unit {
            unit.harvest.solutions.clear();
        }
    }
}
