//! Knuth's text format: what is written reads back the same, and no text makes the reader panic.

use combien::problem::dlx::{parse, write};
use combien_tests::{corpus, random};
use proptest::prelude::*;

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(problem in random::problems()) {
        let mut text = vec![];
        match write(&problem, &mut text) {
            // Color numbers may differ, for a file declares colors where it uses them; so the texts are compared.
            Ok(()) => {
                let again = parse("written", &String::from_utf8(text.clone()).unwrap()).unwrap().problem;
                let mut text_again = vec![];
                write(&again, &mut text_again).unwrap();
                prop_assert_eq!(text_again, text);
                prop_assert_eq!(again.kept_out(), problem.kept_out());
            }
            Err(_) => prop_assert!(text.is_empty(), "a refusal comes before the first byte"),
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([ab|: \t\n]|x:[ab]|\u{e9}){0,60}") {
        if let Err(error) = parse("random", &text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn the_corpus_reads_back_the_same() {
    for instance in corpus::instances() {
        let problem = instance.read().unwrap().problem;
        let mut text = vec![];
        write(&problem, &mut text).unwrap();
        let again = parse(&instance.file, &String::from_utf8(text).unwrap()).unwrap().problem;
        assert_eq!(again, problem, "{}", instance.file);
    }
}

/// Reading is linear and streaming: a hundred thousand options, with names longer than Knuth's eight bytes.
#[test]
fn large_files_are_read() {
    use std::fmt::Write;
    let items = 30_000;
    let mut text = (0..items).map(|item| format!("a_long_name_{item}")).collect::<Vec<_>>().join(" ");
    for option in 0..100_000 {
        let item = |step: usize| option * 7919 % items / 3 * 3 + step;
        write!(text, "\na_long_name_{} a_long_name_{} a_long_name_{}", item(0), item(1), item(2)).unwrap();
    }
    let problem = parse("large", &text).unwrap().problem;
    assert_eq!(
        (problem.item_count(), problem.option_count(), problem.entry_count()),
        (items, 100_000, 300_000)
    );
}
