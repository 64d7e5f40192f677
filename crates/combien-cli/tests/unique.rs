//! `unique`, and certificates of `solve`.

use std::fs;

use crate::shared::{json_lines, run, run_with_input};
use serde_json::{Value, json};

const INKALA: &str = "puzzle:sudoku 3x3 examples/puzzles/inkala.txt";

/// Checks that this is a certificate of this number. tests/suites/proofs.rs shows that certificates are
/// proofs.
fn assert_certificate(path: &str, covers: u32) {
    let certificate = fs::read_to_string(path).unwrap();
    assert!(certificate.starts_with("combien certificate 1\nproblem "), "{certificate}");
    assert!(certificate.contains(&format!("\ncovers {covers}\nend ")), "{certificate}");
}

#[test]
fn one_none_or_two() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let proof = path.to_str().unwrap();
    let (code, out, errors) = run(&["unique", "--proof", proof, "examples/toy.dlx"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(out, "exactly one solution\n1: c e\n4: a d f\n5: b g\n\n");
    assert_certificate(proof, 1);
    let (code, out, errors) =
        run(&["unique", "--proof", proof, "examples/why.cmb", "--problem", "chessboard"]);
    assert_eq!((code, errors.as_str()), (1, ""));
    assert!(out.starts_with("no solution: 32 dark and 30 light cells; each domino"), "{out}");
    assert_certificate(proof, 0);
    fs::remove_file(&path).unwrap();
    let problem = "a b c d\na b\nc d\na c\nb d\n";
    let (code, out, errors) = run_with_input(&["unique", "--proof", proof, "-"], problem);
    assert_eq!((code, errors.as_str()), (1, "no certificate: there may be more solutions\n"));
    assert_eq!(
        out,
        "at least two solutions\nsolution 1\n1: a b\n2: c d\n\nsolution 2\n3: a c\n4: b d\n\n\
         only in solution 1: option 1 (a b); option 2 (c d)\nonly in solution 2: option 3 (a c); option 4 (b d)\n"
    );
    assert!(!path.exists());
    let (_, out, _) = run_with_input(&["unique", "--json", "-"], problem);
    let document = &json_lines(&out)[0];
    assert_eq!((&document["unique"], &document["only_in_second"]), (&json!(false), &json!([3, 4])));
    assert_eq!(document["differing_items"], json!(["a", "b", "c", "d"]));
}

/// The cells that are covered in another way are drawn.
#[test]
fn two_tilings_differ_in_cells() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.cmb");
    fs::write(&path, "problem p = {**..$****$****} [{**} ~sym]\n").unwrap();
    let (code, out, _) = run(&["unique", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    let drawing = out.rsplit("\n\n").next().unwrap();
    assert!(drawing.ends_with("#  covered in another way\n"), "{out}");
    assert_eq!(drawing.lines().take(3).map(|line| line.matches('#').count()).max(), Some(2), "{out}");
}

/// Which clues are needed, compared with the Sudoku solver for lists, which is separate code.
#[test]
fn clues_exclude_rivals() {
    let (code, out, errors) = run(&["unique", "--json", INKALA]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let document = &json_lines(&out)[0];
    let clues = document["clues"].as_array().unwrap();
    assert_eq!((&document["unique"], clues.len()), (&json!(true), 21));
    let is_redundant = |clue: &&Value| clue["rival"].is_null();
    let name = |clue: &Value| clue["clue"].as_str().unwrap().split('#').next().unwrap().to_owned();
    let redundant: Vec<String> = clues.iter().filter(is_redundant).map(name).collect();
    let (_, checked, _) = run(&["sudoku", "check", "--json", "examples/puzzles/inkala.txt"]);
    assert_eq!(json_lines(&checked)[0]["redundant"], json!(redundant));
    let solution = &document["solutions"][0]["puzzle"]["rows"];
    for clue in clues.iter().filter(|clue| !is_redundant(clue)) {
        assert_ne!(&clue["rival"]["puzzle"]["rows"], solution);
    }
    let (_, out, _) = run(&["unique", INKALA]);
    assert!(out.ends_with("21 clues, and each of them is needed\n"), "{out}");
    assert_eq!(out.matches(" excludes ").count(), 21);
}

#[test]
fn options_are_taken_as_clues() {
    // Two of the 92 solutions have a queen in the corner and one at r2c5.
    let (code, out, _) = run(&["unique", "examples/queens8.dlx", "--take", "1,20", "--rivals"]);
    assert_eq!(code, 0);
    assert!(out.contains("option 1 (r1 c1 u2 d0) excludes option 3"), "{out}");
    assert!(out.ends_with("2 clues, and each of them is needed\n"), "{out}");
    let problem = "a b c d\na b\nc d\na c\nb d\n";
    let (code, out, _) = run_with_input(&["unique", "-", "--take", "1..2"], problem);
    assert_eq!(code, 0);
    let lines = "option 1 (a b) is redundant\noption 2 (c d) is redundant\n\
                 2 clues: 2 of them are redundant, each while the others stay\n";
    assert!(out.ends_with(lines), "{out}");
    // These two do not agree.
    let (code, out, _) = run_with_input(&["unique", "-", "--take", "1,3"], problem);
    assert_eq!(code, 1);
    assert!(out.starts_with("no solution: "), "{out}");
    let (code, _, errors) = run_with_input(&["unique", "-", "--take", "7"], problem);
    assert_eq!(code, 2);
    assert!(errors.contains("there is no option 7"), "{errors}");
}

#[test]
fn limits_stop_it() {
    for more in [&["--take", "1"][..], &[]] {
        let (code, out, errors) =
            run(&[&["unique", "--nodes", "1", "tests/corpus/bench/queens13.dlx"][..], more].concat());
        assert_eq!((code, out.as_str()), (3, ""));
        assert_eq!(errors, "stopped at the limit of 1 node: it is not known whether there is a solution\n");
    }
    let (code, _, errors) = run(&["unique", "--time", "0", "tests/corpus/bench/queens13.dlx"]);
    assert_eq!(code, 3);
    assert!(errors.starts_with("stopped at the time limit of 0s"), "{errors}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, said) in [
        (&["unique", "--proof", "-", "examples/toy.dlx"][..], "the certificate cannot be"),
        (&["unique", "--proof", "examples/../examples/toy.dlx", "examples/toy.dlx"], "is the problem itself"),
        (&["unique", "nothing.shard"], "is a part of a problem"),
        (&["why", "--almost", "--proof", "x", "examples/toy.dlx"], "cannot be used with"),
        (&["solve", "--proof", "-", "examples/toy.dlx"], "the certificate cannot be"),
        (
            &["solve", "--all", "--proof", "x", "-o", "x", "examples/toy.dlx"],
            "two results cannot both go to `x`",
        ),
        (
            &["solve", "--all", "--proof", "x", "--svg", "x", "examples/toy.dlx"],
            "two results cannot both go to",
        ),
        (&["solve", "--proof", "x", "--up-to", "symmetry", "examples/toy.dlx"], "cannot be used with"),
        (&["solve", "--all", "--proof", "x", "--checkpoint", "y", "examples/toy.dlx"], "cannot be used with"),
        (&["solve", "--proof", "x", "nothing.shard"], "--proof needs a whole problem"),
        (&["solve", "--proof", "examples/../examples/toy.dlx", "examples/toy.dlx"], "is the problem itself"),
    ] {
        let (code, out, errors) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

/// A certificate of the solutions that have some options names them.
#[test]
fn a_certificate_names_the_options_that_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let proof = path.to_str().unwrap();
    let unique = |take: &str| run(&["unique", "--proof", proof, "--take", take, "examples/queens8.dlx"]);
    let names_them = || fs::read_to_string(&path).unwrap().lines().any(|line| line == "taken 1 20");
    let (code, out, errors) = unique("20,1");
    assert_eq!((code, errors.as_str()), (0, ""), "{out}");
    assert_certificate(proof, 1);
    assert!(names_them());
    // A queen in each of two corners, on one diagonal; and one that leaves nothing for others.
    let (code, _, errors) = unique("1,64");
    assert_eq!(
        (code, errors.as_str()),
        (1, "no certificate: the options of --take cannot be in one solution\n")
    );
    fs::remove_file(&path).unwrap();
    let (code, out, errors) = unique("1,11");
    assert_eq!((code, errors.as_str()), (1, ""), "{out}");
    assert_certificate(proof, 0);
}

/// A complete list has a certificate, and so has the answer that there is no solution. A list that may be
/// incomplete has none.
#[test]
fn lists_have_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let proof = path.to_str().unwrap();
    let queens = "examples/queens8.dlx";
    let (code, out, errors) = run(&["solve", "--all", "--proof", proof, queens]);
    assert_eq!((code, out.matches("solution ").count()), (0, 92));
    assert_eq!(errors, "92 solutions, and no more\n");
    assert_certificate(proof, 92);
    let (_, out, _) = run(&["solve", "--all", "--json", "--proof", proof, queens]);
    let end = json_lines(&out).pop().unwrap();
    assert_eq!((&end["solutions"], &end["proof"]), (&json!("92"), &json!(proof)));
    let (code, out, _) =
        run(&["solve", "--quiet", "--proof", proof, "examples/why.cmb", "--problem", "tees"]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    assert_certificate(proof, 0);
    fs::remove_file(&path).unwrap();
    let (code, _, errors) = run(&["solve", "--proof", proof, queens]);
    assert_eq!((code, errors.as_str()), (0, "no certificate: there may be more solutions\n"));
    assert!(!path.exists());
    // All solutions are found, and their proof needs more memory than is allowed.
    let memory = ["--memory", "10k"];
    let (code, out, errors) = run(&[&["solve", "--all", "--proof", proof], &memory[..], &[queens]].concat());
    assert_eq!((code, out.matches("solution ").count(), path.exists()), (3, 92, false), "{errors}");
    assert!(errors.ends_with("stopped at the limit of 10240 bytes of memory: no certificate\n"), "{errors}");
}

/// Two squares or one domino on two cells: only the domino keeps equal pieces apart.
#[test]
fn only_solutions_that_a_predicate_accepts_count() {
    let problem = "problem p = {**} [{*} ~named \"a\", {**} ~named \"b\"]";
    let asked =
        |predicate: &str| run_with_input(&["unique", "--format", "cmb", "-", "--where", predicate], problem);
    let (code, out, _) = asked("apart");
    assert!(code == 0 && out.starts_with("exactly one solution"), "{out}");
    let (code, out, _) = asked("border");
    assert!(code == 1 && out.starts_with("at least two solutions"), "{out}");
    assert_eq!(asked("apart and not apart").1, "no solution agrees with `where`\n");
    // The same in a file, and as JSON.
    let filtered = format!("{problem} where not apart");
    let (code, out, _) = run_with_input(&["unique", "--json", "--format", "cmb", "-"], &filtered);
    assert_eq!((code, &json_lines(&out)[0]["unique"]), (0, &json!(true)));
    for flags in [["--proof", "x.proof"], ["--take", "1"]] {
        let (code, _, errors) =
            run_with_input(&[&["unique", "--format", "cmb", "-"][..], &flags].concat(), &filtered);
        assert!(code == 2 && errors.contains("cannot obey `where`"), "{errors}");
    }
    assert_eq!(asked("symmetric and asymmetric").0, 2);
}
