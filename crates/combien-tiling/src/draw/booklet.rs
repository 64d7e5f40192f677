//! A booklet of puzzles to be printed: one page of HTML, nothing fetched from elsewhere, the solutions at the
//! back.

use std::fmt::{self, Write};

use super::svg::write::Escaped;
use super::{CutOptions, MakeError, Part, Picture, SvgOptions, View, colors, cut, svg};
use crate::tiling::{Board, Cell, Encoding, Isometry, Piece, Placement, Quantity, Shape, Tiling};
use combien::problem::{OptionId, Solution};

/// A puzzle of a booklet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    name: String,
    notes: Vec<String>,
    /// The board with the pieces that are given.
    puzzle: String,
    left: Vec<Left>,
    solution: String,
    /// The pieces to cut, if the pieces are flat.
    parts: Vec<Part>,
    pieces: Vec<(Piece, u32)>,
    lattice: crate::tiling::Lattice,
}

/// A piece that is not given.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    picture: String,
    words: String,
}

/// How a booklet is laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct BookletOptions {
    /// How many puzzles stand side by side, from 1 to 4; other values are clamped.
    pub columns: usize,
    /// Are the solutions at the back?
    pub has_solutions: bool,
    /// The side of a cell of the pieces to cut, in millimetres; `None` for a booklet without them.
    pub cut: Option<f64>,
}

impl Default for BookletOptions {
    fn default() -> BookletOptions {
        BookletOptions { columns: 2, has_solutions: true, cut: None }
    }
}

/// For the screen and for paper of any size. A puzzle is not divided between pages.
const STYLE: &str = include_str!("booklet.css");

/// The side of a cell in the pictures of pieces that are left.
const SMALL: f64 = 10.0;

impl Leaf {
    /// A puzzle: a tiling, the options that are given, and a solution that has them. `notes` stand below the
    /// name.
    ///
    /// A piece that is used at most once has one color in all pictures. What the windows of the board show,
    /// such as a date, is the name in place of the given one.
    ///
    /// # Panics
    ///
    /// Panics if an option is not one of the encoding.
    pub fn new(
        name: impl Into<String>,
        notes: Vec<String>,
        (tiling, encoding): (&Tiling, &Encoding),
        given: &[OptionId],
        solution: &Solution,
    ) -> Leaf {
        let name = tiling.board().shows().unwrap_or_else(|| name.into());
        let tiling = &colored(tiling);
        let clues: Solution = given.iter().copied().collect();
        let options = SvgOptions { legend: false, ..SvgOptions::default() };
        let placed = encoding.placed(&clues);
        let pictured =
            |title: &str, solution: &Solution| Picture::new(title, tiling, &encoding.placed(solution));
        let puzzle = svg(&pictured(&name, &clues).outlined(), &options);
        let used =
            |piece: usize| placed.iter().filter(|(placement, _)| placement.piece == piece).count() as u32;
        let left = (0..tiling.pieces().len()).filter_map(|piece| Left::of(tiling, piece, used(piece)));
        let pieces = tiling.pieces().iter().map(|piece| (piece.clone(), piece.quantity.hi.unwrap_or(1)));
        Leaf {
            left: left.collect(),
            puzzle,
            solution: svg(&pictured(&name, solution), &options),
            parts: Part::all_of(tiling),
            pieces: pieces.collect(),
            lattice: tiling.lattice().clone(),
            name,
            notes,
        }
    }
}

impl Leaf {
    /// A puzzle without pieces, such as a Sudoku: the drawing of what is given, and that of its solution.
    #[doc(hidden)]
    pub fn drawn(name: impl Into<String>, notes: Vec<String>, puzzle: String, solution: String) -> Leaf {
        let (left, parts, pieces) = (vec![], vec![], vec![]);
        let lattice = crate::tiling::Lattice::square().clone();
        Leaf { name: name.into(), notes, puzzle, left, solution, parts, pieces, lattice }
    }
}

impl Left {
    fn of(tiling: &Tiling, index: usize, used: u32) -> Option<Left> {
        let piece = &tiling.pieces()[index];
        let Quantity { lo, hi } = piece.quantity;
        let name = tiling.piece_name(index);
        let (lo, hi) = (lo.saturating_sub(used), hi.map(|hi| hi.saturating_sub(used)));
        let words = match (lo, hi) {
            (_, Some(0)) => return None,
            (1, Some(1)) => name,
            (0, None) => format!("{name}, any number"),
            (lo, None) => format!("{name}, at least {lo}"),
            (lo, Some(hi)) if lo == hi => format!("{hi} × {name}"),
            (0, Some(hi)) => format!("{name}, at most {hi}"),
            (lo, Some(hi)) => format!("{lo} to {hi} × {name}"),
        };
        Some(Left { picture: alone(tiling, index), words })
    }
}

/// The tiling with a color for each piece that is used at most once and has none.
fn colored(tiling: &Tiling) -> Tiling {
    let color = |(number, piece): (usize, &Piece)| match (&piece.color, piece.quantity.hi) {
        (None, Some(1)) => piece.clone().colored(colors::nth(number)),
        _ => piece.clone(),
    };
    let pieces = tiling.pieces().iter().enumerate().map(color).collect();
    Tiling::new(tiling.board().clone(), pieces).unwrap_or_else(|_| tiling.clone())
}

/// A piece by itself, in its color.
fn alone(tiling: &Tiling, index: usize) -> String {
    let (lattice, name) = (tiling.lattice(), tiling.piece_name(index));
    let cells: Shape = tiling.pieces()[index].shape.at_origin(lattice);
    let piece = &tiling.pieces()[index];
    let shown = if piece.color.is_some() { piece.clone() } else { piece.clone().colored("gainsboro") };
    // Which colors are drawn alike depends on the board.
    let board = Board::new(lattice, cells.clone()).map(|board| board.fitted(tiling.board().fits().clone()));
    let alone = board.and_then(|board| Tiling::new(board, vec![shown]));
    let Ok(alone) = alone else { return String::new() };
    let placement = Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() };
    let picture = Picture::new(name, &alone, &[(placement, cells)]);
    svg(&picture, &SvgOptions { cell: SMALL, legend: false, view: View::Isometric, ..SvgOptions::default() })
}

/// The booklet as a page of HTML. The same puzzles give the same bytes.
///
/// # Errors
///
/// If pieces are to be cut that are solid, or too small for the tool.
///
/// ```
/// use combien_tiling::draw::{BookletOptions, Leaf, booklet};
/// use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
///
/// let board = Board::of(&Pattern::from_drawing("***$***")?);
/// let bar = Pattern::from_drawing("**")?.shape();
/// let three = Quantity { lo: 3, hi: Some(3) };
/// let tiling = Tiling::new(board, vec![Piece::new(bar, three, Lattice::square().isometries()).named("bar")])?;
/// let encoding = tiling.encode()?;
/// let solution = combien::solve::first(&encoding.problem)?.unwrap();
/// let leaf = Leaf::new("Three bars", vec![], (&tiling, &encoding), &solution.options()[..1], &solution);
/// let page = booklet("Bars", &[leaf], &BookletOptions::default())?;
/// assert!(page.contains("<h3>1. Three bars</h3>") && page.contains("2 × bar"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn booklet(title: &str, leaves: &[Leaf], options: &BookletOptions) -> Result<String, MakeError> {
    let sheets = options.cut.map_or(Ok(vec![]), |side| sheets(leaves, side))?;
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write_page(title, leaves, options, &sheets, &mut page);
    Ok(page)
}

/// A sheet for each set of pieces, with the numbers of the puzzles that it is for.
fn sheets(leaves: &[Leaf], side: f64) -> Result<Vec<(Vec<usize>, String)>, MakeError> {
    let mut sheets: Vec<(Vec<usize>, &Leaf)> = vec![];
    for (number, leaf) in (1..).zip(leaves).filter(|(_, leaf)| !leaf.parts.is_empty()) {
        let known = sheets
            .iter_mut()
            .find(|(_, other)| (&other.lattice, &other.pieces) == (&leaf.lattice, &leaf.pieces));
        match known {
            Some((numbers, _)) => numbers.push(number),
            None => sheets.push((vec![number], leaf)),
        }
    }
    let options =
        CutOptions { side, line: 0.2, layout: super::Layout::Apart { kerf: 0.0, margin: 3.0, width: 180.0 } };
    let sheet =
        |(numbers, leaf): (Vec<usize>, &Leaf)| Ok((numbers, cut(&leaf.lattice, &leaf.parts, &options)?));
    sheets.into_iter().map(sheet).collect()
}

fn write_page(
    title: &str,
    leaves: &[Leaf],
    options: &BookletOptions,
    sheets: &[(Vec<usize>, String)],
    out: &mut String,
) -> fmt::Result {
    let title = Escaped(title);
    let columns = options.columns.clamp(1, 4);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
    let plural = if leaves.len() == 1 { "" } else { "s" };
    writeln!(out, "<p>{} puzzle{plural}</p>", leaves.len())?;
    writeln!(out, "<main style=\"grid-template-columns: repeat({columns}, 1fr)\">")?;
    for (number, leaf) in (1..).zip(leaves) {
        let is_numbered = leaf.name == format!("puzzle {number}");
        let heading =
            if is_numbered { format!("Puzzle {number}") } else { format!("{number}. {}", leaf.name) };
        writeln!(out, "<article id=\"puzzle-{number}\">\n<h3>{}</h3>", Escaped(&heading))?;
        if !leaf.notes.is_empty() {
            writeln!(out, "<p>{}</p>", Escaped(&leaf.notes.join(", ")))?;
        }
        writeln!(out, "{}", leaf.puzzle)?;
        if !leaf.left.is_empty() {
            writeln!(out, "<div class=\"left\">")?;
            for Left { picture, words } in &leaf.left {
                writeln!(out, "<figure>{picture}<figcaption>{}</figcaption></figure>", Escaped(words))?;
            }
            writeln!(out, "</div>")?;
        }
        writeln!(out, "</article>")?;
    }
    writeln!(out, "</main>")?;
    if options.has_solutions {
        writeln!(out, "<section class=\"back\">\n<h2>Solutions</h2>\n<div class=\"solutions\">")?;
        for (number, leaf) in (1..).zip(leaves) {
            writeln!(
                out,
                "<figure id=\"solution-{number}\"><figcaption>{number}</figcaption>{}</figure>",
                leaf.solution
            )?;
        }
        writeln!(out, "</div>\n</section>")?;
    }
    for (numbers, sheet) in sheets {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let plural = if numbers.len() == 1 { "" } else { "s" };
        writeln!(
            out,
            "<section class=\"back cut\">\n<h2>Pieces for puzzle{plural} {}</h2>",
            numbers.join(", ")
        )?;
        writeln!(out, "{sheet}\n</section>")?;
    }
    writeln!(out, "</body>\n</html>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Lattice, Pattern};
    use combien::solve;

    fn leaf(name: &str, lattice: &Lattice) -> Leaf {
        let all = lattice.isometries();
        let pattern = |drawing: &str| match lattice.dimension() {
            3 => Pattern::from_layers(&[Pattern::from_drawing(drawing).unwrap()]).unwrap(),
            _ => Pattern::from_drawing(drawing).unwrap(),
        };
        let one = Piece::new(pattern("***").shape(), Quantity::ONE, all.clone()).named("<bar>");
        let rest = Piece::new(pattern("*").shape(), Quantity::ANY, all);
        let tiling = Tiling::new(Board::of(&pattern("***$**.")), vec![one, rest]).unwrap();
        let encoding = tiling.encode().unwrap();
        let solution = solve::first(&encoding.problem).unwrap().unwrap();
        Leaf::new(name, vec!["rated 1.0".into(), "a & b".into()], (&tiling, &encoding), &[], &solution)
    }

    #[test]
    fn words_are_escaped_and_pieces_that_are_left_are_named() {
        let page =
            booklet("<script>", &[leaf("<b>", Lattice::square())], &BookletOptions::default()).unwrap();
        assert!(!page.contains("<script>") && !page.contains("<b>") && !page.contains("<bar>"));
        assert!(page.contains("&lt;bar&gt;</figcaption>") && page.contains("#2, any number"));
        assert!(page.contains("<p>rated 1.0, a &amp; b</p>"));
        assert!(page.contains("id=\"solution-1\""));
    }

    #[test]
    fn pieces_to_cut_are_given_once_for_all_puzzles_that_have_them() {
        let leaves = [leaf("one", Lattice::square()), leaf("two", Lattice::square())];
        let options = BookletOptions { cut: Some(15.0), has_solutions: false, columns: 9 };
        let page = booklet("cut", &leaves, &options).unwrap();
        assert!(page.contains("<h2>Pieces for puzzles 1, 2</h2>") && page.contains("repeat(4, 1fr)"));
        assert!(!page.contains("Solutions"));
        let solid = booklet("cut", &[leaf("solid", Lattice::cube())], &options);
        assert_eq!(solid, Err(MakeError::Solid));
    }
}
