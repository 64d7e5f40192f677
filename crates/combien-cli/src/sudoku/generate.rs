//! `combien sudoku generate`: minimal puzzles, as many as wanted.

use std::ops::RangeInclusive;

use combien::puzzle::sudoku::techniques::{LADDER, Path, Rating, Technique};
use combien::puzzle::sudoku::{Generated, Grid, Stopped, Sudoku};
use serde_json::json;

use super::args::{FormArgs, GenerateArgs};
use crate::failure::{Ending, Failure};
use crate::making::{Making, Try, Turn, Wanted};
use crate::output::Output;

pub(crate) fn generate(args: &GenerateArgs) -> Result<Ending, Failure> {
    let output = Output::new();
    let wanted =
        Wanted { number: args.number, seed: args.seed, pace: &args.pace, json: args.form.json, output };
    let making = Making::start(wanted)?;
    let (seed, band) = (making.seed, Band::new(args)?);
    let sudoku = Sudoku::of_shape(args.shape.shape());
    let mut generator = sudoku.generator(seed);
    making.run(|turn| {
        let made = match args.symmetric {
            None => generator.minimal_while(|| turn.goes_on()).map(Some),
            Some(symmetry) => generator.symmetric_while(symmetry, || turn.goes_on()),
        };
        let Ok(made) = made else { return Ok(Try::Stopped) };
        let Some(generated) = made else { return Ok(Try::PassedOver) };
        Ok(match band.fits(&generated.puzzle, turn) {
            Err(Stopped { .. }) => Try::Stopped,
            Ok(Fit::Outside) => Try::PassedOver,
            Ok(Fit::Within(rating)) => Try::Made {
                clues: generated.puzzle.clue_count(),
                shown: show(&args.form, turn.number, seed, &generated, rating),
            },
        })
    })
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

    fn fits(&self, puzzle: &Grid, turn: &Turn<'_>) -> Result<Fit, Stopped> {
        let Some(band) = &self.0 else { return Ok(Fit::Within(None)) };
        let rating = Path::of(puzzle, || turn.goes_on())?.rating();
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
