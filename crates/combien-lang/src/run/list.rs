//! What commands that show solutions share: a list, and the words if there is none.

use combien::budget::Reason;
use combien::diagnostic::counted;
use combien::solve::{Ending, Enumerate};
use combien_tiling::Encoding;

use super::{Failed, NamedProblem, Output, Run, Solver, deliver::Delivery, engine_of, filtered::is_meant};

impl Run<'_> {
    pub(crate) fn no_solution(&mut self, named: &NamedProblem, encoding: &Encoding) -> Result<(), Failed> {
        self.print(&format!("problem \"{}\" has no solution\n", named.name))?;
        self.note_why(named, encoding);
        Ok(())
    }

    pub(crate) fn nothing_yet(&mut self, named: &NamedProblem, reason: Reason) -> Result<(), Failed> {
        self.stopped = Some(reason);
        let reason = self.host.describe(reason);
        self.print(&format!("problem \"{}\": no solution found yet: {reason}\n", named.name))
    }

    /// The first few solutions, or all of them. The total is printed at the end.
    pub(crate) fn some(
        &mut self,
        solver: &Solver,
        problem: usize,
        most: Option<u64>,
        output: &Output,
    ) -> Result<(), Failed> {
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let mut delivery = Delivery::many(named, &encoding, output);
        let stopped = if *solver == Solver::EqualSize {
            self.list_equal_size(&mut delivery, most)?
        } else {
            // No meter, because the solutions themselves show the progress.
            let question = Enumerate::of(&encoding.problem).by(engine_of(solver));
            let mut solutions = question.budget(self.host.budget()).run()?;
            while most.is_none_or(|most| delivery.delivered() < most)
                && let Some(solution) = solutions.next()
            {
                if is_meant(judge.as_ref(), &encoding, &solution)? {
                    self.deliver(&mut delivery, &solution)?;
                }
            }
            self.weights = solutions.weights().cloned();
            match solutions.ending() {
                Some(Ending::Stopped(reason)) => Some(reason),
                _ => None,
            }
        };
        let found = delivery.delivered();
        self.finish(&delivery)?;
        match (stopped, most) {
            (None, Some(_)) if found == 0 => self.no_solution(named, &encoding)?,
            (stopped, _) => self.say_found(named, found, "", stopped, most == Some(found))?,
        }
        self.print_time_since(start, &named.name)
    }

    pub(crate) fn say_found(
        &mut self,
        named: &NamedProblem,
        found: u64,
        alike: &str,
        stopped: Option<Reason>,
        were_asked: bool,
    ) -> Result<(), Failed> {
        let name = &named.name;
        match stopped {
            Some(reason) => {
                self.stopped = Some(reason);
                let (found, reason) = (counted(found, "solution"), self.host.describe(reason));
                self.print(&format!("at least {found} for problem \"{name}\"{alike}: {reason}\n"))
            }
            // The requested number; there may be more.
            None if were_asked => Ok(()),
            None => {
                let found = counted(found, "solution");
                self.print(&format!("{found} found for problem \"{name}\"{alike}\n"))
            }
        }
    }
}
