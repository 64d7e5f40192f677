//! Each pass compared with plain code, on every backend of the processor.

use proptest::prelude::{any, *};

use super::*;
use crate::lanes::Portable;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{avx2::Avx2, avx512::Avx512};

const W: usize = 3;
type Mask = [u64; W];

/// A list at the beginning of an arena, with room after it for another of the same size.
fn arena(masks: &[Mask]) -> (Vec<u64>, List, List) {
    let stride = List::stride_for(masks.len());
    let mut words = vec![!0; 2 * W * stride];
    for w in 0..W {
        for (index, mask) in masks.iter().enumerate() {
            words[w * stride + index] = mask[w];
        }
    }
    let list = List { at: 0, stride, len: masks.len() };
    (words, list, List { at: W * stride, ..list })
}

fn masks_of(words: &[u64], list: List) -> Vec<Mask> {
    (0..list.len).map(|index| list.mask(words, index)).collect()
}

fn count(masks: &[Mask], bit: usize) -> usize {
    masks.iter().filter(|mask| mask[bit / 64] >> (bit % 64) & 1 == 1).count()
}

/// For each bit, whether it has at least one, two, three, four.
fn expected_tally(masks: &[Mask]) -> [Mask; 4] {
    let mut planes = [[0; W]; 4];
    for (plane, sums) in planes.iter_mut().enumerate() {
        for bit in 0..64 * W {
            sums[bit / 64] |= u64::from(count(masks, bit) > plane) << (bit % 64);
        }
    }
    planes
}

fn all_passes<K: Lanes>(k: K, masks: &[Mask], kills: &[Mask; 4], item: (usize, u64)) {
    let (words, list, to) = arena(masks);
    list.check_invariants::<K, W>(k, &words);
    let mut counts = [0; 4 * W];
    tally(k, &words, list, &mut counts);
    assert_eq!(counts.as_chunks::<W>().0, expected_tally(masks));
    let free = |kill: &Mask| -> Vec<Mask> { masks.iter().filter(|m| !meets(m, kill)).copied().collect() };
    // In place, and to another place.
    for to in [list, to] {
        let (mut words, mut kept) = (words.clone(), vec![0; masks.len().div_ceil(K::COUNT)]);
        let (len, tally) = filter::<K, W, 4>(k, &mut words, list, to, &kills[0], &mut kept);
        let to = List { len, ..to };
        to.check_invariants::<K, W>(k, &words);
        assert_eq!(masks_of(&words, to), free(&kills[0]));
        assert_eq!(tally.0, expected_tally(&free(&kills[0])));
        for (place, mask) in masks.iter().enumerate() {
            let is_kept = kept[place / K::COUNT] >> (place % K::COUNT) & 1 == 1;
            assert_eq!(is_kept, !meets(mask, &kills[0]));
        }
    }
    let mut gathered = words.clone();
    let len = gather(k, &mut gathered, list, to, W, item);
    let with: Vec<Mask> = masks.iter().filter(|mask| mask[item.0] & item.1 != 0).copied().collect();
    assert_eq!(masks_of(&gathered, List { len, ..to }), with);
    assert_eq!(masks_of(&gathered, list), masks, "a pass stays within its list");
    let union = |kill: &Mask| {
        free(kill).iter().fold([0; W], |mut all, m| {
            join(&mut all, m);
            all
        })
    };
    let unions = unions::<K, W, 4>(k, &words, list, kills);
    for (c, kill) in kills.iter().enumerate() {
        assert_eq!(unions.map(|words| words[c]), union(kill));
    }
    for place in (0..masks.len()).step_by(K::COUNT) {
        let here = &masks[place..masks.len().min(place + K::COUNT)];
        let lanes = |has: &dyn Fn(&Mask) -> bool| -> u32 {
            (0..).zip(here).map(|(lane, mask)| u32::from(has(mask)) << lane).sum()
        };
        let kill = &kills[1];
        assert_eq!(having::<K, W>(k, &words, list, place, kill), lanes(&|mask| meets(mask, kill)));
        assert_eq!(without::<K, W>(k, &words, list, place, kill), lanes(&|mask| !meets(mask, kill)));
    }
    let among: Vec<usize> = (0..64 * W).filter(|bit| kills[2][bit / 64] >> (bit % 64) & 1 == 1).collect();
    let least = among.iter().map(|&bit| count(masks, bit)).min();
    let mut expected = [0; W];
    for &bit in among.iter().filter(|&&bit| Some(count(masks, bit)) == least) {
        expected[bit / 64] |= 1 << (bit % 64);
    }
    assert_eq!(fewest::<K, W>(k, &words, list, &kills[2]), expected);
}

fn mask() -> impl Strategy<Value = Mask> + Clone {
    let word = prop_oneof![
        any::<u64>(),
        Just(0),
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
    ];
    [word.clone(), word.clone(), word]
}

/// No mask is empty: an option has an item, and passes are for masks that forbid something.
fn masks() -> impl Strategy<Value = Vec<Mask>> {
    let some = mask().prop_map(|[a, b, c]| [a | u64::from(b | c == 0), b, c]).boxed();
    prop_oneof![
        4 => prop::collection::vec(some.clone(), 0..40),
        2 => prop::collection::vec(some.clone(), 60..140),
        1 => prop::collection::vec(some, 500..600),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn passes_do_what_plain_code_does(
        masks in masks(),
        kills in [mask(), mask(), mask(), mask()],
        bit in 0usize..64 * W,
    ) {
        let kills = kills.map(|[a, b, c]| [a | u64::from(b | c == 0), b, c]);
        let item = (bit / 64, 1 << (bit % 64));
        all_passes(Portable, &masks, &kills, item);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(k) = Avx2::detect() {
                all_passes(k, &masks, &kills, item);
            }
            if let Some(k) = Avx512::detect() {
                all_passes(k, &masks, &kills, item);
            }
        }
    }

    #[test]
    fn the_lowest_bit_is_found(mask in mask()) {
        let bit = (0..64 * W).find(|bit| mask[bit / 64] >> (bit % 64) & 1 == 1);
        prop_assert_eq!(lowest(&mask), bit.map_or((0, 0), |bit| (bit / 64, 1 << (bit % 64))));
        prop_assert_eq!(super::any(&mask), bit.is_some());
    }
}
