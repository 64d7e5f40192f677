//! The result of the construction of a diagram.

use std::sync::Arc;

use crate::problem::OptionId;
use crate::products::Diagram;
use crate::zdd::{Family, Store};

/// A diagram of all solutions of a problem, to be shared: a clone takes constant time, except for the list of
/// options.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Compiled {
    /// A family in a store. Its items represent options, in the order in which the engine decided them.
    Stored {
        /// The store.
        store: Arc<Store>,
        /// The family of all solutions.
        family: Family,
        /// The option that each item of the family stands for.
        options: Vec<OptionId>,
    },
    /// A diagram with product nodes.
    Products(Arc<Diagram>),
}
