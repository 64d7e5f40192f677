//! Crosswords: a grid with black cells is filled with words of a list.

use std::ops::Range;

use super::classic::{Classic, Form, MOST_OPTIONS, Regions};
use super::fault::{Fault, Text, within};
use super::words::{Cell, Layout, List, Slot};
use combien::diagnostic::{Diagnostic, counted};

/// The fillings of a crossword grid with words of a list.
///
/// The grid is drawn: `#` is a black cell, `.` an open one, a letter or digit one that is given; spaces are
/// skipped. Each run of at least two open cells, across or down, gets a word of the list, and no word is used
/// more than `times` times, which is 1 in most crosswords. Letters are compared as they are written. The list
/// is read as by [`words`](super::words()), with scores as costs: the best filling is the solution of
/// greatest cost.
///
/// Slots are primary items with the names of crosswords, `1A` and `4D`: cells in which a word begins are
/// numbered in the order of reading. Cells are secondary items with letters as colors, and a word that fits
/// more than `times` slots is an item that limits it. An option is a word in a slot: at most as many as words
/// and slots, multiplied.
///
/// A grid has at most 100 rows and 100 columns.
///
/// # Errors
///
/// The fault is at a place of the grid if it is no rectangle or has no slot, if an open cell is in no slot,
/// or if the list has no word of the length of a slot or with a letter that is given; at a place of the list
/// if a score is no number.
///
/// ```
/// use combien_puzzles::{Text, crossword};
///
/// // `tea` and `eta` across need `te`, `et` and `aa` down.
/// let grid = Text::new("grid", "...\n...\n");
/// let list = Text::new("list", "tea;3\neta;2\nte\net\naa;1\n");
/// let puzzle = crossword(&grid, &list, 1)?;
/// assert_eq!(combien::solve::count(puzzle.problem())?.to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn crossword(grid: &Text, list: &Text, times: usize) -> Result<Classic, Fault> {
    within("TIMES", times, 1..=MOST_OPTIONS)?;
    let drawing = Drawing::read(grid)?;
    within("ROWS", drawing.cells.len() / drawing.columns.max(1), 0..=100)?;
    within("COLUMNS", drawing.columns, 0..=100)?;
    let layout = drawing.layout()?;
    let list = List::read(list)?;
    drawing.check(&layout, &list)?;
    let (rows, columns) = (layout.cells.len() / layout.columns, layout.columns);
    let black = (0..layout.cells.len()).filter(|&place| layout.cells[place] == Cell::Black).collect();
    let form = Form::Table { rows, columns, regions: Regions::Black(black) };
    Ok(layout.draft(&list, times)?.finish(format!("fillings of a crossword, {rows} by {columns}"), form))
}

/// A grid as it is written.
struct Drawing<'a> {
    text: &'a Text,
    columns: usize,
    /// Row by row: the line, the bytes in it, the character.
    cells: Vec<(usize, Range<usize>, char)>,
}

impl Drawing<'_> {
    fn read(text: &Text) -> Result<Drawing<'_>, Fault> {
        let mut drawing = Drawing { text, columns: 0, cells: vec![] };
        let lines = text.content.lines().enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let cells = line.char_indices().filter(|(_, cell)| !cell.is_whitespace());
            let before = drawing.cells.len();
            drawing.cells.extend(cells.map(|(at, cell)| (number, at..at + cell.len_utf8(), cell)));
            let width = drawing.cells.len() - before;
            if before == 0 {
                drawing.columns = width;
            }
            if width != drawing.columns {
                let (width, first) = (counted(width, "cell"), counted(drawing.columns, "cell"));
                let message = format!("this row has {width}, and the first one {first}");
                let fault = Fault::in_line(text, number, 0..line.len(), "grid", message);
                return Err(fault.hinted("black cells are drawn too, as `#`").into());
            }
        }
        Ok(drawing)
    }

    fn fault(&self, place: usize, message: impl Into<String>) -> Diagnostic {
        let (line, span, _) = self.cells[place].clone();
        Fault::in_line(self.text, line, span, "grid", message)
    }

    fn layout(&self) -> Result<Layout, Fault> {
        let mut cells = vec![];
        for (place, &(_, _, cell)) in self.cells.iter().enumerate() {
            cells.push(match cell {
                '#' => Cell::Black,
                '.' => Cell::Open,
                letter if letter.is_alphanumeric() => Cell::Given(letter),
                other => {
                    let hint = "`#` is a black cell, `.` an open one, a letter or digit one that is given";
                    return Err(self.fault(place, format!("`{other}` is no cell")).hinted(hint).into());
                }
            });
        }
        let columns = self.columns;
        let is_open = |place: &usize| cells.get(*place).is_some_and(|&cell| cell != Cell::Black);
        let (mut across, mut down, mut number) = (vec![], vec![], 0);
        for place in (0..cells.len()).filter(is_open) {
            let is_in_row = place % columns > 0 && is_open(&(place - 1));
            let is_in_column = place >= columns && is_open(&(place - columns));
            let run = |end, step| (place..end).step_by(step).take_while(is_open).collect::<Vec<usize>>();
            let runs = [run((place / columns + 1) * columns, 1), run(cells.len(), columns)];
            let begins = [!is_in_row && runs[0].len() > 1, !is_in_column && runs[1].len() > 1];
            number += usize::from(begins != [false; 2]);
            let is_alone = !is_in_row && !is_in_column && runs.iter().all(|run| run.len() == 1);
            if is_alone {
                let fault = self.fault(place, "this cell is in no word, across or down");
                return Err(fault.hinted("draw it black, `#`").into());
            }
            for ((slots, places), (begins, letter)) in
                [&mut across, &mut down].into_iter().zip(runs).zip(begins.into_iter().zip(['A', 'D']))
            {
                if begins {
                    slots.push(Slot { name: format!("{number}{letter}"), places });
                }
            }
        }
        across.append(&mut down);
        if across.is_empty() {
            return Err(Fault::at_line(self.text, 0, "grid", "there is no room for a word in this grid"));
        }
        Ok(Layout { columns, cells, slots: across })
    }

    /// Does the list have words of all lengths, and all letters that are given?
    fn check(&self, layout: &Layout, list: &List) -> Result<(), Fault> {
        if let Some(slot) = layout.slots.iter().find(|slot| !list.has_length(slot.places.len())) {
            let length = counted(slot.places.len(), "letter");
            let fault = self
                .fault(slot.places[0], format!("{} has {length}, and no word of the list has", slot.name));
            return Err(fault
                .hinted("add such words to the list, or cut the slot by a black cell, `#`")
                .into());
        }
        let mut known = String::new();
        for (place, cell) in layout.cells.iter().enumerate() {
            let Cell::Given(letter) = *cell else { continue };
            // The list is looked at once for each letter.
            if known.contains(letter) || list.letters().any(|other| other == letter) {
                known.push(letter);
                continue;
            }
            let fault = self.fault(place, format!("no word of the list has the letter `{letter}`"));
            let folded = letter.to_lowercase().to_string();
            let other = list.letters().find(|known| known.to_lowercase().to_string() == folded);
            let hint = other
                .map(|other| format!("letters are compared as they are written, and the list has `{other}`"));
            return Err(match hint {
                Some(hint) => fault.hinted(hint).into(),
                None => fault.into(),
            });
        }
        Ok(())
    }
}
