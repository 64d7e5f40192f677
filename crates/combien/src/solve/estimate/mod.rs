//! How large a search is before it is made: random probes (Knuth, Estimating the efficiency of backtrack programs, 1975;
//! TAOCP 7.2.2).
//!
//! A probe goes down the search tree from its root, chooses at each node one of the children, each equally likely, and
//! takes all of them for such as the one that it has chosen: at a node with weight w and d children, these are wd nodes
//! of the tree. Where it ends at a solution, it takes it for as many as its weight says. So it is right on average, for
//! every tree, about the nodes and about the solutions.
//!
//! **What that is worth.** The average is right, but probes are skewed: most see too little, and a few far too much. As
//! long as none of those few has come, the mean is too small, and nothing in the probes tells so. The range in which the
//! truth is said to lie ([`Size`]) comes from the probes that were made, and is blind to what none of them has met: it is
//! no proof, and for a search with rare deep parts it is too narrow. If no probe has met a solution there may be none, or
//! many: the estimate of solutions says nothing then.
//!
//! The tree is that of the engine. For [`Engine::Fast`] it is the tree over masks; where a fixed order of the items takes
//! over, it does so because it promises less time, not fewer nodes.

mod magnitude;
mod spread;

pub use magnitude::Magnitude;
pub use spread::Size;

use spread::Spread;

use super::crew::Search;
use super::limits::{Limits, Reason};
use super::{Engine, Error};
use crate::engine::fast::Kernel;
use crate::engine::{Branch, Descent, Work};
use crate::problem::{Problem, Subproblem};
use crate::random::SplitMix64;

/// Random probes of one problem.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::estimate::Estimator;
/// use combien::solve::{Engine, Limits};
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let mut estimator = Estimator::new(&problem, Engine::Auto, 1)?;
/// assert_eq!(estimator.run(1000, &Limits::NONE), None);
/// let solutions = estimator.estimate().solutions;
/// assert!(solutions.low.to_f64() <= 7.0 && 7.0 <= solutions.high.to_f64());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Estimator<'p> {
    search: Search<'p>,
    seed: u64,
    random: SplitMix64,
    nodes: Spread,
    solutions: Spread,
    hits: u64,
    work: Work,
}

/// What probes say of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The probes that came to an end.
    pub probes: u64,
    /// Those of them that came to a solution.
    pub hits: u64,
    /// The nodes of the search tree.
    pub nodes: Size,
    /// The solutions.
    pub solutions: Size,
    /// The work of the probes themselves.
    pub work: Work,
}

/// What one probe says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Probe {
    pub(super) nodes: Magnitude,
    pub(super) solutions: Magnitude,
}

impl<'p> Estimator<'p> {
    /// Probes of the search by an engine, [`Engine::Fast`] or [`Engine::Links`], or by [`Engine::Auto`] the one of them that
    /// would search the problem, with random choices from a seed. Linear in the size of the problem.
    ///
    /// Other engines make no search tree: [`Error::Unsupported`].
    pub fn new(problem: &'p Problem, engine: Engine, seed: u64) -> Result<Estimator<'p>, Error> {
        engine.can_take(problem)?;
        let search = match engine.for_search(problem) {
            Engine::Fast => Search::fast(problem, Kernel::default())?,
            Engine::Links => Search::links(problem)?,
            Engine::Auto
            | Engine::Frontier
            | Engine::Memo
            | Engine::Zdd
            | Engine::Intersect
            | Engine::Sat
            | Engine::Naive => {
                return Err(Error::Unsupported { engine, question: "estimate a search" });
            }
        };
        Ok(Estimator {
            search,
            seed,
            random: SplitMix64::new(seed),
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

    /// Makes so many more probes; fewer only if a limit was reached, which is told: of nodes that all probes together
    /// may enter, or the stop flag, which is looked at at each node. A probe that was stopped on its way is forgotten.
    ///
    /// A probe takes about as long as the search takes to its first dead end. Each [`Estimator`] made alike makes the
    /// same probes.
    pub fn run(&mut self, probes: u64, limits: &Limits) -> Option<Reason> {
        let whole = Branch::whole(Subproblem::whole());
        for _ in 0..probes {
            let done = self.work.nodes;
            let stop = |work: Work| match limits.nodes {
                _ if limits.stop.as_ref().is_some_and(super::StopFlag::is_raised) => Some(Reason::Asked),
                Some(most) if done + work.nodes >= most => Some(Reason::Nodes(most)),
                _ => None,
            };
            let random = &mut self.random;
            let probe = probe(&mut self.search, &whole, |children| random.place(children), stop);
            let work = self.search.work();
            self.work.nodes += work.nodes;
            self.work.updates += work.updates;
            match probe {
                Err(reason) => return Some(reason),
                Ok(Probe { nodes, solutions }) => {
                    self.hits += u64::from(!solutions.is_zero());
                    self.nodes.add(nodes);
                    self.solutions.add(solutions);
                }
            }
        }
        None
    }

    /// The nodes of a branch that a search of this problem had left, by the mean of so many probes, at least one. They are
    /// not among those that [`Estimator::estimate`] tells of.
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

    /// What the probes so far say. Takes as long as some hundreds of probes.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            probes: self.nodes.count(),
            hits: self.hits,
            nodes: self.nodes.size(self.seed),
            solutions: self.solutions.size(self.seed),
            work: self.work,
        }
    }
}

/// Goes down a branch once.
pub(super) fn probe<R>(
    search: &mut Search<'_>,
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
