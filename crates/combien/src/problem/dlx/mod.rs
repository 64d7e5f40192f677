//! Reading and writing Knuth's text format, the input of his exact cover programs.
//!
//! ```text
//! | A line that starts with a bar is a comment.
//! p q r | x y
//! p q x y:A
//! p r x:A y
//! p x:B
//! q x:A
//! r y:B
//! ```
//!
//! The first line that is neither blank nor a comment names the items: the primary ones, then after a `|` the
//! secondary ones. A primary item may have bounds before its name, as in `1:3|p` for one to three times, or
//! `2|p` for exactly twice. Each further line is an option; `item:color` gives a color to a secondary item.
//!
//! Our reader accepts more than his programs: names and colors may have any length, the last line needs no
//! newline, and reading takes time linear in the text. Every error is reported with its line and column,
//! several at once.

mod fault;
mod read;
mod write;

pub use fault::{Fault, FaultKind, ReadError};
#[doc(hidden)]
pub use read::bounds;
pub use read::{Document, parse, read};
pub use write::{Unfit, WriteError, write};
