//! `why`, and what is said under an answer that there is none.

#[allow(dead_code)]
mod shared;

use std::fs;

use serde_json::json;
use shared::{json_lines, run, run_with_input};

/// Each with a certificate.
#[test]
fn reasons_are_told_drawn_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reason.proof");
    let proof = path.to_str().unwrap();
    for (file, name, sentence, drawn) in [
        (
            "examples/why.cmb",
            "chessboard",
            "32 dark and 30 light cells; each domino covers one of each",
            true,
        ),
        (
            "examples/why.cmb",
            "tees",
            "50 dark and 50 light cells; with weights 3/8 on light cells, -1/8 on",
            true,
        ),
        ("examples/why.cmb", "odd", "the board has 15 cells, and each domino covers 2", true),
        ("examples/hexiamonds.cmb", "parallelogram_3x12", "every way was tried: proved in", false),
    ] {
        let (code, out, errors) = run(&["why", "--quiet", file, "--problem", name, "--proof", proof]);
        assert_eq!((code, errors.as_str()), (0, ""), "{name}");
        assert!(out.starts_with(&format!("no solution: {sentence}")), "{out}");
        assert_eq!(out.lines().count() > 3, drawn, "{out}");
        // That it is a proof is shown by tests/suites/why.rs; here, that it is written.
        let certificate = fs::read_to_string(&path).unwrap();
        assert!(certificate.starts_with("combien certificate 1\nproblem "), "{certificate}");
        assert!(certificate.contains("\ncovers 0\nend "), "{certificate}");
    }
}

#[test]
fn items_are_named_where_there_is_no_board() {
    let (code, out, _) = run_with_input(&["why", "-"], "a b c\na b\nb c\n");
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "no solution: no option is left for the item c after 1 option that is forced\n  the item a leaves only option 1 (a b)\n"
    );
    let pigeons = "p q r | x y\np x\np y\nq x\nq y\nr x\nr y\n";
    let (_, out, _) = run_with_input(&["why", "-"], pigeons);
    assert!(
        out.starts_with("no solution: with weights 1 on the items x and y, -1 on the items p, q and r,"),
        "{out}"
    );
    // Weights of many items: a terminal shows some of them.
    let names: Vec<String> = (0..25).map(|point| point.to_string()).collect();
    let pairs = (0..25).flat_map(|a| (0..a).map(move |b| format!("{a} {b}\n")));
    let (code, out, _) =
        run_with_input(&["why", "-"], &format!("{}\n{}", names.join(" "), pairs.collect::<String>()));
    assert_eq!((code, out.lines().count()), (0, 22), "{out}");
    assert!(out.ends_with("  1/2 on the item 19\n  and 5 more: --json lists them all\n"), "{out}");
    let (_, out, _) = run_with_input(&["why", "--json", "-"], pigeons);
    let document = &json_lines(&out)[0];
    assert_eq!((&document["kind"], &document["solvable"]), (&json!("counting"), &json!(false)));
    assert_eq!(document["weights"].as_array().unwrap().len(), 5);
}

#[test]
fn a_solution_is_shown_and_ends_like_an_answer_of_none() {
    let (code, out, _) = run(&["why", "examples/toy.dlx"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("there is a solution; the first that was found:\n1: c e\n"), "{out}");
    let (code, out, _) = run(&["why", "--json", "examples/toy.dlx"]);
    let document = &json_lines(&out)[0];
    assert_eq!((code, &document["solvable"], &document["solution"]), (1, &json!(true), &json!([1, 4, 5])));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (code, _, errors) = run(&["why", "--proof", "-", "examples/toy.dlx"]);
    assert_eq!(code, 2);
    assert!(errors.contains("the certificate cannot be"), "{errors}");
    let (code, _, errors) = run(&["why", "--proof", "examples/../examples/toy.dlx", "examples/toy.dlx"]);
    assert_eq!(code, 2);
    assert!(errors.contains("is the problem itself"), "{errors}");
    let (code, _, errors) = run(&["why", "nothing.shard"]);
    assert_eq!(code, 2);
    assert!(errors.contains("is a part of a problem"), "{errors}");
}

/// A line under "none", which --quiet drops; a field of the document.
#[test]
fn none_has_its_reason() {
    let file = ["examples/why.cmb", "--problem", "chessboard"];
    let line = "why: 32 dark and 30 light cells; each domino covers one of each (combien why examples/why.cmb --problem chessboard)\n";
    for (command, said) in [("count", "0\n"), ("solve", "no solution\n")] {
        let (_, out, errors) = run(&[&[command], &file[..]].concat());
        assert_eq!((out.as_str(), errors.as_str()), (said, line));
        let (_, out, errors) = run(&[&[command, "--quiet"], &file[..]].concat());
        assert_eq!((out.as_str(), errors.as_str()), (said, ""));
        let (_, out, errors) = run(&[&[command, "--json"], &file[..]].concat());
        let document = &json_lines(&out)[0];
        assert_eq!(errors, "");
        assert_eq!(
            document["none_because"],
            json!("32 dark and 30 light cells; each domino covers one of each")
        );
    }
    let (_, out, _) = run(&["count", "--json", "examples/toy.dlx"]);
    assert_eq!(json_lines(&out)[0]["none_because"], json!(null));
}

#[test]
fn scripts_ask_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("why.cmb");
    let text = "problem p = {.***$****$****$***.} [{**} ~sym]\nproblem why = {**$**} [{**} ~sym]\nwhy p why why solve p\ncount why";
    fs::write(&path, text).unwrap();
    let (code, out, errors) = run(&["run", path.to_str().unwrap()]);
    let sentence = "8 dark and 6 light cells; each piece covers one of each";
    assert_eq!(code, 0, "{errors}");
    assert!(
        out.starts_with(&format!(
            "problem \"p\" has no solution: {sentence}\n  # o #\n# o # o\no # o #\n# o #\n"
        )),
        "{out}"
    );
    assert!(out.contains("problem \"why\" has a solution\n"), "{out}");
    assert!(out.contains("problem \"p\" has no solution\n"), "{out}");
    assert_eq!(errors, format!("why: {sentence} (why p)\n"));
    let (_, _, errors) = run(&["run", "--quiet", path.to_str().unwrap()]);
    assert_eq!(errors, "");
}
