//! What a person knows while solving: the options that are placed, and those that may still be.

use combien::problem::{ItemId, OptionId, Problem};

/// Options placed and options left. A clone shares nothing, so that a trial can be dropped.
#[derive(Clone, Debug)]
pub(super) struct State<'a> {
    problem: &'a Problem,
    /// The options of each item.
    of_item: &'a [Vec<OptionId>],
    is_left: Vec<bool>,
    /// For each item how many of its options are left.
    left: Vec<u32>,
    covered: Vec<u32>,
    placed: Vec<OptionId>,
    /// A primary item that cannot be covered any more.
    dead: Option<ItemId>,
}

impl<'a> State<'a> {
    /// At the beginning, with the [options of the items](crate::clues::options_of_items).
    pub(super) fn new(problem: &'a Problem, of_item: &'a [Vec<OptionId>]) -> State<'a> {
        let mut is_left = vec![false; problem.option_count()];
        for option in problem.searched_options() {
            is_left[option.index()] = true;
        }
        let left: Vec<u32> = of_item.iter().map(|options| options.len() as u32).collect();
        let mut state = State {
            problem,
            of_item,
            is_left,
            left,
            covered: vec![0; problem.item_count()],
            placed: vec![],
            dead: None,
        };
        state.dead = problem.primary_items().find(|&item| state.is_dead(item));
        state
    }

    /// The options that are placed, in this order.
    pub(super) fn placed(&self) -> &[OptionId] {
        &self.placed
    }

    /// The options that are left, ascending.
    pub(super) fn left(&self) -> impl Iterator<Item = OptionId> {
        self.problem.options().filter(|&option| self.has(option))
    }

    /// Is an option left?
    pub(super) fn has(&self, option: OptionId) -> bool {
        self.is_left[option.index()]
    }

    /// The options that are left for an item.
    pub(super) fn left_for(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        self.of_item[item.index()].iter().copied().filter(|&option| self.has(option))
    }

    /// How many options are left for an item.
    pub(super) fn count(&self, item: ItemId) -> u32 {
        self.left[item.index()]
    }

    /// How often an item must still be covered.
    pub(super) fn needs(&self, item: ItemId) -> u32 {
        self.problem.bounds(item).lo.saturating_sub(self.covered[item.index()])
    }

    /// How often an item may still be covered, by options without a color.
    pub(super) fn room(&self, item: ItemId) -> u32 {
        self.problem.bounds(item).hi.saturating_sub(self.covered[item.index()])
    }

    /// A primary item that cannot be covered any more.
    pub(super) fn dead(&self) -> Option<ItemId> {
        self.dead
    }

    /// Are all items covered as often as they must be? Then the options that are placed are a solution.
    pub(super) fn is_solved(&self) -> bool {
        self.problem.primary_items().all(|item| self.needs(item) == 0)
    }

    fn is_dead(&self, item: ItemId) -> bool {
        self.count(item) < self.needs(item)
    }

    /// Places an option that is left. Those that disagree with it are not left afterwards.
    pub(super) fn place(&mut self, option: OptionId) {
        self.is_left[option.index()] = false;
        self.placed.push(option);
        let problem = self.problem;
        for entry in problem.option(option) {
            self.left[entry.item.index()] -= 1;
            self.covered[entry.item.index()] += 1;
        }
        for &entry in problem.option(option) {
            let colored = entry.color.is_some();
            if !colored && self.room(entry.item) > 0 {
                continue;
            }
            for &other in &self.of_item[entry.item.index()] {
                let agrees =
                    |other: OptionId| problem.option(other).iter().all(|&with| entry.agrees_with(with));
                if self.has(other) && !(colored && agrees(other)) {
                    self.remove(other);
                }
            }
        }
    }

    /// Removes an option that is left.
    pub(super) fn remove(&mut self, option: OptionId) {
        self.is_left[option.index()] = false;
        let problem = self.problem;
        for entry in problem.option(option) {
            self.left[entry.item.index()] -= 1;
            if self.dead.is_none() && self.is_dead(entry.item) {
                self.dead = Some(entry.item);
            }
        }
    }
}
