//! The progress of a search on standard error: a bar on a terminal, otherwise a line from time to time.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use combien::diagnostic::counted;
use combien::solve::{Meter, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::report::times;
use crate::system::catalogue::{grouped, said, told};
use crate::system::wait::{Wait, waiting};

/// A shorter search shows nothing.
const SILENCE: Duration = Duration::from_secs(1);
/// The time between lines, if standard error is not a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// The time between steps of the bar.
const BETWEEN_STEPS: Duration = Duration::from_millis(100);
/// The rate is measured over this time. A search may be ten times as fast at its end as at its start.
const RECENT: Duration = Duration::from_secs(10);
/// The bar counts in these parts of the whole.
const PARTS: u64 = 1000;

/// Shows how far a search has come. A bar vanishes when this is dropped.
pub(crate) struct ProgressReport {
    start: Instant,
    last: Option<Instant>,
    bar: Option<ProgressBar>,
    rate: Rate,
}

impl ProgressReport {
    /// A report, unless it is switched off.
    pub(crate) fn new(quiet: bool) -> Option<ProgressReport> {
        let start = Instant::now();
        (!quiet).then(|| ProgressReport { start, last: None, bar: None, rate: Rate::new(start) })
    }

    /// Shows the progress of work whose size is unknown.
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if !self.is_time(now) {
            return;
        }
        self.last = Some(now);
        if io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
            style(bar, WITHOUT_BAR);
            bar.set_message(cut(&said(&words()), terminal_width()));
        } else {
            waiting(Wait::Writing, || told!("{}", words()));
        }
    }

    /// Is it time to say something?
    fn is_time(&self, now: Instant) -> bool {
        let between = if io::stderr().is_terminal() { BETWEEN_STEPS } else { BETWEEN_LINES };
        match self.last {
            Some(last) => now.duration_since(last) >= between,
            None => now.duration_since(self.start) >= SILENCE.max(between.min(BETWEEN_LINES)),
        }
    }
}

/// A report that several threads share. A thread that finds it locked need not wait: another one shows the
/// same.
pub(crate) struct SharedReport(Mutex<Option<ProgressReport>>);

impl SharedReport {
    pub(crate) fn new(quiet: bool) -> SharedReport {
        SharedReport(Mutex::new(ProgressReport::new(quiet)))
    }

    pub(crate) fn say(&self, words: impl FnOnce() -> String) {
        if let Ok(mut progress) = self.0.try_lock()
            && let Some(progress) = &mut *progress
        {
            progress.say(words);
        }
    }
}

/// The recent nodes per second.
struct Rate {
    /// When each number of nodes had been entered, a few times a second.
    seen: VecDeque<(Instant, u64)>,
}

impl Rate {
    fn new(start: Instant) -> Rate {
        Rate { seen: VecDeque::from([(start, 0)]) }
    }

    /// The number of nodes so far.
    fn note(&mut self, now: Instant, nodes: u64) {
        if let Some(&(last, before)) = self.seen.back() {
            if nodes < before {
                // Another engine takes its turn.
                self.seen.clear();
            } else if now.duration_since(last) < BETWEEN_STEPS {
                return;
            }
        }
        self.seen.push_back((now, nodes));
        // The oldest entry is the last one before the recent ones.
        while self.seen.get(1).is_some_and(|&(then, _)| now.duration_since(then) >= RECENT) {
            self.seen.pop_front();
        }
    }

    /// Returns `None` if too little is known.
    fn a_second(&self) -> Option<f64> {
        let (&(first, before), &(last, after)) = (self.seen.front()?, self.seen.back()?);
        let seconds = last.duration_since(first).as_secs_f64();
        (seconds > 0.0 && after > before).then(|| (after - before) as f64 / seconds)
    }
}

/// A fraction in per cent, rounded down, so that 100 % appears only at the end.
pub(crate) fn percent(fraction: f64) -> String {
    format!("{:.1} %", (fraction * 1000.0).floor().min(999.0) / 10.0)
}

/// What is known, in words.
fn words(progress: Progress, rate: Option<f64>) -> String {
    let [words, ..] = shorter_and_shorter(progress, rate);
    words
}

/// The same in fewer and fewer words, for narrow terminals.
fn shorter_and_shorter(progress: Progress, rate: Option<f64>) -> [String; 3] {
    let solutions = counted(grouped(&progress.solutions.to_string()), "solution");
    let nodes = counted(grouped(&progress.nodes.to_string()), "node");
    let Some(rate) = rate else {
        return [format!("{solutions}, {nodes}"), format!("{solutions}, {nodes}"), solutions];
    };
    let speed = match rate {
        1e5.. => format!("{:.2} million", rate / 1e6),
        _ => format!("{rate:.0}"),
    };
    let left = match progress.left {
        Some(left) => format!(", {} left", times::range(left.low / rate, left.high / rate)),
        None if progress.fraction > 0.0 => ", time left unknown".to_owned(),
        None => String::new(),
    };
    [
        format!("{solutions}, {nodes}, {speed} a second{left}"),
        format!("{solutions}, {speed} nodes a second{left}"),
        format!("{solutions}{left}"),
    ]
}

/// A line of a terminal of this width: with the bar if there is room for it and all words, else as many words
/// as there is room for.
fn fitted(width: usize, percent: &str, words: [String; 3]) -> (&'static str, String) {
    let [all, fewer, least] = words.map(|words| format!("{}  {}", said(percent), said(&words)));
    let fits = |before: usize, words: &str| before + words.chars().count() + FREE <= width;
    if fits(CLOCK + BAR, &all) {
        (WITH_BAR, all)
    } else if fits(CLOCK, &all) {
        (WITHOUT_BAR, all)
    } else if fits(CLOCK, &fewer) {
        (WITHOUT_BAR, fewer)
    } else {
        (WITHOUT_BAR, cut(&least, width))
    }
}

impl Meter for ProgressReport {
    fn tick(&mut self, progress: Progress) {
        let is_terminal = io::stderr().is_terminal();
        self.last = Some(Instant::now());
        let rate = self.rate.a_second();
        // Without any estimate nothing is shown.
        let is_known = progress.fraction > 0.0;
        let percent = percent(progress.fraction);
        if is_terminal {
            // Without a time beside it, a share of the tree would be read as a share of the time.
            let part = match progress.left {
                _ if !is_known => "no estimate yet".to_owned(),
                Some(_) => percent,
                None => format!("{percent} of the tree"),
            };
            let (template, words) = fitted(terminal_width(), &part, shorter_and_shorter(progress, rate));
            let bar = self.bar.get_or_insert_with(|| ProgressBar::new(PARTS));
            style(bar, template);
            bar.set_position((progress.fraction * PARTS as f64) as u64);
            bar.set_message(words);
        } else {
            let words = words(progress, rate);
            let part = if is_known { format!("{percent} of the tree") } else { "no estimate yet".to_owned() };
            waiting(Wait::Writing, || told!("{part}: {words}"));
        }
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        let now = Instant::now();
        self.rate.note(now, nodes);
        self.is_time(now)
    }
}

impl Drop for ProgressReport {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Lines of a terminal.
const WITH_BAR: &str = "{elapsed_precise} [{bar:24}] {msg}";
const WITHOUT_BAR: &str = "{elapsed_precise} {msg}";
/// The columns that the time takes, and the bar, each with the space behind it.
const CLOCK: usize = 9;
const BAR: usize = 27;
/// The columns that stay free, for the `^C` that a terminal writes: a line that wraps stays when it should vanish.
const FREE: usize = 2;

fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0.into())
}

/// As much of a message as there is room for beside the time.
fn cut(message: &str, width: usize) -> String {
    message.chars().take(width.saturating_sub(CLOCK + FREE)).collect()
}

fn style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
}

#[cfg(test)]
mod tests {
    use combien::solve::Span;

    use super::*;

    #[test]
    fn the_rate_is_the_recent_one() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut rate = Rate::new(start);
        assert_eq!(rate.a_second(), None);
        for second in 1..=100 {
            rate.note(after(second), 5 * second);
        }
        assert_eq!(rate.a_second(), Some(5.0));
        for second in 101..=112 {
            rate.note(after(second), 500 + 100 * (second - 100));
        }
        assert_eq!(rate.a_second(), Some(100.0));
        assert!(rate.seen.len() < 20);
        // Another engine begins to count from the start.
        rate.note(after(113), 7);
        assert_eq!(rate.a_second(), None);
        rate.note(after(114), 8);
        assert_eq!(rate.a_second(), Some(1.0));
    }

    /// Rounded down, so that a figure reads the same during the search and at its end.
    #[test]
    fn percentages_are_rounded_down() {
        let read = [0.0, 0.1239, 0.822_99, 0.99999, 1.0].map(percent);
        assert_eq!(read, ["0.0 %", "12.3 %", "82.2 %", "99.9 %", "99.9 %"]);
    }

    #[test]
    fn the_remaining_time_is_shown_with_its_spread() {
        let left = Some(Span { low: 1.2e8, high: 3e8 });
        let progress = Progress { nodes: 12_345_678, solutions: 1234, fraction: 0.1, left };
        let text = "1,234 solutions, 12,345,678 nodes, 1.00 million a second, 2 to 5 min left";
        assert_eq!(words(progress, Some(1e6)), text);
        let text = "1,234 solutions, 12,345,678 nodes, 500 a second";
        assert_eq!(words(Progress { left: None, fraction: 0.0, ..progress }, Some(500.0)), text);
        let text = format!("{text}, time left unknown");
        assert_eq!(words(Progress { left: None, ..progress }, Some(500.0)), text);
        assert_eq!(words(progress, None), "1,234 solutions, 12,345,678 nodes");
    }

    /// At any width the line fits, and it says as much as it can.
    #[test]
    fn the_line_fits_the_terminal() {
        let left = Some(Span { low: 1.2e8, high: 3e8 });
        let progress = Progress { nodes: 12_345_678, solutions: 1234, fraction: 0.822, left };
        let line = |width| fitted(width, "82.2 %", shorter_and_shorter(progress, Some(1e6)));
        let (with_bar, all) = line(125);
        assert_eq!(with_bar, WITH_BAR);
        assert_eq!(line(105), (WITHOUT_BAR, all));
        let fewer = "82.2 %  1,234 solutions, 1.00 million nodes a second, 2 to 5 min left";
        assert_eq!(line(80), (WITHOUT_BAR, fewer.to_owned()));
        assert_eq!(line(60), (WITHOUT_BAR, "82.2 %  1,234 solutions, 2 to 5 min left".to_owned()));
        assert_eq!(line(30), (WITHOUT_BAR, "82.2 %  1,234 solut".to_owned()));
    }
}
