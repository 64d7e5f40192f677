//! The questions: is there a solution, a first one, each of them, how many.
//!
//! Each question is a type with its own settings: [`Count`], [`Enumerate`], [`Restart`], [`Compile`] and [`Sample`].
//! The functions of this module ask the same questions without settings. Every question ends in one of three ways, and
//! each has its type: an [`Outcome::Answer`] ("none" is one), an [`Outcome::Stopped`] that names the limit and gives
//! what is certain nevertheless, or an [`Error`].
//!
//! ```
//! use combien::problem::dlx;
//! use combien::solve::{Enumerate, Outcome, Reason};
//!
//! let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
//! let report = Enumerate::of(&problem).at_most(3).tally()?;
//! match &report.outcome {
//!     Outcome::Answer(count) => println!("{count} solutions"),
//!     Outcome::Stopped { certain, reason } => println!("at least {certain} solutions; {reason}"),
//! }
//! # assert_eq!(report.outcome, Outcome::Stopped { certain: 3u64.into(), reason: Reason::Solutions(3) });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod choice;
mod counting;
mod covers;
mod crew;
mod diagram;
mod engine;
mod enumeration;
pub mod estimate;
mod guard;
mod kernel;
mod marginals;
mod models;
mod product;
mod prospect;
mod question;
mod race;
mod reasons;
mod reduced;
mod sampling;
mod search;
mod solutions;
mod state;
mod team;

use std::fmt;

pub use best::{Goal, Ranking};
use choice::Choice;
pub use choice::{By, Setting};
pub use counting::{SweepJournal, Sweeping};
#[doc(hidden)]
pub use crew::{opened, whole};
pub use diagram::{Diagram, ReadError};
pub use engine::{Engine, UnknownEngine};
pub use kernel::UnknownKernel;
pub use marginals::Marginals;
pub use question::{Best, Compile, Count, Enumerate, Restart, Sample};
pub use sampling::Samples;
pub use search::Search;
pub use solutions::{Ending, Solutions};
pub use state::{Journal, Piece, Question, State};
pub use team::Crash;

pub use crate::budget::{Budget, Deadline, Meter, Outcome, Progress, Reason, Span, StopFlag};
pub use crate::engine::NotMatching;
use crate::engine::TooLarge;
use crate::engine::fast::Kernel;
use crate::engine::frontier::SavedError;
pub use crate::engine::team::in_order;
use crate::engine::{Refusal, TooWide, Unsupported, Work};
use crate::problem::{Problem, Solution};
use crate::weights::Weights;

/// How a question ended, which engine answered it and why, and the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<T> {
    /// Answer or stopped.
    pub outcome: Outcome<T>,
    /// The engine; never [`Engine::Auto`].
    pub engine: Engine,
    /// Why it was this engine: the end of a sentence that begins with its name and `because`.
    pub why: String,
    /// Its work; not that of engines that were tried before it.
    pub work: Work,
    /// The part of its work that is done, from 0 to 1, as the engine estimates it.
    pub fraction: f64,
    /// Weights that show that there is no solution, if they were found before a search had tried every way. They have been
    /// checked. The work is then nothing.
    pub weights: Option<Weights>,
}

impl<T> Report<T> {
    /// The same report with its answer mapped by a function.
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Report<U> {
        let outcome = match self.outcome {
            Outcome::Answer(answer) => Outcome::Answer(f(answer)),
            Outcome::Stopped { certain, reason } => Outcome::Stopped { certain: f(certain), reason },
        };
        let Report { engine, why, work, fraction, weights, .. } = self;
        Report { outcome, engine, why, work, fraction, weights }
    }

    /// The answer; [`Error::Stopped`] if it was stopped before. For callers that do not need what is certain.
    ///
    /// ```
    /// # use combien::{problem::dlx, solve::{Budget, Count, Error, Reason}};
    /// let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
    /// assert_eq!(Count::of(&problem).run()?.answer()?.to_u64(), Some(2));
    /// let budget = Budget { nodes: Some(1), ..Budget::UNLIMITED };
    /// let stopped = Count::of(&problem).budget(budget).run()?.answer();
    /// assert_eq!(stopped, Err(Error::Stopped(Reason::Nodes(1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self) -> Result<T, Error> {
        match self.outcome {
            Outcome::Answer(answer) => Ok(answer),
            Outcome::Stopped { reason, .. } => Err(Error::Stopped(reason)),
        }
    }
}

/// Why there is no answer, and will not be one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The problem is too large for the engine.
    TooLarge {
        /// The engine.
        engine: Engine,
        /// The nodes that it would need.
        nodes: usize,
        /// The maximum number of nodes.
        limit: usize,
    },
    /// The state that the engine would have to remember is too large.
    TooWide {
        /// The engine.
        engine: Engine,
        /// The bits that a state would need.
        bits: u32,
        /// The maximum number of bits.
        limit: u32,
    },
    /// This processor cannot run the kernel.
    Unavailable {
        /// The kernel of the engine `fast`.
        kernel: Kernel,
    },
    /// The engine is not in this build.
    NotBuilt {
        /// The engine.
        engine: Engine,
        /// The feature that it needs.
        feature: &'static str,
    },
    /// The problem has items with bounds, and the engine does not support them.
    Bounds {
        /// The engine.
        engine: Engine,
    },
    /// The engine counts only perfect matchings of planar graphs, and the problem is not one of these.
    NotMatching {
        /// The engine.
        engine: Engine,
        /// What is missing.
        why: NotMatching,
    },
    /// It was stopped, and only the answer was requested: by [`Report::answer`], or by the functions of this module,
    /// which may reach [`Budget::MEMORY`]. The questions return [`Outcome::Stopped`] instead.
    Stopped(Reason),
    /// Two settings of the question exclude each other.
    Conflict(Setting, Setting),
    /// The sweep to go on from cannot be read, or is not one of this problem.
    Saved(SavedError),
    /// The state to resume from is one of another problem.
    OtherProblem,
    /// The state to resume from belongs to this question, and another one is asked.
    OtherQuestion(Question),
    /// The engine does not answer this question.
    Unsupported {
        /// The engine.
        engine: Engine,
        /// What it was asked to do.
        question: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { engine, nodes, limit } => {
                write!(
                    f,
                    "the problem is too large for the engine {engine}: {nodes} nodes of at most {limit}"
                )
            }
            Error::TooWide { engine, bits, limit } => {
                write!(
                    f,
                    "the problem is too wide for the engine {engine}: {bits} bits a state, of at most {limit}"
                )
            }
            Error::Unavailable { kernel } => write!(f, "this processor cannot run the kernel {kernel}"),
            Error::NotBuilt { engine, feature } => {
                write!(f, "the engine {engine} is not in this build: it needs the feature `{feature}`")
            }
            Error::Bounds { engine } => {
                let able = Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds());
                let able: Vec<_> = able.map(Engine::name).collect();
                write!(f, "the engine {engine} cannot keep to bounds on items")?;
                if able.is_empty() { Ok(()) } else { write!(f, "; these can: {}", able.join(", ")) }
            }
            Error::NotMatching { engine, why } => {
                write!(f, "the engine {engine} cannot take the problem: {why}")
            }
            Error::Stopped(reason) => reason.fmt(f),
            Error::Conflict(one, other) => write!(f, "{one} and {other} cannot be combined"),
            Error::Saved(error) => error.fmt(f),
            Error::OtherProblem => f.write_str("the state to resume from is of another problem"),
            Error::OtherQuestion(question) => {
                let other = match question {
                    Question::Count => Question::Each,
                    Question::Each => Question::Count,
                };
                write!(f, "the state to resume from is of {question}, not of {other}")
            }
            Error::Unsupported { engine, question } => write!(f, "the engine {engine} cannot {question}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Stopped(reason) => Some(reason),
            Error::Saved(error) => Some(error),
            _ => None,
        }
    }
}

impl Error {
    /// An engine was not set up.
    fn refused(engine: Engine, refusal: Refusal) -> Error {
        match refusal {
            Refusal::Unsupported(Unsupported::TooLarge(TooLarge { nodes, limit })) => {
                Error::TooLarge { engine, nodes, limit }
            }
            Refusal::Unsupported(Unsupported::TooWide(TooWide { bits, limit })) => {
                Error::TooWide { engine, bits, limit }
            }
            Refusal::Unsupported(Unsupported::Bounds) => Error::Bounds { engine },
            Refusal::Unsupported(Unsupported::NotMatching(why)) => Error::NotMatching { engine, why },
            Refusal::Stopped(reason) => Error::Stopped(reason),
            Refusal::NotBuilt(feature) => Error::NotBuilt { engine, feature },
            Refusal::Unable => Error::Unsupported { engine, question: "answer this question" },
        }
    }
}

/// Is there a solution? If an engine reaches [`Budget::MEMORY`] before the answer is known: [`Error::Stopped`].
pub fn exists(problem: &Problem) -> Result<bool, Error> {
    Enumerate::of(problem).exists()?.answer()
}

/// A solution, or `None`: see [`Enumerate::first`]. If an engine reaches [`Budget::MEMORY`] before the answer is known:
/// [`Error::Stopped`].
pub fn first(problem: &Problem) -> Result<Option<Solution>, Error> {
    Enumerate::of(problem).first()?.answer()
}

/// Each solution, as an iterator that may be dropped at any time. [`Solutions::ending`] says whether it returned all of
/// them.
pub fn each(problem: &Problem) -> Result<Solutions<'static>, Error> {
    Enumerate::of(problem).run()
}

/// How many solutions? If all engines reach [`Budget::MEMORY`] before the answer is known, or would take days:
/// [`Error::Stopped`]. To get what is certain in that case, or to set another limit, use [`Count`].
pub fn count(problem: &Problem) -> Result<crate::count::Count, Error> {
    Count::of(problem).run()?.answer()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    /// 7 solutions, in a tree of some more nodes.
    const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

    fn toy() -> Problem {
        parse("toy", TOY).unwrap().problem
    }

    #[test]
    fn a_limit_below_the_truth_stops_and_one_above_does_not() {
        let problem = toy();
        let whole = Count::of(&problem).run().unwrap();
        assert_eq!(whole.outcome, Outcome::Answer(7u64.into()));
        for nodes in 0..whole.work.nodes {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let report = Count::of(&problem).budget(budget).run().unwrap();
            assert!(
                matches!(report.outcome, Outcome::Stopped { reason: Reason::Nodes(n), .. } if n == nodes)
            );
            assert_eq!(report.work.nodes, nodes);
        }
        let budget = Budget { nodes: Some(whole.work.nodes), ..Budget::UNLIMITED };
        assert_eq!(Count::of(&problem).budget(budget).run().unwrap(), whole);
    }

    #[test]
    fn stopped_is_not_none() {
        let problem = toy();
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let stopped = Outcome::Stopped { certain: None, reason: Reason::Asked };
        assert_eq!(Enumerate::of(&problem).budget(budget).first().unwrap().outcome, stopped);
        let impossible = parse("none", "a b\na\n").unwrap().problem;
        assert_eq!(Enumerate::of(&impossible).first().unwrap().outcome, Outcome::Answer(None));
        assert!(!exists(&impossible).unwrap() && exists(&problem).unwrap());
    }

    /// The short functions return this error; they once panicked here.
    #[test]
    fn a_question_that_was_stopped_has_no_answer() {
        let problem = toy();
        let budget = Budget { memory: Some(100), ..Budget::UNLIMITED };
        let stopped = Count::of(&problem).by(Engine::Zdd).budget(budget).run().unwrap();
        let error = stopped.answer().unwrap_err();
        assert_eq!(error, Error::Stopped(Reason::Memory(100)));
        assert_eq!(error.to_string(), "stopped at the limit of 100 bytes of memory");
        assert_eq!((count(&problem), exists(&problem)), (Ok(7u64.into()), Ok(true)));
    }

    #[test]
    fn the_largest_memory_means_no_limit() {
        let problem = toy();
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Sat) {
            let budget = Budget { memory: Some(u64::MAX), ..Budget::UNLIMITED };
            let report = Count::of(&problem).by(engine).budget(budget).run().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(7u64.into()), "{engine}");
        }
    }

    #[test]
    fn solutions_stop_after_the_requested_number() {
        let problem = toy();
        let mut solutions = Enumerate::of(&problem).at_most(3).run().unwrap();
        assert_eq!(solutions.by_ref().count(), 3);
        assert_eq!(solutions.ending(), Some(Ending::Stopped(Reason::Solutions(3))));
        let mut all = each(&problem).unwrap();
        assert_eq!((all.by_ref().count(), all.ending()), (7, Some(Ending::Complete)));
    }

    #[test]
    fn a_meter_sees_progress_rise() {
        struct Record(Vec<Progress>);
        impl Meter for Record {
            fn tick(&mut self, progress: Progress) {
                self.0.push(progress);
            }
        }
        // Matchings of the complete graph on 16 points: 4,886,521 nodes.
        let points: Vec<String> = (0..16).map(|point| point.to_string()).collect();
        let pairs = (0..16).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect::<String>();
        let problem = parse("k16", &format!("{}\n{pairs}", points.join(" "))).unwrap().problem;
        let mut record = Record(vec![]);
        let report = Count::of(&problem).meter(&mut record).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(2_027_025u64.into()));
        // After 1,024 nodes, then after an eighth more each time, and finally every 65,536 nodes.
        assert_eq!(record.0.first().map(|tick| tick.nodes), Some(1024));
        let gaps = record.0.windows(2).map(|pair| (pair[0].nodes, pair[1].nodes - pair[0].nodes));
        for (nodes, gap) in gaps {
            let least = (nodes / 8).min(1 << 16);
            assert!((least..=least + 1024).contains(&gap), "{gap} after {nodes}");
        }
        assert!(record.0.is_sorted_by(|a, b| a.nodes < b.nodes && a.fraction <= b.fraction));
    }

    #[test]
    fn engines_are_known_by_name() {
        for engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
        assert_eq!("dlx".parse(), Ok(Engine::Links));
        let error = "link".parse::<Engine>().unwrap_err();
        assert_eq!(error.to_string(), "there is no engine `link`; did you mean `links`?");
    }
}
