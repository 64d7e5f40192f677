//! Why a question has no answer, and will not have one.

use std::fmt;

use super::engine::Engine;
use crate::budget::Reason;
use crate::engine::fast::Kernel;
use crate::engine::frontier::SavedError;
use crate::engine::{NotMatching, Refusal, TooLarge, TooWide, Unsupported};
use crate::problem::Problem;

/// The question of a search that can be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How many solutions.
    Count,
    /// Each solution, in order.
    Each,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Question::Count => "a count",
            Question::Each => "a search for each solution",
        })
    }
}

/// A setting of a question that may conflict with another one: [`Error::Conflict`] names two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// A state to resume from.
    State,
    /// A journal.
    Journal,
    /// A reduction.
    Reduction,
    /// A sweep with settings of its own.
    Sweep,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Setting::State => "a state to resume from",
            Setting::Journal => "a journal",
            Setting::Reduction => "a reduction",
            Setting::Sweep => "a sweep with settings of its own",
        })
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
    /// It was stopped, and only the answer was requested: by [`Report::answer`](super::Report::answer), or by
    /// the functions of [`solve`](super), which may reach
    /// [`Budget::MEMORY`](crate::budget::Budget::MEMORY). The questions return
    /// [`Outcome::Stopped`](crate::budget::Outcome::Stopped) instead.
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

errors!(Error {
    TooLarge { engine, nodes, limit } =>
        "the problem is too large for the engine {engine}: {nodes} nodes of at most {limit}";
    TooWide { engine, bits, limit } =>
        "the problem is too wide for the engine {engine}: {bits} bits a state, of at most {limit}";
    Unavailable { kernel } => "this processor cannot run the kernel {kernel}";
    NotBuilt { engine, feature } =>
        "the engine {engine} is not in this build: it needs the feature `{feature}`";
    Bounds { engine } => "the engine {engine} cannot keep to bounds on items{}", those_with_bounds();
    NotMatching { engine, why } => "the engine {engine} cannot take the problem: {why}";
    Stopped(reason) source reason => "{reason}";
    Conflict(one, other) => "{one} and {other} cannot be combined";
    Saved(error) source error => "{error}";
    OtherProblem => "the state to resume from is of another problem";
    OtherQuestion(question) =>
        "the state to resume from is of {question}, not of {}",
        if *question == Question::Count { Question::Each } else { Question::Count };
    Unsupported { engine, question } => "the engine {engine} cannot {question}";
});

/// The engines of this build that keep to bounds, in words; empty if there is none.
fn those_with_bounds() -> String {
    let able = Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds());
    let able: Vec<_> = able.map(Engine::name).collect();
    if able.is_empty() { String::new() } else { format!("; these can: {}", able.join(", ")) }
}

impl Error {
    /// An engine was not set up.
    pub(super) fn refused(engine: Engine, refusal: Refusal) -> Error {
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

impl Engine {
    /// Returns an error if the problem has bounds on items that the engine does not support.
    pub(super) fn can_take(self, problem: &Problem) -> Result<(), Error> {
        if problem.has_bounds() && !self.keeps_bounds() {
            Err(Error::Bounds { engine: self })
        } else {
            Ok(())
        }
    }

    /// The engine of a search that is kept in a [`Journal`](super::Journal) or resumed: one that cuts its
    /// search into branches. Returns an error if this engine does not, or does not support the problem,
    /// so the caller knows before the search begins.
    #[doc(hidden)]
    pub fn for_journal(self, problem: &Problem) -> Result<Engine, Error> {
        match self.for_search() {
            engine if engine.profile().cuts => engine.can_take(problem).map(|()| engine),
            engine => Err(Error::Unsupported { engine, question: "go on where a search stopped" }),
        }
    }
}
