//! Which options can be taken together: cheaper to tell than by a search.

use combien::problem::{Entry, Kind, OptionId, Problem};

/// What options taken have done to the items. Between two questions nothing is taken.
#[derive(Debug)]
pub(super) struct Agreement {
    /// For each item the entry that covered it last, and how often it was covered.
    uses: Vec<(Option<Entry>, u32)>,
}

impl Agreement {
    pub(super) fn new(problem: &Problem) -> Agreement {
        Agreement { uses: vec![(None, 0); problem.item_count()] }
    }

    /// Are these different options of the problem that agree, and is none of them kept out? If not, no
    /// solution has them all.
    pub(super) fn is_among(&mut self, problem: &Problem, options: &[OptionId]) -> bool {
        let is_known =
            |&option: &OptionId| option.index() < problem.option_count() && !problem.is_kept_out(option);
        if !options.iter().all(is_known) {
            return false;
        }
        let agree = options.iter().all(|&option| {
            let allows = self.allows(problem, option);
            self.take(problem, option);
            allows
        });
        self.forget(problem, options);
        agree
    }

    /// The options that agree with these, which agree with one another and are ascending; they themselves
    /// left out.
    pub(super) fn agreeing(&mut self, problem: &Problem, taken: &[OptionId]) -> Vec<OptionId> {
        for &option in taken {
            self.take(problem, option);
        }
        let is_left =
            |option: &OptionId| taken.binary_search(option).is_err() && self.allows(problem, *option);
        let left = problem.searched_options().filter(is_left).collect();
        self.forget(problem, taken);
        left
    }

    /// May this option be taken with those that were?
    fn allows(&self, problem: &Problem, option: OptionId) -> bool {
        problem.option(option).iter().all(|&entry| {
            let (last, times) = self.uses[entry.item.index()];
            match problem.kind(entry.item) {
                Kind::Primary => times < problem.bounds(entry.item).hi,
                Kind::Secondary => last.is_none_or(|last| last.agrees_with(entry)),
            }
        })
    }

    fn take(&mut self, problem: &Problem, option: OptionId) {
        for &entry in problem.option(option) {
            let (last, times) = &mut self.uses[entry.item.index()];
            (*last, *times) = (Some(entry), *times + 1);
        }
    }

    /// Undoes all that was taken: these, or the first few of them.
    fn forget(&mut self, problem: &Problem, taken: &[OptionId]) {
        for entry in taken.iter().flat_map(|&option| problem.option(option)) {
            self.uses[entry.item.index()] = (None, 0);
        }
    }
}
