//! The library's answers to the page, without a browser.

use combien::problem::OptionId;
use combien::solve::{Meter, Progress};
use combien_web::Session;
use combien_web::edit::{alone, edit};
use combien_web::listener::Listener;
use combien_web::look::{look, shelf};
use serde_json::{Value, json};

/// Counts the solutions that it is told of.
#[derive(Default)]
struct Recorder {
    solutions: usize,
}

struct Silent;

impl Meter for Silent {
    fn tick(&mut self, _: Progress) {}
}

impl Listener for Recorder {
    fn found(&mut self, _: &[OptionId]) {
        self.solutions += 1;
    }

    fn meter(&self) -> Box<dyn Meter> {
        Box::new(Silent)
    }
}

/// Hears nothing.
pub(crate) struct Silence;

impl Listener for Silence {
    fn found(&mut self, _: &[OptionId]) {}

    fn meter(&self) -> Box<dyn Meter> {
        Box::new(Silent)
    }
}

fn tiling(text: &str) -> String {
    json!({"kind": "tiling", "text": text}).to_string()
}

pub(crate) fn ask(document: &str, question: &Value) -> (Value, usize) {
    let mut heard = Recorder::default();
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
    assert_eq!(session.ask(r#"{"ask": "list"}"#, &mut Recorder::default())["type"], "begun");
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

/// The text with its drawing changed by `change`.
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
fn text_that_a_drawing_did_not_change_stays_as_written() {
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

/// Lists that stand for several pieces are written out when one of the pieces changes.
#[test]
fn a_piece_of_a_list_can_be_changed() {
    for tiles in ["tetrominoes - T4 ~maybe", "[tetrominoes - T4 ~maybe]", "[trominoes, dominoes] ~times 0.."]
    {
        let includes = "include <dominoes>\ninclude <trominoes>\ninclude <tetrominoes>";
        let text = format!("{includes}\nproblem p = constant 4x4 true {tiles}\n");
        let (mut seen, _) = look(&tiling(&text));
        let drawing = &mut seen["drawing"];
        drawing["pieces"][1]["color"] = json!("#cc3311");
        let changed = drawn(&text, |changed| *changed = drawing.clone());
        assert!(changed.starts_with(&format!("{includes}\nproblem p = constant 4x4 true [")), "{changed}");
        assert_eq!(look(&tiling(&changed)).0["drawing"], *drawing, "{changed}");
    }
}

/// A drawing that is written as text is read back as it was drawn, for every included set.
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

/// Another grid is written into the text: the word of the definition, the board and all pieces.
#[test]
fn another_grid_takes_the_place_of_the_old_one() {
    let text = "# Bars.\npattern bar = {**}\nproblem p = torus constant 3x2 true ~gaps [bar ~sym ~one, {*}]\ncount p\n";
    for (grid, word) in
        [("hexagon", "problem p = constant hex 3x2 true"), ("cube", "problem3 p = constant 3x2x1 true")]
    {
        let changed = drawn(text, |drawing| {
            drawing["grid"] = json!(grid);
            drawing["closed"] = Value::Null;
            drawing["board"] = json!([["***", "***"]]);
        });
        assert!(changed.contains(word) && changed.starts_with("# Bars.\npattern bar = {**}\n"), "{changed}");
        assert!(changed.ends_with("\ncount p\n"), "{changed}");
        let (seen, _) = look(&tiling(&changed));
        assert_eq!((&seen["drawing"]["grid"], &seen["diagnostics"]), (&json!(grid), &json!([])), "{changed}");
        assert_eq!(seen["drawing"]["pieces"][0]["rows"], json!([["**"]]), "{changed}");
        let back = drawn(&changed, |drawing| drawing["grid"] = json!("square"));
        assert!(back.contains("problem p = constant 3x2 true ["), "{back}");
    }
}

/// Files are written into the text where they are included, each once; what ships with the library stays an
/// `include`.
#[test]
fn a_text_with_its_files_can_be_read_alone() {
    let files = json!({
        "bar.cmb": "include \"square.cmb\"\npattern bar = {**} # a bar",
        "square.cmb": "pattern square = {**$**}\n",
    });
    let text = "include \"square.cmb\" include \"bar.cmb\"\ninclude <pentominoes>\nproblem p = constant 4x2 true [bar ~sym, square]\n";
    let document = json!({"kind": "tiling", "text": text, "files": files}).to_string();
    let whole = alone(&document)["text"].as_str().unwrap().to_owned();
    assert!(whole.contains("include <pentominoes>") && !whole.contains(".cmb"), "{whole}");
    assert_eq!(look(&tiling(&whole)).0["diagnostics"], json!([]), "{whole}");
    // 5 ways by dominoes, 3 with one square beside two dominoes at either end, 1 with two squares, ... : both
    // texts agree.
    let count = |document: &str| ask(document, &json!({"ask": "count"})).0["count"].clone();
    assert_eq!((count(&document), count(&tiling(&whole))), (json!("11"), json!("11")));
}

/// Where a character of the text stands for several cells, cells that may stay empty keep that, or the change
/// is refused.
#[test]
fn gaps_are_kept_where_a_character_stands_for_several_cells() {
    let sticks = "problem p = constant stick 1x1 true ~gaps [stick {++} ~sym]\n";
    let (mut seen, _) = look(&tiling(sticks));
    // The upper stick is rubbed out: the three others may still stay empty.
    let board = seen["drawing"]["board"].clone();
    assert_eq!(board, json!([["?...", "??.?"]]), "{seen}");
    seen["drawing"]["board"] = json!([["....", "??.?"]]);
    let changed = drawn(sticks, |changed| *changed = seen["drawing"].clone());
    assert_eq!(look(&tiling(&changed)).0["drawing"]["board"], json!([["??.?"]]), "{changed}");
    // One quarter of a square that may stay empty cannot be written alone.
    let squares = "problem p = tan {*?} [tan {L} ~sym]\n";
    let (mut seen, _) = look(&tiling(squares));
    assert_eq!(seen["drawing"]["board"], json!([["**??", "**??"]]));
    let mut edited = |board: Value| {
        seen["drawing"]["board"] = board;
        let document = json!({"kind": "tiling", "text": squares});
        edit(&json!({"document": document, "drawing": seen["drawing"]}).to_string())
    };
    let refused = edited(json!([["**?.", "**??"]]));
    assert!(refused["message"].as_str().unwrap().contains("only some cells may stay empty"), "{refused}");
    let text = edited(json!([["*.??", "**??"]]))["text"].as_str().unwrap().to_owned();
    assert_eq!(look(&tiling(&text)).0["drawing"]["board"], json!([["*.??", "**??"]]), "{text}");
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

/// The pieces of a solution, as marks.
fn marks(document: &str, options: &[u64]) -> Vec<Value> {
    let session = Session::open(document).unwrap();
    let described = session.describe(&json!({"options": options}).to_string());
    let mark = |option: &Value| json!({"option": option["option"], "words": option["words"]});
    described["options"].as_array().unwrap().iter().map(mark).collect()
}

/// The solutions that a session lists.
fn solutions(document: &str) -> Vec<Vec<u64>> {
    let mut session = Session::open(document).unwrap();
    session.ask(r#"{"ask": "list"}"#, &mut Recorder::default());
    serde_json::from_value(session.more(1_000_000, || false)["solutions"].clone()).unwrap()
}

/// The 520 solutions of Scott's board either have a placement or do not.
#[test]
fn keeping_and_forbidding_a_placement_divides_the_solutions() {
    let text = "pattern p = set set set set constant 8x8 true 3x3 false 3x4 false 4x3 false 4x4 false\ninclude <pentominoes>\nproblem scott = p pentominoes";
    let all = solutions(&tiling(text));
    for option in [all[0][0], all[7][4], all[519][11]] {
        let mark = marks(&tiling(text), &[option]);
        let count = |field: &str| {
            let document = json!({"kind": "tiling", "text": text, "marks": {field: &mark}}).to_string();
            ask(&document, &json!({"ask": "count"})).0["count"].as_str().unwrap().parse::<usize>().unwrap()
        };
        let with = all.iter().filter(|solution| solution.contains(&option)).count();
        assert_eq!((count("taken"), count("forbidden")), (with, 520 - with));
    }
    // A symmetry of the board that leaves a placement where it is can only be the identity or one reflection.
    let mark = marks(&tiling(text), &all[0][..1]);
    let document = json!({"kind": "tiling", "text": text, "marks": {"forbidden": mark}}).to_string();
    let (orbits, _) = ask(&document, &json!({"ask": "orbits"}));
    assert!(["1", "2"].contains(&orbits["symmetries"].as_str().unwrap()), "{orbits}");
}

#[test]
fn marks_follow_their_placement_and_are_lost_with_it() {
    let text = "problem p = constant 4x2 true [{**} ~sym ~named \"bar\"]";
    let document = tiling(text);
    let (seen, _) = look(&document);
    assert_eq!(seen["marks"], json!({"taken": [], "forbidden": [], "lost": []}));
    let session = Session::open(&document).unwrap();
    let found = session.describe(r#"{"cells": [[1, 0, 0], [1, 1, 0]]}"#);
    assert_eq!(found["options"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["options"][0]["words"], "bar on 1,0 1,1");
    assert_eq!(found["options"][0]["at"], json!([[1, 0, 0], [1, 1, 0]]));
    assert_eq!(session.describe(r#"{"cells": [[0, 0, 0], [3, 1, 0]]}"#)["options"], json!([]));
    // The number is of another placement; the words decide.
    let marks =
        json!({"taken": [{"option": 0, "words": "bar on 1,0 1,1"}, {"option": 1, "words": "bar on 9,9"}]});
    let (seen, session) = look(&json!({"kind": "tiling", "text": text, "marks": marks}).to_string());
    assert_eq!(seen["marks"]["taken"][0]["option"], found["options"][0]["option"]);
    assert_eq!(seen["marks"]["lost"], json!(["bar on 9,9"]));
    // 1 way on the left, 2 on the right.
    let count = session.unwrap().ask(r#"{"ask": "count"}"#, &mut Recorder::default());
    assert_eq!(count["count"], "2");
}

#[test]
fn a_hint_gives_its_reason() {
    // The corner has one way only, as the piece is not turned.
    let (hint, _) = ask(&tiling("problem p = {**$**} [{**} ~times 2]"), &json!({"ask": "hint"}));
    assert_eq!((&hint["by"], &hint["item"]), (&json!("item"), &json!({"kind": "cell", "name": "0,0"})));
    // Eight queens: no queen is in all 92 solutions.
    let (hint, heard) = ask(r#"{"kind": "puzzle", "text": "queens 8"}"#, &json!({"ask": "hint"}));
    assert_eq!((&hint["ending"], heard), (&json!("open"), 2));
    let (hint, _) = ask(&tiling("problem p = {***} [{**} ~sym]"), &json!({"ask": "hint"}));
    assert_eq!(hint["ending"], "none");
    // Hints are taken until everything is placed: each is in the only solution.
    let sudoku = json!({"kind": "puzzle", "text": "sudoku 3x3 a", "files": {"a": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."}});
    let only = &solutions(&sudoku.to_string())[0];
    let mut taken: Vec<Value> = vec![];
    for _ in 0..5 {
        let mut document = sudoku.clone();
        document["marks"] = json!({"taken": taken});
        let (hint, _) = ask(&document.to_string(), &json!({"ask": "hint"}));
        assert!(only.contains(&hint["option"]["option"].as_u64().unwrap()), "{hint}");
        taken.push(json!({"option": hint["option"]["option"], "words": hint["option"]["words"]}));
    }
}

/// A board with 8 dark cells and 6 light ones: six dominoes leave two dark cells. A T covers three cells of
/// one color.
#[test]
fn the_closest_cover_names_a_piece_that_helps() {
    let document = tiling("problem p = {.***$****$****$***.} [{**} ~sym ~named \"domino\"]");
    let (almost, _) = ask(&document, &json!({"ask": "almost"}));
    assert_eq!((&almost["holes"], &almost["at_least"]), (&json!(2), &json!(2)), "{almost}");
    assert_eq!(almost["mends"], json!([{"change": "added", "piece": "T4"}]));
    assert_eq!(almost["options"].as_array().unwrap().len(), 6);
}

#[test]
fn parts_of_a_search_have_its_solutions_in_their_order() {
    let document = r#"{"kind": "puzzle", "text": "queens 8"}"#;
    let whole = solutions(document);
    for parts in [1u64, 5, 64] {
        let mut session = Session::open(document).unwrap();
        let split =
            session.ask(&json!({"ask": "split", "parts": parts}).to_string(), &mut Recorder::default());
        assert_eq!(split["parts"], json!(parts));
        let (mut listed, mut counted) = (vec![], 0);
        for number in 0..parts {
            let begin = json!({"ask": "part", "number": number, "list": true}).to_string();
            assert_eq!(session.ask(&begin, &mut Recorder::default())["type"], "begun");
            let more = session.more(1000, || false);
            listed.extend(serde_json::from_value::<Vec<Vec<u64>>>(more["solutions"].clone()).unwrap());
            let count = json!({"ask": "part", "number": number, "list": false}).to_string();
            let count = session.ask(&count, &mut Recorder::default());
            counted += count["count"].as_str().unwrap().parse::<usize>().unwrap();
        }
        assert!(listed == whole && counted == 92, "{parts}: {counted}");
        let beyond = json!({"ask": "part", "number": parts, "list": false}).to_string();
        assert_eq!(session.ask(&beyond, &mut Recorder::default())["type"], "error");
    }
}

/// The published numbers of the 6x10 rectangle: in 2 of the 2339 tilings all pieces touch the border, 16 have
/// a fault line.
#[test]
fn predicates_filter_solutions() {
    let filtered = |filter: &str| {
        tiling(&format!("include <pentominoes>\nproblem p = constant 10x6 true pentominoes where {filter}"))
    };
    let border = filtered("border");
    assert_eq!(ask(&border, &json!({"ask": "count"})).0["count"], "8");
    assert_eq!(ask(&border, &json!({"ask": "orbits"})).0["count"], "2");
    assert_eq!(ask(&filtered("fault"), &json!({"ask": "orbits"})).0["count"], "16");
    let (listed, heard) = ask(&border, &json!({"ask": "representatives", "most": 100}));
    assert_eq!((&listed["found"], &listed["complete"], heard), (&json!(2), &json!(true), 2));
    let (unique, heard) = ask(&border, &json!({"ask": "unique"}));
    assert_eq!((&unique["found"], heard), (&json!(2), 2));
    let (sample, heard) = ask(&filtered("colorable 3"), &json!({"ask": "sample", "seed": 7, "number": 3}));
    assert_eq!((&sample["found"], heard), (&json!(3), 3));
    for asked in ["hint", "why", "certain", "almost"] {
        assert_eq!(ask(&border, &json!({"ask": asked})).0["type"], "error", "{asked}");
    }
    // Parts of the search, listed and counted, have the solutions of the whole in its order.
    let mut session = Session::open(&border).unwrap();
    session.ask(&json!({"ask": "list"}).to_string(), &mut Recorder::default());
    let whole = session.more(100, || false);
    assert_eq!((&whole["found"], &whole["ending"]), (&json!(8), &json!("complete")));
    let split = session.ask(&json!({"ask": "split", "parts": 4}).to_string(), &mut Recorder::default());
    let (mut listed, mut counted) = (vec![], 0);
    for number in 0..split["parts"].as_u64().unwrap() {
        let begin = json!({"ask": "part", "number": number, "list": true}).to_string();
        assert_eq!(session.ask(&begin, &mut Recorder::default())["type"], "begun");
        listed.extend(session.more(1000, || false)["solutions"].as_array().unwrap().clone());
        let count = json!({"ask": "part", "number": number, "list": false}).to_string();
        let count = session.ask(&count, &mut Recorder::default());
        counted += count["count"].as_str().unwrap().parse::<usize>().unwrap();
    }
    assert_eq!((listed, counted), (whole["solutions"].as_array().unwrap().clone(), 8));
}

#[test]
fn a_sudoku_is_solved_hinted_and_rated() {
    let answer = |asked: &str, grid: &str| {
        let never = combien::budget::Deadline::new(|| false);
        combien_web::sudoku::answer(&json!({"do": asked, "grid": grid}).to_string(), never)
    };
    let inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    assert_eq!(answer("solve", inkala)["solutions"], 1);
    assert_eq!(answer("rate", inkala)["rating"], Value::Null, "no technique is enough");
    assert_eq!(answer("solve", &".".repeat(81))["solutions"], 2);
    assert_eq!(answer("solve", &format!("11{}", ".".repeat(79)))["solutions"], 0);
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let step = answer("hint", easy)["step"].clone();
    assert!(step["puts"].is_array() && step["technique"].as_str().unwrap().contains("single"), "{step}");
    for bad in ["", "1", &"x".repeat(81), &"1".repeat(82)] {
        assert_eq!(answer("solve", bad)["type"], "error", "{bad}");
    }
}

/// A lattice of one's own is asked about like others, and not drawn by hand: squares would take its place.
#[test]
fn lattices_of_ones_own_are_not_drawn_by_hand() {
    let text =
        "lattice square = square 10 [[(-2, -5) (2, -5) (5, -2) (5, 2) (2, 5) (-2, 5) (-5, 2) (-5, -2)], \
                [(5, 2) (8, 5) (5, 8) (2, 5)]]
                problem p = constant lattice square 2x2 true ~gaps [lattice square {**} ~sym ~times 2]";
    let document = tiling(text);
    let (seen, _) = look(&document);
    assert_eq!((&seen["drawing"], &seen["about"]["grid"]), (&json!(null), &json!("lattice")));
    assert_eq!(seen["names"][0], json!({"name": "square", "kind": "lattice"}));
    let (count, _) = ask(&document, &json!({"ask": "count"}));
    assert_eq!(count["type"], "count", "{count}");
    let drawing = json!({"grid": "square", "board": [["**"]], "closed": null, "pieces": []});
    let document: Value = serde_json::from_str(&document).unwrap();
    let refused = edit(&json!({"document": document, "drawing": drawing}).to_string());
    assert!(refused["text"].is_null(), "{refused}");
}

/// Puzzles obey the predicate of the problem: of the five ways to fill the board one has a point where four
/// pieces meet.
#[test]
fn puzzles_obey_a_predicate() {
    let text = "problem p = {****$****} [{**} ~sym] where crossroads 1";
    let (puzzle, _) = ask(&tiling(text), &json!({"ask": "puzzle", "seed": 1}));
    assert_eq!((&puzzle["type"], &puzzle["clues"]), (&json!("puzzle"), &json!([])));
}

/// An L of three cells fits on a square in four ways, and a single cell anywhere: placements by hand.
#[test]
fn a_board_to_be_played_has_its_pieces_and_their_ways() {
    let document = tiling("problem p = {**$**} [{**$*.} ~one ~sym ~named \"L\", {*} ~one ~named \"dot\"]");
    let (board, _) = ask(&document, &json!({"ask": "board"}));
    assert_eq!(board["cells"].as_array().unwrap().len(), 4);
    let ways = board["ways"].as_array().unwrap();
    assert_eq!(ways.iter().filter(|way| way["piece"] == 0).count(), 4, "a turned L");
    // Four quarter turns lead back, through all four ways. A reflection about a diagonal leaves it as it is.
    let turn = |way: usize| ways[way]["turn"].as_u64().unwrap() as usize;
    assert_eq!((turn(turn(turn(turn(0)))), turn(turn(0)) == 0), (0, false));
    assert!(ways[0]["flip"].is_u64() && ways[0]["roll"].is_null());
    assert_eq!(
        (&ways[4]["turn"], &ways[4]["flip"]),
        (&Value::Null, &Value::Null),
        "a single cell looks the same"
    );
    // Clockwise: the L lacks its lower right cell, then its lower left one.
    let low_left = |way: usize| {
        let has = |at: [f64; 2]| {
            let corner = json!(at);
            let cells = ways[way]["cells"].as_array().unwrap();
            cells.iter().filter(|cell| cell["outline"].as_array().unwrap().contains(&corner)).count() > 0
        };
        (has([0.0, 0.0]), has([2.0, 0.0]))
    };
    assert_eq!((low_left(0), low_left(turn(0))), ((true, false), (false, true)));
    // 4 ways of the L, each at one place; 4 places of the single cell.
    let placements = board["placements"].as_array().unwrap();
    assert_eq!(placements.len(), 8);
    assert_ne!(board["pieces"][0]["color"], board["pieces"][1]["color"]);
    for option in 0..8 {
        let solved = |options: Vec<usize>| {
            ask(&document, &json!({"ask": "solved", "options": options})).0["solved"].clone()
        };
        let pairs = (0..8).filter(|&other| other != option && solved(vec![option, other]) == true).count();
        assert_eq!((solved(vec![option]), pairs), (json!(false), 1), "{option}");
    }
}

/// Cells that may stay empty need no piece; a predicate decides, too.
#[test]
fn what_is_solved_by_hand_obeys_gaps_and_predicates() {
    let solved = |document: &str, options: Value| {
        ask(document, &json!({"ask": "solved", "options": options})).0["solved"].clone()
    };
    let gaps = tiling("problem p = {**?} [{**} ~times 0..2, {*} ~times 0..1]");
    let (board, _) = ask(&gaps, &json!({"ask": "board"}));
    let domino =
        board["placements"].as_array().unwrap().iter().position(|placement| placement[0] == 0).unwrap();
    assert_eq!(solved(&gaps, json!([domino])), true);
    assert_eq!(solved(&gaps, json!([])), false);
    // Of the five tilings of 4 x 2 by dominoes one has a point where four pieces meet.
    let document = tiling("problem p = {****$****} [{**} ~sym] where crossroads 1");
    let mut session = Session::open(&document).unwrap();
    session.ask(&json!({"ask": "list"}).to_string(), &mut Recorder::default());
    let meant = session.more(10, || false)["solutions"].clone();
    assert_eq!(meant.as_array().unwrap().len(), 1);
    let plain = tiling("problem p = {****$****} [{**} ~sym]");
    let all = solutions(&plain);
    assert_eq!(all.len(), 5);
    assert_eq!(all.iter().filter(|&one| solved(&document, json!(one)) == true).count(), 1);
}
