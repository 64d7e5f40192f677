//! How often a primary item may be covered.

use std::fmt;

/// How often a primary item must be covered, and how often it may be: at least `lo` and at most `hi` times.
///
/// A solution is a set of options, so each of them covers an item once at most. A primary item with bounds 0 and 1 is
/// much like a secondary one; but it has no colors, and may be the only item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounds {
    /// At least so often.
    pub lo: u32,
    /// At most so often.
    pub hi: u32,
}

impl Bounds {
    /// Exactly once: the bounds of primary items for which nothing else is said.
    pub const ONCE: Bounds = Bounds { lo: 1, hi: 1 };

    /// An upper bound that is none: no problem has this many options.
    pub const UNLIMITED: u32 = u32::MAX;

    /// Do they allow that the item is covered so often?
    pub fn allow(self, times: u32) -> bool {
        self.lo <= times && times <= self.hi
    }
}

impl fmt::Display for Bounds {
    /// As in Knuth's text format: `2:3`, or `3` for exactly three times. An upper bound that is none is written as
    /// 2147483647, which is the most that his programs can read, and read back as none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lo, hi) = (self.lo.min(MOST), self.hi.min(MOST));
        if lo == hi { write!(f, "{hi}") } else { write!(f, "{lo}:{hi}") }
    }
}

/// The greatest bound in a file; it stands for all that are greater.
pub(super) const MOST: u32 = i32::MAX as u32;
