//! The solutions of a diagram, one after the other.

use super::diagram::{Diagram, NONE};
use crate::nodes::{Kind, NodeId, Nodes};
use crate::problem::{OptionId, Solution};

/// A walk over the solutions of a diagram that does not borrow it, for callers that own the diagram.
///
/// **The order.** The branches of a choice are taken in their order, which is that in which the search tried
/// the options. The parts of a product turn like the wheels of a counter: the part that was solved last,
/// which is a largest one, turns fastest.
///
/// A walk keeps no more than the nodes that make up one solution, and may be dropped at any time.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where the first step begins.
    start: Option<Goal>,
    /// The nodes of the present solution, each after its parent, and the parts of a product each after the
    /// whole of the one before.
    visits: Vec<Visit>,
    options: Vec<OptionId>,
}

/// A node to be visited, and what follows when a solution of it is complete.
#[derive(Clone, Copy, Debug)]
struct Goal {
    node: NodeId,
    then: Option<Part>,
}

/// A part of a product that is being visited.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The place of the product among the visits: below all that are visited for the sake of its parts.
    product: usize,
    edge: usize,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    goal: Goal,
    /// The branch taken, if it is a choice.
    edge: usize,
    /// How many options there were before.
    options: usize,
}

impl Diagram {
    /// The solutions, in the order of a [`Walk`].
    pub fn solutions(&self) -> impl Iterator<Item = Solution> + '_ {
        let mut walk = Walk::new(self);
        std::iter::from_fn(move || Some(walk.next(self)?.iter().copied().collect()))
    }
}

impl Walk {
    /// A walk before the first solution of a diagram.
    pub fn new(diagram: &Diagram) -> Walk {
        let root = Goal { node: diagram.root(), then: None };
        Walk { start: (root.node != NONE).then_some(root), visits: vec![], options: vec![] }
    }

    /// The options of the next solution, in the order in which they were taken. The diagram must be the same
    /// each time.
    pub fn next(&mut self, diagram: &Diagram) -> Option<&[OptionId]> {
        let mut goal = self.start.take().or_else(|| self.turn(diagram));
        goal?;
        while let Some(next) = goal {
            goal = self.visit(next, diagram);
        }
        Some(&self.options)
    }

    /// Visits a node, and returns which comes next; `None` when the solution is complete.
    fn visit(&mut self, goal: Goal, diagram: &Diagram) -> Option<Goal> {
        let edges = diagram.edges(goal.node);
        if edges.is_empty() {
            return goal.then.map(|part| self.part(part, diagram));
        }
        let visit = Visit { goal, edge: edges.start, options: self.options.len() };
        match diagram.kind(goal.node) {
            Kind::Choice => Some(self.branch(visit, diagram)),
            Kind::Product => {
                self.visits.push(visit);
                Some(self.part(Part { product: self.visits.len() - 1, edge: edges.start }, diagram))
            }
        }
    }

    /// Takes a branch.
    fn branch(&mut self, visit: Visit, diagram: &Diagram) -> Goal {
        self.visits.push(visit);
        self.options.extend_from_slice(diagram.items(visit.edge));
        Goal { node: diagram.child(visit.edge), then: visit.goal.then }
    }

    /// Goes to a part of a product. After the last one, continues with what follows the product.
    fn part(&self, part: Part, diagram: &Diagram) -> Goal {
        let product = self.visits[part.product].goal;
        let next = part.edge + 1;
        let then = if next < diagram.edges(product.node).end {
            Some(Part { edge: next, ..part })
        } else {
            product.then
        };
        Goal { node: diagram.child(part.edge), then }
    }

    /// Goes back to the last choice with a branch left, and takes that. What was visited later is undone with
    /// it: it was visited after the options of this choice were pushed.
    fn turn(&mut self, diagram: &Diagram) -> Option<Goal> {
        while let Some(visit) = self.visits.pop() {
            let edge = visit.edge + 1;
            if diagram.kind(visit.goal.node) == Kind::Choice && edge < diagram.edges(visit.goal.node).end {
                self.options.truncate(visit.options);
                return Some(self.branch(Visit { edge, ..visit }, diagram));
            }
        }
        None
    }
}
