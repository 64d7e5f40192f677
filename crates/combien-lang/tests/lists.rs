//! Lists of tiles as values: joined, with other options, and with pieces left out.

use crate::shared::{self, errors, results, script_of, warnings};
use combien_tiling::{Piece, Quantity};

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

/// Patterns of an included file have no options, also those that have some in a list of that file.
#[test]
fn names_that_lose_their_options_are_warned_of() {
    let own =
        "pattern F = {**$*.} pattern I = {**} tiles every = [F ~one ~sym, I ~rot, {*}] tiles bare = [F, I]";
    let found = |problem: &str| {
        let text = format!("include \"own.cmb\" {problem}");
        script_of(&[("t.cmb", &text), ("own.cmb", own)]).unwrap().warnings
    };
    let several = found("problem p = {***$***} [{*}, F, I]");
    assert_eq!(
        shared::messages(&several),
        ["t.cmb:1:47: `F` stands here without the options that it has in `every`, and so does another name"]
    );
    assert!(several[0].hint.as_ref().unwrap().contains("`every with name \"F\"`"), "{several:?}");
    for meant in ["[F ~one, I ~sym]", "[F, I] ~sym", "[every]", "every with name \"F\"", "[bare]", "[F || F]"]
    {
        assert_eq!(found(&format!("problem p = {{***$***}} {meant}")), [], "{meant}");
    }
    // In its own file a name is used as it is defined.
    assert_eq!(warnings(&format!("{own} problem p = {{***$***}} [F, I]")), [""; 0]);
    let library = script_of(&[(
        "t.cmb",
        "include <pentominoes> problem p = constant 10x6 true [F, I, L, N, P, T, U, V, W, X, Y, Z]",
    )]);
    let library = shared::messages(&library.unwrap().warnings);
    assert!(
        library.len() == 1 && library[0].ends_with("`pentominoes`, and so do 11 other names"),
        "{library:?}"
    );
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

/// Each line has two ways to write the same pieces.
#[test]
fn pieces_are_selected_by_size_name_and_symmetry() {
    let same = [
        ("small with size 3", "small"),
        ("[small, other] with size 2", "other"),
        ("[small, other] without size 3", "other"),
        ("[small, other] with size 2..2 ~one", "other ~one"),
        ("[small, other] with size 3..", "small"),
        ("[small, other] with size 3.. - L ~maybe", "small - L ~maybe"),
        ("[small with size 3 ~maybe, d]", "[small ~maybe, d]"),
        ("[small - L with size 1.. ~maybe, d]", "[small - L ~maybe, d]"),
        ("small with name \"L\"", "small - I"),
        ("small without name \"L\"", "small - L"),
        ("small with name \"L\" \"I\"", "small"),
        ("small with symmetry Diag1Refl", "small - I"),
        ("small with symmetry Diag2Refl", "small - I"),
        ("small with symmetry Rot180", "small - L"),
        ("small with symmetry with symmetry mirror", "small"),
        ("[small, {.**$**.$.*.} ~rot] without symmetry", "[{.**$**.$.*.} ~rot]"),
        ("first 1 of small", "small - L"),
        ("first (1 + 1) of [small, other]", "small"),
        ("first 1 of small - I", "small - I"),
        ("first 0 of small", "[]"),
        ("[d, first 1 of small ~maybe]", "[d, small - L ~maybe]"),
        ("polyominoes 3", "[{***}, {*.$**}] ~one ~sym"),
        ("[polyominoes 2..3 - L ~maybe]", "[d ~maybe ~sym, I ~maybe ~sym]"),
        ("polyominoes 2.. 3 with symmetry Rot90", "[]"),
    ];
    let bare = |pieces: Vec<Piece>| {
        let pieces = pieces.into_iter();
        pieces.map(|piece| Piece { name: None, color: None, ..piece }).collect::<Vec<_>>()
    };
    for (tiles, plain) in same {
        assert_eq!(bare(pieces(tiles)), bare(pieces(plain)), "{tiles}");
    }
    let sizes = "tiles3 a = polycubes 1..4 with size 3.. problem3 p = constant 2x2x2 true a";
    // The tricubes and tetracubes; the latter with mirror images apart.
    assert_eq!(script_of(&[("t.cmb", sizes)]).unwrap().problems[0].tiling.pieces().len(), 2 + 8);
}

/// Free polyominoes without symmetry: OEIS A006749. Pieces that differ from their mirror images are the
/// difference between one-sided and free ones: A000988 and A000105 (squares), A006535 and A000228 (hexagons).
#[test]
fn symmetries_are_as_frequent_as_published() {
    let number = |family: &str, filter: &str| {
        let text = format!("problem p = constant 1x1 true {family} {filter}");
        let hexes = text.replace("constant 1x1", "constant hex 1x1");
        let text = if family.starts_with("polyhexes") { hexes } else { text };
        script_of(&[("t.cmb", &text)]).unwrap().problems[0].tiling.pieces().len()
    };
    for (cells, asymmetric, chiral) in [(1, 0, 0), (4, 1, 2), (5, 5, 6), (6, 20, 25), (7, 84, 88)] {
        let family = format!("polyominoes {cells}");
        assert_eq!(number(&family, "without symmetry"), asymmetric, "{cells}");
        assert_eq!(number(&family, "without symmetry mirror"), chiral, "{cells}");
    }
    for (cells, chiral) in [(3, 0), (4, 10 - 7), (5, 33 - 22), (6, 147 - 82)] {
        assert_eq!(number(&format!("polyhexes {cells}"), "without symmetry mirror"), chiral, "{cells}");
    }
}

#[test]
fn what_a_selection_cannot_be_is_said() {
    assert_eq!(faults("first 3 of small"), ["the list has only 2 pieces"]);
    assert_eq!(faults("first (0 - 1) of small"), ["there are no first -1 pieces"]);
    assert_eq!(faults("small with name \"l\""), ["no piece of the list is named `l`"]);
    assert_eq!(faults("small with size 3..2"), ["a number of cells cannot be at least 3 and at most 2"]);
    assert_eq!(faults("small with symmetry Rot60"), ["`Rot60` is not an isometry of a square"]);
    assert_eq!(faults("small with sise 3"), ["pieces are selected by `size`, `name` or `symmetry`"]);
    assert_eq!(faults("[I with size 3]"), ["pieces can be selected from a list, and this is one piece"]);
    assert_eq!(faults("polyominoes 3..11"), ["polyominoes are listed from 1 to 10 cells"]);
    assert_eq!(faults("polyominoes 3.."), ["polyominoes are listed from 1 to 10 cells"]);
    assert_eq!(faults("polycubes 3"), ["polycubes are solids"]);
    assert_eq!(faults("polyhexes 3"), ["a piece of hexagons does not fit on a board of squares"]);
    let text = format!("{SET} problem p = {{**}} small with size 9");
    let found = warnings(&text);
    assert!(found.len() == 1 && found[0].ends_with("this leaves no piece of the list"), "{found:?}");
    // Nobody asks for these families, and their names are looked up all the same.
    let text = format!("{SET} tiles f<n> = first k of [small with size m, polyominoes l] - h with size j..n");
    assert_eq!(errors(&text).len(), 5, "{:?}", errors(&text));
}

/// The words of lists may be names, where no list can be meant.
#[test]
fn words_of_selections_may_be_names() {
    for text in [
        "tiles first = [{**}] problem p = {**} first count p",
        "tiles with = [{**}] problem p = {**} with with size 2 count p",
        "tiles polyominoes = [{**}] problem p = {**} polyominoes with size 2 count p",
        "tiles polyominoes = [{**}] problem p = {**} polyominoes why p",
        "pattern torus = {**} problem p = torus first 1 of [{**}] count p",
        "pattern torus = {**} problem p = torus polyominoes 2 - [{*.$.*}, {**}] count p",
        "pattern first = {**} problem p = {**} [first ~one] count p",
        "pattern diamond = {**} problem p = set diamond 0x0 true [{**}] count p",
        "pattern hexagon = {**} problem p = hexagon [{**}] count p",
    ] {
        let is_minus = text.contains(".*}, ");
        let script = script_of(&[("t.cmb", text)]);
        assert_eq!(script.is_err(), is_minus, "{text}: {script:?}");
    }
}
