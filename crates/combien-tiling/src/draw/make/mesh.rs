//! Surfaces of solids as triangles. Each side of a triangle is that of one other, the other way round: so the
//! surface is closed, and a slicer knows what is inside.
//!
//! Where two parts of a piece touch along an edge only, four faces would meet in it. There both parts are
//! drawn back by a distance that no printer shows. The piece is connected elsewhere, and that contact would
//! not hold.

use std::collections::{BTreeMap, BTreeSet};

use super::offset;
use crate::draw::edges::{Corner, edges};
use crate::draw::svg::write::unit;
use crate::tiling::{Cell, Lattice, Shape};

/// A point of space.
pub(super) type Vertex = [f64; 3];

/// How far parts that touch along an edge are drawn back, for cells of side 1.
const HAIR: f64 = 0.001;

/// Triangles, counter-clockwise as they are seen from outside.
pub(super) type Mesh = Vec<[Vertex; 3]>;

/// The corners of a polygon as triangles around the first.
fn fan(polygon: &[Vertex], mesh: &mut Mesh) {
    mesh.extend(polygon[1..].windows(2).map(|pair| [polygon[0], pair[0], pair[1]]));
}

/// The surface of a plane piece with a thickness; its sides are drawn back by `inset`.
pub(super) fn plate(lattice: &Lattice, cells: &Shape, side: f64, inset: f64, thickness: f64) -> Mesh {
    let base = Base::new(lattice, cells, side, inset);
    let mut mesh = vec![];
    for &cell in cells.cells() {
        let corners = lattice.corners(cell);
        let points: Vec<offset::Point> = corners.iter().map(|&corner| base.point(cell, corner)).collect();
        let at = |height: f64| move |&(x, y): &offset::Point| [x, y, height];
        fan(&points.iter().map(at(thickness)).collect::<Vec<_>>(), &mut mesh);
        // Seen from below the corners run the other way, and the triangles must be the same ones.
        let bottom = points[1..].windows(2).map(|pair| [points[0], pair[1], pair[0]]);
        mesh.extend(bottom.map(|triangle| triangle.map(|point| at(0.0)(&point))));
        for (place, (from, to)) in edges(lattice, cell).into_iter().enumerate() {
            if !base.owners.contains_key(&(to, from)) {
                let (one, other) = (points[place], points[(place + 1) % points.len()]);
                let wall = [at(0.0)(&one), at(0.0)(&other), at(thickness)(&other), at(thickness)(&one)];
                fan(&wall, &mut mesh);
            }
        }
    }
    mesh
}

/// The outline of a plate, and how its corners move.
struct Base<'a> {
    lattice: &'a Lattice,
    /// The cell to the left of each edge.
    owners: BTreeMap<(Corner, Corner), Cell>,
    unit: (f64, f64),
    inset: f64,
    hair: f64,
}

impl Base<'_> {
    fn new<'a>(lattice: &'a Lattice, cells: &Shape, side: f64, inset: f64) -> Base<'a> {
        let own = |&cell: &Cell| edges(lattice, cell).into_iter().map(move |edge| (edge, cell));
        let owners = cells.cells().iter().flat_map(own).collect();
        Base { lattice, owners, unit: unit(lattice, side), inset, hair: side * HAIR }
    }

    /// The new position of a corner of a cell, from the two outer sides around it.
    fn point(&self, cell: Cell, corner: Corner) -> offset::Point {
        let place = |(x, y): Corner| (f64::from(x) * self.unit.0, f64::from(y) * self.unit.1);
        let (Some(before), Some(after)) =
            (self.outer_side(cell, corner, false), self.outer_side(cell, corner, true))
        else {
            return place(corner);
        };
        let touches = self.outer_sides_from(corner) > 1;
        let inset = if touches { self.inset.max(self.hair) } else { self.inset };
        offset::mitre(place(before), place(corner), place(after), -inset)
    }

    /// The other end of the outer side that leaves a corner, or comes to it, on the far side of the cells
    /// that lie around the corner side to side with this one; none if they are all around it.
    fn outer_side(&self, cell: Cell, corner: Corner, leaves: bool) -> Option<Corner> {
        let mut at = cell;
        loop {
            let (from, to) = edges(self.lattice, at)
                .into_iter()
                .find(|&(from, to)| corner == if leaves { from } else { to })?;
            match self.owners.get(&(to, from)) {
                None => return Some(if leaves { to } else { from }),
                Some(&beside) if beside == cell => return None,
                Some(&beside) => at = beside,
            }
        }
    }

    fn outer_sides_from(&self, corner: Corner) -> usize {
        let leaving = self.owners.range((corner, (i32::MIN, i32::MIN))..=(corner, (i32::MAX, i32::MAX)));
        leaving.filter(|&(&(from, to), _)| !self.owners.contains_key(&(to, from))).count()
    }
}

/// The surface of a piece of cubes; its sides are drawn back by `inset`.
///
/// Each cube is cut into 27 blocks: a core, and slabs, beams and corners as thick as the inset. A block stays
/// if all cubes around it belong to the piece, and the surface is that of the blocks that stay. So no face
/// has to know what becomes of those beside it.
pub(super) fn solid(cells: &Shape, side: f64, inset: f64) -> Mesh {
    let blocks = Blocks::new(cells, side, inset);
    surface(&blocks.kept, |_, place| blocks.begin(place))
}

/// The surface of blocks, which begin at these coordinates along each axis.
pub(super) fn surface(kept: &BTreeSet<[i32; 3]>, begin: impl Fn(usize, i32) -> f64) -> Mesh {
    let mut mesh = vec![];
    for &block in kept {
        for axis in 0..3 {
            for ahead in [false, true] {
                let mut beside = block;
                beside[axis] += if ahead { 1 } else { -1 };
                if !kept.contains(&beside) {
                    fan(&face(block, axis, ahead, &begin), &mut mesh);
                }
            }
        }
    }
    mesh
}

/// A face of a block, counter-clockwise from outside.
fn face(block: [i32; 3], axis: usize, ahead: bool, begin: impl Fn(usize, i32) -> f64) -> [Vertex; 4] {
    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
    let corner = |in_second: i32, in_third: i32| {
        let mut at = block;
        at[axis] += i32::from(ahead);
        at[second] += in_second;
        at[third] += in_third;
        [0, 1, 2].map(|axis| begin(axis, at[axis]))
    };
    let around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    if ahead { around } else { [around[0], around[3], around[2], around[1]] }
}

/// Blocks by their places: three to a cell, in each coordinate x, y, z.
struct Blocks {
    kept: BTreeSet<[i32; 3]>,
    side: f64,
    /// How thick the outer blocks of a cell are.
    slab: f64,
}

impl Blocks {
    fn new(cells: &Shape, side: f64, inset: f64) -> Blocks {
        let slab = if inset > 0.0 { inset } else { side * HAIR };
        // Between cubes that belong together and touch nowhere by an edge only, slabs would be of no use.
        let whole =
            inset == 0.0 && !cells.cells().iter().any(|&cell| edge_contacts(cells, cell).next().is_some());
        let keeps = |cell: Cell, steps: [i32; 3]| whole || stays(cells, cell, steps, inset > 0.0);
        let around = |&cell: &Cell| {
            let steps = (0..27).map(|place| [place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1]);
            let kept = steps.filter(move |&steps| keeps(cell, steps));
            kept.map(move |[x, y, z]| [3 * cell.x + 1 + x, 3 * cell.y + 1 + y, 3 * cell.z + 1 + z])
        };
        let mut kept: BTreeSet<[i32; 3]> = cells.cells().iter().flat_map(around).collect();
        if whole {
            // One block for each cell is enough: the core.
            kept.retain(|block| block.iter().all(|place| place.rem_euclid(3) == 1));
            kept = kept.into_iter().map(|block| block.map(|place| place.div_euclid(3))).collect();
        }
        Blocks { kept, side, slab: if whole { 0.0 } else { slab } }
    }

    /// Where the block at this place begins, in any coordinate.
    fn begin(&self, place: i32) -> f64 {
        if self.slab == 0.0 {
            return f64::from(place) * self.side;
        }
        let cell = f64::from(place.div_euclid(3));
        match place.rem_euclid(3) {
            0 => cell * self.side,
            1 => cell * self.side + self.slab,
            _ => (cell + 1.0) * self.side - self.slab,
        }
    }
}

/// Does the block of a cell that lies this many steps from its core stay? With an inset, if all cubes that
/// meet it do; else if it is not a beam between two cubes that touch there, and no more.
fn stays(cells: &Shape, cell: Cell, [x, y, z]: [i32; 3], has_inset: bool) -> bool {
    if has_inset {
        let around = (0..8).map(|place| Cell::space(x * (place & 1), y * (place >> 1 & 1), z * (place >> 2)));
        return around.map(|step| cell + step).all(|cell| cells.contains(cell));
    }
    let along = |one: i32, other: i32| one == 0 || one == other;
    !edge_contacts(cells, cell).any(|step| along(step.x, x) && along(step.y, y) && along(step.z, z))
}

/// The steps to the cubes that touch a cube along an edge, where nothing else of the piece lies.
fn edge_contacts(cells: &Shape, cell: Cell) -> impl Iterator<Item = Cell> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let steps = signs.into_iter().flat_map(|(a, b)| {
        [
            [Cell::space(a, 0, 0), Cell::space(0, b, 0)],
            [Cell::space(0, a, 0), Cell::space(0, 0, b)],
            [Cell::space(0, 0, a), Cell::space(b, 0, 0)],
        ]
    });
    let touches = move |&[one, other]: &[Cell; 2]| {
        let has = |step: Cell| cells.contains(cell + step);
        has(one + other) && !has(one) && !has(other)
    };
    steps.filter(touches).map(|[one, other]| one + other)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Each directed side of a triangle is there once, and once the other way round.
    pub(in super::super) fn is_closed(mesh: &Mesh) -> bool {
        let bits = |vertex: Vertex| vertex.map(|c| (c as f32).to_bits());
        let mut sides = BTreeSet::new();
        let once = mesh.iter().all(|&[a, b, c]| {
            [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| sides.insert((bits(from), bits(to))))
        });
        once && sides.iter().all(|&(from, to)| from != to && sides.contains(&(to, from)))
    }

    /// By the divergence theorem.
    pub(in super::super) fn volume(mesh: &Mesh) -> f64 {
        let six = |&[a, b, c]: &[Vertex; 3]| {
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        mesh.iter().map(six).sum::<f64>() / 6.0
    }

    fn block(number: u32, width: u32, height: u32, depth: u32) -> Shape {
        let on = (0..width * height * depth).filter(|place| number >> place & 1 == 1);
        on.map(|place| {
            let (x, y, z) = (place % width, place / width % height, place / width / height);
            Cell::space(x as i32 - 1, y as i32, z as i32)
        })
        .collect()
    }

    /// All sets of cubes in a block of 2 x 2 x 2, and many in one of 3 x 3 x 3, connected or not.
    #[test]
    fn solids_are_closed() {
        let small = (1..256).map(|number| block(number, 2, 2, 2));
        let large = (1..300_u32).map(|number| block(number.wrapping_mul(2_654_435_761) >> 5, 3, 3, 3));
        for cells in small.chain(large).filter(|cells| !cells.is_empty()) {
            for inset in [0.0, 0.1] {
                let mesh = solid(&cells, 10.0, inset);
                assert!(is_closed(&mesh), "{cells:?} {inset}");
                if inset == 0.0 {
                    let (found, expected) = (volume(&mesh), 1000.0 * cells.len() as f64);
                    assert!((found / expected - 1.0).abs() < 1e-5, "{cells:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn simple_solids_have_few_triangles_and_exact_volumes() {
        let tower = block(0b1_0001, 2, 2, 2);
        let mesh = solid(&tower, 10.0, 0.0);
        assert_eq!((mesh.len(), volume(&mesh)), (20, 2000.0));
        let mesh = solid(&tower, 10.0, 0.5);
        assert!((volume(&mesh) - 9.0 * 9.0 * 19.0).abs() < 1e-9);
    }

    #[test]
    fn plates_are_closed() {
        for (lattice, area) in [
            (Lattice::square(), 100.0),
            (Lattice::hexagon(), 150.0 * 3f64.sqrt()),
            (Lattice::triangle(), 25.0 * 3f64.sqrt()),
        ] {
            for number in 1..512_usize {
                let on = (0..9).filter(|place| number >> place & 1 == 1);
                let cells: Shape = on.map(|place| lattice.at(Cell::plane(place % 3, place / 3))).collect();
                let mesh = plate(lattice, &cells, 10.0, 0.0, 4.0);
                let expected = 4.0 * area * cells.len() as f64;
                assert!(is_closed(&mesh), "{lattice} {cells:?}");
                let base = Base::new(lattice, &cells, 10.0, 0.0);
                let corners = cells.cells().iter().flat_map(|&cell| lattice.corners(cell));
                let touches = corners.into_iter().any(|corner| base.outer_sides_from(corner) > 1);
                let error = (volume(&mesh) / expected - 1.0).abs();
                assert!(error < if touches { 1e-2 } else { 1e-12 }, "{lattice} {cells:?} {error}");
                assert!(is_closed(&plate(lattice, &cells, 10.0, 0.3, 4.0)), "{lattice} {cells:?}");
            }
        }
    }

    /// A hexagon shrunk by d is a hexagon whose inner radius is smaller by d; a bar of two squares becomes a
    /// smaller bar.
    #[test]
    fn plates_shrink_to_the_right_size() {
        let one: Shape = [Cell::plane(0, 0)].into_iter().collect();
        let radius = 10.0 * 3f64.sqrt() / 2.0 - 0.3;
        let expected = 2.0 * 3f64.sqrt() * radius * radius * 4.0;
        assert!((volume(&plate(Lattice::hexagon(), &one, 10.0, 0.3, 4.0)) - expected).abs() < 1e-9);
        let two: Shape = [Cell::plane(0, 0), Cell::plane(1, 0)].into_iter().collect();
        let found = volume(&plate(Lattice::square(), &two, 10.0, 0.5, 4.0));
        assert!((found - 19.0 * 9.0 * 4.0).abs() < 1e-9);
    }
}
