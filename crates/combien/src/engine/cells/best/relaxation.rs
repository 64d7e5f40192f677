//! The linear relaxation of a problem with costs: options may be chosen in part. Its dual values are what the
//! items pay.
//!
//! The least cost of an exact cover is at least that of the relaxation, and what the items pay proves it: if
//! each item pays a price such that no option costs less than its items pay, then the prices of all items
//! together are a lower bound. The relaxation finds the prices with the greatest sum, by the dual simplex
//! method ([`simplex`](super::simplex)).
//!
//! **Rounding.** All this is in floating point, and nothing rests on it: [`Prices`](super::prices::Prices)
//! makes a proved bound of any numbers.

use super::columns::Sense;
use super::simplex::{Simplex, Step};
use crate::problem::{Bounds, ItemId, Kind, Problem};

/// The maximum number of rows: the inverse takes 8 bytes times its square.
const MOST_ROWS: usize = 6000;
/// The maximum number of pivots for each row. What is found until then is used.
const PIVOTS_A_ROW: u64 = 300;

/// The relaxation while it is solved.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    /// The item of each row.
    items: Vec<ItemId>,
    pub(super) simplex: Simplex,
    /// The products that were told.
    told: u64,
}

impl Relaxation {
    /// The relaxation at its start. `None` if it has too many rows, for itself or for this many bytes. The
    /// costs are those of the options, in their order.
    pub(super) fn new(problem: &Problem, costs: &[f64], memory: u64) -> Option<Relaxation> {
        let Rows { bounds: rows, items, of_item } = Rows::new(problem);
        let bytes = (rows.len() as u64).pow(2) * 8;
        if rows.len() > MOST_ROWS || bytes > memory || rows.is_empty() {
            return None;
        }
        let (mut entries, mut firsts) = (vec![], vec![0]);
        for option in problem.options() {
            if !problem.is_kept_out(option) {
                let items = problem.option(option).iter().map(|entry| entry.item.index());
                entries.extend(items.flat_map(|item| of_item[item]).flatten());
            }
            firsts.push(entries.len() as u32);
        }
        Some(Relaxation { items, simplex: Simplex::new(rows, entries, firsts, costs), told: 0 })
    }

    /// What was spent since this was last asked, in looks at an option: eight products take about as long as
    /// one.
    pub(super) fn spent(&mut self) -> u64 {
        let spent = (self.simplex.products() - self.told) / 8;
        self.told += spent * 8;
        spent
    }

    /// The pivots that take about a millisecond, at the most.
    pub(super) fn pace(&self) -> u64 {
        let work = self.items.len() * self.items.len() + self.simplex.entry_count();
        ((1 << 20) / work.max(1)).max(1) as u64
    }

    /// Makes one pivot. Returns whether there may be more.
    pub(super) fn pivot(&mut self) -> bool {
        let most = PIVOTS_A_ROW * self.items.len() as u64 + 1000;
        self.simplex.pivots() < most && self.simplex.pivot() == Step::Pivoted
    }

    /// What each item pays for being covered once.
    pub(super) fn prices(&self, items: usize) -> Vec<f64> {
        let mut prices = vec![0.0; items];
        for (item, price) in self.items.iter().zip(self.simplex.prices()) {
            prices[item.index()] += price;
        }
        prices
    }
}

/// The rows of a problem: what the sum of the options of each item must be.
struct Rows {
    bounds: Vec<(Sense, f64)>,
    /// The item of each row.
    items: Vec<ItemId>,
    of_item: Vec<[Option<u32>; 2]>,
}

impl Rows {
    fn new(problem: &Problem) -> Rows {
        let mut used = vec![0u32; problem.item_count()];
        let mut is_colored = vec![false; problem.item_count()];
        for option in problem.searched_options() {
            for entry in problem.option(option) {
                used[entry.item.index()] += 1;
                is_colored[entry.item.index()] |= entry.color.is_some();
            }
        }
        let (mut rows, mut items) = (vec![], vec![]);
        let mut of_item = vec![[None; 2]; problem.item_count()];
        for item in problem.items() {
            let Bounds { lo, hi } = problem.bounds(item);
            let mut add = |place: usize, sense, right: u32| {
                of_item[item.index()][place] = Some(rows.len() as u32);
                rows.push((sense, f64::from(right)));
                items.push(item);
            };
            match problem.kind(item) {
                // Options that agree on a color are not bounded by it, and those that do not are left to the
                // search.
                Kind::Secondary if is_colored[item.index()] || used[item.index()] < 2 => {}
                Kind::Primary if lo == hi => add(0, Sense::Equal, lo),
                Kind::Primary | Kind::Secondary => {
                    if lo > 0 {
                        add(0, Sense::AtLeast, lo);
                    }
                    if hi < used[item.index()] {
                        add(1, Sense::AtMost, hi);
                    }
                }
            }
        }
        Rows { bounds: rows, items, of_item }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn solved(text: &str) -> (f64, Vec<u32>) {
        let problem = parse("t", text).unwrap().problem;
        let costs: Vec<f64> = problem.options().map(|option| problem.cost(option) as f64).collect();
        let mut relaxation = Relaxation::new(&problem, &costs, u64::MAX).unwrap();
        while relaxation.pivot() {}
        let chosen: Vec<(u32, f64)> = relaxation.simplex.chosen().collect();
        let cost = chosen.iter().map(|&(option, value)| costs[option as usize] * value).sum();
        let whole = chosen.into_iter().filter(|&(_, value)| value > 0.9);
        let mut options: Vec<u32> = whole.map(|(option, _)| option + 1).collect();
        options.sort_unstable();
        (cost, options)
    }

    fn assert_near((bound, chosen): (f64, Vec<u32>), expected: f64, options: &[u32]) {
        assert!((bound - expected).abs() < 1e-4, "{bound} is not {expected}");
        assert_eq!(chosen, options);
    }

    #[test]
    fn an_assignment_is_solved() {
        // The rows pay what the cheapest assignment costs: 1 + 2 + 1.
        let text = "a b c x y z\na x |1\na y |4\na z |9\nb x |3\nb y |2\nb z |7\nc x |5\nc y |6\nc z |1\n";
        assert_near(solved(text), 4.0, &[1, 5, 9]);
    }

    #[test]
    fn a_triangle_is_covered_by_halves() {
        assert_near(solved("a b c\na b |2\nb c |2\na c |2\na |9\nb |9\nc |9\n"), 3.0, &[]);
    }

    #[test]
    fn bounds_and_secondary_items_are_rows() {
        // Between two and three of the options of a, of which x is in one at the most.
        let text = "2:3|a | x\na x |1\na x |2\na |5\na |7\na |-1\n";
        assert_near(solved(text), 0.0, &[1, 5]);
        assert!((solved("a b | x\na x |1\nb x |1\na |5\nb |5\n").0 - 6.0).abs() < 1e-4);
    }
}
