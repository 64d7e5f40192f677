//! The program: what it prints, and how it ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

const PROBLEM: &str = "a b\na b\na\nb\n";
const CERTIFICATE: &str =
    "combien certificate 1\nproblem 2 0 3\nstates +\n1 1 . 2,.\ncovers 2\nend 172ff628ae96da4d\n";

/// A folder that is removed at the end.
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

/// A certificate and a list are about covers, so the verdict is the same with costs and without.
#[test]
fn costs_are_read_over() {
    let folder = Folder::new("costs");
    let certificate = folder.with("t.proof", CERTIFICATE);
    let text = folder.with("t.dlx", "a b\na b |3\na |-2.50 |+1\n| a comment\nb\n");
    let json = r#"{"schema": 1, "items": [{"name": "a"}, {"name": "b"}], "options": [
        {"items": ["a", "b"], "cost": 3}, {"items": ["a"], "cost": -1.5}, {"items": ["b"], "cost": "9007199254740993"}]}"#;
    let json_file = folder.with("t.json", json);
    let list =
        folder.with("all.txt", "solution 1, cost -1.5\n2: a |-1.5\n3: b\n\nsolution 2, cost 3\n1: b a |3\n");
    let said = "verified: 2 solutions, each is a cover; 2 different\nverified: 2 covers\nverified: the list is complete\n";
    for problem in [&text, &json_file] {
        assert_eq!(run(&folder.0, &[problem, &list, &certificate]), (0, said.into(), String::new()));
    }
    // A bar alone is no cost.
    let problem = folder.with("bad.dlx", "a b\na b | 3\na\nb\n");
    let said = "error: bad.dlx:2: `|` is not an item\n";
    assert_eq!(run(&folder.0, &[&problem, &certificate]), (2, String::new(), said.into()));
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    let folder = Folder::new("wrong");
    let (problem, certificate) = (folder.with("t.dlx", PROBLEM), folder.with("t.proof", CERTIFICATE));
    let other = folder.with("other.proof", &CERTIFICATE.replace("1 1 . 2,.", "1 1 . ."));
    let said = "wrong: other.proof:4: no cover: item 2 is left\n";
    assert_eq!(run(&folder.0, &[&problem, &other]), (1, said.into(), String::new()));
    let list = folder.with("one.txt", "solution 1\n1: a b\n");
    let (code, out, _) = run(&folder.0, &[&problem, &list, &certificate]);
    assert!(code == 1 && out.ends_with("wrong: the list has 1 of 2\n"), "{out}");
    let list = folder.with("bad.txt", "solution 1\n1: a b\n2: a\n");
    let said = "wrong: bad.txt:1: option 2 does not fit: item `a` is covered already\n";
    assert_eq!(run(&folder.0, &[&problem, &list]), (1, said.into(), String::new()));
}

#[test]
fn options_that_were_taken_are_told() {
    let folder = Folder::new("taken");
    let problem = folder.with("t.dlx", PROBLEM);
    let head = "combien certificate 1\nproblem 2 0 3\n";
    let proof = |name: &str, body: &str| folder.with(name, &sealed(&format!("{head}{body}")));
    let one = proof("one.proof", "taken 2\nstates 2,.\ncovers 1\n");
    let said = "verified: 1 cover, with option 2\n";
    assert_eq!(run(&folder.0, &[&problem, &one]), (0, said.into(), String::new()));
    let both = proof("both.proof", "taken 2 3\nstates .\ncovers 1\n");
    let said = "verified: 1 cover, with option 2, with option 3\n";
    assert_eq!(run(&folder.0, &[&problem, &both]), (0, said.into(), String::new()));
    // A list is complete only if its covers have the options, too.
    let [with, without] = [("with.txt", "1:\n2: a\n3: b\n"), ("without.txt", "1:\n1: a b\n")]
        .map(|(name, text)| folder.with(name, text));
    let (code, out, _) = run(&folder.0, &[&problem, &with, &one]);
    assert!(code == 0 && out.ends_with("verified: the list is complete\n"), "{out}");
    let (code, out, _) = run(&folder.0, &[&problem, &without, &one]);
    assert!(
        code == 1 && out.ends_with("wrong: the list has covers without the options of the certificate\n"),
        "{out}"
    );
    for (body, said) in [
        ("taken 1 2\nstates .\ncovers 1\n", "option 2 does not fit: item `a` is covered already"),
        ("taken 3 2\nstates .\ncovers 1\n", "option 2 is none that can be chosen, or is chosen twice"),
        ("taken 2 2\nstates .\ncovers 1\n", "option 2 is none that can be chosen, or is chosen twice"),
        ("taken 4\nstates .\ncovers 1\n", "option 4 is none that can be chosen, or is chosen twice"),
        ("taken 0\nstates .\ncovers 1\n", "there is no option 0"),
        ("taken \nstates .\ncovers 1\n", "`` is no number, or too large"),
        ("taken 2\nweights 2\n1 1\ncovers 0\n", "expected `states` or `weights`"),
    ] {
        let wrong = proof("wrong.proof", body);
        let (code, out, _) = run(&folder.0, &[&problem, &wrong]);
        assert!(code == 1 && out.contains(said), "{body}: {out}");
    }
}

/// The text of a certificate, and the line that ends it.
fn sealed(text: &str) -> String {
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{text}end {sum:016x}\n")
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    let folder = Folder::new("command");
    let (problem, certificate) = (folder.with("t.dlx", PROBLEM), folder.with("t.proof", CERTIFICATE));
    let bad = folder.with("bad.dlx", "a b\na c\n");
    for (arguments, said) in [
        (&[][..], "error: name a problem and what is to be checked; see --help\n"),
        (&[&*problem], "error: name a problem and what is to be checked; see --help\n"),
        (&["--fast", &problem, &certificate], "error: `--fast` is unknown; see --help\n"),
        (
            &["--memory", "x", &problem, &certificate],
            "error: --memory needs a number of megabytes; see --help\n",
        ),
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

/// The example of the page is verified alone, and a damaged one is refused.
#[test]
fn a_strip_needs_no_problem() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates.md");
    let page = fs::read_to_string(page).unwrap();
    let example = page.split("```text\n").find(|block| block.starts_with("combien strip 1\n")).unwrap();
    let example = example.split("```").next().unwrap();
    let folder = Folder::new("strip");
    let right = folder.with("right", example);
    let said = "verified: the quotient holds for every n, of order 2, by 2 states\n";
    assert_eq!(run(&folder.0, &[&right]), (0, said.into(), String::new()));
    let wrong = folder.with("wrong", &example.replace("sizes 2", "sizes 3"));
    let (code, out, _) = run(&folder.0, &[&wrong]);
    assert!(code == 1 && out.starts_with("wrong: wrong:10: expected `end "), "{out}");
    let (code, _, errors) = run(&folder.0, &["--memory", "0", &right]);
    assert!(code == 3 && errors.contains("see --memory"), "{errors}");
}

/// The files that people are meant to read: they stay short, and use only the standard library.
#[test]
fn the_program_stands_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split('[').next().unwrap();
    assert_eq!(dependencies.trim(), "");
    let (mut covers, mut strips) = (0, 0);
    for file in fs::read_dir(root.join("src")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let tested = text.split("#[cfg(test)]").next().unwrap();
        let lines = tested.lines().map(str::trim);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count();
        *if path.ends_with("strip.rs") { &mut strips } else { &mut covers } += code;
    }
    // A thousand check covers, and thirty lead to the file that checks boards of every length.
    assert!(covers < 1030, "{covers} lines of code are too many to be read in an evening");
    assert!(strips < 210, "{strips} lines of code are too many to be read after it");
}
