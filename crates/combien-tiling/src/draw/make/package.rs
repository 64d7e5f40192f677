//! Pieces on one plate, as 3MF: the format that keeps names and units, which programs for printers prefer.
//!
//! A file is an archive (ZIP) of three texts; they are stored as they are. The format is that of the 3MF
//! Consortium, core specification 1.3; that of archives is PKWARE's APPNOTE.

use std::collections::HashMap;
use std::fmt::Write;

use super::mesh::{Mesh, Vertex};
use super::stl::{StlOptions, meshes};
use super::{MakeError, engraved};
use crate::draw::picture::Part;
use crate::draw::svg::write::Escaped;
use crate::tiling::{Board, Lattice, Shape};

/// The width of a plate, and the distance between pieces on it.
const WIDTH: f64 = 200.0;
const APART: f64 = 5.0;

impl Part {
    /// This piece as it lies best for a printer, near the origin: as low as it can, and then on as many cells as it
    /// can. Only pieces of cubes are turned; plates lie already.
    #[must_use]
    #[doc(hidden)]
    pub fn lying(&self, lattice: &Lattice) -> Part {
        let at_origin = self.at_origin(lattice);
        if lattice != Lattice::cube() {
            return at_origin;
        }
        let turns = lattice.isometries().rotations();
        let turned = turns.elements().iter().map(|&turn| at_origin.cells.image(turn, lattice));
        let badness = |cells: &Shape| {
            let low = cells.cells().iter().map(|cell| cell.z).min().unwrap_or(0);
            let high = cells.cells().iter().map(|cell| cell.z).max().unwrap_or(0);
            let on_plate = cells.cells().iter().filter(|cell| cell.z == low).count();
            (high - low, usize::MAX - on_plate)
        };
        // The first of those that are equally good: as it was drawn, if that is one of them.
        let cells = turned.min_by_key(badness).unwrap_or(at_origin.cells);
        Part { name: self.name.clone(), cells }
    }
}

/// A 3MF file of pieces that lie side by side on a plate, each an object with its name. Lengths are those of
/// [`stl`](super::stl()).
///
/// ```
/// use combien_tiling::draw::{Part, StlOptions, package};
/// use combien_tiling::{Cell, Lattice};
///
/// let cells = [Cell::space(0, 0, 0), Cell::space(0, 0, 1)].into_iter().collect();
/// let file = package(Lattice::cube(), &[Part { name: "tower".into(), cells }], &StlOptions::default())?;
/// assert!(file.starts_with(b"PK"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As those of [`stl`](super::stl()).
pub fn package(lattice: &Lattice, parts: &[Part], options: &StlOptions) -> Result<Vec<u8>, MakeError> {
    packed(lattice, parts, options, None)
}

/// A 3MF file of pieces, and a [tray](super::tray()) for them behind them.
#[doc(hidden)]
pub fn package_in_tray(board: &Board, parts: &[Part], options: &StlOptions) -> Result<Vec<u8>, MakeError> {
    let tray = engraved::tray(board, options.side, options.thickness)?;
    packed(board.lattice(), parts, options, Some(tray))
}

fn packed(
    lattice: &Lattice,
    parts: &[Part],
    options: &StlOptions,
    tray: Option<Mesh>,
) -> Result<Vec<u8>, MakeError> {
    let mut placed: Vec<Mesh> = vec![];
    for part in parts {
        placed.extend(meshes(lattice, &[part.lying(lattice)], options)?);
    }
    if placed.is_empty() {
        return Err(MakeError::NoParts);
    }
    placed.extend(tray);
    let (mut x, mut y, mut deepest) = (0.0, 0.0, 0.0_f64);
    for mesh in &mut placed {
        let [low, high] = frame(mesh);
        let [width, depth] = [high[0] - low[0], high[1] - low[1]];
        if x > 0.0 && x + width > WIDTH {
            (x, y, deepest) = (0.0, y + deepest + APART, 0.0);
        }
        let shift = [x - low[0], y - low[1], -low[2]];
        for vertex in mesh.iter_mut().flatten() {
            *vertex = [vertex[0] + shift[0], vertex[1] + shift[1], vertex[2] + shift[2]];
        }
        (x, deepest) = (x + width + APART, deepest.max(depth));
    }
    let names = parts.iter().map(|part| part.name.as_str()).chain(["tray"]);
    let objects: Vec<(&str, &Mesh)> = names.zip(&placed).collect();
    Ok(archive(&[
        ("[Content_Types].xml", TYPES.to_owned()),
        ("_rels/.rels", RELATIONS.to_owned()),
        ("3D/3dmodel.model", model(&objects)),
    ]))
}

/// The least and the greatest coordinates.
fn frame(mesh: &Mesh) -> [Vertex; 2] {
    let vertices = || mesh.iter().flatten();
    let extreme = |pick: fn(f64, f64) -> f64, from: f64| {
        vertices().fold([from; 3], |a, b| [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])])
    };
    [extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY)]
}

const TYPES: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!-- made by Combien -->
<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>
<Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>
</Types>
";
const RELATIONS: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">
<Relationship Target=\"/3D/3dmodel.model\" Id=\"model\" Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>
</Relationships>
";

fn model(objects: &[(&str, &Mesh)]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" \
        xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n<resources>\n"
        .to_owned();
    for (number, (name, mesh)) in (1..).zip(objects) {
        // Corners that are one have one number, so that the surface is closed for every reader.
        let (mut numbers, mut vertices, mut triangles) = (HashMap::new(), String::new(), String::new());
        for triangle in *mesh {
            let corners = triangle.map(|[x, y, z]| {
                let [x, y, z] = [x, y, z].map(|length| (length * 1e4).round() as i64);
                let next = numbers.len();
                *numbers.entry([x, y, z]).or_insert_with(|| {
                    let [x, y, z] = [x, y, z].map(|length| length as f64 / 1e4);
                    // Writing to a string cannot fail.
                    let _ = writeln!(vertices, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
                    next
                })
            });
            let [a, b, c] = corners;
            // Corners that came together leave no area.
            if a != b && b != c && c != a {
                let _ = writeln!(triangles, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
            }
        }
        let _ = writeln!(
            text,
            "<object id=\"{number}\" type=\"model\" name=\"{}\"><mesh>\n<vertices>\n{vertices}</vertices>\n\
             <triangles>\n{triangles}</triangles>\n</mesh></object>",
            Escaped(name)
        );
    }
    text += "</resources>\n<build>\n";
    for number in 1..=objects.len() {
        let _ = writeln!(text, "<item objectid=\"{number}\"/>");
    }
    text + "</build>\n</model>\n"
}

/// An archive of texts, stored without compression, with the first day that archives know as their date.
fn archive(files: &[(&str, String)]) -> Vec<u8> {
    let (mut bytes, mut directory): (Vec<u8>, Vec<u8>) = (vec![], vec![]);
    for (name, text) in files {
        let (start, size) = (bytes.len() as u32, text.len() as u32);
        let mut head: Vec<u8> = vec![];
        // The version that is needed, no flags, no compression, the time and the date.
        for number in [20_u16, 0, 0, 0, 0x21] {
            head.extend(number.to_le_bytes());
        }
        for number in [checksum(text.as_bytes()), size, size] {
            head.extend(number.to_le_bytes());
        }
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&head);
        bytes.extend(name.as_bytes());
        bytes.extend(text.as_bytes());
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        // No comment, one disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, count) = (bytes.len() as u32, files.len() as u16);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

/// The cyclic redundancy check of archives: CRC-32, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| step(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::Cell;

    fn part(cells: &[(i32, i32, i32)]) -> Part {
        let cells = cells.iter().map(|&(x, y, z)| Cell::space(x, y, z)).collect();
        Part { name: "a & b".into(), cells }
    }

    /// The check value of the algorithm's catalogue.
    #[test]
    fn the_checksum_is_that_of_archives() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn pieces_lie_flat() {
        let height = |part: &Part| part.cells.cells().iter().map(|cell| cell.z).max().unwrap() + 1;
        let tower = part(&[(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 2)]).lying(Lattice::cube());
        assert_eq!(height(&tower), 1);
        // Three cells below and one above, not the other way round.
        let corner = part(&[(0, 0, 1), (0, 0, 0), (1, 0, 1), (0, 1, 1)]).lying(Lattice::cube());
        let below = corner.cells.cells().iter().filter(|cell| cell.z == 0).count();
        assert_eq!((height(&corner), below), (2, 3));
    }

    #[test]
    fn names_are_escaped_and_every_piece_is_built() {
        let file =
            package(Lattice::cube(), &[part(&[(0, 0, 0)]), part(&[(0, 0, 0)])], &StlOptions::default());
        let text = String::from_utf8_lossy(&file.unwrap()).into_owned();
        assert_eq!((text.matches("name=\"a &amp; b\"").count(), text.matches("<item ").count()), (2, 2));
    }
}
