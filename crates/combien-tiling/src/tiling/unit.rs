//! Lattices that are defined by the outline of a cell: the cells of one unit, which is repeated in two directions.
//!
//! A lattice of this kind is data: the outline of one cell, and the rotations that give the others. Which cells are
//! neighbours follows from that.

use std::sync::OnceLock;

use super::{Cell, Isometry, Lattice};

/// The definition of such a lattice.
struct Outlines {
    /// A unit is this long, in coordinates of cells.
    pitch: i32,
    /// How many columns and rows of a frame a unit takes.
    block: (i32, i32),
    /// One cell, with the origin in the middle of its unit.
    cell: (i32, i32),
    /// Its corners, counter-clockwise, in coordinates that are this many times finer.
    finer: i32,
    corners: &'static [(i32, i32)],
    /// How often to turn it, by the least rotation of the lattice, for each place of the block: the lowest row first.
    turns: &'static [usize],
    /// The steps to its neighbours; if there are none, they are the cells that share a side.
    links: &'static [(i32, i32)],
}

/// Each square is cut by both diagonals. The quarter at the top, then left, bottom and right.
const QUARTERS: Outlines = Outlines {
    pitch: 4,
    block: (2, 2),
    cell: (0, 1),
    finer: 1,
    corners: &[(0, 0), (2, 2), (-2, 2)],
    turns: &[1, 2, 0, 3],
    links: &[],
};

/// Each hexagon is cut from the middle of each side to that of the opposite one. The kite at 30 degrees, and so on.
const KITES: Outlines = Outlines {
    pitch: 6,
    block: (3, 2),
    cell: (1, 1),
    finer: 1,
    corners: &[(0, 0), (3, 0), (2, 2), (0, 3)],
    turns: &[3, 4, 5, 2, 1, 0],
    links: &[],
};

/// The sides of squares, from a corner to the right and up. Each is drawn as a bar with pointed ends; two are neighbours if they share an
/// end.
const STICKS: Outlines = Outlines {
    pitch: 2,
    block: (2, 1),
    cell: (1, 0),
    finer: 10,
    corners: &[(0, 0), (2, -2), (18, -2), (20, 0), (18, 2), (2, 2)],
    turns: &[0, 1],
    links: &[(2, 0), (1, 1), (1, -1), (-2, 0), (-1, 1), (-1, -1)],
};

/// The cells of a unit, ready for use.
#[derive(Debug)]
pub(super) struct Unit {
    /// A unit is this long, in coordinates of cells.
    pub(super) pitch: i32,
    pub(super) block: (i32, i32),
    /// The same length in coordinates of corners.
    corner_pitch: i32,
    /// By column and row within the block, the lowest row first.
    cells: Vec<UnitCell>,
    /// The coordinates of each of these cells, modulo the pitch, and its place among them. In ascending order.
    places: Vec<((i32, i32), usize)>,
}

#[derive(Debug)]
struct UnitCell {
    /// Where it is, with the origin in the middle of the unit.
    at: Cell,
    corners: Vec<(i32, i32)>,
    /// The steps to its neighbours: where cells share sides, in the order of the sides.
    links: Vec<Cell>,
}

impl Unit {
    /// The unit of a lattice that is defined by outlines; `None` for the others.
    pub(super) fn of(lattice: Lattice) -> Option<&'static Unit> {
        static UNITS: [OnceLock<Unit>; 3] = [const { OnceLock::new() }; 3];
        let (place, outlines) = match lattice {
            Lattice::Quarter => (0, &QUARTERS),
            Lattice::Kite => (1, &KITES),
            Lattice::Stick => (2, &STICKS),
            Lattice::Custom(custom) => return Some(custom.unit()),
            Lattice::Square | Lattice::Cube | Lattice::Hexagon | Lattice::Triangle | Lattice::Sphere => {
                return None;
            }
        };
        let turn = if lattice.has_axes_at_60_degrees() { Isometry::ROT60 } else { Isometry::ROT90 };
        Some(UNITS[place].get_or_init(|| Unit::turned(outlines, turn)))
    }

    fn turned(outlines: &Outlines, turn: Isometry) -> Unit {
        let &Outlines { pitch, block, finer, .. } = outlines;
        let turned = |&(x, y): &(i32, i32), times: usize| {
            (0..times).fold(Cell::plane(x, y), |cell, _| turn.apply(cell))
        };
        let cell = |&times: &usize| UnitCell {
            at: turned(&outlines.cell, times),
            corners: outlines.corners.iter().map(|at| turned(at, times)).map(|at| (at.x, at.y)).collect(),
            links: outlines.links.iter().map(|step| turned(step, times)).collect(),
        };
        let cells = outlines.turns.iter().map(cell).collect();
        let mut unit = Unit::with(pitch, block, finer * pitch, cells);
        if outlines.links.is_empty() {
            unit.link_across_sides();
        }
        unit
    }

    /// The unit of these cells, each at a point and with its corners. Cells that share a side are neighbours.
    pub(super) fn new(
        pitch: i32,
        block: (i32, i32),
        corner_pitch: i32,
        cells: impl Iterator<Item = (Cell, Vec<(i32, i32)>)>,
    ) -> Unit {
        let cells = cells.map(|(at, corners)| UnitCell { at, corners, links: vec![] }).collect();
        let mut unit = Unit::with(pitch, block, corner_pitch, cells);
        unit.link_across_sides();
        unit
    }

    /// The unit with the links that its cells have.
    fn with(pitch: i32, block: (i32, i32), corner_pitch: i32, cells: Vec<UnitCell>) -> Unit {
        let mut unit = Unit { pitch, block, corner_pitch, cells, places: vec![] };
        let residues = unit.cells.iter().map(|cell| unit.residue(cell.at));
        let mut places: Vec<((i32, i32), usize)> = residues.zip(0..).collect();
        places.sort_unstable();
        unit.places = places;
        unit
    }

    fn link_across_sides(&mut self) {
        let links: Vec<Vec<Cell>> = (0..self.cells.len()).map(|place| self.across(place)).collect();
        for (cell, links) in self.cells.iter_mut().zip(links) {
            cell.links = links;
        }
    }

    /// The steps from a cell of the unit to the cells across its sides, in the order of its sides.
    fn across(&self, place: usize) -> Vec<Cell> {
        let from = &self.cells[place];
        let units = (-2..=2).flat_map(|y| (-2..=2).map(move |x| Cell::plane(self.pitch * x, self.pitch * y)));
        let near = units.flat_map(|unit| self.cells.iter().map(move |cell| cell.at + unit));
        let near: Vec<(Cell, Vec<(i32, i32)>)> = near.map(|cell| (cell, self.corners(cell))).collect();
        let sides = (0..from.corners.len()).map(|side| {
            let ends = (from.corners[side], from.corners[(side + 1) % from.corners.len()]);
            let is_across = |(cell, corners): &&(Cell, Vec<(i32, i32)>)| {
                let next = |at: usize| corners[(at + 1) % corners.len()];
                *cell != from.at && (0..corners.len()).any(|at| (next(at), corners[at]) == ends)
            };
            near.iter().find(is_across).map(|(cell, _)| *cell - from.at)
        });
        sides.flatten().collect()
    }

    fn residue(&self, cell: Cell) -> (i32, i32) {
        (cell.x.rem_euclid(self.pitch), cell.y.rem_euclid(self.pitch))
    }

    /// The cells of the unit, in order.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().map(|cell| cell.at)
    }

    /// The place in the block of a cell; `None` if there is no cell at these coordinates.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        let residue = self.residue(cell);
        let found = self.places.binary_search_by(|(other, _)| other.cmp(&residue));
        found.ok().map(|at| self.places[at].1)
    }

    /// The cell at a position of a frame.
    pub(super) fn at(&self, Cell { x, y, z }: Cell) -> Cell {
        let (columns, rows) = self.block;
        let place = x.rem_euclid(columns) + columns * y.rem_euclid(rows);
        let middle = Cell::space(self.pitch * x.div_euclid(columns), self.pitch * y.div_euclid(rows), z);
        self.cells[place as usize].at + middle
    }

    /// The position of a cell. Coordinates of no cell have the position of a cell near them.
    pub(super) fn position(&self, cell: Cell) -> Cell {
        let place = self.place(cell).unwrap_or_default();
        let middle = cell - self.cells[place].at;
        let (columns, rows) = self.block;
        Cell {
            x: columns * middle.x.div_euclid(self.pitch) + place as i32 % columns,
            y: rows * middle.y.div_euclid(self.pitch) + place as i32 / columns,
            z: cell.z,
        }
    }

    /// The corners of a cell, in the axes of the lattice.
    pub(super) fn corners(&self, cell: Cell) -> Vec<(i32, i32)> {
        let Some(place) = self.place(cell) else { return vec![] };
        let middle = cell - self.cells[place].at;
        let moved = |at: i32, by: i32| at + by / self.pitch * self.corner_pitch;
        let corners = self.cells[place].corners.iter();
        corners.map(|&(x, y)| (moved(x, middle.x), moved(y, middle.y))).collect()
    }

    /// The neighbours of a cell.
    pub(super) fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let links = self.place(cell).map_or(&[][..], |place| &self.cells[place].links);
        links.iter().map(|&step| cell + step).collect()
    }
}
