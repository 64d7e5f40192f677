//! Diagrams of families of sets with products: compact where families fall into parts that share nothing.
//!
//! A [`Diagram`] has choices, whose branches take some options, and products, whose parts are independent.
//! [`memo`](crate::engine::memo) records them; they are written as text, and as files `.nnf` of knowledge
//! compilers, and read. They count, list and draw their members, and answer what [families](crate::zdd)
//! answer: marginals, distributions, the best members and the front of two costs.

mod covers;
mod diagram;
mod files;
mod questions;
mod restricted;
mod sample;
mod walk;

pub(crate) use crate::nodes::{Kind, NodeId};
pub use covers::NotCovers;
pub use diagram::Diagram;
pub(crate) use diagram::{NONE, ONE};
pub use files::{Fault, ReadError};
pub use sample::Samples;
pub use walk::Walk;
