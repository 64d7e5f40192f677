//! Covers with their costs: sorted, checked, and the memory that they take.

use std::collections::BTreeSet;

use super::engine::Engine;
use crate::check::{Checker, check};
use crate::pareto::{self, Costs};
use crate::problem::{OptionId, Problem, Solution};

/// A wrong solution is a bug of the engine that reported it.
///
/// # Panics
///
/// If it does not cover.
pub(super) fn must_cover(checker: &mut Checker, problem: &Problem, solution: &Solution, engine: Engine) {
    if let Err(violations) = checker.check(problem, solution.options()) {
        panic!("the engine {engine} reported a wrong solution: {}", violations[0]);
    }
}

/// Sorts covers: the best first, and of equal costs the first options.
pub(super) fn sort(covers: &mut Vec<(i128, Solution)>, is_max: bool) {
    let sign = if is_max { -1 } else { 1 };
    let sorted: BTreeSet<(i128, Solution)> =
        std::mem::take(covers).into_iter().map(|(cost, solution)| (sign * cost, solution)).collect();
    covers.extend(sorted.into_iter().map(|(cost, solution)| (sign * cost, solution)));
}

/// A wrong solution, or a wrong cost of one, is a bug.
pub(super) fn verify(problem: &Problem, covers: &[(i128, Solution)]) {
    for (cost, solution) in covers {
        check_cover(problem, solution);
        assert_eq!(*cost, problem.cost_of(solution.options()), "the cost of a solution is wrong");
    }
}

/// A wrong solution is a bug.
fn check_cover(problem: &Problem, solution: &Solution) {
    if let Err(violations) = check(problem, solution.options()) {
        panic!("a wrong solution was found: {}", violations[0]);
    }
}

/// Wrong solutions of a front, or wrong sums of their costs, are a bug.
pub(super) fn check_front(problem: &Problem, front: &[(Costs, Solution)], costs: impl Fn(OptionId) -> Costs) {
    for (sums, solution) in front {
        check_cover(problem, solution);
        let sum = solution.options().iter().map(|&option| costs(option)).fold([0, 0], pareto::plus);
        assert_eq!(*sums, sum, "the costs of a solution are wrong");
    }
}

/// The bytes that a cover takes among others.
pub(super) fn bytes_of(solution: &Solution) -> u64 {
    (solution.options().len() * 4 + 96) as u64
}
