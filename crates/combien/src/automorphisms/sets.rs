//! Sets of options, told apart up to the automorphisms of a problem.
//!
//! The graph of the problem is made once. Of a set, the vertices of its options are in cells of their own;
//! after refinement, sets that are alike have the same trace. One that has the trace of a known set is
//! compared with it by a search: mostly a path of a few steps.

use std::sync::Arc;

use super::graph::{Graph, Kept};
use super::look::mixed;
use super::partition::{Partition, Trace};
use super::search::{Path, Search, Symmetry, digest};
use crate::budget::{Budget, Effort, Reason};
use crate::problem::{Automorphism, Problem, Solution};

/// What is needed to compare sets of options.
#[derive(Clone)]
pub(crate) struct Sets {
    problem: Problem,
    graph: Arc<Graph>,
    budget: Budget,
}

/// A set after refinement.
pub(crate) struct Looked {
    /// A digest of what the refinement did, and of where cells start: the same for sets that are alike.
    pub(crate) look: u64,
    set: Solution,
    partition: Partition,
    /// If it was looked at deeper: for each vertex of the smallest open cell, a digest of what refinement
    /// does after it is chosen.
    digests: Vec<(u32, u64)>,
}

/// A set with which others can be compared.
pub(crate) struct Known(Path);

impl Sets {
    /// For the automorphisms that keep the marks. Of the budget the stop flag and the deadline hold.
    pub(crate) fn new(problem: &Problem, kept: Kept<'_>, budget: &Budget) -> Result<Sets, Reason> {
        // So that each option is a vertex of its own; nothing else is drawn.
        let identity = Automorphism::identity(problem);
        let kept = Kept { permutation: Some(&identity), ..kept };
        let graph = Graph::new(problem, kept, &mut Effort::within(budget))?;
        Ok(Sets { problem: problem.clone(), graph: Arc::new(graph), budget: budget.clone() })
    }

    /// How many vertices are refined at each node.
    pub(crate) fn vertices(&self) -> usize {
        self.graph.looks.len()
    }

    /// Refines a set.
    pub(crate) fn look(&self, set: &Solution) -> Result<Looked, Reason> {
        let mut is_in = vec![false; self.graph.looks.len()];
        for option in set.options() {
            is_in[self.graph.items.count() + option.index()] = true;
        }
        let looks = |vertex: u32| (self.graph.looks[vertex as usize], is_in[vertex as usize]);
        let (mut partition, mut trace) = (Partition::by(is_in.len(), looks), vec![]);
        let mut effort = Effort::within(&self.budget);
        partition.refine(&self.graph, Trace::Written(&mut trace), |work| effort.spend(work))?;
        trace.extend(partition.cells().map(|(start, _)| u64::from(start)));
        Ok(Looked { look: digest(&trace), set: set.clone(), partition, digests: vec![] })
    }

    /// A number that is the same for sets that are alike, for sets with one look: what refinement does after
    /// one vertex of a cell is chosen, for each of its vertices. Also returns how often it refined: once
    /// for each of them. What it finds is used when the set is compared.
    pub(crate) fn look_deeper(&self, looked: &mut Looked) -> Result<(u64, u64), Reason> {
        let partition = &mut looked.partition;
        let Some(cell) = partition.smallest_open_cell() else { return Ok((0, 0)) };
        let mut effort = Effort::within(&self.budget);
        let mut sum = 0u64;
        for vertex in partition.cell(cell).to_vec() {
            let (mark, mut trace) = (partition.mark(), vec![]);
            partition.individualise(vertex);
            partition.refine(&self.graph, Trace::Written(&mut trace), |work| effort.spend(work))?;
            partition.undo(mark);
            let digest = digest(&trace);
            sum = sum.wrapping_add(mixed(digest));
            looked.digests.push((vertex, digest));
        }
        Ok((sum, looked.digests.len() as u64))
    }

    /// Finds the automorphisms that take a set to itself, and what is needed to compare it.
    pub(crate) fn know(&self, looked: Looked) -> Result<(Known, Symmetry), Reason> {
        let set = (&looked.set, looked.partition);
        let mut search = Search::of_set(&self.problem, self.graph.clone(), set, &self.budget);
        search.run()?;
        let symmetry = search.symmetry();
        Ok((Known(search.into_path()), symmetry))
    }

    /// Does an automorphism take a known set to this one? Also returns the nodes of the search for it.
    pub(crate) fn are_alike(&self, known: &Known, looked: &Looked) -> Result<(bool, u64), Reason> {
        let of = (&self.problem, &self.graph);
        known.0.leads_to(&looked.set, (looked.partition.clone(), &looked.digests), of, &self.budget)
    }
}

impl Known {
    /// The set.
    pub(super) fn set(&self) -> &Solution {
        &self.0.set
    }

    /// The nodes of the search for the automorphisms that take it to itself.
    pub(crate) fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Its size in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
