//! The reduction against the oracle on random problems: at every budget it keeps just the solutions.

use combien::problem::{Entry, ItemId, OptionId, Problem};
use combien::reduce::{Component, Reduction};
use combien::solve::{self, Budget, Engine, Enumerate, Error, Outcome};
use combien_tests::{corpus, oracle, random};
use proptest::prelude::*;

/// The solutions of a part, by the oracle, as options of the original.
fn originals(part: &Component) -> Vec<Vec<OptionId>> {
    let original = |&option: &usize| part.original(OptionId::from_index(option));
    let solutions = oracle::solutions(part.problem());
    solutions.iter().map(|solution| solution.iter().map(original).collect()).collect()
}

/// What the reduction says all solutions are: those taken with one solution of each component.
fn product(reduction: &Reduction) -> Vec<Vec<usize>> {
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

fn has(problem: &Problem, option: OptionId, item: ItemId) -> bool {
    problem.option(option).iter().any(|entry| entry.item == item)
}

fn clash(problem: &Problem, a: OptionId, b: OptionId) -> bool {
    let agrees = |entry: &Entry| problem.option(b).iter().all(|other| entry.agrees_with(*other));
    !problem.option(a).iter().all(agrees)
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
    fn the_solutions_are_those_taken_and_one_of_each_component(problem in random::any_problems()) {
        holds_just(&problem, u64::MAX, &oracle::solutions(&problem))?;
    }

    #[test]
    fn stopping_early_is_sound(problem in random::any_problems(), budget in 0u64..400) {
        holds_just(&problem, budget, &oracle::solutions(&problem))?;
    }

    /// Every engine, asked of the reduced problem, in options of the original.
    #[test]
    fn questions_have_the_same_answers(problem in random::any_problems(), budget in prop_oneof![Just(u64::MAX), 0u64..400]) {
        let expected = oracle::solutions(&problem);
        let reduction = Reduction::new(&problem, budget);
        for engine in Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds() || !problem.has_bounds()) {
            if engine.lists_solutions() {
                let found = Enumerate::reduced(&reduction).by(engine).run().unwrap();
                let found = found.map(|solution| solution.options().to_vec()).collect();
                prop_assert_eq!(&indices(found), &expected, "{}", engine);
            }
            let count = match solve::Count::reduced(&reduction).by(engine).run() {
                Err(Error::NotMatching { .. }) if engine.profile().is_special => continue,
                report => report.unwrap().outcome,
            };
            prop_assert_eq!(count, Outcome::Answer((expected.len() as u64).into()), "{}", engine);
        }
    }

    /// No option is left that would leave an item bare, by the definition: each option of that item clashes with it.
    #[test]
    fn no_impossible_option_is_left(problem in random::problems()) {
        for part in Reduction::new(&problem, u64::MAX).components() {
            let part = part.problem();
            for option in part.options() {
                for item in part.primary_items().filter(|&item| !has(part, option, item)) {
                    let mut options = part.options().filter(|&other| has(part, other, item));
                    prop_assert!(options.any(|other| !clash(part, option, other)), "{:?}", part);
                }
            }
        }
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

/// The corpus has its sourced counts after reduction too: by enumeration, and by the engine that counts best,
/// where this many nodes are enough.
#[test]
fn the_corpus_has_the_same_counts() {
    for (engine, nodes, at_least) in [(Engine::Links, 100_000, 80), (Engine::Auto, 100_000, 100)] {
        let mut run = 0;
        for instance in corpus::instances() {
            let problem = instance.read().unwrap().problem;
            let reduction = Reduction::new(&problem, Reduction::BUDGET);
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let report = solve::Count::reduced(&reduction).by(engine).budget(budget).run().unwrap();
            if let Outcome::Answer(count) = report.outcome {
                assert_eq!(Some(count), instance.count, "{engine}: {}", instance.file);
                run += 1;
            }
        }
        assert!(run >= at_least, "{engine}: only {run} instances were run");
    }
}
