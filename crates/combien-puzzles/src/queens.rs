//! Queens that do not attack each other, on a board or on a torus.

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, within};

/// The board of the queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// The usual board: diagonals end at its border.
    Plane,
    /// Each side is glued to the opposite one: diagonals continue, and each has as many cells as the board
    /// has rows.
    Torus,
}

/// As many queens as the board has rows, none attacking another.
///
/// The items are rows and columns, which have one queen each, and diagonals. In the plane a diagonal has at
/// most one queen. On the torus there are as many diagonals of each direction as queens, and so each has one:
/// all items are primary.
pub fn queens(side: usize, surface: Surface) -> Result<Classic, Fault> {
    within("N", side, 1..=500)?;
    let mut draft = Draft::new();
    let rows = draft.primary(side, |row| format!("r{}", row + 1))?;
    let columns = draft.primary(side, |column| format!("c{}", column + 1))?;
    let diagonals = |draft: &mut Draft, direction: char| {
        let name = |number| format!("{direction}{number}");
        match surface {
            Surface::Plane => draft.secondary(2 * side - 1, name),
            Surface::Torus => draft.primary(side, name),
        }
    };
    let rising = diagonals(&mut draft, 'u')?;
    let falling = diagonals(&mut draft, 'd')?;
    for (row, &row_item) in rows.iter().enumerate() {
        for (column, &column_item) in columns.iter().enumerate() {
            let (up, down) = (row + column, row + side - 1 - column);
            let items = [row_item, column_item, rising[up % rising.len()], falling[down % falling.len()]];
            draft.option(items, [(row * side + column, "Q".to_owned())])?;
        }
    }
    let place = match surface {
        Surface::Plane => "a board",
        Surface::Torus => "a torus",
    };
    let form = Form::Table { rows: side, columns: side, regions: Regions::None };
    Ok(draft.finish(format!("queens on {place} of {side} by {side}"), form))
}
