//! What stops a search from outside: a signal, or the clock.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use combien::Count;
use combien::diagnostic::counted;
use combien::engine::Work;
use combien::problem::Problem;
use combien::solve::{Engine, Limits, Meter, Query, Reason, StopFlag};

use crate::args::{Command, SearchArgs, ThreadArgs};
use crate::failure::Failure;
use crate::progress::{self, ProgressReport};
use crate::wait;

/// The exit code of a process that a signal killed, by the custom of shells.
const KILLED: i32 = 130;
/// What messages say of the two.
const TIME: &str = "stopped at the time limit";
const SIGNAL: &str = "interrupted";

/// Raised by the first signal, and when the time has passed.
fn stop_flag() -> StopFlag {
    static STOP: OnceLock<StopFlag> = OnceLock::new();
    STOP.get_or_init(StopFlag::new).clone()
}

/// The limit on time, if there is one.
static LIMIT: OnceLock<Duration> = OnceLock::new();

/// Has the time passed before anything else stopped the search?
static TIME_PASSED: AtomicBool = AtomicBool::new(false);

/// The limit on time of a command.
fn time_of(command: &Command) -> Option<Duration> {
    match command {
        Command::Run(args) => args.search.time,
        Command::Test(args) => args.search.time,
        Command::Count(args) => args.search.time,
        Command::Estimate(args) => args.time,
        Command::Solve(args) => args.search.time,
        Command::Sample(args) => args.search.time,
        Command::Generate(args) => args.pace.time,
        Command::Zdd(args) => args.search.time,
        Command::Symmetries(args) => args.time,
        Command::Sudoku(args) => args.command.time(),
        Command::Puzzle(args) => args.search.time,
        Command::Check(_)
        | Command::Convert(_)
        | Command::Matrix(_)
        | Command::Trace(_)
        | Command::Fmt(_)
        | Command::Pieces(_)
        | Command::Split(_)
        | Command::Merge(_) => None,
    }
}

/// Starts the clock: from now on the time counts, that for reading included.
pub(crate) fn start_clock(command: &Command) {
    let time = time_of(command);
    if let Some(time) = time {
        LIMIT.get_or_init(|| time);
    }
    // A time that is too long to be told never passes.
    let Some(end) = time.and_then(|time| Instant::now().checked_add(time)) else { return };
    let pass = || {
        let stop = stop_flag();
        TIME_PASSED.store(!stop.is_raised(), Ordering::Relaxed);
        stop.raise();
        wait::watch(TIME);
    };
    if time == Some(Duration::ZERO) {
        // A thread might come too late for something quick.
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
    nodes: Option<u64>,
    memory: u64,
    quiet: bool,
    threads: Option<NonZeroUsize>,
}

impl Watch {
    /// From here on the first signal stops the search, and a second one the program. Before, reading input, any signal
    /// stops the program: there is nothing to be lost.
    pub(crate) fn start(args: &SearchArgs) -> Result<Watch, Failure> {
        let watch = Watch::new()?;
        Ok(Watch { nodes: args.nodes, memory: args.memory, quiet: args.quiet, ..watch })
    }

    /// The same for what has no limit but time.
    pub(crate) fn new() -> Result<Watch, Failure> {
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
        let (nodes, memory, quiet, threads) = (None, Limits::MEMORY, true, None);
        Ok(Watch { stop: stop_flag(), time_passed: &TIME_PASSED, nodes, memory, quiet, threads })
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

    /// Raised when somebody, or the clock, asks to stop.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
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
            format!(">= {}, ", counted(grouped(&count.to_string()), "solution"))
        });
        // The figure that the progress showed last; none if nothing could be said.
        let percent = if fraction > 0.0 {
            format!("{} searched, ", progress::percent(fraction))
        } else {
            String::new()
        };
        let nodes = counted(grouped(&work.nodes.to_string()), "node");
        format!("{}: {certain}{percent}{nodes}", self.describe(reason))
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
