//! Pieces: shapes with their options.

use std::collections::HashMap;
use std::ops::Range;

use combien::diagnostic::{Diagnostic, Place};
use combien::draw::{color_names, is_color};
use combien::tiling::{Lattice, Mark, Piece, Quantity, Shape, Turning};

use super::Elaborator;
use super::names::Pieces;
use crate::ast::{ExprKind, Flag, Space, Spanned, Tile, Times};
use crate::faults::nearest;

/// The options of a tile that are one word.
pub(super) const WORDS: [&str; 9] =
    ["one", "maybe", "sym", "rot", "half", "mirror", "times", "named", "color"];

/// Words that other programs and people use, each with the option that it corresponds to here.
const MEANT: [(&[&str], &str); 6] = [
    (&["gaps"], "`~gaps` belongs to a board: `problem p = BOARD ~gaps [...]`"),
    (
        &["flip", "flips", "flipped", "reflect", "reflection", "refl", "mirrored", "chiral"],
        "`~mirror` lets a piece be mirrored, `~sym` be turned and mirrored",
    ),
    (
        &["turn", "turns", "turned", "rotate", "rotated", "rotation", "rotations"],
        "`~rot` lets a piece be turned, `~half` by half a turn only, `~sym` be turned and mirrored",
    ),
    (&["free", "all", "any", "iso", "symmetric"], "`~sym` lets a piece be turned and mirrored"),
    (
        &[
            "once", "exactly", "single", "optional", "opt", "most", "count", "number", "copies", "repeat",
            "use",
        ],
        "`~one` is exactly once, `~maybe` at most once, `~times 3` three times, `~times 0..5` up to five times",
    ),
    (&["name", "label", "title"], "`~named \"F\"` says what pictures and JSON call the piece"),
];

/// A piece of a list, its grid, and its place.
#[derive(Clone)]
pub(super) struct Listed {
    pub(super) piece: Piece,
    pub(super) lattice: Lattice,
    pub(super) place: Place,
}

/// The meaning of the options of a tile.
#[derive(Clone, Debug, Default)]
struct Options {
    quantity: Option<Quantity>,
    turning: Turning,
    mirror: bool,
    name: Option<String>,
    color: Option<String>,
}

impl Elaborator<'_> {
    pub(super) fn pieces(&mut self, tiles: &[Tile], space: Space) -> Option<Pieces> {
        // All of them are checked, so that all errors are reported.
        let pieces: Vec<Option<Listed>> = tiles.iter().map(|tile| self.piece(tile, space)).collect();
        pieces.into_iter().collect()
    }

    fn piece(&mut self, tile: &Tile, space: Space) -> Option<Listed> {
        let span = &tile.shape.span;
        let pattern = self.pattern(&tile.shape, space);
        let options = self.options(&tile.flags)?;
        let pattern = pattern?;
        if pattern.shape().is_empty() {
            let hint = "a piece needs at least one cell, drawn as `*`";
            self.error("empty-piece", span, "this piece has no cells".into(), Some(hint.into()));
            return None;
        }
        if !pattern.shape_where(|mark| mark == Mark::Optional).is_empty() {
            let hint = "`?` is for boards; two pieces, one with the cell and one without, may be meant";
            let message = "a piece has no optional cells: `?` has no meaning here".to_owned();
            self.error("optional-piece", span, message, Some(hint.into()));
            return None;
        }
        let isometries = options.turning.isometries(pattern.lattice(), options.mirror);
        let quantity = options.quantity.unwrap_or(Quantity::ANY);
        let name = options.name.or_else(|| match &tile.shape.node {
            ExprKind::Reference(reference) if reference.arguments.is_empty() => {
                Some(reference.name.node.clone())
            }
            _ => None,
        });
        let piece = Piece { name, color: options.color, ..Piece::new(pattern.shape(), quantity, isometries) };
        Some(Listed { piece, lattice: pattern.lattice(), place: self.place(span) })
    }

    /// The meaning of the options of a tile. Of two about turning, the last one counts, as in `combine`.
    fn options(&mut self, flags: &[Spanned<Flag>]) -> Option<Options> {
        let mut options = Options::default();
        let before = self.diagnostics.len();
        for Spanned { node, span } in flags {
            match node {
                Flag::Word(word) => match word.as_str() {
                    "sym" => options.turning = Turning::All,
                    "rot" => options.turning = Turning::Rotations,
                    "half" => options.turning = Turning::Half,
                    "mirror" => options.mirror = true,
                    "one" => self.restrict(&mut options, Quantity::ONE, span),
                    "maybe" => self.restrict(&mut options, Quantity::AT_MOST_ONE, span),
                    other => self.unknown_option(other, span),
                },
                Flag::Times(times) => {
                    if let Some(quantity) = self.times(times, span) {
                        self.restrict(&mut options, quantity, span);
                    }
                }
                Flag::Named(name) => options.name = Some(name.node.clone()),
                Flag::Color(color) if is_color(&color.node) => options.color = Some(color.node.clone()),
                Flag::Color(color) => {
                    let hint = match nearest(&color.node, color_names()) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "write `~color \"#cc3311\"`, or the name of a color such as \"crimson\""
                            .to_owned(),
                    };
                    let message = format!("`{}` is no color", color.node.escape_debug());
                    self.error("bad-color", &color.span, message, Some(hint));
                }
            }
        }
        (!self.diagnostics[before..].iter().any(Diagnostic::is_error)).then_some(options)
    }

    /// Sets how often a piece is used. Of `~one` and `~maybe` the last one counts, as in `combine`; a number that
    /// contradicts another is an error.
    fn restrict(&mut self, options: &mut Options, quantity: Quantity, span: &Range<usize>) {
        const HINT: &str =
            "`~one` is exactly once, `~maybe` at most once, `~times 2..5` from two to five times";
        let is_word = |quantity: Quantity| [Quantity::ONE, Quantity::AT_MOST_ONE].contains(&quantity);
        match options.quantity.filter(|&earlier| earlier != quantity) {
            None => {}
            Some(earlier) if is_word(earlier) && is_word(quantity) => {
                let message = "this piece has both `~one` and `~maybe`: the last one counts";
                let warning = Diagnostic::warning("options-conflict", message, self.place(span));
                self.diagnostics.push(warning.hinted(HINT));
            }
            Some(_) => {
                let message = "another number of uses of this piece has been given already".to_owned();
                self.error("options-conflict", span, message, Some(HINT.to_owned()));
            }
        }
        options.quantity = Some(quantity);
    }

    fn times(&mut self, times: &Times, span: &Range<usize>) -> Option<Quantity> {
        let (lo, hi) = match times {
            Times::Exactly(sum) => {
                let number = self.quantity(sum)?;
                (number, Some(number))
            }
            Times::Between(lo, hi) => {
                let (lo, hi) = (self.quantity(lo), self.quantity(hi));
                (lo?, Some(hi?))
            }
            Times::AtLeast(lo) => (self.quantity(lo)?, None),
        };
        if let Some(hi) = hi.filter(|&hi| hi < lo) {
            let message = format!("a piece cannot be used at least {lo} times and at most {hi} times");
            self.error(
                "bad-quantity",
                span,
                message,
                Some(format!("write the smaller number first: `~times {hi}..{lo}`")),
            );
            return None;
        }
        Some(Quantity { lo, hi })
    }

    fn unknown_option(&mut self, word: &str, span: &Range<usize>) {
        let meant = MEANT.iter().find(|(words, _)| words.contains(&word));
        let hint = match (meant, nearest(word, WORDS)) {
            (Some((_, hint)), _) => (*hint).to_owned(),
            (None, Some(near)) => format!("did you mean `~{near}`?"),
            (None, None) => {
                let words = WORDS.map(|word| format!("`~{word}`"));
                format!("the options are {}", words.join(", "))
            }
        };
        self.error("unknown-option", span, format!("there is no option `~{word}`"), Some(hint));
    }

    /// Warns of two pieces with the same shape. Exchanging them counts as another tiling, which is rarely
    /// intended.
    pub(super) fn warn_of_copies(&mut self, pieces: &Pieces, lattice: Lattice, problem: &Range<usize>) {
        let mut seen: HashMap<Shape, usize> = HashMap::new();
        for (number, Listed { piece, place, .. }) in pieces.iter().enumerate() {
            let orientations = piece.orientations(lattice);
            if let Some(&first) = orientations.iter().find_map(|(_, shape)| seen.get(shape)) {
                let earlier = &pieces[first].piece;
                let alike = earlier.isometries == piece.isometries && earlier.quantity == piece.quantity;
                let hint = if alike && piece.quantity == Quantity::ONE {
                    "`~times 2` instead of two pieces counts such tilings once"
                } else {
                    "tilings that differ only in which of the two lies where are counted separately"
                };
                let message = "two pieces have the same shape and are told apart all the same";
                let warning = Diagnostic::warning("same-shape", message, place.clone())
                    .related(pieces[first].place.clone(), "the same shape")
                    .related(self.place(problem), "in this problem")
                    .hinted(hint);
                return self.diagnostics.push(warning);
            }
            seen.extend(orientations.into_iter().map(|(_, shape)| (shape, number)));
        }
    }
}
