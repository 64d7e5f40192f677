//! Making the requested number of puzzles: what `generate` and `sudoku generate` share.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use combien::budget::{Budget, Deadline};
use combien::diagnostic::counted;
use combien::solve::Reason;
use serde_json::json;

use super::ask::seed_of;
use super::locked;
use super::made::{Made, Standing};
use super::progress::ProgressReport;
use super::watch::Watch;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::{Pace, Search};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// The request.
pub(crate) struct Wanted {
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    /// Keeps where the run stands, and knows the runs before it.
    pub(crate) kept: Option<Made>,
    pub(crate) pace: Pace,
    pub(crate) json: bool,
    /// Where the puzzles go.
    pub(crate) output: Output,
}

/// The result of a try.
pub(crate) enum Try {
    /// A puzzle, its number of clues, what is printed of it, and where the run stands then, if that is kept.
    Made { clues: usize, shown: String, standing: Option<Standing> },
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
    /// How many were made by runs before this one.
    before: u64,
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

impl Turn {
    fn new(number: u64, of: u64, tried: u64, watch: &Watch, progress: &Shown) -> Turn {
        let progress = progress.clone();
        // The watch has the only deadline. This one never passes; it updates the progress while puzzles are
        // made.
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
        let before = wanted.kept.as_ref().map_or(0, Made::number);
        Ok(Making { wanted, seed, start, watch, before, made: before, tried: before, clues: None })
    }

    /// Tries until enough puzzles are made, and reports how it ended.
    pub(crate) fn run(
        mut self,
        mut make: impl FnMut(&Turn) -> Result<Try, Failure>,
    ) -> Result<Ending, Failure> {
        let progress: Shown = Arc::new(Mutex::new(ProgressReport::new(self.wanted.pace.quiet)));
        let last = self.try_on(&mut make, &progress);
        locked(&progress).take();
        // What was made is printed, also if an error ended it.
        let printed = self.print_kept();
        let (kept, number) = (self.wanted.kept.take(), self.wanted.number);
        let ending = last.and_then(|last| {
            printed?;
            match last {
                Try::NoMore(reason) => self.end(Some(reason)),
                Try::NoSolution => self.end_without_solution(),
                _ => {
                    let is_stopped = self.made < number;
                    let stopped = is_stopped.then(|| self.watch.describe(Reason::Asked));
                    self.end(stopped)
                }
            }
        });
        if let Some(kept) = kept {
            kept.farewell(number);
        }
        ending
    }

    /// Tries until enough puzzles are made, or there will be no more. Returns the last try.
    fn try_on(
        &mut self,
        make: &mut impl FnMut(&Turn) -> Result<Try, Failure>,
        progress: &Shown,
    ) -> Result<Try, Failure> {
        while self.made < self.wanted.number && !self.watch.is_asked_to_stop() {
            let (number, of, tried) = (self.made + 1, self.wanted.number, self.tried);
            let turn = Turn::new(number, of, tried, &self.watch, progress);
            match make(&turn)? {
                Try::Made { clues, shown, standing } => {
                    // The bar must be gone before the puzzle is printed.
                    locked(progress).take();
                    self.take(clues, &shown, standing)?;
                    *locked(progress) = ProgressReport::new(self.wanted.pace.quiet);
                }
                Try::PassedOver => self.tried += 1,
                Try::NoMore(reason) => {
                    self.tried += 1;
                    return Ok(Try::NoMore(reason));
                }
                last @ (Try::Stopped | Try::NoSolution) => return Ok(last),
            }
        }
        Ok(Try::Stopped)
    }

    fn take(&mut self, clues: usize, shown: &str, standing: Option<Standing>) -> Result<(), Failure> {
        (self.made, self.tried) = (self.made + 1, self.tried + 1);
        let (least, most) = self.clues.unwrap_or((clues, clues));
        self.clues = Some((least.min(clues), most.max(clues)));
        if let (Some(kept), Some(standing)) = (&mut self.wanted.kept, standing) {
            kept.wait(standing, shown);
            return if kept.is_due() { self.print_kept() } else { Ok(()) };
        }
        self.wanted.output.deliver(shown)?;
        // Making a puzzle takes time, so each is printed at once.
        Ok(self.wanted.output.flush()?)
    }

    /// Prints the puzzles that wait to be kept.
    fn print_kept(&mut self) -> Result<(), Failure> {
        let Wanted { kept: Some(kept), output, .. } = &mut self.wanted else { return Ok(()) };
        kept.keep(|shown| {
            output.deliver(shown)?;
            Ok(output.flush()?)
        })
    }

    fn end(mut self, stopped: Option<String>) -> Result<Ending, Failure> {
        let (made, tried) = (self.made, self.tried);
        if self.wanted.json {
            let made = json!({"puzzles": made, "tried": tried, "seed": self.seed.to_string()});
            let head = json!({"schema": 1, "type": "end"});
            self.wanted.output.deliver(&document([head, ended(stopped.as_deref()), made]))?;
        }
        self.wanted.output.finish()?;
        self.wanted.pace.summarize(made - self.before, &clue_range(self.clues), self.start);
        let Some(reason) = stopped else { return Ok(Ending::Answered) };
        if !self.wanted.json {
            let tried = if tried > made { format!(", {tried} tried") } else { String::new() };
            told!("{reason}: {made} of {} made{tried}", counted(self.wanted.number, "puzzle"));
        }
        Ok(Ending::Stopped)
    }

    fn end_without_solution(self) -> Result<Ending, Failure> {
        let shown = if self.wanted.json {
            document([json!({
                "schema": 1, "type": "end", "outcome": "answer", "reason": "no solution", "puzzles": 0, "tried": 0,
                "seed": self.seed.to_string(),
            })])
        } else {
            "no solution\n".to_owned()
        };
        self.wanted.output.tell(&shown)?;
        Ok(Ending::NoSolution)
    }
}

impl Pace {
    /// Prints a summary at the end, if it is requested or standard error is a terminal: `3 puzzles: 2 unique,
    /// 1 none; 4321 a second`.
    pub(crate) fn summarize(self, puzzles: u64, details: &str, start: Instant) {
        if self.quiet || !(self.stats || io::stderr().is_terminal()) {
            return;
        }
        let rate = puzzles as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let digits = usize::from(rate < 10.0);
        told!("{}: {details}; {rate:.digits$} a second", counted(puzzles, "puzzle"));
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
