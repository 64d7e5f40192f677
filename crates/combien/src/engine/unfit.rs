//! Why an engine cannot take a problem.

use std::fmt;

use super::links::TooLarge;
use super::words::TooWide;

/// Why an engine cannot take a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It has too many entries.
    TooLarge(TooLarge),
    /// There is too much to remember of a state.
    TooWide(TooWide),
    /// It has items with bounds, and the engine cannot keep to them.
    Bounds,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::TooLarge(TooLarge { nodes, limit }) => write!(f, "{nodes} nodes of at most {limit}"),
            Unfit::TooWide(too_wide) => too_wide.fmt(f),
            Unfit::Bounds => f.write_str("the engine cannot keep to bounds on items"),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<TooLarge> for Unfit {
    fn from(too_large: TooLarge) -> Unfit {
        Unfit::TooLarge(too_large)
    }
}

impl From<TooWide> for Unfit {
    fn from(too_wide: TooWide) -> Unfit {
        Unfit::TooWide(too_wide)
    }
}
