//! `all p`: all solutions, or one of each orbit.

use std::ops::ControlFlow;

use combien::solve::Ending;
use combien::symmetry;

use super::{Command, Part, Task};
use crate::run::{Delivery, Failed, Run, alike, is_meant};
use crate::script::{Output, UpTo};

const RULE: &str = "[ algorithm ] target [ symmetry ] [ output ]";

pub(crate) const ROWS: &[Command] = &[Command {
    name: "all",
    words: &[
        ("all!", RULE, "shows all solutions", "all p"),
        ("all3!", RULE, "shows all solutions in space", "all3 q"),
    ],
    task: Some(Task::List),
    tail: &[Part::Symmetry, Part::Output],
    run: |run, asked| match asked.up_to {
        UpTo::Nothing | UpTo::Within(_) => run.some(&asked.solver, asked.problem, None, &asked.output),
        UpTo::Symmetry | UpTo::Rotation => run.all_up_to_symmetry(asked.up_to, asked.problem, &asked.output),
    },
    ..Command::ASKS
}];

impl Run<'_> {
    fn all_up_to_symmetry(&mut self, up_to: UpTo, problem: usize, output: &Output) -> Result<(), Failed> {
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let group = self.symmetries(up_to, named, &encoding)?;
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
        self.say_found(named, found, &alike(up_to), stopped, false)?;
        self.print_time_since(start, &named.name)
    }
}
