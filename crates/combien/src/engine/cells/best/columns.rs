//! What a linear program is made of.

/// How a row bounds its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Equal,
    AtLeast,
    AtMost,
}

/// What a line's basic variable is: an option, or the difference between the right-hand side of a row and its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Option(u32),
    Slack(u32),
}

/// What does not change: the rows, the rows of each option, and its cost.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) rows: Vec<(Sense, f64)>,
    pub(super) entries: Vec<u32>,
    pub(super) firsts: Vec<u32>,
    /// Costs as they are shifted, and by how much.
    pub(super) costs: Vec<f64>,
    pub(super) shifts: Vec<f64>,
    pub(super) tolerance: f64,
}

impl Columns {
    pub(super) fn rows_of(&self, option: u32) -> &[u32] {
        &self.entries[self.firsts[option as usize] as usize..self.firsts[option as usize + 1] as usize]
    }

    /// The bounds of a slack.
    pub(super) fn slack(&self, row: u32) -> (f64, f64) {
        match self.rows[row as usize].0 {
            Sense::Equal => (0.0, 0.0),
            Sense::AtMost => (0.0, f64::INFINITY),
            Sense::AtLeast => (f64::NEG_INFINITY, 0.0),
        }
    }
}
