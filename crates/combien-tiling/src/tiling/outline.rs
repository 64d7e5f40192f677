//! Boards that have a name: hexagons, triangles, rhombi, pyramids, staircases, Aztec diamonds and
//! checkerboards.
//!
//! ```
//! use combien_tiling::{Lattice, Outline};
//!
//! let flower = Outline::Hexagon([2, 2, 2]).pattern(Lattice::hexagon())?;
//! assert_eq!(flower.to_string(), "**.\n***\n.**\n");
//! let aztec = Outline::Diamond(2).pattern(Lattice::square())?;
//! assert_eq!(aztec.to_string(), ".**.\n****\n****\n.**.\n");
//! # Ok::<(), combien_tiling::PatternError>(())
//! ```

use super::{Cell, Lattice, Mark, Pattern, PatternError, Size};

/// A board by its name and its lengths, which are counted in cells, or in sides of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// A hexagon whose sides have these lengths, from the lowest side counter-clockwise; opposite sides are
    /// equal. Of `Hexagon` or `Triangle` cells: `ab + bc + ca - a - b - c + 1` of
    /// the former, `2 (ab + bc + ca)` of the latter.
    Hexagon([u32; 3]),
    /// A triangle that points up. Of `Hexagon` or `Triangle` cells: `n (n + 1) / 2` or `n^2` of them.
    Triangle(u32),
    /// A parallelogram: its lower side, and the other one, which leans to the right. Of `Hexagon` or
    /// `Triangle` cells: `ab` or `2ab` of them.
    Rhombus(u32, u32),
    /// Steps on all sides: rows of 1, 3, 5, ... squares, or layers of that many cubes in each direction.
    /// `n^2` squares, or `n (4 n^2 - 1) / 3` cubes.
    Pyramid(u32),
    /// Rows of 1, 2, ..., n squares, the longest one below, all beginning at the left.
    Staircase(u32),
    /// The Aztec diamond: `2 n (n + 1)` squares, those within the square of which the corners are n + 1 from
    /// the center.
    Diamond(u32),
    /// A rectangle or a box of these lengths, whose cells have the marks `B`, dark, and `W`, light, by turns;
    /// the first cell is dark.
    Checkerboard([u32; 3]),
}

impl Outline {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Outline::Hexagon(_) => "hexagon",
            Outline::Triangle(_) => "triangle",
            Outline::Rhombus(..) => "rhombus",
            Outline::Pyramid(_) => "pyramid",
            Outline::Staircase(_) => "staircase",
            Outline::Diamond(_) => "diamond",
            Outline::Checkerboard(_) => "checkerboard",
        }
    }

    /// The board of this name with these lengths, as the tiling language has them: `hexagon` has one or
    /// three, `triangle`, `pyramid`, `staircase` and `diamond` one, `rhombus` one or two, `checkerboard`
    /// one or as many as the lattice has dimensions. `None` if there is no such name, or not with
    /// that many lengths.
    ///
    /// ```
    /// use combien_tiling::{Lattice, Outline};
    ///
    /// assert_eq!(Outline::named("rhombus", &[6], Lattice::hexagon()), Some(Outline::Rhombus(6, 6)));
    /// assert_eq!(Outline::named("rhombus", &[6, 6, 6], Lattice::hexagon()), None);
    /// ```
    pub fn named(name: &str, lengths: &[u32], lattice: &Lattice) -> Option<Outline> {
        Some(match (name, lengths) {
            ("hexagon", &[side]) => Outline::Hexagon([side; 3]),
            ("hexagon", &[a, b, c]) => Outline::Hexagon([a, b, c]),
            ("triangle", &[side]) => Outline::Triangle(side),
            ("rhombus", &[side]) => Outline::Rhombus(side, side),
            ("rhombus", &[across, up]) => Outline::Rhombus(across, up),
            ("pyramid", &[steps]) => Outline::Pyramid(steps),
            ("staircase", &[steps]) => Outline::Staircase(steps),
            ("diamond", &[order]) => Outline::Diamond(order),
            ("checkerboard", &[side]) if lattice.dimension() == 3 => Outline::Checkerboard([side; 3]),
            ("checkerboard", &[side]) => Outline::Checkerboard([side, side, 1]),
            ("checkerboard", &[width, height]) if lattice.dimension() == 2 => {
                Outline::Checkerboard([width, height, 1])
            }
            ("checkerboard", &[width, height, depth]) if lattice.dimension() == 3 => {
                Outline::Checkerboard([width, height, depth])
            }
            _ => return None,
        })
    }

    /// Its cells in the least frame, in which triangles that point up stand where they must. An error if the
    /// lattice has no such board, if a length is zero, or if the frame is [too large](super::MOST_CELLS).
    pub fn pattern(self, lattice: &Lattice) -> Result<Pattern, PatternError> {
        // Boards of quarters and kites are boards of squares and hexagons, cut up; those of sticks are the sides of
        // squares, which have no marks.
        let is_of_sides = lattice.is_of_lines() && !matches!(self, Outline::Checkerboard(_));
        if let Some(whole) = lattice.cut_from().or_else(|| is_of_sides.then(Lattice::square)) {
            return match self.pattern(whole) {
                Ok(pattern) if is_of_sides => pattern.sides(),
                Ok(pattern) => pattern.cut_up(lattice),
                Err(PatternError::NoOutline(name, _)) => Err(PatternError::NoOutline(name, lattice.clone())),
                Err(error) => Err(error),
            };
        }
        let is_square = lattice == Lattice::square();
        let (has, lengths) = match self {
            Outline::Hexagon(sides) => (is_of_hexagons_or_triangles(lattice), sides.to_vec()),
            Outline::Triangle(side) => (is_of_hexagons_or_triangles(lattice), vec![side]),
            Outline::Rhombus(across, up) => (is_of_hexagons_or_triangles(lattice), vec![across, up]),
            Outline::Pyramid(side) => (is_square || lattice.dimension() == 3, vec![side]),
            Outline::Staircase(side) | Outline::Diamond(side) => (is_square, vec![side]),
            Outline::Checkerboard(lengths) => {
                let is_flat = is_square && lengths[2] == 1;
                (is_flat || lattice == Lattice::cube(), lengths.to_vec())
            }
        };
        if !has {
            return Err(PatternError::NoOutline(self.name(), lattice.clone()));
        }
        if lengths.contains(&0) {
            return Err(PatternError::EmptyFrame(Size::plane(0, 0)));
        }
        if let Some(&long) = lengths.iter().find(|&&length| u64::from(length) > super::MOST_CELLS) {
            return Err(PatternError::TooLarge(Size::plane(long, long)));
        }
        let is_of_triangles = lattice == Lattice::triangle();
        // Below, no sum of lengths overflows.
        match self {
            Outline::Hexagon([a, b, c]) if is_of_triangles => triangles_in_hexagon(a, b, c),
            Outline::Hexagon([a, b, c]) => within(lattice, [a + c - 1, b + c - 1, 1], |[x, y, _]| {
                (c - 1..=a + b + c - 3).contains(&(x + y))
            }),
            Outline::Triangle(n) if is_of_triangles => stepped(lattice, n),
            Outline::Triangle(n) => within(lattice, [n, n, 1], |[x, y, _]| x + y < n),
            Outline::Rhombus(a, b) if is_of_triangles => {
                within(lattice, [2 * a + b - 1, b, 1], |[x, y, _]| (y..y + 2 * a).contains(&x))
            }
            Outline::Rhombus(a, b) => within(lattice, [a, b, 1], |_| true),
            Outline::Pyramid(n) if lattice == Lattice::sphere() => {
                within(lattice, [n; 3], |[x, y, z]| x < n - z && y < n - z)
            }
            Outline::Pyramid(n) => stepped(lattice, n),
            Outline::Staircase(n) => within(lattice, [n, n, 1], |[x, y, _]| x + y < n),
            Outline::Diamond(n) => within(lattice, [2 * n, 2 * n, 1], |[x, y, _]| {
                (2 * x + 1).abs_diff(2 * n) + (2 * y + 1).abs_diff(2 * n) <= 2 * n
            }),
            Outline::Checkerboard([width, height, depth]) => {
                let mark = |Cell { x, y, z }| Mark::Named(if (x + y + z) % 2 == 0 { 'B' } else { 'W' });
                Pattern::from_condition(lattice, Size { width, height, depth }, mark)
            }
        }
    }
}

fn is_of_hexagons_or_triangles(lattice: &Lattice) -> bool {
    lattice == Lattice::hexagon() || lattice == Lattice::triangle()
}

/// The positions of a frame that satisfy a condition.
fn within(
    lattice: &Lattice,
    [width, height, depth]: [u32; 3],
    holds: impl Fn([u32; 3]) -> bool,
) -> Result<Pattern, PatternError> {
    Pattern::from_condition(lattice, Size { width, height, depth }, |Cell { x, y, z }| {
        Mark::of(holds([x, y, z].map(i32::unsigned_abs)))
    })
}

/// n steps, each a cell further in on both sides. Triangles point up and down by turns, so that the same
/// positions make a triangle.
fn stepped(lattice: &Lattice, n: u32) -> Result<Pattern, PatternError> {
    let wide = 2 * n - 1;
    if lattice.dimension() == 3 {
        return within(lattice, [wide, wide, n], |[x, y, z]| {
            [x, y].iter().all(|at| (z..wide - z).contains(at))
        });
    }
    within(lattice, [wide, n, 1], |[x, y, _]| (y..wide - y).contains(&x))
}

/// The lower c rows widen at the left, the lower b rows at the right. The leftmost triangle of the lowest row
/// points down.
fn triangles_in_hexagon(a: u32, b: u32, c: u32) -> Result<Pattern, PatternError> {
    // A triangle points up if the sum of its column and row is even.
    let offset = c % 2;
    within(Lattice::triangle(), [c + 2 * a + b - 1 + offset, b + c, 1], |[x, y, _]| {
        let first = if y < c { c - 1 - y } else { y - c };
        let last = if y < b { c + 2 * a + y - 1 } else { c + 2 * a + 2 * b - y - 2 };
        (first + offset..=last + offset).contains(&x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Piece, Quantity, Tiling};
    use combien::solve::count;

    fn cells(outline: Outline, lattice: &Lattice) -> u32 {
        outline.pattern(lattice).unwrap().shape().len() as u32
    }

    /// Connected, in the least frame, and of as many cells as the formulas say.
    #[test]
    fn outlines_have_the_cells_of_their_formulas() {
        for n in 1..6 {
            assert_eq!(cells(Outline::Triangle(n), Lattice::hexagon()), n * (n + 1) / 2);
            assert_eq!(cells(Outline::Triangle(n), Lattice::triangle()), n * n);
            assert_eq!(cells(Outline::Pyramid(n), Lattice::square()), n * n);
            assert_eq!(cells(Outline::Pyramid(n), Lattice::cube()), n * (4 * n * n - 1) / 3);
            assert_eq!(cells(Outline::Pyramid(n), Lattice::sphere()), n * (n + 1) * (2 * n + 1) / 6);
            assert_eq!(cells(Outline::Diamond(n), Lattice::quarter()), 8 * n * (n + 1));
            assert_eq!(cells(Outline::Hexagon([n; 3]), Lattice::kite()), 6 * (3 * n * (n - 1) + 1));
            assert_eq!(cells(Outline::Staircase(n), Lattice::square()), n * (n + 1) / 2);
            assert_eq!(cells(Outline::Diamond(n), Lattice::square()), 2 * n * (n + 1));
            // Half of the sides of all squares, and of the border.
            assert_eq!(cells(Outline::Diamond(n), Lattice::stick()), 4 * n * (n + 1) + 4 * n);
            assert_eq!(cells(Outline::Staircase(n), Lattice::stick()), n * (n + 1) + 2 * n);
            assert_eq!(cells(Outline::Pyramid(n), Lattice::stick()), 2 * n * n + 3 * n - 1);
            for b in 1..5 {
                assert_eq!(cells(Outline::Rhombus(n, b), Lattice::hexagon()), n * b);
                assert_eq!(cells(Outline::Rhombus(n, b), Lattice::triangle()), 2 * n * b);
                for c in 1..5 {
                    let (pairs, sum) = (n * b + b * c + c * n, n + b + c);
                    let hexagon = Outline::Hexagon([n, b, c]);
                    assert_eq!(cells(hexagon, Lattice::hexagon()), pairs + 1 - sum);
                    assert_eq!(cells(hexagon, Lattice::triangle()), 2 * pairs);
                }
            }
        }
    }

    /// Each outline has the symmetries of its name, about some center: a wrong corner would break one.
    #[test]
    fn outlines_are_as_symmetric_as_their_names() {
        let order = |outline: Outline, lattice: &Lattice| {
            let shape = outline.pattern(lattice).unwrap().shape();
            lattice.isometries().stabilizer(&shape, lattice).order()
        };
        for n in 2..6 {
            for lattice in [Lattice::hexagon(), Lattice::triangle()] {
                assert_eq!(order(Outline::Hexagon([n, n, n]), lattice), 12);
                assert_eq!(order(Outline::Hexagon([n, n, n + 1]), lattice), 4);
                assert_eq!(order(Outline::Hexagon([n, n + 1, n + 2]), lattice), 2);
                assert_eq!(order(Outline::Triangle(n), lattice), 6);
                assert_eq!(order(Outline::Rhombus(n, n), lattice), 4);
                assert_eq!(order(Outline::Rhombus(n, n + 1), lattice), 2);
            }
            assert_eq!(order(Outline::Pyramid(n), Lattice::square()), 2);
            assert_eq!(order(Outline::Pyramid(n), Lattice::cube()), 8);
            assert_eq!(order(Outline::Pyramid(n), Lattice::sphere()), 8);
            assert_eq!(order(Outline::Diamond(n), Lattice::quarter()), 8);
            assert_eq!(order(Outline::Hexagon([n; 3]), Lattice::kite()), 12);
            assert_eq!(order(Outline::Staircase(n), Lattice::square()), 2);
            assert_eq!(order(Outline::Diamond(n), Lattice::square()), 8);
            assert_eq!(order(Outline::Diamond(n), Lattice::stick()), 8);
        }
    }

    /// MacMahon's formula for plane partitions in a box, for boxes whose three sides differ.
    #[test]
    fn lozenges_tile_hexagons_of_any_sides() {
        for [a, b, c] in [[1, 1, 1], [1, 2, 3], [3, 2, 1], [2, 3, 4], [4, 2, 3], [3, 3, 3]] {
            let (mut over, mut under) = (1u64, 1u64);
            for (i, j, k) in (1..=a).flat_map(|i| (1..=b).flat_map(move |j| (1..=c).map(move |k| (i, j, k))))
            {
                over *= u64::from(i + j + k - 1);
                under *= u64::from(i + j + k - 2);
                let divisor = gcd(over, under);
                (over, under) = (over / divisor, under / divisor);
            }
            let board = Board::of(&Outline::Hexagon([a, b, c]).pattern(Lattice::triangle()).unwrap());
            let lozenge = Pattern::drawn(Lattice::triangle(), "**").unwrap().shape();
            let piece = Piece::new(lozenge, Quantity::ANY, Lattice::triangle().isometries());
            let problem = Tiling::new(board, vec![piece]).unwrap().encode().unwrap().problem;
            assert_eq!(count(&problem).unwrap().to_u64(), Some(over / under), "{a} {b} {c}");
        }
    }

    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    #[test]
    fn impossible_outlines_are_refused() {
        let error = |outline: Outline, lattice| outline.pattern(lattice).unwrap_err();
        assert_eq!(
            error(Outline::Hexagon([2, 2, 2]), Lattice::square()).to_string(),
            "there is no hexagon of squares"
        );
        assert_eq!(
            error(Outline::Diamond(2), Lattice::cube()),
            PatternError::NoOutline("diamond", Lattice::cube().clone())
        );
        for outline in [Outline::Hexagon([2; 3]), Outline::Checkerboard([2, 2, 1])] {
            let refused = PatternError::NoOutline(outline.name(), Lattice::stick().clone());
            assert_eq!(error(outline, Lattice::stick()), refused);
        }
        assert!(matches!(error(Outline::Pyramid(0), Lattice::cube()), PatternError::EmptyFrame(_)));
        for side in [1 << 20, u32::MAX] {
            assert!(matches!(error(Outline::Diamond(side), Lattice::square()), PatternError::TooLarge(_)));
        }
    }
}
