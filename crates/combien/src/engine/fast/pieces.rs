//! Attempts that place first what is hard to place.
//!
//! A large set of pieces fills a board from one end to the other with little trouble, until only a few pieces
//! are left: these must fill what is left exactly. So it pays to take the pieces with few placements at once,
//! and to leave for the end those that can be placed in most ways (as people who pack large sets of polyominoes
//! do). An attempt is the search of [`Long`] in this order, with the ranks of pieces a little changed by
//! chance.
//!
//! Measured on the 107 heptominoes without a hole in 107x7, seeds 1 to 3: 12.1, 0.8 and 15.0 million nodes of one
//! to two microseconds, where the search for the item with the fewest options, and its restarts, found nothing in
//! a hundred seconds.

use std::sync::Arc;

use super::long::Long;
use super::table::{Child, Rule, Table};
use crate::problem::{Entry, ItemId, Kind, OptionId, Problem};
use crate::random::SplitMix64;

/// Options have this many entries in the mean, and there are this many times as many items as pieces.
const ENTRIES: usize = 5;
/// The order of more items takes too long.
const MOST_ITEMS: usize = 1 << 13;
const MOST_CHILDREN: u32 = 1 << 12;
/// To find the pieces, this many times the entries are looked at.
const TIMES: usize = 16;
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
        let items = of(problem)?;
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

    /// How many nodes of an attempt count as one of dancing cells, as a power of two. Such a node removes the options
    /// which clash with the one taken, with all their entries, and a node here looks at the children of an item.
    /// They count a quarter of what they cost, for these attempts have half of the turns of restarts only.
    pub(super) fn advantage(&self) -> u32 {
        let (options, entries) = (self.tried.len() as u64, self.problem.entry_count() as u64);
        let length = entries / options.max(1);
        let clashing = length * entries / self.problem.item_count().max(1) as u64;
        let children = self.table.starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        let nodes = 2 * clashing * length / u64::from(children).max(1);
        nodes.checked_ilog2().unwrap_or(0).min(MOST_ADVANTAGE)
    }

    /// The bytes of what all attempts share, and that each has besides.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.tried.len() * size_of::<Child>() + self.piece.len() * size_of::<u32>()
    }
}

/// The pieces, if the problem is a packing: few primary items, of which each option has exactly one, and which
/// meet at least half of all items in the mean. Takes time linear in the entries.
pub(super) fn of(problem: &Problem) -> Option<Vec<ItemId>> {
    let mut options_of = vec![vec![]; problem.item_count()];
    for option in problem.searched_options() {
        for entry in problem.option(option) {
            options_of[entry.item.index()].push(option);
        }
    }
    let first = problem.searched_options().next()?;
    let mut work = TIMES * problem.entry_count();
    let mut items = problem.option(first).iter().map(|entry| entry.item);
    items.find_map(|item| grown(problem, &options_of, item, &mut work))
}

/// The pieces, if this item is one of them. An option that has none so far has one that none of the others meets;
/// if there are several of these items, it is taken to be the one with the most options.
fn grown(
    problem: &Problem,
    options_of: &[Vec<OptionId>],
    first: ItemId,
    work: &mut usize,
) -> Option<Vec<ItemId>> {
    let most = problem.primary_count() / ENTRIES;
    let mut pieces = vec![];
    // For each item the last piece that meets it, from 1; and how many items the pieces meet, added up.
    let (mut met, mut meetings) = (vec![0; problem.item_count()], 0);
    let mut has_piece = vec![false; problem.option_count()];
    for option in problem.searched_options() {
        if has_piece[option.index()] {
            continue;
        }
        let items = problem.option(option).iter().map(|entry| entry.item);
        let is_open = |item: &ItemId| met[item.index()] == 0 && problem.kind(*item) == Kind::Primary;
        let piece = if pieces.is_empty() {
            first
        } else {
            items.filter(is_open).max_by_key(|item| options_of[item.index()].len())?
        };
        pieces.push(piece);
        if pieces.len() > most {
            return None;
        }
        for &option in &options_of[piece.index()] {
            has_piece[option.index()] = true;
            let entries = problem.option(option);
            *work = work.checked_sub(entries.len())?;
            for entry in entries {
                let last = &mut met[entry.item.index()];
                meetings += usize::from(*last != pieces.len());
                *last = pieces.len();
            }
        }
    }
    (pieces.len() > 1 && 2 * meetings >= pieces.len() * (problem.primary_count() - pieces.len()))
        .then_some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Pause;
    use crate::engine::{Listing as _, Task as _};

    /// Bars of these lengths on a line, each with an item of its own behind the cells.
    fn bars(cells: usize, lengths: &[usize], has_pieces: bool) -> Problem {
        let places = lengths.iter().enumerate().flat_map(|(piece, &length)| {
            let piece = has_pieces.then_some(cells + piece);
            (0..=cells - length).map(move |from| (from..from + length).chain(piece).collect::<Vec<_>>())
        });
        Problem::from_lists(cells + if has_pieces { lengths.len() } else { 0 }, None, places).unwrap()
    }

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

    #[test]
    fn pieces_are_what_each_option_has_one_of() {
        let mut pieces = of(&bars(10, &[4, 5], true)).unwrap();
        pieces.sort();
        assert_eq!(pieces, [10, 11].map(ItemId::from_index));
        assert_eq!(of(&bars(10, &[4, 5], false)), None);
    }
}
