//! Several machine words at once: the operations that the search needs, and their three implementations.
//!
//! The search is written once, over the trait [`Lanes`]. Its values prove that the processor has the needed
//! features: [`Portable`] always exists, [`avx2::Avx2`] and [`avx512::Avx512`] only from a test of the
//! processor. All unsafe code of the workspace is in these two modules; the portable implementation is their
//! safe twin, and all implementations give the same bytes.

#![expect(clippy::inline_always, reason = "these are instructions, and the search is built of them")]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
mod portable;

pub(crate) use portable::Portable;

/// Operations on vectors of [`Lanes::COUNT`] words of 64 bits.
pub(crate) trait Lanes: Copy {
    /// This many words.
    type Vector: Copy;
    /// For each lane, yes or no.
    type Mask: Copy;
    /// The lanes of a vector: a power of two, at most 8.
    const COUNT: usize;

    /// The same word in every lane.
    fn splat(self, word: u64) -> Self::Vector;
    /// The words from `at` on.
    ///
    /// # Panics
    ///
    /// If there are too few.
    fn load(self, words: &[u64], at: usize) -> Self::Vector;
    /// Puts the vector to `at`.
    ///
    /// # Panics
    ///
    /// If there is too little place.
    fn store(self, words: &mut [u64], at: usize, vector: Self::Vector);
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The lanes that are zero.
    fn zeros(self, vector: Self::Vector) -> Self::Mask;
    /// Lane i as bit i.
    fn bits(self, mask: Self::Mask) -> u32;
    /// The lanes of the mask, and zero in the others.
    fn only(self, vector: Self::Vector, mask: Self::Mask) -> Self::Vector;
    /// The lanes of the mask in their order, first; anything in the others.
    fn pack(self, vector: Self::Vector, mask: Self::Mask) -> Self::Vector;
    /// Lane i has what lane i xor `distance` had; the distance is a power of two below [`Lanes::COUNT`].
    fn swap(self, vector: Self::Vector, distance: usize) -> Self::Vector;
    /// The lanes of the mask packed to the front; and the same lanes in any order, with zero in the others.
    #[inline(always)]
    fn sift(self, vector: Self::Vector, mask: Self::Mask) -> (Self::Vector, Self::Vector) {
        (self.pack(vector, mask), self.only(vector, mask))
    }
    /// Two vectors dealt to two others: where i has the bit of `distance`, a power of two below
    /// [`Lanes::COUNT`], lane i comes from `b`, elsewhere from `a`; in the first vector it is the lane of
    /// that number without the bit, in the second the one with it.
    fn deal(self, a: Self::Vector, b: Self::Vector, distance: usize) -> (Self::Vector, Self::Vector);
    /// The first lane.
    fn first(self, vector: Self::Vector) -> u64;
    /// The bits of `word` that `places` has, in their order, lowest first.
    fn extract(self, word: u64, places: u64) -> u64;

    /// Runs a task in code that is compiled for this processor. It is never inlined: a task that is run in
    /// several places is compiled once.
    fn within<T: Task>(self, task: T) -> T::Output;
}

/// A search, or a part of it, that can be compiled for any processor. All that is called in [`Task::run`]
/// with lanes must be inlined, or be a task itself.
pub(crate) trait Task {
    /// What it returns. An array is better left in the arena: the caller would keep it in memory, not in
    /// registers.
    type Output;

    fn run<K: Lanes>(self, k: K) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The result of each operation, lane by lane, so that implementations with different numbers of lanes
    /// can be compared.
    fn behaviour<K: Lanes>(k: K, a: &[u64], b: &[u64]) -> Vec<Vec<u64>> {
        let each = |f: &dyn Fn(K::Vector, K::Vector) -> K::Vector| {
            let mut out = vec![0; a.len()];
            for at in (0..a.len()).step_by(K::COUNT) {
                k.store(&mut out, at, f(k.load(a, at), k.load(b, at)));
            }
            out
        };
        let (mut packed, mut kept) = (vec![0; a.len() + 8], 0);
        for at in (0..a.len()).step_by(K::COUNT) {
            let (va, vb) = (k.load(a, at), k.load(b, at));
            let mask = k.zeros(k.and(va, vb));
            k.store(&mut packed, kept, k.pack(va, mask));
            kept += k.bits(mask).count_ones() as usize;
        }
        packed.truncate(kept);
        let mut all = k.splat(0);
        for at in (0..a.len()).step_by(K::COUNT) {
            all = k.xor(all, k.load(a, at));
        }
        let mut distance = 1;
        while distance < K::COUNT {
            all = k.xor(all, k.swap(all, distance));
            distance *= 2;
        }
        vec![
            each(&|x, y| k.and(x, y)),
            each(&|x, y| k.or(x, y)),
            each(&|x, y| k.xor(x, y)),
            each(&|x, y| k.only(x, k.zeros(y))),
            packed,
            vec![k.first(all)],
            a.iter().zip(b).map(|(&word, &places)| k.extract(word, places)).collect(),
        ]
    }

    fn words() -> impl Strategy<Value = Vec<u64>> {
        let word = prop_oneof![Just(0), Just(u64::MAX), any::<u64>(), (0..64u32).prop_map(|bit| 1 << bit)];
        prop::collection::vec(word, 32)
    }

    /// Lane by lane as [`Lanes::deal`] says: no other backend can check it, because the number of lanes
    /// differs.
    fn deals_as_said<K: Lanes>(k: K, a: &[u64], b: &[u64]) -> bool {
        let is_right = |distance: usize| {
            let (first, second) = k.deal(k.load(a, 0), k.load(b, 0), distance);
            [(first, 0), (second, distance)].into_iter().all(|(vector, with)| {
                let mut lanes = [0; 8];
                k.store(&mut lanes, 0, vector);
                let from = |lane: usize| if lane & distance == 0 { a } else { b };
                (0..K::COUNT).all(|lane| lanes[lane] == from(lane)[lane & !distance | with])
            })
        };
        [1, 2, 4].into_iter().filter(|&distance| distance < K::COUNT).all(is_right)
    }

    proptest! {
        #[test]
        fn vectors_are_dealt(a in words(), b in words()) {
            prop_assert!(deals_as_said(Portable, &a, &b));
            #[cfg(target_arch = "x86_64")]
            {
                prop_assert!(avx2::Avx2::detect().is_none_or(|k| deals_as_said(k, &a, &b)));
                prop_assert!(avx512::Avx512::detect().is_none_or(|k| deals_as_said(k, &a, &b)));
            }
        }

        #[test]
        fn all_backends_behave_alike(a in words(), b in words()) {
            let expected = behaviour(Portable, &a, &b);
            let oracle: Vec<u64> = a.iter().zip(&b).filter(|(a, b)| *a & *b == 0).map(|(&a, _)| a).collect();
            prop_assert_eq!(&expected[4], &oracle);
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(k) = avx2::Avx2::detect() {
                    prop_assert_eq!(&behaviour(k, &a, &b), &expected);
                }
                if let Some(k) = avx512::Avx512::detect() {
                    prop_assert_eq!(&behaviour(k, &a, &b), &expected);
                }
            }
        }
    }
}
