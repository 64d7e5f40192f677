//! Solutions of classic puzzles as text: tables with lines between regions, sets, and parts of graphs.

use super::squares::squares;
use super::table::{Reading, Set, Table};
use super::text::{DOWN, LEFT, RIGHT, Strokes, Style, UP, text};

/// A solution of a classic puzzle as lines of text.
///
/// ```
/// use combien_tiling::draw::{Style, reading_text};
/// use combien_puzzles::langford;
/// use combien::solve;
///
/// let pairs = langford(3)?;
/// let solution = solve::first(pairs.problem())?.unwrap();
/// let drawn = reading_text(&pairs.read(&solution), Style::Unicode);
/// assert!(drawn == "3 1 2 1 3 2\n" || drawn == "2 3 1 2 1 3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reading_text(reading: &Reading, style: Style) -> String {
    let picture = match reading {
        Reading::Table(table) => squares("", table),
        Reading::Sets(_) | Reading::Graph(_) => None,
    };
    if let Some(picture) = picture {
        return text(&picture, style);
    }
    match reading {
        Reading::Table(table) => table_text(table, style),
        Reading::Sets(sets) => sets_text(sets),
        Reading::Graph(graph) => sets_text(&graph.sets()),
    }
}

fn sets_text(sets: &[Set]) -> String {
    sets.iter().map(|set| set_text(set) + "\n").collect()
}

/// `{a, b}`, or `color 1: a b` if it has a name.
fn set_text(set: &Set) -> String {
    match &set.name {
        None => format!("{{{}}}", set.members.join(", ")),
        Some(name) => format!("{name}: {}", set.members.join(" ")).trim_end().to_owned(),
    }
}

/// Cells are aligned, and lines take space only where there are some.
fn table_text(table: &Table, style: Style) -> String {
    let lines = Lines { table };
    let labels = table.cells.iter().flatten();
    let width = labels.map(|label| label.chars().count()).max().unwrap_or(1);
    let (rows, columns) = (table.rows(), table.columns);
    let has_upright: Vec<bool> =
        (0..=columns).map(|column| (0..rows).any(|row| lines.is_upright(row, column))).collect();
    let mut drawing = String::new();
    for row in 0..=rows {
        if (0..columns).any(|column| lines.is_level(row, column)) {
            let mut line = String::new();
            for column in 0..=columns {
                if has_upright[column] {
                    line.push(style.glyph(lines.strokes(row, column)));
                }
                if column < columns {
                    let glyph = if lines.is_level(row, column) { style.glyph(LEFT | RIGHT) } else { ' ' };
                    let room = width + 1 + usize::from(has_upright[column + 1]);
                    line.extend(std::iter::repeat_n(glyph, room));
                }
            }
            push_line(&mut drawing, &line);
        }
        if row < rows {
            let mut line = String::new();
            for column in 0..=columns {
                if has_upright[column] {
                    let glyph = if lines.is_upright(row, column) { style.glyph(UP | DOWN) } else { ' ' };
                    line.extend([' '].iter().take(usize::from(column > 0)));
                    line.push(glyph);
                }
                if column < columns {
                    // Cells outside the table are blank.
                    let none = if table.has(row, column) { style.dot() } else { ' ' }.to_string();
                    let label = match table.label(row, column) {
                        Some("#") if table.has_black => style.full(),
                        label => label.unwrap_or(&none),
                    };
                    let gap = usize::from(column > 0 || has_upright[0]);
                    line.extend(std::iter::repeat_n(' ', gap + width - label.chars().count()));
                    line.push_str(label);
                }
            }
            push_line(&mut drawing, &line);
        }
    }
    drawing
}

fn push_line(drawing: &mut String, line: &str) {
    drawing.push_str(line.trim_end());
    drawing.push('\n');
}

/// The lines of a table: at its border, and where cells of different regions meet. `None` if it has no
/// regions.
pub(super) struct Lines<'a> {
    pub(super) table: &'a Table,
}

impl Lines<'_> {
    /// The region of a cell whose row and column count from 1; there is none beyond the border.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        (column < self.table.columns).then(|| self.table.region(row, column)).flatten()
    }

    /// Is there a line above a cell?
    pub(super) fn is_level(&self, row: usize, column: usize) -> bool {
        self.region(row, column + 1) != self.region(row + 1, column + 1)
    }

    /// Is there a line to the left of a cell?
    pub(super) fn is_upright(&self, row: usize, column: usize) -> bool {
        self.region(row + 1, column) != self.region(row + 1, column + 1)
    }

    /// The lines that meet at the corner above and to the left of a cell.
    fn strokes(&self, row: usize, column: usize) -> Strokes {
        let left = column.checked_sub(1).is_some_and(|column| self.is_level(row, column));
        let up = row.checked_sub(1).is_some_and(|row| self.is_upright(row, column));
        let strokes = [
            (left, LEFT),
            (self.is_level(row, column), RIGHT),
            (up, UP),
            (self.is_upright(row, column), DOWN),
        ];
        strokes.into_iter().filter(|&(is_there, _)| is_there).map(|(_, stroke)| stroke).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn table(drawing: &str, regions: Option<&str>) -> Table {
        let columns = drawing.lines().next().unwrap().chars().count();
        let cells = drawing.lines().flat_map(str::chars);
        let cells = cells.map(|c| (c != '.').then(|| c.to_string())).collect();
        let regions =
            regions.map(|regions| regions.bytes().map(|c| (c != b'.').then_some(c.into())).collect());
        Table { columns, cells, regions, has_sides: false, has_black: false, markings: Arc::default() }
    }

    #[test]
    fn without_regions_there_are_no_lines() {
        assert_eq!(table_text(&table(".Q\nQ.", None), Style::Unicode), "· Q\nQ ·\n");
        assert_eq!(table_text(&table(".Q\nQ.", None), Style::Ascii), ". Q\nQ .\n");
    }

    #[test]
    fn lines_run_between_regions() {
        let drawn = "\
┌───┬───────┐
│ 1 │ 2   3 │
│   └───┬───┤
│ 4   5 │ 6 │
└───────┴───┘
";
        let table = table("123\n456", Some("abbaac"));
        assert_eq!(table_text(&table, Style::Unicode), drawn);
    }

    #[test]
    fn a_table_does_not_have_to_be_a_rectangle() {
        let drawn = "\
┌───┐
│ 1 │
├───┼───┐
│ 2 │ 3 │
└───┴───┘
";
        assert_eq!(table_text(&table("1.\n23", Some("a.bc")), Style::Unicode), drawn);
    }

    #[test]
    fn boxes_have_room() {
        let drawn = "\
+-----+-----+
| 1 2 | 3 4 |
+-----+-----+
| 3 4 | 1 2 |
+-----+-----+
";
        assert_eq!(table_text(&table("1234\n3412", Some("aabbccdd")), Style::Ascii), drawn);
    }

    #[test]
    fn black_cells_are_filled() {
        let crossword = Table { has_black: true, ..table("#ab\n.c#", None) };
        assert_eq!(table_text(&crossword, Style::Unicode), "█ a b\n· c █\n");
        assert_eq!(table_text(&crossword, Style::Ascii), "# a b\n. c #\n");
        assert_eq!(table_text(&table("#", None), Style::Unicode), "#\n");
        let svg = crate::draw::table_svg("", &crossword, &crate::draw::SvgOptions::default());
        assert_eq!((svg.matches("<rect x=").count(), svg.matches("<text").count()), (2, 3));
    }

    #[test]
    fn sets_have_braces_or_names() {
        let set = |name: Option<&str>, members: &[&str]| Set {
            name: name.map(str::to_owned),
            members: members.iter().map(|&member| member.to_owned()).collect(),
        };
        let sets = vec![set(None, &["1", "3"]), set(Some("color 1"), &["a", "b"]), set(Some("color 2"), &[])];
        assert_eq!(reading_text(&Reading::Sets(sets), Style::Ascii), "{1, 3}\ncolor 1: a b\ncolor 2:\n");
    }
}
