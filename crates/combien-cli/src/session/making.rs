//! Making the requested number of puzzles: what `generate` and `sudoku generate` share.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use combien::budget::{Budget, Deadline};
use combien::diagnostic::counted;
use combien::solve::Reason;
use serde_json::json;

use super::ask::seed_of;
use super::progress::ProgressReport;
use super::watch::Watch;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::{Pace, Search};
use crate::system::ending::Ending;

/// The request.
pub(crate) struct Wanted {
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    /// How many were made by runs before this one.
    pub(crate) before: u64,
    pub(crate) pace: Pace,
    pub(crate) json: bool,
    /// Where the puzzles go.
    pub(crate) output: Output,
}

/// The result of a try.
pub(crate) enum Try {
    /// A puzzle, its number of clues, and what is printed of it.
    Made { clues: usize, shown: String },
    /// A puzzle that does not meet the request.
    PassedOver,
    /// It was stopped.
    Stopped,
    /// There will be no other puzzle, for this reason.
    NoMore(String),
    /// There is no solution, and so no puzzle.
    NoSolution,
}

/// The puzzles that are being made.
pub(crate) struct Making {
    wanted: Wanted,
    pub(crate) seed: u64,
    start: Instant,
    watch: Watch,
    made: u64,
    tried: u64,
    /// The least and the most clues so far.
    clues: Option<(usize, usize)>,
}

/// A try: the puzzle that it is to become, and the budget for it.
pub(crate) struct Turn {
    pub(crate) number: u64,
    pub(crate) budget: Budget,
}

/// The progress, which is updated whenever the budget is checked.
type Shown = Arc<Mutex<Option<ProgressReport>>>;

fn locked(progress: &Shown) -> MutexGuard<'_, Option<ProgressReport>> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turn {
    fn new(number: u64, of: u64, tried: u64, watch: &Watch, progress: &Shown) -> Turn {
        let progress = progress.clone();
        // The watch has the only deadline. This one never passes; it updates the progress while puzzles are made.
        let clock = Deadline::new(move || {
            if let Some(progress) = &mut *locked(&progress) {
                progress.say(|| format!("puzzle {number} of {of}, {tried} tried"));
            }
            false
        });
        Turn { number, budget: Budget { deadline: Some(clock), ..watch.budget() } }
    }
}

impl Making {
    /// From here on a signal stops the work. Prints the seed if it was chosen at random.
    pub(crate) fn start(wanted: Wanted) -> Result<Making, Failure> {
        let start = Instant::now();
        let watch = Watch::start(Search::default())?;
        let seed = seed_of(wanted.seed, wanted.pace.quiet, "makes");
        let made = wanted.before;
        Ok(Making { wanted, seed, start, watch, made, tried: made, clues: None })
    }

    /// Tries until enough puzzles are made, and reports how it ended. `printed` is called after each puzzle.
    pub(crate) fn run(
        mut self,
        mut make: impl FnMut(&Turn) -> Result<Try, Failure>,
        mut printed: impl FnMut(),
    ) -> Result<Ending, Failure> {
        let progress: Shown = Arc::new(Mutex::new(ProgressReport::new(self.wanted.pace.quiet)));
        while self.made < self.wanted.number && !self.watch.is_asked_to_stop() {
            let (number, of, tried) = (self.made + 1, self.wanted.number, self.tried);
            let turn = Turn::new(number, of, tried, &self.watch, &progress);
            match make(&turn)? {
                Try::Made { clues, shown } => {
                    // The bar must be gone before the puzzle is printed.
                    locked(&progress).take();
                    self.take(clues, &shown)?;
                    printed();
                    *locked(&progress) = ProgressReport::new(self.wanted.pace.quiet);
                }
                Try::PassedOver => self.tried += 1,
                Try::Stopped => break,
                Try::NoMore(reason) => {
                    self.tried += 1;
                    locked(&progress).take();
                    return self.end(Some(reason));
                }
                Try::NoSolution => {
                    locked(&progress).take();
                    return self.end_without_solution();
                }
            }
        }
        locked(&progress).take();
        let stopped = (self.made < self.wanted.number).then(|| self.watch.describe(Reason::Asked));
        self.end(stopped)
    }

    fn take(&mut self, clues: usize, shown: &str) -> Result<(), Failure> {
        (self.made, self.tried) = (self.made + 1, self.tried + 1);
        let (least, most) = self.clues.unwrap_or((clues, clues));
        self.clues = Some((least.min(clues), most.max(clues)));
        self.wanted.output.deliver(shown)?;
        // Making a puzzle takes time, so each is printed at once.
        Ok(self.wanted.output.flush()?)
    }

    fn end(mut self, stopped: Option<String>) -> Result<Ending, Failure> {
        let (made, tried) = (self.made, self.tried);
        if self.wanted.json {
            let made = json!({"puzzles": made, "tried": tried, "seed": self.seed.to_string()});
            let head = json!({"schema": 1, "type": "end"});
            self.wanted.output.deliver(&document([head, ended(stopped.as_deref()), made]))?;
        }
        self.wanted.output.finish()?;
        self.wanted.pace.summarize(made - self.wanted.before, &clue_range(self.clues), self.start);
        let Some(reason) = stopped else { return Ok(Ending::Answered) };
        if !self.wanted.json {
            let tried = if tried > made { format!(", {tried} tried") } else { String::new() };
            anstream::eprintln!("{reason}: {made} of {} made{tried}", counted(self.wanted.number, "puzzle"));
        }
        Ok(Ending::Stopped)
    }

    fn end_without_solution(mut self) -> Result<Ending, Failure> {
        let shown = if self.wanted.json {
            document([json!({
                "schema": 1, "type": "end", "outcome": "answer", "reason": "no solution", "puzzles": 0, "tried": 0,
                "seed": self.seed.to_string(),
            })])
        } else {
            "no solution\n".to_owned()
        };
        self.wanted.output.deliver(&shown)?;
        self.wanted.output.finish()?;
        Ok(Ending::NoSolution)
    }
}

impl Pace {
    /// Prints a summary at the end, if it is requested or standard error is a terminal: `3 puzzles: 2 unique, 1
    /// none; 4321 a second`.
    pub(crate) fn summarize(self, puzzles: u64, details: &str, start: Instant) {
        if self.quiet || !(self.stats || io::stderr().is_terminal()) {
            return;
        }
        let rate = puzzles as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let digits = usize::from(rate < 10.0);
        anstream::eprintln!("{}: {details}; {rate:.digits$} a second", counted(puzzles, "puzzle"));
    }
}

/// `24 clues`, `22 to 27 clues`.
fn clue_range(clues: Option<(usize, usize)>) -> String {
    match clues {
        Some((least, most)) if least == most => counted(least, "clue"),
        Some((least, most)) => format!("{least} to {most} clues"),
        None => "no clues".to_owned(),
    }
}
