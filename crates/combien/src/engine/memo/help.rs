//! How searches that share a ledger help each other.
//!
//! A search that comes to a residual problem which another search is solving goes on with something else.
//! When nothing else is left, it *tours* that problem: it takes the options or parts as the other search
//! does, in another order, and solves those that nobody has begun. Where all have been begun, it tours one of
//! these. A tour has no result of its own; what it solves stands in the ledger, and the other search finds it
//! there.
//!
//! **Nobody waits for ever.** Each frame is a smaller residual problem than the one below it, or equal to one
//! that is awaited there. So if a search awaits what another is solving, and that one awaits something too,
//! then this is smaller still. The search at the end of such a chain awaits nothing.
//!
//! **The work is the same as that of one search.** A residual problem is solved once, by the thread that
//! comes first. What is solved depends on the problem alone: all branches that are not dead, and the parts of
//! a product up to the first without a solution. Nodes, updates and splits are counted only in solving, never
//! in a tour, and each residual problem that was begun in a tour is not a hit for the search that finds it
//! there.

use std::sync::Arc;

use super::cache::Found;
use super::ledger::{Drafting, Ledger};
use super::residual::Dead;
use super::search::{Awaited, Helping, Plan, Rest, Search, Step};
use crate::engine::words::Words;

impl<const K: usize, L: Ledger<K>> Search<K, L> {
    /// A search that only helps with what another one has begun.
    pub(super) fn helper(plan: Arc<Plan<K>>, ledger: L, place: usize, of: usize) -> Search<K, L> {
        let mut search = Search::new(plan, ledger);
        search.taking.updates = 0;
        if let Step::Enter { .. } = search.step {
            search.step = Step::Next;
        }
        search.helping = Helping { place, of, ..search.helping };
        search
    }

    /// Notes that another search is solving the branch or part that was entered, and goes on.
    pub(super) fn await_entry(&mut self, key: Words<K>, scope: Words<K>) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else {
            unreachable!("the first search opens the whole problem")
        };
        let option = match &frame.rest {
            Rest::Sum { options, taken } => Some(options[*taken - 1]),
            Rest::Product { .. } => None,
        };
        frame.awaited.push(Awaited { key, scope, option });
        Step::Next
    }

    /// Adds what others have solved; helps with what they have not; closes the last frame if nothing is
    /// awaited.
    pub(super) fn complete(&mut self) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else { unreachable!("next had a frame") };
        let mut awaited = frame.awaited.iter().enumerate();
        let known = awaited.find_map(|(place, awaited)| Some((place, self.ledger.look(&awaited.key)?)));
        if let Some((place, entry)) = known {
            frame.awaited.swap_remove(place);
            return Step::Leave(entry);
        }
        match frame.awaited.last() {
            Some(&awaited) => self.help(awaited),
            None => self.close(),
        }
    }

    /// Begins to tour the whole problem, unless it is solved.
    pub(super) fn tour_whole(&mut self) -> Step<K, L> {
        let Plan { matrix, keys, .. } = &*self.plan;
        let Some(survey) = keys.survey(&self.levels[0], matrix, &keys.all_items) else {
            return Step::Halt(L::Draft::ONE);
        };
        let all_items = keys.all_items;
        match self.ledger.look(&survey.key) {
            Some(entry) => Step::Halt(entry),
            None => self.begin_tour(&all_items, 0),
        }
    }

    /// Begins to tour what the last frame awaits.
    fn help(&mut self, awaited: Awaited<K>) -> Step<K, L> {
        let Some(frame) = self.frames.last() else { unreachable!("it awaits something") };
        let mut level = frame.level;
        if let Some(option) = awaited.option {
            level += 1;
            if self.look_in(level, option).is_err() {
                return Step::Next;
            }
        }
        self.begin_tour(&awaited.scope, level)
    }

    /// Takes an option as [`Search::take_in`] does, uncounted.
    fn look_in(&mut self, level: usize, option: u32) -> Result<(), Dead> {
        let updates = self.taking.updates;
        let taken = self.take_in(level, option);
        self.taking.updates = updates;
        taken
    }

    fn begin_tour(&mut self, scope: &Words<K>, level: usize) -> Step<K, L> {
        let Plan { matrix, keys, .. } = &*self.plan;
        let Some(survey) = keys.survey(&self.levels[level], matrix, scope) else { return Step::Next };
        let step = self.open(survey, level, true);
        let Helping { place, of, .. } = self.helping;
        if let Some(Rest::Sum { options, .. }) = self.frames.last_mut().map(|frame| &mut frame.rest) {
            // The search that solves it goes through them in their order; the first one helps from the end.
            let start = options.len() * place / of.max(1);
            options.rotate_left(start);
            if place == 0 {
                options.reverse();
            }
        }
        step
    }

    /// Goes on with the tour of the last frame: to the next branch or part, or if there is none, into one
    /// that is being solved.
    pub(super) fn tour(&mut self) -> Step<K, L> {
        let Some(frame) = self.frames.last_mut() else { unreachable!("next had a frame") };
        if self.ledger.look(&frame.key).is_some() {
            return self.end_tour();
        }
        let (scope, level) = (frame.scope, frame.level);
        match &mut frame.rest {
            Rest::Sum { options, taken } if *taken < options.len() => {
                let option = options[*taken];
                *taken += 1;
                match self.look_in(level + 1, option) {
                    Ok(()) => self.visit(&scope, level + 1),
                    Err(Dead) => Step::Next,
                }
            }
            Rest::Product { parts } if !parts.is_empty() => match parts.pop() {
                Some(part) => self.visit(&part, level),
                None => Step::Next,
            },
            _ => match frame.awaited.pop() {
                Some(awaited) if self.ledger.look(&awaited.key).is_none() => self.help(awaited),
                Some(_) => Step::Next,
                None => self.end_tour(),
            },
        }
    }

    /// Solves a branch or part of a tour if nobody has begun it.
    fn visit(&mut self, scope: &Words<K>, level: usize) -> Step<K, L> {
        let Plan { matrix, keys, .. } = &*self.plan;
        let Some(survey) = keys.survey(&self.levels[level], matrix, scope) else { return Step::Next };
        match self.ledger.recall(&survey.key) {
            Found::Known(entry) => Step::Leave(entry),
            Found::Open => {
                let step = self.await_entry(survey.key, *scope);
                if let Some(Rest::Product { parts }) = self.frames.last_mut().map(|frame| &mut frame.rest) {
                    // Whether they are to be solved is known only when this one is.
                    parts.clear();
                }
                step
            }
            Found::New => {
                self.helping.begun += 1;
                self.open(survey, level, false)
            }
        }
    }

    /// Ends a tour. Nothing is left to help with if the tours from one frame of its own have begun nothing.
    fn end_tour(&mut self) -> Step<K, L> {
        self.frames.pop();
        if self.frames.last().is_some_and(|frame| frame.is_toured) {
            return Step::Next;
        }
        let has_begun = self.helping.begun > self.helping.begun_before;
        self.helping.begun_before = self.helping.begun;
        if has_begun { Step::Next } else { Step::Idle }
    }
}
