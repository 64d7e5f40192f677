//! Puzzles of any problem: clues that leave exactly one solution, none of them redundant.
//!
//! A *clue* is an option taken. A [`Solver`] is prepared once for a problem and takes clue lists one after
//! the other; its [`Verdict`] is none, unique or several. A [`Generator`] makes random puzzles: a solution
//! without the clues that can be removed. A puzzle is *minimal* if without any one of its clues it has
//! several solutions.
//!
//! [`restricted`] turns clues into a problem of its own; [`narrowed`] also forbids options, and keeps all
//! numbers.
//!
//! ```
//! use combien_puzzles::clues::{Generator, Solver, Verdict};
//! use combien_puzzles::{Surface, queens};
//!
//! let eight = queens(8, Surface::Plane)?;
//! let made = Generator::new(eight.problem(), 7)?.minimal().expect("there are solutions");
//! let mut solver = Solver::new(eight.problem())?;
//! assert_eq!(solver.solve(&made.clues, 2), Verdict::Unique(made.solution));
//! for left_out in &made.clues {
//!     let fewer: Vec<_> = made.clues.iter().copied().filter(|clue| clue != left_out).collect();
//!     assert!(matches!(solver.solve(&fewer, 2), Verdict::Several { .. }));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod finder;
mod generate;
mod narrowed;
mod restricted;
mod sifted;
mod solver;
mod verdict;

pub use generate::{Generated, Generator};
pub use narrowed::narrowed;
pub use restricted::restricted;
pub use solver::Solver;
pub use verdict::{Stopped, Verdict};

pub(super) use finder::Finder;
pub(super) use generate::{Maker, each_alone, options_of_items, unstopped};
