//! Engines compared: how many solutions there are, by one of them.

use combien::solve::{Budget, Count, Engine};
use serde_json::json;

use crate::ask::reported;
use crate::document::{Answer, failed};
use crate::listener::{BUDGET, Boxed, Listener};
use crate::marks::Marked;

/// The names of those that count or list solutions, in the order in which users see them.
pub(super) fn names() -> Vec<&'static str> {
    let named = Engine::ALL.into_iter().filter(|&engine| engine != Engine::Auto);
    named.map(Engine::profile).filter(|one| one.missing.is_none()).map(|one| one.name).collect()
}

/// The number of solutions by the engine of this name, within this time; without a name by the one that is
/// chosen: `{"type": "counting", "count": "8", "engine": "fast", "why": "...", "nodes": 12, "updates": 40}`. An
/// engine that was stopped has `certain` and `reason` in place of `count`; one that does not take the problem
/// gives an error.
pub(super) fn count(marked: &Marked, name: Option<&str>, time: f64, listener: &dyn Listener) -> Answer {
    let engine = name.map_or(Ok(Engine::Auto), str::parse).map_err(failed)?;
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let question = Count::of(marked.problem()).by(engine).budget(budget).meter(Boxed(listener.meter()));
    let report = question.run().map_err(failed)?;
    let mut told = reported(&report);
    (told["type"], told["updates"]) = (json!("counting"), json!(report.work.updates));
    Ok(told)
}
