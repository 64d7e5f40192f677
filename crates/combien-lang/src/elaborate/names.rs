//! Names and what they stand for.

use std::collections::HashMap;

use combien::diagnostic::{Diagnostic, Place};

use super::Elaborator;
use crate::ast::{Name, Target};
use crate::faults::nearest;

/// A definition: where, and what; nothing if it was at fault, which is reported already.
pub(super) struct Defined<T> {
    pub(super) place: Place,
    pub(super) value: Option<T>,
}

/// What a name stands for, for each kind of thing: the three kinds have name spaces of their own.
pub(super) type Names<T> = HashMap<String, Defined<T>>;

/// So many names are compared with unknown ones: without a bound it would be all with all.
const MOST_COMPARED: usize = 100_000;

impl Elaborator<'_> {
    /// Gives a name its meaning. An earlier meaning in another place is lost, and a warning says so; in the same place
    /// it is a file that was included twice, and the same meaning.
    pub(super) fn define<T>(
        &mut self,
        name: &Name,
        value: Option<T>,
        what: &str,
        names: impl Fn(&mut Self) -> &mut Names<T>,
    ) {
        let place = self.place(&name.span);
        let defined = Defined { place: place.clone(), value };
        if let Some(earlier) = names(self).insert(name.node.clone(), defined)
            && !same_place(&earlier.place, &place)
        {
            let message = format!("{what} `{}` is defined a second time", name.node);
            let warning =
                Diagnostic::warning("redefined", message, place).labelled("this one counts from here on");
            self.diagnostics.push(warning.related(earlier.place, "first defined here"));
        }
    }

    /// A name that nothing of the kind has: what was meant?
    pub(super) fn unknown<T>(&self, names: &Names<T>, what: &str, name: &str, place: Place) -> Diagnostic {
        let code = match what {
            "pattern" => "unknown-pattern",
            "problem" => "unknown-problem",
            _ => "unknown-tiles",
        };
        let others = [
            ("a pattern", self.patterns.contains_key(name)),
            ("a list of tiles", self.tiles.contains_key(name)),
            ("a problem", self.problems.contains_key(name)),
        ];
        let hint = match others.iter().find(|(_, is)| *is) {
            Some((other, _)) => Some(format!("`{name}` is {other}")),
            None => self.nearest_of(names, name).map(|near| format!("did you mean `{near}`?")),
        };
        Diagnostic { hint, ..Diagnostic::error(code, format!("{what} `{name}` is not defined"), place) }
    }

    /// The name that was meant, unless so many were looked for that nobody reads the hints any more.
    fn nearest_of<'a, T>(&self, names: &'a Names<T>, name: &str) -> Option<&'a str> {
        self.compared.set(self.compared.get() + names.len());
        if self.compared.get() > MOST_COMPARED {
            return None;
        }
        let mut known: Vec<&str> = names.keys().map(String::as_str).collect();
        known.sort_unstable();
        nearest(name, known)
    }

    pub(super) fn problem_of(&mut self, target: &Target) -> Option<usize> {
        let name = &target.name;
        if let Some(defined) = self.problems.get(&name.node) {
            return defined.value;
        }
        let diagnostic = self.unknown(&self.problems, "problem", &name.node, self.place(&name.span));
        self.diagnostics.push(diagnostic);
        None
    }
}

/// The same bytes of the same file, read once or twice.
fn same_place(a: &Place, b: &Place) -> bool {
    a.span == b.span && a.source.name == b.source.name
}
