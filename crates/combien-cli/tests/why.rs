//! `why`, and the reason under an answer that there is no solution.

use std::fs;

use crate::shared::{json_lines, run, run_with_input};
use serde_json::json;

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
        // tests/suites/why.rs shows that it is a proof; this test only checks that it is written.
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

/// Where the search would take years, it ends by the reason; these problems are too large for a glance after
/// it. Five of each tetromino are as many cells as the board has, and each of the five Ts has one dark cell
/// or three.
#[test]
fn a_search_that_would_be_in_vain_ends_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let hexominoes = "include <hexominoes>\nproblem hex = constant 15x14 true hexominoes\ncount hex";
    let hexominoes = &file("hex.cmb", hexominoes);
    let five = ["I4 ~one ~sym, O4 ~one ~sym, T4 ~one ~sym, S4 ~one ~sym, L4 ~one ~sym"; 5].join(", ");
    let tetrominoes = format!("include <tetrominoes>\nproblem tet = constant 10x10 true [{five}]");
    let tetrominoes = &file("tet.cmb", &tetrominoes);
    let said = "105 dark and 105 light cells; with weights 1/2 on dark cells and 24 pieces, each placement adds up to a whole number, and all that is to be covered to 129/2";
    let (_, out, errors) = run(&["count", "--explain", "--time", "600", hexominoes]);
    assert_eq!(out, "0\n");
    let because = "counted by fast, because weights of 129 items show that there is no solution\n";
    // On a busy machine, each command may show progress first.
    let without_progress = |errors: String| -> String {
        errors.split_inclusive('\n').filter(|line| !line.starts_with("no estimate yet: ")).collect()
    };
    let all = format!("{because}why: {said} (combien why {hexominoes} --problem hex)\n");
    assert_eq!(without_progress(errors), all);
    let (_, out, errors) = run(&["run", hexominoes]);
    assert_eq!(
        (out.as_str(), without_progress(errors).as_str()),
        ("hex : (FAST) 0 solutions\n", &*format!("why: {said} (why hex)\n"))
    );
    let said = "50 dark and 50 light cells; with weights 1/2 on dark cells and the pieces T4, T4, T4, T4 and T4, each placement adds up to a whole number, and all that is to be covered to 55/2";
    let (_, out, errors) = run(&["solve", "--time", "600", tetrominoes]);
    assert_eq!(out, "no solution\n");
    assert!(
        errors.ends_with(&format!("why: {said} (combien why {tetrominoes} --problem tet)\n")),
        "{errors}"
    );
    let (_, out, _) = run(&["unique", "--time", "600", tetrominoes]);
    assert!(out.starts_with(&format!("no solution: {said}\n")), "{out}");
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

/// A color for each weight, on boards of squares, hexagons and triangles; the dark cells are 32 and the light
/// ones 30.
#[test]
fn reasons_are_drawn_in_colors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("why.svg");
    let file = path.to_str().unwrap();
    let (code, _, errors) = run(&["why", "--svg", file, "examples/why.cmb", "--problem", "chessboard"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let picture = fs::read_to_string(&path).unwrap();
    let cells = |weight: &str| picture.matches(&format!("<title>{weight}</title>")).count();
    assert_eq!((cells("-1"), cells("1")), (32, 30));
    // Five hexagons, or triangles, cannot be covered by pairs.
    let script = folder.path().join("p.cmb");
    for lattice in ["hex", "tri"] {
        let text = format!(
            "pattern pair = {lattice} {{**}}\npattern board = {lattice} {{*****}}\nproblem p = board [pair ~sym]\n"
        );
        fs::write(&script, text).unwrap();
        fs::remove_file(&path).unwrap();
        let (code, out, errors) = run(&["why", "--svg", file, script.to_str().unwrap()]);
        assert_eq!((code, errors.as_str()), (0, ""), "{out}");
        // Each cell has the meaning of its color, and the picture a title.
        let picture = fs::read_to_string(&path).unwrap();
        assert_eq!(picture.matches("<title>").count(), 5 + 1, "{out}\n{picture}");
    }
    // A whole search has nothing to draw.
    fs::remove_file(&path).unwrap();
    let searched = ["why", "-q", "--svg", file, "examples/hexiamonds.cmb", "--problem", "parallelogram_3x12"];
    let (code, _, errors) = run(&searched);
    assert_eq!((code, errors.as_str()), (0, "no picture: the reason is not one of single cells\n"));
    assert!(!path.exists());
    // The partial cover: 30 dominoes, and two cells that stay empty.
    let almost = ["why", "--almost", "--svg", file, "examples/why.cmb", "--problem", "chessboard"];
    assert_eq!(run(&almost).0, 0);
    assert_eq!(fs::read_to_string(&path).unwrap().matches("<title>domino</title>").count(), 30);
    let (code, _, errors) = run(&["why", "--svg", file, "examples/toy.dlx"]);
    assert!(code == 2 && errors.contains("there is no board to draw the reason on"), "{errors}");
    let (code, _, errors) = run(&["why", "--svg", "-", "examples/why.cmb", "--problem", "tees"]);
    assert!(code == 2 && errors.contains("could not be told apart"), "{errors}");
}

/// The largest partial cover: what it lacks, and whether fewer would do.
#[test]
fn almost_is_a_partial_cover() {
    let file = ["why", "--almost", "examples/why.cmb", "--problem", "chessboard"];
    let (code, out, errors) = run(&file);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        out.starts_with("no solution; 2 cells are left empty, the fewest that can be: the cell "),
        "{out}"
    );
    assert_eq!(out.matches('·').count(), 2, "{out}");
    // A T covers three cells of the color that has more.
    assert!(out.ends_with("\nsolvable with one T4 added\n"), "{out}");
    let (_, out, _) = run(&[&file[..], &["--json"]].concat());
    let document = &json_lines(&out)[0];
    let mends = json!([{"piece": "T4", "change": "added"}]);
    assert_eq!((&document["mends"], &document["mends_undecided"]), (&mends, &json!([])));
    assert_eq!((&document["holes"], &document["at_least"]), (&json!(2), &json!(2)));
    assert_eq!((document["left"].as_array().unwrap().len(), &document["solvable"]), (2, &json!(false)));
    let (code, out, _) = run_with_input(&["why", "--almost", "-"], "a b c 2|d\na b d\nb c\nc d\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "there is a solution; the first that was found:\n1: a b d\n3: c d\n\n")
    );
    let (code, out, _) = run_with_input(&["why", "--almost", "-"], "a b c 3|d\na b d\nb c\nc d\n");
    let said =
        "no solution; 1 item is left uncovered, the fewest that can be: the item d\n1: a b d\n3: c d\n\n";
    assert_eq!((code, out.as_str()), (0, said));
    let (code, out, errors) = run(&[
        "why",
        "--almost",
        "--nodes",
        "100",
        "examples/hexiamonds.cmb",
        "--problem",
        "parallelogram_3x12",
    ]);
    assert_eq!(code, 3);
    let holes: u32 = out.split(' ').next().unwrap().parse().unwrap();
    // The twelve pieces of six cells cannot cover all 72 cells, so at least six stay empty.
    assert!(
        holes >= 6 && holes.is_multiple_of(6) && out.contains(" cells are left empty, the fewest found: "),
        "{out}"
    );
    assert!(errors.ends_with("it is not known whether there is a solution\n"), "{errors}");
}
