//! Series in words that PARI/GP and sympy read.

use std::fmt::{self, Write as _};

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

use super::{ByCopies, Series};

/// `(1 - x)/(1 - 4*x + x^2)`, as PARI/GP reads it.
impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |polynomial: &[BigInt]| powers(polynomial, "x");
        f.write_str(&quotient(shown(self.numerator()), shown(self.denominator())))
    }
}

/// `1/(1 - x - x^2*y)`, as PARI/GP reads it.
impl fmt::Display for ByCopies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |polynomial: Vec<Vec<BigInt>>| {
            let terms = polynomial.into_iter().enumerate().flat_map(|(x, coefficients)| {
                let term = move |(y, coefficient)| {
                    (
                        coefficient,
                        [power("x", x), power("y", y)].into_iter().flatten().collect::<Vec<_>>().join("*"),
                    )
                };
                coefficients.into_iter().enumerate().map(term)
            });
            sum(terms)
        };
        f.write_str(&quotient(shown(self.numerator()), shown(self.denominator())))
    }
}

impl Series {
    /// The recurrence as a sum: `4*a(n-1) - a(n-2)`.
    pub fn recurrence(&self) -> String {
        let terms = self.denominator().iter().enumerate().skip(1);
        sum(terms.map(|(place, coefficient)| (-coefficient, format!("a(n-{place})"))))
    }
}

impl ByCopies {
    /// The recurrence as a sum: `(1 + y)*a(n-1) - y^2*a(n-2)`.
    pub fn recurrence(&self) -> String {
        let term = |(place, coefficients): (usize, Vec<BigInt>)| {
            let minus: Vec<BigInt> = coefficients.into_iter().map(|coefficient| -coefficient).collect();
            let mut others = minus.iter().enumerate().filter(|(_, coefficient)| !coefficient.is_zero());
            let (factor, rest) = match (others.next(), others.next()) {
                (None, _) => return (BigInt::ZERO, String::new()),
                (Some((y, coefficient)), None) => (coefficient.clone(), power("y", y)),
                (Some((_, first)), Some(_)) => {
                    let sign = first.signum();
                    let rest: Vec<BigInt> = minus.iter().map(|coefficient| coefficient * &sign).collect();
                    (sign, Some(format!("({})", powers(&rest, "y"))))
                }
            };
            let rest = rest.map_or_else(String::new, |rest| rest + "*");
            (factor, format!("{rest}a(n-{place})"))
        };
        sum(self.denominator().into_iter().enumerate().skip(1).map(term))
    }
}

fn quotient(numerator: String, denominator: String) -> String {
    let grouped = |text: String| if text.contains(' ') { format!("({text})") } else { text };
    if denominator == "1" {
        grouped(numerator)
    } else {
        format!("{}/{}", grouped(numerator), grouped(denominator))
    }
}

fn power(name: &str, exponent: usize) -> Option<String> {
    (exponent > 0).then(|| if exponent == 1 { name.to_owned() } else { format!("{name}^{exponent}") })
}

fn powers(polynomial: &[BigInt], name: &str) -> String {
    let term = |(exponent, coefficient): (usize, &BigInt)| {
        (coefficient.clone(), power(name, exponent).unwrap_or_default())
    };
    sum(polynomial.iter().enumerate().map(term))
}

/// A sum of multiples of words; an empty word is a 1.
fn sum(terms: impl Iterator<Item = (BigInt, String)>) -> String {
    let mut text = String::new();
    for (coefficient, word) in terms.filter(|(coefficient, _)| !coefficient.is_zero()) {
        text += match (text.is_empty(), coefficient.sign() == Sign::Minus) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let size = coefficient.magnitude();
        _ = match (word.is_empty(), size.is_one()) {
            (true, _) => write!(text, "{size}"),
            (false, true) => write!(text, "{word}"),
            (false, false) => write!(text, "{size}*{word}"),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
