//! Threads that work together: all threads of the library are started here.
//!
//! Threads live for some milliseconds, as long as the caller waits for an answer (`std::thread::scope`). When
//! solutions are read one by one, no thread runs in between, and a dropped iterator leaves no threads behind.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// Runs helpers in threads of their own, together with this thread. Returns the number of threads at work,
/// including this one. If the system has no more threads, `is_missing` is called once for each missing
/// helper.
pub(crate) fn work<'h, H: FnOnce() + Send + 'h>(
    helpers: impl IntoIterator<Item = H>,
    own: impl FnOnce(),
    is_missing: impl Fn(),
) -> usize {
    let mut helpers = helpers.into_iter().map(|help| Box::new(help) as Box<dyn FnOnce() + Send + 'h>);
    let mut own = Some(own);
    let mut own = || {
        if let Some(own) = own.take() {
            own();
        }
    };
    start(&mut helpers, &mut own, &is_missing)
}

/// What is the same for all helpers: to start a thread is much code.
fn start<'h>(
    helpers: &mut dyn Iterator<Item = Box<dyn FnOnce() + Send + 'h>>,
    own: &mut dyn FnMut(),
    is_missing: &dyn Fn(),
) -> usize {
    let mut threads = 1;
    thread::scope(|scope| {
        while let Some(help) = helpers.next() {
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                is_missing();
                helpers.for_each(|_| is_missing());
                break;
            }
            threads += 1;
        }
        own();
    });
    threads
}

/// What a lock guards. Nobody has panicked while they held one, or the team would have too.
pub(crate) fn own<T>(guarded: Result<T, PoisonError<T>>) -> T {
    guarded.unwrap_or_else(PoisonError::into_inner)
}

/// A team whose members do numbered tasks together, phase after phase, without being started anew for each.
///
/// **Invariants.** `left` has the first task of the phase that nobody has taken in its low half, and the end
/// of the tasks in its high half; tasks from there on are nobody's. It is set anew only when all tasks of the
/// phase before are `finished`. So a thread that comes late takes part in whatever phase there is, and nobody
/// waits for it.
struct Phases<T> {
    task: T,
    left: AtomicU64,
    finished: AtomicUsize,
    is_over: AtomicBool,
    has_failed: AtomicBool,
}

/// Lets `lead` have phases processed by at most this number of threads, of which the calling one is the
/// first. The function that `lead` gets does all tasks of a range, and returns when they are done.
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

/// Results that may wait for the one that is delivered next.
const AHEAD: u64 = 1 << 10;

/// Tasks that are made one after the other, done by several threads, and whose results are delivered in
/// order.
///
/// **Invariants.** The tasks with numbers below `delivered` are done and delivered; those from there on and
/// below `taken` are being done or in `done`. So `done` has at most [`AHEAD`] results.
struct Line<N, R> {
    next: N,
    taken: u64,
    delivered: u64,
    done: BTreeMap<u64, R>,
    /// No further task is begun.
    is_over: bool,
    /// A thread has panicked.
    has_failed: bool,
}

/// Does tasks on this number of threads, and delivers their results in the order of the tasks, each as soon
/// as those before it are delivered. A task is made when a thread is free for it, so at most as many tasks as
/// threads are there at a time; at most 1,024 results wait. The calling thread delivers. If it is not the
/// only one, it does nothing else, and the number does not count it.
///
/// If `deliver` breaks, no further task is begun, and the results of those that are being done are dropped.
///
/// ```
/// use std::ops::ControlFlow;
/// use combien::solve::in_order;
///
/// let (mut tasks, mut squares) = (1..=5u64, vec![]);
/// let deliver = |square| {
///     squares.push(square);
///     if square < 16 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// in_order(2, || tasks.next(), |number| number * number, deliver);
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
///
/// # Panics
///
/// If a task does, or a function.
#[doc(hidden)]
pub fn in_order<T: Send, R: Send>(
    threads: usize,
    next: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut deliver: impl FnMut(R) -> ControlFlow<()>,
) {
    let helpers = if threads > 1 { threads } else { 0 };
    let line =
        Line { next, taken: 0, delivered: 0, done: BTreeMap::new(), is_over: false, has_failed: false };
    let (line, changed) = (Mutex::new(line), Condvar::new());
    let missing = Cell::new(0);
    let help = || {
        let failed = AtEnd(|| {
            own(line.lock()).has_failed = true;
            changed.notify_all();
        });
        while let Some((number, task)) = taken(&line, &changed) {
            let result = work(task);
            own(line.lock()).done.insert(number, result);
            changed.notify_all();
        }
        std::mem::forget(failed);
    };
    let own = || {
        // Whatever happens, the helpers go home.
        let _over = AtEnd(|| {
            own(line.lock()).is_over = true;
            changed.notify_all();
        });
        if missing.get() == helpers {
            while let Some((_, task)) = taken(&line, &changed) {
                own(line.lock()).delivered += 1;
                if deliver(work(task)).is_break() {
                    return;
                }
            }
            return;
        }
        while let Some(result) = first(&line, &changed) {
            changed.notify_all();
            if deliver(result).is_break() {
                return;
            }
        }
    };
    self::work((0..helpers).map(|_| help), own, || missing.set(missing.get() + 1));
}

/// The next task and its number, when a result may be added; `None` if there are no more.
fn taken<T, R>(line: &Mutex<Line<impl FnMut() -> Option<T>, R>>, changed: &Condvar) -> Option<(u64, T)> {
    let is_full =
        |line: &mut Line<_, R>| !line.is_over && !line.has_failed && line.taken - line.delivered >= AHEAD;
    let mut line = own(changed.wait_while(own(line.lock()), is_full));
    if line.is_over || line.has_failed {
        return None;
    }
    let Some(task) = (line.next)() else {
        line.is_over = true;
        changed.notify_all();
        return None;
    };
    line.taken += 1;
    Some((line.taken - 1, task))
}

/// The result that is delivered next, when it is there; `None` if there are no more.
fn first<N, R>(line: &Mutex<Line<N, R>>, changed: &Condvar) -> Option<R> {
    let is_away = |line: &mut Line<N, R>| {
        let is_at_end = line.is_over && line.delivered == line.taken;
        !is_at_end && !line.has_failed && !line.done.contains_key(&line.delivered)
    };
    let mut line = own(changed.wait_while(own(line.lock()), is_away));
    let number = line.delivered;
    let result = line.done.remove(&number)?;
    line.delivered += 1;
    Some(result)
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

    /// The first task is the longest: all others that may be begun are done before it.
    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for threads in [0, 1, 2, 5] {
            for end in [0, 1, 2 * AHEAD] {
                let (mut tasks, mut delivered, ahead) = (0..end, vec![], AtomicU64::new(0));
                let wanted = if threads > 1 { end.min(AHEAD).saturating_sub(1) } else { 0 };
                let work = |task: u64| {
                    while task == 0 && ahead.load(Ordering::Relaxed) < wanted {
                        thread::yield_now();
                    }
                    ahead.fetch_add(1, Ordering::Relaxed);
                    2 * task
                };
                in_order(
                    threads,
                    || tasks.next(),
                    work,
                    |result| {
                        delivered.push(result);
                        ControlFlow::Continue(())
                    },
                );
                assert!(delivered.into_iter().eq((0..end).map(|task| 2 * task)), "{threads}, {end}");
            }
        }
    }

    #[test]
    fn who_delivers_may_end_it_and_so_does_a_panic() {
        for threads in [1, 3] {
            let (mut tasks, mut delivered) = (0.., 0);
            let deliver = |_| {
                delivered += 1;
                if delivered < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            in_order(threads, || tasks.next(), |task: u32| task, deliver);
            assert_eq!(delivered, 10);
            let mut tasks = 0..;
            let run = || {
                in_order(
                    threads,
                    || tasks.next(),
                    |task: u32| assert_ne!(task, 20),
                    |()| ControlFlow::Continue(()),
                );
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
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
