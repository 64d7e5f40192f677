//! Marks and colored sides in the language.

use crate::shared::{results, script_of};
use combien::diagnostic::Diagnostic;
use combien_lang::{Given, puzzle};

fn codes(diagnostics: Vec<Diagnostic>) -> Vec<String> {
    diagnostics.into_iter().map(|diagnostic| diagnostic.code.to_string()).collect()
}

fn errors(text: &str) -> Vec<String> {
    codes(script_of(&[("t.cmb", text)]).unwrap_err())
}

fn warnings(text: &str) -> Vec<String> {
    codes(script(text).warnings)
}

fn script(text: &str) -> combien_lang::Script {
    script_of(&[("t.cmb", text)]).unwrap()
}

fn printed(text: &str) -> String {
    results(text).printed
}

#[test]
fn sides_are_read_counter_clockwise_from_the_lower_left_corner() {
    // The left tile shows `b` to the right, and the right one must show it to the left.
    let count = |sides: &str| {
        let tiles = format!("[{{*}} ~sides \"abac\" ~one, {{*}} ~sides \"{sides}\" ~one]");
        printed(&format!("problem p = {{**}} {tiles} count p"))
    };
    assert_eq!(count("dedb"), "p : (FAST) 1 solution\n");
    assert_eq!(count("dbde"), "p : (FAST) 0 solutions\n");
}

/// The two patterns of a chessboard, because each tile is turned against its neighbours.
#[test]
fn knobs_fit_holes() {
    for (width, height) in [(2, 2), (3, 2), (4, 3)] {
        let text = format!(
            "problem p = constant {width}x{height} true [{{*}} ~rot ~sides \"()()\"] assert count p = 2"
        );
        results(&text);
    }
    results("problem p = {**} [{*} ~sides \"(\"] assert count p = 0");
    results("problem p = {**} [{*} ~sides \".(.)\"] assert count p = 1");
}

/// Eulerian orientations of tori: OEIS A298201 and A372093. Tori that are one or two cells wide meet
/// themselves.
#[test]
fn square_ice_on_tori() {
    results(
        "problem ice<m, n> = torus constant (m, n) true [{*} ~rot ~sides \"++--\", {*} ~rot ~sides \"+-+-\"]
        assert count ice<4, 1..6> = 32, 114, 548, 2970, 16892, 98466
        assert count ice<5, 1..4> = 64, 308, 2116, 16892",
    );
}

#[test]
fn a_border_leaves_sides_of_its_color() {
    let tiles = "[{*} ~rot ~sides \"aaab\", {*} ~rot ~sides \"aabb\"]";
    results(&format!("problem p = {{**}} ~border \"a\" {tiles} assert count p = 1"));
    results(&format!("problem p = {{**}} ~border \"b\" {tiles} assert count p = 0"));
    // A color for each part of the border, and for each side: bottom, right, right, top, left, left.
    // In words, each is a part.
    for (border, found) in [
        ("abcd", 1),
        ("abbcdd", 1),
        ("abacdd", 0),
        ("bcda", 0),
        ("....", 1),
        ("a...", 1),
        ("a bb c dd", 1),
        ("a b c d", 1),
        ("a ba c d", 0),
        (". .b . d.", 1),
    ] {
        let tiles = "[{*} ~sides \"ab.d\" ~one, {*} ~sides \".bcd\" ~one]";
        results(&format!("problem p = {{*$*}} ~border \"{border}\" {tiles} assert count p = {found}"));
    }
    results("problem p = {*} ~border \"(\" [{*} ~sides \")\", {*} ~sides \"(\"] assert count p = 1");
}

/// Two squares, of which one has a number to the right and one to the left. In the other order no numbers
/// meet, and they always fit.
#[test]
fn numbers_that_touch_have_a_sum() {
    let count = |problem: &str| printed(&format!("problem p = {problem} count p"));
    let two = |rule: &str, sides: &str| {
        count(&format!("{{**}} {rule} [{{*}} ~sides \".1..\" ~one, {{*}} ~sides \"...{sides}\" ~one]"))
    };
    for (rule, sides, found) in [
        ("~sum 7", "6", "2 solutions"),
        ("~sum 7", "1", "1 solution"),
        ("~sum 2", "1", "2 solutions"),
        ("~fits \"16 25 34\"", "6", "2 solutions"),
        ("~fits \"16 25 34\"", "2", "1 solution"),
        ("~fits \"11 66\"", "1", "2 solutions"),
        ("~fits \"11 66\"", "6", "1 solution"),
        ("~fits \"1( 6)\"", "(", "2 solutions"),
    ] {
        assert_eq!(two(rule, sides), format!("p : (FAST) {found}\n"), "{rule} {sides}");
    }
    // Equal numbers fit on the border if they do inside.
    for (border, found) in [("1", "0 solutions"), ("6", "1 solution")] {
        let problem = format!("{{*}} ~border \"{border}\" ~sum 7 [{{*}} ~sides \"1111\"]");
        assert_eq!(count(&problem), format!("p : (FAST) {found}\n"));
    }
    // Once around a torus, a piece meets itself.
    assert_eq!(
        count("torus {*} ~sum 7 [{*} ~sides \"1265\", {*} ~sides \"1256\"]"),
        "p : (FAST) 1 solution\n"
    );
    // Cubes: right, back, top, left, front, bottom.
    results(
        "problem3 p = constant 2x1x1 true ~sum 7 [[{*}] ~sides \"1.....\" ~one, [{*}] ~sides \"...6..\" ~one] assert count p = 2
        problem3 q = constant 1x1x2 true ~sum 7 [[{*}] ~sides \"..1...\" ~one, [{*}] ~sides \".....1\" ~one] assert count q = 1
        problem3 r = constant 1x1x2 true ~sum 7 [[{*}] ~sides \"..1...\" ~one, [{*}] ~sides \".....6\" ~one] assert count r = 2",
    );
    // A rule may come from a parameter, and a family may be counted.
    results("problem p<n> = {**} ~sum n [{*} ~sides \"1234\" ~rot] assert count p<4..6> = 3, 4, 3");
}

/// Each number of the first cell has one mate, which the second one shows where they meet.
#[test]
fn the_rule_holds_on_all_grids() {
    results(
        "problem h = hex {**} ~sum 7 [hex {*} ~sides \"123456\" ~rot] assert count h = 6
        problem t = tri {**} ~sum 7 [tri {*} ~sides \"124\" ~rot, tri {*} ~sides \"356\" ~rot] assert count t = 6
        problem e = hex {**} [hex {*} ~sides \"123456\" ~rot] assert count e = 6",
    );
    // The half turn exchanges the squares: 1 before 6 becomes 6 before 1. There are two sides with a 1.
    results(
        "problem p = {**} ~sum 7 [{*} ~sides \"1162\" ~rot] assert count p = 4 assert count p up to symmetry = 2",
    );
}

#[test]
fn rules_of_what_fits_are_checked() {
    for (board, tile, code) in [
        ("~fits \"\"", "", "bad-fits"),
        ("~fits \"1\"", "", "bad-fits"),
        ("~fits \"1.\"", "", "bad-fits"),
        ("~sum 19", "", "bad-fits"),
        ("~sum (-1)", "", "bad-fits"),
        ("~sum 7 ~sum 7", "", "options-conflict"),
        ("~sum 7 ~fits \"12\"", "", "options-conflict"),
        ("~sum 7", "~sides \"8\"", "no-mate"),
        ("~sum 12", "~sides \"2\"", "no-mate"),
        ("~fits \"12\"", "~sides \"1x..\"", "no-mate"),
        ("~fits \"12\" ~border \"3\"", "", "no-mate"),
        ("~border \"3\" ~sum 2", "", "no-mate"),
        ("", "~sum 7", "unknown-option"),
        ("", "~fits \"12\"", "unknown-option"),
        ("~fit", "", "unknown-option"),
        ("~fits 7", "", "syntax"),
        ("~sum \"7\"", "", "syntax"),
    ] {
        assert_eq!(errors(&format!("problem p = {{**}} {board} [{{*}} {tile}]")), [code], "{board} {tile}");
    }
}

#[test]
fn marks_cover_the_same_marks() {
    results(
        "problem p = checkerboard 3x2 [marked {B.$WB} ~one ~sym, marked {W.$BW} ~one ~sym] assert count p = 2",
    );
    results("problem p = marked {AB} [marked {A*}, {**}] assert count p = 2");
    results("problem p = marked {*B} [marked {AB} ~sym] assert count p = 0");
    results("problem p = hex marked {AB$AB} [hex marked {AB}] assert count p = 1");
    results("problem p = tri marked {AB} [tri marked {A}, tri {*} ~sym] assert count p = 2");
    results("problem3 p = checkerboard 2 [[marked {BW}] ~sym] assert count p = 9");
}

/// What is behind is drawn as it is seen if the piece is turned over from left to right.
#[test]
fn a_back_has_marks_of_its_own() {
    // The front shows AB, the back CD: turned over and around, DC.
    let count = |board: &str, turn: &str| {
        printed(&format!("problem p = marked {{{board}}} [marked {{AB}} {turn} ~back {{CD}}] count p"))
    };
    let (one, none) = ("p : (FAST) 1 solution\n", "p : (FAST) 0 solutions\n");
    for (board, turn, expected) in [
        ("AB", "~sym", one),
        ("BA", "~sym", one),
        ("CD", "~sym", one),
        ("DC", "~sym", one),
        ("AD", "~sym", none),
        ("BA", "~mirror", none),
        ("CD", "~mirror", one),
        ("DC", "~mirror", none),
        ("CD", "~rot", none),
    ] {
        assert_eq!(count(board, turn), expected, "{board} {turn}");
    }
    // Without a back, the mirror image shows the front.
    results("problem p = marked {BA} [marked {AB} ~mirror] assert count p = 1");
    // A corner whose back is dark where its front is light.
    results("problem p = checkerboard 3x2 [marked {B.$WB} ~sym ~times 2 ~back {.B$BW}] assert count p = 0");
    results("problem p = checkerboard 3x2 [marked {B.$WB} ~sym ~times 2 ~back {.W$WB}] assert count p = 2");
    results("problem p = tri marked {ABA} [tri marked {AB*} ~sym ~back {*BA}] assert count p = 2");
    assert_eq!(errors("problem p = {**} [{**} ~back {A$B}]"), ["bad-back"]);
    assert_eq!(errors("problem p = {**} [{**} ~back \"AB\"]"), ["syntax"]);
    assert_eq!(errors("problem3 p = [{**}] [[{**}] ~back {AB}]"), ["bad-back"]);
    assert_eq!(warnings("problem p = marked {A*} [marked {A} ~back {X} ~sym, {*}]"), ["no-such-mark"]);
}

/// The marks of the first pattern stay where two overlap.
#[test]
fn a_checkerboard_is_a_pattern() {
    assert_eq!(
        printed("pattern a = checkerboard 3x2 && {**.$***} print a"),
        "pattern \"a\" 3x2\nWB.\nBWB\n\n"
    );
    assert_eq!(
        printed("pattern a = {**.$***} && checkerboard 3x2 print a"),
        "pattern \"a\" 3x2\n**.\n***\n\n"
    );
    assert_eq!(errors("pattern a = checkerboard hex 3"), ["no-outline"]);
    assert_eq!(errors("pattern a = checkerboard 2x3x4"), ["lengths"]);
    // As before, a file may have a pattern of that name.
    results("pattern checkerboard = {**} assert checkerboard = {**}");
}

#[test]
fn mistakes_are_explained() {
    assert_eq!(errors("problem p = {**} [{*} ~sides \"abc\"]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} [{*} ~sides \"a bc\"]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} ~border \"ab\" [{*}]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} ~border \".\" [{*}]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} ~border \"aa b c\" [{*}]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} ~border \"aaa b c d\" [{*}]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} ~border \" \" [{*}]"), ["bad-sides"]);
    assert_eq!(errors("problem p = {**} [{*} ~border \"a\"]"), ["unknown-option"]);
    assert_eq!(errors("problem p = {**} ~sides \"a\" [{*}]"), ["syntax"]);
    assert_eq!(warnings("problem p = marked {A*} [marked {B}, {*}]"), ["no-such-mark"]);
    // Pieces of one shape with different labels are no copies of each other.
    assert!(warnings("problem p = {**} [{*} ~sides \"aaab\" ~rot, {*} ~sides \"aabb\" ~rot]").is_empty());
    assert_eq!(
        warnings("problem p = {**} [{*} ~sides \"aaab\" ~rot, {*} ~sides \"abaa\" ~rot]"),
        ["same-shape"]
    );
}

/// The engines agree; the search that knows of cells only is refused where sides have colors.
#[test]
fn every_engine_knows_of_labels() {
    let ice = "problem p = torus constant 3x3 true [{*} ~rot ~sides \"++--\", {*} ~rot ~sides \"+-+-\"]";
    let board = "problem p = checkerboard 3x2 [marked {B.$WB} ~one ~sym, marked {W.$BW} ~one ~sym]";
    for engine in ["dlx", "zdd", "memo", "frontier", "links", "cells", "fast", "naive"] {
        results(&format!("{ice} assert count {engine} p = 148"));
        results(&format!("{board} assert count {engine} p = 2"));
    }
    results(&format!("{board} assert count equal_size p = 2"));
    for asked in
        ["count equal_size p", "solve equal_size p", "all equal_size p", "assert count equal_size p = 148"]
    {
        assert_eq!(errors(&format!("{ice} {asked}")), ["no-sides"], "{asked}");
    }
}

/// A clue that names an isometry tells apart what only the colors show.
#[test]
fn clues_know_of_labels() {
    let text =
        |clue: &str| format!("problem p = {{**}} [{{*}} ~named \"t\" ~rot ~sides \"aabb\"] {clue} count p");
    assert_eq!(printed(&text("")), "p : (FAST) 8 solutions\n");
    assert_eq!(printed(&text("fix \"t\" at 0x0 as Id")), "p : (FAST) 2 solutions\n");
    assert_eq!(printed(&text("forbid \"t\" at 0x0 as Id")), "p : (FAST) 6 solutions\n");
}

/// Words change no count; a cell that is taken away keeps its word.
#[test]
fn words_are_on_cells_and_windows() {
    let text = "pattern board = labels \"jan feb 1..4\" constant 3x2 true
        problem p<x> = set board (x, 0) false [{*} ~times 5] count p<1>";
    assert_eq!(printed(text), "p<1> : (FAST) 1 solution\n");
    let script = script(text);
    let board = script.problems[0].tiling.board();
    assert_eq!((board.shows().as_deref(), board.words().len()), (Some("3"), 6));
    assert_eq!(errors("problem p = labels \"a b c\" {**} [{*}]"), ["labels"]);
    assert_eq!(errors("problem p = labels \"a\" {**} [{*}]"), ["labels"]);
    // It can still be a name.
    assert_eq!(printed("pattern labels = {**} problem p = labels [{*}] count p"), "p : (FAST) 1 solution\n");
}

/// What is written has, read back, the solutions of what was read.
#[test]
fn puzzles_are_written_with_their_labels() {
    for text in [
        "problem p = checkerboard 3x2 ~gaps [marked {B.$WB} ~one ~sym, {*.$**} ~sides \"ab.(c)x\\\\\" ~maybe ~sym]",
        "problem p = marked {AB$BA} [marked {A.$BA} ~sym ~maybe ~back {.b$Ba}, {**} ~sym ~times 0..2]",
        "problem p = torus constant 2x2 true [{*} ~rot ~sides \"++--\", {*} ~rot ~sides \"+-+-\"]",
        "problem p = hex marked {AB$BA} ~border \"r\" [hex marked {AB} ~sym, hex {*} ~sides \"rrrggg\" ~rot]",
        "problem p = constant 3x2 true ~sum 7 ~border \"6\" [{*} ~sides \"1.61\" ~rot, {**} ~sides \".25.1.\" ~rot]",
        "problem p = {***} ~gaps ~fits \"\\\"a bb <>\" [{*} ~sides \"\\\"a.b\" ~rot, {**} ~sides \"<a>b..\" ~rot]",
        "problem3 p = checkerboard 2 [[marked {BW}] ~rot ~sides \"abcdeabcde\"]",
        "problem p = set (set labels \"jan \\\"x\\\" 5..7 .\" marked {*?a$***} 0x0 false) 2x1 false [{**} ~sym, {*}]",
    ] {
        let read = script(text);
        let tiling = &read.problems[0].tiling;
        let written = puzzle("p", tiling, &[]).unwrap();
        let again = script(&written);
        let [one, other] = [tiling, &again.problems[0].tiling].map(|tiling| {
            let problem = tiling.encode().unwrap().problem;
            (problem.option_count(), combien::solve::count(&problem).unwrap())
        });
        assert_eq!(one, other, "{written}");
        let boards = [tiling, &again.problems[0].tiling].map(combien_tiling::Tiling::board);
        assert_eq!(boards[0].written_words(), boards[1].written_words(), "{written}");
        assert_eq!(boards[0].shows(), boards[1].shows(), "{written}");
        let encoding = tiling.encode().unwrap();
        let option = encoding.problem.options().find(|&option| encoding.placement(option).is_some()).unwrap();
        let placement = encoding.placement(option).unwrap();
        let clue = Given::Placed(placement, encoding.cells(option));
        let Ok(written) = puzzle("p", tiling, &[clue]) else { continue };
        let given = script(&written);
        let given = &given.problems[0].tiling;
        assert_eq!(given.given(&given.encode().unwrap()).len(), 1, "{written}");
    }
}
