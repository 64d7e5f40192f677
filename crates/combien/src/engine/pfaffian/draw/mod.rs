//! Perfect matchings of planar graphs at random, each equally likely: exactly, without a decimal number
//! anywhere.
//!
//! 1. The problem becomes a graph, as for a count.
//! 2. It falls apart: into components, and, if it is bipartite, into elementary parts.
//! 3. An elementary part is drawn by coupling from the past.
//! 4. A part that has no heights, because it is not bipartite, or a long face in its inside, on which a chain
//!    would move too rarely, is drawn by exact counts, first around that face or along a separator. What is
//!    left falls apart again.
//! 5. Of equal options each has the same probability.
//!
//! **Cost.** Coupling takes some sweeps over all faces for each of them: the Aztec diamond of order 100 takes
//! seconds. Exact counts take about `n^3` steps.

mod choices;
mod counted;
mod coupling;
mod lattice;
mod odds;
mod piece;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use choices::Choices;
use counted::{Counted, Counting, Step};
use coupling::{Past, Ran, Trial};
use lattice::{Dual, Lattice};
use piece::Piece;

use super::graph::{ALONE, Matchings};
use super::{matching, planar};
use crate::budget::{Budget, Effort, Reason};
use crate::engine::{NotMatching, Pause, Refusal, Unsupported, Work};
use crate::problem::{Problem, Solution};
use crate::random::SplitMix64;

/// A chain hardly ever moves an inner face with more edges than that: all of them must be matched in turn.
const LONGEST_FACE: usize = 32;
/// An inner face of at most this length does not slow a chain down much.
const SHORT_FACE: usize = 8;
/// Draws solutions of a planar matching problem, without end. It can be paused at any time, and halts at each
/// solution.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// `None` if there is no solution.
    source: Option<Arc<Source>>,
    budget: Budget,
    seed: u64,
    /// What all draws have in common: made first.
    preparation: Draw,
    is_prepared: bool,
    current: Draw,
    drawn: u64,
    /// The work of the preparation and of the draws that are done.
    done: Work,
    is_halted: bool,
}

/// The problem as a graph, and the way back.
#[derive(Debug)]
struct Source {
    choices: Choices,
    forced: Vec<[u32; 2]>,
    /// The item of each vertex. Those after them are gadgets.
    items: Vec<u32>,
}

impl Sampler {
    /// A sampler for this seed. The set-up is nearly linear for boards.
    ///
    /// A problem that is no planar graph is refused: [`Unsupported::NotMatching`].
    ///
    /// # Panics
    ///
    /// If the drawing of a graph is not plane: a bug.
    pub fn new(problem: &Problem, seed: u64, budget: &Budget) -> Result<Sampler, Refusal> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds.into());
        }
        let effort = &mut Effort::within(budget);
        let mut sampler = Sampler {
            source: None,
            budget: budget.clone(),
            seed,
            preparation: Draw::new(SplitMix64::new(seed).word(), vec![], vec![]),
            is_prepared: false,
            current: Draw::new(0, vec![], vec![]),
            drawn: 0,
            done: Work::default(),
            is_halted: false,
        };
        let Some(mut matchings) = Matchings::of(problem, effort)? else { return Ok(sampler) };
        let items = std::mem::take(&mut matchings.items);
        let forced = std::mem::take(&mut matchings.forced);
        let Some(graph) = matchings.closed(effort)? else { return Ok(sampler) };
        if planar::embed(graph.vertices, &graph.edges, effort)?.is_none() {
            return Err(NotMatching::NotPlanar.into());
        }
        if matching::perfect(&graph.neighbours(), graph.vertices, effort)?.is_none() {
            return Ok(sampler);
        }
        sampler.source = Some(Arc::new(Source { choices: Choices::of(problem, effort)?, forced, items }));
        sampler.preparation.jobs.push(Job::Split(Piece::whole(graph)));
        Ok(sampler)
    }

    /// Runs until a solution is drawn, or until this many sweeps and pivots in all are done. [`Pause::End`]
    /// says that there is no solution.
    pub fn run(&mut self, nodes: u64) -> Pause {
        self.run_within(nodes, u64::MAX)
    }

    /// Runs until a solution is drawn, until this many sweeps and pivots in all are done, or until this many
    /// faces or products have been looked at: some nanoseconds each. [`Pause::End`] says that there is no
    /// solution.
    pub fn run_within(&mut self, nodes: u64, updates: u64) -> Pause {
        if self.source.is_none() {
            return Pause::End;
        }
        let most = self.work().updates.saturating_add(updates);
        if !self.is_prepared {
            match self.preparation.run(nodes, most, &self.budget, true) {
                Pause::End => {}
                pause => return pause,
            }
            self.is_prepared = true;
            self.done = self.preparation.work;
            self.begin();
        }
        if std::mem::take(&mut self.is_halted) {
            self.done += self.current.work;
            self.drawn += 1;
            self.begin();
        }
        let (nodes, most) = (nodes.saturating_sub(self.done.nodes), most.saturating_sub(self.done.updates));
        match self.current.run(nodes, most, &self.budget, false) {
            Pause::End => {
                self.is_halted = true;
                Pause::Solution
            }
            pause => pause,
        }
    }

    /// Begins the next draw.
    fn begin(&mut self) {
        // Streams of different draws begin at places that have nothing to do with each other.
        let seed = SplitMix64::at(SplitMix64::new(self.seed).word(), self.drawn + 1).word();
        let Draw { ready, matched, .. } = &self.preparation;
        self.current = Draw::new(seed, ready.clone(), matched.clone());
    }

    /// The solution at which it has halted.
    ///
    /// # Panics
    ///
    /// If it has not halted at one.
    pub fn solution(&self) -> Solution {
        let source = self.source.as_ref().filter(|_| self.is_halted).expect("it halts at a solution");
        let random = &mut self.current.random.clone();
        let item = |vertex: u32| source.items.get(vertex as usize).copied();
        let pairs = self.current.matched.iter().filter_map(|&[u, v]| match (item(u), item(v)) {
            (Some(u), Some(v)) => Some([u, v]),
            (Some(item), None) | (None, Some(item)) => Some([item, ALONE]),
            (None, None) => None,
        });
        let pairs = source.forced.iter().copied().chain(pairs);
        pairs.filter_map(|pair| source.choices.draw(pair, random)).collect()
    }

    /// How many solutions were drawn.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn + u64::from(self.is_halted)
    }

    /// Sweeps over the faces of a part and pivots of counts, and faces looked at and products, up to now.
    pub fn work(&self) -> Work {
        let mut work = self.done;
        work += if self.is_prepared { self.current.work } else { self.preparation.work };
        work
    }

    /// The part that is done of the preparation and the first draw, or of a later draw; 0 if it is not known.
    pub(crate) fn fraction(&self) -> f64 {
        if !self.is_prepared {
            return 0.0;
        }
        if self.is_halted {
            return 1.0;
        }
        let hard = self.preparation.ready.iter().filter(|job| matches!(job, Job::Counted(..))).count();
        let expected = self.preparation.ready.iter().map(|job| match job {
            Job::Past(past) => past.start as f64 * past.lattice.faces as f64,
            _ => 0.0,
        });
        let expected: f64 = expected.sum();
        if hard == 0 {
            let before = if self.drawn == 0 { self.done.updates as f64 } else { 0.0 };
            return ((before + self.current.work.updates as f64) / (before + expected).max(1.0)).min(0.99);
        }
        // The first counts are those of the largest graphs.
        let waiting = self.current.jobs.iter().filter_map(|job| match job {
            Job::Counted(counted, _) => Some(1.0 - counted.fraction()),
            _ => None,
        });
        (1.0 - waiting.sum::<f64>() / hard as f64).clamp(0.0, 0.99)
    }
}

/// What is to be done for a draw.
#[derive(Debug)]
enum Job {
    /// A graph falls apart, and it is decided how its parts are drawn.
    Split(Piece),
    /// How long does a coupling take? If too long, the part is drawn by counts.
    Trial(Box<(Trial, Counted)>),
    Past(Box<Past>),
    Counted(Box<Counted>, Option<Counting>),
}

impl Clone for Job {
    fn clone(&self) -> Job {
        match self {
            Job::Split(piece) => Job::Split(piece.clone()),
            Job::Trial(trial) => Job::Trial(trial.clone()),
            Job::Past(past) => Job::Past(past.clone()),
            // The count begins again.
            Job::Counted(counted, _) => Job::Counted(counted.clone(), None),
        }
    }
}

/// One draw, or the preparation of all: its jobs, and the pairs that are matched.
#[derive(Clone, Debug)]
struct Draw {
    jobs: Vec<Job>,
    /// The jobs that a preparation leaves to the draws.
    ready: Vec<Job>,
    matched: Vec<[u32; 2]>,
    random: SplitMix64,
    work: Work,
}

impl Draw {
    fn new(seed: u64, jobs: Vec<Job>, matched: Vec<[u32; 2]>) -> Draw {
        Draw { jobs, ready: vec![], matched, random: SplitMix64::new(seed), work: Work::default() }
    }

    /// Works on until everything is matched, or the work in all reaches these limits. A preparation leaves
    /// what depends on the draw.
    fn run(&mut self, nodes: u64, updates: u64, budget: &Budget, prepares: bool) -> Pause {
        while let Some(job) = self.jobs.pop() {
            let left = Work {
                nodes: nodes.saturating_sub(self.work.nodes),
                updates: updates.saturating_sub(self.work.updates),
            };
            let pause = match job {
                Job::Split(piece) => self.split(piece, budget),
                Job::Trial(trial) => self.trial(trial, left),
                job if prepares => {
                    self.ready.push(job);
                    None
                }
                Job::Past(past) => self.past(past, left),
                Job::Counted(counted, counting) => self.counted(counted, counting, left, budget),
            };
            if let Some(pause) = pause {
                return pause;
            }
        }
        Pause::End
    }

    /// Takes a graph apart. If the budget is exhausted, it waits to be split again.
    fn split(&mut self, piece: Piece, budget: &Budget) -> Option<Pause> {
        let effort = &mut Effort::within(budget);
        let Ok((forced, jobs)) = split(&piece, &mut self.random.clone(), effort) else {
            self.jobs.push(Job::Split(piece));
            return Some(Pause::Bound);
        };
        // The generator goes on where the trials left it.
        (0..jobs.len()).for_each(|_| _ = self.random.word());
        self.matched.extend(forced);
        self.jobs.extend(jobs.into_iter().rev());
        None
    }

    fn trial(&mut self, mut trial: Box<(Trial, Counted)>, left: Work) -> Option<Pause> {
        let faces = trial.0.lattice.faces;
        let sweeps = left.nodes.min(left.updates / faces + 1);
        let before = trial.0.time();
        let ran = trial.0.run(sweeps);
        self.add(trial.0.time() - before, faces);
        let job = match ran {
            Ran::Done => Job::Past(Box::new(Past::new(trial.0.lattice.clone(), trial.0.start()))),
            Ran::TooLong => Job::Counted(Box::new(trial.1), None),
            Ran::More => Job::Trial(trial),
        };
        self.jobs.push(job);
        (ran == Ran::More).then_some(Pause::Bound)
    }

    fn past(&mut self, mut past: Box<Past>, left: Work) -> Option<Pause> {
        let faces = past.lattice.faces;
        let (ran, sweeps) = past.run(left.nodes.min(left.updates / faces + 1), &mut self.random);
        self.add(sweeps, faces);
        if ran == Ran::Done {
            self.matched.extend(past.matching());
            return None;
        }
        self.jobs.push(Job::Past(past));
        Some(Pause::Bound)
    }

    fn counted(
        &mut self,
        mut counted: Box<Counted>,
        mut counting: Option<Counting>,
        left: Work,
        budget: &Budget,
    ) -> Option<Pause> {
        let result = self.count_on(&mut counted, &mut counting, left, budget);
        match result {
            Ok(piece) => {
                self.jobs.push(Job::Split(piece));
                None
            }
            Err(pause) => {
                self.jobs.push(Job::Counted(counted, counting));
                Some(pause)
            }
        }
    }

    /// Counts until the vertices are matched, and gives what is left.
    fn count_on(
        &mut self,
        counted: &mut Counted,
        counting: &mut Option<Counting>,
        left: Work,
        budget: &Budget,
    ) -> Result<Piece, Pause> {
        let begun = self.work;
        loop {
            let count = match counting {
                Some(count) => count,
                None => match counted.step(&mut self.matched, &mut self.random) {
                    Step::Done(piece) => return Ok(piece),
                    Step::Count(graph) => {
                        // The budget is looked at where the draw goes on.
                        counting.insert(Counting::new(graph, budget).map_err(|_| Pause::Bound)?)
                    }
                },
            };
            let used = self.work - begun;
            let (nodes, products) =
                (left.nodes.saturating_sub(used.nodes), left.updates.saturating_sub(used.updates));
            let before = count.work();
            let found = count.run(nodes, products);
            let after = count.work();
            self.work += after - before;
            match found? {
                Some(found) => {
                    *counting = None;
                    counted.answer(found, &mut self.matched);
                }
                None => return Err(Pause::Bound),
            }
        }
    }

    fn add(&mut self, sweeps: u64, faces: u64) {
        self.work += Work { nodes: sweeps, updates: sweeps.saturating_mul(faces) };
    }
}

/// The pairs that all perfect matchings of a graph have, and the jobs for the rest. Each job takes one word
/// of the generator.
fn split(
    piece: &Piece,
    random: &mut SplitMix64,
    effort: &mut Effort<'_>,
) -> Result<(Vec<[u32; 2]>, Vec<Job>), Reason> {
    let (mut forced, mut jobs) = (vec![], vec![]);
    for component in piece.components() {
        let graph = &component.graph;
        let Some(sides) = graph.sides() else {
            jobs.push(Job::Counted(Box::new(Counted::of_separator(component, effort)?), None));
            _ = random.word();
            continue;
        };
        let mate = matching::perfect(&graph.neighbours(), graph.vertices, effort)?
            .expect("what is left has a perfect matching");
        let (pairs, parts) = component.elementary(&mate, &sides, effort)?;
        forced.extend(pairs);
        for part in parts {
            jobs.push(elementary(part, random, effort)?);
        }
    }
    Ok((forced, jobs))
}

/// How an elementary graph is drawn.
fn elementary(part: Piece, random: &mut SplitMix64, effort: &mut Effort<'_>) -> Result<Job, Reason> {
    let graph = &part.graph;
    let embedding =
        planar::embed(graph.vertices, &graph.edges, effort)?.expect("a part of a planar graph is planar");
    let dual = Dual::new(&embedding);
    let word = &mut SplitMix64::new(random.word());
    let longest = dual.longest();
    // By counts, a long face in the inside is joined to the outer one first.
    let by_counts = |part: Piece, effort: &mut Effort<'_>| {
        if longest <= SHORT_FACE {
            return Counted::of_separator(part, effort);
        }
        let order = dual.way_out().into_iter().map(|vertex| part.names[vertex as usize]).collect();
        Ok(Counted::new(part, order))
    };
    if longest > LONGEST_FACE {
        return Ok(Job::Counted(Box::new(by_counts(part, effort)?), None));
    }
    let sides = graph.sides().expect("a part of a bipartite graph is bipartite");
    let mate = matching::perfect(&graph.neighbours(), graph.vertices, effort)?
        .expect("an elementary graph has a perfect matching");
    let lattice = Arc::new(Lattice::new(&part, &dual, &mate, &sides, effort)?);
    let counted = by_counts(part, effort)?;
    Ok(Job::Trial(Box::new((Trial::new(lattice, word), counted))))
}
