//! `combien convert`: a problem in another format.

use std::io::Write;

use combien::problem::{dimacs, dlx};

use crate::args::{ConvertArgs, Target};
use crate::failure::{Ending, Failure};
use crate::files::write_whole;
use crate::input;
use crate::output::Output;

pub(crate) fn convert(args: &ConvertArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, false)?;
    let mut text = vec![];
    match args.to {
        Target::Dlx => {
            dlx::write(input.problem(), &mut text).map_err(|error| Failure::message(error.to_string()))?;
        }
        Target::Cnf => dimacs::write(input.problem(), &mut text)?,
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
