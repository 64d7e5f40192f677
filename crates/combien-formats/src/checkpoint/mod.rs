//! The state of a search as a text: checkpoints, and shards for other machines.
//!
//! The text has a line for the results so far, one for each remaining piece, and a last one with the SHA-256
//! of everything before it. Each line is a JSON document, so that other programs can read it. A branch takes
//! the first `keep` options of the previous branch, then those of `take`; refused options are written in the
//! same way. A text that is truncated or changed is refused, and so is one of another problem or of an
//! unknown format.
//!
//! ```
//! use combien_formats::checkpoint::Checkpoint;
//! use combien::problem::dlx;
//! use combien::solve::{Engine, Outcome, Enumerate};
//!
//! let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
//! let mut solutions = Enumerate::of(&problem).by(Engine::Links).run()?;
//! let first: Vec<_> = solutions.by_ref().take(3).collect();
//! let text = Checkpoint::new(&problem, solutions.state().unwrap()).to_string();
//!
//! let again = Checkpoint::read(&text)?;
//! again.is_of(&problem)?;
//! assert_eq!(Enumerate::of(&problem).resume(&again.state).run()?.count(), 7 - first.len());
//! assert!(Checkpoint::read(&text[..text.len() / 2]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lines;
#[doc(hidden)]
pub mod shard;

use std::fmt;

#[doc(hidden)]
pub use shard::Shard;

use combien::diagnostic::counted;
use combien::problem::{Fingerprint, Problem};
use combien::solve::{Question, State};

/// The format that is written.
#[doc(hidden)]
pub const FORMAT: u64 = 2;

/// The formats that can be read. In the first one, each line had all options of its branch.
const FORMATS: std::ops::RangeInclusive<u64> = 1..=FORMAT;

/// The state of a search of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The numbers of items and options, for messages about a different problem.
    pub size: (usize, usize),
    /// The state of the search, and the fingerprint of its problem.
    pub state: State,
    /// What was written so far, if solutions go to a file.
    pub written: Option<Written>,
    /// Which part of the whole search it is, if the search was split.
    pub shard: Option<Shard>,
}

/// The length and the digest of what was written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its length in bytes.
    pub bytes: u64,
    /// The digest of these bytes.
    pub content: Fingerprint,
}

/// Why a text is not a checkpoint, or not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It is not a checkpoint.
    NotOne,
    /// Its format is unknown.
    Format(u64),
    /// It was truncated or changed, in this line, from 1.
    Damaged(usize),
    /// It is of another problem, with this many items and options.
    OtherProblem {
        /// Items and options of the other problem.
        size: (usize, usize),
    },
    /// It is of another question.
    OtherQuestion(Question),
}

combien::errors!(CheckpointError {
    NotOne => "this is no checkpoint";
    Format(format) => "this is a checkpoint of format {format}; only formats up to {FORMAT} are known here";
    Damaged(line) => "this checkpoint is damaged: line {line} is not what was written";
    OtherProblem { size: (items, options) } =>
        "this is a checkpoint of another problem, which has {} and {}",
        counted(items, "item"), counted(options, "option");
    OtherQuestion(Question::Count) => "this is a checkpoint of a count, not of a search for each solution";
    OtherQuestion(Question::Each) => "this is a checkpoint of a search for each solution, not of a count";
});

impl Checkpoint {
    /// Of a search of this problem.
    pub fn new(problem: &Problem, state: State) -> Checkpoint {
        let size = (problem.item_count(), problem.option_count());
        Checkpoint { size, state, written: None, shard: None }
    }

    /// Reads a text that [`fmt::Display`] wrote.
    pub fn read(text: &str) -> Result<Checkpoint, CheckpointError> {
        lines::read(text)
    }

    /// Is it of this problem?
    pub fn is_of(&self, problem: &Problem) -> Result<(), CheckpointError> {
        let size = (problem.item_count(), problem.option_count());
        if self.size != size || self.state.problem != problem.fingerprint() {
            return Err(CheckpointError::OtherProblem { size: self.size });
        }
        Ok(())
    }

    /// Is it of this question?
    pub fn answers(&self, question: Question) -> Result<(), CheckpointError> {
        if self.state.question != question {
            return Err(CheckpointError::OtherQuestion(self.state.question));
        }
        Ok(())
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lines::write(self))
    }
}
