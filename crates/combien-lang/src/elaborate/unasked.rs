//! Unused families: without arguments they have no value, but their names are checked.
//!
//! An unknown name is an error, as in a definition without parameters, so that a mistake in a family is
//! reported before its first use. Errors that depend on the arguments are reported at each use.

use super::Elaborator;
use super::names::{Body, What};
use super::pieces::name_first;
use crate::ast::{
    Axes, Clue, Coordinates, Cost, Expr, ExprKind, Filter, Flag, Grid, List, Outlines, Problem, Quality,
    Reference, Selection, Space, Spanned, Step, Sum, Tile, TileKind, Tiles, Times, Where,
};
use crate::faults::are_too_many;

impl Elaborator {
    /// Looks up the names in all unused families. After `exit` there may be some without meaning.
    pub(super) fn check_unasked(&mut self) {
        if self.exited {
            return;
        }
        for (space, scope, body) in self.unasked() {
            if are_too_many(&self.diagnostics) {
                return;
            }
            self.scopes.push(scope);
            match &*body {
                Body::Pattern(expr) => self.names_in(expr, space),
                Body::Tiles(tiles) => self.names_in_tiles(tiles, space),
                Body::Problem(problem) => self.names_in_problem(problem, space),
                Body::Lattice(outlines) => self.names_in_outlines(outlines),
            }
            self.scopes.pop();
        }
    }

    fn names_in_problem(&mut self, problem: &Problem, space: Space) {
        self.names_in(&problem.board, space);
        problem.periods.iter().for_each(|period| self.names_in_coordinates(period));
        self.names_in_tiles(&problem.tiles, space);
        for clue in &problem.clues {
            match &clue.node {
                Clue::Fix(spot) | Clue::Forbid(spot) => {
                    spot.at.iter().chain(&spot.over).for_each(|at| self.names_in_coordinates(at));
                }
                Clue::Also(times, ..) => self.names_in_range(times),
                Clue::Cost(cost, spot) => {
                    if let Cost::Sum(sum) = cost {
                        self.look_up_parameters(sum);
                    }
                    spot.at.iter().chain(&spot.over).for_each(|at| self.names_in_coordinates(at));
                }
                Clue::Drawn(_) | Clue::Keep(..) => {}
            }
        }
        if let Some(filter) = &problem.filter {
            self.names_in_filter_of_solutions(&filter.node.node);
        }
    }

    fn names_in_filter_of_solutions(&mut self, filter: &Where) {
        match filter {
            Where::All(parts) | Where::Any(parts) => {
                for part in parts {
                    self.names_in_filter_of_solutions(&part.node);
                }
            }
            Where::Not(part) => self.names_in_filter_of_solutions(&part.node),
            Where::Crossroads(times) => self.names_in_range(times),
            Where::Colorable(colors) => self.look_up_parameters(colors),
            _ => {}
        }
    }

    fn names_in_tiles(&mut self, Tiles { selection, flags }: &Tiles, space: Space) {
        self.names_in_selection(selection, space);
        self.names_in_flags(flags);
    }

    fn names_in_selection(&mut self, Selection { first, list, steps }: &Selection, space: Space) {
        if let Some(first) = first {
            self.look_up_parameters(first);
        }
        match &list.node {
            List::Named(reference) => self.names_in_reference(What::Tiles, reference, space),
            list => self.names_in_list(list, space),
        }
        for step in steps {
            match step {
                Step::Minus(list) => self.names_in_list(&list.node, space),
                Step::Filter(filter) => self.names_in_filter(&filter.node),
            }
        }
    }

    fn names_in_list(&mut self, list: &List, space: Space) {
        match list {
            List::Named(reference) => self.names_in_list_or_pattern(reference, space),
            List::Tiles(tiles) => tiles.iter().for_each(|tile| self.names_in_tile(tile, space)),
            List::Polyforms(_, lattice, sizes) => {
                if let Some(lattice) = lattice {
                    self.names_in_reference(What::Lattice, lattice, Space::Plane);
                }
                self.names_in_range(sizes);
            }
        }
    }

    fn names_in_filter(&mut self, filter: &Filter) {
        if let Quality::Size(sizes) = &filter.quality {
            self.names_in_range(sizes);
        }
    }

    fn names_in_range(&mut self, range: &Times) {
        match range {
            Times::Exactly(sum) | Times::AtLeast(sum) => self.look_up_parameters(sum),
            Times::Between(lo, hi) => {
                self.look_up_parameters(lo);
                self.look_up_parameters(hi);
            }
        }
    }

    fn names_in_tile(&mut self, tile: &Tile, space: Space) {
        let mut open = 0;
        for turning in &tile.loops {
            self.look_up_parameters(&turning.first);
            self.look_up_parameters(&turning.last);
            open += usize::from(self.open_loop(turning, 0).is_some());
        }
        self.names_in_turn(tile, space);
        self.close_loops(open);
    }

    fn names_in_turn(&mut self, Tile { kind, flags, .. }: &Tile, space: Space) {
        self.names_in_flags(flags);
        let (shape, filters) = match kind {
            TileKind::Selection(selection) => return self.names_in_selection(selection, space),
            TileKind::Shape(shape, filters) => (shape, filters),
        };
        for filter in filters {
            self.names_in_filter(&filter.node);
        }
        match name_first(shape) {
            Some((reference, rest)) if self.names_list(reference, space) => {
                self.names_in_reference(What::Tiles, reference, space);
                for (_, operand) in rest {
                    self.names_left_out(operand, space);
                }
            }
            _ => self.names_in(shape, space),
        }
    }

    fn names_left_out(&mut self, operand: &Expr, space: Space) {
        match &operand.node {
            ExprKind::Reference(reference) => self.names_in_list_or_pattern(reference, space),
            ExprKind::Layers(Grid::Square, parts) if self.is_list(parts, space) => {
                for part in parts {
                    self.names_left_out(part, space);
                }
            }
            _ => self.names_in(operand, space),
        }
    }

    fn names_in_list_or_pattern(&mut self, reference: &Reference<Sum>, space: Space) {
        if self.names_list(reference, space) {
            self.names_in_reference(What::Tiles, reference, space);
        } else {
            self.names_in_reference(What::Pattern, reference, space);
        }
    }

    fn names_in_flags(&mut self, flags: &[Spanned<Flag>]) {
        for flag in flags {
            match &flag.node {
                Flag::Times(times) => self.names_in_range(times),
                Flag::Cost(Cost::Sum(sum)) | Flag::Sum(sum) => self.look_up_parameters(sum),
                Flag::Cost(Cost::Decimal(_))
                | Flag::Word(_)
                | Flag::Named(_)
                | Flag::Color(_)
                | Flag::Sides(_)
                | Flag::Back(_)
                | Flag::Border(_)
                | Flag::Fits(_) => {}
            }
        }
    }

    fn names_in(&mut self, expr: &Expr, space: Space) {
        match &expr.node {
            ExprKind::Reference(reference) => self.names_in_reference(What::Pattern, reference, space),
            ExprKind::Drawing(drawing) => self.names_in_grid(&drawing.grid),
            ExprKind::Layers(_, layers) => layers.iter().for_each(|layer| self.names_in(layer, Space::Plane)),
            ExprKind::Constant(grid, size, _) => {
                self.names_in_grid(grid);
                self.names_in_coordinates(size);
            }
            ExprKind::Outline(_, _, size) => self.names_in_coordinates(size),
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
            ExprKind::Apply(_, base) | ExprKind::Cells(_, base) | ExprKind::Labels(_, base) => {
                self.names_in(base, space);
            }
        }
    }

    fn names_in_reference(&mut self, what: What, reference: &Reference<Sum>, space: Space) {
        self.look_up(what, reference, space);
        reference.arguments.iter().for_each(|sum| self.look_up_parameters(sum));
    }

    fn names_in_grid(&mut self, grid: &Grid) {
        if let Grid::Named(reference) = grid {
            self.names_in_reference(What::Lattice, reference, Space::Plane);
        }
    }

    fn names_in_outlines(&mut self, outlines: &Outlines) {
        if let Axes::Rectangle(lengths) | Axes::Rhombus(lengths) = &outlines.axes.node {
            self.names_in_coordinates(lengths);
        }
        self.look_up_parameters(&outlines.pitch);
        let corners = outlines.cells.iter().flat_map(|cell| &cell.node);
        outlines.block.iter().chain(corners).for_each(|at| self.names_in_coordinates(at));
    }

    fn names_in_coordinates(&mut self, coordinates: &Coordinates) {
        coordinates.node.iter().for_each(|sum| self.look_up_parameters(sum));
    }
}
