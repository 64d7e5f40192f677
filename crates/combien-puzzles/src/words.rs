//! Words of a list in rows of cells: rectangles of words, and what crosswords share with them.

use std::collections::HashMap;

use indexmap::IndexMap;
use indexmap::map::Entry as Listed;

use super::classic::{Classic, Draft, Form, MOST_OPTIONS, Regions};
use super::fault::{Fault, Text, within};
use super::shape::cell_name;
use combien::problem::{Decimal, Entry};

/// Rectangles of letters whose rows, read across, and columns, read down, are words of a list. Words of other
/// lengths are skipped. A word may be used more than once. Letters are compared as they are written.
///
/// A line of the list has words, with spaces between them, or one word with a score, `word;50`; a `#` begins
/// a comment. The score is the cost of each option that puts the word somewhere.
///
/// Rows and columns are primary items, and an option puts a word there. Cells are secondary items with
/// letters as colors: the word across and the word down agree where they meet. There are as many options as
/// lines have words of their length.
pub fn words(rows: usize, columns: usize, list: &Text) -> Result<Classic, Fault> {
    within("ROWS", rows, 1..=100)?;
    within("COLUMNS", columns, 1..=100)?;
    let across = (0..rows).map(|row| Slot {
        name: format!("A{}", row + 1),
        places: (row * columns..(row + 1) * columns).collect(),
    });
    let down = (0..columns).map(|column| Slot {
        name: format!("D{}", column + 1),
        places: (column..rows * columns).step_by(columns).collect(),
    });
    let layout =
        Layout { columns, cells: vec![Cell::Open; rows * columns], slots: across.chain(down).collect() };
    let draft = layout.draft(&List::read(list)?, usize::MAX)?;
    let form = Form::Table { rows, columns, regions: Regions::None };
    Ok(draft.finish(format!("rectangles of words, {rows} by {columns}"), form))
}

/// Different words with their scores, in the order of the file.
pub(super) struct List(IndexMap<Vec<char>, Decimal>);

impl List {
    pub(super) fn read(text: &Text) -> Result<List, Fault> {
        let mut list = IndexMap::new();
        for (line, words) in text.lines() {
            let wrong = |message: String| Fault::at_line(text, line, "word-list", message);
            let joined = words.join(" ");
            let (words, score) = match joined.split_once(';') {
                None => (words, Decimal::default()),
                Some((word, score)) => {
                    let word: Vec<&str> = word.split(' ').filter(|part| !part.is_empty()).collect();
                    if word.len() != 1 {
                        let message = "before `;` is one word, without spaces";
                        return Err(wrong(message.to_owned()));
                    }
                    let wrong = |error| wrong(format!("the score of `{}`: {error}", word[0]));
                    let score = score.trim().parse().map_err(wrong)?;
                    (word, score)
                }
            };
            for word in words {
                match list.entry(word.chars().collect()) {
                    Listed::Vacant(vacant) => {
                        vacant.insert(score);
                    }
                    Listed::Occupied(seen) if *seen.get() != score => {
                        return Err(wrong(format!(
                            "`{word}` has the score {} already, not {score}",
                            seen.get()
                        )));
                    }
                    Listed::Occupied(_) => {}
                }
            }
        }
        if list.is_empty() {
            return Err(Fault::at_line(text, 0, "no-words", "there is no word in this file"));
        }
        Ok(List(list))
    }

    pub(super) fn has_length(&self, length: usize) -> bool {
        self.0.keys().any(|word| word.len() == length)
    }

    /// All letters of all words.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> {
        self.0.keys().flatten().copied()
    }
}

/// Cells in a row that get a word.
pub(super) struct Slot {
    pub(super) name: String,
    /// Positions in the table.
    pub(super) places: Vec<usize>,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// No word goes here.
    Black,
    /// A word does.
    Open,
    /// A word with this letter does.
    Given(char),
}

/// A table of cells, and where words go. Each place of a slot is an open cell.
pub(super) struct Layout {
    pub(super) columns: usize,
    /// Row by row.
    pub(super) cells: Vec<Cell>,
    pub(super) slots: Vec<Slot>,
}

impl Layout {
    /// The problem that puts a word of the list into each slot, none of them more often than this.
    pub(super) fn draft(&self, list: &List, times: usize) -> Result<Draft, Fault> {
        let (mut fitting, mut room): (Vec<Vec<usize>>, usize) = (vec![], MOST_OPTIONS);
        for slot in &self.slots {
            let words = self.fitting(slot, list);
            room = room.checked_sub(words.len()).ok_or(Fault::TooLarge)?;
            fitting.push(words);
        }
        let mut draft = Draft::new();
        let slots = draft.primary(self.slots.len(), |slot| self.slots[slot].name.clone())?;
        // A word that fits few slots cannot be used too often.
        let mut uses = vec![0; list.0.len()];
        fitting.iter().flatten().for_each(|&word| uses[word] += 1);
        let mut limits = HashMap::new();
        for (word, letters) in list.0.keys().enumerate().filter(|&(word, _)| uses[word] > times) {
            let name: String = "word.".chars().chain(letters.iter().copied()).collect();
            limits.insert(word, draft.at_most(times, &name)?);
        }
        let open: Vec<usize> =
            (0..self.cells.len()).filter(|&place| self.cells[place] != Cell::Black).collect();
        let named = |place: usize| cell_name(place, self.columns);
        let items = draft.secondary(open.len(), |number| named(open[number]))?;
        let cells: HashMap<usize, _> = open.into_iter().zip(items).collect();
        for ((slot, item), words) in self.slots.iter().zip(slots).zip(fitting) {
            for word in words {
                // The list has as many words as are counted above.
                let Some((letters, &score)) = list.0.get_index(word) else { continue };
                let mut entries = vec![Entry::from(item)];
                entries.extend(limits.get(&word).copied().map(Entry::from));
                for (place, letter) in slot.places.iter().zip(letters) {
                    entries.push(draft.colored(cells[place], letter.encode_utf8(&mut [0; 4])));
                }
                let says =
                    slot.places.iter().zip(letters).map(|(&place, letter)| (place, letter.to_string()));
                let option = draft.option(entries, says)?;
                draft.cost(option, score)?;
                let name: String = slot.name.chars().chain(['=']).chain(letters.iter().copied()).collect();
                draft.name_option(option, &name);
            }
        }
        Ok(draft)
    }

    /// The words, by their numbers, that have the length of a slot and its given letters.
    fn fitting(&self, slot: &Slot, list: &List) -> Vec<usize> {
        let given: Vec<Cell> = slot.places.iter().map(|&place| self.cells[place]).collect();
        let fits = |word: &[char]| {
            word.len() == given.len()
                && given
                    .iter()
                    .zip(word)
                    .all(|(given, letter)| *given == Cell::Open || *given == Cell::Given(*letter))
        };
        let words = list.0.keys().enumerate();
        words.filter(|(_, word)| fits(word)).map(|(number, _)| number).collect()
    }
}
