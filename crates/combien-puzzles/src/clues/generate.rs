//! Makes puzzles: a random solution, from which clues are removed as long as it stays the only one.

use super::solver::Found;
use super::{Solver, Stopped};
use combien::budget::Budget;
use combien::engine::Unsupported;
use combien::problem::{ItemId, OptionId, Problem, Solution};
use combien::random::SplitMix64;

/// An option is skipped in a random solution if after this many nodes it is unknown whether it is possible.
/// Picked by feel: searches for boxes of 3 by 3 are far shorter, some for larger ones might not end.
const NODES: u64 = 1 << 12;

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The clues, in ascending order. Empty if the problem has only one solution.
    pub clues: Vec<OptionId>,
    /// Their only solution.
    pub solution: Solution,
    /// The number of subproblems that were searched on the way.
    pub searches: u64,
    /// The nodes of these searches.
    pub nodes: u64,
}

/// Makes puzzles at random. The same seed makes the same puzzles, one after the other, on every machine, and
/// whatever the order in which the engine finds solutions.
///
/// Neither solutions nor puzzles are equally likely: a uniform draw would need counts that may be out of
/// reach.
#[derive(Debug)]
pub struct Generator {
    solver: Solver,
    maker: Maker,
}

impl Generator {
    /// A generator of puzzles of this problem, from a seed; fails if the problem has too many entries.
    pub fn new(problem: &Problem, seed: u64) -> Result<Generator, Unsupported> {
        Ok(Generator::with(Solver::new(problem)?, seed))
    }

    /// A generator of puzzles of the solutions that pass, as of [`Solver::filtered`], from a seed: a puzzle
    /// has one of them, and no other solution of it passes. Fails if the problem has too many entries.
    ///
    /// ```
    /// use combien_puzzles::clues::Generator;
    /// use combien_tiling::{Board, Pattern, Piece, Predicate, Quantity, Tiling, Turning};
    ///
    /// let domino = Pattern::from_drawing("**")?.shape();
    /// let board = Board::of(&Pattern::from_drawing("****$****")?);
    /// let turned = Turning::Rotations.isometries(board.lattice(), false);
    /// let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, turned)])?;
    /// // In one of the five tilings four pieces meet in a point: it needs no clue.
    /// let tiling = tiling.with_predicate(Predicate::Crossroads(Quantity::ONE))?;
    /// let encoding = tiling.encode_unfiltered()?;
    /// let sieve = tiling.sieve(&encoding).unwrap();
    /// let made = Generator::filtered(&encoding.problem, 1, move |solution| sieve.passes(solution))?.minimal().unwrap();
    /// assert_eq!(made.clues, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filtered(
        problem: &Problem,
        seed: u64,
        passes: impl FnMut(&Solution) -> Option<bool> + Send + 'static,
    ) -> Result<Generator, Unsupported> {
        Ok(Generator::with(Solver::filtered(problem, passes)?, seed))
    }

    fn with(solver: Solver, seed: u64) -> Generator {
        let items: Vec<ItemId> = solver.problem().primary_items().collect();
        let maker = Maker::new(solver.problem(), &items, seed);
        Generator { solver, maker }
    }

    /// This generator, with options that are poor clues because they say little. They are removed first.
    #[must_use]
    pub fn sparing(mut self, options: impl IntoIterator<Item = OptionId>) -> Generator {
        self.maker.spared = options.into_iter().collect();
        self
    }

    /// The seed of a generator that makes what this one makes next.
    ///
    /// ```
    /// use combien_puzzles::clues::Generator;
    /// use combien_puzzles::{Surface, queens};
    ///
    /// let eight = queens(8, Surface::Plane)?;
    /// let mut generator = Generator::new(eight.problem(), 7)?;
    /// let first = generator.minimal().unwrap();
    /// let mut later = Generator::new(eight.problem(), generator.seed())?;
    /// let second = later.minimal().unwrap();
    /// assert_ne!(first.clues, second.clues);
    /// assert_eq!(generator.minimal().unwrap().clues, second.clues);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seed(&self) -> u64 {
        self.maker.random.seed()
    }

    /// The solver that the generator works with.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// A minimal puzzle with a unique solution: clues are removed in random order, each if the solution stays
    /// unique. None, if the problem has no solution.
    ///
    /// One search for each option of the solution, and some for the solution itself.
    pub fn minimal(&mut self) -> Option<Generated> {
        unstopped(self.minimal_within(&Budget::UNLIMITED))
    }

    /// A minimal puzzle with a unique solution, or `None` if the problem has no solution, within this budget:
    /// its flag and its deadline count.
    pub fn minimal_within(&mut self, budget: &Budget) -> Result<Option<Generated>, Stopped> {
        self.maker.minimal(&mut self.solver, each_alone, budget)
    }

    /// A random puzzle with a unique solution that `is_fit`, and that is minimal among these: a clue is
    /// removed if the solution stays unique and the clues that are left are fit. All clues of a solution
    /// must be fit.
    pub(crate) fn fit_within(
        &mut self,
        is_fit: &mut dyn FnMut(&[OptionId]) -> Result<bool, Stopped>,
        budget: &Budget,
    ) -> Result<Option<Generated>, Stopped> {
        self.maker.fit(&mut self.solver, each_alone, is_fit, budget)
    }

    /// A random solution, or `None` if there is none.
    pub fn solution(&mut self) -> Option<Solution> {
        unstopped(self.solution_within(&Budget::UNLIMITED))
    }

    /// A random solution, or `None` if there is none, within this budget: its flag and its deadline count.
    ///
    /// Visits the items in random order and gives each the first of its options, also in random order, with
    /// which there is still a solution. Ends when there is only one. There is always such an option, that
    /// of the last solution found, and it needs no search. An item with bounds is given as many options
    /// as it can have.
    ///
    /// So no solution is drawn that is part of another one, which can happen with bounds: clues could not
    /// distinguish it from the larger one.
    pub(crate) fn solution_within(&mut self, budget: &Budget) -> Result<Option<Solution>, Stopped> {
        self.maker.solution(&mut self.solver, budget)
    }
}

/// The options of each item of a problem, without those that are in no solution.
pub(crate) fn options_of_items(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut of_item = vec![vec![]; problem.item_count()];
    for option in problem.searched_options() {
        for entry in problem.option(option) {
            of_item[entry.item.index()].push(option);
        }
    }
    of_item
}

/// Each clue may go for itself.
pub(crate) fn each_alone(solution: &Solution) -> Vec<Vec<OptionId>> {
    solution.options().iter().map(|&clue| vec![clue]).collect()
}

/// The random part of a generator.
#[derive(Debug)]
pub(crate) struct Maker {
    random: SplitMix64,
    /// The items that are covered one after the other, each with its options. What covers them decides the
    /// solution.
    items: Vec<(ItemId, Vec<OptionId>)>,
    /// Options that become clues only if they must.
    spared: Solution,
}

impl Maker {
    /// In each solution, the options that cover these items are all there are.
    pub(crate) fn new(problem: &Problem, items: &[ItemId], seed: u64) -> Maker {
        let mut options = options_of_items(problem);
        let items = items.iter().map(|&item| (item, std::mem::take(&mut options[item.index()]))).collect();
        Maker { random: SplitMix64::new(seed), items, spared: Solution::default() }
    }

    /// A random solution, and groups of its clues, which go or stay as a whole: what is left is minimal in
    /// groups.
    pub(crate) fn minimal(
        &mut self,
        solver: &mut Solver,
        groups: impl FnOnce(&Solution) -> Vec<Vec<OptionId>>,
        budget: &Budget,
    ) -> Result<Option<Generated>, Stopped> {
        self.fit(solver, groups, &mut |_| Ok(true), budget)
    }

    /// A random solution, and groups of its clues, which go or stay as a whole: what is left is minimal in
    /// groups among the puzzles that are fit.
    fn fit(
        &mut self,
        solver: &mut Solver,
        groups: impl FnOnce(&Solution) -> Vec<Vec<OptionId>>,
        is_fit: &mut dyn FnMut(&[OptionId]) -> Result<bool, Stopped>,
        budget: &Budget,
    ) -> Result<Option<Generated>, Stopped> {
        let (searches, nodes) = (solver.searches(), solver.nodes());
        let Some(solution) = self.solution(solver, budget)? else { return Ok(None) };
        let mut groups = groups(&solution);
        self.random.shuffle(&mut groups);
        // A stable order: those that are not spared stay in random order.
        groups.sort_by_key(|group| !group.iter().all(|clue| self.is_spared(*clue)));
        let clues = solver.thin(groups, is_fit, budget)?;
        let (searches, nodes) = (solver.searches() - searches, solver.nodes() - nodes);
        Ok(Some(Generated { clues, solution, searches, nodes }))
    }

    /// Random numbers for changes to what was made.
    pub(crate) fn random(&mut self) -> &mut SplitMix64 {
        &mut self.random
    }

    fn is_spared(&self, clue: OptionId) -> bool {
        self.spared.options().binary_search(&clue).is_ok()
    }

    /// A random solution, as [`Generator::solution_within`] tells it.
    pub(crate) fn solution(
        &mut self,
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Option<Solution>, Stopped> {
        // Random numbers of its own: how many are drawn must not touch what comes after.
        let random = SplitMix64::new(self.random.word());
        let mut found = solver.search(&[], 2, budget)?;
        if found.count < 2 {
            return Ok(found.examples.pop());
        }
        let first = found.examples.swap_remove(0);
        let problem = solver.problem().clone();
        let draw = Draw {
            covered: vec![0; problem.item_count()],
            problem: problem.clone(),
            taken: vec![],
            last: first,
        };
        let drawn = draw.run(&self.items, solver, random, budget)?;
        if problem.has_bounds() { grown(drawn, solver, budget).map(Some) } else { Ok(Some(drawn)) }
    }
}

/// A solution in the making.
struct Draw {
    problem: Problem,
    /// The options chosen.
    taken: Vec<OptionId>,
    /// How often they cover each item.
    covered: Vec<u32>,
    /// The last solution found: it has all options chosen.
    last: Solution,
}

impl Draw {
    fn run(
        mut self,
        items: &[(ItemId, Vec<OptionId>)],
        solver: &mut Solver,
        mut random: SplitMix64,
        budget: &Budget,
    ) -> Result<Solution, Stopped> {
        let mut items: Vec<&(ItemId, Vec<OptionId>)> = items.iter().collect();
        random.shuffle(&mut items);
        for (item, options) in items {
            if self.is_full(*item) {
                continue;
            }
            let mut options = options.clone();
            random.shuffle(&mut options);
            for option in options {
                if self.is_full(*item) {
                    break;
                }
                if !self.taken.contains(&option) && self.choose(option, solver, budget)? {
                    return Ok(self.last);
                }
            }
        }
        Ok(self.last)
    }

    /// Takes an option if there is a solution with it. Is it the only one now?
    fn choose(&mut self, option: OptionId, solver: &mut Solver, budget: &Budget) -> Result<bool, Stopped> {
        self.taken.push(option);
        let mut is_only = false;
        if self.last.options().binary_search(&option).is_err() {
            let mut found = try_search(&self.taken, solver, budget)?;
            let Some(last) = found.examples.pop() else {
                self.taken.pop();
                return Ok(false);
            };
            (self.last, is_only) = (last, found.count == 1);
        }
        for entry in self.problem.option(option) {
            self.covered[entry.item.index()] += 1;
        }
        Ok(is_only)
    }

    /// Is it covered as often as it may be?
    fn is_full(&self, item: ItemId) -> bool {
        self.covered[item.index()] == self.problem.bounds(item).hi
    }
}

/// The solution itself; or, if options were passed over, one that it is a part of, and that is no part of
/// another.
fn grown(mut solution: Solution, solver: &mut Solver, budget: &Budget) -> Result<Solution, Stopped> {
    loop {
        let found = solver.search(solution.options(), 2, budget)?;
        match found.examples.into_iter().find(|other| *other != solution) {
            Some(larger) => solution = larger,
            None => return Ok(solution),
        }
    }
}

/// Looks for two solutions, but not for long; finds nothing if that was not enough.
fn try_search(clues: &[OptionId], solver: &mut Solver, budget: &Budget) -> Result<Found, Stopped> {
    // Searches may be too short to look.
    Stopped::check(budget, 1)?;
    let few = Budget { nodes: Some(NODES), ..budget.clone() };
    let found = solver.search(clues, 2, &few);
    found.or_else(|stopped| if budget.check().is_err() { Err(stopped) } else { Ok(Found::default()) })
}

pub(crate) fn unstopped<T>(result: Result<T, Stopped>) -> T {
    match result {
        Ok(value) => value,
        Err(Stopped { .. }) => unreachable!("there is no limit"),
    }
}
