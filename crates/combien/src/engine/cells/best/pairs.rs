//! Which two rows a node of the [tree](super::tree) covers together in one branch, apart in the other.
//!
//! Pairs that are covered together in part are tried: some pivots in each branch show what it adds to the bound, and
//! the pair with the greatest product of both is chosen (*strong branching*: D. Applegate, R. Bixby, V. Chvátal, W.
//! Cook, *Finding cuts in the TSP*, 1995; the product: T. Achterberg, *Constraint integer programming*, 2007). A branch
//! that is soon closed makes the choice at once. Nothing is concluded from a trial: the branches prove it again.

use std::collections::{BTreeMap, BTreeSet};

use super::simplex::Step;
use super::stage::Stage;
use crate::budget::Work;

/// What is this near to a whole number is one.
const WHOLE: f64 = 1e-5;
/// Pairs are tried whose sum is nearest to this.
const NEARLY: f64 = 0.6;
/// At most this number of pairs is tried, and no more after this number without a better one.
const TRIED: usize = 12;
const IN_VAIN: u32 = 6;
/// The pivots of a trial.
const PIVOTS: u32 = 20;
/// A branch adds at least this part of what is allowed.
const LEAST: f64 = 0.01;

/// What a node branches on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) pair: (u32, u32),
    pub(super) is_together_first: bool,
}

/// Two rows that are covered together in part. `None` if there are none: then each option is chosen or not. The
/// slack is what may still be added to the bound.
pub(super) fn choose(stage: &Stage, slack: f64, spent: &mut Work) -> Option<Choice> {
    let (mut best, mut in_vain) = (None, 0);
    let mut most = f64::NEG_INFINITY;
    for pair in candidates(stage, spent) {
        let adds = [true, false].map(|is_together| trial(stage, pair, is_together, slack, spent));
        let is_closed = adds.map(|adds| adds >= slack);
        let score = if is_closed == [false; 2] {
            adds.iter().map(|adds| adds.max(LEAST * slack)).product()
        } else {
            f64::INFINITY
        };
        in_vain += 1;
        if score > most {
            // A branch that is closed comes first.
            let is_together_first = is_closed[0] || !is_closed[1];
            (best, most, in_vain) = (Some(Choice { pair, is_together_first }), score, 0);
        }
        if score == f64::INFINITY || in_vain >= IN_VAIN {
            break;
        }
    }
    best
}

/// Pairs to try, the nearest to what is wanted first. Of those that are in the same chosen options, one is there.
fn candidates(stage: &Stage, spent: &mut Work) -> Vec<(u32, u32)> {
    let count = stage.rows.len() as u32;
    let mut pairs = BTreeMap::<(u32, u32), (f64, Vec<u32>)>::new();
    for (option, value) in stage.simplex.chosen().filter(|&(_, value)| value < 1.0 - WHOLE) {
        let rows = stage.simplex.rows_of(option);
        let rows = &rows[..rows.partition_point(|&row| row < count)];
        spent.updates += 8 * rows.len().pow(2) as u64;
        for (place, &one) in rows.iter().enumerate() {
            for &other in &rows[..place] {
                let pair = pairs.entry((other, one)).or_default();
                pair.0 += value;
                pair.1.push(option);
            }
        }
    }
    let parts = pairs.into_iter().filter(|(_, (sum, _))| *sum < 1.0 - WHOLE && *sum > WHOLE);
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|&(pair, (sum, _))| (((sum - NEARLY).abs() / WHOLE) as u64, pair));
    let mut seen = BTreeSet::new();
    let new = parts.into_iter().filter(|(_, (_, options))| seen.insert(options.clone()));
    new.map(|(pair, _)| pair).take(TRIED).collect()
}

/// What some pivots in a branch add to the bound, at most the slack.
fn trial(stage: &Stage, pair: (u32, u32), is_together: bool, slack: f64, spent: &mut Work) -> f64 {
    let mut simplex = stage.simplex.clone();
    let before = (simplex.gained(), simplex.pivots(), simplex.products());
    for option in stage.against(pair, is_together) {
        simplex.set_removed(option, true);
    }
    simplex.settle();
    let mut adds = 0.0;
    for _ in 0..PIVOTS {
        let step = simplex.pivot();
        adds = if step == Step::Infeasible { slack } else { simplex.gained() - before.0 };
        if step != Step::Pivoted || adds >= slack {
            break;
        }
    }
    spent.nodes += simplex.pivots() - before.1;
    spent.updates += simplex.products() - before.2 + stage.simplex.entry_count() as u64;
    f64::min(adds, slack)
}
