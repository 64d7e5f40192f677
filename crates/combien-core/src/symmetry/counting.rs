//! Counting up to symmetry by the method that takes less time.
//!
//! Burnside's lemma needs the number of all solutions, which the identity fixes: the Steiner triple systems of 13 points are
//! 1,197,504,000, of two kinds. Where a large group leaves few solutions to be met, listing is faster. So listing is tried
//! first, up to an amount of work. Work is counted, so the choice is always the same.

use super::burnside::{CountError, Counted, Method, count};
use super::listing::{Listed, meet_each};
use super::{GroupError, ListError, Symmetries};
use crate::count::Count;
use crate::problem::Problem;
use crate::solve::{Budget, Ending, Meter, Outcome, Reason};

/// Groups with at least this many elements: for others, listing saves little.
const LEAST_ORDER: u64 = 1 << 10;

/// The work of the trial, in nodes: about a second.
const TRIAL: u64 = 1 << 20;

/// Listing is continued if at least this part of it was done.
const LEAST_PART: f64 = 1.0 / 2.0;

/// Counts the orbits of the solutions of a problem: by listing if the group is large and listing is fast, otherwise by Burnside's
/// lemma ([`count`]). Which it was stands in the result. The limits hold for all of it, that on nodes for each attempt.
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
    mut meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    if group.order() < Count::from(LEAST_ORDER) {
        return count(problem, group, budget, meter);
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
    let meter_again = meter.as_mut().map(|meter| &mut **meter as &mut dyn Meter);
    match count(problem, group, budget, meter_again) {
        Err(CountError::Group(GroupError::NoClasses(_))) => by_listing(problem, group, budget, meter),
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
