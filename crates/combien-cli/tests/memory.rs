//! The limit of memory holds: the peak of the real process stays near what `--memory` allows, for each engine and question.

#![cfg(target_os = "linux")]

#[allow(dead_code)]
mod shared;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use nix::sys::resource::{UsageWho, getrusage};
use shared::run;

/// The limit in all cases: so the peak of all children so far, which is what the system tells, is to be below one bound.
const LIMIT: &str = "96M";
const LIMIT_KB: i64 = 96 << 10;
/// The program itself, the problem, what is set up for it, and what the allocator does not give back.
const BESIDE_KB: i64 = 48 << 10;

/// The largest peak of any child so far, in kilobytes.
fn peak() -> i64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss()
}

/// Overlapping edges of a long path, each point covered twice at most: a deep search with something left at each level.
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

/// Many triples of `points`, at random. If the points are no multiple of three there is no solution, and no search ends.
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

#[test]
fn the_peak_of_the_process_stays_near_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).display().to_string()
    };
    let strip = write("strip.dlx", &strip(20_000));
    let few = write("few.dlx", &triples(100, 3_000));
    let many = write("many.dlx", &triples(400, 60_000));
    let latin = "tests/corpus/bench/latin7.dlx";
    assert!(Path::new(&shared::root()).join(latin).exists());
    // The arguments; and whether the limit is what ends it.
    let cases: &[(&[&str], bool)] = &[
        (&["count", "--engine", "links", "--nodes", "400000", &strip], false),
        (&["count", "--engine", "links", "--nodes", "100000", "-j", "4", &strip], false),
        (&["count", "--engine", "links", "--nodes", "400000", &few], false),
        (&["solve", "--nodes", "60000", &many], true),
        (&["solve", "--restarts", "--nodes", "60000", &many], true),
        (&["solve", "--all", "--nodes", "20000", &many], true),
        (&["count", "--engine", "fast", "--nodes", "20000", "-j", "4", &many], true),
        (&["solve", "--engine", "sat", &few], true),
        (&["count", "--engine", "frontier", latin], true),
        (&["count", "--engine", "memo", "--nodes", "100000", latin], false),
        (&["count", "--engine", "zdd", latin], true),
        (&["count", "--engine", "intersect", latin], true),
        (&["zdd", latin], true),
        (&["zdd", "--engine", "memo", latin], true),
        (&["solve", "--engine", "zdd", latin], true),
    ];
    for (arguments, is_limit) in cases {
        let (code, _, errors) = run(&[arguments, &["--memory", LIMIT, "--quiet"][..]].concat());
        let most = LIMIT_KB + LIMIT_KB / 10 + BESIDE_KB;
        println!("{arguments:?}: {code} {} MB; {errors}", peak() >> 10);
        assert!(peak() <= most, "{arguments:?} took {} MB", peak() >> 10);
        assert_eq!(errors.contains("limit of 96 MB"), *is_limit, "{arguments:?}: {code} {errors}");
    }
}
