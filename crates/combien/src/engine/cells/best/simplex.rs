//! The dual simplex method for options that are chosen in part, from nothing to a whole.
//!
//! **Method.** The dual simplex method with bounds on variables and the inverse of the basis kept as a whole
//! (Lemke; Koberstein, *The dual simplex method, techniques for a fast and stable implementation*, 2005). The
//! lines of the inverse are there, so what steepest edges need, the lengths of these lines, costs nothing (J. J.
//! Forrest, D. Goldfarb, 1992). No option is chosen more than once, so each basis is dual feasible as soon as each
//! option that is not basic stands at the bound that its net cost wants. So it begins with no option, and goes on
//! after options were removed or have come back: [`Simplex::settle`]. Costs are shifted by tiny amounts, different
//! for each option, because the optima of partitioning problems are degenerate.
//!
//! A pivot takes time of the order of the square of the number of rows at the most, and of the entries in the
//! rows that its line touches. Partitioning problems take some three pivots a row.
//!
//! **Rounding.** All this is in floating point, and nothing rests on it: what the prices bound is proved in
//! whole numbers where they are used.

use std::sync::Arc;

use super::columns::{Columns, Sense, Variable};
use super::lines::{NOTHING, subtract, subtract_at};

/// A variable that is basic has its line as its place, and others one of these.
const AT_LOWER: u32 = u32::MAX;
const AT_UPPER: u32 = u32::MAX - 1;
/// A variable that is out of its bounds by no more than this is within.
const FEASIBLE: f64 = 1e-7;
/// The smallest pivot, when a variable enters and when the inverse is made anew.
const LEAST_PIVOT: f64 = 1e-7;
const LEAST_PIVOT_ANEW: f64 = 1e-6;
/// The line of a pivot is found along rows if that looks at less than this part of all entries.
const DENSE: usize = 3;
/// After this number of pivots, the inverse is made anew.
const FRESH: u32 = 300;
/// A net cost this far on the wrong side of 0 is 0, and costs are shifted by up to twice the other, both relative
/// to the largest cost.
const TOLERANCE: f64 = 1e-9;
const SHIFT: f64 = 1e-7;

/// How a pivot ended. `Infeasible`: prices may be raised along the [`Simplex::ray`] without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Pivoted,
    Optimal,
    Infeasible,
}

/// The variable that leaves the basis: its line, the bound that it goes to, and 1 if it is above it, else -1.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    line: usize,
    bound: f64,
    sign: f64,
}

/// A linear program at a basis.
///
/// **Invariant.** Up to rounding, `inverse` times the columns of `basis` is the identity, `values` are those of the
/// basic variables, `norms` the squared lengths of the lines of `inverse`, and `net` the costs without the prices.
/// An option that is not basic has a net cost of 0 or more at its lower bound, of 0 or less at its upper one, unless
/// it is removed. `of_row` has all options that are not removed, or are basic.
#[derive(Clone, Debug)]
pub(super) struct Simplex {
    columns: Arc<Columns>,
    of_row: Vec<Vec<u32>>,
    /// The options in `of_row`, and the number of their entries.
    left: Vec<u32>,
    left_entries: usize,
    is_removed: Vec<bool>,
    place: Vec<u32>,
    net: Vec<f64>,
    prices: Vec<f64>,
    inverse: Vec<f64>,
    norms: Vec<f64>,
    basis: Vec<Variable>,
    values: Vec<f64>,
    /// The line of the last pivot, by options, and those where it is not 0.
    line: Vec<f64>,
    touched: Vec<u32>,
    since_fresh: u32,
    pivots: u64,
    /// What pivots have added to the bound.
    gained: f64,
    products: u64,
    ray: Vec<f64>,
}

impl Simplex {
    /// With no option. Those without rows are left alone. Linear in the entries, and in the square of the rows.
    pub(super) fn new(
        rows: Vec<(Sense, f64)>,
        entries: Vec<u32>,
        firsts: Vec<u32>,
        costs: &[f64],
    ) -> Simplex {
        let (count, options) = (rows.len(), costs.len());
        let dearest = costs.iter().fold(1.0f64, |dearest, cost| dearest.max(cost.abs()));
        // Multiples of the golden ratio, without their whole parts: spread evenly, and the same everywhere.
        let spread = |option: usize| 1.0 + ((option + 1) as f64 * 0.618_033_988_749_895).fract();
        let shifts: Vec<f64> = (0..options).map(|option| SHIFT * dearest * spread(option)).collect();
        let costs = costs.iter().zip(&shifts).map(|(cost, shift)| cost + shift).collect();
        let columns = Columns { rows, entries, firsts, costs, shifts, tolerance: TOLERANCE * dearest };
        let mut simplex = Simplex {
            of_row: vec![vec![]; count],
            left: vec![],
            left_entries: 0,
            is_removed: (0..options as u32).map(|option| columns.rows_of(option).is_empty()).collect(),
            place: vec![AT_LOWER; options],
            net: vec![0.0; options],
            prices: vec![0.0; count],
            inverse: vec![0.0; count * count],
            norms: vec![1.0; count],
            basis: (0..count as u32).map(Variable::Slack).collect(),
            values: vec![0.0; count],
            line: vec![0.0; options],
            touched: vec![],
            since_fresh: 0,
            pivots: 0,
            gained: 0.0,
            products: 0,
            ray: vec![],
            columns: Arc::new(columns),
        };
        simplex.refresh();
        simplex.settle();
        simplex
    }

    /// Begins with these options in the basis, and the slacks of these rows, as far as they do not depend on each
    /// other. A slack whose price has the wrong sign joins them, for there is no other bound at which it could stand.
    pub(super) fn start(&mut self, options: &[u32], slacks: &[u32]) {
        self.basis = slacks.iter().map(|&row| Variable::Slack(row)).collect();
        self.basis.extend(options.iter().map(|&option| Variable::Option(option)));
        loop {
            self.refresh();
            let wrong = self.columns.rows.iter().zip(&self.prices).map(|(row, &price)| match row.0 {
                Sense::Equal => false,
                Sense::AtLeast => price < -self.columns.tolerance,
                Sense::AtMost => price > self.columns.tolerance,
            });
            let wrong = (0..).zip(wrong).filter(|one| one.1).map(|one| Variable::Slack(one.0));
            let wrong: Vec<Variable> = wrong.filter(|one| !self.basis.contains(one)).collect();
            if wrong.is_empty() {
                break;
            }
            self.basis.extend(wrong);
        }
        self.settle();
    }

    /// Makes the inverse anew.
    pub(super) fn start_anew(&mut self) {
        self.refresh();
        self.settle();
    }

    pub(super) fn basic_options(&self) -> impl Iterator<Item = u32> {
        let basic = self.basis.iter();
        basic.filter_map(|&one| if let Variable::Option(option) = one { Some(option) } else { None })
    }

    /// The rows whose slacks are basic.
    pub(super) fn basic_slacks(&self) -> impl Iterator<Item = u32> {
        let basic = self.basis.iter();
        basic.filter_map(|&one| if let Variable::Slack(row) = one { Some(row) } else { None })
    }

    pub(super) fn prices(&self) -> &[f64] {
        &self.prices
    }

    pub(super) fn rows_of(&self, option: u32) -> &[u32] {
        self.columns.rows_of(option)
    }

    pub(super) fn row_count(&self) -> usize {
        self.columns.rows.len()
    }

    pub(super) fn entry_count(&self) -> usize {
        self.columns.entries.len()
    }

    pub(super) fn pivots(&self) -> u64 {
        self.pivots
    }

    /// What pivots have added to the bound since the beginning.
    pub(super) fn gained(&self) -> f64 {
        self.gained
    }

    /// Products of numbers, and the like.
    pub(super) fn products(&self) -> u64 {
        self.products
    }

    /// If it is infeasible: what to add to the prices, any number of times; once adds 1 to the bound.
    pub(super) fn ray(&self) -> &[f64] {
        &self.ray
    }

    /// The options that are chosen, and how much of each.
    pub(super) fn chosen(&self) -> impl Iterator<Item = (u32, f64)> {
        let basic = self.basis.iter().zip(&self.values).filter_map(|(&variable, &value)| match variable {
            Variable::Option(option) if value > 1e-6 => Some((option, value)),
            _ => None,
        });
        let whole = (0..self.place.len()).filter(|&option| self.place[option] == AT_UPPER);
        basic.chain(whole.map(|option| (option as u32, 1.0)))
    }

    pub(super) fn is_removed(&self, option: u32) -> bool {
        self.is_removed[option as usize]
    }

    /// Removes an option, or lets it come back. [`Simplex::settle`] must follow.
    pub(super) fn set_removed(&mut self, option: u32, is_removed: bool) {
        self.is_removed[option as usize] = is_removed;
    }

    /// Lets options that are not basic stand at the bound that their net costs want, after some were removed or
    /// have come back.
    pub(super) fn settle(&mut self) {
        let columns = Arc::clone(&self.columns);
        self.of_row.iter_mut().for_each(Vec::clear);
        self.left.clear();
        self.left_entries = 0;
        let mut right: Vec<f64> = columns.rows.iter().map(|row| row.1).collect();
        for option in 0..self.place.len() as u32 {
            let (index, rows) = (option as usize, columns.rows_of(option));
            let is_basic = self.place[index] < AT_UPPER;
            if !is_basic && self.is_removed[index] {
                self.place[index] = AT_LOWER;
                continue;
            }
            for &row in rows {
                self.of_row[row as usize].push(option);
            }
            self.left.push(option);
            self.left_entries += rows.len();
            if is_basic {
                continue;
            }
            let paid: f64 = rows.iter().map(|&row| self.prices[row as usize]).sum();
            self.net[index] = columns.costs[index] - paid;
            let is_gain = self.net[index] < -columns.tolerance;
            self.place[index] = if is_gain { AT_UPPER } else { AT_LOWER };
            if is_gain {
                for &row in rows {
                    right[row as usize] -= 1.0;
                }
            }
        }
        let lines = self.inverse.chunks_exact(right.len().max(1));
        for (value, line) in self.values.iter_mut().zip(lines) {
            *value = line.iter().zip(&right).map(|(one, other)| one * other).sum();
        }
        self.products += (columns.entries.len() + right.len().pow(2)) as u64;
    }

    /// Makes the inverse and the prices anew from the basis. An option that depends on others leaves it.
    fn refresh(&mut self) {
        let (columns, count) = (Arc::clone(&self.columns), self.columns.rows.len());
        self.inverse.fill(0.0);
        (0..count).for_each(|line| self.inverse[line * count + line] = 1.0);
        self.norms.fill(1.0);
        let mut is_free = vec![true; count];
        let mut options = vec![];
        for &variable in &self.basis {
            match variable {
                Variable::Option(option) => options.push(option),
                Variable::Slack(row) => is_free[row as usize] = false,
            }
        }
        self.basis = (0..count as u32).map(Variable::Slack).collect();
        // Short ones first, which keep the inverse sparse; and of those that depend on others, one that is removed goes.
        let is_removed = &self.is_removed;
        options.sort_unstable_by_key(|&one| (is_removed[one as usize], columns.rows_of(one).len(), one));
        for option in options {
            let column = self.column(Variable::Option(option));
            let free = (0..count).filter(|&line| is_free[line] && column[line].abs() > LEAST_PIVOT_ANEW);
            let line = free.max_by(|&one, &other| column[one].abs().total_cmp(&column[other].abs()));
            self.place[option as usize] = line.map_or(AT_LOWER, |line| line as u32);
            if let Some(line) = line {
                is_free[line] = false;
                self.basis[line] = Variable::Option(option);
                self.eliminate(line, &column);
            }
        }
        self.price(true);
        self.since_fresh = 0;
    }

    /// Sets the prices of the basis, by the costs as they are shifted or as they are. Only shifted ones may
    /// be there when a pivot is made.
    pub(super) fn price(&mut self, is_shifted: bool) {
        let Columns { costs, shifts, .. } = &*self.columns;
        self.prices.fill(0.0);
        for (&variable, line) in self.basis.iter().zip(self.inverse.chunks_exact(self.basis.len())) {
            if let Variable::Option(option) = variable {
                let shift = if is_shifted { 0.0 } else { shifts[option as usize] };
                let cost = costs[option as usize] - shift;
                self.prices.iter_mut().zip(line).for_each(|(price, entry)| *price += cost * entry);
            }
        }
    }

    /// Makes one pivot.
    pub(super) fn pivot(&mut self) -> Step {
        if self.since_fresh >= FRESH {
            self.refresh();
            self.settle();
        }
        let Some(leaving) = self.leaving() else { return Step::Optimal };
        (self.pivots, self.since_fresh) = (self.pivots + 1, self.since_fresh + 1);
        let count = self.basis.len();
        let inverse_line = self.inverse[leaving.line * count..(leaving.line + 1) * count].to_vec();
        self.spread(&inverse_line);
        let option = self.entering_option(leaving.sign);
        let ratio =
            option.map_or(f64::INFINITY, |one| (self.net[one as usize] / self.line[one as usize]).abs());
        let slack = self.entering_slack(leaving.sign, &inverse_line, ratio);
        let (entering, rate) = match (slack, option) {
            (Some(row), _) => (Variable::Slack(row), -self.prices[row as usize] / inverse_line[row as usize]),
            (None, Some(option)) => {
                (Variable::Option(option), self.net[option as usize] / self.line[option as usize])
            }
            (None, None) => {
                let out = (self.values[leaving.line] - leaving.bound).abs();
                self.ray = inverse_line.iter().map(|entry| leaving.sign / out * entry).collect();
                return Step::Infeasible;
            }
        };
        self.exchange(leaving, entering, rate, &inverse_line);
        Step::Pivoted
    }

    /// The variable that is farthest out of its bounds, by the length of its line; of several, the first.
    fn leaving(&self) -> Option<Leaving> {
        let (mut most, mut best) = (0.0, None);
        for (line, (&value, &variable)) in self.values.iter().zip(&self.basis).enumerate() {
            let (low, high) = match variable {
                Variable::Option(option) => (0.0, f64::from(!self.is_removed[option as usize])),
                Variable::Slack(row) => self.columns.slack(row),
            };
            let (out, bound, sign) =
                if value < low { (low - value, low, -1.0) } else { (value - high, high, 1.0) };
            let score = out * out / self.norms[line];
            if out > FEASIBLE && score > most {
                (most, best) = (score, Some(Leaving { line, bound, sign }));
            }
        }
        best
    }

    /// The line of the inverse, times the columns of all options that are not removed: along the rows where few of
    /// its entries are not 0, else option by option.
    fn spread(&mut self, inverse_line: &[f64]) {
        for option in self.touched.drain(..) {
            self.line[option as usize] = 0.0;
        }
        let rows = || inverse_line.iter().enumerate().filter(|(_, factor)| factor.abs() > NOTHING);
        let along: usize = rows().map(|(row, _)| self.of_row[row].len()).sum();
        if along * DENSE > self.left_entries {
            self.products += self.left_entries as u64;
            for &option in &self.left {
                let entry: f64 =
                    self.columns.rows_of(option).iter().map(|&row| inverse_line[row as usize]).sum();
                if entry.abs() > NOTHING {
                    self.line[option as usize] = entry;
                    self.touched.push(option);
                }
            }
            return;
        }
        self.products += 2 * along as u64;
        for (row, &factor) in rows() {
            for &option in &self.of_row[row] {
                let entry = &mut self.line[option as usize];
                if *entry == 0.0 {
                    self.touched.push(option);
                }
                *entry += factor;
                if *entry == 0.0 {
                    // One that was touched is never 0 again.
                    *entry = f64::MIN_POSITIVE;
                }
            }
        }
    }

    /// The option whose net cost is first to change its sign; of those about as near, the one with the largest
    /// pivot (P. Harris, 1973).
    fn entering_option(&self, sign: f64) -> Option<u32> {
        let (mut nearest, mut near) = (f64::INFINITY, vec![]);
        for &option in &self.touched {
            let (index, place) = (option as usize, self.place[option as usize]);
            if place < AT_UPPER || self.is_removed[index] {
                continue;
            }
            let side = if place == AT_LOWER { 1.0 } else { -1.0 };
            let (pivot, net) = (side * sign * self.line[index], (side * self.net[index]).max(0.0));
            if pivot > LEAST_PIVOT {
                nearest = f64::min(nearest, (net + self.columns.tolerance) / pivot);
                near.push((option, pivot));
            }
        }
        let near =
            near.into_iter().filter(|&(option, pivot)| self.net[option as usize].abs() <= nearest * pivot);
        near.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)))
            .map(|(option, _)| option)
    }

    /// The slack whose price is first to change its sign, before this ratio.
    fn entering_slack(&self, sign: f64, inverse_line: &[f64], ratio: f64) -> Option<u32> {
        let (mut least, mut best) = (ratio, None);
        for (row, &(sense, _)) in self.columns.rows.iter().enumerate() {
            let side = match sense {
                Sense::Equal => continue,
                Sense::AtMost => 1.0,
                Sense::AtLeast => -1.0,
            };
            let (pivot, net) = (side * sign * inverse_line[row], (-side * self.prices[row]).max(0.0));
            if pivot > LEAST_PIVOT
                && net / pivot < least
                && !self.basis.contains(&Variable::Slack(row as u32))
            {
                (least, best) = (net / pivot, Some(row as u32));
            }
        }
        best
    }

    /// Lets a variable enter the basis for another one. The rate is that at which prices change along the line.
    fn exchange(&mut self, leaving: Leaving, entering: Variable, rate: f64, inverse_line: &[f64]) {
        let Leaving { line, bound, .. } = leaving;
        self.gained += (rate * (self.values[line] - bound)).abs();
        for &option in &self.touched {
            self.net[option as usize] -= rate * self.line[option as usize];
        }
        self.prices.iter_mut().zip(inverse_line).for_each(|(price, entry)| *price += rate * entry);
        let column = self.column(entering);
        let step = (self.values[line] - bound) / column[line];
        self.values.iter_mut().zip(&column).for_each(|(value, entry)| *value -= step * entry);
        if let Variable::Option(option) = self.basis[line] {
            self.place[option as usize] = if bound > 0.0 { AT_UPPER } else { AT_LOWER };
            self.net[option as usize] = -rate;
        }
        self.values[line] = step;
        if let Variable::Option(option) = entering {
            self.values[line] += f64::from(self.place[option as usize] == AT_UPPER);
            (self.place[option as usize], self.net[option as usize]) = (line as u32, 0.0);
        }
        self.basis[line] = entering;
        self.eliminate(line, &column);
    }

    /// The column of a variable in terms of the basis.
    fn column(&self, variable: Variable) -> Vec<f64> {
        let lines = self.inverse.chunks_exact(self.basis.len());
        match variable {
            Variable::Option(option) => {
                let rows = self.columns.rows_of(option);
                lines.map(|line| rows.iter().map(|&row| line[row as usize]).sum()).collect()
            }
            Variable::Slack(row) => lines.map(|line| line[row as usize]).collect(),
        }
    }

    /// Changes the inverse such that a column becomes that of the identity, and the lengths of its lines.
    fn eliminate(&mut self, pivot_line: usize, column: &[f64]) {
        let count = self.basis.len();
        let mut line = self.inverse[pivot_line * count..(pivot_line + 1) * count].to_vec();
        for entry in &mut line {
            *entry /= column[pivot_line];
        }
        let places: Vec<u32> = (0..count as u32).filter(|&place| line[place as usize] != 0.0).collect();
        let is_sparse = places.len() * 4 < count;
        for (at, target) in self.inverse.chunks_exact_mut(count).enumerate() {
            let (factor, norm) = (column[at], &mut self.norms[at]);
            if at == pivot_line || factor.abs() < NOTHING {
                continue;
            }
            self.products += if is_sparse { 3 * places.len() } else { count } as u64;
            *norm = if is_sparse {
                subtract_at(&places, target, factor, &line, *norm)
            } else {
                subtract(target, factor, &line)
            };
        }
        self.norms[pivot_line] = line.iter().map(|entry| entry * entry).sum();
        self.inverse[pivot_line * count..(pivot_line + 1) * count].copy_from_slice(&line);
    }
}
