//! `solve --min --with SOLVER`: integer programming solvers outside of the command. Scripts stand in for
//! them, so that they can lie.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::shared::{json_lines, run, run_with_input};

/// The best solution takes options 1 and 4 and costs 2.5 + 1.
const PROBLEM: &str = "a b c\na b |2.5\na |2\nb |1\nc |1\n";

/// A script in place of a solver. It says what it is asked, and writes this file where the solver would.
struct Script {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Script {
    /// `place` is the number of the argument that names the solution file.
    fn new(solver: &str, place: usize, file: &str) -> Script {
        Script::running(solver, &format!("cat >\"${{{place}}}\" <<'END'\n{file}END\n"))
    }

    fn running(solver: &str, body: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(solver);
        fs::write(&path, format!("#!/bin/sh\n{body}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Script { _folder: folder, path }
    }

    fn solve(&self, goal: &str, more: &[&str]) -> (i32, String, String) {
        let with = self.path.to_str().unwrap();
        run_with_input(&[&["solve", goal, "--with", with, "-"], more].concat(), PROBLEM)
    }
}

fn highs(status: &str, values: &str) -> Script {
    let kind = if values.is_empty() { "None" } else { "Feasible" };
    let file = format!(
        "Model status\n{status}\n\n# Primal solution values\n{kind}\n# Columns 4\n{values}# Rows 3\n"
    );
    Script::new("highs", 4, &file)
}

const BEST: &str = "x1 1\nx2 0\nx3 0\nx4 1\n";

#[test]
fn the_solution_of_each_solver_is_read_and_its_cost_added_up_here() {
    let cbc = "Optimal - objective value 99\n      0 x1   1  25\n      3 x4   1  10\n";
    let glpk = "s mip 3 4 o 99\nj 1 1\nj 2 0\nj 3 0\nj 4 1\ne o f\n";
    for (name, script) in [
        ("highs", highs("Optimal", BEST)),
        ("cbc", Script::new("cbc", 8, cbc)),
        ("glpsol", Script::new("glpsol", 4, glpk)),
    ] {
        let (code, out, errors) = script.solve("--min", &[]);
        assert_eq!((code, out.as_str()), (0, "solution 1, cost 3.5\n1: a b |2.5\n4: c |1\n\n"), "{errors}");
        assert_eq!(errors, format!("the least cost is 3.5, as {name} says\n"));
        let (_, out, _) = script.solve("--min", &["--json"]);
        let end = &json_lines(&out)[1];
        assert_eq!((&end["engine"], &end["best"], &end["gap"]), (&name.into(), &"3.5".into(), &"0".into()));
    }
}

#[test]
fn the_program_has_whole_costs_with_the_sign_of_the_goal() {
    for (goal, objective) in [
        ("--min", " obj: 25 x1 + 20 x2 + 10 x3 + 10 x4\n"),
        ("--max", " obj: - 25 x1 - 20 x2 - 10 x3 - 10 x4\n"),
    ] {
        let script = Script::running("highs", "for last; do :; done; sed -n 3p \"$last\"; exit 7\n");
        let (code, _, errors) = script.solve(goal, &[]);
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(&format!("it printed last: {}", objective.trim())), "{errors}");
        assert!(errors.contains("highs ended with exit status: 7 and wrote no solution"), "{errors}");
    }
}

#[test]
fn none_and_a_stop_are_different() {
    let (code, out, errors) = highs("Infeasible", "").solve("--min", &[]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"), "{errors}");
    assert!(errors.ends_with("there is none, as highs says\n"), "{errors}");
    let (code, out, errors) = highs("Time limit reached", BEST).solve("--min", &[]);
    assert_eq!((code, out.lines().next()), (3, Some("solution 1, cost 3.5")));
    assert_eq!(
        errors,
        "highs stopped before it had proved an optimum: there may be more\nbest so far: cost 3.5\n"
    );
    let (code, out, _) = highs("Time limit reached", "").solve("--min", &[]);
    assert_eq!((code, out.as_str()), (3, ""));
    // A solver that ignores the time limit is ended.
    let (code, out, errors) = Script::running("highs", "sleep 100\n").solve("--min", &["--time", "1s"]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert_eq!(errors, "stopped at the time limit of 1s: there may be more\n");
}

#[test]
fn a_solver_is_not_believed() {
    let wrong = highs("Optimal", "x1 1\nx2 1\nx3 0\nx4 1\n").solve("--min", &[]);
    assert_eq!(wrong.0, 2);
    assert!(wrong.2.contains("highs returned a wrong solution: "), "{}", wrong.2);
    let half = highs("Optimal", "x1 0.5\nx2 0.5\nx3 0.5\nx4 1\n").solve("--min", &[]);
    assert_eq!(half.0, 2);
    assert!(half.2.contains("line 7: x1 is 0.5, which is neither 0 nor 1"), "{}", half.2);
}

#[test]
fn what_cannot_be_asked_is_refused_with_a_hint() {
    let large = format!("a\na |{}\na |{}\n", 1u64 << 52, 1u64 << 52);
    for (arguments, message, hint) in [
        (vec!["--with", "highs"], "asks a solver for the best solution", "--min or --max"),
        (vec!["--min", "--with", "gurobi"], "highs, cbc or glpsol", ""),
        (vec!["--min", "--with", "highs", "--engine", "zdd"], "cannot be used with", ""),
        (vec!["--min", "--with", "highs", "--nodes", "5"], "cannot be used with", ""),
        (vec!["--min", "--with", "highs=/nowhere/solver"], "cannot be run", "--with highs=PROGRAM"),
    ] {
        let (code, out, errors) = run(&[&["solve", "examples/assignment.dlx"], &arguments[..]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(message) && errors.contains(hint), "{errors}");
    }
    let (code, _, errors) = run_with_input(&["solve", "--min", "--with", "highs", "-"], &large);
    assert_eq!(code, 2);
    assert!(errors.contains("costs are too large for highs"), "{errors}");
}
