//! Arguments by counting: Farkas' lemma, by an exact simplex method.
//!
//! A cover is a point `x` with `0 <= x` and `lo <= A x <= hi`, a number for each option and a sum for each
//! class of items. If there is not even a fractional point of this kind, there are weights of the classes
//! with two properties: the weights of each option add up to 0 or more, and those of all that may be covered
//! add up to less than 0.
//!
//! The method is the dual simplex without an objective, with bounds on variables, as in solvers of linear
//! arithmetic (B. Dutertre, L. de Moura, *A fast linear-arithmetic solver for DPLL(T)*, 2006). A basic
//! variable that is out of its bounds leaves the basis, and one that can bring it back enters. If none can,
//! its row is the argument. Numbers are integers over one common denominator, so that nothing is rounded (J.
//! Edmonds, 1967); a number that does not fit a word ends the search without an argument.

use super::system::{Class, Classes, System};
use super::{Weights, pays};
use crate::budget::{Effort, Reason};
use crate::problem::{Bounds, Problem};

/// The number of pivots by the worst row. After that the least row is taken, which is sure to end (R. G.
/// Bland, 1977).
const GREEDY_PIVOTS: usize = 500;

/// Weights of an inequality, the same for all items of a class, if they exist and are found within this
/// amount of work.
pub fn counting(
    problem: &Problem,
    classes: &Classes,
    mut left: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Weights>, Reason> {
    let system = System::merged(problem, classes, |class| !class.has_color, effort)?;
    if system.table() > left.min(effort.most_numbers()) {
        return Ok(None);
    }
    Simplex::new(system, effort)?.run(problem, &mut left, effort)
}

impl System {
    /// The numbers of a dictionary.
    pub(super) fn table(&self) -> usize {
        self.classes.len().saturating_mul(self.rows.len())
    }
}

/// The simplex method on a system. It can go on when there is more work to spend.
#[derive(Debug)]
pub(super) struct Simplex {
    system: System,
    dictionary: Dictionary,
    pivots: usize,
}

impl Simplex {
    pub(super) fn new(system: System, effort: &mut Effort<'_>) -> Result<Simplex, Reason> {
        effort.spend(system.table() + system.classes.len())?;
        Ok(Simplex { dictionary: Dictionary::new(&system), system, pivots: 0 })
    }

    /// Goes on within this amount of work. With `None`, nothing is left of the work if it was not enough.
    pub(super) fn run(
        &mut self,
        problem: &Problem,
        left: &mut usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Weights>, Reason> {
        loop {
            match self.dictionary.step(self.pivots < GREEDY_PIVOTS) {
                Step::Pivoted(work) => {
                    self.pivots += 1;
                    if !pays(left, work, effort)? {
                        return Ok(None);
                    }
                }
                Step::Infeasible(row) => {
                    let Some(weights) = self.dictionary.weights(row) else { return Ok(None) };
                    let found = Weights { modulus: None, of: self.system.of_items(&weights) };
                    assert!(found.holds(problem), "weights were found that prove nothing");
                    return Ok(Some(found));
                }
                Step::Feasible | Step::TooLarge => return Ok(None),
            }
        }
    }
}

/// Basic variables as sums of the others.
///
/// **Invariant.** `denominator * basic[i] = constants[i] + sum of rows[i][j] * nonbasic[j]` holds for all
/// points, the denominator is positive, and what is not basic is 0. A `flipped` variable represents its upper
/// bound minus itself.
#[derive(Debug)]
struct Dictionary {
    /// The options come first, then the excess of each class over its `lo`.
    options: usize,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    constants: Vec<i64>,
    rows: Vec<Vec<i64>>,
    denominator: i64,
    /// The upper bound of each variable; `None` if it is unbounded.
    upper: Vec<Option<i64>>,
    flipped: Vec<bool>,
}

/// The result for a row that cannot be brought back into its bounds, or for numbers that are too large.
enum Step {
    Pivoted(usize),
    Feasible,
    Infeasible(usize),
    TooLarge,
}

impl Dictionary {
    fn new(system: &System) -> Dictionary {
        let (options, classes) = (system.rows.len(), system.classes.len());
        let mut rows = vec![vec![0; options]; classes];
        for (option, row) in system.rows.iter().enumerate() {
            for &(class, times) in row {
                rows[class][option] = times;
            }
        }
        let slack = |class: &Class| {
            // A class with an item that is covered any number of times has no upper bound.
            (class.hi < i64::from(Bounds::UNLIMITED)).then_some(class.hi - class.lo)
        };
        Dictionary {
            options,
            basic: (options..options + classes).collect(),
            nonbasic: (0..options).collect(),
            constants: system.classes.iter().map(|class| -class.lo).collect(),
            rows,
            denominator: 1,
            upper: vec![None; options].into_iter().chain(system.classes.iter().map(slack)).collect(),
            flipped: vec![false; options + classes],
        }
    }

    fn step(&mut self, is_greedy: bool) -> Step {
        let excess = |row: usize| {
            let value = i128::from(self.constants[row]);
            let upper =
                self.upper[self.basic[row]].map(|upper| i128::from(upper) * i128::from(self.denominator));
            (-value).max(upper.map_or(0, |upper| value - upper)).max(0)
        };
        let out = (0..self.basic.len()).filter(|&row| excess(row) > 0);
        let leaving = if is_greedy {
            out.max_by_key(|&row| (excess(row), std::cmp::Reverse(self.basic[row])))
        } else {
            out.min_by_key(|&row| self.basic[row])
        };
        let Some(row) = leaving else { return Step::Feasible };
        if self.constants[row] > 0 && !self.flip(row) {
            return Step::TooLarge;
        }
        let can_enter =
            |&place: &usize| self.rows[row][place] > 0 && self.upper[self.nonbasic[place]] != Some(0);
        let Some(entering) =
            (0..self.nonbasic.len()).filter(can_enter).min_by_key(|&place| self.nonbasic[place])
        else {
            return Step::Infeasible(row);
        };
        self.pivot(row, entering).map_or(Step::TooLarge, Step::Pivoted)
    }

    /// Measures a basic variable down from its upper bound. Returns false if a number is too large.
    fn flip(&mut self, row: usize) -> bool {
        let variable = self.basic[row];
        let upper = self.upper[variable].unwrap_or(0);
        let Some(constant) =
            upper.checked_mul(self.denominator).and_then(|most| most.checked_sub(self.constants[row]))
        else {
            return false;
        };
        self.flipped[variable] ^= true;
        self.constants[row] = constant;
        self.rows[row].iter_mut().for_each(|entry| *entry = -*entry);
        true
    }

    /// Exchanges a basic and a nonbasic variable. Returns the work, unless a number is too large. The pivot
    /// is positive, and becomes the new denominator.
    fn pivot(&mut self, row: usize, place: usize) -> Option<usize> {
        let pivot = self.rows[row][place];
        let (chosen, constant) = (self.rows[row].clone(), self.constants[row]);
        // To choose the row and the place, each row and each place was looked at.
        let mut work = self.rows.len() + 2 * chosen.len();
        let (by, denominator) = (i128::from(pivot), self.denominator);
        for other in (0..self.rows.len()).filter(|&other| other != row) {
            let factor = self.rows[other][place];
            if factor == 0 && pivot == self.denominator {
                continue;
            }
            work += 2 * chosen.len();
            // The division is exact: entries are determinants of submatrices of the first rows. Most fit a word
            // before it, too, and to divide two words takes several times as long.
            let turned = |mine: i64, theirs: i64| {
                let product = by * i128::from(mine) - i128::from(factor) * i128::from(theirs);
                match i64::try_from(product) {
                    Ok(product) => Some(product / denominator),
                    Err(_) => i64::try_from(product / i128::from(denominator)).ok(),
                }
            };
            for (mine, &theirs) in self.rows[other].iter_mut().zip(&chosen) {
                if (*mine, theirs) != (0, 0) {
                    *mine = turned(*mine, theirs)?;
                }
            }
            self.rows[other][place] = factor;
            self.constants[other] = turned(self.constants[other], constant)?;
        }
        self.rows[row].iter_mut().for_each(|entry| *entry = -*entry);
        self.rows[row][place] = self.denominator;
        self.constants[row] = -constant;
        self.denominator = pivot;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[place]);
        Some(work)
    }

    /// The argument of a row that is less than 0 for all values of the others: how often it takes each class,
    /// in the smallest integers.
    fn weights(&self, row: usize) -> Option<Vec<i64>> {
        let mut weights = vec![0i64; self.basic.len()];
        let others = self.nonbasic.iter().zip(&self.rows[row]).map(|(&variable, &entry)| (variable, -entry));
        for (variable, times) in others.chain([(self.basic[row], self.denominator)]) {
            if let Some(class) = variable.checked_sub(self.options) {
                // The excess over `lo` adds the class, the slack up to `hi` subtracts it.
                weights[class] = if self.flipped[variable] { times } else { -times };
            }
        }
        let divisor = weights.iter().fold(0, |divisor, &weight| gcd(divisor, weight.unsigned_abs()));
        let divisor = i64::try_from(divisor.max(1)).ok()?;
        for weight in &mut weights {
            *weight /= divisor;
        }
        Some(weights)
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::problem::dlx::parse;

    /// A pivot looks at all rows for the one that leaves, however short they are.
    #[test]
    fn the_work_of_a_pivot_counts_the_rows() {
        let names: Vec<String> = (0..1000).map(|item| format!("i{item}")).collect();
        let problem = parse("wide", &format!("{0}\n{0}\n", names.join(" "))).unwrap().problem;
        let classes = Classes::single(&problem);
        let system =
            System::new(&problem, &classes, |_| true, &mut Effort::within(&Budget::UNLIMITED)).unwrap();
        let Step::Pivoted(work) = Dictionary::new(&system).step(true) else { panic!("a pivot is possible") };
        assert!(work >= 1000, "{work}");
    }
}
