//! Counting by a search with a memo, for problems without a thin frontier: puzzles whose pieces are used once
//! each, queens, Langford pairs, designs.
//!
//! The search is that of Algorithm X: it branches on the item with the fewest options, the first of them in
//! the [`Order`]. Where few residual problems are left along an order, as on most boards, it takes the items
//! in that order instead: a search that jumps about leaves far more of them. The remaining problem after some
//! choices is a *residual problem*: the active options with their items. Often many choices leave the same
//! one, and it is counted once. A branch is abandoned as soon as an item has no option left; items with one
//! option left are covered together, without a node of their own; and a residual problem that falls into
//! parts without a common item is the product of its parts.
//!
//! Residual problems are known by exact keys, packed into machine words: no two are ever confused. Counts are
//! kept in a cache within the given memory. When it is full, entries that were not used recently are dropped,
//! and may have to be counted again.
//!
//! Several searches, on threads of their own, may share the counts: each residual problem is counted by the
//! search that comes to it first, and the others help with its branches and parts. The work is the same for
//! any number of threads.
//!
//! A recording is the same search, but records a [diagram](crate::products) of all solutions instead of their
//! counts: a residual problem that was branched on is a choice, one that fell into parts is a product.
//!
//! **Cost.** A node takes time linear in the items that are left, and in the options that its choice hides.
//! [`Work`](crate::engine::Work) counts nodes and updates.

mod cache;
mod claims;
pub(crate) mod engine;
mod help;
mod keys;
mod ledger;
mod matrix;
mod recorder;
mod residual;
mod search;
mod team;

use cache::Cache;
use ledger::Counts;
use matrix::Matrix;
use recorder::Recorder;
use search::{Plan, Search};
use team::Team;

use super::order::Order;
use super::words::with_words;
use super::{Begun, Compiling, Counting, Refusal, Unsupported};
use crate::budget::{Budget, Effort};
use crate::problem::Problem;

/// What a search has met: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Residual problems that had been counted before.
    hits: u64,
    /// Those that fell into parts.
    splits: u64,
    /// Counts dropped for lack of memory; a recording drops none.
    forgotten: u64,
}

/// A search that counts, at its start, within this budget, whose memory is for the cache. The order chooses
/// between items that are equally hard to cover. With some million entries the set-up takes a few tenths of a
/// second.
///
/// It uses as many threads as the budget allows, while it runs; one only if the budget limits the nodes, so
/// that the same limit stops at the same place. The count and the work are the same for any number of
/// threads. When half of the memory is full, one thread begins anew, because what is dropped must not depend
/// on time.
///
/// # Panics
///
/// If the order is that of another problem.
pub fn counting(problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Counting> {
    let effort = &mut Effort::within(budget);
    let matrix = matrix(problem, order, effort)?;
    let threads = budget.threads();
    let is_alone = threads == 1 || budget.nodes.is_some();
    Ok(with_words!(keys::key_bits(&matrix), K => {
        let plan = Plan::<K>::new(matrix, effort)?;
        let memory = effort.memory_left();
        if is_alone {
            Box::new(Search::new(plan.into(), Counts::Own(Cache::new(memory)))) as Box<dyn Counting>
        } else {
            Box::new(Team::new(plan, threads, memory))
        }
    })?)
}

/// A search that records all solutions as a [diagram](crate::products), at its start, within this budget,
/// whose memory is for the diagram and the table that finds its nodes. The order chooses between items that
/// are equally hard to cover.
///
/// # Panics
///
/// If the order is that of another problem.
pub fn recording(problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Compiling> {
    let effort = &mut Effort::within(budget);
    let matrix = matrix(problem, order, effort)?;
    Ok(with_words!(keys::key_bits(&matrix), K => {
        let options = matrix.ids.clone();
        let plan = Plan::<K>::new(matrix, effort)?;
        let recorder = Recorder::new(options, effort.memory_left());
        Box::new(Search::new(plan.into(), recorder)) as Box<dyn Compiling>
    })?)
}

/// The problem as the search sees it.
fn matrix(problem: &Problem, order: &Order, effort: &mut Effort<'_>) -> Result<Matrix, Refusal> {
    if problem.has_bounds() {
        return Err(Unsupported::Bounds.into());
    }
    assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
    let tree = order.tree();
    if tree.is_cheap() {
        return Ok(Matrix::along(problem, tree, effort)?);
    }
    Ok(Matrix::new(problem, order.items(), effort)?)
}
