//! Are all sets of a diagram covers of a problem?
//!
//! All sets of a node in a diagram of covers cover the same primary items; so a node has one set of these.
//! For each secondary item, a node has the values that any of its sets give it. Options in different parts of
//! a product, and options of a branch and of what is below it, are in sets together; so they may share a
//! secondary item only if all of them give it the same color.

use super::diagram::{Diagram, NONE};
use crate::budget::{Budget, Effort, Reason};
use crate::nodes::{Kind, Nodes};
use crate::problem::{Color, ItemId, Kind as ItemKind, OptionId, Problem};

/// What the sets of a node give to items: sorted by the item, and each pair once.
type Given = Vec<(ItemId, Option<Color>)>;

/// Why the sets of a diagram are not the covers of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCovers {
    /// There are options that the problem does not have.
    Options,
    /// This option has no primary item, so it is in no cover.
    KeptOut(OptionId),
    /// This item is covered twice, or given two values.
    Twice(ItemId),
    /// This primary item is covered in some sets and not in others, or in none.
    Missing(ItemId),
    /// It would take more than this number of bytes to find out.
    Memory(u64),
    /// The budget stopped the check.
    Stopped(Reason),
}

errors!(NotCovers {
    Options => "it takes options that the problem does not have";
    KeptOut(option) => "some of its sets have option {}, which has no primary item", option.number();
    Twice(item) => "some of its sets cover item {} twice", item.index() + 1;
    Missing(item) => "some of its sets do not cover item {}", item.index() + 1;
    Memory(bytes) => "to check it would take more than {bytes} bytes";
    Stopped(reason) => "{reason}";
});

impl Diagram {
    /// Checks that each set of the diagram is a cover of a problem without bounds. It does not check that
    /// there are no other covers. What the nodes cover may take the memory of the budget: some bytes for
    /// each node and item.
    pub fn check_covers(&self, problem: &Problem, budget: &Budget) -> Result<(), NotCovers> {
        let (mut effort, memory) = (Effort::within(budget), budget.memory());
        let is_primary = |item: ItemId| matches!(problem.kind(item), ItemKind::Primary);
        let (mut given, mut bytes): (Vec<Given>, u64) = (vec![], 0);
        let reached = self.reached();
        for node in self.all() {
            if !reached[node as usize] {
                given.push(vec![]);
                continue;
            }
            let mut all: Option<Given> = None;
            for edge in self.edges(node) {
                let mut own = given[self.child(edge) as usize].clone();
                effort.spend(4 * own.len() + 1).map_err(NotCovers::Stopped)?;
                for &option in self.items(edge) {
                    effort.spend(4 * own.len() + 1).map_err(NotCovers::Stopped)?;
                    own = joined(&own, &entries(problem, option)?)?;
                }
                all = Some(match (all, self.kind(node)) {
                    (None, _) => own,
                    (Some(all), Kind::Product) => joined(&all, &own)?,
                    (Some(all), Kind::Choice) => united(&all, &own, is_primary)?,
                });
            }
            let all = all.unwrap_or_default();
            bytes += (all.capacity() * size_of::<(ItemId, Option<Color>)>() + size_of::<Given>()) as u64;
            if bytes > memory {
                return Err(NotCovers::Memory(memory));
            }
            given.push(all);
        }
        let root = &given[self.root() as usize];
        let is_covered = |item: &ItemId| root.binary_search_by_key(item, |&(item, _)| item).is_ok();
        match problem.primary_items().find(|item| !is_covered(item)) {
            Some(item) if self.root() != NONE => Err(NotCovers::Missing(item)),
            _ => Ok(()),
        }
    }
}

fn entries(problem: &Problem, option: OptionId) -> Result<Given, NotCovers> {
    if option.index() >= problem.option_count() {
        return Err(NotCovers::Options);
    }
    if problem.is_kept_out(option) {
        return Err(NotCovers::KeptOut(option));
    }
    let mut entries: Given = problem.option(option).iter().map(|entry| (entry.item, entry.color)).collect();
    entries.sort();
    Ok(entries)
}

/// What is given by sets that are taken together.
fn joined(first: &Given, second: &Given) -> Result<Given, NotCovers> {
    let mut all = first.clone();
    all.extend_from_slice(second);
    all.sort();
    let values = |item: ItemId, of: &Given| of.iter().filter(|&&(other, _)| other == item).count();
    for pair in all.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let item = pair[0].0;
        // Two values of one of them are in different sets of it, but each meets those of the other.
        let is_shared = values(item, first) > 0 && values(item, second) > 0;
        if is_shared && (pair[0] != pair[1] || pair[0].1.is_none()) {
            return Err(NotCovers::Twice(item));
        }
    }
    all.dedup();
    Ok(all)
}

/// What is given by one or the other: primary items by both.
fn united(first: &Given, second: &Given, is_primary: impl Fn(ItemId) -> bool) -> Result<Given, NotCovers> {
    let has = |given: &Given, item: ItemId| given.binary_search_by_key(&item, |&(item, _)| item).is_ok();
    let mut all = first.clone();
    all.extend_from_slice(second);
    all.sort();
    all.dedup();
    let is_missing = |&(item, _): &(ItemId, _)| is_primary(item) && !(has(first, item) && has(second, item));
    match all.iter().find(|given| is_missing(given)) {
        Some(&(item, _)) => Err(NotCovers::Missing(item)),
        None => Ok(all),
    }
}
