//! The formatter: the same declarations, comments and drawings in the style of this project.
//!
//! Each declaration begins on a new line. There is one space between tokens. A list that is too long for a
//! line has a line for each of its parts, and a drawing of several lines has its rows below each other. At
//! most one blank line between declarations is kept. Formatting a formatted text changes nothing.

mod drawing;
mod pieces;

use std::collections::HashSet;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Source};

use crate::ast::{Decl, Problem, Spanned};
use crate::lexer::lex;
use crate::parser::parse_tokens;
use pieces::{Piece, pieces};

/// Lists are broken so that lines have at most this number of characters.
pub const WIDTH: usize = 100;

/// The formatted text, or all errors that prevent parsing.
///
/// ```
/// use combien::diagnostic::Source;
///
/// let source = Source::new("a.cmb", "pattern a={*. $ **}problem p=a[a ~one,]");
/// let text = combien_lang::format(&source).unwrap();
/// assert_eq!(text, "pattern a = {*.$**}\nproblem p = a [a ~one]\n");
/// ```
pub fn format(source: &Arc<Source>) -> Result<String, Vec<Diagnostic>> {
    let (tokens, diagnostics) = lex(source);
    let (decls, diagnostics) = parse_tokens(source, tokens.clone(), diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let pieces = pieces(&source.text, &tokens);
    let mut layout = Layout { clues: clues(&decls), ..Layout::default() };
    let mut rest = pieces.as_slice();
    for next in decls.iter().skip(1).map(|decl| decl.span.start).chain([source.text.len()]) {
        let length = rest.iter().position(|piece| piece.start >= next).unwrap_or(rest.len());
        layout.declaration(&rest[..length]);
        rest = &rest[length..];
    }
    layout.declaration(rest);
    Ok(layout.end())
}

/// An open bracket.
struct Open {
    /// Is it a list with a line for each part?
    is_broken: bool,
}

/// The text so far.
#[derive(Default)]
struct Layout {
    text: String,
    /// How far the line that is being written is indented.
    indent: usize,
    open: Vec<Open>,
    /// Where clues begin. Each is on a line of its own.
    clues: HashSet<usize>,
}

/// Where the clues and predicates of all problems begin.
fn clues(decls: &[Spanned<Decl>]) -> HashSet<usize> {
    let problems = decls.iter().filter_map(|decl| match &decl.node {
        Decl::Problem(problem) => problem.value.as_ref(),
        _ => None,
    });
    let starts = |problem: &Problem| {
        let clues = problem.clues.iter().map(|clue| clue.span.start);
        clues.chain(problem.filter.iter().map(|filter| filter.span.start)).collect::<Vec<_>>()
    };
    problems.flat_map(starts).collect()
}

impl Layout {
    fn end(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }

    fn column(&self) -> usize {
        let line = self.text.rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..].chars().count()
    }

    fn line(&mut self, indent: usize) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.indent = indent;
    }

    /// A declaration and the comments before it; the last one has comments only.
    fn declaration(&mut self, pieces: &[Piece<'_>]) {
        let Some(first) = pieces.first() else { return };
        for comment in &first.comments {
            if comment.is_trailing && !self.text.is_empty() {
                self.text.push(' ');
            } else {
                self.blank_line(comment.follows_blank);
                self.line(0);
            }
            self.text.push_str(comment.text);
        }
        if first.is_end() {
            return;
        }
        self.blank_line(first.follows_blank);
        self.line(0);
        self.open.clear();
        for at in 0..pieces.len() {
            if at > 0 {
                self.between(pieces, at);
            }
            self.piece(pieces, at);
        }
    }

    fn blank_line(&mut self, is_wanted: bool) {
        if is_wanted && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Writes what is before a piece: comments, and a line break, a space or nothing.
    fn between(&mut self, pieces: &[Piece<'_>], at: usize) {
        let (last, piece) = (&pieces[at - 1], &pieces[at]);
        let closes = piece.closes() && self.open.last().is_some_and(|open| open.is_broken);
        let in_broken = self.open.last().is_some_and(|open| open.is_broken);
        let begins_part = in_broken && (last.text == "[" || last.text == ",") && last.is_symbol();
        let levels = self.open.iter().filter(|open| open.is_broken).count();
        let inside = if begins_part || closes { 2 * levels } else { 2 * levels + 2 };
        for comment in &piece.comments {
            if comment.is_trailing {
                self.text.push(' ');
            } else {
                self.line(inside);
            }
            self.text.push_str(comment.text);
        }
        if closes {
            self.line(2 * (levels - 1));
        } else if begins_part || !piece.comments.is_empty() || self.clues.contains(&piece.start) {
            self.line(inside);
        } else if piece.is_apart(&pieces[..at]) {
            self.text.push(' ');
        }
    }

    fn piece(&mut self, pieces: &[Piece<'_>], at: usize) {
        let piece = &pieces[at];
        if piece.opens() {
            let is_broken = piece.text == "[" && !self.fits(pieces, at);
            self.open.push(Open { is_broken });
        } else if piece.closes() {
            self.open.pop();
        }
        match &piece.drawing {
            Some(drawing) if drawing.is_block => {
                self.text.push('{');
                let indent = self.indent;
                for row in drawing.lines() {
                    self.line(indent + 2);
                    self.text.push_str(&row);
                }
                self.line(indent);
                self.text.push('}');
            }
            Some(drawing) => self.text.push_str(&drawing.flat()),
            None => self.text.push_str(piece.text),
        }
    }

    /// Is there room on this line for everything up to the closing bracket?
    fn fits(&self, pieces: &[Piece<'_>], at: usize) -> bool {
        let (mut depth, mut width) = (0usize, self.column());
        for place in at..pieces.len() {
            let piece = &pieces[place];
            let is_block = piece.drawing.as_ref().is_some_and(|drawing| drawing.is_block);
            if place > at && (!piece.comments.is_empty() || is_block) {
                return false;
            }
            width += piece.width() + usize::from(place > at && piece.is_apart(&pieces[..place]));
            if width > WIDTH {
                return false;
            }
            match piece.text {
                "[" if piece.is_symbol() => depth += 1,
                "]" if piece.is_symbol() => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return true;
            }
        }
        true
    }
}
