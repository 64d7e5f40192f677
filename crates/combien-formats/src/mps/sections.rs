//! The lines of an MPS file: its sections, and the fields of each line.

use std::ops::Range;

use crate::foreign::Wrong;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Start,
    Name,
    Sense,
    Rows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    /// One that is not read, which has been reported.
    Unknown,
    End,
}

/// How fields are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// By blanks: names have none.
    Free,
    /// By their columns: 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61.
    Fixed,
}

/// The columns of the fields of the fixed form, from 0.
const FIELDS: [Range<usize>; 6] = [1..3, 4..12, 14..22, 24..36, 39..47, 49..61];

/// The section that a line begins, and what follows its name.
pub(super) fn section(line: &str) -> Result<(Section, &str), Wrong> {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    let rest = line[word.len()..].trim();
    let section = match word.to_ascii_uppercase().as_str() {
        "NAME" => Section::Name,
        "OBJSENSE" => Section::Sense,
        "ROWS" => Section::Rows,
        "COLUMNS" => Section::Columns,
        "RHS" => Section::Rhs,
        "RANGES" => Section::Ranges,
        "BOUNDS" => Section::Bounds,
        "ENDATA" => Section::End,
        _ => {
            let message = format!("the section `{word}` is not read");
            let hint = "read are NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS and ENDATA; other lines begin with a blank";
            return Err(Wrong::new("unknown-section", message, hint));
        }
    };
    Ok((section, rest))
}

/// The fields of a line. In the fixed form, the field of a type is left out if the section has none.
pub(super) fn fields<'l>(line: &'l str, form: Form, has_type: bool, fields: &mut Vec<&'l str>) {
    fields.clear();
    match form {
        Form::Free => {
            for word in line.split_ascii_whitespace() {
                // The rest of the line is a comment.
                if word.starts_with('$') {
                    break;
                }
                fields.push(word);
            }
        }
        Form::Fixed => {
            for field in &FIELDS[usize::from(!has_type)..] {
                let end = field.end.min(line.len());
                match line.get(field.start.min(end)..end) {
                    Some(text) => fields.push(text.trim()),
                    None => break,
                }
            }
            while fields.last().is_some_and(|field| field.is_empty()) {
                fields.pop();
            }
        }
    }
}
