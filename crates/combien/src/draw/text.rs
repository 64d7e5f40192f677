//! Tilings as text: lines run between pieces and around the board, and nowhere else.

use super::Picture;

/// Which characters a drawing may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Box-drawing characters; a cell is two columns wide and one line high.
    #[default]
    Unicode,
    /// Only `+`, `-` and `|`; a cell is four columns wide and two lines high.
    Ascii,
}

impl Style {
    /// Columns and lines from one corner of a cell to the next.
    fn pitch(self) -> (usize, usize) {
        match self {
            Style::Unicode => (2, 1),
            Style::Ascii => (4, 2),
        }
    }

    /// The character for a place where lines leave up, down, left and right, or do not.
    fn glyph(self, [up, down, left, right]: [bool; 4]) -> char {
        let lines =
            usize::from(up) << 3 | usize::from(down) << 2 | usize::from(left) << 1 | usize::from(right);
        match (self, lines) {
            (Style::Unicode, _) => BOXES[lines],
            (Style::Ascii, 0) => ' ',
            (Style::Ascii, 0b0011) => '-',
            (Style::Ascii, 0b1100) => '|',
            (Style::Ascii, _) => '+',
        }
    }
}

/// By lines up (8), down (4), left (2), right (1). A line never ends at a corner, so single ends do not occur.
const BOXES: [char; 16] = [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'];

/// The picture as lines of text; layers, from the lowest, with an empty line between.
///
/// ```
/// use combien::draw::{Picture, Style, text};
/// use combien::tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
///
/// let l = Pattern::from_drawing("**$*.")?.shape();
/// let piece = Piece::new(l, Quantity::ANY, Lattice::Square.isometries());
/// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("***$***")?), vec![piece])?;
/// let encoding = tiling.encode()?;
/// let first = combien::solve::first(&encoding.problem)?.unwrap();
/// let picture = Picture::new("two pieces", &tiling, &encoding.placed(&first));
/// assert_eq!(text(&picture, Style::Unicode), "\
/// ┌───┬─┐
/// │ ┌─┘ │
/// └─┴───┘
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text(picture: &Picture, style: Style) -> String {
    let layers = picture.layers().map(|z| layer(picture, z, style));
    layers.collect::<Vec<_>>().join("\n")
}

fn layer(picture: &Picture, z: i32, style: Style) -> String {
    let (across, down) = style.pitch();
    let width = (picture.high.x - picture.low.x + 1) as usize;
    let height = (picture.high.y - picture.low.y + 1) as usize;
    let mut drawing = String::new();
    for line in 0..=height * down {
        let row = (0..=width * across).map(|column| {
            let (x, y) =
                (picture.low.x + (column / across) as i32, picture.high.y + 1 - (line / down) as i32);
            style.glyph(match (column % across, line % down) {
                (0, 0) => corner(picture, x, y, z),
                (_, 0) => [false, false, horizontal(picture, x, y, z), horizontal(picture, x, y, z)],
                (0, _) => [vertical(picture, x, y - 1, z), vertical(picture, x, y - 1, z), false, false],
                _ => [false; 4],
            })
        });
        let row: String = row.collect();
        drawing.push_str(row.trim_end());
        drawing.push('\n');
    }
    drawing
}

/// Which lines leave the corner at the bottom left of cell (x, y).
fn corner(picture: &Picture, x: i32, y: i32, z: i32) -> [bool; 4] {
    [
        vertical(picture, x, y, z),
        vertical(picture, x, y - 1, z),
        horizontal(picture, x - 1, y, z),
        horizontal(picture, x, y, z),
    ]
}

/// Is there a line along the bottom of cell (x, y)?
fn horizontal(picture: &Picture, x: i32, y: i32, z: i32) -> bool {
    picture.region(x, y, z) != picture.region(x, y - 1, z)
}

/// Is there a line along the left of cell (x, y)?
fn vertical(picture: &Picture, x: i32, y: i32, z: i32) -> bool {
    picture.region(x, y, z) != picture.region(x - 1, y, z)
}

#[cfg(test)]
mod tests {
    use super::super::tests::dominoes;
    use super::*;

    #[test]
    fn outlines_run_between_pieces_and_around_holes() {
        let expected = "\
┌─┬───┐
│ ├─┬─┤
├─┴─┤ │
└───┴─┘
";
        assert_eq!(text(&dominoes("***$*.*$***"), Style::Unicode), expected);
    }

    #[test]
    fn ascii_draws_the_same_lines() {
        let expected = "\
+-------+---+
|       |   |
+-------+   |
|       |   |
+-------+---+
";
        assert_eq!(text(&dominoes("***$***"), Style::Ascii), expected);
    }

    /// The reference's letters end at 94 pieces.
    #[test]
    fn any_number_of_pieces_can_be_drawn() {
        let board = vec!["*".repeat(40); 40].join("$");
        assert_eq!(text(&dominoes(&board), Style::Unicode).lines().count(), 41);
    }
}
