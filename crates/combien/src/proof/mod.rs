//! Certificates: proofs of the number of covers of a problem, for readers who do not trust this library.
//!
//! [`Proof::of`] counts again with a method of its own, and records each step, so that another program can
//! check them. `combien-verify` is one such program, and shares no code with this library.
//! docs/certificates.md describes the format of certificates.
//!
//! First it looks for weights of the items that show that there is no cover: a coloring argument is short.
//! Then two searches take turns until one of them ends: along an [`Order`] of the items, which is best on
//! boards, and by the item with the fewest options, which is best where pieces must be used once. Both visit
//! each state once.
//!
//! ```
//! use combien::budget::Budget;
//! use combien::problem::dlx;
//! use combien::proof::Proof;
//!
//! let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
//! let proof = Proof::of(&problem, &Budget::UNLIMITED, &mut None::<&mut dyn combien::budget::Meter>).unwrap();
//! assert_eq!(proof.count().to_string(), "2");
//! assert!(proof.text().starts_with(b"combien certificate 1\nproblem 2 0 3\nstates "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod forced;
mod model;
mod prover;

use std::io::Write;

#[doc(inline)]
pub use crate::weights::Weights;
pub use forced::{Dead, dead};

use model::{Model, numbers};
use prover::{Branching, Prover};

use crate::budget::{Budget, Effort, Meter, Progress, Reason};
use crate::count::Count;
use crate::diagnostic::counted;
use crate::engine::order::Order;
use crate::problem::{ItemId, OptionId, Problem};
use crate::weights::{Classes, coloring};

/// The work of the first turn, some milliseconds; each turn has twice the work of the one before.
const FIRST_TURN: u64 = 1 << 20;
/// How the two searches choose items.
const SMALLEST: &str = "the item with the fewest options";
const ALONG: &str = "the first item of an order";
const WITHIN: &str = "the one with the fewest options of some items";
/// The maximum work of a search for weights, about a second; larger problems are left to the searches of
/// states.
const MOST_WORK: usize = 1 << 27;
/// States between two reports to the meter.
const BETWEEN_TICKS: u64 = 1 << 12;

/// A proof of the number of covers of a problem.
#[derive(Clone, Debug)]
pub struct Proof {
    count: Count,
    text: Vec<u8>,
    states: u64,
    way: Way,
}

/// What stopped a proof, and the number of states reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The limit, or the request to stop.
    pub reason: Reason,
    /// The states completed in both searches.
    pub states: u64,
}

impl Proof {
    /// Counts and proves. The budget's nodes are states, and its memory is for the certificate and the states
    /// that wait; threads are not used. Time and memory are proportional to the states, times the options
    /// that fit each.
    pub fn of(problem: &Problem, budget: &Budget, meter: &mut impl Meter) -> Result<Proof, Unproved> {
        Contest::within(budget, meter).proof(|contest| contest.run(problem))
    }

    /// Counts and proves the covers that have these options, in any order; the certificate names them. `None`
    /// if they do not agree, or if no cover can have one of them: that there is no cover then needs no
    /// certificate.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien::problem::dlx;
    /// use combien::proof::Proof;
    ///
    /// let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
    /// let second: Vec<_> = problem.options().skip(1).take(1).collect();
    /// let proof = Proof::taking(&problem, &second, &Budget::UNLIMITED, &mut None::<&mut dyn combien::budget::Meter>);
    /// let proof = proof.unwrap().expect("a cover can have it");
    /// assert_eq!(proof.count().to_string(), "1");
    /// assert!(proof.text().starts_with(b"combien certificate 1\nproblem 2 0 3\ntaken 2\nstates "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taking(
        problem: &Problem,
        options: &[OptionId],
        budget: &Budget,
        meter: &mut impl Meter,
    ) -> Result<Option<Proof>, Unproved> {
        if options.is_empty() {
            return Proof::of(problem, budget, meter).map(Some);
        }
        let mut taken: Vec<u32> = options.iter().map(|option| option.index() as u32).collect();
        taken.sort_unstable();
        taken.dedup();
        Contest::within(budget, meter).proof(|contest| contest.run_taking(problem, &taken))
    }

    /// Counts and proves with one search only, along this order.
    ///
    /// # Panics
    ///
    /// If the order belongs to another problem.
    #[doc(hidden)]
    pub fn along(
        problem: &Problem,
        order: &Order,
        budget: &Budget,
        meter: &mut impl Meter,
    ) -> Result<Proof, Unproved> {
        assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
        Contest::within(budget, meter).proof(|contest| contest.run_along(problem, order))
    }

    /// Proves that there is no cover, by branching on these items only: they cannot all be covered, whether
    /// others are covered or not.
    ///
    /// # Panics
    ///
    /// If they can.
    #[doc(hidden)]
    pub fn within(
        problem: &Problem,
        items: &[ItemId],
        budget: &Budget,
        meter: &mut impl Meter,
    ) -> Result<Proof, Unproved> {
        Contest::within(budget, meter).proof(|contest| contest.run_within(problem, items))
    }

    /// How many covers there are.
    pub fn count(&self) -> &Count {
        &self.count
    }

    /// The certificate.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of states; 0 if weights prove that there is no cover.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How it proves the count, as a sentence without a full stop.
    #[doc(hidden)]
    pub fn explained(&self) -> String {
        let states = counted(self.states, "state");
        match &self.way {
            Way::States(branching) => format!("proved in {states}, branching on {branching}"),
            Way::Weights { modulus, items } => format!(
                "proved by weights of {}: those of each option add up to a multiple of {modulus}, and those of all do not",
                counted(items, "item")
            ),
        }
    }
}

/// How a count is proved.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// By a search of all states.
    States(&'static str),
    /// By weights of this number of items.
    Weights { modulus: i64, items: usize },
}

/// Two searches that take turns.
struct Contest<'a, M> {
    budget: &'a Budget,
    meter: &'a mut M,
    worked: u64,
    told: u64,
}

impl<'a, M: Meter> Contest<'a, M> {
    fn within(budget: &'a Budget, meter: &'a mut M) -> Contest<'a, M> {
        Contest { budget, meter, worked: 0, told: 0 }
    }

    /// Runs it; a reason to stop comes with the number of states reached.
    fn proof<T>(mut self, run: impl FnOnce(&mut Self) -> Result<T, Reason>) -> Result<T, Unproved> {
        let proved = run(&mut self);
        proved.map_err(|reason| Unproved { reason: self.budget.blame(reason), states: self.worked })
    }

    fn run(&mut self, problem: &Problem) -> Result<Proof, Reason> {
        let budget = self.budget;
        let effort = &mut Effort::within(budget);
        budget.check()?;
        if let Some(weights) = coloring(problem, &Classes::single(problem), MOST_WORK, effort)? {
            return Ok(weighed(problem, &weights));
        }
        let model = Model::new(problem, effort)?;
        self.in_turns(problem, &model, head(problem), effort)
    }

    fn run_taking(&mut self, problem: &Problem, taken: &[u32]) -> Result<Option<Proof>, Reason> {
        let effort = &mut Effort::within(self.budget);
        let mut model = Model::new(problem, effort)?;
        if !model.begin_with(taken) {
            return Ok(None);
        }
        let mut head = head(problem);
        let numbers: Vec<String> = taken.iter().map(|option| (option + 1).to_string()).collect();
        head.extend(format!("taken {}\n", numbers.join(" ")).bytes());
        self.in_turns(problem, &model, head, effort).map(Some)
    }

    /// Two searches take turns until one of them is done.
    fn in_turns(
        &mut self,
        problem: &Problem,
        model: &Model,
        head: Vec<u8>,
        effort: &mut Effort<'_>,
    ) -> Result<Proof, Reason> {
        let budget = self.budget;
        let mut searches = vec![(SMALLEST, Prover::new(model, Branching::Smallest))];
        let mut turn = FIRST_TURN;
        let mut full = None;
        loop {
            for place in (0..searches.len()).rev() {
                // A search that runs alone may take all the memory.
                let others: usize = (0..searches.len())
                    .filter(|&other| other != place)
                    .map(|other| searches[other].1.bytes())
                    .sum();
                let bytes = budget.memory_size().saturating_sub(others);
                match self.turn(&mut searches[place].1, turn, bytes, effort) {
                    Ok(true) => {
                        let (along, prover) = searches.swap_remove(place);
                        return Ok(certificate(head, along, prover));
                    }
                    Ok(false) => {}
                    Err(reason @ Reason::Memory(_)) => {
                        searches.remove(place);
                        full = Some(reason);
                    }
                    Err(reason) => return Err(reason),
                }
            }
            if turn == FIRST_TURN && full.is_none() {
                let order = Order::best_within(problem, budget)?;
                searches.push((ALONG, along(problem, model, &order)));
            } else if let (true, Some(reason)) = (searches.is_empty(), full) {
                return Err(reason);
            }
            turn *= 2;
        }
    }

    fn run_along(&mut self, problem: &Problem, order: &Order) -> Result<Proof, Reason> {
        let budget = self.budget;
        let effort = &mut Effort::within(budget);
        let model = Model::new(problem, effort)?;
        let mut search = along(problem, &model, order);
        while !self.turn(&mut search, u64::MAX, budget.memory_size(), effort)? {}
        Ok(certificate(head(problem), ALONG, search))
    }

    fn run_within(&mut self, problem: &Problem, items: &[ItemId]) -> Result<Proof, Reason> {
        let budget = self.budget;
        let effort = &mut Effort::within(budget);
        let model = Model::new(problem, effort)?;
        let numbers = numbers(problem);
        let mut within = vec![false; problem.item_count()];
        for item in items {
            within[numbers[item.index()] as usize] = true;
        }
        let mut search = Prover::new(&model, Branching::Within(within));
        while !self.turn(&mut search, u64::MAX, budget.memory_size(), effort)? {}
        Ok(certificate(head(problem), WITHIN, search))
    }

    /// Runs a search up to this amount of work.
    fn turn(
        &mut self,
        prover: &mut Prover<'_>,
        work: u64,
        bytes: usize,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Reason> {
        loop {
            let before = prover.states();
            let left = self.budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.worked));
            let is_done = prover.run(before + BETWEEN_TICKS.min(left), work, bytes, effort);
            self.worked += prover.states() - before;
            if is_done? {
                return Ok(true);
            }
            if left == prover.states() - before {
                return Err(Reason::Nodes(self.worked));
            }
            if self.worked - self.told >= BETWEEN_TICKS {
                self.told = self.worked;
                if self.meter.is_due(self.worked) {
                    self.meter.tick(Progress { nodes: self.worked, solutions: 0, fraction: 0.0, left: None });
                }
            }
            if prover.work() >= work {
                return Ok(false);
            }
        }
    }
}

/// A search along an order.
fn along<'m>(problem: &Problem, model: &'m Model, order: &Order) -> Prover<'m> {
    let numbers = numbers(problem);
    // If a tree saves few states, it costs more lines for products than it saves.
    let (items, ends) = if order.splits() {
        (order.tree().items(), order.tree().ends())
    } else {
        (order.items(), [].as_slice())
    };
    let order = items.iter().map(|item| numbers[item.index()]).collect();
    Prover::new(model, Branching::along(model, order, ends))
}

/// The lines before the body.
fn head(problem: &Problem) -> Vec<u8> {
    let primary = problem.primary_count();
    let (secondary, options) = (problem.item_count() - primary, problem.option_count());
    format!("combien certificate 1\nproblem {primary} {secondary} {options}\n").into_bytes()
}

/// A proof by weights.
fn weighed(problem: &Problem, weights: &Weights) -> Proof {
    let way = Way::Weights { modulus: weights.modulus().unwrap_or(0), items: weights.of().len() };
    Proof { count: Count::ZERO, text: of_weights(problem, weights), states: 0, way }
}

/// The certificate of weights.
#[doc(hidden)]
pub fn of_weights(problem: &Problem, weights: &Weights) -> Vec<u8> {
    let mut text = head(problem);
    let kind = weights.modulus().map_or_else(|| "inequality".to_owned(), |modulus| modulus.to_string());
    let numbers = numbers(problem);
    let mut lines: Vec<(u32, i64)> =
        weights.of().iter().map(|&(item, weight)| (numbers[item.index()] + 1, weight)).collect();
    lines.sort_unstable();
    let lines = lines.iter().map(|(item, weight)| format!("{item} {weight}\n"));
    text.extend(format!("weights {kind}\n").bytes());
    lines.for_each(|line| text.extend(line.bytes()));
    sealed(&mut text, &Count::ZERO);
    text
}

/// The whole text: a head, the body, what it proves, and a checksum of all bytes before (FNV-1a).
fn certificate(mut text: Vec<u8>, along: &'static str, prover: Prover<'_>) -> Proof {
    let states = prover.states();
    let (body, count) = prover.finish();
    text.extend(body);
    sealed(&mut text, &count);
    Proof { count, text, states, way: Way::States(along) }
}

/// Ends a certificate: the count, and the checksum of all bytes before.
fn sealed(text: &mut Vec<u8>, count: &Count) {
    writeln!(text, "covers {count}").expect("a vector takes all");
    let sum = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    writeln!(text, "end {sum:016x}").expect("a vector takes all");
}
