//! The command `combien`: counts, solves, checks and draws exact covers and tilings.
//!
//! The library `combien` does the work; here are the only clock, environment, terminal and files. A command goes one way: `args`
//! makes a checked `request` of the command line, `commands` answers it with a `session` at work on its `input`, and
//! `report` tells the answer.
//!
//! It is a library so that the command can come with other packages: [`run`] is all of it. What else is public is for those that
//! run scripts as the command does: its files, and its way to draw a diagnostic.

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
pub use system::files::{Disk, where_it_leads, write_whole};

use system::ending::Ending;

/// The commands and their arguments, for what is made of them: completions and manual pages (`examples/packaging.rs`).
#[doc(hidden)]
pub fn definition() -> clap::Command {
    <args::Args as clap::CommandFactory>::command()
}

/// Does what a command line says, and returns the exit code; the first word is the name of the program.
///
/// It is a whole program, and is called once in a process: it handles signals from the search on, and a second one ends the
/// process; its clock is that of the process; a panic is told as a bug. Standard output is flushed when it returns.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let words = words.into_iter().map(Into::into).collect();
    let ending = match args::help::parse(words) {
        Ok(args) => answered(&args),
        Err(ending) => ending,
    };
    // The reader may be gone; what matters has been flushed before, and its errors reported.
    let _ = io::stdout().flush();
    ending as u8
}

fn answered(args: &args::Args) -> Ending {
    let words = args.command.words();
    session::watch::start_clock(words.time());
    panic::set_hook(Box::new(|panic| {
        anstream::eprintln!(
            "internal error: {panic}\nThis is a bug in combien. Please report it with the command and its input."
        );
    }));
    let answer = || words.request().and_then(|request| commands::answer(&request));
    match panic::catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(ending)) => ending,
        Ok(Err(failure)) => failure.report(words.is_json()),
        Err(_) => Ending::Internal,
    }
}
