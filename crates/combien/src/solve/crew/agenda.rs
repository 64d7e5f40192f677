//! What is still to be searched and what has been, in the order of the solutions.

use std::collections::VecDeque;
use std::slice;

use crate::budget::Work;
use crate::engine::Branch;
use crate::problem::{OptionId, Solution, Subproblem};
use crate::solve::state::Piece;

/// The maximum number of options, in all, of solutions that have not been returned: 16 MB.
const ROOM: usize = 1 << 22;

/// A stretch of the search. Stretches follow one another in the order of their solutions.
#[derive(Debug)]
enum Stretch {
    /// To be searched.
    Open(Branch),
    /// Taken by the thread with this ticket.
    Busy(u64, Branch),
    /// Searched, except for the stretches after it, and not at the front yet.
    Done(Branch, Harvest),
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Harvest {
    pub(super) work: Work,
    pub(super) found: u64,
    /// The part of the whole search that it is.
    pub(super) share: f64,
    /// The solutions if they are needed, each with the work up to it.
    pub(super) solutions: VecDeque<(Work, Solution)>,
}

impl Stretch {
    /// The options that its branch takes and excludes.
    fn options(&self) -> usize {
        let (Stretch::Open(branch) | Stretch::Busy(_, branch) | Stretch::Done(branch, _)) = self;
        options(branch)
    }
}

fn options(branch: &Branch) -> usize {
    branch.subproblem.taken().len() + branch.subproblem.refused().len()
}

impl Harvest {
    fn room(&self) -> usize {
        self.solutions.iter().map(|(_, solution)| solution.options().len()).sum()
    }

    fn add(&mut self, later: Harvest) {
        let before = self.work;
        self.solutions.extend(later.solutions.into_iter().map(|(work, one)| (before + work, one)));
        self.work += later.work;
        self.found += later.found;
        self.share += later.share;
    }
}

/// What has been searched and what is still to be.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    stretches: VecDeque<Stretch>,
    /// The result of everything done, without a gap, from the start; and the solutions that have not been
    /// returned.
    pub(super) front: Harvest,
    /// Must finished work wait until everything before it is finished? If not, it counts at once.
    is_ordered: bool,
    /// The maximum number of nodes needed, counted from the start.
    limit: Option<u64>,
    /// There was more than the limit allowed.
    is_cut: bool,
    tickets: u64,
    /// The options of the solutions that have not been returned.
    waiting: usize,
    waiting_solutions: usize,
    /// Work that is done and waits.
    ahead: Work,
    /// The options of all paths. An option that several stretches share is counted once: see [`own`].
    options: usize,
}

/// The memory of a stretch in addition to its path: its part of a chunk, or a chunk of its own.
const STRETCH_BYTES: usize = size_of::<Stretch>() + 100;
/// The memory of an option on a path, with its part of the overhead of a chunk.
const OPTION_BYTES: usize = 6;
/// The memory of a solution in addition to its options, with its place in a queue that may be half empty.
const SOLUTION_BYTES: usize = 2 * size_of::<(Work, Solution)>() + 16;

/// The number of options of a path, given its length, that the next stretch does not share. Stretches are in
/// the order of a search: the next one leaves the path of this one somewhere, by an option of its own.
fn own(options: usize, next: usize) -> usize {
    (options + 1).saturating_sub(next)
}

impl Agenda {
    /// With some pieces, after something has been done.
    pub(super) fn new(front: Harvest, pieces: Vec<Piece>, is_ordered: bool, limit: Option<u64>) -> Agenda {
        let left = pieces.iter().map(|piece| match piece {
            Piece::Branch(branch) => branch.share,
            Piece::Solutions(_) => 0.0,
        });
        let front = Harvest { share: 1.0 - left.sum::<f64>(), ..front };
        let mut agenda =
            Agenda { front, is_ordered: is_ordered || limit.is_some(), limit, ..Agenda::default() };
        for piece in pieces {
            agenda.stretches.push_back(match piece {
                Piece::Branch(branch) => Stretch::Open(branch),
                Piece::Solutions(solutions) => {
                    let found = solutions.len() as u64;
                    let solutions = solutions.into_iter().map(|one| (Work::default(), one)).collect();
                    let harvest = Harvest { found, solutions, ..Harvest::default() };
                    agenda.waiting += harvest.room();
                    agenda.waiting_solutions += harvest.solutions.len();
                    Stretch::Done(Branch::whole(Subproblem::whole()), harvest)
                }
            });
        }
        let lens: Vec<usize> = agenda.stretches.iter().map(Stretch::options).chain([0]).collect();
        agenda.options = lens.windows(2).map(|pair| own(pair[0], pair[1])).sum();
        agenda.advance();
        agenda
    }

    /// The bytes of what is left to do, and of the solutions that wait.
    pub(super) fn bytes(&self) -> usize {
        let waiting = self.waiting * size_of::<OptionId>() + self.waiting_solutions * SOLUTION_BYTES;
        self.stretches.capacity() * size_of::<Stretch>()
            + self.stretches.len() * (STRETCH_BYTES - size_of::<Stretch>())
            + self.options * OPTION_BYTES
            + waiting
    }

    /// The first branch to be searched, with a ticket for it. `None` if there is none, or if solutions should
    /// be returned first.
    pub(super) fn take(&mut self) -> Option<(u64, Branch)> {
        if self.is_over() {
            return None;
        }
        let place = self.stretches.iter().position(|stretch| matches!(stretch, Stretch::Open(..)))?;
        let is_full = self.waiting >= ROOM;
        if is_full && (place > 0 || !self.front.solutions.is_empty()) {
            return None;
        }
        let Stretch::Open(branch) = &self.stretches[place] else { return None };
        let branch = branch.clone();
        self.tickets += 1;
        self.stretches[place] = Stretch::Busy(self.tickets, branch.clone());
        Some((self.tickets, branch))
    }

    /// Records the result of a branch, and what it has left.
    pub(super) fn put(&mut self, ticket: u64, mut harvest: Harvest, rest: Vec<Branch>) {
        let is_it = |stretch: &Stretch| matches!(stretch, Stretch::Busy(other, ..) if *other == ticket);
        let Some(place) = self.stretches.iter().position(is_it) else { return };
        // There are few stretches before it, and maybe millions after it.
        let mut before: Vec<Stretch> = self.stretches.drain(..=place).collect();
        let Some(Stretch::Busy(_, branch)) = before.pop() else { return };
        let share = branch.share;
        // The paths of those that change, and of the one before them.
        let len = options(&branch);
        let previous = before.last().map(Stretch::options);
        let mut next = self.stretches.front().map_or(0, Stretch::options);
        self.options -= own(len, next) + previous.map_or(0, |previous| own(previous, len));
        let rest: Vec<Branch> = scaled(&branch, rest).collect();
        harvest.share = share - rest.iter().map(|inner| inner.share).sum::<f64>();
        for inner in rest.into_iter().rev() {
            self.options += own(options(&inner), next);
            next = options(&inner);
            self.stretches.push_front(Stretch::Open(inner));
        }
        self.waiting += harvest.room();
        self.waiting_solutions += harvest.solutions.len();
        if self.is_ordered {
            self.ahead += harvest.work;
            self.options += own(len, next);
            next = len;
            self.stretches.push_front(Stretch::Done(branch, harvest));
        } else {
            self.front.add(harvest);
        }
        self.options += previous.map_or(0, |previous| own(previous, next));
        for stretch in before.into_iter().rev() {
            self.stretches.push_front(stretch);
        }
        self.advance();
    }

    /// Counts what is done at the front.
    fn advance(&mut self) {
        while let Some(Stretch::Done(_, harvest)) = self.stretches.front() {
            let nodes = self.front.work.nodes + harvest.work.nodes;
            if self.limit.is_some_and(|limit| nodes > limit) {
                return;
            }
            if let Some(Stretch::Done(branch, harvest)) = self.stretches.pop_front() {
                let next = self.stretches.front().map_or(0, Stretch::options);
                self.options -= own(options(&branch), next);
                self.ahead.nodes = self.ahead.nodes.saturating_sub(harvest.work.nodes);
                self.ahead.updates = self.ahead.updates.saturating_sub(harvest.work.updates);
                self.front.add(harvest);
            }
        }
    }

    /// A solution that comes after all those at the front, with the work up to it.
    pub(super) fn put_solution(&mut self, work: Work, solution: Solution) {
        self.waiting += solution.options().len();
        self.waiting_solutions += 1;
        self.front.solutions.push_back((work, solution));
    }

    /// The next solution to be returned, with the work up to it.
    pub(super) fn hand_out(&mut self) -> Option<(Work, Solution)> {
        let (work, solution) = self.front.solutions.pop_front()?;
        self.waiting -= solution.options().len();
        self.waiting_solutions -= 1;
        Some((work, solution))
    }

    /// Has the work from the start reached the limit, or exceeded it?
    fn is_over(&self) -> bool {
        let is_cut = matches!(self.stretches.front(), Some(Stretch::Done(..)));
        is_cut || self.limit.is_some_and(|limit| self.front.work.nodes >= limit)
    }

    /// If the limit lies within a finished branch at the front: that branch, and how much of it is needed.
    /// The caller searches it once more, up to that point.
    pub(super) fn cut(&mut self) -> Option<(Branch, u64)> {
        let limit = self.limit?;
        let Some(Stretch::Done(branch, _)) = self.stretches.front() else { return None };
        Some((branch.clone(), limit - self.front.work.nodes))
    }

    /// Records the result of a search up to the limit: the end of all that counts.
    pub(super) fn end_at_cut(&mut self, mut harvest: Harvest) {
        if let Some(Stretch::Done(_, whole)) = self.stretches.front() {
            harvest.share = whole.share * harvest.work.nodes as f64 / whole.work.nodes.max(1) as f64;
        }
        self.stretches.clear();
        self.options = 0;
        self.is_cut = true;
        self.ahead = Work::default();
        self.front.add(harvest);
        self.waiting = self.front.room();
        self.waiting_solutions = self.front.solutions.len();
    }

    /// Was there more than the limit allowed? Then the remaining search is no longer known.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Is everything done?
    pub(super) fn is_done(&self) -> bool {
        self.stretches.is_empty() && !self.is_cut
    }

    /// All work that is done.
    pub(super) fn work(&self) -> Work {
        self.front.work + self.ahead
    }

    /// All solutions found.
    pub(super) fn found(&self) -> u64 {
        let ahead = self.stretches.iter().map(|stretch| match stretch {
            Stretch::Done(_, harvest) => harvest.found,
            Stretch::Open(..) | Stretch::Busy(..) => 0,
        });
        self.front.found + ahead.sum::<u64>()
    }

    /// The part of the search that is left. For a branch that a thread has, its ticket says which part of it
    /// is done.
    pub(super) fn left(&self, done_by: impl Fn(u64) -> f64) -> f64 {
        let left = self.stretches.iter().map(|stretch| match stretch {
            Stretch::Open(branch) => branch.share,
            Stretch::Busy(ticket, branch) => branch.share * (1.0 - done_by(*ticket)),
            Stretch::Done(..) => 0.0,
        });
        left.sum()
    }

    /// The branches that are left. For a branch that a thread has, what is left of it is given by its ticket.
    pub(super) fn open<'a>(
        &'a self,
        of: impl Fn(u64) -> Option<&'a [Branch]> + Clone,
    ) -> impl Iterator<Item = &'a Branch> + Clone {
        self.stretches.iter().flat_map(move |stretch| match stretch {
            Stretch::Open(branch) => slice::from_ref(branch),
            Stretch::Busy(ticket, branch) => of(*ticket).unwrap_or(slice::from_ref(branch)),
            Stretch::Done(..) => &[],
        })
    }

    /// What is left, in order. For each ticket the callback gives the result of its branch so far, and what
    /// the branch has left.
    pub(super) fn pieces(&self, mut of: impl FnMut(u64) -> Option<(Harvest, Vec<Branch>)>) -> Vec<Piece> {
        let mut pieces = vec![];
        push_solutions(&mut pieces, &self.front);
        for stretch in &self.stretches {
            match stretch {
                Stretch::Open(branch) => pieces.push(Piece::Branch(branch.clone())),
                Stretch::Done(_, harvest) => push_solutions(&mut pieces, harvest),
                Stretch::Busy(ticket, branch) => match of(*ticket) {
                    None => pieces.push(Piece::Branch(branch.clone())),
                    Some((harvest, left)) => {
                        push_solutions(&mut pieces, &harvest);
                        pieces.extend(scaled(branch, left).map(Piece::Branch));
                    }
                },
            }
        }
        pieces
    }
}

fn push_solutions(pieces: &mut Vec<Piece>, harvest: &Harvest) {
    if !harvest.solutions.is_empty() {
        pieces.push(Piece::Solutions(harvest.solutions.iter().map(|(_, one)| one.clone()).collect()));
    }
}

/// The shares of branches, as parts of the whole.
fn scaled(parent: &Branch, branches: Vec<Branch>) -> impl Iterator<Item = Branch> + use<> {
    let all: f64 = branches.iter().map(|branch| branch.share).sum();
    let scale = parent.share / all.max(1.0);
    branches.into_iter().map(move |branch| Branch { share: branch.share * scale, ..branch })
}
