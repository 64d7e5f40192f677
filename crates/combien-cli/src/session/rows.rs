//! Rows that are made by several runs of a command: a file that gets a line for each, and is read again.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};

use super::keeper::Place;
use crate::report::failure::Failure;
use crate::system::files::bytes_of;

/// The file, of which this run alone has the end.
pub(crate) struct Rows {
    place: Place,
    file: File,
    /// How long it is, up to the last line that was written as a whole.
    end: u64,
    /// Lines that could not be written yet.
    waiting: String,
}

impl Rows {
    /// Opens the named file, and returns the rows that are in it. Its first line is `head`, which says what was
    /// asked for. A line that was not written to its end is cut off.
    pub(crate) fn open(path: &str, head: &str, quiet: bool) -> Result<(Rows, Vec<String>), Failure> {
        let place = Place::new(path, quiet)?;
        let bytes = match bytes_of(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![],
            read => read.map_err(|error| Failure::unreadable(path, &error))?,
        };
        let (head, end) =
            (format!("{head}\n"), bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1));
        let is_begun = head.as_bytes().starts_with(&bytes);
        let kept = bytes[..end].strip_prefix(head.as_bytes()).map(str::from_utf8);
        let rows = match kept {
            Some(Ok(text)) => text.lines().map(str::to_owned).collect(),
            Some(Err(_)) => return Err(Failure::message(format!("`{path}` is damaged: it is no text"))),
            None if is_begun => vec![],
            None => {
                let hint = "run the same command again, or name another file";
                return Err(Failure::hinted(format!("`{path}` is of another question"), hint));
            }
        };
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| Failure::unwritable(path, &error))?;
        let (end, waiting) = if kept.is_some() { (end as u64, String::new()) } else { (0, head) };
        Ok((Rows { place, file, end, waiting }, rows))
    }

    /// Writes a row, and those before it that could not be written.
    pub(crate) fn add(&mut self, row: &str) {
        self.waiting += row;
        self.waiting.push('\n');
        let result = self.write();
        self.place.wrote(result);
    }

    fn write(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(self.waiting.as_bytes())?;
        self.end += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// At the end of the run: says how to go on, if it was stopped.
    pub(crate) fn farewell(&self, is_stopped: bool) {
        self.place.farewell(is_stopped);
    }
}
