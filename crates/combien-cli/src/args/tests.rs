//! The command line as a whole, and the readers of its values.

use std::time::Duration;

use super::help::definition;
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
