//! Why a text is not accepted, the one error of this crate; and the lines of a certificate.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

/// Why a problem, a certificate or a list is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something in it is wrong.
    Wrong {
        /// The line, from 1; 0 if it is unknown.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// It cannot be read.
    Unreadable(String),
    /// To check it takes more memory than this, in bytes.
    Memory(usize),
}

/// What a function returns that can refuse.
pub(crate) type Result<T> = std::result::Result<T, Refusal>;

/// Refuses: this is wrong.
pub(crate) fn wrong<T>(message: impl AsRef<str>) -> Result<T> {
    Err(message.as_ref().into())
}

impl Refusal {
    /// This refusal, as one of this line, if no line is known yet.
    pub(crate) fn at(mut self, number: usize) -> Refusal {
        if let Refusal::Wrong { line: line @ 0, .. } = &mut self {
            *line = number;
        }
        self
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        Refusal::Wrong { line: 0, message: message.to_owned() }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Unreadable(error.to_string())
    }
}

/// What stands behind the name of the file.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong { line: 0, message } | Refusal::Unreadable(message) => write!(f, ": {message}"),
            Refusal::Wrong { line, message } => write!(f, ":{line}: {message}"),
            Refusal::Memory(bytes) => write!(f, ": needs more than {} MB; see --memory", bytes >> 20),
        }
    }
}

/// The lines of a certificate, with their numbers and their sum.
pub(crate) struct Lines<R> {
    pub(crate) input: R,
    pub(crate) bytes: Vec<u8>,
    /// The line that was read last, from 1.
    pub(crate) number: usize,
    /// The sum of all lines before the last one (FNV-1a): it proves nothing, but a file that was damaged on
    /// its way does not pass even if what it became would.
    pub(crate) sum: u64,
    /// The greatest number of bytes of a line.
    pub(crate) memory: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line, which must be there.
    pub(crate) fn next(&mut self) -> Result<&str> {
        for &byte in &self.bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.bytes.clear();
        self.number += 1;
        self.input.by_ref().take(self.memory as u64).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.len() == self.memory && !self.bytes.ends_with(b"\n") {
            return Err(Refusal::Memory(self.memory));
        }
        let line = self.bytes.strip_suffix(b"\n").ok_or("the certificate ends before its line `end`")?;
        Ok(std::str::from_utf8(line).map_err(|_| "a line that is no text")?)
    }

    /// Reads the last line, and makes sure that nothing follows.
    pub(crate) fn end(&mut self) -> Result<()> {
        let line = self.next()?.to_owned();
        if line != format!("end {:016x}", self.sum) {
            return wrong(format!("expected `end {:016x}`, the sum of the lines before", self.sum));
        }
        if self.input.fill_buf()?.is_empty() { Ok(()) } else { wrong("something stands behind the end") }
    }
}

/// A number as certificates write it: no sign, no zeros before it.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok().filter(|_| is_plain);
    number.map_or_else(|| wrong(format!("`{text}` is no number, or too large")), Ok)
}

/// The place, from 0, of something that has a number from 1 up to the greatest.
pub(crate) fn numbered(name: &str, greatest: usize, what: &str) -> Result<usize> {
    let place = number::<usize>(name)?.checked_sub(1).filter(|&place| place < greatest);
    place.map_or_else(|| wrong(format!("there is no {what} {name}")), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum over an item with many options is one line.
    #[test]
    fn a_line_may_be_as_long_as_the_memory_allows() {
        let line = "1 1".to_owned() + &" 2,.".repeat(5_000_000);
        let text = line.clone() + "\n";
        let lines = |memory| Lines { input: text.as_bytes(), bytes: vec![], number: 0, sum: 0, memory };
        assert_eq!(lines(1 << 30).next(), Ok(&*line));
        assert_eq!(lines(1 << 20).next(), Err(Refusal::Memory(1 << 20)));
    }
}
