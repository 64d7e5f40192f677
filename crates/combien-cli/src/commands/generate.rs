//! `combien generate`: puzzles of any problem, minimal ones with one solution.

use combien::diagnostic::counted;
use combien::problem::{OptionId, Solution};
use combien_puzzles::clues::{Generated, Generator, restricted};
use combien_puzzles::rating::{Path, Request, Saved, Setter, Try};
use combien_tiling::Sieve;
use serde_json::json;

use super::clued::rating_as_json;
use super::formats::{tiling_text, written};
use super::show::Show;
use crate::input::{self, Input};
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{Generate, Target};
use crate::session::filter;
use crate::session::made::{Made, Standing};
use crate::session::making::{self, Making, Turn, Wanted};
use crate::system::ending::Ending;
use crate::system::files::{STDOUT, write_whole};

pub(super) fn generate(request: &Generate) -> Result<Ending, Failure> {
    let &Generate { number, seed, tries, pace, json, .. } = request;
    let input = input::read_filtered(&request.problem, json)?;
    let (drawn, solution, asked) = (&request.drawn, request.solution, asked(&input, request));
    let (form, takes_stdout) = match request.to {
        None => {
            let show = Show::new(drawn, json, &input)?.of_puzzles();
            (Form::Shown { show, solution }, drawn.takes_stdout())
        }
        Some(format) => (Form::Problem { format, file: request.output.as_deref() }, false),
    };
    let keep = request.checkpoint.as_deref();
    let kept = keep.map(|path| Made::open(path, input.problem(), &asked, seed, pace.quiet)).transpose()?;
    let saved = kept.as_ref().map(|kept| kept.saved().clone());
    let seeds = saved.as_ref().and_then(Saved::seeds);
    let seed = seeds.map(|(seed, _)| seed).or(seed);
    let output = Output::beside(takes_stdout);
    let making = Making::start(Wanted { number, seed, kept, pace, json, output })?;
    let seed = making.seed;
    let next_seed = seeds.map_or(seed, |(_, next_seed)| next_seed);
    let poor = input.poor_clues();
    let sieve = sieve(&input, request)?;
    let generator = match sieve.clone() {
        Some(sieve) => {
            Generator::filtered(input.problem(), next_seed, move |solution| sieve.passes(solution))
        }
        None => Generator::new(input.problem(), next_seed),
    };
    let generator = generator.map_err(Failure::of)?;
    let generator = generator.sparing(poor.iter().copied());
    let words = Words { input: &input, form, poor, seed, json };
    let mut setter = Setter::new(generator, &asked, saved.as_ref());
    let make = |turn: &Turn| {
        let Ok(made) = setter.next(input.subject(), &turn.budget) else {
            let undecided = sieve.as_ref().and_then(Sieve::undecided);
            return undecided.map_or(Ok(making::Try::Stopped), |too_hard| Err(Failure::of(too_hard)));
        };
        Ok(match made {
            // Its files are written before it is saved, because another run writes the same again.
            Try::Made(made, path) => {
                let shown = words.deliver(turn.number, &made, path.as_ref())?;
                let (clues, rating) = (made.clues, path.as_ref().and_then(Path::rating));
                let standing = Standing { clues, rating, seeds: (seed, setter.seed()) };
                making::Try::Made { clues: standing.clues.len(), shown, standing: Some(standing) }
            }
            Try::PassedOver => making::Try::PassedOver,
            Try::NoOther if request.series => {
                making::Try::NoMore(format!("no new puzzle that is at least as hard in {tries} tries"))
            }
            Try::NoOther => making::Try::NoMore(format!("no other puzzle in {tries} tries")),
            Try::OnlyOne => making::Try::NoMore(
                "the problem has one solution, and its only puzzle has no clue".to_owned(),
            ),
            Try::NoSolution => making::Try::NoSolution,
        })
    };
    making.run(make)
}

/// What is asked for, as far as it decides which puzzles are made.
fn asked<'a>(input: &'a Input, request: &Generate) -> Request<'a> {
    let predicate = match input {
        Input::Tiling { tiling, .. } => tiling.predicate(),
        _ => None,
    };
    Request {
        clues: request.clues.range(),
        band: request.band(),
        series: request.series.then_some(request.number),
        tries: request.tries,
        predicate,
    }
}

/// What lets solutions pass, if they are filtered. Refuses what would overlook that.
fn sieve(input: &Input, request: &Generate) -> Result<Option<Sieve>, Failure> {
    let Input::Tiling { tiling, encoding, .. } = input else { return Ok(None) };
    let sieve = tiling.sieve(encoding);
    if sieve.is_some() {
        let is_plain = request.to.is_some_and(|format| format != Target::Cmb);
        filter::refuse(&[
            (request.rating.is_some() && !request.series, "--rating"),
            (request.series, "--series"),
            (is_plain, "--to, except with `cmb`,"),
        ])?;
    }
    Ok(sieve)
}

/// How a puzzle is written.
enum Form<'a> {
    /// Drawn, perhaps with its solution.
    Shown { show: Show<'a>, solution: bool },
    /// As a problem, to a file or to standard output.
    Problem { format: Target, file: Option<&'a str> },
}

/// The words that describe puzzles.
struct Words<'a> {
    input: &'a Input,
    form: Form<'a>,
    /// The options that are poor clues, in ascending order.
    poor: Vec<OptionId>,
    seed: u64,
    json: bool,
}

impl Words<'_> {
    /// Writes the requested files of a puzzle. Returns the text to print.
    fn deliver(&self, number: u64, made: &Generated, path: Option<&Path>) -> Result<String, Failure> {
        let heading = self.heading(number, made, path);
        let (show, solution) = match &self.form {
            Form::Shown { show, solution } => (show, *solution),
            Form::Problem { format, file } => return self.as_problem(*format, *file, number, made, &heading),
        };
        let clues: Solution = made.clues.iter().copied().collect();
        show.write_picture(number, &clues)?;
        if self.json {
            let said = json!({
                "schema": 1, "type": "puzzle", "number": number, "seed": self.seed.to_string(),
                "clue_count": made.clues.len(), "clues": show.content(&clues),
                "solution": show.content(&made.solution), "searches": made.searches, "nodes": made.nodes,
            });
            return Ok(document([said, path.map_or_else(|| json!({}), rating_as_json)]));
        }
        let mut shown = show.drawn(&heading, &clues);
        if solution {
            shown += &show.drawn(&format!("solution {number}"), &made.solution);
        }
        Ok(shown)
    }

    /// `puzzle 3: 4 clues, rated 2.5`, and the clues that a drawing does not show.
    fn heading(&self, number: u64, made: &Generated, path: Option<&Path>) -> String {
        let clues = match made.clues.len() {
            0 => "no clue is needed, there is one solution".to_owned(),
            count => counted(count, "clue"),
        };
        let hidden = made.clues.iter().filter(|clue| self.poor.binary_search(clue).is_ok());
        let hidden: Vec<String> = hidden.map(|&clue| self.hidden(clue)).collect();
        let besides = if hidden.is_empty() { String::new() } else { format!(", {}", hidden.join(", ")) };
        let rated = match path.map(Path::rating) {
            Some(Some(rating)) => format!(", rated {rating}"),
            Some(None) => ", beyond all techniques".to_owned(),
            None => String::new(),
        };
        format!("puzzle {number}: {clues}{rated}{besides}")
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
        heading: &str,
    ) -> Result<String, Failure> {
        let mut text = if format == Target::Cmb {
            tiling_text(&format!("puzzle_{number}"), self.input, &made.clues)?.into_bytes()
        } else {
            written(format, &restricted(self.input.problem(), &made.clues).map_err(Failure::of)?)?
        };
        let mark = match format {
            Target::Cmb => Some('#'),
            Target::Dlx => Some('|'),
            _ => None,
        };
        if let Some(mark) = mark {
            let comment = format!("{mark} {heading}; --seed {}\n", self.seed);
            text.splice(0..0, comment.into_bytes());
        }
        deliver(file, number, &text)
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
