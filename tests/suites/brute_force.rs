//! Every engine, and the checker, against the oracle on random small problems.

use std::collections::BTreeSet;

use combien::check::check;
use combien::engine::{Pause, naive::Naive};
use combien::problem::{OptionId, Problem};
use combien::solve::{self, Compile, Engine, Enumerate, Error, Outcome};
use combien_formats::dimacs;
use combien_tests::{oracle, random};
use proptest::prelude::*;

fn by_engine(problem: &Problem, engine: Engine) -> Vec<Vec<usize>> {
    let solutions = Enumerate::of(problem).by(engine).run().unwrap();
    let numbers =
        |solution: combien::Solution| solution.options().iter().map(|option| option.index()).collect();
    let mut found: Vec<Vec<usize>> = solutions.map(numbers).collect();
    found.sort();
    found
}

/// All models of a formula in the DIMACS format, as sets of variables from 0, by trying every assignment.
fn models(formula: &str) -> Vec<Vec<usize>> {
    let mut lines = formula.lines();
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["p", "cnf", variables, clause_count] = head[..] else { panic!("not a head: {head:?}") };
    let variables: usize = variables.parse().unwrap();
    let clauses: Vec<Vec<i64>> = lines
        .map(|line| {
            line.strip_suffix('0').unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect()
        })
        .collect();
    assert_eq!(clauses.len(), clause_count.parse::<usize>().unwrap());
    let holds = |set: u32, literal: i64| (set >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    let model = |set: &u32| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(*set, literal)));
    let mut models: Vec<Vec<usize>> = (0..1u32 << variables)
        .filter(model)
        .map(|set| (0..variables).filter(|variable| set >> variable & 1 == 1).collect())
        .collect();
    models.sort();
    models
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_engine_finds_just_the_solutions(problem in random::any_problems()) {
        let expected = oracle::solutions(&problem);
        for engine in Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds() || !problem.has_bounds()) {
            if engine.lists_solutions() {
                prop_assert_eq!(&by_engine(&problem, engine), &expected, "{}", engine);
            }
            let count = match solve::Count::of(&problem).by(engine).run() {
                Err(Error::NotMatching { .. }) if engine.profile().is_special => continue,
                report => report.unwrap().outcome,
            };
            prop_assert_eq!(count, Outcome::Answer((expected.len() as u64).into()));
        }
    }

    /// The nodes of `naive` are the sets of options that agree two by two: an item is in one of them, or in one color.
    #[test]
    fn naive_walks_over_all_sets_that_agree(problem in random::problems()) {
        let options: Vec<OptionId> = problem.searched_options().collect();
        let agree = |a: OptionId, b: OptionId| {
            let entries = problem.option(b);
            problem.option(a).iter().all(|&one| entries.iter().all(|&other| one.agrees_with(other)))
        };
        let chosen = |set: u32| options.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
        let agrees = |&set: &u32| chosen(set).all(|(a, &one)| chosen(set).all(|(b, &other)| a == b || agree(one, other)));
        // Without primary items the empty set is the solution, and there is nothing to go on for.
        let sets = if problem.primary_count() == 0 { 1 } else { (0..1u32 << options.len()).filter(agrees).count() };
        let mut search = Naive::new(&problem).unwrap();
        while search.run(u64::MAX) == Pause::Solution {}
        prop_assert_eq!(search.work().nodes, sets as u64);
    }

    /// Solutions drawn at random are solutions, and in many draws every one of a few occurs.
    #[test]
    fn samples_are_solutions_and_all_of_them_occur(problem in random::any_problems(), seed in any::<u64>()) {
        let expected = oracle::solutions(&problem);
        let report = Compile::of(&problem).run().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("there was no limit") };
        prop_assert_eq!(diagram.count(), (expected.len() as u64).into());
        // Of n solutions, one is missed in 40 n draws with a chance below n / e^40.
        let numbers = |solution: combien::Solution| solution.options().iter().map(|o| o.index()).collect();
        let drawn: BTreeSet<Vec<usize>> =
            diagram.samples(&problem, seed).take(40 * expected.len()).map(numbers).collect();
        prop_assert_eq!(drawn.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_checker_agrees_with_the_definition(problem in random::any_problems(), set in any::<u32>()) {
        let chosen: Vec<usize> = (0..problem.option_count()).filter(|option| set >> option & 1 == 1).collect();
        let options: Vec<OptionId> = chosen.iter().map(|&option| OptionId::from_index(option)).collect();
        prop_assert_eq!(check(&problem, &options).is_ok(), oracle::covers(&problem, &chosen));
    }

    #[test]
    fn the_models_of_the_formula_are_the_solutions(problem in random::problems()) {
        let mut formula = vec![];
        dimacs::write(&problem, &mut formula).unwrap();
        prop_assert_eq!(models(&String::from_utf8(formula).unwrap()), oracle::solutions(&problem));
    }
}
