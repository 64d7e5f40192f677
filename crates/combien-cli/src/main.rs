//! The command `combien`: counts, solves, checks and draws exact covers and tilings.
//!
//! The library does the work; here are the only clock, environment, terminal and files.

mod args;
mod check;
mod convert;
mod count;
mod crash;
mod diagnostics;
mod escape;
mod estimate;
mod failure;
mod files;
mod fmt;
mod generate;
mod help;
mod input;
mod keeper;
mod making;
mod matrix;
mod output;
mod permissions;
mod pictures;
mod pieces;
mod progress;
mod puzzle;
mod reduced;
mod run;
mod sample;
mod shards;
mod show;
mod solve;
mod solver;
mod sudoku;
mod symmetry;
mod terminal;
mod test;
mod times;
mod trace;
mod wait;
mod watch;
mod zdd;

use std::panic;
use std::process::ExitCode;

use args::Command;
use failure::Ending;

fn main() -> ExitCode {
    let args = help::parse();
    watch::start_clock(&args.command);
    panic::set_hook(Box::new(|panic| {
        anstream::eprintln!(
            "internal error: {panic}\nThis is a bug in combien. Please report it with the command and its input."
        );
    }));
    let json = args.command.is_json();
    let ending = panic::catch_unwind(|| match &args.command {
        Command::Run(args) => run::run(args),
        Command::Test(args) => test::test(args),
        Command::Count(args) => count::count(args),
        Command::Estimate(args) => estimate::estimate(args),
        Command::Solve(args) => solve::solve(args),
        Command::Sample(args) => sample::sample(args),
        Command::Generate(args) => generate::generate(args),
        Command::Zdd(args) => zdd::zdd(args),
        Command::Check(args) => check::check(args),
        Command::Convert(args) => convert::convert(args),
        Command::Matrix(args) => matrix::matrix(args),
        Command::Symmetries(args) => symmetry::symmetries(args),
        Command::Trace(args) => trace::trace(args),
        Command::Fmt(args) => fmt::fmt(args),
        Command::Pieces(args) => pieces::pieces(args),
        Command::Split(args) => shards::split(args),
        Command::Merge(args) => shards::merge(args),
        Command::Sudoku(args) => sudoku::sudoku(args),
        Command::Puzzle(args) => puzzle::puzzle(args),
    });
    match ending {
        Ok(Ok(ending)) => ending.into(),
        Ok(Err(failure)) => failure.report(json).into(),
        Err(_) => Ending::Internal.into(),
    }
}
