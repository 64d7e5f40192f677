//! Puzzles that are made by several runs of a command: the file in which a run keeps where it stands.

use std::collections::BTreeSet;
use std::io;
use std::num::ParseIntError;
use std::time::{Duration, Instant};

use combien::problem::{OptionId, Problem};
use combien::puzzle::rating::Rating;
use serde::{Deserialize, Serialize};

use super::keeper::Place;
use crate::report::failure::Failure;
use crate::system::files::{bytes_of, write_synced};

/// The first words of the file.
const FORMAT: &str = "combien puzzles 1";

/// Where the runs stand.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    /// The fingerprint of the problem, and what was asked for.
    problem: String,
    question: String,
    /// That of all runs, and that of the generator that goes on.
    seed: Seed,
    next_seed: Seed,
    /// The rating of the last puzzle, in tenths.
    last: u32,
    /// The clues of the puzzles that were made, as option numbers from 1.
    puzzles: BTreeSet<Vec<usize>>,
}

/// A seed, as text: other programs read numbers as floating point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Seed(u64);

impl TryFrom<String> for Seed {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Seed, ParseIntError> {
        text.parse().map(Seed)
    }
}

impl From<Seed> for String {
    fn from(Seed(seed): Seed) -> String {
        seed.to_string()
    }
}

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
        question: &str,
        seed: Option<u64>,
        quiet: bool,
    ) -> Result<Made, Failure> {
        let place = Place::new(path, quiet)?;
        let fingerprint = problem.fingerprint().to_string();
        let other = |what: &str| {
            let message = format!("`{path}` is of another {what}");
            Failure::hinted(message, "run the same command again, or name another file")
        };
        let made = |saved| Made { place, saved, took: Duration::ZERO, at: Instant::now(), is_kept: true };
        let text = match bytes_of(path) {
            Ok(text) if !text.is_empty() => text,
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::unreadable(path, &error));
            }
            _ => {
                let saved = Saved {
                    format: FORMAT.to_owned(),
                    problem: fingerprint,
                    question: question.to_owned(),
                    seed: Seed::default(),
                    next_seed: Seed::default(),
                    last: 0,
                    puzzles: BTreeSet::new(),
                };
                return Ok(made(saved));
            }
        };
        let not_one =
            |why: &str| Failure::message(format!("`{path}` does not say which puzzles were made: {why}"));
        let saved: Saved = serde_json::from_slice(&text).map_err(|error| not_one(&error.to_string()))?;
        if saved.format != FORMAT {
            return Err(not_one("its format is unknown"));
        }
        if saved.problem != fingerprint {
            return Err(other("problem"));
        }
        if saved.question != question {
            return Err(other("request"));
        }
        if seed.is_some_and(|seed| Seed(seed) != saved.seed) {
            return Err(other("seed"));
        }
        let options = 1..=problem.option_count();
        if saved.puzzles.iter().flatten().any(|option| !options.contains(option)) {
            return Err(not_one("an option has no such number"));
        }
        Ok(made(saved))
    }

    /// The seed of all runs, once there was one.
    pub(crate) fn seed(&self) -> Option<u64> {
        (self.number() > 0).then_some(self.saved.seed.0)
    }

    /// The seed of the generator that goes on.
    pub(crate) fn next_seed(&self) -> u64 {
        self.saved.next_seed.0
    }

    /// How many puzzles were made.
    pub(crate) fn number(&self) -> u64 {
        self.saved.puzzles.len() as u64
    }

    /// The clues of the puzzles that were made.
    pub(crate) fn puzzles(&self) -> impl Iterator<Item = Vec<OptionId>> {
        let clues =
            |numbers: &Vec<usize>| numbers.iter().map(|&number| OptionId::from_index(number - 1)).collect();
        self.saved.puzzles.iter().map(clues)
    }

    /// The rating of the last puzzle.
    pub(crate) fn last(&self) -> Rating {
        Rating { tenths: self.saved.last }
    }

    /// A puzzle was made and printed.
    pub(crate) fn keep(&mut self, (seed, next_seed): (u64, u64), clues: &[OptionId], rating: Option<Rating>) {
        self.saved.puzzles.insert(clues.iter().map(|clue| clue.number()).collect());
        (self.saved.seed, self.saved.next_seed) = (Seed(seed), Seed(next_seed));
        self.saved.last = rating.map_or(self.saved.last, |rating| rating.tenths);
        self.is_kept = false;
        if self.at.elapsed() >= self.took * PART_OF_TIME {
            self.save();
        }
    }

    fn save(&mut self) {
        let begin = Instant::now();
        let mut text = serde_json::to_vec(&self.saved).expect("it has only numbers and texts");
        text.push(b'\n');
        let result = write_synced(&self.place.path, &text);
        self.place.wrote(result);
        (self.took, self.at, self.is_kept) = (begin.elapsed(), Instant::now(), true);
    }

    /// At the end of the run: saves what is not saved yet, and says how to go on, unless all puzzles were made.
    pub(crate) fn finish(&mut self, number: u64) {
        if !self.is_kept {
            self.save();
        }
        self.place.farewell(self.number() < number);
    }
}
