//! The search as one that can be walked.

use super::Links;
use crate::budget::Pause;
use crate::engine::walk::Stepwise;
use crate::problem::OptionId;

impl Stepwise for Links {
    fn go(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }

    fn entered(&self) -> u64 {
        self.nodes
    }

    /// Those taken beforehand come first.
    fn branch(&self) -> Vec<OptionId> {
        self.taken_so_far().collect()
    }
}
