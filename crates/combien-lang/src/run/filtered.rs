//! Questions about solutions that a predicate filters: they are listed one after the other, and none is kept.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use combien::Count;
use combien::problem::Solution;
use combien::solve::{Ending, Engine, Enumerate, Outcome, Reason, Samples};
use combien::symmetry::Symmetries;
use combien_tiling::{
    Accepted, Encoding, Judge, MOST_REJECTED, NotDrawn, TilingError, count_orbits_through, count_through,
    draw_through,
};

use super::{Failed, Fault, NamedProblem, Run, UpTo, label};

/// A problem with its encoding, and what decides which solutions are meant; `None` means all.
pub(crate) type Filtered<'a> = (&'a NamedProblem, Encoding, Option<Judge>);

/// Does a solution satisfy the predicate, if there is one?
pub(crate) fn is_meant(
    judge: Option<&Judge>,
    encoding: &Encoding,
    solution: &Solution,
) -> Result<bool, Failed> {
    judge.map_or(Ok(true), |judge| Ok(judge.accepts(encoding, solution)?))
}

impl<'a> Run<'a> {
    /// A problem for a question that filters the solutions.
    pub(crate) fn encode_filtered(&self, problem: usize) -> Result<Filtered<'a>, Failed> {
        let named = self.problem(problem);
        match named.tiling.encode_unfiltered_within(&self.host.budget()) {
            Err(TilingError::Stopped(reason)) => Err(Failed::Stopped(named.name.clone(), reason)),
            encoding => Ok((named, encoding?, named.tiling.judge())),
        }
    }

    /// The number of solutions that the judge accepts, and what found them.
    pub(crate) fn count_filtered(
        &mut self,
        engine: Engine,
        up_to: UpTo,
        (named, encoding, judge): (&NamedProblem, &Encoding, &Judge),
    ) -> Result<(String, Outcome<Count>), Failed> {
        match up_to {
            UpTo::Nothing => self.count_listed(engine, encoding, judge),
            UpTo::Symmetry | UpTo::Rotation => {
                let group = self.symmetries(up_to, named, encoding)?;
                Ok(("LIST".to_owned(), self.count_listed_up_to_symmetry(&group, encoding, judge)?))
            }
            // It is refused when the file is read.
            UpTo::Within(_) => Err(TilingError::Filtered.into()),
        }
    }

    fn count_listed(
        &mut self,
        engine: Engine,
        encoding: &Encoding,
        judge: &Judge,
    ) -> Result<(String, Outcome<Count>), Failed> {
        let question = Enumerate::of(&encoding.problem).by(engine).budget(self.host.budget());
        let report = count_through((judge, encoding), question, self.host.meter())?;
        Ok((label(report.engine), report.outcome))
    }

    fn count_listed_up_to_symmetry(
        &mut self,
        group: &Symmetries,
        encoding: &Encoding,
        judge: &Judge,
    ) -> Result<Outcome<Count>, Failed> {
        let budget = self.host.budget();
        let through = (judge, encoding);
        Ok(count_orbits_through(&encoding.problem, group, through, &budget, self.host.meter())?)
    }

    /// The first solution that the judge accepts.
    pub(crate) fn first_filtered(
        &mut self,
        engine: Engine,
        encoding: &Encoding,
        judge: &Judge,
    ) -> Result<Outcome<Option<Solution>>, Failed> {
        let accepted = Arc::new(AtomicU64::new(0));
        let question = Enumerate::of(&encoding.problem).by(engine).budget(self.host.budget());
        let mut solutions =
            question.meter(self.host.meter().map(|meter| Accepted::new(meter, &accepted))).run()?;
        for solution in solutions.by_ref() {
            if judge.accepts(encoding, &solution)? {
                return Ok(Outcome::Answer(Some(solution)));
            }
        }
        Ok(match solutions.ending() {
            Some(Ending::Stopped(reason)) => Outcome::Stopped { certain: None, reason },
            _ => Outcome::Answer(None),
        })
    }

    /// A random solution that the judge accepts: others are drawn again, so that each is equally likely.
    /// `None` if it was stopped.
    pub(crate) fn draw_filtered(
        &mut self,
        samples: &mut Samples,
        encoding: &Encoding,
        judge: Option<&Judge>,
    ) -> Result<Result<Option<Solution>, Reason>, Failed> {
        let (through, budget) = (judge.map(|judge| (judge, encoding)), self.host.budget());
        let drawn = draw_through(through, &budget, samples, self.host.meter());
        match drawn {
            Ok(drawn) => Ok(Ok(drawn)),
            Err(NotDrawn::Stopped(reason)) => Ok(Err(reason)),
            Err(NotDrawn::TooHard(too_hard)) => Err(too_hard.into()),
            Err(NotDrawn::Rejected) => Err(Fault::Rejected(MOST_REJECTED).into()),
        }
    }
}
