//! Commands: the question, the problem, the engine, and where the answer goes.

use std::ops::Range;

use combien::diagnostic::counted;
use combien::solve::Engine;
use combien_tiling::{Pattern, strip};

use super::Elaborator;
use super::family::{Arguments, members};
use super::names::{ProblemNumber, What};
use crate::ast::{self, Algorithm, Condition, Number, Question, Space, Spanned, Target, Values};
use crate::commands::{Task, assertions::SOLVABLE};
use crate::script::{ActionKind, Asked, Claim, Output, Solver, UpTo};

/// The maximum number of members of a family in a command.
const MOST_MEMBERS: u64 = 1000;

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
            (Some(up_to), None) => Some(if up_to.node { UpTo::Rotation } else { UpTo::Symmetry }),
            (None, Some(cost)) => self.cost(cost).map(UpTo::Within),
            (Some(Spanned { span, .. }), Some(_)) => {
                let message = "`up to symmetry` and `within` cannot be combined".to_owned();
                self.error("symmetry-within", span, message, Some("leave one of them out".into()));
                None
            }
        }
    }

    /// The problems of a question, and what it says of each of them, but for the pieces.
    fn asked(&mut self, question: &Question) -> Option<(Vec<usize>, Asked)> {
        if !self.chooses_well(question) {
            return None;
        }
        let solver = self.solver(question);
        let number = question.number.as_ref().map(|number| self.some_number(number));
        let seed = question.seed.as_ref().map_or(Some(0), |seed| self.small_number(seed));
        let checked = solver.zip(seed).filter(|_| number != Some(None));
        // In `solve p jsn` the algorithm is wrong. That `jsn` is no problem either would only confuse.
        if checked.is_none() && question.command.task != Some(Task::Count) {
            return None;
        }
        let problems = self.problems_of(&question.target, question.space)?;
        let (solver, seed) = checked?;
        let (counts, number) = (question.counts.len(), number.flatten());
        if counts > 0 && counts != problems.len() {
            let verb = if problems.len() == 1 { "is" } else { "are" };
            let problem = format!("{} {verb}", counted(problems.len(), "problem"));
            let message = format!("{problem} asserted to have {}", counted(counts, "count"));
            let hint = "give one number for each problem, with commas between";
            self.error("assert-shape", &question.target.name.span, message, Some(hint.into()));
            return None;
        }
        let (up_to, output) = (self.which(question)?, as_output(&question.output.node));
        let file = question.file.as_ref().map(|file| file.node.clone());
        let asked = Asked { solver, up_to, number, seed, file, output, ..Asked::of(question.command, 0) };
        Some((problems, asked))
    }

    /// Adds an action for each problem of a question. Returns the problems, if nothing is wrong.
    pub(crate) fn ask(&mut self, question: &Question, span: &Range<usize>) -> Option<Vec<usize>> {
        let (problems, asked) = self.asked(question)?;
        for (place, &problem) in problems.iter().enumerate() {
            let pieces = match &question.piece {
                Some(name) => {
                    let tiling = self.script.problems[problem].tiling.clone();
                    Some(self.pieces_named(name, &tiling)?)
                }
                None => None,
            };
            let count = question.counts.get(place);
            let claim =
                count.map(|count| Claim::Count(count.node.parse().expect("a number is made of digits")));
            self.act(ActionKind::Ask(Asked { problem, pieces, claim, ..asked.clone() }), span);
        }
        Some(problems)
    }

    /// The first boards of a family that grows, as many as are compared: those for 1, 2, 3, and so on in the
    /// place of the length.
    pub(crate) fn boards(&mut self, target: &Target, space: Option<Space>) -> Option<Vec<usize>> {
        let space = self.space_of(target, space);
        let is_one = |argument: &&Spanned<Values>| argument.node == Values::Length;
        let is_range = |argument: &Spanned<Values>| matches!(argument.node, Values::Range(..));
        if target.arguments.iter().filter(is_one).count() != 1 || target.arguments.iter().any(is_range) {
            if self.look_up(What::Problem, target, space) {
                let message = format!("`{target}` does not say which argument is the length");
                let hint = "write n in its place, and numbers in the others: `p<3, n>`";
                self.error("no-length", &target.name.span, message, Some(hint.into()));
            }
            return None;
        }
        let (mut problems, mut tilings, mut needed) = (vec![], vec![], strip::FIRST_BOARDS);
        while problems.len() < needed {
            let length = problems.len() as i64 + 1;
            let value = |argument: &Spanned<Values>| match argument.node {
                Values::One(value) => i64::from(value),
                Values::Range(..) | Values::Length => length,
            };
            let arguments = target.arguments.iter().map(value).collect();
            let ProblemNumber(problem) = self.instance(&target.name, arguments, space)?;
            tilings.push(self.script.problems[problem].tiling.clone());
            problems.push(problem);
            if problems.len() == strip::FIRST_BOARDS {
                needed = strip::boards(&tilings).min(MOST_MEMBERS as usize);
            }
        }
        Some(problems)
    }

    /// Prints each problem of a question, or a pattern.
    pub(crate) fn print(&mut self, question: &Question, span: &Range<usize>) {
        let target = &question.target;
        let name = &target.name;
        let is_problem = |space| self.is_defined(What::Problem, space, &name.node);
        let is_pattern = |space: &Space| self.is_defined(What::Pattern, *space, &name.node);
        let space = [Space::Plane, Space::Solid].into_iter().find(is_pattern);
        let Some(space) = space.filter(|_| !is_problem(Space::Plane) && !is_problem(Space::Solid)) else {
            return drop(self.ask(question, span));
        };
        let values = |argument: &Spanned<Values>| match argument.node {
            Values::One(value) => Some(i64::from(value)),
            Values::Range(..) | Values::Length => None,
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
    fn solver(&mut self, question: &Question) -> Option<Solver> {
        let task = question.command.task.unwrap_or(Task::List);
        let task = if task == Task::FindOne && question.number.is_some() { Task::List } else { task };
        let Some(Algorithm { name, command }) = &question.algorithm else {
            return Some(Solver::Engine(Engine::Auto));
        };
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
                for problem in self.problems_of(target, None).unwrap_or_default() {
                    let claim = Some(Claim::Solvable(*solvable));
                    self.act(ActionKind::Ask(Asked { claim, ..Asked::of(&SOLVABLE, problem) }), span);
                }
            }
            Condition::Count(question) => drop(self.ask(question, span)),
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
