//! A problem with clues, which `unique`, `rate` and `generate` ask about.

use combien::budget::Reason;
use combien::problem::{OptionId, Solution};
use combien_puzzles::clues::{Solver, Stopped, Verdict};
use combien_puzzles::rating::{Path, Technique};
use serde_json::{Value, json};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::session::Session;

/// A problem with clues: options that are given.
pub(super) struct Clued {
    /// The classic puzzle without its clues. If there is none, the clues are options of the problem itself.
    pub(super) open: Option<Input>,
    pub(super) clues: Vec<OptionId>,
    /// Were they chosen on the command line? If not, they are part of the problem.
    pub(super) are_chosen: bool,
}

impl Clued {
    /// The clues of `--take`, or those that a classic puzzle has.
    pub(super) fn of(chosen: &[String], input: &Input) -> Result<Option<Clued>, Failure> {
        if !chosen.is_empty() {
            let mut clues = input.taken(chosen, "--take")?;
            clues.sort_unstable();
            clues.dedup();
            return Ok(Some(Clued { open: None, clues, are_chosen: true }));
        }
        let Input::Classic(classic) = input else { return Ok(None) };
        let Some((open, clues)) = classic.without_clues() else { return Ok(None) };
        let open = Some(Input::Classic(Box::new(open.clone())));
        Ok(Some(Clued { open, clues: clues.to_vec(), are_chosen: false }))
    }

    /// Up to two solutions that have the clues, and what stopped the search for them.
    pub(super) fn two(
        clued: Option<&Clued>,
        session: &Session<'_>,
    ) -> Result<(Vec<Solution>, Option<Reason>), Failure> {
        let Some(puzzle) = clued.filter(|puzzle| puzzle.are_chosen) else { return session.two(None) };
        let mut solver = Solver::new(session.problem()).map_err(Failure::of)?;
        match solver.solve_within(&puzzle.clues, 2, &session.budget()) {
            Ok(Verdict::Several { examples, .. }) => Ok((examples.to_vec(), None)),
            Ok(verdict) => Ok((verdict.examples().to_vec(), None)),
            Err(Stopped { .. }) => Ok((vec![], Some(session.stop_of_solver()))),
        }
    }
}

/// How hard a puzzle is, as fields of a document.
pub(super) fn rating_as_json(path: &Path) -> Value {
    let used = path.tally().into_iter().map(|(name, steps)| json!({"technique": name, "steps": steps}));
    json!({
        "rating": path.rating().map(|rating| rating.to_string()),
        "hardest": path.hardest().map(Technique::name),
        "beyond": !path.is_complete(), "effort": path.effort().to_string(),
        "techniques": used.collect::<Vec<_>>(),
    })
}
