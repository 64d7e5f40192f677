//! Set-ups that can be given up.
//!
//! A search can be paused. What is set up before it is not worth that: it takes a second at most, and is dropped by
//! whoever does not want to wait. So it counts its work, and asks now and then whether to go on.

use super::Unfit;
use super::words::TooWide;

/// After so much work whoever waits is asked whether it is still wanted: each millisecond or so.
///
/// A unit is an item or an entry that is looked at, or a word that is written: some ten nanoseconds.
const BETWEEN_QUESTIONS: u64 = 1 << 16;

/// Who waits for a set-up.
pub(super) struct Patience<'a> {
    goes_on: &'a mut dyn FnMut() -> bool,
    /// The work until the next question.
    left: u64,
}

/// Nobody waits any longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// Why nothing was set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Unfit(Unfit),
    GivenUp,
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Refusal {
        Refusal::Unfit(unfit)
    }
}

impl From<TooWide> for Refusal {
    fn from(too_wide: TooWide) -> Refusal {
        Refusal::Unfit(too_wide.into())
    }
}

impl From<GivenUp> for Refusal {
    fn from(GivenUp: GivenUp) -> Refusal {
        Refusal::GivenUp
    }
}

impl<'a> Patience<'a> {
    pub(super) fn new(goes_on: &'a mut dyn FnMut() -> bool) -> Patience<'a> {
        Patience { goes_on, left: BETWEEN_QUESTIONS }
    }

    /// So much work has been done.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), GivenUp> {
        if let Some(left) = self.left.checked_sub(work as u64) {
            self.left = left;
            return Ok(());
        }
        self.left = BETWEEN_QUESTIONS;
        if (self.goes_on)() { Ok(()) } else { Err(GivenUp) }
    }
}

/// What was set up; none if it was given up.
pub(super) fn settle<T>(set_up: Result<T, Refusal>) -> Result<Option<T>, Unfit> {
    match set_up {
        Ok(set_up) => Ok(Some(set_up)),
        Err(Refusal::GivenUp) => Ok(None),
        Err(Refusal::Unfit(unfit)) => Err(unfit),
    }
}

#[cfg(test)]
/// What was set up by somebody who never gives up.
pub(super) fn at_once<T>(set_up: impl FnOnce(&mut Patience<'_>) -> T) -> T {
    set_up(&mut Patience::new(&mut || true))
}
