//! Literals, and the trail: what is assigned, in this order, and why.

use crate::problem::OptionId;

/// That an option is chosen, or that it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    pub(super) fn chosen(option: u32) -> Literal {
        Literal(option << 1)
    }

    pub(super) fn removed(option: u32) -> Literal {
        Literal(option << 1 | 1)
    }

    pub(super) fn option(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_chosen(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Why a literal is true. It is written as a clause only when a conflict asks for that: the literal, and
/// literals that were false before. Most reasons are never asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided, or is true in all solutions that are left.
    Decision,
    /// This other literal is false: a clause of two, or the choice of a rival.
    Other(Literal),
    /// All options of this item that are not removed are needed.
    Needed(u32),
    /// This item is covered as often as it may be.
    Full(u32),
    /// The other literals of this learned clause are false.
    Clause(u32),
}

/// A clause that is violated: the literals of a reason, and one more for [`Reason::Other`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub(super) reason: Reason,
    pub(super) beside: Option<Literal>,
}

impl Conflict {
    pub(super) fn of(reason: Reason) -> Conflict {
        Conflict { reason, beside: None }
    }
}

/// What is assigned.
///
/// Invariants:
/// 1. `value` of a literal is 1 if it is true, -1 if it is false, and 0 if it is on the trail in neither form.
/// 2. `limits` are the lengths of the trail at which the levels begin, each with its decision.
/// 3. The rules know the literals before `head`, and no others.
pub(super) struct Trail {
    value: Vec<i8>,
    pub(super) level: Vec<u32>,
    pub(super) reason: Vec<Reason>,
    /// Where each option that is assigned stands on the trail.
    pub(super) place: Vec<u32>,
    pub(super) literals: Vec<Literal>,
    limits: Vec<usize>,
    pub(super) head: usize,
}

impl Trail {
    pub(super) fn new(options: usize) -> Trail {
        Trail {
            value: vec![0; 2 * options],
            level: vec![0; options],
            reason: vec![Reason::Decision; options],
            place: vec![0; options],
            literals: Vec::with_capacity(options),
            limits: vec![],
            head: 0,
        }
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.value[literal.index()] > 0
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.value[literal.index()] < 0
    }

    pub(super) fn is_assigned(&self, option: usize) -> bool {
        self.value[2 * option] != 0
    }

    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(!self.is_assigned(literal.option()), "an option is assigned once");
        let option = literal.option();
        self.value[literal.index()] = 1;
        self.value[(!literal).index()] = -1;
        self.level[option] = self.limits.len() as u32;
        self.reason[option] = reason;
        self.place[option] = self.literals.len() as u32;
        self.literals.push(literal);
    }

    /// Takes back the last literal. Returns it, and whether the rules know it.
    pub(super) fn pop(&mut self) -> Option<(Literal, bool)> {
        let literal = self.literals.pop()?;
        self.value[literal.index()] = 0;
        self.value[(!literal).index()] = 0;
        let is_known = self.literals.len() < self.head;
        self.head = self.head.min(self.literals.len());
        Some((literal, is_known))
    }

    /// Makes a literal true, if it is not. Is that without conflict?
    pub(super) fn demand(&mut self, literal: Literal) -> bool {
        if !self.is_assigned(literal.option()) {
            self.assign(literal, Reason::Decision);
        }
        self.is_true(literal)
    }

    /// The number of decisions.
    pub(super) fn depth(&self) -> usize {
        self.limits.len()
    }

    pub(super) fn decide(&mut self, literal: Literal) {
        self.limits.push(self.literals.len());
        self.assign(literal, Reason::Decision);
    }

    /// The decision that begins the level above this depth.
    pub(super) fn decision(&self, depth: usize) -> Literal {
        self.literals[self.limits[depth]]
    }

    /// Removes the levels above this depth from the limits. Returns the length that the trail shall have.
    pub(super) fn cut(&mut self, depth: usize) -> usize {
        let len = self.limits.get(depth).copied().unwrap_or(self.literals.len());
        self.limits.truncate(depth);
        len
    }

    /// The options that are chosen.
    pub(super) fn chosen(&self) -> impl Iterator<Item = OptionId> {
        let chosen = self.literals.iter().filter(|literal| literal.is_chosen());
        chosen.map(|literal| OptionId::from_index(literal.option()))
    }
}
