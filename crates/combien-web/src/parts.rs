//! A search in parts, for several workers that share it.
//!
//! Each worker cuts the search by itself, and in the same way, because only work is counted. So no branch is
//! sent from one to another: a part is known by its number. Parts are consecutive: their solutions, in the
//! order of the parts, are those of the whole search in its order.

use combien::engine::Branch;
use combien::problem::Problem;
use combien::solve::{Count, Meter, Outcome, Question, State};
use combien_formats::checkpoint::shard;
use serde_json::{Value, json};

use crate::document::{Answer, failed, failure};
use crate::listener::{BUDGET, stopped};

/// The maximum number of parts.
const MOST: usize = 1024;

/// The parts of a search.
#[derive(Debug)]
pub struct Parts(Vec<State>);

impl Parts {
    /// The search in at most this many parts. None if it cannot be cut.
    pub fn of(problem: &Problem, parts: usize) -> Parts {
        // Equal shares at each node are a rough guess, but probes would take as long as a second of the
        // search, in each worker.
        let size = |branch: &Branch| branch.share;
        let shards = shard::split(problem, Question::Each, parts.clamp(1, MOST), size).unwrap_or_default();
        Parts(shards.into_iter().map(|shard| shard.state).collect())
    }

    /// How many parts there are.
    pub(crate) fn as_json(&self) -> Value {
        json!({"type": "split", "parts": self.0.len()})
    }

    /// Where the search of a part begins.
    pub fn state(&self, number: usize) -> Option<&State> {
        self.0.get(number)
    }
}

/// The number of solutions in a part.
pub(crate) fn count(problem: &Problem, state: &State, meter: impl Meter) -> Answer {
    let state = state.clone().asked(Question::Count).ok_or_else(no_part)?;
    let question = Count::of(problem).budget(BUDGET).resume(&state).meter(meter).without_forecast();
    let report = question.run().map_err(failed)?;
    Ok(match report.outcome {
        Outcome::Answer(count) => {
            json!({"type": "count", "count": count.to_string(), "nodes": report.work.nodes})
        }
        Outcome::Stopped { certain, reason } => stopped(&certain, &reason),
    })
}

pub(crate) fn no_part() -> Value {
    failure("there is no such part of the search", None)
}
