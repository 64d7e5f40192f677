//! A checked script: problems, and the actions on them in order.

use std::collections::HashSet;

use combien::Count;
use combien::diagnostic::{Diagnostic, Place};
use combien::problem::Decimal;
use combien::solve::{Engine, Goal};
use combien_tiling::{Pattern, Tiling};

use crate::ast::{Format, Manner};

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
    /// Print a problem: its board and its pieces.
    PrintProblem(usize),
    /// Print a pattern.
    PrintPattern(String, Pattern),
    /// Find a solution, or the first few.
    Solve(Solver, usize, Option<u64>, Output),
    /// Find all solutions; up to symmetry, one of each orbit.
    All(Solver, usize, UpTo, Output),
    /// Find this number of solutions that are best by cost, best first.
    Best(usize, Goal, u64, Output),
    /// Print in how many solutions each placement is, of these pieces, or draw a heat map: of the first of
    /// them, or of the uncertainty.
    Marginals(usize, Option<Vec<usize>>, Output),
    /// Draw this number of solutions at random, with this seed.
    Sample(Solver, usize, u64, u64, Output),
    /// Count the solutions.
    Count(Solver, usize, UpTo),
    /// Show the counts of this number of previous actions as a table: the members of a family, in the order
    /// of their arguments.
    Table(Vec<usize>),
    /// Count the solutions, and fail if the count differs.
    AssertCount(Solver, usize, UpTo, Count),
    /// Fail if there is no solution, or if there is one.
    AssertSolvable(usize, bool),
    /// Say why there is no solution.
    Why(usize),
    /// Say whether there is exactly one solution.
    Unique(usize),
    /// Write a problem to this file as a formula.
    Dimacs(usize, String),
    /// Switch messages about sizes on or off.
    Debug(bool),
    /// Switch messages about the time of each action on or off.
    Timing(bool),
    /// Stop here.
    Exit,
    /// Answer the question of life, the universe and everything.
    Answer,
}

/// Which solutions are counted, and which of them are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// All different sets of options.
    Nothing,
    /// Those that no symmetry of the board and the pieces maps to each other.
    Symmetry,
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
