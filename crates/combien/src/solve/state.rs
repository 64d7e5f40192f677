//! The state of a search: what is certain, and what is left.

use super::engine::Engine;
use super::error::{Error, Question};
use crate::budget::Work;
use crate::count::Count;
use crate::engine::Branch;
use crate::problem::{Fingerprint, Problem, Solution, Subproblem};

/// The state of a search, with everything that is needed to resume it, on this machine or another.
///
/// The remaining pieces have no solution in common with those found, nor with each other; together they have
/// all other solutions. Their order is that of the solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The problem that was searched: [`Problem::fingerprint`].
    pub problem: Fingerprint,
    /// The question.
    pub question: Question,
    /// The engine that searches: one that can be cut into branches.
    pub engine: Engine,
    /// The work that was done.
    pub work: Work,
    /// The solutions that were counted or returned.
    pub found: Count,
    /// What is left, in the order of the solutions.
    pub pieces: Vec<Piece>,
    /// The part of the search that was reported as done, from 0 to 1; 0 if nothing was reported.
    pub shown: f64,
}

impl State {
    /// The state of a search of this problem that has not begun. Linear in the size of the problem.
    pub fn new(problem: &Problem, question: Question, engine: Engine) -> State {
        let whole = Branch::whole(Subproblem::whole());
        let (problem, pieces) = (problem.fingerprint(), vec![Piece::Branch(whole)]);
        State { problem, question, engine, work: Work::default(), found: Count::ZERO, pieces, shown: 0.0 }
    }

    /// This state for another question, if nothing has been done yet.
    pub fn asked(self, question: Question) -> Option<State> {
        self.may_be_asked(question).then_some(State { question, ..self })
    }

    fn may_be_asked(&self, question: Question) -> bool {
        let is_new = self.found.is_zero() && self.branches().count() == self.pieces.len();
        self.question == question || is_new
    }

    /// Can a search of this problem for this question resume from this state? Linear in the size of the
    /// problem.
    pub(super) fn fits(&self, problem: &Problem, question: Question) -> Result<(), Error> {
        if self.problem != problem.fingerprint() {
            return Err(Error::OtherProblem);
        }
        if !self.may_be_asked(question) {
            return Err(Error::OtherQuestion(self.question));
        }
        Ok(())
    }

    /// Is the whole search left, with nothing decided about its order?
    pub(super) fn has_not_begun(&self) -> bool {
        let is_whole =
            |branch: &Branch| branch.subproblem == Subproblem::whole() && branch.in_fixed_order.is_none();
        matches!(&self.pieces[..], [Piece::Branch(branch)] if is_whole(branch))
    }

    /// Is nothing left, so that what was found is the answer?
    pub fn is_complete(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The part of the search that is done, from 0 to 1: the reported part, or else an estimate that assumes
    /// equally large branches at each node.
    pub fn fraction(&self) -> f64 {
        if self.shown > 0.0 && !self.is_complete() {
            return self.shown;
        }
        let left: f64 = self.branches().map(|branch| branch.share).sum();
        (1.0 - left).max(0.0)
    }

    /// The branches that are left.
    pub fn branches(&self) -> impl Iterator<Item = &Branch> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Branch(branch) => Some(branch),
            Piece::Solutions(_) => None,
        })
    }
}

/// A piece of what is left.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Piece {
    /// A branch to be searched.
    Branch(Branch),
    /// Solutions that were found, and are returned after all those before them.
    Solutions(Vec<Solution>),
}

/// Keeps the state of a search, so that it can be resumed.
pub trait Journal: Send {
    /// Is it time to keep the state? Called every few milliseconds, in the thread of the question.
    fn is_due(&mut self) -> bool;
    /// Keeps the state. Called when it is due, and at the end.
    fn keep(&mut self, state: &State);
}

impl<J: Journal + ?Sized> Journal for &mut J {
    fn is_due(&mut self) -> bool {
        (**self).is_due()
    }

    fn keep(&mut self, state: &State) {
        (**self).keep(state);
    }
}
