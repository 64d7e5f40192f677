//! All solutions by the definition: each option is left out or taken, in order.

use combien::problem::{Entry, Kind, OptionId, Problem};

/// Cases that take more steps are passed over.
const MOST_STEPS: u64 = 200_000;
/// And those with more solutions.
const MOST_SOLUTIONS: usize = 1_500;

/// All solutions, each ascending, in order; `None` if there are too many of them or of the steps.
pub(super) fn solutions(problem: &Problem) -> Option<Vec<Vec<usize>>> {
    // How often each option and the later ones cover each item.
    let mut behind = vec![vec![0; problem.item_count()]];
    for option in problem.options().rev() {
        let mut times = behind[behind.len() - 1].clone();
        problem.option(option).iter().for_each(|entry| times[entry.item.index()] += 1);
        behind.push(times);
    }
    behind.reverse();
    let covered = vec![vec![]; problem.item_count()];
    let mut search = Search { problem, behind, covered, taken: vec![], found: vec![], steps: 0 };
    search.from(0).then(|| {
        search.found.sort();
        search.found
    })
}

struct Search<'p> {
    problem: &'p Problem,
    behind: Vec<Vec<u32>>,
    covered: Vec<Vec<Entry>>,
    taken: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps: u64,
}

impl Search<'_> {
    /// Is it at its end, within the limits?
    fn from(&mut self, option: usize) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > MOST_SOLUTIONS {
            return false;
        }
        let problem = self.problem;
        let is_hopeless = problem.primary_items().any(|item| {
            let most = self.covered[item.index()].len() as u64 + u64::from(self.behind[option][item.index()]);
            most < u64::from(problem.bounds(item).lo)
        });
        if is_hopeless {
            return true;
        }
        if option == problem.option_count() {
            self.found.push(self.taken.clone());
            return true;
        }
        if !self.from(option + 1) {
            return false;
        }
        let entries = problem.option(OptionId::from_index(option));
        let has_primary = entries.iter().any(|entry| problem.kind(entry.item) == Kind::Primary);
        if !has_primary || !entries.iter().all(|entry| self.allows(*entry)) {
            return true;
        }
        for &entry in entries {
            self.covered[entry.item.index()].push(entry);
        }
        self.taken.push(option);
        let is_done = self.from(option + 1);
        self.taken.pop();
        for entry in entries {
            self.covered[entry.item.index()].pop();
        }
        is_done
    }

    fn allows(&self, entry: Entry) -> bool {
        let before = &self.covered[entry.item.index()];
        match self.problem.kind(entry.item) {
            Kind::Primary => (before.len() as u64) < u64::from(self.problem.bounds(entry.item).hi),
            Kind::Secondary => before.iter().all(|other| entry.color.is_some() && other.color == entry.color),
        }
    }
}
