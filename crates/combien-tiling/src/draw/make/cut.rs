//! Sheets for a laser or a knife: hairlines in millimetres, each cut once.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::offset::{Point, offset};
use super::{MakeError, check, check_overlaps, inner_radius, length, positive};
use crate::draw::edges::{Corner, Touch, edges, outline_of, segments};
use crate::draw::picture::Part;
use crate::draw::svg::write::{Escaped, Frame, Length, closed, segment, unit};
use crate::tiling::Lattice;

/// The color of lines; programs for cutters take pure red for a cut.
const RED: &str = "#ff0000";

/// How a sheet is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutOptions {
    /// The side of a cell.
    pub side: f64,
    /// How the pieces lie on the sheet.
    pub layout: Layout,
    /// The width of drawn lines. It does not change the cut, but many programs for cutters treat only
    /// hairlines as cuts, which are hard to see on a screen.
    pub line: f64,
}

/// How pieces lie on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// Side by side, in rows: each is one closed path, its holes included, and comes out at its true size.
    Apart {
        /// The width that the tool removes. Paths run half of it outside the pieces.
        kerf: f64,
        /// The distance between paths, and from the sheet's edges.
        margin: f64,
        /// The width of the sheet. Its height is what is needed.
        width: f64,
    },
    /// As they lie in the picture, each shared side cut once. So a cut removes half of the kerf from each
    /// piece, which makes all of them equally loose.
    Assembled {
        /// The distance from the sheet's edges.
        margin: f64,
    },
}

impl Default for CutOptions {
    fn default() -> CutOptions {
        CutOptions { side: 20.0, layout: Layout::Apart { kerf: 0.0, margin: 3.0, width: 300.0 }, line: 0.025 }
    }
}

/// A sheet from which pieces are cut, as an SVG document in millimetres.
///
/// Where two cells of a piece touch at a corner only, the path goes around both of them.
///
/// ```
/// use combien_tiling::draw::{CutOptions, Layout, MakeError, Part, cut};
/// use combien_tiling::{Lattice, Pattern};
///
/// let cells = Pattern::from_drawing("**$*.")?.shape();
/// let part = Part { name: "L".into(), cells };
/// let layout = Layout::Apart { kerf: 0.2, margin: 5.0, width: 100.0 };
/// let sheet = cut(Lattice::square(), &[part.clone()], &CutOptions { side: 10.0, layout, ..CutOptions::default() })?;
/// assert!(sheet.contains(r#"d="M5 25.2L15.2 25.2L15.2 15.2L25.2 15.2L25.2 5L5 5Z""#), "{sheet}");
///
/// let layout = Layout::Apart { kerf: 6.0, margin: 5.0, width: 100.0 };
/// let refused = cut(Lattice::square(), &[part], &CutOptions { side: 10.0, layout, ..CutOptions::default() });
/// assert_eq!(refused, Err(MakeError::KerfTooLarge { kerf: 6.0, most: 5.0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cut(lattice: &Lattice, parts: &[Part], options: &CutOptions) -> Result<String, MakeError> {
    if lattice.dimension() == 3 {
        return Err(MakeError::Solid);
    }
    check(lattice, parts)?;
    let side = positive(options.side, "side of a cell")?;
    let line = positive(options.line, "width of a line")?;
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = match options.layout {
        Layout::Apart { kerf, margin, width } => {
            let sheet = apart(lattice, parts, side, (kerf, margin, width))?;
            write_start(sheet.size, line, &mut document)
                .and_then(|()| write_apart(parts, &sheet, &mut document))
        }
        Layout::Assembled { margin } => {
            check_overlaps(parts)?;
            let sheet = Assembled::new(lattice, parts, side, length(margin, "margin")?);
            write_start(sheet.size, line, &mut document).and_then(|()| sheet.write(&mut document))
        }
    };
    Ok(document)
}

/// A sheet with the paths of each piece on it; y grows downwards.
struct Sheet {
    size: (f64, f64),
    pieces: Vec<Vec<Vec<Point>>>,
}

fn apart(
    lattice: &Lattice,
    parts: &[Part],
    side: f64,
    (kerf, margin, width): (f64, f64, f64),
) -> Result<Sheet, MakeError> {
    let (kerf, margin) = (length(kerf, "kerf")?, length(margin, "margin")?);
    let width = positive(width, "width of a sheet")?;
    // Then paths around different corners of a piece do not meet: at the sharpest corner of triangles, that
    // of 60 degrees, the path is a kerf away from the corner, and two such corners are a side apart.
    let most = inner_radius(lattice) * side;
    if kerf >= most {
        return Err(MakeError::KerfTooLarge { kerf, most });
    }
    let mut sheet = Sheet { size: (width, 0.0), pieces: vec![] };
    let (mut left, mut top, mut bottom) = (margin, margin, margin);
    for part in parts {
        let paths = paths(lattice, part, side, kerf / 2.0);
        let (low, high) = bounds(paths.iter().flatten().copied());
        let (across, down) = (high.0 - low.0, high.1 - low.1);
        if across + 2.0 * margin > width {
            return Err(MakeError::SheetTooNarrow { width, needed: across + 2.0 * margin });
        }
        if left > margin && left + across + margin > width {
            (left, top) = (margin, bottom + margin);
        }
        let place = |&(x, y): &Point| (left + x - low.0, top + high.1 - y);
        sheet.pieces.push(paths.iter().map(|path| path.iter().map(place).collect()).collect());
        left += across + margin;
        bottom = bottom.max(top + down);
    }
    sheet.size.1 = bottom + margin;
    Ok(sheet)
}

/// The closed paths around a piece, its sides moved outwards by a distance; y grows upwards.
fn paths(lattice: &Lattice, part: &Part, side: f64, distance: f64) -> Vec<Vec<Point>> {
    let polygons: Vec<Vec<Corner>> = part.cells.cells().iter().map(|&cell| lattice.corners(cell)).collect();
    let (across, up) = unit(lattice, side);
    let point = |&(x, y): &Corner| (f64::from(x) * across, f64::from(y) * up);
    let outlines = outline_of(&polygons, Touch::Joined);
    let paths = outlines.iter().map(|path| path.iter().map(point).collect::<Vec<Point>>());
    paths.map(|path| offset(&path, distance)).collect()
}

fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    points.fold(((f64::MAX, f64::MAX), (f64::MIN, f64::MIN)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}

fn write_start((width, height): (f64, f64), line: f64, out: &mut String) -> fmt::Result {
    let (width, height, line) = (Length(width), Length(height), Length(line));
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">"#
    )?;
    writeln!(out, r#"<g fill="none" stroke="{RED}" stroke-width="{line}">"#)
}

fn write_apart(parts: &[Part], sheet: &Sheet, out: &mut String) -> fmt::Result {
    for (part, paths) in parts.iter().zip(&sheet.pieces) {
        out.push_str(r#"<path d=""#);
        for path in paths {
            closed(path.iter().copied(), out)?;
        }
        writeln!(out, r#""><title>{}</title></path>"#, Escaped(&part.name))?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// The sides of pieces, each once, in straight segments; y grows downwards.
struct Assembled {
    size: (f64, f64),
    cuts: Vec<(Point, Point)>,
}

impl Assembled {
    fn new(lattice: &Lattice, parts: &[Part], side: f64, margin: f64) -> Assembled {
        let mut cuts: BTreeSet<(Corner, Corner)> = BTreeSet::new();
        for part in parts {
            let sides: BTreeSet<(Corner, Corner)> =
                part.cells.cells().iter().flat_map(|&cell| edges(lattice, cell)).collect();
            let outer = sides.iter().filter(|&&(from, to)| !sides.contains(&(to, from)));
            cuts.extend(outer.map(|&(from, to)| (from.min(to), from.max(to))));
        }
        let corners = cuts.iter().flat_map(|&(from, to)| [from, to]);
        let frame = Frame::around(corners, unit(lattice, side)).at((margin, margin));
        let place = |(from, to): (Corner, Corner)| (frame.point(from), frame.point(to));
        let size = (frame.size.0 + 2.0 * margin, frame.size.1 + 2.0 * margin);
        Assembled { size, cuts: segments(&cuts).into_iter().map(place).collect() }
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        out.push_str(r#"<path d=""#);
        self.cuts.iter().try_for_each(|&cut| segment(cut, out))?;
        writeln!(out, "\"/>\n</g>\n</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::super::offset::tests::area;
    use super::*;
    use crate::tiling::{Pattern, Shape};

    fn plane() -> [&'static Lattice; 3] {
        [Lattice::square(), Lattice::hexagon(), Lattice::triangle()]
    }

    fn part(lattice: &Lattice, drawing: &str) -> Part {
        Part { name: "p".into(), cells: Pattern::drawn(lattice, drawing).unwrap().shape() }
    }

    /// All connected pieces within a frame of 3 x 3.
    fn small_parts(lattice: &Lattice) -> Vec<Part> {
        let shape = |number: usize| -> Shape {
            let on = (0..9).filter(|place| number >> place & 1 == 1);
            on.map(|place| lattice.at(crate::tiling::Cell::plane(place % 3, place / 3))).collect()
        };
        let parts = (1..512).map(|number| Part { name: number.to_string(), cells: shape(number) });
        parts.filter(|part| part.check(lattice).is_ok()).collect()
    }

    /// By Steiner's formula, with the tangent of half the turn at each corner: a second way to the area.
    fn grown_area(path: &[Point], distance: f64) -> f64 {
        let place = |i: usize| path[i % path.len()];
        let (mut perimeter, mut turns) = (0.0, 0.0);
        for i in 0..path.len() {
            let (a, b, c) = (place(i), place(i + 1), place(i + 2));
            let (u, v) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
            perimeter += u.0.hypot(u.1);
            turns += ((u.0 * v.1 - u.1 * v.0).atan2(u.0 * v.0 + u.1 * v.1) / 2.0).tan();
        }
        area(path) + distance * perimeter + distance * distance * turns
    }

    fn crosses((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
        let side = |a: Point, b: Point, p: Point| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
        let apart = |one: f64, other: f64| one * other < -1e-9;
        apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))
    }

    fn sides(paths: &[Vec<Point>]) -> Vec<(Point, Point)> {
        let closed = |path: &Vec<Point>| -> Vec<(Point, Point)> {
            path.iter().copied().zip(path.iter().copied().cycle().skip(1)).collect()
        };
        paths.iter().flat_map(closed).collect()
    }

    /// With the largest kerf allowed no path crosses itself or another, and areas are as they should be.
    #[test]
    fn paths_grow_and_stay_apart() {
        for lattice in plane() {
            let kerf = 10.0 * inner_radius(lattice) * 0.999;
            for part in small_parts(lattice) {
                let (thin, wide) =
                    (paths(lattice, &part, 10.0, 0.0), paths(lattice, &part, 10.0, kerf / 2.0));
                for (thin, wide) in thin.iter().zip(&wide) {
                    let (found, expected) = (area(wide), grown_area(thin, kerf / 2.0));
                    assert!((found - expected).abs() < 1e-6, "{lattice} {}", part.name);
                    assert!(found * area(thin) > 0.0, "{lattice} {}: a path turned over", part.name);
                }
                let sides = sides(&wide);
                for (place, &one) in sides.iter().enumerate() {
                    let clash = sides[..place].iter().find(|&&other| crosses(one, other));
                    assert!(clash.is_none(), "{lattice} {}: {one:?} {clash:?}", part.name);
                }
            }
        }
    }

    #[test]
    fn pieces_lie_apart_on_the_sheet() {
        for lattice in plane() {
            let parts = small_parts(lattice);
            let sheet = apart(lattice, &parts[..60], 10.0, (0.5, 2.0, 120.0)).unwrap();
            let boxes: Vec<_> =
                sheet.pieces.iter().map(|paths| bounds(paths.iter().flatten().copied())).collect();
            for (place, &(low, high)) in boxes.iter().enumerate() {
                assert!(low.0 > 1.999 && low.1 > 1.999 && high.0 < 118.001 && high.1 < sheet.size.1 - 1.999);
                for (other_low, other_high) in &boxes[..place] {
                    let gaps = [
                        low.0 - other_high.0,
                        other_low.0 - high.0,
                        low.1 - other_high.1,
                        other_low.1 - high.1,
                    ];
                    assert!(gaps.into_iter().any(|gap| gap > 1.999), "{lattice}");
                }
            }
        }
    }

    #[test]
    fn a_hole_is_part_of_its_path() {
        let sheet = cut(Lattice::square(), &[part(Lattice::square(), "***$*.*$***")], &CutOptions::default())
            .unwrap();
        assert_eq!((sheet.matches("<path").count(), sheet.matches('M').count()), (1, 2));
        assert!(sheet.contains(r#"width="300mm" height="66mm" viewBox="0 0 300 66""#), "{sheet}");
    }

    #[test]
    fn shared_sides_are_cut_once() {
        let two = [part(Lattice::square(), "**"), part(Lattice::square(), "..*")];
        let layout = Layout::Assembled { margin: 1.0 };
        let options = CutOptions { side: 10.0, layout, line: 0.1 };
        let sheet = cut(Lattice::square(), &two, &options).unwrap();
        // Top, bottom, both ends and one in between.
        assert_eq!(sheet.matches('M').count(), 5);
        let twice = [two[0].clone(), part(Lattice::square(), "*")];
        let error = cut(Lattice::square(), &twice, &options).unwrap_err();
        assert_eq!(error, MakeError::Overlap("p".into(), "p".into()));
    }

    #[test]
    fn what_cannot_be_cut_is_refused() {
        let refused = |drawing: &str, side: f64, kerf: f64, width: f64| {
            let layout = Layout::Apart { kerf, margin: 1.0, width };
            let options = CutOptions { side, layout, line: 0.1 };
            cut(Lattice::square(), &[part(Lattice::square(), drawing)], &options).unwrap_err()
        };
        assert_eq!(refused("*.$.*", 10.0, 0.0, 100.0), MakeError::InBits("p".into()));
        assert_eq!(refused("*", f64::NAN, 0.0, 100.0), MakeError::Length("side of a cell"));
        assert_eq!(refused("*", -1.0, 0.0, 100.0), MakeError::Length("side of a cell"));
        assert_eq!(refused("*", 10.0, -0.1, 100.0), MakeError::Length("kerf"));
        assert_eq!(refused("*", 10.0, 5.0, 100.0), MakeError::KerfTooLarge { kerf: 5.0, most: 5.0 });
        assert_eq!(refused("***", 10.0, 0.0, 30.0), MakeError::SheetTooNarrow { width: 30.0, needed: 32.0 });
        let cut_nothing = |parts: &[Part], lattice| cut(lattice, parts, &CutOptions::default()).unwrap_err();
        assert_eq!(cut_nothing(&[], Lattice::square()), MakeError::NoParts);
        assert_eq!(cut_nothing(&[], Lattice::cube()), MakeError::Solid);
        assert_eq!(
            cut_nothing(&[part(Lattice::square(), ".")], Lattice::square()),
            MakeError::Empty("p".into())
        );
    }
}
