//! `combien sudoku generate`: minimal puzzles, as many as wanted.

use combien_puzzles::sudoku::techniques::Rating;
use combien_puzzles::sudoku::{Generated, Grid, Stopped, Verdict};
use serde_json::json;

use crate::input::puzzle::ruled;
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::sudoku::Generate;
use crate::session::making::{Making, Try, Turn, Wanted};
use crate::system::ending::Ending;

pub(in crate::commands) fn generate(request: &Generate) -> Result<Ending, Failure> {
    let &Generate { number, seed, pace, json, .. } = request;
    let making = Making::start(Wanted { number, seed, kept: None, pace, json, output: Output::new() })?;
    let seed = making.seed;
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
        let made = generator.wanted_within(request.symmetric, request.band.as_ref(), &turn.budget);
        Ok(match made {
            Err(Stopped { .. }) => Try::Stopped,
            Ok(None) => Try::PassedOver,
            Ok(Some((generated, rating))) => Try::Made {
                clues: generated.puzzle.clue_count(),
                shown: show(request, turn.number, seed, &generated, rating),
                standing: None,
            },
        })
    };
    making.run(make)
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
