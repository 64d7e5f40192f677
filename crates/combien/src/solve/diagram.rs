//! All solutions at once, as a decision diagram: to count, to list, to draw at random.

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use super::covers;
use super::engine::Engine;
use super::error::Error;
use super::guard::Guard;
use super::marginals::Marginals;
use super::report::Report;
use super::worker::{Enumeration, Worker};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::{Compiled, Compiling, Order, Refusal, Task};
use crate::nodes;
use crate::pareto::Costs;
use crate::polynomial::Polynomial;
use crate::problem::{OptionId, Problem, Solution};
use crate::products;
use crate::zdd::{Family, Store, Walk};

/// The family of all solutions of a problem: in a store of families, or, from [`Engine::Memo`], a diagram
/// with product nodes.
///
/// The items of a family in a store represent options, in the order in which the engine decided them.
#[derive(Clone, Debug)]
pub struct Diagram(pub(super) Compiled);

impl Diagram {
    pub(super) fn new(compiled: Compiled) -> Diagram {
        Diagram(compiled)
    }

    /// How many solutions. Linear in the nodes.
    pub fn count(&self) -> Count {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.count(*family),
            Compiled::Products(diagram) => diagram.count(),
        }
    }

    /// How many nodes the diagram has.
    pub fn size(&self) -> usize {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.size(*family),
            Compiled::Products(diagram) => diagram.size(),
        }
    }

    /// The bytes that the diagram takes; those of the whole store, if it is in one.
    pub fn memory(&self) -> usize {
        match &self.0 {
            Compiled::Stored { store, .. } => store.memory(),
            Compiled::Products(diagram) => diagram.memory(),
        }
    }

    /// A budget for the numbers of its nodes: the same with the memory that the diagram leaves.
    #[doc(hidden)]
    pub fn beside(&self, budget: Budget) -> Budget {
        Budget { memory: Some(budget.memory().saturating_sub(self.memory() as u64)), ..budget }
    }

    /// The family and its store, for any other question of the algebra. Returns an error if the diagram has
    /// product nodes.
    pub fn family(&self) -> Result<(&Store, Family), Error> {
        match &self.0 {
            Compiled::Stored { store, family, .. } => Ok((store, *family)),
            Compiled::Products(_) => Err(NO_STORE),
        }
    }

    /// The diagram with product nodes. Returns an error if the diagram is a family in a store.
    pub fn products(&self) -> Result<&Arc<products::Diagram>, Error> {
        match &self.0 {
            Compiled::Stored { .. } => Err(NO_PRODUCTS),
            Compiled::Products(diagram) => Ok(diagram),
        }
    }

    /// The option that an item of the family stands for, if there is such an item.
    pub fn option(&self, item: u32) -> Option<OptionId> {
        match &self.0 {
            Compiled::Stored { options, .. } => options.get(item as usize).copied(),
            Compiled::Products(_) => None,
        }
    }

    /// For each number from 0, how many solutions consist of that number of options.
    pub fn count_by_size(&self) -> Vec<Count> {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.count_by_size(*family),
            Compiled::Products(diagram) => diagram.count_by_size(),
        }
    }

    /// For each option, how many solutions have it. The problem must be that of the diagram. A few operations
    /// on counts for each edge of the diagram. Of the budget, the memory bounds the numbers in between
    /// (two for each node, at least 32 bytes each), and the stop flag and the deadline hold; the reason
    /// is returned if one of them ends it.
    pub fn marginals(&self, problem: &Problem, budget: &Budget) -> Result<Marginals, Reason> {
        let (memory, go_on) = (budget.memory(), || budget.check().is_ok());
        let numbers = problem.option_count();
        let mut with = vec![Count::ZERO; numbers];
        let mut add = |option: OptionId, count: &Count| with[option.index()] += count;
        match &self.0 {
            Compiled::Stored { store, family, options } => {
                let add = |item: u32, count: &Count| add(options[item as usize], count);
                nodes::marginals(&store.rooted(*family), numbers, memory, &go_on, add)
            }
            Compiled::Products(diagram) => nodes::marginals(&**diagram, numbers, memory, &go_on, add),
        }
        .ok_or_else(|| ended(budget))?;
        Ok(Marginals::new(self.count(), with))
    }

    /// How many solutions have which sums of weights, as a generating polynomial in as many variables as each
    /// option has weights: the exponents are the sums, and the coefficient is the number of solutions. Of
    /// the budget, the memory bounds the polynomials of the nodes, and the stop flag and the deadline
    /// hold; the reason is returned if one of them ends it.
    pub fn distribution<W: AsRef<[i64]>>(
        &self,
        variables: usize,
        weights: impl Fn(OptionId) -> W,
        budget: &Budget,
    ) -> Result<Polynomial, Reason> {
        let (memory, go_on) = (budget.memory(), || budget.check().is_ok());
        let polynomial = match &self.0 {
            Compiled::Stored { store, family, options } => {
                let weights = |item: u32| weights(options[item as usize]);
                nodes::distribution(&store.rooted(*family), variables, weights, memory, &go_on)
            }
            Compiled::Products(diagram) => {
                nodes::distribution(&**diagram, variables, weights, memory, &go_on)
            }
        };
        polynomial.ok_or_else(|| ended(budget))
    }

    /// Writes the diagram for Graphviz; each node is labelled with the number of its option, from 1. If there
    /// are product nodes, returns an error of the kind [`io::ErrorKind::Unsupported`] with an [`Error`]
    /// inside.
    pub fn write_dot(&self, output: impl Write) -> io::Result<()> {
        match &self.0 {
            Compiled::Stored { store, family, options } => {
                store.write_dot(*family, |item| options[item as usize].number().to_string(), output)
            }
            Compiled::Products(_) => Err(io::Error::new(io::ErrorKind::Unsupported, NO_STORE)),
        }
    }

    /// Writes the diagram as text that can be read back: as [`Store::write`] does, or, with product nodes, as
    /// [`products::Diagram::write`]. The problem must be that of the diagram.
    #[doc(hidden)]
    pub fn write_text(&self, problem: &Problem, output: impl Write) -> io::Result<()> {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.write(*family, output),
            Compiled::Products(diagram) => diagram.write(problem.option_count(), output),
        }
    }

    /// Writes the diagram in the format `.nnf` of other tools, as [`products::Diagram::write_nnf`]. The
    /// problem must be that of the diagram. From a store, returns an error of the kind
    /// [`io::ErrorKind::Unsupported`].
    pub fn write_nnf(&self, problem: &Problem, output: impl Write) -> io::Result<()> {
        match &self.0 {
            Compiled::Stored { .. } => Err(io::Error::new(io::ErrorKind::Unsupported, NO_PRODUCTS)),
            Compiled::Products(diagram) => diagram.write_nnf(problem.option_count(), output),
        }
    }

    /// Reads a diagram with product nodes from a file, by [`products::Diagram::read`]: one of
    /// [`Diagram::write_text`] or [`Diagram::write_nnf`], or an `.nnf` of another tool. Checks that it
    /// holds nothing but solutions of a problem, within the memory of the budget and until this stops it.
    /// It does not check that it holds all of them.
    pub fn read(problem: &Problem, input: impl io::BufRead, budget: &Budget) -> Result<Diagram, ReadError> {
        if problem.has_bounds() {
            return Err(ReadError::Bounds);
        }
        let diagram =
            products::Diagram::read(input, problem.option_count(), budget).map_err(ReadError::Text)?;
        diagram.check_covers(problem, budget).map_err(ReadError::NotCovers)?;
        Ok(Diagram(Compiled::Products(diagram.into())))
    }

    /// The solutions that take all of some options, and none of others, as a diagram of the same kind. With
    /// product nodes linear in the edges; in a store linear in the nodes, for each option.
    pub fn restricted(&self, including: &[OptionId], excluding: &[OptionId]) -> Result<Diagram, Error> {
        let full = |_| Error::Stopped(Reason::Memory(Budget::MEMORY));
        match &self.0 {
            Compiled::Products(diagram) => {
                Ok(Diagram(Compiled::Products(diagram.restricted(including, excluding).into())))
            }
            Compiled::Stored { store, family, options } => {
                let (mut own, item_of) =
                    (Store::new(), |option| options.iter().position(|&item| item == option));
                let mut family = own.copy(store, *family).map_err(full)?;
                for &option in including {
                    family = match item_of(option) {
                        Some(item) => own.including(family, item as u32).map_err(full)?,
                        None => Family::EMPTY,
                    };
                }
                for item in excluding.iter().filter_map(|&option| item_of(option)) {
                    family = own.subset0(family, item as u32).map_err(full)?;
                }
                Ok(Diagram(Compiled::Stored { store: own.into(), family, options: options.clone() }))
            }
        }
    }

    /// The heaviest solution, or the lightest one if `heaviest` is false, and its weight: the sum of the
    /// weights of its options. Of several that weigh the same, it is always the same one. `None` if there
    /// is no solution. Linear in the diagram.
    pub fn best(&self, heaviest: bool, weight: impl Fn(OptionId) -> i64) -> Option<(i128, Solution)> {
        match &self.0 {
            Compiled::Products(diagram) => diagram.best(heaviest, weight),
            Compiled::Stored { store, family, options } => {
                let weight = |item: u32| weight(options[item as usize]);
                let best = if heaviest {
                    store.heaviest(*family, weight).next()
                } else {
                    store.lightest(*family, weight).next()
                };
                best.map(|(weight, member)| (weight, solution(&member, options)))
            }
        }
    }

    /// The best solutions and their weights, the best first and of equal weights the first options: the
    /// heaviest, or the lightest if `heaviest` is false; at most `count` of them. If several have the
    /// weight of the last one, it is always the same of them. Of the budget, the memory bounds the
    /// solutions and what is kept for the nodes, and the stop flag and the deadline hold; the reason is
    /// returned if one of them ends it. Linear in the diagram; with product nodes times `count`.
    #[doc(hidden)]
    pub fn few_best(
        &self,
        heaviest: bool,
        count: usize,
        weight: impl Fn(OptionId) -> i64,
        budget: &Budget,
    ) -> Result<Vec<(i128, Solution)>, Reason> {
        let go_on = || budget.check().is_ok();
        let mut best = match &self.0 {
            Compiled::Products(diagram) => {
                let found = nodes::best(&**diagram, (heaviest, count), weight, budget.memory(), &go_on);
                as_solutions(found.ok_or_else(|| ended(budget))?)
            }
            Compiled::Stored { store, family, options } => {
                let weight = |item: u32| weight(options[item as usize]);
                let members =
                    if heaviest { store.heaviest(*family, weight) } else { store.lightest(*family, weight) };
                let (mut best, mut bytes) = (vec![], 0);
                for (weight, member) in members.take(count) {
                    budget.check()?;
                    let solution = solution(&member, options);
                    bytes += covers::bytes_of(&solution);
                    if bytes > budget.memory() {
                        return Err(Reason::Memory(budget.memory()));
                    }
                    best.push((weight, solution));
                }
                best
            }
        };
        covers::sort(&mut best, heaviest);
        Ok(best)
    }

    /// The Pareto front of two costs, which are sums over the options of a solution, low being better: the
    /// solutions that no other one is at least as good as in both, one for each pair of sums, by
    /// ascending first sum. The problem must be that of the diagram. Of the budget, the memory bounds the
    /// fronts of the nodes, and the stop flag and the deadline hold; the reason is returned if one
    /// of them ends it. Takes time in proportion to the edges times the points of a front, and their products
    /// at product nodes.
    ///
    /// ```
    /// # use combien::{budget::Budget, problem::dlx, solve::{Compile, Outcome}};
    /// // Two small options, or one that is dearer.
    /// let problem = dlx::parse("t.dlx", "a b\na |1\nb |1\na b |5\n")?.problem;
    /// let Outcome::Answer(Some(diagram)) = Compile::of(&problem).run()?.outcome else { unreachable!() };
    /// let front = diagram.front(&problem, |option| [problem.cost(option), 1], &Budget::UNLIMITED)?;
    /// assert_eq!(front.iter().map(|(sums, _)| *sums).collect::<Vec<_>>(), [[2, 2], [5, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn front(
        &self,
        problem: &Problem,
        costs: impl Fn(OptionId) -> [i64; 2],
        budget: &Budget,
    ) -> Result<Vec<([i128; 2], Solution)>, Reason> {
        let (memory, go_on) = (budget.memory(), || budget.check().is_ok());
        let costs = |option: OptionId| costs(option).map(i128::from);
        let front = match &self.0 {
            Compiled::Products(diagram) => nodes::front(&**diagram, costs, memory, &go_on).map(as_solutions),
            Compiled::Stored { store, family, options } => {
                let option = |item: u32| options[item as usize];
                let front = nodes::front(&store.rooted(*family), |item| costs(option(item)), memory, &go_on);
                let of_options = |(sums, member): (_, Vec<u32>)| (sums, solution(&member, options));
                front.map(|front| front.into_iter().map(of_options).collect())
            }
        };
        let front: Vec<(Costs, Solution)> = front.ok_or_else(|| ended(budget))?;
        covers::check_front(problem, &front, costs);
        Ok(front)
    }

    /// The solutions, one after the other. From a store, two solutions are ordered by the first option, in
    /// the order of the diagram, in which they differ: the solution without it comes first. With product
    /// nodes, the order is that of [`products::Walk`].
    fn into_solutions(self) -> Box<dyn Iterator<Item = Solution> + Send> {
        match self.0 {
            Compiled::Stored { store, family, options } => {
                let mut walk = Walk::new(family);
                Box::new(iter::from_fn(move || Some(solution(walk.next(&store)?, &options))))
            }
            Compiled::Products(diagram) => {
                let mut walk = products::Walk::new(&diagram);
                Box::new(iter::from_fn(move || Some(walk.next(&diagram)?.iter().copied().collect())))
            }
        }
    }
}

/// The error returned when a diagram with product nodes is asked for a family in a store.
const NO_STORE: Error =
    Error::Unsupported { engine: Engine::Memo, question: "put its diagram into a store of families" };

/// The error returned when a diagram without product nodes is to be written with them.
const NO_PRODUCTS: Error =
    Error::Unsupported { engine: Engine::Zdd, question: "make a diagram with product nodes" };

/// Why a diagram of a problem could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not a diagram.
    Text(products::ReadError),
    /// A diagram with product nodes is of a problem without bounds.
    Bounds,
    /// Some of its sets are no covers of the problem.
    NotCovers(products::NotCovers),
}

errors!(ReadError {
    Text(error) => "{error}";
    Bounds => "a problem with bounds has no diagram with product nodes";
    NotCovers(products::NotCovers::Stopped(reason)) => "{reason}";
    NotCovers(why) => "the diagram is of another problem: {why}";
});

impl ReadError {
    /// What stopped the reading, if a limit on time or a request did. Then nothing is known to be wrong.
    pub fn stopped(&self) -> Option<Reason> {
        match self {
            ReadError::Text(products::ReadError::Stopped(reason))
            | ReadError::NotCovers(products::NotCovers::Stopped(reason)) => Some(*reason),
            _ => None,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            ReadError::Text(products::ReadError::Memory(_))
            | ReadError::NotCovers(products::NotCovers::Memory(_)) => "allow it more memory",
            ReadError::Text(products::ReadError::Fault(_, fault)) => fault.hint(),
            ReadError::Bounds => "build the diagram instead",
            ReadError::Text(products::ReadError::Options { .. }) | ReadError::NotCovers(_) => {
                "take the problem for which the diagram was built, with its options in the same order"
            }
            ReadError::Text(_) => "`combien help formats` shows the formats of diagrams",
        }
    }
}

/// What ended work within a budget that has not been finished: if not the flag or the deadline, then the
/// memory.
fn ended(budget: &Budget) -> Reason {
    budget.check().err().unwrap_or(Reason::Memory(budget.memory()))
}

/// Lists of options as solutions.
fn as_solutions<V>(found: Vec<(V, Vec<OptionId>)>) -> Vec<(V, Solution)> {
    found.into_iter().map(|(value, options)| (value, options.into_iter().collect())).collect()
}

/// The solution that a member of a family stands for.
pub(super) fn solution(member: &[u32], options: &[OptionId]) -> Solution {
    member.iter().map(|&item| options[item as usize]).collect()
}

/// The solutions of a diagram that an engine has built, after this work; none if it could not be finished.
pub(super) struct Members {
    engine: Engine,
    work: Work,
    left: Option<Box<dyn Iterator<Item = Solution> + Send>>,
    solution: Solution,
}

impl Members {
    pub(super) fn new(engine: Engine, work: Work, diagram: Option<Diagram>) -> Members {
        let left = diagram.map(Diagram::into_solutions);
        Members { engine, work, left, solution: Solution::default() }
    }
}

impl Task for Members {
    fn run(&mut self, _: u64) -> Pause {
        let Some(solution) = self.left.as_mut().and_then(Iterator::next) else { return Pause::End };
        self.solution = solution;
        Pause::Solution
    }
    fn work(&self) -> Work {
        self.work
    }
    fn fraction(&self) -> f64 {
        if self.left.is_some() { 1.0 } else { 0.0 }
    }
}

impl Worker for Members {}

impl Enumeration for Members {
    fn engine(&self) -> Engine {
        self.engine
    }
    fn solution(&mut self) -> Solution {
        std::mem::take(&mut self.solution)
    }
    fn can_go_on(&self) -> bool {
        false
    }
}

/// The family of all solutions, built by the given engine.
pub(super) fn compile(
    problem: &Problem,
    engine: Engine,
    mut guard: Guard<'_>,
) -> Result<Report<Option<Diagram>>, Error> {
    let engine = if engine == Engine::Auto { Engine::Zdd } else { engine };
    engine.can_take(problem)?;
    let profile = engine.profile();
    if !profile.compiles {
        return Err(Error::Unsupported { engine, question: "build a diagram of all solutions" });
    }
    let order = if profile.uses_order {
        Order::best_within(problem, &guard.budget)
    } else {
        Ok(Order::input(problem))
    };
    let (task, why) = match order {
        Ok(order) => {
            let why = if engine == Engine::Zdd {
                format!("a diagram is built along the frontier; order of items: {order}")
            } else {
                "it was asked for".to_owned()
            };
            (engine.get().compile(problem, &order, &guard.budget), why)
        }
        Err(reason) => (Err(Refusal::Stopped(reason)), "it was asked for".to_owned()),
    };
    match task {
        Ok(task) => Ok(build(task, engine, why, &mut guard)),
        Err(Refusal::Stopped(reason)) => Ok(Report::not_begun(engine, why, reason)),
        Err(refusal) => Err(Error::refused(engine, refusal)),
    }
}

fn build(
    mut task: Box<dyn Compiling>,
    engine: Engine,
    why: String,
    guard: &mut Guard<'_>,
) -> Report<Option<Diagram>> {
    let memory = guard.budget.memory();
    let reason = match guard.drive(&mut task, u64::MAX) {
        Ok(Pause::Memory) => Some(Reason::Memory(memory)),
        Ok(Pause::End | Pause::Bound | Pause::Solution) => None,
        Err(reason) => Some(reason),
    };
    let (work, fraction) = (task.work(), task.fraction());
    if let Some(reason) = reason {
        return Report::stopped((None, reason), engine, why, work, fraction);
    }
    let diagram = Diagram(task.finish().expect("an engine at its end has the diagram"));
    Report::answered(Some(diagram), engine, why, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Outcome;
    use crate::problem::dlx::parse;
    use crate::solve::{Compile, Enumerate};

    /// Dominoes on two squares, and `i` and `j` together or apart: 2 * 2 * 2 solutions of four options and
    /// one or two more.
    const SQUARES: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n";

    #[test]
    fn diagrams_of_all_engines_answer_alike() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        for engine in [Engine::Zdd, Engine::Intersect, Engine::Memo] {
            let report = Compile::of(&problem).by(engine).run().unwrap();
            let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("{engine} gave no diagram") };
            assert_eq!(diagram.count(), Count::from(8u64), "{engine}");
            assert_eq!(diagram.count_by_size(), [0u64, 0, 0, 0, 0, 4, 4].map(Count::from), "{engine}");
            assert_eq!(diagram.samples(&problem, 1).take(9).count(), 9, "{engine}");
            assert_eq!(Enumerate::of(&problem).by(engine).run().unwrap().count(), 8, "{engine}");
        }
    }

    #[test]
    fn product_nodes_are_in_no_store() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let report = Compile::of(&problem).by(Engine::Memo).run().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("no diagram") };
        assert!(matches!(diagram.family(), Err(Error::Unsupported { engine: Engine::Memo, .. })));
        assert_eq!(diagram.write_dot(vec![]).unwrap_err().kind(), io::ErrorKind::Unsupported);
        assert_eq!(diagram.option(0), None);
    }

    /// The diagram of each engine that makes one.
    fn diagrams(problem: &Problem) -> Vec<Diagram> {
        let of = |engine| match Compile::of(problem).by(engine).run().unwrap().outcome {
            Outcome::Answer(Some(diagram)) => diagram,
            _ => panic!("{engine} gave no diagram"),
        };
        [Engine::Zdd, Engine::Intersect, Engine::Memo].map(of).to_vec()
    }

    /// The problem with colors of which there are few solutions, listed.
    const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                          t x:B z:C\nt y\nr\nq x:A\n";

    #[test]
    fn restricted_diagrams_and_best_solutions_are_those_of_the_list() {
        for text in [SQUARES, COLORS] {
            let problem = parse("t", text).unwrap().problem;
            let all: Vec<Solution> = Enumerate::of(&problem).by(Engine::Links).run().unwrap().collect();
            let sorted = |mut solutions: Vec<Solution>| {
                solutions.sort();
                solutions
            };
            let of = OptionId::from_index;
            for diagram in diagrams(&problem) {
                for (first, second) in
                    (0..11).flat_map(|first| (0..11).map(move |second| (of(first), of(second))))
                {
                    let (with, without) = ([first, second], [second]);
                    for (including, excluding) in
                        [(&with[..], &[][..]), (&with[..1], &without[..]), (&[], &with[..])]
                    {
                        let fits = |solution: &&Solution| {
                            including.iter().all(|option| solution.options().contains(option))
                                && !excluding.iter().any(|option| solution.options().contains(option))
                        };
                        let expected: Vec<Solution> = all.iter().filter(fits).cloned().collect();
                        let restricted = diagram.restricted(including, excluding).unwrap();
                        assert_eq!(restricted.count(), Count::from(expected.len() as u64));
                        assert_eq!(sorted(restricted.into_solutions().collect()), sorted(expected));
                    }
                }
                let weight = |option: OptionId| [3, -7, 1 << 62, 0, 12, -5, i64::MIN][option.index() * 5 % 7];
                let sum = |solution: &Solution| {
                    solution.options().iter().map(|&o| i128::from(weight(o))).sum::<i128>()
                };
                for (heaviest, count) in [(true, 1), (false, 2), (true, 5), (false, 1000)] {
                    let few = diagram.few_best(heaviest, count, weight, &Budget::UNLIMITED).unwrap();
                    let mut weights: Vec<i128> = all.iter().map(sum).collect();
                    weights.sort_by_key(|weight| if heaviest { -weight } else { *weight });
                    weights.truncate(count);
                    assert_eq!(few.iter().map(|(weight, _)| *weight).collect::<Vec<_>>(), weights);
                    assert!(
                        few.iter()
                            .all(|(weight, solution)| *weight == sum(solution) && all.contains(solution))
                    );
                    let different: std::collections::BTreeSet<_> =
                        few.iter().map(|(_, solution)| solution).collect();
                    assert_eq!(different.len(), few.len());
                }
                for heaviest in [true, false] {
                    let (best, solution) = diagram.best(heaviest, weight).unwrap();
                    let weights = all.iter().map(sum);
                    assert_eq!(Some(best), if heaviest { weights.max() } else { weights.min() });
                    assert!(best == sum(&solution) && all.contains(&solution));
                }
            }
        }
        let none = parse("none", "a b\na\n").unwrap().problem;
        assert!(diagrams(&none).iter().all(|diagram| diagram.best(true, |_| 1).is_none()));
    }

    #[test]
    fn a_diagram_of_another_problem_is_refused() {
        let problem = parse("t", COLORS).unwrap().problem;
        let mut text = vec![];
        diagrams(&problem)[2].write_text(&problem, &mut text).unwrap();
        let read = |text: &[u8], problem: &Problem| Diagram::read(problem, text, &Budget::of_memory(1 << 20));
        assert_eq!(read(&text, &problem).unwrap().count(), diagrams(&problem)[0].count());
        for (from, to) in
            [("p x:A\n", "p x:B\n"), ("r s y\n", "r s t y\n"), ("t\n", "s\n"), ("q z\n", "q x:B\n")]
        {
            let other = parse("other", &COLORS.replacen(from, to, 1)).unwrap().problem;
            assert!(matches!(read(&text, &other), Err(ReadError::NotCovers(_))), "{from} is {to}");
        }
        let fewer = parse("fewer", SQUARES).unwrap().problem;
        let other_options = products::ReadError::Options { diagram: 14, problem: 11 };
        assert_eq!(read(&text, &fewer).unwrap_err().to_string(), other_options.to_string());
        let more = parse("more", &COLORS.replace("s t |", "s t u |")).unwrap().problem;
        assert!(matches!(read(&text, &more), Err(ReadError::NotCovers(products::NotCovers::Missing(_)))));
    }

    #[test]
    fn a_recording_obeys_the_limit_of_memory() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let budget = Budget { memory: Some(100), ..Budget::UNLIMITED };
        let report = Compile::of(&problem).by(Engine::Memo).budget(budget).run().unwrap();
        assert!(matches!(report.outcome, Outcome::Stopped { certain: None, reason: Reason::Memory(100) }));
    }
}
