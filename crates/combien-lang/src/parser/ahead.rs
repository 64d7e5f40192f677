//! Lookahead: is this word a name or a keyword here?
//!
//! Only the words of `combine` are keywords, so that its files may use every other word as a name. Where both
//! readings are possible, the next tokens decide. Nothing is consumed here, and the time for each decision is
//! linear in the tokens looked at.

use super::cursor::Cursor;
use crate::ast::Grid;
use crate::commands::{self, Part};
use crate::lexer::TokenKind;
use crate::words::{self, Role};
use combien_tiling::Lattice;

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

    /// Has the word there one of these roles?
    pub(super) fn has_role_at(&self, at: usize, roles: &[Role]) -> bool {
        matches!(self.kind(at), TokenKind::Name(name) if words::is_any(name, roles))
    }

    pub(super) fn is_word_at(&self, at: usize, words: &[&str]) -> bool {
        matches!(self.kind(at), TokenKind::Name(name) if words.contains(&name.as_str()))
    }

    /// Does the word here say what kind of drawing follows?
    pub(super) fn names_drawing(&self) -> bool {
        self.names_drawing_at(self.at)
    }

    fn names_drawing_at(&self, at: usize) -> bool {
        let is_free = |at: usize| {
            matches!(self.kind(at), TokenKind::Name(word)
                if !self.drawing_names.is_name(word) && !words::is_any(word, &[Role::Outline]))
        };
        is_free(at) && matches!(self.kind(at + 1), TokenKind::Drawing(_)) || self.is_marked_grid_at(at)
    }

    /// Does `sphere` stand here, with layers behind it?
    pub(super) fn names_stack(&self) -> bool {
        self.is_word_at(self.at, &["sphere"])
            && !self.drawing_names.is_name("sphere")
            && matches!(self.peek_at(1), TokenKind::Symbol("["))
    }

    /// Does `hex marked`, or another grid whose characters can be marks, stand here, with a drawing behind
    /// it?
    pub(super) fn names_marked_grid(&self) -> bool {
        self.is_marked_grid_at(self.at)
    }

    fn is_marked_grid_at(&self, at: usize) -> bool {
        let is_free = |at: usize, is_meant: fn(&str) -> bool| matches!(self.kind(at), TokenKind::Name(word) if is_meant(word) && !self.drawing_names.is_name(word));
        is_free(at, |word| Lattice::by_word(word).is_some_and(|lattice| !lattice.has_glyphs()))
            && is_free(at + 1, |word| word == "marked")
            && matches!(self.kind(at + 2), TokenKind::Drawing(_))
    }

    /// Does a word for a grid stand there?
    pub(super) fn is_grid_at(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Name(word) if Grid::by_word(word).is_some())
    }

    /// Is the word here the name of a board, with its size behind it?
    pub(super) fn names_outline(&self) -> bool {
        let is_size = |further: usize| {
            matches!(
                self.peek_at(further),
                TokenKind::Number(_) | TokenKind::Dim(..) | TokenKind::Symbol("(")
            )
        };
        let is_outline =
            |word: &str| words::is_any(word, &[Role::Outline]) && !self.drawing_names.is_name(word);
        matches!(self.peek(), TokenKind::Name(word) if is_outline(word))
            && (is_size(1) || self.is_grid_at(self.at + 1) && is_size(2))
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
            TokenKind::Keyword(word) => words::is_any(word, &[Role::Expression]),
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
            TokenKind::Keyword(word) => words::is_any(word, &[Role::Declaration]),
            TokenKind::Name(word) if word == "lattice" => {
                self.is_name(at + 1) && self.kind(self.behind_arguments(at + 2)) == &TokenKind::Symbol("=")
            }
            TokenKind::Name(word) => {
                commands::begun_by(word).any(|command| match (command.lead, command.task) {
                    // A number behind a name belongs to nothing else.
                    (Some(lead), _) => self.is_word_at(at + 1, &[lead]) && self.is_number(at + 2),
                    (None, Some(_)) => self.begins_sample(at + 1),
                    (None, None) if !self.is_name(at + 1) => false,
                    (None, None) => self.ends_command(self.behind_arguments(at + 2), command.tail),
                })
            }
            _ => false,
        }
    }

    /// Does this follow a word such as `sample` as a command, with an algorithm, a problem and a number? Then
    /// the word is no name.
    fn begins_sample(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::Keyword("dlx" | "zdd" | "sat") => true,
            TokenKind::Name(_) => {
                let ends = |at| self.is_name(at) && self.is_number(self.behind_arguments(at + 1));
                // A missing number is reported for this reading, because the other one would end here.
                let others =
                    [Role::Declaration, Role::Tail, Role::Output, Role::Filter, Role::Clue, Role::Joint];
                // In `[polyforms sample a, ...]` the list goes on.
                let behind = self.kind(self.behind_arguments(at + 1));
                let is_alone = !matches!(behind, TokenKind::Symbol(_) | TokenKind::Flag(_));
                let is_missing = is_alone && !self.has_role_at(at, &others);
                !self.begins_filter(at) && (ends(at) || ends(at + 1) || is_missing)
            }
            _ => false,
        }
    }

    /// Does the word here, such as `torus`, close the board that follows? Otherwise it is the name of
    /// the board.
    pub(super) fn closes_board(&self) -> bool {
        let next = self.at + 1;
        match self.kind(next) {
            TokenKind::Name(name) => {
                let behind = self.behind_arguments(next + 1);
                let is_size = matches!(self.kind(behind), TokenKind::Dim(..) | TokenKind::Symbol("("));
                // `torus list` is the board `torus` and its tiles; `torus board list` has one word more.
                !(self.ends_problem(self.behind_tiles(next)) || name == "by" && is_size)
            }
            TokenKind::Symbol("[") => !self.ends_problem(self.behind_tiles(next)),
            _ => self.is_operand_at(1),
        }
    }

    /// Can a problem end before this, or its clues or predicate begin?
    fn ends_problem(&self, at: usize) -> bool {
        self.begins_declaration(at) || self.begins_clue(at) || self.begins_predicate(at)
    }

    /// Does what is asked of solutions begin there?
    pub(super) fn begins_predicate(&self, at: usize) -> bool {
        self.is_word_at(at, &["where"]) && self.begins_part(at + 1)
    }

    /// Does a part of a predicate begin there?
    pub(super) fn begins_part(&self, at: usize) -> bool {
        self.has_role_at(at, &[Role::Test])
            || self.is_word_at(at, &["as"]) && self.is_word_at(at + 1, &["many"])
            || self.is_word_at(at, &["not"])
            || self.kind(at) == &TokenKind::Symbol("(")
    }

    /// Can what is there not belong to the tiles before it?
    pub(super) fn ends_tiles(&self, at: usize) -> bool {
        self.begins_filter(at) || self.ends_problem(at) || self.begins_loop(at)
    }

    /// Is this `for NAME in`, behind a tile?
    fn begins_loop(&self, at: usize) -> bool {
        self.is_word_at(at, &["for"]) && self.is_name(at + 1) && self.is_word_at(at + 2, &["in"])
    }

    /// Does a clue begin there?
    pub(super) fn begins_clue(&self, at: usize) -> bool {
        let next = at + 1;
        if self.is_word_at(at, &["keep"]) {
            return self.is_text(next);
        }
        if self.is_word_at(at, &["also"]) {
            let end = self.behind_amount(next);
            return end > next && (self.kind(end) == &TokenKind::Symbol("..") || self.begins_where(end));
        }
        if self.is_word_at(at, &["cost"]) {
            let end = self.behind_cost(next);
            return end > next && self.is_word_at(end, &["for"]);
        }
        let is_fixed = self.is_word_at(at, &["fix"]);
        let is_piece = match self.kind(next) {
            TokenKind::Drawing(_) | TokenKind::Symbol("[") => return is_fixed,
            TokenKind::Text(_) => true,
            TokenKind::Name(_) => self.begins_place(next) || self.begins_place(next + 1),
            _ => false,
        };
        is_piece && (is_fixed || self.is_word_at(at, &["forbid"]))
    }

    /// Is this `of PIECES`, `over "MARKS"` or `at every`?
    pub(super) fn begins_where(&self, at: usize) -> bool {
        let is_name = matches!(self.kind(at + 1), TokenKind::Name(_) | TokenKind::Symbol("["));
        self.is_word_at(at, &["of"]) && (is_name || self.is_text(at + 1))
            || self.is_word_at(at, &["over"]) && self.is_text(at + 1)
            || self.is_word_at(at, &["at"]) && self.is_word_at(at + 1, &["every", "each"])
    }

    /// Does a place of a clue begin there: `at 3x2`, `over 3x2`, `as Rot90`? Otherwise the word may be the
    /// name of a piece.
    pub(super) fn begins_place(&self, at: usize) -> bool {
        if self.is_word_at(at, &["at", "over"]) {
            return matches!(self.kind(at + 1), TokenKind::Dim(..) | TokenKind::Symbol("("));
        }
        let is_place_word = self.is_word_at(at + 1, &["at", "over", "as"]);
        self.is_word_at(at, &["as"])
            && match self.kind(at + 1) {
                TokenKind::Keyword(word) => super::is_isometry(word),
                // `as as Rot90` is about a piece called `as`.
                TokenKind::Name(_) => !(is_place_word && self.begins_place(at + 1)),
                _ => false,
            }
    }

    /// Does a filter begin there?
    fn begins_filter(&self, at: usize) -> bool {
        self.has_role_at(at, &[Role::Filter]) && self.has_role_at(at + 1, &[Role::Quality])
    }

    /// Is this `first NUMBER of`, and a list behind it?
    pub(super) fn names_first(&self, at: usize) -> bool {
        let end = self.behind_amount(at + 1);
        self.is_word_at(at, &["first"])
            && end > at + 1
            && self.is_word_at(end, &["of"])
            && matches!(self.kind(end + 1), TokenKind::Name(_) | TokenKind::Symbol("["))
    }

    /// Is this a word for polyforms, and their sizes behind it?
    pub(super) fn names_family(&self, at: usize) -> bool {
        let sizes = self.before_sizes(at);
        let is_word =
            sizes > at + 1 || self.has_role_at(at, &[Role::Family]) && !self.is_word_at(at, &["polyforms"]);
        is_word
            && self.behind_amount(sizes) > sizes
            && !self.ends_tiles(sizes)
            && (sizes == at + 1 || !self.ends_tiles(at + 1))
    }

    /// Behind a word for polyforms; `polyforms` has the name of a lattice behind it.
    fn before_sizes(&self, at: usize) -> usize {
        let has_lattice = self.is_word_at(at, &["polyforms"]) && self.is_name(at + 1);
        if has_lattice { self.behind_arguments(at + 2) } else { at + 1 }
    }

    /// Is this `lattice NAME`, with something behind it that has a grid?
    pub(super) fn names_lattice(&self, at: usize) -> bool {
        let behind = self.behind_arguments(at + 2);
        self.is_word_at(at, &["lattice"])
            && self.is_name(at + 1)
            && !self.names_drawing_at(at + 1)
            && (matches!(
                self.kind(behind),
                TokenKind::Drawing(_) | TokenKind::Dim(..) | TokenKind::Symbol("(")
            ) || self.is_marked_drawing(behind))
    }

    /// Does a drawing stand behind the lattice here?
    pub(super) fn ends_in_drawing(&self) -> bool {
        let behind = self.behind_arguments(self.at + 2);
        matches!(self.kind(behind), TokenKind::Drawing(_)) || self.is_marked_drawing(behind)
    }

    fn is_marked_drawing(&self, at: usize) -> bool {
        self.is_word_at(at, &["marked"]) && matches!(self.kind(at + 1), TokenKind::Drawing(_))
    }

    /// After a number, a parameter or a sum in parentheses, if one is there.
    pub(super) fn behind_amount(&self, at: usize) -> usize {
        match self.kind(at) {
            TokenKind::Number(_) | TokenKind::Name(_) => at + 1,
            TokenKind::Symbol("(") => self.behind_parentheses(at),
            _ => at,
        }
    }

    /// After `3`, `3..` or `3..5`.
    fn behind_amounts(&self, at: usize) -> usize {
        let end = self.behind_amount(at);
        if self.kind(end) != &TokenKind::Symbol("..") || self.ends_tiles(end + 1) {
            return if self.kind(end) == &TokenKind::Symbol("..") { end + 1 } else { end };
        }
        self.behind_amount(end + 1)
    }

    /// After a list by its name, in brackets, or of polyforms.
    fn behind_list(&self, at: usize) -> usize {
        match self.kind(at) {
            TokenKind::Name(_) if self.names_family(at) => self.behind_amounts(self.before_sizes(at)),
            TokenKind::Name(_) => self.behind_arguments(at + 1),
            TokenKind::Symbol("[") => self.behind_brackets(at),
            _ => at,
        }
    }

    /// After a filter.
    fn behind_filter(&self, at: usize) -> usize {
        let quality = at + 1;
        if self.is_word_at(quality, &["size"]) {
            return self.behind_amounts(quality + 1);
        }
        let mut end = quality + 1;
        if self.is_word_at(quality, &["name"]) {
            while self.is_text(end) {
                end += 1;
            }
        } else if matches!(self.kind(end), TokenKind::Keyword(word) if super::is_isometry(word))
            || self.is_name(end) && !self.ends_tiles(end)
        {
            end += 1;
        }
        end
    }

    /// After the tiles that begin there: a list, what is left out of it, and options.
    fn behind_tiles(&self, start: usize) -> usize {
        let mut at =
            self.behind_list(if self.names_first(start) { self.behind_amount(start + 1) + 1 } else { start });
        loop {
            if self.kind(at) == &TokenKind::Symbol("-") {
                let end = self.behind_list(at + 1);
                if end == at + 1 {
                    return at;
                }
                at = end;
            } else if self.begins_filter(at) {
                at = self.behind_filter(at);
            } else {
                break;
            }
        }
        while let TokenKind::Flag(word) = self.kind(at) {
            at = match words::option(word).map_or("", |option| option.follows) {
                "range" => self.behind_range(at + 1),
                "cost" => self.behind_cost(at + 1),
                "sum" => self.behind_sum(at + 1),
                "DRAWING" if matches!(self.kind(at + 1), TokenKind::Drawing(_)) => at + 2,
                "TEXT" if self.is_text(at + 1) => at + 2,
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
        if self.ends_tiles(end + 1) { end + 1 } else { self.behind_sum(end + 1) }
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
                TokenKind::Keyword(word) if words::is_any(word, &[Role::Declaration]) => return end,
                _ => {}
            }
            end += 1;
            if open == 0 {
                return end;
            }
        }
    }

    /// Is the name here an algorithm that is followed by the name of the problem? It is not if the command
    /// can end without it.
    pub(super) fn names_algorithm(&self, tail: &[Part]) -> bool {
        self.is_name(self.at) && self.is_name(self.at + 1) && !self.ends_command(self.at + 1, tail)
    }

    /// Can this follow the target, up to the end of the command?
    fn ends_command(&self, mut at: usize, tail: &[Part]) -> bool {
        for part in tail {
            match part {
                Part::Symmetry if self.is_symmetry(at) => at += 3,
                Part::Limit if self.is_word_at(at, &["within"]) && self.behind_cost(at + 1) > at + 1 => {
                    at = self.behind_cost(at + 1);
                }
                Part::First if self.is_first(at) => at += 2,
                Part::Piece if self.is_of_piece(at) => at += 2,
                Part::Symmetry | Part::Limit | Part::First | Part::Piece | Part::Seed => {}
                // These are there, or another reading is meant; what follows decides nothing.
                Part::Number => return self.is_number(at),
                Part::File => return self.is_text(at),
                Part::Counts => return self.kind(at) == &TokenKind::Symbol("="),
                Part::Output => return self.ends_output(at),
            }
        }
        self.begins_declaration(at)
    }

    fn is_of_piece(&self, at: usize) -> bool {
        self.is_word_at(at, &["of"]) && (self.is_name(at + 1) || self.is_text(at + 1))
    }

    fn is_first(&self, at: usize) -> bool {
        self.is_word_at(at, &["first"]) && self.is_number(at + 1)
    }

    fn is_symmetry(&self, at: usize) -> bool {
        self.is_word_at(at, &["up"])
            && self.is_word_at(at + 1, &["to"])
            && self.is_word_at(at + 2, &["symmetry", "rotation"])
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
