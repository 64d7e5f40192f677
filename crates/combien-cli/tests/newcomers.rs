//! What newcomers run into: files from other programs, words from other languages, names that would harm a
//! terminal, and places where results are expected.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::shared::{combien, ended, json_lines, root, run, run_with_input};

const BOM: &str = "\u{feff}";

/// Exit code, output and errors of a command in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(&combien(arguments).current_dir(folder).output().unwrap())
}

/// A folder with these files.
fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Some editors begin a file with a byte order mark. Every reader skips it, and columns are counted without
/// it.
#[test]
fn a_byte_order_mark_is_skipped() {
    let toy = "a b c\na b\nc\nb c\n";
    let folder = folder_with(&[
        ("toy.dlx", &format!("{BOM}{toy}")),
        ("wrong.dlx", &format!("{BOM}a a\na\n")),
        ("p.cmb", &format!("{BOM}problem p = {{**}} [{{*}}] count p")),
        ("wrong.cmb", &format!("{BOM}problm p")),
        ("including.cmb", &format!("{BOM}include \"p.cmb\"")),
        ("solution.txt", &format!("{BOM}solution 1\n1: a b\n2: c\n")),
        ("generators.txt", &format!("{BOM}(1 2)\n")),
        ("swap.dlx", "a b\na\nb\n"),
        ("sudoku.txt", &format!("{BOM}1234341221434321\n")),
        ("graph.txt", &format!("{BOM}a b\nb c\n")),
    ]);
    let run = |arguments: &[&str]| run_in(folder.path(), arguments);
    assert_eq!(run(&["count", "toy.dlx"]), (0, "1\n".into(), String::new()));
    let json = run(&["convert", "toy.dlx", "--to", "json"]).1;
    fs::write(folder.path().join("toy.json"), format!("{BOM}{json}")).unwrap();
    assert_eq!(run(&["count", "toy.json"]), (0, "1\n".into(), String::new()));
    for file in ["p.cmb", "including.cmb"] {
        assert_eq!(run(&["run", file]), (0, "p : (FAST) 1 solution\n".into(), String::new()), "{file}");
    }
    assert_eq!(run(&["check", "toy.dlx", "solution.txt"]).1, "solution 1: right\n");
    assert_eq!(run(&["count", "swap.dlx", "--kept-by", "generators.txt"]).0, 0);
    assert_eq!(run(&["sudoku", "solve", "--side", "4", "sudoku.txt"]).1, "1234341221434321\n");
    assert_eq!(run(&["puzzle", "coloring", "2", "graph.txt", "--count"]).0, 0);
    assert!(run(&["count", "wrong.dlx"]).2.contains("wrong.dlx:1:3"));
    assert!(run(&["run", "wrong.cmb"]).2.contains("wrong.cmb:1:1"));
    assert_eq!(run_with_input(&["count", "-"], &format!("{BOM}{toy}")).1, "1\n");
    assert_eq!(run(&["fmt", "p.cmb"]).0, 0);
    assert!(!fs::read_to_string(folder.path().join("p.cmb")).unwrap().contains(BOM));
}

/// A file without a command prints no results, so a message says why. A file that is only included by others
/// needs no command.
#[test]
fn a_file_without_a_command_is_reported() {
    let folder = folder_with(&[
        ("silent.cmb", "pattern a = {*} problem first = {**} [a] timing on"),
        ("asserts.cmb", "assert {*} = {*}"),
        ("including.cmb", "include \"silent.cmb\" count first"),
    ]);
    let (code, out, errors) = run_in(folder.path(), &["run", "silent.cmb"]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(errors.contains("`silent.cmb` has no command"), "{errors}");
    assert!(errors.contains("`count first`") && errors.contains("solve, all, sample"), "{errors}");
    assert_eq!(run_in(folder.path(), &["run", "--quiet", "silent.cmb"]), (0, String::new(), String::new()));
    assert_eq!(run_in(folder.path(), &["run", "asserts.cmb"]), (0, String::new(), String::new()));
    assert_eq!(run_in(folder.path(), &["run", "including.cmb"]).2, "");
}

/// Each command that writes files, with `-` in place of a file: how standard output begins, and that there is
/// no file `-`.
#[test]
fn a_dash_is_standard_output() {
    let scott = root().join("examples/scott.cmb").canonicalize().unwrap().display().to_string();
    let scott = scott.as_str();
    let toy = root().join("examples/toy.dlx").canonicalize().unwrap().display().to_string();
    let toy = toy.as_str();
    let folder = tempfile::tempdir().unwrap();
    for (arguments, begins) in [
        (&["solve", toy, "-o", "-"][..], "solution 1\n"),
        (&["solve", scott, "--problem", "scott", "--svg", "-"], "<svg "),
        (&["solve", "--up-to", "symmetry", scott, "--problem", "scott", "--svg", "-"], "<svg "),
        (&["solve", scott, "--problem", "scott", "--svg", "-", "-o", "solution.txt"], "<svg "),
        (&["sample", scott, "--problem", "scott", "--svg", "-"], "<svg "),
        (&["puzzle", "queens", "4", "--svg", "-"], "<svg "),
        (&["generate", "puzzle:queens 4", "--svg", "-"], "<svg "),
        (&["generate", "puzzle:queens 4", "--to", "dlx", "-o", "-"], "| puzzle 1"),
        (&["matrix", toy, "--svg", "-"], "<svg "),
        (&["zdd", toy, "--dot", "-"], "digraph"),
        (&["zdd", toy, "--text", "-", "--json"], ""),
        (&["zdd", toy, "--graphillion", "-"], ""),
        (&["zdd", toy, "--engine", "memo", "--nnf", "-"], "nnf "),
        (&["convert", toy, "--to", "json", "-o", "-"], "{"),
        (&["convert", toy, "--to", "cnf", "-o", "toy.cnf", "--table", "-"], "variable\toption"),
        (&["convert", toy, "--to", "dlx", "--reduce", "-o", "toy.dlx", "--map", "-"], "option\toriginal"),
        (&["trace", toy, "--html", "-"], "<!doctype html>"),
    ] {
        let (code, out, errors) = run_in(folder.path(), arguments);
        assert_eq!(code, 0, "{arguments:?}: {errors}");
        assert!(out.starts_with(begins) && !out.is_empty(), "{arguments:?}: {out}");
        if begins == "<svg " {
            assert!(out.trim_end().ends_with("</svg>"), "{arguments:?}: nothing else is there: {out}");
        }
        assert!(!folder.path().join("-").exists(), "{arguments:?}");
    }
    #[cfg(feature = "render")]
    for (arguments, format) in
        [(&["matrix", toy, "--png", "-"], "\u{89}PNG"), (&["matrix", toy, "--pdf", "-"], "%PDF")]
    {
        let output = combien(arguments).current_dir(folder.path()).output().unwrap();
        let begin: String = output.stdout[..4].iter().map(|&byte| char::from(byte)).collect();
        assert_eq!(begin, format);
    }
    // All other output goes to standard error.
    let (_, out, errors) = run_in(folder.path(), &["zdd", toy, "--dot", "-"]);
    assert!(!out.contains("1 solution") && errors.contains("1 solution"), "{errors}");
}

#[test]
fn what_cannot_share_standard_output_is_refused() {
    let folder = folder_with(&[("p.cmb", "problem p = {**} [{*}]"), ("toy.dlx", "a\na\n")]);
    for (arguments, word) in [
        (&["zdd", "toy.dlx", "--dot", "-", "--text", "-"][..], "several results"),
        (&["convert", "toy.dlx", "--to", "cnf", "--table", "-"], "several results"),
        (&["solve", "p.cmb", "-o", "-", "--svg", "-"], "several results"),
        (&["matrix", "toy.dlx", "--json", "--svg", "-"], "several results"),
        (&["solve", "p.cmb", "--all", "--svg", "-"], "several pictures"),
        (&["sample", "p.cmb", "-n", "2", "--svg", "-"], "several pictures"),
        (&["generate", "p.cmb", "-n", "2", "--to", "dlx", "-o", "-"], "several problems"),
        (&["count", "toy.dlx", "--checkpoint", "-"], "cannot go to standard output"),
        (&["solve", "toy.dlx", "--all", "-o", "-", "--checkpoint", "s"], "--checkpoint needs"),
        (&["split", "toy.dlx", "-n", "2", "--out", "-"], "cannot go to standard output"),
        (&["run", "p.cmb", "--gallery", "-"], "cannot go to standard output"),
    ] {
        let (code, out, errors) = run_in(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(word), "{arguments:?}: {errors}");
        assert!(!folder.path().join("-").exists(), "{arguments:?}");
    }
}

#[test]
#[cfg(feature = "render")]
fn pictures_have_the_format_of_their_names() {
    let folder = folder_with(&[("p.cmb", "problem p = {**} [{*}]"), ("toy.dlx", "a\na\n")]);
    for (command, flag) in [
        (&["solve", "p.cmb"][..], "--svg"),
        (&["sample", "p.cmb"], "--picture"),
        (&["matrix", "toy.dlx"], "--svg"),
    ] {
        for (name, begins) in [
            ("a.svg", &b"<svg"[..]),
            ("a.png", b"\x89PNG"),
            ("A.PDF", b"%PDF"),
            ("a", b"<svg"),
            ("a.txt", b"<svg"),
        ] {
            let (code, _, errors) = run_in(folder.path(), &[command, &[flag, name]].concat());
            assert_eq!(code, 0, "{command:?} {name}: {errors}");
            let content = fs::read(folder.path().join(name)).unwrap();
            assert!(content.starts_with(begins), "{command:?} {name}");
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        let (code, _, errors) = run_in(folder.path(), &[command, &[flag, "a.jpg"]].concat());
        assert!(code == 2 && errors.contains("JPG") && errors.contains(".png"), "{errors}");
        assert!(!folder.path().join("a.jpg").exists());
    }
}

/// The entries given for an option must be those of the option.
#[test]
fn entries_of_a_solution_in_json_are_checked() {
    let folder = folder_with(&[
        ("toy.dlx", "a b | x\na x:red\nb x:red\na b\n"),
        ("wrong.json", r#"{"options": [{"option": 3, "entries": ["a", "x:red"]}]}"#),
        (
            "right.json",
            r#"{"options": [{"option": 1, "entries": ["x:red", "a"]}, {"entries": ["b", "x:red"]}]}"#,
        ),
        ("unknown.json", r#"{"options": [{"entries": ["q"]}]}"#),
        ("numbers.json", r#"{"options": [{"option": 1}, {"option": 2}]}"#),
        ("bad.json", r#"{"options": [{"option": 1, "entries": "a"}]}"#),
        ("none.json", r#"{"options": [{}]}"#),
    ]);
    let check = |file: &str| run_in(folder.path(), &["check", "toy.dlx", file]);
    let (code, _, errors) = check("wrong.json");
    assert!(code == 2 && errors.contains("option 3 does not have these items"), "{errors}");
    for file in ["right.json", "numbers.json"] {
        assert_eq!(check(file), (0, "solution 1: right\n".into(), String::new()), "{file}");
    }
    assert!(check("unknown.json").2.contains("`q` is not an item"));
    for file in ["bad.json", "none.json"] {
        assert!(check(file).2.contains("each of `options` needs"), "{file}");
    }
}

/// Wherever a time limit stops a search, the message names it, with its value.
/// What is printed can be checked, costs and names included; a name may have any characters.
#[test]
fn a_plan_has_names() {
    let rows = "name,cost,items\n\"Ann (night), 2: b\",2.5,a\nBob,1,b\nCem,4,a b\n";
    let folder = folder_with(&[("plan.csv", rows)]);
    let (code, plan, _) = run_in(folder.path(), &["solve", "--quiet", "--min", "plan.csv"]);
    assert_eq!(code, 0);
    assert_eq!(plan, "solution 1, cost 3.5\n1: a |2.5 (Ann (night), 2: b)\n2: b |1 (Bob)\n\n");
    fs::write(folder.path().join("plan.txt"), &plan).unwrap();
    let (code, checked, errors) = run_in(folder.path(), &["check", "plan.csv", "plan.txt"]);
    assert_eq!((code, checked.as_str(), errors.as_str()), (0, "solution 1: right\n", ""));
    let (_, json, _) = run_in(folder.path(), &["solve", "--quiet", "--min", "--json", "plan.csv"]);
    assert!(json.contains(r#""entries":["b"],"name":"Bob""#), "{json}");
    let (_, program, _) = run_in(folder.path(), &["convert", "--to", "lp", "plan.csv"]);
    assert!(program.contains("obj: 2.5 x1_Ann__night___2__b + 1 x2_Bob + 4 x3_Cem\n"), "{program}");
}

#[test]
fn the_time_limit_is_named() {
    let folder = folder_with(&[(
        "long.cmb",
        "problem p = constant 10x10 true [{**} ~sym] problem q = constant 10x6 true [{**} ~sym] \
         timing on count links p solve sat p all links p json \"p.json\" assert count links p = 7",
    )]);
    let (code, out, errors) = run_in(folder.path(), &["run", "--time", "0.3s", "long.cmb"]);
    assert_eq!(code, 3, "{out}{errors}");
    assert!(out.contains("at least ") && out.contains(": stopped at the time limit of 300ms\n"), "{out}");
    assert_eq!(errors, "stopped at the time limit of 300ms\n");
    assert!(!out.contains("on request"), "{out}");
    // A count that was stopped has not counted the solutions.
    assert!(out.contains("p count stopped after ") && !out.contains("counted in"), "{out}");
}

/// Item names with control sequences of a terminal are shown escaped, and the escaped form can be read back.
#[test]
fn control_characters_in_names_are_escaped() {
    let json = r#"{"schema": 1, "items": [{"name": "a\u001b[31m"}, {"name": "b\u009b"}, {"name": "c\nd"}],
        "options": [{"items": ["a\u001b[31m", "b\u009b"]}, {"items": ["c\nd"]}]}"#;
    let folder = folder_with(&[
        ("evil.dlx", "a\u{1b}[31m b\u{9b}\na\u{1b}[31m b\u{9b}\n"),
        ("wrong.dlx", "a\u{1b}[31m\nb\u{1b}[31m\n"),
        ("evil.json", json),
        // The sequences of drawings in color.
        ("colored.dlx", "\u{1b}[38;5;16;48;5;117ma\u{1b}[0m\n\u{1b}[38;5;16;48;5;117ma\u{1b}[0m\n"),
        ("wrong.txt", "1: a\n"),
        ("evil.cmb", "problem p = {**} [{*} ~named \"a\u{1b}[31m\"] print p solve p json"),
        ("fault.cmb", "problem p = {**} [\u{1b}[31m \u{9b}]"),
    ]);
    let is_plain = |text: &str| !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t');
    for arguments in [
        &["solve", "evil.dlx"][..],
        &["solve", "--json", "evil.dlx"],
        &["solve", "colored.dlx"],
        &["solve", "--up-to", "automorphism", "evil.dlx"],
        &["solve", "evil.json"],
        &["count", "--reduce", "--explain", "evil.dlx"],
        &["matrix", "evil.dlx"],
        &["matrix", "--json", "evil.dlx"],
        &["matrix", "--tabs", "evil.json"],
        &["matrix", "--items", "q\u{1b}[31m", "evil.json"],
        &["symmetries", "evil.dlx"],
        &["generate", "evil.dlx"],
        &["check", "evil.dlx", "wrong.txt"],
        &["check", "wrong.dlx"],
        &["check", "no\u{1b}[31mfile.dlx"],
        &["run", "evil.cmb"],
        &["run", "fault.cmb"],
        &["check", "--json", "fault.cmb"],
    ] {
        let (_, out, errors) = run_in(folder.path(), arguments);
        assert!(is_plain(&out) && is_plain(&errors), "{arguments:?}\n{out:?}\n{errors:?}");
        assert!(!(out.is_empty() && errors.is_empty()), "{arguments:?}");
    }
    // A message shows what it is about, and so does its hint.
    for (arguments, shown) in [
        (&["matrix", "--items", "q\u{1b}[31m", "evil.json"][..], &["`q\\u001b[31m`", "`a\\u001b[31m`"][..]),
        (&["check", "wrong.dlx"], &["`b\\u001b[31m`", "`a\\u001b[31m`"]),
        (&["check", "no\u{1b}[31mfile.dlx"], &["no\\u001b[31mfile.dlx"]),
        (&["run", "fault.cmb"], &["␛[31m"]),
    ] {
        let (_, _, errors) = run_in(folder.path(), arguments);
        assert!(shown.iter().all(|shown| errors.contains(shown)), "{arguments:?}: {errors}");
    }
    let (_, out, _) = run_in(folder.path(), &["solve", "evil.json"]);
    assert_eq!(out, "solution 1\n1: a\\u001b[31m b\\u009b\n2: c\\nd\n\n");
    for file in ["evil.dlx", "evil.json"] {
        for form in [&["solve", file][..], &["solve", "--json", file]] {
            let mut solve = combien(form).current_dir(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
            let mut check = combien(&["check", file, "-"]);
            let check =
                check.current_dir(folder.path()).stdin(solve.stdout.take().unwrap()).output().unwrap();
            solve.wait().unwrap();
            assert_eq!(ended(&check), (0, "solution 1: right\n".into(), String::new()), "{form:?}");
        }
    }
    // A problem converted to another format is data, so nothing is escaped.
    let (_, out, _) = run_in(folder.path(), &["convert", "evil.dlx", "--to", "dlx"]);
    assert_eq!(out, fs::read_to_string(folder.path().join("evil.dlx")).unwrap());
    let (_, out, _) = run_in(folder.path(), &["solve", "--json", "evil.dlx"]);
    assert_eq!(json_lines(&out)[0]["options"][0]["entries"], serde_json::json!(["a\u{1b}[31m", "b\u{9b}"]));
}

#[test]
fn counts_of_one_are_singular() {
    let folder = folder_with(&[("one.dlx", "a\na\n"), ("p.cmb", "problem p = {*} [{*}] all p")]);
    let run = |arguments: &[&str]| run_in(folder.path(), arguments);
    assert_eq!(run(&["zdd", "one.dlx"]).1, "1 node\n1 solution\n1 of 1 option\n");
    assert!(run(&["run", "p.cmb"]).1.contains("1 solution found"));
    assert!(run(&["count", "--nodes", "1", "--engine", "links", "one.dlx"]).2.contains("limit of 1 node"));
    let reduced = run(&["count", "--reduce", "--explain", "one.dlx"]).2;
    let has_plural_of_one = |text: &str| {
        let words: Vec<&str> = text.split([' ', ',', ';', '\n']).collect();
        words.windows(2).any(|pair| pair[0] == "1" && pair[1].ends_with('s'))
    };
    assert!(!has_plural_of_one(&reduced), "{reduced}");
    assert!(!has_plural_of_one(&run(&["count", "--up-to", "automorphism", "--explain", "one.dlx"]).2));
}

/// Read as a tiling file, such a problem would seem to be full of mistakes.
#[test]
fn a_problem_given_as_a_tiling_file_is_recognized() {
    for command in ["run", "test", "fmt"] {
        for file in ["examples/toy.dlx", "no.json", "puzzle:queens 8"] {
            let (code, out, errors) = run(&[command, file]);
            assert_eq!((code, out.as_str()), (2, ""), "{command} {file}");
            assert!(errors.contains(&format!("combien solve '{file}'")), "{command} {file}: {errors}");
        }
    }
}

/// Other programs use other words for the same options.
#[test]
fn words_for_options_of_pieces_lead_to_the_right_one() {
    for (word, option) in [
        ("flip", "~mirror"),
        ("reflect", "~mirror"),
        ("turn", "~rot"),
        ("rotate", "~rot"),
        ("free", "~sym"),
        ("once", "~one"),
        ("optional", "~maybe"),
        ("copies", "~times"),
        ("name", "~named"),
        ("gaps", "board"),
    ] {
        let (code, _, errors) = run_with_input(&["run", "-"], &format!("problem p = {{**}} [{{*}} ~{word}]"));
        let help = errors.lines().find(|line| line.contains("= help")).unwrap_or_default();
        assert!(code == 2 && help.contains(option), "~{word}: {errors}");
    }
}

/// What people write at first, and what the message suggests.
#[test]
fn first_attempts_are_helped() {
    for (text, hint) in [
        ("include \"pentominoes\"", "`include <pentominoes>`"),
        ("problem p = {**} pentominoes", "`include <pentominoes>`"),
        ("problem p = {**} [{*} -sym]", "`~sym`"),
        ("problem p = {**} [{*} * 2]", "`A ~times 2`"),
        ("// a comment\nproblem p = {**} [{*}]", "`#`"),
        ("/* a comment */ problem p = {**} [{*}]", "`#`"),
    ] {
        let (code, _, errors) = run_with_input(&["run", "-"], text);
        let has_hint = errors.lines().any(|line| line.contains("= help") && line.contains(hint));
        assert!(code == 2 && has_hint, "{text}: {errors}");
    }
    // A wrong number is explained in plain words, not with the messages of Rust's parser.
    for arguments in [
        &["solve", "examples/toy.dlx", "-n", "many"][..],
        &["solve", "examples/toy.dlx", "-n", "0"],
        &["solve", "examples/toy.dlx", "--number=-1"],
        &["count", "examples/toy.dlx", "--nodes", "1e6"],
        &["count", "examples/toy.dlx", "--solutions", "0"],
        &["sample", "examples/toy.dlx", "--seed", "x"],
        &["estimate", "examples/toy.dlx", "--probes", ""],
        &["sudoku", "generate", "-n", "x"],
        &["generate", "puzzle:queens 4", "--tries", "99999999999999999999"],
        &["split", "examples/toy.dlx", "-n", "0", "--out", "x"],
    ] {
        let (code, _, errors) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(errors.contains("write a whole number"), "{arguments:?}: {errors}");
        assert!(!errors.contains("digit found") && !errors.contains("18446744073709551615"), "{errors}");
    }
}

/// A `#` in a drawing begins a comment: it hides the brace, and the message says so.
#[test]
fn a_drawing_of_hashes_is_explained() {
    let (code, _, errors) = run_with_input(&["run", "-"], "pattern a = {##}\ncount p\n");
    assert_eq!(code, 2);
    assert!(errors.contains("`#` begins a comment") && errors.contains("this is a comment"), "{errors}");
    assert!(!errors.contains("close it"), "{errors}");
    // The drawing continues to the next brace, and an error about that would not help.
    let (code, _, errors) = run_with_input(&["run", "-"], "pattern a = {##}\nproblem p = a [{*}]\n");
    assert_eq!(code, 2);
    assert!(errors.starts_with("warning[brace-in-comment]"), "{errors}");
    assert!(errors.contains("<stdin>:1:14") && errors.contains("`#` begins a comment"), "{errors}");
    // Without a comment, only the closing brace is missing.
    assert!(run_with_input(&["run", "-"], "pattern a = {**").2.contains("close it with a `}`"));
}

/// As in `combine`, the last one counts; here with a warning.
#[test]
fn of_one_and_maybe_the_last_one_counts() {
    // Each cell for itself: a piece that is used at most once leaves the other to the second piece.
    for (flags, solutions) in
        [("~one ~sym ~maybe", "3"), ("~maybe ~one", "2"), ("~one ~one", "2"), ("~maybe", "3")]
    {
        let file = format!("problem p = {{**}} [{{*}} {flags}, {{*}}] count p");
        let (code, out, errors) = run_with_input(&["run", "-"], &file);
        assert_eq!(
            (code, out.contains(&format!(" {solutions} solutions"))),
            (0, true),
            "{flags}: {out}{errors}"
        );
        let is_warned =
            errors.contains("warning[options-conflict]") && errors.contains("the last one counts");
        assert_eq!(is_warned, flags.contains("one") && flags.contains("maybe"), "{flags}: {errors}");
    }
    assert_eq!(run_with_input(&["run", "-"], "problem p = {**} [{*} ~one ~times 2] count p").0, 2);
}

/// The title of a page is a name, not a path.
#[test]
fn pages_are_named_after_the_file_or_the_puzzle() {
    let title = |problem: &[&str]| {
        let page = run(&[&["trace"], problem, &["--html", "-"]].concat()).1;
        let name = page.split("\"name\":\"").nth(1).unwrap();
        name.split('"').next().unwrap().to_owned()
    };
    assert_eq!(title(&["examples/toy.dlx"]), "toy.dlx");
    assert_eq!(title(&["examples/tetrominoes.cmb", "--problem", "r4x3"]), "r4x3");
    assert_eq!(title(&["puzzle:queens 4"]), json_title("puzzle:queens 4"));
    let matrix = run(&["matrix", "examples/toy.dlx", "--svg", "-"]).1;
    assert!(matrix.contains("toy.dlx") && !matrix.contains("examples/"), "{matrix}");
}

/// The title that a puzzle gives itself: the comment before its problem.
fn json_title(puzzle: &str) -> String {
    let text = run(&["convert", puzzle, "--to", "dlx"]).1;
    text.lines().next().unwrap().trim_start_matches("| ").to_owned()
}
