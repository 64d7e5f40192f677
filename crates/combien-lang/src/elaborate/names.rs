//! Names and what they stand for: patterns, lists of tiles, problems; each in the plane or in space; each a single one,
//! or a family with parameters.

use std::collections::HashMap;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};
use combien::pieces as library;
use combien::tiling::{Lattice, Pattern};

use super::pieces::{Listed, WORDS};
use super::{Elaborator, Scope};
use crate::ast::{Definition, Expr, Name, Outlines, Problem, Reference, Space, Spanned, Sum, Tiles};
use crate::faults::nearest;

/// The maximum depth of families that refer to each other.
const MOST_FAMILIES: usize = 64;

/// A definition: its place and its value.
pub(super) struct Defined<A, T> {
    pub(super) place: Place,
    pub(super) parameters: Vec<Name>,
    /// Its syntax tree; `None` if it could not be parsed, which is reported already.
    body: Option<Arc<A>>,
    source: Arc<Source>,
    /// The value for each used list of arguments; `None` if it had an error. Without parameters, the value for no
    /// arguments is there from the beginning.
    instances: HashMap<Vec<i64>, Option<T>>,
}

impl<A, T> Defined<A, T> {
    /// Forgets the values for all used lists of arguments.
    pub(super) fn forget(&mut self) {
        if !self.parameters.is_empty() {
            self.instances.clear();
        }
    }
}

/// The meanings of names. Each of the three kinds has its own name space, and so have the plane and space.
pub(super) type Names<A, T> = HashMap<(Space, String), Defined<A, T>>;

/// A kind of thing that can be named.
pub(super) trait Kind: Sized {
    /// Its syntax tree.
    type Body;
    /// Its name in messages.
    const WHAT: &'static str;
    /// The code of the message about an unknown name.
    const UNKNOWN: &'static str;
    /// Where the names are kept.
    fn names(elaborator: &mut Elaborator) -> &mut Names<Self::Body, Self>;
    /// The value of a body.
    fn evaluate(elaborator: &mut Elaborator, name: &Instance, body: &Self::Body) -> Option<Self>;
}

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

impl Kind for Pattern {
    type Body = Expr;
    const WHAT: &'static str = "pattern";
    const UNKNOWN: &'static str = "unknown-pattern";
    fn names(elaborator: &mut Elaborator) -> &mut Names<Expr, Pattern> {
        &mut elaborator.patterns
    }
    fn evaluate(elaborator: &mut Elaborator, name: &Instance, body: &Expr) -> Option<Pattern> {
        elaborator.pattern(body, name.space)
    }
}

/// The pieces of a list.
pub(super) type Pieces = Vec<Listed>;

impl Kind for Pieces {
    type Body = Tiles;
    const WHAT: &'static str = "list of tiles";
    const UNKNOWN: &'static str = "unknown-tiles";
    fn names(elaborator: &mut Elaborator) -> &mut Names<Tiles, Pieces> {
        &mut elaborator.tiles
    }
    fn evaluate(elaborator: &mut Elaborator, name: &Instance, body: &Tiles) -> Option<Pieces> {
        elaborator.pieces(body, name.space)
    }
}

/// A problem, by its place in the script.
#[derive(Clone, Copy)]
pub(super) struct ProblemNumber(pub(super) usize);

impl Kind for ProblemNumber {
    type Body = Problem;
    const WHAT: &'static str = "problem";
    const UNKNOWN: &'static str = "unknown-problem";
    fn names(elaborator: &mut Elaborator) -> &mut Names<Problem, ProblemNumber> {
        &mut elaborator.problems
    }
    fn evaluate(elaborator: &mut Elaborator, name: &Instance, body: &Problem) -> Option<ProblemNumber> {
        elaborator.problem(name, body).map(ProblemNumber)
    }
}

impl Kind for Lattice {
    type Body = Outlines;
    const WHAT: &'static str = "lattice";
    const UNKNOWN: &'static str = "unknown-lattice";
    fn names(elaborator: &mut Elaborator) -> &mut Names<Outlines, Lattice> {
        &mut elaborator.lattices
    }
    fn evaluate(elaborator: &mut Elaborator, name: &Instance, body: &Outlines) -> Option<Lattice> {
        elaborator.tessellation(name, body)
    }
}

impl Elaborator {
    /// Defines a name. An earlier meaning is lost, with a warning.
    pub(super) fn define<T: Kind>(&mut self, definition: Definition<T::Body>) {
        let Definition { space, name, parameters, value } = definition;
        let place = self.place(&name.span);
        let (body, source) = (value.map(Arc::new), self.scope().source.clone());
        let mut instances = HashMap::new();
        if parameters.is_empty() {
            let instance = Instance { space, name: name.clone(), arguments: vec![] };
            let value = body.as_ref().and_then(|body| T::evaluate(self, &instance, body));
            instances.insert(vec![], value);
        }
        self.check_parameters(&parameters);
        let defined = Defined { place: place.clone(), parameters, body, source, instances };
        if let Some(earlier) = T::names(self).insert((space, name.node.clone()), defined) {
            let message = format!("{} `{}` is defined a second time", T::WHAT, name.node);
            let warning =
                Diagnostic::warning("redefined", message, place).labelled("this one counts from here on");
            self.diagnostics.push(warning.related(earlier.place, "first defined here"));
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
    pub(super) fn value_of<T: Kind + Clone>(
        &mut self,
        reference: &Reference<Sum>,
        space: Space,
    ) -> Option<T> {
        let arguments: Vec<Option<i64>> = reference.arguments.iter().map(|sum| self.sum(sum)).collect();
        let arguments: Vec<i64> = arguments.into_iter().collect::<Option<_>>()?;
        self.instance(&reference.name, arguments, space)
    }

    /// The value of a name with these arguments. If it does not exist or has an error, reports it and returns
    /// `None`.
    pub(super) fn instance<T: Kind + Clone>(
        &mut self,
        name: &Name,
        arguments: Vec<i64>,
        space: Space,
    ) -> Option<T> {
        let key = (space, name.node.clone());
        let Some(defined) = T::names(self).get(&key) else {
            let diagnostic = self.unknown::<T>(name, space);
            self.diagnostics.push(diagnostic);
            return None;
        };
        if let Some(known) = defined.instances.get(&arguments) {
            return known.clone();
        }
        if defined.parameters.len() != arguments.len() {
            let (wanted, given, place) = (defined.parameters.clone(), arguments.len(), defined.place.clone());
            self.wrong_arguments(T::WHAT, name, &wanted, given, place);
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
        let value = T::evaluate(self, &instance, &body);
        self.scopes.pop();
        let faults: Vec<Diagnostic> = self.diagnostics.drain(before..).collect();
        let note = format!("in {}, which is asked for here", instance.shown());
        self.diagnostics.extend(faults.into_iter().map(|fault| fault.related(asked.clone(), note.clone())));
        if let Some(defined) = T::names(self).get_mut(&key) {
            defined.instances.insert(arguments, value.clone());
        }
        value
    }

    /// The families without any used member, in the order of the text: the scope that a member would have, without values,
    /// and the syntax tree.
    pub(super) fn unasked<T: Kind>(&mut self) -> Vec<(Space, Scope, Arc<T::Body>)> {
        let names = T::names(self).iter().filter(|(_, defined)| defined.instances.is_empty());
        let mut unasked: Vec<_> = names.map(|((space, _), defined)| (*space, defined)).collect();
        combien::sorting::by(&mut unasked, |(_, a), (_, b)| {
            let order = |defined: &Defined<_, _>| (defined.source.name.clone(), defined.place.span.start);
            order(a).cmp(&order(b))
        });
        let scope = |defined: &Defined<T::Body, T>| Scope {
            source: defined.source.clone(),
            values: defined.parameters.iter().map(|parameter| (parameter.node.clone(), 0)).collect(),
        };
        unasked
            .into_iter()
            .filter_map(|(space, defined)| Some((space, scope(defined), defined.body.clone()?)))
            .collect()
    }

    /// Is there something of that name, with this number of parameters? If not, that is reported.
    pub(super) fn look_up<T: Kind, A>(&mut self, reference: &Reference<A>, space: Space) -> bool {
        let Reference { name, arguments } = reference;
        let Some(defined) = T::names(self).get(&(space, name.node.clone())) else {
            let diagnostic = self.unknown::<T>(name, space);
            self.diagnostics.push(diagnostic);
            return false;
        };
        let fits = defined.parameters.len() == arguments.len();
        if !fits {
            let (wanted, place) = (defined.parameters.clone(), defined.place.clone());
            self.wrong_arguments(T::WHAT, name, &wanted, arguments.len(), place);
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
    fn unknown<T: Kind>(&mut self, name: &Name, space: Space) -> Diagnostic {
        let place = self.place(&name.span);
        let word = name.node.as_str();
        let other_space = if space == Space::Plane { Space::Solid } else { Space::Plane };
        let is_elsewhere = T::names(self).contains_key(&(other_space, word.to_owned()));
        let others = [
            ("a pattern", self.patterns.contains_key(&(space, word.to_owned()))),
            ("a list of tiles", self.tiles.contains_key(&(space, word.to_owned()))),
            ("a problem", self.problems.contains_key(&(space, word.to_owned()))),
            ("a lattice", self.lattices.contains_key(&(Space::Plane, word.to_owned()))),
        ];
        let other = others.iter().find(|(_, is)| *is).map(|(other, _)| *other);
        let names = T::names(self);
        let mut known: Vec<&str> =
            names.keys().filter(|(of, _)| *of == space).map(|(_, name)| name.as_str()).collect();
        combien::sorting::plain(&mut known);
        let hint = match (is_elsewhere, other) {
            (true, _) if other_space == Space::Solid => {
                Some(format!("`{word}` is a {} of three dimensions", T::WHAT))
            }
            (true, _) if T::WHAT == "pattern" => {
                Some(format!("`{word}` is a pattern of the plane; `[{word}]` is a solid of one layer"))
            }
            (true, _) => Some(format!("`{word}` is a {} of the plane", T::WHAT)),
            (_, Some("a list of tiles")) if T::WHAT == "pattern" => {
                Some(format!("`{word}` is a list of tiles, used as in `problem p = BOARD {word}`"))
            }
            (_, Some("a pattern")) if T::UNKNOWN == "unknown-tiles" => {
                Some(format!("`{word}` is a pattern; a list of this piece is `[{word}]`"))
            }
            (_, Some(other)) => Some(format!("`{word}` is {other}")),
            _ => nearest(word, known)
                .map(|near| format!("did you mean `{near}`?"))
                .or_else(|| from_elsewhere(word)),
        };
        let message = format!("{} `{word}` is not defined", T::WHAT);
        Diagnostic { hint, ..Diagnostic::error(T::UNKNOWN, message, place) }
    }

    pub(super) fn pattern_of(&mut self, reference: &Reference<Sum>, space: Space) -> Option<Pattern> {
        self.value_of(reference, space)
    }
}

/// What may be meant by a word that resembles no defined name: a set of the library, or an option of a piece.
fn from_elsewhere(word: &str) -> Option<String> {
    if library::names().any(|(name, _)| name == word) {
        return Some(format!("the library has it: `include <{word}>` stands before its use"));
    }
    WORDS.contains(&word).then(|| format!("options are written `~{word}`, after a piece"))
}
