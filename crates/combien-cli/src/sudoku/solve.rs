//! `combien sudoku solve`: a verdict on each puzzle of a list, as it comes.

use std::io::Write;
use std::time::Instant;

use combien::puzzle::sudoku::{Fault, Grid, Puzzle, Solver, Sudoku, Verdict};
use combien::solve::Reason;
use serde_json::{Value, json};

use super::args::SolveArgs;
use super::counted;
use super::feed::{Feed, Item, Next};
use crate::diagnostics;
use crate::failure::{Ending, Failure};
use crate::output::Output;
use crate::watch::Watch;

/// After so many faults reading stops: more would only scroll the first ones away.
const MOST_FAULTS: u64 = 20;

pub(crate) fn solve(args: &SolveArgs) -> Result<Ending, Failure> {
    let start = Instant::now();
    let watch = Watch::of_time(args.pace.time)?;
    let feed = Feed::start(&args.files, args.shape.shape());
    let sudoku = Sudoku::of_shape(args.shape.shape());
    let mut batch =
        Batch { args, watch, solver: sudoku.solver(), output: Output::new(), tally: Tally::default() };
    let stopped = batch.run(&feed)?;
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

/// A list of puzzles at work.
struct Batch<'a> {
    args: &'a SolveArgs,
    watch: Watch,
    solver: Solver<'a>,
    output: Output,
    tally: Tally,
}

impl Batch<'_> {
    /// Solves puzzle after puzzle. Says what stopped it, if anything did.
    fn run(&mut self, feed: &Feed) -> Result<Option<String>, Failure> {
        while self.tally.faults < MOST_FAULTS {
            if self.watch.is_asked_to_stop() {
                return Ok(Some(self.watch.describe(Reason::Asked)));
            }
            let mut next = feed.ready();
            if matches!(next, Next::Wait) {
                // Whoever sends the puzzles may be waiting for what is done.
                self.output.flush()?;
                next = feed.wait();
            }
            match next {
                Next::Item(Item::Puzzle(file, puzzle)) => {
                    if !self.solve(&file, &puzzle)? {
                        let reason = self.watch.describe(Reason::Asked);
                        return Ok(Some(format!("{reason} in {file}:{}", puzzle.line)));
                    }
                }
                Next::Item(Item::Fault(fault)) => self.fault(&fault),
                Next::Item(Item::Unreadable(failure)) => {
                    failure.report(self.args.form.json);
                    self.tally.faults += 1;
                }
                Next::Wait => {}
                Next::End => break,
            }
        }
        Ok(None)
    }

    /// Delivers the verdict on a puzzle; false if it was stopped before there was one.
    fn solve(&mut self, file: &str, puzzle: &Puzzle) -> Result<bool, Failure> {
        let (watch, nodes) = (&self.watch, self.solver.nodes());
        let go_on = || !watch.is_asked_to_stop();
        let Ok(verdict) = self.solver.solve_while(&puzzle.grid, self.args.limit, go_on) else {
            return Ok(false);
        };
        let redundant = match &verdict {
            Verdict::Unique(_) if self.args.redundant => self.solver.redundant_clues(&puzzle.grid, go_on),
            _ => Ok(vec![]),
        };
        let Ok(redundant) = redundant else { return Ok(false) };
        *match &verdict {
            Verdict::None => &mut self.tally.none,
            Verdict::Unique(_) => &mut self.tally.unique,
            Verdict::Several { .. } => &mut self.tally.several,
        } += 1;
        let nodes = self.solver.nodes() - nodes;
        let shown = match &verdict {
            Verdict::Unique(_) if self.args.redundant => names(&redundant),
            _ => self.show(file, puzzle, &verdict, nodes),
        };
        self.output.deliver(&shown)?;
        Ok(true)
    }

    fn show(&self, file: &str, puzzle: &Puzzle, verdict: &Verdict, nodes: u64) -> String {
        if self.args.form.json {
            format!("{}\n", as_json(file, puzzle, verdict, nodes))
        } else if self.args.count {
            format!("{}{}\n", if is_all(verdict) { "" } else { ">= " }, verdict.count())
        } else if self.args.form.grid {
            drawn(verdict)
        } else {
            line(verdict)
        }
    }

    fn fault(&mut self, fault: &Fault) {
        diagnostics::show(&[fault.diagnostic()], self.args.form.json);
        self.tally.faults += 1;
        if self.tally.faults == MOST_FAULTS {
            let message = format!("stopped reading after {MOST_FAULTS} errors");
            diagnostics::show_message(&message, None, self.args.form.json);
        }
    }

    fn end(mut self, stopped: Option<String>, start: Instant) -> Result<Ending, Failure> {
        let Tally { unique, none, several, faults } = self.tally;
        let puzzles = self.tally.puzzles();
        if self.args.form.json {
            let document = json!({
                "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
                "reason": stopped, "puzzles": puzzles, "unique": unique, "none": none, "several": several,
                "faults": faults, "nodes": self.solver.nodes(),
            });
            self.output.deliver(&format!("{document}\n"))?;
        }
        self.output.finish()?;
        let details = format!("{unique} unique, {none} none, {several} several");
        self.args.pace.summarize(puzzles, &details, start);
        if let Some(reason) = stopped {
            if !self.args.form.json {
                anstream::eprintln!("{reason}: {} done", counted(puzzles));
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

/// Are these all solutions?
fn is_all(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Several { is_all: false, .. })
}

/// The verdict in one word.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Several { .. } => "several",
    }
}

/// A solution alone is the only one; others stand behind a word, so that nobody takes one of several for it.
fn line(verdict: &Verdict) -> String {
    match verdict {
        Verdict::None => "none\n".to_owned(),
        Verdict::Unique(solution) => format!("{solution}\n"),
        Verdict::Several { examples, .. } => format!("several {} {}\n", examples[0], examples[1]),
    }
}

/// `R1C2 R4C7`, or `minimal` if there are none.
fn names(redundant: &[(usize, usize)]) -> String {
    let names: Vec<_> =
        redundant.iter().map(|(row, column)| format!("R{}C{}", row + 1, column + 1)).collect();
    if names.is_empty() { "minimal\n".to_owned() } else { format!("{}\n", names.join(" ")) }
}

fn drawn(verdict: &Verdict) -> String {
    let head = match verdict {
        Verdict::None => "none\n\n".to_owned(),
        Verdict::Unique(_) => String::new(),
        Verdict::Several { count, is_all: true, .. } => format!("several: {count}, two of them\n"),
        Verdict::Several { count, .. } => format!("several: at least {count}, two of them\n"),
    };
    let grids = verdict.examples().iter().map(|grid| format!("{}\n", grid.drawn()));
    head + &grids.collect::<String>()
}

fn as_json(file: &str, puzzle: &Puzzle, verdict: &Verdict, nodes: u64) -> Value {
    json!({
        "schema": 1, "type": "puzzle", "file": file, "line": puzzle.line,
        "puzzle": puzzle.grid.to_string(), "clues": puzzle.grid.clue_count(),
        "verdict": word(verdict), "solutions": verdict.count().to_string(), "exact": is_all(verdict),
        "grids": verdict.examples().iter().map(Grid::to_string).collect::<Vec<_>>(), "nodes": nodes,
    })
}
