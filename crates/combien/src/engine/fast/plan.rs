//! Lists of masks, or a fixed order?
//!
//! A node costs several times less in a fixed order, but in most problems there are far more nodes. So the
//! search over masks begins, and estimates from its own progress how long it would take. If that is much
//! longer than finding a good order takes, an order is found, and random probes estimate the size of the tree
//! in that order. If it promises to be cheaper, the children that are left to try are handed over to the
//! search in that order.
//!
//! Work is counted, never timed, so the plan and the order of the solutions are the same on every machine.

use combien_kernels::{Bits, Budget, Estimate, Fixed};

use crate::engine::order::OrderSearch;
use crate::problem::Problem;
use crate::random::SplitMix64;

/// The plan is considered after this many nodes, and whenever they have doubled.
const FIRST_THOUGHT: u64 = 1 << 12;
/// Finding an order must cost less than this part of what the search over masks has before it.
const PART_FOR_ORDER: f64 = 1.0 / 16.0;
const PROBES: u32 = 1024;
/// Fixed: any seed does.
const SEED: u64 = 1;
/// The search in a fixed order must promise to be cheaper by this factor: most probes underestimate.
const ADVANTAGE: f64 = 1.25;
/// It is abandoned when it takes this many times as long as it promised: then the probes have missed most of
/// the tree.
const PATIENCE: f64 = 64.0;
/// A number of nodes that is always allowed. A search is cut for the first time after fewer nodes, so the
/// fixed order is not abandoned before that.
const GRACE: f64 = 1e6;
/// The maximum cost of finding an order: a tenth of a second, during which the search cannot be stopped.
const MOST_FOR_ORDER: f64 = 1e8;

/// The search for an order ends after this many times its price, wherever it is then.
const TIMES_FOR_LOCAL: f64 = 4.0;

/// Approximate costs in nanoseconds, measured on tetrominoes, dominoes, queens and matchings.
mod price {
    /// A node of the search over masks, and an option that one of its passes looks at.
    pub(super) const NODE: f64 = 25.0;
    pub(super) const LOOK: f64 = 0.3;
    /// A node of the search in a fixed order, and an option that it looks at.
    pub(super) const FIXED_NODE: f64 = 10.0;
    pub(super) const FIXED_LOOK: f64 = 0.3;
    /// Finding an order: for each pair of an item and an entry; and probing, for each entry.
    pub(super) const ORDER: f64 = 60.0;
    /// A unit of work of the search for it.
    pub(super) const ORDER_UNIT: f64 = 10.0;
    pub(super) const PROBING: f64 = 500.0;
}

/// When a plan is made, and when it is abandoned.
#[derive(Clone, Copy, Debug)]
struct Temper {
    first_thought: u64,
    advantage: f64,
    patience: f64,
    grace: f64,
}

const USUAL: Temper =
    Temper { first_thought: FIRST_THOUGHT, advantage: ADVANTAGE, patience: PATIENCE, grace: GRACE };

/// What is known about the two ways.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    temper: Temper,
    /// The search over masks works alone up to this many nodes.
    pub(super) next_thought: u64,
    /// What finding an order would cost.
    order_cost: f64,
    promise: Option<Promise>,
}

/// What the search in a fixed order promised, and where it started.
#[derive(Clone, Copy, Debug)]
struct Promise {
    nodes: f64,
    from_fraction: f64,
    from_nodes: u64,
}

impl Plan {
    pub(super) fn new(problem: &Problem) -> Plan {
        let order_cost = price_of_order(problem) + price::PROBING * problem.entry_count() as f64;
        Plan { temper: USUAL, next_thought: FIRST_THOUGHT, order_cost, promise: None }
    }

    /// A plan that takes a fixed order after a few nodes and abandons it after a few more, so that tiny
    /// problems exercise everything that large ones do.
    #[cfg(test)]
    pub(super) fn eager(first_thought: u64, grace: f64) -> Plan {
        let temper = Temper { first_thought, advantage: 0.0, patience: 0.0, grace };
        Plan { temper, next_thought: first_thought, order_cost: 0.0, promise: None }
    }

    /// At the start of a search.
    pub(super) fn begin(&mut self) {
        (self.next_thought, self.promise) = (self.temper.first_thought, None);
    }

    /// No plan: masks to the end.
    pub(super) fn settle(&mut self) {
        self.next_thought = u64::MAX;
    }

    /// Reconsiders after some work on the masks. Returns the search in a fixed order, if it should do the
    /// rest.
    pub(super) fn think(
        &mut self,
        problem: &Problem,
        bits: &Bits,
        budget: &Budget,
        fraction: f64,
    ) -> Option<Fixed> {
        self.next_thought = self.next_thought.saturating_mul(2);
        if self.order_cost > spent(budget) {
            return None;
        }
        self.decide(problem, bits, budget, fraction)
    }

    /// Reconsiders without waiting until the search has taken as long as an order would. Returns the search
    /// in a fixed order, if it should do the rest.
    pub(super) fn decide(
        &mut self,
        problem: &Problem,
        bits: &Bits,
        budget: &Budget,
        fraction: f64,
    ) -> Option<Fixed> {
        let rest = spent(budget) * (1.0 - fraction) / fraction.max(1e-9);
        if self.order_cost > (PART_FOR_ORDER * rest).min(MOST_FOR_ORDER) {
            return None;
        }
        self.settle();
        let fixed = in_good_order(problem, bits)?;
        let Estimate { nodes, looks } = {
            let mut random = SplitMix64::new(SEED);
            fixed.probe(PROBES, &mut || random.word())
        };
        let cost = (nodes * price::FIXED_NODE + looks * price::FIXED_LOOK) * (1.0 - fraction);
        if self.temper.advantage * cost > rest {
            return None;
        }
        self.promise = Some(Promise { nodes, from_fraction: fraction, from_nodes: budget.nodes });
        Some(fixed)
    }

    /// Is the decision final?
    pub(super) fn is_settled(&self) -> bool {
        self.next_thought == u64::MAX
    }

    /// Is a fixed order at work that may be abandoned?
    pub(super) fn has_promised(&self) -> bool {
        self.promise.is_some()
    }

    /// The nodes after which a branch that is this part of the tree is no longer searched in a fixed order:
    /// the probes have then missed most of it. If there was no choice, it is never abandoned.
    pub(super) fn allowance(&self, share: f64) -> u64 {
        let Temper { patience, grace, .. } = self.temper;
        self.promise.map_or(u64::MAX, |promise| (patience * promise.nodes * share + grace) as u64)
    }

    /// After some work in a fixed order: has it taken far longer than it promised?
    pub(super) fn is_broken(&self, budget: &Budget, fraction: f64) -> bool {
        let Temper { patience, grace, .. } = self.temper;
        self.promise.is_some_and(|promise| {
            let promised = promise.nodes * (fraction - promise.from_fraction);
            (budget.nodes - promise.from_nodes) as f64 > patience * promised + grace
        })
    }
}

/// What the search over masks has cost.
fn spent(budget: &Budget) -> f64 {
    budget.nodes as f64 * price::NODE + budget.scanned as f64 * price::LOOK
}

/// What finding an order costs.
fn price_of_order(problem: &Problem) -> f64 {
    let (items, entries) = (problem.primary_count() as f64, problem.entry_count() as f64);
    price::ORDER * items * (items + entries)
}

/// The search in a good order of the items; `None` if masks are too wide for it, or items have bounds. It is
/// always the same order, because a branch that was left in it is searched in it.
pub(super) fn in_good_order(problem: &Problem, bits: &Bits) -> Option<Fixed> {
    if problem.has_bounds() {
        return None;
    }
    let mut bit_of = vec![0; problem.item_count()];
    for (rank, item) in problem.primary_items().enumerate() {
        bit_of[item.index()] = bits.colors + rank;
    }
    let mut search = OrderSearch::new(problem);
    // The local search may take a hundred times as long as all else, and its last steps gain little here.
    search.run((TIMES_FOR_LOCAL * price_of_order(problem) / price::ORDER_UNIT) as u64);
    let order: Vec<usize> = search.finish().items().iter().map(|item| bit_of[item.index()]).collect();
    Fixed::new(bits, &order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fast::encode::{Encoded, Limits};
    use crate::problem::dlx::parse;

    fn plan(promise: Option<Promise>) -> Plan {
        Plan { promise, ..Plan::new(&Problem::default()) }
    }

    #[test]
    fn a_promise_is_broken_only_by_far_more_nodes() {
        let after = |nodes| Budget { nodes, ..Budget::default() };
        assert!(!plan(None).is_broken(&after(u64::MAX), 1.0), "nothing was promised");
        // A million nodes in all; a half was done before, with a thousand nodes.
        let plan = plan(Some(Promise { nodes: 1e6, from_fraction: 0.5, from_nodes: 1000 }));
        let most = (PATIENCE * 250_000.0 + 1e6) as u64;
        assert!(!plan.is_broken(&after(1000), 0.5));
        assert!(!plan.is_broken(&after(1000 + most), 0.75));
        assert!(plan.is_broken(&after(1001 + most), 0.75));
        assert!(!plan.is_broken(&after(1001 + most), 0.76), "more of it is done");
        // Without a promise, a million nodes are allowed.
        assert!(plan.is_broken(&after(1_001_001), 0.5));
    }

    #[test]
    fn no_order_is_sought_where_little_is_left() {
        let text = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
        let problem = parse("t.dlx", text).unwrap().problem;
        let Encoded { bits, .. } =
            Encoded::of(&problem, problem.searched_options().collect(), |_| true, Limits::MOST).unwrap();
        let budget = |nodes| Budget { nodes, ..Budget::default() };
        let mut plan = Plan::new(&problem);
        assert!(plan.think(&problem, &bits, &budget(FIRST_THOUGHT), 1.0).is_none());
        assert_eq!(plan.next_thought, 2 * FIRST_THOUGHT, "it will be thought about again");
        assert!(plan.promise.is_none());
        // A huge rest and a tiny tree: the fixed order pays, and the decision is final.
        assert!(plan.think(&problem, &bits, &budget(1 << 40), 0.001).is_some());
        assert_eq!(plan.next_thought, u64::MAX);
        assert!(plan.promise.is_some());
    }
}
