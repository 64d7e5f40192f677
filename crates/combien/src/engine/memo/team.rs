//! Several searches that share their counts, on several threads.
//!
//! The first search begins; the others help it (`help.rs`). The count and the work are those of one search
//! alone, for any number of threads.
//!
//! When a search alone would have to drop entries to keep the memory limit, which ones it drops, and so its
//! work, depends on its order. Several searches have no such order. So they give up when they have more
//! entries than one search is sure to keep, and one search begins anew, with all the memory. What that costs
//! is the time in which the threads fill half of the memory.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::cache::Cache;
use super::claims::{Claims, Share};
use super::ledger::Counts;
use super::search::{Plan, Search, Step, UPDATES_BETWEEN_LOOKS};
use crate::budget::{Pause, Work};
use crate::count::Count;
use crate::engine::task::walked;
use crate::engine::team::{self, own};
use crate::engine::{Counting, Task, pace};

/// The first nodes are searched by one thread: a millisecond or two. Small problems end before.
const ALONE: u64 = 1 << 11;
/// The nodes that a thread may take at a time from those that may be entered.
const PORTION: u64 = 1 << 6;
/// A run with several threads is longer than one of one thread, so that starting them costs less than a
/// hundredth.
const LONGER: u64 = 16;
/// An idle search yields to other threads this number of times before it sleeps.
const YIELDS: u32 = 16;
/// Long against a look into the table, short against a run.
const NAP: Duration = Duration::from_micros(50);

/// Searches that share a table, or the one that began anew.
pub(super) struct Team<const K: usize> {
    plan: Arc<Plan<K>>,
    claims: Arc<Claims<K>>,
    /// The first is at its place for as long as nobody runs.
    searches: Vec<Member<K>>,
    /// Who begins anew when the table is full.
    alone: Option<Member<K>>,
    limit: usize,
    /// The first nodes are searched by one thread.
    together_from: u64,
    /// The greatest that was told.
    certain: Count,
    fraction: f64,
}

type Member<const K: usize> = Search<K, Counts<K>>;

impl<const K: usize> Team<K> {
    pub(super) fn new(plan: Plan<K>, threads: usize, limit: usize) -> Team<K> {
        let plan = Arc::new(plan);
        let claims = Arc::new(Claims::new(limit));
        let share = || Counts::Shared(Share::new(claims.clone()));
        let mut searches = vec![Search::new(plan.clone(), share())];
        searches.extend((1..threads).map(|place| Search::helper(plan.clone(), share(), place, threads)));
        Team {
            plan,
            claims,
            searches,
            alone: None,
            limit,
            together_from: ALONE,
            certain: Count::ZERO,
            fraction: 0.0,
        }
    }

    /// Lets the searches work until the first is at its end, or `nodes` more have been entered, or the table
    /// is full.
    fn run_together(&mut self, nodes: u64) {
        let threads = self.searches.len();
        let round = Round {
            left: AtomicU64::new(nodes),
            is_over: AtomicBool::new(false),
            waiting: Mutex::new(self.searches.iter_mut().collect()),
            claims: &self.claims,
        };
        team::work((1..threads).map(|_| || round.work()), || round.work(), || {});
    }

    /// The search whose numbers are those of all.
    fn first(&self) -> &Member<K> {
        self.alone.as_ref().unwrap_or_else(|| &self.searches[0])
    }

    /// All searches that count.
    fn all(&self) -> impl Iterator<Item = &Member<K>> {
        self.alone.iter().chain(&self.searches)
    }

    /// One search begins anew, with all the memory.
    fn begin_anew(&mut self) -> &mut Member<K> {
        self.searches.clear();
        self.claims = Arc::new(Claims::new(0));
        self.alone.insert(Search::new(self.plan.clone(), Counts::Own(Cache::new(self.limit))))
    }
}

/// What threads share while they run.
struct Round<'a, const K: usize> {
    /// The nodes that may still be entered.
    left: AtomicU64,
    is_over: AtomicBool,
    /// Searches that no thread runs at present. A search that is idle may wait for one of them, if the
    /// system has too few threads; so threads change searches then.
    waiting: Mutex<VecDeque<&'a mut Member<K>>>,
    claims: &'a Claims<K>,
}

/// Ends the round when a thread panics: the others would wait for what it has claimed.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<'a, const K: usize> Round<'a, K> {
    /// The work of one thread.
    fn work(&self) {
        let _alarm = Alarm(&self.is_over);
        let mut idle = 0;
        while let Some(search) = self.next() {
            let is_idle = self.run(search);
            search.ledger.report();
            if self.claims.is_full() {
                self.is_over.store(true, Ordering::Relaxed);
            }
            own(self.waiting.lock()).push_back(search);
            idle = if is_idle { idle + 1 } else { 0 };
            match idle {
                0 => {}
                1..YIELDS => thread::yield_now(),
                _ => thread::sleep(NAP),
            }
        }
    }

    /// The search that has waited longest; none if the round is over.
    fn next(&self) -> Option<&'a mut Member<K>> {
        let is_over = self.is_over.load(Ordering::Relaxed) || self.left.load(Ordering::Relaxed) == 0;
        if is_over { None } else { own(self.waiting.lock()).pop_front() }
    }

    /// Lets a search enter a portion of the nodes. Is it idle?
    fn run(&self, search: &mut Member<K>) -> bool {
        let take = |left: u64| Some(left - PORTION.min(left));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        let bound = search.work().nodes + PORTION.min(before);
        let pause = search.run(bound);
        let unused = bound - search.work().nodes;
        self.left.fetch_add(unused, Ordering::Relaxed);
        if pause == Pause::End {
            self.is_over.store(true, Ordering::Relaxed);
        }
        matches!(search.step, Step::Idle)
    }
}

impl<const K: usize> Task for Team<K> {
    fn run(&mut self, nodes: u64) -> Pause {
        if let Some(alone) = &mut self.alone {
            return alone.run(nodes);
        }
        if self.work().nodes < self.together_from {
            self.searches[0].run(nodes.min(self.together_from));
            self.searches[0].ledger.report();
        }
        let done = self.work().nodes;
        let is_small = self.count().is_some() || done < self.together_from;
        if !is_small && done < nodes {
            self.run_together(nodes - done);
        }
        if self.claims.is_full() {
            return self.begin_anew().run(nodes);
        }
        (self.certain, self.fraction) = (self.certain(), self.fraction());
        if self.count().is_some() { Pause::End } else { Pause::Bound }
    }

    fn fraction(&self) -> f64 {
        self.first().fraction().max(self.fraction)
    }

    fn work(&self) -> Work {
        self.all().map(Task::work).sum()
    }

    fn pace(&self) -> u64 {
        if let Some(alone) = &self.alone {
            return alone.pace();
        }
        let threads = self.searches.len() as u64;
        let walked = LONGER * walked(self.plan.size());
        let long = pace(self.work(), UPDATES_BETWEEN_LOOKS).saturating_mul(LONGER * threads);
        long.min(walked.max(PORTION * threads))
    }

    fn certain(&self) -> Count {
        self.first().certain().max(self.certain.clone())
    }
}

impl<const K: usize> Counting for Team<K> {
    fn count(&self) -> Option<Count> {
        self.first().count()
    }
    fn has_forgotten(&self) -> bool {
        self.first().has_forgotten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Tally;
    use super::super::cache::peak_bytes;
    use super::super::matrix::Matrix;
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::engine::words::Words;
    use crate::problem::{Problem, dlx::parse};
    use crate::random::SplitMix64;

    const ROOMY: usize = 1 << 24;

    /// For a search that takes the item with the fewest options.
    fn plan(problem: &Problem) -> Plan<4> {
        let order = Order::best(problem);
        let matrix = at_once(|effort| Matrix::new(problem, order.items(), effort)).unwrap();
        at_once(|effort| Plan::new(matrix, effort)).unwrap()
    }

    /// For a search along a tree.
    fn plan_along(problem: &Problem) -> Plan<4> {
        let matrix = at_once(|effort| Matrix::along(problem, Order::best(problem).tree(), effort)).unwrap();
        at_once(|effort| Plan::new(matrix, effort)).unwrap()
    }

    fn alone(plan: Plan<4>, limit: usize) -> Member<4> {
        let mut search = Search::new(plan.into(), Counts::Own(Cache::new(limit)));
        assert_eq!(search.run(u64::MAX), Pause::End);
        search
    }

    /// A team that shares from the first node.
    fn team(plan: Plan<4>, threads: usize, limit: usize) -> Team<4> {
        Team { together_from: 0, ..Team::new(plan, threads, limit) }
    }

    fn told(search: &Member<4>) -> (Option<Count>, Work, Tally) {
        (search.count(), search.work(), search.tally())
    }

    fn told_by(team: &Team<4>) -> (Option<Count>, Work, Tally) {
        let add = |sum: Tally, Tally { hits, splits, forgotten }: Tally| Tally {
            hits: sum.hits.wrapping_add(hits),
            splits: sum.splits + splits,
            forgotten: sum.forgotten + forgotten,
        };
        (team.count(), team.work(), team.all().map(Search::tally).fold(Tally::default(), add))
    }

    /// Queens: secondary items, and residual problems that occur many times.
    fn queens(side: usize) -> Problem {
        let primary: Vec<_> = (0..side).map(|i| format!("r{i} c{i}")).collect();
        let secondary: Vec<_> = (0..2 * side).map(|i| format!("a{i} b{i}")).collect();
        let cells = (0..side * side).map(|cell| (cell / side, cell % side));
        let options: Vec<_> = cells
            .map(|(row, column)| format!("r{row} c{column} a{} b{}\n", row + column, side + row - column))
            .collect();
        let text = format!("{} | {}\n{}", primary.join(" "), secondary.join(" "), options.concat());
        parse("queens", &text).unwrap().problem
    }

    /// Sets of up to three of some items; the items stand in separate blocks, so that there are products.
    /// Secondary items with colors are shared. With an odd seed, one block more is a cycle of three or
    /// five items, which pairs do not cover.
    fn random(seed: u64) -> Problem {
        let mut random = SplitMix64::new(seed);
        let mut below = |most: u64| random.below(&most.into()).to_u64().unwrap();
        let (blocks, size, cycle) = (1 + below(4), 3 + below(4), [0, 3, 0, 5][seed as usize % 4]);
        let in_blocks = (0..blocks * size).map(|item| format!("p{item}"));
        let items: Vec<_> = in_blocks.chain((0..cycle).map(|item| format!("q{item}"))).collect();
        let mut options = vec![];
        for _ in 0..blocks * size * 4 {
            let block = below(blocks);
            let items: BTreeSet<u64> = (0..=below(3)).map(|_| block * size + below(size)).collect();
            let items: Vec<_> = items.into_iter().map(|item| format!("p{item}")).collect();
            let colored = ["", "", "", "x:A", "x:B", "y", "z:A"][below(7) as usize];
            options.push(format!("{} {colored}\n", items.join(" ")));
        }
        options.extend((0..cycle).map(|item| format!("q{item} q{}\n", (item + 1) % cycle)));
        parse("random", &format!("{} | x y z\n{}", items.join(" "), options.concat())).unwrap().problem
    }

    /// On wide problems a node takes long, whatever it updates: the budget is checked after few of them.
    #[test]
    fn a_run_on_a_wide_problem_is_short() {
        let mut random = SplitMix64::new(1);
        let items = (0..240).map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ");
        let options = (0..20_000).map(|_| {
            let start = random.place(80);
            format!("i{start} i{} i{}\n", 80 + random.place(80), 160 + random.place(80))
        });
        let problem = parse("wide", &format!("{items}\n{}", options.collect::<String>())).unwrap().problem;
        let plan = plan(&problem);
        let size = plan.size() as u64;
        assert!(size >= 60_000, "{size}");
        for threads in [1, 2] {
            let mut team = team(plan.clone(), threads, ROOMY);
            team.run(64);
            assert!(team.pace() * size <= 1 << 26, "{} nodes", team.pace());
        }
        let mut alone = Search::new(plan.into(), Counts::Own(Cache::<4>::new(ROOMY)));
        alone.run(64);
        assert!(alone.pace() * size <= 1 << 22, "{} nodes", alone.pace());
    }

    #[test]
    fn the_count_and_the_work_are_those_of_one_search() {
        // The numbers of queens are OEIS A000170.
        let problems = [(queens(6), 4u64), (queens(8), 92), (queens(9), 352)];
        for (problem, count) in problems {
            for plan in [plan(&problem), plan_along(&problem)] {
                let expected = told(&alone(plan.clone(), ROOMY));
                assert_eq!(expected.0, Some(count.into()));
                for threads in [2, 3, 8] {
                    let mut team = team(plan.clone(), threads, ROOMY);
                    assert_eq!(team.run(u64::MAX), Pause::End);
                    assert_eq!(told_by(&team), expected, "with {threads} threads");
                }
            }
        }
    }

    #[test]
    fn problems_that_fall_into_parts_have_the_same_work_too() {
        let (mut dead_parts, mut split) = (0, 0);
        for seed in 0..200 {
            let problem = random(seed);
            let plans = [plan(&problem), plan_along(&problem)];
            let searches = plans.clone().map(|plan| alone(plan, ROOMY));
            let [one, other] = &searches;
            assert_eq!(one.count(), other.count(), "seed {seed}");
            dead_parts += u64::from(one.tally().splits > 0 && one.count() == Some(Count::ZERO));
            split += u64::from(other.tally().splits > 1);
            for (search, plan) in searches.iter().zip(plans) {
                for threads in [2, 4] {
                    let mut team = team(plan.clone(), threads, ROOMY);
                    assert_eq!(team.run(u64::MAX), Pause::End);
                    assert_eq!(told_by(&team), told(search), "seed {seed}, {threads} threads");
                }
            }
        }
        assert!(dead_parts > 50, "{dead_parts} problems with a part without solution");
        assert!(split >= 10, "{split} trees with several splits");
    }

    #[test]
    fn a_pause_keeps_to_its_bound_and_what_is_told_never_falls() {
        for problem in [queens(8), random(3), random(5)] {
            let expected = told(&alone(plan(&problem), ROOMY));
            let mut paused = team(plan(&problem), 3, ROOMY);
            let (mut certain, mut fraction) = (Count::ZERO, 0.0);
            for bound in (0..expected.1.nodes).step_by(7) {
                while paused.work().nodes < bound {
                    assert_eq!((paused.run(bound), paused.count()), (Pause::Bound, None));
                }
                assert_eq!(paused.work().nodes, bound);
                assert!(paused.certain() >= certain && paused.fraction() >= fraction, "at node {bound}");
                (certain, fraction) = (paused.certain(), paused.fraction());
            }
            while paused.run(u64::MAX) != Pause::End {}
            assert_eq!(told_by(&paused), expected);
            assert!(certain <= paused.certain() && paused.fraction() >= 1.0);
        }
    }

    #[test]
    fn with_little_memory_the_work_is_that_of_one_search_which_forgets() {
        let problem = queens(9);
        let whole = alone(plan(&problem), ROOMY).work();
        for limit in [0, 1 << 12, 1 << 16, 1 << 18, 1 << 20] {
            let search = alone(plan(&problem), limit);
            let mut team = team(plan(&problem), 2, limit);
            assert_eq!(team.run(u64::MAX), Pause::End);
            assert_eq!(told_by(&team), told(&search), "{limit} bytes");
            assert_eq!(search.work() == whole, search.tally().forgotten == 0 && limit > 0, "{limit} bytes");
        }
    }

    #[test]
    fn as_long_as_a_team_is_not_full_one_search_forgets_nothing() {
        for entries in 0..5_000 {
            let mut limit = 2 * peak_bytes::<2>(entries);
            let keep = |limit| {
                let mut cache = Cache::<2>::new(limit);
                (0..entries as u64).for_each(|entry| cache.insert(Words([entry, 0]), Count::ONE));
                (0..entries as u64).all(|entry| cache.get(&Words([entry, 0])).is_some())
            };
            if entries % 97 == 0 || entries < 30 {
                assert!(keep(limit), "{entries} entries");
                limit /= 8;
                assert!(entries < 30 || !keep(limit), "{entries} entries with an eighth");
            }
        }
    }
}
