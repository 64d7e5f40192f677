//! Checks certificates that say in a few numbers why there is no cover: weights of the items.
//!
//! Some sums are *allowed*: the multiples of a modulus, or all that are not negative. Sums of allowed sums
//! are allowed. If the weights of the items of each option have an allowed sum, those of all that a cover
//! covers have one too; if these cannot have one, there is no cover.

use std::io::BufRead;

use crate::lines::{Lines, Result, number, numbered, wrong};
use crate::problem::{Item, Problem};

/// Checks weights modulo a number, or an inequality.
///
/// Modulo a number, only primary items that are covered a fixed number of times have weights. In an
/// inequality an item counts as often as makes the sum largest, and items with colors, which may be covered
/// any number of times, have no weights.
pub(crate) fn check(problem: &Problem, modulus: Option<i64>, lines: &mut Lines<impl BufRead>) -> Result<()> {
    let mut may_have = vec![true; problem.items.len()];
    if modulus.is_some() {
        may_have = problem.items.iter().map(|item| item.is_primary && item.lo == item.hi).collect();
    } else {
        let colored = problem.options.iter().flatten().filter(|entry| entry.color > 0);
        colored.for_each(|entry| may_have[entry.item] = false);
    }
    let weights = read(&may_have, modulus, lines)?;
    // Modulo 0 every sum is allowed, so that nothing is proved.
    let is_multiple = |sum: i128, of: i64| sum.checked_rem(of.into()).is_none_or(|rest| rest == 0);
    let is_allowed = |sum| modulus.map_or(sum >= 0, |modulus| is_multiple(sum, modulus));
    for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
        let sum = problem.options[option].iter().map(|entry| weights[entry.item]).sum();
        if !is_allowed(sum) {
            return wrong(format!("the weights of option {} add up to {sum}", option + 1));
        }
    }
    // Less than 2^127: each item counts at most 2^31 times, and no memory has 2^32 of them.
    let times = |item: &Item, weight| i128::from(if weight > 0 { item.hi } else { item.lo });
    let total = problem.items.iter().zip(&weights).map(|(item, &weight)| weight * times(item, weight)).sum();
    if is_allowed(total) { wrong(format!("the weights of a cover may add up to {total}")) } else { Ok(()) }
}

/// Reads lines `ITEM WEIGHT`, items ascending, up to the line `covers 0`; what is not named has the weight 0.
/// Modulo a number, weights are positive and less than that number.
fn read(may_have: &[bool], modulus: Option<i64>, lines: &mut Lines<impl BufRead>) -> Result<Vec<i128>> {
    let (mut weights, mut least) = (vec![0; may_have.len()], 0);
    loop {
        let line = lines.next()?;
        if line == "covers 0" {
            return Ok(weights);
        }
        let (item, weight) = line.split_once(' ').ok_or("expected an item and its weight")?;
        let place = numbered(item, may_have.len(), "item")?;
        if place < least || !may_have[place] {
            return wrong(format!("item {item} does not follow those before, or cannot have a weight"));
        }
        let (sign, size) = weight.strip_prefix('-').map_or((1, weight), |size| (-1, size));
        let weight = sign * number::<i64>(size)?;
        if modulus.map_or(weight == 0, |modulus| !(1..modulus).contains(&weight)) {
            return wrong(format!("item {item} cannot have the weight {weight}"));
        }
        weights[place] = weight.into();
        least = place + 1;
    }
}
