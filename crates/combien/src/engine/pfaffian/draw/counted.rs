//! A draw by exact counts, for graphs without heights: vertex by vertex, an edge is taken as often as it lies
//! in a perfect matching.
//!
//! The vertices of the top separator come first, so that the rest falls apart. Each of its vertices takes a
//! count for each neighbour but one, and those of the smaller parts take less. With counts of about `n^2.5`
//! steps that is about `n^3` in all.

use super::super::Pfaffian;
use super::super::dissection::{NONE, dissect};
use super::super::graph::Graph;
use super::piece::Piece;
use crate::budget::{Budget, Effort, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::Refusal;
use crate::random::SplitMix64;

/// A draw of the partners of some vertices.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// What is left.
    piece: Piece,
    /// The vertices to be matched, by name.
    order: Vec<u32>,
    next: usize,
    /// The number of perfect matchings of what is left, once it is counted.
    total: Option<Count>,
    choice: Option<Choice>,
}

/// A choice among the edges of a vertex.
#[derive(Clone, Debug)]
struct Choice {
    edges: Vec<usize>,
    next: usize,
    /// The random number, less what the edges before make up.
    number: Count,
    /// The total, less what the edges before make up.
    rest: Count,
}

/// What became of some steps.
pub(super) enum Step {
    /// All are matched, and this is left.
    Done(Piece),
    /// This count is needed to go on; call [`Counted::answer`] then.
    Count(Graph),
}

impl Counted {
    /// A draw for vertices with these names.
    pub(super) fn new(piece: Piece, order: Vec<u32>) -> Counted {
        Counted { piece, order, next: 0, total: None, choice: None }
    }

    /// A draw for the top separator of a connected graph.
    pub(super) fn of_separator(piece: Piece, effort: &mut Effort<'_>) -> Result<Counted, Reason> {
        let nodes = dissect(&piece.graph.neighbours(), piece.graph.vertices, effort)?;
        let tops = nodes.iter().filter(|node| node.above == NONE);
        let order = tops.flat_map(|node| &node.own).map(|&vertex| piece.names[vertex as usize]).collect();
        Ok(Counted::new(piece, order))
    }

    /// The part of the vertices that are matched.
    pub(super) fn fraction(&self) -> f64 {
        self.next as f64 / self.order.len().max(1) as f64
    }

    /// Goes on until a count is needed, or all vertices are matched.
    pub(super) fn step(&mut self, matched: &mut Vec<[u32; 2]>, random: &mut SplitMix64) -> Step {
        loop {
            let Some(total) = &self.total else { return Step::Count(self.piece.graph.clone()) };
            if let Some(choice) = &self.choice {
                let edge = choice.edges[choice.next];
                if choice.next + 1 < choice.edges.len() {
                    return Step::Count(self.piece.without(self.piece.graph.edges[edge]).graph);
                }
                // The last edge makes up what is left.
                let weight = Count::from(self.piece.graph.weights[edge]);
                let (count, remainder) = choice.rest.divided_by(&weight);
                assert!(remainder.is_zero(), "the counts of the edges of a vertex add up");
                self.take(edge, count, matched);
                continue;
            }
            let Some(&name) = self.order.get(self.next) else {
                let nothing = Piece { graph: Graph::default(), names: vec![] };
                return Step::Done(std::mem::replace(&mut self.piece, nothing));
            };
            let Some(vertex) = self.piece.names.iter().position(|&other| other == name) else {
                self.next += 1;
                continue;
            };
            let edges = self.piece.graph.edges.iter().enumerate();
            let edges: Vec<usize> =
                edges.filter(|(_, ends)| ends.contains(&(vertex as u32))).map(|(edge, _)| edge).collect();
            let (number, rest) = (random.below(total), total.clone());
            self.choice = Some(Choice { edges, next: 0, number, rest });
        }
    }

    /// The count that the last step asked for.
    pub(super) fn answer(&mut self, count: Count, matched: &mut Vec<[u32; 2]>) {
        let Some(choice) = &mut self.choice else {
            assert!(!count.is_zero(), "the graph has a perfect matching");
            self.total = Some(count);
            return;
        };
        let edge = choice.edges[choice.next];
        let share = &count * &Count::from(self.piece.graph.weights[edge]);
        match choice.number.checked_sub(&share) {
            None => self.take(edge, count, matched),
            Some(number) => {
                choice.rest = choice.rest.checked_sub(&share).expect("a part is at most the whole");
                choice.number = number;
                choice.next += 1;
            }
        }
    }

    fn take(&mut self, edge: usize, count: Count, matched: &mut Vec<[u32; 2]>) {
        let ends = self.piece.graph.edges[edge];
        matched.push(self.piece.named(ends));
        self.piece = self.piece.without(ends);
        self.total = Some(count);
        self.choice = None;
    }
}

/// A count at work.
#[derive(Debug)]
pub(super) struct Counting(Box<Pfaffian>);

impl Counting {
    pub(super) fn new(graph: Graph, budget: &Budget) -> Result<Counting, Refusal> {
        let effort = &mut Effort::within(budget);
        Ok(Counting(Box::new(Pfaffian::of_graph(graph, Count::ONE, budget, effort)?)))
    }

    /// Runs for this number of pivots and products.
    pub(super) fn run(&mut self, nodes: u64, products: u64) -> Result<Option<Count>, Pause> {
        match self.0.run_within(self.0.work().nodes.saturating_add(nodes), products) {
            Pause::End => Ok(self.0.count()),
            Pause::Bound => Ok(None),
            pause => Err(pause),
        }
    }

    pub(super) fn work(&self) -> Work {
        self.0.work()
    }
}
