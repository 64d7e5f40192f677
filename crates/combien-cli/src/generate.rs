//! `combien generate`: puzzles of any problem, minimal ones with one solution.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write as _;
use std::str::FromStr;

use combien::problem::{OptionId, Solution};
use combien::puzzle::clues::{Generated, Generator, restricted};
use serde_json::json;

use crate::args::{PaceArgs, ProblemArgs, ShowArgs, Target};
use crate::convert;
use crate::failure::{Ending, Failure};
use crate::files::{STDOUT, write_whole};
use crate::input::{self, Input};
use crate::making::{Making, Try, Wanted};
use crate::output::Output;
use crate::show::Show;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is a list of clues: options that a solver is given. It has one solution, and is minimal: without any one of its
clues it has several. The same seed makes the same puzzles. No puzzle is printed twice.

Puzzles are drawn as solutions are, with nothing but their clues. --to writes the puzzle as a problem of its own, for the
other commands: the clues, and the options that agree with them.

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
  combien generate examples/scott.cmb --problem scott --svg puzzle.svg")]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Make so many puzzles
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = crate::args::positive)]
    number: u64,
    /// The seed; if left out it is chosen at random, and said on standard error
    #[arg(long, value_name = "S", value_parser = crate::args::whole)]
    seed: Option<u64>,
    /// Only puzzles with so many clues: `5`, `3..5`, `..5`, `3..`, both included
    #[arg(long, value_name = "RANGE", default_value_t)]
    clues: Range,
    /// Give up after so many puzzles in a row that were made before, or have other numbers of clues
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = crate::args::positive)]
    tries: u64,
    /// Draw the solution under each puzzle
    #[arg(long, conflicts_with = "json")]
    solution: bool,
    #[command(flatten)]
    show: ShowArgs,
    /// Write the puzzle as a problem in this format
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "solution", "svg", "ascii"])]
    to: Option<Target>,
    /// The file to write the problem to; further puzzles get a number in the name. Standard output if left out, or `-`
    #[arg(short, long, value_name = "FILE", requires = "to")]
    output: Option<String>,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
    /// Print a JSON document a line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

/// Numbers of clues, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    low: usize,
    high: usize,
}

impl Default for Range {
    fn default() -> Range {
        Range { low: 0, high: usize::MAX }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Range { low, high: usize::MAX } => write!(f, "{low}.."),
            Range { low, high } => write!(f, "{low}..{high}"),
        }
    }
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Range, &'static str> {
        const FORMS: &str = "write a number, or a range such as 3..5, ..5 or 3..";
        let end = |text: &str, left_out| match text {
            "" => Ok(left_out),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().map_err(|_| FORMS),
            _ => Err(FORMS),
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        if text.is_empty() {
            return Err(FORMS);
        }
        let range = Range { low: end(low, 0)?, high: end(high, usize::MAX)? };
        if range.low > range.high {
            return Err("no number is in this range: write the lower end first");
        }
        Ok(range)
    }
}

impl Range {
    fn has(self, clues: usize) -> bool {
        (self.low..=self.high).contains(&clues)
    }
}

pub(crate) fn generate(args: &GenerateArgs) -> Result<Ending, Failure> {
    let is_printed = args.output.as_deref().is_none_or(|path| path == STDOUT);
    if args.to.is_some() && is_printed && args.number > 1 {
        let message = "several problems on standard output could not be told apart";
        return Err(Failure::hinted(message, "say -o FILE: further ones get a number in its name"));
    }
    if input::is_shard(&args.problem) {
        let message = "a shard is a part of a search: puzzles are of a whole problem";
        return Err(Failure::hinted(message, "name the problem that it was split from"));
    }
    let input = input::read(&args.problem, args.json)?;
    let show = Show::new(&args.show, args.number, args.json, &input)?.of_puzzles();
    let (number, seed, output) = (args.number, args.seed, Output::beside(args.show.takes_stdout()));
    let wanted = Wanted { number, seed, pace: &args.pace, json: args.json, output };
    let making = Making::start(wanted)?;
    let seed = making.seed;
    let poor = input.poor_clues();
    let generator =
        Generator::new(input.problem(), seed).map_err(|error| Failure::message(error.to_string()))?;
    let mut generator = generator.sparing(poor.iter().copied());
    let setter = Setter { args, input: &input, show, poor, seed };
    let (mut seen, mut in_vain) = (BTreeSet::new(), 0);
    making.run(|turn| {
        let Ok(made) = generator.minimal_while(|| turn.goes_on()) else { return Ok(Try::Stopped) };
        let Some(made) = made else { return Ok(Try::NoSolution) };
        let is_wanted = args.clues.has(made.clues.len()) && seen.insert(made.clues.clone());
        if is_wanted {
            in_vain = 0;
            let clues = made.clues.len();
            return Ok(Try::Made { clues, shown: setter.deliver(turn.number, &made)? });
        }
        in_vain += 1;
        Ok(match made.clues.len() {
            0 => Try::NoMore("the problem has one solution, and its only puzzle has no clue".to_owned()),
            _ if in_vain == args.tries => Try::NoMore(format!("no other puzzle in {in_vain} tries")),
            _ => Try::PassedOver,
        })
    })
}

/// Says what puzzles are.
struct Setter<'a> {
    args: &'a GenerateArgs,
    input: &'a Input,
    show: Show<'a>,
    /// The options that make poor clues, ascending.
    poor: Vec<OptionId>,
    seed: u64,
}

impl Setter<'_> {
    /// Writes the files that are wanted of a puzzle. Hands back what is to be printed of it.
    fn deliver(&self, number: u64, made: &Generated) -> Result<String, Failure> {
        if let Some(target) = self.args.to {
            return self.as_problem(target, number, made);
        }
        let clues: Solution = made.clues.iter().copied().collect();
        self.show.write_picture(number, &clues)?;
        if self.args.json {
            let document = json!({
                "schema": 1, "type": "puzzle", "number": number, "seed": self.seed.to_string(),
                "clue_count": made.clues.len(), "clues": self.show.content(&clues),
                "solution": self.show.content(&made.solution), "searches": made.searches, "nodes": made.nodes,
            });
            return Ok(format!("{document}\n"));
        }
        let mut shown = self.show.drawn(&self.heading(number, made), &clues);
        if self.args.solution {
            shown += &self.show.drawn(&format!("solution {number}"), &made.solution);
        }
        Ok(shown)
    }

    /// `puzzle 3: 4 clues`; and which of these a drawing does not show.
    fn heading(&self, number: u64, made: &Generated) -> String {
        let clues = match made.clues.len() {
            0 => "no clue is needed, there is one solution".to_owned(),
            1 => "1 clue".to_owned(),
            count => format!("{count} clues"),
        };
        let hidden = made.clues.iter().filter(|clue| self.poor.binary_search(clue).is_ok());
        let hidden: Vec<String> = hidden.map(|&clue| self.hidden(clue)).collect();
        let besides = if hidden.is_empty() { String::new() } else { format!(", {}", hidden.join(", ")) };
        format!("puzzle {number}: {clues}{besides}")
    }

    /// What no drawing shows.
    fn hidden(&self, clue: OptionId) -> String {
        match self.input {
            Input::Tiling { tiling, encoding, .. } => {
                let cells = encoding.cells(clue);
                let names = cells.cells().iter().map(|&cell| tiling.lattice().cell_name(cell));
                format!("{} stays empty", names.collect::<Vec<_>>().join(" "))
            }
            Input::Plain(_) | Input::Classic(_) => {
                format!("option {}: {}", clue.number(), self.input.problem().show_option(clue))
            }
        }
    }

    fn as_problem(&self, target: Target, number: u64, made: &Generated) -> Result<String, Failure> {
        let puzzle = restricted(self.input.problem(), &made.clues);
        let puzzle = puzzle.map_err(|error| Failure::message(error.to_string()))?;
        let mut text = convert::written(target, &puzzle)?;
        if target == Target::Dlx {
            let mut comment = vec![];
            writeln!(comment, "| {}; --seed {}", self.heading(number, made), self.seed)?;
            text.splice(0..0, comment);
        }
        match self.args.output.as_ref().filter(|&path| path != STDOUT) {
            Some(path) => {
                let path = if number == 1 { path.clone() } else { combien_lang::run::numbered(path, number) };
                write_whole(&path, &text).map_err(|error| Failure::unwritable(&path, &error))?;
                Ok(String::new())
            }
            None => Ok(String::from_utf8_lossy(&text).into_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_ends_or_none() {
        let range = |low, high| Ok(Range { low, high });
        assert_eq!("5".parse(), range(5, 5));
        assert_eq!("3..5".parse(), range(3, 5));
        assert_eq!("..5".parse(), range(0, 5));
        assert_eq!("3..".parse(), range(3, usize::MAX));
        assert_eq!(Range::default().to_string().parse(), Ok(Range::default()));
        for text in ["", "a", "5..3", "-1", "+1", "1..2..3", "99999999999999999999", "1.5"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }
}
