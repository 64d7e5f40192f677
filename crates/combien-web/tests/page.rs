//! What the page is told, without a browser.

use combien::problem::OptionId;
use combien::solve::{Meter, Progress};
use combien_web::Session;
use combien_web::ask::Listener;
use combien_web::edit::edit;
use combien_web::look::{look, shelf};
use serde_json::{Value, json};

/// Counts what it hears.
#[derive(Default)]
struct Heard {
    solutions: usize,
}

struct Nobody;

impl Meter for Nobody {
    fn tick(&mut self, _: Progress) {}
}

impl Listener for Heard {
    fn found(&mut self, _: &[OptionId]) {
        self.solutions += 1;
    }

    fn meter(&self) -> Box<dyn Meter> {
        Box::new(Nobody)
    }
}

fn tiling(text: &str) -> String {
    json!({"kind": "tiling", "text": text}).to_string()
}

fn ask(document: &str, question: &Value) -> (Value, usize) {
    let mut heard = Heard::default();
    let answer = Session::open(document).unwrap().ask(&question.to_string(), &mut heard);
    (answer, heard.solutions)
}

const SCOTT: &str = "include <pentominoes>\npattern hole = {........$........$........$...**...$...**...}\nproblem scott = constant 8x8 true - (constant 8x8 false || resize hole 8x8) pentominoes";

/// Scott, 1958: 520 tilings, 65 up to symmetry.
#[test]
fn questions_have_the_answers_of_the_library() {
    let text = "pattern p = set set set set constant 8x8 true 3x3 false 3x4 false 4x3 false 4x4 false\ninclude <pentominoes>\nproblem scott = p pentominoes";
    let document = tiling(text);
    assert_eq!(ask(&document, &json!({"ask": "count"})).0["count"], "520");
    let (orbits, _) = ask(&document, &json!({"ask": "orbits"}));
    assert_eq!((&orbits["count"], &orbits["symmetries"]), (&json!("65"), &json!("8")));
    let (unique, heard) = ask(&document, &json!({"ask": "unique"}));
    assert_eq!((&unique["found"], heard), (&json!(2), 2));
    let (listed, heard) = ask(&document, &json!({"ask": "representatives", "most": 100}));
    assert_eq!((&listed["found"], &listed["complete"], heard), (&json!(65), &json!(true), 65));
    let (sample, heard) = ask(&document, &json!({"ask": "sample", "seed": 7, "number": 3}));
    assert_eq!((&sample["found"], heard), (&json!(3), 3));
    let (puzzle, _) = ask(&document, &json!({"ask": "puzzle", "seed": 7}));
    assert_eq!(puzzle["clues"].as_array().unwrap().len(), 2, "as docs/reference/puzzles.md has it");
}

#[test]
fn a_listing_comes_in_pieces() {
    let mut session = Session::open(r#"{"kind": "puzzle", "text": "queens 8"}"#).unwrap();
    assert_eq!(session.ask(r#"{"ask": "list"}"#, &mut Heard::default())["type"], "begun");
    let first = session.more(5, || false);
    assert_eq!((first["solutions"].as_array().unwrap().len(), &first["ending"]), (5, &Value::Null));
    assert_eq!(session.more(1000, || true)["found"], 6);
    let rest = session.more(1000, || false);
    assert_eq!((&rest["found"], &rest["ending"]), (&json!(92), &json!("complete")));
    assert!(session.show(r#"{"options": [0]}"#)["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn none_has_its_reason() {
    let document = tiling(
        "problem p = {.**$***$**.} ~gaps [{***$***} ~one]\nproblem q = {.***$****$****$***.} [{**} ~sym]",
    );
    let (why, _) = ask(&document, &json!({"ask": "why"}));
    assert_eq!((&why["kind"], &why["values"]), (&json!("even"), &json!([8, 6])));
}

#[test]
fn places_are_counted_as_a_browser_counts() {
    // The two characters before take three units and six bytes.
    let (seen, session) = look(&tiling("# é𝄞\nproblem p = {**} [bra]"));
    assert!(session.is_none());
    let label = &seen["diagnostics"][0]["labels"][0];
    assert_eq!((label["from"].as_u64(), label["to"].as_u64()), (Some(24), Some(27)));
    let (seen, _) = look(r#"{"kind": "dlx", "text": "a b\na c\n"}"#);
    let label = &seen["diagnostics"][0]["labels"][0];
    assert_eq!((label["from"].as_u64(), label["to"].as_u64()), (Some(6), Some(7)));
}

#[test]
fn nothing_that_is_opened_panics() {
    for document in ["", "{}", "[]", r#"{"kind": "tiling"}"#, r#"{"kind": "goo", "text": ""}"#] {
        assert!(Session::open(document).is_err(), "{document}");
        assert_eq!(look(document).0["type"], "error");
    }
    for text in ["", "problem", "problem p = ", "problem p<n> = constant (n, n) true []", SCOTT] {
        let _ = look(&tiling(text));
    }
    for text in ["", "queens", "queens 0", "queens x", "sets nowhere", "calendar 13 1"] {
        let (seen, _) = look(&json!({"kind": "puzzle", "text": text}).to_string());
        assert!(!seen["diagnostics"].as_array().unwrap().is_empty(), "{text}");
    }
}

/// The text with the drawing that `change` makes of its own.
fn drawn(text: &str, change: impl Fn(&mut Value)) -> String {
    let document = json!({"kind": "tiling", "text": text});
    let (seen, _) = look(&document.to_string());
    let mut drawing = seen["drawing"].clone();
    assert!(drawing.is_object(), "{seen}");
    change(&mut drawing);
    let made = edit(&json!({"document": document, "drawing": drawing}).to_string());
    made["text"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
}

const HEART: &str = "# A heart.\npattern bar = {**}\nproblem heart = { # of cells\n  .*.*.\n  *****\n} ~gaps [\n  bar ~sym ~one, # the bar\n  {*} ~color \"gold\"\n]\n\ncount heart # so many\n";

#[test]
fn what_a_drawing_did_not_change_stays_as_written() {
    assert_eq!(drawn(HEART, |_| {}), HEART);
    let gold = drawn(HEART, |drawing| drawing["pieces"][1]["color"] = json!("#cc3311"));
    assert_eq!(gold, HEART.replace("{*} ~color \"gold\"", "{*} ~color \"#cc3311\""));
    let more = drawn(HEART, |drawing| {
        let piece = json!({"name": "L", "rows": [["**", "*."]], "turning": "all", "mirrored": true, "least": 0, "most": 3, "color": null});
        drawing["pieces"].as_array_mut().unwrap().push(piece);
    });
    assert_eq!(more, HEART.replace("\"gold\"\n", "\"gold\",\n  {**$*.} ~times 0..3 ~sym ~named \"L\"\n"));
    let fewer = drawn(HEART, |drawing| drop(drawing["pieces"].as_array_mut().unwrap().remove(0)));
    assert!(fewer.contains("~gaps [{*} ~color \"gold\"]\n\ncount heart # so many"), "{fewer}");
    let board = drawn(HEART, |drawing| drawing["board"] = json!([["***", "*?*"]]));
    assert!(board.contains("problem heart = {\n  ***\n  *?*\n} [\n  bar ~sym ~one, # the bar"), "{board}");
}

/// What is drawn and written is read back as it was drawn, for every set that ships.
#[test]
fn drawings_are_read_back() {
    for set in shelf()["sets"].as_array().unwrap() {
        let board = match set["grid"].as_str().unwrap() {
            "cube" => json!([["***", "***"], ["***", "***"]]),
            _ => json!([["****", "****", "****"]]),
        };
        let drawing = json!({"grid": set["grid"], "board": board, "closed": null, "pieces": set["pieces"]});
        let request = json!({"document": {"kind": "tiling", "text": ""}, "drawing": drawing});
        let text = edit(&request.to_string())["text"].as_str().unwrap().to_owned();
        let (seen, _) = look(&tiling(&text));
        assert_eq!(seen["drawing"], drawing, "{}: {text} {}", set["name"], seen["diagnostics"]);
    }
}

#[test]
fn a_member_of_a_family_is_drawn_beside_it() {
    let text = "problem strip<n> = constant (n, 2) true [{**} ~sym]\n";
    let document = json!({"kind": "tiling", "text": text, "problem": "strip<3>"});
    let (seen, _) = look(&document.to_string());
    let made = edit(&json!({"document": document, "drawing": seen["drawing"]}).to_string());
    assert_eq!(made["problem"], "drawn");
    assert!(made["text"].as_str().unwrap().starts_with(text), "{made}");
    assert_eq!(
        ask(
            &json!({"kind": "tiling", "text": made["text"], "problem": "drawn"}).to_string(),
            &json!({"ask": "count"})
        )
        .0["count"],
        "3"
    );
}
