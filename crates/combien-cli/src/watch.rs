//! What stops a search from outside: a signal, or the clock.

use std::num::NonZeroUsize;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use combien::Count;
use combien::engine::Work;
use combien::problem::Problem;
use combien::solve::{Engine, Limits, Meter, Query, Reason, StopFlag};

use crate::args::{SearchArgs, ThreadArgs};
use crate::failure::Failure;
use crate::progress::{self, ProgressReport};

/// The exit code of a process that a signal killed, by the custom of shells.
const KILLED: i32 = 130;

/// Watches for a signal, and for the time that was asked for to pass.
pub(crate) struct Watch {
    stop: StopFlag,
    time_passed: Arc<AtomicBool>,
    nodes: Option<u64>,
    memory: u64,
    quiet: bool,
    threads: Option<NonZeroUsize>,
}

impl Watch {
    /// From here on the first signal stops the search, and a second one the program. Before, reading input, any signal
    /// stops the program: there is nothing to be lost.
    pub(crate) fn start(args: &SearchArgs) -> Result<Watch, Failure> {
        let watch = Watch::of_time(args.time)?;
        Ok(Watch { nodes: args.nodes, memory: args.memory, quiet: args.quiet, ..watch })
    }

    /// The same for what has no limit but time.
    pub(crate) fn of_time(time: Option<Duration>) -> Result<Watch, Failure> {
        let watch = Watch {
            stop: StopFlag::new(),
            time_passed: Arc::new(AtomicBool::new(false)),
            nodes: None,
            memory: Limits::MEMORY,
            quiet: true,
            threads: None,
        };
        let stop = watch.stop.clone();
        let signalled = AtomicBool::new(false);
        ctrlc::set_handler(move || {
            if signalled.swap(true, Ordering::Relaxed) {
                process::exit(KILLED);
            }
            stop.raise();
        })
        .map_err(|error| Failure::message(format!("signals cannot be handled: {error}")))?;
        if time.is_some_and(|time| time.is_zero()) {
            // A thread might come too late for something quick.
            watch.time_passed.store(true, Ordering::Relaxed);
            watch.stop.raise();
        } else if let Some(time) = time {
            let (stop, passed) = (watch.stop.clone(), watch.time_passed.clone());
            thread::spawn(move || {
                thread::sleep(time);
                passed.store(true, Ordering::Relaxed);
                stop.raise();
            });
        }
        Ok(watch)
    }

    /// The same, with at most so many threads; with one for each core if nothing is said.
    pub(crate) fn with_threads(self, args: &ThreadArgs) -> Watch {
        let threads = args.jobs.or_else(|| thread::available_parallelism().ok());
        Watch { threads, ..self }
    }

    /// A question within the limits of the watch, and with the progress that is wanted on standard error.
    pub(crate) fn query<'a>(
        &self,
        problem: &'a Problem,
        engine: Engine,
        progress: &'a mut Option<ProgressReport>,
    ) -> Query<'a> {
        self.bound(Query::new(problem).engine(engine), progress)
    }

    /// The same question within the limits of the watch, and with progress.
    pub(crate) fn bound<'a>(&self, query: Query<'a>, progress: &'a mut Option<ProgressReport>) -> Query<'a> {
        *progress = ProgressReport::new(self.quiet);
        let query = query.limits(self.limits(None));
        match progress {
            Some(progress) => query.meter(progress as &mut dyn Meter),
            None => query,
        }
    }

    /// The progress of something on standard error, unless nobody wants it.
    pub(crate) fn progress(&self) -> Option<ProgressReport> {
        ProgressReport::new(self.quiet)
    }

    /// Limits that obey the watch.
    pub(crate) fn limits(&self, solutions: Option<u64>) -> Limits {
        let (memory, stop) = (Some(self.memory), Some(self.stop.clone()));
        Limits { nodes: self.nodes, solutions, memory, threads: self.threads, stop }
    }

    /// Has somebody, or the clock, asked to stop?
    pub(crate) fn is_asked_to_stop(&self) -> bool {
        self.stop.is_raised()
    }

    /// What stopped a search, in words.
    pub(crate) fn describe(&self, reason: Reason) -> String {
        match reason {
            Reason::Asked if self.time_passed.load(Ordering::Relaxed) => {
                "stopped at the time limit".to_owned()
            }
            Reason::Asked => "interrupted".to_owned(),
            other => other.to_string(),
        }
    }

    /// The same, with what is certain if something is, and how far it was: `interrupted: >= 1,234 solutions, 41.0 %
    /// searched, 5,678 nodes`.
    pub(crate) fn describe_at(
        &self,
        reason: Reason,
        certain: Option<&Count>,
        work: Work,
        fraction: f64,
    ) -> String {
        let certain = certain.map_or_else(String::new, |count| {
            let one = Count::from(1u64);
            let solutions = if *count == one { "solution" } else { "solutions" };
            format!(">= {} {solutions}, ", grouped(&count.to_string()))
        });
        // The figure that the progress showed last; none if nothing could be said.
        let percent = if fraction > 0.0 {
            format!("{} searched, ", progress::percent(fraction))
        } else {
            String::new()
        };
        let nodes = grouped(&work.nodes.to_string());
        format!("{}: {certain}{percent}{nodes} nodes", self.describe(reason))
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (digits, shown) in
            [("", ""), ("7", "7"), ("123", "123"), ("1234", "1,234"), ("1234567", "1,234,567")]
        {
            assert_eq!(grouped(digits), shown);
        }
    }
}
