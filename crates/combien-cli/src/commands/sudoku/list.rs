//! Lists of puzzles: a verdict on each in turn, and what a command prints about it.

use std::io::Write;
use std::time::Instant;

use combien::diagnostic::counted;
use combien::solve::Reason;
use combien_puzzles::sudoku::{Fault, Grid, Puzzle, Solver, Stopped, Verdict};
use serde_json::{Value, json};

use super::feed::{Feed, Item, Next};
use crate::input::puzzle::ruled;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{diagnostics, document, ended};
use crate::request::Search;
use crate::request::sudoku::List;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Reading stops after this number of faults, so that the first ones stay visible.
const MOST_FAULTS: u64 = 20;

/// A puzzle with its verdict.
pub(super) struct Case<'c> {
    pub(super) file: &'c str,
    pub(super) puzzle: &'c Puzzle,
    pub(super) verdict: Verdict,
    /// The nodes that the verdict took.
    pub(super) nodes: u64,
    pub(super) solver: &'c mut Solver,
    pub(super) watch: &'c Watch,
}

/// Prints the result of `answer` for each puzzle until it is stopped. The verdicts decide the exit code.
pub(super) fn each(
    list: &List,
    answer: impl FnMut(Case<'_>) -> Result<String, Stopped>,
) -> Result<Ending, Failure> {
    let start = Instant::now();
    let watch = Watch::start(Search::default())?;
    let shape = list.frame.shape();
    let mut feed = Feed::start(&list.files, shape);
    let sudoku = ruled(shape, list.frame.rules.as_deref())?;
    let (solver, output) = (sudoku.solver(), Output::new());
    let mut batch = Batch { list, answer, watch, solver, output, tally: Tally::default() };
    let stopped = batch.run(&mut feed)?;
    if stopped.is_none() && batch.tally.faults < MOST_FAULTS {
        feed.finish();
    }
    batch.end(stopped, start)
}

/// The verdicts so far.
#[derive(Default)]
struct Tally {
    unique: u64,
    none: u64,
    several: u64,
    /// Faulty lines, and files that cannot be read.
    faults: u64,
}

impl Tally {
    fn puzzles(&self) -> u64 {
        self.unique + self.none + self.several
    }
}

/// A list of puzzles that is being processed.
struct Batch<'a, A> {
    list: &'a List,
    answer: A,
    watch: Watch,
    solver: Solver,
    output: Output,
    tally: Tally,
}

impl<A: FnMut(Case<'_>) -> Result<String, Stopped>> Batch<'_, A> {
    /// Processes all puzzles. Returns what stopped it, if anything did.
    fn run(&mut self, feed: &mut Feed) -> Result<Option<String>, Failure> {
        while self.tally.faults < MOST_FAULTS {
            if self.watch.is_asked_to_stop() {
                return Ok(Some(self.watch.describe(Reason::Asked)));
            }
            let mut next = feed.ready();
            if matches!(next, Next::Wait) {
                // The sender of the puzzles may be waiting for the results.
                self.output.flush()?;
                next = feed.wait();
            }
            match next {
                Next::Item(Item::Puzzle(file, puzzle)) => {
                    if !self.take(&file, &puzzle)? {
                        let reason = self.watch.describe(Reason::Asked);
                        return Ok(Some(format!("{reason} in {file}:{}", puzzle.line)));
                    }
                }
                Next::Item(Item::Fault(fault)) => self.fault(&fault),
                Next::Item(Item::Unreadable(failure)) => {
                    failure.report(self.list.json);
                    self.tally.faults += 1;
                }
                Next::Wait => {}
                Next::End => break,
            }
        }
        Ok(None)
    }

    /// Prints the result of a puzzle. Returns false if it was stopped before.
    fn take(&mut self, file: &str, puzzle: &Puzzle) -> Result<bool, Failure> {
        let (watch, nodes) = (&self.watch, self.solver.nodes());
        let Ok(verdict) = self.solver.solve_within(&puzzle.grid, self.list.limit, &watch.budget()) else {
            return Ok(false);
        };
        let tally = match &verdict {
            Verdict::None => &mut self.tally.none,
            Verdict::Unique(_) => &mut self.tally.unique,
            Verdict::Several { .. } => &mut self.tally.several,
        };
        let nodes = self.solver.nodes() - nodes;
        let case = Case { file, puzzle, verdict, nodes, solver: &mut self.solver, watch };
        let Ok(said) = (self.answer)(case) else { return Ok(false) };
        *tally += 1;
        self.output.deliver(&said)?;
        Ok(true)
    }

    fn fault(&mut self, fault: &Fault) {
        diagnostics::show(&[fault.diagnostic()], self.list.json);
        self.tally.faults += 1;
        if self.tally.faults == MOST_FAULTS {
            let message = format!("stopped reading after {MOST_FAULTS} errors");
            diagnostics::show_message(&message, None, self.list.json);
        }
    }

    fn end(mut self, stopped: Option<String>, start: Instant) -> Result<Ending, Failure> {
        let Tally { unique, none, several, faults } = self.tally;
        let puzzles = self.tally.puzzles();
        if self.list.json {
            let counts = json!({
                "puzzles": puzzles, "unique": unique, "none": none, "several": several,
                "faults": faults, "nodes": self.solver.nodes(),
            });
            let head = json!({"schema": 1, "type": "end"});
            self.output.deliver(&document([head, ended(stopped.as_deref()), counts]))?;
        }
        self.output.finish()?;
        let details = format!("{unique} unique, {none} none, {several} several");
        self.list.pace.summarize(puzzles, &details, start);
        if let Some(reason) = stopped {
            if !self.list.json {
                told!("{reason}: {} done", counted(puzzles, "puzzle"));
            }
            return Ok(Ending::Stopped);
        }
        Ok(match (faults, none + several) {
            (1.., _) => Ending::BadInput,
            (0, 1..) => Ending::NoSolution,
            (0, 0) => Ending::Answered,
        })
    }
}

/// The verdict in one word.
pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Several { .. } => "several",
    }
}

/// Are these all solutions?
pub(super) fn is_all(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Several { is_all: false, .. })
}

/// Why there is no such thing for a puzzle without exactly one solution.
pub(super) fn refusal(verdict: &Verdict, thing: &str) -> String {
    let solutions = if matches!(verdict, Verdict::None) { "no solution" } else { "more than one solution" };
    format!("{}: a puzzle with {solutions} has no {thing}\n", word(verdict))
}

/// `R1C2 R4C7`.
pub(super) fn names(cells: &[(usize, usize)]) -> String {
    let names: Vec<_> = cells.iter().map(|(row, column)| format!("R{}C{}", row + 1, column + 1)).collect();
    names.join(" ")
}

impl Case<'_> {
    /// The first fields of the document of the puzzle, which are common to all commands.
    pub(super) fn fields(&self, kind: &str) -> Value {
        json!({
            "schema": 1, "type": kind, "file": self.file, "line": self.puzzle.line,
            "puzzle": self.puzzle.grid.to_string(), "clues": self.puzzle.grid.clue_count(),
            "verdict": word(&self.verdict), "solutions": self.verdict.count().to_string(),
            "exact": is_all(&self.verdict),
            "grids": self.verdict.examples().iter().map(Grid::to_string).collect::<Vec<_>>(),
            "nodes": self.nodes,
        })
    }
}
