//! `minimize p`, `maximize p`: the best solutions by cost.

use combien::solve::{Best, Goal};

use super::{Command, Part};
use crate::run::{Delivery, Failed, Run};
use crate::script::{Asked, NO_WHERE_BY_COST, Output};

const RULE: &str = "target [ \"first\" NUMBER ] [ output ]";

/// What `minimize`, `maximize` and `solve best` share.
pub(super) const BEST: Command = Command {
    name: "best",
    tail: &[Part::First, Part::Output],
    ignores_where: Some(NO_WHERE_BY_COST),
    ..Command::ASKS
};

pub(crate) const ROWS: &[Command] = &[
    Command {
        words: &[("minimize", RULE, "shows a solution of least cost", "minimize p")],
        run: |run, asked| run.best(asked, Goal::Min),
        ..BEST
    },
    Command {
        words: &[("maximize", RULE, "shows a solution of greatest cost", "maximize p")],
        run: |run, asked| run.best(asked, Goal::Max),
        ..BEST
    },
];

impl Run<'_> {
    /// The best solutions by cost.
    pub(super) fn best(&mut self, asked: &Asked, goal: Goal) -> Result<(), Failed> {
        let (number, output) = (asked.number.unwrap_or(1), &asked.output);
        let (named, encoding) = self.encode(asked.problem)?;
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
}
