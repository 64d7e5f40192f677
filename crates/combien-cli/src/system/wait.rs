//! Waits for others, and the end of a process that is kept waiting.
//!
//! A stop flag ends what computes. It does not end a system call that waits: a read from a pipe that nobody writes to, a
//! write to a pipe that nobody reads. Such calls are marked here as *waits*. After a stop was asked for, a thread watches
//! them: if nothing moves for [`GRACE`] within one wait, it ends the process with the exit code of what was stopped.
//!
//! What is not marked is never cut. So checkpoints and files of solutions stay whole, and what is certain is printed as
//! long as somebody reads it. Nonblocking writes were refused: the mode belongs to the open file, which the process shares
//! with the shell and with others.
//!
//! Until the search begins, the whole process is one wait: it has nothing to lose. So a limit on time holds for reading
//! too, even if the file is endless or hard to understand.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::ending::Ending;
use super::programs;

/// A wait may go on for so long after a stop was asked for, if nothing moves.
const GRACE: Duration = Duration::from_millis(500);
/// Between looks at the waits.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The last message may take so long.
const FAREWELL: Duration = Duration::from_millis(200);

/// What the process waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Wait {
    /// Nothing: it must not be ended.
    None,
    /// It prepares a search: reads files, and makes a problem of them.
    Preparing,
    /// Input.
    Reading,
    /// Somebody who reads its output.
    Writing,
}

/// What the process waits for now.
static WAIT: AtomicU8 = AtomicU8::new(Wait::Preparing as u8);
/// How many waits have come to their end.
static DONE: AtomicU64 = AtomicU64::new(0);
/// Is there a thread that watches?
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Calls what may wait for others. The process may be ended in the middle of it.
pub(crate) fn waiting<T>(wait: Wait, call: impl FnOnce() -> T) -> T {
    let before = WAIT.load(Ordering::SeqCst);
    if before != Wait::None as u8 {
        // A part of a longer wait.
        return call();
    }
    WAIT.store(wait as u8, Ordering::SeqCst);
    let result = call();
    WAIT.store(before, Ordering::SeqCst);
    DONE.fetch_add(1, Ordering::SeqCst);
    result
}

/// The search begins: from here on the process has something to lose.
pub(crate) fn search_begins() {
    WAIT.store(Wait::None as u8, Ordering::SeqCst);
    DONE.fetch_add(1, Ordering::SeqCst);
}

/// A stop was asked for: ends the process if it is kept waiting. `what` says what stopped it.
pub(crate) fn watch(what: &'static str) {
    if IS_WATCHED.swap(true, Ordering::SeqCst) {
        return;
    }
    thread::spawn(move || {
        let (mut done, mut since) = (DONE.load(Ordering::SeqCst), Instant::now());
        loop {
            thread::sleep(BETWEEN_LOOKS);
            let (wait, now) = (WAIT.load(Ordering::SeqCst), DONE.load(Ordering::SeqCst));
            if wait == Wait::None as u8 || now != done {
                (done, since) = (now, Instant::now());
            } else if since.elapsed() >= GRACE {
                end(what, wait);
            }
        }
    });
}

/// Ends the process. Standard error may be the pipe that nobody reads, so the message has only a moment.
fn end(what: &str, wait: u8) -> ! {
    let why = match wait {
        wait if wait == Wait::Preparing as u8 => "before the search began",
        wait if wait == Wait::Reading as u8 => "while waiting for input",
        _ => "and nobody reads the output",
    };
    let message = format!("{what}, {why}");
    let farewell = thread::spawn(move || anstream::eprintln!("{message}"));
    let start = Instant::now();
    while !farewell.is_finished() && start.elapsed() < FAREWELL {
        thread::sleep(Duration::from_millis(5));
    }
    exit(Ending::Stopped as i32)
}

/// Ends the process, and a solver that it started.
pub(crate) fn exit(code: i32) -> ! {
    programs::kill();
    process::exit(code)
}

/// A writer that may have to wait for a reader.
pub(crate) struct Waiting<W>(pub(crate) W);

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        // In small pieces: each that is taken shows that somebody reads.
        let piece = &content[..content.len().min(1 << 16)];
        waiting(Wait::Writing, || self.0.write(piece))
    }

    fn flush(&mut self) -> io::Result<()> {
        waiting(Wait::Writing, || self.0.flush())
    }
}
