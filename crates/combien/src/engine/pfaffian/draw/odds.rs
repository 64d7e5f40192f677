//! Odds as whole numbers.

use crate::count::Count;
use crate::random::SplitMix64;

/// How likely a face is to be down: as many times as `down` is contained in `both`.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    down: Count,
    both: Count,
    /// `down` and `both`, if they have at most 32 bits.
    small: Option<(usize, usize)>,
}

impl Odds {
    /// The odds of a face by the weights of the edges that are matched if it is up, or down; `None` if they
    /// are even.
    pub(super) fn new(up: &[u64], down: &[u64]) -> Option<Odds> {
        let product = |weights: &[u64]| {
            weights.iter().fold(Count::ONE, |product, &weight| &product * &Count::from(weight))
        };
        let (up, down) = (product(up), product(down));
        if up == down {
            return None;
        }
        let both = &up + &down;
        let small = |count: &Count| count.to_u64().and_then(|count| u32::try_from(count).ok());
        let small = small(&down).zip(small(&both)).map(|(down, both)| (down as usize, both as usize));
        Some(Odds { down, both, small })
    }

    /// Is it down, for this random word?
    pub(super) fn is_down(&self, word: u64) -> bool {
        let mut random = SplitMix64::new(word);
        match self.small {
            Some((down, both)) => random.place(both) < down,
            None => random.below(&self.both) < self.down,
        }
    }
}
