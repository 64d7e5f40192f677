//! Sorting in little code, for a page must be downloaded first. For this library and those beside it.
//!
//! The standard library has some six kilobytes of code for each type and each comparison that is sorted, also where a set or a
//! map is collected. That is fast, and worth it only where much is sorted. What is sorted here is short, or sorted once: places are
//! sorted, by code that all lists share, and then the list is put in their order.

use std::cmp::Ordering;

/// Sorts by a key, as `slice::sort_by_key` does; equal elements keep their order.
pub fn by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts, as `slice::sort` does.
pub fn plain<T: Ord>(list: &mut [T]) {
    by(list, Ord::cmp);
}

/// Sorts by a comparison, as `slice::sort_by` does; equal elements keep their order. Takes n log n comparisons.
pub fn by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut places: Vec<u32> = (0..list.len() as u32).collect();
    sort_places(&mut places, &mut |one, other| compare(&list[one as usize], &list[other as usize]));
    // Each cycle of the permutation is turned by swaps; a place that is done leads to itself.
    for start in 0..list.len() {
        let mut at = start;
        loop {
            let from = places[at] as usize;
            places[at] = at as u32;
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

/// A set or a map of these elements. Each is inserted by itself, where `collect` would sort all of them first.
pub fn gathered<C: Default + Extend<T>, T>(elements: impl IntoIterator<Item = T>) -> C {
    let mut collection = C::default();
    collection.extend(elements);
    collection
}

/// The one sort that is compiled.
#[inline(never)]
fn sort_places(places: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    places.sort_by(|&one, &other| compare(one, other));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = SplitMix64::new(5);
        for length in 0..200 {
            let list: Vec<(usize, usize)> = (0..length).map(|place| (random.place(20), place)).collect();
            let (mut own, mut expected) = (list.clone(), list);
            by_key(&mut own, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            assert_eq!(own, expected);
            by(&mut own, |one, other| other.0.cmp(&one.0));
            expected.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
            assert_eq!(own, expected);
        }
    }
}
