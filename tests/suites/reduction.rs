//! The reduction against the oracle on random problems: at every budget it keeps just the solutions.

use combien::problem::{OptionId, Problem};
use combien::reduce::{Component, Reduction};
use combien_tests::{oracle, random};
use proptest::prelude::*;

/// The solutions of a part, by the oracle, as options of the original.
fn originals(part: &Component) -> Vec<Vec<OptionId>> {
    let original = |&option: &usize| part.original(OptionId::from_index(option));
    let solutions = oracle::solutions(part.problem());
    solutions.iter().map(|solution| solution.iter().map(original).collect()).collect()
}

/// What the reduction says all solutions are: those taken with one solution of each component.
fn product(reduction: &Reduction<'_>) -> Vec<Vec<usize>> {
    if reduction.is_impossible() {
        return vec![];
    }
    let mut product = vec![reduction.taken().to_vec()];
    for part in reduction.components() {
        let choices = originals(part);
        let extended =
            product.iter().flat_map(|so_far| choices.iter().map(|more| [&so_far[..], more].concat()));
        product = extended.collect();
    }
    indices(product)
}

fn indices(solutions: Vec<Vec<OptionId>>) -> Vec<Vec<usize>> {
    let sorted = |solution: Vec<OptionId>| {
        let mut indices: Vec<usize> = solution.iter().map(|option| option.index()).collect();
        indices.sort_unstable();
        indices
    };
    let mut solutions: Vec<_> = solutions.into_iter().map(sorted).collect();
    solutions.sort();
    solutions
}

fn holds_just(problem: &Problem, budget: u64, expected: &[Vec<usize>]) -> Result<(), TestCaseError> {
    let reduction = Reduction::new(problem, budget);
    prop_assert_eq!(product(&reduction), expected, "taken and components, budget {}", budget);
    prop_assert_eq!(indices(originals(&reduction.whole())), expected, "the whole, budget {}", budget);
    let (removed, parts) = (reduction.removed(), reduction.components());
    if !reduction.is_impossible() {
        let options: usize = parts.iter().map(|part| part.problem().option_count()).sum();
        let all = removed.options() + reduction.taken().len() + options;
        prop_assert_eq!(all, problem.option_count(), "each option is counted once");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_solutions_are_those_taken_and_one_of_each_component(problem in random::problems()) {
        holds_just(&problem, u64::MAX, &oracle::solutions(&problem))?;
    }

    #[test]
    fn stopping_early_is_sound(problem in random::problems(), budget in 0u64..400) {
        holds_just(&problem, budget, &oracle::solutions(&problem))?;
    }

    /// At the end no rule says anything any more.
    #[test]
    fn what_is_reduced_is_reduced(problem in random::problems()) {
        for part in Reduction::new(&problem, u64::MAX).components() {
            let again = Reduction::new(part.problem(), u64::MAX);
            prop_assert!(!again.is_impossible() && again.taken().is_empty());
            prop_assert_eq!((again.removed().options(), again.removed().items()), (0, 0));
            prop_assert_eq!(again.components().len(), 1);
            prop_assert_eq!(again.components()[0].problem(), part.problem());
        }
    }
}
