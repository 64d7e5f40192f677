//! The memory limit holds: the peak of the real process stays near what `--memory` allows, for each engine
//! and question.
//!
//! Each case has a process of its own between this one and the command, because the system reports the
//! largest peak of all children that a process has had. That process is this program, run for one test.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::shared::{combien, root};
use nix::sys::resource::{UsageWho, getrusage};

/// The environment variable that holds the arguments of the command to be measured, separated by [`PART`].
const MEASURED: &str = "COMBIEN_MEASURED";
const PART: &str = "\u{1f}";
/// What a process may take in addition to its limit, a tenth of the limit, and what a search of one node
/// takes. It covers page tables and what the allocator does not give back.
const ALLOWANCE: u64 = 16 << 20;
const MB: u64 = 1 << 20;

/// How a command ended: its exit code, its standard error, and its peak memory in bytes.
#[derive(Debug)]
struct Ended {
    code: i32,
    errors: String,
    peak: u64,
}

/// Runs the command in a process that has no other child.
fn measured(arguments: &[&str]) -> Ended {
    let mut alone = Command::new(env::current_exe().unwrap());
    alone
        .args(["--exact", "memory::one_process_is_measured", "--nocapture"])
        .env(MEASURED, arguments.join(PART));
    let output = alone.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let of = |key: &str| -> i64 {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("no {key} of {arguments:?}: {text}")).trim().parse().unwrap()
    };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Ended { code: of("measured-code") as i32, errors, peak: of("measured-peak") as u64 }
}

/// What [`measured`] runs. As an ordinary test, it measures the smallest command of all.
#[test]
fn one_process_is_measured() {
    let Ok(arguments) = env::var(MEASURED) else {
        let Ended { code, peak, .. } = measured(&["--version"]);
        assert!(code == 0 && (MB..16 * MB).contains(&peak), "{peak} bytes to print the version");
        return;
    };
    let parts: Vec<&str> = arguments.split(PART).collect();
    let status = combien(&parts).stdout(Stdio::null()).status().unwrap();
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() << 10;
    println!("\nmeasured-code {}\nmeasured-peak {peak}", status.code().unwrap_or(-1));
}

/// Overlapping edges of a long path, each point covered twice at most: a deep search with something left at
/// each level.
fn strip(points: usize) -> String {
    let items = (0..points).fold(String::new(), |mut items, point| {
        write!(items, "0:2|i{point} ").unwrap();
        items
    });
    (1..points).fold(items + "\n", |mut text, point| {
        writeln!(text, "i{} i{point}", point - 1).unwrap();
        text
    })
}

/// Many triples of `points`, at random. If the number of points is not a multiple of three, there is no
/// solution, and no search ends in time.
fn triples(points: u64, triples: usize) -> String {
    let items: Vec<String> = (0..points).map(|point| point.to_string()).collect();
    let mut text = items.join(" ") + "\n";
    let mut word = 1u64;
    let mut next = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % points
    };
    let mut left = triples;
    while left > 0 {
        let (a, b, c) = (next(), next(), next());
        if a != b && b != c && c != a {
            writeln!(text, "{a} {b} {c}").unwrap();
            left -= 1;
        }
    }
    text
}

/// The corners of a regular polygon, and its sides: symmetric in twice as many ways, each a permutation of
/// all sides.
fn polygon(corners: usize) -> String {
    let items: Vec<String> = (0..corners).map(|corner| corner.to_string()).collect();
    (0..corners).fold(items.join(" ") + "\n", |mut text, corner| {
        writeln!(text, "{corner} {}", (corner + 1) % corners).unwrap();
        text
    })
}

/// Copies of the complete graph on some points, side by side: independent parts, each with many perfect
/// matchings.
fn cliques(copies: usize, points: usize) -> String {
    let corners = (0..copies).flat_map(|copy| (0..points).map(move |point| format!("{copy}.{point} ")));
    let mut text = corners.collect::<String>() + "\n";
    for copy in 0..copies {
        for a in 0..points {
            for b in 0..a {
                writeln!(text, "{copy}.{b} {copy}.{a}").unwrap();
            }
        }
    }
    text
}

/// A question that needs much memory.
struct Case {
    /// The command without its limits.
    arguments: Vec<String>,
    /// The flags that are left out, each with its value, when the base memory of the program is measured.
    without: &'static [&'static str],
    nodes: u64,
    /// In MB.
    memory: u64,
    /// Does the memory limit end it?
    is_full: bool,
}

impl Case {
    /// A case that ends by itself, or after this many nodes.
    fn new(arguments: &str, memory: u64, nodes: u64) -> Case {
        let arguments = arguments.split(' ').map(str::to_owned).collect();
        Case { arguments, without: &[], nodes, memory, is_full: false }
    }

    /// A case that the memory limit ends.
    fn full(arguments: &str, memory: u64) -> Case {
        Case { is_full: true, ..Case::new(arguments, memory, 1 << 40) }
    }

    fn without(self, flags: &'static [&'static str]) -> Case {
        Case { without: flags, ..self }
    }

    /// The base memory of the program: the peak of a search of one node.
    fn base(&self) -> u64 {
        let arguments = self.arguments.iter().map(String::as_str);
        let mut kept: Vec<&str> = vec![];
        let mut skip = false;
        for argument in arguments {
            if std::mem::take(&mut skip) {
                continue;
            }
            skip = self.without.contains(&argument);
            if !skip {
                kept.push(argument);
            }
        }
        measured(&[&kept[..], &["--quiet", "--nodes", "1"]].concat()).peak
    }

    /// Runs it, and compares its peak with what it may take.
    fn assert_fits(&self) {
        let (memory, nodes) = (format!("{}M", self.memory), self.nodes.to_string());
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let limits = ["--quiet", "--memory", &memory, "--nodes", &nodes];
        let base = self.base();
        let Ended { code, errors, peak } = measured(&[&arguments[..], &limits].concat());
        let most = self.memory * MB * 11 / 10 + base + ALLOWANCE;
        println!(
            "{} of {} MB, {} of them anyway: {} --memory {memory}: {code} {}",
            peak / MB,
            most / MB,
            base / MB,
            arguments.join(" "),
            errors.trim_end()
        );
        assert!(peak <= most, "{arguments:?} --memory {memory} took {} MB", peak / MB);
        let limit = format!("limit of {} MB", self.memory);
        assert_eq!(errors.contains(&limit), self.is_full, "{arguments:?} --memory {memory}: {code} {errors}");
    }
}

/// Writes a problem into the folder, and returns the name of its file.
fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

const LATIN: &str = "tests/corpus/bench/latin7.dlx";
const DOMINOES: &str = "tests/corpus/bench/domino12x12.dlx";

#[test]
fn searches_keep_to_their_memory() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write(folder.path(), name, text);
    let strip = write("strip.dlx", &strip(20_000));
    let few = write("few.dlx", &triples(100, 3_000));
    let many = write("many.dlx", &triples(400, 60_000));
    let cliques = write("cliques.dlx", &cliques(2, 16));
    let wide = write("wide.dlx", &triples(3_001, 30_000));
    let cases = [
        Case::new(&format!("count --engine links {strip}"), 32, 400_000),
        Case::new(&format!("count --engine links -j 4 {strip}"), 96, 100_000),
        Case::new(&format!("count --engine links {few}"), 32, 400_000),
        Case::full(&format!("solve {many}"), 48),
        Case::new(&format!("solve {many}"), 96, 500_000),
        Case::full(&format!("solve --restarts {many}"), 32),
        Case::full(&format!("solve --all {many}"), 32),
        Case::full(&format!("count --engine fast -j 4 {many}"), 32),
        Case::new(&format!("count --engine fast -j 4 {many}"), 48, 500_000),
        Case::full(&format!("solve --engine sat {few}"), 32),
        Case::new(&format!("count --engine naive {few}"), 32, 1_000_000),
        Case::full(&format!("solve --reduce {many}"), 32),
        Case::new(&format!("count --reduce {many}"), 32, 1_000),
        Case::new(&format!("solve --all --reduce {cliques}"), 32, 3_000_000),
        // Weights of 3,001 items are looked for in a table of 72 MB.
        Case::new(&format!("why {wide}"), 32, 1_000),
        Case::new(&format!("why --almost {few}"), 64, 20_000),
        Case::new(&format!("unique {few}"), 32, 100_000),
    ];
    cases.iter().for_each(Case::assert_fits);
}

/// The tables that an engine makes of a wide problem count, besides the problem as read: if they cannot fit,
/// the search is refused.
#[test]
fn tables_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let long = write(folder.path(), "long.dlx", &triples(20_001, 250_000));
    let wide = write(folder.path(), "wide.dlx", &triples(3_000, 30_000));
    let read = [&long, &wide].map(|file| measured(&["check", file]).peak);
    for (question, file, read) in [
        ("count --engine links", &long, read[0]),
        ("solve --engine links", &long, read[0]),
        ("count --engine memo", &wide, read[1]),
        ("count --engine frontier", &wide, read[1]),
        ("count --engine zdd", &wide, read[1]),
        ("zdd --engine memo", &wide, read[1]),
    ] {
        let arguments: Vec<&str> = question.split(' ').chain([file, "--quiet", "--memory", "4M"]).collect();
        let Ended { code, errors, peak } = measured(&arguments);
        println!("{} MB, {} of them to read: {question}", peak / MB, read / MB);
        assert!(code == 3 && errors.contains("limit of 4 MB of memory"), "{question}: {errors}");
        assert!(peak <= read + 4 * MB * 11 / 10 + ALLOWANCE, "{question} took {} MB", peak / MB);
    }
}

#[test]
fn engines_that_store_results_keep_to_their_memory() {
    assert!(root().join(LATIN).exists());
    let folder = tempfile::tempdir().unwrap();
    let scratch = folder.path().display();
    let cases = [
        Case::new(&format!("count --scratch {scratch} -j 1 {LATIN}"), 32, 3_000_000),
        Case::new(&format!("count --scratch {scratch} -j 2 {LATIN}"), 96, 5_000_000),
        Case::full(&format!("count --engine frontier {LATIN}"), 32),
        Case::full(&format!("count --engine frontier {LATIN}"), 96),
        Case::full(&format!("count --engine frontier {LATIN}"), 200),
        Case::new(&format!("count --engine memo {LATIN}"), 32, 200_000),
        Case::full(&format!("count --engine zdd {LATIN}"), 32),
        Case::full(&format!("count --engine zdd {LATIN}"), 200),
        Case::full(&format!("count --engine intersect {LATIN}"), 32),
        Case::full(&format!("zdd {LATIN}"), 96),
        Case::full(&format!("zdd --engine memo {LATIN}"), 32),
        Case::full(&format!("solve --engine zdd {LATIN}"), 32),
        Case::full(&format!("sample {LATIN}"), 96),
        Case::full(&format!("sample --engine memo {LATIN}"), 32),
        // A diagram that just fits, and the tables that are made of it for sampling.
        Case::new("sample --engine zdd tests/corpus/bench/domino16x16.dlx", 40, 1 << 40),
        Case::new("sample --engine memo tests/corpus/bench/domino16x16.dlx", 32, 1 << 40),
        Case::new("solve --all --engine zdd tests/corpus/bench/queens10.dlx", 32, 1 << 40),
        // The same, and the numbers of its nodes, or too many of them.
        Case::new("marginals --engine zdd tests/corpus/bench/domino16x16.dlx", 64, 1 << 40),
        Case::full("marginals --engine zdd tests/corpus/bench/domino16x16.dlx", 40),
        Case::full(&format!("marginals --engine memo {LATIN}"), 32),
        Case::new("count --by 0.0 --engine zdd tests/corpus/bench/domino16x16.dlx", 48, 1 << 40),
    ];
    cases.iter().for_each(Case::assert_fits);
}

#[test]
fn questions_up_to_symmetry_keep_to_their_memory() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write(folder.path(), name, text);
    let polygon = write("polygon.dlx", &polygon(3_000));
    let many = |command: &str| format!("{command} {DOMINOES}");
    let cases = [
        Case::new(&format!("count --up-to automorphism {polygon}"), 32, 1 << 40),
        Case::new(&format!("solve --all --up-to automorphism {polygon}"), 32, 1 << 40),
        Case::full(&format!("solve --all --up-to automorphism {LATIN}"), 32),
        Case::new(&many("count --up-to symmetry"), 32, 1 << 40),
        // With one thread: on a busy machine, one of several threads may wait for a long time, and the
        // results of the others are stored until then.
        Case::new(&many("solve --all --jobs 1 --up-to symmetry"), 32, 1_000_000),
        Case::full(&many("solve --all --up-to symmetry --where symmetric"), 32),
    ];
    cases.into_iter().map(|case| case.without(&["--up-to", "--where"])).for_each(|case| case.assert_fits());
}

/// A path of ten thousand options has ten thousand branches: written in full, each with its path, they would
/// take a gigabyte.
#[test]
fn a_checkpoint_of_a_deep_search_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let strip = write(folder.path(), "strip.dlx", &strip(20_000));
    let state = folder.path().join("state");
    let count = format!("count --engine links --checkpoint {} {strip}", state.display());
    let case = Case::new(&count, 32, 100_000).without(&["--checkpoint"]);
    case.assert_fits();
    let size = fs::metadata(&state).unwrap().len();
    assert!((100_000..8 << 20).contains(&size), "{size} bytes");
    // It can be read again, and the search continues.
    Case { nodes: 200_000, ..case }.assert_fits();
}

/// These commands have no memory limit, because they need little.
#[test]
fn commands_without_a_memory_limit_take_little() {
    let folder = tempfile::tempdir().unwrap();
    let strip = write(folder.path(), "strip.dlx", &strip(20_000));
    for arguments in [
        &["estimate", "--probes", "20", &strip][..],
        &["estimate", LATIN],
        &["generate", "--seed", "1", "-q", "puzzle:sudoku 3x3"],
        &["split", "-n", "4", "--out", &folder.path().join("shards").display().to_string(), LATIN],
    ] {
        let file = arguments[arguments.len() - 1];
        let base = measured(&["count", "--engine", "links", "--nodes", "1", "--quiet", file]).peak;
        let Ended { code, errors, peak } = measured(arguments);
        println!("{} MB, {} of them anyway: {arguments:?}", peak / MB, base / MB);
        assert_eq!(code, 0, "{arguments:?}: {errors}");
        assert!(peak <= base + 2 * ALLOWANCE, "{arguments:?} took {} MB", peak / MB);
    }
}

#[test]
fn a_tiling_file_keeps_to_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, command: &str| {
        let text = format!(
            "pattern domino = {{**}}\nproblem board = constant 16x16 true [domino ~sym]\n{command}\n"
        );
        write(folder.path(), name, &text)
    };
    let cases = [
        Case::full(&format!("run {}", file("zdd.cmb", "sample zdd board 3 seed 1 ascii")), 8),
        Case::new(&format!("run {}", file("all.cmb", "all board ascii")), 32, 10_000),
    ];
    cases.iter().for_each(Case::assert_fits);
}

/// Files that are no problems, or hardly: what is read, and what is said about it, obeys the limits.
#[test]
fn reading_keeps_to_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| write(folder.path(), name, text);
    let nothing = "\0".repeat(10_000_000);
    let elements = format!("<puzzle version=\"2\">{}</puzzle>", "<a/>".repeat(1_000_000));
    let packed = folder.path().join("packed.xmpuzzle").display().to_string();
    fs::write(
        &packed,
        combien_burrtools::packed(&format!("<puzzle>{}</puzzle>", " ".repeat(60_000_000))).unwrap(),
    )
    .unwrap();
    // Each takes some copies of a text of 10 MB, or is stopped.
    for (arguments, code) in [
        (&["count", &file("nul.dlx", &nothing)][..], 0),
        (&["count", &file("nul.csv", &nothing)], 0),
        (&["count", &file("nul.mps", &nothing)], 2),
        (&["count", &file("nul.json", &nothing)], 2),
        (&["check", &file("nul.cmb", &nothing)], 2),
        (&["sudoku", "solve", &file("line.txt", &"1".repeat(100_000_000))], 2),
        (&["count", "--memory", "20M", &file("large.json", &"[".repeat(21 << 20))], 3),
        (&["count", "--memory", "20M", &file("line.dlx", &"a".repeat(21 << 20))], 3),
        (&["count", "--memory", "40M", &file("elements.xmpuzzle", &elements)], 3),
        (&["count", "--memory", "40M", &packed], 3),
    ] {
        let ended = measured(arguments);
        println!("{} MB: {arguments:?}", ended.peak / MB);
        assert_eq!(ended.code, code, "{arguments:?}: {}", ended.errors);
        assert!(ended.peak < 100 * MB, "{arguments:?} took {} MB", ended.peak / MB);
        assert!(ended.errors.len() < 1_000_000, "{arguments:?}: {} bytes of messages", ended.errors.len());
        if code == 3 {
            assert!(ended.errors.contains("MB of memory, while reading `"), "{}", ended.errors);
        }
    }
}
