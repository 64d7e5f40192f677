//! Puzzles that are made by several runs of a command: the file in which a run keeps where it stands.

use std::io;
use std::time::{Duration, Instant};

use combien::problem::{OptionId, Problem};
use combien::puzzle::rating::{Rating, Request, Saved, SavedError};

use super::keeper::Place;
use crate::report::failure::Failure;
use crate::system::files::{bytes_of, write_synced};

/// Saving takes at most this part of the time: the list of puzzles may be long.
const PART_OF_TIME: u32 = 20;

/// Keeps where a run stands.
pub(crate) struct Made {
    place: Place,
    saved: Saved,
    /// How long it took to save it the last time, and when that was.
    took: Duration,
    at: Instant,
    /// The file has all puzzles.
    is_kept: bool,
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
        Ok(Made { place, saved, took: Duration::ZERO, at: Instant::now(), is_kept: true })
    }

    /// Where the runs stand.
    pub(crate) fn saved(&self) -> &Saved {
        &self.saved
    }

    /// A puzzle was made and printed.
    pub(crate) fn keep(&mut self, seeds: (u64, u64), clues: &[OptionId], rating: Option<Rating>) {
        self.saved.keep(seeds, clues, rating);
        self.is_kept = false;
        if self.at.elapsed() >= self.took * PART_OF_TIME {
            self.save();
        }
    }

    fn save(&mut self) {
        let begin = Instant::now();
        let result = write_synced(&self.place.path, self.saved.text().as_bytes());
        self.place.wrote(result);
        (self.took, self.at, self.is_kept) = (begin.elapsed(), Instant::now(), true);
    }

    /// At the end of the run: saves what is not saved yet, and says how to go on, unless all puzzles were made.
    pub(crate) fn finish(&mut self, number: u64) {
        if !self.is_kept {
            self.save();
        }
        self.place.farewell(self.saved.number() < number);
    }
}
