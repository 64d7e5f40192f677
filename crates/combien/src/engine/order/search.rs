//! The search for a good order, in steps, so that it can be stopped early.

use std::fmt;

use super::cost::Cost;
use super::graph::{Graph, Look};
use super::greedy::Greedy;
use super::local::Improving;
use super::pricer::Pricer;
use super::{Heuristic, Order};
use crate::budget::{Budget, Reason};
use crate::problem::{ItemId, Problem};

/// Beyond this amount of work, only what has begun is finished: some seconds. Half of it is for the local
/// search.
const MOST_WORK: u64 = 1 << 30;
/// The work between two checks of the budget: some milliseconds.
const BETWEEN_LOOKS: u64 = 1 << 20;
/// The graph may take this part of the memory. The orders that are tried on it take about as much again,
/// each.
const PART_FOR_GRAPH: usize = 8;
/// Graphs of fewer bytes do not count: sweeps on disk have little memory, and need a good order most.
const LEAST_FOR_GRAPH: usize = 4 << 20;
/// Far ends from which the boards are swept. Six give four times as many sweeps, and gained nothing on the
/// bench list.
const FAR_ENDS: usize = 4;
/// The most orders that the local search prices.
const MOST_TRIES: u64 = 2000;
/// A state of a sweep takes about as long as this number of units of work here. As soon as a sweep along the
/// best order would take no longer than the search for it has taken, nothing is gained by a better one.
const WORK_OF_A_STATE: u128 = 16;
/// A search that splits has an order of its own if that is this many times cheaper than the order of the
/// sweep. The bounds are not precise enough for smaller differences: Langford pairs have twice as many nodes
/// along an order whose bound is a tenth lower.
const MUCH_LESS: u128 = 4;

/// The search for the order that [`Order::best`] gives. It can be paused or stopped at any time, and always
/// has a best order so far.
///
/// ```
/// use combien::engine::order::{Order, OrderSearch};
/// use combien::problem::dlx;
///
/// let problem = dlx::parse("path", "a c e b d f\na b\nb c\nc d\nd e\ne f\n")?.problem;
/// let mut search = OrderSearch::new(&problem);
/// while !search.run(search.work() + 10) {
///     // Here somebody may lose patience.
/// }
/// assert_eq!(search.finish(), Order::best(&problem));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OrderSearch<'a> {
    problem: &'a Problem,
    graph: Option<Graph<'a>>,
    pricer: Pricer<'a>,
    /// The best of the orders that were priced, with no tree; no order before the first. If the problem
    /// falls into parts that share no option, each has the best of its orders, and the heuristic is the
    /// last that was best for one.
    best: Order,
    /// The cost of each part of it.
    costs: Vec<Cost>,
    /// The best for a search that splits.
    splitting: (Cost, Vec<ItemId>),
    /// What a search that splits costs along the best order of a sweep, if that is known.
    of_best: Option<Cost>,
    /// Items as far from each other as can be, one of each part, with the distances of all items from them.
    ends: Vec<(Vec<ItemId>, Vec<i64>)>,
    /// The remaining jobs, the next one last.
    jobs: Vec<Job>,
    work: u64,
    /// The bytes that the graph may take.
    bytes: usize,
}

/// A part of the search. Those that can take long are done step by step.
enum Job {
    /// Prices an order; then its reverse, if this is not it.
    Price {
        heuristic: Heuristic,
        items: Vec<ItemId>,
        reversed: bool,
    },
    /// Begins to build the graph.
    Graph,
    /// Goes on to build it.
    Neighbours,
    /// Finds far ends, given how far each item is from the nearest of them. Then it is known which orders to
    /// try.
    Ends {
        nearest: Vec<i64>,
    },
    CuthillMckee(Vec<ItemId>),
    /// Begins a sweep along the sum of the distances from the far ends, with these signs.
    Sweep {
        signs: [i64; FAR_ENDS],
        slack: i64,
    },
    Greedy {
        heuristic: Heuristic,
        greedy: Box<Greedy>,
    },
    /// Begins the local search from the best order.
    Local,
    /// Begins the local search for a search that splits, if that has an order of its own. The module that a
    /// page loads first has no room for this.
    LocalTree,
    Improve {
        improving: Improving,
        tries: u64,
        splits: bool,
    },
}

impl fmt::Debug for OrderSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderSearch").field("work", &self.work).finish_non_exhaustive()
    }
}

impl<'a> OrderSearch<'a> {
    /// The search at its start. Linear in the entries of the problem.
    pub fn new(problem: &'a Problem) -> OrderSearch<'a> {
        let items = problem.primary_items().collect();
        let input = Job::Price { heuristic: Heuristic::Input, items, reversed: false };
        let mut jobs = vec![];
        if problem.primary_count() > 1 {
            jobs.extend([Job::LocalTree, Job::Local, Job::Ends { nearest: vec![] }, Job::Graph]);
        }
        jobs.push(input);
        let pricer = Pricer::new(problem);
        OrderSearch {
            problem,
            graph: None,
            pricer,
            best: Order::none(),
            costs: vec![],
            ends: vec![],
            jobs,
            work: 0,
            bytes: usize::MAX,
            splitting: (Cost::MAX, vec![]),
            of_best: None,
        }
    }

    /// Works until this amount of work in all is done, or a little more. Returns whether it is at its end. A
    /// unit of work is an item or an entry that is looked at.
    pub fn run(&mut self, work: u64) -> bool {
        while let Some(job) = self.jobs.pop() {
            if self.work >= work {
                self.jobs.push(job);
                return false;
            }
            self.step(job);
            if self.best.cost.states.saturating_mul(WORK_OF_A_STATE) <= self.work.into() {
                self.jobs.clear();
            }
        }
        true
    }

    /// Works until this amount of work in all is done, or a little more, unless the budget stops it before.
    /// Returns whether it is at its end. A limit on nodes does not count this work. Where the graph would
    /// take more than a part of the memory, only the order of the input is priced.
    pub(crate) fn run_within(&mut self, work: u64, budget: &Budget) -> Result<bool, Reason> {
        self.bytes = (budget.memory_size() / PART_FOR_GRAPH).max(LEAST_FOR_GRAPH);
        loop {
            budget.check()?;
            let is_done = self.run(work.min(self.work + BETWEEN_LOOKS));
            if is_done || self.work >= work {
                return Ok(is_done);
            }
        }
    }

    /// The work done so far: the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The cost of the best order found so far.
    pub(crate) fn cost(&self) -> Cost {
        self.best.cost
    }

    /// The best order found so far: what [`Order::best`] gives, if the search is at its end.
    pub fn finish(mut self) -> Order {
        self.so_far()
    }

    /// The best order found so far, from a search that may go on.
    pub(crate) fn so_far(&mut self) -> Order {
        if self.best.items.is_empty() {
            return Order::input(self.problem);
        }
        let items = if self.has_own_tree() { &self.splitting.1 } else { &self.best.items };
        let tree = self.pricer.tree(items);
        Order { tree, ..self.best.clone() }
    }

    /// The cost of that order, and that of its tree, which need not be made for it.
    pub(crate) fn costs(&mut self) -> [Cost; 2] {
        if self.best.items.is_empty() {
            let order = Order::input(self.problem);
            return [order.cost, order.tree.cost()];
        }
        let tree = if self.has_own_tree() { self.splitting.0 } else { self.cost_of_best_as_tree() };
        [self.best.cost, tree]
    }

    /// A step of a job. The rest of the job comes next.
    fn step(&mut self, job: Job) {
        match job {
            Job::Price { heuristic, items, reversed } => self.price(heuristic, items, reversed),
            Job::Graph => {
                self.work += self.size();
                self.graph = Graph::new(self.problem, self.bytes);
                self.jobs.push(Job::Neighbours);
            }
            Job::Neighbours => self.look_at_next(),
            Job::Ends { nearest } => self.find_end(nearest),
            Job::CuthillMckee(_) | Job::Sweep { .. } if self.work >= MOST_WORK / 2 => {}
            Job::CuthillMckee(ends) => {
                self.work += self.graph().size();
                let items = self.graph().cuthill_mckee(&ends);
                self.enter(Heuristic::CuthillMckee, items);
            }
            Job::Sweep { signs, slack } => self.greedy(Heuristic::Sweep, &self.levels(signs), slack),
            Job::Greedy { heuristic, mut greedy } => {
                let before = greedy.work;
                let continues = greedy.step(self.graph());
                self.work += greedy.work - before;
                if continues {
                    self.jobs.push(Job::Greedy { heuristic, greedy });
                } else {
                    self.enter(heuristic, greedy.finish());
                }
            }
            Job::Local => {
                let Order { items, cost, .. } = &self.best;
                self.jobs.push(self.improvement(items, *cost, false));
            }
            Job::LocalTree => {
                if self.has_own_tree() {
                    let (cost, items) = &self.splitting;
                    self.jobs.push(self.improvement(items, *cost, true));
                }
            }
            Job::Improve { improving, tries, splits } => self.improve(improving, tries, splits),
        }
    }

    fn size(&self) -> u64 {
        (self.problem.item_count() + self.problem.entry_count()) as u64
    }

    fn graph(&self) -> &Graph<'a> {
        self.graph.as_ref().unwrap_or_else(|| unreachable!("the graph is built first"))
    }

    /// Finds the neighbours of one more item. After the last, enters the greedy order.
    fn look_at_next(&mut self) {
        match self.graph.as_mut().map_or(Look::TooMany, Graph::look_at_next) {
            Look::At(work) => {
                self.work += work;
                self.jobs.push(Job::Neighbours);
            }
            Look::TooMany => self.jobs.clear(),
            Look::Done => {
                self.work += 2 * self.graph().size();
                self.greedy(Heuristic::Greedy, &vec![0; self.problem.item_count()], 0);
                if self.graph().part_ends().len() > 1 {
                    self.costs.clear();
                    self.enter(Heuristic::Input, self.problem.primary_items().collect());
                }
            }
        }
    }

    /// Begins a greedy order.
    fn greedy(&mut self, heuristic: Heuristic, levels: &[i64], slack: i64) {
        let greedy = Greedy::new(self.graph(), levels, slack).into();
        self.jobs.push(Job::Greedy { heuristic, greedy });
    }

    /// Has an order priced next, and its reverse.
    fn enter(&mut self, heuristic: Heuristic, items: Vec<ItemId>) {
        self.jobs.push(Job::Price { heuristic, items, reversed: false });
    }

    fn price(&mut self, heuristic: Heuristic, mut items: Vec<ItemId>, reversed: bool) {
        self.work += self.size();
        let whole = [items.len()];
        let ends = if let Some(graph) = &self.graph {
            items = graph.grouped(&items);
            graph.part_ends()
        } else {
            &whole
        };
        let costs = self.pricer.costs_of_parts(&items, ends);
        if self.costs.is_empty() {
            self.costs = vec![Cost::MAX; ends.len()];
            self.best.items.clone_from(&items);
        }
        let mut start = 0;
        for ((best, cost), &end) in self.costs.iter_mut().zip(costs).zip(ends) {
            if cost < *best {
                *best = cost;
                self.of_best = None;
                self.best.items[start..end].copy_from_slice(&items[start..end]);
                (self.best.heuristic, self.best.reversed) = (heuristic, reversed);
            }
            start = end;
        }
        self.best.cost = self.costs.iter().fold(Cost { states: 0, width: 0 }, |all, &cost| all.and(cost));
        // A tree begins at an end of the board, not at all other ends.
        if !reversed {
            self.work += self.size();
            let cost = self.pricer.cost_of_last_as_tree(&items);
            if cost < self.splitting.0 {
                self.splitting = (cost, items.clone());
            }
            if self.best.items == items {
                self.of_best = Some(cost);
            }
            items.reverse();
            self.jobs.push(Job::Price { heuristic, items, reversed: true });
        }
    }

    /// The local search from an order, for no longer than a search along it would take.
    fn improvement(&self, items: &[ItemId], cost: Cost, splits: bool) -> Job {
        let affordable = cost.states / (4 * self.problem.entry_count().max(1) as u128);
        let left = MOST_WORK.saturating_sub(self.work) / self.size().max(1);
        let tries = u64::try_from(affordable).unwrap_or(u64::MAX).min(MOST_TRIES).min(left);
        Job::Improve { improving: Improving::new(items.to_vec(), cost), tries, splits }
    }

    fn improve(&mut self, mut improving: Improving, tries: u64, splits: bool) {
        if tries > 0 {
            self.work += self.size();
            let pricer = &mut self.pricer;
            improving.step(|order| if splits { pricer.cost_of_tree(order) } else { pricer.cost(order) });
            self.jobs.push(Job::Improve { improving, tries: tries - 1, splits });
            return;
        }
        let (cost, items) = improving.finish();
        if splits {
            self.splitting = (cost, items);
        } else if cost < self.best.cost {
            (self.best.items, self.best.cost, self.of_best) = (items, cost, None);
            (self.best.heuristic, self.best.reversed) = (Heuristic::LocalSearch, false);
        }
    }

    /// Has a search that splits an order of its own?
    fn has_own_tree(&mut self) -> bool {
        let of_sweep = self.cost_of_best_as_tree();
        let dearer = self.splitting.0.states.checked_mul(MUCH_LESS);
        dearer.is_some_and(|dearer| dearer <= of_sweep.states)
    }

    fn cost_of_best_as_tree(&mut self) -> Cost {
        *self.of_best.get_or_insert_with(|| self.pricer.cost_of_tree(&self.best.items))
    }

    /// Finds one more far end of each part. After the last, enters all orders that begin at one or sweep from
    /// there.
    fn find_end(&mut self, mut nearest: Vec<i64>) {
        let graph = self.graph();
        let size = graph.size();
        if nearest.is_empty() {
            nearest = graph.distances(&graph.farthest(&vec![0; self.problem.item_count()]));
        }
        let end = graph.farthest(&nearest);
        if end.is_empty() || self.ends.len() == FAR_ENDS || self.ends.iter().any(|(other, _)| *other == end) {
            return self.enter_all();
        }
        let distances = graph.distances(&end);
        if self.ends.is_empty() {
            nearest.clone_from(&distances);
        }
        nearest.iter_mut().zip(&distances).for_each(|(nearest, &distance)| *nearest = distance.min(*nearest));
        self.work += 2 * size;
        self.ends.push((end, distances));
        self.jobs.push(Job::Ends { nearest });
    }

    fn enter_all(&mut self) {
        let sweeps = directions(self.ends.len()).into_iter().rev();
        self.jobs.extend(sweeps.flat_map(|signs| [1, 0].map(|slack| Job::Sweep { signs, slack })));
        self.jobs.extend(self.ends.iter().rev().map(|(end, _)| Job::CuthillMckee(end.clone())));
    }

    /// The sum of the distances of each item from the far ends, with these signs.
    fn levels(&self, signs: [i64; FAR_ENDS]) -> Vec<i64> {
        let signed =
            |item| self.ends.iter().zip(signs).map(move |((_, distances), sign)| sign * distances[item]);
        (0..self.problem.item_count()).map(|item| signed(item).sum()).collect()
    }
}

/// Where to sweep: away from one end, from one end to another, and from one side, two ends, to the opposite.
fn directions(ends: usize) -> Vec<[i64; FAR_ENDS]> {
    let unit = |ends: &[(usize, i64)]| {
        let mut signs = [0; FAR_ENDS];
        for &(end, sign) in ends {
            signs[end] = sign;
        }
        signs
    };
    let mut directions = vec![];
    for one in 0..ends {
        directions.push(unit(&[(one, 1)]));
        directions.extend((0..one).map(|other| unit(&[(other, 1), (one, -1)])));
    }
    if ends == FAR_ENDS {
        directions.extend([[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]]);
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn pauses_change_nothing_and_the_best_so_far_is_an_order() {
        // One ring, two rings, and pairs.
        for apart in [7, 4, 10] {
            let pairs: Vec<_> = (0..20).map(|cell| format!("c{cell} c{}\n", (cell + apart) % 20)).collect();
            let names: Vec<_> = (0..20).map(|cell| format!("c{cell}")).collect();
            let text = format!("{} | x\n{}c3 x\nc8 c9 x\n", names.join(" "), pairs.concat());
            let problem = parse("t", &text).unwrap().problem;
            let best = Order::best(&problem);
            let (mut whole, mut work) = (OrderSearch::new(&problem), 0);
            assert!(whole.run(u64::MAX));
            loop {
                let mut paused = OrderSearch::new(&problem);
                let is_done = (0..=work).step_by(7).any(|work| paused.run(work));
                assert!(!is_done || paused.work() == whole.work());
                let costs = paused.costs();
                let order = paused.finish();
                assert_eq!(order.items().len(), 20);
                assert_eq!(costs, [order.cost(), order.tree().cost()]);
                assert!(order.cost() >= best.cost());
                if is_done {
                    assert_eq!(order, best);
                    break;
                }
                work += if work < 1000 { 50 } else { 1000 };
            }
        }
    }

    /// With room for the graph, the best order is found; with less, that of the input.
    #[test]
    fn a_graph_that_does_not_fit_is_not_made() {
        let pairs: Vec<_> = (0..100).map(|cell| format!("c{cell} c{}\n", (cell * 31 + 7) % 100)).collect();
        let names: Vec<_> = (0..100).map(|cell| format!("c{cell}")).collect();
        let problem = parse("t", &format!("{}\n{}", names.join(" "), pairs.concat())).unwrap().problem;
        let within = |bytes| {
            let mut search = OrderSearch { bytes, ..OrderSearch::new(&problem) };
            assert!(search.run(u64::MAX));
            search.finish()
        };
        assert_eq!(within(1 << 17), Order::best(&problem));
        assert_ne!(Order::best(&problem).items(), Order::input(&problem).items());
        assert_eq!(within(1 << 9).items(), Order::input(&problem).items());
        // The items fit, and their neighbours do not.
        let tables = size_of::<ItemId>() * (problem.entry_count() + 8 * problem.item_count());
        assert_eq!(within(tables).items(), Order::input(&problem).items());
    }
}
