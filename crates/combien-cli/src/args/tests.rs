//! The command line as a whole, and the readers of its values.

use std::ffi::OsString;
use std::time::Duration;

use super::help::definition;
use super::{plainly, told};
use crate::report::lines::filled;
use crate::request::table::{Command, Does, Row, Takes, Words};
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
            assert_eq!(both_ways(line), [is_right; 2], "{line}");
        }
    }
}

/// Is a line right, read from what it names, and read from all? The first may refuse it, and then the second decides.
fn both_ways(line: &str) -> [bool; 2] {
    let words: Vec<OsString> =
        ["combien"].into_iter().chain(line.split_whitespace()).map(Into::into).collect();
    let seen = |(command, words): (&Command, Words)| (command.name, words.shapes());
    let plain = plainly(&words).map(seen);
    let whole = definition().try_get_matches_from(&words).ok().map(|matches| seen(told(&matches)));
    assert!(plain.is_none() || plain == whole, "{line}: {plain:?}, {whole:?}");
    [plain.is_some(), whole.is_some()]
}

/// Each setting of each command: alone, beside the next one, by its short name, with a value and without.
#[test]
fn each_setting_is_read_from_what_a_line_names_as_from_all() {
    let (mut right, mut wrong, mut only_from_all) = (0, 0, vec![]);
    let mut waiting: Vec<(String, &Command)> =
        super::COMMANDS.iter().map(|command| (command.name.to_owned(), command)).collect();
    while let Some((name, command)) = waiting.pop() {
        if let Does::Have(below) = command.does {
            waiting.extend(below.iter().map(|below| (format!("{name} {}", below.name), below)));
        }
        let rows = command.rows();
        let flags: Vec<String> = rows.iter().filter(|row| !row.place).map(flag).collect();
        for (at, one) in flags.iter().enumerate() {
            let next = &flags[(at + 1) % flags.len()];
            for line in
                [format!("{name} f {one}"), format!("{name} {one} 1 f"), format!("{name} f {one} {next}")]
            {
                match both_ways(&line) {
                    [true, _] => right += 1,
                    [false, true] => only_from_all.push(line),
                    [false, false] => wrong += 1,
                }
            }
        }
    }
    assert!(right > 300 && wrong > 300, "{right} right, {wrong} wrong");
    // Where a setting excludes one that another setting needs, the need is waived.
    assert!(only_from_all.len() < 10, "{only_from_all:#?}");
}

/// A setting with a value that it takes, if it takes one and any is known.
fn flag(row: &Row) -> String {
    let name = row.short.map_or_else(|| format!("--{}", row.long), |letter| format!("-{letter}"));
    let known = (row.names)().first().map(|(name, _)| name.clone());
    let value = known.or(row.default.map(str::to_owned)).unwrap_or_else(|| "1".to_owned());
    if row.takes == Takes::Nothing { name } else { format!("{name} {value}") }
}
