//! Counting over the frontier: dynamic programming along an [`Order`] of the items.
//!
//! Each option is decided at the first of its items. What has been decided so far matters to the rest only through the
//! *frontier*: the items that some option decided has and some undecided one too. A *state* says which of them are
//! covered, and in what color. States are packed into machine words and are exact: no two are ever confused.
//!
//! The sweep goes over the items one by one. For each state in which the item is free it takes each option in turn and
//! adds the number of ways that lead to the state to that of the state where it leads. Boards that are thin in some
//! direction have few states; where pieces must be used once, [`memo`](super::memo) is better.
//!
//! An item with bounds keeps a number in the state: how often it is covered, as far as that matters. If it may be covered
//! several times, the options decided at it are taken or left one by one.
//!
//! Keeping the states, [`diagram`] builds the family of all solutions.
//!
//! **Cost.** [`Order::cost`] bounds the states. [`Work`] counts them, and the memory of the tables, which are nearly all
//! of it, stays within the limit given: the sweep stops before it would be exceeded.

pub mod diagram;
mod layers;
mod room;
mod schedule;
mod stock;
mod table;

use layers::{Layers, Sweep};
use schedule::{Layout, Schedule};

use super::Unfit;
use super::order::Order;
use super::patience::{Patience, Refusal, settle};
use super::words::with_words;
use crate::count::Count;
use crate::problem::Problem;

/// Where a sweep has come to when it hands back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// At the given number of states, or after the given effort. The sweep can go on as if nothing had happened.
    States,
    /// At the limit of memory. It cannot go on.
    Memory,
    /// At its end: [`Frontier::count`] knows the answer.
    End,
}

/// The work that a sweep has done: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// States worked off.
    pub states: u64,
    /// Options taken in a state.
    pub moves: u64,
    /// The most bytes that the tables have had at any time.
    pub peak_bytes: usize,
}

/// A sweep over the frontier. It can be paused at any state, and dropped at any time.
///
/// ```
/// use combien::engine::frontier::{Frontier, Pause};
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // Dominoes on a path of six cells.
/// let problem = dlx::parse("path", "a b c d e f\na b\nb c\nc d\nd e\ne f\n")?.problem;
/// let mut sweep = Frontier::new(&problem, &Order::best(&problem), 1 << 20).unwrap();
/// assert_eq!(sweep.run(u64::MAX), Pause::End);
/// assert_eq!(sweep.count().unwrap().to_string(), "1");
/// assert_eq!(sweep.work().states, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frontier {
    sweep: Box<dyn Sweep + Send>,
    steps: usize,
}

impl Frontier {
    /// A sweep at its start, along this order, with at most so many bytes of memory for its tables.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new(problem: &Problem, order: &Order, memory: usize) -> Result<Frontier, Unfit> {
        Ok(Frontier::new_while(problem, order, memory, &mut || true)?.expect("nobody gives up"))
    }

    /// The same, unless it is given up: `goes_on` is asked each millisecond or so, and if it says no there is no sweep.
    /// Up to some hundred thousand items it takes a few tenths of a second.
    ///
    /// # Panics
    ///
    /// If the order is that of another problem.
    pub fn new_while(
        problem: &Problem,
        order: &Order,
        memory: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Frontier>, Unfit> {
        settle(Frontier::set_up(problem, order, memory, &mut Patience::new(goes_on)))
    }

    fn set_up(
        problem: &Problem,
        order: &Order,
        memory: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Frontier, Refusal> {
        assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
        let layout = Layout::new(problem, order, patience)?;
        let sweep = with_words!(layout.bits, K => {
            let schedule = Schedule::new(problem, order, &layout, patience)?;
            Box::new(Layers::<K>::new(schedule, memory)) as Box<dyn Sweep + Send>
        })?;
        Ok(Frontier { sweep, steps: layout.steps() })
    }

    /// Runs to the end, to the limit of memory, or until `states` states in all have been worked off.
    pub fn run(&mut self, states: u64) -> Pause {
        self.sweep.run(states, u64::MAX)
    }

    /// The same, but pauses sooner, even within a state, once it has made so much effort: words of states looked at or
    /// written, some nanoseconds each. So it is never long until it pauses, however many options an item has.
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

    /// How many steps are done in all states, and how many there are: one an item, and more where it may be covered
    /// several times. It says little about time: layers differ a
    /// thousandfold.
    pub fn steps(&self) -> (usize, usize) {
        (self.sweep.step(), self.steps)
    }
}
