//! The lines of a file that is read within a budget.

use std::io::{BufRead, Read};

use super::fault::{Fault, ReadError};
use crate::budget::Effort;

/// Lines that are neither empty nor comments, none longer than the memory.
pub(super) struct Lines<R> {
    input: R,
    text: String,
    line: usize,
    memory: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R, memory: u64) -> Lines<R> {
        Lines { input, text: String::new(), line: 0, memory }
    }

    /// The number of the next line, from 1, and its text; `None` at the end. A line without its end may have
    /// been cut short, so it is a fault.
    pub(super) fn next(&mut self, effort: &mut Effort<'_>) -> Result<Option<(usize, &str)>, ReadError> {
        loop {
            self.text.clear();
            let bytes = (&mut self.input).take(self.memory).read_line(&mut self.text)?;
            effort.spend(1 + bytes / 4)?;
            self.line += 1;
            if bytes as u64 >= self.memory {
                return Err(ReadError::Memory(self.memory));
            }
            if bytes == 0 {
                return Ok(None);
            }
            if !self.text.ends_with('\n') {
                return self.fault(Fault::Cut);
            }
            if !matches!(self.text.split_ascii_whitespace().next(), None | Some("c")) {
                return Ok(Some((self.line, &self.text)));
            }
        }
    }

    /// A fault of the last line.
    pub(super) fn fault<T>(&self, fault: Fault) -> Result<T, ReadError> {
        Err(ReadError::Fault(self.line, fault))
    }
}
