//! Sets of options, told apart up to the automorphisms of a problem.
//!
//! The graph of the problem is made once. Of a set, the vertices of its options are in cells of their own; after refinement, sets
//! that are alike have the same trace. One that has the trace of a known set is compared with it by a search: mostly a path
//! of a few steps.

use std::sync::Arc;

use super::graph::{Graph, Kept};
use super::partition::{Partition, Trace};
use super::search::Search;
use crate::budget::{Budget, Effort, Reason};
use crate::count::Count;
use crate::problem::{Automorphism, Problem, Solution};

/// What is needed to compare sets of options.
pub(in crate::symmetry) struct Sets<'a> {
    problem: &'a Problem,
    graph: Arc<Graph>,
    budget: &'a Budget,
}

/// A set after refinement.
pub(in crate::symmetry) struct Looked {
    /// The same for sets that are alike: what the refinement did, and where cells start.
    pub(in crate::symmetry) look: Vec<u64>,
    set: Solution,
    partition: Partition,
}

/// A set with which others can be compared.
pub(in crate::symmetry) struct Known<'a>(Search<'a>);

impl<'a> Sets<'a> {
    /// For the automorphisms that keep the marks. `identity` is that of the problem. Of the budget the stop flag and the deadline
    /// hold.
    pub(in crate::symmetry) fn new(
        problem: &'a Problem,
        kept: Kept<'_>,
        identity: &Automorphism,
        budget: &'a Budget,
    ) -> Sets<'a> {
        // So that each option is a vertex of its own; nothing else is drawn.
        let graph = Graph::new(problem, Kept { permutation: Some(identity), ..kept });
        Sets { problem, graph: Arc::new(graph), budget }
    }

    /// How many vertices are refined at each node.
    pub(in crate::symmetry) fn vertices(&self) -> usize {
        self.graph.looks.len()
    }

    /// Refines a set.
    pub(in crate::symmetry) fn look(&self, set: &Solution) -> Result<Looked, Reason> {
        let mut is_in = vec![false; self.graph.looks.len()];
        for option in set.options() {
            is_in[self.graph.items.count() + option.index()] = true;
        }
        let looks = |vertex: u32| (self.graph.looks[vertex as usize], is_in[vertex as usize]);
        let (mut partition, mut look) = (Partition::by(is_in.len(), looks), vec![]);
        let mut effort = Effort::within(self.budget);
        partition.refine(&self.graph, Trace::Written(&mut look), |work| effort.spend(work))?;
        look.extend(partition.cells().map(|(start, _)| u64::from(start)));
        Ok(Looked { look, set: set.clone(), partition })
    }

    /// Finds the automorphisms that take a set to itself, and what is needed to compare it.
    pub(in crate::symmetry) fn know(&self, looked: Looked) -> Result<Known<'a>, Reason> {
        let set = (&looked.set, looked.partition);
        let mut search = Search::of_set(self.problem, self.graph.clone(), set, self.budget);
        search.run()?;
        search.forget_generators();
        Ok(Known(search))
    }
}

impl Known<'_> {
    /// Does an automorphism take it to this set? Also returns the nodes of the search for it.
    pub(in crate::symmetry) fn is_like(&self, looked: &Looked) -> Result<(bool, u64), Reason> {
        self.0.leads_to_set(&looked.set, looked.partition.clone())
    }

    /// The nodes of the search for the automorphisms that take it to itself.
    pub(in crate::symmetry) fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    /// How many automorphisms take it to itself.
    pub(in crate::symmetry) fn order(&self) -> &Count {
        self.0.order()
    }

    /// Its size in bytes, about.
    pub(in crate::symmetry) fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
