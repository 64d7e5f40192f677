//! The position of the parser: looking at tokens, taking them, and reporting errors.

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};

use super::drawings::DrawingNames;
use crate::ast::{Name, Number, Span, Spanned, Text};
use crate::faults::nearest;
use crate::lexer::{Token, TokenKind};
use crate::words::{self, Role, WORDS, Word};

/// An error has been reported, and the current construct cannot be parsed.
pub(super) struct Reported;

pub(super) type Parsed<T> = Result<T, Reported>;

/// The parser's place in the text.
pub(super) struct Cursor<'a> {
    source: &'a Arc<Source>,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) nested: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) drawing_names: DrawingNames,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(
        source: &'a Arc<Source>,
        tokens: Vec<Token>,
        diagnostics: Vec<Diagnostic>,
    ) -> Cursor<'a> {
        let drawing_names = DrawingNames::of(&tokens);
        Cursor { source, tokens, at: 0, nested: 0, diagnostics, drawing_names }
    }

    pub(super) fn peek(&self) -> &TokenKind {
        self.peek_at(0)
    }

    /// A later token; after the last one it is the end.
    pub(super) fn peek_at(&self, further: usize) -> &TokenKind {
        self.kind(self.at + further)
    }

    pub(super) fn kind(&self, at: usize) -> &TokenKind {
        &self.tokens[at.min(self.tokens.len() - 1)].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span.clone()
    }

    pub(super) fn span_of_last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span.clone()
    }

    pub(super) fn end_of_last(&self) -> usize {
        self.span_of_last().end
    }

    /// Moves to the next token, unless this is the end.
    pub(super) fn skip(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Is it this name, which has a meaning here?
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if name == word)
    }

    pub(super) fn is_keyword(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(keyword) if *keyword == word)
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub(super) fn accept_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.skip();
        }
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.skip();
        }
        found
    }

    pub(super) fn accept_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.skip();
        }
        found
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    /// Reports that the token here is not allowed.
    pub(super) fn syntax(&mut self, message: impl Into<String>, hint: impl Into<String>) -> Reported {
        let diagnostic = Diagnostic::error("syntax", message, self.place(self.span()));
        self.report(diagnostic.hinted(hint))
    }

    pub(super) fn place(&self, span: Span) -> Place {
        Place::new(self.source, span)
    }

    /// What is written there, shortened for a message.
    pub(super) fn quoted(&self, span: Span) -> Option<&str> {
        let word = &self.source.text[span];
        word.chars().nth(40).is_none().then_some(word)
    }

    /// Reports that something else is expected here, unless the token has been reported already.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        if *self.peek() == TokenKind::Broken {
            return Reported;
        }
        let place = self.place(self.span());
        let found = match self.peek() {
            TokenKind::End => "the file ends here".to_owned(),
            TokenKind::Drawing(_) => "here is a drawing".to_owned(),
            TokenKind::Text(_) => "here is a text in quotes".to_owned(),
            _ => match self.quoted(self.span()) {
                Some(word) => format!("here is `{word}`"),
                None => "here is something else".to_owned(),
            },
        };
        let diagnostic = Diagnostic::error("syntax", format!("{what} is expected; {found}"), place);
        let diagnostic = diagnostic.labelled("not expected here");
        self.report(match self.hint(what) {
            Some(hint) => diagnostic.hinted(hint),
            None => diagnostic,
        })
    }

    /// A hint, if the token suggests one.
    fn hint(&self, what: &str) -> Option<String> {
        let is_value =
            matches!(self.peek(), TokenKind::Number(_) | TokenKind::Decimal(_) | TokenKind::Text(_));
        if let Some(near) = self.option_meant().filter(|_| is_value) {
            return Some(format!("did you mean `~{near}`?"));
        }
        Some(match self.peek() {
            TokenKind::Keyword(word) if what.starts_with("the name of") => {
                format!("`{word}` has a meaning of its own and cannot be a name")
            }
            TokenKind::Number(number) if self.follows_flag() => {
                format!("the option that takes a number is `~times {number}`")
            }
            TokenKind::Number(number) if what == "a pattern" => {
                format!("the number of uses of a piece follows it: `A ~times {number}`")
            }
            TokenKind::Number(_) | TokenKind::Name(_)
                if what.contains("such as") && self.is_size_with_names() =>
            {
                "with a parameter, a size is written in parentheses: `(n, 6)`".to_owned()
            }
            TokenKind::Number(_) if what.contains("such as") => {
                "write both numbers without spaces: `8x5`".to_owned()
            }
            TokenKind::Dim(..) if self.follows_minus() => {
                "a negative number is written in parentheses: `(-1, 0)`".to_owned()
            }
            TokenKind::Dim(..) if what == "a pattern" => {
                let size = self.quoted(self.span()).unwrap_or("8x5");
                format!("a rectangle of this size is `constant {size} true`")
            }
            TokenKind::Name(_) | TokenKind::Drawing(_) if what == "`,` or `]`" => {
                "separate them with commas: `[A, B]`".to_owned()
            }
            _ if what == "`true` or `false`" => "`true` is a cell, `false` an empty place".to_owned(),
            TokenKind::Name(_) if what.ends_with("in quotes") => "put quotes around it".to_owned(),
            TokenKind::Name(_) | TokenKind::Symbol("-") if what == "`=`" => {
                "a name is one word of letters, digits and `_`".to_owned()
            }
            TokenKind::Symbol("-") if what.contains("such as") => {
                "a negative number is written in parentheses: `(-1, 0)`".to_owned()
            }
            TokenKind::Text(_) if self.follows_flag() => {
                let takes_text = |word: &&Word| word.role.is_option() && word.follows == "TEXT";
                let options: Vec<String> =
                    WORDS.iter().filter(takes_text).map(|word| format!("`{}`", word.written())).collect();
                format!("the options that take a text are {}", options.join(", "))
            }
            TokenKind::Symbol("*") if matches!(self.peek_at(1), TokenKind::Number(_)) => {
                "the number of uses of a piece follows it: `A ~times 2`".to_owned()
            }
            TokenKind::Symbol("*" | "..") => "drawings are written in braces: `{**}`".to_owned(),
            _ => return None,
        })
    }

    fn follows_flag(&self) -> bool {
        self.at > 0 && matches!(self.kind(self.at - 1), TokenKind::Flag(_))
    }

    /// The option that a misspelled one before this token is most like, if that takes something.
    fn option_meant(&self) -> Option<&'static str> {
        let TokenKind::Flag(written) = self.kind(self.at.checked_sub(1)?) else { return None };
        let takes = WORDS.iter().filter(|word| word.role.is_option() && !word.follows.is_empty());
        words::option(written).is_none().then(|| nearest(written, takes.map(|word| word.text)))?
    }

    /// Is this `6xn`, `nx6` or `6 x n`?
    fn is_size_with_names(&self) -> bool {
        match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (TokenKind::Number(_), TokenKind::Name(word), TokenKind::Name(_)) if word == "x" => true,
            (TokenKind::Number(_), TokenKind::Name(word), _) => word.len() > 1 && word.starts_with('x'),
            (TokenKind::Name(word), ..) => {
                word.split_once('x').is_some_and(|(one, other)| !one.is_empty() && !other.is_empty())
            }
            _ => false,
        }
    }

    fn follows_minus(&self) -> bool {
        self.at > 0 && self.kind(self.at - 1) == &TokenKind::Symbol("-")
    }

    pub(super) fn no_declaration(&mut self, span: Span) -> Reported {
        let before = self.tokens[..self.at].last();
        if before.is_some_and(|token| token.kind == TokenKind::Broken) {
            return Reported;
        }
        let hint = match before.map(|token| &token.kind) {
            Some(TokenKind::Number(digits)) if digits.len() < 20 => {
                format!("to find {digits} solutions, write `first {digits}`")
            }
            _ if ["//", "/*", "--"].iter().any(|start| self.source.text[span.start..].starts_with(start)) => {
                "a comment begins with `#`, and ends with its line".to_owned()
            }
            _ if self.source.text[span.clone()] == *"=" => {
                "an assertion begins with `assert`: `assert count p = 520`".to_owned()
            }
            _ => match nearest(&self.source.text[span.clone()], words::of(Role::Declaration)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "declarations begin with words such as `pattern`, `tiles`, `problem`, `count`".into(),
            },
        };
        let message = match self.quoted(span.clone()) {
            Some(word) if !word.contains('\n') => format!("`{word}` does not begin a declaration"),
            _ => "this does not begin a declaration".to_owned(),
        };
        let diagnostic = Diagnostic::error("syntax", message, self.place(span));
        self.report(diagnostic.hinted(hint))
    }

    /// A name. `what` says what it names.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        let TokenKind::Name(name) = self.peek() else {
            return Err(self.expected(&format!("the name of {what}")));
        };
        let node = name.clone();
        self.skip();
        Ok(Spanned { node, span })
    }

    pub(super) fn text(&mut self, what: &str) -> Parsed<Text> {
        let span = self.span();
        let TokenKind::Text(text) = self.peek() else {
            return Err(self.expected(&format!("{what} in quotes")));
        };
        let node = text.clone();
        self.skip();
        Ok(Spanned { node, span })
    }

    pub(super) fn number(&mut self) -> Parsed<Number> {
        let span = self.span();
        let TokenKind::Number(digits) = self.peek() else {
            return Err(self.expected("a number"));
        };
        let node = digits.clone();
        self.skip();
        Ok(Spanned { node, span })
    }

    /// A number that is a size, a position or an argument.
    pub(super) fn small_number(&mut self) -> Parsed<Spanned<u32>> {
        let Spanned { node, span } = self.number()?;
        if let Ok(number) = node.parse::<i32>() {
            return Ok(Spanned { node: number.unsigned_abs(), span });
        }
        let message = format!("this number is too large: the greatest is {}", i32::MAX);
        let diagnostic = Diagnostic::error("number-too-large", message, self.place(span));
        Err(self.report(diagnostic.hinted("boards have thousands of cells, not billions")))
    }

    pub(super) fn one_of(&mut self, yes: &str, no: &str) -> Parsed<bool> {
        if self.accept_keyword(yes) {
            Ok(true)
        } else if self.accept_keyword(no) {
            Ok(false)
        } else {
            Err(self.expected(&format!("`{yes}` or `{no}`")))
        }
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }
}
