//! The command line as a whole, and the readers of its values.

use std::ffi::OsString;
use std::time::Duration;

use clap::ArgMatches;

use super::help::definition;
use super::plainly;
use crate::request::{duration, size};

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

/// The names of the command and of all that is set, defaults included.
fn names(matches: &ArgMatches) -> Vec<String> {
    let mut names: Vec<String> = matches.ids().map(ToString::to_string).collect();
    names.sort_unstable();
    if let Some((command, below)) = matches.subcommand() {
        names.push(command.to_owned());
        names.extend(self::names(below));
    }
    names
}

#[test]
fn a_line_is_read_without_help_as_with_it() {
    let right =
        ["count f", "count -q f --jobs 2", "solve f --all", "sudoku solve f", "run f g", "take-apart f"];
    let wrong =
        ["count", "count f g h i", "sudoku", "solve f -h", "cuont f", "count f --jobs x", "-V", "--help"];
    for (lines, is_right) in [(&right[..], true), (&wrong[..], false)] {
        for line in lines {
            let words: Vec<OsString> =
                ["combien"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            let plain = plainly(&words).map(|matches| names(&matches));
            let whole = definition().try_get_matches_from(&words).ok().map(|matches| names(&matches));
            assert_eq!((plain.is_some(), &plain), (is_right, &whole), "{line}");
        }
    }
}
