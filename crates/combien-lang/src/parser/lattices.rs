//! The definition of a lattice.

use super::cursor::{Cursor, Parsed};
use crate::ast::{Axes, Coordinates, Grid, Outlines, Spanned};
use crate::lexer::TokenKind;

/// What corners are.
const CORNER: &str = "a corner such as `(0, 2)`";

/// What follows the word for some axes.
const LENGTHS: &str = "the width and the height, such as `5x4`,";

impl Cursor<'_> {
    /// `square 10 in 2x1 [[(0, 0) ...], ...] ~motions "Rot90"`.
    pub(super) fn outlines(&mut self) -> Parsed<Outlines> {
        let start = self.span().start;
        let node = if self.accept_word("square") {
            Axes::Square
        } else if self.accept_word("hexagon") {
            Axes::Hexagon
        } else if self.accept_word("rectangle") {
            Axes::Rectangle(self.coordinates(LENGTHS)?)
        } else if self.accept_word("rhombus") {
            Axes::Rhombus(self.coordinates(LENGTHS)?)
        } else {
            return Err(self.expected("`square`, `hexagon`, `rectangle` or `rhombus`, the axes,"));
        };
        let axes = Spanned { node, span: start..self.end_of_last() };
        let pitch = self.amount()?;
        let block = if self.accept_word("in") {
            Some(self.coordinates("the columns and rows of a unit, such as `2x1`,")?)
        } else {
            None
        };
        let cells = self.between_brackets(Cursor::corners)?;
        let has_motions = matches!(self.peek(), TokenKind::Flag(word) if word == "motions");
        let motions = if has_motions {
            self.skip();
            Some(self.text("the names of isometries")?)
        } else {
            None
        };
        Ok(Outlines { axes, pitch, block, cells, motions })
    }

    /// `[(0, 0) (2, 0) (1, 1)]`.
    fn corners(&mut self) -> Parsed<Spanned<Vec<Coordinates>>> {
        let start = self.span().start;
        self.symbol("[")?;
        let mut node = vec![];
        while !self.accept_symbol("]") {
            node.push(self.coordinates(CORNER)?);
        }
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    /// `lattice NAME`, where [`names_lattice`](Cursor::names_lattice) holds.
    pub(super) fn named_grid(&mut self) -> Parsed<Grid> {
        self.skip();
        Ok(Grid::Named(Box::new(self.reference("a lattice")?)))
    }
}
