//! Markdown as the book uses it, as text for a terminal: headings, paragraphs, lists, tables, code and
//! pictures.
//!
//! It reads no more of the format than the pages need, and the tests of the book would show a page that needs
//! more.

use std::mem;

/// What is between two columns of a table.
const GAP: &str = "  ";
/// Code stands so far from the margin.
const CODE: &str = "    ";
/// Bold, where standard output is a terminal: elsewhere it is stripped.
const BOLD: [&str; 2] = ["\u{1b}[1m", "\u{1b}[0m"];

/// A page as text, and the files that it links to.
pub(super) fn page(markdown: &str, width: usize) -> (String, Vec<String>) {
    let mut page = Page { width, text: String::new(), block: vec![], links: vec![] };
    // In a block of code: is it Rust, where lines that begin with `# ` are hidden?
    let mut code = None;
    for line in markdown.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            page.end_of_block();
            code = if code.is_none() { Some(language.starts_with("rust")) } else { None };
            page.blank();
        } else if let Some(is_rust) = code {
            if !(is_rust && (line == "#" || line.starts_with("# "))) {
                page.line(if line.is_empty() { "" } else { CODE }, line);
            }
        } else if line.trim().is_empty() {
            page.end_of_block();
        } else {
            page.add(line);
        }
    }
    page.end_of_block();
    (page.text, page.links)
}

/// A paragraph, filled to the width.
pub(super) fn paragraph(text: &str, width: usize, into: &mut String) {
    filled(text, "", 0, width, into);
}

/// Words in lines, the first after `before`, the others indented.
pub(super) fn filled(text: &str, before: &str, indent: usize, width: usize, into: &mut String) {
    let mut before = before.to_owned();
    for line in fill(text, width.saturating_sub(indent).max(1)) {
        into.push_str(&before);
        into.push_str(&line);
        into.push('\n');
        before = " ".repeat(indent);
    }
}

/// The text without marks for emphasis, with links as their words.
pub(super) fn plain(markdown: &str) -> String {
    inline(markdown, &mut vec![])
}

/// The lines of a text; none is longer than `width` unless a word is.
fn fill(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line) = (vec![], String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// A page that is being written. `block` has the lines of the paragraph, the list or the table that is being
/// read.
struct Page<'m> {
    width: usize,
    text: String,
    block: Vec<&'m str>,
    links: Vec<String>,
}

impl<'m> Page<'m> {
    fn line(&mut self, before: &str, line: &str) {
        self.text.push_str(before);
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// An empty line, if there is none yet.
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A line of a block, or a block of its own.
    fn add(&mut self, line: &'m str) {
        if let Some(heading) = line.strip_prefix('#') {
            self.end_of_block();
            self.blank();
            let heading = inline(heading.trim_start_matches('#').trim(), &mut self.links);
            for line in fill(&heading, self.width) {
                self.line(BOLD[0], &(line + BOLD[1]));
            }
            self.blank();
        } else if let Some(picture) = line.strip_prefix("<img ") {
            self.end_of_block();
            let words = picture.split_once("alt=\"").and_then(|(_, rest)| rest.split_once('"'));
            paragraph(
                &format!("[picture: {}]", words.map_or("", |(alt, _)| alt)),
                self.width,
                &mut self.text,
            );
        } else {
            // An item of a list is a block of its own.
            if marker(line).is_some() {
                self.finish();
            }
            self.block.push(line);
        }
    }

    fn end_of_block(&mut self) {
        self.finish();
        self.blank();
    }

    /// Writes the block that was being read.
    fn finish(&mut self) {
        let block = mem::take(&mut self.block);
        let Some(first) = block.first() else { return };
        if first.starts_with('|') {
            return self.table(&block);
        }
        let (before, rest) = marker(first).unwrap_or(("", first));
        let lines = [&[rest], &block[1..]].concat();
        let text = inline(&lines.join(" "), &mut self.links);
        filled(&text, before, before.chars().count(), self.width, &mut self.text);
    }

    /// Rows; the second says how columns are aligned.
    fn table(&mut self, block: &[&str]) {
        let mut rows: Vec<Vec<String>> = vec![];
        for (number, row) in block.iter().enumerate() {
            if number != 1 {
                rows.push(cells(row).iter().map(|cell| inline(cell, &mut self.links)).collect());
            }
        }
        let right: Vec<bool> = block.get(1).map_or(vec![], |row| {
            cells(row).iter().map(|cell| cell.ends_with(':') && !cell.starts_with(':')).collect()
        });
        let Some(widths) = widths(&rows, self.width) else { return self.listed(&rows) };
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, &width)| fill(cell, width)).collect();
            for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let columns = cells.iter().zip(&widths).enumerate().map(|(column, (lines, &width))| {
                    let line = lines.get(at).map_or("", String::as_str);
                    let is_right = right.get(column).is_some_and(|&right| right);
                    if is_right { format!("{line:>width$}") } else { format!("{line:width$}") }
                });
                let line = columns.collect::<Vec<_>>().join(GAP);
                if number > 0 || !line.trim().is_empty() {
                    self.line("", line.trim_end());
                }
            }
            if number == 0 && row.iter().any(|cell| !cell.is_empty()) {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                self.line("", &rules.join(GAP));
            }
        }
    }

    /// The rows of a table that is too wide for the terminal, one below the other: each cell with the head of
    /// its column.
    fn listed(&mut self, rows: &[Vec<String>]) {
        let Some((heads, rows)) = rows.split_first() else { return };
        for row in rows {
            for (column, cell) in row.iter().enumerate() {
                let head = heads.get(column).filter(|head| column > 0 && !head.is_empty());
                let text = head.map_or(cell.clone(), |head| format!("{head}: {cell}"));
                filled(&text, if column == 0 { "" } else { GAP }, GAP.len(), self.width, &mut self.text);
            }
        }
    }
}

/// The mark of an item of a list, with the spaces around it, and the text of the item.
fn marker(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if digits.len() < text.len() { digits.strip_prefix(". ")? } else { text.strip_prefix("- ")? };
    Some(line.split_at(line.len() - rest.len()))
}

/// The cells of a row. A bar behind a backslash is part of a cell.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut characters = row.trim().trim_start_matches('|').chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if characters.peek() == Some(&'|') => {
                characters.next();
                cells.last_mut().expect("there is a cell").push('|');
            }
            '|' => cells.push(String::new()),
            c => cells.last_mut().expect("there is a cell").push(c),
        }
    }
    // What follows the last bar.
    cells.pop();
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The widths of columns: as their texts need, and less for the widest if that is too much. `None` if words
/// would have to be broken.
fn widths(rows: &[Vec<String>], room: usize) -> Option<Vec<usize>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize, measure: fn(&str) -> usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| measure(cell)).max().unwrap_or(0)
    };
    let word = |cell: &str| cell.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> =
        (0..columns).map(|column| widest(column, |cell| cell.chars().count())).collect();
    let least: Vec<usize> = (0..columns).map(|column| widest(column, word)).collect();
    let room = room.saturating_sub(GAP.len() * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let wide = (0..columns).filter(|&column| widths[column] > least[column]);
        let column = wide.max_by_key(|&column| widths[column])?;
        widths[column] -= 1;
    }
    Some(widths)
}

/// A text without its marks. Code keeps its backticks, links their words, and a link to the web its address.
fn inline(markdown: &str, links: &mut Vec<String>) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '`' => {
                let end = after.find('`').map_or(rest.len(), |end| end + 2);
                text.push_str(&rest[..end]);
                &rest[end..]
            }
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                text.push_str(&after[..1]);
                &after[1..]
            }
            '[' => {
                if let Some((words, target, after)) = link(after) {
                    text.push_str(&inline(words, links));
                    if target.contains("://") {
                        text.extend([" <", target, ">"]);
                    } else {
                        links.push(target.to_owned());
                    }
                    after
                } else {
                    text.push(c);
                    after
                }
            }
            // An asterisk between spaces is one; all others are emphasis.
            '*' if text.ends_with(|c: char| !c.is_whitespace())
                || after.starts_with(|c: char| !c.is_whitespace()) =>
            {
                after.trim_start_matches('*')
            }
            c => {
                text.push(c);
                after
            }
        };
    }
    text
}

/// The words and the target of a link, and what follows it. The bracket that opens it is read already.
fn link(rest: &str) -> Option<(&str, &str, &str)> {
    let (words, after) = rest.split_once("](")?;
    // A bracket that is text may stand before a link.
    if words.contains(['[', ']']) && !words.contains('`') {
        return None;
    }
    let (target, after) = after.split_once(')')?;
    Some((words, target, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(markdown: &str, width: usize) -> String {
        page(markdown, width).0.replace(BOLD[0], "<").replace(BOLD[1], ">")
    }

    #[test]
    fn headings_paragraphs_and_lists() {
        let markdown =
            "# Title\n\n*For you.* One\ntwo `three four`.\n- **a** b c d e f g\n- b\n\n1. x\n   y\n";
        assert_eq!(
            text(markdown, 16),
            "<Title>\n\nFor you. One two\n`three four`.\n- a b c d e f g\n- b\n\n1. x y\n\n"
        );
    }

    #[test]
    fn code_stands_as_it_is_and_hidden_lines_do_not() {
        let markdown = "```rust\n# use x;\nlet a = \"*\";\n\n# Ok(())\n```\nText.\n```console\n# seen\n```\n";
        assert_eq!(text(markdown, 10), "    let a = \"*\";\n\nText.\n\n    # seen\n\n");
    }

    #[test]
    fn links_are_words_and_their_targets_are_kept() {
        let (text, links) = page("See [the `[x]` page](a/b.md#c), [web](https://x.org/y) and 2 * 3 [n].", 80);
        assert_eq!(text, "See the `[x]` page, web <https://x.org/y> and 2 * 3 [n].\n\n");
        assert_eq!(links, ["a/b.md#c"]);
    }

    #[test]
    fn tables_keep_to_the_width() {
        let markdown = "| a | long \\| text |\n| ---: | --- |\n| 12 | one two three four |\n| 3 | x |\n";
        assert_eq!(
            text(markdown, 80),
            " a  long | text\n--  ------------------\n12  one two three four\n 3  x\n\n"
        );
        assert_eq!(
            text(markdown, 14),
            " a  long |\n    text\n--  ----------\n12  one two\n    three four\n 3  x\n\n"
        );
        let listed = "12\n  long |\n  text:\n  one\n  two\n  three\n  four\n3\n  long |\n  text:\n  x\n\n";
        assert_eq!(text(markdown, 8), listed);
        assert_eq!(text("| | |\n| --- | --- |\n| a | b |\n", 80), "a  b\n\n");
    }

    #[test]
    fn pictures_are_their_descriptions() {
        assert_eq!(text("<img src=\"x.svg\" alt=\"A board\" width=\"3\">\n", 80), "[picture: A board]\n\n");
    }
}
