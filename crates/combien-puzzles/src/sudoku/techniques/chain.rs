//! Chains: the consequences of a candidate that is assumed to be true, by links of two.
//!
//! A true candidate makes the others of its items false. A false one makes the other true in an item that has
//! two. A chain alternates; its length is the number of items of two that it goes through. If a candidate
//! makes itself false, or if each candidate of an item makes it false, it is removed.
//!
//! The links that a technique may use are a value: the kinds of items that make false, those that make true,
//! and the length.

use super::candidates::{Candidate, Candidates, Item, KINDS, Kind};
use crate::sudoku::Stopped;
use combien::budget::Budget;

/// The links that a chain may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links {
    /// In items of these kinds, a true candidate makes the others false.
    weak: &'static [Kind],
    /// In items of these kinds with two candidates, a false one makes the other true.
    strong: &'static [Kind],
}

const HOUSES: &[Kind] = &[Kind::Row, Kind::Column, Kind::Box];

/// Chains of one digit from house to house.
pub(super) const DIGIT: Links = Links { weak: HOUSES, strong: HOUSES };
/// Chains of cells with two candidates.
pub(super) const CELLS: Links = Links { weak: HOUSES, strong: &[Kind::Cell] };
/// Chains of all items with two candidates.
pub(super) const ANY: Links = Links { weak: &KINDS, strong: &KINDS };

/// A candidate, true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) candidate: Candidate,
    pub(super) is_true: bool,
}

/// The shortest chain by which a candidate makes itself false, from the candidate to itself; the first of
/// these.
pub(super) fn contradiction(
    candidates: &Candidates,
    links: Links,
    longest: usize,
    budget: &Budget,
) -> Result<Option<Vec<Link>>, Stopped> {
    let (mut best, mut bound) = (None, longest);
    for item in candidates.items(Kind::Cell).filter(|&item| candidates.count(item) > 1) {
        for start in candidates.of(item) {
            Stopped::check(budget, 0)?;
            let reach = Reach::of(candidates, start, links, bound, Some(start));
            if let Some(chain) = reach.chain_to(start) {
                // The candidate itself twice, and a false and a true one for each item between; next only
                // shorter ones.
                bound = (chain.len() - 2) / 2 - 1;
                best = Some(chain);
            }
        }
    }
    Ok(best)
}

/// The other candidates that the chain of a contradiction makes false, taken from its second link to the last
/// but one: one of these two ends is true.
pub(super) fn seen_by_ends(candidates: &Candidates, links: Links, chain: &[Link]) -> Vec<Candidate> {
    let ends = [chain[1].candidate, chain[chain.len() - 2].candidate];
    let seen = |end: Candidate| -> Vec<Candidate> {
        let items = links.weak.iter().map(|&kind| candidates.seat(kind, end).0);
        items.flat_map(|item| candidates.of(item)).filter(|&other| other != end).collect()
    };
    let (mut first, second) = (seen(ends[0]), seen(ends[1]));
    first.retain(|candidate| second.contains(candidate));
    first.sort_unstable();
    first.dedup();
    first
}

/// An item whose candidates all make another candidate false, and their chains to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branches {
    pub(super) item: Item,
    pub(super) chains: Vec<Vec<Link>>,
    pub(super) removes: Candidate,
}

/// Items of these kinds with this many candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roots {
    pub(super) kinds: &'static [Kind],
    pub(super) least: usize,
    pub(super) most: usize,
}

/// The shortest branches, all chains taken together; the first of these.
pub(super) fn branches(
    candidates: &Candidates,
    roots: Roots,
    links: Links,
    longest: usize,
    budget: &Budget,
) -> Result<Option<Branches>, Stopped> {
    let mut best: Option<(usize, Branches)> = None;
    for item in roots.kinds.iter().flat_map(|&kind| candidates.items(kind)) {
        if !(roots.least..=roots.most).contains(&candidates.count(item)) {
            continue;
        }
        let mut reaches = vec![];
        for start in candidates.of(item) {
            Stopped::check(budget, 0)?;
            reaches.push(Reach::of(candidates, start, links, longest, None));
        }
        for removes in candidates.items(Kind::Cell).flat_map(|cell| candidates.of(cell)) {
            let Some(chains) =
                reaches.iter().map(|reach| reach.chain_to(removes)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let length = chains.iter().map(Vec::len).sum();
            if best.as_ref().is_none_or(|&(least, _)| length < least) {
                best = Some((length, Branches { item, chains, removes }));
            }
        }
    }
    Ok(best.map(|(_, branches)| branches))
}

/// Nothing has led here.
const NOWHERE: u32 = u32::MAX;

/// The candidates that a candidate makes true and false, by shortest chains.
struct Reach {
    side: usize,
    start: Candidate,
    /// For each candidate the one whose truth made it false, by their numbers; then, whose falsehood made it
    /// true.
    makes_false: Vec<u32>,
    makes_true: Vec<u32>,
}

impl Reach {
    /// Follows all links from a candidate, chain by chain one longer, up to `longest`, or until `goal` is
    /// false.
    fn of(
        candidates: &Candidates,
        start: Candidate,
        links: Links,
        longest: usize,
        goal: Option<Candidate>,
    ) -> Reach {
        let side = candidates.side();
        let nowhere = vec![NOWHERE; side * side * side];
        let mut reach = Reach { side, start, makes_false: nowhere.clone(), makes_true: nowhere };
        let mut newly_true = vec![start];
        let itself = reach.number(start);
        reach.makes_true[itself] = itself as u32;
        for length in 0..=longest {
            let newly_false = reach.spread_false(candidates, links, &newly_true);
            if goal.is_some_and(|goal| reach.makes_false[reach.number(goal)] != NOWHERE) || length == longest
            {
                break;
            }
            newly_true = reach.spread_true(candidates, links, &newly_false);
        }
        reach
    }

    fn spread_false(&mut self, candidates: &Candidates, links: Links, from: &[Candidate]) -> Vec<Candidate> {
        let mut reached = vec![];
        for &cause in from {
            for &kind in links.weak {
                for other in candidates.of(candidates.seat(kind, cause).0) {
                    let number = self.number(other);
                    if other != cause && self.makes_false[number] == NOWHERE {
                        self.makes_false[number] = self.number(cause) as u32;
                        reached.push(other);
                    }
                }
            }
        }
        reached
    }

    fn spread_true(&mut self, candidates: &Candidates, links: Links, from: &[Candidate]) -> Vec<Candidate> {
        let mut reached = vec![];
        for &cause in from {
            for &kind in links.strong {
                let (item, _) = candidates.seat(kind, cause);
                if candidates.count(item) != 2 {
                    continue;
                }
                for other in candidates.of(item) {
                    let number = self.number(other);
                    if other != cause && self.makes_true[number] == NOWHERE {
                        self.makes_true[number] = self.number(cause) as u32;
                        reached.push(other);
                    }
                }
            }
        }
        reached
    }

    /// The chain from the start, which is true, to a candidate that is false by it.
    fn chain_to(&self, end: Candidate) -> Option<Vec<Link>> {
        let (mut number, mut is_true) = (self.number(end), false);
        if self.makes_false[number] == NOWHERE {
            return None;
        }
        let start = self.number(self.start);
        let mut chain = vec![Link { candidate: end, is_true }];
        while !(is_true && number == start) {
            number = if is_true { self.makes_true[number] } else { self.makes_false[number] } as usize;
            is_true = !is_true;
            chain.push(Link { candidate: self.candidate(number), is_true });
        }
        chain.reverse();
        Some(chain)
    }

    fn number(&self, candidate: Candidate) -> usize {
        (candidate.row * self.side + candidate.column) * self.side + candidate.digit - 1
    }

    fn candidate(&self, number: usize) -> Candidate {
        let (cell, digit) = (number / self.side, number % self.side + 1);
        Candidate { row: cell / self.side, column: cell % self.side, digit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{BoxShape, Grid};

    /// The empty grid, except for some cells that have only these digits left.
    fn left(cells: &[(usize, usize, &[usize])]) -> Candidates {
        let all = Candidates::new(&Grid::empty(BoxShape::STANDARD));
        let mut candidates = all.clone();
        for &(row, column, digits) in cells {
            for digit in (1..=9).filter(|digit| !digits.contains(digit)) {
                candidates.remove(Candidate { row, column, digit });
            }
        }
        candidates
    }

    /// R1C1 is 1 or 2; so R1C5 is 3, or R2C2 is.
    #[test]
    fn an_xy_wing_empties_what_both_wings_see() {
        let candidates = left(&[(0, 0, &[1, 2]), (0, 4, &[1, 3]), (1, 1, &[2, 3])]);
        let chain = contradiction(&candidates, CELLS, 3, &Budget::UNLIMITED).unwrap().unwrap();
        assert_eq!(chain.len(), 8);
        let seen: Vec<_> =
            seen_by_ends(&candidates, CELLS, &chain).iter().map(|c| (c.row, c.column, c.digit)).collect();
        assert_eq!(seen, [(0, 1, 3), (0, 2, 3), (1, 3, 3), (1, 4, 3), (1, 5, 3)]);
        assert_eq!(contradiction(&candidates, CELLS, 2, &Budget::UNLIMITED), Ok(None));
        assert_eq!(contradiction(&candidates, DIGIT, 12, &Budget::UNLIMITED), Ok(None));
    }

    /// R1C1 may be 3 itself, so only candidates that it also sees are removed.
    #[test]
    fn an_xyz_wing_empties_what_all_three_see() {
        let candidates = left(&[(0, 0, &[1, 2, 3]), (0, 4, &[1, 3]), (1, 1, &[2, 3])]);
        let roots = Roots { kinds: &[Kind::Cell], least: 3, most: 3 };
        let found = branches(&candidates, roots, CELLS, 1, &Budget::UNLIMITED).unwrap().unwrap();
        assert_eq!((found.removes, found.chains.len()), (Candidate { row: 0, column: 1, digit: 3 }, 3));
        let mut rest = candidates.clone();
        rest.remove(found.removes);
        let next = branches(&rest, roots, CELLS, 1, &Budget::UNLIMITED).unwrap().unwrap();
        assert_eq!(next.removes, Candidate { row: 0, column: 2, digit: 3 });
        rest.remove(next.removes);
        assert_eq!(branches(&rest, roots, CELLS, 1, &Budget::UNLIMITED), Ok(None));
    }

    #[test]
    fn chains_are_followed_only_if_asked_for() {
        let candidates = Candidates::new(&Grid::empty(BoxShape::STANDARD));
        let stop = combien::budget::StopFlag::new();
        stop.raise();
        let budget = Budget::until(stop);
        assert_eq!(contradiction(&candidates, ANY, 12, &budget), Err(Stopped { certain: 0 }));
    }
}
