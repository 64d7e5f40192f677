//! The searches that can be cut, in one guise.

use crate::engine::fast::{Fast, Kernel};
use crate::engine::links::Links;
use crate::engine::{Branch, Descent, Pause, Work};
use crate::problem::{Problem, Solution};
use crate::solve::guard;
use crate::solve::{Engine, Error};

/// Dancing links walk over so many items between two looks: some milliseconds.
const ITEMS_BETWEEN_LOOKS: u64 = 1 << 22;

/// To begin a branch costs at least so much.
const START: u64 = 1 << 9;

/// A search that can be cut, and take up what another one left.
#[derive(Clone)]
pub(crate) enum Search<'p> {
    Fast(Box<Fast<'p>>),
    Links(&'p Problem, Box<Links>),
}

impl<'p> Search<'p> {
    /// The search that may be anybody's.
    pub(crate) fn of(problem: &'p Problem) -> Result<Search<'p>, Error> {
        match Engine::Auto.for_search(problem) {
            Engine::Links => Search::links(problem),
            _ => Search::fast(problem, Kernel::default()),
        }
    }

    pub(crate) fn links(problem: &'p Problem) -> Result<Search<'p>, Error> {
        let links = Links::new(problem).map_err(|too_large| Error::unfit(Engine::Links, too_large.into()))?;
        Ok(Search::Links(problem, Box::new(links)))
    }

    pub(crate) fn fast(problem: &'p Problem, kernel: Kernel) -> Result<Search<'p>, Error> {
        let fast = Fast::with_kernel(problem, kernel).map_err(|_| Error::Unavailable { kernel })?;
        Ok(Search::Fast(Box::new(fast.map_err(|unfit| Error::unfit(Engine::Fast, unfit))?)))
    }

    pub(crate) fn engine(&self) -> Engine {
        match self {
            Search::Fast(_) => Engine::Fast,
            Search::Links(..) => Engine::Links,
        }
    }

    pub(crate) fn problem(&self) -> &'p Problem {
        match self {
            Search::Fast(fast) => fast.problem(),
            Search::Links(problem, _) => problem,
        }
    }

    /// What it costs to begin a branch, in the units of [`spent`], without what is counted as work. Measured on pentominoes,
    /// and on Latin squares, where dancing links hand over to masks that have to be made anew.
    pub(super) fn start(&self) -> u64 {
        let entries = self.problem().entry_count() as u64;
        let is_masks = matches!(self, Search::Fast(fast) if !fast.is_too_wide_for_masks());
        if is_masks { START + entries / 8 } else { START + entries * 4 }
    }

    /// Begins a branch that some search of the problem has left.
    pub(crate) fn begin(&mut self, branch: &Branch) {
        match self {
            Search::Fast(fast) => fast.begin(branch),
            Search::Links(problem, links) => links.begin(problem, &branch.subproblem),
        }
    }

    /// A step of a random probe: enters one node, and goes on to the child that is chosen.
    pub(crate) fn descend(&mut self, choose: impl FnOnce(usize) -> usize) -> Descent {
        match self {
            Search::Fast(fast) => fast.descend(choose),
            Search::Links(_, links) => links.descend(choose),
        }
    }

    /// Lets it decide how the rest is to be searched.
    pub(super) fn settle(&mut self) {
        match self {
            Search::Fast(fast) => fast.settle(),
            Search::Links(..) => {}
        }
    }

    /// May the order of what is left still change?
    pub(super) fn may_change_order(&self) -> bool {
        match self {
            Search::Fast(fast) => fast.may_change_order(),
            Search::Links(..) => false,
        }
    }

    /// Is what is left searched in a fixed order?
    pub(super) fn is_in_fixed_order(&self) -> bool {
        match self {
            Search::Fast(fast) => fast.is_in_fixed_order(),
            Search::Links(..) => false,
        }
    }

    /// The nodes at which it decides next how the rest is to be searched.
    pub(super) fn next_thought(&self) -> u64 {
        match self {
            Search::Fast(fast) => fast.next_thought(),
            Search::Links(..) => u64::MAX,
        }
    }

    /// Runs to the next solution, the end, or so many nodes in all.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        match self {
            Search::Fast(fast) => fast.run(nodes),
            Search::Links(_, links) => links.run(nodes),
        }
    }

    /// Runs to the end, or so many nodes in all, and tells how many solutions it came to.
    pub(crate) fn count(&mut self, nodes: u64) -> (Pause, u64) {
        match self {
            Search::Fast(fast) => {
                let before = fast.found();
                let pause = fast.count(nodes);
                (pause, fast.found() - before)
            }
            Search::Links(_, links) => {
                let mut found = 0;
                loop {
                    match links.run(nodes) {
                        Pause::Solution => found += 1,
                        pause => return (pause, found),
                    }
                }
            }
        }
    }

    pub(crate) fn solution(&mut self) -> Solution {
        match self {
            Search::Fast(fast) => fast.solution(),
            Search::Links(_, links) => links.solution(),
        }
    }

    /// What it has left, in order.
    pub(crate) fn rest(&mut self) -> Vec<Branch> {
        match self {
            Search::Fast(fast) => fast.rest(),
            Search::Links(_, links) => links.rest(),
        }
    }

    /// The bytes that it takes, but for what is made once for the problem and never grows.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Search::Fast(fast) => fast.bytes(),
            Search::Links(_, links) => links.bytes(),
        }
    }

    pub(crate) fn work(&self) -> Work {
        match self {
            Search::Fast(fast) => fast.work(),
            Search::Links(_, links) => links.work(),
        }
    }

    pub(super) fn fraction(&self) -> f64 {
        match self {
            Search::Fast(fast) => fast.fraction_done(),
            Search::Links(_, links) => links.fraction_done(),
        }
    }

    /// Nodes to the next look at anything but the search. To choose an item dancing links walk over all of them, and
    /// that is in no count of updates.
    ///
    /// Between two looks it takes only a small part of so much memory, if a node does.
    pub(super) fn pace(&self, memory: u64) -> u64 {
        let growth = match self {
            Search::Fast(fast) => fast.growth(),
            Search::Links(..) => 0,
        };
        let walks = match self {
            Search::Fast(fast) => fast.is_too_wide_for_masks(),
            Search::Links(..) => true,
        };
        let items = self.problem().item_count() as u64;
        let walked = if walks { ITEMS_BETWEEN_LOOKS / (1 + items) } else { u64::MAX };
        let most = walked.min(guard::most_nodes(memory, growth));
        guard::pace(self.work(), guard::UPDATES_OF_SEARCH).min(most).max(1)
    }
}

/// What work costs, in units of some nanoseconds: measured on Scott's problem, queens and dominoes.
pub(crate) fn spent(engine: Engine, work: Work) -> u64 {
    match engine {
        Engine::Links => 4 * work.nodes + work.updates,
        // It looks at an option twenty times as fast as links follow one.
        _ => 5 * work.nodes + work.updates / 20,
    }
}
