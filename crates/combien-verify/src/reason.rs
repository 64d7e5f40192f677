//! Checks certificates that say in a few numbers why there is no cover: weights of the items.
//!
//! Some sums are *allowed*: the multiples of a modulus, or all that are not negative. Sums of allowed sums are allowed. If the
//! weights of the items of each option have an allowed sum, those of all that a cover covers have one too; if these cannot
//! have one, there is no cover.

use std::io::BufRead;

use crate::certificate::{Lines, number};
use crate::problem::{Entry, Problem};
use crate::refusal::{Result, wrong};

const TOO_LARGE: &str = "the weights are too large";

/// Checks weights modulo a number, or an inequality.
///
/// Modulo a number, only primary items that are covered a fixed number of times have weights. In an inequality an item counts
/// as often as makes the sum largest, and items with colors, which may be covered any number of times, have no weights.
pub(crate) fn check<R: BufRead>(problem: &Problem, modulus: Option<u64>, lines: &mut Lines<R>) -> Result<()> {
    if modulus == Some(0) {
        return wrong("the modulus is 0");
    }
    let mut may_have = vec![true; problem.items.len()];
    if modulus.is_some() {
        may_have = problem.items.iter().map(|item| item.is_primary && item.lo == item.hi).collect();
    } else {
        let colored = problem.options.iter().flatten().filter(|entry| entry.color > 0);
        colored.for_each(|entry| may_have[entry.item] = false);
    }
    let weights = weights(&may_have, lines)?;
    let is_allowed = |sum: i128| modulus.map_or(sum >= 0, |modulus| sum % i128::from(modulus) == 0);
    for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
        let add = |sum: i128, entry: &Entry| sum.checked_add(weights[entry.item]);
        let sum = problem.options[option].iter().try_fold(0, add).ok_or(TOO_LARGE)?;
        if !is_allowed(sum) {
            return wrong(format!("the weights of option {} add up to {sum}", option + 1));
        }
    }
    let total = problem.items.iter().zip(&weights).try_fold(0i128, |total, (item, &weight)| {
        let times = if weight > 0 { item.hi } else { item.lo };
        total.checked_add(weight.checked_mul(i128::from(times))?)
    });
    let total = total.ok_or(TOO_LARGE)?;
    if is_allowed(total) { wrong(format!("the weights of a cover may add up to {total}")) } else { Ok(()) }
}

/// Reads lines `ITEM WEIGHT`, items ascending, up to the line `covers 0`; what is not named has the weight 0.
fn weights<R: BufRead>(may_have: &[bool], lines: &mut Lines<R>) -> Result<Vec<i128>> {
    let mut weights = vec![0; may_have.len()];
    let mut least = 1;
    loop {
        let line = lines.next()?;
        if line == "covers 0" {
            return Ok(weights);
        }
        let (item, weight) = line.split_once(' ').ok_or("expected an item and its weight")?;
        let (sign, size) = weight.strip_prefix('-').map_or((1, weight), |size| (-1, size));
        let (item, size): (usize, u64) = (number(item)?, number(size)?);
        if !(least..=weights.len()).contains(&item) {
            return wrong("the number of an item is too large, or not greater than those before");
        }
        if !may_have[item - 1] {
            return wrong(format!("item {item} cannot have a weight"));
        }
        weights[item - 1] = sign * i128::from(size);
        least = item + 1;
    }
}
