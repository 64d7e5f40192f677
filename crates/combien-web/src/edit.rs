//! Writes a drawing back into its text. Unchanged parts of the text, and comments, are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use combien::diagnostic::Source;
use combien_lang::ast::{Decl, Included, List, Problem, Span, Spanned, Step, Tile, TileKind, Tiles};
use combien_lang::parser::parse;
use combien_tiling::{Lattice, Mark, Pattern, Surface};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, Document, Input, Kind, failed, failure, read, settled};
use crate::drawing::{Drawing, DrawnPiece, Turned};

/// What is to be written where.
#[derive(Debug, Deserialize)]
struct Request {
    document: Document,
    drawing: Drawing,
}

/// The text of a document with a drawing written into it: `{"document": ..., "drawing": ...}` gives `{"type":
/// "text", "text": ..., "problem": ...}`.
///
/// Where the text defines the problem by itself, its board or those of its pieces that changed are replaced.
/// Otherwise, for example for a member of a family, a definition is added after the text. A text with errors
/// is refused, because its drawing is unknown.
pub fn edit(request: &str) -> Value {
    settled(serde_json::from_str::<Request>(request).map_err(failed).and_then(|request| edited(&request)))
}

const HINT: &str = "change the text under \"Write\"";

fn edited(Request { document, drawing }: &Request) -> Answer {
    if document.text.trim().is_empty() || document.kind != Kind::Tiling {
        let text = format!("{}\n\ncount puzzle\nsolve puzzle\n", definition("puzzle", drawing));
        return Ok(json!({"type": "text", "text": text, "problem": "puzzle"}));
    }
    let Some(Input::Tiling(name, tiling, _)) = read(document).input else {
        let message = "the text has mistakes, so it cannot be drawn";
        return Err(failure(message, Some("mend the text first")));
    };
    let source = Source::new(document.name.clone(), document.text.clone());
    let Some((start, problem)) = defined(&source, &name) else {
        if !can_be_written(drawing) {
            return Err(unwritten());
        }
        let name = free_name(&source);
        let text = format!("{}\n\n{}\n", document.text.trim_end(), definition(&name, drawing));
        return Ok(json!({"type": "text", "text": text, "problem": name}));
    };
    if tiling.pieces().iter().any(|piece| !piece.labels.is_empty()) {
        let message = "the drawing does not show marks and colored sides, so it cannot be changed";
        return Err(failure(message, Some(HINT)));
    }
    if tiling.lattice().tessellation().is_some() {
        return Err(failure("the cells of a lattice of one's own are not drawn by hand", Some(HINT)));
    }
    let before = Drawing::of(&tiling, closed_of(&problem));
    let is_other_board = before.board != drawing.board || before.grid != drawing.grid;
    if is_other_board && !can_be_written(drawing) {
        return Err(unwritten());
    }
    let mut changes = vec![];
    let words = [&before.grid, &drawing.grid].map(|grid| keyword(grid));
    if words[0] != words[1] {
        changes.push((start..start + words[0].len(), words[1].to_owned()));
    }
    if is_other_board || before.closed != drawing.closed {
        changes.push((board_span(&problem), board(drawing, &before, &problem, &document.text)));
    }
    if before.pieces != drawing.pieces || before.grid != drawing.grid {
        changes.extend(changed_pieces(&before, drawing, &problem, &document.text));
    }
    let mut text = document.text.clone();
    changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, new) in changes {
        text.replace_range(span, &new);
    }
    Ok(json!({"type": "text", "text": text, "problem": name}))
}

/// A document of the tiling language with the files that it includes written into its text, so that this can
/// be read alone.
pub fn alone(document: &str) -> Value {
    match serde_json::from_str::<Document>(document) {
        Ok(Document { text, files, .. }) => {
            json!({"type": "text", "text": with_files(&text, &files, &mut BTreeSet::new())})
        }
        Err(error) => failed(error),
    }
}

/// Each file takes the place of the first `include` that names it, for a file is read once.
fn with_files(text: &str, files: &BTreeMap<String, String>, written: &mut BTreeSet<String>) -> String {
    let source = Source::new(String::new(), text.to_owned());
    let (mut alone, mut end) = (String::new(), 0);
    for Spanned { node, span } in parse(&source).0 {
        let Decl::Include(Included::File(path)) = node else { continue };
        let Some(file) = files.get(&path.node) else { continue };
        alone.push_str(&source.text[end..span.start]);
        if written.insert(path.node) {
            alone.push_str(with_files(file, files, written).trim());
            alone.push('\n');
        }
        end = span.end;
    }
    alone + &source.text[end..]
}

/// Why a drawing is not written.
fn unwritten() -> Value {
    failure("a drawing of this grid does not show that only some cells may stay empty", Some(HINT))
}

/// The last definition of a problem in a text, and where it begins; `None` for a member of a family.
fn defined(source: &Arc<Source>, name: &str) -> Option<(usize, Problem)> {
    let (decls, _) = parse(source);
    decls.into_iter().rev().find_map(|Spanned { node, span }| match node {
        Decl::Problem(definition) if definition.name.node == name && definition.parameters.is_empty() => {
            definition.value.map(|problem| (span.start, problem))
        }
        _ => None,
    })
}

/// A name that no problem of the text has.
fn free_name(source: &Arc<Source>) -> String {
    let names = std::iter::once("drawn".to_owned()).chain((2..).map(|number| format!("drawn{number}")));
    let mut free = names.filter(|name| !source.text.contains(name.as_str()));
    free.next().unwrap_or_default()
}

/// How a problem writes that its board closes, if it is in the usual way.
pub(crate) fn closed_of(problem: &Problem) -> Option<String> {
    let closed = problem.closed.as_ref()?;
    let word = closed.node.name();
    Some(if problem.periods.is_empty() { word.to_owned() } else { format!("{word} by") })
}

/// The board of the problem of that name, if the text defines it directly.
pub(crate) fn closed_in(document: &Document, name: &str) -> Option<String> {
    let source = Source::new(document.name.clone(), document.text.clone());
    closed_of(&defined(&source, name)?.1)
}

fn board_span(problem: &Problem) -> Range<usize> {
    let start = problem.closed.as_ref().map_or(problem.board.span.start, |closed| closed.span.start);
    let ends = problem.flags.iter().map(|flag| flag.span.end);
    let ends = ends.chain(problem.periods.iter().map(|period| period.span.end));
    start..ends.fold(problem.board.span.end, usize::max)
}

/// The board as it is written. Unusual vectors of a closed board are kept unchanged.
fn board(drawing: &Drawing, before: &Drawing, problem: &Problem, text: &str) -> String {
    let (cells, gaps) = (expression(&drawing.grid, &drawing.board, "  "), gaps(drawing));
    if let (Some(closed), Some(first), true) =
        (&problem.closed, problem.periods.first(), drawing.closed == before.closed)
    {
        let last = problem.periods.last().map_or(first.span.end, |last| last.span.end);
        let word = &text[closed.span.clone()];
        return format!("{word} {cells} by {}{gaps}", &text[first.span.start..last]);
    }
    match drawing.closed.as_deref() {
        Some(word) if Surface::by_name(word).is_some() => format!("{word} {cells}{gaps}"),
        _ => format!("{cells}{gaps}"),
    }
}

/// Where a piece is written, with its options; `None` for the pieces of a list.
fn tile_span(tile: &Tile) -> Option<Span> {
    let TileKind::Shape(shape, filters) = &tile.kind else { return None };
    let ends = tile.flags.iter().map(|flag| flag.span.end);
    filters.is_empty().then(|| shape.span.start..ends.fold(shape.span.end, usize::max))
}

/// Where the tiles of a problem end. Clues may follow.
fn end_of_tiles(Tiles { selection, flags }: &Tiles) -> usize {
    let steps = selection.steps.iter().map(|step| match step {
        Step::Minus(list) => list.span.end,
        Step::Filter(filter) => filter.span.end,
    });
    let ends = steps.chain(flags.iter().map(|flag| flag.span.end));
    ends.fold(selection.list.span.end, usize::max)
}

/// The changed pieces, each in its place if the list has the same length; otherwise the whole list, with the
/// old text of pieces that are still there.
fn changed_pieces(
    before: &Drawing,
    drawing: &Drawing,
    problem: &Problem,
    text: &str,
) -> Vec<(Range<usize>, String)> {
    let Tiles { selection, flags } = &problem.tiles;
    let is_whole = selection.first.is_none() && selection.steps.is_empty() && flags.is_empty();
    let written: Vec<Span> = match &selection.list.node {
        List::Tiles(tiles) if is_whole => tiles.iter().filter_map(tile_span).collect(),
        _ => vec![],
    };
    let is_known = before.grid == drawing.grid && written.len() == before.pieces.len();
    let (old, new) = (&before.pieces, &drawing.pieces);
    if is_known && old.len() == new.len() {
        let pairs = old.iter().zip(new).zip(written);
        let changed = pairs.filter(|((old, new), _)| old != new);
        return changed.map(|((_, new), span)| (span, tile(&drawing.grid, new))).collect();
    }
    let starts_alike = is_known && !old.is_empty() && new.len() > old.len() && new[..old.len()] == old[..];
    if let (true, Some(last)) = (starts_alike, written.last()) {
        let more: Vec<String> = new[old.len()..].iter().map(|piece| tile(&drawing.grid, piece)).collect();
        return vec![(last.end..last.end, format!(",\n  {}", more.join(",\n  ")))];
    }
    let mut left: Vec<Option<usize>> = (0..old.len()).map(Some).collect();
    let mut words = |piece: &DrawnPiece| {
        let place = left.iter_mut().find(|place| place.is_some_and(|place| is_known && old[place] == *piece));
        let kept = place.and_then(Option::take);
        kept.map_or_else(|| tile(&drawing.grid, piece), |place| text[written[place].clone()].to_owned())
    };
    let tiles: Vec<String> = new.iter().map(&mut words).collect();
    let start = board_span(problem).end;
    vec![(start..end_of_tiles(&problem.tiles), format!(" {}", list(&tiles)))]
}

/// A definition of a problem.
fn definition(name: &str, drawing: &Drawing) -> String {
    let word = keyword(&drawing.grid);
    let closed = drawing.closed.as_deref().filter(|closed| Surface::by_name(closed).is_some());
    let closed = closed.map_or(String::new(), |closed| format!("{closed} "));
    let board = expression(&drawing.grid, &drawing.board, "  ") + gaps(drawing);
    let tiles: Vec<String> = drawing.pieces.iter().map(|piece| tile(&drawing.grid, piece)).collect();
    format!("{word} {name} = {closed}{board} {}", list(&tiles))
}

/// The word that a definition of a problem begins with.
fn keyword(grid: &str) -> &'static str {
    if lattice(grid).dimension() == 3 { "problem3" } else { "problem" }
}

fn list(tiles: &[String]) -> String {
    match tiles {
        [] => "[]".to_owned(),
        [tile] if tile.len() < 60 => format!("[{tile}]"),
        tiles => format!("[\n  {}\n]", tiles.join(",\n  ")),
    }
}

/// A piece with its options.
fn tile(grid: &str, piece: &DrawnPiece) -> String {
    let mut text = expression(grid, &piece.rows, "");
    // Writing to a string does not fail.
    let _ = match (piece.least, piece.most) {
        (0, None) => Ok(()),
        (1, Some(1)) => write!(text, " ~one"),
        (0, Some(1)) => write!(text, " ~maybe"),
        (least, None) => write!(text, " ~times {least}.."),
        (least, Some(most)) if least == most => write!(text, " ~times {least}"),
        (least, Some(most)) => write!(text, " ~times {least}..{most}"),
    };
    text.push_str(match (piece.turning, piece.mirrored, grid) {
        (Turned::Not, false, _) => "",
        (Turned::Half, false, _) => " ~half",
        (Turned::Not, true, _) => " ~mirror",
        (Turned::Half, true, _) => " ~half ~mirror",
        (Turned::All, false, _) | (Turned::Other, ..) => " ~rot",
        (Turned::All, true, "cube" | "sphere") => " ~rot ~mirror",
        (Turned::All, true, _) => " ~sym",
    });
    if let Some(name) = piece.name.as_deref().filter(|name| !name.is_empty()) {
        let _ = write!(text, " ~named \"{}\"", quoted(name));
    }
    if let Some(color) = &piece.color {
        let _ = write!(text, " ~color \"{}\"", quoted(color));
    }
    text
}

/// A text that can stand in quotes.
fn quoted(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\')).collect()
}

/// The lattice of that name; squares for any other name.
fn lattice(grid: &str) -> &'static Lattice {
    Lattice::by_name(grid).unwrap_or(Lattice::square())
}

/// The option of a board of which every cell may stay empty, on a lattice whose drawings do not show that.
fn gaps(drawing: &Drawing) -> &'static str {
    let mut marks = drawing.board.iter().flatten().flat_map(|row| row.chars());
    let is_terse = lattice(&drawing.grid).has_glyphs() && marks.clone().any(|mark| mark == '?');
    if is_terse && marks.all(|mark| mark != '*') { " ~gaps" } else { "" }
}

/// Does the text that is written for a board say all that its drawing does?
fn can_be_written(drawing: &Drawing) -> bool {
    let has_marks = |mark| drawing.board.iter().flatten().any(|row| row.contains(mark));
    if !(lattice(&drawing.grid).has_glyphs() && has_marks('?') && has_marks('*')) {
        return true;
    }
    let marks = |row: &String| row.chars().map(Mark::from_char).collect::<Vec<Mark>>();
    let rows: Vec<Vec<Mark>> = drawing.board.iter().flatten().map(marks).collect();
    Pattern::from_rows(lattice(&drawing.grid), &rows).is_ok_and(|pattern| pattern.is_drawable())
}

/// Cells as an expression: a rectangle by its size, anything else as a drawing, on one line if `indent` is
/// empty.
fn expression(grid: &str, layers: &[Vec<String>], indent: &str) -> String {
    let lattice = lattice(grid);
    let word = lattice.prefix();
    let (columns, rows) = lattice.block();
    let (columns, rows) = (columns as usize, rows as usize);
    let is_full = layers.iter().flatten().all(|row| row.chars().all(|mark| mark == '*'));
    let (width, height) = (
        layers.first().and_then(|layer| layer.first()).map_or(0, String::len),
        layers.first().map_or(0, Vec::len),
    );
    let is_even =
        layers.iter().all(|layer| layer.len() == height && layer.iter().all(|row| row.len() == width));
    let has_units = !lattice.is_of_lines() && width % columns == 0 && height % rows == 0;
    if is_full && is_even && has_units && !indent.is_empty() && width > 0 {
        let (width, height) = (width / columns, height / rows);
        return match (lattice.dimension(), layers.len()) {
            (3, depth) => format!("constant {word}{width}x{height}x{depth} true"),
            _ => format!("constant {word}{width}x{height} true"),
        };
    }
    let layer = |rows: &Vec<String>| {
        // Boards of which every cell may stay empty say so behind the drawing.
        let is_terse = lattice.has_glyphs() && !rows.iter().any(|row| row.contains('*'));
        let mark = |mark: char| if is_terse && mark == '?' { Mark::On } else { Mark::from_char(mark) };
        let marks = |row: &String| row.chars().map(mark).collect::<Vec<Mark>>();
        let rows: Vec<Vec<Mark>> = rows.iter().map(marks).collect();
        let rows: Vec<String> = match Pattern::from_rows(lattice, &rows) {
            Ok(pattern) => pattern.to_string().lines().map(str::to_owned).collect(),
            Err(_) => vec![".".to_owned()],
        };
        let word = if lattice.dimension() == 3 { "" } else { &word };
        match indent {
            "" => format!("{word}{{{}}}", rows.join("$")),
            indent => format!("{word}{{\n{indent}{}\n}}", rows.join(&format!("\n{indent}"))),
        }
    };
    match grid {
        "cube" | "sphere" => format!("{word}[{}]", layers.iter().map(layer).collect::<Vec<_>>().join(", ")),
        _ => layers.first().map_or_else(|| "{.}".to_owned(), layer),
    }
}
