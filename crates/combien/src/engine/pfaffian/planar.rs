//! Is a graph planar? The left-right test (de Fraysseix and Rosenstiehl), in the form of Brandes, "The
//! left-right planarity test" (2009), with its embedding. Linear in the graph but for a sort; it keeps stacks
//! of its own, so no path is too long.
//!
//! A depth-first search orients all edges: *tree edges* away from the root, *back edges* towards it. The
//! graph is planar if and only if the back edges can be parted into left and right ones such that those that
//! overlap agree with the tree. Constraints between them are kept as a stack of *conflict pairs*: two
//! intervals of back edges, for the two sides.
//!
//! The result is not taken on trust: every [`Embedding`] is checked by Euler's formula.

use super::embedding::Embedding;
use crate::budget::{Effort, Reason};
use crate::engine::lists::Lists;

/// No edge.
const NONE: u32 = u32::MAX;

/// An edge, from its tail to its head.
type Edge = [u32; 2];

/// The rotations of a planar graph without loops and parallel edges; `None` if it is not planar.
pub(super) fn embed(
    vertices: usize,
    edges: &[Edge],
    effort: &mut Effort<'_>,
) -> Result<Option<Embedding>, Reason> {
    // Euler: a planar graph of three vertices or more has no more edges than that.
    if vertices > 2 && edges.len() > 3 * vertices - 6 {
        return Ok(None);
    }
    let mut test = Test::new(vertices, edges);
    test.orient(effort)?;
    test.sort_by_nesting();
    if !test.is_planar(effort)? {
        return Ok(None);
    }
    Ok(Some(test.embed(effort)?))
}

/// Back edges from `high` down to `low`, linked by [`Test::lower`]; both are [`NONE`] if it is empty.
#[derive(Clone, Copy)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const EMPTY: Interval = Interval { low: NONE, high: NONE };

    fn is_empty(self) -> bool {
        self.low == NONE && self.high == NONE
    }
}

/// Back edges that must lie on different sides.
#[derive(Clone, Copy)]
struct ConflictPair {
    left: Interval,
    right: Interval,
}

impl ConflictPair {
    fn swap(&mut self) {
        std::mem::swap(&mut self.left, &mut self.right);
    }
}

/// The state of the test. Edges are known by number; after [`Test::orient`] `tail` and `head` say how each is
/// oriented.
struct Test {
    /// For each vertex its edges; once they are oriented, those that leave it, by nesting depth.
    edges_at: Lists,
    tail: Vec<u32>,
    head: Vec<u32>,
    is_oriented: Vec<bool>,
    /// The distance from the root in the tree; [`NONE`] before the vertex is reached.
    height: Vec<u32>,
    /// The tree edge that enters a vertex.
    parent: Vec<u32>,
    roots: Vec<u32>,
    /// The height of the lowest vertex that back edges reach from this edge on, and of the second lowest.
    lowpoint: Vec<u32>,
    second_lowpoint: Vec<u32>,
    /// Twice the lowpoint, and one more if the edge has two; at last negative on the left.
    nesting: Vec<i64>,
    /// The edge relative to which the side of this one is given.
    lower: Vec<u32>,
    is_left: Vec<bool>,
    /// A back edge to the lowpoint of an edge.
    lowpoint_edge: Vec<u32>,
    pairs: Vec<ConflictPair>,
    /// How many pairs there were when an edge was begun.
    bottom: Vec<u32>,
}

impl Test {
    fn new(vertices: usize, edges: &[Edge]) -> Test {
        let ends = edges.iter().enumerate();
        let at = ends.flat_map(|(edge, &[u, v])| [(u, edge as u32), (v, edge as u32)]);
        let of_edges = || vec![NONE; edges.len()];
        Test {
            edges_at: Lists::new(vertices, at),
            tail: edges.iter().map(|edge| edge[0]).collect(),
            head: edges.iter().map(|edge| edge[1]).collect(),
            is_oriented: vec![false; edges.len()],
            height: vec![NONE; vertices],
            parent: vec![NONE; vertices],
            roots: vec![],
            lowpoint: of_edges(),
            second_lowpoint: of_edges(),
            nesting: vec![0; edges.len()],
            lower: of_edges(),
            is_left: vec![false; edges.len()],
            lowpoint_edge: of_edges(),
            pairs: vec![],
            bottom: vec![0; edges.len()],
        }
    }

    /// The first search: orients the edges, and finds their lowpoints and nesting depths.
    fn orient(&mut self, effort: &mut Effort<'_>) -> Result<(), Reason> {
        let mut next = vec![0u32; self.height.len()];
        let mut path = vec![];
        for root in 0..self.height.len() as u32 {
            if self.height[root as usize] != NONE {
                continue;
            }
            self.height[root as usize] = 0;
            self.roots.push(root);
            path.push(root);
            while let Some(&v) = path.last() {
                effort.spend(1)?;
                let Some(edge) = self.edges_at.get(v, next[v as usize]) else {
                    path.pop();
                    if let Some(&above) = path.last() {
                        self.finish(self.parent[v as usize], above);
                    }
                    continue;
                };
                next[v as usize] += 1;
                let e = edge as usize;
                if std::mem::replace(&mut self.is_oriented[e], true) {
                    continue;
                }
                if self.tail[e] != v {
                    (self.tail[e], self.head[e]) = (v, self.tail[e]);
                }
                let (head, height) = (self.head[e] as usize, self.height[v as usize]);
                (self.lowpoint[e], self.second_lowpoint[e]) = (height, height);
                if self.height[head] == NONE {
                    self.parent[head] = edge;
                    self.height[head] = height + 1;
                    path.push(head as u32);
                } else {
                    self.lowpoint[e] = self.height[head];
                    self.finish(edge, v);
                }
            }
        }
        Ok(())
    }

    /// Everything below an edge is known: sets its nesting depth, and updates the edge above.
    fn finish(&mut self, edge: u32, tail: u32) {
        let e = edge as usize;
        let (low, second) = (self.lowpoint[e], self.second_lowpoint[e]);
        let has_two = second < self.height[tail as usize];
        self.nesting[e] = 2 * i64::from(low) + i64::from(has_two);
        let above = self.parent[tail as usize] as usize;
        let Some(&known) = self.lowpoint.get(above) else { return };
        if low < known {
            self.second_lowpoint[above] = known.min(second);
            self.lowpoint[above] = low;
        } else {
            let other = if low > known { low } else { second };
            self.second_lowpoint[above] = self.second_lowpoint[above].min(other);
        }
    }

    /// Lists at each vertex the edges that leave it, by nesting depth.
    fn sort_by_nesting(&mut self) {
        let mut edges: Vec<u32> = (0..self.tail.len() as u32).collect();
        edges.sort_by_key(|&edge| self.nesting[edge as usize]);
        let leaving = edges.into_iter().map(|edge| (self.tail[edge as usize], edge));
        self.edges_at = Lists::new(self.height.len(), leaving);
    }

    fn is_tree_edge(&self, edge: u32) -> bool {
        self.parent[self.head[edge as usize] as usize] == edge
    }

    /// The second search: can the back edges be divided into the two sides?
    fn is_planar(&mut self, effort: &mut Effort<'_>) -> Result<bool, Reason> {
        let mut next = vec![0u32; self.height.len()];
        let mut path = vec![];
        for root in self.roots.clone() {
            path.push(root);
            while let Some(&v) = path.last() {
                effort.spend(1)?;
                let Some(edge) = self.edges_at.get(v, next[v as usize]) else {
                    path.pop();
                    let entering = self.parent[v as usize];
                    if entering != NONE {
                        self.forget_edges_back_to(entering);
                        if !self.join(entering) {
                            return Ok(false);
                        }
                    }
                    continue;
                };
                next[v as usize] += 1;
                self.bottom[edge as usize] = self.pairs.len() as u32;
                if self.is_tree_edge(edge) {
                    path.push(self.head[edge as usize]);
                } else {
                    self.lowpoint_edge[edge as usize] = edge;
                    let right = Interval { low: edge, high: edge };
                    self.pairs.push(ConflictPair { left: Interval::EMPTY, right });
                    if !self.join(edge) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Joins the back edges that return from a finished edge with those of the edges before it. Returns false
    /// if they contradict each other.
    fn join(&mut self, edge: u32) -> bool {
        let tail = self.tail[edge as usize];
        if self.lowpoint[edge as usize] >= self.height[tail as usize] {
            return true;
        }
        let above = self.parent[tail as usize];
        if self.edges_at.get(tail, 0) == Some(edge) {
            // A root has nothing above it, and nothing returns below it.
            if above != NONE {
                self.lowpoint_edge[above as usize] = self.lowpoint_edge[edge as usize];
            }
            return true;
        }
        above != NONE && self.add_constraints(edge, above)
    }

    fn is_in_conflict(&self, interval: Interval, edge: u32) -> bool {
        interval.high != NONE && self.lowpoint[interval.high as usize] > self.lowpoint[edge as usize]
    }

    /// Puts the back edges that return from the edge on one side, and those in conflict with them on the
    /// other.
    fn add_constraints(&mut self, edge: u32, above: u32) -> bool {
        let mut joined = ConflictPair { left: Interval::EMPTY, right: Interval::EMPTY };
        // Back edges that return from the edge go to the right.
        loop {
            let Some(mut pair) = self.pairs.pop() else { return false };
            if !pair.left.is_empty() {
                pair.swap();
            }
            if !pair.left.is_empty() {
                return false;
            }
            let low = pair.right.low as usize;
            if self.lowpoint[low] > self.lowpoint[above as usize] {
                if joined.right.is_empty() {
                    joined.right.high = pair.right.high;
                } else {
                    self.lower[joined.right.low as usize] = pair.right.high;
                }
                joined.right.low = pair.right.low;
            } else {
                self.lower[low] = self.lowpoint_edge[above as usize];
            }
            if self.pairs.len() <= self.bottom[edge as usize] as usize {
                break;
            }
        }
        // Back edges in conflict with them go to the left.
        while let Some(&top) = self.pairs.last()
            && (self.is_in_conflict(top.left, edge) || self.is_in_conflict(top.right, edge))
        {
            self.pairs.pop();
            let mut pair = top;
            if self.is_in_conflict(pair.right, edge) {
                pair.swap();
            }
            if self.is_in_conflict(pair.right, edge) {
                return false;
            }
            if joined.right.low != NONE {
                self.lower[joined.right.low as usize] = pair.right.high;
            }
            if pair.right.low != NONE {
                joined.right.low = pair.right.low;
            }
            if joined.left.is_empty() {
                joined.left.high = pair.left.high;
            } else {
                self.lower[joined.left.low as usize] = pair.left.high;
            }
            joined.left.low = pair.left.low;
        }
        if !(joined.left.is_empty() && joined.right.is_empty()) {
            self.pairs.push(joined);
        }
        true
    }

    /// The height of the lowest vertex that a pair returns to.
    fn lowest(&self, pair: ConflictPair) -> u32 {
        let of = |interval: Interval| self.lowpoint.get(interval.low as usize).copied().unwrap_or(NONE);
        of(pair.left).min(of(pair.right))
    }

    /// Everything below a tree edge is done: back edges to its tail end there and constrain nothing above.
    fn forget_edges_back_to(&mut self, edge: u32) {
        let tail = self.tail[edge as usize];
        let height = self.height[tail as usize];
        while let Some(&top) = self.pairs.last()
            && self.lowest(top) == height
        {
            self.pairs.pop();
            if top.left.low != NONE {
                self.is_left[top.left.low as usize] = true;
            }
        }
        if let Some(mut pair) = self.pairs.pop() {
            self.trim(&mut pair.left, pair.right.low, tail);
            self.trim(&mut pair.right, pair.left.low, tail);
            self.pairs.push(pair);
        }
        if self.lowpoint[edge as usize] < height
            && let Some(top) = self.pairs.last()
        {
            // The edge lies on the side of the highest one that returns from it.
            let (left, right) = (top.left.high, top.right.high);
            let is_left = left != NONE
                && (right == NONE || self.lowpoint[left as usize] > self.lowpoint[right as usize]);
            self.lower[edge as usize] = if is_left { left } else { right };
        }
    }

    /// Drops from an interval the back edges to this vertex. If it becomes empty, its lowest one lies
    /// opposite to the other interval.
    fn trim(&mut self, interval: &mut Interval, other: u32, vertex: u32) {
        while interval.high != NONE && self.head[interval.high as usize] == vertex {
            interval.high = self.lower[interval.high as usize];
        }
        if interval.high == NONE && interval.low != NONE {
            self.lower[interval.low as usize] = other;
            self.is_left[interval.low as usize] = true;
            interval.low = NONE;
        }
    }

    /// Finds for each edge whether it lies to the left, by following the edges to which it is relative.
    fn settle_sides(&mut self) {
        let mut chain = vec![];
        for edge in 0..self.tail.len() as u32 {
            let mut at = edge;
            while self.lower[at as usize] != NONE {
                chain.push(at);
                at = self.lower[at as usize];
            }
            let mut is_left = self.is_left[at as usize];
            while let Some(at) = chain.pop() {
                is_left ^= self.is_left[at as usize];
                self.is_left[at as usize] = is_left;
                self.lower[at as usize] = NONE;
            }
        }
        for (nesting, &is_left) in self.nesting.iter_mut().zip(&self.is_left) {
            *nesting = if is_left { -*nesting } else { *nesting };
        }
    }

    /// The third search: the edges around each vertex, clockwise. Dart `2 e` leaves the tail of edge `e`,
    /// dart `2 e + 1` its head.
    fn embed(mut self, effort: &mut Effort<'_>) -> Result<Embedding, Reason> {
        self.settle_sides();
        self.sort_by_nesting();
        let mut rotations = Rotations::new(self.height.len(), self.tail.len());
        for v in 0..self.height.len() as u32 {
            for &edge in self.edges_at.of(v) {
                rotations.push_last(v, 2 * edge);
            }
        }
        // Between these two darts of a vertex lie the back edges that enter it from the subtree that is being
        // walked.
        let mut left = vec![NONE; self.height.len()];
        let mut right = vec![NONE; self.height.len()];
        let mut next = vec![0u32; self.height.len()];
        let mut path = vec![];
        for root in self.roots.clone() {
            path.push(root);
            while let Some(&v) = path.last() {
                effort.spend(1)?;
                let Some(edge) = self.edges_at.get(v, next[v as usize]) else {
                    path.pop();
                    continue;
                };
                next[v as usize] += 1;
                let head = self.head[edge as usize];
                let entering = 2 * edge + 1;
                if self.is_tree_edge(edge) {
                    rotations.push_first(head, entering);
                    (left[v as usize], right[v as usize]) = (2 * edge, 2 * edge);
                    path.push(head);
                } else if self.is_left[edge as usize] {
                    rotations.insert_before(head, left[head as usize], entering);
                    left[head as usize] = entering;
                } else {
                    rotations.insert_after(right[head as usize], entering);
                }
            }
        }
        let ends = self.tail.iter().zip(&self.head).map(|(&tail, &head)| [tail, head]).collect();
        Ok(Embedding { vertices: self.height.len(), ends, next: rotations.next })
    }
}

/// The darts around each vertex, clockwise, as rings.
struct Rotations {
    first: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl Rotations {
    fn new(vertices: usize, edges: usize) -> Rotations {
        Rotations {
            first: vec![NONE; vertices],
            next: vec![NONE; 2 * edges],
            previous: vec![NONE; 2 * edges],
        }
    }

    fn insert_after(&mut self, dart: u32, new: u32) {
        let next = self.next[dart as usize];
        (self.next[dart as usize], self.previous[new as usize]) = (new, dart);
        (self.next[new as usize], self.previous[next as usize]) = (next, new);
    }

    fn insert_before(&mut self, vertex: u32, dart: u32, new: u32) {
        self.insert_after(self.previous[dart as usize], new);
        if self.first[vertex as usize] == dart {
            self.first[vertex as usize] = new;
        }
    }

    fn push_last(&mut self, vertex: u32, new: u32) {
        match self.first[vertex as usize] {
            NONE => {
                (self.next[new as usize], self.previous[new as usize]) = (new, new);
                self.first[vertex as usize] = new;
            }
            first => self.insert_after(self.previous[first as usize], new),
        }
    }

    fn push_first(&mut self, vertex: u32, new: u32) {
        self.push_last(vertex, new);
        self.first[vertex as usize] = new;
    }
}
