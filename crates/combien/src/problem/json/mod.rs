//! Problems as JSON, in and out: for programs that would rather not parse Knuth's format, and for names that it cannot
//! hold.
//!
//! ```text
//! {"schema": 1,
//!  "items": [{"name": "a"},
//!            {"name": "b", "kind": "primary", "bounds": [1, 2]},
//!            {"name": "x", "kind": "secondary"}],
//!  "options": [{"items": ["a", "b"]},
//!              {"name": "second", "items": ["b", {"item": "x", "color": "red"}]}]}
//! ```
//!
//! - `schema` is 1, the version of this format.
//! - `items`: each has a `name`; its `kind` is `primary` if it is left out; a primary one may have `bounds`, the least and
//!   the greatest number of options that cover it, both 1 if left out.
//! - `options`: each has its `items`, by name, or as an object of `item` and `color`; and it may have a `name`.
//!
//! Nothing else is allowed, so that a slip is not passed over. Faults are reported with their line and column, several at
//! once; one that leaves the text no JSON at all is reported alone.

mod fault;
mod read;
mod write;

pub use fault::{Fault, FaultKind, ReadError};
pub use read::{Document, parse};
pub use write::write;
