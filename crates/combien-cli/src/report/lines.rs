//! Text made to fit the terminal: paragraphs word by word, examples and lists line by line, with the rest of a
//! long line indented below.

use std::env;

use crate::system::catalogue::{said, said_of_list};

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 120;
/// Narrower terminals are treated as this wide.
const NARROWEST: usize = 40;
/// The width if it is unknown, for example in a pipe.
const UNKNOWN: usize = 100;
/// A remark is written beside its command if there is at least this much room.
const LEAST_ROOM: usize = 30;
/// The extra indent of the rest of a long line.
const FURTHER: usize = 4;

/// The width of the help.
pub(crate) fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let told = || env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(told).unwrap_or(UNKNOWN).clamp(NARROWEST, WIDEST)
}

/// A text in the language of the reader. Lines of a paragraph are joined and filled again. An indented line stays a
/// line.
pub(crate) fn filled(text: &str, width: usize) -> String {
    let (mut lines, mut paragraph) = (vec![], String::new());
    for line in text.lines().chain([""]) {
        if !line.is_empty() && !line.starts_with(' ') {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line);
            continue;
        }
        if !paragraph.is_empty() {
            lines.extend(fill(said(&paragraph).split(' '), 0, width, ""));
            paragraph.clear();
        }
        if line.is_empty() {
            lines.push(String::new());
        } else {
            lines.extend(listed(line, width));
        }
    }
    lines.pop();
    lines.join("\n")
}

/// A line of a list in the language of the reader: a command or a word, and perhaps a remark after two or more spaces.
pub(crate) fn listed(line: &str, width: usize) -> Vec<String> {
    let line = &*said_of_list(line);
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    let Some((term, remark)) = line[indent..].split_once("  ") else {
        return fill(words(&line[indent..]).into_iter(), indent, width, " \\");
    };
    let remark = remark.trim_start();
    let column = line.chars().count() - remark.chars().count();
    if column + LEAST_ROOM <= width {
        let mut lines = fill(remark.split(' '), column, width, "");
        lines[0].replace_range(..column, &line[..line.len() - remark.len()]);
        return lines;
    }
    let mut lines = fill(words(term).into_iter(), indent, width, " \\");
    lines.extend(fill(remark.split(' '), indent + FURTHER, width, ""));
    lines
}

/// The words of a command. Text in quotes is one word.
fn words(command: &str) -> Vec<&str> {
    let (mut words, mut start, mut is_quoted) = (vec![], 0, false);
    for (at, c) in command.char_indices() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => {
                words.push(&command[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&command[start..]);
    words
}

/// Words in lines, each as full as possible. `continues` ends a line that continues, and the rest is indented
/// further.
fn fill<'a>(
    words: impl Iterator<Item = &'a str>,
    indent: usize,
    width: usize,
    continues: &str,
) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut line = " ".repeat(indent);
    let mut is_empty = true;
    for word in words {
        if !is_empty && line.chars().count() + 1 + word.chars().count() + continues.len() > width {
            lines.push(line + continues);
            line = " ".repeat(if continues.is_empty() { indent } else { indent + FURTHER });
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_lists_are_not() {
        let text = "One two three\nfour five six.\n\nExamples:\n  a b\n  c d\n\nThe end.";
        assert_eq!(filled(text, 20), "One two three four\nfive six.\n\nExamples:\n  a b\n  c d\n\nThe end.");
        assert_eq!(filled(text, 80), "One two three four five six.\n\nExamples:\n  a b\n  c d\n\nThe end.");
    }

    #[test]
    fn long_commands_are_continued_with_a_backslash() {
        assert_eq!(
            filled("  combien matrix 'puzzle:sudoku 3x3' --options R1C1", 40),
            "  combien matrix 'puzzle:sudoku 3x3' \\\n      --options R1C1"
        );
    }

    #[test]
    fn remarks_are_wrapped_beside_or_below() {
        let line = "  count  as many as there are, each of them once";
        assert_eq!(filled(line, 42), "  count  as many as there are, each of\n         them once");
        let line = "  combien count 'queens 8'   as many as there are, each of them once";
        assert_eq!(
            filled(line, 40),
            "  combien count 'queens 8'\n      as many as there are, each of them\n      once"
        );
    }
}
