//! Commands on problems.

use super::cursor::{Cursor, Parsed};
use crate::ast::{Algorithm, Condition, Decl, Format, Included, Manner, Output, Question, Space, Spanned};
use crate::commands::{self, Command, Part, assertions};
use crate::faults::nearest;
use crate::lexer::TokenKind;
use crate::words::{self, Role};

/// What is expected where a file is named.
const FILE: &str = "the name of a file";

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
            return self.question(&assertions::COUNT, None).map(Box::new).map(Condition::Count);
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

    /// The command that a word begins: `solve best 5 p` is another one than `solve p`.
    pub(super) fn command(&mut self, word: &'static str) -> Parsed<Decl> {
        let leads = |lead| self.is_word(lead) && matches!(self.peek_at(1), TokenKind::Number(_));
        match commands::begun_by(word).find(|command| command.lead.is_none_or(leads)) {
            Some(command) => self.question(command, command.space_of(word)).map(Decl::Ask),
            None => Err(self.no_declaration(self.span_of_last())),
        }
    }

    pub(super) fn included(&mut self) -> Parsed<Included> {
        if self.accept_symbol("<") {
            let name = self.name("a part of the library")?;
            self.symbol(">")?;
            return Ok(Included::Library(name));
        }
        self.text(FILE).map(Included::File)
    }

    /// What follows the word of a command.
    fn question(&mut self, command: &'static Command, space: Option<Space>) -> Parsed<Question> {
        let number = command.lead.map(|_| {
            self.skip();
            self.number()
        });
        let number = number.transpose()?;
        let algorithm = if command.task.is_some() { self.algorithm(command.tail)? } else { None };
        let target = if command.is_about_lengths {
            self.lengths(command.target)?
        } else {
            self.target(command.target)?
        };
        let end = self.end_of_last();
        let mut question = Question {
            command,
            space,
            algorithm,
            target,
            number,
            up_to_symmetry: None,
            within: None,
            seed: None,
            piece: None,
            file: None,
            counts: vec![],
            output: Spanned { node: Output::Ascii, span: end..end },
        };
        for part in command.tail {
            match part {
                Part::Symmetry => question.up_to_symmetry = self.symmetry()?,
                Part::Limit => question.within = self.behind("within", Cursor::cost)?,
                Part::First => question.number = self.behind("first", Cursor::number)?,
                Part::Number => question.number = Some(self.number()?),
                Part::Seed => question.seed = self.behind("seed", Cursor::number)?,
                Part::Piece => question.piece = self.behind("of", Cursor::piece_name)?,
                Part::File => question.file = Some(self.text(FILE)?),
                Part::Counts => {
                    self.symbol("=")?;
                    question.counts.push(self.number()?);
                    while self.accept_symbol(",") {
                        question.counts.push(self.number()?);
                    }
                }
                Part::Output => question.output = self.output()?,
            }
        }
        Ok(question)
    }

    /// What stands behind a word, if the word is there.
    fn behind<T>(&mut self, word: &str, value: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        if self.accept_word(word) { value(self).map(Some) } else { Ok(None) }
    }

    fn symmetry(&mut self) -> Parsed<Option<Spanned<bool>>> {
        let start = self.span().start;
        if !self.accept_word("up") {
            return Ok(None);
        }
        if !self.accept_word("to") {
            return Err(self.expected("`to` of `up to symmetry`"));
        }
        let node = self.accept_word("rotation");
        if !node && !self.accept_word("symmetry") {
            return Err(self.expected("`symmetry` of `up to symmetry`"));
        }
        Ok(Some(Spanned { node, span: start..self.end_of_last() }))
    }

    /// The algorithm, if one stands before the name of the problem.
    fn algorithm(&mut self, tail: &[Part]) -> Parsed<Option<Algorithm>> {
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
