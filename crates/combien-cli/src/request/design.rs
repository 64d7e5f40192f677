//! The questions of a designer.

use clap::ValueEnum;

use super::{Numbers, Search, Source};

/// A question of a designer.
pub(crate) enum Design {
    Sets(Sets),
    Boards(Boards),
}

/// Which sets of pieces tile a board.
pub(crate) struct Sets {
    pub(crate) problem: Source,
    /// How many pieces a set has.
    pub(crate) pieces: Numbers,
    /// The names of pieces that every set has.
    pub(crate) with: Vec<String>,
    pub(crate) wanted: Wanted,
    /// The first set that is tried, counted from 1.
    pub(crate) first: u64,
    /// Sets are tried in a random order.
    pub(crate) seed: Option<u64>,
}

/// Which boards the pieces tile.
pub(crate) struct Boards {
    pub(crate) problem: Source,
    pub(crate) wanted: Wanted,
    /// The sides of a box that boards must fit into.
    pub(crate) inside: Option<[u32; 3]>,
    pub(crate) symmetric: bool,
    pub(crate) without_holes: bool,
    pub(crate) ascii: bool,
}

/// What must be true of a result, and how results are shown.
pub(crate) struct Wanted {
    /// How many solutions there are.
    pub(crate) solutions: Numbers,
    /// Are solutions counted once that a symmetry maps to each other?
    pub(crate) up_to: Option<Alike>,
    /// Stop after this number of results.
    pub(crate) most: u64,
    pub(crate) form: DesignForm,
    pub(crate) search: Search,
}

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DesignForm {
    Text,
    Json,
    /// As problems in the tiling language.
    Problems,
}

/// Which solutions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Alike {
    /// Those that a symmetry of the board and the pieces maps to each other
    Symmetry,
}
