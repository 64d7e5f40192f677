//! A problem whose items are all covered once, by numbers.

use std::cmp::Ordering;

use crate::problem::Problem;

/// Options with their rows, which stand for items, and their costs, in the sense in which low is better.
#[derive(Debug)]
pub(super) struct Partition {
    pub(super) row_count: usize,
    lists: Vec<Vec<u32>>,
    pub(super) costs: Vec<i128>,
}

impl Partition {
    /// An option without rows is never chosen.
    pub(super) fn new(
        problem: &Problem,
        sign: i128,
        row_count: usize,
        mut lists: Vec<Vec<u32>>,
    ) -> Partition {
        let costs = problem.options().map(|option| sign * i128::from(problem.cost(option))).collect();
        for list in &mut lists {
            list.sort_unstable();
        }
        Partition { row_count, lists, costs }
    }

    pub(super) fn rows_of(&self, option: u32) -> &[u32] {
        &self.lists[option as usize]
    }

    /// Do two options share a row, so that no cover has both?
    pub(super) fn do_meet(&self, one: u32, other: u32) -> bool {
        let (mut ones, mut others) = (self.rows_of(one), self.rows_of(other));
        while let (&[one, ref ones_left @ ..], &[other, ref others_left @ ..]) = (ones, others) {
            match one.cmp(&other) {
                Ordering::Less => ones = ones_left,
                Ordering::Equal => return true,
                Ordering::Greater => others = others_left,
            }
        }
        false
    }
}
