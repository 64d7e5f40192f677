//! Tables of squares with colored sides, as pictures of tilings.

use super::Picture;
use crate::puzzle::Table;
use crate::tiling::{Board, Cell, Isometry, Lattice, Pattern, Piece, Placement, Quantity, Tiling};

/// A table of squares whose sides have colors, as a tiling by these squares; `None` for other tables. A square without all its colors is left out.
pub(super) fn squares(title: &str, table: &Table) -> Option<Picture> {
    if !table.has_sides {
        return None;
    }
    let lattice = Lattice::Square;
    let (rows, columns) = (table.rows() / 2, table.columns / 2);
    let line = "*".repeat(columns);
    let board = Board::of(&Pattern::from_drawing(&vec![line; rows].join("$")).ok()?);
    let tile = Pattern::from_drawing("*").ok()?.shape();
    let mut tiles = vec![];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (level, upright) = (2 * row + 1, 2 * column + 1);
        let around = [(level - 1, upright), (level, upright + 1), (level + 1, upright), (level, upright - 1)];
        let colors: Option<Vec<&str>> =
            around.iter().map(|&(row, column)| table.label(row, column)).collect();
        let Some(colors) = colors else { continue };
        // Pieces name them from below to the left.
        let sides = [2, 1, 0, 3].map(|side| colors[side]).concat();
        let turned = (0..4).map(|turn| [&colors[turn..], &colors[..turn]].concat().concat());
        let shift = Cell::plane(i32::try_from(column).ok()?, i32::try_from(rows - 1 - row).ok()?);
        tiles.push((turned.min()?, sides, shift));
    }
    // The legend lists them in this order.
    crate::sorting::plain(&mut tiles);
    let (mut pieces, mut placed) = (vec![], vec![]);
    for (name, sides, shift) in tiles {
        let piece = Piece::new(tile.clone(), Quantity::ANY, lattice.isometries());
        placed.push((
            Placement { piece: pieces.len(), isometry: Isometry::IDENTITY, shift },
            tile.shifted(shift),
        ));
        pieces.push(piece.with_sides(&sides, lattice).ok()?.named(name));
    }
    let tiling = Tiling::new(board, pieces).ok()?;
    Some(Picture::new(title, &tiling, &placed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Style, text};

    fn table(drawing: &str) -> Table {
        let columns = drawing.lines().next().unwrap().chars().count();
        let cells = drawing.lines().flat_map(str::chars);
        let cells = cells.map(|c| (c != '.').then(|| c.to_string())).collect();
        Table { columns, cells, regions: None, has_sides: true }
    }

    #[test]
    fn sides_stand_where_they_are() {
        let picture = squares("two squares", &table(".a.b.\nc.d.e\n.f.g.")).unwrap();
        assert_eq!(text(&picture, Style::Unicode), "┌─a─┬─b─┐\nc   d   e\n└─f─┴─g─┘\n");
        let part = squares("one of two", &table(".a...\nc.d..\n.f...")).unwrap();
        assert_eq!(text(&part, Style::Unicode), "┌─a─┐\nc   d ·\n└─f─┘\n");
        let Table { columns, cells, .. } = table("123\n456\n789");
        assert!(squares("", &Table { columns, cells, regions: None, has_sides: false }).is_none());
    }
}
