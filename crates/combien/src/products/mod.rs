//! Diagrams of families of sets with products: compact where families fall into parts that share nothing.
//!
//! A [`Diagram`] has choices, whose branches take some options, and products, whose parts are independent.
//! [`memo`](crate::engine::memo) records them; they are written as text, and as files `.nnf` of knowledge
//! compilers, and read. They count, list and draw their members, and answer what [families](crate::zdd)
//! answer: marginals, distributions, the best members and the front of two costs.

mod best;
mod covers;
mod diagram;
mod distribution;
mod files;
mod front;
mod marginals;
mod restricted;
mod sample;
mod walk;

pub use covers::NotCovers;
pub use diagram::Diagram;
pub(crate) use diagram::{Kind, NONE, NodeId, ONE};
pub use files::{Fault, ReadError};
pub use sample::Samples;
pub use walk::Walk;
