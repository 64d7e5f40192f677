//! The layout is final: a second run changes nothing. And it does not change the meaning.

use combien::diagnostic::Source;
use combien_lang::format;
use combien_lang::parser::parse;

use super::sentences::{Random, cases, grammar, sentence};

fn formatted(text: &str) -> String {
    format(&Source::new("t.cmb", text)).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

/// The tree of a text without its spans, and the codes of what is wrong with it.
fn tree(text: &str) -> (String, Vec<&'static str>) {
    let (decls, diagnostics) = parse(&Source::new("t.cmb", text));
    let mut tree = format!("{decls:?}");
    let is_span = |part: &str| {
        part.split_once("..").is_some_and(|(a, b)| a.parse::<u64>().is_ok() && b.parse::<u64>().is_ok())
    };
    tree = tree
        .split(|c: char| " ,(){}".contains(c))
        .filter(|part| !is_span(part))
        .collect::<Vec<_>>()
        .join(" ");
    (tree, diagnostics.iter().map(|diagnostic| diagnostic.code).collect())
}

fn comments(text: &str) -> usize {
    text.matches('#').count()
}

fn assert_final(text: &str) {
    let once = formatted(text);
    assert_eq!(tree(text), tree(&once), "\n{text}\n--- became\n{once}");
    assert_eq!(once, formatted(&once), "\n{text}\n--- is not final");
    assert_eq!(comments(text), comments(&once), "\n{text}\n--- became\n{once}");
    let lines_end_well = once.lines().all(|line| line == line.trim_end());
    assert!(lines_end_well && !once.contains("\n\n\n"), "{once}");
}

#[test]
fn the_layout_is_final_for_every_sentence() {
    let grammar = grammar();
    for seed in cases(2000) {
        let mut random = Random(seed);
        let words = sentence(&grammar, &mut random);
        let mut text = String::new();
        for word in words {
            text += &word;
            text += [" ", " ", "\n", "  ", "\n\n\n", " # a comment\n", "\n# a comment\n", " \t\r\n"]
                [random.below(8)];
        }
        assert_final(&text);
    }
}

#[test]
fn the_layout_is_final_for_every_example() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let folders = [examples.to_owned(), format!("{examples}/collection")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "cmb"));
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert_final(&text);
        assert_eq!(formatted(&text), text, "{} is not laid out: run `combien fmt` on it", file.display());
    }
}

#[test]
fn declarations_have_lines_of_their_own() {
    let text = "# first\n\n\n\npattern a={*} # behind\nproblem p=a[a~one,a ~times 2..,]count dlx p\n\n# last";
    let expected =
        "# first\n\npattern a = {*} # behind\nproblem p = a [a ~one, a ~times 2..]\ncount dlx p\n\n# last\n";
    assert_eq!(formatted(text), expected);
    assert_eq!((formatted(""), formatted(" \n\n")), (String::new(), String::new()));
    assert_eq!(formatted("exit# no more"), "exit # no more\n");
}

#[test]
fn sums_and_arguments_are_spaced() {
    let text =
        "pattern a<n,m>=constant( n+ -1 ,2*(m-1),- n)true include<pentominoes>assert count a<1 .. 3>=1,2";
    let expected = "pattern a<n, m> = constant (n + -1, 2 * (m - 1), -n) true\ninclude <pentominoes>\nassert count a<1..3> = 1, 2\n";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted("pattern a = {*}-b ^ (c||d)"), "pattern a = {*} - b ^ (c || d)\n");
}

#[test]
fn long_lists_have_a_line_for_each_part() {
    let tile = "constant 10x10 true ~one ~sym";
    let text = format!("tiles t = [{}]", [tile; 4].join(", "));
    let expected = format!("tiles t = [\n  {}\n]\n", [tile; 4].join(",\n  "));
    assert_eq!(formatted(&text), expected);
    let text = "problem p = a [b, # why\n c ~one,\n# because\nd\n]";
    assert_eq!(formatted(text), "problem p = a [\n  b, # why\n  c ~one,\n  # because\n  d\n]\n");
    assert_eq!(
        formatted("pattern3 p = [{*}, {\n**\n*.}]"),
        "pattern3 p = [\n  {*},\n  {\n    **\n    *.\n  }\n]\n"
    );
    assert_eq!(formatted("pattern a # why\n= b"), "pattern a # why\n  = b\n");
}

#[test]
fn drawings_of_several_lines_are_aligned() {
    assert_eq!(
        formatted("pattern a = { * * # two\n\n# one\n*X $ . }"),
        "pattern a = {\n  ** # two\n  # one\n  *X\n  .\n}\n"
    );
    assert_eq!(formatted("pattern a = hex {\n***\n**\n*}"), "pattern a = hex {\n    * * *\n   * *\n  *\n}\n");
    assert_eq!(formatted("pattern a = hex{** $ *}"), "pattern a = hex {**$*}\n");
    assert_eq!(
        formatted("pattern hex = {*} pattern a = union hex {\n**}"),
        "pattern hex = {*}\npattern a = union hex {\n  **\n}\n"
    );
    let wide = ".".repeat(60);
    assert_eq!(
        formatted(&format!("pattern a = {{{wide}${wide}}}")),
        format!("pattern a = {{\n  {wide}\n  {wide}\n}}\n")
    );
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let faults = format(&Source::new("t.cmb", "pattern a = \nproblem p = {*} [")).unwrap_err();
    assert_eq!(faults.len(), 2);
}
