//! `combien convert`: a problem in another format, and tables that explain its numbers.

use std::fmt::Write as _;

use combien::problem::{OptionId, Problem};
use combien::reduce::{Component, Reduction};
use combien_lang::identifier;

use super::formats::{format_of, tiling_text, written, xmpuzzle_of};
use super::transpose::transposed;
use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::report::{diagnostics, escape, reduced};
use crate::request::{Convert, Target};
use crate::system::ending::Ending;
use crate::system::files::STDOUT;

pub(super) fn convert(request: &Convert) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, false)?;
    let part = request.reduce.then(|| Reduction::new(input.problem(), Reduction::BUDGET).whole());
    let transposed = request.transpose.map(|hits| transposed(input.problem(), hits)).transpose()?;
    if transposed.is_some() && input.problem().has_costs() {
        diagnostics::note("the costs are left out: options have them, and options become items");
    }
    let problem = part.as_ref().map_or(input.problem(), Component::problem);
    let problem = transposed.as_ref().unwrap_or(problem);
    if let Target::Cmb | Target::Xmpuzzle = request.to {
        let format = if request.to == Target::Cmb { "cmb" } else { "xmpuzzle" };
        let flags = [
            (request.reduce, "--reduce"),
            (request.table.is_some(), "--table"),
            (request.transpose.is_some(), "--transpose"),
        ];
        if let Some(flag) = flags.iter().find(|(is_set, _)| *is_set) {
            return Err(Failure::message(format!("--to {format} cannot be used with {}", flag.1)));
        }
        let output = request.output.as_deref().unwrap_or(STDOUT);
        if request.to == Target::Xmpuzzle {
            let (bytes, lost) = xmpuzzle_of(&input)?;
            for property in &lost {
                diagnostics::note(property);
            }
            deliver(output, &bytes)?;
            return Ok(Ending::Answered);
        }
        let text = tiling_text(&identifier(input.name().unwrap_or_default()), &input, &[])?;
        deliver(output, text.as_bytes())?;
        return Ok(Ending::Answered);
    }
    let mut text = written(request.to, problem)?;
    for property in format_of(request.to)?.lost(problem) {
        diagnostics::note(&property);
    }
    if let (Input::Classic(classic), Target::Dlx, None) = (&input, request.to, request.transpose) {
        text.splice(0..0, format!("| {}\n", classic.title()).into_bytes());
    }
    if let (Some(path), Some(part)) = (&request.map, &part) {
        deliver(path, reduced::table(part).as_bytes())?;
    }
    if let Some(path) = &request.table {
        let original = |option: OptionId| part.as_ref().map_or(option, |part| part.original(option));
        deliver(path, table(&input, problem, original).as_bytes())?;
    }
    deliver(request.output.as_deref().unwrap_or(STDOUT), &text)?;
    Ok(Ending::Answered)
}

/// What the variables of the options mean, in columns with a head, parted by tabs: the variable, the number
/// of the option in the file, and the option; of a tiling, the piece and its cells. If options have names, they come last.
fn table(input: &Input, written: &Problem, original: impl Fn(OptionId) -> OptionId) -> String {
    let columns = if matches!(input, Input::Tiling { .. }) { "piece\tcells" } else { "items" };
    let named = input.problem().options().any(|option| input.problem().option_name(option).is_some());
    let names = if named { "\tname" } else { "" };
    let mut table = format!("variable\toption\t{columns}{names}\n");
    for option in written.options() {
        let original = original(option);
        let meaning = meaning(input, original);
        let name = input.problem().option_name(original).map(escape::name);
        let name = name.map_or_else(String::new, |name| format!("\t{name}"));
        let _ = writeln!(table, "{}\t{}\t{meaning}{name}", option.number(), original.number());
    }
    table
}

fn meaning(input: &Input, option: OptionId) -> String {
    match input {
        Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => {
            escape::name(&input.problem().show_option(option).to_string()).into_owned()
        }
        Input::Tiling { tiling, encoding, .. } => {
            let piece = encoding.placement(option).map(|placement| tiling.piece_name(placement.piece));
            let name = piece.unwrap_or_else(|| "gap".to_owned());
            let cells = encoding.cells(option);
            let cells: Vec<String> =
                cells.cells().iter().map(|&cell| tiling.lattice().cell_name(cell)).collect();
            format!("{}\t{}", escape::name(&name), cells.join(" "))
        }
    }
}
