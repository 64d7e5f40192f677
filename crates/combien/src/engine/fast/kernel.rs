//! The kernels of the engine `fast`, as its users name them.

pub use combien_kernels::{Unavailable, Way};

/// How the tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Whichever promises to be fastest.
    #[default]
    Auto,
    /// By lists of masks, as soon as masks are narrow enough.
    Masks,
    /// In a fixed order of the items, as soon as masks are narrow enough.
    Fixed,
    /// By dancing cells, however narrow masks would be.
    Cells,
}

/// What the engine works with: a method and a way, [`Auto`](Method::Auto) where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// How the tree is searched.
    pub method: Method,
    /// How the processor is used.
    pub way: Way,
}
