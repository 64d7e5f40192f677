//! No text causes a panic, and none takes more work than its length justifies.

use std::io;

use combien::diagnostic::{Diagnostic, Source};
use combien_lang::elaborate::LoadError;
use combien_lang::lexer::lex;
use combien_lang::parser::parse;
use combien_lang::{Loaded, format, load};

use super::sentences::{Random, cases, grammar, mutated, sentence};

const EXAMPLES: [&str; 10] = [
    include_str!("../../../../examples/scott.cmb"),
    include_str!("../../../../examples/pentominoes.cmb"),
    include_str!("../../../../examples/camel.cmb"),
    include_str!("../../../../examples/tetrominoes.cmb"),
    include_str!("../../../../examples/soma.cmb"),
    include_str!("../../../../examples/hexiamonds.cmb"),
    include_str!("../../../../examples/strips.cmb"),
    include_str!("../../../../examples/torus.cmb"),
    include_str!("../../../../examples/calendar.cmb"),
    include_str!("../../../../examples/gaps.cmb"),
];

/// Runs every step. Whatever the text, each place that a message points at is within it.
fn survive(text: &str) {
    let source = Source::new("t.cmb", text);
    let (_, faults) = parse(&source);
    let labels = faults.iter().flat_map(|fault| &fault.labels);
    for place in labels.map(|label| &label.place) {
        assert!(text.get(place.span.clone()).is_some(), "{:?} of {text:?}", place.span);
    }
    match format(&source) {
        Ok(once) => {
            let twice = format(&Source::new("t.cmb", once.as_str()));
            assert_eq!(twice.as_ref(), Ok(&once), "the layout of {text:?} is not final");
        }
        Err(faults) => assert!(faults.iter().any(Diagnostic::is_error)),
    }
    let files = |path: &str, _: Option<&str>| match path {
        "t.cmb" => Ok(Loaded::new(path, text)),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    match load("t.cmb", &files) {
        Ok(_) => {}
        Err(LoadError::Diagnostics(faults)) => assert!(faults.iter().any(Diagnostic::is_error)),
        Err(LoadError::Io(error)) => panic!("{error}"),
    }
}

#[test]
fn random_bytes() {
    for seed in cases(3000) {
        let mut random = Random(seed ^ 0xb17e5);
        let length = random.below(200);
        // Characters with a meaning are more frequent than others.
        let byte = |random: &mut Random| match random.below(3) {
            0 => b"{}[]()<>~\"#$*.?-|&^=,+/% \n\\x019az_"[random.below(34)],
            1 => random.below(128) as u8,
            _ => random.below(256) as u8,
        };
        let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
        survive(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_words() {
    let words: Vec<String> = grammar().words().into_iter().collect();
    for seed in cases(3000) {
        let mut random = Random(seed ^ 0x50ab);
        let word = |random: &mut Random| match random.below(8) {
            0 => ["{**}", "{*.$?}", "{a}", "2x3", "3x1x2", "7", "99999999999", "\"f\""][random.below(8)]
                .to_owned(),
            1 => ["a", "b", "hex", "sample", "~one", "~times", "~x", "{", "\"", "~", "é"][random.below(11)]
                .to_owned(),
            _ => words[random.below(words.len())].clone(),
        };
        let text: Vec<String> = (0..random.below(60)).map(|_| word(&mut random)).collect();
        survive(&text.join(" "));
    }
}

#[test]
fn mutated_sentences() {
    let grammar = grammar();
    for seed in cases(2000) {
        let mut random = Random(seed ^ 0x3a7);
        let words = sentence(&grammar, &mut random);
        survive(&mutated(words, &mut random).join(" "));
    }
}

#[test]
fn mutated_examples() {
    for seed in cases(300) {
        let mut random = Random(seed ^ 0xe8a);
        let mut text: Vec<char> = EXAMPLES[random.below(EXAMPLES.len())].chars().collect();
        for _ in 0..=random.below(6) {
            let (at, length) = (random.below(text.len().max(1)), random.below(20));
            let end = (at + length).min(text.len());
            match random.below(4) {
                0 => drop(text.drain(at.min(end)..end)),
                1 => {
                    let copy: Vec<char> = text[at.min(end)..end].to_vec();
                    let to = random.below(text.len() + 1);
                    text.splice(to..to, copy);
                }
                2 => text.truncate(text.len() - length.min(text.len())),
                // No digits: a board of millions of cells is allowed, and slow.
                _ => text.insert(
                    at.min(end),
                    ['{', '}', '[', '"', '#', '~', '<', ',', '(', ' ', '\n', 'é'][random.below(12)],
                ),
            }
        }
        survive(&text.into_iter().collect::<String>());
    }
}

#[test]
fn texts_too_deep_too_long_or_too_large_are_refused_with_a_code() {
    let n = 200_000;
    let codes = |text: &str| {
        survive(text);
        let (_, faults) = parse(&Source::new("t.cmb", text));
        faults.iter().map(|fault| fault.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&format!("pattern a = {}", "[".repeat(n))), ["too-deep"]);
    assert_eq!(codes(&format!("pattern a = constant ({}", "(".repeat(n))), ["too-deep"]);
    assert_eq!(codes(&format!("pattern a = constant ({}", "-".repeat(n))), ["too-deep"]);
    assert_eq!(codes(&format!("pattern a = {}", "cells \"a\" ".repeat(n))), ["too-deep"]);
    assert_eq!(codes(&format!("pattern a = {}", "union ".repeat(n))), ["too-deep"]);
    assert_eq!(codes(&format!("pattern a<{}> = b", ["n"; 17].join(","))), ["too-many"]);
    assert_eq!(codes("count a<1..10001>"), ["range-too-large"]);
    assert_eq!(codes("count a<1..10000>"), [""; 0]);
    assert_eq!(codes("count a<3..2>"), ["empty-range"]);
    assert_eq!(codes(&format!("count a<{}>", "9".repeat(n))), ["number-too-large"]);
    assert_eq!(codes(&format!("pattern a = constant {}x1 true", "9".repeat(n))), ["number-too-large"]);
    // Chains are lists, not nested trees.
    let chain = format!("pattern a = constant (1{}, 1) true", " + 1".repeat(n));
    assert_eq!(parse(&Source::new("t.cmb", chain)).1, []);
}

/// Texts of a megabyte on one line, valid and invalid. Quadratic work would take too long to end.
#[test]
fn lines_may_be_long() {
    let long = |piece: &str| piece.repeat(1_000_000 / piece.len());
    for text in [
        format!("pattern a = {{{}}}", long("*")),
        long("pattern "),
        long("sample sample "),
        long("count a "),
        long("torus [ a ] "),
        format!("problem p = {}", long("torus ")),
        format!("tiles t = [{}]", long("a, ")),
        format!("assert count p = 1{}", long(", 1")),
        format!("include \"{}\"", long("a")),
        long("{"),
        long("a<1,"),
    ] {
        let source = Source::new("t.cmb", text);
        let (tokens, _) = lex(&source);
        assert!(tokens.len() <= source.text.len() + 1);
        drop(parse(&source));
        drop(format(&source));
    }
}

/// Every line has errors. Looking for hints must not be slow.
#[test]
fn many_faults_are_found_in_time() {
    let line = |k: usize| {
        format!("pattern name_{k} = nme_{k}\nproblem p_{k} = torus_{k} list_{k}\ncount dlx q_{k}\n")
    };
    let text: String = (0..4000).map(line).collect();
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text.as_str()));
    let Err(LoadError::Diagnostics(faults)) = load("t.cmb", &files) else { panic!("there are faults") };
    assert!((1000..1100).contains(&faults.len()), "{}", faults.len());
    assert!(faults[..100].iter().any(|fault| fault.hint.is_some()));
    for text in ["@".repeat(100_000), "pattern ".repeat(100_000), "0x99999999999 ".repeat(9999)] {
        let (_, faults) = parse(&Source::new("t.cmb", text));
        assert!(
            (1000..1100).contains(&faults.len())
                && faults.iter().any(|fault| fault.code == "too-many-errors")
        );
    }
}
