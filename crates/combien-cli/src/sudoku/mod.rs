//! `combien sudoku`: solves and makes Sudoku puzzles by the list.

pub(crate) mod args;
mod feed;
mod generate;
mod solve;

use std::io::{self, IsTerminal};
use std::time::Instant;

use args::{PaceArgs, SudokuArgs, SudokuCommand};

use crate::failure::{Ending, Failure};

pub(crate) fn sudoku(args: &SudokuArgs) -> Result<Ending, Failure> {
    match &args.command {
        SudokuCommand::Solve(args) => solve::solve(args),
        SudokuCommand::Generate(args) => generate::generate(args),
    }
}

impl PaceArgs {
    /// Says at the end what was done, where somebody wants to know: `3 puzzles: 2 unique, 1 none; 4321 a second`.
    fn summarize(&self, puzzles: u64, details: &str, start: Instant) {
        if self.quiet || !(self.stats || io::stderr().is_terminal()) {
            return;
        }
        let rate = puzzles as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let digits = usize::from(rate < 10.0);
        anstream::eprintln!("{}: {details}; {rate:.digits$} a second", counted(puzzles));
    }
}

/// `1 puzzle`, `2 puzzles`.
fn counted(puzzles: u64) -> String {
    format!("{puzzles} {}", if puzzles == 1 { "puzzle" } else { "puzzles" })
}
