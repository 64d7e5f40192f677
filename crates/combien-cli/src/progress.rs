//! The progress of a search on standard error: a bar for people, a line now and then for logs.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use combien::solve::{Meter, Progress};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// A search shorter than this shows nothing.
const SILENCE: Duration = Duration::from_secs(1);
/// Between lines where no person watches.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Between steps of the bar.
const BETWEEN_STEPS: Duration = Duration::from_millis(100);
/// The bar counts in these parts of the whole.
const PARTS: u64 = 1000;

/// Shows how far a search has come. A bar vanishes when this is dropped.
pub(crate) struct ProgressReport {
    start: Instant,
    last: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl ProgressReport {
    /// A report, unless nobody wants one.
    pub(crate) fn new(quiet: bool) -> Option<ProgressReport> {
        (!quiet).then(|| ProgressReport { start: Instant::now(), last: None, bar: None })
    }

    /// Is it time to say something?
    fn is_due(&self, now: Instant, between: Duration) -> bool {
        match self.last {
            Some(last) => now.duration_since(last) >= between,
            None => now.duration_since(self.start) >= SILENCE.max(between.min(BETWEEN_LINES)),
        }
    }

    fn words(progress: Progress, spent: Duration) -> String {
        let rate = progress.nodes as f64 / spent.as_secs_f64() / 1e6;
        let (solutions, nodes) = (HumanCount(progress.solutions), HumanCount(progress.nodes));
        format!("{solutions} solutions, {nodes} nodes, {rate:.2} million a second")
    }
}

impl Meter for ProgressReport {
    fn tick(&mut self, progress: Progress) {
        let now = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        if !self.is_due(now, if is_terminal { BETWEEN_STEPS } else { BETWEEN_LINES }) {
            return;
        }
        self.last = Some(now);
        let words = Self::words(progress, now.duration_since(self.start));
        let percent = progress.fraction * 100.0;
        if is_terminal {
            let bar = self.bar.get_or_insert_with(new_bar);
            bar.set_position((progress.fraction * PARTS as f64) as u64);
            bar.set_message(format!("{percent:.1} %  {words}"));
        } else {
            anstream::eprintln!("{percent:.1} % of the tree: {words}");
        }
    }
}

impl Drop for ProgressReport {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::new(PARTS);
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:24}] {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
