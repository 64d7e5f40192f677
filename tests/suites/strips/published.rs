//! Generating functions, terms and tables in print.

use combien::budget::Budget;
use combien::transfer::Series;

use super::{DOMINO, numbers, series, strip_of};

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
        // Faase 1998; the generating function is by Mathar.
        (
            "A003729",
            "problem p<n> = cylinder constant (5, 2 * n) true [{**} ~sym]".to_owned(),
            1,
            "1-8*x+8*x^2-x^3",
            "1-19*x+41*x^2-19*x^3+x^4",
        ),
        // Heinz, in the OEIS: pentominoes of one kind, and of two and three kinds.
        ("A234312", strip_of(5, "{****$*...} ~sym, {.*.$***$.*.}"), 1, "-1", "2*x^5+2*x^2-1"),
        ("A247121", strip_of(5, "{***$**.} ~sym, {***$*.*} ~sym"), 2, "4*x^3-1", "20*x^3+8*x^2+2*x-1"),
        (
            "A247125",
            strip_of(5, "{****$*...} ~sym, {***$*.*} ~sym, {.*.$***$.*.}"),
            1,
            "-1",
            "2*x^6+6*x^5+12*x^4+x^3+2*x^2-1",
        ),
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
        // Straight trominoes and squares of side 2; the last number is that of A219970.
        (
            "A219967",
            "{***} ~sym, {**$**}",
            &[(2, 8, 4), (3, 8, 19), (5, 8, 456), (6, 8, 2530), (6, 27, 22_399_013_790_607)],
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
        let found = super::terms(&series(&text), from + terms.len());
        let found: Vec<String> = found[from..].iter().map(ToString::to_string).collect();
        assert_eq!(found, terms, "{source}");
    }
}
