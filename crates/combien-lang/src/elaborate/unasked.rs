//! Unused families: without arguments they have no value, but their names are checked.
//!
//! An unknown name is an error, as in a definition without parameters, so that a mistake in a family is reported before its
//! first use. Errors that depend on the arguments are reported at each use.

use combien::tiling::Pattern;

use super::Elaborator;
use super::names::{Kind, Pieces, ProblemNumber};
use crate::ast::{Coordinates, Expr, ExprKind, Flag, Problem, Reference, Space, Sum, Tile, Tiles, Times};
use crate::faults::are_too_many;

impl Elaborator<'_> {
    /// Looks up the names in all unused families. After `exit` there may be some without meaning.
    pub(super) fn check_unasked(&mut self) {
        if !self.exited {
            self.check_each::<Pattern>(Self::names_in);
            self.check_each::<Pieces>(|elaborator, tiles, space| elaborator.names_in_tiles(tiles, space));
            self.check_each::<ProblemNumber>(Self::names_in_problem);
        }
    }

    fn check_each<T: Kind>(&mut self, look_at: impl Fn(&mut Self, &T::Body, Space)) {
        for (space, scope, body) in self.unasked::<T>() {
            if are_too_many(&self.diagnostics) {
                return;
            }
            self.scopes.push(scope);
            look_at(self, &body, space);
            self.scopes.pop();
        }
    }

    fn names_in_problem(&mut self, problem: &Problem, space: Space) {
        self.names_in(&problem.board, space);
        problem.periods.iter().for_each(|period| self.names_in_coordinates(period));
        match &problem.tiles {
            Tiles::List(tiles) => self.names_in_tiles(tiles, space),
            Tiles::Named(list) => self.names_in_reference::<Pieces>(list, space),
        }
    }

    fn names_in_tiles(&mut self, tiles: &[Tile], space: Space) {
        for Tile { shape, flags } in tiles {
            self.names_in(shape, space);
            for flag in flags {
                match &flag.node {
                    Flag::Times(Times::Exactly(sum) | Times::AtLeast(sum)) => self.look_up_parameters(sum),
                    Flag::Times(Times::Between(lo, hi)) => {
                        self.look_up_parameters(lo);
                        self.look_up_parameters(hi);
                    }
                    Flag::Word(_) | Flag::Named(_) | Flag::Color(_) => {}
                }
            }
        }
    }

    fn names_in(&mut self, expr: &Expr, space: Space) {
        match &expr.node {
            ExprKind::Reference(reference) => self.names_in_reference::<Pattern>(reference, space),
            ExprKind::Drawing(_) => {}
            ExprKind::Layers(layers) => layers.iter().for_each(|layer| self.names_in(layer, Space::Plane)),
            ExprKind::Constant(_, size, _) => self.names_in_coordinates(size),
            ExprKind::Combine(first, rest) => {
                self.names_in(first, space);
                for (_, operand) in rest {
                    self.names_in(operand, space);
                }
            }
            ExprKind::Set(base, at, _) | ExprKind::Shift(base, at) | ExprKind::Resize(base, at) => {
                self.names_in(base, space);
                self.names_in_coordinates(at);
            }
            ExprKind::Crop(from, size, base) => {
                self.names_in_coordinates(from);
                self.names_in_coordinates(size);
                self.names_in(base, space);
            }
            ExprKind::Apply(_, base) | ExprKind::Cells(_, base) => self.names_in(base, space),
        }
    }

    fn names_in_reference<T: Kind>(&mut self, reference: &Reference<Sum>, space: Space) {
        self.look_up::<T>(reference, space);
        reference.arguments.iter().for_each(|sum| self.look_up_parameters(sum));
    }

    fn names_in_coordinates(&mut self, coordinates: &Coordinates) {
        coordinates.node.iter().for_each(|sum| self.look_up_parameters(sum));
    }
}
