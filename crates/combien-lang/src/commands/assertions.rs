//! `assert count p = 5`, `assert solvable p`: they fail if the claim does not hold.

use combien::diagnostic::counted;
use combien::solve::{Engine, Outcome};

use super::{Command, Part, Task};
use crate::run::{Failed, Fault, Finding, Run, Verdict};
use crate::script::{Asked, Claim};

/// `count p = 5` behind `assert`.
pub(crate) static COUNT: Command = Command {
    name: "assert",
    task: Some(Task::Count),
    tail: &[Part::Symmetry, Part::Limit, Part::Counts],
    run: |run, asked| run.assert(asked),
    ..Command::ASKS
};

/// `solvable p` or `unsolvable p` behind `assert`.
pub(crate) static SOLVABLE: Command =
    Command { name: "assert", run: |run, asked| run.assert(asked), ..Command::ASKS };

impl Run<'_> {
    /// Checks an assertion, and passes the verdict to the host.
    fn assert(&mut self, asked: &Asked) -> Result<(), Failed> {
        let verdict = self.asserted(asked)?;
        self.tell(Finding::Asserted(&verdict));
        let reason = match verdict {
            Verdict::Failed(fault) if !self.host.continues() => return Err(fault.into()),
            Verdict::Held | Verdict::Failed(_) => return Ok(()),
            Verdict::Open(reason) => reason,
        };
        self.stopped = Some(reason);
        let (name, reason) = (&self.problem(asked.problem).name, self.host.describe(reason));
        let claimed = match &asked.claim {
            Some(Claim::Count(expected)) => counted(expected, "solution"),
            _ => "a solution".to_owned(),
        };
        self.print(&format!("{name}: not known whether it has {claimed}: {reason}\n"))
    }

    /// Whether the claim of an action holds. Without one, nothing is wrong.
    pub(crate) fn asserted(&mut self, asked: &Asked) -> Result<Verdict, Failed> {
        let name = self.problem(asked.problem).name.clone();
        Ok(match &asked.claim {
            None => Verdict::Held,
            Some(Claim::Count(expected)) => {
                match self.counted(&asked.solver, asked.problem, asked.up_to)?.1 {
                    Outcome::Answer(count) if count == *expected => Verdict::Held,
                    Outcome::Stopped { certain, reason } if certain <= *expected => Verdict::Open(reason),
                    Outcome::Answer(found) | Outcome::Stopped { certain: found, .. } => {
                        let (expected, up_to) = (expected.clone(), Box::new(asked.up_to));
                        Verdict::Failed(Fault::Assertion { name, expected, found, up_to })
                    }
                }
            }
            Some(Claim::Solvable(expected)) => {
                let (_, encoding, judge) = self.encode_filtered(asked.problem)?;
                match self.first_by(Engine::Auto, &encoding, judge.as_ref())? {
                    Outcome::Stopped { reason, .. } => Verdict::Open(reason),
                    Outcome::Answer(first) if first.is_some() == *expected => Verdict::Held,
                    Outcome::Answer(first) => {
                        Verdict::Failed(Fault::Solvability { name, solvable: first.is_some() })
                    }
                }
            }
        })
    }
}
