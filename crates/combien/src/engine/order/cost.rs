//! What a sweep in a given order may cost: an upper bound on its states.

/// The predicted cost of a sweep over the frontier, in whole numbers: the same on every machine. Less is
/// better.
///
/// Before each step there are at most 2^w states if the frontier is w bits wide, and at most as many as
/// before the last step times the options decided there, and once more if items have bounds. `states` is the
/// sum of the lesser bound over all steps. It ranks the orders of one problem, and tells little about two
/// problems: on dominoes it is ten times the truth, on pentominoes 10^5 times. A sweep that has begun knows
/// more, see `Frontier::prediction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// At most this many states in all; saturates.
    pub states: u128,
    /// The widest frontier, in bits.
    pub width: u32,
}

/// A sweep of at most this number of states takes seconds at the worst, and a search that meets this number
/// of parts some minutes: on dominoes a cost is ten times the truth, and elsewhere far more.
const FEW_STATES: u128 = 1 << 27;

/// A search that remembers needs up to five times as long for a part as a sweep for a state.
const FAR_LESS: u128 = 8;

impl Cost {
    /// The cost of what is not to be done.
    pub(super) const MAX: Cost = Cost { states: u128::MAX, width: u32::MAX };

    /// The cost of both, one after the other.
    pub(super) fn and(self, other: Cost) -> Cost {
        let states = self.states.saturating_add(other.states);
        Cost { states, width: self.width.max(other.width) }
    }

    /// Is a search that splits, whose cost this is, cheap, and far cheaper than this sweep?
    pub(crate) fn splits(self, sweep: Cost) -> bool {
        self.is_low() && self.states.saturating_mul(FAR_LESS) <= sweep.states
    }

    /// Is it known to be low?
    pub(crate) fn is_low(self) -> bool {
        self.states <= FEW_STATES
    }
}

/// Beyond this many bits the width gives no bound: the sum would not hold it.
pub(super) const WIDEST: u32 = 120;
