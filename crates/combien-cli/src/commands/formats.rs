//! Problems in the formats that are written.

use combien::problem::formula::{lp, opb};
use combien::problem::{OptionId, Problem, dimacs, dlx, json};
use combien_lang::{Given, puzzle};

use crate::input::Input;
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
        Target::Cmb => return Err(no_tiling()),
    }
    Ok(text)
}

/// A tiling in the tiling language, with some of its options as clues.
pub(super) fn tiling_text(name: &str, input: &Input, clues: &[OptionId]) -> Result<String, Failure> {
    let Input::Tiling { tiling, encoding, .. } = input else { return Err(no_tiling()) };
    if tiling.has_clues() {
        let message = "a problem that has clues is not written in the tiling language";
        return Err(Failure::hinted(message, "leave its clues out, or write another format: `--to json`"));
    }
    let given: Vec<Given> = clues
        .iter()
        .flat_map(|&option| match encoding.placement(option) {
            Some(placement) => vec![Given::Placed(placement, encoding.cells(option))],
            None => encoding.cells(option).cells().iter().copied().map(Given::Empty).collect(),
        })
        .collect();
    puzzle(name, tiling, &given).map_err(Failure::of)
}

fn no_tiling() -> Failure {
    Failure::hinted("only tilings are written in the tiling language", "write `--to dlx` or `--to json`")
}
