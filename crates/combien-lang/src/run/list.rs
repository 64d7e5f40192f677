//! Commands that show solutions: one, some, all, or a sample.

use std::ops::ControlFlow;

use combien::budget::Reason;
use combien::diagnostic::counted;
use combien::solve::{Best, Ending, Engine, Enumerate, Goal, Outcome, Sample};
use combien::symmetry;
use combien_tiling::Encoding;

use super::{
    Failed, NamedProblem, Output, Run, Solver, UpTo, deliver::Delivery, engine_of, filtered::is_meant,
};

impl Run<'_> {
    /// A solution, or the first few.
    pub(super) fn solve(
        &mut self,
        solver: &Solver,
        problem: usize,
        first: Option<u64>,
        output: &Output,
    ) -> Result<(), Failed> {
        let engine = match (solver, first) {
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

    pub(super) fn no_solution(&mut self, named: &NamedProblem, encoding: &Encoding) -> Result<(), Failed> {
        self.print(&format!("problem \"{}\" has no solution\n", named.name))?;
        self.note_why(named, encoding);
        Ok(())
    }

    pub(super) fn nothing_yet(&mut self, named: &NamedProblem, reason: Reason) -> Result<(), Failed> {
        self.stopped = Some(reason);
        let reason = self.host.describe(reason);
        self.print(&format!("problem \"{}\": no solution found yet: {reason}\n", named.name))
    }

    pub(super) fn all(
        &mut self,
        solver: &Solver,
        problem: usize,
        up_to: UpTo,
        output: &Output,
    ) -> Result<(), Failed> {
        match up_to {
            UpTo::Nothing | UpTo::Within(_) => self.some(solver, problem, None, output),
            UpTo::Symmetry => self.all_up_to_symmetry(problem, output),
        }
    }

    /// The first few solutions, or all of them. The total is printed at the end.
    fn some(
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

    /// The best solutions by cost.
    pub(super) fn best(
        &mut self,
        problem: usize,
        goal: Goal,
        number: u64,
        output: &Output,
    ) -> Result<(), Failed> {
        let (named, encoding) = self.encode(problem)?;
        self.print_size_of(&encoding.problem)?;
        if !encoding.problem.has_costs() {
            self.host.note(&format!(
                "no piece of \"{}\" has a cost, so all solutions cost 0: write `~cost 3` behind a piece",
                named.name
            ));
        }
        let start = self.host.clock();
        let question =
            Best::of(&encoding.problem).goal(goal).count(usize::try_from(number).unwrap_or(usize::MAX));
        let outcome = question.budget(self.host.budget()).meter(self.host.meter()).run()?.outcome;
        let ranking = outcome.certain();
        let (least, low) = match goal {
            Goal::Min => ("least", "at least"),
            Goal::Max => ("greatest", "at most"),
        };
        let shown = |cost: i128| encoding.problem.show_cost(cost).to_string();
        let Some((best, _)) = ranking.covers.first() else {
            return match outcome.reason() {
                Some(reason) => self.nothing_yet(named, reason),
                None => self.no_solution(named, &encoding),
            };
        };
        self.print_time_since(start, &named.name)?;
        let mut delivery = if number == 1 {
            Delivery::one(named, &encoding, output)
        } else {
            Delivery::many(named, &encoding, output)
        };
        for (cost, solution) in &ranking.covers {
            if *output == Output::Ascii {
                self.print(&format!("cost {}\n", shown(*cost)))?;
            }
            self.deliver(&mut delivery, solution)?;
        }
        self.finish(&delivery)?;
        let (name, best) = (&named.name, shown(*best));
        match outcome.reason() {
            None => self.print(&format!("problem \"{name}\": the {least} cost is {best}\n")),
            Some(reason) => {
                self.stopped = Some(reason);
                let reason = self.host.describe(reason);
                let bound = ranking
                    .bound
                    .map_or(String::new(), |bound| format!(", every one {low} {}", shown(bound)));
                self.print(&format!("problem \"{name}\": the best so far costs {best}{bound}: {reason}\n"))
            }
        }
    }

    fn say_found(
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

    fn all_up_to_symmetry(&mut self, problem: usize, output: &Output) -> Result<(), Failed> {
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let group = self.symmetries(named, &encoding)?;
        let (budget, mut failed) = (self.host.budget(), None);
        let mut delivery = Delivery::many(named, &encoding, output);
        let mut deliver =
            |symmetry::Representative { solution, .. }| match is_meant(judge.as_ref(), &encoding, &solution)
                .and_then(|is_meant| if is_meant { self.deliver(&mut delivery, &solution) } else { Ok(()) })
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            };
        let listed = symmetry::each(&encoding.problem, &group, &budget, None, &mut deliver)?;
        if let Some(failed) = failed {
            return Err(failed);
        }
        let found = delivery.delivered();
        self.finish(&delivery)?;
        let stopped = match listed.ending {
            Ending::Stopped(reason) => Some(reason),
            Ending::Complete => None,
        };
        self.say_found(named, found, " up to symmetry", stopped, false)?;
        self.print_time_since(start, &named.name)
    }

    /// Solutions at random, each equally likely.
    pub(super) fn sample(
        &mut self,
        engine: Engine,
        problem: usize,
        (number, seed): (u64, u64),
        output: &Output,
    ) -> Result<(), Failed> {
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let question = Sample::of(&encoding.problem).by(engine).seed(seed).budget(self.host.budget());
        let mut samples = match question.meter(self.host.meter()).run()?.outcome {
            Outcome::Answer(Some(samples)) if samples.exists() => samples,
            Outcome::Answer(_) => return self.no_solution(named, &encoding),
            Outcome::Stopped { reason, .. } => return self.nothing_yet(named, reason),
        };
        self.print_time_since(start, &named.name)?;
        let mut delivery = Delivery::one(named, &encoding, output);
        for _ in 0..number {
            match self.draw_filtered(&mut samples, &encoding, judge.as_ref())? {
                Ok(Some(solution)) => self.deliver(&mut delivery, &solution)?,
                Ok(None) => break,
                Err(reason) => {
                    self.stopped = Some(reason);
                    break;
                }
            }
        }
        self.finish(&delivery)
    }
}
