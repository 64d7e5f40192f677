//! The program: what it prints, and how it ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

const PROBLEM: &str = "a b\na b\na\nb\n";
const CERTIFICATE: &str =
    "combien certificate 1\nproblem 2 0 3\nstates +\n1 1 . 2,.\ncovers 2\nend 172ff628ae96da4d\n";

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("combien-verify-{}-{name}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn with(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The exit code, and what is printed on standard output and on standard error; without the folder.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_combien-verify")).args(arguments).output().unwrap();
    let place = format!("{}/", folder.display());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&place, "");
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_right_is_verified() {
    let folder = Folder::new("right");
    let (problem, certificate) = (folder.with("t.dlx", PROBLEM), folder.with("t.proof", CERTIFICATE));
    let json = r#"{"schema": 1, "items": [{"name": "a"}, {"name": "b"}],
        "options": [{"items": ["a", "b"]}, {"items": ["a"]}, {"items": ["b"]}]}"#;
    let json = folder.with("t.json", json);
    for problem in [&problem, &json] {
        assert_eq!(
            run(&folder.0, &[problem, &certificate]),
            (0, "verified: 2 covers\n".into(), String::new())
        );
    }
    let list = folder.with("all.txt", "solution 1\n1: a b\n\nsolution 2\n2: a\n3: b\n");
    let said = "verified: 2 solutions, each is a cover; 2 different\nverified: 2 covers\nverified: the list is complete\n";
    assert_eq!(run(&folder.0, &[&problem, &list, &certificate]), (0, said.into(), String::new()));
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    let folder = Folder::new("wrong");
    let (problem, certificate) = (folder.with("t.dlx", PROBLEM), folder.with("t.proof", CERTIFICATE));
    let other = folder.with("other.proof", &CERTIFICATE.replace("1 1 . 2,.", "1 1 . ."));
    let said = "other.proof:4: wrong: no cover: item 2 is left\n";
    assert_eq!(run(&folder.0, &[&problem, &other]), (1, said.into(), String::new()));
    let list = folder.with("one.txt", "solution 1\n1: a b\n");
    let (code, out, _) = run(&folder.0, &[&problem, &list, &certificate]);
    assert!(code == 1 && out.ends_with("wrong: the list has 1 of 2\n"), "{out}");
    let list = folder.with("bad.txt", "solution 1\n1: a b\n2: a\n");
    let said = "bad.txt:1: wrong: item `a` is covered 2 times, and must be 1 to 1 times\n";
    assert_eq!(run(&folder.0, &[&problem, &list]), (1, said.into(), String::new()));
}

#[test]
fn a_command_that_is_wrong_ends_otherwise() {
    let folder = Folder::new("command");
    let (problem, certificate) = (folder.with("t.dlx", PROBLEM), folder.with("t.proof", CERTIFICATE));
    let bad = folder.with("bad.dlx", "a b\na c\n");
    for (arguments, said) in [
        (&[][..], "error: name a problem and what is to be checked; see --help\n"),
        (&[&*problem], "error: name a problem and what is to be checked; see --help\n"),
        (&["--fast", &problem, &certificate], "error: `--fast` is unknown; see --help\n"),
        (&["--memory", "x", &problem, &certificate], "error: --memory needs a number of megabytes\n"),
        (&[&*bad, &certificate], "error: bad.dlx:2: `c` is not an item\n"),
    ] {
        assert_eq!(run(&folder.0, arguments), (2, String::new(), said.to_owned()));
    }
    let (code, _, errors) = run(&folder.0, &[&problem, "nowhere"]);
    assert!(code == 2 && errors.starts_with("error: nowhere: "), "{errors}");
    let (code, _, errors) = run(&folder.0, &["--memory", "0", &problem, &certificate]);
    assert!(code == 3 && errors.contains("see --memory"), "{errors}");
    let (code, out, _) = run(&folder.0, &["--help"]);
    assert!(code == 0 && out.contains("Exit codes"));
}

/// The files that are to be read: they stay few, and know nothing but the standard library.
#[test]
fn the_program_stands_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split('[').next().unwrap();
    assert_eq!(dependencies.trim(), "");
    let mut code = 0;
    for file in fs::read_dir(root.join("src")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let tested = text.split("#[cfg(test)]").next().unwrap();
        let lines = tested.lines().map(str::trim);
        code += lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    }
    assert!(code < 1400, "{code} lines of code are too many to be read in an evening");
}
