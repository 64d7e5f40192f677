//! The engines, by name.

use std::fmt;
use std::str::FromStr;

use super::Error;
use crate::diagnostic::nearest;
use crate::problem::Problem;

/// Who answers a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Whichever suits the question and the problem; the report says which, and why.
    #[default]
    Auto,
    /// One solution after the other, as fast as it goes: [`engine::fast`](crate::engine::fast).
    Fast,
    /// Knuth's dancing links, one solution after the other: [`engine::links`](crate::engine::links).
    Links,
    /// Counting along the frontier: [`engine::frontier`](crate::engine::frontier).
    Frontier,
    /// A search that remembers what it has counted: [`engine::memo`](crate::engine::memo).
    Memo,
    /// All solutions as a decision diagram, built along the frontier:
    /// [`engine::frontier::diagram`](crate::engine::frontier::diagram).
    Zdd,
    /// All solutions as a decision diagram, by intersection: [`engine::intersect`](crate::engine::intersect).
    Intersect,
    /// A SAT solver, one model of the problem's formula after the other: [`engine::sat`](crate::engine). It needs the
    /// feature `sat`.
    Sat,
    /// The lesson's first algorithm, to teach and to judge: [`engine::naive`](crate::engine::naive). Nobody chooses it but
    /// who names it.
    Naive,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 9] = [
        Engine::Auto,
        Engine::Fast,
        Engine::Links,
        Engine::Frontier,
        Engine::Memo,
        Engine::Zdd,
        Engine::Intersect,
        Engine::Sat,
        Engine::Naive,
    ];

    /// The name by which people choose it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Fast => "fast",
            Engine::Links => "links",
            Engine::Frontier => "frontier",
            Engine::Memo => "memo",
            Engine::Zdd => "zdd",
            Engine::Intersect => "intersect",
            Engine::Sat => "sat",
            Engine::Naive => "naive",
        }
    }

    /// Can it take problems whose items have [`Bounds`](crate::problem::Bounds) other than exactly once?
    pub fn keeps_bounds(self) -> bool {
        match self {
            Engine::Auto
            | Engine::Links
            | Engine::Frontier
            | Engine::Zdd
            | Engine::Intersect
            | Engine::Sat => true,
            Engine::Fast | Engine::Memo | Engine::Naive => false,
        }
    }

    /// An error if the problem has bounds on items, and it cannot keep to them.
    pub(super) fn can_take(self, problem: &Problem) -> Result<(), Error> {
        if problem.has_bounds() && !self.keeps_bounds() {
            Err(Error::Bounds { engine: self })
        } else {
            Ok(())
        }
    }

    /// The engine that searches one solution after the other, where it may be anybody: what [`Engine::Auto`] stands for
    /// then. That is [`Engine::Fast`], or [`Engine::Links`] if there are bounds to be kept.
    #[must_use]
    pub fn for_search(self, problem: &Problem) -> Engine {
        match self {
            Engine::Auto if problem.has_bounds() => Engine::Links,
            Engine::Auto => Engine::Fast,
            engine => engine,
        }
    }

    /// The engine of a search that is kept in a [`Journal`](super::Journal), or taken up again: one that cuts its search into
    /// branches. An error if this one does not, or cannot take the problem; so whoever is to keep it knows before it begins.
    pub fn for_journal(self, problem: &Problem) -> Result<Engine, Error> {
        match self.for_search(problem) {
            engine @ (Engine::Fast | Engine::Links) => engine.can_take(problem).map(|()| engine),
            engine => Err(Error::Unsupported { engine, question: "go on where a search stopped" }),
        }
    }

    /// Can it hand out solutions, or does it only count them?
    pub fn lists_solutions(self) -> bool {
        self != Engine::Frontier
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(pub String);

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Engine::ALL.map(Engine::name);
        write!(f, "there is no engine `{}`", self.0)?;
        match nearest(&self.0, names) {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => write!(f, "; the engines are {}", names.join(", ")),
        }
    }
}

impl std::error::Error for UnknownEngine {}

impl FromStr for Engine {
    type Err = UnknownEngine;
    /// Reads a name. `dlx`, the name in the tiling language, is `links`.
    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let name = if name == "dlx" { "links" } else { name };
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        engine.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}
