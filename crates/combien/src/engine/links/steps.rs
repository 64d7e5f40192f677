//! The search as one that can be walked.

use super::{Links, Pause};
use crate::engine::walk::{Arrival, Stepwise};
use crate::problem::OptionId;

impl Stepwise for Links {
    fn go(&mut self, nodes: u64) -> Arrival {
        match self.run(nodes) {
            Pause::Solution => Arrival::Solution,
            Pause::Nodes => Arrival::Node,
            Pause::End => Arrival::End,
        }
    }

    fn entered(&self) -> u64 {
        self.nodes
    }

    /// Those taken beforehand come first.
    fn branch(&self) -> Vec<OptionId> {
        self.taken_so_far().collect()
    }
}
