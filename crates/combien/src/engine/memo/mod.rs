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
//! A [`Recording`] is the same search, but records a [`Diagram`] of all solutions instead of their counts: a
//! residual problem that was branched on is a choice, one that fell into parts is a product.
//!
//! **Cost.** A node takes time linear in the items that are left, and in the options that its choice hides.
//! [`Work`] counts nodes and updates.

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
use search::{Compiling, Counting, Plan, Search};
use team::Team;

use super::Refusal;
use super::Unsupported;
use super::order::Order;
use super::words::with_words;
use crate::budget::{Budget, Effort, Pause, Work};
use crate::count::Count;
use crate::problem::Problem;
use crate::products::Diagram;

/// Statistics of the memo: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Residual problems that had been counted before.
    pub hits: u64,
    /// Those that fell into parts.
    pub splits: u64,
    /// Counts dropped for lack of memory; a recording drops none.
    pub forgotten: u64,
}

/// A search that counts. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::budget::Budget;
/// use combien::engine::{Pause, memo::Memo};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Two squares of four cells, each to be covered by dominoes: 2 * 2 ways.
/// let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
/// let text = format!("a b c d e f g h\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
/// let problem = dlx::parse("squares", &text)?.problem;
/// let mut search = Memo::new(&problem, &Order::best(&problem), &Budget::UNLIMITED)?;
/// assert_eq!(search.run(u64::MAX), Pause::End);
/// assert_eq!(search.count().unwrap().to_string(), "4");
/// assert_eq!(search.tally().splits, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Memo {
    search: Box<dyn Counting + Send>,
}

impl Memo {
    /// A search at its start, within this budget, whose memory is for the cache. The order chooses between
    /// items that are equally hard to cover. With some million entries the set-up takes a few tenths of a
    /// second.
    ///
    /// It uses as many threads as the budget allows, while it runs; one only if the budget limits the nodes,
    /// so that the same limit stops at the same place. The count and the work are the same for any number
    /// of threads. When half of the memory is full, one thread begins anew, because what is dropped must
    /// not depend on time.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new(problem: &Problem, order: &Order, budget: &Budget) -> Result<Memo, Refusal> {
        let effort = &mut Effort::within(budget);
        let matrix = matrix(problem, order, effort)?;
        let threads = budget.threads();
        let is_alone = threads == 1 || budget.nodes.is_some();
        let search = with_words!(keys::key_bits(&matrix), K => {
            let plan = Plan::<K>::new(matrix, effort)?;
            let memory = effort.memory_left();
            if is_alone {
                Box::new(Search::new(plan.into(), Counts::Own(Cache::new(memory)))) as Box<dyn Counting + Send>
            } else {
                Box::new(Team::new(plan, threads, memory))
            }
        })?;
        Ok(Memo { search })
    }

    /// Runs to the end, or until `nodes` nodes in all have been entered.
    pub fn run(&mut self, nodes: u64) -> Pause {
        self.search.run(nodes)
    }

    /// How many solutions the problem has, once the search is at its end.
    pub fn count(&self) -> Option<Count> {
        self.search.count()
    }

    /// A lower bound on the number of solutions, whether the search is at its end or not.
    pub fn certain(&self) -> Count {
        self.search.certain()
    }

    /// How much of the search is done, if the branches of each node are assumed to be equally large. It never
    /// decreases; it is often far from proportional to time.
    pub(crate) fn fraction_done(&self) -> f64 {
        self.search.fraction_done()
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.search.work()
    }

    /// What it has met so far.
    pub fn tally(&self) -> Tally {
        self.search.tally()
    }

    /// The nodes until the next check of the budget.
    pub(crate) fn pace(&self) -> u64 {
        self.search.pace()
    }
}

/// A search that records all solutions as a [`Diagram`]. It can be paused at any node, and dropped at any
/// time.
///
/// ```
/// use combien::budget::Budget;
/// use combien::engine::{Pause, memo::Recording};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Dominoes on two squares of four cells: a product of two choices.
/// let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
/// let text = format!("a b c d e f g h\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
/// let problem = dlx::parse("squares", &text)?.problem;
/// let mut recording = Recording::new(&problem, &Order::best(&problem), &Budget::UNLIMITED)?;
/// assert_eq!(recording.run(u64::MAX), Pause::End);
/// let diagram = recording.finish().unwrap();
/// assert_eq!((diagram.count().to_string(), diagram.size(), diagram.products()), ("4".to_owned(), 3, 1));
/// let numbers = diagram.solutions().map(|cover| cover.options().iter().map(|o| o.number()).collect::<Vec<_>>());
/// assert_eq!(numbers.collect::<Vec<_>>(), [[1, 2, 5, 6], [3, 4, 5, 6], [1, 2, 7, 8], [3, 4, 7, 8]]);
/// assert!(diagram.samples(42).take(10).eq(diagram.samples(42).take(10)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recording {
    search: Box<dyn Compiling + Send>,
}

impl Recording {
    /// A recording at its start, within this budget, whose memory is for the diagram and the table that finds
    /// its nodes. The order chooses between items that are equally hard to cover.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new(problem: &Problem, order: &Order, budget: &Budget) -> Result<Recording, Refusal> {
        let effort = &mut Effort::within(budget);
        let matrix = matrix(problem, order, effort)?;
        let search = with_words!(keys::key_bits(&matrix), K => {
            let options = matrix.ids.clone();
            let plan = Plan::<K>::new(matrix, effort)?;
            let recorder = Recorder::new(options, effort.memory_left());
            Box::new(Search::new(plan.into(), recorder)) as Box<dyn Compiling + Send>
        })?;
        Ok(Recording { search })
    }

    /// Runs to the end, to the limit of memory, or until `nodes` nodes in all have been entered.
    pub fn run(&mut self, nodes: u64) -> Pause {
        self.search.run(nodes)
    }

    /// The diagram of all solutions, if the recording is at its end.
    pub fn finish(self) -> Option<Diagram> {
        self.search.finish()
    }

    /// How much of the search is done, as for [`Memo::fraction_done`].
    pub(crate) fn fraction_done(&self) -> f64 {
        self.search.fraction_done()
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.search.work()
    }

    /// What it has met so far.
    pub fn tally(&self) -> Tally {
        self.search.tally()
    }

    /// The nodes until the next check of the budget.
    pub(crate) fn pace(&self) -> u64 {
        self.search.pace()
    }
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
