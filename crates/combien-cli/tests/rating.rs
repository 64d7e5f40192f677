//! `rate`: how hard a puzzle is for a person.

use crate::shared::{json_lines, run, run_with_input};
use serde_json::json;

#[test]
fn a_puzzle_is_rated() {
    let puzzle = "a b c d e f\na b\nc d\ne f\nb c\nc f\n";
    let (code, out, errors) = run_with_input(&["rate", "--steps", "-"], puzzle);
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "1.0 forced cell: 3 forced cell; effort 3.0");
    assert_eq!(lines[1], "  1.0 forced cell: only option 1 (a b) covers the item a");
    assert_eq!(lines.len(), 4, "{out}");
    let (code, out, _) = run_with_input(&["rate", "--hint", "-"], puzzle);
    assert_eq!((code, out.as_str()), (0, "1.0 forced cell: only option 1 (a b) covers the item a\n"));
}

#[test]
fn what_has_not_one_solution_is_not_rated() {
    let (code, out, errors) = run(&["rate", "puzzle:queens 6"]);
    assert_eq!((code, out.as_str(), errors.as_str()), (1, "no rating: it has more than one solution\n", ""));
    let (code, out, _) = run_with_input(&["rate", "-"], "a b\na\n");
    assert_eq!((code, out.as_str()), (1, "no rating: it has no solution\n"));
    let (code, out, _) = run(&["rate", "--json", "puzzle:queens 6"]);
    let document = &json_lines(&out)[0];
    assert_eq!((code, &document["unique"], &document["rating"]), (1, &json!(false), &json!(null)));
}

/// With clues of the command line, and with those of a puzzle.
#[test]
fn clues_are_given() {
    let (code, out, _) = run(&["rate", "--json", "--steps", "--take", "2", "puzzle:queens 4"]);
    let document = &json_lines(&out)[0];
    assert_eq!((code, &document["beyond"]), (0, &json!(false)));
    let placed = document["steps"].as_array().unwrap().iter().filter(|step| step["places"] == true);
    assert_eq!(placed.count(), 3, "three queens are left");
    let (code, out, _) = run(&["rate", "puzzle:sudoku 3x3 examples/puzzles/inkala.txt"]);
    assert_eq!((code, out.starts_with("beyond: ")), (0, true), "{out}");
    let (code, _, errors) = run(&["rate", "--take", "77", "puzzle:queens 4"]);
    assert_eq!((code, errors.contains("77")), (2, true), "{errors}");
}
