//! What the benchmarks share: instances, and times of rivals taken in turn.

use std::path::PathBuf;
use std::time::Duration;

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

/// The processor time of this thread so far.
///
/// Not wall-clock time: on a busy machine, a run of milliseconds fits between the turns of other programs,
/// and a long one shares the processor. A ratio of the two was once five times too high (pent20x3: 155
/// instead of 27).
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Wall-clock time, where the processor time of a thread is not available.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The least processor time of each rival in this many rounds. In a round each runs once, so that a change of
/// the machine's speed hits all of them alike: only ratios mean anything.
pub fn least_times<const N: usize>(rounds: usize, mut rivals: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..rounds {
        for (rival, least) in rivals.iter_mut().zip(&mut least) {
            let start = cpu_time();
            rival();
            *least = cpu_time().saturating_sub(start).min(*least);
        }
    }
    least
}
