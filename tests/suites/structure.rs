//! The arrows between the modules of the library: who may know whom.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module, and the modules it may know.
const ARROWS: [(&str, &[&str]); 25] = [
    ("backtrack", &[]),
    ("count", &[]),
    ("diagnostic", &[]),
    ("budget", &["diagnostic"]),
    ("random", &["count"]),
    ("pareto", &[]),
    ("polynomial", &["count"]),
    ("zdd", &["pareto", "count", "polynomial", "random"]),
    ("problem", &["budget", "diagnostic"]),
    ("automorphisms", &["budget", "count", "problem"]),
    ("check", &["problem"]),
    ("weights", &["budget", "problem"]),
    ("reduce", &["problem"]),
    (
        "engine",
        &[
            "automorphisms",
            "backtrack",
            "budget",
            "count",
            "pareto",
            "polynomial",
            "problem",
            "random",
            "zdd",
        ],
    ),
    (
        "solve",
        &[
            "budget",
            "check",
            "count",
            "diagnostic",
            "engine",
            "pareto",
            "polynomial",
            "problem",
            "random",
            "reduce",
            "weights",
            "zdd",
        ],
    ),
    ("checkpoint", &["count", "diagnostic", "engine", "problem", "solve"]),
    ("proof", &["budget", "count", "diagnostic", "engine", "problem"]),
    ("puzzle", &["budget", "check", "diagnostic", "engine", "pieces", "problem", "random", "tiling", "why"]),
    ("symmetry", &["automorphisms", "budget", "check", "count", "problem", "random", "solve"]),
    ("tiling", &["budget", "problem"]),
    ("design", &["budget", "count", "random", "solve", "symmetry", "tiling"]),
    ("trace", &["engine", "problem"]),
    ("why", &["budget", "check", "diagnostic", "pieces", "problem", "proof", "solve", "tiling"]),
    ("pieces", &["tiling"]),
    ("draw", &["count", "problem", "puzzle", "solve", "tiling"]),
];

/// The two crates of the library: problems and engines, which know nothing of tilings, and what is built on them.
fn sources() -> [PathBuf; 2] {
    ["combien-core", "combien"].map(|name| crates().join(name).join("src"))
}

/// The folder or the file of a module.
fn place_of(module: &str) -> PathBuf {
    let places =
        sources().into_iter().flat_map(|source| [source.join(module), source.join(format!("{module}.rs"))]);
    places.into_iter().find(|place| place.exists()).unwrap_or_else(|| panic!("there is no module {module}"))
}

fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| files(&path)).collect()
}

/// The code of a file, tests and comments aside.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that the code of a file names, tests and comments aside.
fn known_to(file: &Path) -> BTreeSet<String> {
    let code = code_of(file);
    let lines = code.lines();
    let names = lines.flat_map(|line| line.split("crate::").skip(1).map(str::to_owned).collect::<Vec<_>>());
    names.map(|rest| rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()).collect()
}

#[test]
fn modules_know_only_those_they_may() {
    for (module, allowed) in ARROWS {
        for file in files(&place_of(module)) {
            for known in known_to(&file) {
                assert!(
                    known == module || allowed.contains(&known.as_str()),
                    "{} knows `{known}`, which `{module}` may not",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_module_stands_in_the_table() {
    let libraries = sources().map(|source| fs::read_to_string(source.join("lib.rs")).unwrap()).concat();
    let modules: BTreeSet<&str> = libraries
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(modules, ARROWS.iter().map(|&(module, _)| module).collect());
}

/// They share the choice of an order, and how states are packed; nothing else. One is built on another: `fast` searches
/// by `cells` what is too large for masks.
#[test]
fn engines_do_not_know_each_other() {
    // The lines of the table: `folder: Name = type;`.
    let table = fs::read_to_string(place_of("engine/mod")).unwrap();
    let line = |line: &'_ str| Some(line.trim().strip_suffix(';')?.split_once(": ")?.0.to_owned());
    let engines: Vec<String> =
        table.lines().filter(|line| line.contains(" = ") && !line.contains('$')).filter_map(line).collect();
    assert!(engines.len() >= 7, "the table has only {engines:?}");
    for engine in &engines {
        let base = if engine == "fast" { "cells" } else { "" };
        for file in files(&place_of(&format!("engine/{engine}"))) {
            let code = code_of(&file);
            for other in engines.iter().filter(|&other| other != engine && other != base) {
                for path in [format!("engine::{other}"), format!("super::{other}")] {
                    assert!(!code.contains(&path), "{} knows the engine {other}", file.display());
                }
            }
        }
    }
}

/// The source of all crates.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

fn rust_files() -> Vec<PathBuf> {
    files(&crates()).into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")).collect()
}

/// The portable way is the safe twin of the others: it would be none if it were unsafe itself.
#[test]
fn unsafe_code_stands_in_two_files() {
    let is_unsafe = |file: &&PathBuf| {
        let words = code_of(file);
        words.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
    };
    let all = rust_files();
    let unsafe_files: BTreeSet<&Path> =
        all.iter().filter(is_unsafe).map(|file| file.strip_prefix(crates()).unwrap()).collect();
    let lanes = Path::new("combien-kernels/src/lanes");
    assert_eq!(unsafe_files, BTreeSet::from([&*lanes.join("avx2.rs"), &*lanes.join("avx512.rs")]));
}

/// Safe methods call the unsafe ones: what is written or read must be within the slice, in every build.
#[test]
fn no_bounds_are_left_unchecked() {
    for file in rust_files() {
        assert!(!code_of(&file).contains("_unchecked"), "{} leaves out a check", file.display());
    }
}
