//! The calendar puzzle: the pieces leave a month and a day visible.

use super::classic::{Classic, Form, Regions};
use super::fault::{Fault, within};
use combien::problem::OptionId;
use combien_tiling::pieces;
use combien_tiling::{Board, Cell, Shape, Tiling};

/// The board has rows of seven cells: the months in the two upper ones, six each, the days in those below.
const SIDE: usize = 7;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS: usize = 31;

/// The puzzle of a date, months and days from 1: the eight pieces of the [set](combien_tiling::pieces)
/// `calendar` cover its board except for that month and that day. Any month can be combined with any day, as
/// on the board: 31 February is also a puzzle.
///
/// Items and options are those of the tiling; a label is the name of the piece there.
pub fn calendar(month: usize, day: usize) -> Result<Classic, Fault> {
    within("MONTH", month, 1..=MONTHS.len())?;
    within("DAY", day, 1..=DAYS)?;
    let Some(set) = pieces::set("calendar") else { unreachable!("the set ships") };
    let places = [place(month - 1, 6), place(day - 1, SIDE) + 2 * SIDE];
    let cells: Shape = set.board.iter().flat_map(Shape::cells).copied().collect();
    let covered: Shape =
        cells.cells().iter().copied().filter(|&cell| !places.contains(&place_of(cell))).collect();
    let impossible = |error: combien_tiling::TilingError| Fault::Mismatch(error.to_string());
    let tiling = Tiling::new(Board::new(set.lattice, covered).map_err(impossible)?, set.pieces);
    let tiling = tiling.map_err(impossible)?;
    let encoding = tiling.encode().map_err(impossible)?;
    let says = |option: OptionId| -> Vec<(usize, String)> {
        let name = encoding.placement(option).map(|placement| tiling.piece_name(placement.piece));
        let name = name.unwrap_or_default();
        let label = name.strip_prefix("calendar_").unwrap_or(&name);
        encoding.cells(option).cells().iter().map(|&cell| (place_of(cell), label.to_owned())).collect()
    };
    let date = [MONTHS[month - 1].to_owned(), day.to_string()];
    let title = format!("calendar puzzle of {}", date.join(" "));
    let regions = Regions::Options(places.into_iter().zip(date).collect());
    let form = Form::Table { rows: SIDE, columns: SIDE, regions };
    Ok(Classic::new(title, encoding.problem.clone(), form, says))
}

/// The position of the n-th cell, in rows of this length.
fn place(number: usize, row: usize) -> usize {
    number / row * SIDE + number % row
}

/// The position of a cell of the board in a table, whose first row is the top one.
fn place_of(cell: Cell) -> usize {
    (SIDE - 1 - cell.y as usize) * SIDE + cell.x as usize
}
