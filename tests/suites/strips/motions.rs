//! Tilings up to the motions of a strip, and those in which no four pieces meet.

use combien::budget::Budget;
use combien::solve::{Outcome, count};
use combien::symmetry::{self, Symmetries};
use combien::transfer::{self, Series};

use super::{DOMINO, found, members, numbers, series, strip_of, terms};

fn up_to_symmetry(text: &str) -> Series {
    let strip = found(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let turns = strip.turns().unwrap_or_else(|| panic!("{text}: no motions"));
    transfer::up_to(&strip.slices, &turns, 100_000, &Budget::UNLIMITED, &|_| {}).unwrap()
}

/// Dominoes on 2 rows up to symmetry, where the square of side 2 has only the motions of a rectangle: A001224.
/// Squares of all sides on 3 rows: A359019.
#[test]
fn numbers_up_to_symmetry_are_those_published() {
    let dominoes = numbers(&terms(&up_to_symmetry(&strip_of(2, DOMINO)), 18)[1..]);
    assert_eq!(dominoes, [1, 2, 2, 4, 5, 9, 12, 21, 30, 51, 76, 127, 195, 322, 504, 826, 1309]);
    let squares = numbers(&terms(&up_to_symmetry(&strip_of(3, "{*}, {**$**}, {***$***$***}")), 16));
    assert_eq!(squares, [1, 1, 2, 3, 6, 10, 21, 39, 82, 163, 347, 717, 1533, 3232, 6927, 14748]);
}

/// The numbers up to symmetry are those that a search up to symmetry counts, but on boards that have more
/// motions than the strip: a square, and a cube.
#[test]
fn numbers_up_to_symmetry_are_those_of_a_search() {
    for (text, most, other) in [
        (strip_of(2, DOMINO), 12, 2),
        (strip_of(3, DOMINO), 12, 3),
        (strip_of(4, "{**} ~sym, {*}"), 6, 4),
        (strip_of(3, "{***$*..} ~sym, {***}"), 12, 3),
        // Of one hand alone: the half turn is left, or the motions that keep what may be turned.
        (strip_of(4, "{.**$**.}, {*$*}, {**}"), 7, 0),
        (strip_of(2, "{**$*.} ~rot, {*}"), 9, 2),
        // Cells that do not touch, so that the first slices from the middle on have no piece across it.
        (strip_of(2, "{*..*} ~sym, {*}"), 9, 2),
        (strip_of(1, "{*.*}, {*}, {***}"), 12, 1),
        // Two pieces that are equal.
        (strip_of(2, "{**}, {**} ~sym"), 8, 2),
        ("problem p<n> = constant (2 * n, 3) true [{**} ~sym]".to_owned(), 6, 0),
        ("problem p<n> = constant (n, 3) true ~gaps [{**$*.} ~sym]".to_owned(), 6, 3),
        ("problem p<n> = cylinder constant (4, n) true [{**} ~sym]".to_owned(), 7, 0),
        ("problem p<n> = constant hex (n, 2) true [hex {**} ~sym]".to_owned(), 9, 2),
        ("problem3 p<n> = constant (2, 2, n) true [{**} ~sym]".to_owned(), 6, 2),
    ] {
        let series = up_to_symmetry(&text);
        let first = terms(&series, most + 1);
        for (n, member) in (1..=most).zip(members(&text, 1)).filter(|(n, _)| *n != other) {
            let encoding = member.tiling.encode().unwrap();
            let automorphisms = member.tiling.automorphisms(&encoding);
            let unlimited = &Budget::UNLIMITED;
            let group = Symmetries::generated_by(&encoding.problem, automorphisms, unlimited).unwrap();
            let counted = symmetry::count_by_either(&encoding.problem, &group, unlimited, None).unwrap();
            let Outcome::Answer(counted) = counted.outcome else { unreachable!("there is no limit") };
            assert_eq!(counted.to_string(), first[n], "{text} for n = {n}");
        }
        let far = terms(&series, 200).pop().unwrap();
        assert_eq!(series.term(199, &Budget::UNLIMITED).unwrap().to_string(), far, "{text}");
    }
}

/// Dominoes on 2 x n without four that meet: A068921; on 3 x 2n: A068922. Others as a search counts them.
#[test]
fn tatami_are_counted() {
    let room = |height: u32, pieces: &str| {
        format!("problem p<n> = constant (n, {height}) true [{pieces}] also 0..3 at every vertex")
    };
    let three = series(&room(3, DOMINO));
    let mats: Vec<i128> = numbers(&terms(&three, 27)).into_iter().skip(2).step_by(2).collect();
    assert_eq!(mats, [3, 4, 6, 10, 16, 26, 42, 68, 110, 178, 288, 466, 754]);
    let predicate = room(3, DOMINO).replace("also 0..3 at every vertex", "where crossroads 0");
    assert_eq!(series(&predicate), three);
    let two = series(&room(2, DOMINO));
    assert_eq!(numbers(&terms(&two, 16)[1..]), [1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 88, 129, 189, 277]);
    let hexagons =
        "problem p<n> = constant hex (n, 3) true [hex {**} ~sym, hex {*}] also 0..2 at every vertex";
    let gaps = "problem p<n> = constant (n, 3) true ~gaps [{**} ~sym] also 0..3 at every vertex";
    for text in [room(3, DOMINO), room(4, "{**} ~sym, {*}"), gaps.to_owned(), hexagons.to_owned()] {
        let first = terms(&series(&text), 10);
        for (n, member) in (1..10).zip(members(&text, 1)) {
            let counted = count(&member.tiling.encode().unwrap().problem).unwrap();
            assert_eq!(counted.to_string(), first[n], "{text} for n = {n}");
        }
    }
}
