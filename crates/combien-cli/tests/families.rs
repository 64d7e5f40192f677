//! `combien count` of the members of a family.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::shared::{combien, json_lines, run, run_with_input};
use serde_json::{Value, json};

const CALENDAR: &str = "examples/calendar.cmb";
const WEEKDAYS: &str = "examples/weekdays.cmb";

/// Dominoes in a room of height 2: the Fibonacci numbers.
const ROOMS: &str = "problem room<n> = constant (n, 2) true [{**} ~sym]";

/// A room that the parameter can make impossible: no row of boards of width 0 has cells.
const FAILING: &str = "problem p<n> = constant (3 - n, 2) true [{**} ~sym]";

fn count(arguments: &[&str], text: &str) -> (i32, String, String) {
    run_with_input(&[&["count", "--format", "cmb", "-", "--problem"], arguments].concat(), text)
}

/// The two days of May stand in examples/calendar.cmb with their source. Of the 366 dates it is published
/// that they have over 24 thousand solutions, an average of 67 (the package a-puzzle-a-day). What the last
/// line says follows from the rows.
#[test]
fn the_calendar_is_counted_in_one_command() {
    let (code, rows, _) = run(&["count", CALENDAR, "--problem", "day<1..12, 1..31>"]);
    assert_eq!(code, 0);
    let rows: Vec<&str> = rows.lines().collect();
    let (end, rows) = rows.split_last().unwrap();
    assert_eq!(rows.len(), 372);
    assert!(rows.contains(&"day<5, 1>: 57") && rows.contains(&"day<5, 21>: 36"));
    let counts: Vec<(&str, u32)> = rows
        .iter()
        .map(|row| row.split_once(": ").map(|(day, count)| (day, count.parse().unwrap())).unwrap())
        .collect();
    let is_date = |(day, _): &&(&str, u32)| {
        !["<2, 30>", "<2, 31>", "<4, 31>", "<6, 31>", "<9, 31>", "<11, 31>"]
            .iter()
            .any(|no| day.ends_with(no))
    };
    let dates: u32 = counts.iter().filter(is_date).map(|(_, count)| count).sum();
    assert!(dates > 24_000 && (dates + 183) / 366 == 67, "{dates}");
    let sum: u32 = counts.iter().map(|(_, count)| count).sum();
    let least = counts.iter().min_by_key(|(_, count)| count).unwrap();
    let greatest = counts.iter().rev().max_by_key(|(_, count)| count).unwrap();
    assert_eq!(
        *end,
        format!(
            "372 members: sum {sum}, least {} for {}, greatest {} for {}",
            least.1, least.0, greatest.1, greatest.0
        )
    );
}

/// The numbers are those of a brute force of its own: it leaves each first empty cell open or covers it, in
/// C, without our code.
#[test]
fn the_calendar_with_weekdays_has_the_numbers_of_a_brute_force() {
    let (code, rows, _) = run(&["count", "--csv", "--quiet", WEEKDAYS, "--problem", "day<4, 6..8, 1..7>"]);
    let wanted = "m,d,w,solutions\n\
        4,6,1,108\n\
        4,6,2,97\n\
        4,6,3,363\n\
        4,6,4,141\n\
        4,6,5,225\n\
        4,6,6,118\n\
        4,6,7,121\n\
        4,7,1,1790\n\
        4,7,2,1236\n\
        4,7,3,3823\n\
        4,7,4,1777\n\
        4,7,5,3348\n\
        4,7,6,1751\n\
        4,7,7,3565\n\
        4,8,1,326\n\
        4,8,2,494\n\
        4,8,3,1680\n\
        4,8,4,661\n\
        4,8,5,1228\n\
        4,8,6,800\n\
        4,8,7,1219";
    assert_eq!((code, rows.trim_end()), (0, wanted));
}

/// Rows, their order and the end are the same for any number of threads.
#[test]
fn threads_change_nothing() {
    let asked = |jobs| run(&["count", "--jobs", jobs, CALENDAR, "--problem", "day<1..3, 1..31>"]);
    let alone = asked("1");
    assert_eq!(alone.1.lines().count(), 94);
    assert_eq!([asked("2"), asked("5")], [alone.clone(), alone]);
}

#[test]
fn rows_are_text_csv_a_b_file_or_documents() {
    let end = "5 members: sum 19, least 1 for room<1>, greatest 8 for room<5>\n";
    let rows = "room<1>: 1\nroom<2>: 2\nroom<3>: 3\nroom<4>: 5\nroom<5>: 8\n";
    assert_eq!(count(&["room<1..5>"], ROOMS), (0, format!("{rows}{end}"), String::new()));
    let csv = "n,solutions\n1,1\n2,2\n3,3\n4,5\n5,8\n".to_owned();
    assert_eq!(count(&["room<1..5>", "--csv"], ROOMS), (0, csv.clone(), end.to_owned()));
    assert_eq!(count(&["room<1..5>", "--csv", "--quiet"], ROOMS), (0, csv, String::new()));
    let b_file = "1 1\n2 2\n3 3\n4 5\n5 8\n".to_owned();
    assert_eq!(count(&["room<1..5>", "--b-file"], ROOMS), (0, b_file, end.to_owned()));
    let (code, documents, said) = count(&["room<1..5>", "--json"], ROOMS);
    assert_eq!((code, said.as_str()), (0, ""));
    let documents = json_lines(&documents);
    assert_eq!(documents.len(), 6);
    let member = json!({
        "schema": 1, "type": "member", "problem": "room<4>", "arguments": {"n": 4}, "outcome": "answer",
        "reason": null, "count": "5", "exact": true,
    });
    assert_eq!(documents[3], member);
    let extreme = |n: u64, count: &str| json!({"problem": format!("room<{n}>"), "arguments": {"n": n}, "count": count, "times": 1});
    let end = json!({
        "schema": 1, "type": "end", "outcome": "answer", "reason": null, "members": 5, "counted": 5, "sum": "19",
        "exact": true, "least": extreme(1, "1"), "greatest": extreme(5, "8"),
    });
    assert_eq!(documents[5], end);
}

/// OEIS A003775: perfect matchings of the 5 by 2n grid. One parameter has a number, the other the index.
#[test]
fn a_b_file_has_the_one_range_as_index() {
    let boxes = "problem box<m, n> = constant (m, 2 * n) true [{**} ~sym]";
    let (code, rows, _) = count(&["box<5, 1..6>", "--b-file"], boxes);
    assert_eq!((code, rows.as_str()), (0, "1 8\n2 95\n3 1183\n4 14824\n5 185921\n6 2332097\n"));
    let (code, rows, said) = count(&["box<1..5, 1..6>", "--b-file"], boxes);
    assert_eq!((code, rows.as_str()), (2, ""));
    assert!(said.contains("a b-file has one index, and this family has 2 ranges"), "{said}");
}

/// The numbers are those of the OEIS: A003775 for the boxes, A000170 for the queens. `combien-verify` shares no code with what
/// wrote the certificates.
#[test]
fn each_term_of_a_b_file_has_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("new");
    let proved = |name: &str| {
        let read = |ending: &str| std::fs::read(to.join(format!("{name}.{ending}"))).unwrap();
        let problem = combien_verify::Problem::read(&String::from_utf8(read("json")).unwrap()).unwrap();
        let proved = combien_verify::check_certificate(&problem, &read("proof")[..], 1 << 28);
        proved.unwrap().covers.to_string()
    };
    let flags = ["--quiet", "--b-file", "--proof", to.to_str().unwrap()];
    let boxes = "problem box<m, n> = constant (m, 2 * n) true [{**} ~sym]";
    let terms = ["8", "95", "1183", "14824"];
    let (code, rows, _) = count(&[&["box<5, 1..4>"], &flags[..]].concat(), boxes);
    assert_eq!((code, rows.as_str()), (0, "1 8\n2 95\n3 1183\n4 14824\n"));
    assert_eq!(["1", "2", "3", "4"].map(proved), terms);
    let (code, rows, _) = run(&[&["count", "puzzle:queens 1..6"], &flags[..]].concat());
    assert_eq!((code, rows.as_str()), (0, "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n"));
    assert_eq!(["1", "2", "3", "4", "5", "6"].map(proved), ["1", "0", "0", "2", "10", "4"]);
    // A stopped proof is no term, and is not written.
    let (code, rows, said) = run(&[&["count", "puzzle:queens 4..9", "--nodes", "50"], &flags[..]].concat());
    assert!(code == 3 && rows.starts_with("4 2\n") && !rows.contains("\n8 "), "{rows}{said}");
    assert!(!to.join("8.proof").exists());
    let (code, _, said) = count(&[&["box<1, 1..2>", "--where", "not fault"], &flags[..]].concat(), boxes);
    assert!(code == 2 && said.contains("--proof cannot be combined with --where"), "{said}");
    let filtered = format!("{boxes} where not fault");
    let (code, _, said) = count(&[&["box<1, 1..2>"], &flags[..]].concat(), &filtered);
    assert!(code == 2 && said.contains("`where`"), "{said}");
}

#[test]
fn equal_extremes_are_counted() {
    let (_, rows, _) = count(&["p<1..4>"], "problem p<n> = constant (n, 3) true [{**} ~sym]");
    assert_eq!(
        rows.lines().last(),
        Some("4 members: sum 14, least 0 for p<1> and 1 other, greatest 11 for p<4>")
    );
}

/// There is no limit of 1,000 members, and memory does not grow with their number: 40,000 of them fit where
/// boards and pieces of all would not.
#[test]
fn any_number_of_members_is_counted() {
    let rooms = "problem p<m, n> = constant (m % 2 + 1, n % 3 + 1) true [{**} ~sym, {*}]";
    let (code, rows, _) = count(&["p<1..200, 1..200>", "--csv", "--quiet"], rooms);
    assert_eq!((code, rows.lines().count()), (0, 40_001));
}

/// What a script refuses, it says how to do.
#[test]
fn the_limit_of_a_script_names_the_way_out() {
    let text = format!("{ROOMS} count room<1..1001>");
    let (code, _, said) = run_with_input(&["run", "-"], &text);
    assert_eq!(code, 2);
    assert!(said.contains("this asks for 1001 problems; 1000 is the most"), "{said}");
    assert!(
        said.contains("`combien count FILE --problem 'room<1..1001>'` counts any number of them"),
        "{said}"
    );
    let (code, _, said) =
        run_with_input(&["solve", "--format", "cmb", "-", "--problem", "room<1..3>"], ROOMS);
    assert_eq!(code, 2);
    assert!(said.contains("name one of them; `combien count` counts all"), "{said}");
}

/// The error is the one of a script, and what came before it stays.
#[test]
fn a_member_that_cannot_be_made_ends_it_with_its_error() {
    for jobs in ["1", "3"] {
        let (code, rows, said) = count(&["p<1..9>", "--jobs", jobs], FAILING);
        assert_eq!((code, rows.as_str()), (2, "p<1>: 2\np<2>: 1\n"));
        let (_, _, in_script) = run_with_input(&["run", "-"], &format!("{FAILING} count p<1..9>"));
        let first = |text: &str| text.lines().next().map(str::to_owned);
        assert!(said.starts_with("error["), "{said}");
        assert_eq!(first(&said), first(&in_script));
        assert!(said.contains("in p<3>, which is asked for here"), "{said}");
    }
}

#[test]
fn names_and_arguments_are_looked_up_before_anything_is_counted() {
    let said = |problem: &str| {
        let (code, rows, said) = count(&[problem], ROOMS);
        assert_eq!((code, rows.as_str()), (2, ""), "{problem}");
        said
    };
    assert!(said("roam<1..3>").contains("did you mean `room`?"));
    assert!(said("room<1..3, 2>").contains("needs 1 argument and gets 2"));
    assert!(said("room<3..1>").contains("did you mean `1..3`?"));
    assert!(said("room<1..10001>").contains("the most is 10000"));
    let many = format!("room<{}>", ["1..9999"; 5].join(", "));
    let five = "problem room<a, b, c, d, e> = constant (a, b) true [{**} ~sym]";
    let (code, _, said) = count(&[&many], five);
    assert!(code == 2 && said.contains("2^64 problems or more"), "{said}");
}

#[test]
fn what_is_about_one_problem_is_refused() {
    for flag in
        [&["--verify"][..], &["--reduce"], &["--take", "1"], &["--solutions", "5"], &["--by", "piece"]]
    {
        let (code, rows, said) = count(&[&["room<1..3>"], flag].concat(), ROOMS);
        assert_eq!((code, rows.as_str()), (2, ""));
        assert!(
            said.contains(&format!("{} is about one problem, and ranges mean several", flag[0])),
            "{said}"
        );
    }
    for flag in ["--csv", "--b-file"] {
        let (code, _, said) = run(&["count", flag, "examples/toy.dlx"]);
        assert!(code == 2 && said.contains("writes a row for each member of a family"), "{said}");
    }
}

/// A limit stops a member, and the next one is counted. A b-file has no gaps.
#[test]
fn a_limit_is_that_of_each_member() {
    let asked = [
        "count",
        "--nodes",
        "3000",
        "--engine",
        "links",
        "--jobs",
        "2",
        "examples/five_high.cmb",
        "--problem",
        "any<1..7>",
    ];
    let (code, rows, said) = run(&asked);
    assert_eq!((code, said.as_str()), (3, "stopped at the limit of 3000 nodes\n"));
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[..4], ["any<1>: 1", "any<2>: 5", "any<3>: 56", "any<4>: 501"]);
    assert!(rows[6].starts_with("any<7>: >= "), "{}", rows[6]);
    assert!(
        rows[7].starts_with("7 members, ") && rows[7].contains(" of them not counted to the end: sum >= "),
        "{}",
        rows[7]
    );
    assert!(rows[7].ends_with(" for any<4>") || rows[7].ends_with(" for any<5>"), "{}", rows[7]);
    let (code, b_file, _) = run(&[&asked[..], &["--b-file"]].concat());
    assert_eq!(code, 3);
    assert!(b_file.starts_with("1 1\n2 5\n3 56\n4 501\n") && !b_file.contains("\n7 "), "{b_file}");
    let (_, documents, _) = run(&[&asked[..], &["--json"]].concat());
    let documents = json_lines(&documents);
    let last = &documents[documents.len() - 2];
    assert_eq!(
        (&last["exact"], &last["reason"]),
        (&json!(false), &json!("stopped at the limit of 3000 nodes"))
    );
    assert_eq!(documents.last().unwrap()["outcome"], json!("stopped"));
}

#[test]
fn time_that_is_over_leaves_what_is_known() {
    let (code, rows, said) = run(&["count", "--time", "0s", CALENDAR, "--problem", "day<1..12, 1..31>"]);
    assert_eq!((code, rows.as_str()), (3, "0 of 372 members: sum >= 0\n"));
    assert_eq!(said, "stopped at the time limit of 0s\n");
}

/// Rows come while others are counted. The first signal ends it at once, and the end says that there would be
/// more.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_the_rows_that_are_there() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for jobs in ["1", "2"] {
        let mut child =
            combien(&["count", "--json", "--jobs", jobs, WEEKDAYS, "--problem", "day<1..12, 1..31, 1..7>"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        let documents = json_lines(&(first + &rest));
        let (end, members) = documents.split_last().unwrap();
        assert_eq!(members[0]["arguments"], json!({"m": 1, "d": 1, "w": 1}));
        assert!(members.iter().all(|member| member["exact"] == json!(true)));
        assert_eq!((&end["outcome"], &end["reason"]), (&json!("stopped"), &json!("interrupted")));
        assert_eq!((&end["members"], &end["counted"]), (&json!(2604), &json!(members.len())));
        assert!(members.len() < 2604 && end["exact"] == Value::Bool(false));
    }
}

/// The same numbers as in a script: up to symmetry, within a cost, of solutions that agree with a predicate.
#[test]
fn solutions_are_chosen_as_in_a_script() {
    let chess = "pattern domino = {**}
        problem room<n> = constant (n, 4) true [domino ~sym ~cost n]";
    let asked = |flags: &[&str], words: &str| {
        let (code, rows, _) = count(&[&["room<2..5>"], flags].concat(), chess);
        assert_eq!(code, 0);
        let (_, printed, _) = run_with_input(&["run", "-"], &format!("{chess} count room<2..5>{words}"));
        let numbers = |text: &str, before: &str| -> Vec<String> {
            let behind = text.lines().filter_map(|line| line.split_once(before)).map(|(_, behind)| behind);
            behind.map(|behind| behind.split(' ').next().unwrap().to_owned()).collect()
        };
        let rows: Vec<String> = numbers(&rows, ">: ");
        assert_eq!((rows.len(), &rows), (4, &numbers(&printed, ") ")), "{words}");
        rows
    };
    asked(&[], "");
    asked(&["--up-to", "symmetry"], " up to symmetry");
    assert_eq!(asked(&["--within", "20"], " within 20")[1..], ["11", "0", "0"]);
    let (code, rows, _) =
        count(&["room<5..6>", "--where", "not fault"], "problem room<n> = constant (n, 6) true [{**} ~sym]");
    // Graham, 1981: dominoes fill the 5 by 6 rectangle without a fault line in 6 ways, and the 6 by 6 one in
    // none.
    assert_eq!((code, rows.lines().next()), (0, Some("room<5>: 6")));
    assert_eq!(rows.lines().nth(1), Some("room<6>: 0"));
}

/// Each command has a document, with its place; solutions have theirs before it.
#[test]
fn answers_of_a_script_are_documents() {
    let text = "problem p<n> = constant (n, 2) true [{**} ~sym]\ncount p<1..2>\nall p<2>\n  assert count p<4> = 5\nall p<2> json\nprint p<1>\n";
    let (code, out, said) = run_with_input(&["run", "--json", "-"], text);
    assert_eq!((code, said.as_str()), (0, ""));
    let documents = json_lines(&out);
    let shown: Vec<(&str, &str, u64)> = documents
        .iter()
        .map(|document| {
            let text = |field: &str| document[field].as_str().unwrap_or_default();
            (
                text(if text("type") == "action" { "action" } else { "type" }),
                text("problem"),
                document["line"].as_u64().unwrap_or(0),
            )
        })
        .collect();
    let solutions = [("solution", "p<2>", 0); 2];
    let wanted = [
        &[("count", "p<1>", 2), ("count", "p<2>", 2)][..],
        &solutions,
        &[("all", "p<2>", 3), ("assert", "p<4>", 4)],
        &solutions,
        &[("all", "p<2>", 5), ("print", "p<1>", 6)],
    ];
    assert_eq!(shown, wanted.concat());
    assert_eq!((&documents[1]["count"], &documents[1]["exact"]), (&json!("2"), &json!(true)));
    assert_eq!((&documents[4]["solutions"], &documents[5]["holds"]), (&json!(2), &json!(true)));
    // The lines that the file asks for are the same, and are there once.
    assert_eq!(documents[2..4], documents[6..8]);
    assert!(documents[9]["text"].as_str().unwrap().starts_with("problem \"p<1>\""));
}

#[test]
fn documents_say_what_failed_and_what_was_stopped() {
    let text = "problem p = {**$**} [{**} ~sym] assert count p = 3 count p";
    let (code, out, said) = run_with_input(&["run", "--json", "-"], text);
    let (documents, errors) = (json_lines(&out), json_lines(&said));
    assert_eq!((code, documents.len(), &documents[0]["holds"]), (2, 1, &json!(false)));
    assert_eq!((errors.len(), &errors[0]["code"]), (1, &json!("assert")));
    let (code, out, said) = run(&["run", "--json", "--nodes", "10", CALENDAR]);
    assert_eq!((code, said.as_str()), (3, ""));
    let documents = json_lines(&out);
    assert!(documents.iter().filter(|document| document["action"] == json!("count")).count() == 6);
    assert!(documents.iter().all(|document| document["outcome"]
        == json!(if document["action"] == json!("table") { "answer" } else { "stopped" })));
    let (code, out, said) = run_with_input(&["run", "--json", "-"], "problem p = {**} [{*}] count q");
    assert_eq!((code, out.as_str(), &json_lines(&said)[0]["code"]), (2, "", &json!("unknown-problem")));
}

/// The numbers of ways to place n queens are A000170 of the OEIS; those of Langford pairs, A014552, count mirror images once.
#[test]
fn classic_puzzles_with_ranges_are_families() {
    let (code, out, said) = run(&["count", "-q", "--b-file", "puzzle:queens 1..8"]);
    assert_eq!((code, out.as_str(), said.as_str()), (0, "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n7 40\n8 92\n", ""));
    let (code, out, _) = run(&["count", "-q", "puzzle:langford 3..4"]);
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "langford 3: 2\nlangford 4: 2\n2 members: sum 4, least 2 for langford 3 and 1 other, greatest 2 for langford 3 and 1 other\n"
        )
    );
    let (code, out, _) = run(&["count", "-q", "--csv", "puzzle:design 2 6..7 3"]);
    assert_eq!((code, out.as_str()), (0, "V,solutions\n6,0\n7,30\n"));
    for (arguments, words) in [
        (&["--up-to", "symmetry", "puzzle:queens 4..5"][..], "--up-to is about one problem"),
        (&["--verify", "puzzle:queens 4..5"], "--verify is about one problem"),
        (&["puzzle:queens 5..4"], "is no range"),
        (&["--b-file", "puzzle:mols 1..2 2..3"], "a b-file has one index"),
    ] {
        let (code, _, said) = run(&[&["count"][..], arguments].concat());
        assert!(code == 2 && said.contains(words), "{arguments:?}: {said}");
    }
}
