//! What is asked of solutions outside of a file: a text such as `crossroads 0 and not fault`.

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Source};
use combien::tiling::Tiling;

use crate::ast::{Spanned, Where};
use crate::elaborate::{Loaded, filtered_by};
use crate::parser::parse_where;

/// A predicate on solutions, as it is written behind `where`. It may also say `symmetric` or `asymmetric`, alone or joined to the rest by
/// `and`; then solutions are counted up to symmetry, and the caller must see to it.
///
/// ```
/// use combien_lang::{Filter, Loaded, load};
///
/// let filter = Filter::read(Loaded::new("--where", "symmetric and crossroads 0 and border")).unwrap();
/// assert_eq!(filter.symmetric(), Some(true));
/// let text = "problem p = {****$****} [{**} ~sym]";
/// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
/// let script = load("p.cmb", &files).unwrap();
/// let tiling = filter.on(script.problems[0].tiling.clone()).unwrap();
/// assert!(tiling.predicate().is_some());
/// assert!(Filter::read(Loaded::new("--where", "crosroads 0")).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    source: Arc<Source>,
    symmetric: Option<bool>,
    parts: Vec<Spanned<Where>>,
}

impl Filter {
    /// Reads a text. It is not looked at yet whether it has a meaning for some tiling.
    pub fn read(written: Loaded) -> Result<Filter, Vec<Diagnostic>> {
        let source = Source::new(written.name, written.text);
        let (written, faults) = parse_where(&source);
        let Some(written) = written.filter(|_| faults.is_empty()) else { return Err(faults) };
        let all = match written {
            Spanned { node: Where::All(parts), .. } => parts,
            part => vec![part],
        };
        let (kinds, parts): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|part| matches!(part.node, Where::Symmetric(_)));
        let symmetric = match kinds.first() {
            Some(Spanned { node: Where::Symmetric(symmetric), .. }) => Some(*symmetric),
            _ => None,
        };
        if let Some(other) = kinds.iter().find(|kind| kind.node != kinds[0].node) {
            let place = combien::diagnostic::Place::new(&source, other.span.clone());
            let message = "no solution is both symmetric and asymmetric";
            return Err(vec![Diagnostic::error("contradiction", message, place)]);
        }
        Ok(Filter { source, symmetric, parts })
    }

    /// Are solutions wanted that a symmetry maps to themselves, or the others? `None` if it does not say.
    pub fn symmetric(&self) -> Option<bool> {
        self.symmetric
    }

    /// Does it say anything of the pieces of a tiling?
    pub fn is_about_pieces(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The tiling with the predicate, without what it says of symmetry.
    pub fn on(&self, tiling: Tiling) -> Result<Tiling, Vec<Diagnostic>> {
        filtered_by(&self.source, &self.parts, tiling)
    }
}
