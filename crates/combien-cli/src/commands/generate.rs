//! `combien generate`: puzzles of any problem, minimal ones with one solution.

use std::collections::BTreeSet;

use combien::diagnostic::counted;
use combien::problem::{OptionId, Solution};
use combien::puzzle::clues::{Generated, Generator, restricted};
use serde_json::json;

use super::formats::{tiling_text, written};
use super::show::Show;
use crate::input::{self, Input};
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{Generate, PuzzleForm, Target};
use crate::session::making::{Making, Try, Wanted};
use crate::system::ending::Ending;
use crate::system::files::{STDOUT, write_whole};

pub(super) fn generate(request: &Generate) -> Result<Ending, Failure> {
    let &Generate { number, seed, clues, tries, pace, json, .. } = request;
    let input = input::read(&request.problem, json)?;
    let (form, takes_stdout) = match &request.form {
        PuzzleForm::Shown { drawn, solution } => {
            let show = Show::new(drawn, json, &input)?.of_puzzles();
            (Form::Shown { show, solution: *solution }, drawn.takes_stdout())
        }
        PuzzleForm::Problem { format, file } => {
            (Form::Problem { format: *format, file: file.as_deref() }, false)
        }
    };
    let making = Making::start(Wanted { number, seed, pace, json, output: Output::beside(takes_stdout) })?;
    let seed = making.seed;
    let poor = input.poor_clues();
    let generator = Generator::new(input.problem(), seed).map_err(Failure::of)?;
    let mut generator = generator.sparing(poor.iter().copied());
    let setter = Setter { input: &input, form, poor, seed, json };
    let (mut seen, mut in_vain) = (BTreeSet::new(), 0);
    making.run(|turn| {
        let Ok(made) = generator.minimal_within(&turn.budget) else { return Ok(Try::Stopped) };
        let Some(made) = made else { return Ok(Try::NoSolution) };
        let is_wanted = clues.has(made.clues.len()) && seen.insert(made.clues.clone());
        if is_wanted {
            in_vain = 0;
            let clues = made.clues.len();
            return Ok(Try::Made { clues, shown: setter.deliver(turn.number, &made)? });
        }
        in_vain += 1;
        Ok(match made.clues.len() {
            0 => Try::NoMore("the problem has one solution, and its only puzzle has no clue".to_owned()),
            _ if in_vain == tries => Try::NoMore(format!("no other puzzle in {in_vain} tries")),
            _ => Try::PassedOver,
        })
    })
}

/// How a puzzle is written.
enum Form<'a> {
    /// Drawn, perhaps with its solution.
    Shown { show: Show<'a>, solution: bool },
    /// As a problem, to a file or to standard output.
    Problem { format: Target, file: Option<&'a str> },
}

/// The words that describe puzzles.
struct Setter<'a> {
    input: &'a Input,
    form: Form<'a>,
    /// The options that are poor clues, in ascending order.
    poor: Vec<OptionId>,
    seed: u64,
    json: bool,
}

impl Setter<'_> {
    /// Writes the requested files of a puzzle. Returns the text to print.
    fn deliver(&self, number: u64, made: &Generated) -> Result<String, Failure> {
        let (show, solution) = match &self.form {
            Form::Shown { show, solution } => (show, *solution),
            Form::Problem { format, file } => return self.as_problem(*format, *file, number, made),
        };
        let clues: Solution = made.clues.iter().copied().collect();
        show.write_picture(number, &clues)?;
        if self.json {
            return Ok(document([json!({
                "schema": 1, "type": "puzzle", "number": number, "seed": self.seed.to_string(),
                "clue_count": made.clues.len(), "clues": show.content(&clues),
                "solution": show.content(&made.solution), "searches": made.searches, "nodes": made.nodes,
            })]));
        }
        let mut shown = show.drawn(&self.heading(number, made), &clues);
        if solution {
            shown += &show.drawn(&format!("solution {number}"), &made.solution);
        }
        Ok(shown)
    }

    /// `puzzle 3: 4 clues`, and the clues that a drawing does not show.
    fn heading(&self, number: u64, made: &Generated) -> String {
        let clues = match made.clues.len() {
            0 => "no clue is needed, there is one solution".to_owned(),
            count => counted(count, "clue"),
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
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => {
                format!("option {}: {}", clue.number(), self.input.problem().show_option(clue))
            }
        }
    }

    fn as_problem(
        &self,
        format: Target,
        file: Option<&str>,
        number: u64,
        made: &Generated,
    ) -> Result<String, Failure> {
        if format == Target::Cmb {
            return self.as_tiling(file, number, made);
        }
        let puzzle = restricted(self.input.problem(), &made.clues).map_err(Failure::of)?;
        let mut text = written(format, &puzzle)?;
        if format == Target::Dlx {
            let comment = format!("| {}; --seed {}\n", self.heading(number, made), self.seed);
            text.splice(0..0, comment.into_bytes());
        }
        deliver(file, number, &text)
    }

    /// The puzzle in the tiling language, with its drawing as a comment.
    fn as_tiling(&self, file: Option<&str>, number: u64, made: &Generated) -> Result<String, Failure> {
        let clues = made.clues.as_slice();
        let text = tiling_text(&format!("puzzle_{number}"), self.input, clues)?;
        let comment = format!("# {}; --seed {}\n", self.heading(number, made), self.seed);
        deliver(file, number, (comment + &text).as_bytes())
    }
}

/// Writes a puzzle to its file; or returns it as text for standard output.
fn deliver(file: Option<&str>, number: u64, text: &[u8]) -> Result<String, Failure> {
    match file.filter(|&path| path != STDOUT) {
        Some(path) => {
            let path = if number == 1 { path.to_owned() } else { combien_lang::run::numbered(path, number) };
            write_whole(&path, text).map_err(|error| Failure::unwritable(&path, &error))?;
            Ok(String::new())
        }
        None => Ok(String::from_utf8_lossy(text).into_owned()),
    }
}
