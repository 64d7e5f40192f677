//! Puzzles that are made by several runs of a command: the file in which a run keeps where it stands.

use std::io;
use std::mem::take;
use std::time::{Duration, Instant};

use combien::problem::{OptionId, Problem};
use combien_puzzles::rating::{Rating, Request, Saved, SavedError};

use super::keeper::Place;
use crate::report::failure::Failure;
use crate::system::files::{bytes_of, write_synced};

/// Saving takes at most this part of the time: the list of puzzles may be long.
const PART_OF_TIME: u32 = 20;
/// A kill loses what is saved and not printed yet: at most this part of the puzzles, however slow the disk is,
/// or this number where that is more. So saving takes time in proportion to the list, not to its square.
const PART_OF_PUZZLES: u64 = 20;
const FEW_PUZZLES: u64 = 32;

/// Keeps where a run stands.
///
/// A puzzle is saved before it is printed: no run prints it again, even if this one is killed at any moment.
/// So it waits until it is saved.
pub(crate) struct Made {
    place: Place,
    saved: Saved,
    /// The puzzles that are not saved yet, and what is printed of them.
    waiting: Vec<Standing>,
    shown: String,
    /// How long it took to save it the last time, and when that was.
    took: Duration,
    at: Instant,
}

/// Where a run stands after a puzzle.
pub(crate) struct Standing {
    pub(crate) clues: Vec<OptionId>,
    pub(crate) rating: Option<Rating>,
    /// The seed of the first puzzle, and that of the generator that goes on.
    pub(crate) seeds: (u64, u64),
}

impl Made {
    /// Opens the named file, and reads it if it is there. What was asked for before must be the same.
    pub(crate) fn open(
        path: &str,
        problem: &Problem,
        request: &Request<'_>,
        seed: Option<u64>,
        quiet: bool,
    ) -> Result<Made, Failure> {
        let place = Place::new(path, quiet)?;
        let refused = |error| match error {
            SavedError::Other(what) => {
                let hint = "run the same command again, or name another file";
                Failure::hinted(format!("`{path}` is of another {what}"), hint)
            }
            SavedError::Damaged(why) => {
                Failure::message(format!("`{path}` does not say which puzzles were made: {why}"))
            }
            error => Failure::of(error),
        };
        let saved = match bytes_of(path) {
            Ok(text) if !text.is_empty() => Saved::read(&text, problem, request, seed).map_err(refused)?,
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::unreadable(path, &error));
            }
            _ => Saved::new(problem, request),
        };
        let (waiting, shown) = (vec![], String::new());
        Ok(Made { place, saved, waiting, shown, took: Duration::ZERO, at: Instant::now() })
    }

    /// Where the runs stand.
    pub(crate) fn saved(&self) -> &Saved {
        &self.saved
    }

    /// How many puzzles were made and saved.
    pub(crate) fn number(&self) -> u64 {
        self.saved.number()
    }

    /// A puzzle was made; this is to be printed of it.
    pub(crate) fn wait(&mut self, standing: Standing, shown: &str) {
        self.waiting.push(standing);
        self.shown += shown;
    }

    /// Is it time to save what waits?
    pub(crate) fn is_due(&self) -> bool {
        let most = (self.number() / PART_OF_PUZZLES).max(FEW_PUZZLES);
        self.at.elapsed() >= self.took * PART_OF_TIME || self.waiting.len() as u64 >= most
    }

    /// Saves what waits, then prints it. What cannot be printed was not made.
    pub(crate) fn keep(&mut self, print: impl FnOnce(&str) -> Result<(), Failure>) -> Result<(), Failure> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let before = self.saved.clone();
        for Standing { clues, rating, seeds } in self.waiting.drain(..) {
            self.saved.keep(seeds, &clues, rating);
        }
        self.save();
        let printed = print(&take(&mut self.shown));
        if printed.is_err() {
            self.saved = before;
            self.save();
        }
        printed
    }

    fn save(&mut self) {
        let begin = Instant::now();
        let result = write_synced(&self.place.path, self.saved.text().as_bytes());
        self.place.wrote(result);
        (self.took, self.at) = (begin.elapsed(), Instant::now());
    }

    /// At the end of the run: says how to go on, unless all puzzles were made.
    pub(crate) fn farewell(&self, number: u64) {
        self.place.farewell(self.number() < number);
    }
}
