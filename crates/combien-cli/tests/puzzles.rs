//! `combien puzzle`, and puzzles in place of files, as people and scripts use them: the real binary.

use std::fs;

use crate::shared::{json_lines, root, run, run_with_input};

fn counted(arguments: &[&str]) -> String {
    let (code, out, errors) = run(arguments);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    out.trim().to_owned()
}

/// 92: OEIS A000170. Every way to ask gives it.
#[test]
fn a_puzzle_is_a_problem_for_every_command() {
    assert_eq!(counted(&["puzzle", "queens", "8", "--count", "-q"]), "92");
    assert_eq!(counted(&["count", "-q", "puzzle:queens 8"]), "92");
    assert_eq!(counted(&["count", "-q", "--format", "puzzle", "queens 8"]), "92");
    let (code, dlx, _) = run(&["puzzle", "queens", "8", "--to", "dlx"]);
    assert!(code == 0 && dlx.starts_with("| queens on a board of 8 by 8\nr1 r2"));
    assert_eq!(run_with_input(&["count", "-q", "-"], &dlx).1, "92\n");
    // 12 up to the symmetries of the board: OEIS A002562.
    assert_eq!(counted(&["count", "-q", "--up-to", "symmetry", "puzzle:queens 8"]), "12");
    let (code, out, _) = run(&["puzzle", "queens", "8", "--count", "--verify", "-q", "--json"]);
    assert_eq!(code, 0);
    let document = &json_lines(&out)[0];
    assert_eq!((&document["count"], &document["verified"]["same"]), (&"92".into(), &true.into()));
    assert_eq!(document["file"], "puzzle:queens 8");
}

#[test]
fn solutions_are_drawn() {
    let (code, out, _) = run(&["puzzle", "langford", "3", "--all", "-q"]);
    assert_eq!(code, 0);
    assert!(out.contains("3 1 2 1 3 2\n") && out.contains("2 3 1 2 1 3\n"), "{out}");
    let (_, out, _) = run(&["puzzle", "langford", "3", "--all", "--json"]);
    let rows: Vec<_> = json_lines(&out)[..2].iter().map(|line| line["puzzle"]["rows"].clone()).collect();
    assert!(rows.contains(&serde_json::json!([["3", "1", "2", "1", "3", "2"]])), "{out}");
    let (_, out, _) = run(&["puzzle", "matchings", "1", "--json"]);
    assert_eq!(json_lines(&out)[0]["puzzle"]["sets"], serde_json::json!([["1", "2"]]));
    let (code, out, _) = run(&["puzzle", "queens", "3"]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
}

#[test]
fn tables_have_pictures_and_sets_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.svg");
    let (code, ..) = run(&["puzzle", "sudoku", "2x2", "--svg", path.to_str().unwrap()]);
    assert_eq!(code, 0);
    let picture = fs::read_to_string(path).unwrap();
    assert_eq!(picture.matches("<text").count(), 16);
    let (code, _, errors) = run(&["puzzle", "steiner", "7", "--svg", "never.svg"]);
    assert!(code == 2 && errors.contains("have pictures") && !root().join("never.svg").exists(), "{errors}");
}

/// A graph may come from a file of any name, or from standard input.
#[test]
fn graphs_can_be_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a \"graph\" of mine.txt");
    fs::write(&path, "a b\nb c\nc a\n").unwrap();
    assert_eq!(counted(&["puzzle", "coloring", "3", path.to_str().unwrap(), "--count", "-q"]), "6");
    assert_eq!(run_with_input(&["puzzle", "coloring", "3", "-", "--count", "-q"], "a b\n").1, "6\n");
}

/// Parts of a graph are told as sets with names, drawn, and a problem for every command.
#[test]
fn graphs_are_covered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matching.svg");
    let petersen = "examples/puzzles/petersen.txt";
    let (code, out, _) = run(&["puzzle", "factor", petersen, "path2", "--svg", path.to_str().unwrap()]);
    assert!(code == 0 && out.matches("path2: ").count() == 5, "{out}");
    let picture = fs::read_to_string(path).unwrap();
    assert_eq!(picture.matches("<circle").count(), 10);
    // One path for all edges, and two for each part: its outline and its color.
    assert_eq!(picture.matches("<path").count(), 1 + 2 * 5);
    let (_, out, _) =
        run_with_input(&["puzzle", "factor", "-", "path3,path1", "--all", "--json"], "a-b\nb-c\n");
    let sets: Vec<_> = json_lines(&out)[..2].iter().map(|line| line["puzzle"]["sets"].clone()).collect();
    assert!(sets.contains(&serde_json::json!([{"name": "path3", "members": ["a", "b", "c"]}])), "{out}");
    // Each edge is in two of the six perfect matchings, and there are 15 edges; the group is transitive on
    // edges.
    assert_eq!(counted(&["count", "-q", &format!("puzzle:factor {petersen} path2")]), "6");
    assert_eq!(
        counted(&["count", "-q", "--up-to", "symmetry", &format!("puzzle:factor {petersen} path2")]),
        "1"
    );
}

#[test]
fn wrong_arguments_are_explained() {
    let wrong = |arguments: &[&str], message: &str, hint: &str| {
        let (code, out, errors) = run(&[&["puzzle"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(message) && errors.contains(hint), "{arguments:?}: {errors}");
    };
    wrong(&["quens", "8"], "there is no puzzle `quens`", "did you mean `queens`?");
    wrong(&["quens", "--list"], "there is no puzzle `quens`", "did you mean `queens`?");
    wrong(&["kanodle"], "there is no puzzle `kanodle`", "did you mean `kanoodle`?");
    wrong(&["soma", "3"], "`soma` takes no arguments", "write: soma");
    wrong(&["queens"], "needs arguments", "write: queens N");
    wrong(&["queens", "0"], "N is from 1 to 500, not 0", "");
    wrong(&["queens", "-1"], "N is a number, not `-1`", "");
    wrong(&["queens", ""], "N is a number, not ``", "");
    wrong(&["queens", "99999999999999999999999"], "N is a number", "");
    wrong(&["pentominoes"], "`pentominoes` is no puzzle of this command", "combien pieces");
    wrong(&["calendar", "5"], "one argument is not what the puzzle takes", "write: calendar MONTH DAY");
    wrong(&["sets", "nowhere.txt"], "`nowhere.txt` cannot be read: there is no such file", "");
    wrong(&["sets", "nowhere.txt", "--count"], "cannot be read", "");
    wrong(&["jigsaw", "examples/puzzles/klein.txt", "examples/puzzles/words.txt"], "", "");
    wrong(
        &["coloring", "3", "examples/puzzles/family.txt"],
        "an edge has two vertices, not 3",
        "family.txt:3",
    );
    let petersen = "examples/puzzles/petersen.txt";
    wrong(&["factor", petersen], "one argument is not", "write: factor GRAPH PIECES");
    wrong(&["factor", petersen, "path2, tree3"], "there is no piece `tree3`", "PIECES:1:8");
    wrong(&["factor", petersen, "cycle11"], "the graph has only 10", "at most 10 vertices");
    let (code, _, errors) = run(&["count", "puzzle:"]);
    assert!(code == 2 && errors.contains("no puzzle is named"), "{errors}");
    let (code, _, errors) = run(&["count", "puzzle:queens 8", "--problem", "p"]);
    assert!(code == 2 && errors.contains("without a name"), "{errors}");
}

/// The named puzzle has the counts of the example, which asserts the known numbers 57 and 36, and others that
/// are counted.
#[test]
fn the_calendar_puzzle_agrees_with_the_example() {
    for (date, expected) in [("5 1", Some("57")), ("5 21", Some("36")), ("2 29", None), ("12 31", None)] {
        let (month, day) = date.split_once(' ').unwrap();
        let number = counted(&["puzzle", "calendar", month, day, "--count", "-q"]);
        assert!(expected.is_none_or(|expected| expected == number), "{date}: {number}");
        let problem = format!("include \"examples/calendar.cmb\"\ncount day<{month}, {day}>\n");
        let (_, out, errors) = run_with_input(&["run", "-q", "-"], &problem);
        assert!(
            out.lines().last().is_some_and(|line| line.ends_with(&format!(") {number} solutions"))),
            "{out}{errors}"
        );
    }
}

/// The calendar is one puzzle: its pictures have the words of its board, its text can be read back with them.
#[test]
fn the_calendar_has_words() {
    let (code, out, _) = run(&["puzzle", "calendar", "11", "21", "-q"]);
    assert!(code == 0 && out.contains("nov") && out.contains("21") && !out.contains("dec"), "{out}");
    assert_eq!(counted(&["puzzle", "calendar", "4", "6", "2", "--count", "-q"]), "97");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("day.cmb");
    let path = path.to_str().unwrap();
    let making = ["generate", "puzzle:calendar 7 1", "--seed", "1", "--to", "cmb", "-q", "-o", path];
    assert_eq!(run(&making).0, 0);
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("labels \"jan feb mar apr may jun jul aug sep oct nov dec 1..31\""), "{text}");
    assert_eq!(counted(&["count", path, "-q"]), "1");
    let (code, page, _) = run(&["booklet", path, "--cut", "15"]);
    assert!(code == 0 && page.contains("<h3>1. jul 1</h3>") && page.contains(">Z</text>"), "{page}");
}

/// Piet Hein's cube: 240 ways, rotations and mirror images apart (J. H. Conway and M. J. T. Guy, 1961).
#[test]
fn pieces_fill_their_box() {
    assert_eq!(counted(&["puzzle", "soma", "--count", "-q"]), (240 * 48).to_string());
    assert_eq!(counted(&["count", "puzzle:soma", "--up-to", "symmetry", "-q"]), "240");
    // C. B. and J. Haselgrove, Eureka 23, 1960.
    assert_eq!(counted(&["count", "puzzle:katamino", "--up-to", "symmetry", "-q"]), "1010");
    let (code, out, _) = run(&["puzzle", "kanoodle", "-q"]);
    // A heading, and five rows of cells with the lines around them.
    assert!(code == 0 && out.lines().filter(|line| !line.is_empty()).count() == 1 + 6, "{out}");
    let (code, out, _) = run(&["puzzle", "--list", "bedlam"]);
    assert!(code == 0 && out.contains("4x4x4\nSource: "), "{out}");
}

#[test]
fn the_list_names_every_puzzle() {
    let (code, out, _) = run(&["puzzle", "--list"]);
    assert_eq!((code, out.clone()), (0, run(&["puzzle"]).1));
    assert!(out.contains("coloring K GRAPH") && out.contains("examples/pentominoes.cmb"), "{out}");
    let (code, cubes, _) = run(&["puzzle", "--list", "CUBE"]);
    let names: Vec<&str> = cubes.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        (code, names),
        (0, vec!["soma", "slothouber_graatsma", "diabolical", "bedlam", "half_hour", "tetris_cube"])
    );
    assert!(cubes.starts_with("pieces in a box:\n"), "{cubes}");
    let (_, lines, _) = run(&["puzzle", "--list", "--json"]);
    for document in json_lines(&lines) {
        let name = document["name"].as_str().unwrap();
        assert!(out.contains(document["usage"].as_str().unwrap()));
        assert_eq!(run(&["puzzle", "--list", name]).0, 0, "{name}");
    }
}

/// In color, a drawing is what it is without, in another size; and it has none unless asked for, or on a terminal.
#[test]
fn drawings_have_colors_where_they_are_wanted() {
    let drawn = |arguments: &[&str]| run(&[&["puzzle", "kanoodle", "-q"], arguments].concat()).1;
    assert!(!drawn(&[]).contains('\u{1b}') && !drawn(&["--color", "never"]).contains('\u{1b}'));
    let colored = drawn(&["--color", "always"]);
    let pieces = |text: &str| {
        let colors =
            text.split("\u{1b}[38;5;16;48;5;").skip(1).map(|rest| rest.split('m').next().unwrap().to_owned());
        colors.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(pieces(&colored), 12, "{colored}");
    assert!(colored.contains("─") && !drawn(&["--color", "always", "--ascii"]).contains('\u{1b}'));
}
