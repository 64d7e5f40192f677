//! Arrows on the border of a board that turns pieces over: which sides are one and the same, and which way
//! round.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::edges::{Corner, edges};
use super::svg::write::{Frame, Length, segment};
use crate::tiling::{Board, Cell, Isometry, Motion};

/// A part of the border that is also elsewhere on the border.
pub(super) struct Seam {
    /// Its corners, in the direction of the arrow.
    path: Vec<Corner>,
    /// How many heads the arrow has: as many as that of the same part elsewhere.
    pub(super) heads: usize,
}

/// A motion and the sides that it brings to the border elsewhere, each with its cell on the left.
type Sides = BTreeMap<(Isometry, Cell), BTreeMap<Corner, Corner>>;

/// The parts of the border in this layer that are elsewhere, too. None if the board does not turn over.
pub(super) fn seams(board: &Board, z: i32) -> Vec<Seam> {
    let (wrap, lattice) = (board.wrap(), board.lattice());
    if !wrap.is_twisted() {
        return vec![];
    }
    let cells = board.cells().cells();
    let here: BTreeMap<Cell, Cell> = cells.iter().map(|&cell| (wrap.representative(cell), cell)).collect();
    let mut sides = Sides::new();
    for &cell in cells.iter().filter(|cell| cell.z == z) {
        for beyond in lattice.neighbours(cell) {
            let outer = edges(lattice, beyond);
            let side = edges(lattice, cell).into_iter().find(|&(from, to)| outer.contains(&(to, from)));
            if let (Some((from, to)), Some(&same)) = (side, here.get(&wrap.representative(beyond)))
                && !board.cells().contains(beyond)
            {
                let isometry = wrap.between(beyond, same);
                let shift = same - isometry.apply(beyond);
                sides.entry((isometry, shift)).or_default().insert(from, to);
            }
        }
    }
    let (mut seams, mut heads) = (vec![], 0);
    for (&(isometry, shift), these) in &sides {
        let motion = Motion { isometry, shift };
        let inverse = Motion { isometry: isometry.inverse(), shift: Cell::default() };
        let back = (inverse.isometry, -motion.then(inverse).shift);
        if back < (isometry, shift) {
            continue;
        }
        heads += 1;
        let is_up = chains(these).first().is_none_or(|path| is_rising(path));
        seams.extend(chains(these).into_iter().map(|path| Seam { path: directed(path, is_up), heads }));
        // Seen from the other cell, a side runs the other way, unless it is mirrored.
        let is_same = is_up != isometry.is_rotation();
        let those = sides.get(&back).filter(|_| back != (isometry, shift)).map(chains).unwrap_or_default();
        seams.extend(those.into_iter().map(|path| Seam { path: directed(path, is_same), heads }));
    }
    seams
}

/// The sides one after the other, in parts that do not meet.
fn chains(sides: &BTreeMap<Corner, Corner>) -> Vec<Vec<Corner>> {
    let starts = sides.keys().filter(|&from| !sides.values().any(|to| to == from));
    let chain = |&start: &Corner| {
        let next = std::iter::successors(Some(start), |at| sides.get(at).copied());
        next.take(sides.len() + 1).collect()
    };
    starts.map(chain).collect()
}

/// Does it lead up, or to the right?
fn is_rising(path: &[Corner]) -> bool {
    let key = |corner: Option<&Corner>| corner.map(|&(x, y)| (y, x));
    key(path.last()) > key(path.first())
}

fn directed(mut path: Vec<Corner>, is_forward: bool) -> Vec<Corner> {
    if !is_forward {
        path.reverse();
    }
    path
}

impl Seam {
    /// The side in the middle, or the one before it.
    pub(super) fn middle(&self) -> (Corner, Corner) {
        let at = (self.path.len() - 2) / 2;
        (self.path[at], self.path[at + 1])
    }

    /// Is its number of sides even? Then the middle is at the end of the side in the middle.
    pub(super) fn is_even(&self) -> bool {
        self.path.len() % 2 == 1
    }

    /// A line with arrow heads of this size.
    pub(super) fn write(&self, frame: Frame, size: f64, out: &mut String) -> fmt::Result {
        let (from, to) = self.middle();
        let ((ax, ay), (bx, by)) = (frame.point(from), frame.point(to));
        let length = (bx - ax).hypot(by - ay);
        let (x, y) = ((bx - ax) / length * size, (by - ay) / length * size);
        let part = if self.is_even() { 1.0 } else { 0.5 };
        let (middle_x, middle_y) = (ax + (bx - ax) * part, ay + (by - ay) * part);
        for head in 0..self.heads {
            let ahead = head as f64 - (self.heads - 1) as f64 / 2.0 + 0.5;
            let tip = (middle_x + x * ahead, middle_y + y * ahead);
            for turn in [1.0, -1.0] {
                segment((tip, (tip.0 - x - turn * y, tip.1 - y + turn * x)), out)?;
            }
        }
        Ok(())
    }
}

/// All arrows of a layer as one path.
pub(super) fn write_seams(
    seams: &[Seam],
    frame: Frame,
    (size, line): (f64, f64),
    out: &mut String,
) -> fmt::Result {
    if seams.is_empty() {
        return Ok(());
    }
    write!(out, r##"<path fill="none" stroke="#222222" stroke-width="{}" d=""##, Length(line))?;
    seams.iter().try_for_each(|seam| seam.write(frame, size, out))?;
    writeln!(out, r#""/>"#)
}
