//! `combien estimate` and the progress of a search, by the real binary.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::shared::{combien, ended, run};

fn json(arguments: &[&str]) -> serde_json::Value {
    let (code, output, errors) = run(arguments);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&output).unwrap()
}

/// A file with this text, as long as the folder lives.
fn file(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("problem.dlx");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A board of dominoes.
fn dominoes(side: usize) -> String {
    let cell = |x: usize, y: usize| format!("{x},{y} ");
    let mut text: String = (0..side * side).map(|cell_| cell(cell_ % side, cell_ / side)).collect();
    text += "\n";
    for y in 0..side {
        for x in 0..side {
            if x + 1 < side {
                text += &(cell(x, y) + &cell(x + 1, y) + "\n");
            }
            if y + 1 < side {
                text += &(cell(x, y) + &cell(x, y + 1) + "\n");
            }
        }
    }
    text
}

/// The first number on the line that begins with this name.
fn number(output: &str, name: &str) -> f64 {
    let line = output.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{output}"));
    line.split_whitespace().nth(1).unwrap().replace(',', "").parse().unwrap()
}

/// 73,712 ways to place 13 queens (OEIS A000170).
#[test]
fn the_true_count_lies_in_the_range() {
    let file = "tests/corpus/bench/queens13.dlx";
    let (code, output, errors) = run(&["estimate", file]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!((number(&output, "solutions") / 73_712.0 - 1.0).abs() < 0.2, "{output}");
    assert!(output.lines().count() == 3 && output.contains(" on one thread at "), "{output}");
    for engine in ["fast", "links"] {
        let document = json(&["estimate", "--json", "--engine", engine, "--seed", "5", file]);
        assert_eq!(document["engine"], engine);
        let solutions = &document["solutions"];
        let of = |name: &str| solutions[name].as_f64().unwrap();
        assert!(of("low") <= 73_712.0 && 73_712.0 <= of("high"), "{document}");
        assert!(of("low") < of("mean") && of("mean") < of("high") && of("error") > 0.0);
        assert!(document["seconds"]["low"].as_f64().unwrap() > 0.0);
        assert_eq!((&document["exact"], &document["probes"]), (&false.into(), &4096.into()));
    }
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let nodes =
        |seed| json(&["estimate", "--json", "--seed", seed, "tests/corpus/bench/soma.dlx"])["nodes"].clone();
    assert_eq!(nodes("1"), nodes("1"));
    assert_ne!(nodes("1"), nodes("2"));
}

#[test]
fn small_problems_are_searched() {
    let folder = tempfile::tempdir().unwrap();
    for (text, solutions) in [("a\n", "0"), ("a b c\na b\nb c\na c\n", "0"), ("a b c\na b\nc\n", "1")] {
        let file = file(&folder, text);
        let (code, output, errors) = run(&["estimate", &file]);
        assert_eq!((code, errors.contains("warning[bare-item]")), (0, text == "a\n"), "{text}");
        assert!(output.contains(&format!("solutions  {solutions}\nexact: ")), "{text}: {output}");
        let document: serde_json::Value =
            serde_json::from_str(&run(&["estimate", "--json", &file]).1).unwrap();
        assert_eq!((&document["exact"], &document["solutions"]), (&true.into(), &solutions.into()));
    }
    // The empty problem has the empty cover.
    let empty = file(&folder, "| x\nx\n");
    let counted = run(&["count", &empty]);
    let (code, output, _) = run(&["estimate", &empty]);
    assert_eq!(code, counted.0);
    assert!(code == 2 || output.contains(&format!("solutions  {}", counted.1)), "{output}");
}

/// More tilings by dominoes than a floating-point number can hold: 20 by 20 has 10 to the 46, 90 by 90 about
/// 10 to the 1000.
#[test]
fn huge_numbers_do_not_overflow() {
    let folder = tempfile::tempdir().unwrap();
    let document = json(&["estimate", "--json", "--probes", "3", &file(&folder, &dominoes(90))]);
    let power = document["nodes"]["log10"].as_f64().unwrap();
    assert!((300.0..2000.0).contains(&power), "{document}");
    assert!(document["nodes"]["mean"].is_null(), "{document}");
    let (_, output, _) = run(&["estimate", "--probes", "3", &file(&folder, &dominoes(90))]);
    assert!(output.lines().next().unwrap().contains('e') && !output.contains("inf"), "{output}");
}

#[test]
fn it_can_be_stopped() {
    let start = Instant::now();
    let arguments =
        ["estimate", "--probes", "1000000000000", "tests/corpus/bench/scott.dlx", "--time", "0.7"];
    let (code, output, errors) = run(&arguments);
    assert_eq!(code, 3, "{errors}");
    assert!(
        errors.starts_with("stopped at the time limit of 700ms, after ")
            && errors.contains(" of 1000000000000 probes")
    );
    assert!(number(&output, "nodes") > 1e4, "{output}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let huge = file(&folder, &dominoes(150));
    for (problem, json) in [("tests/corpus/bench/scott.dlx", true), (&huge, false)] {
        let mut arguments = vec!["estimate", "--probes", "1000000000000", problem];
        if json {
            arguments.push("--json");
        }
        let child = combien(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let (code, output, errors) = ended(&child.wait_with_output().unwrap());
        assert_eq!(code, 3, "{output}{errors}");
        if json {
            let document: serde_json::Value = serde_json::from_str(&output).unwrap();
            assert_eq!(document["outcome"], "stopped");
            assert!(document["probes"].as_u64().unwrap() > 0);
        } else {
            assert!(errors.starts_with("interrupted, after "), "{errors}");
            assert!(output.starts_with("nodes ") || output.starts_with("nothing is known"), "{output}");
        }
    }
}

#[test]
fn engines_without_a_search_tree_are_refused() {
    let (code, _, errors) = run(&["estimate", "--engine", "memo", "examples/toy.dlx"]);
    assert_eq!(code, 2);
    assert!(errors.contains("the engine memo cannot estimate a search"), "{errors}");
    assert_eq!(run(&["estimate", "--probes", "0", "examples/toy.dlx"]).0, 2);
    assert_eq!(run(&["estimate", "nowhere.dlx"]).0, 2);
}

/// With `--quiet`, a search of some seconds prints no progress, only the reason why it stopped.
#[test]
fn progress_is_quiet_when_asked() {
    let arguments =
        ["count", "--engine", "fast", "--time", "1.5", "tests/corpus/bench/latin6.dlx", "--quiet"];
    let (code, _, errors) = run(&arguments);
    assert_eq!(code, 3);
    assert_eq!(errors.lines().count(), 1, "{errors}");
}
