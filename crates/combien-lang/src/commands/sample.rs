//! `sample p 3`: solutions at random.

use combien::solve::{Engine, Outcome, Sample};

use super::{Command, Part, Task};
use crate::run::{Delivery, Failed, Run, engine_of};
use crate::script::Output;

const RULE: &str = "[ algorithm ] target NUMBER [ \"seed\" NUMBER ] [ output ]";

pub(crate) const ROWS: &[Command] = &[Command {
    name: "sample",
    words: &[("sample", RULE, "shows random solutions", "sample p 3")],
    task: Some(Task::Sample),
    tail: &[Part::Number, Part::Seed, Part::Output],
    run: |run, asked| {
        let how_many = (asked.number.unwrap_or(1), asked.seed);
        run.sample(engine_of(&asked.solver), asked.problem, how_many, &asked.output)
    },
    ..Command::ASKS
}];

impl Run<'_> {
    /// Solutions at random, each equally likely.
    pub(crate) fn sample(
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
