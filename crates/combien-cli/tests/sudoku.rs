//! `combien sudoku` as people and scripts use it: the real binary.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::shared::{ended, json_lines, root};

fn combien(arguments: &[&str]) -> Command {
    let mut command = crate::shared::combien(&[&["sudoku"], arguments].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    crate::shared::run_with_input(&[&["sudoku"], arguments].concat(), input)
}

/// Side 4: 288 solutions (OEIS A107739), none, one.
const THREE: &str = "................\n11..............\n1234341221434321\n";

/// The puzzles with 17 clues and by Inkala, with the solutions from public test suites, and the lesson's
/// puzzle, with the solution of the lesson's program.
#[test]
fn a_list_is_solved_line_by_line() {
    let (code, out, errors) = run(&["solve", "examples/sudoku.txt"], "");
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "693784512487512936125963874932651487568247391741398625319475268856129743274836159");
    assert_eq!(lines[1], "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
    assert_eq!(lines[2], "781934526254716938936825741629371854347258169815649372593482617162597483478163295");
    let text = fs::read_to_string(root().join("examples/sudoku.txt")).unwrap();
    assert_eq!(run(&["solve"], &text), (0, out.clone(), String::new()));
    assert_eq!(run(&["solve", "-"], &text).1, out);
    assert_eq!(run(&["solve", "examples/sudoku.txt", "-"], &text).1, out.repeat(2));
}

#[test]
fn a_puzzle_may_be_an_argument() {
    let text = fs::read_to_string(root().join("examples/sudoku.txt")).unwrap();
    let puzzle = text.lines().find(|line| line.len() >= 81).unwrap()[..81].to_owned();
    let (_, from_file, _) = run(&["solve", "-"], &puzzle);
    assert_eq!(run(&["solve", &puzzle], ""), (0, from_file, String::new()));
    let (code, out, errors) = run(&["solve", &format!("!{}", &puzzle[1..])], "");
    assert!(code == 2 && out.is_empty() && errors.contains("argument:1:"), "{errors}");
    let (code, _, errors) = run(&["solve", &puzzle[1..]], "");
    assert!(code == 2 && errors.contains("there is no such file"), "{errors}");
}

#[test]
fn none_one_and_several_look_different() {
    let (code, out, errors) = run(&["solve", "--side", "4"], THREE);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!((code, lines.len(), errors.as_str()), (1, 3, ""));
    assert!(lines[0][0] == "several" && lines[0][1].len() == 16 && lines[0][2].len() == 16);
    assert_ne!(lines[0][1], lines[0][2]);
    assert_eq!((&lines[1][..], &lines[2][..]), (&["none"][..], &["1234341221434321"][..]));
    assert_eq!(run(&["solve", "--box", "2x2"], THREE).1, out);
}

#[test]
fn solutions_are_counted_up_to_the_limit() {
    let counted = |limit: &[&str]| run(&[&["solve", "--side", "4", "--count"], limit].concat(), THREE);
    assert_eq!(counted(&[]), (1, ">= 2\n0\n1\n".into(), String::new()));
    assert_eq!(counted(&["--limit", "288"]).1, ">= 288\n0\n1\n");
    assert_eq!(counted(&["--limit", "289"]).1, "288\n0\n1\n");
    assert_eq!(counted(&["--limit", "1"]).0, 2);
}

#[test]
fn grids_are_drawn_so_that_they_can_be_read_again() {
    let (code, drawn, _) = run(&["solve", "--grid", "examples/sudoku.txt"], "");
    assert_eq!((code, drawn.lines().count()), (0, 3 * 14));
    assert!(drawn.starts_with("+-------+-------+-------+\n| 6 9 3 | 7 8 4 | 5 1 2 |\n"), "{drawn}");
    assert_eq!(run(&["solve"], &drawn).1, run(&["solve", "examples/sudoku.txt"], "").1);
    let (_, drawn, _) = run(&["solve", "--grid", "--side", "4"], THREE);
    assert!(drawn.starts_with("several: at least 2, two of them\n+-----+-----+\n"), "{drawn}");
    assert_eq!((drawn.matches("none\n\n").count(), drawn.matches("+-----+-----+\n").count()), (1, 9));
    let (_, drawn, _) = run(&["solve", "--grid", "--side", "4", "--limit", "300"], THREE);
    assert!(drawn.starts_with("several: 288, two of them\n"), "{drawn}");
}

/// The suite `sudoku` finds the six clues of the lesson's puzzle by brute force.
#[test]
fn redundant_clues_are_named() {
    let (code, out, errors) = run(&["solve", "--redundant", "examples/sudoku.txt"], "");
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines[2]), ("minimal", "R1C2 R4C7 R5C2 R5C3 R5C8 R6C4"));
    let made = run(&["generate", "-n", "3", "--seed", "5"], "").1;
    assert_eq!(run(&["solve", "--redundant"], &made).1, "minimal\n".repeat(3));
    let (code, out, _) = run(&["solve", "--redundant", "--side", "4"], THREE);
    let words: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!((code, words), (1, vec!["several", "none", "R1C1"]));
    assert_eq!(run(&["solve", "--redundant", "--json"], "").0, 2);
}

#[test]
fn json_reports_everything() {
    let (code, out, errors) = run(&["solve", "--side", "4", "--json"], &format!("# list\n{THREE}"));
    assert_eq!((code, errors.as_str()), (1, ""));
    let documents = json_lines(&out);
    let [several, none, unique, end] = &documents[..] else { panic!("{out}") };
    assert_eq!(
        (&several["verdict"], &several["solutions"], &several["exact"]),
        (&"several".into(), &"2".into(), &false.into())
    );
    assert_eq!(
        (&several["line"], &several["file"], &several["clues"]),
        (&2.into(), &"<stdin>".into(), &0.into())
    );
    assert_eq!((&none["verdict"], none["grids"].as_array().unwrap().len()), (&"none".into(), 0));
    assert_eq!((&unique["verdict"], &unique["grids"][0]), (&"unique".into(), &"1234341221434321".into()));
    assert_eq!((&end["outcome"], &end["puzzles"], &end["several"]), (&"answer".into(), &3.into(), &1.into()));
    let (code, out, errors) = run(&["solve", "--json"], "12\n# and no more\n");
    assert_eq!((code, &json_lines(&errors)[0]["code"]), (2, &"row-length".into()));
    assert_eq!(json_lines(&out)[0]["faults"], 1);
}

#[test]
fn a_fault_leaves_the_other_puzzles_alone() {
    let (code, out, errors) =
        run(&["solve", "--side", "4"], "1234341221434321\n123434122143432x\n1234341221434321\n");
    assert_eq!((code, out.as_str()), (2, "1234341221434321\n1234341221434321\n"));
    assert!(errors.contains("<stdin>:2:16"), "{errors}");
    let (code, out, errors) = run(&["solve", "--side", "4", "nowhere.txt", "-"], "1234341221434321\n");
    assert_eq!((code, out.as_str()), (2, "1234341221434321\n"));
    assert!(errors.contains("`nowhere.txt` cannot be read: there is no such file"), "{errors}");
    assert!(run(&["solve", "examples"], "").2.contains("it is a directory"));
}

#[test]
fn statistics_are_printed_when_requested() {
    let (_, _, errors) = run(&["solve", "--side", "4", "--stats"], THREE);
    assert!(
        errors.starts_with("3 puzzles: 1 unique, 1 none, 1 several; ") && errors.ends_with(" a second\n"),
        "{errors}"
    );
    let (_, _, errors) = run(&["generate", "--side", "4", "--seed", "1", "--stats"], "");
    assert!(errors.starts_with("1 puzzle: ") && errors.contains(" clues; "), "{errors}");
    assert_eq!(run(&["solve", "--side", "4", "--quiet"], THREE).2, "");
    assert_eq!(run(&["solve", "--stats", "--quiet"], THREE).0, 2);
}

#[test]
fn the_same_seed_generates_the_same_puzzles() {
    let generate =
        |seed: &str, more: &[&str]| run(&[&["generate", "-n", "5", "--seed", seed], more].concat(), "");
    let (code, out, errors) = generate("7", &[]);
    assert_eq!((code, out.lines().count(), errors.as_str()), (0, 5, ""));
    assert_eq!(generate("7", &[]).1, out);
    assert_ne!(generate("8", &[]).1, out);
    // A longer list begins with the same puzzles.
    assert!(run(&["generate", "-n", "6", "--seed", "7"], "").1.starts_with(&out));
    assert_eq!(run(&["solve", "--count"], &out), (0, "1\n".repeat(5), String::new()));
    let drawn = generate("7", &["--grid"]).1;
    assert_eq!(run(&["solve", "--count"], &drawn).1, "1\n".repeat(5));
    let documents = json_lines(&generate("7", &["--json"]).1);
    assert!(documents.iter().zip(out.lines()).all(|(document, line)| document["puzzle"] == line));
    let clues = out.lines().next().unwrap().matches(|c| c != '.').count();
    assert_eq!((&documents[0]["clues"], &documents[5]["puzzles"]), (&clues.into(), &5.into()));
    let solution = documents[0]["solution"].as_str().unwrap();
    assert_eq!(run(&["solve"], out.lines().next().unwrap()).1.trim_end(), solution);
    // Without a seed, the command prints the one it chose, and that seed makes the same puzzles again.
    let (_, out, errors) = run(&["generate", "--side", "6"], "");
    let seed = errors.strip_prefix("--seed ").unwrap().split(' ').next().unwrap();
    assert_eq!(run(&["generate", "--box", "2x3", "--seed", seed], "").1, out);
    assert_eq!(run(&["generate", "--quiet"], "").2, "");
}

#[test]
fn wrong_usage_is_explained() {
    for (arguments, words) in [
        (&["solve", "--side", "37"][..], "the side would be 37, and there are digits for at most 36"),
        (&["solve", "--side", "nine"], "write a number from 1 to 36"),
        (&["solve", "--box", "3"], "write the rows and columns of a box, `2x3`"),
        (&["solve", "--box", "0x3"], "a box needs a cell"),
        (&["solve", "--box", "3x3", "--side", "9"], "cannot be used with"),
        (&["solve", "--json", "--grid"], "cannot be used with"),
        (&["solve", "--json", "--count"], "cannot be used with"),
        (&["generate", "--json", "--grid"], "cannot be used with"),
        (&["solve", "--time", "soon"], "write a number of seconds"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let (code, out, errors) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
    for command in ["solve", "generate"] {
        let (code, out, _) = run(&[command, "--help"], "");
        assert!(code == 0 && out.contains("Examples:\n  combien sudoku "), "{command}: {out}");
    }
}

/// Neither all solutions of the empty grid of side 9 nor that many puzzles can be found in the time.
#[test]
fn the_time_limit_keeps_what_is_done() {
    let full = "123456789456789123789123456231674895875912364694538217317265948542897631968341572\n";
    let endless = format!("{full}{}\n{full}", ".".repeat(81));
    let limits = ["--limit", "1000000000000", "--time", "0.3s"];
    let (code, out, errors) = run(&[&["solve"], &limits[..]].concat(), &endless);
    assert_eq!((code, out.as_str()), (3, full));
    assert_eq!(errors, "stopped at the time limit of 300ms in <stdin>:2: 1 puzzle done\n");
    let (code, out, errors) = run(&[&["solve", "--json"], &limits[..]].concat(), &endless);
    let documents = json_lines(&out);
    assert_eq!((code, documents.len(), errors.as_str()), (3, 2, ""));
    assert_eq!((&documents[1]["outcome"], &documents[1]["unique"]), (&"stopped".into(), &1.into()));
    let (code, out, errors) = run(&["generate", "-n", "1000000000", "--seed", "1", "--time", "0.3s"], "");
    assert_eq!(code, 3);
    let made =
        format!("stopped at the time limit of 300ms: {} of 1000000000 puzzles made\n", out.lines().count());
    assert_eq!(errors, made);
}

#[cfg(unix)]
mod pipes {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    use super::*;

    /// A program that sends a puzzle and waits for its solution gets it.
    #[test]
    fn each_puzzle_is_answered_as_it_comes() {
        let mut child = combien(&["solve", "--side", "4"]).spawn().unwrap();
        let (mut input, mut output) =
            (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        for _ in 0..3 {
            input.write_all(b"1234341221434321\n").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(line, "1234341221434321\n");
        }
        // A signal stops it even while it waits for more.
        let sent = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let (code, _, errors) = ended(&child.wait_with_output().unwrap());
        assert_eq!((code, errors.as_str()), (3, "interrupted: 3 puzzles done\n"));
        assert!(sent.elapsed() < Duration::from_secs(2));
        drop(input);
    }

    #[test]
    fn a_closed_pipe_is_not_an_error() {
        let mut child =
            combien(&["generate", "-n", "1000000000", "--seed", "1", "--side", "4"]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (code, _, errors) = ended(&child.wait_with_output().unwrap());
        assert_eq!((line.len(), code, errors.as_str()), (17, 0, ""));
    }
}

/// The published solution of the killer of the encyclopedia is in the suite `rules`.
#[test]
fn further_rules_go_with_every_command() {
    let empty = ".".repeat(81);
    let killer = ["--rules", "examples/puzzles/killer.txt"];
    let run = |command: &str, more: &[&str]| run(&[&[command], &killer[..], more].concat(), &empty);
    let solution = "215647398368952174794381652586274931142593867973816425821739546659428713437165289\n";
    assert_eq!(run("solve", &[]), (0, solution.to_owned(), String::new()));
    assert_eq!(run("check", &[]).1, format!("<stdin>:1: 1 solution, 0 clues, minimal\n{solution}"));
    assert_eq!(run("minimise", &["--seed", "1"]).1, format!("{empty}\n"));
    assert!(
        run("hint", &[])
            .1
            .starts_with("1.7 rule: R1C1 and R1C2 have different digits that sum to 3 (cage, line 2).")
    );
    assert!(run("rate", &[]).1.starts_with("3.0 naked pair: 36 rule, "));
    assert!(run("candidates", &[]).1.contains("| 2 1 5 | 6 4 7 | 3 9 8 |\n"));
    let document = &json_lines(&run("candidates", &["--json"]).1)[0];
    assert_eq!(
        (&document["candidates"][0], &document["verdict"]),
        (&serde_json::json!([2]), &"unique".into())
    );
    let made = run("generate", &["--seed", "3", "-q"]);
    assert_eq!(made, (0, format!("{empty}\n"), String::new()));
}

#[test]
fn candidates_are_those_of_all_solutions() {
    let (code, out, _) = run(&["candidates", "--side", "4"], "1...............\n11..............\n");
    assert_eq!(code, 1);
    assert!(out.contains("| 1    234  | 234  234  |\n| 234  234  | 1234 1234 |\n"), "{out}");
    assert!(out.ends_with("none\n\n"), "{out}");
}

#[test]
fn wrong_rules_have_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.txt");
    let file = file.to_str().unwrap();
    for (rules, message) in [
        ("cage 15 R1C1 R1C10\n", "`R1C10` is no cell: they are named R1C1 to R9C9"),
        ("thermo R1C1 R1C2\n", "there is no rule `thermo`"),
        ("cage 3 R1C1 R1C2 R1C3\n", "no digits satisfy this rule"),
    ] {
        fs::write(file, format!("# mine\n{rules}")).unwrap();
        let (code, out, errors) = run(&["solve", "--rules", file], "");
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(errors.contains(message) && errors.contains("rules.txt:2:1"), "{errors}");
    }
    fs::write(file, "whisper R1C1-R1C9\n").unwrap();
    let (code, _, errors) = run(&["generate", "--rules", file, "-q"], "");
    assert_eq!(code, 2);
    assert!(errors.contains("no grid obeys these rules"), "{errors}");
    assert!(run(&["solve", "--rules", "-"], "").2.contains("name a file"));
}
