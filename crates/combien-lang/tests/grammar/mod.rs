//! The grammar of the documentation and the parser accept the same texts. And for every text: nothing panics, and the
//! layout of `format` is final and does not change the meaning.
//!
//! `COMBIEN_CASES=1000000 cargo test -p combien-lang --test lang grammar` runs as many cases of each kind; `COMBIEN_FIRST`
//! is the first seed, 0 if left out.

mod ebnf;
mod layout;
mod robust;
mod sentences;

use combien::diagnostic::Source;
use combien_lang::lexer::{KEYWORDS, TokenKind};
use combien_lang::parser::parse;
use sentences::{Random, cases, grammar, mutated, sentence, terminals};

/// The parser's messages about syntax. An empty range, for example, is not an error of syntax.
fn complaints(text: &str) -> Vec<String> {
    let (_, diagnostics) = parse(&Source::new("t.cmb", text));
    diagnostics.iter().filter(|diagnostic| diagnostic.code == "syntax").map(ToString::to_string).collect()
}

#[test]
fn what_the_grammar_derives_is_accepted() {
    let grammar = grammar();
    for seed in cases(3000) {
        let text = sentence(&grammar, &mut Random(seed)).join(" ");
        assert_eq!(complaints(&text), [""; 0], "seed {seed}: {text}");
    }
}

/// Sentences with a token left out, doubled, exchanged or put in: the parser and the recogniser agree on each.
#[test]
fn what_the_grammar_does_not_derive_is_refused() {
    let grammar = grammar();
    let mut accepted = 0;
    let seeds = cases(6000);
    let number = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random(seed);
        let words = sentence(&grammar, &mut random);
        let words = mutated(words, &mut random);
        if words.len() > 60 {
            continue;
        }
        let text = words.join(" ");
        let complaints = complaints(&text);
        let expected = grammar.accepts("file", &terminals(&words));
        assert_eq!(complaints.is_empty(), expected, "seed {seed}: {text}\n{complaints:#?}");
        accepted += u64::from(expected);
    }
    assert!(
        accepted > number / 20,
        "the test tells nothing if hardly any of the sentences are right: {accepted}"
    );
}

#[test]
fn the_recogniser_knows_right_from_wrong() {
    let grammar = grammar();
    let accepts = |text: &str| {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        grammar.accepts("file", &terminals(&words))
    };
    assert!(accepts("pattern a = {**} - b"));
    assert!(accepts("problem p = torus a list"));
    assert!(!accepts("pattern a = {**} -"));
    assert!(!accepts("pattern pattern = {**}"));
    assert!(!accepts("count p q r"));
}

#[test]
fn the_keywords_are_those_of_the_page() {
    let page = include_str!("../../../../docs/reference/grammar.md");
    let listed = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(listed.split_whitespace().collect::<Vec<_>>(), KEYWORDS);
    let kinds = |word: &str| combien_lang::lexer::lex(&Source::new("t.cmb", word)).0.remove(0).kind;
    for word in grammar().words() {
        let is_name = matches!(kinds(&word), TokenKind::Name(_));
        assert!(!is_name || !KEYWORDS.contains(&word.as_str()), "{word}");
    }
}
