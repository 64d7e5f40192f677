//! Solutions that a predicate filters, from `where` in a file or from `--where`.

use combien::problem::Solution;
use combien::solve::{Engine, Samples};
use combien_tiling::{Encoding, Judge, NotDrawn};

use super::{Session, crash};
use crate::input::Input;
use crate::report::failure::Failure;

/// What lets only some solutions of a tiling pass.
#[derive(Clone, Copy)]
pub(crate) struct Sieve<'a> {
    encoding: &'a Encoding,
    judge: &'a Judge,
}

impl<'a> Sieve<'a> {
    pub(crate) fn new(encoding: &'a Encoding, judge: &'a Judge) -> Sieve<'a> {
        Sieve { encoding, judge }
    }

    pub(crate) fn passes(self, solution: &Solution) -> Result<bool, Failure> {
        self.judge.accepts(self.encoding, solution).map_err(Failure::of)
    }
}

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

    /// The sieve of a judge, if there is one.
    pub(crate) fn sieve<'a>(&'a self, judge: Option<&'a Judge>) -> Option<Sieve<'a>> {
        match &self.input {
            Input::Tiling { encoding, .. } => judge.map(|judge| Sieve::new(encoding, judge)),
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => None,
        }
    }

    /// The next random solution that passes: others are drawn again, so that each is equally likely. `None`
    /// if there is none, or if it was stopped.
    pub(crate) fn next_sample_through(
        &self,
        samples: &mut Samples,
        sieve: Option<Sieve<'_>>,
    ) -> Result<Option<Solution>, Failure> {
        let Some(Sieve { encoding, judge }) = sieve else { return Ok(self.next_sample(samples)) };
        let budget = self.budget();
        let drawn = self.metered(|mut progress| {
            let draw = || match samples.draw(&mut progress) {
                None => samples.stopped().map_or(Ok(None), Err),
                drawn => Ok(drawn),
            };
            crash::guarded(self.problem(), || judge.draw(encoding, &budget, draw))
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
