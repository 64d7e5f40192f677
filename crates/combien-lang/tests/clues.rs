//! Clues of a problem: placements that its solutions have, or do not have.

use crate::shared::{errors, results, script_of, warnings};
use combien::diagnostic::Source;
use combien::solve::Enumerate;
use combien_lang::{Given, puzzle};
use combien_tiling::Tiling;

fn holds(text: &str) {
    results(text);
}

/// The message and the hint of each error.
fn faults(text: &str) -> Vec<(String, String)> {
    let found = script_of(&[("t.cmb", text)]).unwrap_err();
    found.into_iter().map(|fault| (fault.message, fault.hint.unwrap_or_default())).collect()
}

/// A board of 2 by n has F(n + 1) domino tilings (Fibonacci); a domino that is fixed splits it.
#[test]
fn pieces_are_fixed_and_forbidden() {
    let strip = "problem p<n> = constant (n, 2) true [{**} ~sym ~named \"d\"]";
    for (clues, counts) in [
        ("", "5, 8, 13"),
        ("fix d at 0x0 as Rot90", "3, 5, 8"),
        ("fix d at 0x0", "5, 8, 13"),
        ("fix d at 0x0 as Id", "2, 3, 5"),
        ("fix d over 0x0 1x0", "2, 3, 5"),
        ("fix over 0x0 1x0", "2, 3, 5"),
        ("fix \"d\" over 0x0 over 1x0", "2, 3, 5"),
        ("forbid d at 0x0 as Id", "3, 5, 8"),
        ("forbid over (n - 1, 0) (n - 2, 0)", "3, 5, 8"),
        ("fix d at 0x0 as Id fix d at 2x0 as Diag1Refl", "1, 2, 3"),
        ("fix d at 0x0 as Id forbid d at 0x1 as Id", "0, 0, 0"),
    ] {
        holds(&format!("{strip} {clues} assert count p<4..6> = {counts}"));
    }
    // All engines see the same problem, and so does the search by holes.
    for engine in ["dlx", "zdd", "sat", "memo", "frontier", "equal_size", "naive"] {
        holds(&format!("{strip} fix d at 1x0 as Id assert count {engine} p<6> = 3"));
    }
    // One of the eight symmetries of the square is left if its lower left domino is given; 36 tilings, half
    // of which have it lying.
    let square = "problem p = constant 4x4 true [{**} ~sym ~named \"d\"]";
    holds(&format!("{square} assert count p up to symmetry = 9"));
    holds(&format!("{square} fix d at 0x0 as Id assert count p = 18 assert count p up to symmetry = 18"));
}

/// Clues make cells that may stay empty, and pieces that may be left out, necessary.
#[test]
fn what_is_fixed_is_there() {
    let gaps = "problem p = constant 2x2 true ~gaps [{**} ~sym ~named \"d\"]";
    // Each of the 12 edges of a cube is in 3 of its 9 perfect matchings. Matchings of a cycle of four: 7 of
    // any size, 2 with a given edge and 1 more at each corner.
    holds(&format!("{gaps} assert count p = 7"));
    holds(&format!("{gaps} fix d over 0x0 1x0 assert count p = 2"));
    holds(&format!("{gaps} fix over 0x0 assert count p = 4"));
    holds(&format!("{gaps} forbid over 0x0 assert count p = 3"));
    let maybe = "problem p = {***} [{**} ~maybe ~named \"d\", {*}]";
    holds(&format!("{maybe} assert count p = 3"));
    holds(&format!("{maybe} fix d as Id assert count p = 2"));
    holds(
        "problem3 p = [{**$**}, {**$**}] [[{**}] ~sym ~mirror ~named \"d\"] fix d over 0x0x0 0x0x1 assert count p = 3",
    );
    holds("problem p = torus constant 4x1 true [{**} ~named \"d\"] fix d at 3x0 assert count p = 1");
    holds("problem p = hexagon tri 2 [tri {**} ~sym ~named \"d\"] assert count p = 20");
}

#[test]
fn drawings_are_clues() {
    let strip = "problem p = constant 4x2 true [{**} ~sym ~named \"d\"]";
    holds(&format!("{strip} fix {{AA..$....}} assert count p = 2"));
    holds(&format!("{strip} fix {{A...$A...}} fix {{...C$...C}} assert count p = 2"));
    holds(&format!("{strip} fix {{AABB$CCDD}} assert count p = 1"));
    holds("problem3 p = [{**$**}, {**$**}] [[{**}] ~sym ~mirror] fix [{a.$..}, {a.$..}] assert count p = 3");
    // A letter that is the name of a piece means this piece.
    let two = "problem p = {****} [{**} ~maybe ~named \"A\", {**} ~maybe ~named \"B\"]";
    holds(&format!("{two} assert count p = 2"));
    holds(&format!("{two} fix {{AA..}} assert count p = 1"));
    holds(&format!("{two} fix {{CC..}} assert count p = 2"));
    assert_eq!(
        faults(&format!("{strip} fix {{AAA.$....}} fix {{AA..}} fix {{AA..$A...}}")),
        [
            (
                "a piece cannot lie exactly over 0x1 1x1 2x1".to_owned(),
                "it would fit: `d at 0x1 as Id`, or `d at 0x0 as Id`, or `d at 0x0 as Diag1Refl`".to_owned()
            ),
            (
                "the drawing does not have the size of the board, which is 4x2".to_owned(),
                "draw the whole board: letters and digits are pieces, `.` a cell of which nothing is known"
                    .to_owned()
            ),
            (
                "a piece cannot lie exactly over 0x0 0x1 1x1".to_owned(),
                "it would fit: `d at 0x0 as Id`, or `d at 0x0 as Diag1Refl`, or `d at 1x0 as Id`".to_owned()
            ),
        ]
        .map(|(message, hint)| (message, hint.replace("Diag1Refl", "Diag2Refl")))
    );
    let found = warnings(&format!("{strip} fix {{....$....}}"));
    assert!(found.iter().any(|warning| warning.ends_with("this drawing shows no piece")), "{found:?}");
}

/// Of the five tilings of a strip of 4 by 2, three have an upright domino at the left.
#[test]
fn cells_are_kept_together_or_apart() {
    let strip = "problem p = marked {A***$A*BB} [{**} ~sym]";
    holds(&format!("{strip} assert count p = 5"));
    holds(&format!("{strip} keep \"A\" together assert count p = 3"));
    holds(&format!("{strip} keep \"A\" apart assert count p = 2"));
    holds(&format!("{strip} keep \"A\" together keep \"B\" together assert count p = 1"));
    holds(&format!("{strip} keep \"AB\" apart assert count p = 1"));
    // Three cells can be together under no domino.
    holds("problem p = marked {A**$AA*} [{**} ~sym] keep \"A\" together assert unsolvable p");
    let found = faults(&format!("{strip} keep \"AC\" apart keep \"B\" apart keep \"A\" together"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "no cell of the board is marked `C`");
    assert_eq!(errors("problem p = marked {A*} [{**}] keep \"A\" apart").len(), 1);
}

/// A clue that fits nowhere says where it would.
#[test]
fn clues_that_do_not_fit_are_errors() {
    let board = "problem p = {****$****} [{***} ~sym ~named \"I\", {*}]";
    let fault = |clue: &str| {
        let mut found = faults(&format!("{board} {clue}"));
        assert_eq!(found.len(), 1, "{clue}: {found:?}");
        found.remove(0)
    };
    let said = |message: &str, hint: &str| (message.to_owned(), hint.to_owned());
    assert_eq!(
        fault("fix I at 3x1 as Id"),
        said(
            "`I` cannot lie there",
            "it would fit: `I at 1x1 as Id`, or `I at 1x0 as Id`, or `I at 0x1 as Id`"
        )
    );
    assert_eq!(
        fault("forbid I at 0x0 as Rot90"),
        said(
            "`I` cannot lie there",
            "it would fit: `I at 0x0 as Id`, or `I at 1x0 as Id`, or `I at 0x1 as Id`"
        )
    );
    assert_eq!(
        fault("fix over 4x0"),
        said("the board has no cell at 4x0", "positions run from 0x0, bottom left")
    );
    assert_eq!(fault("fix l at 0x0").0, "the problem has no piece `l`");
    assert_eq!(fault("fix l at 0x0").1, "its pieces are I, #2");
    assert_eq!(fault("fix \"#2\" as Id").0, "this does not say enough: `#2` may be used more than once");
    assert_eq!(fault("fix I at 0x0 as Rot60").0, "`Rot60` is not an isometry of a square");
    assert_eq!(fault("fix I at 0x0 at 1x0").0, "this has been said already, and a piece lies in one place");
    assert_eq!(
        fault("fix I at 0x0 as Id fix \"#2\" at 1x0").0,
        "`#2` cannot lie there with the clues before this one"
    );
    assert_eq!(fault("fix I").0, "`at 3x2`, `over 3x2` or `as Rot90` is expected; the file ends here");
    assert_eq!(
        fault("keep I apart").0,
        "marks of the board, such as \"AB\", in quotes is expected; here is `I`"
    );
    // Nobody asks for the family, and its parameters are looked up all the same.
    assert_eq!(errors("problem p<n> = {**} [{**}] fix at (m, 0) over (n, 0) (k, 0)").len(), 2);
}

/// The words of clues may be names where no clue can be.
#[test]
fn words_of_clues_may_be_names() {
    for text in [
        "tiles fix = [{**}] problem p = {**} fix assert count p = 1",
        "tiles fix = [{**}] problem p = {**} fix fix over 0x0 assert count p = 1",
        "pattern fix = {**} problem p = {**} [fix] fix fix at 0x0 assert count p = 1",
        "pattern at = {**} problem p = {**} [at] fix at at 0x0 forbid at at 0x0 assert count p = 0",
        "pattern as = {**} problem p = {**} [as] fix as as Id assert count p = 1",
        "pattern torus = {**} tiles t = [{**} ~named \"a\"] problem p = torus t fix a at 0x0 assert count p = 1",
        "tiles t = [{**}] problem p = {**} t ~times 0.. fix over 0x0 assert count p = 1",
        "problem p = {**} polyominoes 2.. 2 with size 2.. fix over 0x0 assert count p = 1",
    ] {
        holds(text);
    }
}

#[test]
fn each_clue_has_a_line() {
    let formatted = |text: &str| combien_lang::format(&Source::new("t.cmb", text)).unwrap();
    let text = "problem p={**}[{**}~sym ~named \"d\"]fix d at 0x0 over 1x0(1,0)as Id # why\nforbid over 0x0 keep \"a\" apart fix{AA}\ncount p";
    let laid_out = "problem p = {**} [{**} ~sym ~named \"d\"]\n  fix d at 0x0 over 1x0 (1, 0) as Id # why\n  forbid over 0x0\n  keep \"a\" apart\n  fix {AA}\ncount p\n";
    assert_eq!(formatted(text), laid_out);
    assert_eq!(formatted(laid_out), laid_out);
    let block = "problem p = {\n  **\n  **\n} [{**} ~sym]\n  fix {\n    AA\n    ..\n  }\n";
    assert_eq!(formatted(&formatted(block)), formatted(block));
}

/// What is written is read back, with the same solutions.
#[test]
fn puzzles_are_written_in_the_language() {
    let texts = [
        "problem p = {.***$****$***.} [{**} ~sym ~named \"d\" ~color \"gold\", {*} ~times 2..4]",
        "problem p = {?**$**?} [{**} ~rot ~maybe, {**} ~maybe, {**$*.} ~mirror, {*}]",
        "problem p = hexagon 2 [hex {**} ~sym ~named \"a \\\" b\", hex {*} ~one]",
        "problem p = hexagon tri 1x2x1 [tri {**} ~sym, tri {**} ~half]",
        "problem p = shift resize triangle tri 2 6x4 2x0 [tri {**} ~sym, tri {*}]",
        "problem p = torus constant 3x2 true by 3x0 (1, 2) [{**} ~sym, {*} ~times 0..2]",
        "problem p = cylinder constant hex 3x2 true [hex {**} ~rot, hex {*}]",
        "problem p = constant 4x2 true [{**} ~sym ~named \"a b\", {***} ~sym ~named \"t\", {*}] also 1..2 of [\"a b\", t]\n also 3.. of every piece",
        "problem p = constant 4x2 true ~gaps [{**} ~sym, {*} ~one, {***}] also 2 of [\"#1\", \"#2\"]",
        "problem3 p = pyramid 2 [[{***}] ~rot ~times 0..1, [{**}] ~half, [{*}, {*}], [{*}]]",
    ];
    let solved = |tiling: &Tiling| {
        let encoding = tiling.encode().unwrap();
        let mut all: Vec<_> = Enumerate::of(&encoding.problem)
            .run()
            .unwrap()
            .take(5000)
            .map(|solution| {
                // Without the frame, which may have moved.
                let low = tiling.board().cells().bounds().unwrap().0;
                let mut placed: Vec<_> = encoding
                    .placed(&solution)
                    .into_iter()
                    .map(|(placement, cells)| (placement.piece, cells.shifted(-low)))
                    .collect();
                placed.sort();
                placed
            })
            .collect();
        all.sort();
        (all, encoding)
    };
    for text in texts {
        let tiling = &script_of(&[("t.cmb", text)]).unwrap().problems[0].tiling;
        let (all, encoding) = solved(tiling);
        assert!(!all.is_empty(), "{text}");
        let plain = puzzle("p", tiling, &[]).unwrap();
        let read =
            |text: &str| script_of(&[("t.cmb", text)]).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
        assert_eq!(solved(&read(&plain).problems[0].tiling).0, all, "{plain}");
        // The first solution, with half of its options as clues.
        let first = Enumerate::of(&encoding.problem).run().unwrap().next().unwrap();
        let given = first.options().iter().step_by(2).map(|&option| match encoding.placement(option) {
            Some(placement) => Given::Placed(placement, encoding.cells(option)),
            None => Given::Empty(encoding.cells(option).cells()[0]),
        });
        let written = puzzle("p", tiling, &given.collect::<Vec<_>>()).unwrap();
        let mut clues = tiling.clone();
        for &option in first.options().iter().step_by(2) {
            use combien_tiling::{Clue, Spot};
            let cells = encoding.cells(option);
            let clue = match encoding.placement(option) {
                Some(placement) => Clue::Fix(Spot {
                    pieces: Some(vec![placement.piece]),
                    exactly: Some(cells),
                    ..Spot::default()
                }),
                None => Clue::Forbid(Spot { over: cells.cells().to_vec(), ..Spot::default() }),
            };
            clues = clues.with_clues(&[clue]).unwrap();
        }
        let (expected, _) = solved(&clues);
        assert!(!expected.is_empty());
        assert_eq!(solved(&read(&written).problems[0].tiling).0, expected, "{written}");
    }
}

/// Tatami tilings of a room of 2 by n: a(n) = a(n - 1) + a(n - 3), OEIS A068921. Of the 2339 pentomino
/// tilings of 6 by 10 up to symmetry 563 have no point where four pieces meet.
#[test]
fn pieces_that_touch_a_vertex_or_a_region_are_counted() {
    let room = "problem p<n> = constant (n, 2) true [{**} ~sym ~named \"d\"] also 0..3 at every vertex";
    holds(&format!("{room} assert count p<1..9> = 1, 2, 3, 4, 6, 9, 13, 19, 28"));
    for engine in ["dlx", "sat", "links", "fast"] {
        holds(&format!("{room} assert count {engine} p<7> = 13"));
    }
    holds(
        "include <pentominoes> problem p = constant 10x6 true pentominoes also 0..3 at every vertex
        assert count p up to symmetry = 563",
    );
    // In a hexagon of side 1, three lozenges meet at the center, and one or two at the other vertices.
    holds("problem p = hexagon tri 1 [tri {**} ~sym] also 1..3 at every vertex assert count p = 2");
    holds("problem p = hexagon tri 1 [tri {**} ~sym] also 1..2 at every vertex assert count p = 0");
    holds("problem p = torus constant 2x2 true [{*}] also 4 at every vertex assert count p = 1");
    holds("problem p = torus constant 2x2 true [{**} ~sym] also 2 at every vertex assert count p = 2");
    // A strip of 4 by 2 has five tilings; the marked corner square is covered by 1, 2 or 3 dominoes.
    let strip = "problem p = marked {AA**$AA**} [{**} ~sym]";
    for (range, count) in [("2", 4), ("3", 1), ("0..2", 4), ("3..", 1), ("0..", 5), ("4", 0), ("0", 0)] {
        holds(&format!("{strip} also {range} over \"A\" assert count p = {count}"));
    }
    holds(
        "problem3 p = [marked {AA$AA}, {**$**}] [[{**}] ~sym ~mirror] also 2 over \"A\" assert count p = 4",
    );
    assert_eq!(
        errors("problem3 p = [{**}] [[{**}]] also 2 at every vertex"),
        ["t.cmb:1:30: a solid has no vertices here"]
    );
    assert_eq!(
        errors("problem p = {**} [{**}] also 2..1 at every vertex"),
        ["t.cmb:1:25: a number of pieces cannot be at least 2 and at most 1"]
    );
    assert_eq!(
        errors("problem p = {**} [{**}] also 2 over \"A\""),
        ["t.cmb:1:37: no cell of the board is marked `A`"]
    );
    assert_eq!(
        errors("problem p = {**} [{**}] also 2 count p"),
        ["t.cmb:1:32: `of` and pieces, `over` and marks, or `at every vertex`, is expected; here is `count`"]
    );
    assert_eq!(
        errors(&format!("{room} count equal_size p<3>"))[0].split(": ").nth(1).unwrap(),
        "the search `equal_size` does not count the pieces of a region"
    );
    assert_eq!(errors("problem p<n> = {**} [{**}] also k..n at every vertex").len(), 1);
}

/// Compositions of 5 into parts 1, 2 and 3, by the number of parts of each size.
#[test]
fn pieces_of_a_group_are_counted() {
    let strip =
        "problem p<n> = constant (n, 1) true [{*} ~named \"s\", {**} ~named \"d\", {***} ~named \"t\"]";
    // Of length 5: compositions of 5 into parts 1, 2, 3 by the number of parts: 1 of five, 4 of four, 6 of
    // three, 2 of two.
    for (clue, count) in [
        ("also 5 of every piece", 1),
        ("also 4 of every piece", 4),
        ("also 0..3 of every piece", 8),
        ("also 3 of [s, d, t]", 6),
        ("also 0 of t", 8),
        ("also 1 of t", 5),
        ("also 2.. of d", 3),
        ("also 2 of [\"d\", t]", 5),
        ("also 1 of [d, d]", 6),
        ("also 0.. of d", 13),
        ("also 6.. of every piece", 0),
        ("also 1 of d also 0 of t", 4),
    ] {
        holds(&format!("{strip} {clue} assert count p<5> = {count}"));
    }
    // Mirror images of a tiling have as many of each piece; a piece in one half only is not kept.
    holds(&format!("{strip} also 4 of every piece assert count p<5> up to symmetry = 2"));
    // The corners of a square of 2 by 2 that one domino, or none, touches.
    holds(
        "problem p = {****$****} [{**} ~sym ~named \"d\", {*} ~named \"s\"] also 0..1 of d at every vertex also 1 of d
        assert count p = 10",
    );
    assert_eq!(
        errors(&format!("{strip} also 2 of q count p<3>")),
        ["t.cmb:1:99: the problem has no piece `q`"]
    );
    assert_eq!(
        errors(&format!("{strip} also 2 of [s count p<3>"))[0].split(": ").nth(1).unwrap(),
        "`,` or `]` is expected; here is `count`"
    );
}

/// Placements have their own costs beside those of their pieces.
#[test]
fn placements_cost() {
    let square = "problem p = constant 2x2 true [{**} ~sym ~named \"d\" ~cost 1] cost 2.5 for d at 0x0 as Rot90 cost 10 for over 1x1
        cost -1 for d over 0x0 1x0";
    // Two upright dominoes: 2 + 2.5 + 10. Two lying ones: 2 + 10 - 1.
    holds(&format!(
        "{square} assert count p within 11 = 1 assert count p within 14.5 = 2 assert count p within 14.4 = 1"
    ));
    holds(&format!("{square} assert count p up to symmetry = 2"));
    // The order of clues does not matter, and neither does a placement that is left out.
    holds(
        "problem p = {**} [{*} ~named \"s\", {**} ~named \"d\"] forbid d at 0x0 cost 3 for d at 0x0 assert count p within 0 = 1",
    );
    // Costs are no flags of the last piece.
    holds("problem p<n> = {**} [{*} ~times 2.., {**}] cost n for over 0x0 assert count p<7> within 7 = 1");
    assert_eq!(errors("problem p = {**} [{*}] cost 3 for at 5x5").len(), 1);
    assert_eq!(
        errors("problem p = {**} [{*}] cost 3 over 0x0"),
        ["t.cmb:1:31: `for` is expected; here is `over`"]
    );
    assert_eq!(
        errors("problem p = {**} [{*} ~cost 9223372036854775807] cost 1 for over 0x0 count p").len(),
        1
    );
}

#[test]
fn each_is_every() {
    for clue in ["also 2 of each piece", "also 2 at each vertex", "also 2 of d at each vertex"] {
        let said =
            script_of(&[("t.cmb", &format!("problem p = {{**}} [{{**}} ~named \"d\"] {clue}"))]).unwrap_err();
        assert_eq!(said.len(), 1, "{clue}: {said:?}");
        assert_eq!(
            (said[0].message.as_str(), said[0].hint.as_deref()),
            ("`each` means nothing here", Some("did you mean `every`?"))
        );
    }
    // It may be the name of a piece.
    results("problem p = {**} [{**} ~named \"each\"] also 1 of each assert count p = 1");
}
