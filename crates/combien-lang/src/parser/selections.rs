//! Lists of tiles, and the pieces that are selected from them.

use super::cursor::{Cursor, Parsed};
use super::is_isometry;
use crate::ast::{Filter, List, Quality, Selection, Spanned, Step, Sum, Tiles, Times};
use crate::faults::nearest;
use crate::lexer::TokenKind;
use crate::words::{self, Role};

impl Cursor<'_> {
    /// `first 3 of LIST - LIST with size 5 ~one`.
    pub(super) fn tiles(&mut self) -> Parsed<Tiles> {
        Ok(Tiles { selection: self.selection()?, flags: self.flags()? })
    }

    pub(super) fn selection(&mut self) -> Parsed<Selection> {
        let mut first = None;
        if self.names_first(self.at) {
            self.skip();
            first = Some(self.amount()?);
            // `of` has been seen.
            self.skip();
        }
        let list = self.list()?;
        let mut steps = vec![];
        loop {
            if self.accept_symbol("-") {
                steps.push(Step::Minus(self.list()?));
            } else if self.is_filter_word() {
                steps.push(Step::Filter(self.filter()?));
            } else {
                return Ok(Selection { first, list, steps });
            }
        }
    }

    fn list(&mut self) -> Parsed<Spanned<List>> {
        let start = self.span().start;
        let node = match self.peek() {
            TokenKind::Name(word) if self.names_family(self.at) => {
                let word = Spanned { node: word.clone(), span: self.span() };
                self.skip();
                let lattice = if word.node == "polyforms" {
                    Some(Box::new(self.reference("a lattice")?))
                } else {
                    None
                };
                List::Polyforms(word, lattice, self.amounts()?)
            }
            TokenKind::Name(_) => List::Named(self.reference("a list of tiles")?),
            TokenKind::Symbol("[") => List::Tiles(self.tiles_in_brackets()?),
            _ => return Err(self.expected("a list of tiles `[...]`, or the name of one,")),
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    /// Is it the first word of a filter? Behind a list of tiles it cannot be a name.
    pub(super) fn is_filter_word(&self) -> bool {
        self.is_word("with") || self.is_word("without")
    }

    /// `with size 3..5`.
    pub(super) fn filter(&mut self) -> Parsed<Spanned<Filter>> {
        let start = self.span().start;
        let keeps = self.is_word("with");
        self.skip();
        let quality = if self.accept_word("size") {
            Quality::Size(self.amounts()?)
        } else if self.accept_word("name") {
            let mut names = vec![self.text("a name")?];
            while matches!(self.peek(), TokenKind::Text(_)) {
                names.push(self.text("a name")?);
            }
            Quality::Name(names)
        } else if self.accept_word("symmetry") {
            Quality::Symmetry(self.symmetry_of_piece())
        } else {
            return Err(self.no_quality());
        };
        Ok(Spanned { node: Filter { keeps, quality }, span: start..self.end_of_last() })
    }

    /// The isometry behind `symmetry`, if there is one.
    fn symmetry_of_piece(&mut self) -> Option<Spanned<String>> {
        let node = match self.peek() {
            TokenKind::Keyword(word) if is_isometry(word) => (*word).to_owned(),
            TokenKind::Name(word) if !self.ends_tiles(self.at) => word.clone(),
            _ => return None,
        };
        let span = self.span();
        self.skip();
        Some(Spanned { node, span })
    }

    fn no_quality(&mut self) -> super::cursor::Reported {
        let TokenKind::Name(word) = self.peek() else {
            return self.expected("`size`, `name` or `symmetry`");
        };
        let hint = match nearest(word, words::of(Role::Quality)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "pieces are selected `with size 3..5`, `with name \"F\" \"I\"` or `with symmetry`".to_owned()
            }
        };
        self.syntax("pieces are selected by `size`, `name` or `symmetry`", hint)
    }

    /// `3`, `n`, or a sum in parentheses. Without parentheses, a `-` would belong to the list.
    pub(super) fn amount(&mut self) -> Parsed<Sum> {
        match self.peek() {
            TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Symbol("(") => self.factor(),
            _ => Err(self.expected("a number or a parameter")),
        }
    }

    /// `3`, `3..5` or `3..`.
    fn amounts(&mut self) -> Parsed<Times> {
        let low = self.amount()?;
        if !self.accept_symbol("..") {
            return Ok(Times::Exactly(low));
        }
        let is_bounded = self.behind_amount(self.at) > self.at && !self.ends_tiles(self.at);
        Ok(if is_bounded { Times::Between(low, self.amount()?) } else { Times::AtLeast(low) })
    }
}
