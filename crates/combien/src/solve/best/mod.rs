//! The covers of least or greatest cost.

mod list;
mod rounds;
mod trees;
mod turns;

use turns::Ranker;

use super::covers::verify;
use super::diagram::Diagram;
use super::engine::Engine;
use super::error::Error;
use super::guard::Guard;
use super::report::Report;
use crate::budget::{Budget, Outcome, Reason, Work};
use crate::count::Count;
use crate::problem::{Decimal, Problem, Solution};

/// The search and the list may each take this part of the memory for covers.
const PART_FOR_COVERS: u64 = 8;
/// What it costs to look for an order of the items, for each entry, in the units of
/// [`Engine::cost`](crate::engine::Engine::cost).
const ENTRY_PRICE: u64 = 1 << 10;
/// Limits on costs are at most this: sums of costs are far below, and products of it with the units of prices
/// fit.
const MOST_COST: i128 = 1 << 100;
/// What is best: the least cost or the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The least cost.
    #[default]
    Min,
    /// The greatest cost.
    Max,
}

impl Goal {
    /// A limit on costs in the units of a problem's costs: a cost that is within the limit is within this
    /// too. Digits beyond those of the costs are dropped.
    ///
    /// ```
    /// use combien::{problem::dlx, solve::Goal};
    ///
    /// let problem = dlx::parse("t", "a\na |2.5\n")?.problem;
    /// assert_eq!(Goal::Min.limit(&problem, "2.59".parse()?), 25);
    /// assert_eq!(Goal::Max.limit(&problem, "2.51".parse()?), 26);
    /// assert_eq!(Goal::Min.limit(&problem, 3.into()), 30);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limit(self, problem: &Problem, cost: Decimal) -> i128 {
        let (units, places) = (cost.units(), problem.cost_places());
        if cost.places() <= places {
            // Beyond 128 bits it is no limit, for no sum of costs is so large.
            return units.saturating_mul(10i128.pow(places - cost.places()));
        }
        let divisor = 10i128.pow(cost.places() - places);
        match self {
            Goal::Min => units.div_euclid(divisor),
            Goal::Max => -(-units).div_euclid(divisor),
        }
    }
}

/// The best covers of a problem, or the best found so far, each with its cost. [`Best`](super::Best) finds
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// The costs, in units of 10 to the power `-`[`cost_places`](Problem::cost_places), and the covers: the
    /// best first, and of equal ones the one with the first options.
    pub covers: Vec<(i128, Solution)>,
    /// How many covers were found; they are listed, unless only their number was asked for.
    pub found: Count,
    /// No cover costs less than this, or none more if the greatest cost is wanted. If the ranking is
    /// complete, it is the cost of the best cover. `None` if nothing is known.
    pub bound: Option<i128>,
}

impl Ranking {
    /// How far the best cover may be from what is possible, in units of cost: 0 if it is the best there is.
    /// `None` if there is no cover yet, or no bound.
    pub fn gap(&self) -> Option<i128> {
        let (best, _) = self.covers.first()?;
        Some((best - self.bound?).abs())
    }
}

/// What is asked of a ranking.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Only the number of covers.
    pub(super) only_number: bool,
    pub(super) goal: Goal,
    /// `None` for all of them.
    pub(super) count: Option<usize>,
    pub(super) within: Option<i128>,
}

impl Wanted {
    fn is_max(self) -> bool {
        self.goal == Goal::Max
    }

    fn sign(self) -> i128 {
        if self.is_max() { -1 } else { 1 }
    }
}

/// The ranking, by the engine that is asked for.
pub(super) fn rank(
    problem: &Problem,
    engine: Engine,
    wanted: Wanted,
    mut guard: Guard<'_>,
) -> Result<Report<Ranking>, Error> {
    engine.can_take(problem)?;
    let wanted = Wanted { within: wanted.within.map(|cost| cost.clamp(-MOST_COST, MOST_COST)), ..wanted };
    let asked_for = "it was asked for";
    match engine {
        Engine::Auto | Engine::Cells => {
            let mut ranking = Ranker::new(problem, engine, wanted, guard.budget.memory())?;
            Ok(if engine == Engine::Auto {
                ranking.in_turns(&mut guard)
            } else {
                ranking.alone(asked_for, &mut guard)
            })
        }
        Engine::Zdd if wanted.count.is_some() || wanted.within.is_some() => {
            let mut ranking = Ranker::new(problem, engine, wanted, guard.budget.memory())?;
            ranking.by_rounds(asked_for, &mut guard)
        }
        engine if engine.profile().compiles => {
            let budget = guard.budget.clone();
            let report = super::diagram::compile(problem, engine, guard)?;
            Ok(match report.outcome {
                Outcome::Answer(Some(diagram)) => {
                    of_diagram(problem, engine, &diagram, wanted, &budget, report.why, report.work)
                }
                Outcome::Answer(None) => unreachable!("an answer has the diagram"),
                Outcome::Stopped { reason, .. } => {
                    let certain = (Ranking::default(), reason);
                    Report::stopped(certain, engine, report.why, report.work, report.fraction)
                }
            })
        }
        engine => Err(Error::Unsupported { engine, question: "find solutions of least cost" }),
    }
}

/// The ranking of a diagram.
fn of_diagram(
    problem: &Problem,
    engine: Engine,
    diagram: &Diagram,
    wanted: Wanted,
    budget: &Budget,
    why: String,
    work: Work,
) -> Report<Ranking> {
    if wanted.only_number {
        return match number_within(problem, diagram, wanted, budget) {
            Ok(found) => Report::answered(Ranking { found, ..Ranking::default() }, engine, why, work),
            Err(reason) => Report::stopped((Ranking::default(), reason), engine, why, work, 1.0),
        };
    }
    let most =
        diagram.count().to_u64().map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let count = wanted.count.unwrap_or(usize::MAX).min(most);
    // How many are within a cost is not known beforehand: twice as many each time.
    let mut tried = if wanted.within.is_some() { count.min(16) } else { count };
    loop {
        let found = diagram.few_best(wanted.is_max(), tried, |option| problem.cost(option), budget);
        let mut covers = match found {
            Ok(covers) => covers,
            Err(reason) => return Report::stopped((Ranking::default(), reason), engine, why, work, 1.0),
        };
        let is_within = |cost: i128| wanted.within.is_none_or(|within| wanted.sign() * (cost - within) <= 0);
        if tried < count && covers.last().is_some_and(|(cost, _)| is_within(*cost)) {
            tried = tried.saturating_mul(2).min(count);
            continue;
        }
        covers.retain(|(cost, _)| is_within(*cost));
        return answer(problem, covers, engine, why, work);
    }
}

/// How many covers of a diagram are within a cost.
fn number_within(
    problem: &Problem,
    diagram: &Diagram,
    wanted: Wanted,
    budget: &Budget,
) -> Result<Count, Reason> {
    let Some(within) = wanted.within else { return Ok(diagram.count()) };
    let costs = diagram.distribution(1, |option| [problem.cost(option)], budget)?;
    let mut found = Count::ZERO;
    for (cost, count) in costs.terms() {
        if wanted.sign() * (cost[0] - within) <= 0 {
            found += count;
        }
    }
    Ok(found)
}

/// Verifies the covers.
fn answer(
    problem: &Problem,
    covers: Vec<(i128, Solution)>,
    engine: Engine,
    why: String,
    work: Work,
) -> Report<Ranking> {
    verify(problem, &covers);
    let (bound, found) = (covers.first().map(|(cost, _)| *cost), Count::from(covers.len() as u64));
    Report::answered(Ranking { covers, found, bound }, engine, why, work)
}
