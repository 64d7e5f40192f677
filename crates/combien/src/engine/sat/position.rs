//! Where the search is: rules and learned clauses, and the trail that follows from the decisions by both.

use super::activity::Activity;
use super::clauses::Clauses;
use super::rules::Rules;
use super::trail::{Conflict, Literal, Reason, Trail};

/// Rules, clauses and trail.
pub(super) struct Position {
    pub(super) rules: Rules,
    pub(super) clauses: Clauses,
    pub(super) trail: Trail,
}

impl Position {
    /// Lets everything follow from what is on the trail, and counts the literals. Returns a conflict if there
    /// is one; then something may remain.
    pub(super) fn propagate(&mut self, updates: &mut u64) -> Option<Conflict> {
        while let Some(&literal) = self.trail.literals.get(self.trail.head) {
            self.trail.head += 1;
            *updates += 1;
            let conflict = self.rules.follow(literal, &mut self.trail);
            let conflict = conflict.or_else(|| self.clauses.follow(!literal, &mut self.trail));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Takes back the decisions above this depth, and all that follows from them.
    pub(super) fn backtrack(&mut self, depth: usize, activity: &mut Activity) {
        let len = self.trail.cut(depth);
        while self.trail.literals.len() > len
            && let Some((literal, is_known)) = self.trail.pop()
        {
            if is_known {
                self.rules.undo(literal);
            }
            activity.insert(literal.option());
        }
    }

    /// Writes the other literals of the reason for `yes`, or all literals of a violated one. They are false.
    pub(super) fn explain(&self, reason: Reason, yes: Option<Literal>, to: &mut Vec<Literal>) {
        to.clear();
        let before = yes.map_or(u32::MAX, |yes| self.trail.place[yes.option()]);
        match reason {
            Reason::Decision => {}
            Reason::Other(no) => to.push(no),
            Reason::Clause(clause) => to.extend(self.clauses.literals(clause).filter(|&no| Some(no) != yes)),
            Reason::Needed(item) => self.rules.explain(item, false, before, &self.trail, to),
            Reason::Full(item) => self.rules.explain(item, true, before, &self.trail, to),
        }
    }

    pub(super) fn level(&self, literal: Literal) -> usize {
        self.trail.level[literal.option()] as usize
    }
}
