//! Puzzles from files, read in a separate thread, so that waiting for a file does not prevent a stop.

use std::io::{BufRead, BufReader};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use combien::puzzle::sudoku::{BoxShape, Fault, Puzzle, ReadError, Reader};

use crate::report::failure::Failure;
use crate::system::files::{STDIN, STDIN_NAME, opened, standard_input};

/// The time between checks of the stop flag while there is nothing to read.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The number of puzzles that are read in advance, so that the solver does not wait for a disk.
const AHEAD: usize = 1024;

/// What comes out of the files.
pub(crate) enum Item {
    /// A puzzle, and the file it comes from.
    Puzzle(Arc<str>, Puzzle),
    /// A faulty line.
    Fault(Fault),
    /// A file that cannot be read, or cannot be read to its end.
    Unreadable(Failure),
}

/// What there is to do next.
pub(crate) enum Next {
    /// This.
    Item(Item),
    /// Nothing at the moment.
    Wait,
    /// Nothing any more.
    End,
}

/// The puzzles of all files, in order.
pub(crate) struct Feed {
    items: Receiver<Item>,
    thread: JoinHandle<()>,
}

impl Feed {
    /// Begins to read. No file is standard input.
    pub(crate) fn start(files: &[String], shape: BoxShape) -> Feed {
        let files = if files.is_empty() { vec![STDIN.to_owned()] } else { files.to_vec() };
        let (sender, items) = sync_channel(AHEAD);
        let thread = thread::spawn(move || {
            let whole = files.iter().try_for_each(|file| read(file, shape, &sender));
            // It ends early only if the rest is not needed.
            drop(whole);
        });
        Feed { items, thread }
    }

    /// What has been read already.
    pub(crate) fn ready(&self) -> Next {
        match self.items.try_recv() {
            Ok(item) => Next::Item(item),
            Err(TryRecvError::Empty) => Next::Wait,
            Err(TryRecvError::Disconnected) => Next::End,
        }
    }

    /// What is read within a moment.
    pub(crate) fn wait(&self) -> Next {
        match self.items.recv_timeout(BETWEEN_LOOKS) {
            Ok(item) => Next::Item(item),
            Err(RecvTimeoutError::Timeout) => Next::Wait,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }

    /// After the end. A reader that panicked did not get here.
    pub(crate) fn finish(self) {
        if let Err(panic) = self.thread.join() {
            panic::resume_unwind(panic);
        }
    }
}

/// The receiver is gone, so the rest is not needed.
struct Unwanted;

fn read(file: &str, shape: BoxShape, sender: &SyncSender<Item>) -> Result<(), Unwanted> {
    let send = |item| sender.send(item).map_err(|_| Unwanted);
    if file == STDIN {
        return match standard_input() {
            Ok(input) => forward(STDIN_NAME, BufReader::with_capacity(1 << 16, input), shape, send),
            Err(error) => send(Item::Unreadable(Failure::unreadable(STDIN_NAME, &error))),
        };
    }
    match opened(file) {
        Ok(opened) => forward(file, BufReader::with_capacity(1 << 16, opened), shape, send),
        Err(error) => send(Item::Unreadable(Failure::unreadable(file, &error))),
    }
}

fn forward(
    name: &str,
    input: impl BufRead,
    shape: BoxShape,
    send: impl Fn(Item) -> Result<(), Unwanted>,
) -> Result<(), Unwanted> {
    let shared: Arc<str> = name.into();
    for puzzle in Reader::new(name, input, shape) {
        send(match puzzle {
            Ok(puzzle) => Item::Puzzle(shared.clone(), puzzle),
            Err(ReadError::Fault(fault)) => Item::Fault(fault),
            Err(ReadError::Io(error)) => Item::Unreadable(Failure::unreadable(name, &error)),
        })?;
    }
    Ok(())
}
