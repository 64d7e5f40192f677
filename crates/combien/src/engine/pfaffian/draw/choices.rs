//! From a perfect matching back to options: which of the equal ones is taken, and how an item is alone.

use crate::budget::Effort;
use crate::engine::Refusal;
use crate::problem::{Kind, OptionId, Problem};
use crate::random::SplitMix64;

use super::super::graph::{ALONE, is_free};

/// The options of each pair of items, and of each item that is alone.
#[derive(Debug)]
pub(super) struct Choices {
    /// Sorted; the second item is [`ALONE`] if there is none.
    options: Vec<([u32; 2], OptionId)>,
    /// The items that may also be left out.
    is_secondary: Vec<bool>,
}

impl Choices {
    /// Reads a problem whose options have two items or one, apart from items that constrain nothing.
    pub(super) fn of(problem: &Problem, effort: &mut Effort<'_>) -> Result<Choices, Refusal> {
        let free = is_free(problem, effort)?;
        let mut options = vec![];
        for option in problem.searched_options() {
            let items = problem.option(option).iter().map(|entry| entry.item.index());
            let mut items = items.filter(|&item| !free[item]).map(|item| item as u32);
            effort.spend(1)?;
            let Some(first) = items.next() else { continue };
            let ends = items.next().map_or([first, ALONE], |second| sorted([first, second]));
            options.push((ends, option));
        }
        options.sort_unstable();
        let is_secondary = problem.items().map(|item| problem.kind(item) == Kind::Secondary).collect();
        Ok(Choices { options, is_secondary })
    }

    /// The option that a pair of a matching stands for, each of the equal ones with the same probability;
    /// `None` if a secondary item is left out.
    pub(super) fn draw(&self, pair: [u32; 2], random: &mut SplitMix64) -> Option<OptionId> {
        let pair = sorted(pair);
        let begin = self.options.partition_point(|&(ends, _)| ends < pair);
        let equal = self.options[begin..].iter().take_while(|&&(ends, _)| ends == pair).count();
        let may_be_left_out = pair[1] == ALONE && self.is_secondary[pair[0] as usize];
        let place = match equal + usize::from(may_be_left_out) {
            0 => unreachable!("each pair of a matching has an option"),
            1 => 0,
            ways => random.place(ways),
        };
        (place < equal).then(|| self.options[begin + place].1)
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
