//! Checks certificates that say in a few numbers why there is no cover: weights of the items.

use std::io::BufRead;

use crate::certificate::{Lines, Refusal, number};
use crate::natural::Natural;
use crate::problem::Problem;

/// Weights modulo a number: those of the items of each option add up to nothing, those of what is to be covered do not.
///
/// So no set of options covers each item as often as it should. Only primary items have weights, and only those that are
/// covered a fixed number of times.
pub(crate) fn modulus<R: BufRead>(
    problem: &Problem,
    modulus: Option<u64>,
    lines: &mut Lines<R>,
) -> Result<Natural, Refusal> {
    let modulus = modulus.filter(|&modulus| modulus > 1 && modulus < 1 << 62);
    let modulus = i128::from(modulus.ok_or_else(|| lines.wrong("the modulus is no number from 2 to 2^62"))?);
    let weights = weights(problem, lines, |item, weight| {
        let item = &problem.items[item];
        if !item.is_primary || item.lo != item.hi {
            return Err("a weight of an item that need not be covered a fixed number of times");
        }
        if weight < 0 || weight >= modulus { Err("a weight that is not below the modulus") } else { Ok(()) }
    })?;
    for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
        let sum =
            sum_of(problem, option, &weights).ok_or_else(|| lines.wrong("the weights are too large"))?;
        if sum % modulus != 0 {
            let message =
                format!("the weights of option {} add up to {sum}, no multiple of {modulus}", option + 1);
            return Err(lines.wrong(message));
        }
    }
    // Each term is below 2^62 * 2^31.
    let total = problem
        .items
        .iter()
        .zip(&weights)
        .fold(0, |total, (item, weight)| (total + i128::from(item.lo) * weight) % modulus);
    if total == 0 {
        Err(lines.wrong("all weights add up to a multiple of the modulus"))
    } else {
        Ok(Natural::ZERO)
    }
}

/// Weights so that no option has a negative sum, and all that may be covered has: so it cannot be made of options. An item
/// that may be covered several numbers of times counts as often as makes the sum largest.
pub(crate) fn inequality<R: BufRead>(problem: &Problem, lines: &mut Lines<R>) -> Result<Natural, Refusal> {
    let mut has_color = vec![false; problem.items.len()];
    problem.options.iter().flatten().for_each(|entry| has_color[entry.item] |= entry.color > 0);
    let weights = weights(problem, lines, |item, _| {
        if has_color[item] { Err("a weight of an item with colors") } else { Ok(()) }
    })?;
    let too_large = "the weights are too large";
    for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
        let sum = sum_of(problem, option, &weights).ok_or_else(|| lines.wrong(too_large))?;
        if sum < 0 {
            return Err(lines
                .wrong(format!("the weights of option {} add up to {sum}, which is negative", option + 1)));
        }
    }
    let most = problem.items.iter().zip(&weights).try_fold(0i128, |total, (item, &weight)| {
        let times = if weight > 0 { item.hi } else { item.lo };
        total.checked_add(weight.checked_mul(i128::from(times))?)
    });
    match most {
        None => Err(lines.wrong(too_large)),
        Some(most @ 0..) => {
            Err(lines.wrong(format!("the weights of a cover may add up to {most}, which is not negative")))
        }
        Some(_) => Ok(Natural::ZERO),
    }
}

/// The sum of the weights of an option's items, unless it is too large.
fn sum_of(problem: &Problem, option: usize, weights: &[i128]) -> Option<i128> {
    problem.options[option].iter().try_fold(0i128, |sum, entry| sum.checked_add(weights[entry.item]))
}

/// Reads lines `ITEM WEIGHT`, items ascending, up to the line `covers 0`; what is not named has the weight 0.
fn weights<R: BufRead>(
    problem: &Problem,
    lines: &mut Lines<R>,
    allow: impl Fn(usize, i128) -> Result<(), &'static str>,
) -> Result<Vec<i128>, Refusal> {
    let mut weights = vec![0; problem.items.len()];
    let mut least = 1;
    loop {
        let line = lines.next()?;
        if line == "covers 0" {
            return Ok(weights);
        }
        let read = line.split_once(' ').and_then(|(item, weight)| {
            let item = number(item).filter(|item| (least..=weights.len() as u64).contains(item))?;
            let (sign, digits) = weight.strip_prefix('-').map_or((1, weight), |digits| (-1, digits));
            let size = number(digits).filter(|&size| size > 0)?;
            Some((item, sign * i128::from(size)))
        });
        let Some((item, weight)) = read else {
            return Err(
                lines.wrong("expected the number of an item, greater than those before, and its weight")
            );
        };
        allow(item as usize - 1, weight).map_err(|message| lines.wrong(message))?;
        weights[item as usize - 1] = weight;
        least = item + 1;
    }
}
