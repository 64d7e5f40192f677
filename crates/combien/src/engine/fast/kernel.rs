//! The kernels of the engine `fast`, as its users name them.

pub use combien_kernels::{Backend, Unavailable};

/// How the tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The method that promises to be fastest.
    #[default]
    Auto,
    /// By lists of masks, as soon as masks are narrow enough.
    Masks,
    /// In a fixed order of the items, as soon as masks are narrow enough.
    Fixed,
    /// By dancing cells, even if masks would be narrow.
    Cells,
}

/// The method and the backend of the engine; [`Auto`](Method::Auto) by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// How the tree is searched.
    pub method: Method,
    /// How the processor is used.
    pub backend: Backend,
}
