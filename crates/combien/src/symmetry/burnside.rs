//! Counting up to symmetry: Burnside's lemma (Cauchy, Frobenius). The number of orbits is the average number
//! of solutions that an element of the group fixes.

use super::group::go_on;
use super::limits::{Parts, Scaled, Stretch};
use super::quotient::{NoQuotient, Parting};
use super::{Class, GroupError, ListError, Symmetries};
use crate::count::Count;
use crate::problem::{Automorphism, Problem};
use crate::solve::{self, Budget, Meter, Outcome, Reason, Report};

/// The number of orbits of solutions, and how it was counted.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of orbits; a lower bound if a limit was reached.
    pub outcome: Outcome<Count>,
    /// The classes of the group that were counted, by their period.
    pub classes: Vec<ClassCount>,
    /// How many elements the group has.
    pub order: Count,
    /// How they were counted.
    pub method: Method,
}

/// A method to count orbits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// By Burnside's lemma: the solutions that elements of the group fix are counted.
    Burnside,
    /// By listing: one solution of each orbit is met.
    Listing,
}

/// The number of solutions that the elements of a class fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCount {
    /// How many elements it has.
    pub size: Count,
    /// The order of such an element.
    pub period: u64,
    /// How many solutions each of them fixes.
    pub fixed: Count,
}

/// Why solutions could not be counted up to symmetry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CountError {
    /// The group has too many elements.
    Group(GroupError),
    /// The orbits could not be listed.
    List(ListError),
    /// The problem of the solutions that a symmetry fixes cannot be built.
    Quotient(NoQuotient),
    /// An engine could not take such a problem.
    Solve(solve::Error),
}

errors!(CountError {
    Group(error) => "{error}";
    List(error) => "{error}";
    Quotient(error) from NoQuotient => "{error}";
    Solve(error) from solve::Error => "{error}";
});

/// Counts the orbits of the solutions of a problem. For one element of each class of the group the solutions
/// that it fixes are counted, as those of a quotient by the engine that suits it. Each of these counts obeys
/// the limits; the limit on nodes holds for all together. The meter receives the finished part of the
/// classes, the identity's first, as the largest part, and a lower bound on the orbits.
///
/// # Panics
///
/// Panics if the sum is not divisible by the order of the group, because then a count is wrong.
pub fn count(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
    mut meter: Option<&mut dyn Meter>,
) -> Result<Counted, CountError> {
    let method = Method::Burnside;
    let mut counted =
        Counted { outcome: Outcome::Answer(Count::ZERO), classes: vec![], order: group.order(), method };
    let classes = match group.classes(problem, budget).and_then(|classes| by_period(classes, budget)) {
        Ok(classes) => classes,
        Err(GroupError::Stopped(reason)) => return Ok(stopped(counted, reason, &Count::ZERO)),
        Err(error) => return Err(CountError::Group(error)),
    };
    let mut spent = Parts::beside(budget, group);
    let mut sum = Count::ZERO;
    let (all, mut before): (f64, f64) = (classes.iter().map(|(_, class)| weight(class)).sum(), 0.0);
    for (period, class) in &classes {
        let end = before + weight(class) / all;
        let stretch = Stretch::WHOLE.between(before, end);
        before = end;
        let kept = std::slice::from_ref(&class.representative);
        // Each solution that an element fixes is a part of an orbit.
        spent.share = class.size.ratio(&counted.order);
        let fixed = count_parts(problem, kept, stretch, &mut spent, &mut meter)?.outcome;
        sum += &(fixed.certain() * &class.size);
        match fixed {
            Outcome::Answer(fixed) => {
                counted.classes.push(ClassCount { size: class.size.clone(), period: *period, fixed });
            }
            Outcome::Stopped { reason, .. } => return Ok(stopped(counted, reason, &sum)),
        }
    }
    let (orbits, rest) = sum.divided_by(&counted.order);
    assert!(
        rest.is_zero(),
        "Burnside's sum {sum} is not divisible by the order {} of the group",
        counted.order
    );
    counted.outcome = Outcome::Answer(orbits);
    Ok(counted)
}

/// How many solutions some symmetries keep.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The number; a lower bound if a limit was reached.
    pub outcome: Outcome<Count>,
    /// How each of the partial problems was counted, as far as counting got.
    pub parts: Vec<Report<Count>>,
}

/// Counts the solutions that each of the symmetries maps to itself: those of the problems that
/// [`kept_by`](super::kept_by) gives, within limits that hold for all together.
pub fn count_kept(
    problem: &Problem,
    symmetries: &[Automorphism],
    budget: &Budget,
    mut meter: Option<&mut dyn Meter>,
) -> Result<Kept, CountError> {
    let mut spent = Parts::of(budget);
    spent.share = 1.0;
    count_parts(problem, symmetries, Stretch::WHOLE, &mut spent, &mut meter)
}

/// Counts the solutions that each of the symmetries maps to itself, as a part of a longer question.
fn count_parts(
    problem: &Problem,
    symmetries: &[Automorphism],
    stretch: Stretch,
    spent: &mut Parts<'_>,
    meter: &mut Option<&mut dyn Meter>,
) -> Result<Kept, CountError> {
    let (mut sum, mut reports) = (Count::ZERO, vec![]);
    let budget = spent.left();
    let stopped = |certain, reason, parts| Ok(Kept { outcome: Outcome::Stopped { certain, reason }, parts });
    let parting = match Parting::new(problem, symmetries, &budget) {
        Err(NoQuotient::Stopped(reason)) => return stopped(sum, reason, reports),
        parting => parting?,
    };
    for place in 0..parting.len() {
        let part = match parting.part(place) {
            Err(NoQuotient::Stopped(reason)) => return stopped(sum, reason, reports),
            part => part?,
        };
        let mut scaled = Scaled::new(meter, stretch.part(place, parting.len()), spent);
        let report = solve::Count::of(&part.problem).budget(spent.left()).meter(&mut scaled).run()?;
        sum += report.outcome.certain();
        spent.nodes += report.work.nodes;
        let found = report.outcome.certain().ratio(&Count::ONE) * spent.share;
        spent.solutions = spent.solutions.saturating_add(found as u64);
        let reason = report.outcome.reason();
        reports.push(report);
        if let Some(reason) = reason {
            return stopped(sum, spent.as_limited(reason), reports);
        }
    }
    Ok(Kept { outcome: Outcome::Answer(sum), parts: reports })
}

/// The classes with their periods: the shortest first, that of the identity, and small classes before large
/// ones.
fn by_period(classes: Vec<Class>, budget: &Budget) -> Result<Vec<(u64, Class)>, GroupError> {
    let with_period =
        classes.into_iter().map(|class| go_on(budget).map(|()| (class.representative.period(), class)));
    let mut classes: Vec<(u64, Class)> = with_period.collect::<Result<_, _>>()?;
    classes.sort_by_key(|(period, class)| (*period, class.size.clone()));
    Ok(classes)
}

/// The part of a class in the progress: a search takes exponential time in the number of its options, which
/// are the cycles of an element. That all options weigh as much as two to the 16 is a guess.
fn weight(class: &Class) -> f64 {
    let options = class.representative.options().len().max(1) as f64;
    (16.0 * class.representative.cycles().len() as f64 / options).exp2()
}

/// The lower bound from an incomplete sum: an orbit has at most as many solutions as the group has elements,
/// and further fixed solutions only increase the number of orbits.
fn stopped(counted: Counted, reason: Reason, sum: &Count) -> Counted {
    let (orbits, rest) = sum.divided_by(&counted.order);
    let certain = if rest.is_zero() { orbits } else { orbits + Count::ONE };
    Counted { outcome: Outcome::Stopped { certain, reason }, ..counted }
}
