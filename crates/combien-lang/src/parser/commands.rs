//! Commands on problems.

use super::ahead::Tail;
use super::cursor::{Cursor, Parsed};
use crate::ast::{
    Algorithm, Condition, Decl, Format, Included, Manner, Output, Question, Space, Span, Spanned,
};
use crate::faults::nearest;
use crate::lexer::TokenKind;
use crate::words::{self, Role};
use combien::solve::Goal;

/// How pictures may be drawn.
const MANNERS: [(&str, Manner); 3] =
    [("layers", Manner::Layers), ("isometric", Manner::Isometric), ("cut", Manner::Cut)];

impl Cursor<'_> {
    pub(super) fn condition(&mut self) -> Parsed<Condition> {
        let span = self.span();
        if self.is_keyword("true") || self.is_keyword("false") {
            let node = self.one_of("true", "false")?;
            return Ok(Condition::Constant(Spanned { node, span }));
        }
        if self.accept_keyword("count") {
            let question = self.question(None, Tail::SymmetryAndEquals)?;
            self.symbol("=")?;
            let mut numbers = vec![self.number()?];
            while self.accept_symbol(",") {
                numbers.push(self.number()?);
            }
            return Ok(Condition::Count(question, numbers));
        }
        // As the name of a pattern it would be followed by `=` or an operator.
        if (self.is_word("solvable") || self.is_word("unsolvable"))
            && matches!(self.peek_at(1), TokenKind::Name(_))
        {
            let solvable = self.is_word("solvable");
            self.skip();
            return Ok(Condition::Solvable(self.target("a problem")?, solvable));
        }
        let left = self.expr()?;
        self.symbol("=")?;
        Ok(Condition::Equal(left, self.expr()?))
    }

    pub(super) fn count(&mut self, space: Space) -> Parsed<Decl> {
        self.question(Some(space), Tail::Symmetry).map(Decl::Count)
    }

    pub(super) fn solve(&mut self, space: Space) -> Parsed<Decl> {
        if self.is_word("best") && matches!(self.peek_at(1), TokenKind::Number(_)) {
            self.skip();
            let number = self.number()?;
            let target = self.target("a problem")?;
            return Ok(Decl::Best(Goal::Min, target, Some(number), self.output()?));
        }
        let question = self.question(Some(space), Tail::First)?;
        let first = if self.accept_word("first") { Some(self.number()?) } else { None };
        Ok(Decl::Solve(question, first, self.output()?))
    }

    pub(super) fn best(&mut self, goal: Goal) -> Parsed<Decl> {
        let target = self.target("a problem")?;
        let first = if self.accept_word("first") { Some(self.number()?) } else { None };
        Ok(Decl::Best(goal, target, first, self.output()?))
    }

    pub(super) fn marginals(&mut self) -> Parsed<Decl> {
        let target = self.target("a problem")?;
        let piece = if self.accept_word("of") { Some(self.piece_name()?) } else { None };
        Ok(Decl::Marginals(target, piece, self.output()?))
    }

    pub(super) fn all(&mut self, space: Space) -> Parsed<Decl> {
        Ok(Decl::All(self.question(Some(space), Tail::SymmetryAndOutput)?, self.output()?))
    }

    pub(super) fn sample(&mut self) -> Parsed<Decl> {
        let question = self.question(None, Tail::Number)?;
        let number = self.number()?;
        let seed = if self.accept_word("seed") { Some(self.number()?) } else { None };
        Ok(Decl::Sample { question, number, seed, output: self.output()? })
    }

    pub(super) fn included(&mut self) -> Parsed<Included> {
        if self.accept_symbol("<") {
            let name = self.name("a part of the library")?;
            self.symbol(">")?;
            return Ok(Included::Library(name));
        }
        self.text("the name of a file").map(Included::File)
    }

    fn question(&mut self, space: Option<Space>, tail: Tail) -> Parsed<Question> {
        let algorithm = self.algorithm(tail)?;
        let target = self.target("a problem")?;
        let has_symmetry = matches!(tail, Tail::Symmetry | Tail::SymmetryAndEquals | Tail::SymmetryAndOutput);
        let up_to_symmetry = if has_symmetry { self.symmetry()? } else { None };
        let is_counted = matches!(tail, Tail::Symmetry | Tail::SymmetryAndEquals);
        let within = if is_counted && self.accept_word("within") { Some(self.cost()?) } else { None };
        Ok(Question { space, algorithm, target, up_to_symmetry, within })
    }

    fn symmetry(&mut self) -> Parsed<Option<Span>> {
        let start = self.span().start;
        if !self.accept_word("up") {
            return Ok(None);
        }
        for word in ["to", "symmetry"] {
            if !self.accept_word(word) {
                return Err(self.expected(&format!("`{word}` of `up to symmetry`")));
            }
        }
        Ok(Some(start..self.end_of_last()))
    }

    /// The algorithm, if one stands before the name of the problem.
    fn algorithm(&mut self, tail: Tail) -> Parsed<Option<Algorithm>> {
        let span = self.span();
        let node = match self.peek() {
            TokenKind::Keyword(word @ ("dlx" | "zdd" | "sat")) => (*word).to_owned(),
            TokenKind::Name(name) if self.names_algorithm(tail) => name.clone(),
            _ => return Ok(None),
        };
        self.skip();
        let command = match self.peek() {
            TokenKind::Text(_) if node == "sat" => Some(self.text("a command")?),
            _ => None,
        };
        Ok(Some(Algorithm { name: Spanned { node, span }, command }))
    }

    fn output(&mut self) -> Parsed<Spanned<Output>> {
        const FILE: &str = "the name of a file";
        let start = self.span().start;
        let word = match self.peek() {
            &TokenKind::Keyword(word @ ("ascii" | "svg")) => word,
            TokenKind::Name(name) if !self.begins_declaration(self.at) => {
                let known = words::of(Role::Output).find(|output| output == name);
                match known {
                    Some(known) => known,
                    None => return Err(self.no_output(&name.clone())),
                }
            }
            _ => {
                let end = self.end_of_last();
                return Ok(Spanned { node: Output::Ascii, span: end..end });
            }
        };
        self.skip();
        let node = match word {
            "svg" => Output::Picture(Format::Svg, self.text(FILE)?, self.manner()),
            "png" => Output::Picture(Format::Png, self.text(FILE)?, self.manner()),
            "pdf" => Output::Picture(Format::Pdf, self.text(FILE)?, self.manner()),
            "stl" => Output::Stl(self.text(FILE)?),
            "json" if matches!(self.peek(), TokenKind::Text(_)) => Output::Json(Some(self.text(FILE)?)),
            "json" => Output::Json(None),
            _ => Output::Ascii,
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    fn no_output(&mut self, word: &str) -> super::cursor::Reported {
        if !matches!(self.peek_at(1), TokenKind::Text(_)) {
            let span = self.span();
            self.skip();
            return self.no_declaration(span);
        }
        let hint = match nearest(word, words::of(Role::Output)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                format!("solutions go to one of: {}", words::of(Role::Output).collect::<Vec<_>>().join(", "))
            }
        };
        let message = match self.quoted(self.span()) {
            Some(word) => format!("there is no output `{word}`"),
            None => "there is no such output".to_owned(),
        };
        self.syntax(message, hint)
    }

    fn manner(&mut self) -> Option<Spanned<Manner>> {
        let span = self.span();
        let &(_, node) = MANNERS.iter().find(|(word, _)| self.is_word(word))?;
        self.skip();
        Some(Spanned { node, span })
    }
}
