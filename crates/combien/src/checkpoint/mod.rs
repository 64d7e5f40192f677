//! Where a search stands, as a text that can be kept: checkpoints, and shards for other machines.
//!
//! A text has a line for what is certain, one for each piece that is left, and a last one with the SHA-256 of all
//! before it. Each line is a JSON document, so that other programs can read it: a branch takes the first `keep` options that
//! the branch before it takes, then those of `take`; and so it is with those that it refuses. A text that was cut off or changed is
//! refused; so is one of another problem, or of a format that is not known here.
//!
//! ```
//! use combien::checkpoint::Checkpoint;
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
pub mod shard;

use std::fmt;

pub use shard::Shard;

use crate::diagnostic::counted;
use crate::problem::{Fingerprint, Problem};
use crate::solve::{Question, State};

/// The format that is written.
pub const FORMAT: u64 = 2;

/// The formats that are read. In the first one, each branch had all its options in its line.
const FORMATS: std::ops::RangeInclusive<u64> = 1..=FORMAT;

/// Where a search of a problem stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Items and options of the problem: to say something of a problem that is another one.
    pub size: (usize, usize),
    /// Where the search stands, and of which problem it is.
    pub state: State,
    /// What was written of the solutions handed out so far, where they go to a file.
    pub written: Option<Written>,
    /// Which part of a whole it is, if the search was shared out.
    pub shard: Option<Shard>,
}

/// What was written to a file: so much, and just that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its length in bytes.
    pub bytes: u64,
    /// The fingerprint of these bytes.
    pub content: Fingerprint,
}

/// Why a text is no checkpoint, or not the one that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It is something else.
    NotOne,
    /// It is of another format.
    Format(u64),
    /// It was cut off, or changed; in that line, from 1.
    Damaged(usize),
    /// It is of another problem, of this many items and options.
    OtherProblem {
        /// Items and options of the other problem.
        size: (usize, usize),
    },
    /// It is of another question.
    OtherQuestion(Question),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NotOne => f.write_str("this is no checkpoint"),
            CheckpointError::Format(format) => {
                write!(
                    f,
                    "this is a checkpoint of format {format}; only formats up to {FORMAT} are known here"
                )
            }
            CheckpointError::Damaged(line) => {
                write!(f, "this checkpoint is damaged: line {line} is not what was written")
            }
            CheckpointError::OtherProblem { size: (items, options) } => write!(
                f,
                "this is a checkpoint of another problem, which has {} and {}",
                counted(items, "item"),
                counted(options, "option")
            ),
            CheckpointError::OtherQuestion(Question::Count) => {
                f.write_str("this is a checkpoint of a count, not of a search for each solution")
            }
            CheckpointError::OtherQuestion(Question::Each) => {
                f.write_str("this is a checkpoint of a search for each solution, not of a count")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Of a search of this problem.
    pub fn new(problem: &Problem, state: State) -> Checkpoint {
        let size = (problem.item_count(), problem.option_count());
        Checkpoint { size, state, written: None, shard: None }
    }

    /// Reads what was written by way of [`fmt::Display`].
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
