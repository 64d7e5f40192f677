//! A tiling file may come from anywhere. The user who runs it decides what it may write and run.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::shared::{combien, ended};

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
        ("solve p svg", ".svg"),
        ("solve p png", ".png"),
        ("solve p pdf", ".pdf"),
        ("solve p stl", ".stl"),
        ("all p json", ".json"),
        ("sample p 1 svg", ".svg"),
        ("dimacs p", ".cnf"),
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
        let (output, ending) = outputs[number % outputs.len()];
        let way = way.replace(".svg", ending);
        let place = Place::new(&format!("{output} \"{way}\""));
        let before = names(&place.here());
        let (code, out, errors) = place.run(&["run", "t.cmb"]);
        assert_eq!((code, out.as_str()), (2, ""), "{way}: nothing runs: {errors}");
        assert!(errors.contains("error[denied]") && errors.contains("t.cmb:3:1"), "{errors}");
        assert!(errors.contains("--allow-write"), "{errors}");
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

/// For other commands `-` is standard output. A script prints there anyway, so here `-` is an error, not a
/// file.
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

/// What somebody else wrote stays, unless the user says otherwise; what Combien wrote is replaced, as often
/// as a file runs.
#[test]
fn only_files_of_our_own_are_replaced() {
    let mut outputs = vec![
        ("solve p svg \"a.svg\"", "a.svg"),
        ("solve p svg \"a.svg\" cut", "a.svg"),
        ("marginals p svg \"a.svg\"", "a.svg"),
        ("solve p stl \"a.stl\"", "a-bar.stl"),
        ("all p json \"a.json\"", "a.json"),
        ("dimacs p \"a.cnf\"", "a.cnf"),
    ];
    if cfg!(feature = "render") {
        outputs.extend([("solve p png \"a.png\"", "a.png"), ("solve p pdf \"a.pdf\"", "a.pdf")]);
    }
    for (output, file) in outputs {
        let place = Place::new(output);
        let path = place.here().join(file);
        for _ in 0..2 {
            let (code, _, errors) = place.run(&["run", "t.cmb"]);
            assert_eq!((code, errors.as_str()), (0, ""), "{output}");
        }
        let ours = fs::read(&path).unwrap();
        fs::write(&path, "a letter\n".repeat(1000)).unwrap();
        let before = fs::read(&path).unwrap();
        let (code, _, errors) = place.run(&["run", "t.cmb"]);
        assert!(code == 2 && errors.contains("which Combien did not write"), "{output}: {errors}");
        assert!(errors.contains("`--overwrite` permits it"), "{errors}");
        assert_eq!(fs::read(&path).unwrap(), before, "{output}");
        assert_eq!(place.run(&["run", "--overwrite", "t.cmb"]).0, 0, "{output}");
        assert_eq!(fs::read(&path).unwrap(), ours, "{output}");
        // An empty file holds nothing.
        fs::write(&path, "").unwrap();
        assert_eq!(place.run(&["run", "t.cmb"]).0, 0, "{output}");
    }
    // The file that runs, and with a name of its own kind: whatever the flags.
    let place = Place::new("solve p svg \"t.cmb\"");
    let text = fs::read(place.here().join("t.cmb")).unwrap();
    for flags in [&["run", "t.cmb"][..], &["run", "--overwrite", "t.cmb"]] {
        let (code, out, errors) = place.run(flags);
        assert_eq!((code, out.as_str()), (2, ""), "{errors}");
        assert!(errors.contains("the name does not end in `.svg`"), "{errors}");
    }
    assert_eq!(fs::read(place.here().join("t.cmb")).unwrap(), text);
}

/// Includes stay below the folder of the first file. A message shows no text of a file that is not a tiling
/// file.
#[test]
fn includes_show_no_text_of_other_files() {
    let secret = "PASSWORD=hunter2\n";
    let place = Place::new("");
    fs::write(place.elsewhere().join("secret.cmb"), secret).unwrap();
    fs::write(place.elsewhere().join("good.cmb"), "pattern good = {*}\n").unwrap();
    fs::write(place.here().join("secret.env"), secret).unwrap();
    fs::write(
        place.here().join("sub/deep.cmb"),
        "include \"../t.cmb\"\ninclude \"../../elsewhere/good.cmb\"\n",
    )
    .unwrap();
    fs::write(place.here().join("sub/up.cmb"), "include \"../t.cmb\"\n").unwrap();
    let include = |path: &str, flags: &[&str]| {
        fs::write(place.here().join("main.cmb"), format!("include \"{path}\"\n")).unwrap();
        let mut command = combien(&[flags, &["main.cmb"]].concat());
        ended(&command.current_dir(place.here()).env_remove("COMBIEN_ALLOW_READ").output().unwrap())
    };
    let whole = place.elsewhere().join("secret.cmb").display().to_string();
    for path in [
        "../elsewhere/secret.cmb",
        "away/secret.cmb",
        "inside/../../elsewhere/secret.cmb",
        "sub/deep.cmb",
        &whole,
        "../elsewhere/none.cmb",
        "/etc/passwd",
        "/dev/zero",
    ] {
        for command in ["run", "check", "test", "count"] {
            let (code, out, errors) = include(path, &[command]);
            assert_eq!((code, out.as_str()), (2, ""), "{command} {path}: {errors}");
            assert!(
                errors.contains("error[denied]")
                    && errors.contains("it is not below the folder of `main.cmb`"),
                "{path}: {errors}"
            );
            assert!(!errors.contains("PASSWORD") && !errors.contains("hunter2"), "{errors}");
        }
    }
    let (code, _, errors) = include("secret.env", &["run"]);
    assert!(
        code == 2 && errors.contains("it is not a tiling file") && !errors.contains("hunter2"),
        "{errors}"
    );
    let (code, _, errors) = include("sub/up.cmb", &["run", "-q"]);
    assert_eq!((code, errors.as_str()), (0, ""), "the folder of the first file, not of the one between");
    // The hint permits it, for files that include from below.
    let (_, _, errors) = include("../elsewhere/good.cmb", &["run"]);
    assert!(errors.contains("COMBIEN_ALLOW_READ=../elsewhere permits it"), "{errors}");
    let mut allowed = combien(&["run", "-q", "main.cmb"]);
    allowed.current_dir(place.here()).env("COMBIEN_ALLOW_READ", "/nowhere:../elsewhere");
    assert_eq!(ended(&allowed.output().unwrap()).0, 0);
    // Standard input is in the current folder.
    let (code, _, errors) = {
        use std::io::Write as _;
        let mut command = combien(&["run", "-"]);
        let pipe = std::process::Stdio::piped;
        let mut child =
            command.current_dir(place.here()).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"include \"../elsewhere/secret.cmb\"").unwrap();
        ended(&child.wait_with_output().unwrap())
    };
    assert!(code == 2 && errors.contains("not below the folder") && !errors.contains("hunter2"), "{errors}");
}
