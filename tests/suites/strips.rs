//! Boards of every length: generating functions against published ones, counts, and a rank.

use combien::budget::{Budget, Reason};
use combien::solve::{Outcome, count};
use combien::symmetry::{self, Symmetries};
use combien::transfer::{self, Automaton, Series, Slices, TransferError};
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
    let mut members = members(text, 1);
    Strip::find(0, |_| Ok::<_, StripError>(members.next().unwrap().tiling), &Budget::UNLIMITED)
}

fn automaton(strip: &Strip) -> Automaton {
    Automaton::new(&strip.slices, 100_000, &Budget::UNLIMITED).unwrap()
}

fn series(text: &str) -> Series {
    let strip = found(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Series::of(&automaton(&strip), strip.first as usize, &Budget::UNLIMITED).unwrap()
}

/// The coefficients of a polynomial, or of a product in parentheses: `1 - 4*x + x^2`, `(1 - x)^2(1 + x)`.
fn polynomial(text: &str) -> Vec<i128> {
    let text = text.replace(' ', "");
    if !text.starts_with('(') {
        let mut coefficients = vec![];
        let signed = text.replace('-', "+-");
        for term in signed.split('+').filter(|term| !term.is_empty()) {
            let (factor, power) = term.split_once('x').map_or((term, 0), |(factor, power)| {
                (factor, power.strip_prefix('^').map_or(1, |power| power.parse().unwrap()))
            });
            let factor = match factor.trim_end_matches('*') {
                "" => 1,
                "-" => -1,
                factor => factor.parse().unwrap(),
            };
            coefficients.resize(coefficients.len().max(power + 1), 0);
            coefficients[power] += factor;
        }
        return coefficients;
    }
    let mut product = vec![1];
    for factor in text.split('(').skip(1) {
        let (factor, times) = factor.split_once(')').unwrap();
        let times = times.strip_prefix('^').map_or(1, |times| times.parse().unwrap());
        (0..times).for_each(|_| product = multiplied(&product, &polynomial(factor)));
    }
    product
}

fn multiplied(one: &[i128], other: &[i128]) -> Vec<i128> {
    let mut product = vec![0; one.len() + other.len() - 1];
    for (place, a) in one.iter().enumerate() {
        other.iter().enumerate().for_each(|(other, b)| product[place + other] += a * b);
    }
    product
}

fn numbers(of: &[impl ToString]) -> Vec<i128> {
    of.iter().map(|number| number.to_string().parse().unwrap()).collect()
}

const DOMINO: &str = "{**} ~sym";

fn strip_of(height: u32, pieces: &str) -> String {
    format!("problem p<n> = constant (n, {height}) true [{pieces}]")
}

/// A source, a family, the power of x that stands for the x of the quotient, and the quotient.
type Published = (&'static str, String, usize, &'static str, &'static str);

fn assert_published((source, text, power, p, q): Published) {
    let series = series(&text);
    assert_eq!(common_degree(&series), 0, "{source}: {series}");
    let [p, q] = [p, q].map(|text| {
        let of = polynomial(text);
        let mut spread = vec![0; (of.len() - 1) * power + 1];
        of.iter().enumerate().for_each(|(place, &coefficient)| spread[place * power] = coefficient);
        spread
    });
    let (numerator, denominator) = (numbers(series.numerator()), numbers(series.denominator()));
    assert_eq!(multiplied(&numerator, &q), multiplied(&p, &denominator), "{source}: {series}");
    assert!(denominator.len() <= q.len(), "{source}: {series}");
}

/// Published quotients, each with the power of x that stands for its x.
#[test]
fn generating_functions_are_those_published() {
    let straight = |length| format!("{{{}}} ~sym", "*".repeat(length));
    let squares = (1..=7).map(|side| format!("{{{}}}", vec!["*".repeat(side); side].join("$")));
    let squares = squares.collect::<Vec<_>>().join(", ");
    let (with_2x2, tetrominoes) = (
        format!("{}, {{**$**}}", straight(3)),
        "{****} ~sym, {**$**} ~sym, {***$.*.} ~sym, {***$*..} ~sym, {**.$.**} ~sym",
    );
    [
        // Klarner and Pollack, "Domino tilings of rectangles with fixed width", Discrete Mathematics 32,
        // 1980.
        ("A001835", strip_of(3, DOMINO), 2, "1 - x", "1 - 4*x + x^2"),
        ("A005178", strip_of(4, DOMINO), 1, "1 - x^2", "1 - x - 5*x^2 - x^3 + x^4"),
        ("A003775", strip_of(5, DOMINO), 2, "1 - 7*x + 7*x^2 - x^3", "1 - 15*x + 32*x^2 - 15*x^3 + x^4"),
        (
            "A028468",
            strip_of(6, DOMINO),
            1,
            "(x^2-2*x-1)(x^4+2*x^3-3*x^2-2*x+1)",
            "(1-x)(1+x)(x^3-5*x^2+6*x-1)(x^3+6*x^2+5*x+1)",
        ),
        (
            "A028469",
            strip_of(7, DOMINO),
            2,
            "-x^7+35*x^6-277*x^5+727*x^4-727*x^3+277*x^2-35*x+1",
            "x^8-56*x^7+672*x^6-2632*x^5+4094*x^4-2632*x^3+672*x^2-56*x+1",
        ),
        // Mathar, arXiv:1311.6135 and 1406.7788; Aggarwal and Ram, arXiv:2206.04437.
        ("A236576", strip_of(5, &straight(3)), 3, "(1-x)^2", "1-6*x+3*x^2-x^3"),
        (
            "A236577",
            strip_of(6, &straight(3)),
            1,
            "(1-x^3)^2(-x^2+1-x^3)",
            "-x^10+x^12+x^11+10*x^6-5*x^9-3*x^8+x^7+x^4-7*x^3+5*x^5-x^2-x+1",
        ),
        ("A236579", strip_of(5, &straight(4)), 4, "(1-x)^3", "-6*x+1+6*x^2-4*x^3+x^4"),
        ("A236580", strip_of(6, &straight(4)), 4, "(1-x)^3", "-7*x+1+6*x^2-4*x^3+x^4"),
        (
            "A236582",
            strip_of(8, &straight(4)),
            1,
            "(1-x)^3(x+1)^3(x^2+1)^3(x^6-x^4-x^3-x^2+1)",
            "-x^2-13*x^10-5*x^18+8*x^6-x-x^20-9*x^4+16*x^8-13*x^12-2*x^19+1+10*x^14+5*x^7+6*x^15-6*x^11+x^22+6*x^16\
             +x^17+2*x^5-2*x^13",
        ),
        // Heinz, in the OEIS.
        (
            "A202536",
            strip_of(4, &with_2x2),
            1,
            "(-1)(x^3+x-1)(x^18-3*x^15+x^14+7*x^12-3*x^11-11*x^9+3*x^8+12*x^6-x^5-6*x^3+1)(x-1)^2(x^2+x+1)^2",
            "x^30-x^29+x^28-5*x^27+5*x^26-4*x^25+19*x^24-12*x^23+8*x^22-56*x^21+14*x^20-10*x^19+119*x^18-2*x^17\
             +18*x^16-174*x^15-19*x^14-35*x^13+173*x^12+31*x^11+44*x^10-115*x^9-23*x^8-29*x^7+48*x^6+8*x^5+9*x^4\
             -11*x^3-x^2-x+1",
        ),
        (
            "A219926",
            strip_of(7, &squares),
            1,
            "(-1)(6*x^18-x^17-9*x^16+13*x^15+20*x^14-35*x^13-47*x^12-76*x^11-145*x^10-127*x^9-8*x^8+64*x^7+96*x^6\
             +68*x^5+7*x^4-10*x^3-13*x^2-2*x+1)",
            "6*x^25+11*x^24-9*x^23-10*x^22+39*x^21+12*x^20-70*x^19-281*x^18-403*x^17-110*x^16-118*x^15-790*x^14\
             -179*x^13+466*x^12+327*x^11+669*x^10+1028*x^9+231*x^8-45*x^7-284*x^6-273*x^5-61*x^4+45*x^3+31*x^2\
             +3*x-1",
        ),
        (
            "A174248",
            strip_of(4, tetrominoes),
            1,
            "(-1)(x^31+3*x^30-2*x^29-7*x^28-25*x^27-78*x^26+23*x^25+116*x^24+217*x^23+604*x^22-21*x^21-556*x^20\
             -649*x^19-1621*x^18-175*x^17+727*x^16+523*x^15+1707*x^14+236*x^13-470*x^12-143*x^11-749*x^10\
             -133*x^9+166*x^8+15*x^7+126*x^6+27*x^5-23*x^4-x^3-6*x^2-x+1)",
            "x^35+3*x^34-3*x^33-13*x^32-50*x^31-123*x^30+39*x^29+225*x^28+659*x^27+1476*x^26+60*x^25-1102*x^24\
             -2600*x^23-6047*x^22-489*x^21+2786*x^20+3210*x^19+9566*x^18+1102*x^17-3349*x^16-1620*x^15-6885*x^14\
             -1053*x^13+1970*x^12+414*x^11+2258*x^10+469*x^9-548*x^8-76*x^7-290*x^6-77*x^5+54*x^4+8*x^3+8*x^2\
             +2*x-1",
        ),
        // Kings that do not attack each other: 2x2 squares among single cells (Heubach 1999).
        ("A054854", strip_of(4, "{**$**}, {*}"), 1, "1-x", "1-2*x-3*x^2+2*x^3"),
        // A prism of bricks (Mathar, arXiv:1406.7788, eq. 37).
        (
            "A028447",
            "problem3 p<n> = constant (n, 3, 2) true [{**} ~sym]".to_owned(),
            1,
            "-1+3*x+7*x^2-16*x^3-14*x^4+16*x^5+7*x^6-3*x^7-x^8",
            "(x^2-x-1)(x^8+7*x^7-13*x^6-48*x^5+28*x^4+48*x^3-13*x^2-7*x+1)",
        ),
    ]
    .into_iter()
    .for_each(assert_published);
}

/// More of them.
#[test]
fn other_generating_functions_are_those_published() {
    let straight = |length| format!("{{{}}} ~sym", "*".repeat(length));
    [
        // Mathar, arXiv:1311.6135 and 1406.7788.
        (
            "A236578",
            strip_of(7, &straight(3)),
            3,
            "(x-1)^2(-x^15+14*x^14-104*x^13+527*x^12-1971*x^11+5573*x^10-11973*x^9+19465*x^8-23695*x^7+21166*x^6\
             -13512*x^5+5915*x^4-1685*x^3+291*x^2-27*x+1)",
            "-17*x^17+293180*x^8-236178*x^7+142400*x^6-62621*x^5+19420*x^4-4062*x^3+533*x^2-38*x+x^18+1+151*x^16\
             -946*x^15+4558*x^14-17135*x^13+50164*x^12-114198*x^11+202080*x^10-277277*x^9",
        ),
        ("A236583", strip_of(8, "{***$***} ~sym"), 3, "(-1+x)^2", "x^3-x^4+1-3*x"),
        // Moore, arXiv:math/9905012; the first one is 2^n.
        ("A000079", strip_of(2, "{**$*.} ~sym"), 3, "1", "1-2*x"),
        ("A046984", strip_of(4, "{**$*.} ~sym"), 3, "1-6*x", "1-10*x+22*x^2+4*x^3"),
        // Heinz, in the OEIS.
        ("A003520", strip_of(5, &straight(5)), 1, "1", "1-x-x^5"),
        (
            "A247124",
            strip_of(5, &format!("{}, {{***$*.*}} ~sym, {{.*.$***$.*.}}", straight(5))),
            1,
            "(-1)(x-1)^2(x^4+x^3+x^2+x+1)^2",
            "x^15+x^13+x^11-3*x^10-2*x^8-2*x^6+6*x^5+x^3+x-1",
        ),
    ]
    .into_iter()
    .for_each(assert_published);
}

/// The degree of the greatest common divisor of numerator and denominator modulo 2^31 - 1, by Euclid. As the
/// prime does not divide the first coefficients, it is no smaller than that over the rationals.
fn common_degree(series: &Series) -> usize {
    const PRIME: i128 = (1 << 31) - 1;
    fn residues(of: &[impl ToString]) -> Vec<i128> {
        let residue = |text: String| {
            let (sign, digits) = text.strip_prefix('-').map_or((1, &text[..]), |digits| (-1, digits));
            let size = digits.bytes().fold(0, |sum, digit| (10 * sum + i128::from(digit - b'0')) % PRIME);
            (sign * size).rem_euclid(PRIME)
        };
        of.iter().map(ToString::to_string).map(residue).collect()
    }
    let [mut one, mut other] = [residues(series.numerator()), residues(series.denominator())];
    assert!(other.last() != Some(&0) && one.last() != Some(&0), "another prime is needed");
    while let Some(&first) = one.last() {
        while other.len() >= one.len() {
            // Cross-multiplication needs no inverse.
            let (factor, shift) = (other[other.len() - 1], other.len() - one.len());
            for entry in &mut other {
                *entry = *entry * first % PRIME;
            }
            for (entry, a) in other[shift..].iter_mut().zip(&one) {
                *entry = (*entry - factor * a).rem_euclid(PRIME);
            }
            while other.last() == Some(&0) {
                other.pop();
            }
        }
        std::mem::swap(&mut one, &mut other);
    }
    other.len() - 1
}

/// Single numbers of tables of tilings: the row and the column, by families of strips.
#[test]
fn numbers_are_those_of_published_tables() {
    for (source, pieces, numbers) in [
        // Right trominoes and squares of side 2.
        (
            "A219946",
            "{**$*.} ~sym, {**$**}",
            &[
                (2, 9, 16),
                (4, 7, 92),
                (4, 9, 560),
                (5, 8, 1128),
                (5, 9, 384),
                (6, 9, 46824),
                (7, 9, 253_952),
                (8, 8, 652_036),
            ][..],
        ),
        // Dominoes and trominoes of any shape: A364457, whose numbers from 4 x 4 on were corrected in 2025.
        (
            "A364155",
            "{**} ~sym, {***} ~sym, {**$*.} ~sym",
            &[
                (2, 7, 280),
                (3, 7, 17300),
                (4, 4, 1352),
                (4, 7, 1_075_397),
                (4, 20, 3_856_491_950_197_255_757u64),
            ],
        ),
        // Dominoes and right trominoes, squares.
        (
            "A219994",
            "{**} ~sym, {**$*.} ~sym",
            &[(2, 2, 2), (3, 3, 8), (4, 4, 380), (5, 5, 21272), (6, 6, 5_350_806), (7, 7, 3_238_675_344)],
        ),
        // Cells, and stairs of six that are not turned.
        (
            "A394479",
            "{*}, {*$**$***}",
            &[(3, 3, 2), (4, 4, 5), (5, 5, 15), (6, 6, 84), (7, 7, 684), (8, 8, 7221)],
        ),
        // Kings that do not attack each other, on boards that are a cell smaller.
        (
            "A063443",
            "{*}, {**$**}",
            &[(3, 3, 5), (5, 5, 314), (6, 6, 6427), (7, 7, 202_841), (8, 8, 12_727_570)],
        ),
    ] {
        for &(height, length, number) in numbers {
            let found = series(&strip_of(height, pieces)).term(length, &Budget::UNLIMITED).unwrap();
            assert_eq!(found.to_string(), number.to_string(), "{source}: {height} x {length}");
        }
    }
}

/// First terms, where no quotient was found in print.
#[test]
fn terms_are_those_published() {
    for (source, text, from, terms) in [
        // Faase 1998.
        (
            "A028470",
            strip_of(8, DOMINO),
            1,
            "1 34 153 2245 14824 167089 1292697 12988816 108435745 1031151241 8940739824 82741005829 731164253833 \
             6675498237130 59554200469113 540061286536921 4841110033666048 43752732573098281 393139145126822985 \
             3547073578562247994 31910388243436817641 287665106926232833093 2589464895903294456096",
        ),
        // Matchings of a strip of height 5, that is dominoes and empty cells (Lundow 1996).
        (
            "A033508",
            "problem p<n> = constant (n, 5) true ~gaps [{**} ~sym]".to_owned(),
            0,
            "1 8 228 5096 120465 2810694 65805403 1539222016 36012826776 842518533590 19711134149599 461148537211748 \
             10788744980331535 252406631116215534 5905146419664967132 138153075553825008696",
        ),
        // Dominoes on a cylinder of circumference 4, and in a box of 2 by 2 (Graham, Knuth and Patashnik,
        // Concrete Mathematics, chapter 7).
        (
            "A006253",
            "problem p<n> = cylinder constant (4, n) true [{**} ~sym]".to_owned(),
            0,
            "1 2 9 32 121 450 1681 6272 23409 87362 326041 1216800 4541161 16947842 63250209 236052992",
        ),
        (
            "A006253",
            "problem3 p<n> = constant (2, 2, n) true [{**} ~sym]".to_owned(),
            0,
            "1 2 9 32 121 450 1681 6272 23409 87362 326041 1216800 4541161 16947842 63250209 236052992",
        ),
        // Row sums of A247708: pentominoes of any kind, any number of times.
        (
            "A247708",
            "include <pentominoes> problem p<n> = constant (n, 5) true pentominoes ~times 0..".to_owned(),
            1,
            "1 5 56 501 4006 27950",
        ),
    ] {
        let terms: Vec<&str> = terms.split_whitespace().collect();
        let found = series(&text).terms(from + terms.len());
        let found: Vec<String> = found[from..].iter().map(ToString::to_string).collect();
        assert_eq!(found, terms, "{source}");
    }
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
    assert_eq!(numbers(&primitive(2).terms(6)), [0, 1, 1, 0, 0, 0]);
    assert_eq!(numbers(&primitive(3).terms(9)), [0, 0, 3, 0, 2, 0, 2, 0, 2]);
}

fn up_to_symmetry(text: &str) -> Series {
    let strip = found(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let turns = strip.turns().unwrap_or_else(|| panic!("{text}: no motions"));
    transfer::up_to(&strip.slices, &turns, 100_000, &Budget::UNLIMITED, &|_| {}).unwrap()
}

/// Dominoes on 2 rows up to symmetry, where the square of side 2 has only the motions of a rectangle: A001224.
/// Squares of all sides on 3 rows: A359019.
#[test]
fn numbers_up_to_symmetry_are_those_published() {
    let terms = numbers(&up_to_symmetry(&strip_of(2, DOMINO)).terms(18)[1..]);
    assert_eq!(terms, [1, 2, 2, 4, 5, 9, 12, 21, 30, 51, 76, 127, 195, 322, 504, 826, 1309]);
    let terms = numbers(&up_to_symmetry(&strip_of(3, "{*}, {**$**}, {***$***$***}")).terms(16));
    assert_eq!(terms, [1, 1, 2, 3, 6, 10, 21, 39, 82, 163, 347, 717, 1533, 3232, 6927, 14748]);
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
        let terms = series.terms(most + 1);
        for (n, member) in (1..=most).zip(members(&text, 1)).filter(|(n, _)| *n != other) {
            let encoding = member.tiling.encode().unwrap();
            let automorphisms = member.tiling.automorphisms(&encoding);
            let unlimited = &Budget::UNLIMITED;
            let group = Symmetries::generated_by(&encoding.problem, automorphisms, unlimited).unwrap();
            let counted = symmetry::count_by_either(&encoding.problem, &group, unlimited, None).unwrap();
            let Outcome::Answer(counted) = counted.outcome else { unreachable!("there is no limit") };
            assert_eq!(counted.to_string(), terms[n].to_string(), "{text} for n = {n}");
        }
        let far = series.terms(200).pop().unwrap().to_string();
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
    let mats: Vec<i128> = numbers(&three.terms(27)).into_iter().skip(2).step_by(2).collect();
    assert_eq!(mats, [3, 4, 6, 10, 16, 26, 42, 68, 110, 178, 288, 466, 754]);
    let predicate = room(3, DOMINO).replace("also 0..3 at every vertex", "where crossroads 0");
    assert_eq!(series(&predicate), three);
    let two = series(&room(2, DOMINO));
    assert_eq!(numbers(&two.terms(16)[1..]), [1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 88, 129, 189, 277]);
    let hexagons =
        "problem p<n> = constant hex (n, 3) true [hex {**} ~sym, hex {*}] also 0..2 at every vertex";
    let gaps = "problem p<n> = constant (n, 3) true ~gaps [{**} ~sym] also 0..3 at every vertex";
    for text in [room(3, DOMINO), room(4, "{**} ~sym, {*}"), gaps.to_owned(), hexagons.to_owned()] {
        let terms = series(&text).terms(10);
        for (n, member) in (1..10).zip(members(&text, 1)) {
            let counted = count(&member.tiling.encode().unwrap().problem).unwrap();
            assert_eq!(counted.to_string(), terms[n].to_string(), "{text} for n = {n}");
        }
    }
}

/// Any term, exact or modulo a number, is that of the list.
#[test]
fn far_terms_are_right() {
    let series = series(&strip_of(4, DOMINO));
    let terms = series.terms(500);
    for n in [0, 1, 2, 3, 4, 17, 100, 499] {
        let exact = series.term(n as u64, &Budget::UNLIMITED).unwrap();
        assert_eq!(exact.to_string(), terms[n].to_string());
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
        let terms = series.terms(31);
        let lengths = (1..=30).filter(|n| *n < 9 || n % 7 == 2);
        for (n, member) in (1..=30).zip(members(&text, 1)).filter(|(n, _)| lengths.clone().any(|one| one == *n)) {
            let counted = count(&member.tiling.encode().unwrap().problem).unwrap();
            prop_assert_eq!(counted.to_string(), terms[n].to_string(), "{} for n = {}", text, n);
        }
        let order = series.order();
        let terms: Vec<u64> = (0..2 * order as u64 + 7).map(|n| series.term_modulo(n, (1 << 31) - 1)).collect();
        prop_assert_eq!(rank(&terms, order + 3), order, "{}: {}", text, series);
    }
}
