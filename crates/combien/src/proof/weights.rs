//! Coloring arguments: weights of the items that every option has a multiple of a number of, and the whole problem has not.
//!
//! Conway and Lagarias (*Tiling with polyominoes and combinatorial group theory*, 1990) ask whether the whole is a sum of
//! placements with whole coefficients, negative ones allowed. If it is not, there are such weights modulo some power of a
//! prime. A few powers of small primes are tried, and one large prime, which finds what holds for fractions of any kind.

use super::model::numbers;
use crate::budget::{Effort, Reason};
use crate::problem::{Kind, Problem};

/// Primes and their powers that are tried: the prime, and the modulus.
const MODULI: [(i64, i64); 5] = [(2, 64), (3, 27), (5, 25), (7, 49), (2_147_483_647, 2_147_483_647)];
/// A search for weights takes no more work than this, a second or so; what is larger is left to the states.
const MOST_WORK: usize = 1 << 27;

/// Weights that show that there is no cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) modulus: i64,
    /// The items that have one, by their numbers in a certificate from 0, ascending.
    pub(super) of: Vec<(u32, i64)>,
}

/// The columns of the items that are covered a fixed number of times: no other has a weight.
struct Columns {
    /// How often each of them is to be covered.
    times: Vec<i64>,
    /// The columns of each option.
    options: Vec<Vec<usize>>,
    /// The item of each column.
    items: Vec<u32>,
}

/// Weights, if there are some and they are found soon.
pub(super) fn find(problem: &Problem, effort: &mut Effort<'_>) -> Result<Option<Weights>, Reason> {
    let columns = Columns::new(problem);
    let mut left = MOST_WORK;
    for (prime, modulus) in MODULI {
        if let Some(weights) = columns.weights(prime, modulus, &mut left, effort)? {
            let of = columns.items.iter().copied().zip(weights).filter(|&(_, weight)| weight != 0);
            let mut of: Vec<(u32, i64)> = of.collect();
            of.sort_unstable();
            return Ok(Some(columns.simplest(prime, modulus, of)));
        }
    }
    Ok(None)
}

impl Columns {
    fn new(problem: &Problem) -> Columns {
        let numbers = numbers(problem);
        let mut column_of = vec![None; problem.item_count()];
        let (mut times, mut items) = (vec![], vec![]);
        for item in problem.items() {
            let bounds = problem.bounds(item);
            if problem.kind(item) == Kind::Primary && bounds.lo == bounds.hi {
                column_of[item.index()] = Some(times.len());
                times.push(i64::from(bounds.lo));
                items.push(numbers[item.index()]);
            }
        }
        let columns = |option| {
            problem.option(option).iter().filter_map(|entry| column_of[entry.item.index()]).collect()
        };
        let options = problem.searched_options().map(columns).collect();
        Columns { times, options, items }
    }

    /// Weights modulo a power of a prime.
    ///
    /// **Invariant.** `vectors` generate all weights of which the options so far have a multiple of the modulus. An option
    /// that one of them does not suit takes what it has too much from all others, by the one that is divided least; of that
    /// one only the multiples stay that suit it.
    fn weights(
        &self,
        prime: i64,
        modulus: i64,
        left: &mut usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<i64>>, Reason> {
        let width = self.times.len();
        let unit = |column: usize| (0..width).map(|other| i64::from(other == column)).collect();
        if width.saturating_mul(width) > *left {
            return Ok(None);
        }
        let mut vectors: Vec<Vec<i64>> = (0..width).map(unit).collect();
        for option in &self.options {
            let work = vectors.len() * (option.len() + 1);
            effort.spend(work)?;
            let Some(rest) = left.checked_sub(work) else { return Ok(None) };
            *left = rest;
            let of_option =
                |vector: &Vec<i64>| option.iter().map(|&column| vector[column]).sum::<i64>() % modulus;
            let sums: Vec<i64> = vectors.iter().map(of_option).collect();
            let unsuited = (0..sums.len()).filter(|&place| sums[place] != 0);
            let Some(pivot) = unsuited.min_by_key(|&place| power(sums[place], prime)) else { continue };
            let work = sums.iter().filter(|&&sum| sum != 0).count() * width;
            effort.spend(work)?;
            let Some(rest) = left.checked_sub(work) else { return Ok(None) };
            *left = rest;
            let chosen = vectors.swap_remove(pivot);
            let mut sums = sums;
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
        Ok(vectors.into_iter().find(|vector| self.total(vector.iter().copied(), modulus) != 0))
    }

    /// The weights of all that is to be covered.
    fn total(&self, weights: impl Iterator<Item = i64>, modulus: i64) -> i64 {
        let terms =
            weights.zip(&self.times).map(|(weight, &times)| product(weight, times % modulus, modulus));
        terms.fold(0, |total, term| (total + term) % modulus)
    }

    /// The same argument with the least power of the prime.
    fn simplest(&self, prime: i64, mut modulus: i64, mut of: Vec<(u32, i64)>) -> Weights {
        let times =
            |item: u32| self.items.iter().position(|&other| other == item).map_or(0, |at| self.times[at]);
        while modulus > prime {
            // Times the prime, as long as the whole does not become a multiple; then both by it, where all allow it.
            let scaled: Vec<(u32, i64)> =
                of.iter().map(|&(item, weight)| (item, weight * prime % modulus)).collect();
            let total = scaled.iter().fold(0, |total, &(item, weight)| {
                (total + product(weight, times(item) % modulus, modulus)) % modulus
            });
            if total != 0 {
                of = scaled.into_iter().filter(|&(_, weight)| weight != 0).collect();
            } else if of.iter().all(|&(_, weight)| weight % prime == 0) {
                modulus /= prime;
                of = of.into_iter().map(|(item, weight)| (item, weight / prime)).collect();
            } else {
                break;
            }
        }
        Weights { modulus, of }
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

/// What times a number that has no divisor in common with the modulus makes 1: by Euclid.
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
    use crate::budget::at_once;
    use crate::problem::dlx::parse;

    fn of(text: &str) -> Option<Weights> {
        let problem = parse("t", text).unwrap().problem;
        at_once(|effort| find(&problem, effort)).unwrap()
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
        assert_eq!(weights, Weights { modulus: 2, of: vec![(0, 1), (1, 1), (2, 1)] });
        assert_eq!(of("a b c d\na b\nb c\nc d\nd a\n"), None);
    }

    /// Weights of secondary items, or of those with a choice, would say nothing.
    #[test]
    fn only_what_is_covered_a_fixed_number_of_times_has_a_weight() {
        assert_eq!(of("a b | x\na x\nb\nb x\n"), None);
        assert_eq!(of("a 0:1|b\na b\n"), None);
        assert!(of("3|a 2|b\na b\na b\na b\n").is_some());
    }
}
