//! The transfer-matrix method: in how many ways can a region of n slices be covered, for every n?
//!
//! [`Slices`] says what grows, [`Automaton`] fills one slice after the other, and [`Series`] is the
//! generating function of the numbers: a quotient of polynomials (Stanley, *Enumerative Combinatorics*,
//! volume 1, section 4.7). It is proved, not guessed from terms.
//!
//! Let A be the matrix of the automaton and f the vector of its accepting states, so that the numbers are
//! entries of the vectors `A^n f`. A recurrence of these vectors is looked for modulo primes and lifted to
//! the integers. Then it is checked on the vectors themselves, in exact numbers: if `A^d f + c1 A^(d-1) f +
//! ... + cd f = 0`, all later sums are multiples of this one by powers of A, so that they are 0, too. This
//! gives the numbers for every n. The quotient is then brought to lowest terms, which is checked as an
//! identity of polynomials. Its order is minimal: it is the order of the shortest recurrence modulo a prime,
//! and a recurrence over the integers is one modulo every prime.
//!
//! ```
//! use combien::budget::Budget;
//! use combien::transfer::{Automaton, Series, Slices};
//!
//! // Dominoes in a strip of height 2: upright, or two that lie.
//! let placements = vec![vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)], vec![(0, 1), (1, 1)]]];
//! let slices = Slices { sizes: vec![2], placements, ..Slices::default() };
//! let automaton = Automaton::new(&slices, 1000, &Budget::UNLIMITED)?;
//! let series = Series::of(&automaton, 0, &Budget::UNLIMITED)?;
//! assert_eq!(series.to_string(), "1/(1 - x - x^2)");
//! assert_eq!(series.term(90, &Budget::UNLIMITED)?.to_string(), "4660046610375530309");
//! assert_eq!(series.term_modulo(1_000_000_000_000_000_000, 1000), 501);
//! # Ok::<(), combien::transfer::TransferError>(())
//! ```

mod copies;
mod fixed;
mod growth;
mod modular;
mod series;
mod slices;
mod text;

pub use copies::ByCopies;
pub use fixed::{Turn, up_to};
pub use growth::Growth;
pub use series::Series;
pub use slices::{Automaton, MOST_AHEAD, Slices};

use std::fmt;

use crate::budget::Reason;
use copies::MOST_COEFFICIENTS;

/// How far an automaton or its series has come.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// This many states were filled from, of the second number that were met.
    States(usize, usize),
    /// This many terms are known modulo a prime.
    Terms(usize),
    /// The recurrence is known modulo this many primes.
    Primes(usize),
    /// The recurrence is checked on this many exact vectors.
    Vectors(usize),
    /// This many numbers are known.
    Numbers(usize),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::States(filled, met) => write!(f, "automaton: {filled} of {met} states"),
            Stage::Terms(number) => write!(f, "recurrence: {number} terms"),
            Stage::Primes(number) => write!(f, "recurrence: {number} primes"),
            Stage::Vectors(number) => write!(f, "proof: {number} terms"),
            Stage::Numbers(number) => write!(f, "terms: {number}"),
        }
    }
}

/// Hears how far the work has come.
#[doc(hidden)]
pub type Tell<'a> = &'a dyn Fn(Stage);

/// Why there is no automaton or no series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferError {
    /// A slice and those that placements reach from it have more than [`MOST_AHEAD`] cells together.
    TooWide,
    /// There are more states than this limit.
    TooManyStates(usize),
    /// There are 2^64 ways or more to cover one slice.
    TooManyFillings,
    /// The generating function in two variables may have more coefficients than 20,000.
    TooManyCoefficients,
    /// The budget is spent.
    Stopped(Reason),
}

errors!(TransferError {
    TooWide => "a slice and those that pieces reach from it have more than {MOST_AHEAD} cells";
    TooManyStates(most) => "the automaton has more than {most} states";
    TooManyFillings => "one slice can be covered in 2^64 ways or more, which is too many";
    TooManyCoefficients => "the formula in two variables may have more than {MOST_COEFFICIENTS} coefficients";
    Stopped(reason) source reason from Reason => "{reason}";
});
