use super::*;

fn french() -> Catalogue {
    Catalogue::read(
        "fr",
        r#"{
            "standard input": "entrée standard",
            "`{1}` cannot be read: {2}": "`{1}` ne peut pas être lu : {2}",
            "{#1} cells": "{#1} cases",
            "the board has {1}, and the pieces have {2}": "les pièces ont {2}, et le plateau a {1}",
            "page|step": "étape",
            "squares": "carrés",
            "no such file": "fichier absent",
            "write {*}, as in `{1}`": "écrivez {*}, comme dans `{1}`"
        }"#,
    )
    .unwrap()
}

#[test]
fn a_text_is_looked_up_with_what_stands_in_its_holes() {
    let said = |text: &str| french().lines(text).into_owned();
    assert_eq!(said("standard input"), "entrée standard");
    assert_eq!(said("  12 cells\nand more"), "  12 cases\nand more");
    assert_eq!(
        said("the board has 8 cells, and the pieces have 1,200 cells"),
        "les pièces ont 1,200 cases, et le plateau a 8 cases"
    );
    assert_eq!(said("write {*}, as in `a`"), "écrivez {*}, comme dans `a`");
    assert_eq!(said("step"), "step");
    // No number, and a hole that would be empty.
    assert_eq!(said("some cells"), "some cells");
    assert_eq!(said("`` cannot be read: x"), "`` cannot be read: x");
}

/// Each part of a list is a phrase, however many there are.
#[test]
fn lists_are_of_any_length() {
    let said = |text: &str| french().lines(text).into_owned();
    let parts = ["8 cells", "standard input", "1,200 cells", "Zoe", "7 cells", "4 cells", "3 cells"];
    assert_eq!(
        said(&parts.join("; ")),
        "8 cases; entrée standard; 1,200 cases; Zoe; 7 cases; 4 cases; 3 cases"
    );
    assert_eq!(said("the board has 8 cells; and more"), "the board has 8 cells; and more");
}

/// A name is no phrase, and may look like anything.
#[test]
fn names_stay_as_they_are() {
    let said = |text: &str| french().lines(text).into_owned();
    assert_eq!(
        said("`standard input` cannot be read: no such file"),
        "`standard input` ne peut pas être lu : fichier absent"
    );
    assert_eq!(said("`{2}` cannot be read: {1}"), "`{2}` ne peut pas être lu : {1}");
    assert_eq!(
        said("`a` cannot be read: b` cannot be read: no such file"),
        "`a` ne peut pas être lu : b` cannot be read: no such file"
    );
    // A single word may be the name of an item, in a table or alone on its line.
    for names in ["squares\n", "  1   50.0 %  squares\n", "  1   50.0 %  cells\n", "1: squares\n"] {
        assert_eq!(said(names), names);
    }
    // It repeats the words of the message, and is looked at for a limited time.
    let name = ", and the pieces have".repeat(180);
    assert!(said(&format!("the board has {name} it")).len() > name.len());
}

#[test]
fn the_language_is_taken_from_the_line_wherever_it_stands() {
    for (line, code, rest) in [
        ("combien count x --lang fr", Some("fr"), "combien count x"),
        ("combien --lang=fr count x", Some("fr"), "combien count x"),
        ("combien count --lang en x", Some("en"), "combien count x"),
        ("combien count x -- --lang fr", None, "combien count x -- --lang fr"),
        ("combien count x", None, "combien count x"),
        // The parser refuses these.
        ("combien count x --lang tlh", None, "combien --lang tlh count x"),
        ("combien count x --lang", None, "combien --lang count x"),
    ] {
        let mut words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(taken(&mut words).as_deref(), code, "{line}");
        assert_eq!(words, rest.split(' ').map(OsString::from).collect::<Vec<_>>(), "{line}");
    }
}

#[test]
fn a_page_is_translated_between_its_tags_and_no_code_is() {
    let page = r#"<html lang="en"><p title="standard input"> 12 cells </p><b>step</b><i>squares</i><script id="data">const MESSAGES = {};</script><script>const MESSAGES = {}; "standard input"</script>"#;
    let said = french().page(page);
    assert!(said.starts_with(r#"<html lang="fr"><p title="entrée standard"> 12 cases </p><b>étape</b><i>squares</i><script id="data">const MESSAGES = {};</script><script>const MESSAGES = {"step":"étape"};"#), "{said}");
    assert!(said.ends_with(r#" "standard input"</script>"#), "{said}");
}

/// What is put in is the same in both languages, and so is code; no text is so general that it would be found in others.
#[test]
fn catalogues_are_consistent() {
    for (code, texts) in LANGUAGES {
        let pairs: BTreeMap<String, String> = serde_json::from_str(texts).unwrap();
        assert!(pairs.len() > 2000, "{code}");
        for (english, other) in &pairs {
            let holes = |text: &str| {
                Form::read(text, "")
                    .map_or(vec![], |form| form.holes.into_iter().map(|hole| hole.name).collect())
            };
            let sorted = |mut names: Vec<String>| {
                names.sort_unstable();
                names
            };
            assert_eq!(sorted(holes(english)), sorted(holes(other)), "{code}: {english}");
            let is_page = english.starts_with(OF_PAGES);
            let code_of =
                |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(sorted(code_of(english)), sorted(code_of(other)), "{code}: {english}");
            assert!(!other.trim().is_empty() && english.trim() == english, "{code}: {english}");
            if let Some(form) = Form::read(english, other) {
                let own: usize = form
                    .fixed
                    .iter()
                    .map(|text| {
                        text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count()
                    })
                    .sum();
                let numbers = form.holes.iter().filter(|hole| hole.kind == Kind::Number).count();
                let begins_open = form.fixed[0].is_empty() && form.holes[0].kind == Kind::Text;
                // A number says as much as a word.
                assert!(
                    is_page || own + numbers > usize::from(begins_open),
                    "{code}: {english} is too general"
                );
            }
        }
    }
}
