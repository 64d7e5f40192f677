//! The order in which the pairs are eliminated: nested dissection (George, 1973), for graphs of which only
//! the neighbours are known.
//!
//! A connected part is cut in two by a small set of vertices, its *separator*, which is eliminated after both
//! sides; the sides are cut in the same way. The separator is a least cut by vertices between two fifths of
//! the part and two other fifths, along four directions that distances from far ends tell (Lipton and Tarjan,
//! 1979, proved that planar graphs have separators of the order of the square root of the number of vertices;
//! a flow finds good ones).

use std::collections::VecDeque;

use crate::budget::{Effort, Reason};
use crate::engine::lists::Lists;

/// Parts of at most this number of vertices are not cut. Picked by measuring boards of 30 to 100 cells a
/// side; twice or half as many cost a tenth more.
const LEAF: usize = 6;
/// This part of the vertices lies on either side of a cut, at least.
const SIDE: f64 = 0.4;
/// No vertex, no node.
pub(super) const NONE: u32 = u32::MAX;

/// Vertices that are eliminated together, after all nodes below this one.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) own: Vec<u32>,
    /// The node above, in the list of all; [`NONE`] at the top.
    pub(super) above: u32,
}

/// A tree in which neighbours lie in the same node, or one of them above the other. Each node comes after
/// those below it, and those below any node stand directly before it.
pub(super) fn dissect(
    neighbours: &Lists,
    vertices: usize,
    effort: &mut Effort<'_>,
) -> Result<Vec<Node>, Reason> {
    let mut cutter = Cutter::new(neighbours, vertices);
    let mut nodes: Vec<Node> = vec![];
    let mut waiting = vec![(NONE, (0..vertices as u32).collect::<Vec<u32>>())];
    while let Some((above, part)) = waiting.pop() {
        if part.is_empty() {
            continue;
        }
        let rest = cutter.component(&part, effort)?;
        let component = std::mem::take(&mut cutter.reached);
        if !rest.is_empty() {
            waiting.push((above, rest));
        }
        let node = nodes.len() as u32;
        if component.len() <= LEAF {
            nodes.push(Node { own: component, above });
            continue;
        }
        let separator = cutter.separator(&component, effort)?;
        for &vertex in &separator {
            cutter.is_separator[vertex as usize] = true;
        }
        let is_left = |vertex: &u32| !cutter.is_separator[*vertex as usize];
        waiting.push((node, component.into_iter().filter(is_left).collect()));
        nodes.push(Node { own: separator, above });
    }
    // Each node was found before those below it; in reverse order it comes after them.
    let last = nodes.len() as u32;
    nodes.reverse();
    for node in nodes.iter_mut().filter(|node| node.above != NONE) {
        node.above = last - 1 - node.above;
    }
    Ok(nodes)
}

/// Paths through a part from one side to the other that have no vertex in common.
#[derive(Clone, Copy)]
struct OnPath {
    is_on: bool,
    before: u32,
}

const OFF: OnPath = OnPath { is_on: false, before: NONE };

/// Scratch space for all cuts.
struct Cutter<'g> {
    neighbours: &'g Lists,
    is_separator: Vec<bool>,
    /// The last search that met a vertex.
    met: Vec<u32>,
    search: u32,
    distance: Vec<u32>,
    /// The vertices that the last search reached, in its order.
    reached: Vec<u32>,
    /// The part that is being cut, by its number.
    part: Vec<u32>,
    parts: u32,
    paths: Vec<OnPath>,
    is_sink: Vec<bool>,
    /// From which state a state was reached, for the states "at the entry" (`2 v`) and "at the exit" (`2 v +
    /// 1`).
    from: Vec<u32>,
}

/// A state at which a search for a path begins.
const START: u32 = u32::MAX - 1;

impl<'g> Cutter<'g> {
    fn new(neighbours: &'g Lists, vertices: usize) -> Cutter<'g> {
        Cutter {
            neighbours,
            is_separator: vec![false; vertices],
            met: vec![0; vertices],
            search: 0,
            distance: vec![0; vertices],
            reached: vec![],
            part: vec![0; vertices],
            parts: 0,
            paths: vec![OFF; vertices],
            is_sink: vec![false; vertices],
            from: vec![NONE; 2 * vertices],
        }
    }

    /// Reaches the component of the first vertex of a part, and gives the rest of it.
    fn component(&mut self, part: &[u32], effort: &mut Effort<'_>) -> Result<Vec<u32>, Reason> {
        self.mark(part);
        self.walk(part[0], effort)?;
        if self.reached.len() == part.len() {
            return Ok(vec![]);
        }
        Ok(part.iter().copied().filter(|&v| self.met[v as usize] != self.search).collect())
    }

    fn mark(&mut self, part: &[u32]) {
        self.parts += 1;
        for &vertex in part {
            self.part[vertex as usize] = self.parts;
        }
    }

    /// Reaches all that can be reached within the part, breadth first.
    fn walk(&mut self, start: u32, effort: &mut Effort<'_>) -> Result<(), Reason> {
        self.search += 1;
        self.reached.clear();
        self.reached.push(start);
        (self.met[start as usize], self.distance[start as usize]) = (self.search, 0);
        let mut at = 0;
        while let Some(&vertex) = self.reached.get(at) {
            at += 1;
            effort.spend(1 + self.neighbours.of(vertex).len())?;
            for &next in self.neighbours.of(vertex) {
                if self.part[next as usize] == self.parts && self.met[next as usize] != self.search {
                    self.met[next as usize] = self.search;
                    self.distance[next as usize] = self.distance[vertex as usize] + 1;
                    self.reached.push(next);
                }
            }
        }
        Ok(())
    }

    /// The distances of all vertices of a component from one of them, in its order, and the vertex that is
    /// farthest.
    fn distances(
        &mut self,
        component: &[u32],
        start: u32,
        effort: &mut Effort<'_>,
    ) -> Result<(Vec<i64>, u32), Reason> {
        self.walk(start, effort)?;
        let distances = component.iter().map(|&v| i64::from(self.distance[v as usize])).collect();
        Ok((distances, self.reached.last().copied().unwrap_or(start)))
    }

    /// A separator of a connected component.
    fn separator(&mut self, component: &[u32], effort: &mut Effort<'_>) -> Result<Vec<u32>, Reason> {
        self.mark(component);
        let (_, a) = self.distances(component, component[0], effort)?;
        let (from_a, b) = self.distances(component, a, effort)?;
        let (from_b, _) = self.distances(component, b, effort)?;
        // As far from both ends as can be, and its other end.
        let aside = (0..component.len()).max_by_key(|&at| from_a[at].min(from_b[at])).unwrap_or(0);
        let (_, c) = self.distances(component, component[aside], effort)?;
        let (from_c, d) = self.distances(component, c, effort)?;
        let (from_d, _) = self.distances(component, d, effort)?;
        let along = |at: usize| from_a[at] - from_b[at];
        let across = |at: usize| from_c[at] - from_d[at];
        let directions: [&dyn Fn(usize) -> i64; 4] =
            [&along, &across, &|at| along(at) + across(at), &|at| along(at) - across(at)];
        let mut best: Option<Vec<u32>> = None;
        for direction in directions {
            let mut order: Vec<u32> = (0..component.len() as u32).collect();
            order.sort_by_key(|&at| direction(at as usize));
            let order: Vec<u32> = order.into_iter().map(|at| component[at as usize]).collect();
            let most = best.as_ref().map_or(component.len(), Vec::len);
            if let Some(cut) = self.cut(&order, most, effort)? {
                best = Some(cut);
            }
        }
        // Without a cut that is smaller than the part there is nothing to gain.
        Ok(best.unwrap_or_else(|| component.to_vec()))
    }

    /// A least cut between the first and the last vertices of an order, if it has fewer vertices than this.
    fn cut(
        &mut self,
        order: &[u32],
        most: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, Reason> {
        let side = ((order.len() as f64 * SIDE) as usize).max(1);
        let (sources, sinks) = (&order[..side], &order[order.len() - side..]);
        for &vertex in order {
            (self.paths[vertex as usize], self.is_sink[vertex as usize]) = (OFF, false);
        }
        for &vertex in sinks {
            self.is_sink[vertex as usize] = true;
        }
        for paths in 0.. {
            if paths >= most {
                return Ok(None);
            }
            for &vertex in order {
                self.from[2 * vertex as usize..][..2].fill(NONE);
            }
            effort.spend(order.len() / 4)?;
            match self.find_path(sources, effort)? {
                Some(end) => self.add_path(end),
                None => break,
            }
        }
        // Those that can be entered and not left.
        let is_cut = |&&v: &&u32| self.from[2 * v as usize] != NONE && self.from[2 * v as usize + 1] == NONE;
        Ok(Some(order.iter().filter(is_cut).copied().collect()))
    }

    /// A path of states from the sources to a sink, which may take back parts of the paths so far; the last
    /// state.
    fn find_path(&mut self, sources: &[u32], effort: &mut Effort<'_>) -> Result<Option<u32>, Reason> {
        let mut waiting = VecDeque::new();
        for &source in sources {
            self.from[2 * source as usize] = START;
            waiting.push_back(2 * source);
        }
        while let Some(state) = waiting.pop_front() {
            let vertex = state / 2;
            let OnPath { is_on, before } = self.paths[vertex as usize];
            let mut reach = |from: &mut [u32], next: u32| {
                if from[next as usize] == NONE {
                    from[next as usize] = state;
                    waiting.push_back(next);
                }
            };
            if state % 2 == 0 {
                if !is_on {
                    reach(&mut self.from, state + 1);
                } else if before != NONE {
                    reach(&mut self.from, 2 * before + 1);
                }
                continue;
            }
            if self.is_sink[vertex as usize] {
                return Ok(Some(state));
            }
            if is_on {
                reach(&mut self.from, state - 1);
            }
            effort.spend(1 + self.neighbours.of(vertex).len())?;
            for &next in self.neighbours.of(vertex) {
                if self.part[next as usize] == self.parts {
                    reach(&mut self.from, 2 * next);
                }
            }
        }
        Ok(None)
    }

    /// Adds the path that ends in this state, and takes back what it goes backwards.
    fn add_path(&mut self, end: u32) {
        let mut states = vec![end];
        while let Some(&state) = states.last()
            && self.from[state as usize] != START
        {
            states.push(self.from[state as usize]);
        }
        states.reverse();
        // A vertex that is entered again keeps the new entry, so the path is taken back first.
        for step in states.windows(2).filter(|step| step[0] % 2 == 0 && step[0] / 2 != step[1] / 2) {
            self.paths[step[0] as usize / 2].before = NONE;
        }
        if states[0] % 2 == 0 {
            self.paths[states[0] as usize / 2].before = NONE;
        }
        for step in states.windows(2) {
            let (from, to) = (step[0] / 2, step[1] / 2);
            if from == to {
                self.paths[from as usize].is_on = step[0] % 2 == 0;
                if step[0] % 2 == 1 {
                    self.paths[from as usize].before = NONE;
                }
            } else if step[0] % 2 == 1 {
                self.paths[to as usize].before = from;
            }
        }
    }
}
