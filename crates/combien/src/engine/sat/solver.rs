//! The solver at work.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::budget::{Budget, Pause, Reason, Work};
use crate::engine::task::shown_by_work;
use crate::engine::{Listing, Task};
use crate::problem::formula::{Formula, Literal};
use crate::problem::{Bounds, OptionId, Problem, Solution};

/// While the clauses are written, the budget is checked each time after this number of them.
const BETWEEN_LOOKS: u64 = 1 << 12;
/// The nodes until the budget is first checked from outside.
const FIRST_PACE: u64 = 1 << 12;
/// A clause takes about this many bytes in addition to its literals: a head, a place in a list, and two
/// watchers in lists that double. From time to time the solver copies heads and literals to another place.
/// They then exist twice, and those of deleted clauses once.
const CLAUSE_BYTES: u64 = 60;
/// This many for a literal.
const LITERAL_BYTES: u64 = 9;
/// A variable takes about this many: its value, activity, reason, place in the heap, and two lists of
/// watchers.
const VARIABLE_BYTES: u64 = 180;
/// The solver numbers the words of its clauses with 32 bits: the maximum number of bytes of literals.
const MOST_BYTES: u64 = 1 << 33;

/// A search for the solutions of a problem, one after the other.
pub struct Sat {
    solver: Solver<Tally>,
    options: usize,
    /// The options that may be added to a solution and give another one: all their items have room for more.
    loose: Vec<OptionId>,
    /// The solution at which it has halted.
    solution: Solution,
    /// Is that solution still to be blocked?
    is_shown: bool,
    is_done: bool,
}

impl Sat {
    /// A search within this budget, whose memory is an approximate limit for the clauses. Returns an error if
    /// it is told to stop before it is set up.
    pub(crate) fn new(problem: &Problem, budget: &Budget) -> Result<Sat, Reason> {
        let tally = Tally::new(budget.clone());
        let mut sat = Sat {
            solver: Solver::new(settings(), tally),
            options: problem.option_count(),
            loose: loose(problem),
            solution: Solution::default(),
            is_shown: false,
            is_done: false,
        };
        let mut clauses = 0u64;
        let written = Formula::of(problem).try_each(|literals| {
            clauses += 1;
            if clauses.is_multiple_of(BETWEEN_LOOKS) {
                budget.check().map_err(Refusal::Stopped)?;
            }
            sat.add(literals.iter().copied());
            if sat.solver.cb().is_full() { Err(Refusal::Memory) } else { Ok(()) }
        });
        match written {
            Err(Refusal::Stopped(reason)) => return Err(reason),
            // It says so when it is run.
            Err(Refusal::Memory) => {}
            // A variable that is in no clause would otherwise not be there.
            Ok(variables) => _ = sat.solver.var_of_int(variables.max(1) as u32 - 1),
        }
        Ok(sat)
    }

    fn add(&mut self, literals: impl Iterator<Item = Literal>) {
        let variable = |literal: Literal| literal.unsigned_abs() as u32 - 1;
        let mut clause: Vec<Lit> = literals
            .map(|literal| Lit::new(self.solver.var_of_int(variable(literal)), literal > 0))
            .collect();
        let variables = u64::from(self.solver.num_vars());
        let tally = self.solver.cb_mut();
        tally.variables = variables;
        tally.keep(clause.len());
        self.solver.add_clause_reuse(&mut clause);
    }

    /// Runs to the next solution, or until this many nodes in all have been entered.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        if self.is_done {
            return Pause::End;
        }
        if std::mem::take(&mut self.is_shown) {
            self.block();
        }
        if self.solver.cb().is_full() {
            return Pause::Memory;
        }
        self.solver.cb_mut().limit = nodes;
        let found = self.solver.solve_limited(&[]);
        if found == lbool::TRUE {
            self.is_shown = true;
            let model = self.solver.get_model();
            let is_chosen = |&option: &usize| model.get(option) == Some(&lbool::TRUE);
            self.solution = (0..self.options).filter(is_chosen).map(OptionId::from_index).collect();
            return Pause::Solution;
        }
        if found == lbool::FALSE {
            self.is_done = true;
            return Pause::End;
        }
        if self.solver.cb().is_full() { Pause::Memory } else { Pause::Bound }
    }

    /// Any other solution lacks an option of this one, or has an additional loose option.
    fn block(&mut self) {
        let shown = std::mem::take(&mut self.solution);
        let lacks = shown.options().iter().map(|option| -(option.number() as Literal));
        let others = self.loose.iter().filter(|option| shown.options().binary_search(option).is_err());
        let has_beside = others.map(|option| option.number() as Literal);
        let clause: Vec<Literal> = lacks.chain(has_beside).collect();
        self.add(clause.into_iter());
    }

    /// Where it has halted: the solution.
    pub(crate) fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Its work so far: nodes, and as updates the literals that were propagated.
    pub(crate) fn work(&self) -> Work {
        Work { nodes: self.solver.cb().nodes.get(), updates: self.solver.num_propagations() }
    }

    /// Is it certain that there are no more solutions?
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

/// Old conflicts are forgotten sooner than by default (0.95): first solutions of quasigroups take half the
/// time, and proofs that there is none a tenth more (see notes/ladder.md).
fn settings() -> SolverOpts {
    SolverOpts { var_decay: 0.85, ..SolverOpts::default() }
}

/// Why the clauses were not written to the end.
enum Refusal {
    Stopped(Reason),
    Memory,
}

/// The searched options all of whose primary items have a range of bounds. If some item of an option is
/// covered a fixed number of times, the option cannot be added to a solution.
fn loose(problem: &Problem) -> Vec<OptionId> {
    if !problem.has_bounds() {
        return vec![];
    }
    let is_fixed = |Bounds { lo, hi }: Bounds| lo == hi;
    let is_loose =
        |&option: &OptionId| problem.option(option).iter().all(|entry| !is_fixed(problem.bounds(entry.item)));
    problem.searched_options().filter(is_loose).collect()
}

/// Counts nodes and bytes while the solver works, and stops it.
struct Tally {
    budget: Budget,
    nodes: Cell<u64>,
    /// Nodes up to which it may work.
    limit: u64,
    /// Was the last question whether to stop taken for a node?
    has_counted: Cell<bool>,
    /// Of clauses.
    bytes: u64,
    variables: u64,
    memory: u64,
}

impl Tally {
    fn new(budget: Budget) -> Tally {
        let memory = budget.memory().min(MOST_BYTES);
        let (nodes, has_counted) = (Cell::new(0), Cell::new(false));
        Tally { budget, nodes, limit: 0, has_counted, bytes: 0, variables: 0, memory }
    }

    fn keep(&mut self, literals: usize) {
        self.bytes += CLAUSE_BYTES + LITERAL_BYTES * literals as u64;
    }

    fn is_full(&self) -> bool {
        self.bytes + self.variables * VARIABLE_BYTES > self.memory
    }

    /// The last question came from the end of a round of the solver, and not from a node.
    fn uncount(&mut self) {
        if self.has_counted.replace(false) {
            self.nodes.set(self.nodes.get() - 1);
        }
    }
}

impl Callbacks for Tally {
    /// Called at each node, and once more at the end of each round.
    fn stop(&self) -> bool {
        let stops = self.nodes.get() >= self.limit || self.is_full() || self.budget.check().is_err();
        if !stops {
            self.nodes.set(self.nodes.get() + 1);
        }
        self.has_counted.set(!stops);
        stops
    }

    fn on_restart(&mut self) {
        self.uncount();
    }

    fn on_result(&mut self, _: lbool) {
        self.uncount();
    }

    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.keep(clause.len());
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.bytes = self.bytes.saturating_sub(CLAUSE_BYTES + LITERAL_BYTES * clause.len() as u64);
    }
}
impl Task for Sat {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work()
    }
    /// Nothing is known before the end.
    fn fraction(&self) -> f64 {
        if self.is_done() { 1.0 } else { 0.0 }
    }
    /// An eighth of the nodes so far, because it starts again after each pause. It checks the budget itself
    /// at each node.
    fn pace(&self) -> u64 {
        FIRST_PACE.max(self.work().nodes / 8)
    }
}

impl Listing for Sat {
    fn solution(&mut self) -> Solution {
        Sat::solution(self).clone()
    }
}

shown_by_work!(Sat);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::StopFlag;
    use crate::problem::dlx::parse;

    fn of(text: &str) -> Sat {
        Sat::new(&parse("t.dlx", text).unwrap().problem, &Budget::UNLIMITED).unwrap()
    }

    /// All solutions with pauses after this many nodes.
    fn all(text: &str, step: u64) -> Vec<Vec<usize>> {
        let (mut sat, mut found) = (of(text), vec![]);
        loop {
            match sat.run(sat.work().nodes + step) {
                Pause::Solution => {
                    found.push(sat.solution().options().iter().map(|option| option.number()).collect());
                }
                Pause::Bound => {}
                Pause::Memory => panic!("there is memory"),
                Pause::End => break,
            }
        }
        found.sort();
        found
    }

    #[test]
    fn finds_each_solution_once_wherever_it_pauses() {
        let text = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";
        let expected = [
            vec![1, 2],
            vec![1, 7, 8],
            vec![2, 5, 6],
            vec![3, 4],
            vec![3, 6, 8],
            vec![4, 5, 7],
            vec![5, 6, 7, 8],
        ];
        for step in [8, 9, 100, u64::MAX / 2] {
            assert_eq!(all(text, step), expected, "{step}");
        }
    }

    /// A solution may be a part of another one: by hand, the sets of one or two of three options, one of them
    /// with `b`.
    #[test]
    fn a_solution_does_not_hide_those_that_contain_it() {
        let expected = [vec![1], vec![1, 2], vec![1, 3]];
        assert_eq!(all("1:2|a b\na b\na\na\n", 100), expected);
        assert_eq!(all("0:2|a\na\na\n", 100), [vec![], vec![1], vec![1, 2], vec![2]]);
    }

    #[test]
    fn limits_on_nodes_are_met_exactly() {
        let text = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";
        let mut whole = of(text);
        while whole.run(u64::MAX) != Pause::End {}
        let nodes = whole.work().nodes;
        let mut again = of(text);
        while again.run(nodes) == Pause::Solution {}
        assert!(again.is_done());
        let mut less = of(text);
        while less.run(nodes - 1) == Pause::Solution {}
        assert!(!less.is_done() && less.work().nodes == nodes - 1);
    }

    #[test]
    fn stops_on_request_and_without_memory() {
        let problem = parse("t.dlx", "a b\na b\na\nb\n").unwrap().problem;
        let stop = StopFlag::new();
        let mut unwanted = Sat::new(&problem, &Budget::until(stop.clone())).unwrap();
        stop.raise();
        assert_eq!(unwanted.run(100), Pause::Bound);
        let small = Budget { memory: Some(100), ..Budget::UNLIMITED };
        assert_eq!(Sat::new(&problem, &small).unwrap().run(100), Pause::Memory);
        let empty = parse("t.dlx", "a | x\n").unwrap().problem;
        assert_eq!(Sat::new(&empty, &small).unwrap().run(100), Pause::End);
    }
}
