//! How often a primary item may be covered.

use std::fmt;

/// How often a primary item must be covered, and how often it may be: at least `lo` and at most `hi` times.
///
/// A solution is a set of options, so each option covers an item at most once. A primary item with bounds 0
/// and 1 is similar to a secondary one, but it has no colors, and may be the only item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounds {
    /// The least number of times.
    pub lo: u32,
    /// The greatest number of times.
    pub hi: u32,
}

impl Bounds {
    /// Exactly once, the default for primary items.
    pub const ONCE: Bounds = Bounds { lo: 1, hi: 1 };

    /// No upper bound: no problem has this many options.
    pub const UNLIMITED: u32 = u32::MAX;

    /// May the item be covered this many times?
    pub fn allow(self, times: u32) -> bool {
        self.lo <= times && times <= self.hi
    }
}

impl fmt::Display for Bounds {
    /// As in Knuth's text format: `2:3`, or `3` for exactly three times. No upper bound is written as
    /// 2147483647, the greatest number that his programs can read, and read back as none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lo, hi) = (self.lo.min(MOST), self.hi.min(MOST));
        if lo == hi { write!(f, "{hi}") } else { write!(f, "{lo}:{hi}") }
    }
}

/// The greatest bound in a file. It also means all greater ones.
pub(super) const MOST: u32 = i32::MAX as u32;
