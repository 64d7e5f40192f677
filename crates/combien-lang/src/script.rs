//! A checked script: problems, and the actions on them in order.

use std::collections::HashSet;

use combien::Count;
use combien::diagnostic::{Diagnostic, Place};
use combien::problem::Decimal;
use combien::solve::Engine;
use combien_tiling::{Pattern, Tiling};

use crate::ast::{Format, Manner};
use crate::commands::{Command, Task};

/// A file without errors, ready to run.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The problems, in the order of their definition. A name may occur twice. A family has its used
    /// members.
    pub problems: Vec<NamedProblem>,
    /// What to do.
    pub actions: Vec<Action>,
    /// Is there a command that shows, counts or asserts something? Some assertions are not actions, because
    /// they are checked when the file is read.
    pub has_command: bool,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

impl Script {
    /// The problem of that name; the last one, if the name was given twice.
    pub fn problem(&self, name: &str) -> Option<&NamedProblem> {
        self.problems.iter().rev().find(|problem| problem.name == name)
    }

    /// The names of the problems, each once, in order.
    pub fn problem_names(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.problems.iter().map(|problem| problem.name.as_str());
        names.filter(|&name| seen.insert(name)).collect()
    }
}

/// A tiling problem with a name.
#[derive(Clone, Debug)]
pub struct NamedProblem {
    /// Its name; for a member of a family with its arguments, `strip<3>`.
    pub name: String,
    /// Its arguments, if it is a member of a family.
    #[doc(hidden)]
    pub arguments: Vec<i64>,
    /// The board and the pieces.
    pub tiling: Tiling,
    /// Where it was defined.
    pub place: Place,
}

/// An action, and its place in the file.
#[derive(Clone, Debug)]
pub struct Action {
    /// What.
    pub kind: ActionKind,
    /// Where.
    pub place: Place,
}

/// What to do. Problems are given by their position in [`Script::problems`].
#[derive(Clone, Debug)]
pub enum ActionKind {
    /// Do what a command says with a problem.
    Ask(Asked),
    /// Print a pattern.
    PrintPattern(String, Pattern),
    /// Show the counts of this number of previous actions as a table: the members of a family, in the order
    /// of their arguments.
    Table(Vec<usize>),
    /// Switch messages about sizes on or off.
    Debug(bool),
    /// Switch messages about the time of each action on or off.
    Timing(bool),
    /// Stop here.
    Exit,
    /// Answer the question of life, the universe and everything.
    Answer,
}

impl ActionKind {
    /// Its name in documents: usually the word of the command.
    pub fn name(&self) -> &'static str {
        match self {
            ActionKind::Ask(asked) => asked.command.name,
            ActionKind::PrintPattern(..) => "print",
            ActionKind::Table(_) => "table",
            ActionKind::Debug(_) => "debug",
            ActionKind::Timing(_) => "timing",
            ActionKind::Exit => "exit",
            ActionKind::Answer => "answer",
        }
    }

    /// What it asks about a problem, if it is about one.
    pub fn asked(&self) -> Option<&Asked> {
        if let ActionKind::Ask(asked) = self { Some(asked) } else { None }
    }
}

/// What a command says about a problem. What the command does not take has its default.
#[derive(Clone, Debug)]
pub struct Asked {
    pub(crate) command: &'static Command,
    /// The problem.
    pub problem: usize,
    /// What answers; by default, an engine that is chosen later.
    pub solver: Solver,
    /// Which solutions are counted or listed.
    pub up_to: UpTo,
    /// How many solutions are shown, if it says so.
    pub number: Option<u64>,
    /// The seed of random numbers.
    pub seed: u64,
    /// The pieces that it is about; `None` means all.
    pub pieces: Option<Vec<usize>>,
    /// The file that it writes, if that is no output of solutions.
    pub file: Option<String>,
    /// Where solutions go.
    pub output: Output,
    /// What it asserts.
    pub claim: Option<Claim>,
    /// The family that it asks about with all its boards, as it is written, and the first ones of them.
    pub(crate) family: Option<(String, Vec<usize>)>,
}

impl Asked {
    /// With defaults.
    pub(crate) fn of(command: &'static Command, problem: usize) -> Asked {
        Asked {
            command,
            problem,
            solver: Solver::Engine(Engine::Auto),
            up_to: UpTo::Nothing,
            number: None,
            seed: 0,
            pieces: None,
            file: None,
            output: Output::Ascii,
            claim: None,
            family: None,
        }
    }

    /// Why it cannot obey the predicate of its problem, if it cannot, and what to do instead: a predicate
    /// filters a list of solutions.
    pub(crate) fn ignores_where(&self) -> Option<(&'static str, &'static str)> {
        let leave_out = "leave the algorithm out";
        match (&self.solver, self.up_to) {
            _ if self.command.ignores_where.is_some() => self.command.ignores_where,
            (_, UpTo::Within(_)) => Some(NO_WHERE_BY_COST),
            (Solver::Command(_), _) => Some(("an external solver cannot obey `where`", leave_out)),
            (Solver::EqualSize, _) => Some(("the search `equal_size` cannot obey `where`", leave_out)),
            (Solver::Engine(engine), _)
                if !engine.lists_solutions() && self.command.task == Some(Task::Count) =>
            {
                Some(("this engine counts without a list of solutions, so it cannot obey `where`", leave_out))
            }
            _ => None,
        }
    }
}

/// The search by cost lists nothing that a predicate could filter.
pub(crate) const NO_WHERE_BY_COST: (&str, &str) =
    ("the search by cost cannot obey `where`", "`all` shows the solutions that obey it");

/// What an assertion says of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has this number of solutions.
    Count(Count),
    /// It has a solution or, with `false`, none.
    Solvable(bool),
}

/// Which solutions are counted, and which of them are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// All different sets of options.
    Nothing,
    /// Those that no symmetry of the board and the pieces maps to each other.
    Symmetry,
    /// Those that no rotation or translation of them maps to each other: mirror images are different.
    Rotation,
    /// All different sets of options that cost at most this.
    Within(Decimal),
}

/// What answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solver {
    /// An engine.
    Engine(Engine),
    /// The search piece by piece that `combine` calls `equal_size`.
    EqualSize,
    /// An external SAT solver, by its command.
    Command(String),
}

/// Where solutions go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the terminal, as text.
    Ascii,
    /// To this file, as a picture.
    Picture(Format, String, Option<Manner>),
    /// To this file, or to the terminal, as JSON: one line for each solution.
    Json(Option<String>),
    /// To files whose names begin like this, as solid bodies.
    Stl(String),
}
