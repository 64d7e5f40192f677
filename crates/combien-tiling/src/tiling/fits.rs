//! Which colors fit each other where two sides meet.

use std::fmt;

use super::labels::{color_of, fitting};

/// The rule by which colors of sides fit each other: the usual one, [`fitting`], or pairs of colors, each of
/// which fits the other one and nothing else. So numbers whose sum is given where pieces meet are pairs, too.
///
/// ```
/// use combien_tiling::Fits;
///
/// let dice = Fits::sum(7)?;
/// assert_eq!([dice.mate('1'), dice.mate('7'), dice.mate('8')], [Some('6'), Some('0'), None]);
/// assert_eq!(Fits::pairs("ab cc")?.mate('c'), Some('c'));
/// assert_eq!(Fits::default().mate('('), Some(')'));
/// # Ok::<(), combien_tiling::FitsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    /// Each color of a pair and the other one, in both directions, ascending. `None` is the usual rule.
    pairs: Option<Vec<(char, char)>>,
}

/// Why a rule is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FitsError {
    /// There is no pair.
    Empty,
    /// A word that is not two colors.
    NoPair(String),
    /// A color that is to fit two different ones.
    Two(char, [char; 2]),
    /// Two digits never have this sum.
    Sum(i64),
}

combien::errors!(FitsError {
    Empty => "there is no pair of colors";
    NoPair(word) => "`{}` is no pair of colors", word.escape_debug();
    Two(color, [one, other]) => "the color `{color}` fits one color, not both `{one}` and `{other}`";
    Sum(sum) => "two digits have a sum from 0 to 18, not {sum}";
});

impl Fits {
    /// The rule of these pairs of colors, which are separated by spaces: `16 25 34`. A color that fits itself
    /// is a pair, `11`.
    pub fn pairs(text: &str) -> Result<Fits, FitsError> {
        let mut pairs: Vec<(char, char)> = vec![];
        for word in text.split_whitespace() {
            let colors: Vec<char> = word.chars().collect();
            let &[one, other] = colors.as_slice() else { return Err(FitsError::NoPair(word.to_owned())) };
            if [one, other].iter().any(|&color| !matches!(color_of(color), Ok(Some(_)))) {
                return Err(FitsError::NoPair(word.to_owned()));
            }
            for (color, mate) in [(one, other), (other, one)] {
                match pairs.iter().find(|&&(known, _)| known == color) {
                    None => pairs.push((color, mate)),
                    Some(&(_, before)) if before != mate => {
                        return Err(FitsError::Two(color, [before, mate]));
                    }
                    Some(_) => {}
                }
            }
        }
        if pairs.is_empty() {
            return Err(FitsError::Empty);
        }
        pairs.sort_unstable();
        Ok(Fits { pairs: Some(pairs) })
    }

    /// The rule that digits fit if they have this sum: with 7, 1 fits 6, and 0 fits 7.
    pub fn sum(sum: i64) -> Result<Fits, FitsError> {
        let digits = ('0'..='9').zip(0..).filter_map(|(digit, number)| {
            let mate = u8::try_from(sum.checked_sub(number)?).ok().filter(|&mate| mate < 10)?;
            Some((digit, char::from(b'0' + mate)))
        });
        let pairs: Vec<(char, char)> = digits.collect();
        if pairs.is_empty() { Err(FitsError::Sum(sum)) } else { Ok(Fits { pairs: Some(pairs) }) }
    }

    /// Is it the usual rule?
    #[doc(hidden)]
    pub fn is_usual(&self) -> bool {
        self.pairs.is_none()
    }

    /// The only color that fits this one; `None` if no pair has it. The color fits its mate, too.
    #[doc(hidden)]
    pub fn mate(&self, color: char) -> Option<char> {
        match &self.pairs {
            None => Some(fitting(color)),
            Some(pairs) => {
                let at = pairs.binary_search_by_key(&color, |&(known, _)| known).ok()?;
                Some(pairs[at].1)
            }
        }
    }

    /// The mate of a color of a [tiling](super::Tiling), which has been checked: each of its colors is in a
    /// pair.
    pub(crate) fn known_mate(&self, color: char) -> char {
        self.mate(color).unwrap_or(color)
    }
}

/// The pairs, as [`Fits::pairs`] reads them; nothing for the usual rule.
impl fmt::Display for Fits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs.iter().flatten().filter(|(one, other)| one <= other);
        for (number, (one, other)) in pairs.enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{one}{other}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_and_written() {
        let written =
            |text: &str| Fits::pairs(text).map(|fits| fits.to_string()).map_err(|error| error.to_string());
        assert_eq!(written("61  25 16 cc").as_deref(), Ok("16 25 cc"));
        assert_eq!(Fits::sum(7).unwrap().to_string(), "07 16 25 34");
        assert_eq!(Fits::sum(18).unwrap().to_string(), "99");
        assert_eq!(Fits::default().to_string(), "");
        for (text, message) in [
            (" ", "there is no pair of colors"),
            ("16 2", "`2` is no pair of colors"),
            ("162", "`162` is no pair of colors"),
            ("a.", "`a.` is no pair of colors"),
            ("16 62", "the color `6` fits one color, not both `1` and `2`"),
            ("11 12", "the color `1` fits one color, not both `1` and `2`"),
        ] {
            assert_eq!(written(text), Err(message.to_owned()), "{text}");
        }
        for sum in [-1, 19, i64::MIN, i64::MAX] {
            assert_eq!(Fits::sum(sum), Err(FitsError::Sum(sum)));
        }
    }

    /// Each color fits its mate, and is the mate of that one.
    #[test]
    fn mates_are_mutual() {
        let rules = (0..19).map(|sum| Fits::sum(sum).unwrap()).chain([Fits::default()]);
        for fits in rules {
            for mate in ('!'..='~').filter_map(|color| Some((color, fits.mate(color)?))) {
                assert_eq!(fits.mate(mate.1), Some(mate.0));
            }
        }
    }
}
