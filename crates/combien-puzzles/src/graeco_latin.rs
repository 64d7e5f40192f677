//! Pairs of orthogonal Latin squares.

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, within};

/// Pairs of Latin squares that, laid over each other, show each pair of symbols once. The first shows
/// numbers, the second letters; (A, B) and (B, A) are two solutions.
///
/// An option puts a pair into a cell: the items are the cell, the pair, and the row and the column with each
/// symbol.
pub fn graeco_latin(side: usize) -> Result<Classic, Fault> {
    within("N", side, 1..=26)?;
    let mut draft = Draft::new();
    let mut square = |first: &str, second: &str| {
        draft.primary(side * side, |pair| format!("{first}{}{second}{}", pair / side + 1, pair % side + 1))
    };
    let cells = square("R", "C")?;
    let pairs = square("P", "-")?;
    let rows = [square("R", "#")?, square("R", "*")?];
    let columns = [square("C", "#")?, square("C", "*")?];
    for (cell, &cell_item) in cells.iter().enumerate() {
        for (pair, &pair_item) in pairs.iter().enumerate() {
            let (row, column) = (cell / side, cell % side);
            let (number, letter) = (pair / side, pair % side);
            let items = [
                cell_item,
                pair_item,
                rows[0][row * side + number],
                rows[1][row * side + letter],
                columns[0][column * side + number],
                columns[1][column * side + letter],
            ];
            let label = format!("{}{}", number + 1, char::from(b'A' + letter as u8));
            draft.option(items, [(cell, label)])?;
        }
    }
    let form = Form::Table { rows: side, columns: side, regions: Regions::None };
    Ok(draft.finish(format!("pairs of orthogonal Latin squares of order {side}"), form))
}
