//! What lies on a sheet: pieces with their names, and a tray for them, a frame on a base.

use std::collections::BTreeSet;

use super::offset::{Point, offset};
use crate::draw::edges::{Corner, Touch, edges, outline_of, segments};
use crate::draw::picture::Part;
use crate::draw::svg::labels::fitted;
use crate::draw::svg::write::unit;
use crate::tiling::{Board, Cell, Lattice, Shape};

/// How much wider than the pieces the hole of a frame is, at each side: what makes them go in and out.
pub(super) const PLAY: f64 = 0.1;

/// What is cut in one piece. Coordinates grow to the right and up.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    pub(super) name: String,
    /// Closed paths to be cut.
    pub(super) paths: Vec<Vec<Point>>,
    /// Lines to be engraved.
    pub(super) lines: Vec<(Point, Point)>,
    /// Words to be engraved: the middle of each, and the size of its letters.
    pub(super) words: Vec<(String, Point, f64)>,
}

impl Item {
    /// This with all points moved.
    pub(super) fn placed(&self, place: impl Fn(&Point) -> Point) -> Item {
        Item {
            name: self.name.clone(),
            paths: self.paths.iter().map(|path| path.iter().map(&place).collect()).collect(),
            lines: self.lines.iter().map(|(from, to)| (place(from), place(to))).collect(),
            words: self.words.iter().map(|(word, at, size)| (word.clone(), place(at), *size)).collect(),
        }
    }
}

/// The cells of a lattice in millimetres.
#[derive(Clone, Copy)]
pub(super) struct Ruler<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) side: f64,
}

impl Ruler<'_> {
    fn point(self, (x, y): Corner) -> Point {
        let (across, up) = unit(self.lattice, self.side);
        (f64::from(x) * across, f64::from(y) * up)
    }

    fn corners(self, cell: Cell) -> Vec<Point> {
        self.lattice.corners(cell).into_iter().map(|corner| self.point(corner)).collect()
    }

    /// The closed paths around some cells, their sides moved outwards by a distance.
    pub(super) fn paths(self, cells: &Shape, distance: f64) -> Vec<Vec<Point>> {
        let polygons: Vec<Vec<Corner>> =
            cells.cells().iter().map(|&cell| self.lattice.corners(cell)).collect();
        let outlines = outline_of(&polygons, Touch::Joined);
        let paths =
            outlines.iter().map(|path| path.iter().map(|&corner| self.point(corner)).collect::<Vec<_>>());
        paths.map(|path| offset(&path, distance)).collect()
    }

    fn word(self, word: &str, cell: Cell) -> (String, Point, f64) {
        let (at, size) = fitted(word, &self.corners(cell));
        (word.to_owned(), at, size)
    }

    /// The name of a piece in the cell nearest to its middle. Pieces without a name have none.
    pub(super) fn name(self, part: &Part, name: &str) -> Vec<(String, Point, f64)> {
        let middle = |cell: Cell| {
            let corners = self.corners(cell);
            let (x, y) = corners.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            (x / corners.len() as f64, y / corners.len() as f64)
        };
        let cells = part.cells.cells();
        let sum =
            cells.iter().map(|&cell| middle(cell)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let (x, y) = (sum.0 / cells.len() as f64, sum.1 / cells.len() as f64);
        // Rounded, so that of cells that are equally near the first one is taken.
        let distance = |&cell: &Cell| ((middle(cell).0 - x).hypot(middle(cell).1 - y) * 1e3).round() as i64;
        let nearest = cells.iter().copied().min_by_key(distance);
        nearest.filter(|_| !name.starts_with('#')).map(|cell| self.word(name, cell)).into_iter().collect()
    }

    /// A frame around a board and its windows, and a base below with the lines between cells and their words.
    pub(super) fn tray(self, board: &Board, kerf: f64) -> [Item; 2] {
        let all: Shape = board.reading().into_iter().collect();
        let corners: Vec<Point> = all.cells().iter().flat_map(|&cell| self.corners(cell)).collect();
        let (low, high) = bounds(corners.iter().copied());
        let rim = self.side / 2.0 + kerf / 2.0;
        let outer = vec![
            (low.0 - rim, low.1 - rim),
            (high.0 + rim, low.1 - rim),
            (high.0 + rim, high.1 + rim),
            (low.0 - rim, high.1 + rim),
        ];
        // The tool runs within the hole.
        let hole = self.paths(&all, PLAY - kerf / 2.0);
        let sides = all.cells().iter().flat_map(|&cell| edges(self.lattice, cell));
        let sides: BTreeSet<(Corner, Corner)> =
            sides.map(|(from, to)| (from.min(to), from.max(to))).collect();
        let lines = segments(&sides).into_iter().map(|(from, to)| (self.point(from), self.point(to)));
        let words = board.words().iter().map(|(&cell, word)| self.word(word, cell));
        [
            Item {
                name: "frame".to_owned(),
                paths: std::iter::once(outer.clone()).chain(hole).collect(),
                ..Item::default()
            },
            Item {
                name: "base".to_owned(),
                paths: vec![outer],
                lines: lines.collect(),
                words: words.collect(),
            },
        ]
    }
}

/// The names of pieces without what all of them begin with, up to `_`: of `calendar_L`, `L`.
pub(super) fn short_names(parts: &[Part]) -> Vec<&str> {
    let prefix = parts.first().and_then(|part| Some(part.name.split_once('_')?.0));
    let short = |part: &Part| {
        let (before, name) = part.name.split_once('_')?;
        (Some(before) == prefix && !name.is_empty()).then(|| part.name.len() - name.len())
    };
    let shared: Option<Vec<usize>> = parts.iter().map(short).collect();
    let begin = |number: usize| shared.as_ref().map_or(0, |shared| shared[number]);
    parts.iter().enumerate().map(|(number, part)| &part.name[begin(number)..]).collect()
}

pub(super) fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    points.fold(((f64::MAX, f64::MAX), (f64::MIN, f64::MIN)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}
