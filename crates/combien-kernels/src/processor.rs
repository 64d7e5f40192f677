//! The ways in which a processor runs the kernels, and which of them this one has.

use std::fmt;

use crate::Step;
use crate::lanes::{Lanes, Portable, Task};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{avx2::Avx2, avx512::Avx512};

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

/// A way that this processor can go. Having one proves it.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Lane);

/// The lanes of that way.
#[derive(Clone, Copy, Debug)]
enum Lane {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// The fastest way there is.
    pub fn best() -> Processor {
        Processor::detect(Way::Auto).unwrap_or(Processor(Lane::Portable))
    }

    /// The way that is asked for, if this processor can go it.
    pub fn detect(way: Way) -> Result<Processor, Unavailable> {
        #[cfg(target_arch = "x86_64")]
        let (avx2, avx512) = (Avx2::detect().map(Lane::Avx2), Avx512::detect().map(Lane::Avx512));
        #[cfg(not(target_arch = "x86_64"))]
        let (avx2, avx512) = (None, None);
        match way {
            Way::Portable => Some(Lane::Portable),
            Way::Avx2 => avx2,
            Way::Avx512 => avx512,
            Way::Auto => avx512.or(avx2).or(Some(Lane::Portable)),
        }
        .map(Processor)
        .ok_or(Unavailable(way))
    }

    /// How many words at a time.
    pub(crate) fn lanes(self) -> usize {
        match self.0 {
            Lane::Portable => Portable::COUNT,
            #[cfg(target_arch = "x86_64")]
            Lane::Avx2(_) => Avx2::COUNT,
            #[cfg(target_arch = "x86_64")]
            Lane::Avx512(_) => Avx512::COUNT,
        }
    }

    /// Runs a task in code that is compiled for it.
    pub(crate) fn run(self, task: impl Task) -> Step {
        match self.0 {
            Lane::Portable => Portable.within(task),
            #[cfg(target_arch = "x86_64")]
            Lane::Avx2(k) => k.within(task),
            #[cfg(target_arch = "x86_64")]
            Lane::Avx512(k) => k.within(task),
        }
    }
}
