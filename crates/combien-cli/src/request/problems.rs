//! The commands that show a problem or write files from it: `estimate`, `check`, `convert`, `matrix`,
//! `symmetries`, `trace`, `split`; and `merge`, which combines the shards of `split`.

use std::time::Duration;

use clap::ValueEnum;
use combien::solve::Engine;
use combien_formats::Format;

use super::table::{Choice, asked};
use super::values::positive;
use super::{Given, Group, Source, UpTo, conflicts};
use crate::report::failure::Failure;
use crate::system::files::STDOUT;

asked! {
    /// Estimate the size of a search before it runs.
    Estimate {
        problem: Source as Given,
        /// Number of probes, rounded up to a multiple of 64
        probes: u64 [(positive) "N" default("4096")],
        /// The seed: the same seed makes the same probes
        seed: u64 ["S" default("1")],
        /// The engine whose search is estimated: fast, cells, links, or by default the one that would search
        engine: Engine ["NAME" default("auto")],
        /// Stop after this time, with the estimate so far: `90`, `90s`, `1.5m`, `2h`
        _time: Option<Duration> ["TIME"],
        /// Print one JSON document
        json: bool [],
    }
    "\
Each random probe goes down one path of the search tree and assumes that the rest looks like this path. 64 probes run
side by side; one that ends is replaced by a copy of another. The numbers are right on average. The ranges hold in most
cases, but not if a rare part of the tree is so large that it matters and no probe met it. A small search is run instead
of estimated. The time is for one thread, at a rate that is measured here.

Examples:
  combien estimate tests/corpus/bench/queens13.dlx
  combien estimate --probes 100000 examples/scott.cmb --problem scott
  combien estimate --engine links --seed 7 hard.dlx
  combien estimate --time 10s --probes 1000000000 --json hard.dlx"
}

asked! {
    /// Check a file, or solutions of its problem.
    Check {
        problem: Source as Source,
        /// The solutions; `-` is standard input
        solution: Option<String> ["SOLUTION" place(true)],
        /// Print one JSON document on each line: one for each solution
        json: bool [],
    }
    "\
Without SOLUTION the file itself is checked as a whole. With --json each error is a line with its place in the file, for
editors.

SOLUTION is what `combien solve` prints, as text or with --json, or what Knuth's programs print: options as lines of
their items. It may hold many solutions.

Examples:
  combien check examples/scott.cmb
  combien solve examples/toy.dlx | combien check examples/toy.dlx -
  combien solve --json examples/camel.cmb --problem small_camel > s.json
  combien check examples/camel.cmb --problem small_camel s.json"
}

impl Check {
    pub(super) fn check(&self) -> Result<(), Failure> {
        let solution = self.solution.as_deref();
        solution.map_or(Ok(()), |solution| conflicts::refuse_both_from_stdin(&self.problem.name, solution))
    }
}

asked! {
    /// Write a problem in another format.
    Convert {
        problem: Source as Given,
        /// The format to write
        to: Target ["FORMAT"],
        /// The file to write; standard output by default, or with `-`
        output: Option<String> ["FILE" short('o')],
        /// Write a smaller problem with the same solutions, option for option
        reduce: bool [],
        /// Write to this file which original option each option is, as two columns of numbers; `-` is standard output
        map: Option<String> ["FILE" needs("reduce")],
        /// Exchange options and items, so that the solutions are sets of items that hit each option: `once`, or with =often at least
        /// once
        transpose: Option<Hits> ["HITS" alone("once") without(["reduce", "table"])],
        /// Write to this file which original option each variable of a cnf, opb, lp, mps, mzn or fzn stands for, and what it covers; `-` is
        /// standard output
        table: Option<String> ["FILE"],
    }
    "\
Examples:
  combien convert examples/scott.cmb --to dlx > scott.dlx
  combien convert examples/toy.dlx --to cnf -o toy.cnf
  combien convert examples/scott.cmb --to opb --table scott.tsv -o scott.opb
  combien convert examples/scott.cmb --to cnf --reduce --map scott.tsv -o scott.cnf
  combien convert examples/toy.dlx --to dlx --transpose=often | combien count -    hitting sets
  combien convert plan.csv --to mps -o plan.mps
  combien convert box.xmpuzzle --to cmb -o box.cmb"
}

impl Convert {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.table.is_some() {
            conflicts::check_table(self.to)?;
        }
        let result = self.output.clone().unwrap_or_else(|| STDOUT.to_owned());
        conflicts::check_stdout(&[Some(&result), self.map.as_ref(), self.table.as_ref()])
    }
}

/// How often the items of a solution hit each option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hits {
    /// Exactly once
    Once,
    /// At least once
    Often,
}

impl Choice for Hits {}

/// The formats of problems that are written.
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
    /// An integer program in the MPS format, which can be read back
    Mps,
    /// A model in MiniZinc, for constraint solvers
    Mzn,
    /// The same for their programs alone: FlatZinc, with linear constraints
    Fzn,
    /// JSON, which can be read back whatever the names are
    Json,
    /// An incidence matrix for spreadsheets: a row for each option, a column for each item
    Csv,
    /// Lists of item numbers for `dlx_solver` of Sage, which can be read back
    Sage,
    /// The tiling language, for tilings: board, pieces and clues
    Cmb,
    /// A puzzle of BurrTools, for tilings by squares, cubes or triangles
    Xmpuzzle,
}

impl Choice for Target {}

impl Target {
    /// The format of problems that has this name; `None` for those of tilings.
    pub(crate) fn format(self) -> Option<Format> {
        self.to_possible_value()?.get_name().parse().ok()
    }

    /// Does the format have variables instead of options?
    pub(crate) fn has_variables(self) -> bool {
        matches!(self, Target::Cnf | Target::Opb | Target::Lp | Target::Mps | Target::Mzn | Target::Fzn)
    }
}

asked! {
    /// Show the matrix of a problem: options as rows, items as columns.
    Matrix {
        problem: Source as Source,
        /// Show these options only
        options: Vec<String> ["SELECTION"],
        /// Show these items only
        items: Vec<String> ["SELECTION"],
        /// Write `0`, not `.`, where an option does not have an item
        zeros: bool [],
        /// Separate columns by tabs, with whole names in the first line, for spreadsheets
        tabs: bool [without(["json"])],
        /// Draw the matrix to this file: PNG or PDF by its ending, otherwise SVG; `-` is standard output
        svg: Option<String> ["FILE"],
        /// Draw it to this file as a PNG picture; `-` is standard output
        png: Option<String> ["FILE"],
        /// Draw it to this file as a PDF page; `-` is standard output
        pdf: Option<String> ["FILE"],
        /// Print one JSON document
        json: bool [without(["zeros"])],
    }
    "\
A row is an option, a column an item; `1` is an entry, and a color is shown by its name. Secondary items follow a line. Items whose names are wider than their columns are read downwards; `2:3|name` is covered from 2 to 3 times.

A selection is a list of numbers from 1, names, and ranges of either, separated by commas: `1..9,R1#1..R1#9,300..`. A word that could be a number or a name is a name. Rows and columns are shown in the order in which you list them.

Examples:
  combien matrix examples/lesson.dlx
  combien matrix --zeros --items 1..7 examples/letters.dlx
  combien matrix 'puzzle:sudoku 3x3' --options R1C1#1..R1C3#9 --items R1C1..R1C3,R1#1..R1#9
  combien matrix 'puzzle:sudoku 3x3' --svg sudoku.svg
  combien matrix 'puzzle:sudoku 2x2' --tabs > sudoku.tsv
  combien matrix examples/scott.cmb --problem scott --json"
}

impl Matrix {
    pub(super) fn check(&self) -> Result<(), Failure> {
        let result = self.json.then(|| STDOUT.to_owned());
        conflicts::check_stdout(&[result.as_ref(), self.svg.as_ref(), self.png.as_ref(), self.pdf.as_ref()])?;
        conflicts::check_pictures(self.svg.as_deref(), self.png.is_some(), self.pdf.is_some())
    }
}

asked! {
    /// Show the symmetries of a problem.
    Symmetries {
        problem: Source as Source,
        /// Which symmetries
        up_to: UpTo ["WHAT" default("symmetry")],
        /// Use these symmetries instead of those that are found: a file of permutations of the options that generate them, one on
        /// each line, in cycles of option numbers such as `(1 4 2) (3 5)`; they are checked
        generators: Option<String> ["FILE" rare(true)],
        /// Only the symmetries that map these items to one another: numbers, names, or ranges of either; repeat it for more sets
        /// of items
        keeping: Vec<String> ["ITEMS" without(["generators"]) rare(true)],
        /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
        _time: Option<Duration> ["TIME"],
        /// Print one JSON document
        json: bool [],
    }
    "\
Prints the number of symmetries, and permutations of the options that generate them, in the form that --generators
reads. For a tiling, these are the motions that map the board to itself and pieces to pieces; for another problem, all
automorphisms.

Examples:
  combien symmetries examples/scott.cmb --problem scott
  combien symmetries examples/torus.cmb --problem on_torus --json
  combien symmetries examples/queens8.dlx
  combien symmetries --keeping R1C1..R4C4 'puzzle:latin 4'"
}

impl Symmetries {
    pub(crate) fn group(&self) -> Group {
        Group { up_to: self.up_to, generators: self.generators.clone(), keeping: self.keeping.clone() }
    }
}

asked! {
    /// Write a page that plays a search step by step.
    Trace {
        problem: Source as Source,
        /// The page to write; `-` is standard output
        html: String ["FILE"],
        /// The algorithm that the page begins with
        engine: Player ["NAME" default("links")],
    }
    "\
The page shows the matrix, the stack and the tree, and goes back and forth; it works offline. It knows the dancing links, the
first algorithm of a lesson and plain backtracking, and what breaks if columns are uncovered in the wrong order.

Examples:
  combien trace examples/toy.dlx --html toy.html
  combien trace examples/lesson.dlx --engine naive --html lesson.html
  combien trace examples/tetrominoes.cmb --problem r4x3 --html r4x3.html"
}

/// The algorithms that a page can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Dancing links: Algorithm X, the item with fewest options first
    Links,
    /// The lesson's first algorithm: options in increasing number, items marked with the level
    Naive,
    /// The general schema: the first uncovered item, and its options in order
    Backtrack,
}

impl Choice for Player {}

asked! {
    /// Split a search into files for several machines.
    Split {
        problem: Source as Source,
        /// The number of shards
        shards: u32 ["N" short('n')],
        /// The folder to write them to; created if needed
        out: String ["DIR"],
        /// Print one JSON document
        json: bool [],
    }
    "\
Each shard is a file with the problem and a part of the search. Nothing else is needed to count it. `combien count` saves
its progress and its answer in the shard itself, so it can be stopped and run again.

Examples:
  combien split tests/corpus/bench/pent10x6.dlx -n 8 --out shards
  combien count shards/3.shard
  combien merge shards
  combien solve --all shards/3.shard -o 3.txt     its solutions; those of all shards in order are those of the whole"
}

impl Split {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::check_split(&self.problem, &self.out)
    }
}

asked! {
    /// Combine the results of the shards of a search.
    Merge {
        /// The folder with the shards
        folder: String ["DIR" place(true)],
        /// Print one JSON document
        json: bool [],
    }
    "\
Prints the number of solutions of the whole. It is an error if a shard is missing, is there twice, or belongs to another
split. If some are not finished, a lower bound is printed, `>= 1234`, and the exit code is 3.

Examples:
  combien merge shards"
}
