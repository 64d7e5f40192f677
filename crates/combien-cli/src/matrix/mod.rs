//! `combien matrix`: the matrix of a problem, as text, as JSON or as a picture.

use std::io::Write;

use combien::draw::{Matrix, MatrixText, matrix_svg};
use combien::problem::{Bounds, Entry, ItemId, Kind, OptionId, Problem};
use combien_lang::ast::Format;
use serde_json::json;

use crate::args::ProblemArgs;
use crate::failure::{Ending, Failure};
use crate::files::{STDOUT, takes_stdout};
use crate::input;
use crate::output::Output;
use crate::pictures;

mod select;

use select::Selection;

/// More characters than anybody reads, or any editor opens.
const MOST_CHARACTERS: u64 = 100_000_000;
/// More rows, columns or entries than a picture shows.
const MOST_LINES: usize = 10_000;
const MOST_ENTRIES: usize = 500_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A row is an option, a column an item; `1` is an entry, and a color is shown by its name. Secondary items stand behind a
line. Items whose names are wider than their columns are read downwards; `2:3|name` is covered from 2 to 3 times.

A selection is numbers from 1, names, and ranges of either, with commas between: `1..9,R1#1..R1#9,300..`. What could be both
is a name. Rows and columns stand in the order in which they are asked for.

Examples:
  combien matrix examples/lesson.dlx
  combien matrix --zeros --items 1..7 examples/letters.dlx
  combien matrix 'puzzle:sudoku 3x3' --options R1C1#1..R1C3#9 --items R1C1..R1C3,R1#1..R1#9
  combien matrix 'puzzle:sudoku 3x3' --svg sudoku.svg
  combien matrix 'puzzle:sudoku 2x2' --tabs > sudoku.tsv
  combien matrix examples/scott.cmb --problem scott --json")]
pub(crate) struct MatrixArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Show these options only
    #[arg(long, value_name = "SELECTION")]
    options: Vec<String>,
    /// Show these items only
    #[arg(long, value_name = "SELECTION")]
    items: Vec<String>,
    /// Write `0`, not `.`, where an option does not have an item
    #[arg(long)]
    zeros: bool,
    /// Part columns by tabs, with whole names in the first line, as spreadsheets want it
    #[arg(long, conflicts_with = "json")]
    tabs: bool,
    /// Draw the matrix to this file: as PNG or PDF if it is named so, otherwise as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Draw it to this file as a picture of pixels; `-` is standard output
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
    /// Draw it to this file as a page; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pdf: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "zeros")]
    pub(crate) json: bool,
}

pub(crate) fn matrix(args: &MatrixArgs) -> Result<Ending, Failure> {
    let result = (args.json).then(|| STDOUT.to_owned());
    takes_stdout(&[result.as_ref(), args.svg.as_ref(), args.png.as_ref(), args.pdf.as_ref()])?;
    if let Some(path) = &args.svg {
        pictures::check(path, false)?;
    }
    let input = input::read(&args.problem, args.json)?;
    let problem = input.problem();
    let options = Selection::options(problem).of(&args.options)?;
    let items = Selection::items(problem).of(&args.items)?;
    let matrix = Matrix::part(
        problem,
        options.into_iter().map(OptionId::from_index),
        items.into_iter().map(ItemId::from_index),
    );
    let is_drawn = draw(args, &input.title(&args.problem), &matrix)?;
    if args.json {
        write_json(args, &matrix)?;
    } else if !is_drawn {
        write_text(MatrixText { zeros: args.zeros, tabs: args.tabs }, &matrix)?;
    }
    Ok(Ending::Answered)
}

/// Writes the pictures that are asked for, if there are any.
fn draw(args: &MatrixArgs, title: &str, matrix: &Matrix<'_>) -> Result<bool, Failure> {
    let files = [(Format::Svg, &args.svg), (Format::Png, &args.png), (Format::Pdf, &args.pdf)];
    let files: Vec<(Format, &String)> =
        files.into_iter().filter_map(|(format, file)| Some((format, file.as_ref()?))).collect();
    if files.is_empty() {
        return Ok(false);
    }
    for &(format, _) in &files {
        pictures::available(format)?;
    }
    let (rows, columns, entries) = (matrix.options().len(), matrix.items().len(), matrix.entry_count());
    if rows > MOST_LINES || columns > MOST_LINES || entries > MOST_ENTRIES {
        return Err(Failure::hinted(
            format!("{rows} options, {columns} items and {entries} entries are more than a picture can show"),
            format!(
                "select at most {MOST_LINES} options and items and {MOST_ENTRIES} entries: --options 1..500 --items 1..500"
            ),
        ));
    }
    let drawing = matrix_svg(title, matrix);
    for (format, file) in files {
        match format {
            // Its name may ask for another.
            Format::Svg => pictures::write(file, &drawing)?,
            format => pictures::write_as(format, file, &drawing)?,
        }
    }
    Ok(true)
}

fn write_text(text: MatrixText, matrix: &Matrix<'_>) -> Result<(), Failure> {
    let size = matrix.text_size(text);
    if size > MOST_CHARACTERS {
        let (rows, columns) = (matrix.options().len(), matrix.items().len());
        return Err(Failure::hinted(
            format!("{rows} options and {columns} items would make {size} characters"),
            "select a part: --options 1..100 --items 1..100; or take --json, which has the entries alone",
        ));
    }
    let mut output = Output::new();
    for line in matrix.lines(text) {
        writeln!(output, "{line}")?;
    }
    Ok(output.finish()?)
}

/// One document, an option a line: there may be very many.
fn write_json(args: &MatrixArgs, matrix: &Matrix<'_>) -> Result<(), Failure> {
    let problem = matrix.problem();
    let mut is_shown = vec![false; problem.item_count()];
    matrix.items().iter().for_each(|item| is_shown[item.index()] = true);
    let mut output = Output::new();
    write!(
        output,
        r#"{{"schema":1,"type":"matrix","file":{},"entries":{},"items":["#,
        json!(args.problem.file),
        matrix.entry_count()
    )?;
    for (place, &item) in matrix.items().iter().enumerate() {
        write!(output, "{}{}", comma(place), item_json(problem, item))?;
    }
    write!(output, r#"],"options":["#)?;
    for (place, &option) in matrix.options().iter().enumerate() {
        let entries = problem.option(option).iter().filter(|entry| is_shown[entry.item.index()]);
        let entries: Vec<String> =
            entries.map(|&entry: &Entry| problem.show_entry(entry).to_string()).collect();
        let mut document = json!({"option": option.number(), "entries": entries});
        if let Some(name) = problem.option_name(option) {
            document["name"] = json!(name);
        }
        write!(output, "{}{document}", comma(place))?;
    }
    writeln!(output, "]}}")?;
    Ok(output.finish()?)
}

fn item_json(problem: &Problem, item: ItemId) -> serde_json::Value {
    let is_primary = problem.kind(item) == Kind::Primary;
    let mut document =
        json!({"item": item.index() + 1, "name": problem.item_name(item), "primary": is_primary});
    let bounds = problem.bounds(item);
    if is_primary && bounds != Bounds::ONCE {
        document["bounds"] = json!([bounds.lo, bounds.hi]);
    }
    document
}

fn comma(place: usize) -> &'static str {
    if place == 0 { "" } else { "," }
}
