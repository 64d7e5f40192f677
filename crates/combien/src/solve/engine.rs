//! The engines, by name. Their table is in [`engine`].

use std::fmt;
use std::str::FromStr;

use crate::budget::Work;
use crate::diagnostic::{did_you_mean, nearest};
use crate::engine::{self, Profile};
use crate::problem::Problem;

/// Makes the enum [`Engine`] of the table.
macro_rules! names {
    ($($folder:ident: $($engine:ident = $($place:ident)::+),+;)*) => {
        /// The engine that answers a question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Engine {
            /// Selects an engine for the question and the problem; the report says which, and why.
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

            /// The engine itself.
            pub(crate) fn get(self) -> &'static dyn engine::Engine {
                match self {
                    Engine::Auto => &Auto,
                    $($(Engine::$engine => &engine::$folder::$($place)::+,)+)*
                }
            }
        }
    };
}

engine::engines!(names);

/// What [`Engine::Auto`] can do: everything that one of the others can do. It sets up nothing itself; each
/// question says for whom it stands.
struct Auto;

impl engine::Engine for Auto {
    fn profile(&self) -> Profile {
        Profile {
            name: "auto",
            summary: "whichever suits the question and the problem",
            keeps_bounds: true,
            cuts: true,
            lists: true,
            counts: true,
            compiles: true,
            draws: true,
            uses_order: true,
            is_uneven: true,
            ..Profile::default()
        }
    }

    fn cost(&self, _: Work) -> u64 {
        0
    }
}

impl Engine {
    /// Its name, and what it can do.
    #[doc(hidden)]
    pub fn profile(self) -> Profile {
        self.get().profile()
    }

    /// The cost of this work of the engine, in units of some nanoseconds.
    pub(crate) fn cost(self, work: Work) -> u64 {
        self.get().cost(work)
    }

    /// The bytes that a search by it sets up for a problem.
    pub(super) fn tables(self, problem: &Problem) -> usize {
        self.get().tables(problem)
    }

    /// The name by which people choose it.
    pub fn name(self) -> &'static str {
        self.profile().name
    }

    /// Can it solve problems whose items have [`Bounds`](crate::problem::Bounds) other than exactly once?
    #[doc(hidden)]
    pub fn keeps_bounds(self) -> bool {
        self.profile().keeps_bounds
    }

    /// The engine that [`Engine::Auto`] stands for when solutions are searched one after the other:
    /// [`Engine::Fast`].
    #[must_use]
    #[doc(hidden)]
    pub fn for_search(self) -> Engine {
        match self {
            Engine::Auto => Engine::Fast,
            engine => engine,
        }
    }

    /// Can it list solutions, or does it only count them?
    #[doc(hidden)]
    pub fn lists_solutions(self) -> bool {
        self.profile().lists_solutions()
    }

    /// Can it draw random solutions, with a diagram or without?
    #[doc(hidden)]
    pub fn draws_samples(self) -> bool {
        self.profile().draws || self.builds_diagrams()
    }

    /// Can it build a diagram of all solutions?
    #[doc(hidden)]
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

errors!(UnknownEngine(name) => "there is no engine `{name}`; {}", {
    let names = Engine::ALL.map(Engine::name);
    did_you_mean(nearest(name, names), format!("the engines are {}", names.join(", ")))
});

impl FromStr for Engine {
    type Err = UnknownEngine;
    /// Reads a name. `dlx`, the name in the tiling language, is `links`.
    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let name = if name == "dlx" { "links" } else { name };
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        engine.ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}
