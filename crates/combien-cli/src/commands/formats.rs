//! Problems in the formats that are written.

use combien::problem::formula::{lp, opb};
use combien::problem::{Problem, dimacs, dlx, json};

use crate::report::failure::Failure;
use crate::request::Target;

/// A problem in a format.
pub(super) fn written(target: Target, problem: &Problem) -> Result<Vec<u8>, Failure> {
    let mut text = vec![];
    match target {
        Target::Dlx => {
            dlx::write(problem, &mut text)
                .map_err(|error| Failure::hinted(error.to_string(), "--to json writes any problem"))?;
        }
        Target::Json => json::write(problem, &mut text)?,
        Target::Cnf => dimacs::write(problem, &mut text)?,
        Target::Opb => opb::write(problem, &mut text)?,
        Target::Lp => lp::write(problem, &mut text)?,
    }
    Ok(text)
}
