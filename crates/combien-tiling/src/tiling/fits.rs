//! Which colors fit each other where two sides meet.

use std::fmt;

use super::labels::{color_of, fitting};

/// The rule by which colors of sides fit each other: the usual one, [`fitting`], or pairs of colors. A color
/// fits those that it is in a pair with, and nothing else. So numbers whose sum is given where pieces meet are
/// pairs, too; and with all pairs of two different colors, pieces of one color do not touch.
///
/// ```
/// use combien_tiling::Fits;
///
/// let dice = Fits::sum(7)?;
/// assert_eq!([dice.mate('1'), dice.mate('7'), dice.mate('8')], [Some('6'), Some('0'), None]);
/// assert_eq!(Fits::pairs("ab cc")?.mate('c'), Some('c'));
/// assert_eq!(Fits::pairs("rw rb wb")?.to_string(), "br bw rw");
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
    /// Two digits never have this sum.
    Sum(i64),
}

combien::errors!(FitsError {
    Empty => "there is no pair of colors";
    NoPair(word) => "`{}` is no pair of colors", word.escape_debug();
    Sum(sum) => "two digits have a sum from 0 to 18, not {sum}";
});

impl Fits {
    /// The rule of these pairs of colors, which are separated by spaces: `16 25 34`. A color that fits itself
    /// is a pair, `11`. A color may be in several pairs: `rw rb wb` lets any two different ones fit.
    pub fn pairs(text: &str) -> Result<Fits, FitsError> {
        let mut pairs: Vec<(char, char)> = vec![];
        for word in text.split_whitespace() {
            let colors: Vec<char> = word.chars().collect();
            let &[one, other] = colors.as_slice() else { return Err(FitsError::NoPair(word.to_owned())) };
            if [one, other].iter().any(|&color| !matches!(color_of(color), Ok(Some(_)))) {
                return Err(FitsError::NoPair(word.to_owned()));
            }
            pairs.extend([(one, other), (other, one)]);
        }
        if pairs.is_empty() {
            return Err(FitsError::Empty);
        }
        pairs.sort_unstable();
        pairs.dedup();
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

    /// The only color that fits this one; `None` if no pair has it, or several. The color fits its mate, too.
    #[doc(hidden)]
    pub fn mate(&self, color: char) -> Option<char> {
        let Some(pairs) = &self.pairs else { return Some(fitting(color)) };
        let mut mates = pairs.iter().filter(|&&(known, _)| known == color);
        mates.next().filter(|_| mates.next().is_none()).map(|&(_, mate)| mate)
    }

    /// Does some color fit this one?
    #[doc(hidden)]
    pub fn has(&self, color: char) -> bool {
        self.pairs.as_ref().is_none_or(|pairs| pairs.iter().any(|&(known, _)| known == color))
    }

    /// Do the two colors fit each other?
    pub(crate) fn fit(&self, one: char, other: char) -> bool {
        match &self.pairs {
            None => fitting(one) == other,
            Some(pairs) => pairs.binary_search(&(one, other)).is_ok(),
        }
    }

    /// The pairs of these colors that do not fit, each once; `None` if each color has one mate, so that the
    /// mates can be told.
    pub(crate) fn conflicts(&self, colors: &[char]) -> Option<Vec<(char, char)>> {
        if colors.iter().all(|&color| self.mate(color).is_some()) {
            return None;
        }
        let with =
            |&one: &char| colors.iter().map(move |&other| (one, other)).filter(|(one, other)| one <= other);
        Some(colors.iter().flat_map(with).filter(|&(one, other)| !self.fit(one, other)).collect())
    }

    /// The mate of a color of a [tiling](super::Tiling); the color itself if it has several.
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
        assert_eq!(written("rw wb br wr").as_deref(), Ok("br bw rw"));
        assert_eq!(Fits::sum(7).unwrap().to_string(), "07 16 25 34");
        assert_eq!(Fits::sum(18).unwrap().to_string(), "99");
        assert_eq!(Fits::default().to_string(), "");
        for (text, message) in [
            (" ", "there is no pair of colors"),
            ("16 2", "`2` is no pair of colors"),
            ("162", "`162` is no pair of colors"),
            ("a.", "`a.` is no pair of colors"),
        ] {
            assert_eq!(written(text), Err(message.to_owned()), "{text}");
        }
        for sum in [-1, 19, i64::MIN, i64::MAX] {
            assert_eq!(Fits::sum(sum), Err(FitsError::Sum(sum)));
        }
    }

    /// Of the pairs of some colors, those that are not written conflict.
    #[test]
    fn what_does_not_fit_conflicts() {
        let conflicts = |text: &str| Fits::pairs(text).unwrap().conflicts(&['a', 'b', 'c']);
        assert_eq!(conflicts("ab cc"), None);
        assert_eq!(conflicts("ab bc ca"), Some(vec![('a', 'a'), ('b', 'b'), ('c', 'c')]));
        assert_eq!(conflicts("ab aa cc"), Some(vec![('a', 'c'), ('b', 'b'), ('b', 'c')]));
        assert_eq!(Fits::default().conflicts(&['a', '(']), None);
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
