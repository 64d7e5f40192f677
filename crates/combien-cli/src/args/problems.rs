//! The commands that show a problem or write files from it: `estimate`, `check`, `convert`, `matrix`, `symmetries`,
//! `trace`, `split`; and `merge`, which combines the shards of `split`.

use std::time::Duration;

use combien::solve::Engine;

use super::parts::{GivenArgs, ProblemArgs};
use super::values::{duration, positive, shards, whole};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{
    CheckFile, CheckSolutions, Convert, Estimate, Group, Matrix, Merge, Player, Request, Split, Symmetries,
    Target, Trace, UpTo,
};
use crate::system::files::STDOUT;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each random probe goes down one path of the search tree and assumes that the rest looks like this path. 64 probes run
side by side; one that ends is replaced by a copy of another. The numbers are right on average. The ranges hold in most
cases, but not if a rare part of the tree is so large that it matters and no probe met it. A small search is run instead
of estimated. The time is for one thread, at a rate that is measured here.

Examples:
  combien estimate tests/corpus/bench/queens13.dlx
  combien estimate --probes 100000 examples/scott.cmb --problem scott
  combien estimate --engine links --seed 7 hard.dlx
  combien estimate --time 10s --probes 1000000000 --json hard.dlx")]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// Number of probes, rounded up to a multiple of 64
    #[arg(long, value_name = "N", default_value_t = 4096,
          value_parser = positive)]
    pub(crate) probes: u64,
    /// The seed: the same seed makes the same probes
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole)]
    pub(crate) seed: u64,
    /// The engine whose search is estimated: fast, cells, links, or by default the one that would search
    #[arg(long, value_name = "NAME", default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// Stop after this time, with the estimate so far: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for EstimateArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.given.of(self.problem.source()?);
        let (probes, seed, engine, json) = (self.probes, self.seed, self.engine, self.json);
        Ok(Request::Estimate(Estimate { problem, probes, seed, engine, json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without SOLUTION the file itself is checked as a whole. With --json each error is a line with its place in the file, for
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
    /// Print one JSON document on each line: one for each solution
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for CheckArgs {
    fn request(&self) -> Result<Request, Failure> {
        let json = self.json;
        let Some(solutions) = &self.solution else {
            return Ok(Request::CheckFile(CheckFile { file: self.problem.source()?, json }));
        };
        conflicts::refuse_both_from_stdin(&self.problem.file, solutions)?;
        let (problem, solutions) = (self.problem.source()?, solutions.clone());
        Ok(Request::CheckSolutions(CheckSolutions { problem, solutions, json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  combien convert examples/scott.cmb --to dlx > scott.dlx
  combien convert examples/toy.dlx --to cnf -o toy.cnf
  combien convert examples/scott.cmb --to opb --table scott.tsv -o scott.opb
  combien convert examples/scott.cmb --to cnf --reduce --map scott.tsv -o scott.cnf
  combien convert plan.csv --to mps -o plan.mps
  combien convert box.xmpuzzle --to cmb -o box.cmb")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,
    /// The file to write; standard output by default, or with `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Write a smaller problem with the same solutions, option for option
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Write to this file which original option each option is, as two columns of numbers; `-` is standard output
    #[arg(long, value_name = "FILE", requires = "reduce")]
    pub(crate) map: Option<String>,
    /// Write to this file which original option each variable of a cnf, opb, lp, mps, mzn or fzn stands for, and what it covers; `-` is
    /// standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<String>,
}

impl Words for ConvertArgs {
    fn request(&self) -> Result<Request, Failure> {
        if self.table.is_some() {
            conflicts::check_table(self.to)?;
        }
        let result = self.output.clone().unwrap_or_else(|| STDOUT.to_owned());
        conflicts::takes_stdout(&[Some(&result), self.map.as_ref(), self.table.as_ref()])?;
        Ok(Request::Convert(Convert {
            problem: self.given.of(self.problem.source()?),
            to: self.to,
            output: self.output.clone(),
            reduce: self.reduce,
            map: self.map.clone(),
            table: self.table.clone(),
        }))
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A row is an option, a column an item; `1` is an entry, and a color is shown by its name. Secondary items follow a line. Items whose names are wider than their columns are read downwards; `2:3|name` is covered from 2 to 3 times.

A selection is a list of numbers from 1, names, and ranges of either, separated by commas: `1..9,R1#1..R1#9,300..`. A word that could be a number or a name is a name. Rows and columns are shown in the order in which you list them.

Examples:
  combien matrix examples/lesson.dlx
  combien matrix --zeros --items 1..7 examples/letters.dlx
  combien matrix 'puzzle:sudoku 3x3' --options R1C1#1..R1C3#9 --items R1C1..R1C3,R1#1..R1#9
  combien matrix 'puzzle:sudoku 3x3' --svg sudoku.svg
  combien matrix 'puzzle:sudoku 2x2' --tabs > sudoku.tsv
  combien matrix examples/scott.cmb --problem scott --json")]
pub(crate) struct MatrixArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Show these options only
    #[arg(long, value_name = "SELECTION")]
    options: Vec<String>,
    /// Show these items only
    #[arg(long, value_name = "SELECTION")]
    items: Vec<String>,
    /// Write `0`, not `.`, where an option does not have an item
    #[arg(long)]
    zeros: bool,
    /// Separate columns by tabs, with whole names in the first line, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    tabs: bool,
    /// Draw the matrix to this file: PNG or PDF by its ending, otherwise SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Draw it to this file as a PNG picture; `-` is standard output
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
    /// Draw it to this file as a PDF page; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pdf: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "zeros")]
    pub(crate) json: bool,
}

impl Words for MatrixArgs {
    fn request(&self) -> Result<Request, Failure> {
        let result = self.json.then(|| STDOUT.to_owned());
        conflicts::takes_stdout(&[result.as_ref(), self.svg.as_ref(), self.png.as_ref(), self.pdf.as_ref()])?;
        conflicts::check_pictures(self.svg.as_deref(), self.png.is_some(), self.pdf.is_some())?;
        Ok(Request::Matrix(Matrix {
            problem: self.problem.source()?,
            options: self.options.clone(),
            items: self.items.clone(),
            zeros: self.zeros,
            tabs: self.tabs,
            svg: self.svg.clone(),
            png: self.png.clone(),
            pdf: self.pdf.clone(),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the number of symmetries, and permutations of the options that generate them, in the form that --generators
reads. For a tiling, these are the motions that map the board to itself and pieces to pieces; for another problem, all
automorphisms.

Examples:
  combien symmetries examples/scott.cmb --problem scott
  combien symmetries examples/torus.cmb --problem on_torus --json
  combien symmetries examples/queens8.dlx
  combien symmetries --keeping R1C1..R4C4 'puzzle:latin 4'")]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Which symmetries
    #[arg(long, value_enum, value_name = "WHAT", default_value = "symmetry")]
    pub(crate) up_to: UpTo,
    /// Use these symmetries instead of those that are found: a file of permutations of the options that generate them, one on
    /// each line, in cycles of option numbers such as `(1 4 2) (3 5)`; they are checked
    #[arg(long, value_name = "FILE")]
    pub(crate) generators: Option<String>,
    /// Only the symmetries that map these items to one another: numbers, names, or ranges of either; repeat it for more sets
    /// of items
    #[arg(long, value_name = "ITEMS", conflicts_with = "generators")]
    pub(crate) keeping: Vec<String>,
    /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for SymmetriesArgs {
    fn request(&self) -> Result<Request, Failure> {
        let (generators, keeping) = (self.generators.clone(), self.keeping.clone());
        let group = Group { up_to: self.up_to, generators, keeping };
        Ok(Request::Symmetries(Symmetries { problem: self.problem.source()?, group, json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page shows the matrix, the stack and the tree, and goes back and forth; it works offline. It knows the dancing links, the
first algorithm of a lesson and plain backtracking, and what breaks if columns are uncovered in the wrong order.

Examples:
  combien trace examples/toy.dlx --html toy.html
  combien trace examples/lesson.dlx --engine naive --html lesson.html
  combien trace examples/tetrominoes.cmb --problem r4x3 --html r4x3.html")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The page to write; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: String,
    /// The algorithm that the page begins with
    #[arg(long, value_enum, value_name = "NAME", default_value = "links")]
    pub(crate) engine: Player,
}

impl Words for TraceArgs {
    fn request(&self) -> Result<Request, Failure> {
        let (page, player) = (self.html.clone(), self.engine);
        Ok(Request::Trace(Trace { problem: self.problem.source()?, page, player }))
    }
}

#[derive(Debug, clap::Args)]
#[command(
    override_usage = "combien split [OPTIONS] -n <N> --out <DIR> <FILE>",
    after_help = "\
Each shard is a file with the problem and a part of the search. Nothing else is needed to count it. `combien count` saves
its progress and its answer in the shard itself, so it can be stopped and run again.

Examples:
  combien split tests/corpus/bench/pent10x6.dlx -n 8 --out shards
  combien count shards/3.shard
  combien merge shards
  combien solve --all shards/3.shard -o 3.txt     its solutions; those of all shards in order are those of the whole"
)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The number of shards
    #[arg(short = 'n', long, value_name = "N", value_parser = shards)]
    pub(crate) shards: u32,
    /// The folder to write them to; created if needed
    #[arg(long, value_name = "DIR")]
    pub(crate) out: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for SplitArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.problem.source()?;
        conflicts::check_split(&problem, &self.out)?;
        Ok(Request::Split(Split { problem, shards: self.shards, out: self.out.clone(), json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the number of solutions of the whole. It is an error if a shard is missing, is there twice, or belongs to another
split. If some are not finished, a lower bound is printed, `>= 1234`, and the exit code is 3.

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

impl Words for MergeArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Merge(Merge { folder: self.folder.clone(), json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }
}
