//! The command `combien`: counts, solves, checks and draws exact covers and tilings.
//!
//! The library does the work; here are the only clock, environment, terminal and files. A command goes one way: `args`
//! makes a checked `request` of the command line, `commands` answers it with a `session` at work on its `input`, and
//! `report` tells the answer.

mod args;
mod commands;
mod input;
mod report;
mod request;
mod session;
mod system;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use system::ending::Ending;

fn main() -> ExitCode {
    let args = args::help::parse();
    let words = args.command.words();
    session::watch::start_clock(words.time());
    panic::set_hook(Box::new(|panic| {
        anstream::eprintln!(
            "internal error: {panic}\nThis is a bug in combien. Please report it with the command and its input."
        );
    }));
    let answer = || words.request().and_then(|request| commands::answer(&request));
    match panic::catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(ending)) => ending.into(),
        Ok(Err(failure)) => failure.report(words.is_json()).into(),
        Err(_) => Ending::Internal.into(),
    }
}
