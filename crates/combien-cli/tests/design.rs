//! `combien design` as people and scripts use it: the real binary.

use std::fs;

use crate::shared::{json_lines, run, run_with_input};

const BOX: [&str; 4] = ["sets", "examples/design.cmb", "--problem", "box"];
const THREE: [&str; 4] = ["boards", "examples/design.cmb", "--problem", "three"];

fn found(question: &[&str], arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["design"], question, &["-q"], arguments].concat());
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    out
}

fn wrong(arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["design"], arguments].concat());
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
    errors
}

/// Each set that is printed is a problem of its own, and `count` says the same of it.
#[test]
fn sets_are_problems() {
    let text = found(&BOX, &["--solutions", "1", "--up-to", "symmetry", "--to", "cmb"]);
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("problem ")?.split(' ').next()).collect();
    assert_eq!(names.len(), 19);
    for name in names {
        let arguments = ["count", "--format", "cmb", "--problem", name, "--up-to", "symmetry", "-"];
        let (code, out, errors) = run_with_input(&arguments, &text);
        assert_eq!((code, out.as_str()), (0, "1\n"), "{name}: {errors}");
    }
}

/// The 5 x 5 square has 107 tilings by different pentominoes, up to its symmetries.
#[test]
fn documents_tell_every_set_and_how_it_ended() {
    let lines = json_lines(&found(&BOX, &["--up-to", "symmetry", "--json"]));
    let (end, sets) = lines.split_last().unwrap();
    let solutions = |line: &serde_json::Value| line["solutions"].as_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(sets.iter().map(solutions).sum::<u64>(), 107);
    assert_eq!((end["sets"].as_str(), end["tried"].as_u64()), (Some("792"), Some(792)));
    assert_eq!(end["found"].as_u64(), Some(sets.len() as u64));
    assert!(end["next"].is_null() && end["outcome"] == "answer");
}

/// The same sets on any number of threads, and in two parts.
#[test]
fn a_search_goes_on() {
    for seed in [&[][..], &["--seed", "7"]] {
        let all = found(&BOX, &[seed, &["--jobs", "1"]].concat());
        assert_eq!(all, found(&BOX, &[seed, &["--jobs", "3"]].concat()));
        let lines: Vec<&str> = all.lines().collect();
        let first = json_lines(&found(&BOX, &[seed, &["-n", "5", "--json"]].concat()));
        let next = first[5]["next"].as_str().unwrap().to_owned();
        let rest = found(&BOX, &[seed, &["--first", &next]].concat());
        let rest: Vec<&str> = rest.lines().collect();
        assert_eq!(rest[..rest.len() - 1], lines[5..lines.len() - 1]);
    }
    let (code, out, errors) = run(&[&["design"], &BOX[..], &["--time", "0s"]].concat());
    assert_eq!(code, 3, "{out} {errors}");
    assert!(errors.starts_with("792 sets\n") && errors.contains("--first 1 goes on"), "{errors}");
}

#[test]
fn sets_have_the_pieces_that_are_wanted() {
    let with = found(&BOX, &["--with", "X"]);
    let all = found(&BOX, &[]);
    let has_x = |line: &&str| line.split(':').next().unwrap().split(' ').any(|name| name == "X");
    let wanted: Vec<&str> = all.lines().filter(has_x).collect();
    assert!(!wanted.is_empty());
    assert_eq!(with.lines().filter(|line| !line.contains("sets")).collect::<Vec<_>>(), wanted);
    let (code, out, _) = run(&[&["design"], &BOX[..], &["--pieces", "4", "-q"]].concat());
    assert_eq!((code, out.as_str()), (1, "0 sets: 0 with at least 1 solution\n"));
}

#[test]
fn boards_are_drawn_and_are_problems() {
    let out = found(&THREE, &["--inside", "3x5", "--up-to", "symmetry"]);
    assert!(out.contains("board 1: 1 solution up to symmetry\n┌─"), "{out}");
    assert!(out.ends_with("1 board with at least 1 solution up to symmetry\n"), "{out}");
    let text = found(&THREE, &["--symmetric", "--solutions", "2", "-n", "3", "--to", "cmb"]);
    assert_eq!(text.matches("problem board_").count(), 3);
    for name in ["board_1", "board_2", "board_3"] {
        let (code, out, errors) =
            run_with_input(&["count", "--format", "cmb", "--problem", name, "-"], &text);
        assert_eq!((code, out.as_str()), (0, "2\n"), "{errors}");
    }
    let lines = json_lines(&found(&THREE, &["--inside", "3x6", "--json"]));
    let (end, boards) = lines.split_last().unwrap();
    assert_eq!(end["found"].as_u64(), Some(boards.len() as u64));
    assert!(boards.iter().all(|board| board["cells"].as_array().unwrap().len() == 15));
    assert!(boards.len() > 1, "{}", boards.len());
}

#[test]
fn errors_are_explained() {
    assert!(wrong(&["sets", "examples/toy.dlx"]).contains("no board and no pieces"));
    assert!(wrong(&[&BOX[..], &["--with", "Q"]].concat()).contains("the pieces are F, I, L"));
    assert!(wrong(&[&BOX[..], &["--first", "1000"]].concat()).contains("there are 792 sets"));
    assert!(wrong(&[&BOX[..], &["--pieces", "5..3"]].concat()).contains("write the lower end first"));
    assert!(wrong(&[&THREE[..], &["--inside", "3"]].concat()).contains("write a size such as 6x6"));
    assert!(wrong(&[&THREE[..], &["--to", "dlx"]].concat()).contains("cmb"));
    let folder = tempfile::tempdir().unwrap();
    let file = |text: &str| {
        let path = folder.path().join("p.cmb");
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let loose = file("problem p = constant 2x3 true [{**} ~sym]");
    assert!(wrong(&["boards", &loose]).contains("used a fixed number of times"));
    let clues = file("problem p = constant 2x3 true [{**} ~sym ~times 3] fix \"#1\" at 0x0");
    assert!(wrong(&["boards", &clues]).contains("with clues"));
    assert!(wrong(&["sets", &clues]).contains("with clues"));
    let many = file("problem p = {*} [{*} ~times 100000]");
    assert!(wrong(&["boards", &many]).contains("100000 cells together, and 500 are the maximum"));
    let large = file("problem p = constant 300x300 true [{*}, {**} ~sym]");
    let errors = wrong(&["sets", &large]);
    assert!(errors.contains("sums are needed") && errors.contains("2097152"), "{errors}");
}
