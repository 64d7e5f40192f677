//! Solutions on their way to the user.

use std::ops::ControlFlow;
use std::sync::Mutex;

use combien::problem::Solution;
use combien::solve::{Ending as SearchEnding, Reason};
use combien::symmetry;
use combien_formats::checkpoint::Written;
use combien_tiling::why::Weights;
use serde_json::{Value, json};

use crate::commands::show::{Known, Show};
use crate::report::failure::Failure;
use crate::report::listed::Listed;
use crate::report::output::Output;
use crate::request::Solve;
use crate::session::{Session, locked};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Opens the output for solutions. A file is continued if earlier runs have written to it.
pub(super) fn opened(request: &Solve, written: Option<&Written>) -> Result<Mutex<Output>, Failure> {
    Output::to(request.output.as_deref(), written, request.drawn.takes_stdout()).map(Mutex::new)
}

/// Prints and counts solutions, and reports how the search ended.
pub(super) struct Delivery<'a> {
    request: &'a Solve,
    show: &'a Show<'a>,
    /// The keeper of the search reads it too.
    output: &'a Mutex<Output>,
    /// Includes those of earlier runs.
    found: u64,
    failed: Option<Failure>,
    /// Weights that show that there is no solution, if the search has found some.
    pub(super) weights: Option<Weights>,
}

impl<'a> Delivery<'a> {
    /// `before` solutions were found by earlier runs.
    pub(super) fn new(
        request: &'a Solve,
        show: &'a Show<'a>,
        output: &'a Mutex<Output>,
        before: u64,
    ) -> Delivery<'a> {
        Delivery { request, show, output, found: before, failed: None, weights: None }
    }

    pub(super) fn found(&self) -> u64 {
        self.found
    }

    /// Should people be told that there are no others?
    pub(super) fn wants_all(&self) -> bool {
        self.request.number.is_none() && !self.request.search.quiet
    }

    /// Shows a solution, and what is known of it.
    pub(super) fn deliver(&mut self, solution: &Solution, known: &Known<'_>) -> Result<(), Failure> {
        self.found += 1;
        let output = &mut *locked(self.output);
        let shown = self.show.deliver(self.found, solution, known, output);
        shown.map_err(|failure| output.named(failure))
    }

    /// Shows a solution for a search that continues until told otherwise. Returns whether another solution is
    /// wanted.
    pub(super) fn deliver_some(&mut self, solution: &Solution, known: &Known<'_>) -> ControlFlow<()> {
        self.failed = self.deliver(solution, known).err();
        if self.failed.is_some() || self.is_enough() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_enough(&self) -> bool {
        self.request.number.is_some_and(|number| self.found >= number)
    }

    /// Reports how it ended. If there is no solution, also the reason, if a quick look finds it.
    pub(super) fn end(&self, mut listed: Listed<'_>, session: &Session<'_>) -> Result<Ending, Failure> {
        let is_none = listed.found == 0 && listed.is_complete;
        // To find out why takes longer than many a search.
        let says_why = self.request.json || !self.request.search.quiet;
        let reason = if is_none && says_why { session.glance(self.weights.as_ref()) } else { None };
        listed.more.push(json!({"none_because": reason.as_ref().map(|reason| &reason.why)}));
        let output = &mut *locked(self.output);
        let ending = listed.deliver(output, self.request.json).map_err(|failure| output.named(failure))?;
        if let Some(remark) = reason.filter(|_| !self.request.json).and_then(|reason| session.remark(&reason))
        {
            told!("{remark}");
        }
        Ok(ending)
    }

    /// Reports how a search of the library's `symmetry` ended. `more` has fields for the last document,
    /// `kind` says which solutions these are.
    pub(super) fn end_of(
        mut self,
        listed: &symmetry::Listed,
        session: &Session<'_>,
        more: Value,
        kind: &str,
    ) -> Result<Ending, Failure> {
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        // The requested number was found, so no limit stopped the search.
        let stopped = match listed.ending {
            SearchEnding::Stopped(Reason::Asked) if self.is_enough() => None,
            SearchEnding::Stopped(reason) => Some(session.watch.stop_by(reason)),
            SearchEnding::Complete => None,
        };
        let told = Listed {
            found: self.found,
            stopped,
            is_complete: listed.ending == SearchEnding::Complete,
            more: vec![json!({"nodes": listed.nodes}), more],
            no_more: self.wants_all().then_some((kind, "")),
        };
        self.end(told, session)
    }
}
