//! The search above the masks: dancing cells, while masks would be too large.
//!
//! It branches as the search over masks does. When the items and options that are left at the next node fit
//! into small masks, that node is handed over.

use combien_kernels::{Budget, Step};

use super::DIRECT;
use super::encode::{Encoded, Limits};
use crate::budget::Pause;
use crate::engine::cells::Cells;
use crate::engine::{Search as _, TooLarge};
use crate::problem::{Problem, Subproblem};

/// A node is handed over if at most this many items are left, and their masks are small in all.
const MOST_ITEMS: usize = 64 * DIRECT.width;
/// Making masks costs about as much as this many nodes for each option. If the searches below have been
/// smaller, the next node is not handed over.
const OPTIONS_A_NODE: u64 = 64;

/// An update of dancing cells takes as long as a pass over masks takes for this many options: if nodes are
/// handed over, with what that costs, and if none is.
const LOOKS_AN_UPDATE: [u64; 2] = [8, 2];

/// A search by dancing cells that hands over its deep nodes.
#[derive(Clone, Debug)]
pub(super) struct Trunk {
    pub(super) cells: Cells,
    hands_over: bool,
    /// Options of which masks were made, and nodes that were found below them.
    options: u64,
    nodes: u64,
}

impl Trunk {
    /// A search at its start; it hands nodes over only if it is told to.
    pub(super) fn new(problem: &Problem, hands_over: bool) -> Result<Trunk, TooLarge> {
        Ok(Trunk { cells: Cells::new(problem)?, hands_over, options: 0, nodes: 0 })
    }

    /// Another search by the dancing cells of this one, which hands no node over.
    pub(super) fn alone(&self) -> Trunk {
        Trunk { cells: self.cells.clone(), hands_over: false, options: 0, nodes: 0 }
    }

    /// Starts again, on a part of the problem. Which nodes are handed over depends only on that part, and not
    /// on those searched before it.
    pub(super) fn begin(&mut self, subproblem: &Subproblem) {
        (self.options, self.nodes) = (0, 0);
        self.cells.begin(subproblem);
    }

    /// Runs to the next solution if it should halt there, to the end, to the limit, or to a node to be handed
    /// over.
    pub(super) fn run(&mut self, problem: &Problem, budget: &mut Budget) -> (Step, Option<Encoded>) {
        loop {
            let before = self.cells.work();
            let pause =
                self.cells.advance(before.nodes.saturating_add(budget.most - budget.nodes.min(budget.most)));
            let after = self.cells.work();
            budget.nodes += after.nodes - before.nodes;
            budget.scanned +=
                LOOKS_AN_UPDATE[usize::from(!self.hands_over)] * (after.updates - before.updates);
            match pause {
                Some(Pause::End) => return (Step::End, None),
                Some(Pause::Bound | Pause::Memory) => return (Step::Nodes, None),
                Some(Pause::Solution) => {
                    budget.found += 1;
                    if budget.halt {
                        return (Step::Solution, None);
                    }
                }
                None => match self.masks(problem) {
                    Some(encoded) => {
                        // It is counted when it is entered there.
                        budget.nodes -= 1;
                        return (Step::Delegated, Some(encoded));
                    }
                    None => self.cells.branch(),
                },
            }
        }
    }

    /// The node that was entered as masks, if it is to be handed over: if they fit and are likely to pay.
    fn masks(&mut self, problem: &Problem) -> Option<Encoded> {
        let items = self.cells.active_count();
        if !self.hands_over || items > MOST_ITEMS {
            return None;
        }
        if self.options > OPTIONS_A_NODE * (self.nodes + 64) {
            // Searches below were small. Each node that branches here restores a little trust.
            self.nodes += 1;
            return None;
        }
        if items.div_ceil(64) * self.cells.live_count() > DIRECT.space {
            return None;
        }
        let mut needed = vec![false; problem.item_count()];
        self.cells.active_items().for_each(|item| needed[item.index()] = true);
        let options = self.cells.live_options();
        self.options += (options.len() + problem.item_count() / 16) as u64;
        // Colors may make them wider.
        let limits = Limits { width: Limits::MOST.width, ..DIRECT };
        let encoded = Encoded::of(problem, options, |item| needed[item.index()], limits)?;
        self.cells.pass_over();
        Some(encoded)
    }

    /// A node that was handed over has been searched, with this many nodes.
    pub(super) fn hand_back(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Skips this many of them, and the masks that were made of the first.
    pub(super) fn turn(&mut self, children: usize) {
        (self.options, self.nodes) = (0, 0);
        self.cells.turn(children);
    }
}
