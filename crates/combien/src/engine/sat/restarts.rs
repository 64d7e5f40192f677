//! When the search goes back to the top, with all that it has learnt.
//!
//! Two ways take turns (Chanseok Oh, 2015): *quick* restarts, whenever recent clauses are worse than usual,
//! which are good where there is no solution; and *rare* ones, by Luby's sequence, which are good where there
//! is one.

/// Activities become this part of what they were, at each conflict: quick, rare.
const DECAY: [f64; 2] = [0.9, 0.95];
/// Averages of the glue are taken over about this many conflicts: recent ones,
const RECENT: f64 = 33.0;
/// and all that count.
const USUAL: f64 = 1e5;
/// A quick restart comes if the recent glue is this many times the usual one.
const WORSE: f64 = 1.1;
/// Luby's sequence is told in this many conflicts.
const UNIT: u64 = 1 << 10;
/// The first phases have this many conflicts; the k-th two have k squared times as many.
const PHASE: u64 = 1000;

/// What the conflicts so far say.
pub(super) struct Restarts {
    conflicts: u64,
    recent: f64,
    usual: f64,
    /// Conflicts since the last restart.
    since: u64,
    phase: u64,
    next_phase: u64,
    /// Knuth's state of Luby's sequence ("reluctant doubling").
    luby: (u64, u64),
}

impl Restarts {
    pub(super) fn new() -> Restarts {
        Restarts {
            conflicts: 0,
            recent: 0.0,
            usual: 0.0,
            since: 0,
            phase: 0,
            next_phase: PHASE,
            luby: (1, 1),
        }
    }

    fn is_rare(&self) -> bool {
        self.phase % 2 == 1
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// A clause of this glue was learnt.
    pub(super) fn note(&mut self, glue: u32) {
        self.conflicts += 1;
        self.since += 1;
        let count = self.conflicts as f64;
        self.recent += (f64::from(glue) - self.recent) / count.min(RECENT);
        self.usual += (f64::from(glue) - self.usual) / count.min(USUAL);
    }

    /// The part to which activities fall.
    pub(super) fn decay(&self) -> f64 {
        DECAY[usize::from(self.is_rare())]
    }

    pub(super) fn is_due(&self) -> bool {
        if self.is_rare() {
            return self.since >= UNIT * self.luby.1;
        }
        self.since > 1 && self.recent > WORSE * self.usual
    }

    /// It begins again.
    pub(super) fn begin(&mut self) {
        self.since = 0;
        let (u, v) = self.luby;
        if self.is_rare() {
            self.luby = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
        }
        if self.conflicts >= self.next_phase {
            self.phase += 1;
            self.next_phase = self.conflicts + PHASE * (self.phase / 2 + 1).pow(2);
            self.luby = (1, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first members of the sequence of Luby, Sinclair and Zuckerman (1993).
    #[test]
    fn rare_restarts_follow_lubys_sequence() {
        let mut restarts = Restarts { phase: 1, next_phase: u64::MAX, ..Restarts::new() };
        for member in [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8] {
            for conflict in 0..member * UNIT {
                assert!(!restarts.is_due(), "{conflict} of {member}");
                restarts.note(5);
            }
            assert!(restarts.is_due());
            restarts.begin();
        }
    }
}
