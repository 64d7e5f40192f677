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
/// The greatest number that a probe may say.
const MOST: f64 = 1e300;
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
        Forecast { search, random, spent: 0, probes: 0.0, mean: 0.0, squares: 0.0, done }
    }

    /// Probes what is open, for as long as is fit after so much work by so many threads.
    pub(super) fn probe(&mut self, agenda: &mut Agenda, work: Work, threads: usize) {
        let allowed = CREDIT + spent(self.search.engine(), work) / PART / threads as u64;
        if self.spent >= allowed {
            return;
        }
        let mut open: Vec<(&Branch, &mut Outlook)> = agenda.open().collect();
        while self.spent < allowed {
            let due = |(branch, outlook): &(&Branch, &mut Outlook)| branch.share / (outlook.probes + 1.0);
            let Some((branch, outlook)) = open.iter_mut().max_by(|a, b| due(a).total_cmp(&due(b))) else {
                return;
            };
            let random = &mut self.random;
            let choose = |children| random.place(children);
            let stop = |_| None::<std::convert::Infallible>;
            let Ok(Probe { nodes, .. }) = estimate::probe(&mut self.search, branch, choose, stop);
            let nodes = nodes.to_f64().min(MOST);
            outlook.add(nodes);
            self.probes += 1.0;
            let of_whole = nodes / branch.share;
            let off = of_whole - self.mean;
            self.mean += off / self.probes;
            self.squares += off * (of_whole - self.mean);
            // What was undone before is about as much as what is done.
            self.spent += START + 2 * spent(self.search.engine(), self.search.work());
        }
    }

    /// The nodes that are left when so many are done, from what is thought of all branches that are left, and of what
    /// share of the tree that is; and the range in which the truth probably lies.
    pub(super) fn left(&mut self, nodes: f64, branches: impl Iterator<Item = (f64, Outlook)>) -> (f64, Span) {
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
            return (0.0, Span { low: 0.0, high: 0.0 });
        }
        self.done.go_on(nodes, 1.0 - share);
        let by_shares = (nodes * share / (1.0 - share).max(1e-9)).max(1.0);
        let off_by_shares = LEAST_OF_SHARES + self.done.variance() / share;
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
fn ranged(middle: f64, variance: f64) -> (f64, Span) {
    let reach = 2.0 * variance.sqrt();
    // The mean is above the middle: and so, as long as little is known, the part that lies behind is not taken for too large.
    let mean = (middle + variance / 2.0).min(MOST.ln()).exp();
    (mean, Span { low: (middle - reach).exp(), high: (middle + reach).min(MOST.ln()).exp() })
}

/// What was done, in stretches that are long, and of about the same length: the nodes of each, and its share of the tree.
#[derive(Debug, Default)]
struct Stretches {
    stretches: Vec<(f64, f64)>,
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
        self.stretches.push((nodes - self.end.0, share - self.end.1));
        self.end = (nodes, share);
        if self.stretches.len() == STRETCHES {
            let pairs = self.stretches.chunks_exact(2);
            self.stretches = pairs.map(|pair| (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1)).collect();
            self.looks = 2 * self.looks + 1;
        }
    }

    /// The variance of the ratio of nodes and shares, of its square.
    fn variance(&self) -> f64 {
        let (nodes, share) = self.end;
        let ratio = nodes / share.max(1e-300);
        let squares: f64 = self.stretches.iter().map(|(nodes, share)| (nodes - ratio * share).powi(2)).sum();
        squares / (nodes * nodes)
    }
}
