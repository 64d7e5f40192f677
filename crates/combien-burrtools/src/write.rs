//! Writes a tiling as a puzzle.

use std::fmt::Write as _;

use combien::diagnostic::counted;
use combien_tiling::{Cell, Lattice, Shape, Tiling};

use crate::spheres::{turned_by_a_sixth, voxel_of};
use crate::{BRICKS, PRISMS, SPHERES};

/// What a puzzle of BurrTools does not tell of a tiling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Pieces that may not lie in all ways in which a solid piece can be turned, or that may be mirrored in
    /// space too.
    pub turns: usize,
    /// Pieces that cost something.
    pub costs: usize,
    /// Pieces with a color to draw them in.
    pub colors: usize,
}

impl Loss {
    /// A sentence for each property that is lost.
    pub fn sentences(&self) -> Vec<String> {
        let mut lost = vec![];
        if self.turns > 0 {
            let are = if self.turns == 1 { "is" } else { "are" };
            lost.push(format!(
                "{} {are} to be turned in other ways here: BurrTools turns all pieces in space, and mirrors none",
                counted(self.turns, "piece")
            ));
        }
        if self.costs > 0 {
            lost.push(format!(
                "the costs of {} are left out: BurrTools has none",
                counted(self.costs, "piece")
            ));
        }
        if self.colors > 0 {
            lost.push(format!(
                "the colors of {} are left out: there, colors say where pieces may lie",
                counted(self.colors, "piece")
            ));
        }
        lost
    }
}

/// A tiling as the XML of a puzzle with one problem of this name, and what is lost. The error says why it
/// cannot be written.
pub fn written(name: &str, tiling: &Tiling) -> Result<(String, Loss), String> {
    let lattice = tiling.lattice();
    let grids = [
        (Lattice::square(), BRICKS),
        (Lattice::cube(), BRICKS),
        (Lattice::triangle(), PRISMS),
        (Lattice::sphere(), SPHERES),
    ];
    let Some((_, grid)) = grids.into_iter().find(|(known, _)| *known == lattice) else {
        return Err(format!("BurrTools has no grid of {lattice}s"));
    };
    let all = lattice.isometries();
    let group = if lattice.dimension() == 2 { all } else { all.rotations() };
    if !tiling.board().wrap().is_none() {
        return Err("a board that closes on itself is no shape of BurrTools".to_owned());
    }
    if tiling.has_clues() || tiling.has_regions() {
        return Err("a problem that has clues is no puzzle of BurrTools".to_owned());
    }
    if tiling.pieces().iter().any(|piece| !piece.labels.is_empty()) {
        return Err("a puzzle of BurrTools has no marked cells and no colored sides".to_owned());
    }
    if tiling.predicate().is_some() {
        return Err("a puzzle of BurrTools has no `where`".to_owned());
    }
    let board = tiling.board();
    let mut shapes = String::new();
    // The board may be moved, and the cells that may stay empty move with it.
    let moved = board.cells().at_origin(lattice);
    let is_optional: Vec<bool> =
        board.cells().cells().iter().map(|&cell| board.optional().contains(cell)).collect();
    shapes.push_str(&voxels(lattice, &moved, &is_optional, name)?);
    let mut parts = String::new();
    let mut loss = Loss::default();
    for (number, piece) in tiling.pieces().iter().enumerate() {
        let shape = piece.shape.at_origin(lattice);
        shapes.push_str(&voxels(lattice, &shape, &[], &tiling.piece_name(number))?);
        let of_orbit = |orbit: Vec<(_, Shape)>| {
            let mut shapes: Vec<Shape> = orbit.into_iter().map(|(_, shape)| shape).collect();
            shapes.sort_unstable();
            shapes
        };
        let turns_further =
            lattice == Lattice::sphere() && turned_by_a_sixth(piece.shape.cells(), &group).is_some();
        loss.turns += usize::from(
            turns_further
                || of_orbit(piece.orientations(lattice)) != of_orbit(group.orbit(&piece.shape, lattice)),
        );
        loss.costs += usize::from(piece.cost.units() != 0);
        loss.colors += usize::from(piece.color.is_some());
        // A piece without a limit is used as often as it has room.
        let room = (board.cells().len() / piece.shape.len()) as u32;
        let (lo, hi) = (piece.quantity.lo, piece.quantity.hi.unwrap_or(room.max(piece.quantity.lo)));
        let quantity =
            if lo == hi { format!("count=\"{lo}\"") } else { format!("min=\"{lo}\" max=\"{hi}\"") };
        let group = |&(group, count): &(u32, u32)| format!("<group group=\"{group}\" count=\"{count}\"/>");
        let groups: String = piece.groups.iter().map(group).collect();
        let end = if groups.is_empty() { "/>".to_owned() } else { format!(">{groups}</shape>") };
        let _ = writeln!(parts, "    <shape id=\"{}\" {quantity}{end}", number + 1);
    }
    let text = format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/>\n<colors/>\n<shapes>\n{shapes}</shapes>\n\
         <problems>\n  <problem name=\"{}\" state=\"0\">\n   <shapes>\n{parts}   </shapes>\n   <result id=\"0\"/>\n   <bitmap/>\n  \
         </problem>\n</problems>\n<comment/>\n</puzzle>\n",
        escaped(name)
    );
    Ok((text, loss))
}

/// The most voxels of a shape: as many as a pattern may have cells.
const MOST_VOXELS: u64 = combien_tiling::MOST_CELLS;

/// A shape with its frame. The cells of an optional place are variable.
fn voxels(lattice: &Lattice, shape: &Shape, is_optional: &[bool], name: &str) -> Result<String, String> {
    let positions: Vec<Cell> = match lattice.dimension() {
        3 if lattice == Lattice::sphere() => {
            at_the_corner(shape.cells().iter().map(|&cell| voxel_of(cell)).collect())
        }
        _ => shape.cells().iter().map(|&cell| lattice.position(cell)).collect(),
    };
    let far = positions.iter().fold(Cell { x: 0, y: 0, z: 0 }, |far, position| Cell {
        x: far.x.max(position.x),
        y: far.y.max(position.y),
        z: far.z.max(position.z),
    });
    let [x, y, z] = [far.x, far.y, far.z].map(|length| length as u64 + 1);
    if x.saturating_mul(y).saturating_mul(z) > MOST_VOXELS {
        return Err(format!("a shape of {x} by {y} by {z} voxels is too large"));
    }
    let mut marks = vec![b'_'; (x * y * z) as usize];
    for (place, position) in positions.iter().enumerate() {
        let index = position.x as u64 + x * (position.y as u64 + y * position.z as u64);
        marks[index as usize] = if is_optional.get(place) == Some(&true) { b'+' } else { b'#' };
    }
    let marks = String::from_utf8_lossy(&marks);
    Ok(format!(
        "  <voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" name=\"{}\" type=\"0\">{marks}</voxel>\n",
        escaped(name)
    ))
}

/// Spheres moved to the corner of their frame; the sums of their coordinates stay even.
fn at_the_corner(spheres: Vec<Cell>) -> Vec<Cell> {
    let least = |part: fn(&Cell) -> i32| spheres.iter().map(part).min().unwrap_or_default();
    let (x, y, z) = (least(|cell| cell.x), least(|cell| cell.y), least(|cell| cell.z));
    let step = Cell::space(x - (x + y + z).rem_euclid(2), y, z);
    spheres.into_iter().map(|sphere| sphere - step).collect()
}

/// A text as the value of an attribute. XML has no control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}
