//! Problems as JSON: for programs that do not want to parse Knuth's format, and for names that it cannot
//! express.
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
//! - `items`: each has a `name`; its `kind` is `primary` if it is left out; a primary one may have `bounds`,
//!   the least and the greatest number of options that cover it, both 1 if left out.
//! - `options`: each has its `items`, by name, or as an object of `item` and `color`; and it may have a
//!   `name`.
//!
//! A list of lists is a problem too, as Sage and other programs print them: `[[0, 2], [1], ["x", 1]]` has
//! three options. Its items are those that occur, all primary: numbers ascending, then names in their order.
//! An option may also be its name and a list, `["first", [0, 2]]`.
//!
//! Other fields are refused, so that mistakes are noticed. Errors are reported with line and column, several
//! at once; an error in the JSON syntax is reported alone.

mod fault;
mod lists;
mod read;
mod write;

pub use read::parse;
pub use write::write;
