//! What a file asks for, looked up and checked: problems, and actions on them in order.

use std::collections::HashSet;

use combien::Count;
use combien::diagnostic::{Diagnostic, Place};
use combien::solve::Engine;
use combien::tiling::{Pattern, Tiling};

/// A file without errors, ready to run.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The problems, in the order of their definition; a name may occur twice.
    pub problems: Vec<NamedProblem>,
    /// What to do.
    pub actions: Vec<Action>,
    /// What looked strange but is allowed.
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
    /// Its name.
    pub name: String,
    /// The board and the pieces.
    pub tiling: Tiling,
    /// Where it was defined.
    pub place: Place,
}

/// Something to do, and where the file asks for it.
#[derive(Clone, Debug)]
pub struct Action {
    /// What.
    pub kind: ActionKind,
    /// Where.
    pub place: Place,
}

/// What to do. Problems are given by their place in [`Script::problems`].
#[derive(Clone, Debug)]
pub enum ActionKind {
    /// Print a problem: its board and its pieces.
    PrintProblem(usize),
    /// Print a pattern.
    PrintPattern(String, Pattern),
    /// Find a solution.
    Solve(Engine, usize, Output),
    /// Find all solutions.
    All(Engine, usize, Output),
    /// Draw so many solutions at random, with this seed.
    Sample(Engine, usize, u64, u64, Output),
    /// Count the solutions.
    Count(Engine, usize),
    /// Count the solutions, and fail if there are not so many.
    AssertCount(Engine, usize, Count),
    /// Write a problem to this file as a formula.
    Dimacs(usize, String),
    /// Say more, or less, about sizes.
    Debug(bool),
    /// Say how long each action takes, or do not.
    Timing(bool),
    /// Stop here.
    Exit,
    /// Answer the question of life, the universe and everything.
    Answer,
}

/// Where solutions go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the terminal, as text.
    Ascii,
    /// To this file, as SVG.
    Svg(String),
}
