//! Puzzles from files, read in a separate thread, so that waiting for a file does not prevent a stop.
//!
//! They are handed over in batches: to wake a thread for each puzzle takes longer than to solve it. A batch
//! is handed over at the latest before the thread waits for more input.

use std::cell::RefCell;
use std::io::{self, BufReader, ErrorKind, Read};
use std::panic;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::vec;

use combien_puzzles::sudoku::{BoxShape, Fault, Puzzle, ReadError, Reader};

use crate::report::failure::Failure;
use crate::system::files::{STDIN, STDIN_NAME, opened, standard_input};

/// The time between checks of the stop flag while there is nothing to read.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The number of puzzles in a batch, and of batches that are read in advance, so that the solver does not
/// wait for a disk.
const BATCH: usize = 128;
const AHEAD: usize = 8;

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
    batches: Receiver<Vec<Item>>,
    /// The rest of the last batch.
    batch: vec::IntoIter<Item>,
    thread: JoinHandle<()>,
}

impl Feed {
    /// Begins to read. No file is standard input.
    pub(crate) fn start(files: &[String], shape: BoxShape) -> Feed {
        let files = if files.is_empty() { vec![STDIN.to_owned()] } else { files.to_vec() };
        let (sender, batches) = sync_channel(AHEAD);
        let thread = thread::spawn(move || {
            let outbox = Outbox { batch: RefCell::default(), sender };
            let outbox = Rc::new(outbox);
            let whole = files.iter().try_for_each(|file| read(file, shape, &outbox));
            // It ends early only if the rest is not needed.
            drop(whole.and_then(|()| outbox.hand_over()));
        });
        Feed { batches, batch: vec![].into_iter(), thread }
    }

    /// What has been read already.
    pub(crate) fn ready(&mut self) -> Next {
        if let Some(item) = self.batch.next() {
            return Next::Item(item);
        }
        match self.batches.try_recv() {
            Ok(batch) => self.open(batch),
            Err(TryRecvError::Empty) => Next::Wait,
            Err(TryRecvError::Disconnected) => Next::End,
        }
    }

    /// What is read within a moment.
    pub(crate) fn wait(&mut self) -> Next {
        match self.batches.recv_timeout(BETWEEN_LOOKS) {
            Ok(batch) => self.open(batch),
            Err(RecvTimeoutError::Timeout) => Next::Wait,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }

    /// The first item of a batch.
    fn open(&mut self, batch: Vec<Item>) -> Next {
        self.batch = batch.into_iter();
        self.batch.next().map_or(Next::Wait, Next::Item)
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

/// What has been read and is not handed over yet.
struct Outbox {
    batch: RefCell<Vec<Item>>,
    sender: SyncSender<Vec<Item>>,
}

impl Outbox {
    fn put(&self, item: Item) -> Result<(), Unwanted> {
        self.batch.borrow_mut().push(item);
        if self.batch.borrow().len() < BATCH { Ok(()) } else { self.hand_over() }
    }

    fn hand_over(&self) -> Result<(), Unwanted> {
        let batch = self.batch.take();
        if batch.is_empty() { Ok(()) } else { self.sender.send(batch).map_err(|_| Unwanted) }
    }
}

/// Input that hands over what has been read before it waits for more.
struct Patient<R> {
    input: R,
    outbox: Rc<Outbox>,
}

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // If the rest is unwanted, the next item says so.
        drop(self.outbox.hand_over());
        self.input.read(buffer)
    }
}

fn read(file: &str, shape: BoxShape, outbox: &Rc<Outbox>) -> Result<(), Unwanted> {
    if file == STDIN {
        return match standard_input() {
            Ok(input) => forward(STDIN_NAME, input, shape, outbox),
            Err(error) => outbox.put(Item::Unreadable(Failure::unreadable(STDIN_NAME, &error))),
        };
    }
    match opened(file) {
        Ok(opened) => forward(file, opened, shape, outbox),
        // A puzzle on the command line: no file has a name of as many characters as the grid has cells.
        Err(error) if error.kind() == ErrorKind::NotFound && file.chars().count() == shape.side().pow(2) => {
            forward("argument", file.as_bytes(), shape, outbox)
        }
        Err(error) => outbox.put(Item::Unreadable(Failure::unreadable(file, &error))),
    }
}

fn forward(name: &str, input: impl Read, shape: BoxShape, outbox: &Rc<Outbox>) -> Result<(), Unwanted> {
    let shared: Arc<str> = name.into();
    let input = BufReader::with_capacity(1 << 16, Patient { input, outbox: outbox.clone() });
    for puzzle in Reader::new(name, input, shape) {
        outbox.put(match puzzle {
            Ok(puzzle) => Item::Puzzle(shared.clone(), puzzle),
            Err(ReadError::Fault(fault)) => Item::Fault(fault),
            Err(ReadError::Io(error)) => Item::Unreadable(Failure::unreadable(name, &error)),
        })?;
    }
    Ok(())
}
