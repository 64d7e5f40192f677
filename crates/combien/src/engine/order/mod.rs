//! In what order the items are decided: for counting, the order is worth more than everything else.
//!
//! The big camel takes 900 nodes in a good order and 784,132 in the order of its options. No heuristic is good on all
//! boards, but all are cheap: [`Order::best`] makes a few dozen orders and *predicts the cost* of each, an upper bound on
//! the states of a sweep. The least prediction wins and is reported.
//!
//! This is no engine, but what [`frontier`](super::frontier) and [`memo`](super::memo) have in common.

mod cost;
mod graph;
mod greedy;
pub(super) mod lives;
mod local;

use std::fmt;

pub use cost::Cost;
use cost::Pricer;
use graph::Graph;
use greedy::greedy;

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
pub struct Order {
    items: Vec<ItemId>,
    heuristic: Heuristic,
    reversed: bool,
    cost: Cost,
}

/// How an order was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
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
    /// The best of the others, made better by a bounded local search.
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

impl fmt::Display for NotAnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOrder::Missing(item) => write!(f, "item number {} is missing from the order", item.index()),
            NotAnOrder::Excess(item) => {
                write!(f, "item number {} is in the order twice, or is no primary item", item.index())
            }
        }
    }
}

impl std::error::Error for NotAnOrder {}

impl Order {
    /// The order of least predicted cost that the heuristics find; the first of them among equals.
    pub fn best(problem: &Problem) -> Order {
        let mut contest = Contest::new(problem);
        contest.enter(Heuristic::Input, problem.primary_items().collect());
        let work = problem.primary_count() as u64 * (problem.primary_count() + problem.entry_count()) as u64;
        if work <= MOST_WORK && problem.primary_count() > 1 {
            contest.enter_heuristics(&Graph::new(problem));
            contest.enter_local_search();
        }
        contest.best
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

    fn priced(problem: &Problem, heuristic: Heuristic, items: Vec<ItemId>) -> Order {
        let cost = Pricer::new(problem).cost(&items);
        Order { items, heuristic, reversed: false, cost }
    }

    /// All primary items, the first to be decided first.
    pub fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// How it was found.
    pub fn heuristic(&self) -> Heuristic {
        self.heuristic
    }

    /// Is it the reverse of what the heuristic gave?
    pub fn is_reversed(&self) -> bool {
        self.reversed
    }

    /// What a sweep along it may cost.
    pub fn cost(&self) -> Cost {
        self.cost
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

/// Items times entries beyond which only the input order is tried: an order must not take longer than a search.
const MOST_WORK: u64 = 1 << 27;
/// Far ends from which the boards are swept. Six give four times as many sweeps, and gained nothing on the bench list.
const FAR_ENDS: usize = 4;
/// The most orders that the local search prices.
const MOST_TRIES: u64 = 2000;

/// The best order so far of those that were entered.
struct Contest<'a> {
    problem: &'a Problem,
    pricer: Pricer<'a>,
    best: Order,
}

impl<'a> Contest<'a> {
    fn new(problem: &'a Problem) -> Contest<'a> {
        let unpriced = Cost { states: u128::MAX, width: u32::MAX };
        let best = Order { items: vec![], heuristic: Heuristic::Input, reversed: false, cost: unpriced };
        Contest { problem, pricer: Pricer::new(problem), best }
    }

    /// Enters an order, and its reverse.
    fn enter(&mut self, heuristic: Heuristic, mut items: Vec<ItemId>) {
        for reversed in [false, true] {
            let cost = self.pricer.cost(&items);
            if cost < self.best.cost {
                self.best = Order { items: items.clone(), heuristic, reversed, cost };
            }
            items.reverse();
        }
    }

    fn enter_heuristics(&mut self, graph: &Graph<'_>) {
        let level = vec![0; self.problem.item_count()];
        self.enter(Heuristic::Greedy, greedy(graph, &level, 0));
        let ends = far_ends(graph);
        for &(end, _) in &ends {
            self.enter(Heuristic::CuthillMckee, graph.cuthill_mckee(end));
        }
        for levels in levels(&ends) {
            for slack in [0, 1] {
                self.enter(Heuristic::Sweep, greedy(graph, &levels, slack));
            }
        }
    }

    /// Local search from the best, for no longer than the sweep along it would take.
    fn enter_local_search(&mut self) {
        let affordable = self.best.cost.states / (4 * self.problem.entry_count().max(1) as u128);
        let tries = u64::try_from(affordable).map_or(MOST_TRIES, |tries| tries.min(MOST_TRIES));
        let (cost, items) = local::improve(&mut self.pricer, self.best.items.clone(), tries);
        if cost < self.best.cost {
            self.best = Order { items, heuristic: Heuristic::LocalSearch, reversed: false, cost };
        }
    }
}

/// Items as far from each other as can be, each with the distances of all items from it.
fn far_ends(graph: &Graph<'_>) -> Vec<(ItemId, Vec<i64>)> {
    let mut ends: Vec<(ItemId, Vec<i64>)> = vec![];
    let Some(anywhere) = graph.places().next() else { return ends };
    let mut nearest = graph.distances(anywhere);
    for _ in 0..FAR_ENDS {
        // `max_by_key` would take the last of the farthest: here, as everywhere, the first declared wins.
        let farthest = graph.places().min_by_key(|item| -nearest[item.index()]);
        let Some(end) = farthest.filter(|end| ends.iter().all(|(other, _)| other != end)) else { break };
        let distances = graph.distances(end);
        if ends.is_empty() {
            nearest.clone_from(&distances);
        }
        nearest.iter_mut().zip(&distances).for_each(|(nearest, &distance)| *nearest = distance.min(*nearest));
        ends.push((end, distances));
    }
    ends
}

/// Levels to sweep along: away from one end, from one end to another, and from one side, two ends, to the opposite.
fn levels(ends: &[(ItemId, Vec<i64>)]) -> Vec<Vec<i64>> {
    let of = |signs: &[i64]| -> Vec<i64> {
        let items = ends.first().map_or(0, |(_, distances)| distances.len());
        let signed = |item| ends.iter().zip(signs).map(move |((_, distances), sign)| sign * distances[item]);
        (0..items).map(|item| signed(item).sum()).collect()
    };
    let unit = |ends: &[(usize, i64)]| {
        let mut signs = [0; FAR_ENDS];
        for &(end, sign) in ends {
            signs[end] = sign;
        }
        signs
    };
    let mut levels = vec![];
    for one in 0..ends.len() {
        levels.push(of(&unit(&[(one, 1)])));
        levels.extend((0..one).map(|other| of(&unit(&[(other, 1), (one, -1)]))));
    }
    if ends.len() == FAR_ENDS {
        levels.extend([[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]].map(|signs| of(&signs)));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    /// Dominoes on a board of so many rows and columns, declared row by row.
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
        assert_eq!((again.cost(), again.heuristic()), (best.cost(), Heuristic::Given));
    }

    #[test]
    fn the_input_order_stands_where_nothing_is_better() {
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
