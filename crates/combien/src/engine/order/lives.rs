//! What an order of the items fixes: when an option is decided, and from when to when an item has a state.

#[cfg(test)]
use crate::problem::Kind;
use crate::problem::{ItemId, Problem};

/// "At no step": greater than all steps.
pub(crate) const NEVER: u32 = u32::MAX;

/// An item has a state after the step `first` up to and including the step `last`; it has none if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// When options are decided and items live, under an order of the primary items; step k belongs to the k-th of them.
///
/// **Invariants.** An option is decided at the step of the first of its items. A primary item lives from the first step
/// that may cover it to its own, a secondary one to the last step that may cover it.
#[derive(Clone, Debug)]
pub(crate) struct Lives {
    /// The step of each primary item; [`NEVER`] for secondary ones.
    pub(crate) rank: Vec<u32>,
    /// The step of each option; [`NEVER`] for those that are kept out.
    pub(crate) decided: Vec<u32>,
    /// The life of each item; `first` is [`NEVER`] if no option has it.
    pub(crate) of: Vec<Life>,
}

impl Lives {
    pub(crate) fn new(problem: &Problem, order: &[ItemId]) -> Lives {
        let mut lives = Lives {
            rank: vec![NEVER; problem.item_count()],
            decided: vec![NEVER; problem.option_count()],
            of: vec![],
        };
        lives.reset(problem, order);
        lives
    }

    /// The same for another order, in the same memory. Linear in the entries.
    pub(crate) fn reset(&mut self, problem: &Problem, order: &[ItemId]) {
        for (step, item) in order.iter().enumerate() {
            self.rank[item.index()] = step as u32;
        }
        self.of.clear();
        self.of.resize(problem.item_count(), Life { first: NEVER, last: 0 });
        for option in problem.searched_options() {
            let entries = problem.option(option);
            let step = entries.iter().map(|entry| self.rank[entry.item.index()]).min().unwrap_or(NEVER);
            self.decided[option.index()] = step;
            for entry in entries {
                let life = &mut self.of[entry.item.index()];
                *life = Life { first: life.first.min(step), last: life.last.max(step) };
            }
        }
        for &item in order {
            self.of[item.index()].last = self.rank[item.index()];
        }
    }

    /// The life of an item that has a state at some time.
    pub(crate) fn life(&self, item: ItemId) -> Option<Life> {
        let life = self.of[item.index()];
        (life.first < life.last).then_some(life)
    }

    #[cfg(test)]
    pub(crate) fn check_invariants(&self, problem: &Problem) {
        for option in problem.searched_options() {
            let ranks = problem.option(option).iter().map(|entry| self.rank[entry.item.index()]);
            assert_eq!(ranks.min(), Some(self.decided[option.index()]), "option {}", option.number());
            for entry in problem.option(option) {
                let Life { first, last } = self.of[entry.item.index()];
                let step = self.decided[option.index()];
                assert!(first <= step && step <= last, "item {} is dead at step {step}", entry.item.index());
                let primary = problem.kind(entry.item) == Kind::Primary;
                assert!(!primary || last == self.rank[entry.item.index()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn items_live_between_their_first_and_their_last_option() {
        let problem = parse("t", "a b c | x y\na b\nb c x\nc x\nb\nc y\n").unwrap().problem;
        let order: Vec<_> = problem.primary_items().collect();
        let mut lives = Lives::new(&problem, &order);
        lives.check_invariants(&problem);
        assert_eq!(lives.decided, [0, 1, 2, 1, 2]);
        let life = |first, last| Some(Life { first, last });
        let found: Vec<_> = problem.items().map(|item| lives.life(item)).collect();
        assert_eq!(found, [None, life(0, 1), life(1, 2), life(1, 2), None]);
        let back: Vec<_> = order.into_iter().rev().collect();
        lives.reset(&problem, &back);
        lives.check_invariants(&problem);
        assert_eq!(lives.decided, [1, 0, 0, 1, 0]);
    }
}
