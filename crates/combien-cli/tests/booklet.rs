//! `combien booklet` as people and scripts use it: the real binary.

use std::fs;

use crate::shared::{run, run_with_input};

fn series() -> String {
    let arguments = ["-n", "3", "--series", "--rating", "..2.0", "--seed", "5", "-q", "--to", "cmb"];
    let (code, out, errors) =
        run(&[&["generate", "examples/scott.cmb", "--problem", "scott"], &arguments[..]].concat());
    assert_eq!(code, 0, "{errors}");
    out
}

/// Each puzzle has its clues and no more, the pieces that are left, its rating, and its solution at the back.
#[test]
fn a_series_becomes_a_booklet() {
    let text = series();
    let (code, page, errors) = run_with_input(&["booklet", "-q", "--title", "A <series>", "-"], &text);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(page.contains("<h1>A &lt;series&gt;</h1>") && page.contains("3 puzzles"));
    let clues: Vec<usize> = text.split("problem ").skip(1).map(|one| one.matches("  fix ").count()).collect();
    let ratings: Vec<&str> =
        text.split("rated ").skip(1).map(|rest| rest.split(';').next().unwrap()).collect();
    let (puzzles, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
    for (number, article) in puzzles.split("<article").skip(1).enumerate() {
        assert!(article.contains(&format!("<h3>Puzzle {}</h3>", number + 1)), "{article}");
        assert!(article.contains(&format!("<p>rated {} ", ratings[number])), "{article}");
        let (board, left) = article.split_once("<div class=\"left\">").unwrap();
        assert_eq!(board.matches("<title>").count() - 1, clues[number], "{board}");
        assert_eq!(left.matches("<figcaption>").count(), 12 - clues[number]);
    }
    let drawn: Vec<usize> =
        solutions.split("<figure").skip(1).map(|figure| figure.matches("<title>").count() - 1).collect();
    assert_eq!(drawn, [12, 12, 12]);
    for jobs in ["1", "3"] {
        let again = run_with_input(&["booklet", "-q", "--title", "A <series>", "--jobs", jobs, "-"], &text).1;
        assert!(again == page);
    }
}

#[test]
fn parts_are_left_out_or_added() {
    let text = series();
    let page = |arguments: &[&str]| {
        let (code, page, errors) = run_with_input(&[&["booklet", "-q", "-"], arguments].concat(), &text);
        assert_eq!((code, errors.as_str()), (0, ""));
        page
    };
    assert!(!page(&["--no-solutions"]).contains("Solutions"));
    assert!(!page(&["--no-ratings"]).contains("rated"));
    assert!(page(&["--cut", "15"]).contains("<h2>Pieces for puzzles 1, 2, 3</h2>"));
    assert!(page(&["--problem", "puzzle_2"]).contains("1 puzzle</p>"));
    assert!(page(&[]).contains("<h1>Puzzles</h1>"));
}

#[test]
fn members_of_a_family_and_files_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("week.html");
    let path = path.to_str().unwrap();
    let days = ["booklet", "examples/calendar.cmb", "--problem", "day<5, 1..3>", "-o", path];
    let (code, out, errors) = run(&days);
    assert_eq!((code, out.as_str()), (0, ""), "{errors}");
    assert!(errors.ends_with("week.html: 3 puzzles\n"), "{errors}");
    let page = fs::read_to_string(path).unwrap();
    assert!(page.contains("<h3>2. may 2</h3>") && page.contains("several solutions"));
    // Each board has its 43 words, each solution those of its date.
    for word in ["jan", "31", "may"] {
        let times = if word == "may" { 6 } else { 3 };
        assert_eq!(page.matches(&format!(">{word}</text>")).count(), times, "{word}");
    }
}

#[test]
fn what_is_no_booklet_is_explained() {
    let wrong = |arguments: &[&str]| {
        let (code, out, errors) = run(&[&["booklet"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        errors
    };
    assert!(wrong(&["examples/scott.cmb", "-o", "never.pdf"]).contains("a browser prints it"));
    assert!(wrong(&["examples/toy.dlx"]).contains("has no board and no pieces"));
    assert!(wrong(&["never.cmb"]).contains("there is no such file"));
    assert!(wrong(&["examples/soma.cmb", "--cut", "10"]).contains("leave --cut out"));
    assert!(wrong(&["examples/toy.dlx", "--columns", "5"]).contains("1..=4"));
    let (code, out, errors) = run_with_input(&["booklet", "-"], "problem p = {***} [{**}]");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(errors.contains("the problem p has no solution"), "{errors}");
    let (code, out, errors) = run_with_input(&["booklet", "-"], "problem p = {****} [{**}] where not fault");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(errors.contains("the problem p has no solution"), "{errors}");
    let (code, _, errors) = run(&["booklet", "examples/soma.cmb", "--time", "0s"]);
    assert_eq!(code, 3);
    assert!(errors.contains("no booklet is written"), "{errors}");
}

/// In one of the five ways to fill the board four pieces meet in a point. The page says what is asked.
#[test]
fn a_predicate_decides_which_solution_is_shown() {
    let one = "problem p = {****$****} [{**} ~sym ~named \"d\"] where crossroads 1";
    let (code, page, errors) = run_with_input(&["booklet", "-"], one);
    let says = |text: &str| page.contains(text);
    assert_eq!((code, says("crossroads 1"), says("several solutions")), (0, true, false), "{errors}");
    let (_, page, _) = run_with_input(&["booklet", "-"], &one.replace(" where crossroads 1", ""));
    assert!(page.contains("several solutions"));
}

/// Puzzles of a classic have one solution: each clue is drawn, and the solution at the back has a queen in each row.
#[test]
fn classics_and_files_of_sudoku_become_booklets() {
    let (code, page, errors) = run(&["booklet", "-q", "puzzle:queens 6", "-n", "2", "--seed", "3"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(page.contains("2 puzzles") && page.contains("<p>queens on a board of 6 by 6</p>"), "{page}");
    let (puzzles, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
    let queens = |text: &str| text.matches(">Q<").count();
    assert_eq!(queens(solutions), 2 * 6);
    assert!(queens(puzzles) > 0 && queens(puzzles) < 2 * 6);
    assert_eq!(run(&["booklet", "-q", "puzzle:queens 6", "-n", "2", "--seed", "3"]).1, page);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    let grids = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(&path, format!("{grids}\n{grids}\n")).unwrap();
    let (code, page, errors) = run(&["booklet", "-q", path.to_str().unwrap()]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let (puzzles, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
    // 30 digits are given, and 81 are found.
    let digits = |text: &str| {
        text.split("</text>").filter(|part| part.ends_with(|c: char| c.is_ascii_digit())).count()
    };
    assert_eq!((digits(puzzles), digits(solutions)), (2 * 30, 2 * 81));
    assert_eq!(run(&["booklet", "-q", "puzzle:queens 3"]).0, 1);
    assert_eq!(run(&["booklet", "-q", "puzzle:matchings 3"]).0, 2);
    // The 2 ways to place four queens have few puzzles: what is missing is said.
    let (code, _, errors) = run(&["booklet", "-q", "puzzle:queens 4", "-n", "50"]);
    assert!(
        code == 0 && errors.starts_with("only ") && errors.contains(" of 50 different puzzles"),
        "{errors}"
    );
    // Stopped while puzzles are made: nothing is written as if it were all.
    let (code, out, errors) = run(&["booklet", "-q", "puzzle:queens 8", "-n", "50", "--time", "0"]);
    assert_eq!((code, out.as_str()), (3, ""), "{errors}");
    assert!(errors.contains("no booklet is written"), "{errors}");
    let (code, _, errors) = run(&["booklet", "puzzle:queens 8", "-n", "18446744073709551615"]);
    assert!(code == 2 && errors.contains("at most 10000 puzzles are made"), "{errors}");
}
