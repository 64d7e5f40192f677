//! Boards of every length: generating functions against published ones, counts, and a rank.

mod copies;
mod motions;
mod published;

use combien::budget::{Budget, Reason};
use combien::solve::count;
use combien::transfer::{Automaton, Series, Slices, TransferError};
use combien_lang::{Family, Loaded, NamedProblem};
use combien_tiling::strip::{Strip, StripError};
use proptest::collection::vec;
use proptest::prelude::*;

/// The members of the family `p<n>` of a text, from a number on.
fn members(text: &str, from: u32) -> impl Iterator<Item = NamedProblem> {
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
    let asked = format!("p<{from}..{}>", from + 999);
    let family = Family::load("strip.cmb", &files, Loaded::new("asked", asked));
    family.unwrap_or_else(|error| panic!("{text}: {error:?}")).map(Result::unwrap)
}

fn found(text: &str) -> Result<Strip, StripError> {
    found_by(None, text)
}

/// The strip of a text, by the copies of a piece.
fn found_by(by: Option<&str>, text: &str) -> Result<Strip, StripError> {
    let mut members = members(text, 1);
    Strip::find_by(by, 0, |_| Ok::<_, StripError>(members.next().unwrap().tiling), &Budget::UNLIMITED)
}

fn automaton(strip: &Strip) -> Automaton {
    Automaton::new(&strip.slices, 100_000, &Budget::UNLIMITED).unwrap()
}

fn series(text: &str) -> Series {
    let strip = found(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Series::of(&automaton(&strip), strip.first as usize, &Budget::UNLIMITED).unwrap()
}

fn numbers(of: &[impl ToString]) -> Vec<i128> {
    of.iter().map(|number| number.to_string().parse().unwrap()).collect()
}

/// The first terms.
fn terms(series: &Series, number: usize) -> Vec<String> {
    let terms = series.terms(0..number, &Budget::UNLIMITED).unwrap();
    terms.iter().map(ToString::to_string).collect()
}

const DOMINO: &str = "{**} ~sym";

fn strip_of(height: u32, pieces: &str) -> String {
    format!("problem p<n> = constant (n, {height}) true [{pieces}]")
}

/// The dominoes on 2 x n are Fibonacci's numbers, so the growth rate is the golden section, and the constant
/// (5 + √5)/10. Those on 3 x 2n grow by 2 + √3 for two more columns.
#[test]
fn growth_is_that_of_the_formulas() {
    let unlimited = &Budget::UNLIMITED;
    let growth = series(&strip_of(2, DOMINO)).growth(unlimited).unwrap().unwrap();
    assert_eq!(growth.bounds(20), ["1.61803398874989484820", "1.61803398874989484821"]);
    assert!((growth.constant.unwrap() - (5.0 + 5f64.sqrt()) / 10.0).abs() < 1e-14);
    assert_eq!(growth.class, (0, 1));
    let growth = series(&strip_of(3, DOMINO)).growth(unlimited).unwrap().unwrap();
    let root = (2.0 + 3f64.sqrt()).sqrt();
    let [below, above] = growth.bounds(15).map(|bound| bound.parse::<f64>().unwrap());
    assert!((below - root).abs() < 3e-15 && (above - root).abs() < 3e-15);
    // (2 + √3)^n (3 + √3)/6 and its conjugate add up to the number for 3 x 2n.
    assert!((growth.constant.unwrap() - (3.0 + 3f64.sqrt()) / 6.0).abs() < 1e-14);
    assert_eq!(growth.class, (0, 2));
    // One tiling for each n; none from some n on; a root that is exact; 2^(n-1) compositions.
    for (pieces, bounds) in
        [("{*}", Some(["1.00", "1.00"])), ("{*}, {*}", Some(["2.00", "2.00"])), ("{*$*$*}", None)]
    {
        let growth = series(&strip_of(1, pieces)).growth(unlimited).unwrap();
        assert_eq!(growth.map(|growth| growth.bounds(2)), bounds.map(|bounds| bounds.map(str::to_owned)));
    }
}

/// The series of primitive tilings of 2 x n is that of one upright domino and of two that lie; of 3 x 2n
/// there are 3, then 2 for each longer length (Graham, Knuth and Patashnik, Concrete Mathematics, section
/// 7.1).
#[test]
fn primitive_tilings_are_not_put_together() {
    let primitive = |height| series(&strip_of(height, DOMINO)).primitive().unwrap();
    assert_eq!(numbers(&terms(&primitive(2), 6)), [0, 1, 1, 0, 0, 0]);
    assert_eq!(numbers(&terms(&primitive(3), 9)), [0, 0, 3, 0, 2, 0, 2, 0, 2]);
}

/// Any term, exact or modulo a number, is that of the list.
#[test]
fn far_terms_are_right() {
    let series = series(&strip_of(4, DOMINO));
    let first = terms(&series, 500);
    for n in [0, 1, 2, 3, 4, 17, 100, 499] {
        let exact = series.term(n as u64, &Budget::UNLIMITED).unwrap();
        assert_eq!(exact.to_string(), first[n]);
        for modulus in [1, 2, 10, 1_000_007, u64::MAX] {
            let expected = combien::Count::divided_by(&exact, &modulus.into()).1;
            assert_eq!(Some(series.term_modulo(n as u64, modulus)), expected.to_u64(), "{n} mod {modulus}");
        }
    }
    // Pisano's period: Fibonacci's numbers repeat modulo 10 after 60 (Lagrange 1774).
    let fibonacci = self::series(&strip_of(2, DOMINO));
    assert_eq!(fibonacci.term_modulo(1_000_000_000_000_000_000, 10), fibonacci.term_modulo(40, 10));
}

#[test]
fn what_does_not_grow_by_slices_is_refused() {
    for (text, said) in [
        (
            "problem p<n> = constant (n, n) true [{*}]",
            "the board does not grow by equal slices: from n = 2 to 3 it gains 5 cells, which are not those gained before \
             (3 from n = 1 to 2), shifted",
        ),
        (
            "problem p<n> = torus constant (n, 2) true [{*}]",
            "the board for n = 1 is no part of the next one: they close on themselves by different steps",
        ),
        (
            "problem p<n> = constant (3000 - n, 2) true [{*}]",
            "the board for n = 1 is no part of the next one: it has the cell 2998,0, and that one has not",
        ),
        (
            "problem p<n> = constant (n, 2) true [{**} ~sym] also 0..2 at every vertex",
            "for n = 2 the tiling has a clue about the number of pieces of a region, and only cells are counted slice by \
             slice",
        ),
        (
            "problem p<n> = constant (n, 2) true [{**} ~sym] where border",
            "for n = 1: what `where` says of the solutions cannot be obeyed here: it filters a list of solutions",
        ),
        (
            "problem p<n> = constant (n, 2) true [{**} ~sym ~times 2..]",
            "for n = 1 the tiling has a piece with a number of copies, and only cells are counted slice by slice",
        ),
    ] {
        assert_eq!(found(text).unwrap_err().to_string(), said);
    }
}

#[test]
fn limits_are_obeyed() {
    let strip = found(&strip_of(8, DOMINO)).unwrap();
    let few = Automaton::new(&strip.slices, 10, &Budget::UNLIMITED);
    assert_eq!(few.unwrap_err(), TransferError::TooManyStates(10));
    let stop = combien::budget::StopFlag::new();
    let series = series(&strip_of(4, DOMINO));
    stop.raise();
    let budget = Budget::until(stop);
    let stopped = TransferError::Stopped(Reason::Asked);
    assert_eq!(Automaton::new(&strip.slices, 1000, &budget).unwrap_err(), stopped);
    assert_eq!(Series::of(&automaton(&strip), 0, &budget).unwrap_err(), stopped);
    assert_eq!(series.term(100, &budget).unwrap_err(), stopped);
    assert_eq!(series.growth(&budget).unwrap_err(), stopped);
    let little = Budget::of_memory(1000);
    assert_eq!(series.term(1 << 40, &little).unwrap_err(), TransferError::Stopped(Reason::Memory(1000)));
    let wide = Slices { sizes: vec![300], placements: vec![vec![]], ..Slices::default() };
    assert_eq!(Automaton::new(&wide, 1000, &Budget::UNLIMITED).unwrap_err(), TransferError::TooWide);
}

/// The rank of the matrix of the numbers a(i + j), for i and j below the size, modulo 2^31 - 1. No
/// recurrence can be shorter (Kronecker 1881).
fn rank(terms: &[u64], size: usize) -> usize {
    const PRIME: u64 = (1 << 31) - 1;
    let mut rows: Vec<Vec<u64>> = (0..size).map(|row| terms[row..row + size].to_vec()).collect();
    let mut rank = 0;
    for column in 0..size {
        let Some(pivot) = (rank..size).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            // Cross-multiplication needs no inverse.
            let factor = row[column];
            for (entry, other) in row.iter_mut().zip(&pivot) {
                *entry = (*entry * pivot[column] + (PRIME - factor) * other) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

const PIECES: [&str; 9] =
    ["{*}", "{**}", "{***}", "{**$*.}", "{****}", "{***$*..}", "{**$**}", "{*.*}", "{*..$.*.$..*}"];
const PIECES_OF_TRIANGLES: [&str; 4] = ["tri {**}", "tri {*}", "tri {***}", "tri {.*$.*}"];

/// A family of strips: its board, and which of the pieces may be turned.
fn families() -> impl Strategy<Value = String> {
    let pieces = vec((0..PIECES.len(), any::<bool>()), 1..4);
    (0..6u32, 1..4u32, pieces).prop_map(|(kind, height, pieces)| {
        let board = match kind {
            0 | 1 => format!("constant (n, {height}) true"),
            2 => format!("cylinder constant ({}, n) true", height + 1),
            3 => format!("constant ({height}, n + 1) true"),
            4 => format!("constant (n, {height}) true ~gaps"),
            _ => format!("constant tri (n, {}) true", height.min(2)),
        };
        let piece = |(which, turns): (usize, bool)| {
            let of_triangles = PIECES_OF_TRIANGLES[which % PIECES_OF_TRIANGLES.len()];
            let drawing = if kind == 5 { of_triangles } else { PIECES[which] };
            format!("{drawing}{}", if turns { " ~sym" } else { "" })
        };
        let pieces: Vec<String> = pieces.into_iter().map(piece).collect();
        format!("problem p<n> = {board} [{}]", pieces.join(", "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The terms are the counts, and no recurrence is shorter.
    #[test]
    fn random_strips_have_their_counts(text in families()) {
        let series = series(&text);
        let first = terms(&series, 31);
        let lengths = (1..=30).filter(|n| *n < 9 || n % 7 == 2);
        for (n, member) in (1..=30).zip(members(&text, 1)).filter(|(n, _)| lengths.clone().any(|one| one == *n)) {
            let counted = count(&member.tiling.encode().unwrap().problem).unwrap();
            prop_assert_eq!(&counted.to_string(), &first[n], "{} for n = {}", text, n);
        }
        let order = series.order();
        let terms: Vec<u64> = (0..2 * order as u64 + 7).map(|n| series.term_modulo(n, (1 << 31) - 1)).collect();
        prop_assert_eq!(rank(&terms, order + 3), order, "{}: {}", text, series);
    }
}
