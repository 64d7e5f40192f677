//! Threads that work together: all threads of the library are started here.
//!
//! Threads live for some milliseconds, as long as the caller waits for an answer (`std::thread::scope`). When solutions
//! are read one by one, no thread runs in between, and a dropped iterator leaves no threads behind.

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
