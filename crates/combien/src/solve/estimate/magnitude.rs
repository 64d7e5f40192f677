//! Numbers of any size, to the dozen digits that an estimate needs.

use std::fmt;
use std::ops::{Add, Mul};

/// A number that is zero or positive, kept as its natural logarithm: a search tree may have more nodes than
/// the greatest floating number. Good for a dozen digits, and fewer where it is huge.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    ln: f64,
}

impl Magnitude {
    /// Zero.
    pub const ZERO: Magnitude = Magnitude { ln: f64::NEG_INFINITY };
    /// One.
    pub const ONE: Magnitude = Magnitude { ln: 0.0 };
    /// Greater than all numbers.
    pub(crate) const INFINITE: Magnitude = Magnitude { ln: f64::INFINITY };

    /// The number whose natural logarithm this is.
    pub fn from_ln(ln: f64) -> Magnitude {
        Magnitude { ln }
    }

    /// Its natural logarithm; minus infinity for zero.
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// Its logarithm to base ten; minus infinity for zero.
    pub fn log10(self) -> f64 {
        self.ln / std::f64::consts::LN_10
    }

    /// The number itself; infinity, if it is too large.
    pub fn to_f64(self) -> f64 {
        self.ln.exp()
    }

    /// Is it zero?
    pub(crate) fn is_zero(self) -> bool {
        self == Magnitude::ZERO
    }

    /// Is it a number, and not greater than all of them?
    pub fn is_finite(self) -> bool {
        self.ln < f64::INFINITY
    }

    /// The product with this number.
    #[must_use]
    pub fn times(self, factor: f64) -> Magnitude {
        self * Magnitude::from(factor)
    }
}

impl From<f64> for Magnitude {
    /// A number from zero on.
    fn from(number: f64) -> Magnitude {
        Magnitude { ln: number.ln() }
    }
}

impl Mul for Magnitude {
    type Output = Magnitude;

    fn mul(self, other: Magnitude) -> Magnitude {
        if self.is_zero() || other.is_zero() {
            return Magnitude::ZERO;
        }
        Magnitude { ln: self.ln + other.ln }
    }
}

impl Add for Magnitude {
    type Output = Magnitude;

    fn add(self, other: Magnitude) -> Magnitude {
        let (less, more) = if self.ln < other.ln { (self.ln, other.ln) } else { (other.ln, self.ln) };
        if less == f64::NEG_INFINITY || more == f64::INFINITY {
            return Magnitude { ln: more };
        }
        Magnitude { ln: more + (less - more).exp().ln_1p() }
    }
}

impl fmt::Display for Magnitude {
    /// Three digits, because no estimate has more: `0.25`, `7`, `812`, `93,400`, `1.2e34`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if !self.is_finite() {
            return f.write_str("infinite");
        }
        let mut power = self.log10().floor();
        let mut digits = (10f64.powf(self.log10() - power) * 100.0).round();
        if digits >= 1000.0 {
            (digits, power) = (100.0, power + 1.0);
        }
        if !(-3.0..6.0).contains(&power) {
            let text = format!("{}", digits / 100.0);
            return write!(f, "{text}e{power}");
        }
        let number = digits * 10f64.powf(power - 2.0);
        if number < 100.0 {
            // Rounded, because a tenth is no binary fraction.
            return write!(f, "{}", (number * 1e5).round() / 1e5);
        }
        let text = format!("{}", number.round());
        match text.len() {
            4.. => write!(f, "{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
            _ => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_and_multiplied() {
        let of = |number: f64| Magnitude::from(number);
        let near = |a: Magnitude, b: f64| (a.to_f64() - b).abs() <= 1e-9 * b;
        assert!(
            near(of(3.0) + of(4.0), 7.0) && near(of(4.0) + of(3.0), 7.0) && near(of(3.0) * of(4.0), 12.0)
        );
        assert!((Magnitude::ZERO + Magnitude::ZERO).is_zero() && near(Magnitude::ZERO + of(5.0), 5.0));
        assert!((of(0.0) * of(5.0)).is_zero() && (Magnitude::ZERO * Magnitude::INFINITE).is_zero());
        assert!(
            Magnitude::ZERO < of(0.5) && of(0.5) < Magnitude::ONE && Magnitude::ONE < Magnitude::INFINITE
        );
        // 10 to the 400 does not fit a floating-point number.
        let huge = of(1e200) * of(1e200);
        assert!((huge.log10() - 400.0).abs() < 1e-9 && huge.is_finite() && huge.to_f64().is_infinite());
        assert!(((huge + huge).log10() - 400.0 - 2f64.log10()).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_readable() {
        let text = |number: f64| Magnitude::from(number).to_string();
        let numbers =
            [0.0, 0.25, 1.0, 7.0, 12.345, 100.0, 812.4, 999.6, 93_421.0, 999_499.0, 999_999.0, 1.2e34];
        let texts =
            ["0", "0.25", "1", "7", "12.3", "100", "812", "1,000", "93,400", "999,000", "1e6", "1.2e34"];
        assert_eq!(numbers.map(text), texts.map(str::to_owned));
        assert_eq!((Magnitude::from(1.5e200) * Magnitude::from(1e200)).to_string(), "1.5e400");
        assert_eq!(Magnitude::INFINITE.to_string(), "infinite");
        assert_eq!(text(0.000_012), "1.2e-5");
    }
}
