//! Numbers of the MPS format: decimals, perhaps with an exponent.

use combien::problem::{Decimal, NoDecimal};

/// A point moves by at most this many digits; more do not fit anyhow.
const MOST: i32 = 400;

/// An exact number: `3`, `-.5`, `2.`, `1e3` or `1.5D-2`.
pub(super) fn number(text: &str) -> Result<Decimal, NoDecimal> {
    let (mantissa, exponent) = match text.split_once(['e', 'E', 'd', 'D']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| NoDecimal::Form)?),
        None => (text, 0),
    };
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    if before.is_empty() && after.is_empty() {
        return Err(NoDecimal::Form);
    }
    let is_zero = digits.bytes().all(|byte| byte == b'0' || byte == b'.');
    if exponent.abs() > MOST && !is_zero {
        return Err(NoDecimal::TooLong);
    }
    let exponent = exponent.clamp(-MOST, MOST);
    let mut all = format!("{before}{after}");
    let mut point = before.len() as i32 + exponent;
    if point <= 0 {
        all.insert_str(0, &"0".repeat(1 + point.unsigned_abs() as usize));
        point = 1;
    }
    while (all.len() as i32) < point {
        all.push('0');
    }
    let (whole, rest) = all.split_at_checked(point as usize).ok_or(NoDecimal::Form)?;
    let rest = if rest.is_empty() { "0" } else { rest };
    // Zeros before a number are no digits of it.
    let whole = if whole.bytes().all(|byte| byte == b'0') { "0" } else { whole.trim_start_matches('0') };
    format!("{sign}{whole}.{rest}").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, expected) in [
            ("1", "1"),
            ("-2.50", "-2.5"),
            ("+.5", "0.5"),
            ("3.", "3"),
            ("1e3", "1000"),
            ("1.25E-2", "0.0125"),
            ("-12.5d1", "-125"),
            ("00012", "12"),
            ("0e999999", "0"),
            ("1000000e-6", "1"),
        ] {
            assert_eq!(number(text).map(|number| number.to_string()).as_deref(), Ok(expected), "{text}");
        }
        for text in ["", "-", ".", "e3", "1e", "1e3.5", "x", "1 2", "inf", "é", "1é", "--1"] {
            assert_eq!(number(text), Err(NoDecimal::Form), "{text}");
        }
        for text in ["1e30", "1e-30", "1e999999", "99999999999999999999"] {
            assert_eq!(number(text), Err(NoDecimal::TooLong), "{text}");
        }
    }
}
