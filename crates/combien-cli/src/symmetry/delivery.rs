//! Solutions on their way to whoever asked for them, one of each orbit or those that symmetries keep.

use std::io::Write;
use std::ops::ControlFlow;

use combien::problem::Solution;
use combien::solve::{Ending as SearchEnding, Reason};
use combien::symmetry::{Listed, Representative};
use serde_json::{Value, json};

use crate::args::SolveArgs;
use crate::failure::{Ending, Failure};
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::show::Show;
use crate::watch::Watch;

/// Shows solutions, counts them, and tells how it ended.
pub(super) struct Delivery<'a> {
    args: &'a SolveArgs,
    show: &'a Show<'a>,
    watch: &'a Watch,
    output: Output,
    found: u64,
    failed: Option<Failure>,
}

impl<'a> Delivery<'a> {
    pub(super) fn new(
        args: &'a SolveArgs,
        show: &'a Show<'a>,
        watch: &'a Watch,
    ) -> Result<Delivery<'a>, Failure> {
        let output = Output::to(args.output.as_deref(), None, args.show.takes_stdout())?;
        Ok(Delivery { args, show, watch, output, found: 0, failed: None })
    }

    /// The progress that is wanted: solutions that scroll by show it well enough.
    pub(super) fn progress(&self) -> Option<ProgressReport> {
        if self.output.is_terminal() { None } else { self.watch.progress() }
    }

    /// Shows a solution, and says whether another one is wanted.
    pub(super) fn deliver(
        &mut self,
        solution: &Solution,
        representative: Option<&Representative>,
    ) -> ControlFlow<()> {
        self.found += 1;
        self.failed = self.show.deliver(self.found, solution, representative, &mut self.output).err();
        if self.failed.is_some() || self.is_enough() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_enough(&self) -> bool {
        !self.args.all && self.found >= self.args.number
    }

    /// Tells how it ended. `more` belongs into the document of the end, `different` says when solutions are different.
    pub(super) fn end(mut self, listed: Listed, more: &Value, different: &str) -> Result<Ending, Failure> {
        if let Some(failure) = self.failed {
            return Err(match failure {
                Failure::Output(error) => self.output.failed(error),
                other => other,
            });
        }
        // So many were asked for, and were found: nothing stopped it that was not meant to.
        let stopped = match listed.ending {
            SearchEnding::Stopped(Reason::Asked) if self.is_enough() => None,
            SearchEnding::Stopped(reason) => Some(self.watch.describe(reason)),
            SearchEnding::Complete => None,
        };
        let (args, found) = (self.args, self.found);
        if args.json {
            let mut document = json!({
                "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
                "reason": stopped, "solutions": found.to_string(),
                "complete": listed.ending == SearchEnding::Complete, "nodes": listed.nodes,
            });
            for (key, value) in more.as_object().into_iter().flatten() {
                document[key] = value.clone();
            }
            writeln!(self.output, "{document}")?;
        } else if found == 0 && stopped.is_none() {
            writeln!(self.output, "no solution")?;
        }
        self.output.finish()?;
        if let Some(stopped) = stopped {
            if !args.json {
                anstream::eprintln!("{stopped}: there may be more");
            }
            return Ok(Ending::Stopped);
        }
        if args.all && !args.json && !args.search.quiet && found > 0 {
            let solutions = if found == 1 { "solution" } else { "solutions" };
            anstream::eprintln!("{found} {solutions}{different}, and no more");
        }
        Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
    }
}
