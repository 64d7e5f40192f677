//! Puzzles that are made in several runs: where they stand, as a text.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::Rating;
use combien::problem::{Fingerprint, OptionId, Problem};
use combien_tiling::Predicate;

/// The first words of the text.
const FORMAT: &str = "combien puzzles 2";

/// What is asked of puzzles, as far as it decides which ones are made.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Request<'a> {
    /// The number of clues.
    pub clues: RangeInclusive<usize>,
    /// How hard they are, if that matters.
    pub band: Option<RangeInclusive<Rating>>,
    /// The length of the series, if it is one.
    pub series: Option<u64>,
    /// The number of tries in a row without a new puzzle after which the search ends.
    pub tries: u64,
    /// What their solutions must be like.
    pub predicate: Option<&'a Predicate>,
}

impl Request<'_> {
    fn text(&self) -> String {
        let Request { clues, band, series, tries, predicate } = self;
        let band = band.as_ref().map(|band| format!("{}..{}", band.start(), band.end()));
        let predicate = predicate.map(|predicate| format!("{predicate:?}"));
        format!("clues {clues:?}, rating {band:?}, series {series:?}, tries {tries}, where {predicate:?}")
    }
}

/// Where the making of puzzles stands: which ones were made, and how it goes on. As a text it is a line of
/// JSON, and a second one with the SHA-256 of the first. `combien generate --checkpoint` and Python write the
/// same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Saved {
    /// The fingerprint of the problem, and what was asked for.
    problem: String,
    request: String,
    seed: u64,
    next_seed: u64,
    last: Rating,
    puzzles: BTreeSet<Vec<OptionId>>,
}

/// Why a text cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum SavedError {
    /// It is no such text, for this reason.
    Damaged(String),
    /// It is of another problem, request or seed.
    Other(&'static str),
}

combien::errors!(SavedError {
    Damaged(why) => "it does not say which puzzles were made: {why}";
    Other(what) => "it is of another {what}";
});

impl Saved {
    /// Before the first puzzle.
    pub fn new(problem: &Problem, request: &Request<'_>) -> Saved {
        Saved {
            problem: problem.fingerprint().to_string(),
            request: request.text(),
            seed: 0,
            next_seed: 0,
            last: Rating { tenths: 0 },
            puzzles: BTreeSet::new(),
        }
    }

    /// Reads a text. With a seed, it must be that of the text.
    ///
    /// # Errors
    ///
    /// If it is no such text, or of another problem, request or seed.
    pub fn read(
        text: &[u8],
        problem: &Problem,
        request: &Request<'_>,
        seed: Option<u64>,
    ) -> Result<Saved, SavedError> {
        let damaged = |why: &str| SavedError::Damaged(why.to_owned());
        let end_of_first = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        let (content, seal) = text.split_at(end_of_first);
        if seal != sealed(content).as_bytes() {
            return Err(damaged("its checksum is wrong, or it is of another version"));
        }
        let value: Value = serde_json::from_slice(content).map_err(|error| damaged(&error.to_string()))?;
        let field = |name: &str| value.get(name).ok_or_else(|| damaged(&format!("`{name}` is missing")));
        let string =
            |name: &str| field(name)?.as_str().ok_or_else(|| damaged(&format!("`{name}` is no text")));
        let number = |name: &str| -> Result<u64, SavedError> {
            string(name)?.parse().map_err(|_| damaged(&format!("`{name}` is no number from 0 to 2^64 - 1")))
        };
        if string("format")? != FORMAT {
            return Err(damaged("its format is unknown"));
        }
        let mut saved = Saved::new(problem, request);
        if string("problem")? != saved.problem {
            return Err(SavedError::Other("problem"));
        }
        if string("question")? != saved.request {
            return Err(SavedError::Other("request"));
        }
        (saved.seed, saved.next_seed) = (number("seed")?, number("next_seed")?);
        let last = field("last")?.as_u64().and_then(|tenths| u32::try_from(tenths).ok());
        saved.last.tenths = last.ok_or_else(|| damaged("`last` is no rating"))?;
        let clue = |number: &Value| -> Result<OptionId, SavedError> {
            let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
            let number = number.filter(|number| (1..=problem.option_count()).contains(number));
            let number = number.ok_or_else(|| damaged("an option has no such number"))?;
            Ok(OptionId::from_index(number - 1))
        };
        let not_lists = || damaged("`puzzles` is no list of lists");
        for puzzle in field("puzzles")?.as_array().ok_or_else(not_lists)? {
            let clues = puzzle.as_array().ok_or_else(not_lists)?;
            saved.puzzles.insert(clues.iter().map(clue).collect::<Result<_, _>>()?);
        }
        if saved.seeds().is_some_and(|(first, _)| seed.is_some_and(|seed| seed != first)) {
            return Err(SavedError::Other("seed"));
        }
        Ok(saved)
    }

    /// The text, with a line break after each line. Seeds are texts, because other programs read numbers as
    /// floating point.
    pub fn text(&self) -> String {
        let numbers = |clues: &Vec<OptionId>| clues.iter().map(|clue| clue.number()).collect::<Vec<_>>();
        let puzzles: Vec<Vec<usize>> = self.puzzles.iter().map(numbers).collect();
        let saved = json!({
            "format": FORMAT, "problem": self.problem, "question": self.request, "seed": self.seed.to_string(),
            "next_seed": self.next_seed.to_string(), "last": self.last.tenths, "puzzles": puzzles,
        });
        let content = format!("{saved}\n");
        let seal = sealed(content.as_bytes());
        content + &seal
    }

    /// A puzzle was made, with its rating if it has one. `next_seed` is that of the generator that goes on,
    /// and `seed` that of the first.
    pub fn keep(&mut self, (seed, next_seed): (u64, u64), clues: &[OptionId], rating: Option<Rating>) {
        self.puzzles.insert(clues.to_vec());
        (self.seed, self.next_seed) = (seed, next_seed);
        self.last = rating.unwrap_or(self.last);
    }

    /// The first seed, and that of the generator that goes on; `None` before the first puzzle.
    pub fn seeds(&self) -> Option<(u64, u64)> {
        (self.number() > 0).then_some((self.seed, self.next_seed))
    }

    /// How many puzzles were made.
    pub fn number(&self) -> u64 {
        self.puzzles.len() as u64
    }

    /// The clues of the puzzles that were made.
    pub fn puzzles(&self) -> impl Iterator<Item = &[OptionId]> {
        self.puzzles.iter().map(Vec::as_slice)
    }

    /// The rating of the last puzzle that has one.
    pub fn last(&self) -> Rating {
        self.last
    }
}

/// The last line, which follows this content.
fn sealed(content: &[u8]) -> String {
    format!("{}\n", json!({ "sha256": Fingerprint::of_bytes(content).to_string() }))
}
