//! `combien plane`: pieces that tile the plane, and those that do not.

use std::fs;

use serde_json::json;

use crate::shared::{json_lines, run, run_with_input};

fn plane(arguments: &[&str], expected: i32) -> String {
    let (code, out, errors) = run(&[&["plane"], arguments].concat());
    assert_eq!((code, errors.as_str()), (expected, ""), "{arguments:?}: {out}");
    out
}

#[test]
fn a_piece_is_named_drawn_or_read() {
    for (arguments, input) in [
        (&["plane", "I3"][..], ""),
        (&["plane", "{***}"], ""),
        (&["plane", "-"], "problem p = {*} [{***} ~sym]"),
        (&["plane", "-", "--problem", "q"], "problem p = {*} [{*}] problem q = {*} [{*$*$*} ~sym]"),
    ] {
        let (code, out, errors) = run_with_input(arguments, input);
        assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
        assert!(out.starts_with("tiles the plane by translation; repeats by"), "{out}");
    }
    // Two kites are a third of a hexagon.
    let kites = plane(&["kite {**}", "--window", "2"], 0);
    assert!(kites.starts_with("tiles the plane isohedrally, 3 copies at a time, group p3"), "{kites}");
}

/// A U that is only shifted cannot fill itself; with turns, two fill each other.
#[test]
fn the_cell_that_cannot_be_covered_is_named() {
    let shifted = plane(&["{*.*$***}", "--moves", "shifts"], 1);
    assert!(
        shifted.starts_with(
            "does not tile the plane: its Heesch number is 0; no copy can cover 1,1 beside it\n┌"
        )
    );
    let document = json_lines(&plane(&["{*.*$***}", "--moves", "shifts", "--json"], 1)).remove(0);
    assert_eq!(document["class"], "fails");
    assert_eq!((&document["heesch"], &document["uncovered"]), (&json!(0), &json!([1, 1])));
    let turned = plane(&["{*.*$***}", "--json"], 0);
    assert!(json_lines(&turned)[0]["class"] != "fails");
}

/// All 22 polyominoes of up to five cells tile the plane (Golomb 1965).
#[test]
fn families_are_counted_by_class() {
    let table = plane(&["polyominoes", "5"], 0);
    assert!(table.ends_with("    12  pieces\n") && !table.contains("Heesch"), "{table}");
    let rows = plane(&["polyominoes", "4", "--csv"], 0);
    assert_eq!(rows.lines().count(), 1 + 5);
    assert!(
        rows.starts_with(
            "name,drawing,class,copies,group,heesch,with_holes\nI4,{****},translations,1,p1,,\n"
        ),
        "{rows}"
    );
    let documents = json_lines(&plane(&["polyhexes", "3", "--json"], 0));
    assert_eq!((documents.len(), &documents[3]["pieces"]), (4, &json!(3)));
}

#[test]
fn what_has_no_answer_says_why() {
    for (arguments, said) in [
        (&["plane", "Q"][..], "there is no piece `Q`"),
        (&["plane", "hexa {*}"], "there is no lattice `hexa`"),
        (&["plane", "{*"], "the drawing has no `}` at its end"),
        (&["plane", "{*.*}"], "the piece is in more than one part"),
        (&["plane", "{.}"], "the piece has no cells"),
        (&["plane", "{***$*.*$***}"], "the piece has a hole at 1,1"),
        (&["plane", "P7_999"], "there is no piece"),
        (&["plane", "polyominos", "3"], "`polyominos` is no family"),
        (&["plane", "polyominoes", "40"], "there are too many pieces of 40 cells"),
        (&["plane", "I3", "--window", "201"], "there are at most 200 units"),
        (&["plane", "polyominoes", "3", "--svg", "x.svg"], "--svg cannot be combined with CELLS"),
        (&["plane", "polyominoes", "3", "--ascii"], "--ascii cannot be combined with CELLS"),
        (&["plane", "x.cmb", "--moves", "shifts"], "--moves is not for a tiling file"),
        (&["plane", "polyominoes", "4", "--first", "6"], "--first 6 is beyond the last piece"),
        (&["plane", "polyominoes", "4", "--checkpoint", "-"], "it cannot go to standard output"),
        (&["plane", "I3", "--checkpoint", "x"], "CELLS"),
        (&["plane", "I3", "--growth", "33"], "growth is asked for 1 to 32 units"),
        (&["plane", "I3", "--together", "9"], "--together is about the pieces of a tiling file"),
        (&["plane", "x.cmb", "--together", "9", "--growth", "3"], "--growth"),
        (&["plane", "examples/wang.cmb", "--together", "401"], "tori have 1 to 400 cells"),
        (&["plane", "examples/soma.cmb", "--problem", "cube", "--together", "9"], "does not tile the plane"),
        (&["plane", "I3", "--copies", "1000"], "there are 1 to 200 copies and 0 to 8 coronas"),
    ] {
        let (code, out, errors) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

/// What was tried is said: F tiles, but not by shifts of one copy.
#[test]
fn limits_leave_it_unknown() {
    let text = plane(&["F", "--copies", "1", "--coronas", "0"], 3);
    assert!(
        text.starts_with("not known: no torus of 1 copy is covered, and 0 coronas were found\n"),
        "{text}"
    );
    let (code, out, _) = run(&["plane", "F", "--time", "0"]);
    assert_eq!(code, 3, "{out}");
}

/// What cannot be proved is answered nevertheless, and no file is written.
#[test]
fn an_unknown_answer_is_kept_without_a_proof() {
    let (code, out, errors) = run(&["plane", "F", "--copies", "1", "--coronas", "0", "--proof", "unproved"]);
    assert_eq!((code, errors.as_str()), (3, "nothing was found that could be proved\n"), "{out}");
    assert!(out.starts_with("not known: "), "{out}");
    assert!(!std::path::Path::new("unproved.dlx").exists());
}

/// Rows that are kept are not asked for again, a torn row is; the tables are those of one run, and the parts of
/// a family are the whole.
#[test]
fn a_family_goes_on_from_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.state").display().to_string();
    let keep = ["plane", "polyominoes", "6", "-q", "--checkpoint", &path];
    for (form, rows) in [(&["--csv"][..], 1 + 35), (&["--json"], 35 + 1), (&[], 2)] {
        let whole = plane(&[&["polyominoes", "6", "-q"], form].concat(), 0);
        assert!(whole.lines().count() >= rows, "{whole}");
        assert_eq!(run(&[&keep[..], form, &["--time", "0"]].concat()).0, 3);
        assert_eq!(run(&[&keep[..], form].concat()), (0, whole.clone(), String::new()));
        let kept = fs::read_to_string(&path).unwrap();
        assert_eq!(kept.lines().count(), 1 + 35);
        // The last rows are lost, one of them half; a row before it says what nobody would find.
        let short: String = kept.split_inclusive('\n').take(20).collect();
        let told = short.replacen("tiles by translations\t", "tiles by magic\t", 1);
        fs::write(&path, told.clone() + "tiles by half tu").unwrap();
        let (code, out, _) = run(&[&keep[..], form].concat());
        let again = fs::read_to_string(&path).unwrap();
        assert_eq!((code, again.strip_prefix(&told)), (0, kept.strip_prefix(&short)));
        assert_eq!(out.contains("magic"), form != ["--csv"], "{out}");
        fs::remove_file(&path).unwrap();
    }
    let csv = |arguments: &[&str]| plane(&[&["polyominoes", "6", "--csv"], arguments].concat(), 0);
    let parts = [csv(&["-n", "20"]), csv(&["--first", "21"])];
    let rest = parts[1].split_once('\n').unwrap().1;
    assert_eq!(parts[0].clone() + rest, csv(&[]));
    let (code, _, errors) = run(&["plane", "polyominoes", "6", "-q", "--first", "9", "--time", "0"]);
    assert!(code == 3 && errors.ends_with(": --first 9 goes on\n"), "{errors}");
}

#[test]
fn rows_of_another_question_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.state").display().to_string();
    let asked = |arguments: &[&str]| run(&[&["plane"], arguments, &["--checkpoint", &path]].concat());
    assert_eq!(asked(&["polyominoes", "5", "-q"]).0, 0);
    for other in [
        &["polyominoes", "4"][..],
        &["polyhexes", "5"],
        &["polyominoes", "5", "--json"],
        &["polyominoes", "5", "--copies", "3"],
        &["polyominoes", "5", "--moves", "shifts"],
        &["polyominoes", "5", "--first", "2"],
        &["polyominoes", "5", "--nodes", "9"],
    ] {
        let (code, out, errors) = asked(other);
        assert!(
            code == 2 && out.is_empty() && errors.contains("is of another question"),
            "{other:?}: {errors}"
        );
    }
    let kept = fs::read_to_string(&path).unwrap();
    fs::write(&path, kept.replace("{****}", "{***}").replace("{*****}", "{****}")).unwrap();
    let (code, _, errors) = asked(&["polyominoes", "5"]);
    assert!(code == 2 && errors.contains("is not about {*****}"), "{errors}");
    fs::write(&path, "mine").unwrap();
    let (code, _, errors) = asked(&["polyominoes", "5"]);
    assert!(code == 2 && errors.contains("is of another question"), "{errors}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

/// OEIS A335586: 272 domino tilings of the torus of 4 x 4. A cylinder of circumference 4 has 1, 2, 9, 32, 121, ...
/// (A006253), which grow by 2 + √3. No cylinder with straight ends is covered by X.
#[test]
fn growth_is_told() {
    let text = plane(&["{**}", "--growth", "4", "--window", "2"], 0);
    let entropy = format!("{:.6}", (2.0 + 3f64.sqrt()).ln() / 4.0);
    assert!(text.contains(&format!("  4      272  {:.6}     {entropy}\n", 272f64.ln() / 16.0)), "{text}");
    assert!(text.ends_with(&format!(
        "entropy per cell: about {entropy}, an estimate by the cylinder of circumference 4\n"
    )));
    let document = json_lines(&plane(&["X", "--growth", "5", "--json"], 0)).remove(0);
    let growth = &document["growth"];
    assert_eq!((&growth["estimate"], &growth["reason"]), (&json!(null), &json!(null)));
    // A knight's step to the next cross, to one side or to the other, and the shifts of each.
    assert_eq!((&growth["rows"][4]["tilings"], &growth["rows"][3]["tilings"]), (&json!("10"), &json!("0")));
}

/// Four tiles whose colors say which stands beside which: each is a quarter.
const WANG: &str = "problem p = {*} [{*} ~sides \"1a2b\" ~named \"A\", {*} ~sides \"3b4a\" ~named \"B\", \
     {*} ~sides \"2c1d\" ~named \"C\", {*} ~sides \"4d3c\" ~named \"D\"]";

#[test]
fn pieces_tile_together() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("p").display().to_string();
    let (code, out, errors) =
        run_with_input(&["plane", "-", "--together", "9", "--window", "2", "--proof", &proof], WANG);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        out.starts_with(
            "tile the plane together, 4 cells at a time; repeats by (2, 0) and (0, 2)\nA: 1 copy, 1 of 4 cells\n"
        ),
        "{out}"
    );
    // Each of the four items of cells and of pieces is covered once.
    let evidence = fs::read_to_string(format!("{proof}.proof")).unwrap();
    assert!(["A", "B", "C", "D"].iter().all(|piece| evidence.contains(piece)), "{evidence}");
    assert_eq!(evidence.lines().count(), 1 + 4);
    let (code, out, _) = run_with_input(&["plane", "-", "--together", "3"], WANG);
    assert_eq!(
        (code, out.as_str()),
        (3, "not known: no torus of up to 3 cells is covered by copies of all pieces\n")
    );
    let (code, out, _) =
        run_with_input(&["plane", "-", "--together", "9", "--json"], "problem p = {*} [{**}, {*}]");
    let document = &json_lines(&out)[0];
    assert_eq!((code, &document["torus"]["cells"], &document["tried"]), (0, &json!(3), &json!(2)));
    assert_eq!(document["torus"]["shares"][0], json!({"piece": "#1", "copies": 1, "cells": 2}));
    let (code, _, errors) =
        run_with_input(&["plane", "-", "--together", "9"], "problem p = {*} [marked {A}]");
    assert!(code == 2 && errors.contains("the board must be a torus"), "{errors}");
}

/// Golomb (1965): of the 108 heptominoes one has a hole. Each has a picture.
#[test]
fn a_gallery_has_a_picture_for_each_piece() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("seven").display().to_string();
    let (code, out, errors) = run(&["plane", "polyominoes", "7", "--gallery", &name]);
    assert_eq!((code, out.ends_with("   108  pieces\n")), (0, true), "{out}{errors}");
    assert!(errors.contains("gallery: "), "{errors}");
    let page = fs::read_to_string(format!("{name}/index.html")).unwrap();
    assert!(page.contains("polyominoes of 7 cells") && page.contains("108 pictures"), "{page}");
    assert_eq!(page.matches("with a hole<").count(), 1);
    assert!(fs::read_to_string(format!("{name}/108.svg")).unwrap().contains("<svg"));
    let (code, _, errors) = run(&["plane", "polyominoes", "7", "--gallery", "-"]);
    assert_eq!(code, 2);
    assert!(errors.contains("a gallery is a folder"), "{errors}");
}
