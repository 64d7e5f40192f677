//! Counting perfect matchings of planar graphs in polynomial time: dominoes, lozenges, and all problems whose
//! options have two items, if their graph can be drawn without crossings.
//!
//! Items are vertices and options edges; a solution is a perfect matching. Kasteleyn (1961, 1967), and
//! Temperley and Fisher (1961), orient the edges of a planar graph such that all perfect matchings have the
//! same sign in the Pfaffian of its skew-symmetric matrix; so the Pfaffian counts them. For a bipartite graph
//! it is a determinant of half the size.
//!
//! 1. The problem becomes a graph: options that are forced are taken, equal options are a weight, items that
//!    may be left alone get a gadget.
//! 2. The left-right test draws it, and Euler's formula proves that the drawing is plane.
//! 3. Each face gets an odd number of edges that agree with a walk around it.
//! 4. A perfect matching, an order by nested dissection, and with both a plan in which no pivot is zero.
//! 5. The elimination, modulo eight primes at a time, and the number from its residues.
//!
//! **Cost.** For a graph of `n` vertices about `n^1.5` products for each of about `n / 60` batches of primes,
//! and memory of the order of `n log n`. All of that is known before the first product, see
//! [`Pfaffian::forecast`].

mod dissection;
mod draw;
mod elimination;
mod embedding;
mod engine;
mod field;
mod graph;
mod matching;
mod plan;
mod planar;
mod residues;
#[cfg(test)]
mod tests;

pub use draw::Sampler;
use elimination::Elimination;
pub(crate) use engine::ByPfaffian;
use field::{LANES, Residues};
use graph::{Graph, Matchings};
use plan::Plan;
use residues::MixedRadix;

use super::{NotMatching, Pause, Refusal, TooLarge, Unsupported, Work, team};
use crate::budget::{Budget, Effort};
use crate::count::Count;
use crate::problem::Problem;

/// The maximum number of primes: only numbers of a hundred million digits would need more.
const MOST_PRIMES: usize = 1 << 23;

/// A count of the perfect matchings of a planar graph. It can be paused at any pivot, and dropped at any
/// time.
///
/// ```
/// use combien::budget::Budget;
/// use combien::engine::{Pause, pfaffian::Pfaffian};
/// use combien::problem::dlx;
///
/// // Dominoes on a board of two rows and three columns.
/// let problem = dlx::parse("board", "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n")?.problem;
/// let mut pfaffian = Pfaffian::new(&problem, &Budget::UNLIMITED).unwrap();
/// assert_eq!(pfaffian.run(u64::MAX), Pause::End);
/// assert_eq!(pfaffian.count().unwrap().to_string(), "3");
/// assert_eq!(pfaffian.work(), pfaffian.forecast());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pfaffian {
    /// The elimination plan; `None` if the number is known without it.
    plan: Option<Plan>,
    /// The factor by which the number of perfect matchings of the graph is multiplied.
    factor: Count,
    memory: u64,
    threads: usize,
    /// The batches of primes that are at work.
    batches: Vec<Elimination>,
    begun: u64,
    /// The next batch has the largest primes below this number.
    next_below: u32,
    digits: MixedRadix,
    /// The work of the batches that are done.
    done: Work,
}

impl Pfaffian {
    /// A count at its start, within this budget, whose memory is for the fronts. The set-up is nearly linear
    /// for boards, some tenths of a second for ten thousand items; a perfect matching of a strange graph
    /// may take quadratic time.
    ///
    /// A problem that is no planar graph is refused: [`Unsupported::NotMatching`].
    ///
    /// # Panics
    ///
    /// If the drawing of the graph is not plane, or Kasteleyn's rule does not hold: a bug.
    pub fn new(problem: &Problem, budget: &Budget) -> Result<Pfaffian, Refusal> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds.into());
        }
        let effort = &mut Effort::within(budget);
        let Some(matchings) = Matchings::of(problem, effort)? else {
            return Ok(Pfaffian::known(Count::ZERO));
        };
        let factor = product(&matchings.factors);
        let Some(graph) = matchings.closed(effort)? else {
            return Ok(Pfaffian::known(Count::ZERO));
        };
        Pfaffian::of_graph(graph, factor, budget, effort)
    }

    /// A count of perfect matchings by their weights, times a factor.
    fn of_graph(
        mut graph: Graph,
        factor: Count,
        budget: &Budget,
        effort: &mut Effort<'_>,
    ) -> Result<Pfaffian, Refusal> {
        if graph.vertices == 0 {
            return Ok(Pfaffian::known(factor));
        }
        let Some(embedding) = planar::embed(graph.vertices, &graph.edges, effort)? else {
            return Err(NotMatching::NotPlanar.into());
        };
        let Some(mate) = matching::perfect(&graph.neighbours(), graph.vertices, effort)? else {
            return Ok(Pfaffian::known(Count::ZERO));
        };
        let faces = embedding.faces().expect("the drawing is plane");
        let forward = embedding.orientation(&faces).expect("each face has an odd number of agreeing edges");
        graph.edges = embedding.ends;
        let plan = Plan::new(&graph, &forward, &mate, effort)?;
        if plan.primes > MOST_PRIMES {
            return Err(TooLarge { nodes: plan.primes, limit: MOST_PRIMES }.into());
        }
        let (memory, threads) = (budget.memory(), budget.threads());
        let digits = MixedRadix::of_bits(plan.bits);
        Ok(Pfaffian { plan: Some(plan), memory, threads, digits, ..Pfaffian::known(factor) })
    }

    /// A count that is known.
    fn known(factor: Count) -> Pfaffian {
        Pfaffian {
            plan: None,
            factor,
            memory: 0,
            threads: 1,
            batches: vec![],
            begun: 0,
            next_below: field::LIMIT,
            digits: MixedRadix::of_bits(0.0),
            done: Work::default(),
        }
    }

    /// Runs to the end, or until this many pivots in all are eliminated.
    ///
    /// # Panics
    ///
    /// If the primes do not agree: a bug.
    pub fn run(&mut self, nodes: u64) -> Pause {
        self.run_within(nodes, u64::MAX)
    }

    /// Runs to the end, until this many pivots in all are eliminated, or until each thread has made this many
    /// products: some nanoseconds each. At [`Pause::Memory`] it has not begun, because the fronts would take
    /// more memory than allowed.
    ///
    /// # Panics
    ///
    /// If the primes do not agree: a bug.
    pub(crate) fn run_within(&mut self, nodes: u64, products: u64) -> Pause {
        match &self.plan {
            Some(plan) if plan.bytes > self.memory => return Pause::Memory,
            Some(_) => {}
            None => return Pause::End,
        }
        let most = self.work().updates.saturating_add(products.saturating_mul(self.threads as u64));
        while !self.digits.is_complete() {
            self.begin_batches();
            let Work { nodes: done, updates } = self.work();
            if updates >= most || !self.run_batches(nodes.saturating_sub(done), most - updates) {
                return Pause::Bound;
            }
        }
        assert!(self.digits.is_sound(), "the number of perfect matchings is within its bound");
        Pause::End
    }

    /// Begins a batch for each thread, as far as there is memory for their fronts; at least one, as long as
    /// residues are missing.
    fn begin_batches(&mut self) {
        let Some(plan) = &self.plan else { return };
        let together =
            usize::try_from(self.memory / plan.bytes.max(1)).unwrap_or(usize::MAX).clamp(1, self.threads);
        // More than are planned are begun only if primes divide numbers of matchings, and were left out.
        while self.batches.len() < together && (self.begun < plan.batches() || self.batches.is_empty()) {
            let mut primes = field::primes_below(self.next_below);
            let primes: Residues =
                std::array::from_fn(|_| primes.next().expect("there are millions of primes"));
            self.next_below = primes[LANES - 1];
            self.begun += 1;
            self.batches.push(Elimination::new(primes));
        }
    }

    /// Continues all batches, each in a thread of its own, for this many pivots and products in all, and
    /// takes the residues of those that are done. Returns false if none is done.
    fn run_batches(&mut self, nodes: u64, products: u64) -> bool {
        let Some(plan) = &self.plan else { return false };
        let count = self.batches.len();
        // Shares of less than one pivot are one share, for the first.
        let sharing = if nodes < count as u64 { 1 } else { count };
        let (nodes, products) = (nodes / sharing as u64, (products / sharing as u64).max(1));
        let go_on = |batch: &mut Elimination| {
            batch.run(plan, batch.work().nodes.saturating_add(nodes), products);
        };
        if let Some((own, others)) = self.batches[..sharing].split_first_mut() {
            let helpers = others.iter_mut().map(|batch| || go_on(batch));
            // If the system has no more threads, batches without one wait for the next turn.
            team::work(helpers, || go_on(own), || {});
        }
        let before = self.batches.len();
        let (digits, done) = (&mut self.digits, &mut self.done);
        self.batches.retain(|batch| {
            let residues = batch.residues(plan);
            if let Some(residues) = &residues {
                for &(residue, prime) in residues {
                    digits.push(residue, prime);
                }
                *done += batch.work();
            }
            residues.is_none()
        });
        self.batches.len() < before
    }

    /// How many solutions the problem has, once it is at its end.
    pub fn count(&self) -> Option<Count> {
        match &self.plan {
            None => Some(self.factor.clone()),
            Some(_) => self.digits.is_complete().then(|| &self.digits.number() * &self.factor),
        }
    }

    /// The work done so far: pivots, for each batch of eight primes, and products modulo eight primes.
    pub fn work(&self) -> Work {
        let mut work = self.done;
        self.batches.iter().for_each(|batch| work += batch.work());
        work
    }

    /// The work that the whole count takes. A prime that has to be left out may add another batch; none has
    /// been seen.
    pub fn forecast(&self) -> Work {
        let Some(plan) = &self.plan else { return Work::default() };
        let batches = plan.batches();
        Work {
            nodes: plan.work.nodes.saturating_mul(batches),
            updates: plan.work.updates.saturating_mul(batches),
        }
    }

    /// Which form of the theorem counts, if one is needed at all.
    pub fn form(&self) -> Form {
        match &self.plan {
            None => Form::Forced,
            Some(Plan { width: 1, .. }) => Form::Determinant,
            Some(_) => Form::Pfaffian,
        }
    }
}

/// How the number of perfect matchings is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Options that are forced leave nothing to be counted.
    Forced,
    /// As a determinant: the graph is bipartite.
    Determinant,
    /// As a Pfaffian: it is not.
    Pfaffian,
}

/// A product, by halves, so that the multiplied numbers have similar sizes.
fn product(factors: &[u64]) -> Count {
    match factors {
        [] => Count::ONE,
        &[factor] => Count::from(factor),
        _ => {
            let (left, right) = factors.split_at(factors.len() / 2);
            product(left) * product(right)
        }
    }
}
