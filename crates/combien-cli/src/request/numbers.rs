//! Ranges of numbers.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    low: usize,
    high: usize,
}

impl FromStr for Numbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        const FORMS: &str = "write a number, or a range such as 3..5, ..5 or 3..";
        let end = |text: &str, left_out| match text {
            "" => Ok(left_out),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().map_err(|_| FORMS),
            _ => Err(FORMS),
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        if text.is_empty() {
            return Err(FORMS);
        }
        let numbers = Numbers { low: end(low, 0)?, high: end(high, usize::MAX)? };
        if numbers.low > numbers.high {
            return Err("no number is in this range: write the lower end first");
        }
        Ok(numbers)
    }
}

impl Numbers {
    pub(crate) fn range(self) -> RangeInclusive<usize> {
        self.low..=self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clues_have_ends_or_none() {
        let range = |low, high| Ok(Numbers { low, high });
        assert_eq!("5".parse(), range(5, 5));
        assert_eq!("3..5".parse(), range(3, 5));
        assert_eq!("..5".parse(), range(0, 5));
        assert_eq!("3..".parse(), range(3, usize::MAX));
        assert_eq!("0..".parse(), range(0, usize::MAX));
        for text in ["", "a", "5..3", "-1", "+1", "1..2..3", "99999999999999999999", "1.5"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
    }
}
