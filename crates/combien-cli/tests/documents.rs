//! The documents promise only what is so: their console blocks are run, and their picture is made again.
//!
//! In a block, `$ COMMAND` is run by a shell in a folder that looks like the root of the project, one for each document, so
//! that files may be written there; the lines up to the next command are what it
//! prints. `? 3` is its exit code; where one stands, what it prints on standard error may follow.

#[allow(dead_code)]
mod shared;

use std::fs;
use std::path::Path;
use std::process::Command;

use shared::root;

struct Session {
    command: String,
    printed: String,
    code: i32,
    errors: String,
}

/// The commands of all console blocks of a document.
fn sessions(document: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = vec![];
    let (mut in_block, mut after_code) = (false, false);
    for line in document.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if !in_block {
        } else if let Some(command) = line.strip_prefix("$ ") {
            after_code = false;
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

/// A folder with what the root of the project has.
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
        .env("NO_COLOR", "1")
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

#[cfg(unix)]
#[test]
fn console_blocks_are_true() {
    let mut documents = vec![root().join("README.md")];
    for folder in ["docs", "docs/lessons"] {
        documents.extend(fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    let mut run_so_far = 0;
    for document in
        documents.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"))
    {
        let folder = folder_like_root();
        for session in sessions(&fs::read_to_string(document).unwrap()) {
            run(&session, folder.path());
            run_so_far += 1;
        }
    }
    assert!(run_so_far >= 7, "only {run_so_far} commands were found");
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scott.svg");
    let status = Command::new(env!("CARGO_BIN_EXE_combien"))
        .args(["solve", "examples/scott.cmb", "--problem", "scott", "--svg", path.to_str().unwrap()])
        .current_dir(root())
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    assert_eq!(fs::read(path).unwrap(), fs::read(root().join("docs/scott.svg")).unwrap());
}

/// Every file that a document links to is there.
#[test]
fn links_lead_somewhere() {
    let mut documents =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/sources.md", "docs/language.md"]
            .map(|document| root().join(document))
            .to_vec();
    documents.extend(fs::read_dir(root().join("docs/lessons")).unwrap().map(|entry| entry.unwrap().path()));
    for path in documents {
        let document = path.display();
        let text = fs::read_to_string(&path).unwrap();
        for target in
            text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
        {
            assert!(path.parent().unwrap().join(target).exists(), "{document} links to {target}");
        }
    }
}
