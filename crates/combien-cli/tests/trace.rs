//! The page that plays a search, by the real binary and, where there is one, a real browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shared::run;
use serde_json::Value;
use tempfile::tempdir;

fn page(folder: &Path, arguments: &[&str]) -> String {
    let file = folder.join("page.html");
    let (code, out, errors) = run(&[&["trace", "--html", file.to_str().unwrap()], arguments].concat());
    assert_eq!((code, out.as_str(), errors.as_str()), (0, "", ""));
    fs::read_to_string(file).unwrap()
}

/// The problem that a page carries.
fn data(page: &str) -> Value {
    let start = page.find(r#"type="application/json">"#).unwrap() + r#"type="application/json">"#.len();
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

/// The lesson's four covers; Algorithm X enters 11 nodes, counted by hand. The page loads nothing from
/// elsewhere.
#[test]
fn a_page_has_all_that_it_needs() {
    let folder = tempdir().unwrap();
    let page = page(folder.path(), &["examples/lesson.dlx", "--engine", "naive"]);
    let data = data(&page);
    assert_eq!(data["start"], "naive");
    assert_eq!(data["options"].as_array().unwrap().len(), 8);
    assert_eq!(data["options"][4], serde_json::json!([0, 3, 4]));
    let mut solutions: Vec<&Value> = data["solutions"].as_array().unwrap().iter().collect();
    solutions.sort_by_key(ToString::to_string);
    let expected = serde_json::json!([[1, 2, 4], [2, 6], [3, 5], [4, 7, 8]]);
    assert_eq!(solutions, expected.as_array().unwrap().iter().collect::<Vec<_>>());
    let links = page.matches("http").count();
    assert_eq!(links, page.matches("http://www.w3.org/2000/svg").count(), "only the name of a namespace");
}

/// The nodes of the first algorithm are the sets of options that do not overlap: here all 256 sets are tried.
#[test]
fn the_first_algorithm_visits_all_sets_without_overlaps() {
    let folder = tempdir().unwrap();
    let data = data(&page(folder.path(), &["examples/lesson.dlx"]));
    let options: Vec<u32> = data["options"].as_array().unwrap().iter().map(mask).collect();
    let agree = |chosen: &u32| {
        let chosen: Vec<u32> = (0..8).filter(|bit| chosen >> bit & 1 == 1).map(|bit| options[bit]).collect();
        let union = chosen.iter().fold(0, |union, option| union | option);
        union.count_ones() == chosen.iter().map(|option| option.count_ones()).sum::<u32>()
    };
    let nodes = (0..1_u32 << options.len()).filter(agree).count();
    assert_eq!(data["engines"]["naive"], serde_json::json!({"nodes": nodes, "complete": true}));
    assert_eq!(data["engines"]["links"], serde_json::json!({"nodes": 11, "complete": true}));
}

/// The items of an option as bits.
fn mask(option: &Value) -> u32 {
    option.as_array().unwrap().iter().map(|item| 1 << item.as_u64().unwrap()).sum()
}

#[test]
fn names_cannot_end_the_data() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("evil.dlx");
    fs::write(&file, "</script><script>alert(1)</script> b\n</script><script>alert(1)</script> b\n").unwrap();
    let page = page(folder.path(), &[file.to_str().unwrap()]);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(data(&page)["items"][0]["name"], "</script><script>alert(1)</script>");
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("page.html").display().to_string();
    for (problem, said) in [
        (vec!["examples/colors.dlx"], "no colors"),
        (vec!["examples/queens.dlx"], "no bounds"),
        (vec!["examples/scott.cmb", "--problem", "scott"], "more than a page can show"),
        (vec!["nowhere.dlx"], "cannot be read"),
    ] {
        let (code, _, errors) = run(&[&["trace", "--html", &file], &problem[..]].concat());
        assert_eq!(code, 2, "{problem:?}");
        assert!(errors.contains(said), "{errors}");
        assert!(!Path::new(&file).exists());
    }
    // A file in place of a folder.
    fs::write(&file, "").unwrap();
    let (code, _, errors) = run(&["trace", "examples/toy.dlx", "--html", &format!("{file}/page.html")]);
    assert_eq!((code, errors.contains("cannot be written")), (2, true), "{errors}");
}

/// The page plays what the engine found, with each algorithm. It also plays the wrong order, and says that it
/// is wrong.
#[test]
#[ignore = "needs a browser: the gate gets one"]
fn a_browser_plays_it() {
    let browser = ["chromium", "chromium-browser", "google-chrome"];
    let browser = browser.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    let browser = browser.expect("a browser");
    let folder = tempdir().unwrap();
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let shown = |place: &str| {
        let url = format!("file://{}{place}", folder.path().join("page.html").display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ];
        let output = Command::new(browser).args(flags).args([&profile, "--dump-dom", &url]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    page(folder.path(), &["examples/lesson.dlx"]);
    let links = shown("");
    assert!(links.contains("4 solutions, 11 nodes: the program's own search has the same."), "{links}");
    let said = ["the program's own search has the same.", "the program finds the same solutions."];
    for (engine, said) in ["naive", "backtrack"].into_iter().zip(said) {
        let page = shown(&format!("#engine={engine}&step=100000"));
        assert!(page.contains(said), "{page}");
        assert!(page.contains("<li>4 7 8</li>"), "{page}");
    }
    let wrong = shown("#wrong&step=36");
    assert!(wrong.contains("Broken: 5 says 2 options and has 1."), "{wrong}");
    page(folder.path(), &["examples/lessons/wrong_order.dlx"]);
    assert!(shown("").contains("✓ 0 solutions"));
    let wrong = shown("#wrong&step=100000");
    assert!(wrong.contains("the only solution found here is none."), "{wrong}");
    assert!(wrong.contains("2 4: 2 is covered twice"), "{wrong}");
    page(folder.path(), &["examples/queens8.dlx"]);
    assert!(shown("#step=100000").contains("92 solutions"));
}

/// The board of a tiling: a polygon for each cell, which together have the area of the board; none for a piece.
#[test]
fn the_board_of_a_tiling_is_on_the_page() {
    let folder = tempdir().unwrap();
    let data = data(&page(folder.path(), &["examples/tetrominoes.cmb", "--problem", "r4x3"]));
    let twice = |corners: &Value| -> f64 {
        let point = |corner: &Value| (corner[0].as_f64().unwrap(), corner[1].as_f64().unwrap());
        let corners: Vec<(f64, f64)> = corners.as_array().unwrap().iter().map(point).collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs()
    };
    let board = data["board"].as_array().unwrap();
    assert_eq!(board.len(), data["items"].as_array().unwrap().len());
    let cells: Vec<&Value> = board.iter().filter(|corners| !corners.is_null()).collect();
    assert_eq!((cells.len(), cells.iter().map(|corners| twice(corners)).sum::<f64>()), (12, 24.0));
    let plain = page(folder.path(), &["examples/lesson.dlx"]);
    assert!(self::data(&plain)["board"].is_null());
}
