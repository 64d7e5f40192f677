//! What an engine is, and what it can do: one trait, and one for each kind of work.
//!
//! To add an engine, write a folder with a type that implements [`Engine`], and name it in the table of
//! [`solve`](crate::solve::Engine). Its [`Profile`] says what it can do; all suites run it as soon as it is
//! in the table.

use std::fmt;

use super::branch::{Branch, Descent};
use super::compiled::Compiled;
use super::order::Order;
use super::unsupported::Refusal;
use crate::budget::{Budget, Pause, Work};
use crate::count::Count;
use crate::problem::{Problem, Solution};

/// The nodes between two checks of a budget, if nothing else is known: a few milliseconds at the slowest.
const BETWEEN_LOOKS: u64 = 1 << 10;
/// A search may take this part of its memory between two checks.
const PART_OF_MEMORY: u64 = 64;

/// An algorithm that answers questions about exact cover problems.
///
/// The methods each set it up for one kind of work. Those that it does not support refuse with
/// [`Refusal::Unable`], as its [`Profile`] says in advance.
#[doc(hidden)]
pub trait Engine: Sync {
    /// What it is called, and what it can do.
    fn profile(&self) -> Profile;

    /// The cost of this work, to compare engines that take turns: in units of some seven nanoseconds on the
    /// machine of November 2026. notes/ladder.md has what a unit took, for each engine.
    fn cost(&self, work: Work) -> u64;

    /// The bytes of the lists that a search by it makes of a problem: as measured, for each entry and option.
    fn tables(&self, _problem: &Problem) -> usize {
        0
    }

    /// A search that lists solutions and can be cut into branches.
    fn search(&self, _problem: &Problem) -> Begun<dyn Search> {
        Err(Refusal::Unable)
    }

    /// A search that lists solutions and cannot be cut.
    fn list(&self, _problem: &Problem, _budget: &Budget) -> Begun<dyn Listing> {
        Err(Refusal::Unable)
    }

    /// A computation of the number of solutions that does not list them.
    fn count(&self, _problem: &Problem, _order: &Order, _budget: &Budget) -> Begun<dyn Counting> {
        Err(Refusal::Unable)
    }

    /// Random solutions, each equally likely at each draw, without a diagram.
    fn draw(&self, _problem: &Problem, _seed: u64, _budget: &Budget) -> Begun<dyn Drawing> {
        Err(Refusal::Unable)
    }

    /// The construction of a diagram of all solutions.
    fn compile(&self, _problem: &Problem, _order: &Order, _budget: &Budget) -> Begun<dyn Compiling> {
        Err(Refusal::Unable)
    }
}

/// What an engine has set up, or why it has not.
#[doc(hidden)]
pub type Begun<T> = Result<Box<T>, Refusal>;

/// The name of an engine, and what it can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an ability of its own, and none follows from another"
)]
#[doc(hidden)]
pub struct Profile {
    /// The name by which people choose it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// It takes problems whose items have [`Bounds`](crate::problem::Bounds) other than exactly once.
    pub(crate) keeps_bounds: bool,
    /// It can be cut into branches: [`Engine::search`].
    pub cuts: bool,
    /// It lists solutions, but cannot be cut: [`Engine::list`].
    pub lists: bool,
    /// It counts without listing: [`Engine::count`].
    pub counts: bool,
    /// It builds diagrams: [`Engine::compile`].
    pub(crate) compiles: bool,
    /// It draws random solutions without a diagram: [`Engine::draw`].
    pub draws: bool,
    /// It works along an [`Order`] of the items, or uses one; otherwise no order is computed.
    pub(crate) uses_order: bool,
    /// It takes only problems of a special form, and refuses others: [`Unsupported`](super::Unsupported).
    pub is_special: bool,
    /// The part that is done says little about the time that is left.
    pub(crate) is_uneven: bool,
    /// The feature that it needs, if this build lacks it.
    pub missing: Option<&'static str>,
}

impl Profile {
    /// Can solutions be had from it, one by one or from a diagram?
    pub(crate) fn lists_solutions(&self) -> bool {
        self.cuts || self.lists || self.compiles
    }
}

/// An engine at work on a problem. It can be paused at any node, and dropped at any time.
#[doc(hidden)]
pub trait Task: Send {
    /// Works until this many nodes in all have been entered, or until it pauses for another reason.
    fn run(&mut self, nodes: u64) -> Pause;
    /// The work done so far.
    fn work(&self) -> Work;
    /// The part that is done, from 0 to 1. It never decreases.
    fn fraction(&self) -> f64;
    /// The number of solutions that are certain to exist.
    fn certain(&self) -> Count {
        Count::ZERO
    }
    /// The number of nodes until the next check of the budget: some milliseconds.
    fn pace(&self) -> u64 {
        BETWEEN_LOOKS
    }
    /// The work that the whole task takes, as far as it can tell.
    fn whole(&self) -> Option<Whole> {
        None
    }
}

/// The work that a whole task takes, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Whole {
    /// It is known in advance.
    Known(Work),
    /// What is done tells it, within a factor of two or so. It may change, and be withdrawn.
    Predicted(Work),
}

/// A task that halts at each solution.
#[doc(hidden)]
pub trait Listing: Task {
    /// The solution at which it has halted.
    fn solution(&mut self) -> Solution;
}

/// A task that draws solutions at random, and halts at each, without end; it is at its end only if there is
/// no solution.
#[doc(hidden)]
pub trait Drawing: Listing {
    /// Another one at the same place.
    fn twin(&self) -> Box<dyn Drawing>;
}

impl Clone for Box<dyn Drawing> {
    fn clone(&self) -> Self {
        self.twin()
    }
}

/// A search that can be cut at any node, and can resume what another search of the same problem left.
#[doc(hidden)]
pub trait Search: Listing {
    /// The problem.
    fn problem(&self) -> &Problem;
    /// Another search of the same problem, at the same place.
    fn twin(&self) -> Box<dyn Search>;
    /// Begins a branch that some search of the problem has left.
    fn begin(&mut self, branch: &Branch);
    /// The rest of the branch, in the order in which it would be searched.
    fn rest(&mut self) -> Vec<Branch>;
    /// Runs to the end, or until this many nodes in all have been entered, without a halt at solutions.
    /// Returns how many solutions it found.
    fn tally(&mut self, nodes: u64) -> (Pause, u64) {
        let mut found = 0;
        loop {
            match self.run(nodes) {
                Pause::Solution => found += 1,
                pause => return (pause, found),
            }
        }
    }
    /// The nodes whose children are being tried.
    fn depth(&self) -> usize;
    /// The children of the deepest of them.
    fn children(&self) -> usize;
    /// Skips this many of them.
    fn turn(&mut self, children: usize);
    /// A step of a random probe: enters one node, and moves to the child that is chosen, given their number.
    /// It takes no more time than a node of the search. If the search is dead or at a solution, it must be
    /// started again.
    fn descend(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Descent {
        let depth = self.depth();
        match self.run(self.work().nodes + 1) {
            Pause::Solution => Descent::Solution,
            Pause::Bound if self.depth() > depth => {
                let children = self.children();
                self.turn(choose(children));
                Descent::Children(children)
            }
            Pause::Bound | Pause::Memory | Pause::End => Descent::Dead,
        }
    }
    /// The cost of beginning a branch, in the units of [`Engine::cost`], without what is counted as work.
    fn start_cost(&self) -> u64;
    /// The bytes that it takes, except for data that is built once for the problem and never grows.
    fn bytes(&self) -> usize;
    /// The number of nodes until the next check of the budget, if memory is limited to this many bytes:
    /// between two checks only a small part of them is taken.
    fn pace_within(&self, memory: u64) -> u64;
    /// Lets it decide how to search the rest.
    fn settle(&mut self) {}
    /// May the order of the rest still change?
    fn may_change_order(&self) -> bool {
        false
    }
    /// Is the rest searched in a fixed order of the items?
    fn is_in_fixed_order(&self) -> bool {
        false
    }
    /// The number of nodes at which it next decides how to search the rest.
    fn next_thought(&self) -> u64 {
        u64::MAX
    }
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        self.twin()
    }
}

/// A task whose answer is a number.
#[doc(hidden)]
pub trait Counting: Task {
    /// The number of solutions, once it is at its end.
    fn count(&self) -> Option<Count>;
    /// Uses at most this many threads from now on, if that changes neither the count nor the work up to any
    /// number of nodes.
    fn set_threads(&mut self, _threads: usize) {}
    /// Has it forgotten, for lack of memory, what it may have to find out again?
    fn has_forgotten(&self) -> bool {
        false
    }
    /// What it has done of a step that is not at its end: the nodes, which [`Task::work`] counts already, and
    /// the updates that they probably took, which count when the step is done. The same for any number of
    /// threads.
    fn under_way(&self) -> Work {
        Work::default()
    }
}

/// A task whose answer is a diagram.
#[doc(hidden)]
pub trait Compiling: Task {
    /// The diagram of all solutions, if it is at its end.
    fn finish(self: Box<Self>) -> Option<Compiled>;
}

impl<T: Task + ?Sized> Task for Box<T> {
    fn run(&mut self, nodes: u64) -> Pause {
        (**self).run(nodes)
    }
    fn work(&self) -> Work {
        (**self).work()
    }
    fn fraction(&self) -> f64 {
        (**self).fraction()
    }
    fn certain(&self) -> Count {
        (**self).certain()
    }
    fn pace(&self) -> u64 {
        (**self).pace()
    }
    fn whole(&self) -> Option<Whole> {
        (**self).whole()
    }
}

/// The part of a search tree that is done, if the children of each node are equally large: of each level from
/// the top, which child is being tried, from 0, and of how many (Knuth's estimate).
pub(crate) fn fraction_done(levels: impl Iterator<Item = (u32, u32)>) -> f64 {
    let (mut done, mut share) = (0.0, 1.0);
    for (rank, degree) in levels {
        share /= f64::from(degree);
        done += f64::from(rank) * share;
    }
    done
}

/// The part of a search tree below each level, from the top, if the children of each node are equally large.
pub(crate) fn shares(degrees: impl Iterator<Item = u32>) -> Vec<f64> {
    let below = |share: &mut f64, degree| {
        *share /= f64::from(degree);
        Some(*share)
    };
    degrees.scan(1.0, below).collect()
}

/// The number of nodes between two checks, assuming that nodes take as many updates as those so far; small at
/// first, until that is known.
pub(crate) fn pace(Work { nodes, updates }: Work, updates_between: u64) -> u64 {
    let slow = u128::from(nodes) * u128::from(updates_between) / u128::from(updates.max(1));
    BETWEEN_LOOKS.min(nodes).min(u64::try_from(slow).unwrap_or(u64::MAX)).max(1)
}

/// The number of nodes that may be entered before memory is checked, if each may add this many bytes.
pub(crate) fn most_nodes(memory: u64, growth: usize) -> u64 {
    (memory / PART_OF_MEMORY).checked_div(growth as u64).map_or(u64::MAX, |nodes| nodes.max(1))
}

/// The number of updates of a search that enumerates between two checks.
pub(crate) const UPDATES_OF_SEARCH: u64 = 1 << 23;
/// To choose an item, dancing links walk over all items, which is not counted in updates: the number of items
/// between two checks.
const ITEMS_BETWEEN_LOOKS: u64 = 1 << 22;
/// The number of nodes between two checks, if each may walk over this many items or entries.
pub(crate) fn walked(size: usize) -> u64 {
    (ITEMS_BETWEEN_LOOKS / (1 + size as u64)).max(1)
}

/// Beginning a branch costs at least this much.
pub(crate) const START: u64 = 1 << 9;

/// A task, shown by its work.
pub(crate) fn show_task(task: &dyn Task, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (work, fraction) = (task.work(), task.fraction());
    f.debug_struct(name).field("work", &work).field("fraction", &fraction).finish_non_exhaustive()
}

/// Shows engines at work by the work that they have done, because their data is long.
macro_rules! shown_by_work {
    ($($task:ident),+) => {
        $(
            impl std::fmt::Debug for $task {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    $crate::engine::task::show_task(self, stringify!($task), f)
                }
            }
        )+
    };
}

pub(crate) use shown_by_work;
