//! The grammar of the documentation and the parser accept the same texts. And for every text: nothing panics,
//! and the layout of `format` is final and does not change the meaning.
//!
//! `COMBIEN_CASES=1000000 cargo test -p combien-lang --test lang grammar` runs as many cases of each kind;
//! `COMBIEN_FIRST` is the first seed, 0 if left out.

mod ebnf;
mod layout;
mod robust;
mod sentences;

use std::collections::BTreeSet;

use combien::diagnostic::Source;
use combien_lang::lexer::TokenKind;
use combien_lang::parser::parse;
use combien_lang::words::{self, Role, WORDS, Word};
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

/// Sentences with a token left out, doubled, exchanged or put in: the parser and the recogniser agree on
/// each.
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
    assert_eq!(listed.split_whitespace().collect::<Vec<_>>(), words::keywords());
    let kinds = |word: &str| combien_lang::lexer::lex(&Source::new("t.cmb", word)).0.remove(0).kind;
    for word in grammar().words() {
        let is_name = matches!(kinds(&word), TokenKind::Name(_));
        assert!(!is_name || words::keyword(&word).is_none(), "{word}");
    }
}

/// Every word of the grammar has a row in the table, and every word of the table stands in the grammar, or is
/// an option without a value.
#[test]
fn the_words_are_those_of_the_grammar() {
    let is_word = |text: &&str| text.trim_start_matches('~').starts_with(|c: char| c.is_ascii_alphabetic());
    let grammar = grammar().words();
    let written: BTreeSet<&str> = grammar.iter().map(String::as_str).filter(is_word).collect();
    let takes = |word: &&Word| !word.role.is_option() || !word.follows.is_empty();
    let known: Vec<String> = WORDS.iter().filter(takes).map(Word::written).collect();
    assert_eq!(known.iter().map(String::as_str).collect::<BTreeSet<_>>(), written);
    for option in WORDS.iter().filter(|word| !takes(word)) {
        assert!(!written.contains(option.written().as_str()), "`~{}` takes something", option.text);
    }
}

/// The example of each word has the word, and is correct where such a word may stand.
#[test]
fn the_examples_of_all_words_are_correct() {
    for word in WORDS.iter() {
        assert!(word.example.contains(word.text), "{word:?}");
        let example = word.example;
        let begins = |word: &str| words::is_any(word, &[Role::Declaration]);
        let text = match word.role {
            _ if begins(example.split([' ', '<']).next().unwrap()) => example.to_owned(),
            Role::PieceOption => format!("problem p = {{*}} [{{*}} {example}]"),
            Role::BoardOption => format!("problem p = {{*}} {example} [{{*}}]"),
            Role::Family => format!("tiles l = {example}"),
            Role::Filter | Role::Quality => format!("tiles l = s {example}"),
            Role::Clue | Role::Place | Role::Joint => format!("problem p = {{*}} s {example}"),
            Role::Test => format!("problem p = {{*}} s where {example}"),
            Role::Closing => format!("problem p = {example} [{{*}}]"),
            Role::Inner if words::is_any(example.split(' ').next().unwrap(), &[Role::Test]) => {
                format!("problem p = {{*}} s where {example}")
            }
            Role::Inner if words::is_any(example.split(' ').next().unwrap(), &[Role::Closing]) => {
                format!("problem p = {example} [{{*}}]")
            }
            Role::Inner if words::is_any(example.split(' ').next().unwrap(), &[Role::Clue, Role::Joint]) => {
                format!("problem p = {{*}} s {example}")
            }
            _ => format!("pattern p = {example}"),
        };
        let (_, diagnostics) = parse(&Source::new("t.cmb", text.as_str()));
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    }
}

/// The rule of declarations in the book is the table; `UPDATE_REFERENCE=1` writes it anew.
#[test]
fn the_declarations_of_the_page_are_the_table() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/grammar.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("\ndecl        = ").unwrap();
    let (_, after) = rest.split_once(" ;\n").unwrap();
    let declarations: Vec<&Word> = WORDS.iter().filter(|word| word.role == Role::Declaration).collect();
    let rule = |words: &[&Word]| {
        let texts: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.text)).collect();
        let texts = if words.len() > 1 { format!("( {} )", texts.join(" | ")) } else { texts.concat() };
        format!("{texts} {}", words[0].follows).trim_end().to_owned()
    };
    let rules: Vec<String> =
        declarations.chunk_by(|one, next| one.follows == next.follows).map(rule).collect();
    let rules = rules.join("\n            | ");
    let made = format!("{before}\ndecl        = {rules} ;\n{after}");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(page == made, "docs/reference/grammar.md is out of date: run this test with UPDATE_REFERENCE=1");
}

/// The page of the language explains every word of the table, in code.
#[test]
fn the_page_of_the_language_has_every_word() {
    let page = include_str!("../../../../docs/reference/language.md");
    let code: BTreeSet<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && !"~_".contains(c)))
        .collect();
    let answer = "answer_to_the_question_of_life_the_universe_and_everything";
    for word in WORDS.iter().filter(|word| word.text != answer) {
        assert!(code.contains(word.written().as_str()), "`{}` is not explained", word.written());
    }
}
