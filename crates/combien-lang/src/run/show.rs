//! Problems and tables as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use combien::Count;
use combien::solve::Outcome;
use combien_tiling::{Cell, Group, Lattice, Pattern, Piece, Shape, Tiling};

use crate::script::{NamedProblem, Script};

/// A problem: its board and its pieces, as drawings, and their symmetries.
pub(crate) fn problem(NamedProblem { name, tiling, .. }: &NamedProblem) -> String {
    let (board, lattice) = (tiling.board(), tiling.lattice());
    let drawn = drawing(lattice, board.cells(), board.optional(), board.marks());
    let mut shown = format!("problem \"{name}\"\n{drawn}");
    for piece in tiling.pieces() {
        let title = piece.name.as_ref().map(|name| format!("tile \"{name}\"\n"));
        shown += &title.unwrap_or_default();
        let marks: Vec<(Cell, char)> = piece.labels.marks().collect();
        shown += &drawing(lattice, &piece.shape, &Shape::default(), &marks);
        if let Some(colors) = piece.labels.colors_of(&piece.shape, lattice) {
            let _ = writeln!(shown, "sides \"{colors}\"");
        }
        if let (Some(back), Some(over)) = (piece.labels.back(), lattice.isometry_by_name("VertRefl")) {
            let turned = piece.shape.image(over, lattice);
            let _ = write!(shown, "back\n{}", drawing(lattice, &turned, &Shape::default(), &back));
        }
        shown += &stabilizer(tiling, piece);
    }
    shown + "\n"
}

/// A shape as a drawing of the language; layers from the lowest, with an empty line between them.
fn drawing(lattice: &Lattice, shape: &Shape, optional: &Shape, marks: &[(Cell, char)]) -> String {
    // Marks are not drawn if the cells may stay empty.
    let pattern = Pattern::around_marked(lattice, shape, optional, marks);
    let pattern = pattern.or_else(|_| Pattern::around(lattice, shape, optional));
    // Without cells there is nothing to draw. The frame is never larger than the written one.
    pattern.map_or_else(|_| String::new(), |pattern| pattern.to_string())
}

/// The isometries that map a piece to itself, in the words of `combine`; in space, where most have no name,
/// their number.
fn stabilizer(tiling: &Tiling, piece: &Piece) -> String {
    let lattice = tiling.lattice();
    let fixing: Group = piece.stabilizer(lattice);
    if lattice.dimension() == 3 {
        return format!("{{ {} of {} isometries }}\n", fixing.order(), lattice.isometries().order());
    }
    let named = lattice.named_isometries().iter().filter(|(_, isometry)| fixing.contains(*isometry));
    let names: String = named.flat_map(|&(name, _)| [name, ", "]).collect();
    format!("{{ {names}}}\n")
}

/// The counts of a family: the last argument that varies in columns, the other one in rows.
pub(crate) fn table(script: &Script, problems: &[usize], counts: &BTreeMap<usize, Outcome<Count>>) -> String {
    let arguments = |problem: &usize| &script.problems[*problem].arguments;
    let Some(first) = problems.first() else { return String::new() };
    let varying: Vec<usize> = (0..arguments(first).len())
        .filter(|&place| problems.iter().any(|problem| arguments(problem)[place] != arguments(first)[place]))
        .collect();
    let (Some(&across), down) = (varying.last(), varying.first()) else { return String::new() };
    let down = down.copied().unwrap_or(across);
    let mut rows: BTreeMap<i64, BTreeMap<i64, String>> = BTreeMap::new();
    for problem in problems {
        let cell = match counts.get(problem) {
            Some(Outcome::Answer(count)) => count.to_string(),
            Some(Outcome::Stopped { certain, .. }) => format!("\u{2265}{certain}"),
            None => "?".to_owned(),
        };
        rows.entry(arguments(problem)[down]).or_default().insert(arguments(problem)[across], cell);
    }
    let columns: Vec<i64> = rows.values().next().map(|row| row.keys().copied().collect()).unwrap_or_default();
    let width = rows.values().flat_map(BTreeMap::values).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let width = width.max(columns.iter().map(|column| column.to_string().len()).max().unwrap_or(0)) + 2;
    let mut shown = format!("{:>6}", "");
    shown.extend(columns.iter().map(|column| format!("{column:>width$}")));
    shown.push('\n');
    for (row, cells) in rows {
        // Writing to a string cannot fail.
        let _ = write!(shown, "{row:>6}");
        shown.extend(
            columns.iter().map(|column| format!("{:>width$}", cells.get(column).map_or("", String::as_str))),
        );
        shown.push('\n');
    }
    shown
}
