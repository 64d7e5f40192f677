//! Messages in the language of the reader, by the real binary.

use std::fs;

use crate::shared::{combien, ended, run, run_with_input};

const SCOTT: [&str; 4] = ["examples/scott.cmb", "--problem", "scott", "--quiet"];

#[test]
fn the_locale_chooses_the_language_and_the_flag_is_stronger() {
    let said = |locale: &str, more: &[&str]| {
        let arguments = [&["count", "nowhere.dlx"], more].concat();
        ended(&combien(&arguments).env("LC_ALL", "").env("LANG", locale).output().unwrap())
    };
    let (code, _, french) = said("fr_CA.UTF-8", &[]);
    assert!(code == 2 && french.starts_with("erreur: `nowhere.dlx` ne peut pas être lu"), "{french}");
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
        code == 2 && errors.contains("argument inattendu '--jbos'") && errors.contains("'--jobs'"),
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
    assert!(booklet.contains("<html lang=\"fr\">") && booklet.contains("<p>2 casse-tête</p>"), "{booklet}");
}
