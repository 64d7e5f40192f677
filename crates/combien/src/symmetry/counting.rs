//! Counting up to symmetry by the method that takes less time.
//!
//! Burnside's lemma needs the number of all solutions, which the identity fixes: the Steiner triple systems
//! of 13 points are 1,197,504,000, of two kinds. Where a large group leaves few solutions to be met, listing
//! is faster. So listing is tried first, up to an amount of work. Work is counted, so the choice is always
//! the same. Where one of them cannot be used, it is the other.

use super::burnside::{CountError, Counted, Method, count};
use super::equals::grouped;
use super::listing::{Listed, meet_each};
use super::quotient::NoQuotient;
use super::{Generated, GroupError, ListError, Symmetries};
use crate::count::Count;
use crate::problem::Problem;
use crate::solve::{Budget, Ending, Enumerate, Meter, Outcome, Reason};

/// Groups with at least this many elements: for others, listing saves little.
const LEAST_ORDER: u64 = 1 << 10;

/// The work of the trial, in nodes: about a second.
const TRIAL: u64 = 1 << 20;

/// The work to find out, before there is a group, whether there is more than one solution.
const FEW_NODES: u64 = 1 << 14;

/// Listing is continued if at least this part of it was done.
const LEAST_PART: f64 = 1.0 / 2.0;

/// Counts the orbits of the solutions of a problem: by listing if the group is large and listing is fast,
/// otherwise by Burnside's lemma ([`count`]). Which it was stands in the result. The limits hold for all of
/// it, that on nodes for each attempt.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::Budget;
/// use combien::symmetry::{self, Symmetries};
///
/// let problem = dlx::parse("square", "a b c d\na b\nb c\nc d\nd a\n")?.problem;
/// let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
/// let group = Symmetries::found(&problem, found, &Budget::UNLIMITED)?;
/// let counted = symmetry::count_by_either(&problem, &group, &Budget::UNLIMITED, None)?;
/// assert_eq!(counted.outcome.certain().to_string(), "1");
/// assert_eq!(counted.method, symmetry::Method::Burnside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_by_either(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    if group.order() < Count::from(LEAST_ORDER) {
        return by_lemma_or_listing(problem, group, budget, meter);
    }
    // The meter hears nothing of the trial: its progress would go back.
    let nodes = budget.nodes.map_or(TRIAL, |nodes| nodes.min(TRIAL));
    let trial = Budget { nodes: Some(nodes), ..budget.clone() };
    match meet_each(problem, group, &trial, Some(TRIAL), None) {
        Ok((listed, part)) => match listed.ending {
            Ending::Stopped(Reason::Nodes(_)) if part >= LEAST_PART => {
                return by_listing(problem, group, budget, meter);
            }
            Ending::Stopped(Reason::Nodes(_) | Reason::Memory(_)) => {}
            _ => return Ok(counted(group, listed)),
        },
        // Maybe it can be counted nevertheless.
        Err(ListError::Group(_) | ListError::Build(_)) => {}
        Err(error) => return Err(CountError::List(error)),
    }
    by_lemma_or_listing(problem, group, budget, meter)
}

/// Counts the orbits of the solutions of a problem under the automorphisms that were found: all that keep
/// some sets of items. Equal options can be exchanged, and are not told apart; so the group may have far more
/// elements than one that could be built. The classes in the result are those of the group without these
/// exchanges.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::Budget;
/// use combien::symmetry;
///
/// // From none to ten of ten equal options.
/// let problem = dlx::parse("ten", &format!("0:10|a\n{}", "a\n".repeat(10)))?.problem;
/// let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
/// let counted = symmetry::count_found(&problem, found, &Budget::UNLIMITED, None)?;
/// assert_eq!(counted.outcome.certain().to_string(), "11");
/// assert_eq!(counted.order.to_string(), "3628800");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_found(
    problem: &Problem,
    found: Generated,
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    let order = found.order.clone();
    let by_listing =
        |outcome| Counted { outcome, classes: vec![], order: order.clone(), method: Method::Listing };
    let (problem, found) = match grouped(problem, &found, budget) {
        Ok(Some(grouped)) => grouped,
        Ok(None) => (problem.clone(), found),
        Err(CountError::Group(GroupError::Stopped(reason))) => return Ok(by_listing(nothing(reason))),
        Err(error) => return Err(error),
    };
    // One solution is one orbit, whatever the group; a large group takes long to build.
    if found.order >= Count::from(LEAST_ORDER) {
        let nodes = budget.nodes.map_or(FEW_NODES, |nodes| nodes.min(FEW_NODES));
        let few = Budget { nodes: Some(nodes), ..budget.clone() };
        let few = Enumerate::of(&problem).budget(few).at_most(2).tally().map_err(CountError::Solve)?;
        if let Outcome::Answer(number) = few.outcome {
            return Ok(by_listing(Outcome::Answer(number)));
        }
    }
    match Symmetries::found(&problem, found, budget) {
        Ok(group) => Ok(Counted { order, ..count_by_either(&problem, &group, budget, meter)? }),
        Err(GroupError::Stopped(reason)) => Ok(by_listing(nothing(reason))),
        Err(error) => Err(CountError::Group(error)),
    }
}

fn nothing(reason: Reason) -> Outcome<Count> {
    Outcome::Stopped { certain: Count::ZERO, reason }
}

/// By Burnside's lemma; by listing if the classes of the group are not found, or the solutions that an
/// element fixes are those of too many problems: where pieces may be used several times, and turn into each
/// other.
fn by_lemma_or_listing(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
    mut meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    let meter_again = meter.as_mut().map(|meter| &mut **meter as &mut dyn Meter);
    match count(problem, group, budget, meter_again) {
        Err(
            CountError::Group(GroupError::NoClasses(_))
            | CountError::Quotient(NoQuotient::TooManyParts | NoQuotient::Build(_)),
        ) => by_listing(problem, group, budget, meter),
        counted => counted,
    }
}

fn by_listing(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    let listed = meet_each(problem, group, budget, None, meter).map_err(CountError::List)?;
    Ok(counted(group, listed.0))
}

fn counted(group: &Symmetries, listed: Listed) -> Counted {
    let found = Count::from(listed.found);
    let outcome = match listed.ending {
        Ending::Complete => Outcome::Answer(found),
        Ending::Stopped(reason) => Outcome::Stopped { certain: found, reason },
    };
    Counted { outcome, classes: vec![], order: group.order(), method: Method::Listing }
}
