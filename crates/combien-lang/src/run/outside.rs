//! Algorithms that are not engines: the search `equal_size`, and external solvers.

use std::time::Duration;

use combien::Count;
use combien::budget::{Pause, Reason};
use combien::check::check;
use combien::diagnostic::counted;
use combien::problem::Solution;
use combien::solve::Outcome;
use combien_formats::{dimacs, model};
use combien_tiling::Encoding;
use combien_tiling::equal_size::EqualSize;

use super::{Failed, Fault, Finding, NamedProblem, Output, Run, UpTo, deliver::Delivery};

/// The number of nodes between two checks whether to continue.
const SLICE: u64 = 1 << 12;

impl Run<'_> {
    /// Searches piece by piece, and shows each tiling if there is an output. Returns their number.
    pub(super) fn equal_size(
        &mut self,
        named: &NamedProblem,
        encoding: &Encoding,
        mut delivery: Option<(&mut Delivery, Option<u64>)>,
    ) -> Result<Outcome<Count>, Failed> {
        let budget = self.host.budget();
        let mut search = EqualSize::new(&named.tiling, encoding);
        let mut found = 0u64;
        let reason = loop {
            if let Err(reason) = budget.check() {
                break Some(reason);
            }
            let most = budget.nodes.unwrap_or(u64::MAX);
            match search.run(most.min(search.nodes().saturating_add(SLICE))) {
                Pause::End => break None,
                Pause::Bound if search.nodes() >= most => break Some(Reason::Nodes(most)),
                Pause::Bound | Pause::Memory => {}
                Pause::Solution => {
                    found += 1;
                    let solution = search.solution();
                    if let Err(violations) = check(&encoding.problem, solution.options()) {
                        unreachable!("equal_size found no tiling: {}", violations[0]);
                    }
                    if let Some((delivery, most)) = &mut delivery {
                        self.deliver(delivery, &solution)?;
                        if most.is_some_and(|most| found >= most) {
                            break None;
                        }
                    }
                }
            }
        };
        Ok(match reason {
            None => Outcome::Answer(Count::from(found)),
            Some(reason) => Outcome::Stopped { certain: Count::from(found), reason },
        })
    }

    pub(super) fn list_equal_size(
        &mut self,
        delivery: &mut Delivery,
        most: Option<u64>,
    ) -> Result<Option<Reason>, Failed> {
        let (named, encoding) = delivery.about();
        Ok(match self.equal_size(named, encoding, Some((delivery, most)))? {
            Outcome::Answer(_) => None,
            Outcome::Stopped { reason, .. } => Some(reason),
        })
    }

    /// In the words that `combine` uses for this algorithm.
    pub(super) fn count_equal_size(
        &mut self,
        problem: usize,
        encoding: &Encoding,
        start: Duration,
    ) -> Result<(), Failed> {
        let named = self.problem(problem);
        let (name, mut is_stopped) = (&named.name, false);
        let outcome = self.equal_size(named, encoding, None)?;
        self.tell(Finding::Counted { problem, up_to: UpTo::Nothing, outcome: &outcome });
        match outcome {
            Outcome::Answer(count) => {
                let count = counted(count, "solution");
                self.print(&format!("problem \"{name}\" has {count}\n"))?;
            }
            Outcome::Stopped { certain, reason } => {
                self.stopped = Some(reason);
                is_stopped = true;
                let (certain, reason) = (counted(certain, "solution"), self.host.describe(reason));
                self.print(&format!("problem \"{name}\" has at least {certain}: {reason}\n"))?;
            }
        }
        let spent = self.host.clock().saturating_sub(start);
        self.print_time_of_count("", is_stopped, spent)
    }

    /// Asks an external solver for a solution, and checks it.
    pub(super) fn solve_outside(
        &mut self,
        command: &str,
        problem: usize,
        output: &Output,
    ) -> Result<(), Failed> {
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
