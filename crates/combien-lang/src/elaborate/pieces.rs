//! Boards and pieces: from expressions to a tiling.

use std::collections::HashMap;
use std::ops::Range;

use combien::diagnostic::{Diagnostic, Place};
use combien::tiling::{Group, Lattice, Piece, Quantity, Shape, Tiling};

use super::Elaborator;
use crate::ast::{ExprKind, Flag, Name, Problem, Reference, Spanned, Sum, Tile, Tiles};
use crate::faults::nearest;
use crate::script::NamedProblem;

impl Elaborator<'_> {
    /// A problem of the script, by its number.
    pub(super) fn problem(&mut self, name: &Name, problem: &Problem) -> Option<usize> {
        let Problem { board, tiles, .. } = problem;
        let board_pattern = self.pattern(board);
        let pieces = match tiles {
            Tiles::List(tiles) => self.pieces(tiles),
            Tiles::Named(list) => self.pieces_of(list),
        };
        let board_shape = board_pattern?.shape();
        if board_shape.is_empty() {
            let hint = "draw the cells to be covered as `*`";
            self.error(
                "empty-board",
                &board.span,
                "the board has no cells".to_owned(),
                Some(hint.to_owned()),
            );
            return None;
        }
        let pieces = pieces?;
        self.warn_of_copies(&pieces, &name.span);
        let pieces = pieces.into_iter().map(|(piece, _)| piece).collect();
        match Tiling::new(Lattice::Square, board_shape, pieces) {
            Ok(tiling) => {
                let place = self.place(&name.span);
                self.script.problems.push(NamedProblem { name: name.node.clone(), tiling, place });
                Some(self.script.problems.len() - 1)
            }
            Err(error) => {
                self.error("tiling", &name.span, error.to_string(), None);
                None
            }
        }
    }

    pub(super) fn pieces_of(&mut self, list: &Reference<Sum>) -> Option<Vec<(Piece, Place)>> {
        let list = &list.name;
        if let Some(defined) = self.tiles.get(&list.node) {
            return defined.value.clone();
        }
        let diagnostic = self.unknown(&self.tiles, "list of tiles", &list.node, self.place(&list.span));
        self.diagnostics.push(diagnostic);
        None
    }

    pub(super) fn pieces(&mut self, tiles: &[Tile]) -> Option<Vec<(Piece, Place)>> {
        // All of them are looked at, so that all faults are seen.
        let pieces: Vec<Option<(Piece, Place)>> = tiles.iter().map(|tile| self.piece(tile)).collect();
        pieces.into_iter().collect()
    }

    pub(super) fn piece(&mut self, tile: &Tile) -> Option<(Piece, Place)> {
        let shape = self.pattern(&tile.shape).map(|pattern| pattern.shape());
        let (quantity, isometries) = self.options(&tile.flags)?;
        let shape = shape?;
        if shape.is_empty() {
            let hint = "a piece needs at least one cell, drawn as `*`";
            self.error(
                "empty-piece",
                &tile.shape.span,
                "this piece has no cells".to_owned(),
                Some(hint.to_owned()),
            );
            return None;
        }
        let piece = Piece::new(shape, quantity, isometries);
        let piece = match &tile.shape.node {
            ExprKind::Reference(reference) => piece.named(&reference.name.node),
            _ => piece,
        };
        Some((piece, self.place(&tile.shape.span)))
    }

    /// How often a piece is used and how it may be turned. Of two options about turning, the last one counts.
    pub(super) fn options(&mut self, options: &[Spanned<Flag>]) -> Option<(Quantity, Group)> {
        let all = Lattice::Square.isometries();
        let (mut quantity, mut isometries) = (Quantity::Any, Group::trivial());
        let errors_before = self.diagnostics.len();
        for option in options {
            let Flag::Word(word) = &option.node else { continue };
            match word.as_str() {
                "sym" => isometries = all.clone(),
                "rot" => isometries = all.rotations(),
                word @ ("one" | "maybe") => {
                    let wanted = if word == "one" { Quantity::ExactlyOne } else { Quantity::AtMostOne };
                    if quantity != Quantity::Any && quantity != wanted {
                        let message = "a piece cannot be both `~one` and `~maybe`".to_owned();
                        let hint = "`~one` is exactly once, `~maybe` at most once";
                        self.error("options-conflict", &option.span, message, Some(hint.to_owned()));
                    }
                    quantity = wanted;
                }
                other => {
                    let hint = match nearest(other, ["one", "maybe", "sym", "rot"]) {
                        Some(near) => format!("did you mean `~{near}`?"),
                        None => "the options are `~one`, `~maybe`, `~sym` and `~rot`".to_owned(),
                    };
                    let message = format!("there is no option `~{other}`");
                    self.error("unknown-option", &option.span, message, Some(hint));
                }
            }
        }
        (self.diagnostics.len() == errors_before).then_some((quantity, isometries))
    }

    /// Warns of two pieces that can lie alike: exchanging them counts as another tiling, which is seldom meant.
    pub(super) fn warn_of_copies(&mut self, pieces: &[(Piece, Place)], problem: &Range<usize>) {
        let mut seen: HashMap<Shape, usize> = HashMap::new();
        for (number, (piece, place)) in pieces.iter().enumerate() {
            let orientations = piece.orientations();
            if let Some(&first) = orientations.iter().find_map(|(_, shape)| seen.get(shape)) {
                let message = "two pieces have the same shape and are told apart all the same";
                let warning = Diagnostic::warning("same-shape", message, place.clone())
                    .related(pieces[first].1.clone(), "the same shape")
                    .related(self.place(problem), "in this problem")
                    .hinted("tilings that differ only in which of the two lies where are counted separately");
                return self.diagnostics.push(warning);
            }
            seen.extend(orientations.into_iter().map(|(_, shape)| (shape, number)));
        }
    }
}
