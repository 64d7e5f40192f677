//! The best solutions of a diagram by weight.

use std::collections::BinaryHeap;

use super::diagram::{Diagram, Kind, NONE, NodeId};
use crate::problem::{OptionId, Solution};

/// How one of the best sets of a node is made: for a choice, its edge and which of the best sets of the
/// child; for a product, which of the best sets of each child, as places in a list of all such numbers.
#[derive(Clone, Copy, Debug)]
struct Made {
    weight: i128,
    first: u32,
    second: u32,
}

impl Diagram {
    /// The best solution and its weight, which is the sum of the weights of its options: the heaviest, or the
    /// lightest if `heaviest` is false. Of several that weigh the same, it is always the same one. `None`
    /// if there is no solution. Linear in the edges.
    ///
    /// ```
    /// # use combien::{budget::Budget, products::Diagram};
    /// let text = "zdnnf 1 4\n2 choice 1 >1 2 >1\n3 choice 3 >1 4 >1\n4 product >2 >3\nroot 4\n";
    /// let diagram = Diagram::read(text.as_bytes(), 4, &Budget::UNLIMITED)?;
    /// let weight = |option: combien::problem::OptionId| [5, 7, -1, -2][option.index()];
    /// let (heaviest, solution) = diagram.best(true, weight).unwrap();
    /// assert_eq!((heaviest, solution.options().len()), (6, 2));
    /// assert_eq!(diagram.best(false, weight).unwrap().0, 3);
    /// # Ok::<(), combien::products::ReadError>(())
    /// ```
    pub fn best(&self, heaviest: bool, weight: impl Fn(OptionId) -> i64) -> Option<(i128, Solution)> {
        self.few_best(heaviest, 1, weight, u64::MAX, &|| true)?.pop()
    }

    /// The best solutions with their weights, the best first: at most `count`. Of several that weigh the
    /// same, they are always the same ones. `None` if that takes more than `memory` bytes, or if `go_on`,
    /// which is asked at each node, says no.
    ///
    /// For each node, its best sets are merged from those of its children. Time of the order of the edges
    /// times `count`, with a logarithm.
    pub(crate) fn few_best(
        &self,
        heaviest: bool,
        count: usize,
        weight: impl Fn(OptionId) -> i64,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Vec<(i128, Solution)>> {
        if self.root() == NONE || count == 0 {
            return Some(vec![]);
        }
        let sign = if heaviest { 1 } else { -1 };
        let adds = |edge: u32| {
            self.options(edge).iter().map(|&option| sign * i128::from(weight(option))).sum::<i128>()
        };
        let mut best = Best { all: vec![], ends: vec![], ranks: vec![], count };
        for node in 0..self.node_count() as NodeId {
            match self.kind(node) {
                Kind::Product => {
                    let children: Vec<NodeId> = self.children(node).collect();
                    best.product(&children);
                }
                Kind::Choice => {
                    let edges = self.edges(node).map(|edge| (adds(edge), edge, self.child(edge)));
                    best.choice(&edges.collect::<Vec<_>>());
                }
            }
            if best.bytes() > memory || !go_on() {
                return None;
            }
        }
        let found = best.of(self.root()).iter().enumerate();
        Some(found.map(|(rank, made)| (sign * made.weight, self.set(&best, rank as u32))).collect())
    }

    /// The set of this rank among the best of the root.
    fn set(&self, best: &Best, rank: u32) -> Solution {
        let (mut left, mut options) = (vec![(self.root(), rank)], vec![]);
        while let Some((node, rank)) = left.pop() {
            let made = best.of(node)[rank as usize];
            match self.kind(node) {
                Kind::Product => {
                    let ranks = &best.ranks[made.first as usize..made.second as usize];
                    left.extend(self.children(node).zip(ranks.iter().copied()));
                }
                Kind::Choice => {
                    options.extend_from_slice(self.options(made.first));
                    left.push((self.child(made.first), made.second));
                }
            }
        }
        options.into_iter().collect()
    }
}

/// The best sets of all nodes, those of each after those of the nodes before, each list from the best to the
/// worst.
struct Best {
    all: Vec<Made>,
    ends: Vec<usize>,
    ranks: Vec<u32>,
    count: usize,
}

impl Best {
    fn of(&self, node: NodeId) -> &[Made] {
        let start = (node as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[node as usize]]
    }

    fn bytes(&self) -> u64 {
        let lists = self.all.capacity() * size_of::<Made>() + self.ends.capacity() * size_of::<usize>();
        (lists + self.ranks.capacity() * size_of::<u32>()) as u64
    }

    /// A choice: the best of what its edges lead to. Edges that lead to the same weight keep their order.
    fn choice(&mut self, edges: &[(i128, u32, NodeId)]) {
        let mut heap = BinaryHeap::new();
        let offer = |best: &Best, place: usize, rank: u32| {
            let (adds, edge, child) = edges[place];
            let made = best.of(child).get(rank as usize)?;
            Some((made.weight + adds, std::cmp::Reverse((place, rank)), edge))
        };
        heap.extend((0..edges.len()).filter_map(|place| offer(self, place, 0)));
        let mut found = vec![];
        while found.len() < self.count
            && let Some((weight, std::cmp::Reverse((place, rank)), edge)) = heap.pop()
        {
            found.push(Made { weight, first: edge, second: rank });
            heap.extend(offer(self, place, rank + 1));
        }
        self.push(found);
    }

    /// A product: the best sums of a set of each child.
    fn product(&mut self, children: &[NodeId]) {
        // The best sums of the children so far, each with the ranks of the sets that it is made of.
        let mut sums: Vec<(i128, Vec<u32>)> = vec![(0, vec![])];
        for &child in children {
            let sets = self.of(child);
            let mut heap = BinaryHeap::new();
            let offer = |place: usize, rank: u32| {
                let (sum, made) = (sums.get(place)?, sets.get(rank as usize)?);
                Some((sum.0 + made.weight, std::cmp::Reverse((place, rank))))
            };
            heap.extend(offer(0, 0));
            let mut next = vec![];
            while next.len() < self.count
                && let Some((weight, std::cmp::Reverse((place, rank)))) = heap.pop()
            {
                // Each pair is offered once: the next set of the child, and for its first set also the next
                // sum.
                heap.extend(offer(place, rank + 1));
                if rank == 0 {
                    heap.extend(offer(place + 1, 0));
                }
                let mut ranks = sums[place].1.clone();
                ranks.push(rank);
                next.push((weight, ranks));
            }
            sums = next;
        }
        let mut found = vec![];
        for (weight, ranks) in sums {
            let first = self.ranks.len() as u32;
            self.ranks.extend(ranks);
            found.push(Made { weight, first, second: self.ranks.len() as u32 });
        }
        self.push(found);
    }

    fn push(&mut self, found: Vec<Made>) {
        self.all.extend(found);
        self.ends.push(self.all.len());
    }
}
