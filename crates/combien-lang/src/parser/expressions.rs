//! Expressions that give patterns.

use combien::diagnostic::Diagnostic;
use combien_tiling::{Lattice, Operation};

use super::cursor::{Cursor, Parsed};
use crate::ast::{Drawing, Expr, ExprKind, Grid, Mark, Space, Spanned};
use crate::faults::MOST_ERRORS;
use crate::lexer::{HASH, TokenKind};
use crate::words::{self, Role};

const POSITION: &str = "a position such as `2x0`";
const SIZE: &str = "a size such as `8x5`";

impl Cursor<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(Cursor::chain)
    }

    /// Operands and the operations between them: one level of precedence, from left to right.
    fn chain(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        let mut rest = vec![];
        while let TokenKind::Symbol(symbol) = self.peek()
            && let Some(operation) = infix(symbol)
        {
            self.skip();
            rest.push((operation, self.operand()?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.start..self.end_of_last();
        Ok(Spanned { node: ExprKind::Combine(Box::new(first), rest), span })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        let node = match self.peek() {
            TokenKind::Name(word) if word == "cells" && matches!(self.peek_at(1), TokenKind::Text(_)) => {
                self.skip();
                ExprKind::Cells(self.text("the marks")?, Box::new(self.expr()?))
            }
            TokenKind::Name(word) if word == "labels" && matches!(self.peek_at(1), TokenKind::Text(_)) => {
                self.skip();
                ExprKind::Labels(self.text("the words")?, Box::new(self.expr()?))
            }
            TokenKind::Drawing(_) => ExprKind::Drawing(self.drawing()),
            TokenKind::Name(_) if self.names_lattice(self.at) && self.ends_in_drawing() => {
                let grid = self.named_grid()?;
                let is_marked = self.accept_word("marked");
                ExprKind::Drawing(self.drawing_of(grid, is_marked))
            }
            TokenKind::Name(_) if self.names_drawing() => ExprKind::Drawing(self.drawing()),
            TokenKind::Name(_) if self.names_stack() => {
                self.skip();
                ExprKind::Layers(Grid::Ships(Lattice::sphere()), self.layers()?)
            }
            TokenKind::Name(_) if self.names_outline() => self.outline()?,
            TokenKind::Name(_) => ExprKind::Reference(self.reference("a pattern")?),
            TokenKind::Symbol("(") => {
                self.skip();
                let inner = self.expr()?;
                self.symbol(")")?;
                inner.node
            }
            TokenKind::Symbol("[") => ExprKind::Layers(Grid::Square, self.layers()?),
            &TokenKind::Keyword(word) => self.prefix_form(word)?,
            _ => return Err(self.expected("a pattern")),
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    /// `hexagon 4`, `hexagon tri 2x3x4`, `triangle (n + 1)`.
    fn outline(&mut self) -> Parsed<ExprKind> {
        let name = self.name("a board")?;
        let grid = self.is_grid_at(self.at).then(|| self.grid());
        let span = self.span();
        let lengths = match self.peek() {
            TokenKind::Number(_) => Spanned { node: vec![self.factor()?], span },
            TokenKind::Symbol("(") => {
                self.skip();
                let mut sums = vec![self.sum()?];
                while sums.len() < 3 && self.accept_symbol(",") {
                    sums.push(self.sum()?);
                }
                self.symbol(")")?;
                Spanned { node: sums, span: span.start..self.end_of_last() }
            }
            _ => self.coordinates(SIZE)?,
        };
        Ok(ExprKind::Outline(name, grid, lengths))
    }

    fn layers(&mut self) -> Parsed<Vec<Expr>> {
        self.symbol("[")?;
        let mut layers = vec![];
        loop {
            layers.push(self.expr()?);
            if self.accept_symbol("]") {
                return Ok(layers);
            }
            if !self.accept_symbol(",") {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    /// The drawing of a back, in which letters and digits are marks. Its grid is that of the piece.
    pub(super) fn back(&mut self) -> Parsed<Spanned<Drawing>> {
        if !matches!(self.peek(), TokenKind::Drawing(_)) {
            return Err(self.expected("a drawing `{...}`"));
        }
        let start = self.span().start;
        let node = self.drawing_of(Grid::Square, true);
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    /// A drawing, with the word before it if there is one. Characters without meaning cause a warning.
    fn drawing(&mut self) -> Drawing {
        let is_marked_grid = self.names_marked_grid();
        let (grid, is_marked) = match self.peek() {
            TokenKind::Name(word) => match Grid::by_word(word) {
                Some(grid) => (grid, is_marked_grid),
                None => (Grid::Square, true),
            },
            _ => (Grid::Square, false),
        };
        if is_marked_grid {
            self.skip();
        }
        if matches!(self.peek(), TokenKind::Name(_)) {
            self.skip();
        }
        self.drawing_of(grid, is_marked)
    }

    fn drawing_of(&mut self, grid: Grid, is_marked: bool) -> Drawing {
        let at = self.at;
        self.skip();
        let TokenKind::Drawing(drawn) = &mut self.tokens[at].kind else {
            unreachable!("a drawing is read where one stands")
        };
        let comment = drawn.comment.take();
        let marks = std::mem::take(&mut drawn.marks);
        let (mut rows, mut odd) =
            (std::mem::take(&mut drawn.rows), if is_marked { drawn.odd } else { drawn.mark });
        if let Some(comment) = comment.filter(|_| self.diagnostics.len() <= MOST_ERRORS) {
            let message = "a `}` in a comment does not end the drawing";
            let warning = Diagnostic::warning("brace-in-comment", message, self.place(comment));
            self.diagnostics.push(warning.hinted(HASH));
        }
        // Where a character stands for several cells, the elaborator knows which.
        let has_glyphs = grid.lattice(Space::Plane).is_some_and(Lattice::has_glyphs);
        let known = |c: char| grid.lattice(Space::Plane).is_some_and(|lattice| lattice.is_drawn_with(c));
        if has_glyphs {
            odd = marks.into_iter().find(|&(c, _)| !known(c));
        }
        for mark in rows.iter_mut().flatten() {
            if let Mark::Named(c) = *mark
                && !(is_marked && c.is_ascii_alphanumeric() || has_glyphs && known(c))
            {
                *mark = Mark::Off;
            }
        }
        if let Some((c, at)) = odd.filter(|_| self.diagnostics.len() <= MOST_ERRORS) {
            let hint = if grid == Grid::Ships(Lattice::quarter()) {
                "`*` draws a square, `L J 7 F` the half at that corner, `v > ^ <` a quarter, `.` an empty place"
            } else if grid == Grid::Ships(Lattice::stick()) {
                "`+ - |` and lines such as `\u{250c}` draw the sticks at a corner, `.` a corner without one"
            } else if is_marked {
                "letters and digits mark cells, `*` draws one without a mark, `.` an empty place"
            } else {
                "`*` draws a cell, `.` an empty place"
            };
            let place = self.place(at..at + c.len_utf8());
            let message = format!("`{}` is an empty place in this drawing", c.escape_debug());
            self.diagnostics.push(Diagnostic::warning("odd-cell", message, place).hinted(hint));
        }
        Drawing { grid, is_marked, rows }
    }

    fn prefix_form(&mut self, word: &'static str) -> Parsed<ExprKind> {
        if let Some(operation) = prefix(word) {
            self.skip();
            let left = Box::new(self.expr()?);
            return Ok(ExprKind::Combine(left, vec![(operation, self.expr()?)]));
        }
        if !words::is_any(word, &[Role::Expression]) {
            return Err(self.expected("a pattern"));
        }
        self.skip();
        Ok(match word {
            "constant" => {
                let grid = if self.names_lattice(self.at) { self.named_grid()? } else { self.grid() };
                ExprKind::Constant(grid, self.coordinates(SIZE)?, self.one_of("true", "false")?)
            }
            "set" => {
                let base = Box::new(self.expr()?);
                ExprKind::Set(base, self.coordinates(POSITION)?, self.one_of("true", "false")?)
            }
            "crop" => {
                ExprKind::Crop(self.coordinates(POSITION)?, self.coordinates(SIZE)?, Box::new(self.expr()?))
            }
            "shift" => ExprKind::Shift(Box::new(self.expr()?), self.coordinates(POSITION)?),
            "resize" => ExprKind::Resize(Box::new(self.expr()?), self.coordinates(SIZE)?),
            _ => self.apply()?,
        })
    }

    fn grid(&mut self) -> Grid {
        let TokenKind::Name(word) = self.peek() else { return Grid::default() };
        let grid = Grid::by_word(word);
        if grid.is_some() {
            self.skip();
        }
        grid.unwrap_or_default()
    }

    /// An isometry is one of the keywords, or a name that is followed by an operand, because grids have more
    /// isometries than `combine`.
    fn apply(&mut self) -> Parsed<ExprKind> {
        let names = Lattice::square().named_isometries();
        let isometry = match self.peek() {
            TokenKind::Keyword(word) if names.iter().any(|(name, _)| name == word) => (*word).to_owned(),
            TokenKind::Name(word) if !self.names_drawing() && self.is_operand_at(1) => word.clone(),
            _ => {
                let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
                return Err(self.expected(&format!("an isometry ({})", names.join(", "))));
            }
        };
        let isometry = Spanned { node: isometry, span: self.span() };
        self.skip();
        Ok(ExprKind::Apply(isometry, Box::new(self.expr()?)))
    }
}

fn infix(symbol: &str) -> Option<Operation> {
    Some(match symbol {
        "-" => Operation::Difference,
        "&&" => Operation::Intersection,
        "||" => Operation::Union,
        "^" => Operation::Xor,
        _ => return None,
    })
}

fn prefix(word: &str) -> Option<Operation> {
    Some(match word {
        "diff" => Operation::Difference,
        "inter" => Operation::Intersection,
        "union" => Operation::Union,
        "xor" => Operation::Xor,
        _ => return None,
    })
}
