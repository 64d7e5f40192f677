//! The best of a list of all covers.

use std::collections::BTreeSet;

use super::{PART_FOR_COVERS, Ranking, Wanted, answer, spent};
use crate::budget::{Pause, Reason};
use crate::engine;
use crate::problem::{Problem, Solution};
use crate::solve::covers::bytes_of;
use crate::solve::engine::Engine;
use crate::solve::guard::Guard;
use crate::solve::report::Report;

/// What it costs to look at each option of a cover, in the units of [`Engine::cost`](engine::Engine::cost).
const LOOK_PRICE: u64 = 16;

/// The part of the tree that a list must have seen to say when it will be done.
const SEEN: f64 = 0.01;

/// How a turn of an engine ended.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    End,
    Bound,
    Stopped(Reason),
}

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
}

impl Lister {
    /// At its start. `None` if the engine cannot take the problem.
    pub(super) fn new(problem: &Problem, wanted: Wanted) -> Option<Lister> {
        let by = if problem.has_bounds() { Engine::Cells } else { Engine::Fast };
        let search = by.get()?.search(problem).ok()?;
        Some(Lister { search, wanted, covers: BTreeSet::new(), number: 0, looks: 0, bytes: 0 })
    }

    /// What it has spent.
    pub(super) fn spent(&self) -> u64 {
        spent(Engine::Fast, self.search.work()).saturating_add(self.looks)
    }

    /// What is left to spend, if the rest of its tree is like what it has seen. `None` if it has seen too
    /// little.
    pub(super) fn left(&self) -> Option<u64> {
        let fraction = self.search.fraction();
        (fraction > SEEN).then(|| (self.spent() as f64 * (1.0 / fraction - 1.0)) as u64)
    }

    /// Lists until this much is spent.
    pub(super) fn turn(&mut self, bound: u64, guard: &mut Guard<'_>) -> Turn {
        let memory = guard.budget.memory();
        while self.spent() < bound {
            let step = self.search.work().nodes + self.search.pace();
            loop {
                match guard.drive(&mut self.search, step) {
                    Ok(Pause::End) => return Turn::End,
                    Ok(Pause::Bound) => break,
                    Ok(Pause::Memory) => return Turn::Stopped(Reason::Memory(memory)),
                    Err(reason) => return Turn::Stopped(reason),
                    Ok(Pause::Solution) => self.take(),
                }
                if self.bytes > memory / PART_FOR_COVERS {
                    return Turn::Stopped(Reason::Memory(memory));
                }
            }
        }
        Turn::Bound
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
