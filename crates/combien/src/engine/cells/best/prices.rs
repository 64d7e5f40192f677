//! What items pay, in exact numbers, and the bound that this proves.

use std::cmp::Ordering;

use crate::problem::{Bounds, Kind, OptionId, Problem};

/// Prices are whole multiples of this part of a unit of cost.
pub(crate) const SCALE: i128 = 1 << 20;
/// Prices are at most this, in units of cost, so that sums of all of them fit.
const MOST: f64 = 1e21;

/// A price in whole units of [`SCALE`]; 0 if it is not a number.
pub(super) fn scaled(price: f64) -> i128 {
    let price = price.clamp(-MOST, MOST) * SCALE as f64;
    if price.is_finite() { price.floor() as i128 } else { 0 }
}

/// The *net* cost of each option, which is its cost without what its items pay, and the sum of what all items
/// pay at least.
///
/// **Invariant.** No net cost is negative. So the cost of a cover, times [`SCALE`], is at least `base` and
/// the net costs of any of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    pub(crate) net: Vec<i128>,
    pub(crate) base: i128,
}

impl Prices {
    /// Makes valid prices of any. Linear in the entries, and where prices must be mended, in the options of
    /// their items.
    pub(super) fn new(problem: &Problem, cost: impl Fn(OptionId) -> i128, wanted: &[f64]) -> Prices {
        let mut prices: Vec<i128> = problem
            .items()
            .map(|item| {
                let price = scaled(wanted[item.index()]);
                // A secondary item need not be covered: it can only ask for something.
                if problem.kind(item) == Kind::Secondary { price.min(0) } else { price }
            })
            .collect();
        let mut options_of = vec![vec![]; problem.item_count()];
        for option in problem.searched_options() {
            for entry in problem.option(option) {
                options_of[entry.item.index()].push(option);
                if entry.color.is_some() {
                    prices[entry.item.index()] = 0;
                }
            }
        }
        let mut net: Vec<i128> = problem
            .options()
            .map(|option| {
                let items = problem.option(option).iter();
                cost(option) * SCALE - items.map(|entry| prices[entry.item.index()]).sum::<i128>()
            })
            .collect();
        let mut charge = |item: usize, amount: i128, net: &mut Vec<i128>| {
            prices[item] += amount;
            options_of[item].iter().for_each(|option: &OptionId| net[option.index()] -= amount);
        };
        // An item whose options are too cheap pays less.
        for option in problem.searched_options() {
            let lacking = net[option.index()];
            if lacking < 0 {
                let items = problem.option(option).iter().map(|entry| entry.item);
                let item = items.min_by_key(|item| {
                    (problem.kind(*item) != Kind::Primary, options_of[item.index()].len())
                });
                if let Some(item) = item {
                    charge(item.index(), lacking, &mut net);
                }
            }
        }
        // An item that must be covered pays what even the cheapest of its options costs.
        for item in problem.primary_items().filter(|&item| problem.bounds(item).lo > 0) {
            let cheapest = options_of[item.index()].iter().map(|option| net[option.index()]).min();
            if let Some(cheapest) = cheapest.filter(|&cheapest| cheapest > 0) {
                charge(item.index(), cheapest, &mut net);
            }
        }
        let base = problem.items().map(|item| {
            let (price, Bounds { lo, hi }) = (prices[item.index()], problem.bounds(item));
            let options = options_of[item.index()].len() as u32;
            match price.cmp(&0) {
                Ordering::Greater => price * i128::from(lo.min(options)),
                Ordering::Equal => 0,
                Ordering::Less => price * i128::from(hi.min(options)),
            }
        });
        Prices { base: base.sum(), net }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Pause, cells::Cells};
    use crate::problem::dlx::parse;
    use crate::random::SplitMix64;

    /// Whatever the prices, the bound is one.
    #[test]
    fn any_prices_give_a_bound() {
        let text = "a 0:2|b 2:3|c | x y\na b |3\nb c x |-7\na c y:red |2\nc |4\nc x |1\na b c y:red |-1\n";
        let problem = parse("t", text).unwrap().problem;
        let (mut search, mut covers) = (Cells::new(&problem).unwrap(), vec![]);
        while search.run(u64::MAX) == Pause::Solution {
            covers.push(search.solution());
        }
        assert!(covers.len() > 1);
        let mut random = SplitMix64::new(7);
        for _ in 0..2000 {
            let wanted: Vec<f64> = problem.items().map(|_| random.place(41) as f64 / 2.0 - 10.0).collect();
            let prices = Prices::new(&problem, |option| problem.cost(option).into(), &wanted);
            assert!(problem.searched_options().all(|option| prices.net[option.index()] >= 0));
            for cover in &covers {
                let net: i128 = cover.options().iter().map(|option| prices.net[option.index()]).sum();
                assert!(prices.base + net <= problem.cost_of(cover.options()) * SCALE, "{wanted:?}");
            }
        }
    }
}
