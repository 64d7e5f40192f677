//! What the suites share: the corpus, random problems, and an oracle that shares no code with what it judges.

pub mod corpus;
pub mod oracle;
pub mod random;
pub mod sudoku;
pub mod trees;
