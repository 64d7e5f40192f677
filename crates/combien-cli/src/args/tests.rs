//! The command line as a whole, and the readers of its values.

use std::ffi::OsString;
use std::time::Duration;

use super::help::definition;
use super::{plainly, told};
use crate::report::lines::filled;
use crate::request::table::{Command, Does, Words};
use crate::request::{duration, size};
use crate::system::catalogue;

#[test]
fn the_command_line_is_consistent() {
    definition().debug_assert();
}

#[test]
fn times_have_units() {
    assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
    assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
    assert_eq!(duration("2h"), Ok(Duration::from_secs(2 * 60 * 60)));
    assert_eq!((size("3"), size("64k"), size("2G")), (Ok(3), Ok(1 << 16), Ok(2 << 30)));
    assert!(size("").is_err() && size("-1M").is_err() && size("99999999999999G").is_err());
    assert!(duration("soon").is_err() && duration("-1s").is_err() && duration("").is_err());
}

#[test]
fn every_command_stands_in_one_group() {
    let mut grouped: Vec<&str> = super::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let mut commands: Vec<&str> = super::COMMANDS.iter().map(|command| command.name).collect();
    commands.extend([super::help::HELP, super::completions::COMPLETIONS]);
    grouped.sort_unstable();
    commands.sort_unstable();
    assert_eq!(grouped, commands);
}

/// Each text of the help has one in each language: a paragraph, the remark beside an example, the help of a setting
/// and of its values.
#[test]
fn the_help_is_in_every_language() {
    let mut texts: Vec<String> = said_in(super::EXAMPLES);
    texts.extend(super::GROUPS.iter().map(|(title, _)| format!("{title}:")));
    for command in super::COMMANDS {
        help_of(command, &mut texts);
    }
    let missing: Vec<&String> = texts.iter().filter(|text| !catalogue::every_language_has(text)).collect();
    assert!(texts.len() > 400 && missing.is_empty(), "no language but English has these: {missing:#?}");
}

fn help_of(command: &Command, texts: &mut Vec<String>) {
    texts.push(super::about(command).to_owned());
    texts.extend(said_in(command.after));
    for row in command.rows() {
        texts.extend((row.names)().into_iter().filter_map(|(_, help)| help));
        texts.push(row.help);
    }
    if let Does::Have(below) = command.does {
        for command in below {
            help_of(command, texts);
        }
    }
}

/// The paragraphs of a text, and what its lists say of a word; commands speak for themselves.
fn said_in(text: &str) -> Vec<String> {
    let told = |line: &str| match line.strip_prefix(' ') {
        Some(line) => line.trim().split_once("  ").map(|(_, remark)| remark.trim().to_owned()),
        None => Some(line.to_owned()),
    };
    filled(text, usize::MAX).lines().filter(|line| !line.is_empty()).filter_map(told).collect()
}

#[test]
fn a_line_is_read_from_what_it_names_as_from_all() {
    let right = [
        "count f",
        "count -q f --jobs 2",
        "count -qj2 --time=3s f --engine fast",
        "count -- f",
        "count --by A --as table f",
        "solve f --all",
        "solve -n 3 f --picture out.svg",
        "convert f --to json -o g",
        "sudoku solve f",
        "sudoku solve --grid f",
        "sudoku generate --seed 7",
        "run f g",
        "take-apart f",
    ];
    let wrong = [
        "",
        "count",
        "count f g h i",
        "count f --as table",
        "count f --unknown",
        "count f --jobs x",
        "count f --engine none",
        "convert f -o g",
        "solve f --number",
        "solve f --all -n 3",
        "sudoku",
        "sudoku solve --grid --json f",
        "solve f -h",
        "cuont f",
        "-V",
        "--help",
    ];
    for (lines, is_right) in [(&right[..], true), (&wrong[..], false)] {
        for line in lines {
            let words: Vec<OsString> =
                ["combien"].into_iter().chain(line.split_whitespace()).map(Into::into).collect();
            let seen = |(command, words): (&Command, Words)| (command.name, words.shapes());
            let plain = plainly(&words).map(seen);
            let whole = definition().try_get_matches_from(&words).ok().map(|matches| seen(told(&matches)));
            assert_eq!((plain.is_some(), &plain), (is_right, &whole), "{line}");
        }
    }
}
