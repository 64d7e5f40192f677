//! The book: every page is reachable and says whom it is for, its links lead somewhere, and its sentences are
//! plain.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    plain(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
}

/// All files below a folder that end so, folders of what is built left out.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && !["target", "node_modules", ".git", "dist", "corpus"].contains(&name.as_str()) {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path without `..`, so that two ways to a file are one.
fn plain(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = parts.pop(),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let docs = root().join("docs");
    let summary = read(&docs.join("SUMMARY.md"));
    let linked: Vec<&str> = summary
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
        .collect();
    let listed: BTreeSet<PathBuf> = linked.iter().map(|target| docs.join(target)).collect();
    assert_eq!(listed.len(), linked.len(), "a page stands in the table of contents twice");
    let pages: BTreeSet<PathBuf> =
        files(&docs, &[".md"]).into_iter().filter(|path| !path.ends_with("SUMMARY.md")).collect();
    assert_eq!(listed, pages);
    assert!(pages.len() > 50, "{} pages", pages.len());
}

#[test]
fn every_page_says_whom_it_is_for() {
    let notes = files(&root().join("notes"), &[".md"]);
    for path in files(&root().join("docs"), &[".md"]).into_iter().chain(notes) {
        if path.ends_with("SUMMARY.md") {
            continue;
        }
        let text = read(&path);
        let mut lines = text.lines();
        let title = lines.next().unwrap_or_default();
        assert!(title.starts_with("# "), "{} begins without a title", path.display());
        assert_eq!(lines.next(), Some(""), "{}", path.display());
        let audience = lines.next().unwrap_or_default();
        let says = audience.starts_with("*For ") || audience.starts_with("*Pour ");
        assert!(
            says && audience.ends_with('*'),
            "{} does not say whom it is for: {audience}",
            path.display()
        );
    }
}

/// Sources and texts name pages by their paths: `docs/how-to/torus.md`, `notes/fast.md`.
#[test]
fn pages_that_sources_name_are_there() {
    let mut named = 0;
    let endings = [".rs", ".py", ".pyi", ".ts", ".mjs", ".sh", ".md", ".cmb", ".toml"];
    for path in files(&root(), &endings) {
        if path.ends_with("tests/suites/book.rs") {
            continue;
        }
        let text = read(&path);
        for (position, _) in text.match_indices("docs/").chain(text.match_indices("notes/")) {
            let rest = &text[position..];
            let end =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c))).unwrap_or(rest.len());
            let page = rest[..end].trim_end_matches('.');
            if Path::new(page).extension().is_some_and(|ending| ending == "md") {
                named += 1;
                assert!(root().join(page).exists(), "{} names {page}", path.display());
            }
        }
    }
    assert!(named > 20, "{named}");
}

/// Phrases that stop a reader, and what a native writer says. CONTRIBUTING.md explains them.
const WORST: &[(&str, &str)] = &[
    ("given up", "cancelled"),
    ("but who names it", "never selected automatically"),
    ("what one hears", "the error returned when"),
    ("from here on,", "lower bound"),
    ("and up to here", "upper bound"),
    ("that are so.", "name the property"),
    ("that which moves nothing", "the identity"),
    ("to such,", "name the thing"),
    ("needs not ", "does not need to"),
    ("so many", "the number of, at most N"),
    ("whoever ", "if you"),
    ("if nothing is said", "by default"),
    ("who has what", "which option has which item"),
];

/// A book of this length is read. What a page says needs no second page that says it, too.
#[test]
fn the_book_has_fewer_than_100_000_words() {
    let count = |path: &PathBuf| read(path).split_whitespace().count();
    let pages =
        files(&root().join("docs"), &[".md"]).into_iter().filter(|path| !path.ends_with("SUMMARY.md"));
    let mut words: Vec<(usize, PathBuf)> = pages.map(|path| (count(&path), path)).collect();
    words.sort();
    let all: usize = words.iter().map(|(words, _)| words).sum();
    let longest: Vec<_> = words.iter().rev().take(5).collect();
    assert!(all < 100_000, "{all} words; the longest pages: {longest:#?}");
}

/// Texts that people read: the documents, help and messages, and the comments of all sources except tests.
#[test]
fn sentences_are_plain() {
    let mut texts = files(&root().join("docs"), &[".md"]);
    texts.extend(files(&root().join("notes"), &[".md"]));
    for name in ["README.md", "CONTRIBUTING.md"] {
        texts.push(root().join(name));
    }
    texts.extend(files(&root().join("crates"), &[".py", ".pyi", ".rs"]));
    texts.extend(files(&root().join("web/src"), &[".ts"]));
    texts.extend(files(&root().join("benches"), &[".py", ".rs"]));
    let mut faults = BTreeMap::new();
    texts.retain(|path| {
        !path.strip_prefix(root()).unwrap().components().any(|part| part.as_os_str() == "tests")
    });
    for path in &texts {
        // The word list itself names them.
        let is_list = path.ends_with("CONTRIBUTING.md");
        for (number, line) in
            read(path).lines().enumerate().filter(|(_, line)| !is_list || !line.starts_with('|'))
        {
            let line = line.to_lowercase();
            for (phrase, better) in WORST.iter().filter(|(phrase, _)| line.contains(phrase)) {
                let place = format!("{}:{}", plain(path).display(), number + 1);
                faults.insert(place, format!("`{phrase}`: write `{better}`"));
            }
        }
    }
    assert!(texts.len() > 500, "{}", texts.len());
    assert!(faults.is_empty(), "{} sentences: {faults:#?}", faults.len());
}

/// The values of an attribute in a page of HTML.
fn attributes<'t>(page: &'t str, name: &str) -> Vec<&'t str> {
    let opening = format!(" {name}=\"");
    page.split(opening.as_str())
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(value, _)| value)
        .collect()
}

/// In the built book every link and picture leads to a file, and to a place in it. `.ci/book` builds it
/// first.
#[test]
#[ignore = "needs the built book: bash .ci/book"]
fn links_of_the_built_book_lead_somewhere() {
    let book = root().join("target/book");
    let pages = files(&book, &[".html"]);
    assert!(pages.len() > 50, "the book is not built: {} pages", pages.len());
    let text: BTreeMap<PathBuf, String> = pages.iter().map(|path| (plain(path), read(path))).collect();
    let places: BTreeMap<&PathBuf, BTreeSet<&str>> =
        text.iter().map(|(path, page)| (path, attributes(page, "id").into_iter().collect())).collect();
    let (mut checked, mut broken) = (0, vec![]);
    // The page that is printed, and the one for missing pages, repeat the others in other folders.
    for (path, page) in
        text.iter().filter(|(path, _)| !path.ends_with("print.html") && !path.ends_with("404.html"))
    {
        for target in attributes(page, "href").into_iter().chain(attributes(page, "src")) {
            if target.contains("://") || target.starts_with("mailto:") || target.starts_with("data:") {
                continue;
            }
            checked += 1;
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { plain(&path.parent().unwrap().join(file)) };
            let there = match places.get(&file) {
                Some(places) => place.is_empty() || places.contains(place),
                None => file.is_file(),
            };
            if !there {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(checked > 2000, "only {checked} links were found");
    assert!(broken.is_empty(), "{broken:#?}");
}
