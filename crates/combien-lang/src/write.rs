//! A puzzle as a text of the language: a board, pieces, and clues.

use std::collections::BTreeSet;
use std::fmt::Write;

use combien_tiling::{
    Axes, Cell, Group, Isometry, Lattice, Pattern, PatternError, Piece, Placement, Quantity, Shape, Surface,
    Tessellation, Tiling, Turning,
};

use crate::wheres::{names, predicate, quoted};
use crate::words;

/// A clue: an option of the problem that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Given {
    /// A piece lies there, and covers these cells of the board.
    Placed(Placement, Shape),
    /// No piece covers this cell.
    Empty(Cell),
}

/// A definition of a problem with the board and the pieces of a tiling, and with these clues. Read back, it
/// has the solutions of the tiling that have the clues. The frame of the board begins at its least column and
/// row. An error if the board has no cells.
///
/// Its predicate is behind the clues, and so are bounds on groups of pieces, if the tiling has no other clues
/// ([`Tiling::groups`]). Other clues that the tiling has already are left out, so they must follow from the
/// new ones or be given again.
///
/// ```
/// use combien_tiling::{Board, Group, Pattern, Piece, Quantity, Tiling};
/// use combien_lang::{Given, puzzle};
///
/// let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, Group::trivial()).named("d");
/// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("****")?), vec![domino])?;
/// let encoding = tiling.encode()?;
/// let first = encoding.problem.options().next().unwrap();
/// let clue = Given::Placed(encoding.placement(first).unwrap(), encoding.cells(first));
/// let text = puzzle("p", &tiling, &[clue])?;
/// assert_eq!(text, "problem p = {****} [\n  {**} ~named \"d\"\n]\n  fix \"d\" at 0x0 as Id\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn puzzle(name: &str, tiling: &Tiling, clues: &[Given]) -> Result<String, PatternError> {
    let (board, lattice) = (tiling.board(), tiling.lattice());
    // A cell of a drawing has a mark or may stay empty.
    let is_terse = !board.marks().is_empty() || lattice.has_glyphs();
    let has_gaps = is_terse && !board.cells().is_empty() && board.optional() == board.cells();
    let optional = if has_gaps { &Shape::default() } else { board.optional() };
    // Windows are drawn with the board, and then taken away.
    let all: Shape = board.reading().into_iter().collect();
    let frame = Pattern::around_marked(lattice, &all, optional, board.marks())?;
    if !frame.is_drawable() {
        return Err(PatternError::NoDrawing(lattice.clone()));
    }
    let low = lowest(lattice, &all);
    let names = names(tiling);
    let word = if lattice.dimension() == 3 { "problem3" } else { "problem" };
    let steps = board.wrap().steps();
    let steps = steps.map(|step| lattice.position(lattice.at(Cell::default()) + step)).collect();
    let (closed, steps) = match board.wrap().surface(lattice, low) {
        Some((surface, positions)) => (Some(surface), positions),
        None => ([None, Some(Surface::Cylinder), Some(Surface::Torus)][board.wrap().rank().min(2)], steps),
    };
    let closed = closed.map_or_else(String::new, |surface| format!("{} ", surface.name()));
    let steps: Vec<String> = steps.into_iter().map(|step| position(lattice, step)).collect();
    let mut text = lattice.own().map(defined).unwrap_or_default();
    // Writing to a string does not fail.
    let _ = write!(text, "{word} {name} = {closed}{}", labelled(tiling, &frame));
    // A torus of cubes closes over its frame, because two steps are the most that can be written.
    if (1..=2).contains(&steps.len()) {
        let _ = write!(text, " by {}", steps.join(" "));
    }
    if has_gaps {
        text.push_str(" ~gaps");
    }
    if let Some(colors) = board.border().map(String::from).or_else(|| board.edges()) {
        let _ = write!(text, " ~border \"{}\"", quoted(&colors));
    }
    if !board.fits().is_usual() {
        let _ = write!(text, " ~fits \"{}\"", quoted(&board.fits().to_string()));
    }
    text.push_str(" [");
    for (number, piece) in tiling.pieces().iter().enumerate() {
        let (shape, labels) = piece.image(Isometry::IDENTITY, lattice);
        let marks: Vec<(Cell, char)> = labels.marks().collect();
        let colors = labels.colors_of(&shape, lattice);
        let shape = Pattern::around_marked(lattice, &shape, &Shape::default(), &marks)?;
        if !shape.is_drawable() {
            return Err(PatternError::NoDrawing(lattice.clone()));
        }
        let end = if number == 0 { "" } else { "," };
        let _ = write!(text, "{end}\n  {}{}", drawn(&shape), options(piece, lattice));
        if let (Some(back), Some(over)) = (&piece.labels.back(), lattice.isometry_by_name("VertRefl")) {
            let shape = piece.shape.image(over, lattice);
            let back = Pattern::around_marked(lattice, &shape, &Shape::default(), back)?;
            let _ = write!(text, " ~back {}", braces(&back.to_string()));
        }
        if let Some(colors) = colors {
            let _ = write!(text, " ~sides \"{}\"", quoted(&colors));
        }
        let is_numbered = names[number] == format!("#{}", number + 1);
        if !is_numbered {
            let _ = write!(text, " ~named \"{}\"", quoted(&names[number]));
        }
        if let Some(color) = &piece.color {
            let _ = write!(text, " ~color \"{}\"", quoted(color));
        }
    }
    text.push_str("\n]\n");
    for clue in clues {
        let _ = match clue {
            Given::Empty(cell) => {
                writeln!(text, "  forbid over {}", position_on(tiling, *cell))
            }
            Given::Placed(placement, cells) => {
                writeln!(
                    text,
                    "  fix \"{}\" {}",
                    quoted(&names[placement.piece]),
                    place(tiling, *placement, cells, low)?
                )
            }
        };
    }
    for (bounds, pieces) in tiling.groups().unwrap_or_default() {
        let of = match pieces {
            None => "every piece".to_owned(),
            Some(pieces) => {
                let names = pieces.iter().map(|&piece| format!("\"{}\"", quoted(&names[piece])));
                format!("[{}]", names.collect::<Vec<_>>().join(", "))
            }
        };
        let _ = match bounds {
            Quantity { lo, hi: Some(hi) } if lo == hi => writeln!(text, "  also {lo} of {of}"),
            Quantity { lo, hi: Some(hi) } => writeln!(text, "  also {lo}..{hi} of {of}"),
            Quantity { lo, hi: None } => writeln!(text, "  also {lo}.. of {of}"),
        };
    }
    if let Some(predicate) = predicate(tiling) {
        let _ = writeln!(text, "  where {predicate}");
    }
    Ok(text)
}

/// The position of a cell on the board of a tiling, as clues name it: its column and row, such as `3x2`, from
/// the least of each.
#[doc(hidden)]
pub fn position_on(tiling: &Tiling, cell: Cell) -> String {
    let lattice = tiling.lattice();
    position(
        lattice,
        lattice.position(cell) - lowest(lattice, &tiling.board().reading().into_iter().collect()),
    )
}

/// The board with its words, without its windows.
fn labelled(tiling: &Tiling, frame: &Pattern) -> String {
    let board = tiling.board();
    let drawing = drawn(frame);
    let Some(words) = board.written_words() else { return drawing };
    let labelled = format!("labels \"{}\" {drawing}", quoted(&words));
    if board.windows().is_empty() {
        return labelled;
    }
    let lattice = board.lattice();
    let all: Shape = board.reading().into_iter().collect();
    let low = lowest(lattice, &all);
    let at = |cell: Cell| lattice.position(cell) - low;
    let windows: BTreeSet<Cell> = board.windows().into_iter().map(at).collect();
    windows.iter().fold(labelled, |text, &at| format!("set ({text}) {} false", position(lattice, at)))
}

/// The definition of a lattice, on lines of its own.
fn defined(tessellation: &Tessellation) -> String {
    let Tessellation { axes, pitch, block: (columns, rows), cells, motions, .. } = tessellation;
    let axes = match axes {
        Axes::Square => "square".to_owned(),
        Axes::Hexagon => "hexagon".to_owned(),
        Axes::Rectangle(across, up) => format!("rectangle {across}x{up}"),
        Axes::Rhombus(across, up) => format!("rhombus {across}x{up}"),
    };
    let mut text = format!("lattice {} = {axes} {pitch} in {columns}x{rows} [", word_of(tessellation));
    for (number, cell) in cells.iter().enumerate() {
        let end = if number == 0 { "" } else { "," };
        let corners: Vec<String> = cell.iter().map(|(x, y)| format!("({x}, {y})")).collect();
        let _ = write!(text, "{end}\n  [{}]", corners.join(" "));
    }
    text.push_str("\n]");
    if let Some(motions) = motions {
        let _ = write!(text, " ~motions \"{}\"", quoted(&motions.join(" ")));
    }
    text.push('\n');
    text
}

/// A name as one that a text of the language can define: other characters than letters and digits become `_`,
/// and what would be a keyword or begins with anything but a letter gets `problem_` before it.
///
/// ```
/// assert_eq!(combien_lang::identifier("my box!"), "my_box");
/// assert_eq!(combien_lang::identifier("2"), "problem_2");
/// assert_eq!(combien_lang::identifier("problem"), "problem_problem");
/// ```
#[doc(hidden)]
pub fn identifier(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let word = word.trim_end_matches('_');
    let is_name = word.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_name && words::keyword(word).is_none() {
        return word.to_owned();
    }
    let word = word.trim_start_matches('_');
    if word.is_empty() { "problem_1".to_owned() } else { format!("problem_{word}") }
}

/// The name of a lattice as a word: a member of a family has brackets in its name.
fn word_of(tessellation: &Tessellation) -> String {
    let word: String =
        tessellation.name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    word.trim_end_matches('_').to_owned()
}

/// Where a piece lies: its corner and how it lies, or its cells if that has no name or the board closes on
/// itself.
fn place(tiling: &Tiling, placement: Placement, cells: &Shape, low: Cell) -> Result<String, PatternError> {
    let lattice = tiling.lattice();
    let over = || {
        let cells = cells.cells().iter().map(|&cell| position(lattice, lattice.position(cell) - low));
        format!("over {}", cells.collect::<Vec<_>>().join(" "))
    };
    // The cells alone do not say where marks and colors are.
    let has_labels = !tiling.pieces()[placement.piece].labels.is_empty();
    match lattice.isometry_name(placement.isometry) {
        Some(isometry) if tiling.board().wrap().is_none() => {
            Ok(format!("at {} as {isometry}", position(lattice, tiling.corner(placement) - low)))
        }
        Some(isometry) if has_labels => Ok(format!("{} as {isometry}", over())),
        None if has_labels => Err(PatternError::NoName(lattice.clone())),
        _ => Ok(over()),
    }
}

/// The position that becomes the first one of the frame.
fn lowest(lattice: &Lattice, cells: &Shape) -> Cell {
    let positions = cells.cells().iter().map(|&cell| lattice.position(cell));
    lattice.frame_corner(positions.reduce(Cell::min_corner).unwrap_or_default())
}

fn position(lattice: &Lattice, Cell { x, y, z }: Cell) -> String {
    match lattice.dimension() {
        2 if x < 0 || y < 0 => format!("({x}, {y})"),
        2 => format!("{x}x{y}"),
        _ if x < 0 || y < 0 || z < 0 => format!("({x}, {y}, {z})"),
        _ => format!("{x}x{y}x{z}"),
    }
}

/// Rows in braces.
fn braces(rows: &str) -> String {
    format!("{{{}}}", rows.trim_end().replace('\n', "$"))
}

/// A drawing, in space one for each layer.
fn drawn(pattern: &Pattern) -> String {
    let marked = if pattern.named().is_empty() { "" } else { "marked " };
    let rows = |layer: &str| format!("{marked}{}", braces(layer));
    let shown = pattern.to_string();
    let lattice = pattern.lattice();
    let word = lattice.own().map_or_else(|| lattice.prefix(), |own| format!("lattice {} ", word_of(own)));
    if lattice.dimension() == 2 {
        return format!("{word}{}", rows(&shown));
    }
    let layers: Vec<String> = shown.trim_end().split("\n\n").map(rows).collect();
    format!("{word}[{}]", layers.join(", "))
}

/// How often a piece is used, and how it may be turned.
fn options(piece: &Piece, lattice: &Lattice) -> String {
    let mut text = match piece.quantity {
        Quantity::ANY => String::new(),
        Quantity::ONE => " ~one".to_owned(),
        Quantity::AT_MOST_ONE => " ~maybe".to_owned(),
        Quantity { lo, hi: None } => format!(" ~times {lo}.."),
        Quantity { lo, hi: Some(hi) } if lo == hi => format!(" ~times {lo}"),
        Quantity { lo, hi: Some(hi) } => format!(" ~times {lo}..{hi}"),
    };
    text.push_str(turning(&piece.isometries, lattice));
    text
}

/// The options that let a piece be turned so. In the plane a group that no options give cannot come from a
/// file; the nearest larger one is taken.
fn turning(group: &Group, lattice: &Lattice) -> &'static str {
    let words = [
        (Turning::Not, false, ""),
        (Turning::All, false, " ~sym"),
        (Turning::Rotations, false, " ~rot"),
        (Turning::Half, false, " ~half"),
        (Turning::Not, true, " ~mirror"),
        (Turning::Half, true, " ~half ~mirror"),
        (Turning::Rotations, true, " ~rot ~mirror"),
    ];
    let found = words.iter().find(|&&(turning, mirror, _)| turning.isometries(lattice, mirror) == *group);
    found.map_or(" ~rot ~mirror", |&(.., words)| words)
}
