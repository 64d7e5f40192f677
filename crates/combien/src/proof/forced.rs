//! What is forced from the start, and an item that cannot be covered then.

use super::model::{Model, numbers};
use super::{head, sealed};
use crate::budget::{Effort, Reason};
use crate::count::Count;
use crate::problem::{ItemId, OptionId, Problem};

/// A list of items, each of which can be covered by only one option after the items before it are covered,
/// and an item that too few options are left for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Dead {
    /// The relevant forced items and their options, in an order in which each follows from those before.
    pub forced: Vec<(ItemId, OptionId)>,
    /// The item that cannot be covered.
    pub item: ItemId,
}

impl Dead {
    /// The certificate: one state, from which everything is forced.
    pub fn certificate(&self, problem: &Problem) -> Vec<u8> {
        let mut text = head(problem);
        let numbers = numbers(problem);
        text.extend(b"states ");
        let number = |item: ItemId| numbers[item.index()] + 1;
        for &(item, _) in &self.forced {
            text.extend(format!("{},", number(item)).bytes());
        }
        text.extend(format!("!{}\n", number(self.item)).bytes());
        sealed(&mut text, &Count::ZERO);
        text
    }
}

/// An item that cannot be covered after the forced options are taken. Each round takes all forced options, so
/// that chains stay short. Each round takes time proportional to the number of entries, times the words of a
/// state.
#[doc(hidden)]
pub fn dead(problem: &Problem, effort: &mut Effort<'_>) -> Result<Option<Dead>, Reason> {
    let model = match Model::new(problem, effort) {
        Err(Reason::Memory(_)) => return Ok(None),
        model => model?,
    };
    let mut chase =
        Chase { state: model.first(), taken: vec![], excluded: vec![None; problem.option_count()], model };
    let dead = loop {
        match chase.round(effort)? {
            Round::Dead(item) => break item,
            Round::Quiet => return Ok(None),
            Round::Forced => {}
        }
    };
    let items: Vec<ItemId> = by_number(problem);
    let forced = chase.needed(dead).into_iter().map(|step| {
        let (item, option) = chase.taken[step];
        (items[item as usize], OptionId::from_index(option as usize))
    });
    Ok(Some(Dead { forced: forced.collect(), item: items[dead as usize] }))
}

/// The items in the order of their numbers in certificates.
fn by_number(problem: &Problem) -> Vec<ItemId> {
    let numbers = numbers(problem);
    let mut items: Vec<ItemId> = problem.items().collect();
    items.sort_by_key(|item| numbers[item.index()]);
    items
}

struct Chase {
    model: Model,
    state: super::model::State,
    /// The items that were forced, and their options.
    taken: Vec<(u32, u32)>,
    /// The step that excluded an option.
    excluded: Vec<Option<usize>>,
}

enum Round {
    Dead(u32),
    Forced,
    Quiet,
}

impl Chase {
    /// Looks at each item once.
    fn round(&mut self, effort: &mut Effort<'_>) -> Result<Round, Reason> {
        let mut has_forced = false;
        for item in 0..self.model.primary {
            let options = &self.model.options_of[item as usize];
            effort.spend(options.iter().map(|&option| self.model.price(option)).sum::<usize>() + 1)?;
            if !self.model.is_open(&self.state, item) {
                continue;
            }
            let mut left = options.iter().filter(|&&option| self.model.fits(&self.state, option));
            let (first, more) = (left.next().copied(), left.count());
            let fitting = u64::from(first.is_some()) + more as u64;
            if fitting < self.model.need(&self.state, item) {
                return Ok(Round::Dead(item));
            }
            if let Some(option) = first.filter(|_| more == 0 && self.model.is_plain(item)) {
                self.take(item, option, effort)?;
                has_forced = true;
            }
        }
        Ok(if has_forced { Round::Forced } else { Round::Quiet })
    }

    fn take(&mut self, item: u32, option: u32, effort: &mut Effort<'_>) -> Result<(), Reason> {
        let step = self.taken.len();
        self.taken.push((item, option));
        self.model.take(&mut self.state, option);
        for &touched in self.model.items_of(option) {
            let options = &self.model.options_of[touched as usize];
            effort.spend(options.iter().map(|&option| self.model.price(option)).sum())?;
            for &other in options {
                if !self.model.fits(&self.state, other) {
                    self.excluded[other as usize].get_or_insert(step);
                }
            }
        }
        Ok(())
    }

    /// The steps that leave this item without options: those that exclude its options, and those that force
    /// these steps.
    fn needed(&self, dead: u32) -> Vec<usize> {
        let mut is_needed = vec![false; self.taken.len()];
        self.mark(dead, self.taken.len(), &mut is_needed);
        for step in (0..self.taken.len()).rev() {
            if is_needed[step] {
                self.mark(self.taken[step].0, step, &mut is_needed);
            }
        }
        (0..self.taken.len()).filter(|&step| is_needed[step]).collect()
    }

    /// Marks the steps before one that exclude options of an item. If an item with bounds may have been full,
    /// all steps that have it count.
    fn mark(&self, item: u32, before: usize, is_needed: &mut [bool]) {
        let model = &self.model;
        for &option in &model.options_of[item as usize] {
            let Some(step) = self.excluded[option as usize].filter(|&step| step < before) else { continue };
            is_needed[step] = true;
            for bounded in model.items_of(option).iter().filter(|&&item| model.is_bounded(item)) {
                let has_it = |&other: &usize| model.items_of(self.taken[other].1).contains(bounded);
                (0..step).filter(has_it).for_each(|other| is_needed[other] = true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::problem::dlx::parse;

    /// Each item of the path has two options, and the last is forced; then the one before, one in each round.
    fn path(items: usize) -> Problem {
        let names: Vec<String> = (0..items).map(|item| item.to_string()).collect();
        let options = names.windows(2).rev().map(|pair| format!("{} {}\n", pair[1], pair[0]));
        parse("path", &format!("{}\n{}0\n", names.join(" "), options.collect::<String>())).unwrap().problem
    }

    /// Does one round take at least this amount of work, and at most four times as much?
    fn assert_round_takes(problem: &Problem, work: usize) {
        let budget = Budget::UNLIMITED;
        let model = Model::new(problem, &mut Effort::within(&budget)).unwrap();
        let excluded = vec![None; problem.option_count()];
        let mut chase = Chase { state: model.first(), taken: vec![], excluded, model };
        assert!(chase.round(&mut Effort::up_to(work as u64, &budget)).is_err(), "{work}");
        assert!(chase.round(&mut Effort::up_to(4 * work as u64, &budget)).is_ok(), "{work}");
    }

    /// Whether an option fits is asked of each word of the state, and of each of its items with bounds.
    #[test]
    fn the_work_of_a_round_counts_what_is_read() {
        for items in [64, 640, 6400] {
            let words = items / 64;
            assert_round_takes(&path(items), (2 * items - 1) * (1 + words / 8));
        }
        for items in [10, 100, 1000] {
            let names: Vec<String> = (0..items).map(|item| item.to_string()).collect();
            let (bounded, option) = (names.join(" 0:2|"), names.join(" "));
            let text = format!("0:2|{bounded}\n{option}\n{option}\n{option}\n");
            let wide = parse("wide", &text).unwrap().problem;
            assert_round_takes(&wide, 3 * items * items);
        }
    }
}
