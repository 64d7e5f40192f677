//! What `combien --version` tells; with `-v` all that a report of a fault should say about the program.

use std::env::consts::{ARCH, OS};
use std::ffi::OsString;

use combien::engine::fast::Backend;

/// The answer if these words, the name of the program first, ask for the version and nothing else. The parser
/// is not asked, because it would make the help of all commands first.
pub(super) fn answer(words: &[OsString]) -> Option<String> {
    let is_named = |word: &&OsString| **word == *"--version" || **word == *"-V";
    let mut others = words.get(1..)?.iter().filter(|word| !is_named(word));
    let line = || concat!("combien ", env!("CARGO_PKG_VERSION"), "\n").to_owned();
    match (words.len(), others.next()) {
        (2, None) => Some(line()),
        (3, Some(other)) if *other == *"-v" && others.next().is_none() => Some(line() + &details()),
        _ => None,
    }
}

/// The commit, the features, and the kernels that this processor has, the fastest first.
fn details() -> String {
    let commit = option_env!("COMBIEN_COMMIT").unwrap_or("not recorded, for this is no build of a release");
    let features = if cfg!(feature = "render") { "render" } else { "none" };
    let kernels = [("avx512", Backend::Avx512), ("avx2", Backend::Avx2), ("portable", Backend::Portable)];
    let kernels = kernels.into_iter().filter(|(_, backend)| backend.is_available());
    let kernels: Vec<&str> = kernels.map(|(name, _)| name).collect();
    format!("commit: {commit}\nfeatures: {features}\nkernels: {} ({ARCH}, {OS})\n", kernels.join(", "))
}
