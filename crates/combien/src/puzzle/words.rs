//! Rectangles of words.

use indexmap::IndexSet;

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, Text, within};
use crate::problem::{Entry, ItemId};

/// Rectangles of letters whose rows, read across, and columns, read down, are words of a list. Words of other lengths are
/// skipped. A word may be used more than once. Words in the text are separated by spaces or lines.
///
/// Rows and columns are primary items, and an option puts a word there. Cells are secondary items with letters as colors:
/// the word across and the word down agree where they meet.
pub fn words(rows: usize, columns: usize, list: &Text) -> Result<Classic, Fault> {
    within("ROWS", rows, 1..=100)?;
    within("COLUMNS", columns, 1..=100)?;
    let words: IndexSet<Vec<char>> =
        list.lines().flat_map(|(_, words)| words).map(|word| word.chars().collect()).collect();
    if words.is_empty() {
        return Err(Fault::at_line(list, 0, "no-words", "there is no word in this file"));
    }
    let mut draft = Draft::new();
    let across = draft.primary(rows, |row| format!("A{}", row + 1))?;
    let down = draft.primary(columns, |column| format!("D{}", column + 1))?;
    let cells =
        draft.secondary(rows * columns, |cell| format!("R{}C{}", cell / columns + 1, cell % columns + 1))?;
    let mut lay = |line: ItemId, places: Vec<usize>| -> Result<(), Fault> {
        for word in words.iter().filter(|word| word.len() == places.len()) {
            let mut entries = vec![Entry::from(line)];
            for (&place, letter) in places.iter().zip(word) {
                entries.push(draft.colored(cells[place], letter.encode_utf8(&mut [0; 4])));
            }
            let says: Vec<(usize, String)> =
                places.iter().copied().zip(word.iter().map(char::to_string)).collect();
            draft.option(entries, says)?;
        }
        Ok(())
    };
    for (row, &line) in across.iter().enumerate() {
        lay(line, (0..columns).map(|column| row * columns + column).collect())?;
    }
    for (column, &line) in down.iter().enumerate() {
        lay(line, (0..rows).map(|row| row * columns + column).collect())?;
    }
    let form = Form::Table { rows, columns, regions: Regions::None };
    Ok(draft.finish(format!("rectangles of words, {rows} by {columns}"), form))
}
