//! `combien plane`: pieces that tile the plane, and those that do not.

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
