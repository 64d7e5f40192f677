//! The solutions of a whole problem, one after the other.

use super::choice::Choice;
use super::error::Error;
use super::guard::Guard;
use super::solutions::Solutions;
use super::state::Journal;
use super::{diagram, enumeration};
use crate::budget::{Budget, Meter};
use crate::problem::Problem;

/// The solutions of a whole problem.
pub(super) fn each<'a>(
    problem: &Problem,
    choice: &Choice,
    budget: Budget,
    at_most: Option<u64>,
    meter: Option<Box<dyn Meter + 'a>>,
    journal: Option<Box<dyn Journal + 'a>>,
    forecasts: bool,
) -> Result<Solutions<'a>, Error> {
    let engine = choice.engine();
    engine.can_take(problem)?;
    let profile = engine.profile();
    if profile.cuts || profile.lists {
        let guard = |budget| {
            let guard = Guard::new(budget, meter).at_most(at_most).journal(journal);
            guard.resumed(choice.state.as_ref()).forecasts(forecasts).reasons(choice.reasons(problem))
        };
        return match enumeration::each(problem, choice, &budget, at_most) {
            Ok(search) => Ok(Solutions::of(problem, search, None, guard(budget))),
            Err(Error::Stopped(reason)) => Ok(Solutions::not_begun(problem, engine, reason, guard(budget))),
            Err(error) => Err(error),
        };
    }
    if !profile.compiles {
        return Err(Error::Unsupported { engine, question: "list solutions" });
    }
    let report = diagram::compile(problem, engine, Guard::new(budget.clone(), meter))?;
    Ok(Solutions::of_diagram(problem, report, Guard::new(budget, None).at_most(at_most)))
}
