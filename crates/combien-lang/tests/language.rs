//! The language from text to results, with files and effects kept in memory.

use crate::shared::{Memory, errors, messages, results, script_of, warnings};
use combien::solve::{Budget, Reason, StopFlag};
use combien_lang::{Fault, Loaded, RunError, load, run};

/// Each line is an assertion that holds in `combine`, or that corrects a bug of it.
#[test]
fn operators_bind_as_in_the_reference() {
    let holds = "
        pattern a = {*..$...} pattern b = {.*.$...} pattern c = {..*$.*.}
        assert a || b && c = (a || b) && c
        assert apply Rot180 a || b = apply Rot180 (a || b)
        assert crop 0x0 2x2 a || b = crop 0x0 2x2 (a || b)
        assert union a b && c = union a (b && c)
        assert set a || b 1x0 true = set (a || b) 1x0 true
        assert shift a 1x0 || b = (shift a 1x0) || b
        assert a - b = diff a b
        assert a ^ c = xor a c
        assert a && b = inter a b
        assert {**$.*} - {*.$..} = {.*$.*}
        assert {
          * *     # spaces, comments and short rows
          *
        } = {**$*.}
        assert crop 2x0 2x2 {....$.**.$.**.} = {*.$*.}
        assert true
    ";
    script_of(&[("t.cmb", holds)]).unwrap();
    assert_eq!(
        errors("assert {*} = {*.}"),
        ["t.cmb:1:8: the assertion does not hold: the sizes are 1x1 and 2x1"]
    );
    assert_eq!(
        errors("assert {**} = {*.}"),
        ["t.cmb:1:8: the assertion does not hold: the patterns differ at 1x0"]
    );
    assert_eq!(errors("assert false"), ["t.cmb:1:8: the assertion does not hold"]);
}

/// The sample of the reference's `print`, to the letter.
#[test]
fn print_matches_the_reference() {
    let printed = results("pattern L = {\n***\n*..\n}\nproblem p = {\n***\n*..\n} [L]\nprint p\n").printed;
    assert_eq!(printed, "problem \"p\"\n***\n*..\ntile \"L\"\n***\n*..\n{ Id, }\n\n");
    let printed = results("pattern d = {**} problem p = d [d] print p print d").printed;
    assert!(printed.contains("{ Id, Rot180, VertRefl, HorizRefl, }"), "{printed}");
    assert!(printed.ends_with("pattern \"d\" 2x1\n**\n\n"), "{printed}");
}

#[test]
fn result_lines_match_the_reference() {
    let text = "
        pattern d = {**}
        problem A = constant 4x4 true [d ~sym]
        debug on
        solve dlx A svg \"out/a.svg\"
        count dlx A
        timing on
        count A
        debug off
        problem none = {*.*} [d]
        solve dlx none ascii
        all dlx none ascii
        dimacs none \"none.cnf\"
        answer_to_the_question_of_life_the_universe_and_everything
        exit
        count A
    ";
    let host = results(text);
    let expected = "EMC size is\n  24 rows x 16 columns, with 16 primary columns\n\
        SVG written in file \"out/a.svg\"\n\
        EMC size is 24 rows x 16 columns, with 16 primary columns\nA : (DLX) 36 solutions\n\
        EMC size is 24 rows x 16 columns, with 16 primary columns\nA : (FAST) 36 solutions\n\
        A solutions counted in 0.000000s\n\
        problem \"none\" has no solution\n\
        0 solutions found for problem \"none\"\n\"none\" solved in 0.000000s\n42\nexit\n";
    assert_eq!(host.printed, expected);
    assert_eq!(host.written.keys().collect::<Vec<_>>(), ["none.cnf", "out/a.svg"]);
    assert_eq!(host.written["none.cnf"], b"c made by Combien\np cnf 0 2\n0\n0\n");
}

/// The reference's `all` on its sample: five covers, each drawn.
#[test]
fn all_draws_every_solution() {
    let text = "pattern d = {**} problem A = {**$**} [d ~maybe ~sym, {*}] all dlx A";
    let printed = results(text).printed;
    assert!(printed.ends_with("5 solutions found for problem \"A\"\n"), "{printed}");
    assert_eq!(printed.matches('┌').count(), 5);
    let host = results(&format!("{text} svg \"a.svg\""));
    assert_eq!(host.written.len(), 5);
    assert!(host.written.contains_key("a-5.svg"));
}

/// `dimacs` of the reference's sample. The reference writes the same clauses in another order of options, and
/// no comment.
#[test]
fn dimacs_is_a_correct_formula() {
    let text = "problem p = {**$**} [{**} ~sym] dimacs p \"p.cnf\"";
    let expected =
        "c made by Combien\np cnf 4 8\n1 2 0\n-1 -2 0\n1 3 0\n-1 -3 0\n2 4 0\n-2 -4 0\n3 4 0\n-3 -4 0\n";
    assert_eq!(String::from_utf8(results(text).written["p.cnf"].clone()).unwrap(), expected);
    // A piece of two cells with a quantity: the reference's formula has no model.
    let text = "problem p = {**$**} [{**} ~one, {**} ~maybe] dimacs p \"p.cnf\" assert count p = 2";
    let formula = String::from_utf8(results(text).written["p.cnf"].clone()).unwrap();
    assert!(formula.lines().all(|line| line != "-1 -1 0"), "{formula}");
}

/// The numbers of the paper and its program: 2298 nodes there, and a count that no enumeration reaches.
#[test]
fn diagrams_count_list_and_draw_at_random() {
    let text =
        "pattern d = {**} problem A = constant 8x8 true [d ~sym] debug on count zdd A count intersect A";
    let host = results(text);
    assert_eq!(host.printed.matches("12988816 solutions").count(), 2, "{}", host.printed);
    assert!(host.printed.contains("A : (ZDD) 12988816 solutions"));
    assert_eq!(
        host.noted[1], "ZDD has size 2298",
        "as in the reference, which has the same order of options"
    );
    let small = "pattern d = {**} problem A = {**$**} [d ~maybe ~sym, {*}]";
    let all = results(&format!("{small} all zdd A")).printed;
    assert!(all.ends_with("5 solutions found for problem \"A\"\n") && all.matches('┌').count() == 5);
    let drawn = |seed: &str| results(&format!("{small} sample A 20 {seed}")).printed;
    assert_eq!(drawn("seed 7"), drawn("seed 7"));
    assert_ne!(drawn("seed 7"), drawn("seed 8"));
    assert_eq!(drawn("").matches("┌").count(), 20);
    assert_eq!(results(&format!("{small} solve zdd A")).printed.matches('┌').count(), 1);
    let none = results("problem n = {*.*} [{**}] sample n 3 solve zdd n").printed;
    assert_eq!(none, "problem \"n\" has no solution\n".repeat(2));
    let host = results(&format!("{small} sample A 3 svg \"s.svg\""));
    assert_eq!(host.written.keys().collect::<Vec<_>>(), ["s-2.svg", "s-3.svg", "s.svg"]);
    // `sample` and `seed` are not words of `combine`, and may be names.
    results("pattern sample = {*} pattern seed = sample problem p = seed [sample] sample p 1 seed 3");
}

/// The count of mono-, di- and trominoes on the chessboard that the reference's example gives.
#[test]
fn counts_beyond_enumeration_are_exact() {
    let text = "problem p = constant 8x8 true [{*}, {**} ~sym, {***} ~sym, {**$*.} ~sym] \
                assert count p = 92109458286284989468604 count p";
    assert_eq!(results(text).printed, "p : (FRONTIER) 92109458286284989468604 solutions\n");
}

#[test]
fn assertions_of_counts_are_checked_when_they_run() {
    let script = script_of(&[("t.cmb", "problem p = {**} [{*}] assert count dlx p = 2")]).unwrap();
    let error = run(&script, &mut Memory::default()).unwrap_err();
    assert!(matches!(error, RunError::Action { fault: Fault::Assertion { .. }, .. }));
    assert_eq!(error.to_string(), "the assertion does not hold: problem `p` has 1 solution, not 2");
    let big = "problem p = {**} [{*}] assert count p = 340282366920938463463374607431768211456";
    let script = script_of(&[("t.cmb", big)]).unwrap();
    assert!(run(&script, &mut Memory::default()).is_err());
}

#[test]
fn limits_stop_an_action_and_say_so() {
    let text =
        "problem p = constant 6x6 true [{**} ~sym] count p solve p all p assert count p = 6728 print p";
    let script = script_of(&[("t.cmb", text)]).unwrap();
    let mut host = Memory { budget: Budget { nodes: Some(3), ..Budget::UNLIMITED }, ..Memory::default() };
    assert_eq!(run(&script, &mut host).unwrap(), Some(Reason::Nodes(3)));
    let stopped = "stopped at the limit of 3 nodes\n";
    let expected = [
        format!("p : (FAST) at least 0 solutions: {stopped}"),
        format!("problem \"p\": no solution found yet: {stopped}"),
        format!("at least 0 solutions for problem \"p\": {stopped}"),
        format!("p: not known whether it has 6728 solutions: {stopped}"),
    ];
    assert!(host.printed.starts_with(&expected.concat()), "{}", host.printed);
    let stop = StopFlag::new();
    stop.raise();
    let mut host = Memory { budget: Budget { stop: Some(stop), ..Budget::UNLIMITED }, ..Memory::default() };
    assert_eq!(run(&script, &mut host).unwrap(), Some(Reason::Asked));
    assert_eq!(host.printed.lines().count(), 1, "nothing runs after a stop was requested");
}

/// A second inclusion does nothing: it causes no warning, repeats no command, and resets no name.
#[test]
fn a_file_is_read_once() {
    let files = [
        ("main.cmb", "include \"b.cmb\" pattern a = {**} include \"b.cmb\" problem q = a [a] print q"),
        ("b.cmb", "pattern a = {*} problem p = a [a] count dlx p"),
    ];
    let script = script_of(&files).unwrap();
    assert_eq!(messages(&script.warnings), ["main.cmb:1:25: pattern `a` is defined a second time"]);
    assert_eq!((script.actions.len(), script.problem_names()), (2, vec!["p", "q"]));
    assert_eq!(script.problem("q").unwrap().tiling.board().cells().len(), 2);
    let library = script_of(&[("t.cmb", "include <soma> include <soma>")]).unwrap();
    assert_eq!(messages(&library.warnings), [""; 0]);
}

/// Each file includes the next one twice. If each were read twice, the last would be read 2^90 times.
#[test]
fn a_diamond_of_inclusions_is_linear() {
    const DEPTH: usize = 90;
    let reads = std::cell::Cell::new(0);
    let files = |path: &str, _: Option<&str>| {
        reads.set(reads.get() + 1);
        let next = path.parse::<usize>().unwrap() + 1;
        let text = if next == DEPTH {
            "problem p = {*} [{*}] count p".into()
        } else {
            format!("include \"{next}\" ").repeat(2)
        };
        Ok(Loaded::new(path, text))
    };
    let script = load("0", &files).unwrap();
    assert_eq!((script.actions.len(), reads.get()), (1, DEPTH));
}

#[test]
fn included_files_share_one_scope() {
    let files = [
        ("main.cmb", "pattern a = {*} include \"b.cmb\" include \"b.cmb\" problem p = a || b list print p"),
        ("b.cmb", "pattern b = a tiles list = [a]"),
    ];
    let script = script_of(&files).unwrap();
    assert_eq!((script.problem_names(), messages(&script.warnings)), (vec!["p"], vec![]));
    let cycle = [("a.cmb", "include \"b.cmb\""), ("b.cmb", "\ninclude \"a.cmb\"")];
    let error = &script_of(&cycle).unwrap_err()[0];
    assert_eq!(error.to_string(), "b.cmb:2:9: a file includes itself: a.cmb -> b.cmb -> a.cmb");
    assert_eq!(
        errors("include \"none.cmb\""),
        ["t.cmb:1:9: `none.cmb` cannot be included: there is no such file"]
    );
}

#[test]
fn all_errors_are_shown_before_anything_runs() {
    let text = "pattern a = {**\n.*} pattern b = foo\nproblem p = a [a ~two, b]\ncount dlx q\ncount foo p\ncount equal_size p\nsolve frontier p";
    assert_eq!(
        errors(text),
        [
            "t.cmb:2:17: pattern `foo` is not defined",
            "t.cmb:3:18: there is no option `~two`",
            "t.cmb:4:11: problem `q` is not defined",
            "t.cmb:5:7: there is no algorithm `foo`",
            "t.cmb:7:7: the engine frontier counts solutions and cannot show them",
        ]
    );
}

/// An error in a definition is reported once: later uses of its name are not errors.
#[test]
fn a_broken_definition_is_reported_once() {
    let text = "pattern a = {*} }\npattern b = constant 3 true\nproblem p = b [b, a]\nsolve dlx p";
    let found = errors(text);
    assert_eq!(found.len(), 2, "{found:?}");
    let text = "tiles t = [{**} {*}]\nproblem p = {*} t\nproblem q = nope u\ncount p";
    assert_eq!(
        errors(text),
        [
            "t.cmb:1:17: `,` or `]` is expected; here is a drawing",
            "t.cmb:3:13: pattern `nope` is not defined",
            "t.cmb:3:18: list of tiles `u` is not defined",
        ]
    );
}

#[test]
fn warnings_name_what_is_allowed_but_suspicious() {
    assert_eq!(
        warnings("pattern a = {*} pattern a = {**}"),
        ["t.cmb:1:25: pattern `a` is defined a second time"]
    );
    assert_eq!(warnings("tiles a = [] problem a = {*} [{*}] problem a = {*} []").len(), 1);
    let same = "pattern I = {***} problem p = constant 3x3 true [I ~one, {*$*$*} ~one ~sym]";
    assert_eq!(
        warnings(same),
        ["t.cmb:1:58: two pieces have the same shape and are told apart all the same"]
    );
    assert_eq!(warnings("pattern I = {***} problem p = I [I ~one, {*$*$*} ~one]"), [""; 0]);
}

#[test]
fn hints_suggest_a_correction() {
    let hint = |text: &str| script_of(&[("t.cmb", text)]).unwrap_err()[0].hint.clone().unwrap_or_default();
    assert_eq!(hint("pattern domino = {**} pattern b = domno"), "did you mean `domino`?");
    assert_eq!(
        hint("tiles l = [{*}] pattern b = l"),
        "`l` is a list of tiles, used as in `problem p = BOARD l`"
    );
    assert_eq!(hint("patern a = {*}"), "did you mean `pattern`?");
    for word in ["latice", "sampel", "uniqe", "minimise", "maximise", "marginal", "incude", "dimac"] {
        let near = combien::diagnostic::nearest(
            word,
            ["lattice", "sample", "unique", "minimize", "maximize", "marginals", "include", "dimacs"],
        );
        assert_eq!(hint(&format!("{word} L = 1")), format!("did you mean `{}`?", near.unwrap()));
    }
    assert_eq!(hint("pattern count = {*}"), "`count` has a meaning of its own and cannot be a name");
    assert_eq!(hint("pattern a = constant 3 x 3 true"), "write both numbers without spaces: `8x5`");
    for size in ["6xn", "nx6", "6 x n", "mxn"] {
        let hint = hint(&format!("problem p<m, n> = constant {size} true [{{*}}]"));
        assert_eq!(hint, "with a parameter, a size is written in parentheses: `(n, 6)`", "{size}");
    }
    assert_eq!(hint("problem p = {*} [{*} ~on]"), "did you mean `~one`?");
    assert_eq!(hint("problem p = {*} [{*} ~cots 3]"), "did you mean `~cost`?");
    assert_eq!(hint("problem p = {*} [{*} ~nmaed \"F\"]"), "did you mean `~named`?");
    assert_eq!(
        hint("problem p = {*} ~rot [{*}]"),
        "`~rot` is an option of a piece: write it behind the piece"
    );
    assert_eq!(hint("pattern a = {***} || {*$*}"), "give both one size, as in `resize PATTERN 3x2`");
}

#[test]
fn nesting_has_a_limit_and_chains_have_none() {
    let nested = format!("pattern a = {}{{*}}{}", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(errors(&nested), ["t.cmb:1:513: expressions are nested more than 500 deep here"]);
    let prefixes = format!("pattern a = {}{{*}}", "apply Id ".repeat(200_000));
    assert_eq!(errors(&prefixes).len(), 1);
    let chain = format!("pattern a = {{*}}{}", " || {*}".repeat(100_000));
    script_of(&[("t.cmb", &chain)]).unwrap();
}

mod no_text_panics {
    use super::*;
    use combien_lang::words::WORDS;
    use proptest::prelude::*;

    fn tokens() -> Vec<&'static str> {
        let others = ["a", "b", "=", "[", "]", ",", "(", ")", "{**$*}", "2x3", "7", "~one", "\"t.cmb\""];
        WORDS.iter().map(|word| word.text).chain(others).collect()
    }

    proptest! {
        #[test]
        fn of_words(words in proptest::collection::vec(proptest::sample::select(tokens()), 0..40)) {
            let _ = script_of(&[("t.cmb", &words.join(" "))]);
        }

        #[test]
        fn of_characters(text in "[ -~\n\t\u{e9}\u{4e2d}]{0,80}") {
            let _ = script_of(&[("t.cmb", &text)]);
        }

        #[test]
        fn of_a_script_with_a_hole(start in 0usize..400, length in 0usize..60) {
            let text = include_str!("../../../examples/scott.cmb");
            let kept = |index: usize| index < start || index >= start + length;
            let holed: String = text.chars().enumerate().filter(|(index, _)| kept(*index)).map(|(_, c)| c).collect();
            let _ = script_of(&[("t.cmb", &holed)]);
        }
    }
}
