//! What remembers is tried beside an enumeration, along the best order so far.

use super::answer;
use super::contender::Contender;
use super::turns::{FAR_MORE, UNITS_OF_A_STATE, spend, why};
use crate::budget::{Budget, Pause};
use crate::count::Count;
use crate::engine::Order;
use crate::engine::order::{Cost, OrderSearch};
use crate::problem::Problem;
use crate::solve::engine::Engine;
use crate::solve::guard::Guard;
use crate::solve::reasons;
use crate::solve::report::Report;

/// The bound on the states is mostly too high, and mostly by more than this.
const TOO_HIGH: u64 = 1 << 4;
/// What a state takes may be this many times as much as the bound says: it may have hundreds of moves.
const NOT_PRECISE: u64 = 1 << 7;
/// What has spent this tells more than the bound: about a tenth of a millisecond.
const TELLING: u64 = 1 << 13;
/// While it tells little, or seems to need far more than the enumeration, the search for an order may spend
/// as much as that has spent, and this at least: enough for a greedy one where items are few.
const WORK_FOR_GREEDY: u64 = 1 << 16;
/// Later, this part of what the trial seems to need.
const PART_FOR_BETTER: u64 = 4;
/// The trial begins anew along an order whose bound is lower by this factor.
const MUCH_BETTER: u64 = 4;
/// A trial may spend this many times what the enumeration has spent, times the ratio of what both seem to
/// need; and
const TIMES: u64 = 8;
/// this many times as much at most.
const MOST_TIMES: u64 = 1 << 6;
/// What a state takes in a search that splits, in the units of [`Contender::spent`].
const UNITS_OF_A_PART: u128 = 90;
/// There is no trial if it seems to need this many times as much as the enumeration.
const HOPELESS: u64 = 1 << 20;
/// The part of the memory for it.
const PART_OF_MEMORY: u64 = 4;

/// The trial: the sweep, or the search that remembers parts, whichever has the lower bound.
#[derive(Default)]
pub(super) struct Trial {
    begun: Option<Begun>,
    /// It cannot be set up, or needs more memory than it may have.
    is_given_up: bool,
    /// The cost of the order that was looked at last.
    seen: Option<Cost>,
}

struct Begun {
    worker: Contender,
    order: Order,
    /// What it certainly does not exceed.
    bound: u64,
    /// What it had spent, and told, about a doubling ago, and the doubling before.
    tellings: [(u64, u64); 2],
}

impl Begun {
    /// What it takes, as far as what is done tells. If that has grown while what is spent has doubled, it
    /// will grow on, unless it certainly takes less than the enumeration, which still needs `left`.
    fn told(&self, left: u64) -> u64 {
        let spent = self.worker.spent();
        if spent < TELLING {
            return self.bound;
        }
        let told = self.worker.expected();
        if self.bound <= left {
            return told.min(self.bound);
        }
        let [(at, before), older] = self.tellings;
        let before = if spent / 2 < at { older.1 } else { before };
        grown(spent, told, before).min(self.bound)
    }

    /// Keeps what it tells, once for each doubling of what is spent.
    fn look(&mut self) {
        let (spent, expected) = (self.worker.spent(), self.worker.expected());
        if spent >= TELLING && spent / 2 >= self.tellings[0].0 {
            self.tellings = [(spent, expected), self.tellings[0]];
        }
    }

    /// What it probably takes.
    fn needs(&self, left: u64) -> u64 {
        let (spent, told) = (self.worker.spent(), self.told(left));
        match self.bound / TOO_HIGH {
            // What the bound makes likely, until half of it is spent.
            likely if spent <= likely / 2 => told.min(likely),
            _ if spent < told => told,
            // A unit of one state is not that of another: what seems to be at its end may need as much again.
            _ if spent / NOT_PRECISE < self.bound => spent.saturating_mul(2),
            _ => u64::MAX,
        }
    }
}

impl Trial {
    /// What the search for an order may have spent, beside an enumeration that has spent this and still needs
    /// `left`.
    pub(super) fn worth_an_order(&self, spent: u64, left: u64) -> u64 {
        match &self.begun {
            Some(begun) if begun.worker.spent() >= TELLING && begun.needs(left) / FAR_MORE <= left => {
                begun.needs(left) / PART_FOR_BETTER
            }
            _ => spent.max(WORK_FOR_GREEDY),
        }
    }

    /// The bytes that it may take now.
    pub(super) fn memory(&self, budget: &Budget) -> u64 {
        if self.begun.is_some() { most_memory(budget) } else { 0 }
    }

    /// May it be done before an enumeration that still needs this?
    pub(super) fn is_promising(&self, left: u64) -> bool {
        self.begun.as_ref().is_some_and(|begun| begun.needs(left) <= left / 2)
    }

    /// Lets it go on as far as it is worth while beside the enumeration. Returns the count if it is done, or
    /// if weights show that there is no solution.
    pub(super) fn run(
        &mut self,
        problem: &Problem,
        orders: &mut OrderSearch<'_>,
        beside: Beside,
        guard: &mut Guard<'_>,
    ) -> Option<Report<Count>> {
        if !self.is_given_up && self.seen != Some(orders.cost()) {
            self.seen = Some(orders.cost());
            self.begin(problem, orders, beside.left, guard);
        }
        let left = beside.left;
        let begun = self.begun.as_mut()?;
        loop {
            let most = beside.share(begun.needs(left), begun.told(left));
            let Begun { worker, order, .. } = begun;
            // Nobody looks for reasons while the enumeration waits.
            if guard.look_after(worker.spent())
                && let Some(weights) = guard.weights()
            {
                return Some(reasons::none(weights, Engine::Fast));
            }
            let most = most.min(worker.spent().saturating_mul(2).max(TELLING));
            if worker.budget(most) <= worker.work().nodes {
                return None;
            }
            match spend(worker, most, guard) {
                Ok(Pause::End) => {
                    let names = format!("{} and fast", worker.engine);
                    let why = why(worker.engine, order, &names);
                    return Some(answer(worker.engine, &**worker, why, guard));
                }
                // What it forgets it finds out again, without an end.
                Ok(pause) if pause == Pause::Memory || worker.has_forgotten() => {
                    (self.begun, self.is_given_up) = (None, true);
                    return None;
                }
                Ok(_) => begun.look(),
                // The enumeration stops at once, too, and says what is certain.
                Err(_) => return None,
            }
        }
    }

    /// Begins along the best order so far, if there is a trial along none, or along one that is much worse.
    fn begin(&mut self, problem: &Problem, orders: &mut OrderSearch<'_>, left: u64, guard: &Guard<'_>) {
        let [sweep, tree] = orders.costs();
        let (engine, units) = if tree.splits(sweep) {
            (Engine::Memo, tree.states.saturating_mul(UNITS_OF_A_PART))
        } else {
            (Engine::Frontier, sweep.states.saturating_mul(UNITS_OF_A_STATE))
        };
        let bound = u64::try_from(units).unwrap_or(u64::MAX);
        let is_no_better = self.begun.as_ref().is_some_and(|begun| bound > begun.bound / MUCH_BETTER);
        if is_no_better || bound / TOO_HIGH / HOPELESS > left {
            return;
        }
        let (order, memory) = (orders.so_far(), Some(most_memory(&guard.budget)));
        let budget = Budget { memory, threads: None, ..guard.budget.clone() };
        let mut worker = Contender::remembering(engine, problem, &order, &budget).ok();
        self.is_given_up = worker.is_none();
        if let Some(worker) = &mut worker {
            worker.set_threads(guard.budget.threads());
        }
        self.begun = worker.map(|worker| Begun { worker, order, bound, tellings: [(0, 0); 2] });
    }
}

/// What is needed if that grows with each further doubling as it has with the last.
fn grown(mut spent: u64, told: u64, before: u64) -> u64 {
    let mut needs = told;
    while before > 0 && told > before && spent < needs / 2 {
        let more = u128::from(needs) * u128::from(told) / u128::from(before);
        (needs, spent) = (u64::try_from(more).unwrap_or(u64::MAX), spent.saturating_mul(2));
    }
    needs
}

fn most_memory(budget: &Budget) -> u64 {
    budget.memory() / PART_OF_MEMORY
}

/// What is known of the enumeration beside a trial.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// What it has spent, and seems to need besides.
    pub(super) spent: u64,
    pub(super) left: u64,
    /// Is that more than what equal shares say?
    pub(super) is_known: bool,
}

impl Beside {
    /// What a trial may spend that probably needs `needs`, and of which what is done tells that it needs
    /// `told`.
    fn share(self, needs: u64, told: u64) -> u64 {
        let Beside { spent, left, is_known } = self;
        if is_known && needs <= left / 2 {
            needs.saturating_mul(2)
        } else if needs <= left {
            let times = (left / needs.max(1)).saturating_mul(TIMES).min(MOST_TIMES);
            needs
                .saturating_mul(2)
                .min(spent.saturating_mul(times))
                .min((left / 4).max(spent.saturating_mul(2)))
        } else if told / FAR_MORE <= left {
            (spent / 4).min(left / 6)
        } else {
            (spent / 16).min(left / 64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use crate::solve::counting::Total;

    /// A board of 4 rows and 60 columns, for squares of four cells and rows of three.
    fn strip() -> Problem {
        let place = |row: usize, column: usize| (row < 4 && column < 60).then_some(column * 4 + row);
        let shapes = [
            [(0, 0), (0, 1), (1, 0), (1, 1)],
            [(0, 0), (0, 1), (0, 2), (0, 2)],
            [(0, 0), (1, 0), (2, 0), (2, 0)],
        ];
        let cells = (0..4).flat_map(|row| (0..60).map(move |column| (row, column)));
        let options = cells.flat_map(|(row, column)| {
            shapes.map(|shape| shape.map(|(down, right)| place(row + down, column + right)))
        });
        let options = options.filter_map(|cells| {
            let mut cells = cells.into_iter().collect::<Option<Vec<usize>>>()?;
            cells.dedup();
            Some(cells)
        });
        Problem::from_lists(240, None, options).unwrap()
    }

    #[test]
    fn a_short_sweep_waits_for_some_thousand_nodes() {
        let problem = strip();
        let alone = solve::Count::of(&problem).by(Engine::Frontier).run().unwrap();
        let mut total = Total::default();
        let report = solve::Count::of(&problem).meter(&mut total).run().unwrap();
        assert_eq!(report.engine, Engine::Frontier);
        assert_eq!(report.outcome, alone.outcome);
        assert!(total.0 < report.work.nodes + (1 << 14), "{} with {:?}", total.0, report.work);
    }

    #[test]
    fn what_is_far_has_little() {
        let beside = Beside { spent: 1 << 20, left: 1 << 24, is_known: false };
        let shares = [10, 20, 24, 25, 30, 31, 60].map(|bits| beside.share(1 << bits, 1 << bits));
        // What needs as much as is left may spend a quarter of it.
        assert_eq!(shares, [2 << 10, 2 << 20, 4 << 20, 1 << 18, 1 << 18, 1 << 16, 1 << 16]);
        assert_eq!(Beside { is_known: true, ..beside }.share(1 << 23, 1 << 40), 1 << 24);
        assert_eq!(Beside { left: 1 << 18, ..beside }.share(1 << 30, 1 << 40), 1 << 12);
    }

    #[test]
    fn what_grows_with_each_doubling_grows_on() {
        assert_eq!(grown(100, 1000, 0), 1000);
        assert_eq!(grown(100, 1000, 1000), 1000);
        // 200 of 1,499, 400 of 2,247, 800 of 3,368, 1,600 of 5,049, 3,200 of 7,569, 6,400 of 11,347.
        assert_eq!(grown(100, 1000, 667), 11_347);
        assert_eq!(grown(100, 1000, 400), u64::MAX);
    }
}
