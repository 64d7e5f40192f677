//! Polyforms on honeycombs, against a published sequence and an enumeration of points that knows no polyhedra.

use std::collections::BTreeSet;

use combien_tiling::{Group, Lattice, polyforms};

type Point = [i32; 3];

fn counts(lattice: &Lattice, group: Group, sizes: usize) -> Vec<usize> {
    polyforms::by_size(lattice, group).take(sizes).map(|shapes| shapes.len()).collect()
}

fn honeycomb(name: &str) -> &'static Lattice {
    Lattice::honeycomb(name).unwrap()
}

/// OEIS A343909, by D. Thomas and P. Kagey: free polyforms of tetrahedra and octahedra.
#[test]
fn tetrahedra_and_octahedra_are_as_many_as_published() {
    let lattice = honeycomb("tetra-octa");
    assert_eq!(counts(lattice, lattice.isometries(), 6), [2, 1, 4, 9, 44, 195]);
}

/// Rhombic dodecahedra share a face where balls in closest packing touch.
#[test]
fn rhombic_dodecahedra_are_as_many_as_balls() {
    let (cells, balls) = (honeycomb("rhombic dodecahedron"), Lattice::sphere());
    for group in
        [|lattice: &Lattice| lattice.isometries(), |lattice: &Lattice| lattice.isometries().rotations()]
    {
        assert_eq!(counts(cells, group(cells), 5), counts(balls, group(balls), 5));
    }
}

/// Cells as points: where they are, which are neighbours, what a shift and a motion do.
struct Points {
    singles: Vec<Point>,
    neighbours: fn(Point) -> Vec<Point>,
    /// The same cell in the unit at the origin.
    reduced: fn(Point) -> Point,
    motions: Vec<fn(Point) -> Point>,
}

impl Points {
    /// All motions: products of those that generate them.
    fn images(&self, shape: &[Point]) -> BTreeSet<Vec<Point>> {
        let (mut all, mut waiting) = (BTreeSet::new(), vec![shape.to_vec()]);
        while let Some(shape) = waiting.pop() {
            if all.insert(shape.clone()) {
                waiting.extend(self.motions.iter().map(|motion| {
                    let mut image: Vec<Point> = shape.iter().map(|&point| motion(point)).collect();
                    image.sort_unstable();
                    image
                }));
            }
        }
        all
    }

    fn canonical(&self, shape: &[Point]) -> Vec<Point> {
        let images = self
            .images(shape)
            .into_iter()
            .flat_map(|image| image.clone().into_iter().map(move |first| (first, image.clone())));
        let moved = images.map(|(first, image)| {
            let to = (self.reduced)(first);
            let step = [0, 1, 2].map(|axis| to[axis] - first[axis]);
            let mut moved: Vec<Point> =
                image.iter().map(|point| [0, 1, 2].map(|axis| point[axis] + step[axis])).collect();
            moved.sort_unstable();
            moved
        });
        moved.min().unwrap()
    }

    fn counts(&self, sizes: usize) -> Vec<usize> {
        let mut shapes: BTreeSet<Vec<Point>> =
            self.singles.iter().map(|&cell| self.canonical(&[cell])).collect();
        let mut counts = vec![shapes.len()];
        while counts.len() < sizes {
            let mut next = BTreeSet::new();
            for shape in &shapes {
                for beside in shape.iter().flat_map(|&cell| (self.neighbours)(cell)) {
                    if !shape.contains(&beside) {
                        let mut larger = shape.clone();
                        larger.push(beside);
                        larger.sort_unstable();
                        next.insert(self.canonical(&larger));
                    }
                }
            }
            shapes = next;
            counts.push(shapes.len());
        }
        counts
    }
}

/// Points near this one, with the square of their distance.
fn near([x, y, z]: Point, reach: i32) -> impl Iterator<Item = (Point, i32)> {
    let range = move || -reach..=reach;
    range().flat_map(move |a| {
        range().flat_map(move |b| range().map(move |c| ([x + a, y + b, z + c], a * a + b * b + c * c)))
    })
}

/// Generators of the 48 motions of the cube.
fn cube() -> Vec<fn(Point) -> Point> {
    vec![|[x, y, z]| [y, x, z], |[x, y, z]| [y, z, x], |[x, y, z]| [-x, y, z]]
}

/// Centers of truncated octahedra have coordinates that are all even or all odd.
#[test]
fn truncated_octahedra_are_as_many_as_points() {
    let points = Points {
        singles: vec![[0; 3]],
        neighbours: |at| {
            let beside = near(at, 2).filter(|&(point, far)| {
                let even = [0, 1, 2].map(|axis| (point[axis] - at[axis]) % 2 == 0);
                (even == [true; 3] && far == 4) || (even == [false; 3] && far == 3)
            });
            beside.map(|(point, _)| point).collect()
        },
        reduced: |_| [0; 3],
        motions: cube(),
    };
    let lattice = honeycomb("truncated octahedron");
    assert_eq!(counts(lattice, lattice.isometries(), 4), points.counts(4));
}

/// Points of 24 to a cube: 0, 1 and 2 away from its middle along the axes, in some order. Neighbours are those
/// that are nearest.
#[test]
fn rhombic_tetrahedra_are_as_many_as_points() {
    fn is_cell(point: Point) -> bool {
        let mut from_middle = point.map(|part| ((part + 2).rem_euclid(5) - 2).abs());
        from_middle.sort_unstable();
        from_middle == [0, 1, 2]
    }
    let points = Points {
        singles: vec![[0, 1, 2]],
        neighbours: |at| {
            let beside = near(at, 1).filter(|&(point, far)| (1..=2).contains(&far) && is_cell(point));
            beside.map(|(point, _)| point).collect()
        },
        reduced: |point| point.map(|part| (part + 2).rem_euclid(5) - 2),
        motions: cube(),
    };
    let lattice = honeycomb("rhombic tetrahedron");
    assert_eq!(counts(lattice, lattice.isometries(), 6), points.counts(6));
}

/// Columns of triangles and of hexagons: neighbours in a layer are those of the plane.
#[test]
fn prisms_are_as_many_as_points() {
    fn beside([x, y, z]: Point, steps: &[(i32, i32)]) -> Vec<Point> {
        let flat = steps.iter().map(|&(a, b)| [x + a, y + b, z]);
        flat.chain([[x, y, z - 1], [x, y, z + 1]]).collect()
    }
    let motions: Vec<fn(Point) -> Point> =
        vec![|[x, y, z]| [-y, x + y, z], |[x, y, z]| [y, x, z], |[x, y, z]| [x, y, -z]];
    let hexagons = Points {
        singles: vec![[0; 3]],
        neighbours: |at| beside(at, &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]),
        reduced: |_| [0; 3],
        motions: motions.clone(),
    };
    // Triangles that point up have their centers at (1, 1) modulo 3, the others at (2, 2).
    let triangles = Points {
        singles: vec![[1, 1, 0]],
        neighbours: |at| match at[0].rem_euclid(3) {
            1 => beside(at, &[(1, 1), (-2, 1), (1, -2)]),
            _ => beside(at, &[(-1, -1), (2, -1), (-1, 2)]),
        },
        reduced: |[x, y, _]| [x.rem_euclid(3), y.rem_euclid(3), 0],
        motions,
    };
    for (name, points) in [("hexagonal prism", hexagons), ("triangular prism", triangles)] {
        let lattice = honeycomb(name);
        assert_eq!(counts(lattice, lattice.isometries(), 5), points.counts(5), "{name}");
    }
}

/// The grid of BurrTools: around each octahedron, whose center has coordinates that are multiples of 6 with an
/// even sum, its eighths at distance 1 along each axis; and a tetrahedron in the middle of each cube.
#[test]
fn eighths_are_as_many_as_points() {
    fn is_tetrahedron(point: Point) -> bool {
        point.iter().all(|part| part.rem_euclid(6) == 3)
    }
    fn is_eighth(point: Point) -> bool {
        let center: i32 = point.iter().map(|part| (part + 3).div_euclid(6)).sum();
        point.iter().all(|part| [1, 5].contains(&part.rem_euclid(6))) && center % 2 == 0
    }
    let points = Points {
        singles: vec![[1; 3], [3; 3]],
        neighbours: |at| {
            let beside = near(at, 2).filter(|&(point, far)| {
                let is_mixed =
                    is_tetrahedron(at) && is_eighth(point) || is_eighth(at) && is_tetrahedron(point);
                far == 4 && is_eighth(at) && is_eighth(point) || far == 12 && is_mixed
            });
            beside.map(|(point, _)| point).collect()
        },
        reduced: |point| {
            let cube = point.map(|part| (part + 3).div_euclid(6));
            let odd = cube.iter().sum::<i32>().rem_euclid(2);
            [0, 1, 2].map(|axis| point[axis] - 6 * cube[axis] + if axis == 0 { 6 * odd } else { 0 })
        },
        motions: cube(),
    };
    let lattice = honeycomb("tetra-octa eighth");
    assert_eq!(counts(lattice, lattice.isometries(), 6), points.counts(6));
}
