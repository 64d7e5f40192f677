//! Threads that work together on one question: those of a search that is cut, of a race, and of engines that
//! take turns. They are started by [`work`]; this module handles a thread that crashes.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread;

pub(super) use crate::engine::team::{own, work};
use crate::problem::Subproblem;

/// Does a piece of work of a member. A panic in it does not end the thread.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> thread::Result<T> {
    panic::catch_unwind(AssertUnwindSafe(work))
}

/// The first crash of a team, if one of its members crashed: a bug.
#[derive(Default)]
pub(super) struct FirstCrash(Mutex<Option<Crash>>);

impl FirstCrash {
    /// Keeps the payload of a panic of a member, and the part of the problem that it was searching, if it is
    /// the first panic.
    pub(super) fn keep(&self, payload: &(dyn Any + Send), searched: Subproblem) {
        let crash = || Crash::new(searched, payload);
        own(self.0.lock()).get_or_insert_with(crash);
    }

    /// If there was a panic, continues it in the calling thread.
    ///
    /// # Panics
    ///
    /// With a [`Crash`].
    pub(super) fn raise(self) {
        if let Some(crash) = own(self.0.into_inner()) {
            panic::resume_unwind(Box::new(crash));
        }
    }
}

/// The payload of a panic that began in a thread of a search: a bug, and where to find it.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Crash {
    /// The part of the problem that was being searched.
    pub subproblem: Subproblem,
    /// What the panic said.
    pub message: String,
}

impl Crash {
    fn new(subproblem: Subproblem, payload: &(dyn Any + Send)) -> Crash {
        let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
        Crash { subproblem, message: message.unwrap_or_else(|| "no message".to_owned()) }
    }
}

errors!(Crash { message, subproblem } =>
    "{message} (in a part of the problem with {} options taken)", subproblem.taken().len()
);

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn all_work_and_the_first_crash_is_raised() {
        let (done, crash) = (AtomicUsize::new(0), FirstCrash::default());
        let member = |number: usize| {
            let work = || assert_ne!(number, 2, "number 2 crashes");
            match caught(work) {
                Ok(()) => _ = done.fetch_add(1, Ordering::Relaxed),
                Err(payload) => crash.keep(&*payload, Subproblem::whole()),
            }
        };
        let member = &member;
        let threads = work((1..4).map(|number| move || member(number)), || member(0), || {});
        assert!(threads > 1 && done.load(Ordering::Relaxed) >= threads - 1);
        let raised = caught(|| crash.raise());
        let crash = raised.unwrap_err();
        assert!(crash.downcast_ref::<Crash>().is_some_and(|crash| crash.message.contains("number 2")));
    }
}
