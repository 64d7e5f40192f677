//! `generate`, `puzzle`, `pieces`: puzzles that are made, and what ships.

use std::ops::RangeInclusive;

use combien::solve::Engine;
use combien_puzzles::rating::{HARDEST, Rating};

use super::parts::{Filtered, Threaded};
use super::table::asked;
use super::values::{engines, positive};
use super::{
    Convert, Count, CountAll, Drawn, Method, Numbers, Pace, Puzzle, Request, Search, Solve, Source, Target,
    Which, conflicts,
};
use crate::report::failure::Failure;

asked! {
    /// Make puzzles from a problem: clues that leave exactly one solution.
    Generate {
        problem: Source as Source,
        _filter: () as Filtered,
        /// The number of puzzles to make
        number: u64 [(positive) "K" short('n') default("1")],
        /// The seed; by default it is random and printed on standard error
        seed: Option<u64> ["S"],
        /// Only puzzles with this number of clues: `5`, `3..5`, `..5`, `3..`; both ends are included
        clues: Numbers ["RANGE" default("0..")],
        /// Only puzzles with this rating: `2.5`, `1.0..2.5`, `..2.5`, `2.5..`; both ends are included, and `..` is any
        rating: Option<RangeInclusive<Rating>> ["RANGE"],
        /// Make the puzzles from easy to hard, within --rating
        series: bool [without(["clues"])],
        /// Stop after this number of puzzles in a row that were repeated or did not have what was wanted
        tries: u64 [(positive) "N" default("1000") rare(true)],
        /// Save in this file which puzzles were made, and go on from there if the file exists: run the same command again to continue. A
        /// puzzle is saved before it is printed, and where they are made fast, several at once: none is printed twice, even if a run is
        /// killed. A number that is larger than before makes more puzzles, but --series has one length
        checkpoint: Option<String> ["FILE"],
        /// Draw the solution under each puzzle
        solution: bool [without(["json"])],
        drawn: Drawn as Drawn,
        /// Write the puzzle as a problem in this format
        to: Option<Target> ["FORMAT" without(["json", "solution", "picture", "ascii"])],
        /// The file to write the problem to; further puzzles get a number in the name. Standard output by default, or with `-`
        output: Option<String> ["FILE" short('o') needs("to")],
        pace: Pace as Pace,
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        json: bool [],
    }
    "\
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
  combien generate examples/scott.cmb --problem scott --svg puzzle.svg"
}

impl Generate {
    pub(super) fn check(&self) -> Result<(), Failure> {
        match self.to {
            Some(format) => {
                conflicts::check_problems_on_stdout(format, self.output.as_deref(), self.number)?;
            }
            None => self.drawn.check(self.number)?,
        }
        conflicts::refuse_puzzles_of_shard(&self.problem)?;
        self.checkpoint.as_deref().map_or(Ok(()), conflicts::refuse_checkpoint_on_stdout)
    }

    /// The wanted ratings; `None` if puzzles are not rated.
    pub(crate) fn band(&self) -> Option<RangeInclusive<Rating>> {
        match &self.rating {
            None if self.series => Some(Rating { tenths: 0 }..=HARDEST),
            band => band.clone(),
        }
    }
}

asked! {
    /// Solve or count a classic puzzle by its name, or write it as a problem.
    PuzzleArgs {
        /// The puzzle; by default all puzzles are listed
        name: Option<String> ["NAME" place(true)],
        /// Its arguments; `combien puzzle --list NAME` describes them
        arguments: Vec<String> ["ARGUMENTS" place(true) negatives(true)],
        /// List all puzzles, describe the one that is named, or list those that have a word
        list: bool [without(["arguments", "count", "to", "number", "all"])],
        /// Print the number of solutions
        count: bool [without(["to", "number", "all", "picture"])],
        /// Count again with an engine of another kind; exit code 4 if they disagree
        verify: bool [needs("count") rare(true)],
        /// Write the problem in this format
        to: Option<Target> ["FORMAT" without(["number", "all", "picture", "json"])],
        /// Find at most this number of solutions
        number: u64 [(positive) "K" short('n') default("1")],
        /// Find all solutions
        all: bool [without(["number"])],
        drawn: Drawn as Drawn,
        search: Search as Threaded,
        engine: Engine ["NAME" default("auto") help(engines("Which engine searches", |_| true))],
        /// Print one JSON document on each line, as `combien solve` and `combien count` do
        json: bool [],
    }
    "\
Solves the puzzle and draws a solution, unless you ask for something else. Every other command takes a puzzle in place of
a file, too: 'puzzle:queens 8'. There, quotes keep an argument with spaces together.

Examples:
  combien puzzle --list
  combien puzzle --list coloring
  combien puzzle --list cube
  combien puzzle queens 8
  combien puzzle queens 8 --count
  combien puzzle soma
  combien puzzle langford 7 --all --json
  combien puzzle sudoku 3x3 examples/puzzles/inkala.txt --svg inkala.svg
  combien puzzle steiner 9 --to dlx > steiner.dlx
  combien symmetries 'puzzle:queens 8'
  combien count --up-to symmetry 'puzzle:queens 8'"
}

impl PuzzleArgs {
    /// The request to another command about a puzzle, unless the list of puzzles is requested.
    pub(super) fn request(self) -> Result<Request, Failure> {
        let PuzzleArgs { engine, search, drawn, json, .. } = self;
        let Some(name) = self.name.clone().filter(|_| !self.list) else {
            return Ok(Request::Puzzles(Puzzles { name: self.name, json }));
        };
        let problem = Source::from(Puzzle { name, arguments: self.arguments });
        if let Some(to) = self.to {
            let (output, map, table) = (None, None, None);
            return Ok(Request::Convert(Convert {
                problem,
                to,
                output,
                reduce: false,
                map,
                transpose: None,
                table,
            }));
        }
        let method = Method { engine, ..Method::default() };
        if self.count {
            let all = CountAll { method, verify: self.verify, ..CountAll::default() };
            let which = Which::All(all);
            return Ok(Request::Count(Count { problem, which, by: None, search, explain: false, json }));
        }
        let number = (!self.all).then_some(self.number);
        drawn.check(number.unwrap_or(u64::MAX))?;
        let (which, front, output, proof) = (Which::All(method), None, None, None);
        Ok(Request::Solve(Solve { problem, which, front, number, drawn, output, proof, search, json }))
    }
}

/// List the classic puzzles, or describe one.
pub(crate) struct Puzzles {
    pub(crate) name: Option<String>,
    pub(crate) json: bool,
}

asked! {
    /// Show the pieces that ship, for `include <NAME>`.
    Pieces {
        /// The set to show; by default all names are listed
        name: Option<String> ["NAME" place(true)],
        /// Print one JSON document on each line: one for each set
        json: bool [],
    }
    "\
With a name, prints what `include <NAME>` reads: a text of the tiling language.

Examples:
  combien pieces
  combien pieces pentominoes
  echo 'include <soma> problem3 p = soma_board soma count p up to symmetry' | combien run -"
}
