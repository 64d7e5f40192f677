//! Sweeps that are saved, or that need more than memory: the file of the checkpoint and the folder for
//! scratch space.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::sync::Arc;
use std::time::{Duration, Instant};

use combien::engine::frontier::{Expected, Frontier, SavedError, is_saved_sweep};
use combien::solve::{Engine, Error, SweepJournal, Sweeping};

use super::keeper::Place;
use crate::report::failure::Failure;
use crate::request::{Counting, Keep, Method};
use crate::system::catalogue::told;
use crate::system::files::write_streamed_synced;
use crate::system::scratch::Folder;

/// At most this part of the time is spent on writing checkpoints: a sweep may have gigabytes of states.
const PART_OF_TIME: u32 = 20;
/// A sweep of fewer states takes a second at most.
const FEW: u64 = 4_000_000;
/// The longest first line of a checkpoint that is looked at.
const LONGEST_LINE: u64 = 1 << 24;

/// What a sweep needs from this machine.
pub(crate) struct Swept {
    keeper: Option<SweepKeeper>,
    /// The checkpoint to go on from.
    saved: Option<BufReader<File>>,
    folder: Option<Arc<Folder>>,
    /// Say what it will take, as soon as that is known.
    explain: bool,
}

/// Opens what a sweep needs. `None` if the count is no sweep, or an ordinary one.
pub(crate) fn open(
    method: &Method,
    counting: &Counting,
    quiet: bool,
    explain: bool,
) -> Result<Option<Swept>, Failure> {
    let saved = method.keep.as_ref().and_then(|keep| saved_sweep(&keep.path));
    let spills = counting.scratch.is_some();
    let is_sweep = match method.engine {
        Engine::Frontier => method.keep.is_some() || spills || explain && !method.is_reduced,
        Engine::Auto => saved.is_some() || spills,
        _ => false,
    };
    if !is_sweep {
        return Ok(None);
    }
    let keeper = method.keep.as_ref().map(|keep| SweepKeeper::new(keep, quiet)).transpose()?;
    let saved = match &method.keep {
        Some(keep) if saved.is_none() && fs::exists(&keep.path).unwrap_or(true) => {
            return Err(refused(&keep.path, &SavedError::NotOne));
        }
        _ => saved,
    };
    if let (Some(keeper), Some(saved), false) = (&keeper, &saved, quiet) {
        let bytes = saved.get_ref().metadata().map_or(0, |data| data.len());
        told!("going on from `{}`: {} kB of states", keeper.place.path, bytes.div_ceil(1 << 10));
    }
    let folder = counting.scratch.as_ref().map(|path| {
        let folder = Folder::new_in(path);
        folder.map(Arc::new).map_err(|error| Failure::unwritable(path, &error))
    });
    Ok(Some(Swept { keeper, saved, folder: folder.transpose()?, explain }))
}

/// The file of this name, if it has a sweep.
fn saved_sweep(path: &str) -> Option<BufReader<File>> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|data| data.is_file()))?;
    let (mut input, mut line) = (BufReader::with_capacity(1 << 16, file), vec![]);
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    input.rewind().ok()?;
    is_saved_sweep(&line).then_some(input)
}

/// A checkpoint that the sweep cannot go on from.
fn refused(path: &str, error: &SavedError) -> Failure {
    let hint = match error {
        SavedError::Damaged(_) => "remove it to begin again",
        SavedError::NotOne => "name a file that is not there yet",
        SavedError::OtherProblem { .. } => "name another file for this problem",
        SavedError::Format(_) | SavedError::OtherLayout => {
            "take the version of combien that wrote it, or remove it to begin again"
        }
        _ => return Failure::message(format!("`{path}`: {error}")),
    };
    Failure::hinted(format!("`{path}`: {error}"), hint)
}

impl Swept {
    /// The settings for the library.
    pub(crate) fn settings(&mut self) -> Sweeping<'_> {
        Sweeping {
            scratch: self.folder.clone().map(|folder| folder as _),
            resume: self.saved.take().map(|saved| Box::new(saved) as _),
            journal: self.keeper.as_mut().map(|keeper| Box::new(keeper) as _),
            expect: self.explain.then(|| Box::new(say_expected) as _),
            ..Sweeping::default()
        }
    }

    /// An error of the library, with the name of the checkpoint.
    pub(crate) fn failure(&self, error: Error) -> Failure {
        match (&self.keeper, error) {
            (Some(keeper), Error::Saved(error)) => refused(&keeper.place.path, &error),
            (_, error) => Failure::of(error),
        }
    }

    /// Prints how to continue, or that this is not possible.
    pub(crate) fn farewell(&self, is_stopped: bool) {
        if let Some(keeper) = &self.keeper {
            keeper.place.farewell(is_stopped && keeper.has_written);
        }
    }
}

/// Says what a sweep will take, if that is more than a moment.
fn say_expected(Expected { states, memory }: Expected) {
    if states >= FEW {
        let millions = states.div_ceil(1_000_000);
        let megabytes = memory.div_ceil(1 << 20);
        told!(
            "expects about {millions} million states, and about {megabytes} MB for the largest layers in memory, or a tenth to a \
             fourth of that on disk"
        );
    }
}

/// Keeps checkpoints of a sweep. The file is replaced as a whole; there is no copy of the one before, for it
/// may be large.
struct SweepKeeper {
    place: Place,
    every: Duration,
    last: Instant,
    /// How long it took to write the last one.
    cost: Duration,
    has_written: bool,
}

impl SweepKeeper {
    fn new(keep: &Keep, quiet: bool) -> Result<SweepKeeper, Failure> {
        let place = Place::new(&keep.path, quiet)?;
        let has_written = fs::metadata(&keep.path).is_ok();
        Ok(SweepKeeper { place, every: keep.every, last: Instant::now(), cost: Duration::ZERO, has_written })
    }
}

impl SweepJournal for SweepKeeper {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every.max(self.cost * PART_OF_TIME)
    }

    fn keep(&mut self, sweep: &Frontier) {
        let start = Instant::now();
        let written: io::Result<()> = write_streamed_synced(&self.place.path, |output| sweep.save(output));
        self.has_written |= written.is_ok();
        self.place.wrote(written);
        self.last = Instant::now();
        self.cost = self.last - start;
    }
}
