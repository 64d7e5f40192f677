//! Clues of a problem: placements that a solution has or does not have.

use combien::diagnostic::Diagnostic;

use super::cursor::{Cursor, Parsed};
use super::is_isometry;
use crate::ast::{Cells, Clue, Coordinates, Drawing, Grid, Mark, Name, Spanned, Spot, Times};
use crate::lexer::TokenKind;

const POSITION: &str = "a position such as `2x0`";

impl Cursor<'_> {
    /// All clues behind the tiles of a problem.
    pub(super) fn clues(&mut self) -> Parsed<Vec<Spanned<Clue>>> {
        let mut clues = vec![];
        // A name cannot stand here.
        while ["fix", "forbid", "keep", "also", "cost"].iter().any(|word| self.is_word(word)) {
            let start = self.span().start;
            let node = self.clue()?;
            clues.push(Spanned { node, span: start..self.end_of_last() });
        }
        Ok(clues)
    }

    fn clue(&mut self) -> Parsed<Clue> {
        if self.accept_word("keep") {
            let marks = self.text("marks of the board, such as \"AB\",")?;
            return match self.peek() {
                TokenKind::Name(word) if word == "together" || word == "apart" => {
                    let together = word == "together";
                    self.skip();
                    Ok(Clue::Keep(marks, together))
                }
                _ => Err(self.expected("`together` or `apart`")),
            };
        }
        if self.accept_word("cost") {
            let cost = self.cost()?;
            if !self.accept_word("for") {
                return Err(self.expected("`for`"));
            }
            return Ok(Clue::Cost(cost, self.spot()?));
        }
        if self.accept_word("also") {
            return self.also();
        }
        let is_fixed = self.is_word("fix");
        self.skip();
        match self.peek() {
            TokenKind::Drawing(_) if is_fixed => Ok(Clue::Drawn(vec![self.picture()])),
            TokenKind::Symbol("[") if is_fixed => {
                self.skip();
                let mut layers = vec![];
                loop {
                    if !matches!(self.peek(), TokenKind::Drawing(_)) {
                        return Err(self.expected("a drawing `{...}`"));
                    }
                    layers.push(self.picture());
                    if self.accept_symbol("]") {
                        return Ok(Clue::Drawn(layers));
                    }
                    if !self.accept_symbol(",") {
                        return Err(self.expected("`,` or `]`"));
                    }
                }
            }
            _ if is_fixed => self.spot().map(Clue::Fix),
            _ => self.spot().map(Clue::Forbid),
        }
    }

    /// `0..3 at every vertex`, `2 over "AB"`, `2..4 of [F, L]`, or `..20 of every piece`.
    fn also(&mut self) -> Parsed<Clue> {
        let low = self.amount()?;
        let times = if !self.accept_symbol("..") {
            Times::Exactly(low)
        } else if self.begins_where(self.at) {
            Times::AtLeast(low)
        } else {
            Times::Between(low, self.amount()?)
        };
        let is_of = self.accept_word("of");
        let pieces = if is_of { self.some_pieces()? } else { None };
        if self.accept_word("over") {
            let marks = self.text("marks of the board, such as \"AB\",")?;
            return Ok(Clue::Also(times, pieces, Cells::Marked(marks)));
        }
        if is_of && !(self.is_word("at") && self.begins_where(self.at)) {
            return Ok(Clue::Also(times, pieces, Cells::Board));
        }
        for word in ["at", "every", "vertex"] {
            self.refuse_each()?;
            if !self.accept_word(word) {
                return Err(self.expected("`of` and pieces, `over` and marks, or `at every vertex`,"));
            }
        }
        Ok(Clue::Also(times, pieces, Cells::Vertices))
    }

    /// Reports `each` where the word is `every`.
    fn refuse_each(&mut self) -> Parsed<()> {
        if self.is_word("each") {
            return Err(self.syntax("`each` means nothing here", "did you mean `every`?"));
        }
        Ok(())
    }

    /// `F`, `[F, L]`, or `every piece`.
    fn some_pieces(&mut self) -> Parsed<Option<Vec<Name>>> {
        if self.is_word_at(self.at + 1, &["piece"]) {
            self.refuse_each()?;
        }
        if self.is_word("every") && self.is_word_at(self.at + 1, &["piece"]) {
            self.skip();
            self.skip();
            return Ok(None);
        }
        if !self.accept_symbol("[") {
            return Ok(Some(vec![self.piece_name()?]));
        }
        let mut names = vec![self.piece_name()?];
        while self.accept_symbol(",") {
            names.push(self.piece_name()?);
        }
        if self.accept_symbol("]") { Ok(Some(names)) } else { Err(self.expected("`,` or `]`")) }
    }

    pub(super) fn piece_name(&mut self) -> Parsed<Name> {
        let span = self.span();
        let node = match self.peek() {
            TokenKind::Text(name) | TokenKind::Name(name) => name.clone(),
            _ => return Err(self.expected("the name of a piece")),
        };
        self.skip();
        Ok(Spanned { node, span })
    }

    /// A drawing whose letters and digits are pieces.
    fn picture(&mut self) -> Drawing {
        let at = self.at;
        self.skip();
        let TokenKind::Drawing(drawn) = &mut self.tokens[at].kind else {
            unreachable!("a drawing is read where one stands")
        };
        let (mut rows, odd) = (std::mem::take(&mut drawn.rows), drawn.odd);
        for mark in rows.iter_mut().flatten() {
            if matches!(*mark, Mark::Named(c) if !c.is_ascii_alphanumeric()) {
                *mark = Mark::Off;
            }
        }
        if let Some((c, at)) = odd {
            let place = self.place(at..at + c.len_utf8());
            let message = format!("`{}` is no piece in this drawing", c.escape_debug());
            let hint = "letters and digits are pieces, `.` and `*` say nothing of a cell";
            self.diagnostics.push(Diagnostic::warning("odd-cell", message, place).hinted(hint));
        }
        Drawing { grid: Grid::Square, is_marked: true, rows }
    }

    /// `F at 3x2 over 4x4 as Rot90`: a piece, and at least one place.
    pub(super) fn spot(&mut self) -> Parsed<Spot> {
        let span = self.span();
        let named = match self.peek() {
            TokenKind::Text(name) => Some(name.clone()),
            TokenKind::Name(name) if !self.begins_place(self.at) => Some(name.clone()),
            _ => None,
        };
        let piece = named.map(|node| Spanned { node, span });
        if piece.is_some() {
            self.skip();
        }
        let mut spot = Spot { piece, at: None, over: vec![], isometry: None, repeated: None };
        let mut is_placed = false;
        while self.begins_place(self.at) || self.is_word("at") || self.is_word("over") || self.is_word("as") {
            self.place_of(&mut spot)?;
            is_placed = true;
        }
        if is_placed { Ok(spot) } else { Err(self.expected("`at 3x2`, `over 3x2` or `as Rot90`")) }
    }

    fn place_of(&mut self, spot: &mut Spot) -> Parsed<()> {
        let word = self.span();
        if self.accept_word("over") {
            spot.over.push(self.coordinates(POSITION)?);
            while self.is_coordinates_at(0) {
                spot.over.push(self.coordinates(POSITION)?);
            }
            return Ok(());
        }
        let is_twice = if self.accept_word("at") {
            let at: Coordinates = self.coordinates(POSITION)?;
            spot.at.replace(at).is_some()
        } else {
            self.skip();
            let node = match self.peek() {
                TokenKind::Keyword(word) if is_isometry(word) => (*word).to_owned(),
                TokenKind::Name(word) => word.clone(),
                _ => return Err(self.expected("an isometry such as `Rot90`")),
            };
            let span = self.span();
            self.skip();
            spot.isometry.replace(Spanned { node, span }).is_some()
        };
        if is_twice {
            spot.repeated = Some(word);
        }
        Ok(())
    }
}
