//! Eight lanes: AVX-512.
//!
//! **Invariant.** A value of [`Avx512`] exists only where [`Avx512::detect`] has found all of [`FEATURES`];
//! so each of its methods may use their instructions. Loads and stores stay within slices, which is asserted.

#![expect(unsafe_code, reason = "intrinsics: see the invariant")]
#![expect(clippy::inline_always, reason = "these are instructions, and the search is built of them")]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64 as x86;
use std::arch::x86_64::{__m512i, __mmask8};

use super::{Lanes, Task};

/// Eight words at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// A value, if this processor has all needed features.
    pub(crate) fn detect() -> Option<Avx512> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx512(()))
    }
}

impl Lanes for Avx512 {
    type Vector = __m512i;
    type Mask = __mmask8;
    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_set1_epi64(word as i64) }
    }
    #[inline(always)]
    fn load(self, words: &[u64], at: usize) -> __m512i {
        let words = &words[at..at + 8];
        // SAFETY: avx512f; the slice has eight words; no alignment is needed.
        unsafe { x86::_mm512_loadu_si512(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, words: &mut [u64], at: usize, vector: __m512i) {
        let words = &mut words[at..at + 8];
        // SAFETY: avx512f; the slice has eight words; no alignment is needed.
        unsafe { x86::_mm512_storeu_si512(words.as_mut_ptr().cast(), vector) }
    }
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_or_si512(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    fn zeros(self, vector: __m512i) -> __mmask8 {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_testn_epi64_mask(vector, vector) }
    }
    #[inline(always)]
    fn bits(self, mask: __mmask8) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn only(self, vector: __m512i, mask: __mmask8) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_maskz_mov_epi64(mask, vector) }
    }
    #[inline(always)]
    fn pack(self, vector: __m512i, mask: __mmask8) -> __m512i {
        // SAFETY: avx512f.
        unsafe { x86::_mm512_maskz_compress_epi64(mask, vector) }
    }
    #[inline(always)]
    fn swap(self, vector: __m512i, distance: usize) -> __m512i {
        // SAFETY: avx512f.
        unsafe {
            match distance {
                1 => x86::_mm512_permutex_epi64::<0b10_11_00_01>(vector),
                2 => x86::_mm512_permutex_epi64::<0b01_00_11_10>(vector),
                _ => x86::_mm512_shuffle_i64x2::<0b01_00_11_10>(vector, vector),
            }
        }
    }
    #[inline(always)]
    fn sift(self, vector: __m512i, mask: __mmask8) -> (__m512i, __m512i) {
        let packed = self.pack(vector, mask);
        (packed, packed)
    }
    #[inline(always)]
    fn deal(self, a: __m512i, b: __m512i, distance: usize) -> (__m512i, __m512i) {
        // SAFETY: avx512f.
        unsafe {
            match distance {
                1 => (x86::_mm512_unpacklo_epi64(a, b), x86::_mm512_unpackhi_epi64(a, b)),
                2 => (
                    x86::_mm512_mask_permutex_epi64::<0b01_00_01_00>(a, 0b1100_1100, b),
                    x86::_mm512_mask_permutex_epi64::<0b11_10_11_10>(b, 0b0011_0011, a),
                ),
                _ => (
                    x86::_mm512_shuffle_i64x2::<0b01_00_01_00>(a, b),
                    x86::_mm512_shuffle_i64x2::<0b11_10_11_10>(a, b),
                ),
            }
        }
    }
    #[inline(always)]
    fn first(self, vector: __m512i) -> u64 {
        // SAFETY: avx512f has sse2.
        unsafe { x86::_mm_cvtsi128_si64(x86::_mm512_castsi512_si128(vector)) as u64 }
    }
    #[inline(always)]
    fn extract(self, word: u64, places: u64) -> u64 {
        // SAFETY: bmi2.
        unsafe { x86::_pext_u64(word, places) }
    }
    fn within<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn compiled<T: Task>(k: Avx512, task: T) -> T::Output {
            task.run(k)
        }
        // SAFETY: the features of `compiled` are those that `detect` has found.
        unsafe { compiled(self, task) }
    }
}
