//! `booklet`: puzzles for paper.

use std::path::Path;

use super::parts::Threaded;
use super::table::{asked, part};
use super::values::{columns, positive, side_length};
use super::{Puzzle, Search, Source, conflicts};
use crate::report::failure::Failure;

asked! {
    /// Put puzzles on a page for paper, with their solutions at the back.
    Booklet {
        sources: Vec<Source> as Sources,
        /// How many puzzles are made of a classic puzzle that has no clues
        number: u64 [(positive) "N" short('n') default("6")],
        /// The seed of these puzzles: the same seed makes the same ones
        seed: u64 ["S" default("1")],
        /// The file to write; standard output by default, or with `-`
        output: Option<String> ["FILE" short('o')],
        /// The title; by default the name of the first file
        title: Option<String> ["TEXT"],
        /// How many puzzles stand side by side, from 1 to 4
        columns: usize [(columns) "N" default("2")],
        /// Leave out the ratings
        no_ratings: bool [],
        /// Leave out the solutions
        no_solutions: bool [],
        /// Add the pieces to cut, with cells of this side in millimetres
        cut: Option<f64> [(side_length) "MM"],
        search: Search as Threaded,
    }
    "\
A booklet is one page of HTML that needs nothing else: open it in a browser, and print it from there, to paper or to a PDF file. Each
puzzle has its name, a picture of the board with the pieces that are given, and the pieces that are left. The solutions are at
the back.

Every problem of each file becomes a puzzle, in order. Pieces that `fix` places are given. A puzzle with exactly one solution is
rated, as by `combien rate`, unless it has `where`, which is printed instead. A problem without a solution is an error.

A file of Sudoku puzzles gives all of them. A classic puzzle with clues is one puzzle; of one without clues, puzzles with exactly
one solution are made.

Exit codes:
  0  the booklet was written
  1  a problem has no solution
  2  bad usage or input
  3  stopped by a limit or a signal; the booklet has the puzzles that were finished

Examples:
  combien booklet series.cmb -o series.html --title 'From easy to hard'
  combien booklet examples/calendar.cmb --problem 'day<5, 1..7>' --columns 3 -o week.html
  combien booklet 'puzzle:queens 8' -n 8 --title Queens -o queens.html
  combien booklet examples/sudoku.txt -o sudoku.html
  combien booklet series.cmb --cut 15 -o series.html"
}

/// The most puzzles that are made of a classic puzzle.
const MOST_PUZZLES: u64 = 10_000;

impl Booklet {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.number > MOST_PUZZLES {
            let message = format!("--number {} is too large", self.number);
            return Err(Failure::hinted(message, format!("at most {MOST_PUZZLES} puzzles are made")));
        }
        self.output.as_deref().map_or(Ok(()), conflicts::check_page)
    }
}

/// The problems of several files.
struct Sources;

part! {
    Sources => Vec<Source> {
        /// Tiling files, such as `combien generate --to cmb` writes, with `-` for standard input; files of Sudoku puzzles (.txt, .sdk,
        /// .sdm); classic puzzles, such as 'puzzle:queens 8'
        files: Vec<String> ["FILE" place(true) required(true)],
        /// Only this problem, if a file has several; with arguments, or with ranges of them: 'day<5, 1..7>'
        problem: Option<String> ["NAME"],
    } |words| {
        let (files, problem): (Vec<String>, Option<String>) = (words.all("files"), words.one("problem"));
        let source = |file: &String| {
            let is_list = ["txt", "sdk", "sdm"].iter().any(|&end| Path::new(file).extension() == Some(end.as_ref()));
            if is_list && !file.starts_with("puzzle:") {
                let arguments = vec!["3x3".to_owned(), file.clone()];
                return Ok(Source::from(Puzzle { name: "sudoku".to_owned(), arguments }));
            }
            Source::new(file, conflicts::text_of_stdin(file), problem.as_deref())
        };
        files.iter().map(source).collect()
    }
}
