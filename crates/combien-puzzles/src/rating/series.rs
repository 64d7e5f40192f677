//! Puzzles that are made for a rating, and series of them from easy to hard.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::{HARDEST, Path, Rating, Subject};
use crate::clues::{Generated, Generator, Stopped};
use combien::budget::Budget;
use combien::problem::OptionId;

/// A puzzle that was made, and how a person solves it.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The puzzle.
    pub puzzle: Generated,
    /// Its path, which is complete if the puzzle was made for a rating.
    pub path: Path,
}

/// A random puzzle with at most this rating. It has no clue to spare: without any one of them it has several
/// solutions, or is harder. `None` if the problem has no solution.
///
/// One search and one path for each option of a solution. `subject` is the problem of the generator.
///
/// ```
/// use combien::budget::Budget;
/// use combien_puzzles::clues::Generator;
/// use combien_puzzles::rating::{Rating, graded};
/// use combien_puzzles::{Surface, queens};
/// use combien_tiling::why::Subject;
///
/// let eight = queens(8, Surface::Plane)?;
/// let mut generator = Generator::new(eight.problem(), 7)?;
/// let easy = Rating { tenths: 10 };
/// let made = graded(&mut generator, Subject::of(eight.problem()), easy, &Budget::UNLIMITED)?.expect("there are solutions");
/// assert_eq!(made.path.rating(), Some(easy));
/// assert_eq!(made.path.solution(), Some(made.puzzle.solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graded(
    generator: &mut Generator,
    subject: Subject<'_>,
    most: Rating,
    budget: &Budget,
) -> Result<Option<Graded>, Stopped> {
    let mut is_fit = |clues: &[OptionId]| Ok(Path::within(subject, clues, most, budget)?.is_complete());
    let Some(puzzle) = generator.fit_within(&mut is_fit, budget)? else { return Ok(None) };
    let path = Path::of(subject, &puzzle.clues, budget)?;
    Ok(Some(Graded { puzzle, path }))
}

/// The next place of a series.
#[derive(Clone, Debug)]
pub(super) enum Next {
    /// A puzzle.
    Made(Graded),
    /// No puzzle was found that is new and no easier than the last.
    NoOther,
    /// The problem has no solution.
    NoSolution,
}

/// The steps of a series, in tenths: each technique, and looks ahead of two, five, twelve and any number of
/// options.
const GRADES: [u32; 9] = [10, 12, 20, 25, 30, 42, 45, 52, 70];

/// The candidates for a place of a series, if none of them has the rating that was wanted there.
const CANDIDATES: u64 = 12;

/// A series of different puzzles from easy to hard: no puzzle has a lower rating than the one before. The
/// ratings rise as evenly as the techniques allow. Where no puzzle with a rating turns up, the hardest of a
/// dozen candidates takes its place.
#[derive(Clone, Debug)]
pub(super) struct Series {
    grades: Vec<u32>,
    least: Rating,
    length: u64,
    made: u64,
    /// The rating of the last puzzle.
    last: Rating,
    seen: BTreeSet<Vec<OptionId>>,
}

impl Series {
    /// A series of this length, with ratings in a range.
    pub(super) fn new(band: RangeInclusive<Rating>, length: u64) -> Series {
        let (least, most) = (*band.start(), (*band.end()).min(HARDEST));
        let mut grades: Vec<u32> = GRADES.to_vec();
        grades.retain(|&grade| least.tenths <= grade && grade < most.tenths);
        grades.push(most.tenths);
        Series { grades, least, length, made: 0, last: least, seen: BTreeSet::new() }
    }

    /// The series after puzzles with these clues, of which the last one has this rating. With a generator of
    /// the same [seed](Generator::seed), it goes on as the series that made them.
    #[must_use]
    pub(super) fn after(self, puzzles: impl IntoIterator<Item = Vec<OptionId>>, last: Rating) -> Series {
        let seen: BTreeSet<Vec<OptionId>> = puzzles.into_iter().collect();
        Series { made: seen.len() as u64, last: last.max(self.last), seen, ..self }
    }

    /// The ratings that are wanted at this place, counted from 0. For a single puzzle, all of them.
    fn wanted(&self, place: u64) -> RangeInclusive<Rating> {
        let (steps, most) = (self.grades.len() as u64 - 1, self.grades[self.grades.len() - 1]);
        if self.length < 2 {
            return self.least..=Rating { tenths: most };
        }
        let grade = (place.min(self.length - 1) * steps + (self.length - 1) / 2) / (self.length - 1);
        let grade = usize::try_from(grade).unwrap_or(usize::MAX).min(self.grades.len() - 1);
        let least = grade.checked_sub(1).map_or(self.least.tenths, |before| self.grades[before] + 1);
        Rating { tenths: least }..=Rating { tenths: self.grades[grade] }
    }

    /// The next puzzle, from at most this number of tries.
    pub(super) fn next(
        &mut self,
        generator: &mut Generator,
        subject: Subject<'_>,
        tries: u64,
        budget: &Budget,
    ) -> Result<Next, Stopped> {
        let wanted = self.wanted(self.made);
        let mut hardest: Option<(Rating, Graded)> = None;
        for tried in 1..=tries {
            let Some(made) = graded(generator, subject, *wanted.end(), budget)? else {
                return Ok(Next::NoSolution);
            };
            if let Some(rating) = made.path.rating()
                && rating >= self.last
                && !self.seen.contains(&made.puzzle.clues)
                && hardest.as_ref().is_none_or(|(other, _)| *other < rating)
            {
                hardest = Some((rating, made));
            }
            let is_wanted = |(rating, _): &(Rating, Graded)| tried >= CANDIDATES || wanted.contains(rating);
            if hardest.as_ref().is_some_and(is_wanted) {
                break;
            }
        }
        let Some((rating, made)) = hardest else { return Ok(Next::NoOther) };
        (self.last, self.made) = (rating, self.made + 1);
        self.seen.insert(made.puzzle.clues.clone());
        Ok(Next::Made(made))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(from: u32, to: u32, length: u64) -> Vec<(u32, u32)> {
        let series = Series::new(Rating { tenths: from }..=Rating { tenths: to }, length);
        let ends = |band: RangeInclusive<Rating>| (band.start().tenths, band.end().tenths);
        (0..length).map(|place| ends(series.wanted(place))).collect()
    }

    #[test]
    fn a_series_goes_on_after_any_puzzle() {
        let eight = crate::queens(8, crate::Surface::Plane).unwrap();
        let (subject, band) = (Subject::of(eight.problem()), Rating { tenths: 10 }..=HARDEST);
        let new = || (Generator::new(eight.problem(), 5).unwrap(), Series::new(band.clone(), 6));
        let next = |generator: &mut Generator, series: &mut Series| match series
            .next(generator, subject, 100, &Budget::UNLIMITED)
            .unwrap()
        {
            Next::Made(made) => made.puzzle.clues,
            other => panic!("{other:?}"),
        };
        let (mut generator, mut series) = new();
        let all: Vec<_> = (0..6).map(|_| next(&mut generator, &mut series)).collect();
        let (mut generator, mut series) = new();
        for made in &all {
            series = Series::new(band.clone(), 6).after(series.seen, series.last);
            generator = Generator::new(eight.problem(), generator.seed()).unwrap();
            assert_eq!(next(&mut generator, &mut series), *made);
        }
    }

    #[test]
    fn a_series_goes_through_all_grades() {
        assert_eq!(wanted(10, 30, 5), [(10, 10), (11, 12), (13, 20), (21, 25), (26, 30)]);
        assert_eq!(wanted(10, 30, 3), [(10, 10), (13, 20), (26, 30)]);
        assert_eq!(wanted(12, 20, 4), [(12, 12), (12, 12), (13, 20), (13, 20)]);
        assert_eq!(wanted(10, 70, 2), [(10, 10), (53, 70)]);
        assert_eq!(wanted(20, 43, 1), [(20, 43)]);
        // A range without a grade inside, and one beyond the hardest.
        assert_eq!(wanted(55, 60, 2), [(55, 60), (55, 60)]);
        assert_eq!(wanted(70, 99, 2), [(70, 70), (70, 70)]);
    }
}
