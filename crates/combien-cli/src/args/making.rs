//! `generate`, `puzzle`, `pieces`: puzzles that are made, and what ships.

use std::ops::RangeInclusive;
use std::time::Duration;

use combien::solve::Engine;
use combien_puzzles::rating::{HARDEST, Rating};

use super::parts::{FilterArgs, PaceArgs, ProblemArgs, SearchArgs, ShowArgs, ThreadArgs};
use super::values::{positive, ratings, whole};
use super::{Words, conflicts, help};
use crate::report::failure::Failure;
use crate::request::{
    Convert, Count, CountAll, Generate, Method, Numbers, Pieces, Puzzle, PuzzleForm, Puzzles, Request, Solve,
    Source, Target, Which,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is a list of clues: options that are given. It has one solution and is minimal: without any one of its clues it
has several. The same seed makes the same puzzles. No puzzle is printed twice.

With --rating, puzzles are rated as `combien rate` does, and made for that range. Then a puzzle may have clues without which
there would still be one solution, but a harder puzzle. --series makes a set from easy to hard: ratings rise from one puzzle
to the next as evenly as the techniques allow, and never fall.

Puzzles are drawn like solutions, with only their clues. --to writes the puzzle as a problem for other commands: the
clues, and the options that agree with them.

Exit codes:
  0  all puzzles were made
  1  the problem has no solution
  2  bad usage or input
  3  stopped by the time limit or a signal, or no other puzzle was found; what was made is printed

Examples:
  combien generate 'puzzle:queens 8' --seed 7
  combien generate examples/calendar.cmb --problem 'day<11, 21>' --solution
  combien generate 'puzzle:latin 5' -n 10 --clues 6..7 --time 1m
  combien generate 'puzzle:queens 8' --to dlx | combien count -
  combien generate examples/scott.cmb --problem scott --to cmb -o puzzle.cmb
  combien generate examples/scott.cmb --problem scott --rating 2.0..3.0
  combien generate examples/scott.cmb --problem scott -n 8 --series --rating ..3.0 --to cmb > series.cmb
  combien generate examples/scott.cmb --problem scott -n 8 --series --time 10m --checkpoint series.state >> series.txt
  combien generate examples/scott.cmb --problem scott --where 'crossroads 0 and colorable 3'
  combien generate examples/scott.cmb --problem scott --svg puzzle.svg")]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// The number of puzzles to make
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = positive)]
    number: u64,
    /// The seed; by default it is random and printed on standard error
    #[arg(long, value_name = "S", value_parser = whole)]
    seed: Option<u64>,
    /// Only puzzles with this number of clues: `5`, `3..5`, `..5`, `3..`; both ends are included
    #[arg(long, value_name = "RANGE", default_value_t)]
    clues: Numbers,
    /// Only puzzles with this rating: `2.5`, `1.0..2.5`, `..2.5`, `2.5..`; both ends are included, and `..` is any
    #[arg(long, value_name = "RANGE", value_parser = ratings)]
    rating: Option<RangeInclusive<Rating>>,
    /// Make the puzzles from easy to hard, within --rating
    #[arg(long, conflicts_with = "clues")]
    series: bool,
    /// Stop after this number of puzzles in a row that were repeated or did not have what was wanted
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive)]
    tries: u64,
    /// Save in this file which puzzles were made, and go on from there if the file exists: run the same command again to continue. A
    /// puzzle is saved before it is printed, and where they are made fast, several at once: none is printed twice, even if a run is
    /// killed. A number that is larger than before makes more puzzles, but --series has one length
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// Draw the solution under each puzzle
    #[arg(long, conflicts_with = "json")]
    solution: bool,
    #[command(flatten)]
    show: ShowArgs,
    /// Write the puzzle as a problem in this format
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "solution", "svg", "ascii"])]
    to: Option<Target>,
    /// The file to write the problem to; further puzzles get a number in the name. Standard output by default, or with `-`
    #[arg(short, long, value_name = "FILE", requires = "to")]
    output: Option<String>,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for GenerateArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.filter.of(self.problem.source()?);
        let form = match self.to {
            Some(format) => {
                conflicts::check_problems_on_stdout(format, self.output.as_deref(), self.number)?;
                PuzzleForm::Problem { format, file: self.output.clone() }
            }
            None => PuzzleForm::Shown { drawn: self.show.drawn(self.number)?, solution: self.solution },
        };
        conflicts::refuse_puzzles_of_shard(&problem)?;
        self.checkpoint.as_deref().map_or(Ok(()), conflicts::refuse_checkpoint_on_stdout)?;
        Ok(Request::Generate(Generate {
            problem,
            number: self.number,
            seed: self.seed,
            clues: self.clues,
            band: match &self.rating {
                None if self.series => Some(Rating { tenths: 0 }..=HARDEST),
                band => band.clone(),
            },
            is_series: self.series,
            tries: self.tries,
            keep: self.checkpoint.clone(),
            form,
            pace: self.pace.pace(),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Solves the puzzle and draws a solution, unless you ask for something else. Every other command takes a puzzle in place of
a file, too: 'puzzle:queens 8'. There, quotes keep an argument with spaces together.

Examples:
  combien puzzle --list
  combien puzzle --list coloring
  combien puzzle queens 8
  combien puzzle queens 8 --count
  combien puzzle langford 7 --all --json
  combien puzzle sudoku 3x3 examples/puzzles/inkala.txt --svg inkala.svg
  combien puzzle steiner 9 --to dlx > steiner.dlx
  combien symmetries 'puzzle:queens 8'
  combien count --up-to symmetry 'puzzle:queens 8'")]
#[expect(clippy::struct_excessive_bools, reason = "each flag says something of its own")]
pub(crate) struct PuzzleArgs {
    /// The puzzle; by default all puzzles are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Its arguments; `combien puzzle --list NAME` describes them
    #[arg(value_name = "ARGUMENTS", allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// List all puzzles, or describe the one that is named
    #[arg(long, conflicts_with_all = ["arguments", "count", "to", "number", "all"])]
    list: bool,
    /// Print the number of solutions
    #[arg(long, conflicts_with_all = ["to", "number", "all", "svg"])]
    count: bool,
    /// Count again with an engine of another kind; exit code 4 if they disagree
    #[arg(long, requires = "count")]
    verify: bool,
    /// Write the problem in this format
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["number", "all", "svg", "json"])]
    to: Option<Target>,
    /// Find at most this number of solutions
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = positive)]
    number: u64,
    /// Find all solutions
    #[arg(long, conflicts_with = "number")]
    all: bool,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, value_name = "NAME", default_value_t, help = help::engines("Which engine searches", |_| true))]
    engine: Engine,
    /// Print one JSON document on each line, as `combien solve` and `combien count` do
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for PuzzleArgs {
    /// The request to another command about a puzzle, unless the list of puzzles is requested.
    fn request(&self) -> Result<Request, Failure> {
        let json = self.json;
        let Some(name) = self.name.clone().filter(|_| !self.list) else {
            return Ok(Request::Puzzles(Puzzles { name: self.name.clone(), json }));
        };
        let problem = Source::from(Puzzle { name, arguments: self.arguments.clone() });
        if let Some(to) = self.to {
            let (output, map, table) = (None, None, None);
            return Ok(Request::Convert(Convert { problem, to, output, reduce: false, map, table }));
        }
        let (engine, search) = (self.engine, self.search.search_with(&self.threads));
        let method = Method { engine, kernel: None, is_reduced: false, restarts: None, keep: None };
        if self.count {
            let which =
                Which::All(CountAll { method, most: None, verify: self.verify, proof: None, spill: None });
            return Ok(Request::Count(Count { problem, which, by: None, search, explain: false, json }));
        }
        let number = (!self.all).then_some(self.number);
        let drawn = self.show.drawn(number.unwrap_or(u64::MAX))?;
        let which = Which::All(method);
        Ok(Request::Solve(Solve {
            problem,
            which,
            front: None,
            number,
            drawn,
            output: None,
            proof: None,
            search,
            json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
With a name, prints what `include <NAME>` reads: a text of the tiling language.

Examples:
  combien pieces
  combien pieces pentominoes
  echo 'include <soma> problem3 p = soma_board soma count p up to symmetry' | combien run -")]
pub(crate) struct PiecesArgs {
    /// The set to show; by default all names are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print one JSON document on each line: one for each set
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for PiecesArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Pieces(Pieces { name: self.name.clone(), json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }
}
