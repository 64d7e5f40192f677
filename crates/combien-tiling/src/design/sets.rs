//! Which sets of pieces tile a board.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tiling::{Encoding, Piece, Quantity, Tiling, TilingError};
use combien::budget::{Budget, Deadline, Reason};
use combien::count::Count;
use combien::random::SplitMix64;
use combien::solve::{self, Ending, Enumerate, Outcome, in_order};
use combien::symmetry::{self, GroupError, Symmetries};

/// The greatest number of sums that [`Sets`] keeps: pieces, times pieces in a set, times cells.
pub(crate) const MOST_SUMS: usize = 1 << 21;

/// The sets of pieces of a tiling whose sizes add up to the size of its board. A set says how often each
/// piece is used, within the quantities of the tiling.
///
/// Sets have numbers, from 0. A set is made from its number, so a search can begin anywhere, and in any
/// order.
///
/// ```
/// use std::ops::ControlFlow;
/// use combien::budget::Budget;
/// use combien_tiling::design::{Selected, Sets, Wanted, stock};
/// use combien_tiling::pieces;
/// use combien_tiling::{Board, Pattern, Tiling};
///
/// // Which three of the twelve pentominoes tile the rectangle of 3 by 5?
/// let board = Board::of(&Pattern::from_drawing("*****$*****$*****")?);
/// let tiling = Tiling::new(board, pieces::set("pentominoes").unwrap().pieces)?;
/// let sets = Sets::of(&stock(&tiling, &[])?, 3..=3)?;
/// assert_eq!(sets.number(), 220);
/// let unique = Wanted { solutions: 1..=1, up_to_symmetry: true };
/// let mut found = vec![];
/// let mut deliver = |set: Selected| {
///     found.extend(unique.has(&set).then(|| sets.words(&set.pieces)));
///     ControlFlow::Continue(())
/// };
/// sets.search(&unique, .., None, &Budget::UNLIMITED, &|| {}, &mut deliver)?;
/// assert!(found.contains(&"P U V".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sets {
    tiling: Tiling,
    /// The size of each piece, and the least and the greatest number of times that a set has it.
    pieces: Vec<(usize, usize, usize)>,
    /// The numbers of pieces and of cells that a set may have, with the number of the sets of these.
    blocks: Vec<(usize, usize, u128)>,
    /// How many ways there are to choose from the pieces behind a place: this number of pieces with this
    /// number of cells.
    sums: Vec<u128>,
    most: usize,
    cells: usize,
}

/// The tiling with its pieces as a stock for [`Sets`]: a set may have each piece as often as the tiling, and
/// needs only those that are named by their indices, once. A tiling with clues or a predicate is returned as
/// it is, and [`Sets::of`] refuses it.
pub fn stock(tiling: &Tiling, needed: &[usize]) -> Result<Tiling, TilingError> {
    if tiling.has_clues() || tiling.predicate().is_some() {
        return Ok(tiling.clone());
    }
    let mut pieces = tiling.pieces().to_vec();
    for (index, piece) in pieces.iter_mut().enumerate() {
        piece.quantity.lo = u32::from(needed.contains(&index));
    }
    Tiling::new(tiling.board().clone(), pieces)
}

/// Why there are no sets to go through.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetsError {
    /// The pieces and the board are too large: more than 2^21 sums.
    TooLarge(usize),
    /// The number of sets does not fit in 128 bits.
    TooMany,
    /// What `where` says is not obeyed here.
    Filtered,
    /// The clues of the tiling place pieces, which a set may not have.
    Clues,
    /// A tiling of a set cannot be encoded.
    Tiling(TilingError),
    /// An engine cannot take it.
    Solve(solve::Error),
    /// Its symmetries cannot be used, for this reason.
    Symmetry(String),
}

combien::errors!(SetsError {
    TooLarge(sums) =>
        "the pieces and the board are too large: {sums} sums are needed, and {MOST_SUMS} are the maximum";
    TooMany => "there are more than 2^128 sets of pieces";
    Filtered => "sets of pieces are not searched for a problem with `where`";
    Clues => "sets of pieces are not searched for a problem with clues";
    Tiling(error) => "{error}";
    Solve(error) => "{error}";
    Symmetry(error) => "{error}";
});

/// How many tilings a set must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The number of tilings, both ends included. If there are more, they are not counted to the end.
    pub solutions: RangeInclusive<u64>,
    /// Are tilings counted once that a symmetry of the board maps to each other?
    pub up_to_symmetry: bool,
}

impl Wanted {
    /// Has the set the number of tilings that is wanted?
    pub fn has(&self, set: &Selected) -> bool {
        matches!(&set.solutions, Outcome::Answer(count) if self.has_count(count))
    }

    /// Is this number of tilings wanted?
    pub(crate) fn has_count(&self, count: &Count) -> bool {
        *count >= Count::from(*self.solutions.start())
            && (*self.solutions.end() == u64::MAX || *count <= Count::from(*self.solutions.end()))
    }
}

/// A set of pieces, and its number of tilings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The number of the set.
    pub number: u128,
    /// How often it has each piece.
    pub pieces: Vec<u32>,
    /// The number of its tilings; if there are more than wanted, one more than that.
    pub solutions: Outcome<Count>,
}

impl Sets {
    /// The sets with a number of pieces in this range. Takes time and memory in proportion to the number of
    /// pieces, times the greatest number of pieces in a set, times the cells of the board.
    pub fn of(tiling: &Tiling, pieces: RangeInclusive<usize>) -> Result<Sets, SetsError> {
        if tiling.predicate().is_some() {
            return Err(SetsError::Filtered);
        }
        if tiling.has_clues() {
            return Err(SetsError::Clues);
        }
        let (cells, optional) = (tiling.board().cells().len(), tiling.board().optional().len());
        let limits = |piece: &Piece| {
            let size = piece.shape.len();
            let hi = piece.quantity.hi.map_or(usize::MAX, |hi| hi as usize);
            (size, piece.quantity.lo as usize, hi.min(cells / size))
        };
        let limits: Vec<(usize, usize, usize)> = tiling.pieces().iter().map(limits).collect();
        let smallest = limits.iter().map(|&(size, ..)| size).min().unwrap_or(1);
        let most = (*pieces.end()).min(cells / smallest);
        let sums = (limits.len() + 1).saturating_mul(most + 1).saturating_mul(cells + 1);
        if sums > MOST_SUMS {
            return Err(SetsError::TooLarge(sums));
        }
        let mut sets =
            Sets { tiling: tiling.clone(), pieces: limits, blocks: vec![], sums: vec![0; sums], most, cells };
        sets.add_up()?;
        let mut all = 0u128;
        for number in *pieces.start()..=most {
            for area in cells - optional..=cells {
                let ways = sets.sums[sets.place(0, number, area)];
                all = all.checked_add(ways).ok_or(SetsError::TooMany)?;
                if ways > 0 {
                    sets.blocks.push((number, area, ways));
                }
            }
        }
        Ok(sets)
    }

    fn place(&self, piece: usize, number: usize, area: usize) -> usize {
        (piece * (self.most + 1) + number) * (self.cells + 1) + area
    }

    /// Adds up the ways, from the last piece to the first.
    fn add_up(&mut self) -> Result<(), SetsError> {
        let end = self.place(self.pieces.len(), 0, 0);
        self.sums[end] = 1;
        for piece in (0..self.pieces.len()).rev() {
            let (size, lo, hi) = self.pieces[piece];
            for number in 0..=self.most {
                for area in 0..=self.cells {
                    let mut ways = 0u128;
                    for times in lo..=hi.min(number).min(area / size) {
                        let rest = self.sums[self.place(piece + 1, number - times, area - times * size)];
                        ways = ways.checked_add(rest).ok_or(SetsError::TooMany)?;
                    }
                    let place = self.place(piece, number, area);
                    self.sums[place] = ways;
                }
            }
        }
        Ok(())
    }

    /// How many sets there are.
    pub fn number(&self) -> u128 {
        self.blocks.iter().map(|&(.., ways)| ways).sum()
    }

    /// The set with this number: how often it has each piece. Sets with fewer pieces come first, then those
    /// with more of the first piece, and so on.
    ///
    /// # Panics
    ///
    /// Panics if there are not that many sets.
    pub fn set(&self, number: u128) -> Vec<u32> {
        let mut left = number;
        let block = self.blocks.iter().find(|&&(.., ways)| match left.checked_sub(ways) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        let &(mut pieces, mut area, _) = block.expect("there are not that many sets");
        let mut set = vec![];
        for (piece, &(size, lo, hi)) in self.pieces.iter().enumerate() {
            for times in (lo..=hi.min(pieces).min(area / size)).rev() {
                let ways = self.sums[self.place(piece + 1, pieces - times, area - times * size)];
                if let Some(rest) = left.checked_sub(ways) {
                    left = rest;
                    continue;
                }
                set.push(times as u32);
                (pieces, area) = (pieces - times, area - times * size);
                break;
            }
        }
        set
    }

    /// The names of the pieces of a set: `F I 2xL`.
    pub fn words(&self, set: &[u32]) -> String {
        let word = |(name, times)| if times == 1 { name } else { format!("{times}x{name}") };
        self.pieces(set).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The pieces of a set by name, each with how often the set has it.
    pub fn pieces(&self, set: &[u32]) -> Vec<(String, u32)> {
        let used = set.iter().enumerate().filter(|&(_, &times)| times > 0);
        used.map(|(piece, &times)| (self.tiling.piece_name(piece), times)).collect()
    }

    /// The board with the pieces of a set, each as often as the set has it.
    pub fn tiling(&self, set: &[u32]) -> Result<Tiling, TilingError> {
        let pieces = self.tiling.pieces().iter().zip(set).filter(|&(_, &times)| times > 0);
        let fixed = |(piece, &times): (&Piece, &u32)| Piece {
            quantity: Quantity { lo: times, hi: Some(times) },
            ..piece.clone()
        };
        Tiling::new(self.tiling.board().clone(), pieces.map(fixed).collect())
    }

    /// Counts the tilings of the sets with these numbers, in this order; with a seed, in a random order of
    /// all sets, in which `numbers` are places. Each set is delivered when it and all before it are
    /// known, whatever the number of threads.
    ///
    /// A limit on nodes holds for each set. The stop flag and the deadline end everything, and their reason
    /// is returned; the set in between is not delivered. `pulse` is called before each set.
    pub fn search(
        &self,
        wanted: &Wanted,
        numbers: impl std::ops::RangeBounds<u128>,
        seed: Option<u64>,
        budget: &Budget,
        pulse: &(dyn Fn() + Sync),
        deliver: &mut dyn FnMut(Selected) -> ControlFlow<()>,
    ) -> Result<Option<Reason>, SetsError> {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let all = self.number();
        let start = match numbers.start_bound() {
            Included(&start) => start,
            Excluded(&start) => start.saturating_add(1),
            Unbounded => 0,
        };
        let end = match numbers.end_bound() {
            Included(&end) => end.saturating_add(1),
            Excluded(&end) => end,
            Unbounded => all,
        };
        let mut places = start..end.min(all);
        let order = seed.map(|seed| Shuffled::new(all, seed));
        // Searches for sets behind the last one that is delivered have no use.
        let (is_over, given) = (Arc::new(AtomicBool::new(false)), budget.deadline.clone());
        let over = is_over.clone();
        let has_passed =
            move || over.load(Ordering::Relaxed) || given.as_ref().is_some_and(Deadline::has_passed);
        let threads = budget.threads();
        let each = Budget {
            threads: Some(NonZeroUsize::MIN),
            memory: Some(budget.memory() / threads as u64),
            deadline: Some(Deadline::new(has_passed)),
            ..budget.clone()
        };
        let mut ended = Ok(None);
        let next = || budget.check().is_ok().then(|| places.next()).flatten();
        let count = |place: u128| {
            pulse();
            let number = order.as_ref().map_or(place, |order| order.at(place));
            let pieces = self.set(number);
            let solutions = self.count(&pieces, wanted, &each)?;
            Ok(Selected { number, pieces, solutions })
        };
        in_order(threads, next, count, |counted: Result<Selected, SetsError>| {
            match counted {
                Ok(Selected { solutions: Outcome::Stopped { reason, .. }, .. })
                    if matches!(reason, Reason::Asked | Reason::Deadline) =>
                {
                    ended = Ok(Some(reason));
                }
                Ok(set) => {
                    if deliver(set).is_continue() {
                        return ControlFlow::Continue(());
                    }
                }
                Err(error) => ended = Err(error),
            }
            is_over.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        });
        match ended {
            // It may be stopped between two sets.
            Ok(None) if !is_over.load(Ordering::Relaxed) => Ok(budget.check().err()),
            ended => ended,
        }
    }

    fn count(&self, set: &[u32], wanted: &Wanted, budget: &Budget) -> Result<Outcome<Count>, SetsError> {
        let tiling = self.tiling(set).map_err(SetsError::Tiling)?;
        tilings(&tiling, wanted, budget)
    }
}

/// The number of tilings, or one more than is wanted if there are more.
///
/// A limit on nodes, memory or time gives what is certain.
pub fn tilings(tiling: &Tiling, wanted: &Wanted, budget: &Budget) -> Result<Outcome<Count>, SetsError> {
    let stopped = |reason| Ok(Outcome::Stopped { reason, certain: Count::ZERO });
    let encoding = match tiling.encode_within(budget) {
        Ok(encoding) => encoding,
        Err(TilingError::Stopped(reason)) => return stopped(reason),
        Err(error) => return Err(SetsError::Tiling(error)),
    };
    let problem = &encoding.problem;
    let most = wanted.solutions.end().saturating_add(1);
    if most < u64::MAX && !wanted.up_to_symmetry {
        let tally = Enumerate::of(problem).budget(budget.clone()).at_most(most).tally();
        return Ok(tally.map_err(SetsError::Solve)?.outcome);
    }
    if !wanted.up_to_symmetry {
        return Ok(solve::Count::of(problem).budget(budget.clone()).run().map_err(SetsError::Solve)?.outcome);
    }
    // Most sets have no tiling at all: that is known before there are symmetries.
    match Enumerate::of(problem).budget(budget.clone()).exists().map_err(SetsError::Solve)?.outcome {
        Outcome::Answer(true) => {}
        Outcome::Answer(false) => return Ok(Outcome::Answer(Count::ZERO)),
        Outcome::Stopped { reason, .. } => return stopped(reason),
    }
    let group = match symmetries(tiling, &encoding, budget) {
        Ok(group) => group,
        Err(GroupError::Stopped(reason)) => return stopped(reason),
        Err(error) => return Err(SetsError::Symmetry(error.to_string())),
    };
    if most == u64::MAX {
        let counted = symmetry::count_by_either(problem, &group, budget, None);
        return Ok(counted.map_err(|error| SetsError::Symmetry(error.to_string()))?.outcome);
    }
    let mut found = 0;
    let mut deliver = |_| {
        found += 1;
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let listed = symmetry::each(problem, &group, budget, None, &mut deliver);
    let listed = listed.map_err(|error| SetsError::Symmetry(error.to_string()))?;
    Ok(match listed.ending {
        Ending::Stopped(reason) if found < most => Outcome::Stopped { reason, certain: Count::from(found) },
        _ => Outcome::Answer(Count::from(found)),
    })
}

fn symmetries(tiling: &Tiling, encoding: &Encoding, budget: &Budget) -> Result<Symmetries, GroupError> {
    let automorphisms = tiling.automorphisms_within(encoding, budget).map_err(GroupError::Stopped)?;
    Symmetries::generated_by(&encoding.problem, automorphisms, budget)
}

/// The numbers below a bound in a random order, each computed from its place: a cipher of four rounds after
/// Feistel on the next even number of bits, repeated until the result is below the bound.
#[derive(Clone, Copy, Debug)]
struct Shuffled {
    bound: u128,
    /// The bits of half a number.
    half: u32,
    seed: u64,
}

impl Shuffled {
    fn new(bound: u128, seed: u64) -> Shuffled {
        let bits = u128::BITS - bound.saturating_sub(1).leading_zeros();
        Shuffled { bound, half: bits.div_ceil(2).max(1), seed }
    }

    /// The number at a place below the bound.
    fn at(&self, place: u128) -> u128 {
        let mut number = place;
        loop {
            number = self.enciphered(number);
            if number < self.bound {
                return number;
            }
        }
    }

    fn enciphered(&self, number: u128) -> u128 {
        let mask = if self.half == 64 { u64::MAX } else { (1 << self.half) - 1 };
        let (mut left, mut right) = ((number >> self.half) as u64 & mask, number as u64 & mask);
        for round in 0..4 {
            let key = SplitMix64::at(self.seed, round).word();
            (left, right) = (right, left ^ SplitMix64::new(key ^ right).word() & mask);
        }
        u128::from(left) << self.half | u128::from(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces;
    use crate::tiling::{Board, Lattice, Pattern};

    fn tiling(board: &str, pieces: Vec<Piece>) -> Tiling {
        Tiling::new(Board::of(&Pattern::from_drawing(board).unwrap()), pieces).unwrap()
    }

    fn piece(drawing: &str, lo: u32, hi: Option<u32>) -> Piece {
        let shape = Pattern::from_drawing(drawing).unwrap().shape();
        Piece::new(shape, Quantity { lo, hi }, Lattice::square().isometries())
    }

    #[test]
    fn sets_have_numbers() {
        // Of six cells: 1 to 3 dominoes, trominoes and single cells for the rest.
        let pieces = vec![piece("**", 1, None), piece("***", 0, None), piece("*", 0, None)];
        let sets = Sets::of(&tiling("***$***", pieces), 0..=9).unwrap();
        let all: Vec<Vec<u32>> = (0..sets.number()).map(|number| sets.set(number)).collect();
        let expected = [[3, 0, 0], [1, 1, 1], [2, 0, 2], [1, 0, 4]];
        assert_eq!(all, expected);
        assert_eq!(sets.words(&all[2]), "2x#1 2x#3");
        let two = Sets::of(&tiling("***$***", vec![piece("***", 0, None), piece("**", 0, Some(1))]), 2..=2)
            .unwrap();
        assert_eq!((two.number(), two.set(0)), (1, vec![2, 0]));
        // Gaps: a cell may stay empty.
        let gap = Board::of(&Pattern::from_drawing("***").unwrap())
            .with_optional(Pattern::from_drawing("*").unwrap().shape())
            .unwrap();
        let gaps = Tiling::new(gap, vec![piece("**", 0, None), piece("***", 0, None)]).unwrap();
        let gaps = Sets::of(&gaps, 0..=9).unwrap();
        assert_eq!((0..gaps.number()).map(|number| gaps.set(number)).collect::<Vec<_>>(), [[1, 0], [0, 1]]);
    }

    #[test]
    fn choices_of_pentominoes_are_binomials() {
        // Each may be left out.
        let stock = |piece: Piece| Piece { quantity: Quantity::AT_MOST_ONE, ..piece };
        let pentominoes: Vec<Piece> =
            pieces::set("pentominoes").unwrap().pieces.into_iter().map(stock).collect();
        for (rows, number) in [(1, 12), (3, 220), (5, 792), (12, 1)] {
            let board = vec!["*****"; rows].join("$");
            let sets = Sets::of(&tiling(&board, pentominoes.clone()), 0..=12).unwrap();
            assert_eq!(sets.number(), number);
            let all: std::collections::BTreeSet<_> = (0..number).map(|number| sets.set(number)).collect();
            assert_eq!(all.len() as u128, number);
        }
    }

    #[test]
    fn an_order_has_each_number_once() {
        for bound in [1, 2, 3, 100, 257] {
            for seed in 0..3 {
                let order = Shuffled::new(bound, seed);
                let all: std::collections::BTreeSet<u128> = (0..bound).map(|place| order.at(place)).collect();
                assert!(all.into_iter().eq(0..bound), "{bound}");
            }
        }
        let huge = Shuffled::new(u128::MAX, 1);
        assert_ne!(huge.at(0), huge.at(1));
    }

    #[test]
    fn tables_that_are_too_large_are_refused() {
        let board = vec!["*".repeat(100); 100].join("$");
        let error = Sets::of(&tiling(&board, vec![piece("*", 0, None)]), 0..=usize::MAX).unwrap_err();
        assert!(matches!(error, SetsError::TooLarge(_)), "{error}");
    }
}
