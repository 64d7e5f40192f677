//! Words on cells: the months and days of a calendar, letters, numbers.
//!
//! They say nothing about what is a solution. A cell that is covered hides its word; one that is not shows
//! it. A cell with a word that is no longer part of a pattern stays as a *window*: nothing covers it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Board, Cell, Pattern, PatternError};

/// Words by cell, or by position in a frame.
#[doc(hidden)]
pub type Words = BTreeMap<Cell, Arc<str>>;

/// What leaves a cell without a word.
const NO_WORD: &str = ".";

impl Pattern {
    /// This pattern with a word on each of its cells, in the order in which they are read: from the lowest
    /// layer, from the top row, from the left. `1..31` stands for the numbers from 1 to 31, and `.` for no
    /// word. Words that it had are lost.
    ///
    /// # Errors
    ///
    /// If there are more words or fewer than cells.
    ///
    /// ```
    /// use combien_tiling::{Board, Cell, Pattern};
    ///
    /// let week = Pattern::from_drawing("***$****")?.labelled("jan . feb 1..4")?;
    /// let board = Board::of(&week.set(Cell::plane(1, 0), false)?);
    /// assert_eq!((board.cells().len(), &*board.words()[&Cell::plane(1, 0)]), (6, "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn labelled(mut self, text: &str) -> Result<Pattern, PatternError> {
        let mut positions: Vec<Cell> =
            self.positions().filter(|&position| self.mark(position).is_on()).collect();
        positions.sort_unstable_by_key(read);
        let words: Vec<String> =
            text.split_whitespace().flat_map(|word| expanded(word, positions.len())).collect();
        if words.len() != positions.len() {
            return Err(PatternError::Words { words: words.len(), cells: positions.len() });
        }
        let named = positions.into_iter().zip(words).filter(|(_, word)| word != NO_WORD);
        self.words = named.map(|(at, word)| (at, word.into())).collect();
        Ok(self)
    }

    /// This pattern with the words of another one that are at these positions within the frame.
    pub(super) fn with_words_of(mut self, other: &Pattern, place: impl Fn(Cell) -> Cell) -> Pattern {
        let moved = other.words.iter().map(|(&at, word)| (place(at), word.clone()));
        let size = self.size();
        self.words.extend(moved.filter(|&(at, _)| size.contains(at)));
        self
    }

    /// The words by cell; also those of windows.
    pub(super) fn words(&self) -> Words {
        self.words.iter().map(|(&at, word)| (self.lattice().at(at), word.clone())).collect()
    }
}

impl Board {
    /// Its cells and its windows, in the order in which they are read.
    #[doc(hidden)]
    pub fn reading(&self) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.cells().cells().iter().copied().chain(self.beside()).collect();
        all.sort_unstable_by_key(|&cell| read(&self.lattice().position(cell)));
        all
    }

    fn beside(&self) -> impl Iterator<Item = Cell> {
        self.words().keys().copied().filter(|&cell| !self.cells().contains(cell))
    }

    /// Its windows: cells with a word that are not to be covered, in the order in which they are read.
    #[doc(hidden)]
    pub fn windows(&self) -> Vec<Cell> {
        let mut windows: Vec<Cell> = self.beside().collect();
        windows.sort_unstable_by_key(|&cell| read(&self.lattice().position(cell)));
        windows
    }

    /// What its windows show: `nov 21`; `None` if it has none.
    #[doc(hidden)]
    pub fn shows(&self) -> Option<String> {
        let words: Vec<&str> = self.windows().iter().map(|cell| &*self.words()[cell]).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Its words as [`Pattern::labelled`] reads them; `None` if it has none.
    #[doc(hidden)]
    pub fn written_words(&self) -> Option<String> {
        let word = |cell: &Cell| self.words().get(cell).map_or(NO_WORD, |word| &**word);
        let all = self.reading();
        let mut words: Vec<(&str, Option<u32>)> = vec![];
        let mut text: Vec<String> = vec![];
        for word in all.iter().map(word) {
            let number = word.parse().ok().filter(|number: &u32| number.to_string() == word);
            let follows =
                words.last().is_some_and(|&(_, last)| last.is_some_and(|last| Some(last + 1) == number));
            if !follows {
                text.extend(run(&std::mem::take(&mut words)));
            }
            words.push((word, number));
        }
        text.extend(run(&words));
        (!self.words().is_empty()).then(|| text.join(" "))
    }
}

/// When a position is read.
fn read(at: &Cell) -> (i32, i32, i32) {
    (at.z, -at.y, at.x)
}

/// Words of which each is one more than the one before, three or more as a range.
fn run(words: &[(&str, Option<u32>)]) -> Vec<String> {
    match words {
        [(first, _), _, .., (last, _)] => vec![format!("{first}..{last}")],
        words => words.iter().map(|&(word, _)| word.to_owned()).collect(),
    }
}

/// The numbers of a range, one more than there are cells at most; else the word itself.
fn expanded(word: &str, cells: usize) -> Vec<String> {
    let ends = word.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match ends {
        Some((from, to)) => {
            let numbers: std::ops::RangeInclusive<u32> = from..=to;
            numbers.take(cells + 1).map(|number| number.to_string()).collect()
        }
        None => vec![word.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Isometry, Operation, Size};

    fn month() -> Pattern {
        Pattern::from_drawing("***$***").unwrap().labelled("a . b 8..10").unwrap()
    }

    fn words(pattern: &Pattern) -> String {
        let at = |(cell, word): (Cell, Arc<str>)| format!("{word}@{},{}", cell.x, cell.y);
        pattern.words().into_iter().map(at).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_go_where_their_cells_go() {
        assert_eq!(words(&month()), "8@0,0 9@1,0 10@2,0 a@0,1 b@2,1");
        assert_eq!(words(&month().apply(Isometry::ROT180).unwrap()), "b@0,0 a@2,0 10@0,1 9@1,1 8@2,1");
        assert_eq!(words(&month().shift(Cell::plane(1, 0)).unwrap()), "8@1,0 9@2,0 a@1,1");
        assert_eq!(words(&month().crop(Cell::plane(2, 0), Size::plane(1, 2)).unwrap()), "10@0,0 b@0,1");
        let other = Pattern::from_drawing("*..$*..").unwrap().labelled("x y").unwrap();
        let both = other.combine(Operation::Union, &month()).unwrap();
        assert_eq!(words(&both), "y@0,0 9@1,0 10@2,0 x@0,1 b@2,1");
        let cube = Pattern::from_layers(&[month(), month()]).unwrap();
        assert_eq!(cube.words().len(), 10);
    }

    #[test]
    fn boards_write_what_patterns_read() {
        let board = Board::of(&month().set(Cell::plane(2, 1), false).unwrap());
        assert_eq!((board.windows(), board.shows()), (vec![Cell::plane(2, 1)], Some("b".to_owned())));
        assert_eq!(board.written_words().as_deref(), Some("a . b 8..10"));
        assert_eq!(Board::of(&Pattern::from_drawing("**").unwrap()).written_words(), None);
        // Neither leading zeros nor two numbers are a range.
        let text = "7 8 01 02 03 .";
        let board = Board::of(&Pattern::from_drawing("******").unwrap().labelled(text).unwrap());
        assert_eq!(board.written_words().as_deref(), Some(text));
    }

    #[test]
    fn each_cell_has_one_word() {
        let error = |text: &str| Pattern::from_drawing("**").unwrap().labelled(text).unwrap_err().to_string();
        assert_eq!(error("a"), "there are fewer words than cells: 1, and the pattern has 2 cells");
        assert_eq!(error("1..4000000000"), "there are more words than cells: the pattern has 2");
        assert_eq!(error(""), "there are fewer words than cells: 0, and the pattern has 2 cells");
    }
}
