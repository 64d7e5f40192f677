//! A planar graph with the order of the edges around each vertex; its faces, and the orientation that
//! Kasteleyn found.
//!
//! Nothing here is taken on trust. [`Embedding::faces`] proves by Euler's formula that the rotations are
//! those of a drawing in the plane, and [`Embedding::orientation`] counts around each face again.

use crate::engine::lists::Lists;

/// Not known yet.
const NONE: u32 = u32::MAX;

/// The rotations of a graph. Dart `2 e` goes along edge `e`, dart `2 e + 1` comes back along it.
#[derive(Clone, Debug)]
pub(super) struct Embedding {
    pub(super) vertices: usize,
    /// The two ends of each edge.
    pub(super) ends: Vec<[u32; 2]>,
    /// The next dart around the same vertex, clockwise.
    pub(super) next: Vec<u32>,
}

/// The rotations are not those of a drawing in the plane: a bug in what made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotPlane;

/// The face of each dart, as one walks along the darts of a face with the face always on the same side.
#[derive(Debug)]
pub(super) struct Faces {
    pub(super) of: Vec<u32>,
    pub(super) count: usize,
}

impl Embedding {
    pub(super) fn tail(&self, dart: u32) -> u32 {
        self.ends[dart as usize / 2][dart as usize % 2]
    }

    /// The darts around each vertex from this one on, clockwise. Linear.
    pub(super) fn around(&self, first: u32) -> Vec<Vec<u32>> {
        let mut around = vec![vec![]; self.vertices.saturating_sub(first as usize)];
        for dart in 0..self.next.len() as u32 {
            let Some(list) = self.tail(dart).checked_sub(first).map(|place| &mut around[place as usize])
            else {
                continue;
            };
            if list.is_empty() {
                list.push(dart);
                let mut next = self.next[dart as usize];
                while next != dart {
                    list.push(next);
                    next = self.next[next as usize];
                }
            }
        }
        around
    }

    /// The faces, if vertices - edges + faces is twice the number of components, where each component has an
    /// outer face of its own: this holds only for drawings in the plane. Linear.
    pub(super) fn faces(&self) -> Result<Faces, NotPlane> {
        let mut of = vec![NONE; self.next.len()];
        let mut count = 0;
        for first in 0..self.next.len() as u32 {
            if of[first as usize] != NONE {
                continue;
            }
            let mut dart = first;
            while of[dart as usize] == NONE {
                of[dart as usize] = count as u32;
                let next = self.next[dart as usize ^ 1];
                if self.tail(next) != self.tail(dart ^ 1) {
                    return Err(NotPlane);
                }
                dart = next;
            }
            if dart != first {
                return Err(NotPlane);
            }
            count += 1;
        }
        let (components, alone) = self.components();
        // A component drawn on a surface of genus g has 2 - 2 g, so no component can compensate for another.
        let is_plane = self.vertices + count + alone == self.ends.len() + 2 * components;
        if is_plane { Ok(Faces { of, count }) } else { Err(NotPlane) }
    }

    /// How many components there are, and how many of them are a vertex without edges.
    fn components(&self) -> (usize, usize) {
        let mut is_met = vec![false; self.vertices];
        self.ends.iter().flatten().for_each(|&vertex| is_met[vertex as usize] = true);
        let alone = is_met.iter().filter(|&&is_met| !is_met).count();
        let tree = self.spanning_forest();
        (self.vertices - tree.iter().filter(|&&is_in| is_in).count(), alone)
    }

    /// Is each edge in a spanning forest?
    fn spanning_forest(&self) -> Vec<bool> {
        let ends = self.ends.iter().enumerate();
        let at = Lists::new(
            self.vertices,
            ends.flat_map(|(edge, &[u, v])| [(u, 2 * edge as u32), (v, 2 * edge as u32 + 1)]),
        );
        let (mut is_reached, mut is_in) = (vec![false; self.vertices], vec![false; self.ends.len()]);
        let mut waiting = vec![];
        for root in 0..self.vertices as u32 {
            if std::mem::replace(&mut is_reached[root as usize], true) {
                continue;
            }
            waiting.push(root);
            while let Some(vertex) = waiting.pop() {
                for &dart in at.of(vertex) {
                    let head = self.tail(dart ^ 1);
                    if !std::mem::replace(&mut is_reached[head as usize], true) {
                        is_in[dart as usize / 2] = true;
                        waiting.push(head);
                    }
                }
            }
        }
        is_in
    }

    /// An orientation in which an odd number of the edges around each face agree with a walk around it
    /// (Kasteleyn, 1961): for each edge whether it goes from its first end to its second. There is one if
    /// each component has an even number of vertices; else the result is [`NotPlane`].
    ///
    /// The edges of a spanning forest may have any direction. The others make a spanning tree of the faces of
    /// each component, and a face at its rim has one edge that is not yet decided. Linear.
    pub(super) fn orientation(&self, faces: &Faces) -> Result<Vec<bool>, NotPlane> {
        let tree = self.spanning_forest();
        let mut forward = vec![true; self.ends.len()];
        let (mut open, mut agreeing) = (vec![0u32; faces.count], vec![0u32; faces.count]);
        for (edge, _) in tree.iter().enumerate() {
            if tree[edge] {
                agreeing[faces.of[2 * edge] as usize] += 1;
            } else {
                open[faces.of[2 * edge] as usize] += 1;
                open[faces.of[2 * edge + 1] as usize] += 1;
            }
        }
        // The undecided edges of a face, found by its darts.
        let darts = faces.of.iter().enumerate().filter(|&(dart, _)| !tree[dart / 2]);
        let around = Lists::new(faces.count, darts.map(|(dart, &face)| (face, dart as u32)));
        let mut is_decided = tree.clone();
        let mut ready: Vec<u32> = (0..faces.count as u32).filter(|&face| open[face as usize] == 1).collect();
        while let Some(face) = ready.pop() {
            let Some(&dart) = around.of(face).iter().find(|&&dart| !is_decided[dart as usize / 2]) else {
                continue;
            };
            let edge = dart as usize / 2;
            is_decided[edge] = true;
            // The edge agrees with the face if that has an even number of others that do.
            let agrees = agreeing[face as usize] % 2 == 0;
            forward[edge] = agrees == (dart % 2 == 0);
            for (side, is_along) in [(2 * edge, forward[edge]), (2 * edge + 1, !forward[edge])] {
                let face = faces.of[side] as usize;
                agreeing[face] += u32::from(is_along);
                open[face] -= 1;
                if open[face] == 1 {
                    ready.push(face as u32);
                }
            }
        }
        Embedding::check(faces, &forward).map(|()| forward)
    }

    /// Counts around each face.
    fn check(faces: &Faces, forward: &[bool]) -> Result<(), NotPlane> {
        let mut agreeing = vec![0u32; faces.count];
        for (edge, &is_forward) in forward.iter().enumerate() {
            agreeing[faces.of[2 * edge + usize::from(!is_forward)] as usize] += 1;
        }
        if agreeing.iter().all(|count| count % 2 == 1) { Ok(()) } else { Err(NotPlane) }
    }
}
