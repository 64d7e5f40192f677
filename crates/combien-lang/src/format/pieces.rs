//! The tokens of a text with the comments before each.

use super::drawing::Drawing;
use crate::lexer::{Token, TokenKind};
use crate::parser::DrawingNames;
use crate::words::{self, Role};

/// A comment.
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    /// Does it follow something on the same line?
    pub(super) is_trailing: bool,
    /// Is there an empty line before it?
    pub(super) follows_blank: bool,
}

/// A token, and what is before it.
pub(super) struct Piece<'a> {
    pub(super) kind: &'a TokenKind,
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) comments: Vec<Comment<'a>>,
    /// Is there an empty line before it?
    pub(super) follows_blank: bool,
    pub(super) drawing: Option<Drawing<'a>>,
}

/// All tokens, including the end. A comma at the end of a list is left out.
pub(super) fn pieces<'a>(text: &'a str, tokens: &'a [Token]) -> Vec<Piece<'a>> {
    let names = DrawingNames::of(tokens);
    let (mut pieces, mut end, mut kept): (Vec<Piece<'a>>, usize, Vec<Comment<'a>>) = (vec![], 0, vec![]);
    for (at, token) in tokens.iter().enumerate() {
        let (mut comments, follows_blank) = comments(&text[end..token.span.start], end == 0);
        end = token.span.end;
        if !kept.is_empty() {
            kept.append(&mut comments);
            comments = std::mem::take(&mut kept);
        }
        let is_symbol =
            |at: usize, symbol| tokens.get(at).is_some_and(|t| t.kind == TokenKind::Symbol(symbol));
        if is_symbol(at, ",") && is_symbol(at + 1, "]") {
            kept = comments;
            continue;
        }
        let word = pieces.last().map_or("", |piece| piece.text);
        let text = &text[token.span.clone()];
        let drawing = matches!(token.kind, TokenKind::Drawing(_))
            .then(|| Drawing::new(text, word == "hex" && !names.is_name(word)));
        let start = token.span.start;
        pieces.push(Piece { kind: &token.kind, text, start, comments, follows_blank, drawing });
    }
    pieces
}

/// The comments between two tokens, and whether an empty line follows the last of them.
fn comments(mut gap: &str, at_start: bool) -> (Vec<Comment<'_>>, bool) {
    let mut comments = vec![];
    loop {
        let length = gap.find('#').unwrap_or(gap.len());
        let lines = gap[..length].matches('\n').count();
        gap = &gap[length..];
        if gap.is_empty() {
            return (comments, lines > 1);
        }
        let length = gap.find('\n').unwrap_or(gap.len());
        let is_trailing = lines == 0 && comments.is_empty() && !at_start;
        comments.push(Comment { text: gap[..length].trim_end(), is_trailing, follows_blank: lines > 1 });
        gap = &gap[length..];
    }
}

impl Piece<'_> {
    pub(super) fn is_end(&self) -> bool {
        *self.kind == TokenKind::End
    }

    pub(super) fn is_symbol(&self) -> bool {
        matches!(self.kind, TokenKind::Symbol(_))
    }

    fn is_one_of(&self, symbols: &[&str]) -> bool {
        matches!(self.kind, TokenKind::Symbol(symbol) if symbols.contains(symbol))
    }

    pub(super) fn opens(&self) -> bool {
        self.is_one_of(&["[", "(", "<"])
    }

    pub(super) fn closes(&self) -> bool {
        self.is_one_of(&["]", ")", ">"])
    }

    /// Its length on one line, in characters.
    pub(super) fn width(&self) -> usize {
        self.drawing.as_ref().map_or_else(|| self.text.chars().count(), |drawing| drawing.flat().len())
    }

    /// Is there a space before it?
    pub(super) fn is_apart(&self, before: &[Piece<'_>]) -> bool {
        let Some(last) = before.last() else { return false };
        if self.closes() || self.is_one_of(&[",", ".."]) || last.opens() {
            return false;
        }
        if self.is_one_of(&["<"]) {
            return *last.kind == TokenKind::Keyword("include");
        }
        if last.is_one_of(&[".."]) {
            let begins =
                words::is_any(self.text, &[Role::Filter, Role::Clue, Role::Place, Role::Joint, Role::Loop]);
            return begins || matches!(self.kind, TokenKind::Flag(_));
        }
        let follows_operand = before.len() > 1 && {
            let left = &before[before.len() - 2];
            !left.is_one_of(&["(", ",", "<", "..", "+", "-", "*", "/", "%"])
                && !matches!(left.kind, TokenKind::Flag(_))
        };
        // There is no space after the sign of a negative number.
        follows_operand || !last.is_one_of(&["-"])
    }
}
