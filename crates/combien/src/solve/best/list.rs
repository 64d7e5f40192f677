//! The best of a list of all covers.

use std::collections::BTreeSet;

use super::{PART_FOR_COVERS, Ranking, Wanted, answer};
use crate::budget::{Pause, Work};
use crate::engine::{self, Task};
use crate::problem::{Problem, Solution};
use crate::solve::covers::bytes_of;
use crate::solve::engine::Engine;
use crate::solve::report::Report;
use crate::solve::worker::Worker;

/// What it costs to look at each option of a cover, in the units of [`Engine::cost`](engine::Engine::cost).
const LOOK_PRICE: u64 = 16;

/// The part of the tree that a list must have seen to say when it will be done.
const SEEN: f64 = 0.01;

/// The list of all covers, of which the best are kept: where there are few covers, nothing is faster.
pub(super) struct Lister {
    pub(super) search: Box<dyn engine::Search>,
    wanted: Wanted,
    /// The best, with their costs in the sense in which low is better.
    pub(super) covers: BTreeSet<(i128, Solution)>,
    number: u64,
    /// What it has cost to look at covers, in the units of work.
    looks: u64,
    bytes: u64,
    /// The bytes that covers may take.
    most_bytes: u64,
}

impl Lister {
    /// At its start, within this many bytes of memory. `None` if the engine cannot take the problem.
    pub(super) fn new(problem: &Problem, wanted: Wanted, memory: u64) -> Option<Lister> {
        let by = if problem.has_bounds() { Engine::Cells } else { Engine::Fast };
        let (search, covers) = (by.get().search(problem).ok()?, BTreeSet::new());
        let most_bytes = memory / PART_FOR_COVERS;
        Some(Lister { search, wanted, covers, number: 0, looks: 0, bytes: 0, most_bytes })
    }

    /// What it has spent.
    pub(super) fn spent(&self) -> u64 {
        Engine::Fast.cost(self.search.work()).saturating_add(self.looks)
    }

    /// What is left to spend, if the rest of its tree is like what it has seen. `None` if it has seen too
    /// little.
    pub(super) fn left(&self) -> Option<u64> {
        let fraction = self.search.fraction();
        (fraction > SEEN).then(|| (self.spent() as f64 * (1.0 / fraction - 1.0)) as u64)
    }

    /// Keeps the cover here, if it is among the best.
    fn take(&mut self) {
        let sign = self.wanted.sign();
        let solution = self.search.solution();
        self.looks += LOOK_PRICE * (1 + solution.options().len() as u64);
        let cost = sign * self.search.problem().cost_of(solution.options());
        if self.wanted.within.is_some_and(|within| cost > sign * within) {
            return;
        }
        self.number += 1;
        let most = if self.wanted.only_number { 0 } else { self.wanted.count.unwrap_or(usize::MAX) };
        if self.covers.len() >= most && self.covers.last().is_none_or(|worst| worst.0 <= cost) {
            return;
        }
        self.bytes += bytes_of(&solution);
        self.covers.insert((cost, solution));
        if self.covers.len() > most
            && let Some((_, worst)) = self.covers.pop_last()
        {
            self.bytes -= bytes_of(&worst);
        }
    }

    /// The best covers, as a report.
    pub(super) fn report(self, problem: &Problem) -> Report<Ranking> {
        let sign = self.wanted.sign();
        let why = "it listed all solutions before branch and bound was done".to_owned();
        let (work, engine) =
            (self.search.work(), if problem.has_bounds() { Engine::Cells } else { Engine::Fast });
        if self.wanted.only_number {
            let ranking = Ranking { found: self.number.into(), ..Ranking::default() };
            return Report::answered(ranking, engine, why, work);
        }
        let covers = self.covers.into_iter().map(|(cost, solution)| (sign * cost, solution)).collect();
        answer(problem, covers, engine, why, work)
    }
}

impl Task for Lister {
    fn run(&mut self, nodes: u64) -> Pause {
        while self.bytes <= self.most_bytes {
            match self.search.run(nodes) {
                Pause::Solution => self.take(),
                pause => return pause,
            }
        }
        Pause::Memory
    }
    fn work(&self) -> Work {
        self.search.work()
    }
    fn fraction(&self) -> f64 {
        self.search.fraction()
    }
    fn pace(&self) -> u64 {
        self.search.pace()
    }
}

impl Worker for Lister {}
