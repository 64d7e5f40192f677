//! A tiling file may come from anywhere. The user who runs it decides what it may write and run.

#![cfg(unix)]

#[allow(dead_code)]
mod shared;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use shared::{combien, ended};

const PROBLEM: &str = "problem p = {**$**} [{**} ~sym ~named \"bar\"]\n";

/// A folder to run in, beside another one that nothing may be written to.
struct Place(tempfile::TempDir);

impl Place {
    fn new(script: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for folder in ["here/sub", "elsewhere"] {
            fs::create_dir_all(place.0.path().join(folder)).unwrap();
        }
        fs::write(place.here().join("t.cmb"), format!("{PROBLEM}count dlx p\n{script}\n")).unwrap();
        symlink("../elsewhere", place.here().join("away")).unwrap();
        symlink("../elsewhere/new.svg", place.here().join("away.svg")).unwrap();
        symlink("sub", place.here().join("inside")).unwrap();
        place
    }

    fn here(&self) -> PathBuf {
        self.0.path().join("here")
    }

    fn elsewhere(&self) -> PathBuf {
        self.0.path().join("elsewhere")
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        ended(&combien(arguments).current_dir(self.here()).env_remove("COMBIEN_ALLOW_RUN").output().unwrap())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn files_are_written_below_the_current_folder_only() {
    let outputs = [
        "solve p svg",
        "solve p png",
        "solve p pdf",
        "solve p stl",
        "all p json",
        "sample p 1 svg",
        "dimacs p",
    ];
    let ways_out = [
        "../new.svg",
        "../elsewhere/new.svg",
        "sub/../../elsewhere/new.svg",
        "inside/../../elsewhere/new.svg",
        "not_there/../../elsewhere/new.svg",
        "away/new.svg",
        "away/deep/new.svg",
        "away.svg",
        "/tmp/../tmp/combien-must-not-write.svg",
        ".hidden.svg",
        ".git/hooks/new.svg",
        "sub/.new/a.svg",
    ];
    for (number, way) in ways_out.into_iter().enumerate() {
        let place = Place::new(&format!("{} \"{way}\"", outputs[number % outputs.len()]));
        let before = names(&place.here());
        let (code, out, errors) = place.run(&["run", "t.cmb"]);
        assert_eq!((code, out.as_str()), (2, ""), "{way}: nothing runs: {errors}");
        assert!(errors.contains("error[denied]") && errors.contains("t.cmb:3:1"), "{errors}");
        assert_eq!((names(&place.here()), names(&place.elsewhere())), (before, vec![]), "{way}");
        assert_eq!(names(place.0.path()), ["elsewhere", "here"], "{way}");
        assert!(!Path::new("/tmp/combien-must-not-write.svg").exists());
        // Other commands that read the file write nothing.
        for command in [&["test", "t.cmb"][..], &["count", "t.cmb"], &["check", "t.cmb"], &["solve", "t.cmb"]]
        {
            assert_eq!(place.run(command).0, 0, "{command:?}");
        }
        assert_eq!(names(&place.elsewhere()), [""; 0], "{way}");
    }
}

#[test]
fn files_below_the_current_folder_are_written() {
    for (path, file) in [
        ("a.svg", "a.svg"),
        ("sub/../a.svg", "a.svg"),
        ("new/deep/a.svg", "new/deep/a.svg"),
        ("inside/a.svg", "sub/a.svg"),
        ("away/../here/a.svg", "a.svg"),
    ] {
        let place = Place::new(&format!("solve p svg \"{path}\""));
        let (code, _, errors) = place.run(&["run", "t.cmb"]);
        assert_eq!((code, errors.as_str()), (0, ""), "{path}");
        assert!(place.here().join(file).is_file(), "{path}");
    }
    let place = Place::new("solve p svg \"a.svg\"");
    let whole = place.here().join("a.svg");
    fs::write(place.here().join("t.cmb"), format!("{PROBLEM}solve p svg \"{}\"", whole.display())).unwrap();
    assert_eq!(place.run(&["run", "t.cmb"]).0, 0, "an absolute path below the current folder");
}

/// The hint of each refusal is followed, and then the file is written.
#[test]
fn the_flag_that_the_refusal_names_permits_it() {
    for (path, file) in [
        ("../elsewhere/new.svg", "../elsewhere/new.svg"),
        ("away/deep/new.svg", "../elsewhere/deep/new.svg"),
        (".hidden.svg", ".hidden.svg"),
        (".git/hooks/new.svg", ".git/hooks/new.svg"),
    ] {
        let place = Place::new(&format!("solve p svg \"{path}\""));
        let (_, _, errors) = place.run(&["run", "t.cmb"]);
        let hint = errors.split("`--allow-write ").nth(1).and_then(|rest| rest.split('`').next());
        let folder = hint.unwrap_or_else(|| panic!("{errors}"));
        let (code, _, errors) = place.run(&["run", "--allow-write", folder, "t.cmb"]);
        assert_eq!((code, errors.as_str()), (0, ""), "{path}");
        assert!(place.here().join(file).is_file(), "{path}");
        // Permission for another folder does not help.
        let place = Place::new(&format!("solve p svg \"{path}\""));
        assert_eq!(place.run(&["run", "--allow-write", "sub", "t.cmb"]).0, 2, "{path}");
    }
}

#[test]
fn a_command_runs_only_if_it_is_permitted() {
    let place = Place::new("solve sat \"touch x; true\" p");
    let refused: [&[&str]; 4] =
        [&[], &["--allow-run=minisat"], &["--allow-run=touch,true"], &["--allow-run="]];
    for flags in refused {
        let (code, out, errors) = place.run(&[&["run", "t.cmb"], flags].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{flags:?}: nothing runs");
        let words = ["error[denied]: a tiling file may not run `touch x; true`", "`--allow-run`"];
        assert!(words.iter().all(|word| errors.contains(word)), "{errors}");
    }
    for command in [&["test", "t.cmb"][..], &["count", "t.cmb"], &["check", "t.cmb"], &["solve", "t.cmb"]] {
        assert_eq!(place.run(command).0, 0, "{command:?}");
    }
    assert!(!place.here().join("x").exists());
    place.run(&["run", "--allow-run", "t.cmb"]);
    assert!(place.here().join("x").exists());
}

/// A listed name permits the program of that name, but never with arguments or through a shell.
#[test]
fn listed_programs_run() {
    let place = Place::new("solve sat \"fakesat\" p");
    let bin = place.0.path().join("bin");
    fs::create_dir(&bin).unwrap();
    fs::write(bin.join("fakesat"), "#!/bin/sh\necho UNSAT >\"$2\"\n").unwrap();
    fs::set_permissions(bin.join("fakesat"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let run = |flags: &[&str], variable: &str| {
        let mut command = combien(&[&["run", "t.cmb"], flags].concat());
        command.current_dir(place.here()).env("PATH", &path).env("COMBIEN_ALLOW_RUN", variable);
        ended(&command.output().unwrap())
    };
    let (code, out, errors) = run(&[], "");
    assert_eq!((code, out.as_str()), (2, ""));
    let hint = "`--allow-run=fakesat` permits it, and so does COMBIEN_ALLOW_RUN=fakesat";
    assert!(errors.contains(hint), "{errors}");
    let found_none = "p : (DLX) 2 solutions\nproblem \"p\" has no solution\n";
    let permitted: [(&[&str], &str); 4] = [
        (&["--allow-run=fakesat"], ""),
        (&["--allow-run=minisat,fakesat"], ""),
        (&[], "cadical, fakesat"),
        (&["--allow-run"], ""),
    ];
    for (flags, variable) in permitted {
        let ended = run(flags, variable);
        assert_eq!(ended, (0, found_none.to_owned(), String::new()), "{flags:?}, {variable}");
    }
    for command in ["fakesat -x", "fakesat;true", " fakesat", "./fakesat", "sh"] {
        let script = format!("{PROBLEM}solve sat \"{command}\" p");
        fs::write(place.here().join("t.cmb"), script).unwrap();
        assert_eq!(run(&["--allow-run=fakesat"], "fakesat").0, 2, "{command}");
    }
}

/// For other commands `-` is standard output. A script prints there anyway, so here `-` is an error, not a file.
#[test]
fn a_dash_is_not_a_file() {
    for output in ["solve p svg \"-\"", "all p json \"-\"", "solve p stl \"-\"", "dimacs p \"-\""] {
        let place = Place::new(output);
        let before = names(&place.here());
        let (code, printed, errors) = place.run(&["run", "t.cmb"]);
        assert_eq!(code, 2, "{output}: {errors}");
        assert!(
            errors.contains("`-` is not a file here") && errors.contains("--svg -"),
            "{output}: {errors}"
        );
        assert_eq!(
            (printed.as_str(), names(&place.here())),
            ("", before),
            "{output}: refused before it begins"
        );
    }
}
