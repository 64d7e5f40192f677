//! For each option, how many solutions have it: what is certain, what is impossible, and how likely the rest
//! is.

use crate::count::Count;
use crate::problem::{ItemId, OptionId, Problem};

/// For each option of a problem, the number of solutions that have it.
/// [`Diagram::marginals`](super::Diagram::marginals) computes it.
///
/// ```
/// use combien::problem::{OptionId, dlx};
/// use combien::solve::{Budget, Compile, Outcome};
///
/// // Dominoes on 2 x 3 cells: the first option is the upright domino in the first column.
/// let text = "a b c d e f\na d\nb e\nc f\na b\nb c\nd e\ne f\n";
/// let problem = dlx::parse("dominoes", text)?.problem;
/// let Outcome::Answer(Some(diagram)) = Compile::of(&problem).run()?.outcome else { unreachable!("no limit was set") };
/// let marginals = diagram.marginals(&problem, &Budget::UNLIMITED)?;
/// assert_eq!(marginals.solutions().to_u64(), Some(3));
/// assert_eq!(marginals.with(OptionId::from_index(0)).to_u64(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    solutions: Count,
    with: Vec<Count>,
}

impl Marginals {
    /// From numbers that are known: of all solutions, and of those that have each option.
    #[doc(hidden)]
    pub fn new(solutions: Count, with: Vec<Count>) -> Marginals {
        Marginals { solutions, with }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> &Count {
        &self.solutions
    }

    /// The number of solutions that have an option.
    ///
    /// # Panics
    ///
    /// Panics if the problem has no such option.
    pub fn with(&self, option: OptionId) -> &Count {
        &self.with[option.index()]
    }

    /// The part of the solutions that have an option: from 0 to 1, and 0 if there are no solutions.
    pub fn share(&self, option: OptionId) -> f64 {
        self.part(self.with(option))
    }

    /// The options that are in all solutions, the *backbone*; none if there are no solutions.
    pub fn forced(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| !self.solutions.is_zero() && *self.with(option) == self.solutions)
    }

    /// The options that are in no solution.
    pub fn impossible(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| self.with(option).is_zero())
    }

    /// The options that contain an item and are in some solution.
    pub fn candidates<'m>(
        &'m self,
        problem: &'m Problem,
        item: ItemId,
    ) -> impl Iterator<Item = OptionId> + 'm {
        let contains =
            move |option: &OptionId| problem.option(*option).iter().any(|entry| entry.item == item);
        self.options().filter(contains).filter(|&option| !self.with(option).is_zero())
    }

    /// The entropy of an item, in bits: how much is learned on average from the option that covers it, if
    /// each solution is equally likely. That it is not covered is one of the outcomes. `None` if there
    /// are no solutions, or if several options may cover the item.
    pub fn entropy(&self, problem: &Problem, item: ItemId) -> Option<f64> {
        let candidates: Vec<&Count> =
            self.candidates(problem, item).map(|option| self.with(option)).collect();
        self.entropy_of(&candidates)
    }

    /// The entropy of each item, in bits, in the order of the items; `None` if there are no solutions, or if
    /// several options may cover the item. Linear in the entries of the problem.
    pub fn entropies(&self, problem: &Problem) -> Vec<Option<f64>> {
        let mut covers: Vec<Vec<&Count>> = vec![vec![]; problem.item_count()];
        for option in self.options().filter(|&option| !self.with(option).is_zero()) {
            for entry in problem.option(option) {
                covers[entry.item.index()].push(self.with(option));
            }
        }
        covers.iter().map(|covers| self.entropy_of(covers)).collect()
    }

    fn entropy_of(&self, covers: &[&Count]) -> Option<f64> {
        let covered: Count = covers.iter().map(|&count| count.clone()).sum();
        let rest = self.solutions.checked_sub(&covered)?;
        if self.solutions.is_zero() {
            return None;
        }
        let parts = covers.iter().copied().chain([&rest]).map(|count| self.part(count));
        // Written so that nothing is learned where there is one outcome: the sum is 0 and not -0.
        Some(parts.filter(|&part| part > 0.0).fold(0.0, |sum, part| sum + part * (1.0 / part).log2()))
    }

    fn part(&self, count: &Count) -> f64 {
        if self.solutions.is_zero() { 0.0 } else { count.ratio(&self.solutions) }
    }

    fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.with.len()).map(OptionId::from_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::solve::{Budget, Compile, Engine, Enumerate, Outcome, Reason, StopFlag};

    fn with_memory(bytes: u64) -> Budget {
        Budget { memory: Some(bytes), ..Budget::UNLIMITED }
    }

    fn marginals(problem: &Problem, engine: Engine) -> Marginals {
        let report = Compile::of(problem).by(engine).run().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("{engine} gave no diagram") };
        assert_eq!(diagram.marginals(problem, &with_memory(8)), Err(Reason::Memory(8)));
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(diagram.marginals(problem, &Budget::until(stop)), Err(Reason::Asked));
        diagram.marginals(problem, &Budget::UNLIMITED).unwrap()
    }

    #[test]
    fn they_are_what_is_counted_over_all_solutions() {
        let texts = [
            // Two squares of dominoes, and two items together or apart: a diagram with products.
            "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n",
            // Secondary items, colors, an option in no solution, and one in all.
            "a b c d | x y\na x:1\na x:2 y\nb c\nb x:1\nc x:2\nc y\nd\na b c d x:1 y\n",
            // None.
            "a b\na\n",
        ];
        for text in texts {
            let problem = parse("text", text).unwrap().problem;
            let all: Vec<_> = Enumerate::of(&problem).run().unwrap().collect();
            for engine in [Engine::Zdd, Engine::Intersect, Engine::Memo] {
                let marginals = marginals(&problem, engine);
                assert_eq!(*marginals.solutions(), Count::from(all.len() as u64));
                let with = |option: OptionId| {
                    Count::from(
                        all.iter().filter(|solution| solution.options().contains(&option)).count() as u64
                    )
                };
                for option in problem.options() {
                    assert_eq!(*marginals.with(option), with(option), "{engine}, {option:?}");
                }
                let weights = |option: OptionId| [option.index() as i64 % 3, 1, -(option.index() as i64)];
                let mut sums = std::collections::BTreeMap::new();
                for solution in &all {
                    let mut sum = [0i128; 3];
                    for &option in solution.options() {
                        sum.iter_mut().zip(weights(option)).for_each(|(sum, more)| *sum += i128::from(more));
                    }
                    *sums.entry(sum).or_insert(0u64) += 1;
                }
                let report = Compile::of(&problem).by(engine).run().unwrap();
                let Outcome::Answer(Some(diagram)) = report.outcome else {
                    panic!("{engine} gave no diagram")
                };
                let tight = diagram.distribution(3, weights, &with_memory(50));
                assert!(all.is_empty() || tight == Err(Reason::Memory(50)), "{engine}");
                let distribution = diagram.distribution(3, weights, &Budget::UNLIMITED).unwrap();
                let terms = distribution.terms().map(|(sum, count)| (sum.to_vec(), count.to_u64().unwrap()));
                assert!(terms.eq(sums.iter().map(|(sum, &count)| (sum.to_vec(), count))), "{engine}");
                assert_eq!(distribution.total(), diagram.count());
                let forced = problem
                    .options()
                    .filter(|&o| !all.is_empty() && with(o).to_u64() == Some(all.len() as u64));
                assert!(marginals.forced().eq(forced), "{engine}");
                assert!(
                    marginals.impossible().eq(problem.options().filter(|&o| with(o).is_zero())),
                    "{engine}"
                );
            }
        }
    }

    #[test]
    fn entropy_is_that_of_the_options_that_cover_an_item() {
        // Item a: two outcomes, equally likely; x is covered once in each of them, or not at all.
        let problem = parse("text", "a b | x y\na x\na\nb\n").unwrap().problem;
        let marginals = marginals(&problem, Engine::Zdd);
        let entropies = marginals.entropies(&problem);
        assert_eq!(entropies, [Some(1.0), Some(0.0), Some(1.0), Some(0.0)]);
        let each = problem.items().map(|item| marginals.entropy(&problem, item));
        assert_eq!(each.collect::<Vec<_>>(), entropies);
        assert!(entropies.iter().flatten().all(|bits| bits.is_sign_positive()));
        // An item that two options of a solution cover has no such distribution.
        let problem = parse("bounds", "2|a b c\na b\na c\n").unwrap().problem;
        assert_eq!(marginals_of_bounds(&problem).entropies(&problem)[0], None);
    }

    fn marginals_of_bounds(problem: &Problem) -> Marginals {
        let report = Compile::of(problem).run().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("no diagram") };
        diagram.marginals(problem, &Budget::UNLIMITED).unwrap()
    }
}
