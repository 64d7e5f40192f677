//! A tree to a script: names are looked up, patterns computed, pieces and boards checked, included files
//! read.

mod boards;
mod clues;
mod commands;
mod family;
mod kept;
mod lattices;
mod loops;
mod names;
mod outlines;
mod patterns;
mod pieces;
mod predicates;
mod selections;
mod sums;
mod unasked;

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source, io_reason, without_bom};
use combien_tiling::pieces as library;
use combien_tiling::{Lattice, Pattern, Predicate, Shape, Size, Spot, Tiling};

use crate::ast::{Decl, Included, Name, Space, Spanned, Text, Where};
use crate::faults::{Denied, are_too_many, nearest};
use crate::parser::{parse, parse_clues, parse_spot, parse_target};
use crate::script::{Action, ActionKind, Script, Solver};
pub use clues::explained;
pub(crate) use clues::placed;
pub use family::Family;
use kept::Kept;
use names::{Body, Names, What};
use predicates::with_predicate;

/// The maximum depth of included files.
pub(crate) const MOST_INCLUDES: usize = 100;

/// A file's text and its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The same for every path to the file. It is used to detect cycles of inclusion.
    pub id: String,
    /// Its name in messages, and for the files that it includes.
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

/// Where files come from. A closure implements it.
pub trait Files {
    /// The file of that path; relative to the file named `from`, if it is included by one. An error that
    /// contains a [`Denied`] is a refusal.
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
    /// All errors and warnings of the files, in the order of the text.
    Diagnostics(Vec<Diagnostic>),
}

/// Reads a file and all that it includes, and checks the whole before anything runs.
pub fn load(path: &str, files: &dyn Files) -> Result<Script, LoadError> {
    let file = files.read(path, None).map_err(LoadError::Io)?;
    let mut elaborator = Elaborator::default();
    elaborator.file(file, None, files);
    elaborator.finish()
}

/// Reads a file and all that it includes, and finds the position in [`Script::problems`] of a problem that
/// the caller asks for by a text such as `day<5, 1>`. It may be a member of a family that the file itself
/// does not mention.
///
/// ```
/// use combien_lang::{Loaded, load_and_ask};
///
/// let text = "problem strip<n> = constant (n, 2) true [{**} ~sym]";
/// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
/// let (script, place) = load_and_ask("strips.cmb", &files, Loaded::new("asked", "strip<5>")).unwrap();
/// assert_eq!(script.problems[place].name, "strip<5>");
/// assert_eq!(script.problems[place].tiling.board().cells().len(), 10);
/// ```
#[doc(hidden)]
pub fn load_and_ask(path: &str, files: &dyn Files, asked: Loaded) -> Result<(Script, usize), LoadError> {
    let file = files.read(path, None).map_err(LoadError::Io)?;
    let mut elaborator = Elaborator::default();
    elaborator.file(file, None, files);
    let place = elaborator.find(asked);
    let script = elaborator.finish()?;
    let Some(place) = place else { unreachable!("what is not found is reported") };
    Ok((script, place))
}

/// Where a piece of a tiling lies, read from a text as in a clue: `F at 3x2 as Rot90`.
///
/// ```
/// use combien_lang::{Loaded, load, read_spot};
///
/// let text = "problem p = {****$****} [{**$*.} ~sym ~named \"L\", {**}]";
/// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
/// let script = load("p.cmb", &files).unwrap();
/// let spot = read_spot(Loaded::new("--take", "L at 1x0 as Rot180"), &script.problems[0].tiling).unwrap();
/// assert_eq!(spot.pieces, Some(vec![0]));
/// ```
#[doc(hidden)]
pub fn read_spot(written: Loaded, tiling: &Tiling) -> Result<Spot, Vec<Diagnostic>> {
    let mut elaborator = Elaborator::default();
    let source = Source::new(written.name, written.text);
    let (spot, faults) = parse_spot(&source);
    elaborator.diagnostics.extend(faults);
    elaborator.scopes.push(Scope { source, values: vec![] });
    let space = if tiling.lattice().dimension() == 3 { Space::Solid } else { Space::Plane };
    let spot = spot.filter(|_| elaborator.diagnostics.is_empty());
    let spot = spot.and_then(|spot| elaborator.spot(&spot, tiling, space));
    spot.ok_or(elaborator.diagnostics)
}

/// The tiling with clues that are written as behind the tiles of a problem. Marks of cells are not known
/// here.
///
/// ```
/// use combien_lang::{Loaded, load, read_clues};
///
/// let text = "problem p = {****$****} [{**$*.} ~sym ~named \"L\", {**} ~sym ~named \"I\"]";
/// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
/// let tiling = &load("p.cmb", &files).unwrap().problems[0].tiling;
/// let clues = "also 2 of L fix I over 0x0";
/// let narrowed = read_clues(Loaded::new("clues", clues), tiling).unwrap();
/// assert!(narrowed.has_clues());
/// assert_eq!(read_clues(Loaded::new("clues", "also 2 of T"), tiling).unwrap_err().len(), 1);
/// ```
#[doc(hidden)]
pub fn read_clues(written: Loaded, tiling: &Tiling) -> Result<Tiling, Vec<Diagnostic>> {
    let mut elaborator = Elaborator::default();
    let source = Source::new(written.name, written.text);
    let (clues, faults) = parse_clues(&source);
    elaborator.diagnostics.extend(faults);
    elaborator.scopes.push(Scope { source, values: vec![] });
    let (board, lattice) = (tiling.board(), tiling.lattice());
    let space = if lattice.dimension() == 3 { Space::Solid } else { Space::Plane };
    let clues = clues.filter(|_| elaborator.diagnostics.is_empty());
    let narrowed = clues.and_then(|clues| {
        // A board that does not fit into a drawing has no cells to name by one.
        let frame = Pattern::around(lattice, board.cells(), board.optional());
        let frame = frame.or_else(|_| Pattern::constant(lattice, Size::plane(1, 1), true));
        elaborator.with_clues(tiling.clone(), &clues, &frame.ok()?, space)
    });
    narrowed.ok_or(elaborator.diagnostics)
}

/// The tiling with these predicates, all of them.
pub(crate) fn filtered_by(
    source: &Arc<Source>,
    parts: &[Spanned<Where>],
    tiling: Tiling,
) -> Result<Tiling, Vec<Diagnostic>> {
    let mut elaborator = Elaborator::default();
    elaborator.scopes.push(Scope { source: source.clone(), values: vec![] });
    let all = elaborator.predicates(parts, &tiling);
    match all {
        Some(all) => Ok(with_predicate(tiling, Predicate::All(all))),
        None => Err(elaborator.diagnostics),
    }
}

/// A script on its way: what has been read and defined so far.
#[derive(Default)]
pub(crate) struct Elaborator {
    names: Names,
    script: Script,
    diagnostics: Vec<Diagnostic>,
    /// The files being read, by their identities, each included by the one before.
    open: Vec<String>,
    /// The files that have been read completely, by their identities. Each file is read once.
    read: HashSet<String>,
    /// Inclusions of such files: the file that includes, and the path that it names.
    included: HashSet<(String, String)>,
    /// The texts in use: files, and the families that they mention.
    scopes: Vec<Scope>,
    exited: bool,
    /// The codes of the warnings about members of families so far, each with the family.
    warned: HashSet<(&'static str, What, Space, String)>,
    /// The names in the lists that are being evaluated that keep options of another list.
    kept: Vec<Kept>,
    /// The board of the problem whose tiles are being evaluated.
    ground: Option<Ground>,
    /// The number of loops that are turning.
    loops: usize,
    /// The cells of all boards so far.
    cells: u64,
    /// The cells of all pieces so far that come from a list by its name.
    repeated_cells: u64,
}

/// A board that does not close, for pieces that are made to fit on it.
struct Ground {
    lattice: Lattice,
    cells: Shape,
    /// Are all of its cells to be covered, and by polyforms of one word alone?
    is_for_one: bool,
}

/// A text, and the values of the parameters in it.
struct Scope {
    source: Arc<Source>,
    values: Vec<(String, i64)>,
}

impl Elaborator {
    /// Reads a file, unless it has been read before. Then its names exist and its commands have been added.
    fn file(&mut self, file: Loaded, included_at: Option<&Place>, files: &dyn Files) {
        if self.read.contains(&file.id) {
            return;
        }
        if let Some(place) = included_at
            && let Some(fault) = self.inclusion_fault(&file, place.clone())
        {
            return self.diagnostics.push(fault);
        }
        let source = Source::new(file.name, without_bom(&file.text));
        let (decls, faults) = parse(&source);
        let has_ending = Path::new(&source.name).extension().is_some_and(|ending| ending == "cmb");
        if let Some(place) = included_at
            && faults.iter().any(Diagnostic::is_error)
            && !has_ending
        {
            // It may be any file, which is nobody's business: the message shows no text of it.
            let message = format!("`{}` cannot be included: it is not a tiling file", source.name);
            let hint = "if it is one, let its name end in `.cmb`: then its mistakes are shown";
            return self.diagnostics.push(Diagnostic::error("include", message, place.clone()).hinted(hint));
        }
        self.diagnostics.extend(faults);
        self.open.push(file.id);
        self.scopes.push(Scope { source, values: vec![] });
        for decl in decls {
            // After `exit` nothing has a meaning. It has only been parsed.
            if !self.exited && !are_too_many(&self.diagnostics) {
                self.decl(decl, files);
            }
        }
        self.scopes.pop();
        self.read.extend(self.open.pop());
    }

    /// Looks up a problem that the caller asks for.
    fn find(&mut self, asked: Loaded) -> Option<usize> {
        let source = Source::new(asked.name, asked.text);
        let (target, faults) = parse_target(&source);
        let is_faulty = !faults.is_empty();
        self.diagnostics.extend(faults);
        let target = target.filter(|_| !is_faulty)?;
        self.scopes.push(Scope { source, values: vec![] });
        let problems = self.problems_of(&target, None);
        if let Some([_, _, ..]) = problems.as_deref() {
            let message = "these are several problems".to_owned();
            self.error(
                "range",
                &target.name.span,
                message,
                Some("name one of them; `combien count` counts all".into()),
            );
        }
        self.scopes.pop();
        problems?.first().copied()
    }

    /// Checks unused families. Returns the script if there are no errors.
    fn finish(mut self) -> Result<Script, LoadError> {
        let warnings = self.examined()?;
        Ok(Script { warnings, ..self.script })
    }

    /// Checks unused families. Returns the warnings so far if there are no errors.
    fn examined(&mut self) -> Result<Vec<Diagnostic>, LoadError> {
        self.check_unasked();
        let diagnostics = in_order_of_text(std::mem::take(&mut self.diagnostics));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(LoadError::Diagnostics(diagnostics));
        }
        Ok(diagnostics)
    }

    fn inclusion_fault(&self, file: &Loaded, place: Place) -> Option<Diagnostic> {
        if let Some(first) = self.open.iter().position(|open| *open == file.id) {
            let mut chain: Vec<&str> =
                self.scopes[first..].iter().map(|scope| scope.source.name.as_str()).collect();
            chain.push(&file.name);
            let message = format!("a file includes itself: {}", chain.join(" -> "));
            let hint = "move what both need to a third file";
            return Some(Diagnostic::error("include-cycle", message, place).hinted(hint));
        }
        let too_deep = self.open.len() >= MOST_INCLUDES;
        let message = || format!("files include each other more than {MOST_INCLUDES} deep");
        too_deep.then(|| Diagnostic::error("too-deep", message(), place))
    }

    fn scope(&self) -> &Scope {
        self.scopes.last().expect("declarations are elaborated within a file")
    }

    fn place(&self, span: &Range<usize>) -> Place {
        Place::new(&self.scope().source, span.clone())
    }

    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: &Range<usize>,
        message: String,
        hint: Option<String>,
    ) {
        let diagnostic = Diagnostic::error(code, message, self.place(span));
        self.diagnostics.push(Diagnostic { hint, ..diagnostic });
    }

    pub(crate) fn act(&mut self, kind: ActionKind, span: &Range<usize>) {
        if let Some(asked) = kind.asked() {
            let tiling = &self.script.problems[asked.problem].tiling;
            let blind = [
                (tiling.has_regions(), "no-regions", "count the pieces of a region"),
                (tiling.has_colored_sides(), "no-sides", "compare the colors of sides"),
                (tiling.lattice().is_of_lines(), "no-sticks", "see where sticks cross"),
            ];
            if asked.solver == Solver::EqualSize
                && let Some((_, code, lacks)) = blind.into_iter().find(|(is_meant, ..)| *is_meant)
            {
                let message = format!("the search `equal_size` does not {lacks}");
                return self.error(code, span, message, Some("leave the algorithm out".into()));
            }
            if tiling.predicate().is_some()
                && let Some((message, hint)) = asked.ignores_where()
            {
                return self.error("no-where", span, message.to_owned(), Some(hint.to_owned()));
            }
        }
        let place = self.place(span);
        self.script.actions.push(Action { kind, place });
    }

    fn decl(&mut self, Spanned { node, span }: Spanned<Decl>, files: &dyn Files) {
        self.script.has_command |= matches!(node, Decl::Ask(_) | Decl::Assert(_) | Decl::Answer);
        match node {
            Decl::Pattern(definition) => self.define(What::Pattern, definition, Body::Pattern),
            Decl::Tiles(definition) => self.define(What::Tiles, definition, Body::Tiles),
            Decl::Problem(definition) => {
                self.define(What::Problem, definition, |problem| Body::Problem(Box::new(problem)));
            }
            Decl::Lattice(definition) => self.define(What::Lattice, definition, Body::Lattice),
            Decl::Assert(condition) => self.assert(&condition, &span),
            Decl::Ask(question) => (question.command.mean)(self, &question, &span),
            Decl::Include(Included::File(path)) => self.include(&path, files),
            Decl::Include(Included::Library(name)) => self.include_library(&name, files),
            Decl::Debug(on) => self.act(ActionKind::Debug(on), &span),
            Decl::Timing(on) => self.act(ActionKind::Timing(on), &span),
            Decl::Exit => {
                self.exited = true;
                self.act(ActionKind::Exit, &span);
            }
            Decl::Answer => self.act(ActionKind::Answer, &span),
        }
    }

    fn include(&mut self, path: &Text, files: &dyn Files) {
        let inclusion = (self.scope().source.name.clone(), path.node.clone());
        if self.included.contains(&inclusion) {
            return;
        }
        match files.read(&path.node, Some(&inclusion.0)) {
            Ok(file) => {
                let (place, id) = (self.place(&path.span), file.id.clone());
                self.file(file, Some(&place), files);
                if self.read.contains(&id) {
                    self.included.insert(inclusion);
                }
            }
            Err(error) => {
                let message = format!("`{}` cannot be included: {}", path.node, io_reason(&error));
                let denied = error.get_ref().and_then(|inner| inner.downcast_ref::<Denied>());
                if let Some(Denied { hint, .. }) = denied {
                    return self.error("denied", &path.span, message, hint.clone());
                }
                let hint = match library::names().find(|(name, _)| *name == path.node) {
                    Some((name, _)) => {
                        format!("a file of the library is written in angle brackets: `include <{name}>`")
                    }
                    None => "a path is relative to the file that includes it".to_owned(),
                };
                self.error("include", &path.span, message, Some(hint));
            }
        }
    }

    /// A file of the library, a text like any other.
    fn include_library(&mut self, Spanned { node: name, span }: &Name, files: &dyn Files) {
        if let Some(text) = library::text(name) {
            let place = self.place(span);
            return self.file(Loaded::new(format!("<{name}>"), text), Some(&place), files);
        }
        let names: Vec<&str> = library::names().map(|(name, _)| name).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `<{near}>`?"),
            None => format!("the library has {}", names.join(", ")),
        };
        self.error("unknown-library", span, format!("the library has no `{name}`"), Some(hint));
    }
}

/// Sorted by file, and by place within each.
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
