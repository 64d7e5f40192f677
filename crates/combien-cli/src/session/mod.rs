//! A session: the problem, the limits of the search, and the questions to the library.

pub(crate) mod ask;
pub(crate) mod certify;
pub(crate) mod crash;
pub(crate) mod filter;
pub(crate) mod group;
pub(crate) mod keeper;
pub(crate) mod made;
pub(crate) mod making;
pub(crate) mod outside;
pub(crate) mod progress;
pub(crate) mod rows;
pub(crate) mod sweep;
pub(crate) mod watch;

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};

use combien::problem::Problem;
use combien::reduce::{Reducer, Reduction};
use combien::solve::{Budget, Question, State};
use serde_json::{Value, json};

use self::keeper::Keeper;
use self::progress::ProgressReport;
use self::watch::Watch;
use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::{Method, Search, Source};

/// What several share: the output of a search, which the keeper of its state reads too, or its progress.
pub(crate) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work of a reduction between two checks of the stop flag: ten milliseconds on a machine with slow
/// memory.
const BETWEEN_LOOKS: u64 = 1 << 18;

/// A problem that a command works on.
pub(crate) struct Session<'r> {
    source: &'r Source,
    pub(crate) input: Input,
    pub(crate) watch: Watch,
    quiet: bool,
}

impl<'r> Session<'r> {
    /// Reads the problem. From then on a signal stops the search, not the program. A tiling whose solutions
    /// are filtered is refused.
    pub(crate) fn open(source: &'r Source, search: Search, json: bool) -> Result<Session<'r>, Failure> {
        let input = input::read(source, json)?;
        Ok(Session { source, input, watch: Watch::start(search)?, quiet: search.quiet })
    }

    /// Reads the problem for a command that obeys [`Session::judge`]. From then on a signal stops the search,
    /// not the program.
    pub(crate) fn open_filtered(
        source: &'r Source,
        search: Search,
        json: bool,
    ) -> Result<Session<'r>, Failure> {
        let input = input::read_filtered(source, json)?;
        Ok(Session { source, input, watch: Watch::start(search)?, quiet: search.quiet })
    }

    pub(crate) fn problem(&self) -> &Problem {
        self.input.problem()
    }

    /// Refuses to write to the file that the problem is read from.
    pub(crate) fn refuse_own_file(&self, path: &str) -> Result<(), Failure> {
        let here = |path: &str| fs::canonicalize(path).ok();
        if here(path).is_some_and(|place| here(&self.source.name) == Some(place)) {
            return Err(Failure::hinted(
                format!("`{path}` is the problem itself"),
                "write the certificate to another file",
            ));
        }
        Ok(())
    }

    /// The budget of a search.
    pub(crate) fn budget(&self) -> Budget {
        self.watch.budget()
    }

    /// The first fields of a command's document.
    pub(crate) fn head(&self, command: &str) -> Value {
        json!({"schema": 1, "command": command, "file": self.source.name, "problem": self.input.name()})
    }

    /// How large the problem is, as fields of a document.
    pub(crate) fn size(&self) -> Value {
        let problem = self.problem();
        json!({
            "items": problem.item_count(), "primary_items": problem.primary_count(),
            "bounded_items": problem.bounded_items().len(), "options": problem.option_count(),
        })
    }

    /// Prints the document of a command: what was asked, the size of the problem, how it ended, and what it
    /// says.
    pub(crate) fn tell(&self, command: &str, stopped: Option<&str>, said: Value) -> Result<(), Failure> {
        Ok(Output::new().tell(&document([self.head(command), self.size(), ended(stopped), said]))?)
    }

    /// Calls a long computation with a meter that shows its progress on standard error, unless it is switched
    /// off. The progress is removed when this returns.
    pub(crate) fn metered<T>(&self, call: impl FnOnce(Option<&mut ProgressReport>) -> T) -> T {
        let mut progress = ProgressReport::new(self.quiet);
        call(progress.as_mut())
    }

    /// Calls a computation that delivers solutions with a meter that shows its progress. If these are printed
    /// on a terminal, they show the progress well enough.
    pub(crate) fn metered_beside<T>(
        &self,
        output: &Mutex<Output>,
        call: impl FnOnce(Option<&mut ProgressReport>) -> T,
    ) -> T {
        let is_terminal = locked(output).is_terminal();
        if is_terminal { call(None) } else { self.metered(call) }
    }

    /// The problem, reduced until nothing changes, the budget is spent, or a stop is requested.
    pub(crate) fn reduction(&self) -> Reduction {
        let mut reducer = Reducer::new(self.problem());
        let mut work = 0;
        while !self.watch.is_asked_to_stop() && work < Reduction::BUDGET {
            work += BETWEEN_LOOKS;
            if reducer.run(work) {
                break;
            }
        }
        reducer.finish()
    }

    /// Opens the checkpoint of a search that is saved, and prints its progress unless messages are switched
    /// off.
    pub(crate) fn keeper<'k>(
        &self,
        method: &Method,
        question: Question,
        quiet: bool,
    ) -> Result<Option<Keeper<'k>>, Failure> {
        let Some(keep) = &method.keep else { return Ok(None) };
        let shard = self.input.shard().cloned();
        keeper::open(keep, self.problem(), shard, (question, method.engine), quiet).map(Some)
    }

    /// The state in which a search for each solution begins, if only a part of it is meant.
    pub(crate) fn beginning(&self) -> Result<Option<State>, Failure> {
        let Some(shard) = self.input.shard() else { return Ok(None) };
        match shard.state.clone().asked(Question::Each) {
            Some(state) => Ok(Some(state)),
            None => Err(Failure::hinted(
                format!("`{}` is being counted, or has been", self.source.name),
                "take the shard as it was split",
            )),
        }
    }
}
