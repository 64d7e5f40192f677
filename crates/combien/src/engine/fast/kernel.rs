//! The kernels of the engine `fast`: what there is, and what this processor can run.

use std::fmt;

use super::Step;
use super::lanes::{Lanes, Portable, Task};
#[cfg(target_arch = "x86_64")]
use super::lanes::{avx2::Avx2, avx512::Avx512};

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
    /// By dancing links, however narrow masks would be.
    Links,
}

/// How the processor is used. The answers, their order and the work are the same on every way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// The fastest that the processor has.
    #[default]
    Auto,
    /// Plain Rust.
    Portable,
    /// Four words at a time.
    Avx2,
    /// Eight words at a time.
    Avx512,
}

/// What the engine works with: a method and a way, [`Auto`](Method::Auto) where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// How the tree is searched.
    pub method: Method,
    /// How the processor is used.
    pub way: Way,
}

/// The processor cannot go this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable(pub Way);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0 {
            Way::Avx2 => "AVX2",
            Way::Avx512 => "AVX-512",
            Way::Portable | Way::Auto => "portable code",
        };
        write!(f, "this processor does not have {name}")
    }
}

impl std::error::Error for Unavailable {}

/// A way that the processor can go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Processor {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// The fastest way there is.
    pub(super) fn best() -> Processor {
        Processor::detect(Way::Auto).unwrap_or(Processor::Portable)
    }

    /// What the processor can do of what is asked for.
    pub(super) fn detect(way: Way) -> Result<Processor, Unavailable> {
        #[cfg(target_arch = "x86_64")]
        let (avx2, avx512) = (Avx2::detect().map(Processor::Avx2), Avx512::detect().map(Processor::Avx512));
        #[cfg(not(target_arch = "x86_64"))]
        let (avx2, avx512) = (None, None);
        match way {
            Way::Portable => Some(Processor::Portable),
            Way::Avx2 => avx2,
            Way::Avx512 => avx512,
            Way::Auto => avx512.or(avx2).or(Some(Processor::Portable)),
        }
        .ok_or(Unavailable(way))
    }

    /// How many words at a time.
    pub(super) fn lanes(self) -> usize {
        match self {
            Processor::Portable => Portable::COUNT,
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(_) => Avx2::COUNT,
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(_) => Avx512::COUNT,
        }
    }

    /// Runs a task in code that is compiled for it.
    pub(super) fn run(self, task: impl Task) -> Step {
        match self {
            Processor::Portable => Portable.within(task),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(k) => k.within(task),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(k) => k.within(task),
        }
    }
}
