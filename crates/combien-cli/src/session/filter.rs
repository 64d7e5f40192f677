//! Solutions that a predicate filters, from `where` in a file or from `--where`.

use combien::problem::Solution;
use combien::solve::{Engine, Samples};
use combien_tiling::{Judge, NotDrawn, Through, draw_through};

use super::{Session, crash};
use crate::report::failure::Failure;

/// Refuses flags that need more than a list of solutions.
pub(crate) fn refuse(flags: &[(bool, &str)]) -> Result<(), Failure> {
    match flags.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Failure::hinted(
            format!("{flag} cannot obey `where`, which filters a list of solutions"),
            "leave it out",
        )),
        None => Ok(()),
    }
}

/// Refuses an engine that counts without a list of solutions.
pub(crate) fn check_engine(engine: Engine) -> Result<(), Failure> {
    if engine.lists_solutions() {
        return Ok(());
    }
    let message =
        format!("the engine {engine} counts without a list of solutions, so it cannot obey `where`");
    Err(Failure::hinted(message, "leave --engine out"))
}

impl Session<'_> {
    /// What decides which solutions are meant; `None` means all.
    pub(crate) fn judge(&self) -> Option<Judge> {
        self.input.tiling()?.judge()
    }

    /// The judge, if there is one, with the encoding of what it judges.
    pub(crate) fn through<'a>(&'a self, judge: Option<&'a Judge>) -> Option<Through<'a>> {
        judge.zip(self.input.subject().encoding())
    }

    /// The next random solution, of those that pass. `None` if there is none, or if it was stopped. The
    /// progress is shown.
    pub(crate) fn next_sample(
        &self,
        samples: &mut Samples,
        judge: Option<&Judge>,
    ) -> Result<Option<Solution>, Failure> {
        let (through, budget) = (self.through(judge), self.budget());
        let drawn = self.metered(|progress| {
            crash::guarded(self.problem(), || draw_through(through, &budget, samples, progress))
        });
        match drawn {
            Ok(solution) => Ok(solution),
            Err(NotDrawn::Stopped(_)) => Ok(None),
            Err(NotDrawn::TooHard(too_hard)) => Err(Failure::of(too_hard)),
            Err(NotDrawn::Rejected) => Err(Failure::hinted(
                NotDrawn::Rejected.to_string(),
                "`combien count` says whether there is one",
            )),
        }
    }
}
