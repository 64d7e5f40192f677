//! Takes the pages of the book into the command, for `combien help TOPIC`: a table of the pages that
//! docs/SUMMARY.md lists. And the commit, for `combien --version -v`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What is no topic: folders and pages, each for a reason.
const LEFT_OUT: [&str; 4] = [
    // Links to the other pages. `combien help` lists them.
    "README.md",
    // The help of each command.
    "reference/command.md",
    // The docstrings, which Python's own `help` shows.
    "reference/python.md",
    // Long texts for classes, with pictures.
    "lessons/",
];

fn main() {
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    // `docs` is a link to the folder of the project. In a package it is a folder. A system without links has
    // neither.
    let book = [home.join("docs"), home.join("../../docs")]
        .into_iter()
        .find(|folder| folder.join("SUMMARY.md").is_file())
        .expect("docs/SUMMARY.md, the list of the pages of the book");
    let list = book.join("SUMMARY.md");
    println!("cargo::rerun-if-changed={}", list.display());
    println!("cargo::rerun-if-changed=build.rs");
    let table = table(&fs::read_to_string(list).expect("a list that can be read"), &book);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("pages.rs"), table).expect("a folder that can be written to");
    if let Some(commit) = commit(&home) {
        println!("cargo::rustc-env=COMBIEN_COMMIT={commit}");
    }
}

/// The commit: of a package, as cargo wrote it there, or the one that the script of a release names. A clone
/// is not asked: its files may differ from its commit, and each new commit would compile the command again.
fn commit(home: &Path) -> Option<String> {
    println!("cargo::rerun-if-env-changed=COMBIEN_COMMIT");
    let packed = fs::read_to_string(home.join(".cargo_vcs_info.json")).unwrap_or_default();
    let packed = packed.split_once("\"sha1\": \"").filter(|_| !packed.contains("\"dirty\""));
    let packed = packed.and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
    packed.or_else(|| env::var("COMBIEN_COMMIT").ok())
}

/// An array of pages, as Rust text. The list has lines `# Part` and `- [Title](path)`.
fn table(list: &str, book: &Path) -> String {
    let (mut table, mut part) = (String::from("[\n"), "");
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            part = heading;
        }
        let entry = line.trim_start().trim_start_matches("- ").strip_prefix('[');
        let Some((title, path)) = entry.and_then(|entry| entry.strip_suffix(')')?.split_once("](")) else {
            continue;
        };
        if LEFT_OUT.iter().any(|left| path == *left || left.ends_with('/') && path.starts_with(left)) {
            continue;
        }
        let file = book.join(path);
        let file = file.to_str().expect("a path that is text");
        writeln!(
            table,
            "    Page {{ part: {part:?}, title: {title:?}, path: {path:?}, text: include_str!({file:?}) }},"
        )
        .expect("a string takes all");
    }
    table + "]\n"
}
