//! Counting over the frontier: dynamic programming along an [`Order`] of the items.
//!
//! Each option is decided at the first of its items. The decisions so far affect the rest only through the *frontier*:
//! the items that some option decided has and some undecided one too. A *state* says which of them are covered, and in
//! what color. States are packed into machine words and are exact: no two are ever confused.
//!
//! The sweep goes over the items one by one. For each state in which the item is free it takes each option in turn and
//! adds the number of ways that lead to the state to that of the state where it leads. Boards that are thin in some
//! direction have few states; if pieces must be used once, [`memo`](super::memo) is better.
//!
//! An item with bounds keeps a number in the state: how often it is covered, as far as that matters. If it may be covered
//! several times, the options decided at it are taken or left one by one.
//!
//! [`diagram`] keeps the states and builds the family of all solutions.
//!
//! **Cost.** [`Order::cost`] bounds the states. [`Work`] counts them, and the memory of the tables, which are nearly all
//! of it, stays within the limit given: the sweep stops before it would be exceeded.

pub mod diagram;
pub(crate) mod engine;
mod layers;
mod room;
mod schedule;
mod stock;
mod table;

use layers::{Layers, Sweep};
use schedule::{Layout, Schedule};

pub use super::Pause;
use super::Refusal;
use super::Work;
use super::order::Order;
use super::words::with_words;
use crate::budget::{Budget, Effort};
use crate::count::Count;
use crate::problem::Problem;

/// A sweep over the frontier. It can be paused at any state, and dropped at any time.
///
/// ```
/// use combien::budget::Budget;
/// use combien::engine::{Pause, frontier::Frontier};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Dominoes on a path of six cells.
/// let problem = dlx::parse("path", "a b c d e f\na b\nb c\nc d\nd e\ne f\n")?.problem;
/// let mut sweep = Frontier::new(&problem, &Order::best(&problem), &Budget::UNLIMITED).unwrap();
/// assert_eq!(sweep.run(u64::MAX), Pause::End);
/// assert_eq!(sweep.count().unwrap().to_string(), "1");
/// assert_eq!(sweep.work().nodes, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frontier {
    sweep: Box<dyn Sweep + Send>,
    steps: usize,
}

impl Frontier {
    /// A sweep at its start, along this order, within this budget, whose memory is for the tables. Up to some hundred
    /// thousand items the set-up takes a few tenths of a second.
    ///
    /// # Panics
    ///
    /// If the order belongs to another problem.
    pub fn new(problem: &Problem, order: &Order, budget: &Budget) -> Result<Frontier, Refusal> {
        assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
        let (effort, memory) = (&mut Effort::within(budget), budget.memory_size());
        let layout = Layout::new(problem, order, effort)?;
        let sweep = with_words!(layout.bits, K => {
            let schedule = Schedule::new(problem, order, &layout, effort)?;
            Box::new(Layers::<K>::new(schedule, memory)) as Box<dyn Sweep + Send>
        })?;
        Ok(Frontier { sweep, steps: layout.steps() })
    }

    /// Runs to the end, to the limit of memory, or until `states` states in all have been processed.
    pub fn run(&mut self, states: u64) -> Pause {
        self.sweep.run(states, u64::MAX)
    }

    /// The same, but pauses sooner, even within a state, after this effort: words of states read or written, some
    /// nanoseconds each. So it always pauses soon, even if an item has many options.
    pub fn run_within(&mut self, states: u64, effort: u64) -> Pause {
        self.sweep.run(states, effort)
    }

    /// How many solutions the problem has, once the sweep is at its end.
    pub fn count(&self) -> Option<Count> {
        self.sweep.count()
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.sweep.work()
    }

    /// The largest number of bytes that its tables have had at any time.
    pub fn peak_bytes(&self) -> usize {
        self.sweep.peak_bytes()
    }

    /// How many steps are done in all states, and how many there are: one for each item, and more if it may be covered
    /// several times. It says little about time: layers differ a thousandfold.
    pub fn steps(&self) -> (usize, usize) {
        (self.sweep.step(), self.steps)
    }
}
