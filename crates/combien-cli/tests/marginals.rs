//! `marginals` and `count --by`: in how many solutions something is.

use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::fs;

use crate::shared::{json_lines, run, run_with_input};
use serde_json::json;

const CHESSBOARD: [&str; 3] = ["examples/orientations.cmb", "--problem", "chessboard"];

/// Two squares of dominoes, whose solutions are independent, and an option that is in none.
const SQUARES: &str = "a b c d e f g h\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\na e\n";

#[test]
fn options_and_items_are_listed() {
    for engine in ["zdd", "intersect", "memo"] {
        let (code, out, errors) = run_with_input(&["marginals", "--engine", engine, "-"], SQUARES);
        assert_eq!((code, errors.as_str()), (0, ""));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[0], "4 solutions; 0 options in all of them, 1 option in none");
        assert_eq!(lines[3], "      1          2    50.0 %  a b");
        assert_eq!(lines[11], "      9          0     0.0 %  a e");
        let (_, out, _) =
            run_with_input(&["marginals", "--engine", engine, "--given", "1", "--json", "-"], SQUARES);
        let document = &json_lines(&out)[0];
        assert_eq!(document["solutions"], json!("2"));
        assert_eq!((&document["forced"], &document["impossible"]), (&json!([1, 2]), &json!([3, 4, 9])));
        assert_eq!(document["item_candidates"][0], json!({"item": "a", "candidates": [1], "entropy": 0.0}));
        assert_eq!(
            document["item_candidates"][4],
            json!({"item": "e", "candidates": [5, 7], "entropy": 1.0})
        );
    }
    let (code, out, _) = run_with_input(&["marginals", "--items", "--excluding", "1,3", "-"], SQUARES);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
}

#[test]
fn wrong_words_are_explained() {
    let (code, _, errors) = run_with_input(&["marginals", "--given", "10", "-"], SQUARES);
    assert_eq!(code, 2);
    assert!(errors.contains("there is no option 10") && errors.contains("from 1 to 9"), "{errors}");
    let (code, _, errors) = run_with_input(&["marginals", "--svg", "x.svg", "-"], SQUARES);
    assert_eq!(code, 2);
    assert!(errors.contains("only tilings have a heat map"), "{errors}");
    let [file, flag, name] = CHESSBOARD;
    let (code, _, errors) = run(&["marginals", file, flag, name, "--svg", "x.svg", "--piece", "lyin"]);
    assert_eq!(code, 2);
    assert!(errors.contains("did you mean `lying`?"), "{errors}");
    let (code, _, errors) = run(&["count", "--by", "sitting", file, flag, name]);
    assert_eq!(code, 2);
    assert!(errors.contains("no piece and no item is named `sitting`"), "{errors}");
    let folder = tempfile::tempdir().unwrap();
    let nameless = folder.path().join("nameless.cmb");
    fs::write(&nameless, "problem p = {****} [{**}]\n").unwrap();
    let (code, out, errors) = run(&["count", "--by", "piece", nameless.to_str().unwrap()]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(errors.contains("no piece of this tiling has a name"), "{errors}");
    let (code, _, errors) = run(&["count", "--by", "lying", "--verify", file, flag, name]);
    assert_eq!(code, 2);
    assert!(errors.contains("cannot be used with"), "{errors}");
    let (code, _, errors) = run(&["marginals", "--nodes", "3", file, flag, name]);
    assert_eq!(code, 3);
    assert!(errors.contains("the diagram is not finished"), "{errors}");
}

/// Kasteleyn's product with an activity for lying dominoes, which shares nothing with the diagram.
fn dimers(rows: u32, columns: u32, activity: f64) -> f64 {
    let angle = |of: u32, count: u32| (PI * f64::from(of) / f64::from(count + 1)).cos().powi(2);
    let factors = (1..=rows / 2).flat_map(|row| (1..=columns / 2).map(move |column| (row, column)));
    factors.fold(1.0, |product, (row, column)| {
        product * (4.0 * angle(row, rows) + 4.0 * activity * activity * angle(column, columns))
    })
}

#[test]
fn lying_dominoes_are_counted_as_kasteleyn_does() {
    let [file, flag, name] = CHESSBOARD;
    for engine in ["zdd", "memo"] {
        let (code, out, _) =
            run(&["count", "--by", "lying", "--as", "csv", "--engine", engine, file, flag, name]);
        assert_eq!(code, 0);
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("lying,solutions"));
        let by: BTreeMap<i32, f64> = lines
            .map(|line| line.split_once(',').unwrap())
            .map(|(number, count)| (number.parse().unwrap(), count.parse().unwrap()))
            .collect();
        assert_eq!(by.len(), 17);
        for activity in [0.5, 1.0, 1.25, 2.0] {
            let sum: f64 = by.iter().map(|(&number, count)| count * f64::powi(activity, number)).sum();
            let product = dimers(8, 8, activity);
            assert!((sum / product - 1.0).abs() < 1e-12, "{activity}: {sum}, {product}");
        }
    }
}

#[test]
fn forms_say_the_same() {
    let small = ["examples/orientations.cmb", "--problem", "small"];
    let by = |more: &[&str]| run(&[&["count"], more, &small[..]].concat());
    let (_, table, _) = by(&["--by", "piece"]);
    assert_eq!(
        table,
        "lying  standing  solutions\n    2         4          4\n    4         2          6\n    6         0          1\n11 solutions in all\n"
    );
    let (_, polynomial, _) = by(&["--by", "lying", "--as", "polynomial"]);
    assert_eq!(polynomial, "4 lying^2 + 6 lying^4 + lying^6\n");
    let (_, document, _) = by(&["--by", "standing", "--json"]);
    assert_eq!(json_lines(&document)[0]["by"][2], json!({"by": {"standing": 4}, "solutions": "4"}));
    // Names with commas, alone or in a second flag.
    let (_, cell, _) = by(&["--by", "0,0", "--by", "lying", "--as", "csv"]);
    assert_eq!(cell, "\"0,0\",lying,solutions\n1,2,4\n1,4,6\n1,6,1\n");
    // An item: the covers that use the secondary item or not, and how often one with bounds is covered.
    let text = "a 0:2|b | x\na x\na\nb\nb x\n";
    let (_, out, _) = run_with_input(&["count", "--by", "b,x", "--as", "csv", "-"], text);
    assert_eq!(out, "b,x,solutions\n0,0,1\n0,1,1\n1,0,1\n1,1,2\n2,1,1\n");
    let (code, out, _) = run_with_input(&["count", "--by", "a", "--as", "polynomial", "-"], "a b\na\n");
    assert_eq!((code, out.as_str()), (1, "0\n"));
}

/// The heat map of a board where each cell is certain, or equally uncertain, has one color.
#[test]
fn heat_maps_have_levels() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.cmb");
    fs::write(
        &file,
        "pattern domino = {**}\nproblem bar = {**} [domino ~sym]\nproblem square = {**$**} [domino ~sym]\n",
    )
    .unwrap();
    let picture = folder.path().join("map.svg");
    let draw = |problem: &str| {
        let arguments =
            ["marginals", file.to_str().unwrap(), "--problem", problem, "--svg", picture.to_str().unwrap()];
        assert_eq!(run(&arguments).0, 0);
        fs::read_to_string(&picture).unwrap()
    };
    assert_eq!(draw("bar").matches("<title>certain: 0 bits</title>").count(), 2);
    assert_eq!(draw("square").matches("<title>1.00 to 1.00 bits</title>").count(), 4);
}
