//! Sheets for a laser or a knife: hairlines in millimetres, each cut once.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::tray::{Item, Ruler, bounds, short_names};
use super::{MakeError, check, check_overlaps, inner_radius, length, positive};
use crate::draw::edges::{Corner, edges, segments};
use crate::draw::picture::Part;
use crate::draw::svg::write::{Escaped, Frame, Length, closed, segment, unit};
use crate::tiling::{Board, Lattice};

/// The color of lines; programs for cutters take pure red for a cut.
const RED: &str = "#ff0000";

/// The color of what is engraved.
const BLUE: &str = "#0000ff";

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
/// Where two cells of a piece touch at a corner only, the path goes around both of them. The names of pieces
/// are to be engraved, in blue.
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
    sheet(lattice, parts, None, options)
}

/// A sheet as [`cut`] makes it, with a tray for the pieces if they lie apart: a frame around the board, and a
/// base on which the cells and their words are engraved. Both are half a cell wider than the board at each
/// side.
#[doc(hidden)]
pub fn cut_in_tray(board: &Board, parts: &[Part], options: &CutOptions) -> Result<String, MakeError> {
    sheet(board.lattice(), parts, Some(board), options)
}

fn sheet(
    lattice: &Lattice,
    parts: &[Part],
    tray: Option<&Board>,
    options: &CutOptions,
) -> Result<String, MakeError> {
    if lattice.dimension() == 3 {
        return Err(MakeError::Solid);
    }
    check(lattice, parts)?;
    let ruler = Ruler { lattice, side: positive(options.side, "side of a cell")? };
    let line = positive(options.line, "width of a line")?;
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = match options.layout {
        Layout::Apart { kerf, margin, width } => {
            apart(ruler, parts, tray, (kerf, margin, width))?.write(line, &mut document)
        }
        Layout::Assembled { margin } => {
            check_overlaps(parts)?;
            assembled(ruler, parts, length(margin, "margin")?, line, &mut document)
        }
    };
    Ok(document)
}

/// A sheet with what is cut from it; y grows downwards.
struct Sheet {
    size: (f64, f64),
    items: Vec<Item>,
}

fn apart(
    ruler: Ruler,
    parts: &[Part],
    tray: Option<&Board>,
    (kerf, margin, width): (f64, f64, f64),
) -> Result<Sheet, MakeError> {
    let (kerf, margin) = (length(kerf, "kerf")?, length(margin, "margin")?);
    let width = positive(width, "width of a sheet")?;
    // Then paths around different corners of a piece do not meet: at the sharpest corner of triangles, that
    // of 60 degrees, the path is a kerf away from the corner, and two such corners are a side apart.
    let most = inner_radius(ruler.lattice) * ruler.side;
    if kerf >= most {
        return Err(MakeError::KerfTooLarge { kerf, most });
    }
    let piece = |(part, name): (&Part, &str)| Item {
        name: part.name.clone(),
        paths: ruler.paths(&part.cells, kerf / 2.0),
        lines: vec![],
        words: ruler.name(part, name),
    };
    let pieces = parts.iter().zip(short_names(parts)).map(piece);
    let mut sheet = Sheet { size: (width, 0.0), items: vec![] };
    let (mut left, mut top, mut bottom) = (margin, margin, margin);
    for item in pieces.chain(tray.into_iter().flat_map(|board| ruler.tray(board, kerf))) {
        let (low, high) = bounds(item.paths.iter().flatten().copied());
        let (across, down) = (high.0 - low.0, high.1 - low.1);
        if across + 2.0 * margin > width {
            return Err(MakeError::SheetTooNarrow { width, needed: across + 2.0 * margin });
        }
        if left > margin && left + across + margin > width {
            (left, top) = (margin, bottom + margin);
        }
        sheet.items.push(item.placed(|&(x, y)| (left + x - low.0, top + high.1 - y)));
        left += across + margin;
        bottom = bottom.max(top + down);
    }
    sheet.size.1 = bottom + margin;
    Ok(sheet)
}

impl Sheet {
    fn write(&self, line: f64, out: &mut String) -> fmt::Result {
        write_start(self.size, out)?;
        write_engraved(&self.items, line, out)?;
        write_cuts(line, out)?;
        for item in &self.items {
            out.push_str(r#"<path d=""#);
            for path in &item.paths {
                closed(path.iter().copied(), out)?;
            }
            writeln!(out, r#""><title>{}</title></path>"#, Escaped(&item.name))?;
        }
        writeln!(out, "</g>\n</svg>")
    }
}

fn write_start((width, height): (f64, f64), out: &mut String) -> fmt::Result {
    let (width, height) = (Length(width), Length(height));
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">"#
    )
}

fn write_cuts(line: f64, out: &mut String) -> fmt::Result {
    writeln!(out, r#"<g fill="none" stroke="{RED}" stroke-width="{}">"#, Length(line))
}

/// What is engraved comes first: what is cut out already may move.
fn write_engraved(items: &[Item], line: f64, out: &mut String) -> fmt::Result {
    if items.iter().any(|item| !item.lines.is_empty()) {
        write!(out, r#"<path fill="none" stroke="{BLUE}" stroke-width="{}" d=""#, Length(line))?;
        items.iter().flat_map(|item| &item.lines).try_for_each(|&line| segment(line, out))?;
        out.push_str("\"/>\n");
    }
    if items.iter().all(|item| item.words.is_empty()) {
        return Ok(());
    }
    writeln!(out, r#"<g fill="{BLUE}" font-family="sans-serif" text-anchor="middle">"#)?;
    for (word, (x, y), size) in items.iter().flat_map(|item| &item.words) {
        let (x, y) = (Length(*x), Length(y + 0.35 * size));
        writeln!(out, r#"<text x="{x}" y="{y}" font-size="{}">{}</text>"#, Length(*size), Escaped(word))?;
    }
    out.push_str("</g>\n");
    Ok(())
}

/// The sides of pieces, each once, in straight segments.
fn assembled(ruler: Ruler, parts: &[Part], margin: f64, line: f64, out: &mut String) -> fmt::Result {
    let lattice = ruler.lattice;
    let mut cuts: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    for part in parts {
        let sides: BTreeSet<(Corner, Corner)> =
            part.cells.cells().iter().flat_map(|&cell| edges(lattice, cell)).collect();
        let outer = sides.iter().filter(|&&(from, to)| !sides.contains(&(to, from)));
        cuts.extend(outer.map(|&(from, to)| (from.min(to), from.max(to))));
    }
    let corners = cuts.iter().flat_map(|&(from, to)| [from, to]);
    let frame = Frame::around(corners, unit(lattice, ruler.side)).at((margin, margin));
    let words = parts.iter().zip(short_names(parts)).flat_map(|(part, name)| ruler.name(part, name));
    let names = Item { words: words.collect(), ..Item::default() };
    // Where the origin lies on the sheet.
    let (left, top) = frame.point((0, 0));
    write_start((frame.size.0 + 2.0 * margin, frame.size.1 + 2.0 * margin), out)?;
    write_engraved(&[names.placed(|&(x, y)| (left + x, top - y))], line, out)?;
    write_cuts(line, out)?;
    out.push_str(r#"<path d=""#);
    segments(&cuts)
        .into_iter()
        .try_for_each(|(from, to)| segment((frame.point(from), frame.point(to)), out))?;
    writeln!(out, "\"/>\n</g>\n</svg>")
}

#[cfg(test)]
mod tests {
    use super::super::offset::Point;
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
                let paths = |distance| Ruler { lattice, side: 10.0 }.paths(&part.cells, distance);
                let (thin, wide) = (paths(0.0), paths(kerf / 2.0));
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
            let ruler = Ruler { lattice, side: 10.0 };
            let sheet = apart(ruler, &parts[..60], None, (0.5, 2.0, 120.0)).unwrap();
            let boxes: Vec<_> =
                sheet.items.iter().map(|item| bounds(item.paths.iter().flatten().copied())).collect();
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

    /// The hole of the frame has the area of the board, a little more; the base has a word on each cell, also
    /// on the window, and the lines of two squares and a half.
    #[test]
    fn a_tray_has_the_board_and_its_words() {
        let pattern = Pattern::from_drawing("***$**.").unwrap().labelled("a b c 1..2").unwrap();
        let board = Board::of(&pattern.set(crate::tiling::Cell::plane(0, 0), false).unwrap());
        let ruler = Ruler { lattice: Lattice::square(), side: 10.0 };
        let [frame, base] = ruler.tray(&board, 0.4);
        let areas: Vec<f64> = frame.paths.iter().map(|path| area(path)).collect();
        // Perimeter 100, five corners to the left and one to the right.
        let grown = |distance: f64| 500.0 + 100.0 * distance + 4.0 * distance * distance;
        assert!(
            (areas[0] - 40.4 * 30.4).abs() < 1e-9 && (areas[1] - grown(0.1 - 0.2)).abs() < 1e-9,
            "{areas:?}"
        );
        let words: Vec<&str> = base.words.iter().map(|(word, ..)| word.as_str()).collect();
        assert_eq!((words.len(), base.lines.len(), base.paths.len()), (5, 7, 1), "{words:?}");
        let parts = [Part { name: "box_L".into(), ..part(Lattice::square(), "**") }];
        let sheet = cut_in_tray(&board, &parts, &CutOptions::default()).unwrap();
        assert_eq!((sheet.matches("<text").count(), sheet.matches("</title>").count()), (6, 3), "{sheet}");
        assert!(sheet.contains(">L</text>") && sheet.contains(">2</text>"), "{sheet}");
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
