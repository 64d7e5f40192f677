//! Corners moved outwards or inwards so that each side stays parallel to itself, at a distance: the mitre.

/// A point of the plane: to the right, and up.
pub(super) type Point = (f64, f64);

/// Where a corner goes if the sides that lead to it and from it move to their right by a distance. Around
/// cells on the left that is outwards.
///
/// The sides' normals n and m have length 1; the corner moves by d (n + m) / (1 + n m). Sides never turn back
/// on themselves, so the divisor is not 0; at the sharpest corner of triangles it is 1/2.
pub(super) fn mitre(before: Point, corner: Point, after: Point, distance: f64) -> Point {
    let (n, m) = (normal(before, corner), normal(corner, after));
    let factor = distance / (1.0 + n.0 * m.0 + n.1 * m.1);
    (corner.0 + factor * (n.0 + m.0), corner.1 + factor * (n.1 + m.1))
}

/// A closed path all of whose sides move to their right by a distance.
pub(super) fn offset(path: &[Point], distance: f64) -> Vec<Point> {
    let around = |place: usize| {
        let (before, after) = (path[(place + path.len() - 1) % path.len()], path[(place + 1) % path.len()]);
        mitre(before, path[place], after, distance)
    };
    (0..path.len()).map(around).collect()
}

/// The direction to the right of a side, with length 1.
fn normal(from: Point, to: Point) -> Point {
    let (across, up) = (to.0 - from.0, to.1 - from.1);
    let length = (across * across + up * up).sqrt();
    (up / length, -across / length)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The area within a closed path, negative if it runs clockwise.
    pub(in crate::draw::make) fn area(path: &[Point]) -> f64 {
        let next = path.iter().cycle().skip(1);
        path.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>() / 2.0
    }

    #[test]
    fn a_square_grows_on_all_sides() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        assert_eq!(offset(&square, 0.25), [(-0.25, -0.25), (1.25, -0.25), (1.25, 1.25), (-0.25, 1.25)]);
    }

    /// A triangle with side a has inner radius a / (2 root 3), and that grows by the distance.
    #[test]
    fn a_triangle_stays_a_triangle() {
        let triangle = [(0.0, 0.0), (2.0, 0.0), (1.0, 3f64.sqrt())];
        let side = 2.0 + 2.0 * 3f64.sqrt() * 0.1;
        let expected = 3f64.sqrt() / 4.0 * side * side;
        assert!((area(&offset(&triangle, 0.1)) - expected).abs() < 1e-12);
    }
}
