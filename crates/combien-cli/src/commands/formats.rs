//! Problems in the formats that are written.

use combien::problem::{OptionId, Problem};
use combien_formats::Format;
use combien_lang::{Given, puzzle};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::request::Target;

/// The format of problems that a target means; those of tilings are refused.
pub(super) fn format_of(target: Target) -> Result<Format, Failure> {
    target.format().ok_or_else(|| if target == Target::Cmb { no_tiling() } else { no_puzzle() })
}

/// A problem in a format.
pub(super) fn written(target: Target, problem: &Problem) -> Result<Vec<u8>, Failure> {
    let written = format_of(target)?.written(problem);
    written.map_err(|error| Failure::hinted(error.to_string(), "--to json writes any problem"))
}

/// A tiling in the tiling language, with some of its options as clues.
pub(super) fn tiling_text(name: &str, input: &Input, clues: &[OptionId]) -> Result<String, Failure> {
    let Input::Tiling { tiling, encoding, .. } = input else { return Err(no_tiling()) };
    if tiling.groups().is_none() {
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

/// A tiling as a puzzle of BurrTools, and what is lost: a sentence for each property.
pub(super) fn xmpuzzle_of(input: &Input) -> Result<(Vec<u8>, Vec<String>), Failure> {
    let Input::Tiling { name, tiling, .. } = input else { return Err(no_puzzle()) };
    let (text, lost) = combien_burrtools::written(name, tiling)
        .map_err(|message| Failure::hinted(message, "write `--to json` or another format"))?;
    Ok((combien_burrtools::packed(&text)?, lost.sentences()))
}

fn no_puzzle() -> Failure {
    let message = "only tilings without clues are written as puzzles of BurrTools";
    Failure::hinted(message, "write `--to dlx` or `--to json`")
}

fn no_tiling() -> Failure {
    Failure::hinted("only tilings are written in the tiling language", "write `--to dlx` or `--to json`")
}
