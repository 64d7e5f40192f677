//! Listing up to symmetry: one solution of each orbit, without storing any.
//!
//! Of an item that each solution covers, and of all items that the group takes it to, the options fall into
//! orbits. A solution has some of these options, and one of its images has the representative of the first
//! orbit that it meets. So it is enough to search, for each orbit, the solutions that have its representative
//! and nothing of the orbits before; below, only the elements count that keep the representative, its
//! *stabilizer*. Where the item is kept in place by the whole group, a solution has one such option, and only
//! those that the stabilizer takes to each other are still alike. This is what the paper of `combine` does by
//! hand with the pentomino F: it leaves it in one orientation, and finds 65 solutions and not 520. What the
//! choices leave alike is told apart by the same tree of choices: a solution is handed out if it is the least
//! of its images.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::choices::{Choices, bytes_of};
use super::limits::{Parts, Scaled, Stretch, fit};
use super::met::{Meeting, Met};
use super::quotient::{NoQuotient, Parting};
use super::{GroupError, Symmetries};
use crate::check::Checker;
use crate::count::Count;
use crate::problem::{Automorphism, BuildError, Problem, Residual, Solution, Subproblem};
use crate::solve::{self, Budget, Ending, Enumerate, Meter, Progress, Reason};

/// The work of a partial solution before it is divided, in nodes: some ten times what it takes to look at it
/// and at its parts.
pub(super) const TRIAL: u64 = 1 << 14;

/// How a listing by layers ended.
pub(super) enum Layered {
    /// It came to its end, or was stopped, as any other listing.
    Ended(ControlFlow<()>),
    /// There are too many orbits to remember. Those that were met have been delivered.
    TooMany,
}

/// One solution of an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The solution.
    pub solution: Solution,
    /// The number of elements of the group that map it to itself: one if it has no symmetry.
    pub stabilizer_order: Count,
    /// The number of solutions in its orbit.
    pub orbit_size: Count,
}

/// How a listing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Were these all?
    pub ending: Ending,
    /// How many orbits were handed out.
    pub found: u64,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// Why solutions could not be listed up to symmetry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ListError {
    /// A part of the problem is too large.
    Build(BuildError),
    /// A group is too large.
    Group(GroupError),
    /// The problem of the solutions that a symmetry fixes cannot be built.
    Quotient(NoQuotient),
    /// An engine could not take a part.
    Solve(solve::Error),
}

errors!(ListError {
    Build(error) from BuildError => "{error}";
    Group(error) from GroupError => "{error}";
    Quotient(error) from NoQuotient => "{error}";
    Solve(error) from solve::Error => "{error}";
});

/// What takes the solutions.
type Deliver<'a> = &'a mut dyn FnMut(Representative) -> ControlFlow<()>;

/// Delivers one solution of each orbit, until it is told to stop.
///
/// The search is cut into parts, each with some options taken and some refused; parts come in the order of
/// the options taken. Within a part solutions come in the order of the engine that enumerates it: the same
/// every time. The limit on nodes holds for all parts together. To get only the first few, stop at the first
/// one that is not wanted.
///
/// # Panics
///
/// If a solution fails the checker: a bug.
pub fn each<'a>(
    problem: &'a Problem,
    group: &'a Symmetries,
    budget: &'a Budget,
    meter: Option<&'a mut dyn Meter>,
    deliver: Deliver<'a>,
) -> Result<Listed, ListError> {
    let mut listing = match Listing::new(problem, group, budget, meter, deliver) {
        Ok(listing) => listing,
        Err(error) => return not_begun(error),
    };
    let ended = listing.all();
    listing.ended(ended)
}

/// Counts the orbits by meeting a solution of each. For a large group this takes less memory and time than
/// [`each`], because nobody sees the solutions, so it may differ from the least one.
///
/// With `most_work`, it ends with [`Reason::Nodes`] after about this number of nodes, or as much work.
/// Returns how it ended, and the part of the search that was done: 0 for a large group, because layers do not
/// tell.
pub(super) fn meet_each(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
    most_work: Option<u64>,
    meter: Option<&mut dyn Meter>,
) -> Result<(Listed, f64), ListError> {
    let meter = meter.map(|meter| meter as &mut dyn Meter);
    let mut deliver = |_| ControlFlow::Continue(());
    let mut listing = match Listing::new(problem, group, budget, meter, &mut deliver) {
        Ok(listing) => listing,
        Err(error) => return not_begun(error).map(|listed| (listed, 0.0)),
    };
    (listing.wants_first, listing.most_work) = (true, most_work);
    let ended = listing.all();
    let done = if listing.met.is_some() { 0.0 } else { listing.done };
    listing.ended(ended).map(|listed| (listed, done))
}

/// Delivers one solution of each orbit of symmetric solutions: those that an element other than the identity
/// maps to itself.
///
/// They are not filtered from all solutions. For each class of elements of prime order, the solutions that
/// one of its elements fixes are listed from a quotient of the problem. So it takes little time even if there
/// are many solutions without symmetry. Delivered solutions are stored. The classes are sorted by order.
///
/// # Panics
///
/// If a solution fails the checker: a bug.
pub fn each_symmetric<'a>(
    problem: &'a Problem,
    group: &'a Symmetries,
    budget: &'a Budget,
    meter: Option<&'a mut dyn Meter>,
    deliver: Deliver<'a>,
) -> Result<Listed, ListError> {
    let mut listing = match Listing::new(problem, group, budget, meter, deliver) {
        Ok(listing) => listing,
        Err(error) => return not_begun(error),
    };
    let ended = listing.symmetric();
    listing.ended(ended)
}

/// Delivers the solutions that each of the symmetries maps to itself, those of the problems that
/// [`kept_by`](super::kept_by) gives.
///
/// # Panics
///
/// If a solution fails the checker: a bug.
pub fn each_kept(
    problem: &Problem,
    symmetries: &[Automorphism],
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
    deliver: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Listed, ListError> {
    // Without symmetries: each solution is an orbit.
    let alone = Symmetries::trivial(problem);
    // A meter that lives no longer than the group.
    let meter = meter.map(|meter| meter as &mut dyn Meter);
    let mut deliver = |representative: Representative| deliver(representative.solution);
    let mut listing = match Listing::new(problem, &alone, budget, meter, &mut deliver) {
        Ok(listing) => listing,
        Err(error) => return not_begun(error),
    };
    let ended = listing.kept(symmetries, Stretch::WHOLE, |listing, solution| {
        listing.check(&solution);
        Ok(listing.found(solution, Count::ONE))
    });
    listing.ended(ended)
}

/// How a listing ends that could not be begun.
fn not_begun(error: GroupError) -> Result<Listed, ListError> {
    match error {
        GroupError::Stopped(reason) => Ok(Listed { ending: Ending::Stopped(reason), found: 0, nodes: 0 }),
        other => Err(other.into()),
    }
}

pub(super) struct Listing<'a> {
    pub(super) problem: &'a Problem,
    pub(super) group: &'a Symmetries,
    pub(super) choices: Choices,
    checker: Checker,
    /// The orbits that were met, if the group is large.
    pub(super) met: Option<Met>,
    /// The orbits in `met` were delivered, and the search began again: it delivers the others.
    goes_on: bool,
    /// The first solution that is met stands for its orbit, not the least.
    pub(super) wants_first: bool,
    /// How many solutions were compared.
    pub(super) compared: u64,
    /// The most work: nodes, and a number of them for each comparison.
    most_work: Option<u64>,
    /// The part of the search before the part that is searched now.
    pub(super) done: f64,
    pub(super) budget: &'a Budget,
    pub(super) spent: Parts<'a>,
    meter: Option<&'a mut dyn Meter>,
    ending: Ending,
    deliver: Deliver<'a>,
}

/// The page has no room for the comparisons (notes/page.md): there, all orbits are told apart by least
/// images.
const HAS_LAYERS: bool = cfg!(not(target_family = "wasm"));

/// The least image of a solution is found in the time of about as many nodes, if the group is large.
const NODES_OF_COMPARISON: u64 = 1 << 10;

/// Is there more to do, or was it stopped?
pub(super) type Flow = Result<ControlFlow<()>, ListError>;

impl<'a> Listing<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        group: &'a Symmetries,
        budget: &'a Budget,
        meter: Option<&'a mut dyn Meter>,
        deliver: Deliver<'a>,
    ) -> Result<Listing<'a>, GroupError> {
        let (choices, checker) = (Choices::new(group, budget)?, Checker::new(problem));
        let (spent, ending) = (Parts::beside(budget, group), Ending::Complete);
        let (met, goes_on, wants_first) = (None, false, false);
        let (compared, most_work, done) = (0, None, 0.0);
        Ok(Listing {
            problem,
            group,
            choices,
            checker,
            met,
            goes_on,
            wants_first,
            compared,
            most_work,
            done,
            budget,
            spent,
            meter,
            ending,
            deliver,
        })
    }

    fn ended(self, ended: Flow) -> Result<Listed, ListError> {
        let ending = match ended {
            Ok(_) => self.ending,
            Err(
                ListError::Group(GroupError::Stopped(reason))
                | ListError::Quotient(NoQuotient::Stopped(reason)),
            ) => Ending::Stopped(reason),
            Err(error) => return Err(error),
        };
        Ok(Listed { ending, found: self.spent.solutions, nodes: self.spent.nodes })
    }

    /// Lists one solution of each orbit.
    fn all(&mut self) -> Flow {
        let met = if HAS_LAYERS { Met::new(self.problem, self.group, self.budget)? } else { None };
        self.all_that(met, TRIAL)
    }

    /// Lists one solution of each orbit; if orbits can be recognized, by layers, with trials of this work.
    pub(super) fn all_that(&mut self, met: Option<Met>, trial: u64) -> Flow {
        if HAS_LAYERS && let Some(met) = met {
            let partial = met.empty();
            self.met = Some(met);
            match self.by_layers(&partial, trial)? {
                Layered::Ended(flow) => return Ok(flow),
                Layered::TooMany if self.wants_first => {
                    return Err(GroupError::from(Reason::Memory(self.budget.memory())).into());
                }
                Layered::TooMany => self.goes_on = true,
            }
        }
        self.part(&Subproblem::whole(), Choices::ROOT, Stretch::WHOLE)
    }

    /// Lists a part. The group of its node in the tree of choices fixes each option that the part takes.
    fn part(&mut self, part: &Subproblem, node: usize, stretch: Stretch) -> Flow {
        let Some(left) = part.residual(self.problem)? else { return Ok(ControlFlow::Continue(())) };
        let representatives = self.choices.search(node, self.problem, &left)?.to_vec();
        if representatives.is_empty() {
            return self.search(&left, stretch);
        }
        // The parts are made from the whole problem, so this one is not needed while they are searched.
        drop(left);
        for (rank, &option) in representatives.iter().enumerate() {
            let child = self.choices.child(node, rank)?;
            // Nothing is said of those that were refused before, or taken, or that cannot be taken any more.
            let earlier: Vec<_> = self.choices.earlier(node, rank).collect();
            let below = part.take([option]).refuse(earlier);
            let stretch = stretch.part(rank, representatives.len());
            self.tick(stretch);
            if self.part(&below, child, stretch)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.choices.forget(node, rank);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Enumerates the rest, and selects the least of each orbit.
    fn search(&mut self, left: &Residual, stretch: Stretch) -> Flow {
        self.choices.begin_comparing();
        self.done = stretch.start();
        self.solutions(&left.problem, stretch, |listing, solution| {
            let solution = left.complete(solution);
            listing.check(&solution);
            listing.compared += 1;
            listing.limit_work()?;
            let Some(order) = listing.choices.if_least(&solution)? else {
                return Ok(ControlFlow::Continue(()));
            };
            if listing.was_delivered(&solution)? {
                return Ok(ControlFlow::Continue(()));
            }
            Ok(listing.found(solution, order))
        })
    }

    /// Was a solution of its orbit delivered before the search began again?
    fn was_delivered(&mut self, solution: &Solution) -> Result<bool, GroupError> {
        match &mut self.met {
            Some(met) if HAS_LAYERS && self.goes_on => met.has(solution),
            _ => Ok(false),
        }
    }

    /// Looks up the orbit of a solution, and remembers it.
    pub(super) fn meet(&mut self, solution: &Solution) -> Result<Meeting, GroupError> {
        self.met.as_mut().map_or(Ok(Meeting::Unknown), |met| met.meet(solution))
    }

    /// The work so far, in nodes of a search for solutions that take about as long.
    pub(super) fn work(&self) -> u64 {
        self.spent.nodes + self.met.as_ref().map_or(0, Met::work) + self.compared * NODES_OF_COMPARISON
    }

    /// Returns an error if there was too much work.
    pub(super) fn limit_work(&self) -> Result<(), GroupError> {
        match self.most_work {
            Some(most) if self.work() > most => Err(Reason::Nodes(most).into()),
            _ => Ok(()),
        }
    }

    /// The listing ends for this reason.
    pub(super) fn stop(&mut self, reason: Reason) {
        self.ending = Ending::Stopped(self.spent.as_limited(reason));
    }

    /// Enumerates the solutions that an element of each class of prime order fixes.
    fn symmetric(&mut self) -> Flow {
        let classes = self.group.classes(self.problem, self.budget)?.into_iter();
        let with_period = classes.map(|class| (class.representative.period(), class.representative));
        let mut elements: Vec<(u64, Automorphism)> =
            with_period.filter(|&(period, _)| is_prime(period)).collect();
        elements.sort_by_key(|&(period, _)| period);
        let mut met = BTreeSet::new();
        let mut bytes = elements.len() * self.group.bytes_of_element();
        for (place, (_, element)) in elements.iter().enumerate() {
            let stretch = Stretch::WHOLE.part(place, elements.len());
            let flow = self.kept(std::slice::from_ref(element), stretch, |listing, solution| {
                let (least, order) = listing.choices.least(&solution)?;
                if !met.insert(least.clone()) {
                    return Ok(ControlFlow::Continue(()));
                }
                bytes += bytes_of(&least);
                fit(listing.choices.bytes() + bytes, listing.budget).map_err(GroupError::from)?;
                listing.check(&least);
                Ok(listing.found(least, order))
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Enumerates the solutions that each of the symmetries fixes.
    fn kept(
        &mut self,
        symmetries: &[Automorphism],
        stretch: Stretch,
        mut with: impl FnMut(&mut Self, Solution) -> Flow,
    ) -> Flow {
        let parting = Parting::new(self.problem, symmetries, self.budget)?;
        for place in 0..parting.len() {
            let part = parting.part(place)?;
            let stretch = stretch.part(place, parting.len());
            let flow = self.solutions(&part.problem, stretch, |listing, solution| {
                with(listing, part.complete(solution))
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does something with each solution of a part.
    fn solutions(
        &mut self,
        part: &Problem,
        stretch: Stretch,
        with: impl FnMut(&mut Self, &Solution) -> Flow,
    ) -> Flow {
        let (flow, stopped) = self.solutions_within(self.spent.left(), part, stretch, with)?;
        let Some(reason) = stopped else { return Ok(flow) };
        self.stop(reason);
        Ok(ControlFlow::Break(()))
    }

    /// Does something with each solution of a part, within some limits. Also returns the reason if one of
    /// them was reached.
    pub(super) fn solutions_within(
        &mut self,
        budget: Budget,
        part: &Problem,
        stretch: Stretch,
        mut with: impl FnMut(&mut Self, &Solution) -> Flow,
    ) -> Result<(ControlFlow<()>, Option<Reason>), ListError> {
        let mut meter = self.meter.take();
        let mut scaled = Scaled::new(&mut meter, stretch, &self.spent);
        let mut solutions = Enumerate::of(part).budget(budget).meter(&mut scaled).run()?;
        let mut flow = Ok(ControlFlow::Continue(()));
        for solution in &mut solutions {
            flow = with(self, &solution);
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                break;
            }
        }
        self.spent.nodes += solutions.work().nodes;
        let stopped = match solutions.ending() {
            Some(Ending::Stopped(reason)) => Some(reason),
            _ => None,
        };
        drop(solutions);
        self.meter = meter;
        Ok((flow?, stopped))
    }

    /// Delivers the representative of an orbit, if another one is wanted.
    pub(super) fn found(&mut self, solution: Solution, stabilizer_order: Count) -> ControlFlow<()> {
        self.spent.solutions += 1;
        let (orbit_size, _) = self.group.order().divided_by(&stabilizer_order);
        let flow = (self.deliver)(Representative { solution, stabilizer_order, orbit_size });
        if flow.is_break() {
            self.ending = Ending::Stopped(Reason::Asked);
        }
        flow
    }

    pub(super) fn check(&mut self, solution: &Solution) {
        if let Err(violations) = self.checker.check(self.problem, solution.options()) {
            panic!("what a part's solution stands for is no solution: {}", violations[0]);
        }
    }

    /// Reports the progress at the beginning of each part, because many parts are too short to report it
    /// themselves.
    pub(super) fn tick(&mut self, stretch: Stretch) {
        let none = Progress { nodes: 0, solutions: 0, fraction: 0.0, left: None };
        let mut meter = Scaled::new(&mut self.meter, stretch, &self.spent);
        if meter.is_due(0) {
            meter.tick(none);
        }
    }
}

fn is_prime(number: u64) -> bool {
    number > 1 && (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}
