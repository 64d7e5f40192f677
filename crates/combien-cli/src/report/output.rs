//! Where results go: standard output, which is flushed at once if it is a terminal, or a file.
//!
//! Text that is delivered or formatted has its control characters escaped. What is written as bytes, such as
//! a problem in another format, is not changed.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, SeekFrom, Write};
use std::mem;

use combien::problem::Digest;
use combien_formats::checkpoint::Written;

use super::escape;
use super::failure::Failure;
use crate::system::catalogue::said;
use crate::system::files::{STDOUT, write_streamed};
use crate::system::wait::{Wait, Waiting, waiting};

/// Results, on their way out.
pub(crate) struct Output {
    target: Target,
    is_terminal: bool,
    /// Formatted text whose control characters are not escaped yet.
    formatted: String,
}

enum Target {
    /// Standard output, or standard error beside it.
    Standard(BufWriter<Waiting<Box<dyn Write + Send>>>),
    File {
        writer: BufWriter<Writer>,
        path: String,
        digest: Digest,
        bytes: u64,
        /// It still has its old content, so that a refused request loses nothing.
        is_old: bool,
    },
}

/// A file to write to.
enum Writer {
    /// It is being written.
    Regular(File),
    /// A pipe or a device, which needs a reader.
    Other(Waiting<File>),
}

impl Writer {
    fn file(&self) -> &File {
        match self {
            Writer::Regular(file) | Writer::Other(Waiting(file)) => file,
        }
    }
}

impl Write for Writer {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        match self {
            Writer::Regular(file) => file.write(content),
            Writer::Other(file) => file.write(content),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // A regular file does not need to be flushed.
        Ok(())
    }
}

impl Output {
    /// Standard output.
    pub(crate) fn new() -> Output {
        Output::beside(false)
    }

    /// Standard output, or standard error if another result goes to standard output.
    pub(crate) fn beside(is_taken: bool) -> Output {
        let (writer, is_terminal): (Box<dyn Write + Send>, bool) = if is_taken {
            (Box::new(io::stderr()), io::stderr().is_terminal())
        } else {
            (Box::new(io::stdout()), io::stdout().is_terminal())
        };
        Output {
            target: Target::Standard(BufWriter::new(Waiting(writer))),
            is_terminal,
            formatted: String::new(),
        }
    }

    /// A file, from its beginning or from where an earlier run stopped; without a file, as
    /// [`Output::beside`].
    pub(crate) fn to(
        path: Option<&str>,
        written: Option<&Written>,
        is_taken: bool,
    ) -> Result<Output, Failure> {
        let Some(path) = path.filter(|&path| path != STDOUT) else { return Ok(Output::beside(is_taken)) };
        let unwritable = |error: io::Error| Failure::unwritable(path, &error);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false).read(written.is_some());
        // Opening a pipe waits for a reader.
        let mut file = waiting(Wait::Writing, || options.open(path)).map_err(unwritable)?;
        let (mut digest, mut bytes) = (Digest::default(), 0);
        if let Some(written) = written {
            (digest, bytes) = (found_as_written(path, &mut file, written)?, written.bytes);
            file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(unwritable)?;
        }
        let is_regular = file.metadata().is_ok_and(|there| there.is_file());
        let is_old = written.is_none() && is_regular;
        let writer = if is_regular { Writer::Regular(file) } else { Writer::Other(Waiting(file)) };
        let writer = BufWriter::with_capacity(1 << 16, writer);
        let target = Target::File { writer, path: path.to_owned(), digest, bytes, is_old };
        Ok(Output { target, is_terminal: false, formatted: String::new() })
    }

    /// Does it go to a terminal?
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Empties a file that has not been written to yet.
    fn begin(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::File { writer, is_old, .. } if *is_old => {
                *is_old = false;
                writer.get_ref().file().set_len(0)
            }
            _ => Ok(()),
        }
    }

    /// A text in the language of the reader. What is kept in a file is data, in English.
    fn said<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.target {
            Target::Standard(_) => said(text),
            Target::File { .. } => Cow::Borrowed(text),
        }
    }

    /// Writes a complete result, and flushes it if it goes to a terminal.
    pub(crate) fn deliver(&mut self, text: &str) -> io::Result<()> {
        self.deliver_data(&self.said(text))
    }

    /// Writes a complete result in which names stand alone, so that nothing in it is translated.
    pub(crate) fn deliver_data(&mut self, text: &str) -> io::Result<()> {
        self.write_all(escape::lines(text).as_bytes())?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    /// Writes the rest.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }

    /// Writes a text that is all there is to write.
    pub(crate) fn tell(mut self, text: &str) -> io::Result<()> {
        self.deliver(text)?;
        self.finish()
    }

    /// The part of the file that is written to the disk. An error comes with the name of the file.
    pub(crate) fn mark(&mut self) -> Result<Written, (String, io::Error)> {
        let flushed = self.flush();
        let (path, marked) = match &self.target {
            Target::Standard(_) => (STDOUT, Err(io::ErrorKind::Unsupported.into())),
            Target::File { writer, path, digest, bytes, .. } => {
                let synced = match writer.get_ref() {
                    Writer::Regular(file) => file.sync_data(),
                    Writer::Other(_) => {
                        Err(io::Error::other("it is not a regular file, so no later run can continue it"))
                    }
                };
                (path.as_str(), synced.map(|()| Written { bytes: *bytes, content: digest.fingerprint() }))
            }
        };
        flushed.and(marked).map_err(|error| (path.to_owned(), error))
    }

    /// This failure. If writing to this file failed, the failure names the file.
    pub(crate) fn named(&self, failure: Failure) -> Failure {
        match (failure, &self.target) {
            (Failure::Output(error), Target::File { path, .. }) => Failure::unwritable(path, &error),
            (failure, _) => failure,
        }
    }
}

/// Writes a result to a file, or to standard output if `-` stands in its place.
pub(crate) fn deliver(path: &str, content: &[u8]) -> Result<(), Failure> {
    deliver_streamed(path, |output| output.write_all(content))
}

/// Writes a result that is made piece by piece, and never as a whole in memory, to a file, or to standard
/// output if `-` stands in its place.
pub(crate) fn deliver_streamed(
    path: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if path == STDOUT {
        let mut stdout = BufWriter::with_capacity(1 << 16, Waiting(io::stdout()));
        return Ok(content(&mut stdout).and_then(|()| stdout.flush())?);
    }
    write_streamed(path, content).map_err(|error| Failure::unwritable(path, &error))
}

/// The digest of the beginning of a file, to compare with what was written.
fn found_as_written(path: &str, file: &mut File, written: &Written) -> Result<Digest, Failure> {
    let mut digest = Digest::default();
    let mut left = file.take(written.bytes);
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        let read = left.read(&mut buffer).map_err(|error| Failure::unreadable(path, &error))?;
        if read == 0 {
            break;
        }
        digest.add(&buffer[..read]);
        bytes += read as u64;
    }
    if bytes != written.bytes || digest.fingerprint() != written.content {
        return Err(Failure::hinted(
            format!("`{path}` does not begin with what the checkpoint says was written to it"),
            "bring it back, or remove both to begin again",
        ));
    }
    Ok(digest)
}

impl Write for Output {
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let mut formatted = mem::take(&mut self.formatted);
        formatted.clear();
        // Writing to a string cannot fail.
        _ = formatted.write_fmt(text);
        let written = self.write_all(escape::lines(&self.said(&formatted)).as_bytes());
        self.formatted = formatted;
        written
    }

    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.begin()?;
        match &mut self.target {
            Target::Standard(writer) => writer.write(content),
            Target::File { writer, digest, bytes, .. } => {
                let count = writer.write(content)?;
                digest.add(&content[..count]);
                *bytes += count as u64;
                Ok(count)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.begin()?;
        match &mut self.target {
            Target::Standard(writer) => writer.flush(),
            Target::File { writer, .. } => writer.flush(),
        }
    }
}
