//! Options that are given: `--take` and `--forbid`, and clues that `generate` writes in the tiling language.

use std::fs;

use crate::shared::{json_lines, run, run_with_input};
use serde_json::json;

const SCOTT: [&str; 3] = ["examples/scott.cmb", "--problem", "scott"];

fn scott(words: &[&str]) -> (i32, String, String) {
    run(&[words, &SCOTT[..]].concat())
}

/// Scott (1958) and Knuth (2000): 520 tilings; 65 with F in one orientation; X in three places, 19, 20 and 26
/// tilings, the last with a mirror image each.
#[test]
fn placements_are_taken_and_forbidden() {
    let counted = |words: &[&str]| scott(&[&["count"], words].concat()).1.trim().to_owned();
    assert_eq!(counted(&["--take", "F as Id"]), "65");
    for (place, count) in [("X at 1x0", "19"), ("X at 2x0", "20"), ("X at 1x1", "52")] {
        assert_eq!(counted(&["--take", place]), count);
        let others = counted(&["--forbid", place]);
        assert_eq!(others.parse::<u32>().unwrap() + count.parse::<u32>().unwrap(), 520);
    }
    assert_eq!(counted(&["--take", "X at 1x1", "--up-to", "symmetry"]), "26");
    assert_eq!(
        counted(&["--take", "X over 2x1 2x2 2x3", "--take", "I over 0x0", "--forbid", "X over 2x2"]),
        "0"
    );
    let (code, _, errors) = scott(&["count", "--take", "X at 3x3"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("error[fits-nowhere]: `X` cannot lie there\n --> --take:1:1\n"), "{errors}");
    assert!(errors.contains("it would fit: `X at "), "{errors}");
    let (code, _, errors) = scott(&["count", "--take", "X at"]);
    assert_eq!((code, errors.contains("a position such as `2x0` is expected")), (2, true), "{errors}");
}

/// What all commands that take options do with them. By its number or by its items, an option is the same;
/// those with it and those without it are all.
#[test]
fn options_are_given_by_number_and_by_items() {
    let queens = "examples/queens8.dlx";
    let counted =
        |words: &[&str]| run(&[&["count"], words, &[queens]].concat()).1.trim().parse::<u32>().unwrap();
    for (number, items) in [("1", "r1 c1"), ("20", "r3 c4"), ("64", "c8 r8")] {
        let with = counted(&["--take", number]);
        assert_eq!(with, counted(&["--take", items]));
        assert_eq!(with + counted(&["--forbid", number]), 92);
        let (_, out, _) = run(&["marginals", "--json", "--including", items, queens]);
        assert_eq!(json_lines(&out)[0]["solutions"], json!(with.to_string()));
    }
    // Each solution has one queen in the first row.
    assert_eq!((1..=8).map(|number| counted(&["--take", &number.to_string()])).sum::<u32>(), 92);
    assert_eq!(counted(&["--forbid", "1..3", "--forbid", "r1 c4"]), 92 / 2);
    assert_eq!(
        run(&["solve", "--take", "1,20", "--quiet", queens])
            .1
            .lines()
            .filter(|line| line.starts_with("1: "))
            .count(),
        1
    );
    assert_eq!(run(&["unique", "--take", "r1 c1", "--take", "r3 c4", queens]).0, 0);
    assert_eq!(run(&["unique", "--take", "1", "--forbid", "20", queens]).0, 1);
    let (code, _, errors) = run(&["count", "--take", "r1", queens]);
    assert_eq!(code, 2);
    assert!(errors.contains("`r1` means 8 options, and one can be taken"), "{errors}");
    assert_eq!(run(&["count", "--take", "r1 r2", queens]).0, 2);
    assert_eq!(counted(&["--forbid", "r1"]), 0);
    // Colors are parts of options.
    let colored = "a b | x\na x:1\na x:2\nb x:1\nb x:2\n";
    assert_eq!(run_with_input(&["count", "--take", "a x:1", "-"], colored).1, "1\n");
    assert_eq!(run_with_input(&["count", "--forbid", "x:1", "-"], colored).1, "1\n");
    // Classic puzzles keep their drawings.
    let (code, out, _) = run(&["solve", "--take", "r1 c2", "puzzle:queens 6"]);
    assert_eq!((code, out.lines().any(|line| line.trim_end() == "· Q · · · ·")), (0, true), "{out}");
}

#[test]
fn what_cannot_be_given_is_said() {
    let (code, _, errors) = run(&["count", "--take", "1", "--proof", "t.proof", "examples/toy.dlx"]);
    assert_eq!(
        (code, errors.contains("--proof cannot be used with --take or --forbid")),
        (2, true),
        "{errors}"
    );
    let (code, _, errors) = run(&["why", "--forbid", "1", "--proof", "t.proof", "examples/toy.dlx"]);
    assert_eq!((code, errors.contains("--proof cannot be used with")), (2, true), "{errors}");
    let (code, out, _) = run(&["why", "--forbid", "a", "examples/toy.dlx"]);
    assert_eq!((code, out.is_empty()), (0, false));
    let (code, _, errors) = run(&["convert", "--to", "cmb", "examples/toy.dlx"]);
    assert_eq!(
        (code, errors.contains("only tilings are written in the tiling language")),
        (2, true),
        "{errors}"
    );
    let (code, _, errors) = scott(&["convert", "--to", "cmb", "--take", "F at 0x0"]);
    assert_eq!((code, errors.contains("a problem that has clues")), (2, true), "{errors}");
}

/// A puzzle that is made is read back: it has one solution, and the clues that the text says.
#[test]
fn puzzles_are_written_in_the_language_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (number, problem) in [
        &SCOTT[..],
        &["examples/calendar.cmb", "--problem", "day<11, 21>"],
        &["examples/gaps.cmb", "--problem", "flips"],
        &["examples/torus.cmb", "--problem", "on_torus"],
        &["examples/soma.cmb"],
    ]
    .into_iter()
    .enumerate()
    {
        let file = path(&format!("{number}.cmb"));
        let (code, _, errors) =
            run(&[&["generate", "--seed", "3", "--to", "cmb", "-o", &file], problem].concat());
        assert_eq!(code, 0, "{problem:?} {errors}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# puzzle 1: ") && text.contains("\n  fix "), "{text}");
        let (code, _, errors) = run(&["unique", &file]);
        assert_eq!(code, 0, "{problem:?} {errors}\n{text}");
        // Without a clue there are more solutions.
        let shorter: Vec<&str> = text.trim_end().lines().collect();
        fs::write(&file, shorter[..shorter.len() - 1].join("\n")).unwrap();
        assert_eq!(run(&["unique", &file]).0, 1, "{problem:?}\n{text}");
    }
    let plain = path("scott.cmb");
    assert_eq!(scott(&["convert", "--to", "cmb", "-o", &plain]).0, 0);
    assert_eq!(run(&["count", &plain]).1, "520\n");
    assert_eq!(run(&["fmt", "--check", &plain]).0, 0);
}
