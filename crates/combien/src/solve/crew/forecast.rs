//! How much is left: cohorts of random nodes go down the branches that are open (see [`Cohort`]).
//!
//! A cohort estimates how many nodes were left when it started. With the nodes done by then, that is an
//! estimate of the whole, which stays the same while the search goes on. So all cohorts estimate the same
//! number, the later ones better, because less of it is unknown. The forecast is their mean, weighted by how
//! much was unknown to each. Their distance from this mean gives the error. This includes the cohorts whose
//! whole has already been exceeded: a forecast that was refuted makes the range wider.
//!
//! Cohorts have a search of their own, and their nodes are not counted: a search with a meter does the same
//! work as one without.

use std::collections::BTreeMap;

use crate::budget::{Span, Work};
use crate::engine::Branch;
use crate::random::SplitMix64;
use crate::solve::estimate::Magnitude;
use crate::solve::estimate::cohort::{Cohort, Member};
use crate::solve::search::Search;

/// The maximum share of the time of the search for cohorts,
const PART: u64 = 50;
/// and the share at first,
const PART_AT_FIRST: u64 = 10;
/// until they have taken this amount of work in the units of [`spent`]: some 40 ms.
const AT_FIRST: u64 = 1 << 23;
/// With a meter, they may take this amount before the search has done anything: about 5 ms. Without a meter
/// they take no more than the search itself: a search that is stopped and resumed a hundred times would
/// otherwise spend most of its time on the estimate at each stop.
const CREDIT: u64 = 1 << 20;
/// The approximate cost of expanding an open branch once.
const LOOK: u64 = 4;
/// The width of the first cohorts, and the unit in which the variance of a cohort is given.
const WIDTH: usize = 16;
/// The number of cohorts with the same width; then the width is doubled.
const COHORTS_OF_A_WIDTH: usize = 4;
/// The maximum number of times that the width is doubled.
const DOUBLINGS: usize = 4;
/// A problem whose cohorts hold more options than this at once is not probed: 4 MB.
const ROOM: usize = 1 << 20;
/// The greatest number of nodes that a cohort may estimate: its square is still a finite number.
const MOST: f64 = 1e150;
/// The variance of the estimate of a cohort of [`WIDTH`], relative to the square of the true number, as long
/// as nothing better is known. It is the variance for pentominoes, which is one of the larger ones.
const USUAL_VARIANCE: f64 = 0.4;
/// It has the weight of this number of cohorts.
const USUAL_COUNTS: f64 = 2.0;
/// Fewer cohorts than these give no range.
const FEW: usize = 2;
/// A range whose upper end is more than this number of times the mean is not reported, unless less is left
/// than was done.
const WIDEST: f64 = 30.0;
/// As long as the engine may still change to a fixed order of the items, the tree may become larger or
/// smaller: by this factor, or less in most cases.
const CHANGE_OF_ORDER: f64 = 2.0;

/// The forecast of the nodes that are left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Left {
    /// A careful guess, rather too large than too small.
    pub(super) careful: f64,
    /// The range, unless it would be too wide to be of use.
    pub(super) span: Option<Span>,
}

/// The estimate of a cohort.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// The nodes done when it started,
    done: f64,
    /// and its estimate of all nodes.
    whole: f64,
    /// Its width, in units of [`WIDTH`].
    width: f64,
}

/// The forecaster of a search.
pub(super) struct Forecast {
    search: Search,
    random: SplitMix64,
    /// What the cohorts have taken so far.
    spent: u64,
    /// The current cohort, its width and the nodes that were done when it started.
    cohort: Option<(Cohort, usize, f64)>,
    rounds: Vec<Round>,
    /// The search was in a fixed order of the items when the cohorts started. The tree is a different one
    /// then.
    is_fixed: bool,
    /// A cohort needed too much memory.
    is_given_up: bool,
    /// The work, in the units of [`spent`], of beginning a branch.
    start: u64,
}

impl Forecast {
    /// With a search of its own.
    pub(super) fn new(search: Search) -> Forecast {
        let start = search.start_cost();
        Forecast {
            search,
            random: SplitMix64::new(1),
            spent: 0,
            cohort: None,
            rounds: vec![],
            is_fixed: false,
            is_given_up: false,
            start,
        }
    }

    /// The bytes of its search. A cohort takes little beside it.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes()
    }

    /// May cohorts continue when this amount of work has been done by this number of threads?
    pub(super) fn is_due(&self, work: Work, threads: usize, is_watched: bool) -> bool {
        let time = self.search.cost(work) / threads as u64;
        let credit = if is_watched { CREDIT } else { CREDIT.min(time) };
        let allowed = credit + (time / PART_AT_FIRST).min(AT_FIRST) + time / PART;
        !self.is_given_up && self.spent + self.start <= allowed
    }

    /// Is there a current cohort?
    pub(super) fn is_under_way(&self) -> bool {
        self.cohort.is_some()
    }

    /// Starts a cohort in the branches that are left, when this number of nodes is done.
    pub(super) fn set_out<'b>(&mut self, done: f64, open: impl Iterator<Item = &'b Branch> + Clone) {
        let is_fixed = open.clone().any(|branch| branch.in_fixed_order.is_some());
        if is_fixed != self.is_fixed {
            self.is_fixed = is_fixed;
            self.rounds.clear();
        }
        let width = WIDTH << (self.rounds.len() / COHORTS_OF_A_WIDTH).min(DOUBLINGS);
        let (members, looked_at) = some_of_each_depth(open, width, &mut self.random);
        self.spent += LOOK * looked_at as u64;
        self.cohort = Some((Cohort::new(width, members), width, done));
    }

    /// Lets the cohort look at one more node.
    pub(super) fn go_on(&mut self) {
        let Some((cohort, width, done)) = &mut self.cohort else { return };
        let before = cohort.work;
        let is_on_its_way = cohort.step(&mut self.search, u64::MAX, &mut self.random);
        self.spent += self.start + self.search.cost(cohort.work - before);
        self.is_given_up = cohort.held() > ROOM;
        if self.is_given_up {
            self.cohort = None;
        } else if !is_on_its_way {
            let whole = *done + cohort.nodes.to_f64().min(MOST);
            self.rounds.push(Round { done: *done, whole, width: *width as f64 / WIDTH as f64 });
            self.cohort = None;
        }
    }

    /// What is left when this number of nodes is done; `None` if nothing is known yet.
    pub(super) fn left(&self, done: f64) -> Option<Left> {
        let rounds = &self.rounds[..];
        let mut whole = mean(rounds, |round| round.width)?;
        let unknown = |whole: f64, round: &Round| (whole - round.done).max(1.0);
        let weight = |whole: f64, round: &Round| round.width / unknown(whole, round).powi(2);
        // The unknown part depends on the whole: a few steps of iteration are enough.
        for _ in 0..8 {
            let before = whole.max(done + 1.0);
            whole = mean(rounds, |round| weight(before, round))?;
        }
        let whole = whole.max(done + 1.0);
        let error = |round: &Round| {
            let said = unknown(round.whole, round) / unknown(whole, round);
            // As a ratio, too small counts as much as too large.
            round.width * (said - 1.0).powi(2).max(said.ln().powi(2))
        };
        let errors: f64 = rounds.iter().map(error).sum();
        let variance = (USUAL_COUNTS * USUAL_VARIANCE + errors) / (USUAL_COUNTS + rounds.len() as f64 - 1.0);
        let weights: f64 = rounds.iter().map(|round| weight(whole, round)).sum();
        let squares: f64 = rounds.iter().map(|round| weight(whole, round).powi(2)).sum();
        let as_many = weights * weights / squares;
        let (left, span) = (whole - done, ranged(whole - done, (variance / weights).sqrt(), as_many));
        let is_useful = span.high / left < WIDEST || span.high < done;
        let careful = left + (variance / weights).sqrt();
        Some(Left { careful, span: (rounds.len() >= FEW && is_useful).then_some(span) })
    }
}

/// The mean of the estimates of the rounds.
fn mean(rounds: &[Round], weight: impl Fn(&Round) -> f64) -> Option<f64> {
    let weights: f64 = rounds.iter().map(&weight).sum();
    let sum: f64 = rounds.iter().map(|round| weight(round) * round.whole).sum();
    (weights > 0.0).then(|| sum / weights)
}

/// The range of a number with this mean and standard error, taken from as many cohorts: wide enough both for
/// a normal distribution and for a log-normal one, because it is close to the first near the end of a search
/// and to the second before.
fn ranged(mean: f64, error: f64, as_many: f64) -> Span {
    // A few numbers differ less than they should.
    let reach = 1.7 * (1.0 + 1.0 / as_many);
    let relative = (error / mean).min(MOST);
    let spread = (relative * relative).ln_1p().sqrt();
    let low = (mean * (-reach * spread).exp()).min(mean - reach * error).max(0.0);
    let high = (mean * (reach * spread).exp()).max(mean + reach * error);
    Span { low, high }
}

impl Left {
    /// This forecast, wider: for as long as the engine may change the order of the items.
    pub(super) fn before_a_change_of_order(self) -> Left {
        let Left { careful, span } = self;
        let wider = |Span { low, high }| Span { low: low / CHANGE_OF_ORDER, high: high * CHANGE_OF_ORDER };
        Left { careful: careful * CHANGE_OF_ORDER.sqrt(), span: span.map(wider) }
    }
}

/// Some branches of each depth, up to a maximum number, each with the number of branches that it represents;
/// and the number of all branches.
fn some_of_each_depth<'b>(
    branches: impl Iterator<Item = &'b Branch> + Clone,
    width: usize,
    random: &mut SplitMix64,
) -> (Vec<Member>, usize) {
    let depth = |branch: &Branch| branch.subproblem.taken().len();
    let mut depths: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    let mut looked_at = 0;
    for branch in branches.clone() {
        depths.entry(depth(branch)).or_default().0 += 1.0;
        looked_at += 1;
    }
    for (stands_for, at) in depths.values_mut() {
        *stands_for = (*stands_for / width as f64).max(1.0);
        *at = random.part();
    }
    let mut members = vec![];
    for branch in branches {
        let Some((stands_for, at)) = depths.get_mut(&depth(branch)) else { continue };
        *at += 1.0 / *stands_for;
        if *at >= 1.0 {
            *at -= 1.0;
            members.push((branch.clone(), Magnitude::from(*stands_for)));
        }
    }
    (members, looked_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Subproblem;
    use crate::problem::dlx::parse;

    fn round(done: f64, whole: f64) -> Round {
        Round { done, whole, width: 1.0 }
    }

    fn forecast(problem: &crate::problem::Problem, rounds: Vec<Round>) -> Forecast {
        Forecast { rounds, ..Forecast::new(Search::by(crate::solve::Engine::Links, problem).unwrap()) }
    }

    fn left(rounds: &[Round], done: f64) -> Option<Left> {
        let problem = parse("t", "a\na\n").unwrap().problem;
        forecast(&problem, rounds.to_vec()).left(done)
    }

    /// When a search is stopped after a few nodes and its progress is requested, the wait is no longer than
    /// for these nodes.
    #[test]
    fn cohorts_that_nobody_watches_take_no_longer_than_the_search() {
        let problem = parse("t", "a b\na\nb\na b\n").unwrap().problem;
        for nodes in [0, 1, 100, 10_000, 1_000_000] {
            let work = Work { nodes, updates: 0 };
            let mut forecast = forecast(&problem, vec![]);
            let time = forecast.search.cost(work);
            while forecast.is_due(work, 1, false) {
                forecast.spent += forecast.start;
            }
            assert!(forecast.spent <= 2 * time, "{} for {time}", forecast.spent);
            assert!(nodes < 10_000 || forecast.spent > time / 10, "{} for {time}", forecast.spent);
            assert!(!forecast.is_due(work, 1, false));
            assert!(forecast.spent > CREDIT / 2 || forecast.is_due(work, 1, true));
        }
    }

    #[test]
    fn without_cohorts_there_is_no_forecast() {
        assert_eq!(left(&[], 1000.0), None);
        // One cohort gives a careful figure, but no range.
        let one = left(&[round(0.0, 1e6)], 1e5).unwrap();
        assert!(one.span.is_none() && one.careful > 9e5, "{one:?}");
    }

    #[test]
    fn cohorts_that_agree_give_a_narrow_range() {
        let rounds: Vec<Round> =
            (0..40).map(|round_number| round(f64::from(round_number) * 1e3, 1e6)).collect();
        let Left { careful, span } = left(&rounds, 1e5).unwrap();
        let Span { low, high } = span.unwrap();
        assert!(low < 9e5 && 9e5 < high && high / low < 1.5 && careful < high, "{low} {careful} {high}");
        // When they differ, so do the ends.
        let rounds: Vec<Round> =
            (0..40u32).map(|number| round(0.0, if number.is_multiple_of(8) { 5e6 } else { 1e5 })).collect();
        let wide = left(&rounds, 1e5).unwrap().span.unwrap();
        assert!(wide.high / wide.low > 3.0 && wide.high > 9e5, "{wide:?}");
    }

    /// The later a cohort starts, the less wrong it can be about the whole.
    #[test]
    fn later_cohorts_count_more() {
        let rounds: Vec<Round> =
            (0..10).map(|_| round(0.0, 2e6)).chain((0..10).map(|_| round(9e5, 1e6))).collect();
        let Left { span, .. } = left(&rounds, 9.5e5).unwrap();
        assert!(span.is_none_or(|span| span.low < 5e4 && 5e4 < span.high && span.high < 5e5), "{span:?}");
    }

    /// All cohorts estimated that the search would have ended by now.
    #[test]
    fn a_refuted_estimate_is_not_repeated() {
        let rounds: Vec<Round> = (0..10).map(|_| round(0.0, 1e5)).collect();
        let Left { span, .. } = left(&rounds, 1e6).unwrap();
        assert!(span.is_none_or(|span| span.high > 1e6), "{span:?}");
    }

    /// Branches of each depth are kept in turn, and represent all branches.
    #[test]
    fn each_depth_keeps_its_weight() {
        let option = crate::problem::OptionId::from_index;
        let of_depth =
            |depth: usize| Branch::whole(Subproblem::new((0..depth).map(option).collect(), vec![]));
        let branches: Vec<Branch> = (0..3000).map(|place| of_depth(place % 3)).chain([of_depth(7)]).collect();
        let (members, looked_at) = some_of_each_depth(branches.iter(), 16, &mut SplitMix64::new(5));
        assert_eq!(looked_at, 3001);
        for (depth, count) in [(0, 1000.0), (1, 1000.0), (2, 1000.0), (7, 1.0)] {
            let of_depth = members.iter().filter(|(branch, _)| branch.subproblem.taken().len() == depth);
            let weights: Vec<f64> = of_depth.map(|(_, weight)| weight.to_f64()).collect();
            assert!(weights.len() <= 16 && (weights.iter().sum::<f64>() - count).abs() < 1e-6, "{weights:?}");
        }
    }
}
