//! The cost of a search that takes the items in an order, and continues separately in each part that shares
//! no item with the others.
//!
//! The steps of such a search form a tree: below a step are the parts that are left after it, and each begins
//! with its first item. What is left of a part depends only on its items that earlier options may have
//! covered. If these have w bits, there are at most 2^w cases. (Freuder and Quinn, 1985, call this a
//! pseudo-tree; Dechter and Mateescu, "AND/OR Search Spaces for Graphical Models", 2007, count the states of
//! a search along one in this way.) A sweep keeps all parts in one state, so it has far more states on boards
//! with several arms.

use super::cost::{Cost, WIDEST};
use super::lives::{Lives, NEVER};
use crate::engine::lists::Lists;
use crate::problem::{ItemId, OptionId, Problem};

/// An order of the primary items as a tree, for a search that takes the items in this order and continues
/// separately in each part that shares no item with the others. A part consists of an item and those below
/// it, which come directly after it.
///
/// ```
/// use combien::engine::order::Order;
/// use combien::problem::{ItemId, dlx};
///
/// // Dominoes on two squares of four cells that have one neighbour in common.
/// let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
/// let text = format!("m a b c d e f g h\nm a\nm e\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
/// let problem = dlx::parse("squares", &text)?.problem;
/// let order = Order::given(&problem, problem.primary_items())?;
/// let tree = order.tree();
/// assert_eq!(tree.items(), order.items());
/// assert_eq!(tree.ends(), [9, 5, 5, 5, 5, 9, 9, 9, 9], "two parts are below the first item");
/// assert!(tree.cost().states < order.cost().states);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    items: Vec<ItemId>,
    ends: Vec<u32>,
    cost: Cost,
}

impl Tree {
    pub(super) const NONE: Tree = Tree { items: vec![], ends: vec![], cost: Cost::MAX };

    /// All primary items. The items below each one come directly after it.
    pub fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// For each place in the order, the place after the last item below it.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// An upper bound on the number of different parts that the search meets, and the maximum width of a part
    /// in bits.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Is the bound on the parts at most 2^27? With memory for them, that takes a search that remembers some
    /// minutes at the worst.
    pub(crate) fn is_cheap(&self) -> bool {
        self.cost.is_low()
    }
}

/// Prices orders of the items of one problem without bounds, in memory that it keeps.
#[derive(Default)]
pub(super) struct Trees {
    /// The next item on the way to the root of each item's part; itself at the root, [`NEVER`] if it is in
    /// none.
    above: Vec<u32>,
    /// At the root of a part: the bits of its items that were met before the step, and the first step that
    /// is in it.
    bits: Vec<i64>,
    first: Vec<u32>,
    /// The step above each, and the bits of the part that begins there.
    parent: Vec<u32>,
    width: Vec<u32>,
    states: Vec<u128>,
}

impl Trees {
    /// The cost of a search along the order whose lives these are. Nearly linear in the entries of the
    /// problem.
    pub(super) fn cost(&mut self, problem: &Problem, order: &[ItemId], lives: &Lives, bits: &[u32]) -> Cost {
        let steps = lives.decided.iter().copied().zip(0..).filter(|&(step, _)| step != NEVER);
        let decided = Lists::new(order.len(), steps);
        self.grow(problem, order, lives, &decided, bits);
        let mut cost = Cost { states: 0, width: 0 };
        self.states.clear();
        for step in 0..order.len() {
            let states = match self.parent[step] {
                NEVER => 1,
                parent => {
                    let options = decided.of(parent).len().max(1);
                    let by_options = self.states[parent as usize].saturating_mul(options as u128);
                    by_options.min(1 << self.width[step].min(WIDEST))
                }
            };
            self.states.push(states);
            let width = cost.width.max(self.width[step]);
            cost = Cost { states: cost.states.saturating_add(states), width };
        }
        cost
    }

    /// The order as a tree, whose parts come one after the other.
    pub(super) fn tree(&mut self, problem: &Problem, order: &[ItemId], lives: &Lives, bits: &[u32]) -> Tree {
        let cost = self.cost(problem, order, lives, bits);
        let mut sizes = vec![1; order.len()];
        for step in (0..order.len()).rev().filter(|&step| self.parent[step] != NEVER) {
            sizes[self.parent[step] as usize] += sizes[step];
        }
        // Where the next part below each step begins; below none, at the end of the list.
        let mut next: Vec<usize> = vec![0; order.len() + 1];
        let (mut items, mut ends) = (order.to_vec(), vec![0; order.len()]);
        for (step, &item) in order.iter().enumerate() {
            let above = if self.parent[step] == NEVER { order.len() } else { self.parent[step] as usize };
            let place = next[above];
            next[above] += sizes[step];
            next[step] = place + 1;
            (items[place], ends[place]) = (item, (place + sizes[step]) as u32);
        }
        Tree { items, ends, cost }
    }

    /// Finds the parts, from the last step to the first, at which all that it reaches becomes one part.
    fn grow(&mut self, problem: &Problem, order: &[ItemId], lives: &Lives, decided: &Lists, bits: &[u32]) {
        let met = lives.of.iter().zip(0..).filter(|(life, _)| life.first < life.last);
        let met = Lists::new(order.len(), met.map(|(life, item)| (life.first, item)));
        for list in [&mut self.above, &mut self.first] {
            list.clear();
            list.resize(problem.item_count(), NEVER);
        }
        self.bits.clear();
        self.bits.resize(problem.item_count(), 0);
        self.parent.clear();
        self.parent.resize(order.len(), NEVER);
        self.width.clear();
        self.width.resize(order.len(), 0);
        for (step, item) in order.iter().enumerate().rev() {
            let own = item.index() as u32;
            self.add(own, step, lives, bits);
            for &option in decided.of(step as u32) {
                for entry in problem.option(OptionId::from_index(option as usize)) {
                    let other = entry.item.index() as u32;
                    if self.above[other as usize] == NEVER {
                        self.add(other, step, lives, bits);
                    }
                    self.join(own, other, step);
                }
            }
            let root = self.root(own) as usize;
            // The item of this step is decided here, whether it was met before or not.
            let newly_met = met.of(step as u32).iter().filter(|&&other| other != own);
            self.bits[root] -= newly_met.map(|&other| i64::from(bits[other as usize])).sum::<i64>();
            self.first[root] = step as u32;
            self.width[step] = u32::try_from(self.bits[root]).unwrap_or(0);
        }
    }

    /// Makes an item a part of its own, before a step.
    fn add(&mut self, item: u32, step: usize, lives: &Lives, bits: &[u32]) {
        let at = item as usize;
        self.above[at] = item;
        let was_met = (lives.of[at].first as usize) < step;
        self.bits[at] = if was_met { bits[at].into() } else { 0 };
    }

    /// Makes the parts of two items one, below a step.
    fn join(&mut self, one: u32, other: u32, step: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        for root in [one, other] {
            let first = std::mem::replace(&mut self.first[root as usize], NEVER);
            if first != NEVER {
                self.parent[first as usize] = step as u32;
            }
        }
        self.above[other as usize] = one;
        self.bits[one as usize] += self.bits[other as usize];
    }

    /// The root of an item's part. Halves the way to it.
    fn root(&mut self, mut item: u32) -> u32 {
        while self.above[item as usize] != item {
            let next = self.above[item as usize];
            self.above[item as usize] = self.above[next as usize];
            item = next;
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::order::Order;
    use crate::problem::Kind;
    use crate::problem::dlx::parse;

    /// The items that can be reached from one by options whose items are all at this place or later;
    /// secondary ones are at no place.
    fn part(problem: &Problem, from: ItemId, place: usize, places: &[usize]) -> Vec<ItemId> {
        let is_left = |option: &OptionId| {
            problem.option(*option).iter().all(|entry| places[entry.item.index()] >= place)
        };
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&item) = reached.get(at) {
            at += 1;
            for option in problem.options().filter(is_left) {
                let entries = problem.option(option);
                if entries.iter().any(|entry| entry.item == item) {
                    let new: Vec<_> = entries
                        .iter()
                        .map(|entry| entry.item)
                        .filter(|item| !reached.contains(item))
                        .collect();
                    reached.extend(new);
                }
            }
        }
        reached
    }

    /// By walks from each item, as the definition has it.
    fn check(problem: &Problem, order: &Order) {
        let tree = order.tree();
        let mut places = vec![usize::MAX; problem.item_count()];
        tree.items().iter().enumerate().for_each(|(place, item)| places[item.index()] = place);
        let mut width = 0;
        for (place, &item) in tree.items().iter().enumerate() {
            let part = part(problem, item, place, &places);
            let end = tree.ends()[place] as usize;
            let below = part.iter().filter(|&&item| problem.kind(item) == Kind::Primary).count();
            assert_eq!(below, end - place, "the part of place {place}");
            assert!(tree.items()[place..end].iter().all(|item| part.contains(item)));
            let was_met = |item: &&ItemId| {
                let of_item =
                    |option: &OptionId| problem.option(*option).iter().any(|entry| entry.item == **item);
                let mut options = problem.options().filter(of_item);
                options.any(|option| {
                    problem.option(option).iter().any(|entry| places[entry.item.index()] < place)
                })
            };
            width = width.max(part.iter().filter(was_met).count() as u32);
        }
        assert_eq!(tree.cost().width, width);
        assert!(tree.cost().states <= order.cost().states || tree.items() != order.items());
    }

    #[test]
    fn parts_are_what_walks_reach() {
        let mut random = 1u64;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        for _ in 0..300 {
            let (primary, secondary) = (2 + below(9), below(3));
            let options: Vec<_> = (0..below(12))
                .map(|_| {
                    let mut items = vec![below(primary), below(primary)];
                    if secondary > 0 && below(3) == 0 {
                        items.push(primary + below(secondary));
                    }
                    items.dedup();
                    items
                })
                .collect();
            let problem = Problem::from_lists(primary + secondary, Some(primary), options).unwrap();
            check(&problem, &Order::input(&problem));
            check(&problem, &Order::best(&problem));
        }
    }

    #[test]
    fn a_tree_of_corridors_has_an_order_of_its_own() {
        // Each corridor is three cells wide and two long, and opens into three others, four times over.
        let corridors = 1 + 3 + 9 + 27;
        let place = |corridor: usize, row: usize, cell: usize| (2 * corridor + row) * 3 + cell;
        let mut options = vec![];
        for (c, row, cell) in (0..6 * corridors).map(|place| (place / 6, place / 3 % 2, place % 3)) {
            if cell < 2 {
                options.push(vec![place(c, row, cell), place(c, row, cell + 1)]);
            }
            let next =
                if row == 0 { vec![(c, 1)] } else { (3 * c + 1..3 * c + 4).map(|next| (next, 0)).collect() };
            let inside = next.into_iter().filter(|&(next, _)| next < corridors);
            options.extend(
                inside.map(|(next, row_of_next)| vec![place(c, row, cell), place(next, row_of_next, cell)]),
            );
        }
        let problem = Problem::from_lists(6 * corridors, None, options).unwrap();
        let order = Order::best(&problem);
        check(&problem, &order);
        assert!(order.splits(), "{:?} {order}", order.tree().cost());
    }

    #[test]
    fn a_problem_with_bounds_has_no_tree() {
        let problem = parse("t", "a 0:2|b\na b\na\n").unwrap().problem;
        assert_eq!(Order::best(&problem).tree(), &Tree::NONE);
    }
}
