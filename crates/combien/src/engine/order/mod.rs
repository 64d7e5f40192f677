//! The order in which the items are decided: for counting, nothing matters more.
//!
//! The big camel takes 900 nodes in a good order and 784,132 in the order of its options. No heuristic is
//! good on all boards, but all are cheap: [`Order::best`] makes a few dozen orders and *predicts the cost* of
//! each, an upper bound on the states of a sweep. The least prediction wins and is reported.
//!
//! This is not an engine: [`frontier`](super::frontier) and [`memo`](super::memo) share it.

mod cost;
mod graph;
mod greedy;
pub(super) mod lives;
mod local;
mod pricer;
mod search;
mod tree;

use std::fmt;

pub use cost::Cost;
use pricer::Pricer;
pub use search::OrderSearch;
pub use tree::Tree;

use crate::budget::{Budget, Reason};
use crate::problem::{ItemId, Kind, Problem};

/// An order of the primary items, how it was found, and what a sweep along it may cost.
///
/// ```
/// use combien::engine::order::Order;
/// use combien::problem::dlx;
///
/// // A path of dominoes whose cells are declared out of order.
/// let problem = dlx::parse("path", "a c e b d f\na b\nb c\nc d\nd e\ne f\n")?.problem;
/// let order = Order::best(&problem);
/// let names: String = order.items().iter().map(|&item| problem.item_name(item)).collect();
/// assert_eq!(names, "abcdef");
/// assert_eq!(order.to_string(), "greedy: at most 6 states, a frontier of 1 bit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Order {
    items: Vec<ItemId>,
    heuristic: Heuristic,
    reversed: bool,
    cost: Cost,
    tree: Tree,
}

/// How an order was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Heuristic {
    /// It was given from outside.
    Given,
    /// The items as they were declared.
    Input,
    /// The item that widens the frontier least, one after the other.
    Greedy,
    /// Breadth-first from a far end, items with few options first (Cuthill and `McKee`).
    CuthillMckee,
    /// Greedy along the distances from far ends of the board, so that the frontier sweeps over it.
    Sweep,
    /// The best of the others, improved by a bounded local search.
    LocalSearch,
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Heuristic::Given => "given",
            Heuristic::Input => "input",
            Heuristic::Greedy => "greedy",
            Heuristic::CuthillMckee => "Cuthill-McKee",
            Heuristic::Sweep => "sweep",
            Heuristic::LocalSearch => "local search",
        })
    }
}

/// Why a list of items is no order of a problem's primary items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnOrder {
    /// This item is missing.
    Missing(ItemId),
    /// This item is there twice, is secondary, or is not an item of the problem.
    Excess(ItemId),
}

errors!(NotAnOrder {
    Missing(item) => "item number {} is missing from the order", item.index();
    Excess(item) => "item number {} is in the order twice, or is no primary item", item.index();
});

impl Order {
    /// The order of least predicted cost that the heuristics find; the first of them among equals. That can
    /// take seconds: use an [`OrderSearch`] to stop it early.
    pub fn best(problem: &Problem) -> Order {
        let mut search = OrderSearch::new(problem);
        search.run(u64::MAX);
        search.finish()
    }

    /// The order of least predicted cost that the heuristics find, or the reason why the budget stopped the
    /// search for it. A limit on nodes does not count this work.
    pub(crate) fn best_within(problem: &Problem, budget: &Budget) -> Result<Order, Reason> {
        let mut search = OrderSearch::new(problem);
        search.run_within(u64::MAX, budget)?;
        Ok(search.finish())
    }

    /// The items in the order in which they were declared.
    pub fn input(problem: &Problem) -> Order {
        Order::priced(problem, Heuristic::Input, problem.primary_items().collect())
    }

    /// The given order, of all primary items.
    pub fn given(problem: &Problem, items: impl IntoIterator<Item = ItemId>) -> Result<Order, NotAnOrder> {
        let mut missing: Vec<bool> =
            problem.items().map(|item| problem.kind(item) == Kind::Primary).collect();
        let mut order = vec![];
        for item in items {
            match missing.get_mut(item.index()) {
                Some(missing) if *missing => *missing = false,
                _ => return Err(NotAnOrder::Excess(item)),
            }
            order.push(item);
        }
        match problem.items().find(|item| missing[item.index()]) {
            Some(item) => Err(NotAnOrder::Missing(item)),
            None => Ok(Order::priced(problem, Heuristic::Given, order)),
        }
    }

    /// No order, for an engine that needs none: to price one takes longer than many a count.
    pub(crate) fn none() -> Order {
        let (items, heuristic) = (vec![], Heuristic::Input);
        Order { items, heuristic, reversed: false, cost: Cost::MAX, tree: Tree::NONE }
    }

    fn priced(problem: &Problem, heuristic: Heuristic, items: Vec<ItemId>) -> Order {
        let mut pricer = Pricer::new(problem);
        let cost = pricer.cost(&items);
        let tree = pricer.tree(&items);
        Order { items, heuristic, reversed: false, cost, tree }
    }

    /// All primary items, the first to be decided first.
    pub fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// What a sweep along it may cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The order for a search that splits what is left into parts: the order of the sweep, or another one if
    /// that costs far less. It is empty if the problem has bounds, because no engine splits such
    /// problems.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Is a search that splits what is left into parts cheap, and far cheaper than a sweep?
    pub fn splits(&self) -> bool {
        self.tree.cost().splits(self.cost)
    }

    /// The upper bound on the states of a sweep before each step, whose sum is that of the cost. Linear in
    /// the entries of the problem, which must be the one of the order.
    pub(crate) fn layers(&self, problem: &Problem) -> Vec<u128> {
        Pricer::new(problem).layers(&self.items)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { states, width } = self.cost;
        let reversed = if self.reversed { ", reversed" } else { "" };
        let bits = if width == 1 { "bit" } else { "bits" };
        write!(f, "{}{reversed}: at most {states} states, a frontier of {width} {bits}", self.heuristic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    /// Dominoes on a board of this many rows and columns, declared row by row.
    fn dominoes(rows: usize, columns: usize) -> Problem {
        let cells = rows * columns;
        let across = (0..cells).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1));
        let down = (0..cells - columns).map(|cell| (cell, cell + columns));
        let names: Vec<_> = (0..cells).map(|cell| format!("{cell} ")).collect();
        let dominoes: Vec<_> = across.chain(down).map(|(one, other)| format!("{one} {other}\n")).collect();
        parse("dominoes", &format!("{}\n{}", names.concat(), dominoes.concat())).unwrap().problem
    }

    #[test]
    fn a_long_board_is_swept_along_its_length() {
        let problem = dominoes(3, 12);
        assert_eq!(Order::input(&problem).cost().width, 12);
        let best = Order::best(&problem);
        assert_eq!(best.cost().width, 3, "{best}");
        let again = Order::given(&problem, best.items().iter().copied()).unwrap();
        assert_eq!((again.cost(), again.heuristic), (best.cost(), Heuristic::Given));
    }

    #[test]
    fn the_input_order_is_kept_where_nothing_is_better() {
        assert_eq!(Order::best(&Problem::default()), Order::input(&Problem::default()));
        let problem = parse("t", "a\na\n").unwrap().problem;
        assert_eq!(Order::best(&problem).to_string(), "input: at most 1 states, a frontier of 0 bits");
    }

    #[test]
    fn an_order_has_every_primary_item_once() {
        let problem = parse("t", "a b | x\na x\nb\n").unwrap().problem;
        let [a, b, x] = problem.items().collect::<Vec<_>>()[..] else { unreachable!() };
        assert_eq!(Order::given(&problem, [a]), Err(NotAnOrder::Missing(b)));
        assert_eq!(Order::given(&problem, [a, b, x]), Err(NotAnOrder::Excess(x)));
        assert_eq!(Order::given(&problem, [a, a]), Err(NotAnOrder::Excess(a)));
        assert_eq!(Order::given(&problem, [b, a]).unwrap().items(), [b, a]);
    }
}
