//! Which words of drawings a file uses as names.

use crate::lexer::{Token, TokenKind};
use crate::words::{self, Role};

/// The words that may belong to a drawing, or name a board, and that a file defines as patterns. There they
/// are names.
#[derive(Clone)]
pub(crate) struct DrawingNames(Vec<&'static str>);

impl DrawingNames {
    pub(crate) fn of(tokens: &[Token]) -> DrawingNames {
        let is_pattern = |pair: &&[Token]| pair[0].kind == TokenKind::Keyword("pattern");
        let mut names = vec![];
        for pair in tokens.windows(2).filter(is_pattern) {
            if let TokenKind::Name(name) = &pair[1].kind {
                let row = words::rows_of(name).iter().find(|word| OF_DRAWINGS.contains(&word.role));
                names.extend(row.map(|word| word.text).filter(|text| !names.contains(text)));
            }
        }
        DrawingNames(names)
    }

    /// Is the word a name in this file?
    pub(crate) fn is_name(&self, word: &str) -> bool {
        self.0.contains(&word) || !words::is_any(word, &OF_DRAWINGS)
    }
}

/// What is written before a drawing, and what names a board.
const OF_DRAWINGS: [Role; 3] = [Role::Grid, Role::Drawing, Role::Outline];
