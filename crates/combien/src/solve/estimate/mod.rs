//! How large a search is before it is made: random probes (Knuth, Estimating the efficiency of backtrack
//! programs, 1975; TAOCP 7.2.2), which go down side by side.
//!
//! A probe goes down the search tree from its root. At each node it chooses one of the children, each equally
//! likely, and assumes that all children are like the chosen one: at a node with weight w and d children, it
//! counts wd nodes of the tree. If it ends at a solution, it counts as many solutions as its weight. So for
//! every tree the estimates of nodes and of solutions are right on average.
//!
//! Of independent probes, most give too small a number, and a few a much too large one. If none of those few
//! has occurred, the mean is too small, and nothing shows it. Tilings of a square of side 15 by Y-pentominoes
//! take 1.6e8 nodes; ten thousand independent probes estimated about a hundredth of that. So 64
//! probes go down together as a cohort: one that ends is replaced by others that go on. Cohorts are
//! independent of each other, and the range ([`Size`]) comes from how they differ.
//!
//! **How reliable it is.** The range does not include what no cohort has met. It is no proof, and for a
//! search with rare deep parts it may be too narrow. If no probe has met a solution, there may be none or
//! many: the estimate of solutions then says nothing.
//!
//! The tree is that of the engine. For [`Engine::Fast`] it is the tree over masks; where a fixed order of the
//! items takes over, it does so because it promises less time, not fewer nodes.

pub(in crate::solve) mod cohort;
mod magnitude;
mod spread;

pub use magnitude::Magnitude;
pub use spread::Size;

use std::fmt;

use spread::Spread;

use cohort::Cohort;

use super::engine::Engine;
use super::error::Error;
use super::search::Search;
use crate::budget::{Budget, Reason, Work};
use crate::engine::{Branch, Descent};
use crate::problem::{Problem, Subproblem};
use crate::random::SplitMix64;

/// The probes that go down together.
pub(crate) const SIDE_BY_SIDE: u64 = 64;
/// With more items to cover than this, probes go down one by one, because each step of a cohort looks at the
/// whole problem.
const MOST_ITEMS: usize = 1 << 12;

/// Random probes of one problem.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::estimate::Estimator;
/// use combien::solve::{Engine, Budget};
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let mut estimator = Estimator::new(&problem, Engine::Auto, 1)?;
/// assert_eq!(estimator.run(1000, &Budget::UNLIMITED), None);
/// let solutions = estimator.estimate().solutions;
/// assert!(solutions.low.to_f64() <= 7.0 && 7.0 <= solutions.high.to_f64());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Estimator {
    search: Search,
    seed: u64,
    random: SplitMix64,
    /// The probes that were requested, and those that were made.
    asked: u64,
    probes: u64,
    nodes: Spread,
    solutions: Spread,
    hits: u64,
    work: Work,
}

/// The estimate that probes give of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The probes that came to an end.
    pub probes: u64,
    /// The solutions that they met.
    pub hits: u64,
    /// The nodes of the search tree.
    pub nodes: Size,
    /// The solutions.
    pub solutions: Size,
    /// The work of the probes themselves.
    pub work: Work,
}

impl Estimate {
    /// Combines estimates of one search that were made separately, with different seeds and the same number
    /// of probes in each part. The range comes from how the parts differ, as the range of an
    /// [`Estimator`] comes from its cohorts, so there should be some dozens of parts. Only the means and
    /// the numbers of probes of the parts are used. The range is drawn from a seed.
    ///
    /// ```
    /// use combien::problem::dlx;
    /// use combien::solve::estimate::{Estimate, Estimator};
    /// use combien::solve::{Budget, Engine};
    ///
    /// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
    /// let mut parts = vec![];
    /// for seed in 0..32 {
    ///     let mut estimator = Estimator::new(&problem, Engine::Auto, seed)?;
    ///     estimator.run(64, &Budget::UNLIMITED);
    ///     parts.push(estimator.estimate());
    /// }
    /// let pooled = Estimate::pooled(&parts, 1);
    /// assert_eq!(pooled.probes, 32 * 64);
    /// // So small a tree is seen as a whole by each part.
    /// assert!((pooled.solutions.mean.to_f64() - 7.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pooled(parts: &[Estimate], seed: u64) -> Estimate {
        let (mut nodes, mut solutions) = (Spread::default(), Spread::default());
        let (mut probes, mut hits, mut work) = (0, 0, Work::default());
        for part in parts {
            nodes.add(part.nodes.mean);
            solutions.add(part.solutions.mean);
            probes += part.probes;
            hits += part.hits;
            work += part.work;
        }
        Estimate { probes, hits, nodes: nodes.size(seed), solutions: solutions.size(seed), work }
    }
}

/// The result of one probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Probe {
    pub(super) nodes: Magnitude,
    pub(super) solutions: Magnitude,
}

impl fmt::Debug for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Estimator").field("estimate", &self.estimate()).finish_non_exhaustive()
    }
}

impl Estimator {
    /// Probes of the search by an engine that can be cut into branches, or by [`Engine::Auto`] the one that
    /// would search the problem, with random choices from a seed. Linear in the size of the problem.
    ///
    /// Other engines make no search tree: [`Error::Unsupported`].
    pub fn new(problem: &Problem, engine: Engine, seed: u64) -> Result<Estimator, Error> {
        engine.can_take(problem)?;
        if !engine.profile().cuts {
            return Err(Error::Unsupported { engine, question: "estimate a search" });
        }
        let search = Search::by(engine, problem)?;
        Ok(Estimator {
            search,
            seed,
            random: SplitMix64::new(seed),
            asked: 0,
            probes: 0,
            nodes: Spread::default(),
            solutions: Spread::default(),
            hits: 0,
            work: Work::default(),
        })
    }

    /// The engine whose search is probed.
    pub fn engine(&self) -> Engine {
        self.search.engine()
    }

    /// Makes this number of further probes, rounded up so that their total is a multiple of 64.
    /// It makes fewer only if it was stopped, and then returns the reason: the limit on nodes that all
    /// probes together may enter, or the stop flag, which is checked at each step. Probes that were
    /// stopped on their way are discarded.
    ///
    /// Each probe takes as long as the search takes for some dozens of nodes. An [`Estimator`] made with the
    /// same arguments makes the same probes.
    pub fn run(&mut self, probes: u64, budget: &Budget) -> Option<Reason> {
        self.asked += probes;
        let is_alone = self.search.problem().primary_count() > MOST_ITEMS;
        while self.probes < self.asked {
            let reason = if is_alone { self.go_alone(budget) } else { self.go_side_by_side(budget) };
            if reason.is_some() {
                self.asked = self.probes;
                return reason;
            }
        }
        None
    }

    fn go_side_by_side(&mut self, budget: &Budget) -> Option<Reason> {
        let whole = Branch::whole(Subproblem::whole());
        let mut cohort = Cohort::new(SIDE_BY_SIDE as usize, [(whole, Magnitude::ONE)]);
        let most = budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.work.nodes));
        let reason = loop {
            if let Some(reason) = reason_to_stop(self.work.nodes + cohort.work.nodes, budget) {
                break Some(reason);
            }
            if !cohort.step(&mut self.search, most, &mut self.random) {
                break None;
            }
        };
        self.work += cohort.work;
        if reason.is_none() {
            self.probes += SIDE_BY_SIDE;
            self.hits += cohort.hits;
            self.nodes.add(cohort.nodes);
            self.solutions.add(cohort.solutions);
        }
        reason
    }

    fn go_alone(&mut self, budget: &Budget) -> Option<Reason> {
        let whole = Branch::whole(Subproblem::whole());
        let (done, random) = (self.work.nodes, &mut self.random);
        let stop = |work: Work| reason_to_stop(done + work.nodes, budget);
        let probe = probe(&mut self.search, &whole, |children| random.place(children), stop);
        self.work += self.search.work();
        match probe {
            Err(reason) => Some(reason),
            Ok(Probe { nodes, solutions }) => {
                self.probes += 1;
                self.hits += u64::from(!solutions.is_zero());
                self.nodes.add(nodes);
                self.solutions.add(solutions);
                None
            }
        }
    }

    /// The nodes of a branch that a search of this problem has left, as the mean of this number of probes, at
    /// least one. These probes are not included in [`Estimator::estimate`].
    #[doc(hidden)]
    pub fn nodes_below(&mut self, branch: &Branch, probes: u32) -> f64 {
        let go_on = |_: Work| None::<Reason>;
        let mut nodes = 0.0;
        for _ in 0..probes {
            let random = &mut self.random;
            if let Ok(probe) = probe(&mut self.search, branch, |children| random.place(children), go_on) {
                nodes += probe.nodes.to_f64();
            }
        }
        nodes / f64::from(probes)
    }

    /// The estimate from all probes so far. Takes as long as some hundreds of probes.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            probes: self.probes,
            hits: self.hits,
            nodes: self.nodes.size(self.seed),
            solutions: self.solutions.size(self.seed),
            work: self.work,
        }
    }
}

/// The reason why probes that have entered this number of nodes must stop, if there is one.
fn reason_to_stop(nodes: u64, budget: &Budget) -> Option<Reason> {
    match budget.nodes {
        _ if budget.check().is_err() => budget.check().err(),
        Some(most) if nodes >= most => Some(Reason::Nodes(most)),
        _ => None,
    }
}

/// Goes down a branch once.
pub(super) fn probe<R>(
    search: &mut Search,
    branch: &Branch,
    mut choose: impl FnMut(usize) -> usize,
    stop: impl Fn(Work) -> Option<R>,
) -> Result<Probe, R> {
    search.begin(branch);
    let (mut weight, mut nodes) = (Magnitude::ONE, Magnitude::ZERO);
    loop {
        if let Some(reason) = stop(search.work()) {
            return Err(reason);
        }
        let before = search.work().nodes;
        let descent = search.descend(&mut choose);
        if search.work().nodes > before {
            nodes = nodes + weight;
        }
        match descent {
            Descent::Dead => return Ok(Probe { nodes, solutions: Magnitude::ZERO }),
            Descent::Solution => return Ok(Probe { nodes, solutions: weight }),
            Descent::Children(children) => weight = weight * Magnitude::from(children as f64),
        }
    }
}

#[cfg(test)]
mod tests;
