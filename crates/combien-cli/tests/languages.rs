//! Messages in the language of the reader, by the real binary.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::shared::{combien, ended, root, run, run_with_input};

const SCOTT: [&str; 4] = ["examples/scott.cmb", "--problem", "scott", "--quiet"];

#[test]
fn the_locale_chooses_the_language_and_the_flag_is_stronger() {
    let said = |locale: &str, more: &[&str]| {
        let arguments = [&["count", "nowhere.dlx"], more].concat();
        ended(&combien(&arguments).env("LC_ALL", "").env("LANG", locale).output().unwrap())
    };
    let (code, _, french) = said("fr_CA.UTF-8", &[]);
    assert!(code == 2 && french.starts_with("erreur\u{a0}: `nowhere.dlx` ne peut pas être lu"), "{french}");
    for (locale, more) in [("fr_FR", &["--lang", "en"][..]), ("C", &[]), ("de_DE.UTF-8", &[])] {
        let (_, _, english) = said(locale, more);
        assert!(english.starts_with("error: `nowhere.dlx` cannot be read"), "{locale}: {english}");
    }
    assert_eq!(said("C", &["--lang=fr"]).2, french);
    let (code, _, errors) = run(&["count", "nowhere.dlx", "--lang", "tlh"]);
    assert!(
        code == 2 && errors.contains("'tlh'") && errors.contains("[possible values: en, fr]"),
        "{errors}"
    );
}

#[test]
fn help_and_errors_of_the_command_line_are_french() {
    let help = run(&["solve", "--help", "--lang", "fr"]).1;
    for text in [
        "Trouver des solutions",
        "Usage\u{a0}: combien solve",
        "Limites et fils\u{a0}:",
        "[par défaut\u{a0}: auto]",
    ] {
        assert!(help.contains(text), "{text} is not in:\n{help}");
    }
    for english in ["Usage:", "Options:", "default:", "possible values", "Print help", "Find "] {
        assert!(!help.contains(english), "{english} is in:\n{help}");
    }
    let (code, _, errors) = run(&["--lang", "fr", "count", "examples/toy.dlx", "--jbos", "2"]);
    assert!(
        code == 2 && errors.contains("argument inattendu\u{a0}: '--jbos'") && errors.contains("'--jobs'"),
        "{errors}"
    );
}

/// Documents, and what is read again, are the same in every language.
#[test]
fn data_is_never_translated() {
    let solve = |more: &[&str]| run(&[&["solve", "--all"], &SCOTT[..], more].concat());
    assert_eq!(solve(&["--json"]), solve(&["--json", "--lang", "fr"]));
    let found = run(&["solve", "--all", "--lang", "fr", "examples/toy.dlx"]).1;
    let (code, checked, _) = run_with_input(&["check", "examples/toy.dlx", "-", "--lang", "fr"], &found);
    assert!(code == 0 && checked.contains("solution 1\u{a0}: juste"), "{checked}");
    let none = run_with_input(&["solve", "-", "--format", "dlx", "--lang", "fr"], "a b\na\n").1;
    assert_eq!(none, "no solution\n");
    // Names that are words of the catalogue.
    let named = "help squares\nhelp\nsquares\nhelp squares\n";
    for command in [&["marginals"][..], &["solve", "--all"], &["matrix"]] {
        let asked = |language| {
            run_with_input(&[command, &["-", "--format", "dlx", "--lang", language]].concat(), named).1
        };
        let [english, french] = ["en", "fr"].map(asked);
        assert_eq!(english.matches("help").count(), french.matches("help").count(), "{french}");
        assert_eq!(english.matches("squares").count(), french.matches("squares").count(), "{french}");
    }
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, language: &str| {
        let path = folder.path().join(name);
        let to = path.to_str().unwrap().to_owned();
        assert_eq!(solve(&["--output", &to, "--lang", language]).0, 0);
        fs::read(path).unwrap()
    };
    assert_eq!(written("en", "en"), written("fr", "fr"));
}

/// What stands between tags, and what the script of the page says.
#[test]
fn pages_are_french() {
    let page = run(&["trace", "examples/toy.dlx", "--html", "-", "--lang", "fr"]).1;
    assert!(page.contains("<html lang=\"fr\">") && page.contains(">La matrice</h2>"), "{page}");
    assert!(page.contains("\"Take {1}.\":\"Prendre {1}.\""));
    let booklet = run(&["booklet", "puzzle:queens 6", "-n", "2", "--seed", "1", "--quiet", "--lang", "fr"]).1;
    assert!(booklet.contains("<html lang=\"fr\">") && booklet.contains("<p>2 casse-têtes</p>"), "{booklet}");
}

/// What others say: the parser of the command line, readers of JSON and XML, the standard library and the system. At the end,
/// what is put together word by word.
const OF_OTHERS: &str = "\
a similar argument exists; a similar subcommand exists; a similar value exists; a subcommand is required but one was not provided; \
a value is required for; aliases; an argument cannot be used with one or more of the other specified arguments; broken pipe; \
but none was supplied; cannot allocate memory; cannot be used with one or more of the other specified arguments; \
cannot parse float from empty string; cannot parse integer from empty string; device or resource busy; disk quota exceeded; \
entity already exists; entity not found; eof while parsing a string; eof while parsing an object; \
equal is needed when assigning values to one of the arguments; equal sign is needed when assigning values to; \
fewer elements in array; floating point; for more information; found while parsing a string; invalid argument; invalid data; \
invalid digit found in string; invalid escape; invalid filename; invalid float literal; invalid input parameter; \
invalid length; invalid number; invalid unicode code point; invalid utf; invalid value; invalid value for one of the arguments; \
key must be a string; lone leading surrogate in hex escape; more values required for an argument; no space left on device; \
no storage space; no such device or address; no such file or directory; number out of range; \
number too small to fit in target type; one of the values isn; one or more required arguments were not provided; \
quota exceeded; read only file system; read only filesystem or storage medium; recursion limit exceeded; \
requires a subcommand but one was not provided; resource busy; resource temporarily unavailable; short aliases; \
some similar arguments exist; some similar subcommands exist; some similar values exist; stream did not contain valid utf; \
t valid for an argument; the document does not have a root node; the following required arguments were not provided; \
the root node was opened but never closed; too many levels of symbolic links; uncategorized error; unexpected argument; \
unexpected argument found; unexpected close tag at; unexpected end of file; unexpected end of hex escape; \
unexpected end of stream; unexpected value; unexpected value for an argument found; unrecognized subcommand; \
was detected in one or more arguments; was provided; were provided; options that are forced";

/// The clauses of a text: its words in lower case, from one sign, number or gap of two spaces to the next.
fn clauses(text: &str) -> Vec<String> {
    let is_end = |c: char| c.is_ascii_digit() || "\n\\.:;,()`'\"[]<>|{}/=*~#?!".contains(c);
    let text = text.replace("\\n", "\n").replace("  ", "\n");
    let words = |clause: &str| {
        let words = clause.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ").to_lowercase()
    };
    text.split(is_end).map(words).filter(|clause| !clause.is_empty()).collect()
}

/// Adds the clauses of all files below a folder that the program speaks from.
fn add_sources(folder: &Path, known: &mut HashSet<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            let has_none = ["tests", "target", "node_modules", "examples", "docs"].contains(&name.as_str());
            if !has_none {
                add_sources(&path, known);
            }
        } else if ["rs", "html", "js", "ts", "cmb", "txt"].contains(&ending.as_str()) && name != "tests.rs"
            || name == "Cargo.toml"
        {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.lines().filter(|line| {
                let line = line.trim_start();
                !line.starts_with("//!") && !line.starts_with("// ")
            });
            // Texts go on in the next line, and so do those above the settings.
            let mut joined = String::new();
            for line in lines {
                let (begin, end) = match (joined.strip_suffix('\\'), line.trim_start().strip_prefix("///")) {
                    (Some(begin), _) => (begin.to_owned(), line.trim_start().to_owned()),
                    (None, Some(help)) => (joined.clone(), help.to_owned()),
                    (None, None) => {
                        known.extend(clauses(&joined));
                        (String::new(), line.to_owned())
                    }
                };
                joined = begin + &end;
            }
            known.extend(clauses(&joined));
            if ending != "rs" {
                known.extend(clauses(&text.replace('\n', " ")));
            }
        }
    }
}

/// Is this clause one of the known ones, in the singular or the plural, or several of them, one after the other?
fn is_spoken(clause: &str, known: &HashSet<String>) -> bool {
    let words: Vec<&str> = clause.split(' ').collect();
    let is_known = |part: &str| {
        let singular = part.strip_suffix('s').map(str::to_owned);
        let others = part.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let others = others.into_iter().chain(part.strip_suffix("ices").map(|stem| format!("{stem}ex")));
        known.contains(part) || singular.into_iter().chain(others).any(|part| known.contains(&part))
    };
    let mut fewest = vec![Some(0)];
    for end in 1..=words.len() {
        let parts = (0..end).filter(|&start| is_known(&words[start..end].join(" ")));
        fewest.push(parts.filter_map(|start: usize| fewest[start]).min().map(|parts: usize| parts + 1));
    }
    // Words that stand alone somewhere make no sentence.
    fewest[words.len()].is_some_and(|parts| parts * 2 <= words.len() + 3)
}

/// A text of a catalogue that no source has is left from an older version: what it said is said in other words now.
#[test]
fn the_program_still_says_what_the_catalogues_translate() {
    let mut known: HashSet<String> = OF_OTHERS.split("; ").map(str::to_owned).collect();
    add_sources(&root().join("crates"), &mut known);
    add_sources(&root().join("web/src"), &mut known);
    known.extend(clauses(&fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap()));
    assert!(!is_spoken("write the certificate to another folder", &known));
    let text = fs::read_to_string(root().join("crates/combien-cli/src/system/catalogue/fr.json")).unwrap();
    let texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let stale: Vec<&String> = texts
        .keys()
        .filter(|key| clauses(key).iter().any(|clause| *clause != "page" && !is_spoken(clause, &known)))
        .collect();
    assert!(texts.len() > 4000 && stale.is_empty(), "nobody says these any more: {stale:#?}");
}

/// Lists of any length, numbers with thousands, and the word before a message.
#[test]
fn what_is_put_together_is_french_as_a_whole() {
    let (_, told, _) = run(&["unique", "--lang", "fr", "examples/scott.cmb", "--problem", "scott", "-q"]);
    let lists: Vec<&str> = told.lines().filter(|line| line.starts_with("seulement")).collect();
    assert!(lists.len() == 2 && lists.iter().all(|list| !list.contains(" on ")), "{told}");
    let (code, _, errors) = run(&[
        "count",
        "--lang",
        "fr",
        "--engine",
        "fast",
        "--nodes",
        "5000",
        "tests/corpus/bench/queens10.dlx",
    ]);
    assert!(code == 3 && errors.contains("5\u{202f}000 nœuds"), "{errors}");
    let rated =
        run(&["rate", "--lang", "fr", "examples/queens8.dlx", "--take", "r1 c1", "--take", "r3 c4"]).1;
    assert!(rated.starts_with("4.2 anticipation\u{a0}: 6 × case forcée, 4 × coin mort, "), "{rated}");
}
