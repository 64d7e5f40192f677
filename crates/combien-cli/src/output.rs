//! Standard output: buffered, and flushed where somebody may be watching.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// Results, on their way out.
pub(crate) struct Output {
    writer: BufWriter<Stdout>,
    is_terminal: bool,
}

impl Output {
    pub(crate) fn new() -> Output {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Output { writer: BufWriter::new(stdout), is_terminal }
    }

    /// Does a person see it at once?
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Delivers a complete result; a person sees it at once.
    pub(crate) fn deliver(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        if self.is_terminal { self.writer.flush() } else { Ok(()) }
    }

    /// Delivers the rest.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
