//! What is said of solutions behind `where`, as a predicate on a tiling.

use combien::diagnostic::Diagnostic;
use combien_tiling::{Area, Predicate, Quantity, Tiling, Undecidable};

use super::Elaborator;
use crate::ast::{Name, Problem, Region, Spanned, Where};

/// The tiling with a predicate that has been checked.
pub(super) fn with_predicate(tiling: Tiling, predicate: Predicate) -> Tiling {
    let with_it = tiling.with_predicate(predicate);
    with_it.unwrap_or_else(|error| unreachable!("each part is checked: {error}"))
}

impl Elaborator {
    /// The tiling with the predicate of its problem.
    pub(super) fn with_filter(&mut self, tiling: Tiling, problem: &Problem) -> Option<Tiling> {
        let Some(written) = &problem.filter else { return Some(tiling) };
        let predicate = self.predicate(&written.node, &tiling)?;
        Some(with_predicate(tiling, predicate))
    }

    /// A predicate that has a meaning for the tiling. All parts that have none are reported.
    pub(super) fn predicate(&mut self, written: &Spanned<Where>, tiling: &Tiling) -> Option<Predicate> {
        let span = &written.span;
        let predicate = match &written.node {
            Where::All(parts) => return self.predicates(parts, tiling).map(Predicate::All),
            Where::Any(parts) => return self.predicates(parts, tiling).map(Predicate::Any),
            Where::Not(part) => {
                return self.predicate(part, tiling).map(|part| Predicate::Not(Box::new(part)));
            }
            Where::Crossroads(times) => {
                let (lo, hi) = self.bounds(times, span, "a number of crossroads")?;
                Predicate::Crossroads(Quantity { lo, hi })
            }
            Where::Colorable(colors) => Predicate::Colorable(
                self.whole(colors, |value| format!("{value} is not a number of colors"))?,
            ),
            Where::Fault(None) => Predicate::Fault,
            Where::Fault(Some(is_vertical)) => Predicate::FaultAlong(*is_vertical),
            Where::Border => Predicate::Border,
            Where::Apart => Predicate::Apart,
            Where::AsMany(one, other) => {
                let (one, other) = (self.all_named(one, tiling), self.all_named(other, tiling));
                Predicate::AsMany(one?, other?)
            }
            Where::Connected(region) => Predicate::Connected(self.area(region, tiling)?),
            Where::DiagonallyConnected(region) => Predicate::DiagonallyConnected(self.area(region, tiling)?),
            Where::Block(region) => Predicate::Block(self.area(region, tiling)?),
            Where::SimplyConnected(region) => Predicate::SimplyConnected(self.area(region, tiling)?),
            Where::Symmetric(true) => Predicate::Symmetric,
            Where::Symmetric(false) => Predicate::Not(Box::new(Predicate::Symmetric)),
        };
        match predicate.check(tiling) {
            Ok(()) => Some(predicate),
            Err(error) => {
                let hint = match error {
                    Undecidable::Closed(_) => {
                        Some("a board without `torus` or `cylinder` has straight lines and an outside")
                    }
                    Undecidable::NoSuchLines(..) => Some("`fault` is about lines in any direction"),
                    Undecidable::NoLines(..) | Undecidable::NotTiled(..) | Undecidable::NoSquares(..) => {
                        Some("the other predicates can be asked: `border`, `colorable 3`, ...")
                    }
                    Undecidable::InSpace(_) => {
                        Some("in space there are `colorable 3`, `border`, `apart` and `connected X`")
                    }
                    _ => None,
                };
                let diagnostic = Diagnostic::error("undecidable", error.to_string(), self.place(span));
                self.diagnostics.push(Diagnostic { hint: hint.map(str::to_owned), ..diagnostic });
                None
            }
        }
    }

    pub(super) fn predicates(&mut self, parts: &[Spanned<Where>], tiling: &Tiling) -> Option<Vec<Predicate>> {
        let parts: Vec<Option<Predicate>> = parts.iter().map(|part| self.predicate(part, tiling)).collect();
        parts.into_iter().collect()
    }

    fn area(&mut self, region: &Region, tiling: &Tiling) -> Option<Area> {
        let Region::Pieces(names) = region else { return Some(Area::Gaps) };
        self.all_named(names, tiling).map(Area::Pieces)
    }

    /// The pieces with these names, ascending.
    fn all_named(&mut self, names: &[Name], tiling: &Tiling) -> Option<Vec<usize>> {
        let pieces: Vec<Option<Vec<usize>>> =
            names.iter().map(|name| self.pieces_named(name, tiling)).collect();
        let pieces: Vec<Vec<usize>> = pieces.into_iter().collect::<Option<_>>()?;
        let mut pieces = pieces.concat();
        pieces.sort_unstable();
        pieces.dedup();
        Some(pieces)
    }
}
