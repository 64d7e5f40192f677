//! Attempts that place first what is hard to place.
//!
//! A large set of pieces fills a board from one end to the other with little trouble, until only a few pieces
//! are left: these must fill what is left exactly. So it pays to take the pieces with few placements at once,
//! and to leave for the end those that can be placed in most ways (as people who pack large sets of
//! polyominoes do). An attempt is the search of [`Long`] in this order, with the ranks of pieces a little
//! changed by chance.
//!
//! Measured on the 107 heptominoes without a hole in 107x7, these attempts alone, seeds 1 to 3: 12.1, 0.8 and
//! 15.0 million nodes of one to two microseconds, where the search for the item with the fewest options, and
//! its restarts, found nothing in a hundred seconds.

use std::sync::Arc;

use super::long::Long;
use super::packing::pieces_of;
use super::table::{Child, Rule, Table};
use crate::problem::{Entry, Problem};
use crate::random::SplitMix64;

/// Options have this many entries in the mean.
const ENTRIES: usize = 5;
/// The order of more items takes too long.
const MOST_ITEMS: usize = 1 << 13;
const MOST_CHILDREN: u32 = 1 << 12;
/// A limit on the advantage of these attempts, as a power of two.
const MOST_ADVANTAGE: u32 = 10;
/// The number of placements of a piece is taken as up to this much less or more, in percent.
const CHANCE: u64 = 15;

/// What these attempts are made of.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    problem: Problem,
    table: Arc<Table>,
    tried: Arc<Vec<Child>>,
    /// The piece of each option, and the number of options of each piece.
    piece: Arc<Vec<u32>>,
    placements: Arc<Vec<u64>>,
}

impl Pieces {
    /// `None` if the problem is no packing, is too large, or has colors.
    pub(super) fn new(problem: &Problem) -> Option<Pieces> {
        let is_long = problem.entry_count() >= ENTRIES * problem.option_count().max(1);
        if !is_long || problem.item_count() > MOST_ITEMS || problem.colors().len() > 0 {
            return None;
        }
        let items = pieces_of(problem)?;
        let (table, tried) = Table::new(problem, &items, Rule::LargestLoss, MOST_CHILDREN)?;
        let mut places = vec![None; problem.item_count()];
        (0..).zip(&items).for_each(|(place, item)| places[item.index()] = Some(place));
        let place = |entry: &Entry| places[entry.item.index()];
        let (mut piece, mut placements) = (vec![0; problem.option_count()], vec![0; items.len()]);
        for option in problem.searched_options() {
            let place: u32 = problem.option(option).iter().find_map(place)?;
            piece[option.index()] = place;
            placements[place as usize] += 1;
        }
        Some(Pieces {
            problem: problem.clone(),
            table: Arc::new(table),
            tried: Arc::new(tried),
            piece: Arc::new(piece),
            placements: Arc::new(placements),
        })
    }

    /// An attempt at its start.
    pub(super) fn begin(&self, random: &mut SplitMix64) -> Long {
        let mut chance = || 100 - CHANCE + random.word() % (2 * CHANCE);
        let placements: Vec<u64> = self.placements.iter().map(|number| number * chance()).collect();
        let mut tried = self.tried.to_vec();
        for ends in self.table.starts.windows(2) {
            let options = &mut tried[ends[0] as usize..ends[1] as usize];
            options.sort_by_key(|child| placements[self.piece[child.option.index()] as usize]);
        }
        Long::on(&self.problem, self.table.clone(), tried)
    }

    /// How many nodes of an attempt count as one of dancing cells, as a power of two. Such a node removes the
    /// options which clash with the one taken, with all their entries, and a node here looks at the children
    /// of an item. They count a quarter of what they cost, for these attempts have half of the turns of
    /// restarts only.
    pub(super) fn advantage(&self) -> u32 {
        let (options, entries) = (self.tried.len() as u64, self.problem.entry_count() as u64);
        let length = entries / options.max(1);
        let clashing = length * entries / self.problem.item_count().max(1) as u64;
        let nodes = 2 * clashing * length / (self.table.most_children() as u64).max(1);
        nodes.checked_ilog2().unwrap_or(0).min(MOST_ADVANTAGE)
    }

    /// The bytes of what all attempts share, and that each has besides.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.tried.len() * size_of::<Child>() + self.piece.len() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::packing::tests::bars;
    use super::*;
    use crate::budget::Pause;
    use crate::engine::{Listing as _, Task as _};

    /// Bars of four to twelve cells fill a line of 72: each attempt finds a way at once.
    #[test]
    fn attempts_differ_and_succeed() {
        let problem = bars(72, &[4, 5, 6, 7, 8, 9, 10, 11, 12], true);
        let pieces = Pieces::new(&problem).unwrap();
        let found = |seed| {
            let mut search = pieces.begin(&mut SplitMix64::new(seed));
            assert_eq!(search.run(1000), Pause::Solution);
            assert_eq!(search.work().nodes, 10, "a node for each piece, and the root");
            let solution = search.solution();
            crate::check::check(&problem, solution.options()).unwrap();
            solution
        };
        let solutions: std::collections::BTreeSet<_> = (0..16).map(found).collect();
        assert!(solutions.len() > 4, "{}", solutions.len());
        assert_eq!(found(3), found(3));
    }

    /// They were once ordered before the pieces, and then there were no attempts.
    #[test]
    fn an_item_that_may_stay_uncovered_is_no_hindrance() {
        let bars = bars(72, &[4, 5, 6, 7, 8, 9, 10, 11, 12], true);
        let lists = bars.options().map(|option| {
            let items = bars.option(option).iter().map(|entry| entry.item.index());
            items.chain((option.index() % 7 == 0).then_some(81)).collect::<Vec<_>>()
        });
        let problem = Problem::from_lists(82, Some(81), lists).unwrap();
        let mut search = Pieces::new(&problem).unwrap().begin(&mut SplitMix64::new(1));
        assert_eq!(search.run(100_000), Pause::Solution);
        crate::check::check(&problem, search.solution().options()).unwrap();
    }
}
