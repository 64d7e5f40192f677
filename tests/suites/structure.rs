//! The arrows between crates and modules: who may know whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and those of ours that each may depend on.
const CRATES: [(&str, &[&str]); 12] = [
    ("combien-kernels", &[]),
    ("combien", &["combien-kernels"]),
    ("combien-formats", &["combien"]),
    ("combien-tiling", &["combien"]),
    ("combien-puzzles", &["combien", "combien-tiling"]),
    ("combien-lang", &["combien", "combien-formats", "combien-tiling"]),
    ("combien-burrtools", &["combien", "combien-tiling"]),
    ("combien-render", &[]),
    ("combien-verify", &[]),
    (
        "combien-cli",
        &[
            "combien",
            "combien-burrtools",
            "combien-formats",
            "combien-lang",
            "combien-puzzles",
            "combien-render",
            "combien-tiling",
        ],
    ),
    (
        "combien-python",
        &[
            "combien",
            "combien-burrtools",
            "combien-cli",
            "combien-formats",
            "combien-lang",
            "combien-puzzles",
            "combien-render",
            "combien-tiling",
        ],
    ),
    (
        "combien-web",
        &[
            "combien",
            "combien-burrtools",
            "combien-formats",
            "combien-lang",
            "combien-puzzles",
            "combien-tiling",
        ],
    ),
];

/// Each module of a crate, and the modules of that crate that it may know.
const ARROWS: [(&str, &str, &[&str]); 35] = [
    ("combien", "errors", &[]),
    ("combien", "backtrack", &[]),
    ("combien", "bits", &[]),
    ("combien", "count", &[]),
    ("combien", "diagnostic", &[]),
    ("combien", "budget", &["diagnostic"]),
    ("combien", "random", &["count"]),
    ("combien", "pareto", &[]),
    ("combien", "polynomial", &["count"]),
    ("combien", "nodes", &["count", "pareto", "polynomial"]),
    ("combien", "zdd", &["count", "nodes", "polynomial", "random"]),
    ("combien", "problem", &["budget", "diagnostic"]),
    ("combien", "products", &["bits", "budget", "count", "nodes", "polynomial", "problem", "random"]),
    ("combien", "automorphisms", &["budget", "count", "problem"]),
    ("combien", "check", &["problem"]),
    ("combien", "weights", &["budget", "problem"]),
    ("combien", "reduce", &["problem"]),
    (
        "combien",
        "engine",
        &["automorphisms", "backtrack", "bits", "budget", "count", "problem", "products", "random", "zdd"],
    ),
    (
        "combien",
        "solve",
        &[
            "budget",
            "check",
            "count",
            "diagnostic",
            "engine",
            "nodes",
            "pareto",
            "polynomial",
            "problem",
            "products",
            "random",
            "reduce",
            "weights",
            "zdd",
        ],
    ),
    ("combien", "proof", &["bits", "budget", "count", "diagnostic", "engine", "problem", "weights"]),
    ("combien", "symmetry", &["automorphisms", "budget", "check", "count", "problem", "random", "solve"]),
    ("combien", "transfer", &["budget", "count", "random"]),
    ("combien-tiling", "tiling", &[]),
    ("combien-tiling", "apart", &["tiling"]),
    ("combien-tiling", "counted", &["tiling"]),
    ("combien-tiling", "pieces", &["tiling"]),
    ("combien-tiling", "design", &["tiling"]),
    ("combien-tiling", "strip", &["tiling"]),
    ("combien-tiling", "plane", &["strip", "tiling"]),
    ("combien-tiling", "trace", &["tiling"]),
    ("combien-tiling", "why", &["pieces", "tiling"]),
    ("combien-tiling", "draw", &["tiling"]),
    ("combien-python", "handles", &[]),
    ("combien-python", "questions", &["handles"]),
    ("combien-python", "classes", &["handles", "questions"]),
];

/// The folder or the file of a module.
fn place_of(name: &str, module: &str) -> PathBuf {
    let source = crates().join(name).join("src");
    let places = [source.join(module), source.join(format!("{module}.rs"))];
    places.into_iter().find(|place| place.exists()).unwrap_or_else(|| panic!("{name} has no module {module}"))
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
    for (name, module, allowed) in ARROWS {
        for file in files(&place_of(name, module)) {
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
    for name in ["combien", "combien-tiling", "combien-python"] {
        let library = fs::read_to_string(crates().join(name).join("src/lib.rs")).unwrap();
        let module = |line: &'_ str| {
            Some(
                line.trim_start()
                    .trim_start_matches("pub ")
                    .strip_prefix("mod ")?
                    .strip_suffix(';')?
                    .to_owned(),
            )
        };
        let modules: BTreeSet<String> = library.lines().filter_map(module).collect();
        let in_table = ARROWS.iter().filter(|row| row.0 == name).map(|row| row.1.to_owned());
        assert_eq!(modules, in_table.collect(), "{name}");
    }
}

/// The paths that a `use` with braces stands for: `a::{b, c::{d, e}}` is `a::b`, `a::c::d`, `a::c::e`.
fn flat(path: &str, found: &mut Vec<String>) {
    let Some((before, rest)) = path.split_once('{') else { return found.push(path.trim().to_owned()) };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut depth, mut part) = (0, String::new());
    for c in inner.chars().chain([',']) {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            flat(&format!("{before}{}", std::mem::take(&mut part).trim()), found);
        } else {
            part.push(c);
        }
    }
}

/// The files of a crate, by the modules that they are; the roots of folders are left out, for they gather
/// what is below.
fn modules_of(source: &Path) -> BTreeMap<Vec<String>, PathBuf> {
    let module = |file: PathBuf| {
        let path = file.strip_prefix(source).ok()?.with_extension("");
        let module: Vec<String> = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        let is_root = ["mod", "lib", "main"].contains(&module.last()?.as_str());
        (!is_root && !module.iter().any(|part| part == "tests")).then_some((module, file))
    };
    files(source).into_iter().filter_map(module).collect()
}

/// Which of the modules this one names, by paths that begin with `crate` or `super`.
fn named_by(module: &[String], file: &Path, all: &BTreeMap<Vec<String>, PathBuf>) -> BTreeSet<Vec<String>> {
    let code = code_of(file);
    let mut paths = vec![];
    for part in code.split("use ").skip(1) {
        flat(&part.split(';').next().unwrap().replace('\n', " "), &mut paths);
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    paths.extend(code.split(|c: char| !is_path(c)).map(str::to_owned));
    let resolved = |path: &String| {
        let mut parts = path.split("::").map(str::trim).peekable();
        let mut place = match *parts.peek()? {
            "crate" => vec![],
            "super" => module.to_vec(),
            _ => return None,
        };
        while let Some(&part) = parts.peek().filter(|part| ["crate", "super"].contains(part)) {
            if part == "super" {
                place.pop()?;
            }
            parts.next();
        }
        for part in parts {
            place.push(part.to_owned());
            if all.contains_key(&place) {
                return (place != module).then_some(place);
            }
        }
        None
    };
    paths.iter().filter_map(resolved).collect()
}

/// Were a method written beside the class that it is of, the files of two classes that make each other would
/// need each other.
#[test]
fn methods_of_python_stand_in_the_last_room() {
    for room in ["handles", "questions"] {
        for file in files(&place_of("combien-python", room)) {
            let code = code_of(&file);
            let is_seen = ["#[pymethods]", "#[pyfunction]"].iter().any(|attribute| code.contains(attribute));
            assert!(!is_seen, "{} has what belongs to the classes", file.display());
        }
    }
}

/// A file can be read without another one that needs it in turn.
#[test]
fn files_do_not_need_each_other() {
    let mut circles = vec![];
    for (name, _) in CRATES {
        let all = modules_of(&crates().join(name).join("src"));
        let known: BTreeMap<_, _> =
            all.iter().map(|(module, file)| (module.clone(), named_by(module, file, &all))).collect();
        // Whom a file needs, however far away.
        let reach = |from: &Vec<String>| {
            let (mut met, mut left) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = left.pop() {
                left.extend(known[&next].iter().filter(|&further| met.insert(further.clone())).cloned());
            }
            met
        };
        let in_circle = all.keys().filter(|module| reach(module).contains(*module));
        circles.extend(in_circle.map(|module| format!("{name}: {}", module.join("::"))));
    }
    assert_eq!(circles, [""; 0]);
}

/// The crates, and those of ours that the manifest of each names as its dependencies.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let folders =
        fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let ours = |name: String| {
        let manifest = fs::read_to_string(crates().join(&name).join("Cargo.toml")).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap_or(("", ""));
        let section = dependencies.split("\n[").next().unwrap_or_default();
        let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        (name, names.filter(|name| name.starts_with("combien")).map(str::to_owned).collect())
    };
    folders.map(ours).collect()
}

/// What a crate needs is what its users compile.
#[test]
fn crates_depend_only_on_those_they_may() {
    let table = CRATES.iter().map(|(name, allowed)| {
        ((*name).to_owned(), allowed.iter().map(|&other| other.to_owned()).collect::<BTreeSet<_>>())
    });
    assert_eq!(dependencies(), table.collect());
}

/// The picture of the crates in ARCHITECTURE.md has a box for each, and an arrow for each dependency that no
/// other one implies.
#[test]
fn the_picture_of_the_crates_is_true() {
    fn reached<'a>(name: &str, needs: &'a BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&'a str> {
        needs[name]
            .iter()
            .flat_map(|other| reached(other, needs).into_iter().chain([other.as_str()]))
            .collect()
    }
    let needs = dependencies();
    let mut expected: BTreeSet<String> = needs.keys().cloned().collect();
    for (name, direct) in &needs {
        let implied: BTreeSet<&str> = direct.iter().flat_map(|other| reached(other, &needs)).collect();
        let shown = direct.iter().filter(|other| !implied.contains(other.as_str()));
        expected.extend(shown.map(|other| format!("{name} -> {other}")));
    }
    let picture = fs::read_to_string(crates().join("../notes/crates.svg")).unwrap();
    let text = |line: &str, tag: &str| {
        let (_, rest) = line.split_once(tag)?;
        Some(rest.split_once('<')?.0.to_owned())
    };
    let drawn = picture.lines().filter(|line| line.starts_with("<path") || line.starts_with("<rect x"));
    let drawn = drawn.filter_map(|line| text(line, "<title>").or_else(|| text(line, "\"middle\">")));
    assert_eq!(drawn.collect::<BTreeSet<_>>(), expected, "run .ci/picture, and look at notes/crates.svg");
}

/// `.ci/surface` believes the manifest, and readers the first line.
#[test]
fn internal_crates_say_so_twice() {
    for (name, _) in CRATES {
        let read = |file: &str| fs::read_to_string(crates().join(name).join(file)).unwrap();
        let in_manifest = read("Cargo.toml").contains("[package.metadata.combien]\ninternal = true\n");
        let in_library = read("src/lib.rs").starts_with("//! Internal, without any promise: ");
        assert_eq!(in_manifest, in_library, "{name}");
    }
}

/// They share the choice of an order, and how states are packed; nothing else. One is built on another:
/// `fast` searches by `cells` what is too large for masks.
#[test]
fn engines_do_not_know_each_other() {
    // The lines of the table: `folder: Name = type;`.
    let table = fs::read_to_string(place_of("combien", "engine/mod")).unwrap();
    let line = |line: &'_ str| Some(line.trim().strip_suffix(';')?.split_once(": ")?.0.to_owned());
    let engines: Vec<String> =
        table.lines().filter(|line| line.contains(" = ") && !line.contains('$')).filter_map(line).collect();
    assert!(engines.len() >= 7, "the table has only {engines:?}");
    for engine in &engines {
        let base = if engine == "fast" { "cells" } else { "" };
        for file in files(&place_of("combien", &format!("engine/{engine}"))) {
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
