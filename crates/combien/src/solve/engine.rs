//! The engines, by name. The table of them stands in [`engine`].

use std::fmt;
use std::str::FromStr;

use super::Error;
use crate::diagnostic::nearest;
use crate::engine::{self, Profile, Work};
use crate::problem::Problem;

/// Makes the enum [`Engine`] of the table.
macro_rules! names {
    ($($folder:ident: $($engine:ident = $($place:ident)::+),+;)*) => {
        /// The engine that answers a question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Engine {
            /// Whichever suits the question and the problem; the report says which, and why.
            #[default]
            Auto,
            $($(
                #[doc = concat!("The engine `", stringify!($engine), "`: see its [`profile`](Engine::profile).")]
                $engine,
            )+)*
        }

        impl Engine {
            /// All engines, [`Engine::Auto`] first.
            pub const ALL: [Engine; 1 + [$($(stringify!($engine)),+),*].len()] = [Engine::Auto, $($(Engine::$engine),+),*];

            /// The engine itself; none for [`Engine::Auto`].
            pub(crate) fn get(self) -> Option<&'static dyn engine::Engine> {
                match self {
                    Engine::Auto => None,
                    $($(Engine::$engine => Some(&engine::$folder::$($place)::+),)+)*
                }
            }
        }
    };
}

engine::engines!(names);

/// What [`Engine::Auto`] can do: whatever one of the others can.
const AUTO: Profile = Profile {
    name: "auto",
    summary: "whichever suits the question and the problem",
    keeps_bounds: true,
    cuts: true,
    lists: true,
    counts: true,
    compiles: true,
    uses_order: true,
    is_uneven: true,
    missing: None,
};

impl Engine {
    /// What it is called, and what it can do.
    pub fn profile(self) -> Profile {
        self.get().map_or(AUTO, engine::Engine::profile)
    }

    /// What this work of it costs, in units of some nanoseconds.
    pub(crate) fn cost(self, work: Work) -> u64 {
        self.get().map_or(0, |engine| engine.cost(work))
    }

    /// The name by which people choose it.
    pub fn name(self) -> &'static str {
        self.profile().name
    }

    /// Can it take problems whose items have [`Bounds`](crate::problem::Bounds) other than exactly once?
    pub fn keeps_bounds(self) -> bool {
        self.profile().keeps_bounds
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
    /// then. That is [`Engine::Fast`], or [`Engine::Cells`] if there are bounds to be kept.
    #[must_use]
    pub fn for_search(self, problem: &Problem) -> Engine {
        match self {
            Engine::Auto if problem.has_bounds() => Engine::Cells,
            Engine::Auto => Engine::Fast,
            engine => engine,
        }
    }

    /// The engine of a search that is kept in a [`Journal`](super::Journal), or taken up again: one that cuts its search into
    /// branches. An error if this one does not, or cannot take the problem; so whoever is to keep it knows before it begins.
    pub fn for_journal(self, problem: &Problem) -> Result<Engine, Error> {
        match self.for_search(problem) {
            engine if engine.profile().cuts => engine.can_take(problem).map(|()| engine),
            engine => Err(Error::Unsupported { engine, question: "go on where a search stopped" }),
        }
    }

    /// Can it hand out solutions, or does it only count them?
    pub fn lists_solutions(self) -> bool {
        self.profile().lists_solutions()
    }

    /// Can it build a diagram of all solutions?
    pub fn builds_diagrams(self) -> bool {
        self.profile().compiles
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
        let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        write!(f, "there is no engine `{}`", self.0)?;
        match nearest(&self.0, names.iter().copied()) {
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
