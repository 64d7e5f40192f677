//! The items as rules on the options, without a clause for any pair of options.
//!
//! Choosing an option removes its rivals. Each item counts the options that it has left; one that has no more
//! than it needs forces them.

use super::trail::{Conflict, Literal, Reason, Trail};
use crate::budget::{Budget, Reason as Stop};
use crate::problem::formula::Uses;
use crate::problem::{Bounds, Kind, Problem};

/// While the rules are written, the budget is checked each time after this number of options.
const BETWEEN_LOOKS: u32 = 1 << 12;

/// An item in an option, or an option of an item, with its color: 0 if there is none.
#[derive(Clone, Copy)]
struct Use {
    of: u32,
    color: u32,
}

/// An item.
///
/// Invariants, for what the rules know (the trail before its head): `live` options are not removed, `sum` is
/// the exclusive or of their numbers, and `taken` of them are chosen. The last counts only options with
/// colors if the item may be covered once.
struct Item {
    lo: u32,
    hi: u32,
    live: u32,
    /// If one option is left, this is its number: no list is searched for it.
    sum: u32,
    taken: u32,
    /// Where its options are.
    from: u32,
    to: u32,
}

/// All items.
pub(super) struct Rules {
    items: Vec<Item>,
    /// The options of the items, one item after the other.
    listed: Vec<Use>,
    /// The items of the options, one option after the other, and where those of each option begin.
    entries: Vec<Use>,
    starts: Vec<u32>,
}

impl Rules {
    /// The rules of a problem.
    pub(super) fn of(problem: &Problem, budget: &Budget) -> Result<Rules, Stop> {
        let uses = Uses::of(problem);
        let (mut items, mut listed) = (vec![], Vec::with_capacity(problem.entry_count()));
        // Each list is freed as soon as it is copied.
        for (item, options) in problem.items().zip(uses.of_item) {
            budget.check()?;
            let Bounds { lo, hi } = match problem.kind(item) {
                Kind::Primary => problem.bounds(item),
                Kind::Secondary => Bounds { lo: 0, hi: 1 },
            };
            let from = listed.len() as u32;
            listed.extend(options.iter().map(|option| Use {
                of: option.option.index() as u32,
                color: option.color.map_or(0, |color| color.index() as u32 + 1),
            }));
            let own = &listed[from as usize..];
            let sum = own.iter().fold(0, |sum, option| sum ^ option.of);
            let live = own.len() as u32;
            items.push(Item { lo, hi, live, sum, taken: 0, from, to: listed.len() as u32 });
        }
        let (mut entries, mut starts) = (Vec::with_capacity(listed.len()), vec![0]);
        for option in problem.options() {
            if (option.index() as u32).is_multiple_of(BETWEEN_LOOKS) {
                budget.check()?;
            }
            if !problem.is_kept_out(option) {
                entries.extend(problem.option(option).iter().map(|entry| Use {
                    of: entry.item.index() as u32,
                    color: entry.color.map_or(0, |color| color.index() as u32 + 1),
                }));
            }
            starts.push(entries.len() as u32);
        }
        Ok(Rules { items, listed, entries, starts })
    }

    /// Assigns what holds before any decision. Is that without conflict?
    pub(super) fn begin(&self, problem: &Problem, trail: &mut Trail) -> bool {
        let removed = problem.kept_out().iter().map(|option| Literal::removed(option.index() as u32));
        let mut is_fine = true;
        for literal in removed {
            is_fine &= trail.demand(literal);
        }
        for item in &self.items {
            is_fine &= item.live >= item.lo;
            if item.hi == 0 || item.lo > 0 && item.live == item.lo {
                for option in &self.listed[item.from as usize..item.to as usize] {
                    let literal = Literal(option.of << 1 | u32::from(item.hi == 0));
                    is_fine &= trail.demand(literal);
                }
            }
        }
        is_fine
    }

    fn entries(&self, option: u32) -> std::ops::Range<usize> {
        self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize
    }

    /// What follows at once from a literal that has become true. A conflict does not end this before all
    /// items of the option know of it, because [`undo`](Rules::undo) expects that.
    pub(super) fn follow(&mut self, literal: Literal, trail: &mut Trail) -> Option<Conflict> {
        let option = literal.option() as u32;
        if literal.is_chosen() { self.choose(option, trail) } else { self.remove(option, trail) }
    }

    fn choose(&mut self, option: u32, trail: &mut Trail) -> Option<Conflict> {
        let mut conflict = None;
        for entry in self.entries(option) {
            let Use { of, color } = self.entries[entry];
            let item = &mut self.items[of as usize];
            let options = &self.listed[item.from as usize..item.to as usize];
            if item.hi == 1 {
                if color != 0 {
                    item.taken += 1;
                    if item.taken > 1 {
                        // Another option with this color was chosen before, and has removed all rivals.
                        // Without this, a color that many share would take a square of time.
                        continue;
                    }
                }
                let reason = Reason::Other(Literal::removed(option));
                for rival in options {
                    let removed = Literal::removed(rival.of);
                    // Most rivals are removed already, so this question comes first.
                    if trail.is_true(removed) || rival.of == option || color != 0 && rival.color == color {
                        continue;
                    }
                    if trail.is_false(removed) {
                        conflict = Some(Conflict { reason, beside: Some(removed) });
                    } else {
                        trail.assign(removed, reason);
                    }
                }
                continue;
            }
            item.taken += 1;
            if item.taken > item.hi {
                conflict = Some(Conflict::of(Reason::Full(of)));
            } else if item.taken == item.hi {
                for rival in options {
                    if !trail.is_assigned(rival.of as usize) {
                        trail.assign(Literal::removed(rival.of), Reason::Full(of));
                    }
                }
            }
        }
        conflict
    }

    fn remove(&mut self, option: u32, trail: &mut Trail) -> Option<Conflict> {
        let mut conflict = None;
        for entry in self.entries(option) {
            let of = self.entries[entry].of;
            let item = &mut self.items[of as usize];
            item.live -= 1;
            item.sum ^= option;
            if item.live > item.lo || item.lo == 0 {
                continue;
            }
            let reason = Reason::Needed(of);
            if item.live < item.lo {
                conflict = Some(Conflict::of(reason));
            } else if item.lo == 1 {
                let last = Literal::chosen(item.sum);
                if trail.is_false(last) {
                    conflict = Some(Conflict::of(reason));
                } else if !trail.is_true(last) {
                    trail.assign(last, reason);
                }
            } else {
                for needed in &self.listed[item.from as usize..item.to as usize] {
                    if !trail.is_assigned(needed.of as usize) {
                        trail.assign(Literal::chosen(needed.of), reason);
                    }
                }
            }
        }
        conflict
    }

    /// Forgets a literal. The order does not matter, because only sums are kept.
    pub(super) fn undo(&mut self, literal: Literal) {
        let option = literal.option() as u32;
        for entry in self.entries(option) {
            let Use { of, color } = self.entries[entry];
            let item = &mut self.items[of as usize];
            if !literal.is_chosen() {
                item.live += 1;
                item.sum ^= option;
            } else if item.hi != 1 || color != 0 {
                item.taken -= 1;
            }
        }
    }

    /// The literals of an item that are false and have a place before this one on the trail: options that are
    /// removed, or if `is_full` the opposites of those that are chosen. There may be more than needed.
    pub(super) fn explain(
        &self,
        item: u32,
        is_full: bool,
        before: u32,
        trail: &Trail,
        to: &mut Vec<Literal>,
    ) {
        let item = &self.items[item as usize];
        let options = &self.listed[item.from as usize..item.to as usize];
        let literals = options.iter().map(|option| Literal(option.of << 1 | u32::from(is_full)));
        to.extend(literals.filter(|&no| trail.is_false(no) && trail.place[no.option()] < before));
    }

    /// Checks the invariants of the items.
    #[cfg(test)]
    pub(super) fn check(&self, trail: &Trail) {
        for item in &self.items {
            let known = |literal: Literal| {
                trail.is_true(literal) && (trail.place[literal.option()] as usize) < trail.head
            };
            let options = &self.listed[item.from as usize..item.to as usize];
            let live = options.iter().filter(|option| !known(Literal::removed(option.of)));
            let sum = live.clone().fold(0, |sum, option| sum ^ option.of);
            assert_eq!((live.count() as u32, sum), (item.live, item.sum));
            let counted = options.iter().filter(|option| item.hi != 1 || option.color != 0);
            let taken = counted.filter(|option| known(Literal::chosen(option.of))).count();
            assert_eq!(item.taken, taken as u32);
        }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(items: usize, entries: usize, options: usize) -> u64 {
        let item = size_of::<Item>() * items;
        (item + 2 * size_of::<Use>() * entries + size_of::<u32>() * options) as u64
    }
}
