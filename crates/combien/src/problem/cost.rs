//! Costs of options: exact decimal numbers, kept as integers in units of a power of ten.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::shown;

/// The maximum number of decimal places of a cost.
pub(crate) const MOST_PLACES: u32 = 18;

/// The largest total, without its decimal point. The costs of 2^32 options sum to less than 2^95.
const MOST_TOTAL: i128 = 10i128.pow(36) - 1;

/// An exact decimal number: `units` divided by 10 to the power `places`.
///
/// ```
/// use combien::problem::Decimal;
///
/// let cost: Decimal = "-2.50".parse()?;
/// assert_eq!((cost.units(), cost.places()), (-25, 1));
/// assert_eq!(cost.to_string(), "-2.5");
/// # Ok::<(), combien::problem::NoDecimal>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// Within 64 bits, unless it is a [total](Decimal::total).
    units: i128,
    places: u32,
}

impl Decimal {
    /// `units` divided by 10 to the power `places`; zeros at the end are dropped. `None` if there are more
    /// than 18 places.
    pub fn new(units: i64, places: u32) -> Option<Decimal> {
        let (mut units, mut places) = (i128::from(units), places);
        while places > 0 && units % 10 == 0 {
            (units, places) = (units / 10, places - 1);
        }
        (places <= MOST_PLACES).then_some(Decimal { units, places })
    }

    /// A number that is compared with sums of costs, which may be larger than any cost.
    ///
    /// ```
    /// use combien::problem::Decimal;
    ///
    /// assert_eq!(Decimal::total("18446744073709551614.5")?.units(), 184467440737095516145);
    /// # Ok::<(), combien::problem::NoDecimal>(())
    /// ```
    pub fn total(text: &str) -> Result<Decimal, NoDecimal> {
        read(text, MOST_TOTAL)
            .map_err(|error| if error == NoDecimal::Form { error } else { NoDecimal::Total })
    }

    /// The number without its decimal point.
    pub fn units(self) -> i128 {
        self.units
    }

    /// How many digits stand after the decimal point: from 0 to 18.
    pub fn places(self) -> u32 {
        self.places
    }

    /// The number in units of 10 to the power `-places`. `None` if it is no whole number of them, or is
    /// beyond 64 bits.
    pub fn in_units(self, places: u32) -> Option<i64> {
        let factor = 10i128.checked_pow(places.checked_sub(self.places)?)?;
        self.units.checked_mul(factor)?.try_into().ok()
    }

    /// The sum; `None` if it is beyond 64 bits.
    pub fn checked_add(self, other: Decimal) -> Option<Decimal> {
        let places = self.places.max(other.places);
        Decimal::new(self.in_units(places)?.checked_add(other.in_units(places)?)?, places)
    }
}

impl From<i64> for Decimal {
    fn from(units: i64) -> Decimal {
        Decimal { units: units.into(), places: 0 }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self.units, self.places).fmt(f)
    }
}

/// Units of 10 to the power `-places` as a decimal number, without zeros at its end.
pub(crate) fn show(units: i128, places: u32) -> impl fmt::Display {
    shown(move |f| {
        let (mut units, mut places) = (units, places);
        while places > 0 && units % 10 == 0 {
            (units, places) = (units / 10, places - 1);
        }
        let sign = if units < 0 { "-" } else { "" };
        let whole = 10u128.pow(places);
        let (before, after) = (units.unsigned_abs() / whole, units.unsigned_abs() % whole);
        match places as usize {
            0 => write!(f, "{sign}{before}"),
            places => write!(f, "{sign}{before}.{after:0places$}"),
        }
    })
}

/// The text is not a decimal number that fits: digits, perhaps with a sign and a decimal point; at most 18 of
/// the digits after the point, and within 64 bits without the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDecimal {
    /// It is not a decimal number.
    Form,
    /// It has too many digits.
    TooLong,
    /// It has too many digits for a [total](Decimal::total).
    Total,
}

errors!(NoDecimal {
    Form => "a cost is a number such as `3`, `-4` or `2.5`";
    TooLong => "a cost has at most 18 digits after the point, and fits in 64 bits without it";
    Total => "a total has at most 18 digits after the point, and 36 in all";
});

impl FromStr for Decimal {
    type Err = NoDecimal;

    fn from_str(text: &str) -> Result<Decimal, NoDecimal> {
        // As far below zero as above, and one further.
        let most = if text.starts_with('-') { 1i128 << 63 } else { i128::from(i64::MAX) };
        read(text, most)
    }
}

/// The number that a text is, if it is at most `most` without its sign and its decimal point.
fn read(text: &str, most: i128) -> Result<Decimal, NoDecimal> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(before) || !is_number(after) {
        return Err(NoDecimal::Form);
    }
    let after = after.trim_end_matches('0');
    let places = u32::try_from(after.len()).ok().filter(|&places| places <= MOST_PLACES);
    let places = places.ok_or(NoDecimal::TooLong)?;
    let mut units = 0i128;
    for digit in before.bytes().chain(after.bytes()) {
        units = units * 10 + i128::from(digit - b'0');
        if units > most {
            return Err(NoDecimal::TooLong);
        }
    }
    Ok(Decimal { units: sign * units, places })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(i128, u32), NoDecimal> {
        text.parse::<Decimal>().map(|number| (number.units(), number.places()))
    }

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!(read("0"), Ok((0, 0)));
        assert_eq!(read("+3.140"), Ok((314, 2)));
        assert_eq!(read("-0.5"), Ok((-5, 1)));
        assert_eq!(read("9223372036854775807"), Ok((i64::MAX.into(), 0)));
        assert_eq!(read("-9223372036854775808"), Ok((i64::MIN.into(), 0)));
        assert_eq!(read("0.000000000000000001"), Ok((1, 18)));
        for text in ["", "-", ".", "1.", ".5", "1e3", "0x1", "1.2.3", "--1", "+-1", " 1", "1,5", "١"] {
            assert_eq!(read(text), Err(NoDecimal::Form), "{text}");
        }
        let total = |text: &str| Decimal::total(text).map(|number| (number.to_string(), number.in_units(0)));
        for text in ["9223372036854775808", "-18446744073709551616", &"9".repeat(36)] {
            assert_eq!(total(text), Ok((text.to_owned(), None)));
        }
        assert_eq!((total("-7"), total("x")), (Ok(("-7".to_owned(), Some(-7))), Err(NoDecimal::Form)));
        assert_eq!(
            (total(&"9".repeat(37)), total("0.0000000000000000001")),
            (Err(NoDecimal::Total), Err(NoDecimal::Total))
        );
        for text in
            ["9223372036854775808", "-9223372036854775809", "0.0000000000000000001", "92233720368547758.08"]
        {
            assert_eq!(read(text), Err(NoDecimal::TooLong), "{text}");
        }
    }

    #[test]
    fn sums_and_units_do_not_wrap() {
        let [half, most] = ["0.5", "9223372036854775807"].map(|text| text.parse::<Decimal>().unwrap());
        assert_eq!(half.checked_add(half), Decimal::new(1, 0));
        assert_eq!(most.checked_add(half), None);
        assert_eq!(most.checked_add(Decimal::from(1)), None);
        assert_eq!((half.in_units(2), half.in_units(0), most.in_units(1)), (Some(50), None, None));
    }

    #[test]
    fn numbers_are_shown_without_zeros_at_the_end() {
        let shown = [(-25, 1), (-5, 1), (5, 3), (1200, 2), (0, 5), (i128::MIN, 0)];
        let shown = shown.map(|(units, places)| show(units, places).to_string());
        assert_eq!(shown, ["-2.5", "-0.5", "0.005", "12", "0", "-170141183460469231731687303715884105728"]);
    }
}
