//! `combien sudoku rate`, `hint`, `check` and `minimise` as puzzle setters use them: the real binary.

use crate::shared::json_lines;

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    crate::shared::run_with_input(&[&["sudoku"], arguments].concat(), input)
}

/// Side 4: 288 solutions (OEIS A107739), none, one.
const THREE: &str = "................\n11..............\n1234341221434321\n";

/// The first rows of the solutions, and the clues of the last one, are those that the suite `sudoku` has by
/// brute force.
#[test]
fn check_reports_what_a_setter_needs() {
    let (code, out, errors) = run(&["check", "examples/sudoku.txt"], "");
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0], "examples/sudoku.txt:4: 1 solution, 17 clues, minimal");
    assert!(lines[1].starts_with("693784512"));
    assert_eq!(
        lines[4],
        "examples/sudoku.txt:11: 1 solution, 24 clues, not minimal: \
         without any one of R1C2 R4C7 R5C2 R5C3 R5C8 R6C4 it has the same"
    );
    assert!(lines[5].starts_with("781934526"));
    let (code, out, _) = run(&["check", "--side", "4"], THREE);
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with('<')).collect();
    assert_eq!(code, 1);
    assert_eq!(heads[..2], ["<stdin>:1: 288 solutions, 0 clues", "<stdin>:2: no solution, 2 clues"]);
    let (_, out, _) = run(&["check", "--side", "4", "--limit", "288"], THREE);
    assert!(out.starts_with("<stdin>:1: at least 288 solutions, 0 clues\n"), "{out}");
    let documents = json_lines(&run(&["check", "--json", "examples/sudoku.txt"], "").1);
    assert_eq!((&documents[0]["minimal"], &documents[2]["minimal"]), (&true.into(), &false.into()));
    assert_eq!(documents[2]["redundant"].as_array().unwrap().len(), 6);
    assert_eq!((&documents[3]["type"], &documents[3]["unique"]), (&"end".into(), &3.into()));
}

/// The steps that are printed lead to the engine's solution.
#[test]
fn a_rating_is_its_hardest_step() {
    let (_, made, _) = run(&["generate", "-n", "20", "--seed", "3"], "");
    let (code, out, errors) = run(&["rate", "--json", "--steps"], &made);
    assert_eq!((code, errors.as_str()), (0, ""));
    let solved = run(&["solve"], &made).1;
    let mut complete = 0;
    for (document, solution) in json_lines(&out).iter().zip(solved.lines()) {
        assert_eq!(document["grids"][0], solution);
        let steps = document["steps"].as_array().unwrap();
        let hardest = steps.iter().map(|step| step["rating"].as_str().unwrap()).max().unwrap();
        if document["beyond"] == true {
            assert!(document["rating"].is_null());
            continue;
        }
        assert_eq!(document["rating"], hardest);
        let clues = document["clues"].as_u64().unwrap() as usize;
        assert_eq!(steps.iter().filter(|step| !step["puts"].is_null()).count(), 81 - clues);
        complete += 1;
    }
    assert!(complete > 10);
    // The line says the same, and the steps follow it.
    let first = made.lines().next().unwrap();
    let (line, with_steps) = (run(&["rate"], first).1, run(&["rate", "--steps"], first).1);
    assert_eq!(line.lines().count(), 1);
    assert!(with_steps.starts_with(&line) && with_steps.lines().count() > 50);
}

#[test]
fn puzzles_without_just_one_solution_are_refused() {
    for (command, thing) in [("rate", "rating"), ("hint", "next step"), ("minimise", "minimal puzzle")] {
        let (code, out, _) = run(&[command, "--side", "4"], THREE);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!((code, lines.len()), (1, 3), "{out}");
        assert_eq!(lines[0], format!("several: a puzzle with more than one solution has no {thing}"));
        assert_eq!(lines[1], format!("none: a puzzle with no solution has no {thing}"));
        let documents = json_lines(&run(&[command, "--json", "--side", "4"], THREE).1);
        assert_eq!((&documents[0]["verdict"], &documents[1]["verdict"]), (&"several".into(), &"none".into()));
        assert_eq!(&documents[3]["puzzles"], 3);
    }
    assert_eq!(run(&["rate", "--side", "4"], THREE).1.lines().nth(2), Some("0.0 full"));
    assert_eq!(run(&["hint", "--side", "4"], THREE).1.lines().nth(2), Some("full: every cell has its digit"));
}

/// Following the hints leads to the solution.
#[test]
fn hints_lead_to_the_solution() {
    let mut puzzle = run(&["generate", "--box", "2x3", "--seed", "7"], "").1.trim_end().to_owned();
    let solution = run(&["solve", "--side", "6"], &puzzle).1.trim_end().to_owned();
    while puzzle != solution {
        let (code, out, _) = run(&["hint", "--side", "6", "--digit", "--json"], &puzzle);
        let document = &json_lines(&out)[0];
        let puts = document["steps"].as_array().unwrap().last().unwrap()["puts"].as_str().unwrap();
        let numbers: Vec<usize> = puts.split(['R', 'C', '#']).skip(1).map(|n| n.parse().unwrap()).collect();
        let cell = (numbers[0] - 1) * 6 + numbers[1] - 1;
        assert_eq!((code, &puzzle[cell..=cell]), (0, "."), "{puts}");
        puzzle.replace_range(cell..=cell, &numbers[2].to_string());
    }
}

#[test]
fn minimised_puzzles_are_minimal_and_the_seed_decides() {
    let full = run(&["solve", "examples/sudoku.txt"], "").1;
    let (code, out, errors) = run(&["minimise", "--seed", "7"], &full);
    assert_eq!((code, out.lines().count(), errors.as_str()), (0, 3, ""));
    assert_eq!(run(&["minimise", "--seed", "7"], &full).1, out);
    assert_ne!(run(&["minimise", "--seed", "8"], &full).1, out);
    assert_eq!(run(&["solve"], &out).1, full);
    assert_eq!(run(&["solve", "--redundant"], &out).1, "minimal\n".repeat(3));
    assert_eq!(run(&["minimise", "--seed", "1"], &out).1, out);
    let (_, out, errors) = run(&["minimise"], &full);
    let seed = errors.strip_prefix("--seed ").unwrap().split(' ').next().unwrap();
    assert_eq!(run(&["minimise", "--seed", seed], &full).1, out);
    let drawn = run(&["minimise", "--seed", seed, "--grid"], &full).1;
    assert_eq!(run(&["solve"], &drawn).1, full);
}

/// A half turn reads the line backwards, and must leave the cells of the clues unchanged.
#[test]
fn symmetric_puzzles_are_symmetric_and_minimal() {
    let (code, out, errors) = run(&["generate", "--symmetric", "-n", "3", "--seed", "7"], "");
    assert_eq!((code, out.lines().count(), errors.as_str()), (0, 3, ""));
    assert_eq!(run(&["generate", "--symmetric=half-turn", "-n", "3", "--seed", "7"], "").1, out);
    let cells = |line: &str| -> Vec<bool> { line.chars().map(|cell| cell != '.').collect() };
    for line in out.lines() {
        let backwards: String = line.chars().rev().collect();
        assert_eq!(cells(line), cells(&backwards));
    }
    assert_eq!(run(&["solve", "--redundant"], &out).1, "minimal\n".repeat(3));
    assert_eq!(run(&["minimise", "--symmetric", "--seed", "1"], &out).1, out);
    let (_, out, _) = run(&["generate", "--symmetric=diagonal", "--box", "2x3", "--seed", "7"], "");
    let at = |row: usize, column: usize| out.as_bytes()[row * 6 + column] != b'.';
    assert!((0..36).all(|cell| at(cell / 6, cell % 6) == at(cell % 6, cell / 6)), "{out}");
    let (code, _, errors) = run(&["generate", "--symmetric=sideways"], "");
    assert!(code == 2 && errors.contains("half-turn, quarter-turn, mirror"), "{errors}");
}

#[test]
fn minimised_puzzles_stay_symmetric() {
    let full = run(&["solve", "examples/sudoku.txt"], "").1;
    let (code, out, _) = run(&["minimise", "--symmetric=mirror", "--seed", "7"], &full);
    assert_eq!((code, out.lines().count()), (0, 3));
    for line in out.lines() {
        let (puzzle, redundant) = line.split_once(" # each could be removed alone: ").unwrap_or((line, ""));
        let rows: Vec<&str> = (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect();
        assert!(
            rows.iter().all(|row| row.chars().zip(row.chars().rev()).all(|(a, b)| (a == '.') == (b == '.')))
        );
        let told = run(&["solve", "--redundant"], puzzle).1;
        assert_eq!(told.trim_end().strip_prefix("minimal").unwrap_or(told.trim_end()), redundant);
    }
    // The output can be read again, including the note.
    assert_eq!(run(&["solve"], &out).1, full);
    let (code, out, _) = run(&["minimise", "--symmetric", "--seed", "7", "examples/sudoku.txt"], "");
    assert_eq!((code, out.lines().next()), (1, Some("unsymmetric: R1C8 has a clue, and R9C2 has none")));
    let (_, out, _) = run(&["minimise", "--symmetric", "--seed", "7", "--json", "examples/sudoku.txt"], "");
    assert_eq!(json_lines(&out)[0]["broken_by"], serde_json::json!(["R1C8", "R9C2"]));
}

#[test]
fn generated_puzzles_keep_to_a_band() {
    let band = ["generate", "-n", "5", "--seed", "7", "--from", "2", "--to", "4.6"];
    let (code, out, _) = run(&band, "");
    assert_eq!((code, out.lines().count()), (0, 5));
    assert_eq!(run(&band, "").1, out);
    for line in run(&["rate"], &out).1.lines() {
        let rating: f64 = line.split(' ').next().unwrap().parse().unwrap();
        assert!((2.0..=4.6).contains(&rating), "{line}");
    }
    // No puzzle of side 4 is that hard.
    let (code, out, errors) =
        run(&["generate", "--side", "4", "--seed", "1", "--from", "8", "--time", "0.3s"], "");
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(errors.starts_with("stopped at the time limit of 300ms: 0 of 1 puzzle made, "), "{errors}");
}

#[test]
fn wrong_input_and_usage_are_explained() {
    for command in ["rate", "hint", "check", "minimise"] {
        let text = "1234341221434321\n123434122143432x\n";
        let arguments = [command, "--side", "4"];
        let (code, out, errors) = run(&arguments, text);
        assert_eq!(code, 2, "{command}");
        assert!(errors.contains("<stdin>:2:16") && !out.is_empty(), "{command}: {errors}");
        assert_eq!(run(&[command], "").0, 0, "{command}");
        let (code, _, errors) = run(&[command, "nowhere.txt"], "");
        assert!(code == 2 && errors.contains("`nowhere.txt` cannot be read"), "{command}: {errors}");
        let (code, out, _) = run(&[command, "--help"], "");
        assert!(code == 0 && out.contains("Examples:\n  combien sudoku "), "{command}: {out}");
    }
    for (arguments, words) in [
        (&["generate", "--from", "hard"][..], "write a number such as 4 or 4.6"),
        (&["generate", "--from", "4.65"], "write a number such as 4 or 4.6"),
        (&["generate", "--from", "-1"], "unexpected argument"),
        (&["generate", "--from", "5", "--to", "4"], "no rating is at least 5.0 and at most 4.0"),
        (&["generate", "--from", "99"], "no technique has a rating within that band"),
        (&["check", "--limit", "1"], "write a whole number of at least 2"),
        (&["minimise", "--json", "--grid"], "cannot be used with"),
    ] {
        let (code, out, errors) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
}

/// A grid of side 36 has several thousand candidates, and chains have many links: the time limit stops the
/// search.
#[test]
fn the_time_limit_stops_large_puzzles() {
    let (_, made, _) = run(&["generate", "--side", "16", "--seed", "1", "--time", "20s"], "");
    let (code, out, errors) = run(&["rate", "--side", "16", "--time", "0.01s"], &made.repeat(200));
    assert_eq!(code, 3, "{out}{errors}");
    assert!(errors.contains("stopped at the time limit of 10ms"), "{errors}");
}
