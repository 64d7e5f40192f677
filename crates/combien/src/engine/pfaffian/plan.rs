//! The entries and the order of the elimination: everything that does not depend on a prime.
//!
//! The vertices are taken in pairs, those of one perfect matching. After each pair is removed, the rest still
//! has a perfect matching, and the orientation still satisfies Kasteleyn's condition: a cycle encloses both
//! vertices of a pair or neither, so the parity of the number that it encloses does not change. So each pivot
//! is a quotient of two numbers of perfect matchings, neither of them zero, and their product is the number
//! of them, with its sign. No pivot has to be looked for, and modulo a prime one is zero only if the prime
//! divides such a number: then the prime is left out.
//!
//! The elimination is multifrontal (Duff and Reid, 1983): to each [`Node`] of the dissection belongs a small
//! dense matrix, its *front*, over its own pairs and those neighbours that come after them. What remains
//! after its own pairs are eliminated is added to the front above.

use super::dissection::{NONE, Node, dissect};
use super::field::{self, LANES, Residues};
use super::graph::Graph;
use super::residues::{SLACK, bits_of};
use crate::budget::{Effort, Reason, Work};
use crate::engine::lists::Lists;

/// An entry of the matrix, by row and column of its front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) value: i64,
}

/// A dense matrix over the rows of its own, which are eliminated, and others.
#[derive(Debug)]
pub(super) struct Front {
    pub(super) own: usize,
    pub(super) side: usize,
    pub(super) entries: Vec<Entry>,
    /// How many fronts directly before it are added to it.
    pub(super) below: usize,
    /// Where the rows that are not its own stand in the front above.
    pub(super) above: Vec<u32>,
}

/// All fronts, each after those that are added to it.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) fronts: Vec<Front>,
    /// Rows for each pair: one if the graph is bipartite, and the matrix has a row for each vertex on one
    /// side and a column for each on the other; else two, and the matrix is skew-symmetric.
    pub(super) width: usize,
    /// An upper bound on the bits of the number of perfect matchings, and the number of primes whose product
    /// has more bits.
    pub(super) bits: f64,
    pub(super) primes: usize,
    /// The work for one batch of primes.
    pub(super) work: Work,
    /// The bytes of all fronts that are kept at any one time.
    pub(super) bytes: u64,
}

impl Plan {
    /// The plan for a graph, given whether each edge goes from its first end to its second in Kasteleyn's
    /// orientation, and a perfect matching.
    pub(super) fn new(
        graph: &Graph,
        forward: &[bool],
        mate: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<Plan, Reason> {
        let sides = graph.sides();
        let pairs = Pairs::new(graph, forward, mate, sides.as_deref());
        let neighbours = pairs.neighbours(graph);
        let nodes = dissect(&neighbours, pairs.count, effort)?;
        let width = if sides.is_some() { 1 } else { 2 };
        let mut plan = Plan { fronts: vec![], width, bits: 0.0, primes: 0, work: Work::default(), bytes: 0 };
        plan.lay_out(&nodes, &neighbours, &pairs, graph, forward, effort)?;
        plan.bits = bits(graph, sides.as_deref());
        plan.primes = primes_for(plan.bits);
        plan.work.nodes = pairs.count as u64;
        plan.add_up();
        Ok(plan)
    }

    /// The batches of primes that are needed, with a prime more than that to check the others.
    pub(super) fn batches(&self) -> u64 {
        (self.primes + 1).div_ceil(LANES) as u64
    }

    fn lay_out(
        &mut self,
        nodes: &[Node],
        neighbours: &Lists,
        pairs: &Pairs,
        graph: &Graph,
        forward: &[bool],
        effort: &mut Effort<'_>,
    ) -> Result<(), Reason> {
        let width = self.width as u32;
        let mut place = vec![0u32; pairs.count];
        let order = nodes.iter().flat_map(|node| &node.own);
        order.enumerate().for_each(|(at, &pair)| place[pair as usize] = at as u32);
        // The edges by the pair that is eliminated first.
        let first = |edge: usize| graph.edges[edge].map(|end| pairs.of[end as usize]);
        let entries = (0..graph.edges.len()).map(|edge| {
            let [a, b] = first(edge);
            (if place[a as usize] < place[b as usize] { a } else { b }, edge as u32)
        });
        let edges_of = Lists::new(pairs.count, entries);
        let mut row = vec![0u32; pairs.count];
        let mut below: Vec<Vec<u32>> = vec![vec![]; nodes.len()];
        let mut others: Vec<Vec<u32>> = vec![];
        for (at, node) in nodes.iter().enumerate() {
            let mut later: Vec<u32> =
                node.own.iter().flat_map(|&pair| neighbours.of(pair)).copied().collect();
            for &child in &below[at] {
                later.extend(&others[child as usize]);
            }
            effort.spend(later.len())?;
            let end = node.own.iter().map(|&pair| place[pair as usize] + 1).max().unwrap_or(0);
            later.retain(|&pair| place[pair as usize] >= end);
            later.sort_by_key(|&pair| place[pair as usize]);
            later.dedup();
            for (local, &pair) in node.own.iter().chain(&later).enumerate() {
                row[pair as usize] = local as u32 * width;
            }
            for &child in &below[at] {
                let rows = others[child as usize].iter().flat_map(|&pair| {
                    let row = row[pair as usize];
                    row..row + width
                });
                self.fronts[child as usize].above = rows.collect();
            }
            let edges = node.own.iter().flat_map(|&pair| edges_of.of(pair));
            let entries = edges.map(|&edge| pairs.entry(graph, forward, edge as usize, &row)).collect();
            if node.above != NONE {
                below[node.above as usize].push(at as u32);
            }
            let own = node.own.len() * self.width;
            let side = own + later.len() * self.width;
            self.fronts.push(Front { own, side, entries, below: below[at].len(), above: vec![] });
            others.push(later);
        }
        Ok(())
    }

    /// The work, and the memory.
    fn add_up(&mut self) {
        let bytes_of =
            |side: usize| (side as u64).saturating_pow(2).saturating_mul(size_of::<Residues>() as u64);
        let (mut kept, mut most) = (vec![], 0u64);
        let mut held = 0u64;
        for front in &self.fronts {
            for pivot in (0..front.own).step_by(self.width) {
                let rest = (front.side - pivot - self.width) as u64;
                // Each number with the pivot before it takes a product; of a skew matrix half of them are
                // kept, and take two.
                let products = if self.width == 1 { rest } else { rest.saturating_sub(1) };
                self.work.updates = self.work.updates.saturating_add(rest.saturating_mul(products));
            }
            let rest = bytes_of(front.side - front.own);
            most = most.max(bytes_of(front.side).saturating_add(rest).saturating_add(held));
            for _ in 0..front.below {
                held = held.saturating_sub(kept.pop().unwrap_or(0));
            }
            kept.push(rest);
            held = held.saturating_add(rest);
        }
        self.bytes = most;
    }
}

/// The pairs of a perfect matching.
struct Pairs {
    count: usize,
    /// The pair of each vertex, and whether the vertex is the second of it.
    of: Vec<u32>,
    is_second: Vec<bool>,
    /// In a bipartite graph: the row of the pair is to change its sign, so that its own edge is positive.
    is_turned: Vec<bool>,
    is_bipartite: bool,
}

impl Pairs {
    fn new(graph: &Graph, forward: &[bool], mate: &[u32], sides: Option<&[bool]>) -> Pairs {
        let count = mate.len() / 2;
        let (of, is_second) = (vec![NONE; mate.len()], vec![false; mate.len()]);
        let mut pairs = Pairs { count, of, is_second, is_turned: vec![], is_bipartite: sides.is_some() };
        for (edge, &[u, v]) in graph.edges.iter().enumerate() {
            if mate[u as usize] != v {
                continue;
            }
            let number = pairs.is_turned.len() as u32;
            (pairs.of[u as usize], pairs.of[v as usize]) = (number, number);
            // In a skew matrix the first of a pair is the one from which its edge goes; else that on the
            // first side.
            let is_from_u = sides.map_or(forward[edge], |sides| sides[u as usize]);
            let second = if is_from_u { v } else { u };
            pairs.is_second[second as usize] = true;
            pairs.is_turned.push(forward[edge] != (second == v));
        }
        pairs
    }

    /// The pairs that an edge connects.
    fn neighbours(&self, graph: &Graph) -> Lists {
        let mut edges: Vec<(u32, u32)> = vec![];
        for &[u, v] in &graph.edges {
            let (a, b) = (self.of[u as usize], self.of[v as usize]);
            if a != b {
                edges.extend([(a, b), (b, a)]);
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Lists::new(self.count, edges.into_iter())
    }

    /// An edge as an entry of a front, whose rows begin at these numbers for each pair.
    fn entry(&self, graph: &Graph, forward: &[bool], edge: usize, row: &[u32]) -> Entry {
        let [u, v] = graph.edges[edge];
        let value = graph.weights[edge] as i64;
        // The matrix has the weight where the edge starts, and minus that where it ends.
        let (u, v, value) = if forward[edge] { (u, v, value) } else { (v, u, value) };
        let at = |vertex: u32| row[self.of[vertex as usize] as usize];
        if self.is_bipartite {
            let (first, second, value) =
                if self.is_second[u as usize] { (v, u, -value) } else { (u, v, value) };
            let is_turned = self.is_turned[self.of[first as usize] as usize];
            return Entry {
                row: at(first),
                column: at(second),
                value: if is_turned { -value } else { value },
            };
        }
        let place = |vertex: u32| at(vertex) + u32::from(self.is_second[vertex as usize]);
        let (row, column) = (place(u), place(v));
        if row < column {
            Entry { row, column, value }
        } else {
            Entry { row: column, column: row, value: -value }
        }
    }
}

/// The number of perfect matchings has no more bits than this: Hadamard's bound (1893) of the determinant by
/// the lengths of its rows, or of its columns. A Pfaffian is the square root of one.
fn bits(graph: &Graph, sides: Option<&[bool]>) -> f64 {
    let mut squares = vec![0f64; graph.vertices];
    for (&ends, &weight) in graph.edges.iter().zip(&graph.weights) {
        for end in ends {
            squares[end as usize] += (weight as f64) * (weight as f64);
        }
    }
    let of = |is_meant: &dyn Fn(usize) -> bool| {
        let meant = squares.iter().enumerate().filter(|&(vertex, _)| is_meant(vertex));
        meant.map(|(_, square)| square.log2()).sum::<f64>()
    };
    let bits = match sides {
        Some(sides) => of(&|vertex| sides[vertex]).min(of(&|vertex| !sides[vertex])) / 2.0,
        None => of(&|_| true) / 4.0,
    };
    bits * (1.0 + SLACK) + 1.0
}

/// The number of primes, starting with the largest, whose product has more than this number of bits.
fn primes_for(bits: f64) -> usize {
    let mut left = bits;
    field::primes_below(field::LIMIT)
        .take_while(|&prime| {
            let is_needed = left >= 0.0;
            left -= bits_of(prime);
            is_needed
        })
        .count()
}
