//! Families of sets of options, each in a store of its own; two of them in one store.

use std::collections::HashMap;
use std::sync::Arc;

use combien::budget::Budget;
use combien::problem::OptionId;
use combien::solve;
use combien::zdd::{Family, Full, Store};

/// The most bytes that a node takes in its store, beside what operations remember.
const BYTES_PER_NODE: usize = 40;

/// Sets of options, in a store of their own. What is known by the same number here and there is the same option.
#[derive(Clone)]
pub(crate) struct Sets {
    pub(crate) store: Arc<Store>,
    pub(crate) family: Family,
    pub(crate) order: Arc<Order>,
}

/// The option that each item of a family stands for, and the item of each option.
pub(crate) struct Order {
    pub(crate) options: Vec<OptionId>,
    items: HashMap<OptionId, u32>,
}

impl Order {
    pub(crate) fn of(options: impl IntoIterator<Item = OptionId>) -> Arc<Order> {
        let options: Vec<OptionId> = options.into_iter().collect();
        let items = options.iter().zip(0..).map(|(&option, item)| (option, item)).collect();
        Arc::new(Order { options, items })
    }
}

impl Sets {
    /// Those of a diagram of the library. Of its store, only what the family needs is kept.
    pub(crate) fn of(diagram: &solve::Diagram) -> Result<Sets, solve::Error> {
        let (store, family) = diagram.family()?;
        let mut own = Store::new();
        let family = own.copy(store, family);
        let family = family.unwrap_or_else(|full| unreachable!("it has been in a store before: {full}"));
        let order = Order::of((0..).map_while(|item| diagram.option(item)));
        Ok(Sets { store: Arc::new(own), family, order })
    }

    /// The items of options, if each has one.
    pub(crate) fn items(&self, options: &[OptionId]) -> Option<Vec<u32>> {
        options.iter().map(|option| self.order.items.get(option).copied()).collect()
    }

    /// A store with both families, the second in the order of the first.
    pub(crate) fn beside(&self, other: &Sets) -> Result<Beside, Full> {
        let mut store = store_beside(&[self, other]);
        let first = store.copy(&self.store, self.family)?;
        if self.order.options == other.order.options {
            let second = store.copy(&other.store, other.family)?;
            return Ok(Beside { store, first, second, order: self.order.clone() });
        }
        let known = &self.order.options;
        let new = other.order.options.iter().filter(|option| !self.order.items.contains_key(option));
        let order = Order::of(known.iter().chain(new).copied());
        let (empty, base) = (Ok(Family::EMPTY), Ok(Family::BASE));
        let second = other.store.fold(other.family, empty, base, |node, lo, hi| {
            // No member of `hi` has the item yet.
            let item = order.items[&other.order.options[node.var as usize]];
            let with = store.change((*hi)?, item)?;
            store.union((*lo)?, with)
        })?;
        Ok(Beside { store, first, second, order })
    }

    pub(crate) fn solution(&self, member: &[u32]) -> combien::Solution {
        member.iter().map(|&item| self.order.options[item as usize]).collect()
    }
}

/// Two families in one store.
pub(crate) struct Beside {
    pub(crate) store: Store,
    pub(crate) first: Family,
    pub(crate) second: Family,
    order: Arc<Order>,
}

/// An operation of two families.
pub(crate) type Operation = fn(&mut Store, Family, Family) -> Result<Family, Full>;

impl Beside {
    pub(crate) fn apply(mut self, operation: Operation) -> Result<Sets, Full> {
        let family = operation(&mut self.store, self.first, self.second)?;
        // What went into it is not kept.
        let mut store = Store::new();
        let family = store.copy(&self.store, family)?;
        Ok(Sets { store: Arc::new(store), family, order: self.order })
    }
}

/// A store for families as large as these, and for others of at most [`Budget::MEMORY`] bytes beside them.
pub(crate) fn store_beside(sets: &[&Sets]) -> Store {
    let nodes: usize = sets.iter().map(|sets| sets.store.node_count()).sum();
    let more = usize::try_from(Budget::MEMORY).unwrap_or(usize::MAX) / BYTES_PER_NODE;
    Store::with_limit(nodes.saturating_add(more))
}
