//! `combien matrix`: the matrix of a problem, as text, as JSON or as a picture.

use std::io::Write;

use combien::problem::{Bounds, Entry, ItemId, Kind, OptionId, Problem};
use combien_lang::ast::Format;
use combien_tiling::draw::{Matrix, MatrixText, matrix_svg};
use serde_json::json;

use crate::input;
use crate::input::select::Selection;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::pictures;
use crate::request::{self, Source};
use crate::system::ending::Ending;

/// The maximum number of characters.
const MOST_CHARACTERS: u64 = 100_000_000;
/// The maximum number of rows, columns or entries in a picture.
const MOST_LINES: usize = 10_000;
const MOST_ENTRIES: usize = 500_000;

pub(super) fn matrix(request: &request::Matrix) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, request.json)?;
    let problem = input.problem();
    let options = Selection::options(problem, "--options").of(&request.options)?;
    let items = Selection::items(problem, "--items").of(&request.items)?;
    let matrix = Matrix::part(
        problem,
        options.into_iter().map(OptionId::from_index),
        items.into_iter().map(ItemId::from_index),
    );
    let is_drawn = draw(request, &input.title(&request.problem), &matrix)?;
    if request.json {
        write_json(&request.problem, &matrix)?;
    } else if !is_drawn {
        write_text(MatrixText { zeros: request.zeros, tabs: request.tabs }, &matrix)?;
    }
    Ok(Ending::Answered)
}

/// Writes the requested pictures.
fn draw(request: &request::Matrix, title: &str, matrix: &Matrix<'_>) -> Result<bool, Failure> {
    let files = [(Format::Svg, &request.svg), (Format::Png, &request.png), (Format::Pdf, &request.pdf)];
    let files: Vec<(Format, &String)> =
        files.into_iter().filter_map(|(format, file)| Some((format, file.as_ref()?))).collect();
    if files.is_empty() {
        return Ok(false);
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
            // Its name may mean another format.
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

/// One document, written option by option, because there may be very many.
fn write_json(source: &Source, matrix: &Matrix<'_>) -> Result<(), Failure> {
    let problem = matrix.problem();
    let mut is_shown = vec![false; problem.item_count()];
    matrix.items().iter().for_each(|item| is_shown[item.index()] = true);
    let mut output = Output::new();
    write!(
        output,
        r#"{{"schema":1,"type":"matrix","file":{},"entries":{},"items":["#,
        json!(source.name),
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
