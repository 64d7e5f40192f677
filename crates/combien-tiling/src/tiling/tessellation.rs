//! Lattices of one's own: edge-to-edge tessellations of the plane, given by the outlines of the cells of one
//! unit.

use super::isometry::Named;
use super::unit::Unit;
use super::{Cell, Isometry};

/// The maximum number of cells of a unit.
pub(crate) const MOST_OUTLINES: usize = 64;

/// The maximum number of corners of a cell.
pub(crate) const MOST_CORNERS: usize = 32;

/// The maximum length of a unit, and of the axes of a rectangle or rhombus.
pub(crate) const MOST_PITCH: u32 = 1000;

/// The maximum length of a unit in coordinates of cells, which are finer so that the middle of each cell has
/// whole coordinates.
const FINEST: i32 = 1 << 18;

/// The isometries of the square, by the names of the tiling language, in its order.
const SQUARE_NAMES: [Named; 8] = [
    ("Id", Isometry::IDENTITY),
    ("Rot90", Isometry::ROT90),
    ("Rot180", Isometry::ROT180),
    ("Rot270", Isometry::ROT270),
    ("VertRefl", Isometry::VERT_REFL),
    ("HorizRefl", Isometry::HORIZ_REFL),
    ("Diag1Refl", Isometry::DIAG1_REFL),
    ("Diag2Refl", Isometry::DIAG2_REFL),
];

/// The isometries of the hexagon about its center. `Refl30` reflects about the axis 30 degrees from the
/// horizontal.
const HEXAGON_NAMES: [Named; 12] = [
    ("Id", Isometry::IDENTITY),
    ("Rot60", Isometry::ROT60),
    ("Rot120", Isometry::plane([[-1, -1], [1, 0]])),
    ("Rot180", Isometry::ROT180),
    ("Rot240", Isometry::plane([[0, 1], [-1, -1]])),
    ("Rot300", Isometry::plane([[1, 1], [-1, 0]])),
    ("HorizRefl", Isometry::plane([[1, 1], [0, -1]])),
    ("Refl30", Isometry::plane([[0, 1], [1, 0]])),
    ("Refl60", Isometry::plane([[-1, 0], [1, 1]])),
    ("VertRefl", Isometry::plane([[-1, -1], [0, 1]])),
    ("Refl120", Isometry::plane([[0, -1], [-1, 0]])),
    ("Refl150", Isometry::plane([[1, 0], [-1, -1]])),
];

/// The axes that coordinates are measured along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axes {
    /// At a right angle, with equal units.
    Square,
    /// At 60 degrees, with equal units, as for [hexagons](super::Lattice::hexagon).
    Hexagon,
    /// At a right angle; the units have lengths in this ratio.
    Rectangle(u32, u32),
    /// Along the lower sides of a rhombus that stands on a corner: the first axis leads to the right and up,
    /// the second to the left and up. The width and the height of the rhombus have this ratio.
    Rhombus(u32, u32),
}

impl Axes {
    /// The isometries that keep them, by name.
    pub(super) fn isometries(self) -> Vec<Named> {
        match self {
            Axes::Square => SQUARE_NAMES.to_vec(),
            Axes::Hexagon => HEXAGON_NAMES.to_vec(),
            Axes::Rectangle(..) => {
                let keeps = |isometry: Isometry| isometry.apply(Cell::plane(1, 0)).y == 0;
                SQUARE_NAMES.into_iter().filter(|&(_, isometry)| keeps(isometry)).collect()
            }
            Axes::Rhombus(..) => vec![
                ("Id", Isometry::IDENTITY),
                ("Rot180", Isometry::ROT180),
                ("VertRefl", Isometry::DIAG1_REFL),
                ("HorizRefl", Isometry::DIAG2_REFL),
            ],
        }
    }

    /// A point in the drawing plane, and the lengths of its units.
    pub(super) fn drawn(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Axes::Square | Axes::Rectangle(..) => (x, y),
            Axes::Hexagon => (2 * x + y, y),
            Axes::Rhombus(..) => (x - y, x + y),
        }
    }

    /// The steps of this length along each axis, in the drawing plane. Layers lie above each other.
    pub(super) fn steps(self, length: i32) -> [(i32, i32); 3] {
        [(length, 0), (0, length), (0, 0)].map(|step| self.drawn(step))
    }

    /// The lengths of the units of the drawing plane.
    pub(super) fn units(self) -> (f64, f64) {
        match self {
            Axes::Square => (1.0, 1.0),
            Axes::Hexagon => (0.5, 3f64.sqrt() / 2.0),
            Axes::Rectangle(across, up) | Axes::Rhombus(across, up) => (f64::from(across), f64::from(up)),
        }
    }

    /// The distance between two points.
    fn length(self, from: (i32, i32), to: (i32, i32)) -> f64 {
        let (x, y) = self.drawn((to.0 - from.0, to.1 - from.1));
        let (across, up) = self.units();
        (across * f64::from(x)).hypot(up * f64::from(y))
    }

    /// The area of a unit of both axes.
    pub(super) fn area(self) -> f64 {
        let (across, up) = self.units();
        let [(a, b), (c, d)] = [(1, 0), (0, 1)].map(|corner| self.drawn(corner));
        f64::from(a * d - b * c) * across * up
    }
}

/// The corners of a cell, in order around it.
pub(super) type Corners = Vec<(i32, i32)>;

/// An edge-to-edge tessellation of the plane: polygons that meet whole side to whole side, and repeat in two
/// directions.
///
/// A unit is the least part that repeats. The motions are the isometries that keep the directions of the
/// axes, or exchange them, and map cells to cells; also those that fix no point, such as glide reflections.
/// They are named by how they turn.
///
/// ```
/// use combien_tiling::{Axes, Lattice, Tessellation};
///
/// // Octagons, and squares between them.
/// let octagon = vec![(-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2)];
/// let square = vec![(5, 2), (8, 5), (5, 8), (2, 5)];
/// let octagons = Tessellation::new("octagon", Axes::Square, 10, vec![octagon, square]).lattice()?;
/// assert_eq!((octagons.isometries().order(), octagons.kinds().len()), (8, 2));
/// let neighbours: Vec<usize> = octagons.kinds().into_iter().map(|cell| octagons.neighbours(cell).len()).collect();
/// assert_eq!(neighbours, [8, 4]);
/// # Ok::<(), combien_tiling::TessellationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tessellation {
    /// The name of a cell.
    pub name: String,
    /// The axes.
    #[doc(hidden)]
    pub axes: Axes,
    /// It repeats after this many units along each axis, from 1 to 1000.
    #[doc(hidden)]
    pub pitch: u32,
    /// How many columns and rows of a frame the cells of a unit take: the cells in order, the lowest row
    /// first.
    #[doc(hidden)]
    pub block: (u32, u32),
    /// The corners of each cell of a unit, in order around it. The first one begins where colors of sides
    /// begin.
    pub cells: Vec<Vec<(i32, i32)>>,
    /// The names of isometries that generate the motions; `None` for all that there are.
    #[doc(hidden)]
    pub motions: Option<Vec<String>>,
}

/// Why outlines make no lattice. Cells are told by their place in the list, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TessellationError {
    /// No cells, or more than 64.
    Cells(usize),
    /// The length of a unit is zero or more than 1000.
    Pitch(u32),
    /// A length of the axes is zero or more than 1000.
    Axes,
    /// The columns and rows of a unit are not as many as its cells.
    Block((u32, u32), usize),
    /// A cell has fewer than three corners, or more than 32.
    Corners(usize, usize),
    /// A corner that is further from the origin than four units.
    Far(usize, (i32, i32)),
    /// The corners of a cell enclose no area.
    Flat(usize),
    /// Two cells have the same middle.
    SameMiddle(usize, usize),
    /// No cell, or more than one, lies across this side of a cell, from corner to corner.
    Open(usize, (i32, i32), (i32, i32)),
    /// Cells overlap or leave gaps: they have this area, measured in triangles of half a unit by a unit, and
    /// not that.
    Area(u64, u64),
    /// A step that is no multiple of a unit maps cells to cells.
    Repeats((i32, i32)),
    /// The numbers of corners are so different that coordinates would become too large.
    TooFine,
    /// An isometry that the axes do not have.
    NoIsometry(String, Vec<&'static str>),
    /// An isometry that is no motion: it does not map this cell to a cell.
    NotKept(String, usize),
    /// A list of motions that is empty.
    NoMotions,
}

combien::errors!(TessellationError {
    Cells(0) => "a lattice needs at least one cell";
    Cells(cells) => "a unit has at most {MOST_OUTLINES} cells, not {cells}";
    Pitch(pitch) => "the cells repeat after 1 to {MOST_PITCH} units, not after {pitch}";
    Axes => "the lengths of the axes are from 1 to {MOST_PITCH}";
    Block((columns, rows), cells) => "{columns} columns and {rows} rows do not hold {cells} cells exactly";
    Corners(_, corners) => "a cell has 3 to {MOST_CORNERS} corners, not {corners}";
    Far(_, (x, y)) => "the corner ({x}, {y}) is too far from the origin";
    Flat(_) => "the corners of this cell enclose no area";
    SameMiddle(..) => "this cell has the middle of another one: it is the same cell, or they overlap";
    Open(_, (a, b), (c, d)) => "no single cell lies across the side from ({a}, {b}) to ({c}, {d})";
    Area(covered, area) =>
        "the cells overlap or leave gaps: twice their area is {covered}, and twice that of a unit {area}";
    Repeats((x, y)) =>
        "the cells repeat after a step of ({x}, {y}) already, which is no multiple of the length of a unit";
    TooFine => "the cells have too many different numbers of corners for a unit of this length";
    NoIsometry(name, known) => "`{name}` is no isometry of these axes, which have {}", known.join(", ");
    NotKept(name, _) => "`{name}` does not map this cell to a cell";
    NoMotions => "there is no motion: `Id` is the least";
});

impl TessellationError {
    /// The cell that is wrong, if it is one: its place in the list, from 0.
    pub fn cell(&self) -> Option<usize> {
        match self {
            TessellationError::Corners(place, _)
            | TessellationError::Far(place, _)
            | TessellationError::Flat(place)
            | TessellationError::SameMiddle(_, place)
            | TessellationError::Open(place, ..)
            | TessellationError::NotKept(_, place) => Some(*place),
            _ => None,
        }
    }
}

impl Tessellation {
    /// The tessellation of these cells, with all its motions, and the cells of a unit side by side in a row
    /// of a frame.
    pub fn new(name: &str, axes: Axes, pitch: u32, cells: Vec<Vec<(i32, i32)>>) -> Tessellation {
        let block = (cells.len() as u32, 1);
        Tessellation { name: name.to_owned(), axes, pitch, block, cells, motions: None }
    }

    pub(super) fn unit(&self) -> Result<(Unit, Vec<Named>, Vec<Corners>), TessellationError> {
        let cells = self.cells.len();
        if !(1..=MOST_OUTLINES).contains(&cells) {
            return Err(TessellationError::Cells(cells));
        }
        if !(1..=MOST_PITCH).contains(&self.pitch) {
            return Err(TessellationError::Pitch(self.pitch));
        }
        if let Axes::Rectangle(across, up) | Axes::Rhombus(across, up) = self.axes
            && ![across, up].iter().all(|length| (1..=MOST_PITCH).contains(length))
        {
            return Err(TessellationError::Axes);
        }
        let (columns, rows) = self.block;
        if u64::from(columns) * u64::from(rows) != cells as u64 {
            return Err(TessellationError::Block(self.block, cells));
        }
        let pitch = self.pitch as i32;
        let mut outlines = vec![];
        for (place, corners) in self.cells.iter().enumerate() {
            if !(3..=MOST_CORNERS).contains(&corners.len()) {
                return Err(TessellationError::Corners(place, corners.len()));
            }
            let is_far = |&&(x, y): &&(i32, i32)| [x, y].iter().any(|at| at.unsigned_abs() > 4 * self.pitch);
            if let Some(&far) = corners.iter().find(is_far) {
                return Err(TessellationError::Far(place, far));
            }
            outlines.push(match doubled_area(corners) {
                0 => return Err(TessellationError::Flat(place)),
                1.. => corners.clone(),
                _ => corners[..1].iter().chain(corners[1..].iter().rev()).copied().collect(),
            });
        }
        let finer = finer(&outlines).filter(|finer| pitch * finer <= FINEST);
        let finer = finer.ok_or(TessellationError::TooFine)?;
        let middles: Vec<Cell> = outlines.iter().map(|corners| middle(corners, finer)).collect();
        let residue =
            |middle: &Cell| (middle.x.rem_euclid(pitch * finer), middle.y.rem_euclid(pitch * finer));
        let mut places: Vec<((i32, i32), usize)> = middles.iter().map(residue).zip(0..).collect();
        places.sort_unstable();
        if let Some(pair) = places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(TessellationError::SameMiddle(pair[0].1, pair[1].1));
        }
        check_sides(&outlines, pitch)?;
        let covered: i64 = outlines.iter().map(|corners| doubled_area(corners)).sum();
        let area = 2 * u64::from(self.pitch).pow(2);
        if covered as u64 != area {
            return Err(TessellationError::Area(covered as u64, area));
        }
        let found =
            Found { outlines: &outlines, middles: &middles, places: &places, finer, pitch: pitch * finer };
        for &middle in &middles[1..] {
            let step = middle - middles[0];
            let shift = Isometry::IDENTITY.gliding((step.x, step.y), found.pitch);
            if found.lost(shift).is_none() {
                return Err(TessellationError::Repeats((step.x / finer, step.y / finer)));
            }
        }
        let motions = self.motions(&found)?;
        let block = (columns as i32, rows as i32);
        let drawn = outlines.iter().map(|corners| corners.iter().map(|&at| self.axes.drawn(at)).collect());
        let unit = Unit::new(pitch * finer, block, self.axes.steps(pitch), middles.into_iter().zip(drawn));
        Ok((unit, motions, outlines))
    }

    /// The isometries that are motions, with their names.
    fn motions(&self, found: &Found<'_>) -> Result<Vec<Named>, TessellationError> {
        let all = self.axes.isometries();
        let Some(names) = &self.motions else {
            let motion = |(name, isometry)| found.motion(isometry).ok().map(|motion| (name, motion));
            return Ok(all.into_iter().filter_map(motion).collect());
        };
        if names.is_empty() {
            return Err(TessellationError::NoMotions);
        }
        let mut generators = vec![];
        for name in names {
            let Some(&(_, isometry)) = all.iter().find(|(known, _)| known == name) else {
                let known = all.iter().map(|&(known, _)| known).collect();
                return Err(TessellationError::NoIsometry(name.clone(), known));
            };
            let motion = found.motion(isometry);
            generators.push(motion.map_err(|place| TessellationError::NotKept(name.clone(), place))?);
        }
        let group = super::Group::generated_by(&generators);
        let motion = |(name, isometry)| {
            let motion = found.motion(isometry).ok()?;
            group.contains(motion).then_some((name, motion))
        };
        Ok(all.into_iter().filter_map(motion).collect())
    }

    /// The mean length of a side, if a unit of the first axis has length 1.
    pub(super) fn mean_side(&self) -> f64 {
        let (mut sum, mut number) = (0.0, 0.0);
        for corners in &self.cells {
            for (from, to) in sides(corners) {
                sum += self.axes.length(from, to);
                number += 1.0;
            }
        }
        sum / number
    }
}

/// The cells of a unit, and where they are.
struct Found<'a> {
    outlines: &'a [Vec<(i32, i32)>],
    middles: &'a [Cell],
    /// The coordinates of each middle, modulo the pitch, and whose it is. In ascending order.
    places: &'a [((i32, i32), usize)],
    /// How much finer coordinates of middles are than those of corners.
    finer: i32,
    /// The length of a unit, in coordinates of middles.
    pitch: i32,
}

impl Found<'_> {
    /// The motion that turns as this isometry does; or a cell that the isometry itself does not map to a
    /// cell.
    fn motion(&self, isometry: Isometry) -> Result<Isometry, usize> {
        let Some(lost) = self.lost(isometry) else { return Ok(isometry) };
        let first = isometry.turn(self.middles[0]);
        let glides = self.middles.iter().map(|&middle| middle - first);
        let motions = glides.map(|glide| isometry.gliding((glide.x, glide.y), self.pitch));
        motions.into_iter().find(|&motion| self.lost(motion).is_none()).ok_or(lost)
    }

    /// The first cell that an isometry does not map to a cell.
    fn lost(&self, isometry: Isometry) -> Option<usize> {
        let Cell { x, y, .. } = isometry.apply(Cell::default());
        let glide = Cell::plane(x / self.finer, y / self.finer);
        let is_whole = x % self.finer == 0 && y % self.finer == 0;
        (0..self.outlines.len()).find(|&place| {
            let center = isometry.apply(self.middles[place]);
            let residue = (center.x.rem_euclid(self.pitch), center.y.rem_euclid(self.pitch));
            let found = self.places.binary_search_by(|(middle, _)| middle.cmp(&residue));
            let Ok(found) = found else { return true };
            let other = self.places[found].1;
            let step = center - self.middles[other];
            let step = Cell::plane(step.x / self.finer, step.y / self.finer) - glide;
            let (corners, others) = (&self.outlines[place], &self.outlines[other]);
            let is_kept = |&(x, y): &(i32, i32)| {
                let at = isometry.turn(Cell::plane(x, y)) - step;
                others.contains(&(at.x, at.y))
            };
            !is_whole || corners.len() != others.len() || !corners.iter().all(is_kept)
        })
    }
}

/// The sides of a cell, each from corner to corner.
fn sides(corners: &[(i32, i32)]) -> impl Iterator<Item = ((i32, i32), (i32, i32))> + '_ {
    (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]))
}

/// Twice the area; negative if the corners are in clockwise order.
fn doubled_area(corners: &[(i32, i32)]) -> i64 {
    sides(corners).map(|((a, b), (c, d))| i64::from(a) * i64::from(d) - i64::from(b) * i64::from(c)).sum()
}

/// The least common multiple of the numbers of corners, if it is not too large.
fn finer(outlines: &[Vec<(i32, i32)>]) -> Option<i32> {
    let divisor = |mut a: i32, mut b: i32| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    outlines.iter().try_fold(1i32, |finer, corners| {
        let corners = corners.len() as i32;
        let multiple = finer / divisor(finer, corners) * corners;
        (multiple <= FINEST / 16).then_some(multiple)
    })
}

/// The mean of the corners, in coordinates that are finer. All motions map means to means.
fn middle(corners: &[(i32, i32)], finer: i32) -> Cell {
    let weight = finer / corners.len() as i32;
    let sum = corners.iter().fold((0, 0), |(x, y), corner| (x + corner.0, y + corner.1));
    Cell::plane(sum.0 * weight, sum.1 * weight)
}

/// Each side belongs to two cells, which have it in opposite directions. Then the cells cover every point
/// equally often.
fn check_sides(outlines: &[Vec<(i32, i32)>], pitch: i32) -> Result<(), TessellationError> {
    // A side by its first corner within the unit and the step to the other one.
    let key = |(from, to): ((i32, i32), (i32, i32))| {
        ((from.0.rem_euclid(pitch), from.1.rem_euclid(pitch)), (to.0 - from.0, to.1 - from.1))
    };
    let mut all: Vec<_> = outlines.iter().flat_map(|corners| sides(corners)).map(key).collect();
    all.sort_unstable();
    for (place, corners) in outlines.iter().enumerate() {
        for (from, to) in sides(corners) {
            let is_single = |side| {
                let first = all.partition_point(|other| *other < key(side));
                all.get(first) == Some(&key(side)) && all.get(first + 1) != Some(&key(side))
            };
            if !is_single((from, to)) || !is_single((to, from)) {
                return Err(TessellationError::Open(place, from, to));
            }
        }
    }
    Ok(())
}

/// A radius of which a circle fits into every cell, if the mean side is 1; `None` if some cell is not convex.
pub(super) fn inner_radius(outlines: &[Corners], axes: Axes, side: f64) -> Option<f64> {
    let mut least = f64::INFINITY;
    for corners in outlines {
        let turns = (0..corners.len()).map(|at| {
            let [a, b, c] = [0, 1, 2].map(|next| corners[(at + next) % corners.len()]);
            (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0)
        });
        if turns.min().is_none_or(|least| least < 0) {
            return None;
        }
        let around: f64 = sides(corners).map(|(from, to)| axes.length(from, to)).sum();
        // The area of a convex polygon is at most its circumference times this radius.
        let area = doubled_area(corners) as f64 / 2.0 * axes.area();
        least = least.min(area / around / side);
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::super::{Lattice, polyforms};
    use super::*;

    type Outline = Vec<(i32, i32)>;

    fn lattice(axes: Axes, pitch: u32, cells: Vec<Outline>) -> Lattice {
        Tessellation::new("cell", axes, pitch, cells).lattice().unwrap()
    }

    /// The outline, turned about the origin this often.
    fn turned(outline: &[(i32, i32)], turn: Isometry, times: usize) -> Outline {
        let image = |&(x, y): &(i32, i32)| {
            let cell = (0..times).fold(Cell::plane(x, y), |cell, _| turn.apply(cell));
            (cell.x, cell.y)
        };
        outline.iter().map(image).collect()
    }

    /// Squares and triangles: two triangles and a square, then a triangle and a square about each corner.
    fn snub_square() -> Lattice {
        let around = [(7, 4), (-4, 7), (-7, -4), (4, -7)].to_vec();
        let between = [(18, 7), (15, 18), (4, 15), (7, 4)].to_vec();
        let triangle = [(7, 4), (4, 15), (-4, 7)];
        let triangles = (0..4).map(|times| turned(&triangle, Isometry::ROT90, times));
        lattice(Axes::Square, 22, [around, between].into_iter().chain(triangles).collect())
    }

    /// A hexagon, and the triangles between hexagons: all that have their corners at the points of a lattice
    /// of triangles, every seventh of which is left out.
    fn snub_hexagon() -> Lattice {
        // The steps between points.
        let steps = [(3, -1), (1, 2), (-2, 3), (-3, 1), (-1, -2), (2, -3)];
        let mut cells = vec![steps.to_vec()];
        for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
            let at = |i: i32, j: i32| (3 * i + j, 2 * j - i);
            for corners in
                [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
            {
                let is_center = |&(x, y): &(i32, i32)| x % 7 == 0 && y % 7 == 0;
                let first = *corners.iter().min().unwrap();
                let is_of_unit = (0..7).contains(&first.0) && (0..7).contains(&first.1);
                if is_of_unit && !corners.iter().any(is_center) {
                    cells.push(corners.to_vec());
                }
            }
        }
        assert_eq!(cells.len(), 9);
        lattice(Axes::Hexagon, 7, cells)
    }

    fn published() -> Vec<(&'static str, Lattice, usize, &'static [usize])> {
        let octagon = vec![(-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2)];
        let quarters = (0..4).map(|times| turned(&[(0, 0), (1, 1), (-1, 1)], Isometry::ROT90, times));
        let rhombi = (0..3).map(|times| turned(&[(0, 0), (2, -1), (3, 0), (1, 1)], Isometry::ROT60, times));
        let house = vec![(0, 0), (6, -6), (7, -5), (5, -1), (1, 1)];
        let below = vec![(0, 0), (-1, -1), (1, -5), (5, -7), (6, -6)];
        let square = |side| vec![(0, 0), (side, 0), (side, side), (0, side)];
        vec![
            ("A000105", lattice(Axes::Square, 1, vec![square(1)]), 8, &[1, 1, 2, 5, 12, 35]),
            (
                "A343577",
                lattice(Axes::Square, 10, vec![octagon, vec![(5, 2), (8, 5), (5, 8), (2, 5)]]),
                8,
                &[2, 2, 7, 22, 93],
            ),
            ("A197465", lattice(Axes::Square, 2, quarters.collect()), 8, &[1, 2, 2, 6, 8, 22, 42]),
            ("A197459", lattice(Axes::Hexagon, 3, rhombi.collect()), 12, &[1, 1, 3, 4, 12, 27]),
            ("A197156", lattice(Axes::Rhombus(1, 3), 6, vec![house, below]), 4, &[1, 3, 5, 20, 56]),
            ("A383908", snub_hexagon(), 6, &[3, 3, 7, 23, 69]),
            ("A309159", snub_square(), 8, &[2, 2, 4, 10, 28, 79]),
        ]
    }

    /// The numbers of polyforms by size, from the OEIS. The last tessellation has glide reflections, the one
    /// before no reflections.
    #[test]
    fn polyforms_are_as_many_as_published() {
        for (source, lattice, order, numbers) in published() {
            let group = lattice.isometries();
            assert_eq!(group.order(), order, "{source}");
            let found: Vec<usize> =
                polyforms::by_size(&lattice, group).take(numbers.len()).map(|shapes| shapes.len()).collect();
            assert_eq!(found, numbers, "{source}");
        }
    }

    /// Positions name cells, neighbours share sides, isometries keep both, and are undone.
    #[test]
    fn cells_and_their_neighbours_are_kept() {
        for (source, lattice, ..) in published() {
            let positions = (-4..4).flat_map(|y| (-9..9).map(move |x| Cell::plane(x, y)));
            for cell in positions.map(|position| lattice.at(position)) {
                assert!(lattice.has(cell) && lattice.at(lattice.position(cell)) == cell);
                let neighbours = lattice.neighbours(cell);
                assert_eq!(neighbours.len(), lattice.corners(cell).len(), "{source}");
                for &isometry in lattice.isometries().elements() {
                    let image = isometry.apply(cell);
                    assert!(lattice.has(image) && isometry.undo(image) == cell);
                    for &other in &neighbours {
                        let shared = lattice
                            .corners(other)
                            .into_iter()
                            .filter(|at| lattice.corners(cell).contains(at));
                        assert_eq!(shared.count(), 2, "{source}");
                        assert!(lattice.neighbours(other).contains(&cell));
                        assert!(lattice.neighbours(image).contains(&isometry.apply(other)), "{source}");
                    }
                }
            }
        }
    }

    #[test]
    fn wrong_outlines_are_refused() {
        let square = |x: i32, y: i32| vec![(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)];
        let refused = |pitch: u32, cells: Vec<Outline>| {
            Tessellation::new("cell", Axes::Square, pitch, cells).lattice().unwrap_err()
        };
        assert_eq!(refused(2, vec![]), TessellationError::Cells(0));
        assert_eq!(refused(2, vec![square(0, 0); 65]), TessellationError::Cells(65));
        assert_eq!(refused(0, vec![square(0, 0)]), TessellationError::Pitch(0));
        assert_eq!(refused(1001, vec![square(0, 0)]), TessellationError::Pitch(1001));
        assert_eq!(refused(2, vec![vec![(0, 0), (2, 0)]]), TessellationError::Corners(0, 2));
        assert_eq!(refused(2, vec![vec![(0, 0), (9, 0), (0, 2)]]), TessellationError::Far(0, (9, 0)));
        assert_eq!(refused(2, vec![vec![(0, 0), (1, 0), (2, 0)]]), TessellationError::Flat(0));
        assert_eq!(refused(2, vec![square(0, 0), square(2, 0)]), TessellationError::SameMiddle(0, 1));
        // A gap, and an overlap.
        assert_eq!(refused(3, vec![square(0, 0)]), TessellationError::Open(0, (0, 0), (2, 0)));
        let shifted = vec![(0, 0), (2, 0), (1, 2), (0, 2)];
        assert_eq!(refused(2, vec![square(0, 0), shifted]), TessellationError::Open(0, (0, 0), (2, 0)));
        // Bricks repeat after half a unit.
        assert!(matches!(
            refused(4, vec![square(0, 0), square(2, 0), square(0, 2), square(2, 2)]),
            TessellationError::Repeats(_)
        ));
        // An annulus wound twice around would cover each point twice.
        let twice = vec![(0, 0), (2, 0), (2, 2), (0, 2), (0, 0), (2, 0), (2, 2), (0, 2)];
        assert!(matches!(refused(2, vec![twice]), TessellationError::Open(..)));
        let primes = |number: i32| (0..number).map(|i| (i, i * i % 7)).collect::<Outline>();
        let many = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31].map(primes).to_vec();
        assert_eq!(refused(40, many), TessellationError::TooFine);
        let mut named = Tessellation::new("cell", Axes::Square, 2, vec![square(0, 0)]);
        named.motions = Some(vec![]);
        assert_eq!(named.lattice(), Err(TessellationError::NoMotions));
        named.motions = Some(vec!["Rot60".to_owned()]);
        assert!(matches!(named.lattice(), Err(TessellationError::NoIsometry(..))));
        named.motions = Some(vec!["Rot90".to_owned()]);
        assert_eq!(named.lattice().unwrap().isometries().order(), 4);
        named.block = (2, 1);
        assert_eq!(named.lattice(), Err(TessellationError::Block((2, 1), 1)));
        named = Tessellation::new(
            "cell",
            Axes::Square,
            2,
            vec![vec![(0, 0), (2, 0), (2, 2)], vec![(0, 0), (2, 2), (0, 2)]],
        );
        assert_eq!(named.lattice().unwrap().isometries().order(), 4);
        named.motions = Some(vec!["Rot90".to_owned()]);
        assert_eq!(named.lattice(), Err(TessellationError::NotKept("Rot90".to_owned(), 0)));
        for axes in [Axes::Rectangle(0, 1), Axes::Rhombus(1, 0), Axes::Rectangle(1, 1001)] {
            named.axes = axes;
            assert_eq!(named.lattice(), Err(TessellationError::Axes));
        }
    }

    /// A tessellation that is equal to another one gives the same lattice; drawings have a mean side of 1.
    #[test]
    fn equal_tessellations_are_one_lattice() {
        let (one, other) = (snub_square(), snub_square());
        assert_eq!(std::collections::HashSet::from([&one, &other, &one.clone()]).len(), 1);
        let (across, up) = one.unit();
        assert!((across - up).abs() < 1e-9 && (across * 11.4 - 1.0).abs() < 0.02);
        // Two squares of area 1 and four triangles, of six cells.
        assert!((one.area() - (2.0 + 3f64.sqrt()) / 6.0).abs() < 0.01);
    }
}
