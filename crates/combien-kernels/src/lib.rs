//! Internal, without any promise: exact cover search on machine words, for the engine `fast` of Combien.
//!
//! This crate works on bits, not on problems. A caller writes its options as masks ([`Bits`]) and gets two
//! searches over them: [`Masks`] keeps the list of the options that are left, and [`Fixed`] covers the items
//! in an order that was chosen beforehand. Both run on a [`Processor`], count their work in a [`Budget`], and
//! can be paused at any node. The crate `combien` has the engine that decides which of them does what; use
//! that one.
//!
//! It is a separate crate for two reasons. The searches are compiled once for each width of masks and each
//! kind of processor, which takes most of a build: a change elsewhere does not repeat it. And all unsafe code
//! of the workspace is here, in the modules `lanes::avx2` and `lanes::avx512`.
//!
//! ```
//! use combien_kernels::{Bits, Budget, Masks, Processor, Step};
//!
//! // Three items, and four options: {0, 1}, {2}, {0}, {1, 2}. Two exact covers.
//! let bits = Bits { width: 1, colors: 0, rooms: vec![], need: vec![0b111], claims: vec![0b011, 0b100, 0b001, 0b110] };
//! let mut search = Masks::new(&bits);
//! let mut budget = Budget { most: u64::MAX, halt: true, ..Budget::default() };
//! assert_eq!(search.run(Processor::best(), &mut budget), Step::Solution);
//! let mut first = search.chosen();
//! first.sort_unstable();
//! assert_eq!(first, [0, 1]);
//! assert_eq!(search.run(Processor::best(), &mut budget), Step::Solution);
//! assert_eq!(search.run(Processor::best(), &mut budget), Step::End);
//! assert_eq!(budget.found, 2);
//! ```

mod bits;
mod fixed;
mod lanes;
mod masks;
mod names;
mod passes;
mod processor;

pub use bits::{Bits, MOST_WORDS, Room, ones};
pub use fixed::{Estimate, Fixed};
pub use masks::Masks;
pub use processor::{Backend, Processor, Unavailable};

/// Why a kernel stops working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// At a solution.
    Solution,
    /// Its budget of nodes is spent.
    Nodes,
    /// The next node has masks of another width. This is internal: the search continues by itself.
    Width,
    /// It hands over its next node.
    Delegated,
    /// At its end.
    End,
}

/// The limits of a kernel, and the work done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// The maximum number of nodes in all.
    pub most: u64,
    /// Halt at each solution?
    pub halt: bool,
    /// Nodes entered.
    pub nodes: u64,
    /// Options looked at.
    pub scanned: u64,
    /// Solutions found.
    pub found: u64,
}
