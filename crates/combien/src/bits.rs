//! Sets of small numbers as bits of words.

/// The numbers in one word of a set, ascending.
#[inline]
pub(crate) fn ones(word: u32, mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(word * u64::BITS + bit)
    })
}
