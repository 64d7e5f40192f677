//! The real binary: what it prints to each stream, its exit code, and the files it leaves behind.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::documents;
use crate::shared::{combien, ended, json_lines, root, run, run_with_input};

/// Too large to enumerate in a test, but quick to count.
const ENDLESS: &str = "tests/corpus/bench/domino10x10.dlx";

#[test]
fn count_prints_the_number_alone() {
    assert_eq!(run(&["count", "examples/toy.dlx"]), (0, "1\n".into(), String::new()));
    let camel = run(&["count", "examples/camel.cmb", "--problem", "small_camel"]);
    assert_eq!(camel, (0, "46976\n".into(), String::new()));
    assert_eq!(run_with_input(&["count", "-"], "a b\na\n").1, "0\n");
    assert_eq!(run_with_input(&["count", "-", "--format", "cmb"], "problem p = {**} [{*}]").1, "1\n");
}

#[test]
fn every_example_runs_and_its_counts_hold() {
    // Some write pictures.
    let folder = tempfile::tempdir().unwrap();
    // What a document runs is compared there with what it says.
    let documented = documents::commands();
    let mut examples = 0;
    let files = |place: &str| fs::read_dir(root().join(place)).unwrap();
    for entry in files("examples").chain(files("examples/collection")) {
        let path = entry.unwrap().path();
        let name = path.canonicalize().unwrap().display().to_string();
        let place = path.strip_prefix(root()).unwrap().display().to_string();
        let command = match path.extension().and_then(|extension| extension.to_str()) {
            Some("cmb") => "run",
            Some("dlx") => "solve",
            _ => continue,
        };
        examples += 1;
        if cfg!(unix) && documented.contains(&format!("combien {command} {place}")) {
            continue;
        }
        let mut command = combien(&[command, "--quiet", &name]);
        let (code, _, errors) = ended(&command.current_dir(folder.path()).output().unwrap());
        assert_eq!((code, errors.as_str()), (0, ""), "{name}");
    }
    assert!(examples >= 60, "{examples}");
}

/// The lesson's four covers, the encyclopedia's one, and Knuth's with colors.
#[test]
fn solve_prints_the_published_covers() {
    let covers = |file: &str| -> Vec<Vec<u64>> {
        let documents = json_lines(&run(&["solve", "--all", "--json", file]).1);
        let solutions = documents.iter().filter(|document| document["type"] == "solution");
        let number = |option: &serde_json::Value| option["option"].as_u64().unwrap();
        let mut covers: Vec<Vec<u64>> = solutions
            .map(|solution| solution["options"].as_array().unwrap().iter().map(number).collect())
            .collect();
        covers.sort();
        covers
    };
    assert_eq!(covers("examples/lesson.dlx"), [vec![1, 2, 4], vec![2, 6], vec![3, 5], vec![4, 7, 8]]);
    assert_eq!(covers("examples/colors.dlx"), [[2, 4]]);
    let letters = run(&["solve", "--all", "examples/letters.dlx"]).1;
    assert_eq!(letters, "solution 1\n2: B 1 4\n4: D 3 5 6\n6: F 2 7\n\n");
}

#[test]
fn no_solution_and_stopped_have_different_exit_codes() {
    assert_eq!(run_with_input(&["solve", "-"], "a b\na\n").0, 1);
    assert_eq!(run_with_input(&["solve", "-"], "a b\na\n").1, "no solution\n");
    let (code, out, errors) = run(&["count", "--nodes", "1000", ENDLESS]);
    assert_eq!((code, errors.lines().count()), (3, 1), "{errors}");
    assert!(out.starts_with(">= "), "{out}");
    assert_eq!(out, run(&["count", "--nodes", "1000", ENDLESS]).1, "stops at the same place each time");
    let (code, out, _) = run(&["solve", "--nodes", "3", ENDLESS]);
    assert_eq!((code, out.as_str()), (3, ""));
    for engine in ["zdd", "memo", "intersect"] {
        let solve = ["solve", "--engine", engine, "--memory", "1000", "tests/corpus/bench/queens8.dlx"];
        let (code, out, errors) = run(&solve);
        assert_eq!((code, out.as_str()), (3, ""), "{engine}");
        assert!(
            errors.starts_with("stopped at the limit of 1000 bytes of memory: >= 0 solutions, "),
            "{errors}"
        );
        let (code, out, _) = run(&[&solve[..], &["--json"]].concat());
        assert_eq!((code, &json_lines(&out)[0]["outcome"]), (3, &"stopped".into()), "{engine}");
    }
    let (code, out, _) = run(&["count", "--engine", "links", "--time", "0.2s", "--json", ENDLESS]);
    let document = &json_lines(&out)[0];
    assert_eq!((code, &document["outcome"], &document["exact"]), (3, &"stopped".into(), &false.into()));
    assert_eq!(document["reason"], "stopped at the time limit of 200ms");
}

/// The paper's large camel is counted at once; another count would need far more memory than it gets.
#[test]
fn counts_beyond_enumeration_name_the_engine_and_the_reason() {
    let camel = ["count", "--explain", "examples/camel.cmb", "--problem", "big_camel"];
    let (code, out, errors) = run(&camel);
    assert_eq!((code, out.as_str()), (0, "32420116341024288\n"));
    assert_eq!(errors, "counted by pfaffian, because the options are the edges of a planar graph\n");
    let (_, out, errors) = run(&["count", "--explain", "tests/corpus/bench/modotri8x8.dlx"]);
    assert_eq!(out, "1990875917805852\n");
    assert!(
        errors.starts_with("counted by frontier, because the frontier is thin; order of items: "),
        "{errors}"
    );
    let latin = ["count", "--engine", "frontier", "--memory", "20M", "tests/corpus/bench/latin7.dlx"];
    let (code, out, errors) = run(&latin);
    assert_eq!((code, out.as_str()), (3, ">= 0\n"));
    assert!(errors.starts_with("stopped at the limit of 20 MB of memory: >= 0 solutions, "), "{errors}");
}

#[test]
fn a_count_is_verified_by_an_engine_of_another_kind() {
    for (engine, other) in [("auto", "memo"), ("links", "memo"), ("memo", "frontier"), ("zdd", "memo")] {
        let (code, out, errors) =
            run(&["count", "--verify", "--engine", engine, "tests/corpus/bench/queens9.dlx"]);
        let other = if engine == "auto" { errors.split(' ').nth(1).unwrap_or(other) } else { other };
        let expected = format!("verified: {other} counts the same\n");
        assert_eq!((code, out.as_str(), errors.as_str()), (0, "352\n", expected.as_str()));
    }
    let boards = ["count", "--verify", "--engine", "pfaffian", "tests/corpus/bench/domino12x12.dlx"];
    let (_, out, errors) = run(&boards);
    assert_eq!(
        (out.as_str(), errors.as_str()),
        ("53060477521960000\n", "verified: frontier counts the same\n")
    );
    let (_, out, _) = run(&["count", "--verify", "--json", "examples/toy.dlx"]);
    assert_eq!(json_lines(&out)[0]["verified"]["same"], true);
    let (code, _, errors) = run(&["count", "--verify", "--nodes", "5000", "tests/corpus/bench/queens10.dlx"]);
    assert_eq!((code, errors.lines().count()), (3, 1), "{errors}");
}

/// The content of certificates is tested in tests/suites/proofs.rs.
#[test]
fn a_certificate_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/toy.proof");
    let file = path.to_str().unwrap();
    let (code, out, errors) = run(&["count", "--explain", "--proof", file, "examples/toy.dlx"]);
    let said = "proved in 1 state, branching on the item with the fewest options\n";
    assert_eq!((code, &*out, &*errors), (0, "1\n", said));
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("combien certificate 1\nproblem 7 0 6\n") && text.contains("\ncovers 1\nend "),
        "{text}"
    );
    let (_, out, _) = run(&["count", "--json", "--proof", file, "examples/queens8.dlx"]);
    let document = &json_lines(&out)[0];
    assert_eq!((&document["count"], &document["proof"]), (&"92".into(), &file.into()));
    // A stopped run leaves the old certificate in place.
    let before = fs::read(&path).unwrap();
    for limit in [["--time", "0s"], ["--nodes", "100"], ["--memory", "100K"]] {
        let board = ["count", "--proof", file, "tests/corpus/bench/domino12x12.dlx"];
        let (code, out, errors) = run(&[&board[..], &limit].concat());
        assert_eq!((code, out.as_str(), errors.lines().count()), (3, ">= 0\n", 1), "{errors}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    for (with, why) in [
        (&["--jobs", "2"][..], "cannot be used with"),
        (&["--verify"], "cannot be used with"),
        (&["--reduce"], "cannot be used with"),
        (&["--engine", "memo"], "cannot be used with"),
        (&["--up-to", "symmetry"], "cannot be used with"),
    ] {
        let (code, _, errors) = run(&[&["count", "--proof", file, "examples/toy.dlx"][..], with].concat());
        assert!(code == 2 && errors.contains(why), "{with:?}: {errors}");
    }
    let (code, _, errors) = run(&["count", "--proof", "examples/../examples/toy.dlx", "examples/toy.dlx"]);
    assert!(code == 2 && errors.contains("is the problem itself"), "{errors}");
    let (code, _, errors) = run(&["count", "--proof", "-", "examples/toy.dlx"]);
    assert!(code == 2 && errors.contains("name a file"), "{errors}");
}

#[test]
fn counting_stops_at_a_limit_on_solutions() {
    let count = |solutions: &str, engine: &str| {
        run(&["count", "--solutions", solutions, "--engine", engine, "tests/corpus/bench/queens8.dlx"])
    };
    for engine in ["auto", "fast", "links", "zdd", "memo"] {
        let (code, out, errors) = count("91", engine);
        assert_eq!((code, out.as_str()), (3, ">= 91\n"), "{engine}");
        assert!(errors.starts_with("stopped at the limit of 91 solutions: >= 91 solutions, "), "{errors}");
        assert_eq!(count("93", engine), (0, "92\n".into(), String::new()), "{engine}");
    }
    assert_eq!(count("1", "auto").1, ">= 1\n");
    let (code, out, _) = run(&["count", "--reduce", "--solutions", "3", "tests/corpus/bench/queens8.dlx"]);
    assert_eq!((code, out.as_str()), (3, ">= 3\n"));
    assert_eq!(count("0", "auto").0, 2);
    let (code, _, errors) = run(&["count", "--verify", "--solutions", "3", "examples/toy.dlx"]);
    assert!(code == 2 && errors.contains("cannot be used with"), "{errors}");
    let (code, _, errors) = count("3", "frontier");
    assert!(code == 2 && errors.contains("cannot list solutions"), "{errors}");
}

#[test]
fn the_same_seed_draws_the_same_samples() {
    let big = ["sample", "examples/camel.cmb", "--problem", "big_camel", "--json", "-n", "3"];
    let drawn = |seed: &str| run(&[&big[..], &["--seed", seed]].concat());
    let (code, out, errors) = drawn("7");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(out, drawn("7").1);
    assert_ne!(out, drawn("8").1);
    let (code, verdict, _) =
        run_with_input(&["check", "examples/camel.cmb", "--problem", "big_camel", "-"], &out);
    assert_eq!((code, verdict.lines().count()), (0, 3));
    // Without a seed, the command prints the one it chose, and that seed draws the same samples again.
    let (_, out, errors) = run(&["sample", "examples/lesson.dlx", "-n", "20"]);
    let seed = errors.strip_prefix("--seed ").unwrap().split(' ').next().unwrap();
    assert_eq!(out, run(&["sample", "examples/lesson.dlx", "-n", "20", "--seed", seed]).1);
    assert_eq!(run_with_input(&["sample", "-"], "a b\na\n").0, 1);
    assert_eq!(run(&["sample", "--engine", "frontier", "examples/toy.dlx"]).0, 2);
    assert_eq!(run(&["sample", "--engine", "memo", "--seed", "1", "examples/toy.dlx"]).0, 0);
}

#[test]
fn diagrams_are_described_and_written() {
    let (code, out, _) = run(&["zdd", "examples/lesson.dlx"]);
    assert_eq!((code, out.lines().nth(1)), (0, Some("4 solutions")));
    assert!(out.ends_with("2 of 2 options\n2 of 3 options\n"), "{out}");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (dot, text, graphillion) = (path("a.dot"), path("a.zdd"), path("a.g"));
    let files = ["--dot", &dot, "--text", &text, "--graphillion", &graphillion];
    let (code, out, _) = run(&[&["zdd", "--json", "examples/lesson.dlx"], &files[..]].concat());
    assert_eq!((code, &json_lines(&out)[0]["solutions"]), (0, &"4".into()));
    assert!(fs::read_to_string(&dot).unwrap().starts_with("digraph"));
    assert!([&text, &graphillion].iter().all(|path| fs::metadata(path).unwrap().len() > 0));
    let products = ["zdd", "--engine", "memo", "examples/lesson.dlx"];
    assert_eq!(
        run(&products).1.lines().skip(1).collect::<Vec<_>>(),
        ["4 solutions", "2 of 2 options", "2 of 3 options"]
    );
    assert_eq!(run(&[&products[..], &["--dot", &dot]].concat()).0, 2);
    let (code, out, _) = run(&["zdd", "--engine", "memo", "tests/corpus/bench/scott.dlx"]);
    assert_eq!((code, out.lines().nth(1)), (0, Some("520 solutions")));
    let (code, _, errors) = run(&["zdd", "--engine", "memo", "--dot", &dot, "examples/lesson.dlx"]);
    assert!(code == 2 && errors.contains("store of families"), "{errors}");
    let latin = ["zdd", "--memory", "1M", "tests/corpus/bench/latin6.dlx"];
    assert_eq!(run(&latin).0, 3);
}

#[test]
fn diagrams_with_products_are_read_back_and_restricted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (text, nnf, again) = (path("a.zdnnf"), path("a.nnf"), path("b.zdnnf"));
    let scott = "tests/corpus/bench/scott.dlx";
    let built = run(&["zdd", "--engine", "memo", "--text", &text, "--nnf", &nnf, scott]);
    let read = run(&["zdd", "--from", &text, "--text", &again, scott]);
    assert_eq!((built.0, read.0, &built.1), (0, 0, &read.1), "{}{}", built.2, read.2);
    assert_eq!(fs::read(&text).unwrap(), fs::read(&again).unwrap());
    assert!(fs::read_to_string(&nnf).unwrap().starts_with("nnf "));
    let (_, out, _) = run(&["zdd", "--json", "--from", &text, scott]);
    assert_eq!(json_lines(&out)[0]["why"], format!("it was read from `{text}`"));
    let (code, out, _) = run(&["zdd", "--from", &nnf, scott]);
    assert_eq!((code, out.lines().nth(1)), (0, Some("520 solutions")));
    let (code, _, errors) = run(&["zdd", "--from", &nnf, "--time", "0s", scott]);
    assert_eq!((code, &*errors), (3, "stopped at the time limit of 0s: the diagram is not finished\n"));
    // By another program: d4.
    let lesson = ["zdd", "--from", "crates/combien/tests/nnf/lesson.d4.nnf", "examples/lesson.dlx"];
    let (code, out, errors) = run(&lesson);
    assert_eq!((code, out.lines().nth(1)), (0, Some("4 solutions")), "{errors}");

    // The lesson's covers are {1,2,4}, {2,6}, {3,5} and {4,7,8}.
    for engine in ["zdd", "memo"] {
        let counted = |flags: &[&str]| {
            let (code, out, errors) =
                run(&[&["zdd", "--engine", engine, "examples/lesson.dlx"], flags].concat());
            assert_eq!(code, 0, "{errors}");
            out.lines().nth(1).unwrap().to_owned()
        };
        assert_eq!(counted(&["--including", "4"]), "2 solutions");
        assert_eq!(counted(&["--including", "2", "--excluding", "1,7"]), "1 solution");
        assert_eq!(counted(&["--excluding", "2,3"]), "1 solution");
        assert_eq!(counted(&["--including", "2,3"]), "0 solutions");
    }
    for (arguments, message) in [
        (&["zdd", "--including", "9", "examples/lesson.dlx"][..], "there is no option 9"),
        (&["zdd", "--excluding", "0", "examples/lesson.dlx"], "the numbers from 1 to 8"),
        (&["zdd", "--nnf", &nnf, "examples/lesson.dlx"], "say --engine memo"),
        (&["zdd", "--from", &text, "examples/lesson.dlx"], "this one has 8"),
        (&["zdd", "--from", scott, scott], "line 1: the file begins neither as a diagram"),
        (&["zdd", "--from", &nnf, "examples/lesson.dlx"], "this one has 8"),
        (&["zdd", "--from", "-", "-"], "only one file can come from standard input"),
        (&["zdd", "--from", &path("none"), scott], "cannot be read"),
        (&["zdd", "--from", &text, "--memory", "1k", scott], "more than"),
        (&["zdd", "--from", &text, "--engine", "memo", scott], "cannot be used with"),
    ] {
        let (code, _, errors) = run(arguments);
        assert!(code == 2 && errors.contains(message), "{arguments:?}: {errors}");
    }
    let whole = fs::read_to_string(&text).unwrap();
    fs::write(&again, &whole[..whole.len() / 2]).unwrap();
    let (code, _, errors) = run(&["zdd", "--from", &again, scott]);
    assert!(code == 2 && errors.contains("line "), "{errors}");
}

#[test]
fn the_lightest_and_the_heaviest_solution_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.txt").display().to_string();
    // The covers {1,2,4}, {2,6}, {3,5} and {4,7,8} weigh 4, 7, 1 and 2.
    fs::write(&path, "# option, weight\n1 5\n2 -3\n3 1\n4 2\n6 10\n").unwrap();
    for engine in ["zdd", "memo", "intersect"] {
        let asked =
            ["zdd", "--engine", engine, "--lightest", &path, "--heaviest", &path, "examples/lesson.dlx"];
        let (code, out, errors) = run(&asked);
        let lines: Vec<&str> = out.lines().skip(4).collect();
        let lightest = ["lightest solution, of weight 1", "3: 2 3", "5: 1 4 5", ""];
        let heaviest = ["heaviest solution, of weight 7"];
        assert_eq!((code, &lines[..4], &lines[4..5]), (0, &lightest[..], &heaviest[..]), "{out}{errors}");
        let (_, out, _) = run(&[&asked[..], &["--json", "--including", "4"]].concat());
        let told = &json_lines(&out)[0];
        let numbers = |best: &str| {
            let options = told[best]["options"].as_array().unwrap().iter();
            options.map(|option| option["option"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!((&told["lightest"]["weight"], numbers("lightest")), (&"2".into(), vec![4, 7, 8]));
        assert_eq!((&told["heaviest"]["weight"], numbers("heaviest")), (&"4".into(), vec![1, 2, 4]));
        let (_, out, _) = run(&[&asked[..], &["--including", "2,3"]].concat());
        assert_eq!(out.lines().skip(2).collect::<Vec<_>>(), ["no lightest solution", "no heaviest solution"]);
    }
    fs::write(&path, "1 5\n9 1\n").unwrap();
    let (code, _, errors) = run(&["zdd", "--lightest", &path, "examples/lesson.dlx"]);
    assert!(code == 2 && errors.contains("line 2: there is no option `9`"), "{errors}");
}

#[test]
fn the_search_that_remembers_tells_the_same_for_any_number_of_threads() {
    for problem in ["langford11", "queens10", "scott"] {
        let file = format!("tests/corpus/bench/{problem}.dlx");
        let told =
            |jobs: &str| run(&["count", "--engine", "memo", "--explain", "--json", "-j", jobs, &file]).1;
        assert!(told("1").contains("nodes"));
        assert!(["2", "3", "8"].iter().all(|jobs| told(jobs) == told("1")), "{problem}");
    }
}

#[test]
fn json_says_what_was_counted_and_how() {
    let (_, out, _) = run(&["count", "--json", "examples/camel.cmb", "--problem", "small_camel"]);
    let document = &json_lines(&out)[0];
    assert_eq!(document["count"], "46976", "counts are strings: JSON numbers lose digits");
    assert_eq!((&document["options"], &document["items"]), (&122.into(), &80.into()));
    let (code, out, errors) = run(&["count", "--json", "nowhere.dlx"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(json_lines(&errors)[0]["message"], "`nowhere.dlx` cannot be read: there is no such file");
    let (_, _, errors) = run_with_input(&["count", "--json", "-"], "a\nb\n");
    let fault = &json_lines(&errors)[0];
    assert_eq!((&fault["code"], &fault["places"][0]["line"]), (&"unknown-item".into(), &2.into()));
}

#[test]
fn number_and_all_set_how_many_solutions_are_listed() {
    let solutions = |arguments: &[&str]| run(arguments).1.matches("solution ").count();
    assert_eq!(solutions(&["solve", "examples/lesson.dlx"]), 1);
    assert_eq!(solutions(&["solve", "-n", "3", "examples/lesson.dlx"]), 3);
    assert_eq!(solutions(&["solve", "-n", "9", "examples/lesson.dlx"]), 4);
    let (code, _, errors) = run(&["solve", "--all", "examples/lesson.dlx"]);
    assert_eq!((code, errors.as_str()), (0, "4 solutions, and no more\n"));
    assert_eq!(run(&["solve", "-n", "0", "examples/lesson.dlx"]).0, 2);
}

#[test]
fn check_accepts_the_output_of_solve() {
    for file in ["examples/lesson.dlx", "examples/colors.dlx", "examples/scott.cmb"] {
        let mut problem = vec![file];
        if file.ends_with("cmb") {
            problem.extend(["--problem", "scott"]);
        }
        let solve = [&["solve", "--json", "-n", "5"], &problem[..]].concat();
        let check = [&["check"], &problem[..1], &["-"], &problem[1..]].concat();
        let (code, out, errors) = run_with_input(&check, &run(&solve).1);
        assert_eq!((code, errors.as_str()), (0, ""), "{file}");
        assert!(out.lines().all(|line| line.ends_with(": right")), "{out}");
    }
    let text = run(&["solve", "--all", "examples/lesson.dlx"]).1;
    let (code, out, _) = run_with_input(&["check", "examples/lesson.dlx", "-"], &text);
    assert_eq!((code, out.lines().count()), (0, 4));
}

#[test]
fn check_tells_right_from_wrong() {
    let check = |solution: &str| run_with_input(&["check", "examples/toy.dlx", "-"], solution);
    assert_eq!(check("c e\na d f\nb g\n"), (0, "solution 1: right\n".into(), String::new()));
    // As Knuth's programs print: a header, the items in cyclic order, places in lists.
    assert_eq!(check("1:\n d f a (1 of 2)\n g b (1 of 1)\n e c (1 of 1)\n").1, "solution 1: right\n");
    let (code, out, _) = check("solution 1\n1: c e\n2: a d g\n\nsolution 2\n1: c e\n4: a d f\n5: b g\n");
    let wrong = "no option covers item `b`; no option covers item `f`";
    assert_eq!((code, out), (1, format!("solution 1: wrong: {wrong}\nsolution 2: right\n")));
    assert_eq!(check("c e\nc e\na d f\nb g\n").1, "solution 1: wrong: option 1 is there twice\n");
    let (code, _, errors) = check("a q\n2: c e\n{\"options\": [{\"option\": 0}]}\n");
    assert_eq!(code, 2);
    assert_eq!(errors.matches("error[solution]").count(), 3, "{errors}");
    assert!(check("\n").2.contains("holds no solution"));
    let far = "{\"options\": [{\"option\": 99}]}";
    assert!(check(far).1.starts_with("solution 1: wrong: there is no option 99"));
}

#[test]
fn pictures_are_written_whole_and_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (first, again) = (folder.path().join("new/folder/a.svg"), folder.path().join("b.svg"));
    for path in [&first, &again] {
        let svg = path.to_str().unwrap();
        let arguments = ["solve", "examples/scott.cmb", "--problem", "scott", "--svg", svg, "-n", "2"];
        assert_eq!(run(&arguments).0, 0);
    }
    assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap());
    let names = |folder: &Path| -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().display().to_string())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(first.parent().unwrap()), ["a-2.svg", "a.svg"], "no temporary file is left");
    assert_ne!(fs::read(&again).unwrap(), fs::read(folder.path().join("b-2.svg")).unwrap());
    let (code, _, errors) = run(&["solve", "examples/toy.dlx", "--svg", "t.svg"]);
    assert_eq!(code, 2);
    assert!(errors.contains("have pictures"), "{errors}");
}

#[test]
fn convert_writes_formats_that_agree() {
    let (code, text, _) = run(&["convert", "examples/scott.cmb", "--problem", "scott", "--to", "dlx"]);
    assert_eq!((code, text.lines().count()), (0, 1569));
    assert_eq!(run_with_input(&["count", "-"], &text).1, "520\n");
    let (_, formula, _) = run(&["convert", "examples/toy.dlx", "--to", "cnf"]);
    assert!(formula.starts_with("p cnf 6 "), "{formula}");
}

/// Names that only JSON can express, bounds and colors: all are kept, and every command reads them.
#[test]
fn json_is_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (first, second, found) = (path("first.json"), path("second.json"), path("found.json"));
    let text = r#"{"schema": 1,
        "items": [{"name": "two words"}, {"name": "b", "bounds": [0, 2]}, {"name": "x", "kind": "secondary"}],
        "options": [{"name": "o", "items": ["two words", {"item": "x", "color": "a:b"}]},
                    {"items": ["b"]}, {"items": ["b", {"item": "x", "color": "a:b"}]}, {"items": ["two words", "x"]}]}"#;
    fs::write(&first, text).unwrap();
    assert_eq!(run(&["convert", "--to", "json", "-o", &second, &first]).0, 0);
    // With the first option: any of the others, or none, or both. With the last: only the second, or none.
    for file in [&first, &second] {
        assert_eq!(run(&["count", "--engine", "sat", file]), (0, "6\n".into(), String::new()));
    }
    // As text, a name of two words would be read as two names.
    assert_eq!(run(&["solve", "--engine", "sat", "--all", "--json", "-o", &found, &second]).0, 0);
    let (code, out, _) = run(&["check", &first, &found]);
    assert_eq!((code, out.matches("right").count()), (0, 6), "{out}");
    let (code, out, errors) = run(&["convert", "--to", "dlx", &first]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(errors.contains("two words") && errors.contains("--to json"), "{errors}");
    assert_eq!(run_with_input(&["count", "-", "--format", "json", "--engine", "sat"], text).1, "6\n");
}

/// A table maps variables to options of the file, reduced or not, and to placements of a tiling.
#[test]
fn tables_explain_the_variables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (table, input, output) = (path("t.tsv"), path("p.dlx"), path("p.out"));
    fs::write(&input, "a b c | x\na\nb x:1\nb\nc\nc x\nx\n").unwrap();
    for (format, head) in [("cnf", "p cnf 6 "), ("opb", "* #variable= 6 "), ("lp", "\\ variables x1 to x6 ")]
    {
        assert_eq!(run(&["convert", "--to", format, "--table", &table, "-o", &output, &input]).0, 0);
        assert!(fs::read_to_string(&output).unwrap().starts_with(head), "{format}");
        let expected =
            "variable\toption\titems\n1\t1\ta\n2\t2\tb x:1\n3\t3\tb\n4\t4\tc\n5\t5\tc x\n6\t6\tx\n";
        assert_eq!(fs::read_to_string(&table).unwrap(), expected);
    }
    fs::write(&input, "a b | x\na b\na\nx\nb x\nb\n").unwrap();
    assert_eq!(run(&["convert", "--reduce", "--to", "cnf", "--table", &table, "-o", &output, &input]).0, 0);
    let rows = fs::read_to_string(&table).unwrap();
    assert!(rows.starts_with("variable\toption\titems\n1\t1\ta b\n2\t2\ta\n3\t4\tb x\n"), "{rows}");
    let tiling = "problem p = {***} [{**}, {*}]";
    let convert = ["convert", "-", "--format", "cmb", "--to", "opb", "--table", &table];
    assert_eq!(run_with_input(&convert, tiling).0, 0);
    let rows = fs::read_to_string(&table).unwrap();
    assert!(rows.starts_with("variable\toption\tpiece\tcells\n1\t1\t"), "{rows}");
    let named = ["convert", "examples/crews.csv", "--to", "opb", "-o", &output, "--table", &table];
    assert_eq!(run(&named).0, 0);
    let rows = fs::read_to_string(&table).unwrap();
    assert!(rows.starts_with("variable\toption\titems\tname\n1\t1\tmorning noon van\tAnn\n"), "{rows}");
}

/// A problem with all that a reduction finds: forced options, an impossible one, and two independent parts.
const PARTS: &str = "a b c d e f | x\na b\na\nb x\nc d\nc\nd\ne f\ne\nx\n";

#[test]
fn reduced_problems_are_counted_and_explained() {
    let count =
        |input: &str, more: &[&str]| run_with_input(&[&["count", "--reduce"], more, &["-"]].concat(), input);
    assert_eq!(count(PARTS, &[]).1, "4\n");
    let (code, out, errors) = count(PARTS, &["--explain"]);
    assert_eq!((code, out.as_str()), (0, "4\n"));
    let lines: Vec<&str> =
        errors.lines().filter(|line| line.starts_with("reduced") || line.starts_with("counted")).collect();
    let reduced = "reduced: removed 2 options (1 kept out, 1 excluded), 3 items (2 covered, 1 loose), in 2 rounds; \
                   taken 1; left 6 options, 4 items in 2 parts";
    assert_eq!(lines[0], reduced);
    assert!(lines[1].starts_with("counted by fast, because "), "{errors}");
    assert!(lines[1].ends_with("; this was the last of 2 independent parts"), "{errors}");
    let (_, out, _) = count(PARTS, &["--json"]);
    let document = &json_lines(&out)[0];
    assert_eq!((&document["count"], &document["reduced"]["components"]), (&"4".into(), &2.into()));
    assert_eq!(document["reduced"]["options_removed"]["excluded"], 1);
    assert!(json_lines(&run(&["count", "--json", "examples/toy.dlx"]).1)[0]["reduced"].is_null());
    let (code, out, errors) = count("a b c\na b\nb c\na c\n", &["--explain"]);
    assert_eq!((code, out.as_str()), (0, "0\n"));
    assert!(errors.contains("; item `") && errors.contains("` cannot be covered\n"), "{errors}");
    let (code, out, errors) = run(&["count", "--reduce", "--verify", "tests/corpus/bench/queens9.dlx"]);
    assert_eq!((code, out.as_str(), errors.as_str()), (0, "352\n", "verified: memo counts the same\n"));
}

#[test]
fn a_reduced_search_that_is_stopped_says_so() {
    let (code, out, errors) = run(&["count", "--reduce", "--engine", "links", "--nodes", "1000", ENDLESS]);
    assert!(code == 3 && out.starts_with(">= ") && errors.starts_with("stopped at the limit of 1000 nodes"));
    let (code, out, _) = run(&["solve", "--reduce", "--quiet", "--nodes", "3", ENDLESS]);
    assert_eq!((code, out.as_str()), (3, ""));
    let (code, out, _) = run(&["count", "--reduce", "--engine", "links", "--time", "0.2s", ENDLESS]);
    assert!(code == 3 && out.starts_with(">= "), "{out}");
}

#[test]
fn solutions_of_reduced_problems_have_the_options_of_the_file() {
    let solve =
        |more: &[&str], input| run_with_input(&[&["solve", "--reduce"], more, &["-"]].concat(), input);
    let (code, out, errors) = solve(&["--all"], PARTS);
    assert_eq!(
        (code, out.matches("solution ").count(), out.matches("\n7: e f\n").count()),
        (0, 4, 4),
        "{out}"
    );
    assert!(errors.contains("reduced: removed 2 options"), "{errors}");
    assert!(errors.ends_with("4 solutions, and no more\n"), "{errors}");
    let (_, quiet, errors) = solve(&["--all", "--quiet"], PARTS);
    assert!(quiet == out && !errors.contains("reduced"), "{errors}");
    let (_, out, errors) = solve(&["--all", "--json"], PARTS);
    assert!(!errors.contains("reduced"), "{errors}");
    assert_eq!(json_lines(&out).last().unwrap()["reduced"]["taken"], 1);
    assert_eq!(solve(&["--quiet"], "a b c\na b\nb c\na c\n").1, "no solution\n");
    assert_eq!(solve(&["--quiet"], "a b c\na b\nb c\na c\n").0, 1);
    assert_eq!(solve(&["--quiet", "--engine", "frontier"], PARTS).0, 2);
    // A picture of a reduced tiling: all its pieces are there.
    let scott = ["solve", "--quiet", "--json", "examples/scott.cmb", "--problem", "scott"];
    let (_, out, _) = run(&[&scott[..], &["--reduce"]].concat());
    assert_eq!(json_lines(&out)[0]["pieces"].as_array().unwrap().len(), 12);
    let (code, verdict, _) =
        run_with_input(&["check", "examples/scott.cmb", "--problem", "scott", "-"], &out);
    assert_eq!((code, verdict.as_str()), (0, "solution 1: right\n"));
}

/// The map translates solutions of the reduced problem into solutions of the file.
#[test]
fn convert_reduces_and_maps() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (input, map, output) = (path("parts.dlx"), path("parts.tsv"), path("small.dlx"));
    fs::write(&input, PARTS).unwrap();
    let convert = ["convert", "--to", "dlx", "--reduce", "--map", &map, "-o", &output, &input];
    assert_eq!(run(&convert).0, 0);
    assert_eq!(fs::read_to_string(&output).unwrap(), "a b c d e\na b\na\nb\nc d\nc\nd\ne\n");
    let table = fs::read_to_string(&map).unwrap();
    assert_eq!(table, "option\toriginal\n1\t1\n2\t2\n3\t3\n4\t4\n5\t5\n6\t6\n7\t7\n");
    let scott = ["convert", "--reduce", "--map", &map, "--to", "dlx", "tests/corpus/bench/scott.dlx"];
    let small = run(&scott).1;
    let table = fs::read_to_string(&map).unwrap();
    let originals: Vec<u64> =
        table.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(run_with_input(&["count", "-"], &small).1, "520\n");
    let found = json_lines(&run_with_input(&["solve", "--json", "-"], &small).1);
    let options = found[0]["options"].as_array().unwrap().iter();
    let mapped: Vec<serde_json::Value> = options
        .map(|option| serde_json::json!({"option": originals[option["option"].as_u64().unwrap() as usize - 1]}))
        .collect();
    let solution = serde_json::json!({"options": mapped}).to_string();
    let check = run_with_input(&["check", "tests/corpus/bench/scott.dlx", "-"], &solution);
    assert_eq!((check.0, check.1.as_str()), (0, "solution 1: right\n"));
    let (_, formula, _) = run(&["convert", "--reduce", "--to", "cnf", "examples/toy.dlx"]);
    let mut clauses: Vec<&str> = formula.lines().skip(1).collect();
    clauses.sort_unstable();
    assert_eq!(clauses, ["1 0", "2 0", "3 0"], "each option is taken");
    let (code, out, _) = run_with_input(&["convert", "--reduce", "--to", "dlx", "-"], "a b\na\n");
    assert_eq!((code, out.as_str()), (0, "b\n"));
    assert_eq!(run_with_input(&["count", "-"], &out).1, "0\n");
}

/// A pipe or a device is written to directly. It is never replaced by a renamed file.
#[cfg(unix)]
#[test]
fn pipes_are_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let convert = ["convert", "examples/toy.dlx", "--to", "dlx", "-o", pipe.to_str().unwrap()];
    assert_eq!(run(&convert).0, 0);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo(), "the pipe is still there");
    assert!(reader.join().unwrap().starts_with("a b c d e f g\n"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = combien(&["solve", "--all", "tests/corpus/bench/queens12.dlx"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let (code, _, errors) = ended(&child.wait_with_output().unwrap());
    assert_eq!((&start, code, errors.as_str()), (b"solution 1", 0, ""));
}

#[test]
fn wrong_usage_is_explained() {
    for (arguments, words) in [
        (&["count", "examples/camel.cmb"][..], "say --problem NAME, one of: small_camel, big_camel"),
        (&["count", "examples/camel.cmb", "--problem", "camel"], "its problems are: small_camel, big_camel"),
        (&["count", "examples/pentominoes.cmb"], "defines no problem"),
        (&["count", "README.md"], "--format"),
        (&["count", "examples/toy.dlx", "--problem", "p"], "leave --problem out"),
        (&["count", "examples/toy.dlx", "--engine", "link"], "did you mean `links`?"),
        (&["count", "examples"], "does not tell the format"),
        (&["count", "examples", "--format", "dlx"], "it is a directory"),
        (&["run", "nowhere.cmb"], "there is no such file"),
        (&["check", "-", "-"], "cannot both come from standard input"),
        (&["solve", "--all", "-n", "3", "examples/toy.dlx"], "cannot be used with"),
        (&["convert", "--to", "dlx", "--map", "m.tsv", "examples/toy.dlx"], "--reduce"),
        (&["convert", "--to", "json", "--table", "t.tsv", "examples/toy.dlx"], "this format has none"),
        (
            &["convert", "--to", "ods", "examples/toy.dlx"],
            "possible values: dlx, cnf, opb, lp, mps, mzn, fzn, json",
        ),
        (&["zdd", "--engine", "sat", "examples/toy.dlx"], "the engine sat cannot build a diagram"),
        (&["estimate", "--engine", "sat", "examples/toy.dlx"], "the engine sat cannot estimate"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let (code, out, errors) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_has_examples_everywhere() {
    for command in ["run", "test", "count", "solve", "sample", "zdd", "check", "convert", "pieces", "split"] {
        let (code, out, _) = run(&[command, "--help"]);
        assert!(code == 0 && out.contains("Examples:\n  combien "), "{command}: {out}");
    }
    assert!(run(&["--help"]).1.contains("Exit codes:"));
}

/// The kernels that are told are those that a search may take.
#[test]
fn the_version_tells_commit_features_and_kernels() {
    let alone = run(&["--version"]);
    assert_eq!(alone, (0, format!("combien {}\n", env!("CARGO_PKG_VERSION")), String::new()));
    let (code, told, errors) = run(&["--version", "-v"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(run(&["-v", "-V"]).1, told);
    let lines: Vec<&str> = told.lines().collect();
    let [first, commit, features, kernels] = lines[..] else { panic!("{told}") };
    assert_eq!(format!("{first}\n"), alone.1);
    assert!(commit.starts_with("commit: "), "{commit}");
    let feature = if cfg!(feature = "render") { "render" } else { "none" };
    assert_eq!(features, format!("features: {feature}"));
    let kernels = kernels.strip_prefix("kernels: ").and_then(|rest| rest.split_once(" (")).unwrap().0;
    let kernels: Vec<&str> = kernels.split(", ").collect();
    for kernel in ["avx512", "avx2", "portable"] {
        let code = run(&["count", "--kernel", kernel, "examples/toy.dlx"]).0;
        assert_eq!(code == 0, kernels.contains(&kernel), "{kernel}: {told}");
    }
    // Elsewhere the letter means what it meant.
    assert_eq!(run(&["count", "--version", "-v"]).0, 2);
}

/// All kernels find the same solutions. Unknown kernels and contradictory options are errors.
#[test]
fn kernels_and_restarts_can_be_selected() {
    let (code, all, _) = run(&["solve", "--all", "-q", "examples/letters.dlx"]);
    assert_eq!(code, 0);
    for kernel in ["masks", "fixed", "cells", "portable", "masks,portable"] {
        assert_eq!(
            run(&["solve", "--all", "-q", "--kernel", kernel, "examples/letters.dlx"]).1,
            all,
            "{kernel}"
        );
        assert_eq!(run(&["count", "--kernel", kernel, "examples/letters.dlx"]).1, "1\n", "{kernel}");
    }
    for wrong in [
        &["count", "--kernel", "mask", "examples/toy.dlx"][..],
        &["count", "--kernel", "masks,masks", "examples/toy.dlx"],
        &["count", "--kernel", "masks", "--engine", "links", "examples/toy.dlx"],
        &["solve", "--restarts", "--all", "examples/toy.dlx"],
        &["solve", "--restarts=x", "examples/toy.dlx"],
    ] {
        assert_eq!(run(wrong).0, 2, "{wrong:?}");
    }
    assert!(run(&["count", "--kernel", "mask", "examples/toy.dlx"]).2.contains("did you mean `masks`?"));
    for seed in ["--restarts", "--restarts=0", "--restarts=18446744073709551615"] {
        let (code, solution, _) = run(&["solve", seed, "examples/letters.dlx"]);
        assert_eq!((code, solution), (0, all.clone()), "{seed}");
    }
    assert_eq!(run_with_input(&["solve", "--restarts", "--format", "dlx", "-"], "a b\na\n").0, 1);
    assert_eq!(run(&["solve", "--restarts", "--nodes", "0", "examples/toy.dlx"]).0, 3);
}

/// The sets of items that hit each option, against all sets of items.
#[test]
fn transposed_problems_have_the_hitting_sets_as_solutions() {
    let (items, options) = (["a", "b", "c", "d", "e"], ["a b", "b c", "c d e"]);
    let text = format!("{}\n{}\n", items.join(" "), options.join("\n"));
    let hits = |set: usize, option: &str| {
        items
            .iter()
            .enumerate()
            .filter(|(place, item)| set >> place & 1 == 1 && option.contains(*item))
            .count()
    };
    let all = |fits: fn(usize) -> bool| {
        (0..1 << items.len()).filter(|&set| options.iter().all(|option| fits(hits(set, option)))).count()
    };
    for (how, expected) in [("once", all(|hits| hits == 1)), ("often", all(|hits| hits > 0))] {
        assert!(expected > 0);
        let (code, transposed, errors) =
            run_with_input(&["convert", "-", "--to", "json", &format!("--transpose={how}")], &text);
        assert_eq!((code, errors.as_str()), (0, ""));
        let (code, count, _) = run_with_input(&["count", "-q", "--format", "json", "-"], &transposed);
        assert_eq!((code, count.trim()), (0, expected.to_string().as_str()), "{how}");
        assert!(transposed.contains("\"name\":\"a\"") || transposed.contains("\"a\""), "{transposed}");
    }
    let (code, _, said) = run_with_input(&["convert", "-", "--to", "dlx", "--transpose"], "a | x\na x:1\n");
    assert!(code == 2 && said.contains("a problem with colors cannot be transposed"), "{said}");
    let (code, made, said) =
        run_with_input(&["convert", "-", "--to", "dlx", "--transpose"], "a b\na |2\nb\n");
    assert!(code == 0 && !made.contains('|') && said.contains("the costs are left out"), "{made}{said}");
}
