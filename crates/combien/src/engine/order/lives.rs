//! The schedule that an order of the items fixes: the step at which each option is decided, and the steps
//! between which each item has a state.

#[cfg(test)]
use crate::problem::Kind;
use crate::problem::{Entry, ItemId, Problem};

/// "At no step": greater than all steps.
pub(crate) const NEVER: u32 = u32::MAX;

/// An item has a state after the step `first` up to and including the step `last`; it has none if they are
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// When options are decided and items live, under an order of the primary items. Each has a step; one that
/// may be covered several times has one for each option that is decided at it, to take it or leave it, and a
/// last one, when it must be covered often enough.
///
/// **Invariants.** An option is decided at a step of the first of its items. A primary item lives from the
/// first step that may cover it to its own, a secondary one to the last step that may cover it.
#[derive(Clone, Debug)]
pub(crate) struct Lives {
    /// The step of each primary item, the last if it has several; [`NEVER`] for secondary ones.
    pub(crate) rank: Vec<u32>,
    /// The step of each option; [`NEVER`] for excluded ones.
    pub(crate) decided: Vec<u32>,
    /// The life of each item; `first` is [`NEVER`] if no option has it.
    pub(crate) of: Vec<Life>,
    /// The number of steps.
    pub(crate) steps: usize,
}

impl Lives {
    pub(crate) fn new(problem: &Problem, order: &[ItemId]) -> Lives {
        let mut lives = Lives::of_none(problem);
        lives.reset(problem, order);
        lives
    }

    /// Memory for the schedules of orders.
    pub(super) fn of_none(problem: &Problem) -> Lives {
        let (rank, decided) = (vec![NEVER; problem.item_count()], vec![NEVER; problem.option_count()]);
        Lives { rank, decided, of: vec![], steps: 0 }
    }

    /// Makes it the schedule of another order, in the same memory. Linear in the entries.
    pub(crate) fn reset(&mut self, problem: &Problem, order: &[ItemId]) {
        for (step, item) in order.iter().enumerate() {
            self.rank[item.index()] = step as u32;
        }
        self.steps = order.len();
        let has_bounds = problem.has_bounds();
        if has_bounds && !order.is_empty() {
            self.give_steps(problem, order);
        }
        self.of.clear();
        self.of.resize(problem.item_count(), Life { first: NEVER, last: 0 });
        for option in problem.searched_options() {
            let entries = problem.option(option);
            if !has_bounds {
                self.decided[option.index()] = self.first_rank(entries);
            }
            let step = self.decided[option.index()];
            for entry in entries {
                let life = &mut self.of[entry.item.index()];
                *life = Life { first: life.first.min(step), last: life.last.max(step) };
            }
        }
        for &item in order {
            self.of[item.index()].last = self.rank[item.index()];
        }
    }

    fn first_rank(&self, entries: &[Entry]) -> u32 {
        entries.iter().map(|entry| self.rank[entry.item.index()]).min().unwrap_or(NEVER)
    }

    /// Gives each item its steps, and each option one of the steps of its first item.
    fn give_steps(&mut self, problem: &Problem, order: &[ItemId]) {
        let takes_several: Vec<bool> = order.iter().map(|&item| problem.bounds(item).hi > 1).collect();
        let mut steps = vec![0; order.len()];
        for option in problem.searched_options() {
            let place = self.first_rank(problem.option(option));
            self.decided[option.index()] = place;
            steps[place as usize] += u32::from(takes_several[place as usize]);
        }
        let (mut next, mut end) = (vec![], 0);
        for (&item, steps) in order.iter().zip(steps) {
            next.push(end);
            end += steps + 1;
            self.rank[item.index()] = end - 1;
        }
        self.steps = end as usize;
        for option in problem.searched_options() {
            let place = self.decided[option.index()] as usize;
            self.decided[option.index()] = next[place];
            next[place] += u32::from(takes_several[place]);
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
            let first = problem.option(option).iter().map(|entry| self.rank[entry.item.index()]).min();
            let step = Some(self.decided[option.index()]);
            assert!(first >= step && (problem.has_bounds() || first == step), "option {}", option.number());
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

    #[test]
    fn an_item_that_is_covered_several_times_has_several_steps() {
        let problem = parse("t", "a 0:2|b c | x y\na b\nb c x\nc x\nb\nc y\n").unwrap().problem;
        let order: Vec<_> = problem.primary_items().collect();
        let lives = Lives::new(&problem, &order);
        lives.check_invariants(&problem);
        assert_eq!((lives.decided.as_slice(), lives.steps), ([0, 1, 4, 2, 4].as_slice(), 5));
        assert_eq!(order.iter().map(|item| lives.rank[item.index()]).collect::<Vec<_>>(), [0, 3, 4]);
    }
}
