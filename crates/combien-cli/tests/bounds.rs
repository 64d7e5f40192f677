//! Items with bounds, by the real binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn combien(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_combien"));
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Exit code, standard output, standard error.
fn ended(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    ended(&combien(arguments).output().unwrap())
}

fn run_with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = combien(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    ended(&child.wait_with_output().unwrap())
}

#[test]
fn bounds_are_kept_or_refused() {
    // 2744 sets of four queens attack all cells: another program tried all sets of four cells.
    let queens = "examples/queens.dlx";
    for engine in ["auto", "links", "frontier"] {
        assert_eq!(run(&["count", "--engine", engine, queens]).1, "2744\n", "{engine}");
    }
    let (code, out, errors) = run(&["count", "--engine", "fast", queens]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        errors.contains("the engine fast cannot keep to bounds on items; these can: auto, links"),
        "{errors}"
    );
    let small = "1:2|a 0:1|b c\na c\na b\nb c\na\n";
    let (_, out, _) = run_with_input(&["count", "--json", "--verify", "-"], small);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    // {1}, {1, 2}, {1, 4} and {3, 4}: c needs option 1 or 3, and with 3 option 2 would cover b again.
    assert_eq!((&document["count"], &document["bounded_items"]), (&"4".into(), &2.into()));
    assert_eq!(document["verified"]["same"], true);
    assert_eq!(run_with_input(&["convert", "--to", "dlx", "-"], small).1, small);
    let (code, _, errors) = run_with_input(&["convert", "--to", "cnf", "-"], small);
    assert!(code == 2 && errors.contains("bounds"), "{errors}");
    assert_eq!(run_with_input(&["count", "--reduce", "-"], small).1, "4\n");
    assert_eq!(run_with_input(&["estimate", "-"], small).0, 0);
    let solutions = run(&["solve", "-n", "3", queens]).1;
    let (code, verdicts, _) = run_with_input(&["check", queens, "-"], &solutions);
    assert_eq!((code, verdicts.lines().count()), (0, 3), "{verdicts}");
    let (code, verdict, _) = run_with_input(&["check", queens, "-"], "1:\n");
    assert!(
        code == 1 && verdict.contains("item `queens` is covered 0 times, too seldom: its bounds are 4"),
        "{verdict}"
    );
}
