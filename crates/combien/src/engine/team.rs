//! Threads that work together: all threads of the library are started here.
//!
//! Threads live for some milliseconds, as long as the caller waits for an answer (`std::thread::scope`). When solutions
//! are read one by one, no thread runs in between, and a dropped iterator leaves no threads behind.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Runs helpers in threads of their own, together with this thread. Returns the number of threads at work, including
/// this one. If the system has no more threads, `is_missing` is called once for each missing helper.
pub(crate) fn work<H: FnOnce() + Send>(
    helpers: impl IntoIterator<Item = H>,
    own: impl FnOnce(),
    is_missing: impl Fn(),
) -> usize {
    let mut threads = 1;
    thread::scope(|scope| {
        let mut helpers = helpers.into_iter();
        while let Some(help) = helpers.next() {
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                is_missing();
                helpers.by_ref().for_each(|_| is_missing());
                break;
            }
            threads += 1;
        }
        own();
    });
    threads
}

/// A team whose members do numbered tasks together, phase after phase, without being started anew for each.
///
/// **Invariants.** `left` has the first task of the phase that nobody has taken in its low half, and the end of the
/// tasks in its high half; tasks from there on are nobody's. It is set anew only when all tasks of the phase before are
/// `finished`. So a thread that comes late takes part in whatever phase there is, and nobody waits for it.
struct Phases<T> {
    task: T,
    left: AtomicU64,
    finished: AtomicUsize,
    is_over: AtomicBool,
    has_failed: AtomicBool,
}

/// Lets `lead` have phases worked off by at most this number of threads, of which the calling one is the first. The
/// function that `lead` gets does all tasks of a range, and returns when they are done.
///
/// # Panics
///
/// If a task does.
pub(crate) fn in_phases<R>(
    threads: usize,
    task: impl Fn(usize) + Sync,
    lead: impl FnOnce(&mut dyn FnMut(Range<usize>)) -> R,
) -> R {
    if threads <= 1 {
        return lead(&mut |tasks| tasks.for_each(&task));
    }
    let [is_over, has_failed] = [false; 2].map(AtomicBool::new);
    let phases = Phases { task, left: AtomicU64::new(0), finished: AtomicUsize::new(0), is_over, has_failed };
    let mut answer = None;
    let own = || {
        // Whatever happens, the helpers go home.
        let _over = AtEnd(|| phases.is_over.store(true, Ordering::Release));
        answer = Some(lead(&mut |tasks| phases.run(tasks)));
    };
    // Tasks that a missing thread would have done are done by the others.
    work((1..threads).map(|_| || phases.help()), own, || {});
    match answer {
        Some(answer) => answer,
        None => unreachable!("without an answer it has panicked"),
    }
}

impl<T: Fn(usize) + Sync> Phases<T> {
    /// Has these tasks done.
    fn run(&self, tasks: Range<usize>) {
        self.finished.store(0, Ordering::Relaxed);
        self.left.store((tasks.end as u64) << 32 | tasks.start as u64, Ordering::Release);
        while self.do_next() {}
        self.wait(|| self.finished.load(Ordering::Acquire) == tasks.len());
    }

    /// Does a task that nobody has taken, if there is one.
    fn do_next(&self) -> bool {
        let is_left = |left: u64| (left as u32) < (left >> 32) as u32;
        if !is_left(self.left.load(Ordering::Relaxed)) {
            return false;
        }
        let left = self.left.fetch_add(1, Ordering::AcqRel);
        if is_left(left) {
            (self.task)(left as u32 as usize);
            self.finished.fetch_add(1, Ordering::Release);
        }
        is_left(left)
    }

    /// Does tasks until the end.
    fn help(&self) {
        let is_over = || self.is_over.load(Ordering::Acquire);
        let failed = AtEnd(|| self.has_failed.store(true, Ordering::Release));
        while !is_over() {
            self.wait(|| is_over() || self.do_next());
        }
        std::mem::forget(failed);
    }

    /// Waits for what is mostly a few microseconds away: to sleep and to be woken would take longer.
    fn wait(&self, mut is_there: impl FnMut() -> bool) {
        let mut looks = 0;
        while !is_there() {
            assert!(!self.has_failed.load(Ordering::Acquire), "a thread of the team has panicked");
            if looks < SPINS {
                looks += 1;
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
    }
}

/// Looks before a waiting thread lets others go first.
const SPINS: u32 = 1 << 8;

/// Does something when it is dropped.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_of_each_phase_is_done_once() {
        for threads in [0, 1, 2, 5] {
            let done: Vec<AtomicUsize> = (0..40).map(AtomicUsize::new).collect();
            let phases = in_phases(
                threads,
                |task| _ = done[task].fetch_add(100, Ordering::Relaxed),
                |run| {
                    for phase in 1..=200 {
                        run(0..40);
                        let all_are = |(task, done): (usize, &AtomicUsize)| {
                            done.load(Ordering::Relaxed) == task + 100 * phase
                        };
                        assert!(done.iter().enumerate().all(all_are), "phase {phase}");
                    }
                    run(7..7);
                    200
                },
            );
            assert_eq!(phases, 200);
        }
    }

    #[test]
    fn a_panic_ends_all() {
        let panicking = |task| assert_ne!(task, 3, "the third task");
        for threads in [1, 2, 4] {
            let run = || in_phases(threads, panicking, |run| run(0..100));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
    }
}
