//! A tray to be printed: a floor with a rim, and the words of its cells engraved in the floor.
//!
//! Letters are made of squares, five rows of them, and two squares of a letter never touch at a corner alone:
//! there the surface would meet itself.

use std::collections::BTreeSet;

use super::mesh::{Mesh, surface};
use super::tray::PLAY;
use super::{MakeError, positive};
use crate::tiling::{Board, Lattice};

/// The thickness of the floor, and how deep letters go.
const FLOOR: f64 = 2.0;
const DEPTH: f64 = 0.6;
/// How much of the side of a cell a word may take, and a square of a letter.
const WORD: f64 = 0.8;
const SQUARE: f64 = 0.12;
/// Each line of a hole or of a letter goes through the whole tray, so that its blocks meet side by side. A calendar has some
/// 50,000 blocks, and the maximum takes about 150 MB.
pub(super) const MOST_BLOCKS: u64 = 1 << 18;

/// The letters and digits: what stands between the spaces are their rows, from the top.
const FONT: &str = "\
    a ****$*..*$****$*..*$*..* b ***.$*.*.$****$*..*$**** c ****$*...$*...$*...$**** d ***.$*.**$*..*$*.**$***. \
    e ****$*...$***.$*...$**** f ****$*...$***.$*...$*... g ****$*...$*.**$*..*$**** h *..*$*..*$****$*..*$*..* \
    i ***$.*.$.*.$.*.$*** j ..**$...*$...*$*..*$**** k *..**$*.**.$***..$*.**.$*..** l *...$*...$*...$*...$**** \
    m *****$*.*.*$*.*.*$*.*.*$*.*.* n ****$*..*$*..*$*..*$*..* o ****$*..*$*..*$*..*$**** \
    p ****$*..*$****$*...$*... q ****$*..*$*..*$****$...* r ****$*..*$****$*.*.$*.** s ****$*...$****$...*$**** \
    t *****$..*..$..*..$..*..$..*.. u *..*$*..*$*..*$*..*$**** v *...*$*...*$**.**$.***.$..*.. \
    w *.*.*$*.*.*$*.*.*$*.*.*$***** x **.**$.***.$..*..$.***.$**.** y *...*$**.**$.***.$..*..$..*.. \
    z *****$..**.$.**..$**...$***** 0 ***$*.*$*.*$*.*$*** 1 **.$.*.$.*.$.*.$*** 2 ****$...*$****$*...$**** \
    3 ****$...*$.***$...*$**** 4 *..*$*..*$****$...*$...* 5 ****$*...$***.$..**$***. 6 ****$*...$****$*..*$**** \
    7 ****$...*$..**$..*.$..*. 8 ****$*..*$****$*..*$**** 9 ****$*..*$****$...*$**** - ...$...$***$...$...";

/// The rows of a letter; small and large ones are alike.
fn rows(letter: char) -> Result<Vec<&'static str>, MakeError> {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    let mut words = FONT.split_whitespace();
    while let (Some(name), Some(drawing)) = (words.next(), words.next()) {
        if name.starts_with(small) {
            return Ok(drawing.split('$').collect());
        }
    }
    Err(MakeError::Letter(letter))
}

/// A rectangle in thousandths of a millimetre: from and to, across and up.
type Rectangle = [(i64, i64); 2];

/// The squares of a word, in units of a square, from its lower left corner; and its width.
fn squares(word: &str) -> Result<(Vec<(usize, usize)>, usize), MakeError> {
    let (mut squares, mut begin) = (vec![], 0);
    for letter in word.chars() {
        let rows = rows(letter)?;
        for (y, row) in rows.iter().rev().enumerate() {
            squares
                .extend(row.bytes().enumerate().filter(|pair| pair.1 == b'*').map(|(x, _)| (begin + x, y)));
        }
        begin += rows[0].len() + 1;
    }
    Ok((squares, begin.saturating_sub(1)))
}

/// The surface of a tray for the pieces of a board of squares, windows included. The rim is as high as a
/// piece, and half a cell wide.
pub(super) fn tray(board: &Board, side: f64, thickness: f64) -> Result<Mesh, MakeError> {
    if board.lattice() != Lattice::square() {
        return Err(MakeError::NoTray(board.lattice().clone()));
    }
    let (side, thickness) = (positive(side, "side of a cell")?, positive(thickness, "thickness")?);
    let exact = |length: f64| (length * 1e3).round() as i64;
    let from = |cell: i32, more: f64| exact(f64::from(cell) * side + more);
    let cells = board.reading();
    let hole = |axis: i32| (from(axis, -PLAY), from(axis + 1, PLAY));
    let holes: Vec<Rectangle> = cells.iter().map(|cell| [hole(cell.x), hole(cell.y)]).collect();
    let mut engraved: Vec<Rectangle> = vec![];
    for (cell, word) in board.words() {
        let (squares, width) = squares(word)?;
        let square = (side * SQUARE).min(side * WORD / width.max(1) as f64);
        let begin = [(cell.x, width), (cell.y, 5)]
            .map(|(axis, squares)| from(axis, (side - square * squares as f64) / 2.0));
        let range = |axis: usize, place: usize| {
            let at = |place: usize| begin[axis] + exact(square * place as f64);
            (at(place), at(place + 1))
        };
        engraved.extend(squares.into_iter().map(|(x, y)| [range(0, x), range(1, y)]));
    }
    let rim = exact(side / 2.0);
    let lines = [0, 1].map(|axis| {
        let ends = holes.iter().chain(&engraved).flat_map(|rectangle| [rectangle[axis].0, rectangle[axis].1]);
        let mut lines: BTreeSet<i64> = ends.collect();
        let outer = lines.first().zip(lines.last()).map(|(low, high)| [low - rim, high + rim]);
        lines.extend(outer.into_iter().flatten());
        lines.into_iter().collect::<Vec<i64>>()
    });
    let blocks = 3 * lines.iter().map(|lines| lines.len() as u64).product::<u64>();
    if blocks > MOST_BLOCKS {
        return Err(MakeError::LargeTray(blocks));
    }
    let heights = [0.0, FLOOR - DEPTH, FLOOR, FLOOR + thickness];
    let mut kept: BTreeSet<[i32; 3]> = BTreeSet::new();
    for z in 0..3 {
        for y in 1..lines[1].len() as i32 {
            kept.extend((1..lines[0].len() as i32).map(|x| [x - 1, y - 1, z]));
        }
    }
    for (rectangles, layer) in [(&engraved, 1), (&holes, 2)] {
        for rectangle in rectangles {
            let [across, up] = [0, 1].map(|axis| {
                let place = |line: i64| lines[axis].partition_point(|&other| other < line) as i32;
                place(rectangle[axis].0)..place(rectangle[axis].1)
            });
            for x in across {
                up.clone().for_each(|y| {
                    kept.remove(&[x, y, layer]);
                });
            }
        }
    }
    Ok(surface(&kept, |axis, place| match axis {
        2 => heights[place as usize],
        axis => lines[axis][place as usize] as f64 / 1e3,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::mesh::tests::{is_closed, volume};
    use super::*;
    use crate::tiling::{Cell, Pattern};

    fn board(drawing: &str, words: &str) -> Board {
        Board::of(&Pattern::from_drawing(drawing).unwrap().labelled(words).unwrap())
    }

    /// Every letter is there, no two are alike, and no two squares touch at a corner alone.
    #[test]
    fn letters_are_letters() {
        let mut seen = BTreeSet::new();
        for letter in ('a'..='z').chain('0'..='9').chain(['-']) {
            let rows = rows(letter).unwrap();
            assert!(rows.len() == 5 && rows.iter().all(|row| row.len() == rows[0].len()), "{letter}");
            for pair in rows.windows(2) {
                for x in 1..rows[0].len() {
                    let around = [&pair[0][x - 1..=x], &pair[1][x - 1..=x]];
                    assert!(!matches!(around, ["*.", ".*"] | [".*", "*."]), "{letter}");
                }
            }
            assert!(seen.insert(rows), "{letter}");
        }
        assert_eq!(rows('J').unwrap(), rows('j').unwrap());
        assert_eq!(rows('é'), Err(MakeError::Letter('é')));
    }

    /// What is missing of a block is the hole and the letters.
    #[test]
    fn trays_are_closed_and_have_their_volume() {
        let mesh = tray(&board("***$**.", "jan 31 -- thursday 9"), 20.0, 5.0).unwrap();
        assert!(is_closed(&mesh));
        let ink = |word: &str| {
            let (squares, width) = squares(word).unwrap();
            squares.len() as f64 * (20.0 * SQUARE).min(20.0 * WORD / width as f64).powi(2)
        };
        let words: f64 = ["jan", "31", "--", "thursday", "9"].map(ink).iter().sum();
        // Five cells, and a tenth of a millimetre around them.
        let hole = 5.0 * 400.0 + PLAY * 10.0 * 20.0 + 4.0 * PLAY * PLAY;
        let outer = (60.0 + 20.0 + 2.0 * PLAY) * (40.0 + 20.0 + 2.0 * PLAY);
        let expected = outer * (FLOOR + 5.0) - hole * 5.0 - words * DEPTH;
        let error = volume(&mesh) - expected;
        assert!(error.abs() < expected * 1e-4, "{error} of {expected}");
    }

    /// A large board is made, a larger one and one with too much text on it are not.
    #[test]
    fn trays_have_a_largest_size() {
        let square = |side: usize, word: &str| {
            let drawing = vec!["*".repeat(side); side].join("$");
            tray(&board(&drawing, &vec![word; side * side].join(" ")), 20.0, 5.0)
        };
        assert!(is_closed(&square(100, ".").unwrap()) && square(15, "thursday").is_ok());
        for (side, word) in [(200, "."), (40, "thursday")] {
            assert!(matches!(square(side, word), Err(MakeError::LargeTray(_))), "{side} {word}");
        }
    }

    #[test]
    fn windows_are_in_the_tray() {
        let week = Pattern::from_drawing("****").unwrap().labelled("mon tue wed thu").unwrap();
        let whole = tray(&Board::of(&week), 20.0, 5.0).unwrap();
        let window = Board::of(&week.set(Cell::plane(1, 0), false).unwrap());
        assert_eq!(tray(&window, 20.0, 5.0).unwrap(), whole);
        let hexagons = Board::of(&Pattern::drawn(Lattice::hexagon(), "*").unwrap());
        let refused = tray(&hexagons, 20.0, 5.0);
        assert_eq!(refused, Err(MakeError::NoTray(Lattice::hexagon().clone())));
    }
}
