//! Every row of the tables that describe the language: what was kept of `combine`, what was mended, what goes
//! further. Each test names its row. Counts are those of the paper, of the literature, or of the reference
//! where it is right.

use crate::shared::{Memory, errors, messages, results, script_of, warnings};
use combien::solve::Budget;
use combien_lang::{Fault, RunError, run};

const DOMINO: &str = "pattern d = {**}\npattern3 c = [{**}]\n";

fn printed(text: &str) -> String {
    results(&format!("{DOMINO}{text}\n")).printed
}

fn faults(text: &str) -> Vec<String> {
    errors(&format!("{DOMINO}{text}\n"))
}

/// The assertions of a text hold; warnings are allowed.
fn assert_holds(text: &str) {
    results(&format!("{DOMINO}{text}\n"));
}

mod kept {
    use super::*;

    #[test]
    fn the_row_separator_comments_and_strings() {
        assert_holds("pattern a = {*.$.*} # a comment\nassert a = {\n*.\n.*\n} pattern b={*}assert b={ * }");
    }

    #[test]
    fn precedence_is_one_level_and_binds_tighter_than_prefix_forms() {
        assert_holds(
            "pattern a = {*.} pattern b = {.*} assert (a || b) && b = a || b && b\nassert apply Rot180 a || b = {**}",
        );
    }

    #[test]
    fn x_runs_right_and_y_up() {
        assert_holds("assert set {...$...} 2x1 true = {..*$...}\nassert shift {...$*..} 1x1 = {.*.$...}");
    }

    #[test]
    fn the_eight_isometries() {
        assert_holds(
            "assert apply Rot90 {**.$*..} = {..$*.$**}\npattern a = {**.$*..}
            assert apply Diag1Refl a = {..$.*$**}
            assert apply VertRefl a = {.**$..*} assert apply HorizRefl a = {*..$**.}",
        );
    }

    #[test]
    fn one_maybe_and_no_option() {
        let count = |flag: &str| printed(&format!("problem p = {{**$**}} [d{flag} ~sym, {{*}}] count dlx p"));
        assert_eq!(count(" ~one"), "p : (DLX) 4 solutions\n");
        assert_eq!(count(" ~maybe"), "p : (DLX) 5 solutions\n");
        assert_eq!(count(""), "p : (DLX) 7 solutions\n");
    }

    #[test]
    fn sym_is_eight_isometries_rot_is_four_rotations() {
        let l = "pattern l = {***$*..}";
        let count = |flag: &str| printed(&format!("{l} problem p = {{****$****}} [l {flag}] count dlx p"));
        assert_eq!(count("~sym"), "p : (DLX) 2 solutions\n");
        assert_eq!(count("~rot"), "p : (DLX) 1 solution\n");
    }

    #[test]
    fn name_spaces_are_separate_and_redefinition_warns() {
        assert_holds("pattern p = {**} tiles p = [p ~sym] problem p = p p assert count p = 1");
        let found = warnings("pattern a = {*} pattern a = {**}");
        assert_eq!(found, ["t.cmb:1:25: pattern `a` is defined a second time"]);
    }

    #[test]
    fn print_debug_timing_exit_include_and_the_joke() {
        let text = "problem p = {**} [d] debug on timing on count dlx p\nanswer_to_the_question_of_life_the_universe_and_everything exit count dlx p";
        let expected = "EMC size is 1 rows x 2 columns, with 2 primary columns\np : (DLX) 1 solution\np solutions counted in 0.000000s\n42\nexit\n";
        assert_eq!(printed(text), expected);
        let script =
            script_of(&[("a.cmb", "include \"b.cmb\" count dlx p"), ("b.cmb", "problem p = {*} [{*}]")]);
        let mut host = Memory::default();
        run(&script.unwrap(), &mut host).unwrap();
        assert_eq!(host.printed, "p : (DLX) 1 solution\n");
    }

    #[test]
    fn result_lines_keep_their_words() {
        let text = "problem p = {**} [d] problem n = {***} [d] solve dlx p svg \"a/b.svg\" solve dlx n ascii all dlx p";
        let shown = printed(text);
        assert!(
            shown.starts_with("SVG written in file \"a/b.svg\"\nproblem \"n\" has no solution\n"),
            "{shown}"
        );
        assert!(shown.ends_with("1 solution found for problem \"p\"\n"));
    }

    /// The reference counts orders of placements: 1451520 of 36 tilings.
    #[test]
    fn equal_size_is_a_named_algorithm() {
        let text = "problem p = constant 4x4 true [d ~sym] count equal_size p solve equal_size p";
        let shown = printed(text);
        assert!(shown.starts_with("problem \"p\" has 36 solutions\n"), "{shown}");
        assert_eq!(shown.lines().count(), 1 + 5 + 1);
        assert_holds("problem p = constant 4x2 true [d ~sym] assert count equal_size p = 5");
    }

    #[test]
    fn dimacs_and_sat_with_a_command() {
        let host = results(&format!(
            "{DOMINO}problem p = {{**$**}} [d ~one ~sym, d ~maybe ~sym] dimacs p \"f.cnf\""
        ));
        assert!(host.written["f.cnf"].starts_with(b"c made by Combien\np cnf "));
        // This host runs no commands.
        let script = script_of(&[("t.cmb", "problem p = {*} [{*}] solve sat \"minisat\" p ascii")]).unwrap();
        let error = run(&script, &mut Memory::default()).unwrap_err();
        assert!(matches!(error, RunError::Action { fault: Fault::Denied(_), .. }), "{error}");
    }

    /// Rotations only, in three dimensions: the L tetromino's mirror image is itself turned over, a screw's
    /// is not.
    #[test]
    fn in_space_rot_and_sym_are_the_24_rotations_and_mirror_adds_the_others() {
        let screw =
            "pattern3 s = [{**$*.}, {..$*.}] pattern3 m = [{**$.*}, {..$.*}] pattern3 b = [{**$.*}, {..$.*}]";
        let count = |flag: &str| printed(&format!("{screw} problem3 p = b [s {flag}] count3 dlx p"));
        assert_eq!(count("~sym"), "p : (DLX) 0 solutions\n");
        assert_eq!(count("~rot"), "p : (DLX) 0 solutions\n");
        assert_eq!(count("~rot ~mirror"), "p : (DLX) 1 solution\n");
    }
}

mod mended {
    use super::*;

    #[test]
    fn crop_gives_the_rectangle_asked_for() {
        assert_holds(
            "pattern a = {*..*$.**.$*...} assert crop 1x0 2x2 a = {**$..} assert crop 2x1 3x3 a = {...$.*.$*..}",
        );
    }

    #[test]
    fn operations_work_on_frames_that_are_not_square_and_sizes_must_agree() {
        assert_holds("assert {**.} ^ {.**} = {*.*}");
        assert_eq!(
            faults("pattern a = {**} || {***}"),
            ["t.cmb:3:13: the patterns have different sizes: 2x1 and 3x1"]
        );
    }

    /// The reference gives 36.
    #[test]
    fn counts_in_space_are_true() {
        assert_holds("pattern3 b = [{**$**}, {**$**}] problem3 p = b [c ~sym] assert count p = 9");
        assert_holds("pattern3 a = [{*}] problem3 p = a [a ~one] assert count p = 1");
    }

    #[test]
    fn a_piece_is_the_set_of_its_cells() {
        assert_holds("problem p = {**} [{.*}] assert count p = 1");
        assert_holds(
            "pattern l = {**$*.$..} problem p = constant 4x4 true [l ~sym, {*} ~one] problem q = constant 4x4 true [{**$*.} ~sym, {*} ~one] assert solvable p assert solvable q",
        );
    }

    #[test]
    fn a_piece_without_cells_is_an_error_at_the_piece() {
        assert_eq!(faults("problem p = {**} [{.}]"), ["t.cmb:3:19: this piece has no cells"]);
    }

    #[test]
    fn include_shares_one_scope_and_a_cycle_shows_its_chain() {
        let script = script_of(&[
            ("a.cmb", "pattern x = {*} include \"b.cmb\" problem p = x [y]"),
            ("b.cmb", "pattern y = x"),
        ]);
        assert!(script.is_ok());
        let cycle = script_of(&[("a.cmb", "include \"b.cmb\""), ("b.cmb", "include \"a.cmb\"")]).unwrap_err();
        assert_eq!(messages(&cycle), ["b.cmb:1:9: a file includes itself: a.cmb -> b.cmb -> a.cmb"]);
    }

    #[test]
    fn all_errors_are_shown_before_anything_runs() {
        assert_eq!(faults("problem p = {**} [e] count dlx q\ncount f p").len(), 3);
    }

    #[test]
    fn what_is_out_of_bounds_empty_or_huge_is_an_error_with_a_hint() {
        for text in [
            "pattern a = set {**} 2x0 true",
            "pattern a = {}",
            "pattern a = constant 99999999999x1 true",
            "pattern a = constant 0x0 true",
        ] {
            let script = script_of(&[("t.cmb", text)]).unwrap_err();
            assert!(script[0].hint.is_some(), "{text}");
        }
    }

    #[test]
    fn a_last_line_needs_no_newline_and_carriage_returns_are_fine() {
        script_of(&[("t.cmb", "pattern a = {*\r\n*}\r\nassert a = {*$*} # end")]).unwrap();
    }

    #[test]
    fn twins_count_the_same_with_a_warning_that_suggests_times() {
        let script =
            script_of(&[("t.cmb", "problem p = {**} [{*} ~one, {*} ~one] assert count p = 2")]).unwrap();
        assert_eq!(
            script.warnings[0].hint.as_deref(),
            Some("`~times 2` instead of two pieces counts such tilings once")
        );
        assert_holds("problem p = {**} [{*} ~times 2] assert count p = 1");
    }

    #[test]
    fn of_one_and_maybe_the_last_one_counts() {
        assert_eq!(
            warnings("problem p = {*} [{*} ~one ~maybe]"),
            ["t.cmb:1:27: this piece has both `~one` and `~maybe`: the last one counts"]
        );
        assert_eq!(faults("problem p = {*} [{*} ~one ~times 2]").len(), 1);
    }

    #[test]
    fn pictures_are_the_same_bytes_each_time() {
        let text = format!("{DOMINO}problem p = constant 8x8 true [d ~sym] solve dlx p svg \"a.svg\"");
        assert_eq!(results(&text).written, results(&text).written);
    }

    #[test]
    fn space_has_pictures_dimacs_sat_and_all() {
        let text = format!(
            "{DOMINO}pattern3 b = [{{**$**}}] problem3 p = b [c ~sym] solve3 dlx p svg \"a.svg\" dimacs p \"p.cnf\" solve3 sat p ascii all3 dlx p"
        );
        let host = results(&text);
        assert_eq!(host.written.keys().collect::<Vec<_>>(), ["a.svg", "p.cnf"]);
        assert!(host.printed.ends_with("2 solutions found for problem \"p\"\n"), "{}", host.printed);
    }

    #[test]
    fn any_number_of_pieces_can_be_drawn() {
        assert_eq!(printed("problem p = constant 30x30 true [{*}] solve dlx p ascii").lines().count(), 32);
    }
}

mod further {
    use super::*;

    #[test]
    fn every_engine_by_its_name() {
        for engine in [
            "",
            "auto",
            "dlx",
            "zdd",
            "sat",
            "links",
            "fast",
            "memo",
            "frontier",
            "intersect",
            "pfaffian",
            "naive",
            "equal_size",
        ] {
            assert_holds(&format!("problem p = constant 4x4 true [d ~sym] assert count {engine} p = 36"));
        }
    }

    #[test]
    fn assertions() {
        assert_holds(
            "problem p = constant 4x4 true [d ~sym] assert count p = 36 assert count p up to symmetry = 9 assert solvable p problem q = {***} [d] assert unsolvable q",
        );
        for (assertion, words) in [
            ("assert count p = 35", "the assertion does not hold: problem `p` has 36 solutions, not 35"),
            (
                "assert count p up to symmetry = 8",
                "the assertion does not hold: problem `p` has 9 solutions up to symmetry, not 8",
            ),
            ("assert unsolvable p", "the assertion does not hold: problem `p` has a solution"),
        ] {
            let text = format!("{DOMINO}problem p = constant 4x4 true [d ~sym] {assertion}");
            let script = script_of(&[("t.cmb", &text)]).unwrap();
            assert_eq!(run(&script, &mut Memory::default()).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn up_to_symmetry() {
        let shown = printed(
            "problem p = constant 4x4 true [d ~sym] count p up to symmetry all p up to symmetry json",
        );
        assert!(shown.starts_with("p : (BURNSIDE) 9 solutions up to symmetry\n"), "{shown}");
        assert!(shown.ends_with("9 solutions found for problem \"p\" up to symmetry\n"));
        assert_eq!(shown.lines().count(), 11);
        let asked = faults("problem p = {**} [d] count dlx p up to symmetry all zdd p up to symmetry");
        assert_eq!(asked.len(), 2, "{asked:?}");
        assert!(
            asked[0].ends_with("`dlx` cannot be asked for a count or a list up to symmetry"),
            "{asked:?}"
        );
    }

    #[test]
    fn the_first_solutions() {
        let shown =
            printed("problem p = constant 4x4 true [d ~sym] solve p first 3 json solve p first 99 json");
        assert_eq!(shown.lines().count(), 3 + 36 + 1);
        assert!(shown.ends_with("36 solutions found for problem \"p\"\n"));
    }

    #[test]
    fn samples() {
        let sample =
            |seed: u32| printed(&format!("problem p = constant 6x6 true [d ~sym] sample p 3 seed {seed}"));
        assert_eq!(sample(7), sample(7));
        assert_ne!(sample(7), sample(8));
    }

    /// Each piece is asked about, and the board does not matter. A U that is only shifted cannot fill itself.
    #[test]
    fn plane() {
        let shown = printed("problem plane = {*} [{*}, {*.*$***}, {***$*.*$***}] plane plane");
        let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("piece")).collect();
        assert_eq!(
            lines,
            [
                "piece #1 tiles the plane by translation; repeats by (1, 0) and (0, 1)",
                "piece #2 does not tile the plane: its Heesch number is 0; no copy can cover 1,1 beside it",
                "piece #3: the piece has a hole at 1,1, which no copy of it can fill, so it does not tile the plane",
            ]
        );
        // The hole of each ring is filled by the other piece; no torus of 8 cells has both.
        let ring = "problem p = {*} [{***$*.*$***} ~named \"ring\", {*} ~named \"one\"]";
        let shown = printed(&format!("{ring} plane together 12 p"));
        assert!(shown.starts_with("tile the plane together, 9 cells at a time; repeats by"), "{shown}");
        assert!(shown.contains("ring: 1 copy, 8 of 9 cells\none: 1 copy, 1 of 9 cells\n"), "{shown}");
        let shown = printed(&format!("{ring} plane together 8 p"));
        assert!(shown.starts_with("not known: no torus of up to 8 cells is covered"), "{shown}");
        let found = faults("problem p = {**} [{*.*}] where colorable 3 plane p");
        assert!(found.iter().any(|fault| fault.contains("`plane` cannot obey `where`")), "{found:?}");
    }

    /// `why` may be the name of a problem, too.
    #[test]
    fn why() {
        let shown = printed("problem why = constant 3x3 true [d ~sym] why why count why");
        assert!(
            shown.starts_with(
                "problem \"why\" has no solution: the board has 9 cells, and each d covers 2\n# # #\n"
            ),
            "{shown}"
        );
        let shown = printed("problem p = {**} [d ~sym] why p");
        assert!(shown.starts_with("problem \"p\" has a solution\n"), "{shown}");
    }

    /// `unique` may be the name of a problem, too. Two rows of two cells are covered by dominoes in two ways.
    #[test]
    fn unique() {
        let shown = printed("problem unique = {**} [d ~sym] unique unique count unique");
        assert!(shown.starts_with("problem \"unique\" has exactly one solution\n"), "{shown}");
        assert!(shown.ends_with("1 solution\n"), "{shown}");
        let shown = printed("problem p = {****} [d ~sym] unique p");
        assert!(shown.starts_with("problem \"p\" has exactly one solution\n"), "{shown}");
        let shown =
            printed("problem p = {***$**.} [d ~sym] unique p problem q = {****$**..} [d ~sym] unique q");
        assert!(shown.starts_with("problem \"p\" has no solution: "), "{shown}");
        assert!(shown.contains("problem \"q\" has at least two solutions\n"), "{shown}");
        assert!(shown.ends_with("# # . .\n# #\n#  covered in another way\n"), "{shown}");
    }

    /// Dominoes and single cells on the 2x2 board: by number of dominoes 1, 4, 2.
    #[test]
    fn quantities() {
        for (times, expected) in
            [("0", 1), ("1", 4), ("2", 2), ("3", 0), ("0..1", 5), ("1..2", 6), ("1..", 6), ("0..", 7)]
        {
            assert_holds(&format!(
                "problem p = {{**$**}} [d ~times {times} ~sym, {{*}}] assert count p = {expected}"
            ));
        }
        assert_eq!(
            faults("problem p = {*} [{*} ~times 3..2]"),
            ["t.cmb:3:22: a piece cannot be used at least 3 times and at most 2 times"]
        );
    }

    /// A board of 3 by 2 has three domino tilings: all upright, and two lying beside an upright one at either
    /// end.
    #[test]
    fn marginals() {
        let board = "problem p = constant 3x2 true [{**} ~sym ~named \"d\"]\n";
        let says = |command: &str| printed(&format!("{board}{command}"));
        let numbers = |text: &str| -> Vec<(String, String)> {
            let lines = text.lines().skip(1);
            let mut all: Vec<(String, String)> = lines
                .map(|line| {
                    let (number, place) =
                        (line.split_whitespace().next().unwrap(), line.split("%  ").nth(1).unwrap());
                    (place.to_owned(), number.to_owned())
                })
                .collect();
            all.sort();
            all
        };
        let expected = [
            ("d at 0x0 as Id", "1"),
            ("d at 0x0 as Diag2Refl", "2"),
            ("d at 0x1 as Id", "1"),
            ("d at 1x0 as Id", "1"),
            ("d at 1x0 as Diag2Refl", "1"),
            ("d at 1x1 as Id", "1"),
            ("d at 2x0 as Diag2Refl", "2"),
        ];
        let mut expected = expected.map(|(place, number)| (place.to_owned(), number.to_owned()));
        expected.sort();
        assert!(says("marginals p").starts_with("p : 3 solutions\n"));
        assert_eq!(numbers(&says("marginals p")), expected);
        assert_eq!(says("marginals p of d"), says("marginals p"));
        assert!(says("marginals p").contains("2    66.7 %  d at 0x0 as Diag2Refl\n"));
        // A gap is an option too, and of no piece.
        let gaps = "problem p = {?*} [{*} ~named \"s\" ~maybe, {**} ~named \"d\" ~maybe] marginals p marginals p of s";
        assert!(printed(gaps).contains("1    50.0 %  s at 1x0"), "{}", printed(gaps));
        // The words may still be names.
        let names = "problem marginals = {*} [{*} ~named \"of\"] marginals marginals of of count marginals";
        assert!(
            printed(names).contains("1   100.0 %  of at 0x0 as Id\nmarginals : (FAST) 1 solution\n"),
            "{}",
            printed(names)
        );
        assert!(faults(&format!("{board}marginals p of q"))[0].contains("has no piece `q`"));
        assert!(faults(&format!("{board}marginals p json"))[0].contains("drawn as a heat map"));
        assert!(
            faults("problem p = {**} [{**}] where border marginals p")[0].contains("cannot obey `where`")
        );
        assert!(printed("problem p = {**} [{*} ~one] marginals p").contains("no solution"));
    }

    /// Dominoes on 3 rows (Klarner and Pollack 1980); on 2 rows up to symmetry: A001224.
    #[test]
    fn strip() {
        let family = "problem p<m, n> = constant (n, m) true [{**} ~sym]\n";
        let says = |command: &str| printed(&format!("{family}{command}"));
        let found = says("strip p<3, n>");
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "p<3, n> : tilings for every n",
                "g.f.        (1 - x^2)/(1 - 4*x^2 + x^4)",
                "recurrence  a(n) = 4*a(n-2) - a(n-4) for n >= 4",
                "terms       a(0), ... = 1, 0, 3, 0, 11, 0, 41, 0, 153, 0, 571, 0",
            ]
        );
        assert!(lines[5].ends_with("the boards for n = 1 to 13 were compared"), "{found}");
        assert_eq!(says("strip p<3, length>"), found);
        let alike = says("strip p<2, n> up to symmetry");
        assert!(
            alike.contains("terms       a(0), ... = 1, 1, 2, 2, 4, 5, 9, 12, 21, 30, 51, 76\n"),
            "{alike}"
        );
        // Long pieces need more boards; the word may still be a name.
        let long = printed(&format!(
            "problem strip<n> = constant (n, 1) true [{{{}}}, {{*}}] strip strip<n>",
            "*".repeat(15)
        ));
        assert!(long.contains("g.f.        1/(1 - x - x^15)\n"), "{long}");
        assert!(long.ends_with("the boards for n = 1 to 19 were compared\n"), "{long}");
        for (command, said) in [
            ("strip p<3, 4>", "`p<3, 4>` does not say which argument is the length"),
            ("strip p<n, n>", "`p<n, n>` does not say which argument is the length"),
            ("strip p<n, 1..3>", "`p<n, 1..3>` does not say which argument is the length"),
            ("strip p<n>", "needs 2 arguments and gets 1"),
            ("strip q<n>", "q"),
            ("count p<n>", "n"),
            ("strip p<2, n> up to rotation", "not up to rotation"),
        ] {
            assert!(faults(&format!("{family}{command}"))[0].contains(said), "{command}");
        }
        let square = "problem p<n> = constant (n, n) true [{*}] strip p<n>";
        let script = script_of(&[("t.cmb", square)]).unwrap();
        let refused = run(&script, &mut Memory::default()).unwrap_err().to_string();
        assert!(refused.starts_with("the board does not grow by equal slices: from n = 2 to 3"), "{refused}");
        let border = "problem p<n> = constant (n, 2) true [{**} ~sym] where border strip p<n>";
        assert!(faults(border)[0].contains("`strip` cannot obey `where`"));
    }

    /// The F pentomino has 8 orientations.
    #[test]
    fn costs() {
        let paving = "problem p = constant 2x2 true [{*} ~cost 2, {**} ~sym ~cost 3.5, {**$**} ~cost 10]\n";
        let says = |command: &str| printed(&format!("{paving}{command}"));
        assert!(says("minimize p").ends_with("problem \"p\": the least cost is 7\n"));
        assert!(says("minimize p").starts_with("cost 7\n"));
        assert!(says("maximize p").ends_with("the greatest cost is 10\n"));
        // Two dominoes in two ways, then one domino in four.
        let best = says("solve best 4 p");
        let costs: Vec<&str> = best.lines().filter_map(|line| line.strip_prefix("cost ")).collect();
        assert_eq!(costs, ["7", "7", "7.5", "7.5"]);
        assert_eq!(says("minimize p first 4"), best);
        assert_eq!(says("count p within 7.5"), "p : (CELLS) 6 solutions of cost at most 7.5\n");
        assert_eq!(says("count zdd p within 7"), "p : (ZDD) 2 solutions of cost at most 7\n");
        assert_holds(&format!("{paving}assert count p within 8 = 7\nassert count p within -0.5 = 0"));
        let json = says("minimize p json");
        assert!(json.contains("\"cost\":\"7\""), "{json}");
        // A parameter may be a cost, and the words may still be names.
        let family = "problem p<n> = {**} [{*} ~cost 2*n - 1, {**} ~cost 4]\nminimize p<2>\nminimize p<3>\n";
        assert_eq!(printed(family).matches("cost is 4\n").count(), 2, "{}", printed(family));
        let names = "pattern minimize = {*} problem best = minimize [minimize] problem within = {*} [{*}]\n\
                     solve best count within minimize within json";
        assert!(printed(names).contains("1 solution\n"), "{}", printed(names));
        assert!(
            faults("problem p = {*} [{*}] count p up to symmetry within 3")[0].contains("cannot be combined")
        );
        assert!(faults("problem p = {*} ~cost 3 [{*}]")[0].contains("option of a tile"));
        assert!(!faults("problem p = {*} [{*} ~cost]").is_empty());
        assert!(faults("problem p = {*} [{*} ~cost 0.1234567890123456789]")[0].contains("18 digits"));
    }

    #[test]
    fn what_may_be_turned() {
        let f = "pattern f = {.**$**.$.*.}";
        for (flags, orientations) in [
            ("", 1),
            ("~half", 2),
            ("~rot", 4),
            ("~sym", 8),
            ("~mirror", 2),
            ("~half ~mirror", 4),
            ("~rot ~mirror", 8),
        ] {
            assert_holds(&format!(
                "{f} problem p = constant 3x3 true ~gaps [f ~one {flags}] assert count p = {orientations}"
            ));
        }
    }

    #[test]
    fn names_and_colors() {
        let text = format!(
            "{DOMINO}problem p = {{**}} [{{**}} ~named \"F\" ~color \"#cc3311\"] solve p svg \"a.svg\" solve p json"
        );
        let host = results(&text);
        assert!(host.printed.contains("\"piece\":\"F\""), "{}", host.printed);
        assert!(String::from_utf8_lossy(&host.written["a.svg"]).contains("#cc3311"));
        assert_eq!(faults("problem p = {**} [d ~color \"\\\" onload=\\\"x\"]").len(), 1);
        let script = script_of(&[("t.cmb", "problem p = {**} [{**} ~color \"crimsn\"]")]).unwrap_err();
        assert_eq!(script[0].hint.as_deref(), Some("did you mean \"crimson\"?"));
        let slip = errors("problem p = {**} [{**} ~color \"glod\"]");
        assert_eq!(slip, ["t.cmb:1:31: `glod` is no color"]);
    }

    /// T and Z in a 2x5 board with gaps: 4 with flips, 2 without.
    #[test]
    fn gaps_and_optional_cells() {
        let pieces = |flag: &str| format!("[{{***$.*.}} ~one {flag}, {{**.$.**}} ~one {flag}]");
        assert_holds(&format!("problem p = constant 5x2 true ~gaps {} assert count p = 4", pieces("~sym")));
        assert_holds(&format!("problem p = constant 5x2 true ~gaps {} assert count p = 2", pieces("~rot")));
        assert_holds(
            "problem p = {*?*} [d] assert count p = 0 problem q = {**?} [d ~times 0..] assert count q = 1",
        );
        assert_holds("problem p = {?*?} [d] assert count p = 2");
        assert_eq!(faults("problem p = {**} [{*?}]").len(), 1);
    }

    /// Kasteleyn: 272 and 121.
    #[test]
    fn torus_and_cylinder() {
        assert_holds(
            "problem t = torus constant 4x4 true [d ~sym] assert count t = 272 problem c = cylinder constant 4x4 true [d ~sym] assert count c = 121",
        );
        // The same torus by other periods; and one that closes with a twist still has as many cells.
        assert_holds("problem t = torus constant 4x4 true by 4x0 (4, 4) [d ~sym] assert count t = 272");
        assert_eq!(faults("problem t = torus constant 4x4 true by 3x0 0x4 [d ~sym]").len(), 1);
        assert_eq!(faults("problem t = cylinder constant 4x4 true by 4x0 0x4 [d]").len(), 1);
        for by in ["0x0", "4x0 (0, 0)"] {
            let text = format!("problem t = torus constant 4x4 true by {by} [d ~sym]");
            assert!(faults(&text)[0].ends_with("this step leads nowhere"), "{text}");
        }
        assert_holds(
            "problem t = torus {*} [{*}] assert count t = 1 problem u = torus {*} [{**}] assert count u = 0",
        );
    }

    /// OEIS A263201; walks and formulas are in the suite of surfaces.
    #[test]
    fn surfaces_that_turn_pieces_over() {
        assert_holds(
            "problem m<n> = moebius constant (n, 4) true [d ~sym] assert count m<2..6> = 11, 37, 71, 252, 539",
        );
        // The usual strip, and the same strip drawn in a larger frame.
        assert_holds("problem m = moebius constant 5x4 true by 5x3 [d ~sym] assert count m = 252");
        assert_holds("problem m = moebius resize constant 5x4 true 5x6 by 5x3 [d ~sym] assert count m = 252");
        for (text, fault) in [
            ("moebius constant 5x4 true by 5x3 0x4 [d]", "`moebius` closes by 1 step"),
            ("klein constant 5x4 true by 5x3 [d]", "`klein` closes by 2 steps"),
            ("moebius constant 5x4 true by 4x3 [d]", "are one and the same if it closes so"),
            ("moebius constant tri 5x4 true [tri {*}]", "no mirror image of these cells lies so"),
        ] {
            let found = faults(&format!("problem m = {text}"));
            assert!(found.len() == 1 && found[0].contains(fault), "{text} {found:?}");
        }
    }

    #[test]
    fn marked_cells() {
        assert_holds("pattern b = marked {ab*$1**} assert cells \"a1\" b = {*..$*..}");
        assert_holds("pattern b = marked {ab$**} problem p = b - cells \"ab\" b [d] assert count p = 1");
    }

    /// Plane partitions in a box, 2 and 20; the hexagon of side 2 in the plane of triangles.
    #[test]
    fn colors_that_fit() {
        let tile = "[{*} ~sides \"1634\" ~rot]";
        // Of four numbers to the right of the first square each has one mate, to the left of the second.
        assert_holds(&format!("problem p = {{**}} ~sum 7 {tile} assert count p = 4"));
        assert_holds(&format!("problem p = {{**}} ~fits \"16 34\" {tile} assert count p = 4"));
        assert_holds(&format!("problem p = {{**}} ~sum 7 ~border \"1\" {tile} assert count p = 0"));
        assert!(
            faults("problem p = {**} ~fits \"16\" [{*} ~sides \"2\"]")[0]
                .contains("the color `2` of this piece")
        );
    }

    #[test]
    fn hexagons_and_triangles() {
        assert_holds("problem p = tri {.*****.$*******$*******$.*****.} [tri {**} ~sym] assert solvable p");
        assert_holds("problem p = tri {.***$.***} [tri {**} ~sym] assert count p = 2");
        assert_holds("problem p = hex {**$**} [hex {**} ~sym] assert count p = 2");
        assert_holds("problem p = hex {***} [hex {*} ~times 3] assert count p = 1");
        assert_eq!(
            faults("problem p = hex {**} [d]"),
            ["t.cmb:3:23: a piece of squares does not fit on a board of hexagons"]
        );
        assert_eq!(faults("pattern a = apply Rot90 hex {**}").len(), 1);
    }

    /// Dominoes on Aztec diamonds: 2^(n(n+1)/2). Lozenges in a hexagon: MacMahon's box formula. Conway and
    /// Lagarias (1990): triangles of three hexagons tile a triangle of hexagons if and only if its side
    /// is 0, 2, 9 or 11 modulo 12. Partitions of rectangles into connected parts: OEIS A110476.
    #[test]
    fn boards_by_name() {
        assert_holds("problem p<n> = diamond (n) [d ~sym] assert count p<1..5> = 2, 8, 64, 1024, 32768");
        assert_holds("problem p<a, b, c> = hexagon tri (a, b, c) [tri {**} ~sym]
            assert count p<1, 2, 1..4> = 3, 6, 10, 15 assert count p<2, 3, 4> = 490 assert count p<3, 3, 3> = 980");
        assert_holds(
            "problem p = hexagon tri 2 [tri {**} ~sym] problem q = hexagon tri 3x2x1 [tri {**} ~sym]
            assert count p = 20 assert count q = 10",
        );
        assert_holds(
            "problem p<n> = triangle (n) [hex {*.$**} ~sym]
            assert solvable p<2> assert unsolvable p<3..8> assert solvable p<9> assert unsolvable p<10>",
        );
        assert_holds("problem p = rhombus tri 3x2 [tri {**} ~sym] assert count p = 1 assert solvable p");
        assert_holds("assert rhombus 3x2 = constant hex 3x2 true assert staircase 3 = {*..$**.$***}");
        assert_holds(
            "assert pyramid 2 = {.*.$***} assert triangle tri 2 = tri {.*.$***} assert hexagon 2 = hex {**.$***$.**}",
        );
        assert_holds("problem3 p = pyramid 2 [[{***$***$***}] ~one, [{*}] ~one] assert count p = 1");
        assert_holds(
            "problem p<m, n> = constant (m, n) true polyominoes 1..(m * n) ~times 0..
            assert count p<2, 2> = 12 assert count p<2, 4> = 456 assert count p<3, 3> = 1434",
        );
        assert_eq!(
            faults(
                "problem p = diamond 2x2 [d] problem q = hexagon 2x2 [d] pattern t = triangle 0 pattern3 u = diamond 3 pattern v = diamond hex 2"
            ),
            [
                "t.cmb:3:21: a diamond is not given by 2 lengths",
                "t.cmb:3:49: a hexagon is not given by 2 lengths",
                "t.cmb:3:69: a pattern of 0x0 has no cells",
                "t.cmb:3:93: there is no diamond of cubes",
                "t.cmb:3:115: there is no diamond of hexagons"
            ]
        );
    }

    #[test]
    fn outputs() {
        let text = format!("{DOMINO}problem p = {{**}} [d] solve p svg \"a.svg\" cut solve p json \"a.json\" solve p stl \"a.stl\"
            pattern3 b = [{{**$**}}] problem3 q = b [c ~sym] solve q svg \"b.svg\" isometric solve q stl \"q.stl\"");
        let host = results(&text);
        let files: Vec<&str> = host.written.keys().map(String::as_str).collect();
        assert_eq!(files, ["a-d.stl", "a.json", "a.svg", "b.svg", "q-c-2.stl", "q-c.stl"]);
        assert!(String::from_utf8_lossy(&host.written["a.svg"]).contains("mm"));
        let script = script_of(&[("t.cmb", "problem p = {*} [{*}] solve p png \"a.png\"")]).unwrap();
        let error = run(&script, &mut Memory::default()).unwrap_err();
        let RunError::Action { fault: Fault::Denied(denied), .. } = error else { panic!("{error:?}") };
        assert_eq!(denied.message, "PNG cannot be written here");
    }

    #[test]
    fn the_library() {
        assert_holds("include <pentominoes> problem p = constant 20x3 true pentominoes assert count p = 8");
        assert_holds("include <soma> problem3 p = soma_board soma assert count p up to symmetry = 240");
        let found = faults("include <pentomino>");
        assert_eq!(found, ["t.cmb:3:10: the library has no `pentomino`"]);
    }

    /// OEIS A246902 begins 1, 0, 28, 200; Fibonacci numbers; a table of two ranges.
    #[test]
    fn families() {
        assert_holds("include <pentominoes> tiles some = [F ~maybe ~sym, I ~maybe ~sym, L ~maybe ~sym, N ~maybe ~sym, P ~maybe ~sym, T ~maybe ~sym, U ~maybe ~sym, V ~maybe ~sym, W ~maybe ~sym, X ~maybe ~sym, Y ~maybe ~sym, Z ~maybe ~sym]
            problem strip<n> = constant (5, n) true some assert count strip<1..4> = 1, 0, 28, 200");
        assert_eq!(
            printed("problem s<n> = constant (n, 2) true [d ~sym] count dlx s<3..4>"),
            "s<3> : (DLX) 3 solutions\ns<4> : (DLX) 5 solutions\n"
        );
        let table = printed("problem s<m, n> = constant (m, n) true [d ~sym] count dlx s<2..3, 2..4>");
        assert!(table.ends_with("         2   3   4\n     2   2   3   5\n     3   3   0  11\n"), "{table}");
        assert_eq!(
            faults("problem s<n> = constant (n, 2) true [d] count s"),
            ["t.cmb:3:47: the problem `s<n>` needs 1 argument and gets none"]
        );
        assert_eq!(
            faults("problem s<n> = constant (n/(n-2), 2) true [d] count s<2..3>"),
            ["t.cmb:3:28: division by zero"]
        );
        assert_eq!(
            faults("problem s<n> = constant (m, 2) true [d] count s<3>"),
            ["t.cmb:3:26: there is no parameter `m` here"]
        );
    }

    #[test]
    fn families_have_limits() {
        let text = "problem s<n> = constant (n, 2) true [d] count s<1..1001>";
        assert_eq!(faults(text), ["t.cmb:3:47: this asks for 1001 problems; 1000 is the most"]);
        let huge = faults("problem s<n> = constant (n, 5000) true [d] count s<100..200>");
        assert_eq!(huge, ["t.cmb:3:16: the boards so far have more than 16777216 cells together"]);
        let deep = faults("pattern a<n> = {*} pattern a<n> = a<n - 1> print a<9>");
        assert!(
            deep.iter().any(|fault| fault.contains("families refer to each other more than 64 deep")),
            "{deep:?}"
        );
    }

    /// Definitions further down are found, as they would be for a command; what depends on the arguments is
    /// not checked.
    #[test]
    fn names_in_unused_families_are_checked() {
        let lines = |text: &str| faults(text).iter().map(|fault| fault[8..].to_owned()).collect::<Vec<_>>();
        assert_eq!(lines("pattern a<n> = b<n>"), ["16: pattern `b` is not defined"]);
        assert_eq!(lines("tiles a<n> = [{*} ~times m]"), ["26: there is no parameter `m` here"]);
        assert_eq!(lines("problem a<n> = {*} b"), ["20: list of tiles `b` is not defined"]);
        assert_eq!(lines("pattern b = {*} pattern a<n> = b<n>"), ["32: the pattern `b` has no parameters"]);
        for right in [
            "pattern a<n> = b<n> pattern b<n> = a<n>",
            "pattern a<n> = constant (1 / n, 1 - n) true",
            "pattern a<n> = b exit pattern b = {*}",
            "problem3 a<n> = [b<n>] [{**} ~times n..2] pattern b<n> = {*}",
        ] {
            assert_holds(right);
        }
    }

    #[test]
    fn limits_stop_families_too() {
        let script =
            script_of(&[("t.cmb", "problem s<n> = constant (n, 8) true [{**} ~sym] count links s<8..9>")])
                .unwrap();
        let mut host =
            Memory { budget: Budget { nodes: Some(10), ..Budget::UNLIMITED }, ..Memory::default() };
        assert!(run(&script, &mut host).unwrap().is_some());
        assert_eq!(host.printed.matches("at least 0 solutions").count(), 2);
    }
}
