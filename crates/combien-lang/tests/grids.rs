//! Spheres, half squares, kites and sticks in the language, and lattices of one's own.

use crate::shared::{errors, results, script_of, warnings};
use combien_lang::puzzle;
use combien_tiling::Lattice;

type Shipped = fn() -> &'static Lattice;

/// Everything that can be written of a grid, in one text for each.
const GRIDS: [(&str, Shipped); 4] = [
    (
        "pattern3 a = sphere {**$*.} pattern3 b = sphere [{**$**}, {*}]
        problem3 p = constant sphere 2x2x2 true [a ~sym, sphere {*} ~times 0..]",
        Lattice::sphere,
    ),
    (
        "pattern a = tan {JL} problem p = constant tan 2x2 true ~gaps [a ~sym, tan {L} ~maybe ~rot]",
        Lattice::quarter,
    ),
    ("problem p = torus hexagon kite 1 by 6x0 0x4 [kite {**} ~sym, kite {*} ~mirror]", Lattice::kite),
    ("problem p = constant stick 2x1 true [stick {+-$|.} ~half, polysticks 1 ~sym]", Lattice::stick),
];

#[test]
fn each_grid_has_its_lattice_and_is_written_back() {
    for (text, lattice) in GRIDS {
        let lattice = lattice();
        let script = script_of(&[("t.cmb", text)]).unwrap();
        let tiling = &script.problems.last().unwrap().tiling;
        assert_eq!(tiling.lattice(), lattice);
        let written = puzzle("p", tiling, &[]).unwrap();
        let again =
            script_of(&[("t.cmb", written.as_str())]).unwrap_or_else(|faults| panic!("{written}{faults:?}"));
        let again = &again.problems[0].tiling;
        let count = |tiling: &combien_tiling::Tiling| {
            combien::solve::count(&tiling.encode().unwrap().problem).unwrap()
        };
        assert_eq!(count(again), count(tiling), "{written}");
        assert_eq!(again.board().cells().len(), tiling.board().cells().len());
        for (one, other) in tiling.pieces().iter().zip(again.pieces()) {
            assert_eq!(one.shape.at_origin(lattice), other.shape.at_origin(lattice), "{written}");
            assert_eq!((one.quantity, &one.isometries), (other.quantity, &other.isometries), "{written}");
        }
    }
}

/// A board of which only some quarters may stay empty cannot be drawn; it is refused rather than changed.
#[test]
fn what_cannot_be_drawn_is_not_written() {
    use combien_tiling::{Board, Pattern, Tiling};
    let board = Board::of(&Pattern::drawn(Lattice::quarter(), "**").unwrap());
    let first = [board.cells().cells()[0]].into_iter().collect();
    let tiling = Tiling::new(board.with_optional(first).unwrap(), vec![]).unwrap();
    let error = puzzle("p", &tiling, &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a drawing of quarters does not show which of them may stay empty, nor marks"
    );
}

/// The row of the reference, and characters of each kind.
#[test]
fn drawings() {
    let holds = |text: &str| drop(results(text));
    holds("assert tan {L} = tan {\u{25e3}} assert tan {v^$><} && tan {*.$.*} = tan {v.$.<}");
    holds("assert constant tan 4x3 true = tan {****$****$****} assert diamond tan 1 = constant tan 2x2 true");
    holds("assert stick {+-+} = stick {\u{2576}\u{2500}\u{2574}} assert stick {--} = stick {++}");
    holds("assert constant stick 2x1 true = stick {+++$+++} assert constant kite 1x1 true = hexagon kite 1");
    holds("assert apply Rot90 tan {L} = tan {J} assert apply Rot60 kite {*..$...} = kite {...$*..}");
    holds("problem3 p = sphere marked {AB} [sphere marked {BA} ~sym, sphere {**}] assert count p = 2");
    // All pieces of a size: OEIS A006074, A057786 and A019988, four cells or half squares each.
    holds(
        "problem a = constant tan 9x9 true polyaboloes 4 problem k = constant kite 9x9 true polykites 4
        problem s = constant stick 9x9 true polysticks 4",
    );
    let script = script_of(&[(
        "t.cmb",
        "problem a = {*} [{*}] problem b = constant tan 9x9 true polyaboloes 4
        problem c = constant kite 9x9 true polykites 4 problem d = constant stick 9x9 true polysticks 4",
    )]);
    let pieces =
        script.unwrap().problems.iter().map(|problem| problem.tiling.pieces().len()).collect::<Vec<_>>();
    assert_eq!(pieces, [1, 14, 10, 16]);
}

/// Dominoes of quarters, kites and sticks that are counted by hand: two halves of a square, six kites around
/// a point, two paths of two sticks around a square; and no crossing.
#[test]
fn small_counts() {
    let holds = |text: &str| drop(results(text));
    holds("problem p = tan {*} [tan {L} ~sym] assert count p = 2");
    holds("problem p = hexagon kite 1 [kite {.**} ~sym] assert count p = 2");
    holds("problem p = constant stick 1x1 true [stick {++$+.} ~sym] assert count p = 2");
    // A cross of two bars would cross; two corners only touch: two ways, and a bar with two single sticks.
    holds(
        "problem p = stick {.+.$+++$.+.} [stick {---} ~sym, stick {++$+.} ~sym, stick {++} ~sym ~times 0..2]
        assert count p = 8",
    );
    // The ball on top touches all four below, which touch in a ring. It is alone in two ways, and each other
    // one in two.
    holds("problem3 p = pyramid sphere 2 [sphere {**} ~sym, sphere {*} ~one] assert count p = 10");
    holds("problem3 p = sphere [{**$**}, {*}] [sphere {**} ~sym, sphere {*} ~one] assert count p = 10");
}

#[test]
fn wrong_input_is_told() {
    assert_eq!(
        errors("problem p = sphere {*} [{*}] problem3 q = kite {*} [[{*}]]\nproblem r = tan {*} [kite {*}]"),
        [
            "t.cmb:1:13: spheres make a solid, and this is the plane",
            "t.cmb:1:43: there are no kites in three dimensions, only cubes and spheres",
            "t.cmb:2:22: a piece of kites does not fit on a board of quarters"
        ]
    );
    assert_eq!(
        errors("pattern a = shift tan {**} 1x0 pattern b = diamond kite 2 pattern c = apply Rot60 tan {*}"),
        [
            "t.cmb:1:13: a step of 1x0 does not lead from quarters to quarters of the same kind",
            "t.cmb:1:44: there is no diamond of kites",
            "t.cmb:1:77: `Rot60` is not an isometry of a quarter"
        ]
    );
    assert_eq!(
        errors(
            "problem p = constant stick 1x1 true [stick {++} ~sides \"a\"]\nproblem q = constant stick 1x1 true [stick {++}] where crossroads 0"
        ),
        [
            "t.cmb:1:56: sticks have no sides with colors",
            "t.cmb:2:56: `crossroads` is about cells that lie side to side, and sticks do not"
        ]
    );
    assert_eq!(
        warnings("pattern a = tan {LQ} pattern b = stick {+\u{e9}}"),
        [
            "t.cmb:1:19: `Q` is an empty place in this drawing",
            "t.cmb:1:42: `\u{e9}` is an empty place in this drawing"
        ]
    );
    assert_eq!(errors("problem3 p = polykites 2 [[{*}]]").len(), 1);
}

/// Clues name positions of the frame, as `generate` writes them.
#[test]
fn clues_are_read_where_they_are_written() {
    let holds = |text: &str| drop(results(text));
    let square = "problem p = constant tan 2x1 true [tan {L} ~sym ~named \"t\"]";
    holds(&format!("{square} assert count p = 4"));
    holds(&format!("{square} fix \"t\" over 0x0 1x0 assert count p = 2"));
    holds(&format!("{square} fix \"t\" at 2x0 as Id assert count p = 2"));
    holds(&format!("{square} fix {{12..$1244}} assert count p = 1"));
    holds(
        "problem3 p = pyramid sphere 2 [sphere {**} ~sym ~named \"bar\", sphere {*} ~one]
        fix \"bar\" over 0x0x1 assert count p = 8",
    );
}

/// Octagons and squares; the last line of each text defines the problem.
const OCTAGONS: &str = "lattice octagon = square 10 [
  [(-2, -5) (2, -5) (5, -2) (5, 2) (2, 5) (-2, 5) (-5, 2) (-5, -2)],
  [(5, 2) (8, 5) (5, 8) (2, 5)]
]
";

/// Units, drawings and clues; rows of a unit; axes of each kind; members of a family. Each is written, and
/// read again.
#[test]
fn lattices_are_defined_and_written_back() {
    let square = "lattice cell<n> = square (2 * n) [[(0, 0) (2 * n, 0) (2 * n, 2 * n) (0, 2 * n)]]";
    for (text, solutions) in [
        (format!("{OCTAGONS} problem p = constant lattice octagon 2x1 true [lattice octagon {{**}} ~sym]"), 1),
        (
            format!(
                "{OCTAGONS} problem p = lattice octagon {{****$**?*}} [lattice octagon {{*}} ~times 0.., \
                 lattice octagon {{**}} ~sym ~maybe] also 1..2 at every vertex forbid over 1x1"
            ),
            0,
        ),
        (format!("{square} problem p = torus constant lattice cell<3> 4x4 true [lattice cell<3> {{**}} ~sym]"), 272),
        (format!("{square} problem p = constant lattice cell<2> 4x4 true [lattice cell<2> {{**}} ~sym]"), 36),
        (
            "lattice brick = rhombus 1x1 2 [[(0, 0) (1, -1) (2, -2) (3, -1) (2, 0) (1, 1)]] ~motions \"Rot180\"
             problem p = lattice brick {**$**} [lattice brick {**} ~rot, lattice brick {*$*}]"
                .to_owned(),
            2,
        ),
        (
            "lattice tile = rectangle 2x3 1 [[(0, 0) (1, 0) (1, 1) (0, 1)]]
             problem p = lattice tile marked {AB$BA} [lattice tile marked {AB} ~sym]"
                .to_owned(),
            1,
        ),
    ] {
        let script = script_of(&[("t.cmb", text.as_str())]).unwrap_or_else(|faults| panic!("{text}{faults:?}"));
        let tiling = &script.problems.last().unwrap().tiling;
        let count = |tiling: &combien_tiling::Tiling| {
            combien::solve::count(&tiling.encode().unwrap().problem).unwrap().to_u64()
        };
        assert_eq!(count(tiling), Some(solutions), "{text}");
        if tiling.has_clues() {
            continue;
        }
        let written = puzzle("p", tiling, &[]).unwrap();
        let again =
            script_of(&[("t.cmb", written.as_str())]).unwrap_or_else(|faults| panic!("{written}{faults:?}"));
        assert_eq!(count(&again.problems[0].tiling), Some(solutions), "{written}");
    }
}

/// The numbers of pieces of OEIS A343577.
#[test]
fn polyforms_of_a_lattice() {
    let text = format!("{OCTAGONS} problem p<n> = lattice octagon {{*}} polyforms octagon (n)");
    let number = |cells: usize| {
        let script = script_of(&[("t.cmb", format!("{text} count p<{cells}>").as_str())]).unwrap();
        script.problems[0].tiling.pieces().len()
    };
    assert_eq!([1, 2, 3, 4].map(number), [2, 2, 7, 22]);
}

/// Each error has its place.
#[test]
fn wrong_lattices_are_reported_where_they_are_wrong() {
    let wrong = |text: &str| errors(text).join("; ");
    let square = "[(0, 0) (2, 0) (2, 2) (0, 2)]";
    assert!(
        wrong(&format!("lattice a = square 3 [{square}]"))
            .contains("1:23: no single cell lies across the side")
    );
    assert!(wrong(&format!("lattice a = square 0 [{square}]")).contains("1:20: the cells repeat after"));
    assert!(wrong("lattice a = square 2 []").contains("at least one cell"));
    assert!(
        wrong(&format!("lattice hex = square 2 [{square}]")).contains("1:9: a lattice cannot be named `hex`")
    );
    assert!(wrong(&format!("lattice a = square 2 in 2x1 [{square}]")).contains("1:25: 2 columns and 1 rows"));
    assert!(wrong(&format!("lattice a = square 2 [{square}] ~motions \"\"")).contains("there is no motion"));
    assert!(wrong(&format!("lattice a = square 2 [{square}] ~motions \"Rot60\"")).contains("is no isometry"));
    assert!(wrong(&format!("lattice a = rectangle 0x1 2 [{square}]")).contains("lengths of the axes"));
    assert!(
        wrong("lattice a = round 2 [[(0, 0)]]").contains("`square`, `hexagon`, `rectangle` or `rhombus`")
    );
    assert!(wrong("lattice a = square 2 [(0, 0)]").contains("`[` is expected"));
    assert!(wrong("pattern p = lattice octagn {*}").contains("lattice `octagn` is not defined"));
    assert!(
        wrong(&format!("{OCTAGONS} pattern p = lattice octagn {{*}}"))
            .contains("lattice `octagn` is not defined")
    );
    assert!(wrong(&format!("{OCTAGONS} pattern3 p = lattice octagon {{*}}")).contains("cells of the plane"));
    assert!(wrong(&format!("{OCTAGONS} pattern p = apply Rot60 lattice octagon {{*}}")).contains("Rot60"));
    assert!(
        wrong(&format!("{OCTAGONS} pattern p = shift lattice octagon {{**}} 1x0"))
            .contains("of the same kind")
    );
    assert!(wrong(&format!("{OCTAGONS} problem p = {{**}} [lattice octagon {{*}}]")).contains("octagon"));
    assert!(wrong(&format!("{OCTAGONS} tiles t = polyforms octagon 9")).contains("from 1 to 6 cells"));
    let fault = format!("{OCTAGONS} problem p = lattice octagon {{**}} [lattice octagon {{**}}] where fault");
    assert!(wrong(&fault).contains("cannot be decided"));
    // In a family that nobody uses, names and parameters are checked too.
    assert!(wrong("lattice a<n> = square (m) [[(0, 0) (n, k)]]").contains("no parameter `m`"));
    let twice = format!("lattice a = square 2 [{square}] lattice a = square 2 [{square}]");
    assert!(warnings(&twice).join(";").contains("defined a second time"));
}

/// Numbers as large as they can be are outside the board, in each grid.
#[test]
fn far_positions_are_outside() {
    for grid in ["hex", "tri", "tan", "kite", "stick", "lattice octagon"] {
        for (clue, said) in [
            ("fix d at 2000000000x0", "cannot lie there"),
            ("fix d at 2147483646x2147483647 as VertRefl", "cannot lie there"),
            ("forbid over 2147483646x2147483645", "has no cell"),
            ("forbid over (0 - 2147483647, 2147483644)", "has no cell"),
        ] {
            let text = format!(
                "{OCTAGONS} problem p = constant {grid} 2x2 true ~gaps [{grid} {{**}} ~sym ~times 1 ~named \"d\"] {clue}"
            );
            assert!(errors(&text).join(";").contains(said), "{text}: {:?}", errors(&text));
        }
    }
    let far = format!(
        "{OCTAGONS} pattern p = crop 2147483646x0 2x2 lattice octagon {{**}} assert p = lattice octagon {{..$..}}"
    );
    results(&far);
    assert!(
        errors(&format!("{OCTAGONS} pattern p = constant lattice octagon 8388607x1 true"))
            .join(";")
            .contains("too large")
    );
    let closed = "problem p = torus constant lattice octagon 2x2 true by 2147483646x0 [lattice octagon {*}]";
    assert!(errors(&format!("{OCTAGONS} {closed}")).join(";").contains("cannot close over"));
}
