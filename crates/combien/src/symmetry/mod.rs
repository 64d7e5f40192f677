//! Symmetries: groups of automorphisms of a problem; counting and listing solutions up to them.
//!
//! Two solutions are *alike* if an element of the group maps one to the other. A class of alike solutions is
//! an *orbit*. [`count`] counts orbits by Burnside's lemma, [`each`] delivers one solution of each. The two
//! share only the group, so each is a test of the other.
//!
//! ```
//! use combien::problem::{Automorphism, ItemId, OptionId, dlx};
//! use combien::solve::Budget;
//! use combien::symmetry::{self, Symmetries};
//!
//! // Four corners of a square, and its four sides: two ways to pair the corners, alike by a quarter turn.
//! let problem = dlx::parse("square", "a b c d\na b\nb c\nc d\nd a\n")?.problem;
//! let options = [1, 2, 3, 0].map(OptionId::from_index).to_vec();
//! let items = [1, 2, 3, 0].map(ItemId::from_index).to_vec();
//! let turn = Automorphism::new(&problem, options, items)?;
//! let group = Symmetries::generated_by(&problem, [turn], &Budget::UNLIMITED)?;
//! let report = symmetry::count(&problem, &group, &Budget::UNLIMITED, None)?;
//! assert_eq!(report.outcome.certain().to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod burnside;
mod choices;
mod classes;
mod conjugacy;
mod counting;
mod equals;
mod group;
mod layers;
mod level;
mod limits;
mod listing;
mod met;
mod quotient;
mod walk;

pub use crate::automorphisms::{Generated, automorphisms, automorphisms_keeping};
pub use burnside::{ClassCount, CountError, Counted, Kept, Method, count, count_kept};
pub use counting::{count_by_either, count_found};
pub use group::{Class, GroupError, Symmetries};
use level::Level;
pub use listing::{ListError, Listed, Representative, each, each_kept, each_symmetric};
pub use quotient::{NoQuotient, Quotient, kept_by};
