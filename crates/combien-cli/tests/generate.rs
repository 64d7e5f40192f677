//! `combien generate` as people and scripts use it: the real binary.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::shared::{self, json_lines, root, run, run_with_input};

fn made(arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["generate", "-q", "--seed", "7"], arguments].concat());
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    out
}

fn wrong(arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["generate", "--seed", "7"], arguments].concat());
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
    errors
}

#[test]
fn the_seed_decides() {
    for problem in [["puzzle:queens 8"], ["puzzle:latin 5"], ["examples/scott.cmb"]] {
        let arguments = if problem[0].ends_with("cmb") {
            vec![problem[0], "--problem", "scott"]
        } else {
            problem.to_vec()
        };
        let twice = made(&arguments);
        assert_eq!(twice, made(&arguments));
        let (_, other, _) = run(&[&["generate", "--seed", "8"], &arguments[..]].concat());
        assert_ne!(twice, other);
    }
    let (code, _, errors) = run(&["generate", "puzzle:queens 6"]);
    assert!(code == 0 && errors.contains("makes the same again"), "{errors}");
}

/// The two solutions of the board of side 4 have no queen in common: each queen alone is a puzzle, and there
/// are no others.
#[test]
fn no_puzzle_is_repeated() {
    let (code, out, errors) =
        run(&["generate", "puzzle:queens 4", "-n", "9", "--seed", "1", "--tries", "300"]);
    assert_eq!(code, 3);
    assert!(errors.contains("no other puzzle in 300 tries: 8 of 9 puzzles made"), "{errors}");
    let boards: BTreeSet<&str> =
        out.split("puzzle ").skip(1).map(|text| text.split_once('\n').unwrap().1).collect();
    assert_eq!(boards.len(), 8);
    assert_eq!(out.matches('Q').count(), 8);
    assert_eq!(out.matches(": 1 clue\n").count(), 8);
    let (code, out, _) = run(&["generate", "puzzle:queens 4", "-n", "8", "--seed", "1"]);
    assert_eq!((code, out.matches('Q').count()), (0, 8));
}

#[test]
fn puzzles_are_drawn_with_their_clues_alone() {
    for line in json_lines(&made(&["puzzle:queens 8", "-n", "5", "--json"]))
        .iter()
        .filter(|line| line["type"] == "puzzle")
    {
        let count = line["clue_count"].as_u64().unwrap() as usize;
        let options = |of: &str| -> BTreeSet<u64> {
            line[of]["options"]
                .as_array()
                .unwrap()
                .iter()
                .map(|option| option["option"].as_u64().unwrap())
                .collect()
        };
        let (clues, solution) = (options("clues"), options("solution"));
        assert!(clues.len() == count && solution.len() == 8 && clues.is_subset(&solution));
        assert_eq!(line["clues"]["puzzle"]["rows"].to_string().matches('Q').count(), count);
        assert_eq!(line["seed"], "7");
        assert!(line["searches"].as_u64().unwrap() > 8 && line["nodes"].as_u64().unwrap() > 0);
    }
    let out = made(&["puzzle:queens 8", "--solution"]);
    let (puzzle, solution) = out.split_once("solution 1\n").unwrap();
    assert!(puzzle.matches('Q').count() < 8 && solution.matches('Q').count() == 8);
    let out = made(&["examples/tetrominoes.cmb", "--problem", "r8x5", "--ascii"]);
    assert!(out.starts_with("puzzle 1: ") && out.is_ascii(), "{out}");
    assert_eq!(json_lines(&made(&["examples/toy.dlx", "--json"]))[1]["type"], "end");
}

#[test]
fn a_puzzle_is_a_problem_with_one_solution() {
    for arguments in [
        &["puzzle:queens 8"][..],
        &["puzzle:latin 5"],
        &["examples/toy.dlx"],
        &["examples/colors.dlx"],
        &["examples/scott.cmb", "--problem", "scott"],
        &["examples/calendar.cmb", "--problem", "day<11, 21>"],
        &["examples/gaps.cmb", "--problem", "flips"],
    ] {
        let dlx = made(&[arguments, &["--to", "dlx"]].concat());
        let (code, out, errors) = run_with_input(&["count", "-q", "-"], &dlx);
        assert_eq!((code, out.as_str(), errors.as_str()), (0, "1\n", ""), "{arguments:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.dlx");
    assert_eq!(made(&["puzzle:queens 6", "-n", "3", "--to", "dlx", "-o", path.to_str().unwrap()]), "");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    let (code, out, _) = run(&["solve", "--all", "-q", path.to_str().unwrap()]);
    assert!(code == 0 && out.matches("solution ").count() == 1, "{out}");
}

/// Items with bounds, where clues need items of their own: c is a clue or not.
#[test]
fn bounds_are_kept() {
    let text = "a 0:2|b\na\na b\nb\nb\n";
    let (code, out, _) = run_with_input(&["generate", "--seed", "1", "--to", "dlx", "-"], text);
    assert_eq!(code, 0);
    assert_eq!(run_with_input(&["count", "-q", "-"], &out).1, "1\n", "{out}");
}

#[test]
fn problems_with_no_or_one_solution_are_reported() {
    assert_eq!(run(&["generate", "puzzle:queens 3"]).0, 1);
    let (code, out, _) = run(&["generate", "-q", "puzzle:queens 3"]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    let (_, out, _) = run(&["generate", "-q", "--json", "puzzle:queens 3"]);
    let end = &json_lines(&out)[0];
    assert_eq!((&end["outcome"], &end["reason"]), (&"answer".into(), &"no solution".into()));
    assert_eq!(made(&["examples/toy.dlx"]), "puzzle 1: no clue is needed, there is one solution\n\n");
    let (code, _, errors) = run(&["generate", "--seed", "1", "-n", "2", "examples/toy.dlx"]);
    assert!(code == 3 && errors.contains("the problem has one solution"), "{errors}");
}

#[test]
fn the_number_of_clues_can_be_limited() {
    let lines = json_lines(&made(&["puzzle:latin 4", "-n", "5", "--clues", "..4", "--json"]));
    assert_eq!(lines.len(), 6);
    assert!(lines[..5].iter().all(|line| line["clue_count"].as_u64().unwrap() <= 4));
    assert!(lines[5]["tried"].as_u64().unwrap() > 5);
    // Four is the least number of clues of a Latin square of order 4 (see the suite `clues`).
    let (code, out, errors) =
        run(&["generate", "--seed", "1", "puzzle:latin 4", "--clues", "..3", "--tries", "50"]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(errors.contains("no other puzzle in 50 tries: 0 of 1 puzzle made, 50 tried"), "{errors}");
}

#[test]
fn a_limit_of_time_stops_at_once() {
    for json in [&[][..], &["--json"]] {
        let (code, out, errors) =
            run(&[&["generate", "--seed", "1", "--time", "0s", "puzzle:queens 8"], json].concat());
        assert_eq!(code, 3);
        if json.is_empty() {
            assert!(
                out.is_empty() && errors.contains("stopped at the time limit of 0s: 0 of 1 puzzle made"),
                "{errors}"
            );
        } else {
            assert_eq!(json_lines(&out)[0]["reason"], "stopped at the time limit of 0s");
        }
    }
}

#[test]
fn errors_are_explained() {
    assert!(wrong(&["nowhere.dlx"]).contains("cannot be read"));
    assert!(wrong(&["puzzle:quens 8"]).contains("did you mean"));
    assert!(wrong(&["examples/camel.cmb"]).contains("several problems"));
    assert!(wrong(&["puzzle:queens 8", "-n", "2", "--to", "dlx"]).contains("-o FILE"));
    assert!(wrong(&["puzzle:queens 8", "--clues", "5..3"]).contains("lower end first"));
    assert!(wrong(&["puzzle:queens 8", "-n", "0"]).contains("write a whole number of at least 1"));
    assert!(wrong(&["puzzle:steiner 7", "--svg", "never.svg"]).contains("have pictures"));
    assert!(!root().join("never.svg").exists());
}

#[test]
fn pictures_are_of_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.svg");
    made(&["puzzle:latin 5", "-n", "2", "--svg", path.to_str().unwrap()]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let picture = fs::read_to_string(path).unwrap();
    assert!((6..25).contains(&picture.matches("<text").count()), "{picture}");
}

fn tenths(rating: &str) -> u32 {
    rating.replace('.', "").parse().unwrap()
}

/// The ratings of puzzles, in tenths.
fn ratings(arguments: &[&str]) -> Vec<u32> {
    let puzzles = json_lines(&made(&[arguments, &["--json"]].concat()));
    let rated = |line: &serde_json::Value| line["rating"].as_str().map(tenths);
    puzzles
        .iter()
        .filter(|line| line["type"] == "puzzle")
        .map(|line| rated(line).expect("a rating"))
        .collect()
}

#[test]
fn a_series_goes_from_easy_to_hard() {
    let scott = ["examples/scott.cmb", "--problem", "scott", "--rating", "..3.0", "-n", "6", "--series"];
    for arguments in [&scott[..], &["puzzle:queens 8", "--series", "-n", "5"]] {
        let ratings = ratings(arguments);
        assert!(ratings.is_sorted() && ratings.len() >= 5, "{ratings:?}");
        assert!(ratings[0] == 10 && ratings[ratings.len() - 1] >= 20, "{ratings:?}");
    }
    for band in ["2.0..2.5", "1.2"] {
        let (low, high) = band.split_once("..").unwrap_or((band, band));
        let within = tenths(low)..=tenths(high);
        let ratings = ratings(&["examples/scott.cmb", "--problem", "scott", "--rating", band, "-n", "3"]);
        assert!(ratings.len() == 3 && ratings.iter().all(|rating| within.contains(rating)), "{ratings:?}");
    }
}

/// One text holds all puzzles, and `rate` says of each what its comment says.
#[test]
fn a_series_is_one_text_of_the_language() {
    let arguments = [
        "examples/scott.cmb",
        "--problem",
        "scott",
        "--series",
        "--rating",
        "..2.5",
        "-n",
        "4",
        "--to",
        "cmb",
    ];
    let text = made(&arguments);
    assert_eq!(text, made(&arguments));
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(comments.len(), 4);
    for (comment, number) in comments.iter().zip(1..) {
        let name = format!("puzzle_{number}");
        let (code, out, errors) =
            run_with_input(&["rate", "--format", "cmb", "--problem", &name, "-"], &text);
        assert_eq!(code, 0, "{errors}");
        let rating = out.split(' ').next().unwrap();
        assert!(comment.contains(&format!("rated {rating};")), "{comment} {out}");
    }
}

#[test]
fn ratings_that_no_puzzle_has_are_refused() {
    for (band, said) in [
        ("1.5", "they have 1.0, 1.2, 2.0, 2.5, 3.0, 4.1 and so on up to 7.0"),
        ("3..2", "write the lower end first"),
        ("hard", "write a rating such as 2.5"),
    ] {
        let errors = wrong(&["puzzle:queens 8", "--rating", band]);
        assert!(errors.contains(said), "{errors}");
    }
    assert!(wrong(&["puzzle:queens 8", "--series", "--clues", "3"]).contains("--clues"));
    let (code, out, errors) =
        run(&["generate", "puzzle:queens 4", "--series", "-n", "9", "--seed", "1", "--tries", "50"]);
    assert_eq!((code, out.matches('Q').count()), (3, 8));
    assert!(
        errors.contains("no new puzzle that is at least as hard in 50 tries: 8 of 9 puzzles made"),
        "{errors}"
    );
    let (code, out, _) = run(&["generate", "puzzle:queens 3", "--series", "--seed", "1"]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
}

/// Among the solutions that satisfy a predicate the puzzle has one, without any of its clues several: the
/// written puzzles, read again and counted. More clues would be needed among all solutions.
#[test]
fn puzzles_obey_a_predicate() {
    let room = "problem room = constant 8x6 true [{**} ~sym ~named \"d\"]";
    for (written, flags) in [
        (room.to_owned(), ["--where", "not fault"].as_slice()),
        (format!("{room} where not fault"), &[]),
        (format!("{room} where (border or connected d) and not fault"), &["--where", "colorable 3"]),
    ] {
        for seed in 1..4 {
            let seed = seed.to_string();
            let command = ["generate", "-", "--format", "cmb", "-q", "--to", "cmb", "--seed", seed.as_str()];
            let (code, puzzle, errors) = run_with_input(&[&command, flags].concat(), &written);
            assert_eq!((code, errors.as_str()), (0, ""));
            let count =
                |text: &str| run_with_input(&["count", "--format", "cmb", "-"], text).1.trim().parse::<u64>();
            assert_eq!(count(&puzzle), Ok(1), "{puzzle}");
            let clues: Vec<&str> = puzzle.lines().filter(|line| line.starts_with("  fix")).collect();
            assert!(!clues.is_empty() && puzzle.contains("not fault"), "{puzzle}");
            for clue in clues {
                assert!(count(&puzzle.replacen(&format!("{clue}\n"), "", 1)).unwrap() > 1, "{clue}");
            }
            let (before, _) = puzzle.split_once("  where").unwrap();
            assert!(count(before).unwrap() > 1);
        }
    }
    for flags in [&["--rating", "..3"][..], &["--series"], &["--to", "dlx"]] {
        let command = ["generate", "-", "--format", "cmb", "--where", "not fault"];
        let (code, _, errors) = run_with_input(&[&command, flags].concat(), room);
        assert_eq!((code, errors.contains("cannot obey `where`")), (2, true), "{errors}");
    }
    let none = ["generate", "-", "--format", "cmb", "--where", "fault and not fault"];
    assert_eq!(run_with_input(&none, room).0, 1);
}

/// A file that is not there yet.
fn state(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn several_runs_make_what_one_run_makes() {
    for arguments in [
        &["puzzle:queens 8"][..],
        &["puzzle:latin 5", "--clues", "6..7"],
        &["examples/scott.cmb", "--problem", "scott", "--rating", "1.0..3.0"],
        &["examples/where.cmb", "--problem", "both"],
    ] {
        let whole = made(&[&["-n", "5"], arguments].concat());
        let (_folder, path) = state("puzzles");
        let mut parts = String::new();
        for (number, seed) in [("2", &["--seed", "7"][..]), ("3", &[]), ("3", &["--seed", "7"]), ("5", &[])] {
            let part =
                run(&[&["generate", "-q", "-n", number, "--checkpoint", &path], seed, arguments].concat());
            assert_eq!((part.0, part.2.as_str()), (0, ""), "{arguments:?}");
            parts += &part.1;
        }
        assert_eq!(parts, whole, "{arguments:?}");
    }
}

/// Killed at any moment, no run prints a puzzle again: each is saved before it is printed. Puzzles may be
/// lost only between the two.
#[test]
fn runs_that_are_killed_repeat_no_puzzle() {
    let (_folder, path) = state("puzzles");
    let command =
        ["generate", "-q", "--json", "--seed", "7", "-n", "900", "--checkpoint", &path, "puzzle:queens 8"];
    let mut printed = BTreeSet::new();
    for round in 0.. {
        let mut run = shared::combien(&command).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(run.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut text: Vec<String> = lines.by_ref().take(5 + 17 * round % 60).collect();
        if round < 8 {
            run.kill().unwrap();
        }
        text.extend(lines);
        let code = run.wait().unwrap().code();
        // The last line may be cut.
        for line in text.iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
            if line["type"] == "puzzle" {
                let puzzle = (line["number"].as_u64().unwrap(), line["clues"]["options"].to_string());
                assert!(printed.insert(puzzle.clone()), "{puzzle:?} again in round {round}");
            }
        }
        if round >= 8 {
            assert_eq!(code, Some(0));
            break;
        }
    }
    let of = |part: fn(&(u64, String)) -> String| printed.iter().map(part).collect::<BTreeSet<_>>().len();
    assert_eq!([of(|puzzle| puzzle.0.to_string()), of(|puzzle| puzzle.1.clone())], [printed.len(); 2]);
    assert!(printed.len() >= 100, "{}", printed.len());
}

#[test]
fn a_series_that_is_stopped_goes_on() {
    let arguments = ["puzzle:latin 5", "--series", "-n", "6"];
    let whole = made(&arguments);
    let (_folder, path) = state("series");
    // Each run has a little more time than the one before.
    let (mut parts, mut runs) = (String::new(), 0u32);
    loop {
        let time = format!("{}", 0.005 * f64::from(runs + 1));
        let limits = ["generate", "--seed", "7", "--checkpoint", &path, "--time", &time];
        let (code, out, errors) = run(&[&limits, &arguments[..]].concat());
        parts += &out;
        runs += 1;
        match code {
            0 => break,
            3 => assert!(errors.contains("run the same command again"), "{errors}"),
            _ => panic!("{errors}"),
        }
        assert!(runs < 1000);
    }
    assert!(runs > 1);
    assert_eq!(parts, whole);
}

#[test]
fn runs_of_another_request_are_refused() {
    let (_folder, path) = state("puzzles");
    made(&["puzzle:queens 8", "-n", "2", "--checkpoint", &path]);
    let keep = ["--checkpoint", &path];
    for (arguments, said) in [
        (&["puzzle:queens 9"][..], "is of another problem"),
        (&["puzzle:queens 8", "--clues", "3"], "is of another request"),
        (&["puzzle:queens 8", "--seed", "8"], "is of another seed"),
    ] {
        let (code, _, errors) = run(&[&["generate"], arguments, &keep].concat());
        assert!(code == 2 && errors.contains(said), "{errors}");
    }
    let (code, _, errors) = run(&["generate", "puzzle:queens 8", "--checkpoint", "-"]);
    assert!(code == 2 && errors.contains("standard output"), "{errors}");
    let kept = fs::read_to_string(&path).unwrap();
    let wrong = [
        "[]",
        "{}",
        &kept[..kept.len() / 2],
        &kept.replace("[[", "[[0,"),
        &kept.replace("puzzles 2", "puzzles 9"),
        // A seed that is changed by one digit.
        &kept.replacen("\"next_seed\":\"", "\"next_seed\":\"1", 1),
    ];
    for text in wrong {
        fs::write(&path, text).unwrap();
        let (code, _, errors) = run(&[&["generate", "puzzle:queens 8"], &keep[..]].concat());
        assert!(code == 2 && errors.contains("does not say which puzzles were made"), "{text}: {errors}");
    }
}
