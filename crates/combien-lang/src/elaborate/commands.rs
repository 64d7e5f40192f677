//! Commands: the question, the problem, the engine, and where the answer goes.

use std::ops::Range;

use combien::Count;
use combien::diagnostic::counted;
use combien::solve::{Engine, Goal};
use combien_tiling::Pattern;

use super::Elaborator;
use super::family::{Arguments, members};
use super::names::{ProblemNumber, What};
use crate::ast::{self, Algorithm, Condition, Name, Number, Question, Space, Spanned, Target, Values};
use crate::script::{ActionKind, Output, Solver, UpTo};

/// The maximum number of members of a family in a command.
const MOST_MEMBERS: u64 = 1000;

/// A task for an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Count,
    FindOne,
    List,
    Sample,
}

const OTHER_ALGORITHMS: &str = "use `dlx` or `zdd`, or leave the algorithm out";

impl Elaborator {
    /// The problems that a target names: one, or the members of a family, the last argument changing fastest.
    pub(super) fn problems_of(&mut self, target: &Target, space: Option<Space>) -> Option<Vec<usize>> {
        let space = self.space_of(target, space);
        let number = members(target);
        if number.is_none_or(|number| number > MOST_MEMBERS) {
            let number = number.map_or_else(|| "2^64 or more".to_owned(), |number| number.to_string());
            let message = format!("this asks for {number} problems; {MOST_MEMBERS} is the most");
            let hint = format!(
                "`combien count FILE --problem '{target}'` counts any number of them, one after the other"
            );
            self.error("too-many", &target.name.span, message, Some(hint));
            return None;
        }
        // All are checked, but only the first error is reported, because the others are usually similar.
        let mut problems = vec![];
        for arguments in Arguments::of(target) {
            let ProblemNumber(problem) = self.instance(&target.name, arguments, space)?;
            problems.push(problem);
        }
        Some(problems)
    }

    /// In which name spaces to look for a problem. In `combine`, `count3` means a problem in space. Here the
    /// name is enough if only one of the two name spaces has it.
    pub(super) fn space_of(&self, target: &Target, space: Option<Space>) -> Space {
        let has = |space: Space| self.is_defined(What::Problem, space, &target.name.node);
        match space.unwrap_or(Space::Plane) {
            Space::Plane if !has(Space::Plane) && has(Space::Solid) => Space::Solid,
            Space::Solid if !has(Space::Solid) && has(Space::Plane) => Space::Plane,
            space => space,
        }
    }

    /// Does the same with each problem of a target.
    pub(super) fn each_problem(
        &mut self,
        target: &Target,
        space: Option<Space>,
        span: &Range<usize>,
        action: impl Fn(usize) -> ActionKind,
    ) {
        for problem in self.problems_of(target, space).unwrap_or_default() {
            self.act(action(problem), span);
        }
    }

    /// Up to symmetry, an engine is chosen for each part of the question, so naming an algorithm would have
    /// no effect.
    fn chooses_well(&mut self, question: &Question) -> bool {
        let Some((Algorithm { name, .. }, _)) =
            question.algorithm.as_ref().zip(question.up_to_symmetry.as_ref())
        else {
            return true;
        };
        let message = format!("`{}` cannot be asked for a count or a list up to symmetry", name.node);
        self.error("symmetry-algorithm", &name.span, message, Some("leave the algorithm out".into()));
        false
    }

    /// Which solutions a question counts.
    fn which(&mut self, question: &Question) -> Option<UpTo> {
        match (&question.up_to_symmetry, &question.within) {
            (None, None) => Some(UpTo::Nothing),
            (Some(_), None) => Some(UpTo::Symmetry),
            (None, Some(cost)) => self.cost(cost).map(UpTo::Within),
            (Some(span), Some(_)) => {
                let message = "`up to symmetry` and `within` cannot be combined".to_owned();
                self.error("symmetry-within", span, message, Some("leave one of them out".into()));
                None
            }
        }
    }

    pub(super) fn count(&mut self, question: &Question, span: &Range<usize>) {
        if !self.chooses_well(question) {
            return;
        }
        let solver = self.solver(question.algorithm.as_ref(), Task::Count);
        let problems = self.problems_of(&question.target, question.space);
        let (Some(solver), Some(problems)) = (solver, problems) else { return };
        let Some(up_to) = self.which(question) else { return };
        for &problem in &problems {
            self.act(ActionKind::Count(solver.clone(), problem, up_to), span);
        }
        let ranges = question.target.arguments.iter();
        if ranges.filter(|argument| matches!(argument.node, Values::Range(..))).count() == 2 {
            self.act(ActionKind::Table(problems), span);
        }
    }

    pub(super) fn solve(
        &mut self,
        question: &Question,
        first: Option<&Number>,
        output: &ast::Output,
        span: &Range<usize>,
    ) {
        let task = if first.is_some() { Task::List } else { Task::FindOne };
        let solver = self.solver(question.algorithm.as_ref(), task);
        let first = first.map(|first| self.some_number(first));
        let (Some(solver), true) = (solver, first != Some(None)) else { return };
        self.each_problem(&question.target, question.space, span, |problem| {
            ActionKind::Solve(solver.clone(), problem, first.flatten(), as_output(output))
        });
    }

    pub(super) fn best(
        &mut self,
        goal: Goal,
        target: &Target,
        first: Option<&Number>,
        output: &ast::Output,
        span: &Range<usize>,
    ) {
        let number = first.map_or(Some(1), |first| self.some_number(first));
        let Some(number) = number else { return };
        self.each_problem(target, None, span, |problem| {
            ActionKind::Best(problem, goal, number, as_output(output))
        });
    }

    pub(super) fn marginals(
        &mut self,
        target: &Target,
        piece: Option<&Name>,
        output: &Spanned<ast::Output>,
        span: &Range<usize>,
    ) {
        if matches!(output.node, ast::Output::Json(_) | ast::Output::Stl(_)) {
            let message = "`marginals` are printed, or drawn as a heat map".to_owned();
            let hint = "write `svg` and a file; `combien marginals --json` writes them as JSON";
            return self.error("output", &output.span, message, Some(hint.into()));
        }
        for problem in self.problems_of(target, None).unwrap_or_default() {
            let pieces = match piece {
                Some(name) => {
                    let tiling = self.script.problems[problem].tiling.clone();
                    let Some(pieces) = self.pieces_named(name, &tiling) else { return };
                    Some(pieces)
                }
                None => None,
            };
            self.act(ActionKind::Marginals(problem, pieces, as_output(&output.node)), span);
        }
    }

    pub(super) fn all(&mut self, question: &Question, output: &ast::Output, span: &Range<usize>) {
        if !self.chooses_well(question) {
            return;
        }
        let Some(solver) = self.solver(question.algorithm.as_ref(), Task::List) else { return };
        let Some(up_to) = self.which(question) else { return };
        self.each_problem(&question.target, question.space, span, |problem| {
            ActionKind::All(solver.clone(), problem, up_to, as_output(output))
        });
    }

    pub(super) fn sample(
        &mut self,
        question: &Question,
        number: &Number,
        seed: Option<&Number>,
        output: &ast::Output,
        span: &Range<usize>,
    ) {
        let solver = self.solver(question.algorithm.as_ref(), Task::Sample);
        let number = self.some_number(number);
        let seed = seed.map_or(Some(0), |seed| self.small_number(seed));
        let (Some(solver), Some(number), Some(seed)) = (solver, number, seed) else { return };
        self.each_problem(&question.target, question.space, span, |problem| {
            ActionKind::Sample(solver.clone(), problem, number, seed, as_output(output))
        });
    }

    pub(super) fn print(&mut self, target: &Target, span: &Range<usize>) {
        let name = &target.name;
        let is_problem = |space| self.is_defined(What::Problem, space, &name.node);
        let is_pattern = |space: &Space| self.is_defined(What::Pattern, *space, &name.node);
        let space = [Space::Plane, Space::Solid].into_iter().find(is_pattern);
        let Some(space) = space.filter(|_| !is_problem(Space::Plane) && !is_problem(Space::Solid)) else {
            return self.each_problem(target, None, span, ActionKind::PrintProblem);
        };
        let values = |argument: &Spanned<Values>| match argument.node {
            Values::One(value) => Some(i64::from(value)),
            Values::Range(..) => None,
        };
        let Some(arguments) = target.arguments.iter().map(values).collect::<Option<Vec<i64>>>() else {
            let hint = "print one at a time";
            let message = "a range of patterns cannot be printed".to_owned();
            return self.error("range", &target.name.span, message, Some(hint.into()));
        };
        if let Some(pattern) = self.instance::<Pattern>(name, arguments, space) {
            self.act(ActionKind::PrintPattern(name.node.clone(), pattern), span);
        }
    }

    /// The engine that a name means. If it is left out, it is chosen later. Not every engine can do every
    /// task.
    fn solver(&mut self, algorithm: Option<&Algorithm>, task: Task) -> Option<Solver> {
        let Some(Algorithm { name, command }) = algorithm else { return Some(Solver::Engine(Engine::Auto)) };
        match (name.node.as_str(), command) {
            ("sat", Some(command)) if task == Task::FindOne => {
                return Some(Solver::Command(command.node.clone()));
            }
            ("sat", Some(command)) => {
                let message = "an external solver finds only one solution".to_owned();
                let hint = match task {
                    Task::Sample => "leave the algorithm out",
                    _ => "`sat` without a command is built in, and can do this",
                };
                self.error("only-solves", &command.span, message, Some(hint.into()));
                return None;
            }
            ("equal_size", _) if task == Task::Sample => {
                let message = "the search `equal_size` cannot draw solutions at random".to_owned();
                self.error("no-samples", &name.span, message, Some("leave the algorithm out".into()));
                return None;
            }
            ("equal_size", _) => return Some(Solver::EqualSize),
            _ => {}
        }
        let Ok(engine) = name.node.parse::<Engine>() else {
            let message = format!("there is no algorithm `{}`", name.node);
            let is_problem = [Space::Plane, Space::Solid]
                .iter()
                .any(|&space| self.is_defined(What::Problem, space, &name.node));
            let hint = if is_problem {
                format!(
                    "if the problem `{}` is meant, what follows must be an output: `ascii`, `svg \"FILE\"`, `png \"FILE\"`, ...",
                    name.node
                )
            } else {
                OTHER_ALGORITHMS.to_owned()
            };
            self.error("unknown-algorithm", &name.span, message, Some(hint));
            return None;
        };
        let shows = engine.lists_solutions() || (task == Task::Sample && engine.draws_samples());
        if task != Task::Count && !shows {
            let message = format!("the engine {engine} counts solutions and cannot show them");
            self.error("only-counts", &name.span, message, Some(OTHER_ALGORITHMS.to_owned()));
            return None;
        }
        Some(Solver::Engine(engine))
    }

    /// The requested number of solutions, at least one.
    fn some_number(&mut self, number: &Number) -> Option<u64> {
        let value = self.small_number(number);
        if value == Some(0) {
            let hint = "`solvable` and `unsolvable` say whether there is a solution: `assert solvable p`";
            self.error("none-wanted", &number.span, "this asks for no solution".into(), Some(hint.into()));
            return None;
        }
        value
    }

    fn small_number(&mut self, number: &Number) -> Option<u64> {
        let value = number.node.parse().ok();
        if value.is_none() {
            let message = format!("this number is too large: the greatest is {}", u64::MAX);
            self.error("number-too-large", &number.span, message, None);
        }
        value
    }

    pub(super) fn assert(&mut self, condition: &Condition, span: &Range<usize>) {
        match condition {
            Condition::Constant(Spanned { node: true, .. }) => {}
            Condition::Constant(Spanned { node: false, span }) => {
                self.error("assert", span, "the assertion does not hold".into(), None);
            }
            Condition::Solvable(target, solvable) => {
                self.each_problem(target, None, span, |problem| {
                    ActionKind::AssertSolvable(problem, *solvable)
                });
            }
            Condition::Count(question, numbers) => self.assert_counts(question, numbers, span),
            Condition::Equal(left, right) => {
                let (left_pattern, right_pattern) =
                    (self.pattern(left, Space::Plane), self.pattern(right, Space::Plane));
                if let (Some(one), Some(other)) = (left_pattern, right_pattern)
                    && one != other
                {
                    let message = format!("the assertion does not hold: {}", difference(&one, &other));
                    self.error("assert", &(left.span.start..right.span.end), message, None);
                }
            }
        }
    }

    fn assert_counts(&mut self, question: &Question, numbers: &[Number], span: &Range<usize>) {
        if !self.chooses_well(question) {
            return;
        }
        let solver = self.solver(question.algorithm.as_ref(), Task::Count);
        let problems = self.problems_of(&question.target, question.space);
        let (Some(solver), Some(problems)) = (solver, problems) else { return };
        if problems.len() != numbers.len() {
            let verb = if problems.len() == 1 { "is" } else { "are" };
            let problem = format!("{} {verb}", counted(problems.len(), "problem"));
            let message = format!("{problem} asserted to have {}", counted(numbers.len(), "count"));
            let hint = "give one number for each problem, with commas between";
            return self.error("assert-shape", &question.target.name.span, message, Some(hint.into()));
        }
        let Some(up_to) = self.which(question) else { return };
        for (problem, number) in problems.into_iter().zip(numbers) {
            let count: Count = number.node.parse().expect("a number is made of digits");
            self.act(ActionKind::AssertCount(solver.clone(), problem, up_to, count), span);
        }
    }
}

fn as_output(output: &ast::Output) -> Output {
    match output {
        ast::Output::Ascii => Output::Ascii,
        ast::Output::Picture(format, file, manner) => {
            Output::Picture(*format, file.node.clone(), manner.as_ref().map(|manner| manner.node))
        }
        ast::Output::Json(file) => Output::Json(file.as_ref().map(|file| file.node.clone())),
        ast::Output::Stl(file) => Output::Stl(file.node.clone()),
    }
}

fn difference(left: &Pattern, right: &Pattern) -> String {
    if left.lattice() != right.lattice() {
        return format!("one has {}s, the other {}s", left.lattice(), right.lattice());
    }
    if left.size() != right.size() {
        return format!("the sizes are {} and {}", left.size(), right.size());
    }
    let lattice = left.lattice();
    let (left, right) = (left.shape(), right.shape());
    let differs = |cell: &&combien_tiling::Cell| left.contains(**cell) != right.contains(**cell);
    match left.cells().iter().chain(right.cells()).filter(differs).min() {
        Some(&cell) => {
            let at = lattice.position(cell);
            format!("the patterns differ at {}x{}", at.x, at.y)
        }
        None => "the patterns differ".to_owned(),
    }
}
