//! Further rules of Sudoku variants: cages, thermometers, arrows, a knight's move and others.
//!
//! A text has a rule on each line: a word, a number where the rule has one, and cells such as `R1C4`. What
//! follows a `#` is a comment. `R1C1-R1C4` are the cells of a straight line, also of a diagonal one.
//!
//! ```text
//! anti-knight
//! cage 15 R1C1 R1C2 R2C1
//! thermometer R5C5-R5C8 R6C8
//! ```
//!
//! [`RULES`] lists them. Each is a set of items and options that are added to the exact cover problem of the
//! square, so that its solutions are the grids that obey all rules, one to one (`encode.rs`).

mod encode;
mod read;

use combien_tiling::draw::Marking;

pub(super) use encode::{Ruled, encode};
pub(super) use read::read;

/// A rule, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The line, from 0.
    pub(super) line: usize,
    /// The first word.
    pub(super) word: &'static str,
    /// In names of items: the word and the line from 1, and a number if a line makes several rules.
    pub(super) name: String,
    pub(super) demand: Demand,
    /// The cells, in the order in which they are written; none for a rule about the whole square.
    pub(super) cells: Vec<usize>,
}

impl Rule {
    /// How it is drawn; `None` if it has no cells.
    pub(super) fn marking(&self) -> Option<Marking> {
        let sum = match self.demand {
            Demand::Cage(sum, _) | Demand::Sum(sum, _) => Some(sum),
            _ => None,
        };
        let marking = Marking { word: self.word, sum, cells: self.cells.clone() };
        Some(marking).filter(|marking| !marking.cells.is_empty())
    }
}

/// What a rule demands. Cells are numbered row by row, from 0; digits from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// The cells have different digits: each digit once, if there are as many cells as digits.
    Distinct(Vec<usize>),
    /// The cells have different digits with this sum.
    Cage(usize, Vec<usize>),
    /// The cells have digits that follow one another, in any order.
    Run(Vec<usize>),
    /// The digits have this sum.
    Sum(usize, Vec<usize>),
    /// The digit of the first cell is the sum of those of the others.
    Arrow(Vec<usize>),
    /// Each pair of cells, in order, has this relation.
    Pairs(Relation, Vec<(usize, usize)>),
    /// The digits leave this rest when they are divided by 2.
    Rest(usize, Vec<usize>),
}

/// A relation of two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Less,
    Equal,
    Differ,
    /// They differ by 1.
    Neighbors,
    /// They do not differ by 1.
    NoNeighbors,
    /// They differ by at least this much.
    Apart(usize),
    /// One is twice the other.
    Double,
    /// They have this sum.
    Sum(usize),
}

impl Relation {
    pub(super) fn holds(self, a: usize, b: usize) -> bool {
        match self {
            Relation::Less => a < b,
            Relation::Equal => a == b,
            Relation::Differ => a != b,
            Relation::Neighbors => a.abs_diff(b) == 1,
            Relation::NoNeighbors => a.abs_diff(b) != 1,
            Relation::Apart(least) => a.abs_diff(b) >= least,
            Relation::Double => a == 2 * b || b == 2 * a,
            Relation::Sum(sum) => a + b == sum,
        }
    }
}

/// What follows the word of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// Nothing: the rule is about the whole square.
    Nothing,
    /// Cells, at least this many.
    Cells(usize),
    /// Two cells.
    Two,
    /// A sum, and cells.
    Sum,
    /// Perhaps a sum, and cells.
    MaybeSum,
}

/// The words, what follows them, and what they mean.
#[doc(hidden)]
pub const RULES: &[(&str, &str, &str)] = &[
    ("diagonals", "", "each long diagonal has each digit once"),
    ("windows", "", "each window between four boxes has each digit once"),
    ("anti-knight", "", "cells a knight's move apart have different digits"),
    ("anti-king", "", "cells that touch at a corner have different digits"),
    ("nonconsecutive", "", "the digits of cells that share a side do not differ by 1"),
    ("region", "CELLS", "the cells have different digits"),
    ("cage", "[SUM] CELLS", "the same, with this sum: killer Sudoku"),
    ("sum", "SUM CELLS", "the digits have this sum, and may repeat: little killer"),
    ("renban", "CELLS", "the digits follow one another, in any order"),
    ("thermometer", "CELLS", "the digits increase from the first cell on"),
    ("arrow", "CELLS", "the first digit is the sum of the others"),
    ("palindrome", "CELLS", "the digits read the same from both ends"),
    ("whisper", "CELLS", "neighbours on the line differ by at least half of the side: 5 of 9"),
    ("white", "CELL CELL", "the digits differ by 1: Kropki"),
    ("black", "CELL CELL", "one digit is twice the other: Kropki"),
    ("x", "CELL CELL", "the digits sum to one more than the side: 10 for 9"),
    ("v", "CELL CELL", "the digits sum to half of that: 5 for 9"),
    ("even", "CELLS", "the digits are even"),
    ("odd", "CELLS", "the digits are odd"),
];
