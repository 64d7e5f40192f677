//! A few items that cannot be covered together, whether or not the others are covered.

use combien::budget::{Budget, Meter, Reason};
use combien::problem::{Bounds, BuildError, Builder, ItemId, Kind, Problem};
use combien::proof::Proof;
use combien::solve::{Enumerate, Outcome};

use super::Halt;

/// The nodes of one search whether some items can be covered, and of all searches. Setting one up costs one
/// node for each group of this number of entries.
const NODES: u64 = 1 << 13;
const MOST_NODES: u64 = 1 << 21;
const ENTRIES_A_NODE: u64 = 1 << 4;
/// The maximum number of states of a proof that they cannot be covered.
const MOST_STATES: u64 = 1 << 17;

/// Items that cannot be covered together, and a proof of it.
#[derive(Clone, Debug)]
pub struct Core {
    /// The primary items, ascending. The other items do not have to be covered. As far as was found within
    /// the limits, none of these could be left out too.
    pub items: Vec<ItemId>,
    /// Is it certain that none of them could be left out?
    pub is_minimal: bool,
    /// The proof: a search that branches on these items only.
    pub proof: Proof,
}

impl Core {
    /// A core of a problem that has no cover. `None` if no item could be left out, or if the proof would be
    /// long.
    pub(super) fn of(
        problem: &Problem,
        budget: &Budget,
        meter: &mut impl Meter,
    ) -> Result<Option<Core>, Halt> {
        let needed = |&item: &ItemId| problem.bounds(item).lo > 0;
        let all: Vec<ItemId> = problem.primary_items().filter(needed).collect();
        let mut search = Deletion { problem, budget, meter, nodes: 0, is_minimal: true };
        let items = search.shrunk(all.clone())?;
        if items.len() == all.len() {
            return Ok(None);
        }
        let is_minimal = search.is_minimal;
        let states = budget.nodes.unwrap_or(MOST_STATES).min(MOST_STATES);
        let within = Budget { nodes: Some(states), ..budget.clone() };
        match Proof::within(problem, &items, &within, meter) {
            Ok(proof) => Ok(Some(Core { items, is_minimal, proof })),
            Err(unproved) if matches!(unproved.reason, Reason::Nodes(_)) => Ok(None),
            Err(unproved) => Err(unproved.into()),
        }
    }
}

/// Items are left out while the rest cannot be covered: first many at once, then fewer, at last one by one.
struct Deletion<'a, M> {
    problem: &'a Problem,
    budget: &'a Budget,
    meter: &'a mut M,
    nodes: u64,
    is_minimal: bool,
}

impl<M: Meter> Deletion<'_, M> {
    fn shrunk(&mut self, mut items: Vec<ItemId>) -> Result<Vec<ItemId>, Halt> {
        let mut size = items.len().div_ceil(2);
        loop {
            let mut start = 0;
            while start < items.len() {
                if self.nodes >= MOST_NODES {
                    self.is_minimal = false;
                    return Ok(items);
                }
                let end = (start + size).min(items.len());
                let rest: Vec<ItemId> = [&items[..start], &items[end..]].concat();
                if !rest.is_empty() && self.is_impossible(&rest, size == 1)? {
                    items = rest;
                } else {
                    start = end;
                }
            }
            if size == 1 {
                return Ok(items);
            }
            size = size.div_ceil(2);
        }
    }

    /// Is it certain that these cannot be covered together?
    fn is_impossible(&mut self, items: &[ItemId], is_last: bool) -> Result<bool, Halt> {
        let nodes = NODES.min(MOST_NODES.saturating_sub(self.nodes));
        let relaxed = relaxed(self.problem, items).expect("the items and options are those of a problem");
        let budget = Budget { nodes: Some(nodes), ..self.budget.clone() };
        let first = Enumerate::of(&relaxed).budget(budget).meter(&mut *self.meter).first()?;
        self.nodes += first.work.nodes + self.problem.entry_count() as u64 / ENTRIES_A_NODE;
        match first.outcome {
            Outcome::Answer(found) => Ok(found.is_none()),
            Outcome::Stopped { reason: Reason::Nodes(_), .. } => {
                self.is_minimal &= !is_last;
                Ok(false)
            }
            Outcome::Stopped { reason, .. } => Err(Halt::Stopped(reason)),
        }
    }
}

/// The problem in which only these items must be covered; others may be covered, no more often than before.
fn relaxed(problem: &Problem, items: &[ItemId]) -> Result<Problem, BuildError> {
    let mut builder = Builder::new();
    for item in problem.items() {
        let (name, bounds) = (problem.item_name(item), problem.bounds(item));
        match (problem.kind(item), items.binary_search(&item).is_ok()) {
            (Kind::Primary, true) => builder.bounded(name, bounds)?,
            (Kind::Primary, false) if bounds.hi > 1 => {
                builder.bounded(name, Bounds { lo: 0, hi: bounds.hi })?
            }
            (Kind::Primary, false) | (Kind::Secondary, _) => builder.secondary(name)?,
        };
    }
    for color in problem.colors() {
        builder.color(problem.color_name(color));
    }
    for option in problem.searched_options() {
        builder.option(problem.option(option).to_vec())?;
    }
    Ok(builder.build())
}
