//! `combien matrix`, as people and scripts use it: the real binary.

#[cfg(feature = "render")]
use std::fs;

use crate::shared::{json_lines, root, run, run_with_input};
use serde_json::{Value, json};

fn shown(arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["matrix"], arguments].concat());
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    out
}

/// The numbers of the encyclopedia: 729 possibilities, 324 constraint sets of nine possibilities each, each
/// possibility in four.
#[test]
fn the_matrix_of_sudoku_is_729_by_324() {
    let table = shown(&["--tabs", "--zeros", "puzzle:sudoku 3x3"]);
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let heading = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    assert_eq!((rows.len(), heading.len()), (729, 1 + 324));
    assert_eq!((rows[0][0], rows[728][0]), ("R1C1#1", "R9C9#9"));
    assert_eq!([heading[1], heading[82], heading[163], heading[244]], ["R1C1", "R1#1", "C1#1", "B1#1"]);
    let is_one = |entry: &&str| usize::from(*entry == "1");
    assert!(rows.iter().all(|row| row[1..].iter().map(is_one).sum::<usize>() == 4));
    for column in 1..=324 {
        assert_eq!(rows.iter().map(|row| is_one(&row[column])).sum::<usize>(), 9, "{}", heading[column]);
    }
    assert!(rows.iter().flat_map(|row| &row[1..]).all(|&entry| entry == "0" || entry == "1"));
    // Each possibility is in the constraint sets that its name implies.
    for row in &rows {
        let [r, c, n] = [1, 3, 5].map(|place| &row[0][place..=place]);
        let sets: Vec<&str> =
            (1..=324).filter(|&column| row[column] == "1").map(|column| heading[column]).collect();
        assert_eq!(sets[..3], [format!("R{r}C{c}"), format!("R{r}#{n}"), format!("C{c}#{n}")]);
    }
    let document = &json_lines(&shown(&["--json", "puzzle:sudoku 3x3"]))[0];
    assert_eq!(document["entries"], 2916);
    assert_eq!(document["items"].as_array().unwrap().len(), 324);
    assert_eq!(
        document["options"][728],
        json!({"option": 729, "name": "R9C9#9", "entries": ["R9C9", "R9#9", "C9#9", "B9#9"]})
    );
}

/// As the encyclopedia prints it.
#[test]
fn a_part_is_shown_as_lessons_show_it() {
    let expected = "   1 2 3 4 5 6 7
1: 1 0 0 1 0 0 1
2: 1 0 0 1 0 0 0
3: 0 0 0 1 1 0 1
4: 0 0 1 0 1 1 0
5: 0 1 1 0 0 1 1
6: 0 1 0 0 0 0 1
";
    assert_eq!(shown(&["examples/letters.dlx", "--zeros", "--items", "1..7"]), expected);
    let solution = shown(&["examples/letters.dlx", "--items", "1..7", "--options", "2,4,6"]);
    assert_eq!(solution, "   1 2 3 4 5 6 7\n2: 1 . . 1 . . .\n4: . . 1 . 1 1 .\n6: . 1 . . . . 1\n");
    let part = shown(&["puzzle:sudoku 3x3", "--options", "R1C1#1..R1C1#3", "--items", "R1C1,R1#1..R1#3"]);
    let expected = "        R R R R\n        1 1 1 1\n        C # # #\n        1 1 2 3\n\
        R1C1#1: 1 1 . .\nR1C1#2: 1 . 1 .\nR1C1#3: 1 . . 1\n";
    assert_eq!(part, expected);
    assert_eq!(
        shown(&["examples/colors.dlx"]),
        "   p q r | x y\n1: 1 1 . | 1 A\n2: 1 . 1 | A 1\n3: 1 . . | B .\n4: . 1 . | A .\n5: . . 1 | . B\n"
    );
    // Cells of tilings have commas in their names.
    let cells = shown(&["examples/scott.cmb", "--problem", "scott", "--items", "0,0..2,0,X", "--json"]);
    let names: Vec<Value> =
        json_lines(&cells)[0]["items"].as_array().unwrap().iter().map(|item| item["name"].clone()).collect();
    assert_eq!(names, ["0,0", "1,0", "2,0", "X"]);
}

#[test]
fn bounds_and_kinds_are_shown() {
    let problem = "a 0:2|b | x\na b x\nb\na x:red\n";
    let ended = run_with_input(&["matrix", "-"], problem);
    let expected = "     0\n     :\n     2\n     |\n   a b |   x\n1: 1 1 |   1\n2: . 1 |   .\n3: 1 . | red\n";
    assert_eq!(ended, (0, expected.to_owned(), String::new()));
    let (_, out, _) =
        run_with_input(&["matrix", "-", "--json", "--items", "2..", "--options", "1,3"], problem);
    let expected = json!({
        "schema": 1, "type": "matrix", "file": "-", "entries": 3,
        "items": [
            {"item": 2, "name": "b", "primary": true, "bounds": [0, 2]},
            {"item": 3, "name": "x", "primary": false},
        ],
        "options": [{"option": 1, "entries": ["b", "x"]}, {"option": 3, "entries": ["x:red"]}],
    });
    assert_eq!(json_lines(&out), [expected]);
    // An item that no option covers causes a warning, as with any command.
    let (code, out, errors) = run_with_input(&["matrix", "-"], "a b\n");
    assert_eq!((code, out.as_str(), errors.contains("bare-item")), (0, "  a b\n", true));
}

#[test]
#[cfg(feature = "render")]
fn pictures_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (svg, png, pdf) = (path("m.svg"), path("m.png"), path("m.pdf"));
    let out = shown(&["examples/lesson.dlx", "--svg", &svg, "--png", &png, "--pdf", &pdf]);
    assert_eq!(out, "");
    assert_eq!(fs::read_to_string(&svg).unwrap().matches("v15h").count(), 17);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG") && fs::read(&pdf).unwrap().starts_with(b"%PDF"));
    let again = path("again.svg");
    assert!(shown(&["examples/lesson.dlx", "--svg", &again, "--json"]).starts_with("{\"schema\":1"));
    assert_eq!(fs::read(svg).unwrap(), fs::read(again).unwrap());
}

#[test]
fn wrong_input_is_explained() {
    let wrong = |arguments: &[&str], message: &str, hint: &str| {
        let (code, out, errors) = run(&[&["matrix"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(message) && errors.contains(hint), "{arguments:?}: {errors}");
    };
    let sudoku = "puzzle:sudoku 3x3";
    wrong(&[sudoku, "--items", "R1C1..R1C10"], "there is no item `R1C10`", "did you mean `R1C1`?");
    wrong(&[sudoku, "--options", "730"], "there is no option 730", "the numbers from 1 to 729");
    wrong(&[sudoku, "--options", "9..1"], "`9..1` is empty", "write `1..9`");
    wrong(&[sudoku, "--items", ""], "no items are selected", "--items 1..9");
    wrong(&["examples/lesson.dlx", "--options", "A"], "there is no option `A`", "the numbers from 1 to 8");
    wrong(&["nowhere.dlx"], "cannot be read", "");
    wrong(&["examples/lesson.dlx", "--json", "--tabs"], "cannot be used with", "");
    wrong(&["examples/lesson.dlx", "--svg", "Cargo.toml/m.svg"], "cannot be written", "");
    wrong(&["puzzle:sudoku 6x6"], "46656 options and 5184 items would make", "--options 1..100");
    wrong(&["puzzle:sudoku 5x5", "--svg", "never.svg"], "more than a picture can show", "select at most");
    assert!(!root().join("never.svg").exists());
    let (code, out, _) = run(&["matrix", "puzzle:sudoku 5x5", "--options", "1..2", "--items", "..3"]);
    assert_eq!((code, out.lines().count()), (0, 6));
}
