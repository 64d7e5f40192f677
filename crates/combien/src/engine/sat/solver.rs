//! The search: decide, propagate, learn.

use super::activity::Activity;
use super::analysis::Analysis;
use super::clauses::Clauses;
use super::position::Position;
use super::restarts::Restarts;
use super::rules::Rules;
use super::trail::{Literal, Reason, Trail};
use crate::budget::{Budget, Pause, Reason as Stop, Work};
use crate::engine::task::shown_by_work;
use crate::engine::{Listing, Task};
use crate::problem::formula::Use;
use crate::problem::{Problem, Solution};

/// Clauses are forgotten after this many conflicts, then after twice as many, and so on.
const FORGET: u64 = 300;
/// The budget is checked each time after this many updates.
const BETWEEN_LOOKS: u64 = 1 << 14;
/// The nodes until the budget is checked from outside.
const PACE: u64 = 1 << 12;
/// An option takes about this many bytes: its value, level, reason, places, activity, marks, and two lists of
/// watches.
const OPTION_BYTES: u64 = 128;
/// The clauses are numbered by their words, with 31 bits: the maximum number of bytes.
const MOST_BYTES: u64 = 1 << 33;

/// A search for the solutions of a problem, one after the other.
pub struct Sat {
    position: Position,
    activity: Activity,
    analysis: Analysis,
    restarts: Restarts,
    work: Work,
    /// The conflicts at which clauses are next forgotten, and how often they were.
    next_forget: u64,
    rounds: u64,
    budget: Budget,
    memory: u64,
    /// The bytes without clauses, or the most that there are if the problem could not be set up within `memory`.
    base: u64,
    /// The updates at which the budget is next checked.
    next_look: u64,
    /// It has halted at a solution, which is still to be blocked.
    is_shown: bool,
    is_done: bool,
}

impl Sat {
    /// A search within this budget. Returns an error if it is told to stop before it is set up; if there is
    /// no memory, it says so when it is run.
    pub(crate) fn new(problem: &Problem, budget: &Budget) -> Result<Sat, Stop> {
        let options = problem.option_count();
        let rules = Rules::bytes(problem.item_count(), problem.entry_count(), options);
        let base = rules + OPTION_BYTES * options as u64;
        let memory = budget.memory().min(MOST_BYTES);
        // While the rules are written, each item has a list of its options that may be half empty.
        let lists = 2 * (size_of::<Use>() * problem.entry_count()) as u64;
        let nothing = Problem::default();
        // Nothing would have an empty solution, so its base must be above `memory`: `run` says so first.
        let (problem, options, base) =
            if base + lists > memory { (&nothing, 0, u64::MAX) } else { (problem, options, base) };
        let rules = Rules::of(problem, budget)?;
        let mut trail = Trail::new(options);
        let is_done = !rules.begin(problem, &mut trail);
        Ok(Sat {
            position: Position { rules, clauses: Clauses::new(options), trail },
            activity: Activity::new(options),
            analysis: Analysis::new(options),
            restarts: Restarts::new(),
            work: Work::default(),
            next_forget: FORGET,
            rounds: 0,
            budget: budget.clone(),
            memory,
            base,
            next_look: 0,
            is_shown: false,
            is_done,
        })
    }

    /// Runs to the next solution, or until this many nodes in all have been entered. Where it pauses changes
    /// nothing.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        if std::mem::take(&mut self.is_shown) {
            self.block();
        }
        loop {
            if self.is_done {
                return Pause::End;
            }
            if self.base.saturating_add(self.position.clauses.bytes()) > self.memory {
                return Pause::Memory;
            }
            if self.is_stopped() {
                return Pause::Bound;
            }
            if let Some(conflict) = self.position.propagate(&mut self.work.updates) {
                if self.position.trail.depth() == 0 {
                    self.is_done = true;
                    continue;
                }
                self.analysis.run(conflict, &mut self.position, &mut self.activity);
                let glue = self.analysis.glue(&self.position);
                self.restarts.note(glue);
                self.activity.decay(self.restarts.decay());
                self.learn(glue);
            } else if self.restarts.is_due() && self.position.trail.depth() > 0 {
                self.restart();
            } else if self.work.nodes >= nodes {
                return Pause::Bound;
            } else if !self.decide() {
                self.is_shown = true;
                return Pause::Solution;
            }
        }
    }

    fn is_stopped(&mut self) -> bool {
        if self.work.updates < self.next_look {
            return false;
        }
        let is_stopped = self.budget.check().is_err();
        if !is_stopped {
            self.next_look = self.work.updates + BETWEEN_LOOKS;
        }
        is_stopped
    }

    /// Enters a node: chooses the most active option that is left. If there is none, this is a solution.
    fn decide(&mut self) -> bool {
        self.work.nodes += 1;
        if self.restarts.conflicts() >= self.next_forget {
            self.rounds += 1;
            self.next_forget = self.restarts.conflicts() + FORGET * (self.rounds + 1);
            self.position.clauses.forget(&mut self.position.trail);
        }
        while let Some(option) = self.activity.remove_first() {
            if !self.position.trail.is_assigned(option) {
                self.position.trail.decide(Literal::chosen(option as u32));
                return true;
            }
        }
        false
    }

    /// Adds the clause of the analysis, and goes back to where it first would have implied a literal.
    fn learn(&mut self, glue: u32) {
        let Sat { position, activity, analysis, .. } = self;
        let clause = &mut analysis.clause;
        let (mut depth, mut reason) = (0, Reason::Decision);
        if let Some(place) = (1..clause.len()).max_by_key(|&place| position.level(clause[place])) {
            clause.swap(1, place);
            depth = position.level(clause[1]);
            let added = position.clauses.add(clause, glue);
            reason = if clause.len() == 2 { Reason::Other(clause[1]) } else { Reason::Clause(added) };
        }
        position.backtrack(depth, activity);
        position.trail.assign(clause[0], reason);
    }

    /// Any other solution lacks one of the decisions, because all the rest follows from them. The clause is
    /// kept forever, so its glue is 0. The search goes on at the last decision, which is now refused.
    fn block(&mut self) {
        let trail = &self.position.trail;
        let decisions = (0..trail.depth()).rev().map(|depth| !trail.decision(depth));
        self.analysis.clause.clear();
        self.analysis.clause.extend(decisions);
        if self.analysis.clause.is_empty() {
            self.is_done = true;
        } else {
            self.learn(0);
        }
    }

    /// Goes back to the top, but keeps the decisions that it would make again.
    fn restart(&mut self) {
        self.restarts.begin();
        let Sat { position, activity, .. } = self;
        while let Some(first) = activity.first()
            && position.trail.is_assigned(first)
        {
            activity.remove_first();
        }
        let Some(next) = activity.first() else { return };
        let is_kept = |&depth: &usize| {
            let decision = position.trail.decision(depth);
            decision.is_chosen() && activity.is_more_active(decision.option(), next)
        };
        let depth = (0..position.trail.depth()).take_while(is_kept).count();
        position.backtrack(depth, activity);
    }

    /// The clauses that it has learned.
    #[cfg(test)]
    pub(super) fn clauses(&self) -> impl Iterator<Item = Vec<Literal>> {
        self.position.clauses.iter()
    }

    /// How many clauses it has learned, with those that it has forgotten.
    #[cfg(test)]
    pub(super) fn conflicts(&self) -> u64 {
        self.restarts.conflicts()
    }

    /// Checks the invariants.
    #[cfg(test)]
    pub(super) fn check(&self) {
        self.position.rules.check(&self.position.trail);
        if !self.is_done {
            self.position.clauses.check(&self.position.trail);
        }
    }

    /// Is it certain that there are no more solutions?
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

impl Task for Sat {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work
    }
    /// Nothing is known before the end.
    fn fraction(&self) -> f64 {
        if self.is_done { 1.0 } else { 0.0 }
    }
    /// It checks the budget itself.
    fn pace(&self) -> u64 {
        PACE
    }
}

impl Listing for Sat {
    fn solution(&mut self) -> Solution {
        self.position.trail.chosen().collect()
    }
}

shown_by_work!(Sat);
