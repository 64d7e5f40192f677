//! Parts a text into rows and cells.

use std::borrow::Cow;
use std::ops::Range;

use crate::foreign::Wrong;

/// A cell of the text.
#[derive(Clone)]
pub(super) struct Cell<'t> {
    pub(super) span: Range<usize>,
    pub(super) text: Cow<'t, str>,
}

/// The byte that parts cells, as the first row shows.
fn delimiter(text: &str) -> u8 {
    let (mut is_quoted, mut found) = (false, b',');
    // Blank lines before it are skipped, as they are when rows are read.
    let blank = text.split_inclusive('\n').take_while(|line| line.trim().is_empty()).map(str::len).sum();
    for byte in text[blank..].bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            b'\t' if !is_quoted => return b'\t',
            b';' if !is_quoted => found = b';',
            _ => {}
        }
    }
    found
}

/// The rows of a text.
pub(super) struct Rows<'t> {
    text: &'t str,
    at: usize,
    pub(super) delimiter: u8,
}

impl<'t> Rows<'t> {
    pub(super) fn new(text: &'t str) -> Rows<'t> {
        Rows { text, at: 0, delimiter: delimiter(text) }
    }

    /// Reads the next row that is not blank; `false` at the end.
    pub(super) fn next(&mut self, cells: &mut Vec<Cell<'t>>) -> Result<bool, (Range<usize>, Wrong)> {
        cells.clear();
        while self.at < self.text.len() {
            let (cell, is_last, is_quoted) = self.cell()?;
            let is_blank = is_last && cells.is_empty() && cell.text.is_empty() && !is_quoted;
            if !is_blank {
                cells.push(cell);
            }
            if is_last && !is_blank {
                return Ok(true);
            }
            // A delimiter at the end of the text is followed by an empty cell.
            if !is_last && self.at == self.text.len() {
                cells.push(Cell { span: self.at..self.at, text: Cow::Borrowed("") });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The next cell, whether it is the last one of its row, and whether it is quoted.
    fn cell(&mut self) -> Result<(Cell<'t>, bool, bool), (Range<usize>, Wrong)> {
        let (text, delimiter) = (self.text, self.delimiter);
        let blank = move |c: char| (c == ' ' || c == '\t' || c == '\r') && c != char::from(delimiter);
        let rest = &text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(blank).len());
        if !text[start..].starts_with('"') {
            let length = text[start..].bytes().position(|byte| byte == delimiter || byte == b'\n');
            let end = length.map_or(text.len(), |length| start + length);
            let is_last = text.as_bytes().get(end) != Some(&delimiter);
            self.at = (end + 1).min(text.len());
            let cell = text[start..end].trim_end_matches(blank);
            let cell = Cell { span: start..start + cell.len(), text: Cow::Borrowed(cell) };
            return Ok((cell, is_last, false));
        }
        let mut end = start + 1;
        let mut has_quotes = false;
        loop {
            let Some(length) = text[end..].find('"') else {
                let message = "a quote that is not closed";
                let hint = "a quote in a quoted cell is doubled: \"two \"\"words\"\"\"";
                return Err((start..start + 1, Wrong::new("open-quote", message, hint)));
            };
            end += length + 1;
            if !text[end..].starts_with('"') {
                break;
            }
            has_quotes = true;
            end += 1;
        }
        let inner = &text[start + 1..end - 1];
        let inner = if has_quotes { Cow::Owned(inner.replace("\"\"", "\"")) } else { Cow::Borrowed(inner) };
        let after = text[end..].trim_start_matches(blank);
        let next = text.len() - after.len();
        let is_last = match after.as_bytes().first() {
            Some(&byte) if byte == delimiter => false,
            None | Some(b'\n') => true,
            Some(_) => {
                let length = after.find(|c| c == char::from(delimiter) || c == '\n').unwrap_or(after.len());
                let message = "text after a closing quote";
                let hint = "quote the whole cell; a quote in it is doubled";
                return Err((next..next + length, Wrong::new("text-after-quote", message, hint)));
            }
        };
        self.at = (next + 1).min(text.len());
        Ok((Cell { span: start..end, text: inner }, is_last, true))
    }
}
