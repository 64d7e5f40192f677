//! The remaining part of a branch, as branches whose order is decided.
//!
//! While a branch is searched, the order of its solutions may not be decided yet. The plan of `fast` looks at
//! the progress of the first milliseconds before it chooses a fixed order or none, and a branch that was
//! begun in a fixed order abandons it after a certain number of nodes. Both depend on the work on the whole
//! branch. A search that is interrupted in the middle hands over only what is left. The search that resumes
//! it has not done that work, so it would decide differently, or not at all, and list the solutions in
//! another order.
//!
//! So a copy of the search looks ahead, up to the cut at which the search would give the branch back anyway:
//! some milliseconds. Then the order up to the cut is known, and the branches after it are the same as those
//! of an uninterrupted search. It looks ahead once for each branch, however often it is interrupted there.

use std::sync::Arc;

use super::slot::{Foreseen, Slot, Step};
use super::{Harvest, UNIT};
use crate::budget::Pause;
use crate::engine::Branch;
use crate::problem::{Problem, Subproblem};
use crate::solve::engine::Engine;
use crate::solve::error::{Error, Question};
use crate::solve::search::Search;

/// Searched in a fixed order that is never abandoned.
const FOREVER: Option<u64> = Some(u64::MAX);

/// The whole search as branches whose order is that of one run; and a search of them.
#[doc(hidden)]
pub fn whole(problem: &Problem) -> Result<(Vec<Branch>, Search), Error> {
    // The order matters only if each solution is listed.
    let mut slot = Slot::new(problem, Search::by(Engine::Auto, problem)?, Question::Each, UNIT, u64::MAX);
    let whole = Branch::whole(Subproblem::whole());
    slot.hold(0, whole.clone());
    let branches = slot.decided(vec![whole], true);
    Ok((branches, slot.search))
}

/// The branches into which a branch splits, in order. If a branch may abandon its fixed order, these are the
/// branches that a search of it would have finished when it is cut, followed by those that it would leave.
#[doc(hidden)]
pub fn opened(search: &mut Search, branch: &Branch) -> Vec<Branch> {
    if branch.in_fixed_order.is_none_or(|nodes| nodes == u64::MAX) {
        return children(search, branch);
    }
    let mut slot = Slot::new(search.problem(), search.clone(), Question::Each, UNIT, u64::MAX);
    slot.begin(0, branch.clone());
    let branches = slot.decided(vec![branch.clone()], false);
    scaled(branch, branches)
}

/// The branches below the first node of a branch. A solution there is a branch too.
fn children(search: &mut Search, branch: &Branch) -> Vec<Branch> {
    search.begin(branch);
    let mut children = vec![];
    while search.run(1) == Pause::Solution {
        let options = search.solution().options().to_vec();
        let subproblem = Subproblem::new(options, branch.subproblem.refused().to_vec());
        children.push(Branch { share: 0.0, ..Branch::whole(subproblem) });
    }
    children.extend(search.rest());
    scaled(branch, children)
}

/// Branches of a branch, with their shares as parts of the whole.
fn scaled(parent: &Branch, branches: Vec<Branch>) -> Vec<Branch> {
    branches.into_iter().map(|branch| Branch { share: branch.share * parent.share, ..branch }).collect()
}

/// The branches, or parts of them, that come before the first of the later branches.
fn before(search: &mut Search, branches: Vec<Branch>, later: &[Branch]) -> Vec<Branch> {
    let Some(first) = later.first() else { return branches };
    let mut before = vec![];
    for branch in branches {
        let taken = branch.subproblem.taken();
        if !taken.iter().all(|option| first.subproblem.taken().contains(option)) {
            before.push(branch);
            continue;
        }
        // The later branch is this one, or lies within it.
        if taken.len() < first.subproblem.taken().len() {
            let inner = children(search, &branch);
            before.extend(self::before(search, inner, later));
        }
        break;
    }
    before
}

/// These branches, to be searched in a fixed order or in that of masks.
fn in_order(branches: Vec<Branch>, in_fixed_order: Option<u64>) -> Vec<Branch> {
    branches.into_iter().map(|branch| Branch { in_fixed_order, ..branch }).collect()
}

impl Slot {
    /// The result of the current branch so far, and what it has left. `is_scouting` means that the search may
    /// still make a plan where it is cut.
    pub(super) fn so_far(&mut self, is_scouting: bool) -> Option<(Harvest, Vec<Branch>)> {
        let unit = self.unit.as_ref()?;
        let (harvest, branch) = (unit.harvest.clone(), unit.branch.clone());
        if self.search.work().nodes == 0 {
            // Nothing was done, so nothing is lost.
            return Some((harvest, vec![Branch { share: 1.0, ..branch }]));
        }
        let left = self.search.rest();
        Some((harvest, self.decided(left, is_scouting)))
    }

    /// The remaining part of the current branch, as branches whose order is decided.
    pub(super) fn decided(&mut self, left: Vec<Branch>, is_scouting: bool) -> Vec<Branch> {
        if !self.search.may_change_order() {
            return left;
        }
        let known = self.unit.as_ref().and_then(|unit| unit.foreseen.clone());
        let known = known.filter(|known| known.is_scouting == is_scouting);
        let foreseen = known.unwrap_or_else(|| Arc::new(self.foreseen(is_scouting)));
        if let Some(unit) = &mut self.unit {
            unit.foreseen = Some(foreseen.clone());
        }
        let Foreseen { switch, cut, .. } = &*foreseen;
        let is_fixed = self.search.is_in_fixed_order();
        let nodes = self.search.work().nodes;
        // A solution at the very node of the switch is handed out before the switch is made.
        let is_ahead = |at: u64| nodes < at || (nodes == at && !is_fixed);
        let switch = switch.as_ref().filter(|(at, _)| is_ahead(*at)).map(|(_, switch)| switch);
        if !is_fixed && switch.is_none() && cut.iter().all(|branch| branch.in_fixed_order.is_none()) {
            // No fixed order is taken, and the branches have their order wherever they are cut.
            return left;
        }
        let search = &mut self.search.clone();
        let mut decided = match switch {
            Some(switch) => {
                let with_masks = before(search, in_order(left, None), switch);
                let fixed = before(search, in_order(switch.clone(), FOREVER), cut);
                [with_masks, fixed].concat()
            }
            None if is_fixed => before(search, in_order(left, FOREVER), cut),
            None => before(search, in_order(left, None), cut),
        };
        decided.extend_from_slice(cut);
        decided
    }

    /// How the search of the current branch continues, from any place in it.
    fn foreseen(&self, is_scouting: bool) -> Foreseen {
        let mut ahead = self.ahead();
        let is_fixed = ahead.search.is_in_fixed_order();
        let mut switch = None;
        while ahead.step(ahead.search.next_thought()) != Step::Over {
            ahead.forget_solutions();
            if !is_fixed && switch.is_none() && ahead.search.is_in_fixed_order() {
                switch = Some((ahead.search.work().nodes, ahead.search.rest()));
            }
        }
        if is_scouting {
            ahead.search.settle();
        }
        Foreseen { is_scouting, switch, cut: ahead.search.rest() }
    }
}
