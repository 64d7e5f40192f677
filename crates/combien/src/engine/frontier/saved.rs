//! A sweep as a file: where it is, and the states of the layers that are left.
//!
//! **Format 2.** After the first line ([`head`](super::head)) come blocks: the layer and the length in bytes,
//! as 32-bit numbers, low bytes first, and the entries ([`entries`](super::entries)). The last block has the
//! layer 2^32 - 1 and the SHA-256 of everything before it. Entries of a layer are in no particular order, and
//! the numbers of equal states are added.
//!
//! A file is trusted in nothing: what it says is checked against the problem, and it takes no more memory
//! than the sweep may.

use std::io::{self, BufRead, Read, Write};

use super::entries::{Packer, Unpacker};
use super::head::{FORMAT, Head, format_of};
use super::loading::{Loading, NotLoaded};
use super::schedule::Layout;
use super::{Frontier, Order};
use crate::budget::{Budget, Effort, Reason};
use crate::engine::Refusal;
use crate::problem::{Digest, Problem};

/// What it answers.
const QUESTION: &str = "count";
/// The longest first line: an order of a million items.
const LONGEST_LINE: u64 = 1 << 24;
/// A block has about this many bytes: it ends with the entry that reaches them.
const BLOCK: usize = 1 << 16;
const LONGEST_BLOCK: u32 = 1 << 23;
/// The layer of the last block.
const END: u32 = u32::MAX;

/// Why a sweep cannot go on from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedError {
    /// It cannot be read.
    Unreadable(io::ErrorKind),
    /// It is not a sweep.
    NotOne,
    /// Its format is unknown.
    Format(u64),
    /// It was truncated or changed, or is of no sweep of this problem: the place is that of the block, in
    /// bytes.
    Damaged(u64),
    /// It is of another problem, with this many items and options.
    OtherProblem {
        /// Items and options of the other problem.
        size: (usize, usize),
    },
    /// It was written by a version that packs states in another way.
    OtherLayout,
    /// The engine cannot take the problem, or was stopped.
    Refused(Refusal),
}

errors!(SavedError {
    Unreadable(kind) => "the sweep cannot be read: {kind}";
    NotOne => "this is no checkpoint of a sweep";
    Format(format) => "this is a sweep of format {format}; only format {FORMAT} is known here";
    Damaged(place) => "this sweep is damaged: what begins at byte {place} is not what was written";
    OtherProblem { size: (items, options) } =>
        "this is a sweep of another problem (items: {items}, options: {options})";
    OtherLayout => "this sweep was saved by a version that packs states in another way";
    Refused(refusal) => "{refusal}";
});

impl<R: Into<Refusal>> From<R> for SavedError {
    fn from(refusal: R) -> SavedError {
        SavedError::Refused(refusal.into())
    }
}

/// Counts and digests the bytes that go by.
struct Digested<S> {
    stream: S,
    digest: Digest,
    place: u64,
}

impl<S> Digested<S> {
    fn new(stream: S) -> Digested<S> {
        Digested { stream, digest: Digest::default(), place: 0 }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.digest.add(bytes);
        self.place += bytes.len() as u64;
    }
}

impl<W: Write> Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.stream.write_all(bytes)
    }

    fn block(&mut self, layer: u32, bytes: &[u8]) -> io::Result<()> {
        self.write(&layer.to_le_bytes())?;
        self.write(&(bytes.len() as u32).to_le_bytes())?;
        self.write(bytes)
    }
}

impl<R: Read> Digested<R> {
    /// Reads exactly these bytes; `None` if there are fewer.
    fn read(&mut self, bytes: &mut [u8]) -> Result<Option<()>, SavedError> {
        match self.stream.read_exact(bytes) {
            Ok(()) => {
                self.add(bytes);
                Ok(Some(()))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(SavedError::Unreadable(error.kind())),
        }
    }

    fn number(&mut self) -> Result<Option<u32>, SavedError> {
        let mut bytes = [0; 4];
        Ok(self.read(&mut bytes)?.map(|()| u32::from_le_bytes(bytes)))
    }
}

impl Frontier {
    /// Can the sweep be saved? One that is out of memory or of scratch space cannot.
    pub fn can_be_saved(&self) -> bool {
        !self.sweep.full
    }

    /// Writes the sweep, so that [`Frontier::resume`] can go on from there.
    ///
    /// The format is versioned and has a digest; it takes some ten to thirty bytes for each state that is
    /// left.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien::engine::frontier::{Frontier, Pause};
    /// use combien::engine::order::Order;
    /// use combien::problem::Problem;
    ///
    /// // All pairs of ten points: 9 * 7 * 5 * 3 ways to match them.
    /// let pairs = (0..10).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    /// let problem = Problem::from_lists(10, None, pairs)?;
    /// let mut sweep = Frontier::new(&problem, &Order::best(&problem), &Budget::UNLIMITED).unwrap();
    /// assert_eq!(sweep.run(50), Pause::Bound);
    /// let mut bytes = vec![];
    /// sweep.save(&mut bytes)?;
    ///
    /// let mut again = Frontier::resume(&problem, &Budget::UNLIMITED, &mut &bytes[..], |_| {})?;
    /// assert_eq!((again.run(u64::MAX), again.count().unwrap().to_u64()), (Pause::End, Some(945)));
    /// # sweep.run(u64::MAX);
    /// assert_eq!(again.work(), sweep.work());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, output: &mut dyn Write) -> io::Result<()> {
        if !self.can_be_saved() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the sweep is out of memory"));
        }
        let mark = self.sweep.mark();
        let head = Head {
            problem: self.problem.fingerprint().to_string(),
            items: self.problem.item_count(),
            options: self.problem.option_count(),
            question: QUESTION.to_owned(),
            order: self.order.items().to_vec(),
            layout: self
                .layout(&mut Effort::within(&Budget::UNLIMITED))
                .map_err(io::Error::other)?
                .fingerprint()
                .to_string(),
            fraction: self.fraction(),
            mark,
        };
        let mut output = Digested::new(output);
        output.write(head.line().as_bytes())?;
        let words = head.mark.words;
        let (mut at, mut packer, mut bytes) = (END, Packer::new(words), vec![]);
        self.sweep.each(&mut |layer, state, number| {
            if layer as u32 != at || bytes.len() >= BLOCK {
                if !bytes.is_empty() {
                    output.block(at, &bytes)?;
                }
                (at, packer) = (layer as u32, Packer::new(words));
                bytes.clear();
            }
            packer.pack(state, number, &mut bytes);
            Ok(())
        })?;
        if !bytes.is_empty() {
            output.block(at, &bytes)?;
        }
        let seal = output.digest.fingerprint().to_string();
        output.block(END, seal.as_bytes())
    }

    /// Goes on from what [`Frontier::save`] wrote, with this budget: the same count in the end, and the same
    /// work, the work before included. `prepare` is called with the empty sweep, for
    /// [`Frontier::set_scratch`].
    ///
    /// Nothing that is read is trusted: it takes no more memory than the budget allows, and what cannot be
    /// states of this problem is an error with its place. The input is read to its end.
    pub fn resume(
        problem: &Problem,
        budget: &Budget,
        input: &mut dyn BufRead,
        prepare: impl FnOnce(&mut Frontier),
    ) -> Result<Frontier, SavedError> {
        let mut input = Digested::new(input);
        let head = head(&mut input)?;
        if head.problem != problem.fingerprint().to_string() || head.question != QUESTION {
            return Err(SavedError::OtherProblem { size: (head.items, head.options) });
        }
        let order = Order::given(problem, head.order.iter().copied()).map_err(|_| SavedError::Damaged(0))?;
        let mut sweep = Frontier::new(problem, &order, budget)?;
        prepare(&mut sweep);
        sweep.load(&head, &mut input, budget)?;
        Ok(sweep)
    }

    fn load(
        &mut self,
        head: &Head,
        input: &mut Digested<&mut dyn BufRead>,
        budget: &Budget,
    ) -> Result<(), SavedError> {
        let wrong = |place: u64| {
            move |error: NotLoaded| match error {
                NotLoaded::Wrong => SavedError::Damaged(place),
                NotLoaded::Stopped(reason) => SavedError::Refused(Refusal::Stopped(reason)),
            }
        };
        let effort = &mut Effort::within(budget);
        let layout = self.layout(effort)?;
        if head.layout != layout.fingerprint().to_string() {
            return Err(SavedError::OtherLayout);
        }
        let living = layout.living_before_each(self.sweep.schedule.width(), &self.problem, effort)?;
        let loading = Loading::begin(&mut self.sweep, &head.mark, living, self.problem.option_count());
        let mut loading = loading.map_err(wrong(0))?;
        let mut bytes = vec![];
        loop {
            budget.check().map_err(Refusal::Stopped)?;
            let (place, sealed) = (input.place, input.digest.fingerprint().to_string());
            let damaged = SavedError::Damaged(place);
            let Some(layer) = input.number()? else { return Err(damaged) };
            let length = input.number()?.filter(|&length| length <= LONGEST_BLOCK).ok_or(damaged.clone())?;
            bytes.resize(length as usize, 0);
            input.read(&mut bytes)?.ok_or(damaged.clone())?;
            if layer == END {
                let is_end = input.read(&mut [0])?.is_none();
                if bytes != sealed.as_bytes() || !is_end {
                    return Err(damaged);
                }
                break;
            }
            let (mut entry, mut at) = (Unpacker::new(head.mark.words), 0);
            while at < bytes.len() {
                at += entry.unpack(&bytes[at..]).ok().flatten().ok_or(damaged.clone())?;
                loading.add(layer as usize, &entry.state, &entry.number).map_err(wrong(place))?;
            }
        }
        loading.end().map_err(wrong(0))?;
        self.outlook.fraction = head.fraction.clamp(0.0, 1.0);
        Ok(())
    }

    /// How its states are packed.
    fn layout(&self, effort: &mut Effort<'_>) -> Result<Layout, Reason> {
        Layout::new(&self.problem, &self.order, effort)
    }
}

/// The first line.
fn head(input: &mut Digested<&mut dyn BufRead>) -> Result<Head, SavedError> {
    let mut line = vec![];
    let read = (&mut input.stream).take(LONGEST_LINE).read_until(b'\n', &mut line);
    read.map_err(|error| SavedError::Unreadable(error.kind()))?;
    input.add(&line);
    match format_of(&line).ok_or(SavedError::NotOne)? {
        FORMAT => str::from_utf8(&line).ok().and_then(Head::read).ok_or(SavedError::Damaged(0)),
        other => Err(SavedError::Format(other)),
    }
}

/// Does a file with this first line contain a sweep?
pub fn is_saved_sweep(first_line: &[u8]) -> bool {
    format_of(first_line).is_some()
}

#[cfg(test)]
mod tests;
