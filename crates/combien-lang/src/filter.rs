//! What is asked of solutions outside of a file: a text such as `crossroads 0 and not fault`.

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Source};
use combien_tiling::Tiling;

use crate::ast::{Spanned, Where};
use crate::elaborate::{Loaded, filtered_by};
use crate::parser::parse_where;

/// A predicate on solutions, as it is written behind `where`.
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
#[doc(hidden)]
pub struct Filter {
    source: Arc<Source>,
    /// `symmetric` and `asymmetric`, joined to the rest by `and`.
    kinds: Vec<Spanned<Where>>,
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
        if let Some(other) = kinds.iter().find(|kind| kind.node != kinds[0].node) {
            let place = combien::diagnostic::Place::new(&source, other.span.clone());
            let message = "no solution is both symmetric and asymmetric";
            return Err(vec![Diagnostic::error("contradiction", message, place)]);
        }
        Ok(Filter { source, kinds, parts })
    }

    /// Are only solutions wanted that are symmetric, or, if `Some(false)`, only others? `None` if it does not
    /// say so by `symmetric` or `asymmetric`, alone or joined to the rest by `and`.
    pub fn symmetric(&self) -> Option<bool> {
        match self.kinds.first()?.node {
            Where::Symmetric(symmetric) => Some(symmetric),
            _ => None,
        }
    }

    /// This filter without what [`Filter::symmetric`] tells: the caller sees to it, which may be faster up to
    /// symmetry.
    #[must_use]
    pub fn without_symmetry(self) -> Filter {
        Filter { kinds: vec![], ..self }
    }

    /// Does it say anything else than [`Filter::symmetric`] tells? That has a meaning only for a tiling.
    pub fn is_about_pieces(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The tiling with the predicate.
    pub fn on(&self, tiling: Tiling) -> Result<Tiling, Vec<Diagnostic>> {
        filtered_by(&self.source, &[&self.kinds[..], &self.parts].concat(), tiling)
    }
}
