//! A problem as seen by sums of weights: how often each option has items of each class.
//!
//! Items of a class share one weight. Options with the same number of items of each class are one row, so a
//! chessboard of any size, colored in two colors, becomes a handful of rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::{Effort, Reason};
use crate::problem::{Bounds, ItemId, Kind, Problem};

/// Which items share a weight; some have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes(Vec<Option<usize>>);

impl Classes {
    /// Each item for itself.
    pub fn single(problem: &Problem) -> Classes {
        Classes((0..problem.item_count()).map(Some).collect())
    }

    /// Items whose keys are equal share a weight; those without a key have none.
    pub fn by<K: Ord>(problem: &Problem, key: impl Fn(ItemId) -> Option<K>) -> Classes {
        let keys: Vec<Option<K>> = problem.items().map(key).collect();
        let mut numbers: BTreeMap<&K, usize> = keys.iter().flatten().map(|key| (key, 0)).collect();
        numbers.values_mut().enumerate().for_each(|(number, value)| *value = number);
        Classes(keys.iter().map(|key| key.as_ref().map(|key| numbers[key])).collect())
    }
}

/// How often a class must be covered.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) items: Vec<ItemId>,
    /// The minimum number of times that its items are covered in all; `hi` is the maximum.
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) is_primary: bool,
    pub(super) has_color: bool,
}

impl Class {
    /// Is it covered a fixed number of times? Only then a sum modulo a number says something.
    pub(super) fn is_fixed(&self) -> bool {
        self.lo == self.hi && self.is_primary
    }
}

/// The classes of an option by their numbers, and how many of its items each has.
pub(super) type Row = Vec<(usize, i64)>;

/// A system of rows over classes.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub(super) classes: Vec<Class>,
    /// How often the options have items of each class: classes ascending, without zeros; a row for each
    /// option.
    pub(super) rows: Vec<Row>,
}

impl System {
    /// The classes that may have a weight, and a row for each option.
    pub(super) fn new(
        problem: &Problem,
        classes: &Classes,
        may_weigh: impl Fn(&Class) -> bool,
        effort: &mut Effort<'_>,
    ) -> Result<System, Reason> {
        System::with_rows(Vec::new(), problem, classes, may_weigh, effort)
    }

    /// The classes that may have a weight, and each row once, ascending. Rows that repeat take no memory.
    pub(super) fn merged(
        problem: &Problem,
        classes: &Classes,
        may_weigh: impl Fn(&Class) -> bool,
        effort: &mut Effort<'_>,
    ) -> Result<System, Reason> {
        System::with_rows(BTreeSet::new(), problem, classes, may_weigh, effort)
    }

    fn with_rows<R: Extend<Row> + IntoIterator<Item = Row>>(
        mut rows: R,
        problem: &Problem,
        classes: &Classes,
        may_weigh: impl Fn(&Class) -> bool,
        effort: &mut Effort<'_>,
    ) -> Result<System, Reason> {
        let count = classes.0.iter().flatten().max().map_or(0, |&last| last + 1);
        let none = Class { items: vec![], lo: 0, hi: 0, is_primary: true, has_color: false };
        let mut all = vec![none; count];
        for item in problem.items() {
            let Some(class) = classes.0[item.index()] else { continue };
            let (class, Bounds { lo, hi }) = (&mut all[class], problem.bounds(item));
            class.items.push(item);
            class.lo += i64::from(lo);
            class.hi += i64::from(hi);
            class.is_primary &= problem.kind(item) == Kind::Primary;
        }
        // Excluded options count here: colors are for the whole problem.
        for option in problem.options() {
            effort.spend(problem.option(option).len())?;
            for entry in problem.option(option).iter().filter(|entry| entry.color.is_some()) {
                classes.0[entry.item.index()].into_iter().for_each(|class| all[class].has_color = true);
            }
        }
        let mut place = vec![None; count];
        let mut kept = vec![];
        for (number, class) in all.into_iter().enumerate().filter(|(_, class)| may_weigh(class)) {
            place[number] = Some(kept.len());
            kept.push(class);
        }
        for option in problem.searched_options() {
            effort.spend(problem.option(option).len())?;
            let class = |item: ItemId| place[classes.0[item.index()]?];
            let mut row: Row =
                problem.option(option).iter().filter_map(|entry| Some((class(entry.item)?, 1))).collect();
            row.sort_unstable();
            row.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                kept.1 += if is_same { next.1 } else { 0 };
                is_same
            });
            rows.extend([row]);
        }
        Ok(System { classes: kept, rows: rows.into_iter().collect() })
    }

    /// The items with a weight other than 0, of weights by class.
    pub(super) fn of_items(&self, weights: &[i64]) -> Vec<(ItemId, i64)> {
        let weighed = self.classes.iter().zip(weights).filter(|&(_, &weight)| weight != 0);
        let mut of: Vec<(ItemId, i64)> = weighed
            .flat_map(|(class, &weight)| class.items.iter().map(move |&item| (item, weight)))
            .collect();
        of.sort();
        of
    }
}
