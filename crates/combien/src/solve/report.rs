//! How a question ended.

use super::engine::Engine;
use super::error::Error;
use crate::budget::{Outcome, Reason, Work};
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
    /// Weights that show that there is no solution, if they were found before a search had tried every way.
    /// They have been checked. The work is then nothing.
    pub weights: Option<Weights>,
}

impl<T> Report<T> {
    /// The answer of an engine, after this work.
    pub(super) fn answered(answer: T, engine: Engine, why: impl Into<String>, work: Work) -> Report<T> {
        let outcome = Outcome::Answer(answer);
        Report { outcome, engine, why: why.into(), work, fraction: 1.0, weights: None }
    }

    /// An engine was stopped after this work, which is this part of all.
    pub(super) fn stopped(
        (certain, reason): (T, Reason),
        engine: Engine,
        why: impl Into<String>,
        work: Work,
        fraction: f64,
    ) -> Report<T> {
        let outcome = Outcome::Stopped { certain, reason };
        Report { outcome, engine, why: why.into(), work, fraction, weights: None }
    }

    /// An engine was stopped while it was set up: nothing is certain.
    pub(super) fn not_begun(engine: Engine, why: impl Into<String>, reason: Reason) -> Report<T>
    where
        T: Default,
    {
        Report::stopped((T::default(), reason), engine, why, Work::default(), 0.0)
    }

    /// This report with its answer mapped by a function.
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
