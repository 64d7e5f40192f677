//! `combien convert`: a problem in another format.

use std::io::Write;

use combien::problem::{dimacs, dlx};
use combien::reduce::{Component, Reduction};

use crate::args::{ConvertArgs, Target};
use crate::failure::{Ending, Failure};
use crate::files::write_whole;
use crate::input;
use crate::output::Output;
use crate::reduced;

pub(crate) fn convert(args: &ConvertArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, false)?;
    let part = args.reduce.then(|| Reduction::new(input.problem(), Reduction::BUDGET).whole());
    let problem = part.as_ref().map_or(input.problem(), Component::problem);
    let mut text = vec![];
    match args.to {
        Target::Dlx => {
            dlx::write(problem, &mut text).map_err(|error| Failure::message(error.to_string()))?;
        }
        Target::Cnf => {
            dimacs::write(problem, &mut text).map_err(|error| Failure::message(error.to_string()))?;
        }
    }
    if let (Some(path), Some(part)) = (&args.map, &part) {
        let table = reduced::table(part);
        write_whole(path, table.as_bytes()).map_err(|error| Failure::unwritable(path, &error))?;
    }
    if let Some(path) = &args.output {
        write_whole(path, &text).map_err(|error| Failure::unwritable(path, &error))?;
    } else {
        let mut output = Output::new();
        output.write_all(&text)?;
        output.finish()?;
    }
    Ok(Ending::Answered)
}
