//! docs/reference/command.md holds the help of each command, and must agree with it. `UPDATE_REFERENCE=1
//! cargo test -p combien-cli --test cli reference` writes it again.

use std::fmt::Write;
use std::fs;

use crate::shared::{combien, ended, root};

/// The text before the help of the first command.
const INTRODUCTION: &str = "\
# The command

*For everyone who types commands: each command with all its options.*

This page is the help of the command itself, as `combien COMMAND --help` prints it; a test holds the two equal. See also
[Exit codes](exit-codes.md) and [File formats](formats.md).
";

fn help(path: &[&str]) -> String {
    let arguments = [path, &["--help"]].concat();
    let output = combien(&arguments).env("COLUMNS", "100").output().unwrap();
    let (code, text, errors) = ended(&output);
    assert_eq!((code, errors.as_str()), (0, ""), "{path:?}");
    text
}

/// The commands that a help text lists.
fn commands_in(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A description that needs a second line is indented further.
    let names = lines.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect()
}

/// The section of a command and of its subcommands.
fn section(path: &[&str], page: &mut String) {
    let text = help(path);
    let (level, title) = if path.is_empty() {
        ("##", "combien".to_owned())
    } else {
        (if path.len() == 1 { "##" } else { "###" }, format!("combien {}", path.join(" ")))
    };
    writeln!(page, "\n{level} {title}\n\n```text").unwrap();
    for line in text.trim_end().lines() {
        page.push_str(line.trim_end());
        page.push('\n');
    }
    page.push_str("```\n");
    for name in commands_in(&text) {
        section(&[path, &[name]].concat(), page);
    }
}

#[test]
fn the_page_of_the_command_is_its_help() {
    let mut page = INTRODUCTION.to_owned();
    section(&[], &mut page);
    assert!(page.matches("\n## combien").count() > 15, "the commands were not found");
    let path = root().join("docs/reference/command.md");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/reference/command.md is out of date: run this test with UPDATE_REFERENCE=1");
}
