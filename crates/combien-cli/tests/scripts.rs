//! Tiling files and the real binary: assertions, the included sets of pieces, output files, external solvers,
//! and the layout of files.

use std::fs;
use std::path::Path;

use crate::shared::{combien, ended, json_lines, root, run, run_with_input};

/// A folder to run in, with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn run_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(&combien(arguments).current_dir(folder).output().unwrap())
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Two bars in a square: two ways (Fibonacci numbers).
const SQUARE: &str = "problem p = {**$**} [{**} ~sym ~named \"bar\"]\n";

mod assertions {
    use super::*;

    /// Kasteleyn's 12988816 tilings of the chessboard.
    const CHESSBOARD: &str =
        "problem p = constant 8x8 true [{**} ~sym]\nassert count p = 12988816\nassert solvable p\n";

    #[test]
    fn all_are_checked_and_the_exit_code_reports_failures() {
        let wrong = format!("{SQUARE}assert count p = 3\nassert solvable p\nassert unsolvable p\nsolve p\n");
        let folder = folder(&[("right.cmb", CHESSBOARD), ("wrong.cmb", &wrong), ("none.cmb", SQUARE)]);
        let held = run_in(folder.path(), &["test", "right.cmb", "none.cmb"]);
        assert_eq!(held, (0, "2 assertions: 2 held, 0 failed\n".into(), String::new()));
        let (code, out, errors) = run_in(folder.path(), &["test", "wrong.cmb", "right.cmb"]);
        assert_eq!((code, errors.as_str()), (1, ""));
        assert_eq!(
            out,
            "wrong.cmb:2:1: failed: the assertion does not hold: problem `p` has 2 solutions, not 3\n\
             wrong.cmb:4:1: failed: the assertion does not hold: problem `p` has a solution\n\
             5 assertions: 3 held, 2 failed\n"
        );
        assert_eq!(run_in(folder.path(), &["test", "none.cmb"]).1, "0 assertions: 0 held, 0 failed\n");
        assert_eq!(run_in(folder.path(), &["test", "nowhere.cmb"]).0, 2);
        assert_eq!(names(folder.path()).len(), 3, "nothing else is run");
    }

    #[test]
    fn what_a_limit_leaves_open_is_neither_held_nor_failed() {
        let folder = folder(&[("long.cmb", CHESSBOARD)]);
        let (code, out, _) = run_in(folder.path(), &["test", "--nodes", "3", "long.cmb"]);
        assert_eq!(code, 3);
        assert!(out.starts_with("long.cmb:2:1: open: stopped at the limit of 3 nodes\n"), "{out}");
        assert!(out.ends_with("2 assertions: 0 held, 0 failed, 2 open\n"), "{out}");
    }

    #[test]
    fn json_has_a_document_for_each() {
        let text = format!("{SQUARE}assert count p = 2 assert count p = 3");
        let (code, out, _) = run_with_input(&["test", "--json", "-"], &text);
        let documents = json_lines(&out);
        assert_eq!((code, documents.len()), (1, 2));
        assert_eq!(documents[0]["verdict"], "held");
        assert_eq!(documents[0]["assertion"], "assert count p = 2");
        assert!(documents[0]["message"].is_null());
        assert_eq!((&documents[1]["verdict"], &documents[1]["line"]), (&"failed".into(), &2.into()));
        assert_eq!((&documents[1]["column"], &documents[1]["file"]), (&20.into(), &"-".into()));
    }
}

mod pieces {
    use super::*;

    #[test]
    fn all_are_listed_and_each_is_a_valid_file() {
        let (code, out, errors) = run(&["pieces"]);
        assert_eq!((code, errors.as_str()), (0, ""));
        let names: Vec<&str> = out.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
        assert!(names.contains(&"pentominoes") && names.contains(&"bedlam"), "{out}");
        for name in &names {
            let (code, text, _) = run(&["pieces", name]);
            assert_eq!((code, text.starts_with(&format!("# {name}: "))), (0, true), "{text}");
            let (code, verdict, errors) = run_with_input(&["check", "--format", "cmb", "-"], &text);
            assert_eq!((code, verdict.as_str(), errors.as_str()), (0, "-: right\n", ""), "{name}");
        }
        let documents = json_lines(&run(&["pieces", "--json"]).1);
        assert!(documents.iter().map(|document| document["name"].as_str().unwrap()).eq(names));
    }

    #[test]
    fn one_is_described_and_an_unknown_one_has_a_near_name() {
        let documents = json_lines(&run(&["pieces", "--json", "hexiamonds"]).1);
        assert_eq!((&documents[0]["pieces"], &documents[0]["grid"]), (&12.into(), &"triangle".into()));
        let (code, out, errors) = run(&["pieces", "pentomino"]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(
            errors.contains("no set of pieces `pentomino`") && errors.contains("did you mean `pentominoes`?")
        );
        assert!(run(&["pieces", "xyzzyx"]).2.contains("`combien pieces` lists all"));
    }
}

/// 57 and 36 as examples/calendar.cmb says.
#[test]
fn members_of_families_are_asked_for_by_name() {
    let calendar = |name: &str| run(&["count", "examples/calendar.cmb", "--problem", name]);
    assert_eq!(calendar("day<5,1>"), (0, "57\n".into(), String::new()));
    assert_eq!(calendar(" day < 5, 21 > ").1, "36\n");
    let (code, out, errors) = run(&["count", "--json", "examples/calendar.cmb", "--problem", "day<5,1>"]);
    assert_eq!((code, &json_lines(&out)[0]["problem"]), (0, &"day<5, 1>".into()), "{errors}");
    for (name, said) in [
        ("day<13, 40>", "13"),
        ("day<5>", "2 arguments"),
        ("days<5, 1>", "did you mean `day`?"),
        ("day<5, 1> x", "here is `x`"),
        ("day<5,", "--problem:1:"),
        ("<", "--problem:1:1"),
        ("p<1> count q", "--problem:1:6"),
    ] {
        let (code, out, errors) = calendar(name);
        assert_eq!((code, out.as_str()), (2, ""), "{name}: {errors}");
        assert!(errors.contains(said), "{name}: {errors}");
    }
}

mod outputs {
    use super::*;

    /// A refused command leaves the old file unchanged; a successful one leaves nothing of it.
    #[test]
    fn a_file_is_replaced_only_by_results() {
        let folder = folder(&[("b.dlx", "1:2|a b\na\na b\n"), ("out", &"old ".repeat(100))]);
        let solve = |more: &[&str]| run_in(folder.path(), &[&["solve", "b.dlx", "-o", "out"], more].concat());
        assert_eq!(solve(&["--engine", "naive"]).0, 2);
        assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), "old ".repeat(100));
        assert_eq!(solve(&[]).0, 0);
        assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap().lines().next(), Some("solution 1"));
        assert!(!fs::read_to_string(folder.path().join("out")).unwrap().contains("old"));
    }

    #[test]
    fn without_a_name_there_is_no_file() {
        for format in ["stl", "svg"] {
            let folder = folder(&[("t.cmb", &format!("{SQUARE}solve p {format} \"\""))]);
            let (code, _, errors) = run_in(folder.path(), &["run", "t.cmb"]);
            assert_eq!(code, 2, "{errors}");
            assert_eq!(names(folder.path()), ["t.cmb"], "{format}");
        }
    }

    #[test]
    #[cfg(feature = "render")]
    fn files_begin_as_their_formats_do() {
        let text = format!(
            "{SQUARE}solve p png \"out/a.png\" solve p pdf \"out/a.pdf\" solve p svg \"out/a.svg\"
            solve p stl \"out/a.stl\" all p json \"out/a.json\" solve p svg \"out/cut.svg\" cut dimacs p \"out/a.cnf\""
        );
        let folder = folder(&[("t.cmb", &text)]);
        let (code, out, errors) = run_in(folder.path(), &["run", "t.cmb"]);
        assert_eq!((code, errors.as_str()), (0, ""), "{out}");
        let out = folder.path().join("out");
        let all = ["a-bar-2.stl", "a-bar.stl", "a.cnf", "a.json", "a.pdf", "a.png", "a.svg", "cut.svg"];
        assert_eq!(names(&out), all);
        let bytes = |name: &str| fs::read(out.join(name)).unwrap();
        assert!(bytes("a.png").starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(bytes("a.pdf").starts_with(b"%PDF-"));
        assert!(bytes("a.svg").starts_with(b"<svg") && bytes("cut.svg").starts_with(b"<svg"));
        assert!(bytes("a.cnf").starts_with(b"c made by Combien\np cnf 4 "));
        // Binary STL: 80 bytes, the number of triangles, and 50 bytes for each.
        let stl = bytes("a-bar.stl");
        let triangles = u32::from_le_bytes(stl[80..84].try_into().unwrap());
        assert_eq!(stl.len(), 84 + 50 * triangles as usize);
        let solutions = json_lines(&String::from_utf8(bytes("a.json")).unwrap());
        assert_eq!((solutions.len(), &solutions[1]["number"]), (2, &2.into()));
        assert_eq!(solutions[0]["pieces"][0]["piece"], "bar");
    }

    /// The tray has a file beside those of the pieces, also of one called so. A word that cannot be engraved is told
    /// before anything is written.
    #[test]
    fn a_tray_is_a_file_of_its_own() {
        let tray = |word: &str| {
            let text = format!(
                "problem p = labels \"a {word}\" {{**}} [{{**}} ~named \"tray\"] solve p stl \"a.stl\""
            );
            let folder = folder(&[("t.cmb", &text)]);
            let (code, _, errors) = run_in(folder.path(), &["run", "t.cmb", "--tray"]);
            (code, errors, names(folder.path()))
        };
        let (code, _, written) = tray("b");
        assert_eq!((code, written), (0, ["a-tray-2.stl", "a-tray.stl", "t.cmb"].map(str::to_owned).to_vec()));
        let (code, errors, written) = tray("é");
        assert!(code == 2 && errors.contains("cannot be engraved"), "{errors}");
        assert_eq!(written, ["t.cmb"]);
    }

    #[test]
    fn members_of_a_range_have_files_of_their_own() {
        let text = "problem s<n> = constant (n, 2) true [{**} ~sym] dimacs s<1..2> \"f.cnf\" solve s<1..2> svg \"f.svg\"";
        let folder = folder(&[("t.cmb", text)]);
        assert_eq!(run_in(folder.path(), &["run", "t.cmb"]).0, 0);
        assert_eq!(names(folder.path()), ["f-1.cnf", "f-1.svg", "f-2.cnf", "f-2.svg", "t.cmb"]);
    }

    #[test]
    fn a_gallery_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("t.cmb"), "problem p = {**} [{**}] solve p").unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for page in ["file", "file/in/it"] {
            let (code, _, errors) = run_in(folder.path(), &["run", "--gallery", page, "t.cmb"]);
            assert_eq!(code, 2);
            assert!(errors.contains("error[write]: the gallery cannot be written: "), "{errors}");
        }
        // An empty name is the current folder, not the root folder.
        let (code, _, errors) = run_in(folder.path(), &["run", "--gallery", "", "t.cmb"]);
        assert_eq!((code, errors.as_str()), (0, "gallery: index.html\n"));
        assert!(folder.path().join("1.svg").exists());
    }

    #[test]
    fn a_gallery_shows_every_solution_in_space_too() {
        let text =
            format!("{SQUARE}all p\nproblem3 q = constant 2x1x2 true [[{{**}}] ~sym] solve3 q\ncount p");
        let folder = folder(&[("t.cmb", &text)]);
        let (code, _, errors) = run_in(folder.path(), &["run", "--gallery", "page/here", "t.cmb"]);
        assert_eq!((code, errors.as_str()), (0, "gallery: page/here/index.html\n"));
        let page = folder.path().join("page/here");
        assert_eq!(names(&page), ["1.svg", "2.svg", "3.svg", "index.html"]);
        let html = fs::read_to_string(page.join("index.html")).unwrap();
        assert!(["1.svg", "2.svg", "3.svg", "p 1", "q 3"].iter().all(|word| html.contains(word)), "{html}");
        assert_eq!(run_in(folder.path(), &["run", "-q", "--gallery", "page", "t.cmb"]).2, "");
    }

    #[test]
    fn sizes_of_pieces_are_used_and_must_be_lengths() {
        let text = format!("{SQUARE}solve p svg \"cut.svg\" cut\nsolve p stl \"s.stl\"");
        let folder = folder(&[("t.cmb", &text)]);
        let made = |options: &[&str]| {
            let (code, _, errors) = run_in(folder.path(), &[&["run", "t.cmb"], options].concat());
            assert_eq!((code, errors.as_str()), (0, ""), "{options:?}");
            ["cut.svg", "s-bar.stl"].map(|name| fs::read(folder.path().join(name)).unwrap())
        };
        let plain = made(&[]);
        assert_eq!(plain, made(&[]));
        assert!(made(&["--side", "30"]).iter().zip(&plain).all(|(one, other)| one != other));
        let [cut, stl] = made(&["--kerf", "0.15"]);
        assert!(cut != plain[0] && stl == plain[1]);
        let [cut, stl] = made(&["--gap", "0.5"]);
        assert!(cut == plain[0] && stl != plain[1]);
        for (option, value, words) in [
            ("--kerf", "30", "a kerf of 30 mm is too large for these cells"),
            ("--gap", "25", "a gap of 25 mm is too large for these cells"),
            ("--side", "1e9", "this is no side of a cell in millimetres"),
            ("--kerf", "-1", "a length must be 0 or more"),
            ("--gap", "NaN", "a length must be 0 or more"),
            ("--side", "inf", "a length must be 0 or more"),
            ("--side", "0", "a side must be longer than 0"),
            ("--side", "2cm", "write a number of millimetres, such as 0.2"),
        ] {
            let (code, _, errors) = run_in(folder.path(), &["run", option, value, "t.cmb"]);
            assert!(code == 2 && errors.contains(words), "{option} {value}: {errors}");
        }
    }
}

#[cfg(unix)]
mod solvers {
    use super::*;

    /// Runs a tiling file with this script as its solver; `$1` is the formula, `$2` the file for the answer.
    fn with_solver(script: &str) -> (i32, String, String) {
        let folder = folder(&[
            ("t.cmb", &format!("{SQUARE}solve sat \"sh ./solver.sh\" p ascii\n")),
            ("solver.sh", script),
        ]);
        run_in(folder.path(), &["run", "--allow-run", "t.cmb"])
    }

    const DRAWN: &str = "┌───┐\n├───┤\n└───┘\n\n";

    /// The formula has four variables: two for horizontal bars, two for vertical ones. Which two are
    /// horizontal is read from the formula.
    fn model() -> String {
        let folder = folder(&[("t.cmb", &format!("{SQUARE}dimacs p \"f.cnf\"\nsolve p json"))]);
        assert_eq!(run_in(folder.path(), &["run", "t.cmb"]).0, 0);
        let formula = fs::read_to_string(folder.path().join("f.cnf")).unwrap();
        let clashes = |a: i32, b: i32| formula.contains(&format!("-{a} -{b} 0"));
        let other = (2..=4).find(|&b| !clashes(1, b)).unwrap();
        let literals: Vec<i32> = (1..=4).map(|v| if v == 1 || v == other { v } else { -v }).collect();
        literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + " 0"
    }

    #[test]
    fn a_model_in_the_file_or_printed_is_a_solution() {
        let model = model();
        let files = [
            format!("echo SAT >\"$2\"; echo \"{model}\" >>\"$2\"; exit 10"),
            format!("grep -q '^p cnf 4' \"$1\" && echo 's SATISFIABLE' && echo 'v {model}'; exit 10"),
        ];
        for script in files {
            let (code, out, errors) = with_solver(&script);
            assert_eq!((code, errors.as_str()), (0, ""), "{script}");
            assert!(out == DRAWN || out == "┌─┬─┐\n│ │ │\n└─┴─┘\n\n", "{out}");
        }
        // Other output of the solver is not part of the results.
        let chatter = with_solver(&format!("echo working; echo 'SAT' >\"$2\"; echo '{model}' >>\"$2\""));
        assert_eq!((chatter.0, chatter.2.as_str()), (0, "working\n"));
    }

    #[test]
    fn unsatisfiable_is_an_answer_and_rubbish_is_not() {
        let none = (0, "problem \"p\" has no solution\n".to_owned(), String::new());
        assert_eq!(with_solver("echo UNSAT >\"$2\"; exit 20"), none);
        assert_eq!(with_solver("echo 's UNSATISFIABLE'; exit 20"), none);
        for (script, words) in [
            ("echo hello", "wrote cannot be understood: line 1: `hello` is neither"),
            ("true", "wrote cannot be understood: no line says whether there is a model"),
            ("echo 's SATISFIABLE'; echo 'v 1 2 3 4 0'", "returned a wrong solution: options 1 and 2 clash"),
            (
                "echo 's SATISFIABLE'; echo 'v -1 -2 -3 -4 0'",
                "returned a wrong solution: no option covers item",
            ),
            ("exit 127", "cannot be run: it ended with exit status: 127"),
        ] {
            let (code, out, errors) = with_solver(script);
            assert_eq!((code, out.as_str()), (2, ""), "{script}");
            assert!(errors.contains("error[solver]") && errors.contains(words), "{script}: {errors}");
            assert!(errors.contains("t.cmb:2:1"), "{errors}");
        }
        let folder = folder(&[("t.cmb", &format!("{SQUARE}solve sat \"no-such-solver\" p"))]);
        let (code, _, errors) = run_in(folder.path(), &["run", "--allow-run", "t.cmb"]);
        assert!(code == 2 && errors.contains("the solver `no-such-solver` cannot be run"), "{errors}");
    }
}

mod files {
    use super::*;

    #[test]
    fn check_reads_a_file_and_runs_nothing() {
        let folder =
            folder(&[("t.cmb", &format!("{SQUARE}solve p svg \"a.svg\"")), ("bad.cmb", "count p\ncount q")]);
        assert_eq!(run_in(folder.path(), &["check", "t.cmb"]), (0, "t.cmb: right\n".into(), String::new()));
        assert_eq!(names(folder.path()), ["bad.cmb", "t.cmb"]);
        let documents = json_lines(&run_in(folder.path(), &["check", "--json", "t.cmb"]).1);
        assert_eq!((&documents[0]["right"], &documents[0]["about"]["actions"]), (&true.into(), &1.into()));
        let (code, out, errors) = run_in(folder.path(), &["check", "bad.cmb"]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(errors.contains("problem `p` is not defined") && errors.contains("problem `q`"), "{errors}");
        let (code, out, errors) = run_in(folder.path(), &["check", "--json", "bad.cmb"]);
        let faults = json_lines(&errors);
        assert_eq!((code, out.as_str(), faults.len()), (2, "", 2));
        assert_eq!(
            (&faults[1]["code"], &faults[1]["places"][0]["line"]),
            (&"unknown-problem".into(), &2.into())
        );
    }

    /// As `combien run <(...)` does: the name leads to a pipe that has no path.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_a_file_like_any_other() {
        let text = format!("{SQUARE}include \"box.cmb\" count dlx p");
        let (code, out, errors) = run_with_input(&["run", "/dev/stdin"], &format!("{SQUARE}count dlx p"));
        assert_eq!((code, out.as_str(), errors.as_str()), (0, "p : (DLX) 2 solutions\n", ""));
        let folder = folder(&[]);
        fs::copy(root().join("examples/box.cmb"), folder.path().join("box.cmb")).unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::write(pipe, text).unwrap()
        });
        let (code, out, _) = run(&["run", pipe.to_str().unwrap()]);
        writer.join().unwrap();
        assert_eq!((code, out.lines().last()), (0, Some("p : (DLX) 2 solutions")));
    }
}

/// `combien fmt` in a folder of its own.
#[test]
fn fmt_lays_files_out_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (good, bad) = (path("good.cmb"), path("bad.cmb"));
    let (before, after) =
        ("pattern a={*. $ **} # why\nproblem p=a[a]", "pattern a = {*.$**} # why\nproblem p = a [a]\n");
    fs::write(&good, before).unwrap();
    fs::write(&bad, "pattern a = [").unwrap();
    // If one file cannot be read, the error is shown, and neither file is changed.
    let (code, out, error) = run(&["fmt", &good, &bad]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("error[syntax]: a pattern is expected"), "{error}");
    assert_eq!(fs::read_to_string(&good).unwrap(), before);
    assert_eq!(run(&["fmt", "--check", &good]), (1, format!("{good}\n"), String::new()));
    assert_eq!(fs::read_to_string(&good).unwrap(), before);
    assert_eq!(run(&["fmt", &good]), (0, String::new(), String::new()));
    assert_eq!(fs::read_to_string(&good).unwrap(), after);
    assert_eq!(run(&["fmt", "--check", &good]), (0, String::new(), String::new()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    assert_eq!(run(&["fmt", &path("none.cmb")]).0, 2);
}

#[test]
fn fmt_reads_standard_input() {
    let text = "pattern a={**}";
    assert_eq!(run_with_input(&["fmt", "-"], text), (0, "pattern a = {**}\n".into(), String::new()));
    assert_eq!(run_with_input(&["fmt", "--check", "-"], text), (1, "<stdin>\n".into(), String::new()));
    assert_eq!(run_with_input(&["fmt", "-"], ""), (0, String::new(), String::new()));
    assert!(run(&["fmt", "--help"]).1.contains("combien fmt --check"));
}

/// A link stays a link, and the file behind it keeps its permissions.
#[cfg(unix)]
#[test]
fn fmt_writes_the_file_behind_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file.cmb"), folder.path().join("link.cmb"));
    fs::write(&file, "exit exit").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&["fmt", &link.display().to_string()]).0, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "exit\nexit\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}
