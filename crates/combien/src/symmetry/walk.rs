//! Random elements of a group, given by generators.

use crate::problem::Automorphism;
use crate::random::SplitMix64;

/// Random elements of a group: a product that is changed at each step by the product of two elements of a
/// list, one of which changes with it (Celler, Leedham-Green, Murray, Niemeyer and O'Brien, 1995, with the
/// accumulator of Leedham-Green and Murray, 2002).
pub(super) struct Walk {
    list: Vec<Automorphism>,
    product: Automorphism,
}

impl Walk {
    const LEAST_LENGTH: usize = 10;

    /// From generators; there may be none. The more steps come before the first element, the less it depends
    /// on the generators.
    pub(super) fn new(
        generators: &[Automorphism],
        identity: &Automorphism,
        steps: usize,
        random: &mut SplitMix64,
    ) -> Walk {
        let length = Self::LEAST_LENGTH.max(generators.len() + 1);
        let list = generators.iter().cycle().take(length).cloned().collect();
        let mut walk = Walk { list, product: identity.clone() };
        if !generators.is_empty() {
            (0..steps).for_each(|_| _ = walk.next(random));
        }
        walk
    }

    /// The next element.
    pub(super) fn next(&mut self, random: &mut SplitMix64) -> Automorphism {
        if self.list.is_empty() {
            return self.product.clone();
        }
        let changed = random.place(self.list.len());
        let other = (changed + 1 + random.place(self.list.len() - 1)) % self.list.len();
        let by = &self.list[other];
        let factor = if random.place(2) == 0 { by.clone() } else { by.inverse() };
        let made = &self.list[changed];
        self.list[changed] = if random.place(2) == 0 { made.then(&factor) } else { factor.then(made) };
        self.product = self.product.then(&self.list[changed]);
        self.product.clone()
    }
}
