//! Pieces selected from lists: by size, by name, by symmetry, the first of them; and all polyforms of some
//! sizes.

use std::ops::{Range, RangeInclusive};

use combien::diagnostic::{Diagnostic, counted};
use combien_tiling::pieces as library;
use combien_tiling::{Group, Isometry, Lattice, Piece};

use super::Elaborator;
use super::names::Listed;
use super::names::Pieces;
use crate::ast::{Filter, Name, Quality, Reference, Selection, Space, Spanned, Step, Sum, Text, Times};
use crate::faults::nearest;

/// A step, ready to be applied.
enum Ready<'a> {
    Minus(Pieces, &'a Range<usize>),
    Filter(&'a Spanned<Filter>),
}

impl Elaborator {
    /// The pieces of a list after all steps, or the first of them.
    pub(super) fn selection(&mut self, selection: &Selection, space: Space) -> Option<Pieces> {
        // All of it is checked, so that all errors are reported.
        let first = selection.first.as_ref().map(|first| {
            (self.whole(first, |value| format!("there are no first {value} pieces")), &first.span)
        });
        let pieces = self.list(&selection.list.node, space);
        let mut steps = vec![];
        for step in &selection.steps {
            steps.push(match step {
                Step::Minus(list) => {
                    self.left_out(list, space).map(|pieces| Ready::Minus(pieces, &list.span))
                }
                Step::Filter(filter) => Some(Ready::Filter(filter)),
            });
        }
        let mut pieces = pieces?;
        for step in steps {
            match step? {
                Ready::Minus(without, span) => self.leave_out(&mut pieces, &without, span)?,
                Ready::Filter(filter) => pieces = self.filtered(pieces, filter)?,
            }
        }
        let Some((first, span)) = first else { return Some(pieces) };
        let first = first? as usize;
        if first > pieces.len() {
            let message = format!("the list has only {}", counted(pieces.len(), "piece"));
            self.error("too-few", span, message, None);
            return None;
        }
        pieces.truncate(first);
        Some(pieces)
    }

    /// The pieces with a quality, or those without it.
    pub(super) fn filtered(&mut self, mut pieces: Pieces, filter: &Spanned<Filter>) -> Option<Pieces> {
        let Filter { keeps, quality } = &filter.node;
        let number = pieces.len();
        match quality {
            Quality::Size(sizes) => {
                let (lo, hi) = self.sizes(sizes, &filter.span)?;
                let is_wanted = |listed: &Listed| {
                    let cells = listed.piece.shape.len() as u64;
                    cells >= u64::from(lo) && hi.is_none_or(|hi| cells <= u64::from(hi))
                };
                pieces.retain(|listed| is_wanted(listed) == *keeps);
            }
            Quality::Name(names) => {
                self.are_names(names, &pieces)?;
                let is_wanted =
                    |piece: &Piece| names.iter().any(|name| piece.name.as_ref() == Some(&name.node));
                pieces.retain(|listed| is_wanted(&listed.piece) == *keeps);
            }
            Quality::Symmetry(symmetry) => {
                let wanted = self.symmetry(symmetry.as_ref(), &pieces)?;
                pieces.retain(|listed| wanted.is_of(listed) == *keeps);
            }
        }
        if pieces.is_empty() && number > 0 {
            let message = "this leaves no piece of the list";
            self.diagnostics.push(Diagnostic::warning("none-left", message, self.place(&filter.span)));
        }
        Some(pieces)
    }

    /// Is there a piece of each name?
    fn are_names(&mut self, names: &[Text], pieces: &Pieces) -> Option<()> {
        let known: Vec<&str> = pieces.iter().filter_map(|listed| listed.piece.name.as_deref()).collect();
        let unknown = names.iter().find(|name| !known.contains(&name.node.as_str()));
        let Some(Spanned { node: name, span }) = unknown else { return Some(()) };
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => "no piece of the list has a name".to_owned(),
            None => {
                let shown: Vec<&str> = known.iter().copied().take(20).collect();
                let rest = if shown.len() < known.len() { ", ..." } else { "" };
                format!("the pieces are {}{rest}", shown.join(", "))
            }
        };
        let message = format!("no piece of the list is named `{}`", name.escape_debug());
        self.error("not-in-list", span, message, Some(hint));
        None
    }

    fn symmetry(&mut self, symmetry: Option<&Name>, pieces: &Pieces) -> Option<Symmetry> {
        let Some(name) = symmetry else { return Some(Symmetry::Any) };
        if name.node == "mirror" {
            return Some(Symmetry::Mirror);
        }
        let lattice = pieces.first().map_or(Lattice::square(), |listed| &listed.lattice);
        self.isometry(name, lattice).map(Symmetry::By)
    }

    /// The bounds of a range of sizes.
    fn sizes(&mut self, sizes: &Times, span: &Range<usize>) -> Option<(u32, Option<u32>)> {
        self.bounds(sizes, span, "a number of cells")
    }

    /// The ends of a range, both included. `what` says what its numbers are.
    pub(super) fn bounds(
        &mut self,
        range: &Times,
        span: &Range<usize>,
        what: &str,
    ) -> Option<(u32, Option<u32>)> {
        let mut size = |sum| self.whole(sum, |value| format!("{value} is not {what}"));
        let (lo, hi) = match range {
            Times::Exactly(sum) => {
                let size = size(sum)?;
                (size, Some(size))
            }
            Times::Between(lo, hi) => {
                let (lo, hi) = (size(lo), size(hi));
                (lo?, Some(hi?))
            }
            Times::AtLeast(lo) => (size(lo)?, None),
        };
        if let Some(hi) = hi.filter(|&hi| hi < lo) {
            let message = format!("{what} cannot be at least {lo} and at most {hi}");
            let hint = format!("write the smaller number first: `{hi}..{lo}`");
            self.error("bad-quantity", span, message, Some(hint));
            return None;
        }
        Some((lo, hi))
    }

    /// All polyforms of these sizes, each exactly once.
    pub(super) fn polyforms(
        &mut self,
        word: &Name,
        lattice: Option<&Reference<Sum>>,
        sizes: &Times,
        space: Space,
    ) -> Option<Pieces> {
        let name = word.node.as_str();
        let of_family = Lattice::all().find(|lattice| lattice.family().0 == name);
        let lattice = match (lattice, of_family.filter(|lattice| space.has(lattice))) {
            (Some(lattice), _) if space == Space::Plane => self.value_of(lattice, Space::Plane)?,
            (None, Some(lattice)) => lattice.clone(),
            _ => {
                let (message, hint) = match space {
                    Space::Plane => (format!("{name} are solids"), "`tiles3` and `problem3` are for solids"),
                    Space::Solid => (
                        format!("{name}: these are pieces of the plane"),
                        "the pieces of space are `polycubes` and `polyspheres`",
                    ),
                };
                self.error("no-layer", &word.span, message, Some(hint.into()));
                return None;
            }
        };
        let (lo, hi) = self.sizes(sizes, &word.span)?;
        let most = library::most_cells(&lattice);
        let place = self.place(&word.span);
        let listed = |piece: Piece, is_of_board: bool| {
            let (lattice, place) = (lattice.clone(), place.clone());
            Listed { piece, lattice, place, is_of_board }
        };
        let (lo, hi) = (lo as usize, hi.map_or(usize::MAX, |hi| hi as usize));
        let on_board =
            if lo > 0 && hi > most { self.on_board(&lattice, most, lo..=hi) } else { Some(vec![]) };
        let Some(on_board) = on_board.filter(|_| lo > 0) else {
            let message = format!("{} are listed from 1 to {most} cells", word.node);
            let hint = format!(
                "write such a range: `{} 1..{}`; larger ones are made in a problem, as far as they fit on a \
                 board that does not close, of at most 128 cells, and in at most half a million places",
                word.node,
                most.min(5)
            );
            self.error("too-large", &word.span, message, Some(hint));
            return None;
        };
        let pieces = (lo..=hi.min(most)).filter_map(|cells| library::polyforms(&lattice, cells)).flatten();
        let pieces = pieces.map(|piece| listed(piece, false));
        let pieces = pieces.chain(on_board.into_iter().map(|piece| listed(piece, true))).collect();
        self.within_limit(pieces, &word.span)
    }

    /// The polyforms of these sizes, as far as they have more cells than the lists have and fit on the board
    /// of the problem; `None` if there is none, or they are too many.
    fn on_board(&self, lattice: &Lattice, most: usize, sizes: RangeInclusive<usize>) -> Option<Vec<Piece>> {
        let ground = self.ground.as_ref().filter(|ground| ground.lattice == *lattice)?;
        let (lo, hi) = (*sizes.start(), (*sizes.end()).min(ground.cells.len()));
        let alone = ground.is_for_one.then_some(lo..=hi.max(lo));
        library::polyforms_on(lattice, &ground.cells, lo.max(most + 1)..=hi, alone)
    }
}

/// A symmetry that a piece may have.
enum Symmetry {
    /// Some isometry other than the identity leaves it unchanged.
    Any,
    /// It is its own mirror image, turned perhaps.
    Mirror,
    /// This isometry leaves it unchanged, in some orientation.
    By(Isometry),
}

impl Symmetry {
    fn is_of(&self, Listed { piece, lattice, .. }: &Listed) -> bool {
        let all = lattice.isometries();
        let group: Group = piece.stabilizer(lattice);
        match self {
            Symmetry::Any => group.order() > 1,
            Symmetry::Mirror => group.rotations().order() < group.order(),
            Symmetry::By(isometry) => {
                let image = |isometry: Isometry| piece.image(isometry, lattice);
                all.elements().iter().any(|&turn| image(turn.then(*isometry)) == image(turn))
            }
        }
    }
}
