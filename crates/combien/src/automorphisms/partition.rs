//! Ordered partitions of the vertices, with refinement and undo.
//!
//! A partition is *equitable* if any two vertices of a cell have equally many neighbours in each cell. A
//! partition becomes so by *refinement*: each cell, in turn, splits the others by how many neighbours their
//! vertices have in it. What is done depends on where cells start and how large they are, never on which
//! vertices they hold or in what order. So if an automorphism takes one partition to another, it does so
//! after refinement too, and both have the same *trace*: a list of numbers that tells what happened.
//! Partitions whose traces differ are unlike; that is how most candidates are refused.

use std::collections::VecDeque;
use std::ops::Range;

use super::graph::Graph;

/// An ordered partition of the vertices into cells. A cell is named by the position where it starts.
///
/// Invariants: cells are ranges of `elements`, one after the other; `places` is the inverse of `elements`.
/// Between two refinements nothing is pending, and all `counts` and `touched` are zero.
#[derive(Clone)]
pub(super) struct Partition {
    /// Cell after cell. Within a cell the order means nothing.
    elements: Vec<u32>,
    /// The position of each vertex among the elements.
    places: Vec<u32>,
    /// The cell of each vertex.
    cell_of: Vec<u32>,
    /// The length of each cell, at the position where it starts.
    lengths: Vec<u32>,
    /// The splits: from this cell, that one. They are undone in reverse order.
    splits: Vec<(u32, u32)>,
    /// Cells that still have to split others.
    pending: VecDeque<u32>,
    is_pending: Vec<bool>,
    /// For each vertex, the number of its neighbours in the splitting cell.
    counts: Vec<u32>,
    /// For each cell, the number of its vertices with such neighbours, which are its last ones.
    touched: Vec<u32>,
}

/// The trace of refinements: recorded the first time, compared later.
pub(super) enum Trace<'a> {
    Written(&'a mut Vec<u64>),
    Compared(&'a [u64]),
}

impl Trace<'_> {
    /// Did this happen the first time?
    fn agrees(&mut self, event: u64) -> bool {
        match self {
            Trace::Written(events) => events.push(event),
            Trace::Compared(events) => match events.split_first() {
                Some((&first, rest)) if first == event => *events = rest,
                _ => return false,
            },
        }
        true
    }

    fn is_complete(&self) -> bool {
        matches!(self, Trace::Written(_) | Trace::Compared([]))
    }
}

impl Partition {
    /// The partition by how vertices look, all of its cells pending.
    pub(super) fn new(graph: &Graph) -> Partition {
        Partition::by(graph.looks.len(), |vertex| graph.looks[vertex as usize])
    }

    /// The partition by a key of each vertex, all of its cells pending.
    pub(super) fn by<K: Ord>(size: usize, look: impl Fn(u32) -> K) -> Partition {
        let mut elements: Vec<u32> = (0..size as u32).collect();
        elements.sort_by_key(|&vertex| look(vertex));
        let mut partition = Partition {
            places: vec![0; size],
            cell_of: vec![0; size],
            lengths: vec![0; size],
            splits: vec![],
            pending: VecDeque::new(),
            is_pending: vec![false; size],
            counts: vec![0; size],
            touched: vec![0; size],
            elements,
        };
        partition.number_places(0..size);
        let mut start = 0;
        for end in 1..=size {
            if end == size || look(partition.elements[end]) != look(partition.elements[start]) {
                partition.lengths[start] = (end - start) as u32;
                for place in start..end {
                    partition.cell_of[partition.elements[place] as usize] = start as u32;
                }
                partition.add_pending(start);
                start = end;
            }
        }
        partition
    }

    /// All vertices, cell after cell.
    pub(super) fn elements(&self) -> &[u32] {
        &self.elements
    }

    pub(super) fn cell(&self, start: u32) -> &[u32] {
        &self.elements[self.range(start as usize)]
    }

    /// All cells, in order, by their starts.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let cell = (start < self.elements.len()).then(|| (start as u32, self.cell(start as u32)))?;
            start += cell.1.len();
            Some(cell)
        })
    }

    pub(super) fn cell_of(&self, vertex: u32) -> u32 {
        self.cell_of[vertex as usize]
    }

    /// The place of a vertex that is alone in its cell.
    pub(super) fn place_alone(&self, vertex: u32) -> Option<u32> {
        let cell = self.cell_of(vertex);
        (self.lengths[cell as usize] == 1).then_some(cell)
    }

    /// Is there a cell of this length?
    pub(super) fn has_cell(&self, start: u32, length: u32) -> bool {
        self.cell_of(self.elements[start as usize]) == start && self.lengths[start as usize] == length
    }

    /// The open cell whose vertices tell most open cells apart: the smallest of those, and the first of
    /// these. None if no cell is open. It must be equitable.
    ///
    /// A cell is *open* if it has several vertices. The smallest of all was tried: of a projective plane that
    /// is the lines through one point, which tell little of each other. That of order 11 took more than a
    /// million nodes; now it takes 15.
    pub(super) fn best_open_cell(&mut self, graph: &Graph) -> Option<u32> {
        let mut best: Option<(usize, usize, u32)> = None;
        let mut start = 0;
        while start < self.elements.len() {
            let length = self.lengths[start] as usize;
            if length > 1 {
                let told = self.cells_told_apart_by(graph, self.elements[start]);
                if best.is_none_or(|(most, least, _)| told > most || told == most && length < least) {
                    best = Some((told, length, start as u32));
                }
            }
            start += length;
        }
        best.map(|(_, _, cell)| cell)
    }

    /// The smallest open cell, and the first of these.
    pub(super) fn smallest_open_cell(&self) -> Option<u32> {
        let open = self.cells().filter(|(_, cell)| cell.len() > 1);
        open.min_by_key(|(_, cell)| cell.len()).map(|(start, _)| start)
    }

    /// Of how many open cells a vertex has some vertices as neighbours, and not all.
    fn cells_told_apart_by(&mut self, graph: &Graph, vertex: u32) -> usize {
        let neighbours = graph.neighbours(vertex);
        let mut told = 0;
        for &neighbour in neighbours {
            let home = self.cell_of[neighbour as usize] as usize;
            self.touched[home] += 1;
            told += usize::from(self.touched[home] == 1);
            told -= usize::from(self.touched[home] == self.lengths[home]);
        }
        for &neighbour in neighbours {
            self.touched[self.cell_of[neighbour as usize] as usize] = 0;
        }
        told
    }

    /// Puts a vertex into a cell of its own, which is pending.
    ///
    /// The rest of its cell need not be: if the partition was equitable, what it would split is split by the
    /// vertex.
    pub(super) fn individualise(&mut self, vertex: u32) {
        let range = self.range(self.cell_of(vertex) as usize);
        debug_assert!(range.len() > 1);
        self.swap(self.places[vertex as usize] as usize, range.end - 1);
        self.cut(range.start, range.end - 1);
        self.add_pending(range.end - 1);
    }

    /// Where [`Partition::undo`] leads back to.
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Undoes the splits since a mark. They are undone in reverse order, so that joined cells are adjacent.
    /// The order within cells is not that of before: it means nothing.
    pub(super) fn undo(&mut self, mark: usize) {
        for (from, new) in self.splits.drain(mark..).rev() {
            let (start, length) = (new as usize, self.lengths[new as usize]);
            for &vertex in &self.elements[start..start + length as usize] {
                self.cell_of[vertex as usize] = from;
            }
            self.lengths[from as usize] += length;
        }
    }

    /// Makes it equitable. False as soon as that goes otherwise than the trace tells: then it is finer than
    /// before, but not equitable. `spend` is told the work, and may end it with an error; then the
    /// partition is good for nothing more.
    pub(super) fn refine<E>(
        &mut self,
        graph: &Graph,
        mut trace: Trace<'_>,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<bool, E> {
        while let Some(cell) = self.pending.pop_front() {
            self.is_pending[cell as usize] = false;
            let (work, mut cells) = self.touch(graph, cell as usize);
            spend(work)?;
            cells.sort_unstable();
            let mut event = Digest(u64::from(cell));
            for cell in cells {
                self.split(cell as usize, &mut event);
            }
            if !trace.agrees(event.0) {
                for cell in self.pending.drain(..) {
                    self.is_pending[cell as usize] = false;
                }
                return Ok(false);
            }
        }
        Ok(trace.is_complete())
    }

    /// Counts for each vertex its neighbours in a cell. Tells how many edges were looked at, and the cells of
    /// these vertices. No vertex of the cell itself is among them, so none that is still to be looked at
    /// moves.
    fn touch(&mut self, graph: &Graph, cell: usize) -> (usize, Vec<u32>) {
        let (mut work, mut cells) = (0, vec![]);
        for place in self.range(cell) {
            let neighbours = graph.neighbours(self.elements[place]);
            work += neighbours.len() + 1;
            for &vertex in neighbours {
                let vertex = vertex as usize;
                if self.counts[vertex] == 0 {
                    let home = self.cell_of[vertex] as usize;
                    if self.touched[home] == 0 {
                        cells.push(home as u32);
                    }
                    self.touched[home] += 1;
                    let place = self.range(home).end - self.touched[home] as usize;
                    self.swap(self.places[vertex] as usize, place);
                }
                self.counts[vertex] += 1;
            }
        }
        (work, cells)
    }

    /// Splits a cell by the counts of its vertices, which become zero again, and adds it to the trace's
    /// event.
    fn split(&mut self, cell: usize, event: &mut Digest) {
        let range = self.range(cell);
        let touched = range.end - self.touched[cell] as usize..range.end;
        self.touched[cell] = 0;
        let counts = &self.counts;
        let count = |vertex: u32| counts[vertex as usize];
        let vertices = &mut self.elements[touched.clone()];
        if !vertices.is_sorted_by_key(|&vertex| count(vertex)) {
            vertices.sort_unstable_by_key(|&vertex| count(vertex));
        }
        event.add(cell as u64);
        // Where the new cells start, the last first: of each, all vertices have the same count.
        let mut starts = vec![];
        let mut end = range.end;
        for run in self.elements[touched.clone()].chunk_by(|&a, &b| count(a) == count(b)).rev() {
            event.add(u64::from(count(run[0])) << 32 | run.len() as u64);
            end -= run.len();
            if end > cell {
                starts.push(end);
            }
        }
        for &vertex in &self.elements[touched.clone()] {
            self.counts[vertex as usize] = 0;
        }
        self.number_places(touched);
        for &start in &starts {
            self.cut(cell, start);
        }
        self.add_pending_parts(cell, &starts);
    }

    /// After a cell was split, its parts must split others. If it was pending, all of them are from now on;
    /// otherwise others were split by the whole, and all parts but one will do (Hopcroft): the largest is
    /// left out.
    fn add_pending_parts(&mut self, cell: usize, starts: &[usize]) {
        let parts = || [cell].into_iter().chain(starts.iter().rev().copied());
        let mut left_out = cell;
        if !self.is_pending[cell] {
            for part in parts() {
                if self.lengths[part] > self.lengths[left_out] {
                    left_out = part;
                }
            }
        }
        for part in parts().filter(|&part| part != left_out) {
            self.add_pending(part);
        }
    }

    fn add_pending(&mut self, cell: usize) {
        self.is_pending[cell] = true;
        self.pending.push_back(cell as u32);
    }

    /// Makes the last vertices of a cell, from a place on, a cell of their own.
    fn cut(&mut self, cell: usize, start: usize) {
        let end = self.range(cell).end;
        for &vertex in &self.elements[start..end] {
            self.cell_of[vertex as usize] = start as u32;
        }
        self.lengths[start] = (end - start) as u32;
        self.lengths[cell] = (start - cell) as u32;
        self.splits.push((cell as u32, start as u32));
    }

    fn range(&self, cell: usize) -> Range<usize> {
        cell..cell + self.lengths[cell] as usize
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.elements.swap(one, other);
        for place in [one, other] {
            self.places[self.elements[place] as usize] = place as u32;
        }
    }

    fn number_places(&mut self, range: Range<usize>) {
        for place in range {
            self.places[self.elements[place] as usize] = place as u32;
        }
    }
}

/// A number that tells others, in their order. It may tell different ones alike: then a candidate is refused
/// later.
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
impl Partition {
    /// Panics if one of the invariants does not hold.
    fn check_invariants(&self) {
        let mut covered = 0;
        for (start, cell) in self.cells() {
            assert!(!cell.is_empty() && start as usize == covered);
            for (place, &vertex) in cell.iter().enumerate() {
                assert_eq!(self.places[vertex as usize] as usize, covered + place);
                assert_eq!(self.cell_of(vertex), start);
            }
            covered += cell.len();
        }
        assert_eq!(covered, self.elements.len());
        assert!(self.pending.is_empty() && !self.is_pending.contains(&true));
        assert!(self.counts.iter().chain(&self.touched).all(|&count| count == 0));
    }

    /// The vertices of each cell, ascending.
    fn sets(&self) -> Vec<Vec<u32>> {
        let ascending = |(_, cell): (u32, &[u32])| {
            let mut cell = cell.to_vec();
            cell.sort_unstable();
            cell
        };
        self.cells().map(ascending).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::super::graph::Kept;
    use super::*;
    use crate::budget::at_once;
    use crate::problem::{Builder, Entry};

    fn refine(partition: &mut Partition, graph: &Graph, trace: Trace<'_>) -> bool {
        let Ok(agrees) = partition.refine(graph, trace, |_| Ok::<(), Infallible>(()));
        partition.check_invariants();
        agrees
    }

    /// Two vertices of a cell have equally many neighbours in each cell.
    fn is_equitable(partition: &Partition, graph: &Graph) -> bool {
        let neighbours = |vertex: u32| {
            let mut cells: Vec<u32> =
                graph.neighbours(vertex).iter().map(|&neighbour| partition.cell_of(neighbour)).collect();
            cells.sort_unstable();
            cells
        };
        partition.cells().all(|(_, cell)| cell.iter().all(|&v| neighbours(v) == neighbours(cell[0])))
    }

    proptest! {
        /// Chooses vertices one after the other: the partition is always equitable, the same choice has the same
        /// trace, and undoing restores the state before.
        #[test]
        fn refined_and_undone(
            options in proptest::collection::vec(proptest::collection::vec(0..12usize, 0..4), 0..20),
            choices in proptest::collection::vec(any::<prop::sample::Index>(), 1..6),
        ) {
            let mut builder = Builder::new();
            let items: Vec<_> = (0..12).map(|item| builder.primary(&item.to_string()).unwrap()).collect();
            for option in options {
                let option: BTreeSet<usize> = option.into_iter().collect();
                builder.option(option.into_iter().map(|item| Entry::from(items[item]))).unwrap();
            }
            let problem = builder.build();
            let graph = at_once(|effort| Graph::new(&problem, Kept::default(), effort)).unwrap();
            let mut partition = Partition::new(&graph);
            refine(&mut partition, &graph, Trace::Written(&mut vec![]));
            let mut before = vec![];
            for choice in &choices {
                prop_assert!(is_equitable(&partition, &graph));
                let Some(cell) = partition.best_open_cell(&graph) else { break };
                let (mark, sets, vertex) = (partition.mark(), partition.sets(), *choice.get(partition.cell(cell)));
                let mut trace = vec![];
                for turn in 0..2 {
                    partition.undo(mark);
                    partition.check_invariants();
                    prop_assert_eq!(&partition.sets(), &sets);
                    partition.individualise(vertex);
                    if turn == 0 {
                        refine(&mut partition, &graph, Trace::Written(&mut trace));
                    } else {
                        prop_assert!(refine(&mut partition, &graph, Trace::Compared(&trace)));
                    }
                }
                before.push((mark, sets));
            }
            for (mark, sets) in before.into_iter().rev() {
                partition.undo(mark);
                partition.check_invariants();
                prop_assert_eq!(partition.sets(), sets);
            }
        }
    }
}
