//! Lists of options that share common beginnings.
//!
//! Splitting a search creates a branch for each option that has not been tried, and all of them begin with
//! the same path. As plain vectors they would take space quadratic in the depth of the search. Here a path
//! consists of chunks, each of which refers to the previous one. A branch refers to a position in a chunk and
//! has one option of its own.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::{slice, vec};

use super::OptionId;

/// The maximum number of options in a chunk. A chunk is kept as long as a list needs a part of it, so chunks
/// are short.
const CHUNK: usize = 64;

/// A list of options, in the order in which they were taken or refused. Lists that were made from each other
/// share their common part. A copy takes constant time and space.
#[derive(Clone, Default)]
#[doc(hidden)]
pub struct OptionList {
    stem: Stem,
    /// The last option, if it is not in the chunk.
    last: Option<OptionId>,
}

/// The first options of a chunk, and all before the chunk.
#[derive(Clone, Default)]
struct Stem {
    chunk: Option<Arc<Chunk>>,
    len: u32,
}

struct Chunk {
    before: Stem,
    /// All options before the chunk.
    start: usize,
    options: Box<[OptionId]>,
}

impl Drop for Chunk {
    /// Chunk by chunk, because a recursion could be too deep.
    fn drop(&mut self) {
        let mut before = self.before.chunk.take();
        while let Some(mut chunk) = before.and_then(Arc::into_inner) {
            before = chunk.before.chunk.take();
        }
    }
}

impl Stem {
    fn len(&self) -> usize {
        self.chunk.as_ref().map_or(0, |chunk| chunk.start + self.len as usize)
    }

    /// One more chunk.
    fn grown(self, options: &[OptionId]) -> Stem {
        let start = self.len();
        let chunk = Chunk { before: self, start, options: options.into() };
        Stem { chunk: Some(Arc::new(chunk)), len: options.len() as u32 }
    }
}

impl OptionList {
    /// The number of options, in constant time.
    pub fn len(&self) -> usize {
        self.stem.len() + usize::from(self.last.is_some())
    }

    /// Is the list empty?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options, in their order.
    pub fn iter(&self) -> Options<'_> {
        self.iter_from(0)
    }

    /// The options from a position on, which is at most the length. Takes time linear in their number.
    pub fn iter_from(&self, start: usize) -> Options<'_> {
        let last = self.last.as_ref().filter(|_| start < self.len());
        let mut parts: Vec<&[OptionId]> = last.map(slice::from_ref).into_iter().collect();
        let mut stem = &self.stem;
        while let Some(chunk) = &stem.chunk
            && stem.len() > start
        {
            parts.push(&chunk.options[start.saturating_sub(chunk.start)..stem.len as usize]);
            stem = &chunk.before;
        }
        parts.reverse();
        Options { left: self.len() - start, parts: parts.into_iter(), part: [].iter() }
    }

    /// The length of the common beginning of two lists. Takes time linear in the rest if one was made from
    /// the other, or both from a third; otherwise linear in both.
    pub fn shared_with(&self, other: &OptionList) -> usize {
        let (mut one, mut two) = (&self.stem, &other.stem);
        let shared = loop {
            match (&one.chunk, &two.chunk) {
                (Some(chunk), Some(other)) if Arc::ptr_eq(chunk, other) => {
                    break chunk.start + one.len.min(two.len) as usize;
                }
                (Some(chunk), Some(other)) if chunk.start >= other.start => one = &chunk.before,
                (Some(_), Some(other)) => two = &other.before,
                _ => break 0,
            }
        };
        let alike = self.iter_from(shared).zip(other.iter_from(shared)).take_while(|(one, two)| one == two);
        shared + alike.count()
    }

    /// The list of the first options of this one: this many, or all if it has no more. It shares them.
    #[must_use]
    pub fn prefix(&self, len: usize) -> OptionList {
        if len >= self.len() {
            return self.clone();
        }
        let mut stem = &self.stem;
        while let Some(chunk) = &stem.chunk {
            if let Some(own @ 1..) = len.checked_sub(chunk.start) {
                let stem = Stem { chunk: stem.chunk.clone(), len: stem.len.min(own as u32) };
                return OptionList { stem, last: None };
            }
            stem = &chunk.before;
        }
        OptionList::default()
    }

    /// Is this option one of them?
    pub(crate) fn contains(&self, option: OptionId) -> bool {
        self.iter().any(|other| other == option)
    }

    /// The options, in a vector.
    pub fn to_vec(&self) -> Vec<OptionId> {
        self.iter().collect()
    }

    /// This list followed by more options. Takes time linear in their number.
    #[must_use]
    pub fn with(&self, options: impl IntoIterator<Item = OptionId>) -> OptionList {
        let mut options = options.into_iter();
        let Some(first) = options.next() else { return self.clone() };
        let second = options.next();
        match (self.last, second) {
            (None, None) => OptionList { stem: self.stem.clone(), last: Some(first) },
            (last, second) => {
                let all: Vec<_> = last.into_iter().chain([first]).chain(second).chain(options).collect();
                OptionList { stem: grown(&self.stem, &all).0, last: None }
            }
        }
    }

    /// All lists that consist of this one followed by the first few of these options.
    pub(crate) fn trail(&self, options: &[OptionId]) -> Trail {
        let all: Vec<_> = self.last.into_iter().chain(options.iter().copied()).collect();
        let (_, chunks) = grown(&self.stem, &all);
        Trail { root: self.clone(), own: usize::from(self.last.is_some()), chunks }
    }
}

/// A list with more options, and its new chunks.
fn grown(stem: &Stem, options: &[OptionId]) -> (Stem, Vec<Stem>) {
    let mut stem = stem.clone();
    let mut chunks = vec![];
    for part in options.chunks(CHUNK) {
        stem = stem.grown(part);
        chunks.push(stem.clone());
    }
    (stem, chunks)
}

/// Lists that begin alike: see [`OptionList::trail`].
pub(crate) struct Trail {
    root: OptionList,
    /// The options of the root that lie in the chunks: one or none.
    own: usize,
    chunks: Vec<Stem>,
}

impl Trail {
    /// The root with this many of the options. Takes constant time and space.
    pub(crate) fn prefix(&self, options: usize) -> OptionList {
        let Some(last) = (self.own + options).checked_sub(1) else { return self.root.clone() };
        let stem = Stem { len: (last % CHUNK + 1) as u32, ..self.chunks[last / CHUNK].clone() };
        OptionList { stem, last: None }
    }
}

/// The options of an [`OptionList`].
#[derive(Clone, Debug)]
pub struct Options<'a> {
    left: usize,
    parts: vec::IntoIter<&'a [OptionId]>,
    part: slice::Iter<'a, OptionId>,
}

impl Iterator for Options<'_> {
    type Item = OptionId;

    fn next(&mut self) -> Option<OptionId> {
        loop {
            if let Some(&option) = self.part.next() {
                self.left -= 1;
                return Some(option);
            }
            self.part = self.parts.next()?.iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Options<'_> {}

impl<'a> IntoIterator for &'a OptionList {
    type Item = OptionId;
    type IntoIter = Options<'a>;

    fn into_iter(self) -> Options<'a> {
        self.iter()
    }
}

impl From<Vec<OptionId>> for OptionList {
    fn from(options: Vec<OptionId>) -> OptionList {
        OptionList::default().with(options)
    }
}

impl FromIterator<OptionId> for OptionList {
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> OptionList {
        OptionList::default().with(options)
    }
}

impl PartialEq for OptionList {
    fn eq(&self, other: &OptionList) -> bool {
        self.len() == other.len() && self.iter().eq(other)
    }
}

impl Eq for OptionList {}

impl Hash for OptionList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        self.iter().for_each(|option| option.hash(state));
    }
}

impl fmt::Debug for OptionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ids(numbers: &[u32]) -> Vec<OptionId> {
        numbers.iter().map(|&number| OptionId(number)).collect()
    }

    proptest! {
        /// Against vectors.
        #[test]
        fn a_list_is_what_was_put_in(
            parts in prop::collection::vec(prop::collection::vec(0u32..1000, 0..150), 0..6),
            cut in 0usize..150,
        ) {
            let (mut list, mut expected) = (OptionList::default(), vec![]);
            for part in parts {
                let part = ids(&part);
                let trail = list.trail(&part);
                let cut = cut.min(part.len());
                let prefix = trail.prefix(cut);
                prop_assert_eq!(prefix.to_vec(), [&expected[..], &part[..cut]].concat());
                list = list.with(part.iter().copied());
                expected.extend(part);
                prop_assert_eq!(list.len(), expected.len());
                prop_assert_eq!(list.iter().len(), expected.len());
                prop_assert_eq!(list.to_vec(), expected.clone());
                prop_assert!(list == OptionList::from(expected.clone()));
                prop_assert!(prefix.len() == list.len() || prefix != list);
                // The same lists, made of each other or from the start.
                let alone = OptionList::from(expected.clone());
                for len in [0, cut.min(list.len()), list.len() / 2, list.len().saturating_sub(1), list.len()] {
                    let part = list.prefix(len);
                    prop_assert_eq!(part.to_vec(), expected[..len].to_vec());
                    prop_assert_eq!(list.iter_from(len).collect::<Vec<_>>(), expected[len..].to_vec());
                    for other in [&list, &alone] {
                        prop_assert_eq!(part.shared_with(other), len);
                        prop_assert_eq!(other.shared_with(&part.with(ids(&[1000, 1000]))), len);
                    }
                }
            }
        }
    }

    /// Chunks are dropped one after the other, because a recursion could overflow the stack.
    #[test]
    fn a_long_list_is_dropped() {
        let mut list = OptionList::default();
        for number in 0..1 << 20 {
            list = list.with(ids(&[number, number]));
        }
        assert_eq!(list.len(), 2 << 20);
        drop(list);
    }

    #[test]
    fn lists_share_what_they_begin_with() {
        let path = ids(&(0..10_000).collect::<Vec<_>>());
        let trail = OptionList::default().trail(&path);
        let chunk = |list: &OptionList| list.stem.chunk.as_ref().map(Arc::as_ptr);
        let lists: Vec<_> = (0..path.len()).map(|len| trail.prefix(len).with(ids(&[7]))).collect();
        let mut chunks: Vec<_> = lists.iter().map(chunk).collect();
        chunks.dedup();
        assert_eq!(chunks.len(), 1 + path.len().div_ceil(CHUNK));
        assert_eq!(lists[9_999].len(), 10_000);
    }
}
