//! Questions to the library about solutions. No other place of the command puts them, or knows how they are put.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use combien::Count;
use combien::engine::Work;
use combien::engine::fast::Kernel;
use combien::problem::{Problem, Solution};
use combien::reduce::Reduction;
use combien::solve::{
    Diagram, Ending, Engine, Error, Journal, Limits, Outcome, Query, Reason, Report, State,
};

use super::progress::ProgressReport;
use super::{Session, crash};
use crate::report::Stop;
use crate::report::failure::Failure;
use crate::request::Method;

/// A question about the solutions of a problem: how to go about it.
pub(crate) struct Question<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) reduction: Option<&'a Reduction<'a>>,
    pub(crate) engine: Engine,
    pub(crate) kernel: Option<Kernel>,
    pub(crate) restarts: Option<u64>,
    pub(crate) limits: Limits,
    pub(crate) progress: Option<&'a mut ProgressReport>,
    /// Where the search stands.
    pub(crate) state: Option<&'a State>,
    /// Who keeps where it stands later.
    pub(crate) journal: Option<&'a mut dyn Journal>,
}

impl<'a> Question<'a> {
    /// To this engine.
    pub(crate) fn new(problem: &'a Problem, engine: Engine, limits: Limits) -> Question<'a> {
        Question {
            problem,
            reduction: None,
            engine,
            kernel: None,
            restarts: None,
            limits,
            progress: None,
            state: None,
            journal: None,
        }
    }

    /// By this method. What it reduces, and where it keeps the search, is for others to set.
    pub(crate) fn by(problem: &'a Problem, method: &Method, limits: Limits) -> Question<'a> {
        let Method { engine, kernel, restarts, .. } = *method;
        Question { kernel, restarts, ..Question::new(problem, engine, limits) }
    }

    fn query(self) -> Query<'a> {
        let query = self.reduction.map_or_else(|| Query::new(self.problem), Query::reduced);
        let mut query = query.engine(self.engine).limits(self.limits);
        if let Some(kernel) = self.kernel {
            query = query.kernel(kernel);
        }
        if let Some(seed) = self.restarts {
            query = query.restarts(seed);
        }
        if let Some(progress) = self.progress {
            query = query.meter(progress);
        }
        if let Some(state) = self.state {
            query = query.resume(state);
        }
        if let Some(journal) = self.journal {
            query = query.journal(journal);
        }
        query
    }

    /// How many solutions are there?
    pub(crate) fn count(self) -> Result<Report<Count>, Error> {
        let problem = self.problem;
        crash::guarded(problem, || self.query().count())
    }

    /// Which solutions are there? Each is handed out when it is found; it has passed the checker.
    pub(crate) fn each(
        self,
        mut deliver: impl FnMut(&Solution) -> Result<(), Failure>,
    ) -> Result<Searched, Failure> {
        let problem = self.problem;
        let mut solutions = self.query().each().map_err(Failure::of)?;
        while let Some(solution) = crash::guarded(problem, || solutions.next()) {
            deliver(&solution)?;
        }
        Ok(Searched {
            ending: solutions.ending(),
            work: solutions.work(),
            fraction: solutions.fraction_done(),
            engine: solutions.engine(),
        })
    }

    /// All solutions at once, as a diagram; none if it was stopped before.
    fn diagram(self) -> Result<Report<Option<Diagram>>, Error> {
        let problem = self.problem;
        crash::guarded(problem, || self.query().diagram())
    }
}

/// How a search for solutions one by one ended.
pub(crate) struct Searched {
    ending: Option<Ending>,
    pub(crate) work: Work,
    pub(crate) fraction: f64,
    pub(crate) engine: Engine,
}

impl Searched {
    /// There are no others.
    pub(crate) fn is_complete(&self) -> bool {
        self.ending == Some(Ending::Complete)
    }

    /// What stopped it. A limit on solutions that was reached is what was asked for; any other limit is not.
    pub(crate) fn stopped(&self) -> Option<Reason> {
        match self.ending {
            Some(Ending::Complete | Ending::Stopped(Reason::Solutions(_))) | None => None,
            Some(Ending::Stopped(reason)) => Some(reason),
        }
    }
}

/// A diagram that was to be built.
pub(crate) enum Built {
    /// It has all solutions; who built it, and why.
    Whole { diagram: Diagram, engine: Engine, why: String },
    /// It is not finished.
    Stopped(Stop),
}

impl Session<'_> {
    /// How many solutions does this engine count? The progress is shown.
    pub(crate) fn count(&self, engine: Engine) -> Result<Report<Count>, Error> {
        self.metered(|progress| {
            Question { progress, ..Question::new(self.problem(), engine, self.limits()) }.count()
        })
    }

    /// All solutions as a diagram that this engine builds. The progress is shown.
    pub(crate) fn diagram(&self, engine: Engine) -> Result<Built, Failure> {
        let report = self.metered(|progress| {
            Question { progress, ..Question::new(self.problem(), engine, self.limits()) }.diagram()
        });
        let Report { outcome, engine, why, work, fraction } = report.map_err(Failure::of)?;
        match outcome {
            Outcome::Answer(Some(diagram)) => Ok(Built::Whole { diagram, engine, why }),
            Outcome::Answer(None) => Err(Failure::message("the engine gave no diagram")),
            Outcome::Stopped { reason, .. } => {
                Ok(Built::Stopped(self.watch.stop_at(reason, None, work, fraction)))
            }
        }
    }
}

/// The seed that was asked for; or one by chance, which is said, unless nobody wants to hear it, so that it can be used
/// again: it `does` the same then.
pub(crate) fn seed_of(seed: Option<u64>, quiet: bool, does: &str) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(0);
        if !quiet {
            anstream::eprintln!("--seed {seed} {does} the same again");
        }
        seed
    })
}
