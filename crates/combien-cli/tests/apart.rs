//! `combien take-apart`: what comes apart, and what does not.

use std::fs;

use serde_json::json;

use crate::shared::{json_lines, run, run_with_input};

/// A ring of eight cubes and a bar through it; then another ring in place of the bar.
const RING: &str = "problem3 ring = [{...$.*.$...}, {***$***$***}, {...$.*.$...}] [
  [{***$*.*$***}] ~one ~named \"ring\",
  [{*}, {*}, {*}] ~one ~named \"bar\"
]
problem3 linked = [{...$.*.$.*.$.*.}, {***$***$***$.*.}, {...$.*.$.*.$.*.}] [[{***$*.*$***}] ~times 2 ~sym]
";

fn taken(arguments: &[&str], input: &str) -> (i32, String, String) {
    let format = if input.starts_with('<') { "xmpuzzle" } else { "cmb" };
    run_with_input(&[&["take-apart", "--format", format], arguments, &["-"]].concat(), input)
}

#[test]
fn a_bar_goes_out_of_a_ring() {
    let (code, out, errors) = taken(&["--problem", "ring", "--moves"], RING);
    assert_eq!((code, errors.as_str()), (0, "1 of 1 solution comes apart\n"));
    assert_eq!(out, "solution 1: level 1, 1 move\n    1. ring goes up and away\n");
    let (code, out, _) = taken(&["--problem", "ring", "--json"], RING);
    let documents = json_lines(&out);
    assert_eq!((code, documents.len()), (0, 2));
    let moves = json!([{"pieces": [1], "step": [0, 0, 1], "distance": null}]);
    assert_eq!((&documents[0]["level"], &documents[0]["separations"][0]["moves"]), (&json!("1"), &moves));
    assert_eq!((&documents[1]["solutions"], &documents[1]["apart"]), (&json!(1), &json!(1)));
}

#[test]
fn linked_rings_stay_together() {
    let (code, out, errors) = taken(&["--problem", "linked"], RING);
    assert_eq!((code, out.as_str()), (1, ""), "{errors}");
    assert!(errors.starts_with("none of ") && errors.ends_with(" apart\n"), "{errors}");
}

/// A picture before the first move, and one after each.
#[test]
fn every_move_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (file, picture) = (folder.path().join("ring.cmb"), folder.path().join("ring.svg"));
    fs::write(&file, RING).unwrap();
    let picture = picture.to_str().unwrap();
    let (code, ..) = run(&["take-apart", file.to_str().unwrap(), "--problem", "ring", "--svg", picture]);
    assert_eq!(code, 0);
    let shown = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(shown("ring.svg").contains(">ring, bar<"));
    assert!(shown("ring-2.svg").contains(">ring goes up and away<"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn what_cannot_be_taken_apart_is_refused() {
    for (input, message) in [
        (
            "problem p = {**} [{*}]",
            "pieces of squares are not taken apart: only solid pieces of cubes and of prisms are",
        ),
        (
            "problem3 p = constant 5x5x3 true [[{*}]]",
            "75 pieces are too many to be taken apart: there may be 64",
        ),
    ] {
        let (code, out, errors) = taken(&[], input);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(errors.contains(message), "{errors}");
    }
    let (code, _, errors) = taken(&["--problem", "ring", "--nodes", "0"], RING);
    assert_eq!(code, 3, "{errors}");
}

/// Pieces of one group may stay together: linked rings, with a loose cube beside them.
#[test]
fn groups_stay_together() {
    let board: String = (0..36)
        .map(|place| {
            let (x, y, z) = (place % 3, place / 3 % 4, place / 12);
            let flat = z == 1 && y < 3 && (x, y) != (1, 1);
            let upright = x == 1 && y > 0 && (y, z) != (2, 1);
            if flat || upright || (x, y, z) == (0, 3, 1) { '#' } else { '_' }
        })
        .collect();
    let puzzle = |group: &str| {
        format!(
            "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
             <voxel x=\"3\" y=\"4\" z=\"3\" type=\"0\">{board}</voxel>\
             <voxel x=\"3\" y=\"3\" z=\"1\" name=\"ring\" type=\"0\">####_####</voxel>\
             <voxel x=\"1\" y=\"1\" z=\"1\" name=\"cube\" type=\"0\">#</voxel></shapes><problems><problem state=\"0\">\
             <shapes><shape id=\"1\" count=\"2\"{group}/><shape id=\"2\" count=\"1\"/></shapes><result id=\"0\"/><bitmap/>\
             </problem></problems><comment/></puzzle>\n"
        )
    };
    let (code, out, errors) = taken(&[], &puzzle(""));
    assert_eq!((code, out.as_str(), errors.as_str()), (1, "", "none of 1 solution comes apart\n"));
    for group in [" group=\"1\"", "><group group=\"2\" count=\"2\"/></shape><shape id=\"2\" count=\"0\""] {
        let (code, out, errors) = taken(&[], &puzzle(group));
        assert_eq!((code, out.as_str()), (0, "solution 1: level 1, 1 move\n"), "{errors}");
        let (code, out, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], &puzzle(group));
        assert_eq!((code, out.as_str()), (0, "1\n"), "{errors}");
        assert!(errors.contains("warning[groups]: <shape> is in a group"), "{errors}");
    }
    // A group for one of the two rings holds neither.
    let one = "><group group=\"2\" count=\"1\"/></shape><shape id=\"2\" count=\"0\"";
    assert_eq!(taken(&[], &puzzle(one)).0, 1);
}
