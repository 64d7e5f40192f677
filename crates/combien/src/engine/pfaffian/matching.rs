//! A perfect matching of a graph, by augmenting paths that go through blossoms (Edmonds, 1965).
//!
//! It starts from a greedy matching, which leaves few vertices alone: those that have one neighbour left are
//! matched first (Karp and Sipser, 1981). A vertex from which no path augments cannot be matched by any
//! larger matching, so the search ends at the first of them. At worst each vertex left alone takes a walk
//! over the whole graph.

use std::collections::VecDeque;

use crate::budget::{Effort, Reason};
use crate::engine::lists::Lists;

/// No vertex.
const NONE: u32 = u32::MAX;

/// The partner of each vertex in a perfect matching; `None` if there is no perfect matching.
pub(super) fn perfect(
    neighbours: &Lists,
    vertices: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<u32>>, Reason> {
    let mut search = Search::new(neighbours, greedy(neighbours, vertices, effort)?);
    for root in 0..vertices as u32 {
        if search.mate[root as usize] == NONE && !search.augment(root, effort)? {
            return Ok(None);
        }
    }
    Ok(Some(search.mate))
}

/// A matching to start from: vertices with one free neighbour first, and then in order, each to the free
/// neighbour that has the fewest of its own.
fn greedy(neighbours: &Lists, vertices: usize, effort: &mut Effort<'_>) -> Result<Vec<u32>, Reason> {
    let mut mate = vec![NONE; vertices];
    let mut free: Vec<u32> = (0..vertices as u32).map(|v| neighbours.of(v).len() as u32).collect();
    let mut single: Vec<u32> = (0..vertices as u32).rev().filter(|&v| free[v as usize] == 1).collect();
    for first in 0..vertices as u32 {
        single.insert(0, first);
        while let Some(v) = single.pop() {
            effort.spend(1 + neighbours.of(v).len())?;
            if mate[v as usize] != NONE {
                continue;
            }
            let open = neighbours.of(v).iter().copied().filter(|&w| mate[w as usize] == NONE);
            let Some(w) = open.min_by_key(|&w| free[w as usize]) else { continue };
            (mate[v as usize], mate[w as usize]) = (w, v);
            for &u in neighbours.of(v).iter().chain(neighbours.of(w)) {
                free[u as usize] -= 1;
                if free[u as usize] == 1 {
                    single.push(u);
                }
            }
        }
    }
    Ok(mate)
}

/// Where a vertex is in the tree of alternating paths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    /// At an even distance from the root, perhaps as a part of a blossom.
    Even,
    Odd,
}

/// One search after the other from the vertices that are alone.
struct Search<'g> {
    neighbours: &'g Lists,
    mate: Vec<u32>,
    place: Vec<Place>,
    /// For a vertex that may be rematched, to whom: its neighbour towards the root, or across a blossom.
    towards: Vec<u32>,
    /// The base of the blossom of each vertex, found by following the links.
    above: Vec<u32>,
    /// The vertices whose entries above are to be cleared.
    touched: Vec<u32>,
    /// The last question for a common base that met each base.
    met: Vec<u64>,
    questions: u64,
}

impl<'g> Search<'g> {
    fn new(neighbours: &'g Lists, mate: Vec<u32>) -> Search<'g> {
        let vertices = mate.len();
        Search {
            neighbours,
            mate,
            place: vec![Place::Outside; vertices],
            towards: vec![NONE; vertices],
            above: (0..vertices as u32).collect(),
            touched: vec![],
            met: vec![0; vertices],
            questions: 0,
        }
    }

    fn base(&mut self, mut vertex: u32) -> u32 {
        while self.above[vertex as usize] != vertex {
            let two_up = self.above[self.above[vertex as usize] as usize];
            self.above[vertex as usize] = two_up;
            vertex = two_up;
        }
        vertex
    }

    fn put(&mut self, vertex: u32, place: Place) {
        self.place[vertex as usize] = place;
        self.touched.push(vertex);
    }

    fn clear(&mut self) {
        for vertex in self.touched.drain(..) {
            self.place[vertex as usize] = Place::Outside;
            self.towards[vertex as usize] = NONE;
            self.above[vertex as usize] = vertex;
        }
    }

    /// Matches one more vertex, by a path from this one, which is alone. Returns false if there is no path.
    fn augment(&mut self, root: u32, effort: &mut Effort<'_>) -> Result<bool, Reason> {
        self.clear();
        self.put(root, Place::Even);
        let mut waiting = VecDeque::from([root]);
        let neighbours = self.neighbours;
        while let Some(u) = waiting.pop_front() {
            effort.spend(1 + neighbours.of(u).len())?;
            for &v in neighbours.of(u) {
                match self.place[v as usize] {
                    Place::Odd => {}
                    Place::Outside => {
                        self.put(v, Place::Odd);
                        self.towards[v as usize] = u;
                        let mate = self.mate[v as usize];
                        if mate == NONE {
                            self.flip(v);
                            return Ok(true);
                        }
                        self.put(mate, Place::Even);
                        waiting.push_back(mate);
                    }
                    Place::Even => {
                        if self.base(u) != self.base(v) {
                            let base = self.common_base(u, v);
                            self.shrink(u, v, base, &mut waiting);
                            self.shrink(v, u, base, &mut waiting);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Rematches along the path from a vertex back to the root.
    fn flip(&mut self, mut vertex: u32) {
        while vertex != NONE {
            let partner = self.towards[vertex as usize];
            let next = self.mate[partner as usize];
            (self.mate[vertex as usize], self.mate[partner as usize]) = (partner, vertex);
            vertex = next;
        }
    }

    /// The first base that two paths to the root have in common, by steps on both in turn.
    fn common_base(&mut self, u: u32, v: u32) -> u32 {
        self.questions += 1;
        let (mut at, mut other) = (u, v);
        loop {
            if at != NONE {
                at = self.base(at);
                if std::mem::replace(&mut self.met[at as usize], self.questions) == self.questions {
                    return at;
                }
                at = match self.mate[at as usize] {
                    NONE => NONE,
                    mate => self.towards[mate as usize],
                };
            }
            std::mem::swap(&mut at, &mut other);
        }
    }

    /// Makes the path from `u` to the base a part of its blossom, which is closed by the edge to `v`.
    fn shrink(&mut self, mut u: u32, mut v: u32, base: u32, waiting: &mut VecDeque<u32>) {
        while self.base(u) != base {
            self.towards[u as usize] = v;
            let mate = self.mate[u as usize];
            if self.place[mate as usize] == Place::Odd {
                self.place[mate as usize] = Place::Even;
                waiting.push_back(mate);
            }
            for vertex in [u, mate] {
                if self.above[vertex as usize] == vertex {
                    self.above[vertex as usize] = base;
                }
            }
            (v, u) = (mate, self.towards[mate as usize]);
        }
    }
}
