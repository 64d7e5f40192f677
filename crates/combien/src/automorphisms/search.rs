//! The search for generators, by individualisation and refinement.
//!
//! The *first path* individualises a vertex of a cell and refines, again and again, until each vertex is
//! alone. The vertices that it chooses are the *base*: an automorphism that keeps them all keeps everything.
//! Then, for each level from the deepest up, a generator is sought that keeps the base before that level, and
//! takes the vertex chosen there to another one of its cell. When a level is done, the generators so far
//! generate all automorphisms that keep the base before it (they are a strong generating set; Sims); and
//! these are as many as those of the level below, times the orbit of the vertex.
//!
//! A candidate is refused if
//! - its orbit has been decided already;
//! - its refinement differs from that of the first path: the traces differ;
//! - too many of its images at a lower level have failed. If there is an automorphism, the number of images
//!   that lead to one is the length of the orbit of the vertex chosen there. So if that is the whole cell,
//!   the first failure decides.
//!
//! It is accepted as soon as its open cells have the same vertices as those of the first path: then these may
//! be fixed (as in saucy). Not every such permutation is an automorphism; each is checked.

use std::sync::Arc;

use super::fit;
use super::graph::{Graph, Kept};
use super::look::mixed;
use super::orbits::Orbits;
use super::partition::{Partition, Trace};
use crate::budget::{Budget, Effort, Reason};
use crate::count::Count;
use crate::problem::{Automorphism, ItemId, OptionId, Problem, Solution};

/// One step of the first path.
#[derive(Clone)]
struct Level {
    /// The cell of which a vertex is chosen, and its length.
    cell: u32,
    length: u32,
    chosen: u32,
    /// The mark to undo the choice.
    mark: usize,
    /// What the refinement did after it.
    trace: Vec<u64>,
    /// The number of images of the chosen vertex while the earlier base is fixed; correct when the level is
    /// done.
    orbit: u32,
}

/// A choice on the way of a candidate.
struct Fork {
    /// The mark to undo it.
    mark: usize,
    /// The remaining images, the next one last.
    images: Vec<u32>,
}

/// The search, and what it has found.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    graph: Arc<Graph>,
    /// Automorphisms take the first of these permutations of the options to the second, by conjugation. Two
    /// equal ones: they commute with it.
    permutations: Option<(Automorphism, Automorphism)>,
    /// Automorphisms take the first of these sets of options to the second.
    sets: Option<(Solution, Solution)>,
    /// The only images of the first vertex that was chosen, if they are known.
    firsts: Option<Vec<u32>>,
    partition: Partition,
    /// What the first refinement did, before anything was chosen.
    root: Vec<u64>,
    levels: Vec<Level>,
    /// The vertices at the end of the first path, and the place of each. A cell of a partition on that path
    /// consists of the vertices at its positions here, because refinement moves nothing out of its cell.
    leaf: Vec<u32>,
    leaf_places: Vec<u32>,
    orbits: Orbits,
    done: Done<'a>,
    generators: Vec<Automorphism>,
    /// The number of automorphisms that the generators generate.
    order: Count,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        kept: Kept<'_>,
        budget: &'a Budget,
    ) -> Result<Search<'a>, Reason> {
        let graph = Graph::new(problem, kept, &mut Effort::within(budget))?;
        let permutations = kept.permutation.map(|permutation| (permutation.clone(), permutation.clone()));
        let partition = Partition::new(&graph);
        Ok(Search { permutations, ..Search::from(problem, Arc::new(graph), partition, budget) })
    }

    /// The search for automorphisms that take a set of options to itself. Its options are cells of their own.
    pub(super) fn of_set(
        problem: &'a Problem,
        graph: Arc<Graph>,
        (set, partition): (&Solution, Partition),
        budget: &'a Budget,
    ) -> Search<'a> {
        let mut search = Search::from(problem, graph, partition, budget);
        search.sets = Some((set.clone(), set.clone()));
        // The limit on nodes is for the search that finds the sets.
        search.done.most = None;
        search
    }

    fn from(problem: &'a Problem, graph: Arc<Graph>, partition: Partition, budget: &'a Budget) -> Search<'a> {
        let vertices = graph.looks.len();
        Search {
            problem,
            permutations: None,
            sets: None,
            firsts: None,
            partition,
            root: vec![],
            levels: vec![],
            leaf: vec![],
            leaf_places: vec![0; vertices],
            orbits: Orbits::new(vertices),
            done: Done { budget, effort: Effort::within(budget), most: budget.nodes, nodes: 0 },
            generators: vec![],
            order: Count::ONE,
            graph,
        }
    }

    /// Finds generators of all automorphisms, unless it is stopped.
    pub(super) fn run(&mut self) -> Result<(), Reason> {
        self.done.budget.check()?;
        self.permute_twins()?;
        self.descend()?;
        for level in (0..self.levels.len()).rev() {
            let done = self.finish_level(level);
            self.levels[level].orbit = self.orbits.size(self.levels[level].chosen);
            self.order = &self.order * &Count::from(u64::from(self.levels[level].orbit));
            done?;
        }
        Ok(())
    }

    /// After a run that kept a permutation: is there an automorphism that takes it to the one that `kept`
    /// has, by conjugation? The marks must be the same. The search is used up.
    pub(super) fn leads_to(mut self, kept: Kept<'_>) -> Result<bool, Reason> {
        let (Some((first, _)), Some(other)) = (self.permutations.take(), kept.permutation) else {
            return Ok(false);
        };
        let graph = Graph::new(self.problem, kept, &mut self.done.effort)?;
        if graph.looks.len() != self.graph.looks.len() {
            return Ok(false);
        }
        self.permutations = Some((first, other.clone()));
        self.partition = Partition::new(&graph);
        self.graph = Arc::new(graph);
        let root = std::mem::take(&mut self.root);
        if !self.refine(Trace::Compared(&root))? {
            return Ok(false);
        }
        self.seek_from_root()
    }

    /// After a run: what is needed to find out where it leads.
    pub(super) fn into_path(self) -> Path {
        let set = self.sets.map_or_else(|| Solution::from_iter([]), |(set, _)| set);
        Path { set, levels: self.levels, leaf: self.leaf, nodes: self.done.nodes }
    }

    /// After a run: how many automorphisms there are, and for each option a number that those it is taken to
    /// have, too.
    pub(super) fn symmetry(&mut self) -> Symmetry {
        let orbits = match self.order.to_u64() {
            Some(1) => vec![],
            _ => self.graph.option_vertices().map(|vertex| self.orbits.find(vertex)).collect(),
        };
        Symmetry { order: self.order.clone(), orbits }
    }

    /// Looks for an automorphism whose path starts at the present partition.
    fn seek_from_root(&mut self) -> Result<bool, Reason> {
        if self.accept(0)? {
            return Ok(true);
        }
        match self.fork(0) {
            Some(fork) => self.seek(0, fork),
            None => Ok(false),
        }
    }

    /// The result: generators, the order of the group, and the nodes of the search.
    pub(super) fn found(self) -> (Vec<Automorphism>, Count, u64) {
        (self.generators, self.order, self.done.nodes)
    }

    /// All permutations of twins are generated by a swap of the first two, and a turn of all.
    fn permute_twins(&mut self) -> Result<(), Reason> {
        for class in 0..self.graph.options.count() {
            let twins = self.graph.options.class(class).to_vec();
            let mut permuted = 1;
            for moved in [2, twins.len()].into_iter().take(twins.len() - 1) {
                let mut options: Vec<OptionId> = self.problem.options().collect();
                for place in 0..moved {
                    let image = twins[(place + 1) % moved] as usize;
                    options[twins[place] as usize] = OptionId::from_index(image);
                }
                let generator = Automorphism::new(self.problem, options, self.problem.items().collect());
                self.keep(generator.expect("options with the same entries can be swapped"))?;
                self.order = &self.order * &product(permuted, moved as u64);
                permuted = moved as u64;
            }
        }
        Ok(())
    }

    /// Adds a generator, unless there is no memory for it or a stop is requested.
    fn keep(&mut self, generator: Automorphism) -> Result<(), Reason> {
        let bytes = size_of::<OptionId>() * self.problem.option_count()
            + size_of::<ItemId>() * self.problem.item_count()
            + size_of::<Automorphism>();
        fit((self.generators.len() + 1) * bytes, self.done.budget)?;
        self.done.effort.spend(bytes)?;
        self.generators.push(generator);
        Ok(())
    }

    /// The first path.
    fn descend(&mut self) -> Result<(), Reason> {
        // All paths in this graph start here, so only those in another one are compared with it.
        let mut root = vec![];
        self.refine(Trace::Written(&mut root))?;
        self.root = root;
        while let Some(cell) = self.next_cell() {
            // Finding the cell visits all vertices, and the edges of one vertex of each cell.
            self.done.effort.spend(self.leaf_places.len())?;
            let vertices = self.partition.cell(cell);
            let (chosen, length) = (vertices[0], vertices.len() as u32);
            let (mark, mut trace) = (self.partition.mark(), vec![]);
            self.done.enter_node()?;
            self.partition.individualise(chosen);
            self.refine(Trace::Written(&mut trace))?;
            self.levels.push(Level { cell, length, chosen, mark, trace, orbit: 1 });
        }
        self.set_leaf(self.partition.elements().to_vec());
        Ok(())
    }

    /// The cell of which a vertex is chosen next. For sets, the first one is small, for all of its vertices
    /// may be looked at ([`Sets::look_deeper`](super::Sets::look_deeper)).
    fn next_cell(&mut self) -> Option<u32> {
        match self.sets {
            Some(_) if self.levels.is_empty() => self.partition.smallest_open_cell(),
            _ => self.partition.best_open_cell(&self.graph),
        }
    }

    fn set_leaf(&mut self, leaf: Vec<u32>) {
        for (place, &vertex) in leaf.iter().enumerate() {
            self.leaf_places[vertex as usize] = place as u32;
        }
        self.leaf = leaf;
    }

    fn refine(&mut self, trace: Trace<'_>) -> Result<bool, Reason> {
        let effort = &mut self.done.effort;
        self.partition.refine(&self.graph, trace, |work| effort.spend(work))
    }

    /// Finds the generators that keep the base before a level, and move what was chosen there.
    ///
    /// Images that are chosen themselves later come first, the next ones first: with a swap of the two a path
    /// closes earliest. In any other order 300 equal parts took 47396 nodes; in this one, a few for each
    /// part.
    fn finish_level(&mut self, level: usize) -> Result<(), Reason> {
        let Level { cell, mark, .. } = self.levels[level];
        self.partition.undo(mark);
        self.done.effort.spend(self.levels.len())?;
        for later in level + 1..self.levels.len() {
            let image = self.levels[later].chosen;
            if self.is_moved_everywhere(level) {
                return Ok(());
            }
            if self.partition.cell_of(image) == cell {
                self.decide(level, image)?;
            }
        }
        for image in self.partition.cell(cell).to_vec() {
            if self.is_moved_everywhere(level) {
                return Ok(());
            }
            self.decide(level, image)?;
        }
        Ok(())
    }

    /// Is each vertex of the cell an image of the chosen one?
    fn is_moved_everywhere(&mut self, level: usize) -> bool {
        let Level { length, chosen, .. } = self.levels[level];
        self.orbits.size(chosen) == length
    }

    /// Looks for a generator that maps the chosen vertex of a level to another one, unless the answer is
    /// known.
    fn decide(&mut self, level: usize, image: u32) -> Result<(), Reason> {
        let Level { chosen, mark, .. } = self.levels[level];
        if self.orbits.are_alike(chosen, image) || self.orbits.has_failed(image, level) {
            return Ok(());
        }
        let fork = Fork { mark: self.partition.mark(), images: vec![image] };
        if !self.seek(level, fork)? {
            self.orbits.fail(image, level);
        }
        self.partition.undo(mark);
        Ok(())
    }

    /// Looks for a generator that fixes the base before a level, and maps the vertex chosen there to one of
    /// the images of a fork.
    fn seek(&mut self, level: usize, fork: Fork) -> Result<bool, Reason> {
        let mut forks = vec![fork];
        while let Some(fork) = forks.last_mut() {
            self.partition.undo(fork.mark);
            let Some(image) = fork.images.pop() else {
                forks.pop();
                continue;
            };
            let depth = level + forks.len() - 1;
            self.done.enter_node()?;
            self.partition.individualise(image);
            let trace = std::mem::take(&mut self.levels[depth].trace);
            let agrees = self.refine(Trace::Compared(&trace));
            self.levels[depth].trace = trace;
            if !agrees? {
                continue;
            }
            if self.accept(level)? {
                return Ok(true);
            }
            forks.extend(self.fork(depth + 1));
        }
        Ok(false)
    }

    /// The choice at a level for a candidate. Returns `None` at the end of the path.
    fn fork(&self, depth: usize) -> Option<Fork> {
        let level = self.levels.get(depth)?;
        // Traces may agree by chance although the cells do not.
        if !self.partition.has_cell(level.cell, level.length) {
            return None;
        }
        let mut images = match &self.firsts {
            Some(firsts) if depth == 0 => firsts.clone(),
            _ => self.partition.cell(level.cell).to_vec(),
        };
        // First the one that closes the cycle of the vertex that was chosen: it goes to itself, unless
        // another one goes to it; then to that one, and so on.
        let mut closing = level.chosen;
        while let Some(place) = self.partition.place_alone(closing) {
            closing = self.leaf[place as usize];
        }
        if let Some(place) = images.iter().position(|&image| image == closing) {
            images.swap(0, place);
        }
        // The number of images that succeed if any does.
        images.truncate((level.length - level.orbit + 1) as usize);
        images.reverse();
        Some(Fork { mark: self.partition.mark(), images })
    }

    /// If the open cells have the same vertices as those of the first path: is it an automorphism that keeps
    /// these where they are, and takes the others there to those here? Then it is kept.
    fn accept(&mut self, level: usize) -> Result<bool, Reason> {
        self.done.effort.spend(self.leaf.len())?;
        let stay = |(start, cell): (u32, &[u32])| {
            let places = start..start + cell.len() as u32;
            cell.len() == 1 || cell.iter().all(|&vertex| places.contains(&self.leaf_places[vertex as usize]))
        };
        if !self.partition.cells().all(stay) {
            return Ok(false);
        }
        let mut images: Vec<u32> = (0..self.leaf.len() as u32).collect();
        for (start, cell) in self.partition.cells().filter(|(_, cell)| cell.len() == 1) {
            images[self.leaf[start as usize] as usize] = cell[0];
        }
        let Some(automorphism) = self.graph.automorphism(self.problem, &images) else { return Ok(false) };
        if !self.takes_permutation(&automorphism) || !self.takes_set(&automorphism) {
            return Ok(false);
        }
        self.keep(automorphism)?;
        self.orbits.add(&images, level);
        Ok(true)
    }
}

/// The automorphisms that take a set to itself.
pub(crate) struct Symmetry {
    /// How many they are.
    pub(crate) order: Count,
    /// For each option a number that those have, too, to which they take it; empty if there is the identity
    /// alone.
    pub(crate) orbits: Vec<u32>,
}

/// What is left of a search for the automorphisms that take a set to itself: the first path, with which those
/// of other sets are compared.
pub(super) struct Path {
    pub(super) set: Solution,
    levels: Vec<Level>,
    leaf: Vec<u32>,
    /// The nodes of the search.
    pub(super) nodes: u64,
}

impl Path {
    /// Is there an automorphism that takes the set to another one? The partition of that must be refined. If
    /// there are digests of what refinement does after a vertex of the first cell is chosen, only
    /// vertices with the right one are tried. Also returns the nodes of the search for it.
    pub(super) fn leads_to(
        &self,
        other: &Solution,
        (partition, digests): (Partition, &[(u32, u64)]),
        (problem, graph): (&Problem, &Arc<Graph>),
        budget: &Budget,
    ) -> Result<(bool, u64), Reason> {
        let mut search = Search::from(problem, graph.clone(), partition, budget);
        search.sets = Some((self.set.clone(), other.clone()));
        search.done.most = None;
        search.levels.clone_from(&self.levels);
        search.set_leaf(self.leaf.clone());
        if let (Some(level), false) = (self.levels.first(), digests.is_empty()) {
            let wanted = digest(&level.trace);
            search.firsts = Some(
                digests.iter().filter(|(_, digest)| *digest == wanted).map(|&(vertex, _)| vertex).collect(),
            );
        }
        let leads = search.seek_from_root()?;
        Ok((leads, search.done.nodes))
    }

    /// The bytes that it keeps, about.
    pub(super) fn bytes(&self) -> usize {
        let traces: usize = self.levels.iter().map(|level| size_of_val(level.trace.as_slice()) + 64).sum();
        traces + size_of_val(self.leaf.as_slice()) + size_of_val(self.set.options()) + size_of::<Path>()
    }
}

impl Search<'_> {
    /// Does conjugation take the first permutation to the second?
    fn takes_permutation(&self, automorphism: &Automorphism) -> bool {
        let Some((from, to)) = &self.permutations else { return true };
        let mut options = self.problem.options();
        options
            .all(|option| automorphism.option(from.option(option)) == to.option(automorphism.option(option)))
    }
}

impl Search<'_> {
    /// Does it take the first set to the second?
    fn takes_set(&self, automorphism: &Automorphism) -> bool {
        self.sets.as_ref().is_none_or(|(from, to)| automorphism.image(from) == *to)
    }
}

/// A number that tells traces apart.
pub(super) fn digest(trace: &[u64]) -> u64 {
    trace.iter().fold(0, |all, event| mixed(all ^ event))
}

/// The product of the numbers after one and up to another, by halves, so that factors of similar size are
/// multiplied.
fn product(after: u64, up_to: u64) -> Count {
    if up_to - after <= 8 {
        return (after + 1..=up_to).fold(Count::ONE, |all, number| &all * &Count::from(number));
    }
    let middle = after.midpoint(up_to);
    &product(after, middle) * &product(middle, up_to)
}

/// The work done, and the budget for it.
struct Done<'a> {
    budget: &'a Budget,
    effort: Effort<'a>,
    /// The maximum number of nodes.
    most: Option<u64>,
    nodes: u64,
}

impl Done<'_> {
    fn enter_node(&mut self) -> Result<(), Reason> {
        match self.most {
            Some(most) if self.nodes >= most => Err(Reason::Nodes(most)),
            _ => {
                self.nodes += 1;
                Ok(())
            }
        }
    }
}
