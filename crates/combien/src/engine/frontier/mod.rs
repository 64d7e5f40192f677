//! Counting over the frontier: dynamic programming along an [`Order`] of the items.
//!
//! Each option is decided at the first of its items. The decisions so far affect the rest only through the
//! *frontier*: the items that some option decided has and some undecided one too. A *state* says which of
//! them are covered, and in what color. States are packed into machine words and are exact: no two are ever
//! confused.
//!
//! The sweep goes over the items one by one. For each state in which the item is free it takes each option in
//! turn and adds the number of ways that lead to the state to that of the state where it leads. Boards that
//! are thin in some direction have few states; if pieces must be used once, [`memo`](super::memo) is better.
//!
//! An item with bounds keeps a number in the state: how often it is covered, as far as that matters. If it
//! may be covered several times, the options decided at it are taken or left one by one.
//!
//! [`diagram`] keeps the states and builds the family of all solutions.
//!
//! It is one `sweep` for one thread and for several, in memory and on disk. Large layers are divided into
//! `shards`; what does not fit into memory can be `spilled` to a [`Scratch`] space, and a sweep can be
//! [saved](Frontier::save) and [resumed](Frontier::resume).
//!
//! **Cost.** [`Order::cost`] bounds the states; `Frontier::prediction` tells much more after some layers.
//! [`Work`] counts them, and the memory of the tables, which are nearly all of it, stays within the limit
//! given: the sweep stops before it would be exceeded.

mod common;
mod crew;
pub mod diagram;
mod disk;
pub(crate) mod engine;
mod entries;
mod expand;
mod head;
mod ledger;
mod loading;
mod merge;
mod outbox;
mod prediction;
mod room;
mod saved;
mod schedule;
mod shards;
mod spill;
mod spilled;
mod stage;
mod stock;
mod sweep;
mod table;

use std::sync::Arc;

use expand::Scheduling;
use prediction::Prediction;
use schedule::{Layout, Schedule};
use sweep::{Done, Sweep};

pub(crate) use diagram::Allowance;
pub(crate) use engine::Construction;

pub use super::Pause;
use super::Refusal;
use super::order::Order;
use super::words::with_words;
use crate::budget::{Budget, Effort, Reason, Work};
use crate::count::Count;
use crate::problem::Problem;
use disk::Disk;
pub use disk::Scratch;
pub use saved::{SavedError, is_saved_sweep};

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
    problem: Problem,
    order: Order,
    sweep: Sweep,
    outlook: Outlook,
    threads: usize,
}

/// What a sweep will probably take, right within a factor of two or so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The states of all layers.
    pub states: u64,
    /// The bytes of the tables of the largest layers, if they are in memory. In scratch space, states take a
    /// tenth to a fourth of that.
    pub memory: u64,
}

/// How much of the sweep is done, and how much there is. What it rests on is looked at when a step is done,
/// so it is the same for any number of threads.
struct Outlook {
    steps: usize,
    memory: usize,
    prediction: Prediction,
    /// The largest number of bytes until the last step that is done.
    peak: usize,
    /// The part of the work that was done then; it never decreases.
    fraction: f64,
}

/// A sweep that will need more memory than it may take by this factor predicts nothing. Tables double, so
/// half of what is predicted may do.
const FACTOR_OF_TABLES: f64 = 2.0;

impl Frontier {
    /// A sweep at its start, along this order, within this budget, whose memory is for the tables. Up to some
    /// hundred thousand items the set-up takes a few tenths of a second.
    ///
    /// While layers are large, it uses as many threads as the budget allows. The count, the work at each
    /// pause for a number of states, and the step for which the memory does not suffice are the same for
    /// any number of threads. What threads need for themselves is not counted; where that would be more
    /// than a sixteenth of the memory, there is one thread.
    ///
    /// # Panics
    ///
    /// If the order belongs to another problem.
    pub fn new(problem: &Problem, order: &Order, budget: &Budget) -> Result<Frontier, Refusal> {
        assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
        let effort = &mut Effort::within(budget);
        let layout = Layout::new(problem, order, effort)?;
        let schedule = with_words!(layout.bits, K => {
            Arc::new(Schedule::<K>::new(problem, order, &layout, effort)?) as Arc<dyn Scheduling>
        })?;
        let sweep = Sweep::new(schedule, effort.memory_left(), budget.threads());
        let memory = effort.memory_left();
        let prediction = Prediction::new(&order.layers(problem));
        effort.spend(problem.entry_count())?;
        let outlook = Outlook { steps: layout.steps(), memory, prediction, peak: 0, fraction: 0.0 };
        let (problem, order) = (problem.clone(), order.clone());
        Ok(Frontier { problem, order, sweep, outlook, threads: budget.threads() })
    }

    /// Runs to the end, to the limit of memory, or until `states` states in all have been processed.
    pub fn run(&mut self, states: u64) -> Pause {
        self.run_within(states, u64::MAX)
    }

    /// Runs to the end, to the limit of memory, until `states` states in all have been processed, or until
    /// this effort is spent: words of states read or written, some nanoseconds each. A state that has been
    /// begun is finished.
    pub(crate) fn run_within(&mut self, states: u64, effort: u64) -> Pause {
        let outlook = &mut self.outlook;
        self.sweep.run(states, effort, &mut |done| outlook.look(done))
    }

    /// The work of the whole sweep, as its first layers tell. Right within a factor of two where the board
    /// looks the same everywhere; `None` as long as what they tell is not clear, and if the memory would
    /// not be enough. States and updates are those of [`Frontier::work`].
    pub(crate) fn prediction(&self) -> Option<Work> {
        self.outlook.prediction()
    }

    /// What the whole sweep will take, as its first layers tell: see `Frontier::prediction`. `None` as long
    /// as they do not, and once layers are in scratch space.
    pub fn expected(&self) -> Option<Expected> {
        let work = self.outlook.prediction.work().filter(|_| !self.sweep.is_spilled())?;
        let memory = self.outlook.peak as f64 * self.outlook.prediction.widening();
        Some(Expected { states: work.nodes, memory: memory as u64 })
    }

    /// The part of the work that is done. It never decreases.
    pub(crate) fn fraction(&self) -> f64 {
        self.outlook.fraction.max(self.outlook.fraction_at(self.sweep.place.step, self.sweep.place.work))
    }

    /// Uses at most this many threads from now on.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.sweep.threads = threads;
    }

    /// Puts what does not fit into memory into this space, at most this many bytes. Call it before the sweep
    /// runs. The count and the work are the same as in memory. If the space does not suffice or fails,
    /// the sweep pauses for [`Pause::Memory`], and [`Frontier::failure`] tells why.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use std::sync::{Arc, Mutex};
    /// use combien::budget::Budget;
    /// use combien::engine::frontier::{Frontier, Pause, Scratch};
    /// use combien::engine::order::Order;
    /// use combien::problem::Problem;
    ///
    /// /// Streams in memory, as an example.
    /// #[derive(Default)]
    /// struct Streams(Mutex<HashMap<u64, Vec<u8>>>);
    ///
    /// impl Scratch for Streams {
    ///     fn append(&self, stream: u64, bytes: &[u8]) -> std::io::Result<()> {
    ///         self.0.lock().unwrap().entry(stream).or_default().extend(bytes);
    ///         Ok(())
    ///     }
    ///     fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    ///         let streams = self.0.lock().unwrap();
    ///         bytes.copy_from_slice(&streams[&stream][place as usize..][..bytes.len()]);
    ///         Ok(())
    ///     }
    ///     fn remove(&self, stream: u64) -> std::io::Result<()> {
    ///         self.0.lock().unwrap().remove(&stream);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// // All pairs of 18 points: 17 * 15 * 13 * 11 * 9 * 7 * 5 * 3 ways to match them.
    /// let pairs = (0..18).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    /// let problem = Problem::from_lists(18, None, pairs)?;
    /// let budget = Budget { memory: Some(100_000), ..Budget::UNLIMITED };
    /// let mut sweep = Frontier::new(&problem, &Order::best(&problem), &budget).unwrap();
    /// sweep.set_scratch(Arc::new(Streams::default()), 1 << 20);
    /// assert_eq!(sweep.run(u64::MAX), Pause::End);
    /// assert_eq!(sweep.count().unwrap().to_u64(), Some(34_459_425));
    /// assert!(sweep.scratch_peak() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_scratch(&mut self, scratch: Arc<dyn Scratch>, bytes: u64) {
        self.sweep.set_disk(Arc::new(Disk::new(scratch, bytes)));
        self.outlook.memory = usize::MAX;
    }

    /// Why the scratch space does not suffice, if it does not.
    pub fn failure(&self) -> Option<Reason> {
        self.sweep.failure()
    }

    /// The largest number of bytes that were in the scratch space at any time.
    pub fn scratch_peak(&self) -> u64 {
        self.sweep.disk_peak()
    }

    /// How many solutions the problem has, once the sweep is at its end.
    pub fn count(&self) -> Option<Count> {
        self.sweep.count()
    }

    /// The work done so far. The updates of a step count when the step is done. If the memory does not
    /// suffice for a step, its states do not count either.
    pub fn work(&self) -> Work {
        self.sweep.place.work
    }

    /// The largest number of bytes that its tables have had at any time. While a table grows there is a
    /// smaller one too; the largest of these counts until the end of the step.
    pub fn peak_bytes(&self) -> usize {
        self.sweep.peak_bytes()
    }

    /// How many steps are done in all states, and how many there are: one for each item, and more if it may
    /// be covered several times. It says little about time: layers differ a thousandfold.
    pub fn steps(&self) -> (usize, usize) {
        (self.sweep.place.step, self.outlook.steps)
    }
}

impl Outlook {
    /// Looks at the sweep when a step is done.
    fn look(&mut self, Done { step, work, peak }: Done) {
        self.fraction = self.fraction.max(self.fraction_at(step, work));
        self.prediction.look(step, work);
        self.peak = peak;
    }

    fn prediction(&self) -> Option<Work> {
        let memory = self.peak as f64 * self.prediction.widening();
        self.prediction.work().filter(|_| memory <= FACTOR_OF_TABLES * self.memory as f64)
    }

    /// The part of the work that is done, as far as it is known: steps alone would mostly say too much.
    fn fraction_at(&self, step: usize, work: Work) -> f64 {
        match self.prediction() {
            Some(all) => (work.nodes as f64 / all.nodes.max(1) as f64).min(1.0),
            None => (step as f64 / self.steps.max(1) as f64).min(self.prediction.part_of_bounds()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominoes on a torus of this many rows and columns.
    fn torus(rows: usize, columns: usize) -> Problem {
        let place = |row: usize, column: usize| row % rows * columns + column % columns;
        let at = |cell: usize| (cell / columns, cell % columns);
        let options = (0..rows * columns).flat_map(|cell| {
            let (row, column) = at(cell);
            [vec![cell, place(row + 1, column)], vec![cell, place(row, column + 1)]]
        });
        Problem::from_lists(rows * columns, None, options).unwrap()
    }

    /// Every prediction, with the part of the work that was done then.
    fn predictions(problem: &Problem) -> (Work, Vec<(f64, Work)>) {
        let mut sweep = Frontier::new(problem, &Order::best(problem), &Budget::UNLIMITED).unwrap();
        let mut predictions = vec![];
        let mut fraction = 0.0;
        while sweep.run(sweep.work().nodes + 500) != Pause::End {
            predictions.extend(sweep.prediction().map(|work| (sweep.work().nodes, work)));
            assert!((fraction..=1.0).contains(&sweep.fraction()), "{} after {fraction}", sweep.fraction());
            fraction = sweep.fraction();
        }
        let all = sweep.work();
        let part = |(done, work): (u64, Work)| (done as f64 / all.nodes as f64, work);
        (all, predictions.into_iter().map(part).collect())
    }

    #[test]
    fn a_board_that_is_alike_everywhere_is_predicted_early() {
        let (all, predictions) = predictions(&torus(8, 12));
        assert!(predictions[0].0 < 0.05, "{:?} of {all:?}", predictions[0]);
        for (_, predicted) in predictions {
            let ratio = predicted.nodes as f64 / all.nodes as f64;
            assert!((0.6..1.6).contains(&ratio), "{predicted:?} for {all:?}");
        }
    }

    #[test]
    fn memory_and_states_are_expected_early() {
        let problem = torus(8, 12);
        let mut sweep = Frontier::new(&problem, &Order::best(&problem), &Budget::UNLIMITED).unwrap();
        while sweep.expected().is_none() {
            assert_eq!(sweep.run(sweep.work().nodes + 500), Pause::Bound);
        }
        let (expected, done) = (sweep.expected().unwrap(), sweep.work().nodes);
        sweep.run(u64::MAX);
        assert!(20 * done < sweep.work().nodes, "{done} of {:?}", sweep.work());
        let ratios = [
            expected.states as f64 / sweep.work().nodes as f64,
            expected.memory as f64 / sweep.peak_bytes() as f64,
        ];
        assert!(ratios.iter().all(|ratio| (0.4..2.5).contains(ratio)), "{ratios:?}");
    }

    #[test]
    fn where_states_thin_out_nothing_wrong_is_predicted() {
        // Langford pairs: each layer keeps a smaller part of what its bound allows.
        let n = 11;
        let pairs = |k: usize| (0..2 * n - k - 1).map(move |slot| vec![k - 1, n + slot, n + slot + k + 1]);
        let problem = Problem::from_lists(3 * n, None, (1..=n).flat_map(pairs)).unwrap();
        let (all, predictions) = predictions(&problem);
        assert!(all.nodes > 50_000);
        for (_, predicted) in predictions {
            assert!(predicted.nodes < 2 * all.nodes, "{predicted:?} for {all:?}");
        }
    }

    #[test]
    fn a_sweep_that_will_not_fit_predicts_nothing() {
        let problem = torus(8, 12);
        let order = Order::best(&problem);
        let mut whole = Frontier::new(&problem, &order, &Budget::UNLIMITED).unwrap();
        whole.run(u64::MAX);
        let few = Budget { memory: Some(whole.peak_bytes() as u64 / 8), ..Budget::UNLIMITED };
        let mut sweep = Frontier::new(&problem, &order, &few).unwrap();
        while sweep.run(sweep.work().nodes + 500) == Pause::Bound {
            assert_eq!(sweep.prediction(), None, "after {:?}", sweep.work());
        }
    }
}
