//! Names and what they stand for: patterns, lists of tiles, problems; each in the plane or in space; each a
//! single one, or a family with parameters.

use std::collections::HashMap;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};
use combien_tiling::pieces as library;
use combien_tiling::{Lattice, Pattern, Piece};

use super::{Elaborator, Scope};
use crate::ast::{Definition, Expr, Name, Outlines, Problem, Reference, Space, Spanned, Sum, Tiles};
use crate::faults::nearest;
use crate::words::{self, Role};

/// The maximum depth of families that refer to each other.
const MOST_FAMILIES: usize = 64;

/// The kinds of things that can be named. Each has a name space of its own, and so have the plane and space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Pattern,
    Tiles,
    Problem,
    Lattice,
}

impl What {
    /// Its name in messages.
    fn name(self) -> &'static str {
        match self {
            What::Pattern => "pattern",
            What::Tiles => "list of tiles",
            What::Problem => "problem",
            What::Lattice => "lattice",
        }
    }

    /// The code of the message about an unknown name.
    fn unknown(self) -> &'static str {
        match self {
            What::Pattern => "unknown-pattern",
            What::Tiles => "unknown-tiles",
            What::Problem => "unknown-problem",
            What::Lattice => "unknown-lattice",
        }
    }
}

/// The syntax tree of a definition.
pub(super) enum Body {
    Pattern(Expr),
    Tiles(Tiles),
    Problem(Box<Problem>),
    Lattice(Outlines),
}

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Value {
    Pattern(Pattern),
    Tiles(Pieces),
    Problem(ProblemNumber),
    Lattice(Lattice),
}

/// A piece of a list, its grid, and its place.
#[derive(Clone)]
pub(super) struct Listed {
    pub(super) piece: Piece,
    pub(super) lattice: Lattice,
    pub(super) place: Place,
    /// Was it made for the board, as one of those that fit?
    pub(super) is_of_board: bool,
}

/// The pieces of a list.
pub(super) type Pieces = Vec<Listed>;

/// A problem, by its place in the script.
#[derive(Clone, Copy)]
pub(super) struct ProblemNumber(pub(super) usize);

/// The type of what is named.
pub(super) trait Kind: Sized {
    const WHAT: What;
    /// The value as this type; `None` if it is of another kind.
    fn of(value: Value) -> Option<Self>;
}

impl Kind for Pattern {
    const WHAT: What = What::Pattern;
    fn of(value: Value) -> Option<Pattern> {
        if let Value::Pattern(pattern) = value { Some(pattern) } else { None }
    }
}

impl Kind for Pieces {
    const WHAT: What = What::Tiles;
    fn of(value: Value) -> Option<Pieces> {
        if let Value::Tiles(pieces) = value { Some(pieces) } else { None }
    }
}

impl Kind for ProblemNumber {
    const WHAT: What = What::Problem;
    fn of(value: Value) -> Option<ProblemNumber> {
        if let Value::Problem(number) = value { Some(number) } else { None }
    }
}

impl Kind for Lattice {
    const WHAT: What = What::Lattice;
    fn of(value: Value) -> Option<Lattice> {
        if let Value::Lattice(lattice) = value { Some(lattice) } else { None }
    }
}

/// A definition: its place and its value.
pub(super) struct Defined {
    pub(super) place: Place,
    pub(super) parameters: Vec<Name>,
    /// Its syntax tree; `None` if it could not be parsed, which is reported already.
    body: Option<Arc<Body>>,
    source: Arc<Source>,
    /// The value for each used list of arguments; `None` if it had an error. Without parameters, the value
    /// for no arguments is there from the beginning.
    instances: HashMap<Vec<i64>, Option<Value>>,
}

impl Defined {
    /// The pieces of a list without parameters.
    pub(super) fn pieces(&self) -> Option<&Pieces> {
        match self.instances.get(&[][..]) {
            Some(Some(Value::Tiles(pieces))) => Some(pieces),
            _ => None,
        }
    }

    /// Forgets the values for all used lists of arguments.
    pub(super) fn forget(&mut self) {
        if !self.parameters.is_empty() {
            self.instances.clear();
        }
    }
}

/// The meanings of names.
pub(super) type Names = HashMap<(What, Space, String), Defined>;

/// A name, where it was defined, and the arguments.
pub(super) struct Instance {
    pub(super) space: Space,
    pub(super) name: Name,
    pub(super) arguments: Vec<i64>,
}

impl Instance {
    /// `strip<3>`.
    pub(super) fn shown(&self) -> String {
        shown(&self.name.node, &self.arguments)
    }
}

fn shown(name: &str, arguments: &[i64]) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!("{name}<{}>", arguments.join(", "))
}

impl Elaborator {
    /// Defines a name. An earlier meaning is lost, with a warning.
    pub(super) fn define<T>(&mut self, what: What, definition: Definition<T>, body: fn(T) -> Body) {
        let Definition { space, name, parameters, value } = definition;
        self.define_body(what, (space, name), parameters, value.map(body));
    }

    fn define_body(
        &mut self,
        what: What,
        (space, name): (Space, Name),
        parameters: Vec<Name>,
        value: Option<Body>,
    ) {
        let place = self.place(&name.span);
        let (body, source) = (value.map(Arc::new), self.scope().source.clone());
        let mut instances = HashMap::new();
        if parameters.is_empty() {
            let instance = Instance { space, name: name.clone(), arguments: vec![] };
            let value = body.as_ref().and_then(|body| self.evaluate(&instance, body));
            instances.insert(vec![], value);
        }
        self.check_parameters(&parameters);
        let defined = Defined { place: place.clone(), parameters, body, source, instances };
        if let Some(earlier) = self.names.insert((what, space, name.node.clone()), defined) {
            let message = format!("{} `{}` is defined a second time", what.name(), name.node);
            let warning =
                Diagnostic::warning("redefined", message, place).labelled("this one counts from here on");
            self.diagnostics.push(warning.related(earlier.place, "first defined here"));
        }
    }

    /// The value of a body.
    fn evaluate(&mut self, name: &Instance, body: &Body) -> Option<Value> {
        match body {
            Body::Pattern(expr) => self.pattern(expr, name.space).map(Value::Pattern),
            Body::Tiles(tiles) => self.pieces(tiles, name.space).map(Value::Tiles),
            Body::Problem(problem) => self.problem(name, problem).map(ProblemNumber).map(Value::Problem),
            Body::Lattice(outlines) => self.tessellation(name, outlines).map(Value::Lattice),
        }
    }

    fn check_parameters(&mut self, parameters: &[Name]) {
        for (at, parameter) in parameters.iter().enumerate() {
            if parameters[..at].iter().any(|earlier| earlier.node == parameter.node) {
                let message = format!("the parameter `{}` appears twice", parameter.node);
                self.error("parameter-twice", &parameter.span, message, None);
            }
        }
    }

    /// The value of a reference within an expression.
    pub(super) fn value_of<T: Kind>(&mut self, reference: &Reference<Sum>, space: Space) -> Option<T> {
        T::of(self.value(T::WHAT, reference, space)?)
    }

    fn value(&mut self, what: What, reference: &Reference<Sum>, space: Space) -> Option<Value> {
        let arguments: Vec<Option<i64>> = reference.arguments.iter().map(|sum| self.sum(sum)).collect();
        let arguments: Vec<i64> = arguments.into_iter().collect::<Option<_>>()?;
        self.instance_value(what, &reference.name, arguments, space)
    }

    /// The value of a name with these arguments. If it does not exist or has an error, reports it and returns
    /// `None`.
    pub(super) fn instance<T: Kind>(&mut self, name: &Name, arguments: Vec<i64>, space: Space) -> Option<T> {
        T::of(self.instance_value(T::WHAT, name, arguments, space)?)
    }

    fn instance_value(
        &mut self,
        what: What,
        name: &Name,
        arguments: Vec<i64>,
        space: Space,
    ) -> Option<Value> {
        let key = (what, space, name.node.clone());
        let Some(defined) = self.names.get(&key) else {
            let diagnostic = self.unknown(what, name, space);
            self.diagnostics.push(diagnostic);
            return None;
        };
        if let Some(known) = defined.instances.get(&arguments) {
            return known.clone();
        }
        if defined.parameters.len() != arguments.len() {
            let (wanted, given, place) = (defined.parameters.clone(), arguments.len(), defined.place.clone());
            self.wrong_arguments(what.name(), name, &wanted, given, place);
            return None;
        }
        let body = defined.body.clone()?;
        let values = defined.parameters.iter().map(|parameter| parameter.node.clone()).zip(arguments.clone());
        let scope = Scope { source: defined.source.clone(), values: values.collect() };
        let definition = Spanned { node: name.node.clone(), span: defined.place.span.clone() };
        if self.scopes.len() >= MOST_FAMILIES {
            let message = format!("families refer to each other more than {MOST_FAMILIES} deep");
            self.error("too-deep", &name.span, message, Some("does one refer to itself?".into()));
            return None;
        }
        let (asked, before) = (self.place(&name.span), self.diagnostics.len());
        let instance = Instance { space, name: definition, arguments: arguments.clone() };
        self.scopes.push(scope);
        // The value is kept for other boards.
        let ground = self.ground.take();
        let value = self.evaluate(&instance, &body);
        self.ground = ground;
        self.scopes.pop();
        let mut faults: Vec<Diagnostic> = self.diagnostics.drain(before..).collect();
        // Each member would repeat the warnings of the first, perhaps about another piece.
        let of_family = |fault: &Diagnostic| (fault.code, what, space, name.node.clone());
        faults.retain(|fault| fault.is_error() || !self.warned.contains(&of_family(fault)));
        self.warned.extend(faults.iter().map(of_family));
        let note = format!("in {}, which is asked for here", instance.shown());
        self.diagnostics.extend(faults.into_iter().map(|fault| fault.related(asked.clone(), note.clone())));
        if let Some(defined) = self.names.get_mut(&key) {
            defined.instances.insert(arguments, value.clone());
        }
        value
    }

    /// The families without any used member, in the order of the text: the scope that a member would have,
    /// without values, and the syntax tree.
    pub(super) fn unasked(&mut self) -> Vec<(Space, Scope, Arc<Body>)> {
        let names = self.names.iter().filter(|(_, defined)| defined.instances.is_empty());
        let mut unasked: Vec<_> = names.map(|((_, space, _), defined)| (*space, defined)).collect();
        unasked.sort_by(|(_, a), (_, b)| {
            let order = |defined: &Defined| (defined.source.name.clone(), defined.place.span.start);
            order(a).cmp(&order(b))
        });
        let scope = |defined: &Defined| Scope {
            source: defined.source.clone(),
            values: defined.parameters.iter().map(|parameter| (parameter.node.clone(), 0)).collect(),
        };
        unasked
            .into_iter()
            .filter_map(|(space, defined)| Some((space, scope(defined), defined.body.clone()?)))
            .collect()
    }

    /// Is there something of that name, with this number of parameters? If not, that is reported.
    pub(super) fn look_up<A>(&mut self, what: What, reference: &Reference<A>, space: Space) -> bool {
        let Reference { name, arguments } = reference;
        let Some(defined) = self.names.get(&(what, space, name.node.clone())) else {
            let diagnostic = self.unknown(what, name, space);
            self.diagnostics.push(diagnostic);
            return false;
        };
        let fits = defined.parameters.len() == arguments.len();
        if !fits {
            let (wanted, place) = (defined.parameters.clone(), defined.place.clone());
            self.wrong_arguments(what.name(), name, &wanted, arguments.len(), place);
        }
        fits
    }

    fn wrong_arguments(&mut self, what: &str, name: &Name, wanted: &[Name], given: usize, place: Place) {
        let names: Vec<&str> = wanted.iter().map(|parameter| parameter.node.as_str()).collect();
        let (message, hint) = if wanted.is_empty() {
            (format!("the {what} `{}` has no parameters", name.node), format!("write `{}` alone", name.node))
        } else {
            let form = format!("{}<{}>", name.node, names.join(", "));
            let given = if given == 0 { "none".to_owned() } else { given.to_string() };
            let arguments = if wanted.len() == 1 { "argument" } else { "arguments" };
            let message = format!("the {what} `{form}` needs {} {arguments} and gets {given}", wanted.len());
            (message, format!("give it numbers: `{}<{}>`", name.node, vec!["3"; wanted.len()].join(", ")))
        };
        let diagnostic = Diagnostic::error("arguments", message, self.place(&name.span)).hinted(hint);
        self.diagnostics.push(diagnostic.related(place, "defined here"));
    }

    /// An unknown name: what may be meant?
    fn unknown(&mut self, what: What, name: &Name, space: Space) -> Diagnostic {
        let place = self.place(&name.span);
        let word = name.node.as_str();
        let other_space = if space == Space::Plane { Space::Solid } else { Space::Plane };
        let is_elsewhere = self.is_defined(what, other_space, word);
        let others = [
            (What::Pattern, "a pattern"),
            (What::Tiles, "a list of tiles"),
            (What::Problem, "a problem"),
            (What::Lattice, "a lattice"),
        ];
        let other = others.iter().find(|&&(other, _)| self.is_defined(other, space, word));
        let mut known: Vec<&str> = self
            .names
            .keys()
            .filter(|(kind, of, _)| *kind == what && *of == space)
            .map(|(.., name)| name.as_str())
            .collect();
        known.sort_unstable();
        let hint = match (is_elsewhere, other) {
            (true, _) if other_space == Space::Solid => {
                Some(format!("`{word}` is a {} of three dimensions", what.name()))
            }
            (true, _) if what == What::Pattern => {
                Some(format!("`{word}` is a pattern of the plane; `[{word}]` is a solid of one layer"))
            }
            (true, _) => Some(format!("`{word}` is a {} of the plane", what.name())),
            (_, Some((What::Tiles, _))) if what == What::Pattern => {
                Some(format!("`{word}` is a list of tiles, used as in `problem p = BOARD {word}`"))
            }
            (_, Some((What::Pattern, _))) if what == What::Tiles => {
                Some(format!("`{word}` is a pattern; a list of this piece is `[{word}]`"))
            }
            (_, Some((_, other))) => Some(format!("`{word}` is {other}")),
            _ => nearest(word, known)
                .map(|near| format!("did you mean `{near}`?"))
                .or_else(|| from_elsewhere(word)),
        };
        let message = format!("{} `{word}` is not defined", what.name());
        Diagnostic { hint, ..Diagnostic::error(what.unknown(), message, place) }
    }

    /// Is there something of this kind with that name?
    pub(super) fn is_defined(&self, what: What, space: Space, name: &str) -> bool {
        self.names.contains_key(&(what, space, name.to_owned()))
    }

    pub(super) fn pattern_of(&mut self, reference: &Reference<Sum>, space: Space) -> Option<Pattern> {
        let pattern: Pattern = self.value_of(reference, space)?;
        if self.loops > 0 {
            // Each member of a family stays in memory.
            self.spend(pattern.size().cells(), &reference.name.span)?;
        }
        Some(pattern)
    }
}

/// What may be meant by a word that resembles no defined name: a set of the library, or an option of a piece.
fn from_elsewhere(word: &str) -> Option<String> {
    if library::names().any(|(name, _)| name == word) {
        return Some(format!("the library has it: `include <{word}>` stands before its use"));
    }
    words::is_any(word, &[Role::PieceOption]).then(|| format!("options are written `~{word}`, after a piece"))
}
