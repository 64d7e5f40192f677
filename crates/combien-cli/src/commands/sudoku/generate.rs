//! `combien sudoku generate`: minimal puzzles, as many as wanted.

use std::ops::RangeInclusive;

use combien_puzzles::sudoku::techniques::{Path, Rating};
use combien_puzzles::sudoku::{Generated, Grid, Stopped, Sudoku, Verdict};
use serde_json::json;

use crate::input::puzzle::ruled;
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::sudoku::Generate;
use crate::session::making::{Making, Try, Turn, Wanted};
use crate::system::ending::Ending;

pub(super) fn generate(request: &Generate) -> Result<Ending, Failure> {
    let &Generate { number, seed, pace, json, .. } = request;
    let making = Making::start(Wanted { number, seed, kept: None, pace, json, output: Output::new() })?;
    let (seed, band) = (making.seed, Band(request.band.as_ref()));
    let sudoku = ruled(request.frame.shape(), request.frame.rules.as_deref())?;
    let mut generator = sudoku.generator(seed);
    let mut is_possible = sudoku.is_plain();
    let make = |turn: &Turn| {
        if !is_possible {
            match generator.solver().solve_within(&Grid::empty(request.frame.shape()), 2, &turn.budget) {
                Err(_) => return Ok(Try::Stopped),
                Ok(Verdict::None) => return Err(Failure::message("no grid obeys these rules")),
                Ok(_) => is_possible = true,
            }
        }
        let made = match request.symmetric {
            None => generator.minimal_within(&turn.budget).map(Some),
            Some(symmetry) => generator.symmetric_within(symmetry, &turn.budget),
        };
        let Ok(made) = made else { return Ok(Try::Stopped) };
        let Some(generated) = made else { return Ok(Try::PassedOver) };
        Ok(match band.fits(&sudoku, &generated.puzzle, turn) {
            Err(Stopped { .. }) => Try::Stopped,
            Ok(Fit::Outside) => Try::PassedOver,
            Ok(Fit::Within(rating)) => Try::Made {
                clues: generated.puzzle.clue_count(),
                shown: show(request, turn.number, seed, &generated, rating),
                standing: None,
            },
        })
    };
    making.run(make)
}

/// The requested ratings; `None` accepts any puzzle.
struct Band<'a>(Option<&'a RangeInclusive<Rating>>);

enum Fit {
    /// It fits; with its rating if one was requested.
    Within(Option<Rating>),
    Outside,
}

impl Band<'_> {
    fn fits(&self, sudoku: &Sudoku, puzzle: &Grid, turn: &Turn) -> Result<Fit, Stopped> {
        let Some(band) = self.0 else { return Ok(Fit::Within(None)) };
        let rating = Path::under(sudoku, puzzle, &turn.budget)?.rating();
        let is_within = rating.is_some_and(|rating| band.contains(&rating));
        Ok(if is_within { Fit::Within(rating) } else { Fit::Outside })
    }
}

fn show(request: &Generate, number: u64, seed: u64, generated: &Generated, rating: Option<Rating>) -> String {
    let Generated { puzzle, solution, searches, nodes } = generated;
    if request.json {
        document([json!({
            "schema": 1, "type": "puzzle", "number": number, "seed": seed.to_string(),
            "puzzle": puzzle.to_string(), "solution": solution.to_string(), "clues": puzzle.clue_count(),
            "searches": searches, "nodes": nodes, "rating": rating.map(|rating| rating.to_string()),
        })])
    } else if request.grid {
        format!("{}\n", puzzle.drawn())
    } else {
        format!("{puzzle}\n")
    }
}
