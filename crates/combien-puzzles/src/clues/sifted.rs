//! A search that passes over some solutions.

use std::fmt;

use super::finder::Finder;
use combien::engine::Pause;
use combien::problem::{OptionId, Solution};

/// Decides whether a solution counts; `None` if it cannot decide, which stops the search.
pub(super) type Sift = Box<dyn FnMut(&Solution) -> Option<bool> + Send>;

/// A search of which only the solutions that pass are seen.
pub(super) struct Sifted {
    search: Box<dyn Finder>,
    passes: Sift,
    /// The solution that it is at.
    solution: Solution,
}

impl Sifted {
    pub(super) fn new(search: Box<dyn Finder>, passes: Sift) -> Sifted {
        Sifted { search, passes, solution: Solution::default() }
    }
}

impl fmt::Debug for Sifted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sifted").field("search", &self.search).finish_non_exhaustive()
    }
}

impl Finder for Sifted {
    fn sees_contradictions(&self) -> bool {
        self.search.sees_contradictions()
    }

    fn begin(&mut self, clues: &[OptionId]) -> bool {
        self.search.begin(clues)
    }

    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let pause = self.search.run(nodes);
            if pause != Pause::Solution {
                return pause;
            }
            self.solution = self.search.solution();
            match (self.passes)(&self.solution) {
                Some(true) => return Pause::Solution,
                Some(false) => {}
                // Like a search that has no room left, it cannot go on.
                None => return Pause::Memory,
            }
        }
    }

    fn solution(&mut self) -> Solution {
        std::mem::take(&mut self.solution)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
