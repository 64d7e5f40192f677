//! The order of the turns of a race, and how long they are.

/// The number of nodes in the first turn: some milliseconds. There are more if attempts are longer.
pub(super) const HEAD_START: u64 = 1 << 14;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    Systematic,
    Restarts,
    /// A solver that learns.
    Learner,
}

/// When the learner has its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lessons {
    /// The round of turns in which it has its first turn.
    pub(super) from: u64,
    /// The nodes of the others in a turn are shifted right by this to give its own: its nodes cost more.
    pub(super) fewer: u32,
    /// The maximum number of nodes that it enters; 0 if there is no learner.
    pub(super) most: u64,
}

impl Lessons {
    /// There is no learner.
    pub(super) const NONE: Lessons = Lessons { from: u64::MAX, fewer: 0, most: 0 };
}

/// The order of the turns, which are numbered from 0. They come in rounds: each of the two has one turn, and
/// starting with a certain round the learner has the third. In its turn each runs up to a given number of its
/// own nodes.
///
/// Turns of restarts end where attempts end: each bound is a multiple of a power of two, and is a sum of the
/// first members of Luby's sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    pub(super) first: Runner,
    /// There are none if the problem is too large for them: then their turns have no nodes.
    pub(super) has_restarts: bool,
    /// How often turns and attempts are doubled because there are many items.
    pub(super) doublings: u32,
    pub(super) lessons: Lessons,
}

impl Turns {
    /// The round of a turn, and the place in it.
    fn place(self, turn: u64) -> (u64, u64) {
        match turn.checked_sub(self.lessons.from.saturating_mul(2)) {
            None => (turn / 2, turn % 2),
            Some(beyond) => (self.lessons.from + beyond / 3, beyond % 3),
        }
    }

    pub(super) fn runner(self, turn: u64) -> Runner {
        match (self.first, self.place(turn).1) {
            (_, 2) => Runner::Learner,
            (Runner::Restarts, 0) | (Runner::Systematic | Runner::Learner, 1) => Runner::Restarts,
            _ => Runner::Systematic,
        }
    }

    /// The first turn of a runner, starting with this one. The learner has none before its first round.
    pub(super) fn next_of(self, runner: Runner, from: u64) -> u64 {
        (from..from + 3).find(|&turn| self.runner(turn) == runner).unwrap_or(u64::MAX)
    }

    /// The nodes of its own at which the runner's turn ends.
    pub(super) fn bound(self, turn: u64) -> u64 {
        if self.runner(turn) == Runner::Restarts && !self.has_restarts {
            return 0;
        }
        let (round, place) = self.place(turn);
        let shift = u32::try_from(round).ok().and_then(|round| round.checked_add(self.doublings));
        let doubled = shift.and_then(|shift| 1u64.checked_shl(shift));
        let nodes = HEAD_START.saturating_mul(doubled.unwrap_or(u64::MAX));
        if place < 2 {
            return nodes;
        }
        (nodes >> self.lessons.fewer).min(self.lessons.most)
    }

    /// How many of the first nodes of the race belong to each runner.
    pub(super) fn shares(self, nodes: u64) -> Shares {
        if nodes == u64::MAX {
            return Shares { systematic: nodes, restarts: nodes, learner: nodes };
        }
        let (mut shares, mut left) = (Shares::default(), nodes);
        for turn in 0.. {
            let own = match self.runner(turn) {
                Runner::Systematic => &mut shares.systematic,
                Runner::Restarts => &mut shares.restarts,
                Runner::Learner => &mut shares.learner,
            };
            let more = left.min(self.bound(turn) - *own);
            *own += more;
            left -= more;
            if left == 0 {
                break;
            }
        }
        shares
    }
}

/// Parts of the first nodes of a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shares {
    pub(super) systematic: u64,
    pub(super) restarts: u64,
    pub(super) learner: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fast::Attempts;

    #[test]
    fn turns_of_restarts_end_where_attempts_end() {
        for doublings in [0, 5] {
            let (first, lessons) = (Runner::Systematic, Lessons::NONE);
            let turns = Turns { first, has_restarts: true, doublings, lessons };
            let (mut nodes, mut turn) = (0, 1);
            for number in 1..1 << 20 {
                nodes += Attempts::length(number, doublings);
                if nodes >= turns.bound(turn) {
                    assert_eq!(nodes, turns.bound(turn), "{turn}");
                    turn += 2;
                }
            }
            assert!(turn > 30, "{turn}");
        }
    }

    /// The nodes of the systematic search and of restarts.
    fn of_two(turns: Turns, nodes: u64) -> (u64, u64) {
        let Shares { systematic, restarts, learner } = turns.shares(nodes);
        assert_eq!(learner, 0);
        (systematic, restarts)
    }

    #[test]
    fn shares_follow_the_turns() {
        let turns =
            Turns { first: Runner::Systematic, has_restarts: true, doublings: 0, lessons: Lessons::NONE };
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
            assert_eq!(of_two(turns, nodes), (systematic, restarts), "{nodes}");
            let other = Turns { first: Runner::Restarts, ..turns };
            assert_eq!(of_two(other, nodes), (restarts, systematic), "{nodes}");
        }
        for nodes in [u64::MAX - 1, u64::MAX / 3] {
            let (systematic, restarts) = of_two(turns, nodes);
            assert_eq!(systematic + restarts, nodes);
        }
        assert_eq!(of_two(Turns { has_restarts: false, ..turns }, 5 * unit), (5 * unit, 0));
    }

    #[test]
    fn the_learner_has_every_third_turn_from_its_round_on() {
        let lessons = Lessons { from: 2, fewer: 2, most: u64::MAX };
        let turns = Turns { first: Runner::Systematic, has_restarts: true, doublings: 0, lessons };
        let order: Vec<Runner> = (0..10).map(|turn| turns.runner(turn)).collect();
        let (s, r, l) = (Runner::Systematic, Runner::Restarts, Runner::Learner);
        assert_eq!(order, [s, r, s, r, s, r, l, s, r, l]);
        // A quarter of the nodes of the others.
        assert_eq!((turns.bound(4), turns.bound(5), turns.bound(6)), (1 << 16, 1 << 16, 1 << 14));
        assert_eq!((turns.bound(7), turns.bound(9)), (1 << 17, 1 << 15));
        assert_eq!(turns.bound(12), 1 << 16);
        let before = 2 << 16;
        assert_eq!(turns.shares(before + 5), Shares { systematic: 1 << 16, restarts: 1 << 16, learner: 5 });
        // Once it has left, its turns have no nodes.
        let turns = Turns { lessons: Lessons { most: 5, ..lessons }, ..turns };
        let shares = turns.shares(before + 9);
        assert_eq!(shares, Shares { systematic: (1 << 16) + 4, restarts: 1 << 16, learner: 5 });
    }
}
