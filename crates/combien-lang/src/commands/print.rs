//! `print p`: a problem, or a pattern.

use super::Command;
use crate::elaborate::Elaborator;
use crate::run::problem_as_text;

pub(crate) const ROWS: &[Command] = &[Command {
    name: "print",
    words: &[("print!", "target", "shows a pattern, a list or a problem", "print p")],
    target: "what to print",
    mean: Elaborator::print,
    run: |run, asked| {
        let shown = problem_as_text(run.problem(asked.problem));
        run.print(&shown)
    },
    ..Command::ASKS
}];
