//! The instruction sets for the kernels, and which of them this processor has.

use std::fmt;

use crate::lanes::{Lanes, Portable, Task};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{avx2::Avx2, avx512::Avx512};

/// An instruction set. The answers, their order and the work are the same with each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
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

impl Backend {
    /// Does this processor have it?
    pub fn is_available(self) -> bool {
        Processor::detect(self).is_ok()
    }
}

/// The processor does not have this backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable(pub Backend);

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0 {
            Backend::Avx2 => "AVX2",
            Backend::Avx512 => "AVX-512",
            Backend::Portable | Backend::Auto => "portable code",
        };
        write!(f, "this processor does not have {name}")
    }
}

impl std::error::Error for Unavailable {}

/// An instruction set that this processor has. A value proves it.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Lane);

/// The lanes of a backend.
#[derive(Clone, Copy, Debug)]
enum Lane {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// The fastest backend that the processor has.
    pub fn best() -> Processor {
        Processor::detect(Backend::Auto).unwrap_or(Processor(Lane::Portable))
    }

    /// The requested instruction set, if this processor has it.
    pub fn detect(backend: Backend) -> Result<Processor, Unavailable> {
        #[cfg(target_arch = "x86_64")]
        let (avx2, avx512) = (Avx2::detect().map(Lane::Avx2), Avx512::detect().map(Lane::Avx512));
        #[cfg(not(target_arch = "x86_64"))]
        let (avx2, avx512) = (None, None);
        match backend {
            Backend::Portable => Some(Lane::Portable),
            Backend::Avx2 => avx2,
            Backend::Avx512 => avx512,
            Backend::Auto => avx512.or(avx2).or(Some(Lane::Portable)),
        }
        .map(Processor)
        .ok_or(Unavailable(backend))
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
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Lane::Portable => Portable.within(task),
            #[cfg(target_arch = "x86_64")]
            Lane::Avx2(k) => k.within(task),
            #[cfg(target_arch = "x86_64")]
            Lane::Avx512(k) => k.within(task),
        }
    }
}
