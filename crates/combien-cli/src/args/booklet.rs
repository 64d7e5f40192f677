//! `booklet`: puzzles for paper.

use super::parts::{SearchArgs, ThreadArgs};
use super::values::side_length;
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{Booklet, Request, Source};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A booklet is one page of HTML that needs nothing else: open it in a browser, and print it from there, to paper or to a PDF file. Each
puzzle has its name, a picture of the board with the pieces that are given, and the pieces that are left. The solutions are at
the back.

Every problem of each file becomes a puzzle, in order. Pieces that `fix` places are given. A puzzle with exactly one solution is
rated, as by `combien rate`, unless it has `where`, which is printed instead. A problem without a solution is an error.

Exit codes:
  0  the booklet was written
  1  a problem has no solution
  2  bad usage or input
  3  stopped by a limit or a signal; the booklet has the puzzles that were finished

Examples:
  combien booklet series.cmb -o series.html --title 'From easy to hard'
  combien booklet examples/calendar.cmb --problem 'day<5, 1..7>' --columns 3 -o week.html
  combien booklet series.cmb --cut 15 -o series.html")]
pub(crate) struct BookletArgs {
    /// Tiling files, such as `combien generate --to cmb` writes; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Only this problem, if a file has several; with arguments, or with ranges of them: 'day<5, 1..7>'
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
    /// The file to write; standard output by default, or with `-`
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The title; by default the name of the first file
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// How many puzzles stand side by side, from 1 to 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    columns: u8,
    /// Leave out the ratings
    #[arg(long)]
    no_ratings: bool,
    /// Leave out the solutions
    #[arg(long)]
    no_solutions: bool,
    /// Add the pieces to cut, with cells of this side in millimetres
    #[arg(long, value_name = "MM", value_parser = side_length)]
    cut: Option<f64>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl Words for BookletArgs {
    fn request(&self) -> Result<Request, Failure> {
        if let Some(path) = &self.output {
            conflicts::check_page(path)?;
        }
        let source =
            |file: &String| Source::new(file, conflicts::text_of_stdin(file), self.problem.as_deref());
        Ok(Request::Booklet(Booklet {
            sources: self.files.iter().map(source).collect::<Result<_, _>>()?,
            output: self.output.clone(),
            title: self.title.clone(),
            columns: usize::from(self.columns),
            is_rated: !self.no_ratings,
            has_solutions: !self.no_solutions,
            cut: self.cut,
            search: self.search.search_with(&self.threads),
        }))
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}
