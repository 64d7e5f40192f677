//! `combien convert`: a problem in another format, and tables of what its numbers mean.

use std::fmt::Write as _;

use combien::problem::formula::{lp, opb};
use combien::problem::{OptionId, Problem, dimacs, dlx, json};
use combien::reduce::{Component, Reduction};

use crate::args::{ConvertArgs, Target};
use crate::escape;
use crate::failure::{Ending, Failure};
use crate::files::{STDOUT, deliver, takes_stdout};
use crate::input::{self, Input};
use crate::reduced;

pub(crate) fn convert(args: &ConvertArgs) -> Result<Ending, Failure> {
    if args.table.is_some() && !args.to.has_variables() {
        let message = "--table says what variables mean, and this format has none";
        return Err(Failure::hinted(message, "leave it out; with --reduce, --map tells of the options"));
    }
    let result = args.output.clone().unwrap_or_else(|| STDOUT.to_owned());
    takes_stdout(&[Some(&result), args.map.as_ref(), args.table.as_ref()])?;
    let input = input::read(&args.problem, false)?;
    let part = args.reduce.then(|| Reduction::new(input.problem(), Reduction::BUDGET).whole());
    let problem = part.as_ref().map_or(input.problem(), Component::problem);
    let mut text = written(args.to, problem)?;
    if let (Input::Classic(classic), Target::Dlx) = (&input, args.to) {
        text.splice(0..0, format!("| {}\n", classic.title()).into_bytes());
    }
    if let (Some(path), Some(part)) = (&args.map, &part) {
        deliver(path, reduced::table(part).as_bytes())?;
    }
    if let Some(path) = &args.table {
        let original = |option: OptionId| part.as_ref().map_or(option, |part| part.original(option));
        deliver(path, table(&input, problem, original).as_bytes())?;
    }
    deliver(&result, &text)?;
    Ok(Ending::Answered)
}

pub(crate) fn written(target: Target, problem: &Problem) -> Result<Vec<u8>, Failure> {
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

/// What the variables of the options mean, in columns with a head, parted by tabs: the variable, the number of the
/// option in the file, and the option; of a tiling, the piece and its cells.
fn table(input: &Input, written: &Problem, original: impl Fn(OptionId) -> OptionId) -> String {
    let columns = if matches!(input, Input::Tiling { .. }) { "piece\tcells" } else { "items" };
    let mut table = format!("variable\toption\t{columns}\n");
    for option in written.options() {
        let original = original(option);
        let meaning = meaning(input, original);
        let _ = writeln!(table, "{}\t{}\t{meaning}", option.number(), original.number());
    }
    table
}

fn meaning(input: &Input, option: OptionId) -> String {
    match input {
        Input::Plain(_) | Input::Classic(_) => {
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
