//! The perfect matchings of an elementary bipartite plane graph as a distributive lattice (Propp, 1993), laid
//! out so that many faces are updated at a time.
//!
//! Each matching is a *height* for each face (Thurston, 1990): crossing an edge from its right to its left,
//! as seen from its end on the first side, the height rises by one if the edge is matched, and by one less if
//! it is matched in a matching that was chosen once; the outer face has height 0. All heights that are
//! allowed by these differences are a matching, so the matchings are a distributive lattice, whose least and
//! greatest elements are shortest paths.
//!
//! The parity of the heights is enough to know a matching. A face whose edges are matched in turn can go up
//! or down by one, which exchanges its edges. In terms of parities: let a neighbour *vote* with its parity,
//! turned by a constant for the edge between them. A face can move if and only if all votes are equal, and it
//! is up if and only if it agrees.
//!
//! A parity is a byte with a bit for each of two matchings. Rows of faces are found by going straight on
//! through opposite edges. Every second face of a row stands next to the other, so that on a regular board
//! the votes for many faces are as many bytes in a row; [`Chunk`] has up to 64. A graph without any order has
//! chunks of one face: slower, with the same result.

use std::collections::VecDeque;

use super::super::embedding::Embedding;
use super::super::graph::Graph;
use super::odds::Odds;
use super::piece::Piece;
use crate::budget::{Effort, Reason};

/// The greatest number of faces that are updated together: the bits of a random word.
pub(super) const WIDTH: usize = 64;
/// Both matchings.
pub(super) const BOTH: u8 = 0b11;
/// No face.
const NONE: u32 = u32::MAX;

/// Faces that have as many edges, of which no two are neighbours, and which stand side by side; and so do
/// their neighbours.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) at: u32,
    pub(super) length: u8,
    /// Where the neighbours of its first face are, in [`Lattice::bases`].
    pub(super) bases: std::ops::Range<usize>,
    /// Where the constants for its first neighbours are; those for the others follow at this length.
    pub(super) turns: usize,
    /// Its faces in which up and down are not equally likely, in [`Lattice::odds`].
    pub(super) odds: std::ops::Range<usize>,
}

/// Where the faces are, and what an update must know.
#[derive(Debug)]
pub(super) struct Lattice {
    pub(super) chunks: Vec<Chunk>,
    pub(super) bases: Vec<u32>,
    pub(super) turns: Vec<u8>,
    /// The place of a face in its chunk, and its odds.
    pub(super) odds: Vec<(u8, Odds)>,
    /// The number of faces except the outer one.
    pub(super) faces: u64,
    /// The greatest matching in the first bit of each parity, the least one in the second. Places without a
    /// face have the parity of the outer face, which never changes.
    pub(super) ends: Vec<u8>,
    edges: Vec<Edge>,
}

#[derive(Debug)]
struct Edge {
    names: [u32; 2],
    /// The places of the faces on its sides.
    sides: [u32; 2],
    is_matched_at_first: bool,
}

impl Lattice {
    /// The lattice of an elementary graph, given a drawing of it in the plane, a perfect matching, and the
    /// vertices of the first side. The longest face is the outer one. Linear but for a sort.
    pub(super) fn new(
        piece: &Piece,
        dual: &Dual<'_>,
        mate: &[u32],
        sides: &[bool],
        effort: &mut Effort<'_>,
    ) -> Result<Lattice, Reason> {
        let Dual { embedding, .. } = dual;
        let is_matched = |dart: u32| {
            let [u, v] = embedding.ends[dart as usize / 2];
            mate[u as usize] == v
        };
        // The vote of the neighbour behind a dart is turned by this.
        let turn = |dart: u32| is_matched(dart) != sides[embedding.tail(dart) as usize];
        effort.spend(4 * embedding.ends.len())?;
        let greatest = dual.distances(turn);
        let least = dual.distances(|dart| !turn(dart));
        let mut layout = Layout::new(dual, &piece.graph, sides);
        layout.cut(turn);
        let mut ends = vec![0; layout.places.len()];
        for (face, &place) in layout.place_of.iter().enumerate() {
            if face as u32 != dual.outer {
                ends[place as usize] = (greatest[face] & 1) as u8 | ((least[face] & 1) as u8) << 1;
            }
        }
        let edges = (0..embedding.ends.len() as u32).map(|edge| Edge {
            names: piece.named(embedding.ends[edge as usize]),
            sides: [2 * edge, 2 * edge + 1].map(|dart| layout.place_of[dual.face(dart) as usize]),
            is_matched_at_first: is_matched(2 * edge),
        });
        let edges = edges.collect();
        let Layout { chunks, bases, turns, odds, .. } = layout;
        Ok(Lattice { chunks, bases, turns, odds, faces: dual.count as u64 - 1, ends, edges })
    }

    /// The matching of the first bits, by the names of its ends.
    pub(super) fn matching(&self, parity: &[u8]) -> impl Iterator<Item = [u32; 2]> {
        let is_matched = |edge: &&Edge| {
            let [left, right] = edge.sides.map(|place| parity[place as usize] & 1 == 1);
            edge.is_matched_at_first ^ left ^ right
        };
        self.edges.iter().filter(is_matched).map(|edge| edge.names)
    }
}

/// The faces of a drawing, with the darts around each, and the longest one as the outer face.
#[derive(Debug)]
pub(super) struct Dual<'e> {
    embedding: &'e Embedding,
    of: Vec<u32>,
    count: usize,
    starts: Vec<u32>,
    darts: Vec<u32>,
    /// The place of a dart among those of its face.
    slot: Vec<u32>,
    pub(super) outer: u32,
}

impl<'e> Dual<'e> {
    /// # Panics
    ///
    /// If the drawing is not plane.
    pub(super) fn new(embedding: &'e Embedding) -> Dual<'e> {
        let faces = embedding.faces().expect("the drawing is plane");
        let mut dual = Dual {
            embedding,
            of: faces.of,
            count: faces.count,
            starts: vec![0],
            darts: vec![],
            slot: vec![0; embedding.next.len()],
            outer: 0,
        };
        // Faces are numbered in the order of their first darts.
        for dart in 0..embedding.next.len() as u32 {
            if dual.of[dart as usize] as usize + 1 == dual.starts.len() {
                let mut at = dart;
                let begin = dual.darts.len();
                loop {
                    dual.slot[at as usize] = (dual.darts.len() - begin) as u32;
                    dual.darts.push(at);
                    at = embedding.next[at as usize ^ 1];
                    if at == dart {
                        break;
                    }
                }
                dual.starts.push(dual.darts.len() as u32);
            }
        }
        let faces = 0..dual.count as u32;
        dual.outer = faces.rev().max_by_key(|&face| dual.around(face).len()).unwrap_or(0);
        dual
    }

    fn face(&self, dart: u32) -> u32 {
        self.of[dart as usize]
    }

    fn behind(&self, dart: u32) -> u32 {
        self.of[dart as usize ^ 1]
    }

    fn around(&self, face: u32) -> &[u32] {
        &self.darts[self.starts[face as usize] as usize..self.starts[face as usize + 1] as usize]
    }

    /// The longest inner face; `None` if there is only the outer one.
    fn longest_inner(&self) -> Option<u32> {
        let inner = (0..self.count as u32).filter(|&face| face != self.outer);
        inner.max_by_key(|&face| self.around(face).len())
    }

    /// How long the longest inner face is.
    pub(super) fn longest(&self) -> usize {
        self.longest_inner().map_or(0, |face| self.around(face).len())
    }

    /// Vertices on a shortest way from the longest inner face to the outer one: without them these are one
    /// face.
    pub(super) fn way_out(&self) -> Vec<u32> {
        let Some(inner) = self.longest_inner() else { return vec![] };
        let mut around = vec![vec![]; self.embedding.vertices];
        for dart in 0..self.of.len() as u32 {
            around[self.embedding.tail(dart) as usize].push(self.face(dart));
        }
        // Each face, with the vertex through which it was reached, and the face before that.
        let mut from = vec![(NONE, NONE); self.count];
        let mut is_met = vec![false; around.len()];
        from[inner as usize] = (0, NONE);
        let mut waiting = VecDeque::from([inner]);
        while let Some(face) = waiting.pop_front() {
            for &dart in self.around(face) {
                let vertex = self.embedding.tail(dart);
                if std::mem::replace(&mut is_met[vertex as usize], true) {
                    continue;
                }
                for &next in &around[vertex as usize] {
                    if from[next as usize].0 == NONE {
                        from[next as usize] = (vertex, face);
                        waiting.push_back(next);
                    }
                }
            }
        }
        let mut way = vec![];
        let mut face = self.outer;
        while face != inner {
            let (vertex, before) = from[face as usize];
            way.push(vertex);
            face = before;
        }
        way
    }

    /// The distance of each face from the outer one, where entering a face costs one if this is so for its
    /// dart.
    fn distances(&self, costs: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut distance = vec![NONE; self.count];
        let mut is_done = vec![false; self.count];
        distance[self.outer as usize] = 0;
        let mut waiting = VecDeque::from([self.outer]);
        while let Some(face) = waiting.pop_front() {
            if std::mem::replace(&mut is_done[face as usize], true) {
                continue;
            }
            for &dart in self.around(face) {
                let next = self.behind(dart);
                let is_dear = costs(dart ^ 1);
                let reached = distance[face as usize] + u32::from(is_dear);
                if reached < distance[next as usize] {
                    distance[next as usize] = reached;
                    if is_dear { waiting.push_back(next) } else { waiting.push_front(next) }
                }
            }
        }
        distance
    }
}

/// The layout of the faces, as it is made.
struct Layout<'d> {
    dual: &'d Dual<'d>,
    /// The face at each place; [`NONE`] where there is none, between rows and at the end.
    places: Vec<u32>,
    place_of: Vec<u32>,
    /// For each face the slot of its dart to the east.
    east: Vec<u32>,
    odds_of: Vec<Option<Odds>>,
    chunks: Vec<Chunk>,
    bases: Vec<u32>,
    turns: Vec<u8>,
    odds: Vec<(u8, Odds)>,
    /// Places without a face at the end, as many as a chunk is wide.
    nowhere: u32,
}

impl<'d> Layout<'d> {
    fn new(dual: &'d Dual<'d>, graph: &Graph, sides: &[bool]) -> Layout<'d> {
        let mut layout = Layout {
            dual,
            places: vec![NONE],
            place_of: vec![0; dual.count],
            east: vec![NONE; dual.count],
            odds_of: vec![None; dual.count],
            chunks: vec![],
            bases: vec![],
            turns: vec![],
            odds: vec![],
            nowhere: 0,
        };
        if graph.weights.iter().any(|&weight| weight != 1) {
            layout.weigh(graph, sides);
        }
        layout.rows();
        layout.nowhere = layout.places.len() as u32;
        layout.places.resize(layout.places.len() + 2 * WIDTH, NONE);
        layout
    }

    /// A face is up if the edges are matched that have it on their left.
    fn weigh(&mut self, graph: &Graph, sides: &[bool]) {
        for face in 0..self.dual.count as u32 {
            let (mut up, mut down) = (vec![], vec![]);
            for &dart in self.dual.around(face) {
                let weight = graph.weights[dart as usize / 2];
                let is_left = sides[self.dual.embedding.tail(dart) as usize];
                if is_left { up.push(weight) } else { down.push(weight) }
            }
            self.odds_of[face as usize] = Odds::new(&up, &down);
        }
    }

    fn degree(&self, face: u32) -> u32 {
        self.dual.around(face).len() as u32
    }

    /// The dart of a face in a direction, from the east on.
    fn dart(&self, face: u32, direction: u32) -> u32 {
        let around = self.dual.around(face);
        around[((self.east[face as usize] + direction) % around.len() as u32) as usize]
    }

    /// The next face to the east, if what it has in the west is this one.
    fn next(&self, face: u32) -> Option<u32> {
        self.straight(face, 0)
    }

    fn straight(&self, face: u32, direction: u32) -> Option<u32> {
        let dart = self.dart(face, direction);
        let next = self.dual.behind(dart);
        let degree = self.degree(next);
        if next == self.dual.outer || degree != self.degree(face) {
            return None;
        }
        (self.dart(next, (direction + degree / 2) % degree) == dart ^ 1).then_some(next)
    }

    /// Puts the faces into rows: first the even ones of a row, then the odd ones, with a place without a face
    /// after each.
    fn rows(&mut self) {
        let dual = self.dual;
        let mut order = vec![];
        for first in (0..dual.count as u32).filter(|&face| face != dual.outer) {
            if self.east[first as usize] != NONE {
                continue;
            }
            self.east[first as usize] = 0;
            let mut waiting = VecDeque::from([first]);
            while let Some(face) = waiting.pop_front() {
                order.push(face);
                let degree = self.degree(face);
                for direction in 0..degree {
                    let dart = self.dart(face, direction);
                    let next = dual.behind(dart);
                    if next == dual.outer || self.east[next as usize] != NONE {
                        continue;
                    }
                    // Seen from there, the edge lies in the opposite direction.
                    let of_next = self.degree(next);
                    let opposite = (direction * of_next / degree + of_next / 2) % of_next;
                    let slot = dual.slot[dart as usize ^ 1];
                    self.east[next as usize] = (slot + of_next - opposite) % of_next;
                    waiting.push_back(next);
                }
            }
        }
        let mut is_placed = vec![false; dual.count];
        for face in order {
            if is_placed[face as usize] {
                continue;
            }
            let mut begin = face;
            let west = |layout: &Layout<'_>, at: u32| layout.straight(at, layout.degree(at) / 2);
            while let Some(before) = west(self, begin).filter(|&before| before != face) {
                begin = before;
            }
            let mut row = vec![begin];
            is_placed[begin as usize] = true;
            while let Some(next) = self.next(row[row.len() - 1]).filter(|&next| !is_placed[next as usize]) {
                is_placed[next as usize] = true;
                row.push(next);
            }
            for parity in 0..2 {
                for &face in row.iter().skip(parity).step_by(2) {
                    self.place_of[face as usize] = self.places.len() as u32;
                    self.places.push(face);
                }
                self.places.push(NONE);
            }
        }
    }

    fn face_at(&self, place: u32) -> Option<u32> {
        self.places.get(place as usize).copied().filter(|&face| face != NONE)
    }

    /// The place of the neighbour of a face in a direction; `None` for the outer face.
    fn neighbour(&self, face: u32, direction: u32) -> Option<u32> {
        let next = self.dual.behind(self.dart(face, direction));
        (next != self.dual.outer).then(|| self.place_of[next as usize])
    }

    /// Where the neighbours in a direction begin, for a chunk that begins with this face. A face that borders
    /// on the outer one takes a place without a face for it, if possible the one before the neighbour of
    /// the next face.
    fn base(&self, face: u32, at: u32, direction: u32) -> u32 {
        if let Some(place) = self.neighbour(face, direction) {
            return place;
        }
        let next = self.face_at(at + 1).filter(|&next| self.degree(next) == self.degree(face));
        let of_next = next.and_then(|next| self.neighbour(next, direction));
        let before = of_next.map(|place| place - 1).filter(|&place| self.face_at(place).is_none());
        before.unwrap_or(self.nowhere)
    }

    /// Can the face at this place join a chunk that begins there, with these neighbours?
    fn fits(&self, begin: u32, bases: &[u32], at: u32) -> bool {
        let Some(face) = self.face_at(at) else { return false };
        let length = at - begin;
        (length as usize) < WIDTH
            && self.degree(face) as usize == bases.len()
            && bases.iter().zip(0..).all(|(&base, direction)| {
                let expected = base + length;
                match self.neighbour(face, direction) {
                    Some(place) => place == expected && !(begin..at).contains(&place),
                    None => self.face_at(expected).is_none(),
                }
            })
    }

    /// Cuts the rows into chunks.
    fn cut(&mut self, turn: impl Fn(u32) -> bool) {
        let mut at = 0;
        while (at as usize) < self.places.len() {
            let Some(face) = self.face_at(at) else {
                at += 1;
                continue;
            };
            let begin = at;
            let first = self.bases.len();
            for direction in 0..self.degree(face) {
                let base = self.base(face, at, direction);
                self.bases.push(base);
            }
            while at == begin || self.fits(begin, &self.bases[first..], at) {
                at += 1;
            }
            let (turns, odds) = (self.turns.len(), self.odds.len());
            for direction in 0..self.degree(face) {
                for place in begin..at {
                    let dart = self.dart(self.places[place as usize], direction);
                    self.turns.push(if turn(dart) { BOTH } else { 0 });
                }
            }
            for place in begin..at {
                if let Some(odds) = self.odds_of[self.places[place as usize] as usize].take() {
                    self.odds.push(((place - begin) as u8, odds));
                }
            }
            self.chunks.push(Chunk {
                at: begin,
                length: (at - begin) as u8,
                bases: first..self.bases.len(),
                turns,
                odds: odds..self.odds.len(),
            });
        }
        // So that each window on the constants is as wide as a chunk.
        self.turns.resize(self.turns.len() + WIDTH, 0);
    }
}
