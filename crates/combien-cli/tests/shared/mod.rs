//! The real binary, started as people start it: what all tests of the command share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the project, where the examples and the corpus are.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command, in the root of the project, without colors and without input.
pub(crate) fn combien(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_combien"));
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1").env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// Exit code, standard output, standard error.
pub(crate) fn ended(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    ended(&combien(arguments).output().unwrap())
}

/// The commands that a help text lists before the options, but for `help`.
pub(crate) fn commands_in(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    // A description that needs a second line is indented further, and arguments are in brackets.
    let is_name =
        |line: &&str| line.starts_with("  ") && line[2..].starts_with(|c: char| c.is_ascii_lowercase());
    let names = lines.take_while(|line| !["Options:", "Examples:"].contains(line)).filter(is_name);
    names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect()
}

pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = combien(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    ended(&child.wait_with_output().unwrap())
}

pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
