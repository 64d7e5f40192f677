//! The sets of a diagram that are best by the sum of what their items have: by one weight, or by two costs.
//!
//! Each node keeps those of its sets that may be a part of what is wanted at the root, made from those that
//! its children keep.

use std::cmp::Reverse;

use super::{Kind, NodeId, Nodes};
use crate::pareto::{self, Costs};

/// How a set is made: for a choice, which of its edges, and which of the sets of the child; for a product,
/// where in a list of all such numbers those of the sets of its children begin and end.
type Made = (u32, u32);

/// Sets, each with its sum and how it is made.
type Sets<V> = Vec<(V, Made)>;

/// Which sets are kept.
struct Rule<'r, V> {
    zero: V,
    plus: fn(V, V) -> V,
    /// How many are kept at most, if the sums are in one order.
    most: usize,
    keep: &'r dyn Fn(Sets<V>) -> Sets<V>,
}

/// The sets of greatest weight, or of least if `heaviest` is false, with their weights, the best first: at
/// most `count`. Of several that weigh the same, they are always the same ones. `None` if that takes more
/// than `memory` bytes, or if `go_on`, which is asked at each node, says no. Time of the order of the edges
/// times `count`, with a logarithm.
pub(crate) fn best<N: Nodes>(
    nodes: &N,
    (heaviest, count): (bool, usize),
    weight: impl Fn(N::Item) -> i64,
    memory: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<(i128, Vec<N::Item>)>> {
    if count == 0 {
        return Some(vec![]);
    }
    let sign = if heaviest { 1 } else { -1 };
    let keep = |mut sets: Sets<i128>| {
        let key = |&(weight, made): &(i128, Made)| (Reverse(weight), made);
        if sets.len() > count {
            sets.select_nth_unstable_by_key(count, key);
            sets.truncate(count);
        }
        sets.sort_unstable_by_key(key);
        sets
    };
    let rule = Rule { zero: 0, plus: |sum, more| sum + more, most: count, keep: &keep };
    let mut found = select(nodes, |item| sign * i128::from(weight(item)), &rule, memory, go_on)?;
    for (weight, _) in &mut found {
        *weight *= sign;
    }
    Some(found)
}

/// The sets that no other set is at least as good as in both sums of costs, low being better, one for each
/// pair of sums: by ascending first sum. `None` if that takes more than `memory` bytes, or if `go_on`, which
/// is asked at each node, says no. Fronts have at most as many points as there are different sums.
pub(crate) fn front<N: Nodes>(
    nodes: &N,
    costs: impl Fn(N::Item) -> Costs,
    memory: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<(Costs, Vec<N::Item>)>> {
    let rule = Rule { zero: [0, 0], plus: pareto::plus, most: usize::MAX, keep: &pareto::front };
    select(nodes, costs, &rule, memory, go_on)
}

fn select<N: Nodes, V: Copy>(
    nodes: &N,
    value: impl Fn(N::Item) -> V,
    rule: &Rule<'_, V>,
    memory: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<(V, Vec<N::Item>)>> {
    let mut kept = Selection { sets: vec![], ends: vec![], ranks: vec![], memory };
    for node in nodes.all() {
        let sets = match nodes.kind(node) {
            Kind::Choice => kept.choice(nodes, node, &value, rule)?,
            Kind::Product => kept.product(nodes, node, rule)?,
        };
        kept.sets.extend(sets);
        kept.ends.push(kept.sets.len());
        if !kept.fits(0) || !go_on() {
            return None;
        }
    }
    let found = kept.of(nodes.root()).iter().zip(0..);
    Some(found.map(|(&(value, _), rank)| (value, kept.set(nodes, rank))).collect())
}

/// The sets that all nodes so far keep, those of each after those of the nodes before.
struct Selection<V> {
    sets: Sets<V>,
    ends: Vec<usize>,
    ranks: Vec<u32>,
    memory: u64,
}

impl<V: Copy> Selection<V> {
    fn of(&self, node: NodeId) -> &[(V, Made)] {
        let start = (node as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.sets[start..self.ends[node as usize]]
    }

    /// Is there room for this number of sets more?
    fn fits(&self, more: usize) -> bool {
        let sets = self.sets.capacity().saturating_add(more).saturating_mul(size_of::<(V, Made)>());
        let beside = self.ends.capacity() * size_of::<usize>() + self.ranks.capacity() * size_of::<u32>();
        sets.saturating_add(beside) as u64 <= self.memory
    }

    /// Those of a choice: of what its edges lead to.
    fn choice<N: Nodes>(
        &self,
        nodes: &N,
        node: NodeId,
        value: impl Fn(N::Item) -> V,
        rule: &Rule<'_, V>,
    ) -> Option<Sets<V>> {
        let mut union = vec![];
        for (edge, branch) in nodes.edges(node).zip(0..) {
            let below = self.of(nodes.child(edge));
            if !self.fits(union.len() + below.len()) {
                return None;
            }
            let adds = nodes.items(edge).iter().fold(rule.zero, |sum, &item| (rule.plus)(sum, value(item)));
            let longer = |(&(sum, _), rank): (&(V, Made), u32)| ((rule.plus)(sum, adds), (branch, rank));
            union.extend(below.iter().zip(0..).map(longer));
        }
        Some((rule.keep)(union))
    }

    /// Those of a product: of the sums of a set of each child.
    fn product(&mut self, nodes: &impl Nodes, node: NodeId, rule: &Rule<'_, V>) -> Option<Sets<V>> {
        // What is kept of the children so far, each with the ranks of the sets that it is made of.
        let mut sums: Vec<(V, Vec<u32>)> = vec![(rule.zero, vec![])];
        for child in nodes.children(node) {
            let sets = self.of(child);
            // The pair of the places i and j is not among the first k if there are k pairs of places up to
            // these: in one order, all of them are at least as good.
            let partners = |place: usize| sets.len().min(rule.most / (place + 1));
            if !self.fits((0..sums.len()).map(partners).fold(0, usize::saturating_add)) {
                return None;
            }
            let mut pairs = vec![];
            for (place, &(sum, _)) in sums.iter().enumerate() {
                let longer =
                    |(&(more, _), rank): (&(V, Made), u32)| ((rule.plus)(sum, more), (place as u32, rank));
                pairs.extend(sets[..partners(place)].iter().zip(0..).map(longer));
            }
            let with =
                |(sum, (place, rank)): (V, Made)| (sum, [&sums[place as usize].1[..], &[rank]].concat());
            sums = (rule.keep)(pairs).into_iter().map(with).collect();
        }
        let made = sums.into_iter().map(|(sum, ranks)| {
            let first = self.ranks.len() as u32;
            self.ranks.extend(ranks);
            (sum, (first, self.ranks.len() as u32))
        });
        Some(made.collect())
    }

    /// The set of this rank among those of the root.
    fn set<N: Nodes>(&self, nodes: &N, rank: u32) -> Vec<N::Item> {
        let (mut left, mut items) = (vec![(nodes.root(), rank)], vec![]);
        while let Some((node, rank)) = left.pop() {
            let (_, (first, second)) = self.of(node)[rank as usize];
            match nodes.kind(node) {
                Kind::Product => {
                    let ranks = &self.ranks[first as usize..second as usize];
                    left.extend(nodes.children(node).zip(ranks.iter().copied()));
                }
                Kind::Choice => {
                    let edge = nodes.edges(node).start + first as usize;
                    items.extend_from_slice(nodes.items(edge));
                    left.push((nodes.child(edge), second));
                }
            }
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{OptionId, Solution};
    use crate::products::{Diagram, ONE};
    use crate::random::SplitMix64;

    /// A tree of choices and products, in which each option occurs once, and how many options there are.
    fn tree(random: &mut SplitMix64) -> (Diagram, usize) {
        let (mut diagram, mut tops, mut options) = (Diagram::new(), vec![], 0);
        for _ in 0..=random.place(5) {
            let kind = if random.place(3) == 0 { Kind::Product } else { Kind::Choice };
            let mut edges = vec![];
            for _ in 0..=random.place(3) {
                let own = if kind == Kind::Choice { 1 + random.place(2) } else { 0 };
                let items: Vec<_> = (options..options + own).map(OptionId::from_index).collect();
                options += own;
                edges.push((items, if random.place(4) == 0 { ONE } else { tops.pop().unwrap_or(ONE) }));
            }
            tops.push(diagram.push(kind, edges));
        }
        let rest = tops.into_iter().map(|top| (vec![], top)).collect::<Vec<(Vec<OptionId>, _)>>();
        let root = diagram.push(Kind::Product, rest);
        (diagram.with_root(root), options)
    }

    /// Against a list of all sets, by a walk.
    #[test]
    fn the_best_sets_and_the_front_of_random_trees() {
        let mut random = SplitMix64::new(46);
        for _ in 0..300 {
            let (diagram, options) = tree(&mut random);
            let costs: Vec<[i64; 2]> =
                (0..options).map(|_| [0; 2].map(|_: i64| random.place(9) as i64 - 4)).collect();
            let sum = |set: &[OptionId], place: usize| -> i128 {
                set.iter().map(|option| i128::from(costs[option.index()][place])).sum()
            };
            let all: Vec<Solution> = diagram.solutions().collect();
            for (heaviest, count) in [(true, 0), (true, 1), (false, 2), (true, 5), (false, usize::MAX)] {
                let mut weights: Vec<i128> = all.iter().map(|set| sum(set.options(), 0)).collect();
                weights.sort_by_key(|&weight| if heaviest { -weight } else { weight });
                weights.truncate(count);
                let weight = |option: OptionId| costs[option.index()][0];
                let found = best(&diagram, (heaviest, count), weight, u64::MAX, &|| true).unwrap();
                assert!(found.iter().map(|(weight, _)| *weight).eq(weights));
                let mut sets: Vec<Solution> =
                    found.iter().map(|(_, set)| set.iter().copied().collect()).collect();
                assert!(found.iter().all(|(weight, set)| *weight == sum(set, 0)));
                sets.sort();
                sets.dedup();
                assert!(sets.len() == found.len() && sets.iter().all(|set| all.contains(set)));
            }
            let points = all.iter().map(|set| ([0, 1].map(|place| sum(set.options(), place)), ()));
            let expected: Vec<Costs> =
                pareto::front(points.collect()).into_iter().map(|point| point.0).collect();
            let two = |option: OptionId| costs[option.index()].map(i128::from);
            let found = front(&diagram, two, u64::MAX, &|| true).unwrap();
            assert!(found.iter().map(|(sums, _)| *sums).eq(expected));
            assert!(found.iter().all(|(sums, set)| *sums == [0, 1].map(|place| sum(set, place))));
            assert!(front(&diagram, two, 8, &|| true).is_none());
        }
    }
}
