//! `combien sudoku generate`: minimal puzzles, as many as wanted.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::Write;
use std::time::Instant;

use combien::puzzle::sudoku::{Generated, Sudoku};
use combien::solve::Reason;
use serde_json::json;

use super::args::{FormArgs, GenerateArgs};
use super::counted;
use crate::failure::{Ending, Failure};
use crate::output::Output;
use crate::watch::Watch;

pub(crate) fn generate(args: &GenerateArgs) -> Result<Ending, Failure> {
    let start = Instant::now();
    let watch = Watch::of_time(args.pace.time)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    if args.seed.is_none() && !args.pace.quiet {
        anstream::eprintln!("--seed {seed} makes the same again");
    }
    let sudoku = Sudoku::of_shape(args.shape.shape());
    let mut generator = sudoku.generator(seed);
    let mut output = Output::new();
    let (mut made, mut clues) = (0, vec![]);
    while made < args.number && !watch.is_asked_to_stop() {
        let Ok(generated) = generator.minimal_while(|| !watch.is_asked_to_stop()) else { break };
        made += 1;
        clues.push(generated.puzzle.clue_count());
        output.deliver(&show(&args.form, made, seed, &generated))?;
        // Each took its time, and whoever reads them can begin.
        output.flush()?;
    }
    let stopped = (made < args.number).then(|| watch.describe(Reason::Asked));
    if args.form.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped, "puzzles": made, "seed": seed.to_string(),
        });
        output.deliver(&format!("{document}\n"))?;
    }
    output.finish()?;
    args.pace.summarize(made, &clue_range(&clues), start);
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    if !args.form.json {
        anstream::eprintln!("{reason}: {} of {} made", made, counted(args.number));
    }
    Ok(Ending::Stopped)
}

fn show(form: &FormArgs, number: u64, seed: u64, generated: &Generated) -> String {
    let Generated { puzzle, solution, searches, nodes } = generated;
    if form.json {
        let document = json!({
            "schema": 1, "type": "puzzle", "number": number, "seed": seed.to_string(),
            "puzzle": puzzle.to_string(), "solution": solution.to_string(), "clues": puzzle.clue_count(),
            "searches": searches, "nodes": nodes,
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
