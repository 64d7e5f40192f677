//! Reading and writing integer programs in the MPS format, as far as they are exact cover problems.
//!
//! ```text
//! NAME
//! ROWS
//!  N  cost
//!  E  north
//!  G  south
//!  L  spare
//! COLUMNS
//!     MARKER    'MARKER'  'INTORG'
//!     x1        cost      2.5
//!     x1        north     1
//!     x1        spare     1
//!     MARKER    'MARKER'  'INTEND'
//! RHS
//!     RHS       north     1
//!     RHS       south     2
//!     RHS       spare     1
//! RANGES
//!     RANGE     south     1
//! BOUNDS
//!  BV BOUND     x1
//! ENDATA
//! ```
//!
//! A row is an item and a column is an option, which is 0 or 1. All coefficients are 1. The row of the
//! objective has the costs.
//!
//! | row | item |
//! | --- | --- |
//! | `E` with the right-hand side b | primary, covered b times |
//! | `G` with b; with a range r too | primary, b times or more; from b to b + r times |
//! | `L` with b; with a range r too | primary, b times or fewer; from b - r to b times |
//! | `L` with 1 and no range | secondary, if each column in it covers a primary item or is fixed to 0 |
//!
//! A column that is fixed to 0 and covers no primary item is an option that is kept out. Everything else is
//! refused, with its place: rows that are no cover constraints, columns that may have other values, and
//! sections that linear programs do not have.

mod number;
mod read;
mod sections;
mod write;

pub use read::parse;
pub use write::{Loss, loss, write};
