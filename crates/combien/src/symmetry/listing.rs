//! Listing up to symmetry: one solution of each orbit, without storing any.
//!
//! Where an item is kept in place by the whole group, the group permutes the options that have it, and each solution has
//! just one of them. So of each orbit of these options one is enough, the least; a solution that has it is alike only to
//! those that its *stabilizer* takes it to, the elements that keep the option. So the search goes on below that option
//! with the stabilizer as its group, until that is trivial, or keeps no item in place: then the solutions that are the
//! least of their images are picked out. This is what the paper of `combine` does by hand with the pentomino F: it leaves
//! it in one orientation, and finds 65 solutions and not 520.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use super::Symmetries;
use crate::check::Checker;
use crate::problem::{Bounds, BuildError, ItemId, OptionId, Problem, Residual, Solution, Subproblem};
use crate::solve::{self, Ending, Limits, Query, Reason};

/// One solution of an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The solution.
    pub solution: Solution,
    /// How many elements of the group take it to itself: 1 if it has no symmetry of its own.
    pub stabilizer_order: usize,
    /// How many solutions are alike, it among them.
    pub orbit_size: usize,
}

/// How a listing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Were these all?
    pub ending: Ending,
    /// How many orbits were handed out.
    pub found: u64,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// Why solutions could not be listed up to symmetry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ListError {
    /// A part of the problem is too large.
    Build(BuildError),
    /// An engine could not take it.
    Solve(solve::Error),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListError::Build(error) => error.fmt(f),
            ListError::Solve(error) => error.fmt(f),
        }
    }
}

impl Error for ListError {}

impl From<BuildError> for ListError {
    fn from(error: BuildError) -> ListError {
        ListError::Build(error)
    }
}

impl From<solve::Error> for ListError {
    fn from(error: solve::Error) -> ListError {
        ListError::Solve(error)
    }
}

/// Delivers one solution of each orbit, until it is told to stop.
///
/// The search is cut into parts, each with some options taken; parts come in the order of these options. Within a part
/// solutions come in the order of the engine that enumerates it. Each is the least of its orbit among those that have the
/// least options of all parts' choices: the same every time.
///
/// Of the limits, those of nodes and solutions hold for all parts together.
///
/// # Panics
///
/// If a solution fails the checker: a bug.
pub fn each(
    problem: &Problem,
    group: &Symmetries,
    limits: &Limits,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Listed, ListError> {
    let listed = Listed { ending: Ending::Complete, found: 0, nodes: 0 };
    let checker = Checker::new(problem);
    let mut listing = Listing { problem, group, checker, limits: limits.clone(), listed, deliver };
    // Whether it was stopped is told by the ending.
    let _: ControlFlow<()> = listing.part(&Subproblem::whole(), group)?;
    Ok(listing.listed)
}

struct Listing<'a> {
    problem: &'a Problem,
    group: &'a Symmetries,
    checker: Checker,
    limits: Limits,
    listed: Listed,
    deliver: &'a mut dyn FnMut(Representative) -> ControlFlow<()>,
}

impl Listing<'_> {
    /// Lists a part; `group` keeps each option that the part takes. Breaks if it was stopped.
    fn part(&mut self, part: &Subproblem, group: &Symmetries) -> Result<ControlFlow<()>, ListError> {
        let Some(residual) = part.residual(self.problem)? else { return Ok(ControlFlow::Continue(())) };
        let Some(choices) = best_choices(self.problem, &residual, group) else {
            return self.search(&residual, group);
        };
        for option in choices {
            if self.part(&part.take([option]), &group.stabilizer(option))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Enumerates what is left, and picks out the least of each orbit of the group.
    fn search(&mut self, residual: &Residual, group: &Symmetries) -> Result<ControlFlow<()>, ListError> {
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.listed.nodes)),
            solutions: None,
            ..self.limits.clone()
        };
        let mut solutions = Query::new(&residual.problem).limits(limits).each()?;
        let mut stopped = ControlFlow::Continue(());
        for solution in &mut solutions {
            let solution = residual.complete(&solution);
            if let Err(violations) = self.checker.check(self.problem, solution.options()) {
                panic!("a part's solution is none of the whole: {}", violations[0]);
            }
            if !group.is_least(&solution) {
                continue;
            }
            if self.limits.solutions.is_some_and(|most| self.listed.found >= most) {
                self.listed.ending = Ending::Stopped(Reason::Solutions(self.listed.found));
                stopped = ControlFlow::Break(());
                break;
            }
            let stabilizer_order = self.group.stabilizer_order(&solution);
            let orbit_size = self.group.order() / stabilizer_order;
            self.listed.found += 1;
            stopped = (self.deliver)(Representative { solution, stabilizer_order, orbit_size });
            if stopped.is_break() {
                self.listed.ending = Ending::Stopped(Reason::Asked);
                break;
            }
        }
        self.listed.nodes += solutions.work().nodes;
        if let Some(ending @ Ending::Stopped(_)) = solutions.ending() {
            self.listed.ending = ending;
            stopped = ControlFlow::Break(());
        }
        Ok(stopped)
    }
}

/// The least options of the orbits of an item's options: of the item that the group keeps in place and of which it saves
/// most. None if it saves nothing.
fn best_choices(problem: &Problem, residual: &Residual, group: &Symmetries) -> Option<Vec<OptionId>> {
    if group.order() == 1 {
        return None;
    }
    let left: Vec<OptionId> = residual.options().to_vec();
    let fixed = |&item: &ItemId| {
        residual.problem.item_by_name(problem.item_name(item)).is_some()
            && problem.bounds(item) == Bounds::ONCE
            && group.elements().iter().all(|element| element.item(item) == item)
    };
    let mut best: Option<(usize, Vec<OptionId>)> = None;
    for item in problem.primary_items().filter(fixed) {
        let has_item = |option: &&OptionId| problem.option(**option).iter().any(|entry| entry.item == item);
        let options: Vec<OptionId> = left.iter().filter(has_item).copied().collect();
        let is_least = |&option: &OptionId| group.elements().iter().all(|g| g.option(option) >= option);
        let least: Vec<OptionId> = options.iter().copied().filter(is_least).collect();
        // Saved: options for each least one; of items that save equally, the one with fewest parts.
        let is_better = best.as_ref().is_none_or(|(count, choices)| {
            let (ours, theirs) = (options.len() * choices.len(), count * least.len());
            ours > theirs || (ours == theirs && least.len() < choices.len())
        });
        if is_better && least.len() < options.len() {
            best = Some((options.len(), least));
        }
    }
    best.map(|(_, choices)| choices)
}
