//! The settings of a count that the Python package has, too, as keywords of the same names.
//!
//! A new one is a row of the table here; `session/ask.rs` says what it does. The command line and its help, and
//! in Python the signature, the documentation and the reader of keywords, follow from the row.

use super::table::{Part, Row, Words, asked, part};
use super::values::size;

/// Gives the table to a macro. The command makes a struct and its rows of it.
#[doc(hidden)]
#[macro_export]
macro_rules! settings_of_count {
    ($($take:tt)+) => {
        $($take)+! {
            /// The settings of a count of all solutions, beside its limits and its engine.
            pub Counting {
                /// Count by the engine frontier, and write states that do not fit into memory to files in
                /// this folder. They are removed at the end, and when the count is interrupted
                scratch: Option<String> [
                    "DIR" whole(true) single(true) rare(true)
                    without(["reduce", "kernel", "solutions", "up_to", "kept_by", "within", "by", "proof"])
                ],
                /// The maximum size of these files, 32 GB by default. The search stops if it is reached
                disk: u64 [(size) "SIZE" default("32G") rare(true) needs("scratch") why("it limits what is put there")],
            }
        }
    };
}

settings_of_count!(asked);

impl From<&Words> for Counting {
    fn from(words: &Words) -> Counting {
        // Only a part that has others can fail, and this one has none.
        Counting::of(words).unwrap_or_default()
    }
}

/// The first flag of the table, which is about a count of all solutions. It has no rows of its own.
pub(super) struct Plain;

part! {
    Plain => Option<String> {} |words| {
        let rows = rows_of_count();
        let given = rows.iter().find(|row| row.default.is_none() && words.has(row.name));
        Ok(given.map(|row| format!("--{}", row.long)))
    }
}

/// The rows of the table.
pub fn rows_of_count() -> Vec<Row> {
    let mut rows = vec![];
    Counting::rows(&mut rows);
    rows
}
