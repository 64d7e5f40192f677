//! `combien sudoku generate`: minimal puzzles, as many as wanted.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use combien::puzzle::sudoku::techniques::{LADDER, Path, Rating, Technique};
use combien::puzzle::sudoku::{Generated, Grid, Stopped, Sudoku};
use combien::solve::Reason;
use serde_json::json;

use super::args::{FormArgs, GenerateArgs};
use super::{counted, seed_of};
use crate::failure::{Ending, Failure};
use crate::output::Output;
use crate::watch::Watch;

pub(crate) fn generate(args: &GenerateArgs) -> Result<Ending, Failure> {
    let start = Instant::now();
    let watch = Watch::of_time(args.pace.time)?;
    let seed = seed_of(args.seed, &args.pace);
    let band = Band::new(args)?;
    let sudoku = Sudoku::of_shape(args.shape.shape());
    let mut generator = sudoku.generator(seed);
    let mut output = Output::new();
    let (mut made, mut tried, mut clues) = (0, 0_u64, vec![]);
    while made < args.number && !watch.is_asked_to_stop() {
        let Ok(generated) = generator.minimal_while(|| !watch.is_asked_to_stop()) else { break };
        let Ok(fits) = band.fits(&generated.puzzle, &watch) else { break };
        tried += 1;
        let Fit::Within(rating) = fits else { continue };
        made += 1;
        clues.push(generated.puzzle.clue_count());
        output.deliver(&show(&args.form, made, seed, &generated, rating))?;
        // Each took its time, and whoever reads them can begin.
        output.flush()?;
    }
    let stopped = (made < args.number).then(|| watch.describe(Reason::Asked));
    if args.form.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped, "puzzles": made, "tried": tried, "seed": seed.to_string(),
        });
        output.deliver(&format!("{document}\n"))?;
    }
    output.finish()?;
    args.pace.summarize(made, &clue_range(&clues), start);
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    if !args.form.json {
        let tried = if tried > made { format!(", {tried} tried") } else { String::new() };
        anstream::eprintln!("{reason}: {made} of {} made{tried}", counted(args.number));
    }
    Ok(Ending::Stopped)
}

/// The ratings that are wanted; none, if any puzzle will do.
struct Band(Option<RangeInclusive<Rating>>);

enum Fit {
    /// Wanted, and rated if that was asked for.
    Within(Option<Rating>),
    Outside,
}

impl Band {
    fn new(args: &GenerateArgs) -> Result<Band, Failure> {
        let (from, to) = (args.from, args.to);
        if from.is_none() && to.is_none() {
            return Ok(Band(None));
        }
        let band = from.unwrap_or(Rating { tenths: 0 })..=to.unwrap_or(Rating { tenths: u32::MAX });
        if band.is_empty() {
            let message = format!("no rating is at least {} and at most {}", band.start(), band.end());
            return Err(Failure::hinted(message, "--from is the lower one"));
        }
        let ratings: Vec<Rating> = LADDER.iter().map(Technique::rating).collect();
        if !ratings.iter().any(|rating| band.contains(rating)) {
            let message = "no technique has a rating within that band".to_owned();
            let hint = format!("ratings go from {} to {}", ratings[0], ratings[ratings.len() - 1]);
            return Err(Failure::hinted(message, hint));
        }
        Ok(Band(Some(band)))
    }

    fn fits(&self, puzzle: &Grid, watch: &Watch) -> Result<Fit, Stopped> {
        let Some(band) = &self.0 else { return Ok(Fit::Within(None)) };
        let rating = Path::of(puzzle, || !watch.is_asked_to_stop())?.rating();
        let is_within = rating.is_some_and(|rating| band.contains(&rating));
        Ok(if is_within { Fit::Within(rating) } else { Fit::Outside })
    }
}

fn show(form: &FormArgs, number: u64, seed: u64, generated: &Generated, rating: Option<Rating>) -> String {
    let Generated { puzzle, solution, searches, nodes } = generated;
    if form.json {
        let document = json!({
            "schema": 1, "type": "puzzle", "number": number, "seed": seed.to_string(),
            "puzzle": puzzle.to_string(), "solution": solution.to_string(), "clues": puzzle.clue_count(),
            "searches": searches, "nodes": nodes, "rating": rating.map(|rating| rating.to_string()),
        });
        format!("{document}\n")
    } else if form.grid {
        format!("{}\n", puzzle.drawn())
    } else {
        format!("{puzzle}\n")
    }
}

/// `24 clues`, `22 to 27 clues`.
fn clue_range(clues: &[usize]) -> String {
    match (clues.iter().min(), clues.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("{least} clues"),
        (Some(least), Some(most)) => format!("{least} to {most} clues"),
        _ => "no clues".to_owned(),
    }
}
