//! Counting up to symmetry: Burnside's lemma (Cauchy, Frobenius). There are as many orbits as an element of the group
//! fixes solutions on average.

use std::error::Error;
use std::fmt;

use super::quotient::{NoQuotient, quotient};
use super::{Symmetries, TooMany};
use crate::count::Count;
use crate::problem::{BuildError, Problem};
use crate::solve::{self, Limits, Outcome, Query, Reason};

/// How many orbits of solutions there are, and why.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The orbits; how many there are at least, if a limit was reached.
    pub outcome: Outcome<Count>,
    /// The classes of the group that were counted, in their order.
    pub classes: Vec<ClassCount>,
    /// How many elements the group has.
    pub order: usize,
}

/// How many solutions the elements of a class fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCount {
    /// The place of its first element in the group.
    pub element: usize,
    /// How many elements it has.
    pub size: usize,
    /// How often such an element must be repeated until nothing has moved.
    pub period: u64,
    /// How many solutions each of them fixes.
    pub fixed: Count,
}

/// Why solutions could not be counted up to symmetry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CountError {
    /// The group is too large.
    TooMany(TooMany),
    /// Items that may be covered often can be covered in too many ways by solutions that a symmetry fixes.
    TooManyParts,
    /// A problem of solutions that a symmetry fixes is too large.
    Build(BuildError),
    /// An engine could not take such a problem.
    Solve(solve::Error),
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::TooMany(error) => error.fmt(f),
            CountError::TooManyParts => {
                f.write_str("items with wide bounds can be covered symmetrically in too many ways")
            }
            CountError::Build(error) => error.fmt(f),
            CountError::Solve(error) => error.fmt(f),
        }
    }
}

impl Error for CountError {}

impl From<NoQuotient> for CountError {
    fn from(error: NoQuotient) -> CountError {
        match error {
            NoQuotient::TooManyParts => CountError::TooManyParts,
            NoQuotient::Build(error) => CountError::Build(error),
        }
    }
}

impl From<solve::Error> for CountError {
    fn from(error: solve::Error) -> CountError {
        CountError::Solve(error)
    }
}

impl From<TooMany> for CountError {
    fn from(error: TooMany) -> CountError {
        CountError::TooMany(error)
    }
}

/// Counts the orbits of the solutions of a problem. For one element of each class of the group the solutions that it
/// fixes are counted, as those of a quotient by the engine that suits it. Each of these counts obeys the limits;
/// that of nodes holds for all together.
///
/// # Panics
///
/// If the sum is not divisible by the order of the group: then a count is wrong.
pub fn count(problem: &Problem, group: &Symmetries, limits: &Limits) -> Result<Counted, CountError> {
    let mut counted =
        Counted { outcome: Outcome::Answer(Count::ZERO), classes: vec![], order: group.order() };
    let mut limits = limits.clone();
    let mut sum = Count::ZERO;
    for class in group.classes() {
        let mut fixed = Count::ZERO;
        for part in quotient(problem, class.representative)? {
            let report = Query::new(&part).limits(limits.clone()).count()?;
            fixed += report.outcome.certain();
            if let Outcome::Stopped { reason, .. } = report.outcome {
                return Ok(stopped(counted, reason, &(&sum + &(&fixed * &Count::from(class.size as u64)))));
            }
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(report.work.nodes));
        }
        sum += &(&fixed * &Count::from(class.size as u64));
        let element = group.elements().iter().position(|element| element == class.representative);
        let period = class.representative.period();
        counted.classes.push(ClassCount { element: element.unwrap_or(0), size: class.size, period, fixed });
    }
    let (orbits, rest) = sum.divided_by(group.order() as u64);
    assert!(rest == 0, "Burnside's sum {sum} is not divisible by the order {} of the group", group.order());
    counted.outcome = Outcome::Answer(orbits);
    Ok(counted)
}

/// What is certain of a sum that is not complete: an orbit has at most as many solutions as the group elements, and
/// solutions that elements fix only make more orbits of the sum.
fn stopped(counted: Counted, reason: Reason, sum: &Count) -> Counted {
    let (orbits, rest) = sum.divided_by(counted.order as u64);
    let certain = if rest == 0 { orbits } else { orbits + Count::from(1u64) };
    Counted { outcome: Outcome::Stopped { certain, reason }, ..counted }
}
