//! Internal, without any promise: the command `combien`, for its program and the Python package.
//!
//! The library `combien` does the work. Only this crate uses the clock, the environment, the terminal and
//! files. A command goes one way: `args` makes a checked `request` of the command line, `commands` answers it
//! with a `session` that works on its `input`, and `report` prints the answer.
//!
//! It is a library so that other packages can contain the command: [`run`] is all of it. The other public
//! functions are for packages that run scripts as the command does: access to files, scratch space, and
//! drawing of diagnostics.

mod args;
mod commands;
mod input;
mod report;
mod request;
mod session;
mod system;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

pub use report::diagnostics::drawn;
pub use system::files::{Disk, is_replaceable, where_it_leads, write_whole};
pub use system::scratch::Folder as ScratchFolder;

use request::table::{Command, Words};
use system::ending::Ending;

/// The settings of questions as tables, for packages that take them by name.
#[doc(hidden)]
pub mod settings {
    pub use crate::request::counting::{Counting, rows_of_count};
    pub use crate::request::counts::rows_of_questions;
    pub use crate::request::table::{Row, Takes, Value, Words};
}

/// The commands and their arguments, from which completions and manual pages are made
/// (`examples/packaging.rs`).
#[doc(hidden)]
pub fn definition() -> clap::Command {
    let mut command = args::help::definition();
    command.build();
    command
}

/// Runs a command line and returns the exit code. The first word is the name of the program.
///
/// It is a whole program and is called once in a process. During a search it handles signals, and a second
/// signal ends the process. Its clock is that of the process. A panic is reported as a bug. Standard output
/// is flushed when it returns.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let words = system::catalogue::choose(words.into_iter().map(Into::into).collect());
    let ending = match args::help::parse(words) {
        Ok((command, words)) => answered(command, &words),
        Err(ending) => ending,
    };
    // The reader may be gone. Important output has been flushed before, and its errors reported.
    let _ = io::stdout().flush();
    ending as u8
}

fn answered(command: &Command, words: &Words) -> Ending {
    session::watch::start_clock(words.one("time"));
    if let Some(memory) = words.one("memory") {
        system::files::limit_memory(memory);
    }
    panic::set_hook(Box::new(|panic| {
        anstream::eprintln!(
            "internal error: {panic}\nThis is a bug in combien. Please report it with the command and its input."
        );
    }));
    let answer = || command.request(words).and_then(|request| commands::answer(&request));
    match panic::catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(ending)) => ending,
        Ok(Err(failure)) => failure.report(words.has("json")),
        Err(_) => Ending::Internal,
    }
}
