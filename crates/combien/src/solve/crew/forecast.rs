//! How much is left: what random probes say of the branches that are open, and what equal shares say.
//!
//! Both are right in their ways. Equal shares take all branches of a node for equally large: what was done so far, and
//! its share of the tree, tell what the whole is. That is smooth, and mostly not far off, but sometimes by a factor of
//! twenty; whether it is can be seen in part from the stretches that were done, whose nodes should be as their shares.
//! Probes (see [`estimate`]) are right on average whatever the tree is like, but a thousand may be needed; from how they
//! differ one can tell how far off they are. So each has its say by how certain it is, and where they contradict each
//! other, the range has room for both.
//!
//! Branches are probed in proportion to their shares, as probes from the root would meet them. To probe those most that
//! seem largest or least certain was refused: as most probes say far too little, a branch whose first probes did would
//! never be looked at again, and all was taken to be a third of what it is.
//!
//! Probes are made by a search of their own, and their nodes are nobody's: the search that is watched goes the same way
//! as one that is not.

use super::agenda::Agenda;
use super::search::{Search, spent};
use crate::engine::{Branch, Work};
use crate::random::SplitMix64;
use crate::solve::estimate::{self, Probe};
use crate::solve::limits::Span;

/// Probes may take this part of the time that the search takes.
const PART: u64 = 50;
/// At first they may take so much on trust, in the units of [`spent`]: a millisecond or so.
const CREDIT: u64 = 1 << 18;
/// To begin a branch takes some time that is not counted as work.
const START: u64 = 1 << 9;
/// The greatest number that a probe may say: its square is still a number.
const MOST: f64 = 1e150;
/// The least share of a branch that is probed.
const LEAST: f64 = 1e-100;
/// A probe may take so much at first, in the units of [`spent`]. One that takes longer is given up, and longer ones are tried
/// only when there is time for them: nobody who asks to stop waits long, even where a path has a hundred thousand nodes.
const PATIENCE: u64 = 1 << 16;
/// Shares of what is done are good from here on.
const LEAST_TOLD: f64 = 1e-12;
/// The variance of what is not known at all.
const UNKNOWN: f64 = 1e6;
/// A range wider than this, as a logarithm, is none: the ends are a million apart.
const WIDEST: f64 = 13.8;
/// The least variance of a probe, of the square of the mean: few of them look more alike than they are.
const LEAST_OF_PROBE: f64 = 4.0;
/// The least variance of what equal shares say, of its square: a third off is common.
const LEAST_OF_SHARES: f64 = 0.1;
/// What was done is seen as so many stretches at most, so that they are large: neighbours are alike, and many small ones
/// would seem to prove much.
const STRETCHES: usize = 32;

/// What probes say of the size of a branch, in nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outlook {
    /// The probes; after a branch was cut, those of its parent in part.
    probes: f64,
    mean: f64,
}

impl Outlook {
    /// Of a part of the branch.
    pub(super) fn part(self, part: f64) -> Outlook {
        Outlook { probes: self.probes * part, mean: self.mean * part }
    }

    fn add(&mut self, nodes: f64) {
        self.probes += 1.0;
        self.mean += (nodes - self.mean) / self.probes;
    }
}

/// The prober of a search.
pub(super) struct Forecast<'p> {
    search: Search<'p>,
    random: SplitMix64,
    spent: u64,
    patience: u64,
    /// What the probes said of the whole tree, each by itself: how many, their mean, and the squares of how far off they were.
    probes: f64,
    mean: f64,
    squares: f64,
    done: Stretches,
}

impl<'p> Forecast<'p> {
    /// With a search of its own.
    pub(super) fn new(search: Search<'p>) -> Forecast<'p> {
        let random = SplitMix64::new(1);
        let done = Stretches::default();
        let (spent, patience) = (0, PATIENCE);
        Forecast { search, random, spent, patience, probes: 0.0, mean: 0.0, squares: 0.0, done }
    }

    /// Probes what is open, for as long as is fit after so much work by so many threads.
    pub(super) fn probe(&mut self, agenda: &mut Agenda, work: Work, threads: usize) {
        let allowed = CREDIT + spent(self.search.engine(), work) / PART / threads as u64;
        if self.spent + self.patience > allowed + PATIENCE {
            return;
        }
        let engine = self.search.engine();
        let mut open: Vec<(&Branch, &mut Outlook)> =
            agenda.open().filter(|(branch, _)| branch.share > LEAST).collect();
        while self.spent < allowed {
            let due = |(branch, outlook): &(&Branch, &mut Outlook)| branch.share / (outlook.probes + 1.0);
            let Some((branch, outlook)) = open.iter_mut().max_by(|a, b| due(a).total_cmp(&due(b))) else {
                return;
            };
            let (random, patience) = (&mut self.random, self.patience);
            let is_too_long = |work: Work| (spent(engine, work) > patience).then_some(());
            let probe =
                estimate::probe(&mut self.search, branch, |children| random.place(children), is_too_long);
            // What was undone before is about as much as what is done.
            self.spent += START + 2 * spent(engine, self.search.work());
            let Ok(Probe { nodes, .. }) = probe else {
                self.patience *= 4;
                return;
            };
            let nodes = nodes.to_f64().min(MOST);
            let of_whole = (nodes / branch.share).min(MOST);
            outlook.add(nodes);
            self.probes += 1.0;
            let off = of_whole - self.mean;
            self.mean += off / self.probes;
            self.squares += off * (of_whole - self.mean);
        }
    }

    /// The nodes that are left when so many are done, from what is thought of all branches that are left, and of what
    /// share of the tree that is; and the range in which the truth probably lies,
    /// if so much can be said.
    pub(super) fn left(
        &mut self,
        nodes: f64,
        branches: impl Iterator<Item = (f64, Outlook)>,
    ) -> (f64, Option<Span>) {
        let (mut share, mut probed, mut sum, mut probes) = (0.0, 0.0, 0.0, 0.0);
        for (part, outlook) in branches {
            share += part;
            if outlook.probes > 0.0 {
                probed += part;
                sum += outlook.mean;
                probes += outlook.probes;
            }
        }
        if share <= 0.0 {
            return (0.0, Some(Span { low: 0.0, high: 0.0 }));
        }
        self.done.go_on(nodes, 1.0 - share);
        let by_shares = (nodes * share / (1.0 - share).max(1e-16)).max(1.0);
        // What is done of the largest trees is less than the rounding of shares.
        let is_told = 1.0 - share > LEAST_TOLD;
        let off_by_shares = if is_told { LEAST_OF_SHARES + self.done.variance() / share } else { UNKNOWN };
        if sum <= 0.0 || self.probes < 2.0 {
            return ranged(by_shares.ln(), off_by_shares);
        }
        let by_probes = (sum * share / probed).max(1.0);
        let of_probe = self.squares / (self.probes - 1.0) / (self.mean * self.mean);
        let off_by_probes = (of_probe + LEAST_OF_PROBE) / probes;
        let trust = off_by_shares / (off_by_shares + off_by_probes);
        let (a, b) = (by_probes.ln(), by_shares.ln());
        let middle = trust * a + (1.0 - trust) * b;
        let variance =
            trust * off_by_probes + (1.0 - trust) * off_by_shares + trust * (1.0 - trust) * (a - b) * (a - b);
        ranged(middle, variance)
    }
}

/// The mean of a number whose logarithm is normal, with this mean and variance, and a range of two standard deviations.
fn ranged(middle: f64, variance: f64) -> (f64, Option<Span>) {
    let reach = 2.0 * variance.sqrt();
    // The mean is above the middle: and so, as long as little is known, the part that lies behind is not taken for too large.
    let mean = (middle + variance / 2.0).min(MOST.ln()).exp();
    let span = Span { low: (middle - reach).exp(), high: (middle + reach).exp() };
    (mean, Some(span).filter(|_| 2.0 * reach < WIDEST))
}

/// What was done, in stretches that are long, and of about the same length: the nodes of each, and its share of the tree.
#[derive(Debug, Default)]
struct Stretches {
    parts: Vec<(f64, f64)>,
    /// Where the last of them ends.
    end: (f64, f64),
    /// Looks that make a stretch, and those since the last one; one less than them.
    looks: u32,
    seen: u32,
}

impl Stretches {
    /// By now so many nodes, and so much of the tree, have been done.
    fn go_on(&mut self, nodes: f64, share: f64) {
        self.seen += 1;
        if self.seen <= self.looks {
            return;
        }
        self.seen = 0;
        self.parts.push((nodes - self.end.0, share - self.end.1));
        self.end = (nodes, share);
        if self.parts.len() == STRETCHES {
            let pairs = self.parts.chunks_exact(2);
            self.parts = pairs.map(|pair| (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1)).collect();
            self.looks = 2 * self.looks + 1;
        }
    }

    /// The variance of the ratio of nodes and shares, of its square.
    fn variance(&self) -> f64 {
        let (nodes, share) = self.end;
        let ratio = nodes / share.max(1e-300);
        let squares: f64 = self.parts.iter().map(|(nodes, share)| (nodes - ratio * share).powi(2)).sum();
        // More than this is no worse.
        (squares / (nodes * nodes)).min(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn forecast(problem: &crate::problem::Problem) -> Forecast<'_> {
        Forecast::new(Search::links(problem).unwrap())
    }

    fn outlook(probes: f64, mean: f64) -> Outlook {
        Outlook { probes, mean }
    }

    #[test]
    fn without_probes_equal_shares_speak() {
        let problem = parse("t", "a\na\n").unwrap().problem;
        let mut forecast = forecast(&problem);
        for tenth in 1..=5 {
            let share = 1.0 - f64::from(tenth) / 10.0;
            let (left, span) =
                forecast.left(100.0 * f64::from(tenth), [(share, Outlook::default())].into_iter());
            // The middle is a thousand in all, and the mean above it by half of the least variance.
            assert!((left / (1000.0 * share) - (LEAST_OF_SHARES / 2.0).exp()).abs() < 1e-6, "{left}");
            let Span { low, high } = span.unwrap();
            assert!(low < 1000.0 * share && 1000.0 * share < high);
        }
        assert_eq!(forecast.left(1000.0, [].into_iter()), (0.0, Some(Span { low: 0.0, high: 0.0 })));
    }

    #[test]
    fn probes_outweigh_shares_when_there_are_many() {
        let problem = parse("t", "a\na\n").unwrap().problem;
        let mut forecast = forecast(&problem);
        (forecast.probes, forecast.mean, forecast.squares) = (1e6, 4000.0, 1e6 * 16e6);
        // A tenth of the shares is done, with 100 nodes; but probes say that 3600 are left.
        let branches = [(0.5, outlook(5e5, 2000.0)), (0.4, outlook(4e5, 1600.0))];
        let (left, span) = forecast.left(100.0, branches.into_iter());
        assert!((left / 3600.0 - 1.0).abs() < 0.01, "{left}");
        assert!(span.is_some_and(|span| span.low > 3500.0 && span.high < 3700.0), "{span:?}");
        // With few, there is room for both.
        let branches = [(0.5, outlook(5.0, 2000.0)), (0.4, outlook(4.0, 1600.0))];
        let (left, span) = forecast.left(100.0, branches.into_iter());
        assert!(900.0 < left && left < 3600.0, "{left}");
        assert!(span.is_some_and(|span| span.low < 900.0 && span.high > 3600.0), "{span:?}");
    }

    /// Where shares are as small as in a wide problem, nothing is a number that is none, and nothing is claimed.
    #[test]
    fn what_nobody_can_know_is_not_told() {
        let problem = parse("t", "a\na\n").unwrap().problem;
        let mut forecast = forecast(&problem);
        for nodes in [1e5, 2e5, 3e5] {
            let (left, span) = forecast.left(nodes, [(1.0, Outlook::default())].into_iter());
            assert!(left > 1e100 && left.is_finite(), "{left}");
            assert_eq!(span, None);
        }
        (forecast.probes, forecast.mean, forecast.squares) = (3.0, MOST, MOST);
        let (left, span) = forecast.left(4e5, [(1.0, outlook(3.0, MOST))].into_iter());
        assert!(left > 1e100 && left.is_finite(), "{left}");
        assert!(span.is_some_and(|span| span.low > 1e100 && span.high.is_finite()), "{span:?}");
    }

    /// Stretches are few, however often somebody looks, and even ones prove that shares are good.
    #[test]
    fn stretches_are_few_and_long() {
        let mut even = Stretches::default();
        let mut uneven = Stretches::default();
        for look in 1..=10_000 {
            let part = f64::from(look) / 20_000.0;
            even.go_on(f64::from(look) * 100.0, part);
            uneven.go_on(f64::from(look) * 100.0, part.powi(4));
        }
        assert!(even.parts.len() < STRETCHES && even.variance() < 1e-12, "{}", even.variance());
        assert!(uneven.variance() > 0.01, "{}", uneven.variance());
    }
}
