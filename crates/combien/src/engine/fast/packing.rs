//! Which items are the pieces of a packing, as the options tell it.

use crate::problem::{ItemId, Kind, OptionId, Problem};

/// There are this many times as many items as pieces.
const ITEMS_A_PIECE: usize = 5;
/// To find the pieces, this many times the entries are looked at.
const TIMES: usize = 16;

/// The pieces, if the problem is a packing: few primary items, of which each option has exactly one, and
/// which meet at least half of all items in the mean. Takes time linear in the entries.
pub(super) fn pieces_of(problem: &Problem) -> Option<Vec<ItemId>> {
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

/// The pieces, if this item is one of them. An option that has none so far has one that none of the others
/// meets; if there are several of these items, it is taken to be the one with the most options.
fn grown(
    problem: &Problem,
    options_of: &[Vec<OptionId>],
    first: ItemId,
    work: &mut usize,
) -> Option<Vec<ItemId>> {
    let most = problem.primary_count() / ITEMS_A_PIECE;
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
pub(super) mod tests {
    use super::*;

    /// Bars of these lengths on a line, each with an item of its own behind the cells.
    pub(in crate::engine::fast) fn bars(cells: usize, lengths: &[usize], has_pieces: bool) -> Problem {
        let places = lengths.iter().enumerate().flat_map(|(piece, &length)| {
            let piece = has_pieces.then_some(cells + piece);
            (0..=cells - length).map(move |from| (from..from + length).chain(piece).collect::<Vec<_>>())
        });
        Problem::from_lists(cells + if has_pieces { lengths.len() } else { 0 }, None, places).unwrap()
    }

    #[test]
    fn pieces_are_what_each_option_has_one_of() {
        let mut pieces = pieces_of(&bars(10, &[4, 5], true)).unwrap();
        pieces.sort();
        assert_eq!(pieces, [10, 11].map(ItemId::from_index));
        assert_eq!(pieces_of(&bars(10, &[4, 5], false)), None);
    }
}
