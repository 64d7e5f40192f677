//! The documents are compared with the program: their console blocks are run, and their picture is drawn
//! again.
//!
//! In a block, a shell runs `$ COMMAND` in a folder that looks like the root of the project. Each document
//! has its own folder, so that commands may write files there. The lines up to the next command are the
//! expected output. A command that ends in `<< 'END'` reads the lines up to `END`. `? 3` is the expected exit
//! code; the expected standard error may follow it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shared::root;

struct Session {
    command: String,
    printed: String,
    code: i32,
    errors: String,
}

/// The commands of all console blocks of a document.
fn sessions(document: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = vec![];
    let (mut in_block, mut after_code, mut in_input) = (false, false, false);
    for line in document.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if !in_block {
        } else if in_input {
            let session = sessions.last_mut().unwrap();
            session.command.push('\n');
            session.command.push_str(line);
            in_input = line != "END";
        } else if let Some(command) = line.strip_prefix("$ ") {
            after_code = false;
            in_input = command.ends_with("<< 'END'");
            sessions.push(Session {
                command: command.into(),
                printed: String::new(),
                code: 0,
                errors: String::new(),
            });
        } else if let Some(session) = sessions.last_mut() {
            if let Some(code) = line.strip_prefix("? ") {
                (session.code, after_code) = (code.parse().unwrap(), true);
            } else {
                let text = if after_code { &mut session.errors } else { &mut session.printed };
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    sessions
}

/// A folder with the contents of the project's root.
#[cfg(unix)]
fn folder_like_root() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path().canonicalize().unwrap();
        std::os::unix::fs::symlink(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn run(session: &Session, folder: &Path) {
    let binary = Path::new(env!("CARGO_BIN_EXE_combien")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &session.command])
        .current_dir(folder)
        .env("PATH", path)
        // What is there are links to the files of the project.
        .env("COMBIEN_ALLOW_READ", root())
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
    let errors = text(&output.stderr);
    assert_eq!(
        text(&output.stdout).trim_end(),
        session.printed.trim_end(),
        "$ {}\n{errors}",
        session.command
    );
    assert_eq!(output.status.code(), Some(session.code), "$ {}\n{errors}", session.command);
    if !session.errors.is_empty() {
        assert_eq!(errors.trim_end(), session.errors.trim_end(), "$ {}", session.command);
    }
}

/// README.md, and every page in docs/ and paper/.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs"), root().join("paper")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// The commands of all documents.
pub(crate) fn commands() -> Vec<String> {
    let texts = documents().into_iter().map(|document| fs::read_to_string(document).unwrap());
    texts.flat_map(|text| sessions(&text)).map(|session| session.command).collect()
}

#[cfg(unix)]
#[test]
fn console_blocks_match_the_program() {
    let mut run_so_far = 0;
    for document in documents() {
        let folder = folder_like_root();
        for session in sessions(&fs::read_to_string(document).unwrap()) {
            run(&session, folder.path());
            run_so_far += 1;
        }
    }
    assert!(run_so_far >= 7, "only {run_so_far} commands were found");
}

/// Each entry of the list ends with the file, or with a command.
#[test]
fn the_list_of_published_counts_names_every_file() {
    let page = fs::read_to_string(root().join("docs/reference/collection.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("- ")).collect();
    let mut files = 0;
    for entry in fs::read_dir(root().join("examples/collection")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let file = format!("; `collection/{name}`");
        assert_eq!(rows.iter().filter(|row| row.ends_with(&file)).count(), 1, "{name}");
        files += 1;
    }
    let named = rows.iter().filter(|row| row.contains("`collection/")).count();
    assert_eq!(named, files, "a row names a file that is not there");
    assert!(rows.len() >= 50, "{} rows", rows.len());
}

#[test]
fn pictures_are_what_the_program_draws() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.svg");
    for (arguments, picture) in [
        (["solve", "examples/scott.cmb", "--problem", "scott"].as_slice(), "docs/pictures/scott.svg"),
        (&["solve", "examples/macmahon.cmb"], "docs/pictures/macmahon.svg"),
        (&["solve", "examples/balls.cmb"], "docs/pictures/balls.svg"),
        (&["solve", "examples/tangram.cmb"], "docs/pictures/tangram.svg"),
        (&["solve", "examples/kites.cmb", "--problem", "three"], "docs/pictures/kites.svg"),
        (&["solve", "examples/sticks.cmb"], "docs/pictures/sticks.svg"),
        (&["solve", "examples/lattices.cmb", "--problem", "floor"], "docs/pictures/lattices.svg"),
        (&["why", "examples/why.cmb", "--problem", "chessboard"], "docs/pictures/why.svg"),
        (&["solve", "puzzle:sudoku-with 3x3 examples/puzzles/killer.txt"], "docs/pictures/killer.svg"),
        (&["matrix", "puzzle:sudoku 3x3"], "docs/pictures/sudoku-matrix.svg"),
        (&["matrix", "examples/lesson.dlx"], "docs/pictures/lesson-matrix.svg"),
        (&["marginals", "examples/scott.cmb", "--problem", "scott"], "docs/pictures/uncertain.svg"),
        (
            &["marginals", "examples/scott.cmb", "--problem", "scott", "--piece", "X"],
            "docs/pictures/likely_x.svg",
        ),
        (&["sample", "examples/aztec100.cmb", "--seed", "1"], "docs/pictures/aztec100.svg"),
        (&["sample", "examples/hexagon50.cmb", "--seed", "1"], "docs/pictures/hexagon50.svg"),
        (&["plane", "X", "--window", "12"], "docs/pictures/plane-translations.svg"),
        (&["plane", "F", "--window", "12"], "docs/pictures/plane-half-turns.svg"),
        (&["plane", "{.***.$**.**}", "--window", "14"], "docs/pictures/plane-isohedral.svg"),
        (&["plane", "{.*..$**..$*..*$****}", "--window", "14"], "docs/pictures/plane-periodic.svg"),
        (&["plane", "{*...*$*****}"], "docs/pictures/plane-corona.svg"),
        (&["plane", "{..*.$..*.$..**$***.}"], "docs/pictures/plane-corona-2.svg"),
        (&["plane", "{.*..$.*..$****$.*..}"], "docs/pictures/plane-holes.svg"),
        (
            &["plane", "kite {..**..$****..$....**$......}", "--copies", "2", "--coronas", "2"],
            "docs/pictures/plane-hat.svg",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_combien"))
            .args(arguments)
            .arg("--svg")
            .arg(&drawn)
            .current_dir(root())
            .output()
            .unwrap();
        // Pieces that do not tile the plane are drawn, too, and the hat, of which it is not known within limits.
        let code = match picture.strip_prefix("docs/pictures/plane-") {
            Some("corona.svg" | "corona-2.svg" | "holes.svg") => 1,
            Some("hat.svg") => 3,
            _ => 0,
        };
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(fs::read(&drawn).unwrap(), fs::read(root().join(picture)).unwrap(), "{picture}");
    }
}

/// Each word has one entry, with all its meanings.
#[test]
fn the_glossary_defines_each_word_once() {
    let glossary = fs::read_to_string(root().join("docs/reference/glossary.md")).unwrap();
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("- **")?.split("**").next());
    let words = rows.flat_map(|words| words.split(',')).map(str::trim);
    let mut seen = std::collections::BTreeSet::new();
    for word in words {
        assert!(seen.insert(word), "the glossary defines `{word}` twice");
    }
    assert!(seen.contains("cell") && seen.len() > 100, "{} words", seen.len());
}

/// The anchor of a heading, as links use it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-');
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Every file and every heading that a document links to exists.
#[test]
fn links_have_targets() {
    for path in
        documents().into_iter().chain(["ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)))
    {
        let text = fs::read_to_string(&path).unwrap();
        let targets =
            text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
        for target in targets.filter(|target| !target.starts_with("https://")) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let other = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(other.exists(), "{} links to {target}", path.display());
            if !heading.is_empty() {
                let other = fs::read_to_string(other).unwrap();
                let mut headings = other.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == heading);
                assert!(is_there, "{} links to {target}", path.display());
            }
        }
    }
}
