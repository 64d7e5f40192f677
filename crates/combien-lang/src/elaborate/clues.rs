//! Clues to placements that a tiling has, or does not have.

use std::collections::BTreeMap;
use std::ops::Range;

use combien::diagnostic::Diagnostic;
use combien_tiling::{
    self as tiling, Cell, ClueFault, Lattice, Mark, Pattern, Placement, Quantity, Shape, Tiling,
};

use super::Elaborator;
use crate::ast::{Cells, Clue, Drawing, Name, Space, Spanned, Spot};
use crate::faults::nearest;
use crate::words;

/// At most this number of names are listed in a hint.
const MOST_NAMED: usize = 20;

impl Elaborator {
    /// The tiling with clues, one after the other. All that are wrong are reported.
    pub(super) fn with_clues(
        &mut self,
        tiling: Tiling,
        clues: &[Spanned<Clue>],
        board: &Pattern,
        space: Space,
    ) -> Option<Tiling> {
        let (mut narrowed, mut is_right) = (tiling, true);
        for Spanned { node, span } in clues {
            is_right &= self.take_clue(&mut narrowed, node, span, board, space).is_some();
        }
        is_right.then_some(narrowed)
    }

    fn take_clue(
        &mut self,
        tiling: &mut Tiling,
        clue: &Clue,
        span: &Range<usize>,
        board: &Pattern,
        space: Space,
    ) -> Option<()> {
        let clues = match clue {
            Clue::Fix(spot) => vec![tiling::Clue::Fix(self.spot(spot, tiling, space)?)],
            Clue::Forbid(spot) => vec![tiling::Clue::Forbid(self.spot(spot, tiling, space)?)],
            Clue::Keep(marks, together) => {
                let cells = self.marked(&marks.node, &marks.span, board, 2)?;
                vec![if *together { tiling::Clue::Together(cells) } else { tiling::Clue::Apart(cells) }]
            }
            Clue::Drawn(layers) => self.drawn(layers, span, board, tiling)?,
            Clue::Cost(cost, spot) => {
                let (cost, spot) = (self.cost(cost), self.spot(spot, tiling, space));
                vec![tiling::Clue::Cost(cost?, spot?)]
            }
            Clue::Also(times, names, cells) => {
                let bounds = self.bounds(times, span, "a number of pieces");
                let pieces = names.as_ref().map(|names| {
                    let pieces: Vec<_> = names.iter().map(|name| self.pieces_named(name, tiling)).collect();
                    pieces.into_iter().collect::<Option<Vec<_>>>().map(|pieces| pieces.concat())
                });
                let regions = match cells {
                    Cells::Board => Some(vec![tiling.board().cells().clone()]),
                    Cells::Marked(marks) => {
                        self.marked(&marks.node, &marks.span, board, 1).map(|cells| vec![cells])
                    }
                    Cells::Vertices => self.vertices(tiling, span),
                };
                let pieces = match pieces {
                    Some(pieces) => Some(pieces?),
                    None => None,
                };
                let (lo, hi) = bounds?;
                let bounds = Quantity { lo, hi };
                let counts = |cells: &Shape| lo > 0 || hi.is_none_or(|hi| (hi as usize) < cells.len());
                let regions = regions?.into_iter().filter(counts);
                regions.map(|cells| tiling::Clue::Number(bounds, pieces.clone(), cells)).collect()
            }
        };
        for clue in &clues {
            if let Err(fault) = tiling.take_clue(clue) {
                let (code, message, hint) = explained(clue, &fault, tiling);
                self.error(code, span, message, hint);
                return None;
            }
        }
        Some(())
    }

    /// The placements that are meant.
    pub(super) fn spot(&mut self, spot: &Spot, tiling: &Tiling, space: Space) -> Option<tiling::Spot> {
        let lattice = tiling.lattice();
        if let Some(repeated) = &spot.repeated {
            let message = "this has been said already, and a piece lies in one place".to_owned();
            self.error("said-twice", repeated, message, Some("write a clue for each piece".into()));
            return None;
        }
        let pieces = match &spot.piece {
            Some(name) => Some(self.pieces_named(name, tiling)?),
            None => None,
        };
        let at = match &spot.at {
            Some(at) => Some(self.position(at, space)?),
            None => None,
        };
        let over: Vec<Option<Cell>> =
            spot.over.iter().map(|cell| Some(lattice.at(self.position(cell, space)?))).collect();
        let over = over.into_iter().collect::<Option<_>>()?;
        let isometry = match &spot.isometry {
            Some(name) => Some(self.isometry(name, lattice)?),
            None => None,
        };
        Some(tiling::Spot { pieces, at, over, exactly: None, isometry })
    }

    pub(super) fn pieces_named(
        &mut self,
        Spanned { node: name, span }: &Name,
        tiling: &Tiling,
    ) -> Option<Vec<usize>> {
        let names: Vec<String> = (0..tiling.pieces().len()).map(|piece| tiling.piece_name(piece)).collect();
        let pieces: Vec<usize> = (0..names.len()).filter(|&piece| names[piece] == *name).collect();
        if !pieces.is_empty() {
            return Some(pieces);
        }
        let hint = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => "it has no pieces".to_owned(),
            None => {
                let shown: Vec<&str> = names.iter().take(MOST_NAMED).map(String::as_str).collect();
                let rest = if shown.len() < names.len() { ", ..." } else { "" };
                format!("its pieces are {}{rest}", shown.join(", "))
            }
        };
        let message = format!("the problem has no piece `{}`", name.escape_debug());
        self.error("unknown-piece", span, message, Some(hint));
        None
    }

    /// The cells of the board with one of these marks.
    fn marked(&mut self, marks: &str, span: &Range<usize>, board: &Pattern, least: usize) -> Option<Shape> {
        let missing =
            marks.chars().find(|&mark| board.shape_where(|found| found == Mark::Named(mark)).is_empty());
        if let Some(mark) = missing {
            let message = format!("no cell of the board is marked `{}`", mark.escape_debug());
            let hint = "in a drawing that is `marked`, letters and digits mark cells: `marked {A**$**A}`";
            self.error("no-mark", span, message, Some(hint.into()));
            return None;
        }
        let cells = board.shape_where(|found| matches!(found, Mark::Named(mark) if marks.contains(mark)));
        if cells.len() < least {
            let message = "a clue about cells that are kept together or apart needs two of them".to_owned();
            self.error("no-mark", span, message, None);
            return None;
        }
        Some(cells)
    }

    /// The cells around each vertex of the board.
    fn vertices(&mut self, tiling: &Tiling, span: &Range<usize>) -> Option<Vec<Shape>> {
        let corners = tiling.corners();
        if corners.is_none() {
            let hint = "mark cells, and say `over` and the marks";
            self.error("no-vertex", span, "a solid has no vertices here".into(), Some(hint.into()));
        }
        corners
    }

    /// A clue for each letter: its cells are exactly those of a piece. If a piece has the letter as its name,
    /// it is this one.
    fn drawn(
        &mut self,
        layers: &[Drawing],
        span: &Range<usize>,
        board: &Pattern,
        tiling: &Tiling,
    ) -> Option<Vec<tiling::Clue>> {
        let (lattice, size) = (tiling.lattice(), board.size());
        let is_of_size = layers.len() as u32 == size.depth
            && layers.iter().all(|layer| {
                layer.rows.len() as u32 == size.height
                    && layer.rows.iter().all(|row| row.len() <= size.width as usize)
            });
        if !is_of_size {
            let message = format!("the drawing does not have the size of the board, which is {size}");
            let hint =
                "draw the whole board: letters and digits are pieces, `.` a cell of which nothing is known";
            self.error("sizes-differ", span, message, Some(hint.into()));
            return None;
        }
        let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (z, layer) in (0..).zip(layers) {
            for (y, row) in (0..).zip(layer.rows.iter().rev()) {
                for (x, mark) in (0..).zip(row) {
                    if let Mark::Named(letter) = mark {
                        cells.entry(*letter).or_default().push(lattice.at(Cell::space(x, y, z)));
                    }
                }
            }
        }
        if cells.is_empty() {
            let warning = Diagnostic::warning("empty-clue", "this drawing shows no piece", self.place(span));
            self.diagnostics.push(warning.hinted("letters and digits are pieces"));
        }
        let clue = |(letter, cells): (char, Vec<Cell>)| {
            let named = |&piece: &usize| tiling.piece_name(piece) == letter.to_string();
            let pieces: Vec<usize> = (0..tiling.pieces().len()).filter(named).collect();
            let pieces = Some(pieces).filter(|pieces| !pieces.is_empty());
            let exactly = Some(cells.into_iter().collect());
            tiling::Clue::Fix(tiling::Spot { pieces, exactly, ..tiling::Spot::default() })
        };
        Some(cells.into_iter().map(clue).collect())
    }
}

/// What is wrong with a clue of a tiling: a code, a message and a hint, which says where the piece would fit.
pub fn explained(
    clue: &tiling::Clue,
    fault: &ClueFault,
    tiling: &Tiling,
) -> (&'static str, String, Option<String>) {
    let lattice = tiling.lattice();
    let spot = match clue {
        tiling::Clue::Fix(spot) | tiling::Clue::Forbid(spot) | tiling::Clue::Cost(_, spot) => Some(spot),
        tiling::Clue::Together(_) | tiling::Clue::Apart(_) | tiling::Clue::Number(..) => None,
    };
    let pieces = spot.and_then(|spot| spot.pieces.as_deref());
    let piece = match pieces {
        Some(&[piece, ..]) => format!("`{}`", tiling.piece_name(piece)),
        _ => "a piece".to_owned(),
    };
    let drawn = spot.and_then(|spot| spot.exactly.as_ref()).map(|cells| {
        let positions = cells.cells().iter().map(|&cell| shown(lattice, lattice.position(cell)));
        format!(" exactly over {}", positions.collect::<Vec<_>>().join(" "))
    });
    match fault {
        ClueFault::Nowhere(near) => {
            let message = format!("{piece} cannot lie{}", drawn.unwrap_or_else(|| " there".to_owned()));
            let fits: Vec<String> =
                near.iter().map(|&placement| format!("`{}`", placed(placement, tiling))).collect();
            let hint = match fits.as_slice() {
                [] => "it fits nowhere on this board".to_owned(),
                fits => format!("it would fit: {}", fits.join(", or ")),
            };
            ("fits-nowhere", message, Some(hint))
        }
        ClueFault::Contradiction => {
            let place = drawn.unwrap_or_else(|| " there".to_owned());
            ("contradiction", format!("{piece} cannot lie{place} with the clues before this one"), None)
        }
        ClueFault::Vague => {
            let message = format!("this does not say enough: {piece} may be used more than once");
            let hint = "name a cell that it covers, as in `over 3x2`, or how it lies and where";
            ("vague-clue", message, Some(hint.into()))
        }
        ClueFault::BesideBoard(cell) => {
            let message = format!("the board has no cell at {}", shown(lattice, lattice.position(*cell)));
            ("outside", message, Some("positions run from 0x0, bottom left".into()))
        }
        ClueFault::CostTooLarge => ("costs", "the cost does not fit into 64 bits".to_owned(), None),
        _ => ("clue", "this clue cannot be taken".to_owned(), None),
    }
}

/// A placement as it is written in a clue.
pub(crate) fn placed(placement: Placement, tiling: &Tiling) -> String {
    let lattice = tiling.lattice();
    let at = shown(lattice, tiling.corner(placement));
    let isometry = lattice.isometry_name(placement.isometry);
    let lies = isometry.map_or_else(String::new, |name| format!(" as {name}"));
    format!("{} at {at}{lies}", word(&tiling.piece_name(placement.piece)))
}

/// A name as it is written: in quotes, unless it is a name of the language.
fn word(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && words::keyword(name).is_none()
        && !["at", "over", "as"].contains(&name);
    if is_plain {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A position as it is written.
fn shown(lattice: &Lattice, Cell { x, y, z }: Cell) -> String {
    match (lattice.dimension(), x < 0 || y < 0) {
        (2, false) => format!("{x}x{y}"),
        (2, true) => format!("({x}, {y})"),
        _ => format!("{x}x{y}x{z}"),
    }
}
