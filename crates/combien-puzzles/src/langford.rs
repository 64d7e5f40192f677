//! Langford pairs.

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, within};

/// The numbers from 1 to `pairs`, twice each, in a row, so that between the two of k there are k others. A
/// row and its reversal are two solutions.
///
/// The items are the numbers and the positions. An option places both copies of a number.
pub fn langford(pairs: usize) -> Result<Classic, Fault> {
    within("N", pairs, 1..=500)?;
    let mut draft = Draft::new();
    let numbers = draft.primary(pairs, |number| format!("{}", number + 1))?;
    let places = draft.primary(2 * pairs, |place| format!("s{}", place + 1))?;
    for (number, &item) in (1..).zip(&numbers) {
        for first in 0..(2 * pairs).saturating_sub(number + 1) {
            let second = first + number + 1;
            let says = [first, second].map(|place| (place, number.to_string()));
            draft.option([item, places[first], places[second]], says)?;
        }
    }
    let form = Form::Table { rows: 1, columns: 2 * pairs, regions: Regions::None };
    Ok(draft.finish(format!("Langford pairs of the numbers up to {pairs}"), form))
}
