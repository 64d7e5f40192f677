//! Integer programming solvers outside of this program, which are asked for the solution of least cost.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use combien::check::check;
use combien::problem::Solution;
use combien::solve::Goal;
use combien_formats::lp;
use combien_formats::optimum::{self, Solver, Verdict};

use super::Session;
use super::watch::Watch;
use crate::report::failure::Failure;
use crate::request::Outside;
use crate::system::programs;
use crate::system::scratch::Leftover;

/// Solvers compute in floating point: the costs of a solution must fit into this number of bits.
const BITS: u32 = 53;
/// A solver is told to end this much before the time limit, so that it can write what it has found.
const BEFORE_LIMIT: Duration = Duration::from_millis(300);
/// What a solver has found. It has passed the checker.
pub(crate) struct Answer {
    /// The solution and its cost.
    pub(crate) best: Option<(i128, Solution)>,
    /// Does the solver claim that there is none better, or none at all?
    pub(crate) is_proved: bool,
}

impl Session<'_> {
    /// The best solution that the solver finds. An answer without a solution that is not proved was stopped.
    pub(crate) fn ask_outside(&self, outside: &Outside, goal: Goal) -> Result<Answer, Failure> {
        let problem = self.problem();
        let sum: i128 = problem.options().map(|option| i128::from(problem.cost(option)).abs()).sum();
        if sum >> BITS != 0 {
            return Err(Failure::hinted(
                format!("the costs are too large for {}, which computes with {BITS} bits", outside.name),
                "leave --with out: the engines compute with whole numbers",
            ));
        }
        let cannot_write = |error| Failure::message(format!("no temporary file can be written: {error}"));
        let folder = tempfile::tempdir().map_err(cannot_write)?;
        let _leftover = Leftover::new(folder.path());
        let sign = if goal == Goal::Max { -1 } else { 1 };
        let mut program = vec![];
        lp::write_with(problem, |option| sign * i128::from(problem.cost(option)), &mut program)
            .and_then(|()| fs::write(folder.path().join("model.lp"), program))
            .map_err(cannot_write)?;
        let mut command = outside.command(folder.path(), Watch::time_left()).map_err(cannot_write)?;
        // The log of the solver is its progress.
        let is_shown = !self.quiet && io::stderr().is_terminal();
        command.stdout(if is_shown { Stdio::from(io::stderr()) } else { Stdio::piped() });
        let ran = programs::run_as_set(command, Some(self.watch.stop()));
        if self.watch.is_asked_to_stop() {
            return Ok(Answer { best: None, is_proved: false });
        }
        let (status, printed) = ran.map_err(|error| outside.cannot_run(&error))?;
        let file = fs::read_to_string(folder.path().join("solution")).map_err(|_| {
            let printed = String::from_utf8_lossy(&printed);
            let last = printed.lines().rev().find(|line| !line.trim().is_empty());
            let message = format!("{} ended with {status} and wrote no solution", outside.name);
            match last {
                Some(last) => Failure::hinted(message, format!("it printed last: {}", last.trim())),
                None => Failure::message(message),
            }
        })?;
        let verdict = optimum::read(problem, outside.solver, &file).map_err(|error| {
            Failure::message(format!("what {} wrote cannot be understood: {error}", outside.name))
        })?;
        let (solution, is_proved) = match verdict {
            Verdict::Optimal(solution) => (solution, true),
            Verdict::Feasible(solution) => (solution, false),
            Verdict::None => return Ok(Answer { best: None, is_proved: true }),
            Verdict::Unknown => return Ok(Answer { best: None, is_proved: false }),
        };
        if let Some(violation) =
            check(problem, solution.options()).err().and_then(|wrong| wrong.into_iter().next())
        {
            return Err(Failure::message(format!("{} returned a wrong solution: {violation}", outside.name)));
        }
        let cost = solution.options().iter().map(|&option| i128::from(problem.cost(option))).sum();
        Ok(Answer { best: Some((cost, solution)), is_proved })
    }
}

impl Outside {
    /// Reads `model.lp` and writes `solution` in this folder. No gap is left.
    fn command(&self, folder: &Path, time: Option<Duration>) -> io::Result<Command> {
        let (model, solution) = (folder.join("model.lp"), folder.join("solution"));
        let seconds = time.map(|time| time.saturating_sub(BEFORE_LIMIT).max(time / 2).as_secs_f64());
        let mut command = Command::new(&self.program);
        match self.solver {
            Solver::Highs => {
                let options = folder.join("options");
                fs::write(&options, "mip_rel_gap = 0\nmip_abs_gap = 0\n")?;
                command.arg("--options_file").arg(options).arg("--solution_file").arg(solution);
                if let Some(seconds) = seconds {
                    command.args(["--time_limit", &seconds.to_string()]);
                }
                command.arg(model);
            }
            Solver::Cbc => {
                command.arg(model).args(["-ratioGap", "0", "-allowableGap", "0"]);
                if let Some(seconds) = seconds {
                    command.args(["-timeMode", "elapsed", "-seconds", &seconds.to_string()]);
                }
                command.args(["-solve", "-solution"]).arg(solution);
            }
            Solver::Glpk => {
                command.arg("--lp").arg(model).arg("--write").arg(solution);
                if let Some(seconds) = seconds {
                    // Whole seconds, and the first is too short for some.
                    command.args(["--tmlim", &seconds.max(1.0).floor().to_string()]);
                }
            }
        }
        Ok(command)
    }

    fn cannot_run(&self, error: &io::Error) -> Failure {
        let message = format!("`{}` cannot be run: {error}", self.program);
        match error.kind() {
            io::ErrorKind::NotFound => Failure::hinted(
                message,
                format!("install it, or say where it is: --with {}=PROGRAM", self.name),
            ),
            _ => Failure::message(message),
        }
    }
}
