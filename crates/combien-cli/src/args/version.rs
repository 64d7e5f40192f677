//! What `combien --version -v` tells: all that a report of a fault should say about the program.

use std::env::consts::{ARCH, OS};
use std::ffi::OsString;

use combien::engine::fast::Backend;

/// Do these words, the name of the program first, ask for it? The parser itself answers `--version` alone.
pub(super) fn is_asked(words: &[OsString]) -> bool {
    let has = |names: &[&str]| words.iter().skip(1).any(|word| names.iter().any(|&name| *word == *name));
    words.len() == 3 && has(&["--version", "-V"]) && has(&["-v"])
}

/// The version, the commit, the features, and the kernels that this processor has, the fastest first.
pub(super) fn told() -> String {
    let commit = option_env!("COMBIEN_COMMIT").unwrap_or("not recorded, for this is no build of a release");
    let features = if cfg!(feature = "render") { "render" } else { "none" };
    let kernels = [("avx512", Backend::Avx512), ("avx2", Backend::Avx2), ("portable", Backend::Portable)];
    let kernels = kernels.into_iter().filter(|(_, backend)| backend.is_available());
    let kernels: Vec<&str> = kernels.map(|(name, _)| name).collect();
    format!(
        "combien {}\ncommit: {commit}\nfeatures: {features}\nkernels: {} ({ARCH}, {OS})\n",
        env!("CARGO_PKG_VERSION"),
        kernels.join(", ")
    )
}
