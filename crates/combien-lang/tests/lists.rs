//! Lists of tiles as values: joined, with other options, and with pieces left out.

#![expect(clippy::allow_attributes, reason = "each test uses a part of what is shared")]

#[allow(dead_code)]
mod shared;

use combien::tiling::{Piece, Quantity};
use shared::{errors, results, script_of, warnings};

const SET: &str = "
    pattern I = {***} pattern L = {**$*.} pattern d = {**}
    tiles small = [I ~one ~sym ~color \"red\", L ~one ~sym]
    tiles other = [d ~maybe]
    tiles times<n> = [d ~times n]
";

/// The pieces of a problem with these tiles.
fn pieces(tiles: &str) -> Vec<Piece> {
    let text = format!("{SET} problem p = constant 3x3 true {tiles}");
    let script = script_of(&[("t.cmb", &text)]).unwrap_or_else(|faults| panic!("{faults:?}"));
    script.problems[0].tiling.pieces().to_vec()
}

fn faults(tiles: &str) -> Vec<String> {
    errors(&format!("{SET} problem p = constant 3x3 true {tiles}"))
        .into_iter()
        .map(|fault| fault.split_once(": ").unwrap().1.to_owned())
        .collect()
}

/// Each line has two ways to write the same pieces.
#[test]
fn a_list_stands_for_its_pieces() {
    let same = [
        ("[small]", "small"),
        ("[small, other]", "[I ~one ~sym ~color \"red\", L ~one ~sym, d ~maybe]"),
        ("[other, {*} ~one, times<2>]", "[d ~maybe, {*} ~one, d ~times 2]"),
        ("[small ~times 0..]", "[I ~sym ~color \"red\", L ~sym]"),
        ("small ~times 0..", "[I ~sym ~color \"red\", L ~sym]"),
        ("[small ~times 2 ~rot, d]", "[I ~times 2 ~rot ~color \"red\", L ~times 2 ~rot, d]"),
        ("[I, L] ~sym ~maybe", "[I ~sym ~maybe, L ~sym ~maybe]"),
        (
            "[I ~one, L ~color \"blue\"] ~mirror ~color \"red\"",
            "[I ~one ~mirror ~color \"red\", L ~mirror ~color \"red\"]",
        ),
        ("small - I", "[L ~one ~sym]"),
        ("small - [I]", "[L ~one ~sym]"),
        ("small - [I, L] - []", "[]"),
        ("[small - L, d]", "[I ~one ~sym ~color \"red\", d]"),
        ("[small - {**$.*} ~maybe]", "[I ~maybe ~sym ~color \"red\"]"),
        ("[small - small, d]", "[d]"),
        ("[small, other] - small ~times 3", "[d ~times 3]"),
        ("small - apply_I ~one", "[L ~one ~sym]"),
    ];
    for (tiles, plain) in same {
        let tiles = tiles.replace("apply_I", "[apply Rot90 I]");
        assert_eq!(pieces(&tiles), pieces(plain), "{tiles}");
    }
    // `tiles` and space take the same forms.
    let text = "
        tiles3 a = [[{**}] ~one, [{***}] ~one] tiles3 b = a - [[{***}]] ~times 2
        problem3 p = constant 2x2x1 true [b ~rot]
        count p assert count p = 2
    ";
    results(text);
}

#[test]
fn a_piece_is_left_out_by_its_orientations() {
    // Each is one piece that may be turned, or four that may not.
    let fixed = "[{**$*.}, {**$.*}, {*.$**}, {.*$**}] - [{**$.*}]";
    assert_eq!(pieces(fixed).len(), 3);
    assert_eq!(pieces("[{**$*.} ~rot] - [{**$.*}]").len(), 0);
    assert_eq!(pieces("small ~one")[0].quantity, Quantity::ONE);
}

/// A pattern keeps its name, so that files of `combine` mean what they meant.
#[test]
fn a_pattern_comes_before_a_list_of_the_same_name() {
    let text = "pattern a = {**} tiles a = [{*}] problem p = {**} [a] count p assert count p = 1";
    results(text);
    let text = "pattern a = {**} tiles a = [{*}] problem p = {**} a count p assert count p = 1";
    results(text);
    let text = "tiles torus = [{**}] problem p = {**} torus - torus ~one assert unsolvable p";
    assert_eq!(warnings(text), [""; 0]);
    let text = "pattern torus = {**} tiles t = [{**} ~one, {*}] problem p = torus t - [{*}] ~times 0..2 assert count p = 1";
    results(text);
}

/// `why` and `sample` may be names, but not where they begin a command.
#[test]
fn a_command_may_follow_an_open_range() {
    for command in ["why p", "unique p", "sample p 1", "sample zdd p 1", "count p"] {
        let text = format!("tiles t = [{{**}}] problem p = {{**}} t ~times 0.. {command}");
        assert_eq!(script_of(&[("t.cmb", &text)]).unwrap().actions.len(), 1, "{command}");
        let text =
            format!("pattern torus = {{**}} tiles t = [{{**}}] problem p = torus t ~times 0.. {command}");
        assert_eq!(script_of(&[("t.cmb", &text)]).unwrap().actions.len(), 1, "{command}");
    }
}

#[test]
fn what_a_list_cannot_do_is_said() {
    assert_eq!(faults("small - d"), ["no piece of the list has the shape of `d`"]);
    assert_eq!(faults("[small - {*}]"), ["no piece of the list has this shape"]);
    assert_eq!(faults("[small || I]"), ["only `-` can follow the name of a list of tiles"]);
    assert_eq!(
        faults("small ~named \"x\""),
        ["a list of tiles has no name of its own: `~named` belongs to one piece"]
    );
    assert_eq!(faults("[small ~named \"x\"]").len(), 1);
    assert_eq!(faults("small - nothing"), ["pattern `nothing` is not defined"]);
    assert_eq!(faults("[nothing - I]"), ["pattern `nothing` is not defined"]);
    assert_eq!(faults("[small ~on]"), ["there is no option `~on`"]);
    assert_eq!(faults("times - I"), ["the list of tiles `times<n>` needs 1 argument and gets none"]);
    // Nobody asks for these families, and their names are looked up all the same.
    let text = format!("{SET} tiles f<n> = [small - J ~times k] - h");
    assert_eq!(errors(&text).len(), 3, "{:?}", errors(&text));
    let text = format!("{SET} tiles f<n> = [small - I ~times n] - other ~times 0..n");
    assert_eq!(warnings(&text), [""; 0]);
}

/// A short file would otherwise be a million pieces a thousand times over.
#[test]
fn what_lists_hold_together_is_limited() {
    let lists = (0..40).map(|level| format!("tiles t{} = [t{level}, t{level}]", level + 1));
    let first = "tiles t0 = [{*}, {**}]".to_owned();
    let text = std::iter::once(first).chain(lists).collect::<Vec<_>>().join("\n");
    let faults = errors(&text);
    assert!(faults[0].contains("the lists used so far have more than 16777216 cells together"), "{faults:?}");
    let first = format!("tiles t = [{}]", vec!["{*}"; 5000].join(","));
    for (declaration, behind) in
        [("tiles", "t"), ("problem", "{*} t"), ("tiles", "[] - t"), ("tiles", "t - t")]
    {
        let uses = (0..200).map(|number| format!("{declaration} u{number} = {behind}"));
        let text = std::iter::once(first.clone()).chain(uses).collect::<Vec<_>>().join("\n");
        let is_too_large = |fault: &String| fault.contains("the lists used so far");
        assert!(errors(&text).iter().any(is_too_large), "{declaration} {behind}");
    }
}
