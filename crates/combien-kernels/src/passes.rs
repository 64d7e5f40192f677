//! Passes over a list of options: the inner loops of the search.
//!
//! A list holds its options as masks of W words, word by word: all first words, then all second words, and so
//! on, a `stride` apart. **Invariant:** behind the last option there is at least one vector of ones in every
//! row: as every mask clashes with it, a pass over whole vectors never keeps what is behind the end.

#![expect(clippy::needless_range_loop, reason = "loops run over the words of several masks at once")]
#![expect(clippy::inline_always, reason = "each pass is compiled for each processor, inside of the search")]

use crate::bits::MOST_WORDS;
use crate::lanes::{Lanes, Task};

/// Rows are aligned to the widest vectors, so that the layout is the same for all.
const ALIGN: usize = 8;
/// The binary places of the counters of [`fewest`]: as many as the options of the longest list need.
const PLANES: usize = 24;
/// The planes that count short lists, and lists of middling length.
const FEW_PLANES: usize = 6;
const SOME_PLANES: usize = 9;

/// Where a list of options lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    pub(crate) at: usize,
    pub(crate) stride: usize,
    pub(crate) len: usize,
}

impl List {
    /// The stride for this many options.
    pub(crate) fn stride_for(len: usize) -> usize {
        len.next_multiple_of(ALIGN) + ALIGN
    }

    /// The mask of an option.
    #[inline(always)]
    pub(crate) fn mask<const W: usize>(self, words: &[u64], index: usize) -> [u64; W] {
        let mut mask = [0; W];
        for w in 0..W {
            mask[w] = words[self.at + w * self.stride + index];
        }
        mask
    }

    /// The invariant: behind the end, at least one vector of ones in every row.
    #[cfg(test)]
    fn check_invariants<K: Lanes, const W: usize>(self, _: K, words: &[u64]) {
        assert!(self.len + K::COUNT <= self.stride, "{self:?} has no place behind its end");
        for w in 0..W {
            let end = self.at + w * self.stride + self.len;
            assert!(words[end..end + K::COUNT].iter().all(|&word| word == !0), "{self:?}, row {w}");
        }
    }
}

/// For each item, by its bit, whether it has at least one, two, up to P options: counters that saturate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally<const W: usize, const P: usize>(pub(crate) [[u64; W]; P]);

/// Counts the options of a list, and writes first which items have at least one, then which have two, three,
/// four. Lists of narrow masks are counted so far as they are made.
#[inline(always)]
pub(crate) fn tally<K: Lanes>(k: K, words: &[u64], list: List, counts: &mut [u64]) {
    let width = counts.len() / 4;
    for w in 0..width {
        let mut planes = [[k.splat(0)]; 4];
        let mut place = 0;
        while place < list.len {
            let mut mask = k.load(words, list.at + w * list.stride + place);
            if place + K::COUNT > list.len {
                mask = first_lanes(k, mask, list.len - place);
            }
            count_in(k, &mut planes, 0, mask);
            place += K::COUNT;
        }
        let Tally(sums) = add_up(k, &planes);
        for (plane, [sum]) in sums.into_iter().enumerate() {
            counts[plane * width + w] = sum;
        }
    }
}

/// Counts a word of some options.
#[inline(always)]
fn count_in<K: Lanes, const W: usize, const P: usize>(
    k: K,
    planes: &mut [[K::Vector; W]; P],
    w: usize,
    mask: K::Vector,
) {
    for plane in (1..P).rev() {
        planes[plane][w] = k.or(planes[plane][w], k.and(planes[plane - 1][w], mask));
    }
    planes[0][w] = k.or(planes[0][w], mask);
}

/// The counters of all lanes together.
#[inline(always)]
fn add_up<K: Lanes, const W: usize, const P: usize>(k: K, planes: &[[K::Vector; W]; P]) -> Tally<W, P>
where
    Saturate: Merge<P>,
{
    let mut counts = [[k.splat(0); P]; W];
    for w in 0..W {
        for plane in 0..P {
            counts[w][plane] = planes[plane][w];
        }
    }
    Tally(across::<K, Saturate, W, P>(k, counts))
}

/// Copies the options that have none of the bits of `kill`, which has at least one, from a list to one that
/// begins at `to`; `to` may be the same place and stride. Tells in `kept`, a byte for each vector, which they
/// are; returns how many, and how many each item has.
#[inline(always)]
pub(crate) fn filter<K: Lanes, const W: usize, const P: usize>(
    k: K,
    words: &mut [u64],
    from: List,
    to: List,
    kill: &[u64; W],
    kept: &mut [u8],
) -> (usize, Tally<W, P>)
where
    Saturate: Merge<P>,
{
    let zero = k.splat(0);
    let mut kills = [zero; W];
    for w in 0..W {
        kills[w] = k.splat(kill[w]);
    }
    let mut planes = [[zero; W]; P];
    let (mut place, mut len) = (0, 0);
    while place < from.len {
        let mut masks = [zero; W];
        for w in 0..W {
            masks[w] = k.load(words, from.at + w * from.stride + place);
        }
        let free = disjoint(k, &masks, &kills);
        for w in 0..W {
            let (packed, mask) = k.sift(masks[w], free);
            k.store(words, to.at + w * to.stride + len, packed);
            count_in(k, &mut planes, w, mask);
        }
        kept[place / K::COUNT] = k.bits(free) as u8;
        len += k.bits(free).count_ones() as usize;
        place += K::COUNT;
    }
    end::<K, W>(k, words, List { len, ..to });
    (len, add_up(k, &planes))
}

/// Puts ones behind the last option of a list.
#[inline(always)]
fn end<K: Lanes, const W: usize>(k: K, words: &mut [u64], list: List) {
    for w in 0..W {
        k.store(words, list.at + w * list.stride + list.len, k.splat(!0));
    }
}

/// The lanes whose masks have no bit in common with the others.
#[inline(always)]
fn disjoint<K: Lanes, const W: usize>(k: K, masks: &[K::Vector; W], others: &[K::Vector; W]) -> K::Mask {
    let mut clash = k.and(masks[0], others[0]);
    for w in 1..W {
        clash = k.or(clash, k.and(masks[w], others[w]));
    }
    k.zeros(clash)
}

/// How to merge two values of P vectors, lane by lane: associative and commutative. A trait, because it must
/// be inlined, and a function that is passed as an argument may not be: see [`Task`](crate::lanes::Task).
pub(crate) trait Merge<const P: usize> {
    fn merge<K: Lanes>(k: K, a: [K::Vector; P], b: [K::Vector; P]) -> [K::Vector; P];
}

/// The bits of both.
struct Union;

impl Merge<1> for Union {
    #[inline(always)]
    fn merge<K: Lanes>(k: K, [a]: [K::Vector; 1], [b]: [K::Vector; 1]) -> [K::Vector; 1] {
        [k.or(a, b)]
    }
}

/// The sum of saturating counters.
pub(crate) struct Saturate;

impl Merge<2> for Saturate {
    #[inline(always)]
    fn merge<K: Lanes>(k: K, [a1, a2]: [K::Vector; 2], [b1, b2]: [K::Vector; 2]) -> [K::Vector; 2] {
        [k.or(a1, b1), k.or(k.or(a2, b2), k.and(a1, b1))]
    }
}

impl Merge<4> for Saturate {
    #[inline(always)]
    fn merge<K: Lanes>(
        k: K,
        [a1, a2, a3, a4]: [K::Vector; 4],
        [b1, b2, b3, b4]: [K::Vector; 4],
    ) -> [K::Vector; 4] {
        [
            k.or(a1, b1),
            k.or(k.or(a2, b2), k.and(a1, b1)),
            k.or(k.or(a3, b3), k.or(k.and(a1, b2), k.and(a2, b1))),
            k.or(k.or(k.or(a4, b4), k.and(a1, b3)), k.or(k.and(a2, b2), k.and(a3, b1))),
        ]
    }
}

/// Merges the lanes of each of N values of P vectors.
///
/// Two values share one vector as soon as they have half their lanes left: so it takes about N + 2 mergers in
/// place of 3 N for eight lanes.
#[inline(always)]
fn across<K: Lanes, M: Merge<P>, const N: usize, const P: usize>(
    k: K,
    mut values: [[K::Vector; P]; N],
) -> [[u64; N]; P] {
    if K::COUNT > 1 {
        halve::<K, M, N, P>(k, &mut values, N, 1);
    }
    if K::COUNT > 2 {
        halve::<K, M, N, P>(k, &mut values, N.div_ceil(2), 2);
    }
    if K::COUNT > 4 {
        halve::<K, M, N, P>(k, &mut values, N.div_ceil(4), 4);
    }
    let mut merged = [[0; N]; P];
    for p in 0..P {
        if N == 1 || K::COUNT == 1 {
            for n in 0..N {
                merged[p][n] = k.first(values[n][p]);
            }
        } else {
            let mut lanes = [0; MOST_WORDS + ALIGN];
            for vector in 0..N.div_ceil(K::COUNT) {
                k.store(&mut lanes, vector * K::COUNT, values[vector][p]);
            }
            merged[p].copy_from_slice(&lanes[..N]);
        }
    }
    merged
}

/// Of the first `left` values, merges lanes that differ in the bit of `distance`. Values 2 i and 2 i + 1
/// become value i: its lanes with that bit belong to the second of them, unless the first is the last of all.
#[inline(always)]
fn halve<K: Lanes, M: Merge<P>, const N: usize, const P: usize>(
    k: K,
    values: &mut [[K::Vector; P]; N],
    left: usize,
    distance: usize,
) {
    for pair in 0..left.div_ceil(2) {
        let (mut a, mut b) = (values[2 * pair], values[2 * pair]);
        for p in 0..P {
            if 2 * pair + 1 < left {
                (a[p], b[p]) = k.deal(a[p], values[2 * pair + 1][p], distance);
            } else {
                b[p] = k.swap(a[p], distance);
            }
        }
        values[pair] = M::merge(k, a, b);
    }
}

/// Word by word, for each of C masks, the bits of all options of a list that have none of its bits.
#[inline(always)]
pub(crate) fn unions<K: Lanes, const W: usize, const C: usize>(
    k: K,
    words: &[u64],
    list: List,
    kills: &[[u64; W]; C],
) -> [[u64; C]; W] {
    let zero = k.splat(0);
    let mut splats = [[zero; W]; C];
    for c in 0..C {
        for w in 0..W {
            splats[c][w] = k.splat(kills[c][w]);
        }
    }
    let mut unions = [[zero; W]; C];
    let mut place = 0;
    while place < list.len {
        let mut masks = [zero; W];
        for w in 0..W {
            masks[w] = k.load(words, list.at + w * list.stride + place);
        }
        for c in 0..C {
            let free = disjoint(k, &masks, &splats[c]);
            for w in 0..W {
                unions[c][w] = k.or(unions[c][w], k.only(masks[w], free));
            }
        }
        place += K::COUNT;
    }
    let mut sums = [[0; C]; W];
    for w in 0..W {
        let mut row = [[zero]; C];
        for c in 0..C {
            row[c] = [unions[c][w]];
        }
        [sums[w]] = across::<K, Union, C, 1>(k, row);
    }
    sums
}

/// The options from a place on, a vector of them, that have none of the bits, of which there is at least one.
#[inline(always)]
pub(crate) fn without<K: Lanes, const W: usize>(
    k: K,
    words: &[u64],
    list: List,
    place: usize,
    bits: &[u64; W],
) -> u32 {
    let zero = k.splat(0);
    let (mut masks, mut splats) = ([zero; W], [zero; W]);
    for w in 0..W {
        masks[w] = k.load(words, list.at + w * list.stride + place);
        splats[w] = k.splat(bits[w]);
    }
    k.bits(disjoint(k, &masks, &splats))
}

/// The options from a place on, a vector of them, that have one of the bits.
#[inline(always)]
pub(crate) fn having<K: Lanes, const W: usize>(
    k: K,
    words: &[u64],
    list: List,
    place: usize,
    bits: &[u64; W],
) -> u32 {
    let here = (1 << K::COUNT.min(list.len - place)) - 1;
    !without::<K, W>(k, words, list, place, bits) & here
}

/// Copies the options that have one item, a bit of one word, from a list to one that begins at `to`; returns
/// how many.
#[inline(always)]
pub(crate) fn gather<K: Lanes>(
    k: K,
    words: &mut [u64],
    from: List,
    to: List,
    width: usize,
    (word, bit): (usize, u64),
) -> usize {
    let (ones, splat) = (k.splat(!0), k.splat(bit));
    let (mut place, mut len) = (0, 0);
    while place < from.len {
        let column = k.load(words, from.at + word * from.stride + place);
        let having = k.zeros(k.and(k.xor(column, ones), splat));
        let count = k.bits(having).count_ones() as usize;
        // An item that branches has few options, and most lists have many: nearly all vectors are skipped.
        if count > 0 {
            for w in 0..width {
                let masks = k.load(words, from.at + w * from.stride + place);
                k.store(words, to.at + w * to.stride + len, k.pack(masks, having));
            }
        }
        len += count;
        place += K::COUNT;
    }
    // The ones behind the end have every bit.
    len - (place - from.len)
}

/// Of the items in `among`, those with the fewest options in a list, counted exactly.
#[inline(always)]
pub(crate) fn fewest<K: Lanes, const W: usize>(
    k: K,
    words: &[u64],
    list: List,
    among: &[u64; W],
) -> [u64; W] {
    match list.len {
        0..0x40 => fewest_by::<K, W, FEW_PLANES>(k, words, list, among),
        0x40..0x200 => fewest_by::<K, W, SOME_PLANES>(k, words, list, among),
        _ => fewest_by::<K, W, PLANES>(k, words, list, among),
    }
}

/// Of the items in `among`, those with the fewest options in a list, with counters of P binary places.
#[inline(always)]
fn fewest_by<K: Lanes, const W: usize, const P: usize>(
    k: K,
    words: &[u64],
    list: List,
    among: &[u64; W],
) -> [u64; W] {
    let mut planes = [[0; P]; W];
    for w in 0..W {
        let row = list.at + w * list.stride;
        planes[w] = k.within(Row { words: &words[row..row + list.stride], len: list.len });
    }
    let mut least = *among;
    for plane in (0..P).rev() {
        let mut smaller = [0; W];
        for w in 0..W {
            smaller[w] = least[w] & !planes[w][plane];
        }
        if any(&smaller) {
            least = smaller;
        }
    }
    least
}

/// A row of a list, to be counted with P binary places. It is a task, so that it is compiled once for all
/// widths.
struct Row<'a, const P: usize> {
    words: &'a [u64],
    len: usize,
}

impl<const P: usize> Task for Row<'_, P> {
    type Output = [u64; P];

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) -> [u64; P] {
        count_row(k, self.words, self.len)
    }
}

/// How many words of a row have each bit: counters of 64 bits' places in binary, lowest plane first. Vectors
/// are added eight at a time by carry-save adders (Harley and Seal).
#[inline(always)]
fn count_row<K: Lanes, const P: usize>(k: K, words: &[u64], len: usize) -> [u64; P] {
    let add = |a, b, c| {
        let both = k.xor(a, b);
        (k.xor(both, c), k.or(k.and(a, b), k.and(both, c)))
    };
    let zero = k.splat(0);
    let mut planes = [zero; P];
    let mut place = 0;
    while place + 8 * K::COUNT <= len {
        let load = |i: usize| k.load(words, place + i * K::COUNT);
        let (ones, twos_a) = add(planes[0], load(0), load(1));
        let (ones, twos_b) = add(ones, load(2), load(3));
        let (twos, fours_a) = add(planes[1], twos_a, twos_b);
        let (ones, twos_a) = add(ones, load(4), load(5));
        let (ones, twos_b) = add(ones, load(6), load(7));
        let (twos, fours_b) = add(twos, twos_a, twos_b);
        let (fours, eights) = add(planes[2], fours_a, fours_b);
        (planes[0], planes[1], planes[2]) = (ones, twos, fours);
        carry(k, &mut planes, 3, eights);
        place += 8 * K::COUNT;
    }
    while place < len {
        let mut row = k.load(words, place);
        if place + K::COUNT > len {
            row = first_lanes(k, row, len - place);
        }
        carry(k, &mut planes, 0, row);
        place += K::COUNT;
    }
    let mut distance = K::COUNT / 2;
    while distance > 0 {
        let mut carried = zero;
        for plane in &mut planes {
            (*plane, carried) = add(*plane, k.swap(*plane, distance), carried);
        }
        distance /= 2;
    }
    let mut sums = [0; P];
    for plane in 0..P {
        sums[plane] = k.first(planes[plane]);
    }
    sums
}

/// Adds a vector to the counters from a plane on.
#[inline(always)]
fn carry<K: Lanes, const P: usize>(k: K, planes: &mut [K::Vector; P], from: usize, mut vector: K::Vector) {
    for plane in &mut planes[from..] {
        let next = k.and(*plane, vector);
        *plane = k.xor(*plane, vector);
        vector = next;
        if k.bits(k.zeros(vector)) == (1 << K::COUNT) - 1 {
            break;
        }
    }
}

/// The first lanes, and zero in the others.
#[inline(always)]
fn first_lanes<K: Lanes>(k: K, vector: K::Vector, count: usize) -> K::Vector {
    static ONES: [u64; 2 * ALIGN] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
    k.and(vector, k.load(&ONES, ALIGN - count))
}

/// Has a mask any bit?
#[inline(always)]
pub(crate) fn any<const W: usize>(mask: &[u64; W]) -> bool {
    let mut all = 0;
    for word in mask {
        all |= word;
    }
    all != 0
}

/// The mask that stands there.
#[inline(always)]
pub(crate) fn read<const W: usize>(words: &[u64], at: usize) -> [u64; W] {
    let mut mask = [0; W];
    mask.copy_from_slice(&words[at..at + W]);
    mask
}

/// Have two masks a bit in common?
#[inline(always)]
pub(crate) fn meets<const W: usize>(a: &[u64; W], b: &[u64; W]) -> bool {
    let mut both = 0;
    for w in 0..W {
        both |= a[w] & b[w];
    }
    both != 0
}

/// Adds the bits of the second mask to the first.
#[inline(always)]
pub(crate) fn join<const W: usize>(a: &mut [u64; W], b: &[u64; W]) {
    for w in 0..W {
        a[w] |= b[w];
    }
}

/// Removes the bits of the second mask from the first.
#[inline(always)]
pub(crate) fn take_away<const W: usize>(a: &mut [u64; W], b: &[u64; W]) {
    for w in 0..W {
        a[w] &= !b[w];
    }
}

/// The lowest bit of a mask that has one.
#[inline(always)]
pub(crate) fn lowest<const W: usize>(mask: &[u64; W]) -> (usize, u64) {
    let mut lowest = (0, 0);
    for w in (0..W).rev() {
        if mask[w] != 0 {
            lowest = (w, mask[w] & mask[w].wrapping_neg());
        }
    }
    lowest
}

#[cfg(test)]
mod tests;
