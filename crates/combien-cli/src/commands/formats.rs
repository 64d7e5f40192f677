//! Problems in the formats that are written.

use combien::diagnostic::counted;
use combien::problem::formula::{flatzinc, lp, minizinc, opb};
use combien::problem::{Kind, OptionId, Problem, csv, dimacs, dlx, json, mps, sage};
use combien_lang::{Given, puzzle};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::request::Target;
use crate::xmpuzzle;

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
        Target::Mps => mps::write(problem, &mut text)?,
        Target::Mzn => minizinc::write(problem, &mut text)?,
        Target::Fzn => flatzinc::write(problem, &mut text)?,
        Target::Sage => sage::write(problem, &mut text)
            .map_err(|error| Failure::hinted(error.to_string(), "--to json writes any problem"))?,
        Target::Csv => csv::write(problem, &mut text)
            .map_err(|error| Failure::hinted(error.to_string(), "--to json writes any problem"))?,
        Target::Cmb => return Err(no_tiling()),
        Target::Xmpuzzle => return Err(no_puzzle()),
    }
    Ok(text)
}

/// What a format does not hold of a problem: a sentence for each property.
pub(super) fn lost(target: Target, problem: &Problem) -> Vec<String> {
    let named = || problem.options().filter(|&option| problem.option_name(option).is_some()).count();
    let mut lost = vec![];
    match target {
        Target::Dlx if named() > 0 => {
            lost.push(format!("{} of options left out: this format has none", are(named(), "name")));
        }
        Target::Cnf if problem.has_costs() => {
            lost.push("the costs are left out: clauses have none".to_owned());
        }
        Target::Sage => {
            let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary).count();
            if secondary > 0 {
                let rows = counted(secondary, "row");
                lost.push(format!("the last {rows} stand for secondary items that no option covers"));
            }
            if problem.has_costs() {
                lost.push("the costs are left out: these lists have none".to_owned());
            }
        }
        Target::Mps => {
            let mps::Loss { names, colors } = mps::loss(problem);
            if names > 0 {
                lost.push(format!(
                    "{} written with `_` for what this format cannot hold",
                    are(names, "name")
                ));
            }
            if colors > 0 {
                let items = counted(colors, "secondary item");
                lost.push(format!(
                    "the colors of {items} are further columns: other programs read them, Combien does not"
                ));
            }
        }
        _ => {}
    }
    lost
}

fn are(number: usize, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "is" } else { "are" })
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

/// A tiling as a puzzle of BurrTools, and what is lost: a sentence for each property.
pub(super) fn xmpuzzle_of(input: &Input) -> Result<(Vec<u8>, Vec<String>), Failure> {
    let Input::Tiling { name, tiling, .. } = input else { return Err(no_puzzle()) };
    let (text, xmpuzzle::Loss { turns, costs, colors }) = xmpuzzle::written(name, tiling)
        .map_err(|message| Failure::hinted(message, "write `--to json` or another format"))?;
    let mut lost = vec![];
    if turns > 0 {
        let pieces = are(turns, "piece");
        lost.push(format!(
            "{pieces} to be turned in other ways here: BurrTools turns all pieces in space, and mirrors none"
        ));
    }
    if costs > 0 {
        lost.push(format!("the costs of {} are left out: BurrTools has none", counted(costs, "piece")));
    }
    if colors > 0 {
        lost.push(format!(
            "the colors of {} are left out: there, colors say where pieces may lie",
            counted(colors, "piece")
        ));
    }
    Ok((xmpuzzle::packed(&text)?, lost))
}

fn no_puzzle() -> Failure {
    let message = "only tilings without clues are written as puzzles of BurrTools";
    Failure::hinted(message, "write `--to dlx` or `--to json`")
}

fn no_tiling() -> Failure {
    Failure::hinted("only tilings are written in the tiling language", "write `--to dlx` or `--to json`")
}
