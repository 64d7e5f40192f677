//! The command line with its help, made to fit the terminal.
//!
//! The parser fills the help of options to the width of the terminal. For the parser, the text after the
//! options is one block, so it is filled here: paragraphs word by word, examples and lists line by line, with
//! the rest of a long line indented below.

use std::env;
use std::ffi::OsString;
use std::io::Write as _;

use clap::builder::StyledStr;
use clap::{Arg, Command};

use super::{given, version, whole};
use crate::report::book;
use crate::report::failure::Failure;
use crate::request::table::{self, Words};
use crate::system::ending::Ending;

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

/// The command `help`. It is not in the table of commands, for no request comes of it.
pub(super) const HELP: &str = "help";
pub(super) const ABOUT: &str = "Show the help of a command or a page of the book, or look for words in it";
/// Its argument.
const TOPIC: &str = "topic";

const HELP_EXAMPLES: &str = "\
Examples:
  combien help                   all commands and topics
  combien help count             the help of a command, as `combien count --help`
  combien help torus             how to count tilings of a torus
  combien help exit-codes        what exit code 3 means
  combien help csv               the pages that have this word, the best first
  combien help how-to/sudoku     a topic that has the name of a command";

/// All commands; the arguments of each are defined when it is built.
pub(crate) fn definition() -> Command {
    let help =
        Command::new(HELP)
            .about(ABOUT)
            .arg(Arg::new(TOPIC).value_name("TOPIC").num_args(0..).help(
                "A command, a topic, or words to look for; without it, all commands and topics are listed",
            ))
            .after_help(HELP_EXAMPLES);
    whole().disable_help_subcommand(true).subcommand(help)
}

/// Reads the command line, the name of the program first. If it is wrong or asks for help, this prints the
/// message and returns how the command ends.
pub(crate) fn parse(words: Vec<OsString>) -> Result<(&'static table::Command, Words), Ending> {
    if version::is_asked(&words) {
        // The reader may be gone.
        let _ = anstream::stdout().write_all(version::told().as_bytes());
        return Err(Ending::Answered);
    }
    let width = width();
    let mut command = fitted(definition(), width);
    let matches = command.try_get_matches_from_mut(words);
    if let Ok(matches) = &matches
        && let Some((HELP, asked)) = matches.subcommand()
    {
        let words = asked.get_many::<String>(TOPIC).into_iter().flatten();
        let shown = show(&mut command, &words.map(String::as_str).collect::<Vec<_>>(), width);
        return Err(shown.map_or_else(|failure| failure.report(false), |()| Ending::Answered));
    }
    matches.map(|matches| given(&matches)).map_err(|error| {
        // The reader may be gone.
        let _ = error.print();
        if error.use_stderr() { Ending::BadInput } else { Ending::Answered }
    })
}

/// Shows the help of a command, or else a page of the book, or the pages that have these words. Without any
/// word it lists all commands and pages.
fn show(command: &mut Command, words: &[&str], width: usize) -> Result<(), Failure> {
    command.build();
    let mut output = anstream::stdout().lock();
    let commands: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let page = book::find(&words.join("-"));
    if let Some(help) = help_of(command, words) {
        write!(output, "{}", help.ansi())?;
        if words.is_empty() {
            write!(output, "\n{}", book::contents(&commands, width))?;
        } else if let Some(page) = page {
            writeln!(output, "\nA page of the book: combien {HELP} {}", page.name(&commands))?;
        }
    } else if let Some(page) = page {
        write!(output, "{}", page.drawn(&commands, width))?;
    } else if let Some(pages) = book::search(&words.join(" "), &commands, width) {
        write!(output, "{pages}")?;
    } else {
        return Err(book::unknown(&words.join(" "), &commands));
    }
    Ok(output.flush()?)
}

/// What `--help` prints for the command of this name, or for a command of a command. `None` if there is no
/// such command.
fn help_of(command: &mut Command, path: &[&str]) -> Option<StyledStr> {
    let mut below = &*command;
    for name in path {
        below = below.find_subcommand(name)?;
    }
    let words = ["combien"].iter().chain(path).chain(&["--help"]);
    let help = command.try_get_matches_from_mut(words).err()?;
    Some(help.render())
}

/// The width of the help.
pub(super) fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let told = || env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(told).unwrap_or(UNKNOWN).clamp(NARROWEST, WIDEST)
}

/// The command and those below it, with help for this width.
pub(super) fn fitted(command: Command, width: usize) -> Command {
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(filled(&text, width)),
        None => command,
    };
    let command = match command.get_before_help().map(ToString::to_string) {
        Some(text) => command.before_help(filled(&text, width)),
        None => command,
    };
    command.term_width(width).mut_subcommands(|below| fitted(below, width))
}

/// Lines of a paragraph are joined and filled again. An indented line stays a line.
fn filled(text: &str, width: usize) -> String {
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
            lines.extend(fill(paragraph.split(' '), 0, width, ""));
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

/// A line of a list: a command or a word, and perhaps a remark after two or more spaces.
fn listed(line: &str, width: usize) -> Vec<String> {
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
