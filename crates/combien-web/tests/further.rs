//! Further questions: costs, frequencies, and those of a designer.

use std::fmt::Write as _;

use combien::problem::OptionId;
use combien::solve::{Meter, Progress};
use combien_web::Session;
use combien_web::further::convert;
use combien_web::listener::Listener;
use serde_json::{Value, json};

/// Keeps what it is told.
#[derive(Default)]
struct Recorder(Vec<Value>);

struct Silent;

impl Meter for Silent {
    fn tick(&mut self, _: Progress) {}
}

impl Listener for Recorder {
    fn found(&mut self, _: &[OptionId]) {}

    fn told(&mut self, found: &Value) {
        self.0.push(found.clone());
    }

    fn meter(&self) -> Box<dyn Meter> {
        Box::new(Silent)
    }
}

fn told(document: &Value, question: &Value) -> (Value, Vec<Value>) {
    let mut heard = Recorder::default();
    let mut session = Session::open(&document.to_string()).unwrap();
    let answer = session.ask(&question.to_string(), &mut heard);
    (answer, heard.0)
}

fn ask(document: &Value, question: &Value) -> Value {
    told(document, question).0
}

fn tiling(text: &str) -> Value {
    json!({"kind": "tiling", "text": text})
}

/// The assignment of 8 by 8 with c(i,j) = (7ij + 3i + 5j) mod 17.
fn assignment() -> Value {
    let items = |letter: &str| (0..8).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(" ");
    let mut text = format!("{} {}\n", items("r"), items("c"));
    for i in 0..8 {
        for j in 0..8 {
            let _ = writeln!(text, "r{i} c{j} |{}", (7 * i * j + 3 * i + 5 * j) % 17);
        }
    }
    json!({"kind": "dlx", "text": text})
}

/// Dominoes of two kinds on two rows of three: all upright, or two of them lie.
const BRICKS: &str =
    "problem wall = constant 3x2 true [{**} ~named \"lying\" ~cost 2, {*$*} ~named \"upright\" ~cost 3.5]";

/// Two rows of three cells, and pieces that may be used any number of times.
fn bricks() -> Value {
    tiling(&BRICKS.replace("~named", "~times 0.. ~named"))
}

/// Known by enumeration of all permutations: 21, 22 and 23, with 1, 1 and 3 assignments.
#[test]
fn the_cheapest_come_first() {
    let best = ask(&assignment(), &json!({"ask": "best", "max": false, "most": 5, "time": 60000.0}));
    assert_eq!(best["costs"], json!(["21", "22", "23", "23", "23"]));
    assert_eq!(
        (&best["stopped"], &best["complete"], &best["gap"]),
        (&Value::Null, &json!(false), &json!("0"))
    );
    let sum = |solution: &Value| -> u64 {
        let options = solution.as_array().unwrap().iter().map(|option| option.as_u64().unwrap());
        options
            .map(|option| (7 * (option / 8) * (option % 8) + 3 * (option / 8) + 5 * (option % 8)) % 17)
            .sum()
    };
    assert_eq!(
        best["solutions"].as_array().unwrap().iter().map(sum).collect::<Vec<_>>(),
        [21, 22, 23, 23, 23]
    );
    let bricks = ask(&bricks(), &json!({"ask": "best", "max": true, "most": 10, "time": 60000.0}));
    assert_eq!((&bricks["costs"], &bricks["complete"]), (&json!(["10.5", "7.5", "7.5"]), &json!(true)));
}

#[test]
fn without_costs_there_is_a_hint() {
    let document = json!({"kind": "puzzle", "text": "queens 6"});
    let answer = ask(&document, &json!({"ask": "best", "max": false, "most": 1, "time": 1000.0}));
    assert_eq!((&answer["type"], &answer["message"]), (&json!("error"), &json!("no option has a cost")));
    assert!(answer["hint"].as_str().unwrap().contains("~cost"));
    assert_eq!(ask(&document, &json!({"ask": "kinds"}))["cost"], json!(false));
}

#[test]
fn tables_count_pieces_and_costs() {
    let kinds = ask(&bricks(), &json!({"ask": "kinds"}));
    assert_eq!((&kinds["cost"], &kinds["pieces"]), (&json!(true), &json!(["lying", "upright"])));
    let table = |by: &Value| ask(&bricks(), &json!({"ask": "table", "by": by}));
    let lying = json!({"kind": "piece", "name": "lying"});
    assert_eq!(table(&json!([lying]))["rows"], json!([["0", "1"], ["2", "2"]]));
    let both = table(&json!([{"kind": "cost"}, lying]));
    assert_eq!(
        (&both["rows"], &both["total"]),
        (&json!([["7.5", "2", "2"], ["10.5", "0", "1"]]), &json!("3"))
    );
    let unknown = table(&json!([{"kind": "piece", "name": "none"}]));
    assert_eq!(unknown["message"], "no piece and no item is named `none`");
    let secondary = json!({"kind": "dlx", "text": "a b | x\na x\na\nb\n"});
    assert_eq!(ask(&secondary, &json!({"ask": "kinds"}))["items"], json!(["x"]));
    let by = json!([{"kind": "item", "name": "x"}]);
    assert_eq!(ask(&secondary, &json!({"ask": "table", "by": by}))["rows"], json!([["0", "1"], ["1", "1"]]));
}

/// Dominoes cover 4 by 4 in 36 ways (OEIS A004003). The lesson's first algorithm reaches every set of dominoes
/// that agree: 10012, the matchings of that grid (A028420).
#[test]
fn engines_are_compared() {
    let document = tiling("problem p = constant 4x4 true [{**} ~sym]");
    let kinds = ask(&document, &json!({"ask": "kinds"}));
    let by = |engine: &Value| ask(&document, &json!({"ask": "counting", "engine": engine, "time": 1e4}));
    let chosen = by(&Value::Null);
    assert_eq!((&chosen["count"], chosen["why"].is_string()), (&json!("36"), true));
    let names = kinds["engines"].as_array().unwrap();
    assert!(
        names.contains(&chosen["engine"])
            && names.contains(&json!("links"))
            && !names.contains(&json!("auto"))
    );
    for name in names {
        let answer = by(name);
        assert_eq!(
            (&answer["type"], &answer["engine"], &answer["count"]),
            (&json!("counting"), name, &json!("36"))
        );
        assert!(answer["nodes"].is_u64() && answer["updates"].is_u64(), "{answer}");
    }
    assert_eq!(by(&json!("naive"))["nodes"], 10012);
    // A corner of three cells is no edge of a graph.
    let corners = tiling("problem p = constant 3x2 true [{**$*.} ~sym]");
    let refused = ask(&corners, &json!({"ask": "counting", "engine": "pfaffian", "time": 1e4}));
    assert_eq!(refused["type"], "error", "{refused}");
    let unknown = ask(&document, &json!({"ask": "counting", "engine": "link", "time": 1e4}));
    assert!(unknown["message"].as_str().unwrap().contains("did you mean"), "{unknown}");
}

#[test]
fn marginals_say_how_frequent_an_option_is() {
    let found = ask(&bricks(), &json!({"ask": "marginals", "piece": null}));
    assert_eq!(
        (&found["total"], &found["forced"], &found["impossible"]),
        (&json!("3"), &json!(0), &json!(0))
    );
    // An upright piece at either end stands in two of the three, the one in the middle in one.
    let upright = |option: &&Value| option["piece"] == "upright";
    let options = found["options"].as_array().unwrap();
    let counts: Vec<&Value> = options.iter().filter(upright).map(|option| &option["solutions"]).collect();
    assert_eq!(counts, ["2", "2", "1"]);
    assert!(found["svg"].as_str().unwrap().contains("uncertain cells"));
    let map = ask(&bricks(), &json!({"ask": "marginals", "piece": "lying"}));
    assert!(map["svg"].as_str().unwrap().contains("how likely lying is"));
    // With a piece kept, what is left is counted.
    let first = options.iter().find(upright).unwrap();
    let mut kept = bricks();
    kept["marks"] = json!({"taken": [{"option": first["option"], "words": first["words"]}]});
    assert_eq!(ask(&kept, &json!({"ask": "marginals", "piece": null}))["total"], "2");
}

#[test]
fn the_front_has_what_nothing_else_beats() {
    let few = |much: bool| {
        let aims =
            json!([{"kind": "cost", "much": false}, {"kind": "piece", "name": "upright", "much": much}]);
        ask(&bricks(), &json!({"ask": "front", "aims": aims}))["numbers"].clone()
    };
    assert_eq!(few(true), json!([["7.5", "1"], ["10.5", "3"]]));
    assert_eq!(few(false), json!([["7.5", "1"]]));
}

#[test]
fn a_puzzle_is_rated_by_its_hardest_step() {
    let rated = ask(
        &tiling("problem p = {***} [{**} ~one ~sym ~named \"d\", {*} ~one ~named \"s\"]\n  fix s at 0x0"),
        &json!({"ask": "rate"}),
    );
    assert_eq!((&rated["type"], &rated["rating"]), (&json!("rated"), &json!("1.0")), "{rated}");
    assert_eq!(rated["steps"].as_array().unwrap().len(), 1);
    assert_eq!(ask(&bricks(), &json!({"ask": "rate"})), json!({"type": "unrated", "found": 2}));
    let none = tiling("problem p = {***} [{**} ~sym]");
    assert_eq!(ask(&none, &json!({"ask": "rate"})), json!({"type": "unrated", "found": 0}));
    // The grid of Wikipedia's article on Sudoku, which single candidates solve.
    let grid = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let document = json!({"kind": "puzzle", "text": "sudoku 3x3 grid.txt", "files": {"grid.txt": grid}});
    let rated = ask(&document, &json!({"ask": "rate"}));
    assert_eq!((&rated["rating"], &rated["hardest"]), (&json!("1.0"), &json!("forced cell")), "{rated}");
}

#[test]
fn a_series_rises_and_makes_a_booklet() {
    let document = tiling("include <pentominoes>\nproblem p = constant 5x4 true pentominoes ~times 0..1");
    let question = json!({"ask": "series", "seed": 3, "number": 4});
    let (answer, made) = told(&document, &question);
    assert_eq!((&answer["made"], made.len()), (&json!(4), 4));
    assert_eq!(told(&document, &question).1, made, "the same seed makes the same puzzles");
    let ratings: Vec<f64> =
        made.iter().map(|puzzle| puzzle["rating"].as_str().unwrap().parse().unwrap()).collect();
    assert!(ratings.is_sorted(), "{ratings:?}");
    for puzzle in &made {
        let (clues, solution) = (puzzle["clues"].as_array().unwrap(), puzzle["solution"].as_array().unwrap());
        assert!(clues.iter().all(|clue| solution.contains(clue)));
    }
    let leaf = |puzzle: &Value| json!({"name": "Puzzle <1>", "note": "rated", "clues": puzzle["clues"], "solution": puzzle["solution"]});
    let leaves: Vec<Value> = made.iter().map(leaf).collect();
    let question = json!({"ask": "booklet", "title": "A & B", "leaves": leaves, "cut": true});
    let html = ask(&document, &question)["html"].as_str().unwrap().to_owned();
    assert!(
        html.contains("A &amp; B") && html.contains("Puzzle &lt;1>") || html.contains("Puzzle &lt;1&gt;")
    );
    assert_eq!(html.matches("<article").count(), 4);
}

/// The rectangle of 3 by 5 has 7 tilings by different pentominoes, up to symmetry.
#[test]
fn sets_of_pieces_are_found_and_can_be_opened() {
    let document = tiling("include <pentominoes>\nproblem p = constant 3x5 true pentominoes");
    let question = |unique: bool, after: &str| json!({"ask": "sets", "least": 3, "most": 3, "unique": unique, "after": after, "time": 60000.0});
    let (answer, unique) = told(&document, &question(true, "0"));
    assert_eq!((&answer["all"], &answer["tried"]), (&json!("220"), &json!("220")));
    let (_, all) = told(&document, &question(false, "0"));
    let number = |set: &Value| set["solutions"].as_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(all.iter().map(number).sum::<u64>(), 28, "none of the seven has a symmetry");
    assert!(unique.len() <= 7 && unique.iter().any(|set| set["words"] == "P U V"));
    let opened = tiling(unique[0]["text"].as_str().unwrap());
    assert_eq!(ask(&opened, &json!({"ask": "orbits"}))["count"], "1");
    let (rest, found) = told(&document, &question(false, "220"));
    assert_eq!((&rest["tried"], found.len()), (&json!("220"), 0));
}

/// Two dominoes tile every tetromino but the T, whose cells are three to one on a chessboard; all of these
/// but the L are symmetric.
#[test]
fn boards_of_pieces_are_found_and_can_be_opened() {
    let document = tiling("problem p = {****} [{**} ~sym ~times 2]");
    let question = |symmetric: bool, unique: bool| json!({"ask": "boards", "inside": null, "symmetric": symmetric, "whole": false, "unique": unique, "time": 1e4});
    assert_eq!(ask(&document, &question(true, true))["found"], 3);
    let (answer, told) = told(&document, &question(false, false));
    assert_eq!((&answer["found"], told.len()), (&json!(4), 4));
    let mut counts: Vec<&str> = told.iter().map(|one| one["solutions"].as_str().unwrap()).collect();
    counts.sort_unstable();
    assert_eq!(counts, ["1", "1", "1", "2"]);
    for one in &told {
        assert!(one["svg"].as_str().unwrap().contains("<svg"), "{one}");
        let opened = tiling(one["text"].as_str().unwrap());
        assert_eq!(ask(&opened, &json!({"ask": "count"}))["count"], one["solutions"]);
    }
    let loose = tiling("problem p = {****} [{**} ~sym]");
    let refused = ask(&loose, &question(true, true));
    assert!(refused["hint"].as_str().unwrap().contains("fixed number"), "{refused}");
}

#[test]
fn what_lists_solutions_one_by_one_is_refused() {
    let document = tiling("problem p = constant 4x2 true [{**} ~sym]\n  where fault");
    let answer = ask(&document, &json!({"ask": "marginals", "piece": null}));
    assert!(answer["message"].as_str().unwrap().contains("`where`"));
}

/// The puzzle of Slothouber and Graatsma, by way of BurrTools; its problem has one solution up to symmetry.
#[test]
fn files_of_other_programs_are_written_and_opened() {
    let cube = "problem3 cube = constant 3x3x3 true [[{**$**}] ~times 6 ~sym ~named \"slab\", [{*}] ~times 3 ~sym ~named \"unit\"]";
    let written = ask(&tiling(cube), &json!({"ask": "write", "to": "xmpuzzle"}));
    assert_eq!(written["lost"], json!([]));
    let bytes = |written: &Value| -> Vec<u8> {
        match &written["text"] {
            Value::String(text) => text.clone().into_bytes(),
            _ => serde_json::from_value(written["bytes"].clone()).unwrap(),
        }
    };
    let opened = convert("cube.xmpuzzle", &bytes(&written));
    assert_eq!(
        (&opened["type"], &opened["kind"], &opened["note"]),
        (&json!("converted"), &json!("tiling"), &Value::Null)
    );
    assert_eq!(ask(&tiling(opened["text"].as_str().unwrap()), &json!({"ask": "orbits"}))["count"], "1");
    // Costs are kept by MPS, and by the JSON that it becomes.
    let program = ask(&assignment(), &json!({"ask": "write", "to": "mps"}));
    let opened = convert("assignment.MPS", &bytes(&program));
    assert_eq!(opened["kind"], "json");
    let document = json!({"kind": "json", "text": opened["text"]});
    let best = ask(&document, &json!({"ask": "best", "max": false, "most": 1, "time": 60000.0}));
    assert_eq!(best["costs"], json!(["21"]));
    let clauses = ask(&assignment(), &json!({"ask": "write", "to": "cnf"}));
    assert_eq!(clauses["lost"], json!(["the costs are left out: clauses have none"]));
    let none = ask(&assignment(), &json!({"ask": "write", "to": "xmpuzzle"}));
    assert_eq!(none["message"], "only a board with pieces can be a puzzle of BurrTools");
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let damaged = convert(
        "t.xmpuzzle",
        b"<puzzle version=\"2\"><gridType type=\"5\"/><shapes/><problems><problem/></problems></puzzle>",
    );
    assert!(damaged["message"].as_str().unwrap().contains("<gridType> is 5, an unknown grid"), "{damaged}");
    assert!(damaged["message"].as_str().unwrap().starts_with("t.xmpuzzle:1:"), "{damaged}");
    assert_eq!(convert("t.mps", &[0xff])["message"], "this is not a text in UTF-8");
    assert_eq!(convert("t.mps", b"ROWS\n Q x\n")["type"], "error");
}

const BURRTOOLS: &str = "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes><voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">######</voxel>\
    <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel><voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">#2#####</voxel><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">#1#1</voxel>\
    </shapes><problems>PROBLEMS</problems></puzzle>";

fn burrtools(problems: &[(&str, u32, u32)]) -> Value {
    let problem = |(name, piece, board): &(&str, u32, u32)| {
        format!(
            "<problem name=\"{name}\"><shapes><shape id=\"{piece}\" count=\"3\"/></shapes><result id=\"{board}\"/><bitmap/></problem>"
        )
    };
    let problems: String = problems.iter().map(problem).collect();
    convert("t.xmpuzzle", BURRTOOLS.replace("PROBLEMS", &problems).as_bytes())
}

/// Names that are missing, equal or keywords are made into names; colors, which a drawing cannot say, are not
/// dropped in silence.
#[test]
fn problems_of_burrtools_have_names_of_the_language() {
    let opened = burrtools(&[("wall", 1, 0), ("wall", 1, 0), ("", 1, 0), ("problem", 1, 0), ("a b", 1, 0)]);
    let text = opened["text"].as_str().unwrap();
    let (seen, _) = combien_web::look::look(&tiling(text).to_string());
    assert_eq!(seen["diagnostics"], json!([]), "{text}");
    assert_eq!(seen["problems"], json!(["wall", "wall_2", "problem_3", "problem_problem", "a_b"]));
    assert_eq!(ask(&tiling(text), &json!({"ask": "count"}))["count"], "3");
    let some = burrtools(&[("wall", 1, 0), ("colored", 3, 2)]);
    assert!(some["note"].as_str().unwrap().starts_with("problem colored: its colors"), "{some}");
    assert!(!some["text"].as_str().unwrap().contains("colored"));
    let colored = burrtools(&[("colored", 3, 2)]);
    assert_eq!(colored["type"], "error", "{colored}");
    let many: Vec<(&str, u32, u32)> = vec![("wall", 1, 0); 60];
    let opened = burrtools(&many);
    assert_eq!(opened["note"], "only the first 50 problems are opened");
    assert_eq!(opened["text"].as_str().unwrap().matches("problem wall").count(), 50);
    assert_eq!(burrtools(&[])["message"], "the puzzle has no problem");
}

#[test]
fn what_a_format_cannot_say_is_said() {
    let filtered = tiling("problem p = constant 4x2 true [{**} ~sym]\n  where fault");
    for to in ["json", "dlx", "xmpuzzle"] {
        let refused = ask(&filtered, &json!({"ask": "write", "to": to}));
        assert!(refused["message"].as_str().unwrap().contains("`where`"), "{refused}");
    }
    let mut kept = tiling("problem p = constant 3x2 true [{**} ~sym]");
    let words = ask(&kept, &json!({"ask": "marginals", "piece": null}))["options"][0]["words"].clone();
    kept["marks"] = json!({"taken": [{"option": 0, "words": words}]});
    let written = ask(&kept, &json!({"ask": "write", "to": "xmpuzzle"}));
    assert_eq!(written["lost"], json!(["what you keep and forbid is left out"]));
}

/// On paper, what is kept by hand and what a tiling fixes stand with the clues: without them there would be
/// other solutions.
#[test]
fn puzzles_of_a_series_have_one_solution_on_paper() {
    let text = "include <pentominoes>\nproblem p = constant 5x4 true pentominoes ~times 0..1\n";
    let words = ask(&tiling(text), &json!({"ask": "marginals", "piece": null}))["options"][0].clone();
    let mut kept = tiling(text);
    kept["marks"] = json!({"taken": [{"option": words["option"], "words": words["words"]}]});
    let (_, made) = told(&kept, &json!({"ask": "series", "seed": 3, "number": 2}));
    assert!(!made.is_empty());
    let described = |options: &Value| {
        let said = Session::open(&tiling(text).to_string())
            .unwrap()
            .describe(&json!({"options": options}).to_string());
        said["options"].as_array().unwrap().clone()
    };
    for puzzle in made {
        assert!(puzzle["clues"].as_array().unwrap().contains(&words["option"]), "{puzzle}");
        let mut paper = tiling(text);
        paper["marks"] = json!({"taken": described(&puzzle["clues"])});
        assert_eq!(ask(&paper, &json!({"ask": "count"}))["count"], "1");
    }
    kept["marks"] = json!({"forbidden": [{"option": words["option"], "words": words["words"]}]});
    let refused = ask(&kept, &json!({"ask": "booklet", "title": "t", "leaves": [], "cut": false}));
    assert!(refused["message"].as_str().unwrap().contains("forbidden"), "{refused}");
}

/// Dominoes on two rows are Fibonacci's numbers; on three, of Klarner and Pollack; dumbbells by Grimson.
#[test]
fn boards_of_every_length_have_a_formula() {
    let ask = |text: &str, of: Option<&str>, by: Option<&str>| {
        let of = of.map(|name| json!({"document": tiling(text), "name": name}));
        ask(&tiling(text), &json!({"ask": "lengths", "of": of, "by": by, "time": 1e9}))
    };
    let two = ask("problem p = constant 4x2 true [{**} ~sym ~times 4]", None, None);
    assert_eq!(two["quotient"], "1/(1 - x - x^2)");
    assert_eq!(two["terms"][10], "89");
    assert_eq!(two["growth"]["low"], "1.618033988749");
    let three =
        "problem rows<m, n> = constant (n, m) true [{**} ~sym] problem p = constant 4x3 true [{**} ~sym]";
    assert_eq!(ask(three, Some("rows<3, n>"), None)["recurrence"], "a(n) = 4*a(n-2) - a(n-4) for n >= 4");
    let gaps = ask("problem p = constant 3x2 true ~gaps [{**} ~sym]", None, Some("piece"));
    assert_eq!(gaps["quotient"], "(1 - x*y)/(1 - x - 2*x*y - x^2*y + x^3*y^3)");
    assert_eq!((&gaps["terms"][2], &gaps["totals"][2]), (&json!("1 + 4*y + 2*y^2"), &json!("7")));
    for (text, of, by, said) in [
        ("problem p = {***$*..} [{**} ~sym]", None, None, "this board is no rectangle"),
        (
            "problem p = constant 3x2 true [{**} ~sym] also 0..2 at every vertex",
            None,
            None,
            "or there are clues",
        ),
        (three, Some("rows<3, 4>"), None, "write n in the place"),
        (three, Some("columns<n>"), None, "`columns`"),
        (three, Some("rows<n, n>"), None, "write n in the place"),
        (three, None, Some("F"), "there is no piece `F`"),
    ] {
        let refused = ask(text, of, by);
        assert_eq!(refused["type"], "error", "{refused}");
        assert!(refused["message"].as_str().unwrap().contains(said), "{refused}");
    }
}
