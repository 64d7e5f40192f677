//! Loops over tiles: `[rect<i, j> for i in 1..n for j in i..n]`.

use combien::diagnostic::Diagnostic;

use super::Elaborator;
use super::names::Pieces;
use super::pieces::CELLS_OF_PIECE;
use crate::ast::{Loop, Space, Tile};

impl Elaborator {
    /// The pieces of a tile for all numbers of its loops, the last one turning fastest. The first turn with an
    /// error is the last, because the others would have it, too.
    pub(super) fn tiles_of_loops(&mut self, loops: &[Loop], tile: &Tile, space: Space) -> Option<Pieces> {
        let Some((turning, inner)) = loops.split_first() else { return self.tile(tile, space) };
        let (first, last) = (self.sum(&turning.first), self.sum(&turning.last));
        let (first, last, before) = (first?, last?, self.diagnostics.len());
        let mut pieces = vec![];
        for value in first..=last {
            // Turns without pieces take time, too.
            self.spend(CELLS_OF_PIECE, &turning.last.span)?;
            self.open_loop(turning, value)?;
            let of_turn = self.tiles_of_loops(inner, tile, space);
            self.close_loops(1);
            let Some(of_turn) = of_turn else {
                self.name_turn(turning, value, before);
                return None;
            };
            pieces.extend(self.within_limit(of_turn, &turning.last.span)?);
            self.forget_repeated(before);
        }
        Some(pieces)
    }

    /// Gives the parameter of a loop a number; [`close_loops`](Elaborator::close_loops) takes it back.
    pub(super) fn open_loop(&mut self, Loop { name, .. }: &Loop, value: i64) -> Option<()> {
        if self.scope().values.iter().any(|(known, _)| *known == name.node) {
            let message = format!("the parameter `{}` has a value here already", name.node);
            self.error("parameter-twice", &name.span, message, Some("take another name".into()));
            return None;
        }
        self.loops += 1;
        self.values().push((name.node.clone(), value));
        Some(())
    }

    pub(super) fn close_loops(&mut self, number: usize) {
        let values = self.values();
        values.truncate(values.len() - number);
        self.loops -= number;
    }

    /// The values of the parameters of the text in use.
    fn values(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.scopes.last_mut().expect("tiles are elaborated within a file").values
    }

    /// Says for which number the errors are.
    fn name_turn(&mut self, Loop { name, .. }: &Loop, value: i64, before: usize) {
        let place = self.place(&name.span);
        for fault in self.diagnostics[before..].iter_mut().filter(|fault| fault.is_error()) {
            *fault = fault.clone().related(place.clone(), format!("{} is {value} here", name.node));
        }
    }

    /// Leaves out warnings that an earlier turn has given at the same place.
    fn forget_repeated(&mut self, before: usize) {
        let mut said: Vec<Diagnostic> = vec![];
        for fault in self.diagnostics.split_off(before) {
            let is_known = |earlier: &Diagnostic| {
                earlier.code == fault.code && earlier.labels.first() == fault.labels.first()
            };
            if !said.iter().any(is_known) {
                said.push(fault);
            }
        }
        self.diagnostics.extend(said);
    }
}
