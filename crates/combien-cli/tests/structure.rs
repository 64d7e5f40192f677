//! The allowed dependencies between the folders of the command. They point in one direction.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder, and the folders that it may depend on.
const ARROWS: [(&str, &[&str]); 7] = [
    ("system", &[]),
    ("report", &["system"]),
    ("request", &["report", "system"]),
    ("args", &["report", "request", "system"]),
    ("input", &["report", "request", "system"]),
    ("session", &["input", "report", "request", "system"]),
    ("commands", &["input", "report", "request", "session", "system"]),
];

/// Modules that several commands use.
const SHARED: [&str; 9] =
    ["clued", "diagrams", "documents", "formats", "marks", "permissions", "show", "terminal", "transpose"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    let all = entries.flat_map(|path| files(&path));
    all.filter(|file| file.extension().is_some_and(|end| end == "rs")).collect()
}

/// The code of a file, tests and comments aside.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that follow a path in some code.
fn behind(code: &str, path: &str) -> BTreeSet<String> {
    let rests = code.split(path).skip(1);
    rests.map(|rest| rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()).collect()
}

/// The folders or modules that a file declares.
fn declared(file: &str) -> BTreeSet<String> {
    let code = code_of(&source().join(file));
    let lines = code.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    lines.map(str::to_owned).collect()
}

#[test]
fn folders_depend_only_on_allowed_folders() {
    assert_eq!(declared("lib.rs"), ARROWS.iter().map(|(folder, _)| (*folder).to_owned()).collect());
    for (folder, allowed) in ARROWS {
        for file in files(&source().join(folder)) {
            for known in behind(&code_of(&file), "crate::") {
                assert!(
                    known == folder || allowed.contains(&known.as_str()),
                    "{} knows `{known}`, which `{folder}` may not",
                    file.display()
                );
            }
        }
    }
}

/// A command that needs another one must make a request to it.
#[test]
fn commands_do_not_depend_on_each_other() {
    let commands = declared("commands/mod.rs");
    assert!(SHARED.iter().all(|&shared| commands.contains(shared)));
    for command in &commands {
        let (folder, file) =
            (source().join("commands").join(command), source().join(format!("commands/{command}.rs")));
        let place = if folder.is_dir() { folder.clone() } else { file };
        for file in files(&place) {
            let code = code_of(&file);
            let mut known = behind(&code, "commands::");
            // Within a folder, `super` is the command itself.
            if file.parent() != Some(&*folder) || file.ends_with("mod.rs") {
                known.extend(behind(&code, "super::"));
            }
            let others = known.intersection(&commands).filter(|&other| other != command);
            let others: Vec<_> = others.filter(|other| !SHARED.contains(&other.as_str())).collect();
            assert!(others.is_empty(), "{} knows {others:?}", file.display());
        }
    }
}

/// Only one file asks the library for solutions.
#[test]
fn the_library_is_asked_in_one_place() {
    const QUESTIONS: [&str; 3] = ["Enumerate", "Restart", "Compile"];
    let asks = |file: &PathBuf| {
        let code = code_of(file);
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| QUESTIONS.contains(&word)) || code.contains("solve::Count")
    };
    let who: Vec<PathBuf> = files(&source()).into_iter().filter(asks).collect();
    assert_eq!(who, [source().join("session/ask.rs")]);
}

/// A request says what is asked for, not how it was written. Of the parser of the command line it may use
/// only the names of values.
#[test]
fn requests_do_not_depend_on_the_command_line_parser() {
    for file in files(&source().join("request")) {
        let code = code_of(&file);
        let known = behind(&code, "clap::");
        assert!(known.iter().all(|name| name == "ValueEnum"), "{} knows {known:?}", file.display());
    }
    for folder in ["input", "session", "commands", "report", "system"] {
        for file in files(&source().join(folder)) {
            assert!(!code_of(&file).contains("clap"), "{} knows the command line", file.display());
        }
    }
}
