//! Reading and writing incidence matrices as CSV, the format of spreadsheets: a row for each option, a column
//! for each item.
//!
//! ```text
//! option,cost,p,2:3|q,|x
//! first,2.5,1,1,red
//! second,,0,1,1
//! ```
//!
//! The first row names the items. A name alone is that of a primary item, `lo:hi|name` and `n|name` give it
//! bounds, and `|name` is a secondary item. A cell is `1` if the option has the item, and `0` or empty if
//! not; another word in the column of a secondary item is a color. The column `cost` has the costs, and the
//! column `option`, or the first one if it has no title, has the names of the options. Both may be left out.
//! An item with such a title is written as `1|cost`.
//!
//! Cells are parted by commas, semicolons or tabs, as the first row shows: by tabs if it has one outside
//! quotes, else by semicolons if it has one, else by commas. A cell in double quotes may contain anything; a
//! quote in it is doubled.

mod read;
mod write;

pub use crate::foreign::{Document, ReadError};
pub use read::parse;
pub use write::{Unfit, WriteError, write};
