//! Families from the sets that are to be their members.

use super::{Family, Full, Store};

/// # Families from sets
impl Store {
    /// {S}: the family whose only member is the set of these items, in any order; an item named twice is there once.
    pub fn singleton(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |_| Family::EMPTY)
    }

    /// { s : s ⊆ S }: all sets of these items.
    pub fn powerset(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |rest| rest)
    }

    /// The family of these sets, each in any order.
    ///
    /// The sets are united two by two, then the pairs, and so on, so that a set takes part in few unions.
    pub fn from_sets<S: IntoIterator<Item = u32>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> Result<Family, Full> {
        // The unions of the last sets, of ever fewer of them: as many as a power of two each, as in a binary counter.
        let mut unions = vec![];
        for (sets_before, set) in sets.into_iter().enumerate() {
            let mut union = self.singleton(set)?;
            for _ in 0..sets_before.trailing_ones() {
                union = self.union(unions.pop().unwrap_or(Family::EMPTY), union)?;
            }
            unions.push(union);
        }
        unions.into_iter().try_rfold(Family::EMPTY, |sum, union| self.union(union, sum))
    }

    /// A node for each of the items, from the last to the first, with what came of those after it as `hi`.
    fn chain(
        &mut self,
        set: impl IntoIterator<Item = u32>,
        lo: impl Fn(Family) -> Family,
    ) -> Result<Family, Full> {
        let mut items: Vec<_> = set.into_iter().collect();
        items.sort_unstable();
        items.dedup();
        items.into_iter().rev().try_fold(Family::BASE, |rest, item| self.node(item, lo(rest), rest))
    }
}
