//! `marginals p`: in how many solutions each placement is.

use std::fmt::Write as _;
use std::ops::Range;

use combien::diagnostic::counted;
use combien::problem::OptionId;
use combien::solve::{Engine, Marginals, Outcome, Reason};
use combien_tiling::Encoding;
use combien_tiling::draw::heat_map;

use super::{Command, Part};
use crate::ast::{self, Question};
use crate::elaborate::{Elaborator, placed};
use crate::run::{Failed, Run, of_member};
use crate::script::{Asked, NamedProblem, Output};

const RULE: &str = "target [ \"of\" ( NAME | TEXT ) ] [ output ]";

pub(crate) const ROWS: &[Command] = &[Command {
    name: "marginals",
    words: &[("marginals", RULE, "says how many solutions have each placement", "marginals p")],
    tail: &[Part::Piece, Part::Output],
    ignores_where: Some(("`marginals` cannot obey `where`", "ask about the problem without it")),
    mean,
    run: |run, asked| run.marginals(asked),
    ..Command::ASKS
}];

fn mean(elaborator: &mut Elaborator, question: &Question, span: &Range<usize>) {
    if matches!(question.output.node, ast::Output::Json(_) | ast::Output::Stl(_)) {
        let message = "`marginals` are printed, or drawn as a heat map".to_owned();
        let hint = "write `svg` and a file; `combien marginals --json` writes them as JSON";
        return elaborator.error("output", &question.output.span, message, Some(hint.into()));
    }
    elaborator.ask(question, span);
}

impl Run<'_> {
    /// Prints the placements of these pieces, or of all, with the number of solutions that have them; or
    /// draws a heat map.
    fn marginals(&mut self, asked: &Asked) -> Result<(), Failed> {
        let pieces = asked.pieces.as_deref();
        let (named, encoding) = self.encode(asked.problem)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let diagram = match self.compiled_by(Engine::Auto, &encoding.problem)?.outcome {
            Outcome::Answer(Some(diagram)) => diagram,
            Outcome::Answer(None) => unreachable!("an engine that has ended has a diagram"),
            Outcome::Stopped { reason, .. } => return self.no_marginals(named, reason),
        };
        let numbers = match diagram.marginals(&encoding.problem, &diagram.beside(self.host.budget())) {
            Ok(numbers) => numbers,
            Err(reason) => return self.no_marginals(named, reason),
        };
        if numbers.solutions().is_zero() {
            return self.no_solution(named, &encoding);
        }
        if let Output::Picture(format, path, manner) = &asked.output {
            if let Some(map) = heat_map(&named.name, &named.tiling, &encoding, &numbers, pieces) {
                self.write_picture(&map, *format, &of_member(path, named), *manner)?;
            }
        } else {
            let shown = table(named, &encoding, &numbers, pieces);
            self.print(&shown)?;
        }
        self.print_time_since(start, &named.name)
    }

    fn no_marginals(&mut self, named: &NamedProblem, reason: Reason) -> Result<(), Failed> {
        self.stopped = Some(reason);
        let reason = self.host.describe(reason);
        self.print(&format!(
            "problem \"{}\": the numbers of placements are not known: {reason}\n",
            named.name
        ))
    }
}

/// A line for each placement: in how many solutions it is, which part of them that is, and where it lies.
fn table(named: &NamedProblem, encoding: &Encoding, numbers: &Marginals, pieces: Option<&[usize]>) -> String {
    let all = numbers.solutions();
    let mut text = format!("{} : {}\n", named.name, counted(all, "solution"));
    let width = all.to_string().len();
    let is_meant = |option: &OptionId| {
        let placement = encoding.placement(*option);
        pieces.is_none_or(|pieces| placement.is_some_and(|placement| pieces.contains(&placement.piece)))
    };
    for option in encoding.problem.options().filter(is_meant) {
        let place = if let Some(placement) = encoding.placement(option) {
            placed(placement, &named.tiling)
        } else {
            let cells = encoding.problem.option(option).iter();
            let names = cells.map(|entry| encoding.problem.item_name(entry.item));
            format!("nothing at {}", names.collect::<Vec<_>>().join(" "))
        };
        let (with, share) = (numbers.with(option).to_string(), percent(numbers.share(option)));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{with:>width$}  {share:>8}  {place}");
    }
    text
}

/// A part of all solutions. Only what is certain is written as certain.
pub fn percent(share: f64) -> String {
    match share {
        share if share > 0.999 && share < 1.0 => "> 99.9 %".to_owned(),
        share if share > 0.0 && share < 0.001 => "< 0.1 %".to_owned(),
        share => format!("{:.1} %", share * 100.0),
    }
}
