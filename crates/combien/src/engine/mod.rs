//! The algorithms, one folder each, behind one trait: [`Engine`]. Engines know the [problem](crate::problem),
//! [counts](crate::count), [families](crate::zdd) and [budgets](crate::budget), and nothing else; only `fast`
//! knows another. The tree of `links` and of `naive` can be [walked](walk).
//!
//! | engine | what it does |
//! | --- | --- |
//! | [`links`] | lists by dancing links, as the book tells it |
//! | [`cells`] | lists by sparse sets; the engine for wide problems and for bounds |
//! | [`fast`] | lists with machine words; problems too large for them begin with `links` |
//! | [`frontier`] | counts layer by layer over the frontier of an order of the items, or builds a diagram |
//! | [`memo`] | counts by a search that remembers what it has counted, or records a diagram with products |
//! | [`pfaffian`] | counts perfect matchings of planar graphs in polynomial time, and draws them at random |
//! | [`alike`] | counts partial solutions that symmetries take to each other once |
//! | [`sat`] | lists by a search that learns from conflicts, as SAT solvers do |
//! | [`naive`] | lists sets of options in the order of their numbers: the lesson's first algorithm |
//! | [`intersect`] | builds the family of all solutions by intersecting those of the items |
//!
//! `alike`, `intersect`, `pfaffian` and `sat` are features of the crate, all on by default.
//! Those that count share the choice of an [`order`], and the packing of states into machine words.

#[cfg(not(all(feature = "alike", feature = "intersect", feature = "pfaffian", feature = "sat")))]
mod absent;
#[cfg(feature = "alike")]
#[doc(hidden)]
pub mod alike;
mod branch;
#[doc(hidden)]
pub mod cells;
mod codes;
mod compiled;
#[doc(hidden)]
pub mod fast;
#[doc(hidden)]
pub mod frontier;
#[cfg(feature = "intersect")]
pub mod intersect;
pub mod links;
mod lists;
#[doc(hidden)]
pub mod memo;
pub mod naive;
#[doc(hidden)]
pub mod order;
#[cfg(feature = "pfaffian")]
#[doc(hidden)]
pub mod pfaffian;
#[cfg(feature = "sat")]
#[doc(hidden)]
pub mod sat;
mod task;
pub(crate) mod team;
mod unsupported;
pub mod walk;
mod words;

/// The table of the engines, handed to the macro that is named. A line has the folder of an engine, and for
/// each name in [`solve::Engine`](crate::solve::Engine) the type in that folder that implements [`Engine`].
/// The order is the one in which users see them.
macro_rules! engines {
    ($use:ident) => {
        $use! {
            fast: Fast = engine::ByKernels;
            cells: Cells = engine::ByCells;
            links: Links = engine::ByLinks;
            frontier: Frontier = engine::ByFrontier, Zdd = engine::Zdd;
            memo: Memo = engine::ByMemo;
            intersect: Intersect = ByIntersection;
            pfaffian: Pfaffian = ByPfaffian;
            alike: Alike = ByClasses;
            sat: Sat = BySolver;
            naive: Naive = ByNaive;
        }
    };
}
pub(crate) use engines;

pub use crate::budget::{Pause, Work};
#[cfg(not(all(feature = "alike", feature = "intersect", feature = "pfaffian", feature = "sat")))]
pub(crate) use absent::*;
pub use branch::{Branch, Descent};
pub use compiled::Compiled;
pub use order::Order;
pub use task::{Begun, Compiling, Counting, Drawing, Engine, Listing, Profile, Search, Task, Whole};
pub(crate) use task::{UPDATES_OF_SEARCH, fraction_done, most_nodes, pace};
pub use unsupported::{NotMatching, Refusal, TooLarge, Unsupported};
pub use words::TooWide;
