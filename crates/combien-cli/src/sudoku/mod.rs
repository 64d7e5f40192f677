//! `combien sudoku`: solves, makes, rates and mends Sudoku puzzles by the list.

pub(crate) mod args;
mod check;
mod feed;
mod generate;
mod list;
mod minimise;
mod rate;
mod solve;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::time::Instant;

use args::{PaceArgs, SudokuArgs, SudokuCommand};

use crate::failure::{Ending, Failure};

pub(crate) fn sudoku(args: &SudokuArgs) -> Result<Ending, Failure> {
    match &args.command {
        SudokuCommand::Solve(args) => solve::solve(args),
        SudokuCommand::Generate(args) => generate::generate(args),
        SudokuCommand::Rate(args) => rate::rate(args),
        SudokuCommand::Hint(args) => rate::hint(args),
        SudokuCommand::Check(args) => check::check(args),
        SudokuCommand::Minimise(args) => minimise::minimise(args),
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

/// The seed that was asked for; or one by chance, which is said so that it can be used again.
fn seed_of(seed: Option<u64>, pace: &PaceArgs) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(0);
        if !pace.quiet {
            anstream::eprintln!("--seed {seed} makes the same again");
        }
        seed
    })
}

/// `1 puzzle`, `2 puzzles`.
fn counted(puzzles: u64) -> String {
    format!("{puzzles} {}", if puzzles == 1 { "puzzle" } else { "puzzles" })
}
