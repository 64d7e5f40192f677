//! What the benchmarks share: instances, and times of rivals taken in turn.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The text of an instance of the corpus, by its name: `scott`.
///
/// # Panics
///
/// If there is no such instance.
pub fn instance(name: &str) -> String {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "tests", "corpus", "bench", &format!("{name}.dlx")]
            .iter()
            .collect();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The least time that each rival took in so many rounds. In a round each runs once, so that a change of the machine's
/// speed hits all of them alike: only ratios mean anything.
pub fn least_times<const N: usize>(rounds: usize, mut rivals: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..rounds {
        for (rival, least) in rivals.iter_mut().zip(&mut least) {
            let start = Instant::now();
            rival();
            *least = start.elapsed().min(*least);
        }
    }
    least
}
