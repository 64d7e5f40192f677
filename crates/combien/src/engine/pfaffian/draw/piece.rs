//! Parts of the graph that are still to be matched, and how they fall apart.
//!
//! An edge of a bipartite graph lies in some perfect matching if and only if its ends are in the same strong
//! component of the graph whose matched edges lead from the second side to the first, and all others back
//! (Dulmage and Mendelsohn, 1958). The rest is cut away; what is left is *elementary*: all of its edges lie
//! in some perfect matching.

use super::super::graph::Graph;
use crate::budget::{Effort, Reason};
use crate::engine::lists::Lists;

/// A part of a graph, with the names that its vertices have there.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) graph: Graph,
    pub(super) names: Vec<u32>,
}

impl Piece {
    /// A whole graph.
    pub(super) fn whole(graph: Graph) -> Piece {
        Piece { names: (0..graph.vertices as u32).collect(), graph }
    }

    /// The names of the ends of an edge.
    pub(super) fn named(&self, ends: [u32; 2]) -> [u32; 2] {
        ends.map(|end| self.names[end as usize])
    }

    /// The parts that these classes of vertices induce, in their order. Vertices of no class are left out.
    pub(super) fn parts(&self, classes: usize, class: &[Option<u32>]) -> Vec<Piece> {
        let empty = || Piece { graph: Graph::default(), names: vec![] };
        let mut parts: Vec<Piece> = (0..classes).map(|_| empty()).collect();
        let mut number = vec![0; self.graph.vertices];
        for (vertex, class) in class.iter().enumerate() {
            let Some(class) = *class else { continue };
            let part = &mut parts[class as usize];
            number[vertex] = part.names.len() as u32;
            part.names.push(self.names[vertex]);
            part.graph.vertices += 1;
        }
        for (&ends, &weight) in self.graph.edges.iter().zip(&self.graph.weights) {
            let [u, v] = ends.map(|end| class[end as usize]);
            if let (Some(u), Some(v)) = (u, v)
                && u == v
            {
                let graph = &mut parts[u as usize].graph;
                graph.edges.push(ends.map(|end| number[end as usize]));
                graph.weights.push(weight);
            }
        }
        parts
    }

    /// What is left without two vertices.
    pub(super) fn without(&self, gone: [u32; 2]) -> Piece {
        let class: Vec<Option<u32>> =
            (0..self.graph.vertices as u32).map(|v| (!gone.contains(&v)).then_some(0)).collect();
        self.parts(1, &class).remove(0)
    }

    /// The connected components.
    pub(super) fn components(&self) -> Vec<Piece> {
        let first = self.graph.components();
        let mut number = vec![None; first.len()];
        let mut count = 0;
        for (vertex, &of) in first.iter().enumerate() {
            if of as usize == vertex {
                number[vertex] = Some(count);
                count += 1;
            }
        }
        let class: Vec<Option<u32>> = first.iter().map(|&of| number[of as usize]).collect();
        self.parts(count as usize, &class)
    }

    /// The elementary parts of a bipartite graph with a perfect matching, and the pairs that all perfect
    /// matchings have, by their names. Linear.
    pub(super) fn elementary(
        &self,
        mate: &[u32],
        sides: &[bool],
        effort: &mut Effort<'_>,
    ) -> Result<(Vec<[u32; 2]>, Vec<Piece>), Reason> {
        let neighbours = self.graph.neighbours();
        let mut search = StrongComponents::new(&neighbours, mate);
        for vertex in (0..self.graph.vertices as u32).filter(|&vertex| sides[vertex as usize]) {
            search.from(vertex, effort)?;
        }
        let StrongComponents { component, sizes, .. } = search;
        let mut number: Vec<Option<u32>> = vec![None; sizes.len()];
        let (mut forced, mut count) = (vec![], 0);
        let mut class = vec![None; self.graph.vertices];
        for vertex in (0..self.graph.vertices).filter(|&vertex| sides[vertex]) {
            let of = component[vertex] as usize;
            if sizes[of] == 1 {
                forced.push(self.named([vertex as u32, mate[vertex]]));
                continue;
            }
            let number = *number[of].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
            (class[vertex], class[mate[vertex] as usize]) = (Some(number), Some(number));
        }
        Ok((forced, self.parts(count as usize, &class)))
    }
}

/// Not reached.
const NONE: u32 = u32::MAX;

/// Tarjan's search (1972) for strong components, over the pairs of a matching. A pair is known by its vertex
/// on the first side, from which edges lead to the neighbours that are not its mate, and on to their mates.
struct StrongComponents<'g> {
    neighbours: &'g Lists,
    mate: &'g [u32],
    /// When a pair was reached, and the earliest pair on the stack that it reaches.
    time: Vec<u32>,
    low: Vec<u32>,
    now: u32,
    stack: Vec<u32>,
    component: Vec<u32>,
    sizes: Vec<u32>,
}

impl<'g> StrongComponents<'g> {
    fn new(neighbours: &'g Lists, mate: &'g [u32]) -> StrongComponents<'g> {
        let of_pairs = || vec![NONE; mate.len()];
        StrongComponents {
            neighbours,
            mate,
            time: of_pairs(),
            low: of_pairs(),
            now: 0,
            stack: vec![],
            component: of_pairs(),
            sizes: vec![],
        }
    }

    fn enter(&mut self, pair: u32) {
        (self.time[pair as usize], self.low[pair as usize]) = (self.now, self.now);
        self.now += 1;
        self.stack.push(pair);
    }

    /// Finds the components that can be reached from a pair.
    fn from(&mut self, first: u32, effort: &mut Effort<'_>) -> Result<(), Reason> {
        if self.time[first as usize] != NONE {
            return Ok(());
        }
        self.enter(first);
        let mut path = vec![(first, 0)];
        while let Some((pair, next)) = path.last_mut() {
            effort.spend(1)?;
            let pair = *pair;
            if let Some(&neighbour) = self.neighbours.of(pair).get(*next) {
                *next += 1;
                let other = self.mate[neighbour as usize];
                if self.time[other as usize] == NONE {
                    self.enter(other);
                    path.push((other, 0));
                } else if self.component[other as usize] == NONE {
                    self.low[pair as usize] = self.low[pair as usize].min(self.time[other as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                self.low[above as usize] = self.low[above as usize].min(self.low[pair as usize]);
            }
            if self.low[pair as usize] == self.time[pair as usize] {
                self.take(pair);
            }
        }
        Ok(())
    }

    /// The pairs on the stack down to this one are a component.
    fn take(&mut self, root: u32) {
        let begin = self.stack.iter().rposition(|&pair| pair == root).unwrap_or(0);
        let number = self.sizes.len() as u32;
        self.sizes.push((self.stack.len() - begin) as u32);
        for pair in self.stack.drain(begin..) {
            self.component[pair as usize] = number;
        }
    }
}
