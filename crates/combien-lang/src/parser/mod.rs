//! Tokens to a tree, by recursive descent. It never fails: a declaration that cannot be parsed is reported,
//! and parsing continues at the next word that begins one.
//!
//! The grammar is in docs/reference/grammar.md. A test derives sentences from it and checks that the parser
//! accepts exactly these. Words that `combine` does not have are not keywords: the module `ahead`
//! distinguishes them from names by what follows.

mod ahead;
mod clues;
mod commands;
mod cursor;
mod drawings;
mod expressions;
mod lattices;
mod predicates;
mod selections;
mod sums;

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Source};
use combien::problem::NoDecimal;
use combien_tiling::{Lattice, Surface};

use crate::ast::{
    Clue, Cost, Decl, Definition, Expr, Flag, Loop, Problem, Space, Spanned, Spot, Target, Tile, TileKind,
    Times, Where,
};
use crate::faults::{are_too_many, too_many};
use crate::lexer::{Token, TokenKind, lex};
use crate::words::{self, Role};

use cursor::{Cursor, Parsed, Reported};
pub(crate) use drawings::DrawingNames;

/// The maximum depth of nested expressions. People write three or four levels; the parser's stack has room
/// for thousands.
pub(crate) const MOST_NESTED: usize = 500;

/// The maximum number of parameters of a family.
pub(crate) const MOST_PARAMETERS: usize = 16;

/// The maximum number of values of a range in a command.
pub(crate) const MOST_VALUES: u32 = 10_000;

/// The declarations of a text, and its errors.
pub fn parse(source: &Arc<Source>) -> (Vec<Spanned<Decl>>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    parse_tokens(source, tokens, diagnostics)
}

/// The declarations of a text, and its errors, from its tokens and their errors.
pub(crate) fn parse_tokens(
    source: &Arc<Source>,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
) -> (Vec<Spanned<Decl>>, Vec<Diagnostic>) {
    let mut cursor = Cursor::new(source, tokens, diagnostics);
    let mut decls = vec![];
    while cursor.peek() != &TokenKind::End {
        let start = cursor.span().start;
        let decl = cursor.decl();
        let span = start..cursor.end_of_last();
        decls.extend(decl.map(|node| Spanned { node, span }));
        if are_too_many(&cursor.diagnostics) {
            let at = cursor.span().start;
            cursor.diagnostics.push(too_many(source, at));
            break;
        }
    }
    (decls, cursor.diagnostics)
}

/// A text that says where a piece lies, as in a clue, and its errors.
pub(crate) fn parse_spot(source: &Arc<Source>) -> (Option<Spot>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    let mut cursor = Cursor::new(source, tokens, diagnostics);
    let spot = cursor.spot().ok();
    if spot.is_some() && cursor.peek() != &TokenKind::End {
        let Reported = cursor.expected("the end of the placement");
    }
    (spot, cursor.diagnostics)
}

/// A text of clues, as behind the tiles of a problem, and its errors.
pub(crate) fn parse_clues(source: &Arc<Source>) -> (Option<Vec<Spanned<Clue>>>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    let mut cursor = Cursor::new(source, tokens, diagnostics);
    let clues = cursor.clues().ok();
    if clues.is_some() && cursor.peek() != &TokenKind::End {
        let Reported = cursor.expected("`fix`, `forbid`, `keep`, `also` or `cost`");
    }
    (clues, cursor.diagnostics)
}

/// A text that is a predicate, as behind `where`, and its errors.
pub(crate) fn parse_where(source: &Arc<Source>) -> (Option<Spanned<Where>>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    let mut cursor = Cursor::new(source, tokens, diagnostics);
    let predicate = cursor.predicate().ok();
    if predicate.is_some() && cursor.peek() != &TokenKind::End {
        let Reported = cursor.expected("`and`, `or` or the end of the predicate");
    }
    (predicate, cursor.diagnostics)
}

/// A text that is a name with arguments, as in a command, and its errors.
pub(crate) fn parse_target(source: &Arc<Source>) -> (Option<Target>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    let mut cursor = Cursor::new(source, tokens, diagnostics);
    let target = cursor.target("a problem").ok();
    if target.is_some() && cursor.peek() != &TokenKind::End {
        let Reported = cursor.expected("the end of the name");
    }
    (target, cursor.diagnostics)
}

/// Is this keyword the name of an isometry?
fn is_isometry(word: &str) -> bool {
    Lattice::square().named_isometries().iter().any(|&(name, _)| name == word)
}

impl Cursor<'_> {
    /// A declaration. Returns `None` if it could not be parsed and has no name.
    fn decl(&mut self) -> Option<Decl> {
        let span = self.span();
        let word = match self.peek() {
            &TokenKind::Keyword(word) => Some(word),
            // It is not a word of `combine`, so it may be a name, but not at the beginning of a declaration.
            TokenKind::Name(word) => words::declaration(word),
            _ => None,
        };
        self.skip();
        let decl = match word {
            Some(word) => self.decl_of(word),
            None => Err(self.no_declaration(span)),
        };
        if decl.is_err() {
            self.recover();
        }
        decl.ok()
    }

    fn decl_of(&mut self, word: &'static str) -> Parsed<Decl> {
        let (verb, space) = match word.strip_suffix('3') {
            Some(verb) => (verb, Space::Solid),
            None => (word, Space::Plane),
        };
        match verb {
            "pattern" => self.definition(space, "the pattern", Decl::Pattern, Cursor::expr),
            "tiles" => self.definition(space, "the list of tiles", Decl::Tiles, Cursor::tiles),
            "problem" => self.definition(space, "the problem", Decl::Problem, Cursor::problem),
            "lattice" => self.definition(space, "the lattice", Decl::Lattice, Cursor::outlines),
            "assert" => self.condition().map(Decl::Assert),
            "include" => self.included().map(Decl::Include),
            "debug" => self.one_of("on", "off").map(Decl::Debug),
            "timing" => self.one_of("on", "off").map(Decl::Timing),
            "exit" => Ok(Decl::Exit),
            "answer_to_the_question_of_life_the_universe_and_everything" => Ok(Decl::Answer),
            _ => self.command(word),
        }
    }

    /// Skips to the next word that begins a declaration.
    fn recover(&mut self) {
        while !self.begins_declaration(self.at) {
            self.skip();
        }
    }

    /// `NAME<PARAMETER, ...> = ...`: the name is kept even if the rest cannot be parsed.
    fn definition<T>(
        &mut self,
        space: Space,
        what: &str,
        decl: impl FnOnce(Definition<T>) -> Decl,
        value: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<Decl> {
        let name = self.name(what);
        if name.is_err() {
            if !matches!(self.peek_at(1), TokenKind::Symbol("=" | "<")) {
                return Err(Reported);
            }
            // A keyword is used as a name. The rest can be parsed nevertheless.
            self.skip();
        }
        let parameters = self.parameters();
        let read = parameters.is_ok();
        let value = parameters.as_ref().ok().and_then(|_| self.symbol("=").and_then(|()| value(self)).ok());
        if !read || value.is_none() {
            self.recover();
        }
        Ok(decl(Definition { space, name: name?, parameters: parameters.unwrap_or_default(), value }))
    }

    fn problem(&mut self) -> Parsed<Problem> {
        let closed = self.closed();
        let board = self.expr()?;
        let mut periods = vec![];
        if self.is_word("by") && self.is_coordinates_at(1) {
            self.skip();
            periods.push(self.coordinates("a vector such as `8x5`")?);
            if self.is_coordinates_at(0) {
                periods.push(self.coordinates("a vector such as `8x5`")?);
            }
        }
        let mut flags = vec![];
        while let TokenKind::Flag(word) = self.peek() {
            // A word without a value is refused later, with its meaning.
            if words::option(word)
                .is_some_and(|option| option.role == Role::PieceOption && !option.follows.is_empty())
            {
                let message = format!("`~{word}` is an option of a tile; this is a board");
                return Err(self.syntax(message, "write it behind the tile"));
            }
            let (word, start) = (word.clone(), self.span().start);
            self.skip();
            let node = self.flag(word)?;
            flags.push(Spanned { node, span: start..self.end_of_last() });
        }
        let tiles = self.tiles()?;
        let clues = self.clues()?;
        let filter = self.filter_of_problem()?;
        self.refuse_more()?;
        Ok(Problem { closed, board, periods, flags, tiles, clues, filter })
    }

    /// Behind `where` there is no other one, and no clue.
    fn refuse_more(&mut self) -> Parsed<()> {
        if self.begins_predicate(self.at) {
            let hint = "join the two by `and`: `where fault and border`";
            return Err(self.syntax("this problem has a `where` already", hint));
        }
        if self.begins_clue(self.at) {
            return Err(self.syntax("clues stand before `where`", "write `where` and its predicate last"));
        }
        Ok(())
    }

    fn closed(&mut self) -> Option<Spanned<Surface>> {
        let TokenKind::Name(word) = self.peek() else { return None };
        let node = Surface::by_name(word)?;
        let span = self.span();
        self.closes_board().then(|| {
            self.skip();
            Spanned { node, span }
        })
    }

    /// `[TILE, ...]`.
    fn tiles_in_brackets(&mut self) -> Parsed<Vec<Tile>> {
        self.between_brackets(Cursor::tile)
    }

    /// `[PART, ...]`; a comma may follow the last one.
    fn between_brackets<T>(&mut self, part: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.symbol("[")?;
        let mut parts = vec![];
        while !self.accept_symbol("]") {
            parts.push(part(self)?);
            if self.is_symbol("]") {
                continue;
            }
            if !self.accept_symbol(",") {
                return Err(self.expected("`,` or `]`"));
            }
        }
        Ok(parts)
    }

    fn tile(&mut self) -> Parsed<Tile> {
        let kind = if self.names_first(self.at) || self.names_family(self.at) {
            TileKind::Selection(self.selection()?)
        } else {
            let shape: Expr = self.expr()?;
            let mut filters = vec![];
            while self.is_filter_word() {
                filters.push(self.filter()?);
            }
            TileKind::Shape(shape, filters)
        };
        let flags = self.flags()?;
        let mut loops = vec![];
        while self.accept_word("for") {
            let name = self.name("a parameter")?;
            if !self.accept_word("in") {
                return Err(self.expected("`in` and a range, as in `for i in 1..n`,"));
            }
            let first = self.sum()?;
            self.symbol("..")?;
            loops.push(Loop { name, first, last: self.sum()? });
        }
        Ok(Tile { kind, flags, loops })
    }

    /// The options of a tile, or of all tiles of a list.
    fn flags(&mut self) -> Parsed<Vec<Spanned<Flag>>> {
        let mut flags = vec![];
        while let TokenKind::Flag(word) = self.peek() {
            let (word, start) = (word.clone(), self.span().start);
            self.skip();
            let node = self.flag(word)?;
            flags.push(Spanned { node, span: start..self.end_of_last() });
        }
        Ok(flags)
    }

    fn flag(&mut self, word: String) -> Parsed<Flag> {
        Ok(match word.as_str() {
            "times" => Flag::Times(self.times()?),
            "cost" => Flag::Cost(self.cost()?),
            "named" => Flag::Named(self.text("a name")?),
            "color" => Flag::Color(self.text("a color")?),
            "sides" => Flag::Sides(self.text("a color for each side")?),
            "back" => Flag::Back(self.back()?),
            "border" => Flag::Border(self.text("a color")?),
            "fits" => Flag::Fits(self.text("pairs of colors")?),
            "sum" => Flag::Sum(self.sum()?),
            _ => Flag::Word(word),
        })
    }

    /// A whole number, or one with a decimal point; it may be negative.
    pub(super) fn cost(&mut self) -> Parsed<Cost> {
        let (start, is_negative) = (self.span().start, self.is_symbol("-"));
        let TokenKind::Decimal(digits) = self.peek_at(usize::from(is_negative)) else {
            return self.sum().map(Cost::Sum);
        };
        let text = if is_negative { format!("-{digits}") } else { digits.clone() };
        let node =
            text.parse().map_err(|error: NoDecimal| self.syntax(error.to_string(), "write fewer digits"))?;
        (0..=usize::from(is_negative)).for_each(|_| self.skip());
        Ok(Cost::Decimal(Spanned { node, span: start..self.end_of_last() }))
    }

    fn times(&mut self) -> Parsed<Times> {
        let low = self.sum()?;
        if !self.accept_symbol("..") {
            return Ok(Times::Exactly(low));
        }
        // Behind a list, a command may follow `~times 2..`.
        let is_bounded = self.is_sum_at(0) && !self.ends_tiles(self.at);
        Ok(if is_bounded { Times::Between(low, self.sum()?) } else { Times::AtLeast(low) })
    }
}
