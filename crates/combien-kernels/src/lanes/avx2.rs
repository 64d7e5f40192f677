//! Four lanes: AVX2.
//!
//! **Invariant.** A value of [`Avx2`] exists only where [`Avx2::detect`] has found all features that its
//! methods use. Loads and stores stay within slices, which is asserted.

#![expect(unsafe_code, reason = "intrinsics: see the invariant")]
#![expect(clippy::inline_always, reason = "these are instructions, and the search is built of them")]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64 as x86;
use std::arch::x86_64::__m256i;

use super::{Lanes, Task};

/// Four words at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// A value, if this processor has all needed features.
    pub(crate) fn detect() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }
}

/// For each set of lanes, the halves of words that bring them to the front.
static PACK: [[u32; 8]; 16] = pack_table();

const fn pack_table() -> [[u32; 8]; 16] {
    let mut table = [[0; 8]; 16];
    let mut lanes = 0;
    while lanes < 16 {
        let (mut lane, mut place) = (0, 0);
        while lane < 4 {
            if lanes >> lane & 1 == 1 {
                table[lanes][2 * place] = 2 * lane;
                table[lanes][2 * place + 1] = 2 * lane + 1;
                place += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    table
}

impl Lanes for Avx2 {
    type Vector = __m256i;
    /// All ones, or zero, in each lane.
    type Mask = __m256i;
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(self, word: u64) -> __m256i {
        // SAFETY: avx2 has avx.
        unsafe { x86::_mm256_set1_epi64x(word as i64) }
    }
    #[inline(always)]
    fn load(self, words: &[u64], at: usize) -> __m256i {
        let words = &words[at..at + 4];
        // SAFETY: avx2 has avx; the slice has four words; no alignment is needed.
        unsafe { x86::_mm256_loadu_si256(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u64], at: usize, vector: __m256i) {
        let words = &mut words[at..at + 4];
        // SAFETY: avx2 has avx; the slice has four words; no alignment is needed.
        unsafe { x86::_mm256_storeu_si256(words.as_mut_ptr().cast(), vector) }
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: avx2.
        unsafe { x86::_mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: avx2.
        unsafe { x86::_mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: avx2.
        unsafe { x86::_mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    fn zeros(self, vector: __m256i) -> __m256i {
        // SAFETY: avx2.
        unsafe { x86::_mm256_cmpeq_epi64(vector, x86::_mm256_setzero_si256()) }
    }
    #[inline(always)]
    fn bits(self, mask: __m256i) -> u32 {
        // SAFETY: avx2 has avx.
        unsafe { x86::_mm256_movemask_pd(x86::_mm256_castsi256_pd(mask)) as u32 }
    }
    #[inline(always)]
    fn only(self, vector: __m256i, mask: __m256i) -> __m256i {
        self.and(vector, mask)
    }
    #[inline(always)]
    fn pack(self, vector: __m256i, mask: __m256i) -> __m256i {
        let halves = &PACK[self.bits(mask) as usize & 15];
        // SAFETY: avx2; the table has eight halves a row.
        unsafe { x86::_mm256_permutevar8x32_epi32(vector, x86::_mm256_loadu_si256(halves.as_ptr().cast())) }
    }
    #[inline(always)]
    fn swap(self, vector: __m256i, distance: usize) -> __m256i {
        // SAFETY: avx2.
        unsafe {
            match distance {
                1 => x86::_mm256_permute4x64_epi64::<0b10_11_00_01>(vector),
                _ => x86::_mm256_permute4x64_epi64::<0b01_00_11_10>(vector),
            }
        }
    }
    #[inline(always)]
    fn deal(self, a: __m256i, b: __m256i, distance: usize) -> (__m256i, __m256i) {
        // SAFETY: avx2.
        unsafe {
            match distance {
                1 => (x86::_mm256_unpacklo_epi64(a, b), x86::_mm256_unpackhi_epi64(a, b)),
                _ => (
                    x86::_mm256_permute2x128_si256::<0x20>(a, b),
                    x86::_mm256_permute2x128_si256::<0x31>(a, b),
                ),
            }
        }
    }
    #[inline(always)]
    fn first(self, vector: __m256i) -> u64 {
        // SAFETY: avx2 has avx, and that sse2.
        unsafe { x86::_mm_cvtsi128_si64(x86::_mm256_castsi256_si128(vector)) as u64 }
    }
    #[inline(always)]
    fn extract(self, word: u64, places: u64) -> u64 {
        // SAFETY: bmi2.
        unsafe { x86::_pext_u64(word, places) }
    }
    fn within<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn compiled<T: Task>(k: Avx2, task: T) -> T::Output {
            task.run(k)
        }
        // SAFETY: the features of `compiled` are those that `detect` has found.
        unsafe { compiled(self, task) }
    }
}
