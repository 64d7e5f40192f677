//! The orbits of the vertices under the automorphisms found so far.

/// Disjoint sets of vertices, each with a sign whether it has failed at a level of the search.
pub(super) struct Orbits {
    /// Of each vertex, another one of its orbit, nearer to the one that stands for it; of that one, itself.
    parents: Vec<u32>,
    /// Of the one that stands for an orbit, how many vertices it has.
    sizes: Vec<u32>,
    /// Of the one that stands for an orbit, the last level at which it failed.
    failed: Vec<u32>,
}

const NEVER: u32 = u32::MAX;

impl Orbits {
    /// Each vertex is alone.
    pub(super) fn new(vertices: usize) -> Orbits {
        Orbits {
            parents: (0..vertices as u32).collect(),
            sizes: vec![1; vertices],
            failed: vec![NEVER; vertices],
        }
    }

    /// The vertex that stands for the orbit of this one.
    pub(super) fn find(&mut self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            let next = self.parents[self.parents[vertex as usize] as usize];
            self.parents[vertex as usize] = next;
            vertex = next;
        }
        vertex
    }

    pub(super) fn size(&mut self, vertex: u32) -> u32 {
        let orbit = self.find(vertex);
        self.sizes[orbit as usize]
    }

    pub(super) fn are_alike(&mut self, one: u32, other: u32) -> bool {
        self.find(one) == self.find(other)
    }

    /// Nothing leads to this vertex at a level.
    pub(super) fn fail(&mut self, vertex: u32, level: usize) {
        let orbit = self.find(vertex);
        self.failed[orbit as usize] = level as u32;
    }

    /// Is it known that nothing leads there?
    pub(super) fn has_failed(&mut self, vertex: u32, level: usize) -> bool {
        let orbit = self.find(vertex);
        self.failed[orbit as usize] == level as u32
    }

    /// Joins the orbits that an automorphism, found at a level, makes one.
    pub(super) fn add(&mut self, images: &[u32], level: usize) {
        for (vertex, &image) in images.iter().enumerate() {
            let (one, other) = (self.find(vertex as u32), self.find(image));
            if one == other {
                continue;
            }
            let (small, large) = if self.sizes[one as usize] < self.sizes[other as usize] {
                (one, other)
            } else {
                (other, one)
            };
            self.parents[small as usize] = large;
            self.sizes[large as usize] += self.sizes[small as usize];
            if self.failed[small as usize] == level as u32 {
                self.failed[large as usize] = level as u32;
            }
        }
    }
}
