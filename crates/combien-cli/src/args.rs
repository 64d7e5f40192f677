//! The command line.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use combien::engine::fast::Kernel;
use combien::solve::Engine;

use crate::estimate::EstimateArgs;
use crate::files::STDOUT;
use crate::fmt::FmtArgs;
use crate::generate::GenerateArgs;
use crate::matrix::MatrixArgs;
use crate::permissions::PermissionArgs;
use crate::pieces::PiecesArgs;
use crate::puzzle::PuzzleArgs;
use crate::sudoku::args::SudokuArgs;
use crate::symmetry::{SymmetriesArgs, SymmetryArgs};
use crate::test::TestArgs;
use crate::trace::TraceArgs;

mod values;

pub(crate) use values::{duration, plural, positive, whole};
use values::{length, shards, side_length, size, threads};

/// How many, which ones, drawn and checked: exact covers and tilings.
#[derive(Debug, Parser)]
#[command(name = "combien", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Files:
  NAME.cmb   a tiling file: patterns, pieces, problems, and what to do with them
  NAME.dlx   an exact cover problem in Knuth's text format: items, then options
  NAME.json  an exact cover problem as JSON, as `combien convert` writes it
  NAME.shard a part of a search, as `combien split` writes it
  -          standard input; --format says which of these it is
  'puzzle:NAME ARGUMENTS'   a classic puzzle; `combien puzzle --list` shows all

Examples:
  combien run examples/scott.cmb          do what a tiling file says
  combien test examples/*.cmb             does what tiling files assert hold?
  combien count examples/toy.dlx          how many solutions? the number alone
  combien solve examples/toy.dlx --all    every solution, each checked
  combien solve examples/toy.dlx | combien check examples/toy.dlx -
  combien sudoku solve examples/sudoku.txt
  combien puzzle queens 8
  combien matrix examples/lesson.dlx      the rows and columns that a search works on
  combien generate 'puzzle:queens 8'      a puzzle with one solution

Exit codes:
  0   answered
  1   no solution, or a wrong one; an assertion that does not hold; files that `fmt --check` would change
  2   bad usage or input
  3   stopped by a limit or a signal, with what is certain printed
  4   two engines disagree
  70  internal error";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Do what tiling files say
    Run(RunArgs),
    /// Check what tiling files assert
    Test(TestArgs),
    /// Count the solutions of a problem
    Count(CountArgs),
    /// Estimate how large a search is, before it is made
    Estimate(EstimateArgs),
    /// Find solutions of a problem
    Solve(SolveArgs),
    /// Draw solutions of a problem at random, each equally likely
    Sample(SampleArgs),
    /// Make puzzles of a problem: clues that leave one solution, and none too many
    Generate(GenerateArgs),
    /// Build all solutions of a problem as a decision diagram
    Zdd(ZddArgs),
    /// Check a file, or solutions of its problem
    Check(CheckArgs),
    /// Write a problem in another format
    Convert(ConvertArgs),
    /// Show the matrix of a problem: options as rows, items as columns
    Matrix(MatrixArgs),
    /// Show the symmetries of a problem
    Symmetries(SymmetriesArgs),
    /// Write a page that plays a search step by step
    Trace(TraceArgs),
    /// Lay tiling files out
    Fmt(FmtArgs),
    /// Show the pieces that ship, for `include <NAME>`
    Pieces(PiecesArgs),
    /// Share the search of a problem out, as files for other machines
    Split(SplitArgs),
    /// Put the shards of a search together again
    Merge(MergeArgs),
    /// Solve and make Sudoku puzzles
    Sudoku(SudokuArgs),
    /// Build a classic puzzle by its name: solve it, count its solutions, or write its problem
    Puzzle(PuzzleArgs),
}

impl Command {
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Command::Count(args) => args.json,
            Command::Estimate(args) => args.json,
            Command::Solve(args) => args.json,
            Command::Sample(args) => args.json,
            Command::Generate(args) => args.json,
            Command::Zdd(args) => args.json,
            Command::Check(args) => args.json,
            Command::Test(args) => args.json,
            Command::Matrix(args) => args.json,
            Command::Symmetries(args) => args.json,
            Command::Pieces(args) => args.json,
            Command::Sudoku(args) => args.command.is_json(),
            Command::Puzzle(args) => args.json,
            Command::Split(args) => args.json,
            Command::Merge(args) => args.json,
            Command::Run(_) | Command::Convert(_) | Command::Trace(_) | Command::Fmt(_) => false,
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each file is checked as a whole before its first command runs.

A tiling file may come from anywhere. So it writes files below the current folder only, and runs no programs, unless
--allow-write and --allow-run permit more. The variable COMBIEN_ALLOW_RUN=minisat,cadical always permits these two.

Examples:
  combien run examples/scott.cmb
  combien run --allow-write ~/pictures mine.cmb     its pictures may go there
  combien run --allow-run=minisat mine.cmb          `solve sat` may run minisat
  combien run --ascii first.cmb second.cmb
  echo 'problem p = {**} [{*}] count dlx p' | combien run -")]
pub(crate) struct RunArgs {
    /// Tiling files, run one after the other; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Draw with `+`, `-` and `|` only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Show every solution that is found on a page in this folder too: `index.html`, and a picture each
    #[arg(long, value_name = "DIR")]
    pub(crate) gallery: Option<String>,
    /// The side of a cell, in millimetres, of pieces to be cut or printed (`svg "F" cut`, `stl "F"`): 20 if left out
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = side_length)]
    pub(crate) side: Option<f64>,
    /// What the tool takes away, in millimetres, where pieces are cut: paths run half of it outside; 0 if left out
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = length)]
    pub(crate) kerf: Option<f64>,
    /// The distance between printed pieces that touch, in millimetres: 0.2 if left out
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = length)]
    pub(crate) gap: Option<f64>,
    #[command(flatten)]
    pub(crate) permissions: PermissionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Standard output is the number alone, exact at any size. A search that is stopped prints what is certain, `>= 1234`,
and ends with exit code 3.

Examples:
  combien count examples/toy.dlx
  combien count examples/camel.cmb --problem small_camel
  combien count --explain examples/camel.cmb --problem big_camel
  combien count --verify examples/scott.cmb --problem scott
  combien count --reduce --explain tests/corpus/bench/sudoku_inkala.dlx
  combien count --time 10s --json hard.dlx
  combien count --up-to symmetry --explain examples/scott.cmb --problem scott
  combien count --checkpoint hard.state hard.dlx     stop it, and run it again: it goes on
  combien count shards/017.shard                     a shard keeps its own state")]
#[expect(clippy::struct_excessive_bools, reason = "each flag says something of its own")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) keep: CheckpointArgs,
    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,
    /// Which engine counts: auto, fast, links, frontier, memo, zdd, intersect, sat, naive
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Engine,
    /// How the engine `fast` works, to compare: auto, masks, fixed, links; portable, avx2, avx512; or `masks,avx2`
    #[arg(long, value_name = "NAME", conflicts_with = "engine")]
    pub(crate) kernel: Option<Kernel>,
    /// First remove what is in no solution, take what is in all, and count independent parts apart
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Say on standard error which engine counted, and why; with --reduce, what was removed
    #[arg(long)]
    pub(crate) explain: bool,
    /// Stop after so many solutions: exit code 3 if there are as many
    #[arg(long, value_name = "K", conflicts_with_all = ["verify", "checkpoint"], value_parser = positive)]
    pub(crate) solutions: Option<u64>,
    /// Count with a second engine of another kind too, without reduction; exit code 4 if they disagree
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Options are numbered from 1 in the order of the file. Every solution is checked before it is printed.

Examples:
  combien solve examples/toy.dlx
  combien solve examples/scott.cmb --svg scott.svg
  combien solve -n 3 examples/camel.cmb --problem small_camel
  combien solve --all --json examples/toy.dlx
  combien solve --all --up-to symmetry examples/scott.cmb --problem scott
  combien solve --reduce tests/corpus/bench/sudoku_17clue.dlx
  combien solve --all hard.dlx -o all.txt --checkpoint hard.state")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Find so many solutions at most
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = positive)]
    pub(crate) number: u64,
    /// Find all solutions
    #[arg(long, conflicts_with = "number")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) keep: CheckpointArgs,
    #[command(flatten)]
    pub(crate) symmetry: SymmetryArgs,
    /// Write the solutions to this file; standard output if left out, or `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// First remove what is in no solution, take what is in all, and search independent parts apart
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Which engine searches: auto, fast, links, zdd, memo, intersect, sat, naive
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Engine,
    /// How the engine `fast` works, to compare: auto, masks, fixed, links; portable, avx2, avx512; or `masks,avx2`
    #[arg(long, value_name = "NAME", conflicts_with = "engine")]
    pub(crate) kernel: Option<Kernel>,
    /// Search with restarts from the beginning: another order of trying each time, by this seed (1 if left out). Which
    /// solution is found depends on the seed
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = whole,
          conflicts_with_all = ["all", "number", "engine", "kernel", "reduce"])]
    pub(crate) restarts: Option<u64>,
    /// Print a JSON document a line: one for each solution, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every solution is equally likely at every draw, however many there are. The same seed draws the same solutions.

Examples:
  combien sample examples/camel.cmb --problem big_camel
  combien sample examples/tetrominoes.cmb --problem r8x5 -n 3 --seed 7
  combien sample examples/camel.cmb --problem big_camel --svg camel.svg --seed 42")]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Draw so many solutions
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole)]
    pub(crate) number: u64,
    /// The seed; if left out it is chosen at random, and said on standard error
    #[arg(long, value_name = "S", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Which engine builds the diagram to draw from: auto, zdd, memo, intersect
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Engine,
    /// Print a JSON document a line, one for each solution
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints how many nodes the diagram has, how many solutions, and how many of them take so many options.

Examples:
  combien zdd examples/camel.cmb --problem big_camel
  combien zdd examples/lesson.dlx --dot lesson.dot")]
pub(crate) struct ZddArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Write the diagram to this file, for Graphviz; `-` is standard output, and what is said of it goes to standard
    /// error then
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<String>,
    /// Write the diagram to this file as text that can be read back; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) text: Option<String>,
    /// Write the diagram to this file in Graphillion's format; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) graphillion: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Which engine builds the diagram: auto, zdd, memo (with product nodes), intersect
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Engine,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl ShowArgs {
    /// Does a picture go to standard output?
    pub(crate) fn takes_stdout(&self) -> bool {
        self.svg.as_deref() == Some(STDOUT)
    }
}

/// How solutions are shown.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Write the picture of a tiling to this file: as PNG or PDF if it is named so, otherwise as SVG. Further solutions
    /// get a number in the name; `-` is standard output, and text goes to standard error then
    #[arg(long, visible_alias = "picture", value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// Draw with `+`, `-` and `|` only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without SOLUTION the file itself is checked, as a whole; with --json each fault is a line with the place in the file, for
editors.

SOLUTION is what `combien solve` prints, as text or with --json, or what Knuth's programs print: options as lines of
their items. It may hold many solutions.

Examples:
  combien check examples/scott.cmb
  combien solve examples/toy.dlx | combien check examples/toy.dlx -
  combien solve --json examples/camel.cmb --problem small_camel > s.json
  combien check examples/camel.cmb --problem small_camel s.json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The solutions; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: Option<String>,
    /// Print a JSON document a line: one for each solution
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  combien convert examples/scott.cmb --to dlx > scott.dlx
  combien convert examples/toy.dlx --to cnf -o toy.cnf
  combien convert examples/scott.cmb --to opb --table scott.tsv -o scott.opb
  combien convert examples/scott.cmb --to cnf --reduce --map scott.tsv -o scott.cnf")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,
    /// The file to write; standard output if left out, or `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Write a smaller problem with the same solutions, option for option
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Write to this file which option of the original each option is, as two columns of numbers; `-` is standard output
    #[arg(long, value_name = "FILE", requires = "reduce")]
    pub(crate) map: Option<String>,
    /// Write to this file which option of the original each variable of a cnf, opb or lp is, and what it covers; `-` is
    /// standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(
    override_usage = "combien split [OPTIONS] -n <N> --out <DIR> <FILE>",
    after_help = "\
Each shard is a file that says which part of the search it is, and holds the problem: nothing else is needed to count it.
`combien count` keeps its progress and its answer in the shard itself, so that it can be stopped and run again.

Examples:
  combien split tests/corpus/bench/pent10x6.dlx -n 8 --out shards
  combien count shards/3.shard
  combien merge shards
  combien solve --all shards/3.shard -o 3.txt     its solutions; those of all shards in order are those of the whole"
)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// How many shards
    #[arg(short = 'n', long, value_name = "N", value_parser = shards)]
    pub(crate) shards: u32,
    /// The folder to write them to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the number of solutions of the whole. If a shard is missing, or there twice, or of another split, that is an error;
if some are not done, what is certain is printed, `>= 1234`, and the exit code is 3.

Examples:
  combien merge shards")]
pub(crate) struct MergeArgs {
    /// The folder with the shards
    #[arg(value_name = "DIR")]
    pub(crate) folder: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Knuth's text format
    Dlx,
    /// DIMACS, for SAT solvers: variable k is option k
    Cnf,
    /// Pseudo-Boolean constraints, for their solvers
    Opb,
    /// An integer program in CPLEX's LP format
    Lp,
    /// JSON, which can be read back whatever the names are
    Json,
}

impl Target {
    /// Does the format speak of variables, rather than options?
    pub(crate) fn has_variables(self) -> bool {
        matches!(self, Target::Cnf | Target::Opb | Target::Lp)
    }
}

/// Where a problem comes from.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// The problem, a .cmb, .dlx, .json or .shard file; `-` is standard input, 'puzzle:queens 8' a classic puzzle
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The problem's name, where a tiling file holds several; with arguments if it has parameters: 'day<5, 1>'
    #[arg(long, value_name = "NAME")]
    pub(crate) problem: Option<String>,
    /// The format of the file, where its name does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
}

/// What a problem file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Knuth's text format
    Dlx,
    /// The tiling language
    Cmb,
    /// JSON, as `combien convert --to json` writes it
    Json,
    /// A part of a search, as `combien split` writes it
    Shard,
    /// A classic puzzle by its name and arguments, which stand in place of a file
    Puzzle,
}

/// What bounds a search, and what it tells on its way.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Stop after this time, reading included: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop a search after so many nodes of its tree: the same place on every machine
    #[arg(long, value_name = "N", value_parser = whole)]
    pub(crate) nodes: Option<u64>,
    /// Let engines remember so much at most: `500M`, `4G`
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub(crate) memory: u64,
    /// No progress on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Where a search that lasts is kept.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Keep where the search stands in this file, and go on from there if it is there: the same command, run again,
    /// takes it up. The search is one that enumerates (engine fast, or links)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["reduce", "kernel"])]
    pub(crate) checkpoint: Option<String>,
    /// Renew the checkpoint so often
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) every: Duration,
}

impl CheckpointArgs {
    /// A search that is not kept.
    pub(crate) fn none() -> CheckpointArgs {
        CheckpointArgs { checkpoint: None, every: Duration::from_secs(5) }
    }
}

/// When to stop, and what to say on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct PaceArgs {
    /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Say at the end how many puzzles there were, and how fast; on a terminal that is the default
    #[arg(long)]
    pub(crate) stats: bool,
    /// Only errors on standard error
    #[arg(short, long, conflicts_with = "stats")]
    pub(crate) quiet: bool,
}

/// How many threads search.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Search with so many threads at once; one for each core if left out. Results and their order are the same
    #[arg(short, long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

#[cfg(test)]
mod tests;
