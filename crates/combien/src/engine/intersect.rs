//! All solutions as a family, item by item: the construction of the `combine` paper, for teaching and as a
//! cross-check.
//!
//! Each item says which sets of options it allows: those with exactly one option that has it, or at most one,
//! or any number that give it one and the same color, or as many as its bounds allow. As a diagram over the
//! options, in their order, this takes as many nodes as there are options (times the number of colors, or of
//! times that the item may be covered). The solutions are the intersection of the families of all items.
//!
//! The items are sorted by their first option and intersected in a balanced way, neighbours first (TAOCP
//! 7.1.4, exercise 212, as the paper cites it). The intermediate diagrams can be far larger than the result:
//! this makes the paper's program fail, and the [frontier](super::frontier) avoids it.

use std::collections::VecDeque;

use super::codes::Counter;
use super::task::shown_by_work;
use super::{Begun, Compiled, Compiling, Engine, Order, Profile, Task};
use crate::budget::{Budget, Pause, Work};
use crate::problem::{Entry, ItemId, OptionId, Problem};
use crate::zdd::{Family, Full, Store};

/// Results that are remembered if memory is not limited: 256 MB.
const MOST_RESULTS: usize = 1 << 24;

/// The construction of the family of all solutions: sets of option numbers, from 0.
///
/// ```
/// use combien::engine::{Pause, intersect::Intersection};
/// use combien::problem::dlx;
///
/// let problem = dlx::parse("lesson", "1 2 3 4 5\n1 5\n2 4\n2 3\n3\n1 4 5\n1 3 5\n2 5\n1 4\n")?.problem;
/// let mut construction = Intersection::new(&problem);
/// assert_eq!(construction.run(10), Pause::Bound);
/// assert_eq!(construction.run(1000), Pause::End);
/// let (store, family) = construction.finish().unwrap();
/// assert_eq!(store.show(family).to_string(), "{{3, 6, 7}, {2, 4}, {1, 5}, {0, 1, 3}}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Intersection {
    problem: Problem,
    uses: Vec<Vec<(OptionId, Entry)>>,
    /// Items whose families are still to be built.
    items: VecDeque<ItemId>,
    /// Families to be intersected in this round, and those to be intersected in the next.
    round: VecDeque<Family>,
    next: VecDeque<Family>,
    store: Store,
    /// The maximum number of nodes, even if it is allowed more.
    most: usize,
}

impl Intersection {
    /// The construction at its start.
    pub fn new(problem: &Problem) -> Intersection {
        let uses = uses(problem);
        let mut items: Vec<ItemId> = problem.items().collect();
        items.sort_by_key(|item| uses[item.index()].first().map(|&(option, _)| option));
        let (round, next) = (VecDeque::new(), VecDeque::new());
        Intersection {
            problem: problem.clone(),
            uses,
            items: items.into(),
            round,
            next,
            store: Store::new(),
            most: Store::MOST_NODES,
        }
    }

    /// Sets the maximum number of bytes, including those needed to count the members of the family. Nodes get
    /// most of them. Remembered results get a quarter, which includes the time when they exist twice
    /// while they are moved to a larger table.
    pub(crate) fn bound_memory(&mut self, bytes: usize) {
        self.store.bound_cache((bytes / 4 / (16 + 8)).min(MOST_RESULTS));
        self.most = Store::nodes_within(bytes - bytes / 4, Store::BYTES_TO_COUNT);
    }

    /// Runs to the end, or until the store holds `nodes` nodes. The results of an interrupted step are
    /// remembered, so that repeating it with more memory costs little.
    pub fn run(&mut self, nodes: usize) -> Pause {
        self.store.set_limit(nodes.min(self.most));
        while !self.is_finished() {
            if self.step().is_err() {
                return Pause::Bound;
            }
        }
        Pause::End
    }

    fn is_finished(&self) -> bool {
        self.items.is_empty() && self.next.is_empty() && self.round.len() == 1
    }

    /// Builds the family of an item, or intersects two families. A step that fails changes nothing.
    fn step(&mut self) -> Result<(), Full> {
        if let Some(&item) = self.items.front() {
            let family = allowed(&self.problem, item, &self.uses[item.index()], &mut self.store)?;
            self.items.pop_front();
            self.round.push_back(family);
        } else if let (Some(&f), Some(&g)) = (self.round.front(), self.round.get(1)) {
            let both = self.store.intersection(f, g)?;
            self.round.drain(..2);
            self.next.push_back(both);
        } else if self.round.is_empty() && self.next.is_empty() {
            let free = self.free()?;
            self.round.push_back(free);
        } else {
            self.next.append(&mut self.round);
            std::mem::swap(&mut self.next, &mut self.round);
        }
        Ok(())
    }

    /// The sets of options without excluded ones: what a problem without items allows.
    fn free(&mut self) -> Result<Family, Full> {
        let mut options = self.problem.options().rev().filter(|&option| !self.problem.is_kept_out(option));
        options.try_fold(Family::BASE, |rest, option| self.store.node(option.index() as u32, rest, rest))
    }

    /// The bytes that the construction holds, nearly all of them its store's.
    pub fn memory(&self) -> usize {
        self.store.memory()
    }

    /// The family of all solutions and its store, once the construction is at its end.
    pub fn finish(mut self) -> Option<(Store, Family)> {
        if !self.is_finished() {
            return None;
        }
        self.store.set_limit(Store::MOST_NODES);
        Some((self.store, self.round[0]))
    }
}

/// For each item, the options that have it and are not excluded, ascending, with their entry there.
fn uses(problem: &Problem) -> Vec<Vec<(OptionId, Entry)>> {
    let mut uses = vec![vec![]; problem.item_count()];
    for option in problem.searched_options() {
        for &entry in problem.option(option) {
            uses[entry.item.index()].push((option, entry));
        }
    }
    uses
}

/// The sets of options that an item allows, built from the last option to the first. Earlier options matter
/// only in how they cover the item: not at all, without a color, or in a color.
fn allowed(
    problem: &Problem,
    item: ItemId,
    uses: &[(OptionId, Entry)],
    store: &mut Store,
) -> Result<Family, Full> {
    if problem.bounds(item).hi > 1 {
        let counter = Counter::new(problem.bounds(item), uses.len() as u32);
        return allowed_several(problem, counter, uses, store);
    }
    let mut colors: Vec<_> = uses.iter().filter_map(|(_, entry)| entry.color).collect();
    colors.sort();
    colors.dedup();
    let mut uncovered = if problem.bounds(item).lo > 0 { Family::EMPTY } else { Family::BASE };
    let mut covered = Family::BASE;
    let mut colored = vec![Family::BASE; colors.len()];
    let mut uses = uses.iter().rev().peekable();
    for option in problem.options().rev().filter(|&option| !problem.is_kept_out(option)) {
        let var = option.index() as u32;
        match uses.next_if(|(user, _)| *user == option) {
            None => {
                uncovered = store.node(var, uncovered, uncovered)?;
                covered = store.node(var, covered, covered)?;
                for family in &mut colored {
                    *family = store.node(var, *family, *family)?;
                }
            }
            Some((_, Entry { color: None, .. })) => uncovered = store.node(var, uncovered, covered)?,
            Some((_, Entry { color: Some(color), .. })) => {
                let family = &mut colored[colors.partition_point(|other| other < color)];
                uncovered = store.node(var, uncovered, *family)?;
                *family = store.node(var, *family, *family)?;
            }
        }
    }
    Ok(uncovered)
}

/// The sets of options that an item allows if it may be covered several times: what matters is how often the
/// options before cover it.
fn allowed_several(
    problem: &Problem,
    counter: Counter,
    uses: &[(OptionId, Entry)],
    store: &mut Store,
) -> Result<Family, Full> {
    let end = |times| if counter.is_enough(times) { Family::BASE } else { Family::EMPTY };
    let mut families: Vec<Family> = (0..=counter.most()).map(end).collect();
    let mut uses = uses.iter().rev().peekable();
    for option in problem.options().rev().filter(|&option| !problem.is_kept_out(option)) {
        let var = option.index() as u32;
        let is_use = uses.next_if(|(user, _)| *user == option).is_some();
        // Ascending: each needs what the next one was.
        for times in 0..=counter.most() {
            let lo = families[times as usize];
            let next = if is_use { counter.next(times) } else { Some(times) };
            let hi = next.map_or(Family::EMPTY, |next| families[next as usize]);
            families[times as usize] = store.node(var, lo, hi)?;
        }
    }
    Ok(families[0])
}

/// The engine `intersect`.
pub(crate) struct ByIntersection;

impl Engine for ByIntersection {
    fn profile(&self) -> Profile {
        Profile {
            name: "intersect",
            summary: "all solutions as a decision diagram, by intersection of those of the items",
            keeps_bounds: true,
            compiles: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        5 * work.nodes + work.updates
    }

    fn compile(&self, problem: &Problem, _order: &Order, budget: &Budget) -> Begun<dyn Compiling> {
        let mut intersection = Intersection::new(problem);
        intersection.bound_memory(budget.memory_size());
        Ok(Box::new(intersection))
    }
}

impl Task for Intersection {
    fn run(&mut self, nodes: u64) -> Pause {
        match self.run(usize::try_from(nodes).unwrap_or(usize::MAX)) {
            Pause::Bound if self.store.node_count() >= self.most => Pause::Memory,
            pause => pause,
        }
    }
    fn work(&self) -> Work {
        Work { nodes: self.store.node_count() as u64, updates: self.store.steps() }
    }
    /// How many families have been built or intersected, as a part of all that will have to be. The last
    /// intersections are by far the largest.
    fn fraction(&self) -> f64 {
        let items = self.uses.len();
        let families = self.items.len() * 2 + self.round.len() + self.next.len();
        if items == 0 { 1.0 } else { 1.0 - (families - 1) as f64 / (2 * items) as f64 }
    }
}

impl Compiling for Intersection {
    fn finish(self: Box<Self>) -> Option<Compiled> {
        let options = self.problem.options().collect();
        Intersection::finish(*self).map(|(store, family)| Compiled::Stored {
            store: store.into(),
            family,
            options,
        })
    }
}

shown_by_work!(Intersection);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn count(text: &str) -> String {
        let problem = parse("t.dlx", text).unwrap().problem;
        let mut construction = Intersection::new(&problem);
        assert_eq!(construction.run(Store::MOST_NODES), Pause::End);
        let (store, family) = construction.finish().unwrap();
        store.check_invariants();
        store.count(family).to_string()
    }

    #[test]
    fn colors_and_options_that_are_kept_out() {
        assert_eq!(count("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"), "1");
        assert_eq!(count("p q | x\np x:A\nx:B\nq x:A\nq\n"), "2");
        assert_eq!(count("p q\np\n"), "0");
    }

    #[test]
    fn items_with_bounds() {
        // Of four options two or three: 6 + 4. Of three any number but none, one of them alone if it has
        // x: 7 - 1.
        assert_eq!(count("2:3|a\na\na\na\na\n"), "10");
        assert_eq!(count("1:9|a 0:1|b\na b\na b\na\n"), "5");
        assert_eq!(count("4|a\na\na\na\n"), "0");
    }

    #[test]
    fn a_problem_without_items_has_one_solution() {
        let mut construction = Intersection::new(Box::leak(Box::default()));
        assert_eq!(construction.run(0), Pause::End);
        let (store, family) = construction.finish().unwrap();
        assert_eq!(store.count(family).to_u64(), Some(1));
    }

    #[test]
    fn pauses_change_nothing() {
        let pairs = |n: u32| (0..n).flat_map(move |a| (0..a).map(move |b| format!("{b} {a}\n")));
        let items: Vec<String> = (0..8).map(|item| item.to_string()).collect();
        let text = format!("{}\n{}", items.join(" "), pairs(8).collect::<String>());
        let problem = parse("k8", &text).unwrap().problem;
        let (mut whole, mut paused) = (Intersection::new(&problem), Intersection::new(&problem));
        assert_eq!(whole.run(Store::MOST_NODES), Pause::End);
        let mut nodes = 0;
        while paused.run(nodes) == Pause::Bound {
            assert!(paused.store.node_count() <= nodes);
            nodes += 7;
        }
        let ((store, f), (other, g)) = (whole.finish().unwrap(), paused.finish().unwrap());
        assert_eq!((store.count(f).to_u64(), store.size(f)), (Some(105), other.size(g)));
    }
}
