//! `solve --min`, `--max`, `--best`, `--within`, `count --within` and `--by cost`.

use crate::shared::{json_lines, run, run_with_input};
use serde_json::json;

const ASSIGNMENT: &str = "examples/assignment.dlx";

/// Dominoes on 2 x 2 cells and single cells, with costs.
const PAVING: &str = "a b c d\na b |2.5\nc d |2.5\na c |3\nb d |2\na |1\nb |1\nc |1.75\nd |1\n";

fn costs(out: &str) -> Vec<&str> {
    out.lines()
        .filter_map(|line| line.strip_prefix("solution ")?.split_once(", cost "))
        .map(|(_, cost)| cost)
        .collect()
}

#[test]
fn the_best_come_first() {
    for engine in ["auto", "cells", "zdd", "memo", "intersect"] {
        let (code, out, errors) = run_with_input(&["solve", "--min", "--engine", engine, "-"], PAVING);
        assert_eq!((code, costs(&out)), (0, vec!["4.5"]), "{engine} {errors}");
        assert_eq!(errors, "the least cost is 4.5\n");
        // The sums of all seven: 5, 5, 4.75, 6, 4.5 and so on.
        let (_, out, errors) = run_with_input(&["solve", "--max", "--all", "--engine", engine, "-"], PAVING);
        assert_eq!(costs(&out), ["5.25", "5", "5", "5", "4.75", "4.75", "4.5"], "{engine}");
        assert_eq!(errors, "7 solutions, and no more; the greatest cost is 5.25\n");
        let (_, out, _) = run_with_input(&["solve", "--best", "2", "--engine", engine, "-"], PAVING);
        assert_eq!(costs(&out), ["4.5", "4.75"]);
        let (_, out, errors) =
            run_with_input(&["solve", "--within", "4.99", "--engine", engine, "-"], PAVING);
        assert_eq!(costs(&out), ["4.5", "4.75", "4.75"]);
        assert_eq!(errors, "3 solutions of cost at most 4.99, and no more; the least cost is 4.5\n");
        let (_, out, _) = run_with_input(&["count", "--within", "4.99", "--engine", engine, "-"], PAVING);
        assert_eq!(out, "3\n");
        let (_, out, _) =
            run_with_input(&["count", "--max", "--within", "5", "--engine", engine, "-"], PAVING);
        assert_eq!(out, "4\n");
    }
    let (_, out, _) = run_with_input(&["count", "--by", "cost", "-"], PAVING);
    assert_eq!(
        out,
        "cost  solutions\n 4.5          1\n4.75          2\n   5          3\n5.25          1\n7 solutions in all\n"
    );
    let (_, out, _) = run_with_input(&["count", "--by", "cost", "--json", "-"], PAVING);
    assert_eq!(json_lines(&out)[0]["by"][0], json!({"by": {"cost": "4.5"}, "solutions": "1"}));
}

#[test]
fn there_may_be_none() {
    let (code, out, _) = run_with_input(&["solve", "--min", "-"], "a b\na |3\n");
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    let (code, out, _) = run(&["solve", "--within", "20", ASSIGNMENT]);
    assert_eq!((code, out.as_str()), (1, "no solution of cost at most 20\n"));
    let (code, out, _) = run(&["count", "--within", "20", ASSIGNMENT]);
    assert_eq!((code, out.as_str()), (1, "0\n"));
}

#[test]
fn documents_have_costs() {
    let (code, out, _) = run(&["solve", "--best", "3", "--json", ASSIGNMENT]);
    let documents = json_lines(&out);
    let costs: Vec<&str> = documents[..3].iter().map(|document| document["cost"].as_str().unwrap()).collect();
    assert_eq!((code, costs), (0, vec!["21", "22", "23"]));
    let end = &documents[3];
    assert_eq!((&end["best"], &end["bound"], &end["gap"]), (&json!("21"), &json!("21"), &json!("0")));
    let (_, out, _) = run(&["count", "--within", "23", "--json", ASSIGNMENT]);
    assert_eq!((&json_lines(&out)[0]["count"], &json_lines(&out)[0]["within"]), (&json!("5"), &json!("23")));
}

/// Nothing is proved after a few pivots of the relaxation.
#[test]
fn a_stopped_search_tells_its_gap() {
    let (code, out, errors) = run(&["solve", "--min", "--nodes", "10", "--engine", "cells", ASSIGNMENT]);
    assert_eq!(code, 3, "{out}{errors}");
    let (_, out, _) = run(&["solve", "--min", "--nodes", "10", "--engine", "cells", "--json", ASSIGNMENT]);
    let end = json_lines(&out).pop().unwrap();
    assert_eq!(end["outcome"], json!("stopped"));
}

#[test]
fn wrong_words_are_explained() {
    let (code, _, errors) = run(&["solve", "--min", "--max", ASSIGNMENT]);
    assert!(code == 2 && errors.contains("--max"), "{errors}");
    let (code, _, errors) = run(&["solve", "--within", "1e3", ASSIGNMENT]);
    assert!(code == 2 && errors.contains("a cost is a number such as"), "{errors}");
    let (code, _, errors) = run(&["solve", "--min", "--engine", "links", ASSIGNMENT]);
    assert!(code == 2 && errors.contains("cannot find solutions of least cost"), "{errors}");
    let (code, _, errors) = run_with_input(&["count", "-"], "a\na |2x\n");
    assert!(code == 2 && errors.contains("1 | ") | errors.contains("2 | "), "{errors}");
    let (code, _, errors) = run_with_input(&["solve", "--min", "-"], "a\na\n");
    assert!(code == 0 && errors.starts_with("no option has a cost, so all solutions cost 0"), "{errors}");
    let (_, _, errors) =
        run(&["solve", "--min", "examples/scott.cmb", "--problem", "scott", "--checkpoint", "x.state"]);
    assert!(errors.contains("cannot be used with"), "{errors}");
}

/// Large sums do not wrap.
#[test]
fn large_costs_are_exact() {
    let text = format!("a b\na |{0}\nb |{0}\na b |9223372036854775806\n", i64::MAX);
    let (_, out, _) = run_with_input(&["solve", "--max", "--all", "-"], &text);
    assert_eq!(costs(&out), ["18446744073709551614", "9223372036854775806"]);
    // What is found is taken as a limit.
    for (limit, found) in
        [("18446744073709551614", 2), ("18446744073709551613.5", 1), ("-18446744073709551614", 0)]
    {
        let (_, out, errors) = run_with_input(&["count", "--within", limit, "-"], &text);
        assert_eq!(out, format!("{found}\n"), "{limit} {errors}");
    }
    let (_, out, _) = run_with_input(&["solve", "--max", "--within", "18446744073709551614", "-"], &text);
    assert_eq!(costs(&out), ["18446744073709551614"]);
    let (code, _, errors) = run_with_input(&["count", "--within", &"9".repeat(37), "-"], &text);
    assert!(code == 2 && errors.contains("and 36 in all"), "{errors}");
    let (code, _, errors) = run_with_input(&["solve", "--max", "-"], &format!("{text}a |0.5\n"));
    assert!(code == 2 && errors.contains("the cost of option 4 is too large"), "{errors}");
}

/// Each point of the front is a solution, and no other solution is at least as good in both.
#[test]
fn the_pareto_front_of_two_numbers() {
    for engine in ["auto", "zdd", "memo", "intersect"] {
        let arguments = ["solve", "--pareto", "cost,a", "--engine", engine, "--json", "-"];
        let (code, out, _) = run_with_input(&arguments, PAVING);
        assert_eq!(code, 0);
        // Every solution has `a` once.
        let lines = json_lines(&out);
        assert_eq!(lines[0]["by"], json!({"cost": "4.5", "a": 1}), "{engine}");
        assert_eq!((lines.len(), &lines[1]["in_all"]), (2, &json!("7")));
    }
    // Few slabs are dear, many are cheap.
    let slabs = "problem p = constant 4x1 true [{*} ~named \"one\" ~cost 1, {**} ~named \"two\" ~cost 3, {****} ~cost 9]";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slabs.cmb");
    std::fs::write(&file, slabs).unwrap();
    let front = |names: &str, engine: &str| {
        let (code, out, errors) =
            run(&["solve", "--pareto", names, "--engine", engine, file.to_str().unwrap()]);
        let points = out.lines().filter(|line| line.starts_with("solution")).map(str::to_owned);
        (code, points.collect::<Vec<_>>(), errors)
    };
    for engine in ["zdd", "memo"] {
        let (code, points, errors) = front("cost,one", engine);
        let expected =
            ["solution 1, cost 4, one 4", "solution 2, cost 5, one 2", "solution 3, cost 6, one 0"];
        assert_eq!((code, points), (0, expected.map(str::to_owned).to_vec()), "{engine} {errors}");
        assert_eq!(errors, "3 solutions of the front, of 6 in all\n");
        let (_, points, _) = front("cost, most:two", engine);
        let expected =
            ["solution 1, cost 4, two 0", "solution 2, cost 5, two 1", "solution 3, cost 6, two 2"];
        assert_eq!(points, expected);
        assert_eq!(front("most:cost,one", engine).1, ["solution 1, cost 9, one 0"]);
    }
    let (code, _, errors) = front("cost", "zdd");
    assert!(code == 2 && errors.contains("two names are expected"), "{errors}");
    let (code, _, errors) = front("cost,tow", "zdd");
    assert!(code == 2 && errors.contains("did you mean `two`?"), "{errors}");
    let (code, out, _) = run_with_input(&["solve", "--pareto", "cost,a", "-"], "a b\na |3\n");
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
}
