//! The tree of choices that finds exactly one solution of each orbit: the least one.
//!
//! A node has a group, and ranks of the orbits of options under it. Each image of a solution has an option of
//! the same least rank; an option of that rank can be mapped to the orbit's representative, in as many ways
//! as the solution has options there. The stabilizer of the representative is the group of the next level.
//! Where it moves no more of the solution, the remaining images are compared as sets. So the least image is
//! found without a look at all elements (Linton, "Finding the smallest image of a set", 2004), and what the
//! search has chosen is part of its order: a solution that lacks the representative is not the least, and
//! need not be searched for.

use std::collections::{BTreeMap, HashMap};

use super::group::{GroupError, go_on};
use super::limits::fit;
use super::{Level, Symmetries};
use crate::count::Count;
use crate::problem::{Bounds, ItemId, OptionId, Problem, Residual, Solution};
use crate::solve::{Budget, Reason};

/// The tree, as far as it has been built.
pub(super) struct Choices {
    nodes: Vec<Node>,
    budget: Budget,
    /// The bytes of all nodes: the root has the group that was given.
    bytes: usize,
    /// The nodes from here on are only for comparing images, so they can be built again.
    spare: usize,
}

/// A node of the tree.
struct Node {
    group: Symmetries,
    /// The rank of the orbit of each option; `None` for options that are alone in their orbit.
    ranks: Vec<Option<u32>>,
    /// By rank, the least option of the orbit.
    representatives: Vec<OptionId>,
    /// Each of these first ranks is a part of the search: every solution has one of them.
    parts: usize,
    children: HashMap<u32, Child>,
    /// Its size in bytes, including its group, except for data shared with its parent.
    bytes: usize,
}

/// The subtree below the choice of a representative.
struct Child {
    /// The elements that map the options of its orbit to it.
    level: Level,
    node: usize,
}

/// Images of a solution, and the number of ways to each.
type Images = BTreeMap<Solution, Count>;

impl Symmetries {
    /// The number of elements that map a solution to itself. They are not visited: it follows from the number
    /// of ways to the least image of the solution.
    ///
    /// # Panics
    ///
    /// Panics if the tables for that do not fit into half of [`Budget::MEMORY`].
    pub fn stabilizer_order(&self, solution: &Solution) -> Count {
        let order = Choices::new(self, &Budget::UNLIMITED).and_then(|mut choices| choices.least(solution));
        order.map_or_else(
            |error| panic!("the images of the solution are too many: {error}"),
            |(_, order)| order,
        )
    }
}

impl Choices {
    /// The tree with nothing chosen.
    pub(super) const ROOT: usize = 0;

    /// A tree without parts.
    pub(super) fn new(group: &Symmetries, budget: &Budget) -> Result<Choices, GroupError> {
        let mut root = Node::new(group.clone(), &[], budget)?;
        root.bytes += group.bytes();
        let mut choices = Choices { nodes: vec![], budget: budget.clone(), bytes: 0, spare: 1 };
        choices.push(root)?;
        Ok(choices)
    }

    fn push(&mut self, node: Node) -> Result<(), GroupError> {
        self.bytes += node.bytes;
        self.nodes.push(node);
        Ok(fit(self.bytes, &self.budget)?)
    }

    /// Removes all nodes except the first ones.
    fn truncate(&mut self, len: usize) {
        self.bytes -= self.nodes.drain(len..).map(|node| node.bytes).sum::<usize>();
    }

    /// Solutions are compared from now on, so nodes that are built now can be built again.
    pub(super) fn begin_comparing(&mut self) {
        self.spare = self.nodes.len();
    }

    /// Frees all nodes that can be built again. Returns false if there are none.
    fn forget_spare(&mut self) -> bool {
        let spare = self.spare;
        if self.nodes.len() <= spare {
            return false;
        }
        self.truncate(spare);
        for node in &mut self.nodes {
            node.children.retain(|_, child| child.node < spare);
        }
        true
    }

    /// Its size in bytes, including the given group.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Turns a node into one of the search, if that saves work; `left` is the residual problem there. Returns
    /// the representatives that begin the parts.
    pub(super) fn search(
        &mut self,
        node: usize,
        problem: &Problem,
        left: &Residual,
    ) -> Result<&[OptionId], GroupError> {
        let group = self.nodes[node].group.clone();
        if let Some(options) = best_options(problem, left, &group, &self.budget)? {
            let made = Node::new(group, &options, &self.budget)?;
            let old = std::mem::replace(&mut self.nodes[node], made);
            // Its group is the same.
            self.nodes[node].bytes += old.bytes - old.tables();
            self.bytes = self.bytes + self.nodes[node].bytes - old.bytes;
            fit(self.bytes, &self.budget)?;
        }
        let node = &self.nodes[node];
        Ok(&node.representatives[..node.parts])
    }

    /// The options of the earlier parts, which the solutions of a part do not have.
    pub(super) fn earlier(&self, node: usize, part: usize) -> impl Iterator<Item = OptionId> + '_ {
        let ranks = self.nodes[node].ranks.iter().enumerate();
        let is_earlier = move |rank: Option<u32>| rank.is_some_and(|rank| (rank as usize) < part);
        ranks.filter(move |&(_, &rank)| is_earlier(rank)).map(|(place, _)| OptionId::from_index(place))
    }

    /// The node below the choice of the representative of a rank.
    pub(super) fn child(&mut self, node: usize, rank: usize) -> Result<usize, GroupError> {
        let (rank, made) = (rank as u32, self.nodes.len());
        let at = &mut self.nodes[node];
        if let Some(child) = at.children.get(&rank) {
            return Ok(child.node);
        }
        let (level, group) = at.group.split_at(at.representatives[rank as usize], &self.budget)?;
        let (of_level, of_group) = (level.bytes(at.group.identity()), group.bytes());
        let mut node = Node::new(group, &[], &self.budget)?;
        // A part that already begins with the option is shared.
        let is_shared = at.group.chain.first().is_some_and(|first| first.base == level.base);
        node.bytes += size_of::<Child>() + if is_shared { 0 } else { of_level + of_group };
        at.children.insert(rank, Child { level, node: made });
        self.push(node)?;
        Ok(made)
    }

    /// Removes a child and everything below it, because the search has finished it.
    pub(super) fn forget(&mut self, node: usize, rank: usize) {
        if let Some(child) = self.nodes[node].children.remove(&(rank as u32)) {
            // Whatever was made since is below it.
            self.truncate(child.node);
        }
    }

    /// The number of elements that map a solution to itself, if it is the least of its images; otherwise
    /// `None`.
    pub(super) fn if_least(&mut self, solution: &Solution) -> Result<Option<Count>, GroupError> {
        let least = self.least_within(solution, Some(solution))?;
        Ok(least.and_then(|(least, order)| (least == *solution).then_some(order)))
    }

    /// The least image of a solution, and the number of elements that map it to itself.
    pub(super) fn least(&mut self, solution: &Solution) -> Result<(Solution, Count), GroupError> {
        let least = self.least_within(solution, None)?;
        Ok(least.unwrap_or_else(|| unreachable!("a solution has a least image")))
    }

    /// The least image of a solution, and the number of elements that map it to itself. If it is only asked
    /// whether one solution is the least, returns `None` as soon as it is not. If there is not enough memory,
    /// it is tried again without the nodes for other solutions.
    fn least_within(
        &mut self,
        solution: &Solution,
        only: Option<&Solution>,
    ) -> Result<Option<(Solution, Count)>, GroupError> {
        let images = || Images::from([(solution.clone(), Count::ONE)]);
        match self.least_below(Self::ROOT, images(), only) {
            Err(GroupError::Stopped(Reason::Memory(_))) if self.forget_spare() => {
                self.least_below(Self::ROOT, images(), only)
            }
            least => least,
        }
    }

    /// The least of the images under the group of a node. If it is only asked whether one solution is the
    /// least, returns `None` as soon as it is not.
    fn least_below(
        &mut self,
        mut node: usize,
        mut images: Images,
        only: Option<&Solution>,
    ) -> Result<Option<(Solution, Count)>, GroupError> {
        loop {
            let at = &self.nodes[node];
            let rank = |option: OptionId| at.ranks[option.index()];
            let options = images.keys().flat_map(Solution::options);
            let Some(least) = options.filter_map(|&option| rank(option)).min() else {
                let order = at.group.order();
                return Ok(images.pop_first().map(|(least, ways)| (least, &ways * &order)));
            };
            let representative = at.representatives[least as usize];
            if only.is_some_and(|only| only.options().binary_search(&representative).is_err()) {
                return Ok(None);
            }
            let below = self.child(node, least as usize)?;
            let at = &self.nodes[node];
            let level = &at.children[&least].level;
            let mut next = Images::new();
            let of_image = images.first_key_value().map_or(0, |(image, _)| bytes_of(image));
            for (image, ways) in &images {
                go_on(&self.budget)?;
                for option in image.options().iter().filter(|option| at.ranks[option.index()] == Some(least))
                {
                    let Some(place) = level.place(*option) else { continue };
                    *next.entry(level.solution_home(image, place)).or_insert(Count::ZERO) += ways;
                    fit(self.bytes + (images.len() + next.len()) * of_image, &self.budget)?;
                }
            }
            (node, images) = (below, next);
        }
    }
}

/// The size of a recorded solution in a tree.
pub(super) fn bytes_of(solution: &Solution) -> usize {
    const BESIDE: usize = 3 * (size_of::<Solution>() + size_of::<Count>()) / 2 + 16;
    size_of_val(solution.options()) + BESIDE
}

impl Node {
    /// A node whose first ranks are those of the orbits of some options, a part each; then come all other
    /// orbits of more than one option.
    fn new(group: Symmetries, parts: &[OptionId], budget: &Budget) -> Result<Node, GroupError> {
        let orbits = group.orbits_within(budget)?;
        let mut is_alone = vec![true; orbits.len()];
        for (place, least) in orbits.iter().enumerate() {
            is_alone[least.index()] &= least.index() == place;
        }
        let mut node = Node {
            group,
            ranks: vec![None; orbits.len()],
            representatives: vec![],
            parts: 0,
            children: HashMap::new(),
            bytes: 0,
        };
        for option in parts {
            node.rank(orbits[option.index()]);
        }
        node.parts = node.representatives.len();
        for &least in orbits.iter().filter(|least| !is_alone[least.index()]) {
            node.rank(least);
        }
        // So far only representatives have ranks.
        node.ranks = orbits.iter().map(|least| node.ranks[least.index()]).collect();
        node.bytes = node.tables();
        Ok(node)
    }

    /// Its size without its group.
    fn tables(&self) -> usize {
        size_of::<Node>()
            + self.ranks.len() * size_of::<Option<u32>>()
            + self.representatives.len() * size_of::<OptionId>()
    }

    /// Gives the next rank to a representative without one.
    fn rank(&mut self, representative: OptionId) {
        let rank = &mut self.ranks[representative.index()];
        if rank.is_none() {
            *rank = Some(self.representatives.len() as u32);
            self.representatives.push(representative);
        }
    }
}

/// The options to begin parts with: those that have some item, one of which is in each solution, and their
/// images; of the item that saves most. Returns `None` if none saves anything.
///
/// An option that is chosen instead of all of its orbit saves as much as the orbit is long; but a solution
/// with several options of the orbit is met once for each. So of all solutions, each met as often, there are
/// about as many as the item has images, for each orbit, by the number of options in all of them.
fn best_options(
    problem: &Problem,
    left: &Residual,
    group: &Symmetries,
    budget: &Budget,
) -> Result<Option<Vec<OptionId>>, GroupError> {
    if group.is_trivial() {
        return Ok(None);
    }
    let orbits = group.orbits_within(budget)?;
    let items = group.item_orbits_within(budget)?;
    let mut lengths = vec![0u32; items.len()];
    for least in &items {
        lengths[least.index()] += 1;
    }
    // For each orbit of items: the options that have one of them, and how often they do.
    let mut of_items: BTreeMap<ItemId, (Vec<OptionId>, u64)> = BTreeMap::new();
    for &option in left.options() {
        for entry in problem.option(option) {
            let (options, entries) = of_items.entry(items[entry.item.index()]).or_default();
            *entries += 1;
            if options.last() != Some(&option) {
                options.push(option);
            }
        }
    }
    let mut best: Option<(f64, Vec<OptionId>)> = None;
    for (item, (options, entries)) in of_items {
        let bounds = left.problem.item_by_name(problem.item_name(item)).map(|item| left.problem.bounds(item));
        let Some(Bounds { lo: 1.., hi }) = bounds else { continue };
        let mut parts: Vec<OptionId> = options.iter().map(|option| orbits[option.index()]).collect();
        parts.sort();
        parts.dedup();
        go_on(budget)?;
        let images = f64::from(lengths[item.index()]);
        let entries_of_each = entries as f64 / options.len() as f64;
        let met = images * f64::from(hi) / entries_of_each;
        let cost = met * parts.len() as f64 / options.len() as f64;
        // Of items that save equally, the one with fewest parts: each part is a problem to be built.
        let (least, fewest) = best.as_ref().map_or((1.0, 0), |(least, parts)| (*least, parts.len()));
        if cost < least || (cost <= least && parts.len() < fewest) {
            best = Some((cost, parts));
        }
    }
    Ok(best.map(|(_, parts)| parts))
}
