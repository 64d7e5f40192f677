//! Squares with colored sides, by P. A. MacMahon.

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, within};
use super::shape::cell_name;
use combien::diagnostic::counted;
use combien::problem::Entry;

/// The colors of the sides of a square: above, right, below, left.
type Sides = [usize; 4];

/// All squares with colored sides, each once up to rotation, in a rectangle, so that adjacent sides agree and
/// the whole border has the first color. Three colors make 24 squares.
///
/// Squares and cells are primary items, sides of cells secondary ones with colors. The drawing shows the
/// sides.
pub fn macmahon(rows: usize, columns: usize, colors: usize) -> Result<Classic, Fault> {
    within("COLORS", colors, 1..=5)?;
    let squares = squares(colors);
    if rows.checked_mul(columns) != Some(squares.len()) {
        let (colors, count) = (counted(colors, "color"), counted(squares.len(), "square"));
        return Err(Fault::Mismatch(format!("there are {count} of {colors}, not {rows} by {columns}")));
    }
    let mut draft = Draft::new();
    let pieces = draft.primary(squares.len(), |square| squares[square].map(letter).iter().collect())?;
    let cells = draft.primary(rows * columns, |cell| cell_name(cell, columns))?;
    let across = draft
        .secondary((rows + 1) * columns, |side| format!("h{}.{}", side / columns, side % columns + 1))?;
    let upright = draft.secondary(rows * (columns + 1), |side| {
        format!("v{}.{}", side / (columns + 1) + 1, side % (columns + 1))
    })?;
    let width = 2 * columns + 1;
    for (&piece, &square) in pieces.iter().zip(&squares) {
        for turned in rotations(square) {
            for (cell, &item) in cells.iter().enumerate() {
                let (row, column) = (cell / columns, cell % columns);
                let is_border = [row == 0, column + 1 == columns, row + 1 == rows, column == 0];
                if (0..4).any(|side| is_border[side] && turned[side] != 0) {
                    continue;
                }
                let sides = [
                    across[row * columns + column],
                    upright[row * (columns + 1) + column + 1],
                    across[(row + 1) * columns + column],
                    upright[row * (columns + 1) + column],
                ];
                let centre = (2 * row + 1) * width + 2 * column + 1;
                let places = [centre - width, centre + 1, centre + width, centre - 1];
                let mut entries = vec![Entry::from(piece), Entry::from(item)];
                for side in 0..4 {
                    entries.push(draft.colored(sides[side], letter(turned[side]).encode_utf8(&mut [0; 4])));
                }
                let says = [0, 1, 2, 3].map(|side| (places[side], letter(turned[side]).to_string()));
                draft.option(entries, says)?;
            }
        }
    }
    let form = Form::Table { rows: 2 * rows + 1, columns: width, regions: Regions::Sides };
    Ok(draft.finish(format!("MacMahon squares of {}, {rows} by {columns}", counted(colors, "color")), form))
}

fn letter(color: usize) -> char {
    char::from(b'a' + color as u8)
}

/// The different images of a square.
fn rotations(square: Sides) -> Vec<Sides> {
    let mut images: Vec<Sides> = vec![];
    for turns in 0..4 {
        let image = [0, 1, 2, 3].map(|side| square[(side + turns) % 4]);
        if !images.contains(&image) {
            images.push(image);
        }
    }
    images
}

/// A square of each kind: the least of its images.
fn squares(colors: usize) -> Vec<Sides> {
    let all = (0..colors.pow(4)).map(|number| [3, 2, 1, 0].map(|place| number / colors.pow(place) % colors));
    all.filter(|&square| rotations(square).iter().all(|&image| square <= image)).collect()
}
