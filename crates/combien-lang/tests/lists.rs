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

/// Names of an included file keep the options that they have in a list of that file. Options here replace
/// those; where they replace a part, a warning says what is kept.
#[test]
fn names_keep_the_options_of_their_list() {
    let own =
        "pattern F = {**$*.} pattern I = {**} tiles every = [F ~one ~sym, I ~rot, {*}] tiles bare = [F, I]";
    let found = |problem: &str| {
        let text = format!("include \"own.cmb\" problem p = {{***$***}} {problem}");
        let script = script_of(&[("t.cmb", &text), ("own.cmb", own)]).unwrap();
        (script.problems[0].tiling.pieces().to_vec(), shared::messages(&script.warnings))
    };
    for (kept, said) in [
        ("[{*}, F, I]", "[{*}, every with name \"F\" \"I\"]"),
        (
            "[F ~maybe ~rot, I ~one ~sym]",
            "[every with name \"F\" ~maybe ~rot, every with name \"I\" ~one ~sym]",
        ),
        ("[F, I] ~one ~sym", "[every with name \"F\" \"I\"] ~one ~sym"),
        ("first 1 of [F, I]", "every with name \"F\""),
        ("[I ~sym]", "[every with name \"I\"] ~sym"),
        ("[every - [F, I]]", "[{*}]"),
        ("[every - [F], {**$**}]", "[every - F, {**$**}]"),
    ] {
        let (pieces, warnings) = found(kept);
        assert_eq!((&pieces, warnings), (&found(said).0, vec![]), "{kept}");
    }
    for (partial, warning) in [
        ("[F ~one]", "`F` is turned as in `every`"),
        ("[F ~times 0.., {*}, I ~times 2]", "`F` is turned as in `every`, and so is another name"),
        ("[F, {*}] ~sym", "`F` is used as often as in `every`"),
        ("[I ~maybe]", "`I` is turned as in `every`"),
    ] {
        let (pieces, warnings) = found(partial);
        assert_eq!(warnings.len(), 1, "{partial}: {warnings:?}");
        assert!(warnings[0].ends_with(warning), "{partial}: {warnings:?}");
        assert!(pieces[0].isometries.order() > 1, "{partial}");
    }
    // Patterns that are changed, or taken from a list, have no other options.
    for plain in ["[apply Id F, {*}]", "[F || F, {*}]", "bare"] {
        let (pieces, warnings) = found(plain);
        assert_eq!((pieces[0].quantity, pieces[0].isometries.order(), warnings), (Quantity::ANY, 1, vec![]));
    }
    // In its own file a name is used as it is defined.
    let script = script_of(&[("t.cmb", &format!("{own} problem p = {{***$***}} [F, I]"))]).unwrap();
    assert_eq!(script.problems[0].tiling.pieces()[0].quantity, Quantity::ANY);
    // Which options, if two lists differ?
    let two = "pattern F = {**} tiles one = [F ~one] tiles two = [F ~sym]";
    let script = script_of(&[("t.cmb", "include \"own.cmb\" problem p = {**} [F]"), ("own.cmb", two)]);
    let warnings = shared::messages(&script.unwrap().warnings);
    assert!(
        warnings[0].ends_with("`F` has options in `one`, others in `two`, and none here"),
        "{warnings:?}"
    );
}

/// 2339 tilings of the 6x10 rectangle, up to symmetry (C. B. and J. Haselgrove, 1960).
#[test]
fn the_names_of_a_set_make_the_set() {
    results(
        "include <pentominoes> problem p = constant 10x6 true [F, I, L, N, P, T, U, V, W, X, Y, Z]
        assert count p = 9356",
    );
    results(
        "include <tetracubes> include <pentacubes> tiles3 some = [tetracubes - [left_screw, right_screw]]
        problem3 p = constant 2x2x1 true first 1 of [some - [[{****}]]] assert unsolvable p",
    );
}

/// Each line has two ways to write the same pieces.
#[test]
fn a_loop_stands_for_its_turns() {
    let pieces = |tiles: &str| {
        let text = format!(
            "pattern bar<i> = constant (i, 1) true pattern rect<i, j> = constant (i, j) true {SET}
            problem p<n> = constant 3x3 true {tiles} count p<3>"
        );
        let script = script_of(&[("t.cmb", &text)]).unwrap_or_else(|faults| panic!("{faults:?}"));
        (script.problems[0].tiling.pieces().to_vec(), shared::messages(&script.warnings))
    };
    for (loops, plain) in [
        ("[bar<i> ~one for i in 1..n, {*}]", "[bar<1> ~one, bar<2> ~one, bar<3> ~one, {*}]"),
        (
            "[rect<i, j> for i in 1..2 for j in i..n]",
            "[rect<1, 1>, rect<1, 2>, rect<1, 3>, rect<2, 2>, rect<2, 3>]",
        ),
        ("[bar<2> ~times i for i in (n - 1)..2 * n - 3]", "[bar<2> ~times 2, bar<2> ~times 3]"),
        ("[times<i> ~rot for i in 1..2] ~cost 3", "[times<1> ~rot, times<2> ~rot] ~cost 3"),
        ("[bar<i> for i in 2..1, {*}]", "[{*}]"),
        ("[polyominoes i ~maybe for i in 2..3]", "[polyominoes 2 ~maybe, polyominoes 3 ~maybe]"),
        ("[first i of small for i in 1..2]", "[first 1 of small, first 2 of small]"),
    ] {
        assert_eq!(pieces(loops).0, pieces(plain).0, "{loops}");
    }
    // A warning once, not once a turn.
    assert_eq!(pieces("[{**} ~one ~maybe for i in 1..4]").1.len(), 2);
}

/// Loops written out by a program of its own: the numbers of all turns, put in for the parameters.
#[test]
fn random_loops_are_as_if_written_out() {
    let mut state = 7u64;
    let mut below = move |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    for case in 0..300 {
        let (n, depth) = (1 + below(3) as i64, 1 + below(3) as usize);
        let names = ["i", "j", "k"];
        // The bounds of a loop are the number of an outer one, or n, and some more.
        let mut loops: Vec<[(usize, i64); 2]> = vec![];
        for at in 0..depth {
            loops.push([0, 1].map(|_| (below(at as u64 + 1) as usize, below(3) as i64 - 1)));
        }
        let word = |(of, more): (usize, i64)| match of {
            0 => format!("n + {}", more + 1),
            of => format!("{} - (-{})", names[of - 1], more + 1),
        };
        let written: Vec<String> = loops
            .iter()
            .zip(names)
            .map(|(&[first, last], name)| format!(" for {name} in {}..{}", word(first), word(last)))
            .collect();
        let last = names[depth - 1];
        let text = format!("[{{*}} ~cost {last} ~named \"x\"{}, {{**}}]", written.concat());
        let mut turns: Vec<Vec<i64>> = vec![vec![]];
        for [first, last] in &loops {
            let value =
                |turn: &[i64], (of, more): (usize, i64)| more + 1 + if of == 0 { n } else { turn[of - 1] };
            turns = turns
                .into_iter()
                .flat_map(|turn| {
                    (value(&turn, *first)..=value(&turn, *last))
                        .map(move |next| [&turn[..], &[next]].concat())
                })
                .collect();
        }
        let tile = |turn: &Vec<i64>| format!("{{*}} ~cost {} ~named \"x\", ", turn[depth - 1]);
        let plain: String = turns.iter().map(tile).collect();
        let pieces = |tiles: &str| {
            let text = format!("problem p<n> = {{***}} {tiles} count p<{n}>");
            let script = script_of(&[("t.cmb", &text)]).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
            script.problems[0].tiling.pieces().to_vec()
        };
        assert_eq!(pieces(&text), pieces(&format!("[{plain}{{**}}]")), "case {case}: {text}");
    }
}

#[test]
fn what_is_wrong_in_a_loop_is_said_for_one_turn() {
    for (tiles, fault) in [
        ("[times<i - 2> for i in 1..3]", "a piece cannot be used -1 times"),
        ("[I ~times i for n in 1..3]", "there is no parameter `i` here"),
        ("[I for i in 1..2 for i in 1..2]", "the parameter `i` has a value here already"),
        ("[I for i in 1]", "`..` is expected; here is `]`"),
        ("[I for i = 1..2]", "`in` and a range, as in `for i in 1..n`, is expected; here is `=`"),
        ("[I for 3 in 1..2]", "the name of a parameter is expected; here is `3`"),
        ("[J for i in 1..3]", "pattern `J` is not defined"),
        ("[{*} for i in 1..2147483647]", "the lists used so far have more than 16777216 cells together"),
        ("[[] for i in 1..2]", "a pattern is expected; here is `]`"),
        (
            "[other - d for i in 1..1000 for j in 1..1000000]",
            "the lists used so far have more than 16777216 cells together",
        ),
    ] {
        let said = faults(tiles);
        assert_eq!(said, [fault], "{tiles}");
    }
    // A family that nobody asks for.
    let text = format!(
        "{SET} tiles f<n> = [times<i> for i in 1..n for j in i..m] tiles g<n> = [I ~times n for n in 1..2]"
    );
    assert_eq!(errors(&text).len(), 2, "{:?}", errors(&text));
    let text = format!("{SET} tiles f<n> = [times<i> ~times j for i in 1..n for j in i..n]");
    assert_eq!(warnings(&text), [""; 0]);
}

/// Of more than ten cells there are only those that fit on the board. Connected parts of a square, OEIS A145835,
/// and two of them, A068416.
#[test]
fn large_polyominoes_are_made_for_their_board() {
    results(
        "problem parts<n> = constant (n, n) true polyominoes 1.. ~times 0..
        problem two<n> = constant (n, n) true polyominoes 1..16 ~times 0.. also 2 of every piece
        problem row = constant 12x1 true polyominoes 11..12 ~times 0..
        problem halves = constant (4, 4) true [polyominoes 8] ~times 0..
        assert count parts<1..3> = 1, 12, 1434 assert count two<2..4> = 6, 53, 627
        assert count row = 1 assert count halves = 70",
    );
    let of_problem = |text: &str| errors(&format!("problem p = {text}"));
    for (text, fault) in [
        (
            "constant 12x1 true polyominoes 11..12 ~one",
            "pieces that are made as far as they fit cannot all be required",
        ),
        ("constant 12x11 true polyominoes 11 ~maybe", "polyominoes are listed from 1 to 10 cells"),
        ("torus constant 4x4 true polyominoes 11 ~maybe", "polyominoes are listed from 1 to 10 cells"),
        ("constant 4x4 true polyominoes 0.. ~maybe", "polyominoes are listed from 1 to 10 cells"),
        ("constant 11x11 true polyominoes 60 ~maybe", "polyominoes are listed from 1 to 10 cells"),
    ] {
        let said = of_problem(text);
        assert!(said.len() == 1 && said[0].ends_with(fault), "{text}: {said:?}");
    }
    assert!(errors("tiles t = polyominoes 11 ~maybe")[0].ends_with("are listed from 1 to 10 cells"));
    // A list by its name is the same on every board.
    let text = "tiles t<n> = polyominoes (n) ~maybe problem p<n> = constant (n, n) true t<4 * n> count p<3>";
    assert_eq!(errors(text).len(), 1);
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
