//! The calendar puzzle: the pieces leave a month and a day visible, and perhaps a weekday.

use super::fault::{Fault, within};
use combien_tiling::{Cell, Tiling, pieces};

/// The puzzle of a date, months, days and weekdays from 1, the first of which is Sunday: the pieces of the
/// [set](combien_tiling::pieces) `calendar` cover its board except for that month and that day; with a
/// weekday, those of the set `weekdays` theirs. Any can be combined with any, as on the board: 31 February is
/// also a puzzle.
pub fn calendar(month: usize, day: usize, weekday: Option<usize>) -> Result<Tiling, Fault> {
    let asked = [("MONTH", 12, Some(month)), ("DAY", 31, Some(day)), ("WEEKDAY", 7, weekday)];
    let Some(set) = pieces::set(if weekday.is_some() { "weekdays" } else { "calendar" }) else {
        unreachable!("the sets ship")
    };
    let Some(board) = set.board else { unreachable!("it has a board") };
    // The words are read in this order: months, days, weekdays.
    let (cells, mut before) = (board.reading(), 0);
    let mut windows: Vec<Cell> = vec![];
    for (parameter, most, given) in asked {
        if let Some(given) = given {
            within(parameter, given, 1..=most)?;
            windows.push(cells[before + given - 1]);
        }
        before += most;
    }
    Tiling::new(board.without(&windows), set.pieces).map_err(|error| Fault::Mismatch(error.to_string()))
}
