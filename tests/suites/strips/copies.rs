//! Tilings by their length and by the copies of a piece.

use combien::budget::Budget;
use combien::solve::Enumerate;
use combien::transfer::{Automaton, ByCopies, TransferError};
use combien_tiling::Tiling;
use proptest::prelude::*;

use super::{DOMINO, automaton, families, found_by, members, series, strip_of};

fn by_copies(text: &str, name: &str) -> ByCopies {
    let strip = found_by(Some(name), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    ByCopies::of(&automaton(&strip), strip.first as usize, &Budget::UNLIMITED, &|_| {}).unwrap()
}

/// For each number of copies of some pieces how many tilings there are, one by one.
fn counted(tiling: &Tiling, is_counted: impl Fn(usize) -> bool) -> Vec<u64> {
    let encoding = tiling.encode().unwrap();
    let mut counts = vec![];
    for solution in Enumerate::of(&encoding.problem).run().unwrap() {
        let placed = solution.options().iter().filter_map(|&option| encoding.placement(option));
        let copies = placed.filter(|placement| is_counted(placement.piece)).count();
        counts.resize(counts.len().max(copies + 1), 0);
        counts[copies] += 1;
    }
    counts
}

fn numbers(term: &[impl ToString]) -> Vec<u64> {
    term.iter().map(|number| number.to_string().parse().unwrap()).collect()
}

/// Dumbbells on 2 x n, A046741 (Grimson 1974, equation 4), and dominoes on 3 x 2n by those that stand
/// upright, A123519 (Deutsch, in the OEIS, where a pair of them counts once).
#[test]
fn quotients_in_two_variables_are_those_published() {
    let dumbbells = by_copies(&format!("problem p<n> = constant (n, 2) true ~gaps [{DOMINO}]"), "piece");
    assert_eq!(dumbbells.to_string(), "(1 - x*y)/(1 - x - 2*x*y - x^2*y + x^3*y^3)");
    assert_eq!(dumbbells.recurrence(), "(1 + 2*y)*a(n-1) + y*a(n-2) - y^3*a(n-3)");
    let rows = dumbbells.terms(0..6, &Budget::UNLIMITED).unwrap();
    let rows: Vec<Vec<u64>> = rows.iter().map(|row| numbers(row)).collect();
    let published: [&[u64]; 6] =
        [&[1], &[1, 1], &[1, 4, 2], &[1, 7, 11, 3], &[1, 10, 29, 26, 5], &[1, 13, 56, 94, 56, 8]];
    assert_eq!(rows, published);
    let lying = "problem p<n> = constant (2 * n, 3) true [{**}, {*$*} ~named \"upright\"]";
    let upright = by_copies(lying, "upright");
    assert_eq!(upright.to_string(), "(1 - x)/(1 - 2*x - 2*x*y^2 + x^2)");
    // T(n, k) = 2^k binomial(n + k, 2k).
    let row = upright.terms(9..10, &Budget::UNLIMITED).unwrap().remove(0);
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, step| product * (n - step) / (step + 1));
    let expected =
        |place: u64| if place % 2 == 1 { 0 } else { binomial(9 + place / 2, place) << (place / 2) };
    assert_eq!(numbers(&row), (0..=18).map(expected).collect::<Vec<u64>>());
    // An upright domino for each column, or two that lie.
    let primitive = by_copies(&strip_of(2, "{**}, {*$*}"), "#2").primitive().unwrap();
    assert_eq!(primitive.to_string(), "(x*y + x^2)");
}

/// A recurrence of order 210, whose coefficients might be as many as 210 * 211 / 2.
#[test]
fn formulas_that_are_too_large_are_refused() {
    let strip = found_by(Some("piece"), &strip_of(1, &format!("{{{}}}", "*".repeat(210)))).unwrap();
    let automaton = Automaton::new(&strip.slices, 1000, &Budget::UNLIMITED).unwrap();
    let refused = ByCopies::of(&automaton, 0, &Budget::UNLIMITED, &|_| {});
    assert_eq!(refused.unwrap_err(), TransferError::TooManyCoefficients);
    let error = found_by(Some("F"), &strip_of(2, "{**} ~named \"bar\", {*}")).unwrap_err();
    assert_eq!(error.to_string(), "for n = 1 there is no piece `F`, only bar, #2");
    // 100,000 polynomials of up to 10,000 coefficients, with numbers of 60,000 bits.
    let far = by_copies(&strip_of(2, "{**} ~sym, {*}"), "#1").terms(99_999..100_000, &Budget::UNLIMITED);
    assert!(matches!(far, Err(TransferError::Stopped(_))), "{far:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The coefficients are those of a list of all tilings, and for y = 1 the series is that of the numbers.
    #[test]
    fn random_strips_have_their_copies(text in families(), which in 0..3usize) {
        let tilings: Vec<Tiling> = members(&text, 1).take(5).map(|member| member.tiling).collect();
        let pieces = tilings[0].pieces().len();
        // One of the pieces, or all of them.
        let (name, counts_all) = (format!("#{}", which + 1), which >= pieces);
        let found = by_copies(&text, if counts_all { "piece" } else { &name });
        prop_assert_eq!(&found.total(&Budget::UNLIMITED).unwrap(), &series(&text), "{}", text);
        let terms = found.terms(0..6, &Budget::UNLIMITED).unwrap();
        for (n, tiling) in (1..).zip(&tilings).filter(|(_, tiling)| tiling.board().cells().len() < 13) {
            let counts = counted(tiling, |piece| counts_all || piece == which);
            prop_assert_eq!(numbers(&terms[n]), counts, "{} for n = {}", text, n);
        }
        let orders = [found.order(), found.numerator().len().max(found.denominator().len() - 1)];
        prop_assert_eq!(orders[0], orders[1]);
    }
}
