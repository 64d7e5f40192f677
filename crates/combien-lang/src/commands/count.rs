//! `count p`: the number of solutions.

use std::ops::Range;

use combien::diagnostic::counted;
use combien::solve::Outcome;

use super::{Command, Part, Task};
use crate::ast::{Question, Values};
use crate::elaborate::Elaborator;
use crate::run::{Failed, Finding, Run, alike};
use crate::script::{ActionKind, Asked, Solver, UpTo};

const RULE: &str = "[ algorithm ] target [ symmetry ] [ limit ]";

pub(crate) const ROWS: &[Command] = &[Command {
    name: "count",
    words: &[
        ("count!", RULE, "counts the solutions", "count p"),
        ("count3!", RULE, "counts the solutions in space", "count3 q"),
    ],
    task: Some(Task::Count),
    tail: &[Part::Symmetry, Part::Limit],
    mean,
    run: |run, asked| run.count(asked),
    ..Command::ASKS
}];

/// The counts of a family with two ranges become a table: one in rows, the other in columns.
fn mean(elaborator: &mut Elaborator, question: &Question, span: &Range<usize>) {
    let Some(problems) = elaborator.ask(question, span) else { return };
    let ranges = question.target.arguments.iter();
    if ranges.filter(|argument| matches!(argument.node, Values::Range(..))).count() == 2 {
        elaborator.act(ActionKind::Table(problems), span);
    }
}

impl Run<'_> {
    fn count(&mut self, asked: &Asked) -> Result<(), Failed> {
        let (problem, up_to) = (asked.problem, asked.up_to);
        let filtered = self.encode_filtered(problem)?;
        let (named, encoding) = (filtered.0, &filtered.1);
        if self.debug {
            self.print(&format!("EMC size is {}\n", Self::size_line(&encoding.problem)))?;
        }
        let start = self.host.clock();
        let (label, outcome) = self.counted_of(&asked.solver, up_to, &filtered)?;
        let spent = self.host.clock().saturating_sub(start);
        self.tell(Finding::Counted { problem, up_to, outcome: &outcome });
        let (name, alike) = (&named.name, alike(up_to));
        let is_equal_size = asked.solver == Solver::EqualSize && up_to == UpTo::Nothing;
        // Each in the words that `combine` uses for it.
        let (head, timed) = if is_equal_size {
            (format!("problem \"{name}\" has"), String::new())
        } else {
            (format!("{name} : ({label})"), format!("{name} "))
        };
        match &outcome {
            Outcome::Answer(count) => {
                self.print(&format!("{head} {}{alike}\n", counted(count, "solution")))?;
            }
            Outcome::Stopped { certain, reason } => {
                self.stopped = Some(*reason);
                let (certain, reason) = (counted(certain, "solution"), self.host.describe(*reason));
                self.print(&format!("{head} at least {certain}{alike}: {reason}\n"))?;
            }
        }
        let is_stopped = outcome.reason().is_some();
        if !is_equal_size {
            // For a family, the table is enough.
            if matches!(&outcome, Outcome::Answer(count) if count.is_zero()) && named.arguments.is_empty() {
                self.note_why(named, encoding);
            }
            self.counts.insert(problem, outcome);
        }
        if !self.timing {
            return Ok(());
        }
        let what = if is_stopped { "count stopped after" } else { "solutions counted in" };
        self.print(&format!("{timed}{what} {:.6}s\n", spent.as_secs_f64()))
    }
}
