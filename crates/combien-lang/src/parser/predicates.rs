//! What a problem says of its solutions behind `where`: tests that are joined by `and`, `or` and `not`.

use super::MOST_NESTED;
use super::cursor::{Cursor, Parsed, Reported};
use crate::ast::{Region, Spanned, Times, Where};
use crate::faults::nearest;
use crate::lexer::TokenKind;
use crate::words::{self, Role};

impl Cursor<'_> {
    /// `where PREDICATE` behind the clues of a problem, where no name can stand.
    pub(super) fn filter_of_problem(&mut self) -> Parsed<Option<Box<Spanned<Spanned<Where>>>>> {
        let start = self.span().start;
        if !self.accept_word("where") {
            return Ok(None);
        }
        let node = self.predicate()?;
        Ok(Some(Box::new(Spanned { node, span: start..self.end_of_last() })))
    }

    /// `A and B or not C`: `and` binds tighter than `or`, and `not` tighter than both.
    pub(super) fn predicate(&mut self) -> Parsed<Spanned<Where>> {
        self.joined(false)
    }

    /// Parts joined by `and`, or else by `or`.
    fn joined(&mut self, by_and: bool) -> Parsed<Spanned<Where>> {
        let word = if by_and { "and" } else { "or" };
        let start = self.span().start;
        let mut parts = vec![];
        loop {
            parts.push(if by_and { self.negation()? } else { self.joined(true)? });
            if !self.accept_word(word) {
                break;
            }
        }
        if parts.len() == 1
            && let Some(only) = parts.pop()
        {
            return Ok(only);
        }
        let node = if by_and { Where::All(parts) } else { Where::Any(parts) };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    fn negation(&mut self) -> Parsed<Spanned<Where>> {
        let start = self.span().start;
        let is_not = self.is_word("not");
        if !is_not && !self.is_symbol("(") {
            let node = self.test()?;
            return Ok(Spanned { node, span: start..self.end_of_last() });
        }
        if self.nested >= MOST_NESTED {
            let message = format!("predicates are nested more than {MOST_NESTED} deep");
            return Err(self.syntax(message, "leave some parentheses out"));
        }
        self.skip();
        self.nested += 1;
        let inner = if is_not { self.negation() } else { self.predicate() };
        self.nested -= 1;
        let inner = inner?;
        let node = if is_not {
            Where::Not(Box::new(inner))
        } else {
            self.symbol(")")?;
            inner.node
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    fn test(&mut self) -> Parsed<Where> {
        let TokenKind::Name(word) = self.peek() else {
            return Err(self.expected("a predicate like `crossroads 0`"));
        };
        let word = word.clone();
        if word == "as" && self.is_word_at(self.at + 1, &["many"]) {
            self.skip();
            self.skip();
            let one = self.names_of_pieces()?;
            if !self.accept_word("as") {
                return Err(self.expected("`as` and the pieces to compare with"));
            }
            return Ok(Where::AsMany(one, self.names_of_pieces()?));
        }
        if !words::is_any(&word, &[Role::Test]) {
            return Err(self.no_test(&word));
        }
        self.skip();
        Ok(match word.as_str() {
            "crossroads" => Where::Crossroads(self.number_or_range()?),
            "colorable" => {
                self.refuse_joint()?;
                Where::Colorable(self.amount()?)
            }
            "fault" if self.accept_word("vertical") => Where::Fault(Some(true)),
            "fault" if self.accept_word("horizontal") => Where::Fault(Some(false)),
            "fault" => Where::Fault(None),
            "block" => Where::Block(self.region()?),
            "border" => Where::Border,
            "apart" => Where::Apart,
            "connected" => Where::Connected(self.region()?),
            "simply" | "diagonally" => {
                if !self.accept_word("connected") {
                    return Err(self.expected("`connected`"));
                }
                let region = self.region()?;
                if word == "simply" {
                    Where::SimplyConnected(region)
                } else {
                    Where::DiagonallyConnected(region)
                }
            }
            word => Where::Symmetric(word == "symmetric"),
        })
    }

    fn no_test(&mut self, word: &str) -> Reported {
        let hint = match nearest(word, words::of(Role::Test).chain(["not"])) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "there are `crossroads 0`, `colorable 3`, `fault`, `border`, `apart`, `as many X as Y`, `connected X`, `simply connected X`, `diagonally connected X`, `block X` and `symmetric`"
                    .to_owned()
            }
        };
        self.syntax(format!("there is no predicate `{word}`"), hint)
    }

    /// `0`, `1..2` or `3..`.
    fn number_or_range(&mut self) -> Parsed<Times> {
        self.refuse_joint()?;
        let low = self.amount()?;
        if !self.accept_symbol("..") {
            return Ok(Times::Exactly(low));
        }
        let is_bounded =
            self.behind_amount(self.at) > self.at && !self.is_joint() && !self.ends_tiles(self.at);
        Ok(if is_bounded { Times::Between(low, self.amount()?) } else { Times::AtLeast(low) })
    }

    /// Is this `and` or `or` with another part behind it? Otherwise the word may be a parameter.
    fn is_joint(&self) -> bool {
        (self.is_word("and") || self.is_word("or")) && self.begins_part(self.at + 1)
    }

    /// Reports a number that is missing before `and`.
    fn refuse_joint(&mut self) -> Parsed<()> {
        if self.is_joint() { Err(self.expected("a number or a range")) } else { Ok(()) }
    }

    /// `gaps`, the name of a piece, or a list of names.
    fn region(&mut self) -> Parsed<Region> {
        if self.accept_word("gaps") {
            return Ok(Region::Gaps);
        }
        self.names_of_pieces().map(Region::Pieces)
    }

    /// The name of a piece, or a list of names.
    fn names_of_pieces(&mut self) -> Parsed<Vec<Spanned<String>>> {
        if !self.accept_symbol("[") {
            return Ok(vec![self.name_of_piece()?]);
        }
        let mut names = vec![self.name_of_piece()?];
        while self.accept_symbol(",") {
            names.push(self.name_of_piece()?);
        }
        self.symbol("]")?;
        Ok(names)
    }

    fn name_of_piece(&mut self) -> Parsed<Spanned<String>> {
        match self.peek() {
            TokenKind::Text(_) => self.text("the name of a piece"),
            _ => self.name("a piece, or `gaps`,"),
        }
    }
}
