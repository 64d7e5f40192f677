//! The syntax beyond `combine`: how it is read, that its words can still be names, and the messages for
//! errors.

use combien::diagnostic::{Diagnostic, Source};
use combien_lang::ast::{
    Condition, Decl, ExprKind, Flag, Grid, List, Mark, Output, Question, Space, Spanned, Times, Values,
};
use combien_lang::elaborate::LoadError;
use combien_lang::parser::parse;
use combien_lang::words::{self, WORDS};
use combien_lang::{Loaded, load};
use combien_tiling::Lattice;

fn read(text: &str) -> Vec<Decl> {
    let (decls, diagnostics) = parse(&Source::new("t.cmb", text));
    assert_eq!(diagnostics, [], "{text}");
    decls.into_iter().map(|decl| decl.node).collect()
}

fn faults(text: &str) -> Vec<Diagnostic> {
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
    match load("t.cmb", &files) {
        Ok(script) => script.warnings,
        Err(LoadError::Diagnostics(diagnostics)) => diagnostics,
        Err(LoadError::Io(error)) => panic!("{error}"),
    }
}

fn messages(text: &str) -> Vec<String> {
    faults(text).iter().map(|fault| format!("{}: {}", fault.code, fault.message)).collect()
}

/// Files of `combine` use these words as names, each alone in its place.
#[test]
fn new_words_can_still_be_names() {
    let is_free = |word: &&str| words::keyword(word).is_none();
    let mut free: Vec<&str> = WORDS.iter().map(|word| word.text).filter(is_free).collect();
    free.extend(["x", "mod", "cube"]);
    for word in &free {
        for next in &free {
            let text = format!(
                "pattern {word} = {{**}} pattern {next} = union {word} {{**}} \
                 assert {word} = {word} assert {word} || {next} = {next} - {next} || {word} \
                 tiles {word} = [{word}, {next} ~one, set {word} 0x0 true ~sym] tiles {next} = [{word}] \
                 problem {word} = {word} {word} problem {next} = {word} || {next} {next} \
                 problem {word} = {word} [{next}] problem {next} = apply Rot90 {word} {word} \
                 print {word} count dlx {word} count equal_size {word} solve equal_size {word} ascii \
                 solve dlx {word} svg \"f\" all dlx {word} dimacs {word} \"f\" exit"
            );
            let (decls, diagnostics) = parse(&Source::new("t.cmb", text.as_str()));
            assert_eq!(diagnostics, [], "{text}");
            assert_eq!(decls.len(), 18, "{text}");
        }
    }
}

#[test]
fn words_mean_something_where_no_name_can_stand() {
    let is_closed = |text: &str| match &read(text)[0] {
        Decl::Problem(problem) => problem.value.as_ref().unwrap().closed.is_some(),
        _ => panic!("a problem"),
    };
    for text in [
        "torus a t",
        "torus {*} t",
        "torus a [a]",
        "cylinder a by 3x3 t",
        "torus (a) t",
        "torus torus t",
        "torus a<3> t",
    ] {
        assert!(is_closed(&format!("problem p = {text}")), "{text}");
    }
    for text in ["torus t", "torus [a]", "torus || a t", "torus by 3x3 t", "torus<3> t", "cylinder t count p"]
    {
        assert!(!is_closed(&format!("problem p = {text}")), "{text}");
    }
    let algorithm = |text: &str| match read(text).remove(0) {
        Decl::Ask(question) => {
            (question.algorithm.map(|algorithm| algorithm.name.node), question.target.name.node)
        }
        decl => panic!("{decl:?}"),
    };
    let (fast, none) =
        (|name: &str| (Some("fast".to_owned()), name.to_owned()), |name: &str| (None, name.to_owned()));
    assert_eq!(algorithm("count fast p"), fast("p"));
    assert_eq!(algorithm("count p up to symmetry"), none("p"));
    assert_eq!(algorithm("count fast up up to symmetry"), fast("up"));
    assert_eq!(algorithm("count fast up"), fast("up"));
    assert_eq!(algorithm("count p sample p 3"), none("p"));
    assert_eq!(algorithm("count fast sample sample p 3"), none("fast"));
    assert_eq!(algorithm("count fast sample exit"), fast("sample"));
    assert_eq!(algorithm("solve p first 10"), none("p"));
    assert_eq!(algorithm("solve fast first"), fast("first"));
    assert_eq!(algorithm("solve p json"), none("p"));
    assert_eq!(algorithm("solve fast json ascii"), fast("json"));
    assert_eq!(algorithm("all p png \"f\""), none("p"));
    assert_eq!(algorithm("solve3 p stl \"f\""), none("p"));
}

#[test]
fn the_plane_and_space_share_their_forms() {
    let spaces: Vec<Space> =
        read("pattern a = b pattern3 a = [b, {*}] tiles3 t = [a] problem3 p = a t count3 p all3 p")
            .into_iter()
            .map(|decl| match decl {
                Decl::Pattern(definition) => definition.space,
                Decl::Tiles(definition) => definition.space,
                Decl::Problem(definition) => definition.space,
                Decl::Ask(question) => question.space.unwrap(),
                decl => panic!("{decl:?}"),
            })
            .collect();
    let (plane, solid) = (Space::Plane, Space::Solid);
    assert_eq!(spaces, [plane, solid, solid, solid, solid, solid]);
}

#[test]
fn drawings_say_what_their_marks_are() {
    let drawing = |text: &str| match read(&format!("pattern a = {text}")).remove(0) {
        Decl::Pattern(definition) => match definition.value.unwrap().node {
            ExprKind::Drawing(drawing) => (drawing.grid, drawing.rows),
            expr => panic!("{expr:?}"),
        },
        decl => panic!("{decl:?}"),
    };
    assert_eq!(drawing("{*.$?}"), (Grid::Square, vec![vec![Mark::On, Mark::Off], vec![Mark::Optional]]));
    assert_eq!(
        drawing("hex { * *\n  * }"),
        (Grid::Ships(Lattice::hexagon()), vec![vec![Mark::On; 2], vec![Mark::On]])
    );
    assert_eq!(
        drawing("tri {.*. $ ***}"),
        (Grid::Ships(Lattice::triangle()), vec![vec![Mark::Off, Mark::On, Mark::Off], vec![Mark::On; 3]])
    );
    assert_eq!(
        drawing("marked {a*7.}"),
        (Grid::Square, vec![vec![Mark::Named('a'), Mark::On, Mark::Named('7'), Mark::Off]])
    );
    let odd = |text: &str| {
        let (_, faults) = parse(&Source::new("t.cmb", format!("pattern a = {text}")));
        format!("{}: {}", faults[0].code, faults[0].message)
    };
    assert_eq!(odd("{*X}"), "odd-cell: `X` is an empty place in this drawing");
    assert_eq!(odd("marked {*X-}"), "odd-cell: `-` is an empty place in this drawing");
    // A word that the file defines is a name; `union hex {*}` has two operands then.
    read("pattern hex = {*} pattern a = union hex {*}");
    assert_eq!(messages("pattern a = union hex {*}"), ["syntax: a pattern is expected; the file ends here"]);
}

#[test]
fn options_ranges_and_numbers_are_read() {
    let Decl::Tiles(tiles) =
        &read("tiles t<n> = [a ~times 2..n + 1 ~named \"F\" ~color \"#fff\", b ~times 3.., c ~times n]")[0]
    else {
        panic!("tiles")
    };
    let List::Tiles(tiles) = &tiles.value.as_ref().unwrap().selection.list.node else { panic!("a list") };
    let flags: Vec<&Flag> = tiles.iter().flat_map(|tile| &tile.flags).map(|flag| &flag.node).collect();
    assert!(matches!(
        flags[..],
        [
            Flag::Times(Times::Between(..)),
            Flag::Named(_),
            Flag::Color(_),
            Flag::Times(Times::AtLeast(_)),
            Flag::Times(Times::Exactly(_))
        ]
    ));
    let decls = read(
        "assert count fast strip<1..12, 3> up to symmetry = 1, 0, 28 assert solvable p assert unsolvable p assert solvable = a",
    );
    let Decl::Assert(Condition::Count(question)) = &decls[0] else { panic!("a count") };
    let values: Vec<Values> = question.target.arguments.iter().map(|values| values.node).collect();
    assert_eq!((values, question.counts.len()), (vec![Values::Range(1, 12), Values::One(3)], 3));
    assert!(question.up_to_symmetry.is_some());
    assert!(matches!(&decls[1], Decl::Assert(Condition::Solvable(_, true))));
    assert!(matches!(&decls[2], Decl::Assert(Condition::Solvable(_, false))));
    assert!(matches!(&decls[3], Decl::Assert(Condition::Equal(..))));
    let Decl::Problem(problem) = &read("problem p<n> = torus (a) by (n, -1) 0x2 ~gaps t<n / 2 % 3>")[0]
    else {
        panic!("a problem")
    };
    let problem = problem.value.as_ref().unwrap();
    assert_eq!((problem.periods.len(), problem.flags.len()), (2, 1));
    assert!(matches!(&problem.tiles.selection.list.node, List::Named(list) if list.arguments.len() == 1));
    let Decl::Ask(Question {
        number: Some(_),
        output: Spanned { node: Output::Picture(_, _, Some(_)), .. },
        ..
    }) = &read("solve p first 3 pdf \"f\" cut")[0]
    else {
        panic!("a solve")
    };
}

#[test]
fn faults_have_hints() {
    let hint = |text: &str| faults(text)[0].hint.clone().unwrap_or_default();
    assert_eq!(hint("problem p = {*} [{*}] solve p 10"), "to find 10 solutions, write `first 10`");
    assert_eq!(hint("problem p = {*} [{*}] solve dlx p pngg \"f\""), "did you mean `png`?");
    assert_eq!(hint("problem p<n> = constant (n, 1) true [{*}] count p<5..3>"), "did you mean `3..5`?");
    assert_eq!(hint("pattern a = shift {*} -1x0"), "a negative number is written in parentheses: `(-1, 0)`");
    assert_eq!(hint("pattern a = **"), "drawings are written in braces: `{**}`");
    assert_eq!(hint("pattern a = apply Rot91 {*}"), "did you mean `Rot90`?");
    assert_eq!(
        hint("problem p = {*} [{*}] count p = 3"),
        "an assertion begins with `assert`: `assert count p = 520`"
    );
    assert_eq!(hint("problem p = {*} ~times 3 [{*}]"), "write it behind the tile");
    assert_eq!(
        messages("pattern a = constant (1 2) true\ntiles t = [{*}\ncount p<1..20000>"),
        [
            "syntax: `,` is expected; here is `2`",
            "syntax: `,` or `]` is expected; here is `count`",
            "unknown-problem: problem `p` is not defined",
            "range-too-large: the range 1..20000 has 20000 values: the most is 10000",
        ]
    );
}
