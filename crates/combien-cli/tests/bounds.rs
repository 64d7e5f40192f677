//! Items with bounds, by the real binary.

use crate::shared::{run, run_with_input};

#[test]
fn bounds_are_kept_or_refused() {
    // 2744 sets of four queens attack all cells: another program tried all sets of four cells.
    let queens = "examples/queens.dlx";
    for engine in ["auto", "fast", "cells", "links", "frontier"] {
        assert_eq!(run(&["count", "--engine", engine, queens]).1, "2744\n", "{engine}");
    }
    let (code, out, errors) = run(&["count", "--engine", "memo", queens]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        errors
            .contains("the engine memo cannot keep to bounds on items; these can: auto, fast, cells, links"),
        "{errors}"
    );
    let small = "1:2|a 0:1|b c\na c\na b\nb c\na\n";
    let (_, out, _) = run_with_input(&["count", "--json", "--verify", "-"], small);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    // {1}, {1, 2}, {1, 4} and {3, 4}: c needs option 1 or 3, and with 3 option 2 would cover b again.
    assert_eq!((&document["count"], &document["bounded_items"]), (&"4".into(), &2.into()));
    assert_eq!(document["verified"]["same"], true);
    assert_eq!(run_with_input(&["convert", "--to", "dlx", "-"], small).1, small);
    let (code, formula, errors) = run_with_input(&["convert", "--to", "cnf", "-"], small);
    assert!(formula.starts_with("c variables 1 to 4 are the options"), "{formula}");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(run_with_input(&["count", "--reduce", "-"], small).1, "4\n");
    assert_eq!(run_with_input(&["estimate", "-"], small).0, 0);
    let solutions = run(&["solve", "-n", "3", queens]).1;
    let (code, verdicts, _) = run_with_input(&["check", queens, "-"], &solutions);
    assert_eq!((code, verdicts.lines().count()), (0, 3), "{verdicts}");
    let (code, verdict, _) = run_with_input(&["check", queens, "-"], "1:\n");
    assert!(
        code == 1 && verdict.contains("item `queens` is covered 0 times, too seldom: its bounds are 4"),
        "{verdict}"
    );
}
