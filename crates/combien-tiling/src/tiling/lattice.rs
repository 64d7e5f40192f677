//! Lattices: their isometries, and the shapes of their cells. A lattice is a value, so that no other code is
//! needed twice.
//!
//! Those that ship stand in `lattices`, a file for each; others come from a [`Tessellation`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::glyphs::Glyphs;
use super::isometry::Named;
use super::polyhedra::Polyhedra;
use super::tessellation::{Axes, Tessellation, TessellationError, inner_radius};
use super::unit::Unit;
use super::{Cell, Group, Isometry};

/// The kind of grid that cells belong to.
///
/// A cell is a point with integer coordinates, and all isometries are linear. So the plane of hexagons has
/// axes at 60 degrees. So has the plane of triangles; there the unit is a third of a side, so that the center
/// of each triangle has whole coordinates: (3i + 1, 3j + 1) points up, (3i + 2, 3j + 2) points down, and only
/// steps by multiples of 3 move cells to cells.
///
/// Frames and drawings have *positions* of their own, columns and rows: see [`Lattice::at`].
///
/// A clone takes constant time. Lattices are equal if they are made of equal parts.
#[derive(Clone)]
pub struct Lattice(Arc<Form>);

/// A word of the tiling language, what it means, and how it is used.
#[doc(hidden)]
pub type Phrase = (&'static str, &'static str, &'static str);

/// How text pictures draw cells by their sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linework {
    Squares,
    Hexagons,
    Triangles,
}

/// Where text pictures write the label of each cell of a unit.
#[derive(Debug)]
pub(crate) struct Letters {
    /// Columns and lines from unit to unit. A column has room for a label.
    pub(crate) pitch: (i32, i32),
    /// Half columns and lines from the first cell of the unit, by the places of its cells.
    pub(crate) places: Vec<(i32, i32)>,
}

/// All that a lattice is.
#[derive(Debug)]
pub(crate) struct Form {
    /// The name of a cell.
    pub(crate) name: String,
    /// What stands before a drawing; for squares and cubes nothing.
    pub(crate) grid: Phrase,
    /// What stands for all polyforms of a number of cells.
    pub(crate) family: Phrase,
    /// What a step that moves cells to cells has to be.
    pub(crate) step: String,
    /// The maximum number of cells of polyforms that are made: some thousands of them, in a second at most.
    pub(crate) most_cells: usize,
    pub(crate) dimension: usize,
    pub(crate) axes: Axes,
    pub(crate) unit: Unit,
    /// The isometries that have names, in the usual order.
    pub(crate) named: Vec<Named>,
    /// All isometries.
    pub(crate) group: Group,
    pub(crate) half_turns: Group,
    /// Are its cells lines, which may not cross?
    pub(crate) is_of_lines: bool,
    /// The lattice whose cells are cut into those of this one.
    pub(crate) cut_from: Option<&'static Lattice>,
    /// For each direction of straight lines along sides: how much x and y count, and where a line is, a
    /// whole pitch from the next one.
    pub(crate) straight: &'static [[i32; 3]],
    /// The lengths of the units of the drawing plane, if the side of a cell is 1.
    pub(crate) scale: (f64, f64),
    /// The area of a cell.
    pub(crate) area: f64,
    /// A radius of which a circle fits into every cell; `None` if cells cannot be made.
    pub(crate) inner_radius: Option<f64>,
    pub(crate) glyphs: Option<Glyphs>,
    /// `None` if text pictures have letters instead.
    pub(crate) linework: Option<Linework>,
    pub(crate) letters: Letters,
    /// The outlines that define it, if any do.
    pub(crate) tessellation: Option<Tessellation>,
    /// The polyhedra that its cells are, if it is a honeycomb.
    pub(crate) polyhedra: Option<Polyhedra>,
}

impl Form {
    /// A lattice of the plane with these isometries: lettered, cut from nothing, its cells of area 1.
    pub(super) fn new(name: &str, axes: Axes, named: Vec<Named>, unit: Unit) -> Form {
        let (columns, rows) = unit.block;
        let [wide, high] = [columns, rows].map(|length| length + i32::from(length > 1));
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (2 * x, y))).collect();
        let isometries: Vec<Isometry> = named.iter().map(|&(_, isometry)| isometry).collect();
        // The center of a half turn may be anywhere, or there may be none.
        let half_turn = named.iter().find(|(name, _)| *name == "Rot180").map(|&(_, isometry)| isometry);
        Form {
            name: name.to_owned(),
            grid: ("", "", ""),
            family: ("", "", ""),
            step: format!("a unit takes {columns} columns and {rows} rows"),
            most_cells: 7,
            dimension: 2,
            axes,
            unit,
            named,
            group: Group::generated_by(&isometries),
            half_turns: Group::generated_by(half_turn.as_slice()),
            is_of_lines: false,
            cut_from: None,
            straight: &[],
            scale: (1.0, 1.0),
            area: 1.0,
            inner_radius: None,
            glyphs: None,
            linework: None,
            letters: Letters { pitch: (wide, high), places },
            tessellation: None,
            polyhedra: None,
        }
    }
}

impl Lattice {
    pub(super) fn new(form: Form) -> Lattice {
        Lattice(Arc::new(form))
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0
    }

    /// The lattice that ships whose drawings have this word before them.
    #[doc(hidden)]
    pub fn by_word(word: &str) -> Option<&'static Lattice> {
        Lattice::all().find(|lattice| lattice.grid().0 == word && !word.is_empty())
    }

    /// The lattice that ships whose cells have this name.
    pub fn by_name(name: &str) -> Option<&'static Lattice> {
        Lattice::all().find(|lattice| lattice.name() == name)
    }

    /// The name of its cells.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What stands before its drawings in the tiling language: nothing for squares and cubes, `lattice` and a
    /// name for one of one's own.
    pub fn grid(&self) -> Phrase {
        self.0.grid
    }

    /// What stands before its drawings in the tiling language, if the lattice ships: with a space behind it.
    #[doc(hidden)]
    pub fn prefix(&self) -> String {
        let (word, ..) = self.grid();
        if word.is_empty() { String::new() } else { format!("{word} ") }
    }

    /// What stands for its polyforms in the tiling language; `polyforms` and a name for a lattice of one's
    /// own.
    pub fn family(&self) -> Phrase {
        self.0.family
    }

    /// What a step that moves cells to cells has to be, in words.
    #[doc(hidden)]
    pub fn step(&self) -> &str {
        &self.0.step
    }

    /// The outlines that define it: those of a lattice of one's own always.
    pub fn tessellation(&self) -> Option<&Tessellation> {
        self.0.tessellation.as_ref()
    }

    /// The outlines that define a lattice of one's own; `None` if the lattice ships.
    pub fn own(&self) -> Option<&Tessellation> {
        self.tessellation().filter(|_| self.grid().0 == "lattice")
    }

    /// Are its cells lines, which may not cross?
    #[doc(hidden)]
    pub fn is_of_lines(&self) -> bool {
        self.0.is_of_lines
    }

    /// Do cells lie side to side, so that their corners and the lines between them have a meaning?
    pub(crate) fn is_tiled(&self) -> bool {
        self.dimension() == 2 && !self.is_of_lines()
    }

    /// How many coordinates vary.
    pub fn dimension(&self) -> usize {
        self.0.dimension
    }

    /// All isometries that fix the origin: 8 of the square, 48 of the cube and of spheres, 12 of the hexagon
    /// and of the triangle. Those of the triangle fix a corner, not a center; those of quarters, kites
    /// and sticks fix the middle of a square, of a hexagon, a corner. A lattice of one's own has its
    /// motions.
    pub fn isometries(&self) -> Group {
        self.0.group.clone()
    }

    /// The turns by 180 degrees: about the center in the plane, about each axis in space.
    #[doc(hidden)]
    pub fn half_turns(&self) -> Group {
        self.0.half_turns.clone()
    }

    /// The isometries that have names, in the usual order. In space, those that keep layers.
    #[doc(hidden)]
    pub fn named_isometries(&self) -> &[(&'static str, Isometry)] {
        &self.0.named
    }

    /// The name of an isometry, if it has one.
    #[doc(hidden)]
    pub fn isometry_name(&self, isometry: Isometry) -> Option<&'static str> {
        self.named_isometries().iter().find(|(_, named)| *named == isometry).map(|&(name, _)| name)
    }

    /// The isometry of that name.
    #[doc(hidden)]
    pub fn isometry_by_name(&self, name: &str) -> Option<Isometry> {
        self.named_isometries().iter().find(|(named, _)| *named == name).map(|&(_, isometry)| isometry)
    }

    /// A name for a cell: its position with commas between.
    #[doc(hidden)]
    pub fn cell_name(&self, cell: Cell) -> String {
        let Cell { x, y, z } = self.position(cell);
        match self.dimension() {
            2 => format!("{x},{y}"),
            _ => format!("{x},{y},{z}"),
        }
    }

    /// The greatest column and row that have cells of their own, on both sides of the origin: beyond them,
    /// coordinates of cells would overflow when they are turned or added. No frame is that large.
    #[doc(hidden)]
    pub fn reach(&self) -> (i32, i32) {
        if self.pitch() == 1 {
            return (i32::MAX, i32::MAX);
        }
        let (columns, rows) = self.block();
        let units = i32::MAX / 4 / self.pitch();
        (units.saturating_mul(columns as i32), units.saturating_mul(rows as i32))
    }

    /// The cell in a column, row and layer of a frame. In a row of triangles each is a column of its own; the
    /// one at (0, 0) points up, and so does every other whose column and row have an even sum. A column
    /// or row beyond [reach](Lattice::reach) counts as the last one within it.
    pub fn at(&self, position: Cell) -> Cell {
        let (columns, rows) = self.reach();
        let (x, y) = (position.x.clamp(-columns, columns), position.y.clamp(-rows, rows));
        self.0.unit.at(Cell { y, x, ..position })
    }

    /// The column, row and layer of a cell: the inverse of [`Lattice::at`].
    pub fn position(&self, cell: Cell) -> Cell {
        self.0.unit.position(cell)
    }

    /// The first position at or before this one that a frame can begin with, so that the cells of the frame
    /// are of the same kinds as those of a frame that begins at (0, 0): among triangles one that points
    /// up, elsewhere the first of a unit.
    #[doc(hidden)]
    pub fn frame_corner(&self, position: Cell) -> Cell {
        self.0.unit.corner(position)
    }

    /// The lattice whose cells are cut into those of this one: squares into quarters, hexagons into kites.
    pub(crate) fn cut_from(&self) -> Option<&'static Lattice> {
        self.0.cut_from
    }

    /// How many columns and rows of a frame a unit takes: a square of quarters two and two, a hexagon of
    /// kites three and two, a corner of sticks two and one; elsewhere each cell has a position for
    /// itself.
    #[doc(hidden)]
    pub fn block(&self) -> (u32, u32) {
        let Unit { block: (columns, rows), lean, .. } = self.0.unit;
        // Units whose rows lean fill no frame.
        if lean == 0 { (columns as u32, rows as u32) } else { (1, 1) }
    }

    /// One cell of each kind: every other is a translate of one of these.
    pub fn kinds(&self) -> Vec<Cell> {
        self.0.unit.kinds().collect()
    }

    /// Which of these a cell is a translate of, by its place among them.
    pub(crate) fn kind(&self, cell: Cell) -> Option<usize> {
        self.0.unit.place(cell)
    }

    /// Is there a cell at these coordinates?
    pub fn has(&self, cell: Cell) -> bool {
        (self.dimension() == 3 || cell.z == 0) && self.kind(cell).is_some()
    }

    /// A step moves cells to cells if its first two coordinates are multiples of this.
    pub(crate) fn pitch(&self) -> i32 {
        self.0.unit.pitch
    }

    /// A step moves cells to cells if its third coordinate is a multiple of this: 1 where cells lie in layers.
    pub(crate) fn rise(&self) -> i32 {
        self.0.unit.rise
    }

    /// Does this step move cells to cells?
    #[doc(hidden)]
    pub fn is_translation(&self, step: Cell) -> bool {
        let pitch = self.pitch();
        let in_layer = self.dimension() == 3 || step.z == 0;
        in_layer && step.x % pitch == 0 && step.y % pitch == 0 && step.z % self.rise() == 0
    }

    /// The cells that share a side with this one; of spheres those that touch it, of sticks those that share
    /// an end.
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        self.0.unit.neighbours(cell)
    }

    /// The [neighbours](Lattice::neighbours) of a cell in the order of its sides: in the plane, each lies
    /// across the side from a [corner](Lattice::corners) to the next one.
    pub fn sides(&self, cell: Cell) -> Vec<Cell> {
        let mut neighbours = self.neighbours(cell);
        if self.is_tiled() {
            let corners = self.corners(cell);
            let side = |&other: &Cell| {
                let shared = self.corners(other);
                let is_shared = |&at: &usize| {
                    [at, (at + 1) % corners.len()].iter().all(|&at| shared.contains(&corners[at]))
                };
                (0..corners.len()).find(is_shared)
            };
            neighbours.sort_by_key(side);
        }
        neighbours
    }

    /// Which of its directions of straight lines is the horizontal one, or the vertical one, if there is one.
    pub(super) fn straight(&self, is_vertical: bool) -> Option<usize> {
        // Rows of cells are horizontal everywhere; columns are vertical where they do not lean.
        let leans = self != Lattice::square() && self != Lattice::quarter();
        let is_it = |[x, y, _]: &[i32; 3]| if is_vertical { *y == 0 && !leans } else { *x == 0 };
        self.form().straight.iter().position(is_it)
    }

    /// For each end of a stick, the corner there and the stick that goes straight on behind it. Of all other
    /// cells nothing.
    pub(super) fn straight_on(&self, cell: Cell) -> Vec<(Cell, Cell)> {
        if !self.is_of_lines() {
            return vec![];
        }
        let half = if cell.x.rem_euclid(2) == 1 { Cell::plane(1, 0) } else { Cell::plane(0, 1) };
        [half, -half].map(|half| (cell + half, cell + half + half)).to_vec()
    }

    /// The cell of a honeycomb with this center, in the coordinates of its description.
    #[doc(hidden)]
    pub fn centered(&self, center: [i32; 3]) -> Option<Cell> {
        let cell = self.0.polyhedra.as_ref()?.cell(center)?;
        self.has(cell).then_some(cell)
    }

    /// The corners of a cell's outline within its layer, counter-clockwise, in whole units of the drawing
    /// plane.
    pub fn corners(&self, cell: Cell) -> Vec<(i32, i32)> {
        self.0.unit.corners(cell)
    }

    /// The lengths of the units of the drawing plane, horizontally and vertically, if the side of a cell is
    /// 1: of a quarter the longest side, of a kite a long one, of a sphere the diameter; of a lattice of
    /// one's own the mean.
    #[doc(hidden)]
    pub fn unit(&self) -> (f64, f64) {
        self.0.scale
    }

    /// The area that a cell takes in a layer, if its side is 1; of a stick that of half a square; of a
    /// lattice of one's own the mean.
    #[doc(hidden)]
    pub fn area(&self) -> f64 {
        self.0.area
    }
}

impl Tessellation {
    /// The lattice of its cells. Equal tessellations give equal lattices.
    pub fn lattice(&self) -> Result<Lattice, TessellationError> {
        self.form().map(Lattice::new)
    }

    pub(super) fn form(&self) -> Result<Form, TessellationError> {
        let (unit, motions, outlines) = self.unit()?;
        let (axes, side, (across, up)) = (self.axes, self.mean_side(), self.axes.units());
        Ok(Form {
            grid: ("lattice", "", ""),
            family: ("polyforms", "", ""),
            most_cells: 6,
            scale: (across / side, up / side),
            area: f64::from(self.pitch).powi(2) * axes.area() / side.powi(2) / self.cells.len() as f64,
            inner_radius: inner_radius(&outlines, axes, side),
            tessellation: Some(self.clone()),
            ..Form::new(&self.name, axes, motions, unit)
        })
    }
}

impl fmt::Debug for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Lattice {
    /// What tells it from all others: those that ship have names of their own.
    fn identity(&self) -> (Option<&Tessellation>, &str) {
        (self.own(), self.name())
    }
}

impl PartialEq for Lattice {
    fn eq(&self, other: &Lattice) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.identity() == other.identity()
    }
}

impl Eq for Lattice {}

impl Hash for Lattice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Few lattices share a name.
        self.name().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_of_cells(lattice: &Lattice) -> Vec<Cell> {
        let positions = (-4..4).flat_map(|y| (-4..4).map(move |x| Cell::plane(x, y)));
        positions.map(|position| lattice.at(position)).collect()
    }

    #[test]
    fn positions_and_cells_correspond() {
        for lattice in Lattice::all() {
            for y in -4..4 {
                for x in -4..4 {
                    let cell = lattice.at(Cell::plane(x, y));
                    assert!(lattice.has(cell), "{lattice} {x} {y}");
                    assert_eq!(lattice.position(cell), Cell::plane(x, y), "{lattice}");
                }
            }
        }
    }

    /// Far positions have far cells, whose images and neighbours do not overflow.
    #[test]
    fn far_positions_stay_far() {
        for lattice in Lattice::all().filter(|lattice| lattice.reach().0 < i32::MAX) {
            for (x, y) in [(i32::MAX, 0), (i32::MIN, i32::MAX), (i32::MIN, i32::MIN), (2_147_483_646, 1)] {
                let cell = lattice.at(Cell::plane(x, y));
                assert!(lattice.has(cell), "{lattice} {x} {y}");
                for &isometry in lattice.isometries().elements() {
                    let image = isometry.apply(cell);
                    let far = [image.x, image.y].into_iter().map(i32::unsigned_abs).max();
                    assert!(far > Some(1 << 26) && !lattice.neighbours(image).is_empty());
                }
            }
        }
    }

    /// Neighbours are mutual, each shares a side of the outline, and isometries and translations keep them.
    #[test]
    fn neighbours_share_sides_and_isometries_keep_them() {
        for lattice in Lattice::all().filter(|lattice| lattice.is_tiled()) {
            for cell in box_of_cells(lattice) {
                let corners = lattice.corners(cell);
                let neighbours = lattice.neighbours(cell);
                assert_eq!(neighbours.len(), corners.len());
                for &other in &neighbours {
                    assert!(lattice.has(other) && lattice.neighbours(other).contains(&cell));
                    let shared = lattice.corners(other).iter().filter(|c| corners.contains(c)).count();
                    assert_eq!(shared, 2, "{lattice} {cell:?} {other:?}");
                    for &isometry in lattice.isometries().elements() {
                        let (image, other) = (isometry.apply(cell), isometry.apply(other));
                        assert!(lattice.has(image) && lattice.neighbours(image).contains(&other));
                    }
                }
            }
        }
    }

    #[test]
    fn the_plane_lattices_have_their_groups() {
        for lattice in [Lattice::hexagon(), Lattice::triangle(), Lattice::kite()] {
            let group = lattice.isometries();
            assert_eq!((group.order(), group.rotations().order(), lattice.half_turns().order()), (12, 6, 2));
            assert_eq!(group.subgroups().len(), 16);
            assert!(group.elements().iter().all(|&isometry| lattice.isometry_name(isometry).is_some()));
        }
        assert_eq!(Lattice::cube().half_turns().order(), 4);
    }

    /// The names say what the isometries do to a picture: a reflection about an axis at an angle, a turn by
    /// one.
    #[test]
    fn names_tell_angles() {
        for &(name, isometry) in Lattice::hexagon().named_isometries() {
            let degrees =
                |prefix: &str| name.strip_prefix(prefix).and_then(|angle| angle.parse::<f64>().ok());
            let (turned, mirrored) = (degrees("Rot"), degrees("Refl"));
            let angle_of = |cell: Cell| {
                let (x, y) = (f64::from(cell.x), f64::from(cell.y));
                (y * 3f64.sqrt() / 2.0).atan2(x + y / 2.0).to_degrees()
            };
            let image = angle_of(isometry.apply(Cell::plane(2, 1)));
            let start = angle_of(Cell::plane(2, 1));
            let expected = match (name, turned, mirrored) {
                (_, Some(angle), _) => start + angle,
                (_, _, Some(axis)) => 2.0 * axis - start,
                ("HorizRefl", ..) => -start,
                ("VertRefl", ..) => 180.0 - start,
                _ => start,
            };
            assert!(
                ((image - expected) / 360.0).fract().abs() < 1e-9
                    || ((image - expected) / 360.0).fract().abs() > 1.0 - 1e-9,
                "{name}"
            );
        }
    }
}
