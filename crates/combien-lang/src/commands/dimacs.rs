//! `dimacs p "p.cnf"`: a problem as a formula for SAT solvers.

use combien_formats::dimacs;

use super::{Command, Part};
use crate::run::{Failed, MARK, Run, of_member};
use crate::script::Asked;

pub(crate) const ROWS: &[Command] = &[Command {
    name: "dimacs",
    words: &[("dimacs!", "target TEXT", "writes a formula for SAT solvers", "dimacs p \"p.cnf\"")],
    tail: &[Part::File],
    endings: &["cnf", "dimacs"],
    ignores_where: Some(("a formula cannot obey `where`", "write the problem without it")),
    run: write,
    ..Command::ASKS
}];

fn write(run: &mut Run<'_>, asked: &Asked) -> Result<(), Failed> {
    let (named, encoding) = run.encode(asked.problem)?;
    let path = of_member(asked.file.as_deref().unwrap_or_default(), named);
    let mut formula = format!("c {MARK}\n").into_bytes();
    dimacs::write(&encoding.problem, &mut formula).map_err(Failed::print)?;
    run.write_file(&path, &formula)
}
