//! Items that can be removed, because others imply them.

use super::reducer::Reducer;
use crate::problem::{Entry, ItemId, Kind};

impl Reducer<'_> {
    /// Tests one more item, the last one first, so that the first of equal items stays. Returns whether there
    /// was one.
    ///
    /// Testing each item once is enough: removing an item does not change which options clash, and its
    /// condition is still implied by the item because of which it was removed.
    pub(super) fn look_at_rest(&mut self) -> bool {
        let problem = self.lists.problem;
        let rest = self.rest.get_or_insert_with(|| problem.items().collect());
        let Some(item) = rest.pop() else { return false };
        self.removed.work += 1;
        if !self.lists.is_open(item) {
            return true;
        }
        let goes = match problem.kind(item) {
            Kind::Primary => self.lists.is_to_be_covered(item) && self.is_implied(item),
            Kind::Secondary => self.is_loose(item),
        };
        if goes {
            self.lists.close(item);
            match problem.kind(item) {
                Kind::Primary => self.removed.implied += 1,
                Kind::Secondary => self.removed.loose += 1,
            }
        }
        true
    }

    /// Has another primary item the same options?
    ///
    /// It is enough that it has all options of this one and the same number. Further options could not be
    /// chosen, and the test of this item would have removed them.
    fn is_implied(&mut self, item: ItemId) -> bool {
        let live = self.lists.live(item);
        self.is_within_another(item, |reducer, other| {
            reducer.lists.is_to_be_covered(other) && reducer.lists.live(other) == live
        })
    }

    /// Does every clash on this secondary item also happen elsewhere? This holds if it has at most one
    /// option, if all options give it the same color, or if they all have another item too, without
    /// color.
    fn is_loose(&mut self, item: ItemId) -> bool {
        let live = self.lists.live(item);
        live <= 1
            || self.has_one_color(item)
            || self.is_within_another(item, |reducer, other| reducer.lists.live(other) >= live)
    }

    fn has_one_color(&mut self, item: ItemId) -> bool {
        let problem = self.lists.problem;
        let mut looked_at = 0;
        let mut colors = self.lists.options(item).iter().map(|&option| {
            let entries = problem.option(option);
            looked_at += entries.len() as u64;
            entries.iter().find(|entry| entry.item == item).and_then(|entry| entry.color)
        });
        let first = colors.next().flatten();
        let has_one = first.is_some() && colors.all(|color| color == first);
        self.removed.work += looked_at;
        has_one
    }

    /// Do all options of the item share another allowed item without color?
    fn is_within_another(&mut self, item: ItemId, will_do: impl Fn(&Reducer<'_>, ItemId) -> bool) -> bool {
        !self.common(item, will_do).is_empty()
    }

    /// The other allowed items that all options of the item have without color. Usually there are none, and
    /// the second option already shows it.
    pub(super) fn common(
        &mut self,
        item: ItemId,
        will_do: impl Fn(&Reducer<'_>, ItemId) -> bool,
    ) -> Vec<Entry> {
        let options = self.lists.options(item).to_vec();
        let Some((&first, others)) = options.split_first() else { return vec![] };
        let will_do =
            |entry: &Entry| entry.color.is_none() && entry.item != item && will_do(self, entry.item);
        let mut common: Vec<Entry> = self.lists.exclusive_entries(first).filter(will_do).collect();
        for &option in others {
            if common.is_empty() {
                break;
            }
            self.removed.work += self.lists.problem.option(option).len() as u64;
            self.item_marks.mark(self.lists.open_entries(option));
            common.retain(|&entry| self.item_marks.is_plain(entry));
        }
        common
    }
}
