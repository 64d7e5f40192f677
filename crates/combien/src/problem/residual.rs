//! The residual problem after some options are chosen.

use std::collections::{BTreeMap, HashSet};

use super::{
    Bounds, BuildError, Builder, Color, Entry, ItemId, Kind, OptionId, Problem, Solution, Subproblem,
};

/// The residual problem after the options of a [`Subproblem`] are taken and refused. Its solutions, with the
/// options taken, are the solutions of the subproblem, one to one.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Residual {
    /// The residual problem. Items keep their names.
    pub problem: Problem,
    taken: Vec<OptionId>,
    /// For each of its options, the original option.
    options: Vec<OptionId>,
}

impl Residual {
    /// The remaining options, as options of the whole problem.
    pub(crate) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The solution of the whole problem that corresponds to a solution of the residual problem.
    pub(crate) fn complete(&self, rest: &Solution) -> Solution {
        let rest = rest.options().iter().map(|option| self.options[option.index()]);
        self.taken.iter().copied().chain(rest).collect()
    }
}

/// The state of an item after options were taken.
#[derive(Clone, Copy, Default)]
struct Use {
    times: u32,
    color: Option<Color>,
}

impl Subproblem {
    /// The residual problem. Returns `None` if the taken options cannot be chosen together. Takes time linear
    /// in the problem's entries.
    pub(crate) fn residual(&self, problem: &Problem) -> Result<Option<Residual>, BuildError> {
        let mut uses: BTreeMap<ItemId, Use> = BTreeMap::new();
        for option in self.taken() {
            for &entry in problem.option(option) {
                let used = uses.entry(entry.item).or_default();
                if !allows(problem, *used, entry) {
                    return Ok(None);
                }
                *used = Use { times: used.times + 1, color: entry.color };
            }
        }
        let used = |item: ItemId| uses.get(&item).copied().unwrap_or_default();
        let mut builder = Builder::new();
        let mut items = vec![None; problem.item_count()];
        for item in problem.items() {
            let (name, times) = (problem.item_name(item), used(item).times);
            let Bounds { lo, hi } = problem.bounds(item);
            items[item.index()] = match problem.kind(item) {
                Kind::Primary if times == 0 || times < hi => {
                    Some(builder.bounded(name, Bounds { lo: lo.saturating_sub(times), hi: hi - times })?)
                }
                Kind::Secondary if times == 0 => Some(builder.secondary(name)?),
                _ => None,
            };
        }
        let out: HashSet<OptionId> = self.taken().iter().chain(self.refused()).collect();
        let mut options = vec![];
        for option in problem.searched_options().filter(|option| !out.contains(option)) {
            let entries = problem.option(option);
            if !entries.iter().all(|&entry| allows(problem, used(entry.item), entry)) {
                continue;
            }
            let mut left = vec![];
            for &entry in entries {
                let Some(item) = items[entry.item.index()] else { continue };
                let color = entry.color.map(|color| builder.color(problem.color_name(color)));
                left.push(Entry { item, color });
            }
            let kept = builder.option(left)?;
            builder.cost(kept, problem.decimal_cost(option))?;
            options.push(option);
        }
        Ok(Some(Residual { problem: builder.build(), taken: self.taken().to_vec(), options }))
    }
}

/// May an option have this entry, given the taken options?
fn allows(problem: &Problem, used: Use, entry: Entry) -> bool {
    match problem.kind(entry.item) {
        Kind::Primary => used.times < problem.bounds(entry.item).hi,
        Kind::Secondary => used.times == 0 || (entry.color.is_some() && entry.color == used.color),
    }
}
