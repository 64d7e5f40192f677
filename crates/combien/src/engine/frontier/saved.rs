//! A sweep as a file: where it is, and the states of the layers that are left.
//!
//! **Format 2.** After the first line ([`head`](super::head)) come blocks: the layer and the length in bytes, as 32-bit numbers, low bytes first, and the entries
//! ([`entries`](super::entries)). The last block has the layer 2^32 - 1 and the SHA-256 of everything before it. Entries of a layer are in no
//! particular order, and the numbers of equal states are added.
//!
//! A file is trusted in nothing: what it says is checked against the problem, and it takes no more memory than the sweep may.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use super::entries::{Packer, Unpacker};
use super::head::{FORMAT, Head, format_of};
use super::schedule::Layout;
use super::{Frontier, Order};
use crate::budget::{Budget, Effort, Reason};
use crate::engine::Refusal;
use crate::problem::{Digest, Problem};

/// What it answers.
const QUESTION: &str = "count";
/// The longest first line: an order of a million items.
const LONGEST_LINE: u64 = 1 << 24;
/// A block has about this many bytes, and at most so many more as its last entry takes.
const BLOCK: usize = 1 << 16;
const LONGEST_BLOCK: u32 = 1 << 23;
/// The layer of the last block.
const END: u32 = u32::MAX;

/// Why an entry is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotLoaded {
    /// No sweep of this problem is there.
    Wrong,
    Stopped(Reason),
}

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
    /// It was truncated or changed, or is of no sweep of this problem: the place is that of the block, in bytes.
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

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedError::Unreadable(kind) => write!(f, "the sweep cannot be read: {kind}"),
            SavedError::NotOne => f.write_str("this is no checkpoint of a sweep"),
            SavedError::Format(format) => {
                write!(f, "this is a sweep of format {format}; only format {FORMAT} is known here")
            }
            SavedError::Damaged(place) => {
                write!(f, "this sweep is damaged: what begins at byte {place} is not what was written")
            }
            SavedError::OtherProblem { size: (items, options) } => {
                write!(f, "this is a sweep of another problem (items: {items}, options: {options})")
            }
            SavedError::OtherLayout => {
                f.write_str("this sweep was saved by a version that packs states in another way")
            }
            SavedError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for SavedError {}

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
    /// Finishes the state at which the sweep was paused, so that it can be saved: at most one more is processed. Returns whether it can be:
    /// a sweep that is out of memory or of scratch space cannot.
    pub fn settle(&mut self) -> bool {
        let outlook = &mut self.outlook;
        self.sweep.settle(&mut |done| outlook.look(done));
        self.sweep.is_settled()
    }

    /// Writes the sweep, so that [`Frontier::resume`] can go on from there. Call [`Frontier::settle`] before.
    ///
    /// The format is versioned and has a digest; it takes some ten to thirty bytes for each state that is left.
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
    /// assert!(sweep.settle());
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
        if !self.sweep.is_settled() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the sweep is within a state"));
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

    /// Goes on from what [`Frontier::save`] wrote, with this budget: the same count in the end, and the same work, the
    /// work before included. `prepare` is called with the empty sweep, for [`Frontier::set_scratch`].
    ///
    /// Nothing that is read is trusted: it takes no more memory than the budget allows, and what cannot be states of this problem is an
    /// error with its place. The input is read to its end.
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
        self.sweep.expect(&layout, &self.problem, effort)?;
        self.sweep.begin_load(&head.mark).map_err(wrong(0))?;
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
                self.sweep.load(layer as usize, &entry.state, &entry.number).map_err(wrong(place))?;
            }
        }
        self.sweep.end_load(&head.mark).map_err(wrong(0))?;
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
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use super::super::disk::tests::Streams;
    use super::super::{Order, Pause};
    use super::*;
    use crate::problem::dlx::parse;
    use crate::random::SplitMix64;

    fn torus(rows: usize, columns: usize) -> Problem {
        let place = |row: usize, column: usize| row % rows * columns + column % columns;
        let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
        let options = cells.flat_map(|(row, column)| {
            [(row + 1, column), (row, column + 1)].map(|(r, c)| vec![place(row, column), place(r, c)])
        });
        Problem::from_lists(rows * columns, None, options).unwrap()
    }

    fn budget(threads: usize, memory: u64) -> Budget {
        Budget { memory: Some(memory), threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED }
    }

    fn new(problem: &Problem, budget: &Budget) -> Frontier {
        Frontier::new(problem, &Order::best(problem), budget).unwrap()
    }

    fn saved(sweep: &mut Frontier) -> Vec<u8> {
        let mut bytes = vec![];
        assert!(sweep.settle());
        sweep.save(&mut bytes).unwrap();
        bytes
    }

    fn resumed(problem: &Problem, budget: &Budget, bytes: &[u8]) -> Result<Frontier, SavedError> {
        Frontier::resume(problem, budget, &mut &bytes[..], |_| {})
    }

    /// With colors, bounds, secondary items, and two words for a state.
    fn problems() -> Vec<Problem> {
        let colors = "p q r 0:2|s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                      t x:B z:C\nt y\n";
        vec![parse("t", colors).unwrap().problem, torus(6, 8), torus(4, 20)]
    }

    /// At any state, in memory and on disk, from one number of threads to another.
    #[test]
    fn a_sweep_that_is_saved_and_resumed_does_the_same() {
        let mut random = SplitMix64::new(7);
        for problem in problems() {
            let ample = budget(1, 1 << 30);
            let mut whole = new(&problem, &ample);
            assert_eq!(whole.run(u64::MAX), Pause::End);
            let all = whole.work().nodes;
            for turn in 0..40 {
                // Large enough for all, or for hardly anything.
                let memory = if turn % 2 == 0 { 1 << 30 } else { 700 + random.place(5000) as u64 };
                let with_disk =
                    |sweep: &mut Frontier| sweep.set_scratch(Arc::new(Streams::default()), 1 << 30);
                let mut sweep = new(&problem, &budget(1 + turn % 3, memory));
                with_disk(&mut sweep);
                let mut stops = 0;
                loop {
                    let bound = sweep.work().nodes + random.place(all as usize / 2 + 1) as u64;
                    if sweep.run_within(bound, 1 + random.place(5000) as u64) == Pause::End {
                        break;
                    }
                    let before = sweep.work().nodes;
                    let bytes = saved(&mut sweep);
                    assert!(sweep.work().nodes <= before + 1);
                    sweep = Frontier::resume(
                        &problem,
                        &budget(1 + random.place(3), memory),
                        &mut &bytes[..],
                        with_disk,
                    )
                    .unwrap();
                    stops += 1;
                    if stops > 30 {
                        sweep.run(u64::MAX);
                    }
                }
                assert_eq!((sweep.count(), sweep.work()), (whole.count(), whole.work()), "turn {turn}");
                if turn % 2 == 0 {
                    assert_eq!(sweep.peak_bytes(), whole.peak_bytes(), "turn {turn}");
                }
            }
        }
    }

    /// Where the memory ends does not depend on stops.
    #[test]
    fn a_resumed_sweep_is_out_of_memory_at_the_same_state() {
        let problem = torus(6, 8);
        let mut whole = new(&problem, &budget(1, 1 << 30));
        whole.run(u64::MAX);
        let little = budget(1, whole.peak_bytes() as u64 - 1);
        let mut limited = new(&problem, &little);
        assert_eq!(limited.run(u64::MAX), Pause::Memory);
        assert!(
            !limited.settle() && limited.save(&mut vec![]).is_err(),
            "a sweep without memory cannot be saved"
        );
        let mut sweep = new(&problem, &little);
        for bound in (0..).step_by(97) {
            if sweep.run(bound) == Pause::Memory {
                break;
            }
            sweep = resumed(&problem, &little, &saved(&mut sweep)).unwrap();
        }
        assert_eq!(sweep.work(), limited.work());
        let mut sweep = new(&problem, &budget(1, 1 << 30));
        sweep.run(limited.work().nodes);
        let refused = resumed(&problem, &budget(1, 5000), &saved(&mut sweep)).err();
        assert_eq!(refused, Some(SavedError::Refused(Refusal::Stopped(Reason::Memory(5000)))));
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused() {
        let problem = torus(4, 6);
        let ample = budget(1, 1 << 24);
        let mut sweep = new(&problem, &ample);
        sweep.run(200);
        let bytes = saved(&mut sweep);
        assert!(is_saved_sweep(bytes.split(|&byte| byte == b'\n').next().unwrap()));
        for end in 0..bytes.len() {
            assert!(resumed(&problem, &ample, &bytes[..end]).is_err(), "{end} bytes");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            let error = resumed(&problem, &ample, &changed).expect_err("a changed byte");
            assert!(!error.to_string().is_empty());
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(resumed(&problem, &ample, &longer), Err(SavedError::Damaged(_))));
        let other = resumed(&torus(4, 8), &ample, &bytes).err();
        assert_eq!(other, Some(SavedError::OtherProblem { size: (24, 48) }));
        for text in [
            "",
            "\n",
            "{}",
            "{\"combien\":\"checkpoint\",\"format\":2}\n",
            "combien sweep \n",
            "combien sweep 2x\n",
        ] {
            assert_eq!(resumed(&problem, &ample, text.as_bytes()).err(), Some(SavedError::NotOne));
        }
        let newer = b"combien sweep 9\n";
        assert_eq!(resumed(&problem, &ample, newer).err(), Some(SavedError::Format(9)));
    }

    /// A valid digest, but impossible contents: an error, no panic, and no more memory than the limit.
    #[test]
    fn impossible_contents_are_refused() {
        let problem = torus(4, 6);
        let ample = budget(1, 1 << 20);
        let mut sweep = new(&problem, &ample);
        sweep.run(200);
        let bytes = saved(&mut sweep);
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        let (line, blocks) = (std::str::from_utf8(&bytes[..end]).unwrap(), &bytes[end..bytes.len() - 72]);
        let sealed = |line: &str, blocks: &[u8]| {
            let mut whole = vec![];
            let mut output = Digested::new(&mut whole);
            output.write(&[line.as_bytes(), blocks].concat()).unwrap();
            let seal = output.digest.fingerprint().to_string();
            output.block(END, seal.as_bytes()).unwrap();
            resumed(&problem, &ample, &whole)
        };
        assert!(sealed(line, blocks).is_ok());
        let step = sweep.steps().0;
        let cases = [
            (format!(" step={step} "), format!(" step={} ", step + 3)),
            (format!(" step={step} "), " step=999 ".to_owned()),
            (" nodes=200 ".to_owned(), " nodes=0 ".to_owned()),
            (" nodes=200 ".to_owned(), format!(" nodes={} ", u64::MAX)),
            (" words=1 ".to_owned(), " words=2 ".to_owned()),
            (" words=1 ".to_owned(), " words=0 ".to_owned()),
            (" words=1 ".to_owned(), format!(" words={} ", usize::MAX)),
            (" words=1 ".to_owned(), " words=-1 ".to_owned()),
            (" words=1 ".to_owned(), " ".to_owned()),
            (" order=".to_owned(), " order=1,1,".to_owned()),
            (" order=".to_owned(), " order=0,".to_owned()),
            (" order=".to_owned(), " order=,".to_owned()),
            (" limbs=".to_owned(), " limbs=999,1,".to_owned()),
            (" limbs=".to_owned(), " limbs=7,".to_owned()),
            (format!(" limbs={step},1"), format!(" limbs={step},{}", usize::MAX)),
            (" layout=".to_owned(), " layout=0".to_owned()),
            (" question=count ".to_owned(), " question=why ".to_owned()),
            (format!(" fraction={} ", sweep.fraction()), " fraction=NaN ".to_owned()),
            (" is_spilled=false".to_owned(), " is_spilled=false more=1".to_owned()),
        ];
        for (from, to) in cases {
            assert!(line.contains(&from), "{from} in {line}");
            assert!(sealed(&line.replacen(&from, &to, 1), blocks).is_err(), "{to}");
        }
        // A state with a bit of an item that does not live there, without bit 0, for a layer that is over, with no number.
        for (layer, entry) in [
            (step, vec![8, 1, 0, 0, 0, 0, 0, 0, 0x80, 1, 1]),
            (step, vec![1, 2, 1, 1]),
            (0, vec![1, 1, 1, 1]),
            (step, vec![1, 1, 0]),
        ] {
            let block =
                [&(layer as u32).to_le_bytes()[..], &(entry.len() as u32).to_le_bytes(), &entry].concat();
            let error = sealed(line, &[blocks, &block].concat()).err();
            assert!(matches!(error, Some(SavedError::Damaged(place)) if place > 0), "{entry:?}: {error:?}");
        }
    }
}
