//! What is to be learnt from a conflict: the clause at its first unique implication point (Marques-Silva and
//! Sakallah, 1996), without the literals that the others imply.

use super::activity::Activity;
use super::position::Position;
use super::trail::{Conflict, Literal, Reason};

/// A literal that needs more steps than this to be shown superfluous stays.
const MOST_STEPS: usize = 500;

/// What is known of an option during one analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// It is in the clause, or was and has been resolved.
    Seen,
    Implied,
    NotImplied,
}

/// Room for the analysis of a conflict.
pub(super) struct Analysis {
    marks: Vec<Mark>,
    /// Those that are marked.
    marked: Vec<usize>,
    /// When each level was last counted.
    stamps: Vec<u64>,
    time: u64,
    reason: Vec<Literal>,
    open: Vec<Literal>,
    /// The clause. After [`run`](Analysis::run) its first literal is the one that follows from the others.
    pub(super) clause: Vec<Literal>,
}

impl Analysis {
    pub(super) fn new(options: usize) -> Analysis {
        Analysis {
            marks: vec![Mark::Unseen; options],
            marked: vec![],
            stamps: vec![0; options + 1],
            time: 0,
            reason: vec![],
            open: vec![],
            clause: vec![],
        }
    }

    /// Resolves the conflict with the reasons of its literals, from the end of the trail back, until one
    /// literal of the last level is left.
    pub(super) fn run(&mut self, conflict: Conflict, position: &mut Position, activity: &mut Activity) {
        self.clause.clear();
        self.clause.push(Literal(0));
        let (mut reason, mut yes) = (conflict.reason, None);
        let (mut open, mut place) = (0, position.trail.literals.len());
        loop {
            position.explain(reason, yes, &mut self.reason);
            if yes.is_none() {
                self.reason.extend(conflict.beside);
            }
            if let Reason::Clause(clause) = reason {
                // All literals but one are false, and that one is on a level of them.
                let glue = levels(&self.reason, position, &mut self.stamps, &mut self.time);
                position.clauses.uses(clause, glue.min(position.clauses.glue(clause)));
            }
            for place in 0..self.reason.len() {
                open += u32::from(self.see(self.reason[place], position, activity));
            }
            let next = loop {
                place -= 1;
                let next = position.trail.literals[place];
                if self.marks[next.option()] == Mark::Seen {
                    break next;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = !next;
                break;
            }
            yes = Some(next);
            reason = position.trail.reason[next.option()];
        }
        self.minimize(position);
        for option in self.marked.drain(..) {
            self.marks[option] = Mark::Unseen;
        }
    }

    /// Marks a literal of a reason. Is it on the last level, to be resolved? If not, it is in the clause.
    fn see(&mut self, no: Literal, position: &Position, activity: &mut Activity) -> bool {
        let level = position.level(no);
        if level == 0 || self.marks[no.option()] == Mark::Seen {
            return false;
        }
        self.mark(no, Mark::Seen);
        activity.bump(no.option());
        let is_last = level == position.trail.depth();
        if !is_last {
            self.clause.push(no);
        }
        is_last
    }

    fn mark(&mut self, literal: Literal, mark: Mark) {
        self.marks[literal.option()] = mark;
        self.marked.push(literal.option());
    }

    /// Drops the literals that the others imply (Sörensson and Biere, 2009).
    fn minimize(&mut self, position: &Position) {
        levels(&self.clause, position, &mut self.stamps, &mut self.time);
        let mut kept = 1;
        for place in 1..self.clause.len() {
            let no = self.clause[place];
            if !self.is_implied(no, 0, position) {
                self.clause[kept] = no;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Is this false literal false because others of the clause are? On a level without a literal of the
    /// clause nothing can imply its decision, so nothing on it is.
    fn is_implied(&mut self, no: Literal, steps: usize, position: &Position) -> bool {
        let (level, reason) = (position.level(no), position.trail.reason[no.option()]);
        if level == 0 {
            return true;
        }
        match self.marks[no.option()] {
            Mark::Seen if steps > 0 => return true,
            Mark::Implied => return true,
            Mark::NotImplied => return false,
            _ => {}
        }
        if reason == Reason::Decision || steps > MOST_STEPS || self.stamps[level] != self.time {
            return false;
        }
        let from = self.open.len();
        position.explain(reason, Some(!no), &mut self.reason);
        self.open.append(&mut self.reason);
        let mut place = from;
        while place < self.open.len() && self.is_implied(self.open[place], steps + 1, position) {
            place += 1;
        }
        let is_implied = place == self.open.len();
        self.open.truncate(from);
        if self.marks[no.option()] == Mark::Unseen {
            self.mark(no, if is_implied { Mark::Implied } else { Mark::NotImplied });
        }
        is_implied
    }

    /// The number of levels of the clause: its glue.
    pub(super) fn glue(&mut self, position: &Position) -> u32 {
        levels(&self.clause, position, &mut self.stamps, &mut self.time)
    }
}

/// Counts the levels of these literals, and stamps them with a new time.
fn levels(literals: &[Literal], position: &Position, stamps: &mut [u64], time: &mut u64) -> u32 {
    *time += 1;
    let mut levels = 0;
    for &literal in literals {
        let stamp = &mut stamps[position.level(literal)];
        levels += u32::from(*stamp != *time);
        *stamp = *time;
    }
    levels
}
