//! Reasons why there is no solution, looked for while a search goes on.
//!
//! A search may try every way for years where a coloring shows at once that there is none. So a few per cent
//! of what the search has spent are spent on weights of the items. When they are looked for, and how long,
//! depends on the work of the search alone; so the answer, and what is said of it, are the same for any
//! number of threads.

use super::engine::Engine;
use super::report::Report;
use crate::budget::{Budget, Work};
use crate::count::Count;
use crate::diagnostic::counted;
use crate::problem::Problem;
use crate::weights::{Quest, Weights};

/// The work of a search before the first look, in the units of [`Engine::cost`]: some milliseconds. Most
/// searches end before.
const FIRST_LOOK: u64 = 1 << 20;
/// A look may take this part of what the search has spent. All looks before took as much together, and a unit
/// of theirs takes about twice the time; so they take some per cent of the time until they have tried
/// everything.
const PART: u64 = 64;

/// Looks for reasons beside a search by this engine.
#[derive(Debug)]
pub(super) struct Reasons {
    engine: Engine,
    quest: Quest,
    /// The next look comes after this work of the search.
    next: u64,
    found: Option<Weights>,
}

impl Reasons {
    pub(super) fn of(problem: &Problem, engine: Engine) -> Reasons {
        Reasons { engine, quest: Quest::new(problem), next: FIRST_LOOK, found: None }
    }

    /// Looks as often as it is due when the search has done this work. Is it certain that there is no
    /// solution?
    pub(super) fn look(&mut self, work: Work, budget: &Budget) -> bool {
        self.look_after(self.engine.cost(work), budget)
    }

    /// Looks as often as it is due when the search has spent this much. Is it certain that there is no
    /// solution?
    pub(super) fn look_after(&mut self, spent: u64, budget: &Budget) -> bool {
        while self.found.is_none() && spent >= self.next && !self.quest.is_over() {
            let work = usize::try_from(self.next / PART).unwrap_or(usize::MAX);
            // Whatever stops a look stops the search as well.
            let Ok(found) = self.quest.go_on(work, budget) else { break };
            self.found = found;
            self.next *= 2;
        }
        self.found.is_some()
    }

    pub(super) fn found(&self) -> Option<&Weights> {
        self.found.as_ref()
    }
}

/// That there is no solution, because weights of the items show it. What a search did before does not count
/// as work, for the answer does not rest on it.
pub(super) fn none(weights: &Weights, engine: Engine) -> Report<Count> {
    let items = counted(weights.of().len() as u64, "item");
    let why = format!("weights of {items} show that there is no solution");
    let weights = Some(weights.clone());
    Report { weights, ..Report::answered(Count::ZERO, engine, why, Work::default()) }
}
