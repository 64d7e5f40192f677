//! Solids for a printer as STL.
//!
//! The binary kind: a fifth of the size, and read by all programs. Numbers in the other kind are decimals, so
//! that points which were one may be read as two.

use super::balls::balls;
use super::engraved;
use super::mesh::{Mesh, Vertex, plate, solid};
use super::{MOST_BALLS, MakeError, check, check_overlaps, inner_radius, length, positive};
use crate::draw::picture::Part;
use crate::tiling::{Board, Lattice};

/// How large solids are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StlOptions {
    /// The side of a cell.
    pub side: f64,
    /// The distance to leave between pieces that touch, so that they fit together: each face is drawn back
    /// by half of it. The thickness of plates stays.
    pub gap: f64,
    /// The thickness of plane pieces. Cubes have their own.
    pub thickness: f64,
}

impl Default for StlOptions {
    fn default() -> StlOptions {
        StlOptions { side: 20.0, gap: 0.2, thickness: 5.0 }
    }
}

/// A binary STL file of pieces, where they are: give one, [at the origin](Part::at_origin), for a file a
/// piece; give all of a picture for the whole puzzle.
///
/// Every piece is a closed surface: each side of a triangle belongs to one other, the other way round. Balls
/// have the side of a cell as their diameter, and necks where those of a piece touch. Where cubes of a
/// piece touch along an edge only, both are drawn back by a thousandth of a side. Without a gap, pieces that
/// touch share faces: then one file for all is no solid.
///
/// ```
/// use combien_tiling::draw::{Part, StlOptions, stl};
/// use combien_tiling::{Cell, Lattice};
///
/// let cells = [Cell::space(0, 0, 0), Cell::space(1, 0, 0)].into_iter().collect();
/// let part = Part { name: "domino".into(), cells };
/// let options = StlOptions { side: 15.0, gap: 0.0, ..StlOptions::default() };
/// let file = stl(Lattice::cube(), &[part], &options)?;
/// // Ten squares are twenty triangles; a header of 84 bytes, then 50 bytes each.
/// assert_eq!(file.len(), 84 + 20 * 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stl(lattice: &Lattice, parts: &[Part], options: &StlOptions) -> Result<Vec<u8>, MakeError> {
    check_overlaps(parts)?;
    Ok(binary(&meshes(lattice, parts, options)?.concat()))
}

/// A binary STL file of a tray for the pieces of a board of squares: a floor of 2 mm, in which the
/// [words](Board::words) of the cells are engraved, and a rim as high as a piece around them and around
/// windows. The hole is 0.1 mm wider than the board at each side.
///
/// # Errors
///
/// If the cells are no squares, if a word has other characters than letters from a to z, digits and `-`, or if
/// a length is none.
#[doc(hidden)]
pub fn tray(board: &Board, options: &StlOptions) -> Result<Vec<u8>, MakeError> {
    Ok(binary(&engraved::tray(board, options.side, options.thickness)?))
}

/// The surface of each piece, where it is.
pub(super) fn meshes(
    lattice: &Lattice,
    parts: &[Part],
    options: &StlOptions,
) -> Result<Vec<Mesh>, MakeError> {
    check(lattice, parts)?;
    let cells = parts.iter().map(|part| part.cells.len()).sum();
    if lattice == Lattice::sphere() && cells > MOST_BALLS {
        return Err(MakeError::TooManyBalls(cells));
    }
    let side = positive(options.side, "side of a cell")?;
    let gap = length(options.gap, "gap")?;
    // Then a quarter of what lies within a cell is all that faces can lose.
    let most = side * inner_radius(lattice) / 2.0;
    if gap >= most {
        return Err(MakeError::GapTooLarge { gap, most });
    }
    let inset = gap / 2.0;
    let mesh_of = |part: &Part| match lattice.dimension() {
        3 if lattice == Lattice::sphere() => Ok(balls(&part.cells, side, inset)),
        3 => Ok(solid(&part.cells, side, inset)),
        _ => Ok(plate(lattice, &part.cells, side, inset, positive(options.thickness, "thickness")?)),
    };
    parts.iter().map(mesh_of).collect()
}

/// A header of 80 bytes, the number of triangles, and each with its normal, its corners and two bytes of
/// nothing.
fn binary(mesh: &Mesh) -> Vec<u8> {
    // It must not begin with `solid`: the other kind of files does.
    let mut file = b"Combien, millimetres".to_vec();
    file.resize(80, b' ');
    file.extend((mesh.len() as u32).to_le_bytes());
    for triangle in mesh {
        for vector in [&[normal(triangle)], &triangle[..]].concat() {
            file.extend(vector.iter().flat_map(|&coordinate| (coordinate as f32).to_le_bytes()));
        }
        file.extend([0, 0]);
    }
    file
}

/// The direction out of the solid, with length 1.
fn normal([a, b, c]: &[Vertex; 3]) -> Vertex {
    let from = |to: &Vertex| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
    let (u, v) = (from(b), from(c));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|c| c * c).sum::<f64>().sqrt();
    // Adding 0 makes -0 0.
    cross.map(|c| if length > 0.0 { c / length + 0.0 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Cell, Pattern, Shape};

    fn part(name: &str, cells: &[(i32, i32, i32)]) -> Part {
        let cells: Shape = cells.iter().map(|&(x, y, z)| Cell::space(x, y, z)).collect();
        Part { name: name.into(), cells }
    }

    #[test]
    fn normals_point_outwards() {
        let options = StlOptions { side: 10.0, gap: 0.0, thickness: 1.0 };
        let file = stl(Lattice::cube(), &[part("o", &[(0, 0, 0)])], &options).unwrap();
        let float = |at: usize| f32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        assert_eq!(u32::from_le_bytes(file[80..84].try_into().unwrap()), 12);
        for triangle in (84..file.len()).step_by(50) {
            let vector = |place: usize| [0, 4, 8].map(|c| float(triangle + 12 * place + c));
            let center = [0, 1, 2].map(|c| (1..4).map(|place| vector(place)[c] - 5.0).sum::<f32>());
            let outwards: f32 = vector(0).iter().zip(center).map(|(n, c)| n * c).sum();
            assert!((outwards - 15.0).abs() < 1e-4);
        }
    }

    #[test]
    fn too_many_balls_are_refused_before_they_are_made() {
        let row = part("row", &(0..=MOST_BALLS as i32).map(|x| (x, 0, 0)).collect::<Vec<_>>());
        let error = stl(Lattice::sphere(), &[row], &StlOptions::default());
        assert_eq!(error, Err(MakeError::TooManyBalls(MOST_BALLS + 1)));
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        let options = StlOptions { side: 10.0, gap: 0.2, thickness: 3.0 };
        let refused = |part: &Part, options: &StlOptions| {
            stl(Lattice::cube(), std::slice::from_ref(part), options).unwrap_err()
        };
        let (edge, one) = (part("v", &[(0, 0, 0), (1, 1, 0)]), part("o", &[(0, 0, 0)]));
        assert_eq!(refused(&edge, &options), MakeError::InBits("v".into()));
        let error = refused(&one, &StlOptions { gap: 2.5, ..options });
        assert_eq!(error, MakeError::GapTooLarge { gap: 2.5, most: 2.5 });
        let error = refused(&one, &StlOptions { side: f64::INFINITY, ..options });
        assert_eq!(error.to_string(), "this is no side of a cell in millimetres");
        let flat = Part { name: "t".into(), cells: Pattern::from_drawing("**").unwrap().shape() };
        let error = stl(Lattice::square(), &[flat], &StlOptions { thickness: 0.0, ..options });
        assert_eq!(error, Err(MakeError::Length("thickness")));
        assert_eq!(
            stl(Lattice::cube(), &[one.clone(), one], &options),
            Err(MakeError::Overlap("o".into(), "o".into()))
        );
    }
}
