//! A residual problem: which options are still possible after some have been taken.
//!
//! **Invariants.** (1) An option is active exactly if none of the options taken excludes it. (2) `left` of an
//! item that is not covered is the number of its active options; that of a covered one is at least
//! [`COVERED`]. (3) `colors` of an item is the color it was given, 0 if none.
//!
//! There is no undoing: a search keeps the residual problem of each level, a few hundred bytes, and takes an
//! option in a copy of it. Knuth's dancing cells, with undoing, were tried: an update took 21 ns instead of
//! 5, and Scott's problem three times as long. Looking for items without options before counting, by a
//! witness for each item, was tried too: it halved the updates, but saved only a tenth of the time on
//! pentominoes and took half as much again on Langford pairs.

use super::matrix::Matrix;
use crate::bits::ones;
use crate::budget::{Effort, Reason};

/// Added to the number of options of a covered item: it is never found dead or forced.
const COVERED: u32 = 1 << 31;

/// An item that must be covered has no option left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dead;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Residual {
    active: Vec<u64>,
    left: Vec<u32>,
    /// A bit for each item that is not covered and has an active option.
    open: Vec<u64>,
    /// Empty for a problem without colors, so that they cost nothing there.
    colors: Vec<u32>,
}

/// The working memory for taking options, and its results.
#[derive(Clone, Debug, Default)]
pub(super) struct Taking {
    /// Primary items that had one option left when last seen.
    forced: Vec<u32>,
    /// The options taken together last: one, and those forced by it.
    pub(super) taken: Vec<u32>,
    /// Removals of an option from an item.
    pub(super) updates: u64,
}

impl Residual {
    /// Nothing is taken.
    pub(super) fn new(matrix: &Matrix, effort: &mut Effort<'_>) -> Result<Residual, Reason> {
        let mut residual = Residual {
            active: vec![0; matrix.options.div_ceil(64) as usize],
            left: vec![0; matrix.items as usize],
            open: vec![0; matrix.items.div_ceil(64) as usize],
            colors: vec![0; if matrix.has_colors() { matrix.items as usize } else { 0 }],
        };
        for option in 0..matrix.options {
            effort.spend(matrix.items_of(option).len())?;
            residual.active[option as usize / 64] |= 1 << (option % 64);
            for &item in matrix.items_of(option) {
                residual.left[item as usize] += 1;
                residual.open[item as usize / 64] |= 1 << (item % 64);
            }
        }
        Ok(residual)
    }

    /// Becomes a copy of another residual problem of the same matrix.
    pub(super) fn copy_from(&mut self, other: &Residual) {
        self.active.copy_from_slice(&other.active);
        self.left.copy_from_slice(&other.left);
        self.open.copy_from_slice(&other.open);
        self.colors.copy_from_slice(&other.colors);
    }

    /// Takes all options that are forced from the start.
    pub(super) fn take_forced_from_start(
        &mut self,
        matrix: &Matrix,
        taking: &mut Taking,
    ) -> Result<(), Dead> {
        for item in 0..matrix.primary {
            match self.left(item) {
                0 => return Err(Dead),
                1 => taking.forced.push(item),
                _ => {}
            }
        }
        self.take_forced(matrix, taking)
    }

    /// Takes an option, then all that are forced by it. If this leaves an item without options, the result is
    /// not usable.
    pub(super) fn take(&mut self, option: u32, matrix: &Matrix, taking: &mut Taking) -> Result<(), Dead> {
        taking.taken.clear();
        let taken = self.commit(option, matrix, taking).and_then(|()| self.take_forced(matrix, taking));
        taking.forced.clear();
        taken
    }

    fn take_forced(&mut self, matrix: &Matrix, taking: &mut Taking) -> Result<(), Dead> {
        while let Some(item) = taking.forced.pop() {
            if self.left[item as usize] < COVERED {
                let only = self.options(item, matrix).next().ok_or(Dead)?;
                self.commit(only, matrix, taking)?;
            }
        }
        Ok(())
    }

    /// Gives the items of an option their values; then hides all options that it excludes.
    ///
    /// Items are covered before anything is hidden, so that none of the option's own is found dead.
    fn commit(&mut self, option: u32, matrix: &Matrix, taking: &mut Taking) -> Result<(), Dead> {
        taking.taken.push(option);
        for (item, value) in matrix.values_of(option) {
            match matrix.color(value) {
                0 => {
                    self.left[item as usize] |= COVERED;
                    self.close(item);
                }
                color => self.colors[item as usize] = color,
            }
        }
        for mask in matrix.excluded_by(option) {
            let active = &mut self.active[mask.word as usize];
            let hidden = *active & mask.bits;
            *active &= !mask.bits;
            self.hide(mask.word, hidden, matrix, taking)?;
        }
        Ok(())
    }

    /// Removes options that have just become inactive from their items. Stops at the first item without
    /// options; the incomplete result is then discarded.
    #[inline]
    fn hide(&mut self, word: u32, hidden: u64, matrix: &Matrix, taking: &mut Taking) -> Result<(), Dead> {
        for option in ones(word, hidden) {
            let items = matrix.items_of(option);
            taking.updates += items.len() as u64;
            for &item in items {
                let left = &mut self.left[item as usize];
                *left -= 1;
                if *left <= 1 {
                    match (item < matrix.primary, *left) {
                        (true, 0) => return Err(Dead),
                        (true, _) => taking.forced.push(item),
                        (false, 0) => self.close(item),
                        (false, _) => {}
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn close(&mut self, item: u32) {
        self.open[item as usize / 64] &= !(1 << (item % 64));
    }

    /// A bit for each item that is not covered and has an active option.
    #[inline]
    pub(super) fn open(&self) -> &[u64] {
        &self.open
    }

    pub(super) fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// How many active options an item has; 0 if it is covered.
    #[inline]
    pub(super) fn left(&self, item: u32) -> u32 {
        let left = self.left[item as usize];
        if left < COVERED { left } else { 0 }
    }

    /// The color that an item was given, as a code; 0 if none.
    #[inline]
    pub(super) fn color(&self, item: u32) -> u32 {
        self.colors.get(item as usize).copied().unwrap_or(0)
    }

    /// The active options of an item, ascending.
    pub(super) fn options(&self, item: u32, matrix: &Matrix) -> impl Iterator<Item = u32> {
        let masks = matrix.options_of(item).iter();
        masks.flat_map(|mask| ones(mask.word, mask.bits & self.active[mask.word as usize]))
    }

    #[cfg(test)]
    pub(super) fn check_invariants(&self, taken: &[u32], matrix: &Matrix) {
        let gives = |option| matrix.values_of(option).collect::<Vec<_>>();
        let given: Vec<_> = taken.iter().flat_map(|&option| gives(option)).collect();
        let clash = |&(item, value): &(u32, u32)| {
            let covers = matrix.color(value) == 0;
            given.iter().any(|&(other, given)| other == item && (covers || given != value))
        };
        let is_active = |option: u32| !taken.contains(&option) && !gives(option).iter().any(clash);
        for item in 0..matrix.items {
            let values: Vec<_> = given.iter().filter(|&&(other, _)| other == item).collect();
            let color = values.first().map_or(0, |&&(_, value)| matrix.color(value));
            assert_eq!(self.color(item), color, "the color of item {item}");
            let covered = !values.is_empty() && color == 0;
            assert_eq!(self.left[item as usize] >= COVERED, covered, "item {item} is covered");
            let active: Vec<_> = self.options(item, matrix).collect();
            let expected =
                (0..matrix.options).filter(|&o| is_active(o) && matrix.items_of(o).contains(&item));
            assert!(active.iter().copied().eq(expected), "the options of item {item}");
            assert!(covered || self.left(item) as usize == active.len(), "the options left of item {item}");
            let is_open = self.open[item as usize / 64] >> (item % 64) & 1 == 1;
            assert_eq!(is_open, self.left(item) > 0, "item {item} is open");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::dlx::parse;

    /// Without forced options, every way to take two options after each other.
    #[test]
    fn taking_keeps_the_invariants() {
        let text = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\nt x:B\nt y\n";
        let problem = parse("t", text).unwrap().problem;
        let order = Order::best(&problem);
        let merged_or_not = [0, usize::MAX].map(|most| {
            at_once(|effort| Matrix::with_most_merged(&problem, order.items(), most, effort)).unwrap()
        });
        for matrix in &merged_or_not {
            take_two(matrix);
        }
    }

    fn take_two(matrix: &Matrix) {
        let mut taking = Taking::default();
        let whole = at_once(|effort| Residual::new(matrix, effort)).unwrap();
        whole.check_invariants(&[], matrix);
        for first in 0..matrix.options {
            let mut one = whole.clone();
            if one.commit(first, matrix, &mut taking).is_err() {
                continue;
            }
            one.check_invariants(&[first], matrix);
            for second in (0..matrix.options)
                .filter(|option| one.active[*option as usize / 64] >> (option % 64) & 1 == 1)
            {
                let mut two = whole.clone();
                two.copy_from(&one);
                if two.commit(second, matrix, &mut taking).is_ok() {
                    two.check_invariants(&[first, second], matrix);
                }
            }
        }
    }
}
