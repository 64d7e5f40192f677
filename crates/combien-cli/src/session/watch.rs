//! What stops a search from outside: a signal or the clock.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use combien::Count;
use combien::diagnostic::counted;
use combien::engine::Work;
use combien::solve::{Budget, Reason, StopFlag};

use super::progress;
use crate::report::Stop;
use crate::report::failure::Failure;
use crate::request::Search;
use crate::system::catalogue::grouped;
use crate::system::wait;

/// The exit code of a process that a signal killed, by the custom of shells.
const KILLED: i32 = 130;
/// How messages call the two.
const TIME: &str = "stopped at the time limit";
const SIGNAL: &str = "interrupted";

/// Raised by the first signal, and when the time has passed.
fn stop_flag() -> StopFlag {
    static STOP: OnceLock<StopFlag> = OnceLock::new();
    STOP.get_or_init(StopFlag::new).clone()
}

/// The limit on time, if there is one.
static LIMIT: OnceLock<Duration> = OnceLock::new();

/// When it is reached.
static END: OnceLock<Instant> = OnceLock::new();

/// Has the time passed before anything else stopped the search?
static TIME_PASSED: AtomicBool = AtomicBool::new(false);

/// Starts the clock: from now on the time counts, that for reading included.
pub(crate) fn start_clock(time: Option<Duration>) {
    if let Some(time) = time {
        LIMIT.get_or_init(|| time);
    }
    // A time that is too long for the clock never passes.
    let Some(end) = time.and_then(|time| Instant::now().checked_add(time)) else { return };
    let end = *END.get_or_init(|| end);
    let pass = || {
        let stop = stop_flag();
        TIME_PASSED.store(!stop.is_raised(), Ordering::Relaxed);
        stop.raise();
        wait::watch(TIME);
    };
    if time == Some(Duration::ZERO) {
        // A thread might start too late for a short search.
        return pass();
    }
    thread::spawn(move || {
        thread::sleep(end.saturating_duration_since(Instant::now()));
        pass();
    });
}

/// Watches for a signal, and for the time that was asked for to pass.
pub(crate) struct Watch {
    stop: StopFlag,
    time_passed: &'static AtomicBool,
    search: Search,
}

impl Watch {
    /// From here on the first signal stops the search, and the second one the program. While input is read,
    /// any signal stops the program, because nothing can be lost.
    pub(crate) fn start(search: Search) -> Result<Watch, Failure> {
        let signalled = AtomicBool::new(false);
        ctrlc::set_handler(move || {
            if signalled.swap(true, Ordering::Relaxed) {
                wait::exit(KILLED);
            }
            stop_flag().raise();
            wait::watch(SIGNAL);
        })
        .map_err(|error| Failure::message(format!("signals cannot be handled: {error}")))?;
        wait::search_begins();
        Ok(Watch { stop: stop_flag(), time_passed: &TIME_PASSED, search })
    }

    /// The budget of a search, with the flag and the deadline of the watch.
    pub(crate) fn budget(&self) -> Budget {
        let Search { nodes, memory, threads, .. } = self.search;
        let stop = Some(self.stop.clone());
        Budget { nodes, memory: Some(memory), threads, stop, deadline: None }
    }

    /// Has a signal or the clock requested a stop?
    pub(crate) fn is_asked_to_stop(&self) -> bool {
        self.stop.is_raised()
    }

    /// The time until the limit, if there is one.
    pub(crate) fn time_left() -> Option<Duration> {
        END.get().map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Raised when a signal or the clock requests a stop.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// What stopped a search, without its progress.
    pub(crate) fn stop_by(&self, reason: Reason) -> Stop {
        let reason = self.describe(reason);
        Stop { line: reason.clone(), reason }
    }

    /// What stopped a search, with the count that is certain, if any, and its progress.
    pub(crate) fn stop_at(&self, reason: Reason, certain: Option<&Count>, work: Work, fraction: f64) -> Stop {
        Stop { reason: self.describe(reason), line: self.describe_at(reason, certain, work, fraction) }
    }

    /// What stopped a search, in words.
    pub(crate) fn describe(&self, reason: Reason) -> String {
        match reason {
            Reason::Asked if self.time_passed.load(Ordering::Relaxed) => match LIMIT.get() {
                Some(limit) if limit.is_zero() => format!("{TIME} of 0s"),
                Some(limit) => format!("{TIME} of {limit:?}"),
                None => TIME.to_owned(),
            },
            Reason::Asked => SIGNAL.to_owned(),
            other => other.to_string(),
        }
    }

    /// What stopped a search, with the count that is certain, if any, and its progress: `interrupted: >=
    /// 1,234 solutions, 41.0 % searched, 5,678 nodes`.
    fn describe_at(&self, reason: Reason, certain: Option<&Count>, work: Work, fraction: f64) -> String {
        let certain = certain.map_or_else(String::new, |count| {
            format!(">= {}, ", counted(grouped(&count.to_string()), "solution"))
        });
        // The percentage that the progress showed last, if there was one.
        let percent = if fraction > 0.0 {
            format!("{} searched, ", progress::percent(fraction))
        } else {
            String::new()
        };
        let nodes = counted(grouped(&work.nodes.to_string()), "node");
        format!("{}: {certain}{percent}{nodes}", self.describe(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_in_threes() {
        for (digits, shown) in
            [("", ""), ("7", "7"), ("123", "123"), ("1234", "1,234"), ("1234567", "1,234,567")]
        {
            assert_eq!(grouped(digits), shown);
        }
    }
}
