//! `combien convert`: a problem in another format, and tables of what its numbers mean.

use std::fmt::Write as _;
use std::io::Write as _;

use combien::problem::formula::{lp, opb};
use combien::problem::{OptionId, Problem, dimacs, dlx, json};
use combien::reduce::{Component, Reduction};

use crate::args::{ConvertArgs, Target};
use crate::failure::{Ending, Failure};
use crate::files::write_whole;
use crate::input::{self, Input};
use crate::output::Output;
use crate::reduced;

pub(crate) fn convert(args: &ConvertArgs) -> Result<Ending, Failure> {
    if args.table.is_some() && !args.to.has_variables() {
        let message = "--table says what variables mean, and this format has none";
        return Err(Failure::hinted(message, "leave it out; with --reduce, --map tells of the options"));
    }
    let input = input::read(&args.problem, false)?;
    let part = args.reduce.then(|| Reduction::new(input.problem(), Reduction::BUDGET).whole());
    let problem = part.as_ref().map_or(input.problem(), Component::problem);
    let mut text = written(args.to, problem)?;
    if let (Input::Classic(classic), Target::Dlx) = (&input, args.to) {
        text.splice(0..0, format!("| {}\n", classic.title()).into_bytes());
    }
    if let (Some(path), Some(part)) = (&args.map, &part) {
        write_file(path, reduced::table(part).as_bytes())?;
    }
    if let Some(path) = &args.table {
        let original = |option: OptionId| part.as_ref().map_or(option, |part| part.original(option));
        write_file(path, table(&input, problem, original).as_bytes())?;
    }
    if let Some(path) = &args.output {
        write_file(path, &text)?;
    } else {
        let mut output = Output::new();
        output.write_all(&text)?;
        output.finish()?;
    }
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

fn write_file(path: &str, content: &[u8]) -> Result<(), Failure> {
    write_whole(path, content).map_err(|error| Failure::unwritable(path, &error))
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
            without_controls(&input.problem().show_option(option).to_string())
        }
        Input::Tiling { tiling, encoding, .. } => {
            let piece = encoding.placement(option).map(|placement| tiling.piece_name(placement.piece));
            let name = piece.unwrap_or_else(|| "gap".to_owned());
            let cells = encoding.cells(option);
            let cells: Vec<String> =
                cells.cells().iter().map(|&cell| tiling.lattice().cell_name(cell)).collect();
            format!("{}\t{}", without_controls(&name), cells.join(" "))
        }
    }
}

/// A tab or a newline in a name would be read as another column or row.
fn without_controls(text: &str) -> String {
    if !text.contains(char::is_control) {
        return text.to_owned();
    }
    let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}
