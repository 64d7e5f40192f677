//! Puzzles of a problem, one after the other, as they were asked for.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::series::{Next, Series};
use super::{Graded, HARDEST, Path, Rating, Request, Saved, Subject, graded};
use crate::clues::{Generated, Generator, Stopped};
use combien::budget::Budget;
use combien::problem::OptionId;

/// Makes different puzzles: those of the command, of Python and of the page.
#[doc(hidden)]
pub struct Setter {
    generator: Generator,
    clues: RangeInclusive<usize>,
    band: Option<RangeInclusive<Rating>>,
    series: Option<Series>,
    tries: u64,
    /// The tries since the last puzzle.
    in_vain: u64,
    seen: BTreeSet<Vec<OptionId>>,
}

/// The result of a try.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Try {
    /// A puzzle, and how a person solves it if its rating was asked for.
    Made(Generated, Option<Path>),
    /// A puzzle that is known, or is not as asked for.
    PassedOver,
    /// There was no other puzzle in all tries; in a series, none that is at least as hard as the last.
    NoOther,
    /// There will be no other: the problem has one solution, and so its only puzzle has no clue.
    OnlyOne,
    /// The problem has no solution.
    NoSolution,
}

impl Setter {
    /// The puzzles of a generator after those that were saved, which were asked for in the same way. The
    /// generator goes on where they ended.
    pub fn new(generator: Generator, request: &Request<'_>, saved: Option<&Saved>) -> Setter {
        let Request { clues, band, series, tries, .. } = request;
        let seen: BTreeSet<_> = saved.into_iter().flat_map(Saved::puzzles).map(<[_]>::to_vec).collect();
        let series = series.map(|length| {
            let band = band.clone().unwrap_or(Rating { tenths: 0 }..=HARDEST);
            let series = Series::new(band, length);
            saved.map_or(series.clone(), |saved| series.after(seen.clone(), saved.last()))
        });
        Setter {
            generator,
            clues: clues.clone(),
            band: band.clone(),
            series,
            tries: *tries,
            in_vain: 0,
            seen,
        }
    }

    /// The seed of a generator that makes what this one makes next.
    pub fn seed(&self) -> u64 {
        self.generator.seed()
    }

    /// Tries to make the next puzzle. `subject` is the problem of the generator.
    ///
    /// # Errors
    ///
    /// If the budget ends it.
    pub fn next(&mut self, subject: Subject<'_>, budget: &Budget) -> Result<Try, Stopped> {
        if let Some(series) = &mut self.series {
            return Ok(match series.next(&mut self.generator, subject, self.tries, budget)? {
                Next::Made(Graded { puzzle, path }) => Try::Made(puzzle, Some(path)),
                Next::NoOther => Try::NoOther,
                Next::NoSolution => Try::NoSolution,
            });
        }
        let made = match &self.band {
            Some(band) => graded(&mut self.generator, subject, *band.end(), budget)?
                .map(|Graded { puzzle, path }| (puzzle, Some(path))),
            None => self.generator.minimal_within(budget)?.map(|puzzle| (puzzle, None)),
        };
        let Some((puzzle, path)) = made else { return Ok(Try::NoSolution) };
        let rating = path.as_ref().and_then(Path::rating);
        let is_rated =
            self.band.as_ref().is_none_or(|band| rating.is_some_and(|rating| band.contains(&rating)));
        let count = puzzle.clues.len();
        if is_rated && self.clues.contains(&count) && self.seen.insert(puzzle.clues.clone()) {
            self.in_vain = 0;
            return Ok(Try::Made(puzzle, path));
        }
        self.in_vain += 1;
        Ok(match count {
            0 => Try::OnlyOne,
            _ if self.in_vain == self.tries => Try::NoOther,
            _ => Try::PassedOver,
        })
    }
}
