//! The Pareto front of a family.

use super::fold::Below;
use super::{Family, Store};
use crate::pareto::{self, Costs};

impl Store {
    /// The members that no other member is at least as good as in both sums of costs, low being better, one
    /// for each pair of sums: by ascending first sum. `None` if that takes more than `memory` bytes, or
    /// if `go_on`, which is asked at each node, says no.
    ///
    /// For each node its front is made from those of its two children. Fronts have at most as many points as
    /// there are different sums.
    pub(crate) fn front(
        &self,
        family: Family,
        costs: impl Fn(u32) -> Costs,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Vec<(Costs, Vec<u32>)>> {
        let below = Below::new(self, family);
        // Each point says whether it takes the item of its node, and which point of the child it is made of.
        let mut points: Vec<(Costs, (bool, u32))> = vec![([0, 0], (false, 0))];
        let mut ends = vec![0, 1];
        let start = |ends: &[usize], place: usize| place.checked_sub(1).map_or(0, |before| ends[before]);
        for &id in below.nodes() {
            let node = self.table.node(id);
            let mut union = vec![];
            for (child, takes) in [(node.lo, false), (node.hi, true)] {
                let (place, adds) = (below.place(child), if takes { costs(node.var) } else { [0, 0] });
                let of_child = points[start(&ends, place)..ends[place]].iter().zip(0..);
                union.extend(of_child.map(|(point, rank)| (pareto::plus(point.0, adds), (takes, rank))));
            }
            points.extend(pareto::front(union));
            ends.push(points.len());
            let bytes = points.capacity() * size_of::<(Costs, (bool, u32))>() + ends.capacity() * 8;
            if bytes as u64 > memory || !go_on() {
                return None;
            }
        }
        let member = |mut rank: usize| {
            let (mut place, mut members) = (below.place(family), vec![]);
            while place > 1 {
                let (_, (takes, next)) = points[start(&ends, place) + rank];
                let node = self.table.node(below.ids()[place]);
                if takes {
                    members.push(node.var);
                }
                place = below.place(if takes { node.hi } else { node.lo });
                rank = next as usize;
            }
            members
        };
        let root = below.place(family);
        let found = &points[start(&ends, root)..ends[root]];
        Some(found.iter().enumerate().map(|(rank, &(costs, _))| (costs, member(rank))).collect())
    }
}
