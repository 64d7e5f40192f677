//! What of a race has been done, what of it counts, and what is to be done next.

use std::collections::{BTreeMap, VecDeque};

use crate::engine::fast::{Attempt, Attempts, Fast};
use crate::engine::{Pause, Work};
use crate::problem::Solution;

/// The first turn has so many nodes: some milliseconds.
const HEAD_START: u64 = 1 << 14;
/// Nobody is more than so many turns ahead: by then all that comes between is twice as much as was before.
const LEAD: u64 = 4;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    Systematic,
    Restarts,
}

/// The order of the turns, which are numbered from 0. Each of the two has every other one, and goes on in it up to so
/// many nodes of its own.
///
/// Turns of restarts end where attempts end: all multiples of a power of two that it sums up to are sums of the first
/// members of Luby's sequence.
#[derive(Clone, Copy, Debug)]
struct Turns {
    first: Runner,
    /// The problem is too large for restarts, and there is one turn without an end.
    is_systematic_only: bool,
}

impl Turns {
    fn runner(self, turn: u64) -> Runner {
        match (self.first, turn % 2) {
            (first, 0) => first,
            (Runner::Systematic, _) => Runner::Restarts,
            (Runner::Restarts, _) => Runner::Systematic,
        }
    }

    /// The first turn of one of them.
    fn first_of(self, runner: Runner) -> u64 {
        u64::from(self.first != runner)
    }

    /// The nodes of its own at which the runner's turn ends.
    fn bound(self, turn: u64) -> u64 {
        if self.is_systematic_only {
            return u64::MAX;
        }
        let doubled = u32::try_from(turn / 2).ok().and_then(|shift| 1u64.checked_shl(shift));
        HEAD_START.saturating_mul(doubled.unwrap_or(u64::MAX))
    }

    /// How many of the first nodes of the race are those of the systematic search, and of restarts.
    fn shares(self, nodes: u64) -> (u64, u64) {
        match nodes {
            _ if self.is_systematic_only => return (nodes, 0),
            u64::MAX => return (nodes, nodes),
            _ => {}
        }
        let (mut systematic, mut restarts, mut left) = (0, 0, nodes);
        for turn in 0.. {
            let own = match self.runner(turn) {
                Runner::Systematic => &mut systematic,
                Runner::Restarts => &mut restarts,
            };
            let more = left.min(self.bound(turn) - *own);
            *own += more;
            left -= more;
            if left == 0 {
                break;
            }
        }
        (systematic, restarts)
    }
}

/// Where in the race something is done: the turn, and the number of the attempt.
type Place = (u64, u64);

/// What a search held when it was last put down: its bytes, and the most that a node may add.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: usize,
    growth: usize,
}

/// The systematic search, perhaps ahead of its turn.
struct Systematic {
    /// None while a thread has it.
    search: Option<Box<Fast>>,
    held: Held,
    work: Work,
    turn: u64,
    /// At a solution or at its end, in this turn.
    outcome: Option<Pause>,
    /// Its work at the ends of turns that do not count yet, and the part of it that lay behind.
    ends: VecDeque<(Work, f64)>,
    /// The same at the end of its last turn that counts.
    counted: (Work, f64),
}

/// All attempts.
struct Series {
    /// Those that have begun and have not been given up, ascending.
    at_work: Vec<AtWork>,
    /// The work of those that were given up and do not count yet.
    given_up: BTreeMap<u64, Work>,
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

/// What a thread is to do: to go on up to so many nodes.
pub(super) struct Leg {
    pub(super) job: Job,
    pub(super) most: u64,
}

/// A search in hand.
pub(super) enum Job {
    Systematic(Box<Fast>),
    /// An attempt by its number. One that is new is still to be made.
    Attempt(u64, Option<Box<Attempt>>),
    /// An attempt, but the problem is too large for any.
    Impossible,
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
    systematic: Systematic,
    series: Series,
    /// All work, whether it counts or not.
    total: Work,
    /// Who has won.
    winner: Option<Runner>,
}

impl Ledger {
    pub(super) fn new(search: Fast, first: Runner) -> Ledger {
        let turns = Turns { first, is_systematic_only: false };
        let systematic = Systematic {
            work: search.work(),
            held: Held { bytes: search.bytes(), growth: search.growth() },
            turn: turns.first_of(Runner::Systematic),
            outcome: None,
            ends: VecDeque::new(),
            counted: (Work::default(), search.fraction_done()),
            search: Some(Box::new(search)),
        };
        let series = Series {
            at_work: vec![],
            given_up: BTreeMap::new(),
            next: 1,
            next_start: 0,
            next_turn: turns.first_of(Runner::Restarts),
            front: 1,
            counted: Work::default(),
        };
        Ledger { turns, turn: 0, systematic, series, total: Work::default(), winner: None }
    }

    /// Takes what comes first of all that is in nobody's hands, is among the first `nodes` nodes of the race, and may
    /// still be wanted: at most `most` nodes of it.
    pub(super) fn take(&mut self, nodes: u64, most: u64) -> Option<Leg> {
        let horizon = self.horizon();
        let (for_systematic, for_restarts) = self.turns.shares(nodes);
        let Ledger { turns, systematic, series, .. } = self;
        let is_open = (systematic.turn, 0) < horizon && systematic.work.nodes < for_systematic;
        let open = systematic.search.as_ref().filter(|_| is_open).map(|_| systematic.turn);
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
        let is_there = place < horizon && start < for_restarts && !turns.is_systematic_only;
        match open {
            Some(turn) if !is_there || turn < place.0 => {
                let most = systematic.work.nodes.saturating_add(most);
                let most = most.min(turns.bound(turn)).min(for_systematic);
                systematic.search.take().map(|search| Leg { job: Job::Systematic(search), most })
            }
            _ if is_there => {
                let index = index.unwrap_or_else(|| series.begin(*turns));
                let at = &mut series.at_work[index];
                at.is_in_hand = true;
                let AtWork { number, work, ref mut attempt, .. } = *at;
                let most = work.nodes.saturating_add(most);
                let most = most.min(Attempts::length(number)).min(for_restarts - start);
                Some(Leg { job: Job::Attempt(number, attempt.take()), most })
            }
            _ => None,
        }
    }

    /// What is done from here on is not wanted: it is too far ahead, or beyond a solution.
    fn horizon(&self) -> Place {
        let solved = self.systematic.outcome.map(|_| (self.systematic.turn, 0));
        let attempts = self.series.at_work.iter().filter(|at| at.outcome.is_some());
        let lead = (self.turn.saturating_add(LEAD + 1), 0);
        attempts.map(|at| (at.turn, at.number)).chain(solved).fold(lead, Place::min)
    }

    /// Puts down what has been done, and tells how much work it was.
    pub(super) fn put(&mut self, done: Done) -> Work {
        let Done { job, pause } = done;
        let outcome = Some(pause).filter(|&pause| pause != Pause::Bound);
        let (before, after) = match job {
            Job::Systematic(search) => {
                let systematic = &mut self.systematic;
                let before = systematic.work;
                (systematic.work, systematic.outcome) = (search.work(), outcome);
                systematic.held = Held { bytes: search.bytes(), growth: search.growth() };
                if outcome.is_none() && systematic.work.nodes >= self.turns.bound(systematic.turn) {
                    systematic.ends.push_back((systematic.work, search.fraction_done()));
                    systematic.turn += 2;
                }
                systematic.search = Some(search);
                (before, systematic.work)
            }
            Job::Attempt(number, attempt) => self.series.put(number, attempt, outcome),
            Job::Impossible => {
                self.turns.is_systematic_only = true;
                self.series.at_work.clear();
                (Work::default(), Work::default())
            }
        };
        self.count();
        let nodes = after.nodes - before.nodes;
        let updates = after.updates - before.updates;
        self.total = sum(self.total, Work { nodes, updates });
        Work { nodes, updates }
    }

    /// Counts what is done up to the first that is not.
    fn count(&mut self) {
        let Ledger { turns, systematic, series, .. } = self;
        loop {
            let (is_done, is_won) = match turns.runner(self.turn) {
                Runner::Systematic => match systematic.ends.pop_front() {
                    Some(end) => {
                        systematic.counted = end;
                        (true, false)
                    }
                    None => (false, systematic.outcome.is_some()),
                },
                Runner::Restarts if turns.is_systematic_only => (true, false),
                Runner::Restarts => {
                    let bound = turns.bound(self.turn);
                    while series.counted.nodes < bound
                        && let Some(work) = series.given_up.remove(&series.front)
                    {
                        series.counted = sum(series.counted, work);
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

    /// The bytes of all searches, when they were last put down.
    pub(super) fn bytes(&self) -> usize {
        self.systematic.held.bytes + self.series.at_work.iter().map(|at| at.held.bytes).sum::<usize>()
    }

    /// The most bytes that a node may add to one of them.
    pub(super) fn growth(&self) -> usize {
        let attempts = self.series.at_work.iter().map(|at| at.held.growth);
        attempts.fold(self.systematic.held.growth, usize::max)
    }

    /// Whether there is a solution, as soon as that is known.
    pub(super) fn outcome(&self) -> Option<Pause> {
        match self.winner? {
            Runner::Systematic => self.systematic.outcome,
            Runner::Restarts => self.series.at_front()?.outcome,
        }
    }

    /// At a solution, the solution.
    pub(super) fn solution(&mut self) -> Solution {
        let attempt = self.series.at_work.first_mut().and_then(|at| at.attempt.as_mut());
        match (self.winner, attempt, &mut self.systematic.search) {
            (Some(Runner::Restarts), Some(attempt), _) => attempt.solution(),
            (_, _, Some(search)) => search.solution(),
            _ => unreachable!("at a solution nobody is at work"),
        }
    }

    /// The work that counts: what one thread would have done.
    pub(super) fn work(&self) -> Work {
        match self.turns.runner(self.turn) {
            Runner::Systematic => sum(self.systematic.work, self.series.counted),
            Runner::Restarts => {
                let at_front = self.series.at_front().map_or(Work::default(), |at| at.work);
                sum(self.systematic.counted.0, sum(self.series.counted, at_front))
            }
        }
    }

    /// All work.
    pub(super) fn total(&self) -> Work {
        self.total
    }

    /// The part of the systematic search that lies behind, as far as it counts.
    pub(super) fn fraction_done(&self) -> f64 {
        match (self.turns.runner(self.turn), &self.systematic.search) {
            (Runner::Systematic, Some(search)) => search.fraction_done(),
            _ => self.systematic.counted.1,
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
        self.next_start += Attempts::length(number);
        while self.next_start >= turns.bound(self.next_turn) {
            self.next_turn += 2;
        }
        self.at_work.len() - 1
    }

    /// Its work before and now. One that has come to its length is given up.
    fn put(&mut self, number: u64, attempt: Option<Box<Attempt>>, outcome: Option<Pause>) -> (Work, Work) {
        let index = self.at_work.iter().position(|at| at.number == number).expect("it was at work");
        let before = self.at_work[index].work;
        let after = attempt.as_ref().map_or(before, |attempt| attempt.work());
        if outcome.is_none() && after.nodes >= Attempts::length(number) {
            self.at_work.remove(index);
            self.given_up.insert(number, after);
        } else {
            let at = &mut self.at_work[index];
            if let Some(attempt) = &attempt {
                at.held = Held { bytes: attempt.bytes(), growth: attempt.growth() };
            }
            (at.work, at.attempt, at.outcome, at.is_in_hand) = (after, attempt, outcome, false);
        }
        (before, after)
    }

    /// The first attempt that does not count yet, if it has begun and has not been given up.
    fn at_front(&self) -> Option<&AtWork> {
        self.at_work.first().filter(|at| at.number == self.front)
    }
}

fn sum(a: Work, b: Work) -> Work {
    Work { nodes: a.nodes + b.nodes, updates: a.updates + b.updates }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_restarts_end_where_attempts_end() {
        let turns = Turns { first: Runner::Systematic, is_systematic_only: false };
        let (mut nodes, mut turn) = (0, 1);
        for number in 1..1 << 20 {
            nodes += Attempts::length(number);
            if nodes >= turns.bound(turn) {
                assert_eq!(nodes, turns.bound(turn), "{turn}");
                turn += 2;
            }
        }
        assert!(turn > 30, "{turn}");
    }

    #[test]
    fn shares_follow_the_turns() {
        let turns = Turns { first: Runner::Systematic, is_systematic_only: false };
        let unit = HEAD_START;
        for (nodes, systematic, restarts) in [
            (0, 0, 0),
            (unit - 1, unit - 1, 0),
            (unit, unit, 0),
            (unit + 1, unit, 1),
            (2 * unit, unit, unit),
            (3 * unit - 5, 2 * unit - 5, unit),
            (3 * unit + 7, 2 * unit, unit + 7),
            (5 * unit, 3 * unit, 2 * unit),
        ] {
            assert_eq!(turns.shares(nodes), (systematic, restarts), "{nodes}");
            let other = Turns { first: Runner::Restarts, ..turns };
            assert_eq!(other.shares(nodes), (restarts, systematic), "{nodes}");
        }
        for nodes in [u64::MAX - 1, u64::MAX / 3] {
            let (systematic, restarts) = turns.shares(nodes);
            assert_eq!(systematic + restarts, nodes);
        }
        assert_eq!(Turns { is_systematic_only: true, ..turns }.shares(12), (12, 0));
    }
}
