//! Units: the cells of a lattice of which all others are translates, and where they are.

use super::Cell;

/// The cells of a unit, which repeats in two directions and, in space, in layers.
#[derive(Debug)]
pub(crate) struct Unit {
    /// A unit is this long, in coordinates of cells.
    pub(super) pitch: i32,
    /// From a layer of units to the next one, in coordinates of cells: 1 where cells lie in layers.
    pub(super) rise: i32,
    /// How many columns and rows of a frame a unit takes.
    pub(super) block: (i32, i32),
    /// How many columns further right each row of units begins in a frame.
    pub(super) lean: i32,
    /// The steps to the next unit across, up and in the next layer, in the drawing plane.
    steps: [(i32, i32); 3],
    /// By column and row within the block, the lowest row first.
    cells: Vec<UnitCell>,
    /// The coordinates of each of these cells, modulo the pitch, and its place among them. In ascending
    /// order.
    places: Vec<([i32; 3], usize)>,
}

#[derive(Debug)]
struct UnitCell {
    /// Where it is, with the origin in the middle of the unit.
    at: Cell,
    /// In the drawing plane, counter-clockwise.
    corners: Vec<(i32, i32)>,
    /// The steps to its neighbours: where cells share sides, in the order of the sides.
    links: Vec<Cell>,
}

/// A cell by its coordinates, its corners in the drawing plane, and the steps to its neighbours.
pub(super) type Listed<'a> = ((i32, i32), &'a [(i32, i32)], &'a [(i32, i32, i32)]);

impl Unit {
    /// The unit of these cells. The steps lead to the next units in the drawing plane. If no cell has links,
    /// they are the cells across its sides.
    pub(super) fn listed(
        pitch: i32,
        block: (i32, i32),
        steps: [(i32, i32); 3],
        cells: &[Listed<'_>],
    ) -> Unit {
        let cell = |&((x, y), corners, links): &Listed<'_>| UnitCell {
            at: Cell::plane(x, y),
            corners: corners.to_vec(),
            links: links.iter().map(|&(x, y, z)| Cell::space(x, y, z)).collect(),
        };
        Unit::with((pitch, 1), block, steps, cells.iter().map(cell).collect())
    }

    /// The unit of these cells, each at a point and with its corners. Cells that share a side are neighbours.
    pub(super) fn new(
        pitch: i32,
        block: (i32, i32),
        steps: [(i32, i32); 3],
        cells: impl Iterator<Item = (Cell, Vec<(i32, i32)>)>,
    ) -> Unit {
        let cells = cells.map(|(at, corners)| UnitCell { at, corners, links: vec![] }).collect();
        Unit::with((pitch, 1), block, steps, cells)
    }

    /// The unit of these cells of space, in a row, each at a point and with the steps to its neighbours.
    pub(super) fn solid(
        pitch: i32,
        rise: i32,
        steps: [(i32, i32); 3],
        cells: impl Iterator<Item = (Cell, Vec<Cell>)>,
    ) -> Unit {
        let cells = cells.map(|(at, links)| UnitCell { at, corners: vec![], links });
        let cells: Vec<UnitCell> = cells.collect();
        Unit::with((pitch, rise), (cells.len() as i32, 1), steps, cells)
    }

    /// The unit with the links that its cells have; if they have none, across their sides.
    fn with(
        (pitch, rise): (i32, i32),
        block: (i32, i32),
        steps: [(i32, i32); 3],
        cells: Vec<UnitCell>,
    ) -> Unit {
        let mut unit = Unit { pitch, rise, block, lean: 0, steps, cells, places: vec![] };
        let residues = unit.cells.iter().map(|cell| unit.residue(cell.at));
        let mut places: Vec<([i32; 3], usize)> = residues.zip(0..).collect();
        places.sort_unstable();
        unit.places = places;
        if unit.cells.iter().all(|cell| cell.links.is_empty()) {
            let links: Vec<Vec<Cell>> = (0..unit.cells.len()).map(|place| unit.across(place)).collect();
            for (cell, links) in unit.cells.iter_mut().zip(links) {
                cell.links = links;
            }
        }
        unit
    }

    /// This unit, with rows that begin further right by this many columns each.
    pub(super) fn leaning(self, lean: i32) -> Unit {
        Unit { lean, ..self }
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

    fn residue(&self, cell: Cell) -> [i32; 3] {
        [cell.x.rem_euclid(self.pitch), cell.y.rem_euclid(self.pitch), cell.z.rem_euclid(self.rise)]
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

    /// The first position of the unit that this one belongs to.
    pub(super) fn corner(&self, Cell { x, y, z }: Cell) -> Cell {
        let (columns, rows) = self.block;
        Cell { x: x - (x - self.lean * y).rem_euclid(columns), y: y - y.rem_euclid(rows), z }
    }

    /// The cell at a position of a frame.
    pub(super) fn at(&self, position: Cell) -> Cell {
        // Each point is a cell; boards are mostly of squares.
        if self.pitch == 1 {
            return position;
        }
        let (Cell { x, y, z }, (columns, rows)) = (position, self.block);
        let x = x - self.lean * y;
        let place = x.rem_euclid(columns) + columns * y.rem_euclid(rows);
        let (across, up) = (self.pitch * x.div_euclid(columns), self.pitch * y.div_euclid(rows));
        let middle = Cell::space(across, up, self.rise * z);
        self.cells[place as usize].at + middle
    }

    /// The position of a cell. Coordinates of no cell have the position of a cell near them.
    pub(super) fn position(&self, cell: Cell) -> Cell {
        if self.pitch == 1 {
            return cell;
        }
        let place = self.place(cell).unwrap_or_default();
        let middle = cell - self.cells[place].at;
        let (columns, rows) = self.block;
        let y = rows * middle.y.div_euclid(self.pitch) + place as i32 / columns;
        let x = columns * middle.x.div_euclid(self.pitch) + place as i32 % columns + self.lean * y;
        Cell { x, y, z: middle.z / self.rise }
    }

    /// The corners of a cell, in the drawing plane.
    pub(super) fn corners(&self, cell: Cell) -> Vec<(i32, i32)> {
        let Some(place) = self.place(cell) else { return vec![] };
        let middle = cell - self.cells[place].at;
        let units = [middle.x / self.pitch, middle.y / self.pitch, middle.z / self.rise];
        let (mut across, mut up) = (0, 0);
        for (units, (x, y)) in units.into_iter().zip(self.steps) {
            (across, up) = (across + units * x, up + units * y);
        }
        self.cells[place].corners.iter().map(|&(x, y)| (x + across, y + up)).collect()
    }

    /// The neighbours of a cell.
    pub(super) fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let links = self.place(cell).map_or(&[][..], |place| &self.cells[place].links);
        links.iter().map(|&step| cell + step).collect()
    }
}
