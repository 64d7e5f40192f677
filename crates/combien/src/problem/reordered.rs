//! A problem with its items and options in another order.

use std::sync::Arc;

use super::{Entry, ItemId, OptionId, Parts, Problem};

impl Problem {
    /// This problem with its items in another order, and of its options only these, in this order. Linear in
    /// its entries.
    ///
    /// # Panics
    ///
    /// If `items` are not all items, each once.
    pub(crate) fn reordered(&self, items: &[ItemId], options: &[OptionId]) -> Problem {
        let mut new = vec![ItemId(u32::MAX); items.len()];
        let mut parts = Parts { color_names: self.parts.color_names.clone(), ..Parts::default() };
        for (number, &item) in (0..).zip(items) {
            let is_new = parts.item_names.intern(self.item_name(item)).1;
            assert!(is_new, "each item once");
            parts.kinds.push(self.kind(item));
            new[item.index()] = ItemId(number);
        }
        parts.bounds.extend(self.bounded_items().map(|(item, bounds)| (new[item.index()], bounds)));
        parts.entries.reserve_exact(options.iter().map(|&option| self.option(option).len()).sum());
        parts.ends.reserve_exact(options.len());
        for (number, &option) in (0..).zip(options) {
            let entries = self.option(option).iter();
            parts.entries.extend(entries.map(|&entry| Entry { item: new[entry.item.index()], ..entry }));
            parts.ends.push(parts.entries.len() as u32);
            parts.costs.push(self.cost(option));
            if self.is_kept_out(option) {
                parts.kept_out.push(OptionId(number));
            }
        }
        let last = parts.costs.iter().rposition(|&cost| cost != 0);
        parts.costs.truncate(last.map_or(0, |last| last + 1));
        parts.cost_places = if parts.costs.is_empty() { 0 } else { self.cost_places() };
        Problem { parts: Arc::new(parts) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn items_and_options_are_reordered() {
        let text = "a 2:3|b c | x y\na b x:red |2\nb y |7.5\nx\nc b x:blue\n";
        let problem = parse("t", text).unwrap().problem;
        let items = [3, 2, 0, 4, 1].map(ItemId::from_index);
        let new = problem.reordered(&items, &[3, 2, 0].map(OptionId::from_index));
        assert_eq!(new.kept_out(), [OptionId::from_index(1)]);
        let shown: Vec<String> = new.options().map(|option| new.show_option(option).to_string()).collect();
        assert_eq!(shown, ["c b x:blue", "x", "a b x:red"]);
        assert_eq!(new.options().map(|option| new.cost(option)).collect::<Vec<_>>(), [0, 0, 20]);
        for item in problem.items() {
            let there = new.item_by_name(problem.item_name(item)).unwrap();
            assert_eq!((new.kind(there), new.bounds(there)), (problem.kind(item), problem.bounds(item)));
        }
        let same: Vec<ItemId> = problem.items().collect();
        assert_eq!(problem.reordered(&same, &problem.options().collect::<Vec<_>>()), problem);
    }
}
