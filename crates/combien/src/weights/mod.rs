//! Weights of items that show that there is no cover: the argument itself, and the search for coloring
//! arguments.
//!
//! Conway and Lagarias (*Tiling with polyominoes and combinatorial group theory*, 1990) ask whether the whole
//! is a sum of placements with integer coefficients, negative ones allowed. If it is not, there are weights
//! of this kind modulo some power of a prime. A few powers of small primes are tried, and one large prime,
//! which finds arguments that hold for all rational coefficients.

mod farkas;
mod parity;
mod quest;
mod system;

pub use farkas::counting;
pub use quest::Quest;
pub use system::Classes;
use system::{Class, System};

use crate::budget::{Effort, Reason};
use crate::problem::{Bounds, ItemId, Kind, Problem};

/// Primes and their powers that are tried, low powers first, because their arguments are the simplest: the
/// prime, and the modulus.
const MODULI: [(i64, i64); 17] = [
    (2, 2),
    (2, 4),
    (2, 8),
    (2, 64),
    (3, 3),
    (3, 27),
    (5, 5),
    (5, 25),
    (7, 7),
    (2_147_483_647, 2_147_483_647),
    (11, 11),
    (13, 13),
    (17, 17),
    (19, 19),
    (23, 23),
    (29, 29),
    (31, 31),
];

/// Weights are simplified by trying all multiples, up to this modulus.
const MOST_SCALED: i64 = 200;

/// Weights of items that show that there is no cover.
///
/// - **Modulo a number**: the weights of each option add up to a multiple of it, and those of everything that
///   must be covered do not. This is every coloring argument. Only primary items that are covered a fixed
///   number of times have weights.
/// - **As an inequality**: the weights of each option add up to 0 or more, and those of everything that may
///   be covered to less than 0, where each item counts as often as makes the sum largest. This is every
///   argument by counting (Farkas' lemma): areas, pigeonholes.
///
/// ```
/// use combien::budget::Budget;
/// use combien::problem::dlx;
/// use combien_tiling::why::{Obstacle, Subject};
///
/// // Three pigeons, two holes.
/// let problem = dlx::parse("t", "p q r | x y\np x\np y\nq x\nq y\nr x\nr y\n")?.problem;
/// let Some(Obstacle::Counting(weights)) = Subject::of(&problem).glance() else { panic!("it can be counted") };
/// assert_eq!((weights.modulus(), weights.holds(&problem)), (None, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Weights {
    modulus: Option<i64>,
    /// The items whose weight is not 0, ascending.
    of: Vec<(ItemId, i64)>,
}

impl Weights {
    /// The modulus: every option adds up to a multiple of it. `None` if the argument is an inequality.
    pub fn modulus(&self) -> Option<i64> {
        self.modulus
    }

    /// The items with a weight other than 0, ascending. Modulo a number, weights are from 1 up to that
    /// number.
    pub fn of(&self) -> &[(ItemId, i64)] {
        &self.of
    }

    /// The weight of each item, by its index.
    pub fn by_item(&self, problem: &Problem) -> Vec<i64> {
        let mut weights = vec![0; problem.item_count()];
        for &(item, weight) in &self.of {
            weights[item.index()] = weight;
        }
        weights
    }

    /// The sum of the weights of everything that must be covered: each item counts as often as it is covered,
    /// or, in an inequality, as often as makes the sum largest.
    pub fn total(&self, problem: &Problem) -> i128 {
        let term = |&(item, weight): &(ItemId, i64)| {
            let Bounds { lo, hi } = problem.bounds(item);
            i128::from(weight) * i128::from(if weight > 0 { hi } else { lo })
        };
        self.of.iter().map(term).sum()
    }

    /// Do they prove that there is no cover? Linear in the number of entries.
    pub fn holds(&self, problem: &Problem) -> bool {
        let weights = self.by_item(problem);
        let sum = |option| {
            problem.option(option).iter().map(|entry| i128::from(weights[entry.item.index()])).sum::<i128>()
        };
        let mut sums = problem.searched_options().map(sum);
        let total = self.total(problem);
        match self.modulus.map(i128::from) {
            Some(modulus) => {
                self.of.iter().all(|&(item, _)| is_fixed(problem, item))
                    && sums.all(|sum| sum % modulus == 0)
                    && total % modulus != 0
            }
            None => sums.all(|sum| sum >= 0) && total < 0,
        }
    }
}

/// Weights modulo a number, the same for all items of a class, if they exist and are found within this amount
/// of work.
pub fn coloring(
    problem: &Problem,
    classes: &Classes,
    mut left: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Weights>, Reason> {
    let system = System::merged(problem, classes, Class::is_fixed, effort)?;
    for (prime, modulus) in MODULI {
        if let Some(weights) = system.weights(prime, modulus, &mut left, effort)? {
            return Ok(Some(system.argument(problem, prime, modulus, weights)));
        }
    }
    Ok(None)
}

/// Is the item covered a fixed number of times? Only then its weight modulo a number says something.
fn is_fixed(problem: &Problem, item: ItemId) -> bool {
    let bounds = problem.bounds(item);
    problem.kind(item) == Kind::Primary && bounds.lo == bounds.hi
}

/// Takes work from what is left of it, and all that is left if that is too little.
fn pays(left: &mut usize, work: usize, effort: &mut Effort<'_>) -> Result<bool, Reason> {
    effort.spend(work)?;
    let rest = left.checked_sub(work);
    *left = rest.unwrap_or(0);
    Ok(rest.is_some())
}

impl System {
    /// The simplest weights that make the same argument, checked.
    fn argument(&self, problem: &Problem, prime: i64, modulus: i64, weights: Vec<i64>) -> Weights {
        let (modulus, weights) = self.simplest(prime, modulus, weights);
        let weights = self.plainest(prime, modulus, weights);
        let found = Weights { modulus: Some(modulus), of: self.of_items(&weights) };
        assert!(found.holds(problem), "weights were found that prove nothing");
        found
    }

    /// Weights modulo a power of a prime. With `None`, nothing is left of the work if it was not enough.
    ///
    /// **Invariant.** `vectors` generate all weights for which each row so far adds up to a multiple of the
    /// modulus. If some vectors violate a new row, the one among them whose sum has the lowest power of
    /// the prime corrects all others. Of that vector itself, only the multiples that satisfy the row are
    /// kept.
    fn weights(
        &self,
        prime: i64,
        modulus: i64,
        left: &mut usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<i64>>, Reason> {
        let width = self.classes.len();
        let unit = |column: usize| (0..width).map(|other| i64::from(other == column)).collect();
        if width.saturating_mul(width) > (*left).min(effort.most_numbers()) {
            *left = 0;
            return Ok(None);
        }
        let mut vectors: Vec<Vec<i64>> = (0..width).map(unit).collect();
        for row in &self.rows {
            if !pays(left, vectors.len() * (row.len() + 1), effort)? {
                return Ok(None);
            }
            let of_row = |vector: &Vec<i64>| {
                let terms =
                    row.iter().map(|&(class, times)| product(vector[class], times % modulus, modulus));
                terms.sum::<i64>() % modulus
            };
            let mut sums: Vec<i64> = vectors.iter().map(of_row).collect();
            let unsuited = (0..sums.len()).filter(|&place| sums[place] != 0);
            let Some(pivot) = unsuited.min_by_key(|&place| power(sums[place], prime)) else { continue };
            if !pays(left, sums.iter().filter(|&&sum| sum != 0).count() * width, effort)? {
                return Ok(None);
            }
            let chosen = vectors.swap_remove(pivot);
            let least = sums.swap_remove(pivot);
            let divisor = power(least, prime);
            let inverse = inverse(least / divisor, modulus);
            for (vector, sum) in vectors.iter_mut().zip(sums).filter(|&(_, sum)| sum != 0) {
                let factor = product(sum / divisor, inverse, modulus);
                for (weight, &other) in vector.iter_mut().zip(&chosen) {
                    *weight = (*weight - product(factor, other, modulus)).rem_euclid(modulus);
                }
            }
            if divisor > 1 {
                let factor = modulus / divisor;
                vectors.push(chosen.iter().map(|&weight| product(weight, factor, modulus)).collect());
            }
        }
        Ok(vectors.into_iter().find(|vector| self.total(vector, modulus) != 0))
    }

    /// The sum of everything that must be covered.
    fn total(&self, weights: &[i64], modulus: i64) -> i64 {
        let terms = weights
            .iter()
            .zip(&self.classes)
            .map(|(&weight, class)| product(weight, class.lo % modulus, modulus));
        terms.fold(0, |total, term| (total + term) % modulus)
    }

    /// The argument of these weights with the least power of the prime.
    fn simplest(&self, prime: i64, mut modulus: i64, mut weights: Vec<i64>) -> (i64, Vec<i64>) {
        while modulus > prime {
            // Multiplies by the prime, as long as the whole does not become a multiple of the modulus; then
            // divides the weights and the modulus by the prime, if all weights allow it.
            let scaled: Vec<i64> = weights.iter().map(|weight| weight * prime % modulus).collect();
            if self.total(&scaled, modulus) != 0 {
                weights = scaled;
            } else if weights.iter().all(|weight| weight % prime == 0) {
                modulus /= prime;
                for weight in &mut weights {
                    *weight /= prime;
                }
            } else {
                break;
            }
        }
        (modulus, weights)
    }

    /// The argument of these weights times a number without a common divisor with the modulus: the one with
    /// the smallest fractions, and among equals the one with the greatest total.
    fn plainest(&self, prime: i64, modulus: i64, weights: Vec<i64>) -> Vec<i64> {
        if modulus > MOST_SCALED {
            return weights;
        }
        let scaled =
            |unit: i64| -> Vec<i64> { weights.iter().map(|weight| weight * unit % modulus).collect() };
        let cost = |weights: &Vec<i64>| {
            let centered =
                weights.iter().map(|&weight| if 2 * weight > modulus { weight - modulus } else { weight });
            let (mut size, mut total) = (0, 0);
            for (weight, class) in centered.zip(&self.classes) {
                size += weight.abs() * class.items.len() as i64;
                total += weight * class.lo;
            }
            (size, -total)
        };
        let units = (1..modulus).filter(|unit| unit % prime != 0);
        units.map(scaled).min_by_key(cost).unwrap_or(weights)
    }
}

/// The greatest power of a prime that divides a number other than 0.
fn power(mut number: i64, prime: i64) -> i64 {
    let mut power = 1;
    while number % prime == 0 {
        (number, power) = (number / prime, power * prime);
    }
    power
}

/// A product of two numbers from 0 up to a modulus.
fn product(one: i64, other: i64, modulus: i64) -> i64 {
    // Both are below 2^31, so that the product is below 2^62.
    one * other % modulus
}

/// The inverse of a number that is coprime to the modulus, by Euclid's algorithm.
fn inverse(number: i64, modulus: i64) -> i64 {
    let (mut a, mut b) = (modulus, number.rem_euclid(modulus));
    let (mut x, mut y) = (0, 1);
    while b > 1 {
        let quotient = a / b;
        (a, b) = (b, a - quotient * b);
        (x, y) = (y, x - quotient * y);
    }
    y.rem_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::problem::dlx::parse;

    fn of(text: &str) -> Option<Weights> {
        let problem = parse("t", text).unwrap().problem;
        coloring(&problem, &Classes::single(&problem), 1 << 20, &mut Effort::within(&Budget::UNLIMITED))
            .unwrap()
    }

    #[test]
    fn inverses_and_powers() {
        for modulus in [64, 27, 2_147_483_647] {
            for number in [1, 5, 7, 25, 13] {
                assert_eq!(
                    product(number, inverse(number, modulus), modulus),
                    1,
                    "{number} modulo {modulus}"
                );
            }
        }
        assert_eq!((power(24, 2), power(24, 3), power(5, 7)), (8, 3, 1));
    }

    #[test]
    fn an_odd_number_of_cells_has_no_dominoes() {
        let weights = of("a b c\na b\nb c\na c\n").unwrap();
        assert_eq!(weights.modulus(), Some(2));
        assert_eq!(weights.of().iter().map(|&(_, weight)| weight).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(of("a b c d\na b\nb c\nc d\nd a\n"), None);
    }

    /// Weights of secondary items, or of items that may be covered a variable number of times, prove nothing.
    #[test]
    fn only_what_is_covered_a_fixed_number_of_times_has_a_weight() {
        assert_eq!(of("a b | x\na x\nb\nb x\n"), None);
        assert_eq!(of("a 0:1|b\na b\n"), None);
        assert!(of("3|a 2|b\na b\na b\na b\n").is_some());
    }
}
