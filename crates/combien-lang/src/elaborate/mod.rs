//! A tree to a script: names are looked up, patterns computed, pieces and boards checked, included files read.

mod names;
mod pending;
mod pieces;

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source, io_reason};
use combien::solve::Engine;
use combien::tiling::{Pattern, Piece};

use crate::ast::{
    self, Algorithm, Condition, Decl, Definition, Expr, Included, Question, Space, Spanned, Target,
};
use crate::eval::Evaluator;
use crate::faults::are_too_many;
use crate::parser::parse;
use names::Names;
use pending::pending;

use crate::script::{Action, ActionKind, Output, Script};

/// Files may include each other so deep.
pub const MOST_INCLUDES: usize = 100;

/// A file's text, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The same for every way to name the file: tells a cycle of inclusions.
    pub id: String,
    /// What messages call it, and what it is known by to the files that it includes.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Loaded {
    /// A text whose name is its identity.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Loaded {
        let name = name.into();
        Loaded { id: name.clone(), name, text: text.into() }
    }
}

/// Where files come from. A closure will do.
pub trait Files {
    /// The file of that path; relative to the file named `from`, if it is included by one.
    fn read(&self, path: &str, from: Option<&str>) -> io::Result<Loaded>;
}

impl<F: Fn(&str, Option<&str>) -> io::Result<Loaded>> Files for F {
    fn read(&self, path: &str, from: Option<&str>) -> io::Result<Loaded> {
        self(path, from)
    }
}

/// Why there is no script.
#[derive(Debug)]
pub enum LoadError {
    /// The first file could not be read.
    Io(io::Error),
    /// Everything that is wrong with the files, warnings included, in the order of the text.
    Diagnostics(Vec<Diagnostic>),
}

/// Reads a file and all that it includes, and checks the whole before anything runs.
pub fn load(path: &str, files: &dyn Files) -> Result<Script, LoadError> {
    let file = files.read(path, None).map_err(LoadError::Io)?;
    let mut elaborator = Elaborator::new(files);
    elaborator.file(file, None);
    let diagnostics = in_order_of_text(elaborator.diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(LoadError::Diagnostics(diagnostics));
    }
    Ok(Script { warnings: diagnostics, ..elaborator.script })
}

struct Elaborator<'a> {
    files: &'a dyn Files,
    patterns: Names<Pattern>,
    tiles: Names<Vec<(Piece, Place)>>,
    problems: Names<usize>,
    script: Script,
    diagnostics: Vec<Diagnostic>,
    /// The files being read, each included by the one before.
    open: Vec<Open>,
    exited: bool,
    /// How many names have been compared with unknown ones, to say what was meant.
    compared: Cell<usize>,
}

struct Open {
    id: String,
    source: Arc<Source>,
}

impl<'a> Elaborator<'a> {
    fn new(files: &'a dyn Files) -> Elaborator<'a> {
        Elaborator {
            files,
            patterns: HashMap::new(),
            tiles: HashMap::new(),
            problems: HashMap::new(),
            script: Script::default(),
            diagnostics: vec![],
            open: vec![],
            exited: false,
            compared: Cell::new(0),
        }
    }

    fn file(&mut self, file: Loaded, included_at: Option<Place>) {
        if let Some(place) = included_at
            && let Some(fault) = self.inclusion_fault(&file, place)
        {
            return self.diagnostics.push(fault);
        }
        let source = Source::new(file.name, file.text);
        let (decls, faults) = parse(&source);
        self.diagnostics.extend(faults);
        self.open.push(Open { id: file.id, source });
        for decl in decls {
            // After `exit` nothing has a meaning any more; that it can be read has been checked.
            if !self.exited && !are_too_many(&self.diagnostics) {
                self.decl(decl);
            }
        }
        self.open.pop();
    }

    fn inclusion_fault(&self, file: &Loaded, place: Place) -> Option<Diagnostic> {
        if let Some(first) = self.open.iter().position(|open| open.id == file.id) {
            let mut chain: Vec<&str> =
                self.open[first..].iter().map(|open| open.source.name.as_str()).collect();
            chain.push(&file.name);
            let message = format!("a file includes itself: {}", chain.join(" -> "));
            let hint = "move what both need to a third file";
            return Some(Diagnostic::error("include-cycle", message, place).hinted(hint));
        }
        let too_deep = self.open.len() >= MOST_INCLUDES;
        let message = || format!("files include each other more than {MOST_INCLUDES} deep");
        too_deep.then(|| Diagnostic::error("too-deep", message(), place))
    }

    fn source(&self) -> &Arc<Source> {
        &self.open.last().expect("declarations are elaborated within a file").source
    }

    fn place(&self, span: &Range<usize>) -> Place {
        Place::new(self.source(), span.clone())
    }

    fn error(&mut self, code: &'static str, span: &Range<usize>, message: String, hint: Option<String>) {
        let diagnostic = Diagnostic::error(code, message, self.place(span));
        self.diagnostics.push(Diagnostic { hint, ..diagnostic });
    }

    fn act(&mut self, kind: ActionKind, span: &Range<usize>) {
        let place = self.place(span);
        self.script.actions.push(Action { kind, place });
    }

    fn decl(&mut self, mut decl: Spanned<Decl>) {
        if let Some((span, what)) = pending(&decl) {
            let diagnostic =
                Diagnostic::error("not-available", format!("{what} is not available yet"), self.place(&span));
            self.diagnostics.push(diagnostic.labelled("not available yet"));
            // The name has a meaning all the same, so that its uses are not complained about.
            match &mut decl.node {
                Decl::Pattern(definition) if definition.space == Space::Plane => definition.value = None,
                Decl::Tiles(definition) if definition.space == Space::Plane => definition.value = None,
                Decl::Problem(definition) if definition.space == Space::Plane => definition.value = None,
                _ => return,
            }
        }
        let Spanned { node, span } = decl;
        match node {
            Decl::Pattern(Definition { name, value, .. }) => {
                let value = value.and_then(|value| self.pattern(&value));
                self.define(&name, value, "pattern", |elaborator| &mut elaborator.patterns);
            }
            Decl::Tiles(Definition { name, value, .. }) => {
                let value = value.and_then(|tiles| self.pieces(&tiles));
                self.define(&name, value, "list of tiles", |elaborator| &mut elaborator.tiles);
            }
            Decl::Problem(Definition { name, value, .. }) => {
                let value = value.and_then(|problem| self.problem(&name, &problem));
                self.define(&name, value, "problem", |elaborator| &mut elaborator.problems);
            }
            Decl::Assert(condition) => self.assert(&condition, &span),
            Decl::Print(target) => self.print(&target, &span),
            Decl::Solve(question, _, output) => self.list(ActionKind::Solve, &question, &output, &span),
            Decl::All(question, output) => self.list(ActionKind::All, &question, &output, &span),
            Decl::Sample { question, number, seed, output } => {
                let engine = self.listing_engine(question.algorithm.as_ref());
                let number = self.small_number(&number);
                let seed = seed.map_or(Some(0), |seed| self.small_number(&seed));
                let (Some(engine), Some(problem)) = (engine, self.problem_of(&question.target)) else {
                    return;
                };
                let (Some(number), Some(seed)) = (number, seed) else { return };
                self.act(ActionKind::Sample(engine, problem, number, seed, as_output(&output.node)), &span);
            }
            Decl::Count(question) => {
                let engine = self.engine(question.algorithm.as_ref());
                let (Some(engine), Some(problem)) = (engine, self.problem_of(&question.target)) else {
                    return;
                };
                self.act(ActionKind::Count(engine, problem), &span);
            }
            Decl::Dimacs(target, file) => {
                let Some(problem) = self.problem_of(&target) else { return };
                self.act(ActionKind::Dimacs(problem, file.node), &span);
            }
            Decl::Include(Included::File(path)) => self.include(&path),
            Decl::Include(Included::Library(_)) => {}
            Decl::Debug(on) => self.act(ActionKind::Debug(on), &span),
            Decl::Timing(on) => self.act(ActionKind::Timing(on), &span),
            Decl::Exit => {
                self.exited = true;
                self.act(ActionKind::Exit, &span);
            }
            Decl::Answer => self.act(ActionKind::Answer, &span),
        }
    }

    /// A command that needs the solutions themselves.
    fn list(
        &mut self,
        kind: impl Fn(Engine, usize, Output) -> ActionKind,
        question: &Question,
        output: &Spanned<ast::Output>,
        span: &Range<usize>,
    ) {
        let engine = self.listing_engine(question.algorithm.as_ref());
        let (Some(engine), Some(problem)) = (engine, self.problem_of(&question.target)) else { return };
        self.act(kind(engine, problem, as_output(&output.node)), span);
    }

    fn include(&mut self, path: &Spanned<String>) {
        let from = self.source().name.clone();
        match self.files.read(&path.node, Some(&from)) {
            Ok(file) => {
                let place = self.place(&path.span);
                self.file(file, Some(place));
            }
            Err(error) => {
                let message = format!("`{}` cannot be included: {}", path.node, io_reason(&error));
                let hint = "a path is relative to the file that includes it";
                self.error("include", &path.span, message, Some(hint.to_owned()));
            }
        }
    }

    fn pattern(&mut self, expr: &Expr) -> Option<Pattern> {
        let source = self.source().clone();
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let lookup = |name: &str, span: &Range<usize>, diagnostics: &mut Vec<Diagnostic>| {
            let defined = self.patterns.get(name);
            if defined.is_none() {
                let place = Place::new(&source, span.clone());
                diagnostics.push(self.unknown(&self.patterns, "pattern", name, place));
            }
            defined.and_then(|defined| defined.value.as_ref())
        };
        let pattern = Evaluator { source: &source, lookup, diagnostics: &mut diagnostics }.pattern(expr);
        self.diagnostics = diagnostics;
        pattern
    }

    fn print(&mut self, target: &Target, span: &Range<usize>) {
        let name = &target.name;
        let pattern = self.patterns.get(&name.node);
        if !self.problems.contains_key(&name.node)
            && let Some(pattern) = pattern
        {
            if let Some(pattern) = pattern.value.clone() {
                self.act(ActionKind::PrintPattern(name.node.clone(), pattern), span);
            }
        } else if let Some(problem) = self.problem_of(target) {
            self.act(ActionKind::PrintProblem(problem), span);
        }
    }

    /// The engine that an algorithm names. Left out, it is chosen later.
    fn engine(&mut self, algorithm: Option<&Algorithm>) -> Option<Engine> {
        let Some(Algorithm { name, .. }) = algorithm else { return Some(Engine::Auto) };
        if let Ok(engine) = name.node.parse() {
            return Some(engine);
        }
        let (code, message) = match name.node.as_str() {
            planned @ ("sat" | "equal_size") => {
                ("not-available", format!("the algorithm `{planned}` is not available yet"))
            }
            other => ("unknown-algorithm", format!("there is no algorithm `{other}`")),
        };
        let hint = "use `dlx` or `zdd`, or leave the algorithm out";
        self.error(code, &name.span, message, Some(hint.to_owned()));
        None
    }

    /// The same, for a command that needs the solutions themselves.
    fn listing_engine(&mut self, algorithm: Option<&Algorithm>) -> Option<Engine> {
        let engine = self.engine(algorithm)?;
        if let Some(Algorithm { name, .. }) = algorithm.filter(|_| !engine.lists_solutions()) {
            let message = format!("the engine {engine} counts solutions and cannot show them");
            let hint = "use `dlx` or `zdd`, or leave the algorithm out";
            self.error("only-counts", &name.span, message, Some(hint.to_owned()));
            return None;
        }
        Some(engine)
    }

    fn small_number(&mut self, number: &Spanned<String>) -> Option<u64> {
        let value = number.node.parse().ok();
        if value.is_none() {
            let message = format!("this number is too large: the greatest is {}", u64::MAX);
            self.error("number-too-large", &number.span, message, None);
        }
        value
    }

    fn assert(&mut self, condition: &Condition, span: &Range<usize>) {
        match condition {
            // What is solvable is pending.
            Condition::Constant(Spanned { node: true, .. }) | Condition::Solvable(..) => {}
            Condition::Constant(Spanned { node: false, span }) => {
                self.error("assert", span, "the assertion does not hold".to_owned(), None);
            }
            Condition::Count(question, numbers) => {
                let engine = self.engine(question.algorithm.as_ref());
                let [count] = numbers.as_slice() else { return };
                let count = count.node.parse().expect("a number is made of digits");
                let (Some(engine), Some(problem)) = (engine, self.problem_of(&question.target)) else {
                    return;
                };
                self.act(ActionKind::AssertCount(engine, problem, count), span);
            }
            Condition::Equal(left, right) => {
                let span = left.span.start..right.span.end;
                if let (Some(left), Some(right)) = (self.pattern(left), self.pattern(right))
                    && left != right
                {
                    let message = format!("the assertion does not hold: {}", difference(&left, &right));
                    self.error("assert", &span, message, None);
                }
            }
        }
    }
}

fn as_output(output: &ast::Output) -> Output {
    match output {
        ast::Output::Picture(_, file, _) => Output::Svg(file.node.clone()),
        // The others are pending.
        _ => Output::Ascii,
    }
}

/// File by file, each from its beginning to its end.
fn in_order_of_text(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.place.clone());
    let mut files: Vec<String> = vec![];
    for name in diagnostics.iter().filter_map(place).map(|place| place.source.name.clone()) {
        if !files.contains(&name) {
            files.push(name);
        }
    }
    diagnostics.sort_by_key(|diagnostic| {
        place(diagnostic)
            .map(|place| (files.iter().position(|file| *file == place.source.name), place.span.start))
    });
    diagnostics
}

fn difference(left: &Pattern, right: &Pattern) -> String {
    if left.size() != right.size() {
        return format!("the sizes are {} and {}", left.size(), right.size());
    }
    let (left, right) = (left.shape(), right.shape());
    let differs = |cell: &&combien::tiling::Cell| left.contains(**cell) != right.contains(**cell);
    match left.cells().iter().chain(right.cells()).filter(differs).min() {
        Some(cell) => format!("the patterns differ at {}x{}", cell.x, cell.y),
        None => "the patterns differ".to_owned(),
    }
}
