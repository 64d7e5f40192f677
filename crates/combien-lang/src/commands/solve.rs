//! `solve p`: a solution, or the first few. `solve best 3 p`: the best by cost.

use combien::check::check;
use combien::problem::Solution;
use combien::solve::{Engine, Goal, Outcome};
use combien_formats::{dimacs, model};
use combien_tiling::Encoding;

use super::best::BEST;
use super::{Command, Part, Task};
use crate::run::{Delivery, Failed, Fault, Run, engine_of};
use crate::script::{Asked, Output, Solver};

const RULE: &str = "( [ algorithm ] target [ \"first\" NUMBER ] | \"best\" NUMBER target ) [ output ]";

const WORDS: &[crate::words::Row] = &[
    ("solve!", RULE, "shows a solution", "solve p"),
    ("solve3!", RULE, "shows a solution in space", "solve3 q"),
];

pub(crate) const ROWS: &[Command] = &[
    Command {
        words: WORDS,
        lead: Some("best"),
        tail: &[Part::Output],
        run: |run, asked| run.best(asked, Goal::Min),
        ..BEST
    },
    Command {
        name: "solve",
        words: WORDS,
        task: Some(Task::FindOne),
        tail: &[Part::First, Part::Output],
        run: |run, asked| run.solve(asked),
        ..Command::ASKS
    },
];

impl Run<'_> {
    /// A solution, or the first few.
    fn solve(&mut self, Asked { problem, solver, number, output, .. }: &Asked) -> Result<(), Failed> {
        let problem = *problem;
        let engine = match (solver, *number) {
            (Solver::Engine(Engine::Zdd | Engine::Intersect), None) => {
                // As in `combine`, a diagram gives some solution; here each is equally likely.
                return self.sample(engine_of(solver), problem, (1, 0), output);
            }
            (_, Some(number)) => return self.some(solver, problem, Some(number), output),
            (Solver::EqualSize, None) => return self.some(solver, problem, Some(1), output),
            (Solver::Command(command), None) => return self.solve_outside(command, problem, output),
            (solver, None) => engine_of(solver),
        };
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        match self.first_by(engine, &encoding, judge.as_ref())? {
            Outcome::Answer(Some(solution)) => {
                self.print_time_since(start, &named.name)?;
                let mut delivery = Delivery::one(named, &encoding, output);
                self.deliver(&mut delivery, &solution)?;
                self.finish(&delivery)
            }
            Outcome::Answer(None) => self.no_solution(named, &encoding),
            Outcome::Stopped { reason, .. } => self.nothing_yet(named, reason),
        }
    }

    /// Asks an external solver for a solution, and checks it.
    fn solve_outside(&mut self, command: &str, problem: usize, output: &Output) -> Result<(), Failed> {
        self.host.may_run(command)?;
        let (named, encoding) = self.encode(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let mut formula = vec![];
        dimacs::write(&encoding.problem, &mut formula).map_err(Failed::print)?;
        let said = match self.host.run_solver(command, &formula) {
            Ok(said) => said,
            Err(error) => match self.host.budget().check() {
                Err(reason) => {
                    self.stopped = Some(reason);
                    return self.print(&format!("problem \"{}\": the solver was stopped\n", named.name));
                }
                Ok(()) => return Err(Fault::Command { command: command.to_owned(), error }.into()),
            },
        };
        let verdict = model::read(&encoding.problem, &said)
            .map_err(|error| Fault::Model { command: command.to_owned(), error })?;
        match verdict {
            model::Verdict::Solution(solution) => {
                self.print_time_since(start, &named.name)?;
                check_outside(command, &encoding, &solution)?;
                let mut delivery = Delivery::one(named, &encoding, output);
                self.deliver(&mut delivery, &solution)?;
                self.finish(&delivery)
            }
            model::Verdict::None => self.no_solution(named, &encoding),
            model::Verdict::Unknown => {
                self.print(&format!("problem \"{}\": the solver gave up\n", named.name))
            }
        }
    }
}

fn check_outside(command: &str, encoding: &Encoding, solution: &Solution) -> Result<(), Failed> {
    let wrong = check(&encoding.problem, solution.options()).err();
    let Some(violation) = wrong.and_then(|violations| violations.first().map(ToString::to_string)) else {
        return Ok(());
    };
    Err(Fault::NoSolution { command: command.to_owned(), violation }.into())
}
