//! The largest partial cover of a problem that has none: the fewest holes.
//!
//! A *hole* is a missing cover of an item. To allow `k` holes, the problem is extended: each item that must
//! be covered gets further options, each of them a hole, and a new item is covered from 0 to `k` times, once
//! by each hole. If the extended problem has no cover, every partial cover has more than `k` holes. So `k` is
//! raised from 0 until there is a cover, which then has the fewest holes.

use super::{FEW_NODES, Halt, LOOK, Subject};
use crate::tiling::Meaning;
use combien::budget::{Budget, Effort, Meter, Reason};
use combien::check::{Violation, check};
use combien::problem::{Bounds, BuildError, Builder, Entry, ItemId, Kind, OptionId, Problem, Solution};
use combien::solve::{Count, Enumerate, Error, Outcome};
use combien::weights::{self, Classes};

/// Each round of searches for a number of holes has the nodes of the one before, times this factor.
const FURTHER: u64 = 4;

/// A partial cover, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Almost {
    /// The options chosen. No item is covered more often than allowed; the checker has verified this.
    pub cover: Solution,
    /// The items that lack covers, ascending, and how many each lacks. For a tiling, these are cells.
    pub holes: Vec<(ItemId, u32)>,
    /// For a tiling, the pieces that are used too few times, and how many each lacks: they do not count as
    /// holes.
    pub unused: Vec<(ItemId, u32)>,
    /// No partial cover has fewer holes than this number.
    pub at_least: u64,
    /// Is it certain that there is no cover?
    pub is_without_cover: bool,
    /// What stopped the search for fewer holes; `None` if there cannot be fewer.
    pub stopped: Option<Reason>,
}

impl Almost {
    /// How many holes there are.
    pub fn hole_count(&self) -> u64 {
        self.holes.iter().map(|&(_, times)| u64::from(times)).sum()
    }
}

/// How close a problem comes to a cover.
#[derive(Clone, Debug)]
pub enum Nearest {
    /// There is a cover: this one, which has passed the checker.
    Solvable(Solution),
    /// The best partial cover that was found.
    Almost(Almost),
}

/// The result for a number of holes.
enum Tried {
    /// There is a partial cover with at most this many.
    Found(Solution),
    /// There is none.
    Refuted,
}

impl Subject<'_> {
    /// A cover, or a partial cover with the fewest holes. For a tiling, only cells count: pieces that must be
    /// used may be left out.
    ///
    /// The budget's nodes are those of each search. If it is exhausted, the best partial cover so far is
    /// returned, with a lower bound on the number of holes.
    ///
    /// ```
    /// use combien::budget::{Budget, Meter};
    /// use combien::problem::dlx;
    /// use combien_tiling::why::{Nearest, Subject};
    ///
    /// let problem = dlx::parse("t", "a b c d e\na b\nb c\nc d\nd e\n")?.problem;
    /// let nearest = Subject::of(&problem).almost(&Budget::UNLIMITED, &mut None::<&mut dyn Meter>)?;
    /// let Nearest::Almost(almost) = nearest else { panic!("five items and pairs of them") };
    /// assert_eq!((almost.hole_count(), almost.at_least, almost.stopped), (1, 1, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn almost(&self, budget: &Budget, meter: &mut impl Meter) -> Result<Nearest, Error> {
        let mut search = Search { subject: *self, budget, meter };
        match search.run() {
            Ok(nearest) => Ok(nearest),
            Err(Halt::Failed(error)) => Err(error),
            Err(Halt::Stopped(_)) => unreachable!("what stops a search is told with what was found"),
        }
    }

    /// Does this item count as a hole if it lacks covers?
    fn is_counted(&self, item: ItemId) -> bool {
        self.tiling.is_none_or(|(_, encoding)| matches!(encoding.meaning(item), Meaning::Cell(_)))
    }

    /// How often an item must be covered; fewer covers are holes.
    fn needed(&self, item: ItemId) -> u32 {
        let is_needed = self.problem.kind(item) == Kind::Primary && self.is_counted(item);
        if is_needed { self.problem.bounds(item).lo } else { 0 }
    }

    /// The problem in which this many holes are allowed. Its first options are those of the problem.
    fn holed(&self, most: u64) -> Result<Problem, BuildError> {
        let problem = self.problem;
        let mut builder = Builder::new();
        for item in problem.items() {
            let (name, Bounds { lo, hi }) = (problem.item_name(item), problem.bounds(item));
            match problem.kind(item) {
                Kind::Primary if self.is_counted(item) => builder.bounded(name, Bounds { lo, hi })?,
                Kind::Primary => builder.bounded(name, Bounds { lo: 0, hi })?,
                Kind::Secondary => builder.secondary(name)?,
            };
        }
        for color in problem.colors() {
            builder.color(problem.color_name(color));
        }
        for option in problem.options() {
            builder.option(problem.option(option).to_vec())?;
        }
        if most == 0 {
            return Ok(builder.build());
        }
        let mut name = "holes".to_owned();
        while problem.item_by_name(&name).is_some() {
            name.push('\'');
        }
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let holes = builder.bounded(&name, Bounds { lo: 0, hi: most })?;
        for item in problem.items() {
            for _ in 0..self.needed(item).min(most) {
                builder.option([item, holes])?;
            }
        }
        Ok(builder.build())
    }

    /// A partial cover of the problem: compatible options, taken one after the other, first those that cover
    /// most of what is needed.
    fn greedy(&self, effort: &mut Effort<'_>) -> Result<Solution, Reason> {
        let problem = self.problem;
        let mut options: Vec<OptionId> = problem.searched_options().collect();
        effort.spend(problem.entry_count())?;
        let gain = |&option: &OptionId| {
            problem.option(option).iter().filter(|entry| self.needed(entry.item) > 0).count()
        };
        options.sort_by_key(|option| std::cmp::Reverse(gain(option)));
        let mut covered: Vec<(u32, Option<Entry>)> = vec![(0, None); problem.item_count()];
        let fits = |covered: &[(u32, Option<Entry>)], entry: &Entry| {
            let (times, last) = covered[entry.item.index()];
            match problem.kind(entry.item) {
                Kind::Primary => times < problem.bounds(entry.item).hi,
                Kind::Secondary => last.is_none_or(|last| last.agrees_with(*entry)),
            }
        };
        let mut taken = vec![];
        for option in options {
            let entries = problem.option(option);
            effort.spend(entries.len())?;
            if entries.iter().all(|entry| fits(&covered, entry)) {
                taken.push(option);
                for &entry in entries {
                    let (times, last) = &mut covered[entry.item.index()];
                    (*times, *last) = (*times + 1, Some(entry));
                }
            }
        }
        Ok(taken.into_iter().collect())
    }

    /// What a partial cover lacks.
    ///
    /// # Panics
    ///
    /// If it covers an item too often, which is a bug.
    fn judged(&self, cover: Solution) -> Almost {
        let problem = self.problem;
        if let Err(violations) = check(problem, cover.options()) {
            let is_lack = |violation: &Violation| match violation {
                Violation::Uncovered { .. } => true,
                Violation::OutOfBounds { times, bounds, .. } => *times < bounds.lo,
                _ => false,
            };
            if let Some(wrong) = violations.iter().find(|violation| !is_lack(violation)) {
                panic!("a search reported a wrong partial cover: {wrong}");
            }
        }
        let mut covered = vec![0; problem.item_count()];
        for entry in cover.options().iter().flat_map(|&option| problem.option(option)) {
            covered[entry.item.index()] += 1;
        }
        let lacking = problem.primary_items().filter_map(|item| {
            let lacks = problem.bounds(item).lo.saturating_sub(covered[item.index()]);
            (lacks > 0).then_some((item, lacks))
        });
        let (holes, unused) = lacking.partition(|&(item, _)| self.is_counted(item));
        Almost { cover, holes, unused, at_least: 0, is_without_cover: false, stopped: None }
    }
}

/// A search for the fewest holes.
struct Search<'a, 'b, M> {
    subject: Subject<'a>,
    budget: &'b Budget,
    meter: &'b mut M,
}

impl<M: Meter> Search<'_, '_, M> {
    fn run(&mut self) -> Result<Nearest, Halt> {
        let subject = self.subject;
        let mut best = subject.judged(Solution::default());
        match self.best(&mut best) {
            Ok(Some(solution)) => return Ok(Nearest::Solvable(solution)),
            Ok(None) => {}
            Err(Halt::Stopped(reason)) => best.stopped = Some(self.budget.blame(reason)),
            Err(failed) => return Err(failed),
        }
        best.is_without_cover |= best.at_least > 0;
        Ok(Nearest::Almost(best))
    }

    /// Makes it the best, or as good as the budget allows; or finds a cover.
    fn best(&mut self, best: &mut Almost) -> Result<Option<Solution>, Halt> {
        let subject = self.subject;
        *best = subject.judged(subject.greedy(&mut Effort::within(self.budget))?);
        match self.first(subject.problem, FEW_NODES)? {
            Outcome::Answer(Some(solution)) => return Ok(Some(solution)),
            Outcome::Answer(None) => best.is_without_cover = true,
            Outcome::Stopped { .. } => {}
        }
        // For items and options, that was the search without holes.
        best.at_least = u64::from(best.is_without_cover && subject.tiling.is_none());
        // A good partial cover is then available early, if a limit stops the searches that prove the best
        // one.
        self.improve(best)?;
        if best.holes.is_empty() && best.unused.is_empty() {
            return Ok(Some(best.cover.clone()));
        }
        if !best.is_without_cover && best.at_least == 0 {
            match self.exact(subject.problem)? {
                Tried::Found(solution) => return Ok(Some(solution)),
                Tried::Refuted => best.is_without_cover = true,
            }
            best.at_least = u64::from(subject.tiling.is_none());
        }
        // Either this number is possible, or at least one more is needed.
        while best.at_least < best.hole_count() {
            match self.tried(best.at_least)? {
                Tried::Found(cover) => replace(best, subject.judged(cover)),
                Tried::Refuted => best.at_least += 1,
            }
        }
        Ok(None)
    }

    /// Looks for better ones in short searches: first for many fewer holes, then for one fewer.
    fn improve(&mut self, best: &mut Almost) -> Result<(), Halt> {
        let mut step = best.hole_count().div_ceil(2);
        while step > 0 && best.hole_count() > best.at_least {
            let most = best.hole_count().saturating_sub(step).max(best.at_least);
            let holed = self.holed(most)?;
            match self.first(&holed, FEW_NODES)? {
                Outcome::Answer(Some(cover)) => replace(best, self.subject.judged(self.own(&cover))),
                Outcome::Answer(None) => {
                    best.at_least = most + 1;
                    step /= 2;
                }
                Outcome::Stopped { .. } => step /= 2,
            }
        }
        Ok(())
    }

    /// Is there a partial cover with at most this many holes?
    fn tried(&mut self, most: u64) -> Result<Tried, Halt> {
        let holed = self.holed(most)?;
        Ok(match self.exact(&holed)? {
            Tried::Found(cover) => Tried::Found(self.own(&cover)),
            Tried::Refuted => Tried::Refuted,
        })
    }

    /// Finds a cover of this problem, or that there is none: by a search for one, by weights, and by a count.
    /// They take turns that grow, because each may quickly find what the others never would.
    fn exact(&mut self, problem: &Problem) -> Result<Tried, Halt> {
        let effort = &mut Effort::within(self.budget);
        let mut nodes = FEW_NODES;
        loop {
            let most = self.budget.nodes.unwrap_or(u64::MAX);
            match self.first(problem, nodes)? {
                Outcome::Answer(Some(cover)) => return Ok(Tried::Found(cover)),
                Outcome::Answer(None) => return Ok(Tried::Refuted),
                Outcome::Stopped { .. } => {}
            }
            if nodes == FEW_NODES {
                let classes = Classes::single(problem);
                let counted = weights::counting(problem, &classes, LOOK.counting, effort)?;
                if counted.is_some() || weights::coloring(problem, &classes, LOOK.counting, effort)?.is_some()
                {
                    return Ok(Tried::Refuted);
                }
            }
            let budget = Budget { nodes: Some(nodes.min(most)), ..self.budget.clone() };
            match Count::of(problem).budget(budget).meter(&mut *self.meter).run()?.outcome {
                Outcome::Answer(count) if count.is_zero() => return Ok(Tried::Refuted),
                // The search for one cover may need less memory.
                Outcome::Answer(_)
                | Outcome::Stopped { reason: Reason::Nodes(_) | Reason::Memory(_), .. } => {}
                Outcome::Stopped { reason, .. } => return Err(reason.into()),
            }
            if nodes >= most {
                return Err(Reason::Nodes(most).into());
            }
            nodes = nodes.saturating_mul(FURTHER);
        }
    }

    /// The first cover, if it is found within this number of nodes. If anything else stops the search, that
    /// is an error.
    fn first(&mut self, problem: &Problem, nodes: u64) -> Result<Outcome<Option<Solution>>, Halt> {
        let nodes = self.budget.nodes.map_or(nodes, |most| most.min(nodes));
        let budget = Budget { nodes: Some(nodes), ..self.budget.clone() };
        let first = Enumerate::of(problem).budget(budget).meter(&mut *self.meter).first()?;
        match first.outcome {
            Outcome::Stopped { reason: Reason::Nodes(_), .. } | Outcome::Answer(_) => Ok(first.outcome),
            Outcome::Stopped { reason, .. } => Err(reason.into()),
        }
    }

    /// The problem with holes. Returns an error only if the problem is at the size limits of problems.
    fn holed(&self, most: u64) -> Result<Problem, Halt> {
        self.budget.check()?;
        self.subject.holed(most).map_err(|_| Halt::Stopped(Reason::Memory(self.budget.memory())))
    }

    /// The options of a cover with holes that belong to the problem itself.
    fn own(&self, cover: &Solution) -> Solution {
        let count = self.subject.problem.option_count();
        cover.options().iter().copied().filter(|option| option.index() < count).collect()
    }
}

/// The better cover replaces the one before; what is known of all covers stays.
fn replace(best: &mut Almost, better: Almost) {
    assert!(better.hole_count() < best.hole_count(), "a search for fewer holes found more");
    let Almost { at_least, is_without_cover, .. } = *best;
    *best = Almost { at_least, is_without_cover, ..better };
}
