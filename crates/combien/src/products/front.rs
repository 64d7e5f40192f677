//! The Pareto front of a diagram.

use super::diagram::{Diagram, Kind, NONE, NodeId};
use crate::pareto::{self, Costs};
use crate::problem::{OptionId, Solution};

/// How a point of a node is made: for a choice, its edge and which point of the child; for a product, where
/// in a list of all such numbers those of the points of its children begin and end.
type Made = (u32, u32);

impl Diagram {
    /// The sets that no other set is at least as good as in both sums of costs, low being better, one for
    /// each pair of sums: by ascending first sum. `None` if that takes more than `memory` bytes, or if
    /// `go_on`, which is asked at each node, says no.
    ///
    /// For each node its front is made from those of its children, by a union for a choice and by all sums
    /// for a product. Fronts have at most as many points as there are different sums.
    pub(crate) fn front(
        &self,
        costs: impl Fn(OptionId) -> Costs,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Vec<(Costs, Solution)>> {
        if self.root() == NONE {
            return Some(vec![]);
        }
        let mut fronts = Fronts { points: vec![], ends: vec![], ranks: vec![], memory };
        for node in 0..self.node_count() as NodeId {
            let front = match self.kind(node) {
                Kind::Product => fronts.product(self.children(node))?,
                Kind::Choice => {
                    let mut points = vec![];
                    for edge in self.edges(node) {
                        if !fronts.fits(points.len()) {
                            return None;
                        }
                        let adds = self.options(edge).iter().map(|&o| costs(o)).fold([0, 0], pareto::plus);
                        let of_child = fronts.of(self.child(edge)).iter().zip(0..);
                        points.extend(
                            of_child.map(|(point, rank)| (pareto::plus(point.0, adds), (edge, rank))),
                        );
                    }
                    pareto::front(points)
                }
            };
            fronts.points.extend(front);
            fronts.ends.push(fronts.points.len());
            if !fronts.fits(0) || !go_on() {
                return None;
            }
        }
        let found = fronts.of(self.root()).iter().zip(0..);
        Some(found.map(|(&(costs, _), rank)| (costs, self.set_of(&fronts, rank))).collect())
    }

    /// The set of this point of the root.
    fn set_of(&self, fronts: &Fronts, rank: u32) -> Solution {
        let (mut left, mut options) = (vec![(self.root(), rank)], vec![]);
        while let Some((node, rank)) = left.pop() {
            let (_, (first, second)) = fronts.of(node)[rank as usize];
            match self.kind(node) {
                Kind::Product => {
                    let ranks = &fronts.ranks[first as usize..second as usize];
                    left.extend(self.children(node).zip(ranks.iter().copied()));
                }
                Kind::Choice => {
                    options.extend_from_slice(self.options(first));
                    left.push((self.child(first), second));
                }
            }
        }
        options.into_iter().collect()
    }
}

/// The fronts of all nodes, one after the other.
struct Fronts {
    points: Vec<(Costs, Made)>,
    ends: Vec<usize>,
    ranks: Vec<u32>,
    memory: u64,
}

impl Fronts {
    fn of(&self, node: NodeId) -> &[(Costs, Made)] {
        let start = (node as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.points[start..self.ends[node as usize]]
    }

    /// Is there room for this number of points more?
    fn fits(&self, more: usize) -> bool {
        let points = (self.points.capacity() + more) * size_of::<(Costs, Made)>();
        let bytes =
            points + self.ends.capacity() * size_of::<usize>() + self.ranks.capacity() * size_of::<u32>();
        bytes as u64 <= self.memory
    }

    fn product(&mut self, children: impl Iterator<Item = NodeId>) -> Option<Vec<(Costs, Made)>> {
        let mut sums: Vec<(Costs, Vec<u32>)> = vec![([0, 0], vec![])];
        for child in children {
            let points = self.of(child);
            if !self.fits(sums.len().saturating_mul(points.len())) {
                return None;
            }
            let mut next = vec![];
            for (place, (sum, _)) in sums.iter().enumerate() {
                next.extend(
                    points
                        .iter()
                        .zip(0..)
                        .map(|(&(costs, _), rank)| (pareto::plus(*sum, costs), (place, rank))),
                );
            }
            let with = |(costs, (place, rank)): (Costs, (usize, u32))| {
                (costs, [&sums[place].1[..], &[rank]].concat())
            };
            sums = pareto::front(next).into_iter().map(with).collect();
        }
        let made = sums.into_iter().map(|(costs, ranks)| {
            let first = self.ranks.len() as u32;
            self.ranks.extend(ranks);
            (costs, (first, self.ranks.len() as u32))
        });
        Some(made.collect())
    }
}
