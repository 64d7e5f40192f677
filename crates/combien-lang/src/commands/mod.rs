//! The commands of the language, a file for each: its words, its syntax, what it means and what it answers.
//!
//! A command is a row, [`Command`], and the only place where the steps of the language meet. The list of
//! words, suggestions, the page and the grammar of the book take its words. The parser and its lookahead
//! follow the parts of its syntax. The elaborator makes an [`Asked`] of them for each problem. A run calls
//! its function, and documents have its name. So a new command is a file, and its name in the list below.

pub(crate) mod assertions;

use std::fmt;
use std::ops::Range;

use crate::ast::{Question, Space};
use crate::elaborate::Elaborator;
use crate::run::{Failed, Run};
use crate::script::Asked;
use crate::words;

/// The modules of the commands, and all their rows in the order of the list of words.
macro_rules! commands {
    ($($file:ident)*) => {
        $(pub(crate) mod $file;)*
        static ALL: &[&[Command]] = &[$($file::ROWS),*];
    };
}

commands! { count solve all sample best marginals unique why strip plane print dimacs }

/// A row: a command, from its syntax to its answer.
pub(crate) struct Command {
    /// Its name in documents.
    pub(crate) name: &'static str,
    /// Its word, as in the table of words; the second one, if there is one, asks about a problem in space.
    pub(crate) words: &'static [words::Row],
    /// A word with a number behind it, between the word of the command and the target.
    pub(crate) lead: Option<&'static str>,
    /// What an algorithm before the target is asked for; `None` if there can be none.
    pub(crate) task: Option<Task>,
    /// What the target is, in messages.
    pub(crate) target: &'static str,
    /// Is the target a family with a name in the place of the length?
    pub(crate) is_about_lengths: bool,
    /// What may follow the target.
    pub(crate) tail: &'static [Part],
    /// Why it cannot obey `where`, and what to do instead; `None` if it can.
    pub(crate) ignores_where: Option<(&'static str, &'static str)>,
    /// How the name of [`Asked::file`] may end.
    pub(crate) endings: &'static [&'static str],
    /// Checks what was parsed, and adds an action for each problem.
    pub(crate) mean: fn(&mut Elaborator, &Question, &Range<usize>),
    /// Answers, and prints the answer.
    pub(crate) run: fn(&mut Run<'_>, &Asked) -> Result<(), Failed>,
}

/// A task for an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Count,
    FindOne,
    List,
    Sample,
}

/// A part of the syntax behind the target of a command. The parser reads each in one arm, and its lookahead
/// steps over each in one.
pub(crate) enum Part {
    /// `up to symmetry`, if it is there.
    Symmetry,
    /// `within COST`, if it is there.
    Limit,
    /// `first NUMBER`, if it is there.
    First,
    /// A number.
    Number,
    /// `seed NUMBER`, if it is there.
    Seed,
    /// `of PIECE`, if it is there.
    Piece,
    /// The name of a file.
    File,
    /// `= NUMBER, ...`.
    Counts,
    /// Where solutions go, if it is there.
    Output,
}

impl Command {
    /// A command that takes a problem and nothing else. A row says what differs.
    const ASKS: Command = Command {
        name: "",
        words: &[],
        lead: None,
        task: None,
        target: "a problem",
        is_about_lengths: false,
        tail: &[],
        ignores_where: None,
        endings: &[],
        mean: |elaborator, question, span| drop(elaborator.ask(question, span)),
        run: |_, _| Ok(()),
    };

    /// Which space its word says: `count3` asks about a problem in space. Only some have a word for each.
    pub(crate) fn space_of(&self, word: &str) -> Option<Space> {
        let space = if word.ends_with('3') { Space::Solid } else { Space::Plane };
        (self.words.len() > 1).then_some(space)
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The commands that a word begins; those with a `lead` come first.
pub(crate) fn begun_by(word: &str) -> impl Iterator<Item = &'static Command> {
    let is_word = move |row: &words::Row| matches!(row.0.strip_prefix(word), Some("" | "!"));
    let is_begun = move |command: &&Command| command.words.iter().any(is_word);
    ALL.iter().copied().flatten().filter(is_begun)
}

/// The rows of the table of words, each word once.
pub(crate) fn words() -> impl Iterator<Item = words::Row> {
    let all = ALL.iter().copied().flatten().filter(|command| command.lead.is_none());
    all.flat_map(|command| command.words.iter().copied())
}
