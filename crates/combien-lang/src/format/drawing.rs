//! Drawings: on one line, or with a line for each row.

/// A drawing of several rows that is longer than this has a line for each row.
const LONGEST: usize = 80;

/// A drawing, as its rows and comments.
pub(super) struct Drawing<'a> {
    lines: Vec<Line<'a>>,
    is_hexagonal: bool,
    /// Has it a line for each row?
    pub(super) is_block: bool,
}

/// A row, or a comment, or both.
struct Line<'a> {
    row: String,
    comment: Option<&'a str>,
}

impl<'a> Drawing<'a> {
    /// A drawing by its text, braces included.
    pub(super) fn new(text: &'a str, is_hexagonal: bool) -> Drawing<'a> {
        let mut lines: Vec<Line<'a>> = vec![];
        for line in text[1..text.len() - 1].split('\n') {
            let (rows, comment) = match line.split_once('#') {
                Some((rows, _)) => (rows, Some(line[rows.len()..].trim_end())),
                None => (line, None),
            };
            let before = lines.len();
            for row in rows.split('$') {
                let row: String = row.chars().filter(|c| !c.is_whitespace()).collect();
                if !row.is_empty() {
                    lines.push(Line { row, comment: None });
                }
            }
            if comment.is_some() {
                match lines[before..].last_mut() {
                    Some(last) => last.comment = comment,
                    None => lines.push(Line { row: String::new(), comment }),
                }
            }
        }
        let mut drawing = Drawing { lines, is_hexagonal, is_block: false };
        let is_long = drawing.lines.len() > 1 && drawing.flat().len() > LONGEST;
        drawing.is_block = !drawing.lines.is_empty() && (text.contains('\n') || is_long);
        drawing
    }

    /// All of it on one line.
    pub(super) fn flat(&self) -> String {
        let rows: Vec<&str> = self.lines.iter().map(|line| line.row.as_str()).collect();
        format!("{{{}}}", rows.join("$"))
    }

    /// A line for each row. Rows of hexagons are indented so that each is half a cell to the right of the row
    /// below.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let rows = self.lines.iter().filter(|line| !line.row.is_empty()).count();
        let mut above = 0;
        self.lines.iter().map(move |Line { row, comment }| {
            let mut line = String::new();
            if self.is_hexagonal && !row.is_empty() {
                above += 1;
                line.extend(std::iter::repeat_n(' ', rows - above));
                line.extend(row.chars().flat_map(|c| [c, ' ']));
                line.pop();
            } else {
                line.push_str(row);
            }
            if let Some(comment) = comment {
                if !row.is_empty() {
                    line.push(' ');
                }
                line.push_str(comment);
            }
            line
        })
    }
}
