//! The linear relaxation of a problem with costs: options may be chosen in part. Its dual values are what the
//! items pay.
//!
//! The least cost of an exact cover is at least that of the relaxation, and what the items pay proves it: if
//! each item pays a price such that no option costs less than its items pay, then the prices of all items
//! together are a lower bound. The relaxation finds the prices with the greatest sum.
//!
//! **Method.** The primal simplex method with the inverse of the basis kept as a whole (Dantzig and
//! Orchard-Hays; Chvátal, *Linear Programming*, chapter 7). Columns are priced in candidate lists: all at
//! once when no candidate is left, else the candidates alone. The right-hand sides are shifted by small
//! amounts, different for each row, because the optima of partitioning problems are degenerate. A pivot takes
//! time of the order of the square of the number of rows at the most, and a pricing time linear in the
//! entries.
//!
//! **Rounding.** All this is in floating point, and nothing rests on it: [`Prices`](super::prices::Prices)
//! makes a proved bound of any numbers.

use crate::problem::{Bounds, ItemId, Kind, Problem};

/// How much better than nothing a column must be to enter, relative to the largest cost.
const TOLERANCE: f64 = 1e-9;
/// The smallest pivot.
const LEAST_PIVOT: f64 = 1e-9;
/// The number of columns that are priced again before all others.
const CANDIDATES: usize = 64;
/// The shift of a right-hand side is at most this.
const SHIFT: f64 = 1e-7;
/// An artificial variable above this is used.
const LEAST_USE: f64 = 1e-4;
/// How often artificial variables become dearer, as long as one is used.
const MOST_RAISES: u32 = 6;
/// The maximum number of rows: the inverse takes 8 bytes times its square.
const MOST_ROWS: usize = 6000;
/// The maximum number of pivots for each row. What is found until then is used.
const PIVOTS_A_ROW: usize = 300;

/// How a row bounds its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    Equal,
    AtLeast,
    AtMost,
}

/// A constraint: the options of an item, and what their sum must be.
#[derive(Clone, Copy, Debug)]
struct Row {
    item: ItemId,
    sense: Sense,
    right: f64,
}

/// What a row's basic variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basic {
    Option(u32),
    /// The difference between the sum of a row and its right-hand side.
    Slack,
    /// A variable that must become 0, at a very high cost.
    Artificial,
}

/// The relaxation while it is solved.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    rows: Vec<Row>,
    /// The rows of each option, one option after the other, and where those of each begin.
    entries: Vec<u32>,
    firsts: Vec<u32>,
    costs: Vec<f64>,
    is_free: Vec<bool>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    basis: Vec<Basic>,
    values: Vec<f64>,
    prices: Vec<f64>,
    candidates: Vec<u32>,
    pivots: usize,
    tolerance: f64,
    /// Products of numbers, and the like, that are yet to be told.
    products: u64,
    /// The cost of an artificial variable, and how often it was raised.
    artificial: f64,
    raises: u32,
}

impl Relaxation {
    /// The relaxation at its start. `None` if it has too many rows, for itself or for this many bytes. The
    /// costs are those of the options, in their order.
    pub(super) fn new(problem: &Problem, costs: &[f64], memory: u64) -> Option<Relaxation> {
        let mut used = vec![0u32; problem.item_count()];
        let mut is_colored = vec![false; problem.item_count()];
        for option in problem.searched_options() {
            for entry in problem.option(option) {
                used[entry.item.index()] += 1;
                is_colored[entry.item.index()] |= entry.color.is_some();
            }
        }
        let mut rows = vec![];
        let mut rows_of = vec![[None; 2]; problem.item_count()];
        for item in problem.items() {
            let Bounds { lo, hi } = problem.bounds(item);
            let mut add = |place: usize, sense, right: u32| {
                rows_of[item.index()][place] = Some(rows.len() as u32);
                rows.push(Row { item, sense, right: f64::from(right) });
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
        let bytes = (rows.len() as u64).pow(2) * 8;
        if rows.len() > MOST_ROWS || bytes > memory || rows.is_empty() {
            return None;
        }
        let (mut entries, mut firsts) = (vec![], vec![0]);
        for option in problem.options() {
            if !problem.is_kept_out(option) {
                let items = problem.option(option).iter().map(|entry| entry.item.index());
                entries.extend(items.flat_map(|item| rows_of[item]).flatten());
            }
            firsts.push(entries.len() as u32);
        }
        Some(Relaxation::of_rows(rows, entries, firsts, costs))
    }

    fn of_rows(rows: Vec<Row>, entries: Vec<u32>, firsts: Vec<u32>, costs: &[f64]) -> Relaxation {
        let count = rows.len();
        let mut inverse = vec![0.0; count * count];
        (0..count).for_each(|row| inverse[row * count + row] = 1.0);
        let dearest = costs.iter().fold(1.0f64, |dearest, cost| dearest.max(cost.abs()));
        let basis: Vec<Basic> = rows
            .iter()
            .map(|row| if row.sense == Sense::AtMost { Basic::Slack } else { Basic::Artificial })
            .collect();
        // Multiples of the golden ratio, without their whole parts: spread evenly, and the same everywhere.
        let shift = |row: usize| SHIFT * ((row + 1) as f64 * 0.618_033_988_749_895).fract();
        let mut relaxation = Relaxation {
            values: rows.iter().enumerate().map(|(row, Row { right, .. })| right + shift(row)).collect(),
            prices: vec![0.0; count],
            is_free: vec![true; costs.len()],
            tolerance: TOLERANCE * dearest,
            costs: costs.to_vec(),
            rows,
            entries,
            firsts,
            inverse,
            basis,
            candidates: vec![],
            pivots: 0,
            products: 0,
            artificial: 4.0 * dearest,
            raises: 0,
        };
        for row in 0..count {
            if relaxation.basis[row] == Basic::Artificial {
                relaxation.prices[row] = relaxation.artificial;
            }
        }
        relaxation
    }

    /// What was spent since this was last asked, in looks at an option: eight products take about as long as
    /// one.
    pub(super) fn spent(&mut self) -> u64 {
        let spent = self.products / 8;
        self.products -= spent * 8;
        spent
    }

    /// The pivots that take about a millisecond, at the most.
    pub(super) fn pace(&self) -> u64 {
        let work = self.rows.len() * self.rows.len() + self.entries.len();
        ((1 << 20) / work.max(1)).max(1) as u64
    }

    /// Makes one pivot. Returns whether there may be more.
    pub(super) fn pivot(&mut self) -> bool {
        if self.pivots > PIVOTS_A_ROW * self.rows.len() + 1000 {
            return false;
        }
        self.pivots += 1;
        let Some(entering) = self.entering() else { return self.raise_artificial() };
        let column = self.column(entering);
        self.products += 4 * self.rows.len() as u64;
        let Some(leaving) = self.leaving(&column) else {
            // Unbounded: impossible but for rounding. The column is left alone from now on.
            if let Entering::Option(option) = entering {
                self.is_free[option as usize] = false;
            }
            return true;
        };
        self.exchange(entering, &column, leaving);
        true
    }

    /// What the rows would pay less than an option costs.
    fn net(&self, option: u32) -> f64 {
        let rows = self.firsts[option as usize] as usize..self.firsts[option as usize + 1] as usize;
        let paid: f64 = self.entries[rows].iter().map(|&row| self.prices[row as usize]).sum();
        self.costs[option as usize] - paid
    }

    /// The variable with the most to gain among the candidates; `None` if there is none at all.
    fn entering(&mut self) -> Option<Entering> {
        let of_candidates = |this: &Relaxation| {
            let nets = this.candidates.iter().map(|&option| (this.net(option), option));
            nets.filter(|&(net, option)| net < -this.tolerance && this.is_free[option as usize])
                .min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))
        };
        if let Some((_, option)) = of_candidates(self) {
            return Some(Entering::Option(option));
        }
        self.products += (self.entries.len() + self.costs.len()) as u64;
        // The best few, the best first: a short list that is kept in order.
        let mut best: Vec<(f64, u32)> = vec![];
        for option in 0..self.costs.len() as u32 {
            let has_rows = self.firsts[option as usize] < self.firsts[option as usize + 1];
            if !has_rows || !self.is_free[option as usize] {
                continue;
            }
            let net = self.net(option);
            let worst = if best.len() < CANDIDATES { -self.tolerance } else { best[CANDIDATES - 1].0 };
            if net < worst {
                best.truncate(CANDIDATES - 1);
                let place = best.iter().rposition(|other| other.0 <= net).map_or(0, |place| place + 1);
                best.insert(place, (net, option));
            }
        }
        self.candidates = best.iter().map(|&(_, option)| option).collect();
        if let Some(&(_, option)) = best.first() {
            return Some(Entering::Option(option));
        }
        // The slack of a row gains if the row pays with the wrong sign.
        let wrong = |row: &usize| match self.rows[*row].sense {
            Sense::Equal => false,
            Sense::AtLeast => self.prices[*row] < -self.tolerance,
            Sense::AtMost => self.prices[*row] > self.tolerance,
        };
        (0..self.rows.len()).find(wrong).map(|row| Entering::Slack(row as u32))
    }

    /// Makes artificial variables dearer, if one of them is still used. Returns whether it did.
    fn raise_artificial(&mut self) -> bool {
        let mut basic = self.basis.iter().zip(&self.values);
        let is_used = basic.any(|(&basic, &value)| basic == Basic::Artificial && value > LEAST_USE);
        if !is_used || self.raises == MOST_RAISES {
            return false;
        }
        self.raises += 1;
        self.artificial *= 16.0;
        self.prices.fill(0.0);
        for (line, &basic) in self.inverse.chunks_exact(self.rows.len()).zip(&self.basis) {
            let cost = match basic {
                Basic::Option(option) => self.costs[option as usize],
                Basic::Slack => continue,
                Basic::Artificial => self.artificial,
            };
            self.prices.iter_mut().zip(line).for_each(|(price, entry)| *price += cost * entry);
        }
        true
    }

    /// The column of a variable in terms of the basis.
    fn column(&self, entering: Entering) -> Vec<f64> {
        let count = self.rows.len();
        match entering {
            Entering::Option(option) => {
                let rows = self.firsts[option as usize] as usize..self.firsts[option as usize + 1] as usize;
                let rows = &self.entries[rows];
                let line = |line: &[f64]| rows.iter().map(|&row| line[row as usize]).sum();
                self.inverse.chunks_exact(count).map(line).collect()
            }
            Entering::Slack(row) => {
                let sign = self.slack_sign(row as usize);
                self.inverse.chunks_exact(count).map(|line| sign * line[row as usize]).collect()
            }
        }
    }

    fn slack_sign(&self, row: usize) -> f64 {
        if self.rows[row].sense == Sense::AtLeast { -1.0 } else { 1.0 }
    }

    /// The row whose basic variable is first to reach 0; of several, the one with the largest pivot.
    fn leaving(&self, column: &[f64]) -> Option<usize> {
        let ratios = column.iter().zip(&self.values).enumerate();
        let ratios = ratios.filter(|(_, (pivot, _))| **pivot > LEAST_PIVOT);
        let least = ratios.clone().map(|(_, (pivot, value))| value / pivot).fold(f64::INFINITY, f64::min);
        let near = least + 1e-12;
        ratios
            .filter(|(_, (pivot, value))| **value / **pivot <= near)
            .max_by(|one, other| one.1.0.total_cmp(other.1.0).then(other.0.cmp(&one.0)))
            .map(|(row, _)| row)
    }

    fn exchange(&mut self, entering: Entering, column: &[f64], leaving: usize) {
        let count = self.rows.len();
        let net = match entering {
            Entering::Option(option) => self.net(option),
            Entering::Slack(row) => -self.slack_sign(row as usize) * self.prices[row as usize],
        };
        let pivot = column[leaving];
        let mut line = self.inverse[leaving * count..(leaving + 1) * count].to_vec();
        for (price, entry) in self.prices.iter_mut().zip(&line) {
            *price += net / pivot * entry;
        }
        for entry in &mut line {
            *entry /= pivot;
        }
        let value = (self.values[leaving] / pivot).max(0.0);
        // Most of a line is 0 at the beginning.
        let places: Vec<u32> = (0..count as u32).filter(|&place| line[place as usize] != 0.0).collect();
        let is_sparse = places.len() * 4 < count;
        for (row, target) in self.inverse.chunks_exact_mut(count).enumerate() {
            let factor = column[row];
            if row == leaving || factor == 0.0 {
                continue;
            }
            self.products += if is_sparse { places.len() } else { count } as u64;
            if is_sparse {
                for &place in &places {
                    target[place as usize] -= factor * line[place as usize];
                }
            } else {
                target.iter_mut().zip(&line).for_each(|(entry, other)| *entry -= factor * other);
            }
            self.values[row] = (self.values[row] - factor * value).max(0.0);
        }
        self.inverse[leaving * count..(leaving + 1) * count].copy_from_slice(&line);
        self.values[leaving] = value;
        if let Basic::Option(option) = self.basis[leaving] {
            self.is_free[option as usize] = true;
        }
        self.basis[leaving] = match entering {
            Entering::Option(option) => {
                self.is_free[option as usize] = false;
                Basic::Option(option)
            }
            Entering::Slack(_) => Basic::Slack,
        };
    }

    /// What each item pays for being covered once.
    pub(super) fn prices(&self, items: usize) -> Vec<f64> {
        let mut prices = vec![0.0; items];
        for (row, price) in self.rows.iter().zip(&self.prices) {
            prices[row.item.index()] += price;
        }
        prices
    }

    /// The options that are chosen as a whole, by their numbers.
    #[cfg(test)]
    fn chosen(&self) -> Vec<u32> {
        let basic = self.basis.iter().zip(&self.values);
        let options = basic.filter_map(|(&basic, &value)| match basic {
            Basic::Option(option) if value > 0.9 => Some(option + 1),
            _ => None,
        });
        let mut options: Vec<u32> = options.collect();
        options.sort_unstable();
        options
    }
}

/// A variable that enters the basis.
#[derive(Clone, Copy, Debug)]
enum Entering {
    Option(u32),
    Slack(u32),
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
        let rows = relaxation.rows.iter().zip(&relaxation.prices);
        let bound = rows.map(|(row, price)| row.right * price).sum();
        (bound, relaxation.chosen())
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
        // Between two and three of the options of a; here an option may be chosen several times.
        let text = "2:3|a | x\na x |1\na x |2\na |5\na |7\na |-1\n";
        assert_near(solved(text), -3.0, &[5]);
        assert!((solved("a b | x\na x |1\nb x |1\na |5\nb |5\n").0 - 6.0).abs() < 1e-4);
    }
}
