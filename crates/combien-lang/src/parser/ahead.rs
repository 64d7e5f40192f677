//! Lookahead: is this word a name or a keyword here?
//!
//! Only the words of `combine` are keywords, so that its files may use every other word as a name. Where both readings
//! are possible, the next tokens decide. Nothing is consumed here, and the time for each decision is linear in the
//! tokens looked at.

use super::cursor::Cursor;
use crate::lexer::{Token, TokenKind};

/// The words that always begin a declaration. `sample`, `why` and `unique` begin one too, but may also be names.
pub(super) const BEGINNINGS: [&str; 19] = [
    "pattern", "tiles", "problem", "pattern3", "tiles3", "problem3", "assert", "print", "solve", "solve3",
    "all", "all3", "count", "count3", "dimacs", "include", "exit", "debug", "timing",
];
pub(super) const JOKE: &str = "answer_to_the_question_of_life_the_universe_and_everything";

/// The options that something belongs to.
pub(super) const VALUED_FLAGS: [&str; 4] = ["times", "named", "color", "cost"];

/// What may follow the problem of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// `up to symmetry`.
    Symmetry,
    /// `up to symmetry`, then `=`.
    SymmetryAndEquals,
    /// `first NUMBER`, then where the solutions go.
    First,
    /// `up to symmetry`, then where the solutions go.
    SymmetryAndOutput,
    /// A number.
    Number,
}

/// The words that say what kind of drawing follows.
const DRAWING_WORDS: [&str; 3] = ["hex", "tri", "marked"];

/// Which of these words a file defines as patterns. There they are names and never belong to a drawing.
#[derive(Clone, Copy)]
pub(crate) struct DrawingNames([bool; 3]);

impl DrawingNames {
    pub(crate) fn of(tokens: &[Token]) -> DrawingNames {
        let mut names = [false; 3];
        for pair in tokens.windows(2) {
            if pair[0].kind == TokenKind::Keyword("pattern")
                && let TokenKind::Name(name) = &pair[1].kind
                && let Some(place) = DRAWING_WORDS.iter().position(|word| word == name)
            {
                names[place] = true;
            }
        }
        DrawingNames(names)
    }

    /// Is the word a name in this file?
    pub(crate) fn is_name(self, word: &str) -> bool {
        DRAWING_WORDS.iter().position(|known| *known == word).is_none_or(|place| self.0[place])
    }
}

impl Cursor<'_> {
    fn is_name(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Name(_))
    }

    fn is_number(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Number(_))
    }

    fn is_text(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Text(_))
    }

    fn is_word_at(&self, at: usize, words: &[&str]) -> bool {
        matches!(self.kind(at), TokenKind::Name(name) if words.contains(&name.as_str()))
    }

    /// Does the word here say what kind of drawing follows?
    pub(super) fn names_drawing(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Drawing(_))
            && matches!(self.peek(), TokenKind::Name(word) if !self.drawing_names.is_name(word))
    }

    pub(super) fn is_coordinates_at(&self, further: usize) -> bool {
        matches!(self.peek_at(further), TokenKind::Dim(..) | TokenKind::Symbol("("))
    }

    pub(super) fn is_sum_at(&self, further: usize) -> bool {
        matches!(
            self.peek_at(further),
            TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Symbol("(" | "-")
        )
    }

    /// Can an operand begin there?
    pub(super) fn is_operand_at(&self, further: usize) -> bool {
        match self.peek_at(further) {
            TokenKind::Name(_) | TokenKind::Drawing(_) | TokenKind::Symbol("(" | "[") => true,
            TokenKind::Keyword(word) => super::expressions::PREFIXES.contains(word),
            _ => false,
        }
    }

    /// After the arguments in angle brackets, if there are any.
    fn behind_arguments(&self, at: usize) -> usize {
        if self.kind(at) != &TokenKind::Symbol("<") {
            return at;
        }
        let mut end = at + 1;
        loop {
            match self.kind(end) {
                TokenKind::Name(_)
                | TokenKind::Number(_)
                | TokenKind::Symbol("," | ".." | "+" | "-" | "*" | "/" | "%" | "(" | ")") => {}
                TokenKind::Symbol(">") => return end + 1,
                _ => return end,
            }
            end += 1;
        }
    }

    /// Does a declaration begin there? The end of the file counts as one.
    pub(super) fn begins_declaration(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::End => true,
            TokenKind::Keyword(word) => BEGINNINGS.contains(word) || *word == JOKE,
            TokenKind::Name(word) if word == "why" || word == "unique" => {
                self.is_name(at + 1) && self.begins_declaration(self.behind_arguments(at + 2))
            }
            TokenKind::Name(word) if word == "minimize" || word == "maximize" => {
                self.is_name(at + 1) && {
                    let behind = self.behind_arguments(at + 2);
                    self.ends_output(if self.is_first(behind) { behind + 2 } else { behind })
                }
            }
            TokenKind::Name(word) => word == "sample" && self.begins_sample(at + 1),
            _ => false,
        }
    }

    /// Does this follow the word `sample` as a command? Then `sample` is not a name.
    fn begins_sample(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::Keyword("dlx" | "zdd" | "sat") => true,
            TokenKind::Name(_) => {
                let ends = |at| self.is_name(at) && self.is_number(self.behind_arguments(at + 1));
                // A missing number is reported for this reading, because the other one would end here.
                let others = ["sample", "why", "unique", "up", "first", "json", "png", "pdf", "stl"];
                ends(at) || ends(at + 1) || !self.is_word_at(at, &others)
            }
            _ => false,
        }
    }

    /// Does the word here, `torus` or `cylinder`, close the board that follows? Otherwise it is the name of the board.
    pub(super) fn closes_board(&self) -> bool {
        let next = self.at + 1;
        match self.kind(next) {
            TokenKind::Name(name) => {
                let behind = self.behind_arguments(next + 1);
                let is_size = matches!(self.kind(behind), TokenKind::Dim(..) | TokenKind::Symbol("("));
                // `torus list` is the board `torus` and its tiles; `torus board list` has one word more.
                !(self.begins_declaration(self.behind_list(behind)) || name == "by" && is_size)
            }
            TokenKind::Symbol("[") => !self.begins_declaration(self.behind_list(self.behind_brackets(next))),
            _ => self.is_operand_at(1),
        }
    }

    /// After what may follow the first list of tiles: lists that are left out, and options.
    fn behind_list(&self, mut at: usize) -> usize {
        while self.kind(at) == &TokenKind::Symbol("-") {
            at = match self.kind(at + 1) {
                TokenKind::Name(_) => self.behind_arguments(at + 2),
                TokenKind::Symbol("[") => self.behind_brackets(at + 1),
                _ => return at,
            };
        }
        while let TokenKind::Flag(word) = self.kind(at) {
            at = match word.as_str() {
                "times" => self.behind_range(at + 1),
                "cost" => self.behind_cost(at + 1),
                "named" | "color" if self.is_text(at + 1) => at + 2,
                _ => at + 1,
            };
        }
        at
    }

    /// After `2.5`, `-2.5` or a sum.
    fn behind_cost(&self, at: usize) -> usize {
        let digits = at + usize::from(self.kind(at) == &TokenKind::Symbol("-"));
        if matches!(self.kind(digits), TokenKind::Decimal(_)) { digits + 1 } else { self.behind_sum(at) }
    }

    /// After `2`, `2..` or `2..n`.
    fn behind_range(&self, at: usize) -> usize {
        let end = self.behind_sum(at);
        if self.kind(end) != &TokenKind::Symbol("..") {
            return end;
        }
        if self.begins_declaration(end + 1) { end + 1 } else { self.behind_sum(end + 1) }
    }

    /// After a sum, if one begins there.
    fn behind_sum(&self, mut at: usize) -> usize {
        loop {
            while self.kind(at) == &TokenKind::Symbol("-") {
                at += 1;
            }
            match self.kind(at) {
                TokenKind::Name(_) | TokenKind::Number(_) => at += 1,
                TokenKind::Symbol("(") => at = self.behind_parentheses(at),
                _ => return at,
            }
            if !matches!(self.kind(at), TokenKind::Symbol("+" | "-" | "*" | "/" | "%")) {
                return at;
            }
            at += 1;
        }
    }

    /// After the bracket that closes this one.
    fn behind_brackets(&self, at: usize) -> usize {
        self.behind_pair(at, "[", "]")
    }

    fn behind_parentheses(&self, at: usize) -> usize {
        self.behind_pair(at, "(", ")")
    }

    fn behind_pair(&self, at: usize, opening: &'static str, closing: &'static str) -> usize {
        let (mut end, mut open) = (at, 0);
        loop {
            match self.kind(end) {
                TokenKind::Symbol(symbol) if *symbol == opening => open += 1,
                TokenKind::Symbol(symbol) if *symbol == closing => open -= 1,
                TokenKind::End => return end,
                // Not at `sample`, `why` or `unique`, which may be names here.
                TokenKind::Keyword(word) if BEGINNINGS.contains(word) => return end,
                _ => {}
            }
            end += 1;
            if open == 0 {
                return end;
            }
        }
    }

    /// Is the name here an algorithm that is followed by the name of the problem? It is not if the command can end
    /// without it.
    pub(super) fn names_algorithm(&self, tail: Tail) -> bool {
        self.is_name(self.at) && self.is_name(self.at + 1) && !self.ends_command(self.at + 1, tail)
    }

    /// Can this follow the problem, up to the end of the command?
    fn ends_command(&self, at: usize, tail: Tail) -> bool {
        let behind_symmetry = if self.is_symmetry(at) { at + 3 } else { at };
        let is_within = self.is_word_at(behind_symmetry, &["within"]);
        let behind_limit = if is_within { self.behind_cost(behind_symmetry + 1) } else { behind_symmetry };
        match tail {
            Tail::Symmetry => self.begins_declaration(behind_limit),
            Tail::SymmetryAndEquals => self.kind(behind_limit) == &TokenKind::Symbol("="),
            Tail::First => self.ends_output(if self.is_first(at) { at + 2 } else { at }),
            Tail::SymmetryAndOutput => self.ends_output(behind_symmetry),
            Tail::Number => self.is_number(at),
        }
    }

    fn is_first(&self, at: usize) -> bool {
        self.is_word_at(at, &["first"]) && self.is_number(at + 1)
    }

    fn is_symmetry(&self, at: usize) -> bool {
        self.is_word_at(at, &["up"])
            && self.is_word_at(at + 1, &["to"])
            && self.is_word_at(at + 2, &["symmetry"])
    }

    fn ends_output(&self, at: usize) -> bool {
        if self.begins_declaration(at) || matches!(self.kind(at), TokenKind::Keyword("ascii" | "svg")) {
            return true;
        }
        // In `combine`, no declaration follows a problem here, so a problem may be called `json`.
        (self.is_word_at(at, &["png", "pdf", "stl", "json"]) && self.is_text(at + 1))
            || (self.is_word_at(at, &["json"]) && self.begins_declaration(at + 1))
    }
}
