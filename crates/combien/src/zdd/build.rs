//! Families from the sets that are to be their members.

use super::{Family, Full, Store};

impl Store {
    /// {S}: the family whose only member is the set of these items, in any order; an item named twice is there once.
    pub fn singleton(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |_| Family::EMPTY)
    }

    /// { s : s ⊆ S }: all sets of these items.
    pub fn powerset(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |rest| rest)
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
