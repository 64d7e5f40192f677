//! Reading and writing problems as CSV, the format of spreadsheets: an incidence matrix, with a row for each
//! option and a column for each item, or a list.
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
//! column `option` has the names of the options; so has the first one if it has no title, or cells that are
//! none of an item. Both may be left out. An item with such a title is written as `1|cost`.
//!
//! A list has a column `items` with all items of an option, or a column `item` and a row for each item of
//! each option. Beside it there may be names, also with the title `name`, and costs. An item is written as
//! its title is, and a color after it: `|x:red`.
//!
//! Cells are parted by commas, semicolons or tabs, as the first row shows: by tabs if it has one outside
//! quotes, else by semicolons if it has one, else by commas. A cell in double quotes may contain anything; a
//! quote in it is doubled.

mod read;
mod rows;
mod write;

pub use read::parse;
pub use write::{Unfit, WriteError, write};
