//! Solves many puzzles of one problem: it is prepared once, each list of clues is a subproblem of it.

use std::borrow::Cow;

use super::agreement::Agreement;
use super::finder::{Finder, finder};
use super::sifted::Sifted;
use super::{Stopped, Verdict, unstopped};
use combien::budget::Budget;
use combien::check::Checker;
use combien::engine::{Pause, Unsupported};
use combien::problem::{OptionId, Problem, Solution};
use combien::random::SplitMix64;

/// The maximum number of nodes between two checks of the budget: a few milliseconds at most.
const BETWEEN_LOOKS: u64 = 1 << 10;

/// The maximum work between two checks, if each node visits the whole problem. Larger problems have fewer
/// nodes between checks. A node over the 360,000 entries of the pairs of 600 points takes ten milliseconds
/// and more.
const ENTRIES_BETWEEN_LOOKS: u64 = 1 << 20;

/// A solver of puzzles of one problem. It uses only the model: clues are taken options.
///
/// Every solution has passed the [checker](combien::check) of the problem before anybody sees it.
///
/// # Panics
///
/// Panics if the engine reports a wrong solution, which is a bug.
#[derive(Debug)]
pub struct Solver {
    problem: Problem,
    search: Box<dyn Finder>,
    checker: Checker,
    agreement: Agreement,
    /// The number of nodes between two checks of the budget.
    between_looks: u64,
    searches: u64,
    nodes: u64,
}

impl Solver {
    /// A solver of this problem. Preparing it takes time linear in the problem; fails if that has too many
    /// entries.
    pub fn new(problem: &Problem) -> Result<Solver, Unsupported> {
        Ok(Solver::with(problem, finder(problem)?))
    }

    /// A solver that sees only the solutions that pass: those for which `passes` returns `true`. If it
    /// returns `None`, it cannot decide; then the search stops as if its budget were spent.
    pub fn filtered(
        problem: &Problem,
        passes: impl FnMut(&Solution) -> Option<bool> + Send + 'static,
    ) -> Result<Solver, Unsupported> {
        Ok(Solver::with(problem, Box::new(Sifted::new(finder(problem)?, Box::new(passes)))))
    }

    /// A solver with a custom search, which knows the problem.
    pub(crate) fn with(problem: &Problem, search: Box<dyn Finder>) -> Solver {
        let entries = problem.entry_count().max(1) as u64;
        Solver {
            problem: problem.clone(),
            between_looks: (ENTRIES_BETWEEN_LOOKS / entries).clamp(1, BETWEEN_LOOKS),
            search,
            checker: Checker::new(problem),
            agreement: Agreement::new(problem),
            searches: 0,
            nodes: 0,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The lists of clues looked at so far.
    pub(crate) fn searches(&self) -> u64 {
        self.searches
    }

    /// The nodes of all searches so far: the work done.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The verdict on clues, from at most `limit` of their solutions, but at least two. Clues that contradict
    /// each other, or that are [kept out](Problem::kept_out), have none.
    pub fn solve(&mut self, clues: &[OptionId], limit: u64) -> Verdict<Solution> {
        unstopped(self.solve_within(clues, limit, &Budget::UNLIMITED))
    }

    /// The verdict on clues, from at most `limit` of their solutions, but at least two, within this budget:
    /// its flag and its deadline count.
    pub fn solve_within(
        &mut self,
        clues: &[OptionId],
        limit: u64,
        budget: &Budget,
    ) -> Result<Verdict<Solution>, Stopped> {
        Ok(self.search(clues, limit.max(2), budget)?.verdict())
    }

    /// The redundant clues of a puzzle with a unique solution. Each could be removed alone, but perhaps not
    /// two of them together. A minimal puzzle has none.
    ///
    /// One search for each clue. For any other puzzle, all clues that do not change the number of solutions,
    /// counted up to two.
    pub fn redundant_clues(&mut self, clues: &[OptionId], budget: &Budget) -> Result<Vec<OptionId>, Stopped> {
        let count = self.search(clues, 2, budget)?.count;
        let mut redundant = vec![];
        for &clue in clues {
            let fewer: Vec<OptionId> = clues.iter().copied().filter(|&other| other != clue).collect();
            if self.search(&fewer, 2, budget)?.count == count {
                redundant.push(clue);
            }
        }
        Ok(redundant)
    }

    /// Another solution that there is without this clue: the *rival* that the clue excludes. `None` if the
    /// clue is redundant. `solution` is the only one of all clues.
    ///
    /// One search, within this budget: its nodes, its flag and its deadline count.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien::problem::dlx;
    /// use combien_puzzles::clues::{Solver, Verdict};
    ///
    /// let problem = dlx::parse("two by two", "a b c d\na b\nc d\na c\nb d\n")?.problem;
    /// let [ab, cd, ac, bd] = problem.options().collect::<Vec<_>>()[..] else { unreachable!() };
    /// let mut solver = Solver::new(&problem)?;
    /// let Verdict::Unique(solution) = solver.solve(&[ab], 2) else { unreachable!() };
    /// let rival = solver.rival(&[ab], ab, &solution, &Budget::UNLIMITED)?;
    /// assert_eq!(rival.unwrap().options(), [ac, bd]);
    /// // Either of two clues that say the same is redundant.
    /// assert_eq!(solver.rival(&[ab, cd], ab, &solution, &Budget::UNLIMITED)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rival(
        &mut self,
        clues: &[OptionId],
        clue: OptionId,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Option<Solution>, Stopped> {
        // Searches may be too short to look.
        Stopped::check(budget, 1)?;
        let fewer: Vec<OptionId> = clues.iter().copied().filter(|&other| other != clue).collect();
        let found = self.search(&fewer, 2, budget)?;
        Ok(found.examples.into_iter().find(|other| other != solution))
    }

    /// A minimal puzzle of the clues of one with a unique solution, which stays the only one. The same seed
    /// gives the same; another one may leave fewer clues, or more. Returns `None` for clues without
    /// exactly one solution.
    ///
    /// One search for each clue, within this budget: its flag and its deadline count.
    pub fn minimise_within(
        &mut self,
        clues: &[OptionId],
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<OptionId>>, Stopped> {
        self.minimise_groups_within(clues.iter().map(|&clue| vec![clue]).collect(), seed, budget)
    }

    /// A minimal puzzle of groups of clues, which are removed or kept together. The result is minimal in
    /// groups. Returns `None` for clues without exactly one solution.
    pub(crate) fn minimise_groups_within(
        &mut self,
        mut groups: Vec<Vec<OptionId>>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<OptionId>>, Stopped> {
        if self.search(&groups.concat(), 2, budget)?.count != 1 {
            return Ok(None);
        }
        SplitMix64::new(seed).shuffle(&mut groups);
        self.thin(groups, &mut |_| Ok(true), budget).map(Some)
    }

    /// The clues of the groups that cannot be removed, in ascending order, if each is tried in this order.
    /// All clues together have one solution.
    ///
    /// One pass is enough: a group that cannot be removed cannot be removed later, when there are fewer
    /// clues. That holds for `is_fit` too, if clues that are not fit do not become fit without some of
    /// them.
    pub(crate) fn thin(
        &mut self,
        groups: Vec<Vec<OptionId>>,
        is_fit: &mut dyn FnMut(&[OptionId]) -> Result<bool, Stopped>,
        budget: &Budget,
    ) -> Result<Vec<OptionId>, Stopped> {
        let mut clues: Vec<OptionId> = groups.concat();
        clues.sort_unstable();
        for group in groups {
            // Searches may be too short to look.
            Stopped::check(budget, 1)?;
            let fewer: Vec<OptionId> = clues.iter().copied().filter(|clue| !group.contains(clue)).collect();
            if self.search(&fewer, 2, budget)?.count == 1 && is_fit(&fewer)? {
                clues = fewer;
            }
        }
        Ok(clues)
    }

    /// Finds solutions of clues, up to `limit` of them.
    pub(crate) fn search(
        &mut self,
        clues: &[OptionId],
        limit: u64,
        budget: &Budget,
    ) -> Result<Found, Stopped> {
        let mut clues = Cow::Borrowed(clues);
        if !clues.is_sorted_by(|one, next| one < next) {
            clues.to_mut().sort_unstable();
            clues.to_mut().dedup();
        }
        let clues = &clues[..];
        self.searches += 1;
        let mut found = Found::default();
        if !self.begin(clues) {
            // A search would end at its root.
            (self.nodes, found.is_all) = (self.nodes + 1, true);
            return Ok(found);
        }
        let most = budget.nodes.unwrap_or(u64::MAX);
        let mut bound = self.between_looks.min(most);
        while found.count < limit {
            match self.search.run(bound) {
                Pause::Solution => self.take(clues, &mut found),
                Pause::Bound if bound < most && budget.check().is_ok() => bound += self.between_looks,
                Pause::Bound | Pause::Memory => {
                    self.nodes += self.search.nodes();
                    return Err(Stopped { certain: found.count });
                }
                Pause::End => {
                    found.is_all = true;
                    break;
                }
            }
        }
        self.nodes += self.search.nodes();
        Ok(found)
    }

    /// Begins a search, if the clues are options of the problem that agree.
    fn begin(&mut self, clues: &[OptionId]) -> bool {
        if self.search.sees_contradictions() {
            let is_there = clues.last().is_none_or(|last| last.index() < self.problem.option_count());
            return is_there && self.search.begin(clues);
        }
        self.agreement.is_among(&self.problem, clues) && self.search.begin(clues)
    }

    /// Checks and counts the engine's current solution, and keeps it if it is one of the first two.
    fn take(&mut self, clues: &[OptionId], found: &mut Found) {
        let solution = self.search.solution();
        if let Err(violations) = self.checker.check(&self.problem, solution.options()) {
            panic!("the engine reported a wrong solution: {}", violations[0]);
        }
        // Both are ascending.
        let mut options = solution.options().iter();
        let keeps = |clue| options.any(|option| option == clue);
        assert!(clues.iter().all(keeps), "the engine reported a solution of another puzzle");
        found.count += 1;
        if found.examples.len() < 2 {
            found.examples.push(solution);
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) count: u64,
    /// Are these all?
    pub(crate) is_all: bool,
    /// The first two.
    pub(crate) examples: Vec<Solution>,
}

impl Found {
    fn verdict(self) -> Verdict<Solution> {
        let Found { count, is_all, examples } = self;
        match <[Solution; 2]>::try_from(examples) {
            Ok(examples) => Verdict::Several { count, is_all, examples: Box::new(examples) },
            Err(mut examples) => examples.pop().map_or(Verdict::None, Verdict::Unique),
        }
    }
}
