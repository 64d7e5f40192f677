//! Results when the disk is full: the command reports it with exit code 2, never leaves part of a file under
//! the name of a complete one, and keeps the previous file.
//!
//! A full disk is simulated by a limit on the size of files (`ulimit -f`), so that a write fails in the
//! middle, and by `/dev/full`.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::shared::{combien, ended, root, run};
use tempfile::TempDir;

/// Runs the command with a limit on the size of files, in blocks of 512 or 1024 bytes, depending on the
/// shell.
fn limited(blocks: u32, arguments: &[&str]) -> (i32, String, String) {
    let limits = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limits, env!("CARGO_BIN_EXE_combien")]).args(arguments).current_dir(root());
    ended(&command.env("NO_COLOR", "1").env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap())
}

/// A folder, and the path of a file in it that the command is to write.
fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result").to_str().unwrap().to_owned();
    (folder, path)
}

fn files_in(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

const QUEENS: &str = "tests/corpus/bench/queens9.dlx";

/// Files that are written completely or not at all, each larger than the limit.
#[test]
fn files_stay_unchanged_when_the_disk_is_full() {
    let scott = ["examples/scott.cmb", "--problem", "scott"];
    for arguments in [
        &["count", QUEENS, "--proof", "@"][..],
        &["solve", "--all", "-q", QUEENS, "--proof", "@"],
        &["unique", "puzzle:sudoku 3x3 examples/puzzles/inkala.txt", "--proof", "@"],
        &["convert", QUEENS, "--to", "json", "-o", "@"],
        &["convert", QUEENS, "--to", "cnf", "-o", "@"],
        &["zdd", QUEENS, "--text", "@"],
        &["zdd", QUEENS, "--dot", "@"],
        &["zdd", QUEENS, "--graphillion", "@"],
        &["zdd", "--engine", "memo", QUEENS, "--nnf", "@"],
        &["matrix", QUEENS, "--svg", "@"],
        &["trace", "examples/toy.dlx", "--html", "@"],
        &[&["solve", "-q", "--svg", "@"][..], &scott].concat(),
    ] {
        let (folder, path) = folder();
        let arguments: Vec<&str> =
            arguments.iter().map(|&word| if word == "@" { path.as_str() } else { word }).collect();
        // A missing file stays missing, and an existing one stays unchanged.
        for before in [None, Some("what there was")] {
            if let Some(before) = before {
                fs::write(&path, before).unwrap();
            }
            let (code, _, errors) = limited(1, &arguments);
            assert_eq!(code, 2, "{arguments:?}: {errors}");
            assert!(errors.contains(&format!("`{path}` cannot be written")), "{arguments:?}: {errors}");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before, "{arguments:?}");
            assert_eq!(files_in(&folder).len(), usize::from(before.is_some()), "no partial file is left");
        }
        let (code, _, errors) = run(&arguments);
        assert!(code <= 1, "{arguments:?}: {errors}");
        assert!(fs::metadata(&path).unwrap().len() > 1024, "{arguments:?}");
    }
}

/// A list of solutions ends where the disk is full, and the command reports an error.
#[test]
fn a_list_that_does_not_fit_is_an_error() {
    let (_folder, path) = folder();
    let (code, _, errors) = limited(8, &["solve", "--all", "-q", QUEENS, "-o", &path]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains(&format!("`{path}` cannot be written")), "{errors}");
    let (_, whole, _) = run(&["solve", "--all", "-q", QUEENS]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&written) && written.len() < whole.len());
}

/// If a checkpoint cannot be written, the previous one can still be read, and the search resumes from it when
/// there is room again.
#[test]
fn the_previous_checkpoint_survives() {
    let (folder, path) = folder();
    let queens = "tests/corpus/bench/queens11.dlx";
    let keep = ["count", "-q", "-j1", queens, "--checkpoint", path.as_str()];
    let (code, _, errors) = run(&[&keep[..], &["--nodes", "3000"]].concat());
    assert_eq!(code, 3, "{errors}");
    let before = fs::read_to_string(&path).unwrap();
    for blocks in [0, 1] {
        let (code, out, errors) = limited(blocks, &[&keep[..], &["--nodes", "5000"]].concat());
        // Without any room, the error is found before the search; otherwise when the state has become too
        // long.
        assert!(code == 2 || code == 3, "{code} {out} {errors}");
        if blocks == 0 {
            assert_eq!((code, fs::read_to_string(&path).unwrap()), (2, before.clone()), "{errors}");
            assert!(errors.contains("cannot be written"), "{errors}");
        }
    }
    assert!(files_in(&folder).iter().all(|name| !name.starts_with(".combien-")), "{:?}", files_in(&folder));
    let (code, out, errors) = run(&keep);
    // 2680: N. Bernoulli's problem of eight queens on a board of 11 (OEIS A000170).
    assert_eq!((code, out.as_str()), (0, "2680\n"), "{errors}");
}

/// A search with a checkpoint continues the file of its solutions. A device cannot be continued, and the
/// error names it.
#[test]
fn the_file_that_cannot_be_continued_is_named() {
    let (folder, state) = folder();
    let (code, _, errors) = run(&["solve", "--all", QUEENS, "-o", "/dev/null", "--checkpoint", &state]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("`/dev/null` cannot be written: it is not a regular file"), "{errors}");
    assert_eq!(files_in(&folder), [""; 0]);
}

/// If shards cannot be written, the error says so, and `merge` does not accept what is there.
#[test]
fn shards_that_do_not_fit_are_not_a_split() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shards").to_str().unwrap().to_owned();
    let (code, _, errors) = limited(1, &["split", QUEENS, "-n", "4", "--out", &out]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("cannot be written"), "{errors}");
    let (code, _, _) = run(&["merge", &out]);
    assert_ne!(code, 0);
}

/// If standard output cannot be written, that is an error and not an answer.
#[test]
fn standard_output_may_be_full() {
    for arguments in [
        &["count", QUEENS][..],
        &["count", "--json", QUEENS],
        &["solve", "--all", "-q", QUEENS],
        &["unique", "examples/toy.dlx"],
        &["unique", "--json", "examples/toy.dlx"],
        &["why", "examples/why.cmb", "--problem", "tees"],
        &["why", "--almost", "examples/why.cmb", "--problem", "odd"],
        &["convert", QUEENS, "--to", "dlx"],
        &["matrix", "examples/toy.dlx"],
        &["symmetries", "examples/queens8.dlx"],
        &["sample", "-q", QUEENS],
        &["zdd", QUEENS],
        &["sudoku", "solve", "-q", "examples/sudoku.txt"],
        &["run", "-q", "examples/scott.cmb"],
        &["pieces"],
        &["puzzle", "--list"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = combien(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let (code, _, errors) = ended(&output.wait_with_output().unwrap());
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.contains("standard output"), "{arguments:?}: {errors}");
    }
}
