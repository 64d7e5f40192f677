//! The partridge puzzle.

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, within};
use super::shape::cell_name;

/// One square of side 1, two of side 2, up to n of side n, that fill the square of side 1 + 2 + … + n.
/// Besides n = 1, the least n with a solution is 8.
///
/// Cells are items; so is each size, which is covered as often as its side.
pub fn partridge(n: usize) -> Result<Classic, Fault> {
    within("N", n, 1..=12)?;
    let side = n * (n + 1) / 2;
    let mut draft = Draft::new();
    let cells = draft.primary(side * side, |cell| cell_name(cell, side))?;
    for size in 1..=n {
        let kind = draft.exactly(size, &format!("{size}"))?;
        for corner in 0..(side - size + 1) * (side - size + 1) {
            let (top, left) = (corner / (side - size + 1), corner % (side - size + 1));
            let covered = (0..size * size).map(|place| (top + place / size) * side + left + place % size);
            let says: Vec<(usize, String)> = covered.clone().map(|cell| (cell, size.to_string())).collect();
            draft.option([kind].into_iter().chain(covered.map(|cell| cells[cell])), says)?;
        }
    }
    let form = Form::Table { rows: side, columns: side, regions: Regions::Options };
    Ok(draft.finish(format!("partridge puzzle of order {n}"), form))
}
