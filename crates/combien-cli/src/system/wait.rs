//! Waiting for other programs, and ending a process that waits too long.
//!
//! A stop flag ends computations. It does not end a system call that waits: a read from a pipe without a
//! writer, a write to a pipe without a reader. Such calls are marked here as *waits*. After a stop is
//! requested, a thread watches them. If a wait makes no progress for [`GRACE`], it ends the process with the
//! exit code of a stopped search.
//!
//! Other calls are never interrupted. So checkpoints and files of solutions stay complete, and the certain
//! part of an answer is printed as long as there is a reader. Nonblocking writes were refused, because the
//! mode belongs to the open file, which the process shares with the shell and others.
//!
//! Until the search begins, the whole process is one wait, because nothing can be lost. So a time limit holds
//! for reading too, even if the file is endless or takes long to parse.

use std::io::{self, Read, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::ending::Ending;
use super::{programs, scratch};
use crate::system::catalogue::told;

/// How long a wait may last without progress after a stop is requested.
const GRACE: Duration = Duration::from_millis(500);
/// The processor time that the preparation of a search may still take then: nothing can be lost.
const MOST_WORK: Duration = Duration::from_millis(100);
/// The time between checks of the waits.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The time for the last message.
const FAREWELL: Duration = Duration::from_millis(200);

/// What the process waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Wait {
    /// Nothing. It must not be ended.
    None,
    /// It prepares a search: it reads files and builds a problem.
    Preparing,
    /// Input.
    Reading,
    /// A reader of its output.
    Writing,
}

/// What the process waits for now.
static WAIT: AtomicU8 = AtomicU8::new(Wait::Preparing as u8);
/// The number of waits that have ended.
static DONE: AtomicU64 = AtomicU64::new(0);
/// Is a thread watching?
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Calls a function that may wait. The process may be ended during the call.
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

/// The search begins. From here on the process must not be ended at any place.
pub(crate) fn search_begins() {
    WAIT.store(Wait::None as u8, Ordering::SeqCst);
    DONE.fetch_add(1, Ordering::SeqCst);
}

/// A stop was requested. Ends the process if it waits too long. `what` names the cause.
pub(crate) fn watch(what: &'static str) {
    if IS_WATCHED.swap(true, Ordering::SeqCst) {
        return;
    }
    thread::spawn(move || {
        let (mut done, mut since) = (DONE.load(Ordering::SeqCst), Instant::now());
        let worked_before = processor_time();
        loop {
            thread::sleep(BETWEEN_LOOKS);
            let (wait, now) = (WAIT.load(Ordering::SeqCst), DONE.load(Ordering::SeqCst));
            let is_at_work =
                wait == Wait::Preparing as u8 && processor_time().saturating_sub(worked_before) >= MOST_WORK;
            if wait == Wait::None as u8 || now != done {
                (done, since) = (now, Instant::now());
            } else if since.elapsed() >= GRACE || is_at_work {
                end(what, wait);
            }
        }
    });
}

/// The processor time that this process has used; zero where it is unknown.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// Ends the process. Standard error may be a pipe without a reader, so the message has only a moment.
fn end(what: &str, wait: u8) -> ! {
    let why = match wait {
        wait if wait == Wait::Preparing as u8 => "before the search began",
        wait if wait == Wait::Reading as u8 => "while waiting for input",
        _ => "and nobody reads the output",
    };
    let message = format!("{what}, {why}");
    let farewell = thread::spawn(move || told!("{message}"));
    let start = Instant::now();
    while !farewell.is_finished() && start.elapsed() < FAREWELL {
        thread::sleep(Duration::from_millis(5));
    }
    exit(Ending::Stopped as i32)
}

/// Ends the process, and a solver that it started, and removes its scratch space.
pub(crate) fn exit(code: i32) -> ! {
    programs::kill();
    scratch::remove();
    process::exit(code)
}

/// A writer that may have to wait for a reader, or a reader that may have to wait for a writer.
pub(crate) struct Waiting<W>(pub(crate) W);

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        // In small pieces. Each accepted piece shows that there is a reader.
        let piece = &content[..content.len().min(1 << 16)];
        waiting(Wait::Writing, || self.0.write(piece))
    }

    fn flush(&mut self) -> io::Result<()> {
        waiting(Wait::Writing, || self.0.flush())
    }
}

impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        waiting(Wait::Reading, || self.0.read(buffer))
    }
}
