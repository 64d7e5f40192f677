//! `combien strip`: boards of every length.

use serde_json::json;

use crate::shared::{json_lines, run, run_with_input};

fn strip(arguments: &[&str]) -> String {
    let (code, out, errors) = run(&[&["strip", "examples/sequences.cmb", "--problem"], arguments].concat());
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    out
}

/// (1 - x)/(1 - 4x + x^2) for two columns at a time (Klarner and Pollack 1980), and 2 + √3 as the growth of
/// two columns.
#[test]
fn a_strip_is_answered_for_every_length() {
    let found = strip(&["dominoes<3, n>", "--terms", "7"]);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "g.f.        (1 - x^2)/(1 - 4*x^2 + x^4)",
            "recurrence  a(n) = 4*a(n-2) - a(n-4) for n >= 4",
            "terms       a(0), ... = 1, 0, 3, 0, 11, 0, 41",
        ]
    );
    assert!(lines[3].starts_with("growth      1.9318516525781"), "{found}");
    assert!(lines[3].ends_with("a(n) ~ 0.788675135 * growth^n for n = 0 mod 2"), "{found}");
    assert!(lines[4].starts_with("proved      by an automaton of "), "{found}");
}

/// The numbers of A099390 for 8 rows; modulo M they are the remainders of the exact ones.
#[test]
fn any_term_is_printed_alone() {
    assert_eq!(strip(&["dominoes<8, n>", "--at", "20"]), "3547073578562247994\n");
    let far = strip(&["dominoes<8, n>", "--at", "2000"]);
    let last: u64 = far.trim()[far.trim().len() - 9..].parse().unwrap();
    assert_eq!(strip(&["dominoes<8, n>", "--at", "2000", "--mod", "1000000000"]), format!("{last}\n"));
    assert_eq!(strip(&["dominoes<8, n>", "--at", "1000000000000000000", "--mod", "1"]), "0\n");
}

/// A001224 is the number of domino tilings of 2 x n up to the motions of a rectangle.
#[test]
fn tilings_are_counted_up_to_symmetry() {
    let found = strip(&["dominoes<2, n>", "--up-to", "symmetry", "--terms", "9"]);
    assert!(found.contains("terms       a(0), ... = 1, 1, 2, 2, 4, 5, 9, 12, 21\n"), "{found}");
    assert_eq!(strip(&["dominoes<2, n>", "--up-to", "symmetry", "--at", "16"]), "826\n");
    let term = ["dominoes<2, n>", "--up-to", "symmetry", "--at", "16", "--mod", "100", "--json"];
    let document = json_lines(&strip(&term)).remove(0);
    assert_eq!(document["term"], json!("26"));
    assert_eq!((&document["n"], &document["modulus"]), (&json!(16), &json!(100)));
    assert_eq!(document["up_to"], json!("symmetry"));
    for (arguments, said) in [
        (&["tatami<2, n>", "--up-to", "symmetry"][..], "put together from equal slices"),
        (&["tatami<2, n>", "--proof", "target/none.proof"], "knows only cells"),
        (&["dominoes<2, n>", "--up-to", "symmetry", "--primitive"], "--primitive"),
    ] {
        let (code, out, errors) =
            run(&[&["strip", "examples/sequences.cmb", "--problem"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

/// Dumbbells on 2 x n: A046741, by Grimson's generating function of 1974.
#[test]
fn tilings_are_counted_by_copies() {
    let found = strip(&["matchings<2, n>", "--by", "piece", "--terms", "4"]);
    assert!(found.starts_with("g.f.        (1 - x*y)/(1 - x - 2*x*y - x^2*y + x^3*y^3)\n"), "{found}");
    assert!(found.contains("\na(3) =      1 + 7*y + 11*y^2 + 3*y^3\ngrowth "), "{found}");
    let by = |more: &[&str]| strip(&[&["matchings<2, n>", "--by", "#1"], more].concat());
    assert_eq!(by(&["--at", "4"]), "1 + 10*y + 29*y^2 + 26*y^3 + 5*y^4\n");
    let term = json_lines(&by(&["--at", "2", "--json"])).remove(0);
    assert_eq!((&term["by"], &term["term"]), (&json!("#1"), &json!(["1", "4", "2"])));
    let document = json_lines(&by(&["--json", "--terms", "2"])).remove(0);
    assert_eq!(document["numerator"], json!([["1"], ["0", "-1"]]));
    assert_eq!(document["terms"], json!([["1"], ["1", "1"]]));
    let entry = by(&["--oeis", "--terms", "3"]);
    assert!(entry.starts_with("%S 1,1,1,1,4,2\n%F G.f.: (1 - x*y)/"), "{entry}");
    assert!(entry.ends_with("\n\n0 1\n1 1\n2 1\n3 1\n4 4\n5 2\n"), "{entry}");
    for (arguments, code, said) in [
        (&["--by", "F"][..], 2, "there is no piece `F`, only #1"),
        (&["--by", "piece", "--up-to", "symmetry"], 2, "--up-to"),
        (&["--by", "piece", "--at", "3", "--mod", "5"], 2, "--mod"),
        (&["--by", "piece", "--at", "18446744073709551615"], 3, "memory"),
        (&["--at", "1000000", "--memory", "1k"], 3, "memory"),
        (&["--terms", "100000", "--memory", "64M"], 3, "memory"),
    ] {
        let arguments =
            [&["strip", "examples/sequences.cmb", "--problem", "matchings<2, n>"], arguments].concat();
        let (status, out, errors) = run(&arguments);
        assert_eq!((status, out.as_str()), (code, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

#[test]
fn an_entry_and_a_document_hold_the_formula() {
    let entry = strip(&["dominoes<2, n>", "--oeis", "--terms", "5"]);
    assert_eq!(
        entry,
        "%S 1,1,2,3,5\n\
         %F G.f.: 1/(1 - x - x^2).\n\
         %F a(n) = a(n-1) + a(n-2) for n >= 2.\n\
         %e The a(3) = 3 tilings:\n\
         %e +-------+---+  +---+-------+  +---+---+---+\n\
         %e |       |   |  |   |       |  |   |   |   |\n\
         %e +-------+   |  |   +-------+  |   |   |   |\n\
         %e |       |   |  |   |       |  |   |   |   |\n\
         %e +-------+---+  +---+-------+  +---+---+---+\n\
         %o (PARI) a(n) = polcoef(1/(1 - x - x^2) + O(x^(n+1)), n)\n\
         %o (Python)\n\
         %o def a(n, t=[1, 1], c=[1, 1]):\n\
         %o     while len(t) <= n: t.append(sum(x*y for x, y in zip(c, reversed(t))))\n\
         %o     return t[n]\n\n\
         0 1\n1 1\n2 2\n3 3\n4 5\n"
    );
    // The first board has the number 1. Each of three tilings has two corners above and two below.
    let entry = strip(&["tatami<2, n>", "--oeis"]);
    let example = entry.split("%e ").skip(1).collect::<Vec<_>>();
    assert_eq!((example[0], example.len()), ("The a(3) = 3 tilings:\n", 6), "{entry}");
    assert_eq!(example[1].split_whitespace().count(), 3, "{entry}");
    let document = json_lines(&strip(&["dominoes<2, n>", "--json", "--primitive", "--terms", "4"])).remove(0);
    assert_eq!(document["numerator"], json!(["0", "1", "1"]));
    assert_eq!(document["denominator"], json!(["1"]));
    assert_eq!(document["terms"], json!(["0", "1", "1", "0"]));
    assert!(document["growth"].is_null());
}

/// A board with a head: 2 x 2, and a strip of n cells beside its lower row. Odd boards have no tiling by
/// dominoes. In even ones no domino leaves the square, for an odd number of cells would be left behind it; so
/// there are the two tilings of the square.
#[test]
fn the_first_board_may_be_larger() {
    let text = "problem p<n> = resize constant 2x2 true (n + 2, 2) || resize constant (n + 2, 1) true (n + 2, 2) [{**} ~sym]";
    let (code, out, errors) = run_with_input(&["strip", "-", "--problem", "p<n>", "--terms", "6"], text);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(out.contains("a(1), ... = 0, 2, 0, 2, 0, 2\n"), "{out}");
    let (code, _, errors) = run_with_input(&["strip", "-", "--problem", "p<n>", "--primitive"], text);
    assert_eq!(code, 2);
    assert!(errors.contains("--primitive needs boards that are put together from equal slices"), "{errors}");
}

#[test]
fn what_has_no_answer_says_why() {
    let wrong = |arguments: &[&str], text: &str| {
        let (code, out, errors) = run_with_input(&[&["strip", "-", "--problem"], arguments].concat(), text);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {errors}");
        errors
    };
    let strips = "problem p<n> = constant (n, 2) true [{**} ~sym]";
    for (arguments, text, said) in [
        (&["p"][..], strips, "does not say which argument is the length"),
        (&["p<2>"], strips, "does not say which argument is the length"),
        (&["p<n, n>"], strips, "does not say which argument is the length"),
        (&["p<n>", "--at", "-1"], strips, "write a whole number"),
        (&["p<n>", "--mod", "7"], strips, "--at"),
        (&["p<n>", "--states", "1"], strips, "the automaton has more than 1 states"),
        (&["p<n>"], "problem p<n> = constant (n, n) true [{*}]", "from n = 2 to 3 it gains 5 cells"),
        (&["q<n>"], strips, "q"),
    ] {
        let errors = wrong(arguments, text);
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}
