//! Tables of squares with colored sides, as tilings.

use super::Picture;
use super::table::Table;
use crate::tiling::{Board, Isometry, Lattice, Pattern, Piece, Placement, Quantity, Shape, Size, Tiling};

/// A table that [has sides](Table::has_sides), as a tiling by its squares and where they lie; `None` for
/// other tables. A square without all its colors is left out.
///
/// ```
/// use combien_tiling::draw::{Picture, Style, tiling_of_squares, text};
/// use combien_puzzles::{Reading, macmahon};
///
/// let one = macmahon(1, 1, 1)?;
/// let solution = combien::solve::first(one.problem())?.unwrap();
/// let Reading::Table(table) = one.read(&solution) else { panic!() };
/// let (tiling, placed) = tiling_of_squares(&table).unwrap();
/// assert_eq!(text(&Picture::new("one", &tiling, &placed), Style::Unicode), "┌─a─┐\na   a\n└─a─┘\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tiling_of_squares(table: &Table) -> Option<(Tiling, Vec<(Placement, Shape)>)> {
    if !table.has_sides {
        return None;
    }
    let lattice = Lattice::square();
    let (rows, columns) = (table.rows() / 2, table.columns / 2);
    let full = |width, height| Pattern::full(lattice, Size { width, height, depth: 1 }, true).ok();
    let board = Board::of(&full(columns as u32, rows as u32)?);
    let tile = Piece::new(full(1, 1)?.shape(), Quantity::ANY, lattice.isometries());
    let mut tiles = vec![];
    for &cell in board.cells().cells() {
        let (level, upright) = (2 * (rows - 1 - cell.y as usize) + 1, 2 * cell.x as usize + 1);
        let around = [(level - 1, upright), (level, upright + 1), (level + 1, upright), (level, upright - 1)];
        let labels = around.map(|(row, column)| table.label(row, column));
        if let [Some(above), Some(right), Some(below), Some(left)] = labels {
            let turned =
                |turn: usize| (0..4).filter_map(move |side| labels[(side + turn) % 4]).collect::<String>();
            // Pieces name their sides from below to the left.
            tiles.push(((0..4).map(turned).min(), [below, right, above, left].concat(), cell));
        }
    }
    // The legend has them in this order.
    tiles.sort_unstable();
    let (mut pieces, mut placed) = (vec![], vec![]);
    for (name, sides, cell) in tiles {
        let placement = Placement { piece: pieces.len(), isometry: Isometry::IDENTITY, shift: cell };
        placed.push((placement, tile.shape.shifted(cell)));
        pieces.push(tile.clone().with_sides(&sides, lattice).ok()?.named(name.unwrap_or_default()));
    }
    Some((Tiling::new(board, pieces).ok()?, placed))
}

/// The picture of such a table.
pub(super) fn squares(title: &str, table: &Table) -> Option<Picture> {
    tiling_of_squares(table).map(|(tiling, placed)| Picture::new(title, &tiling, &placed))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::draw::{Style, text};

    fn table(drawing: &str) -> Table {
        let columns = drawing.lines().next().unwrap().chars().count();
        let cells = drawing.lines().flat_map(str::chars);
        let cells = cells.map(|c| (c != '.').then(|| c.to_string())).collect();
        Table { columns, cells, regions: None, has_sides: true, has_black: false, markings: Arc::default() }
    }

    #[test]
    fn sides_stand_where_they_are() {
        let picture = squares("two squares", &table(".a.b.\nc.d.e\n.f.g.")).unwrap();
        assert_eq!(text(&picture, Style::Unicode), "┌─a─┬─b─┐\nc   d   e\n└─f─┴─g─┘\n");
        let part = squares("one of two", &table(".a...\nc.d..\n.f...")).unwrap();
        assert_eq!(text(&part, Style::Unicode), "┌─a─┐\nc   d ·\n└─f─┘\n");

        assert!(squares("", &Table { has_sides: false, ..table("123\n456\n789") }).is_none());
    }
}
