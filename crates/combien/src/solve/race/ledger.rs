//! The state of a race: which work has been done, which of it counts, and what to do next.

use std::collections::{BTreeMap, VecDeque};

use super::turns::{Runner, Shares, Turns};
use crate::budget::{Pause, Work};
use crate::engine::fast::{Attempt, Attempts, Fast};
use crate::engine::{Listing, Search as _, Task};
use crate::problem::Solution;

/// The maximum number of turns that a thread may work ahead: the turns in between are then twice as much work
/// as all turns before.
const LEAD: u64 = 4;
/// Where in the race something is done: the turn, and the number of the attempt.
type Place = (u64, u64);

/// The memory of a search when it last paused: its bytes, and the maximum that a node may add.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: usize,
    growth: usize,
}

/// A search that goes on where it was, perhaps ahead of its turn.
struct Steady<S> {
    runner: Runner,
    /// None while a thread has it, or it is still to be made.
    search: Option<S>,
    is_in_hand: bool,
    held: Held,
    work: Work,
    turn: u64,
    /// At a solution or at its end, in this turn.
    outcome: Option<Pause>,
    /// Its work at the ends of turns that do not count yet, and the part of it that lay behind.
    ends: VecDeque<(Work, f64)>,
    /// Its work at the end of its last turn that counts, and the part of it that lay behind.
    counted: (Work, f64),
}

/// All attempts.
struct Series {
    /// Those that have begun and have not been abandoned, ascending.
    at_work: Vec<AtWork>,
    /// The work of those that were abandoned and do not count yet.
    given_up: BTreeMap<u64, Work>,
    /// Their memory, for the next ones.
    arenas: Vec<Vec<u64>>,
    /// The number of the next one, its first node, and its turn.
    next: u64,
    next_start: u64,
    next_turn: u64,
    /// The first one that does not count yet, and the work of those before.
    front: u64,
    counted: Work,
}

/// An attempt that has begun.
struct AtWork {
    number: u64,
    start: u64,
    turn: u64,
    work: Work,
    held: Held,
    /// A thread has it.
    is_in_hand: bool,
    /// None while a thread has it, or it is still to be made.
    attempt: Option<Box<Attempt>>,
    outcome: Option<Pause>,
}

/// The task of a thread: continue up to this number of nodes.
pub(super) struct Leg {
    pub(super) job: Job,
    pub(super) most: u64,
}

/// A search in hand.
pub(super) enum Job {
    Systematic(Box<Fast>),
    /// An attempt by its number. One that is new is still to be made, in this memory.
    Attempt(u64, Option<Box<Attempt>>, Vec<u64>),
    /// An attempt, but the problem is too large for any.
    Impossible,
    /// The solver that learns. At first it is still to be made; if it is not there after that, it cannot be.
    Learner(Option<Box<dyn Listing>>),
}

/// What a thread has done.
pub(super) struct Done {
    pub(super) job: Job,
    pub(super) pause: Pause,
}

/// What of the race has been done.
pub(super) struct Ledger {
    turns: Turns,
    /// The first turn that is not done: the one that counts now.
    turn: u64,
    systematic: Steady<Box<Fast>>,
    series: Series,
    learner: Steady<Box<dyn Listing>>,
    /// All work, whether it counts or not.
    total: Work,
    /// Who has won.
    winner: Option<Runner>,
}

impl Ledger {
    /// The maximum number of bytes for the learner.
    pub(super) fn new(search: Fast, turns: Turns, bytes: usize) -> Ledger {
        let held = Held { bytes: search.bytes(), growth: search.growth() };
        let (work, fraction) = (search.work(), search.fraction());
        let first = turns.next_of(Runner::Systematic, 0);
        let systematic = Steady { work, ..Steady::new(Runner::Systematic, held, fraction, first) };
        let systematic = Steady { search: Some(Box::new(search)), ..systematic };
        let series = Series {
            at_work: vec![],
            given_up: BTreeMap::new(),
            arenas: vec![],
            next: 1,
            next_start: 0,
            next_turn: turns.next_of(Runner::Restarts, 0),
            front: 1,
            counted: Work::default(),
        };
        let first = if turns.lessons.most > 0 { 2 * turns.lessons.from + 2 } else { u64::MAX };
        let learner = Steady::new(Runner::Learner, Held { bytes, growth: 0 }, 0.0, first);
        Ledger { turns, turn: 0, systematic, series, learner, total: Work::default(), winner: None }
    }

    /// Takes the first task that no thread has, that is among the first `nodes` nodes of the race, and that
    /// may still be needed: at most `most` nodes of it.
    pub(super) fn take(&mut self, nodes: u64, most: u64) -> Option<Leg> {
        let horizon = self.horizon();
        let Shares { systematic: for_systematic, restarts: for_restarts, learner: for_learner } =
            self.turns.shares(nodes);
        let Ledger { turns, systematic, series, learner, .. } = self;
        let open = systematic.open(horizon, for_systematic);
        let is_open = |at: &AtWork| {
            !at.is_in_hand
                && (at.turn, at.number) < horizon
                && at.start.saturating_add(at.work.nodes) < for_restarts
        };
        let index = series.at_work.iter().position(is_open);
        let (place, start) = match index.map(|index| &series.at_work[index]) {
            Some(at) => ((at.turn, at.number), at.start),
            None => ((series.next_turn, series.next), series.next_start),
        };
        let is_there = place < horizon && start < for_restarts && turns.has_restarts;
        let first = open.into_iter().chain(Some(place.0).filter(|_| is_there)).min();
        if learner.open(horizon, for_learner).is_some_and(|turn| first.is_none_or(|first| turn < first)) {
            let (search, most) = learner.hand_out(*turns, most, for_learner);
            return Some(Leg { job: Job::Learner(search), most });
        }
        match open {
            Some(turn) if !is_there || turn < place.0 => {
                let (search, most) = systematic.hand_out(*turns, most, for_systematic);
                search.map(|search| Leg { job: Job::Systematic(search), most })
            }
            _ if is_there => {
                let index = index.unwrap_or_else(|| series.begin(*turns));
                let at = &mut series.at_work[index];
                at.is_in_hand = true;
                let AtWork { number, work, ref mut attempt, .. } = *at;
                let most = work.nodes.saturating_add(most);
                let most = most.min(Attempts::length(number, turns.doublings)).min(for_restarts - start);
                let attempt = attempt.take();
                let arena = if attempt.is_none() { series.arenas.pop() } else { None };
                Some(Leg { job: Job::Attempt(number, attempt, arena.unwrap_or_default()), most })
            }
            _ => None,
        }
    }

    /// Later turns are not needed: they are too far ahead, or beyond a solution.
    fn horizon(&self) -> Place {
        let solved = self.systematic.outcome.map(|_| (self.systematic.turn, 0));
        let attempts = self.series.at_work.iter().filter(|at| at.outcome.is_some());
        let learnt = self.learner.outcome.map(|_| (self.learner.turn, 0));
        let lead = (self.turn.saturating_add(LEAD + 1), 0);
        attempts.map(|at| (at.turn, at.number)).chain(solved).chain(learnt).fold(lead, Place::min)
    }

    /// Records what has been done, and returns how much work it was.
    pub(super) fn put(&mut self, done: Done) -> Work {
        let Done { job, pause } = done;
        let outcome = Some(pause).filter(|&pause| pause != Pause::Bound);
        let (before, after) = match job {
            Job::Systematic(search) => {
                let so_far = (search.work(), search.fraction());
                self.systematic.held = Held { bytes: search.bytes(), growth: search.growth() };
                self.systematic.put(Some(search), so_far, outcome, self.turns)
            }
            Job::Attempt(number, attempt, _) => self.series.put(number, self.turns, attempt, outcome),
            Job::Learner(search) => self.put_learner(search, pause),
            Job::Impossible => {
                self.turns.has_restarts = false;
                self.series.at_work.clear();
                (Work::default(), Work::default())
            }
        };
        self.count();
        self.total += after - before;
        after - before
    }

    /// Has the learner left the race?
    #[cfg(test)]
    pub(super) fn has_lost_the_learner(&self) -> bool {
        self.learner.turn == u64::MAX
    }

    /// The work of the learner before and now. If it reports that there is no solution, that is not proved,
    /// so it leaves the race. It also leaves if it cannot be built or has no more memory.
    fn put_learner(&mut self, search: Option<Box<dyn Listing>>, pause: Pause) -> (Work, Work) {
        let Ledger { turns, learner, .. } = self;
        let work = search.as_ref().map_or(learner.work, Task::work);
        let search = search.filter(|_| !matches!(pause, Pause::End | Pause::Memory));
        let leaves = search.is_none();
        if leaves {
            turns.lessons.most = work.nodes;
        }
        let outcome = Some(pause).filter(|&pause| pause == Pause::Solution);
        let done = learner.put(search, (work, 0.0), outcome, *turns);
        if leaves {
            learner.turn = u64::MAX;
        }
        done
    }

    /// Counts all turns up to the first one that is not done.
    fn count(&mut self) {
        let Ledger { turns, systematic, series, learner, .. } = self;
        loop {
            let (is_done, is_won) = match turns.runner(self.turn) {
                Runner::Systematic => systematic.count(self.turn),
                Runner::Learner => learner.count(self.turn),
                Runner::Restarts if !turns.has_restarts => (true, false),
                Runner::Restarts => {
                    let bound = turns.bound(self.turn);
                    while series.counted.nodes < bound
                        && let Some(work) = series.given_up.remove(&series.front)
                    {
                        series.counted += work;
                        series.front += 1;
                    }
                    let is_done = series.counted.nodes >= bound;
                    (is_done, !is_done && series.at_front().is_some_and(|at| at.outcome.is_some()))
                }
            };
            if is_won {
                self.winner = Some(turns.runner(self.turn));
            }
            if !is_done {
                return;
            }
            self.turn += 1;
        }
    }

    /// The bytes of all searches when they last paused.
    pub(super) fn bytes(&self) -> usize {
        let attempts = self.series.at_work.iter().map(|at| at.held.bytes).sum::<usize>();
        let has_learner = self.learner.search.is_some() || self.learner.is_in_hand;
        let learner = if has_learner { self.learner.held.bytes } else { 0 };
        let idle = self.series.arenas.iter().map(Vec::len).sum::<usize>() * size_of::<u64>();
        self.systematic.held.bytes + attempts + idle + learner
    }

    /// Frees what is kept for the next attempts.
    pub(super) fn free_idle(&mut self) {
        self.series.arenas.clear();
    }

    /// The maximum number of bytes that a node may add to one of them.
    pub(super) fn growth(&self) -> usize {
        let attempts = self.series.at_work.iter().map(|at| at.held.growth);
        attempts.fold(self.systematic.held.growth, usize::max)
    }

    /// Whether there is a solution, as soon as that is known.
    pub(super) fn outcome(&self) -> Option<Pause> {
        match self.winner? {
            Runner::Systematic => self.systematic.outcome,
            Runner::Restarts => self.series.at_front()?.outcome,
            Runner::Learner => Some(Pause::Solution),
        }
    }

    /// Who has won.
    pub(super) fn winner(&self) -> Option<Runner> {
        self.winner
    }

    /// At a solution, the solution.
    pub(super) fn solution(&mut self) -> Solution {
        let attempt = self.series.at_work.first_mut().and_then(|at| at.attempt.as_mut());
        match (self.winner, attempt, &mut self.systematic.search, &mut self.learner.search) {
            (Some(Runner::Restarts), Some(attempt), _, _) => attempt.solution(),
            (Some(Runner::Learner), _, _, Some(learner)) => learner.solution(),
            (_, _, Some(search), _) => search.solution(),
            _ => unreachable!("at a solution nobody is at work"),
        }
    }

    /// The work that counts: what one thread would have done.
    pub(super) fn work(&self) -> Work {
        let (mut systematic, mut restarts, mut learner) =
            (self.systematic.counted.0, self.series.counted, self.learner.counted.0);
        match self.turns.runner(self.turn) {
            Runner::Systematic => systematic = self.systematic.work,
            Runner::Restarts => {
                restarts += self.series.at_front().map_or(Work::default(), |at| at.work);
            }
            Runner::Learner => learner = self.learner.work,
        }
        systematic + restarts + learner
    }

    /// All work.
    pub(super) fn total(&self) -> Work {
        self.total
    }

    /// The part of the systematic search that is done, as far as it counts.
    pub(super) fn fraction_done(&self) -> f64 {
        match (self.turns.runner(self.turn), &self.systematic.search) {
            (Runner::Systematic, Some(search)) => search.fraction(),
            _ => self.systematic.counted.1,
        }
    }
}

impl<S> Steady<S> {
    /// Still to be made, with this as its first turn.
    fn new(runner: Runner, held: Held, fraction: f64, turn: u64) -> Steady<S> {
        Steady {
            runner,
            search: None,
            is_in_hand: false,
            held,
            work: Work::default(),
            turn,
            outcome: None,
            ends: VecDeque::new(),
            counted: (Work::default(), fraction),
        }
    }

    /// Its turn, if a thread may have it before this place, within its share of the first nodes.
    fn open(&self, horizon: Place, share: u64) -> Option<u64> {
        let is_open = !self.is_in_hand && (self.turn, 0) < horizon && self.work.nodes < share;
        is_open.then_some(self.turn)
    }

    /// Hands it to a thread, and says up to which number of its nodes.
    fn hand_out(&mut self, turns: Turns, most: u64, share: u64) -> (Option<S>, u64) {
        self.is_in_hand = true;
        let most = self.work.nodes.saturating_add(most).min(turns.bound(self.turn)).min(share);
        (self.search.take(), most)
    }

    /// Takes it back. Its work before and now.
    fn put(
        &mut self,
        search: Option<S>,
        so_far: (Work, f64),
        outcome: Option<Pause>,
        turns: Turns,
    ) -> (Work, Work) {
        let before = self.work;
        (self.search, self.is_in_hand, self.work, self.outcome) = (search, false, so_far.0, outcome);
        if outcome.is_none() && self.work.nodes >= turns.bound(self.turn) {
            self.ends.push_back(so_far);
            self.turn = turns.next_of(self.runner, self.turn + 1);
        }
        (before, self.work)
    }

    /// Counts this turn of its, if it is done. Returns whether it is, or whether it has won in it.
    fn count(&mut self, turn: u64) -> (bool, bool) {
        match self.ends.pop_front() {
            Some(end) => {
                self.counted = end;
                (true, false)
            }
            None => (self.turn == u64::MAX, self.outcome.is_some() && self.turn == turn),
        }
    }
}

impl Series {
    /// The next attempt begins; where it is among those at work.
    fn begin(&mut self, turns: Turns) -> usize {
        let (number, start, turn) = (self.next, self.next_start, self.next_turn);
        self.at_work.push(AtWork {
            number,
            start,
            turn,
            work: Work::default(),
            held: Held::default(),
            is_in_hand: false,
            attempt: None,
            outcome: None,
        });
        self.next += 1;
        self.next_start += Attempts::length(number, turns.doublings);
        while self.next_start >= turns.bound(self.next_turn) {
            self.next_turn = turns.next_of(Runner::Restarts, self.next_turn + 1);
        }
        self.at_work.len() - 1
    }

    /// Its work before and now. An attempt that has reached its length is abandoned.
    fn put(
        &mut self,
        number: u64,
        turns: Turns,
        mut attempt: Option<Box<Attempt>>,
        outcome: Option<Pause>,
    ) -> (Work, Work) {
        let index = self.at_work.iter().position(|at| at.number == number).expect("it was at work");
        let before = self.at_work[index].work;
        let after = attempt.as_ref().map_or(before, |attempt| attempt.work());
        if outcome.is_none() && after.nodes >= Attempts::length(number, turns.doublings) {
            self.at_work.remove(index);
            self.given_up.insert(number, after);
            self.arenas.extend(attempt.as_mut().map(|attempt| attempt.take_arena()));
        } else {
            let at = &mut self.at_work[index];
            if let Some(attempt) = &attempt {
                at.held = Held { bytes: attempt.bytes(), growth: attempt.growth() };
            }
            (at.work, at.attempt, at.outcome, at.is_in_hand) = (after, attempt, outcome, false);
        }
        (before, after)
    }

    /// The first attempt that does not count yet, if it has begun and has not been abandoned.
    fn at_front(&self) -> Option<&AtWork> {
        self.at_work.first().filter(|at| at.number == self.front)
    }
}
