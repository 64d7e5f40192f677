//! Counting by a search that remembers: for problems without a thin frontier, such as pieces to be used once each,
//! queens, Langford pairs, designs.
//!
//! The search is that of Algorithm X: it branches on the item with the fewest options, the first of them in the
//! [`Order`]. What is left after some choices is a *residual problem*, the active options with their items. Often the
//! same one is left by many choices, and is counted once. A branch is given up as soon as an item has no option left;
//! items with one option left are covered together, without a node of their own; and a residual problem that falls into
//! parts without a common item is the product of its parts.
//!
//! Residual problems are known by exact keys, packed into machine words: no two are ever confused. What was counted is
//! kept in a cache within the memory given; when that is full, what was not asked for lately is forgotten, and may have
//! to be counted again.
//!
//! A [`Recording`] is the same search, but writes down a [`Diagram`] of all solutions in place of their counts: a residual
//! problem that was branched on is a choice, one that fell into parts is a product.
//!
//! **Cost.** A node takes time linear in the items that are left, and in the options that its choice hides. [`Work`]
//! counts nodes and updates.

mod cache;
mod diagram;
mod keys;
mod ledger;
mod matrix;
mod recorder;
mod residual;
mod sample;
mod search;
mod walk;

use cache::Cache;
pub use diagram::Diagram;
use matrix::Matrix;
use recorder::Recorder;
pub use sample::Samples;
use search::{Compiling, Counting, Search};
pub use walk::Walk;

use super::Unfit;
use super::order::Order;
use super::patience::{Patience, Refusal, settle};
use super::words::with_words;
use crate::count::Count;
use crate::problem::Problem;

/// Where a search has come to when it hands back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// At the given number of nodes. The search can go on as if nothing had happened.
    Nodes,
    /// At the limit of memory, and it may forget nothing. It cannot go on. Only a [`Recording`] comes to that.
    Memory,
    /// At its end: [`Memo::count`] or [`Recording::finish`] knows the answer.
    End,
}

/// The work that a search has done: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Residual problems met.
    pub nodes: u64,
    /// Those that had been counted before.
    pub hits: u64,
    /// Those that fell into parts.
    pub splits: u64,
    /// Removals of an option from the set of an item.
    pub updates: u64,
    /// Counts forgotten for want of memory; a recording forgets none.
    pub forgotten: u64,
}

/// A search that counts. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::memo::{Memo, Pause};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Two squares of four cells, each to be covered by dominoes: 2 * 2 ways.
/// let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
/// let text = format!("a b c d e f g h\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
/// let problem = dlx::parse("squares", &text)?.problem;
/// let mut search = Memo::new(&problem, &Order::best(&problem), 1 << 20)?;
/// assert_eq!(search.run(u64::MAX), Pause::End);
/// assert_eq!(search.count().unwrap().to_string(), "4");
/// assert_eq!(search.work().splits, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Memo {
    search: Box<dyn Counting + Send>,
}

impl Memo {
    /// A search at its start, with this order to choose between items that are equally hard to cover, and at most so many
    /// bytes of memory for what it remembers.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new(problem: &Problem, order: &Order, memory: usize) -> Result<Memo, Unfit> {
        Ok(Memo::new_while(problem, order, memory, &mut || true)?.expect("nobody gives up"))
    }

    /// The same, unless it is given up: `goes_on` is asked each millisecond or so, and if it says no there is no search.
    /// With some million entries it takes a few tenths of a second.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new_while(
        problem: &Problem,
        order: &Order,
        memory: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Memo>, Unfit> {
        settle(Memo::set_up(problem, order, memory, &mut Patience::new(goes_on)))
    }

    fn set_up(
        problem: &Problem,
        order: &Order,
        memory: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Memo, Refusal> {
        let matrix = matrix(problem, order, patience)?;
        let search = with_words!(keys::key_bits(&matrix), K => {
            Box::new(Search::<K, _>::new(matrix, Cache::new(memory), patience)?) as Box<dyn Counting + Send>
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

    /// A number of solutions that the problem is certain to have, whether the search is at its end or not.
    pub fn certain(&self) -> Count {
        self.search.certain()
    }

    /// How much of the search lies behind, if the branches of each node are taken to be equally large. It never
    /// decreases; it is often far from proportional to time.
    pub fn fraction_done(&self) -> f64 {
        self.search.fraction_done()
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.search.work()
    }
}

/// A search that records all solutions as a [`Diagram`]. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::memo::{Pause, Recording};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Dominoes on two squares of four cells: a product of two choices.
/// let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
/// let text = format!("a b c d e f g h\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
/// let problem = dlx::parse("squares", &text)?.problem;
/// let mut recording = Recording::new(&problem, &Order::best(&problem), 1 << 20)?;
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
    /// A recording at its start, with this order to choose between items that are equally hard to cover, and at most so
    /// many bytes of memory for the diagram and what finds its nodes.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new(problem: &Problem, order: &Order, memory: usize) -> Result<Recording, Unfit> {
        Ok(Recording::new_while(problem, order, memory, &mut || true)?.expect("nobody gives up"))
    }

    /// The same, unless it is given up, as for [`Memo::new_while`].
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new_while(
        problem: &Problem,
        order: &Order,
        memory: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Recording>, Unfit> {
        settle(Recording::set_up(problem, order, memory, &mut Patience::new(goes_on)))
    }

    fn set_up(
        problem: &Problem,
        order: &Order,
        memory: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Recording, Refusal> {
        let matrix = matrix(problem, order, patience)?;
        let search = with_words!(keys::key_bits(&matrix), K => {
            let recorder = Recorder::new(matrix.ids.clone(), memory);
            Box::new(Search::<K, _>::new(matrix, recorder, patience)?) as Box<dyn Compiling + Send>
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

    /// How much of the search lies behind, as for [`Memo::fraction_done`].
    pub fn fraction_done(&self) -> f64 {
        self.search.fraction_done()
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.search.work()
    }
}

/// The problem as the search sees it.
fn matrix(problem: &Problem, order: &Order, patience: &mut Patience<'_>) -> Result<Matrix, Refusal> {
    if problem.has_bounds() {
        return Err(Unfit::Bounds.into());
    }
    assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
    Ok(Matrix::new(problem, order, patience)?)
}
