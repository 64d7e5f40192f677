//! Parts of the board that no pieces have the right size for.

use super::state::State;
use combien::problem::{ItemId, OptionId};
use combien_tiling::why::Subject;
use combien_tiling::{Encoding, Meaning};

/// What is needed to look at areas: for each option its piece and its cells.
pub(super) struct Areas<'a> {
    subject: Subject<'a>,
    encoding: &'a Encoding,
    /// For each item one that it is connected to, up to a representative of its part.
    above: Vec<usize>,
}

impl<'a> Areas<'a> {
    /// Only for tilings.
    pub(super) fn of(subject: Subject<'a>) -> Option<Areas<'a>> {
        let encoding = subject.encoding()?;
        Some(Areas { subject, encoding, above: vec![] })
    }

    fn cells(&self, option: OptionId) -> impl Iterator<Item = ItemId> {
        let items = self.subject.problem().option(option).iter().map(|entry| entry.item);
        items.filter(|&item| matches!(self.encoding.meaning(item), Meaning::Cell(_)))
    }

    fn top(&mut self, mut item: usize) -> usize {
        while self.above[item] != item {
            self.above[item] = self.above[self.above[item]];
            item = self.above[item];
        }
        item
    }

    /// The cells of a part that the pieces which are left cannot fill, because of their sizes. Two cells are
    /// in one part if a placement that is left covers both. A part with a cell that may stay empty is
    /// passed over.
    pub(super) fn unfit(&mut self, state: &State<'_>) -> Option<Vec<ItemId>> {
        let problem = self.subject.problem();
        self.above.clear();
        self.above.extend(0..problem.item_count());
        for option in state.left() {
            let Some(first) = self.cells(option).next() else { continue };
            let others: Vec<ItemId> = self.cells(option).skip(1).collect();
            for other in others {
                let (one, other) = (self.top(first.index()), self.top(other.index()));
                self.above[other] = one;
            }
        }
        let mut parts: Vec<Vec<ItemId>> = vec![vec![]; problem.item_count()];
        let mut may_have_gaps = vec![false; problem.item_count()];
        for item in problem.items().filter(|&item| matches!(self.encoding.meaning(item), Meaning::Cell(_))) {
            let top = self.top(item.index());
            if state.needs(item) > 0 {
                parts[top].push(item);
            } else if state.room(item) > 0 {
                may_have_gaps[top] = true;
            }
        }
        let mut sizes: Vec<Vec<(usize, usize)>> = vec![vec![]; problem.item_count()];
        for option in state.left() {
            let Some(first) = self.cells(option).next() else { continue };
            let top = self.top(first.index());
            // A gap is a piece of its own size that there is enough of.
            let piece = self.encoding.placement(option).map_or(usize::MAX, |placement| placement.piece);
            let size = (piece, self.cells(option).count());
            if let Err(place) = sizes[top].binary_search(&size) {
                sizes[top].insert(place, size);
            }
        }
        let pieces = self.pieces(state);
        let room = |piece: usize| pieces.get(piece).copied().unwrap_or(u32::MAX);
        let mut unfit = (0..problem.item_count()).filter(|&top| {
            let area = parts[top].len();
            !may_have_gaps[top]
                && area > 0
                && !has_sum(area, sizes[top].iter().map(|&(piece, size)| (size, room(piece))))
        });
        let top = unfit.next()?;
        Some(std::mem::take(&mut parts[top]))
    }

    /// How often each piece may still be placed.
    fn pieces(&self, state: &State<'_>) -> Vec<u32> {
        let mut pieces = vec![];
        for item in self.subject.problem().items() {
            if let Meaning::Piece(piece) = self.encoding.meaning(item) {
                if pieces.len() <= piece {
                    pieces.resize(piece + 1, u32::MAX);
                }
                pieces[piece] = state.room(item);
            }
        }
        pieces
    }
}

/// Is the number a sum of these sizes? Each comes with the maximum number of times that it may be used.
fn has_sum(total: usize, sizes: impl Iterator<Item = (usize, u32)>) -> bool {
    let mut reached = vec![false; total + 1];
    reached[0] = true;
    for (size, times) in sizes {
        // For each sum how many of these it takes at least: none, if it was reached before.
        let mut used = vec![u32::MAX; total + 1];
        for sum in 0..=total {
            used[sum] = match sum.checked_sub(size).map(|before| used[before]) {
                _ if reached[sum] => 0,
                Some(before) if before < times => before + 1,
                _ => u32::MAX,
            };
        }
        for (reached, used) in reached.iter_mut().zip(used) {
            *reached |= used != u32::MAX;
        }
    }
    reached[total]
}

#[cfg(test)]
mod tests {
    use super::has_sum;

    #[test]
    fn sums_of_sizes() {
        let sums = |sizes: &[(usize, u32)]| -> Vec<usize> {
            (0..=12).filter(|&total| has_sum(total, sizes.iter().copied())).collect()
        };
        assert_eq!(sums(&[]), [0]);
        assert_eq!(sums(&[(5, 2)]), [0, 5, 10]);
        assert_eq!(sums(&[(5, 1), (3, 2)]), [0, 3, 5, 6, 8, 11]);
        assert_eq!(sums(&[(4, u32::MAX)]), [0, 4, 8, 12]);
        assert_eq!(sums(&[(5, 1), (5, 1)]), [0, 5, 10]);
    }
}
