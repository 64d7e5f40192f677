//! The copies of a small graph in a larger one, each once, and the connected sets of vertices.

/// A graph as the neighbours of each vertex, in increasing order.
#[derive(Clone, Debug)]
pub(super) struct Host {
    neighbours: Vec<Vec<usize>>,
}

impl Host {
    pub(super) fn new(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Host {
        let mut neighbours = vec![vec![]; vertices];
        for (one, other) in edges {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        Host { neighbours }
    }

    pub(super) fn size(&self) -> usize {
        self.neighbours.len()
    }

    fn has(&self, one: usize, other: usize) -> bool {
        self.neighbours[one].binary_search(&other).is_ok()
    }
}

/// A small connected graph. Each vertex but the first has an edge to one before it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The edges, each with its smaller end first.
    pub(super) edges: Vec<(usize, usize)>,
    graph: Host,
    /// For each vertex those before it that are its neighbours.
    before: Vec<Vec<usize>>,
}

impl Pattern {
    /// The graph whose edges a walk uses, each at least once. It has a new vertex only after all smaller
    /// ones.
    pub(super) fn of_walk(walk: &[usize]) -> Pattern {
        let size = walk.iter().max().map_or(0, |last| last + 1);
        let mut before: Vec<Vec<usize>> = vec![vec![]; size];
        for step in walk.windows(2) {
            let (one, other) = (step[0].min(step[1]), step[0].max(step[1]));
            if !before[other].contains(&one) {
                before[other].push(one);
            }
        }
        let edges_of = |vertex: usize| before[vertex].iter().map(move |&one| (one, vertex));
        let edges: Vec<(usize, usize)> = (0..size).flat_map(edges_of).collect();
        Pattern { graph: Host::new(size, edges.iter().copied()), edges, before }
    }

    pub(super) fn size(&self) -> usize {
        self.before.len()
    }

    /// Are they the same graph, with other names?
    pub(super) fn is_like(&self, other: &Pattern, steps: &mut u64) -> bool {
        self.size() == other.size()
            && self.edges.len() == other.edges.len()
            && self.images(&other.graph, &[], &vec![vec![]; self.size()], steps).next().is_some()
    }

    /// For each vertex the earlier ones whose images must have smaller numbers, so that of all embeddings
    /// with the same image just one is left: each vertex has the smallest image in its orbit under the
    /// automorphisms that fix those before it.
    ///
    /// J. A. Grochow, M. Kellis, Network motif discovery using subgraph enumeration
    /// and symmetry-breaking, 2007.
    fn smaller(&self, steps: &mut u64) -> Vec<Vec<usize>> {
        let none = vec![vec![]; self.size()];
        let mut has_image = |vertex: usize, image: usize| {
            let fixed: Vec<usize> = (0..vertex).chain([image]).collect();
            self.images(&self.graph, &fixed, &none, steps).next().is_some()
        };
        let before = |other: usize| (0..other).filter(|&vertex| has_image(vertex, other)).collect();
        (0..self.size()).map(before).collect()
    }

    /// Calls with the image of each vertex, for each subgraph of another graph that is a copy of this one:
    /// once for all embeddings that differ by an automorphism. Ends early once no steps are left.
    pub(super) fn each_copy<E>(
        &self,
        host: &Host,
        steps: &mut u64,
        mut found: impl FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        let smaller = self.smaller(steps);
        let mut images = self.images(host, &[], &smaller, steps);
        images.try_for_each(|image| found(&image))
    }

    fn images<'a>(
        &'a self,
        host: &'a Host,
        fixed: &'a [usize],
        smaller: &'a [Vec<usize>],
        steps: &'a mut u64,
    ) -> Images<'a> {
        let above = |vertex: usize| smaller.iter().filter(|list| list.contains(&vertex)).count();
        Images {
            pattern: self,
            host,
            fixed,
            smaller,
            above: (0..self.size()).map(above).collect(),
            steps,
            image: vec![],
            tried: vec![0],
            is_used: vec![false; host.size()],
        }
    }
}

/// The embeddings of a pattern, by backtracking: vertices get their images in order, each among the
/// neighbours of the image of an earlier one.
struct Images<'a> {
    pattern: &'a Pattern,
    host: &'a Host,
    /// The images of the first vertices.
    fixed: &'a [usize],
    /// For each vertex those whose images must be smaller, as of [`Pattern::smaller`].
    smaller: &'a [Vec<usize>],
    /// How many vertices must have larger images than each.
    above: Vec<usize>,
    /// How many vertices of the host may still be tried.
    steps: &'a mut u64,
    /// The images of the vertices so far.
    image: Vec<usize>,
    /// How many images have been tried for each of these, and for the next vertex.
    tried: Vec<usize>,
    is_used: Vec<bool>,
}

impl Images<'_> {
    /// The next vertex of the host to try for the next vertex of the pattern.
    fn candidate(&mut self) -> Option<usize> {
        let vertex = self.image.len();
        let tried = self.tried.last_mut()?;
        *tried += 1;
        if let Some(&image) = self.fixed.get(vertex) {
            return (*tried == 1).then_some(image);
        }
        match self.pattern.before[vertex].first() {
            None => (*tried <= self.host.size()).then(|| *tried - 1),
            Some(&one) => self.host.neighbours[self.image[one]].get(*tried - 1).copied(),
        }
    }

    fn fits(&self, candidate: usize) -> bool {
        let vertex = self.image.len();
        let degree = |graph: &Host, vertex: usize| graph.neighbours[vertex].len();
        !self.is_used[candidate]
            && degree(&self.pattern.graph, vertex) <= degree(self.host, candidate)
            && candidate + self.above[vertex] < self.host.size()
            && self.smaller[vertex].iter().all(|&one| self.image[one] < candidate)
            && self.pattern.before[vertex].iter().all(|&one| self.host.has(self.image[one], candidate))
    }

    /// Takes the last image back.
    fn retract(&mut self) {
        if let Some(last) = self.image.pop() {
            self.is_used[last] = false;
        }
        self.tried.pop();
    }
}

impl Iterator for Images<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        while *self.steps > 0 && !self.tried.is_empty() {
            if self.image.len() == self.pattern.size() {
                let image = self.image.clone();
                self.retract();
                return Some(image);
            }
            *self.steps -= 1;
            match self.candidate() {
                None => self.retract(),
                Some(candidate) if self.fits(candidate) => {
                    self.is_used[candidate] = true;
                    self.image.push(candidate);
                    self.tried.push(0);
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// The connected sets of vertices with at most `largest` of them, each once: those whose smallest vertex is
/// the root, grown by one neighbour at a time; a neighbour that was passed over stays out.
///
/// D. H. Redelmeier, Counting polyominoes: yet another attack, 1981, for any graph.
pub(super) struct ConnectedSets<'a, F> {
    host: &'a Host,
    largest: usize,
    steps: &'a mut u64,
    found: F,
    set: Vec<usize>,
    /// Is a vertex in the set, a neighbour of it, or passed over?
    is_seen: Vec<bool>,
}

impl<'a, E, F: FnMut(&[usize]) -> Result<(), E>> ConnectedSets<'a, F> {
    /// Calls with each set. Ends early once no steps are left.
    pub(super) fn each(host: &'a Host, largest: usize, steps: &'a mut u64, found: F) -> Result<(), E> {
        let is_seen = vec![false; host.size()];
        let mut sets = ConnectedSets { host, largest, steps, found, set: vec![], is_seen };
        for root in 0..host.size() {
            // Smaller vertices stay seen, so they are in no further set.
            sets.is_seen[root] = true;
            sets.grow(&[root])?;
        }
        Ok(())
    }

    fn see(&mut self, vertices: &[usize], is_seen: bool) {
        for &vertex in vertices {
            self.is_seen[vertex] = is_seen;
        }
    }

    fn grow(&mut self, untried: &[usize]) -> Result<(), E> {
        for (place, &vertex) in untried.iter().enumerate() {
            if *self.steps == 0 {
                return Ok(());
            }
            // Lists that are copied count, too: a vertex may have very many neighbours.
            let lists = untried.len() + self.host.neighbours[vertex].len();
            *self.steps = self.steps.saturating_sub(1 + lists as u64 / 32);
            self.set.push(vertex);
            (self.found)(&self.set)?;
            if self.set.len() < self.largest {
                let unseen = |&&vertex: &&usize| !self.is_seen[vertex];
                let fresh: Vec<usize> = self.host.neighbours[vertex].iter().filter(unseen).copied().collect();
                self.see(&fresh, true);
                self.grow(&[&untried[place + 1..], &fresh].concat())?;
                self.see(&fresh, false);
            }
            self.set.pop();
        }
        Ok(())
    }
}
